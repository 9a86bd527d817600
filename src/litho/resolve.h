/* From a violation id to what is to be mended (RFC 0006, 2c and 5).
 *
 * An id says by itself which deck, which group and which record it means. With scope `group` any record of a group,
 * shadow or canonical, stands for the group: its canonical record is the target, and all its records are resolved with
 * it. With `record_only` the record itself is the target, alone.
 */
#ifndef LOB_LITHO_RESOLVE_H
#define LOB_LITHO_RESOLVE_H

#include "litho/violation.h"

typedef enum { LOB_RESOLVE_GROUP, LOB_RESOLVE_RECORD_ONLY } lob_resolve_scope;

typedef enum {
    LOB_RESOLVE_FOUND,
    LOB_RESOLVE_NO_ID,         /* not an id at all: length, alphabet or check bytes */
    LOB_RESOLVE_OTHER_VERSION, /* an id of another major version of the schema */
    LOB_RESOLVE_OTHER_DECK,    /* an id found by another rule deck than these violations */
    LOB_RESOLVE_ABSENT         /* a good id, of no record here: the caller knows whether the cache lost it
                                  (cache_evicted) or the layout is not at hand (layout_not_pinned) */
} lob_resolve_verdict;

typedef struct lob_resolution {
    lob_resolve_verdict verdict;
    lob_violation_key key;               /* what the id says; zeros for NO_ID */
    const lob_litho_violation *target;   /* NULL when not found */
    const lob_litho_violation **members; /* canonical first; with record_only the target alone. In ctx->arena */
    uint32_t count;
} lob_resolution;

/* O(records), whatever their order. Fails for want of memory alone: a verdict is no failure. */
lob_status lob_violation_resolve(lob_ctx *ctx, const lob_violations *violations, lob_str id, lob_resolve_scope scope,
                                 lob_resolution *resolution);
/* The verdict as details.reason: "not_an_id", "schema_version", "rule_deck", "unknown_id"; "" for FOUND. */
const char *lob_resolve_reason(lob_resolve_verdict verdict);

#endif
