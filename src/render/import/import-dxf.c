// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// DXF files of any release, as text: the sections that a drawing needs.

#include "render/import/import-dxf-private.h"

#include "render/dxf.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static void
free_layer (gpointer data)
{
  TrDxfLayer *layer = data;

  g_free (layer->name);
  g_free (layer->line_type);
  g_free (layer);
}

static void
free_line_type (gpointer data)
{
  TrDxfLineType *type = data;

  g_free (type->name);
  g_free (type->dash);
  g_free (type);
}

static void
free_block (gpointer data)
{
  TrDxfBlock *block = data;

  g_free (block->name);
  g_free (block);
}

static void
reader_clear (TrDxfReader *r)
{
  g_free (r->copy);
  g_free (r->encoding);
  g_array_unref (r->pairs);
  g_hash_table_unref (r->layers);
  g_hash_table_unref (r->line_types);
  g_hash_table_unref (r->blocks);
  g_hash_table_unref (r->missed);
  g_ptr_array_unref (r->missed_kinds);
}
typedef TrDxfReader Reader;
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reader, reader_clear)

static char *
key_of (const TrDxfReader *r, TrDxfRun run)
{
  g_autofree char *name = tr_dxf_decode (r, tr_dxf_get_text (run, 2));

  return g_utf8_strdown (name, -1);
}

// Sections: [from, to) of the pairs between the name and ENDSEC.

typedef struct {
  int from, to;
} Section;

static bool
is_mark (const TrDxfPair *pair, const char *text)
{
  return pair->code == 0 && strcmp (pair->text, text) == 0;
}

static Section
find_section (const TrDxfReader *r, const char *name)
{
  const TrDxfPair *pair = (const TrDxfPair *) (void *) r->pairs->data;
  int n = (int) r->pairs->len;
  Section s = {n - 1, n - 1};

  for (int i = 0; i + 1 < n; i++)
    if (is_mark (&pair[i], "SECTION") && pair[i + 1].code == 2 &&
        strcmp (pair[i + 1].text, name) == 0) {
      s.from = i + 2;
      break;
    }
  for (s.to = s.from;
       s.to < n && !is_mark (&pair[s.to], "ENDSEC") && !is_mark (&pair[s.to], "EOF");)
    s.to++;
  return s;
}

// The header

// A variable's first value; NULL: it is not there.
static const TrDxfPair *
variable (const TrDxfReader *r, Section header, const char *name)
{
  const TrDxfPair *pair = (const TrDxfPair *) (void *) r->pairs->data;

  for (int i = header.from; i + 1 < header.to; i++)
    if (pair[i].code == 9 && strcmp (pair[i].text, name) == 0)
      return &pair[i + 1];
  return NULL;
}

// Millimetres in a unit of $INSUNITS; 0: it says none.
static double
unit_mm (int code)
{
  static const double mm[] = {0,       25.4,  304.8, 1609344, 1,    10,  1000, 1e6, 25.4e-6,
                              25.4e-3, 914.4, 1e-7,  1e-6,    1e-3, 100, 1e4,  1e5, 1e12};

  return code > 0 && code < (int) G_N_ELEMENTS (mm) ? mm[code] : 0;
}

static void
read_units (TrDxfReader *r, Section header)
{
  const TrDxfPair *units = variable (r, header, "$INSUNITS");
  const TrDxfPair *metric = variable (r, header, "$MEASUREMENT");
  const TrDxfPair *scale = variable (r, header, "$LTSCALE");

  r->mm = units ? unit_mm ((int) CLAMP (units->number, 0, 100)) : 0;
  if (!(r->mm > 0)) {
    r->mm = metric && fabs (metric->number) < 0.5 && units ? 25.4 : 1;
    tr_import_leave_out (r->import, NULL,
                         r->mm > 1 ? _ ("the unit is not said: taken for inches")
                                   : _ ("the unit is not said: taken for millimetres"));
  }
  r->unit = r->mm * tr_import_units_per_mm (r->import);
  r->line_scale = scale && scale->number > 0 ? scale->number : 1;
}

// Up to release 2004 texts are in a code page, later ones in UTF-8.
static void
read_encoding (TrDxfReader *r, Section header)
{
  const TrDxfPair *page = variable (r, header, "$DWGCODEPAGE");
  const char *number = page ? strrchr (page->text, '_') : NULL;

  r->encoding = g_strdup_printf ("CP%d", number ? atoi (number + 1) : 1252);
  GIConv conv = g_iconv_open ("UTF-8", r->encoding);
  if (conv == (GIConv) -1) {
    g_free (r->encoding);
    r->encoding = g_strdup ("CP1252");
  } else
    g_iconv_close (conv);
}

// Tables

