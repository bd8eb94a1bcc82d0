// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the files of the window share.

#pragma once

#include "app/canvas/canvas.h"
#include "app/panel/panel.h"
#include "app/window/status.h"
#include "app/window/time-bar.h"
#include "app/window/window.h"
#include "session/autosave.h"
#include "session/script/recorder.h"

// What there is in the drawing that time moves, as of its model of that generation.
typedef struct {
  bool is_known;
  guint generation;
  bool moves, has_drives, runs;
} TrWindowMotion;

struct _TrWindow {
  GtkApplicationWindow parent;
  TrCanvas *canvas;
  TrPanel *panel;
  TrStatus *status;
  TrTimeBar *time_bar;
  GtkWidget *palette, *gallery, *title_label, *folder_label, *undo_button, *redo_button,
      *play_button;
  GtkWidget *toast, *toast_label, *toast_more;
  char *toast_details;           // what its button tells; NULL: nothing more, or it does something
  guint toast_end;               // source that takes it away; 0: none
  GtkWidget *finder;             // NULL: not asked for yet
  GtkWidget *preferences, *help; // weak; NULL: not open
  GtkWidget *plot, *mechanism;   // the same
  GtkMenuButton *open_button, *menu_button;
  GtkWidget *before_menu; // weak: what had the focus last, but in menus
  TrSession *session;
  TrAutosave *autosave;
  TrRecorder *recorder; // NULL: nothing is recorded
  TrWindowMotion motion;
  GFile *watched;        // the file that is watched; NULL: the document has none
  GFileMonitor *monitor; // of it; NULL: none, or it cannot be
  gint64 told;           // when the status line was last brought up to date
  guint telling;         // source that does it later; 0: none
  bool is_closing;       // the question was answered: no more of them
};

TrDocument *tr_window_get_document (TrWindow *w);
// NULL: the document has no file.
GFile *tr_window_dup_file (TrWindow *w);

// window-arrange.c
void tr_window_add_arrange_actions (TrWindow *w);

// window-command.c: the palette, and the menu.
// window-menu.c: of the header bar.
GMenuModel *tr_window_menu_new (void);
void tr_window_add_command_actions (TrWindow *w);

// window-draw.c
void tr_window_add_draw_actions (TrWindow *w);

// window-draft.c
void tr_window_keep_draft (TrWindow *w);
void tr_window_bind_draft (TrWindow *w, GSettings *settings);

// window-goal.c
void tr_window_add_goal_actions (TrWindow *w);

// window-motion.c
void tr_window_add_motion_actions (TrWindow *w);

// window-take.c: what comes from outside. Each is one step of the history, selected afterwards,
// in the middle of the view or where the pointer is; false after a message.
bool tr_window_take_content (TrWindow *w, const char *type, GBytes *bytes);
// The same at a place of the drawing, and nothing told: what could not be taken over is added to
// left_out (char *), a line each.
bool tr_window_take_file (TrWindow *w, GFile *file, Vec2 at, GPtrArray *left_out, GError **error);
bool tr_window_take_text (TrWindow *w, GBytes *bytes, Vec2 at, GPtrArray *left_out, GError **error);
bool tr_window_take_picture (TrWindow *w, GBytes *bytes, Vec2 at, const char *step, GError **error);
// "3 things could not be taken over", and the first of such lines.
char *tr_window_left_out_text (guint n);
char *tr_window_first_lines (const GPtrArray *lines);
// A foreign drawing as a drawing of its own: nothing is done yet in w.
// Puts an SVG, a DXF or a picture on a body of that id, which goes on carrying what it did.
bool tr_window_carry_file (TrWindow *w, GFile *file, const char *id, GError **error);
bool tr_window_take_drawing (TrWindow *w, GFile *file, GError **error);
// A PNG as it is, any other kind of picture as a PNG, as the format has it; NULL: none that can be
// read.
char *tr_window_picture_uri (GBytes *bytes, GError **error);

