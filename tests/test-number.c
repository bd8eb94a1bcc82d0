// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "math/number.h"

#include <float.h>
#include <glib.h>
#include <locale.h>
#include <math.h>
#include <string.h>

static guint64
bits (double x)
{
  guint64 b;
  memcpy (&b, &x, sizeof b);
  return b;
}

static double
from_bits (guint64 b)
{
  double x;
  memcpy (&x, &b, sizeof x);
  return x;
}

static void
assert_format (double x, const char *expected)
{
  char buf[TR_NUMBER_SIZE];
  int n = tr_number_format (x, buf);
  g_assert_cmpstr (buf, ==, expected);
  g_assert_cmpint (n, ==, (int) strlen (expected));
}

static int
count_digits (const char *text)
{
  int n = 0, zeros = 0;
  for (; *text != '\0' && *text != 'e'; text++) {
    if (!g_ascii_isdigit (*text))
      continue;
    zeros = *text == '0' ? zeros + 1 : 0;
    n += n > 0 || *text != '0';
  }
  return n - zeros;
}

// Reads back, and no shorter text of the C library does.
static void
assert_round_trip (double x)
{
  char buf[TR_NUMBER_SIZE], shorter[64], format[8];
  double y;
  tr_number_format (x, buf);
  g_assert_true (tr_number_parse (buf, &y));
  g_assert_cmphex (bits (y), ==, bits (x));
  int n = count_digits (buf);
  g_assert_cmpint (n, <=, 17);
  for (int k = MAX (1, n - 2); k < n; k++) {
    g_snprintf (format, sizeof format, "%%.%de", k - 1);
    g_ascii_formatd (shorter, sizeof shorter, format, x);
    g_assert_cmphex (bits (g_ascii_strtod (shorter, NULL)), !=, bits (x));
  }
}

static void
test_edges (void)
{
  assert_format (0, "0");
  assert_format (-0.0, "0");
  assert_format (1, "1");
  assert_format (-1, "-1");
  assert_format (100, "100");
  assert_format (0.1, "0.1");
  assert_format (-0.5, "-0.5");
  assert_format (0.1 + 0.2, "0.30000000000000004");
  assert_format (1.0 / 3, "0.3333333333333333");
  assert_format (2.0 / 3, "0.6666666666666666");
  assert_format (1e15, "1000000000000000");
  assert_format (999999999999999, "999999999999999");
  assert_format (9007199254740992, "9007199254740992");
  assert_format (9999999999999998, "9999999999999998");
  assert_format (1e16, "1e16");
  assert_format (1.5e21, "1.5e21");
  assert_format (1e-5, "0.00001");
  assert_format (-0.000012345678901234567, "-0.000012345678901234568");
  assert_format (9.999e-6, "9.999e-6");
  assert_format (1e-7, "1e-7");
  assert_format (7.25e-7, "7.25e-7");
  assert_format (-1.25e-300, "-1.25e-300");
  assert_format (DBL_MAX, "1.7976931348623157e308");
  assert_format (DBL_MIN, "2.2250738585072014e-308");
  assert_format (5e-324, "5e-324");
  assert_format (1e23, "1e23");
  assert_format (9007199254740993.0 * 1024, "9.223372036854776e18");
  assert_format (1.0471975511965976, "1.0471975511965976");
  assert_format (NAN, "null");
  assert_format (INFINITY, "null");
  assert_format (-INFINITY, "null");
}

static void
test_random (void)
{
  GRand *rand = g_rand_new_with_seed (7);
  for (int i = 0; i < 40000; i++) {
    double x = from_bits (((guint64) g_rand_int (rand) << 32) | g_rand_int (rand));
    if (isfinite (x))
      assert_round_trip (x);
    assert_round_trip (g_rand_double_range (rand, -1000, 1000));
    assert_round_trip (g_rand_int_range (rand, -1000000, 1000000) / 1000.0);
    assert_round_trip (g_rand_int (rand) * 65536.0);
    assert_round_trip (from_bits (g_rand_int (rand))); // subnormal
  }
  for (int e = -1074; e < 1024; e++) {
    assert_round_trip (ldexp (1, e));
    assert_round_trip (nextafter (ldexp (1, e), 0) + DBL_TRUE_MIN);
  }
  g_rand_free (rand);
}

static void
test_parse (void)
{
  static const char *const good[] = {"0",    "-0",     "12",   "1.5",     "-1.25e3",
                                     "1E+2", "1e-400", "0e10", "0.00001", "5e-324"};
  static const char *const bad[] = {"",    "-",   "+1",  "01",   ".5",   "1.",    "1e",  "1e+",
                                    " 1",  "1 ",  "0x1", "nan",  "inf",  "1e999", "1,5", "--1",
                                    "1.e", "-01", "1f",  "null", "1..2", "1e1.5"};
  double x;
  for (guint i = 0; i < G_N_ELEMENTS (good); i++) {
    x = NAN;
    g_assert_true (tr_number_parse (good[i], &x));
    g_assert_cmphex (bits (x), ==, bits (g_ascii_strtod (good[i], NULL)));
  }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++) {
    x = 42;
    g_test_message ("refuse “%s”", bad[i]);
    g_assert_false (tr_number_parse (bad[i], &x));
    g_assert_cmphex (bits (x), ==, bits (42));
  }
}

static void
test_shorten (void)
{
  static const char *const cases[][2] = {
      {"9.0714514245678deg + 60deg*time", "9.07145deg + 60deg*time"},
      {"-80.000000deg + 30deg*cos(90deg*time)", "-80deg + 30deg*cos(90deg*time)"},
      {"p1.x + s2.length/3", "p1.x + s2.length/3"},
      {"123456789 + 1234567.891", "123456789 + 1234568"},
      {"0.000012345678 + .5 + 1.2345678901e-7", "0.0000123457 + .5 + 1.2345678901e-7"},
      {"99.99999999*a1.2", "100*a1.2"},
      {"", ""},
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autofree char *text = tr_number_shorten_in (cases[i][0]);
    g_assert_cmpstr (text, ==, cases[i][1]);
  }
}

static void
test_comma_locale (void)
{
  static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8"};
  bool is_set = false;
  for (guint i = 0; i < G_N_ELEMENTS (names) && !is_set; i++)
    is_set = setlocale (LC_ALL, names[i]) != NULL;
  if (!is_set) {
    g_test_skip ("no locale with a decimal comma is installed");
    return;
  }
  g_assert_cmpstr (localeconv ()->decimal_point, ==, ",");
  test_edges ();
  test_parse ();
  test_random ();
  setlocale (LC_ALL, "C");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/number/edges", test_edges);
  g_test_add_func ("/number/random", test_random);
  g_test_add_func ("/number/parse", test_parse);
  g_test_add_func ("/number/shorten", test_shorten);
  g_test_add_func ("/number/comma-locale", test_comma_locale);
  return g_test_run ();
}
