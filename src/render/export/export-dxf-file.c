// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The frame of a DXF file of release 2000 (AC1015), the oldest that knows ellipses and splines:
// header, tables, blocks and objects, no more of each than its readers insist on.

#include "render/dxf.h"
#include "render/export/export-dxf-private.h"

#include "math/number.h"

#include <math.h>
#include <string.h>

// Handles of what everything hangs on; others are counted from TR_DXF_SPACE on.
enum {
  TABLE_VPORT = 0x8,
  TABLE_LTYPE = 0x5,
  TABLE_LAYER = 0x2,
  TABLE_STYLE = 0x3,
  TABLE_VIEW = 0x6,
  TABLE_UCS = 0x7,
  TABLE_APPID = 0x9,
  TABLE_DIMSTYLE = 0xa,
  TABLE_BLOCK_RECORD = 0x1,
  ROOT = 0xc,
  GROUPS = 0xd,
  PAPER_SPACE = 0x1b,
};

// A capital letter escape for what ASCII does not have: files of this release have code pages.
static void
append_text (GString *out, const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  for (const char *p = valid; *p; p = g_utf8_next_char (p)) {
    gunichar c = g_utf8_get_char (p);
    if (c < 0x20 || c == 0x7f)
      g_string_append_c (out, ' ');
    else if (strncmp (p, "\\U+", 3) == 0) // what only looks like one
      g_string_append (out, "\\U+005C");
    else if (c < 0x7f)
      g_string_append_c (out, (char) c);
    else if (c <= 0xffff)
      g_string_append_printf (out, "\\U+%04X", c);
    else // as two halves
      g_string_append_printf (out, "\\U+%04X\\U+%04X", 0xd800 + ((c - 0x10000) >> 10),
                              0xdc00 + ((c - 0x10000) & 0x3ff));
  }
}

void
tr_dxf_text (TrDxf *d, int code, const char *text)
{
  g_string_append_printf (d->out, "%3d\n", code);
  append_text (d->out, text);
  g_string_append_c (d->out, '\n');
}

void
tr_dxf_int (TrDxf *d, int code, int value)
{
  g_string_append_printf (d->out, "%3d\n%d\n", code, value);
}

// With a point or an exponent: some readers take "100" for a whole number.
void
tr_dxf_number (TrDxf *d, int code, double value)
{
  char buf[TR_NUMBER_SIZE];

  tr_number_format (value, buf);
  g_string_append_printf (d->out, "%3d\n%s%s\n", code, buf, strpbrk (buf, ".e") ? "" : ".0");
}

void
tr_dxf_place (TrDxf *d, int code, double x, double y)
{
  tr_dxf_number (d, code, x);
  tr_dxf_number (d, code + 10, y);
  tr_dxf_number (d, code + 20, 0);
}

void
tr_dxf_handle (TrDxf *d, int code, guint handle)
{
  g_string_append_printf (d->out, "%3d\n%X\n", code, handle);
}

guint
tr_dxf_next_handle (TrDxf *d)
{
  return ++d->handle;
}

static void
begin_section (TrDxf *d, const char *name)
{
  tr_dxf_text (d, 0, "SECTION");
  tr_dxf_text (d, 2, name);
}

static void
end_section (TrDxf *d)
{
  tr_dxf_text (d, 0, "ENDSEC");
}

static void
begin_table (TrDxf *d, const char *name, guint handle, int n)
{
  tr_dxf_text (d, 0, "TABLE");
  tr_dxf_text (d, 2, name);
  tr_dxf_handle (d, 5, handle);
  tr_dxf_handle (d, 330, 0);
  tr_dxf_text (d, 100, "AcDbSymbolTable");
  tr_dxf_int (d, 70, n);
}

static void
end_table (TrDxf *d)
{
  tr_dxf_text (d, 0, "ENDTAB");
}

