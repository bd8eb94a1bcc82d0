// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "math/flush.h"
#include "solver/kkt/kkt-private.h"

#include <glib.h>
#include <math.h>
#include <string.h>

// Factorisations with δ after which δ = 0 is tried again, and without peeling until it is.
#define PATIENCE 16
// Spare rows more than there are, for which room is made.
#define MOST_MORE 8
// The most blocks of a system that is kept twice.
#define MOST_TWICE 1000

// ─── structure ──────────────────────────────────────────────────────────────

// Lists the leaves and orders what they leave. The numbers keep their places.
static void
build (TrKkt *k)
{
  tr_kkt_peel_free (k->peel);
  k->peel = tr_kkt_peel_new (k->g, k->blocked, k->method != TR_KKT_SERIAL);
  if (!k->n) {
    g_autofree int *order = tr_kkt_peel_order (k->peel);
    k->n = tr_kkt_numbers_new (k->g, order);
  }
  tr_kkt_peel_place (k->peel, k->n);

  k->regularised = k->by_spare = k->by_rest = k->kept = false;
  g_clear_pointer (&k->left, tr_ldl_free);
  g_clear_pointer (&k->left_safe, tr_ldl_free);
  if (tr_kkt_peel_n_left (k->peel) > 0)
    k->left = tr_ldl_new (k->g, k->n, tr_kkt_peel_left_blocks (k->peel),
                          tr_kkt_peel_left_cons (k->peel), TR_LDL_BLOCKS_FIRST);
}

// NULL: peeling and elimination.
static const TrKktReference *
way_of (TrKktMethod method)
{
  switch (method) {
  case TR_KKT_DENSE:
    return &tr_kkt_dense;
  case TR_KKT_AUXILIARY:
    return &tr_kkt_auxiliary;
  case TR_KKT_CG:
    return &tr_kkt_cg;
  case TR_KKT_AUTO:
  case TR_KKT_TREE:
  case TR_KKT_BLOCK:
  case TR_KKT_SERIAL:
    break;
  }
  return NULL;
}

bool
tr_kkt_method_by_name (const char *name, TrKktMethod *method)
{
  static const char *const names[] = {
      [TR_KKT_AUTO] = "auto",     [TR_KKT_TREE] = "tree",   [TR_KKT_BLOCK] = "block",
      [TR_KKT_SERIAL] = "serial", [TR_KKT_DENSE] = "dense", [TR_KKT_AUXILIARY] = "auxiliary",
      [TR_KKT_CG] = "cg",
  };
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (name, names[i])) {
      *method = (TrKktMethod) i;
      return true;
    }
  return false;
}

static TrKktNumbers *
numbers_in_order (const TrKktGraph *g)
{
  g_autofree int *order = g_new (int, g->n_blocks + 1);
  for (int b = 0; b < g->n_blocks; b++)
    order[b] = b;
  return tr_kkt_numbers_new (g, order);
}

static void
build_reference (TrKkt *k)
{
  k->n = numbers_in_order (k->g);
  k->reference = k->way->make (k->g);
}

static TrKkt *
make (const TrKktShape *shape, TrKktMethod method, bool bundles)
{
  TrKkt *k = g_new0 (TrKkt, 1);
  k->method = method;
  k->g = tr_kkt_graph_new (shape);
  k->blocked = g_malloc0 (sizeof (bool) * ((gsize) shape->n_blocks + 1));
  k->way = way_of (method);
  k->bundle = bundles ? tr_kkt_bundle_new (k->g) : NULL;
  if (k->bundle) {
    k->n = numbers_in_order (k->g);
    return k;
  }
  if (k->way) {
    build_reference (k);
    if (!k->reference)
      g_clear_pointer (&k, tr_kkt_free);
    return k;
  }

  for (int b = 0; method == TR_KKT_BLOCK && b < shape->n_blocks; b++)
    k->blocked[b] = true;
  build (k);
  if (method == TR_KKT_TREE && !tr_kkt_peel_is_tree (k->peel))
    g_clear_pointer (&k, tr_kkt_free);
  return k;
}

TrKkt *
tr_kkt_new (const TrKktShape *shape, TrKktMethod method)
{
  g_return_val_if_fail (shape != NULL, NULL);
  return make (shape, method, method == TR_KKT_AUTO);
}

TrKkt *
tr_kkt_new_single (const TrKktShape *shape)
{
  return make (shape, TR_KKT_AUTO, false);
}

