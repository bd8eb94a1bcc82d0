// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Drawing: a sketch of the session fed with pointer and keys, and what it shows meanwhile.

#include "app/canvas/canvas-private.h"
#include "app/canvas/mark.h"
#include "app/probe.h"
#include "app/canvas/sketch-hints.h"

#include <glib/gi18n.h>

#define SNAP_PIXELS 9
#define GRID_PIXELS 16
#define FIELD_GAP   4 // between the measures beside the pointer

typedef struct {
  TrTool tool;
  TrToolOps ops; // of the name of its kind
  TrSketch *sketch;
  bool is_committing;
  bool is_free; // snapping is switched off, for one gesture
  // Those told last, and room for the next: whoever shows them looks at the address only.
  TrKeyHint hints[2][TR_SKETCH_HINTS];
  int told;
} Sketch;

static void
set_reach (Sketch *t, TrCanvas *c)
{
  double grid = c->show_grid ? tr_viewport_grid (c->view, GRID_PIXELS) : 0;
  tr_sketch_set_reach (t->sketch, SNAP_PIXELS / c->view.zoom, grid);
}

// False: the elements cannot be added, and the status line says why.
static bool
commit (Sketch *t, TrCanvas *c)
{
  g_autoptr (GError) error = NULL;
  bool ok;

  t->is_committing = true;
  ok = tr_sketch_commit (t->sketch, &error);
  t->is_committing = false;
  tr_canvas_set_message (c, ok ? NULL : error->message);
  gtk_widget_queue_draw (GTK_WIDGET (c));
  tr_probe_say ("drawn", "\"kind\": \"%s\", \"ok\": %s", t->ops.name, ok ? "true" : "false");
  return ok;
}

static bool
answered_cb (TrCanvas *c, const char *text, gpointer data)
{
  Sketch *t = data;

  if (!text) {
    tr_sketch_key (t->sketch, TR_SKETCH_KEY_ESCAPE);
    tr_canvas_set_message (c, NULL);
    gtk_widget_queue_draw (GTK_WIDGET (c));
    return true;
  }
  return !(tr_sketch_answer (t->sketch, text) & TR_SKETCH_READY) || commit (t, c);
}

static void
ask (Sketch *t, TrCanvas *c)
{
  g_autofree char *question = tr_sketch_question (t->sketch);
  Vec2 at = tr_sketch_get_point (t->sketch, 0);
  tr_canvas_edit (c, tr_viewport_to_widget (c->view, at), question, answered_cb, t);
}

static void
after (Sketch *t, TrCanvas *c, unsigned done)
{
  if (done & TR_SKETCH_CHANGED)
    gtk_widget_queue_draw (GTK_WIDGET (c));
  if (done & TR_SKETCH_READY) {
    commit (t, c);
    t->is_free &= tr_sketch_is_active (t->sketch);
  }
  if (done & TR_SKETCH_ASKS)
    ask (t, c);
  if (done & TR_SKETCH_WRONG) {
    g_autofree char *why = tr_sketch_complaint (t->sketch);
    tr_canvas_set_message (c, why);
  }
  if (done & TR_SKETCH_EMPTY)
    tr_canvas_set_message (c, _ (tr_sketch_why_empty (t->sketch)));
  if (done & TR_SKETCH_MISSED) { // what a click is to be on
    TrKeyHint hints[TR_SKETCH_HINTS];
    tr_sketch_hints (t->sketch, !t->is_free, hints);
    g_autofree char *what = g_strdup_printf ("%s: %s", _ (hints[0].key), _ (hints[0].does));
    tr_canvas_set_message (c, what);
  }
}

static bool
wants_snaps (const Sketch *t, const TrPointer *p)
{
  return !t->is_free && !(p->modifiers & GDK_CONTROL_MASK);
}

