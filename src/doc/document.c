// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doc/document-private.h"
#include "doc/file-names.h"
#include "doc/file.h"
#include "doc/reader.h"
#include "doc/writer.h"
#include "model/live.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/stat.h>

G_DEFINE_FINAL_TYPE (TrDocument, tr_document, G_TYPE_OBJECT)
G_DEFINE_QUARK (tr_document_error_quark, tr_document_error)

enum { MOVED, CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

static GPtrArray *
edits_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) tr_edit_free);
}

static void
entry_free (gpointer data)
{
  TrEntry *e = data;
  g_ptr_array_unref (e->edits);
  tr_snapshot_free (e->state);
  g_free (e->name);
  g_free (e);
}

// The state as it is, which it has come to from `last`.
static TrSnapshot *
take_state (TrDocument *d, const TrSnapshot *last)
{
  guint n;
  const TrElement *moved = tr_ledger_since (&d->moves, d->shot, &n);
  TrSnapshot *shot = tr_snapshot_after (d->state, last, moved, n);
  d->shot = tr_ledger_end (&d->moves);
  return shot;
}

// What was edited since the last entry (NULL: there is none) goes to it.
static TrEntry *
entry_new (TrDocument *d, const TrEntry *last, const char *name)
{
  TrEntry *e = g_new (TrEntry, 1);
  e->edits = d->edits;
  d->edits = edits_new ();
  e->state = take_state (d, last ? last->state : NULL);
  e->layers = d->model->layers;
  e->world = d->model->world;
  e->name = g_strdup (name);
  return e;
}

static void
tr_document_finalize (GObject *object)
{
  TrDocument *d = TR_DOCUMENT (object);
  g_ptr_array_unref (d->history);
  g_ptr_array_unref (d->edits);
  tr_model_free (d->model);
  tr_state_free (d->state);
  tr_snapshot_free (d->filed);
  tr_ledger_clear (&d->moves);
  g_free (d->path);
  G_OBJECT_CLASS (tr_document_parent_class)->finalize (object);
}

