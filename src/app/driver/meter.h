// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// How long the window leaves its user waiting: the processor time that its main loop spends
// between one wait for events and the next. What other programs do meanwhile does not count.

#pragma once

typedef struct {
  double total;   // of all turns of the loop, ms
  double longest; // of one of them, ms: nothing is painted or answered meanwhile
} TrSpent;

typedef struct {
  double since; // processor time at which the present turn began, ms
  TrSpent spent;
} TrMeter;

// The main loop stops to wait, and goes on.
void tr_meter_pause (TrMeter *m);
void tr_meter_resume (TrMeter *m);

// Since it was last asked, the present turn included.
TrSpent tr_meter_take (TrMeter *m);
