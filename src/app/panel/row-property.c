// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/panel/row-property.h"

#include "app/panel/page-properties.h"
#include "app/panel/text-property.h"
#include "math/number.h"
#include "session/material.h"
#include "session/quantity.h"
#include "session/report.h"

#include <glib/gi18n.h>
#include <locale.h>

struct _TrPropertyRow {
  TrPageRow parent;
  GtkWidget *heading, *body, *label, *entry, *toggle, *slider, *formula_button, *error_label;
  bool is_telling; // switch or slider follow the drawing
  bool is_held;    // the button is down on the slider
  bool is_tried;   // a value was set and is not yet in the history
  char *shown;     // what the entry showed before anything was written; NULL: nothing yet
};

G_DEFINE_FINAL_TYPE (TrPropertyRow, tr_property_row, TR_TYPE_PAGE_ROW)

static const TrRowKey *
key_of (TrPropertyRow *r)
{
  return tr_page_row_get_key (TR_PAGE_ROW (r));
}

static TrProperty
kind_of (TrPropertyRow *r)
{
  return (TrProperty) key_of (r)->kind;
}

static TrPage *
page_of (TrPropertyRow *r)
{
  return tr_page_row_get_page (TR_PAGE_ROW (r));
}

static const GArray *
subjects_of (TrPropertyRow *r)
{
  return tr_property_page_get_subjects (TR_PROPERTY_PAGE (page_of (r)));
}

// −1: it is no such thing, or not there any more.
static int
index_at (TrPropertyRow *r, guint i, TrElementKind kind)
{
  const TrModel *m = tr_page_get_model (page_of (r));
  int n = kind == TR_ELEMENT_BODY ? m->n_bodies : m->n_labels;
  TrElement e = {TR_ELEMENT_NONE, -1};

  if (i < subjects_of (r)->len)
    e = g_array_index (subjects_of (r), TrElement, i);
  return e.kind == kind && e.index < n ? e.index : -1;
}

static const TrBody *
body_at (TrPropertyRow *r, guint i)
{
  int index = index_at (r, i, TR_ELEMENT_BODY);
  return index >= 0 ? &tr_page_get_model (page_of (r))->bodies[index] : NULL;
}

static char *
dash_text (const TrStyle *s)
{
  GString *out = g_string_new (NULL);
  for (int i = 0; i < s->n_dash; i++)
    g_string_append_printf (out, "%s%g", i ? " " : "", s->dash[i]);
  return g_string_free (out, FALSE);
}

static bool
is_material (TrPropertyRow *r)
{
  return key_of (r)->kind >= TR_PROPERTY_SHAPE && key_of (r)->kind <= TR_PROPERTY_DRAG;
}

static TrMaterial
material_of (TrPropertyRow *r)
{
  return (TrMaterial) (key_of (r)->kind - TR_PROPERTY_SHAPE);
}

// "rigid" where constraints keep the shape, "none" where it does not go back.
static char *
material_text (TrPropertyRow *r, const TrBody *b)
{
  const TrModel *m = tr_page_get_model (page_of (r));
  double value = tr_material_get (m, (int) (b - m->bodies), material_of (r));

  if (!isfinite (value))
    return g_strdup (C_ ("stiffness", "rigid"));
  return value > 0 ? g_strdup_printf ("%.3g", value) : g_strdup (C_ ("stiffness", "none"));
}

// What the entry shows of one body; "": inherited.
static char *
text_of (TrPropertyRow *r, const TrBody *b)
{
  const TrRowKey *key = key_of (r);
  const TrStyle *s = b->style;
  const char *text = NULL;

  if (is_material (r))
    return b->kind == TR_BODY_SHEET ? material_text (r, b) : g_strdup ("");
  if (key->kind == TR_PROPERTY_MEMBER) {
    const double *q = tr_session_get_state (tr_page_get_session (page_of (r)))->q;
    if (key->index >= b->n)
      return g_strdup ("");
    return tr_quantity_format (q[b->q + key->index], tr_quantity_of (b, key->index),
                               tr_page_get_model (page_of (r))->units, 0);
  }
  if (key->kind == TR_PROPERTY_WIDTH)
    return s && s->width >= 0 ? tr_number_tell (s->width) : g_strdup ("");
  if (key->kind == TR_PROPERTY_DASH)
    return s && s->dash ? dash_text (s) : g_strdup ("");
  if (key->kind == TR_PROPERTY_NAME)
    text = b->name;
  else if (key->kind == TR_PROPERTY_STROKE)
    text = s ? s->stroke : NULL;
  else if (key->kind == TR_PROPERTY_FILL)
    text = s ? s->fill : NULL;
  return g_strdup (text ? text : "");
}

