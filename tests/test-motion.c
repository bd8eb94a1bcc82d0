// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Free motions: as many as degrees of freedom, allowed, orthonormal in the drag metric, the same
// on every run; and circuits of dependent constraints.

#include "doc/document.h"
#include "solver/judge/examine.h"
#include "solver/judge/dependence.h"
#include "solver/motion.h"

#include "model/row.h"

#include <string.h>

typedef struct {
  TrDocument *document;
  const TrModel *m;
  TrState *s;
  TrEngine *e;
} Fixture;

static Fixture
load (const char *text)
{
  Fixture f = {.document = tr_document_new ()};
  g_autoptr (GError) error = NULL;
  tr_document_load_text (f.document, text, strlen (text), "test", &error);
  g_assert_no_error (error);
  f.m = tr_document_get_model (f.document);
  f.s = tr_document_get_state (f.document);
  f.e = tr_engine_new (f.m, f.s);
  return f;
}

static void
unload (Fixture *f)
{
  tr_engine_free (f->e);
  g_object_unref (f->document);
}

// J v of every constraint in force.
static double
worst_rate (const Fixture *f, const double *v)
{
  TrScratch *scratch = tr_scratch_new ();
  double worst = 0;

  for (int i = 0; i < f->m->n_constraints; i++) {
    TrRowBlock rows;
    tr_constraint_rows (f->m, i, f->s->q, &f->s->memory[i], f->s->time, scratch, &rows);
    for (int r = 0; r < rows.m; r++) {
      double rate = 0;
      for (int a = 0, col = 0; a < rows.n_runs; col += rows.run_n[a], a++)
        for (int k = 0; k < rows.run_n[a]; k++)
          rate += rows.J[r * rows.n + col + k] * v[rows.run_at[a] + k];
      worst = fmax (worst, fabs (rate));
    }
  }
  tr_scratch_free (scratch);
  return worst;
}

// vᵀ M w over bodies without slides.
static double
metric (const Fixture *f, const double *v, const double *w, double ell)
{
  double sum = 0;
  for (int i = 0; i < f->m->n_bodies; i++) {
    const TrBody *b = &f->m->bodies[i];
    int block = tr_body_get_ops (b)->block ? 2 : b->n;
    g_autofree double *M = g_new (double, b->n *block + 1);
    tr_body_mass (f->m, b, f->s->q, ell, M);
    for (int k = 0; k < b->n; k++)
      for (int j = 0; j < block; j++)
        sum += v[b->q + k] * M[k * block + j] * w[b->q + k / block * block + j];
  }
  return sum;
}

static const char four_bar[] =
    "{\"trammel\": 1, \"bodies\": ["
    "{\"id\": \"s1\", \"kind\": \"segment\", \"a\": [0, 0], \"b\": [0, 20]},"
    "{\"id\": \"s2\", \"kind\": \"segment\", \"a\": [0, 20], \"b\": [50, 40]},"
    "{\"id\": \"s3\", \"kind\": \"segment\", \"a\": [50, 40], \"b\": [60, 0]},"
    "{\"id\": \"s4\", \"kind\": \"segment\", \"a\": [100, 0], \"b\": [120, 30]},"
    "{\"id\": \"y1\", \"kind\": \"polyline\", \"points\": [[200, 0], [210, 5], [220, 0]]}],"
    "\"constraints\": ["
    "{\"id\": \"n1\", \"kind\": \"nail\", \"a\": {\"body\": \"s1\", \"point\": \"a\"}, \"at\": [0, "
    "0]},"
    "{\"id\": \"n3\", \"kind\": \"nail\", \"a\": {\"body\": \"s3\", \"point\": \"b\"}, \"at\": "
    "[60, 0]},"
    "{\"id\": \"j1\", \"kind\": \"attach\", \"a\": {\"body\": \"s1\", \"point\": \"b\"}, \"b\": "
    "{\"body\": \"s2\", \"point\": \"a\"}},"
    "{\"id\": \"j2\", \"kind\": \"attach\", \"a\": {\"body\": \"s2\", \"point\": \"b\"}, \"b\": "
    "{\"body\": \"s3\", \"point\": \"a\"}},"
    "{\"id\": \"l1\", \"kind\": \"length\", \"a\": \"s1\", \"value\": 20},"
    "{\"id\": \"l2\", \"kind\": \"length\", \"a\": \"s2\", \"value\": 53.85164807134504},"
    "{\"id\": \"l3\", \"kind\": \"length\", \"a\": \"s3\", \"value\": 41.23105625617661},"
    "{\"id\": \"l4\", \"kind\": \"length\", \"a\": \"s4\", \"value\": 36.05551275463989},"
    "{\"id\": \"h4\", \"kind\": \"nail\", \"a\": {\"body\": \"s4\", \"point\": \"a\"}, \"at\": "
    "[100, 0]}]}";

