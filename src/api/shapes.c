/* What lies in a view, and what is measured of it. Figures are made where they are asked for and live at the desk;
 * what only the work needs goes into a context of its own, so that measuring in a loop takes no memory. */
#include "api/api_impl.h"
#include "base/limits.h"
#include "measure/measure.h"
#include "query/area.h"

static lob_query query_of(const lob_doc *doc, const lob_seen *seen) {
    return (lob_query){.layout = doc->layout,
                       .cell = seen->cell,
                       .window = seen->has_box ? seen->box : LOB_WALK_EVERYTHING,
                       .layers = seen->layers,
                       .layer_count = seen->layer_count};
}

static lob_status find(lob_ctx *ctx, const lob_doc *doc, const lob_doc_view *view, lob_find what, size_t count_max,
                       lob_found_page *page, int *more) {
    lob_seen seen;
    lob_query_counts counts;
    LOB_TRY(lob_api_look(ctx, doc, view, &seen));
    const lob_query query = query_of(doc, &seen);
    LOB_TRY(lob_query_count(ctx, &query, &counts));
    LOB_TRY(lob_query_page(ctx, &query, &counts, what, NULL, count_max, page));
    const uint64_t all = what == LOB_FIND_SHAPES ? counts.shapes : counts.texts;
    *more = page->count < all;
    return LOB_OK;
}

/* ---- shapes and texts ---- */

static lob_status show_shape(lob_ctx *ctx, const lob_doc *doc, const lob_found *found, lob_doc_shape *shape) {
    static const char *const kinds[] = {
        [LOB_KIND_BOX] = "box", [LOB_KIND_PATH] = "path", [LOB_KIND_POLYGON] = "polygon"};
    lob_figure figure;
    LOB_TRY(lob_figure_make(ctx, doc->layout, found->shapes, found->kind, found->index, found->member, &found->trans,
                            &figure));
    *shape = (lob_doc_shape){.layer = found->shapes->layer,
                             .kind = kinds[found->kind],
                             .box = lob_doc_box_from(figure.box),
                             .ring = lob_doc_points_from(figure.ring),
                             .ring_count = figure.ring_count};
    return LOB_OK;
}

static lob_status find_shapes(lob_ctx *ctx, const lob_doc *doc, const lob_doc_view *view, size_t count_max,
                              lob_doc_shape **shapes, size_t *count, int *more) {
    lob_found_page page;
    LOB_TRY(find(ctx, doc, view, LOB_FIND_SHAPES, count_max, &page, more));
    *shapes = LOB_NEW_ARRAY(ctx->arena, lob_doc_shape, page.count);
    if (!*shapes) {
        return lob_fail_memory(ctx);
    }
    for (size_t i = 0; i < page.count; i++) {
        LOB_TRY(show_shape(ctx, doc, &page.items[i], &(*shapes)[i]));
    }
    *count = page.count;
    return LOB_OK;
}

int lob_doc_find_shapes(lob_desk *desk, const lob_doc *doc, const lob_doc_view *view, size_t count_max,
                        const lob_doc_shape **shapes, size_t *count, int *more) {
    lob_doc_shape *fresh;
    size_t fresh_count = 0;
    int fresh_more = 0;
    lob_status status = find_shapes(lob_api_begin(desk), doc, view, count_max, &fresh, &fresh_count, &fresh_more);
    if (status == LOB_OK) {
        *shapes = fresh;
        *count = fresh_count;
        *more = fresh_more;
    }
    return lob_api_end(status);
}

static lob_status find_texts(lob_ctx *ctx, const lob_doc *doc, const lob_doc_view *view, size_t count_max,
                             lob_doc_text **texts, size_t *count, int *more) {
    lob_found_page page;
    LOB_TRY(find(ctx, doc, view, LOB_FIND_TEXTS, count_max, &page, more));
    *texts = LOB_NEW_ARRAY(ctx->arena, lob_doc_text, page.count);
    if (!*texts) {
        return lob_fail_memory(ctx);
    }
    for (size_t i = 0; i < page.count; i++) {
        const lob_found *found = &page.items[i];
        const lob_str text = lob_layout_string(doc->layout, found->shapes->texts[found->index].string);
        (*texts)[i] = (lob_doc_text){found->shapes->layer, {found->box.left, found->box.bottom}, text.data, text.size};
    }
    *count = page.count;
    return LOB_OK;
}

