// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Scripts: what each command does and says, and what is refused, with the number of its line.

#include "make-drawing.h"
#include "session/script/script.h"

#include <glib/gstdio.h>
#include <jansson.h>

static const char linkage[] =
    "{'trammel': 1, 'parameters': [{'name': 'w', 'value': 5}], 'bodies': [{'id': 's', 'kind': "
    "'segment', 'a': [0, 0], 'b': [3, 4]}, {'id': 'c', 'kind': 'circle', 'center': [9, 0], "
    "'radius': 2}, {'id': 'num', 'kind': 'number', 'value': 1}], 'constraints': [{'id': 'n', "
    "'kind': 'nail', 'a': <s.a>, 'at': [0, 0]}, {'id': 'l', 'kind': 'length', 'a': 's', 'value': "
    "'w'}, {'id': 'v', 'kind': 'drive', 'what': 'num', 'value': '2*time'}]}";

typedef struct {
  Drawing d;
  GPtrArray *lines; // of output
  TrScript *script;
} Stage;

static void
say (const char *line, gpointer data)
{
  g_ptr_array_add (data, g_strdup (line));
}

static void
set_up (Stage *s, gconstpointer data)
{
  drawing_load (&s->d, linkage);
  s->lines = g_ptr_array_new_with_free_func (g_free);
  s->script = tr_script_new (s->d.session, say, NULL, s->lines);
}

static void
tear_down (Stage *s, gconstpointer data)
{
  tr_script_free (s->script);
  g_ptr_array_unref (s->lines);
  drawing_clear (&s->d);
}

static void
run (Stage *s, const char *text)
{
  g_autoptr (GError) error = NULL;
  if (!tr_script_run (s->script, text, "test", &error))
    g_error ("%s", error->message);
  g_assert_false (tr_session_is_dragging (s->d.session));
}

// The last line of output, parsed.
static json_t *
last (Stage *s)
{
  json_error_t error;
  g_assert_cmpuint (s->lines->len, >, 0);
  json_t *v =
      json_loads (g_ptr_array_index (s->lines, s->lines->len - 1), JSON_REJECT_DUPLICATES, &error);
  g_assert_nonnull (v);
  return v;
}

static double
report_number (json_t *report, const char *key)
{
  json_t *v = json_object_get (report, key);
  g_assert_true (json_is_number (v));
  return json_number_value (v);
}

static void
test_drag (Stage *s, gconstpointer data)
{
  run (s, "# a comment\n#another\n\n  drag s.b 4,3 10 # pulled \r\n\treport one\tand two #");
  json_t *r = last (s);
  g_assert_cmpstr (json_string_value (json_object_get (r, "label")), ==, "one\tand two");
  static const char *const keys[] = {"label",     "residual",    "worst_residual_since_last_report",
                                     "max_step",  "dof",         "rank",
                                     "redundant", "conflicting", "conflicts",
                                     "undefined", "stalled",     "undo",
                                     "redo",      "state",       "values",
                                     "ranges"};
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    g_assert_nonnull (json_object_get (r, keys[i]));
  g_assert_cmpuint (json_object_size (r), ==, G_N_ELEMENTS (keys));
  g_assert_cmpfloat (report_number (r, "undo"), >, 0.5);
  g_assert_cmpfloat (report_number (json_object_get (r, "max_step"), "s.b"), >, 0.05);
  drawing_assert_near (drawing_point (&s->d, "s.b"), v2 (4, 3), 1e-6);
  json_decref (r);
  run (s, "report again"); // what was told is told once
  r = last (s);
  g_assert_cmpfloat (report_number (json_object_get (r, "max_step"), "s.b"), <, 1e-12);
  json_decref (r);
  run (s, "drag s.b 9,9 0"); // a click
  g_assert_cmpint (tr_document_n_undo (s->d.document), ==, 1);
  run (s, "drag-arc s.b 0,0 5 0 -1.5 30");
  drawing_assert_near (drawing_point (&s->d, "s.b"), v2_polar (5, -1.5), 1e-6);
}

static void
test_press (Stage *s, gconstpointer data)
{
  run (s, "press s.b\nmove 5,0 20\nreport held\nrelease");
  drawing_assert_near (drawing_point (&s->d, "s.b"), v2 (5, 0), 1e-6);
  run (s, "press s.b\nmove -5,0 20\ncancel");
  drawing_assert_near (drawing_point (&s->d, "s.b"), v2 (5, 0), 1e-6);
  g_assert_cmpint (tr_document_n_undo (s->d.document), ==, 1);
  run (s, "press s.b\nmove 0,5 20"); // released by the end
  drawing_assert_near (drawing_point (&s->d, "s.b"), v2 (0, 5), 1e-6);
  g_assert_cmpint (tr_document_n_undo (s->d.document), ==, 2);
}

