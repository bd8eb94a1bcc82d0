// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/panel/page-parameters.h"

#include "app/panel/row-parameter.h"
#include "session/output.h"

struct _TrParameterPage {
  TrPage parent;
  GtkListView *list;
  GtkWidget *stack;
};

G_DEFINE_FINAL_TYPE (TrParameterPage, tr_parameter_page, TR_TYPE_PAGE)

static void
append_row (GArray *rows, int kind, int index)
{
  TrRowKey key = {kind, index, 0};
  g_array_append_val (rows, key);
}

// A card of parameters, which go in, and one of outputs, which are measured.
static void
tr_parameter_page_update (TrPage *page, unsigned news)
{
  const TrModel *m = tr_page_get_model (page);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (TrRowKey));

  // A drag leaves parameters as they are, but not what is measured.
  if (!(news & (TR_NEWS_DRAWING | TR_NEWS_MOVED)))
    return;
  for (int i = 0; i < m->n_parameters; i++)
    append_row (rows, TR_PARAMETER_ROW_INPUT, i);
  tr_row_keys_make_card (rows, 0);
  guint start = rows->len;
  for (int i = 0; i < m->n_constraints; i++)
    if (tr_output_is (m, i))
      append_row (rows, TR_PARAMETER_ROW_OUTPUT, i);
  tr_row_keys_make_card (rows, start);
  tr_page_set_rows (page, (const TrRowKey *) (void *) rows->data, rows->len);
  gtk_stack_set_visible_child_name (GTK_STACK (TR_PARAMETER_PAGE (page)->stack),
                                    rows->len > 0 ? "list" : "empty");
}

static const char *
tr_parameter_page_row_id (TrPage *page, const TrRowKey *key)
{
  const TrModel *m = tr_page_get_model (page);
  if (key->kind == TR_PARAMETER_ROW_OUTPUT)
    return key->index < m->n_constraints ? m->constraints[key->index].id : NULL;
  return key->index < m->n_parameters ? m->parameters[key->index].name : NULL;
}

// The first of a, b, … that nothing is called by.
static char *
free_name (const TrModel *m)
{
  for (int i = 0;; i++) {
    char letter = (char) ('a' + i % 26);
    char *name = i < 26 ? g_strdup_printf ("%c", letter) : g_strdup_printf ("%c%d", letter, i / 26);
    if (tr_model_find (m, name).kind == TR_ELEMENT_NONE)
      return name;
    g_free (name);
  }
}

static void
add_cb (TrParameterPage *p)
{
  TrSession *session = tr_page_get_session (TR_PAGE (p));
  g_autofree char *name = free_name (tr_session_get_model (session));
  g_autofree char *json = g_strdup_printf ("{\"name\": \"%s\", \"value\": 10}", name);
  g_autoptr (GError) error = NULL;

  if (!tr_session_add (session, json, NULL, &error))
    g_warning ("%s", error->message);
}

static void
tr_parameter_page_class_init (TrParameterPageClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  TR_PAGE_CLASS (class)->update = tr_parameter_page_update;
  TR_PAGE_CLASS (class)->row_id = tr_parameter_page_row_id;
  gtk_widget_class_set_template_from_resource (widget, "/org/trammel/Trammel/page-parameters.ui");
  gtk_widget_class_bind_template_child (widget, TrParameterPage, list);
  gtk_widget_class_bind_template_child (widget, TrParameterPage, stack);
  gtk_widget_class_bind_template_callback (widget, add_cb);
}

static void
tr_parameter_page_init (TrParameterPage *p)
{
  gtk_widget_init_template (GTK_WIDGET (p));
  tr_page_set_list (TR_PAGE (p), p->list, TR_TYPE_PARAMETER_ROW, false);
}
