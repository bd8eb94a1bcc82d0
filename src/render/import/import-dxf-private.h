// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the parts of the reader of DXF share.

#pragma once

#include "render/import/import-private.h"

// A group: a code, and what the next line says.
typedef struct {
  int code;
  int line;         // of the value, from 1
  double number;    // of codes that have one
  const char *text; // in the file's own encoding
} TrDxfPair;

// A run of groups, the first of code 0: an entity, a record of a table.
typedef struct {
  const TrDxfPair *pair;
  int n;
} TrDxfRun;

typedef struct {
  char *name, *line_type;
  int color, width;
  bool off;    // what is on it is not seen
  bool frozen; // nor what is inserted on it
} TrDxfLayer;

typedef struct {
  char *name;
  int n;
  double *dash; // mm
} TrDxfLineType;

// Its entities are pairs from … to.
typedef struct {
  char *name;
  Vec2 base;
  int from, to;
  bool is_open; // it is being added: none may hold itself
} TrDxfBlock;

typedef struct {
  TrImport *import;
  const char *name; // of the file, for messages
  char *copy;       // of its text, cut into lines
  GArray *pairs;    // TrDxfPair; the last is EOF
  char *encoding;   // of texts; NULL: UTF-8
  double unit;      // drawing units in one of the file
  double mm;        // millimetres in one of the file
  double line_scale;
  GHashTable *layers, *line_types, *blocks; // by their names in lower case
  GHashTable *missed;                       // kind → how often
  GPtrArray *missed_kinds;                  // in their order
} TrDxfReader;

// Where an entity lies: the blocks around it.
typedef struct {
  Affine frame;      // its coordinates to the drawing's
  int depth;         // of blocks in blocks
  const char *layer; // of the insert, for what is on layer "0"; NULL
  TrPen pen;         // of the insert, for what has the colour, width or dashes of its block
  bool is_hidden;    // the insert is, and all of it
} TrDxfPlace;

// import-dxf-pair.c

// Cuts the text into groups. False with error set: the line that is no code, or no number.
bool tr_dxf_read_pairs (TrDxfReader *r, const char *text, gsize n, GError **error);
// The run that starts at pair i: up to the next group of code 0.
TrDxfRun tr_dxf_run (const TrDxfReader *r, int i);
// The first group of that code, NULL: none. Extended data (from 1001 on) is not looked at.
const TrDxfPair *tr_dxf_find (TrDxfRun run, int code);
double tr_dxf_get (TrDxfRun run, int code, double otherwise);
int tr_dxf_get_int (TrDxfRun run, int code, int otherwise);
Vec2 tr_dxf_get_place (TrDxfRun run, int code);
// "" where it has none; still in the file's encoding.
const char *tr_dxf_get_text (TrDxfRun run, int code);
bool tr_dxf_is (TrDxfRun run, const char *kind);

// import-dxf-text.c

// As UTF-8, its escapes read. Free with g_free.
char *tr_dxf_decode (const TrDxfReader *r, const char *text);
// TEXT, ATTRIB and MTEXT as labels.
void tr_dxf_add_text (TrDxfReader *r, TrDxfRun run, const TrDxfPlace *at);
// What our own files say beside: "id=…"; NULL: nothing.
char *tr_dxf_extra (const TrDxfReader *r, TrDxfRun run, const char *key);

// import-dxf-entity.c

// An entity that starts at pair i; returns where the next one starts.
int tr_dxf_add_entity (TrDxfReader *r, int i, const TrDxfPlace *at);
// One more of a kind that has no counterpart.
void tr_dxf_miss (TrDxfReader *r, const char *kind);

// import-dxf-curve.c: outlines in the file's coordinates. False: it is none that can be read.
bool tr_dxf_spline (TrDxfRun run, TrOutline *out);
// Vertices with bulges, tangents of a quarter of the angle of the arc to the next one.
void tr_dxf_bulged (const Vec2 *p, const double *bulge, int n, bool closed, TrOutline *out);