static void
test_edits (Stage *s, gconstpointer data)
{
  run (s, "set w.value 10");
  drawing_assert_near (drawing_point (&s->d, "s.b"), v2 (6, 8), 1e-8);
  run (s, "set l.value w / 2 + 5\nset c.center [1, 2]\nset c.radius 3");
  drawing_assert_near (drawing_point (&s->d, "c.center"), v2 (1, 2), 0);
  run (s, "add {\"id\": \"p\", \"kind\": \"point\", \"at\": [7, 7]}\n"
          "add {\"id\": \"j\", \"kind\": \"attach\", \"a\": {\"body\": \"p\", \"point\": \"at\"}, "
          "\"b\": {\"body\": \"s\", \"point\": \"b\"}}");
  drawing_assert_near (drawing_point (&s->d, "p.at"), drawing_point (&s->d, "s.b"), 1e-9);
  g_assert_cmpuint (s->lines->len, ==, 0);
  run (s, "disable j\ndrag p.at 1,1 5\nenable j\nremove p");
  g_assert_cmpstr (g_ptr_array_index (s->lines, 0), ==, "{\"removed\": [\"p\", \"j\"]}");
  run (s, "add {\"id\": \"l_1\", \"kind\": \"polyline\", \"points\": [[0, 0], [4, 0]]}\n"
          "insert l_1@0.25\nremove l_1.point2\nundo\nundo\nundo");
  g_assert_cmpstr (g_ptr_array_index (s->lines, 1), ==, "{\"inserted\": [\"l_1.point1\"]}");
  g_assert_cmpstr (g_ptr_array_index (s->lines, 2), ==, "{\"removed\": [\"l_1.point2\"]}");
  run (s, "copy s,c\npaste 10,20");
  g_assert_cmpstr (
      g_ptr_array_index (s->lines, 3), ==,
      "{\"pasted\": {\"s\": \"s_2\", \"c\": \"c_2\", \"n\": \"n_2\", \"l\": \"l_2\"}}");
  int n = tr_document_n_undo (s->d.document);
  run (s, "undo\nundo\nredo\nsolve");
  g_assert_cmpint (tr_document_n_undo (s->d.document), ==, n - 1);
  for (int i = 0; i < 2 * n; i++)
    run (s, "undo");
  drawing_assert_near (drawing_point (&s->d, "s.b"), v2 (3, 4), 0);
}

static void
test_values (Stage *s, gconstpointer data)
{
  run (s, "value s.by\nvalue 1/(s.bx - s.bx)\nvalue w + time\nwatch c@0\ndrag s.b 4,3 10\n"
          "report a");
  json_t *r = last (s);
  json_t *values = json_object_get (r, "values"), *ranges = json_object_get (r, "ranges");
  g_assert_cmpuint (json_array_size (values), ==, 3);
  g_assert_cmpfloat (fabs (json_number_value (json_array_get (values, 0)) - 3), <, 1e-6);
  g_assert_true (json_is_null (json_array_get (values, 1)));
  g_assert_cmpfloat (fabs (json_number_value (json_array_get (values, 2)) - 5), <, 1e-12);
  json_t *range = json_array_get (ranges, 0);
  g_assert_cmpfloat (json_number_value (json_array_get (range, 0)), <, 3.001);
  g_assert_cmpfloat (json_number_value (json_array_get (range, 1)), >, 3.8);
  g_assert_true (json_is_null (json_array_get (json_array_get (ranges, 1), 0)));
  json_decref (r);
  run (s, "remove s\nreport gone"); // what they read is gone
  r = last (s);
  g_assert_true (json_is_null (json_array_get (json_object_get (r, "values"), 0)));
  g_assert_null (json_object_get (json_object_get (r, "max_step"), "s.b"));
  g_assert_nonnull (json_object_get (json_object_get (r, "max_step"), "c@0"));
  json_decref (r);
}

static void
test_play (Stage *s, gconstpointer data)
{
  run (s, "play 1.5");
  g_assert_cmpfloat (fabs (drawing_value (&s->d, "num") - 3), <, 1e-9);
  g_assert_cmpfloat (fabs (tr_session_get_state (s->d.session)->time - 1.5), <, 1e-9);
  run (s, "play 0.5 30\nplay 0");
  g_assert_cmpfloat (fabs (drawing_value (&s->d, "num") - 4), <, 1e-9);
}

