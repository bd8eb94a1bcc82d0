// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/ledger.h"

// A longer one is not worth to be kept: who reads it may as well look at all.
enum { LONGEST = 1 << 16 };

void
tr_ledger_init (TrLedger *t, uint64_t serial)
{
  *t = (TrLedger){serial, g_array_new (FALSE, FALSE, sizeof (TrElement))};
}

void
tr_ledger_clear (TrLedger *t)
{
  g_array_unref (t->touched);
}

void
tr_ledger_note (TrLedger *t, TrElement e)
{
  if (t->touched->len >= LONGEST)
    tr_ledger_note_all (t);
  g_array_append_val (t->touched, e);
}

void
tr_ledger_note_all (TrLedger *t)
{
  t->serial++;
  g_array_set_size (t->touched, 0);
}

TrLedgerMark
tr_ledger_end (const TrLedger *t)
{
  return (TrLedgerMark){t->serial, t->touched->len};
}

const TrElement *
tr_ledger_since (const TrLedger *t, TrLedgerMark mark, guint *n)
{
  *n = 0;
  if (mark.serial != t->serial)
    return NULL;
  g_return_val_if_fail (mark.at <= t->touched->len, NULL);
  *n = t->touched->len - mark.at;
  static const TrElement none = {TR_ELEMENT_NONE, 0};
  return *n > 0 ? &g_array_index (t->touched, TrElement, mark.at) : &none;
}
