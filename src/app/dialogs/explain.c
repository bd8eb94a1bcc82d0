// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/dialogs/explain.h"

#include "app/probe.h"
#include "app/value.h"
#include "session/explain.h"
#include "session/quantity.h"
#include "session/relate.h"

#include <glib/gi18n.h>

struct _TrExplainPopover {
  GtkPopover parent;
  GtkWidget *title_label, *standing_label, *circuit_window, *circuit_box, *removed_label,
      *driven_label, *reference_button;
  TrCanvas *canvas; // outlives the popover
  char *id;
};

G_DEFINE_FINAL_TYPE (TrExplainPopover, tr_explain_popover, GTK_TYPE_POPOVER)

static const char *const standings[] = {
    [TR_STANDING_HOLDS] = N_ ("Holds."),
    [TR_STANDING_REDUNDANT] = N_ ("Holds, but others say the same."),
    [TR_STANDING_CONFLICT] = N_ ("Cannot hold together with others."),
    [TR_STANDING_MISSES] = N_ ("Does not hold: the drawing is not solved."),
    [TR_STANDING_UNDEFINED] = N_ ("Takes no part: a direction has no length for now."),
    [TR_STANDING_DRIVEN] = N_ ("Is a reference: it only measures."),
    [TR_STANDING_DISABLED] = N_ ("Is switched off."),
};

static const char *
describe_standing (const TrExplanation *x)
{
  if (x->standing == TR_STANDING_CONFLICT && x->circuit->len == 0)
    return _ ("Cannot hold.");
  return _ (standings[x->standing]);
}

static const char *
describe_circuit (const TrExplanation *x)
{
  if (x->standing == TR_STANDING_DRIVEN || x->standing == TR_STANDING_DISABLED)
    return NULL;
  if (x->circuit->len == 0)
    return x->standing == TR_STANDING_CONFLICT ? _ ("No other constraint stands in its way.")
                                               : _ ("It says what no other constraint says.");
  if (x->standing == TR_STANDING_CONFLICT)
    return _ ("It contradicts:");
  return x->is_local ? _ ("It depends, only here, at a dead centre or a tangency, on:")
                     : _ ("It depends on:");
}

// "2 degrees of freedom, every constraint holds, things move by up to 3 mm"
static char *
describe_outcome (const TrOutcome *o, const TrModel *m)
{
  g_autofree char *dof = g_strdup_printf (
      ngettext ("%d degree of freedom", "%d degrees of freedom", (gulong) o->dof), o->dof);
  g_autofree char *number = tr_quantity_format (o->moved, TR_QUANTITY_LENGTH, m->units, 0);
  g_auto (GStrv) parts = g_strsplit (number, " ", -1);
  g_autofree char *moved = g_strjoinv ("\u00a0", parts); // not parted at the end of a line
  g_autofree char *motion = o->moved > 0 ? g_strdup_printf (_ ("things move by up to %s"), moved)
                                         : g_strdup (_ ("nothing moves"));
  const char *holds = o->conflicts > 0 ? _ ("some constraints still conflict")
                      : o->holds       ? _ ("every constraint holds")
                                       : _ ("not every constraint holds");
  return g_strdup_printf ("%s, %s, %s", dof, holds, motion);
}

static int
constraint_of (TrExplainPopover *p, const char *id)
{
  TrElement e = tr_model_find (tr_session_get_model (tr_canvas_get_session (p->canvas)), id);
  return e.kind == TR_ELEMENT_CONSTRAINT ? e.index : -1;
}

// Two that contradict each other may differ in their values alone.
static char *
describe_constraint (TrSession *s, int constraint)
{
  g_autofree char *title = tr_constraint_title (tr_session_get_model (s), constraint);
  g_autofree char *value = tr_value_describe (s, constraint);
  return value ? g_strdup_printf ("%s · %s", title, value) : g_steal_pointer (&title);
}

