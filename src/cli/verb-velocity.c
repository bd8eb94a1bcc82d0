// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/cli.h"

#include <string.h>

// --pull takes two words, CONNECTOR FX,FY: the second is the verb's second argument.
static TrExit
run_velocity (char **argument, TrOption *options)
{
  const char *pull = tr_option (options, "--pull");
  if (!pull)
    return tr_cli_refuse ("velocity needs --pull CONNECTOR FX,FY");
  g_autoptr (TrSession) session = tr_cli_open (argument[0]);
  if (!session)
    return TR_EXIT_REFUSED;
  const TrModel *m = tr_session_get_model (session);
  GError *error = NULL;
  TrConnector at, force;
  if (!tr_session_parse_connector (m, pull, &at, &error))
    return tr_cli_refuse_error (error);
  if (!tr_session_parse_connector (m, argument[1], &force, NULL) || force.kind != TR_AT_GROUND)
    return tr_cli_refuse ("--pull %s %s: expected a force FX,FY", pull, argument[1]);
  TrEngine *e = tr_session_get_engine (session);
  g_autofree double *velocity = g_new0 (double, m->n_q + 1);
  g_autofree double *lambda = g_new0 (double, tr_engine_n_rows (e) + 1);
  tr_engine_velocity (e, tr_session_get_state (session), &at, force.p, velocity, lambda);
  GString *out = g_string_new ("{\"velocity\": ");
  tr_report_state (out, m, velocity);
  g_string_append (out, ", \"multipliers\": ");
  tr_report_multipliers (out, m, e, lambda);
  g_string_append (out, "}\n");
  tr_cli_print (out->str);
  g_string_free (out, TRUE);
  return tr_session_check (session)->holds ? TR_EXIT_HOLDS : TR_EXIT_MISSES;
}

static const TrOption velocity_options[] = {
    {"--pull", "CONNECTOR", "where the force FX,FY acts", NULL, false},
    {"--json", NULL, "accepted: the answer is JSON always", NULL, false},
    {NULL, NULL, NULL, NULL, false},
};

const TrCliVerb tr_verb_velocity = {
    "velocity",   "DOC --pull CONNECTOR FX,FY", "the motion under one force", 2, velocity_options,
    run_velocity,
};