// The same of body or text i; NULL: there is none.
static char *
text_at (TrPropertyRow *r, guint i)
{
  const TrBody *b = body_at (r, i);
  int label = index_at (r, i, TR_ELEMENT_LABEL);
  TrSession *s = tr_page_get_session (page_of (r));

  if (label >= 0)
    return tr_text_property_show (tr_session_get_model (s), tr_session_get_state (s), label,
                                  kind_of (r));
  return b ? text_of (r, b) : NULL;
}

// Of a body; NULL: of the text.
static bool
flag_of (TrPropertyRow *r, const TrBody *b)
{
  int kind = key_of (r)->kind;
  const TrLabel *texts = tr_page_get_model (page_of (r))->labels;
  const TrLabel *l = b ? NULL : &texts[index_at (r, 0, TR_ELEMENT_LABEL)];
  if (l)
    return kind == TR_PROPERTY_HIDDEN ? l->hidden : l->locked;
  return kind == TR_PROPERTY_CONSTRUCTION ? b->construction
         : kind == TR_PROPERTY_HIDDEN     ? b->hidden
                                          : b->locked;
}

static void
keep_shown (TrPropertyRow *r, const char *text)
{
  g_free (r->shown);
  r->shown = g_strdup (text);
}

// Of every selected body, all or none, as one step of the history.
static void
set_all (TrPropertyRow *r, const char *member, const char *value)
{
  TrSession *s = tr_page_get_session (page_of (r));
  TrDocument *d = tr_session_get_document (s);
  g_autoptr (GError) error = NULL;
  const TrBody *b;

  for (guint i = 0; !error && (b = body_at (r, i)); i++) {
    g_autofree char *what = g_strdup_printf ("%s.%s", b->id, member);
    tr_document_set (d, what, value, &error);
  }
  if (error)
    tr_document_revert (d);
  else {
    keep_shown (r, gtk_editable_get_text (GTK_EDITABLE (r->entry)));
    const char *label = tr_property_label (kind_of (r));
    g_autofree char *name = g_strdup_printf (_ ("Change %s"), label ? label : member);
    tr_session_settle (s, name);
  }
  tr_page_row_tell (r->entry, r->error_label, error ? error->message : NULL);
}

// Of every selected sheet, all or none. Tried: without an entry of the history.
static void
set_material (TrPropertyRow *r, double value, bool is_tried)
{
  TrSession *s = tr_page_get_session (page_of (r));
  g_autoptr (GError) error = NULL;

  for (guint i = 0; !error && body_at (r, i); i++)
    tr_material_set (s, index_at (r, i, TR_ELEMENT_BODY), material_of (r), value, &error);
  if (error)
    tr_document_revert (tr_session_get_document (s));
  else if (is_tried) {
    r->is_tried = true;
    tr_engine_solve (tr_session_get_engine (s), tr_session_get_state (s));
    tr_document_moved (tr_session_get_document (s));
  } else {
    g_autofree char *name = g_strdup_printf (_ ("Change %s"), tr_property_label (kind_of (r)));
    r->is_tried = false;
    tr_session_settle (s, name);
  }
  tr_page_row_tell (r->entry, r->error_label, error ? error->message : NULL);
}

static void
slid_cb (TrPropertyRow *r)
{
  const TrModel *m = tr_page_get_model (page_of (r));
  double place = gtk_range_get_value (GTK_RANGE (r->slider));
  TrSession *s = tr_page_get_session (page_of (r));

  if (r->is_telling || !body_at (r, 0) || tr_session_is_dragging (s))
    return;
  set_material (
      r, tr_material_from_slider (m, index_at (r, 0, TR_ELEMENT_BODY), material_of (r), place),
      r->is_held);
}

