// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "render/note-private.h"

#include <pango/pangocairo.h>
#include <string.h>

#define TEXT_SIZE 12
#define PAD_X     5
#define PAD_Y     2
#define WARNING   15 // room for the sign before a label
#define RING      8  // of a joint
// A card that is farther from its place is tied to it by a hair.
#define NEAR 44
// So much more ink than where it was put a note bears before it looks for another place.
#define MORE_INK    2
#define MOST_WIDTHS 4096

typedef struct {
  int constraint, part; // part −1: a dimension
  unsigned states;
  bool is_shown, is_kept; // has a place; kept from the frame before
  TrNoteAnchor anchor;
  Vec2 offset; // of a card
  TrDimension dimension;
  TrDimensionPlace place;
  char *text;
  Vec2 size;
  TrBounds box;
  int ink; // under it when it was put there
} Note;

struct _TrNotes {
  GArray *notes;      // of Note, in document order
  GHashTable *before; // "id#part" → Note as of the frame before, its text left out
  PangoLayout *layout;
  double text_scale;
  GHashTable *widths; // text → GINT of its width in pixels
  // Of the last layout, to see what has changed since.
  TrNoteScene scene;
  guint8 *states;
  TrRoom *room; // with the drawing in it and no notes yet; NULL: not made
  Vec2 center;  // middle_of the drawing
};

static void
note_clear (gpointer data)
{
  g_free (((Note *) data)->text);
}

TrNotes *
tr_notes_new (void)
{
  TrNotes *n = g_new0 (TrNotes, 1);
  n->notes = g_array_new (FALSE, FALSE, sizeof (Note));
  g_array_set_clear_func (n->notes, note_clear);
  n->before = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  n->widths = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return n;
}

void
tr_notes_free (TrNotes *n)
{
  if (!n)
    return;
  g_array_unref (n->notes);
  g_hash_table_unref (n->before);
  g_hash_table_unref (n->widths);
  g_clear_object (&n->layout);
  g_clear_pointer (&n->room, tr_room_free);
  g_free (n->states);
  g_free (n);
}

static Note *
note_at (const TrNotes *n, guint i)
{
  return &g_array_index (n->notes, Note, i);
}

// One layout for all labels; new only where the size of letters changes.
static void
prepare_layout (TrNotes *n, double text_scale)
{
  if (n->layout && !(n->text_scale < text_scale) && !(n->text_scale > text_scale))
    return;
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  PangoFontDescription *font = pango_font_description_from_string ("Sans");
  pango_font_description_set_absolute_size (font, TEXT_SIZE * text_scale * PANGO_SCALE);
  g_clear_object (&n->layout);
  n->layout = pango_layout_new (context);
  pango_layout_set_font_description (n->layout, font);
  PangoAttrList *figures = pango_attr_list_new ();
  pango_attr_list_insert (figures, pango_attr_font_features_new ("tnum=1"));
  pango_layout_set_attributes (n->layout, figures);
  pango_attr_list_unref (figures);
  pango_font_description_free (font);
  g_object_unref (context);
  n->text_scale = text_scale;
  g_hash_table_remove_all (n->widths);
}

static Vec2
text_size (TrNotes *n, const char *text)
{
  gpointer known;
  double height = ceil (1.25 * TEXT_SIZE * n->text_scale);
  int width, ignored;

  if (g_hash_table_lookup_extended (n->widths, text, NULL, &known))
    return v2 (GPOINTER_TO_INT (known), height);
  if (g_hash_table_size (n->widths) > MOST_WIDTHS)
    g_hash_table_remove_all (n->widths);
  pango_layout_set_text (n->layout, text, -1);
  pango_layout_get_pixel_size (n->layout, &width, &ignored);
  g_hash_table_insert (n->widths, g_strdup (text), GINT_TO_POINTER (width));
  return v2 (width, height);
}

