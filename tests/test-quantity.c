// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Numbers with units, as they are typed and shown.

#include "doc/document.h"
#include "session/quantity.h"

#include <locale.h>
#include <string.h>

static TrDocument *
make (const char *units)
{
  TrDocument *d = tr_document_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *text = g_strdup_printf (
      "{\"trammel\": 1, \"units\": \"%s\", \"parameters\": [{\"name\": \"crank\", \"value\": 20}, "
      "{\"name\": \"m\", \"value\": 3}], \"bodies\": []}",
      units);
  tr_document_load_text (d, text, strlen (text), "parameters", &error);
  g_assert_no_error (error);
  return d;
}

static void
expect (const char *units, TrQuantityKind kind, const char *text, double value, const char *expr)
{
  g_autoptr (TrDocument) d = make (units);
  g_autoptr (GError) error = NULL;
  g_autofree char *found = NULL;
  double x = NAN;

  tr_quantity_parse (text, kind, tr_document_get_model (d), &x, &found, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat_with_epsilon (x, value, 1e-12 * fmax (1, fabs (value)));
  g_assert_cmpstr (found, ==, expr);
}

static void
refuse (TrQuantityKind kind, const char *text, const char *message)
{
  g_autoptr (TrDocument) d = make ("mm");
  g_autoptr (GError) error = NULL;
  double x = 7;

  g_assert_false (tr_quantity_parse (text, kind, tr_document_get_model (d), &x, NULL, &error));
  g_assert_error (error, TR_EXPR_ERROR, TR_EXPR_ERROR_SYNTAX);
  if (!strstr (error->message, message))
    g_error ("%s: %s", text, error->message);
  g_assert_cmpfloat_with_epsilon (x, 7, 1e-15);
}

static void
test_lengths (void)
{
  expect ("mm", TR_QUANTITY_LENGTH, "12.5", 12.5, NULL);
  expect ("mm", TR_QUANTITY_LENGTH, " 3 cm ", 30, NULL);
  expect ("mm", TR_QUANTITY_LENGTH, "1/2 in", 12.7, NULL);
  expect ("mm", TR_QUANTITY_LENGTH, "1/2\"", 12.7, NULL);
  expect ("cm", TR_QUANTITY_LENGTH, "1 m", 100, NULL);
  expect ("in", TR_QUANTITY_LENGTH, "25.4mm + 1in", 2, NULL);
  expect ("px", TR_QUANTITY_LENGTH, "1in", 96, NULL);
  expect ("pt", TR_QUANTITY_LENGTH, "2 in", 144, NULL);
  expect ("mm", TR_QUANTITY_LENGTH, "−2 × 3 mm", -6, NULL);
  expect ("mm", TR_QUANTITY_LENGTH, "(1+2)cm", 30, NULL);
  expect ("mm", TR_QUANTITY_LENGTH, "1e1", 10, NULL);
  expect ("mm", TR_QUANTITY_LENGTH, "max(1,5)", 5, NULL);
}

static void
test_angles (void)
{
  expect ("mm", TR_QUANTITY_ANGLE, "45°", G_PI / 4, NULL);
  expect ("mm", TR_QUANTITY_ANGLE, "90deg", G_PI / 2, NULL);
  expect ("mm", TR_QUANTITY_ANGLE, "45", G_PI / 4, NULL);
  expect ("mm", TR_QUANTITY_ANGLE, "30+15", G_PI / 4, NULL);
  expect ("mm", TR_QUANTITY_ANGLE, "(30+15)°", G_PI / 4, NULL);
  expect ("mm", TR_QUANTITY_ANGLE, "pi/2", G_PI / 2, NULL);
  expect ("mm", TR_QUANTITY_ANGLE, "1.5 rad", 1.5, NULL);
  expect ("mm", TR_QUANTITY_ANGLE, "-180", -G_PI, NULL);
}

static void
test_parameters (void)
{
  expect ("mm", TR_QUANTITY_LENGTH, "2*crank", 40, "2*crank");
  expect ("mm", TR_QUANTITY_LENGTH, "crank + 1 cm", 30, "crank + 1 *10");
  expect ("mm", TR_QUANTITY_LENGTH, "5 mm + crank", 25, "5 + crank");
  // A unit follows a value; elsewhere a name is a name.
  expect ("mm", TR_QUANTITY_LENGTH, "m + 1 m", 1003, "m + 1 *1000");
  expect ("mm", TR_QUANTITY_ANGLE, "m*15°", G_PI / 4, "m*15deg");
  expect ("mm", TR_QUANTITY_ANGLE, "m", 3, "m");
}

static void
test_errors (void)
{
  refuse (TR_QUANTITY_LENGTH, "", "column 1: ");
  refuse (TR_QUANTITY_LENGTH, "3 cm 4", "column 6: ");
  refuse (TR_QUANTITY_LENGTH, "3 cm +", "column 7: ");
  refuse (TR_QUANTITY_LENGTH, "2 in * rod", "column 8: expected the name of a parameter");
  refuse (TR_QUANTITY_LENGTH, "45°", "column 3: expected an operator or a unit of length");
  refuse (TR_QUANTITY_ANGLE, "3 cm", "column 3: expected an operator or a unit of angle");
  refuse (TR_QUANTITY_NUMBER, "3 mm", "column 3: ");
  refuse (TR_QUANTITY_NUMBER, "°", "column 1: ");
  refuse (TR_QUANTITY_LENGTH, "1/0", "not finite");
  refuse (TR_QUANTITY_LENGTH, "1e13", "a larger one");
  refuse (TR_QUANTITY_LENGTH, "12,5", "column 3: ");
  refuse (TR_QUANTITY_LENGTH, "\xff", "column 1: ");
}

static void
test_comma (void)
{
  if (!setlocale (LC_NUMERIC, "de_DE.UTF-8")) {
    g_test_skip ("no such locale here");
    return;
  }
  expect ("mm", TR_QUANTITY_LENGTH, "12,5", 12.5, NULL);
  expect ("mm", TR_QUANTITY_LENGTH, "12.5", 12.5, NULL);
  expect ("mm", TR_QUANTITY_LENGTH, ",5 cm", 5, NULL);
  expect ("mm", TR_QUANTITY_LENGTH, "max(1,5)", 5, NULL);
  expect ("mm", TR_QUANTITY_LENGTH, "1,5*crank", 30, "1.5*crank");
  expect ("mm", TR_QUANTITY_LENGTH, "(1,5 + 2)*2", 7, NULL);
  expect ("mm", TR_QUANTITY_LENGTH, "sqrt(2,25)", 1.5, NULL);
  expect ("mm", TR_QUANTITY_LENGTH, "max(1, (1,5), sqrt(0,25))", 1.5, NULL);
  refuse (TR_QUANTITY_LENGTH, "1,5,5", "column 4: ");
  g_autofree char *shown = tr_quantity_format (12.5, TR_QUANTITY_LENGTH, TR_UNITS_MM, 0.1);
  g_assert_cmpstr (shown, ==, "12,5 mm");
  setlocale (LC_NUMERIC, "C");
}

static void
plain (const char *text, const char *expected)
{
  g_autofree char *found = tr_quantity_plain (text);
  g_assert_cmpstr (found, ==, expected);
}

static void
test_plain (void)
{
  plain ("3,5*t", "3,5*t");
  plain ("−2×cos(t) ÷ 3", "-2*cos(t) / 3");
  plain ("s1.length - 90deg*time", "s1.length - 90deg*time");
  plain ("3 mm \"", "3 mm \"");
  if (!setlocale (LC_NUMERIC, "de_DE.UTF-8")) {
    g_test_skip ("no such locale here");
    return;
  }
  plain ("3,5*t", "3.5*t");
  plain ("sin(0,5*t) + (1,5 - ,5)", "sin(0.5*t) + (1.5 - .5)");
  plain ("atan2(1,2) + max(1, sin(0,5), 2)", "atan2(1,2) + max(1, sin(0.5), 2)");
  plain ("1,5,5", "1.5,5");
  plain ("a1,5", "a1,5");
  setlocale (LC_NUMERIC, "C");
}

static void
show (double x, TrQuantityKind kind, double step, const char *expected)
{
  g_autofree char *text = tr_quantity_format (x, kind, TR_UNITS_CM, step);
  g_assert_cmpstr (text, ==, expected);
}

static void
test_format (void)
{
  show (12.5, TR_QUANTITY_LENGTH, 0.01, "12.5 cm");
  show (12.345678, TR_QUANTITY_LENGTH, 0.1, "12.3 cm");
  show (12.345678, TR_QUANTITY_LENGTH, 0, "12.3457 cm");
  show (1200, TR_QUANTITY_LENGTH, 10, "1200 cm");
  show (-0.001, TR_QUANTITY_LENGTH, 0.1, "0 cm");
  show (G_PI / 4, TR_QUANTITY_ANGLE, 0.1 * G_PI / 180, "45°");
  show (1, TR_QUANTITY_ANGLE, 0.1 * G_PI / 180, "57.3°");
  show (1e-3, TR_QUANTITY_NUMBER, 0, "0.001");
  show (0, TR_QUANTITY_NUMBER, 0, "0");
  show (NAN, TR_QUANTITY_LENGTH, 0, "—");
}

// What is shown can be typed.
static void
test_round_trip (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  g_autoptr (TrDocument) d = make ("in");

  for (int i = 0; i < 1000; i++) {
    TrQuantityKind kind = (TrQuantityKind) g_rand_int_range (rand, 0, 3);
    double x = g_rand_double_range (rand, -1000, 1000), back = NAN;
    g_autofree char *text = tr_quantity_format (x, kind, TR_UNITS_IN, 1e-4);
    g_assert_true (tr_quantity_parse (text, kind, tr_document_get_model (d), &back, NULL, NULL));
    g_assert_cmpfloat_with_epsilon (back, x, 0.51e-4);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/quantity/lengths", test_lengths);
  g_test_add_func ("/quantity/angles", test_angles);
  g_test_add_func ("/quantity/parameters", test_parameters);
  g_test_add_func ("/quantity/errors", test_errors);
  g_test_add_func ("/quantity/comma", test_comma);
  g_test_add_func ("/quantity/plain", test_plain);
  g_test_add_func ("/quantity/format", test_format);
  g_test_add_func ("/quantity/round-trip", test_round_trip);
  return g_test_run ();
}
