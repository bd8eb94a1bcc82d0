// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Actions on what is selected.

#include "app/window/window-private.h"

#include "app/clipboard.h"
#include "app/probe.h"
#include "session/quantity.h"
#include "session/relate.h"
#include "session/title.h"
#include "session/vertex.h"

#include <glib/gi18n.h>

// From what was copied to its copy, pixels.
#define COPY_OFFSET 24
// Of what went along with what was removed.
#define MOST_NAMES 4

static TrSelection *
selection_of (TrWindow *w)
{
  return tr_canvas_get_selection (w->canvas);
}

// error: by its address, since what sets it is called among the arguments.
static void
tell_if_failed (TrWindow *w, bool ok, GError *const *error)
{
  tr_canvas_set_message (w->canvas, ok || !*error ? NULL : (*error)->message);
}

static Vec2
copy_offset (TrWindow *w)
{
  double d = COPY_OFFSET / tr_canvas_get_view (w->canvas).zoom;
  return v2 (d, -d);
}

// What was removed, in words; NULL: traces, which are missed where they were.
static char *
title_of_lost (const TrModel *before, TrElement e)
{
  return e.kind == TR_ELEMENT_TRACE ? NULL : tr_element_title (before, e);
}

// "With it went: Length s1, Nail s1.a, …": of what was removed what is none of those meant; NULL:
// nothing.
static char *
describe_lost (const TrModel *before, const GPtrArray *removed, const char *const *meant)
{
  g_autoptr (GString) names = g_string_new (NULL);
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal); // all may have been
  int n = 0;

  for (int i = 0; meant[i]; i++)
    g_hash_table_add (known, (gpointer) meant[i]);
  for (guint i = 0; i < removed->len; i++) {
    const char *id = g_ptr_array_index (removed, i);
    g_autofree char *title = title_of_lost (before, tr_model_find (before, id));
    if (title && !g_hash_table_contains (known, id) && n++ < MOST_NAMES)
      g_string_append_printf (names, "%s%s", n > 1 ? ", " : "", title);
  }
  if (n > MOST_NAMES)
    g_string_append (names, ", …");
  return n > 0 ? g_strdup_printf (_ ("With it went: %s"), names->str) : NULL;
}

// A curve that went with a vertex of it, or a control point that is still there; NULL: neither.
static char *
describe_vertex (const TrModel *before, const GPtrArray *removed, const TrConnector *vertex)
{
  const TrBody *b = &before->bodies[vertex->body];

  if (g_ptr_array_find_with_equal_func ((GPtrArray *) removed, b->id, g_str_equal, NULL))
    return g_strdup_printf (_ ("“%s” has no vertex to spare: it is removed as a whole"),
                            b->name && *b->name ? b->name : b->id);
  if (b->kind == TR_BODY_BEZIER && vertex->point % 3 != 0)
    return g_strdup (
        _ ("Laid straight: control points go with the end of the span they belong to"));
  return NULL;
}

// The ids of what is selected, and of the curves whose vertices are: they may go as a whole.
static GStrv
meant_ids (TrSelection *s, const TrModel *m)
{
  g_autoptr (GStrvBuilder) ids = g_strv_builder_new ();
  guint n;
  const TrSelected *item = tr_selection_get (s, &n);

  for (guint i = 0; i < n; i++)
    if (item[i].element.kind == TR_ELEMENT_NONE && tr_is_vertex (m, &item[i].at))
      g_strv_builder_add (ids, m->bodies[item[i].at.body].id);
  g_autofree const char **selected = tr_selection_ids (s);
  g_strv_builder_addv (ids, selected);
  return g_strv_builder_end (ids);
}

// Of the vertices that are selected the first; false: none is.
static bool
first_vertex (TrSelection *s, const TrModel *m, TrConnector *vertex)
{
  guint n;
  const TrSelected *item = tr_selection_get (s, &n);

  for (guint i = 0; i < n; i++)
    if (item[i].element.kind == TR_ELEMENT_NONE && tr_is_vertex (m, &item[i].at)) {
      *vertex = item[i].at;
      return true;
    }
  return false;
}

static void
delete_selected (TrWindow *w)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) removed = NULL;
  TrConnector vertex;

  if (!tr_window_may_edit (w) || tr_selection_get_n (selection_of (w)) == 0)
    return;
  g_autoptr (TrModel) before = tr_model_copy (tr_session_get_model (w->session));
  g_auto (GStrv) meant = meant_ids (selection_of (w), before);
  bool has_vertex = first_vertex (selection_of (w), before, &vertex);
  bool ok = tr_selection_delete (selection_of (w), &removed, &error);
  tell_if_failed (w, ok, &error);
  if (!ok)
    return;
  g_autofree char *whole = has_vertex ? describe_vertex (before, removed, &vertex) : NULL;
  g_autofree char *lost = describe_lost (before, removed, (const char *const *) meant);
  g_autofree char *both = whole && lost ? g_strdup_printf ("%s · %s", whole, lost) : NULL;
  tr_canvas_set_message (w->canvas, both ? both : whole ? whole : lost);
}

// The key that is chosen of a path that is selected goes alone.
static void
delete_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;

  if (tr_window_may_edit (w) && !tr_canvas_remove_key (w->canvas))
    delete_selected (w);
}

