// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/palette.h"

#include "app/widget.h"

#include <stdbool.h>

#define MOST_COLUMNS 4
#define SPACING      1

struct _TrPalette {
  GtkWidget parent;
};

G_DEFINE_FINAL_TYPE (TrPalette, tr_palette, GTK_TYPE_WIDGET)

static void
tr_palette_dispose (GObject *object)
{
  tr_widget_drop_children (GTK_WIDGET (object));
  G_OBJECT_CLASS (tr_palette_parent_class)->dispose (object);
}

static bool
is_separator (GtkWidget *w)
{
  return GTK_IS_SEPARATOR (w);
}

// Of the largest button, so that all are alike.
static int
cell_size (GtkWidget *palette, GtkOrientation orientation)
{
  int most = 0, size;

  for (GtkWidget *w = gtk_widget_get_first_child (palette); w; w = gtk_widget_get_next_sibling (w))
    if (!is_separator (w)) {
      gtk_widget_measure (w, orientation, -1, NULL, &size, NULL, NULL);
      most = MAX (most, size);
    }
  return most;
}

// Where things go, in as many columns: groups of buttons in rows, separators across. Places them
// where there is a width to place them in; returns the height that they take.
static int
flow (GtkWidget *palette, int columns, int width)
{
  bool is_mirrored = gtk_widget_get_direction (palette) == GTK_TEXT_DIR_RTL;
  int cell_width = cell_size (palette, GTK_ORIENTATION_HORIZONTAL);
  int cell_height = cell_size (palette, GTK_ORIENTATION_VERTICAL);
  int y = 0, column = 0, thickness;

  for (GtkWidget *w = gtk_widget_get_first_child (palette); w;
       w = gtk_widget_get_next_sibling (w)) {
    if (is_separator (w)) {
      y += column > 0 ? cell_height + SPACING : 0;
      column = 0;
      gtk_widget_measure (w, GTK_ORIENTATION_VERTICAL, -1, NULL, &thickness, NULL, NULL);
      if (width > 0)
        gtk_widget_size_allocate (w, &(GtkAllocation){0, y, width, thickness}, -1);
      y += thickness + SPACING;
      continue;
    }
    int x = column * (cell_width + SPACING);
    if (width > 0)
      gtk_widget_size_allocate (
          w, &(GtkAllocation){is_mirrored ? width - x - cell_width : x, y, cell_width, cell_height},
          -1);
    if (++column == columns) {
      y += cell_height + SPACING;
      column = 0;
    }
  }
  return MAX (0, y + (column > 0 ? cell_height : -SPACING));
}

// The fewest that show all tools.
static int
columns_for (GtkWidget *palette, int height)
{
  int columns = 1;
  while (columns < MOST_COLUMNS && flow (palette, columns, 0) > height)
    columns++;
  return columns;
}

static GtkSizeRequestMode
tr_palette_get_request_mode (GtkWidget *palette)
{
  return GTK_SIZE_REQUEST_WIDTH_FOR_HEIGHT;
}

static void
tr_palette_measure (GtkWidget *palette,
                    GtkOrientation orientation,
                    int for_size,
                    int *minimum,
                    int *natural,
                    int *minimum_baseline,
                    int *natural_baseline)
{
  if (orientation == GTK_ORIENTATION_VERTICAL) {
    *minimum = flow (palette, MOST_COLUMNS, 0);
    *natural = flow (palette, 1, 0);
  } else {
    int columns = for_size < 0 ? 1 : columns_for (palette, for_size);
    *minimum = *natural = columns * (cell_size (palette, orientation) + SPACING) - SPACING;
  }
}

static void
tr_palette_size_allocate (GtkWidget *palette, int width, int height, int baseline)
{
  flow (palette, columns_for (palette, height), width);
}

static void
tr_palette_class_init (TrPaletteClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tr_palette_dispose;
  widget->get_request_mode = tr_palette_get_request_mode;
  widget->measure = tr_palette_measure;
  widget->size_allocate = tr_palette_size_allocate;
  gtk_widget_class_set_template_from_resource (widget, "/org/trammel/Trammel/palette.ui");
  gtk_widget_class_set_css_name (widget, "palette");
  gtk_widget_class_set_accessible_role (widget, GTK_ACCESSIBLE_ROLE_TOOLBAR);
}

static void
tr_palette_init (TrPalette *p)
{
  gtk_widget_init_template (GTK_WIDGET (p));
}