void
tr_kkt_free (TrKkt *k)
{
  if (!k)
    return;
  tr_kkt_bundle_free (k->bundle);
  tr_kkt_peel_free (k->peel);
  tr_ldl_free (k->left);
  tr_ldl_free (k->left_safe);
  if (k->reference)
    k->way->free (k->reference);
  tr_kkt_spare_free (k->spare);
  tr_kkt_refine_free (k->refine);
  tr_kkt_free (k->whole);
  if (k->n)
    tr_kkt_numbers_free (k->n);
  tr_kkt_graph_free (k->g);
  g_free (k->blocked);
  g_free (k);
}

int
tr_kkt_n_unknowns (const TrKkt *k)
{
  return k->g->n_unknowns;
}

int
tr_kkt_n_rows (const TrKkt *k)
{
  return k->g->n_rows;
}

int
tr_kkt_n_distinct (const TrKkt *k)
{
  return tr_kkt_n_rows (k->bundle ? tr_kkt_bundle_inner (k->bundle) : k);
}

const char *
tr_kkt_path (const TrKkt *k)
{
  if (k->way)
    return k->way->path;
  if (k->bundle)
    return tr_kkt_path (tr_kkt_bundle_inner (k->bundle));
  return k->method != TR_KKT_BLOCK && tr_kkt_peel_is_tree (k->peel) ? "tree" : "block";
}

// ─── numbers ────────────────────────────────────────────────────────────────

double *
tr_kkt_a (TrKkt *k, int block)
{
  return k->n->num + k->n->a_at[block];
}

double *
tr_kkt_j (TrKkt *k, int incidence)
{
  return k->n->num + k->n->j_at[incidence];
}

double *
tr_kkt_pair (TrKkt *k, int pair)
{
  return k->n->num + k->n->pair_at[pair];
}

double *
tr_kkt_c (TrKkt *k, int constraint)
{
  return k->n->num + k->n->c_at[constraint];
}

// ─── factor and solve ───────────────────────────────────────────────────────

// x − x is 0 but for infinities and NaN.
static bool
all_finite (const double *x, int n)
{
  double a[4] = {0}, b[4] = {0}; // so that no addition waits for the one before
  int i = 0;
  for (; i + 8 <= n; i += 8)
    for (int k = 0; k < 4; k++) {
      a[k] += x[i + k] - x[i + k];
      b[k] += x[i + 4 + k] - x[i + 4 + k];
    }
  for (; i < n; i++)
    a[0] += x[i] - x[i];
  return isfinite (a[0] + a[1] + a[2] + a[3] + b[0] + b[1] + b[2] + b[3]);
}

static bool
is_finite (const TrKkt *k, const double *v, const double *lambda)
{
  return all_finite (v, k->g->n_unknowns) && all_finite (lambda, k->g->n_rows);
}

// Peels until every block that goes has independent rows; false where the numbers are no numbers,
// or the whole is to be solved instead. Else each turn blocks some block for good, and after the
// first few all of them.
static bool
peel (TrKkt *k, const double *f, const double *b, double *v, double *lambda)
{
  for (int turn = 0; tr_kkt_peel_factor (k->peel, f, b, v, lambda, k->blocked) > 0; turn++) {
    if (!all_finite (k->n->num, k->n->n_num) || !is_finite (k, f, b))
      return false;
    if (k->whole) {
      memset (k->blocked, 0, sizeof (bool) * (size_t) k->g->n_blocks);
      k->rest = PATIENCE;
      k->by_whole = true;
      return false;
    }
    for (int x = 0; turn >= 4 && x < k->g->n_blocks; x++)
      k->blocked[x] = true;
    build (k);
  }
  return true;
}

static void
make_room_for_spare (TrKkt *k, int n)
{
  if (!k->spare)
    k->spare = tr_kkt_spare_new (k->g);
  tr_kkt_spare_reserve (k->spare, n);
  tr_ldl_reserve_null (k->left, n);
}

static void
make_room_for_delta (TrKkt *k)
{
  if (!k->refine)
    k->refine = tr_kkt_refine_new (k->g);
  if (!k->left_safe)
    k->left_safe = tr_ldl_new (k->g, k->n, tr_kkt_peel_left_blocks (k->peel),
                               tr_kkt_peel_left_cons (k->peel), TR_LDL_LEAST_FILL);
}

