// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/cli.h"
#include "doc/json.h"
#include "render/import.h"

// An empty drawing in the units asked for; NULL after a message.
static TrDocument *
new_document (const char *units)
{
  g_autoptr (TrDocument) d = tr_document_new ();
  g_autoptr (GString) text = g_string_new ("{\"trammel\": 1, \"units\": ");
  GError *error = NULL;

  if (!units)
    return g_steal_pointer (&d);
  tr_json_append_string (text, units);
  g_string_append (text, ", \"bodies\": []}");
  if (tr_document_load_text (d, text->str, text->len, "--units", &error))
    return g_steal_pointer (&d);
  tr_cli_refuse_error (error);
  return NULL;
}

static void
print_report (const TrImport *t, bool as_json)
{
  const char *const *left_out = tr_import_left_out (t);
  g_autoptr (GString) out = g_string_new (NULL);

  if (as_json)
    g_string_append_printf (out, "{\"bodies\": %d, \"labels\": %d, \"left_out\": [",
                            tr_import_n_bodies (t), tr_import_n_labels (t));
  else
    g_string_append_printf (out, "%d bodies, %d labels\n", tr_import_n_bodies (t),
                            tr_import_n_labels (t));
  for (int i = 0; left_out[i]; i++) {
    g_autofree char *line = g_strconcat ("left out: ", left_out[i], NULL);
    tr_cli_note (line);
    if (as_json) {
      g_string_append (out, i ? ", " : "");
      tr_json_append_string (out, left_out[i]);
    }
  }
  g_string_append (out, as_json ? "]}\n" : "");
  tr_cli_print (out->str);
}

static TrExit
run_import (char **argument, TrOption *options)
{
  const char *out = tr_option (options, "-o");
  GError *error = NULL;

  if (!out)
    return tr_cli_refuse ("import needs -o OUT");
  g_autoptr (TrDocument) d = new_document (tr_option (options, "--units"));
  if (!d)
    return TR_EXIT_REFUSED;
  g_autoptr (TrImport) t = tr_import_file (argument[0], tr_document_get_model (d), &error);
  if (!t)
    return tr_cli_refuse_error (error);
  g_autoptr (GPtrArray) elements = tr_import_elements (t, v2 (0, 0));
  if (!tr_document_add_all (d, (const char *const *) elements->pdata, &error) ||
      !tr_document_write (d, out, &error))
    return tr_cli_refuse_error (error);
  print_report (t, tr_option_given (options, "--json"));
  return TR_EXIT_HOLDS;
}

static const TrOption import_options[] = {
    {"-o", "OUT", "where the document goes", NULL, false},
    {"--units", "U", "of the document: mm cm m in pt px (mm)", NULL, false},
    {"--json", NULL, "one JSON object", NULL, false},
    {NULL, NULL, NULL, NULL, false},
};

const TrCliVerb tr_verb_import = {
    "import", "FILE -o OUT",  "shapes of an SVG or DXF file as bodies",
    1,        import_options, run_import,
};
