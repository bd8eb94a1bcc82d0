// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Any bytes as a foreign drawing. What is taken over can be added to a drawing, which then reads
// back; all else is an error with words.
//   ./fuzz-import -max_len=4096 CORPUS

#include "doc/document.h"
#include "render/import/import.h"

#include <stdint.h>
#include <string.h>

enum { MOST_USES = 18 };

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

// Copies of copies grow without bound and say nothing new.
static bool
is_short (const char *text)
{
  int n = 0;

  for (const char *s = text; (s = strstr (s, "use")); s++)
    n++;
  return n <= MOST_USES;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (TrDocument) d = tr_document_new (), again = tr_document_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_strndup ((const char *) data, size);
  // No DXF has to have a "<", and every SVG has.
  const char *name = strchr (text, '<') ? "fuzz.svg" : "fuzz.dxf";
  if (!is_short (text))
    return 0;
  g_autoptr (TrImport) t = tr_import_parse (text, size, name, tr_document_get_model (d), &error);
  gsize n;

  if (!t) {
    g_assert (error != NULL && g_utf8_validate (error->message, -1, NULL));
    return 0;
  }
  for (const char *const *line = tr_import_left_out (t); *line; line++)
    g_assert (g_utf8_validate (*line, -1, NULL));
  g_autoptr (GPtrArray) elements = tr_import_elements (t, v2 (1, -1));
  if (!tr_document_add_all (d, (const char *const *) elements->pdata, &error))
    g_error ("%s", error->message);
  g_autofree char *written = tr_document_to_text (d, &n);
  if (!tr_document_load_text (again, written, n, "written", &error))
    g_error ("%s\n%s", error->message, written);
  return 0;
}
