// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "math/dense.h"
#include "solver/kkt/kkt-bundle-private.h"

#include <glib.h>
#include <math.h>
#include <string.h>

// Of rows of unit length, what counts as no direction of its own: weak modes count as singular.
#define WEAK 1e-4

// ─── one constraint ─────────────────────────────────────────────────────────

// Its rows by unknowns of like size, of unit length or divided by the root of their compliance, into
// s->rows. Returns how many of them are soft.
static int
scale_rows (TrKktBundle *s, int con)
{
  const TrKktGraph *g = s->g;
  int width = tr_kkt_bundle_width (g, con), n_soft = 0;
  for (int r = 0; r < g->rows[con]; r++) {
    int at = g->l_at[con] + r;
    double softness = s->num->num[s->num->c_at[con] + r], size2 = s->size2[at];
    double divisor = sqrt (softness > 0 ? softness : size2), *to = s->rows + r * width;
    double factor = size2 > 0 ? 1 / divisor : 0;
    n_soft += softness > 0;
    s->divisor[at] = divisor;
    for (int i = g->start[con]; i < g->start[con + 1]; i++) {
      int d = g->dim[g->touch[i]];
      const double *j = s->num->num + s->num->j_at[i] + r * d;
      const double *scale = s->scale + g->v_at[g->touch[i]];
      for (int k = 0; k < d; k++)
        *to++ = factor * j[k] / scale[k];
    }
  }
  return n_soft;
}

// x ← x − 2 u (uᵀx) over one column of rows from … on.
static void
reflect (int m, int width, const double *u, double *column)
{
  double dot = 0;
  for (int r = 0; r < m; r++)
    dot += u[r] * column[r * width];
  for (int r = 0; r < m; r++)
    column[r * width] -= 2 * dot * u[r];
}

// H by Householder's reflections, a column that the constraint has for itself after the other; s->rows ← H rows.
static void
turn_rows (TrKktBundle *s, int con)
{
  const TrKktGraph *g = s->g;
  int m = g->rows[con], width = tr_kkt_bundle_width (g, con), done = 0, col = 0;
  double *h = s->turn + s->turn_at[con], *u = s->y;
  for (int i = 0; i < m * m; i++)
    h[i] = i % (m + 1) == 0;
  for (int i = g->start[con]; i < g->start[con + 1]; i++)
    for (int k = 0; k < g->dim[g->touch[i]]; k++, col++) {
      if (s->crowds.col_at[i] >= 0)
        continue;
      double length = 0, own = 0;
      for (int r = done; r < m; r++) {
        u[r] = s->rows[r * width + col];
        length += u[r] * u[r];
      }
      length = sqrt (length);
      u[done] += u[done] < 0 ? -length : length;
      for (int r = done; r < m; r++)
        own += u[r] * u[r];
      for (int r = done; r < m; r++)
        u[r] = own > 0 ? u[r] / sqrt (own) : 0;
      for (int c = 0; c < width; c++)
        reflect (m - done, width, u + done, s->rows + done * width + c);
      for (int c = 0; c < m; c++)
        reflect (m - done, m, u + done, h + done * m + c);
      for (int r = ++done; r < m; r++)
        s->rows[r * width + col] = 0;
    }
}

// What tells the unknowns that a constraint has for itself, into the small system; of one that is kept
// all.
static void
put_own (TrKktBundle *s, int con, double softness)
{
  const TrKktGraph *g = s->g;
  int to = s->con_of[con], width = tr_kkt_bundle_width (g, con),
      n = s->is_kept[con] ? g->rows[con] : s->crowds.own[con];
  for (int r = 0, col = 0; r < s->room[con]; r++, col = 0) {
    double own_softness = s->is_kept[con] ? s->num->num[s->num->c_at[con] + r] > 0 : softness;
    tr_kkt_c (s->inner, to)[r] = r < n ? own_softness : 1;
    for (int i = g->start[con]; i < g->start[con + 1]; i++) {
      int d = g->dim[g->touch[i]];
      double *j = tr_kkt_j (s->inner, s->first[to] + i - g->start[con]) + r * d;
      const double *scale = s->scale + g->v_at[g->touch[i]];
      for (int k = 0; k < d; k++, col++)
        j[k] = r < n ? s->rows[r * width + col] * scale[k] : 0;
    }
  }
}

// The rows of constraint c of a crowd from row own on; those of a constraint that is kept are 0.
static void
put_crowd (TrKktBundle *s, TrKktPacked *b, int c)
{
  const TrKktGraph *g = s->g;
  int con = b->crowd->con[c], width = tr_kkt_bundle_width (g, con), own = s->crowds.own[con];
  for (int r = own; r < g->rows[con]; r++) {
    int at = b->first[c] + r - own, e = b->start[at];
    double *hard = tr_kkt_told_values (b->hard.told), *soft = tr_kkt_told_values (b->soft.told);
    bool is_any = false;
    b->is_soft[at] = s->num->num[s->num->c_at[con] + r] > 0;
    for (int i = g->start[con], col = 0; i < g->start[con + 1]; i++)
      for (int k = 0; k < g->dim[g->touch[i]]; k++, col++) {
        if (s->crowds.col_at[i] < 0)
          continue;
        double x = s->is_kept[con] ? 0 : s->rows[r * width + col];
        hard[e] = b->is_soft[at] ? 0 : x;
        soft[e++] = b->is_soft[at] ? x : 0;
        is_any |= fabs (x) > 0;
      }
    b->n_hard += is_any && !b->is_soft[at];
  }
}

