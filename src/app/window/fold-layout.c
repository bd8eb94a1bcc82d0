// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/fold-layout.h"

#include <stdbool.h>

enum { NEVER = 4 }; // above the last of the spare ones

struct _TrFoldLayout {
  GtkLayoutManager parent;
  int spacing;
};

enum { PROP_SPACING = 1, N_PROPS };
static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (TrFoldLayout, tr_fold_layout, GTK_TYPE_LAYOUT_MANAGER)

typedef struct {
  GtkWidget *widget;
  GtkRequestedSize size;
  int spare;       // 1: goes first
  bool is_instead; // comes where something has gone
  bool is_shown;
} Item;

static int
find_spare (GtkWidget *w)
{
  static const char *const classes[] = {"spare-1", "spare-2", "spare-3"};
  for (int i = 0; i < (int) G_N_ELEMENTS (classes); i++)
    if (gtk_widget_has_css_class (w, classes[i]))
      return i + 1;
  return NEVER;
}

// Of Item: the row's, with their widths.
static GArray *
find_items (GtkWidget *row, int height)
{
  GArray *items = g_array_new (FALSE, TRUE, sizeof (Item));
  for (GtkWidget *w = gtk_widget_get_first_child (row); w; w = gtk_widget_get_next_sibling (w)) {
    bool is_instead = gtk_widget_has_css_class (w, "instead");
    Item item = {
        .widget = w, .spare = find_spare (w), .is_instead = is_instead, .is_shown = !is_instead};
    if (!gtk_widget_should_layout (w))
      continue;
    gtk_widget_measure (w, GTK_ORIENTATION_HORIZONTAL, height, &item.size.minimum_size,
                        &item.size.natural_size, NULL, NULL);
    item.size.data = w;
    g_array_append_val (items, item);
  }
  return items;
}

// What those that are shown need, and not less spare than that.
static int
sum (const GArray *items, int spacing, bool natural, int least_spare)
{
  int total = 0, n = 0;
  for (guint i = 0; i < items->len; i++) {
    const Item *item = &g_array_index (items, Item, i);
    if (!item->is_shown || item->spare < least_spare)
      continue;
    total += natural ? item->size.natural_size : item->size.minimum_size;
    n++;
  }
  return total + MAX (0, n - 1) * spacing;
}

static void
show_instead (GArray *items)
{
  for (guint i = 0; i < items->len; i++)
    g_array_index (items, Item, i).is_shown |= g_array_index (items, Item, i).is_instead;
}

static void
tr_fold_layout_measure (GtkLayoutManager *layout,
                        GtkWidget *row,
                        GtkOrientation orientation,
                        int for_size,
                        int *minimum,
                        int *natural,
                        int *minimum_baseline,
                        int *natural_baseline)
{
  g_autoptr (GArray) items = find_items (row, -1);
  int spacing = TR_FOLD_LAYOUT (layout)->spacing, min, nat;

  if (orientation == GTK_ORIENTATION_HORIZONTAL) {
    *natural = sum (items, spacing, true, 1);
    show_instead (items);
    *minimum = MIN (*natural, sum (items, spacing, false, NEVER));
    return;
  }
  for (guint i = 0; i < items->len; i++) {
    gtk_widget_measure (g_array_index (items, Item, i).widget, orientation, -1, &min, &nat, NULL,
                        NULL);
    *minimum = MAX (*minimum, min);
    *natural = MAX (*natural, nat);
  }
}

// Those that go, until the rest has room.
static void
fold (GArray *items, int width, int spacing)
{
  for (int spare = 1; spare < NEVER; spare++)
    for (guint i = items->len; i-- > 0 && sum (items, spacing, false, 1) > width;) {
      Item *item = &g_array_index (items, Item, i);
      if (item->spare != spare)
        continue;
      item->is_shown = false;
      show_instead (items);
    }
}

// The room that is left over goes to what wants it.
static void
spread (GArray *sizes, int left)
{
  int n = 0;
  for (guint i = 0; i < sizes->len; i++)
    n += gtk_widget_compute_expand (g_array_index (sizes, GtkRequestedSize, i).data,
                                    GTK_ORIENTATION_HORIZONTAL);
  for (guint i = 0; i < sizes->len && n > 0; i++) {
    GtkRequestedSize *size = &g_array_index (sizes, GtkRequestedSize, i);
    if (!gtk_widget_compute_expand (size->data, GTK_ORIENTATION_HORIZONTAL))
      continue;
    size->minimum_size += left / n;
    left -= left / n--;
  }
}

static void
tr_fold_layout_allocate (
    GtkLayoutManager *layout, GtkWidget *row, int width, int height, int baseline)
{
  g_autoptr (GArray) items = find_items (row, height);
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (GtkRequestedSize));
  bool is_mirrored = gtk_widget_get_direction (row) == GTK_TEXT_DIR_RTL;
  int spacing = TR_FOLD_LAYOUT (layout)->spacing, x = 0;

  fold (items, width, spacing);
  for (guint i = 0; i < items->len; i++) {
    const Item *item = &g_array_index (items, Item, i);
    gtk_widget_set_child_visible (item->widget, item->is_shown);
    if (item->is_shown)
      g_array_append_val (sizes, item->size);
  }
  int left = MAX (0, width - sum (items, spacing, false, 1));
  left = gtk_distribute_natural_allocation (left, sizes->len, (GtkRequestedSize *) sizes->data);
  spread (sizes, left);
  for (guint i = 0; i < sizes->len; i++) {
    const GtkRequestedSize *size = &g_array_index (sizes, GtkRequestedSize, i);
    int w = size->minimum_size;
    gtk_widget_size_allocate (size->data,
                              &(GtkAllocation){is_mirrored ? width - x - w : x, 0, w, height}, -1);
    x += w + spacing;
  }
}

static void
tr_fold_layout_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  TR_FOLD_LAYOUT (object)->spacing = g_value_get_int (value);
}

static void
tr_fold_layout_class_init (TrFoldLayoutClass *class)
{
  G_OBJECT_CLASS (class)->set_property = tr_fold_layout_set_property;
  properties[PROP_SPACING] =
      g_param_spec_int ("spacing", NULL, NULL, 0, 100, 0,
                        G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (class), N_PROPS, properties);
  GTK_LAYOUT_MANAGER_CLASS (class)->measure = tr_fold_layout_measure;
  GTK_LAYOUT_MANAGER_CLASS (class)->allocate = tr_fold_layout_allocate;
}

static void
tr_fold_layout_init (TrFoldLayout *layout)
{
}

GtkLayoutManager *
tr_fold_layout_new (int spacing)
{
  return g_object_new (TR_TYPE_FOLD_LAYOUT, "spacing", spacing, NULL);
}
