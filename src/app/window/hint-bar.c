// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/hint-bar.h"

#include "app/widget.h"

#include <glib/gi18n.h>

#define SPACING 6

// Tools change their hints at every press and release. A set of labels that was shown once stays,
// so that no new layout of the window is to be made for the same one: with X11 that asks the server
// for the sizes of the screen.
typedef struct {
  GPtrArray *texts;  // keys and what they do, as they are shown
  GPtrArray *labels; // children of the bar
} Set;

struct _TrHintBar {
  GtkWidget parent;
  const TrKeyHint *hints; // those that are shown
  GPtrArray *sets;        // of Set
  Set *now;               // NULL: none yet
};

G_DEFINE_FINAL_TYPE (TrHintBar, tr_hint_bar, GTK_TYPE_WIDGET)

static void
set_free (gpointer data)
{
  Set *s = data;
  g_ptr_array_unref (s->texts);
  g_ptr_array_unref (s->labels);
  g_free (s);
}

static bool
says (const Set *s, const TrKeyHint *hints)
{
  guint i = 0;
  for (; hints->key; hints++, i += 2)
    if (i >= s->texts->len || !g_str_equal (s->texts->pdata[i], _ (hints->key)) ||
        !g_str_equal (s->texts->pdata[i + 1], _ (hints->does)))
      return false;
  return i == s->texts->len;
}

static void
add_label (TrHintBar *b, Set *s, const char *text, const char *class)
{
  GtkWidget *label = gtk_label_new (text);
  gtk_widget_add_css_class (label, class);
  gtk_widget_set_parent (label, GTK_WIDGET (b));
  g_ptr_array_add (s->texts, g_strdup (text));
  g_ptr_array_add (s->labels, label);
}

static Set *
find_set (TrHintBar *b, const TrKeyHint *hints)
{
  for (guint i = 0; i < b->sets->len; i++)
    if (says (b->sets->pdata[i], hints))
      return b->sets->pdata[i];
  Set *s = g_new (Set, 1);
  s->texts = g_ptr_array_new_with_free_func (g_free);
  s->labels = g_ptr_array_new ();
  for (; hints->key; hints++) {
    add_label (b, s, _ (hints->key), "keycap");
    add_label (b, s, _ (hints->does), "hint");
  }
  g_ptr_array_add (b->sets, s);
  return s;
}

static void tr_hint_bar_size_allocate (GtkWidget *bar, int width, int height, int baseline);

void
tr_hint_bar_show (TrHintBar *b, const TrKeyHint *hints)
{
  GtkWidget *bar = GTK_WIDGET (b);
  if (b->hints == hints)
    return;
  b->hints = hints;
  for (guint i = 0; b->now && i < b->now->labels->len; i++)
    gtk_widget_set_child_visible (b->now->labels->pdata[i], false);
  guint n = b->sets->len;
  b->now = find_set (b, hints);
  // The bar stays as it is: its place does not hang on what it shows.
  if (b->sets->len == n && gtk_widget_get_width (bar) > 0)
    tr_hint_bar_size_allocate (bar, gtk_widget_get_width (bar), gtk_widget_get_height (bar), -1);
  gtk_widget_queue_draw (bar);
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
  const Set *s = TR_HINT_BAR (bar)->now;
  for (guint i = 0; s && i < s->labels->len; i++) {
    int least, size;
    gtk_widget_measure (s->labels->pdata[i], orientation, -1, &least, &size, NULL, NULL);
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
  const Set *s = TR_HINT_BAR (bar)->now;
  bool has_room = true;
  int x = 0;

  for (guint i = 0; s && i < s->labels->len; i += 2) {
    GtkWidget *key = s->labels->pdata[i], *words = s->labels->pdata[i + 1];
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
  g_clear_pointer (&TR_HINT_BAR (object)->sets, g_ptr_array_unref);
  TR_HINT_BAR (object)->now = NULL;
  tr_widget_drop_children (GTK_WIDGET (object));
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
  b->sets = g_ptr_array_new_with_free_func (set_free);
  gtk_widget_set_overflow (GTK_WIDGET (b), GTK_OVERFLOW_HIDDEN);
}
