// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Actions that draw by a dialog.

#include "app/window/window-private.h"

#include "app/dialogs/dialog.h"
#include "app/dialogs/formula-dialog.h"
#include "app/probe.h"

#include <glib/gi18n.h>

static void
formula_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;
  if (tr_window_may_edit (w))
    tr_formula_dialog_open (GTK_WINDOW (w), w->canvas, NULL);
}

static void
edit_formula_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;
  const char *id = g_variant_get_string (parameter, NULL);

  if (!tr_window_may_edit (w))
    return;
  const TrModel *m = tr_session_get_model (w->session);
  TrElement e = tr_model_find (m, id);
  if (e.kind == TR_ELEMENT_BODY && m->bodies[e.index].kind == TR_BODY_FORMULA)
    tr_formula_dialog_open (GTK_WINDOW (w), w->canvas, id);
}

static bool
edit (TrWindow *w, const TrSelected *item)
{
  const TrModel *m = tr_session_get_model (w->session);
  TrElement e = item->element;
  g_autofree char *id = g_strdup (item->text);

  if (e.kind == TR_ELEMENT_CONSTRAINT)
    return tr_canvas_edit_dimension (w->canvas, id, false);
  if (e.kind == TR_ELEMENT_LABEL)
    return tr_canvas_edit_text (w->canvas, id);
  if (e.kind != TR_ELEMENT_BODY || m->bodies[e.index].kind != TR_BODY_FORMULA)
    return false;
  tr_formula_dialog_open (GTK_WINDOW (w), w->canvas, id);
  return true;
}

// What a double click on it does.
static void
edit_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;
  guint n;

  if (!tr_window_may_edit (w))
    return;
  const TrSelected *item = tr_selection_get (tr_canvas_get_selection (w->canvas), &n);
  if (n != 1 || !edit (w, item))
    tr_canvas_set_message (w->canvas, _ ("Select a dimension, a text or a formula to edit it"));
}

static void
picture_chosen_cb (GtkWindow *window, GFile *file, gpointer data)
{
  TrWindow *w = TR_WINDOW (window);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = file ? g_file_load_bytes (file, NULL, NULL, &error) : NULL;
  g_autofree char *uri = bytes ? tr_window_picture_uri (bytes, &error) : NULL;

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

  if (tr_window_may_edit (w))
    tr_dialog_open (GTK_WINDOW (w), _ ("Choose a Picture"), filters, G_N_ELEMENTS (filters),
                    picture_chosen_cb, NULL);
}

// What can carry a drawing, where that alone is selected; NULL: something else is.
static const char *
selected_carrier (TrWindow *w)
{
  guint n;
  const TrSelected *item = tr_selection_get (tr_canvas_get_selection (w->canvas), &n);
  const TrModel *m = tr_session_get_model (w->session);

  if (n != 1 || item->element.kind != TR_ELEMENT_BODY ||
      !tr_body_get_ops (&m->bodies[item->element.index])->has_local)
    return NULL;
  return item->text;
}

static void
carried_chosen_cb (GtkWindow *window, GFile *file, gpointer data)
{
  TrWindow *w = TR_WINDOW (window);
  g_autofree char *id = data;
  g_autoptr (GError) error = NULL;

  if (!file || !w->session)
    return;
  bool ok = tr_window_carry_file (w, file, id, &error);
  tr_probe_say ("carried", "\"ok\": %s", ok ? "true" : "false");
  if (!ok)
    tr_window_tell_failure (w, _ ("Could not take over “%s”"), file, error->message);
}

static void
carry_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  const TrDialogFilter filters[] = {{_ ("Drawings and pictures"), "*.dxf", "image/*"},
                                    {_ ("All files"), NULL, NULL}};
  TrWindow *w = data;

  if (!tr_window_may_edit (w))
    return;
  const char *id = selected_carrier (w);
  if (id)
    tr_dialog_open (GTK_WINDOW (w), _ ("Choose What It Carries"), filters, G_N_ELEMENTS (filters),
                    carried_chosen_cb, g_strdup (id));
  else
    tr_canvas_set_message (w->canvas, _ ("Select the sheet or the rigid link to put it on"));
}

static const GActionEntry actions[] = {
    {.name = "formula", .activate = formula_cb},
    {.name = "picture", .activate = picture_cb},
    {.name = "carry", .activate = carry_cb},
    {.name = "edit", .activate = edit_cb},
    {.name = "edit-formula", .activate = edit_formula_cb, .parameter_type = "s"},
};

void
tr_window_add_draw_actions (TrWindow *w)
{
  g_action_map_add_action_entries (G_ACTION_MAP (w), actions, G_N_ELEMENTS (actions), w);
}
