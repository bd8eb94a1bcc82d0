// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What an expression says: an equation (or an inequality) over any scalar members, and a member
// that follows a function of time. They depend on any number of members, so that row-expr.c
// makes their rows.

#include "model/con-shape.h"

static const TrField equation_fields[] = {
    {.name = "expr", .type = TR_FIELD_EXPR, .required = true},
    {.name = "op", .type = TR_FIELD_OP, .required = true},
    {.name = NULL},
};

static const TrField drive_fields[] = {
    {.name = "what", .type = TR_FIELD_WHAT, .required = true},
    {.name = "value", .type = TR_FIELD_EXPR, .required = true},
    {.name = NULL},
};

const TrConOps tr_con_equation = {
    .name = "equation",
    .fields = equation_fields,
    .rows = 1,
    .unit = {TR_ROW_OTHER},
};

const TrConOps tr_con_drive = {
    .name = "drive",
    .fields = drive_fields,
    .rows = 1,
    .unit = {TR_ROW_OTHER},
};
