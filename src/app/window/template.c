// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/template.h"

#include <glib/gi18n.h>

#define FOLDER "/org/trammel/Trammel/examples/"

// The hand begins where the document has what it holds.
const TrTemplate tr_templates[] = {
    {"four-bar",
     N_ ("A crank turns, a rocker swings, and the coupler between them draws a curve"),
     "crank.b",
     "24*cos(65deg + tau*t)",
     "24*sin(65deg + tau*t)",
     6,
     {{-28, -28}, {82, 70}}},
    {"slider-crank",
     N_ ("A wheel drives a piston through a connecting rod"),
     "crankpin.at",
     "25*cos(55deg + tau*t)",
     "25*sin(55deg + tau*t)",
     5,
     {{-36, -36}, {124, 36}}},
    {"peaucellier",
     N_ ("Seven bars that turn a circle into an exact straight line"),
     "pen.at",
     "91.666666666667",
     "42*sin(asin(19.484351486419/42) + tau*t)",
     6,
     {{-14, -54}, {98, 54}}},
    {"pantograph",
     N_ ("What one point follows, another draws twice as large"),
     "tracer.at",
     "40 + 12.4*sin(0.839215737024763 + tau*t)^3 + 2.4*sin(0.839215737024763 + tau*t)",
     "8 + 0.9*(13*cos(0.839215737024763 + tau*t) - 5*cos(1.678431474049526 + 2*tau*t) - "
     "2*cos(2.51764721107429 + 3*tau*t) - cos(3.356862948099053 + 4*tau*t))",
     8,
     {{-20, -18}, {114, 94}}},
    {"elliptical-trammel",
     N_ ("Two sliders in crossed grooves guide a pen round an ellipse"),
     "pen.at",
     "70*cos(38deg + tau*t)",
     "42*sin(38deg + tau*t)",
     6,
     {{-84, -56}, {84, 56}}},
    {"theo-jansen",
     N_ ("The leg of Theo Jansen’s beach beasts: one turn of the crank, one step"),
     "crankpin.at",
     "15*cos(115deg + tau*t)",
     "15*sin(115deg + tau*t)",
     5,
     {{-111, -96}, {19, 38}}},
    {"rose",
     N_ ("A typed formula, and two geared arms that draw it"),
     "elbow.at",
     "22*cos(0.54 + 3*tau*t)",
     "22*sin(0.54 + 3*tau*t)",
     12,
     {{-40, -46}, {48, 46}}},
    {"curves",
     N_ ("A belt, a bead on a wave, and a loop: curves that stay tangent and attached"),
     "small.center",
     "80 + 12*sin(tau*t)",
     "0",
     5,
     {{-42, -60}, {106, 50}}},
    {"ponytail",
     N_ ("A chain of hairs that follows the head, and swings once time runs"),
     "knot7.at",
     "-17 + (76.24755404618175 - 9*sin(pi*t)^2)*cos(-1.8607963267948984 + 0.9*sin(pi*t)^2)",
     "60 + (76.24755404618175 - 9*sin(pi*t)^2)*sin(-1.8607963267948984 + 0.9*sin(pi*t)^2)",
     5,
     {{-44, -18}, {27, 80}}},
    {"puppet",
     N_ ("A puppet of sheets that give way where they are pulled, and take their shape again"),
     "head.origin",
     "16*sin(tau*t)",
     "40 - 4*(1 - cos(2*tau*t))",
     5,
     {{-74, -82}, {74, 60}}},
    {NULL, NULL, NULL, NULL, NULL, 0, {{0, 0}, {0, 0}}},
};

const TrTemplate *
tr_template_find (const char *name)
{
  for (const TrTemplate *t = tr_templates; t->name; t++)
    if (strcmp (t->name, name) == 0)
      return t;
  return NULL;
}

// Every template is in the program and can be read: tests load them all.
void
tr_template_load (const TrTemplate *t, TrDocument *document)
{
  g_autofree char *path = g_strconcat (FOLDER, t->name, ".trammel", NULL);
  g_autoptr (GBytes) text = g_resources_lookup_data (path, 0, NULL);
  gsize length;
  const char *data = g_bytes_get_data (text, &length);
  bool ok = tr_document_load_text (document, data, length, t->name, NULL);
  g_assert (ok);
}

struct _TrHand {
  TrSession *session;
  TrExpr *x, *y;
};

TrHand *
tr_hand_new (const TrTemplate *t, TrSession *session)
{
  TrHand *h = g_new0 (TrHand, 1);
  TrConnector held;
  bool ok = tr_session_parse_connector (tr_session_get_model (session), t->grab, &held, NULL);

  h->session = g_object_ref (session);
  h->x = tr_expr_parse (t->x, NULL);
  h->y = tr_expr_parse (t->y, NULL);
  g_assert (ok && h->x && h->y);
  tr_session_press (session, &held, false);
  return h;
}

void
tr_hand_free (TrHand *h)
{
  if (!h)
    return;
  tr_session_cancel (h->session);
  g_object_unref (h->session);
  tr_expr_unref (h->x);
  tr_expr_unref (h->y);
  g_free (h);
}

TrStepResult
tr_hand_move (TrHand *h, double turns)
{
  return tr_session_move (h->session,
                          v2 (tr_expr_value (h->x, &turns), tr_expr_value (h->y, &turns)));
}
