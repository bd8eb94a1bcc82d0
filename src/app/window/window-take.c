// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What comes from outside: pasted, dropped (see window-drop.c), or opened.

#include "app/window/window-private.h"

#include "app/clipboard.h"
#include "app/dialogs/import-run.h"
#include "doc/file.h"
#include "render/import/import.h"
#include "render/picture.h"
#include "session/picture-part.h"

#include <glib/gi18n.h>

#define BYTES_MAX    (64 << 20)
#define LINES_MAX    12  // of what was left out; a dialog is no book
#define PICTURE_MOST 0.8 // of the view

// Under the pointer, or in the middle of what is seen.
static Vec2
take_place (TrWindow *w)
{
  TrCanvas *c = w->canvas;
  Vec2 at, middle = v2 (0.5 * gtk_widget_get_width (GTK_WIDGET (c)),
                        0.5 * gtk_widget_get_height (GTK_WIDGET (c)));

  if (tr_canvas_get_pointer (c, &at))
    return at;
  return tr_viewport_to_drawing (tr_canvas_get_view (c), middle);
}

char *
tr_window_first_lines (const GPtrArray *lines)
{
  GString *out = g_string_new (NULL);
  guint n = lines->len;

  for (guint i = 0; i < MIN (n, LINES_MAX); i++)
    g_string_append_printf (out, "%s%s", i ? "\n" : "",
                            (const char *) g_ptr_array_index (lines, i));
  if (n > LINES_MAX)
    g_string_append_printf (out, ngettext ("\nand %u more", "\nand %u more", n - LINES_MAX),
                            n - LINES_MAX);
  return g_string_free (out, FALSE);
}

char *
tr_window_left_out_text (guint n)
{
  return g_strdup_printf (
      ngettext ("%u thing could not be taken over", "%u things could not be taken over", n), n);
}

static void
tell_left_out (TrWindow *w, const GPtrArray *left_out)
{
  g_autofree char *text = tr_window_left_out_text (left_out->len);
  g_autofree char *details = tr_window_first_lines (left_out);

  if (left_out->len > 0)
    tr_window_toast (w, text, details);
}

// middle (may be NULL): where the middle of it goes.
static bool
add_import (TrWindow *w,
            GBytes *bytes,
            const char *name,
            const Vec2 *middle,
            const char *step,
            GPtrArray *left_out,
            GError **error)
{
  g_auto (TrImported) i = {NULL, NULL};

  if (!tr_import_run (GTK_WINDOW (w), w->session, bytes, name, middle, step, &i, error))
    return false;
  if (middle)
    tr_selection_set_all (tr_canvas_get_selection (w->canvas), (const char *const *) i.ids,
                          g_strv_length (i.ids));
  for (int k = 0; i.left_out[k]; k++)
    g_ptr_array_add (left_out, g_strdup (i.left_out[k]));
  return true;
}

static bool
is_png (GBytes *bytes)
{
  static const guint8 signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  gsize n;
  const guint8 *data = g_bytes_get_data (bytes, &n);

  return n > sizeof signature && memcmp (data, signature, sizeof signature) == 0;
}

char *
tr_window_picture_uri (GBytes *bytes, GError **error)
{
  g_autoptr (GBytes) png = NULL;
  gsize n;

  if (is_png (bytes))
    png = g_bytes_ref (bytes);
  else {
    g_autoptr (GdkTexture) texture = gdk_texture_new_from_bytes (bytes, error);
    if (!texture)
      return NULL;
    png = gdk_texture_save_to_png_bytes (texture);
  }
  const guchar *data = g_bytes_get_data (png, &n);
  g_autofree char *text = g_base64_encode (data, n);
  return g_strconcat ("data:image/png;base64,", text, NULL);
}

// At its own size where that can be seen as a whole.
bool
tr_window_take_picture (TrWindow *w, GBytes *bytes, Vec2 at, const char *step, GError **error)
{
  g_autofree char *uri = tr_window_picture_uri (bytes, error);
  cairo_surface_t *surface = uri ? tr_picture_load (uri, error) : NULL;
  double zoom = tr_canvas_get_view (w->canvas).zoom;
  double true_zoom = zoom / tr_canvas_get_magnification (w->canvas);

  if (!surface)
    return false;
  Vec2 size =
      v2 (cairo_image_surface_get_width (surface), cairo_image_surface_get_height (surface));
  cairo_surface_destroy (surface);
  double most = fmin (gtk_widget_get_width (GTK_WIDGET (w->canvas)) / size.x,
                      gtk_widget_get_height (GTK_WIDGET (w->canvas)) / size.y);
  size = v2_scale (size, fmin (1 / true_zoom, PICTURE_MOST * most / zoom));
  g_autoptr (TrParts) parts = tr_parts_new (tr_session_get_model (w->session));
  const char *id = tr_picture_add (parts, uri, at, size);
  if (!tr_session_add_all (w->session, tr_parts_get (parts), step, error))
    return false;
  tr_selection_set (tr_canvas_get_selection (w->canvas), id);
  return true;
}

// Whether a text is more likely a drawing than words.
static bool
looks_like_svg (GBytes *bytes)
{
  gsize n;
  const char *text = g_bytes_get_data (bytes, &n);

  return g_strstr_len (text, (gssize) MIN (n, 4096), "<svg") != NULL ||
         g_strstr_len (text, (gssize) MIN (n, 4096), ":svg") != NULL;
}

