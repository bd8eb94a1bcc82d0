// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What time leads a point along, and what bounds a motion, put where the drawing is now.

#pragma once

#include "session/session.h"

// The keys of a path, three numbers each (time, x, y), but the one at `without`; −1: all.
GArray *tr_path_keys (const TrConstraint *c, int without);
// Appends them as the list of the format, in the order of their times.
void tr_path_append_keys (GString *json, GArray *keys);

// A key for the time that it is and the place where the point is, in place of one at that time. A
// point that has no path gets one, switched off, so that it can be taken on to the next key. *id (may
// be NULL): of the path.
bool tr_session_put_key (TrSession *s, const TrConnector *point, char **id, GError **error);

// A limit at what the body has now: of what turns its angle, of others how low they are. It moves
// nothing. *id (may be NULL): of the limit.
bool tr_session_add_limit (TrSession *s, int body, char **id, GError **error);
