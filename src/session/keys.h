// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What time leads a point along, and what bounds a motion, put where the drawing is now.

#pragma once

#include "session/selection.h"

// The keys of a path, a list of TrKey.
GArray *tr_path_keys (const TrConstraint *path);
// One of such a list, which is that of the path, at another place; where the ends of a loop meet they
// go there together, as the last key of a loop is its first again.
void tr_path_shift_key (const TrConstraint *path, GArray *keys, int key, Vec2 at);
// Such a list becomes those of the path, in the order of their times; members that another program
// has written in a key go where it goes. False where two have one time, or there are none.
bool tr_path_take_keys (TrDocument *d, const char *id, GArray *keys, GError **error);

// Of a selection of one thing: the point that is led, or could be. False: it is none.
bool tr_path_point_of (TrSelection *selection, TrConnector *at);
// The path that is selected alone, or that leads the point that is; −1: none.
int tr_path_of (TrSelection *selection);

// A key for the time that it is and the place where the point is, in place of one at that time. A
// point that has no path gets one, switched off, so that it can be taken on to the next key. *id (may
// be NULL): of the path.
bool tr_session_put_key (TrSession *s, const TrConnector *point, char **id, GError **error);

// One of its keys at another place, or gone: a step each.
bool tr_session_move_key (TrSession *s, int path, int key, Vec2 at, GError **error);
bool tr_session_remove_key (TrSession *s, int path, int key, GError **error);

// A limit at what the body has now: of what turns its angle, of others how low they are. It moves
// nothing. *id (may be NULL): of the limit.
bool tr_session_add_limit (TrSession *s, int body, char **id, GError **error);
