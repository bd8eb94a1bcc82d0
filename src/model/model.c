// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "model/model.h"

#include "model/edit-private.h"
#include "model/edit.h"

#include <glib/gi18n.h>
#include <string.h>

GQuark
tr_model_error_quark (void)
{
  return g_quark_from_static_string ("tr-model-error-quark");
}

// Copies of a model share a table until one of them changes it.
struct TrIds {
  gatomicrefcount refs;
  GHashTable *table; // id → packed TrElement
};

static struct TrIds *
ids_new (void)
{
  struct TrIds *ids = g_new (struct TrIds, 1);
  g_atomic_ref_count_init (&ids->refs);
  ids->table = g_hash_table_new (g_str_hash, g_str_equal);
  return ids;
}

static void
ids_unref (struct TrIds *ids)
{
  if (!g_atomic_ref_count_dec (&ids->refs))
    return;
  g_hash_table_unref (ids->table);
  g_free (ids);
}

// The table, to be changed.
static GHashTable *
own_ids (TrModel *m)
{
  GHashTableIter iter;
  gpointer id, packed;
  if (g_atomic_ref_count_compare (&m->ids->refs, 1))
    return m->ids->table;
  struct TrIds *own = ids_new ();
  g_hash_table_iter_init (&iter, m->ids->table);
  while (g_hash_table_iter_next (&iter, &id, &packed))
    g_hash_table_insert (own->table, id, packed);
  ids_unref (m->ids);
  m->ids = own;
  return own->table;
}

// Of this model alone, among all of its pool.
static void
start_ledger (TrModel *m)
{
  tr_ledger_init (&m->ledger, (uint64_t) tr_pool_stamp (m->pool) << 32);
}

TrModel *
tr_model_new (TrPool *pool)
{
  TrModel *m = g_new0 (TrModel, 1);
  m->pool = tr_pool_ref (pool);
  m->world.density = 1;
  m->ids = ids_new ();
  start_ledger (m);
  return m;
}

// Formulas read the parameters' values where the model keeps them.
static void
point_formulas (TrModel *m)
{
  for (int i = 0; i < m->n_bodies; i++)
    if (m->bodies[i].kind == TR_BODY_FORMULA)
      m->bodies[i].formula.parameters = m->parameter_values;
}

// Of n elements, with the room that a list of so many has.
static void *
copy_list (const void *list, int n, size_t size)
{
  if (n == 0)
    return NULL;
  void *copy = g_malloc_n ((gsize) tr_room (n), size);
  memcpy (copy, list, (size_t) n * size);
  return copy;
}

TrModel *
tr_model_copy (const TrModel *m)
{
  TrModel *copy = g_new (TrModel, 1);
  *copy = *m;
  tr_pool_ref (copy->pool);
  copy->parameters = copy_list (m->parameters, m->n_parameters, sizeof (TrParameter));
  copy->bodies = copy_list (m->bodies, tr_model_n_all (m), sizeof (TrBody));
  copy->constraints = copy_list (m->constraints, m->n_constraints, sizeof (TrConstraint));
  copy->forces = copy_list (m->forces, m->n_forces, sizeof (TrForce));
  copy->traces = copy_list (m->traces, m->n_traces, sizeof (TrTrace));
  copy->labels = copy_list (m->labels, m->n_labels, sizeof (TrLabel));
  copy->parameter_values =
      g_memdup2 (m->parameter_values, (size_t) m->n_parameters * sizeof (double));
  g_atomic_ref_count_inc (&copy->ids->refs);
  point_formulas (copy);
  start_ledger (copy);
  return copy;
}

void
tr_model_free (TrModel *m)
{
  if (m == NULL)
    return;
  g_free (m->parameters);
  g_free (m->bodies);
  g_free (m->constraints);
  g_free (m->forces);
  g_free (m->traces);
  g_free (m->labels);
  g_free (m->parameter_values);
  ids_unref (m->ids);
  tr_ledger_clear (&m->ledger);
  tr_pool_unref (m->pool);
  g_free (m);
}

