// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/panel/row-layer.h"

#include "app/panel/page-layers.h"

#include <glib/gi18n.h>

struct _TrLayerRow {
  TrPageRow parent;
  GtkWidget *body, *current_check, *name_label, *entry, *count_label, *show_button, *lock_button;
  GtkWidget *group; // of the check alone: it cannot be switched off by a click
  bool is_telling;  // the check follows the drawing
};

G_DEFINE_FINAL_TYPE (TrLayerRow, tr_layer_row, TR_TYPE_PAGE_ROW)

static TrLayerPage *
page_of (TrLayerRow *r)
{
  return TR_LAYER_PAGE (tr_page_row_get_page (TR_PAGE_ROW (r)));
}

static const TrLayerInfo *
layer_of (TrLayerRow *r)
{
  guint n;
  const TrLayerInfo *layers = tr_layer_page_get (page_of (r), &n);
  int index = tr_page_row_get_key (TR_PAGE_ROW (r))->index;
  return index < (int) n ? &layers[index] : NULL;
}

static bool
is_hidden (const TrLayerInfo *layer)
{
  return layer->n_bodies > 0 && layer->n_hidden == layer->n_bodies;
}

static bool
is_locked (const TrLayerInfo *layer)
{
  return layer->n_bodies > 0 && layer->n_locked == layer->n_bodies;
}

static void
make_current (TrLayerRow *r)
{
  if (layer_of (r))
    tr_layer_page_set_current (page_of (r), layer_of (r)->name);
}

static void
toggled_cb (TrLayerRow *r)
{
  if (!r->is_telling && gtk_check_button_get_active (GTK_CHECK_BUTTON (r->current_check)))
    make_current (r);
}

static void
show_cb (TrLayerRow *r)
{
  const TrLayerInfo *layer = layer_of (r);
  if (layer)
    tr_layering_show (tr_page_get_session (TR_PAGE (page_of (r))), layer->name, is_hidden (layer));
}

static void
lock_cb (TrLayerRow *r)
{
  const TrLayerInfo *layer = layer_of (r);
  if (layer)
    tr_layering_lock (tr_page_get_session (TR_PAGE (page_of (r))), layer->name, !is_locked (layer));
}

static void
show_editing (TrLayerRow *r, bool is_editing)
{
  gtk_widget_set_visible (r->entry, is_editing);
  gtk_widget_set_visible (r->name_label, !is_editing);
}

static void
tr_layer_row_edit (TrPageRow *row)
{
  TrLayerRow *r = TR_LAYER_ROW (row);

  if (!layer_of (r))
    return;
  gtk_editable_set_text (GTK_EDITABLE (r->entry), layer_of (r)->name);
  show_editing (r, true);
  gtk_widget_grab_focus (r->entry);
}

// The name is taken as it is; without one the layer keeps its own.
static void
entered_cb (TrLayerRow *r)
{
  g_autofree char *name = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (r->entry))));

  if (!gtk_widget_get_visible (r->entry))
    return;
  show_editing (r, false);
  if (layer_of (r) && *name && strcmp (name, layer_of (r)->name) != 0)
    tr_layer_page_rename (page_of (r), layer_of (r)->name, name);
}

static gboolean
entry_key_cb (TrLayerRow *r, guint key)
{
  if (key != GDK_KEY_Escape)
    return GDK_EVENT_PROPAGATE;
  show_editing (r, false);
  return GDK_EVENT_STOP;
}

static void
set_name (GtkWidget *widget, const char *what, const TrLayerInfo *layer)
{
  g_autofree char *name = g_strdup_printf ("%s-%s", what, layer->name);
  gtk_widget_set_name (widget, name);
}

static void
set_button (GtkWidget *button, const char *icon, const char *does)
{
  gtk_button_set_icon_name (GTK_BUTTON (button), icon);
  gtk_widget_set_tooltip_text (button, does);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, does, -1);
}

