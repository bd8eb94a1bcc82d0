// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/cli.h"

#include <string.h>

// What is asked of a drawing, and the rates that answer.
typedef struct {
  TrSession *session;
  TrConnector pull, force, at;
  double *velocity, *multipliers, *acceleration, *forces;
} Rates;

static void
rates_clear (Rates *r)
{
  g_clear_object (&r->session);
  g_free (r->velocity);
  g_free (r->multipliers);
  g_free (r->acceleration);
  g_free (r->forces);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Rates, rates_clear)

static void
append_pair (GString *out, const char *key, Vec2 p)
{
  g_string_append_printf (out, "\"%s\": ", key);
  tr_report_place (out, p);
}

static void
append_point (GString *out, const Rates *r, const double *v, const double *a)
{
  const TrModel *m = tr_session_get_model (r->session);
  const double *q = tr_session_get_state (r->session)->q;
  g_string_append (out, ", \"point\": {");
  append_pair (out, "at", tr_connector_point (m, &r->at, q));
  g_string_append (out, ", ");
  append_pair (out, "velocity", tr_connector_velocity (m, &r->at, q, v));
  if (a) {
    g_string_append (out, ", ");
    append_pair (out, "acceleration", tr_connector_acceleration (m, &r->at, q, v, a));
  }
  g_string_append_c (out, '}');
}

// The arguments of --pull and --at; false after a message.
static bool
read_places (Rates *r, char **argument, const TrOption *options)
{
  const TrModel *m = tr_session_get_model (r->session);
  const char *pull = tr_option (options, "--pull"), *at = tr_option (options, "--at");
  GError *error = NULL;
  r->pull = r->force = (TrConnector){.kind = TR_AT_GROUND, .body = -1, .slide = -1};
  if ((pull != NULL) != (argument[1] != NULL)) {
    tr_cli_refuse ("velocity: expected --pull CONNECTOR FX,FY");
    return false;
  }
  if ((pull && !tr_session_parse_connector (m, pull, &r->pull, &error)) ||
      (at && !tr_session_parse_connector (m, at, &r->at, &error))) {
    tr_cli_refuse_error (error);
    return false;
  }
  if (pull && (!tr_session_parse_connector (m, argument[1], &r->force, NULL) ||
               r->force.kind != TR_AT_GROUND)) {
    tr_cli_refuse ("--pull %s %s: expected a force FX,FY", pull, argument[1]);
    return false;
  }
  return true;
}

// In the second-order law the drawing has velocities of its own.
static void
find_rates (Rates *r, bool second)
{
  TrEngine *e = tr_session_get_engine (r->session);
  const TrState *s = tr_session_get_state (r->session);
  size_t n = (size_t) s->n_q + 1, rows = (size_t) tr_engine_n_rows (e) + 1;
  r->velocity = g_new0 (double, n);
  r->multipliers = g_new0 (double, rows);
  r->acceleration = g_new0 (double, n);
  r->forces = g_new0 (double, rows);
  tr_engine_velocity (e, s, &r->pull, r->force.p, r->velocity, r->multipliers);
  if (second) {
    memcpy (r->velocity, s->v, sizeof (double) * (n - 1));
    tr_engine_project_velocity (e, s, r->velocity);
  }
  tr_engine_acceleration (e, s, r->velocity, r->multipliers, r->acceleration, r->forces);
}

// --pull takes two words, CONNECTOR FX,FY: the second is the verb's second argument.
static TrExit
run_velocity (char **argument, TrOption *options)
{
  g_auto (Rates) r = {.session = tr_cli_open_solver (argument[0], options)};
  bool acceleration = tr_option_given (options, "--acceleration");
  if (!r.session || !read_places (&r, argument, options))
    return TR_EXIT_REFUSED;
  const TrModel *m = tr_session_get_model (r.session);
  TrEngine *e = tr_session_get_engine (r.session);
  find_rates (&r, acceleration && m->world.law == TR_LAW_SECOND_ORDER);
  GString *out = g_string_new ("{\"velocity\": ");
  tr_report_state (out, m, r.velocity);
  g_string_append (out, ", \"multipliers\": ");
  tr_report_multipliers (out, m, e, r.multipliers);
  if (acceleration) {
    g_string_append (out, ", \"acceleration\": ");
    tr_report_state (out, m, r.acceleration);
    g_string_append (out, ", \"forces\": ");
    tr_report_multipliers (out, m, e, r.forces);
  }
  if (tr_option (options, "--at"))
    append_point (out, &r, r.velocity, acceleration ? r.acceleration : NULL);
  g_string_append (out, "}\n");
  tr_cli_print (out->str);
  g_string_free (out, TRUE);
  return tr_session_check (r.session)->holds ? TR_EXIT_HOLDS : TR_EXIT_MISSES;
}

static const TrOption velocity_options[] = {
    {"--pull", "CONNECTOR", "where one more force FX,FY acts", NULL, false},
    {"--at", "CONNECTOR", "a point whose velocity is told", NULL, false},
    {"--acceleration", NULL, "accelerations too, and the joints' forces with them", NULL, false},
    {"--solver", "NAME", "auto, tree, block, serial, auxiliary, cg or dense", NULL, false},
    {"--json", NULL, "accepted: the answer is JSON always", NULL, false},
    {NULL, NULL, NULL, NULL, false},
};

const TrCliVerb tr_verb_velocity = {
    "velocity",
    "DOC [--pull CONNECTOR FX,FY]",
    "the motion under all forces and drives",
    -2,
    velocity_options,
    run_velocity,
};
