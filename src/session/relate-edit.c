// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/con-shape.h"
#include "solver/judge/examine.h"
#include "session/labels.h"
#include "session/relate-private.h"

#include <glib/gi18n-lib.h>

// Frames in which a nudged body comes to rest.
#define MOST_FRAMES 120
// Points of one body that are seen to one by one.
#define MOST_POINTS 32

static TrElement
constraint_of (const TrModel *m, const char *id)
{
  TrElement e = tr_model_find (m, id);
  return e.kind == TR_ELEMENT_CONSTRAINT ? e : (TrElement){TR_ELEMENT_NONE, -1};
}

// Of a kind with one `value`, c = measure − value, or for angles the same modulo 2π.
static bool
has_value (const TrConstraint *c)
{
  switch (c->kind) {
  case TR_CON_DISTANCE:
  case TR_CON_DISTANCE_X:
  case TR_CON_DISTANCE_Y:
  case TR_CON_LENGTH:
  case TR_CON_RADIUS:
  case TR_CON_FIX:
  case TR_CON_ANGLE:
    return true;
  case TR_CON_ATTACH:
  case TR_CON_NAIL:
  case TR_CON_ON_LINE:
  case TR_CON_HORIZONTAL:
  case TR_CON_VERTICAL:
  case TR_CON_PARALLEL:
  case TR_CON_PERPENDICULAR:
  case TR_CON_EQUAL_LENGTH:
  case TR_CON_EQUAL_RADIUS:
  case TR_CON_MIDPOINT:
  case TR_CON_SYMMETRIC:
  case TR_CON_TANGENT:
  case TR_CON_GEAR:
  case TR_CON_RACK:
  case TR_CON_SKATE:
  case TR_CON_DRIVE:
  case TR_CON_PATH:
  case TR_CON_EQUATION:
  case TR_CON_LIMIT:
  case TR_N_CON_KINDS:
    break;
  }
  return false;
}

double
tr_constraint_measure (const TrModel *m, const TrState *s, int constraint)
{
  const TrConstraint *c = &m->constraints[constraint];
  double miss[TR_ROWS_MAX];
  bool undefined;

  if (!has_value (c))
    return NAN;
  tr_constraint_residual (m, constraint, s->q, &s->memory[constraint], s->time, miss, &undefined);
  return undefined ? NAN : c->scalar[0].value + miss[0];
}

bool
tr_relate_set_driven (TrSession *s, const char *id, bool driven, GError **error)
{
  TrDocument *d = tr_session_get_document (s);
  const TrModel *m = tr_document_get_model (d);
  TrElement at = constraint_of (m, id);
  g_autofree char *what = g_strdup_printf ("%s.driven", id);

  if (at.index >= 0 && !driven && m->constraints[at.index].driven &&
      !m->constraints[at.index].scalar[0].expr) {
    double now = tr_constraint_measure (m, tr_session_get_state (s), at.index);
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    g_autofree char *value = g_strdup_printf ("%s.value", id);
    g_ascii_dtostr (text, sizeof text, now);
    if (isfinite (now) && !tr_document_set (d, value, text, error))
      return false;
  }
  if (!tr_document_set (d, what, driven ? "true" : "false", error)) {
    tr_document_revert (d);
    return false;
  }
  tr_session_settle (s, driven ? _ ("Make a reference") : _ ("Make a constraint"));
  return true;
}

static void
cure_free (gpointer data)
{
  TrCure *c = data;
  g_free (c->id);
  g_free (c->title);
  g_free (c);
}

static void
offer (GPtrArray *cures, TrCureKind kind, const TrModel *m, int constraint)
{
  TrCure *c = g_new (TrCure, 1);
  c->kind = kind;
  c->id = g_strdup (m->constraints[constraint].id);
  c->title = tr_constraint_title (m, constraint);
  g_ptr_array_add (cures, c);
}

GPtrArray *
tr_relate_cures (TrSession *s, guint which)
{
  const TrCheck *check = tr_session_check (s);
  const TrModel *m = tr_session_get_model (s);
  GPtrArray *cures = g_ptr_array_new_with_free_func (cure_free);

  g_return_val_if_fail (which < check->conflicts->len, cures);
  g_autoptr (GArray) set = tr_check_doubts (m, g_ptr_array_index (check->conflicts, which));
  for (guint i = 0; i < set->len; i++) {
    int constraint = g_array_index (set, int, i);
    if (has_value (&m->constraints[constraint]))
      offer (cures, TR_CURE_REFERENCE, m, constraint);
    offer (cures, TR_CURE_REMOVE, m, constraint);
  }
  return cures;
}

bool
tr_relate_cure (TrSession *s, const TrCure *cure, GError **error)
{
  const char *ids[2] = {cure->id, NULL};

  switch (cure->kind) {
  case TR_CURE_REFERENCE:
    return tr_relate_set_driven (s, cure->id, true, error);
  case TR_CURE_REMOVE:
    return tr_session_remove (s, ids, NULL, error);
  }
  g_return_val_if_reached (false);
}

