// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/dialogs/formula-dialog.h"

#include "app/dialogs/formula-preview.h"
#include "app/probe.h"
#include "app/dialogs/unknown-row.h"
#include "math/number.h"
#include "session/formula-preset.h"
#include "session/quantity.h"

#include <glib/gi18n.h>

#define MOST_UNKNOWNS 16
#define GRID_PIXELS   40
#define VIEW_PART     0.3 // of the smaller side, that a preset is to be large

#define TR_TYPE_FORMULA_DIALOG (tr_formula_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TrFormulaDialog, tr_formula_dialog, TR, FORMULA_DIALOG, GtkWindow)

struct _TrFormulaDialog {
  GtkWindow parent;
  GtkWidget *x_entry, *y_entry, *from_entry, *to_entry, *closed_check, *unknowns_box;
  GtkWidget *message_label, *insert_button, *preset_list;
  GtkAdjustment *unknowns_place;
  TrFormulaPreview *preview;
  TrCanvas *canvas;
  TrSession *session;
  char *id;        // NULL: a new one
  bool is_filling; // what changes is not typed
  int n_rows;      // ever made: of their names
};

G_DEFINE_FINAL_TYPE (TrFormulaDialog, tr_formula_dialog, GTK_TYPE_WINDOW)

// What stands in the entries, decimals as the language has them. Names are borrowed from the entries.
typedef struct {
  TrFormulaText text;
  char *plain[TR_FORMULA_TO + 1]; // the texts of the fields
  const char *names[MOST_UNKNOWNS];
  double values[MOST_UNKNOWNS];
} Typed;

