// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the parts of the writer share.

#pragma once

#include "doc/json.h"
#include "doc/members.h"
#include "math/vec.h"

typedef struct {
  GString *out;
  const TrModel *m;
  const TrState *s;
} TrWriter;

// An object being written: members in the order of the format, each followed by the unknown ones
// that followed it.
typedef struct {
  GString *out;
  const char *extras;
  int n; // members so far
} TrObject;

// Writes "{" and what came before all known members; "}".
TrObject tr_object_open (GString *out, const char *extras);
void tr_object_close (TrObject *o);

// For each known member in turn: tr_object_key, its value, tr_object_after; or, where it is left
// out, tr_object_without.
void tr_object_key (TrObject *o, const char *key);
void tr_object_after (TrObject *o, const char *key);
void tr_object_without (TrObject *o, const char *key);

// A member of a simple kind. Texts that are NULL and flags that are not set are left out.
void tr_object_text (TrObject *o, const char *key, const char *text);
void tr_object_number (TrObject *o, const char *key, double x);
void tr_object_vec2 (TrObject *o, const char *key, Vec2 p);
void tr_object_flag (TrObject *o, const char *key, bool is_written, bool value);
void tr_object_scalar (TrObject *o, const char *key, const TrScalar *s);

void tr_append_scalar (GString *out, const TrScalar *s);
// n points, two numbers each.
void tr_append_points (GString *out, const double *q, int n);

void tr_append_style (GString *out, const TrStyle *style);
void tr_append_drawing (GString *out, const TrBody *b);
void tr_append_connector (TrWriter *w, const TrConnector *c);
void tr_append_end (TrWriter *w, const TrEnd *e);

void tr_append_parameter (TrWriter *w, int index);
void tr_append_body (TrWriter *w, int index);
void tr_append_constraint (TrWriter *w, int index);
void tr_append_force (TrWriter *w, int index);
void tr_append_trace (TrWriter *w, int index);
void tr_append_label (TrWriter *w, int index);