// What is new is behind what was there.
bool
tr_relate_paste (TrSelection *s, const char *text, double dx, double dy, GError **error)
{
  TrSession *session = tr_selection_get_session (s);
  const TrModel *m = tr_session_get_model (session);
  g_autoptr (GPtrArray) copies = g_ptr_array_new ();
  int body = m->n_bodies, label = m->n_labels;

  if (!tr_session_paste (session, text, dx, dy, NULL, error))
    return false;
  m = tr_session_get_model (session);
  for (; body < m->n_bodies; body++)
    g_ptr_array_add (copies, (gpointer) m->bodies[body].id);
  for (; label < m->n_labels; label++)
    g_ptr_array_add (copies, (gpointer) m->labels[label].id);
  tr_selection_set_all (s, (const char *const *) copies->pdata, copies->len);
  return true;
}

bool
tr_relate_duplicate (TrSelection *s, double dx, double dy, GError **error)
{
  g_autofree const char **ids = tr_selection_ids (s);
  TrDocument *d = tr_session_get_document (tr_selection_get_session (s));
  g_autofree char *text = tr_document_copy (d, (const char *const *) ids, error);

  return text && tr_relate_paste (s, text, dx, dy, error);
}

// Those that it attaches, of its ends from the first on.
static int
n_attached (TrConKind kind)
{
  if (kind == TR_CON_ATTACH || kind == TR_CON_TANGENT)
    return 2;
  return kind == TR_CON_NAIL || kind == TR_CON_ON_LINE || kind == TR_CON_MIDPOINT ? 1 : 0;
}

static bool
is_same_place (const TrConnector *a, const TrConnector *b)
{
  return a->kind == b->kind && a->body == b->body &&
         (a->kind == TR_AT_NAMED ? a->point == b->point : !(v2_dist (a->p, b->p) > 0));
}

bool
tr_constraint_attaches (const TrConstraint *c, const TrConnector *point)
{
  for (int k = 0; k < n_attached (c->kind); k++)
    if (c->end[k].kind == TR_END_POINT && is_same_place (&c->end[k].connector[0], point))
      return true;
  return false;
}

GArray *
tr_relate_attachments (TrSelection *s)
{
  const TrModel *m = tr_session_get_model (tr_selection_get_session (s));
  GArray *found = g_array_new (FALSE, FALSE, sizeof (int));
  g_autoptr (GPtrArray) points = g_ptr_array_new ();
  g_autofree guint8 *is_selected = g_new0 (guint8, m->n_bodies + 1); // the ground is the last
  guint n;
  const TrSelected *item = tr_selection_get (s, &n);

  for (guint i = 0; i < n; i++)
    if (item[i].element.kind == TR_ELEMENT_BODY)
      is_selected[item[i].element.index] = 1;
    else if (item[i].element.kind == TR_ELEMENT_NONE)
      g_ptr_array_add (points, (gpointer) &item[i].at);
  for (int i = 0; i < m->n_constraints && n > 0; i++) {
    const TrConstraint *c = &m->constraints[i];
    bool is_one = false;
    for (int k = 0; k < n_attached (c->kind) && !is_one; k++)
      is_one =
          is_selected[c->end[k].connector[0].body < 0 ? m->n_bodies : c->end[k].connector[0].body];
    for (guint j = 0; j < points->len && !is_one; j++)
      is_one = tr_constraint_attaches (c, g_ptr_array_index (points, j));
    if (is_one)
      g_array_append_val (found, i);
  }
  return found;
}

// Where one point of a body is to go.
typedef struct {
  TrConnector at;
  Vec2 to;
  bool is_first; // of a body that is carried as a whole
} Target;

static void
add_target (GArray *targets,
            const TrModel *m,
            const double *q,
            const TrConnector *c,
            Vec2 by,
            bool is_first)
{
  Target t = {*c, v2_add (tr_connector_point (m, c, q), by), is_first};
  g_array_append_val (targets, t);
}

// The named points of a body, or the middle of its curve; none of a number.
static void
add_targets (GArray *targets, const TrModel *m, const double *q, int body, Vec2 by)
{
  const TrBody *b = &m->bodies[body];
  TrConnector c = {.kind = TR_AT_NAMED, .body = body, .slide = -1};
  int n = MIN (tr_body_n_points (b), MOST_POINTS);
  double t0, t1;

  for (c.point = 0; c.point < n; c.point++)
    add_target (targets, m, q, &c, by, c.point == 0);
  if (n > 0 || !tr_body_get_ops (b)->has_curve)
    return;
  tr_body_get_ops (b)->range (b, &t0, &t1);
  c.kind = TR_AT_T;
  c.p.x = 0.5 * (t0 + t1);
  add_target (targets, m, q, &c, by, true);
}

