// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/setting.h"

#include "math/number.h"
#include "render/ink.h"
#include "session/force-title.h"
#include "session/keys.h"
#include "session/quantity.h"
#include "session/relate.h"
#include "session/report.h"

#include <glib/gi18n-lib.h>
#include <string.h>

// Lines of the world. What things weigh, and the air, count where they have masses.
enum { LINE_LAW, LINE_GRAVITY_X, LINE_GRAVITY_Y, LINE_DENSITY, LINE_DRAG, N_LINES };

// Weight on the earth, mm/s².
static const double earth = 9810;

static const char *const world_members[N_LINES] = {"law", "gravity.x", "gravity.y", "density",
                                                   "drag"};

// Of the members of the format.
static const struct {
  const char *member, *label;
} labels[] = {
    {"what", N_ ("Quantity")},       {"value", N_ ("Value")},
    {"min", N_ ("Least")},           {"max", N_ ("Most")},
    {"restitution", N_ ("Bounce")},  {"ratio", N_ ("Ratio")},
    {"phase", N_ ("Phase")},         {"radius", N_ ("Radius")},
    {"expr", N_ ("Formula")},        {"rest", N_ ("Rest length")},
    {"stiffness", N_ ("Stiffness")}, {"damping", N_ ("Damping")},
    {"weight", N_ ("Weight")},       {"at", N_ ("Place")},
    {"force", N_ ("Force")},         {"g", N_ ("Gravity")},
    {"loop", N_ ("In a loop")},
};

static const TrField *
fields_of (const TrModel *m, TrElement of)
{
  return of.kind == TR_ELEMENT_CONSTRAINT ? tr_con_get_ops (&m->constraints[of.index])->fields
                                          : tr_force_ops[m->forces[of.index].kind]->fields;
}

// A number, an expression, a place, what it is of, or on and off.
static bool
is_line (const TrField *f)
{
  return f->type == TR_FIELD_SCALAR || f->type == TR_FIELD_PLACE || f->type == TR_FIELD_WHAT ||
         f->type == TR_FIELD_EXPR || f->type == TR_FIELD_LOOP;
}

// Of a path: its keys, and the next one.
static int
n_keys (const TrModel *m, TrElement of)
{
  bool is_path = of.kind == TR_ELEMENT_CONSTRAINT && m->constraints[of.index].kind == TR_CON_PATH;
  return is_path ? m->constraints[of.index].n_keys + 1 : 0;
}

// The first line of an element is its name. NULL: the line is a key, or that.
static const TrField *
field_at (const TrModel *m, TrElement of, int line)
{
  int at = 1;
  for (const TrField *f = fields_of (m, of); f->name; f++)
    if (is_line (f) && at++ == line)
      return f;
  return NULL;
}

static int
n_fields (const TrModel *m, TrElement of)
{
  int n = 0;
  for (const TrField *f = fields_of (m, of); f->name; f++)
    n += is_line (f);
  return n;
}

int
tr_setting_count (const TrModel *m, TrElement of)
{
  if (of.kind == TR_ELEMENT_NONE)
    return m->world.law == TR_LAW_SECOND_ORDER ? N_LINES : LINE_DENSITY;
  return 1 + n_fields (m, of) + n_keys (m, of);
}

static const TrScalar *
scalar_of (const TrModel *m, TrElement of, const TrField *f)
{
  return of.kind == TR_ELEMENT_CONSTRAINT ? &m->constraints[of.index].scalar[f->at]
                                          : &m->forces[of.index].scalar[f->at];
}

static bool
is_there (const TrModel *m, TrElement of, const TrField *f)
{
  unsigned has =
      of.kind == TR_ELEMENT_CONSTRAINT ? m->constraints[of.index].has : m->forces[of.index].has;
  return f->required || (has & (1u << f->at));
}

static TrQuantityKind
quantity_of (const TrModel *m, TrElement of, const TrField *f)
{
  const TrConstraint *c = of.kind == TR_ELEMENT_CONSTRAINT ? &m->constraints[of.index] : NULL;
  if (!c)
    return g_str_equal (f->name, "rest") ? TR_QUANTITY_LENGTH : TR_QUANTITY_NUMBER;
  if (c->kind == TR_CON_FIX || (c->kind == TR_CON_LIMIT && f->at != TR_LIMIT_RESTITUTION))
    return tr_quantity_of (&m->bodies[c->end[0].body], c->member);
  if (c->kind == TR_CON_ANGLE || (c->kind == TR_CON_GEAR && f->at == 1))
    return TR_QUANTITY_ANGLE;
  return c->kind == TR_CON_GEAR || c->kind == TR_CON_LIMIT ? TR_QUANTITY_NUMBER
                                                           : TR_QUANTITY_LENGTH;
}

