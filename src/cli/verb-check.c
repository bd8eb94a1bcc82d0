// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/cli.h"
#include "session/goals.h"

static TrExit
run_check (char **argument, TrOption *options)
{
  g_autoptr (TrSession) session = tr_cli_open (argument[0]);
  if (!session)
    return TR_EXIT_REFUSED;
  const TrCheck *c = tr_session_check (session);
  if (tr_option_given (options, "--json")) {
    GString *out = g_string_new ("{");
    tr_report_check (out, tr_session_get_model (session), c);
    g_string_append (out, "}\n");
    tr_cli_print (out->str);
    g_string_free (out, TRUE);
  } else {
    g_autofree char *text = tr_report_check_text (tr_session_get_model (session), c);
    tr_cli_print (text);
  }
  return c->holds ? TR_EXIT_HOLDS : TR_EXIT_MISSES;
}

static const TrOption check_options[] = {
    {"--json", NULL, "one JSON object", NULL, false},
    {NULL, NULL, NULL, NULL, false},
};

const TrCliVerb tr_verb_check = {
    "check", "DOC [--json]", "reads and judges, moves nothing", 1, check_options, run_check,
};

// The report of what was moved: check's keys, the state, the multipliers where asked for.
static void
print_solved (TrSession *session, const TrOption *options)
{
  const TrModel *m = tr_session_get_model (session);
  const TrCheck *c = tr_session_check (session);
  if (!tr_option_given (options, "--json")) {
    g_autofree char *text = tr_report_check_text (m, c);
    tr_cli_print (text);
    return;
  }
  GString *out = g_string_new ("{");
  tr_report_check (out, m, c);
  g_string_append (out, ", \"state\": ");
  tr_report_state (out, m, tr_session_get_state (session)->q);
  if (tr_option_given (options, "--multipliers")) {
    TrEngine *e = tr_session_get_engine (session);
    g_string_append (out, ", \"multipliers\": ");
    tr_report_multipliers (out, m, e, tr_engine_lambda (e));
  }
  g_string_append (out, "}\n");
  tr_cli_print (out->str);
  g_string_free (out, TRUE);
}

static TrExit
run_solve (char **argument, TrOption *options)
{
  g_autoptr (TrSession) session = tr_cli_open_solver (argument[0], options);
  if (!session)
    return TR_EXIT_REFUSED;
  tr_session_solve (session);
  TrExit status = tr_cli_finish (session, options);
  if (status != TR_EXIT_REFUSED)
    print_solved (session, options);
  return status;
}

static const TrOption solve_options[] = {
    {"-o", "OUT", "where the solved document goes", NULL, false},
    {"--json", NULL, "one JSON object", NULL, false},
    {"--multipliers", NULL, "the constraints' multipliers in the JSON", NULL, false},
    {"--solver", "NAME", "auto, tree, block, serial, auxiliary, cg or dense", NULL, false},
    {NULL, NULL, NULL, NULL, false},
};

const TrCliVerb tr_verb_solve = {
    "solve", "DOC -o OUT", "moves as little as it can until all holds", 1, solve_options, run_solve,
};

static TrExit
run_settle (char **argument, TrOption *options)
{
  g_autoptr (TrSession) session = tr_cli_open_solver (argument[0], options);
  if (!session)
    return TR_EXIT_REFUSED;
  tr_session_solve (session);
  if (!tr_session_settle_forces (session).at_rest)
    tr_cli_note ("something does not come to rest");
  g_autofree char *missed =
      tr_goal_missed_text (tr_session_get_model (session), tr_session_get_state (session));
  if (missed) {
    g_autofree char *note = g_strdup_printf ("missed: %s", missed);
    tr_cli_note (note);
  }
  TrExit status = tr_cli_finish (session, options);
  if (status != TR_EXIT_REFUSED)
    print_solved (session, options);
  return status;
}

const TrCliVerb tr_verb_settle = {
    "settle", "DOC -o OUT",  "lets goals, springs and other forces come to rest",
    1,        solve_options, run_settle,
};
