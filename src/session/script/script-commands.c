// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The commands of session scripts: one function each behind one table.

#include "doc/file.h"
#include "doc/json.h"
#include "math/number.h"
#include "render/export/export.h"
#include "session/goals.h"
#include "session/playback.h"
#include "session/report.h"
#include "session/script/script-private.h"

#include <string.h>

enum { MOST_FRAMES = 1000000, MOST_CSV_BYTES = 64 << 20 };

// A line cut into words; `rest` is all behind the first.
typedef struct {
  char **word;
  int n;
  const char *rest;
} Args;

typedef struct {
  const char *name;
  int least, most; // words behind the name; most −1: the rest of the line is one argument
  const char *usage;
  bool (*run) (TrScript *s, const Args *a, GError **error);
} Command;

static bool
read_number (const char *text, double *x, GError **error)
{
  char *end;
  *x = strpbrk (text, "xXnN") ? NAN : g_ascii_strtod (text, &end);
  if (isfinite (*x) && *text && *end == '\0' && fabs (*x) <= 1e12)
    return true;
  return tr_script_fail (error, "expected a number of at most 1e12, found \"%s\"", text);
}

static bool
read_place (const char *text, Vec2 *p, GError **error)
{
  return tr_session_parse_place (text, p) ||
         tr_script_fail (error, "expected X,Y of at most 1e12, found \"%s\"", text);
}

static bool
read_count (const char *text, int *n, GError **error)
{
  double x;
  if (!read_number (text, &x, error))
    return false;
  *n = (int) x;
  if (x < 0 || x > MOST_FRAMES || x > *n)
    return tr_script_fail (error, "expected a number of frames, found \"%s\"", text);
  return true;
}

static bool
read_connector (TrScript *s, const char *text, TrConnector *c, GError **error)
{
  return tr_session_parse_connector (tr_session_get_model (s->session), text, c, error);
}

static bool
not_dragging (TrScript *s, GError **error)
{
  if (!tr_session_is_dragging (s->session))
    return true;
  return tr_script_fail (error, "something is held: release or cancel comes first");
}

static bool
dragging (TrScript *s, GError **error)
{
  if (tr_session_is_dragging (s->session))
    return true;
  return tr_script_fail (error, "nothing is held: press comes first");
}

static bool
grab (TrScript *s, const char *text, TrConnector *c, GError **error)
{
  return not_dragging (s, error) && read_connector (s, text, c, error) &&
         tr_script_watch (s, text, error);
}

static bool
run_drag (TrScript *s, const Args *a, GError **error)
{
  TrConnector c;
  Vec2 to;
  int frames;
  if (!grab (s, a->word[1], &c, error) || !read_place (a->word[2], &to, error) ||
      !read_count (a->word[3], &frames, error))
    return false;
  tr_script_drag_line (s, &c, to, frames);
  return true;
}

static bool
run_drag_arc (TrScript *s, const Args *a, GError **error)
{
  TrConnector c;
  Vec2 centre;
  double radius, a0, a1;
  int frames;
  if (!grab (s, a->word[1], &c, error) || !read_place (a->word[2], &centre, error) ||
      !read_number (a->word[3], &radius, error) || !read_number (a->word[4], &a0, error) ||
      !read_number (a->word[5], &a1, error) || !read_count (a->word[6], &frames, error))
    return false;
  tr_script_drag_arc (s, &c, centre, radius, a0, a1, frames);
  return true;
}

static bool
run_press (TrScript *s, const Args *a, GError **error)
{
  TrConnector c;
  if (!grab (s, a->word[1], &c, error))
    return false;
  tr_session_press (s->session, &c, false);
  return true;
}

static bool
run_move (TrScript *s, const Args *a, GError **error)
{
  Vec2 to;
  int frames;
  if (!dragging (s, error) || !read_place (a->word[1], &to, error) ||
      !read_count (a->word[2], &frames, error))
    return false;
  tr_script_move (s, to, frames);
  return true;
}