static void
begin_record (TrDxf *d, const char *kind, guint table, const char *class, const char *name)
{
  tr_dxf_text (d, 0, kind);
  tr_dxf_handle (d, 5, tr_dxf_next_handle (d));
  tr_dxf_handle (d, 330, table);
  tr_dxf_text (d, 100, "AcDbSymbolTableRecord");
  tr_dxf_text (d, 100, class);
  tr_dxf_text (d, 2, name);
  tr_dxf_int (d, 70, 0);
}

static void
write_header (TrDxf *d, guint seed)
{
  begin_section (d, "HEADER");
  tr_dxf_text (d, 9, "$ACADVER");
  tr_dxf_text (d, 1, "AC1015");
  tr_dxf_text (d, 9, "$DWGCODEPAGE");
  tr_dxf_text (d, 3, "ANSI_1252");
  tr_dxf_text (d, 9, "$EXTMIN");
  tr_dxf_place (d, 10, d->box.low.x, d->box.low.y);
  tr_dxf_text (d, 9, "$EXTMAX");
  tr_dxf_place (d, 10, d->box.high.x, d->box.high.y);
  tr_dxf_text (d, 9, "$HANDSEED");
  tr_dxf_handle (d, 5, seed);
  tr_dxf_text (d, 9, "$INSUNITS"); // millimetres
  tr_dxf_int (d, 70, 4);
  tr_dxf_text (d, 9, "$LTSCALE");
  tr_dxf_number (d, 40, 1);
  tr_dxf_text (d, 9, "$MEASUREMENT"); // metric
  tr_dxf_int (d, 70, 1);
  end_section (d);
}

// What is seen first: all of it.
static void
write_view (TrDxf *d)
{
  static const int places[] = {13, 14, 15};
  Vec2 middle = v2_mid (d->box.low, d->box.high), size = v2_sub (d->box.high, d->box.low);

  begin_table (d, "VPORT", TABLE_VPORT, 1);
  begin_record (d, "VPORT", TABLE_VPORT, "AcDbViewportTableRecord", "*Active");
  tr_dxf_number (d, 10, 0);
  tr_dxf_number (d, 20, 0);
  tr_dxf_number (d, 11, 1);
  tr_dxf_number (d, 21, 1);
  tr_dxf_number (d, 12, middle.x);
  tr_dxf_number (d, 22, middle.y);
  for (int i = 0; i < 3; i++) {
    tr_dxf_number (d, places[i], i ? 10 : 0);
    tr_dxf_number (d, places[i] + 10, i ? 10 : 0);
  }
  tr_dxf_number (d, 16, 0); // from straight above
  tr_dxf_number (d, 26, 0);
  tr_dxf_number (d, 36, 1);
  tr_dxf_place (d, 17, 0, 0);
  tr_dxf_number (d, 40, fmax (1.1 * fmax (size.y, size.x / 1.5), 1));
  tr_dxf_number (d, 41, 1.5);
  tr_dxf_number (d, 42, 50);
  end_table (d);
}

// Dashes are lengths over 0, gaps under; a dot is a dash of no length.
static void
write_line_type (TrDxf *d, const char *name, const char *what, const double *dash, int n)
{
  double period = 0;

  begin_record (d, "LTYPE", TABLE_LTYPE, "AcDbLinetypeTableRecord", name);
  for (int i = 0; i < n; i++)
    period += dash[i];
  tr_dxf_text (d, 3, what);
  tr_dxf_int (d, 72, 65);
  tr_dxf_int (d, 73, n);
  tr_dxf_number (d, 40, period);
  for (int i = 0; i < n; i++) {
    tr_dxf_number (d, 49, i % 2 ? -dash[i] : dash[i]);
    tr_dxf_int (d, 74, 0);
  }
}

static void
write_line_types (TrDxf *d)
{
  static const double dash_dot[] = {6, 1.5, 0.5, 1.5};

  begin_table (d, "LTYPE", TABLE_LTYPE, 4 + (int) d->dashes->len);
  write_line_type (d, "ByBlock", "", NULL, 0);
  write_line_type (d, "ByLayer", "", NULL, 0);
  write_line_type (d, "Continuous", "Solid line", NULL, 0);
  write_line_type (d, "DASHDOT", "Dash dot __ . __ . __", dash_dot, G_N_ELEMENTS (dash_dot));
  for (guint i = 0; i < d->dashes->len; i++) {
    const TrDxfDash *dash = d->dashes->pdata[i];
    g_autofree char *name = g_strdup_printf ("DASH_%u", i + 1);
    write_line_type (d, name, "Dashes of a body", dash->dash, dash->n);
  }
  end_table (d);
}