static void
test_motions (void)
{
  Fixture f = load (four_bar);
  g_autoptr (TrCheck) check = tr_engine_check (f.e, f.s);
  g_autoptr (GPtrArray) motions = tr_motions_find (f.e, f.s, 1000);

  // The linkage 1, the pendulum 1, the loose polyline 6.
  g_assert_cmpint (check->dof, ==, 8);
  g_assert_cmpuint (motions->len, ==, 8);
  for (guint i = 0; i < motions->len; i++) {
    const TrMotion *a = g_ptr_array_index (motions, i);
    g_assert_cmpfloat (a->v[a->unknown], >, 0);
    g_assert_cmpfloat (worst_rate (&f, a->v), <, 1e-12);
    for (guint k = 0; k < motions->len; k++) {
      const TrMotion *b = g_ptr_array_index (motions, k);
      g_assert_cmpfloat_with_epsilon (metric (&f, a->v, b->v, 60), i == k, 1e-9);
    }
  }
  // The points of a polyline move one by one.
  for (guint i = 2; i < motions->len; i++) {
    const TrMotion *a = g_ptr_array_index (motions, i);
    for (int k = 0; k < f.m->n_q; k++)
      g_assert_true (k == a->unknown || !(fabs (a->v[k]) > 1e-12));
  }
  unload (&f);
}

static void
test_same_bits (void)
{
  Fixture f = load (four_bar), g = load (four_bar);
  g_autoptr (GPtrArray) a = tr_motions_find (f.e, f.s, 1000);
  g_autoptr (GPtrArray) b = tr_motions_find (g.e, g.s, 1000);
  for (guint i = 0; i < a->len; i++)
    g_assert_cmpmem (
        ((TrMotion *) g_ptr_array_index (a, i))->v, (size_t) f.m->n_q * sizeof (double),
        ((TrMotion *) g_ptr_array_index (b, i))->v, (size_t) f.m->n_q * sizeof (double));
  g_autoptr (GPtrArray) none = tr_motions_find (f.e, f.s, 3);
  g_assert_cmpuint (none->len, ==, 0);
  unload (&f);
  unload (&g);
}

// A chain of segments with angles between: n unknowns in one component.
static void
test_large (void)
{
  GString *text = g_string_new ("{\"trammel\": 1, \"bodies\": [");
  const int n = 150;
  for (int i = 0; i < n; i++)
    g_string_append_printf (
        text, "%s{\"id\": \"s%d\", \"kind\": \"segment\", \"a\": [%d, %d], \"b\": [%d, %d]}",
        i ? "," : "", i, 10 * i, i % 2, 10 * i + 10, (i + 1) % 2);
  g_string_append (text, "], \"constraints\": [");
  for (int i = 0; i + 1 < n; i++)
    g_string_append_printf (text,
                            "%s{\"id\": \"j%d\", \"kind\": \"attach\", \"a\": {\"body\": \"s%d\", "
                            "\"point\": \"b\"}, \"b\": {\"body\": \"s%d\", \"point\": \"a\"}}",
                            i ? "," : "", i, i, i + 1);
  g_string_append (text, "]}");
  Fixture f = load (text->str);
  g_string_free (text, TRUE);
  gint64 start = g_get_monotonic_time ();
  g_autoptr (GPtrArray) motions = tr_motions_find (f.e, f.s, 1000);
  g_test_message ("%d unknowns, %u motions: %.1f ms", f.m->n_q, motions->len,
                  1e-3 * (double) (g_get_monotonic_time () - start));
  g_assert_cmpuint (motions->len, ==, 4 * n - 2 * (n - 1));
  for (guint i = 0; i < motions->len; i += 37)
    g_assert_cmpfloat (worst_rate (&f, ((TrMotion *) g_ptr_array_index (motions, i))->v), <, 1e-10);
  unload (&f);
}

