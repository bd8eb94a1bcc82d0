// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Layers. A layer is a name that bodies have: it is hidden where all of its bodies are, and locked
// where they are. Those without a name are a layer as well, called "" here. The drawing may list
// names of layers, which then are there without bodies too.

#pragma once

#include "session/selection.h"

typedef struct {
  const char *name; // of the drawing's pool; "": of those without one
  int n_bodies, n_hidden, n_locked;
} TrLayerInfo;

// Those without a name first, even where there are none; then those that the drawing lists, then
// the others in the order in which their first bodies are drawn. An array of TrLayerInfo, valid until the drawing changes; g_array_unref.
GArray *tr_layering_list (const TrModel *m);

// Each is one step of the history; false: there was nothing to do.
bool tr_layering_add (TrSession *s, const char *layer);
bool tr_layering_show (TrSession *s, const char *layer, bool shown);
bool tr_layering_lock (TrSession *s, const char *layer, bool locked);
// `to` may be there already: the two become one. "": its bodies have no layer any more.
bool tr_layering_rename (TrSession *s, const char *layer, const char *to);
// The bodies selected, and those of which points are.
bool tr_layering_take (TrSelection *s, const char *layer);
