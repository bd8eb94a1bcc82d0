// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Single letters. They are no accelerators of the window: in an entry a letter is a letter.

#include "app/canvas-private.h"

typedef struct {
  guint key;
  const char *tool;
} ToolKey;

static const ToolKey tool_keys[] = {
    {GDK_KEY_v, "select"}, {GDK_KEY_p, "point"},  {GDK_KEY_l, "segment"}, {GDK_KEY_w, "polyline"},
    {GDK_KEY_c, "circle"}, {GDK_KEY_a, "arc"},    {GDK_KEY_e, "ellipse"}, {GDK_KEY_r, "rectangle"},
    {GDK_KEY_b, "bezier"}, {GDK_KEY_s, "spline"}, {GDK_KEY_j, "link"},    {GDK_KEY_t, "sheet"},
    {GDK_KEY_x, "label"},  {GDK_KEY_n, "nail"},   {GDK_KEY_k, "spring"},  {GDK_KEY_m, "motor"},
    {GDK_KEY_g, "trace"},
};

static const char *
tool_of_key (guint key)
{
  for (guint i = 0; i < G_N_ELEMENTS (tool_keys); i++)
    if (tool_keys[i].key == key)
      return tool_keys[i].tool;
  return NULL;
}

bool
tr_canvas_letter (TrCanvas *c, guint key)
{
  GtkWidget *w = GTK_WIDGET (c);
  guint lower = gdk_keyval_to_lower (key);
  const char *tool = tool_of_key (lower);

  for (int i = 0; i < TR_N_RELATIONS; i++) {
    const TrRelation *r = &tr_relations[i];
    if (!r->key || gdk_keyval_from_name (r->key) != lower)
      continue;
    // Where a letter is a tool's too, the selection decides; else it is told why not.
    if (!tool || tr_relate_can (c->selection, i, NULL))
      return gtk_widget_activate_action (w, "win.relate", "s", r->name);
  }
  return tool && gtk_widget_activate_action (w, "win.tool", "s", tool);
}

typedef struct {
  guint key;
  GdkModifierType modifiers;
  const char *action;
} ActionKey;

// Of several keys menus show the last.
static const ActionKey action_keys[] = {
    {GDK_KEY_x, GDK_CONTROL_MASK, "win.cut"},
    {GDK_KEY_c, GDK_CONTROL_MASK, "win.copy"},
    {GDK_KEY_v, GDK_CONTROL_MASK, "win.paste"},
    {GDK_KEY_d, GDK_CONTROL_MASK, "win.duplicate"},
    {GDK_KEY_a, GDK_CONTROL_MASK, "win.select-all"},
    {GDK_KEY_KP_Delete, 0, "win.delete"},
    {GDK_KEY_BackSpace, 0, "win.delete"},
    {GDK_KEY_Delete, 0, "win.delete"},
    {GDK_KEY_Menu, 0, "win.context-menu"},
    {GDK_KEY_F10, GDK_SHIFT_MASK, "win.context-menu"},
    {GDK_KEY_period, 0, "win.show-constraints"},
};

void
tr_canvas_class_bind_keys (GtkWidgetClass *class)
{
  for (guint i = 0; i < G_N_ELEMENTS (action_keys); i++)
    gtk_widget_class_add_binding_action (class, action_keys[i].key, action_keys[i].modifiers,
                                         action_keys[i].action, NULL);
}
