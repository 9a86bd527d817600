/* The strict JSON reader that stands in front of cJSON.
 *
 * cJSON 1.7 by itself takes duplicate keys, 01, 1., a BOM, invalid UTF-8, and cuts strings at \u0000. Here a text is
 * first scanned against RFC 8259: one value, nothing after it but white space, keys unique in their object (after
 * unescaping), valid UTF-8, no lone surrogates, numbers finite as doubles, depth and key limits (spec/limits.json).
 * Only then cJSON builds the tree. Numbers are doubles: an integer above 2^53 that must be echoed is taken raw, see
 * lob_json_raw_member().
 */
#ifndef LOB_JSON_READER_H
#define LOB_JSON_READER_H

#include <cjson/cJSON.h>

#include "base/ctx.h"

typedef struct lob_json_fault {
    size_t offset;         /* byte of the fault */
    unsigned line, column; /* 1-based; column in bytes */
    const char *what;      /* static sentence without a full stop, e.g. "number has a leading zero" */
} lob_json_fault;

/* True: the text is strict JSON within the limits. `allow_nul`: \u0000 in strings is fine (JSON-RPC ids are taken raw).
 */
bool lob_json_check(lob_str text, bool allow_nul, lob_json_fault *fault);

/* Checks, then parses. NULL: fault filled (what = "out of memory" when that is so). Drop with cJSON_Delete(). cJSON's
 * memory comes from base/alloc.h once lob_json_init() ran (idempotent). */
cJSON *lob_json_parse(lob_str text, lob_json_fault *fault);
/* The same for JSON-RPC messages: \u0000 may stand inside the top-level member "id" (the tree holds it cut; echo it
 * raw). */
cJSON *lob_json_parse_message(lob_str text, lob_json_fault *fault);
void lob_json_init(void);

/* The raw text of member `key` of the top-level object in a checked text; data NULL when absent. Exact bytes, for ids.
 */
lob_str lob_json_raw_member(lob_str text, const char *key);
/* The same of `count` different keys in one walk, for messages of megabytes: values[i] is that of keys[i]. */
void lob_json_raw_members(lob_str text, const char *const *keys, uint32_t count, lob_str *values);

#endif
