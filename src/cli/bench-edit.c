// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/bench-edit.h"

#include "cli/cli.h"
#include "session/session.h"
#include "session/vertex.h"

#include <stdlib.h>
#include <string.h>

enum { BARS = 10, ROUNDS = 40, WARM = 4 };

const char *const tr_bench_edit_names[TR_N_BENCH_EDITS] = {
    "add",        "undo",   "redo",        "set",         "switch", "body",
    "drag",       "remove", "remove_undo", "remove_redo", "erase",  "erase_undo",
    "erase_redo", "vertex", "vertex_undo", "vertex_redo"};

// Linkage i: a chain of bars along a line of its own, nailed at its start, a polyline at its end.
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
  g_string_append_printf (
      bodies,
      ", {\"id\": \"p%d\", \"kind\": \"polyline\", \"points\": [[%d, %d], [110, %d], [120, %d]]}",
      i, 10 * BARS, y, y + 2, y);
  g_string_append_printf (cons,
                          ", {\"id\": \"e%d\", \"kind\": \"attach\", \"a\": {\"body\": \"s%d_%d\", "
                          "\"point\": \"b\"}, \"b\": {\"body\": \"p%d\", \"point\": \"point0\"}}",
                          i, i, BARS - 1, i);
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

static int
body_of (TrSession *s, char kind, int linkage, const char *rest)
{
  g_autofree char *id = g_strdup_printf ("%c%d%s", kind, linkage, rest);
  return tr_model_find (tr_session_get_model (s), id).index;
}

static bool
remove_one (TrSession *s, char kind, int linkage)
{
  g_autofree char *id = g_strdup_printf ("%c%d_5", kind, linkage);
  return tr_session_remove (s, (const char *[]){id, NULL}, NULL, NULL);
}

static bool
add_vertex (TrSession *s, int linkage)
{
  const TrConnector at = {
      .kind = TR_AT_T, .body = body_of (s, 'p', linkage, ""), .slide = -1, .p = {0.5, 0}};
  return tr_session_put_vertex (s, &at, NULL, NULL);
}

static bool
drag (TrSession *s, int linkage)
{
  const TrConnector what = {
      .kind = TR_AT_T, .body = body_of (s, 's', linkage, "_9"), .slide = -1, .p = {1, 0}};
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
  case TR_BENCH_REMOVE:
    return remove_one (s, 'l', linkage);
  case TR_BENCH_ERASE:
    return remove_one (s, 's', linkage + 1);
  case TR_BENCH_VERTEX:
    return add_vertex (s, linkage);
  case TR_BENCH_UNDO:
  case TR_BENCH_REMOVE_UNDO:
  case TR_BENCH_ERASE_UNDO:
  case TR_BENCH_VERTEX_UNDO:
    return tr_session_undo (s);
  case TR_BENCH_REDO:
  case TR_BENCH_REMOVE_REDO:
  case TR_BENCH_ERASE_REDO:
  case TR_BENCH_VERTEX_REDO:
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

// The medians of edits from … to − 1, one after the other in each round. Rounds are spread over the
// drawing: each has two linkages of its own.
static bool
time_rounds (TrSession *s, int n_linkages, int from, int to, double us[TR_N_BENCH_EDITS])
{
  double time[TR_N_BENCH_EDITS][ROUNDS];
  for (int round = 0; round < ROUNDS + WARM; round++)
    for (int kind = from; kind < to; kind++) {
      double begin = tr_cli_seconds ();
      int linkage = (int) ((double) round / (ROUNDS + WARM) * (n_linkages - 2));
      if (!do_one (s, (TrBenchEditKind) kind, round, linkage))
        return false;
      tr_session_get_engine (s); // with what was left for later
      if (round >= WARM)
        time[kind][round - WARM] = 1e6 * (tr_cli_seconds () - begin);
    }
  for (int kind = from; kind < to; kind++) {
    qsort (time[kind], ROUNDS, sizeof (double), compare);
    us[kind] = time[kind][ROUNDS / 2];
  }
  return true;
}

bool
tr_bench_edit (int n, double us[TR_N_BENCH_EDITS])
{
  int n_linkages = n / BARS;
  g_return_val_if_fail (n_linkages >= 2 * (ROUNDS + WARM), false);
  g_autoptr (TrSession) s = open_linkages (n_linkages);
  return time_rounds (s, n_linkages, 0, TR_BENCH_REMOVE, us) &&
         time_rounds (s, n_linkages, TR_BENCH_REMOVE, TR_N_BENCH_EDITS, us);
}
