// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/linkage.h"

#include "doc/reader.h"
#include "math/number.h"
#include "session/session.h"

#include <string.h>

enum { MOST_BARS = 60 };

// splitmix64
static uint64_t
next (TrRandom *r)
{
  uint64_t z = (r->state += 0x9E3779B97F4A7C15u);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

double
tr_random_uniform (TrRandom *r, double low, double high)
{
  return low + (high - low) * ((double) (next (r) >> 11) * 0x1p-53);
}

int
tr_random_below (TrRandom *r, int n)
{
  return (int) (next (r) % (uint64_t) n);
}

// A bar between two nodes, and how it is drawn.
typedef struct {
  int from, to;
  bool rigid;
  double length;
} Bar;

typedef struct {
  TrRandom random;
  int n_nodes, n_bars, n_rails, n_constraints;
  Vec2 node[2 * MOST_BARS];
  int owner[2 * MOST_BARS]; // a bar that ends there, −1: the ground
  int depth[2 * MOST_BARS]; // bars to the ground
  Bar bar[MOST_BARS];
  GString *bodies, *constraints;
} Maker;

static void
number (GString *out, double x)
{
  char text[32];
  tr_number_format (x, text);
  g_string_append (out, text);
}

static void
begin_body (Maker *m, const char *id, int k, const char *kind)
{
  g_string_append_printf (m->bodies, "%s{\"id\": \"%s%d\", \"kind\": \"%s\"",
                          m->bodies->len ? ", " : "", id, k, kind);
}

static void
begin_constraint (Maker *m, const char *kind)
{
  g_string_append_printf (m->constraints, "%s{\"id\": \"c%d\", \"kind\": \"%s\"",
                          m->n_constraints ? ", " : "", m->n_constraints, kind);
  m->n_constraints++;
}

// The connector of a bar's end.
static void
end_of (const Maker *m, GString *out, int bar, int node)
{
  const Bar *b = &m->bar[bar];
  bool far = b->to == node;
  if (b->rigid) {
    g_string_append_printf (out, "{\"body\": \"b%d\", \"local\": [", bar);
    number (out, (far ? 0.5 : -0.5) * b->length);
    g_string_append (out, ", 0]}");
  } else {
    g_string_append_printf (out, "{\"body\": \"b%d\", \"point\": \"%s\"}", bar, far ? "b" : "a");
  }
}

static void
join (Maker *m, int bar, int node)
{
  begin_constraint (m, "attach");
  g_string_append (m->constraints, ", \"a\": ");
  end_of (m, m->constraints, bar, node);
  g_string_append (m->constraints, ", \"b\": ");
  if (m->owner[node] < 0) {
    g_string_append (m->constraints, "{\"at\": ");
    tr_json_append_place (m->constraints, m->node[node]);
    g_string_append_c (m->constraints, '}');
  } else {
    end_of (m, m->constraints, m->owner[node], node);
  }
  g_string_append_c (m->constraints, '}');
}

static void
add_bar (Maker *m, int from, int to)
{
  int k = m->n_bars++;
  Vec2 a = m->node[from], b = m->node[to];
  m->bar[k] = (Bar){from, to, tr_random_below (&m->random, 2) == 0, v2_dist (a, b)};
  begin_body (m, "b", k, m->bar[k].rigid ? "rigid" : "segment");
  if (m->bar[k].rigid) {
    g_string_append (m->bodies, ", \"position\": ");
    tr_json_append_place (m->bodies, v2_mid (a, b));
    g_string_append (m->bodies, ", \"rotation\": ");
    number (m->bodies, atan2 (b.y - a.y, b.x - a.x));
    g_string_append (m->bodies, ", \"length\": ");
    number (m->bodies, m->bar[k].length);
  } else {
    g_string_append (m->bodies, ", \"a\": ");
    tr_json_append_place (m->bodies, a);
    g_string_append (m->bodies, ", \"b\": ");
    tr_json_append_place (m->bodies, b);
    begin_constraint (m, "length");
    g_string_append_printf (m->constraints, ", \"a\": \"b%d\", \"value\": ", k);
    number (m->constraints, m->bar[k].length);
    g_string_append_c (m->constraints, '}');
  }
  g_string_append_c (m->bodies, '}');
  join (m, k, from);
  if (m->owner[to] != -2)
    join (m, k, to);
  else
    m->owner[to] = k;
}

static int
new_node (Maker *m, Vec2 p, int owner, int depth)
{
  m->node[m->n_nodes] = p;
  m->owner[m->n_nodes] = owner;
  m->depth[m->n_nodes] = depth;
  return m->n_nodes++;
}

static void
grow (Maker *m, int from)
{
  double length = tr_random_uniform (&m->random, 10, 40);
  double angle = tr_random_uniform (&m->random, -G_PI, G_PI);
  Vec2 p = v2_add (m->node[from], v2_polar (length, angle));
  add_bar (m, from, new_node (m, p, -2, m->depth[from] + 1));
}

// A dyad between two joints closes a loop and leaves it movable.
static void
close_loop (Maker *m)
{
  int a = tr_random_below (&m->random, m->n_nodes), b = tr_random_below (&m->random, m->n_nodes);
  double apart = v2_dist (m->node[a], m->node[b]);
  if (a == b || apart < 5 || (m->owner[a] < 0 && m->owner[b] < 0))
    return;
  Vec2 along = v2_scale (v2_sub (m->node[b], m->node[a]), 1 / apart);
  double high = apart * tr_random_uniform (&m->random, 0.3, 1.2);
  // one after the other: compilers take arguments in either order
  bool left = tr_random_below (&m->random, 2);
  double where = tr_random_uniform (&m->random, 0.2, 0.8);
  Vec2 p = v2_add (v2_lerp (m->node[a], m->node[b], where),
                   v2_scale (v2_perp (along), left ? high : -high));
  int depth = MIN (m->depth[a], m->depth[b]) + 1;
  int top = new_node (m, p, -2, depth);
  add_bar (m, a, top);
  add_bar (m, b, top);
}

// A fixed rail or circle through a joint, which slides on it from now on.
static void
add_rail (Maker *m)
{
  int node = tr_random_below (&m->random, m->n_nodes), k = m->n_rails;
  if (m->owner[node] < 0)
    return;
  m->n_rails++;
  double angle = tr_random_uniform (&m->random, -G_PI, G_PI);
  double r = tr_random_uniform (&m->random, 15, 40), t;
  bool round = tr_random_below (&m->random, 2) == 0;
  begin_body (m, "r", k, round ? "circle" : "segment");
  if (round) {
    t = angle + G_PI;
    g_string_append (m->bodies, ", \"center\": ");
    tr_json_append_place (m->bodies, v2_add (m->node[node], v2_polar (r, angle)));
    g_string_append (m->bodies, ", \"radius\": ");
    number (m->bodies, r);
  } else {
    t = tr_random_uniform (&m->random, 0.2, 0.8);
    g_string_append (m->bodies, ", \"a\": ");
    tr_json_append_place (m->bodies, v2_sub (m->node[node], v2_polar (2 * r * t, angle)));
    g_string_append (m->bodies, ", \"b\": ");
    tr_json_append_place (m->bodies, v2_add (m->node[node], v2_polar (2 * r * (1 - t), angle)));
  }
  g_string_append (m->bodies, ", \"locked\": true}");
  begin_constraint (m, "attach");
  g_string_append (m->constraints, ", \"a\": ");
  end_of (m, m->constraints, m->owner[node], node);
  g_string_append_printf (m->constraints, ", \"b\": {\"body\": \"r%d\", \"slide\": ", k);
  number (m->constraints, t);
  g_string_append (m->constraints, "}}");
}

static void
add_sheet (Maker *m)
{
  int node = tr_random_below (&m->random, m->n_nodes), k = m->n_rails;
  if (m->owner[node] < 0)
    return;
  m->n_rails++;
  begin_body (m, "s", k, "sheet");
  g_string_append (m->bodies, ", \"origin\": ");
  tr_json_append_place (m->bodies, m->node[node]);
  g_string_append (m->bodies, ", \"u\": [1, 0], \"v\": [0, 1], \"size\": [10, 6], "
                              "\"elastic\": {\"shape\": 1, \"area\": 1}}");
  begin_constraint (m, "attach");
  g_string_append_printf (m->constraints,
                          ", \"a\": {\"body\": \"s%d\", \"point\": \"origin\"}, \"b\": ", k);
  end_of (m, m->constraints, m->owner[node], node);
  g_string_append_c (m->constraints, '}');
}

static void
make (Maker *m)
{
  int want = 2 + tr_random_below (&m->random, tr_random_below (&m->random, 4) ? 10 : 50);
  new_node (m, v2 (0, 0), -1, 0);
  bool loops = tr_random_below (&m->random, 2), rails = tr_random_below (&m->random, 3) == 0;
  if (loops)
    new_node (m, v2 (tr_random_uniform (&m->random, 15, 60), 0), -1, 0);
  while (m->n_bars + 2 <= want) {
    if (loops && m->n_nodes > 3 && tr_random_below (&m->random, 4) == 0)
      close_loop (m);
    else if (tr_random_below (&m->random, 2))
      grow (m, m->n_nodes - 1);
    else
      grow (m, tr_random_below (&m->random, m->n_nodes));
  }
  if (rails)
    add_rail (m);
  if (tr_random_below (&m->random, 5) == 0)
    add_sheet (m);
}

static TrConnector
bar_end (const Maker *m, int bar, int node)
{
  const Bar *b = &m->bar[bar];
  bool far = b->to == node;
  if (b->rigid)
    return (TrConnector){
        .kind = TR_AT_LOCAL, .body = bar, .slide = -1, .p = {(far ? 0.5 : -0.5) * b->length, 0}};
  return (TrConnector){.kind = TR_AT_NAMED, .body = bar, .point = far ? 1 : 0, .slide = -1};
}

// The bodies of the bars come in order but not first: their indices are looked up.
static void
settle_indices (const TrModel *model, TrConnector *c)
{
  g_autofree char *id = g_strdup_printf ("b%d", c->body);
  c->body = tr_model_find (model, id).index;
}

static void
find_joints (const Maker *m, TrLinkage *out)
{
  out->joints = g_new (TrConnector, m->n_nodes);
  out->links = g_new (double, m->n_nodes);
  out->corners = g_new (TrCorner, m->n_bars + 1);
  int deepest = -1;
  for (int i = 0; i < m->n_nodes; i++)
    if (m->owner[i] >= 0) {
      out->joints[out->n_joints] = bar_end (m, m->owner[i], i);
      out->links[out->n_joints] = m->bar[m->owner[i]].length;
      settle_indices (out->model, &out->joints[out->n_joints]);
      if (deepest < 0 || m->depth[i] > m->depth[deepest])
        deepest = i;
      out->n_joints++;
    }
  for (int i = 0; i < m->n_bars; i++) {
    int before = m->owner[m->bar[i].from]; // the bar that i hangs on
    if (before < 0 || before == i)
      continue;
    TrCorner *c = &out->corners[out->n_corners++];
    int joint = m->bar[i].from;
    const Bar *b = &m->bar[before];
    c->before = bar_end (m, before, b->from == joint ? b->to : b->from);
    c->joint = bar_end (m, i, joint);
    c->after = bar_end (m, i, m->bar[i].to);
    settle_indices (out->model, &c->before);
    settle_indices (out->model, &c->joint);
    settle_indices (out->model, &c->after);
  }
  out->hand = bar_end (m, m->owner[deepest], deepest);
  settle_indices (out->model, &out->hand);
  for (int i = 0; i < m->n_bars; i++)
    out->link += m->bar[i].length / m->n_bars;
  out->reach = out->link * m->depth[deepest];
}

bool
tr_linkage_make (uint64_t seed, TrLinkage *out)
{
  *out = (TrLinkage){.model = NULL};
  Maker *m = g_new0 (Maker, 1);
  m->random.state = seed * 0x9E3779B97F4A7C15u + 1;
  m->bodies = g_string_new (NULL);
  m->constraints = g_string_new (NULL);
  make (m);
  g_autofree char *text =
      g_strdup_printf ("{\"trammel\": 1, \"bodies\": [%s], \"constraints\": [%s]}", m->bodies->str,
                       m->constraints->str);
  GError *error = NULL;
  bool ok = tr_read_model (text, strlen (text), "linkage", &out->model, &out->state, &error);
  if (ok)
    find_joints (m, out);
  else
    g_error_free (error);
  g_string_free (m->bodies, TRUE);
  g_string_free (m->constraints, TRUE);
  g_free (m);
  return ok;
}

void
tr_linkage_clear (TrLinkage *l)
{
  tr_model_free (l->model);
  tr_state_free (l->state);
  g_free (l->joints);
  g_free (l->links);
  g_free (l->corners);
}
