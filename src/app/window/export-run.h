// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A run of time as pictures, made beside the window on a copy of the drawing: nobody has to wait
// for it, and it can be stopped.

#pragma once

#include "render/export/export.h"
#include "session/session.h"

typedef enum {
  TR_RUN_GIF, // one moving picture
  TR_RUN_PNG, // a folder of them
  TR_RUN_SVG,
} TrRunKind;

typedef struct _TrExportRun TrExportRun;

// share: 0 … 1 of what is to be done. At the end `error` tells why it failed (NULL: it did not),
// `note` what was left out (NULL: nothing), `path` what was written.
typedef void (*TrRunProgress) (double share, gpointer data);
typedef void (*TrRunEnd) (const char *path, const char *note, const GError *error, gpointer data);

// Starts it, from the drawing as it is now. A row of pictures goes to a new folder beside path.
// Drives that are all off are on in it. options are copied, but for their traces: those of the run
// are drawn where there were any.
TrExportRun *tr_export_run_new (TrSession *s,
                                TrRunKind kind,
                                const char *path,
                                double seconds,
                                double fps,
                                const TrExportOptions *options,
                                TrRunProgress progress,
                                TrRunEnd end,
                                gpointer data);
// No more of it; `end` is called once it has stopped, with G_IO_ERROR_CANCELLED.
void tr_export_run_stop (TrExportRun *r);
// Stops it too, and nobody is told.
void tr_export_run_free (TrExportRun *r);
