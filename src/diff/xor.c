/* See xor.h. */
#include "diff/xor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/num.h"
#include "diff/flat.h"
#include "diff/group.h"
#include "diff/sliver.h"
#include "diff/xor_impl.h"
#include "geom/region.h"

enum { RATIO_MAX = 10000 };

/* ---- grids and layers ---- */

bool lob_diff_grid_make(double dbu_a, double dbu_b, lob_diff_grid *grid) {
    const bool is_a_smaller = dbu_a <= dbu_b;
    const double ratio = is_a_smaller ? dbu_b / dbu_a : dbu_a / dbu_b; /* >= 1 */
    for (int64_t n = 1; n <= RATIO_MAX && ratio * (double)n <= RATIO_MAX + 0.5; n++) {
        const double m = round(ratio * (double)n);
        if (fabs(ratio * (double)n - m) <= 1e-9 * m) {
            const int64_t common = lob_i64_divisor((int64_t)m, n), large = (int64_t)m / common, small = n / common;
            grid->scale[0] = is_a_smaller ? small : large;
            grid->scale[1] = is_a_smaller ? large : small;
            grid->dbu = dbu_a / (double)grid->scale[0];
            return true;
        }
    }
    return false;
}

static int by_number(const void *a, const void *b) {
    const lob_diff_layer *x = a, *y = b;
    return x->layer != y->layer ? (x->layer > y->layer) - (x->layer < y->layer)
                                : (x->datatype > y->datatype) - (x->datatype < y->datatype);
}

lob_status lob_diff_layers(lob_ctx *ctx, const lob_layout *const layouts[2], lob_diff_layer **layers, uint32_t *count) {
    const size_t room = (size_t)lob_layout_layer_count(layouts[0]) + lob_layout_layer_count(layouts[1]);
    lob_diff_layer *all = LOB_NEW_ARRAY(ctx->arena, lob_diff_layer, room + 1);
    size_t filled = 0;
    if (!all) {
        return lob_fail_memory(ctx);
    }
    for (int k = 0; k < 2; k++) {
        for (uint32_t i = 0; i < lob_layout_layer_count(layouts[k]); i++) {
            const lob_layer *layer = lob_layout_layer(layouts[k], i);
            all[filled++] = (lob_diff_layer){layer->layer, layer->datatype};
        }
    }
    qsort(all, filled, sizeof *all, by_number);
    *count = 0;
    for (size_t i = 0; i < filled; i++) {
        if (i == 0 || by_number(&all[i], &all[i - 1]) != 0) {
            all[(*count)++] = all[i];
        }
    }
    *layers = all;
    return LOB_OK;
}

/* ---- a layer ---- */

static int by_place(const void *arg, const void *a, const void *b) {
    const lob_xor_item *x = a, *y = b;
    (void)arg;
    if (x->layer != y->layer) {
        return x->layer < y->layer ? -1 : 1;
    }
    int order = lob_box64_order(&x->box, &y->box);
    return order ? order : (x->digest > y->digest) - (x->digest < y->digest);
}

/* Each patch is looked for from the top. Of very many in chains of cells, those that lie near each other become one. */
static lob_status join_deep(xor_run *run, lob_box64 *boxes, size_t *count) {
    enum { STEPS_MOST = 1 << 20, LEVELS_MIN = 64 };
    uint64_t levels = 0;
    for (int k = 0; k < 2; k++) {
        const uint64_t height = lob_layout_cell(run->sides[k].layout, run->sides[k].top)->height;
        levels = height > levels ? height : levels;
    }
    for (int64_t reach = 8; levels >= LEVELS_MIN && *count > STEPS_MOST / levels && reach < LOB_COORD_MAX; reach *= 8) {
        LOB_TRY(lob_boxes_group(run->ctx, boxes, count, reach));
    }
    return LOB_OK;
}

/* The boxes of what differs, joined where they touch. Edges that are rounded reach half a unit further. Takes what is
 * in `flat`. */
static lob_status make_patches(xor_run *run, lob_flat *flat, lob_box64 **boxes, size_t *count) {
    *count = flat->count[0] + flat->count[1];
    *boxes = flat->boxes[0] ? lob_realloc(flat->boxes[0], *count * sizeof **boxes + 1)
                            : lob_malloc(*count * sizeof **boxes + 1);
    if (!*boxes) {
        return lob_fail_memory(run->ctx);
    }
    flat->boxes[0] = NULL;
    if (flat->count[1] > 0) {
        memcpy(*boxes + flat->count[0], flat->boxes[1], flat->count[1] * sizeof **boxes);
    }
    lob_flat_release(flat);
    LOB_TRY(lob_boxes_group(run->ctx, *boxes, count, 1));
    return join_deep(run, *boxes, count);
}

static lob_status do_patches(xor_run *run, lob_flat *flat) {
    lob_box64 *boxes = NULL;
    size_t count;
    lob_status status = make_patches(run, flat, &boxes, &count);
    for (size_t i = 0; status == LOB_OK && i < count; i++) {
        status = lob_xor_patch(run, boxes[i]);
        if (status == LOB_OK && i % 64 == 63) {
            lob_progress(run->ctx, (double)run->layer + (double)i / (double)count, run->question->layer_count,
                         "Comparing geometry");
        }
    }
    lob_free(boxes);
    return status;
}

