// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The drag matrices of a component. That of a typed curve, and the drag of a slide on one, are
// quadratures over all of the curve: each is kept (kept.h).

#include "solver/masses.h"

#include "solver/engine-private.h"
#include "solver/kept.h"

enum { FAINT_AGE = 64 }; // drag matrices change little

void
tr_masses_forget (TrComponent *k)
{
  for (int i = 0; k->kept && i < k->n_blocks; i++)
    g_free (k->kept[i]);
  g_clear_pointer (&k->kept, g_free);
}

// Values of the typed curve b that are kept for a block.
static double *
kept_values (TrEngine *e,
             TrComponent *k,
             int block,
             const TrBody *b,
             const double *q,
             int n_values,
             bool *is_new)
{
  if (!k->kept)
    k->kept = g_new0 (TrKept *, k->n_blocks);
  return tr_kept_find (&k->kept[block], b, tr_body_q (b, q), n_values, e->scratch, is_new);
}

static void
find_body (TrEngine *e, TrComponent *k, int block, const double *q)
{
  const TrBlock *b = &k->blocks[block];
  const TrBody *body = &e->m->bodies[b->body];
  double *M = &k->M[b->m];
  bool is_new;
  if (body->kind != TR_BODY_FORMULA) {
    tr_body_mass (e->m, body, q, k->size, M);
    return;
  }
  double *kept = kept_values (e, k, block, body, q, b->dim * b->dim, &is_new);
  if (is_new)
    tr_body_mass_plain (e->m, body, q, kept);
  memcpy (M, kept, sizeof *M * (size_t) (b->dim * b->dim));
  tr_body_mass_finish (body, k->size, M);
}

static void
find_slide (TrEngine *e, TrComponent *k, int block, const double *q)
{
  const TrConnector *c = tr_block_slide (e->m, &k->blocks[block]);
  const TrBody *body = &e->m->bodies[c->body];
  double *M = &k->M[k->blocks[block].m];
  bool is_new;
  if (body->kind != TR_BODY_FORMULA) {
    *M = tr_slide_mass (e->m, c, q, k->size, tr_slide_drag (e->m, c, q));
    return;
  }
  double *drag = kept_values (e, k, block, body, q, 1, &is_new);
  if (is_new)
    *drag = tr_slide_drag (e->m, c, q);
  *M = tr_slide_mass (e->m, c, q, k->size, *drag);
}

void
tr_masses_find_pairs (TrEngine *e, TrComponent *k, const double *q)
{
  k->n_mass = 0;
  for (int i = 0; i < k->n_bodies; i++) {
    const TrBody *b = &e->m->bodies[k->bodies[i]];
    if (tr_body_get_ops (b)->block != 2)
      continue;
    int first = e->block_of_q[b->q];
    k->mass = g_renew (TrMassPair, k->mass, k->n_mass + 3 * (b->n / 2) + 1);
    TrMassPair *pair = &k->mass[k->n_mass];
    int n = tr_body_mass_pairs (e->m, b, q, pair);
    for (int j = 0; j < n; j++) {
      pair[j].i += first;
      pair[j].j += first;
    }
    k->n_mass += n;
  }
}

// λ x_qq against M/h: coordinates feel λ/ℓ, angles λ ℓ.
static void
measure_faint (const TrEngine *e, TrComponent *k)
{
  for (int i = 0; i < k->n_nodes; i++) {
    TrNode *n = &k->nodes[i];
    double least = G_MAXDOUBLE;
    for (int r = 0; r < n->n_runs; r++) {
      int block = k->run_block[n->run + r];
      if (block < 0)
        continue;
      const TrBlock *b = &k->blocks[block];
      const TrBody *body = b->body >= 0 ? &e->m->bodies[b->body] : NULL;
      bool angular = body && body->kind == TR_BODY_RIGID;
      for (int j = 0; j < b->dim; j++) {
        double m = k->M[b->m + j * (b->dim + 1)];
        least = fmin (least, angular && j == 2 ? m / n->ell : m * n->ell);
      }
    }
    n->faint = 1e-4 * least / TR_FRAME_SECONDS;
  }
}

void
tr_component_masses (TrEngine *e, TrComponent *k, const double *q)
{
  if (k->n_mass > 0)
    tr_masses_find_pairs (e, k, q);
  for (int i = 0; i < k->n_blocks;) {
    TrBlock *b = &k->blocks[i];
    if (b->is_slide) {
      find_slide (e, k, i, q);
      i++;
    } else {
      const TrBody *body = &e->m->bodies[b->body];
      find_body (e, k, i, q);
      int step = tr_body_get_ops (body)->block;
      i += step ? body->n / step : 1;
    }
  }
  if (!(k->faint_age++ % FAINT_AGE))
    measure_faint (e, k);
}