static void
tr_document_class_init (TrDocumentClass *class)
{
  G_OBJECT_CLASS (class)->finalize = tr_document_finalize;
  // The state has moved; nothing else has changed.
  signals[MOVED] = g_signal_new ("moved", TR_TYPE_DOCUMENT, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 0);
  // The model, the history or the file has changed.
  signals[CHANGED] = g_signal_new ("changed", TR_TYPE_DOCUMENT, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
}

// A fresh history whose first entry is the drawing as it is.
static void
start_history (TrDocument *d)
{
  g_ptr_array_set_size (d->history, 0);
  g_ptr_array_set_size (d->edits, 0);
  g_ptr_array_add (d->history, entry_new (d, NULL, NULL));
  d->at = 0;
  d->saved = 0;
  g_clear_pointer (&d->filed, tr_snapshot_free);
}

static void
tr_document_init (TrDocument *d)
{
  TrPool *pool = tr_pool_new ();
  TrModel *m = tr_model_new (pool);
  tr_pool_unref (pool);
  tr_model_layout (m);
  d->model = m;
  d->state = tr_state_new (m);
  tr_ledger_init (&d->moves, 0);
  d->edits = edits_new ();
  d->history = g_ptr_array_new_with_free_func (entry_free);
  start_history (d);
}

TrDocument *
tr_document_new (void)
{
  return g_object_new (TR_TYPE_DOCUMENT, NULL);
}

static void
note_slides (TrLedger *moves, TrConnector *const *slides, int n)
{
  for (int i = 0; i < n; i++)
    tr_moves_note_unknowns (moves, slides[i]->slide, 1);
}

// The state has something else where the edit has put something.
static void
note_edit (TrDocument *d, const TrEdit *e)
{
  const TrModel *m = d->model;
  const GArray *bodies = tr_edit_put (e, TR_ELEMENT_BODY),
               *cons = tr_edit_put (e, TR_ELEMENT_CONSTRAINT),
               *forces = tr_edit_put (e, TR_ELEMENT_FORCE);
  TrConnector *slides[6];
  if (!tr_edit_is_local (e) || tr_edit_clips (e)) {
    tr_ledger_note_all (&d->moves);
    return;
  }
  for (guint k = 0; k < bodies->len; k++) {
    const TrBody *b = &m->bodies[g_array_index (bodies, int, k)];
    tr_moves_note_unknowns (&d->moves, b->q, b->n);
  }
  for (guint k = 0; k < cons->len; k++) {
    int i = g_array_index (cons, int, k);
    tr_moves_note_memory (&d->moves, i);
    note_slides (&d->moves, slides, tr_constraint_slides (&m->constraints[i], slides));
  }
  for (guint k = 0; k < forces->len; k++) {
    int i = g_array_index (forces, int, k);
    note_slides (&d->moves, slides, tr_force_slides (&m->forces[i], slides));
  }
}

TrEdit *
tr_document_begin (TrDocument *d)
{
  return tr_edit_new (d->model);
}

bool
tr_document_end (TrDocument *d, TrEdit *e, bool ok)
{
  if (!ok) {
    tr_edit_free (e);
    return false;
  }
  d->generation++;
  note_edit (d, e);
  g_ptr_array_add (d->edits, e);
  g_signal_emit (d, signals[CHANGED], 0);
  return true;
}

void
tr_document_tell_changed (TrDocument *d)
{
  g_signal_emit (d, signals[CHANGED], 0);
}

// Another drawing.
static void
take (TrDocument *d, TrModel *m, TrState *s)
{
  tr_model_free (d->model);
  tr_state_free (d->state);
  d->model = m;
  d->state = s;
  d->generation++;
  tr_ledger_note_all (&d->moves);
  g_signal_emit (d, signals[CHANGED], 0);
}

// Remembers which file it was, to notice when another program puts a new one there.
static void
note_file (TrDocument *d, const char *path)
{
  struct stat st;
  if (d->path != path) {
    g_free (d->path);
    d->path = g_strdup (path);
  }
  d->known = stat (path, &st) == 0;
  if (d->known)
    d->stamp =
        (TrFileStamp){st.st_dev, st.st_ino, st.st_size, st.st_mtim.tv_sec, st.st_mtim.tv_nsec};
}

// A folder in its place is no change of the file: that it cannot be written is told instead.
static bool
file_changed (TrDocument *d, const char *path)
{
  struct stat st;
  if (!d->known || g_strcmp0 (path, d->path) != 0 || stat (path, &st) != 0 || S_ISDIR (st.st_mode))
    return false;
  const TrFileStamp *a = &d->stamp;
  return a->dev != st.st_dev || a->ino != st.st_ino || a->size != st.st_size ||
         a->sec != st.st_mtim.tv_sec || a->nsec != st.st_mtim.tv_nsec;
}

bool
tr_document_is_outdated (TrDocument *d)
{
  return d->path && file_changed (d, d->path);
}

bool
tr_document_load (TrDocument *d, const char *path, GError **error)
{
  TrModel *m;
  TrState *s;
  if (!tr_read_file (path, &m, &s, error))
    return false;
  take (d, m, s);
  note_file (d, path);
  start_history (d);
  g_signal_emit (d, signals[CHANGED], 0);
  return true;
}

bool
tr_document_load_text (
    TrDocument *d, const char *text, gsize length, const char *name, GError **error)
{
  TrModel *m;
  TrState *s;
  if (!tr_read_model (text, length, name, &m, &s, error))
    return false;
  take (d, m, s);
  g_clear_pointer (&d->path, g_free);
  d->known = false;
  start_history (d);
  g_signal_emit (d, signals[CHANGED], 0);
  return true;
}

bool
tr_document_restore (TrDocument *d,
                     const char *text,
                     gsize length,
                     const char *name,
                     const char *path,
                     const TrFileStamp *stamp,
                     GError **error)
{
  if (!tr_document_load_text (d, text, length, name, error))
    return false;
  d->path = g_strdup (path);
  d->known = stamp != NULL;
  if (stamp)
    d->stamp = *stamp;
  d->saved = -1;
  g_signal_emit (d, signals[CHANGED], 0);
  return true;
}

char *
tr_document_to_text (TrDocument *d, gsize *length)
{
  return tr_write_model (d->model, d->state, length);
}

bool
tr_document_write (TrDocument *d, const char *path, GError **error)
{
  gsize n;
  g_autofree char *text = tr_document_to_text (d, &n);
  return tr_write_file (path, text, n, error);
}

bool
tr_document_save (TrDocument *d, const char *path, bool overwrite, GError **error)
{
  if (!overwrite && file_changed (d, path)) {
    g_set_error (error, TR_DOCUMENT_ERROR, TR_DOCUMENT_ERROR_CHANGED,
                 _ ("%s: another program has changed the file since it was opened"), path);
    return false;
  }
  if (!tr_document_write (d, path, error))
    return false;
  note_file (d, path);
  d->saved = d->at;
  g_clear_pointer (&d->filed, tr_snapshot_free);
  g_signal_emit (d, signals[CHANGED], 0);
  return true;
}

void
tr_document_set_view (TrDocument *d, Vec2 center, double zoom, Vec2 size)
{
  TrView *v = &d->model->view;
  v->center = center;
  v->zoom = zoom;
  v->size = size;
}

const char *
tr_document_get_path (TrDocument *d)
{
  return d->path;
}

char *
tr_document_dup_title (TrDocument *d)
{
  g_autofree char *base = d->path ? g_path_get_basename (d->path) : NULL;
  return base ? tr_file_line (base) : g_strdup (_ ("Untitled"));
}

bool
tr_document_is_modified (TrDocument *d)
{
  if (d->at == d->saved && d->filed)
    return !tr_snapshot_equal (d->filed, d->state);
  return d->at != d->saved || tr_document_has_moved (d);
}

const TrModel *
tr_document_get_model (TrDocument *d)
{
  return d->model;
}

TrState *
tr_document_get_state (TrDocument *d)
{
  return d->state;
}

guint
tr_document_get_generation (TrDocument *d)
{
  return d->generation;
}

void
tr_document_note_moved (TrDocument *d)
{
  tr_ledger_note_all (&d->moves);
}

TrLedger *
tr_document_get_moves (TrDocument *d)
{
  return &d->moves;
}

void
tr_document_moved (TrDocument *d)
{
  tr_document_note_moved (d);
  tr_document_tell_moved (d);
}

void
tr_document_tell_moved (TrDocument *d)
{
  tr_model_follow (d->model, d->state);
  g_signal_emit (d, signals[MOVED], 0);
}

static TrEntry *
present (TrDocument *d)
{
  return g_ptr_array_index (d->history, d->at);
}

// The entry where we are is of the state as it is.
static void
renew_present (TrDocument *d)
{
  TrEntry *e = present (d);
  TrSnapshot *was = e->state;
  e->state = take_state (d, was);
  tr_snapshot_free (was);
}

TrSnapshot *
tr_document_take_snapshot (TrDocument *d)
{
  guint n;
  const TrElement *moved = tr_ledger_since (&d->moves, d->shot, &n);
  return tr_snapshot_after (d->state, present (d)->state, moved, n);
}

void
tr_document_commit (TrDocument *d, const char *name)
{
  if (d->saved > d->at)
    d->saved = -1; // the saved entry is among those that are dropped
  g_ptr_array_set_size (d->history, d->at + 1);
  g_ptr_array_add (d->history, entry_new (d, present (d), name));
  d->at++;
  g_signal_emit (d, signals[CHANGED], 0);
}

bool
tr_document_join (TrDocument *d)
{
  if (d->at < 2 || tr_document_n_redo (d) > 0 || d->edits->len > 0 || d->saved == d->at - 1)
    return false;
  g_autofree TrEntry *last = g_ptr_array_steal_index (d->history, (guint) d->at);
  d->at--;
  TrEntry *e = present (d);
  g_ptr_array_extend_and_steal (e->edits, last->edits);
  tr_snapshot_free (e->state);
  e->state = last->state;
  e->layers = last->layers;
  g_free (last->name);
  if (d->saved > d->at)
    d->saved = d->at;
  g_signal_emit (d, signals[CHANGED], 0);
  return true;
}

void
tr_document_accept (TrDocument *d)
{
  renew_present (d);
  if (d->at == d->saved)
    g_clear_pointer (&d->filed, tr_snapshot_free);
  g_signal_emit (d, signals[CHANGED], 0);
}

void
tr_document_run_on (TrDocument *d)
{
  if (d->edits->len > 0 || !tr_document_has_moved (d)) // something is being tried, or nothing is
    return;
  bool was_modified = tr_document_is_modified (d);
  if (d->at == d->saved && !d->filed)
    d->filed = tr_snapshot_copy (present (d)->state);
  renew_present (d);
  if (tr_document_is_modified (d) != was_modified)
    g_signal_emit (d, signals[CHANGED], 0);
}

// Where others have other places, nothing that was noted of them is right.
static void
swap (TrDocument *d, TrEdit *e)
{
  tr_edit_swap (e, d->model);
  if (!tr_edit_is_local (e))
    tr_ledger_note_all (&d->moves);
}

// Takes edits back, the last one first.
static void
take_back (TrDocument *d, GPtrArray *edits)
{
  for (guint i = edits->len; i > 0; i--)
    swap (d, g_ptr_array_index (edits, i - 1));
  d->generation += edits->len > 0;
}

static void
make_again (TrDocument *d, GPtrArray *edits)
{
  for (guint i = 0; i < edits->len; i++)
    swap (d, g_ptr_array_index (edits, i));
  d->generation += edits->len > 0;
}

// What was tried since the last entry is gone.
static void
drop (TrDocument *d)
{
  take_back (d, d->edits);
  g_ptr_array_set_size (d->edits, 0);
}

// Another world moves what is in it otherwise.
static void
take_world (TrDocument *d, const TrWorld *world)
{
  if (memcmp (&d->model->world, world, sizeof *world) == 0)
    return;
  d->model->world = *world;
  d->generation++;
}

// The state of the entry where we are; `from`: of the one where we were.
static void
restore (TrDocument *d, const TrSnapshot *from)
{
  const TrSnapshot *to = present (d)->state;
  guint n;
  const TrElement *moved = tr_ledger_since (&d->moves, d->shot, &n);
  if (moved && tr_snapshot_fits (from, d->state)) {
    tr_snapshot_restore_after (to, from, d->state, moved, n, &d->moves);
  } else {
    tr_state_free (d->state);
    d->state = tr_snapshot_state (to);
    tr_ledger_note_all (&d->moves);
  }
  d->shot = tr_ledger_end (&d->moves);
  d->model->layers = present (d)->layers;
  take_world (d, &present (d)->world);
  tr_model_follow (d->model, d->state);
  g_signal_emit (d, signals[CHANGED], 0);
}

void
tr_document_revert (TrDocument *d)
{
  drop (d);
  restore (d, present (d)->state);
}

bool
tr_document_undo (TrDocument *d)
{
  if (d->at == 0)
    return false;
  const TrSnapshot *from = present (d)->state;
  drop (d);
  take_back (d, present (d)->edits);
  d->at--;
  restore (d, from);
  return true;
}

bool
tr_document_redo (TrDocument *d)
{
  if (d->at + 1 >= (int) d->history->len)
    return false;
  const TrSnapshot *from = present (d)->state;
  drop (d);
  d->at++;
  make_again (d, present (d)->edits);
  restore (d, from);
  return true;
}

int
tr_document_n_undo (TrDocument *d)
{
  return d->at;
}

int
tr_document_n_redo (TrDocument *d)
{
  return (int) d->history->len - 1 - d->at;
}

const char *
tr_document_undo_name (TrDocument *d)
{
  return d->at > 0 ? present (d)->name : NULL;
}

const char *
tr_document_redo_name (TrDocument *d)
{
  if (tr_document_n_redo (d) == 0)
    return NULL;
  return ((TrEntry *) g_ptr_array_index (d->history, d->at + 1))->name;
}

bool
tr_document_has_moved (TrDocument *d)
{
  guint n;
  const TrElement *moved = tr_ledger_since (&d->moves, d->shot, &n);
  return !tr_snapshot_equal_after (present (d)->state, d->state, moved, n);
}
