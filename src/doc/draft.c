// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doc/draft.h"

#include "doc/document-private.h"
#include "doc/file.h"
#include "doc/json.h"
#include "doc/writer.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define DRAFT       ".draft"
#define LOCK        ".lock"
#define DAMAGED     ".damaged"
#define VERSION     1
#define MOST_TRIES  100
#define MOST_HEADER 65536 // a path is at most 4096 bytes, each at most three letters of a URI

struct TrDraft {
  char *folder;
  char *file, *lock; // NULL: no name yet
  int fd;            // of the lock; −1: not ours
  bool is_kept;
  char *path;
  gint64 time;
};

char *
tr_draft_folder (void)
{
  return g_build_filename (g_get_user_state_dir (), "trammel", "drafts", NULL);
}

TrDraft *
tr_draft_new (const char *folder)
{
  TrDraft *f = g_new0 (TrDraft, 1);
  f->folder = g_strdup (folder);
  f->fd = -1;
  return f;
}

static void
set_name (TrDraft *f, const char *name)
{
  g_autofree char *file = g_strconcat (name, DRAFT, NULL);
  g_autofree char *lock = g_strconcat (name, LOCK, NULL);
  g_free (f->file);
  g_free (f->lock);
  f->file = g_build_filename (f->folder, file, NULL);
  f->lock = g_build_filename (f->folder, lock, NULL);
}

static void
let_go (TrDraft *f)
{
  if (f->fd >= 0)
    close (f->fd);
  f->fd = -1;
}

void
tr_draft_free (TrDraft *f)
{
  if (!f)
    return;
  let_go (f);
  g_free (f->folder);
  g_free (f->file);
  g_free (f->lock);
  g_free (f->path);
  g_free (f);
}

bool
tr_draft_is_kept (const TrDraft *f)
{
  return f->is_kept;
}

const char *
tr_draft_get_path (const TrDraft *f)
{
  return f->path;
}

gint64
tr_draft_get_time (const TrDraft *f)
{
  return f->time;
}

// 0, or an errno. A lock that was removed between our opening and our locking it is nobody's.
static int
lock (TrDraft *f, int flags)
{
  struct stat st;
  f->fd = open (f->lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | flags, 0600);
  if (f->fd < 0)
    return errno;
  int reason = flock (f->fd, LOCK_EX | LOCK_NB) == 0 ? 0 : errno;
  if (reason == 0 && fstat (f->fd, &st) == 0 && st.st_nlink == 0)
    reason = EEXIST;
  if (reason != 0)
    let_go (f);
  return reason;
}

static bool
fail (const char *path, int reason, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);
  g_set_error (error, TR_READ_ERROR, TR_READ_ERROR_FILE, _ ("%s: %s"), name, g_strerror (reason));
  return false;
}

// A name that nobody has, and its lock.
static bool
claim (TrDraft *f, GError **error)
{
  int reason = EEXIST;
  if (g_mkdir_with_parents (f->folder, 0700) != 0)
    return fail (f->folder, errno, error);
  for (int i = 0; i < MOST_TRIES && (reason == EEXIST || reason == EWOULDBLOCK); i++) {
    g_autofree char *name = g_strdup_printf ("%d-%08x", (int) getpid (), g_random_int ());
    set_name (f, name);
    reason = lock (f, O_EXCL);
  }
  return reason == 0 || fail (f->lock, reason, error);
}

