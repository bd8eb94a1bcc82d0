// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Running time as a moving picture, or as a row of pictures in a folder: frame-00001.png and on;
// TR_RECORDER_FPS of them a second of time. All show the same part of the paper, each with the
// traces as far as they have come.

#pragma once

#include "render/export/export.h"
#include "session/session.h"

#define TR_RECORDER_FPS 30

typedef struct _TrRecorder TrRecorder;

// path: "walk.gif"; or "walk.png" or "walk.svg": the pictures go into a new folder "walk" beside
// it, or "walk-2", … where that is there already. view: what is shown, mm; dpi of pixels. NULL with
// error set: another ending, or no such folder can be.
TrRecorder *tr_recorder_new (const char *path, TrBounds view, double dpi, GError **error);
void tr_recorder_free (TrRecorder *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrRecorder, tr_recorder_free)

// The moving picture, or the folder.
const char *tr_recorder_get_path (const TrRecorder *r);
int tr_recorder_get_n (const TrRecorder *r);

// To be called after each tick of the session: keeps every second one. False with error set where
// it cannot be.
bool tr_recorder_tick (TrRecorder *r, TrSession *s, GError **error);
// Writes what is not written yet; nothing can be added after it. Nothing where there is no picture.
bool tr_recorder_finish (TrRecorder *r, GError **error);
