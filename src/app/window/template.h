// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Drawings to start from, with a hand that shows how they move.

#pragma once

#include "render/outline.h"
#include "session/session.h"

typedef struct {
  const char *name; // of its document: "four-bar"; its title is that of its command
  const char *what; // a sentence on it, to be translated
  const char *grab; // the connector that the hand holds
  const char *x;    // where the hand is, document units: expressions of t, the turns it has made
  const char *y;
  double period; // seconds a turn
  TrBounds room; // document units: what it needs of the paper over a whole turn
} TrTemplate;

// Ends with a NULL name.
extern const TrTemplate tr_templates[];

const TrTemplate *tr_template_find (const char *name); // NULL: none of that name
// Replaces the drawing of the document, which is then untitled and not modified.
void tr_template_load (const TrTemplate *t, TrDocument *document);

// A hand on the drawing of a template.
typedef struct _TrHand TrHand;

// session: on the template's drawing, as it was loaded.
TrHand *tr_hand_new (const TrTemplate *t, TrSession *session);
void tr_hand_free (TrHand *h);
// Pulls on to where the hand is after so many turns.
TrStepResult tr_hand_move (TrHand *h, double turns);