// "12.5; −3"
static char *
place_text (const TrModel *m, Vec2 p)
{
  g_autofree char *x = tr_quantity_format (p.x, TR_QUANTITY_NUMBER, m->units, 0);
  g_autofree char *y = tr_quantity_format (p.y, TR_QUANTITY_NUMBER, m->units, 0);
  return g_strdup_printf ("%s; %s", x, y);
}

static char *
scalar_text (TrSession *s, TrElement of, const TrField *f)
{
  const TrModel *m = tr_session_get_model (s);
  const TrScalar *v = scalar_of (m, of, f);
  bool is_driven = of.kind == TR_ELEMENT_CONSTRAINT && m->constraints[of.index].driven;
  double now =
      is_driven ? tr_constraint_measure (m, tr_session_get_state (s), of.index) : (double) NAN;

  if (!is_there (m, of, f))
    return g_strdup ("");
  if (v->expr && !is_driven)
    return tr_number_tell_in (tr_expr_text (v->expr));
  return tr_quantity_format (isnan (now) ? v->value : now, quantity_of (m, of, f), m->units, 0);
}

static char *
what_text (const TrModel *m, const TrConstraint *c)
{
  const TrBody *b = &m->bodies[c->end[0].body];
  char name[32];
  return g_strdup_printf ("%s.%s", b->id, tr_body_member_name (b, c->member, name));
}

static char *
field_text (TrSession *s, TrElement of, const TrField *f)
{
  const TrModel *m = tr_session_get_model (s);
  bool is_force = of.kind == TR_ELEMENT_FORCE;
  const TrExpr *expr = is_force ? m->forces[of.index].expr : m->constraints[of.index].expr;

  if (f->type == TR_FIELD_SCALAR)
    return scalar_text (s, of, f);
  if (f->type == TR_FIELD_EXPR)
    return expr ? tr_number_tell_in (tr_expr_text (expr)) : g_strdup ("");
  if (f->type == TR_FIELD_PLACE)
    return place_text (m, is_force ? m->forces[of.index].place : m->constraints[of.index].place);
  return f->type == TR_FIELD_WHAT ? what_text (m, &m->constraints[of.index]) : g_strdup ("");
}

static const char *
label_of (const char *member)
{
  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    if (g_str_equal (labels[i].member, member))
      return _ (labels[i].label);
  return member;
}

static void
get_key (const TrModel *m, TrElement of, int key, TrSetting *out)
{
  const TrConstraint *c = &m->constraints[of.index];

  out->member = g_strdup_printf ("keys.%d", key);
  out->hint = _ ("time; x; y");
  if (key >= c->n_keys) {
    out->label = g_strdup (_ ("Another key"));
    out->text = g_strdup ("");
    return;
  }
  g_autofree char *time = tr_quantity_format (c->keys[key].time, TR_QUANTITY_NUMBER, m->units, 0);
  g_autofree char *place = place_text (m, c->keys[key].at);
  out->label = g_strdup_printf (_ ("Key %d"), key + 1);
  out->text = g_strdup_printf ("%s; %s", time, place);
}

// " mm/s²"
static char *
gravity_unit (const TrModel *m)
{
  return g_strdup_printf (" %s/s²", tr_units_symbol (m->units));
}

static void
get_world (const TrModel *m, int line, TrSetting *out)
{
  const TrWorld *w = &m->world;
  const double values[N_LINES] = {[LINE_GRAVITY_X] = w->gravity.x,
                                  [LINE_GRAVITY_Y] = w->gravity.y,
                                  [LINE_DENSITY] = w->density,
                                  [LINE_DRAG] = w->drag};
  static const char *const names[N_LINES] = {[LINE_LAW] = N_ ("Masses"),
                                             [LINE_GRAVITY_X] = N_ ("Gravity x"),
                                             [LINE_GRAVITY_Y] = N_ ("Gravity y"),
                                             [LINE_DENSITY] = N_ ("Density"),
                                             [LINE_DRAG] = N_ ("Air drag")};
  bool is_gravity = line == LINE_GRAVITY_X || line == LINE_GRAVITY_Y;
  g_autofree char *number = tr_quantity_format (values[line], TR_QUANTITY_NUMBER, m->units, 0);
  g_autofree char *unit = gravity_unit (m);

  out->member = g_strdup (world_members[line]);
  out->label = g_strdup (_ (names[line]));
  out->is_flag = line == LINE_LAW;
  out->is_on = w->law == TR_LAW_SECOND_ORDER;
  out->text = g_strconcat (number, is_gravity ? unit : NULL, NULL);
  if (line == LINE_LAW)
    out->hint =
        _ ("On, things keep their speed: they fall, swing and bounce. Off, they stop as soon "
           "as nothing pulls.");
}

