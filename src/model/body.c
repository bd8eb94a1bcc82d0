// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/body.h"

#include "model/body-points.h"

#include <glib.h>
#include <string.h>

// Of a list of them.
enum { MOST_NAMES = 8 };

const TrBodyOps *const tr_body_ops[TR_N_BODY_KINDS] = {
    [TR_BODY_POINT] = &tr_body_point,       [TR_BODY_SEGMENT] = &tr_body_segment,
    [TR_BODY_POLYLINE] = &tr_body_polyline, [TR_BODY_BEZIER] = &tr_body_bezier,
    [TR_BODY_SPLINE] = &tr_body_spline,     [TR_BODY_CIRCLE] = &tr_body_circle,
    [TR_BODY_ARC] = &tr_body_arc,           [TR_BODY_ELLIPSE] = &tr_body_ellipse,
    [TR_BODY_RIGID] = &tr_body_rigid,       [TR_BODY_SHEET] = &tr_body_sheet,
    [TR_BODY_FORMULA] = &tr_body_formula,   [TR_BODY_NUMBER] = &tr_body_number,
};

static const char *const derived_names[TR_N_DERIVED] = {
    [TR_DERIVED_LENGTH] = "length",
    [TR_DERIVED_ANGLE] = "angle",
    [TR_DERIVED_AREA] = "area",
};

TrBodyKind
tr_body_kind_from_name (const char *name)
{
  TrBodyKind kind = 0;
  while (kind < TR_N_BODY_KINDS && strcmp (tr_body_ops[kind]->name, name) != 0)
    kind++;
  return kind;
}

static int
find_name (const char *const *names, int n, const char *name)
{
  for (int i = 0; i < n; i++)
    if (strcmp (names[i], name) == 0)
      return i;
  return -1;
}

// A whole number below n as we write it, without sign or leading zeros; else −1.
static int
parse_index (const char *digits, int n)
{
  int value = 0;
  if (digits[0] == '\0' || (digits[0] == '0' && digits[1] != '\0'))
    return -1;
  for (const char *c = digits; *c != '\0'; c++) {
    if (!g_ascii_isdigit (*c))
      return -1;
    value = 10 * value + g_ascii_digit_value (*c);
    if (value >= n)
      return -1;
  }
  return value;
}

static bool
has_derived (const TrBody *b, TrDerived which)
{
  const TrBodyOps *ops = tr_body_get_ops (b);
  if (which == TR_DERIVED_AREA && ops->basis != NULL && !b->closed)
    return false;
  return (ops->has_derived >> which & 1) != 0;
}

// Names of the unknowns of all kinds but lists of points; NULL for those.
static const char *const *
member_names (const TrBody *b)
{
  return b->kind == TR_BODY_FORMULA ? b->formula.f->names : tr_body_get_ops (b)->members;
}

int
tr_body_find_member (const TrBody *b, const char *name)
{
  const char *const *names = member_names (b);
  int found = -1;
  if (names != NULL)
    found = find_name (names, b->n, name);
  else if (name[0] == 'x' || name[0] == 'y') {
    int point = parse_index (name + 1, b->n / 2);
    found = point < 0 ? -1 : 2 * point + (name[0] == 'y');
  }
  if (found >= 0)
    return found;
  int which = find_name (derived_names, TR_N_DERIVED, name);
  return which >= 0 && has_derived (b, (TrDerived) which) ? b->n + which : -1;
}

const char *
tr_body_member_name (const TrBody *b, int member, char buf[32])
{
  g_return_val_if_fail (member >= 0 && member < b->n + TR_N_DERIVED, NULL);
  const char *const *names = member_names (b);
  if (member >= b->n)
    return derived_names[member - b->n];
  if (names != NULL)
    return names[member];
  g_snprintf (buf, 32, "%c%d", member % 2 == 0 ? 'x' : 'y', member / 2);
  return buf;
}

