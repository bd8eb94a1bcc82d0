// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What is known of a mechanism, in words for people: lines under headings.

#pragma once

#include "session/mechanism/mechanism.h"

typedef struct {
  char *title;
  char *value;  // as it is now; NULL: the line is a heading
  char *detail; // what it may become, or what it is about; NULL: nothing to say
} TrFact;

// TrFact, in the user's language and decimals. m: the model that x was made of.
GPtrArray *tr_mechanism_facts (const TrMechanism *x, const TrModel *m);

// A link as people call it: "Ground", the name of a body, or what it is made of.
const char *tr_mechanism_link_title (const TrMechanism *x, const TrModel *m, int link);

// Whether two links turn about it at every moment: it is a joint that both have.
bool tr_mechanism_is_joint (const TrMechanism *x, const TrPole *p);

// The centres that are worth a look, as TrPole: no joints, and of many links those with the ground.
GArray *tr_mechanism_centres (const TrMechanism *x);
