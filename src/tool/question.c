/* See question.h. */
#include "tool/question.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

enum { LAYER_TEXT_SIZE = 24, NOTE_SIZE = 320 };

/* ---- boxes ---- */

bool lob_um_to_dbu(double um, double dbu, int64_t *value) {
    double units = round(um / dbu);
    if (!(fabs(units) <= (double)LOB_COORD_MAX)) {
        return false;
    }
    *value = (int64_t)units;
    return true;
}

static lob_status refuse_box(lob_ctx *ctx, const char *reason, const char *message, const char *hint) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_BOX, "%s", message);
    lob_error_text(&ctx->error, "argument", LOB_STR("box"));
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    lob_hint(ctx, "%s", hint);
    return status;
}

/* By more than what the writing of a number can be off. */
static bool is_off(double um, int64_t units, double dbu) {
    return fabs(um / dbu - (double)units) > 1e-6 * (1 + fabs((double)units) * 1e-9);
}

lob_status lob_call_box(lob_call *call, const lob_query_box *box, lob_box64 *w, bool *is_off_grid) {
    lob_ctx *ctx = call->ctx;
    const double dbu = lob_layout_dbu(call->session->layout);
    if (!lob_um_to_dbu(box->left, dbu, &w->left) || !lob_um_to_dbu(box->bottom, dbu, &w->bottom) ||
        !lob_um_to_dbu(box->right, dbu, &w->right) || !lob_um_to_dbu(box->top, dbu, &w->top)) {
        return refuse_box(ctx, "range", "A side of the box lies outside the coordinate range",
                          "Sides are micrometres; list_cells and list_layers give the boxes of what there is.");
    }
    if (!(box->left < box->right) || !(box->bottom < box->top)) {
        return refuse_box(ctx, "no_area", "The box has no area",
                          "left must be below right and bottom below top, in micrometres.");
    }
    if (w->left == w->right || w->bottom == w->top) {
        return refuse_box(ctx, "below_dbu", "The box is smaller than the database grid",
                          "Sides are taken to the nearest database unit (dbu micrometres); make the box larger.");
    }
    *is_off_grid = is_off(box->left, w->left, dbu) || is_off(box->bottom, w->bottom, dbu) ||
                   is_off(box->right, w->right, dbu) || is_off(box->top, w->top, dbu);
    return LOB_OK;
}

/* ---- layers ---- */

static uint64_t distance(uint32_t a, uint32_t b) {
    return a > b ? a - b : b - a;
}

/* By layer number first, then by datatype. */
static bool is_nearer(const lob_layer *a, const lob_layer *b, const lob_layer_filter *to) {
    uint64_t da = distance(a->layer, (uint32_t)to->layer), db = distance(b->layer, (uint32_t)to->layer);
    return da < db ||
           (da == db && distance(a->datatype, (uint32_t)to->datatype) < distance(b->datatype, (uint32_t)to->datatype));
}

static void suggest_layers(const lob_layout *layout, const lob_layer_filter *filter, lob_error *error) {
    const lob_layer *best[LOB_CANDIDATE_COUNT_MAX + 1];
    unsigned found = 0;
    for (uint32_t i = 0; i < lob_layout_layer_count(layout); i++) {
        const lob_layer *layer = lob_layout_layer(layout, i);
        unsigned at = found;
        for (; at > 0 && is_nearer(layer, best[at - 1], filter); at--) {
            best[at] = best[at - 1];
        }
        best[at] = layer;
        found += found < LOB_CANDIDATE_COUNT_MAX;
    }
    for (unsigned i = 0; i < found; i++) {
        char text[LAYER_TEXT_SIZE];
        int size = snprintf(text, sizeof text, "%u/%u", best[i]->layer, best[i]->datatype);
        lob_error_candidate(error, (lob_str){text, (size_t)size});
    }
}

static lob_status refuse_layer(lob_call *call, const lob_layer_filter *filter) {
    lob_ctx *ctx = call->ctx;
    lob_status status = lob_fail(ctx, LOB_E_INVALID_LAYER, "The layout has no such layer");
    lob_error_integer(&ctx->error, "layer", filter->layer);
    lob_error_integer(&ctx->error, "datatype", filter->datatype);
    suggest_layers(call->session->layout, filter, &ctx->error);
    lob_hint(ctx, "Take a layer/datatype of details.candidates, or call list_layers.");
    return status;
}

lob_status lob_call_layers(lob_call *call, const lob_layer_filter *filters, size_t count, lob_layer_list *list) {
    const lob_layout *layout = call->session->layout;
    const uint32_t layers = lob_layout_layer_count(layout);
    bool *is_asked = LOB_NEW_ARRAY(call->ctx->arena, bool, layers);
    *list = (lob_layer_list){.items = LOB_NEW_ARRAY(call->ctx->arena, lob_layer_index, layers)};
    if (!is_asked || !list->items) {
        return lob_fail_memory(call->ctx);
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t found = lob_layout_find_layer(layout, (uint32_t)filters[i].layer, (uint32_t)filters[i].datatype);
        if (found == LOB_NONE) {
            return refuse_layer(call, &filters[i]);
        }
        is_asked[found] = true;
    }
    for (uint32_t i = 0; i < layers; i++) {
        if (is_asked[i]) {
            list->items[list->count++] = i;
        }
    }
    return LOB_OK;
}

/* ---- notes ---- */

lob_status lob_note(lob_ctx *ctx, lob_notes *notes, const char *format, ...) {
    char text[NOTE_SIZE];
    va_list args;
    va_start(args, format);
    int size = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    size = size < NOTE_SIZE ? size : NOTE_SIZE - 1;
    const char *copy = lob_arena_strdup(ctx->arena, text, (size_t)size);
    if (!copy) {
        return lob_fail_memory(ctx);
    }
    if (notes->count < LOB_NOTES_MAX) {
        notes->items[notes->count++] = (lob_str){copy, (size_t)size};
    }
    return LOB_OK;
}
