// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The force view: who pulls against whom, over the drawing, with words where the pointer is.

#include "app/canvas/canvas-private.h"

#include "app/canvas/mark.h"
#include "app/probe.h"
#include "render/force.h"
#include "session/forces.h"

#include <glib/gi18n.h>

#define HOVER_PIXELS 8

static TrForceLook
look_of (const TrForceMark *f, double largest, const TrTheme *theme)
{
  TrForceLook look = {
      .is_bar = f->sign == TR_FORCE_BAR,
      .is_tension = f->tension > 0,
      .color = theme->fixed,
      .at = f->at,
      .to = f->to,
      .part = tr_force_size (f) / largest,
  };

  if (look.is_bar)
    look.color = look.is_tension ? theme->tension : theme->compression;
  else
    look.direction = v2_scale (f->force, 1 / tr_force_size (f));
  return look;
}

// What is said where nothing pulls.
static const char *
no_forces (bool is_any)
{
  return is_any ? _ ("Nothing is under force now: all that pulls is at rest or balanced")
                : _ ("No forces yet: pull at something, or hang a spring on it");
}

void
tr_canvas_find_forces (TrCanvas *c)
{
  if (!c->show_forces || !c->session)
    return;
  g_clear_pointer (&c->forces, g_array_unref);
  c->forces = tr_forces_find (c->session);
  c->is_pulled = tr_session_is_dragging (c->session);
  if (c->forces->len > 0 && (g_strcmp0 (c->message, no_forces (true)) == 0 ||
                             g_strcmp0 (c->message, no_forces (false)) == 0))
    tr_canvas_set_message (c, NULL);
  tr_probe_say ("forces", "\"n\": %u, \"largest\": %.9g", c->forces->len,
                tr_forces_largest (c->forces));
}

// What a hand has pulled at last stays to be looked at, where nothing else pulls.
void
tr_canvas_forget_forces (TrCanvas *c, bool after_drag)
{
  if (after_drag && c->is_pulled && !tr_engine_has_forces (tr_session_get_engine (c->session)))
    return;
  g_clear_pointer (&c->forces, g_array_unref);
}

void
tr_canvas_show_forces (TrCanvas *c)
{
  g_clear_pointer (&c->forces, g_array_unref);
  tr_canvas_find_forces (c);
  bool is_any = c->session && tr_engine_has_forces (tr_session_get_engine (c->session));
  bool is_none = c->show_forces && c->forces && c->forces->len == 0;
  tr_canvas_set_message (c, is_none ? no_forces (is_any) : NULL);
}

// Of a hand only the proportions mean something.
static char *
describe (TrCanvas *c, const TrForceMark *f, double largest)
{
  g_autofree char *title = tr_constraint_title (tr_session_get_model (c->session), f->constraint);
  g_autofree char *size = c->is_pulled
                              ? g_strdup_printf ("%.0f %%", 100 * tr_force_size (f) / largest)
                              : g_strdup_printf ("%.3g", tr_force_size (f));

  if (f->sign == TR_FORCE_ARROW)
    return g_strdup_printf (_ ("%s: force %s"), title, size);
  return g_strdup_printf (f->tension > 0 ? _ ("%s: tension %s") : _ ("%s: compression %s"), title,
                          size);
}

static int
find_hovered (TrCanvas *c, const TrOverlay *o)
{
  double best = HOVER_PIXELS, largest = tr_forces_largest (c->forces);
  bool is_looking = c->is_over && !c->is_pressed && strcmp (tr_canvas_get_tool (c), "select") == 0;
  int found = -1;

  for (guint i = 0; is_looking && i < c->forces->len; i++) {
    TrForceLook look = look_of (&g_array_index (c->forces, TrForceMark, i), largest, o->theme);
    double distance = tr_force_distance (o, &look, c->pointer);
    if (distance < best) {
      best = distance;
      found = (int) i;
    }
  }
  return found;
}

// Whether all that a joint hands on is told by the bars on both sides.
static bool
is_told_by_bars (TrCanvas *c, const TrForceMark *f)
{
  const TrModel *m = tr_session_get_model (c->session);
  const TrConstraint *joint = &m->constraints[f->constraint];
  int n = 0;

  if (joint->kind != TR_CON_ATTACH)
    return false;
  for (int side = 0; side < 2; side++)
    for (guint i = 0; i < c->forces->len; i++) {
      const TrForceMark *bar = &g_array_index (c->forces, TrForceMark, i);
      if (bar->sign == TR_FORCE_BAR && joint->end[side].connector[0].body >= 0 &&
          tr_constraint_uses (&m->constraints[bar->constraint],
                              joint->end[side].connector[0].body)) {
        n++;
        break;
      }
    }
  return n == 2;
}

static bool
is_shown (TrCanvas *c)
{
  if (c->show_forces && !c->pose && !c->forces)
    tr_canvas_find_forces (c);
  return c->show_forces && !c->pose;
}

void
tr_canvas_paint_forces (TrCanvas *c, const TrOverlay *o, cairo_t *cr)
{
  if (!is_shown (c))
    return;
  double largest = tr_forces_largest (c->forces);
  int hovered = find_hovered (c, o);
  // Arrows over bars.
  for (int pass = 0; pass < 2; pass++)
    for (guint i = 0; i < c->forces->len; i++) {
      const TrForceMark *f = &g_array_index (c->forces, TrForceMark, i);
      TrForceLook look = look_of (f, largest, o->theme);
      if (look.is_bar == (pass == 0) && (look.is_bar || !is_told_by_bars (c, f)))
        tr_force_paint (o, &look, (int) i == hovered, cr);
    }
}

void
tr_canvas_paint_force_words (TrCanvas *c, const TrOverlay *o, cairo_t *cr)
{
  int hovered = is_shown (c) ? find_hovered (c, o) : -1;

  if (hovered < 0)
    return;
  g_autofree char *text =
      describe (c, &g_array_index (c->forces, TrForceMark, hovered), tr_forces_largest (c->forces));
  Vec2 at = tr_mark_beside (GTK_WIDGET (c), c->pointer, tr_mark_size (GTK_WIDGET (c), text), NULL);
  tr_mark_text (GTK_WIDGET (c), o->theme, TR_MARK_PLAIN, text, at, cr);
  tr_probe_say ("force-words", "\"text\": \"%s\"", text);
}
