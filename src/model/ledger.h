// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What has been touched, in order. Who follows a drawing remembers how far it has read, and looks
// at what has come since alone: then what an edit costs hangs on what it touches, and not on how
// large the drawing is.

#pragma once

#include <glib.h>
#include <stdint.h>

typedef enum {
  TR_ELEMENT_NONE,
  TR_ELEMENT_PARAMETER,
  TR_ELEMENT_BODY,
  TR_ELEMENT_CONSTRAINT,
  TR_ELEMENT_FORCE,
  TR_ELEMENT_TRACE,
  TR_ELEMENT_LABEL,
} TrElementKind;

// Where an id leads.
typedef struct {
  TrElementKind kind;
  int index;
} TrElement;

typedef struct {
  uint64_t serial; // another one where all may have been touched
  GArray *touched; // of TrElement
} TrLedger;

// How far somebody has read.
typedef struct {
  uint64_t serial;
  guint at;
} TrLedgerMark;

void tr_ledger_init (TrLedger *t, uint64_t serial);
void tr_ledger_clear (TrLedger *t);

void tr_ledger_note (TrLedger *t, TrElement e);
// All may have been: marks from before tell nothing any more.
void tr_ledger_note_all (TrLedger *t);

TrLedgerMark tr_ledger_end (const TrLedger *t);
// What has been touched since then, each as often as it was, by the numbers that it had; NULL: it
// may be anything.
const TrElement *tr_ledger_since (const TrLedger *t, TrLedgerMark mark, guint *n);
