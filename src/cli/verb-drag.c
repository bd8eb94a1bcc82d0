// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/cli.h"
#include "doc/file.h"
#include "session/script/script.h"

#include <string.h>

// The log of a drag while it is written.
typedef struct {
  GString *text; // NULL: none asked for
  const TrConnector *what;
  int frame;
  double last; // the thread's seconds at the end of the frame before
  double worst;
} Log;

static void
append (GString *out, double x)
{
  g_string_append_c (out, ',');
  tr_report_number (out, x);
}

static void
log_frame (TrSession *session, const TrStepResult *result, gpointer data)
{
  Log *log = data;
  log->frame++;
  log->worst = fmax (log->worst, result->residual);
  if (!log->text)
    return;
  double now = tr_cli_seconds ();
  Vec2 at = tr_connector_point (tr_session_get_model (session), log->what,
                                tr_session_get_state (session)->q);
  g_string_append_printf (log->text, "%d", log->frame);
  append (log->text, log->frame * TR_FRAME_SECONDS);
  append (log->text, at.x);
  append (log->text, at.y);
  append (log->text, result->residual);
  g_string_append_printf (log->text, ",%d", result->iterations);
  append (log->text, 1e3 * (now - log->last));
  g_string_append_c (log->text, '\n');
  log->last = tr_cli_seconds ();
}

static void
print_dragged (TrSession *session, const TrOption *options, const Log *log)
{
  const TrModel *m = tr_session_get_model (session);
  const TrCheck *c = tr_session_check (session);
  TrStepResult last = tr_session_last_result (session);
  GString *out = g_string_new (NULL);
  if (tr_option_given (options, "--json")) {
    g_string_append_printf (out, "{\"frames\": %d, \"gap\": ", log->frame);
    tr_report_number (out, last.gap);
    g_string_append (out, ", \"residual\": ");
    tr_report_number (out, c->worst);
    g_string_append (out, ", \"worst_residual\": ");
    tr_report_number (out, log->worst);
    g_string_append (out, ", ");
    tr_report_check (out, m, c);
    g_string_append (out, ", \"state\": ");
    tr_report_state (out, m, tr_session_get_state (session)->q);
    if (tr_option_given (options, "--multipliers")) {
      TrEngine *e = tr_session_get_engine (session);
      g_string_append (out, ", \"multipliers\": ");
      tr_report_multipliers (out, m, e, tr_engine_lambda (e));
    }
    g_string_append (out, "}\n");
  } else {
    Vec2 at = tr_connector_point (m, log->what, tr_session_get_state (session)->q);
    g_string_append_printf (out, "%d frames, %s at ", log->frame,
                            log->frame == 0 || last.at_rest ? "at rest" : "not yet at rest");
    tr_report_number (out, at.x);
    append (out, at.y);
    g_string_append (out, ", worst residual on the way ");
    tr_report_number (out, log->worst);
    g_string_append_c (out, '\n');
  }
  tr_cli_print (out->str);
  g_string_free (out, TRUE);
}

static TrExit
run_drag (char **argument, TrOption *options)
{
  Vec2 to;
  double frames = 60;
  if (!tr_option (options, "--grab") || !tr_option (options, "--to"))
    return tr_cli_refuse ("drag needs --grab CONNECTOR and --to X,Y");
  if (!tr_session_parse_place (tr_option (options, "--to"), &to))
    return tr_cli_refuse ("--to %s: expected X,Y of at most 1e12", tr_option (options, "--to"));
  if (!tr_option_number (options, "--frames", 0, 1e6, &frames))
    return TR_EXIT_REFUSED;
  if (frames > floor (frames))
    return tr_cli_refuse ("--frames %s: expected a whole number", tr_option (options, "--frames"));
  g_autoptr (TrSession) session = tr_cli_open_solver (argument[0], options);
  if (!session)
    return TR_EXIT_REFUSED;
  TrConnector what;
  GError *error = NULL;
  if (!tr_session_parse_connector (tr_session_get_model (session), tr_option (options, "--grab"),
                                   &what, &error))
    return tr_cli_refuse_error (error);
  const char *path = tr_option (options, "--log");
  tr_session_get_engine (session); // made once, and no part of the first frame
  Log log = {.what = &what, .last = tr_cli_seconds ()};
  if (path)
    log.text = g_string_new ("frame,time,x,y,residual,iterations,milliseconds\n");
  tr_script_drag (session, &what, to, (int) frames, log_frame, &log);
  if (path && !tr_write_file (path, log.text->str, log.text->len, &error))
    return tr_cli_refuse_error (error);
  TrExit status = tr_cli_finish (session, options);
  if (status != TR_EXIT_REFUSED)
    print_dragged (session, options, &log);
  if (log.text)
    g_string_free (log.text, TRUE);
  return status;
}

static const TrOption drag_options[] = {
    {"--grab", "CONNECTOR", "what is held", NULL, false},
    {"--to", "X,Y", "where the pointer goes, along a straight line", NULL, false},
    {"--frames", "N", "in so many frames of 1/60 s (60)", NULL, false},
    {"-o", "OUT", "where the document goes", NULL, false},
    {"--log", "FILE", "a CSV with a row for each frame", NULL, false},
    {"--json", NULL, "one JSON object", NULL, false},
    {"--multipliers", NULL, "the constraints' multipliers in the JSON", NULL, false},
    {"--solver", "NAME", "auto, tree, block, serial, auxiliary, cg or dense", NULL, false},
    {NULL, NULL, NULL, NULL, false},
};

const TrCliVerb tr_verb_drag = {
    "drag",   "DOC --grab CONNECTOR --to X,Y", "drags a point as a hand does", 1, drag_options,
    run_drag,
};
