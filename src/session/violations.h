/* Rule violations that check_rules listed, so that a picture can show one by its id.
 *
 * An id is `vio_` and 16 hex digits of a hash of rule, cell and geometry: the same violation has the same id in every
 * call and session on the same file. A session keeps the last LOB_VIOLATIONS_KEPT; one that is listed again counts as
 * new.
 *
 * Threads: none of its own; calls of one session run in order.
 */
#ifndef LOB_SESSION_VIOLATIONS_H
#define LOB_SESSION_VIOLATIONS_H

#include "session/session.h"

enum {
    LOB_KEPT_VIOLATION_ID_SIZE = 20 /* "vio_" and 16 hex */,
    LOB_VIOLATIONS_KEPT = 2048,
    LOB_VIOLATION_RULE_SIZE = 200
};

typedef struct lob_kept_violation {
    uint64_t id;
    lob_cell_index cell; /* that was checked */
    lob_box64 box;       /* in its coordinates */
    char rule[LOB_VIOLATION_RULE_SIZE + 1];
} lob_kept_violation;

typedef struct lob_kept_violations {
    lob_kept_violation *items; /* a ring once it is full */
    uint32_t count, capacity, next;
} lob_kept_violations;

/* What the id is made of. Names and numbers beyond these sizes count no more. */
enum { LOB_VIOLATION_NAME_SIZE = 256, LOB_VIOLATION_NUMBERS = 40 };
typedef struct lob_kept_violation_key {
    lob_str rule, cell;
    int64_t numbers[LOB_VIOLATION_NUMBERS]; /* its geometry */
    size_t number_count;
} lob_kept_violation_key;

/* Keeps a violation and prints its id. Errors: memory. */
lob_status lob_violation_keep(lob_ctx *ctx, lob_session *session, const lob_kept_violation_key *key,
                              lob_cell_index cell, lob_box64 box, char id[LOB_KEPT_VIOLATION_ID_SIZE + 1]);
/* NULL: none that is kept has this id. */
const lob_kept_violation *lob_violation_find(const lob_session *session, lob_str id);
void lob_violations_drop(lob_kept_violations *violations); /* NULL is fine */

#endif
