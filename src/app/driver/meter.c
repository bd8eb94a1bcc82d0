// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/driver/meter.h"

#include <math.h>
#include <time.h>

static double
processor_ms (void)
{
  struct timespec t;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e3 * (double) t.tv_sec + 1e-6 * (double) t.tv_nsec;
}

void
tr_meter_pause (TrMeter *m)
{
  double turn = processor_ms () - m->since;
  m->spent.total += turn;
  m->spent.longest = fmax (m->spent.longest, turn);
}

void
tr_meter_resume (TrMeter *m)
{
  m->since = processor_ms ();
}

TrSpent
tr_meter_take (TrMeter *m)
{
  tr_meter_pause (m);
  TrSpent spent = m->spent;
  m->spent = (TrSpent){0, 0};
  tr_meter_resume (m);
  return spent;
}
