// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Questions and bad news: modal dialogs over a window. All that GTK deprecates later than 4.8 in
// dialogs is behind these few functions.

#pragma once

#include <gtk/gtk.h>

// An error: what could not be done, and why (may be NULL).
void tr_dialog_tell (GtkWindow *parent, const char *what, const char *why);

// answer: the index of the button chosen, −1 where the dialog was left.
typedef void (*TrDialogAnswer) (GtkWindow *parent, int answer, gpointer data);
// buttons: NULL-terminated, with underscores; the last is the default. destructive: the index of
// the one that loses work, −1: none.
void tr_dialog_ask (GtkWindow *parent,
                    const char *what,
                    const char *why,
                    const char *const *buttons,
                    int destructive,
                    TrDialogAnswer answer,
                    gpointer data);

// What could not be done, why, and the button that may cure it.
typedef struct {
  const char *what, *why, *cure;
} TrDialogFailure;

// answer: 1: the cure.
void tr_dialog_offer (GtkWindow *parent,
                      const TrDialogFailure *failure,
                      TrDialogAnswer answer,
                      gpointer data);

// A file to open or to write; file is NULL where the dialog was left.
typedef void (*TrDialogFile) (GtkWindow *parent, GFile *file, gpointer data);

typedef struct {
  const char *name;    // of the filter, translated
  const char *pattern; // "*.svg"; NULL: all files
  const char *mime;    // beside it; may be NULL
} TrDialogFilter;

void tr_dialog_open (GtkWindow *parent,
                     const char *title,
                     const TrDialogFilter *filters,
                     int n_filters,
                     TrDialogFile chosen,
                     gpointer data);
// folder (may be NULL) and name are proposals.
void tr_dialog_save (GtkWindow *parent,
                     const char *title,
                     const char *folder,
                     const char *name,
                     const TrDialogFilter *filters,
                     int n_filters,
                     TrDialogFile chosen,
                     gpointer data);
