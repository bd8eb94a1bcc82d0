// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/panel/row-parameter.h"

#include "app/probe.h"
#include "math/number.h"
#include "session/free.h"
#include "session/output.h"

#include <glib/gi18n.h>
#include <math.h>

struct _TrParameterRow {
  TrPageRow parent;
  GtkWidget *name_entry, *value_entry, *value_label, *slider, *free_check, *error_label,
      *remove_button;
  TrPull *pull;    // of an output whose slider is held; NULL: none
  bool is_telling; // the slider follows the drawing
  bool is_held;    // the button is down on the slider
  bool is_tried;   // a value was set and is not yet in the history
  bool has_end;    // an output was pulled to the end of what constraints allow, and that is told
  double end;      // which is there
  char *shown[2];  // what the entries of name and value showed before anything was written
};

G_DEFINE_FINAL_TYPE (TrParameterRow, tr_parameter_row, TR_TYPE_PAGE_ROW)

static TrSession *
session_of (TrParameterRow *r)
{
  return tr_page_get_session (tr_page_row_get_page (TR_PAGE_ROW (r)));
}

static const TrParameter *
parameter_of (TrParameterRow *r)
{
  const TrModel *m = tr_session_get_model (session_of (r));
  const TrRowKey *key = tr_page_row_get_key (TR_PAGE_ROW (r));
  bool is_input = key->kind == TR_PARAMETER_ROW_INPUT;
  return is_input && key->index < m->n_parameters ? &m->parameters[key->index] : NULL;
}

// The reference that the row is of; −1: it is a parameter's.
static int
output_of (TrParameterRow *r)
{
  const TrModel *m = tr_session_get_model (session_of (r));
  const TrRowKey *key = tr_page_row_get_key (TR_PAGE_ROW (r));
  bool is_output = key->kind == TR_PARAMETER_ROW_OUTPUT && key->index < m->n_constraints;
  return is_output && tr_output_is (m, key->index) ? key->index : -1;
}

static void
tell_error (TrParameterRow *r, GtkWidget *entry, const char *why)
{
  gtk_label_set_label (GTK_LABEL (r->error_label), why ? why : "");
  gtk_widget_set_visible (r->error_label, why != NULL);
  gtk_widget_remove_css_class (r->name_entry, "error");
  gtk_widget_remove_css_class (r->value_entry, "error");
  if (why && entry)
    gtk_widget_add_css_class (entry, "error");
}

static char *
text_of (const TrParameter *p)
{
  if (p->value.expr)
    return tr_number_tell_in (tr_expr_text (p->value.expr));
  if (p->is_free) // the solver's digits say nothing to a person
    return g_strdup_printf ("%.6g", p->value.value);
  return tr_number_tell (p->value.value);
}

static bool
is_unchanged (TrParameterRow *r, GtkWidget *entry)
{
  const char *shown = r->shown[entry == r->value_entry];
  return shown && strcmp (gtk_editable_get_text (GTK_EDITABLE (entry)), shown) == 0;
}

// A text that is no value stays in its entry to be corrected.
static void
set_member (TrParameterRow *r, GtkWidget *entry, const char *member, const char *value)
{
  const TrParameter *p = parameter_of (r);
  g_autofree char *what = g_strdup_printf ("%s.%s", p->name, member);
  g_autoptr (GError) error = NULL;

  if (tr_session_set (session_of (r), what, value, &error)) {
    g_free (r->shown[entry == r->value_entry]);
    r->shown[entry == r->value_entry] = g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry)));
    tell_error (r, NULL, NULL);
  } else
    tell_error (r, entry, error->message);
}

// The measure is pulled; while the slider is held without an entry of the history.
static void
pull (TrParameterRow *r, double value)
{
  TrSession *s = session_of (r);
  const char *id = tr_session_get_model (s)->constraints[output_of (r)].id;

  if (!r->pull)
    r->pull = tr_pull_new (s, id);
  if (!r->pull)
    return;
  double at = tr_pull_to (r->pull, value);
  r->has_end = tr_pull_is_at_end (r->pull);
  r->end = at;
  tell_error (r, NULL, r->has_end ? _ ("As near as the constraints let it come") : NULL);
  tr_probe_say ("measure", "\"to\": %.9g, \"at\": %.9g", value, at);
  if (!r->is_held)
    tr_pull_end (g_steal_pointer (&r->pull), true);
}

