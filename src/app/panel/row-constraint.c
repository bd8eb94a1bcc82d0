// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/panel/row-constraint.h"

#include "app/panel/page-constraints.h"
#include "app/value.h"
#include "render/glyph.h"
#include "session/force-title.h"
#include "session/free.h"
#include "session/goals.h"
#include "session/quantity.h"
#include "session/relate.h"

#include <glib/gi18n.h>

#define SIGN_SIZE 14
#define BESIDE    11 // letters of a value that has room beside a title

struct _TrConstraintRow {
  TrPageRow parent;
  GtkWidget *heading, *body, *sign, *texts, *title_label, *value_label, *entry, *toggle,
      *error_label, *cures, *reference_button, *reference_label, *why_button, *solve_button;
  bool is_telling; // the switch follows the drawing
  bool is_written; // the entry stands in place of the value
};

G_DEFINE_FINAL_TYPE (TrConstraintRow, tr_constraint_row, TR_TYPE_PAGE_ROW)

static const TrRowKey *
key_of (TrConstraintRow *r)
{
  return tr_page_row_get_key (TR_PAGE_ROW (r));
}

static TrSession *
session_of (TrConstraintRow *r)
{
  return tr_page_get_session (tr_page_row_get_page (TR_PAGE_ROW (r)));
}

// NULL: a heading, or gone.
static const TrConstraint *
constraint_of (TrConstraintRow *r)
{
  const TrModel *m = tr_session_get_model (session_of (r));
  const TrRowKey *key = key_of (r);
  return key->kind < TR_SECTION_FORCES && key->index < m->n_constraints
             ? &m->constraints[key->index]
             : NULL;
}

static const TrForce *
force_of (TrConstraintRow *r)
{
  const TrModel *m = tr_session_get_model (session_of (r));
  const TrRowKey *key = key_of (r);
  return key->kind == TR_SECTION_FORCES && key->index < m->n_forces ? &m->forces[key->index] : NULL;
}

// The focus goes back to the row of the list, unless it has gone elsewhere. That it leaves the entry
// is no news any more.
static void
end_edit (TrConstraintRow *r)
{
  if (!r->is_written)
    return;
  r->is_written = false;
  tr_page_row_tell (r->entry, r->error_label, NULL);
  if (gtk_widget_get_state_flags (r->entry) & GTK_STATE_FLAG_FOCUS_WITHIN)
    gtk_widget_grab_focus (gtk_widget_get_parent (GTK_WIDGET (r)));
  gtk_widget_set_visible (r->entry, FALSE);
  gtk_widget_set_visible (r->value_label, TRUE);
}

static void
tr_constraint_row_edit (TrPageRow *row)
{
  TrConstraintRow *r = TR_CONSTRAINT_ROW (row);
  g_autofree char *text = constraint_of (r) ? tr_value_text (session_of (r), key_of (r)->index)
                          : force_of (r)    ? tr_force_strength_text (force_of (r))
                                            : NULL;
  if (!text)
    return;
  gtk_editable_set_text (GTK_EDITABLE (r->entry), text);
  gtk_widget_set_visible (r->value_label, FALSE);
  gtk_widget_set_visible (r->entry, TRUE);
  r->is_written = true;
  gtk_widget_grab_focus (r->entry);
}

// The step is called as the force is.
static bool
set_strength (TrConstraintRow *r, const char *text, GError **error)
{
  const TrForce *f = force_of (r);
  TrSession *s = session_of (r);
  g_autofree char *what = g_strdup_printf ("%s.%s", f->id, tr_force_strength (f));
  g_autofree char *before = tr_force_strength_text (f), *plain = tr_quantity_plain (text);
  g_autofree char *title = tr_force_title (tr_session_get_model (s), key_of (r)->index);
  g_autofree char *name = g_strdup_printf (_ ("Change %s"), title);

  if (g_strcmp0 (before, text) == 0)
    return true;
  if (!tr_session_try (s, what, plain, error))
    return false;
  tr_session_settle (s, name);
  return true;
}

static void
entered_cb (TrConstraintRow *r)
{
  g_autoptr (GError) error = NULL;
  const char *text = gtk_editable_get_text (GTK_EDITABLE (r->entry));

  if ((!constraint_of (r) && !force_of (r)) || !r->is_written)
    return;
  if (force_of (r) ? set_strength (r, text, &error)
                   : tr_value_set (session_of (r), key_of (r)->index, text, &error))
    end_edit (r);
  else
    tr_page_row_tell (r->entry, r->error_label, error->message);
}

