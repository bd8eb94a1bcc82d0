// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What is dropped on the window: files, pictures, text. It is always told what came of it.

#include "app/window/window-private.h"

#include "app/probe.h"

#include <glib/gi18n.h>

// What came of several files.
typedef struct {
  guint n_opened, n_placed, n_left_out, n_failed;
  GFile *file;      // the last of them
  GError *error;    // why it failed
  GPtrArray *notes; // what was left out, and what failed and why
} Haul;

static void
take_file (Haul *h, TrWindow *w, GFile *file, Vec2 at)
{
  g_autofree char *name = g_file_get_parse_name (file);
  g_autofree char *base = g_path_get_basename (name);
  guint n_notes = h->notes->len;

  g_clear_error (&h->error);
  h->file = file;
  if (g_str_has_suffix (base, ".trammel"))
    h->n_opened += tr_window_try_open (w, file, &h->error);
  else
    h->n_placed += tr_window_take_file (w, file, at, h->notes, &h->error);
  h->n_left_out += h->notes->len - n_notes;
  if (h->error) {
    h->n_failed++;
    g_ptr_array_add (h->notes, g_strdup_printf ("%s: %s", base, h->error->message));
  }
}

static void
add_part (GString *out, char *part)
{
  g_string_append_printf (out, "%s%s", out->len ? " · " : "", part);
  g_free (part);
}

// "“bracket.svg” placed · 1 thing could not be taken over"; "2 files placed · 1 opened".
static char *
describe (const Haul *h)
{
  g_autofree char *path = g_file_get_parse_name (h->file), *base = g_path_get_basename (path);
  GString *out = g_string_new (NULL);
  guint n = h->n_opened + h->n_placed + h->n_failed;

  if (n == 1)
    add_part (out, g_strdup_printf (h->n_opened ? _ ("Opened “%s”") : _ ("Placed “%s”"), base));
  else {
    if (h->n_placed)
      add_part (out, g_strdup_printf (ngettext ("%u file placed", "%u files placed", h->n_placed),
                                      h->n_placed));
    if (h->n_opened)
      add_part (out, g_strdup_printf (ngettext ("%u file opened", "%u files opened", h->n_opened),
                                      h->n_opened));
    if (h->n_failed)
      add_part (out, g_strdup_printf (ngettext ("%u file could not be taken over",
                                                "%u files could not be taken over", h->n_failed),
                                      h->n_failed));
  }
  if (h->n_left_out)
    add_part (out, tr_window_left_out_text (h->n_left_out));
  return g_string_free (out, FALSE);
}

void
tr_window_take_files (TrWindow *w, GSList *files, Vec2 at)
{
  Haul h = {.notes = g_ptr_array_new_with_free_func (g_free)};

  for (GSList *l = files; l; l = l->next)
    take_file (&h, w, l->data, at);
  if (h.n_failed == 1 && h.n_opened + h.n_placed == 0)
    tr_window_tell_failure (w, _ ("Could not take over “%s”"), h.file, h.error->message);
  else if (h.file) {
    g_autofree char *text = describe (&h), *details = tr_window_first_lines (h.notes);
    TrWindow *at_window = h.n_placed == 0 ? tr_window_of_file (w, h.file) : NULL;
    tr_window_toast (at_window ? at_window : w, text, h.notes->len > 0 ? details : NULL);
  }
  tr_probe_say ("taken", "\"placed\": %u, \"opened\": %u, \"failed\": %u", h.n_placed, h.n_opened,
                h.n_failed);
  g_clear_error (&h.error);
  g_ptr_array_unref (h.notes);
}

// Text that is a drawing of SVG, and pictures, as other programs have them without a file.
static void
take_value (TrWindow *w, const GValue *value, Vec2 at)
{
  g_autoptr (GPtrArray) left_out = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  bool is_text = G_VALUE_HOLDS_STRING (value), ok;

  if (is_text) {
    const char *text = g_value_get_string (value);
    g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
    ok = tr_window_take_text (w, bytes, at, left_out, &error);
  } else {
    g_autoptr (GBytes) bytes = gdk_texture_save_to_png_bytes (g_value_get_object (value));
    ok = tr_window_take_picture (w, bytes, at, _ ("Place picture"), &error);
  }
  if (ok) {
    g_autofree char *details = tr_window_first_lines (left_out);
    g_autofree char *lost = tr_window_left_out_text (left_out->len);
    const char *placed = is_text ? _ ("Drawing placed") : _ ("Picture placed");
    g_autofree char *text =
        left_out->len ? g_strconcat (placed, " · ", lost, NULL) : g_strdup (placed);
    tr_window_toast (w, text, left_out->len > 0 ? details : NULL);
  } else
    tr_window_toast (w, _ ("What was dropped could not be taken over"), error->message);
  tr_probe_say ("taken", "\"placed\": %d, \"opened\": 0, \"failed\": %d", ok, !ok);
}

// Over the canvas the place is where the pointer is; beside it, the middle of what is seen.
static Vec2
drop_place (TrWindow *w, double x, double y)
{
  GtkWidget *canvas = GTK_WIDGET (w->canvas);
  graphene_point_t at, from = GRAPHENE_POINT_INIT ((float) x, (float) y);
  Vec2 middle = v2 (0.5 * gtk_widget_get_width (canvas), 0.5 * gtk_widget_get_height (canvas));

  if (gtk_widget_compute_point (GTK_WIDGET (w), canvas, &from, &at) &&
      gtk_widget_contains (canvas, (double) at.x, (double) at.y))
    middle = v2 ((double) at.x, (double) at.y);
  return tr_viewport_to_drawing (tr_canvas_get_view (w->canvas), middle);
}

static gboolean
drop_cb (GtkDropTarget *target, const GValue *value, double x, double y, gpointer data)
{
  TrWindow *w = data;
  Vec2 at = drop_place (w, x, y);

  if (!tr_window_may_edit (w))
    return FALSE;
  if (G_VALUE_HOLDS (value, GDK_TYPE_FILE_LIST))
    tr_window_take_files (w, g_value_get_boxed (value), at);
  else
    take_value (w, value, at);
  return TRUE;
}

void
tr_window_add_drop (TrWindow *w)
{
  GtkDropTarget *target = gtk_drop_target_new (G_TYPE_INVALID, GDK_ACTION_COPY);
  GType types[] = {GDK_TYPE_FILE_LIST, GDK_TYPE_TEXTURE, G_TYPE_STRING};

  gtk_drop_target_set_gtypes (target, types, G_N_ELEMENTS (types));
  g_signal_connect (target, "drop", G_CALLBACK (drop_cb), w);
  gtk_widget_add_controller (GTK_WIDGET (w), GTK_EVENT_CONTROLLER (target));
}
