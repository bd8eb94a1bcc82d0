// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "solver/judge/examine.h"
#include "session/mechanism/mechanism-private.h"

#include <glib/gi18n-lib.h>

static const char *const four_bar_kinds[] = {
    [TR_FOUR_BAR_CRANK_ROCKER] = N_ ("crank-rocker"),
    [TR_FOUR_BAR_ROCKER_CRANK] = N_ ("rocker-crank"),
    [TR_FOUR_BAR_DOUBLE_CRANK] = N_ ("double crank"),
    [TR_FOUR_BAR_DOUBLE_ROCKER] = N_ ("double rocker"),
    [TR_FOUR_BAR_TRIPLE_ROCKER] = N_ ("triple rocker"),
    [TR_FOUR_BAR_CHANGE_POINT] = N_ ("change point"),
    [TR_FOUR_BAR_PARALLELOGRAM] = N_ ("parallelogram"),
    [TR_FOUR_BAR_DELTOID] = N_ ("deltoid"),
};

static const char *const slider_kinds[] = {
    [TR_SLIDER_CRANK] = N_ ("slider-crank"),
    [TR_SLIDER_SLOTTED_LEVER] = N_ ("slotted lever"),
    [TR_SLIDER_SWING_BLOCK] = N_ ("swinging block"),
};

const char *
tr_four_bar_kind_name (TrFourBarKind kind)
{
  return four_bar_kinds[kind];
}

const char *
tr_four_bar_kind_title (TrFourBarKind kind)
{
  return _ (four_bar_kinds[kind]);
}

const char *
tr_slider_kind_name (TrSliderKind kind)
{
  return slider_kinds[kind];
}

const char *
tr_slider_kind_title (TrSliderKind kind)
{
  return _ (slider_kinds[kind]);
}

// A point body by its id, all else as connectors are written.
char *
tr_mechanism_joint_name (const TrChain *c, int joint)
{
  const TrConnector *at = &tr_chain_joint (c, joint)->place;
  if (at->body >= 0 && c->m->bodies[at->body].kind == TR_BODY_POINT)
    return g_strdup (c->m->bodies[at->body].id);
  return tr_session_connector_text (c->m, at);
}

static bool
is_slider (const TrChain *c, int joint)
{
  const TrConnector *at = &tr_chain_joint (c, joint)->place;
  bool slides = false;
  for (guint k = 0; k < c->slides->len; k++)
    slides |= g_array_index (c->slides, TrSlide, k).joint == joint;
  return slides && at->body >= 0 && c->m->bodies[at->body].kind == TR_BODY_POINT;
}

// Joints that it shares, or slides with; not every point that a body has.
static char **
joints_of (const TrChain *c, int link)
{
  GPtrArray *names = g_ptr_array_new ();
  const GArray *joints = tr_chain_link (c, link)->joints;
  for (guint i = 0; i < joints->len; i++) {
    int joint = g_array_index (joints, int, i);
    if (tr_chain_joint (c, joint)->links->len > 1 || is_slider (c, joint))
      g_ptr_array_add (names, tr_mechanism_joint_name (c, joint));
  }
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (names, FALSE);
}

static void
list_links (TrMechanismSearch *w)
{
  for (int i = 0; i < (int) w->chain->links->len; i++) {
    const TrLink *link = tr_chain_link (w->chain, i);
    const TrModel *m = w->chain->m;
    const char *name = i == 0                  ? "ground"
                       : link->body >= 0       ? m->bodies[link->body].id
                       : link->constraint >= 0 ? m->constraints[link->constraint].id
                                               : NULL;
    TrMechanismLink out = {g_strdup (name), i == 0 ? -1 : link->body, joints_of (w->chain, i)};
    if (!name) // several things together make it stiff
      out.name = g_strjoinv ("-", out.joints);
    g_array_append_val (w->out->links, out);
  }
}

// −1 where there is none; error where the id names none.
static int
find_drive (const TrModel *m, const char *id, GError **error)
{
  for (int i = 0; i < m->n_constraints; i++) {
    const TrConstraint *c = &m->constraints[i];
    if (c->kind == TR_CON_DRIVE && (!id || g_str_equal (c->id, id)))
      return i;
  }
  if (id)
    g_set_error (error, TR_MODEL_ERROR, TR_MODEL_ERROR_REFERENCE, "no drive is called \"%s\"", id);
  return -1;
}

