// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What a constraint, a force and the world have that can be set, one line each, as people read and
// type it. The lines of a path are its keys, and one more for the next.

#pragma once

#include "session/session.h"

// `of` is a constraint or a force; TR_ELEMENT_NONE: the world. How many lines there are now.
int tr_setting_count (const TrModel *m, TrElement of);

typedef struct {
  char *label;  // "Stiffness"
  char *member; // "stiffness", "gravity.y", "keys.2": of the format, as tests call it
  bool is_flag; // on or off, else a text
  bool is_on;
  char *text;       // "" where it is not there
  const char *hint; // what is to be typed, or what it does; NULL: nothing to say
} TrSetting;

TrSetting *tr_setting_get (TrSession *s, TrElement of, int line);
void tr_setting_free (TrSetting *x);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TrSetting, tr_setting_free)

// Sets what was typed, or whether it is on ("true", "false"), as one step of the history; "" takes
// away what need not be there. False with error set: all is as it was.
bool tr_setting_set (TrSession *s, TrElement of, int line, const char *typed, GError **error);

// "Spring s1", "The whole drawing". Free with g_free.
char *tr_setting_title (const TrModel *m, TrElement of);
