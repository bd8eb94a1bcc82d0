// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the parts of the script runner share.

#pragma once

#include "session/script/script.h"

// A point whose moves reports tell.
typedef struct {
  char *text; // as it was written
  TrConnector at;
  Vec2 last;
  double max_step; // the largest move in a frame since the last report
} TrWatch;

// An expression whose value reports tell.
typedef struct {
  TrExpr *expr;
  const TrModel *bound_to; // the model whose members vars are, until the line ends
  const TrVar *vars;
  double least, most; // over the frames since the last report
} TrValue;

struct _TrScript {
  TrSession *session;
  TrScriptOutput output, note;
  gpointer data;
  GPtrArray *watches, *values;
  GPtrArray *staged; // files to be written at the end
  double worst;      // residual since the last report
  char *clipboard;
  bool no_files;
};

bool tr_script_fail (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);
double tr_script_value (TrScript *s, TrValue *v);
bool tr_script_watch (TrScript *s, const char *text, GError **error);
void tr_script_drag_line (TrScript *s, const TrConnector *what, Vec2 to, int frames);
void tr_script_drag_arc (TrScript *s,
                         const TrConnector *what,
                         Vec2 centre,
                         double radius,
                         double a0,
                         double a1,
                         int frames);
void tr_script_move (TrScript *s, Vec2 to, int frames);
void tr_script_release (TrScript *s);
void tr_script_play (TrScript *s, double seconds, double fps);

// script-stage.c: a file to be written when the last line is done; the last one staged under a name
// (NULL: none; borrowed); and their end.
GPtrArray *tr_script_stages_new (void);
bool tr_script_stage (TrScript *s, const char *path, GBytes *bytes, GError **error);
GBytes *tr_script_find_staged (TrScript *s, const char *path);
bool tr_script_write_staged (TrScript *s, GError **error);

// script-design.c: the words of a `design` line behind its name.
bool tr_script_design (TrScript *s, char *const *word, int n, GError **error);
// `pull`
bool tr_script_pull (TrScript *s, const char *id, const char *value, GError **error);

// script-vertex.c: `insert CURVE@T` and `remove CURVE.pointN`.
bool tr_script_put_vertex (TrScript *s, const char *text, GError **error);
bool tr_script_take_vertex (TrScript *s, const char *text, GError **error);
// An object of one list of texts.
void tr_script_say_list (TrScript *s, const char *key, const GPtrArray *texts);

// script-commands.c: one line that is neither empty nor a comment.
bool tr_script_command (TrScript *s, const char *line, GError **error);