static void
show_one_cb (GtkEventControllerMotion *controller, double x, double y, TrExplainPopover *p)
{
  GtkWidget *button = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (controller));
  int constraint = constraint_of (p, g_object_get_data (G_OBJECT (button), "id"));
  if (constraint >= 0)
    tr_canvas_mark (p->canvas, &constraint, 1);
}

enum { MOST_UNSCROLLED = 3 };

static void
chosen_cb (GtkButton *button, TrExplainPopover *p)
{
  tr_selection_set (tr_canvas_get_selection (p->canvas),
                    g_object_get_data (G_OBJECT (button), "id"));
  gtk_popover_popdown (GTK_POPOVER (p));
}

// A button for each of the others: a pointer over it shows it, a click selects it.
static void
add_other (TrExplainPopover *p, int constraint)
{
  TrSession *s = tr_canvas_get_session (p->canvas);
  const char *id = tr_session_get_model (s)->constraints[constraint].id;
  g_autofree char *title = describe_constraint (s, constraint);
  g_autofree char *name = g_strdup_printf ("explain-%s", id);
  GtkWidget *button = gtk_button_new_with_label (title);
  GtkEventController *motion = gtk_event_controller_motion_new ();

  gtk_widget_set_name (button, name);
  gtk_button_set_has_frame (GTK_BUTTON (button), FALSE);
  gtk_widget_set_halign (gtk_button_get_child (GTK_BUTTON (button)), GTK_ALIGN_START);
  g_object_set_data_full (G_OBJECT (button), "id", g_strdup (id), g_free);
  g_signal_connect (button, "clicked", G_CALLBACK (chosen_cb), p);
  g_signal_connect (motion, "enter", G_CALLBACK (show_one_cb), p);
  gtk_widget_add_controller (button, motion);
  gtk_box_append (GTK_BOX (p->circuit_box), button);
}

static void
show (TrExplainPopover *p, int constraint)
{
  TrSession *s = tr_canvas_get_session (p->canvas);
  const TrModel *m = tr_session_get_model (s);
  g_autoptr (TrExplanation) x = tr_explain (s, constraint);
  g_autofree char *title = describe_constraint (s, constraint);
  g_autofree char *removed = describe_outcome (&x->removed, m);
  g_autofree char *driven = describe_outcome (&x->driven, m);
  const char *circuit = describe_circuit (x);
  g_autofree char *standing = g_strjoin (" ", describe_standing (x), circuit, NULL);
  g_autofree char *without = g_strdup_printf (_ ("Without it: %s."), removed);
  g_autofree char *reference = g_strdup_printf (_ ("As a reference: %s."), driven);
  bool can_measure = x->standing != TR_STANDING_DRIVEN &&
                     !isnan (tr_constraint_measure (m, tr_session_get_state (s), constraint));

  gtk_label_set_label (GTK_LABEL (p->title_label), title);
  gtk_label_set_label (GTK_LABEL (p->standing_label), standing);
  gtk_label_set_label (GTK_LABEL (p->removed_label), without);
  gtk_label_set_label (GTK_LABEL (p->driven_label), reference);
  gtk_widget_set_visible (p->driven_label, can_measure);
  gtk_widget_set_visible (p->reference_button, can_measure);
  gtk_widget_set_visible (p->circuit_window, circuit && x->circuit->len > 0);
  // A scrollbar has a least length, which would leave room under one or two.
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (p->circuit_window), GTK_POLICY_NEVER,
                                  x->circuit->len <= MOST_UNSCROLLED ? GTK_POLICY_NEVER
                                                                     : GTK_POLICY_AUTOMATIC);
  for (guint i = 0; circuit && i < x->circuit->len; i++)
    add_other (p, g_array_index (x->circuit, int, i));
  tr_canvas_mark (p->canvas, (const int *) (gpointer) x->circuit->data, x->circuit->len);
  tr_probe_say ("explained", "\"standing\": \"%s\", \"others\": %u", tr_standing_name (x->standing),
                x->circuit->len);
}

