// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/frames.h"

#include "doc/file.h"
#include "render/extent.h"
#include "session/playback.h"

#include <errno.h>
#include <glib/gstdio.h>

struct _TrFrames {
  GPtrArray *states;
  GArray *n_points; // how far the traces had come at each of them
};

TrFrames *
tr_frames_new (void)
{
  TrFrames *f = g_new (TrFrames, 1);
  f->states = g_ptr_array_new_with_free_func ((GDestroyNotify) tr_state_free);
  f->n_points = g_array_new (FALSE, FALSE, sizeof (int));
  return f;
}

void
tr_frames_free (TrFrames *f)
{
  if (!f)
    return;
  g_ptr_array_unref (f->states);
  g_array_unref (f->n_points);
  g_free (f);
}

void
tr_frames_add (TrFrames *f, TrSession *session)
{
  const TrTracePoints *traces = tr_session_get_traces (session);
  int n = traces && tr_session_get_model (session)->n_traces > 0 ? traces[0].n : 0;
  g_ptr_array_add (f->states, tr_state_copy (tr_session_get_state (session)));
  g_array_append_val (f->n_points, n);
}

int
tr_frames_count (const TrFrames *f)
{
  return (int) f->states->len;
}

// What all frames have ink on, the traces as they are in the end.
static TrBounds
common_box (const TrFrames *f, TrSession *session, double scale)
{
  const TrModel *m = tr_session_get_model (session);
  TrPaintOptions paint = tr_paint_options_make (m, scale);
  TrBounds box = tr_bounds_empty ();
  paint.traces = tr_session_get_traces (session);
  for (guint i = 0; i < f->states->len; i++) {
    box = tr_bounds_union (box, tr_extent_model (m, g_ptr_array_index (f->states, i), &paint));
    paint.without_traces = true;
  }
  return box;
}

// The first n points of each trace.
static TrTracePoints *
traces_until (TrSession *session, int n)
{
  const TrTracePoints *all = tr_session_get_traces (session);
  int n_traces = tr_session_get_model (session)->n_traces;
  TrTracePoints *some = all ? g_new (TrTracePoints, n_traces + 1) : NULL;
  for (int i = 0; i < n_traces && some; i++)
    some[i] = (TrTracePoints){all[i].points, MIN (n, all[i].n)};
  return some;
}

bool
tr_frames_write (const TrFrames *f,
                 TrSession *session,
                 const char *folder,
                 TrExportFormat format,
                 const TrExportOptions *options,
                 char **note,
                 GError **error)
{
  int n = tr_frames_count (f), digits = n > 9999 ? n > 99999 ? 7 : 5 : 4;
  TrBounds box = common_box (f, session, options->scale);
  if (g_mkdir_with_parents (folder, 0777) != 0) {
    g_set_error (error, G_FILE_ERROR, (int) g_file_error_from_errno (errno), "%s: %s", folder,
                 g_strerror (errno));
    return false;
  }
  for (int i = 0; i < n; i++) {
    g_autofree char *name =
        g_strdup_printf ("frame-%0*d.%s", digits, i + 1, format == TR_EXPORT_PNG ? "png" : "svg");
    g_autofree char *path = g_build_filename (folder, name, NULL);
    g_autofree TrTracePoints *traces = traces_until (session, g_array_index (f->n_points, int, i));
    g_autofree char *said = NULL;
    TrExportOptions own = *options;
    own.traces = traces;
    own.ink = tr_bounds_is_empty (box) ? NULL : &box;
    if (!tr_export (tr_session_get_model (session), g_ptr_array_index (f->states, (guint) i), path,
                    &own, &said, error))
      return false;
    if (said && !*note) // of one frame: they are much alike
      *note = g_steal_pointer (&said);
  }
  return true;
}