int lob_doc_find_texts(lob_desk *desk, const lob_doc *doc, const lob_doc_view *view, size_t count_max,
                       const lob_doc_text **texts, size_t *count, int *more) {
    lob_doc_text *fresh;
    size_t fresh_count = 0;
    int fresh_more = 0;
    lob_status status = find_texts(lob_api_begin(desk), doc, view, count_max, &fresh, &fresh_count, &fresh_more);
    if (status == LOB_OK) {
        *texts = fresh;
        *count = fresh_count;
        *more = fresh_more;
    }
    return lob_api_end(status);
}

/* ---- measuring ---- */

static lob_figure figure_of(const lob_doc_shape *shape) {
    return (lob_figure){.kind = LOB_KIND_POLYGON,
                        .box = {shape->box.left, shape->box.bottom, shape->box.right, shape->box.top},
                        .ring = (const lob_point64 *)shape->ring,
                        .ring_count = shape->ring_count,
                        .is_exact = true,
                        .grid = 1};
}

int lob_doc_measure_gap(lob_desk *desk, const lob_doc_shape *first, const lob_doc_shape *second, lob_doc_gap *gap) {
    lob_ctx own, *ctx = lob_api_begin(desk);
    lob_measure m;
    lob_status status = lob_ctx_child(ctx, &own, LOB_LIMIT_REQUEST_MEMORY_SIZE);
    if (status == LOB_OK) {
        const lob_figure a = figure_of(first), b = figure_of(second);
        status = lob_measure_figures(&own, LOB_MEASURE_EDGE_GAP, &a, &b, &m);
        if (status == LOB_OK) {
            *gap = (lob_doc_gap){m.value,       m.is_whole,    m.is_overlapping, m.points[0].x,
                                 m.points[0].y, m.points[1].x, m.points[1].y};
        }
        lob_ctx_drop(&own);
        status = lob_ctx_join(ctx, &own, status);
    }
    return lob_api_end(status);
}

int lob_doc_measure_area(lob_desk *desk, const lob_doc_shape *shape, double *area) {
    lob_ctx own, *ctx = lob_api_begin(desk);
    lob_extent extent;
    lob_status status = lob_ctx_child(ctx, &own, LOB_LIMIT_REQUEST_MEMORY_SIZE);
    if (status == LOB_OK) {
        const lob_figure figure = figure_of(shape);
        status = lob_figure_extent(&own, &figure, &extent);
        *area = status == LOB_OK ? extent.area : *area;
        lob_ctx_drop(&own);
        status = lob_ctx_join(ctx, &own, status);
    }
    return lob_api_end(status);
}

static lob_status layer_areas(lob_ctx *ctx, const lob_doc *doc, const lob_doc_view *view, double *areas) {
    lob_seen seen;
    lob_query_counts counts;
    LOB_TRY(lob_api_look(ctx, doc, view, &seen));
    lob_query query = query_of(doc, &seen);
    if (!seen.has_box && !lob_box64_is_empty(seen.box)) { /* merging wants a window it can cut into tiles */
        query.window = (lob_box64){seen.box.left - 1, seen.box.bottom - 1, seen.box.right + 1, seen.box.top + 1};
    }
    LOB_TRY(lob_query_count(ctx, &query, &counts));
    return lob_query_areas(ctx, &query, &counts, areas, NULL);
}

int lob_doc_measure_layers(lob_desk *desk, const lob_doc *doc, const lob_doc_view *view, double *areas) {
    lob_ctx own, *ctx = lob_api_begin(desk);
    lob_status status = lob_ctx_child(ctx, &own, LOB_LIMIT_REQUEST_MEMORY_SIZE);
    if (status == LOB_OK) {
        status = layer_areas(&own, doc, view, areas);
        lob_ctx_drop(&own);
        status = lob_ctx_join(ctx, &own, status);
    }
    return lob_api_end(status);
}
