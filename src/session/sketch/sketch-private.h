// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Between the machine that gathers points and the kinds that make something of them.

#pragma once

#include "session/sketch/sketch.h"

typedef struct {
  Vec2 place;
  Vec2 handle; // of a Bézier; 0: a corner
  TrSnap snap; // why it is there
  // Texts of values (JSON) that were typed for it, kept by the sketch; NULL: none.
  const char *given[TR_SKETCH_FIELDS];
} TrSketchPoint;

// What is measured live between a point and the one before.
typedef enum {
  TR_MEASURE_NONE,
  TR_MEASURE_POLAR,  // length and angle from the last point
  TR_MEASURE_RADIUS, // from the first point
  TR_MEASURE_BOX,    // width and height from the first point
  TR_MEASURE_OWN,    // one radius that the kind itself knows
} TrMeasure;

typedef struct {
  const char *name;
  const char *step; // in the history, to be translated
  int least, most;  // points; most 0: until Enter or a double click
  bool chains;      // the end of one is the start of the next
  bool has_handles; // dragging pulls a handle instead of placing the next point
  bool can_close;
  bool needs_body;                   // every point is to be on something
  bool (*accepts) (const TrBody *b); // on what; NULL: anything
  unsigned with;                     // TR_SNAP_LEVELS …: what its lines may be to others
  TrMeasure measure[3];              // once so many points are there; the last for all more
  // Of TR_MEASURE_OWN: the least radius, that of the points with the next at a place, and where this
  // is for a radius, as near to the pointer as goes.
  double (*least_radius) (const TrSketchPoint *p);
  double (*radius) (const TrSketchPoint *p, Vec2 place);
  Vec2 (*by_radius) (const TrSketchPoint *p, double radius, Vec2 pointer);
  // The body as it would be, its kind and its unknowns (q: double), for the preview and for what
  // the format wants. False: the points make none. NULL: nothing but points to show.
  bool (*shape) (const TrSketchPoint *p, int n, bool closed, TrBody *b, GArray *q);
  const char *why_empty; // points may make nothing, to be translated; NULL: they always do
  // The elements; the first is the body. False: the points make nothing.
  bool (*build) (const TrSketchPoint *p, int n, bool closed, TrParts *parts);
  // Kinds that ask: a first text, and the elements with the answer, in place of build.
  char *(*question) (const TrModel *m, const TrState *s, const TrSketchPoint *p);
  bool (*build_with) (const TrState *s, const TrSketchPoint *p, const char *text, TrParts *parts);
} TrSketchOps;

extern const TrSketchOps tr_sketch_point, tr_sketch_segment, tr_sketch_polyline,
    tr_sketch_rectangle, tr_sketch_circle, tr_sketch_arc, tr_sketch_ellipse, tr_sketch_bezier,
    tr_sketch_spline, tr_sketch_link, tr_sketch_sheet, tr_sketch_label, tr_sketch_nail,
    tr_sketch_spring, tr_sketch_motor, tr_sketch_trace;

struct _TrSketch {
  const TrSketchOps *ops;
  TrSketchKind kind;
  TrSession *session;
  TrSnapper *snapper; // borrowed
  double tolerance, grid;
  GArray *points; // TrSketchPoint, those placed
  TrSketchPoint next;
  Vec2 pointer, pressed;
  bool has_pointer, is_down, is_closing, is_asking;
  bool snaps;
  bool placed;     // by the press that is down
  bool is_chained; // its first point is the end of the step before
  GString *typed[TR_SKETCH_FIELDS];
  int field;
  GStringChunk *texts;
  TrParts *parts;   // NULL: not ready
  guint generation; // of the model that the points are for
};

static inline TrSketchPoint *
tr_sketch_point_at (const TrSketch *t, int i)
{
  return &g_array_index (t->points, TrSketchPoint, i);
}

// sketch-field.c: the measure to the next point, and what typing makes of it.
TrMeasure tr_sketch_measure (const TrSketch *t);
Vec2 tr_sketch_anchor (const TrSketch *t);
void tr_sketch_clear_typed (TrSketch *t);
// Puts next where the typed values and the pointer want it; false where nothing valid was typed.
bool tr_sketch_place_typed (TrSketch *t);

// sketch-part.c: what kinds share.
void tr_shape_add (GArray *q, Vec2 p);
// Constraints of what was typed for p on a line (a direction's text).
void tr_sketch_add_given (const TrSketchPoint *p, const char *line, TrParts *parts);
// The curve `id` passes p at t, where that is a point of something else, or touches it.
void tr_sketch_pass (const TrSketchPoint *p, const char *id, double t, TrParts *parts);
const char *tr_sketch_quoted (TrParts *parts, const char *id);
// {"from": …, "to": …}
const char *tr_sketch_from_to (TrParts *parts, const char *from, const char *to);
