// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the files of the canvas share, and what tools ask of it.

#pragma once

#include "app/canvas/canvas.h"
#include "app/canvas/layer.h"
#include "app/canvas/layers.h"
#include "app/canvas/tool.h"
#include "render/note.h"
#include "render/trace-thin.h"
#include "session/coupler.h"
#include "session/playback.h"
#include "session/relate.h"
#include "session/snap.h"

#define TR_PIXELS_PER_MM (96 / 25.4)

// The instant centres that have been found.
typedef struct _TrCentres TrCentres;

// A pin of a traced curve; trace −1: none.
typedef struct {
  int trace, pin;
} TrPinRef;

struct _TrCanvas {
  GtkWidget parent;
  TrSession *session;
  guint generation; // of the model that is shown
  guint drawing;    // counts what is shown: model, state and poses
  guint ground;     // drawing as of when notes last looked what to stay clear of
  TrViewport view;
  Vec2 size;             // logical pixels
  bool has_view;         // false: to be chosen when the size is known
  bool has_start_curves; // and it has seen the first coupler curves
  bool is_start;         // nobody has touched the view since it was chosen: it follows the size
  bool show_grid;
  bool snaps;            // without Ctrl; else with it
  bool show_constraints; // all of them, not only dimensions
  bool show_forces;
  bool show_curves; // where traced points would go
  bool show_centres;
  TrTheme theme;
  TrLayers *layers;
  TrLayer *halos;      // of many bodies selected
  guint8 *states;      // TrLookState of each body; NULL: not asked yet
  GArray *conflicting; // int: constraints, as they were found then; NULL: not asked yet
  TrTool *tool;
  TrSelection *selection;
  GArray *forces;            // TrForceMark: those that are shown; NULL: not asked yet
  bool is_pulled;            // they are those of a hand
  TrState *pose;             // shown in place of the drawing's own state; NULL: that
  const TrModel *pose_model; // with these numbers, borrowed while the pose is; NULL: its own
  TrCoupler *coupler;        // NULL: not asked yet
  GskRenderNode *curve_node; // what it has found, as it is shown; NULL: to be made
  TrViewport curve_view;     // that it was made for
  Vec2 curve_size;
  gint64 curves_asked;
  TrCentres *centres; // NULL: not asked yet
  TrPinRef pin;       // that is chosen, or under the pointer
  double key_time;    // of the key that is chosen of the path that is selected; NAN: none
  bool is_key_held;   // a hand moves it: its path is painted as it will be
  GArray *marked;     // int: constraints to be seen for a moment; NULL: none
  TrSnapper *snapper;
  TrNotes *notes;
  int hover_note; // constraint whose note is under the pointer; −1: none
  int near_body;  // whose constraints are shown; −1: none
  int wanted;     // TrRelationId that is applied once enough is picked; −1: none
  guint kept;     // how many things were selected when its key was pressed
  GtkWidget *menu;
  TrPick menu_pick;     // what lies where it is
  guint menu_idle;      // to take it away
  GtkWidget *editor;    // an entry over the drawing, hidden while nothing is edited
  Vec2 editor_at;       // the middle of its left side, widget pixels
  TrEditFunc edited;    // what to do with its text
  gpointer edited_data; // for that
  int n_press;          // 2: the second of a double click
  guint32 press_time;
  Vec2 press_at;
  bool is_over;    // the pointer is over the canvas
  bool is_pressed; // the first button is down
  Vec2 pointer;    // widget pixels; a cross is there where arrow keys have put it
  bool is_by_keys; // they have
  Vec2 hand;       // where the pointer itself rests meanwhile; NAN: not over the canvas
  GdkModifierType modifiers;
  TrViewport gesture_view; // at the start of a pan or a pinch
  Vec2 gesture_at;
  guint8 *moving;     // a bit for each body that moves, or has just been moved; NULL: none
  bool is_surveyed;   // the session's check and states are of the drawing as it stands
  bool is_unmoved;    // a tool knows that the session has nothing new, whatever it signals
  bool wants_frames;  // the tool has asked for them
  GPtrArray *thins;   // TrTraceThin of each trace; NULL: not asked yet
  gint64 ticked;      // until when time has run, of the frame clock
  int still;          // ticks in a row that have moved nothing
  GArray *still_at;   // double: q, when they began
  gint64 count_after; // when freedoms are counted again while time runs
  gint64 framed;      // when the last frame was
  guint tick, breath, refresh, survey; // sources; 0: none
  TrViewport refresh_view;             // that refresh is for
  double solve_ms, snapshot_ms;
  char *message;
  char *message_links; // the same as markup, its names as links; NULL: it has none
  GArray *holders;     // TrElement: of which it tells that they hold something; NULL: of none
  GHashTable *shrunk;  // ids of bodies without a size that were told of; NULL: none was
};