static gboolean
entry_key_cb (TrConstraintRow *r, guint key)
{
  if (key != GDK_KEY_Escape)
    return GDK_EVENT_PROPAGATE;
  end_edit (r);
  return GDK_EVENT_STOP;
}

static void
toggled_cb (TrConstraintRow *r)
{
  const TrConstraint *c = constraint_of (r);
  const TrForce *f = force_of (r);
  g_autoptr (GError) error = NULL;

  if (r->is_telling || (!c && !f))
    return;
  g_autofree char *id = g_strdup (c ? c->id : f->id);
  if (!tr_session_enable (session_of (r), id, gtk_switch_get_active (GTK_SWITCH (r->toggle)),
                          &error))
    tr_page_row_tell (r->entry, r->error_label, error->message);
}

static void
cure (TrConstraintRow *r, TrCureKind kind)
{
  const TrConstraint *c = constraint_of (r);
  g_autoptr (GError) error = NULL;

  if (!c)
    return;
  g_autofree char *id = g_strdup (c->id);
  TrCure chosen = {kind, id, NULL};
  if (!tr_relate_cure (session_of (r), &chosen, &error))
    tr_page_row_tell (r->entry, r->error_label, error->message);
}

static void
reference_cb (TrConstraintRow *r)
{
  const TrConstraint *c = constraint_of (r);
  g_autoptr (GError) error = NULL;

  if (!c || !c->driven) {
    cure (r, TR_CURE_REFERENCE);
    return;
  }
  g_autofree char *id = g_strdup (c->id);
  if (!tr_relate_set_driven (session_of (r), id, false, &error))
    tr_page_row_tell (r->entry, r->error_label, error->message);
}

static void
remove_cb (TrConstraintRow *r)
{
  cure (r, TR_CURE_REMOVE);
}

static void
why_cb (TrConstraintRow *r)
{
  const TrConstraint *c = constraint_of (r);

  if (!c)
    return;
  tr_selection_set (tr_page_get_selection (tr_page_row_get_page (TR_PAGE_ROW (r))), c->id);
  gtk_widget_activate_action (GTK_WIDGET (r), "win.explain", NULL);
}

// Of goals that of what they are like; a force acts along a line.
static TrConKind
sign_of (const TrForce *f)
{
  if (f->expr)
    return TR_CON_EQUATION;
  return f->kind == TR_FORCE_FIT || f->kind == TR_FORCE_SNAKE ? TR_CON_TANGENT : TR_CON_DISTANCE;
}

static void
draw_sign (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  TrConstraintRow *r = data;
  const TrConstraint *c = constraint_of (r);
  const TrForce *f = force_of (r);
  Vec2 at = v2 (0.5 * width, 0.5 * height);
  GdkRGBA ink;

  if (!c && !f)
    return;
  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (area)), &ink);
  gdk_cairo_set_source_rgba (cr, &ink);
  if (key_of (r)->kind == TR_SECTION_CONFLICT) {
    TrTheme theme = tr_theme_make (ink.red + ink.green > 1);
    tr_warning_sign (at, SIGN_SIZE, &theme, cr);
  } else
    tr_glyph_sign (c ? c->kind : sign_of (f), at, SIGN_SIZE, cr);
}

static bool
measures (TrConstraintRow *r, int constraint)
{
  TrSession *s = session_of (r);
  return !isnan (
      tr_constraint_measure (tr_session_get_model (s), tr_session_get_state (s), constraint));
}

// What joins the drawing where a dimension beside it contradicts: nobody mends that by taking the
// drawing apart. Its switch and its menu still do.
static bool
is_unlikely_cure (TrConstraintRow *r, const TrConstraint *c)
{
  const GPtrArray *conflicts = tr_session_check (session_of (r))->conflicts;
  int constraint = key_of (r)->index;

  if (key_of (r)->kind != TR_SECTION_CONFLICT ||
      (c->kind != TR_CON_ATTACH && c->kind != TR_CON_NAIL))
    return false;
  for (guint i = 0; i < conflicts->len; i++) {
    const GArray *set = g_ptr_array_index (conflicts, i);
    for (guint k = 0; tr_check_names (set, constraint) && k < set->len; k++)
      if (measures (r, g_array_index (set, int, k)))
        return true;
  }
  return false;
}

