// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/cli.h"
#include "session/explain.h"

static TrExit
run_explain (char **argument, TrOption *options)
{
  g_autoptr (TrSession) session = tr_cli_open (argument[0]);
  if (!session)
    return TR_EXIT_REFUSED;
  const TrModel *m = tr_session_get_model (session);
  TrElement at = tr_model_find (m, argument[1]);
  if (at.kind != TR_ELEMENT_CONSTRAINT && at.kind != TR_ELEMENT_NONE)
    return tr_cli_refuse ("%s: \"%s\" is no constraint, and only constraints are explained",
                          argument[0], argument[1]);
  if (at.kind == TR_ELEMENT_NONE)
    return tr_cli_refuse ("%s: no constraint is called \"%s\"", argument[0], argument[1]);
  g_autoptr (TrExplanation) x = tr_explain (session, at.index);
  g_autofree char *text =
      tr_option_given (options, "--json") ? tr_explanation_json (x, m) : tr_explanation_text (x, m);
  tr_cli_print (text);
  if (tr_option_given (options, "--json"))
    tr_cli_print ("\n");
  return tr_session_check (session)->holds ? TR_EXIT_HOLDS : TR_EXIT_MISSES;
}

static const TrOption explain_options[] = {
    {"--json", NULL, "one JSON object", NULL, false},
    {NULL, NULL, NULL, NULL, false},
};

const TrCliVerb tr_verb_explain = {
    "explain", "DOC ID",        "what a constraint depends on, and what its removal does",
    2,         explain_options, run_explain,
};
