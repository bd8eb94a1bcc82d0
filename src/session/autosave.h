// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Keeps a draft of a document that has unsaved changes: written a while after the last of them,
// never under a hand that drags, and gone as soon as there is nothing to lose.

#pragma once

#include "doc/draft.h"
#include "session/session.h"

typedef struct TrAutosave TrAutosave;

// After each draft that was written (error NULL) or could not be.
typedef void (*TrAutosaveFunc) (const GError *error, gpointer data);

// delay: of the draft after the last change, ms; more where writing one takes long.
TrAutosave *
tr_autosave_new (TrSession *s, const char *folder, guint delay, TrAutosaveFunc func, gpointer data);
// The document was given up or is safe in its file: the draft goes too.
void tr_autosave_free (TrAutosave *a);

// ms, as of tr_autosave_new.
void tr_autosave_set_delay (TrAutosave *a, guint delay);

// Takes the draft that the document was restored from in place of its own.
void tr_autosave_adopt (TrAutosave *a, TrDraft *draft);
