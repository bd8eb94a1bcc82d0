// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Any bytes as a document: read or refused with a message, and what is read comes back from its
// own writing byte for byte.
//   ./fuzz-load -max_len=4096 CORPUS tests/data/format

#include "doc/reader.h"
#include "doc/writer.h"

#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (TrModel) m = NULL;
  g_autoptr (TrModel) again = NULL;
  g_autoptr (TrState) s = NULL;
  g_autoptr (TrState) s_again = NULL;
  g_autoptr (GError) error = NULL;
  size_t n, n_again;
  if (!tr_read_model ((const char *) data, size, "fuzz", &m, &s, &error)) {
    g_assert (error != NULL && g_utf8_validate (error->message, -1, NULL));
    return 0;
  }
  g_autofree char *text = tr_write_model (m, s, &n);
  if (!tr_read_model (text, n, "written", &again, &s_again, &error))
    g_error ("%s\n%s", error->message, text);
  g_autofree char *text_again = tr_write_model (again, s_again, &n_again);
  g_assert (n == n_again && memcmp (text, text_again, n) == 0);
  return 0;
}