static int
link_of_body (const TrChain *c, int body)
{
  TrConnector some[8];
  int n = body >= 0 ? tr_body_n_points (&c->m->bodies[body]) : 0;
  for (int l = 1; l < (int) c->links->len; l++)
    if (tr_chain_link (c, l)->body == body && body >= 0)
      return l;
  // A body that is drawn along with another: where one of its points is on a link of its own.
  for (int i = 0; i < MIN (n, 8); i++) {
    some[i] = (TrConnector){.kind = TR_AT_NAMED, .body = body, .point = i, .slide = -1};
    Vec2 at = tr_connector_point (c->m, &some[i], c->state[0]->q);
    for (guint j = 0; j < c->joints->len; j++) {
      const TrJoint *joint = tr_chain_joint (c, (int) j);
      for (guint k = 0; k < joint->links->len; k++)
        if (v2_dist (joint->at, at) < 1e-9 * c->size && g_array_index (joint->links, int, k) > 0)
          return g_array_index (joint->links, int, k);
    }
  }
  return -1;
}

static bool
step_to (TrMechanismSearch *w, const GArray *links, int step)
{
  bool near = false, changed = false;
  for (guint i = 0; i < links->len; i++)
    near |= w->steps[g_array_index (links, int, i)] == step;
  for (guint i = 0; i < links->len && near; i++) {
    int *other = &w->steps[g_array_index (links, int, i)];
    changed |= *other > step + 1;
    *other = MIN (*other, step + 1);
  }
  return changed;
}

// From the driven link outwards.
static void
find_steps (TrMechanismSearch *w, int drive)
{
  const TrChain *c = w->chain;
  int n = (int) c->links->len;
  int first = drive >= 0 ? link_of_body (c, c->m->constraints[drive].end[0].body) : -1;

  w->steps = g_new (int, c->links->len);
  for (int i = 0; i < n; i++)
    w->steps[i] = i == 0 ? -1 : i == first ? 0 : G_MAXINT;
  bool changed = first > 0;
  for (int step = 0; changed && step < n; step++) {
    changed = false;
    for (guint i = 0; i < c->joints->len; i++)
      changed |= step_to (w, tr_chain_joint (c, (int) i)->links, step);
    for (guint i = 0; i < c->ties->len; i++)
      changed |= step_to (w, g_array_index (c->ties, TrTie, i).links, step);
  }
}

static void
find_counts (TrMechanismSearch *w)
{
  TrMechanism *out = w->out;
  const TrChain *c = w->chain;
  g_autoptr (TrCheck) check = tr_engine_check (c->engine, c->state[0]);

  out->mobility = (int) c->motions->len;
  out->is_countable = c->is_plain;
  out->n_links = (int) c->links->len;
  out->n_pins = c->n_pins;
  out->n_loose = c->n_loose;
  out->n_rows = c->n_rows;
  out->count = tr_chain_count (c);
  out->unknowns = check->unknowns;
  out->equations = check->equations;
}

static TrMechanism *
mechanism_make (void)
{
  TrMechanism *out = g_new0 (TrMechanism, 1);
  out->links = g_array_new (FALSE, FALSE, sizeof (TrMechanismLink));
  out->four_bars = g_array_new (FALSE, FALSE, sizeof (TrFourBarLoop));
  out->sliders = g_array_new (FALSE, FALSE, sizeof (TrSliderLoop));
  out->poles = g_array_new (FALSE, FALSE, sizeof (TrPole));
  return out;
}

TrMechanism *
tr_mechanism_new (const TrModel *m, const TrState *s, const char *drive, GError **error)
{
  int input = find_drive (m, drive, error);
  if (drive && input < 0)
    return NULL;
  g_autoptr (TrChain) chain = tr_chain_new (m, s);
  if (!chain) {
    g_set_error_literal (error, TR_MODEL_ERROR, TR_MODEL_ERROR_VALUE,
                         "the drawing has too many parts to be looked at as a mechanism");
    return NULL;
  }
  TrMechanismSearch w = {chain, mechanism_make (), NULL};
  w.out->drive = input;
  find_counts (&w);
  list_links (&w);
  find_steps (&w, input);
  tr_mechanism_find_loops (&w);
  tr_mechanism_find_poles (&w);
  g_free (w.steps);
  return w.out;
}

void
tr_mechanism_free (TrMechanism *x)
{
  if (!x)
    return;
  for (guint i = 0; i < x->links->len; i++) {
    TrMechanismLink *link = &g_array_index (x->links, TrMechanismLink, i);
    g_free (link->name);
    g_strfreev (link->joints);
  }
  for (guint i = 0; i < x->four_bars->len; i++)
    for (int k = 0; k < 4; k++)
      g_free (g_array_index (x->four_bars, TrFourBarLoop, i).joint[k]);
  for (guint i = 0; i < x->sliders->len; i++)
    for (int k = 0; k < 3; k++)
      g_free (g_array_index (x->sliders, TrSliderLoop, i).joint[k]);
  g_array_unref (x->links);
  g_array_unref (x->four_bars);
  g_array_unref (x->sliders);
  g_array_unref (x->poles);
  g_free (x);
}