// The place that a motor takes hold of.
static TrConnector
middle_of (const TrModel *m, int body)
{
  static const char *const names[] = {"middle", "origin", "center"};
  TrConnector at = {.kind = TR_AT_NAMED, .body = body, .point = -1, .slide = -1};

  for (guint i = 0; i < G_N_ELEMENTS (names) && at.point < 0; i++)
    at.point = tr_body_find_point (&m->bodies[body], names[i]);
  return at;
}

// What was picked first is what is meant, where the tool wants no more than that.
static void
take_selected (Sketch *t, TrCanvas *c)
{
  guint n;
  const TrSelected *item = tr_selection_get (c->selection, &n);
  const TrModel *m = tr_session_get_model (c->session);
  bool is_body = n == 1 && item->element.kind == TR_ELEMENT_BODY;
  int body = is_body                                           ? item->element.index
             : n == 1 && item->element.kind == TR_ELEMENT_NONE ? item->at.body
                                                               : -1;

  if (body < 0 || !tr_sketch_takes (t->sketch, &m->bodies[body]))
    return;
  TrConnector at = is_body ? middle_of (m, body) : item->at;
  set_reach (t, c);
  after (t, c, tr_sketch_press_on (t->sketch, &at));
}

static void
sketch_press (TrTool *tool, TrCanvas *c, const TrPointer *p)
{
  Sketch *t = (Sketch *) tool;

  set_reach (t, c);
  if (p->n_press == 2 && tr_sketch_is_active (t->sketch))
    after (t, c, tr_sketch_double_click (t->sketch));
  else
    after (t, c, tr_sketch_press (t->sketch, p->at, wants_snaps (t, p)));
}

static void
sketch_motion (TrTool *tool, TrCanvas *c, const TrPointer *p)
{
  Sketch *t = (Sketch *) tool;
  set_reach (t, c);
  after (t, c, tr_sketch_motion (t->sketch, p->at, wants_snaps (t, p)));
}

static void
sketch_release (TrTool *tool, TrCanvas *c, const TrPointer *p)
{
  Sketch *t = (Sketch *) tool;
  set_reach (t, c);
  after (t, c, tr_sketch_release (t->sketch, p->at, wants_snaps (t, p)));
}

static void
sketch_leave (TrTool *tool, TrCanvas *c)
{
  Sketch *t = (Sketch *) tool;
  after (t, c, tr_sketch_leave (t->sketch));
}

static bool
sketch_cancel (TrTool *tool, TrCanvas *c)
{
  Sketch *t = (Sketch *) tool;
  unsigned done = tr_sketch_key (t->sketch, TR_SKETCH_KEY_ESCAPE);

  t->is_free = false;
  tr_canvas_set_message (c, NULL);
  after (t, c, done);
  return !(done & TR_SKETCH_LEAVES);
}

// What is under the pointer is looked at again.
static unsigned
switch_snapping (Sketch *t, TrCanvas *c)
{
  TrPointer p = tr_canvas_pointer_at (c, c->pointer);

  t->is_free = !t->is_free;
  return tr_sketch_motion (t->sketch, p.at, wants_snaps (t, &p)) | TR_SKETCH_CHANGED;
}

static bool
sketch_key (TrTool *tool, TrCanvas *c, guint key)
{
  Sketch *t = (Sketch *) tool;
  bool is_active = tr_sketch_is_active (t->sketch);
  char text[7] = {0};
  unsigned done;

  if (key == GDK_KEY_Return || key == GDK_KEY_KP_Enter)
    done = tr_sketch_key (t->sketch, TR_SKETCH_KEY_ENTER);
  else if (key == GDK_KEY_BackSpace)
    done = tr_sketch_key (t->sketch, TR_SKETCH_KEY_BACKSPACE);
  else if (key == GDK_KEY_Tab && tr_sketch_n_fields (t->sketch) > 0)
    done = tr_sketch_key (t->sketch, TR_SKETCH_KEY_TAB);
  else if (key == GDK_KEY_F3)
    done = switch_snapping (t, c);
  else if (is_active && gdk_keyval_to_unicode (key) >= ' ') {
    g_unichar_to_utf8 (gdk_keyval_to_unicode (key), text);
    done = tr_sketch_type (t->sketch, text);
  } else
    return false;
  tr_canvas_set_message (c, NULL);
  after (t, c, done);
  tr_canvas_tell (c);
  return done != 0;
}

