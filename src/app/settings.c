// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/settings.h"

#define SCHEMA "org.trammel.Trammel"

GSettings *
tr_settings_new (void)
{
  GSettingsSchemaSource *source = g_settings_schema_source_get_default ();
  if (!source)
    return NULL;
  g_autoptr (GSettingsSchema) schema = g_settings_schema_source_lookup (source, SCHEMA, TRUE);
  return schema ? g_settings_new_full (schema, NULL, NULL) : NULL;
}

static gboolean
to_place (GValue *value, GVariant *variant, gpointer names)
{
  const char *const *name = names;
  guint place = 0;

  while (name[place] && strcmp (name[place], g_variant_get_string (variant, NULL)) != 0)
    place++;
  g_value_set_uint (value, place);
  return name[place] != NULL;
}

static GVariant *
to_name (const GValue *value, const GVariantType *type, gpointer names)
{
  const char *const *name = names;
  guint place = g_value_get_uint (value);

  return place == G_MAXUINT ? NULL : g_variant_new_string (name[place]);
}

void
tr_settings_bind_choice (GSettings *settings,
                         const char *key,
                         gpointer choice,
                         const char *const *names)
{
  g_settings_bind_with_mapping (settings, key, choice, "selected", G_SETTINGS_BIND_DEFAULT,
                                to_place, to_name, (gpointer) names, NULL);
}