static unsigned
states_of (const TrNoteScene *scene, int constraint)
{
  const TrConstraint *c = &scene->on.m->constraints[constraint];
  return (scene->states ? scene->states[constraint] : 0u) | (c->driven ? TR_NOTE_DRIVEN : 0u) |
         (c->disabled ? TR_NOTE_DISABLED : 0u);
}

static bool
is_wanted (const TrNoteScene *scene, int constraint, unsigned states)
{
  const unsigned always = TR_NOTE_HOVERED | TR_NOTE_SELECTED | TR_NOTE_WANTED | TR_NOTE_CONFLICT;

  if (states & always)
    return true;
  if (scene->show == TR_NOTES_WANTED ||
      (scene->show == TR_NOTES_DIMENSIONS && !tr_dimension_is_one (scene->on.m, constraint)))
    return false;
  return !(states & TR_NOTE_DISABLED) && !tr_note_is_hidden (&scene->on, constraint) &&
         !tr_note_is_speck (&scene->on, constraint);
}

static bool
is_seen (const TrOverlay *o, Vec2 pixel)
{
  Vec2 p = aff_apply (aff_inverse (o->to_pixels), pixel);
  return p.x >= o->view.low.x && p.x <= o->view.high.x && p.y >= o->view.low.y &&
         p.y <= o->view.high.y;
}

static bool
is_dimension_seen (const TrOverlay *o, const TrDimension *d)
{
  return is_seen (o, d->a) || (d->kind == TR_DIMENSION_LINEAR && is_seen (o, d->b)) ||
         (d->kind == TR_DIMENSION_LINEAR && is_seen (o, v2_mid (d->a, d->b)));
}

static double
card_side (const TrNoteScene *scene)
{
  return round (TR_GLYPH_CARD * fmax (1, scene->text_scale));
}

static void
add_dimension (TrNotes *n, const TrNoteScene *scene, Note *note)
{
  if (!is_dimension_seen (&scene->on, &note->dimension))
    return;
  note->part = -1;
  note->text =
      tr_dimension_text (scene->on.m, scene->on.s, note->constraint, note->states, &scene->numbers);
  note->size = v2_add (text_size (n, note->text), v2 (2 * PAD_X, 2 * PAD_Y));
  if (note->states & TR_NOTE_CONFLICT)
    note->size.x += WARNING * scene->text_scale;
  g_array_append_val (n->notes, *note);
}

static void
add_cards (TrNotes *n, const TrNoteScene *scene, Note *note)
{
  TrNoteAnchor anchor[TR_NOTE_CARDS];
  int n_cards = tr_note_anchors (&scene->on, note->constraint, anchor);

  for (note->part = 0; note->part < n_cards; note->part++)
    if (is_seen (&scene->on, anchor[note->part].at)) {
      note->anchor = anchor[note->part];
      note->size = v2 (card_side (scene), card_side (scene));
      g_array_append_val (n->notes, *note);
    }
}

// A dimension that cannot be drawn as one has a card.
static void
collect (TrNotes *n, const TrNoteScene *scene)
{
  g_array_set_size (n->notes, 0);
  for (int i = 0; i < scene->on.m->n_constraints; i++) {
    Note note = {.constraint = i, .states = states_of (scene, i)};
    if (!is_wanted (scene, i, note.states))
      continue;
    if (tr_dimension_make (&scene->on, i, &note.dimension))
      add_dimension (n, scene, &note);
    else
      add_cards (n, scene, &note);
  }
}

static void
make_key (const TrNoteScene *scene, const Note *note, char *key, gsize size)
{
  g_snprintf (key, size, "%s#%d", scene->on.m->constraints[note->constraint].id, note->part);
}

static void
set_box (Note *note)
{
  note->box = note->part < 0 ? tr_dimension_label (&note->dimension, note->place, note->size)
                             : tr_note_card_box (&note->anchor, note->offset, note->size.x);
}

