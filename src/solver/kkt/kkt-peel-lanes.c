// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Four small steps at a time, where a tree is wide: the steps of a level do not wait for each other.
// The factor lies in lanes, number by number of the four bodies; the system's
// numbers lie as assembly, updates and refinement want them, each matrix whole, and are turned on
// the way in, two rows by one shuffle a row.
//
// The arithmetic is that of kkt-peel-small.c, lane by lane, and its order at the parents as well, so
// that both give the same bits.

#include "solver/kkt/kkt-peel-private.h"

#include <glib.h>
#include <string.h>

#ifdef __x86_64__

#include <immintrin.h>

#define LANES  __attribute__ ((target ("avx2")))
#define INLINE static inline __attribute__ ((always_inline)) LANES
#define WIDTH  TR_PEEL_LANES

typedef double Lane __attribute__ ((vector_size (8 * WIDTH), aligned (8 * WIDTH)));

// Of four steps.
typedef struct {
  Lane a_inv[6], y[6], s[3], p[6];
} Kept;

G_STATIC_ASSERT (sizeof (Kept) == sizeof (Lane) * TR_PEEL_LANES_KEPT);

#define KERNEL_T      Lane
#define KERNEL_FACTOR Kept
#define KERNEL_TARGET LANES
#include "solver/kkt/kkt-peel-kernel.h"

bool
tr_peel_lanes_at_hand (void)
{
  return __builtin_cpu_supports ("avx2");
}

// ─── in and out ─────────────────────────────────────────────────────────────

// A place of each of the four, by value: what is written meanwhile cannot be these.
typedef struct {
  int at[WIDTH];
} Places;

INLINE Places
places (const int *at)
{
  return (Places){{at[0], at[1], at[2], at[3]}};
}

// Numbers at + 0 and at + 1 of each of the four.
INLINE void
take_two (const double *from, const int *at, Lane *x, Lane *y)
{
  __m256d a = _mm256_castpd128_pd256 (_mm_loadu_pd (from + at[0]));
  __m256d b = _mm256_castpd128_pd256 (_mm_loadu_pd (from + at[1]));
  a = _mm256_insertf128_pd (a, _mm_loadu_pd (from + at[2]), 1);
  b = _mm256_insertf128_pd (b, _mm_loadu_pd (from + at[3]), 1);
  *x = (Lane) _mm256_unpacklo_pd (a, b);
  *y = (Lane) _mm256_unpackhi_pd (a, b);
}

INLINE Lane
take_one (const double *from, const int *at)
{
  return (Lane){from[at[0]], from[at[1]], from[at[2]], from[at[3]]};
}

INLINE void
take_three (const double *from, const int *at, Lane *x)
{
  take_two (from, at, &x[0], &x[1]);
  x[2] = take_one (from + 2, at);
}

// A matrix of two rows.
INLINE void
take_rows (const double *from, const int *at, Lane *x)
{
  for (int i = 0; i < 6; i += 2)
    take_two (from + i, at, &x[i], &x[i + 1]);
}

// The lower triangle of A, packed.
INLINE void
take_a (const double *num, const int *at, Lane *a)
{
  a[0] = take_one (num, at);
  take_two (num + 3, at, &a[1], &a[2]);
  take_two (num + 6, at, &a[3], &a[4]);
  a[5] = take_one (num + 8, at);
}

// The first comes last: lanes that are left over have its places.
INLINE void
put_two (Lane x, Lane y, double *to, Places o)
{
  __m256d a = _mm256_unpacklo_pd ((__m256d) x, (__m256d) y);
  __m256d b = _mm256_unpackhi_pd ((__m256d) x, (__m256d) y);
  _mm_storeu_pd (to + o.at[3], _mm256_extractf128_pd (b, 1));
  _mm_storeu_pd (to + o.at[2], _mm256_extractf128_pd (a, 1));
  _mm_storeu_pd (to + o.at[1], _mm256_castpd256_pd128 (b));
  _mm_storeu_pd (to + o.at[0], _mm256_castpd256_pd128 (a));
}

