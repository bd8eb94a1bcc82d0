// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/cli.h"

#include "doc/file.h"
#include "math/number.h"
#include "session/free.h"

#include <stdio.h>
#include <time.h>

static const TrOption *
find (const TrOption *options, const char *name)
{
  for (; options->name; options++)
    if (g_str_equal (options->name, name))
      return options;
  g_return_val_if_reached (NULL);
}

const char *
tr_option (const TrOption *options, const char *name)
{
  const TrOption *o = find (options, name);
  return o ? o->value : NULL;
}

bool
tr_option_given (const TrOption *options, const char *name)
{
  const TrOption *o = find (options, name);
  return o && o->given;
}

bool
tr_option_number (const TrOption *options, const char *name, double least, double most, double *x)
{
  const char *text = tr_option (options, name);
  if (!text)
    return true;
  if (tr_number_parse (text, x) && *x >= least && *x <= most)
    return true;
  tr_cli_refuse ("%s %s: expected a number from %g to %g", name, text, least, most);
  return false;
}

bool
tr_option_solver (const TrOption *options, TrKktMethod *method)
{
  const char *name = tr_option (options, "--solver");
  *method = TR_KKT_AUTO;
  if (!name || tr_kkt_method_by_name (name, method))
    return true;
  tr_cli_refuse ("--solver %s: expected auto, tree, block, serial, auxiliary, cg or dense", name);
  return false;
}

TrExit
tr_cli_refuse (const char *format, ...)
{
  va_list args;
  va_start (args, format);
  g_autofree char *text = g_strdup_vprintf (format, args);
  va_end (args);
  fprintf (stderr, "trammel-cli: %s\n", text);
  return TR_EXIT_REFUSED;
}

TrExit
tr_cli_refuse_error (GError *error)
{
  tr_cli_refuse ("%s", error->message);
  g_error_free (error);
  return TR_EXIT_REFUSED;
}

void
tr_cli_note (const char *text)
{
  fprintf (stderr, "trammel-cli: %s\n", text);
}

void
tr_cli_print (const char *text)
{
  fputs (text, stdout);
}

double
tr_cli_seconds (void)
{
  struct timespec t;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

TrSession *
tr_cli_open (const char *path)
{
  g_autoptr (TrDocument) document = tr_document_new ();
  GError *error = NULL;
  if (!tr_document_load (document, path, &error)) {
    tr_cli_refuse_error (error);
    return NULL;
  }
  const TrModel *m = tr_document_get_model (document);
  for (int i = 0; i < m->n_parameters; i++) {
    g_autofree char *idle = tr_free_idle_text (m, i);
    if (idle)
      tr_cli_note (idle);
  }
  return tr_session_new (document);
}

bool
tr_cli_may_write (const TrOption *options)
{
  static const char *const files[] = {"-o", "--log", "--csv", "--gif", NULL};
  GError *error = NULL;
  for (const TrOption *o = options; o->name != NULL; o++)
    if (o->value && g_strv_contains (files, o->name) && !tr_may_write_file (o->value, &error)) {
      tr_cli_refuse_error (error);
      return false;
    }
  return true;
}

TrSession *
tr_cli_open_solver (const char *path, const TrOption *options)
{
  TrKktMethod method;
  if (!tr_option_solver (options, &method) || !tr_cli_may_write (options))
    return NULL;
  TrSession *session = tr_cli_open (path);
  if (session)
    tr_session_set_method (session, method);
  return session;
}

TrExit
tr_cli_finish (TrSession *session, const TrOption *options)
{
  GError *error = NULL;
  const char *out = tr_option (options, "-o");
  if (out && !tr_document_write (tr_session_get_document (session), out, &error))
    return tr_cli_refuse_error (error);
  return tr_session_check (session)->holds ? TR_EXIT_HOLDS : TR_EXIT_MISSES;
}
