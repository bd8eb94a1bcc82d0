// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/canvas/canvas-private.h"

#include "app/command.h"
#include "app/canvas/label-grip.h"
#include "app/probe.h"
#include "app/theme.h"

#include <glib/gi18n.h>

#define PICK_PIXELS 8
#define NOTE_PIXELS 4
#define LATE_US     (1.5e6 * TR_FRAME_SECONDS)

G_DEFINE_FINAL_TYPE (TrCanvas, tr_canvas, GTK_TYPE_WIDGET)

enum {
  PROP_SHOW_GRID = 1,
  PROP_SHOW_CONSTRAINTS,
  PROP_SHOW_FORCES,
  PROP_SHOW_CURVES,
  PROP_SHOW_CENTRES,
  PROP_SNAP,
  PROP_TOOL,
  N_PROPS
};
enum { STATUS, TIME_FRAME, N_SIGNALS };
static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

void
tr_canvas_tell (TrCanvas *c)
{
  g_signal_emit (c, signals[STATUS], 0);
}

void
tr_canvas_tell_frame (TrCanvas *c)
{
  g_signal_emit (c, signals[TIME_FRAME], 0);
}

TrSession *
tr_canvas_get_session (TrCanvas *c)
{
  return c->session;
}

TrSelection *
tr_canvas_get_selection (TrCanvas *c)
{
  return c->selection;
}

const char *
tr_canvas_get_tool (TrCanvas *c)
{
  return c->tool->ops->name;
}

void
tr_canvas_reset_cursor (TrCanvas *c)
{
  gtk_widget_set_cursor_from_name (GTK_WIDGET (c), c->tool->ops->cursor);
}

static TrTool *
make_tool (TrCanvas *c, const char *name)
{
  if (strcmp (name, "select") == 0)
    return tr_tool_select_new ();
  if (strcmp (name, "wiggle") == 0 && c->session)
    return tr_tool_wiggle_new (c);
  for (int kind = 0; kind < TR_N_SKETCH_KINDS && c->session; kind++)
    if (strcmp (name, tr_sketch_kind_name (kind)) == 0)
      return tr_tool_sketch_new (c, kind);
  return NULL;
}

void
tr_canvas_take_tool (TrCanvas *c, TrTool *tool)
{
  tr_canvas_end_edit (c);
  tr_canvas_finish (c);
  tr_canvas_stop_wanting (c);
  tr_canvas_take_pose (c, NULL, NULL);
  tr_canvas_set_message (c, NULL);
  tr_canvas_end_gesture (c);
  c->hover_note = c->near_body = -1;
  c->tool->ops->free (c->tool);
  c->tool = tool;
  tr_canvas_reset_cursor (c);
  gtk_widget_grab_focus (GTK_WIDGET (c));
  gtk_widget_queue_draw (GTK_WIDGET (c));
  g_object_notify_by_pspec (G_OBJECT (c), properties[PROP_TOOL]);
  if (c->tool->ops->begin)
    c->tool->ops->begin (c->tool, c);
  tr_canvas_tell (c);
}

void
tr_canvas_set_tool (TrCanvas *c, const char *name)
{
  TrTool *tool = strcmp (name, tr_canvas_get_tool (c)) == 0 ? NULL : make_tool (c, name);

  if (tool)
    tr_canvas_take_tool (c, tool);
}

TrViewport
tr_canvas_get_view (TrCanvas *c)
{
  return c->view;
}

bool
tr_canvas_get_pointer (TrCanvas *c, Vec2 *at)
{
  bool is_there = c->is_over || tr_canvas_has_cross (c);

  if (is_there)
    *at = tr_viewport_to_drawing (c->view, c->pointer);
  return is_there;
}

TrPointer
tr_canvas_pointer_at (TrCanvas *c, Vec2 widget)
{
  GdkModifierType flipped = c->snaps ? 0 : GDK_CONTROL_MASK;
  return (TrPointer){widget, tr_viewport_to_drawing (c->view, widget), c->modifiers ^ flipped,
                     c->n_press};
}

bool
tr_canvas_cancel (TrCanvas *c)
{
  return c->tool->ops->cancel (c->tool, c);
}