INLINE void
put_one (Lane x, double *to, Places o)
{
  for (int i = WIDTH - 1; i >= 0; i--)
    to[o.at[i]] = x[i];
}

// Two numbers of each of the four, one after the other, to what is there.
INLINE void
add_two (Lane x, Lane y, double *to, Places o)
{
  __m256d a = _mm256_unpacklo_pd ((__m256d) x, (__m256d) y);
  __m256d b = _mm256_unpackhi_pd ((__m256d) x, (__m256d) y);
  const __m128d part[WIDTH] = {_mm256_castpd256_pd128 (a), _mm256_castpd256_pd128 (b),
                               _mm256_extractf128_pd (a, 1), _mm256_extractf128_pd (b, 1)};
  for (int i = 0; i < WIDTH; i++)
    _mm_storeu_pd (to + o.at[i], _mm_add_pd (_mm_loadu_pd (to + o.at[i]), part[i]));
}

INLINE void
add_one (Lane x, double *to, Places o)
{
  for (int i = 0; i < WIDTH; i++)
    to[o.at[i]] += x[i];
}

// ─── loads ──────────────────────────────────────────────────────────────────

// A, and what the children have handed on, child by child; a lane that has no more takes noughts.
INLINE void
take_loaded_a (const TrKktPeel *p, const TrPeelLanes *g, Lane *a)
{
  Lane load[6];
  int at[WIDTH];
  take_a (p->num, g->a, a);
  for (int i = 0; g->most == 0 && i < 6; i++)
    a[i] += 0; // −0 becomes 0, as it does where noughts are taken
  for (int c = 0; c < g->most; c++) {
    for (int i = 0; i < WIDTH; i++) {
      at[i] = g->from[i] + c * TR_PEEL_SMALL_HANDED;
      at[i] = at[i] < g->end[i] ? at[i] : 0;
    }
    take_rows (p->handed, at, load);
    for (int i = 0; i < 6; i++)
      a[i] += load[i];
  }
}

INLINE void
leave_f (const TrPeelLanes *g, const Lane *f, double *v)
{
  Places to = places (g->vp);
  add_two (f[0], f[1], v, to);
  add_one (f[2], v + 2, to);
}

// Lanes that are left over have places of steps to come.
INLINE void
leave_a (TrKktPeel *p, const TrPeelLanes *g, const Lane *a)
{
  const Places to = {{0, TR_PEEL_SMALL_HANDED, 2 * TR_PEEL_SMALL_HANDED, 3 * TR_PEEL_SMALL_HANDED}};
  for (int i = 0; i < 6; i += 2)
    put_two (a[i], a[i + 1], p->handed + g->to + i, to);
}

// v and λ, which wait in their places for the way back.
INLINE void
put_answer (const TrPeelLanes *g, const Lane *x, const Lane *l, double *v, double *lambda)
{
  Places at = places (g->v), rows = places (g->l);
  put_two (x[0], x[1], v, at);
  put_one (x[2], v + 2, at);
  put_two (l[0], l[1], lambda, rows);
}

// ─── a step ─────────────────────────────────────────────────────────────────

// The lanes of which A's cofactors have lost digits, one at a time.
static __attribute__ ((noinline)) LANES void
mend (Lane *det, const Lane *a, const Lane *j, const Lane *f, Lane *adj, Lane *y, Lane *u)
{
  const Lane bound = careful_below (a);
  for (int i = 0; i < WIDTH; i++) {
    if ((*det)[i] > bound[i])
      continue;
    double one_a[6], one_adj[6], one_j[6], one_f[3], one_y[6], one_u[3];
    for (int k = 0; k < 6; k++) {
      one_a[k] = a[k][i];
      one_j[k] = j[k][i];
    }
    for (int k = 0; k < 3; k++)
      one_f[k] = f[k][i];
    (*det)[i] =
        tr_peel_adjugate_careful (one_a, one_adj, (const double *const[]){one_j, one_j + 3, one_f},
                                  (double *const[]){one_y, one_y + 3, one_u});
    for (int k = 0; k < 6; k++) {
      adj[k][i] = one_adj[k];
      y[k][i] = one_y[k];
    }
    for (int k = 0; k < 3; k++)
      u[k][i] = one_u[k];
  }
}

