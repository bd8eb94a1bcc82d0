// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/print-preview.h"

#include "app/window/print-choices.h"
#include "app/probe.h"

#include <glib/gi18n.h>

#define SHOWN_MAX   100 // sheets; of more the first are shown
#define ROOM        640 // pixels for all columns together
#define LEAST_WIDTH 96  // pixels of a sheet

struct _TrPrintPreview {
  GtkWindow parent;
  GtkWidget *choices_box, *sheets, *print_button, *choices;
  TrPrintJob *job;
  GtkPageSetup *page;
  guint showing; // source; 0: the sheets are up to date
};

G_DEFINE_FINAL_TYPE (TrPrintPreview, tr_print_preview, GTK_TYPE_WINDOW)

static guint signals[1]; // print

// One sheet with its margins, k pixels a mm.
static GdkTexture *
picture_of (const TrPrintPreview *p, const TrPrintLayout *layout, int sheet, double k)
{
  double w = gtk_page_setup_get_paper_width (p->page, GTK_UNIT_MM),
         h = gtk_page_setup_get_paper_height (p->page, GTK_UNIT_MM);
  TrPrintOptions options =
      tr_print_job_options (p->job, gtk_page_setup_get_page_width (p->page, GTK_UNIT_MM),
                            gtk_page_setup_get_page_height (p->page, GTK_UNIT_MM));
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) ceil (k * w), (int) ceil (k * h));
  cairo_t *cr = cairo_create (surface);

  cairo_set_source_rgb (cr, 1, 1, 1);
  cairo_paint (cr);
  cairo_scale (cr, k, k);
  cairo_translate (cr, gtk_page_setup_get_left_margin (p->page, GTK_UNIT_MM),
                   gtk_page_setup_get_top_margin (p->page, GTK_UNIT_MM));
  tr_print_sheet (p->job->model, p->job->state, &options, layout, sheet, cr);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  int width = cairo_image_surface_get_width (surface),
      height = cairo_image_surface_get_height (surface),
      stride = cairo_image_surface_get_stride (surface);
  g_autoptr (GBytes) bytes = g_bytes_new_with_free_func (
      cairo_image_surface_get_data (surface), (gsize) stride * (gsize) height,
      (GDestroyNotify) cairo_surface_destroy, surface);
  return gdk_memory_texture_new (width, height, GDK_MEMORY_DEFAULT, bytes, (gsize) stride);
}

static void
add_sheet (TrPrintPreview *p, const TrPrintLayout *layout, int sheet, double k)
{
  g_autoptr (GdkTexture) texture = picture_of (p, layout, sheet, k);
  GtkWidget *picture = gtk_picture_new_for_paintable (GDK_PAINTABLE (texture));
  g_autofree char *text = g_strdup_printf (_ ("Sheet %d"), sheet + 1);

  gtk_picture_set_can_shrink (GTK_PICTURE (picture), FALSE);
  gtk_picture_set_alternative_text (GTK_PICTURE (picture), text);
  gtk_widget_add_css_class (picture, "paper");
  gtk_grid_attach (GTK_GRID (p->sheets), picture, sheet % layout->columns, sheet / layout->columns,
                   1, 1);
}

static void
clear_sheets (TrPrintPreview *p)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (p->sheets)) != NULL)
    gtk_grid_remove (GTK_GRID (p->sheets), child);
}

static gboolean
show_idle (gpointer data)
{
  TrPrintPreview *p = data;
  TrPrintLayout layout = tr_print_job_lay_out_page (p->job, p->page);
  bool possible = tr_print_job_is_possible (&layout);
  int n = possible ? (int) MIN (tr_print_n_sheets (&layout), SHOWN_MAX) : 0;
  double width = fmax (ROOM / (double) layout.columns, LEAST_WIDTH);
  double larger = fmax (gtk_page_setup_get_paper_width (p->page, GTK_UNIT_MM),
                        gtk_page_setup_get_paper_height (p->page, GTK_UNIT_MM));

  p->showing = 0;
  clear_sheets (p);
  for (int i = 0; i < n; i++)
    add_sheet (p, &layout, i, width / larger);
  gtk_widget_set_sensitive (p->print_button, possible);
  tr_probe_say ("print-preview", "\"columns\": %d, \"rows\": %d, \"shown\": %d, \"scale\": %.9g",
                layout.columns, layout.rows, n, layout.scale);
  return G_SOURCE_REMOVE;
}

static void
changed_cb (TrPrintPreview *p)
{
  if (p->showing == 0)
    p->showing = g_idle_add (show_idle, p);
}

static void
set_page (TrPrintPreview *p, GtkPageSetup *setup)
{
  g_set_object (&p->page, setup);
  tr_print_choices_set_page (TR_PRINT_CHOICES (p->choices), setup);
  changed_cb (p);
}

static void
paper_chosen_cb (GtkPageSetup *setup, gpointer data)
{
  g_autoptr (TrPrintPreview) p = data;

  if (setup && p->job)
    set_page (p, setup);
}

static void
paper_cb (TrPrintPreview *p)
{
  g_autoptr (GtkPrintSettings) settings = gtk_print_settings_new ();

  gtk_print_run_page_setup_dialog_async (GTK_WINDOW (p), p->page, settings, paper_chosen_cb,
                                         g_object_ref (p));
}

static void
print_cb (TrPrintPreview *p)
{
  g_signal_emit (p, signals[0], 0);
}

static void
tr_print_preview_dispose (GObject *object)
{
  TrPrintPreview *p = TR_PRINT_PREVIEW (object);

  g_clear_handle_id (&p->showing, g_source_remove);
  g_clear_object (&p->page);
  g_clear_pointer (&p->job, tr_print_job_unref);
  G_OBJECT_CLASS (tr_print_preview_parent_class)->dispose (object);
}

static void
tr_print_preview_class_init (TrPrintPreviewClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tr_print_preview_dispose;
  signals[0] = g_signal_new ("print", TR_TYPE_PRINT_PREVIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                             G_TYPE_NONE, 0);
  gtk_widget_class_set_template_from_resource (widget, "/org/trammel/Trammel/print-preview.ui");
  gtk_widget_class_bind_template_child (widget, TrPrintPreview, choices_box);
  gtk_widget_class_bind_template_child (widget, TrPrintPreview, sheets);
  gtk_widget_class_bind_template_child (widget, TrPrintPreview, print_button);
  gtk_widget_class_bind_template_callback (widget, paper_cb);
  gtk_widget_class_bind_template_callback (widget, print_cb);
  gtk_widget_class_add_binding_action (widget, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
tr_print_preview_init (TrPrintPreview *p)
{
  gtk_widget_init_template (GTK_WIDGET (p));
  gtk_window_set_default_widget (GTK_WINDOW (p), p->print_button);
}

TrPrintPreview *
tr_print_preview_new (GtkWindow *parent, TrPrintJob *job, GtkPageSetup *setup, GSettings *settings)
{
  TrPrintPreview *p = g_object_new (TR_TYPE_PRINT_PREVIEW, "transient-for", parent, NULL);

  p->job = tr_print_job_ref (job);
  p->choices = tr_print_choices_new (job, settings);
  gtk_box_append (GTK_BOX (p->choices_box), p->choices);
  g_signal_connect_object (p->choices, "changed", G_CALLBACK (changed_cb), p, G_CONNECT_SWAPPED);
  set_page (p, setup);
  return p;
}

GtkPageSetup *
tr_print_preview_get_page (TrPrintPreview *p)
{
  return p->page;
}