void
tr_canvas_finish (TrCanvas *c)
{
  if (!c->is_pressed)
    return;
  TrPointer p = tr_canvas_pointer_at (c, c->pointer);
  c->is_pressed = false;
  c->tool->ops->release (c->tool, c, &p);
}

const TrCheck *
tr_canvas_get_check (TrCanvas *c)
{
  return c->is_surveyed ? tr_session_check (c->session) : NULL;
}

double
tr_canvas_get_solve_ms (TrCanvas *c)
{
  return c->solve_ms;
}

void
tr_canvas_set_solve_ms (TrCanvas *c, double ms)
{
  c->solve_ms = ms;
}

double
tr_canvas_get_snapshot_ms (TrCanvas *c)
{
  return c->snapshot_ms;
}

const TrKeyHint *
tr_canvas_get_hints (TrCanvas *c)
{
  static const TrKeyHint editing[] = {
      {N_ ("Enter"), N_ ("take over")},
      {N_ ("Esc"), N_ ("leave as it is")},
      {NULL, NULL},
  };
  if (tr_canvas_is_editing (c))
    return editing;
  if (tr_canvas_has_cross (c))
    return tr_canvas_cross_hints ();
  return c->tool->ops->hints (c->tool, c);
}

TrPick
tr_canvas_pick (TrCanvas *c, Vec2 at, bool with_locked)
{
  return tr_picker_find (tr_session_get_picker (c->session), at, PICK_PIXELS / c->view.zoom,
                         with_locked);
}

// Who clicks the middle of a bar or of a sheet means that, at first.
static bool
means_point (TrCanvas *c, const TrPick *pick)
{
  const TrModel *m = tr_session_get_model (c->session);
  const TrBody *b = &m->bodies[pick->at.body];

  if (pick->kind != TR_PICK_POINT || pick->at.kind != TR_AT_NAMED || b->kind == TR_BODY_POINT)
    return false;
  return !tr_pick_is_middle (m, pick) || tr_selection_has (c->selection, b->id);
}

char *
tr_canvas_text_of (TrCanvas *c, const TrPick *pick)
{
  const TrModel *m = tr_session_get_model (c->session);

  if (pick->kind == TR_PICK_NONE)
    return NULL;
  return means_point (c, pick) ? tr_session_connector_text (m, &pick->at)
                               : g_strdup (m->bodies[pick->at.body].id);
}

char *
tr_canvas_text_at (TrCanvas *c, Vec2 widget)
{
  const TrModel *m = tr_session_get_model (c->session);
  Vec2 at = tr_viewport_to_drawing (c->view, widget);
  int note = tr_canvas_note_at (c, widget, 0);
  TrPick pick = tr_canvas_pick (c, at, false);

  if (note < 0 && pick.kind == TR_PICK_NONE)
    note = tr_canvas_note_at (c, widget, NOTE_PIXELS);
  if (note >= 0)
    return g_strdup (m->constraints[note].id);
  if (pick.kind != TR_PICK_NONE)
    return tr_canvas_text_of (c, &pick);
  int label = tr_label_grip_find (c, at);
  return label >= 0 ? g_strdup (m->labels[label].id) : NULL;
}

void
tr_canvas_part (TrCanvas *c)
{
  const TrModel *m = tr_session_get_model (c->session);
  TrEngine *e = tr_session_get_engine (c->session);
  bool time_moves = tr_canvas_is_playing (c) || !tr_session_is_dragging (c->session);

  tr_picker_follow (tr_session_get_picker (c->session));
  g_free (c->moving);
  c->moving = g_malloc0 ((gsize) m->n_bodies / 8 + 1);
  for (int i = 0; i < m->n_bodies; i++)
    if (tr_session_is_lifting (c->session) || tr_engine_touches (e, i) ||
        (time_moves && tr_engine_runs (e, i)))
      c->moving[i / 8] = (guint8) (c->moving[i / 8] | 1 << (i % 8));
  tr_layers_part (c->layers, m, c->moving);
  tr_layer_forget (c->halos);
}

