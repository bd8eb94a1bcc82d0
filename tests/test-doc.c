// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Documents there and back: every kind, unknown members in every place, and what is refused.
// tests/data/format has a document for each refusal with the message that it gets, and documents
// without a message, which come back byte for byte. TR_NEW_REFERENCE=1 prints what is got.

#include "doc/reader.h"
#include "doc/writer.h"
#include "math/number.h"

#include <string.h>

// name: in tests/data/format.
static char *
load (const char *name, gsize *n)
{
  char *text = NULL;
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "format", name, NULL);
  g_autoptr (GError) error = NULL;
  g_file_get_contents (path, &text, n, &error);
  g_assert_no_error (error);
  return text;
}

// The text after a reading and a writing; NULL with error set.
static char *
there_and_back (const char *text, gsize n, const char *name, GError **error)
{
  g_autoptr (TrModel) m = NULL;
  g_autoptr (TrState) s = NULL;
  if (!tr_read_model (text, n, name, &m, &s, error))
    return NULL;
  return tr_write_model (m, s, NULL);
}

static void
assert_identity (const char *text, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *back = there_and_back (text, strlen (text), name, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (back, ==, text);
}

static void
assert_refused (const char *text, gsize n, const char *name, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *back = there_and_back (text, n, name, &error);
  g_assert_null (back);
  if (g_getenv ("TR_NEW_REFERENCE") != NULL)
    g_printerr ("%s\n", error->message);
  g_assert_cmpstr (error->message, ==, expected);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
}

static void
test_golden (gconstpointer data)
{
  const char *name = data;
  gsize n;
  g_autofree char *text = load (name, &n);
  g_autofree char *stem = g_strndup (name, strlen (name) - strlen (".trammel"));
  g_autofree char *errors = g_strconcat (stem, ".errors", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "format", errors, NULL);
  if (g_file_test (path, G_FILE_TEST_EXISTS)) {
    g_autofree char *expected = load (errors, NULL);
    assert_refused (text, n, name, g_strchomp (expected));
  } else
    assert_identity (text, name);
}

static void
add_goldens (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "format", NULL);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  g_assert_nonnull (dir);
  for (const char *name; (name = g_dir_read_name (dir)) != NULL;) {
    if (!g_str_has_suffix (name, ".trammel"))
      continue;
    g_autofree char *test = g_strconcat ("/doc/golden/", name, NULL);
    g_test_add_data_func_full (test, g_strdup (name), test_golden, g_free);
  }
}

// What kinds there are, all.trammel has.
static void
test_all_kinds (void)
{
  gsize n;
  g_autofree char *text = load ("all.trammel", &n);
  g_autoptr (TrModel) m = NULL;
  g_autoptr (TrState) s = NULL;
  bool body[TR_N_BODY_KINDS] = {false}, con[TR_N_CON_KINDS] = {false};
  bool force[TR_N_FORCE_KINDS] = {false};
  g_assert_true (tr_read_model (text, n, "all", &m, &s, NULL));
  for (int i = 0; i < m->n_bodies; i++)
    body[m->bodies[i].kind] = true;
  for (int i = 0; i < m->n_constraints; i++)
    con[m->constraints[i].kind] = true;
  for (int i = 0; i < m->n_forces; i++)
    force[m->forces[i].kind] = true;
  for (int k = 0; k < TR_N_BODY_KINDS; k++)
    g_assert_true (body[k]);
  for (int k = 0; k < TR_N_CON_KINDS; k++)
    g_assert_true (con[k]);
  for (int k = 0; k < TR_N_FORCE_KINDS; k++)
    g_assert_true (force[k]);
}