static void
cure (TrExplainPopover *p, TrCureKind kind)
{
  g_autoptr (GError) error = NULL;
  TrCure chosen = {kind, p->id, NULL};

  gtk_popover_popdown (GTK_POPOVER (p));
  if (!tr_relate_cure (tr_canvas_get_session (p->canvas), &chosen, &error))
    tr_canvas_set_message (p->canvas, error->message);
}

static void
reference_cb (TrExplainPopover *p)
{
  cure (p, TR_CURE_REFERENCE);
}

static void
remove_cb (TrExplainPopover *p)
{
  cure (p, TR_CURE_REMOVE);
}

static gboolean
free_idle (gpointer data)
{
  gtk_widget_unparent (GTK_WIDGET (data));
  return G_SOURCE_REMOVE;
}

// What it has said goes with it, once nothing of it is being used any more.
static void
tr_explain_popover_closed (GtkPopover *popover)
{
  TrExplainPopover *p = TR_EXPLAIN_POPOVER (popover);

  tr_canvas_mark (p->canvas, NULL, 0);
  g_idle_add_full (G_PRIORITY_DEFAULT, free_idle, g_object_ref (p), g_object_unref);
}

static void
tr_explain_popover_finalize (GObject *object)
{
  g_free (TR_EXPLAIN_POPOVER (object)->id);
  G_OBJECT_CLASS (tr_explain_popover_parent_class)->finalize (object);
}

static void
tr_explain_popover_class_init (TrExplainPopoverClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = tr_explain_popover_finalize;
  GTK_POPOVER_CLASS (class)->closed = tr_explain_popover_closed;
  gtk_widget_class_set_template_from_resource (widget, "/org/trammel/Trammel/explain.ui");
  gtk_widget_class_bind_template_child (widget, TrExplainPopover, title_label);
  gtk_widget_class_bind_template_child (widget, TrExplainPopover, standing_label);
  gtk_widget_class_bind_template_child (widget, TrExplainPopover, circuit_window);
  gtk_widget_class_bind_template_child (widget, TrExplainPopover, circuit_box);
  gtk_widget_class_bind_template_child (widget, TrExplainPopover, removed_label);
  gtk_widget_class_bind_template_child (widget, TrExplainPopover, driven_label);
  gtk_widget_class_bind_template_child (widget, TrExplainPopover, reference_button);
  gtk_widget_class_bind_template_callback (widget, reference_cb);
  gtk_widget_class_bind_template_callback (widget, remove_cb);
}

static void
tr_explain_popover_init (TrExplainPopover *p)
{
  gtk_widget_init_template (GTK_WIDGET (p));
}

void
tr_explain_popover_open (TrCanvas *canvas, int constraint, GtkWidget *at)
{
  const TrModel *m = tr_session_get_model (tr_canvas_get_session (canvas));
  TrExplainPopover *p = g_object_new (TR_TYPE_EXPLAIN, NULL);
  GtkWidget *widget = GTK_WIDGET (p),
            *parent = at ? at : gtk_widget_get_parent (GTK_WIDGET (canvas));
  Vec2 place = {0.5 * gtk_widget_get_width (parent), 0.5 * gtk_widget_get_height (parent)};

  g_return_if_fail (constraint >= 0 && constraint < m->n_constraints);
  p->canvas = canvas;
  p->id = g_strdup (m->constraints[constraint].id);
  show (p, constraint);
  gtk_widget_set_parent (widget, parent);
  if (!at) {
    tr_canvas_get_note_place (canvas, constraint, &place);
    gtk_popover_set_pointing_to (GTK_POPOVER (p),
                                 &(GdkRectangle){(int) place.x, (int) place.y, 1, 1});
  } else
    gtk_popover_set_position (GTK_POPOVER (p), GTK_POS_LEFT);
  gtk_popover_popup (GTK_POPOVER (p));
}