// A parameter, by the button of its row: what computes with it goes along.
static void
remove_parameter_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;
  const char *const ids[] = {g_variant_get_string (parameter, NULL), NULL};
  g_autoptr (GPtrArray) removed = NULL;
  g_autoptr (GError) error = NULL;

  if (!tr_window_may_edit (w))
    return;
  g_autoptr (TrModel) before = tr_model_copy (tr_session_get_model (w->session));
  if (!tr_session_remove (w->session, ids, &removed, &error)) {
    tell_if_failed (w, false, &error);
    return;
  }
  g_autofree char *lost = describe_lost (before, removed, ids);
  tr_canvas_set_message (w->canvas, lost);
}

static bool
copy (TrWindow *w)
{
  g_autoptr (GError) error = NULL;
  bool ok = tr_window_may_edit (w) &&
            tr_clipboard_copy (gtk_widget_get_clipboard (GTK_WIDGET (w)), selection_of (w), &error);
  tell_if_failed (w, ok, &error);
  return ok;
}

static void
copy_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  copy (data);
}

static void
cut_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  if (copy (data))
    delete_selected (data);
}

// A copy of ours; false: it is none.
static bool
paste_copy (TrWindow *w, const char *text, GError **error)
{
  Vec2 by = copy_offset (w);
  TrUnits here = tr_session_get_model (w->session)->units, there = tr_document_copy_units (text);
  bool ok = tr_relate_paste (selection_of (w), text, by.x, by.y, error);

  if (ok && here != there) {
    g_autofree char *said = g_strdup_printf (_ ("Numbers stay as they are: what was %s is %s here"),
                                             tr_units_symbol (there), tr_units_symbol (here));
    tr_window_toast (w, said, NULL);
  }
  return ok;
}

static void
pasted_cb (const char *type, GBytes *bytes, const GError *error, gpointer data)
{
  TrWindow *w = data;
  bool is_ours = strcmp (type, TR_CLIPBOARD_TYPE) == 0;
  bool is_text = is_ours || g_str_has_prefix (type, "text/plain"), ok = false;
  g_autoptr (GError) why = NULL;

  if (!w->session || tr_session_is_dragging (w->session))
    return;
  tr_canvas_set_message (w->canvas, NULL);
  if (bytes && is_text) {
    g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
    ok = paste_copy (w, text, &why);
  }
  if (is_ours && why)
    tr_canvas_set_message (w->canvas, why->message);
  else if (bytes && !ok)
    ok = tr_window_take_content (w, type, bytes);
  else if (!bytes)
    tr_canvas_set_message (w->canvas,
                           error ? error->message : _ ("Nothing on the clipboard can be pasted"));
  tr_probe_say ("pasted", "\"ok\": %s", ok ? "true" : "false");
}

static void
paste_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  if (tr_window_may_edit (data))
    tr_clipboard_read (gtk_widget_get_clipboard (GTK_WIDGET (data)), pasted_cb, data);
}

static void
duplicate_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;
  g_autoptr (GError) error = NULL;
  Vec2 by = copy_offset (w);

  if (tr_window_may_edit (w) && tr_selection_get_n (selection_of (w)) > 0)
    tell_if_failed (w, tr_relate_duplicate (selection_of (w), by.x, by.y, &error), &error);
}

static void
select_all_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;
  if (tr_window_may_edit (w))
    tr_selection_all (selection_of (w));
}

// By its id, as by a click in a list.
static void
choose_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;
  if (tr_window_may_edit (w))
    tr_selection_set (selection_of (w), g_variant_get_string (parameter, NULL));
}

static void
relate_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;
  const char *name = g_variant_get_string (parameter, NULL);

  if (!tr_window_may_edit (w))
    return;
  for (int i = 0; i < TR_N_RELATIONS; i++)
    if (strcmp (tr_relations[i].name, name) == 0)
      tr_canvas_relate (w->canvas, i);
}

// Takes away what attaches the points and bodies selected.
static void
detach_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  TrWindow *w = data;
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;

  if (!tr_window_may_edit (w))
    return;
  const TrModel *m = tr_session_get_model (w->session);
  g_autoptr (GArray) found = tr_relate_attachments (selection_of (w));
  for (guint i = 0; i < found->len; i++)
    g_ptr_array_add (ids, (gpointer) m->constraints[g_array_index (found, int, i)].id);
  g_ptr_array_add (ids, NULL);
  if (ids->len > 1)
    tell_if_failed (
        w, tr_session_remove (w->session, (const char *const *) ids->pdata, NULL, &error), &error);
}

static void
add_vertex_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  tr_canvas_add_vertex (((TrWindow *) data)->canvas);
}

static void
context_menu_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  tr_canvas_open_menu (((TrWindow *) data)->canvas);
}

static const GActionEntry actions[] = {
    {.name = "delete", .activate = delete_cb},
    {.name = "cut", .activate = cut_cb},
    {.name = "copy", .activate = copy_cb},
    {.name = "paste", .activate = paste_cb},
    {.name = "duplicate", .activate = duplicate_cb},
    {.name = "select-all", .activate = select_all_cb},
    {.name = "choose", .activate = choose_cb, .parameter_type = "s"},
    {.name = "relate", .activate = relate_cb, .parameter_type = "s"},
    {.name = "detach", .activate = detach_cb},
    {.name = "remove-parameter", .activate = remove_parameter_cb, .parameter_type = "s"},
    {.name = "add-vertex", .activate = add_vertex_cb},
    {.name = "context-menu", .activate = context_menu_cb},
};

void
tr_window_add_edit_actions (TrWindow *w)
{
  g_action_map_add_action_entries (G_ACTION_MAP (w), actions, G_N_ELEMENTS (actions), w);
}