static bool
run_release (TrScript *s, const Args *a, GError **error)
{
  if (!dragging (s, error))
    return false;
  tr_script_release (s);
  return true;
}

static bool
run_cancel (TrScript *s, const Args *a, GError **error)
{
  if (!dragging (s, error))
    return false;
  tr_session_cancel (s->session);
  return true;
}

static bool
run_solve (TrScript *s, const Args *a, GError **error)
{
  if (!not_dragging (s, error))
    return false;
  s->worst = fmax (s->worst, tr_session_solve (s->session).residual);
  return true;
}

static bool
run_settle (TrScript *s, const Args *a, GError **error)
{
  if (!not_dragging (s, error))
    return false;
  TrStepResult r = tr_session_settle_forces (s->session);
  s->worst = fmax (s->worst, r.residual);
  if (!r.at_rest && s->note)
    s->note ("settle: something does not come to rest", s->data);
  g_autofree char *missed =
      tr_goal_missed_text (tr_session_get_model (s->session), tr_session_get_state (s->session));
  g_autofree char *note = missed ? g_strdup_printf ("settle: missed: %s", missed) : NULL;
  if (note && s->note)
    s->note (note, s->data);
  return true;
}

static bool
may_touch_files (TrScript *s, GError **error)
{
  if (s->no_files)
    g_set_error (error, TR_SCRIPT_ERROR, TR_SCRIPT_ERROR_SANDBOX, "files may not be touched");
  return !s->no_files;
}

static bool
run_open (TrScript *s, const Args *a, GError **error)
{
  if (!not_dragging (s, error) || !may_touch_files (s, error))
    return false;
  TrDocument *d = tr_session_get_document (s->session);
  GBytes *staged = tr_script_find_staged (s, a->rest);
  if (!staged)
    return tr_document_load (d, a->rest, error);
  gsize n;
  const char *text = g_bytes_get_data (staged, &n);
  return tr_document_load_text (d, text, n, a->rest, error);
}

static bool
run_save (TrScript *s, const Args *a, GError **error)
{
  gsize n;
  if (!may_touch_files (s, error))
    return false;
  char *text = tr_document_to_text (tr_session_get_document (s->session), &n);
  g_autoptr (GBytes) bytes = g_bytes_new_take (text, n);
  return tr_script_stage (s, a->rest, bytes, error);
}

static bool
run_export (TrScript *s, const Args *a, GError **error)
{
  if (!may_touch_files (s, error))
    return false;
  TrExportOptions options = tr_export_options_make ();
  options.traces = tr_session_get_traces (s->session);
  TrExportFormat format;
  if (!tr_export_format_from_path (a->rest, &format, error))
    return false;
  g_autofree char *note = NULL;
  g_autoptr (GBytes) bytes =
      tr_export_bytes (tr_session_get_model (s->session), tr_session_get_state (s->session), format,
                       &options, &note, error);
  if (!bytes)
    g_prefix_error (error, "%s: ", a->rest);
  if (note && s->note)
    s->note (note, s->data);
  return bytes && tr_script_stage (s, a->rest, bytes, error);
}

static bool
run_set (TrScript *s, const Args *a, GError **error)
{
  const char *value = a->rest + strcspn (a->rest, " \t");
  value += strspn (value, " \t");
  if (!*value)
    return tr_script_fail (error, "expected: set ID.MEMBER VALUE");
  return not_dragging (s, error) && tr_session_set (s->session, a->word[1], value, error);
}

static bool
run_add (TrScript *s, const Args *a, GError **error)
{
  return not_dragging (s, error) && tr_session_add (s->session, a->rest, NULL, error);
}