// Redundant and contradicting ones that can measure may do no more than that.
static void
show_cures (TrConstraintRow *r, const TrConstraint *c, int section)
{
  bool is_missing = section == TR_SECTION_MISSING;
  bool has_cures = is_missing || section == TR_SECTION_CONFLICT || section == TR_SECTION_REDUNDANT;

  gtk_widget_set_visible (r->cures, (has_cures && !is_unlikely_cure (r, c)) || c->driven);
  gtk_widget_set_visible (r->reference_button, measures (r, key_of (r)->index));
  gtk_widget_set_visible (r->why_button, has_cures);
  gtk_widget_set_visible (r->solve_button, is_missing);
  gtk_label_set_label (GTK_LABEL (r->reference_label),
                       c->driven ? _ ("Make constraint") : _ ("Make reference"));
}

// Names tell tests, and whoever debugs, which row is which.
static void
set_name (GtkWidget *widget, const char *what, const char *id)
{
  g_autofree char *name = g_strdup_printf ("%s-%s", what, id);
  gtk_widget_set_name (widget, name);
}

// A number stands beside the title; what is longer under it, where it has the whole width. Where that
// is too little as well: of "rod = 80 mm" the number is what is wanted, of a formula what it begins
// with.
static void
show_value (TrConstraintRow *r, const char *value)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (r->texts);
  GtkLayoutChild *place = gtk_layout_manager_get_layout_child (layout, r->value_label);
  bool is_long = value && g_utf8_strlen (value, -1) > BESIDE;
  PangoEllipsizeMode where =
      is_long && strstr (value, " = ") ? PANGO_ELLIPSIZE_START : PANGO_ELLIPSIZE_END;

  gtk_grid_layout_child_set_column (GTK_GRID_LAYOUT_CHILD (place), is_long ? 0 : 1);
  gtk_grid_layout_child_set_row (GTK_GRID_LAYOUT_CHILD (place), is_long ? 1 : 0);
  gtk_label_set_xalign (GTK_LABEL (r->value_label), is_long ? 0 : 1);
  gtk_label_set_ellipsize (GTK_LABEL (r->value_label), is_long ? where : PANGO_ELLIPSIZE_NONE);
  gtk_label_set_label (GTK_LABEL (r->value_label), value ? value : "");
  gtk_widget_set_tooltip_text (r->value_label, value);
}

static void
show_constraint (TrConstraintRow *r, const TrConstraint *c)
{
  TrSession *s = session_of (r);
  const TrRowKey *key = key_of (r);
  g_autofree char *title = tr_constraint_title (tr_session_get_model (s), key->index);
  g_autofree char *value = tr_value_describe (s, key->index);
  g_autofree char *label = g_strdup_printf ("%s %s", title, value ? value : "");

  gtk_label_set_label (GTK_LABEL (r->title_label), title);
  gtk_widget_set_tooltip_text (r->title_label, title);
  show_value (r, value);
  gtk_widget_set_visible (r->value_label, value != NULL && !r->is_written);
  r->is_telling = true;
  gtk_switch_set_active (GTK_SWITCH (r->toggle), !c->disabled);
  r->is_telling = false;
  set_name (r->toggle, "switch", c->id);
  set_name (r->body, "constraint", c->id);
  set_name (r->entry, "value", c->id);
  set_name (r->title_label, "constraint-title", c->id);
  set_name (r->value_label, "value-label", c->id);
  set_name (r->reference_button, "reference", c->id);
  set_name (r->why_button, "why", c->id);
  set_name (r->error_label, "constraint-error", c->id);
  if (key->kind == TR_SECTION_CONFLICT && !is_unlikely_cure (r, c))
    gtk_widget_add_css_class (r->body, "conflict");
  else
    gtk_widget_remove_css_class (r->body, "conflict");
  gtk_widget_set_opacity (r->title_label, c->disabled ? 0.55 : 1);
  show_cures (r, c, key->kind);
  gtk_widget_queue_draw (r->sign);
  tr_page_row_set_label (TR_PAGE_ROW (r), label);
}

