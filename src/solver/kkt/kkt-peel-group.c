// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Which steps of the peeling go together, and where they find their numbers.

#include "solver/kkt/kkt-peel-private.h"

#include <string.h>

// ─── groups ─────────────────────────────────────────────────────────────────

// How many steps from e on, at most four, can go together: small ones that do not go into each other.
static int
n_side_by_side (const TrKktPeel *p, int e)
{
  int n = 0, most = MIN (p->n_steps - e, TR_PEEL_LANES);
  for (; n < most && p->step[e + n].small; n++)
    if (p->step[e + n].up >= 0)
      most = MIN (most, p->step[e + n].up - e);
  return n;
}

// The groups into `lanes`; NULL: they are only counted.
static int
group_steps (const TrKktPeel *p, TrPeelLanes *lanes)
{
  int n_lanes = 0;
  for (int e = 0; e < p->n_steps;) {
    int n = n_side_by_side (p, e);
    bool together = n >= TR_PEEL_FEWEST_LANES;
    if (together && lanes)
      lanes[n_lanes] = (TrPeelLanes){.first = e, .n = n};
    n_lanes += together;
    e += together ? n : 1;
  }
  return n_lanes;
}

static void
set_lanes (TrKktPeel *p, bool in_lanes)
{
  if (in_lanes && tr_peel_lanes_at_hand ())
    p->n_lanes = group_steps (p, NULL);
  p->lanes = g_new (TrPeelLanes, p->n_lanes + 1);
  if (p->n_lanes > 0)
    group_steps (p, p->lanes);
  for (int l = 0; l < p->n_lanes; l++) {
    const TrPeelLanes *g = &p->lanes[l];
    for (TrPeelStep *s = p->step + g->first; s < p->step + g->first + g->n; s++)
      s->in_lanes = true;
  }
  gsize lane = sizeof (double) * TR_PEEL_LANES;
  p->lanes_kept = g_aligned_alloc0 ((gsize) p->n_lanes, TR_PEEL_LANES_KEPT * lane, lane);
}

static TrPeelSort
sort_of (const TrPeelStep *s)
{
  return s->in_lanes ? TR_PEEL_IN_LANES : s->small ? TR_PEEL_SMALL : TR_PEEL_ANY;
}

static void
set_runs (TrKktPeel *p)
{
  g_autofree TrPeelRun *run = g_new0 (TrPeelRun, p->n_steps + 1);
  int n_lanes = 0;
  for (int e = 0; e < p->n_steps;) {
    TrPeelRun r = {sort_of (&p->step[e]), e, e};
    int first = n_lanes;
    while (e < p->n_steps && sort_of (&p->step[e]) == r.sort)
      e += r.sort == TR_PEEL_IN_LANES ? p->lanes[n_lanes++].n : 1;
    r.to = e;
    if (r.sort == TR_PEEL_IN_LANES)
      r = (TrPeelRun){r.sort, first, n_lanes};
    run[p->n_runs++] = r;
  }
  p->run = g_memdup2 (run, sizeof (TrPeelRun) * ((gsize) p->n_runs + 1));
}

static int
factor_size (const TrPeelStep *s, const TrPeelSite *at)
{
  if (s->in_lanes)
    return 0;
  if (s->small)
    return (int) (sizeof (TrPeelSmall) / sizeof (double));
  int e = at->pair >= 0 ? s->d * s->dp : 0;
  return s->d * s->d + s->m * s->d + s->m * s->m + s->m * s->dp + e;
}

static void
set_factor (TrKktPeel *p)
{
  int size = 0;
  for (int e = 0; e < p->n_steps; e++) {
    p->site[e].factor = size;
    size += factor_size (&p->step[e], &p->site[e]);
  }
  p->factor = g_new (double, size + 1);
}

void
tr_peel_group (TrKktPeel *p, bool in_lanes)
{
  set_lanes (p, in_lanes);
  set_runs (p);
  set_factor (p);
}

// ─── places ─────────────────────────────────────────────────────────────────

static void
place_lanes (const TrKktPeel *p, TrPeelLanes *g)
{
  g->to = p->site[g->first].to;
  g->most = 0;
  for (int i = 0; i < TR_PEEL_LANES; i++) {
    const TrPeelSite *at = &p->site[g->first + (i < g->n ? i : 0)];
    const TrPeelRows *r = &p->rows[at->rows];
    g->a[i] = at->a;
    g->j[i] = r->j;
    g->k[i] = r->k;
    g->con[i] = r->con;
    g->v[i] = at->v;
    g->vp[i] = i < g->n ? at->vp : at->v;
    g->l[i] = r->l;
    g->from[i] = at->load.from;
    g->end[i] = at->load.end;
    g->most = MAX (g->most, (at->load.end - at->load.from) / TR_PEEL_SMALL_HANDED);
  }
}

// The lanes have the places of theirs: what is kept is no larger than what is not.
static void
drop_sites_in_lanes (TrKktPeel *p)
{
  g_autofree TrPeelSite *site = p->site;
  g_autofree TrPeelRows *rows = p->rows;
  int n_sites = 0, n_rows = 0;
  for (TrPeelStep *s = p->step; s < p->step + p->n_steps; s++)
    if (!s->in_lanes) {
      n_rows += s[1].first - s->first;
      s->site = n_sites++;
    }
  p->site = g_new (TrPeelSite, n_sites + 1);
  p->rows = g_new (TrPeelRows, n_rows + 1);
  n_rows = 0;
  for (int e = 0; e < p->n_steps; e++) {
    const TrPeelStep *s = &p->step[e];
    int n = s[1].first - s->first;
    if (s->in_lanes)
      continue;
    memcpy (p->rows + n_rows, rows + site[e].rows, sizeof (TrPeelRows) * (gsize) n);
    p->site[s->site] = site[e];
    p->site[s->site].rows = n_rows;
    n_rows += n;
  }
}

void
tr_kkt_peel_place (TrKktPeel *p, const TrKktNumbers *n)
{
  p->num = n->num;
  for (int e = 0; e < p->n_steps; e++) {
    const TrPeelStep *s = &p->step[e];
    TrPeelSite *at = &p->site[e];
    at->a = n->a_at[s->block];
    if (at->pair >= 0)
      at->pair = n->pair_at[at->pair];
    for (int i = s->first; i < s[1].first; i++) {
      TrPeelRows *r = &p->rows[i];
      r->j = n->j_at[r->j];
      r->con = n->c_at[r->con];
      r->k = r->k >= 0 ? n->j_at[r->k] : s->small ? n->n_num : -1;
    }
  }
  for (int e = 0; e < p->n_lanes; e++)
    place_lanes (p, &p->lanes[e]);
  drop_sites_in_lanes (p);
}
