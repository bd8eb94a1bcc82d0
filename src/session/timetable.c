// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/timetable.h"

#include "model/row.h"

#include <glib/gi18n-lib.h>
#include <math.h>

// Periods that are tried, in half seconds, and the shortest one.
#define MOST_HALVES  240
#define LEAST_PERIOD 0.1
// Radians or units that a drive may be off after a period.
#define SAME_PLACE 1e-6

bool
tr_timetable_is_drive (const TrConstraint *c)
{
  return (c->kind == TR_CON_DRIVE || c->kind == TR_CON_PATH) && !c->driven;
}

bool
tr_timetable_has_motion (const TrModel *m)
{
  bool has = m->n_forces > 0 || (m->world.law == TR_LAW_SECOND_ORDER && m->n_bodies > 0);
  for (int i = 0; i < m->n_bodies && !has; i++) { // what goes back to its rest shape
    const TrBody *b = &m->bodies[i];
    has = b->kind == TR_BODY_SHEET && (b->sheet.shape.value > 0 || b->sheet.area.value > 0);
  }
  for (int i = 0; i < m->n_constraints && !has; i++)
    has = tr_timetable_is_drive (&m->constraints[i]);
  return has;
}

int
tr_timetable_n_running (const TrModel *m)
{
  int n = 0;
  for (int i = 0; i < m->n_constraints; i++)
    n += tr_timetable_is_drive (&m->constraints[i]) && !m->constraints[i].disabled;
  return n;
}

static double
drive_value (const TrModel *m, const TrConstraint *c, const double *q, double time)
{
  return c->expr ? tr_model_expr_value (m, c->expr, c->vars, q, time) : c->scalar[0].value;
}

static double
loop_of (const TrConstraint *path)
{
  return path->loop && path->n_keys > 1 ? path->keys[path->n_keys - 1].time - path->keys[0].time
                                        : 0;
}

// How far drive or path i is from where it was a period before.
static double
off_after (const TrModel *m, int i, const double *q, double time, double period)
{
  const TrConstraint *c = &m->constraints[i];
  if (c->kind == TR_CON_PATH)
    return loop_of (c) > 0 ? remainder (period, loop_of (c)) : 0;
  double off = drive_value (m, c, q, time + period) - drive_value (m, c, q, time);
  return tr_constraint_unit (m, i, 0) == TR_ROW_ANGLE ? remainder (off, 2 * G_PI) : off;
}

// Looked at in places that no simple wave has in common. Those that are switched off wait.
static bool
repeats (const TrModel *m, const double *q, double period)
{
  static const double places[] = {0, 0.271, 0.618, 1.414, 2.236, 3.317, 5.385};
  bool is_all = tr_timetable_n_running (m) == 0;
  for (int i = 0; i < m->n_constraints; i++)
    for (guint k = 0; k < G_N_ELEMENTS (places); k++)
      if (tr_timetable_is_drive (&m->constraints[i]) && (is_all || !m->constraints[i].disabled) &&
          !(fabs (off_after (m, i, q, places[k], period)) < SAME_PLACE))
        return false;
  return true;
}

// A turn of a drive that turns evenly, a round of a path; of others what is found among whole and
// half seconds.
double
tr_timetable_period (const TrModel *m, const double *q)
{
  bool has_drives = false;

  for (int i = 0; i < m->n_constraints; i++) {
    const TrConstraint *c = &m->constraints[i];
    if (!tr_timetable_is_drive (c))
      continue;
    has_drives = true;
    double rate = c->kind == TR_CON_DRIVE ? drive_value (m, c, q, 1) - drive_value (m, c, q, 0) : 0;
    double turn = c->kind == TR_CON_PATH ? loop_of (c) : 2 * G_PI / fabs (rate);
    if (turn > LEAST_PERIOD && turn < 0.5 * MOST_HALVES && repeats (m, q, turn))
      return turn;
  }
  for (int i = 1; i <= MOST_HALVES && has_drives; i++)
    if (repeats (m, q, 0.5 * i))
      return 0.5 * i;
  return 0;
}

bool
tr_timetable_start (TrDocument *d)
{
  const TrModel *m = tr_document_get_model (d);
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
  bool any = false;

  for (int i = 0; i < m->n_constraints && tr_timetable_n_running (m) == 0; i++)
    if (tr_timetable_is_drive (&m->constraints[i]))
      g_ptr_array_add (ids, g_strdup (m->constraints[i].id));
  for (guint i = 0; i < ids->len; i++)
    any |= tr_document_enable (d, ids->pdata[i], true, NULL);
  return any;
}

// A path that leads nowhere from a time on.
static bool
has_ended (const TrConstraint *c, double time)
{
  return c->kind == TR_CON_PATH && c->n_keys > 1 && !c->loop && time >= c->keys[c->n_keys - 1].time;
}

const char *
tr_timetable_still_reason (const TrModel *m, double time, int dof)
{
  int n_running = tr_timetable_n_running (m), n_ended = 0;

  for (int i = 0; i < m->n_constraints; i++)
    n_ended += !m->constraints[i].disabled && !m->constraints[i].driven &&
               has_ended (&m->constraints[i], time);
  if (n_running > 0 && n_ended == n_running)
    return _ ("Nothing moves any more: the path has come to its end (Ctrl+Home goes to the start)");
  if (n_running > 0)
    return _ ("Nothing moves: what is driven has the same value all the time");
  return dof == 0 ? _ ("Nothing moves: all is held, and no motor and no path leads it")
                  : _ ("Nothing moves: forces and goals have come to rest");
}
