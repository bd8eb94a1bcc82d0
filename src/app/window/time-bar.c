// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/time-bar.h"

#include "app/widget.h"
#include "app/window/fold-layout.h"
#include "session/playback.h"
#include "session/timetable.h"

#include <glib/gi18n.h>

// Of drives that never come round.
#define USUAL_PERIOD 10
#define USUAL_SPEED  3 // of speeds

static const double speeds[] = {0.1, 0.25, 0.5, 1, 2, 5, 10};

struct _TrTimeBar {
  GtkWidget parent;
  GtkWidget *play_button, *scale, *time_label, *stalled_label, *speed_menu, *period_entry,
      *record_label;
  TrCanvas *canvas; // weak; NULL: not yet told
  guint generation; // of the model whose period is shown
  bool has_period;  // was looked for
  double found;     // seconds, as the drives turn; 0: they never come round
  double period;    // seconds of a loop
  bool is_showing;  // what changes now is not the user's doing
};

G_DEFINE_FINAL_TYPE (TrTimeBar, tr_time_bar, GTK_TYPE_WIDGET)

double
tr_time_bar_get_period (TrTimeBar *b)
{
  return b->period;
}

void
tr_time_bar_show_playing (GtkWidget *button, bool is_playing)
{
  const char *icon = is_playing ? "trammel-pause-symbolic" : "trammel-play-symbolic";
  const char *title = is_playing ? _ ("Pause") : _ ("Play");
  g_autofree char *tip = g_strdup_printf (_ ("%s (Space)"), title);

  if (g_strcmp0 (gtk_button_get_icon_name (GTK_BUTTON (button)), icon) == 0)
    return;
  gtk_button_set_icon_name (GTK_BUTTON (button), icon);
  gtk_widget_set_tooltip_text (button, tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  -1);
}

void
tr_time_bar_change_speed (TrTimeBar *b, int by)
{
  int i = (int) gtk_drop_down_get_selected (GTK_DROP_DOWN (b->speed_menu)) + by;
  gtk_drop_down_set_selected (GTK_DROP_DOWN (b->speed_menu),
                              (guint) CLAMP (i, 0, (int) G_N_ELEMENTS (speeds) - 1));
}

void
tr_time_bar_show_recording (TrTimeBar *b, bool is_recording)
{
  gtk_label_set_label (GTK_LABEL (b->record_label), is_recording ? _ ("Stop") : _ ("Record"));
}

static TrSession *
session_of (TrTimeBar *b)
{
  return b->canvas && !b->is_showing ? tr_canvas_get_session (b->canvas) : NULL;
}

static gboolean
scrub_cb (GtkRange *range, GtkScrollType type, double value, TrTimeBar *b)
{
  GtkAdjustment *a = gtk_range_get_adjustment (range);
  double low = gtk_adjustment_get_lower (a), high = gtk_adjustment_get_upper (a);

  if (session_of (b))
    tr_canvas_seek (b->canvas, fmin (fmax (low, value), high));
  return FALSE;
}

static void
speed_cb (TrTimeBar *b)
{
  TrSession *s = session_of (b);
  guint i = gtk_drop_down_get_selected (GTK_DROP_DOWN (b->speed_menu));

  if (s && i < G_N_ELEMENTS (speeds))
    tr_session_set_speed (s, copysign (speeds[i], tr_session_get_speed (s)));
}

static void
take_period (TrTimeBar *b, TrSession *s, double period)
{
  double from, to;
  TrLoop loop = tr_session_get_loop (s, &from, &to);

  b->period = period;
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (b->period_entry), period);
  tr_session_set_loop (s, loop, 0, period);
}

static void
period_cb (TrTimeBar *b)
{
  TrSession *s = session_of (b);

  if (!s)
    return;
  take_period (b, s, gtk_spin_button_get_value (GTK_SPIN_BUTTON (b->period_entry)));
  tr_time_bar_update (b, b->canvas);
}

// Another drawing has another period, which takes the place of one that was chosen for the old
// one; a loop goes on with it.
static void
find_period (TrTimeBar *b, TrSession *s)
{
  guint now = tr_document_get_generation (tr_session_get_document (s));

  if (b->has_period && b->generation == now)
    return;
  double found = tr_timetable_period (tr_session_get_model (s), tr_session_get_state (s)->q);
  bool is_same = b->has_period && !(fabs (found - b->found) > 0);
  b->has_period = true;
  b->generation = now;
  b->found = found;
  if (!is_same)
    take_period (b, s, found > 0 ? found : USUAL_PERIOD);
}

static void
show_speed (TrTimeBar *b, double speed)
{
  for (guint i = 0; i < G_N_ELEMENTS (speeds); i++)
    if (fabs (fabs (speed) - speeds[i]) < 1e-9)
      gtk_drop_down_set_selected (GTK_DROP_DOWN (b->speed_menu), i);
}