void
tr_canvas_settle (TrCanvas *c, bool has_moved)
{
  tr_layers_settle (c->layers, has_moved);
  gtk_widget_queue_draw (GTK_WIDGET (c));
}

static gboolean
breathe_cb (gpointer data)
{
  TrCanvas *c = data;
  c->breath = 0;
  tr_canvas_start_clock (c);
  return G_SOURCE_REMOVE;
}

// Frames that come late would follow each other without a gap, and whatever is done when there is
// time (lists, autosave) would wait for ever: the next one is asked for when all that is done.
static bool
breathe (TrCanvas *c, gint64 now)
{
  bool is_late = (double) (now - c->framed) > LATE_US;
  c->framed = now;
  if (is_late)
    c->breath = g_idle_add_full (G_PRIORITY_LOW + 1, breathe_cb, c, NULL);
  return is_late;
}

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TrCanvas *c = TR_CANVAS (widget);
  gint64 now = gdk_frame_clock_get_frame_time (clock);
  bool runs = tr_canvas_run_time (c, now);

  // A hand that rests is asked again while time moves what it holds.
  if (c->session && (c->wants_frames || (runs && tr_session_is_dragging (c->session))))
    c->wants_frames = c->tool->ops->frame (c->tool, c);
  if ((runs || c->wants_frames) && !breathe (c, now))
    return G_SOURCE_CONTINUE;
  c->tick = 0;
  return G_SOURCE_REMOVE;
}

void
tr_canvas_start_frames (TrCanvas *c)
{
  c->wants_frames = true;
  tr_canvas_start_clock (c);
}

void
tr_canvas_start_clock (TrCanvas *c)
{
  if (c->tick != 0 || c->breath != 0)
    return;
  c->framed = g_get_monotonic_time ();
  c->tick = gtk_widget_add_tick_callback (GTK_WIDGET (c), tick_cb, NULL, NULL);
}

// After a drag, or after time has run, only what moved has changed.
void
tr_canvas_refresh (TrCanvas *c)
{
  guint now = tr_document_get_generation (tr_session_get_document (c->session));
  if (c->generation != now) {
    g_clear_pointer (&c->states, g_free);
    g_clear_pointer (&c->conflicting, g_array_unref);
    g_clear_pointer (&c->moving, g_free);
    g_clear_pointer (&c->marked, g_array_unref);
    c->generation = now;
    c->is_start = false;
    c->hover_note = c->near_body = -1;
  }
  c->drawing++;
  c->is_surveyed = false;
  tr_canvas_forget_forces (c, c->moving != NULL);
  if (c->moving)
    tr_picker_touch (tr_session_get_picker (c->session), c->moving);
  tr_layers_change (c->layers);
  tr_layer_forget (c->halos);
  g_clear_pointer (&c->moving, g_free);
  c->tool->ops->forget (c->tool, c);
  gtk_widget_queue_draw (GTK_WIDGET (c));
  tr_canvas_ask_for_survey (c);
  tr_canvas_want_curves (c);
  tr_canvas_tell (c);
}

static void
selected_cb (TrCanvas *c)
{
  tr_canvas_drop_key (c);
  tr_layer_forget (c->halos);
  gtk_widget_queue_draw (GTK_WIDGET (c));
  tr_canvas_tell (c);
}

static void
changed_cb (TrCanvas *c)
{
  if (c->is_unmoved)
    return;
  if (!tr_session_is_moving (c->session)) {
    tr_canvas_refresh (c);
    return;
  }
  c->drawing++;
  tr_canvas_find_forces (c);
  tr_canvas_want_curves (c);
  gtk_widget_queue_draw (GTK_WIDGET (c));
}

// Loading, undo and edits; a drag's own entry comes with the session's signal.
static void
document_changed_cb (TrCanvas *c)
{
  guint now = tr_document_get_generation (tr_session_get_document (c->session));
  if (c->generation != now && !tr_session_is_dragging (c->session))
    tr_canvas_refresh (c);
}

