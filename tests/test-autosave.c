// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Drafts: what is found after a program has ended, however it ended, and when they are written.

#include "make-drawing.h"

#include "session/autosave.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define DELAY 20 // ms

static const char one_point[] =
    "{'trammel': 1, 'bodies': [{'id': 'p', 'kind': 'point', 'at': [0.1, 2]}]}";

typedef struct {
  Drawing drawing;
  char *top, *folder; // drafts are in a folder that is not there yet
  GMainLoop *loop;
  int written, failed;
} Desk;

static void
set_up (Desk *k, gconstpointer data)
{
  drawing_load (&k->drawing, one_point);
  k->top = g_dir_make_tmp ("trammel-XXXXXX", NULL);
  k->folder = g_build_filename (k->top, "state", "drafts", NULL);
  k->loop = g_main_loop_new (NULL, FALSE);
}

static void
remove_folder (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  for (const char *name; dir && (name = g_dir_read_name (dir)) != NULL;) {
    g_autofree char *full = g_build_filename (path, name, NULL);
    if (g_file_test (full, G_FILE_TEST_IS_DIR))
      remove_folder (full);
    else
      g_unlink (full);
  }
  g_rmdir (path);
}

static void
tear_down (Desk *k, gconstpointer data)
{
  drawing_clear (&k->drawing);
  remove_folder (k->top);
  g_free (k->top);
  g_free (k->folder);
  g_main_loop_unref (k->loop);
}

static guint
n_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;
  while (dir && g_dir_read_name (dir))
    n++;
  return n;
}

static guint
n_found (Desk *k)
{
  g_autoptr (GPtrArray) found = tr_draft_find (k->folder);
  return found->len;
}

static void
leave_draft (Desk *k)
{
  g_autoptr (TrDraft) draft = tr_draft_new (k->folder);
  g_assert_true (tr_draft_write (draft, k->drawing.document, NULL));
}

static void
edit (Desk *k, const char *value)
{
  g_assert_true (tr_session_set (k->drawing.session, "p.at", value, NULL));
}

static char *
text_of (TrDocument *d)
{
  return tr_document_to_text (d, NULL);
}

// Saved under that name, then changed.
static char *
save_and_edit (Desk *k, const char *name)
{
  char *path = g_build_filename (k->top, name, NULL);
  g_assert_true (tr_document_save (k->drawing.document, path, false, NULL));
  edit (k, "[3, 4]");
  return path;
}

static void
test_untitled (Desk *k, gconstpointer data)
{
  g_assert_cmpuint (n_found (k), ==, 0);
  edit (k, "[0.30000000000000004, -1e-7]");
  gint64 before = g_get_real_time ();
  TrDraft *draft = tr_draft_new (k->folder);
  g_assert_false (tr_draft_is_kept (draft));
  g_assert_cmpuint (n_files (k->folder), ==, 0);
  g_assert_true (tr_draft_write (draft, k->drawing.document, NULL));
  g_assert_true (tr_draft_is_kept (draft));
  g_assert_cmpuint (n_found (k), ==, 0); // it is ours
  tr_draft_free (draft);

  g_autoptr (GPtrArray) found = tr_draft_find (k->folder);
  g_autoptr (TrDocument) d = tr_document_new ();
  g_assert_cmpuint (found->len, ==, 1);
  draft = found->pdata[0];
  g_assert_null (tr_draft_get_path (draft));
  g_assert_cmpint (tr_draft_get_time (draft), >=, before);
  g_assert_true (tr_draft_restore (draft, d, NULL));
  g_autofree char *a = text_of (d), *b = text_of (k->drawing.document);
  g_assert_cmpstr (a, ==, b);
  g_assert_true (tr_document_is_modified (d));
  g_assert_null (tr_document_get_path (d));
  tr_draft_drop (draft);
  g_assert_cmpuint (n_files (k->folder), ==, 0);
}

static void
test_file (Desk *k, gconstpointer data)
{
  // Not UTF-8.
  g_autofree char *path = save_and_edit (k, "\xff\xfe %s%n.trammel");
  leave_draft (k);
  g_autoptr (GPtrArray) found = tr_draft_find (k->folder);
  g_autoptr (TrDocument) d = tr_document_new ();
  g_autoptr (GError) error = NULL;
  g_assert_cmpuint (found->len, ==, 1);
  g_assert_cmpstr (tr_draft_get_path (found->pdata[0]), ==, path);
  g_assert_true (tr_draft_restore (found->pdata[0], d, NULL));
  g_assert_cmpstr (tr_document_get_path (d), ==, path);
  // Somebody writes the file after the draft: whoever restores is asked.
  g_assert_true (g_file_set_contents (path, "{}", -1, NULL));
  g_assert_false (tr_document_save (d, path, false, &error));
  g_assert_error (error, TR_DOCUMENT_ERROR, TR_DOCUMENT_ERROR_CHANGED);
  g_assert_true (tr_document_is_modified (d));
  g_assert_true (tr_document_save (d, path, true, NULL));
  g_assert_false (tr_document_is_modified (d));
}

