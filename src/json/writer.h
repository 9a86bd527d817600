/* The streaming canonical writer: the one way JSON leaves the product.
 *
 * Compact (no white space), numbers in their shortest form (RFC 8785), strings as UTF-8 with the unsafe characters of
 * base/utf8.h as \uXXXX escapes, invalid bytes as \ufffd. Keys come in the order of the schema. A failure (out of
 * memory, above the limit) is sticky in the buffer: check lob_buf.failed at the end. Nesting mistakes are asserted.
 */
#ifndef LOB_JSON_WRITER_H
#define LOB_JSON_WRITER_H

#include "base/buf.h"
#include "base/str.h"

#include <stdint.h>

typedef struct lob_jsonw {
    lob_buf *out;       /* borrowed */
    uint64_t is_array;  /* bit d: level d is an array */
    uint64_t has_items; /* bit d: level d has a member already */
    unsigned depth;     /* <= 63 */
    bool after_key;
    bool is_lean; /* for wire_write.c: members for full answers are left out */
} lob_jsonw;

void lob_jsonw_init(lob_jsonw *w, lob_buf *out);
void lob_jsonw_begin_object(lob_jsonw *w);
void lob_jsonw_end_object(lob_jsonw *w);
void lob_jsonw_begin_array(lob_jsonw *w);
void lob_jsonw_end_array(lob_jsonw *w);
void lob_jsonw_key(lob_jsonw *w, const char *key);
void lob_jsonw_key_own(lob_jsonw *w, const char *key, size_t size); /* a name of the schema: goes out as it is */
void lob_jsonw_key_str(lob_jsonw *w, lob_str key);                  /* maps: a name from data */
void lob_jsonw_str(lob_jsonw *w, lob_str value);
void lob_jsonw_text(lob_jsonw *w, const char *value);
void lob_jsonw_int(lob_jsonw *w, int64_t value);
void lob_jsonw_uint(lob_jsonw *w, uint64_t value);
void lob_jsonw_number(lob_jsonw *w, double value); /* NaN, infinity: null */
void lob_jsonw_um(lob_jsonw *w, double value);     /* rounded to 6 decimals */
void lob_jsonw_bool(lob_jsonw *w, bool value);
void lob_jsonw_null(lob_jsonw *w);
void lob_jsonw_raw(lob_jsonw *w, lob_str json); /* already JSON: copied as it is */
bool lob_jsonw_fine(const lob_jsonw *w);        /* nothing failed, everything closed */

#endif