static void
typed_clear (Typed *t)
{
  for (int f = TR_FORMULA_X; f <= TR_FORMULA_TO; f++)
    g_free (t->plain[f]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Typed, typed_clear)

static GtkWidget *
entry_of (TrFormulaDialog *d, TrFormulaField field)
{
  switch (field) {
  case TR_FORMULA_X:
    return d->x_entry;
  case TR_FORMULA_Y:
    return d->y_entry;
  case TR_FORMULA_FROM:
    return d->from_entry;
  case TR_FORMULA_TO:
    return d->to_entry;
  case TR_FORMULA_WHOLE:
    break;
  }
  return NULL;
}

static const char *
label_of (TrFormulaField field)
{
  static const char *const labels[] = {"", N_ ("x(t)"), N_ ("y(t)"), N_ ("t from"), N_ ("t to")};
  return _ (labels[field]);
}

static const char *
text_of (GtkWidget *entry)
{
  return gtk_editable_get_text (GTK_EDITABLE (entry));
}

static GtkWidget *
first_row (TrFormulaDialog *d)
{
  return gtk_widget_get_first_child (d->unknowns_box);
}

// From the column on, what belongs together: a name, a number, or one sign.
static void
underline (GtkWidget *entry, int column)
{
  PangoAttrList *attributes = pango_attr_list_new ();
  const char *text = text_of (entry);
  glong n = g_utf8_strlen (text, -1), from = CLAMP (column - 1, 0, MAX (n - 1, 0));
  const char *start = g_utf8_offset_to_pointer (text, from), *end = start;

  while (g_unichar_isalnum (g_utf8_get_char (end)) || *end == '_' || *end == '.')
    end = g_utf8_next_char (end);
  if (end == start && *end)
    end = g_utf8_next_char (end);
  PangoAttribute *line = pango_attr_underline_new (PANGO_UNDERLINE_ERROR);
  PangoAttribute *weight = pango_attr_weight_new (PANGO_WEIGHT_BOLD);
  line->start_index = weight->start_index = (guint) (start - text);
  line->end_index = weight->end_index = (guint) (end - text);
  pango_attr_list_insert (attributes, line);
  pango_attr_list_insert (attributes, weight);
  gtk_entry_set_attributes (GTK_ENTRY (entry), attributes);
  pango_attr_list_unref (attributes);
}

static void
clear_marks (TrFormulaDialog *d)
{
  for (int f = TR_FORMULA_X; f <= TR_FORMULA_TO; f++) {
    gtk_entry_set_attributes (GTK_ENTRY (entry_of (d, f)), NULL);
    gtk_widget_remove_css_class (entry_of (d, f), "error");
  }
  for (GtkWidget *w = first_row (d); w; w = gtk_widget_get_next_sibling (w))
    tr_unknown_row_mark (TR_UNKNOWN_ROW (w), false, false);
}

static void
tell (TrFormulaDialog *d, const char *message, bool is_error)
{
  gtk_label_set_label (GTK_LABEL (d->message_label), message);
  if (is_error)
    gtk_widget_add_css_class (d->message_label, "conflict");
  else
    gtk_widget_remove_css_class (d->message_label, "conflict");
}

// What is wrong with the name of the n-th unknown, with a place for it; NULL: nothing.
static const char *
why_not (const TrModel *m, const Typed *t, int n)
{
  const char *name = t->names[n];

  if (!tr_expr_is_identifier (name))
    return _ ("expected identifiers, none of them a word of the language, found \"%s\"");
  if (tr_model_find (m, name).kind == TR_ELEMENT_PARAMETER)
    return _ ("expected a name that no parameter has, found \"%s\"");
  return NULL;
}

// False: a row is not complete, and is marked.
static bool
read_unknowns (TrFormulaDialog *d, Typed *t)
{
  const TrModel *m = tr_session_get_model (d->session);
  int n = 0;

  for (GtkWidget *w = first_row (d); w; w = gtk_widget_get_next_sibling (w)) {
    TrUnknownRow *row = TR_UNKNOWN_ROW (w);
    g_autoptr (GError) error = NULL;
    t->names[n] = tr_unknown_row_get_name (row);
    if (!*t->names[n]) {
      tr_unknown_row_mark (row, true, false);
      tell (d, _ ("An unknown needs a name"), true);
      return false;
    }
    const char *wrong = why_not (m, t, n);
    if (wrong) {
      g_autofree char *text = g_strdup_printf (wrong, t->names[n]);
      tr_unknown_row_mark (row, true, false);
      tell (d, text, true);
      return false;
    }
    if (!tr_unknown_row_get_value (row, m, &t->values[n], &error)) {
      g_autofree char *text = g_strdup_printf ("%s: %s", t->names[n], error->message);
      tr_unknown_row_mark (row, false, true);
      tell (d, text, true);
      return false;
    }
    n++;
  }
  t->text.n_unknowns = n;
  return true;
}

// False: what is typed makes no formula yet, and the message says why.
static bool
read_typed (TrFormulaDialog *d, Typed *t)
{
  *t = (Typed){.text = {NULL}};
  for (int f = TR_FORMULA_X; f <= TR_FORMULA_TO; f++)
    t->plain[f] = tr_quantity_plain (text_of (entry_of (d, f)));
  t->text.x = t->plain[TR_FORMULA_X];
  t->text.y = t->plain[TR_FORMULA_Y];
  t->text.from = t->plain[TR_FORMULA_FROM];
  t->text.to = t->plain[TR_FORMULA_TO];
  t->text.unknowns = t->names;
  t->text.values = t->values;
  t->text.closed = gtk_check_button_get_active (GTK_CHECK_BUTTON (d->closed_check));
  for (int f = TR_FORMULA_X; f <= TR_FORMULA_TO; f++)
    if (!*text_of (entry_of (d, f))) {
      g_autofree char *text = g_strdup_printf (_ ("Type %s"), label_of (f));
      tell (d, text, false);
      return false;
    }
  return read_unknowns (d, t);
}

static void
tell_error (TrFormulaDialog *d, TrFormulaField field, int column, const char *why)
{
  GtkWidget *entry = entry_of (d, field);
  g_autofree char *text = entry ? g_strdup_printf ("%s, %s", label_of (field), why) : NULL;

  if (entry) {
    gtk_widget_add_css_class (entry, "error");
    underline (entry, column);
  }
  tell (d, text ? text : why, true);
}

// "Not defined for t from -2 to 0; the rest is drawn"
static void
tell_gaps (TrFormulaDialog *d, const TrFormulaSurvey *s)
{
  g_autoptr (GString) where = g_string_new (NULL);

  if (!s->is_there) {
    tell (d, _ ("Not defined anywhere between these values of t"), true);
    return;
  }
  for (int i = 0; i < MIN (s->n_gaps, (int) G_N_ELEMENTS (s->gap)); i++) {
    g_string_append (where, i > 0 ? ", " : "");
    if (s->gap[i].y - s->gap[i].x > 1e-6 * (1 + fabs (s->gap[i].x)))
      g_string_append_printf (where, _ ("from %.4g to %.4g"), s->gap[i].x, s->gap[i].y);
    else
      g_string_append_printf (where, _ ("at %.4g"), s->gap[i].x);
  }
  if (s->n_gaps > (int) G_N_ELEMENTS (s->gap))
    g_string_append (where, "…");
  g_autofree char *text =
      s->n_gaps > 0 ? g_strdup_printf (_ ("Not defined for t %s; the rest is drawn"), where->str)
                    : g_strdup ("");
  tell (d, text, false);
}

static void
refresh (TrFormulaDialog *d)
{
  g_auto (Typed) t = {.text = {NULL}};
  TrFormulaSurvey survey = {0};
  TrFormulaField field = TR_FORMULA_WHOLE;
  int column = 0;
  g_autoptr (GError) error = NULL;
  bool ok;

  if (d->is_filling)
    return;
  clear_marks (d);
  ok = read_typed (d, &t);
  if (ok && !tr_formula_check (d->session, &t.text, &field, &column, &error)) {
    ok = false;
    tell_error (d, field, column, error->message);
  }
  if (ok) {
    tr_formula_survey (d->session, &t.text, &survey);
    tell_gaps (d, &survey);
  }
  tr_formula_preview_show (d->preview, d->session, ok ? &t.text : NULL, &survey);
  gtk_widget_set_sensitive (d->insert_button, ok && survey.is_there);
  tr_probe_say ("formula", "\"ok\": %s, \"field\": %d, \"column\": %d, \"gaps\": %d",
                ok && survey.is_there ? "true" : "false", (int) field, column, survey.n_gaps);
}

static void
remove_cb (TrFormulaDialog *d, TrUnknownRow *row)
{
  gtk_box_remove (GTK_BOX (d->unknowns_box), GTK_WIDGET (row));
  refresh (d);
}

// The preset is what it was only until it is changed.
static void
typed_cb (TrFormulaDialog *d)
{
  if (d->is_filling)
    return;
  d->is_filling = true;
  gtk_drop_down_set_selected (GTK_DROP_DOWN (d->preset_list), 0);
  d->is_filling = false;
  refresh (d);
}

static TrUnknownRow *
add_row (TrFormulaDialog *d, const char *name, double value)
{
  GtkWidget *row = tr_unknown_row_new (d->n_rows++, name, value);

  g_signal_connect_swapped (row, "changed", G_CALLBACK (typed_cb), d);
  g_signal_connect_swapped (row, "remove", G_CALLBACK (remove_cb), d);
  gtk_box_append (GTK_BOX (d->unknowns_box), row);
  return TR_UNKNOWN_ROW (row);
}

static int
count_rows (TrFormulaDialog *d)
{
  int n = 0;
  for (GtkWidget *w = first_row (d); w; w = gtk_widget_get_next_sibling (w))
    n++;
  return n;
}

static bool
is_taken (TrFormulaDialog *d, const char *name)
{
  for (GtkWidget *w = first_row (d); w; w = gtk_widget_get_next_sibling (w))
    if (strcmp (tr_unknown_row_get_name (TR_UNKNOWN_ROW (w)), name) == 0)
      return true;
  return tr_model_find (tr_session_get_model (d->session), name).kind != TR_ELEMENT_NONE;
}

// The last row has its place by now.
static void
show_last (gpointer data)
{
  g_autoptr (TrFormulaDialog) d = data;

  if (d->unknowns_place)
    gtk_adjustment_set_value (d->unknowns_place, gtk_adjustment_get_upper (d->unknowns_place));
}

static void
add_cb (TrFormulaDialog *d)
{
  char name[2] = "a";

  if (count_rows (d) >= MOST_UNKNOWNS) {
    tell (d, _ ("More unknowns than one curve can have"), true);
    return;
  }
  while (name[0] <= 'd' && is_taken (d, name))
    name[0]++;
  tr_unknown_row_focus (add_row (d, name[0] <= 'd' ? name : "", 1));
  g_idle_add_once (show_last, g_object_ref (d));
  typed_cb (d);
}

static void
show (GtkWidget *entry, const char *plain)
{
  g_autofree char *text = tr_number_tell_in (plain);
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
}

static void
fill (TrFormulaDialog *d, const TrFormulaText *text)
{
  GtkWidget *row;

  d->is_filling = true;
  show (d->x_entry, text->x);
  show (d->y_entry, text->y);
  show (d->from_entry, text->from);
  show (d->to_entry, text->to);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (d->closed_check), text->closed);
  while ((row = first_row (d)))
    gtk_box_remove (GTK_BOX (d->unknowns_box), row);
  for (int i = 0; i < text->n_unknowns; i++)
    add_row (d, text->unknowns[i], text->values[i]);
  d->is_filling = false;
  refresh (d);
}