void
tr_canvas_set_session (TrCanvas *c, TrSession *session)
{
  if (c->session == session)
    return;
  if (c->session) {
    tr_canvas_cancel (c); // what is under way is none of the next drawing's
    g_signal_handlers_disconnect_by_data (c->session, c);
    g_signal_handlers_disconnect_by_data (tr_session_get_document (c->session), c);
  }
  tr_canvas_set_tool (c, "select");
  c->wants_frames = false;
  g_set_object (&c->session, session);
  g_clear_pointer (&c->snapper, tr_snapper_free);
  g_clear_object (&c->selection);
  tr_canvas_want_curves (c);
  g_clear_handle_id (&c->refresh, g_source_remove);
  tr_layers_forget (c->layers);
  if (!session)
    return;
  c->snapper = tr_snapper_new (session);
  c->selection = tr_selection_new (session);
  g_signal_connect_object (c->selection, "changed", G_CALLBACK (selected_cb), c, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "changed", G_CALLBACK (changed_cb), c, G_CONNECT_SWAPPED);
  g_signal_connect_object (tr_session_get_document (session), "changed",
                           G_CALLBACK (document_changed_cb), c, G_CONNECT_SWAPPED);
  tr_canvas_refresh (c);
  tr_canvas_show_start (c);
}

static void
tr_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TrCanvas *c = TR_CANVAS (widget);
  Vec2 old = c->size;

  c->size = v2 (width, height);
  tr_canvas_place_editor (c);
  if (c->menu)
    gtk_popover_present (GTK_POPOVER (c->menu));
  if (!c->session)
    return;
  if (!c->has_view || c->is_start)
    tr_canvas_show_start (c);
  else // The middle stays in the middle.
    c->view = tr_viewport_panned (c->view, v2_scale (v2_sub (c->size, old), 0.5));
}

static void
tr_canvas_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  TrCanvas *c = TR_CANVAS (widget);
  TrTheme theme;

  GTK_WIDGET_CLASS (tr_canvas_parent_class)->css_changed (widget, change);
  theme = tr_theme_of_widget (widget);
  if (theme.is_dark == c->theme.is_dark && !(fabs (theme.contrast - c->theme.contrast) > 0))
    return;
  c->theme = theme;
  g_clear_pointer (&c->curve_node, gsk_render_node_unref);
  tr_layers_forget (c->layers);
  tr_layer_forget (c->halos);
  gtk_widget_queue_draw (widget);
}

// What is a yes or a no, where it is kept, and what it is at first.
static const struct {
  guint id;
  const char *name;
  gsize at;
  bool is_on;
} flags[] = {
    {PROP_SHOW_GRID, "show-grid", G_STRUCT_OFFSET (TrCanvas, show_grid), true},
    {PROP_SHOW_CONSTRAINTS, "show-constraints", G_STRUCT_OFFSET (TrCanvas, show_constraints),
     false},
    {PROP_SHOW_FORCES, "show-forces", G_STRUCT_OFFSET (TrCanvas, show_forces), false},
    {PROP_SHOW_CURVES, "show-curves", G_STRUCT_OFFSET (TrCanvas, show_curves), true},
    {PROP_SHOW_CENTRES, "show-centres", G_STRUCT_OFFSET (TrCanvas, show_centres), false},
    {PROP_SNAP, "snap", G_STRUCT_OFFSET (TrCanvas, snaps), true},
};

static bool *
flag_of (TrCanvas *c, guint id)
{
  guint i = id - PROP_SHOW_GRID; // in their order
  return i < G_N_ELEMENTS (flags) ? &G_STRUCT_MEMBER (bool, c, flags[i].at) : NULL;
}

static void
tr_canvas_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  TrCanvas *c = TR_CANVAS (object);
  bool *flag = flag_of (c, id);

  if (id == PROP_TOOL)
    tr_canvas_set_tool (c, g_value_get_string (value));
  else if (!flag)
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
  else if (*flag != g_value_get_boolean (value)) {
    *flag = g_value_get_boolean (value);
    if (id == PROP_SHOW_FORCES)
      tr_canvas_show_forces (c);
    if (id == PROP_SHOW_CURVES)
      tr_canvas_want_curves (c);
    if (id == PROP_SHOW_CENTRES)
      tr_canvas_show_centres (c);
    gtk_widget_queue_draw (GTK_WIDGET (c));
    g_object_notify_by_pspec (object, spec);
  }
}

