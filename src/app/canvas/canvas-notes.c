// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Dimensions and signs of constraints over the drawing, and the editing of a dimension in place.

#include "app/canvas/canvas-private.h"

#include "app/value.h"

#include <locale.h>

// Settings tell the resolution of texts in 1024ths of a dot an inch.
#define PLAIN_DPI (96 * 1024.0)
// Pixels around the canvas: what belongs to things there may reach into it.
#define BEYOND 50
// Bodies that a layout looks at in every frame of a drag.
#define MOST_LOOKED_AT 300

static void
mark (guint8 *states, const GArray *constraints, unsigned state)
{
  for (guint i = 0; constraints && i < constraints->len; i++)
    states[g_array_index (constraints, int, i)] |= (guint8) state;
}

static guint8 *
find_note_states (TrCanvas *c, const TrModel *m)
{
  guint8 *states = g_malloc0 ((gsize) m->n_constraints + 1);
  const TrCheck *check = tr_session_is_dragging (c->session) ? NULL : tr_canvas_get_check (c);
  guint n;
  const TrSelected *item = tr_selection_get (c->selection, &n);

  for (int i = 0; i < m->n_constraints && c->near_body >= 0; i++)
    if (tr_constraint_uses (&m->constraints[i], c->near_body))
      states[i] |= TR_NOTE_WANTED;
  if (check) {
    mark (states, check->redundant, TR_NOTE_REDUNDANT);
    mark (states, check->undefined, TR_NOTE_UNDEFINED);
  }
  mark (states, tr_canvas_get_conflicting (c), TR_NOTE_CONFLICT);
  mark (states, c->marked, TR_NOTE_WANTED);
  for (guint i = 0; i < n; i++)
    if (item[i].element.kind == TR_ELEMENT_CONSTRAINT)
      states[item[i].element.index] |= TR_NOTE_SELECTED;
  if (c->hover_note >= 0 && c->hover_note < m->n_constraints)
    states[c->hover_note] |= TR_NOTE_HOVERED;
  return states;
}

static double
text_scale (TrCanvas *c)
{
  int dpi = 0;
  g_object_get (gtk_widget_get_settings (GTK_WIDGET (c)), "gtk-xft-dpi", &dpi, NULL);
  return dpi > 0 ? dpi / PLAIN_DPI : 1;
}

TrOverlay
tr_canvas_overlay (TrCanvas *c)
{
  return (TrOverlay){
      .m = tr_session_get_model (c->session),
      .s = tr_canvas_get_shown (c),
      .theme = &c->theme,
      .to_pixels = tr_viewport_affine (c->view),
      .view = {tr_viewport_to_drawing (c->view, v2 (-BEYOND, c->size.y + BEYOND)),
               tr_viewport_to_drawing (c->view, v2 (c->size.x + BEYOND, -BEYOND))},
  };
}

// Where there is much to keep clear of, what moves under a hand is not looked at until it rests.
static guint
ground_of (TrCanvas *c)
{
  bool is_large = tr_session_get_model (c->session)->n_bodies > MOST_LOOKED_AT;

  if (!is_large || !tr_session_is_dragging (c->session))
    c->ground = c->drawing;
  return c->ground;
}

void
tr_canvas_show_notes (TrCanvas *c, const TrOverlay *o, cairo_t *cr)
{
  const TrModel *m = c->pose_model ? c->pose_model : o->m;
  g_autofree guint8 *states = find_note_states (c, o->m);
  TrNoteScene scene = {
      .on = *o,
      .states = states,
      .drawing = c->drawing,
      .ground = ground_of (c),
      .show = c->show_constraints ? TR_NOTES_ALL : TR_NOTES_DIMENSIONS,
      .numbers = {.decimal = localeconv ()->decimal_point},
      .text_scale = text_scale (c),
      .beyond = BEYOND,
  };

  scene.on.m = m;
  tr_notes_layout (c->notes, &scene);
  if (cr)
    tr_notes_paint (c->notes, &scene, cr);
}