static double
rounded (double x, double step)
{
  return round (x / step) * step;
}

// In the middle of what is seen, on the grid.
static void
fill_preset (TrFormulaDialog *d, const TrFormulaPreset *preset)
{
  Vec2 size = v2 (gtk_widget_get_width (GTK_WIDGET (d->canvas)),
                  gtk_widget_get_height (GTK_WIDGET (d->canvas)));
  TrViewport view = tr_canvas_get_view (d->canvas);
  double step = tr_viewport_grid (view, GRID_PIXELS), values[TR_FORMULA_PRESET_UNKNOWNS];
  Vec2 middle = tr_viewport_to_drawing (view, v2_scale (size, 0.5));
  double half = fmax (step, rounded (VIEW_PART * fmin (size.x, size.y) / view.zoom, step));

  middle = v2 (rounded (middle.x, step), rounded (middle.y, step));
  const TrModel *m = tr_session_get_model (d->session);
  g_autoptr (TrParts) keep = tr_parts_new (m);
  const char *names[TR_FORMULA_PRESET_UNKNOWNS];
  TrFormulaText text = tr_formula_preset_text (preset, middle, half, values);
  tr_formula_name_apart (m, &text, names, keep);
  fill (d, &text);
}

static void
preset_cb (TrFormulaDialog *d)
{
  guint chosen = gtk_drop_down_get_selected (GTK_DROP_DOWN (d->preset_list));
  static const TrFormulaText empty = {.x = "", .y = "", .from = "0", .to = "1"};
  int n;
  const TrFormulaPreset *presets = tr_formula_presets (&n);

  if (d->is_filling || !d->session)
    return;
  if (chosen > 0 && chosen <= (guint) n)
    fill_preset (d, &presets[chosen - 1]);
  else {
    fill (d, &empty);
    gtk_widget_grab_focus (d->x_entry);
  }
}

