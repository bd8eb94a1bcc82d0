// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "render/damage.h"

#include "model/row.h"
#include "render/extent.h"
#include "render/style.h"

#include <string.h>

// Of a drawing of which more has changed it is quicker to paint everything.
#define MOST_CHANGED 0.5

typedef struct {
  guint64 name, look; // of which thing, and all that its ink depends on
  TrDamageArea area;
} Record;

struct _TrDamage {
  TrPool *pool;    // kept, so that its addresses name the same texts as before; NULL: no record
  GArray *records; // Record: the bodies, then the joints
  int n_bodies;
};

TrDamage *
tr_damage_new (void)
{
  TrDamage *d = g_new0 (TrDamage, 1);
  d->records = g_array_new (FALSE, FALSE, sizeof (Record));
  return d;
}

void
tr_damage_forget (TrDamage *d)
{
  g_clear_pointer (&d->pool, tr_pool_unref);
  g_array_set_size (d->records, 0);
}

void
tr_damage_free (TrDamage *d)
{
  if (!d)
    return;
  tr_damage_forget (d);
  g_array_unref (d->records);
  g_free (d);
}

// A multiply and a shift a word: the finaliser of splitmix64.
static guint64
mix (guint64 h, guint64 word)
{
  h = (h ^ word) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  return h ^ h >> 29;
}

static guint64
mix_double (guint64 h, double x)
{
  guint64 word;
  memcpy (&word, &x, sizeof word);
  return mix (h, word);
}

// What lies in the pool is immutable: its address stands for it.
static guint64
mix_address (guint64 h, gconstpointer p)
{
  return mix (h, (guint64) (guintptr) p);
}

static guint64
look_of (const TrModel *m, const TrState *s, const TrBody *b, int state)
{
  guint64 h = mix ((guint64) b->kind, (guint64) state);

  h = mix (h, (guint64) (b->closed | b->construction << 1 | b->hidden << 2));
  h = mix_address (mix_address (h, b->style), b->drawing);
  h = mix (h, (guint64) b->n_drawing);
  for (int i = 0; i < b->n; i++)
    h = mix_double (h, s->q[b->q + i]);
  if (b->kind == TR_BODY_RIGID)
    h = mix_double (h, b->rigid.length);
  if (b->kind == TR_BODY_SHEET)
    h = mix_double (mix_double (h, b->sheet.size.x), b->sheet.size.y);
  if (b->kind == TR_BODY_FORMULA) {
    h = mix_address (h, b->formula.f);
    for (int k = 0; k < 2; k++)
      h = mix_double (h, b->formula.f->range[k].value);
    for (int k = 0; k < m->n_parameters; k++)
      h = mix_double (h, m->parameter_values[k]);
  }
  return h;
}

// Of what a rigid or a sheet carries the ink is measured; it may lie anywhere.
static void
add_ink (const TrInk *ink, gpointer data)
{
  TrBounds *box = data;
  *box = tr_bounds_union (*box, tr_extent_ink (ink));
}

static TrDamageArea
area_of (const TrModel *m, const TrState *s, int body)
{
  const TrBody *b = &m->bodies[body];
  TrDamageArea a = {.box = tr_bounds_empty (), .width = TR_STYLE_WIDTH};
  Vec2 low, high;

  if (b->n_drawing > 0) {
    TrPaintOptions options = tr_paint_options_make (m, 1);
    options.with_construction = true;
    tr_ink_body (m, s, body, &options, add_ink, &a.box);
    double mm = options.mm_per_unit;
    if (!tr_bounds_is_empty (a.box))
      a.box = (TrBounds){v2_scale (a.box.low, 1 / mm), v2_scale (a.box.high, 1 / mm)};
  } else if (tr_body_box (b, tr_body_q (b, s->q), &low, &high)) {
    a.box = (TrBounds){low, high};
  } else if (b->kind == TR_BODY_FORMULA) {
    // Not everywhere finite: what there is of it may lie anywhere.
    a.box = (TrBounds){v2 (-TR_VALUE_MAX, -TR_VALUE_MAX), v2 (TR_VALUE_MAX, TR_VALUE_MAX)};
  }
  if (b->style && b->style->width >= 0)
    a.width = b->style->width;
  return a;
}

static bool
is_joint (const TrConstraint *c)
{
  return !c->disabled && !c->driven && (c->kind == TR_CON_ATTACH || c->kind == TR_CON_NAIL);
}

