// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/cli.h"
#include "render/export/export.h"

static TrExit
run_export (char **argument, TrOption *options)
{
  const char *out = tr_option (options, "-o");
  TrExportOptions export = tr_export_options_make ();
  if (!out)
    return tr_cli_refuse ("export needs -o FILE (.svg, .pdf, .eps, .png or .dxf)");
  if (!tr_option_number (options, "--scale", 1e-9, 1e9, &export.scale) ||
      !tr_option_number (options, "--margin", 0, 1e6, &export.margin) ||
      !tr_option_number (options, "--dpi", 1, 1e5, &export.dpi))
    return TR_EXIT_REFUSED;
  export.background = tr_option (options, "--background");
  export.page = tr_option (options, "--page");
  g_autoptr (TrSession) session = tr_cli_open (argument[0]);
  if (!session)
    return TR_EXIT_REFUSED;
  g_autofree char *title = tr_document_dup_title (tr_session_get_document (session));
  export.title = title;
  g_autofree char *note = NULL;
  GError *error = NULL;
  if (!tr_export (tr_session_get_model (session), tr_session_get_state (session), out, &export,
                  &note, &error))
    return tr_cli_refuse_error (error);
  if (note)
    tr_cli_note (note);
  return tr_session_check (session)->holds ? TR_EXIT_HOLDS : TR_EXIT_MISSES;
}

static const TrOption export_options[] = {
    {"-o", "FILE", "by its ending: .svg .pdf .eps .png .dxf", NULL, false},
    {"--scale", "X", "of the drawing to real size (1)", NULL, false},
    {"--margin", "MM", "around the ink (0)", NULL, false},
    {"--background", "COLOUR", "#rrggbb[aa]; none without it", NULL, false},
    {"--page", "SIZE", "a paper (A4, A3-landscape …), the drawing in its middle", NULL, false},
    {"--dpi", "N", "of a PNG (300)", NULL, false},
    {NULL, NULL, NULL, NULL, false},
};

const TrCliVerb tr_verb_export = {
    "export", "DOC -o FILE", "writes SVG, PDF, EPS, PNG or DXF", 1, export_options, run_export,
};