static GSList *
files_from_list (GBytes *bytes)
{
  g_autofree char *list = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_auto (GStrv) uris = g_uri_list_extract_uris (list);
  GSList *files = NULL;

  for (int i = 0; uris[i]; i++)
    files = g_slist_prepend (files, g_file_new_for_uri (uris[i]));
  return g_slist_reverse (files);
}

bool
tr_window_take_text (TrWindow *w, GBytes *bytes, Vec2 at, GPtrArray *left_out, GError **error)
{
  if (looks_like_svg (bytes))
    return add_import (w, bytes, _ ("dropped.svg"), &at, _ ("Place drawing"), left_out, error);
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _ ("The text is no drawing"));
  return false;
}

bool
tr_window_take_content (TrWindow *w, const char *type, GBytes *bytes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) left_out = g_ptr_array_new_with_free_func (g_free);
  Vec2 at = take_place (w);
  bool ok = false;

  if (strcmp (type, "text/uri-list") == 0) {
    GSList *files = files_from_list (bytes);
    tr_window_take_files (w, files, at);
    g_slist_free_full (files, g_object_unref);
    return true;
  }
  if (strstr (type, "svg") || (g_str_has_prefix (type, "text/plain") && looks_like_svg (bytes)))
    ok = add_import (w, bytes, _ ("clipboard.svg"), &at, _ ("Paste drawing"), left_out, &error);
  else if (g_str_has_prefix (type, "image/"))
    ok = tr_window_take_picture (w, bytes, at, _ ("Paste picture"), &error);
  if (ok)
    tell_left_out (w, left_out);
  else
    tr_canvas_set_message (w->canvas,
                           error ? error->message : _ ("Nothing on the clipboard can be pasted"));
  return ok;
}

bool
tr_window_take_file (TrWindow *w, GFile *file, Vec2 at, GPtrArray *left_out, GError **error)
{
  g_autofree char *path = g_file_get_path (file), *name = g_file_get_parse_name (file);
  gsize n;

  if (!path) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, _ ("%s: not a file on this machine"),
                 name);
    return false;
  }
  char *text = tr_file_read (path, BYTES_MAX, &n, error);
  if (!text)
    return false;
  g_autofree char *base = g_path_get_basename (name);
  g_autofree char *step = g_strdup_printf (_ ("Place %s"), base);
  g_autoptr (GBytes) bytes = g_bytes_new_take (text, n);
  return tr_import_takes (path) ? add_import (w, bytes, base, &at, step, left_out, error)
                                : tr_window_take_picture (w, bytes, at, step, error);
}

bool
tr_window_take_drawing (TrWindow *w, GFile *file, GError **error)
{
  g_autofree char *path = g_file_get_path (file), *base = g_file_get_basename (file);
  g_autofree char *name = g_filename_display_name (base);
  g_autofree char *step = g_strdup_printf (_ ("Import %s"), name);
  g_autoptr (GPtrArray) left_out = g_ptr_array_new_with_free_func (g_free);
  gsize n;
  char *text = tr_file_read (path, BYTES_MAX, &n, error);
  if (!text)
    return false;
  g_autoptr (GBytes) bytes = g_bytes_new_take (text, n);
  g_autofree char *shown = g_filename_display_name (path);
  if (!add_import (w, bytes, shown, NULL, step, left_out, error))
    return false;
  tell_left_out (w, left_out);
  return true;
}

// The bytes of a picture as a PNG, of anything else as they are.
static char *
read_carried (const char *path, gsize *n, GError **error)
{
  char *text = tr_file_read (path, BYTES_MAX, n, error);

  if (!text || tr_import_takes (path))
    return text;
  g_autoptr (GBytes) bytes = g_bytes_new_take (text, *n);
  g_autoptr (GdkTexture) texture =
      is_png (bytes) ? NULL : gdk_texture_new_from_bytes (bytes, error);
  if (!texture && !is_png (bytes))
    return NULL;
  g_autoptr (GBytes) png = texture ? gdk_texture_save_to_png_bytes (texture) : g_bytes_ref (bytes);
  *n = g_bytes_get_size (png);
  return g_memdup2 (g_bytes_get_data (png, NULL), *n);
}

bool
tr_window_carry_file (TrWindow *w, GFile *file, const char *id, GError **error)
{
  const TrModel *m = tr_session_get_model (w->session);
  TrElement e = tr_model_find (m, id);
  g_autofree char *path = g_file_get_path (file), *base = g_file_get_basename (file);
  g_autofree char *name = g_filename_display_name (base ? base : "");
  g_autofree char *what = g_strconcat (id, ".drawing", NULL);
  g_autoptr (GPtrArray) left_out = g_ptr_array_new_with_free_func (g_free);
  gsize n;

  if (!path) {
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, _ ("%s: not a file on this machine"),
                 name);
    return false;
  }
  if (e.kind != TR_ELEMENT_BODY) { // removed while the file was chosen
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _ ("There is no “%s” any more"), id);
    return false;
  }
  g_autofree char *text = read_carried (path, &n, error);
  g_autofree char *drawing =
      text ? tr_import_onto (text, n, name, m, e.index, left_out, error) : NULL;
  if (!drawing || !tr_session_set (w->session, what, drawing, error))
    return false;
  tell_left_out (w, left_out);
  return true;
}
