// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/panel/panel.h"

#include "app/panel/page-bodies.h"
#include "app/panel/page-constraints.h"
#include "app/panel/page-parameters.h"
#include "app/panel/page-properties.h"
#include "app/widget.h"

#define LEAST_WIDTH 240
#define MOST_WIDTH  640

struct _TrPanel {
  GtkWidget parent;
  GtkWidget *grip, *stack;
  TrLayerPage *layers;
  TrPage *bodies;
  int width;
};

enum { PROP_PANEL_WIDTH = 1, N_PROPS };
static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (TrPanel, tr_panel, GTK_TYPE_WIDGET)

void
tr_panel_set_selection (TrPanel *p, TrSelection *selection)
{
  for (GtkWidget *w = gtk_widget_get_first_child (p->stack); w; w = gtk_widget_get_next_sibling (w))
    if (TR_IS_PAGE (w))
      tr_page_set_selection (TR_PAGE (w), selection);
  tr_page_set_selection (TR_PAGE (p->layers), selection);
  tr_page_set_selection (p->bodies, selection);
}

TrLayerPage *
tr_panel_get_layers (TrPanel *p)
{
  return p->layers;
}

void
tr_panel_show (TrPanel *p, const char *page)
{
  gtk_widget_set_visible (GTK_WIDGET (p), TRUE);
  gtk_stack_set_visible_child_name (GTK_STACK (p->stack), page);
}

static void
set_width (TrPanel *p, int width)
{
  width = CLAMP (width, LEAST_WIDTH, MOST_WIDTH);
  if (p->width == width)
    return;
  p->width = width;
  gtk_widget_set_size_request (GTK_WIDGET (p), width, -1);
  g_object_notify_by_pspec (G_OBJECT (p), properties[PROP_PANEL_WIDTH]);
}

// The grip moves with the edge: what is told is how far the pointer is from where it was taken,
// on the grip as it lies now.
static void
grip_update_cb (TrPanel *p, double x)
{
  bool is_mirrored = gtk_widget_get_direction (GTK_WIDGET (p)) == GTK_TEXT_DIR_RTL;
  set_width (p, p->width + (int) (is_mirrored ? x : -x));
}

static void
tr_panel_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  if (id == PROP_PANEL_WIDTH)
    set_width (TR_PANEL (object), g_value_get_int (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

static void
tr_panel_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  if (id == PROP_PANEL_WIDTH)
    g_value_set_int (value, TR_PANEL (object)->width);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

static void
tr_panel_dispose (GObject *object)
{
  tr_widget_drop_children (GTK_WIDGET (object));
  G_OBJECT_CLASS (tr_panel_parent_class)->dispose (object);
}

static void
tr_panel_class_init (TrPanelClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  g_type_ensure (TR_TYPE_BODY_PAGE);
  g_type_ensure (TR_TYPE_CONSTRAINT_PAGE);
  g_type_ensure (TR_TYPE_LAYER_PAGE);
  g_type_ensure (TR_TYPE_PARAMETER_PAGE);
  g_type_ensure (TR_TYPE_PROPERTY_PAGE);
  G_OBJECT_CLASS (class)->dispose = tr_panel_dispose;
  G_OBJECT_CLASS (class)->set_property = tr_panel_set_property;
  G_OBJECT_CLASS (class)->get_property = tr_panel_get_property;
  properties[PROP_PANEL_WIDTH] =
      g_param_spec_int ("panel-width", NULL, NULL, LEAST_WIDTH, MOST_WIDTH, LEAST_WIDTH,
                        G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (class), N_PROPS, properties);
  gtk_widget_class_set_template_from_resource (widget, "/org/trammel/Trammel/panel.ui");
  gtk_widget_class_bind_template_child (widget, TrPanel, stack);
  gtk_widget_class_bind_template_child (widget, TrPanel, grip);
  gtk_widget_class_bind_template_child (widget, TrPanel, layers);
  gtk_widget_class_bind_template_child (widget, TrPanel, bodies);
  gtk_widget_class_bind_template_callback (widget, grip_update_cb);
  gtk_widget_class_set_layout_manager_type (widget, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget, "panel");
}

static void
tr_panel_init (TrPanel *p)
{
  gtk_widget_init_template (GTK_WIDGET (p));
  gtk_widget_set_cursor_from_name (p->grip, "col-resize");
  gtk_stack_set_visible_child_name (GTK_STACK (p->stack), "constraints");
  set_width (p, 300);
}
