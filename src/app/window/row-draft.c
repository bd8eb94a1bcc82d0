// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/row-draft.h"

#include <glib/gi18n.h>

struct _TrDraftRow {
  GtkListBoxRow parent;
  GtkWidget *check, *name_label, *place_label;
  TrDraft *draft;
};

G_DEFINE_FINAL_TYPE (TrDraftRow, tr_draft_row, GTK_TYPE_LIST_BOX_ROW)

enum { PROP_CHOSEN = 1, N_PROPERTIES };
static GParamSpec *properties[N_PROPERTIES];

static char *
describe_time (gint64 us)
{
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (us / G_USEC_PER_SEC);
  g_autoptr (GDateTime) then = utc ? g_date_time_to_local (utc) : NULL;
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();

  if (!then)
    return g_strdup (_ ("at an unknown time"));
  bool is_today = g_date_time_get_year (then) == g_date_time_get_year (now) &&
                  g_date_time_get_day_of_year (then) == g_date_time_get_day_of_year (now);
  // Translators: as in strftime, of when a drawing was last kept.
  return g_date_time_format (then, is_today ? _ ("today at %H:%M") : _ ("%-d %B %Y at %H:%M"));
}

static void
show (TrDraftRow *r)
{
  const char *path = tr_draft_get_path (r->draft);
  g_autofree char *name = path ? g_filename_display_basename (path) : g_strdup (_ ("Untitled"));
  g_autofree char *folder = path ? g_path_get_dirname (path) : NULL;
  g_autofree char *shown = folder ? g_filename_display_name (folder) : NULL;
  g_autofree char *time = describe_time (tr_draft_get_time (r->draft));
  // Translators: when a drawing was kept, and the folder of its file.
  g_autofree char *place = shown ? g_strdup_printf (_ ("%s, in %s"), time, shown)
                                 : g_strdup_printf (_ ("%s, in no file yet"), time);

  gtk_label_set_label (GTK_LABEL (r->name_label), name);
  gtk_label_set_label (GTK_LABEL (r->place_label), place);
  gtk_accessible_update_property (GTK_ACCESSIBLE (r->check), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  -1);
}

static void
toggled_cb (TrDraftRow *r)
{
  g_object_notify_by_pspec (G_OBJECT (r), properties[PROP_CHOSEN]);
}

// A click anywhere on the row.
static void
tr_draft_row_activate (GtkListBoxRow *row)
{
  GtkCheckButton *check = GTK_CHECK_BUTTON (TR_DRAFT_ROW (row)->check);
  if (gtk_widget_get_visible (GTK_WIDGET (check)))
    gtk_check_button_set_active (check, !gtk_check_button_get_active (check));
}

static void
tr_draft_row_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  g_value_set_boolean (value, tr_draft_row_is_chosen (TR_DRAFT_ROW (object)));
}

static void
tr_draft_row_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  gtk_check_button_set_active (GTK_CHECK_BUTTON (TR_DRAFT_ROW (object)->check),
                               g_value_get_boolean (value));
}

static void
tr_draft_row_finalize (GObject *object)
{
  tr_draft_free (TR_DRAFT_ROW (object)->draft);
  G_OBJECT_CLASS (tr_draft_row_parent_class)->finalize (object);
}

static void
tr_draft_row_class_init (TrDraftRowClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->get_property = tr_draft_row_get_property;
  G_OBJECT_CLASS (class)->set_property = tr_draft_row_set_property;
  G_OBJECT_CLASS (class)->finalize = tr_draft_row_finalize;
  GTK_LIST_BOX_ROW_CLASS (class)->activate = tr_draft_row_activate;
  properties[PROP_CHOSEN] =
      g_param_spec_boolean ("chosen", NULL, NULL, TRUE, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (class), N_PROPERTIES, properties);
  gtk_widget_class_set_template_from_resource (widget, "/org/trammel/Trammel/row-draft.ui");
  gtk_widget_class_bind_template_child (widget, TrDraftRow, check);
  gtk_widget_class_bind_template_child (widget, TrDraftRow, name_label);
  gtk_widget_class_bind_template_child (widget, TrDraftRow, place_label);
  gtk_widget_class_bind_template_callback (widget, toggled_cb);
}

static void
tr_draft_row_init (TrDraftRow *r)
{
  gtk_widget_init_template (GTK_WIDGET (r));
}

GtkWidget *
tr_draft_row_new (TrDraft *draft, bool is_alone)
{
  TrDraftRow *r = g_object_new (TR_TYPE_DRAFT_ROW, NULL);
  r->draft = draft;
  gtk_widget_set_visible (r->check, !is_alone);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (r), !is_alone);
  show (r);
  return GTK_WIDGET (r);
}

bool
tr_draft_row_is_chosen (TrDraftRow *r)
{
  return gtk_check_button_get_active (GTK_CHECK_BUTTON (r->check));
}

TrDraft *
tr_draft_row_steal (TrDraftRow *r)
{
  return g_steal_pointer (&r->draft);
}
