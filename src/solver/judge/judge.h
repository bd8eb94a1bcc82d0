// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Whether constraints of one component can hold together, asked again and again: what was found is kept, and
// tells of more than was asked. What cannot hold cannot with others added, what can hold can with some left
// out.

#pragma once

#include "solver/component.h"

enum { TR_SOME_WORDS = 3, TR_SOME_MOST = 64 * TR_SOME_WORDS };

// How soon a constraint is doubted when it cannot hold beside others: 0, last, what holds a drawing together; then
// what is level or upright, what relates two things, and first, 3, what has a value.
int tr_trust_in (const TrModel *m, int constraint);

// Some of the constraints of a judge.
typedef struct {
  guint64 word[TR_SOME_WORDS];
} TrSome;

static inline bool
tr_some_has (const TrSome *s, int i)
{
  return s->word[i / 64] >> i % 64 & 1;
}

static inline void
tr_some_put (TrSome *s, int i, bool is_in)
{
  guint64 bit = (guint64) 1 << i % 64;
  s->word[i / 64] = is_in ? s->word[i / 64] | bit : s->word[i / 64] & ~bit;
}

// Where it is sought where constraints hold: by all ways, places far away left out, or only where a solve leads from as it was drawn.
typedef enum { TR_WAYS_ALL, TR_WAYS_NEAR, TR_WAYS_OF_SOLVES, TR_N_WAYS } TrWays;

typedef struct {
  TrEngine *e;
  TrComponent *k;
  const TrState *s, *drawn; // where it stands, and how it was drawn
  int n, *con; // in an order that does not hang on that of the document: first what holds a drawing
               // together, then level and upright, then dimensions; by their names among these
  GArray *good, *bad; // TrSome: that can hold, and that cannot
  TrState *at;        // where the last of them did
  TrWays ways;
  bool is_wary; // what no way down leads to is solved as well, before it is said to be nowhere
  int tries, mistakes;
} TrJudge;

// Of the component as it stands at s, and was drawn; NULL: it has too many.
TrJudge *
tr_judge_new (TrEngine *e, TrComponent *k, const TrState *s, const TrState *drawn, TrWays ways);
void tr_judge_free (TrJudge *j);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrJudge, tr_judge_free)

// Whether a way leads to where they hold, from s, as drawn or from far away. It is none where a body shrinks to nothing
// that has a size at s, a direction is lost, or one of two that are parallel, or perpendicular, is turned round. Where all has been tried that time allows: true.
bool tr_judge_can_hold (TrJudge *j, const TrSome *some);
// Solves them as the drawing is solved, which is slow, and tries more places far away: true where they hold after all.
// What could not hold for parts of them is forgotten; after a few such mistakes the judge is wary, and forgets all of it.
bool tr_judge_solves (TrJudge *j, const TrSome *some);
// Goes where they hold; false: no place is found.
bool tr_judge_go (TrJudge *j, const TrSome *some);
