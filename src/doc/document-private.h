// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the parts of a document share.

#pragma once

#include "doc/document.h"

#include <sys/types.h>

// A model that entries of the history share; edits make a new one.
typedef struct {
  TrModel *model;
} TrModelBox;

typedef struct {
  TrModelBox *model;
  TrState *state;
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
  TrModelBox *model;
  TrState *state;
  guint generation;
  GPtrArray *history; // of TrEntry; the one at `at` is where we are
  int at;
  int saved;      // entry that is in the file; −1: none
  TrState *filed; // what the saved entry was like then; NULL: it is so still
  char *path;
  bool known; // stamp is of the file as we left it
  TrFileStamp stamp;
};

TrModelBox *tr_model_box_new (TrModel *m);

// The model and the state of an edit take the place of the present ones.
void tr_document_take (TrDocument *d, TrModel *m, TrState *s);

// A drawing that was never saved so: of that file (NULL: none yet), which was as the stamp tells
// (NULL: not known) when it was last looked at.
bool tr_document_restore (TrDocument *d,
                          const char *text,
                          gsize length,
                          const char *name,
                          const char *path,
                          const TrFileStamp *stamp,
                          GError **error);