static void
assert_circuit (const char *text, const char *id, int dependent, const char *expected)
{
  Fixture f = load (text);
  int at = tr_model_find (f.m, id).index;
  g_autoptr (TrDependence) d = tr_dependence_find (f.e, f.s, at);
  GString *found = g_string_new (NULL);
  for (guint i = 0; i < d->circuit->len; i++)
    g_string_append_printf (found, "%s%s", i ? " " : "",
                            f.m->constraints[g_array_index (d->circuit, int, i)].id);
  g_assert_cmpstr (found->str, ==, expected);
  g_assert_cmpint (d->dependent, ==, dependent);
  g_string_free (found, TRUE);
  unload (&f);
}

#define SQUARE                                                                                     \
  "{\"trammel\": 1, \"bodies\": ["                                                                 \
  "{\"id\": \"s1\", \"kind\": \"segment\", \"a\": [0, 0], \"b\": [10, 0]},"                        \
  "{\"id\": \"s2\", \"kind\": \"segment\", \"a\": [0, 5], \"b\": [10, 5]},"                        \
  "{\"id\": \"s3\", \"kind\": \"segment\", \"a\": [0, 9], \"b\": [10, 9]}],"                       \
  "\"constraints\": ["                                                                             \
  "{\"id\": \"l1\", \"kind\": \"length\", \"a\": \"s1\", \"value\": 10},"                          \
  "{\"id\": \"p12\", \"kind\": \"parallel\", \"a\": \"s1\", \"b\": \"s2\"},"                       \
  "{\"id\": \"p23\", \"kind\": \"parallel\", \"a\": \"s2\", \"b\": \"s3\"},"                       \
  "{\"id\": \"p13\", \"kind\": \"parallel\", \"a\": \"s1\", \"b\": \"s3\"}"

static void
test_circuits (void)
{
  assert_circuit (SQUARE "]}", "p13", 1, "p12 p23");
  assert_circuit (SQUARE "]}", "p12", 1, "p23 p13");
  assert_circuit (SQUARE "]}", "l1", 0, "");
  // Twice the same nail: both rows, one culprit.
  assert_circuit (SQUARE
                  ", {\"id\": \"n1\", \"kind\": \"nail\", \"a\": {\"body\": \"s1\", \"point\": "
                  "\"a\"}, \"at\": [0, 0]}, {\"id\": \"n2\", \"kind\": \"nail\", \"a\": "
                  "{\"body\": \"s1\", \"point\": \"a\"}, \"at\": [0, 0]}]}",
                  "n2", 2, "n1");
  // Both ends nailed: their distance follows.
  assert_circuit (SQUARE
                  ", {\"id\": \"n1\", \"kind\": \"nail\", \"a\": {\"body\": \"s1\", \"point\": "
                  "\"a\"}, \"at\": [0, 0]}, {\"id\": \"n2\", \"kind\": \"nail\", \"a\": "
                  "{\"body\": \"s1\", \"point\": \"b\"}, \"at\": [10, 0]}]}",
                  "l1", 1, "n1 n2");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/motion/orthonormal", test_motions);
  g_test_add_func ("/motion/same-bits", test_same_bits);
  g_test_add_func ("/motion/large", test_large);
  g_test_add_func ("/motion/circuits", test_circuits);
  return g_test_run ();
}