static gboolean
slider_event_cb (GtkEventControllerLegacy *controller, GdkEvent *event, TrPropertyRow *r)
{
  GdkEventType type = gdk_event_get_event_type (event);
  if (type == GDK_BUTTON_PRESS || type == GDK_TOUCH_BEGIN)
    r->is_held = true;
  else if (type == GDK_BUTTON_RELEASE || type == GDK_TOUCH_END || type == GDK_TOUCH_CANCEL) {
    r->is_held = false;
    if (r->is_tried && is_material (r))
      slid_cb (r);
  }
  return GDK_EVENT_PROPAGATE;
}

// A number as it is typed in this language. False: it is none, which is told.
static bool
read_number (TrPropertyRow *r, const char *text, TrQuantityKind kind, double *value)
{
  g_autoptr (GError) error = NULL;
  bool ok = tr_quantity_parse (text, kind, tr_page_get_model (page_of (r)), value, NULL, &error);

  if (!ok)
    tr_page_row_tell (r->entry, r->error_label, error->message);
  return ok;
}

// A number; the words that are shown in place of one are taken too.
static void
material_entered (TrPropertyRow *r, const char *text)
{
  double value = 0;

  if (strcmp (text, C_ ("stiffness", "rigid")) == 0)
    value = INFINITY;
  else if (strcmp (text, C_ ("stiffness", "none")) != 0 &&
           !read_number (r, text, TR_QUANTITY_NUMBER, &value))
    return;
  set_material (r, value, false);
}

// A quoted text, so that a name like 12 or a colour stays a text.
static char *
quote (const char *text)
{
  GString *out = g_string_new (NULL);
  tr_report_string (out, text);
  return g_string_free (out, FALSE);
}

// NULL: it is no number.
static char *
number_json (TrPropertyRow *r, const char *text)
{
  char number[TR_NUMBER_SIZE];
  double value;

  if (!read_number (r, text, TR_QUANTITY_NUMBER, &value))
    return NULL;
  tr_number_format (value, number);
  return g_strdup (number);
}

// Where the comma is the mark of decimals it parts no numbers.
static char *
dash_json (TrPropertyRow *r, const char *text)
{
  bool is_mark = g_str_equal (localeconv ()->decimal_point, ",");
  g_auto (GStrv) parts = g_strsplit_set (text, is_mark ? " ;" : " ,;", -1);
  g_autoptr (GString) out = g_string_new ("[");
  for (char **p = parts; *p; p++) {
    g_autofree char *number = **p ? number_json (r, *p) : NULL;
    if (**p && !number)
      return NULL;
    if (number)
      g_string_append_printf (out, "%s%s", out->len > 1 ? ", " : "", number);
  }
  return g_strdup_printf ("%s]", out->str);
}

// What the document is to have for what was typed; NULL: nothing, which is told.
static char *
typed_json (TrPropertyRow *r, int kind, const char *text)
{
  if (kind == TR_PROPERTY_DASH)
    return dash_json (r, text);
  if (kind == TR_PROPERTY_WIDTH)
    return *text ? number_json (r, text) : g_strdup ("");
  return quote (text);
}

static void
set_member (TrPropertyRow *r, const TrBody *b, const char *text)
{
  char name[32], number[TR_NUMBER_SIZE];
  double value;

  if (!read_number (r, text, tr_quantity_of (b, key_of (r)->index), &value))
    return;
  tr_number_format (value, number);
  set_all (r, tr_body_member_name (b, key_of (r)->index, name), number);
}

static void
set_texts (TrPropertyRow *r, const char *text)
{
  g_autoptr (GError) error = NULL;

  if (tr_text_property_set (tr_page_get_session (page_of (r)), subjects_of (r), kind_of (r), text,
                            &error))
    keep_shown (r, text);
  tr_page_row_tell (r->entry, r->error_label, error ? error->message : NULL);
}