static void
settle_at (TrRoom *room, Note *note, int ink)
{
  Vec2 chord[TR_DIMENSION_CHORDS][2];
  int n = note->part < 0 ? tr_dimension_chords (&note->dimension, note->place, chord) : 0;

  note->is_shown = true;
  note->ink = ink;
  tr_room_take (room, note->box);
  for (int i = 0; i < n; i++)
    tr_room_line (room, chord[i][0], chord[i][1]);
}

// Where it was, beside what it belongs to, if there is room still.
static bool
keep (TrRoom *room, Note *note, const Note *old)
{
  if (!old || !old->is_shown || (note->part < 0 && old->dimension.kind != note->dimension.kind))
    return false;
  note->offset = old->offset;
  note->place = old->place;
  set_box (note);
  int ink = tr_room_ink (room, note->box);
  if (ink > old->ink + MORE_INK || !tr_room_is_free (room, note->box))
    return false;
  note->is_kept = true;
  settle_at (room, note, MIN (ink, old->ink));
  return true;
}

static void
find_place (TrRoom *room, Note *note, Vec2 center)
{
  bool found = note->part < 0
                   ? tr_note_find_label (room, &note->dimension, center, note->size, &note->place)
                   : tr_note_find_card (room, &note->anchor, note->size.x, &note->offset);
  if (!found)
    return;
  set_box (note);
  settle_at (room, note, tr_room_ink (room, note->box));
}

// The middle of what the drawing takes up, in pixels: dimensions stand outside.
static Vec2
middle_of (const TrOverlay *o)
{
  TrBounds all = tr_bounds_empty ();

  for (int i = 0; i < o->m->n_bodies; i++) {
    Vec2 low, high;
    if (!o->m->bodies[i].hidden &&
        tr_body_box (&o->m->bodies[i], tr_body_q (&o->m->bodies[i], o->s->q), &low, &high) &&
        v2_is_finite (low) && v2_is_finite (high))
      all = tr_bounds_add (tr_bounds_add (all, low), high);
  }
  return tr_bounds_is_empty (all) ? v2 (0, 0)
                                  : aff_apply (o->to_pixels, v2_mid (all.low, all.high));
}

// Rings are drawn where points are attached.
static void
draw_joints (TrRoom *room, const TrOverlay *o)
{
  for (int i = 0; i < o->m->n_constraints; i++) {
    const TrConstraint *c = &o->m->constraints[i];
    TrNoteAnchor a[TR_NOTE_CARDS];
    if ((c->kind == TR_CON_ATTACH || c->kind == TR_CON_NAIL) && !c->disabled &&
        tr_note_anchors (o, i, a) == 1)
      tr_room_dot (room, a[0].at, RING);
  }
}

static void
remember (TrNotes *n, const TrNoteScene *scene)
{
  g_hash_table_remove_all (n->before);
  for (guint i = 0; i < n->notes->len; i++) {
    char key[160];
    Note *copy = g_memdup2 (note_at (n, i), sizeof (Note));
    copy->text = NULL;
    make_key (scene, copy, key, sizeof key);
    g_hash_table_insert (n->before, g_strdup (key), copy);
  }
}

// Labels before cards, since they have fewer places; of each first those that stay where they are.
static void
place_all (TrNotes *n, const TrNoteScene *scene, TrRoom *room)
{
  for (int round = 0; round < 4; round++)
    for (guint i = 0; i < n->notes->len; i++) {
      Note *note = note_at (n, i);
      char key[160];
      if ((note->part < 0) != (round < 2) || note->is_shown)
        continue;
      make_key (scene, note, key, sizeof key);
      if (round % 2 == 0)
        keep (room, note, g_hash_table_lookup (n->before, key));
      else
        find_place (room, note, n->center);
    }
}

// At the same place.
static bool
is_same_view (const TrNoteScene *a, const TrNoteScene *b)
{
  return memcmp (&a->on.to_pixels, &b->on.to_pixels, sizeof a->on.to_pixels) == 0 &&
         memcmp (&a->on.view, &b->on.view, sizeof a->on.view) == 0;
}

