// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/command.h"

#include "session/report.h"

#include <glib/gi18n.h>

const TrCommand tr_commands[] = {
    {"app.new", N_ ("_New Window"), TR_GROUP_FILE, TR_KEYS_WINDOW, "<Control>n"},
    {"win.open", N_ ("_Open…"), TR_GROUP_FILE, TR_KEYS_WINDOW, "<Control>o"},
    {"win.save", N_ ("_Save"), TR_GROUP_FILE, TR_KEYS_WINDOW, "<Control>s"},
    {"win.save-as", N_ ("Save _As…"), TR_GROUP_FILE, TR_KEYS_WINDOW, "<Control><Shift>s"},
    {"win.reload", N_ ("_Read the File Again"), TR_GROUP_FILE, TR_KEYS_WINDOW, NULL},
    {"win.export", N_ ("_Export…"), TR_GROUP_FILE, TR_KEYS_WINDOW, "<Control>e"},
    {"win.print-preview", N_ ("Print Pre_view…"), TR_GROUP_FILE, TR_KEYS_WINDOW, NULL},
    {"win.print", N_ ("_Print…"), TR_GROUP_FILE, TR_KEYS_WINDOW, "<Control>p"},
    {"win.close", N_ ("_Close Window"), TR_GROUP_FILE, TR_KEYS_WINDOW, "<Control>w"},
    {"app.quit", N_ ("_Quit"), TR_GROUP_FILE, TR_KEYS_WINDOW, "<Control>q"},

    {"win.template::four-bar", N_ ("Four-Bar"), TR_GROUP_TEMPLATE, TR_KEYS_WINDOW, NULL},
    {"win.template::slider-crank", N_ ("Slider-Crank"), TR_GROUP_TEMPLATE, TR_KEYS_WINDOW, NULL},
    {"win.template::peaucellier", N_ ("Peaucellier"), TR_GROUP_TEMPLATE, TR_KEYS_WINDOW, NULL},
    {"win.template::pantograph", N_ ("Pantograph"), TR_GROUP_TEMPLATE, TR_KEYS_WINDOW, NULL},
    {"win.template::elliptical-trammel", N_ ("Elliptical Trammel"), TR_GROUP_TEMPLATE,
     TR_KEYS_WINDOW, NULL},
    {"win.template::theo-jansen", N_ ("Walking Leg"), TR_GROUP_TEMPLATE, TR_KEYS_WINDOW, NULL},
    {"win.template::rose", N_ ("Rose Curve"), TR_GROUP_TEMPLATE, TR_KEYS_WINDOW, NULL},
    {"win.template::curves", N_ ("Belt and Curves"), TR_GROUP_TEMPLATE, TR_KEYS_WINDOW, NULL},
    {"win.template::ponytail", N_ ("Ponytail"), TR_GROUP_TEMPLATE, TR_KEYS_WINDOW, NULL},
    {"win.template::puppet", N_ ("Stretchy Puppet"), TR_GROUP_TEMPLATE, TR_KEYS_WINDOW, NULL},

    {"win.undo", N_ ("_Undo"), TR_GROUP_EDIT, TR_KEYS_WINDOW, "<Control>z"},
    {"win.redo", N_ ("_Redo"), TR_GROUP_EDIT, TR_KEYS_WINDOW, "<Control><Shift>z <Control>y"},
    {"win.cut", N_ ("Cu_t"), TR_GROUP_EDIT, TR_KEYS_CANVAS, "<Control>x"},
    {"win.copy", N_ ("_Copy"), TR_GROUP_EDIT, TR_KEYS_CANVAS, "<Control>c"},
    {"win.paste", N_ ("_Paste"), TR_GROUP_EDIT, TR_KEYS_CANVAS, "<Control>v"},
    {"win.duplicate", N_ ("D_uplicate"), TR_GROUP_EDIT, TR_KEYS_CANVAS, "<Control>d"},
    {"win.delete", N_ ("_Delete"), TR_GROUP_EDIT, TR_KEYS_CANVAS, "Delete BackSpace KP_Delete"},
    {"win.edit", N_ ("_Edit the Value, Text or Formula"), TR_GROUP_EDIT, TR_KEYS_WINDOW, "F2"},
    {"win.add-vertex", N_ ("Add _Vertex"), TR_GROUP_EDIT, TR_KEYS_CANVAS, NULL},
    {"win.detach", N_ ("Detac_h"), TR_GROUP_EDIT, TR_KEYS_CANVAS, NULL},
    {"win.select-all", N_ ("Select _All"), TR_GROUP_EDIT, TR_KEYS_CANVAS, "<Control>a"},
    {"win.context-menu", N_ ("Context _Menu"), TR_GROUP_EDIT, TR_KEYS_CANVAS, "<Shift>F10 Menu"},

    {"win.to-front", N_ ("Bring to _Front"), TR_GROUP_ARRANGE, TR_KEYS_CANVAS,
     "<Control><Shift>Page_Up"},
    {"win.raise", N_ ("_Raise"), TR_GROUP_ARRANGE, TR_KEYS_CANVAS, "<Control>Page_Up"},
    {"win.lower", N_ ("_Lower"), TR_GROUP_ARRANGE, TR_KEYS_CANVAS, "<Control>Page_Down"},
    {"win.to-back", N_ ("Send to _Back"), TR_GROUP_ARRANGE, TR_KEYS_CANVAS,
     "<Control><Shift>Page_Down"},
    {"win.layer-add", N_ ("_Add Layer"), TR_GROUP_ARRANGE, TR_KEYS_WINDOW, "<Control><Shift>n"},
    {"win.layer-move", N_ ("_Move to the Current Layer"), TR_GROUP_ARRANGE, TR_KEYS_WINDOW, NULL},
    {"win.layer-select", N_ ("_Select the Bodies of the Layer"), TR_GROUP_ARRANGE, TR_KEYS_WINDOW,
     NULL},
    {"win.layer-show", N_ ("S_how or Hide the Layer"), TR_GROUP_ARRANGE, TR_KEYS_WINDOW, NULL},
    {"win.layer-lock", N_ ("Lock or Unl_ock the Layer"), TR_GROUP_ARRANGE, TR_KEYS_WINDOW, NULL},
    {"win.layer-rename", N_ ("Re_name Layer…"), TR_GROUP_ARRANGE, TR_KEYS_WINDOW, NULL},
    {"win.layer-remove", N_ ("Remo_ve Layer, Keep Its Bodies"), TR_GROUP_ARRANGE, TR_KEYS_WINDOW,
     NULL},

    {"win.tool::select", N_ ("Select and Drag"), TR_GROUP_DRAW, TR_KEYS_LETTER, "v"},
    {"win.tool::point", N_ ("Draw Point"), TR_GROUP_DRAW, TR_KEYS_LETTER, "p"},
    {"win.tool::segment", N_ ("Draw Segment"), TR_GROUP_DRAW, TR_KEYS_LETTER, "l"},
    {"win.tool::polyline", N_ ("Draw Polyline"), TR_GROUP_DRAW, TR_KEYS_LETTER, "w"},
    {"win.tool::rectangle", N_ ("Draw Rectangle"), TR_GROUP_DRAW, TR_KEYS_LETTER, "r"},
    {"win.tool::circle", N_ ("Draw Circle"), TR_GROUP_DRAW, TR_KEYS_LETTER, "c"},
    {"win.tool::arc", N_ ("Draw Arc"), TR_GROUP_DRAW, TR_KEYS_LETTER, "a"},
    {"win.tool::ellipse", N_ ("Draw Ellipse"), TR_GROUP_DRAW, TR_KEYS_LETTER, "e"},
    {"win.tool::bezier", N_ ("Draw Bézier Curve"), TR_GROUP_DRAW, TR_KEYS_LETTER, "b"},
    {"win.tool::spline", N_ ("Draw Spline"), TR_GROUP_DRAW, TR_KEYS_LETTER, "s"},
    {"win.formula", N_ ("Draw _Formula…"), TR_GROUP_DRAW, TR_KEYS_LETTER, "f"},
    {"win.tool::link", N_ ("Draw Rigid Link"), TR_GROUP_DRAW, TR_KEYS_LETTER, "j"},
    {"win.tool::sheet", N_ ("Draw Sheet"), TR_GROUP_DRAW, TR_KEYS_LETTER, "t"},
    {"win.tool::label", N_ ("Write Text"), TR_GROUP_DRAW, TR_KEYS_LETTER, "x"},
    {"win.picture", N_ ("Place _Picture…"), TR_GROUP_DRAW, TR_KEYS_LETTER, "i"},
    {"win.carry", N_ ("Put a Dra_wing on It…"), TR_GROUP_DRAW, TR_KEYS_WINDOW, NULL},
    {"win.tool::nail", N_ ("Nail a Point"), TR_GROUP_DRAW, TR_KEYS_LETTER, "n"},
    {"win.tool::spring", N_ ("Hang a Spring"), TR_GROUP_DRAW, TR_KEYS_LETTER, "k"},
    {"win.tool::motor", N_ ("Mount a Motor"), TR_GROUP_DRAW, TR_KEYS_LETTER, "m"},
    {"win.tool::trace", N_ ("Trace a Point"), TR_GROUP_DRAW, TR_KEYS_LETTER, "g"},

    {"win.relate::attach", N_ ("Attach"), TR_GROUP_CONSTRAIN, TR_KEYS_LETTER, "o"},
    {"win.relate::on-line", N_ ("Put on the Line"), TR_GROUP_CONSTRAIN, TR_KEYS_LETTER, NULL},
    {"win.relate::dimension", N_ ("Dimension"), TR_GROUP_CONSTRAIN, TR_KEYS_LETTER, "d"},
    {"win.relate::distance-x", N_ ("Horizontal Distance"), TR_GROUP_CONSTRAIN, TR_KEYS_LETTER,
     NULL},
    {"win.relate::distance-y", N_ ("Vertical Distance"), TR_GROUP_CONSTRAIN, TR_KEYS_LETTER, NULL},
    {"win.relate::horizontal", N_ ("Make Horizontal"), TR_GROUP_CONSTRAIN, TR_KEYS_LETTER, "h"},
    {"win.relate::vertical", N_ ("Make Vertical"), TR_GROUP_CONSTRAIN, TR_KEYS_LETTER,
     "v <Shift>v"},
    {"win.relate::parallel", N_ ("Make Parallel"), TR_GROUP_CONSTRAIN, TR_KEYS_LETTER, "z"},
    {"win.relate::perpendicular", N_ ("Make Perpendicular"), TR_GROUP_CONSTRAIN, TR_KEYS_LETTER,
     "u"},
    {"win.relate::equal", N_ ("Make Equal"), TR_GROUP_CONSTRAIN, TR_KEYS_LETTER, "q"},
    {"win.relate::symmetric", N_ ("Make Symmetric"), TR_GROUP_CONSTRAIN, TR_KEYS_LETTER, "y"},
    {"win.relate::midpoint", N_ ("Put in the Middle"), TR_GROUP_CONSTRAIN, TR_KEYS_LETTER,
     "apostrophe"},
    {"win.relate::tangent", N_ ("Make Tangent"), TR_GROUP_CONSTRAIN, TR_KEYS_LETTER, "slash"},
    {"win.relate::gear", N_ ("Gear Together"), TR_GROUP_CONSTRAIN, TR_KEYS_LETTER, NULL},
    {"win.relate::rack", N_ ("Roll on the Line"), TR_GROUP_CONSTRAIN, TR_KEYS_LETTER, NULL},
    {"win.relate::skate", N_ ("Let It Skate"), TR_GROUP_CONSTRAIN, TR_KEYS_LETTER, NULL},
    {"win.relate::nail", N_ ("Nail Down"), TR_GROUP_CONSTRAIN, TR_KEYS_LETTER, "n"},
    {"win.relate::fix", N_ ("Fix"), TR_GROUP_CONSTRAIN, TR_KEYS_LETTER, NULL},

    {"win.toggle-reference", N_ ("Constraint or _Reference"), TR_GROUP_CONSTRAIN, TR_KEYS_CANVAS,
     "<Control>r"},
    {"win.explain", N_ ("E_xplain"), TR_GROUP_CONSTRAIN, TR_KEYS_WINDOW, "<Control>i"},
    {"win.tool::wiggle", N_ ("Show What Can _Move"), TR_GROUP_CONSTRAIN, TR_KEYS_WINDOW,
     "<Control>m"},
    {"win.solve", N_ ("So_lve"), TR_GROUP_CONSTRAIN, TR_KEYS_WINDOW, "F5"},
    {"win.limit", N_ ("Add L_imit"), TR_GROUP_CONSTRAIN, TR_KEYS_WINDOW, NULL},
    {"win.goal", N_ ("Add _Goal…"), TR_GROUP_CONSTRAIN, TR_KEYS_WINDOW, NULL},
    {"win.fit-points", N_ ("_Fit to Points…"), TR_GROUP_CONSTRAIN, TR_KEYS_WINDOW, NULL},
    {"win.snake", N_ ("Draw to _Edges of the Picture"), TR_GROUP_CONSTRAIN, TR_KEYS_WINDOW, NULL},
    {"win.settle", N_ ("Let Goals _Settle"), TR_GROUP_CONSTRAIN, TR_KEYS_WINDOW, "<Shift>F5"},

    {"win.play", N_ ("_Play or Pause"), TR_GROUP_TIME, TR_KEYS_LETTER, "space"},
    {"win.step-back", N_ ("Step _Back in Time"), TR_GROUP_TIME, TR_KEYS_LETTER, "less"},
    {"win.step-forward", N_ ("Step _Forward in Time"), TR_GROUP_TIME, TR_KEYS_LETTER, "greater"},
    {"win.time-start", N_ ("Go to the _Start of Time"), TR_GROUP_TIME, TR_KEYS_CANVAS,
     "<Control>Home"},
    {"win.time-reverse", N_ ("Play Back_wards"), TR_GROUP_TIME, TR_KEYS_WINDOW, NULL},
    {"win.time-loop", N_ ("Play in a _Loop"), TR_GROUP_TIME, TR_KEYS_WINDOW, NULL},
    {"win.time-bounce", N_ ("Play _There and Back"), TR_GROUP_TIME, TR_KEYS_WINDOW, NULL},
    {"win.time-faster", N_ ("Play F_aster"), TR_GROUP_TIME, TR_KEYS_WINDOW, NULL},
    {"win.time-slower", N_ ("Play Slow_er"), TR_GROUP_TIME, TR_KEYS_WINDOW, NULL},
    {"win.drives", N_ ("_Drives On"), TR_GROUP_TIME, TR_KEYS_WINDOW, NULL},
    {"win.move-supports", N_ ("Pulled C_urves Move Supports"), TR_GROUP_TIME, TR_KEYS_WINDOW, NULL},
    {"win.masses", N_ ("M_asses and Gravity"), TR_GROUP_TIME, TR_KEYS_WINDOW, NULL},
    {"win.path-key", N_ ("Put a _Key of a Path"), TR_GROUP_TIME, TR_KEYS_WINDOW, NULL},
    {"win.key-time", N_ ("Go to the Time of the K_ey"), TR_GROUP_TIME, TR_KEYS_WINDOW, NULL},
    {"win.key-remove", N_ ("Re_move the Key of the Path"), TR_GROUP_TIME, TR_KEYS_WINDOW, NULL},
    {"win.record", N_ ("Rec_ord…"), TR_GROUP_TIME, TR_KEYS_WINDOW, NULL},
    {"win.plot", N_ ("Pl_ot…"), TR_GROUP_TIME, TR_KEYS_WINDOW, "<Control><Shift>p"},
    {"win.mechanism", N_ ("_Mechanism…"), TR_GROUP_TIME, TR_KEYS_WINDOW, "<Control><Shift>m"},
    {"win.clear-traces", N_ ("_Clear Traces"), TR_GROUP_TIME, TR_KEYS_WINDOW, NULL},

    {"win.zoom-in", N_ ("Zoom _In"), TR_GROUP_VIEW, TR_KEYS_WINDOW, "<Control>plus <Control>equal"},
    {"win.zoom-out", N_ ("Zoom _Out"), TR_GROUP_VIEW, TR_KEYS_WINDOW, "<Control>minus"},
    {"win.zoom-100", N_ ("_True Size"), TR_GROUP_VIEW, TR_KEYS_WINDOW, "<Control>0"},
    {"win.zoom-fit", N_ ("Show _All"), TR_GROUP_VIEW, TR_KEYS_WINDOW, "Home"},
    {"win.show-grid", N_ ("Show _Grid"), TR_GROUP_VIEW, TR_KEYS_WINDOW, "<Control>g"},
    {"win.show-constraints", N_ ("Show Con_straints"), TR_GROUP_VIEW, TR_KEYS_CANVAS, "period"},
    {"win.snap", N_ ("S_nap to the Drawing"), TR_GROUP_VIEW, TR_KEYS_WINDOW, NULL},
    {"win.show-forces", N_ ("Show Fo_rces"), TR_GROUP_VIEW, TR_KEYS_CANVAS, "comma"},
    {"win.show-curves", N_ ("Show Coupler C_urves"), TR_GROUP_VIEW, TR_KEYS_CANVAS, "semicolon"},
    {"win.show-centres", N_ ("Show Instant C_entres"), TR_GROUP_VIEW, TR_KEYS_WINDOW, NULL},
    {"win.toggle-panel", N_ ("Side _Panel"), TR_GROUP_VIEW, TR_KEYS_WINDOW, "F9"},
    {"win.panel-properties", N_ ("List of Properties"), TR_GROUP_VIEW, TR_KEYS_WINDOW, NULL},
    {"win.panel-constraints", N_ ("List of Constraints"), TR_GROUP_VIEW, TR_KEYS_WINDOW, NULL},
    {"win.panel-parameters", N_ ("List of Parameters"), TR_GROUP_VIEW, TR_KEYS_WINDOW, NULL},
    {"win.panel-bodies", N_ ("List of Layers and Bodies"), TR_GROUP_VIEW, TR_KEYS_WINDOW, NULL},
    {"win.next-part", N_ ("Next Part of the Window"), TR_GROUP_VIEW, TR_KEYS_WINDOW, "F6"},
    {"win.previous-part", N_ ("Previous Part of the Window"), TR_GROUP_VIEW, TR_KEYS_WINDOW,
     "<Shift>F6"},
    {"win.fullscreen", N_ ("_Full Screen"), TR_GROUP_VIEW, TR_KEYS_WINDOW, "F11"},

    {"app.color-scheme::system", N_ ("Appearance of the System"), TR_GROUP_PROGRAM, TR_KEYS_WINDOW,
     NULL},
    {"app.color-scheme::light", N_ ("Light Appearance"), TR_GROUP_PROGRAM, TR_KEYS_WINDOW, NULL},
    {"app.color-scheme::dark", N_ ("Dark Appearance"), TR_GROUP_PROGRAM, TR_KEYS_WINDOW, NULL},
    {"win.preferences", N_ ("Pre_ferences"), TR_GROUP_PROGRAM, TR_KEYS_WINDOW, "<Control>comma"},
    {"win.commands", N_ ("_Commands…"), TR_GROUP_PROGRAM, TR_KEYS_WINDOW, "<Control>k"},
    {"win.shortcuts", N_ ("_Keyboard Shortcuts"), TR_GROUP_PROGRAM, TR_KEYS_WINDOW,
     "<Control>question <Control>F1"},
    {"win.help", N_ ("_Help"), TR_GROUP_PROGRAM, TR_KEYS_WINDOW, "F1"},
    {"app.about", N_ ("A_bout Trammel"), TR_GROUP_PROGRAM, TR_KEYS_WINDOW, NULL},
    {NULL, NULL, TR_GROUP_FILE, TR_KEYS_WINDOW, NULL},
};

