// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Single letters. They are no accelerators of the window: in an entry a letter is a letter.

#include "app/canvas-private.h"
#include "app/command.h"

#define RELATE "win.relate::"

static bool
has_letter (const TrCommand *command, guint key)
{
  return command->scope == TR_KEYS_LETTER && command->keys &&
         gdk_keyval_from_name (command->keys) == key;
}

static bool
applies (TrCanvas *c, const TrCommand *command)
{
  for (int i = 0; i < TR_N_RELATIONS && g_str_has_prefix (command->action, RELATE); i++)
    if (strcmp (tr_relations[i].name, command->action + strlen (RELATE)) == 0)
      return tr_relate_can (c->selection, i, NULL);
  return false;
}

bool
tr_canvas_letter (TrCanvas *c, guint key)
{
  guint lower = gdk_keyval_to_lower (key);
  const TrCommand *chosen = NULL;

  // Where a letter is a tool's and a constraint's, the selection decides; a constraint's alone
  // tells what to select.
  for (const TrCommand *command = tr_commands; command->action; command++)
    if (has_letter (command, lower) && (!chosen || applies (c, command)))
      chosen = command;
  return chosen && tr_command_activate (chosen, GTK_WIDGET (c));
}