// A joint shows only between bodies that do, and says whether it is a nail.
static Record
record_joint (const TrModel *m, const TrState *s, const TrConstraint *c, const Record *bodies)
{
  Vec2 p = tr_connector_point (m, &c->end[0].connector[0], s->q);
  Record r = {.name = mix_address (1, c->id), .look = (guint64) c->kind};

  r.look = mix_double (mix_double (r.look, p.x), p.y);
  for (int k = 0; k < 2; k++) {
    int body = c->end[k].kind == TR_END_POINT ? c->end[k].connector[0].body : -1;
    r.look = mix (r.look, body < 0 ? (guint64) k : bodies[body].look);
  }
  r.area.box = v2_is_finite (p) ? (TrBounds){p, p} : tr_bounds_empty ();
  r.area.width = 0;
  return r;
}

// Without the areas of the bodies, which take the most time.
static GArray *
make_records (const TrModel *m, const TrState *s, const guint8 *states)
{
  GArray *records = g_array_sized_new (FALSE, FALSE, sizeof (Record), (guint) m->n_bodies + 16);

  g_array_set_size (records, (guint) m->n_bodies);
  Record *r = (Record *) (void *) records->data;
  for (int i = 0; i < m->n_bodies; i++) {
    const TrBody *b = &m->bodies[i];
    r[i].name = mix_address (0, b->id);
    r[i].look = look_of (m, s, b, states ? states[i] : 0);
  }
  for (int i = 0; i < m->n_constraints; i++)
    if (is_joint (&m->constraints[i])) {
      Record joint =
          record_joint (m, s, &m->constraints[i], (const Record *) (void *) records->data);
      g_array_append_val (records, joint);
    }
  return records;
}

typedef struct {
  const TrModel *m;
  const TrState *s;
  const Record *old;
  Record *new;
  bool are_bodies;
  GArray *changed;
} Walk;

static void
tell (Walk *w, TrDamageArea area)
{
  if (!tr_bounds_is_empty (area.box))
    g_array_append_val (w->changed, area);
}

static void
arrive (Walk *w, int k)
{
  if (w->are_bodies)
    w->new[k].area = area_of (w->m, w->s, k);
  tell (w, w->new[k].area);
}

// Two lists of the same things in the same order but for what went and what came. Where the names
// differ the longer rest has one more.
static void
walk (Walk *w, int i, int n_old, int k, int n_new)
{
  while (i < n_old || k < n_new) {
    bool is_same = i < n_old && k < n_new && w->old[i].name == w->new[k].name;
    bool goes = !is_same && n_old - i >= n_new - k, comes = !is_same && n_new - k >= n_old - i;
    if (is_same && w->old[i].look == w->new[k].look)
      w->new[k].area = w->old[i].area;
    else {
      if (is_same || goes)
        tell (w, w->old[i].area);
      if (is_same || comes)
        arrive (w, k);
    }
    i += is_same || goes;
    k += is_same || comes;
  }
}

bool
tr_damage_update (
    TrDamage *d, const TrModel *m, const TrState *s, const guint8 *states, GArray *changed)
{
  bool is_known = d->pool == m->pool;
  g_autoptr (GArray) old = is_known ? g_steal_pointer (&d->records) : NULL;
  GArray *records = make_records (m, s, states);
  int n_bodies = d->n_bodies;

  g_array_set_size (changed, 0);
  if (!is_known) {
    tr_damage_forget (d);
    g_array_unref (d->records);
    d->pool = tr_pool_ref (m->pool);
  }
  d->records = records;
  d->n_bodies = m->n_bodies;
  Walk w = {.m = m, .s = s, .new = (Record *) (void *) records->data, .changed = changed};
  w.old = old ? (const Record *) (const void *) old->data : NULL;
  w.are_bodies = true;
  walk (&w, 0, old ? n_bodies : 0, 0, m->n_bodies);
  w.are_bodies = false;
  walk (&w, n_bodies, old ? (int) old->len : n_bodies, m->n_bodies, (int) records->len);
  return old && changed->len <= MOST_CHANGED * records->len + 8;
}

TrDamageArea
tr_damage_area (const TrDamage *d, int body)
{
  g_return_val_if_fail (body >= 0 && body < d->n_bodies, (TrDamageArea){.width = 0});
  return g_array_index (d->records, Record, body).area;
}