// An element in a pointer: the kind, which is never 0, in the low bits.
static void *
pack_element (TrElementKind kind, int index)
{
  return GSIZE_TO_POINTER (((gsize) index << 3) | (gsize) kind);
}

bool
tr_model_index (TrModel *m, TrElementKind kind, int index, const char *id)
{
  g_return_val_if_fail (kind != TR_ELEMENT_NONE && index >= 0, false);
  GHashTable *ids = own_ids (m);
  return !g_hash_table_contains (ids, id) &&
         g_hash_table_insert (ids, (char *) id, pack_element (kind, index));
}

static TrElement
unpack_element (gconstpointer packed)
{
  gsize bits = GPOINTER_TO_SIZE (packed);
  return (TrElement){(TrElementKind) (bits & 7), (int) (bits >> 3)};
}

void
tr_model_unindex (TrModel *m, const char *id)
{
  g_hash_table_remove (own_ids (m), id);
}

void
tr_model_move_ids (TrModel *m, const int *const *to)
{
  GHashTableIter iter;
  gpointer packed;
  bool any = false;
  for (int k = TR_ELEMENT_PARAMETER; k <= TR_ELEMENT_LABEL; k++)
    any |= to[k] != NULL;
  if (!any)
    return;
  g_hash_table_iter_init (&iter, own_ids (m));
  while (g_hash_table_iter_next (&iter, NULL, &packed)) {
    TrElement e = unpack_element (packed);
    if (to[e.kind] != NULL)
      g_hash_table_iter_replace (&iter, pack_element (e.kind, to[e.kind][e.index]));
  }
}

TrElement
tr_model_find (const TrModel *m, const char *id)
{
  return unpack_element (g_hash_table_lookup (m->ids->table, id));
}

const char *
tr_model_element_id (const TrModel *m, TrElement e)
{
  switch (e.kind) {
  case TR_ELEMENT_NONE:
    break;
  case TR_ELEMENT_PARAMETER:
    return m->parameters[e.index].name;
  case TR_ELEMENT_BODY:
    return m->bodies[e.index].id;
  case TR_ELEMENT_CONSTRAINT:
    return m->constraints[e.index].id;
  case TR_ELEMENT_FORCE:
    return m->forces[e.index].id;
  case TR_ELEMENT_TRACE:
    return m->traces[e.index].id;
  case TR_ELEMENT_LABEL:
    return m->labels[e.index].id;
  }
  return NULL;
}

char *
tr_element_describe (TrElementKind kind, const char *id)
{
  switch (kind) {
  case TR_ELEMENT_NONE:
    break;
  case TR_ELEMENT_PARAMETER:
    return g_strdup_printf (_ ("parameter %s"), id);
  case TR_ELEMENT_BODY:
    return g_strdup_printf (_ ("body %s"), id);
  case TR_ELEMENT_CONSTRAINT:
    return g_strdup_printf (_ ("constraint %s"), id);
  case TR_ELEMENT_FORCE:
    return g_strdup_printf (_ ("force %s"), id);
  case TR_ELEMENT_TRACE:
    return g_strdup_printf (_ ("trace %s"), id);
  case TR_ELEMENT_LABEL:
    return g_strdup_printf (_ ("text %s"), id);
  }
  g_return_val_if_reached (NULL);
}

void
tr_model_index_label (TrModel *m, int i)
{
  TrLabel *l = &m->labels[i];
  char id[16];

  for (int number = i + 1; !l->id; number++) {
    g_snprintf (id, sizeof id, "#%d", number);
    if (tr_model_find (m, id).kind == TR_ELEMENT_NONE)
      l->id = tr_pool_text (m->pool, id);
  }
  tr_model_index (m, TR_ELEMENT_LABEL, i, l->id);
}