static const char *const group_titles[TR_N_GROUPS] = {
    [TR_GROUP_FILE] = N_ ("File"),       [TR_GROUP_TEMPLATE] = N_ ("Template"),
    [TR_GROUP_EDIT] = N_ ("Edit"),       [TR_GROUP_ARRANGE] = N_ ("Arrange"),
    [TR_GROUP_DRAW] = N_ ("Draw"),       [TR_GROUP_CONSTRAIN] = N_ ("Constrain"),
    [TR_GROUP_VIEW] = N_ ("View"),       [TR_GROUP_TIME] = N_ ("Time"),
    [TR_GROUP_PROGRAM] = N_ ("Trammel"),
};

const TrCommand *
tr_command_find (const char *action)
{
  for (const TrCommand *c = tr_commands; c->action; c++)
    if (strcmp (c->action, action) == 0)
      return c;
  return NULL;
}

char *
tr_command_dup_title (const TrCommand *c)
{
  const char *title = _ (c->title);
  GString *out = g_string_new (NULL);

  for (const char *p = title; *p; p++)
    if (*p != '_')
      g_string_append_c (out, *p);
  return g_string_free (out, FALSE);
}

const char *
tr_command_group_title (TrCommandGroup group)
{
  return _ (group_titles[group]);
}

char **
tr_command_dup_key_list (const TrCommand *c)
{
  return g_strsplit (c->keys ? c->keys : "", " ", -1);
}

