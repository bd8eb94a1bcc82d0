// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/cli.h"
#include "doc/file.h"
#include "session/frames.h"
#include "session/playback.h"
#include "session/report.h"
#include "session/script/script.h"
#include "session/timetable.h"

#include <string.h>

// What is kept of each frame.
typedef struct {
  GPtrArray *exprs; // of TrExpr: the columns
  GPtrArray *vars;  // of TrVar: what their names mean
  GString *csv;     // NULL: none asked for
  TrFrames *frames; // NULL: none asked for
  char *stalled;    // what was last said of drives that stand still
  int n;
  double worst; // residual
} Log;

static void
log_clear (Log *log)
{
  g_ptr_array_unref (log->exprs);
  g_ptr_array_unref (log->vars);
  if (log->csv)
    g_string_free (log->csv, TRUE);
  tr_frames_free (log->frames);
  g_free (log->stalled);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Log, log_clear)

// The end of the expression that starts here: a comma outside of all brackets, or the text's.
static const char *
end_of_expr (const char *text)
{
  int depth = 0;
  for (; *text && (*text != ',' || depth > 0); text++)
    depth += (*text == '(' || *text == '[') - (*text == ')' || *text == ']');
  return text;
}

// The expressions of --record, bound to the drawing; the header of the CSV. False after a message.
static bool
read_columns (TrSession *session, const char *text, Log *log)
{
  const TrModel *m = tr_session_get_model (session);
  g_string_append (log->csv, "time");
  while (text && *text) {
    const char *end = end_of_expr (text);
    g_autofree char *word = g_strstrip (g_strndup (text, (size_t) (end - text)));
    GError *error = NULL;
    TrExpr *e = tr_expr_parse (word, &error);
    if (e) {
      g_ptr_array_add (log->exprs, e);
      const TrVar *vars = tr_model_bind (m, e, true, &error);
      g_ptr_array_add (log->vars, (gpointer) vars);
    }
    if (error) {
      g_prefix_error (&error, "--record %s: ", word);
      tr_cli_refuse_error (error);
      return false;
    }
    g_string_append_c (log->csv, ',');
    tr_report_field (log->csv, word); // as it was asked for: programs look it up by that name
    text = *end ? end + 1 : end;
  }
  g_string_append_c (log->csv, '\n');
  return true;
}

static void
log_row (TrSession *session, Log *log)
{
  const TrModel *m = tr_session_get_model (session);
  const TrState *s = tr_session_get_state (session);
  tr_report_number (log->csv, s->time);
  for (guint i = 0; i < log->exprs->len; i++) {
    const TrExpr *e = g_ptr_array_index (log->exprs, i);
    const TrVar *vars = g_ptr_array_index (log->vars, i);
    g_string_append_c (log->csv, ',');
    tr_report_number (log->csv, tr_model_expr_value (m, e, vars, s->q, s->time));
  }
  g_string_append_c (log->csv, '\n');
}

static void
log_frame (TrSession *session, const TrStepResult *result, gpointer data)
{
  Log *log = data;
  log->n++;
  log->worst = fmax (log->worst, result->residual);
  char *stalled = tr_session_stalled_text (session);
  if (stalled && g_strcmp0 (stalled, log->stalled) != 0) {
    g_autofree char *text =
        g_strdup_printf ("at %.6g s: %s", tr_session_get_time (session), stalled);
    tr_cli_note (text);
  }
  g_free (log->stalled);
  log->stalled = stalled;
  if (log->csv)
    log_row (session, log);
  if (log->frames)
    tr_frames_add (log->frames, session);
}

static void
print_played (TrSession *session, const TrOption *options, const Log *log)
{
  const TrModel *m = tr_session_get_model (session);
  const TrCheck *c = tr_session_check (session);
  GString *out = g_string_new (NULL);
  if (tr_option_given (options, "--json")) {
    g_string_append_printf (out, "{\"frames\": %d, \"time\": ", log->n);
    tr_report_number (out, tr_session_get_time (session));
    g_string_append (out, ", \"worst_residual\": ");
    tr_report_number (out, log->worst);
    g_string_append (out, ", \"stalled\": ");
    tr_report_strings (out, tr_session_get_stalled (session));
    g_string_append (out, ", ");
    tr_report_check (out, m, c);
    g_string_append (out, ", \"state\": ");
    tr_report_state (out, m, tr_session_get_state (session)->q);
    g_string_append (out, "}\n");
  } else {
    g_string_append_printf (out, "%d frames, time is ", log->n);
    tr_report_number (out, tr_session_get_time (session));
    g_string_append (out, " s, worst residual on the way ");
    tr_report_number (out, log->worst);
    g_string_append_c (out, '\n');
  }
  tr_cli_print (out->str);
  g_string_free (out, TRUE);
}

