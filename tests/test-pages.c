// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// docs/document.md names every kind, every member and every choice that a document may have.

#include "doc/members.h"

#include <string.h>

typedef struct {
  char *text;
} Page;

static void
set_up (Page *page, gconstpointer data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "docs", "document.md", NULL);
  g_assert_true (g_file_get_contents (path, &page->text, NULL, NULL));
}

static void
tear_down (Page *page, gconstpointer data)
{
  g_free (page->text);
}

static void
assert_named (const Page *page, const char *name)
{
  g_autofree char *whole = g_strdup_printf ("`%s`", name);
  if (!strstr (page->text, whole))
    g_error ("docs/document.md does not name %s", whole);
}

static void
assert_all_named (const Page *page, const char *const *names)
{
  for (; names && *names; names++)
    assert_named (page, *names);
}

static void
assert_members_named (const Page *page, TrMembers members)
{
  assert_all_named (page, members.head);
  assert_all_named (page, members.tail);
  for (const TrField *f = members.fields; f && f->name; f++)
    assert_named (page, f->name);
}

static void
test_kinds (Page *page, gconstpointer data)
{
  for (int k = 0; k < TR_N_BODY_KINDS; k++) {
    assert_named (page, tr_body_ops[k]->name);
    assert_members_named (page, tr_members_body (k));
  }
  for (int k = 0; k < TR_N_CON_KINDS; k++) {
    assert_named (page, tr_con_ops[k]->name);
    assert_members_named (page, tr_members_constraint (k));
  }
  for (int k = 0; k < TR_N_FORCE_KINDS; k++) {
    assert_named (page, tr_force_ops[k]->name);
    assert_members_named (page, tr_members_force (k));
  }
}

static void
test_members (Page *page, gconstpointer data)
{
  const TrMembers members[] = {
      tr_members_document (true),
      tr_members_parameter (),
      tr_members_trace (),
      tr_members_label (),
      tr_members_world (),
      tr_members_view (),
      tr_members_style (),
      tr_members_mark (TR_MARK_PATH),
      tr_members_mark (TR_MARK_TEXT),
      tr_members_mark (TR_MARK_IMAGE),
      tr_members_elastic (),
      tr_members_rest (),
      tr_members_key (),
  };
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    assert_members_named (page, members[i]);
}

static void
test_choices (Page *page, gconstpointer data)
{
  const char *const *const choices[] = {tr_units_names, tr_law_names, tr_metric_names,
                                        tr_op_names,    tr_cap_names, tr_join_names};
  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    assert_all_named (page, choices[i]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/pages/kinds", Page, NULL, set_up, test_kinds, tear_down);
  g_test_add ("/pages/members", Page, NULL, set_up, test_members, tear_down);
  g_test_add ("/pages/choices", Page, NULL, set_up, test_choices, tear_down);
  return g_test_run ();
}
