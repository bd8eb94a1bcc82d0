// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/canvas/canvas-private.h"
#include "session/report.h"

static void
append_hints (TrCanvas *c, GString *out)
{
  const TrKeyHint *hints = tr_canvas_get_hints (c);

  g_string_append (out, "\"hints\": {");
  for (int i = 0; hints[i].key; i++) {
    g_string_append (out, i > 0 ? ", " : "");
    tr_report_string (out, hints[i].key);
    g_string_append (out, ": ");
    tr_report_string (out, hints[i].does);
  }
  g_string_append (out, "}");
}

// What the labels of dimensions say that are seen.
static void
append_labels (TrCanvas *c, GString *out)
{
  const char *before = "";

  g_string_append (out, ", \"labels\": [");
  for (int i = 0; i < tr_notes_n_boxes (c->notes); i++) {
    const char *text = tr_notes_nth_text (c->notes, i);
    if (!text)
      continue;
    g_string_append (out, before);
    tr_report_string (out, text);
    before = ", ";
  }
  g_string_append (out, "]");
}

char *
tr_canvas_describe (TrCanvas *c)
{
  const TrModel *m = tr_session_get_model (c->session);
  GdkCursor *cursor = gtk_widget_get_cursor (GTK_WIDGET (c));
  const char *name = cursor ? gdk_cursor_get_name (cursor) : NULL;
  GString *out = g_string_new (NULL);

  append_hints (c, out);
  g_string_append (out, ", \"hover\": ");
  tr_report_string (out, c->near_body >= 0 ? m->bodies[c->near_body].id : "");
  g_string_append (out, ", \"note\": ");
  tr_report_string (out, c->hover_note >= 0 ? m->constraints[c->hover_note].id : "");
  g_string_append (out, ", \"cursor\": ");
  tr_report_string (out, name ? name : "");
  g_string_append (out, ", \"message\": ");
  tr_report_string (out, c->message ? c->message : "");
  append_labels (c, out);
  g_string_append_printf (out, ", \"editing\": %s", tr_canvas_is_editing (c) ? "true" : "false");
  return g_string_free (out, FALSE);
}