static lob_status do_layer(xor_run *run, uint32_t index, lob_xor_sum *sum) {
    const lob_diff_layer *layer = &run->question->layers[index];
    lob_side *const sides[2] = {&run->sides[0], &run->sides[1]};
    lob_flat flat;
    run->layer = index;
    run->area2[0] = run->area2[1] = 0;
    run->sum = (lob_xor_sum){.box = LOB_BOX64_EMPTY};
    for (int k = 0; k < 2; k++) {
        sides[k]->layer = lob_layout_find_layer(sides[k]->layout, layer->layer, layer->datatype);
    }
    LOB_TRY(lob_flat_differences(run->ctx, sides, run->sums, run->question->window, &flat));
    lob_status status = do_patches(run, &flat);
    lob_flat_release(&flat);
    run->sum.area[0] = lob_xor_area(run->area2[0]);
    run->sum.area[1] = lob_xor_area(run->area2[1]);
    *sum = run->sum;
    return status;
}

static lob_status do_layers(xor_run *run, lob_xor *result) {
    const lob_xor_question *q = run->question;
    lob_diff_key key;
    LOB_TRY(lob_diff_key_make(run->ctx, &key));
    for (int k = 0; k < 2; k++) {
        LOB_TRY(lob_side_start(run->ctx, &run->sides[k], q->layouts[k], q->cells[k], &key, q->grid.scale[k]));
        LOB_TRY(lob_side_list(&run->sides[k]));
    }
    for (uint32_t i = 0; i < q->layer_count; i++) {
        LOB_TRY(lob_poll(run->ctx));
        lob_progress(run->ctx, i, q->layer_count, "Comparing geometry");
        LOB_TRY(do_layer(run, i, &result->layers[i]));
        result->count += result->layers[i].count;
    }
    return LOB_OK;
}

/* fine: halved until openings of these cells stay in range. */
static lob_status in_range(lob_ctx *ctx, const lob_xor_question *q, int64_t *fine) {
    *fine = LOB_FINE_MAX;
    for (int k = 0; k < 2; k++) {
        const lob_box64 b = lob_layout_cell(q->layouts[k], q->cells[k])->box;
        const int64_t max = LOB_REGION_COORD_MAX / q->grid.scale[k] / 4;
        if (!lob_box64_is_empty(b) && (b.left < -max || b.bottom < -max || b.right > max || b.top > max)) {
            lob_status status = lob_fail(ctx, LOB_E_QUERY_TOO_LARGE,
                                         "A cell has coordinates that are too large to "
                                         "compare");
            lob_error_text(&ctx->error, "reason", LOB_STR("range"));
            lob_hint(ctx, "Compare cells below it, which are nearer to their origins.");
            return status;
        }
        while (!lob_box64_is_empty(b) && *fine > 2 &&
               (b.left < -max * 2 / *fine || b.bottom < -max * 2 / *fine || b.right > max * 2 / *fine ||
                b.top > max * 2 / *fine)) {
            *fine /= 2;
        }
    }
    return LOB_OK;
}

static lob_status run_all(xor_run *run, lob_xor *result) {
    lob_ctx **const parts[3] = {&run->work, &run->keep, &run->probe};
    for (int i = 0; i < 3; i++) {
        lob_ctx *part = LOB_NEW(run->ctx->arena, lob_ctx);
        LOB_TRY(part ? lob_ctx_child(run->ctx, part, 0) : lob_fail_memory(run->ctx));
        *parts[i] = part;
    }
    return do_layers(run, result);
}

lob_status lob_xor_make(lob_ctx *ctx, const lob_xor_question *question, lob_xor_each *each, void *who,
                        lob_xor *result) {
    xor_run *run = LOB_NEW(ctx->arena, xor_run);
    int64_t fine;
    LOB_TRY(in_range(ctx, question, &fine));
    *result = (lob_xor){.layers = LOB_NEW_ARRAY(ctx->arena, lob_xor_sum, question->layer_count + 1)};
    if (!run || !result->layers) {
        return lob_fail_memory(ctx);
    }
    *run = (xor_run){.ctx = ctx, .question = question, .fine = fine, .each = each, .who = who};
    run->work_left = LOB_LIMIT_DIFF_FIGURES;
    run->figures_max = question->figures_max ? question->figures_max : LOB_XOR_FIGURES_MAX;
    if (question->item_max > 0) {
        LOB_TRY(lob_smallest_init(ctx, &run->kept, sizeof(lob_xor_item), question->item_max, by_place, NULL));
    }
    lob_status status = run_all(run, result);
    lob_ctx *const parts[3] = {run->work, run->keep, run->probe};
    for (int i = 0; i < 3; i++) {
        if (parts[i]) {
            lob_ctx_drop(parts[i]);
        }
    }
    lob_side_release(&run->sides[0]);
    lob_side_release(&run->sides[1]);
    lob_alike_release(&run->alike);
    lob_free(run->sums[0]);
    lob_free(run->sums[1]);
    LOB_TRY(status);
    if (question->item_max > 0) {
        lob_smallest_sort(&run->kept);
        result->items = (lob_xor_item *)(void *)run->kept.items;
        result->item_count = (uint32_t)run->kept.count;
    }
    return LOB_OK;
}