static void
test_file_untouched (Desk *k, gconstpointer data)
{
  g_autofree char *path = save_and_edit (k, "a.trammel");
  leave_draft (k);
  g_autoptr (GPtrArray) found = tr_draft_find (k->folder);
  g_autoptr (TrDocument) d = tr_document_new ();
  g_assert_true (tr_draft_restore (found->pdata[0], d, NULL));
  g_assert_true (tr_document_save (d, path, false, NULL));
}

// Of two programs that look, one has it, and the other one finds it when that one ends.
static void
test_two_look (Desk *k, gconstpointer data)
{
  leave_draft (k);
  leave_draft (k);
  GPtrArray *first = tr_draft_find (k->folder);
  g_assert_cmpuint (first->len, ==, 2);
  g_assert_cmpint (tr_draft_get_time (first->pdata[0]), <=, tr_draft_get_time (first->pdata[1]));
  g_assert_cmpuint (n_found (k), ==, 0);
  g_ptr_array_unref (first);
  g_assert_cmpuint (n_found (k), ==, 2);
}

static void
test_killed (Desk *k, gconstpointer data)
{
  int ends[2], status;
  char byte;
  g_assert_cmpint (pipe (ends), ==, 0);
  pid_t child = fork ();
  if (child == 0) {
    g_autoptr (TrDraft) draft = tr_draft_new (k->folder);
    bool ok = tr_draft_write (draft, k->drawing.document, NULL);
    if (write (ends[1], ok ? "y" : "n", 1) == 1)
      pause ();
    _exit (1);
  }
  g_assert_cmpint (read (ends[0], &byte, 1), ==, 1);
  g_assert_cmpint (byte, ==, 'y');
  g_assert_cmpuint (n_found (k), ==, 0); // it lives
  kill (child, SIGKILL);
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_cmpuint (n_found (k), ==, 1);
  close (ends[0]);
  close (ends[1]);
}

static void
put (Desk *k, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (k->folder, name, NULL);
  g_mkdir_with_parents (k->folder, 0700);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

// What ended between two steps, and what is not ours.
static void
test_halves (Desk *k, gconstpointer data)
{
  put (k, "1-a.lock", "");
  put (k, "readme", "");
  put (k, "2-b.draft", "{\"trammel-draft\":1,\"saved\":5}\n{\"trammel\": 1, \"bodies\": []}");
  g_autoptr (GPtrArray) found = tr_draft_find (k->folder);
  g_autoptr (TrDocument) d = tr_document_new ();
  g_assert_cmpuint (found->len, ==, 1);
  g_assert_cmpint (tr_draft_get_time (found->pdata[0]), ==, 5);
  g_assert_true (tr_draft_restore (found->pdata[0], d, NULL));
  g_assert_cmpuint (n_files (k->folder), ==, 3); // the draft, its lock, the readme
}

static void
test_damaged (Desk *k, gconstpointer data)
{
  static const char *const texts[] = {
      "",
      "\n",
      "{\"trammel-draft\":1,\"saved\":5}",
      "{\"trammel-draft\":2,\"saved\":5}\n{\"trammel\": 1, \"bodies\": []}",
      "{\"trammel-draft\":1,\"saved\":5}\n{\"trammel\": 1, \"bod",
      "{\"trammel-draft\":1,\"saved\":5}\n{\"trammel\": 1, \"bodies\": [{\"id\": 3}]}",
      "\xff\xff\xff\n{}",
      "{\"trammel\": 1, \"bodies\": []}\n",
  };
  g_autofree char *before = text_of (k->drawing.document);
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++) {
    g_autoptr (GError) error = NULL;
    put (k, "1-a.draft", texts[i]);
    g_autoptr (GPtrArray) found = tr_draft_find (k->folder);
    g_assert_cmpuint (found->len, ==, 1);
    g_assert_false (tr_draft_restore (found->pdata[0], k->drawing.document, &error));
    g_assert_nonnull (strstr (error->message, "1-a.draft"));
    g_autofree char *after = text_of (k->drawing.document);
    g_assert_cmpstr (before, ==, after);
    g_autofree char *aside = tr_draft_set_aside (found->pdata[0]);
    g_assert_true (g_file_test (aside, G_FILE_TEST_EXISTS));
    g_assert_cmpuint (n_found (k), ==, 0);
  }
}

static void
told_cb (const GError *error, gpointer data)
{
  Desk *k = data;
  *(error ? &k->failed : &k->written) += 1;
  g_main_loop_quit (k->loop);
}

static gboolean
enough_cb (gpointer data)
{
  g_main_loop_quit (data);
  return G_SOURCE_REMOVE;
}

// Runs until a draft is written. Where writing is slow the next one comes after a multiple of what
// it took: only what never comes ends this.
static void
rest (Desk *k)
{
  guint limit = g_timeout_add_seconds (60, enough_cb, k->loop);
  GSource *source = g_main_context_find_source_by_id (NULL, limit);
  g_source_ref (source);
  g_main_loop_run (k->loop);
  g_source_destroy (source);
  g_source_unref (source);
}

static void
turn_over (void)
{
  for (int i = 0; i < 5; i++) {
    g_usleep (DELAY * 1000 / 2);
    while (g_main_context_iteration (NULL, FALSE))
      continue;
  }
}