static void
tr_canvas_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  bool *flag = flag_of (TR_CANVAS (object), id);

  if (flag)
    g_value_set_boolean (value, *flag);
  else if (id == PROP_TOOL)
    g_value_set_string (value, tr_canvas_get_tool (TR_CANVAS (object)));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

static void
tr_canvas_dispose (GObject *object)
{
  TrCanvas *c = TR_CANVAS (object);
  g_clear_handle_id (&c->refresh, g_source_remove);
  g_clear_handle_id (&c->survey, g_source_remove);
  g_clear_handle_id (&c->breath, g_source_remove);
  tr_canvas_set_session (c, NULL);
  tr_canvas_end_curves (c);
  tr_canvas_end_centres (c);
  g_clear_pointer (&c->thins, g_ptr_array_unref);
  g_clear_pointer (&c->editor, gtk_widget_unparent);
  tr_canvas_drop_menu (c);
  G_OBJECT_CLASS (tr_canvas_parent_class)->dispose (object);
}

static void
tr_canvas_finalize (GObject *object)
{
  TrCanvas *c = TR_CANVAS (object);
  tr_probe_say ("canvas-gone", NULL);
  c->tool->ops->free (c->tool);
  tr_layers_free (c->layers);
  tr_layer_free (c->halos);
  tr_notes_free (c->notes);
  g_clear_pointer (&c->forces, g_array_unref);
  g_clear_pointer (&c->marked, g_array_unref);
  g_array_unref (c->still_at);
  g_clear_pointer (&c->pose, tr_state_free);
  g_free (c->states);
  g_clear_pointer (&c->conflicting, g_array_unref);
  g_free (c->moving);
  g_free (c->message);
  g_free (c->message_links);
  g_clear_pointer (&c->holders, g_array_unref);
  g_clear_pointer (&c->shrunk, g_hash_table_unref);
  G_OBJECT_CLASS (tr_canvas_parent_class)->finalize (object);
}

static void
tr_canvas_class_init (TrCanvasClass *class)
{
  GObjectClass *object = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  object->set_property = tr_canvas_set_property;
  object->get_property = tr_canvas_get_property;
  object->dispose = tr_canvas_dispose;
  object->finalize = tr_canvas_finalize;
  widget->snapshot = tr_canvas_snapshot;
  widget->size_allocate = tr_canvas_size_allocate;
  widget->css_changed = tr_canvas_css_changed;
  for (guint i = 0; i < G_N_ELEMENTS (flags); i++)
    properties[flags[i].id] =
        g_param_spec_boolean (flags[i].name, NULL, NULL, flags[i].is_on,
                              G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  properties[PROP_TOOL] =
      g_param_spec_string ("tool", NULL, NULL, "select",
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object, N_PROPS, properties);
  signals[STATUS] = g_signal_new ("status", TR_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 0);
  signals[TIME_FRAME] = g_signal_new ("time-frame", TR_TYPE_CANVAS, G_SIGNAL_RUN_LAST, 0, NULL,
                                      NULL, NULL, G_TYPE_NONE, 0);
  tr_command_bind_keys (widget);
  gtk_widget_class_set_css_name (widget, "canvas");
  gtk_widget_class_set_accessible_role (widget, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
tr_canvas_init (TrCanvas *c)
{
  c->show_grid = c->snaps = c->show_curves = true;
  c->drawing = 1;
  c->view = (TrViewport){v2 (0, 0), TR_PIXELS_PER_MM};
  c->theme = tr_theme_make (false);
  c->layers = tr_layers_new ();
  c->halos = tr_layer_new ();
  c->notes = tr_notes_new ();
  c->hover_note = c->near_body = c->wanted = c->pin.trace = -1;
  c->key_time = (double) NAN;
  c->still_at = g_array_new (FALSE, FALSE, sizeof (double));
  c->tool = tr_tool_select_new ();
  gtk_widget_set_focusable (GTK_WIDGET (c), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (c), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (c), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Drawing"),
                                  -1);
  tr_canvas_init_editor (c);
  tr_canvas_init_menu (c);
  tr_canvas_init_input (c);
}
