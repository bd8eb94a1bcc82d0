// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Any bytes as a session: the first one picks a drawing, the rest is a script. Whatever it does,
// the state stays finite, the drawing can be written and read again, and all can be undone.
//   ./fuzz-script -max_len=400 CORPUS

#include "session/script/script.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { MOST_FRAMES = 40, MOST_LINES = 24 };

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

static const char *const drawings[] = {
    "{\"trammel\": 1, \"bodies\": []}",
    "{\"trammel\": 1, \"parameters\": [{\"name\": \"w\", \"value\": 5}], \"bodies\": [{\"id\": "
    "\"s\", \"kind\": \"segment\", \"a\": [0, 0], \"b\": [3, 4]}, {\"id\": \"r\", \"kind\": "
    "\"segment\", \"a\": [3, 4], \"b\": [6, 0]}], \"constraints\": [{\"id\": \"n\", \"kind\": "
    "\"nail\", \"a\": {\"body\": \"s\", \"point\": \"a\"}, \"at\": [0, 0]}, {\"id\": \"j\", "
    "\"kind\": \"attach\", \"a\": {\"body\": \"s\", \"point\": \"b\"}, \"b\": {\"body\": \"r\", "
    "\"point\": \"a\"}}, {\"id\": \"l\", \"kind\": \"length\", \"a\": \"s\", \"value\": \"w\"}, "
    "{\"id\": \"k\", \"kind\": \"length\", \"a\": \"r\", \"value\": \"w\"}]}",
    "{\"trammel\": 1, \"bodies\": [{\"id\": \"c\", \"kind\": \"circle\", \"center\": [0, 0], "
    "\"radius\": 3}, {\"id\": \"s\", \"kind\": \"polyline\", \"points\": [[0, 3], [3, 4], [5, "
    "1]]}, "
    "{\"id\": \"g\", \"kind\": \"rigid\", \"position\": [7, 7], \"rotation\": 0}], "
    "\"constraints\": [{\"id\": \"j\", \"kind\": \"attach\", \"a\": {\"body\": \"c\", \"slide\": "
    "1.5}, \"b\": {\"body\": \"s\", \"slide\": 0.5}}, {\"id\": \"m\", \"kind\": \"limit\", "
    "\"what\": \"c.radius\", \"max\": 4}, {\"id\": \"a\", \"kind\": \"attach\", \"a\": {\"body\": "
    "\"g\", \"local\": [1, 0]}, \"b\": {\"body\": \"s\", \"point\": \"point2\"}}], \"forces\": "
    "[{\"id\": \"f\", \"kind\": \"gravity\", \"g\": [0, -1]}]}",
    "{\"trammel\": 1, \"bodies\": [{\"id\": \"h\", \"kind\": \"sheet\", \"origin\": [0, 0], "
    "\"u\": [1, 0], \"v\": [0, 1], \"elastic\": {\"shape\": 2, \"area\": 1}}, {\"id\": \"f\", "
    "\"kind\": \"formula\", \"unknowns\": {\"q\": 1}, \"x\": \"3*t\", \"y\": \"q*t^2\", \"t\": "
    "[-1, 1]}], \"constraints\": [{\"id\": \"j\", \"kind\": \"attach\", \"a\": {\"body\": \"h\", "
    "\"local\": [1, 1]}, \"b\": {\"body\": \"f\", \"slide\": 0.3}}, {\"id\": \"x\", \"kind\": "
    "\"equation\", \"expr\": \"h.area - f.q\", \"op\": \"=\"}]}",
};

static void
swallow (const char *line, gpointer data)
{
  g_assert (g_utf8_validate (line, -1, NULL));
}

// Long drags and long plays say nothing new: a line of more frames than MOST_FRAMES is left out.
static bool
is_short (const char *line)
{
  g_autofree char *blanks = g_strdelimit (g_strdup (line), "\t", ' ');
  g_auto (GStrv) words = g_strsplit (blanks, " ", -1);
  double number[8] = {0};
  int n = 0;
  if (!words[0])
    return true;
  for (int i = 1; words[i]; i++)
    if (*words[i] && n < (int) G_N_ELEMENTS (number))
      number[n++] = g_ascii_strtod (words[i], NULL);
  if (g_str_equal (words[0], "play")) // SECONDS [FPS]
    return number[0] * (n > 1 ? number[1] : 60) <= MOST_FRAMES;
  bool is_timed = g_str_has_prefix (words[0], "drag") || g_str_equal (words[0], "move");
  return !is_timed || n == 0 || number[n - 1] <= MOST_FRAMES; // FRAMES come last
}

static char *
tame (const uint8_t *data, size_t size)
{
  g_autofree char *all = g_strndup ((const char *) data, size);
  g_auto (GStrv) lines = g_strsplit (all, "\n", -1);
  GString *out = g_string_new (NULL);
  for (int i = 0, n = 0; lines[i] && n < MOST_LINES; i++)
    if (is_short (g_strstrip (lines[i]))) {
      g_string_append_printf (out, "%s\n", lines[i]);
      n++;
    }
  return g_string_free (out, FALSE);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  if (size == 0)
    return 0;
  const char *drawing = drawings[data[0] % G_N_ELEMENTS (drawings)];
  g_autoptr (TrDocument) document = tr_document_new ();
  g_autoptr (GError) error = NULL;
  if (!tr_document_load_text (document, drawing, strlen (drawing), "fuzz", &error))
    g_error ("%s", error->message);
  g_autoptr (TrSession) session = tr_session_new (document);
  g_autoptr (TrScript) script = tr_script_new (session, swallow, swallow, NULL);
  g_autofree char *before = tr_document_to_text (document, NULL);
  g_autofree char *text = tame (data + 1, size - 1);
  tr_script_forbid_files (script);
  if (!tr_script_run (script, text, "fuzz", &error))
    g_assert (error != NULL && g_utf8_validate (error->message, -1, NULL));

  const TrState *s = tr_session_get_state (session);
  for (int i = 0; i < s->n_q; i++)
    g_assert (isfinite (s->q[i]));
  gsize n;
  g_autofree char *written = tr_document_to_text (document, &n);
  g_autoptr (TrDocument) again = tr_document_new ();
  g_autoptr (GError) unread = NULL;
  if (!tr_document_load_text (again, written, n, "written", &unread))
    g_error ("%s\n%s", unread->message, written);
  while (tr_session_undo (session))
    ;
  g_autofree char *after = tr_document_to_text (document, NULL);
  if (!strstr (text, "play")) // time that runs is no entry
    g_assert (g_str_equal (before, after));
  return 0;
}
