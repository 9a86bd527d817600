/* Ids an answer has given out, and what each stands for: how measure_geometry knows what query_region found.
 *
 * An id is `shp_`, `txt_`, `ins_` or `prt_` and 16 hex digits: 3 of the seed, which stands for the file, and 13 of a
 * hash of seed and place, seen from the queried cell. So the same object has the same id in every tool, mode, order of
 * asking and session on the same file. An id of another file is equal to a given one once in 2^64 pairs; the first
 * digits, equal for one file in 4,096, only choose the words of the error. The table is bounded:
 * the oldest are forgotten first, and an id given again counts as new. No object is ever found under the id of another:
 * of two whose hashes are equal, the one that comes second gets the next free id.
 *
 * Threads: none of its own; calls of one session run in order. Memory is taken as ids come (about 60 bytes each).
 */
#ifndef LOB_SESSION_IDS_H
#define LOB_SESSION_IDS_H

#include "query/seek.h"

enum { LOB_ID_TEXT_SIZE = 21 }; /* 4 + 16 characters and a NUL */

typedef struct lob_ids lob_ids;

/* Of what ids are made beside the place. */
typedef struct lob_id_seeds {
    uint64_t file;  /* of the bytes of the layout file */
    uint64_t ports; /* of these and of the conventions, which say what ports there are */
} lob_id_seeds;

/* Remembers at most `count_max` (1 or more) ids. NULL: out of memory. */
lob_ids *lob_ids_new(uint32_t count_max, lob_id_seeds seeds);
lob_id_seeds lob_ids_seeds(const lob_ids *ids);
void lob_ids_drop(lob_ids *ids); /* NULL is fine */

/* The id of the object, remembered from now on. `object->stored.path` is copied. The ids of the last
 * count_max / 2 calls are known (fewer when paths take more than 64 bytes on average). TOOL_LIMIT_EXCEEDED (memory),
 * QUERY_TOO_LARGE (a path of more steps than the table has room for). */
lob_status lob_ids_issue(lob_ctx *ctx, lob_ids *ids, const lob_layout *layout, const lob_object *object,
                         char id[LOB_ID_TEXT_SIZE]);
/* What an id stands for; the path is in ctx->arena. INVALID_TARGET: details `id`, `reason`
 * (no_id, other_kind, other_layout, unknown) and the ids most like it among those given out. */
lob_status lob_ids_find(lob_ctx *ctx, const lob_ids *ids, lob_str id, lob_object *object);
/* What to look for when a session does not know an id. False: it is not written as an id, or is of another file. */
bool lob_ids_key(const lob_ids *ids, lob_str id, lob_object_key *key);
uint32_t lob_ids_count(const lob_ids *ids); /* known at present */

#endif