static bool
is_in_view (TrFormulaDialog *d, TrBounds b)
{
  Vec2 at = tr_viewport_to_widget (tr_canvas_get_view (d->canvas), v2_mid (b.low, b.high));

  return at.x >= 0 && at.x <= gtk_widget_get_width (GTK_WIDGET (d->canvas)) && at.y >= 0 &&
         at.y <= gtk_widget_get_height (GTK_WIDGET (d->canvas));
}

static bool
draw (TrFormulaDialog *d, const TrFormulaText *text, GError **error)
{
  if (d->id)
    return tr_formula_change (d->session, d->id, text, error);
  g_autoptr (TrParts) parts = tr_parts_new (tr_session_get_model (d->session));
  g_autofree char *id = g_strdup (tr_formula_add (text, parts));
  if (!tr_session_add_all (d->session, tr_parts_get (parts), _ ("Draw formula"), error))
    return false;
  tr_selection_set (tr_canvas_get_selection (d->canvas), id);
  return true;
}

static void
insert_cb (TrFormulaDialog *d)
{
  g_auto (Typed) t = {.text = {NULL}};
  TrFormulaSurvey survey;
  g_autoptr (GError) error = NULL;

  if (!read_typed (d, &t) || !tr_formula_survey (d->session, &t.text, &survey))
    return;
  if (!draw (d, &t.text, &error)) {
    tell_error (d, TR_FORMULA_WHOLE, 0, error->message);
    tr_probe_say ("formula-drawn", "\"ok\": false");
    return;
  }
  // Nothing is drawn where nobody looks.
  if (!is_in_view (d, survey.frame))
    tr_canvas_fit (d->canvas);
  tr_probe_say ("formula-drawn", "\"ok\": true");
  gtk_window_close (GTK_WINDOW (d));
}