// Whatever the state is, it comes back to the last bit.
static void
test_state (void)
{
  gsize n, n_text;
  g_autofree char *all = load ("all.trammel", &n);
  g_autoptr (TrModel) m = NULL;
  g_autoptr (TrState) s = NULL;
  g_assert_true (tr_read_model (all, n, "all", &m, &s, NULL));
  for (int round = 0; round < 50; round++) {
    g_autoptr (TrModel) m2 = NULL;
    g_autoptr (TrState) s2 = NULL;
    for (int i = 0; i < m->n_q; i++)
      s->q[i] = i < m->n_body_q ? g_test_rand_double_range (1e-9, 1000) : g_test_rand_double ();
    s->time = g_test_rand_double ();
    g_autofree char *text = tr_write_model (m, s, &n_text);
    g_assert_cmpuint (n_text, ==, strlen (text));
    g_assert_true (tr_read_model (text, n_text, "state", &m2, &s2, NULL));
    g_assert_cmpmem (s->q, (size_t) s->n_q * sizeof (double), s2->q,
                     (size_t) s2->n_q * sizeof (double));
    g_assert_cmpmem (&s->time, sizeof (double), &s2->time, sizeof (double));
  }
}

// A walk through a document in our layout: whether an unknown member may stand at a place, which
// is anywhere between members but in {name: value} objects, whose names mean something.
typedef struct {
  int depth;
  char open[64];  // the bracket of each level
  bool named[64]; // whether its keys are names
  bool quoted;
  const char *key; // where the last string began
} Walk;

static void
walk_step (Walk *w, const char *p)
{
  if (w->quoted) {
    w->quoted = *p != '"' || p[-1] == '\\';
    return;
  }
  if (*p == '"') {
    w->quoted = true;
    w->key = p + 1;
  } else if (*p == '{' || *p == '[') {
    w->open[w->depth] = *p;
    w->named[w->depth++] =
        *p == '{' && w->key != NULL &&
        (g_str_has_prefix (w->key, "unknowns\":") || g_str_has_prefix (w->key, "weights\":") ||
         g_str_has_prefix (w->key, "velocity\":"));
  } else if (*p == '}' || *p == ']')
    w->depth--;
}

// The text with unknown members strewn in.
static char *
strew (const char *text, double share)
{
  static const char *const values[] = {"1",
                                       "[1, {\"k\": \"v\"}]",
                                       "{\"a\": [], \"b\": {}}",
                                       "null",
                                       "\"…, }] \\\"\"",
                                       "false",
                                       "9007199254740993",
                                       "-0.001",
                                       "1e300"};
  GString *out = g_string_new (NULL);
  Walk w = {0};
  int count = 0;
  for (const char *p = text; *p != '\0'; p++) {
    bool was_quoted = w.quoted;
    walk_step (&w, p);
    g_string_append_c (out, *p);
    // Behind "{" or ", " of an object below the top, before a member.
    bool in_object = w.depth > 1 && w.open[w.depth - 1] == '{' && !w.named[w.depth - 1];
    bool starts = (*p == '{' && p[1] == '"') || (*p == ' ' && p[-1] == ',' && p[1] == '"');
    bool ends = p[1] == '}' && *p != '{';
    if (was_quoted || w.quoted || !in_object || g_test_rand_double () > share)
      continue;
    const char *value = values[g_test_rand_int_range (0, G_N_ELEMENTS (values))];
    if (starts)
      g_string_append_printf (out, "\"z%d\": %s, ", count++, value);
    else if (ends)
      g_string_append_printf (out, ", \"z%d\": %s", count++, value);
  }
  g_assert_cmpint (count, >, 0);
  return g_string_free (out, FALSE);
}

static void
test_extras (void)
{
  gsize n;
  g_autofree char *all = load ("all.trammel", &n);
  for (int round = 0; round < 40; round++) {
    g_autofree char *text = strew (all, g_test_rand_double_range (0.02, 1));
    assert_identity (text, "strewn");
  }
}

