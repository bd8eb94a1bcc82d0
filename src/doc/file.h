// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Files whole: read with limits, written so that there is either the old one or the new one.

#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>

// The bytes of a regular file of at most that many, with a NUL after them. Anything else is
// refused at once: nothing here waits for a writer. NULL with error set (TR_READ_ERROR): the
// message has the path and the reason.
char *tr_file_read (const char *path, size_t at_most, size_t *n, GError **error);

// The same of anything that bytes come from, pipes and devices too: waits for them.
char *tr_file_read_stream (const char *path, size_t at_most, size_t *n, GError **error);

// Writes a new file beside the old one and puts it in its place when it is safe on the disk: after
// a failure the old one is as it was and nothing else is left. Mode and group are kept; of a
// symbolic link the file that it leads to is written; a file that may not be written is refused
// even where its folder would let it be replaced. Pipes and terminals are written to directly.
bool tr_write_file (const char *path, const char *text, size_t n, GError **error);

// Whether the file, or its folder for a new one, lets itself be written; the error says what to do.
bool tr_may_write_file (const char *path, GError **error);
