// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/relate-private.h"

#include <glib/gi18n-lib.h>

const TrRelation tr_relations[TR_N_RELATIONS] = {
    [TR_RELATION_ATTACH] = {"attach", N_ ("Attach"), "o"},
    [TR_RELATION_ON_LINE] = {"on-line", N_ ("On the line"), NULL},
    [TR_RELATION_DIMENSION] = {"dimension", N_ ("Dimension"), "d"},
    [TR_RELATION_DISTANCE_X] = {"distance-x", N_ ("Horizontal distance"), NULL},
    [TR_RELATION_DISTANCE_Y] = {"distance-y", N_ ("Vertical distance"), NULL},
    [TR_RELATION_HORIZONTAL] = {"horizontal", N_ ("Horizontal"), "h"},
    [TR_RELATION_VERTICAL] = {"vertical", N_ ("Vertical"), "v"},
    [TR_RELATION_PARALLEL] = {"parallel", N_ ("Parallel"), "z"},
    [TR_RELATION_PERPENDICULAR] = {"perpendicular", N_ ("Perpendicular"), "u"},
    [TR_RELATION_EQUAL] = {"equal", N_ ("Equal"), "q"},
    [TR_RELATION_SYMMETRIC] = {"symmetric", N_ ("Symmetric"), "y"},
    [TR_RELATION_MIDPOINT] = {"midpoint", N_ ("Midpoint"), "apostrophe"},
    [TR_RELATION_TANGENT] = {"tangent", N_ ("Tangent"), "slash"},
    [TR_RELATION_GEAR] = {"gear", N_ ("Gear"), NULL},
    [TR_RELATION_RACK] = {"rack", N_ ("Rack"), NULL},
    [TR_RELATION_SKATE] = {"skate", N_ ("Skate"), NULL},
    [TR_RELATION_NAIL] = {"nail", N_ ("Nail"), "n"},
    [TR_RELATION_FIX] = {"fix", N_ ("Fix"), NULL},
};

static const TrRelateRule rules[TR_N_RELATIONS] = {
    [TR_RELATION_ATTACH] = tr_rule_attach,
    [TR_RELATION_ON_LINE] = tr_rule_on_line,
    [TR_RELATION_DIMENSION] = tr_rule_dimension,
    [TR_RELATION_DISTANCE_X] = tr_rule_distance_x,
    [TR_RELATION_DISTANCE_Y] = tr_rule_distance_y,
    [TR_RELATION_HORIZONTAL] = tr_rule_horizontal,
    [TR_RELATION_VERTICAL] = tr_rule_vertical,
    [TR_RELATION_PARALLEL] = tr_rule_parallel,
    [TR_RELATION_PERPENDICULAR] = tr_rule_perpendicular,
    [TR_RELATION_EQUAL] = tr_rule_equal,
    [TR_RELATION_SYMMETRIC] = tr_rule_symmetric,
    [TR_RELATION_MIDPOINT] = tr_rule_midpoint,
    [TR_RELATION_TANGENT] = tr_rule_tangent,
    [TR_RELATION_GEAR] = tr_rule_gear,
    [TR_RELATION_RACK] = tr_rule_rack,
    [TR_RELATION_SKATE] = tr_rule_skate,
    [TR_RELATION_NAIL] = tr_rule_nail,
    [TR_RELATION_FIX] = tr_rule_fix,
};

TrRelatePlan *
tr_relate_plan (TrSelection *s, TrRelationId relation)
{
  g_return_val_if_fail (relation < TR_N_RELATIONS, NULL);
  TrPicked p = tr_picked_make (s);
  TrRelatePlan *plan = g_new0 (TrRelatePlan, 1);

  plan->json = g_ptr_array_new_with_free_func (g_free);
  plan->ids = g_ptr_array_new_with_free_func (g_free);
  plan->remove = g_ptr_array_new_with_free_func (g_free);
  plan->hint = p.n_others ? N_ ("Pick bodies and points, not constraints or forces")
                          : rules[relation](&p, plan);
  g_assert (plan->hint || (plan->json->len > 0 && plan->json->len == plan->ids->len));
  g_ptr_array_add (plan->json, NULL);
  g_ptr_array_add (plan->remove, NULL);
  tr_picked_clear (&p);
  return plan;
}

void
tr_relate_plan_free (TrRelatePlan *p)
{
  if (!p)
    return;
  g_ptr_array_unref (p->json);
  g_ptr_array_unref (p->ids);
  g_ptr_array_unref (p->remove);
  g_free (p);
}

bool
tr_relate_can (TrSelection *s, TrRelationId relation, const char **hint)
{
  g_autoptr (TrRelatePlan) plan = tr_relate_plan (s, relation);
  if (hint)
    *hint = plan->hint;
  return !plan->hint;
}

static GArray *
picked_bodies (TrSelection *s)
{
  TrPicked p = tr_picked_make (s);
  GArray *bodies = g_array_ref (p.bodies);
  tr_picked_clear (&p);
  return bodies;
}

bool
tr_relate_apply (TrSelection *s, TrRelationId relation, GPtrArray **added, GError **error)
{
  TrSession *session = tr_selection_get_session (s);
  TrDocument *d = tr_session_get_document (session);
  g_autoptr (TrRelatePlan) plan = tr_relate_plan (s, relation);
  g_autoptr (GArray) bodies = picked_bodies (s);
  const char *const *json = (const char *const *) plan->json->pdata;
  const char *const *remove = (const char *const *) plan->remove->pdata;

  if (plan->hint) {
    g_set_error_literal (error, TR_DOCUMENT_ERROR, TR_DOCUMENT_ERROR_VALUE, _ (plan->hint));
    return false;
  }
  if (!tr_document_add_all (d, json, error))
    return false;
  // Nothing hangs on an attachment, so that nothing else can go with it.
  if (remove[0] && !tr_document_remove (d, remove, NULL, error)) {
    tr_document_revert (d);
    return false;
  }
  tr_relate_turn (session, relation, bodies);
  tr_session_settle (session, _ (tr_relations[relation].label));
  if (added)
    *added = g_ptr_array_ref (plan->ids);
  return true;
}
