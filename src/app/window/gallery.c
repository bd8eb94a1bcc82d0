// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/gallery.h"

#include "app/widget.h"
#include "app/window/card.h"
#include "app/probe.h"

#define GAP          16
#define MARGIN       8 // at the sides of a row that just fits: half a gap
#define MOST_COLUMNS 4
#define LONGEST_STEP 0.05 // seconds: after a pause the hand does not jump

struct _TrGallery {
  GtkWidget parent;
  GtkWidget *hint_label;
  GPtrArray *cards; // owned as children
  bool is_animated;
  guint waking;     // source that wakes one sample after another, once there was a first frame
  guint tick;       // 0: nothing moves
  gint64 last_time; // of the frame before, microseconds
  guint shown_off;  // cards that have shown one turn by themselves, one after another
};

enum { PROP_ANIMATE = 1, N_PROPS };
static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (TrGallery, tr_gallery, GTK_TYPE_WIDGET)

static TrCard *
card_at (TrGallery *g, guint i)
{
  return g_ptr_array_index (g->cards, i);
}

static bool
is_looked_at (TrCard *c)
{
  GtkStateFlags flags = gtk_widget_get_state_flags (GTK_WIDGET (c));
  return flags & (GTK_STATE_FLAG_PRELIGHT | GTK_STATE_FLAG_FOCUSED);
}

// What is looked at moves; else what has not yet shown itself off.
static TrCard *
moving_card (TrGallery *g)
{
  for (guint i = 0; i < g->cards->len; i++)
    if (is_looked_at (card_at (g, i)))
      return card_at (g, i);
  while (g->shown_off < g->cards->len) {
    TrCard *c = card_at (g, g->shown_off);
    if (gtk_widget_get_child_visible (GTK_WIDGET (c)) &&
        tr_sample_get_turns (tr_card_get_sample (c)) < 1)
      return c;
    g->shown_off++;
  }
  return NULL;
}

static bool
may_move (TrGallery *g)
{
  gboolean has_animations;
  g_object_get (gtk_widget_get_settings (GTK_WIDGET (g)), "gtk-enable-animations", &has_animations,
                NULL);
  return g->is_animated && has_animations && gtk_widget_get_mapped (GTK_WIDGET (g)) &&
         g->waking == 0;
}

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TrGallery *g = TR_GALLERY (widget);
  TrCard *c = may_move (g) ? moving_card (g) : NULL;
  gint64 now = gdk_frame_clock_get_frame_time (clock);
  double seconds = g->last_time > 0 ? 1e-6 * (double) (now - g->last_time) : 0;

  if (!c) {
    g->tick = 0;
    return G_SOURCE_REMOVE;
  }
  g->last_time = now;
  tr_sample_advance (tr_card_get_sample (c), MIN (seconds, LONGEST_STEP));
  tr_probe_say ("turn", "\"card\": \"%s\", \"turns\": %.4f", gtk_widget_get_name (GTK_WIDGET (c)),
                tr_sample_get_turns (tr_card_get_sample (c)));
  return G_SOURCE_CONTINUE;
}

static void
start_moving (TrGallery *g)
{
  if (g->tick != 0 || !may_move (g))
    return;
  g->last_time = 0;
  g->tick = gtk_widget_add_tick_callback (GTK_WIDGET (g), tick_cb, NULL, NULL);
}

static gboolean
wake_one (gpointer data)
{
  TrGallery *g = data;

  for (guint i = 0; i < g->cards->len; i++) {
    TrSample *s = tr_card_get_sample (card_at (g, i));
    if (!tr_sample_is_awake (s)) {
      tr_sample_wake (s);
      return G_SOURCE_CONTINUE;
    }
  }
  g->waking = 0;
  tr_probe_say ("gallery", "\"cards\": %u", g->cards->len);
  start_moving (g);
  return G_SOURCE_REMOVE;
}

static void
tr_gallery_map (GtkWidget *widget)
{
  TrGallery *g = TR_GALLERY (widget);

  GTK_WIDGET_CLASS (tr_gallery_parent_class)->map (widget);
  g_clear_handle_id (&g->waking, g_source_remove);
  g->waking = g_idle_add (wake_one, g);
}

static void
tr_gallery_unmap (GtkWidget *widget)
{
  g_clear_handle_id (&TR_GALLERY (widget)->waking, g_source_remove);
  GTK_WIDGET_CLASS (tr_gallery_parent_class)->unmap (widget);
}

// The canvas below has what is beside the cards.
static gboolean
tr_gallery_contains (GtkWidget *widget, double x, double y)
{
  return FALSE;
}

static void
tr_gallery_measure (GtkWidget *widget,
                    GtkOrientation orientation,
                    int for_size,
                    int *minimum,
                    int *natural,
                    int *minimum_baseline,
                    int *natural_baseline)
{
  *minimum = *natural = 0;
}

