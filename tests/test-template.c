// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The templates of the empty drawing: each of them is there, and goes round by its hand.

#include "app/window/template.h"

#include "app/command.h"
#include "render/extent.h"

#define STEPS 240

static TrSession *
open_template (const TrTemplate *t)
{
  g_autoptr (TrDocument) document = tr_document_new ();
  tr_template_load (t, document);
  g_assert_null (tr_document_get_path (document));
  g_assert_false (tr_document_is_modified (document));
  return tr_session_new (document);
}

static void
test_offered (void)
{
  for (const TrTemplate *t = tr_templates; t->name; t++) {
    g_autofree char *action = g_strconcat ("win.template::", t->name, NULL);
    g_assert_nonnull (tr_command_find (action));
    g_assert_true (tr_template_find (t->name) == t);
  }
  for (const TrCommand *c = tr_commands; c->action; c++)
    if (c->group == TR_GROUP_TEMPLATE)
      g_assert_nonnull (tr_template_find (c->action + strlen ("win.template::")));
  g_assert_null (tr_template_find ("no-such-thing"));
}

static Vec2
held_point (TrSession *s)
{
  const TrConnector *held = tr_session_get_grab (s);
  return tr_connector_point (tr_session_get_model (s), held, tr_session_get_state (s)->q);
}

static double
room_size (const TrTemplate *t)
{
  return v2_dist (t->room.low, t->room.high);
}

// The first pull moves nothing: a picture does not jump when it is looked at.
static void
test_starts_where_it_is (void)
{
  for (const TrTemplate *t = tr_templates; t->name; t++) {
    g_autoptr (TrSession) session = open_template (t);
    TrHand *hand = tr_hand_new (t, session);
    Vec2 before = held_point (session);
    tr_hand_move (hand, 0);
    g_assert_cmpfloat (v2_dist (held_point (session), before), <, 1e-6 * room_size (t));
    g_assert_cmpfloat (v2_dist (tr_session_get_pointer (session), before), <, 1e-6 * room_size (t));
    tr_hand_free (hand);
    g_assert_false (tr_document_is_modified (tr_session_get_document (session)));
  }
}

static bool
is_inside (TrBounds ink, TrBounds room)
{
  return ink.low.x >= room.low.x && ink.low.y >= room.low.y && ink.high.x <= room.high.x &&
         ink.high.y <= room.high.y;
}

// All constraints hold at every step, the hand is followed, and the ink stays in its room.
static void
test_goes_round (void)
{
  for (const TrTemplate *t = tr_templates; t->name; t++) {
    g_autoptr (TrSession) session = open_template (t);
    const TrModel *m = tr_session_get_model (session);
    TrPaintOptions options = tr_paint_options_make (m, 1);
    TrHand *hand = tr_hand_new (t, session);
    Vec2 start = held_point (session);

    options.without_labels = true;
    options.tolerance = 0.1;
    for (int i = 1; i <= STEPS; i++) {
      TrStepResult r = tr_hand_move (hand, (double) i / STEPS);
      Vec2 hand_at = tr_session_get_pointer (session);
      TrBounds ink = tr_extent_model (m, tr_session_get_state (session), &options);
      g_test_message ("%s %d: residual %g, off by %g, ink %g %g to %g %g", t->name, i, r.residual,
                      v2_dist (held_point (session), hand_at), ink.low.x, ink.low.y, ink.high.x,
                      ink.high.y);
      g_assert_cmpfloat (r.residual, <, 1e-9 * room_size (t));
      g_assert_cmpfloat (v2_dist (held_point (session), hand_at), <, 0.01 * room_size (t));
      g_assert_true (is_inside (ink, t->room));
    }
    g_assert_cmpfloat (v2_dist (held_point (session), start), <, 0.01 * room_size (t));
    tr_hand_free (hand);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/template/offered", test_offered);
  g_test_add_func ("/template/starts-where-it-is", test_starts_where_it_is);
  g_test_add_func ("/template/goes-round", test_goes_round);
  return g_test_run ();
}
