// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doc/reader.h"

#include "doc/file.h"
#include "doc/reader-list.h"

#include <glib/gi18n.h>
#include <math.h>

static bool
read_version (TrReader *r, json_t *top)
{
  const int ours = 1;
  json_t *v;
  if (!tr_member (r, top, "trammel", TR_REQUIRED, &v))
    return false;
  double version = json_number_value (v);
  if (!json_is_number (v))
    return tr_fail_type (r, _ ("a whole number from 1 on"), v);
  if (!(version >= 1) || version > floor (version))
    return tr_fail (r, _ ("expected a whole number from 1 on, found another number"));
  if (version > ours)
    return tr_fail (r,
                    _ ("expected version %d of the format, found version %.0f, "
                       "which a newer program wrote"),
                    ours, version);
  tr_leave (r);
  return true;
}

static bool
read_units (TrReader *r, json_t *top)
{
  json_t *v;
  int units = TR_UNITS_MM;
  if (!tr_member (r, top, "units", TR_OPTIONAL, &v) ||
      (v != NULL && !tr_read_name (r, v, tr_units_names, &units)))
    return false;
  tr_leave (r);
  r->m->units = (TrUnits) units;
  return true;
}

static bool
read_world_and_view (TrReader *r, json_t *top)
{
  json_t *world, *view;
  if (!tr_member (r, top, "world", TR_OPTIONAL, &world) ||
      (world != NULL && !tr_read_world (r, world)))
    return false;
  tr_leave (r);
  if (!tr_member (r, top, "view", TR_OPTIONAL, &view) || (view != NULL && !tr_read_view (r, view)))
    return false;
  tr_leave (r);
  return true;
}

static void
note_members (TrReader *r, json_t *top)
{
  bool has_layers = tr_read_layers (r, json_object_get (top, "layers"));
  TrMembers members = tr_members_document (has_layers);
  // The first is `trammel`, which is always written.
  for (int i = 1; members.head[i] != NULL; i++)
    if (json_object_get (top, members.head[i]) != NULL)
      r->m->has |= 1u << (i - 1);
  if (has_layers)
    r->m->has |= TR_HAS_LAYERS;
  r->m->extras = tr_read_extras (r, top, &members);
}

static bool
read_document (TrReader *r, json_t *top)
{
  json_t *bodies;
  if (!tr_is_object (r, top, N_ ("an object")) || !read_version (r, top) || !read_units (r, top) ||
      !tr_member (r, top, "bodies", TR_REQUIRED, &bodies))
    return false;
  tr_leave (r);
  if (!tr_reader_lists (r, top) || !read_world_and_view (r, top))
    return false;
  note_members (r, top);
  return tr_reader_finish (r);
}

// pieces: see TrReader.
static bool
read_top (json_t *top, const TrPieces *pieces, TrModel **model, TrState **state, GError **error)
{
  TrReader r;
  TrPool *pool = tr_pool_new ();
  tr_reader_init (&r, tr_model_new (pool));
  tr_pool_unref (pool);
  tr_model_layout (r.m);
  r.pieces = pieces;
  bool ok = read_document (&r, top);
  if (ok)
    *state = tr_reader_state (&r, tr_state_new (r.m));
  return tr_reader_clear (&r, ok ? model : NULL, error);
}

// An element at a time. False where anything is not as it should be, or may not be.
static bool
read_pieces (const char *text, size_t n, TrModel **model, TrState **state)
{
  g_auto (TrPieces) pieces;
  g_autoptr (json_t) top = NULL;
  if (tr_pieces_init (&pieces, text, n))
    top = tr_pieces_top (&pieces);
  return top != NULL && read_top (top, &pieces, model, state, NULL);
}

static bool
read_whole (
    const char *text, size_t n, const char *name, TrModel **model, TrState **state, GError **error)
{
  g_autoptr (json_t) top = tr_json_parse (text, n, name, error);
  if (top == NULL)
    return false;
  if (read_top (top, NULL, model, state, error))
    return true;
  g_prefix_error (error, _ ("%s: "), name);
  return false;
}

bool
tr_read_model (
    const char *text, size_t n, const char *name, TrModel **model, TrState **state, GError **error)
{
  g_return_val_if_fail (model != NULL && state != NULL, false);
  // What is wrong is told of the whole: what is no JSON before what is no drawing.
  return read_pieces (text, n, model, state) || read_whole (text, n, name, model, state, error);
}

bool
tr_read_file (const char *path, TrModel **model, TrState **state, GError **error)
{
  size_t n;
  g_autofree char *name = g_filename_display_name (path);
  g_autofree char *text = tr_file_read (path, TR_JSON_BYTES, &n, error);
  return text != NULL && tr_read_model (text, n, name, model, state, error);
}
