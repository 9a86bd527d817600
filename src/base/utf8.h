/* UTF-8 as Unicode and RFC 3629 have it: no overlong forms, no surrogates, nothing above U+10FFFF. */
#ifndef LOB_BASE_UTF8_H
#define LOB_BASE_UTF8_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

bool lob_utf8_valid(lob_str text);
/* Decodes one character at text[at]; returns its length, 0 when the bytes there are no character. */
unsigned lob_utf8_decode(lob_str text, size_t at, uint32_t *code);
/* Characters that must leave the server escaped only: C0, DEL, C1, U+2028/9, bidi controls, zero-width, tags, BOM. */
bool lob_utf8_unsafe(uint32_t code);
/* Writes code as UTF-8; returns the length. */
unsigned lob_utf8_encode(uint32_t code, char out[4]);

#endif
