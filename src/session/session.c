// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/judge/examine.h"
#include "session/free.h"
#include "session/scrub.h"
#include "session/session-private.h"
#include "session/title.h"

#include <glib/gi18n-lib.h>

G_DEFINE_FINAL_TYPE (TrSession, tr_session, G_TYPE_OBJECT)

enum { CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
tr_session_finalize (GObject *object)
{
  TrSession *s = TR_SESSION (object);
  tr_engine_free (s->engine);
  tr_check_free (s->check);
  tr_snapshot_free (s->before);
  g_clear_pointer (&s->load, g_array_unref);
  g_free (s->start);
  tr_playback_clear (&s->playback);
  tr_picker_free (s->picker);
  g_free (s->layer);
  g_object_unref (s->document);
  G_OBJECT_CLASS (tr_session_parent_class)->finalize (object);
}

static void
tr_session_class_init (TrSessionClass *class)
{
  G_OBJECT_CLASS (class)->finalize = tr_session_finalize;
  // The state, the model or the history has changed.
  signals[CHANGED] = g_signal_new ("changed", TR_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
}

static void
tr_session_init (TrSession *s)
{
  tr_playback_init (&s->playback);
}

TrSession *
tr_session_new (TrDocument *document)
{
  g_return_val_if_fail (TR_IS_DOCUMENT (document), NULL);
  TrSession *s = g_object_new (TR_TYPE_SESSION, NULL);
  s->document = g_object_ref (document);
  s->picker = tr_picker_new (document);
  return s;
}

TrDocument *
tr_session_get_document (TrSession *s)
{
  return s->document;
}

const TrModel *
tr_session_get_model (TrSession *s)
{
  return tr_document_get_model (s->document);
}

TrState *
tr_session_get_state (TrSession *s)
{
  return tr_document_get_state (s->document);
}

TrPicker *
tr_session_get_picker (TrSession *s)
{
  return s->picker;
}

TrEngine *
tr_session_get_engine (TrSession *s)
{
  guint now = tr_document_get_generation (s->document);
  if (!s->engine) {
    s->engine = tr_engine_new (tr_session_get_model (s), tr_session_get_state (s));
    tr_engine_set_method (s->engine, s->method);
  } else if (s->generation != now) {
    tr_engine_renew (s->engine, tr_session_get_model (s), tr_session_get_state (s));
  }
  s->generation = now;
  return s->engine;
}

void
tr_session_set_method (TrSession *s, TrKktMethod method)
{
  g_return_if_fail (!s->dragging);
  s->method = method;
  g_clear_pointer (&s->engine, tr_engine_free);
}

static void
tell (TrSession *s)
{
  g_clear_pointer (&s->check, tr_check_free);
  tr_document_tell_moved (s->document);
  g_signal_emit (s, signals[CHANGED], 0);
}

void
tr_session_moved (TrSession *s)
{
  tr_document_note_moved (s->document);
  tell (s);
}

// What anything but time does: what time did before is not what it would do now. What has moved is
// noted.
static void
changed (TrSession *s)
{
  s->playback.touched = true;
  tell (s);
}

static void
note_grabbed (TrSession *s)
{
  tr_engine_note_grabbed (s->engine, tr_document_get_moves (s->document));
}

// Only what may have moved since the last time is solved.
static TrStepResult
solve (TrSession *s)
{
  TrEngine *e = tr_session_get_engine (s);
  TrState *state = tr_session_get_state (s);
  TrLedger *moves = tr_document_get_moves (s->document);
  bool same_time = s->solved_time <= state->time && s->solved_time >= state->time;
  guint n = 0;
  const TrElement *moved = same_time ? tr_ledger_since (moves, s->solved, &n) : NULL;
  TrStepResult result = tr_engine_solve_after (e, state, moved, n, moves);
  s->solved = tr_ledger_end (moves);
  s->solved_time = state->time;
  return result;
}

// Masses in motion are pulled by the hand while time runs, not carried.
static bool
pulls (TrSession *s)
{
  return s->playback.playing && tr_session_get_model (s)->world.law == TR_LAW_SECOND_ORDER;
}

// What a hand carries has no speed of its own.
static void
stop_touched (TrSession *s)
{
  const TrModel *m = tr_session_get_model (s);
  int n;
  const int *body = tr_engine_touched (s->engine, &n);
  for (int i = 0; i < n && body[i] < m->n_bodies; i++)
    for (int k = 0; k < m->bodies[body[i]].n; k++)
      tr_session_get_state (s)->v[m->bodies[body[i]].q + k] = 0;
}

static void
begin_drag (TrSession *s, const TrConnector *what)
{
  s->grab = *what;
  s->dragging = true;
  s->pulled = s->scrubs = false;
  s->before = tr_document_take_snapshot (s->document);
  s->since = tr_ledger_end (tr_document_get_moves (s->document));
  s->pointer = tr_connector_point (tr_session_get_model (s), what, tr_session_get_state (s)->q);
}

void
tr_session_press (TrSession *s, const TrConnector *what, bool whole)
{
  g_return_if_fail (what && !s->dragging);
  begin_drag (s, what);
  tr_engine_grab (tr_session_get_engine (s), tr_session_get_state (s), what, whole);
  if (!pulls (s))
    stop_touched (s);
  note_grabbed (s);
}

void
tr_session_lift (TrSession *s, const TrConnector *what, const int *bodies, int n)
{
  g_return_if_fail (what && !s->dragging && !tr_session_is_playing (s));
  const TrState *state = tr_session_get_state (s);
  begin_drag (s, what);
  s->pressed = s->pointer;
  s->load = g_array_new (FALSE, FALSE, sizeof (int));
  g_array_append_vals (s->load, bodies, (guint) n);
  s->start = g_memdup2 (state->q, sizeof (double) * (gsize) state->n_q);
}

bool
tr_session_is_lifting (TrSession *s)
{
  return s->load != NULL;
}

Vec2
tr_session_get_way (TrSession *s)
{
  return s->load ? v2_sub (s->pointer, s->pressed) : v2 (0, 0);
}

// `fixed` is what no way has been found for.
static TrStepResult
carry (TrSession *s, Vec2 pointer)
{
  TrState *state = tr_session_get_state (s);
  TrLoad load = {(const int *) (void *) s->load->data, (int) s->load->len, s->start};
  Vec2 from = v2_sub (s->pointer, s->pressed), to = v2_sub (pointer, s->pressed);

  s->last = tr_engine_carry (tr_session_get_engine (s), state, &load, from, to);
  Vec2 at = tr_connector_point (tr_session_get_model (s), &s->grab, state->q);
  s->pointer = pointer;
  s->last.gap = v2_dist (at, pointer);
  s->pulled |= s->last.moved;
  s->last.fixed = !s->pulled && v2_norm (to) > 0;
  tr_document_note_moved (s->document);
  changed (s);
  return s->last;
}

static void
let_go (TrSession *s)
{
  if (s->load) {
    g_clear_pointer (&s->load, g_array_unref);
    g_clear_pointer (&s->start, g_free);
  } else {
    note_grabbed (s);
    tr_engine_release (s->engine, tr_session_get_state (s));
  }
}

TrStepResult
tr_session_move (TrSession *s, Vec2 pointer)
{
  g_return_val_if_fail (s->dragging, s->last);
  if (s->load)
    return carry (s, pointer);
  if (s->scrubs)
    return tr_scrub_to (s, pointer);
  s->pointer = pointer;
  if (pulls (s)) {
    s->pulled = true;
    tr_engine_point (s->engine, pointer);
    return s->last;
  }
  tr_engine_let_time_run (s->engine, tr_session_is_playing (s));
  s->last = tr_engine_drag (s->engine, tr_session_get_state (s), pointer);
  if (s->last.fixed && tr_scrub_begin (s))
    return tr_scrub_to (s, pointer);
  s->pulled |= s->last.moved;
  note_grabbed (s);
  changed (s);
  return s->last;
}

TrStepResult
tr_session_hold (TrSession *s)
{
  g_return_val_if_fail (s->dragging, s->last);
  if (s->load)
    return carry (s, s->pointer);
  if (s->scrubs)
    return tr_scrub_to (s, s->pointer);
  if (pulls (s))
    return s->last;
  if (tr_session_is_playing (s)) // nothing comes to rest: what time moves, the hand takes back
    return tr_session_move (s, s->pointer);
  tr_engine_let_time_run (s->engine, false);
  s->last = tr_engine_hold (s->engine, tr_session_get_state (s), s->pointer);
  note_grabbed (s);
  changed (s);
  return s->last;
}

static void
commit (TrSession *s, const char *name)
{
  g_return_if_fail (!s->dragging);
  tr_document_commit (s->document, name);
  changed (s);
}

void
tr_session_commit (TrSession *s, const char *name)
{
  tr_document_note_moved (s->document);
  commit (s, name);
}

TrStepResult
tr_session_settle (TrSession *s, const char *name)
{
  s->last = solve (s);
  commit (s, name);
  return s->last;
}

// What an edit ends with: the drawing follows, and the step gets its name.
static bool
settle (TrSession *s, bool ok, const char *name)
{
  if (ok)
    tr_session_settle (s, name);
  return ok;
}

static char *
drag_name (TrSession *s)
{
  const TrModel *m = tr_session_get_model (s);
  if (s->grab.body < 0 || (s->load && s->load->len > 1))
    return g_strdup (_ ("Move"));
  const TrBody *b = &m->bodies[s->grab.body];
  return g_strdup_printf (_ ("Move %s"), b->name && *b->name ? b->name : b->id);
}

static bool
has_moved (TrSession *s)
{
  guint n;
  const TrElement *moved = tr_ledger_since (tr_document_get_moves (s->document), s->since, &n);
  return !tr_snapshot_equal_after (s->before, tr_session_get_state (s), moved, n);
}

// Where time has moved all of it, or nothing has moved, there is no step.
static bool
has_dragged (TrSession *s)
{
  double before = tr_snapshot_time (s->before), now = tr_session_get_state (s)->time;
  bool is_time = before < now || before > now;
  return has_moved (s) && (s->pulled || !is_time);
}

void
tr_session_release (TrSession *s)
{
  g_return_if_fail (s->dragging);
  g_autofree char *name = drag_name (s);
  let_go (s);
  s->dragging = false;
  bool is_step = has_dragged (s);
  if (is_step) {
    tr_document_commit (s->document, name);
  } else {
    if (has_moved (s))
      tr_document_note_moved (s->document); // time tells nobody what it moves
    tr_document_run_on (s->document);
  }
  g_clear_pointer (&s->before, tr_snapshot_free);
  if (is_step || s->pulled) // a mere click is no news
    changed (s);
}

bool
tr_session_release_adding (TrSession *s, const char *const *json, GError **error)
{
  g_return_val_if_fail (s->dragging, false);
  g_autofree char *name = drag_name (s);
  g_return_val_if_fail (!s->load, false);
  let_go (s);
  if (!tr_document_add_all (s->document, json, error)) {
    tr_session_release (s);
    return false;
  }
  s->dragging = false;
  g_clear_pointer (&s->before, tr_snapshot_free);
  return settle (s, true, name);
}

void
tr_session_cancel (TrSession *s)
{
  g_return_if_fail (s->dragging);
  tr_snapshot_restore (s->before, tr_session_get_state (s));
  tr_document_note_moved (s->document);
  let_go (s);
  s->dragging = false;
  g_clear_pointer (&s->before, tr_snapshot_free);
  changed (s);
}

bool
tr_session_is_dragging (TrSession *s)
{
  return s->dragging;
}

const TrConnector *
tr_session_get_grab (TrSession *s)
{
  return s->dragging ? &s->grab : NULL;
}

bool
tr_session_is_moving (TrSession *s)
{
  return s->dragging || s->playback.running;
}

Vec2
tr_session_get_pointer (TrSession *s)
{
  return s->pointer;
}

// what: an element or a member of one, which the step is called by.
static bool
settle_named (TrSession *s, bool ok, const char *format, const char *what)
{
  g_autofree char *title = ok ? tr_title_of (tr_session_get_model (s), what) : NULL;
  g_autofree char *name = title ? g_strdup_printf (format, title) : NULL;
  return settle (s, ok, name);
}

bool
tr_session_add (TrSession *s, const char *json, char **id, GError **error)
{
  g_autofree char *added = NULL;
  bool ok = tr_document_add (s->document, json, &added, error);
  settle_named (s, ok, _ ("Add %s"), added);
  if (ok && id)
    *id = g_steal_pointer (&added);
  return ok;
}

const char *
tr_session_get_layer (TrSession *s)
{
  return s->layer;
}

void
tr_session_set_layer (TrSession *s, const char *layer)
{
  char *copy = g_strdup (layer); // it may be the one that goes
  g_free (s->layer);
  s->layer = copy;
}

// Those of the last bodies that have no layer of their own.
static void
put_in_layer (TrSession *s, int first)
{
  const TrModel *m = tr_session_get_model (s);
  g_autoptr (GArray) which = g_array_new (FALSE, FALSE, sizeof (int));

  for (int i = first; i < m->n_bodies && s->layer; i++)
    if (!m->bodies[i].layer)
      g_array_append_val (which, i);
  if (which->len > 0)
    tr_document_mark (s->document, (const int *) (gpointer) which->data, which->len,
                      &(TrBodyMarks){.layer = s->layer, .hidden = -1, .locked = -1});
}

bool
tr_session_add_all (TrSession *s, const char *const *json, const char *name, GError **error)
{
  int n = tr_session_get_model (s)->n_bodies;

  if (!tr_document_add_all (s->document, json, error))
    return false;
  put_in_layer (s, n);
  return settle (s, true, name);
}

void
tr_session_absorb (TrSession *s, TrDocument *grown, const char *name)
{
  int n = tr_session_get_model (s)->n_bodies;

  tr_document_absorb (s->document, grown);
  put_in_layer (s, n);
  tr_session_settle (s, name);
}

bool
tr_session_remove (TrSession *s, const char *const *ids, GPtrArray **removed, GError **error)
{
  guint n = g_strv_length ((char **) ids);
  bool is_text =
      n == 1 && tr_model_find (tr_session_get_model (s), ids[0]).kind == TR_ELEMENT_LABEL;
  g_autofree char *title = tr_title_of (tr_session_get_model (s), n > 0 ? ids[0] : "");
  g_autofree char *name = is_text  ? g_strdup (_ ("Remove text"))
                          : n == 1 ? g_strdup_printf (_ ("Remove %s"), title)
                                   : g_strdup_printf (_ ("Remove %u elements"), n);

  return settle (s, tr_document_remove (s->document, ids, removed, error), name);
}

bool
tr_session_set (TrSession *s, const char *what, const char *value, GError **error)
{
  return settle_named (s, tr_session_try (s, what, value, error), _ ("Change %s"), what);
}

bool
tr_session_enable (TrSession *s, const char *id, bool enabled, GError **error)
{
  return settle_named (s, tr_document_enable (s->document, id, enabled, error),
                       enabled ? _ ("Enable %s") : _ ("Disable %s"), id);
}

bool
tr_session_paste (
    TrSession *s, const char *text, double dx, double dy, GPtrArray **renamed, GError **error)
{
  int n = tr_session_get_model (s)->n_bodies;
  bool ok = tr_document_paste (s->document, text, dx, dy, renamed, error);

  if (ok)
    put_in_layer (s, n);
  return settle (s, ok, _ ("Paste"));
}

TrStepResult
tr_session_solve (TrSession *s)
{
  tr_document_note_moved (s->document);
  s->last = solve (s);
  if (tr_document_has_moved (s->document))
    tr_document_commit (s->document, _ ("Solve"));
  changed (s);
  return s->last;
}

TrStepResult
tr_session_settle_forces (TrSession *s)
{
  g_return_val_if_fail (!s->dragging, s->last);
  s->last = tr_engine_settle (tr_session_get_engine (s), tr_session_get_state (s));
  tr_document_note_moved (s->document);
  if (tr_document_has_moved (s->document))
    tr_document_commit (s->document, _ ("Settle"));
  changed (s);
  return s->last;
}

TrStepResult
tr_session_follow (TrSession *s)
{
  tr_document_note_moved (s->document);
  s->last = solve (s);
  tr_document_accept (s->document);
  changed (s);
  return s->last;
}

bool
tr_session_undo (TrSession *s)
{
  g_return_val_if_fail (!s->dragging, false);
  bool done = tr_document_undo (s->document);
  changed (s);
  return done;
}

bool
tr_session_redo (TrSession *s)
{
  g_return_val_if_fail (!s->dragging, false);
  bool done = tr_document_redo (s->document);
  changed (s);
  return done;
}

const TrCheck *
tr_session_check (TrSession *s)
{
  guint now = tr_document_get_generation (s->document);
  if (s->checked != now) // it may have been loaded anew
    g_clear_pointer (&s->check, tr_check_free);
  if (!s->check)
    s->check = tr_engine_check (tr_session_get_engine (s), tr_session_get_state (s));
  s->checked = now;
  return s->check;
}

TrStepResult
tr_session_last_result (TrSession *s)
{
  return s->last;
}