// All cards are as large as the largest needs to be.
static void
card_size (TrGallery *g, int *width, int *height)
{
  int least;

  *width = *height = 0;
  for (guint i = 0; i < g->cards->len; i++) {
    gtk_widget_measure (GTK_WIDGET (card_at (g, i)), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL,
                        NULL, NULL);
    *width = MAX (*width, least);
  }
  for (guint i = 0; i < g->cards->len; i++) {
    gtk_widget_measure (GTK_WIDGET (card_at (g, i)), GTK_ORIENTATION_VERTICAL, *width, &least, NULL,
                        NULL, NULL);
    *height = MAX (*height, least);
  }
}

static int
fitting (int room, int size, int most)
{
  return CLAMP ((room + GAP) / (size + GAP), 0, most);
}

static void
place (GtkWidget *child, int x, int y, int width, int height)
{
  gtk_widget_set_child_visible (child, TRUE);
  gtk_widget_size_allocate (child, &(GtkAllocation){x, y, width, height}, -1);
}

// Wide enough for the hint; where it needs more lines than one, these are about as long as each other.
static int
width_of_hint (TrGallery *g, int room)
{
  int least, natural;

  gtk_widget_measure (g->hint_label, GTK_ORIENTATION_HORIZONTAL, -1, &least, &natural, NULL, NULL);
  if (natural <= room)
    return MAX (room, least);
  int lines = (natural + room - 1) / MAX (1, room);
  return MAX (least, MIN (room, natural / lines + natural / 10));
}

// The hint and under it rows of cards, in the middle. What does not fit is left out.
static void
tr_gallery_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TrGallery *g = TR_GALLERY (widget);
  bool is_mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int room = width - 2 * MARGIN, hint_width, hint, w, h, n = (int) g->cards->len;

  hint_width = width_of_hint (g, room);
  gtk_widget_measure (g->hint_label, GTK_ORIENTATION_VERTICAL, hint_width, &hint, NULL, NULL, NULL);
  card_size (g, &w, &h);
  int columns = fitting (room, w, MIN (MOST_COLUMNS, n));
  int rows = columns > 0 ? fitting (height - 2 * MARGIN - hint - GAP, h, (n - 1) / columns + 1) : 0;
  int top = (height - hint - rows * (h + GAP)) / 2;

  if (hint_width <= width && hint <= height)
    place (g->hint_label, (width - hint_width) / 2, MAX (0, top), hint_width, hint);
  else
    gtk_widget_set_child_visible (g->hint_label, FALSE);
  top += hint + GAP;
  for (int i = 0; i < n; i++) {
    GtkWidget *card = GTK_WIDGET (card_at (g, (guint) i));
    int row = columns > 0 ? i / columns : 0, in_row = MIN (columns, n - row * columns);
    int left = (width - in_row * (w + GAP) + GAP) / 2, at = columns > 0 ? i % columns : 0;
    if (row < rows)
      place (card, left + (is_mirrored ? in_row - 1 - at : at) * (w + GAP), top + row * (h + GAP),
             w, h);
    else
      gtk_widget_set_child_visible (card, FALSE);
  }
}

static void
tr_gallery_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  TrGallery *g = TR_GALLERY (object);

  if (id != PROP_ANIMATE)
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
  else if (g->is_animated != g_value_get_boolean (value)) {
    g->is_animated = g_value_get_boolean (value);
    start_moving (g);
    g_object_notify_by_pspec (object, spec);
  }
}

static void
tr_gallery_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  if (id == PROP_ANIMATE)
    g_value_set_boolean (value, TR_GALLERY (object)->is_animated);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, spec);
}

static void
tr_gallery_dispose (GObject *object)
{
  TrGallery *g = TR_GALLERY (object);

  g_clear_handle_id (&g->waking, g_source_remove);
  tr_widget_drop_children (GTK_WIDGET (g));
  g_clear_pointer (&g->cards, g_ptr_array_unref);
  G_OBJECT_CLASS (tr_gallery_parent_class)->dispose (object);
}

static void
tr_gallery_class_init (TrGalleryClass *class)
{
  GObjectClass *object = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  object->set_property = tr_gallery_set_property;
  object->get_property = tr_gallery_get_property;
  object->dispose = tr_gallery_dispose;
  widget->map = tr_gallery_map;
  widget->unmap = tr_gallery_unmap;
  widget->contains = tr_gallery_contains;
  widget->measure = tr_gallery_measure;
  widget->size_allocate = tr_gallery_size_allocate;
  properties[PROP_ANIMATE] =
      g_param_spec_boolean ("animate", NULL, NULL, TRUE,
                            G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object, N_PROPS, properties);
  gtk_widget_class_set_template_from_resource (widget, "/org/trammel/Trammel/gallery.ui");
  gtk_widget_class_bind_template_child (widget, TrGallery, hint_label);
  gtk_widget_class_set_css_name (widget, "gallery");
  gtk_widget_class_set_accessible_role (widget, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
tr_gallery_init (TrGallery *g)
{
  g->is_animated = true;
  g->cards = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (g));
  for (const TrTemplate *t = tr_templates; t->name; t++) {
    GtkWidget *card = tr_card_new (t);
    gtk_widget_set_parent (card, GTK_WIDGET (g));
    g_signal_connect_swapped (card, "state-flags-changed", G_CALLBACK (start_moving), g);
    g_ptr_array_add (g->cards, card);
  }
}