static void
tr_formula_dialog_dispose (GObject *object)
{
  TrFormulaDialog *d = TR_FORMULA_DIALOG (object);

  d->is_filling = true; // what is torn down is not typed
  g_clear_object (&d->canvas);
  g_clear_object (&d->session);
  g_clear_pointer (&d->id, g_free);
  G_OBJECT_CLASS (tr_formula_dialog_parent_class)->dispose (object);
}

static void
tr_formula_dialog_class_init (TrFormulaDialogClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  g_type_ensure (TR_TYPE_FORMULA_PREVIEW);
  G_OBJECT_CLASS (class)->dispose = tr_formula_dialog_dispose;
  gtk_widget_class_set_template_from_resource (widget, "/org/trammel/Trammel/formula-dialog.ui");
  gtk_widget_class_bind_template_child (widget, TrFormulaDialog, x_entry);
  gtk_widget_class_bind_template_child (widget, TrFormulaDialog, y_entry);
  gtk_widget_class_bind_template_child (widget, TrFormulaDialog, from_entry);
  gtk_widget_class_bind_template_child (widget, TrFormulaDialog, to_entry);
  gtk_widget_class_bind_template_child (widget, TrFormulaDialog, closed_check);
  gtk_widget_class_bind_template_child (widget, TrFormulaDialog, unknowns_box);
  gtk_widget_class_bind_template_child (widget, TrFormulaDialog, unknowns_place);
  gtk_widget_class_bind_template_child (widget, TrFormulaDialog, message_label);
  gtk_widget_class_bind_template_child (widget, TrFormulaDialog, insert_button);
  gtk_widget_class_bind_template_child (widget, TrFormulaDialog, preset_list);
  gtk_widget_class_bind_template_child (widget, TrFormulaDialog, preview);
  gtk_widget_class_bind_template_callback (widget, typed_cb);
  gtk_widget_class_bind_template_callback (widget, preset_cb);
  gtk_widget_class_bind_template_callback (widget, add_cb);
  gtk_widget_class_bind_template_callback (widget, insert_cb);
}

static void
tr_formula_dialog_init (TrFormulaDialog *d)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  int n;
  const TrFormulaPreset *presets = tr_formula_presets (&n);

  d->is_filling = true;
  gtk_widget_init_template (GTK_WIDGET (d));
  gtk_string_list_append (names, _ ("Own formula"));
  for (int i = 0; i < n; i++)
    gtk_string_list_append (names, _ (presets[i].name));
  gtk_drop_down_set_model (GTK_DROP_DOWN (d->preset_list), G_LIST_MODEL (names));
  d->is_filling = false;
}

// Of the formula that is there, as it has been dragged; of a new one the first of the presets.
static void
begin (TrFormulaDialog *d)
{
  TrElement e = d->id ? tr_model_find (tr_session_get_model (d->session), d->id)
                      : (TrElement){TR_ELEMENT_NONE, -1};

  if (e.kind != TR_ELEMENT_BODY) {
    gtk_drop_down_set_selected (GTK_DROP_DOWN (d->preset_list), 1);
    return;
  }
  g_autoptr (TrParts) keep = tr_parts_new (tr_session_get_model (d->session));
  TrFormulaText text = tr_formula_get (d->session, e.index, keep);
  gtk_button_set_label (GTK_BUTTON (d->insert_button), _ ("_Apply"));
  fill (d, &text);
}

void
tr_formula_dialog_open (GtkWindow *parent, TrCanvas *canvas, const char *id)
{
  TrFormulaDialog *d = g_object_new (TR_TYPE_FORMULA_DIALOG, "transient-for", parent, NULL);

  d->canvas = g_object_ref (canvas);
  d->session = g_object_ref (tr_canvas_get_session (canvas));
  d->id = g_strdup (id);
  begin (d);
  gtk_widget_grab_focus (d->x_entry);
  tr_probe_watch (GTK_WINDOW (d));
  gtk_window_present (GTK_WINDOW (d));
  tr_probe_say ("formula-dialog", "\"id\": \"%s\"", id ? id : "");
}
