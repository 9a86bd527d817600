/* Which shape has its border at a point: who a place found on merged figures belongs to. */
#ifndef LOB_QUERY_BORDER_H
#define LOB_QUERY_BORDER_H

#include "db/figure.h"
#include "query/object.h"

/* The first shape of the walk on `layer` whose outline passes within a unit of the point; *is_found false: none does.
 * Path of the object: ctx->arena. Cost: what meets the point. */
lob_status lob_query_border(lob_ctx *ctx, const lob_layout *layout, lob_cell_index cell, lob_layer_index layer,
                            lob_point64 at, lob_object *object, bool *is_found);

/* A hit as an object seen from `cell`, its path copied to ctx->arena. */
lob_status lob_hit_object(lob_ctx *ctx, lob_cell_index cell, const lob_hit *hit, lob_object *object);

#endif
