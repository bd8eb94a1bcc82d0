// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/status.h"

#include "app/widget.h"
#include "app/window/fold-layout.h"
#include "app/window/hint-bar.h"

#include <glib/gi18n.h>

struct _TrStatus {
  GtkWidget parent;
  GtkWidget *message_label, *freedom_label, *residual_label, *solve_label, *place_label,
      *zoom_label;
  TrHintBar *hints_bar;
};

G_DEFINE_FINAL_TYPE (TrStatus, tr_status, GTK_TYPE_WIDGET)

// 2·10⁻¹³
static char *
format_power (double x)
{
  static const char *const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  g_autoptr (GString) out = g_string_new (NULL);
  double size = fabs (x);

  if (!(size > 0))
    return g_strdup ("0");
  if (!isfinite (x))
    return g_strdup ("—");
  if (size >= 1e-3 && size < 1e4)
    return g_strdup_printf ("%.3g", size);
  g_autofree char *text = g_strdup_printf ("%.0e", size); // "2e-13"
  g_autofree char *power = g_strdup_printf ("%d", atoi (strchr (text, 'e') + 1));
  g_string_printf (out, "%c·10", text[0]);
  for (const char *p = power; *p; p++)
    g_string_append (out, *p == '-' ? "⁻" : digits[*p - '0']);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

static const char *
unit_name (TrUnits units)
{
  switch (units) {
  case TR_UNITS_MM:
    return "mm";
  case TR_UNITS_CM:
    return "cm";
  case TR_UNITS_M:
    return "m";
  case TR_UNITS_IN:
    return "in";
  case TR_UNITS_PT:
    return "pt";
  case TR_UNITS_PX:
    return "px";
  }
  g_assert_not_reached ();
}

// Only what has changed is laid out again.
static void
set_text (GtkWidget *label, const char *text)
{
  if (strcmp (gtk_label_get_label (GTK_LABEL (label)), text) != 0)
    gtk_label_set_label (GTK_LABEL (label), text);
}

// n = w / max (w_char, w_digit) of the font that GTK counts the room of figures in; it need not be
// the one that they are written in: in Japanese it is narrower.
static guint
count_room (GtkWidget *figures, const char *markup)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (figures, NULL);
  PangoFontMetrics *metrics =
      pango_context_get_metrics (pango_layout_get_context (layout), NULL, NULL);
  int unit = MAX (pango_font_metrics_get_approximate_char_width (metrics),
                  pango_font_metrics_get_approximate_digit_width (metrics));
  int width;

  pango_layout_set_markup (layout, markup, -1);
  pango_layout_get_size (layout, &width, NULL);
  pango_font_metrics_unref (metrics);
  return unit > 0 ? (guint) ((width + unit - 1) / unit) : 0;
}

// Figures that change from frame to frame have a fixed room, which grows where it has to: the window
// is not laid out again for them.
static void
set_figures (GtkWidget *figures, const char *markup)
{
  GtkInscription *in = GTK_INSCRIPTION (figures);
  g_autofree char *text = NULL;
  if (!pango_parse_markup (markup, -1, 0, NULL, &text, NULL, NULL) ||
      g_strcmp0 (gtk_inscription_get_text (in), text) == 0)
    return;
  guint n = MAX ((guint) g_utf8_strlen (text, -1), count_room (figures, markup));
  gtk_inscription_set_markup (in, markup);
  if (n > gtk_inscription_get_min_chars (in)) {
    gtk_inscription_set_min_chars (in, n);
    gtk_inscription_set_nat_chars (in, n);
  }
}

// Not "-0.00".
static double
plain_zero (double x, int decimals)
{
  return fabs (x) < 0.5 * pow (10, -decimals) ? 0 : x;
}

static void
show_place (TrStatus *s, TrCanvas *canvas)
{
  Vec2 at;
  g_autofree char *text = NULL;

  if (tr_canvas_get_pointer (canvas, &at)) {
    // As many decimals as a pixel tells.
    double zoom = tr_canvas_get_view (canvas).zoom;
    int decimals = CLAMP ((int) ceil (log10 (zoom)) + 1, 0, 9);
    TrUnits units = tr_session_get_model (tr_canvas_get_session (canvas))->units;
    text = g_strdup_printf ("%.*f, %.*f %s", decimals, plain_zero (at.x, decimals), decimals,
                            plain_zero (at.y, decimals), unit_name (units));
  }
  set_figures (s->place_label, text ? text : "");
}