// Construction is grey, dash-dotted and thin, and stays off paper.
static void
write_layers (TrDxf *d)
{
  begin_table (d, "LAYER", TABLE_LAYER, (int) d->layers->len);
  for (guint i = 0; i < d->layers->len; i++) {
    const char *name = d->layers->pdata[i];
    bool is_construction = strcmp (name, TR_DXF_CONSTRUCTION) == 0;
    begin_record (d, "LAYER", TABLE_LAYER, "AcDbLayerTableRecord", name);
    tr_dxf_int (d, 62, is_construction ? TR_DXF_COLOR_GREY : TR_DXF_COLOR_INK);
    tr_dxf_text (d, 6, is_construction ? "DASHDOT" : "Continuous");
    if (is_construction)
      tr_dxf_int (d, 290, 0);
    tr_dxf_int (d, 370, is_construction ? 18 : 35);
    tr_dxf_handle (d, 390, ROOT + 2); // the plot style called Normal
  }
  end_table (d);
}

static void
write_style (TrDxf *d)
{
  begin_table (d, "STYLE", TABLE_STYLE, 1);
  begin_record (d, "STYLE", TABLE_STYLE, "AcDbTextStyleTableRecord", "Standard");
  tr_dxf_number (d, 40, 0);
  tr_dxf_number (d, 41, 1);
  tr_dxf_number (d, 50, 0);
  tr_dxf_int (d, 71, 0);
  tr_dxf_number (d, 42, 2.5);
  tr_dxf_text (d, 3, "txt");
  tr_dxf_text (d, 4, "");
  end_table (d);
}

static void
write_applications (TrDxf *d)
{
  begin_table (d, "APPID", TABLE_APPID, 2);
  begin_record (d, "APPID", TABLE_APPID, "AcDbRegAppTableRecord", "ACAD");
  begin_record (d, "APPID", TABLE_APPID, "AcDbRegAppTableRecord", TR_DXF_APP);
  end_table (d);
}

// A style of dimensions has its handle under another code than all else.
static void
write_dimension_style (TrDxf *d)
{
  begin_table (d, "DIMSTYLE", TABLE_DIMSTYLE, 1);
  tr_dxf_text (d, 100, "AcDbDimStyleTable");
  tr_dxf_text (d, 0, "DIMSTYLE");
  tr_dxf_handle (d, 105, tr_dxf_next_handle (d));
  tr_dxf_handle (d, 330, TABLE_DIMSTYLE);
  tr_dxf_text (d, 100, "AcDbSymbolTableRecord");
  tr_dxf_text (d, 100, "AcDbDimStyleTableRecord");
  tr_dxf_text (d, 2, "Standard");
  tr_dxf_int (d, 70, 0);
  end_table (d);
}

static void
write_space_record (TrDxf *d, const char *name, guint handle)
{
  tr_dxf_text (d, 0, "BLOCK_RECORD");
  tr_dxf_handle (d, 5, handle);
  tr_dxf_handle (d, 330, TABLE_BLOCK_RECORD);
  tr_dxf_text (d, 100, "AcDbSymbolTableRecord");
  tr_dxf_text (d, 100, "AcDbBlockTableRecord");
  tr_dxf_text (d, 2, name);
  tr_dxf_handle (d, 340, 0);
}

static void
write_tables (TrDxf *d)
{
  begin_section (d, "TABLES");
  write_view (d);
  write_line_types (d);
  write_layers (d);
  write_style (d);
  begin_table (d, "VIEW", TABLE_VIEW, 0);
  end_table (d);
  begin_table (d, "UCS", TABLE_UCS, 0);
  end_table (d);
  write_applications (d);
  write_dimension_style (d);
  begin_table (d, "BLOCK_RECORD", TABLE_BLOCK_RECORD, 2);
  write_space_record (d, "*Model_Space", TR_DXF_SPACE);
  write_space_record (d, "*Paper_Space", PAPER_SPACE);
  end_table (d);
  end_section (d);
}