static bool
sketch_undo (TrTool *tool, TrCanvas *c)
{
  Sketch *t = (Sketch *) tool;
  unsigned done = tr_sketch_key (t->sketch, TR_SKETCH_KEY_UNDO);

  if (done == 0)
    return false;
  tr_canvas_set_message (c, NULL);
  after (t, c, done);
  tr_canvas_tell (c);
  return true;
}

// A chain goes on after what was ready: it ends here.
static bool
sketch_end (TrTool *tool, TrCanvas *c)
{
  Sketch *t = (Sketch *) tool;

  if (!tr_sketch_is_active (t->sketch) || tr_canvas_is_editing (c))
    return false;
  after (t, c, tr_sketch_end (t->sketch));
  if (tr_sketch_is_active (t->sketch) && !tr_canvas_is_editing (c))
    sketch_cancel (tool, c);
  tr_canvas_tell (c);
  return true;
}

static bool
sketch_frame (TrTool *tool, TrCanvas *c)
{
  return false;
}

static void
sketch_forget (TrTool *tool, TrCanvas *c)
{
  Sketch *t = (Sketch *) tool;
  if (!t->is_committing)
    after (t, c, tr_sketch_follow (t->sketch));
}

static void
paint_shape (Sketch *t, const TrOverlay *o, double zoom, cairo_t *cr)
{
  g_auto (TrOutline) outline = tr_outline_make ();

  tr_sketch_outline (t->sketch, 0.1 / zoom, &outline);
  tr_outline_transform (&outline, o->to_pixels);
  if (tr_outline_is_empty (&outline) || !tr_outline_is_finite (&outline))
    return;
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_width (cr, 2);
  tr_color_set (cr, o->theme->accent, 1);
  tr_outline_to_cairo (&outline, cr);
  cairo_stroke (cr);
}

static void
paint_handle (const TrOverlay *o, Vec2 from, Vec2 to, cairo_t *cr)
{
  Vec2 a = aff_apply (o->to_pixels, from), b = aff_apply (o->to_pixels, to);

  tr_color_set (cr, o->theme->quiet, 1);
  cairo_set_line_width (cr, 1);
  cairo_move_to (cr, a.x, a.y);
  cairo_line_to (cr, b.x, b.y);
  cairo_stroke (cr);
  cairo_arc (cr, b.x, b.y, 3, 0, 2 * G_PI);
  tr_color_set (cr, o->theme->accent, 1);
  cairo_fill (cr);
}

static void
paint_points (Sketch *t, const TrOverlay *o, cairo_t *cr)
{
  for (int i = 0; i < tr_sketch_n_points (t->sketch); i++) {
    Vec2 p = tr_sketch_get_point (t->sketch, i), handle;
    if (tr_sketch_get_handle (t->sketch, i, &handle)) {
      paint_handle (o, p, v2_add (p, handle), cr);
      paint_handle (o, p, v2_sub (p, handle), cr);
    }
    tr_overlay_grip (o, p, false, cr);
  }
}

static char *
field_text (const TrSketchField *f, TrUnits units, double zoom)
{
  if (f->typed)
    return g_strdup_printf ("%s %s", _ (f->label), f->typed);
  double step = f->kind == TR_QUANTITY_ANGLE ? G_PI / 1800 : 1 / zoom;
  g_autofree char *value = tr_quantity_format (f->value, f->kind, units, step);
  return g_strdup_printf ("%s %s", _ (f->label), value);
}

