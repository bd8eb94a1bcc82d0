// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Running time as a row of pictures in a folder: frame-00001.png and on, TR_RECORDER_FPS of them a
// second of time. Each shows the same part of the paper, with the traces as far as they have come.

#pragma once

#include "render/export.h"
#include "session/session.h"

#define TR_RECORDER_FPS 30

typedef struct _TrRecorder TrRecorder;

// path: "walk.png" or "walk.svg"; the pictures go into a new folder "walk" beside it, or "walk-2",
// … where that is there already. NULL with error set: another ending, or no such folder can be.
TrRecorder *tr_recorder_new (const char *path, GError **error);
void tr_recorder_free (TrRecorder *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrRecorder, tr_recorder_free)

const char *tr_recorder_get_folder (const TrRecorder *r);
int tr_recorder_get_n (const TrRecorder *r);

// To be called after each tick of the session: writes every second one. view: what is seen, mm;
// dpi of a PNG. False with error set where it cannot be written.
bool
tr_recorder_tick (TrRecorder *r, TrSession *s, const TrBounds *view, double dpi, GError **error);