static void
index_all (TrModel *m)
{
  ids_unref (m->ids);
  m->ids = ids_new ();
  for (int i = 0; i < m->n_parameters; i++)
    tr_model_index (m, TR_ELEMENT_PARAMETER, i, m->parameters[i].name);
  for (int i = 0; i < m->n_bodies; i++)
    tr_model_index (m, TR_ELEMENT_BODY, i, m->bodies[i].id);
  for (int i = 0; i < m->n_constraints; i++)
    tr_model_index (m, TR_ELEMENT_CONSTRAINT, i, m->constraints[i].id);
  for (int i = 0; i < m->n_forces; i++)
    tr_model_index (m, TR_ELEMENT_FORCE, i, m->forces[i].id);
  for (int i = 0; i < m->n_traces; i++)
    tr_model_index (m, TR_ELEMENT_TRACE, i, m->traces[i].id);
  for (int i = 0; i < m->n_labels; i++)
    tr_model_index_label (m, i);
}

static int
ends_slides (TrEnd *ends, int n_ends, TrConnector **slides)
{
  int n = 0;
  for (int i = 0; i < n_ends; i++)
    for (int k = 0; k < tr_end_n_connectors (&ends[i]); k++)
      if (ends[i].connector[k].kind == TR_AT_SLIDE)
        slides[n++] = &ends[i].connector[k];
  return n;
}

int
tr_constraint_slides (TrConstraint *c, TrConnector *slides[6])
{
  return ends_slides (c->end, G_N_ELEMENTS (c->end), slides);
}

int
tr_force_slides (TrForce *f, TrConnector *slides[4])
{
  return ends_slides (f->end, G_N_ELEMENTS (f->end), slides);
}

static void
place_slides (TrModel *m)
{
  TrConnector *slides[6];
  for (int i = 0; i < m->n_constraints; i++) {
    int n = tr_constraint_slides (&m->constraints[i], slides);
    for (int k = 0; k < n; k++)
      slides[k]->slide = m->n_q++;
  }
  m->n_con_q = m->n_q;
  for (int i = 0; i < m->n_forces; i++) {
    int n = tr_force_slides (&m->forces[i], slides);
    for (int k = 0; k < n; k++)
      slides[k]->slide = m->n_q++;
  }
  for (int i = 0; i < m->n_traces; i++)
    m->traces[i].a.slide = -1;
  for (int i = 0; i < m->n_labels; i++)
    m->labels[i].at.slide = -1;
}

// The unknown of a free parameter is a number behind the bodies: the solver knows no other kind.
static void
place_numbers (TrModel *m)
{
  m->n_free = 0;
  for (int i = 0; i < m->n_parameters; i++)
    m->parameters[i].number =
        m->parameters[i].is_free && !m->parameters[i].value.expr ? m->n_bodies + m->n_free++ : -1;
  if (m->n_free == 0)
    return;
  m->bodies = g_renew (TrBody, m->bodies, tr_room (tr_model_n_all (m)));
  for (int i = 0; i < m->n_parameters; i++) {
    TrParameter *p = &m->parameters[i];
    if (p->number < 0)
      continue;
    if (p->stamp == 0)
      p->stamp = tr_pool_stamp (m->pool);
    m->bodies[p->number] =
        (TrBody){.id = p->name, .kind = TR_BODY_NUMBER, .n = 1, .stamp = p->stamp};
  }
}

int
tr_model_place (TrModel *m)
{
  m->parameter_values = g_renew (double, m->parameter_values, m->n_parameters);
  for (int i = 0; i < m->n_parameters; i++)
    m->parameter_values[i] = m->parameters[i].value.value;
  point_formulas (m);

  place_numbers (m);
  m->n_q = 0;
  for (int i = 0; i < tr_model_n_all (m); i++) {
    m->bodies[i].q = m->n_q;
    m->n_q += m->bodies[i].n;
  }
  m->n_body_q = m->n_q;
  place_slides (m);
  tr_ledger_note_all (&m->ledger);
  return m->n_q;
}

int
tr_model_layout (TrModel *m)
{
  index_all (m);
  return tr_model_place (m);
}