// While something is dragged the last frame speaks, else the drawing as it stands.
static void
show_solver (TrStatus *s, TrCanvas *canvas)
{
  TrSession *session = tr_canvas_get_session (canvas);
  const TrCheck *check = tr_session_is_dragging (session) ? NULL : tr_canvas_get_check (canvas);
  double residual = check ? check->worst : tr_session_last_result (session).residual;
  double ms = tr_canvas_get_solve_ms (canvas);
  g_autofree char *power = format_power (residual);
  g_autofree char *text = g_strdup_printf (_ ("residual <b>%s</b>"), power);
  g_autofree char *solve = ms < 1 ? g_strdup_printf (_ ("solve <b>%.0f µs</b>"), 1e3 * ms)
                                  : g_strdup_printf (_ ("solve <b>%.1f ms</b>"), ms);

  if (check) {
    g_autofree char *freedom = g_strdup_printf (
        ngettext ("<b>%d</b> free", "<b>%d</b> free", (gulong) check->dof), check->dof);
    set_text (s->freedom_label, freedom);
    gtk_widget_set_visible (s->freedom_label, check->bodies > 0);
    gtk_widget_set_visible (s->residual_label, check->constraints > 0);
  }
  set_figures (s->residual_label, text);
  set_figures (s->solve_label, solve);
  gtk_widget_set_visible (s->solve_label, ms > 0);
}

// In plain words, or with links.
static void
show_message (GtkLabel *label, const char *message, const char *links)
{
  const char *now = gtk_label_get_label (label), *text = links ? links : message ? message : "";

  if (gtk_label_get_use_markup (label) == (links != NULL) && strcmp (now, text) == 0)
    return;
  if (links)
    gtk_label_set_markup (label, text);
  else
    gtk_label_set_text (label, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (label), message); // where there is no room for all of it
}

// What is named in a message is selected.
static gboolean
chosen_cb (GtkLabel *label, const char *id, TrStatus *s)
{
  return gtk_widget_activate_action (GTK_WIDGET (s), "win.choose", "s", id);
}

void
tr_status_update (TrStatus *s, TrCanvas *canvas)
{
  const char *message = tr_canvas_get_message (canvas);
  double zoom = 100 * tr_canvas_get_magnification (canvas);
  g_autofree char *text =
      g_strdup_printf (zoom < 10 ? "%s%.2g %%" : "%s%.0f %%", tr_number_mark (), zoom);

  if (!tr_canvas_get_session (canvas))
    return;
  tr_hint_bar_show (s->hints_bar, tr_canvas_get_hints (canvas));
  gtk_widget_set_visible (GTK_WIDGET (s->hints_bar), message == NULL);
  gtk_widget_set_visible (s->message_label, message != NULL);
  show_message (GTK_LABEL (s->message_label), message, tr_canvas_get_message_links (canvas));
  show_solver (s, canvas);
  show_place (s, canvas);
  set_figures (s->zoom_label, text);
}

static void
tr_status_dispose (GObject *object)
{
  tr_widget_drop_children (GTK_WIDGET (object));
  G_OBJECT_CLASS (tr_status_parent_class)->dispose (object);
}

static void
tr_status_class_init (TrStatusClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  g_type_ensure (TR_TYPE_HINT_BAR);
  G_OBJECT_CLASS (class)->dispose = tr_status_dispose;
  gtk_widget_class_set_template_from_resource (widget, "/org/trammel/Trammel/status.ui");
  gtk_widget_class_bind_template_child (widget, TrStatus, hints_bar);
  gtk_widget_class_bind_template_child (widget, TrStatus, message_label);
  gtk_widget_class_bind_template_child (widget, TrStatus, freedom_label);
  gtk_widget_class_bind_template_child (widget, TrStatus, residual_label);
  gtk_widget_class_bind_template_child (widget, TrStatus, solve_label);
  gtk_widget_class_bind_template_child (widget, TrStatus, place_label);
  gtk_widget_class_bind_template_child (widget, TrStatus, zoom_label);
  gtk_widget_class_bind_template_callback (widget, chosen_cb);
  gtk_widget_class_set_css_name (widget, "statusline");
}

static void
tr_status_init (TrStatus *s)
{
  gtk_widget_init_template (GTK_WIDGET (s));
  gtk_widget_set_layout_manager (GTK_WIDGET (s), tr_fold_layout_new (16));
}
