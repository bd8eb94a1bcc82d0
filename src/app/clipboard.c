// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/clipboard.h"

#include "render/export.h"

#define PNG_DPI 192

// The copied part alone as a picture; NULL where it draws nothing.
static GdkContentProvider *
picture (TrDocument *part, TrExportFormat format, const char *type)
{
  TrExportOptions options = tr_export_options_make ();
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *note = NULL;

  options.margin = 1;
  options.dpi = PNG_DPI;
  bytes = tr_export_bytes (tr_document_get_model (part), tr_document_get_state (part), format,
                           &options, &note, NULL);
  return bytes ? gdk_content_provider_new_for_bytes (type, bytes) : NULL;
}

bool
tr_clipboard_copy (GdkClipboard *clipboard, TrSelection *selection, GError **error)
{
  TrDocument *d = tr_session_get_document (tr_selection_get_session (selection));
  g_autofree const char **ids = tr_selection_ids (selection);
  g_autofree char *text = ids[0] ? tr_document_copy (d, ids, error) : NULL;
  g_autoptr (TrDocument) part = tr_document_new ();
  GdkContentProvider *provider[4];
  gsize n = 0;

  if (!text)
    return false;
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  provider[n++] = gdk_content_provider_new_for_bytes (TR_CLIPBOARD_TYPE, bytes);
  if (tr_document_load_text (part, text, strlen (text), "clipboard", NULL)) {
    GdkContentProvider *svg = picture (part, TR_EXPORT_SVG, "image/svg+xml");
    GdkContentProvider *png = picture (part, TR_EXPORT_PNG, "image/png");
    if (svg)
      provider[n++] = svg;
    if (png)
      provider[n++] = png;
  }
  provider[n++] = gdk_content_provider_new_typed (G_TYPE_STRING, text);
  g_autoptr (GdkContentProvider) all = gdk_content_provider_new_union (provider, n);
  return gdk_clipboard_set_content (clipboard, all);
}

typedef struct {
  TrClipboardText func;
  GObject *data;
  GOutputStream *text;
} Reading;

static void
finish (Reading *r, const char *text)
{
  r->func (text, r->data);
  g_object_unref (r->data);
  g_clear_object (&r->text);
  g_free (r);
}

static void
spliced_cb (GObject *object, GAsyncResult *result, gpointer data)
{
  Reading *r = data;
  GMemoryOutputStream *out = G_MEMORY_OUTPUT_STREAM (object);

  if (g_output_stream_splice_finish (G_OUTPUT_STREAM (object), result, NULL) < 0) {
    finish (r, NULL);
    return;
  }
  g_autofree char *text =
      g_strndup (g_memory_output_stream_get_data (out), g_memory_output_stream_get_data_size (out));
  finish (r, text);
}

// Reading at once would wait for ever where the program itself is the owner.
static void
opened_cb (GObject *object, GAsyncResult *result, gpointer data)
{
  Reading *r = data;
  g_autoptr (GInputStream) in =
      gdk_clipboard_read_finish (GDK_CLIPBOARD (object), result, NULL, NULL);

  if (!in) {
    finish (r, NULL);
    return;
  }
  r->text = g_memory_output_stream_new_resizable ();
  g_output_stream_splice_async (
      r->text, in, G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE | G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET,
      G_PRIORITY_DEFAULT, NULL, spliced_cb, r);
}

void
tr_clipboard_read (GdkClipboard *clipboard, TrClipboardText func, gpointer data)
{
  const char *types[] = {TR_CLIPBOARD_TYPE, "text/plain;charset=utf-8", "text/plain", NULL};
  Reading *r = g_new0 (Reading, 1);

  r->func = func;
  r->data = g_object_ref (data);
  gdk_clipboard_read_async (clipboard, types, G_PRIORITY_DEFAULT, NULL, opened_cb, r);
}
