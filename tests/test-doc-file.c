// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Files: what is no file is refused at once, and a failed save leaves everything as it was.

#include "doc/file.h"
#include "doc/reader.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
  char *folder, *path;
} Place;

static void
set_up (Place *p, gconstpointer data)
{
  p->folder = g_dir_make_tmp ("trammel-test-XXXXXX", NULL);
  p->path = g_build_filename (p->folder, "žž čtverec.trammel", NULL);
  g_assert_true (g_file_set_contents (p->path, "old", -1, NULL));
}

static int
count_files (const char *folder)
{
  int n = 0;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

static void
tear_down (Place *p, gconstpointer data)
{
  g_autoptr (GDir) dir = g_dir_open (p->folder, 0, NULL);
  for (const char *name; (name = g_dir_read_name (dir)) != NULL;) {
    g_autofree char *path = g_build_filename (p->folder, name, NULL);
    g_remove (path);
  }
  g_rmdir (p->folder);
  g_free (p->folder);
  g_free (p->path);
}

static void
assert_content (const char *path, const char *expected)
{
  g_autofree char *text = NULL;
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, expected);
}

#define DENIED                                                                                     \
  "Permission denied. Choose another name or folder, or have the right to write here given to you"

static void
assert_not_written (const char *path, const char *reason)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *expected = g_strdup_printf ("%s: %s", path, reason);
  g_assert_false (tr_write_file (path, "new", 3, &error));
  g_assert_cmpstr (error->message, ==, expected);
}

static void
assert_not_read (const char *path, const char *reason)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *expected = g_strdup_printf ("%s: %s", path, reason);
  TrModel *m;
  TrState *s;
  g_assert_false (tr_read_file (path, &m, &s, &error));
  g_assert_cmpstr (error->message, ==, expected);
}

static void
test_read (Place *p, gconstpointer data)
{
  g_autofree char *fifo = g_build_filename (p->folder, "fifo", NULL);
  g_autofree char *none = g_build_filename (p->folder, "none", NULL);
  g_autoptr (GError) error = NULL;
  TrModel *m;
  TrState *s;
  assert_not_read (none, "No such file or directory");
  assert_not_read (p->folder, "expected a file, found a folder");
  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  assert_not_read (fifo, "expected a regular file, found a pipe");
  assert_not_read ("/dev/zero", "expected a regular file, found a device");

  g_assert_true (g_file_set_contents (p->path, "{\"trammel\": 3, \"bodies\": []}", -1, NULL));
  g_assert_false (tr_read_file (p->path, &m, &s, &error));
  g_assert_true (g_str_has_prefix (error->message, p->path));
  // One byte more than may be; none of them takes room on the disk.
  g_assert_cmpint (truncate (p->path, TR_JSON_BYTES + 1), ==, 0);
  assert_not_read (p->path, "expected at most 256 MiB");
}

static void
test_write (Place *p, gconstpointer data)
{
  struct stat st;
  g_autofree char *other = g_build_filename (p->folder, "new", NULL);
  g_assert_cmpint (g_chmod (p->path, 0640), ==, 0);
  g_assert_true (tr_write_file (p->path, "new\n", 4, NULL));
  assert_content (p->path, "new\n");
  g_assert_cmpint (g_stat (p->path, &st), ==, 0);
  g_assert_cmpint (st.st_mode & 07777, ==, 0640);

  mode_t mask = umask (027);
  g_assert_true (tr_write_file (other, "", 0, NULL));
  umask (mask);
  g_assert_cmpint (g_stat (other, &st), ==, 0);
  g_assert_cmpint (st.st_mode & 07777, ==, 0640);
  g_assert_cmpint (count_files (p->folder), ==, 2);
}

static void
test_group (Place *p, gconstpointer data)
{
  struct stat st;
  if (geteuid () != 0) {
    g_test_skip ("only root may give a file to any group");
    return;
  }
  g_assert_cmpint (chown (p->path, 0, 12345), ==, 0);
  g_assert_cmpint (g_chmod (p->path, 0640), ==, 0);
  g_assert_true (tr_write_file (p->path, "new", 3, NULL));
  g_assert_cmpint (g_stat (p->path, &st), ==, 0);
  g_assert_cmpint (st.st_gid, ==, 12345);
  g_assert_cmpint (st.st_mode & 07777, ==, 0640);
}

