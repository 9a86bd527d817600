/* Finding an object again by the hash in its id: what a command printed, the next command can measure.
 *
 * A hash cannot be turned round, so the layout is walked until an object has it: as seen from the given cell first,
 * then from every other cell in their order. The time is that of hashing what comes before it, about 0.1 us an object.
 */
#ifndef LOB_QUERY_SEEK_H
#define LOB_QUERY_SEEK_H

#include "base/ctx.h"
#include "query/object.h"

typedef struct lob_object_key {
    lob_id_type type;
    uint64_t seed; /* as lob_object_hash takes it */
    uint64_t hash; /* its upper `bits` bits, moved to the low end */
    unsigned bits; /* 1 to 64 */
} lob_object_key;

/* Whether the object has the key. False as well: out of memory, and then scratch->failed. */
bool lob_object_has_key(const lob_layout *layout, const lob_object_key *key, const lob_object *object,
                        lob_buf *scratch);

/* Shapes, texts and instances. *found is false where none of the first `count_max` objects has the key, too; the path
 * is in ctx->arena. LOB_E_CANCELLED, TOOL_LIMIT_EXCEEDED (memory). */
lob_status lob_object_seek(lob_ctx *ctx, const lob_layout *layout, lob_cell_index first, const lob_object_key *key,
                           uint64_t count_max, lob_object *object, bool *found);

#endif
