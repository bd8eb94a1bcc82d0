// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/clipboard.h"

#include "render/export/export.h"

#include <glib/gi18n.h>

#define PNG_DPI   192
#define CHUNK     (1 << 18)
#define BYTES_MAX (64 << 20)

// A bit for each body and text that is copied, see TrExportOptions.filter: texts go along with the
// bodies that they hang on.
static guint8 *
find_copied (TrSelection *s, const TrModel *m)
{
  guint8 *bits = g_new0 (guint8, (m->n_bodies + m->n_labels) / 8 + 1);
  guint n;
  const TrSelected *item = tr_selection_get (s, &n);

  for (guint i = 0; i < n; i++)
    if (item[i].element.kind == TR_ELEMENT_BODY)
      bits[item[i].element.index / 8] |= (guint8) (1 << item[i].element.index % 8);
  for (int i = 0; i < m->n_labels; i++) {
    const TrConnector *at = &m->labels[i].at;
    bool is_on_one = at->kind != TR_AT_GROUND && (bits[at->body / 8] >> (at->body % 8) & 1);
    int bit = m->n_bodies + i;
    if (is_on_one || tr_selection_has (s, m->labels[i].id))
      bits[bit / 8] |= (guint8) (1 << bit % 8);
  }
  return bits;
}

// What is copied alone as a picture; NULL where it draws nothing.
static GdkContentProvider *
picture (TrSelection *s, TrExportFormat format, const char *type)
{
  TrSession *session = tr_selection_get_session (s);
  const TrModel *m = tr_session_get_model (session);
  g_autofree guint8 *copied = find_copied (s, m);
  TrExportOptions options = tr_export_options_make ();
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *note = NULL;

  options.margin = 1;
  options.dpi = PNG_DPI;
  options.filter = copied;
  bytes = tr_export_bytes (m, tr_session_get_state (session), format, &options, &note, NULL);
  return bytes ? gdk_content_provider_new_for_bytes (type, bytes) : NULL;
}

bool
tr_clipboard_copy (GdkClipboard *clipboard, TrSelection *selection, GError **error)
{
  TrDocument *d = tr_session_get_document (tr_selection_get_session (selection));
  g_autofree const char **ids = tr_selection_ids (selection);
  g_autofree char *text = ids[0] ? tr_document_copy (d, ids, error) : NULL;
  GdkContentProvider *provider[4];
  gsize n = 0;

  if (!text)
    return false;
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  provider[n++] = gdk_content_provider_new_for_bytes (TR_CLIPBOARD_TYPE, bytes);
  GdkContentProvider *svg = picture (selection, TR_EXPORT_SVG, "image/svg+xml");
  GdkContentProvider *png = picture (selection, TR_EXPORT_PNG, "image/png");
  if (svg)
    provider[n++] = svg;
  if (png)
    provider[n++] = png;
  provider[n++] = gdk_content_provider_new_typed (G_TYPE_STRING, text);
  g_autoptr (GdkContentProvider) all = gdk_content_provider_new_union (provider, n);
  return gdk_clipboard_set_content (clipboard, all);
}

typedef struct {
  TrClipboardFunc func;
  GObject *data;
  char *type;
  GInputStream *in;
  GByteArray *read;
} Reading;

static void
finish (Reading *r, const GError *error)
{
  g_autoptr (GBytes) bytes = g_byte_array_free_to_bytes (r->read);

  bool is_good = r->in && !error && g_bytes_get_size (bytes) > 0;
  r->func (r->type, is_good ? bytes : NULL, error, r->data);
  g_object_unref (r->data);
  g_clear_object (&r->in);
  g_free (r->type);
  g_free (r);
}

static void read_more (Reading *r);

static void
read_cb (GObject *object, GAsyncResult *result, gpointer data)
{
  Reading *r = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes =
      g_input_stream_read_bytes_finish (G_INPUT_STREAM (object), result, &error);
  gsize n = bytes ? g_bytes_get_size (bytes) : 0;

  if (n > 0)
    g_byte_array_append (r->read, g_bytes_get_data (bytes, NULL), (guint) n);
  if (r->read->len > BYTES_MAX)
    g_set_error (&error, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
                 _ ("What is on the clipboard is larger than %d MB"), BYTES_MAX >> 20);
  if (n > 0 && !error)
    read_more (r);
  else
    finish (r, error);
}

static void
read_more (Reading *r)
{
  g_input_stream_read_bytes_async (r->in, CHUNK, G_PRIORITY_DEFAULT, NULL, read_cb, r);
}

// Reading at once would wait for ever where the program itself is the owner.
static void
opened_cb (GObject *object, GAsyncResult *result, gpointer data)
{
  Reading *r = data;
  const char *type = NULL;

  r->in = gdk_clipboard_read_finish (GDK_CLIPBOARD (object), result, &type, NULL);
  r->type = g_strdup (type ? type : "");
  if (r->in)
    read_more (r);
  else
    finish (r, NULL);
}

// Only what is offered is asked for: there are programs that answer to any name.
void
tr_clipboard_read (GdkClipboard *clipboard, TrClipboardFunc func, gpointer data)
{
  static const char *const types[] = {
      TR_CLIPBOARD_TYPE, "image/svg+xml", "image/x-inkscape-svg",     "text/uri-list", "image/png",
      "image/tiff",      "image/jpeg",    "text/plain;charset=utf-8", "text/plain"};
  const char *offered[G_N_ELEMENTS (types) + 1] = {NULL};
  GdkContentFormats *formats = gdk_clipboard_get_formats (clipboard);
  Reading *r = g_new0 (Reading, 1);

  for (gsize i = 0, n = 0; i < G_N_ELEMENTS (types); i++)
    if (gdk_content_formats_contain_mime_type (formats, types[i]))
      offered[n++] = types[i];
  r->func = func;
  r->data = g_object_ref (data);
  r->read = g_byte_array_new ();
  if (offered[0])
    gdk_clipboard_read_async (clipboard, offered, G_PRIORITY_DEFAULT, NULL, opened_cb, r);
  else {
    r->type = g_strdup ("");
    finish (r, NULL);
  }
}