static void
add_layer (TrDxfReader *r, TrDxfRun run)
{
  enum { FROZEN = 1 };
  TrDxfLayer *layer = g_new (TrDxfLayer, 1);
  int color = tr_dxf_get_int (run, 62, TR_DXF_COLOR_INK);
  g_autofree char *type = tr_dxf_decode (r, tr_dxf_get_text (run, 6));

  *layer = (TrDxfLayer){tr_dxf_decode (r, tr_dxf_get_text (run, 2)),
                        g_utf8_strdown (type, -1),
                        ABS (color),
                        tr_dxf_get_int (run, 370, -3),
                        color < 0,
                        (tr_dxf_get_int (run, 70, 0) & FROZEN) != 0};
  g_hash_table_insert (r->layers, key_of (r, run), layer);
}

// Dashes and gaps by turns; a dot is a dash of no length, drawn as a short one. What does not
// alternate is solid.
static void
add_line_type (TrDxfReader *r, TrDxfRun run)
{
  enum { MOST = 32 };
  double dash[MOST], sum = 0;
  int n = 0;

  for (int i = 1; i < run.n && n < MOST; i++)
    if (run.pair[i].code == 49) {
      double length = run.pair[i].number * r->mm;
      if ((length < 0) != (n % 2 == 1)) {
        n = 0;
        break;
      }
      dash[n] = fabs (length) > 0 ? fabs (length) : 0.2;
      sum += dash[n++];
    }
  if (n % 2 == 1 || !(sum < 1e6))
    n = 0;
  TrDxfLineType *type = g_new (TrDxfLineType, 1);
  *type = (TrDxfLineType){tr_dxf_decode (r, tr_dxf_get_text (run, 2)), n,
                          g_memdup2 (dash, (gsize) n * sizeof *dash)};
  g_hash_table_insert (r->line_types, key_of (r, run), type);
}

static void
read_tables (TrDxfReader *r)
{
  Section s = find_section (r, "TABLES");

  for (int i = s.from; i < s.to;) {
    TrDxfRun run = tr_dxf_run (r, i);
    if (tr_dxf_is (run, "LAYER"))
      add_layer (r, run);
    else if (tr_dxf_is (run, "LTYPE"))
      add_line_type (r, run);
    i += run.n;
  }
}

static void
read_blocks (TrDxfReader *r)
{
  Section s = find_section (r, "BLOCKS");

  for (int i = s.from; i < s.to;) {
    TrDxfRun run = tr_dxf_run (r, i);
    i += run.n;
    if (!tr_dxf_is (run, "BLOCK"))
      continue;
    TrDxfBlock *block = g_new (TrDxfBlock, 1);
    *block = (TrDxfBlock){NULL, tr_dxf_get_place (run, 10), i, i, false};
    g_hash_table_insert (r->blocks, key_of (r, run), block);
    for (run = tr_dxf_run (r, i); i < s.to && !tr_dxf_is (run, "ENDBLK"); run = tr_dxf_run (r, i))
      i += run.n;
    block->to = MIN (i, s.to);
  }
}

static void
read_entities (TrDxfReader *r)
{
  Section s = find_section (r, "ENTITIES");
  TrDxfPlace at = {.frame = {{r->unit, 0, 0, r->unit}, {0, 0}}, .pen = tr_pen_default ()};

  for (int i = s.from; i < s.to && tr_import_spend (r->import, 1);)
    i = tr_dxf_add_entity (r, i, &at);
}

// Each kind once, with how many there were.
static void
tell_missed (TrDxfReader *r)
{
  for (guint i = 0; i < r->missed_kinds->len; i++) {
    const char *kind = r->missed_kinds->pdata[i];
    int n = GPOINTER_TO_INT (g_hash_table_lookup (r->missed, kind));
    tr_import_leave_out (
        r->import, kind,
        ngettext ("%d could not be taken over", "%d could not be taken over", (gulong) n), n);
  }
}

bool
tr_import_dxf (TrImport *t, const char *text, gsize n, const char *name, GError **error)
{
  g_auto (Reader) r = {
      .import = t,
      .name = name,
      .pairs = g_array_new (FALSE, FALSE, sizeof (TrDxfPair)),
      .layers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_layer),
      .line_types = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_line_type),
      .blocks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, free_block),
      .missed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
      .missed_kinds = g_ptr_array_new_with_free_func (g_free),
  };

  if (!tr_dxf_read_pairs (&r, text, n, error))
    return false;
  Section entities = find_section (&r, "ENTITIES"), header = find_section (&r, "HEADER");
  if (entities.from >= (int) r.pairs->len - 1 && !tr_import_is_exhausted (t)) {
    g_set_error (error, TR_IMPORT_ERROR, TR_IMPORT_ERROR_MEANING,
                 _ ("%s: a DXF file has a section of entities, this one has none"), name);
    return false;
  }
  read_units (&r, header);
  read_encoding (&r, header);
  read_tables (&r);
  read_blocks (&r);
  read_entities (&r);
  tell_missed (&r);
  return true;
}
