// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Vertices of polylines, Béziers and splines put in and taken out, as steps of the history.

#pragma once

#include "session/selection.h"

// Whether the connector is a vertex or a control point of such a curve.
bool tr_is_vertex (const TrModel *m, const TrConnector *c);

// A vertex at the place on a curve (a T or a slide); *text: the new point ("p1.point3"), to be
// freed with g_free; may be NULL.
bool tr_session_put_vertex (TrSession *s, const TrConnector *at, char **text, GError **error);
// Removes one, with all that stands on it; *removed (may be NULL): the ids of that.
bool tr_session_take_vertex (TrSession *s,
                             const TrConnector *point,
                             GPtrArray **removed,
                             GError **error);

// Where a vertex is added to what is selected alone: behind a vertex, in the middle of the longest
// span of a curve. False: nothing of the kind is selected.
bool tr_vertex_find_place (TrSelection *s, TrConnector *at);

// Removes what is selected: bodies, constraints and others with all that depends on them, vertices
// of curves out of these. A curve that has only as many points as it needs goes as a whole.
// *removed (may be NULL) as tr_session_remove.
bool tr_selection_delete (TrSelection *s, GPtrArray **removed, GError **error);