// The format and the look of pictures of frames; false after a message.
static bool
read_look (const TrOption *options, TrExportOptions *look, TrExportFormat *format)
{
  const char *name = tr_option (options, "--format");
  *look = tr_export_options_make ();
  look->dpi = 96;
  look->background = tr_option (options, "--background");
  *format = name && g_str_equal (name, "png") ? TR_EXPORT_PNG : TR_EXPORT_SVG;
  if (name && !g_str_equal (name, "png") && !g_str_equal (name, "svg")) {
    tr_cli_refuse ("--format %s: expected svg or png", name);
    return false;
  }
  return tr_option_number (options, "--scale", 1e-9, 1e9, &look->scale) &&
         tr_option_number (options, "--margin", 0, 1e6, &look->margin) &&
         tr_option_number (options, "--dpi", 1, 1e5, &look->dpi);
}

// What was asked for beside the document; refused where a file cannot be written.
static TrExit
write_files (TrSession *session, const TrOption *options, double fps, const Log *log)
{
  const char *csv = tr_option (options, "--csv"), *folder = tr_option (options, "--frames");
  const char *gif = tr_option (options, "--gif");
  GError *error = NULL;
  TrExportOptions look;
  TrExportFormat format;
  if (!read_look (options, &look, &format))
    return TR_EXIT_REFUSED;
  if (csv && !tr_write_file (csv, log->csv->str, log->csv->len, &error))
    return tr_cli_refuse_error (error);
  g_autofree char *note = NULL, *title = NULL;
  look.title = title = tr_document_dup_title (tr_session_get_document (session));
  if (folder && !tr_frames_write (log->frames, session, folder, format, &look, &note, &error))
    return tr_cli_refuse_error (error);
  if (gif && !tr_frames_write_gif (log->frames, session, gif, fps, &look, &note, &error))
    return tr_cli_refuse_error (error);
  if (note)
    tr_cli_note (note);
  return tr_cli_finish (session, options);
}

// Pictures in which nothing moves are not what was asked for.
static void
tell_rest (TrSession *session)
{
  const TrModel *m = tr_session_get_model (session);
  bool has_drives = false;

  for (int i = 0; i < m->n_constraints; i++)
    has_drives |= tr_timetable_is_drive (&m->constraints[i]);
  if (has_drives && tr_timetable_n_running (m) == 0 &&
      !tr_engine_has_forces (tr_session_get_engine (session)))
    tr_cli_note ("nothing moves: all drives are switched off, --drives switches them on");
}

static TrExit
run_play (char **argument, TrOption *options)
{
  double seconds = 1, fps = 60;
  const char *record = tr_option (options, "--record"), *csv = tr_option (options, "--csv");
  TrExportOptions look;
  TrExportFormat format;
  if (!tr_option_number (options, "--seconds", 0, 86400, &seconds) ||
      !tr_option_number (options, "--fps", 1e-3, 1e4, &fps) || !read_look (options, &look, &format))
    return TR_EXIT_REFUSED;
  if (record && !csv)
    return tr_cli_refuse ("--record needs --csv FILE");
  g_autoptr (TrSession) session = NULL;
  if (tr_cli_may_write (options))
    session = tr_cli_open (argument[0]);
  if (!session)
    return TR_EXIT_REFUSED;
  g_auto (Log) log = {.exprs = g_ptr_array_new_with_free_func ((GDestroyNotify) tr_expr_unref),
                      .vars = g_ptr_array_new ()};
  if (tr_option_given (options, "--drives") &&
      tr_timetable_start (tr_session_get_document (session)))
    tr_session_settle (session, "switch on drives");
  tell_rest (session);
  if (csv) {
    log.csv = g_string_new (NULL);
    if (!read_columns (session, record, &log))
      return TR_EXIT_REFUSED;
  }
  if (tr_option (options, "--frames") || tr_option (options, "--gif"))
    log.frames = tr_frames_new ();
  tr_script_run_time (session, seconds, fps, log_frame, &log);
  TrExit status = write_files (session, options, fps, &log);
  if (status != TR_EXIT_REFUSED)
    print_played (session, options, &log);
  return status;
}

static const TrOption play_options[] = {
    {"--seconds", "S", "for how long (1)", NULL, false},
    {"--fps", "N", "frames a second (60)", NULL, false},
    {"--drives", NULL, "switches on all drives where none is", NULL, false},
    {"-o", "OUT", "where the document goes at the end", NULL, false},
    {"--record", "EXPR,EXPR", "what the CSV has beside the time", NULL, false},
    {"--csv", "FILE", "a row for each frame", NULL, false},
    {"--frames", "FOLDER", "a picture of each frame, all on the same page", NULL, false},
    {"--gif", "FILE", "a moving picture of all frames, on white", NULL, false},
    {"--format", "svg|png", "of the pictures (svg)", NULL, false},
    {"--scale", "X", "of the pictures to real size (1)", NULL, false},
    {"--margin", "MM", "around their ink (0)", NULL, false},
    {"--background", "COLOUR", "#rrggbb[aa]; none without it", NULL, false},
    {"--dpi", "N", "of PNGs and GIFs (96)", NULL, false},
    {"--json", NULL, "one JSON object", NULL, false},
    {NULL, NULL, NULL, NULL, false},
};

const TrCliVerb tr_verb_play = {
    "play", "DOC --seconds S -o OUT", "runs time", 1, play_options, run_play,
};
