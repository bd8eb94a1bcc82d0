// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/frames.h"

#include "doc/file.h"
#include "render/export/export-gif.h"
#include "render/extent.h"
#include "session/playback.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#define MOST_NAMES 1000 // of folders

struct _TrFrames {
  GPtrArray *states;
  GArray *n_points;    // how far the traces had come at each of them
  TrFramesWatch watch; // NULL: nobody asks
  gpointer watch_data;
  int done; // frames run and written
};

TrFrames *
tr_frames_new (void)
{
  TrFrames *f = g_new0 (TrFrames, 1);
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

void
tr_frames_watch (TrFrames *f, TrFramesWatch watch, gpointer data)
{
  f->watch = watch;
  f->watch_data = data;
}

static bool
goes_on (TrFrames *f, int n, GError **error)
{
  if (!f->watch || f->watch (f->done++, n, f->watch_data))
    return true;
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("It was stopped"));
  return false;
}

bool
tr_frames_run (TrFrames *f, TrSession *session, double seconds, double fps, GError **error)
{
  double from = tr_session_get_time (session);
  int n = (int) ceil (seconds * fps - 1e-9);
  for (int i = 0; i <= n; i++) {
    if (!goes_on (f, 2 * (n + 1), error))
      return false;
    if (i > 0)
      tr_session_run_to (session, i < n ? from + i / fps : from + seconds);
    tr_frames_add (f, session);
  }
  return true;
}

static bool
fail_of_file (GError **error, const char *path)
{
  int code = errno;
  g_set_error (error, G_FILE_ERROR, (int) g_file_error_from_errno (code), "%s: %s", path,
               g_strerror (code));
  return false;
}

char *
tr_frames_make_folder (const char *path, GError **error)
{
  const char *ending = strrchr (path, '.');
  g_autofree char *stem = ending ? g_strndup (path, (gsize) (ending - path)) : g_strdup (path);
  g_autofree char *folder = NULL;
  for (int i = 1; i < MOST_NAMES; i++) {
    g_free (folder);
    folder = i == 1 ? g_strdup (stem) : g_strdup_printf ("%s-%d", stem, i);
    if (g_mkdir (folder, 0777) == 0)
      return g_steal_pointer (&folder);
    if (errno != EEXIST)
      break;
  }
  fail_of_file (error, folder);
  return NULL;
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

// How frame i is drawn; traces is kept while options is in use.
static TrExportOptions
options_of (const TrFrames *f,
            TrSession *session,
            int i,
            const TrExportOptions *options,
            const TrBounds *box,
            TrTracePoints **traces)
{
  TrExportOptions own = *options;
  *traces = traces_until (session, g_array_index (f->n_points, int, i));
  own.traces = *traces;
  own.ink = tr_bounds_is_empty (*box) ? NULL : box;
  return own;
}

// Notes of one frame will do: they are much alike.
static void
keep_note (char **note, char *said)
{
  if (*note)
    g_free (said);
  else
    *note = said;
}

bool
tr_frames_write (TrFrames *f,
                 TrSession *session,
                 const char *folder,
                 TrExportFormat format,
                 const TrExportOptions *options,
                 char **note,
                 GError **error)
{
  int n = tr_frames_count (f), digits = n > 9999 ? n > 99999 ? 7 : 5 : 4;
  TrBounds box = common_box (f, session, options->scale);
  if (g_mkdir_with_parents (folder, 0777) != 0)
    return fail_of_file (error, folder);
  for (int i = 0; i < n; i++) {
    if (!goes_on (f, 2 * n, error))
      return false;
    g_autofree char *name =
        g_strdup_printf ("frame-%0*d.%s", digits, i + 1, format == TR_EXPORT_PNG ? "png" : "svg");
    g_autofree char *path = g_build_filename (folder, name, NULL);
    g_autofree TrTracePoints *traces = NULL;
    char *said = NULL;
    TrExportOptions own = options_of (f, session, i, options, &box, &traces);
    if (!tr_export (tr_session_get_model (session), g_ptr_array_index (f->states, (guint) i), path,
                    &own, &said, error))
      return false;
    keep_note (note, said);
  }
  return true;
}

bool
tr_frames_write_gif (TrFrames *f,
                     TrSession *session,
                     const char *path,
                     double fps,
                     const TrExportOptions *options,
                     char **note,
                     GError **error)
{
  TrBounds box = common_box (f, session, options->scale);
  g_autoptr (TrGifWriter) gif = NULL;
  for (int i = 0; i < tr_frames_count (f); i++) {
    g_autofree TrTracePoints *traces = NULL;
    char *said = NULL;
    if (!goes_on (f, 2 * tr_frames_count (f), error))
      return false;
    TrExportOptions own = options_of (f, session, i, options, &box, &traces);
    cairo_surface_t *image =
        tr_export_image (tr_session_get_model (session), g_ptr_array_index (f->states, (guint) i),
                         &own, &said, error);
    if (!image)
      return false;
    keep_note (note, said);
    if (!gif)
      gif = tr_gif_writer_new (cairo_image_surface_get_width (image),
                               cairo_image_surface_get_height (image), fps);
    tr_gif_writer_add (gif, image);
    cairo_surface_destroy (image);
  }
  if (!gif)
    gif = tr_gif_writer_new (1, 1, fps);
  g_autoptr (GBytes) bytes = tr_gif_writer_finish (gif, error);
  return bytes &&
         tr_write_file (path, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), error);
}
