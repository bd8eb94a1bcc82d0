// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doc/file.h"

#include "doc/json.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void
set_error (const char *path, const char *reason, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);
  g_set_error (error, TR_READ_ERROR, TR_READ_ERROR_FILE, _ ("%s: %s"), name, reason);
}

static const char *
describe_mode (mode_t mode)
{
  if (S_ISDIR (mode))
    return _ ("expected a file, found a folder");
  if (S_ISFIFO (mode))
    return _ ("expected a regular file, found a pipe");
  if (S_ISSOCK (mode))
    return _ ("expected a regular file, found a socket");
  return _ ("expected a regular file, found a device");
}

static char *
read_all (int fd, size_t at_most, size_t size, size_t *n, const char **reason)
{
  // A file may grow while it is read: one byte of room tells.
  size_t room = size + 1;
  char *text = g_malloc (room + 1);
  *n = 0;
  for (;;) {
    ssize_t got = read (fd, text + *n, room - *n);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0) {
      *reason = g_strerror (errno);
      g_free (text);
      return NULL;
    }
    *n += (size_t) got;
    if (got == 0 || *n > at_most)
      break;
    if (*n == room) {
      room = 2 * room;
      text = g_realloc (text, room + 1);
    }
  }
  text[*n] = '\0';
  return text;
}

static char *
read_opened (int fd, bool is_stream, size_t at_most, size_t *n, GError **error, const char *path)
{
  struct stat st;
  char *text = NULL;
  const char *reason = NULL;
  g_autofree char *too_long =
      g_strdup_printf (_ ("expected at most %d MiB"), (int) (at_most >> 20));
  if (fstat (fd, &st) != 0)
    reason = g_strerror (errno);
  else if (S_ISDIR (st.st_mode) || (!is_stream && !S_ISREG (st.st_mode)))
    reason = describe_mode (st.st_mode);
  else if (S_ISREG (st.st_mode) && (st.st_size < 0 || (guint64) st.st_size > at_most))
    reason = too_long;
  else
    text = read_all (fd, at_most, S_ISREG (st.st_mode) ? (size_t) st.st_size : 4096, n, &reason);
  if (text && *n > at_most) {
    g_clear_pointer (&text, g_free);
    reason = too_long;
  }
  if (reason != NULL)
    set_error (path, reason, error);
  return text;
}

static char *
read_path (const char *path, int flags, size_t at_most, size_t *n, GError **error)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NOCTTY | flags);
  if (fd < 0) {
    set_error (path, g_strerror (errno), error);
    return NULL;
  }
  char *text = read_opened (fd, flags == 0, at_most, n, error, path);
  close (fd);
  return text;
}

char *
tr_file_read (const char *path, size_t at_most, size_t *n, GError **error)
{
  // Opening a pipe would wait for its writer but for O_NONBLOCK.
  return read_path (path, O_NONBLOCK, at_most, n, error);
}

char *
tr_file_read_stream (const char *path, size_t at_most, size_t *n, GError **error)
{
  return read_path (path, 0, at_most, n, error);
}

// 0, or an errno.
static int
write_all (int fd, const char *text, size_t n)
{
  while (n > 0) {
    ssize_t put = write (fd, text, n);
    if (put < 0 && errno != EINTR)
      return errno;
    if (put > 0) {
      text += put;
      n -= (size_t) put;
    }
  }
  return 0;
}

// A limit on the size of files and a pipe without a reader say so by a signal that ends the
// program. Blocked for the while, they are errors like others.
static void
block_signals (sigset_t *set, sigset_t *before)
{
  sigemptyset (set);
  sigaddset (set, SIGXFSZ);
  sigaddset (set, SIGPIPE);
  pthread_sigmask (SIG_BLOCK, set, before);
}

static void
unblock_signals (const sigset_t *set, const sigset_t *before)
{
  const struct timespec now = {0, 0};
  while (sigtimedwait (set, NULL, &now) > 0)
    continue;
  pthread_sigmask (SIG_SETMASK, before, NULL);
}

// The file that a path means: links are followed, also one that leads to no file yet.
static char *
follow_links (const char *path)
{
  g_autofree char *at = g_strdup (path);
  for (int i = 0; i < 40; i++) {
    char *target = g_file_read_link (at, NULL);
    if (target == NULL)
      break;
    if (!g_path_is_absolute (target)) {
      g_autofree char *folder = g_path_get_dirname (at);
      char *joined = g_build_filename (folder, target, NULL);
      g_free (target);
      target = joined;
    }
    g_free (at);
    at = target;
  }
  return g_steal_pointer (&at);
}

