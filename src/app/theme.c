// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/theme.h"

// Of borders to what they surround: 1.5 and less in the usual themes (dark: 1.4), in those of high
// contrast 4 (dark: 2.4).
#define HIGH_CONTRAST 2

static TrColor
to_color (GdkRGBA c)
{
  return (TrColor){.r = (double) c.red, .g = (double) c.green, .b = (double) c.blue, .a = 1};
}

bool
tr_theme_is_strong (GtkWidget *w)
{
  GtkStyleContext *style = gtk_widget_get_style_context (w);
  GdkRGBA border, ground;

  return gtk_style_context_lookup_color (style, "borders", &border) &&
         gtk_style_context_lookup_color (style, "theme_bg_color", &ground) &&
         tr_color_contrast (to_color (border), to_color (ground)) >= HIGH_CONTRAST;
}

TrTheme
tr_theme_of_widget (GtkWidget *w)
{
  GdkRGBA text;

  gtk_style_context_get_color (gtk_widget_get_style_context (w), &text);
  bool is_dark = 0.2126 * text.red + 0.7152 * text.green + 0.0722 * text.blue > 0.5;
  return tr_theme_is_strong (w) ? tr_theme_make_strong (is_dark) : tr_theme_make (is_dark);
}
