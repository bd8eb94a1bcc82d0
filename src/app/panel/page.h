// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A page of the side panel: shows the drawing of a session and what is selected in it. A page
// that nobody sees does nothing; one that is seen is brought up to date after the frame in which
// the drawing has changed, and a few times a second while something moves.

#pragma once

#include "app/panel/row-list.h"
#include "session/selection.h"

#include <gtk/gtk.h>

// What has changed; bits.
typedef enum {
  TR_NEWS_DRAWING = 1 << 0, // anything
  TR_NEWS_MOVED = 1 << 1,   // the state alone, in the middle of a drag
  TR_NEWS_SELECTED = 1 << 2,
} TrNews;

#define TR_TYPE_PAGE (tr_page_get_type ())
G_DECLARE_DERIVABLE_TYPE (TrPage, tr_page, TR, PAGE, GtkWidget)

struct _TrPageClass {
  GtkWidgetClass parent_class;
  void (*update) (TrPage *p, unsigned news);
  // What is selected with a row: an id; NULL: nothing, and the row is a heading.
  const char *(*row_id) (TrPage *p, const TrRowKey *key);
  // Tells by a hash what a row is about, where that is not told by its id; NULL: it is.
  guint (*subject) (TrPage *p, const TrRowKey *key);
};

void tr_page_set_selection (TrPage *p, TrSelection *selection);
TrSelection *tr_page_get_selection (TrPage *p);
TrSession *tr_page_get_session (TrPage *p);
const TrModel *tr_page_get_model (TrPage *p);

// A row of a list, for whichever key it is given.
#define TR_TYPE_PAGE_ROW (tr_page_row_get_type ())
G_DECLARE_DERIVABLE_TYPE (TrPageRow, tr_page_row, TR, PAGE_ROW, GtkWidget)

struct _TrPageRowClass {
  GtkWidgetClass parent_class;
  // is_new: until now it was another row's, or about something else.
  void (*show_key) (TrPageRow *row, bool is_new);
  void (*edit) (TrPageRow *row); // double click, Enter; NULL: nothing
  // Its menu: commands, as tr_command_make_menu takes them; NULL: none.
  const char *const *(*menu) (TrPageRow *row);
};

TrPage *tr_page_row_get_page (TrPageRow *row);
const TrRowKey *tr_page_row_get_key (TrPageRow *row);
// For screen readers.
void tr_page_row_set_label (TrPageRow *row, const char *label);

// What is wrong with what was typed in an entry of a row, under it; NULL: nothing is.
void tr_page_row_tell (GtkWidget *entry, GtkWidget *label, const char *why);
// Whether an entry that showed that before anything was written (NULL: nothing yet) is being written
// in, or holds what is no value: then it is not written over.
bool tr_page_row_is_written (GtkWidget *entry, const char *shown);
// Back to what it showed, and nothing is wrong any more. False: nothing was written.
bool tr_page_row_put_back (GtkWidget *entry, GtkWidget *label, const char *shown);

// The page lists rows of a type; selectable: together with the drawing's selection.
void tr_page_set_list (TrPage *p, GtkListView *view, GType row_type, bool is_selectable);
void tr_page_set_rows (TrPage *p, const TrRowKey *keys, guint n);
// As a double click on the row would.
void tr_page_edit_row (TrPage *p, guint position);
