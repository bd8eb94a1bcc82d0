// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/desk.h"

#include "app/widget.h"

#define LEAST_CANVAS 180 // pixels of it that a panel beside it has to leave

enum { TOOLS, CANVAS, PANEL, N_PARTS };

// Three children, in the order of the parts.
struct _TrDesk {
  GtkWidget parent;
  int panel_width; // when it was last seen
  bool is_narrow;
  bool is_told;   // that it is
  bool was_shown; // the panel, before that
  guint telling;
};

enum { PROP_NARROW = 1, N_PROPS };
static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (TrDesk, tr_desk, GTK_TYPE_WIDGET)

bool
tr_desk_is_narrow (TrDesk *d)
{
  return d->is_narrow;
}

static void
find_parts (TrDesk *d, GtkWidget *parts[N_PARTS])
{
  GtkWidget *w = gtk_widget_get_first_child (GTK_WIDGET (d));
  for (int i = 0; i < N_PARTS && w; i++, w = gtk_widget_get_next_sibling (w))
    parts[i] = w;
}

static int
least (GtkWidget *w, GtkOrientation orientation, int for_size)
{
  int minimum = 0;
  if (gtk_widget_get_visible (w))
    gtk_widget_measure (w, orientation, for_size, &minimum, NULL, NULL, NULL);
  return minimum;
}

// Not while the window is being laid out.
static gboolean
change_panel (gpointer data)
{
  TrDesk *d = data;
  GtkWidget *parts[N_PARTS];

  d->telling = 0;
  find_parts (d, parts);
  if (d->is_narrow)
    d->was_shown = gtk_widget_get_visible (parts[PANEL]);
  gtk_widget_set_visible (parts[PANEL], !d->is_narrow && d->was_shown);
  d->is_told = d->is_narrow;
  g_object_notify_by_pspec (G_OBJECT (d), properties[PROP_NARROW]);
  return G_SOURCE_REMOVE;
}

// Whether that has just changed.
static bool
set_narrow (TrDesk *d, bool is_narrow)
{
  if (d->is_narrow == is_narrow)
    return false;
  d->is_narrow = is_narrow;
  if (d->telling)
    g_clear_handle_id (&d->telling, g_source_remove); // back before anything was done
  else
    d->telling = g_idle_add_full (G_PRIORITY_DEFAULT, change_panel, d, NULL);
  return true;
}

static GtkSizeRequestMode
tr_desk_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

static void
tr_desk_measure (GtkWidget *widget,
                 GtkOrientation orientation,
                 int for_size,
                 int *minimum,
                 int *natural,
                 int *minimum_baseline,
                 int *natural_baseline)
{
  TrDesk *d = TR_DESK (widget);
  GtkWidget *parts[N_PARTS];
  int min[N_PARTS], nat[N_PARTS] = {0};

  find_parts (d, parts);
  for (int i = 0; i < N_PARTS; i++) {
    min[i] = least (parts[i], orientation, -1);
    if (gtk_widget_get_visible (parts[i]))
      gtk_widget_measure (parts[i], orientation, -1, NULL, &nat[i], NULL, NULL);
  }
  if (orientation == GTK_ORIENTATION_VERTICAL) {
    *minimum = MAX (MAX (min[TOOLS], min[CANVAS]), min[PANEL]);
    *natural = MAX (MAX (nat[TOOLS], nat[CANVAS]), nat[PANEL]);
  } else {
    *minimum = MAX (min[TOOLS] + min[CANVAS], min[PANEL]);
    *natural = nat[TOOLS] + nat[CANVAS] + nat[PANEL];
  }
}

// From the side where reading begins.
static void
place (TrDesk *d, GtkWidget *w, int x, int width, int height, int of)
{
  bool is_mirrored = gtk_widget_get_direction (GTK_WIDGET (d)) == GTK_TEXT_DIR_RTL;
  if (gtk_widget_get_visible (w))
    gtk_widget_size_allocate (
        w, &(GtkAllocation){is_mirrored ? of - x - width : x, 0, width, height}, -1);
}

static void
tr_desk_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TrDesk *d = TR_DESK (widget);
  GtkWidget *parts[N_PARTS];

  find_parts (d, parts);
  bool has_panel = gtk_widget_get_visible (parts[PANEL]);
  int tools = least (parts[TOOLS], GTK_ORIENTATION_HORIZONTAL, height);
  if (has_panel)
    d->panel_width = least (parts[PANEL], GTK_ORIENTATION_HORIZONTAL, -1);
  bool has_changed = set_narrow (d, width < tools + LEAST_CANVAS + d->panel_width);
  // What is about to go is not shown for a moment.
  gtk_widget_set_child_visible (parts[PANEL], !(d->is_narrow && (has_changed || d->telling)));
  int beside = has_panel && !d->is_narrow ? d->panel_width : 0;
  place (d, parts[TOOLS], 0, tools, height, width);
  place (d, parts[CANVAS], tools, width - tools - beside, height, width);
  place (d, parts[PANEL], width - d->panel_width, d->panel_width, height, width);
}

static void
tr_desk_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  g_value_set_boolean (value, TR_DESK (object)->is_told);
}

static void
tr_desk_dispose (GObject *object)
{
  g_clear_handle_id (&TR_DESK (object)->telling, g_source_remove);
  tr_widget_drop_children (GTK_WIDGET (object));
  G_OBJECT_CLASS (tr_desk_parent_class)->dispose (object);
}

static void
tr_desk_class_init (TrDeskClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tr_desk_dispose;
  G_OBJECT_CLASS (class)->get_property = tr_desk_get_property;
  properties[PROP_NARROW] =
      g_param_spec_boolean ("narrow", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (class), N_PROPS, properties);
  widget->get_request_mode = tr_desk_get_request_mode;
  widget->measure = tr_desk_measure;
  widget->size_allocate = tr_desk_size_allocate;
}

static void
tr_desk_init (TrDesk *d)
{
}
