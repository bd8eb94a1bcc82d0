// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doc/members.h"

#include <string.h>

const char *const tr_units_names[] = {"mm", "cm", "m", "in", "pt", "px", NULL};
const char *const tr_law_names[] = {"first-order", "second-order", NULL};
const char *const tr_metric_names[] = {"natural", "viscous", NULL};
const char *const tr_supports_names[] = {"stay", "move", NULL};
const char *const tr_op_names[] = {"=", "<=", ">=", NULL};
const char *const tr_cap_names[] = {"butt", "round", "square", NULL};
const char *const tr_join_names[] = {"miter", "round", "bevel", NULL};

static const char *const document_members[] = {"trammel",     "units",  "parameters", "bodies",
                                               "constraints", "forces", "traces",     "labels",
                                               "world",       "view",   NULL};
static const char *const document_tail[] = {"layers", NULL};
static const char *const parameter_members[] = {"name", "value", "free", NULL};
static const char *const element_head[] = {"id", "kind", "name", NULL};
static const char *const constraint_head[] = {"id", "kind", "name", "enabled", "driven", NULL};
static const char *const force_head[] = {"id", "kind", "name", "enabled", NULL};
static const char *const body_tail[] = {"style",  "construction", "weights",  "layer", "group",
                                        "hidden", "locked",       "velocity", NULL};
static const char *const trace_members[] = {"id", "name", "a", "style", "pins", NULL};
static const char *const label_members[] = {"name", "text",   "at",     "offset",
                                            "size", "hidden", "locked", NULL};
static const char *const world_members[] = {"time",    "law",    "density",  "drag",
                                            "gravity", "metric", "supports", NULL};
static const char *const view_members[] = {"center", "zoom", "size", NULL};
static const char *const style_members[] = {"stroke", "width", "dash", "fill", "cap", "join", NULL};
static const char *const path_members[] = {"path", "stroke", "width", "dash", "fill", NULL};
static const char *const text_members[] = {"text", "at", "size", NULL};
static const char *const image_members[] = {"image", "rect", "rotation", "mirrored", NULL};
static const char *const elastic_members[] = {"shape", "area", NULL};
static const char *const rest_members[] = {"u", "v", NULL};
static const char *const ground_members[] = {"at", NULL};
static const char *const named_members[] = {"body", "point", NULL};
static const char *const t_members[] = {"body", "t", NULL};
static const char *const slide_members[] = {"body", "slide", NULL};
static const char *const local_members[] = {"body", "local", NULL};
static const char *const direction_members[] = {"from", "to", NULL};
static const char *const key_members[] = {"time", "at", NULL};

// NULL: there are no more.
static const char *
kind_name (TrElementKind of, int kind)
{
  if (of == TR_ELEMENT_BODY)
    return kind < TR_N_BODY_KINDS ? tr_body_ops[kind]->name : NULL;
  if (of == TR_ELEMENT_CONSTRAINT)
    return kind < TR_N_CON_KINDS ? tr_con_ops[kind]->name : NULL;
  return kind < TR_N_FORCE_KINDS ? tr_force_ops[kind]->name : NULL;
}

char *
tr_members_kinds (TrElementKind of)
{
  GString *list = g_string_new (NULL);
  for (int i = 0; kind_name (of, i); i++)
    g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", kind_name (of, i));
  return g_string_free (list, FALSE);
}

TrMembers
tr_members_document (bool has_layers)
{
  return (TrMembers){document_members, NULL, has_layers ? document_tail : NULL};
}

TrMembers
tr_members_parameter (void)
{
  return (TrMembers){parameter_members, NULL, NULL};
}

TrMembers
tr_members_body (TrBodyKind kind)
{
  return (TrMembers){element_head, tr_body_ops[kind]->fields, body_tail};
}

TrMembers
tr_members_constraint (TrConKind kind)
{
  return (TrMembers){constraint_head, tr_con_ops[kind]->fields, NULL};
}

