/* Layers as a request names them. */
#ifndef LOB_TOOL_FILTER_H
#define LOB_TOOL_FILTER_H

#include "gen/types.h"
#include "tool/call.h"

/* The layers of a filter that may be left out, sorted, each once; *layers NULL when it names none. INVALID_LAYER with
 * the nearest there are. Memory: ctx->arena. */
lob_status lob_filter_layers(lob_ctx *ctx, const lob_layout *layout, const lob_layer_filter *items, size_t count,
                             const lob_layer_index **layers, uint32_t *layer_count);
/* The same of a filter that must be there. */
lob_status lob_filter_layers_needed(lob_ctx *ctx, const lob_layout *layout, const lob_layer_filter *items, size_t count,
                                    const lob_layer_index **layers, uint32_t *layer_count);

#endif