// Installs the controllers.
void tr_canvas_init_input (TrCanvas *c);
// What the first button, or a finger, has begun is put back.
void tr_canvas_break_off (TrCanvas *c);

// Works with it from now on, and frees it in the end.
void tr_canvas_take_tool (TrCanvas *c, TrTool *tool);

// canvas-keys.c: single letters, constraints first where the selection fits one.
bool tr_canvas_letter (TrCanvas *c, guint key, bool with_shift);

// canvas-cross.c: a cross that arrow keys move while a place is asked for; false: none is, or the key
// is none of these. With Shift in small steps, with Ctrl from point to point.
bool tr_canvas_move_cross (TrCanvas *c, guint key, GdkModifierType state);
bool tr_canvas_click_cross (TrCanvas *c, guint key);
// The pointer itself is at a place of the widget, and no longer the cross; false: it has not moved.
bool tr_canvas_drop_cross (TrCanvas *c, Vec2 hand);
bool tr_canvas_has_cross (TrCanvas *c);
const TrKeyHint *tr_canvas_cross_hints (void);
void tr_canvas_paint_cross (TrCanvas *c, const TrOverlay *o, cairo_t *cr);

// canvas-relate.c: something was clicked (NULL: nothing), to be selected too where `extend`.
void tr_canvas_pick_up (TrCanvas *c, const char *text, bool extend);
// False: no constraint was waiting for clicks.
bool tr_canvas_stop_wanting (TrCanvas *c);

// canvas-menu.c
void tr_canvas_init_menu (TrCanvas *c);
void tr_canvas_drop_menu (TrCanvas *c);

// canvas-notes.c: lays the notes out, and paints them where there is a cr.
void tr_canvas_show_notes (TrCanvas *c, const TrOverlay *o, cairo_t *cr);
int tr_canvas_note_at (TrCanvas *c, Vec2 widget, double tolerance);
// Not a card with a sign.
bool tr_canvas_is_dimension (TrCanvas *c, int constraint);
// A press on the one under the pointer.
void tr_canvas_press_note (TrCanvas *c, const TrPointer *p);
TrOverlay tr_canvas_overlay (TrCanvas *c);

// canvas-attach.c: what a dragged point would be attached to at a place; n is 0 where nothing.
TrSnap tr_canvas_find_hold (TrCanvas *c, const TrConnector *held, Vec2 at);
bool tr_canvas_has_reached (TrCanvas *c, const TrConnector *held, const TrSnap *snap);
bool tr_canvas_release_attached (TrCanvas *c, const TrConnector *held, const TrSnap *snap);
// Takes away what attaches the point, without an entry in the history; false: nothing does.
bool tr_canvas_detach (TrCanvas *c, const TrConnector *held);

// canvas-message.c: says why a point of a body stays where it is, with links to what holds it; how much
// there is of that.
int tr_canvas_tell_held (TrCanvas *c, const TrConnector *at);
// What was told so is told no more.
void tr_canvas_forget_held (TrCanvas *c);
// Tells which bodies have newly come to nothing, by links, unless something else is being told: then
// the next time. Once none is left, that is told no more.
void tr_canvas_tell_newly_shrunk (TrCanvas *c);

// canvas-vertex.c: whether there is a place for another vertex; false: there is none, and nothing done.
bool tr_canvas_takes_vertex (TrCanvas *c, const TrPick *pick);
bool tr_canvas_put_vertex (TrCanvas *c, const TrPick *pick);

// key-grip.c: the chosen key; −1: none is. The others: false where none is chosen, or lies there.
int tr_canvas_get_key (TrCanvas *c, int *path);
bool tr_canvas_choose_key_at (TrCanvas *c, Vec2 widget);
// From key to key; where a path itself is selected, to its first or last one.
bool tr_canvas_walk_keys (TrCanvas *c, int step);
bool tr_canvas_has_path (TrCanvas *c); // a path itself is selected
bool tr_canvas_nudge_key (TrCanvas *c, Vec2 by);
void tr_canvas_drop_key (TrCanvas *c); // with what is told of it

