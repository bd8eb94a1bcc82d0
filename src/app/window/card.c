// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/card.h"

#include "app/command.h"

#include <glib/gi18n.h>

struct _TrCard {
  GtkButton parent;
  GtkWidget *box, *title_label, *sample;
};

G_DEFINE_FINAL_TYPE (TrCard, tr_card, GTK_TYPE_BUTTON)

TrSample *
tr_card_get_sample (TrCard *c)
{
  return TR_SAMPLE (c->sample);
}

static void
tr_card_class_init (TrCardClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  gtk_widget_class_set_template_from_resource (widget, "/org/trammel/Trammel/card.ui");
  gtk_widget_class_bind_template_child (widget, TrCard, box);
  gtk_widget_class_bind_template_child (widget, TrCard, title_label);
}

static void
tr_card_init (TrCard *c)
{
  gtk_widget_init_template (GTK_WIDGET (c));
}

GtkWidget *
tr_card_new (const TrTemplate *t)
{
  TrCard *c = g_object_new (TR_TYPE_CARD, NULL);
  g_autofree char *action = g_strconcat ("win.template::", t->name, NULL);
  g_autofree char *name = g_strconcat ("card-", t->name, NULL);
  g_autofree char *title = tr_command_dup_title (tr_command_find (action));

  c->sample = tr_sample_new (t);
  gtk_box_prepend (GTK_BOX (c->box), c->sample);
  gtk_label_set_label (GTK_LABEL (c->title_label), title);
  gtk_actionable_set_detailed_action_name (GTK_ACTIONABLE (c), action);
  gtk_widget_set_name (GTK_WIDGET (c), name);
  gtk_widget_set_tooltip_text (GTK_WIDGET (c), _ (t->what));
  gtk_accessible_update_property (GTK_ACCESSIBLE (c), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, _ (t->what), -1);
  return GTK_WIDGET (c);
}