TrSetting *
tr_setting_get (TrSession *s, TrElement of, int line)
{
  const TrModel *m = tr_session_get_model (s);
  TrSetting *out = g_new0 (TrSetting, 1);

  if (of.kind == TR_ELEMENT_NONE) {
    get_world (m, line, out);
    return out;
  }
  const TrField *f = field_at (m, of, line);
  if (line == 0) {
    const char *name =
        of.kind == TR_ELEMENT_FORCE ? m->forces[of.index].name : m->constraints[of.index].name;
    out->label = g_strdup (_ ("Name"));
    out->member = g_strdup ("name");
    out->text = g_strdup (name ? name : "");
  } else if (!f) {
    get_key (m, of, line - 1 - n_fields (m, of), out);
  } else {
    out->label = g_strdup (label_of (f->name));
    out->member = g_strdup (f->name);
    out->is_flag = f->type == TR_FIELD_LOOP;
    out->is_on = out->is_flag && m->constraints[of.index].loop;
    out->text = field_text (s, of, f);
  }
  return out;
}

void
tr_setting_free (TrSetting *x)
{
  g_free (x->label);
  g_free (x->member);
  g_free (x->text);
  g_free (x);
}

char *
tr_setting_title (const TrModel *m, TrElement of)
{
  if (of.kind == TR_ELEMENT_NONE)
    return g_strdup (_ ("The whole drawing"));
  return of.kind == TR_ELEMENT_FORCE ? tr_force_title (m, of.index)
                                     : tr_constraint_title (m, of.index);
}

// --- What is typed

static bool
fail (GError **error, const char *expected, const char *found)
{
  g_set_error (error, TR_DOCUMENT_ERROR, TR_DOCUMENT_ERROR_VALUE, _ ("expected %s, found %s"),
               expected, *found ? found : "–");
  return false;
}

// n numbers, parted by semicolons, or else by spaces.
static bool
read_numbers (
    const TrModel *m, const char *text, const char *expected, int n, double *x, GError **error)
{
  const char *sign = strchr (text, ';') ? ";" : " ";
  g_auto (GStrv) parts = g_strsplit (text, sign, -1);
  int k = 0;

  for (char **p = parts; *p; p++) {
    if (!*g_strstrip (*p))
      continue;
    if (k >= n || !tr_quantity_parse (*p, TR_QUANTITY_NUMBER, m, &x[k], NULL, NULL) ||
        !isfinite (x[k]))
      return fail (error, expected, text);
    k++;
  }
  return k == n || fail (error, expected, text);
}

static void
append_members (GString *json, const char *member)
{
  g_string_printf (json, "{\"%s\": ", member);
}

// Of a scalar: a number, or the text of an expression.
static bool
append_scalar (
    GString *json, const TrModel *m, TrElement of, const TrField *f, const char *typed, GError **e)
{
  g_autofree char *expr = NULL;
  double value;

  if (!*typed && !f->required) {
    g_string_append (json, "null");
    return true;
  }
  if (!tr_quantity_parse (typed, quantity_of (m, of, f), m, &value, &expr, e))
    return false;
  if (expr)
    tr_report_string (json, expr);
  else
    tr_report_number (json, value);
  return true;
}

static bool
append_field (
    GString *json, const TrModel *m, TrElement of, const TrField *f, const char *typed, GError **e)
{
  double at[2];

  append_members (json, f->name);
  if (f->type == TR_FIELD_SCALAR)
    return append_scalar (json, m, of, f, typed, e);
  if (f->type == TR_FIELD_PLACE) {
    if (!read_numbers (m, typed, _ ("x; y"), 2, at, e))
      return false;
    tr_report_place (json, v2 (at[0], at[1]));
  } else if (f->type == TR_FIELD_LOOP) {
    g_string_append (json, typed);
  } else {
    g_autofree char *plain = tr_quantity_plain (typed);
    tr_report_string (json, plain);
  }
  return true;
}

