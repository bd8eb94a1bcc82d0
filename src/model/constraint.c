// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/constraint.h"

#include <string.h>

const TrConOps *const tr_con_ops[TR_N_CON_KINDS] = {
    [TR_CON_ATTACH] = &tr_con_attach,
    [TR_CON_NAIL] = &tr_con_nail,
    [TR_CON_ON_LINE] = &tr_con_on_line,
    [TR_CON_DISTANCE] = &tr_con_distance,
    [TR_CON_DISTANCE_X] = &tr_con_distance_x,
    [TR_CON_DISTANCE_Y] = &tr_con_distance_y,
    [TR_CON_LENGTH] = &tr_con_length,
    [TR_CON_RADIUS] = &tr_con_radius,
    [TR_CON_FIX] = &tr_con_fix,
    [TR_CON_ANGLE] = &tr_con_angle,
    [TR_CON_HORIZONTAL] = &tr_con_horizontal,
    [TR_CON_VERTICAL] = &tr_con_vertical,
    [TR_CON_PARALLEL] = &tr_con_parallel,
    [TR_CON_PERPENDICULAR] = &tr_con_perpendicular,
    [TR_CON_EQUAL_LENGTH] = &tr_con_equal_length,
    [TR_CON_EQUAL_RADIUS] = &tr_con_equal_radius,
    [TR_CON_MIDPOINT] = &tr_con_midpoint,
    [TR_CON_SYMMETRIC] = &tr_con_symmetric,
    [TR_CON_TANGENT] = &tr_con_tangent,
    [TR_CON_GEAR] = &tr_con_gear,
    [TR_CON_RACK] = &tr_con_rack,
    [TR_CON_SKATE] = &tr_con_skate,
    [TR_CON_DRIVE] = &tr_con_drive,
    [TR_CON_PATH] = &tr_con_path,
    [TR_CON_EQUATION] = &tr_con_equation,
    [TR_CON_LIMIT] = &tr_con_limit,
};

TrConKind
tr_con_kind_from_name (const char *name)
{
  int kind = 0;
  while (kind < TR_N_CON_KINDS && strcmp (tr_con_ops[kind]->name, name) != 0)
    kind++;
  return (TrConKind) kind;
}
