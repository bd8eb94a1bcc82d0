// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/cli.h"
#include "cli/mechanism-print.h"

static TrExit
run_mechanism (char **argument, TrOption *options)
{
  g_autoptr (TrSession) session = tr_cli_open (argument[0]);
  GError *error = NULL;
  if (!session)
    return TR_EXIT_REFUSED;
  const TrModel *m = tr_session_get_model (session);
  g_autoptr (TrMechanism) x =
      tr_mechanism_new (tr_session_get_model (session), tr_session_get_state (session),
                        tr_option (options, "--drive"), &error);
  if (!x) {
    g_prefix_error (&error, "%s: ", argument[0]);
    return tr_cli_refuse_error (error);
  }
  g_autofree char *text =
      tr_option_given (options, "--json") ? tr_mechanism_json (x, m) : tr_mechanism_text (x, m);
  tr_cli_print (text);
  return tr_session_check (session)->holds ? TR_EXIT_HOLDS : TR_EXIT_MISSES;
}

static const TrOption mechanism_options[] = {
    {"--drive", "ID", "whose body is the input (the first drive)", NULL, false},
    {"--json", NULL, "one JSON object, angles in radians", NULL, false},
    {NULL, NULL, NULL, NULL, false},
};

const TrCliVerb tr_verb_mechanism = {
    "mechanism", "DOC [--drive ID]", "mobility, four-bars, slider-cranks, instant centres",
    1,           mechanism_options,  run_mechanism,
};
