// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/panel/row-setting.h"

#include "app/panel/page-settings.h"
#include "session/setting.h"

struct _TrSettingRow {
  TrPageRow parent;
  GtkWidget *heading, *body, *label, *entry, *toggle, *error_label;
  bool is_telling; // the switch follows the drawing
  char *shown;     // what the entry showed before anything was written; NULL: nothing yet
};

G_DEFINE_FINAL_TYPE (TrSettingRow, tr_setting_row, TR_TYPE_PAGE_ROW)

static TrPage *
page_of (TrSettingRow *r)
{
  return tr_page_row_get_page (TR_PAGE_ROW (r));
}

static int
line_of (TrSettingRow *r)
{
  return tr_page_row_get_key (TR_PAGE_ROW (r))->index;
}

// False: it is not there any more.
static bool
find (TrSettingRow *r, TrElement *of)
{
  const TrModel *m = tr_page_get_model (page_of (r));

  *of = tr_setting_page_get_of (TR_SETTING_PAGE (page_of (r)));
  return (of->kind == TR_ELEMENT_NONE ||
          of->index < (of->kind == TR_ELEMENT_FORCE ? m->n_forces : m->n_constraints)) &&
         line_of (r) < tr_setting_count (m, *of);
}

static void
set (TrSettingRow *r, TrElement of, const char *typed)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *was = g_steal_pointer (&r->shown);

  r->shown = g_strdup (typed);
  bool ok = tr_setting_set (tr_page_get_session (page_of (r)), of, line_of (r), typed, &error);
  if (!ok) {
    g_free (r->shown);
    r->shown = g_steal_pointer (&was);
  }
  tr_page_row_tell (r->entry, r->error_label, ok ? NULL : error->message);
}

static void
entered_cb (TrSettingRow *r)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (r->entry));
  TrElement of;

  if (tr_page_row_get_key (TR_PAGE_ROW (r))->kind == TR_SETTING_LINE && r->shown &&
      strcmp (r->shown, text) != 0 && find (r, &of)) {
    g_autofree char *typed = g_strdup (text);
    set (r, of, typed);
  }
}

// Back to what it was before anything was written.
static gboolean
entry_key_cb (TrSettingRow *r, guint key)
{
  return key == GDK_KEY_Escape && tr_page_row_put_back (r->entry, r->error_label, r->shown);
}

static void
toggled_cb (TrSettingRow *r)
{
  TrElement of;

  if (!r->is_telling && find (r, &of))
    set (r, of, gtk_switch_get_active (GTK_SWITCH (r->toggle)) ? "true" : "false");
}

static void
show_text (TrSettingRow *r, const TrSetting *x, bool is_new)
{
  gtk_entry_set_placeholder_text (GTK_ENTRY (r->entry), x->hint);
  if (tr_page_row_is_written (r->entry, r->shown) && !is_new)
    return;
  g_free (r->shown);
  r->shown = g_strdup (x->text);
  if (strcmp (gtk_editable_get_text (GTK_EDITABLE (r->entry)), r->shown) != 0)
    gtk_editable_set_text (GTK_EDITABLE (r->entry), r->shown);
}

static void
show (TrSettingRow *r, const TrSetting *x, bool is_new)
{
  g_autofree char *name = g_strdup_printf ("setting-%s", x->member);
  g_autofree char *error = g_strdup_printf ("setting-error-%s", x->member);
  GtkWidget *control = x->is_flag ? r->toggle : r->entry;

  gtk_label_set_label (GTK_LABEL (r->label), x->label);
  gtk_widget_set_tooltip_text (r->body, x->is_flag ? x->hint : NULL);
  gtk_widget_set_visible (r->toggle, x->is_flag);
  gtk_widget_set_visible (r->entry, !x->is_flag);
  gtk_widget_set_name (x->is_flag ? r->entry : r->toggle, "");
  gtk_widget_set_name (control, name);
  gtk_widget_set_name (r->error_label, error);
  gtk_accessible_update_property (GTK_ACCESSIBLE (control), GTK_ACCESSIBLE_PROPERTY_LABEL, x->label,
                                  -1);
  tr_page_row_set_label (TR_PAGE_ROW (r), x->label);
  if (!x->is_flag)
    show_text (r, x, is_new);
  r->is_telling = true;
  gtk_switch_set_active (GTK_SWITCH (r->toggle), x->is_on);
  r->is_telling = false;
}

static void
tr_setting_row_show_key (TrPageRow *row, bool is_new)
{
  TrSettingRow *r = TR_SETTING_ROW (row);
  bool is_heading = tr_page_row_get_key (row)->kind == TR_SETTING_HEADING;
  TrElement of;

  if (!find (r, &of))
    return;
  gtk_widget_set_visible (r->heading, is_heading);
  gtk_widget_set_visible (r->body, !is_heading);
  if (is_new)
    tr_page_row_tell (r->entry, r->error_label, NULL);
  if (is_heading) {
    g_autofree char *title = tr_setting_title (tr_page_get_model (page_of (r)), of);
    gtk_label_set_label (GTK_LABEL (r->heading), title);
    tr_page_row_set_label (row, title);
    return;
  }
  g_autoptr (TrSetting) x = tr_setting_get (tr_page_get_session (page_of (r)), of, line_of (r));
  show (r, x, is_new);
}

static void
tr_setting_row_finalize (GObject *object)
{
  g_free (TR_SETTING_ROW (object)->shown);
  G_OBJECT_CLASS (tr_setting_row_parent_class)->finalize (object);
}

static void
tr_setting_row_class_init (TrSettingRowClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = tr_setting_row_finalize;
  TR_PAGE_ROW_CLASS (class)->show_key = tr_setting_row_show_key;
  gtk_widget_class_set_template_from_resource (widget, "/org/trammel/Trammel/row-setting.ui");
  gtk_widget_class_bind_template_child (widget, TrSettingRow, heading);
  gtk_widget_class_bind_template_child (widget, TrSettingRow, body);
  gtk_widget_class_bind_template_child (widget, TrSettingRow, label);
  gtk_widget_class_bind_template_child (widget, TrSettingRow, entry);
  gtk_widget_class_bind_template_child (widget, TrSettingRow, toggle);
  gtk_widget_class_bind_template_child (widget, TrSettingRow, error_label);
  gtk_widget_class_bind_template_callback (widget, entered_cb);
  gtk_widget_class_bind_template_callback (widget, entry_key_cb);
  gtk_widget_class_bind_template_callback (widget, toggled_cb);
}

static void
tr_setting_row_init (TrSettingRow *r)
{
  gtk_widget_init_template (GTK_WIDGET (r));
}
