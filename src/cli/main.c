// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// trammel-cli: the engine without a window.

#include "cli/cli.h"
#include "math/heap.h"
#include "session/script/script.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>

static const TrCliVerb *const verbs[] = {
    &tr_verb_check,     &tr_verb_solve,   &tr_verb_settle, &tr_verb_drag,      &tr_verb_run,
    &tr_verb_play,      &tr_verb_export,  &tr_verb_import, &tr_verb_thumbnail, &tr_verb_velocity,
    &tr_verb_mechanism, &tr_verb_explain, &tr_verb_bench,
};

static void
print_help (FILE *out)
{
  fputs ("Usage: trammel-cli VERB DOCUMENT [OPTION…]\n"
         "Works on Trammel drawings (.trammel) without a window.\n\n",
         out);
  for (size_t i = 0; i < G_N_ELEMENTS (verbs); i++)
    fprintf (out, "  %-9s %-34s %s\n", verbs[i]->name, verbs[i]->arguments, verbs[i]->summary);
  fputs ("\n"
         "  --help    this text; `trammel-cli VERB --help` tells a verb's options\n"
         "  --version the version\n"
         "\n"
         "A CONNECTOR is a point of a body: s1.b (a named point), c1@0.5 (at a parameter of a\n"
         "curve), plate(3,4) (a local point of a rigid or a sheet).\n"
         "Results go to standard output (JSON with --json), messages to standard error.\n"
         "Exit status: 0 every constraint holds; 1 some cannot; 2 nothing done, nothing written.\n",
         out);
}

static void
print_verb_help (const TrCliVerb *verb)
{
  printf ("Usage: trammel-cli %s %s\n%s\n\n", verb->name, verb->arguments, verb->summary);
  for (const TrOption *o = verb->options; o->name; o++) {
    g_autofree char *left = g_strdup_printf ("%s %s", o->name, o->argument ? o->argument : "");
    printf ("  %-22s %s\n", left, o->help);
  }
  if (verb == &tr_verb_bench)
    puts ("\nA workload, told in trammel-cli (1), is one of:\n");
  for (int i = 0; verb == &tr_verb_bench && tr_bench_workload (i); i++)
    printf ("  %s\n", tr_bench_workload (i));
  if (verb != &tr_verb_run)
    return;
  puts ("\nA line of the session, told in trammel-cli (1), is empty, a comment (#), or:\n");
  for (int i = 0; tr_script_usage (i); i++)
    printf ("  %s\n", tr_script_usage (i));
}

// An argument that starts with a minus sign and a digit or point is a number, not an option.
static bool
is_option (const char *text)
{
  return text[0] == '-' && text[1] && !g_ascii_isdigit (text[1]) && text[1] != '.';
}

// Fills the options and returns the plain arguments; NULL after a message.
static char **
parse (const TrCliVerb *verb, TrOption *options, int argc, char **argv)
{
  g_autoptr (GPtrArray) plain = g_ptr_array_new_null_terminated (8, NULL, true);
  bool only_plain = false;
  for (int i = 0; i < argc; i++) {
    if (only_plain || !is_option (argv[i])) {
      g_ptr_array_add (plain, argv[i]);
      continue;
    }
    if (g_str_equal (argv[i], "--")) {
      only_plain = true;
      continue;
    }
    TrOption *o = options;
    g_autofree char *name = g_strndup (argv[i], strcspn (argv[i], "="));
    while (o->name && !g_str_equal (o->name, name))
      o++;
    const char *attached = strchr (argv[i], '=');
    if (!o->name || (attached && !o->argument)) {
      tr_cli_refuse ("%s: unknown option \"%s\"; see trammel-cli %s --help", verb->name, argv[i],
                     verb->name);
      return NULL;
    }
    o->given = true;
    if (o->argument && attached) {
      o->value = attached + 1;
    } else if (o->argument && ++i < argc) {
      o->value = argv[i];
    } else if (o->argument) {
      tr_cli_refuse ("%s: option %s needs %s", verb->name, o->name, o->argument);
      return NULL;
    }
  }
  int least = verb->n_arguments < 0 ? 1 : verb->n_arguments;
  if ((int) plain->len < least || (int) plain->len > ABS (verb->n_arguments)) {
    tr_cli_refuse ("expected: trammel-cli %s %s", verb->name, verb->arguments);
    return NULL;
  }
  return (char **) g_ptr_array_free (g_steal_pointer (&plain), FALSE);
}

static TrOption *
copy_options (const TrOption *options)
{
  size_t n = 0;
  while (options[n].name)
    n++;
  return g_memdup2 (options, (n + 1) * sizeof *options);
}

static int
run_verb (const TrCliVerb *verb, int argc, char **argv)
{
  for (int i = 0; i < argc; i++)
    if (g_str_equal (argv[i], "--help")) {
      print_verb_help (verb);
      return TR_EXIT_HOLDS;
    }
  g_autofree TrOption *options = copy_options (verb->options);
  g_autofree char **arguments = parse (verb, options, argc, argv);
  return arguments ? (int) verb->run (arguments, options) : TR_EXIT_REFUSED;
}

int
main (int argc, char **argv)
{
  tr_heap_keep ();
  // What scripts read is the same everywhere: words, and the numbers in them. Letters are still the
  // user's.
  setlocale (LC_ALL, "");
  setlocale (LC_MESSAGES, "C");
  setlocale (LC_NUMERIC, "C");
  if (argc > 1 && g_str_equal (argv[1], "--help")) {
    print_help (stdout);
    return TR_EXIT_HOLDS;
  }
  if (argc > 1 && g_str_equal (argv[1], "--version")) {
    puts ("trammel-cli " TR_VERSION);
    return TR_EXIT_HOLDS;
  }
  for (size_t i = 0; argc > 1 && i < G_N_ELEMENTS (verbs); i++)
    if (g_str_equal (verbs[i]->name, argv[1])) {
      int status = run_verb (verbs[i], argc - 2, argv + 2);
      if (fflush (stdout) != 0 || ferror (stdout)) {
        tr_cli_refuse ("standard output cannot be written");
        return TR_EXIT_REFUSED;
      }
      return status;
    }
  if (argc > 1)
    return (int) tr_cli_refuse ("unknown verb \"%s\"; see trammel-cli --help", argv[1]);
  print_help (stderr);
  return TR_EXIT_REFUSED;
}
