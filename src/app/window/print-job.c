// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/print-job.h"

#include "app/window/window-private.h"
#include "session/playback.h"

#include <glib/gi18n.h>
#include <string.h>

static void
copy_traces (TrPrintJob *job, TrSession *s)
{
  const TrTracePoints *traces = tr_session_get_traces (s);
  int n = job->model->n_traces, n_points = 0;

  if (!traces)
    return;
  for (int i = 0; i < n; i++)
    n_points += traces[i].n;
  job->traces = g_new0 (TrTracePoints, (guint) n + 1);
  job->points = g_new0 (Vec2, (guint) n_points + 1);
  Vec2 *to = job->points;
  for (int i = 0; i < n; i++) {
    if (traces[i].n > 0)
      memcpy (to, traces[i].points, (gsize) traces[i].n * sizeof *to);
    job->traces[i] = (TrTracePoints){to, traces[i].n};
    to += traces[i].n;
  }
}

TrPrintJob *
tr_print_job_new (TrWindow *w)
{
  TrPrintJob *job = g_rc_box_new0 (TrPrintJob);
  TrDocument *d = tr_window_get_document (w);
  const char *path = tr_document_get_path (d);

  job->model = tr_model_copy (tr_session_get_model (w->session));
  job->state = tr_state_copy (tr_session_get_state (w->session));
  job->selected = tr_window_selected_things (w);
  job->title = tr_document_dup_title (d);
  job->folder = path ? g_path_get_dirname (path) : NULL;
  job->marks = true;
  copy_traces (job, w->session);
  return job;
}

TrPrintJob *
tr_print_job_ref (TrPrintJob *job)
{
  return g_rc_box_acquire (job);
}

static void
clear_job (gpointer data)
{
  TrPrintJob *job = data;

  tr_model_free (job->model);
  tr_state_free (job->state);
  g_free (job->traces);
  g_free (job->points);
  g_free (job->selected);
  g_free (job->title);
  g_free (job->folder);
}

void
tr_print_job_unref (TrPrintJob *job)
{
  g_rc_box_release_full (job, clear_job);
}

TrPrintOptions
tr_print_job_options (const TrPrintJob *job, double width, double height)
{
  return (TrPrintOptions){.width = fmax (width, 1),
                          .height = fmax (height, 1),
                          .fits = job->fits,
                          .marks = job->marks,
                          .filter = job->only_selected ? job->selected : NULL,
                          .traces = job->traces};
}

TrPrintLayout
tr_print_job_lay_out (const TrPrintJob *job, double width, double height)
{
  TrPrintOptions options = tr_print_job_options (job, width, height);

  return tr_print_lay_out (job->model, job->state, &options);
}

TrPrintLayout
tr_print_job_lay_out_page (const TrPrintJob *job, GtkPageSetup *setup)
{
  return tr_print_job_lay_out (job, gtk_page_setup_get_page_width (setup, GTK_UNIT_MM),
                               gtk_page_setup_get_page_height (setup, GTK_UNIT_MM));
}

bool
tr_print_job_is_possible (const TrPrintLayout *l)
{
  return !tr_bounds_is_empty (l->ink) && tr_print_n_sheets (l) <= TR_PRINT_SHEETS_MAX;
}

char *
tr_print_job_describe (const TrPrintLayout *l)
{
  gint64 n = tr_print_n_sheets (l);

  if (tr_bounds_is_empty (l->ink))
    return g_strdup (_ ("There is nothing to print"));
  // to a tenth of a millimetre: the ends of lines add digits that nobody drew
  g_autofree char *size =
      g_strdup_printf (_ ("%.6g × %.6g mm"), round (10 * (l->ink.high.x - l->ink.low.x)) / 10,
                       round (10 * (l->ink.high.y - l->ink.low.y)) / 10);
  if (n > TR_PRINT_SHEETS_MAX)
    return g_strdup_printf (_ ("%s: on more than %d sheets it is not printed"), size,
                            TR_PRINT_SHEETS_MAX);
  g_autofree char *sheets =
      n == 1 ? g_strdup (_ ("on one sheet"))
             : g_strdup_printf (_ ("on %d sheets (%d × %d)"), (int) n, l->columns, l->rows);
  return g_strdup_printf (_ ("%s, %.4g %% of true size, %s"), size, 100 * l->scale, sheets);
}
