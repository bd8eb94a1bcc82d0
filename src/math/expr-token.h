// SPDX-FileCopyrightText: 2026 The Trammel developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The text of an expression, cut into tokens. Whatever is no token comes out as one that no rule
// accepts, so that the parser alone reports errors.

#pragma once

#include <glib.h>
#include <stdbool.h>

typedef enum {
  EXPR_TOKEN_END,
  EXPR_TOKEN_NUMBER,
  EXPR_TOKEN_NAME,   // ident or ident.ident
  EXPR_TOKEN_SYMBOL, // one of + - * / ^ ( ) ,
  EXPR_TOKEN_ALIEN,  // one character that the language has no use for
} ExprTokenType;

typedef struct {
  ExprTokenType type;
  const char *start; // in the text
  int length;        // bytes
  char symbol;       // of a symbol, else 0
  double number;     // of a number; infinite where it overflows
} ExprToken;

// The token at or after `from`, past white space.
ExprToken expr_token_read (const char *from);

bool expr_token_is (const ExprToken *token, const char *word);

// For messages: 'x1', 'é', byte 0xff, the end. Free with g_free().
char *expr_token_describe (const ExprToken *token);