static void
output_entered (TrParameterRow *r)
{
  const TrModel *m = tr_session_get_model (session_of (r));
  double value;
  g_autoptr (GError) error = NULL;

  if (tr_quantity_parse (gtk_editable_get_text (GTK_EDITABLE (r->value_entry)),
                         tr_output_kind (m, output_of (r)), m, &value, NULL, &error))
    pull (r, value);
  else
    tell_error (r, r->value_entry, error->message);
}

// As lengths are typed elsewhere: "12,5", "5 cm", "2*crank".
static void
parameter_entered (TrParameterRow *r)
{
  const TrModel *m = tr_session_get_model (session_of (r));
  const char *text = gtk_editable_get_text (GTK_EDITABLE (r->value_entry));
  g_autofree char *expr = NULL;
  g_autoptr (GError) error = NULL;
  char number[TR_NUMBER_SIZE];
  double value;

  if (!tr_quantity_parse (text, TR_QUANTITY_LENGTH, m, &value, &expr, &error)) {
    tell_error (r, r->value_entry, error->message);
    return;
  }
  tr_number_format (value, number);
  set_member (r, r->value_entry, "value", expr ? expr : number);
}

static void
value_entered_cb (TrParameterRow *r)
{
  if (!session_of (r) || is_unchanged (r, r->value_entry))
    return;
  if (output_of (r) >= 0)
    output_entered (r);
  else if (parameter_of (r))
    parameter_entered (r);
}

static void
name_entered_cb (TrParameterRow *r)
{
  if (session_of (r) && parameter_of (r) && !is_unchanged (r, r->name_entry)) {
    g_autofree char *name =
        g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (r->name_entry))));
    set_member (r, r->name_entry, "name", name);
  }
}

// Back to what it was before anything was written.
static gboolean
entry_key_cb (GtkEventControllerKey *controller,
              guint key,
              guint code,
              GdkModifierType state,
              TrParameterRow *r)
{
  GtkWidget *entry = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (controller));
  const char *shown = r->shown[entry == r->value_entry];

  if (key != GDK_KEY_Escape || !shown || is_unchanged (r, entry))
    return GDK_EVENT_PROPAGATE;
  gtk_editable_set_text (GTK_EDITABLE (entry), shown);
  gtk_editable_set_position (GTK_EDITABLE (entry), -1);
  tell_error (r, NULL, NULL);
  return GDK_EVENT_STOP;
}

static void
remove_cb (TrParameterRow *r)
{
  const TrParameter *p = parameter_of (r);
  if (p)
    gtk_widget_activate_action (GTK_WIDGET (r), "win.remove-parameter", "s", p->name);
}

// While the slider is held the drawing follows without entries of the history; letting go makes
// one of them.
static void
slide (TrParameterRow *r, double value)
{
  TrSession *s = session_of (r);
  const TrParameter *p = parameter_of (r);
  char number[TR_NUMBER_SIZE];
  g_autoptr (GError) error = NULL;

  if (!p || tr_session_is_dragging (s))
    return;
  g_autofree char *what = g_strdup_printf ("%s.value", p->name);
  tr_number_format (value, number);
  if (!r->is_held) {
    if (!tr_session_set (s, what, number, &error))
      tell_error (r, NULL, error->message);
    return;
  }
  if (!tr_session_try (s, what, number, &error)) {
    tell_error (r, NULL, error->message);
    return;
  }
  tell_error (r, NULL, NULL);
  r->is_tried = true;
  tr_engine_solve (tr_session_get_engine (s), tr_session_get_state (s));
  tr_document_moved (tr_session_get_document (s));
}

static void
slid_cb (TrParameterRow *r)
{
  GtkAdjustment *a = gtk_range_get_adjustment (GTK_RANGE (r->slider));
  double step = gtk_adjustment_get_step_increment (a);
  if (!r->is_telling && output_of (r) >= 0)
    pull (r, gtk_adjustment_get_value (a));
  else if (!r->is_telling)
    slide (r, step * round (gtk_adjustment_get_value (a) / step));
}

static void
freed_cb (TrParameterRow *r)
{
  const TrParameter *p = parameter_of (r);
  bool is_free = gtk_check_button_get_active (GTK_CHECK_BUTTON (r->free_check));
  g_autoptr (GError) error = NULL;

  if (r->is_telling || !p || p->is_free == is_free)
    return;
  g_autofree char *what = g_strdup_printf ("%s.free", p->name);
  if (!tr_session_set (session_of (r), what, is_free ? "true" : "false", &error))
    tell_error (r, NULL, error->message);
}

