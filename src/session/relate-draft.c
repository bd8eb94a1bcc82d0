// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Selections sorted for the rules, and constraints written as text of the format.

#include "doc/json.h"
#include "session/relate-private.h"

TrConnector
tr_at_named (const TrModel *m, int body, const char *point)
{
  TrConnector c = {.kind = TR_AT_NAMED, .body = body, .slide = -1};
  c.point = tr_body_find_point (&m->bodies[body], point);
  g_assert (c.point >= 0);
  return c;
}

TrConnector
tr_at_slide (int body, double t)
{
  return (TrConnector){.kind = TR_AT_SLIDE, .body = body, .slide = -1, .p = {t, 0}};
}

static void
pick_point (TrPicked *p, const TrConnector *at)
{
  g_array_append_val (p->points, *at);
  g_array_append_val (p->owners, at->body);
}

static void
pick_body (TrPicked *p, int body)
{
  g_array_append_val (p->owners, body);
  if (p->m->bodies[body].kind != TR_BODY_POINT) {
    g_array_append_val (p->bodies, body);
    return;
  }
  TrConnector at = tr_at_named (p->m, body, "at");
  g_array_append_val (p->points, at);
}

TrPicked
tr_picked_make (TrSelection *s)
{
  TrSession *session = tr_selection_get_session (s);
  guint n;
  const TrSelected *item = tr_selection_get (s, &n);
  TrPicked p = {
      .m = tr_session_get_model (session),
      .q = tr_session_get_state (session)->q,
      .points = g_array_new (FALSE, FALSE, sizeof (TrConnector)),
      .bodies = g_array_new (FALSE, FALSE, sizeof (int)),
      .owners = g_array_new (FALSE, FALSE, sizeof (int)),
  };

  for (guint i = 0; i < n; i++)
    switch (item[i].element.kind) {
    case TR_ELEMENT_NONE:
      pick_point (&p, &item[i].at);
      break;
    case TR_ELEMENT_BODY:
      pick_body (&p, item[i].element.index);
      break;
    case TR_ELEMENT_PARAMETER:
    case TR_ELEMENT_CONSTRAINT:
    case TR_ELEMENT_FORCE:
    case TR_ELEMENT_TRACE:
    case TR_ELEMENT_LABEL:
      p.n_others++;
      break;
    }
  return p;
}

void
tr_picked_clear (TrPicked *p)
{
  g_array_unref (p->points);
  g_array_unref (p->bodies);
  g_array_unref (p->owners);
}

static bool
is_taken (const TrRelatePlan *plan, const TrModel *m, const char *id)
{
  for (guint i = 0; i < plan->ids->len; i++)
    if (g_str_equal (g_ptr_array_index (plan->ids, i), id))
      return true;
  return tr_model_find (m, id).kind != TR_ELEMENT_NONE;
}

// The kind with the first number that is free: distance_x2.
static char *
fresh_id (const TrRelatePlan *plan, const TrModel *m, const char *kind)
{
  g_autofree char *stem = g_strdelimit (g_strdup (kind), "-", '_');
  for (int i = 1;; i++) {
    char *id = g_strdup_printf ("%s%d", stem, i);
    if (!is_taken (plan, m, id))
      return id;
    g_free (id);
  }
}

TrDraft
tr_draft_begin (TrRelatePlan *plan, const TrPicked *p, const char *kind)
{
  TrDraft d = {p, plan, g_string_new (NULL)};
  char *id = fresh_id (plan, p->m, kind);

  g_string_append_printf (d.text, "{\"id\": \"%s\", \"kind\": \"%s\"", id, kind);
  g_ptr_array_add (plan->ids, id);
  return d;
}

void
tr_draft_end (TrDraft *d)
{
  g_string_append_c (d->text, '}');
  g_ptr_array_add (d->plan->json, g_string_free (d->text, FALSE));
  d->text = NULL;
}

static void
put_connector (TrDraft *d, const TrConnector *c)
{
  char name[32];
  const TrBody *b = c->body >= 0 ? &d->picked->m->bodies[c->body] : NULL;

  if (c->kind == TR_AT_GROUND) {
    g_string_append (d->text, "{\"at\": ");
    tr_json_append_place (d->text, c->p);
    g_string_append_c (d->text, '}');
    return;
  }
  g_string_append_printf (d->text, "{\"body\": \"%s\", ", b->id);
  switch (c->kind) {
  case TR_AT_NAMED:
    g_string_append_printf (d->text, "\"point\": \"%s\"", tr_body_point_name (b, c->point, name));
    break;
  case TR_AT_T:
  case TR_AT_SLIDE:
    g_string_append (d->text, c->kind == TR_AT_T ? "\"t\": " : "\"slide\": ");
    tr_json_append_number (d->text, tr_connector_t (d->picked->m, c, d->picked->q));
    break;
  case TR_AT_LOCAL:
    g_string_append (d->text, "\"local\": ");
    tr_json_append_place (d->text, c->p);
    break;
  case TR_AT_GROUND:
    g_assert_not_reached ();
  }
  g_string_append_c (d->text, '}');
}

static void
put_name (TrDraft *d, const char *member)
{
  g_string_append_printf (d->text, ", \"%s\": ", member);
}

void
tr_draft_connector (TrDraft *d, const char *member, const TrConnector *c)
{
  put_name (d, member);
  put_connector (d, c);
}

void
tr_draft_word (TrDraft *d, const char *member, const char *word)
{
  put_name (d, member);
  tr_json_append_string (d->text, word);
}

void
tr_draft_body (TrDraft *d, const char *member, int body)
{
  tr_draft_word (d, member, d->picked->m->bodies[body].id);
}

void
tr_draft_line (TrDraft *d, const char *member, const TrConnector *from, const TrConnector *to)
{
  put_name (d, member);
  g_string_append (d->text, "{\"from\": ");
  put_connector (d, from);
  g_string_append (d->text, ", \"to\": ");
  put_connector (d, to);
  g_string_append_c (d->text, '}');
}

void
tr_draft_number (TrDraft *d, const char *member, double x)
{
  put_name (d, member);
  tr_json_append_number (d->text, x);
}

void
tr_draft_place (TrDraft *d, const char *member, Vec2 p)
{
  put_name (d, member);
  tr_json_append_place (d->text, p);
}
