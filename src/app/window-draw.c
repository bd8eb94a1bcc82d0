// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Actions that draw by a dialog.

#include "app/window-private.h"

#include "app/dialog.h"
#include "app/formula-dialog.h"

#include <glib/gi18n.h>

static bool
may_draw (TrWindow *w)
{
  return !tr_session_is_dragging (w->session) && !tr_canvas_is_editing (w->canvas);
}

static void
formula_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;
  if (may_draw (w))
    tr_formula_dialog_open (GTK_WINDOW (w), w->canvas, NULL);
}

static void
edit_formula_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;
  const char *id = g_variant_get_string (parameter, NULL);
  const TrModel *m = tr_session_get_model (w->session);
  TrElement e = tr_model_find (m, id);

  if (may_draw (w) && e.kind == TR_ELEMENT_BODY && m->bodies[e.index].kind == TR_BODY_FORMULA)
    tr_formula_dialog_open (GTK_WINDOW (w), w->canvas, id);
}

static bool
is_png (GBytes *bytes)
{
  static const guint8 signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  gsize n;
  const guint8 *data = g_bytes_get_data (bytes, &n);
  return n > sizeof signature && memcmp (data, signature, sizeof signature) == 0;
}

// A PNG as it is, any other kind of picture as a PNG; NULL: none that can be read.
static char *
read_picture (GFile *file, GError **error)
{
  g_autoptr (GBytes) bytes = g_file_load_bytes (file, NULL, NULL, error);

  if (!bytes)
    return NULL;
  if (!is_png (bytes)) {
    g_autoptr (GdkTexture) texture = gdk_texture_new_from_bytes (bytes, error);
    if (!texture)
      return NULL;
    g_bytes_unref (bytes);
    bytes = gdk_texture_save_to_png_bytes (texture);
  }
  gsize n;
  const guchar *data = g_bytes_get_data (bytes, &n);
  g_autofree char *text = g_base64_encode (data, n);
  return g_strconcat ("data:image/png;base64,", text, NULL);
}

static void
picture_chosen_cb (GtkWindow *window, GFile *file, gpointer data)
{
  TrWindow *w = TR_WINDOW (window);
  g_autoptr (GError) error = NULL;
  g_autofree char *uri = file ? read_picture (file, &error) : NULL;

  if (!file || !w->session)
    return;
  if (!uri || !tr_canvas_place_picture (w->canvas, uri, &error))
    tr_dialog_tell (window, _ ("The picture cannot be used"), error->message);
}

static void
picture_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const TrDialogFilter filters[] = {{_ ("Pictures"), "*.png", "image/*"},
                                    {_ ("All files"), NULL, NULL}};
  TrWindow *w = data;

  if (may_draw (w))
    tr_dialog_open (GTK_WINDOW (w), _ ("Choose a Picture"), filters, G_N_ELEMENTS (filters),
                    picture_chosen_cb, NULL);
}

static const GActionEntry actions[] = {
    {.name = "formula", .activate = formula_cb},
    {.name = "picture", .activate = picture_cb},
    {.name = "edit-formula", .activate = edit_formula_cb, .parameter_type = "s"},
};

void
tr_window_add_draw_actions (TrWindow *w)
{
  g_action_map_add_action_entries (G_ACTION_MAP (w), actions, G_N_ELEMENTS (actions), w);
}
