// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/program.h"
#include "math/heap.h"

#include <glib/gi18n.h>
#include <locale.h>

// Where translations are: beside the program, or as TRAMMEL_LOCALEDIR says while it is not
// installed.
static const char *
locale_folder (void)
{
  const char *folder = g_getenv ("TRAMMEL_LOCALEDIR");
  return folder && *folder ? folder : TR_LOCALEDIR;
}

int
main (int argc, char **argv)
{
  tr_heap_keep ();
  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, locale_folder ());
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  g_autoptr (TrApplication) app = tr_program_new ();
  return g_application_run (G_APPLICATION (app), argc, argv);
}