static void
entered_cb (TrPropertyRow *r)
{
  const TrBody *b = body_at (r, 0);
  const char *text = gtk_editable_get_text (GTK_EDITABLE (r->entry));
  int kind = key_of (r)->kind;
  g_autofree char *before = text_at (r, 0), *json = NULL;

  // While time runs the value goes on under what nobody has written.
  if (!before || g_strcmp0 (r->shown, text) == 0 ||
      (subjects_of (r)->len == 1 && strcmp (before, text) == 0))
    return;
  if (!b) {
    set_texts (r, text);
    return;
  }
  if (is_material (r)) {
    material_entered (r, text);
    return;
  }
  if (kind == TR_PROPERTY_MEMBER) {
    set_member (r, b, text);
    return;
  }
  json = typed_json (r, kind, text);
  if (json)
    set_all (r, tr_property_member (kind_of (r)), json);
}

// Back to what it was before anything was written.
static gboolean
entry_key_cb (TrPropertyRow *r, guint key)
{
  return key == GDK_KEY_Escape && tr_page_row_put_back (r->entry, r->error_label, r->shown);
}

static void
toggled_cb (TrPropertyRow *r)
{
  const char *value = gtk_switch_get_active (GTK_SWITCH (r->toggle)) ? "true" : "false";

  if (!r->is_telling && body_at (r, 0))
    set_all (r, tr_property_member (kind_of (r)), value);
  else if (!r->is_telling && index_at (r, 0, TR_ELEMENT_LABEL) >= 0)
    set_texts (r, value);
}

static void
formula_cb (TrPropertyRow *r)
{
  const TrBody *b = body_at (r, 0);
  if (b)
    gtk_widget_activate_action (GTK_WIDGET (r), "win.edit-formula", "s", b->id);
}

// "x = …, y = …": what it is now, in short.
static void
show_formula (TrPropertyRow *r, const TrBody *b)
{
  g_autofree char *x = tr_number_tell_in (tr_expr_text (b->formula.f->expr[0]));
  g_autofree char *y = tr_number_tell_in (tr_expr_text (b->formula.f->expr[1]));
  g_autofree char *text = g_strdup_printf ("x = %s\ny = %s", x, y);

  gtk_widget_set_visible (r->slider, FALSE);
  gtk_widget_set_tooltip_text (r->label, text);
  tr_page_row_set_label (TR_PAGE_ROW (r), text);
}

// Of several what is the same; else a word for it.
static void
show_text (TrPropertyRow *r, bool is_new)
{
  g_autofree char *text = text_at (r, 0);
  bool is_mixed = false;

  for (guint i = 1; !is_mixed && i < subjects_of (r)->len; i++) {
    g_autofree char *other = text_at (r, i);
    is_mixed = other && strcmp (other, text) != 0;
  }
  gtk_entry_set_placeholder_text (GTK_ENTRY (r->entry), is_mixed ? _ ("mixed") : _ ("Default"));
  if (tr_page_row_is_written (r->entry, r->shown) && !is_new)
    return;
  keep_shown (r, is_mixed ? "" : text);
  if (strcmp (gtk_editable_get_text (GTK_EDITABLE (r->entry)), r->shown) != 0)
    gtk_editable_set_text (GTK_EDITABLE (r->entry), r->shown);
}

static void
show_slider (TrPropertyRow *r, const TrBody *b)
{
  const TrModel *m = tr_page_get_model (page_of (r));
  bool is_shown = b && is_material (r) && b->kind == TR_BODY_SHEET;

  gtk_widget_set_visible (r->slider, is_shown);
  if (!is_shown || r->is_held)
    return;
  int body = (int) (b - m->bodies);
  double value = tr_material_get (m, body, material_of (r));
  r->is_telling = true;
  gtk_range_set_value (GTK_RANGE (r->slider),
                       tr_material_to_slider (m, body, material_of (r), value));
  r->is_telling = false;
}