static gboolean
slider_event_cb (GtkEventControllerLegacy *controller, GdkEvent *event, TrParameterRow *r)
{
  GdkEventType type = gdk_event_get_event_type (event);
  if (type == GDK_BUTTON_PRESS || type == GDK_TOUCH_BEGIN)
    r->is_held = true;
  else if (type == GDK_BUTTON_RELEASE || type == GDK_TOUCH_END || type == GDK_TOUCH_CANCEL) {
    const TrParameter *p = parameter_of (r);
    r->is_held = false;
    if (r->pull)
      tr_pull_end (g_steal_pointer (&r->pull), true);
    if (r->is_tried && p) {
      g_autofree char *name = g_strdup_printf (_ ("Change %s"), p->name);
      r->is_tried = false;
      tr_session_settle (session_of (r), name);
    }
  }
  return GDK_EVENT_PROPAGATE;
}

// From none to double of the value, in steps of a thousandth rounded to 1, 2, 5 × 10ⁿ; the range
// stays while the value is within it.
static void
show_slider (TrParameterRow *r, const TrParameter *p, bool is_new)
{
  GtkAdjustment *a = gtk_range_get_adjustment (GTK_RANGE (r->slider));
  double v = p->value.value;
  bool fits = v >= gtk_adjustment_get_lower (a) && v <= gtk_adjustment_get_upper (a);

  gtk_widget_set_visible (r->slider, p->value.expr == NULL);
  if (r->is_held)
    return;
  r->is_telling = true;
  if (is_new || !fits) {
    double reach = fabs (v) > 0 ? 2 * fabs (v) : 10, step = pow (10, floor (log10 (reach)) - 2);
    gtk_adjustment_configure (a, v, v < 0 || !(fabs (v) > 0) ? -reach : 0, v < 0 ? 0 : reach, step,
                              10 * step, 0);
  } else
    gtk_adjustment_set_value (a, v);
  r->is_telling = false;
}

static void
show_text (TrParameterRow *r, GtkWidget *entry, const char *text, bool is_new)
{
  if (tr_page_row_is_written (entry, r->shown[entry == r->value_entry]) && !is_new)
    return;
  g_free (r->shown[entry == r->value_entry]);
  r->shown[entry == r->value_entry] = g_strdup (text);
  if (!is_unchanged (r, entry))
    gtk_editable_set_text (GTK_EDITABLE (entry), text);
}

static void
set_name (GtkWidget *widget, const char *what, const char *id)
{
  g_autofree char *name = g_strdup_printf ("%s-%s", what, id);
  gtk_widget_set_name (widget, name);
}

// The range of a measure is that of a parameter: it is nowhere said how far it can go.
static void
show_output (TrParameterRow *r, int i, bool is_new)
{
  const TrModel *m = tr_session_get_model (session_of (r));
  const TrConstraint *c = &m->constraints[i];
  double value = tr_output_value (m, tr_session_get_state (session_of (r)), i);
  TrParameter like = {.value = {.value = isfinite (value) ? value : 0}};
  g_autofree char *text = tr_quantity_format (like.value.value, tr_output_kind (m, i), m->units, 0);
  g_autofree char *title = c->name && *c->name ? g_strdup (c->name) : g_strdup (c->id);

  bool is_elsewhere = r->has_end && fabs (value - r->end) > 1e-9 * (1 + fabs (value));
  if (is_new || is_elsewhere)
    tell_error (r, NULL, NULL);
  r->has_end &= !is_new && !is_elsewhere;
  show_text (r, r->name_entry, title, is_new);
  if (!gtk_widget_has_focus (gtk_widget_get_first_child (r->value_entry)) || r->pull || is_new)
    show_text (r, r->value_entry, text, is_new);
  show_slider (r, &like, is_new);
  set_name (r->value_entry, "measure", c->id);
  set_name (r->slider, "slider", c->id);
  set_name (r->error_label, "parameter-error", c->id);
  tr_page_row_set_label (TR_PAGE_ROW (r), title);
}

// What only a parameter has.
static void
show_sort (TrParameterRow *r, bool is_parameter)
{
  gtk_editable_set_editable (GTK_EDITABLE (r->name_entry), is_parameter);
  gtk_widget_set_visible (r->remove_button, is_parameter);
  gtk_widget_set_visible (r->value_label, is_parameter);
  gtk_widget_set_visible (r->free_check, is_parameter);
}

