// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Single letters. They are no accelerators of the window: in an entry a letter is a letter.

#include "app/canvas/canvas-private.h"
#include "app/command.h"

#define RELATE "win.relate::"

static bool
has_letter (const TrCommand *command, guint key, bool with_shift)
{
  g_auto (GStrv) keys = tr_command_dup_key_list (command);

  for (int i = 0; command->scope == TR_KEYS_LETTER && keys[i]; i++) {
    GdkModifierType modifiers;
    guint letter;
    gtk_accelerator_parse (keys[i], &letter, &modifiers);
    if (letter == key && (modifiers == GDK_SHIFT_MASK) == with_shift)
      return true;
  }
  return false;
}

static bool
applies (TrCanvas *c, const TrCommand *command)
{
  for (int i = 0; i < TR_N_RELATIONS; i++)
    if (strcmp (tr_relations[i].name, command->action + strlen (RELATE)) == 0)
      return tr_relate_can (c->selection, i, NULL);
  return false;
}

// A letter that is a tool's too is the constraint's in the hand of a plain pointer alone, where it
// fits what is selected; the plain pointer's own letter then would mean nothing else.
static bool
beats (TrCanvas *c, const TrCommand *command, const TrCommand *tool)
{
  bool is_plain = strcmp (tr_canvas_get_tool (c), "select") == 0;
  bool is_own = strcmp (tool->action, "win.tool::select") == 0;

  return g_str_has_prefix (command->action, RELATE) && is_plain &&
         (applies (c, command) || (is_own && tr_selection_get_n (c->selection) > 0));
}

static const TrCommand *
find_letter (TrCanvas *c, guint key, bool with_shift)
{
  const TrCommand *chosen = NULL;

  for (const TrCommand *command = tr_commands; command->action; command++)
    if (has_letter (command, key, with_shift) && (!chosen || beats (c, command, chosen)))
      chosen = command;
  return chosen;
}

// Where Shift has no meaning of its own a capital is the letter.
bool
tr_canvas_letter (TrCanvas *c, guint key, bool with_shift)
{
  guint lower = gdk_keyval_to_lower (key);
  const TrCommand *chosen = with_shift ? find_letter (c, lower, true) : NULL;

  if (!chosen)
    chosen = find_letter (c, lower, false);
  return chosen && tr_command_activate (chosen, GTK_WIDGET (c));
}
