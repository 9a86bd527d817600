/* Texts as values: where they stand, how they are turned, what they say. They have no area, so operations on shapes do
 * not take them; marks make shapes of them. */
#include "script/texts.h"

#include "base/list.h"
#include "base/sort.h"
#include "db/figure.h"

enum { TEXTS_MAX = 20000000 };

typedef struct gathering {
    lob_ctx *ctx;
    const lob_layout *layout;
    lob_value_text *items;
    uint32_t count, room;
} gathering;

/* First the inner, then the outer: a turn by quarters behind a mirror at the x axis. */
static uint8_t turned(uint8_t outer, uint8_t inner) {
    const unsigned turn = outer & 4 ? (unsigned)outer - inner : (unsigned)outer + inner;
    return (uint8_t)((turn & 3) | ((outer ^ inner) & 4));
}

static lob_status add(gathering *g, lob_value_text text) {
    if (g->count == TEXTS_MAX) {
        return lob_script_refuse(g->ctx, "a layer of more than 20 million texts");
    }
    LOB_TRY(LOB_LIST_ROOM(g->ctx, g->ctx->arena, g->items, g->count, g->room));
    g->items[g->count++] = text;
    return LOB_OK;
}

static lob_status gather(gathering *g, lob_walk *walk, lob_ctx *own) {
    const lob_hit *hit;
    for (;;) {
        lob_figure figure;
        LOB_TRY(lob_walk_next(walk, &hit));
        if (!hit) {
            return LOB_OK;
        }
        if (!hit->trans->is_orthogonal) {
            return lob_script_refuse(g->ctx, "texts of cells that are placed off the axes");
        }
        lob_arena_reset(own->arena);
        LOB_TRY(lob_ctx_join(
            g->ctx, own,
            lob_figure_make(own, g->layout, hit->shapes, hit->kind, hit->index, hit->member, hit->trans, &figure)));
        const lob_text *text = &hit->shapes->texts[hit->index];
        LOB_TRY(add(g, (lob_value_text){figure.ring[0], turned(hit->trans->code, text->code),
                                        lob_layout_string(g->layout, text->string)}));
    }
}

static int by_layer(const void *a, const void *b, void *unused) {
    (void)unused;
    const lob_layer_index x = *(const lob_layer_index *)a, y = *(const lob_layer_index *)b;
    return (x > y) - (x < y);
}

lob_status lob_op_labels(lob_ctx *ctx, const lob_labels_ask *ask, lob_value *result) {
    gathering g = {.ctx = ctx, .layout = ask->layout};
    lob_layer_index *sorted = lob_arena_alloc(ctx->arena, ((size_t)ask->layer_count + 1) * sizeof *sorted);
    uint32_t count = 0;
    lob_walk *walk;
    lob_ctx own;
    if (!sorted) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < ask->layer_count; i++) {
        if (ask->layers[i] != LOB_NONE) {
            sorted[count++] = ask->layers[i];
        }
    }
    if (count == 0) {
        return LOB_OK;
    }
    LOB_TRY(lob_sort(ctx, sorted, count, sizeof *sorted, by_layer, NULL));
    const lob_walk_options options = {.window = LOB_WALK_EVERYTHING,
                                      .what = LOB_WALK_TEXTS,
                                      .layers = sorted,
                                      .layer_count = count,
                                      .depth_max = ask->depth_max,
                                      .work_max = UINT64_MAX,
                                      .skips_paths = true};
    LOB_TRY(lob_walk_open(ctx, ask->layout, ask->cell, &options, &walk));
    LOB_TRY(lob_ctx_child(ctx, &own, 0));
    const lob_status status = gather(&g, walk, &own);
    lob_ctx_drop(&own);
    return status == LOB_OK ? lob_value_put_texts(ctx, result, g.items, g.count) : status;
}

/* ---- by what they say ---- */

/* The last star takes more when what follows it does not fit. */
bool lob_script_pattern_fits(lob_str pattern, lob_str text) {
    size_t p = 0, t = 0, star = SIZE_MAX, from = 0;
    while (t < text.size) {
        if (p < pattern.size && pattern.data[p] == '*') {
            star = p++;
            from = t;
        } else if (p < pattern.size && (pattern.data[p] == '?' || pattern.data[p] == text.data[t])) {
            p++;
            t++;
        } else if (star != SIZE_MAX) {
            p = star + 1;
            t = ++from;
        } else {
            return false;
        }
    }
    while (p < pattern.size && pattern.data[p] == '*') {
        p++;
    }
    return p == pattern.size;
}

bool lob_script_pattern_has_more(lob_str pattern) {
    for (size_t i = 0; i < pattern.size; i++) {
        if (pattern.data[i] == '[' || pattern.data[i] == '{' || pattern.data[i] == '\\' || pattern.data[i] == '(') {
            return true;
        }
    }
    return false;
}

lob_status lob_op_texts(lob_ctx *ctx, const lob_value *a, lob_str pattern, bool is_glob, bool is_inverse,
                        lob_value *result) {
    lob_value_text *kept = lob_arena_alloc(ctx->arena, ((size_t)a->count + 1) * sizeof *kept);
    uint32_t count = 0;
    if (!kept) {
        return lob_fail_memory(ctx);
    }
    if (is_glob && lob_script_pattern_has_more(pattern)) {
        return lob_script_refuse(ctx, "a pattern of texts with more than * and ?");
    }
    for (uint32_t i = 0; i < a->count; i++) {
        const bool fits =
            is_glob ? lob_script_pattern_fits(pattern, a->texts[i].text) : lob_str_equal(pattern, a->texts[i].text);
        if (fits != is_inverse) {
            kept[count++] = a->texts[i];
        }
    }
    return lob_value_put_texts(ctx, result, kept, count);
}

lob_status lob_op_text_marks(lob_ctx *ctx, const lob_value *a, int64_t dx, int64_t dy, lob_value *result) {
    lob_edge64 *dots = lob_arena_alloc(ctx->arena, ((size_t)a->count + 1) * sizeof *dots);
    lob_polygon_list list = {0};
    if (!dots) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < a->count; i++) {
        const lob_point64 p = a->texts[i].at;
        const lob_point64 ring[4] = {
            {p.x - dx, p.y - dy}, {p.x + dx, p.y - dy}, {p.x + dx, p.y + dy}, {p.x - dx, p.y + dy}};
        dots[i] = (lob_edge64){p, p};
        LOB_TRY(result->kind == LOB_VALUE_REGION && dx > 0 && dy > 0 ? lob_polygon_list_add(ctx, &list, ring, 4, false)
                                                                     : LOB_OK);
    }
    const lob_polygons boxes = lob_polygon_list_view(&list);
    result->is_merged = true; /* dots stay */
    return result->kind == LOB_VALUE_EDGES ? lob_value_put_edges(ctx, result, dots, a->count)
                                           : lob_value_put_raw(ctx, result, &boxes);
}
