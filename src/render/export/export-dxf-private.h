// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the two halves of the writer of DXF share: pairs of a code and a value, and the tables that
// entities refer to.

#pragma once

#include "render/dxf.h"
#include "render/outline.h"
#include "render/style.h"

typedef struct {
  GString *out;      // of the section at work
  guint handle;      // the last one given
  GPtrArray *layers; // names: of entities so far, "0" first
  GPtrArray *dashes; // TrDxfDash
  TrBounds box;      // mm, of what was written
} TrDxf;

typedef struct {
  int n;
  double *dash; // mm
} TrDxfDash;

// One pair, two lines.
void tr_dxf_text (TrDxf *d, int code, const char *text); // what is not ASCII is escaped
void tr_dxf_int (TrDxf *d, int code, int value);
void tr_dxf_number (TrDxf *d, int code, double value);      // reads back as the same double
void tr_dxf_place (TrDxf *d, int code, double x, double y); // code, code + 10, and 0 at code + 20
void tr_dxf_handle (TrDxf *d, int code, guint handle);
guint tr_dxf_next_handle (TrDxf *d);

// The whole file round entities that were written with these tables; the model space is their
// owner TR_DXF_SPACE.
#define TR_DXF_SPACE 0x1f
GBytes *tr_dxf_file (TrDxf *d, const char *title);
