// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/bench-drag.h"

#include "cli/cli.h"
#include "doc/reader.h"
#include "math/number.h"
#include "session/session.h"

#include <stdlib.h>
#include <string.h>

enum { FRAMES = 600, TURN_FRAMES = 300 };

// Points and bars; the first nodes are nailed, the last one is dragged along a circle.
typedef struct {
  int n_nodes, n_bars, n_fixed;
  Vec2 *node;
  int *from, *to;
  Vec2 centre;
  double radius, size;
} Frame;

static void
add_bar (Frame *f, int from, int to)
{
  f->from[f->n_bars] = from;
  f->to[f->n_bars++] = to;
}

static void
make_chain (Frame *f, int n)
{
  f->n_fixed = 1;
  f->n_nodes = n + 1;
  f->node[0] = v2 (0, 0);
  for (int i = 0; i < n; i++) {
    f->node[i + 1] = v2_add (f->node[i], v2_polar (1, i & 1 ? -G_PI / 6 : G_PI / 6));
    add_bar (f, i, i + 1);
  }
  f->radius = 0.2 * n;
  f->size = n;
}

// Bar i goes on where bar (i − 1) / 2 ends: two go on from each, spread a little less at each level.
static void
make_tree (Frame *f, int n)
{
  g_autofree double *angle = g_new (double, n);
  int depth = 0;
  f->n_fixed = 1;
  f->n_nodes = n + 1;
  f->node[0] = v2 (0, 0);
  for (int i = 0; i < n; i++) {
    int below = (i + 1) / 2;
    depth += (i & (i + 1)) == 0;
    angle[i] = i == 0 ? 0.1 : angle[below - 1] + (i & 1 ? 1 : -1) * G_PI / (2 + depth);
    f->node[i + 1] = v2_add (f->node[below], v2_polar (1, angle[i]));
    add_bar (f, below, i + 1);
  }
  f->radius = 0.2 * depth;
  f->size = depth;
}

// A ladder has two nails and rungs between parallel rails; a truss one nail and diagonals.
static void
make_framework (Frame *f, int n, bool truss)
{
  int panels = MAX (1, (n - 1) / (truss ? 4 : 3));
  f->n_fixed = truss ? 1 : 2;
  f->n_nodes = 2 * (panels + 1);
  Vec2 p = v2 (0, 0);
  for (int i = 0; i <= panels; i++) {
    f->node[2 * i] = p;
    f->node[2 * i + 1] = v2_add (p, v2 (0.1, 1));
    p = v2_add (p, v2_polar (1, truss ? 0 : i & 1 ? -G_PI / 6 : G_PI / 6));
  }
  for (int i = 0; i <= panels; i++) {
    if (i || truss)
      add_bar (f, 2 * i, 2 * i + 1);
    if (i == panels)
      break;
    add_bar (f, 2 * i, 2 * i + 2);
    add_bar (f, 2 * i + 1, 2 * i + 3);
    if (truss)
      add_bar (f, 2 * i + 1, 2 * i + 2);
  }
  f->radius = 0.2 * panels;
  f->size = panels;
}

static void
number (GString *out, double x)
{
  char buffer[32];
  tr_number_format (x, buffer);
  g_string_append (out, buffer);
}

static double
bar_length (const Frame *f, int bar)
{
  return v2_dist (f->node[f->from[bar]], f->node[f->to[bar]]);
}

static void
append_bar (GString *out, const Frame *f, int bar)
{
  Vec2 a = f->node[f->from[bar]], b = f->node[f->to[bar]], m = v2_mid (a, b);
  g_string_append_printf (out, "%s{\"id\": \"b%d\", \"kind\": \"rigid\", \"position\": [",
                          bar ? ", " : "", bar);
  number (out, m.x);
  g_string_append (out, ", ");
  number (out, m.y);
  g_string_append (out, "], \"rotation\": ");
  number (out, atan2 (b.y - a.y, b.x - a.x));
  g_string_append (out, ", \"length\": ");
  number (out, bar_length (f, bar));
  g_string_append (out, "}");
}

static void
append_end (GString *out, const Frame *f, int bar, int end)
{
  g_string_append_printf (out, "{\"body\": \"b%d\", \"local\": [", bar);
  number (out, (end ? 0.5 : -0.5) * bar_length (f, bar));
  g_string_append (out, ", 0]}");
}

// Bars that meet in a node are pinned one to the next; the first at a fixed node to the ground.
static void
append_pins (GString *out, const Frame *f)
{
  int *last = g_new (int, f->n_nodes), *last_end = g_new0 (int, f->n_nodes), n = 0;
  for (int i = 0; i < f->n_nodes; i++)
    last[i] = -1;
  for (int bar = 0; bar < f->n_bars; bar++)
    for (int end = 0; end < 2; end++) {
      int node = end ? f->to[bar] : f->from[bar];
      if (last[node] >= 0 || node < f->n_fixed) {
        g_string_append_printf (
            out, "%s{\"id\": \"p%d\", \"kind\": \"attach\", \"a\": ", n ? ", " : "", n);
        n++;
        append_end (out, f, bar, end);
        g_string_append (out, ", \"b\": ");
        if (last[node] >= 0) {
          append_end (out, f, last[node], last_end[node]);
        } else {
          g_string_append (out, "{\"at\": [");
          number (out, f->node[node].x);
          g_string_append (out, ", ");
          number (out, f->node[node].y);
          g_string_append (out, "]}");
        }
        g_string_append (out, "}");
      }
      last[node] = bar;
      last_end[node] = end;
    }
  g_free (last);
  g_free (last_end);
}

