// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What a person can do, in one table: menus, keys and the command palette are made from it, so
// that nothing is offered by one of them that another has never heard of.

#pragma once

#include <gtk/gtk.h>
#include <stdbool.h>

typedef enum {
  TR_GROUP_FILE,
  TR_GROUP_TEMPLATE,
  TR_GROUP_EDIT,
  TR_GROUP_ARRANGE,
  TR_GROUP_DRAW,
  TR_GROUP_CONSTRAIN,
  TR_GROUP_TIME,
  TR_GROUP_VIEW,
  TR_GROUP_PROGRAM,
  TR_N_GROUPS,
} TrCommandGroup;

// Where the keys of a command work.
typedef enum {
  TR_KEYS_WINDOW, // wherever the focus is
  TR_KEYS_CANVAS, // while the canvas has the focus: an entry has its own Ctrl+C
  TR_KEYS_LETTER, // the same, once the tool has no use for them
} TrKeysScope;

typedef struct {
  const char *action; // its detailed name: "win.tool::segment"
  const char *title;  // as menus show it, to be translated: "Save _As…"
  TrCommandGroup group;
  TrKeysScope scope;
  const char *keys; // as accelerators are written, the foremost first: "F9 <Alt>p"; NULL: none
} TrCommand;

// In the order of menus; ends with a NULL action.
extern const TrCommand tr_commands[];

// NULL: there is none of that detailed name.
const TrCommand *tr_command_find (const char *action);
// Translated, without its mnemonic: "Save As…".
char *tr_command_dup_title (const TrCommand *c);
const char *tr_command_group_title (TrCommandGroup group); // translated
char **tr_command_dup_key_list (const TrCommand *c);       // ends with NULL
// "Ctrl+Shift+S"; NULL: no keys.
char *tr_command_dup_keys (const TrCommand *c);

void tr_command_append (GMenu *menu, const char *action);
// The same, several under one title; the list ends with NULL.
void tr_command_append_submenu (GMenu *menu, const char *title, const char *const *actions);
// A menu of these, sections parted by ""; ends with NULL.
GMenuModel *tr_command_make_menu (const char *const *actions);
// A menu's labels with their mnemonics, submenus as lists behind their own, as JSON; for tests.
char *tr_command_describe_menu (GMenuModel *menu);
void tr_command_set_accels (GtkApplication *app);
// The keys of TR_KEYS_CANVAS.
void tr_command_bind_keys (GtkWidgetClass *class);
// Does it, seen from w; false: it is not there or disabled.
bool tr_command_activate (const TrCommand *c, GtkWidget *w);