static void
show_force (TrConstraintRow *r, const TrForce *f)
{
  g_autofree char *title =
      tr_force_title (tr_session_get_model (session_of (r)), key_of (r)->index);
  g_autofree char *value = tr_force_strength_text (f);
  double missed = tr_goal_missed (tr_session_get_model (session_of (r)),
                                  tr_session_get_state (session_of (r)), key_of (r)->index);
  g_autofree char *by = tr_quantity_format (missed, TR_QUANTITY_NUMBER, TR_UNITS_MM, 0);
  // Translators: a goal, and by how much it is missed
  g_autofree char *missing =
      missed > 0 ? g_strdup_printf (_ ("%s, missed by %s"), title, by) : NULL;
  g_autofree char *label =
      g_strjoin (" · ", missing ? missing : title, tr_goal_weight_text (f), NULL);

  gtk_label_set_label (GTK_LABEL (r->title_label), label);
  gtk_widget_set_tooltip_text (r->title_label, label);
  show_value (r, value);
  r->is_telling = true;
  gtk_switch_set_active (GTK_SWITCH (r->toggle), !f->disabled);
  r->is_telling = false;
  set_name (r->toggle, "switch", f->id);
  set_name (r->body, "force", f->id);
  set_name (r->entry, "value", f->id);
  set_name (r->title_label, "force-title", f->id);
  set_name (r->value_label, "value-label", f->id);
  gtk_widget_remove_css_class (r->body, "conflict");
  gtk_widget_set_opacity (r->title_label, f->disabled ? 0.55 : 1);
  gtk_widget_set_visible (r->cures, FALSE);
  gtk_widget_queue_draw (r->sign);
  tr_page_row_set_label (TR_PAGE_ROW (r), label);
}

static void
tr_constraint_row_show_key (TrPageRow *row, bool is_new)
{
  TrConstraintRow *r = TR_CONSTRAINT_ROW (row);
  const TrConstraint *c = constraint_of (r);

  if (is_new) {
    r->is_written = false;
    tr_page_row_tell (r->entry, r->error_label, NULL);
    gtk_widget_set_visible (r->entry, FALSE);
    gtk_widget_set_visible (r->value_label, TRUE);
  }
  const TrForce *f = force_of (r);
  gtk_widget_set_visible (r->heading, !c && !f);
  gtk_widget_set_visible (r->body, c || f);
  if (c || f) {
    if (c)
      show_constraint (r, c);
    else
      show_force (r, f);
    return;
  }
  gtk_widget_set_visible (r->cures, FALSE);
  if (key_of (r)->kind != TR_SECTION_HEADING)
    return;
  TrConstraintPage *page = TR_CONSTRAINT_PAGE (tr_page_row_get_page (row));
  g_autofree char *text = tr_constraint_page_heading (page, (TrSection) key_of (r)->index);
  gtk_label_set_label (GTK_LABEL (r->heading), text);
  tr_page_row_set_label (row, text);
}

static const char *const *
tr_constraint_row_menu (TrPageRow *row)
{
  static const char *const commands[] = {"win.explain", "win.toggle-reference", "", "win.delete",
                                         NULL};
  return commands;
}

static void
tr_constraint_row_class_init (TrConstraintRowClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  TR_PAGE_ROW_CLASS (class)->show_key = tr_constraint_row_show_key;
  TR_PAGE_ROW_CLASS (class)->edit = tr_constraint_row_edit;
  TR_PAGE_ROW_CLASS (class)->menu = tr_constraint_row_menu;
  gtk_widget_class_set_template_from_resource (widget, "/org/trammel/Trammel/row-constraint.ui");
  gtk_widget_class_bind_template_child (widget, TrConstraintRow, heading);
  gtk_widget_class_bind_template_child (widget, TrConstraintRow, body);
  gtk_widget_class_bind_template_child (widget, TrConstraintRow, sign);
  gtk_widget_class_bind_template_child (widget, TrConstraintRow, texts);
  gtk_widget_class_bind_template_child (widget, TrConstraintRow, title_label);
  gtk_widget_class_bind_template_child (widget, TrConstraintRow, value_label);
  gtk_widget_class_bind_template_child (widget, TrConstraintRow, entry);
  gtk_widget_class_bind_template_child (widget, TrConstraintRow, toggle);
  gtk_widget_class_bind_template_child (widget, TrConstraintRow, error_label);
  gtk_widget_class_bind_template_child (widget, TrConstraintRow, cures);
  gtk_widget_class_bind_template_child (widget, TrConstraintRow, reference_button);
  gtk_widget_class_bind_template_child (widget, TrConstraintRow, reference_label);
  gtk_widget_class_bind_template_child (widget, TrConstraintRow, why_button);
  gtk_widget_class_bind_template_child (widget, TrConstraintRow, solve_button);
  gtk_widget_class_bind_template_callback (widget, entered_cb);
  gtk_widget_class_bind_template_callback (widget, entry_key_cb);
  gtk_widget_class_bind_template_callback (widget, toggled_cb);
  gtk_widget_class_bind_template_callback (widget, reference_cb);
  gtk_widget_class_bind_template_callback (widget, remove_cb);
  gtk_widget_class_bind_template_callback (widget, why_cb);
}

static void
tr_constraint_row_init (TrConstraintRow *r)
{
  gtk_widget_init_template (GTK_WIDGET (r));
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (r->sign), draw_sign, r, NULL);
}
