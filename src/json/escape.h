/* Escapes inside JSON strings. */
#ifndef LOB_JSON_ESCAPE_H
#define LOB_JSON_ESCAPE_H

#include <stdint.h>

#include "base/str.h"

typedef enum {
    LOB_JSON_ESCAPE_FINE,
    LOB_JSON_ESCAPE_UNKNOWN,  /* not one of " \ / b f n r t u, or the text ends */
    LOB_JSON_ESCAPE_HEX,      /* \u without four hexadecimal digits */
    LOB_JSON_ESCAPE_SURROGATE /* half of a pair alone */
} lob_json_escape_state;

/* Reads the escape whose backslash is text[at]: its character and, returned, its length (2, 6 or 12; 0 on a fault). */
size_t lob_json_unescape(lob_str text, size_t at, uint32_t *code, lob_json_escape_state *state);

#endif
