// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/hint-bar.h"

#include <glib/gi18n.h>

#define SPACING 6

struct _TrHintBar {
  GtkWidget parent;
  const TrKeyHint *hints; // those that are shown
};

G_DEFINE_FINAL_TYPE (TrHintBar, tr_hint_bar, GTK_TYPE_WIDGET)

static void
add_label (TrHintBar *b, const char *text, const char *class)
{
  GtkWidget *label = gtk_label_new (text);
  gtk_widget_add_css_class (label, class);
  gtk_widget_set_parent (label, GTK_WIDGET (b));
}

static void
clear (TrHintBar *b)
{
  GtkWidget *child;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (b))))
    gtk_widget_unparent (child);
}

void
tr_hint_bar_show (TrHintBar *b, const TrKeyHint *hints)
{
  if (b->hints == hints)
    return;
  b->hints = hints;
  clear (b);
  for (; hints->key; hints++) {
    add_label (b, _ (hints->key), "keycap");
    add_label (b, _ (hints->does), "hint");
  }
}

static int
width_of (GtkWidget *w)
{
  int width;
  gtk_widget_measure (w, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  return width;
}

static void
tr_hint_bar_measure (GtkWidget *bar,
                     GtkOrientation orientation,
                     int for_size,
                     int *minimum,
                     int *natural,
                     int *minimum_baseline,
                     int *natural_baseline)
{
  *minimum = *natural = 0;
  for (GtkWidget *w = gtk_widget_get_first_child (bar); w; w = gtk_widget_get_next_sibling (w)) {
    int least, size;
    gtk_widget_measure (w, orientation, -1, &least, &size, NULL, NULL);
    if (orientation == GTK_ORIENTATION_HORIZONTAL)
      *natural += size + SPACING;
    else {
      *minimum = MAX (*minimum, least);
      *natural = MAX (*natural, size);
    }
  }
}

static void
place (GtkWidget *bar, GtkWidget *w, int x, int size, int width, int height)
{
  bool is_mirrored = gtk_widget_get_direction (bar) == GTK_TEXT_DIR_RTL;
  gtk_widget_size_allocate (
      w, &(GtkAllocation){is_mirrored ? width - x - size : x, 0, size, height}, -1);
}

// A key goes with its words; after the first pair without room there is none.
static void
tr_hint_bar_size_allocate (GtkWidget *bar, int width, int height, int baseline)
{
  GtkWidget *key = gtk_widget_get_first_child (bar), *words;
  bool has_room = true;
  int x = 0;

  for (; key; key = gtk_widget_get_next_sibling (words)) {
    words = gtk_widget_get_next_sibling (key);
    int first = width_of (key), second = width_of (words);
    has_room &= x + first + SPACING + second <= width;
    gtk_widget_set_child_visible (key, has_room);
    gtk_widget_set_child_visible (words, has_room);
    if (has_room) {
      place (bar, key, x, first, width, height);
      place (bar, words, x + first + SPACING, second, width, height);
    }
    x += first + second + 2 * SPACING;
  }
}

static void
tr_hint_bar_dispose (GObject *object)
{
  clear (TR_HINT_BAR (object));
  G_OBJECT_CLASS (tr_hint_bar_parent_class)->dispose (object);
}

static void
tr_hint_bar_class_init (TrHintBarClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tr_hint_bar_dispose;
  widget->measure = tr_hint_bar_measure;
  widget->size_allocate = tr_hint_bar_size_allocate;
}

static void
tr_hint_bar_init (TrHintBar *b)
{
  gtk_widget_set_overflow (GTK_WIDGET (b), GTK_OVERFLOW_HIDDEN);
}