static bool
make_model (const Frame *f, TrModel **m, TrState **s)
{
  GString *out = g_string_new ("{\"trammel\": 1, \"bodies\": [");
  for (int i = 0; i < f->n_bars; i++)
    append_bar (out, f, i);
  g_string_append (out, "], \"constraints\": [");
  append_pins (out, f);
  g_string_append (out, "]}");
  bool ok = tr_read_model (out->str, out->len, "bench", m, s, NULL);
  g_string_free (out, TRUE);
  return ok;
}

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return x < y ? -1 : x > y;
}

// The senses of the corners between consecutive bars of a chain.
static void
corners (const TrModel *m, const TrState *s, double *sine)
{
  for (int i = 0; i + 1 < m->n_bodies; i++)
    sine[i] = sin (s->q[m->bodies[i + 1].q + 2] - s->q[m->bodies[i].q + 2]);
}

static int
count_flips (const double *was, const double *is, int n)
{
  int flips = 0;
  for (int i = 0; i < n; i++)
    flips += was[i] * is[i] < 0 && fabs (was[i]) > 0.1 && fabs (is[i]) > 0.1;
  return flips;
}

static void
drag (const Frame *f, TrModel *m, TrState *s, double seconds, TrKktMethod method, TrBenchDrag *out)
{
  int bar = 0, end = 0;
  for (int i = 0; i < f->n_bars; i++)
    if (f->to[i] == f->n_nodes - 1 || f->from[i] == f->n_nodes - 1) {
      bar = i;
      end = f->to[i] == f->n_nodes - 1;
    }
  TrConnector what = {.kind = TR_AT_LOCAL,
                      .body = bar,
                      .slide = -1,
                      .p = {(end ? 0.5 : -0.5) * bar_length (f, bar), 0}};
  double *time = g_new (double, FRAMES), spent = 0;
  double *was = g_new0 (double, f->n_bars), *is = g_new0 (double, f->n_bars);
  TrEngine *e = tr_engine_new (m, s);
  tr_engine_set_method (e, method);
  tr_engine_grab (e, s, &what, false);
  corners (m, s, was);
  for (int i = 0; i < FRAMES && spent < seconds; i++) {
    double angle = 2 * G_PI * (i + 1) / TURN_FRAMES;
    Vec2 target = v2_add (f->centre, v2_polar (f->radius, angle));
    double from = tr_cli_seconds ();
    TrStepResult r = tr_engine_drag (e, s, target);
    time[i] = tr_cli_seconds () - from;
    spent += time[i];
    out->frames++;
    out->worst_residual = fmax (out->worst_residual, r.relative);
    out->miss = fmax (out->miss, r.gap / f->size);
    corners (m, s, is);
    out->flips += count_flips (was, is, f->n_bars - 1);
    memcpy (was, is, sizeof (double) * (size_t) f->n_bars);
  }
  tr_engine_release (e, s);
  tr_engine_free (e);
  qsort (time, (size_t) out->frames, sizeof (double), compare);
  out->median_us = 1e6 * time[out->frames / 2];
  out->p95_us = 1e6 * time[(int) (out->frames * 0.95)];
  out->max_us = 1e6 * time[out->frames - 1];
  g_free (time);
  g_free (was);
  g_free (is);
}

bool
tr_bench_drag (const char *kind, int n, double seconds, TrKktMethod method, TrBenchDrag *out)
{
  *out = (TrBenchDrag){.n = 0};
  bool chain = g_str_equal (kind, "chain"), truss = g_str_equal (kind, "truss");
  bool tree = g_str_equal (kind, "btree");
  if ((!chain && !truss && !tree && !g_str_equal (kind, "ladder")) || n < 2 || n > 1000000)
    return false;
  Frame f = {.node = g_new (Vec2, 4 * n + 16),
             .from = g_new (int, 4 * n + 16),
             .to = g_new (int, 4 * n + 16)};
  if (chain)
    make_chain (&f, n);
  else if (tree)
    make_tree (&f, n);
  else
    make_framework (&f, n, truss);
  f.radius = fmin (f.radius, 20);
  f.centre = v2_sub (f.node[f.n_nodes - 1], v2 (f.radius, 0));
  out->n = f.n_bars;
  TrModel *m;
  TrState *s;
  bool ok = make_model (&f, &m, &s);
  if (ok) {
    drag (&f, m, s, seconds, method, out);
    tr_model_free (m);
    tr_state_free (s);
  }
  g_free (f.node);
  g_free (f.from);
  g_free (f.to);
  return ok;
}