// The four bits of where x > y.
INLINE int
above (Lane x, Lane y)
{
  return _mm256_movemask_pd (_mm256_cmp_pd ((__m256d) x, (__m256d) y, _CMP_GT_OQ));
}

// Eliminates the four from A and f with all that their children left, and returns the bits of those
// whose S is not regular.
INLINE int
eliminate (const TrKktPeel *p,
           const TrPeelLanes *g,
           const Lane *a,
           const Lane *f,
           const Lane *b,
           Kept *q,
           Lane *v,
           Lane *lambda,
           Lane *up_a,
           Lane *up_f)
{
  Lane j[6], k[6], c[2], adj[6], y[6], u[3], bound;
  take_rows (p->num, g->j, j);
  Lane det = start (a, j, f, adj, y, u);
  if (G_UNLIKELY (above (det, careful_below (a)) != TR_PEEL_ALL_LANES))
    mend (&det, a, j, f, adj, y, u);
  take_rows (p->num, g->k, k);
  take_two (p->num, g->con, &c[0], &c[1]);
  Lane det_s = finish (det, adj, y, u, j, k, c, b, q, v, lambda, up_a, up_f, &bound);
  return tr_peel_lanes_of (g) & ~above (det_s, bound);
}

static int
block_some (const TrKktPeel *p, const TrPeelLanes *g, int which, bool *blocked)
{
  int n = 0;
  for (int i = 0; i < g->n; i++)
    if (which & 1 << i) {
      blocked[p->step[g->first + i].block] = true;
      n++;
    }
  return n;
}

LANES int
tr_peel_factor_lanes (
    TrKktPeel *p, int from, int to, const double *b, double *v, double *lambda, bool *blocked)
{
  int n_failed = 0;

  for (int e = from; e < to; e++) {
    const TrPeelLanes *g = &p->lanes[e];
    Kept *q = (Kept *) (void *) p->lanes_kept + e;
    Lane a[6], x[3], sides[2], y[3], l[2], up_a[6], up_f[3];
    take_loaded_a (p, g, a);
    take_three (v, g->v, x);
    take_two (b, g->l, &sides[0], &sides[1]);

    int singular = eliminate (p, g, a, x, sides, q, y, l, up_a, up_f);
    if (G_UNLIKELY (singular))
      n_failed += block_some (p, g, singular, blocked);
    leave_a (p, g, up_a);
    leave_f (g, up_f, v);
    put_answer (g, y, l, v, lambda);
  }
  return n_failed;
}

// ─── updates ────────────────────────────────────────────────────────────────

// Which of the four have other numbers.
static int
changed_lanes (const TrKktPeel *p, const TrPeelLanes *g, const TrKktChange *change)
{
  int which = 0;
  for (int i = 0; i < g->n; i++)
    if (p->dirty[g->first + i] || tr_peel_is_changed (p, &p->step[g->first + i], change))
      which |= 1 << i;
  return which;
}

INLINE Lane
where (int which, Lane x, Lane otherwise)
{
  const __m256i bits = _mm256_set_epi64x (8, 4, 2, 1);
  __m256i mask = _mm256_cmpeq_epi64 (_mm256_and_si256 (_mm256_set1_epi64x (which), bits), bits);
  return (Lane) _mm256_blendv_pd ((__m256d) otherwise, (__m256d) x, _mm256_castsi256_pd (mask));
}