// window-drop.c
void tr_window_add_drop (TrWindow *w);
// Drawings of ours are opened, SVG and pictures placed at a place of the drawing; what came of it
// is told.
void tr_window_take_files (TrWindow *w, GSList *files, Vec2 at);

// window-toast.c: a word over the drawing that goes by itself; details (may be NULL) are a click
// away.
void tr_window_toast (TrWindow *w, const char *text, const char *details);
// The same with something that can be done about it: a button, and its action.
void tr_window_toast_offer (TrWindow *w, const char *text, const char *label, const char *action);
void tr_window_add_toast_actions (TrWindow *w);
void tr_window_clear_toast (TrWindow *w);

// window-watch.c: what others write to the document's file is told; to be called when that is another.
void tr_window_watch_file (TrWindow *w);
void tr_window_stop_watching (TrWindow *w);
void tr_window_add_watch_actions (TrWindow *w);

// window-edit.c
void tr_window_add_edit_actions (TrWindow *w);

// window-title.c: after name, folder or the window's width have changed.
void tr_window_show_title (TrWindow *w);

// window-focus.c
void tr_window_add_focus_actions (TrWindow *w);
// The focus is again where it was before the button's menu came up, once that is closed.
void tr_window_return_focus (TrWindow *w, GtkMenuButton *button);
// Takes what is being drawn or written on the paper, or in an entry of the panel, which keeps the
// focus. What is no value stays where it is, told as such: false.
bool tr_window_finish (TrWindow *w);
// Before a command works on the drawing: what is being written on the paper is taken first. False:
// it is no value, and told as such, or a hand drags.
bool tr_window_may_edit (TrWindow *w);
// Which part of the window has the focus: "canvas", "toast", "panel", "timebar",
// "headerbar", "palette"; "": none.
const char *tr_window_get_part (TrWindow *w);

// window-diagnose.c
void tr_window_add_diagnose_actions (TrWindow *w);
// After a drawing was read: it is made to hold, and what came of that is told.
void tr_window_arrive (TrWindow *w);

// export-dialog.c
void tr_window_add_export_actions (TrWindow *w);
// A bit for each body, then each label that is selected, least first; NULL where none is. Free with
// g_free.
guint8 *tr_window_selected_things (TrWindow *w);

// print.c
void tr_window_add_print_actions (TrWindow *w);

// window-time.c
void tr_window_add_time_actions (TrWindow *w);
// Switches the drives on where all are off, and lets time run; tells where nothing would move.
void tr_window_play (TrWindow *w);
// Brings the time bar, the buttons and the actions of time up to date.
void tr_window_show_time (TrWindow *w);

// window-record.c
void tr_window_add_record_actions (TrWindow *w);
// After each tick of time.
void tr_window_record_frame (TrWindow *w);
// What was recorded is told; nothing where nothing was.
void tr_window_end_record (TrWindow *w);

// window-file.c: as tr_window_open, with nothing told.
bool tr_window_try_open (TrWindow *w, GFile *file, GError **error);
// Of a drawing that was not begun yet.
void tr_window_set_units (TrWindow *w, const char *units);
void tr_window_add_file_actions (TrWindow *w);
// Nothing has been drawn yet, and no file opened.
bool tr_window_is_untouched (TrWindow *w);
// The one of the program's windows that shows it; NULL: none.
TrWindow *tr_window_of_file (TrWindow *w, GFile *file);
// A file that could not be … and why; the format has a place for its name.
void tr_window_tell_failure (TrWindow *w, const char *format, GFile *file, const char *why);
// A file name beside the document's own, or one to start from.
void tr_window_propose (TrWindow *w, const char *suffix, char **folder, char **name);
// After the document was saved, or at once where nothing is lost: true if it may close now,
// false while there is a question.
bool tr_window_may_close (TrWindow *w);
// Of what would keep it alive, before it is destroyed.
void tr_window_let_go (TrWindow *w);