static bool
run_remove (TrScript *s, const Args *a, GError **error)
{
  g_autoptr (GPtrArray) removed = NULL;
  const char *ids[] = {a->word[1], NULL};
  if (!not_dragging (s, error))
    return false;
  if (strchr (a->word[1], '.'))
    return tr_script_take_vertex (s, a->word[1], error);
  if (!tr_session_remove (s->session, ids, &removed, error))
    return false;
  tr_script_say_list (s, "removed", removed);
  return true;
}

static bool
run_insert (TrScript *s, const Args *a, GError **error)
{
  return not_dragging (s, error) && tr_script_put_vertex (s, a->word[1], error);
}

static bool
run_enable (TrScript *s, const Args *a, GError **error)
{
  return not_dragging (s, error) && tr_session_enable (s->session, a->word[1], true, error);
}

static bool
run_disable (TrScript *s, const Args *a, GError **error)
{
  return not_dragging (s, error) && tr_session_enable (s->session, a->word[1], false, error);
}

static bool
run_copy (TrScript *s, const Args *a, GError **error)
{
  g_auto (GStrv) ids = g_strsplit (a->word[1], ",", -1);
  char *text =
      tr_document_copy (tr_session_get_document (s->session), (const char *const *) ids, error);
  if (!text)
    return false;
  g_free (s->clipboard);
  s->clipboard = text;
  return true;
}

static bool
run_paste (TrScript *s, const Args *a, GError **error)
{
  Vec2 by;
  g_autoptr (GPtrArray) renamed = NULL;
  if (!not_dragging (s, error) || !read_place (a->word[1], &by, error))
    return false;
  if (!s->clipboard)
    return tr_script_fail (error, "nothing was copied");
  if (!tr_session_paste (s->session, s->clipboard, by.x, by.y, &renamed, error))
    return false;
  GString *out = g_string_new ("{\"pasted\": {");
  for (guint i = 0; i + 1 < renamed->len; i += 2) {
    g_string_append (out, i ? ", " : "");
    tr_report_string (out, g_ptr_array_index (renamed, i));
    g_string_append (out, ": ");
    tr_report_string (out, g_ptr_array_index (renamed, i + 1));
  }
  g_string_append (out, "}}");
  s->output (out->str, s->data);
  g_string_free (out, TRUE);
  return true;
}

static bool
run_undo (TrScript *s, const Args *a, GError **error)
{
  if (!not_dragging (s, error))
    return false;
  tr_session_undo (s->session);
  return true;
}

static bool
run_redo (TrScript *s, const Args *a, GError **error)
{
  if (!not_dragging (s, error))
    return false;
  tr_session_redo (s->session);
  return true;
}

static bool
run_play (TrScript *s, const Args *a, GError **error)
{
  double seconds, fps = 60;
  if (!not_dragging (s, error) || !read_number (a->word[1], &seconds, error) ||
      (a->n > 2 && !read_number (a->word[2], &fps, error)))
    return false;
  if (seconds < 0 || seconds > 86400 || fps < 1e-3 || fps > 10000)
    return tr_script_fail (error, "expected SECONDS from 0 to 86400 and FPS from 0.001 to 10000");
  tr_script_play (s, seconds, fps);
  return true;
}

static bool
run_design (TrScript *s, const Args *a, GError **error)
{
  if (a->n < 4)
    return tr_script_fail (error, "expected: design CONNECTOR PHASE X,Y …");
  return not_dragging (s, error) && tr_script_design (s, a->word + 1, a->n - 1, error);
}

// fit CURVE FILE [STIFFNESS]: a curve through the points of a CSV.
static bool
run_fit (TrScript *s, const Args *a, GError **error)
{
  double stiffness = 1;
  size_t n;
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (Vec2));
  if (!not_dragging (s, error) || !may_touch_files (s, error) ||
      (a->n > 3 && !read_number (a->word[3], &stiffness, error)))
    return false;
  g_autofree char *text = tr_file_read (a->word[2], MOST_CSV_BYTES, &n, error);
  if (!text)
    return false;
  bool has_more = false;
  if (!tr_goal_read_points (text, points, &has_more, error)) {
    g_prefix_error (error, "%s: ", a->word[2]);
    return false;
  }
  if (has_more && s->note)
    s->note ("fit: of each line the first two numbers are x and y, the others are not used",
             s->data);
  return tr_goal_add_fit (s->session, a->word[1], points, stiffness, NULL, error);
}