static bool
is_same_scene (const TrNotes *n, const TrNoteScene *scene)
{
  gsize n_states = (gsize) scene->on.m->n_constraints;

  return scene->drawing != 0 && n->scene.drawing == scene->drawing &&
         is_same_view (&n->scene, scene) && n->scene.show == scene->show && scene->states &&
         n->states && memcmp (n->states, scene->states, n_states) == 0 &&
         g_str_equal (n->scene.numbers.decimal, scene->numbers.decimal) &&
         !(n->text_scale < scene->text_scale) && !(n->text_scale > scene->text_scale);
}

static void
prepare_room (TrNotes *n, const TrNoteScene *scene)
{
  if (n->room)
    return;
  n->room = tr_room_new (&scene->on, scene->beyond);
  tr_room_draw (n->room, &scene->on);
  draw_joints (n->room, &scene->on);
  n->center = middle_of (&scene->on);
}

void
tr_notes_layout (TrNotes *n, const TrNoteScene *scene)
{
  g_return_if_fail (scene->text_scale > 0 && scene->numbers.decimal);
  if (is_same_scene (n, scene))
    return;
  if (scene->ground == 0 || n->scene.ground != scene->ground || !is_same_view (&n->scene, scene))
    g_clear_pointer (&n->room, tr_room_free);
  g_free (n->states);
  n->states = g_memdup2 (scene->states, (gsize) scene->on.m->n_constraints);
  n->scene = *scene;
  prepare_layout (n, scene->text_scale);
  collect (n, scene);
  if (n->notes->len > 0) {
    prepare_room (n, scene);
    g_autoptr (TrRoom) room = tr_room_copy (n->room);
    place_all (n, scene, room);
  }
  remember (n, scene);
}

static void
paint_lines (const TrNoteScene *scene, const Note *note, cairo_t *cr)
{
  static const double conflict[] = {7, 4}, redundant[] = {2.5, 3};
  const unsigned tells = TR_NOTE_HOVERED | TR_NOTE_SELECTED | TR_NOTE_CONFLICT;
  bool is_loud = note->states & tells;

  cairo_save (cr);
  tr_color_set (
      cr, is_loud ? tr_note_color (note->states, scene->on.theme) : scene->on.theme->quiet, 1);
  cairo_set_line_width (cr, is_loud ? 1.5 : 1);
  if (note->states & TR_NOTE_CONFLICT)
    cairo_set_dash (cr, conflict, 2, 0);
  else if (note->states & TR_NOTE_REDUNDANT)
    cairo_set_dash (cr, redundant, 2, 0);
  tr_dimension_paint (&note->dimension, note->place, note->box, cr);
  cairo_restore (cr);
}

static void
paint_label (const TrNotes *n, const TrNoteScene *scene, const Note *note, cairo_t *cr)
{
  const unsigned boxed = TR_NOTE_HOVERED | TR_NOTE_SELECTED | TR_NOTE_REDUNDANT | TR_NOTE_UNDEFINED;
  double x = note->box.low.x + PAD_X;
  int height;

  if (note->states & boxed)
    tr_note_box (note->box, note->states, scene->on.theme, cr);
  else {
    tr_color_set (cr, scene->on.theme->paper, 1);
    cairo_rectangle (cr, note->box.low.x, note->box.low.y, note->size.x, note->size.y);
    cairo_fill (cr);
  }
  if (note->states & TR_NOTE_CONFLICT) {
    double size = 11 * scene->text_scale;
    tr_warning_sign (v2 (x + size / 2, (note->box.low.y + note->box.high.y) / 2), size,
                     scene->on.theme, cr);
    x += WARNING * scene->text_scale;
  }
  pango_layout_set_text (n->layout, note->text, -1);
  pango_layout_get_pixel_size (n->layout, NULL, &height);
  tr_color_set (cr, tr_note_color (note->states, scene->on.theme), 1);
  cairo_move_to (cr, x, (note->box.low.y + note->box.high.y - height) / 2);
  pango_cairo_show_layout (cr, n->layout);
}

