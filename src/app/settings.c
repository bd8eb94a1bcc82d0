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
