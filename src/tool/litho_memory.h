/* What a process remembers of its evaluations, for optimize(violation_id): the cache of RFC 0006, 5.
 *
 * A latency optimisation, never a need: an id says by itself what it means, and an evaluation asked again gives it
 * again. Thread-safe; holds the last few evaluations whole, and of more of them what was asked and of which file.
 */
#ifndef LOB_TOOL_LITHO_MEMORY_H
#define LOB_TOOL_LITHO_MEMORY_H

#include "litho/violation.h"
#include "tool/call.h"

typedef struct lob_litho_memory lob_litho_memory;

enum { LOB_LITHO_REMEMBERED = 8, LOB_LITHO_PINNED = 64 };

typedef struct lob_litho_past { /* copies in ctx->arena */
    lob_str arguments;          /* of evaluate, JSON */
    char artifact_id[72];
    lob_violations violations; /* empty when only pinned */
    bool is_cut;               /* the violations are not all: who needs a whole group evaluates again */
} lob_litho_past;

/* The process's one. NULL: out of memory. */
lob_litho_memory *lob_litho_memory_of(lob_sessions *sessions);
lob_status lob_litho_memory_keep(lob_ctx *ctx, lob_litho_memory *memory, const lob_litho_past *past);
/* The evaluation that gave this violation. */
lob_status lob_litho_memory_find(lob_ctx *ctx, lob_litho_memory *memory, lob_str violation_id, bool *found,
                                 lob_litho_past *past);
/* What was last asked of this file under a deck of this hash's first bytes (NULL: any). */
lob_status lob_litho_memory_pinned(lob_ctx *ctx, lob_litho_memory *memory, lob_str artifact_id, const uint8_t deck[8],
                                   bool *found, lob_litho_past *past);

#endif
