// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A point runs through keys in time: a − p(time) = 0, p the cubic Hermite curve through the keys
// whose velocity at a key is that of the parabola through it and its two neighbours; 0 at the
// ends of an open path, and the point is held before and after. A loop's last key is its first
// again.

#include "model/con-shape.h"

static const TrField fields[] = {
    {.name = "a", .type = TR_FIELD_END, .at = 0, .accepts = TR_ACCEPT_POINT, .required = true},
    {.name = "keys", .type = TR_FIELD_KEYS, .required = true},
    {.name = "loop", .type = TR_FIELD_LOOP},
    {.name = NULL},
};

// The velocity at key i.
static Vec2
key_velocity (const TrConstraint *c, int i)
{
  const TrKey *k = c->keys;
  int n = c->n_keys;
  bool first = i == 0, last = i == n - 1;
  if (!c->loop && (first || last))
    return v2 (0, 0);
  // slopes over the spans before and after, each weighted by the other's duration
  int p = first ? n - 2 : i - 1, s = last ? 0 : i;
  double h0 = k[p + 1].time - k[p].time, h1 = k[s + 1].time - k[s].time;
  if (!(h0 > 0 && h1 > 0))
    return v2 (0, 0);
  Vec2 d0 = v2_scale (v2_sub (k[i].at, k[p].at), 1 / h0);
  Vec2 d1 = v2_scale (v2_sub (k[s + 1].at, k[i].at), 1 / h1);
  return v2_lerp (d1, d0, h1 / (h0 + h1));
}

// The last key that is not after time: 0 … n − 2.
static int
find_span (const TrConstraint *c, double time)
{
  int low = 0, high = c->n_keys - 1;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (c->keys[middle].time <= time)
      low = middle;
    else
      high = middle;
  }
  return low;
}

// The place at a time, its velocity and (where not NULL) acceleration.
static Vec2
path_at (const TrConstraint *c, double time, Vec2 *velocity, Vec2 *acceleration)
{
  if (acceleration)
    *acceleration = v2 (0, 0);
  const TrKey *k = c->keys;
  int n = c->n_keys;
  *velocity = v2 (0, 0);
  if (n == 0)
    return v2 (0, 0);
  double start = k[0].time, span = k[n - 1].time - start;
  if (c->loop && span > 0)
    time = start + (time - start) - span * floor ((time - start) / span);
  if (!(span > 0) || time < start || (time <= start && !c->loop))
    return k[0].at;
  if (time > k[n - 1].time || (time >= k[n - 1].time && !c->loop))
    return k[n - 1].at;

  int i = find_span (c, time);
  double h = k[i + 1].time - k[i].time, s = h > 0 ? (time - k[i].time) / h : 0, u = 1 - s;
  Vec2 d = v2_sub (k[i + 1].at, k[i].at);
  Vec2 v0 = key_velocity (c, i), v1 = key_velocity (c, i + 1);
  // p = p₀ + s²(3 − 2s) d + h s (1 − s) ((1 − s) v₀ − s v₁)
  Vec2 p = v2_mad (k[i].at, s * s * (3 - 2 * s), d);
  p = v2_mad (p, h * s * u * u, v0);
  p = v2_mad (p, -h * s * s * u, v1);
  *velocity = v2_scale (d, h > 0 ? 6 * s * u / h : 0);
  *velocity = v2_mad (*velocity, u * (1 - 3 * s), v0);
  *velocity = v2_mad (*velocity, s * (3 * s - 2), v1);
  if (acceleration && h > 0) {
    // p″ = 6 (1 − 2s) d/h² + ((6s − 4) v₀ + (6s − 2) v₁)/h
    *acceleration = v2_scale (d, 6 * (1 - 2 * s) / (h * h));
    *acceleration = v2_mad (*acceleration, (6 * s - 4) / h, v0);
    *acceleration = v2_mad (*acceleration, (6 * s - 2) / h, v1);
  }
  return p;
}

Vec2
tr_path_place (const TrConstraint *c, double time)
{
  Vec2 velocity;
  return path_at (c, time, &velocity, NULL);
}

// ∂c/∂a = I, ∂c/∂t = −p′(t)
static void
eval (const TrConAt *at, TrLocalRows *out)
{
  const Vec2 *x = at->x;
  Vec2 velocity, p = path_at (at->c, at->time, &velocity, NULL);
  out->c[0] = x[0].x - p.x;
  out->c[1] = x[0].y - p.y;
  out->c_t[0] = -velocity.x;
  out->c_t[1] = -velocity.y;
  out->c_x[0][0] = v2 (1, 0);
  out->c_x[1][0] = v2 (0, 1);
}

void
tr_path_curvature (const TrConstraint *c, double time, double c_tt[TR_ROWS_MAX])
{
  Vec2 velocity, acceleration;
  path_at (c, time, &velocity, &acceleration);
  c_tt[0] = -acceleration.x;
  c_tt[1] = -acceleration.y;
}

const TrConOps tr_con_path = {
    .name = "path",
    .fields = fields,
    .rows = 2,
    .unit = {TR_ROW_LENGTH, TR_ROW_LENGTH},
    .inputs = tr_inputs_point,
    .eval = eval,
};