// A new file in the folder, of a short name: that of the document may be as long as names can be.
static int
open_temporary (const char *folder, char **path)
{
  int fd = -1;
  for (int i = 0; i < 100 && fd < 0; i++) {
    g_autofree char *name = g_strdup_printf (".trammel-%d-%08x", (int) getpid (), g_random_int ());
    *path = g_build_filename (folder, name, NULL);
    fd = open (*path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (fd < 0) {
      int reason = errno;
      g_clear_pointer (path, g_free);
      errno = reason;
      if (reason != EEXIST)
        break;
    }
  }
  return fd;
}

// Group before mode: a change of group clears bits of the mode.
static int
keep_mode (int fd, const struct stat *old)
{
  struct stat now;
  if (fstat (fd, &now) != 0)
    return errno;
  // Another owner's file becomes ours unless we may give it away.
  if (now.st_uid != old->st_uid && fchown (fd, old->st_uid, (gid_t) -1) != 0)
    errno = 0;
  mode_t mode = old->st_mode & 07777;
  if (now.st_gid != old->st_gid && fchown (fd, (uid_t) -1, old->st_gid) != 0)
    // In a group that we are not in: what it may do, our own group may not.
    mode &= ~(mode_t) 0070;
  return fchmod (fd, mode) == 0 ? 0 : errno;
}

// The rename is safe when the folder is on the disk too; not all file systems can.
static void
sync_folder (const char *folder)
{
  int fd = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0)
    return;
  fsync (fd);
  close (fd);
}

// old: NULL where there is no file yet. 0, or an errno.
static int
replace (const char *target, const struct stat *old, const char *text, size_t n)
{
  g_autofree char *folder = g_path_get_dirname (target);
  g_autofree char *temporary = NULL;
  int fd = open_temporary (folder, &temporary);
  if (fd < 0)
    return errno;
  int reason = old != NULL ? keep_mode (fd, old) : 0;
  if (reason == 0)
    reason = write_all (fd, text, n);
  if (reason == 0 && fsync (fd) != 0)
    reason = errno;
  if (close (fd) != 0 && reason == 0)
    reason = errno;
  if (reason == 0 && rename (temporary, target) != 0)
    reason = errno;
  if (reason != 0)
    unlink (temporary);
  else
    sync_folder (folder);
  return reason;
}

static int
write_through (const char *path, const char *text, size_t n)
{
  int fd = open (path, O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0)
    return errno;
  // Only the opening may not wait.
  fcntl (fd, F_SETFL, fcntl (fd, F_GETFL) & ~O_NONBLOCK);
  int reason = write_all (fd, text, n);
  if (close (fd) != 0 && reason == 0)
    reason = errno;
  return reason;
}

// What can be done about it; NULL: nothing that would be known.
static const char *
cure_of (int reason)
{
  if (reason == ENOSPC || reason == EDQUOT)
    return _ ("Make room on the disk, or choose a folder on another one");
  if (reason == EROFS)
    return _ ("This disk can only be read: choose a folder on another one");
  if (reason == EACCES || reason == EPERM)
    return _ ("Choose another name or folder, or have the right to write here given to you");
  if (reason == ENOENT || reason == ENOTDIR)
    return _ ("Its folder is not there: choose another one");
  return reason == ENAMETOOLONG ? _ ("Choose a shorter name") : NULL;
}

static void
set_write_error (const char *path, int reason, GError **error)
{
  const char *cure = cure_of (reason);
  g_autofree char *both = cure ? g_strconcat (g_strerror (reason), ". ", cure, NULL) : NULL;
  set_error (path, both ? both : g_strerror (reason), error);
}

bool
tr_may_write_file (const char *path, GError **error)
{
  struct stat st;
  bool exists = stat (path, &st) == 0;
  int reason = exists || errno == ENOENT ? 0 : errno;
  if (exists && S_ISDIR (st.st_mode)) {
    set_error (path, describe_mode (st.st_mode), error);
    return false;
  }
  g_autofree char *folder = g_path_get_dirname (path);
  if (reason == 0 && access (exists ? path : folder, W_OK) != 0)
    reason = errno;
  if (reason != 0)
    set_write_error (path, reason, error);
  return reason == 0;
}

bool
tr_write_file (const char *path, const char *text, size_t n, GError **error)
{
  struct stat st;
  sigset_t set, before;
  int reason = 0;
  bool exists = stat (path, &st) == 0;
  if (!exists && errno != ENOENT) {
    set_write_error (path, errno, error);
    return false;
  }
  if (exists && (S_ISDIR (st.st_mode) || S_ISBLK (st.st_mode) || S_ISSOCK (st.st_mode))) {
    set_error (path, describe_mode (st.st_mode), error);
    return false;
  }
  block_signals (&set, &before);
  if (exists && !S_ISREG (st.st_mode))
    reason = write_through (path, text, n);
  else if (exists && access (path, W_OK) != 0)
    reason = errno;
  else {
    g_autofree char *target = follow_links (path);
    reason = replace (target, exists ? &st : NULL, text, n);
  }
  unblock_signals (&set, &before);
  if (reason != 0)
    set_write_error (path, reason, error);
  return reason == 0;
}
