// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What files are called in lists.

#include "doc/file-names.h"

#include <string.h>

static void
assert_names (const char *const *paths, const char *const *expected)
{
  guint n = g_strv_length ((char **) paths);
  g_auto (GStrv) names = tr_file_names (paths, n);

  for (guint i = 0; i < n; i++)
    g_assert_cmpstr (names[i], ==, expected[i]);
  g_assert_null (names[n]);
}

static void
test_told_apart (void)
{
  const char *const paths[] = {"/disk/me/arm.trammel",
                               "/disk/me/a/x/arm.trammel",
                               "/disk/me/b/x/arm.trammel",
                               "/arm.trammel",
                               "/disk/me/leg.trammel",
                               "/disk/me/leg.trammel",
                               NULL};
  const char *const expected[] = {"arm.trammel — me",
                                  "arm.trammel — a/x",
                                  "arm.trammel — b/x",
                                  "arm.trammel — /",
                                  "leg.trammel",
                                  "leg.trammel",
                                  NULL};
  assert_names (paths, expected);
}

static void
test_odd (void)
{
  const char *const paths[] = {"/a/two\nlines\u2028.trammel",
                               "/a/\xff.trammel",
                               "/a/_-%s & <b>",
                               "/a/  ",
                               "/\u202e/שלום",
                               "/b/שלום",
                               NULL};
  const char *const expected[] = {
      "two lines .trammel",        "\uFFFD.trammel",       "_-%s & <b>", "  ",
      "\u2068שלום\u2069 — \uFFFD", "\u2068שלום\u2069 — b", NULL};
  assert_names (paths, expected);
}

// Letters, not bytes; the ending stays.
static void
test_long (void)
{
  g_autoptr (GString) path = g_string_new ("/a/");
  for (int i = 0; i < 100; i++)
    g_string_append (path, "½");
  g_string_append (path, " 17.trammel");
  const char *const paths[] = {path->str, NULL};
  g_auto (GStrv) names = tr_file_names (paths, 1);

  g_assert_cmpint (g_utf8_strlen (names[0], -1), ==, 44);
  g_assert_true (g_utf8_validate (names[0], -1, NULL));
  g_assert_true (g_str_has_prefix (names[0], "½½") && g_str_has_suffix (names[0], " 17.trammel"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/file-names/told-apart", test_told_apart);
  g_test_add_func ("/file-names/odd", test_odd);
  g_test_add_func ("/file-names/long", test_long);
  return g_test_run ();
}
