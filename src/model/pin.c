// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/pin.h"

// A connector that does not slide and needs no curve.
static bool
find_end (const TrModel *m, const TrConnector *c, TrPinEnd *end)
{
  *end = (TrPinEnd){.kind = TR_PIN_GROUND, .body = -1, .p = c->p};
  if (c->kind == TR_AT_GROUND)
    return true;
  const TrBody *b = &m->bodies[c->body];
  const TrBodyOps *ops = tr_body_get_ops (b);
  int offset = -1;
  double t;
  end->body = c->body;
  end->at = b->q;
  if (c->kind == TR_AT_LOCAL && b->kind == TR_BODY_RIGID) {
    end->kind = TR_PIN_LOCAL;
    return true;
  }
  if (c->kind != TR_AT_NAMED || !ops->named (b, c->point, &offset, &t) || offset < 0)
    return false;
  end->kind = TR_PIN_POINT;
  end->offset = offset;
  if (ops->block > 0) {
    end->at += offset - offset % ops->block;
    end->offset = offset % ops->block;
  }
  return true;
}

bool
tr_pin_find (const TrModel *m, int i, TrPin *pin)
{
  const TrConstraint *c = &m->constraints[i];
  bool nails = c->kind == TR_CON_NAIL;
  if (!nails && c->kind != TR_CON_ATTACH)
    return false;
  if (!find_end (m, &c->end[0].connector[0], &pin->end[0]))
    return false;
  if (nails)
    pin->end[1] = (TrPinEnd){.kind = TR_PIN_GROUND, .body = -1, .p = c->place};
  else if (!find_end (m, &c->end[1].connector[0], &pin->end[1]))
    return false;
  return pin->end[0].body != pin->end[1].body;
}