// Where the drawing comes from: {"trammel-draft", "saved", "path", "file"}, the latter two where
// it has a file; a path is any bytes, so it goes as a URI.
static char *
header_text (const TrDraft *f, const TrDocument *d)
{
  g_autoptr (json_t) header = json_object ();
  g_autofree char *full = d->path ? g_canonicalize_filename (d->path, NULL) : NULL;
  g_autofree char *uri = full ? g_filename_to_uri (full, NULL, NULL) : NULL;
  const TrFileStamp *s = &d->stamp;
  GString *out = g_string_new (NULL);

  json_object_set_new (header, "trammel-draft", json_integer (VERSION));
  json_object_set_new (header, "saved", json_integer (f->time));
  if (uri)
    json_object_set_new (header, "path", json_string (uri));
  if (uri && d->known)
    json_object_set_new (header, "file",
                         json_pack ("[IIIII]", (json_int_t) s->dev, (json_int_t) s->ino,
                                    (json_int_t) s->size, (json_int_t) s->sec,
                                    (json_int_t) s->nsec));
  char *text = json_dumps (header, JSON_COMPACT);
  g_string_append (out, text);
  g_string_append_c (out, '\n');
  free (text);
  return g_string_free (out, FALSE);
}

struct TrDraftWriting {
  char *file, *header;
  TrModel *m;
  TrState *s;
  GError *error;
};

// A copy of the drawing, so that it may change while this one is written.
TrDraftWriting *
tr_draft_write_begin (TrDraft *f, TrDocument *d, GError **error)
{
  if (f->fd < 0 && !claim (f, error))
    return NULL;
  f->time = g_get_real_time ();
  g_free (f->path);
  f->path = g_strdup (d->path);
  TrDraftWriting *w = g_new0 (TrDraftWriting, 1);
  w->file = g_strdup (f->file);
  w->header = header_text (f, d);
  w->m = tr_model_copy (d->model);
  w->s = tr_state_copy (d->state);
  return w;
}

void
tr_draft_write_run (TrDraftWriting *w)
{
  g_autofree char *text = tr_write_model (w->m, w->s, NULL);
  g_autofree char *both = g_strconcat (w->header, text, NULL);
  tr_write_file (w->file, both, strlen (both), &w->error);
}

bool
tr_draft_write_end (TrDraft *f, TrDraftWriting *w, GError **error)
{
  bool ok = !w->error;
  f->is_kept |= ok;
  if (!ok)
    g_propagate_error (error, w->error);
  tr_model_free (w->m);
  tr_state_free (w->s);
  g_free (w->file);
  g_free (w->header);
  g_free (w);
  return ok;
}

bool
tr_draft_write (TrDraft *f, TrDocument *d, GError **error)
{
  TrDraftWriting *w = tr_draft_write_begin (f, d, error);
  if (!w)
    return false;
  tr_draft_write_run (w);
  return tr_draft_write_end (f, w, error);
}

// The lock goes last: while it is there, the draft is ours.
void
tr_draft_drop (TrDraft *f)
{
  if (f->fd < 0)
    return;
  g_unlink (f->file);
  g_unlink (f->lock);
  let_go (f);
  f->is_kept = false;
}

// The first line of a draft, and where the document begins; NULL where it is none.
static json_t *
parse_header (const char *text, gsize n, const char *name, gsize *start)
{
  const char *end = memchr (text, '\n', n);
  if (!end)
    return NULL;
  g_autoptr (json_t) header = tr_json_parse (text, (gsize) (end - text), name, NULL);
  if (json_integer_value (json_object_get (header, "trammel-draft")) != VERSION)
    return NULL;
  *start = (gsize) (end - text) + 1;
  return g_steal_pointer (&header);
}

static char *
header_path (const json_t *header)
{
  const char *uri = json_string_value (json_object_get (header, "path"));
  return uri ? g_filename_from_uri (uri, NULL, NULL) : NULL;
}

static bool
header_stamp (const json_t *header, TrFileStamp *stamp)
{
  const json_t *file = json_object_get (header, "file");
  json_int_t v[5];
  for (size_t i = 0; i < 5; i++) {
    if (!json_is_integer (json_array_get (file, i)))
      return false;
    v[i] = json_integer_value (json_array_get (file, i));
  }
  *stamp = (TrFileStamp){(dev_t) v[0], (ino_t) v[1], (off_t) v[2], (time_t) v[3], (long) v[4]};
  return true;
}

