// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/theme.h"

// Light text means a dark theme, whatever it is called.
TrTheme
tr_theme_of_widget (GtkWidget *w)
{
  GdkRGBA text;

  gtk_style_context_get_color (gtk_widget_get_style_context (w), &text);
  return tr_theme_make (0.2126 * text.red + 0.7152 * text.green + 0.0722 * text.blue > 0.5);
}
