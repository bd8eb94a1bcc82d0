// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/canvas/sketch-hints.h"

#include <glib/gi18n.h>

enum { STAGES = 3 };

// What a click does once so many points are there (the last stands for all more), what a drag
// from the first point does or, of curves with handles, from every one, and what Enter ends.
typedef struct {
  const char *click[STAGES], *drag, *enter;
  bool always_drags;
} Words;

#define IN_ONE_GO N_ ("draw in one go")

static const Words words[TR_N_SKETCH_KINDS] = {
    [TR_SKETCH_POINT] = {{N_ ("place a point")}},
    [TR_SKETCH_SEGMENT] = {{N_ ("start"), N_ ("next point")}, IN_ONE_GO, N_ ("end the chain")},
    [TR_SKETCH_POLYLINE] = {{N_ ("start"), N_ ("next corner")}, NULL, N_ ("finish")},
    [TR_SKETCH_RECTANGLE] = {{N_ ("first corner"), N_ ("opposite corner")}, IN_ONE_GO},
    [TR_SKETCH_CIRCLE] = {{N_ ("centre"), N_ ("point of the rim")}, IN_ONE_GO},
    [TR_SKETCH_ARC] = {{N_ ("start"), N_ ("end"), N_ ("point between")}},
    [TR_SKETCH_ELLIPSE] = {{N_ ("centre"), N_ ("end of an axis"), N_ ("point of the rim")}},
    [TR_SKETCH_BEZIER] = {{N_ ("corner")}, N_ ("smooth point"), N_ ("finish"), true},
    [TR_SKETCH_SPLINE] = {{N_ ("start"), N_ ("next point")}, NULL, N_ ("finish")},
    [TR_SKETCH_LINK] = {{N_ ("first joint"), N_ ("second joint")}, IN_ONE_GO},
    [TR_SKETCH_SHEET] = {{N_ ("first corner"), N_ ("opposite corner")}, IN_ONE_GO},
    [TR_SKETCH_LABEL] = {{N_ ("where the text stands")}},
    [TR_SKETCH_NAIL] = {{N_ ("point to nail")}},
    [TR_SKETCH_SPRING] = {{N_ ("first end"), N_ ("second end")}, IN_ONE_GO},
    [TR_SKETCH_MOTOR] = {{N_ ("bar, link, circle or arc to turn")}},
    [TR_SKETCH_TRACE] = {{N_ ("point to trace")}},
};

static void
add (TrKeyHint *hints, int *n, const char *key, const char *does)
{
  g_assert (*n < TR_SKETCH_HINTS - 1);
  if (does)
    hints[(*n)++] = (TrKeyHint){key, does};
}

// Once something is typed the number is what counts.
static void
add_measures (const TrSketch *t, const Words *w, TrKeyHint *hints, int *n)
{
  bool typed = tr_sketch_has_typed (t);

  if (tr_sketch_n_fields (t) > 1 && typed)
    add (hints, n, N_ ("Tab"), N_ ("next measure"));
  else if (tr_sketch_n_fields (t) > 0 && !typed)
    add (hints, n, "0–9", N_ ("type a measure"));
  add (hints, n, N_ ("Enter"), typed ? N_ ("take the number") : w->enter);
}

void
tr_sketch_hints (const TrSketch *t, bool snaps, TrKeyHint hints[TR_SKETCH_HINTS])
{
  const Words *w = &words[tr_sketch_get_kind (t)];
  int points = tr_sketch_n_points (t), stage = MIN (points, STAGES - 1), n = 0;

  while (stage > 0 && !w->click[stage])
    stage--;
  add (hints, &n, N_ ("Click"), w->click[stage]);
  add (hints, &n, N_ ("Drag"), points == 0 || w->always_drags ? w->drag : NULL);
  if (tr_sketch_is_active (t))
    add_measures (t, w, hints, &n);
  add (hints, &n, N_ ("Esc"), tr_sketch_is_active (t) ? N_ ("cancel") : N_ ("leave the tool"));
  add (hints, &n, N_ ("Ctrl"), snaps ? N_ ("no snapping") : NULL);
  add (hints, &n, "F3", snaps ? N_ ("snapping off") : N_ ("snapping on"));
  hints[n] = (TrKeyHint){NULL, NULL};
}