// The lanes `which` again. The others keep what they have: their factor comes out as it was, their
// right-hand side went along with the factor.
static LANES int
refactor (TrKktPeel *p,
          const TrPeelLanes *g,
          Kept *q,
          int which,
          const Lane *f,
          const Lane *b,
          double close,
          Lane *v,
          Lane *lambda,
          Lane *up_f)
{
  Lane a[6], up_a[6], new_v[3], new_lambda[2], new_f[3];
  take_loaded_a (p, g, a);
  int singular = eliminate (p, g, a, f, b, q, new_v, new_lambda, up_a, new_f);
  for (int k = 0; k < 3; k++) {
    v[k] = where (which, new_v[k], v[k]);
    up_f[k] = where (which, new_f[k], up_f[k]);
  }
  for (int k = 0; k < 2; k++)
    lambda[k] = where (which, new_lambda[k], lambda[k]);

  for (int i = 0; i < g->n; i++) {
    if (!(which & 1 << i))
      continue;
    double one[TR_PEEL_SMALL_HANDED];
    for (int k = 0; k < TR_PEEL_SMALL_HANDED; k++)
      one[k] = up_a[k][i];
    tr_peel_keep (p, &p->step[g->first + i], g->to + i * TR_PEEL_SMALL_HANDED, TR_PEEL_SMALL_HANDED,
                  one, close);
    p->dirty[g->first + i] = false;
  }
  return singular & which;
}

LANES int
tr_peel_update_lanes (TrKktPeel *p,
                      int from,
                      int to,
                      const TrKktChange *change,
                      const double *b,
                      double *v,
                      double *lambda,
                      bool *blocked,
                      size_t *n_factored)
{
  int n_failed = 0;

  for (int e = from; e < to; e++) {
    const TrPeelLanes *g = &p->lanes[e];
    Kept *q = (Kept *) (void *) p->lanes_kept + e;
    Lane x[3], sides[2], y[3] = {0}, l[2] = {0}, up_f[3] = {0};
    int which = changed_lanes (p, g, change);
    take_three (v, g->v, x);
    take_two (b, g->l, &sides[0], &sides[1]);
    if (which != tr_peel_lanes_of (g))
      carry (q, x, sides, y, l, up_f);
    if (which) {
      int singular = refactor (p, g, q, which, x, sides, change->close, y, l, up_f);
      n_failed += block_some (p, g, singular, blocked);
      *n_factored += (size_t) __builtin_popcount ((unsigned) which);
    }
    leave_f (g, up_f, v);
    put_answer (g, y, l, v, lambda);
  }
  return n_failed;
}

// ─── solve ──────────────────────────────────────────────────────────────────

LANES void
tr_peel_forward_lanes (
    const TrKktPeel *p, int from, int to, const double *b, double *v, double *lambda)
{
  for (int e = from; e < to; e++) {
    const TrPeelLanes *g = &p->lanes[e];
    const Kept *q = (const Kept *) (const void *) p->lanes_kept + e;
    Lane x[3], sides[2], y[3], l[2], up_f[3];
    take_three (v, g->v, x);
    take_two (b, g->l, &sides[0], &sides[1]);
    carry (q, x, sides, y, l, up_f);
    leave_f (g, up_f, v);
    put_answer (g, y, l, v, lambda);
  }
}

LANES void
tr_peel_backward_lanes (const TrKktPeel *p, int from, int to, double *v, double *lambda)
{
  for (int e = to - 1; e >= from; e--) {
    const TrPeelLanes *g = &p->lanes[e];
    const Kept *q = (const Kept *) (const void *) p->lanes_kept + e;
    Lane vp[3], x[3], l[2];
    take_three (v, g->v, x);
    take_three (v, g->vp, vp);
    take_two (lambda, g->l, &l[0], &l[1]);
    back (q, vp, x, l);
    put_answer (g, x, l, v, lambda);
  }
}

#else // no such processor: no step is taken in lanes

bool
tr_peel_lanes_at_hand (void)
{
  return false;
}

int
tr_peel_factor_lanes (
    TrKktPeel *p, int from, int to, const double *b, double *v, double *lambda, bool *blocked)
{
  g_assert_not_reached ();
}

int
tr_peel_update_lanes (TrKktPeel *p,
                      int from,
                      int to,
                      const TrKktChange *change,
                      const double *b,
                      double *v,
                      double *lambda,
                      bool *blocked,
                      size_t *n_factored)
{
  g_assert_not_reached ();
}

void
tr_peel_forward_lanes (
    const TrKktPeel *p, int from, int to, const double *b, double *v, double *lambda)
{
  g_assert_not_reached ();
}

void
tr_peel_backward_lanes (const TrKktPeel *p, int from, int to, double *v, double *lambda)
{
  g_assert_not_reached ();
}

#endif
