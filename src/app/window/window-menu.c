// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The menu of the header bar: what is done with the file, and by theme what else there is. No page
// of it is higher than a small screen.

#include "app/command.h"
#include "app/window/window-private.h"

#include <glib/gi18n.h>

typedef struct {
  const char *title;
  const char *actions[16]; // sections parted by "", NULL at the end
} Submenu;

static const Submenu submenus[] = {
    {N_ ("_View"),
     {"win.zoom-in", "win.zoom-out", "win.zoom-100", "win.zoom-fit", "", "win.show-grid",
      "win.snap", "win.show-constraints", "win.show-forces", "win.show-curves", "win.show-centres",
      "", "win.toggle-panel", "win.fullscreen", NULL}},
    {N_ ("A_rrange"), {"win.to-front", "win.raise", "win.lower", "win.to-back", NULL}},
    {N_ ("_Layer"),
     {"win.layer-add", "win.layer-rename", "win.layer-remove", "", "win.layer-move",
      "win.layer-select", "win.layer-show", "win.layer-lock", NULL}},
    {N_ ("_Time"),
     {"win.play", "win.time-loop", "win.drives", "", "win.path-key", "win.masses",
      "win.move-supports", "", "win.plot", "win.mechanism", NULL}},
    {N_ ("_Goals"),
     {"win.goal", "win.fit-points", "win.snake", "win.settle", "", "win.limit", NULL}},
};

static const char *const file[] = {"app.new",    "win.save",  "win.save-as",
                                   "win.export", "win.print", NULL};
static const char *const program[] = {
    "win.commands", "", "win.preferences", "win.shortcuts", "win.help", "app.about", NULL};

GMenuModel *
tr_window_menu_new (void)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) themes = g_menu_new ();
  g_autoptr (GMenuModel) first = tr_command_make_menu (file);
  g_autoptr (GMenuModel) last = tr_command_make_menu (program);

  for (guint i = 0; i < G_N_ELEMENTS (submenus); i++)
    tr_command_append_submenu (themes, _ (submenus[i].title), submenus[i].actions);
  g_menu_append_section (menu, NULL, first);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (themes));
  g_menu_append_section (menu, NULL, last);
  return G_MENU_MODEL (menu);
}
