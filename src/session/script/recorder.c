// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/script/recorder.h"

#include "doc/file.h"
#include "render/export/export-gif.h"
#include "session/frames.h"
#include "session/playback.h"

#include <glib/gi18n-lib.h>

#define EVERY 2 // tick

struct _TrRecorder {
  char *path;
  bool is_gif;
  TrExportFormat format; // of a row
  TrBounds view;
  double dpi;
  TrGifWriter *gif; // NULL: no picture yet
  int ticks;
  int n; // pictures
};

static bool
read_format (TrRecorder *r, const char *path, GError **error)
{
  const char *ending = strrchr (path, '.');

  r->is_gif = ending && g_ascii_strcasecmp (ending, ".gif") == 0;
  if (r->is_gif)
    return true;
  if (!tr_export_format_from_path (path, &r->format, NULL) ||
      (r->format != TR_EXPORT_PNG && r->format != TR_EXPORT_SVG)) {
    g_set_error_literal (error, TR_EXPORT_ERROR, TR_EXPORT_ERROR_FORMAT,
                         _ ("The ending of the name tells the format: .gif, .png or .svg"));
    return false;
  }
  return true;
}

TrRecorder *
tr_recorder_new (const char *path, TrBounds view, double dpi, GError **error)
{
  g_autoptr (TrRecorder) r = g_new0 (TrRecorder, 1);

  r->view = view;
  r->dpi = dpi;
  if (!read_format (r, path, error))
    return NULL;
  if (r->is_gif)
    r->path = g_strdup (path);
  else if (!(r->path = tr_frames_make_folder (path, error)))
    return NULL;
  return g_steal_pointer (&r);
}

void
tr_recorder_free (TrRecorder *r)
{
  if (!r)
    return;
  tr_gif_writer_free (r->gif);
  g_free (r->path);
  g_free (r);
}

const char *
tr_recorder_get_path (const TrRecorder *r)
{
  return r->path;
}

int
tr_recorder_get_n (const TrRecorder *r)
{
  return r->n;
}

static bool
add_to_gif (TrRecorder *r, TrSession *s, const TrExportOptions *o, char **note, GError **error)
{
  cairo_surface_t *image =
      tr_export_image (tr_session_get_model (s), tr_session_get_state (s), o, note, error);

  if (!image)
    return false;
  if (!r->gif)
    r->gif = tr_gif_writer_new (cairo_image_surface_get_width (image),
                                cairo_image_surface_get_height (image), TR_RECORDER_FPS);
  tr_gif_writer_add (r->gif, image);
  cairo_surface_destroy (image);
  return true;
}

static bool
add_to_row (TrRecorder *r, TrSession *s, const TrExportOptions *o, char **note, GError **error)
{
  const char *ending = r->format == TR_EXPORT_PNG ? "png" : "svg";
  g_autofree char *name = g_strdup_printf ("frame-%05d.%s", r->n + 1, ending);
  g_autofree char *path = g_build_filename (r->path, name, NULL);

  return tr_export (tr_session_get_model (s), tr_session_get_state (s), path, o, note, error);
}

bool
tr_recorder_tick (TrRecorder *r, TrSession *s, GError **error)
{
  TrExportOptions o = tr_export_options_make ();
  g_autofree char *note = NULL; // of no use to who watches

  if (r->ticks++ % EVERY != 0)
    return true;
  o.ink = &r->view;
  o.dpi = r->dpi;
  o.background = "#ffffff";
  o.traces = tr_session_get_traces (s);
  bool done = r->is_gif ? add_to_gif (r, s, &o, &note, error) : add_to_row (r, s, &o, &note, error);
  r->n += done;
  return done;
}

bool
tr_recorder_finish (TrRecorder *r, GError **error)
{
  if (!r->gif)
    return true;
  g_autoptr (GBytes) bytes = tr_gif_writer_finish (r->gif, error);
  return bytes &&
         tr_write_file (r->path, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), error);
}
