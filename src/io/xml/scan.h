/* Words, numbers and tokens of KLayout's little text forms: "'a b' 1/0@1", "r90 *1 1,2", "(0,0;1,1)".
 *
 * As KLayout's extractor: spaces before anything are passed over, a token is compared where the text stands. A scan
 * that fails leaves the place where it is.
 */
#ifndef LOB_IO_XML_SCAN_H
#define LOB_IO_XML_SCAN_H

#include "base/ctx.h"

typedef struct lob_xml_scan {
    const char *at, *end;
} lob_xml_scan;

static inline lob_xml_scan lob_scan_of(lob_str text) {
    return (lob_xml_scan){text.data, text.data + text.size};
}

bool lob_scan_at_end(lob_xml_scan *scan); /* only spaces are left */
bool lob_scan_test(lob_xml_scan *scan, const char *token);
/* Like test, but the token must not go on with a letter, digit or _. */
bool lob_scan_key(lob_xml_scan *scan, const char *token);
/* A decimal number; finite. */
bool lob_scan_real(lob_xml_scan *scan, double *value);
/* Digits only, at most `max`. */
bool lob_scan_uint(lob_xml_scan *scan, uint32_t max, uint32_t *value);

/* A word (a letter or one of `extra`, then also digits), or a text in ' or ", where \n \r \t \OOO (octal, a byte) and
 * \c stand for themselves. The text is borrowed, or lies in `arena` when something had to be replaced. False: there is
 * none, a quote is not closed, or (*no_memory) memory is out. */
bool lob_scan_word(lob_xml_scan *scan, lob_arena *arena, const char *extra, lob_str *word, bool *no_memory);
#define LOB_SCAN_WORD_EXTRA "_.$"

/* The same backwards: appends the text as a word, or in '...' when it is none. */
struct lob_buf;
void lob_scan_put_word(struct lob_buf *out, lob_str text, const char *extra);
void lob_scan_put_quoted(struct lob_buf *out, lob_str text); /* always in '...' */

#endif