// A flag that was written as false, and set since, is written once.
static void
test_flags (void)
{
  static const char text[] = "{\"trammel\": 1, \"bodies\": [{\"id\": \"p\", \"kind\": \"point\", "
                             "\"at\": [0, 0], \"hidden\": false, \"z\": 1}]}";
  g_autoptr (TrModel) m = NULL;
  g_autoptr (TrState) s = NULL;
  g_assert_true (tr_read_model (text, strlen (text), "flags", &m, &s, NULL));
  m->bodies[0].hidden = true;
  m->bodies[0].locked = true;
  g_autofree char *body = tr_write_element (m, s, (TrElement){TR_ELEMENT_BODY, 0});
  g_assert_cmpstr (body, ==,
                   "{\"id\": \"p\", \"kind\": \"point\", \"at\": [0, 0], \"hidden\": true, "
                   "\"z\": 1, \"locked\": true}");
}

// Known members in another order come in the order of the format, unknown ones stay behind what
// they followed.
static void
test_order (void)
{
  static const char text[] =
      "{\"z\": 0, \"bodies\": [{\"u\": [1.50], \"at\": [0, -0.0], \"v\": {}, "
      "\"kind\": \"point\", \"w\": -0, \"id\": \"p\"}], \"list\": [1, [2]], "
      "\"trammel\": 1.0, \"none\": []}";
  g_autofree char *back = there_and_back (text, strlen (text), "order", NULL);
  g_assert_cmpstr (
      back, ==,
      "{\n  \"z\": 0,\n  \"trammel\": 1,\n  \"none\": [],\n  \"bodies\": [\n"
      "    {\"u\": [1.5], \"id\": \"p\", \"kind\": \"point\", \"w\": 0, \"at\": [0, 0], "
      "\"v\": {}}\n  ],\n  \"list\": [\n    1,\n    [2]\n  ]\n}\n");
  assert_identity (back, "order again");
}

static void
test_nesting (void)
{
  g_autoptr (GString) deep = g_string_new ("{\"trammel\": 1, \"bodies\": [], \"x\": ");
  for (int i = 0; i < 63; i++)
    g_string_append_c (deep, '[');
  for (int i = 0; i < 63; i++)
    g_string_append_c (deep, ']');
  g_string_append (deep, "}");
  g_autofree char *back = there_and_back (deep->str, deep->len, "deep", NULL);
  g_assert_nonnull (back);

  g_autofree char *garbage = g_strnfill (1 << 22, '[');
  assert_refused (garbage, 1 << 22, "deep", "deep:1:65: expected nesting of at most 64");
  g_autofree char *zeros = g_malloc0 (1 << 20);
  assert_refused (zeros, 1 << 20, "zeros", "zeros:1:1: expected no NUL character");
}

// The same from pieces and from the whole text, which an escape in a name asks for.
static void
test_pieces (void)
{
  gsize n;
  g_autofree char *all = load ("all.trammel", &n);
  const char *members = strchr (all, '{') + 1;
  g_autofree char *cut = g_strconcat ("{\"z\": \"}],{[\\\"\", ", members, NULL);
  g_autofree char *uncut = g_strconcat ("{\"\\u007a\": \"}],{[\\\"\", ", members, NULL);
  g_autofree char *from_pieces = there_and_back (cut, strlen (cut), "pieces", NULL);
  g_autofree char *from_whole = there_and_back (uncut, strlen (uncut), "whole", NULL);
  g_assert_nonnull (from_pieces);
  g_assert_cmpstr (from_pieces, ==, from_whole);
}

