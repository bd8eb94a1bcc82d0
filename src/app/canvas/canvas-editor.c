// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The entry over the drawing, in which dimensions and texts are edited in place.

#include "app/canvas/canvas-private.h"

#define EDITOR_CHARS 12

bool
tr_canvas_is_editing (TrCanvas *c)
{
  return c->edited != NULL;
}

// Whatever happens while the entry goes away finds nothing that is being edited any more.
static void
close_editor (TrCanvas *c)
{
  bool had_focus = gtk_widget_get_focus_child (GTK_WIDGET (c)) == c->editor;

  c->edited = NULL;
  gtk_widget_set_visible (c->editor, FALSE);
  if (had_focus)
    gtk_widget_grab_focus (GTK_WIDGET (c));
  tr_canvas_tell (c);
}

static void
activate_cb (GtkEntry *entry, TrCanvas *c)
{
  g_autofree char *text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry)));

  if (!c->edited)
    return;
  if (c->edited (c, text, c->edited_data))
    close_editor (c);
  else
    gtk_widget_add_css_class (c->editor, "error");
}

static void
leave_editor (TrCanvas *c)
{
  TrEditFunc edited = c->edited;

  close_editor (c);
  edited (c, NULL, c->edited_data);
}

bool
tr_canvas_take_edit (TrCanvas *c)
{
  if (!c->edited)
    return true;
  activate_cb (GTK_ENTRY (c->editor), c);
  if (c->edited)
    gtk_entry_grab_focus_without_selecting (GTK_ENTRY (c->editor));
  return !c->edited;
}

void
tr_canvas_end_edit (TrCanvas *c)
{
  if (!tr_canvas_take_edit (c))
    leave_editor (c);
}

// As wide as what is written, and no wider than the canvas.
static void
fit_editor (TrCanvas *c)
{
  GtkEditable *entry = GTK_EDITABLE (c->editor);
  int n = (int) g_utf8_strlen (gtk_editable_get_text (entry), -1) + 1;
  GtkRequisition size, twice;

  gtk_editable_set_width_chars (entry, 2 * EDITOR_CHARS);
  gtk_widget_get_preferred_size (c->editor, NULL, &twice);
  gtk_editable_set_width_chars (entry, EDITOR_CHARS);
  gtk_widget_get_preferred_size (c->editor, NULL, &size);
  double one = fmax (1, (twice.width - size.width) / (double) EDITOR_CHARS);
  int most = EDITOR_CHARS + (int) fmax (0, (c->size.x - size.width) / one);
  gtk_editable_set_width_chars (entry, CLAMP (n, EDITOR_CHARS, MAX (EDITOR_CHARS, most)));
  gtk_widget_queue_allocate (GTK_WIDGET (c));
}

static void
typed_cb (TrCanvas *c)
{
  gtk_widget_remove_css_class (c->editor, "error");
  fit_editor (c);
}

static gboolean
key_cb (
    GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, TrCanvas *c)
{
  if (key != GDK_KEY_Escape || !c->edited)
    return FALSE;
  leave_editor (c);
  return TRUE;
}

void
tr_canvas_place_editor (TrCanvas *c)
{
  GtkRequisition size;

  if (!c->editor || !gtk_widget_get_visible (c->editor))
    return;
  gtk_widget_get_preferred_size (c->editor, NULL, &size);
  // All of it on the canvas.
  double x = fmax (0, fmin (c->editor_at.x, c->size.x - size.width));
  double y = fmax (0, fmin (c->editor_at.y - 0.5 * size.height, c->size.y - size.height));
  gtk_widget_size_allocate (c->editor, &(GtkAllocation){(int) x, (int) y, size.width, size.height},
                            -1);
}

void
tr_canvas_edit (TrCanvas *c, Vec2 at, const char *text, TrEditFunc done, gpointer data)
{
  g_return_if_fail (done && text);
  tr_canvas_end_edit (c);
  c->editor_at = at;
  gtk_editable_set_text (GTK_EDITABLE (c->editor), text);
  c->edited = done;
  c->edited_data = data;
  typed_cb (c);
  gtk_widget_set_visible (c->editor, TRUE);
  gtk_widget_grab_focus (c->editor);
  gtk_editable_select_region (GTK_EDITABLE (c->editor), 0, -1);
  tr_canvas_tell (c);
}

void
tr_canvas_init_editor (TrCanvas *c)
{
  GtkEventController *key = gtk_event_controller_key_new ();

  c->editor = gtk_entry_new ();
  gtk_widget_set_name (c->editor, "editor");
  gtk_editable_set_width_chars (GTK_EDITABLE (c->editor), EDITOR_CHARS);
  gtk_widget_set_visible (c->editor, FALSE);
  gtk_widget_set_cursor_from_name (c->editor, "text");
  gtk_event_controller_set_propagation_phase (key, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (c->editor, key);
  gtk_widget_set_parent (c->editor, GTK_WIDGET (c));
  g_signal_connect (key, "key-pressed", G_CALLBACK (key_cb), c);
  g_signal_connect (c->editor, "activate", G_CALLBACK (activate_cb), c);
  g_signal_connect_swapped (c->editor, "changed", G_CALLBACK (typed_cb), c);
}