static void
show_property (TrPropertyRow *r, const TrBody *b, bool is_new)
{
  const TrRowKey *key = key_of (r);
  bool is_flag = key->kind >= TR_PROPERTY_CONSTRUCTION;
  char buf[32];
  const char *member = key->kind == TR_PROPERTY_MEMBER && key->index < b->n
                           ? tr_body_member_name (b, key->index, buf)
                           : NULL;
  const char *label = member ? member : tr_property_label (kind_of (r));
  g_autofree char *name =
      g_strdup_printf ("property-%s", member ? member : tr_property_member (kind_of (r)));

  gtk_label_set_label (GTK_LABEL (r->label), label);
  gtk_widget_set_visible (r->toggle, is_flag);
  gtk_widget_set_visible (r->entry, !is_flag && key->kind != TR_PROPERTY_FORMULA);
  gtk_widget_set_visible (r->formula_button, key->kind == TR_PROPERTY_FORMULA);
  gtk_widget_set_name (r->formula_button,
                       key->kind == TR_PROPERTY_FORMULA ? "property-formula" : "");
  gtk_widget_set_tooltip_text (r->label, NULL);
  if (key->kind == TR_PROPERTY_FORMULA) {
    show_formula (r, b);
    return;
  }
  gtk_widget_set_name (is_flag ? r->toggle : r->entry, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (is_flag ? r->toggle : r->entry),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  tr_page_row_set_label (TR_PAGE_ROW (r), label);
  if (is_material (r)) {
    g_autofree char *slider = g_strdup_printf ("slider-%s", tr_property_member (kind_of (r)));
    gtk_widget_set_name (r->slider, slider);
    gtk_accessible_update_property (GTK_ACCESSIBLE (r->slider), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    label, -1);
  }
  show_slider (r, b);
  if (!is_flag) {
    show_text (r, is_new);
    return;
  }
  r->is_telling = true;
  gtk_switch_set_active (GTK_SWITCH (r->toggle), flag_of (r, b));
  r->is_telling = false;
}

static void
tr_property_row_show_key (TrPageRow *row, bool is_new)
{
  TrPropertyRow *r = TR_PROPERTY_ROW (row);
  const TrBody *b = body_at (r, 0);
  bool is_heading = key_of (r)->kind == TR_PROPERTY_HEADING;

  if (!b && !(index_at (r, 0, TR_ELEMENT_LABEL) >= 0 && tr_text_property_is (kind_of (r))))
    return;
  if (is_new) {
    r->is_held = r->is_tried = false;
    tr_page_row_tell (r->entry, r->error_label, NULL);
  }
  gtk_widget_set_visible (r->heading, is_heading);
  gtk_widget_set_visible (r->body, !is_heading);
  if (!is_heading) {
    show_property (r, b, is_new);
    return;
  }
  g_autofree char *text = tr_property_page_heading (TR_PROPERTY_PAGE (page_of (r)));
  gtk_label_set_label (GTK_LABEL (r->heading), text);
  tr_page_row_set_label (row, text);
}

static void
tr_property_row_finalize (GObject *object)
{
  g_free (TR_PROPERTY_ROW (object)->shown);
  G_OBJECT_CLASS (tr_property_row_parent_class)->finalize (object);
}

static void
tr_property_row_class_init (TrPropertyRowClass *class)
{
  GtkWidgetClass *widget = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->finalize = tr_property_row_finalize;
  TR_PAGE_ROW_CLASS (class)->show_key = tr_property_row_show_key;
  gtk_widget_class_set_template_from_resource (widget, "/org/trammel/Trammel/row-property.ui");
  gtk_widget_class_bind_template_child (widget, TrPropertyRow, heading);
  gtk_widget_class_bind_template_child (widget, TrPropertyRow, body);
  gtk_widget_class_bind_template_child (widget, TrPropertyRow, label);
  gtk_widget_class_bind_template_child (widget, TrPropertyRow, entry);
  gtk_widget_class_bind_template_child (widget, TrPropertyRow, toggle);
  gtk_widget_class_bind_template_child (widget, TrPropertyRow, slider);
  gtk_widget_class_bind_template_child (widget, TrPropertyRow, formula_button);
  gtk_widget_class_bind_template_child (widget, TrPropertyRow, error_label);
  gtk_widget_class_bind_template_callback (widget, entered_cb);
  gtk_widget_class_bind_template_callback (widget, entry_key_cb);
  gtk_widget_class_bind_template_callback (widget, toggled_cb);
  gtk_widget_class_bind_template_callback (widget, slid_cb);
  gtk_widget_class_bind_template_callback (widget, slider_event_cb);
  gtk_widget_class_bind_template_callback (widget, formula_cb);
}

static void
tr_property_row_init (TrPropertyRow *r)
{
  gtk_widget_init_template (GTK_WIDGET (r));
}