static void
test_links (Place *p, gconstpointer data)
{
  g_autofree char *link = g_build_filename (p->folder, "link", NULL);
  g_autofree char *second = g_build_filename (p->folder, "second", NULL);
  g_autofree char *nowhere = g_build_filename (p->folder, "nowhere", NULL);
  g_autofree char *target = g_build_filename (p->folder, "target", NULL);
  g_autofree char *loop = g_build_filename (p->folder, "loop", NULL);
  g_assert_cmpint (symlink ("žž čtverec.trammel", link), ==, 0);
  g_assert_cmpint (symlink (link, second), ==, 0);
  g_assert_cmpint (symlink ("target", nowhere), ==, 0);
  g_assert_cmpint (symlink ("loop", loop), ==, 0);
  g_assert_true (tr_write_file (second, "new", 3, NULL));
  g_assert_true (g_file_test (second, G_FILE_TEST_IS_SYMLINK));
  g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  assert_content (p->path, "new");
  g_assert_true (tr_write_file (nowhere, "more", 4, NULL));
  g_assert_true (g_file_test (nowhere, G_FILE_TEST_IS_SYMLINK));
  assert_content (target, "more");
  assert_not_written (loop, "Too many levels of symbolic links");
}

static void
test_no_file (Place *p, gconstpointer data)
{
  g_autofree char *fifo = g_build_filename (p->folder, "fifo", NULL);
  g_autofree char *below = g_build_filename (p->path, "below", NULL);
  g_autofree char *no_folder = g_build_filename (p->folder, "no", "file", NULL);
  g_autofree char *long_name = g_strnfill (256, 'n');
  g_autofree char *too_long = g_build_filename (p->folder, long_name, NULL);
  assert_not_written (p->folder, "expected a file, found a folder");
  assert_not_written (
      "/dev/full",
      "No space left on device. Make room on the disk, or choose a folder on another one");
  assert_not_written (below, "Not a directory. Its folder is not there: choose another one");
  assert_not_written (no_folder,
                      "No such file or directory. Its folder is not there: choose another one");
  assert_not_written (too_long, "File name too long. Choose a shorter name");
  g_assert_cmpint (mkfifo (fifo, 0600), ==, 0);
  assert_not_written (fifo, "No such device or address");
  g_assert_cmpint (count_files (p->folder), ==, 2);
  long_name[255] = '\0';
  g_autofree char *longest = g_build_filename (p->folder, long_name, NULL);
  g_assert_true (tr_write_file (longest, "new", 3, NULL));
}

// The disk full, as far as this process is concerned: an error, not the end of the program.
static void
test_limit (Place *p, gconstpointer data)
{
  struct rlimit old, low;
  g_autofree char *expected = g_strdup_printf ("%s: File too large", p->path);
  g_autofree char *text = g_strnfill (8192, 'x');
  g_autoptr (GError) error = NULL;
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &old), ==, 0);
  low = old;
  low.rlim_cur = 4096;
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &low), ==, 0);
  bool ok = tr_write_file (p->path, text, 8192, &error);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &old), ==, 0);
  g_assert_false (ok);
  g_assert_cmpstr (error->message, ==, expected);
  assert_content (p->path, "old");
  g_assert_cmpint (count_files (p->folder), ==, 1);
}

static void
test_permissions (Place *p, gconstpointer data)
{
  if (geteuid () == 0) {
    g_test_skip ("root may write everywhere");
    return;
  }
  g_assert_cmpint (g_chmod (p->path, 0444), ==, 0);
  assert_not_written (p->path, DENIED);
  g_assert_cmpint (g_chmod (p->path, 0644), ==, 0);
  g_assert_cmpint (g_chmod (p->folder, 0555), ==, 0);
  assert_not_written (p->path, DENIED);
  g_assert_cmpint (g_chmod (p->folder, 0755), ==, 0);
  assert_content (p->path, "old");
  g_assert_cmpint (count_files (p->folder), ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/doc-file/read", Place, NULL, set_up, test_read, tear_down);
  g_test_add ("/doc-file/write", Place, NULL, set_up, test_write, tear_down);
  g_test_add ("/doc-file/group", Place, NULL, set_up, test_group, tear_down);
  g_test_add ("/doc-file/links", Place, NULL, set_up, test_links, tear_down);
  g_test_add ("/doc-file/no-file", Place, NULL, set_up, test_no_file, tear_down);
  g_test_add ("/doc-file/limit", Place, NULL, set_up, test_limit, tear_down);
  g_test_add ("/doc-file/permissions", Place, NULL, set_up, test_permissions, tear_down);
  return g_test_run ();
}
