// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/panel/page-settings.h"

#include "app/panel/row-setting.h"
#include "session/setting.h"

struct _TrSettingPage {
  TrPage parent;
  GtkListView *list;
  GtkWidget *hint;
  TrElement of;
};

G_DEFINE_FINAL_TYPE (TrSettingPage, tr_setting_page, TR_TYPE_PAGE)

TrElement
tr_setting_page_get_of (TrSettingPage *p)
{
  return p->of;
}

bool
tr_setting_page_find (TrSelection *selection, TrElement *of)
{
  guint n;
  const TrSelected *item = tr_selection_get (selection, &n);

  *of = n == 1 ? item->element : (TrElement){TR_ELEMENT_NONE, -1};
  if (n == 0)
    return tr_session_get_model (tr_selection_get_session (selection))->n_bodies > 0;
  return n == 1 && (of->kind == TR_ELEMENT_CONSTRAINT || of->kind == TR_ELEMENT_FORCE);
}

static void
tr_setting_page_update (TrPage *page, unsigned news)
{
  TrSettingPage *p = TR_SETTING_PAGE (page);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (TrRowKey));
  TrRowKey heading = {TR_SETTING_HEADING, 0, TR_ROW_INSIDE};

  if (tr_setting_page_find (tr_page_get_selection (page), &p->of)) {
    g_array_append_val (rows, heading);
    for (int i = 0; i < tr_setting_count (tr_page_get_model (page), p->of); i++) {
      TrRowKey line = {TR_SETTING_LINE, i, TR_ROW_INSIDE};
      g_array_append_val (rows, line);
    }
    tr_row_keys_make_card (rows, 1);
  }
  gtk_widget_set_visible (p->hint, p->of.kind == TR_ELEMENT_NONE);
  tr_page_set_rows (page, (const TrRowKey *) (gpointer) rows->data, rows->len);
}

static const char *
tr_setting_page_row_id (TrPage *page, const TrRowKey *key)
{
  return key->kind == TR_SETTING_HEADING ? NULL : "setting";
}

static void
tr_setting_page_class_init (TrSettingPageClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  TR_PAGE_CLASS (class)->update = tr_setting_page_update;
  TR_PAGE_CLASS (class)->row_id = tr_setting_page_row_id;
  gtk_widget_class_set_template_from_resource (widget, "/org/trammel/Trammel/page-settings.ui");
  gtk_widget_class_bind_template_child (widget, TrSettingPage, list);
  gtk_widget_class_bind_template_child (widget, TrSettingPage, hint);
}

static void
tr_setting_page_init (TrSettingPage *p)
{
  p->of = (TrElement){TR_ELEMENT_NONE, -1};
  gtk_widget_init_template (GTK_WIDGET (p));
  tr_page_set_list (TR_PAGE (p), p->list, TR_TYPE_SETTING_ROW, false);
}