// An expression follows others and cannot be free itself.
static void
show_free (TrParameterRow *r, const TrParameter *p)
{
  r->is_telling = true;
  gtk_check_button_set_active (GTK_CHECK_BUTTON (r->free_check), p->is_free);
  r->is_telling = false;
  gtk_widget_set_visible (r->free_check, p->value.expr == NULL);
  set_name (r->free_check, "free", p->name);
  if (gtk_widget_has_css_class (r->name_entry, "error") ||
      gtk_widget_has_css_class (r->value_entry, "error"))
    return; // what is wrong there is told
  const TrModel *m = tr_session_get_model (session_of (r));
  g_autofree char *idle = tr_free_idle_text (m, (int) (p - m->parameters));
  tell_error (r, NULL, idle);
}

static void
tr_parameter_row_show_key (TrPageRow *row, bool is_new)
{
  TrParameterRow *r = TR_PARAMETER_ROW (row);
  const TrParameter *p = parameter_of (r);
  int output = output_of (r);

  show_sort (r, output < 0);
  if (output >= 0)
    show_output (r, output, is_new);
  if (!p)
    return;
  g_autofree char *text = text_of (p);
  g_autofree char *value = g_strdup_printf ("= %.6g", p->value.value);
  g_autofree char *label = g_strdup_printf ("%s = %s", p->name, text);
  if (is_new) {
    r->is_held = false;
    tell_error (r, NULL, NULL);
  }
  show_text (r, r->name_entry, p->name, is_new);
  show_text (r, r->value_entry, text, is_new);
  gtk_label_set_label (GTK_LABEL (r->value_label), value);
  gtk_widget_set_visible (r->value_label, p->value.expr != NULL);
  show_slider (r, p, is_new);
  show_free (r, p);
  set_name (r->name_entry, "name", p->name);
  set_name (r->value_entry, "value", p->name);
  set_name (r->value_label, "result", p->name);
  set_name (r->slider, "slider", p->name);
  set_name (r->remove_button, "remove", p->name);
  set_name (r->error_label, "parameter-error", p->name);
  tr_page_row_set_label (row, label);
}

static void
tr_parameter_row_dispose (GObject *object)
{
  TrParameterRow *r = TR_PARAMETER_ROW (object);

  if (r->pull)
    tr_pull_end (g_steal_pointer (&r->pull), true);
  G_OBJECT_CLASS (tr_parameter_row_parent_class)->dispose (object);
}

static void
tr_parameter_row_finalize (GObject *object)
{
  g_free (TR_PARAMETER_ROW (object)->shown[0]);
  g_free (TR_PARAMETER_ROW (object)->shown[1]);
  G_OBJECT_CLASS (tr_parameter_row_parent_class)->finalize (object);
}

static void
tr_parameter_row_class_init (TrParameterRowClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = tr_parameter_row_dispose;
  G_OBJECT_CLASS (class)->finalize = tr_parameter_row_finalize;
  TR_PAGE_ROW_CLASS (class)->show_key = tr_parameter_row_show_key;
  gtk_widget_class_set_template_from_resource (widget, "/org/trammel/Trammel/row-parameter.ui");
  gtk_widget_class_bind_template_child (widget, TrParameterRow, name_entry);
  gtk_widget_class_bind_template_child (widget, TrParameterRow, value_entry);
  gtk_widget_class_bind_template_child (widget, TrParameterRow, value_label);
  gtk_widget_class_bind_template_child (widget, TrParameterRow, slider);
  gtk_widget_class_bind_template_child (widget, TrParameterRow, free_check);
  gtk_widget_class_bind_template_child (widget, TrParameterRow, error_label);
  gtk_widget_class_bind_template_child (widget, TrParameterRow, remove_button);
  gtk_widget_class_bind_template_callback (widget, name_entered_cb);
  gtk_widget_class_bind_template_callback (widget, value_entered_cb);
  gtk_widget_class_bind_template_callback (widget, entry_key_cb);
  gtk_widget_class_bind_template_callback (widget, slid_cb);
  gtk_widget_class_bind_template_callback (widget, freed_cb);
  gtk_widget_class_bind_template_callback (widget, slider_event_cb);
  gtk_widget_class_bind_template_callback (widget, remove_cb);
}

static void
tr_parameter_row_init (TrParameterRow *r)
{
  gtk_widget_init_template (GTK_WIDGET (r));
}
