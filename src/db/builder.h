/* Builds a layout from the events of a reader and freezes it.
 *
 * Freezing resolves names (a cell never defined becomes a ghost with a warning), refuses cycles with the path of cells,
 * and computes topological order, boxes, and counts bottom-up; iterative and linear, whatever the depth. Two cells of
 * one name are refused when the second begins. After an error the builder is only good for dropping, and everything
 * goes with it.
 */
#ifndef LOB_DB_BUILDER_H
#define LOB_DB_BUILDER_H

#include "db/layout.h"

typedef struct lob_builder lob_builder;

typedef struct lob_builder_options {
    uint64_t size_max; /* bytes the layout may hold, 0: no limit; above: TOOL_LIMIT_EXCEEDED, reason "memory" */
    bool weigh;        /* the content hash will be asked for: as much of it as can be is worked out on the way */
    bool is_strict;    /* a number that is given the same name twice is refused, not a warning */
} lob_builder_options;

/* ctx is kept for the life of the builder: errors of the sink land there. NULL: out of memory (error set). */
lob_builder *lob_builder_new(lob_ctx *ctx, const lob_builder_options *options);
void lob_builder_drop(lob_builder *builder);            /* NULL is fine */
const lob_sink *lob_builder_sink(lob_builder *builder); /* borrowed */
/* Takes over what `part`, a builder of its own, was told since it was made: whole cells, context strings and warnings,
 * with names by number or as text, but no definitions and no properties or names of the layout. As if the same events
 * had come here. Afterwards, and after an error, `part` is only good for dropping. */
lob_status lob_builder_absorb(lob_builder *builder, lob_builder *part);
bool lob_builder_has_warned(const lob_builder *builder);
/* Freezes; the builder is empty afterwards and only good for dropping. *layout has one reference, the caller's. */
lob_status lob_builder_freeze(lob_builder *builder, lob_layout **layout);

#endif
