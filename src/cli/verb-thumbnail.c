// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/cli.h"
#include "doc/file.h"
#include "render/export/export.h"

#define LARGEST 100.0 // mm: larger drawings are made smaller, so that their strokes can be seen
#define MARGIN  0.04  // of the longer side

// How large the drawing is on the paper that is then shrunk to the picture: pens keep their mm.
static bool
lay_out (TrSession *session, double size, TrExportOptions *o, GError **error)
{
  const TrModel *m = tr_session_get_model (session);
  const TrState *state = tr_session_get_state (session);
  double w, h;

  if (!tr_export_measure (m, state, o, &w, &h, error))
    return false;
  o->scale = fmin (1, LARGEST / fmax (w, h));
  if (!tr_export_measure (m, state, o, &w, &h, error))
    return false;
  o->margin = MARGIN * fmax (w, h);
  // A hair less than the size: pixels are as many as cover the page.
  o->dpi = 25.4 * (size - 1e-6) / (fmax (w, h) + 2 * o->margin);
  return true;
}

static TrExit
run_thumbnail (char **argument, TrOption *options)
{
  const char *out = tr_option (options, "-o");
  TrExportOptions o = tr_export_options_make ();
  double size = 256;
  GError *error = NULL;
  gsize n;

  if (!out)
    return tr_cli_refuse ("thumbnail needs -o OUT.png");
  if (!tr_option_number (options, "--size", 1, 4096, &size))
    return TR_EXIT_REFUSED;
  g_autoptr (TrSession) session = tr_cli_open (argument[0]);
  if (!session)
    return TR_EXIT_REFUSED;
  o.background = "#ffffff";
  if (!lay_out (session, round (size), &o, &error))
    return tr_cli_refuse_error (error);
  g_autoptr (GBytes) png =
      tr_export_bytes (tr_session_get_model (session), tr_session_get_state (session),
                       TR_EXPORT_PNG, &o, NULL, &error);
  if (!png)
    return tr_cli_refuse_error (error);
  const char *data = g_bytes_get_data (png, &n);
  return tr_write_file (out, data, n, &error) ? TR_EXIT_HOLDS : tr_cli_refuse_error (error);
}

static const TrOption thumbnail_options[] = {
    {"-o", "OUT", "a PNG, whatever it is called", NULL, false},
    {"--size", "N", "pixels of its longer side (256)", NULL, false},
    {NULL, NULL, NULL, NULL, false},
};

const TrCliVerb tr_verb_thumbnail = {
    "thumbnail", "DOC -o OUT",      "a small picture for file managers",
    1,           thumbnail_options, run_thumbnail,
};
