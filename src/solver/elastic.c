// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Forces on whole bodies: a sheet's elasticity (witkin-1990 §5.4), a hand that carries a body.

#include "solver/engine-private.h"
#include "solver/hand/grab.h"
#include "solver/soft.h"

#include <string.h>

// The energies act on F = (u v) B, B = (u₀ v₀)⁻¹, as f = (F₁₁, F₂₁, F₁₂, F₂₂), with A the rest
// area and e_a = (1,0,0,1), e_b = (0,1,−1,0), e_c = (1,0,0,−1), e_d = (0,1,1,0):
//
//   shape  E = ½ k_s A |F − R|²,  a = f·e_a, b = f·e_b, S = √(a² + b²)
//          g = k_s A (f − (a e_a + b e_b)/S)
//          H = k_s A (I − (1 − τ) w wᵀ),  w = (a e_b − b e_a)/(S√2),  τ = max (0, 1 − 2/S)
//   area   E = ½ k_a A (J − 1)²,  J = det F,  C = ∂J/∂f
//          g = k_a A (J − 1) C
//          H = k_a A (C Cᵀ + ½|J − 1| (e₁ e₁ᵀ + e₂ e₂ᵀ)),  e₁, e₂ = e_a, e_b or e_c, e_d
//
// The system of an elastic sheet is another one in every iteration, and has to be. H is soft along w,
// the turn of the sheet, by τ ≈ 0 and stiff by k_s A across it. A constant H ⪰ k_s A I would hold
// that turn back by k_s A against the drag M/h: a stiff sheet would follow a turn of the hand by
// M/(h k_s A) of it an iteration. An H that is turned along late, by δ, is too soft along the turn by
// k_s A sin²δ, and a step overshoots where that is over 2 M/h. Turning the factor of one sheet by its
// rotation R̂ (A = R̂ A₀ R̂ᵀ, J R̂ = R J) would be exact, but sheets that are joined turn apart. What it
// costs, measured (bench drag-elastic): each sheet is factored once a frame, about a microsecond;
// plain ones are not (drag-sheets).
static void
add_outer (double H[16], const double u[4], double w)
{
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      H[4 * i + j] += w * u[i] * u[j];
}

static void
shape_energy (const double f[4], double k, double g[4], double H[16])
{
  double a = f[0] + f[3], b = f[1] - f[2], S = fmax (hypot (a, b), 1e-12);
  double along[4] = {a, b, -b, a};
  for (int i = 0; i < 4; i++) {
    g[i] += k * (f[i] - along[i] / S);
    H[5 * i] += k;
  }
  double r = 1 / (S * sqrt (2)), w[4] = {-b * r, a * r, -a * r, -b * r};
  add_outer (H, w, -k * (1 - fmax (0, 1 - 2 / S)));
}

static void
area_energy (const double f[4], double k, double g[4], double H[16])
{
  double J = f[0] * f[3] - f[2] * f[1], C[4] = {f[3], -f[2], -f[1], f[0]};
  static const double wide[2][4] = {{1, 0, 0, 1}, {0, 1, -1, 0}};
  static const double flat[2][4] = {{1, 0, 0, -1}, {0, 1, 1, 0}};
  for (int i = 0; i < 4; i++)
    g[i] += k * (J - 1) * C[i];
  add_outer (H, C, k);
  for (int i = 0; i < 2; i++)
    add_outer (H, J > 1 ? wide[i] : flat[i], 0.5 * k * fabs (J - 1));
}

void
tr_soft_put_sheet (TrEngine *e, TrComponent *k, int body, const TrState *s)
{
  const TrBody *sheet = &e->m->bodies[body];
  const double *q = tr_body_q (sheet, s->q);
  Vec2 u0 = sheet->sheet.rest ? sheet->sheet.rest[0] : v2 (1, 0);
  Vec2 v0 = sheet->sheet.rest ? sheet->sheet.rest[1] : v2 (0, 1);
  Mat2 B = m2_inverse ((Mat2){u0.x, v0.x, u0.y, v0.y});
  double area = fabs (v2_cross (u0, v0)) * sheet->sheet.size.x * sheet->sheet.size.y;

  // f = Tᵀ U with U = (u, v): column j of F is Σ_i U_i B_ij
  double T[4][4] = {{B.xx, 0, B.xy, 0}, {0, B.xx, 0, B.xy}, {B.yx, 0, B.yy, 0}, {0, B.yx, 0, B.yy}};
  double f[4] = {0}, g[4] = {0}, H[16] = {0};
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      f[j] += T[i][j] * q[2 + i];
  if (sheet->sheet.shape.value > 0)
    shape_energy (f, sheet->sheet.shape.value * area, g, H);
  if (sheet->sheet.area.value > 0)
    area_energy (f, sheet->sheet.area.value * area, g, H);

  int block = e->block_of_q[sheet->q];
  double *A = tr_component_a (k, block), *load = &k->f[k->blocks[block].v + 2];
  for (int i = 0; i < 4; i++)
    for (int a = 0; a < 4; a++) {
      load[i] -= T[i][a] * g[a];
      for (int j = 0; j < 4; j++)
        for (int b = 0; b < 4; b++)
          A[(2 + i) * 6 + 2 + j] += T[i][a] * H[4 * a + b] * T[j][b];
    }
}

// A body carried whole: every unknown is pulled to where it was at the press, its points moved
// along with the pointer.
void
tr_soft_put_whole (TrEngine *e, TrComponent *k, const TrState *s)
{
  const TrGrab *g = &e->grab;
  const TrBody *body = &e->m->bodies[g->what.body];
  Vec2 moved = v2_sub (g->pointer, g->offset);
  for (int i = 0; i < k->n_blocks; i++) {
    const TrBlock *b = &k->blocks[i];
    if (b->body != g->what.body)
      continue;
    double *A = tr_component_a (k, i);
    for (int r = 0; r < b->dim; r++) {
      for (int c = 0; c < b->dim; c++) {
        int axis = tr_soft_coordinate_of (body, b->at - body->q + c);
        double goal = g->start[b->at - body->q + c];
        goal += axis == 0 ? moved.x : axis == 1 ? moved.y : 0;
        double pull = g->stiffness * k->M[b->m + r * b->dim + c];
        k->f[b->v + r] += pull * (goal - s->q[b->at + c]);
        A[r * b->dim + c] += pull;
      }
    }
  }
}