static bool
parse_key (const char *text, guint *key, GdkModifierType *modifiers)
{
  return gtk_accelerator_parse (text, key, modifiers) && *key != 0;
}

char *
tr_command_dup_keys (const TrCommand *c)
{
  GdkModifierType modifiers;
  guint key;

  g_auto (GStrv) keys = tr_command_dup_key_list (c);
  if (!keys[0] || !parse_key (keys[0], &key, &modifiers))
    return NULL;
  return gtk_accelerator_get_label (key, modifiers);
}

void
tr_command_append (GMenu *menu, const char *action)
{
  const TrCommand *c = tr_command_find (action);
  g_return_if_fail (c);
  g_menu_append (menu, _ (c->title), action);
}

void
tr_command_append_submenu (GMenu *menu, const char *title, const char *const *actions)
{
  g_autoptr (GMenuModel) submenu = tr_command_make_menu (actions);
  g_menu_append_submenu (menu, title, submenu);
}

GMenuModel *
tr_command_make_menu (const char *const *actions)
{
  GMenu *menu = g_menu_new ();

  while (*actions) {
    g_autoptr (GMenu) section = g_menu_new ();
    for (; *actions && **actions; actions++)
      tr_command_append (section, *actions);
    g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
    actions += *actions != NULL;
  }
  return G_MENU_MODEL (menu);
}

