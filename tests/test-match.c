// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/dialogs/match.h"

static void
test_fits (void)
{
  g_assert_cmpint (tr_match ("Draw Circle", ""), >, 0);
  g_assert_cmpint (tr_match ("Draw Circle", "circle"), >, 0);
  g_assert_cmpint (tr_match ("Draw Circle", "CIR"), >, 0);
  g_assert_cmpint (tr_match ("Draw Circle", "circ draw"), >, 0);
  g_assert_cmpint (tr_match ("Draw Circle", "dc"), >, 0);
  g_assert_cmpint (tr_match ("Draw Circle", "drcrc"), >, 0);
  g_assert_cmpint (tr_match ("Save As…", "save as"), >, 0);
}

static void
test_does_not_fit (void)
{
  g_assert_cmpint (tr_match ("Draw Circle", "circus"), ==, 0);
  g_assert_cmpint (tr_match ("Draw Circle", "draw square"), ==, 0);
  g_assert_cmpint (tr_match ("Draw Circle", "cd"), ==, 0);
  g_assert_cmpint (tr_match ("", "x"), ==, 0);
}

static void
test_order (void)
{
  int word = tr_match ("Show Grid", "grid"), start = tr_match ("Show Grid", "gri");
  int part = tr_match ("Show Grid", "rid"), letters = tr_match ("Show Grid", "shgr");

  g_assert_cmpint (word, >, start);
  g_assert_cmpint (start, >, part);
  g_assert_cmpint (part, >, letters);
  g_assert_cmpint (letters, >, 0);
}

// Accents need not be typed; other scripts have no small parts.
static void
test_languages (void)
{
  g_assert_cmpint (tr_match ("Draw Bézier Curve", "bezier"), >, 0);
  g_assert_cmpint (tr_match ("Draw Bézier Curve", "bézier"), >, 0);
  g_assert_cmpint (tr_match ("Löschen", "lösch"), >, 0);
  g_assert_cmpint (tr_match ("Löschen", "LÖSCH"), >, 0);
  g_assert_cmpint (tr_match ("円を描く", "円"), >, 0);
  g_assert_cmpint (tr_match ("円を描く", "線"), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/match/fits", test_fits);
  g_test_add_func ("/match/does-not-fit", test_does_not_fit);
  g_test_add_func ("/match/order", test_order);
  g_test_add_func ("/match/languages", test_languages);
  return g_test_run ();
}
