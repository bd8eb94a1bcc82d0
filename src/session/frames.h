// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The frames of a run of time as pictures: all on one page, that of the ink of them all, each with
// the traces as far as they had come.

#pragma once

#include "render/export/export.h"
#include "session/session.h"

typedef struct _TrFrames TrFrames;

TrFrames *tr_frames_new (void);
void tr_frames_free (TrFrames *f);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrFrames, tr_frames_free)

// Keeps the session's state as the next frame.
void tr_frames_add (TrFrames *f, TrSession *session);
int tr_frames_count (const TrFrames *f);

// Asked before every frame that is run or written, of how many in all; false: no more.
typedef bool (*TrFramesWatch) (int done, int n, gpointer data);
void tr_frames_watch (TrFrames *f, TrFramesWatch watch, gpointer data);

// Runs time, and keeps a frame for each of fps in a second. False with error set
// (G_IO_ERROR_CANCELLED) where the watch wanted no more; the same of the writers below.
bool tr_frames_run (TrFrames *f, TrSession *session, double seconds, double fps, GError **error);

// A new folder for "walk.png" and the like: "walk" beside it, or "walk-2", … where that is there
// already. Free with g_free; NULL with error set.
char *tr_frames_make_folder (const char *path, GError **error);

// folder/frame-0001.svg and on, of as many digits as the last one needs (at least four); the
// folder is made where it is not there. False with error set where one cannot be written.
bool tr_frames_write (TrFrames *f,
                      TrSession *session,
                      const char *folder,
                      TrExportFormat format,
                      const TrExportOptions *options,
                      char **note,
                      GError **error);

// One GIF of them all, at so many a second.
bool tr_frames_write_gif (TrFrames *f,
                          TrSession *session,
                          const char *path,
                          double fps,
                          const TrExportOptions *options,
                          char **note,
                          GError **error);
