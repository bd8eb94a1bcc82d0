// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/recovery.h"

#include "app/dialogs/dialog.h"
#include "app/probe.h"
#include "app/window/row-draft.h"

#include <glib/gi18n.h>

#define TR_TYPE_RECOVERY (tr_recovery_get_type ())
G_DECLARE_FINAL_TYPE (TrRecovery, tr_recovery, TR, RECOVERY, GtkWindow)

struct _TrRecovery {
  GtkWindow parent;
  GtkListBox *list;
  GtkWidget *discard_button, *recover_button;
};

G_DEFINE_FINAL_TYPE (TrRecovery, tr_recovery, GTK_TYPE_WINDOW)

static TrDraftRow *
next_row (TrRecovery *r, TrDraftRow *row)
{
  GtkWidget *next = row ? gtk_widget_get_next_sibling (GTK_WIDGET (row))
                        : gtk_widget_get_first_child (GTK_WIDGET (r->list));
  return next ? TR_DRAFT_ROW (next) : NULL;
}

static void
chosen_changed_cb (TrRecovery *r)
{
  bool any = false;
  for (TrDraftRow *row = next_row (r, NULL); row; row = next_row (r, row))
    any = any || tr_draft_row_is_chosen (row);
  gtk_widget_set_sensitive (r->discard_button, any);
  gtk_widget_set_sensitive (r->recover_button, any);
}

// Damage is told about, and what is left of the drawing is kept out of the way.
static void
tell_damage (TrWindow *w, TrDraft *draft, const char *reason)
{
  g_autofree char *aside = tr_draft_set_aside (draft);
  g_autofree char *shown = aside ? g_filename_display_name (aside) : NULL;
  g_autofree char *kept =
      shown ? g_strdup_printf (_ ("What there is of it is kept as %s."), shown) : NULL;
  g_autofree char *why = kept ? g_strconcat (reason, "\n\n", kept, NULL) : g_strdup (reason);
  tr_dialog_tell (GTK_WINDOW (w), _ ("A drawing could not be recovered"), why);
}

static void
recover (TrWindow *w, TrDraft *draft)
{
  g_autoptr (GError) error = NULL;

  if (tr_window_restore (w, draft, &error))
    return;
  tell_damage (w, draft, error->message);
  tr_draft_free (draft);
}

static void
discard (TrWindow *w, TrDraft *draft)
{
  tr_draft_drop (draft);
  tr_draft_free (draft);
}

// Takes the chosen rows out before anything is done: that may end the dialog.
static GPtrArray *
take_chosen (TrRecovery *r)
{
  GPtrArray *chosen = g_ptr_array_new ();
  for (TrDraftRow *row = next_row (r, NULL), *next; row; row = next) {
    next = next_row (r, row);
    if (!tr_draft_row_is_chosen (row))
      continue;
    g_ptr_array_add (chosen, tr_draft_row_steal (row));
    gtk_list_box_remove (r->list, GTK_WIDGET (row));
  }
  return chosen;
}

static void
decide (TrRecovery *r, void (*verb) (TrWindow *, TrDraft *), const char *event)
{
  g_autoptr (GPtrArray) chosen = take_chosen (r);
  g_autoptr (TrWindow) w = g_object_ref (TR_WINDOW (gtk_window_get_transient_for (GTK_WINDOW (r))));

  // The others are next.
  for (TrDraftRow *row = next_row (r, NULL); row; row = next_row (r, row))
    g_object_set (row, "chosen", TRUE, NULL);
  if (!next_row (r, NULL))
    gtk_window_destroy (GTK_WINDOW (r));
  for (guint i = 0; i < chosen->len; i++)
    verb (w, chosen->pdata[i]);
  tr_probe_say (event, "\"n\": %u", chosen->len);
}

static void
recover_cb (TrRecovery *r)
{
  decide (r, recover, "recovered");
}

static void
discard_cb (TrRecovery *r)
{
  decide (r, discard, "discarded");
}

static void
tr_recovery_class_init (TrRecoveryClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  gtk_widget_class_set_template_from_resource (widget, "/org/trammel/Trammel/recovery.ui");
  gtk_widget_class_bind_template_child (widget, TrRecovery, list);
  gtk_widget_class_bind_template_child (widget, TrRecovery, discard_button);
  gtk_widget_class_bind_template_child (widget, TrRecovery, recover_button);
  gtk_widget_class_bind_template_callback (widget, recover_cb);
  gtk_widget_class_bind_template_callback (widget, discard_cb);
  gtk_widget_class_add_binding_action (widget, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
tr_recovery_init (TrRecovery *r)
{
  gtk_widget_init_template (GTK_WIDGET (r));
  gtk_window_set_default_widget (GTK_WINDOW (r), r->recover_button);
}

static void
add_row (TrRecovery *r, TrDraft *draft, bool is_alone)
{
  GtkWidget *row = tr_draft_row_new (draft, is_alone);
  g_signal_connect_object (row, "notify::chosen", G_CALLBACK (chosen_changed_cb), r,
                           G_CONNECT_SWAPPED);
  gtk_list_box_append (r->list, row);
}

void
tr_recovery_offer (TrWindow *parent)
{
  g_autofree char *folder = tr_draft_folder ();
  g_autoptr (GPtrArray) drafts = tr_draft_find (folder);
  guint n = drafts->len;

  if (n == 0)
    return;
  TrRecovery *r = g_object_new (TR_TYPE_RECOVERY, "transient-for", parent, NULL);
  while (drafts->len > 0)
    add_row (r, g_ptr_array_steal_index (drafts, 0), n == 1);
  chosen_changed_cb (r);
  gtk_window_present (GTK_WINDOW (r));
  tr_probe_say ("recovery", "\"n\": %u", n);
}