static void
list_name (GString *list, int nth, const char *name)
{
  if (nth < MOST_NAMES)
    g_string_append_printf (list, "%s%s", list->len > 0 ? ", " : "", name);
  else if (nth == MOST_NAMES)
    g_string_append (list, ", …");
}

char *
tr_body_list_members (const TrBody *b)
{
  GString *list = g_string_new (NULL);
  char buf[32];
  for (int i = 0; i < b->n; i++)
    list_name (list, i, tr_body_member_name (b, i, buf));
  for (int i = 0; i < TR_N_DERIVED; i++)
    if (has_derived (b, (TrDerived) i))
      list_name (list, 0, derived_names[i]);
  return g_string_free (list, FALSE);
}

// An arc's start and end are angles too, but counted ones in every respect.
bool
tr_body_member_is_angle (const TrBody *b, int member)
{
  if (member >= b->n)
    return member == b->n + TR_DERIVED_ANGLE;
  for (const TrField *f = tr_body_get_ops (b)->fields; f->name != NULL; f++)
    if (f->type == TR_FIELD_ANGLE && f->at == member)
      return strcmp (f->name, "rotation") == 0;
  return false;
}

bool
tr_body_member_is_area (const TrBody *b, int member)
{
  return member == b->n + TR_DERIVED_AREA;
}

int
tr_body_n_points (const TrBody *b)
{
  const TrBodyOps *ops = tr_body_get_ops (b);
  int n = 0;
  if (ops->basis != NULL)
    return b->n / 2;
  while (ops->points != NULL && ops->points[n] != NULL)
    n++;
  return n;
}

int
tr_body_find_point (const TrBody *b, const char *name)
{
  const TrBodyOps *ops = tr_body_get_ops (b);
  if (ops->basis == NULL)
    return find_name (ops->points, tr_body_n_points (b), name);
  return g_str_has_prefix (name, "point") ? parse_index (name + 5, b->n / 2) : -1;
}

const char *
tr_body_point_name (const TrBody *b, int point, char buf[32])
{
  g_return_val_if_fail (point >= 0 && point < tr_body_n_points (b), NULL);
  const TrBodyOps *ops = tr_body_get_ops (b);
  if (ops->basis == NULL)
    return ops->points[point];
  g_snprintf (buf, 32, "point%d", point);
  return buf;
}

char *
tr_body_list_points (const TrBody *b)
{
  GString *list = g_string_new (NULL);
  char buf[32];
  for (int i = 0; i < tr_body_n_points (b); i++)
    list_name (list, i, tr_body_point_name (b, i, buf));
  return g_string_free (list, FALSE);
}

double
tr_body_member (const TrBody *b, const double *q, int member, double *grad, double *hess)
{
  g_return_val_if_fail (member >= 0 && member < b->n + TR_N_DERIVED, 0);
  size_t n = (size_t) b->n;
  if (member >= b->n) {
    TrDerived which = (TrDerived) (member - b->n);
    g_return_val_if_fail (has_derived (b, which), 0);
    return tr_body_get_ops (b)->derived (b, q, which, grad, hess);
  }
  if (grad != NULL) {
    memset (grad, 0, n * sizeof (double));
    grad[member] = 1;
  }
  if (hess != NULL)
    memset (hess, 0, n * n * sizeof (double));
  return q[member];
}

bool
tr_body_box (const TrBody *b, const double *q, Vec2 *low, Vec2 *high)
{
  const TrBodyOps *ops = tr_body_get_ops (b);
  if (ops->box == NULL)
    return false;
  ops->box (b, q, low, high);
  return v2_is_finite (*low) && v2_is_finite (*high);
}

int
tr_body_least_points (TrBodyKind kind, bool closed)
{
  const TrPointsBasis *basis = tr_body_ops[kind]->basis;
  g_return_val_if_fail (basis != NULL, 0);
  return closed ? basis->least_closed : basis->least;
}