static void
carry (TrSession *s, const Target *t, bool whole)
{
  TrEngine *e = tr_session_get_engine (s);
  TrState *state = tr_session_get_state (s);
  TrStepResult r;

  tr_engine_grab (e, state, &t->at, whole);
  r = tr_engine_drag (e, state, t->to);
  for (int i = 0; i < MOST_FRAMES && r.ok && !r.at_rest; i++)
    r = tr_engine_hold (e, state, t->to);
  tr_engine_release (e, state);
}

static bool
is_there (TrSession *s, const Target *t, double step)
{
  const double *q = tr_session_get_state (s)->q;
  return v2_dist (tr_connector_point (tr_session_get_model (s), &t->at, q), t->to) <= 1e-6 * step;
}

// The first time a body is carried as a whole, unless others have taken a part of it along; what
// is not where it belongs then is drawn there point by point.
static void
carry_all (TrSession *s, const GArray *targets, double step, bool is_first_time)
{
  bool is_whole = false;

  for (guint i = 0; i < targets->len; i++) {
    const Target *t = &g_array_index (targets, Target, i);
    if (t->is_first) {
      is_whole = is_first_time;
      for (guint k = i; is_whole && k < targets->len; k++) {
        const Target *other = &g_array_index (targets, Target, k);
        if (other->at.body != t->at.body)
          break;
        is_whole = !is_there (s, other, step);
      }
      if (is_whole)
        carry (s, t, true);
    }
    if (!is_whole && !is_there (s, t, step))
      carry (s, t, false);
  }
}

// Rounding alone is no motion: what is held stays to the bit. Radians and ratios are taken as
// lengths, which for this is near enough.
static bool
take_back_rounding (TrState *state, const TrState *before, double step)
{
  for (int i = 0; i < state->n_q; i++)
    if (fabs (state->q[i] - before->q[i]) > 1e-9 * step)
      return false;
  tr_state_assign (state, before);
  return true;
}

static bool
is_locked (const TrModel *m, int body)
{
  return body >= 0 && m->bodies[body].locked;
}

static bool
is_locked_text (const TrModel *m, int label)
{
  const TrLabel *l = &m->labels[label];
  return l->locked || (l->at.kind != TR_AT_GROUND && is_locked (m, l->at.body));
}

// A text on a body that is carried goes with it.
static bool
is_carried (TrSelection *s, const TrModel *m, int label)
{
  const TrConnector *at = &m->labels[label].at;
  return at->kind != TR_AT_GROUND && tr_selection_has_element (s, TR_ELEMENT_BODY, at->body);
}

GArray *
tr_relate_texts (TrSelection *s, bool with_bodies)
{
  const TrModel *m = tr_session_get_model (tr_selection_get_session (s));
  GArray *labels = g_array_new (FALSE, FALSE, sizeof (int));
  guint n;
  const TrSelected *item = tr_selection_get (s, &n);

  for (guint i = 0; i < n; i++)
    if (item[i].element.kind == TR_ELEMENT_LABEL && !is_locked_text (m, item[i].element.index) &&
        !(with_bodies && is_carried (s, m, item[i].element.index)))
      g_array_append_val (labels, item[i].element.index);
  return labels;
}

bool
tr_relate_nudge (TrSelection *s, double dx, double dy)
{
  TrSession *session = tr_selection_get_session (s);
  const TrModel *m = tr_session_get_model (session);
  TrState *state = tr_session_get_state (session);
  const double *q = state->q;
  g_autoptr (TrState) before = tr_state_copy (state);
  g_autoptr (GArray) targets = g_array_new (FALSE, FALSE, sizeof (Target));
  double step = hypot (dx, dy);
  guint n;
  const TrSelected *item = tr_selection_get (s, &n);

  g_return_val_if_fail (!tr_session_is_dragging (session), false);
  for (guint i = 0; i < n; i++)
    if (item[i].element.kind == TR_ELEMENT_NONE && !is_locked (m, item[i].at.body) &&
        !tr_selection_has_element (s, TR_ELEMENT_BODY, item[i].at.body))
      add_target (targets, m, q, &item[i].at, v2 (dx, dy), false);
  for (guint i = 0; i < n; i++)
    if (item[i].element.kind == TR_ELEMENT_BODY && !is_locked (m, item[i].element.index))
      add_targets (targets, m, q, item[i].element.index, v2 (dx, dy));
  carry_all (session, targets, step, true);
  if (n > 1)
    carry_all (session, targets, step, false);
  bool has_moved = !take_back_rounding (state, before, step);
  g_autoptr (GArray) texts = tr_relate_texts (s, true);
  tr_label_shift_all (session, texts, v2 (dx, dy));
  if (texts->len == 0 && !has_moved)
    return false;
  tr_session_commit (session, _ ("Nudge"));
  return true;
}
