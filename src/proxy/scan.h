/* Objects in a text that comes in pieces: from a { to the } that balances it, strings and their escapes understood.
 *
 * What stands outside braces is dropped. An object that is not finished waits for the next piece. When more than
 * LOB_LLM_SCAN_HELD_MAX bytes wait after a piece, the last LOB_LLM_SCAN_KEPT of them are looked at anew and the rest is
 * dropped: a brace in prose that nobody closes must not swallow everything. As long as less waits, the objects are the
 * same whatever the pieces are. O(bytes) beside that.
 */
#ifndef LOB_PROXY_SCAN_H
#define LOB_PROXY_SCAN_H

#include "base/buf.h"
#include "base/str.h"

enum { LOB_LLM_SCAN_HELD_MAX = 8192, LOB_LLM_SCAN_KEPT = 4096 };

typedef struct lob_llm_scan {
    lob_buf text; /* from the { of the object under way */
    size_t at;    /* bytes of it that were looked at */
    size_t depth; /* 0: outside */
    bool in_string, after_backslash;
} lob_llm_scan;

/* One balanced object; it need not be JSON. False stops the scan: out of memory. */
typedef bool lob_llm_object_fn(void *arg, lob_str object);

void lob_llm_scan_open(lob_llm_scan *scan);
void lob_llm_scan_close(lob_llm_scan *scan);
/* False: out of memory, or `tell` said so. */
bool lob_llm_scan_feed(lob_llm_scan *scan, lob_str piece, lob_llm_object_fn *tell, void *arg);

#endif
