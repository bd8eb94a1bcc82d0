// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/recorder.h"

#include "session/playback.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#define EVERY      2 // tick
#define MOST_NAMES 1000

struct _TrRecorder {
  char *folder;
  TrExportFormat format;
  int ticks;
  int n; // pictures
};

static bool
fail (GError **error, const char *path)
{
  int code = errno;
  g_set_error (error, G_FILE_ERROR, (int) g_file_error_from_errno (code), "%s: %s", path,
               g_strerror (code));
  return false;
}

// The first of walk, walk-2, … that is not there yet.
static bool
make_folder (TrRecorder *r, const char *path, GError **error)
{
  g_autofree char *stem = g_strndup (path, (gsize) (strrchr (path, '.') - path));

  for (int i = 1; i < MOST_NAMES; i++) {
    g_free (r->folder);
    r->folder = i == 1 ? g_strdup (stem) : g_strdup_printf ("%s-%d", stem, i);
    if (g_mkdir (r->folder, 0777) == 0)
      return true;
    if (errno != EEXIST)
      break;
  }
  return fail (error, r->folder);
}

TrRecorder *
tr_recorder_new (const char *path, GError **error)
{
  g_autoptr (TrRecorder) r = g_new0 (TrRecorder, 1);

  if (!tr_export_format_from_path (path, &r->format, error))
    return NULL;
  if (r->format != TR_EXPORT_PNG && r->format != TR_EXPORT_SVG) {
    g_set_error_literal (error, TR_EXPORT_ERROR, TR_EXPORT_ERROR_FORMAT,
                         _ ("A row of pictures is of .png or .svg"));
    return NULL;
  }
  return make_folder (r, path, error) ? g_steal_pointer (&r) : NULL;
}

void
tr_recorder_free (TrRecorder *r)
{
  if (!r)
    return;
  g_free (r->folder);
  g_free (r);
}

const char *
tr_recorder_get_folder (const TrRecorder *r)
{
  return r->folder;
}

int
tr_recorder_get_n (const TrRecorder *r)
{
  return r->n;
}

bool
tr_recorder_tick (TrRecorder *r, TrSession *s, const TrBounds *view, double dpi, GError **error)
{
  TrExportOptions o = tr_export_options_make ();
  g_autofree char *name = NULL, *path = NULL, *note = NULL;

  if (r->ticks++ % EVERY != 0)
    return true;
  name = g_strdup_printf ("frame-%05d.%s", r->n + 1, r->format == TR_EXPORT_PNG ? "png" : "svg");
  path = g_build_filename (r->folder, name, NULL);
  o.ink = view;
  o.dpi = dpi;
  o.background = "#ffffff";
  o.traces = tr_session_get_traces (s);
  if (!tr_export (tr_session_get_model (s), tr_session_get_state (s), path, &o, &note, error))
    return false;
  r->n++;
  return true;
}
