// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the parts of a document share.

#pragma once

#include "doc/document.h"
#include "doc/json.h"
#include "doc/members.h"
#include "model/edit.h"

#include <sys/types.h>

typedef struct {
  GPtrArray *edits; // of TrEdit: what led here from the entry before, in order
  TrSnapshot *state;
  TrLayerNames layers;
  TrWorld world;
  char *name; // of the step that led here; NULL: the first
} TrEntry;

typedef struct {
  dev_t dev;
  ino_t ino;
  off_t size;
  time_t sec;
  long nsec;
} TrFileStamp;

struct _TrDocument {
  GObject parent;
  TrModel *model;
  TrState *state;
  GPtrArray *edits; // since the entry where we are
  guint generation;
  GPtrArray *history; // of TrEntry; the one at `at` is where we are
  int at;
  int saved;         // entry that is in the file; −1: none
  TrSnapshot *filed; // what the saved entry was like then; NULL: it is so still
  TrLedger moves;    // of the state
  TrLedgerMark shot; // when it was that of the entry where we are
  char *path;
  bool known; // stamp is of the file as we left it
  TrFileStamp stamp;
};

// The model has changed.
void tr_document_tell_changed (TrDocument *d);

// Around an edit of d->model and d->state: ok, or all is as it was. Returns ok.
TrEdit *tr_document_begin (TrDocument *d);
bool tr_document_end (TrDocument *d, TrEdit *e, bool ok);

// Marks the parameters that an element computes with, and those that these are computed from.
void tr_document_mark_read (const TrModel *m, TrElement e, bool *parameters);

// A drawing that was never saved so: of that file (NULL: none yet), which was as the stamp tells
// (NULL: not known) when it was last looked at.
bool tr_document_restore (TrDocument *d,
                          const char *text,
                          gsize length,
                          const char *name,
                          const char *path,
                          const TrFileStamp *stamp,
                          GError **error);

// world.MEMBER of tr_document_set; not time, which runs.
bool tr_document_set_world (TrDocument *d, const char *member, const char *value, GError **error);

// JSON if it parses as JSON, else the text of an expression. Free with json_decref.
json_t *tr_document_parse_value (const char *text);

// The members that an element may have.
TrMembers tr_document_members (const TrModel *m, TrElement e);

// Another name for a parameter, or another id for a body, in all that computes with it too.
bool tr_document_rename (TrDocument *d, TrElement e, const char *to, GError **error);