static void
begin_block_part (TrDxf *d, const char *kind, const char *class, guint space)
{
  tr_dxf_text (d, 0, kind);
  tr_dxf_handle (d, 5, tr_dxf_next_handle (d));
  tr_dxf_handle (d, 330, space);
  tr_dxf_text (d, 100, "AcDbEntity");
  if (space == PAPER_SPACE)
    tr_dxf_int (d, 67, 1);
  tr_dxf_text (d, 8, "0");
  tr_dxf_text (d, 100, class);
}

static void
write_block (TrDxf *d, const char *name, guint space)
{
  begin_block_part (d, "BLOCK", "AcDbBlockBegin", space);
  tr_dxf_text (d, 2, name);
  tr_dxf_int (d, 70, 0);
  tr_dxf_place (d, 10, 0, 0);
  tr_dxf_text (d, 3, name);
  tr_dxf_text (d, 1, "");
  begin_block_part (d, "ENDBLK", "AcDbBlockEnd", space);
}

static void
begin_dictionary (TrDxf *d, guint handle, guint owner)
{
  tr_dxf_text (d, 0, "DICTIONARY");
  tr_dxf_handle (d, 5, handle);
  tr_dxf_handle (d, 330, owner);
  tr_dxf_text (d, 100, "AcDbDictionary");
  tr_dxf_int (d, 281, 1);
}

// The groups, none, and the one plot style: the format wants every layer to name one.
static void
write_objects (TrDxf *d)
{
  begin_section (d, "OBJECTS");
  begin_dictionary (d, ROOT, 0);
  tr_dxf_text (d, 3, "ACAD_GROUP");
  tr_dxf_handle (d, 350, GROUPS);
  tr_dxf_text (d, 3, "ACAD_PLOTSTYLENAME");
  tr_dxf_handle (d, 350, ROOT + 3);
  begin_dictionary (d, GROUPS, ROOT);
  tr_dxf_text (d, 0, "ACDBDICTIONARYWDFLT");
  tr_dxf_handle (d, 5, ROOT + 3);
  tr_dxf_handle (d, 330, ROOT);
  tr_dxf_text (d, 100, "AcDbDictionary");
  tr_dxf_int (d, 281, 1);
  tr_dxf_text (d, 3, "Normal");
  tr_dxf_handle (d, 350, ROOT + 2);
  tr_dxf_text (d, 100, "AcDbDictionaryWithDefault");
  tr_dxf_handle (d, 340, ROOT + 2);
  tr_dxf_text (d, 0, "ACDBPLACEHOLDER");
  tr_dxf_handle (d, 5, ROOT + 2);
  tr_dxf_handle (d, 330, ROOT + 3);
  end_section (d);
}

GBytes *
tr_dxf_file (TrDxf *d, const char *title)
{
  g_autoptr (GString) entities = d->out;
  g_autoptr (GString) rest = g_string_new (NULL);
  GString *file = g_string_new (NULL);

  if (tr_bounds_is_empty (d->box))
    d->box = (TrBounds){{0, 0}, {1, 1}};
  d->out = rest;
  write_tables (d);
  begin_section (d, "BLOCKS");
  write_block (d, "*Model_Space", TR_DXF_SPACE);
  write_block (d, "*Paper_Space", PAPER_SPACE);
  end_section (d);
  begin_section (d, "ENTITIES");
  g_string_append_len (rest, entities->str, (gssize) entities->len);
  end_section (d);
  write_objects (d);
  tr_dxf_text (d, 0, "EOF");
  // The header tells the first handle that is free, so it comes last.
  d->out = file;
  if (title && *title)
    tr_dxf_text (d, 999, title);
  write_header (d, d->handle + 1);
  g_string_append_len (file, rest->str, (gssize) rest->len);
  return g_string_free_to_bytes (file);
}