// Layers are ours where they are a list of names. What another program calls so stays as it is, and
// what the drawing lists then is left out: a name stands once.
static void
test_other_layers (void)
{
  static const char *const others[] = {"{}",
                                       "null",
                                       "\"Frame\"",
                                       "2",
                                       "[\n    {\"name\": \"Frame\"},\n    [1]\n  ]",
                                       "[\n    \"\"\n  ]",
                                       "[\n    \"Frame\",\n    \"Frame\"\n  ]",
                                       "[\n    \"Frame\",\n    1\n  ]"};
  static const char *listed[] = {"Mine"};
  for (guint i = 0; i < G_N_ELEMENTS (others); i++) {
    g_autofree char *text = g_strdup_printf (
        "{\n  \"trammel\": 1,\n  \"layers\": %s,\n  \"z\": 1,\n  \"bodies\": []\n}\n", others[i]);
    g_autofree char *escaped = g_strdup_printf ("{\"trammel\": 1, \"l\\u0061yers\": %s, \"z\": 1, "
                                                "\"bodies\": []}",
                                                others[i]);
    g_autofree char *from_whole = there_and_back (escaped, strlen (escaped), "whole", NULL);
    g_autoptr (TrModel) m = NULL;
    g_autoptr (TrState) s = NULL;
    assert_identity (text, "other layers");
    g_assert_cmpstr (from_whole, ==, text);
    g_assert_true (tr_read_model (text, strlen (text), "other layers", &m, &s, NULL));
    g_assert_cmpint (m->layers.n, ==, 0);
    m->layers = (TrLayerNames){listed, 1};
    g_autofree char *with_own = tr_write_model (m, s, NULL);
    g_assert_cmpstr (with_own, ==, text);
  }
  assert_identity (
      "{\n  \"trammel\": 1,\n  \"bodies\": [],\n  \"layers\": [\"A\", \"B\"],\n  \"z\": 1\n}\n",
      "layers");
}

// What could be cut where it is no JSON.
static void
test_cuts (void)
{
  static const struct {
    const char *text, *expected;
  } bad[] = {
      {"{\"trammel\": 1, \"bodies\": [], \"bodies\": []}",
       "t:1:37: expected each member once, found \"bodies\""},
      {"{\"trammel\": 1, \"bodies\": [,]}", "t:1:27: expected a value, found \",\""},
      {"{\"trammel\": 1, \"bodies\": []},", "t:1:29: expected the end, found \",\""},
      {"{\"trammel\": 1, \"bodies\": [},", "t:1:27: expected a value, found \"}\""},
      {"{\"trammel\": 1, \"bodies\": [], }",
       "t:1:30: expected a member after the comma, found \"}\""},
      {"{\"trammel\": 1, \"bodies\": [{\"id\": 1}, {\"id\"}]}",
       "t:1:43: expected ':', found \"}\""},
      {"{\"trammel\": 1, \"bodies\": [{\"id\": \"p\", \"kind\": \"point\", \"at\": [0, 0]},]}",
       "t:1:70: expected a value, found \"]\""},
      {"{\"trammel\": 1, \"bodies\": [\"", "t:1:27: expected more text"},
      {"{\"trammel\": 1, \"bodies\": {}}", "t: member bodies: expected a list, found an object"},
      {"{\"trammel\": 1, \"bodies\": [], \"view\": []}",
       "t: member view: expected an object, found a list"},
      {"{\"trammel\": 1, \"bodies\": [], \"view\": {\"zoom\": 4, \"size\": [800, 0]}}",
       "t: member view.size: expected a width and a height above 0"},
  };
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    assert_refused (bad[i].text, strlen (bad[i].text), "t", bad[i].expected);
  static const char nul[] = "{\"trammel\": 1, \"bodies\": [], \"z\": [1\0]}";
  assert_refused (nul, sizeof nul - 1, "t", "t:1:37: expected no NUL character");
}

// Every beginning of a document is refused, and every byte changed does no harm.
static void
test_damage (void)
{
  gsize n;
  g_autofree char *all = load ("all.trammel", &n);
  for (gsize k = 0; k < strlen (g_strchomp (all)); k += 7) {
    g_autoptr (GError) error = NULL;
    g_autofree char *back = there_and_back (all, k, "cut", &error);
    g_assert_null (back);
    g_assert_nonnull (error);
  }
  n = strlen (all);
  for (int round = 0; round < 3000; round++) {
    g_autofree char *copy = g_strdup (all);
    g_autoptr (GError) error = NULL;
    copy[g_test_rand_int_range (0, (int) n)] ^= (char) (1 << g_test_rand_int_range (0, 8));
    g_autofree char *back = there_and_back (copy, n, "flipped", &error);
    g_assert_true ((back != NULL) == (error == NULL));
    if (back != NULL)
      assert_identity (back, "flipped back");
  }
}