// The field that typing goes to is told once there is anything typed, or Tab has been pressed.
static TrMarkStyle
field_style (const Sketch *t, const TrSketchField *f, int i)
{
  if (f->typed && !f->is_valid)
    return TR_MARK_WRONG;
  if (f->is_active && (i > 0 || tr_sketch_has_typed (t->sketch)))
    return TR_MARK_ACTIVE;
  return f->typed ? TR_MARK_GIVEN : TR_MARK_PLAIN;
}

// Beside the pointer, one under the other.
static void
paint_fields (Sketch *t, TrCanvas *c, const TrOverlay *o, cairo_t *cr)
{
  GtkWidget *w = GTK_WIDGET (c);
  char *text[TR_SKETCH_FIELDS];
  int n = tr_sketch_n_fields (t->sketch);
  Vec2 size = v2 (0, -FIELD_GAP);

  for (int i = 0; i < n; i++) {
    TrSketchField f = tr_sketch_get_field (t->sketch, i);
    text[i] = field_text (&f, o->m->units, c->view.zoom);
    Vec2 one = tr_mark_size (w, text[i]);
    size = v2 (fmax (size.x, one.x), size.y + one.y + FIELD_GAP);
  }
  int last = tr_sketch_n_points (t->sketch) - 1;
  Vec2 from =
      last >= 0 ? aff_apply (o->to_pixels, tr_sketch_get_point (t->sketch, last)) : v2 (0, 0);
  Vec2 at = tr_mark_beside (w, c->pointer, size, last >= 0 ? &from : NULL);
  for (int i = 0; i < n; i++) {
    TrSketchField f = tr_sketch_get_field (t->sketch, i);
    Vec2 end = tr_mark_text (w, o->theme, field_style (t, &f, i), text[i], at, cr);
    at = v2 (at.x, end.y + FIELD_GAP);
    g_free (text[i]);
  }
}

static void
sketch_paint (TrTool *tool, TrCanvas *c, const TrOverlay *o, cairo_t *cr)
{
  Sketch *t = (Sketch *) tool;

  paint_shape (t, o, c->view.zoom, cr);
  paint_points (t, o, cr);
  tr_mark_snap (GTK_WIDGET (c), o, tr_sketch_get_snap (t->sketch), cr);
  paint_fields (t, c, o, cr);
}

static const TrKeyHint *
sketch_hints (TrTool *tool, TrCanvas *c)
{
  Sketch *t = (Sketch *) tool;
  TrKeyHint *last = t->hints[t->told], *next = t->hints[!t->told];
  int i = 0;

  tr_sketch_hints (t->sketch, !t->is_free, next);
  while (next[i].key && next[i].key == last[i].key && next[i].does == last[i].does)
    i++;
  if (next[i].key || last[i].key)
    t->told = !t->told;
  return t->hints[t->told];
}

static void
sketch_free (TrTool *tool)
{
  Sketch *t = (Sketch *) tool;
  tr_sketch_free (t->sketch);
  g_free (t);
}

static void
sketch_begin (TrTool *tool, TrCanvas *c)
{
  take_selected ((Sketch *) tool, c);
}

static const TrToolOps sketch_ops = {
    .cursor = "crosshair",
    .begin = sketch_begin,
    .press = sketch_press,
    .motion = sketch_motion,
    .release = sketch_release,
    .leave = sketch_leave,
    .cancel = sketch_cancel,
    .undo = sketch_undo,
    .end = sketch_end,
    .key = sketch_key,
    .frame = sketch_frame,
    .forget = sketch_forget,
    .paint = sketch_paint,
    .hints = sketch_hints,
    .free = sketch_free,
};

TrTool *
tr_tool_sketch_new (TrCanvas *c, TrSketchKind kind)
{
  Sketch *t = g_new0 (Sketch, 1);
  t->ops = sketch_ops;
  t->ops.name = tr_sketch_kind_name (kind);
  t->tool.ops = &t->ops;
  t->sketch = tr_sketch_new (kind, c->session, c->snapper);
  return &t->tool;
}