void
tr_kkt_reserve (TrKkt *k)
{
  if (k->bundle)
    tr_kkt_reserve (tr_kkt_bundle_inner (k->bundle));
  if (k->way || k->whole || k->bundle)
    return;
  int now_and_then = MIN (k->n_small + MOST_MORE, TR_LDL_MOST_NULL);
  if (k->left) {
    make_room_for_spare (k, now_and_then);
    make_room_for_delta (k);
  }
  if (tr_kkt_peel_n_left (k->peel) == k->g->n_blocks || k->g->n_blocks > MOST_TWICE)
    return;
  const TrKktGraph *g = k->g;
  TrKktShape shape = {g->n_blocks, g->dim,   g->n_cons,  g->rows,
                      g->start,    g->touch, g->n_pairs, g->pair};
  k->whole = tr_kkt_new (&shape, TR_KKT_BLOCK);
  make_room_for_spare (k->whole, now_and_then);
  make_room_for_delta (k->whole);
}

static void
regularise (TrKkt *k)
{
  k->by_spare = k->by_rest = false;
  k->regularised = true;
  make_room_for_delta (k);
  tr_kkt_refine_prepare (k);
  tr_ldl_factor (k->left_safe, k->n, tr_kkt_peel_load (k->peel), tr_kkt_peel_load_at (k->peel),
                 k->refine->delta);
}

// Where a pivot was small that does not prove to be of a spare row.
static void
give_up_spare (TrKkt *k)
{
  k->patience = PATIENCE - 1;
  regularise (k);
}

// What is left, with δ = 0 unless that failed lately; f of those left is in v, and the solution where
// no pivot is small. Rows that were spare at the last call will be again: the right-hand side waits then.
static void
factor_left (TrKkt *k, const double *b, double *v, double *lambda)
{
  const double *load = tr_kkt_peel_load (k->peel);
  const int *load_at = tr_kkt_peel_load_at (k->peel);
  bool was_spare = k->by_spare || k->by_rest;

  tr_ldl_count_compliance (k->left, k->counts_compliance);
  if (k->patience > 0 && !k->counts_compliance) {
    k->patience--;
    regularise (k);
    return;
  }
  k->regularised = k->by_spare = k->by_rest = false;
  if (was_spare)
    k->n_small = tr_ldl_factor (k->left, k->n, load, load_at, NULL);
  else
    k->n_small = tr_ldl_factor_solve (k->left, k->n, load, load_at, v, b, v, lambda);
  if (k->n_small == 0) {
    if (was_spare)
      tr_ldl_solve (k->left, v, b, v, lambda);
    return;
  }
  if (k->n_small > TR_LDL_MOST_NULL) {
    make_room_for_delta (k);
    tr_kkt_refine_prepare (k);
    k->by_rest = true;
    return;
  }
  if (!k->spare)
    k->spare = tr_kkt_spare_new (k->g);
  k->by_spare = tr_kkt_spare_take (k, k->n_small);
  if (!k->by_spare)
    give_up_spare (k);
}

void
tr_kkt_apply (TrKkt *k, const double *f, const double *b, double *v, double *lambda)
{
  tr_kkt_peel_forward (k->peel, f, b, v, lambda);
  if (k->left)
    tr_ldl_solve (k->regularised ? k->left_safe : k->left, v, b, v, lambda);
  tr_kkt_peel_backward (k->peel, v, lambda);
}

// Where peeling has failed.
static TrKktResult
factor_solve_whole (TrKkt *k, const double *f, const double *b, double *v, double *lambda)
{
  const TrKktGraph *g = k->g;
  tr_kkt_reference_fill_a (g, k->n, k->whole);
  for (int c = 0; c < g->n_cons; c++) {
    memcpy (tr_kkt_c (k->whole, c), tr_kkt_c (k, c), sizeof (double) * (size_t) g->rows[c]);
    for (int i = g->start[c]; i < g->start[c + 1]; i++)
      memcpy (tr_kkt_j (k->whole, i), tr_kkt_j (k, i),
              sizeof (double) * (size_t) (g->rows[c] * g->dim[g->touch[i]]));
  }
  return tr_kkt_factor_solve (k->whole, f, b, v, lambda);
}

TrKktResult
tr_kkt_factor_solve (TrKkt *k, const double *f, const double *b, double *v, double *lambda)
{
  TrKktResult result = {0};

  if (k->bundle)
    return tr_kkt_bundle_factor_solve (k->bundle, k->n, NULL, f, b, v, lambda);
  k->kept = false;
  k->n_factored += (size_t) k->g->n_blocks;
  if (k->way) {
    k->n_small = k->way->factor (k->reference, k->n);
    return tr_kkt_solve (k, f, b, v, lambda);
  }
  k->by_whole = k->rest > 0;
  k->rest -= k->by_whole;
  if (!k->by_whole && !peel (k, f, b, v, lambda) && !k->by_whole)
    return result;
  if (k->by_whole)
    return factor_solve_whole (k, f, b, v, lambda);
  if (k->left) {
    factor_left (k, b, v, lambda);
    if (k->by_spare || k->by_rest || k->regularised)
      return tr_kkt_solve (k, f, b, v, lambda);
  }
  tr_kkt_peel_backward (k->peel, v, lambda);
  result.ok = is_finite (k, v, lambda);
  return result;
}