// False where the small system has no room for it.
static bool
put_constraint (TrKktBundle *s, TrKktPacked *b, int c)
{
  int con = b->crowd->con[c], n_soft = scale_rows (s, con), n_rows = s->g->rows[con];
  bool has_room = true;
  if (s->crowds.own[con] > 0) {
    s->is_kept[con] = n_soft > 0 && n_soft < n_rows;
    has_room = !s->is_kept[con] || s->room[con] == n_rows;
    if (!has_room)
      s->room[con] = n_rows;
    else if (!s->is_kept[con])
      turn_rows (s, con);
    if (has_room)
      put_own (s, con, n_soft > 0);
    s->changed[s->con_of[con]] = true;
  }
  put_crowd (s, b, c);
  return has_room;
}

// ─── numbers ────────────────────────────────────────────────────────────────

static bool
has_changed (const TrKktBundle *s, const TrKktPacked *b, const TrKktChange *change)
{
  bool has = !change;
  for (int c = 0; c < b->crowd->n_cons && !has; c++) {
    int con = b->crowd->con[c];
    has = change->con[con];
    for (int i = s->g->start[con]; i < s->g->start[con + 1] && !has; i++)
      has = change->block[s->g->touch[i]];
  }
  return has;
}

// R of a stack into the small system. Rows that tell nothing act on nothing there.
static void
put_stack (TrKktBundle *s, const TrKktPacked *b, const TrKktStack *t, double softness)
{
  for (int k = 0; k < t->room; k++)
    tr_kkt_c (s->inner, t->con)[k] = k < t->n && tr_kkt_told_row (t->told, k) ? softness : 1;
  for (int i = 0, col = 0; i < b->crowd->n_blocks; col += s->g->dim[b->crowd->block[i++]]) {
    int block = b->crowd->block[i], dim = s->g->dim[block];
    double *j = tr_kkt_j (s->inner, s->first[t->con] + i);
    for (int k = 0; k < t->room; k++) {
      const double *row = k < t->n ? tr_kkt_told_row (t->told, k) : NULL;
      for (int l = 0; l < dim; l++)
        j[k * dim + l] = row ? row[col + l] * s->scale[s->g->v_at[block] + l] : 0;
    }
  }
}

static void
measure_unknowns (TrKktBundle *s)
{
  const TrKktGraph *g = s->g;
  tr_kkt_row_sizes (g, s->num, s->work, s->size2);
  for (int b = 0; b < g->n_blocks; b++)
    for (int i = 0; i < g->dim[b]; i++)
      s->scale[g->v_at[b] + i] = sqrt (s->num->num[s->num->a_at[b] + i * (g->dim[b] + 1)]);
}

// What is in no crowd, as it is.
static void
fill_others (TrKktBundle *s, const TrKktChange *change)
{
  const TrKktGraph *g = s->g;
  const TrKktNumbers *num = s->num;
  tr_kkt_reference_fill_a (g, num, s->inner);
  for (int c = 0; c < g->n_cons; c++) {
    int to = s->con_of[c];
    if (to < 0 || s->crowds.crowd_of[c] >= 0)
      continue;
    s->changed[to] = !change || change->con[c];
    memcpy (tr_kkt_c (s->inner, to), num->num + num->c_at[c], sizeof (double) * (gsize) g->rows[c]);
    for (int i = g->start[c]; i < g->start[c + 1]; i++)
      memcpy (tr_kkt_j (s->inner, s->first[to] + i - g->start[c]), num->num + num->j_at[i],
              sizeof (double) * (gsize) (g->rows[c] * g->dim[g->touch[i]]));
  }
}

// Whether R has more rows than there is room for.
static bool
find_stack (TrKktStack *t, double weak, int *rank)
{
  t->n = tr_kkt_told_find (t->told, weak, rank);
  bool is_more = t->n > t->room;
  t->room = MAX (t->n, t->room);
  return is_more;
}

bool
tr_kkt_bundle_fill (TrKktBundle *s, const TrKktChange *change)
{
  bool is_more = false;
  measure_unknowns (s);
  fill_others (s, change);
  for (TrKktPacked *b = s->bundle; b < s->bundle + s->crowds.n; b++) {
    bool changed = has_changed (s, b, change);
    int soft_rank;
    s->changed[b->hard.con] = s->changed[b->soft.con] = changed;
    for (int c = 0; c < b->crowd->n_cons; c++)
      if (s->con_of[b->crowd->con[c]] >= 0)
        s->changed[s->con_of[b->crowd->con[c]]] = false;
    if (!changed)
      continue;
    b->n_hard = 0;
    for (int c = 0; c < b->crowd->n_cons; c++)
      is_more |= !put_constraint (s, b, c);
    is_more |= find_stack (&b->hard, WEAK, &b->rank);
    is_more |= find_stack (&b->soft, 0, &soft_rank);
    if (is_more)
      continue;
    put_stack (s, b, &b->hard, 0);
    put_stack (s, b, &b->soft, 1);
  }
  return !is_more;
}
