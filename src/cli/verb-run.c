// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/cli.h"
#include "doc/file.h"
#include "session/script/script.h"

#include <string.h>

enum { MOST_SCRIPT_BYTES = 64 << 20 };

static void
say (const char *line, gpointer data)
{
  tr_cli_print (line);
  tr_cli_print ("\n");
}

static void
note (const char *text, gpointer data)
{
  tr_cli_note (text);
}

// Lines would end there unseen.
static TrExit
refuse_nul (const char *path, const char *text, const char *nul)
{
  int line = 1, column = 1;
  for (const char *c = text; c < nul; c++) {
    bool ends = *c == '\n';
    line += ends;
    column = ends ? 1 : column + (((unsigned char) *c & 0xC0) != 0x80);
  }
  return tr_cli_refuse ("%s:%d:%d: expected no NUL character", path, line, column);
}

static TrExit
run_run (char **argument, TrOption *options)
{
  const char *path = tr_option (options, "--script");
  if (!path)
    return tr_cli_refuse ("run needs --script FILE");
  g_autoptr (TrSession) session = tr_cli_open_solver (argument[0], options);
  if (!session)
    return TR_EXIT_REFUSED;
  GError *error = NULL;
  size_t n;
  g_autofree char *text = tr_file_read_stream (path, MOST_SCRIPT_BYTES, &n, &error);
  if (!text)
    return tr_cli_refuse_error (error);
  const char *nul = memchr (text, '\0', n);
  if (nul)
    return refuse_nul (path, text, nul);
  g_autoptr (TrScript) script = tr_script_new (session, say, note, NULL);
  if (!tr_script_run (script, text, path, &error))
    return tr_cli_refuse_error (error);
  return tr_cli_finish (session, options);
}

static const TrOption run_options[] = {
    {"--script", "FILE", "the session: one command a line", NULL, false},
    {"-o", "OUT", "where the document goes at the end", NULL, false},
    {"--json", NULL, "accepted: reports are JSON always", NULL, false},
    {"--solver", "NAME", "auto, tree, block, serial, auxiliary, cg or dense", NULL, false},
    {NULL, NULL, NULL, NULL, false},
};

const TrCliVerb tr_verb_run = {
    "run", "DOC --script FILE [-o OUT]", "replays a session", 1, run_options, run_run,
};
