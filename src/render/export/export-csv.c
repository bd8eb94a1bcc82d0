// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The points of all traces as a table: two columns for each, in the units of the drawing.

#include "render/export/export-page.h"
#include "render/export/export.h"

#include "math/number.h"

#include <glib/gi18n-lib.h>

static void
append_number (GString *out, double x)
{
  char buf[TR_NUMBER_SIZE];

  if (!isfinite (x))
    return;
  tr_number_format (x, buf);
  g_string_append (out, buf);
}

GBytes *
tr_export_csv (const TrExportJob *job, GError **error)
{
  const TrTracePoints *traces = job->paint.traces;
  int n = job->m->n_traces, most = 0;

  for (int i = 0; i < n && traces; i++)
    most = MAX (most, traces[i].n);
  if (most == 0) {
    g_set_error_literal (error, TR_EXPORT_ERROR, TR_EXPORT_ERROR_OPTION,
                         _ ("there is no table of traces: nothing was traced yet, as time has not "
                            "run"));
    return NULL;
  }
  GString *out = g_string_new (NULL);
  for (int i = 0; i < n; i++)
    g_string_append_printf (out, "%s%s.x,%s.y", i ? "," : "", job->m->traces[i].id,
                            job->m->traces[i].id);
  for (int k = 0; k < most; k++)
    for (int i = 0; i < n; i++) {
      g_string_append_c (out, i ? ',' : '\n');
      if (k < traces[i].n)
        append_number (out, traces[i].points[k].x);
      g_string_append_c (out, ',');
      if (k < traces[i].n)
        append_number (out, traces[i].points[k].y);
    }
  g_string_append_c (out, '\n');
  return g_string_free_to_bytes (out);
}
