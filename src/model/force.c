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

static const TrField minimize[] = {
    {.name = "expr", .type = TR_FIELD_EXPR, .required = true},
    {.name = "weight", .type = TR_FIELD_SCALAR, .at = TR_FORCE_WEIGHT, .otherwise = 1},
    {.name = NULL},
};

static const TrField fit[] = {
    {.name = "a", .type = TR_FIELD_END, .at = 0, .accepts = TR_ACCEPT_CURVE, .required = true},
    {.name = "points", .type = TR_FIELD_SCATTER, .required = true},
    {.name = "stiffness", .type = TR_FIELD_SCALAR, .at = TR_FORCE_STIFFNESS, .required = true},
    {.name = NULL},
};

static const TrField snake[] = {
    {.name = "a", .type = TR_FIELD_END, .at = 0, .accepts = TR_ACCEPT_CURVE, .required = true},
    {.name = "image", .type = TR_FIELD_IMAGE, .required = true},
    {.name = "weight", .type = TR_FIELD_SCALAR, .at = TR_FORCE_WEIGHT, .otherwise = 1},
    {.name = NULL},
};

const TrForceOps tr_force_ops[TR_N_FORCE_KINDS] = {
    [TR_FORCE_SPRING] = {"spring", spring},
    [TR_FORCE_PULL] = {"pull", pull},
    [TR_FORCE_PUSH] = {"push", push},
    [TR_FORCE_TORQUE] = {"torque", torque},
    [TR_FORCE_GRAVITY] = {"gravity", gravity},
    [TR_FORCE_MINIMIZE] = {"minimize", minimize},
    [TR_FORCE_FIT] = {"fit", fit},
    [TR_FORCE_SNAKE] = {"snake", snake},
};

TrForceKind
tr_force_kind_from_name (const char *name)
{
  int kind = 0;
  while (kind < TR_N_FORCE_KINDS && strcmp (tr_force_ops[kind].name, name) != 0)
    kind++;
  return (TrForceKind) kind;
}
