// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/force.h"

#include <string.h>

static const TrField spring[] = {
    {.name = "a", .type = TR_FIELD_END, .at = 0, .accepts = TR_ACCEPT_POINT, .required = true},
    {.name = "b", .type = TR_FIELD_END, .at = 1, .accepts = TR_ACCEPT_POINT, .required = true},
    {.name = "rest", .type = TR_FIELD_SCALAR, .at = TR_FORCE_REST},
    {.name = "stiffness", .type = TR_FIELD_SCALAR, .at = TR_FORCE_STIFFNESS, .required = true},
    {.name = "damping", .type = TR_FIELD_SCALAR, .at = TR_FORCE_DAMPING},
    {.name = NULL},
};

static const TrField pull[] = {
    {.name = "a", .type = TR_FIELD_END, .at = 0, .accepts = TR_ACCEPT_POINT, .required = true},
    {.name = "at", .type = TR_FIELD_PLACE, .required = true},
    {.name = "stiffness", .type = TR_FIELD_SCALAR, .at = TR_FORCE_STIFFNESS, .required = true},
    {.name = NULL},
};

static const TrField push[] = {
    {.name = "a", .type = TR_FIELD_END, .at = 0, .accepts = TR_ACCEPT_POINT, .required = true},
    {.name = "force", .type = TR_FIELD_PLACE, .required = true},
    {.name = NULL},
};

static const TrField torque[] = {
    {.name = "a", .type = TR_FIELD_END, .at = 0, .accepts = TR_ACCEPT_RIGID, .required = true},
    {.name = "value", .type = TR_FIELD_SCALAR, .at = TR_FORCE_VALUE, .required = true},
    {.name = NULL},
};

static const TrField gravity[] = {
    {.name = "g", .type = TR_FIELD_PLACE, .required = true},
    {.name = NULL},
};

static const TrForceOps spring_ops = {.name = "spring", .fields = spring};
static const TrForceOps pull_ops = {.name = "pull", .fields = pull};
static const TrForceOps push_ops = {.name = "push", .fields = push};
static const TrForceOps torque_ops = {.name = "torque", .fields = torque};
static const TrForceOps gravity_ops = {.name = "gravity", .fields = gravity};

const TrForceOps *const tr_force_ops[TR_N_FORCE_KINDS] = {
    [TR_FORCE_SPRING] = &spring_ops,
    [TR_FORCE_PULL] = &pull_ops,
    [TR_FORCE_PUSH] = &push_ops,
    [TR_FORCE_TORQUE] = &torque_ops,
    [TR_FORCE_GRAVITY] = &gravity_ops,
    [TR_FORCE_MINIMIZE] = &tr_force_minimize,
    [TR_FORCE_RELATION] = &tr_force_relation,
    [TR_FORCE_FIT] = &tr_force_fit,
    [TR_FORCE_SNAKE] = &tr_force_snake,
};

TrForceKind
tr_force_kind_from_name (const char *name)
{
  int kind = 0;
  while (kind < TR_N_FORCE_KINDS && strcmp (tr_force_ops[kind]->name, name) != 0)
    kind++;
  return (TrForceKind) kind;
}