TrMembers
tr_members_force (TrForceKind kind)
{
  return (TrMembers){force_head, tr_force_ops[kind]->fields, NULL};
}

TrMembers
tr_members_trace (void)
{
  return (TrMembers){trace_members, NULL, NULL};
}

TrMembers
tr_members_label (void)
{
  return (TrMembers){label_members, NULL, NULL};
}

TrMembers
tr_members_world (void)
{
  return (TrMembers){world_members, NULL, NULL};
}

TrMembers
tr_members_view (void)
{
  return (TrMembers){view_members, NULL, NULL};
}

TrMembers
tr_members_style (void)
{
  return (TrMembers){style_members, NULL, NULL};
}

TrMembers
tr_members_mark (TrMarkKind kind)
{
  switch (kind) {
  case TR_MARK_PATH:
    return (TrMembers){path_members, NULL, NULL};
  case TR_MARK_TEXT:
    return (TrMembers){text_members, NULL, NULL};
  case TR_MARK_IMAGE:
    break;
  }
  return (TrMembers){image_members, NULL, NULL};
}

TrMembers
tr_members_elastic (void)
{
  return (TrMembers){elastic_members, NULL, NULL};
}

TrMembers
tr_members_rest (void)
{
  return (TrMembers){rest_members, NULL, NULL};
}

TrMembers
tr_members_connector (TrConnectorKind kind)
{
  switch (kind) {
  case TR_AT_GROUND:
    return (TrMembers){ground_members, NULL, NULL};
  case TR_AT_NAMED:
    return (TrMembers){named_members, NULL, NULL};
  case TR_AT_T:
    return (TrMembers){t_members, NULL, NULL};
  case TR_AT_SLIDE:
    return (TrMembers){slide_members, NULL, NULL};
  case TR_AT_LOCAL:
    break;
  }
  return (TrMembers){local_members, NULL, NULL};
}

TrMembers
tr_members_direction (void)
{
  return (TrMembers){direction_members, NULL, NULL};
}

TrMembers
tr_members_key (void)
{
  return (TrMembers){key_members, NULL, NULL};
}

// Most names that are compared differ in their first letter.
static bool
is_same (const char *a, const char *b)
{
  return *a == *b && strcmp (a, b) == 0;
}

static bool
is_listed (const char *const *names, const char *name)
{
  for (; names != NULL && *names != NULL; names++)
    if (is_same (*names, name))
      return true;
  return false;
}

static const TrField *
find_field (const TrMembers *members, const char *name)
{
  for (const TrField *f = members->fields; f != NULL && f->name != NULL; f++)
    if (is_same (f->name, name))
      return f;
  return NULL;
}

bool
tr_members_has (const TrMembers *members, const char *name)
{
  return is_listed (members->head, name) || find_field (members, name) != NULL ||
         is_listed (members->tail, name);
}

const char *
tr_members_default (const TrMembers *members, const char *name)
{
  static const struct {
    const char *name, *text;
  } defaults[] = {
      {"construction", "false"}, {"hidden", "false"}, {"locked", "false"}, {"closed", "false"},
      {"enabled", "true"},       {"driven", "false"}, {"free", "false"},   {"loop", "false"},
      {"length", "1"},           {"size", "[1, 1]"},  {"drawing", "[]"},   {"pins", "[]"},
      {"elastic", "{}"},         {"shape", "0"},      {"area", "0"},       {"center", "[0, 0]"},
  };
  const TrField *field = find_field (members, name);
  if (field != NULL && field->required)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (defaults); i++)
    if (is_same (defaults[i].name, name))
      return defaults[i].text;
  return NULL;
}

bool
tr_extras_next (const char **extras, const char **after, const char **key, const char **json)
{
  if (*extras == NULL)
    return false;
  *after = *extras;
  *key = *after + strlen (*after) + 1;
  *json = *key + strlen (*key) + 1;
  *extras = *json + strlen (*json) + 1;
  return **json != '\0';
}