// Only the first line is read: a folder of large drawings is looked through at every start.
static char *
read_start (const char *path, gsize *n)
{
  char *text = g_malloc (MOST_HEADER);
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  ssize_t got = fd >= 0 ? read (fd, text, MOST_HEADER) : 0;
  if (fd >= 0)
    close (fd);
  *n = got > 0 ? (gsize) got : 0;
  return text;
}

// Of one without a line of ours it is known when the file was written.
static void
read_note (TrDraft *f)
{
  gsize n, start;
  struct stat st;
  g_autofree char *text = read_start (f->file, &n);
  g_autoptr (json_t) header = parse_header (text, n, "draft", &start);

  if (header) {
    f->path = header_path (header);
    f->time = json_integer_value (json_object_get (header, "saved"));
  } else if (stat (f->file, &st) == 0) {
    f->time = (gint64) st.st_mtim.tv_sec * G_USEC_PER_SEC;
  }
}

// A draft that was left behind becomes ours; NULL where it is somebody's. Of the two files one may
// be missing, where a program ended between making the one and the other.
static TrDraft *
take (const char *folder, const char *name)
{
  g_autoptr (TrDraft) f = tr_draft_new (folder);

  set_name (f, name);
  if (lock (f, 0) != 0)
    return NULL;
  f->is_kept = g_file_test (f->file, G_FILE_TEST_IS_REGULAR);
  if (!f->is_kept) {
    tr_draft_drop (f);
    return NULL;
  }
  read_note (f);
  return g_steal_pointer (&f);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const TrDraft *f = *(TrDraft *const *) a, *g = *(TrDraft *const *) b;
  if (f->time != g->time)
    return f->time < g->time ? -1 : 1;
  return strcmp (f->file, g->file);
}

GPtrArray *
tr_draft_find (const char *folder)
{
  GPtrArray *found = g_ptr_array_new_with_free_func ((GDestroyNotify) tr_draft_free);
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  GHashTableIter iter;
  gpointer key;

  for (const char *name; dir && (name = g_dir_read_name (dir)) != NULL;) {
    gsize n = strlen (name);
    if (g_str_has_suffix (name, DRAFT))
      g_hash_table_add (names, g_strndup (name, n - strlen (DRAFT)));
    else if (g_str_has_suffix (name, LOCK))
      g_hash_table_add (names, g_strndup (name, n - strlen (LOCK)));
  }
  g_hash_table_iter_init (&iter, names);
  while (g_hash_table_iter_next (&iter, &key, NULL)) {
    TrDraft *f = take (folder, key);
    if (f)
      g_ptr_array_add (found, f);
  }
  g_ptr_array_sort (found, compare);
  return found;
}

bool
tr_draft_restore (const TrDraft *f, TrDocument *d, GError **error)
{
  gsize n, start;
  TrFileStamp stamp;
  g_autofree char *name = g_filename_display_name (f->file);
  g_autofree char *text = tr_file_read (f->file, TR_JSON_BYTES + MOST_HEADER, &n, error);
  if (!text)
    return false;
  g_autoptr (json_t) header = parse_header (text, n, name, &start);
  if (!header) {
    g_set_error (error, TR_READ_ERROR, TR_READ_ERROR_SYNTAX,
                 _ ("%s: expected a first line that tells where the drawing comes from"), name);
    return false;
  }
  g_autofree char *path = header_path (header);
  bool known = header_stamp (header, &stamp);
  return tr_document_restore (d, text + start, n - start, name, path, known ? &stamp : NULL, error);
}

char *
tr_draft_set_aside (TrDraft *f)
{
  g_autofree char *aside = g_strconcat (f->file, DAMAGED, NULL);
  if (f->fd < 0 || g_rename (f->file, aside) != 0)
    return NULL;
  tr_draft_drop (f);
  return g_steal_pointer (&aside);
}