// Each is refused with its line.
static const char *const bad[] = {
    "dance",
    "Drag s.b 1,1 5",
    "drag",
    "drag s.b 1,1",
    "drag s.b 1,1 5 6",
    "drag s.b 1;1 5",
    "drag s.b 1,1 -5",
    "drag s.b 1,1 2.5",
    "drag s.b 1,1 1e9",
    "drag s.b 1,nan 5",
    "drag s.b inf,1 5",
    "drag s.b 0x1,1 5",
    "drag s.b 1e300,1 5",
    "watch 0,-1e300",
    "drag s.q 1,1 5",
    "drag q.b 1,1 5",
    "drag-arc s.b 0,0 5 0 1",
    "press",
    "move 1,1 5",
    "release",
    "cancel",
    "press s.b\npress s.b",
    "press s.b\nundo",
    "press s.b\nset w.value 3",
    "press s.b\nadd {}",
    "press s.b\nplay 1",
    "press s.b\ndrag s.b 1,1 3",
    "press s.b\nsolve",
    "set",
    "set w.value",
    "set w 3",
    "set w.value 1/0",
    "set w.value 1e999",
    "set c.radius -3",
    "add",
    "add {",
    "add {\"id\": \"p\", \"kind\": \"point\", \"at\": [1e999, 0]}",
    "remove",
    "remove nobody",
    "remove s.a",
    "remove s.nowhere",
    "insert s@0.5",
    "insert s.a",
    "remove s c",
    "enable s",
    "disable nobody",
    "copy",
    "copy nobody",
    "copy s,,c",
    "paste 1,1",
    "copy s\npaste 1",
    "copy s\npaste 1e12,1",
    "undo 1",
    "redo 1",
    "solve now",
    "play",
    "play -1",
    "play 1 0",
    "play soon",
    "watch",
    "watch s.q",
    "value",
    "value 3 +",
    "value q.x",
    "report",
    "open",
    "open /nowhere/at/all.trammel",
    "save /nowhere/at/all.trammel",
    "export /nowhere/at/all.svg",
    "export drawing.doc",
    "report \xff\xfe",
};

static void
test_refused (Stage *s, gconstpointer data)
{
  g_autofree char *before = tr_document_to_text (s->d.document, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++) {
    g_autofree char *text = g_strdup_printf ("# first\n\n%s\nremove s\n", bad[i]);
    g_autoptr (GError) error = NULL;
    if (tr_script_run (s->script, text, "bad", &error))
      g_error ("not refused: %s", bad[i]);
    g_autofree char *place = g_strdup_printf ("bad:%d: ", strchr (bad[i], '\n') ? 4 : 3);
    if (!g_str_has_prefix (error->message, place) || strlen (error->message) < 16)
      g_error ("%s: \"%s\"", bad[i], error->message);
    g_assert_true (g_utf8_validate (error->message, -1, NULL));
    g_assert_false (tr_session_is_dragging (s->d.session));
    g_autofree char *after = tr_document_to_text (s->d.document, NULL);
    g_assert_cmpstr (before, ==, after);
  }
  g_assert_cmpint (tr_document_n_undo (s->d.document), ==, 0);
}

// Some editors begin what they save with a mark.
static void
test_mark (Stage *s, gconstpointer data)
{
  g_assert_true (tr_script_run (s->script, "\xEF\xBB\xBFsolve\n", "marked", NULL));
  g_assert_false (tr_script_run (s->script, "solve\n\xEF\xBB\xBFsolve\n", "marked", NULL));
}

// Files of a script that fails are not written; of one that does not, the last of each name, and
// what was saved can be opened again before.
static void
test_stage (Stage *s, gconstpointer data)
{
  g_autofree char *folder = g_dir_make_tmp ("trammel-script-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "saved.trammel", NULL);
  g_autofree char *bad_text = g_strdup_printf ("save %s\nexport %s.svg\nnonsense\n", path, path);
  g_autofree char *text =
      g_strdup_printf ("save %s\nremove s\nsave %s\nopen %s\n", path, path, path);
  g_autoptr (GError) error = NULL;
  g_assert_false (tr_script_run (s->script, "save /nowhere/at/all.trammel\n", "bad", &error));
  g_assert_nonnull (strstr (error->message, "choose another one"));
  g_clear_error (&error);
  g_assert_false (tr_script_run (s->script, bad_text, "bad", NULL));
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_true (tr_script_run (s->script, "solve\n", "good", NULL)); // nothing is left of it
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_true (tr_script_run (s->script, text, "good", &error));
  g_assert_no_error (error);
  g_autofree char *saved = NULL;
  g_assert_true (g_file_get_contents (path, &saved, NULL, NULL));
  g_autofree char *now = tr_document_to_text (s->d.document, NULL);
  g_assert_cmpstr (saved, ==, now);
  g_assert_cmpint (tr_model_find (tr_session_get_model (s->d.session), "s").kind, ==,
                   TR_ELEMENT_NONE);
  g_unlink (path);
  g_rmdir (folder);
}

static void
test_sandbox (Stage *s, gconstpointer data)
{
  static const char *const files[] = {"open x", "save x", "export x.svg"};
  tr_script_forbid_files (s->script);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++) {
    g_autoptr (GError) error = NULL;
    g_assert_false (tr_script_run (s->script, files[i], "bad", &error));
    g_assert_error (error, TR_SCRIPT_ERROR, TR_SCRIPT_ERROR_SANDBOX);
  }
}

static void
add (const char *name, void (*test) (Stage *, gconstpointer))
{
  g_autofree char *path = g_strconcat ("/script/", name, NULL);
  g_test_add (path, Stage, NULL, set_up, test, tear_down);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("drag", test_drag);
  add ("press", test_press);
  add ("edits", test_edits);
  add ("values", test_values);
  add ("play", test_play);
  add ("refused", test_refused);
  add ("mark", test_mark);
  add ("stage", test_stage);
  add ("sandbox", test_sandbox);
  return g_test_run ();
}