static void
show_layer (TrLayerRow *r, const TrLayerInfo *layer)
{
  const char *name = *layer->name ? layer->name : _ ("No layer");
  const char *current = tr_layer_page_get_current (page_of (r));
  g_autofree char *count = g_strdup_printf (
      ngettext ("%d body", "%d bodies", (gulong) layer->n_bodies), layer->n_bodies);
  g_autofree char *label = g_strdup_printf ("%s, %s", name, count);
  g_autofree char *number = g_strdup_printf ("%d", layer->n_bodies);

  gtk_label_set_label (GTK_LABEL (r->name_label), name);
  gtk_widget_set_tooltip_text (r->name_label, name);
  gtk_widget_set_opacity (r->name_label, is_hidden (layer) ? 0.55 : 1);
  gtk_label_set_label (GTK_LABEL (r->count_label), number);
  gtk_widget_set_tooltip_text (r->count_label, count);
  set_button (r->show_button,
              is_hidden (layer) ? "trammel-hidden-symbolic" : "trammel-shown-symbolic",
              is_hidden (layer) ? _ ("Show the layer") : _ ("Hide the layer"));
  set_button (r->lock_button,
              is_locked (layer) ? "trammel-locked-symbolic" : "trammel-unlocked-symbolic",
              is_locked (layer) ? _ ("Unlock the layer") : _ ("Lock the layer"));
  gtk_widget_set_sensitive (r->show_button, layer->n_bodies > 0);
  gtk_widget_set_sensitive (r->lock_button, layer->n_bodies > 0);
  r->is_telling = true;
  bool is_current = strcmp (layer->name, current) == 0;
  gtk_check_button_set_active (GTK_CHECK_BUTTON (is_current ? r->current_check : r->group), TRUE);
  r->is_telling = false;
  set_name (r->body, "layer", layer);
  set_name (r->current_check, "layer-current", layer);
  set_name (r->entry, "layer-name", layer);
  set_name (r->count_label, "layer-count", layer);
  set_name (r->show_button, "layer-show", layer);
  set_name (r->lock_button, "layer-lock", layer);
  tr_page_row_set_label (TR_PAGE_ROW (r), label);
}

static void
tr_layer_row_show_key (TrPageRow *row, bool is_new)
{
  TrLayerRow *r = TR_LAYER_ROW (row);

  if (is_new)
    show_editing (r, false);
  if (layer_of (r))
    show_layer (r, layer_of (r));
}

static void
tr_layer_row_dispose (GObject *object)
{
  g_clear_object (&TR_LAYER_ROW (object)->group);
  G_OBJECT_CLASS (tr_layer_row_parent_class)->dispose (object);
}

static const char *const *
tr_layer_row_menu (TrPageRow *row)
{
  static const char *const commands[] = {"win.layer-move",   "win.layer-select", "",
                                         "win.layer-rename", "win.layer-remove", NULL};
  return commands;
}

static void
tr_layer_row_class_init (TrLayerRowClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tr_layer_row_dispose;
  TR_PAGE_ROW_CLASS (class)->show_key = tr_layer_row_show_key;
  TR_PAGE_ROW_CLASS (class)->edit = tr_layer_row_edit;
  TR_PAGE_ROW_CLASS (class)->menu = tr_layer_row_menu;
  gtk_widget_class_set_template_from_resource (widget, "/org/trammel/Trammel/row-layer.ui");
  gtk_widget_class_bind_template_child (widget, TrLayerRow, body);
  gtk_widget_class_bind_template_child (widget, TrLayerRow, current_check);
  gtk_widget_class_bind_template_child (widget, TrLayerRow, name_label);
  gtk_widget_class_bind_template_child (widget, TrLayerRow, entry);
  gtk_widget_class_bind_template_child (widget, TrLayerRow, count_label);
  gtk_widget_class_bind_template_child (widget, TrLayerRow, show_button);
  gtk_widget_class_bind_template_child (widget, TrLayerRow, lock_button);
  gtk_widget_class_bind_template_callback (widget, make_current);
  gtk_widget_class_bind_template_callback (widget, toggled_cb);
  gtk_widget_class_bind_template_callback (widget, show_cb);
  gtk_widget_class_bind_template_callback (widget, lock_cb);
  gtk_widget_class_bind_template_callback (widget, entered_cb);
  gtk_widget_class_bind_template_callback (widget, entry_key_cb);
}

static void
tr_layer_row_init (TrLayerRow *r)
{
  gtk_widget_init_template (GTK_WIDGET (r));
  r->group = g_object_ref_sink (gtk_check_button_new ());
  gtk_check_button_set_group (GTK_CHECK_BUTTON (r->current_check), GTK_CHECK_BUTTON (r->group));
}