// 01:03.70
static char *
time_text (double time)
{
  double hundredths = round (100 * fabs (time)), minutes = floor (hundredths / 6000);
  return g_strdup_printf ("%s%02.0f:%05.2f", time < 0 && hundredths > 0 ? "−" : "", minutes,
                          0.01 * (hundredths - 6000 * minutes));
}

// The slider reaches over a period, or over all that was played.
static void
show_time (TrTimeBar *b, TrSession *s, bool is_looping)
{
  GtkAdjustment *a = gtk_range_get_adjustment (GTK_RANGE (b->scale));
  double time = tr_session_get_time (s), from, to, end = b->period;
  g_autofree char *text = time_text (time);
  double start = 0;

  if (!is_looping && tr_session_get_played (s, &from, &to)) {
    start = fmin (0, from);
    end = fmax (end, to);
  }
  gtk_adjustment_configure (a, time, fmin (start, time), fmax (end, time), TR_FRAME_SECONDS,
                            0.1 * b->period, 0);
  if (strcmp (gtk_label_get_label (GTK_LABEL (b->time_label)), text) != 0)
    gtk_label_set_label (GTK_LABEL (b->time_label), text);
}

void
tr_time_bar_update (TrTimeBar *b, TrCanvas *canvas)
{
  TrSession *s = tr_canvas_get_session (canvas);
  double from, to;

  g_set_weak_pointer (&b->canvas, canvas);
  if (!s)
    return;
  b->is_showing = true;
  find_period (b, s);
  bool is_looping = tr_session_get_loop (s, &from, &to) != TR_LOOP_OFF;
  g_autofree char *stalled = tr_session_stalled_text (s);
  show_time (b, s, is_looping);
  show_speed (b, tr_session_get_speed (s));
  tr_time_bar_show_playing (b->play_button, tr_canvas_is_playing (canvas));
  gtk_widget_set_visible (b->period_entry, is_looping);
  gtk_widget_set_visible (b->stalled_label, stalled != NULL);
  if (g_strcmp0 (gtk_label_get_label (GTK_LABEL (b->stalled_label)), stalled ? stalled : "") != 0)
    gtk_label_set_label (GTK_LABEL (b->stalled_label), stalled ? stalled : "");
  gtk_widget_set_tooltip_text (b->stalled_label, stalled);
  b->is_showing = false;
}

static void
tr_time_bar_dispose (GObject *object)
{
  TrTimeBar *b = TR_TIME_BAR (object);

  g_clear_weak_pointer (&b->canvas);
  tr_widget_drop_children (GTK_WIDGET (object));
  G_OBJECT_CLASS (tr_time_bar_parent_class)->dispose (object);
}

static void
tr_time_bar_class_init (TrTimeBarClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tr_time_bar_dispose;
  gtk_widget_class_set_template_from_resource (widget, "/org/trammel/Trammel/time-bar.ui");
  gtk_widget_class_bind_template_child (widget, TrTimeBar, play_button);
  gtk_widget_class_bind_template_child (widget, TrTimeBar, scale);
  gtk_widget_class_bind_template_child (widget, TrTimeBar, time_label);
  gtk_widget_class_bind_template_child (widget, TrTimeBar, stalled_label);
  gtk_widget_class_bind_template_child (widget, TrTimeBar, speed_menu);
  gtk_widget_class_bind_template_child (widget, TrTimeBar, period_entry);
  gtk_widget_class_bind_template_child (widget, TrTimeBar, record_label);
  gtk_widget_class_bind_template_callback (widget, scrub_cb);
  gtk_widget_class_bind_template_callback (widget, speed_cb);
  gtk_widget_class_bind_template_callback (widget, period_cb);
  gtk_widget_class_set_css_name (widget, "timebar");
}

static void
tr_time_bar_init (TrTimeBar *b)
{
  g_autoptr (GtkStringList) texts = gtk_string_list_new (NULL);

  b->is_showing = true;
  b->period = USUAL_PERIOD;
  gtk_widget_init_template (GTK_WIDGET (b));
  gtk_widget_set_layout_manager (GTK_WIDGET (b), tr_fold_layout_new (8));
  for (guint i = 0; i < G_N_ELEMENTS (speeds); i++) {
    g_autofree char *text = g_strdup_printf ("%s%g×", tr_number_mark (), speeds[i]);
    gtk_string_list_append (texts, text);
  }
  gtk_drop_down_set_model (GTK_DROP_DOWN (b->speed_menu), G_LIST_MODEL (texts));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (b->speed_menu), USUAL_SPEED);
  tr_time_bar_show_playing (b->play_button, false);
  b->is_showing = false;
}
