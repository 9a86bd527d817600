/* Which boxes hang together: groups of boxes that touch or overlap, directly or through others. */
#ifndef LOB_QUERY_GROUPS_H
#define LOB_QUERY_GROUPS_H

#include "base/ctx.h"
#include "geom/point.h"

/* group[i]: the lowest index in the group of box i; boxes are closed and not empty. Groups may be larger than they must
 * be: when very many boxes lie beside each other all become one. Memory: ctx->arena. Polls. */
lob_status lob_box_groups(lob_ctx *ctx, const lob_box64 *boxes, uint32_t count, uint32_t *group);

#endif