// A hair from a card that found room only farther away.
static void
paint_tie (const TrNoteScene *scene, const Note *note, cairo_t *cr)
{
  Vec2 at = v2_mid (note->box.low, note->box.high);

  if (v2_dist (at, note->anchor.at) < NEAR)
    return;
  tr_color_set (cr, scene->on.theme->quiet, 0.7);
  cairo_set_line_width (cr, 1);
  cairo_move_to (cr, note->anchor.at.x, note->anchor.at.y);
  cairo_line_to (cr, at.x, at.y);
  cairo_stroke (cr);
}

void
tr_notes_paint (const TrNotes *n, const TrNoteScene *scene, cairo_t *cr)
{
  for (guint i = 0; i < n->notes->len; i++) {
    const Note *note = note_at (n, i);
    if (note->is_shown && note->part < 0)
      paint_lines (scene, note, cr);
    else if (note->is_shown)
      paint_tie (scene, note, cr);
  }
  for (guint i = 0; i < n->notes->len; i++) {
    const Note *note = note_at (n, i);
    if (note->is_shown && note->part < 0)
      paint_label (n, scene, note, cr);
    else if (note->is_shown)
      tr_glyph_card (scene->on.m->constraints[note->constraint].kind, note->box, note->states,
                     scene->on.theme, cr);
  }
}

static double
distance_to_box (TrBounds box, Vec2 p)
{
  double dx = fmax (0, fmax (box.low.x - p.x, p.x - box.high.x));
  double dy = fmax (0, fmax (box.low.y - p.y, p.y - box.high.y));
  return hypot (dx, dy);
}

int
tr_notes_find (const TrNotes *n, Vec2 p, double tolerance)
{
  int box = -1, line = -1;
  double nearest_box = tolerance, nearest_line = tolerance;

  for (guint i = 0; i < n->notes->len; i++) {
    const Note *note = note_at (n, i);
    if (!note->is_shown)
      continue;
    double d = distance_to_box (note->box, p);
    if (d <= nearest_box) {
      nearest_box = d;
      box = note->constraint;
    }
    d = note->part < 0 ? tr_dimension_distance (&note->dimension, note->place, p) : INFINITY;
    if (d < nearest_line) {
      nearest_line = d;
      line = note->constraint;
    }
  }
  return box >= 0 ? box : line;
}

bool
tr_notes_box_near (const TrNotes *n, int constraint, Vec2 p, TrBounds *box)
{
  double nearest = HUGE_VAL;

  for (guint i = 0; i < n->notes->len; i++) {
    const Note *note = note_at (n, i);
    double d = v2_dist (v2_mid (note->box.low, note->box.high), p);
    if (note->constraint != constraint || !note->is_shown || d >= nearest)
      continue;
    nearest = d;
    *box = note->box;
  }
  return nearest < HUGE_VAL;
}

bool
tr_notes_box (const TrNotes *n, int constraint, TrBounds *box)
{
  for (guint i = 0; i < n->notes->len; i++)
    if (note_at (n, i)->constraint == constraint && note_at (n, i)->is_shown) {
      *box = note_at (n, i)->box;
      return true;
    }
  return false;
}

int
tr_notes_n_boxes (const TrNotes *n)
{
  int shown = 0;
  for (guint i = 0; i < n->notes->len; i++)
    shown += note_at (n, i)->is_shown;
  return shown;
}

static const Note *
nth_shown (const TrNotes *n, int at)
{
  for (guint i = 0; i < n->notes->len; i++)
    if (note_at (n, i)->is_shown && at-- == 0)
      return note_at (n, i);
  return NULL;
}

TrBounds
tr_notes_nth_box (const TrNotes *n, int i, int *constraint)
{
  const Note *note = nth_shown (n, i);
  g_return_val_if_fail (note, tr_bounds_empty ());
  *constraint = note->constraint;
  return note->box;
}

const char *
tr_notes_nth_text (const TrNotes *n, int i)
{
  const Note *note = nth_shown (n, i);
  g_return_val_if_fail (note, NULL);
  return note->text;
}
