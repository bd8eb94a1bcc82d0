// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Drafts: what a document has beyond its file, kept in a folder of the program's own until it is
// saved or given up, so that the end of the program is not the end of it. A draft is two files,
//
//   NAME.draft   a line of JSON on where the drawing comes from, then the document itself
//   NAME.lock    locked for as long as the draft is somebody's
//
// and the kernel lets go of a lock when its process ends, however it ends: a draft whose lock can
// be had has been left behind, and whoever has it may offer the drawing to its author.

#pragma once

#include "doc/document.h"

typedef struct TrDraft TrDraft;

// Where the program keeps them. Free with g_free.
char *tr_draft_folder (void);

// Nothing is on the disk before the first write.
TrDraft *tr_draft_new (const char *folder);
// Lets go: what is on the disk stays, for others to find.
void tr_draft_free (TrDraft *f);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrDraft, tr_draft_free)

bool tr_draft_is_kept (const TrDraft *f); // something is on the disk
// The document as it is now takes the place of what was kept, all or nothing.
bool tr_draft_write (TrDraft *f, TrDocument *d, GError **error);
// The same in three parts, of which the second may run in another thread, while the document is
// worked on. The draft stays as it is from the first to the last. NULL: an error; free by the last.
typedef struct TrDraftWriting TrDraftWriting;
TrDraftWriting *tr_draft_write_begin (TrDraft *f, TrDocument *d, GError **error);
void tr_draft_write_run (TrDraftWriting *w);
bool tr_draft_write_end (TrDraft *f, TrDraftWriting *w, GError **error);
// Nothing is kept any more; it can be written again.
void tr_draft_drop (TrDraft *f);

// Those that were left behind, the oldest first: ours from now on. Of TrDraft.
GPtrArray *tr_draft_find (const char *folder);
// The file that the drawing belongs to; NULL: none yet, or the draft is damaged.
const char *tr_draft_get_path (const TrDraft *f);
gint64 tr_draft_get_time (const TrDraft *f); // when it was written, µs of the Unix epoch
// Into a document that has then not been saved, and belongs to the drawing's file as it was: if
// that has changed, saving asks. On error the document is as it was.
bool tr_draft_restore (const TrDraft *f, TrDocument *d, GError **error);
// Puts what can not be restored where it is not found again, for its author to look at; the name
// of that file (free with g_free), NULL where that fails: then it stays.
char *tr_draft_set_aside (TrDraft *f);