// Everything, as updates need it.
static bool
forget (TrKkt *k)
{
  if (k->way || k->patience > 0 || k->rest > 0 || k->by_spare || k->by_rest)
    return false;
  tr_kkt_peel_forget (k->peel);
  if (k->left) {
    tr_ldl_forget (k->left);
    tr_ldl_count_compliance (k->left, k->counts_compliance);
  }
  k->kept = true;
  return true;
}

static TrKktResult
refactor_solve (TrKkt *k,
                const TrKktChange *change,
                const double *f,
                const double *b,
                double *v,
                double *lambda)
{
  TrKktResult result = {0};

  if (k->bundle)
    return tr_kkt_bundle_factor_solve (k->bundle, k->n, change, f, b, v, lambda);
  if (!k->kept && !forget (k))
    return tr_kkt_factor_solve (k, f, b, v, lambda);
  bool whole =
      tr_kkt_peel_update (k->peel, change, f, b, v, lambda, k->blocked, &k->n_factored) == 0;
  if (whole && k->left)
    whole = tr_ldl_update (k->left, k->n, tr_kkt_peel_load (k->peel), tr_kkt_peel_load_at (k->peel),
                           change, tr_kkt_peel_left_dirty (k->peel), &k->n_factored) == 0;
  if (!whole) // rows that depend on each other
    return tr_kkt_factor_solve (k, f, b, v, lambda);
  k->regularised = k->by_spare = k->by_rest = k->by_whole = false;
  k->n_small = 0;
  if (k->left)
    tr_ldl_solve (k->left, v, b, v, lambda);
  tr_kkt_peel_backward (k->peel, v, lambda);
  result.ok = is_finite (k, v, lambda);
  k->kept = result.ok;
  return result;
}

TrKktResult
tr_kkt_refactor_solve (TrKkt *k,
                       const TrKktChange *change,
                       const double *f,
                       const double *b,
                       double *v,
                       double *lambda)
{
  unsigned before = tr_flush_begin ();
  TrKktResult result = refactor_solve (k, change, f, b, v, lambda);
  tr_flush_end (before);
  return result;
}

size_t
tr_kkt_n_factored (const TrKkt *k)
{
  return k->bundle ? tr_kkt_bundle_n_factored (k->bundle) : k->n_factored;
}

void
tr_kkt_let_miss (TrKkt *k, double share)
{
  k->may_miss = share;
  if (k->bundle)
    tr_kkt_let_miss (tr_kkt_bundle_inner (k->bundle), share);
  if (k->whole)
    tr_kkt_let_miss (k->whole, share);
}

void
tr_kkt_count_compliance (TrKkt *k, bool counts)
{
  k->kept &= counts == k->counts_compliance;
  k->counts_compliance = counts;
  if (k->bundle)
    tr_kkt_count_compliance (tr_kkt_bundle_inner (k->bundle), counts);
  if (k->whole)
    tr_kkt_count_compliance (k->whole, counts);
}

TrKktResult
tr_kkt_solve (TrKkt *k, const double *f, const double *b, double *v, double *lambda)
{
  if (k->bundle)
    return tr_kkt_bundle_solve (k->bundle, f, b, v, lambda);
  if (k->by_whole)
    return tr_kkt_solve (k->whole, f, b, v, lambda);
  TrKktResult result = {.n_small = k->n_small};

  unsigned before = tr_flush_begin ();
  if (k->by_spare &&
      !tr_kkt_spare_solve (k, f, b, v, lambda, &result.conflict, &result.refinements))
    give_up_spare (k);
  if (k->by_rest && !tr_kkt_refine_rest (k, f, b, v, lambda, &result)) {
    k->patience = k->may_miss > 0 ? 0 : PATIENCE - 1;
    regularise (k);
  }
  result.regularised = k->by_spare || k->by_rest || k->regularised;
  if (k->way)
    result.conflict = k->way->solve (k->reference, f, b, v, lambda);
  else if (k->regularised)
    tr_kkt_refine_solve (k, f, b, v, lambda, &result);
  else if (!k->by_spare && !k->by_rest)
    tr_kkt_apply (k, f, b, v, lambda);
  tr_flush_end (before);
  result.ok = is_finite (k, v, lambda);
  return result;
}
