/* A borrowed run of bytes with a length. Layout names and labels may hold any byte, NUL included, so length rules.
 *
 * data == NULL means "absent". Strings parsed from JSON requests are NUL-terminated as well (requests with \u0000 are
 * refused), so `.data` may be handed to the system there, and only there.
 */
#ifndef LOB_BASE_STR_H
#define LOB_BASE_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef struct lob_str {
    const char *data;
    size_t size; /* bytes */
} lob_str;

#define LOB_STR(literal) ((lob_str){(literal), sizeof(literal) - 1})

static inline lob_str lob_str_from(const char *text) {
    return (lob_str){text, text ? strlen(text) : 0};
}

static inline bool lob_str_equal(lob_str a, lob_str b) {
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

/* Byte order, shorter first when one is a prefix of the other. */
int lob_str_compare(lob_str a, lob_str b);

/* Edit distance (Levenshtein's, and two neighbours that changed places are one edit: optimal string alignment), cut off
 * at `limit`: for "did you mean". O(|a| * limit), names above 64 bytes give limit. */
unsigned lob_str_distance(lob_str a, lob_str b, unsigned limit);

#endif
