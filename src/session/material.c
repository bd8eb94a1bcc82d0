// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/material.h"

#include "math/number.h"

#include <glib/gi18n-lib.h>
#include <string.h>

// Stiffnesses k over the square of the size: the least goes back in a minute, the most gives way
// by a thousandth of itself under a hand. Drags: a hundredth to a hundred times.
static const struct {
  double low, high;
} ranges[TR_N_MATERIALS] = {{0.02, 2e7}, {0.02, 2e7}, {0.01, 100}};

// s² of a sheet at rest, of which half is what its axes drag.
static double
square_of (const TrBody *b)
{
  double rest = b->sheet.rest ? fabs (v2_cross (b->sheet.rest[0], b->sheet.rest[1])) : 1;
  return fmax (b->sheet.size.x * b->sheet.size.y * rest, 1e-12);
}

static double
unit_of (const TrBody *b, TrMaterial which)
{
  return which == TR_MATERIAL_DRAG ? 1 : square_of (b);
}

// The equations that keep the shape of a picture: v is u turned by a right angle.
static bool
keeps_shape (const TrBody *b, const TrConstraint *c)
{
  g_autofree char *upright = g_strdup_printf ("%s.vx + %s.uy", b->id, b->id);
  g_autofree char *even = g_strdup_printf ("%s.vy - %s.ux", b->id, b->id);
  const char *text = c->kind == TR_CON_EQUATION ? tr_expr_text (c->expr) : "";
  return strcmp (text, upright) == 0 || strcmp (text, even) == 0;
}

static bool
is_kept (const TrModel *m, int body, bool in_force)
{
  for (int i = 0; i < m->n_constraints; i++)
    if (keeps_shape (&m->bodies[body], &m->constraints[i]) &&
        !(in_force && m->constraints[i].disabled))
      return true;
  return false;
}

bool
tr_material_may_be_kept (const TrModel *m, int body)
{
  return is_kept (m, body, false);
}

double
tr_material_get (const TrModel *m, int body, TrMaterial which)
{
  const TrBody *b = &m->bodies[body];
  g_return_val_if_fail (b->kind == TR_BODY_SHEET, 0);
  switch (which) {
  case TR_MATERIAL_SHAPE:
    return is_kept (m, body, true) ? INFINITY : b->sheet.shape.value / square_of (b);
  case TR_MATERIAL_AREA:
    return b->sheet.area.value / square_of (b);
  case TR_MATERIAL_DRAG:
    return b->weights ? b->weights[0] : 1;
  case TR_N_MATERIALS:
    break;
  }
  return 0;
}

// Switches the equations that keep the shape.
static bool
keep_shape (TrDocument *d, int body, bool keeps, GError **error)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
  const TrModel *m = tr_document_get_model (d);
  bool ok = true;
  for (int i = 0; i < m->n_constraints; i++)
    if (keeps_shape (&m->bodies[body], &m->constraints[i]) && m->constraints[i].disabled == keeps)
      g_ptr_array_add (ids, g_strdup (m->constraints[i].id));
  for (guint i = 0; i < ids->len && ok; i++)
    ok = tr_document_enable (d, ids->pdata[i], keeps, error);
  return ok;
}

static bool
set_drag (TrDocument *d, const TrBody *b, double value, GError **error)
{
  char number[TR_NUMBER_SIZE], name[32];
  g_autoptr (GString) json = g_string_new ("{");
  g_autofree char *what = g_strdup_printf ("%s.weights", b->id);
  tr_number_format (value, number);
  for (int i = 0; i < b->n; i++)
    g_string_append_printf (json, "%s\"%s\": %s", i > 0 ? ", " : "",
                            tr_body_member_name (b, i, name), number);
  g_string_append_c (json, '}');
  return tr_document_set (d, what, json->str, error);
}

bool
tr_material_set (TrSession *s, int body, TrMaterial which, double value, GError **error)
{
  TrDocument *d = tr_session_get_document (s);
  const TrBody *b = &tr_session_get_model (s)->bodies[body];
  bool keeps = which == TR_MATERIAL_SHAPE && value > G_MAXDOUBLE &&
               tr_material_may_be_kept (tr_session_get_model (s), body);
  char number[TR_NUMBER_SIZE];

  if (!keeps && !(value >= 0 && value * unit_of (b, which) <= TR_VALUE_MAX)) {
    g_set_error (error, TR_DOCUMENT_ERROR, TR_DOCUMENT_ERROR_VALUE,
                 _ ("expected a number of 0 or more"));
    return false;
  }
  if (which == TR_MATERIAL_DRAG)
    return set_drag (d, b, value, error);
  g_autofree char *what =
      g_strdup_printf ("%s.elastic.%s", b->id, which == TR_MATERIAL_SHAPE ? "shape" : "area");
  tr_number_format (keeps ? 0 : value * square_of (b), number);
  return tr_document_set (d, what, number, error) &&
         (which != TR_MATERIAL_SHAPE || keep_shape (d, body, keeps, error));
}

double
tr_material_to_slider (const TrModel *m, int body, TrMaterial which, double value)
{
  double low = ranges[which].low, high = ranges[which].high;
  if (!(value > 0))
    return 0;
  return value > G_MAXDOUBLE ? 1 : CLAMP (log (value / low) / log (high / low), 0, 1);
}

double
tr_material_from_slider (const TrModel *m, int body, TrMaterial which, double place)
{
  double low = ranges[which].low, high = ranges[which].high;
  if (which != TR_MATERIAL_DRAG && !(place > 0))
    return 0;
  if (which == TR_MATERIAL_SHAPE && place >= 1 && tr_material_may_be_kept (m, body))
    return INFINITY;
  return low * pow (high / low, place);
}