// canvas-forces.c: while a hand pulls, after each of its frames; and before a picture of them.
void tr_canvas_find_forces (TrCanvas *c);
// The drawing is another, or (after a drag) only what was pulled has moved.
void tr_canvas_forget_forces (TrCanvas *c, bool after_drag);
void tr_canvas_paint_forces (TrCanvas *c, const TrOverlay *o, cairo_t *cr);
// Of the one under the pointer.
void tr_canvas_paint_force_words (TrCanvas *c, const TrOverlay *o, cairo_t *cr);
// After the property has changed.
void tr_canvas_show_forces (TrCanvas *c);

// canvas-curves.c: the drawing has changed, or what is shown of it.
void tr_canvas_want_curves (TrCanvas *c);
void tr_canvas_append_curves (TrCanvas *c, GtkSnapshot *snapshot);
void tr_canvas_end_curves (TrCanvas *c);

// canvas-centres.c: after the property has changed; before a picture of them.
void tr_canvas_show_centres (TrCanvas *c);
void tr_canvas_paint_centres (TrCanvas *c, const TrOverlay *o, cairo_t *cr);
void tr_canvas_end_centres (TrCanvas *c);

// What is seen: the drawing's own state, or a pose for a while, of which moving has a bit for each
// body that may be elsewhere. NULL, NULL: the drawing's own again.
const TrState *tr_canvas_get_shown (TrCanvas *c);
void tr_canvas_take_pose (TrCanvas *c, TrState *pose, const guint8 *moving);

// canvas-halos.c: those of few bodies, and of bodies that move, every frame; the others as an
// image. append: true where there is work to do; work: true when that was all.
bool tr_canvas_has_few_selected (TrCanvas *c);
bool tr_canvas_append_halos (TrCanvas *c, GtkSnapshot *snapshot);
bool tr_canvas_work_on_halos (TrCanvas *c);
void tr_canvas_paint_halos (TrCanvas *c, const TrOverlay *o, cairo_t *cr);

// canvas-snapshot.c
void tr_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot);
bool tr_canvas_is_conflicting (TrCanvas *c, int constraint);
// int: the constraints that contradict others, as far as it is known; NULL: it is not.
const GArray *tr_canvas_get_conflicting (TrCanvas *c);
// canvas-survey.c: after the frame that shows what has changed.
void tr_canvas_ask_for_survey (TrCanvas *c);

// canvas-time.c: frames of time that are due; false where none runs.
bool tr_canvas_run_time (TrCanvas *c, gint64 now);
// What is shown of the paths of traced points; NULL: nothing yet.
const TrTracePoints *tr_canvas_traces (TrCanvas *c, GArray *views);

// canvas-editor.c
void tr_canvas_init_editor (TrCanvas *c);
void tr_canvas_place_editor (TrCanvas *c);
// The text is taken where it can be, else forgotten.
void tr_canvas_end_edit (TrCanvas *c);

static inline bool
tr_canvas_is_allocated (TrCanvas *c)
{
  return c->size.x > 0 && c->size.y > 0;
}

TrPointer tr_canvas_pointer_at (TrCanvas *c, Vec2 widget);
void tr_canvas_reset_cursor (TrCanvas *c);
// The tool's frame function is called every frame until it says no more.
void tr_canvas_start_frames (TrCanvas *c);
// Frames for time, whether a tool wants any or not.
void tr_canvas_start_clock (TrCanvas *c);
TrPick tr_canvas_pick (TrCanvas *c, Vec2 at, bool with_locked);
// What a click there selects, as the selection calls it; NULL: nothing. Free with g_free.
char *tr_canvas_text_of (TrCanvas *c, const TrPick *pick);
char *tr_canvas_text_at (TrCanvas *c, Vec2 widget);
// By one body of what is selected, all of it: false where that one is pulled alone.
bool tr_canvas_lift (TrCanvas *c, const TrConnector *held);
// The end of a drag, with the texts that were lifted as well.
void tr_canvas_put_down (TrCanvas *c, bool has_moved);
void tr_canvas_paint_lifted (TrCanvas *c, const TrOverlay *o, cairo_t *cr);
// Bodies that move with the grabbed one are drawn apart from now on.
void tr_canvas_part (TrCanvas *c);
void tr_canvas_settle (TrCanvas *c, bool has_moved);
// Model or state have changed, other than by a frame of a hand or of time.
void tr_canvas_refresh (TrCanvas *c);
void tr_canvas_set_solve_ms (TrCanvas *c, double ms);
void tr_canvas_tell (TrCanvas *c);       // signal "status"
void tr_canvas_tell_frame (TrCanvas *c); // signal "time-frame"