static void
describe_menu (GMenuModel *menu, GString *out)
{
  for (int i = 0; i < g_menu_model_get_n_items (menu); i++) {
    g_autofree char *label = NULL;
    g_autoptr (GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);
    g_autoptr (GMenuModel) submenu = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SUBMENU);
    if (g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_LABEL, "s", &label)) {
      g_string_append (out, out->str[out->len - 1] == '[' ? "" : ", ");
      tr_report_string (out, label);
    }
    if (section)
      describe_menu (section, out);
    if (submenu) {
      g_string_append (out, ", [");
      describe_menu (submenu, out);
      g_string_append_c (out, ']');
    }
  }
}

char *
tr_command_describe_menu (GMenuModel *menu)
{
  GString *out = g_string_new ("[");

  describe_menu (menu, out);
  g_string_append_c (out, ']');
  return g_string_free (out, FALSE);
}

void
tr_command_set_accels (GtkApplication *app)
{
  for (const TrCommand *c = tr_commands; c->action; c++)
    if (c->scope == TR_KEYS_WINDOW) {
      g_auto (GStrv) keys = tr_command_dup_key_list (c);
      gtk_application_set_accels_for_action (app, c->action, (const char *const *) keys);
    }
}

static void
bind_key (GtkWidgetClass *class, const TrCommand *c, const char *text)
{
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;
  GdkModifierType modifiers;
  guint key;

  if (!parse_key (text, &key, &modifiers) ||
      !g_action_parse_detailed_name (c->action, &name, &target, NULL))
    return;
  g_autoptr (GtkShortcut) shortcut = gtk_shortcut_new_with_arguments (
      gtk_keyval_trigger_new (key, modifiers), gtk_named_action_new (name), NULL);
  gtk_shortcut_set_arguments (shortcut, target);
  gtk_widget_class_add_shortcut (class, shortcut);
}

// Of several keys menus show the last.
void
tr_command_bind_keys (GtkWidgetClass *class)
{
  for (const TrCommand *c = tr_commands; c->action; c++)
    if (c->scope == TR_KEYS_CANVAS) {
      g_auto (GStrv) keys = tr_command_dup_key_list (c);
      for (int i = (int) g_strv_length (keys) - 1; i >= 0; i--)
        bind_key (class, c, keys[i]);
    }
}

bool
tr_command_activate (const TrCommand *c, GtkWidget *w)
{
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;

  return g_action_parse_detailed_name (c->action, &name, &target, NULL) &&
         gtk_widget_activate_action_variant (w, name, target);
}
