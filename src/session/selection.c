// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/selection.h"

#include "session/labels.h"

#include <string.h>

struct _TrSelection {
  GObject parent;
  TrSession *session;
  GPtrArray *texts; // of char, in the order of picking
  GHashTable *set;  // the same texts, to be looked up; theirs
  GArray *items;    // TrSelected, one for each text, as of `generation`
  guint generation;
};

G_DEFINE_FINAL_TYPE (TrSelection, tr_selection, G_TYPE_OBJECT)

enum { CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static void
tr_selection_finalize (GObject *object)
{
  TrSelection *s = TR_SELECTION (object);
  g_hash_table_unref (s->set);
  g_ptr_array_unref (s->texts);
  g_array_unref (s->items);
  g_object_unref (s->session);
  G_OBJECT_CLASS (tr_selection_parent_class)->finalize (object);
}

static void
tr_selection_class_init (TrSelectionClass *class)
{
  G_OBJECT_CLASS (class)->finalize = tr_selection_finalize;
  signals[CHANGED] = g_signal_new ("changed", TR_TYPE_SELECTION, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
}

static void
tr_selection_init (TrSelection *s)
{
  s->texts = g_ptr_array_new_with_free_func (g_free);
  s->set = g_hash_table_new (g_str_hash, g_str_equal);
  s->items = g_array_new (FALSE, FALSE, sizeof (TrSelected));
}

static void
tell (TrSelection *s)
{
  g_signal_emit (s, signals[CHANGED], 0);
}

// What a text means in the drawing as it is; false: nothing any more. Ids have no dot, @, or
// parenthesis in them, connectors of bodies always.
static bool
resolve (const TrModel *m, const char *text, TrSelected *out)
{
  *out = (TrSelected){.text = text, .at = {.body = -1, .slide = -1}};
  if (strpbrk (text, ".@(,"))
    return tr_session_parse_connector (m, text, &out->at, NULL);
  out->element = tr_model_find (m, text);
  return out->element.kind != TR_ELEMENT_NONE && out->element.kind != TR_ELEMENT_PARAMETER;
}

// Brings items up to the drawing; true where something had gone.
static bool
refresh (TrSelection *s)
{
  const TrModel *m = tr_session_get_model (s->session);
  g_autoptr (GPtrArray) before = g_steal_pointer (&s->texts);

  s->texts = g_ptr_array_new_with_free_func (g_free);
  g_array_set_size (s->items, 0);
  for (guint i = 0; i < before->len; i++) {
    TrSelected item;
    if (resolve (m, g_ptr_array_index (before, i), &item)) {
      g_array_append_val (s->items, item);
      g_ptr_array_add (s->texts, g_steal_pointer (&before->pdata[i]));
    } else
      g_hash_table_remove (s->set, g_ptr_array_index (before, i));
  }
  s->generation = tr_document_get_generation (tr_session_get_document (s->session));
  return s->texts->len < before->len;
}

static void
document_changed_cb (TrSelection *s)
{
  TrDocument *d = tr_session_get_document (s->session);
  if (s->generation != tr_document_get_generation (d) && refresh (s))
    tell (s);
}

TrSelection *
tr_selection_new (TrSession *session)
{
  g_return_val_if_fail (TR_IS_SESSION (session), NULL);
  TrSelection *s = g_object_new (TR_TYPE_SELECTION, NULL);
  s->session = g_object_ref (session);
  refresh (s);
  g_signal_connect_object (tr_session_get_document (session), "changed",
                           G_CALLBACK (document_changed_cb), s, G_CONNECT_SWAPPED);
  return s;
}

TrSession *
tr_selection_get_session (TrSelection *s)
{
  return s->session;
}

// Between an edit and its signal the items may be of the model before.
static void
ensure (TrSelection *s)
{
  if (s->generation != tr_document_get_generation (tr_session_get_document (s->session)))
    refresh (s);
}

const TrSelected *
tr_selection_get (TrSelection *s, guint *n)
{
  ensure (s);
  *n = s->items->len;
  return (const TrSelected *) (void *) s->items->data;
}

guint
tr_selection_get_n (TrSelection *s)
{
  ensure (s);
  return s->items->len;
}

bool
tr_selection_has (TrSelection *s, const char *text)
{
  ensure (s);
  return g_hash_table_contains (s->set, text);
}

bool
tr_selection_has_element (TrSelection *s, TrElementKind kind, int index)
{
  guint n;
  const TrSelected *item = tr_selection_get (s, &n);
  for (guint i = 0; i < n; i++)
    if (item[i].element.kind == kind && item[i].element.index == index)
      return true;
  return false;
}

const char **
tr_selection_ids (TrSelection *s)
{
  guint n, n_ids = 0;
  const TrSelected *item = tr_selection_get (s, &n);
  const char **ids = g_new0 (const char *, n + 1);
  for (guint i = 0; i < n; i++)
    if (item[i].element.kind != TR_ELEMENT_NONE)
      ids[n_ids++] = item[i].text;
  return ids;
}

// Without a signal; true where it was not there before.
static bool
add (TrSelection *s, const char *text)
{
  TrSelected item;
  if (g_hash_table_contains (s->set, text) ||
      !resolve (tr_session_get_model (s->session), text, &item))
    return false;
  char *own = g_strdup (text);
  item.text = own;
  g_ptr_array_add (s->texts, own);
  g_hash_table_add (s->set, own);
  g_array_append_val (s->items, item);
  return true;
}

static void
empty (TrSelection *s)
{
  g_hash_table_remove_all (s->set);
  g_ptr_array_set_size (s->texts, 0);
  g_array_set_size (s->items, 0);
}

bool
tr_selection_add (TrSelection *s, const char *text)
{
  g_return_val_if_fail (text, false);
  ensure (s);
  if (g_hash_table_contains (s->set, text))
    return true;
  if (!add (s, text))
    return false;
  tell (s);
  return true;
}

bool
tr_selection_remove (TrSelection *s, const char *text)
{
  g_return_val_if_fail (text, false);
  ensure (s);
  if (!g_hash_table_contains (s->set, text))
    return false;
  guint i = 0;
  while (!g_str_equal (g_ptr_array_index (s->texts, i), text))
    i++;
  g_hash_table_remove (s->set, text);
  g_array_remove_index (s->items, i);
  g_ptr_array_remove_index (s->texts, i);
  tell (s);
  return true;
}

bool
tr_selection_toggle (TrSelection *s, const char *text)
{
  return tr_selection_remove (s, text) || tr_selection_add (s, text);
}

void
tr_selection_set (TrSelection *s, const char *text)
{
  tr_selection_set_all (s, &text, text ? 1 : 0);
}

static bool
is_same (const GPtrArray *a, const GPtrArray *b)
{
  if (a->len != b->len)
    return false;
  for (guint i = 0; i < a->len; i++)
    if (!g_str_equal (g_ptr_array_index (a, i), g_ptr_array_index (b, i)))
      return false;
  return true;
}

// Puts `texts` in the place of what was selected, behind what stays of it where `extend`.
static void
replace (TrSelection *s, const char *const *texts, guint n, bool extend)
{
  ensure (s);
  g_autoptr (GPtrArray) before = s->texts;
  g_hash_table_remove_all (s->set);
  s->texts = g_ptr_array_new_with_free_func (g_free);
  g_array_set_size (s->items, 0);
  for (guint i = 0; extend && i < before->len; i++)
    add (s, g_ptr_array_index (before, i));
  for (guint i = 0; i < n; i++)
    add (s, texts[i]);
  if (!is_same (before, s->texts))
    tell (s);
}

void
tr_selection_set_all (TrSelection *s, const char *const *texts, guint n)
{
  replace (s, texts, n, false);
}

void
tr_selection_clear (TrSelection *s)
{
  if (s->texts->len == 0)
    return;
  empty (s);
  tell (s);
}

// What hands at the canvas take hold of, counted through: bodies, then texts.
static int
n_things (const TrModel *m)
{
  return m->n_bodies + m->n_labels;
}

static TrElement
thing (const TrModel *m, int i)
{
  return i < m->n_bodies ? (TrElement){TR_ELEMENT_BODY, i}
                         : (TrElement){TR_ELEMENT_LABEL, i - m->n_bodies};
}

// Lists reach everything.
static bool
is_in_reach (const TrModel *m, TrElement e)
{
  if (e.kind == TR_ELEMENT_LABEL)
    return tr_label_is_in_reach (m, e.index);
  return !m->bodies[e.index].hidden && !m->bodies[e.index].locked;
}

void
tr_selection_all (TrSelection *s)
{
  const TrModel *m = tr_session_get_model (s->session);
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();
  for (int i = 0; i < n_things (m); i++)
    if (is_in_reach (m, thing (m, i)))
      g_ptr_array_add (ids, (gpointer) tr_model_element_id (m, thing (m, i)));
  replace (s, (const char *const *) ids->pdata, ids->len, false);
}

void
tr_selection_box (TrSelection *s, Vec2 a, Vec2 b, TrBoxMode mode, bool extend)
{
  const TrModel *m = tr_session_get_model (s->session);
  const TrState *state = tr_session_get_state (s->session);
  Vec2 low = v2 (fmin (a.x, b.x), fmin (a.y, b.y)), high = v2 (fmax (a.x, b.x), fmax (a.y, b.y));
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();

  for (int i = 0; i < n_things (m); i++) {
    TrElement e = thing (m, i);
    if (is_in_reach (m, e) &&
        (e.kind == TR_ELEMENT_LABEL ? tr_label_is_in_box (m, state, e.index, low, high, mode)
                                    : tr_body_is_in_box (m, state, e.index, low, high, mode)))
      g_ptr_array_add (ids, (gpointer) tr_model_element_id (m, e));
  }
  replace (s, (const char *const *) ids->pdata, ids->len, extend);
}

static int
last_thing (TrSelection *s)
{
  guint n;
  const TrSelected *item = tr_selection_get (s, &n);
  for (guint i = n; i-- > 0;) {
    if (item[i].element.kind == TR_ELEMENT_BODY)
      return item[i].element.index;
    if (item[i].element.kind == TR_ELEMENT_LABEL)
      return tr_session_get_model (s->session)->n_bodies + item[i].element.index;
    if (item[i].element.kind == TR_ELEMENT_NONE)
      return item[i].at.body;
  }
  return -1;
}

bool
tr_selection_walk (TrSelection *s, int step)
{
  const TrModel *m = tr_session_get_model (s->session);
  int n = n_things (m), at = last_thing (s);

  g_return_val_if_fail (step == 1 || step == -1, false);
  if (at < 0)
    at = step > 0 ? -1 : n;
  for (int i = 0; i < n; i++) {
    at = (at + step + n) % n;
    if (is_in_reach (m, thing (m, at))) {
      tr_selection_set (s, tr_model_element_id (m, thing (m, at)));
      return true;
    }
  }
  return false;
}
