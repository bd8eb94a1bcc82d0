// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the verbs of trammel-cli share: their options and their exit status.

#pragma once

#include "session/report.h"

typedef enum {
  TR_EXIT_HOLDS = 0,  // every constraint holds
  TR_EXIT_MISSES = 1, // some cannot; what was asked for is done all the same
  TR_EXIT_REFUSED = 2 // nothing done, nothing written
} TrExit;

// One option of a verb; `given` tells whether it stood there.
typedef struct {
  const char *name;     // "--frames"
  const char *argument; // "N"; NULL: a flag
  const char *help;
  const char *value;
  bool given;
} TrOption;

typedef struct {
  const char *name;
  const char *arguments; // "DOC -o OUT"
  const char *summary;
  int n_arguments;         // words that are no options; −n: from 1 to n
  const TrOption *options; // ends with a NULL name; the verb gets a copy that is filled in
  TrExit (*run) (char **argument, TrOption *options);
} TrCliVerb;

extern const TrCliVerb tr_verb_check, tr_verb_solve, tr_verb_settle, tr_verb_drag, tr_verb_run,
    tr_verb_export, tr_verb_velocity, tr_verb_bench, tr_verb_play, tr_verb_explain,
    tr_verb_mechanism, tr_verb_import, tr_verb_thumbnail;
// The name of workload i of bench; NULL after the last.
const char *tr_bench_workload (int i);

// The value of an option; NULL where it was not given.
const char *tr_option (const TrOption *options, const char *name);
bool tr_option_given (const TrOption *options, const char *name);
// False with a message on standard error where it is given and no number in range.
bool
tr_option_number (const TrOption *options, const char *name, double least, double most, double *x);

// --solver; TR_KKT_AUTO where it was not given, false with a message where there is no such.
bool tr_option_solver (const TrOption *options, TrKktMethod *method);

// Messages on standard error: "trammel-cli: …".
TrExit tr_cli_refuse (const char *format, ...) G_GNUC_PRINTF (1, 2);
TrExit tr_cli_refuse_error (GError *error); // takes it
void tr_cli_note (const char *text);

// Processor time of this thread, for measuring: a busy machine does not count.
double tr_cli_seconds (void);

// Whether the files that options name (-o, --log, --csv, --gif) may be written; where one may not,
// which is told, nothing is to be done and none is written.
bool tr_cli_may_write (const TrOption *options);

// A session on a document; NULL with a message where it cannot be read.
TrSession *tr_cli_open (const char *path);
// The same, its systems solved as --solver says; NULL too where what it makes may not be written.
TrSession *tr_cli_open_solver (const char *path, const TrOption *options);
// What was drawn is written to -o, where given, and the exit status is that of the state.
TrExit tr_cli_finish (TrSession *session, const TrOption *options);
// A JSON line or a text on standard output.
void tr_cli_print (const char *text);
