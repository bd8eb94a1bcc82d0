// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/command.h"

#include "app/window/window-private.h"

#include "session/relate.h"
#include "session/sketch/sketch.h"

static void
test_rows_are_whole (void)
{
  for (const TrCommand *c = tr_commands; c->action; c++) {
    g_autofree char *name = NULL, *title = tr_command_dup_title (c);
    g_autoptr (GVariant) target = NULL;
    g_assert_true (g_action_parse_detailed_name (c->action, &name, &target, NULL));
    g_assert_true (g_str_has_prefix (name, "win.") || g_str_has_prefix (name, "app."));
    g_assert_cmpstr (title, !=, "");
    g_assert_null (strchr (title, '_'));
    g_assert_nonnull (tr_command_group_title (c->group));
    g_assert_true (tr_command_find (c->action) == c);
  }
  g_assert_null (tr_command_find ("win.no-such-thing"));
}

// A tool and a constraint may share a letter: the selection decides.
static bool
may_share (const TrCommand *a, const TrCommand *b)
{
  return a->group != b->group && a->scope == TR_KEYS_LETTER && b->scope == TR_KEYS_LETTER;
}

static void
test_keys_are_unique (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (const TrCommand *c = tr_commands; c->action; c++) {
    g_auto (GStrv) keys = tr_command_dup_key_list (c);
    for (int i = 0; keys[i]; i++) {
      GdkModifierType modifiers;
      guint key;
      g_assert_true (gtk_accelerator_parse (keys[i], &key, &modifiers));
      g_assert_cmpuint (key, !=, 0);
      char *canonical = gtk_accelerator_name (key, modifiers);
      const TrCommand *other = g_hash_table_lookup (seen, canonical);
      if (other && !may_share (other, c))
        g_error ("%s: %s and %s", canonical, other->action, c->action);
      g_hash_table_insert (seen, canonical, (gpointer) c);
    }
  }
}

// Letters are keys of the canvas, so no modifier but Shift goes with them.
static void
test_letters (void)
{
  for (const TrCommand *c = tr_commands; c->action; c++) {
    g_auto (GStrv) keys = tr_command_dup_key_list (c);
    for (int i = 0; c->scope == TR_KEYS_LETTER && keys[i]; i++) {
      GdkModifierType modifiers;
      guint key;
      g_assert_true (gtk_accelerator_parse (keys[i], &key, &modifiers));
      g_assert_true (modifiers == 0 || (i > 0 && modifiers == GDK_SHIFT_MASK));
    }
  }
}

static void
test_every_tool_and_constraint (void)
{
  for (int i = 0; i < TR_N_SKETCH_KINDS; i++) {
    g_autofree char *action = g_strconcat ("win.tool::", tr_sketch_kind_name (i), NULL);
    const TrCommand *c = tr_command_find (action);
    g_assert_nonnull (c);
    g_assert_cmpint (c->group, ==, TR_GROUP_DRAW);
  }
  for (int i = 0; i < TR_N_RELATIONS; i++) {
    g_autofree char *action = g_strconcat ("win.relate::", tr_relations[i].name, NULL);
    const TrCommand *c = tr_command_find (action);
    g_assert_nonnull (c);
    g_assert_cmpint (c->group, ==, TR_GROUP_CONSTRAIN);
    g_auto (GStrv) keys = tr_command_dup_key_list (c);
    g_assert_cmpstr (keys[0], ==, tr_relations[i].key);
  }
}

static void
test_titles_are_unique (void)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (const TrCommand *c = tr_commands; c->action; c++) {
    char *title = tr_command_dup_title (c);
    g_assert_false (g_hash_table_contains (seen, title));
    g_hash_table_add (seen, title);
  }
}

static void
test_menu (void)
{
  const char *const actions[] = {"win.save", "win.save-as", "", "app.quit", NULL};
  g_autoptr (GMenuModel) menu = tr_command_make_menu (actions);
  g_autofree char *label = NULL, *action = NULL;

  g_assert_cmpint (g_menu_model_get_n_items (menu), ==, 2);
  g_autoptr (GMenuModel) first = g_menu_model_get_item_link (menu, 0, G_MENU_LINK_SECTION);
  g_assert_cmpint (g_menu_model_get_n_items (first), ==, 2);
  g_menu_model_get_item_attribute (first, 1, G_MENU_ATTRIBUTE_LABEL, "s", &label);
  g_menu_model_get_item_attribute (first, 1, G_MENU_ATTRIBUTE_ACTION, "s", &action);
  g_assert_cmpstr (label, ==, "Save _As…");
  g_assert_cmpstr (action, ==, "win.save-as");
}

// Of a page of a menu with all its sections: each letter is one item's.
static void
check_mnemonics (GMenuModel *menu, GString *seen)
{
  for (int i = 0; i < g_menu_model_get_n_items (menu); i++) {
    g_autofree char *label = NULL;
    g_autoptr (GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);
    g_autoptr (GMenuModel) submenu = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SUBMENU);
    g_autoptr (GString) own = g_string_new (NULL);
    g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_LABEL, "s", &label);
    const char *mark = label ? strchr (label, '_') : NULL;
    if (label)
      g_assert_nonnull (mark);
    if (mark && strchr (seen->str, g_ascii_tolower (mark[1])))
      g_error ("%s: the letter is another one's too", label);
    if (mark)
      g_string_append_c (seen, g_ascii_tolower (mark[1]));
    if (section)
      check_mnemonics (section, seen);
    if (submenu)
      check_mnemonics (submenu, own);
  }
}

static void
test_mnemonics (void)
{
  g_autoptr (GMenuModel) menu = tr_window_menu_new ();
  g_autoptr (GString) seen = g_string_new (NULL);
  check_mnemonics (menu, seen);
  g_assert_cmpuint (seen->len, >, 10);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/command/rows-are-whole", test_rows_are_whole);
  g_test_add_func ("/command/keys-are-unique", test_keys_are_unique);
  g_test_add_func ("/command/letters", test_letters);
  g_test_add_func ("/command/every-tool-and-constraint", test_every_tool_and_constraint);
  g_test_add_func ("/command/titles-are-unique", test_titles_are_unique);
  g_test_add_func ("/command/menu", test_menu);
  g_test_add_func ("/command/mnemonics", test_mnemonics);
  return g_test_run ();
}