int
tr_canvas_note_at (TrCanvas *c, Vec2 widget, double tolerance)
{
  int found = tr_notes_find (c->notes, widget, tolerance);
  return found < tr_session_get_model (c->session)->n_constraints ? found : -1;
}

bool
tr_canvas_is_dimension (TrCanvas *c, int constraint)
{
  TrOverlay overlay = tr_canvas_overlay (c);
  TrDimension d;
  return tr_dimension_make (&overlay, constraint, &d);
}

typedef struct {
  char *id;
  int made; // the step that made the constraint, just before; 0: one of long ago
} Edited;

static void
edited_free (Edited *edited)
{
  g_free (edited->id);
  g_free (edited);
}

static bool
value_cb (TrCanvas *c, const char *text, gpointer data)
{
  Edited *edited = data;
  g_autoptr (GError) error = NULL;
  TrDocument *document = tr_session_get_document (c->session);
  TrElement e = tr_model_find (tr_session_get_model (c->session), edited->id);
  bool ok = true;

  if (text && e.kind == TR_ELEMENT_CONSTRAINT) {
    ok = tr_value_set (c->session, e.index, text, &error);
    if (ok && edited->made > 0 && tr_document_n_undo (document) == edited->made + 1)
      tr_document_join (document);
  }
  tr_canvas_set_message (c, ok ? NULL : error->message);
  if (!text || ok)
    edited_free (edited);
  return ok;
}

bool
tr_canvas_edit_dimension (TrCanvas *c, const char *id, bool is_new)
{
  TrElement e = tr_model_find (tr_session_get_model (c->session), id);
  TrOverlay overlay = tr_canvas_overlay (c);
  g_autofree char *text = NULL;
  TrBounds box;

  if (e.kind != TR_ELEMENT_CONSTRAINT || !(text = tr_value_text (c->session, e.index)))
    return false;
  tr_selection_set (c->selection, id);
  tr_canvas_show_notes (c, &overlay, NULL);
  if (!tr_notes_box_near (c->notes, e.index, c->pointer, &box))
    return false;
  Edited *edited = g_new (Edited, 1);
  edited->id = g_strdup (id);
  edited->made = is_new ? tr_document_n_undo (tr_session_get_document (c->session)) : 0;
  tr_canvas_edit (c, v2 (box.low.x - 6, 0.5 * (box.low.y + box.high.y)), text, value_cb, edited);
  return true;
}

void
tr_canvas_mark (TrCanvas *c, const int *constraints, guint n)
{
  g_clear_pointer (&c->marked, g_array_unref);
  if (n > 0) {
    c->marked = g_array_new (FALSE, FALSE, sizeof (int));
    g_array_append_vals (c->marked, constraints, n);
  }
  gtk_widget_queue_draw (GTK_WIDGET (c));
}

bool
tr_canvas_get_note_place (TrCanvas *c, int constraint, Vec2 *at)
{
  TrOverlay overlay = tr_canvas_overlay (c);
  TrBounds box;

  tr_canvas_show_notes (c, &overlay, NULL);
  if (!tr_notes_box (c->notes, constraint, &box))
    return false;
  *at = v2 (0.5 * (box.low.x + box.high.x), fmax (box.low.y, box.high.y));
  return at->x >= 0 && at->y >= 0 && at->x <= c->size.x && at->y <= c->size.y;
}

// A dimension is edited at once, a sign that has a value by a double click.
void
tr_canvas_press_note (TrCanvas *c, const TrPointer *p)
{
  const char *id = tr_session_get_model (c->session)->constraints[c->hover_note].id;
  bool edits = p->n_press == 2 || tr_canvas_is_dimension (c, c->hover_note);

  if (p->modifiers & GDK_SHIFT_MASK)
    tr_selection_toggle (c->selection, id);
  else if (!edits || !tr_canvas_edit_dimension (c, id, false))
    tr_selection_set (c->selection, id);
}