static void
test_byte_order_mark (void)
{
  static const char text[] = "\xEF\xBB\xBF{\"trammel\": 1, \"bodies\": []}\r\n";
  g_autofree char *back = there_and_back (text, strlen (text), "bom", NULL);
  g_assert_cmpstr (back, ==, "{\n  \"trammel\": 1,\n  \"bodies\": []\n}\n");
}

// A slide that rounding has put beyond the end of its curve is at the end; on a closed curve it
// may be anywhere.
static void
test_slide_range (void)
{
  static const char text[] =
      "{\"trammel\": 1, \"bodies\": [{\"id\": \"s\", \"kind\": \"segment\", \"a\": [0, 0], "
      "\"b\": [1, 0]}, {\"id\": \"c\", \"kind\": \"circle\", \"center\": [0, 0], \"radius\": 1}], "
      "\"constraints\": [{\"id\": \"k\", \"kind\": \"attach\", \"a\": {\"body\": \"s\", \"slide\": "
      "1.0000000000000002}, \"b\": {\"body\": \"c\", \"slide\": 7}}]}";
  g_autoptr (TrModel) m = NULL;
  g_autoptr (TrState) s = NULL;
  g_assert_true (tr_read_model (text, strlen (text), "slides", &m, &s, NULL));
  g_assert_cmpint (m->n_q, ==, 9);
  g_assert_true (s->q[7] >= 1 && s->q[7] <= 1);
  g_assert_true (s->q[8] >= 7 && s->q[8] <= 7);
}

// A tangency keeps the side that it has in the file; a distance of no length goes along +x.
static void
test_memory (void)
{
  static const char text[] =
      "{\"trammel\": 1, \"bodies\": [{\"id\": \"c\", \"kind\": \"circle\", \"center\": [0, 0], "
      "\"radius\": 1}, {\"id\": \"s\", \"kind\": \"segment\", \"a\": [1, -1], \"b\": [1, %d]}], "
      "\"constraints\": [{\"id\": \"k\", \"kind\": \"tangent\", \"a\": {\"body\": \"c\", "
      "\"t\": 0}, \"b\": {\"body\": \"s\", \"slide\": 0.5}}, {\"id\": \"d\", \"kind\": "
      "\"distance\", \"a\": {\"at\": [0, 0]}, \"b\": {\"body\": \"c\", \"point\": "
      "\"center\"}, \"value\": 1}]}";
  for (int sign = -1; sign <= 1; sign += 2) {
    g_autoptr (TrModel) m = NULL;
    g_autoptr (TrState) s = NULL;
    g_autofree char *made = g_strdup_printf (text, -1 + 2 * sign);
    g_assert_true (tr_read_model (made, strlen (made), "memory", &m, &s, NULL));
    g_assert_true (s->memory[0].sign * sign > 0);
    g_assert_true (s->memory[1].dir.x >= 1);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add_goldens ();
  g_test_add_func ("/doc/all-kinds", test_all_kinds);
  g_test_add_func ("/doc/state", test_state);
  g_test_add_func ("/doc/extras", test_extras);
  g_test_add_func ("/doc/flags", test_flags);
  g_test_add_func ("/doc/order", test_order);
  g_test_add_func ("/doc/nesting", test_nesting);
  g_test_add_func ("/doc/pieces", test_pieces);
  g_test_add_func ("/doc/other-layers", test_other_layers);
  g_test_add_func ("/doc/cuts", test_cuts);
  g_test_add_func ("/doc/damage", test_damage);
  g_test_add_func ("/doc/byte-order-mark", test_byte_order_mark);
  g_test_add_func ("/doc/slide-range", test_slide_range);
  g_test_add_func ("/doc/memory", test_memory);
  return g_test_run ();
}