static bool
run_pull (TrScript *s, const Args *a, GError **error)
{
  return not_dragging (s, error) && tr_script_pull (s, a->word[1], a->word[2], error);
}

static bool
run_watch (TrScript *s, const Args *a, GError **error)
{
  return tr_script_watch (s, a->word[1], error);
}

static bool
run_value (TrScript *s, const Args *a, GError **error)
{
  g_autoptr (TrExpr) e = tr_expr_parse (a->rest, error);
  if (!e)
    return false;
  GError *unbound = NULL;
  tr_model_bind (tr_session_get_model (s->session), e, true, &unbound);
  if (unbound) {
    g_propagate_error (error, unbound);
    return false;
  }
  TrValue *v = g_new (TrValue, 1);
  *v = (TrValue){.expr = g_steal_pointer (&e), .least = G_MAXDOUBLE, .most = -G_MAXDOUBLE};
  g_ptr_array_add (s->values, v);
  return true;
}

static void
append_values (TrScript *s, GString *out)
{
  g_string_append (out, ", \"values\": [");
  for (guint i = 0; i < s->values->len; i++) {
    TrValue *v = g_ptr_array_index (s->values, i);
    double x = tr_script_value (s, v);
    g_string_append (out, i ? ", " : "");
    tr_report_number (out, x);
    if (isfinite (x)) {
      v->least = fmin (v->least, x);
      v->most = fmax (v->most, x);
    }
  }
  g_string_append (out, "], \"ranges\": [");
  for (guint i = 0; i < s->values->len; i++) {
    TrValue *v = g_ptr_array_index (s->values, i);
    bool any = v->least <= v->most;
    g_string_append (out, i ? ", [" : "[");
    tr_report_number (out, any ? v->least : NAN);
    g_string_append (out, ", ");
    tr_report_number (out, any ? v->most : NAN);
    g_string_append_c (out, ']');
    v->least = G_MAXDOUBLE;
    v->most = -G_MAXDOUBLE;
  }
  g_string_append_c (out, ']');
}

static void
append_steps (TrScript *s, GString *out)
{
  g_string_append (out, ", \"max_step\": {");
  for (guint i = 0; i < s->watches->len; i++) {
    TrWatch *w = g_ptr_array_index (s->watches, i);
    g_string_append (out, i ? ", " : "");
    tr_report_string (out, w->text);
    g_string_append (out, ": ");
    tr_report_number (out, w->max_step);
    w->max_step = 0;
  }
  g_string_append_c (out, '}');
}

static bool
run_report (TrScript *s, const Args *a, GError **error)
{
  const TrModel *m = tr_session_get_model (s->session);
  TrDocument *d = tr_session_get_document (s->session);
  const TrCheck *c = tr_session_check (s->session);
  GString *out = g_string_new ("{\"label\": ");
  tr_report_string (out, a->rest);
  g_string_append (out, ", \"residual\": ");
  tr_report_number (out, c->worst);
  g_string_append (out, ", \"worst_residual_since_last_report\": ");
  tr_report_number (out, fmax (s->worst, c->worst));
  append_steps (s, out);
  g_string_append_printf (out, ", \"dof\": %d, \"rank\": %d, \"redundant\": ", c->dof, c->rank);
  tr_report_constraints (out, m, c->redundant);
  g_string_append (out, ", \"conflicting\": ");
  tr_report_constraints (out, m, c->conflicting);
  g_string_append (out, ", \"conflicts\": ");
  tr_report_conflicts (out, m, c->conflicts);
  g_string_append (out, ", \"undefined\": ");
  tr_report_constraints (out, m, c->undefined);
  g_string_append (out, ", \"stalled\": ");
  tr_report_strings (out, tr_session_get_stalled (s->session));
  g_string_append_printf (out, ", \"undo\": %d, \"redo\": %d, \"state\": ", tr_document_n_undo (d),
                          tr_document_n_redo (d));
  tr_report_state (out, m, tr_session_get_state (s->session)->q);
  append_values (s, out);
  g_string_append_c (out, '}');
  s->worst = 0;
  s->output (out->str, s->data);
  g_string_free (out, TRUE);
  return true;
}

