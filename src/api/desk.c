/* The desk: an arena of results and the story of the last error, for one thread of a program. Invariant: each call
 * begins without an error and ends with one exactly when it failed. */
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "api/api_impl.h"
#include "base/alloc.h"

int lob_api_version(void) {
    return LOB_API;
}

lob_desk *lob_desk_new(void) {
    lob_desk *desk = lob_calloc(1, sizeof *desk);
    if (!desk) {
        return NULL;
    }
    desk->arena = lob_arena_new(0);
    if (!desk->arena) {
        lob_free(desk);
        return NULL;
    }
    lob_ctx_init(&desk->ctx, desk->arena);
    desk->ctx.cancel = &desk->cancel;
    return desk;
}

void lob_desk_drop(lob_desk *desk) {
    if (desk) {
        lob_arena_drop(desk->arena);
        lob_free(desk);
    }
}

void lob_desk_clear(lob_desk *desk) {
    lob_arena_reset(desk->arena);
    lob_error_clear(&desk->ctx.error);
    atomic_store(&desk->cancel.requested, false);
}

void lob_desk_cancel(lob_desk *desk) {
    atomic_store(&desk->cancel.requested, true);
}

lob_ctx *lob_api_begin(lob_desk *desk) {
    lob_error_clear(&desk->ctx.error);
    return &desk->ctx;
}

int lob_api_end(lob_status status) {
    return status == LOB_OK ? 0 : -1;
}

const char *lob_desk_code(const lob_desk *desk) {
    return desk->ctx.error.code == LOB_E_CANCELLED ? "CANCELLED" : lob_status_name(desk->ctx.error.code);
}

const char *lob_desk_message(const lob_desk *desk) {
    return desk->ctx.error.message;
}

const char *lob_desk_hint(const lob_desk *desk) {
    const lob_error *error = &desk->ctx.error;
    return error->hint[0] != '\0' || error->code == LOB_OK ? error->hint : lob_status_recovery(error->code);
}

int lob_desk_detail_at(const lob_desk *desk, unsigned index, lob_desk_detail *detail) {
    if (index >= desk->ctx.error.detail_count) {
        return -1;
    }
    const lob_error_detail *from = &desk->ctx.error.details[index];
    *detail = (lob_desk_detail){from->key, from->is_text ? from->text.data : NULL, from->is_text ? from->text.size : 0,
                                from->is_text ? 0 : from->integer};
    return 0;
}

const char *lob_api_text(lob_desk *desk, lob_str text) {
    return lob_arena_strdup(desk->arena, text.data ? text.data : "", text.size);
}

lob_status lob_api_path(lob_desk *desk, const char *path, const char **absolute) {
    char folder[PATH_MAX];
    lob_ctx *ctx = &desk->ctx;
    if (path[0] == '/' || path[0] == '\0' || !getcwd(folder, sizeof folder)) {
        *absolute = path;
        return LOB_OK;
    }
    const size_t before = strlen(folder), size = strlen(path);
    char *joined = lob_arena_alloc(desk->arena, before + size + 2);
    if (!joined) {
        return lob_fail_memory(ctx);
    }
    memcpy(joined, folder, before);
    joined[before] = '/';
    memcpy(joined + before + 1, path, size + 1);
    *absolute = joined;
    return LOB_OK;
}

/* ---- views ---- */

static lob_status refuse_cell(lob_ctx *ctx) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "The doc has no cell of this index");
    lob_hint(ctx, "Take an index below cell_count, or that of lob_doc_top_at() or lob_doc_find_cell().");
    return status;
}

static lob_status refuse_box(lob_ctx *ctx) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_BOX, "The box has no area, or reaches beyond +-(2^53 - 1)");
    lob_hint(ctx, "Give left < right and bottom < top in database units, or no box for the whole cell.");
    return status;
}

static lob_status refuse_layer(lob_ctx *ctx, uint32_t index) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_LAYER, "The doc has no layer of this index");
    lob_error_integer(&ctx->error, "layer_index", index);
    lob_hint(ctx, "Take an index below layer_count, or that of lob_doc_find_layer().");
    return status;
}

static int by_index(const void *a, const void *b) {
    const lob_layer_index x = *(const lob_layer_index *)a, y = *(const lob_layer_index *)b;
    return x < y ? -1 : x > y;
}

static lob_status take_layers(lob_ctx *ctx, const lob_doc *doc, const lob_doc_view *view, lob_seen *seen) {
    lob_layer_index *layers = LOB_NEW_ARRAY(ctx->arena, lob_layer_index, view->layer_count);
    if (!layers) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < view->layer_count; i++) {
        if (view->layers[i] >= lob_layout_layer_count(doc->layout)) {
            return refuse_layer(ctx, view->layers[i]);
        }
        layers[i] = view->layers[i];
    }
    qsort(layers, view->layer_count, sizeof *layers, by_index);
    for (uint32_t i = 0; i < view->layer_count; i++) {
        if (i == 0 || layers[i] != layers[i - 1]) {
            layers[seen->layer_count++] = layers[i];
        }
    }
    seen->layers = layers;
    return LOB_OK;
}

lob_status lob_api_look(lob_ctx *ctx, const lob_doc *doc, const lob_doc_view *view, lob_seen *seen) {
    *seen = (lob_seen){.cell = view->cell};
    if (view->cell >= lob_layout_cell_count(doc->layout)) {
        return refuse_cell(ctx);
    }
    seen->box = lob_layout_cell(doc->layout, view->cell)->box;
    if (view->box) {
        const lob_doc_box b = *view->box;
        if (b.left >= b.right || b.bottom >= b.top || b.left < -LOB_COORD_MAX || b.bottom < -LOB_COORD_MAX ||
            b.right > LOB_COORD_MAX || b.top > LOB_COORD_MAX) {
            return refuse_box(ctx);
        }
        seen->has_box = true;
        seen->box = (lob_box64){b.left, b.bottom, b.right, b.top};
    }
    return view->layers ? take_layers(ctx, doc, view, seen) : LOB_OK;
}
