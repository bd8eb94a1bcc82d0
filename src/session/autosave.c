// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/autosave.h"

// Writing takes at most this part of the time, and a hand that never rests is not waited for
// longer than so many delays.
#define LEAST_REST  50
#define MOST_DELAYS 10

struct TrAutosave {
  TrSession *session;
  TrDraft *draft;
  TrAutosaveFunc func;
  gpointer data;
  gint64 delay;       // µs
  gint64 cost;        // of the last draft, µs
  gint64 began;       // it, or the one that is being written
  gint64 first, last; // changes that the draft has not; 0: none
  guint source;       // waits for the rest; 0: nothing to do
  gulong handlers[2];
  GThread *thread; // that writes; NULL: none does
  TrDraftWriting *writing;
};

static gint64
delay_of (const TrAutosave *a)
{
  return MAX (a->delay, LEAST_REST * a->cost);
}

// Waits until the thread has written. Before it is joined it may have told so, or not.
static bool
end_writing (TrAutosave *a, GError **error)
{
  if (!a->thread)
    return true;
  g_thread_join (g_steal_pointer (&a->thread));
  g_idle_remove_by_data (a);
  a->cost = g_get_monotonic_time () - a->began;
  return tr_draft_write_end (a->draft, g_steal_pointer (&a->writing), error);
}

static gboolean
written_cb (gpointer data)
{
  TrAutosave *a = data;
  g_autoptr (GError) error = NULL;
  end_writing (a, &error);
  a->func (error, a->data);
  return G_SOURCE_REMOVE;
}

static gpointer
write_in_thread (gpointer data)
{
  TrAutosave *a = data;
  tr_draft_write_run (a->writing);
  g_idle_add (written_cb, a);
  return NULL;
}

// The drawing is copied here and written in a thread of its own.
static void
write_draft (TrAutosave *a)
{
  g_autoptr (GError) error = NULL;
  a->began = g_get_monotonic_time ();
  a->first = a->last = 0;
  a->writing = tr_draft_write_begin (a->draft, tr_session_get_document (a->session), &error);
  if (a->writing)
    a->thread = g_thread_new ("draft", write_in_thread, a);
  else
    a->func (error, a->data);
}

// What is on the disk, or on its way there, goes.
static void
drop_draft (TrAutosave *a)
{
  end_writing (a, NULL);
  tr_draft_drop (a->draft);
}

static gboolean wait_cb (gpointer data);

static void
wait (TrAutosave *a, gint64 time)
{
  a->source = g_timeout_add ((guint) MAX (1, time / 1000), wait_cb, a);
}

// A change in the meantime has only moved `last`: it costs nothing.
static gboolean
wait_cb (gpointer data)
{
  TrAutosave *a = data;
  gint64 now = g_get_monotonic_time (), delay = delay_of (a);
  bool is_busy = tr_session_is_dragging (a->session) || a->thread;
  bool is_late = now >= a->first + MOST_DELAYS * delay;

  a->source = 0;
  if (is_busy)
    wait (a, delay / 4);
  else if (now < a->last + delay && !is_late)
    wait (a, a->last + delay - now);
  else if (tr_document_is_modified (tr_session_get_document (a->session)))
    write_draft (a);
  return G_SOURCE_REMOVE;
}

static void
note_change (TrAutosave *a)
{
  a->last = g_get_monotonic_time ();
  if (a->source != 0)
    return;
  a->first = a->last;
  wait (a, delay_of (a));
}

static void
changed_cb (TrAutosave *a)
{
  if (tr_document_is_modified (tr_session_get_document (a->session))) {
    note_change (a);
    return;
  }
  g_clear_handle_id (&a->source, g_source_remove);
  drop_draft (a);
}

TrAutosave *
tr_autosave_new (TrSession *s, const char *folder, guint delay, TrAutosaveFunc func, gpointer data)
{
  TrAutosave *a = g_new0 (TrAutosave, 1);
  TrDocument *d = tr_session_get_document (s);
  a->session = g_object_ref (s);
  a->draft = tr_draft_new (folder);
  a->func = func;
  a->data = data;
  a->delay = 1000 * (gint64) delay;
  a->handlers[0] = g_signal_connect_swapped (d, "changed", G_CALLBACK (changed_cb), a);
  a->handlers[1] = g_signal_connect_swapped (d, "moved", G_CALLBACK (note_change), a);
  return a;
}

void
tr_autosave_free (TrAutosave *a)
{
  if (!a)
    return;
  for (gsize i = 0; i < G_N_ELEMENTS (a->handlers); i++)
    g_signal_handler_disconnect (tr_session_get_document (a->session), a->handlers[i]);
  g_clear_handle_id (&a->source, g_source_remove);
  drop_draft (a);
  tr_draft_free (a->draft);
  g_object_unref (a->session);
  g_free (a);
}

void
tr_autosave_set_delay (TrAutosave *a, guint delay)
{
  a->delay = (gint64) delay * 1000;
  if (a->source == 0)
    return;
  g_source_remove (a->source);
  wait (a, a->last + delay_of (a) - g_get_monotonic_time ());
}

void
tr_autosave_adopt (TrAutosave *a, TrDraft *draft)
{
  g_clear_handle_id (&a->source, g_source_remove);
  drop_draft (a);
  tr_draft_free (a->draft);
  a->draft = draft;
}