static const Command commands[] = {
    {"drag", 3, 3, "drag CONNECTOR X,Y FRAMES", run_drag},
    {"drag-arc", 6, 6, "drag-arc CONNECTOR CX,CY R A0 A1 FRAMES", run_drag_arc},
    {"press", 1, 1, "press CONNECTOR", run_press},
    {"move", 2, 2, "move X,Y FRAMES", run_move},
    {"release", 0, 0, "release", run_release},
    {"cancel", 0, 0, "cancel", run_cancel},
    {"solve", 0, 0, "solve", run_solve},
    {"settle", 0, 0, "settle", run_settle},
    {"open", 1, -1, "open FILE", run_open},
    {"save", 1, -1, "save FILE", run_save},
    {"export", 1, -1, "export FILE", run_export},
    {"set", 2, -1, "set ID.MEMBER VALUE", run_set},
    {"add", 1, -1, "add JSON", run_add},
    {"remove", 1, 1, "remove ID | CURVE.pointN", run_remove},
    {"insert", 1, 1, "insert CURVE@T", run_insert},
    {"enable", 1, 1, "enable ID", run_enable},
    {"disable", 1, 1, "disable ID", run_disable},
    {"copy", 1, 1, "copy ID,ID…", run_copy},
    {"paste", 1, 1, "paste DX,DY", run_paste},
    {"undo", 0, 0, "undo", run_undo},
    {"redo", 0, 0, "redo", run_redo},
    {"play", 1, 2, "play SECONDS [FPS]", run_play},
    {"fit", 2, 3, "fit CURVE FILE [STIFFNESS]", run_fit},
    {"design", 1, -1, "design CONNECTOR PHASE X,Y … [vary NAME,…] [by DRIVE] [supports stay|move]",
     run_design},
    {"pull", 2, 2, "pull REFERENCE VALUE", run_pull},
    {"watch", 1, 1, "watch CONNECTOR", run_watch},
    {"value", 1, -1, "value EXPR", run_value},
    {"report", 1, -1, "report LABEL", run_report},
};

const char *
tr_script_usage (int i)
{
  return i < (int) G_N_ELEMENTS (commands) ? commands[i].usage : NULL;
}

static void
cut_words (const char *line, GPtrArray *words)
{
  for (const char *c = line; *c;) {
    size_t n = strcspn (c, " \t");
    if (n)
      g_ptr_array_add (words, g_strndup (c, n));
    c += n;
    c += strspn (c, " \t");
  }
}

bool
tr_script_command (TrScript *s, const char *line, GError **error)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  cut_words (line, words);
  const char *name = g_ptr_array_index (words, 0);
  const char *rest = line + strlen (name);
  Args a = {(char **) words->pdata, (int) words->len, rest + strspn (rest, " \t")};
  for (size_t i = 0; i < G_N_ELEMENTS (commands); i++) {
    const Command *c = &commands[i];
    if (!g_str_equal (c->name, name))
      continue;
    if (a.n - 1 < c->least || (c->most >= 0 && a.n - 1 > c->most))
      return tr_script_fail (error, "expected: %s", c->usage);
    return c->run (s, &a, error);
  }
  return tr_script_fail (error, "unknown command \"%s\"", name);
}
