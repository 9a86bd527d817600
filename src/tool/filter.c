/* See filter.h. */
#include "tool/filter.h"

#include <stdio.h>

#include "base/err.h"

enum { LAYER_TEXT_SIZE = 24 };

static uint64_t distance(uint32_t a, uint32_t b) {
    return a > b ? a - b : b - a;
}

/* Layers of the layout by distance: the layer number first, then the datatype. */
static void suggest_layers(const lob_layout *layout, const lob_layer_filter *filter, lob_error *error) {
    const uint32_t count = lob_layout_layer_count(layout);
    uint32_t best[LOB_CANDIDATE_COUNT_MAX + 1];
    unsigned found = 0;
    for (uint32_t i = 0; i < count; i++) {
        unsigned at = found;
        const lob_layer *layer = lob_layout_layer(layout, i);
        uint64_t far = distance(layer->layer, (uint32_t)filter->layer);
        for (; at > 0; at--) {
            const lob_layer *before = lob_layout_layer(layout, best[at - 1]);
            uint64_t other = distance(before->layer, (uint32_t)filter->layer);
            if (other < far || (other == far && distance(before->datatype, (uint32_t)filter->datatype) <=
                                                    distance(layer->datatype, (uint32_t)filter->datatype))) {
                break;
            }
            best[at] = best[at - 1];
        }
        best[at] = i;
        found += found < LOB_CANDIDATE_COUNT_MAX;
    }
    for (unsigned i = 0; i < found; i++) {
        char text[LAYER_TEXT_SIZE];
        const lob_layer *layer = lob_layout_layer(layout, best[i]);
        int size = snprintf(text, sizeof text, "%u/%u", layer->layer, layer->datatype);
        lob_error_candidate(error, (lob_str){text, (size_t)size});
    }
}

static lob_status refuse(lob_ctx *ctx, const lob_layout *layout, const lob_layer_filter *filter, const char *way_out) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_LAYER, "The layout has no such layer");
    lob_error_integer(&ctx->error, "layer", filter->layer);
    lob_error_integer(&ctx->error, "datatype", filter->datatype);
    suggest_layers(layout, filter, &ctx->error);
    lob_hint(ctx,
             ctx->error.candidate_count > 0 ? "Use a layer/datatype of details.candidates, or call list_layers%s."
                                            : "The layout has no layers; list_layers shows that%s.",
             way_out);
    return status;
}

static lob_status take(lob_ctx *ctx, const lob_layout *layout, const lob_layer_filter *items, size_t count,
                       const char *way_out, const lob_layer_index **layers, uint32_t *layer_count) {
    const uint32_t total = lob_layout_layer_count(layout);
    *layers = NULL;
    *layer_count = 0;
    if (count == 0) {
        return LOB_OK;
    }
    bool *is_asked = LOB_NEW_ARRAY(ctx->arena, bool, total);
    lob_layer_index *list = LOB_NEW_ARRAY(ctx->arena, lob_layer_index, total);
    if (!is_asked || !list) {
        return lob_fail_memory(ctx);
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t found = lob_layout_find_layer(layout, (uint32_t)items[i].layer, (uint32_t)items[i].datatype);
        if (found == LOB_NONE) {
            return refuse(ctx, layout, &items[i], way_out);
        }
        is_asked[found] = true;
    }
    *layers = list;
    for (uint32_t i = 0; i < total; i++) {
        if (is_asked[i]) {
            list[(*layer_count)++] = i;
        }
    }
    return LOB_OK;
}

lob_status lob_filter_layers(lob_ctx *ctx, const lob_layout *layout, const lob_layer_filter *items, size_t count,
                             const lob_layer_index **layers, uint32_t *layer_count) {
    return take(ctx, layout, items, count, "; leave layers out for all", layers, layer_count);
}

lob_status lob_filter_layers_needed(lob_ctx *ctx, const lob_layout *layout, const lob_layer_filter *items, size_t count,
                                    const lob_layer_index **layers, uint32_t *layer_count) {
    return take(ctx, layout, items, count, "", layers, layer_count);
}