static void
test_written_when_it_rests (Desk *k, gconstpointer data)
{
  TrAutosave *a = tr_autosave_new (k->drawing.session, k->folder, DELAY, told_cb, k);
  turn_over ();
  g_assert_cmpint (k->written, ==, 0); // nothing to lose
  edit (k, "[5, 6]");
  edit (k, "[7, 8]");
  rest (k);
  g_assert_cmpint (k->written, ==, 1);
  g_assert_cmpuint (n_files (k->folder), ==, 2);
  g_assert_true (tr_session_undo (k->drawing.session));
  g_assert_cmpuint (n_files (k->folder), ==, 2);
  rest (k);
  g_assert_cmpint (k->written, ==, 2);
  // All is as it was at first, or in its file: there is nothing to lose.
  g_assert_true (tr_session_undo (k->drawing.session));
  g_assert_cmpuint (n_files (k->folder), ==, 0);
  edit (k, "[5, 6]");
  rest (k);
  g_assert_cmpuint (n_files (k->folder), ==, 2);
  g_autofree char *path = save_and_edit (k, "a.trammel");
  g_assert_cmpuint (n_files (k->folder), ==, 0);
  rest (k);
  g_assert_cmpuint (n_files (k->folder), ==, 2);
  tr_autosave_free (a);
  g_assert_cmpuint (n_files (k->folder), ==, 0);
}

// A shorter delay is for what is waiting too.
static void
test_sooner (Desk *k, gconstpointer data)
{
  TrAutosave *a = tr_autosave_new (k->drawing.session, k->folder, 1000 * DELAY, told_cb, k);
  edit (k, "[5, 6]");
  turn_over ();
  g_assert_cmpint (k->written, ==, 0);
  tr_autosave_set_delay (a, DELAY);
  rest (k);
  g_assert_cmpint (k->written, ==, 1);
  tr_autosave_free (a);
}

static void
test_not_under_a_hand (Desk *k, gconstpointer data)
{
  TrAutosave *a = tr_autosave_new (k->drawing.session, k->folder, DELAY, told_cb, k);
  TrConnector c;
  g_assert_true (
      tr_session_parse_connector (tr_session_get_model (k->drawing.session), "p.at", &c, NULL));
  tr_session_press (k->drawing.session, &c, false);
  tr_session_move (k->drawing.session, v2 (9, 9));
  turn_over ();
  g_assert_cmpint (k->written, ==, 0);
  tr_session_release (k->drawing.session);
  rest (k);
  g_assert_cmpint (k->written, ==, 1);
  tr_autosave_free (a);
}

static void
test_nowhere_to_write (Desk *k, gconstpointer data)
{
  g_autofree char *parent = g_path_get_dirname (k->folder);
  g_assert_true (g_file_set_contents (parent, "a file, no folder", -1, NULL));
  TrAutosave *a = tr_autosave_new (k->drawing.session, k->folder, DELAY, told_cb, k);
  edit (k, "[5, 6]");
  rest (k);
  g_assert_cmpint (k->failed, ==, 1);
  edit (k, "[7, 8]");
  rest (k);
  g_assert_cmpint (k->failed, ==, 2);
  // As soon as it can, it does.
  g_unlink (parent);
  edit (k, "[9, 10]");
  rest (k);
  g_assert_cmpint (k->written, ==, 1);
  tr_autosave_free (a);
}

static void
test_adopted (Desk *k, gconstpointer data)
{
  edit (k, "[5, 6]");
  leave_draft (k);
  g_autoptr (GPtrArray) found = tr_draft_find (k->folder);
  TrDraft *draft = g_ptr_array_steal_index (found, 0);
  g_assert_true (tr_draft_restore (draft, k->drawing.document, NULL));
  TrAutosave *a = tr_autosave_new (k->drawing.session, k->folder, DELAY, told_cb, k);
  tr_autosave_adopt (a, draft);
  g_assert_cmpuint (n_files (k->folder), ==, 2);
  edit (k, "[7, 8]");
  rest (k);
  g_assert_cmpuint (n_files (k->folder), ==, 2); // the same place
  tr_autosave_free (a);
  g_assert_cmpuint (n_files (k->folder), ==, 0);
}

int
main (int argc, char **argv)
{
  static const struct {
    const char *name;
    void (*test) (Desk *k, gconstpointer data);
  } tests[] = {
      {"untitled", test_untitled},
      {"of-a-file", test_file},
      {"of-a-file-untouched", test_file_untouched},
      {"two-look", test_two_look},
      {"killed", test_killed},
      {"halves", test_halves},
      {"damaged", test_damaged},
      {"written-when-it-rests", test_written_when_it_rests},
      {"sooner", test_sooner},
      {"not-under-a-hand", test_not_under_a_hand},
      {"nowhere-to-write", test_nowhere_to_write},
      {"adopted", test_adopted},
  };
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++) {
    g_autofree char *path = g_strconcat ("/autosave/", tests[i].name, NULL);
    g_test_add (path, Desk, NULL, set_up, tests[i].test, tear_down);
  }
  return g_test_run ();
}
