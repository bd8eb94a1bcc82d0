// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/cli.h"
#include "doc/file.h"
#include "doc/json.h"
#include "render/import/import.h"

#define BYTES_MAX (64 << 20)

// NULL after a message.
static TrDocument *
load_document (const char *path)
{
  g_autoptr (TrDocument) d = tr_document_new ();
  GError *error = NULL;

  if (tr_document_load (d, path, &error))
    return g_steal_pointer (&d);
  tr_cli_refuse_error (error);
  return NULL;
}

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

// So many of one kind.
typedef struct {
  const char *one, *many;
  int n;
} Count;

static void
append_count (GString *out, Count c, bool as_json)
{
  if (as_json)
    g_string_append_printf (out, "\"%s\": %d, ", c.many, c.n);
  else
    g_string_append_printf (out, "%s%d %s", out->len > 0 ? ", " : "", c.n,
                            c.n == 1 ? c.one : c.many);
}

static void
print_report (const Count *count, int n, const char *const *left_out, bool as_json)
{
  g_autoptr (GString) out = g_string_new (as_json ? "{" : NULL);

  for (int i = 0; i < n; i++)
    append_count (out, count[i], as_json);
  g_string_append (out, as_json ? "\"left_out\": [" : "\n");
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

// What the sheet carries is changed, nothing added.
static TrExit
import_onto (TrDocument *d, const char *path, const char *id, const char *out, bool as_json)
{
  const TrModel *m = tr_document_get_model (d);
  TrElement e = tr_model_find (m, id);
  g_autoptr (GPtrArray) left_out = g_ptr_array_new_null_terminated (4, g_free, TRUE);
  g_autofree char *name = g_filename_display_name (path);
  g_autofree char *what = g_strconcat (id, ".drawing", NULL);
  GError *error = NULL;
  gsize n;

  if (e.kind != TR_ELEMENT_BODY || !tr_body_get_ops (&m->bodies[e.index])->has_local)
    return tr_cli_refuse ("--onto needs the id of a sheet or a rigid link");
  g_autofree char *text = tr_file_read (path, BYTES_MAX, &n, &error);
  g_autofree char *drawing =
      text ? tr_import_onto (text, n, name, m, e.index, left_out, &error) : NULL;
  if (!drawing || !tr_document_set (d, what, drawing, &error) ||
      !tr_document_write (d, out, &error))
    return tr_cli_refuse_error (error);
  const Count marks = {"mark", "marks", tr_document_get_model (d)->bodies[e.index].n_drawing};
  print_report (&marks, 1, (const char *const *) left_out->pdata, as_json);
  return TR_EXIT_HOLDS;
}

static TrExit
import_bodies (TrDocument *d, const char *path, const char *out, bool as_json)
{
  GError *error = NULL;
  g_autoptr (TrImport) t = tr_import_file (path, tr_document_get_model (d), &error);
  if (!t)
    return tr_cli_refuse_error (error);
  g_autoptr (GPtrArray) elements = tr_import_elements (t, v2 (0, 0));
  if (!tr_document_add_all (d, (const char *const *) elements->pdata, &error) ||
      !tr_document_write (d, out, &error))
    return tr_cli_refuse_error (error);
  const Count taken[] = {{"body", "bodies", tr_import_n_bodies (t)},
                         {"label", "labels", tr_import_n_labels (t)}};
  print_report (taken, G_N_ELEMENTS (taken), tr_import_left_out (t), as_json);
  return TR_EXIT_HOLDS;
}

static TrExit
run_import (char **argument, TrOption *options)
{
  const char *out = tr_option (options, "-o"), *into = tr_option (options, "--into");
  const char *onto = tr_option (options, "--onto"), *units = tr_option (options, "--units");
  bool as_json = tr_option_given (options, "--json");

  if (!out)
    return tr_cli_refuse ("import needs -o OUT");
  if (onto && !into)
    return tr_cli_refuse ("--onto needs --into: the document that has it");
  if (into && units)
    return tr_cli_refuse ("--units is for a new document; --into has its own");
  g_autoptr (TrDocument) d = into ? load_document (into) : new_document (units);
  if (!d)
    return TR_EXIT_REFUSED;
  return onto ? import_onto (d, argument[0], onto, out, as_json)
              : import_bodies (d, argument[0], out, as_json);
}

static const TrOption import_options[] = {
    {"-o", "OUT", "where the document goes", NULL, false},
    {"--into", "DOC", "add to this document, in its units", NULL, false},
    {"--onto", "ID", "onto this sheet or rigid link of it: what it carries, of PNG too", NULL,
     false},
    {"--units", "U", "of the document: mm cm m in pt px (mm)", NULL, false},
    {"--json", NULL, "one JSON object", NULL, false},
    {NULL, NULL, NULL, NULL, false},
};

const TrCliVerb tr_verb_import = {
    "import", "FILE -o OUT",  "shapes of an SVG or DXF file as bodies",
    1,        import_options, run_import,
};
