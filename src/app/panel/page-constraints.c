// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/panel/page-constraints.h"

#include "app/panel/row-constraint.h"
#include "solver/judge/examine.h"
#include "session/arrival.h"

#include <glib/gi18n.h>

struct _TrConstraintPage {
  TrPage parent;
  GtkListView *list;
  GtkWidget *stack;
  int n[TR_N_SECTIONS]; // constraints in each section; conflicts: sets
};

G_DEFINE_FINAL_TYPE (TrConstraintPage, tr_constraint_page, TR_TYPE_PAGE)

static const char *const titles[TR_N_SECTIONS] = {
    [TR_SECTION_CONFLICT] = N_ ("Conflicts"),       [TR_SECTION_MISSING] = N_ ("Not holding"),
    [TR_SECTION_REDUNDANT] = N_ ("Redundant"),      [TR_SECTION_HOLDING] = N_ ("Holding"),
    [TR_SECTION_UNDEFINED] = N_ ("Without effect"), [TR_SECTION_REFERENCE] = N_ ("References"),
    [TR_SECTION_DISABLED] = N_ ("Switched off"),    [TR_SECTION_FORCES] = N_ ("Forces and goals"),
};

char *
tr_constraint_page_heading (TrConstraintPage *p, TrSection section)
{
  g_return_val_if_fail (section < TR_N_SECTIONS, NULL);
  return g_strdup_printf ("%s · %d", _ (titles[section]), p->n[section]);
}

static void
add_row (GArray *rows, int kind, int index)
{
  TrRowKey key = {kind, index, TR_ROW_INSIDE};
  g_array_append_val (rows, key);
}

// Every constraint's section. A conflict speaks before a redundancy.
static void
mark (GArray *constraints, guint8 *sections, TrSection section)
{
  for (guint i = 0; i < constraints->len; i++)
    sections[g_array_index (constraints, int, i)] = (guint8) section;
}

// A drawing that is not solved: what misses says so.
static void
mark_missing (TrSession *s, guint8 *sections)
{
  g_autofree guint8 *missing = tr_session_find_missing (s);
  for (int i = 0; i < tr_session_get_model (s)->n_constraints; i++)
    if (missing[i])
      sections[i] = TR_SECTION_MISSING;
}

static guint8 *
find_sections (TrSession *s, const TrCheck *check)
{
  const TrModel *m = tr_session_get_model (s);
  guint8 *sections = g_malloc ((gsize) m->n_constraints);

  for (int i = 0; i < m->n_constraints; i++)
    sections[i] = m->constraints[i].disabled ? TR_SECTION_DISABLED
                  : m->constraints[i].driven ? TR_SECTION_REFERENCE
                                             : TR_SECTION_HOLDING;
  if (!check->holds)
    mark_missing (s, sections);
  mark (check->undefined, sections, TR_SECTION_UNDEFINED);
  mark (check->redundant, sections, TR_SECTION_REDUNDANT);
  mark (check->conflicting, sections, TR_SECTION_CONFLICT);
  return sections;
}

// A card for each set: what cannot hold together stands together.
static void
add_conflicts (TrConstraintPage *p, GArray *rows, const TrModel *m, const TrCheck *check)
{
  p->n[TR_SECTION_CONFLICT] = (int) check->conflicts->len;
  if (check->conflicts->len > 0)
    add_row (rows, TR_SECTION_HEADING, TR_SECTION_CONFLICT);
  for (guint k = 0; k < check->conflicts->len; k++) {
    g_autoptr (GArray) set = tr_check_doubts (m, g_ptr_array_index (check->conflicts, k));
    guint start = rows->len;
    for (guint i = 0; i < set->len; i++)
      add_row (rows, TR_SECTION_CONFLICT, g_array_index (set, int, i));
    tr_row_keys_make_card (rows, start);
  }
}

static void
add_section (TrConstraintPage *p, GArray *rows, const guint8 *sections, int n, TrSection section)
{
  guint start = rows->len + 1;

  p->n[section] = 0;
  for (int i = 0; i < n; i++) {
    if (sections[i] != section)
      continue;
    if (p->n[section]++ == 0)
      add_row (rows, TR_SECTION_HEADING, (int) section);
    add_row (rows, (int) section, i);
  }
  tr_row_keys_make_card (rows, start);
}

static void
add_forces (TrConstraintPage *p, GArray *rows, int n)
{
  guint start = rows->len + 1;

  p->n[TR_SECTION_FORCES] = n;
  if (n > 0)
    add_row (rows, TR_SECTION_HEADING, TR_SECTION_FORCES);
  for (int i = 0; i < n; i++)
    add_row (rows, TR_SECTION_FORCES, i);
  tr_row_keys_make_card (rows, start);
}

static void
tr_constraint_page_update (TrPage *page, unsigned news)
{
  TrConstraintPage *p = TR_CONSTRAINT_PAGE (page);
  const TrModel *m = tr_page_get_model (page);

  // What holds is known when the hand lets go.
  if (!(news & TR_NEWS_DRAWING) || tr_session_is_dragging (tr_page_get_session (page)))
    return;
  const TrCheck *check = tr_session_check (tr_page_get_session (page));
  g_autofree guint8 *sections = find_sections (tr_page_get_session (page), check);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (TrRowKey));
  add_conflicts (p, rows, m, check);
  for (int k = TR_SECTION_CONFLICT + 1; k < TR_SECTION_FORCES; k++)
    add_section (p, rows, sections, m->n_constraints, (TrSection) k);
  add_forces (p, rows, m->n_forces);
  tr_page_set_rows (page, (const TrRowKey *) (gpointer) rows->data, rows->len);
  gtk_stack_set_visible_child_name (GTK_STACK (p->stack), rows->len > 0 ? "list" : "empty");
}

static const char *
tr_constraint_page_row_id (TrPage *page, const TrRowKey *key)
{
  const TrModel *m = tr_page_get_model (page);
  if (key->kind == TR_SECTION_FORCES)
    return key->index < m->n_forces ? m->forces[key->index].id : NULL;
  return key->kind < TR_N_SECTIONS && key->index < m->n_constraints ? m->constraints[key->index].id
                                                                    : NULL;
}

static void
tr_constraint_page_class_init (TrConstraintPageClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  TR_PAGE_CLASS (class)->update = tr_constraint_page_update;
  TR_PAGE_CLASS (class)->row_id = tr_constraint_page_row_id;
  gtk_widget_class_set_template_from_resource (widget, "/org/trammel/Trammel/page-constraints.ui");
  gtk_widget_class_bind_template_child (widget, TrConstraintPage, list);
  gtk_widget_class_bind_template_child (widget, TrConstraintPage, stack);
}

static void
tr_constraint_page_init (TrConstraintPage *p)
{
  gtk_widget_init_template (GTK_WIDGET (p));
  tr_page_set_list (TR_PAGE (p), p->list, TR_TYPE_CONSTRAINT_ROW, true);
}
