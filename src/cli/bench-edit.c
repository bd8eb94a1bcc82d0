// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/bench-edit.h"

#include "cli/cli.h"
#include "session/session.h"

#include <stdlib.h>
#include <string.h>

enum { BARS = 10, ROUNDS = 40, WARM = 4 };

const char *const tr_bench_edit_names[TR_N_BENCH_EDITS] = {"add",    "undo", "redo", "set",
                                                           "switch", "body", "drag"};

// Linkage i: a chain of bars along a line of its own, nailed at its start.
static void
append_linkage (GString *bodies, GString *cons, int i)
{
  const char *comma = i > 0 ? ", " : "";
  int y = 20 * i;
  g_string_append_printf (
      cons,
      "%s{\"id\": \"n%d\", \"kind\": \"nail\", \"a\": {\"body\": \"s%d_0\", \"point\": \"a\"}, "
      "\"at\": [0, %d]}",
      comma, i, i, y);
  for (int k = 0; k < BARS; k++) {
    g_string_append_printf (
        bodies, "%s{\"id\": \"s%d_%d\", \"kind\": \"segment\", \"a\": [%d, %d], \"b\": [%d, %d]}",
        k > 0 ? ", " : comma, i, k, 10 * k, y, 10 * k + 10, y);
    g_string_append_printf (
        cons, ", {\"id\": \"l%d_%d\", \"kind\": \"length\", \"a\": \"s%d_%d\", \"value\": 10}", i,
        k, i, k);
    if (k > 0)
      g_string_append_printf (cons,
                              ", {\"id\": \"j%d_%d\", \"kind\": \"attach\", \"a\": {\"body\": "
                              "\"s%d_%d\", \"point\": \"b\"}, \"b\": {\"body\": \"s%d_%d\", "
                              "\"point\": \"a\"}}",
                              i, k, i, k - 1, i, k);
  }
}

static TrSession *
open_linkages (int n)
{
  g_autoptr (GString) text = g_string_new ("{\"trammel\": 1, \"bodies\": [");
  g_autoptr (GString) cons = g_string_new ("], \"constraints\": [");
  g_autoptr (TrDocument) d = tr_document_new ();
  for (int i = 0; i < n; i++)
    append_linkage (text, cons, i);
  g_string_append (text, cons->str);
  g_string_append (text, "]}");
  if (!tr_document_load_text (d, text->str, text->len, "bench", NULL))
    return NULL;
  TrSession *s = tr_session_new (d);
  tr_session_follow (s);
  return s;
}

static bool
add_constraint (TrSession *s, int round, int linkage)
{
  g_autofree char *json = g_strdup_printf (
      "{\"id\": \"d%d\", \"kind\": \"distance\", \"a\": {\"body\": \"s%d_9\", \"point\": \"b\"}, "
      "\"b\": {\"body\": \"s%d_9\", \"point\": \"b\"}, \"value\": 20}",
      round, linkage, linkage + 1);
  return tr_session_add (s, json, NULL, NULL);
}

static bool
add_body (TrSession *s, int round)
{
  g_autofree char *json = g_strdup_printf (
      "{\"id\": \"c%d\", \"kind\": \"circle\", \"center\": [-50, %d], \"radius\": 3}", round,
      round);
  return tr_session_add (s, json, NULL, NULL);
}

static bool
drag (TrSession *s, int linkage)
{
  const TrConnector what = {.kind = TR_AT_T, .body = BARS * linkage + 9, .slide = -1, .p = {1, 0}};
  tr_session_press (s, &what, false);
  tr_session_move (s, v2 (95, 20 * linkage + 3));
  tr_session_release (s);
  return true;
}

static bool
do_one (TrSession *s, TrBenchEditKind kind, int round, int linkage)
{
  g_autofree char *id = g_strdup_printf ("l%d_3", linkage + 1);
  g_autofree char *what = g_strconcat (id, ".value", NULL);
  switch (kind) {
  case TR_BENCH_ADD:
    return add_constraint (s, round, linkage);
  case TR_BENCH_SET:
    return tr_session_set (s, what, "9.9", NULL);
  case TR_BENCH_SWITCH:
    return tr_session_enable (s, id, false, NULL);
  case TR_BENCH_BODY:
    return add_body (s, round);
  case TR_BENCH_UNDO:
    return tr_session_undo (s);
  case TR_BENCH_REDO:
    return tr_session_redo (s);
  case TR_BENCH_DRAG:
    return drag (s, linkage);
  case TR_N_BENCH_EDITS:
    break;
  }
  g_return_val_if_reached (false);
}

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return x < y ? -1 : x > y;
}

bool
tr_bench_edit (int n, double us[TR_N_BENCH_EDITS])
{
  int n_linkages = n / BARS;
  g_return_val_if_fail (n_linkages >= 2 * (ROUNDS + WARM), false);
  g_autoptr (TrSession) s = open_linkages (n_linkages);
  double time[TR_N_BENCH_EDITS][ROUNDS];
  for (int round = 0; round < ROUNDS + WARM; round++)
    for (int kind = 0; kind < TR_N_BENCH_EDITS; kind++) {
      double from = tr_cli_seconds ();
      // Rounds are spread over the drawing: each has two linkages of its own.
      int linkage = (int) ((double) round / (ROUNDS + WARM) * (n_linkages - 2));
      if (!do_one (s, (TrBenchEditKind) kind, round, linkage))
        return false;
      tr_session_get_engine (s); // with what was left for later
      if (round >= WARM)
        time[kind][round - WARM] = 1e6 * (tr_cli_seconds () - from);
    }
  for (int kind = 0; kind < TR_N_BENCH_EDITS; kind++) {
    qsort (time[kind], ROUNDS, sizeof (double), compare);
    us[kind] = time[kind][ROUNDS / 2];
  }
  return true;
}