// "" takes a key away; they are in the order of their times, whatever is typed.
static bool
set_key (TrSession *s, TrElement of, int key, const char *typed, GError **error)
{
  const TrModel *m = tr_session_get_model (s);
  const TrConstraint *c = &m->constraints[of.index];
  g_autoptr (GArray) keys = tr_path_keys (c);
  TrKey new = {0};
  double x[3];

  if (*typed && !read_numbers (m, typed, _ ("time; x; y"), 3, x, error))
    return false;
  if (key >= c->n_keys && *typed)
    g_array_append_val (keys, new);
  if (*typed) {
    TrKey *k = &g_array_index (keys, TrKey, key);
    k->time = x[0];
    k->at = v2 (x[1], x[2]);
  } else if (key < c->n_keys)
    g_array_remove_index (keys, (guint) key);
  return tr_path_take_keys (tr_session_get_document (s), c->id, keys, error);
}

static bool
set_element (TrSession *s, TrElement of, int line, const char *typed, GError **error)
{
  const TrModel *m = tr_session_get_model (s);
  const TrField *f = field_at (m, of, line);
  const char *id =
      of.kind == TR_ELEMENT_FORCE ? m->forces[of.index].id : m->constraints[of.index].id;
  g_autoptr (GString) json = g_string_new (NULL);

  if (line > 0 && !f)
    return set_key (s, of, line - 1 - n_fields (m, of), typed, error);
  if (line == 0) {
    append_members (json, "name");
    if (*typed)
      tr_report_string (json, typed);
    else
      g_string_append (json, "null");
  } else if (!append_field (json, m, of, f, typed, error))
    return false;
  g_string_append_c (json, '}');
  return tr_document_change (tr_session_get_document (s), id, json->str, error);
}

static bool
set_gravity (TrDocument *d, Vec2 g, GError **error)
{
  g_autoptr (GString) json = g_string_new (NULL);
  tr_report_place (json, g);
  return tr_document_set (d, "world.gravity", json->str, error);
}

// With masses comes the earth's gravity, where there is none yet, and it goes with them.
static bool
set_law (TrSession *s, bool is_second, GError **error)
{
  TrDocument *d = tr_session_get_document (s);
  const TrWorld *w = &tr_session_get_model (s)->world;
  Vec2 usual = v2 (0, -earth / tr_units_mm (tr_session_get_model (s)->units));
  Vec2 off = is_second ? w->gravity : v2_sub (w->gravity, usual);

  if (v2_norm (off) <= 1e-9 * v2_norm (usual) &&
      !set_gravity (d, is_second ? usual : v2 (0, 0), error))
    return false;
  return tr_document_set (d, "world.law", is_second ? "second-order" : "first-order", error);
}

static bool
set_world (TrSession *s, int line, const char *typed, GError **error)
{
  const TrModel *m = tr_session_get_model (s);
  TrDocument *d = tr_session_get_document (s);
  Vec2 g = m->world.gravity;
  char number[TR_NUMBER_SIZE];
  double value;

  if (line == LINE_LAW)
    return set_law (s, g_str_equal (typed, "true"), error);
  g_autofree char *unit = gravity_unit (m), *plain = g_strdup (typed);
  if (g_str_has_suffix (plain, unit))
    plain[strlen (plain) - strlen (unit)] = '\0';
  if (!tr_quantity_parse (plain, TR_QUANTITY_NUMBER, m, &value, NULL, error))
    return false;
  if (line == LINE_GRAVITY_X || line == LINE_GRAVITY_Y)
    return set_gravity (d, line == LINE_GRAVITY_X ? v2 (value, g.y) : v2 (g.x, value), error);
  tr_number_format (value, number);
  return tr_document_set (d, line == LINE_DENSITY ? "world.density" : "world.drag", number, error);
}

bool
tr_setting_set (TrSession *s, TrElement of, int line, const char *typed, GError **error)
{
  g_autoptr (TrSetting) was = tr_setting_get (s, of, line);
  g_autofree char *title = of.kind == TR_ELEMENT_NONE
                               ? g_strdup (was->label)
                               : tr_setting_title (tr_session_get_model (s), of);
  g_autofree char *name = g_strdup_printf (_ ("Change %s"), title);
  bool ok = of.kind == TR_ELEMENT_NONE ? set_world (s, line, typed, error)
                                       : set_element (s, of, line, typed, error);

  if (!ok) {
    tr_document_revert (tr_session_get_document (s));
    return false;
  }
  tr_session_settle (s, name);
  return true;
}
