// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/export-run.h"

#include "session/frames.h"
#include "session/timetable.h"

#define LOOK_MS 100 // between two looks at how far it has come

// What the thread works on, and nothing else of the program.
typedef struct {
  char *text; // of the drawing
  gsize length;
  TrRunKind kind;
  char *path, *page, *title;
  double seconds, fps;
  TrExportOptions options;
  guint8 *filter;
  GCancellable *cancellable;
  char *written, *note; // once it has ended
  int done, all;        // frames, atomic
} Work;

struct _TrExportRun {
  GTask *task;
  Work *work; // of the task
  guint looking;
  TrRunProgress progress;
  TrRunEnd end; // NULL: nobody waits any more
  gpointer data;
};

static void
work_free (gpointer data)
{
  Work *w = data;

  g_free (w->text);
  g_free (w->path);
  g_free (w->page);
  g_free (w->title);
  g_free (w->filter);
  g_free (w->written);
  g_free (w->note);
  g_object_unref (w->cancellable);
  g_free (w);
}

static bool
watch (int done, int n, gpointer data)
{
  Work *w = data;

  g_atomic_int_set (&w->done, done);
  g_atomic_int_set (&w->all, n);
  return !g_cancellable_is_cancelled (w->cancellable);
}

static bool
run (Work *w, GError **error)
{
  g_autoptr (TrDocument) d = tr_document_new ();
  g_autoptr (TrFrames) frames = tr_frames_new ();

  if (!tr_document_load_text (d, w->text, w->length, w->path, error))
    return false;
  tr_timetable_start (d); // as playing does it in the window
  g_autoptr (TrSession) s = tr_session_new (d);
  tr_frames_watch (frames, watch, w);
  if (!tr_frames_run (frames, s, w->seconds, w->fps, error))
    return false;
  if (w->kind == TR_RUN_GIF) {
    w->written = g_strdup (w->path);
    return tr_frames_write_gif (frames, s, w->path, w->fps, &w->options, &w->note, error);
  }
  w->written = tr_frames_make_folder (w->path, error);
  return w->written && tr_frames_write (frames, s, w->written,
                                        w->kind == TR_RUN_PNG ? TR_EXPORT_PNG : TR_EXPORT_SVG,
                                        &w->options, &w->note, error);
}

static void
run_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;

  if (run (data, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
run_free (TrExportRun *r)
{
  g_clear_handle_id (&r->looking, g_source_remove);
  g_object_unref (r->task);
  g_free (r);
}

static void
ended_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  TrExportRun *r = data;
  g_autoptr (GError) error = NULL;

  g_task_propagate_boolean (G_TASK (result), &error);
  g_clear_handle_id (&r->looking, g_source_remove);
  if (r->end)
    r->end (r->work->written, r->work->note, error, r->data);
  run_free (r);
}

static gboolean
look (gpointer data)
{
  TrExportRun *r = data;
  int done = g_atomic_int_get (&r->work->done), all = g_atomic_int_get (&r->work->all);

  r->progress (all > 0 ? (double) done / all : 0, r->data);
  return G_SOURCE_CONTINUE;
}

// Everything of the options that lives elsewhere is copied.
static Work *
work_new (TrSession *s, const char *path, const TrExportOptions *options)
{
  Work *w = g_new0 (Work, 1);
  const TrModel *m = tr_session_get_model (s);
  gsize n_bytes = (gsize) (m->n_bodies + m->n_labels) / 8 + 1;

  w->text = tr_document_to_text (tr_session_get_document (s), &w->length);
  w->path = g_strdup (path);
  w->page = g_strdup (options->page);
  w->title = g_strdup (options->title);
  w->filter = g_memdup2 (options->filter, options->filter ? n_bytes : 0);
  w->options = *options;
  w->options.page = w->page;
  w->options.title = w->title;
  w->options.filter = w->filter;
  w->options.traces = NULL;
  w->cancellable = g_cancellable_new ();
  return w;
}

TrExportRun *
tr_export_run_new (TrSession *s,
                   TrRunKind kind,
                   const char *path,
                   double seconds,
                   double fps,
                   const TrExportOptions *options,
                   TrRunProgress progress,
                   TrRunEnd end,
                   gpointer data)
{
  TrExportRun *r = g_new0 (TrExportRun, 1);
  Work *w = work_new (s, path, options);

  w->kind = kind;
  w->seconds = seconds;
  w->fps = fps;
  r->work = w;
  r->progress = progress;
  r->end = end;
  r->data = data;
  r->task = g_task_new (NULL, w->cancellable, ended_cb, r);
  g_task_set_check_cancellable (r->task, FALSE); // it tells itself what it has left undone
  g_task_set_task_data (r->task, w, work_free);
  r->looking = g_timeout_add (LOOK_MS, look, r);
  g_task_run_in_thread (r->task, run_thread);
  return r;
}

void
tr_export_run_stop (TrExportRun *r)
{
  g_cancellable_cancel (r->work->cancellable);
}

void
tr_export_run_free (TrExportRun *r)
{
  r->end = NULL;
  g_clear_handle_id (&r->looking, g_source_remove);
  tr_export_run_stop (r);
}
