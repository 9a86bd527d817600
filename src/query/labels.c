/* Which texts fit, their counts by text and layer, and pages of their places. See labels.h.
 *
 * Invariant: a group's count is the number of places that the walk over its texts gives, so a place has a number.
 */
#include "query/labels.h"

#include <string.h>

#include "base/limits.h"
#include "base/map.h"
#include "base/num.h"
#include "base/smallest.h"
#include "base/sort.h"
#include "query/find_impl.h"
#include "query/labels_impl.h"

enum { POLL_EVERY = 4096 };

typedef struct tally {
    lob_ctx *ctx;
    lob_labels *labels;
    lob_census census;
    uint8_t *fits;       /* by string, found out when first met */
    lob_id_map group_of; /* string and layer */
    uint32_t group_capacity;
    uint64_t seen;
} tally;

/* ---- what fits ---- */

static uint64_t members_of(const lob_layout *layout, const lob_text *text) {
    return text->rep == LOB_NONE ? 1 : lob_rep_count(lob_layout_rep(layout, text->rep));
}

static uint8_t fits_of(tally *t, uint32_t string) {
    const lob_label_ask *ask = &t->labels->ask;
    uint8_t *known = &t->fits[string];
    if (*known == LOB_LABEL_UNKNOWN) {
        const lob_str text = lob_layout_string(ask->layout, string);
        *known = lob_glob_matches(ask->pattern, text, ask->ignore_case)            ? LOB_LABEL_FITS
                 : !ask->ignore_case && lob_glob_matches(ask->pattern, text, true) ? LOB_LABEL_FITS_ANY_CASE
                                                                                   : LOB_LABEL_FITS_NOT;
    }
    return *known;
}

/* ---- groups ---- */

static uint64_t key_of(uint32_t string, lob_layer_index layer) {
    return (uint64_t)string << 32 | layer;
}

static lob_status grow_groups(tally *t) {
    lob_labels *labels = t->labels;
    if (labels->group_count < t->group_capacity) {
        return LOB_OK;
    }
    const uint32_t capacity = t->group_capacity ? 2 * t->group_capacity : 16;
    lob_label_row *more = LOB_NEW_ARRAY(t->ctx->arena, lob_label_row, capacity);
    if (!more) {
        return lob_fail_memory(t->ctx);
    }
    if (labels->group_count > 0) {
        memcpy(more, labels->groups, labels->group_count * sizeof *more);
    }
    labels->groups = more;
    t->group_capacity = capacity;
    return LOB_OK;
}

static lob_status add_to_group(tally *t, uint32_t string, lob_layer_index layer, uint64_t count) {
    lob_labels *labels = t->labels;
    uint32_t index;
    LOB_TRY(grow_groups(t));
    if (!lob_id_map_add(&t->group_of, key_of(string, layer), labels->group_count, &index)) {
        return lob_fail_memory(t->ctx);
    }
    if (index == labels->group_count) {
        labels->groups[labels->group_count++] = (lob_label_row){.string = string, .layer = layer};
    }
    labels->groups[index].count = lob_u64_add_sat(labels->groups[index].count, count);
    return LOB_OK;
}

static int order_groups(const void *a, const void *b, void *arg) {
    const lob_label_row *x = a, *y = b;
    const lob_layout *layout = ((const lob_labels *)arg)->ask.layout;
    int order = x->string == y->string
                    ? 0
                    : lob_str_compare(lob_layout_string(layout, x->string), lob_layout_string(layout, y->string));
    order = order ? order : lob_order(x->layer, y->layer);
    return order;
}

static lob_status finish_groups(lob_ctx *ctx, lob_labels *labels) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < labels->group_count; i++) {
        if (labels->groups[i].count > 0) {
            labels->groups[kept++] = labels->groups[i];
        }
    }
    labels->group_count = kept;
    LOB_TRY(lob_sort(ctx, labels->groups, kept, sizeof *labels->groups, order_groups, labels));
    for (uint32_t i = 0; i < kept; i++) {
        labels->total = lob_u64_add_sat(labels->total, labels->groups[i].count);
        labels->text_count += i == 0 || labels->groups[i].string != labels->groups[i - 1].string;
    }
    return LOB_OK;
}

/* ---- counting ---- */

static lob_status take_text(tally *t, const lob_text *text, lob_layer_index layer, uint64_t times) {
    lob_labels *labels = t->labels;
    const uint64_t members = members_of(labels->ask.layout, text), count = lob_u64_mul_sat(times, members);
    const uint8_t fits = fits_of(t, text->string);
    LOB_TRY(t->seen++ % POLL_EVERY == 0 ? lob_poll(t->ctx) : LOB_OK);
    if (times == 0) {
        labels->elsewhere = lob_u64_add_sat(labels->elsewhere, fits == LOB_LABEL_FITS ? members : 0);
        return LOB_OK;
    }
    labels->below = lob_u64_add_sat(labels->below, count);
    if (fits != LOB_LABEL_FITS) {
        labels->off_case = lob_u64_add_sat(labels->off_case, fits == LOB_LABEL_FITS_ANY_CASE ? count : 0);
        return LOB_OK;
    }
    if (!lob_label_is_asked(&labels->ask, layer)) {
        labels->off_layers = lob_u64_add_sat(labels->off_layers, count);
        return LOB_OK;
    }
    labels->fitting = lob_u64_add_sat(labels->fitting, count);
    return add_to_group(t, text->string, layer, labels->ask.window ? 0 : count);
}

static bool is_root(const lob_label_ask *ask, lob_cell_index cell) {
    for (uint32_t i = 0; i < ask->root_count; i++) {
        if (ask->roots[i] == cell) {
            return true;
        }
    }
    return false;
}

static lob_status take_texts(tally *t) {
    const lob_label_ask *ask = &t->labels->ask;
    const uint32_t count = lob_layout_cell_count(ask->layout);
    for (uint32_t c = 0; c < count; c++) {
        const lob_cell *cell = lob_layout_cell(ask->layout, c);
        /* A root has no parent below the roots: its own place is the only one. */
        const uint64_t times = !t->census.is_below[c] ? 0 : t->census.placed[c] ? t->census.placed[c] : is_root(ask, c);
        LOB_TRY(c % POLL_EVERY == 0 ? lob_poll(t->ctx) : LOB_OK);
        for (uint32_t s = 0; s < cell->shapes_count; s++) {
            const lob_shapes *shapes = &cell->shapes[s];
            for (uint32_t i = 0; i < shapes->count[LOB_KIND_TEXT]; i++) {
                LOB_TRY(take_text(t, &shapes->texts[i], shapes->layer, times));
            }
        }
    }
    return LOB_OK;
}

/* ---- sums ---- */

static lob_label_sum sum_own(const lob_label_aim *aim, const lob_cell *cell) {
    const lob_layout *layout = aim->labels->ask.layout;
    lob_label_sum sum = {.box = LOB_BOX64_EMPTY};
    for (uint32_t s = 0; s < cell->shapes_count; s++) {
        const lob_shapes *shapes = &cell->shapes[s];
        if (aim->group && aim->group->layer != shapes->layer) {
            continue;
        }
        for (uint32_t i = 0; i < shapes->count[LOB_KIND_TEXT]; i++) {
            const lob_text *text = &shapes->texts[i];
            if (!lob_label_is_aimed(aim, shapes->layer, text->string)) {
                continue;
            }
            const lob_box64 by =
                text->rep == LOB_NONE ? (lob_box64){0, 0, 0, 0} : lob_rep_extent(lob_layout_rep(layout, text->rep));
            const int64_t x = text->at.x, y = text->at.y;
            sum.count = lob_u64_add_sat(sum.count, members_of(layout, text));
            sum.box = lob_box64_join(sum.box, (lob_box64){x + by.left, y + by.bottom, x + by.right, y + by.top});
        }
    }
    return sum;
}

static lob_status sum_aim(lob_ctx *ctx, const lob_label_aim *aim, lob_label_sum *sums) {
    const lob_layout *layout = aim->labels->ask.layout;
    for (uint32_t c = 0; c < lob_layout_cell_count(layout); c++) {
        LOB_TRY(c % POLL_EVERY == 0 ? lob_poll(ctx) : LOB_OK);
        sums[c] = sum_own(aim, lob_layout_cell(layout, c));
    }
    return lob_label_sums_up(ctx, aim->labels, sums);
}

/* ---- counting in a window ---- */

/* Cells that lie inside as a whole, `times` by cell, hand that down and count their own texts so often. */
static lob_status take_whole(tally *t, const lob_label_aim *aim, uint64_t *times) {
    const lob_layout *layout = aim->labels->ask.layout;
    for (uint32_t rank = lob_layout_cell_count(layout); rank > 0;) {
        const lob_cell_index c = lob_layout_cells_bottom_up(layout)[--rank];
        const lob_cell *cell = lob_layout_cell(layout, c);
        LOB_TRY(rank % POLL_EVERY == 0 ? lob_poll(t->ctx) : LOB_OK);
        for (uint32_t i = 0; times[c] > 0 && i < cell->inst_count; i++) {
            const lob_inst *inst = &cell->insts[i];
            const uint64_t members = inst->rep == LOB_NONE ? 1 : lob_rep_count(lob_layout_rep(layout, inst->rep));
            times[inst->child] = lob_u64_add_sat(times[inst->child], lob_u64_mul_sat(times[c], members));
        }
        for (uint32_t s = 0; times[c] > 0 && s < cell->shapes_count; s++) {
            const lob_shapes *shapes = &cell->shapes[s];
            for (uint32_t i = 0; i < shapes->count[LOB_KIND_TEXT]; i++) {
                const lob_text *text = &shapes->texts[i];
                if (lob_label_is_aimed(aim, shapes->layer, text->string)) {
                    LOB_TRY(add_to_group(t, text->string, shapes->layer,
                                         lob_u64_mul_sat(times[c], members_of(layout, text))));
                }
            }
        }
    }
    return LOB_OK;
}

static lob_status count_root(tally *t, const lob_label_aim *aim, const lob_label_sum *sums, lob_cell_index root,
                             uint64_t *work_left, uint64_t *times) {
    const lob_layout *layout = aim->labels->ask.layout;
    lob_label_walk *walk;
    LOB_TRY(lob_label_walk_open(t->ctx, aim, sums, root, NULL, work_left, &walk));
    for (;;) {
        lob_label_find find;
        bool is_done;
        LOB_TRY(lob_label_walk_next(walk, &find, &is_done));
        if (is_done) {
            return LOB_OK;
        }
        if (find.is_whole) {
            times[find.cell] = lob_u64_add_sat(times[find.cell], find.times);
            continue;
        }
        const lob_shapes *shapes = &lob_layout_cell(layout, find.cell)->shapes[find.shapes];
        LOB_TRY(add_to_group(t, shapes->texts[find.text].string, shapes->layer, find.times));
    }
}

static lob_status count_window(tally *t) {
    lob_labels *labels = t->labels;
    const uint32_t count = lob_layout_cell_count(labels->ask.layout);
    const lob_label_aim aim = {.labels = labels, .fits = t->fits};
    lob_label_sum *sums = LOB_NEW_ARRAY(t->ctx->arena, lob_label_sum, count);
    uint64_t *times = LOB_NEW_ARRAY(t->ctx->arena, uint64_t, count);
    uint64_t work_left = LOB_LIMIT_FIND_LABELS_WORK;
    if (!sums || !times) {
        return lob_fail_memory(t->ctx);
    }
    LOB_TRY(sum_aim(t->ctx, &aim, sums));
    labels->box = LOB_BOX64_EMPTY;
    for (uint32_t i = 0; i < labels->ask.root_count; i++) {
        labels->box = lob_box64_join(labels->box, sums[labels->ask.roots[i]].box);
        LOB_TRY(count_root(t, &aim, sums, labels->ask.roots[i], &work_left, times));
    }
    return take_whole(t, &aim, times);
}

static lob_status count(tally *t) {
    lob_labels *labels = t->labels;
    const lob_label_ask *ask = &labels->ask;
    LOB_TRY(lob_query_census(t->ctx, ask->layout, ask->roots, ask->root_count, &t->census));
    t->fits = LOB_NEW_ARRAY(t->ctx->arena, uint8_t, lob_layout_string_count(ask->layout));
    if (!t->fits) {
        return lob_fail_memory(t->ctx);
    }
    LOB_TRY(lob_finder_new(t->ctx, ask->layout, &t->census, &labels->finder));
    LOB_TRY(take_texts(t));
    LOB_TRY(ask->window && labels->fitting > 0 ? count_window(t) : LOB_OK);
    return finish_groups(t->ctx, labels);
}

lob_status lob_query_labels(lob_ctx *ctx, const lob_label_ask *ask, lob_labels *labels) {
    tally t = {.ctx = ctx, .labels = labels};
    *labels = (lob_labels){.ask = *ask};
    lob_id_map_init(&t.group_of);
    const lob_status status = count(&t);
    lob_id_map_release(&t.group_of);
    return status;
}

/* ---- places ---- */

static lob_status keep(lob_ctx *ctx, const lob_label_find *find, lob_cell_index root, uint32_t group,
                       lob_label_spot *spot) {
    lob_step *path = LOB_NEW_ARRAY(ctx->arena, lob_step, find->depth);
    if (!path) {
        return lob_fail_memory(ctx);
    }
    if (find->depth > 0) {
        memcpy(path, find->path, find->depth * sizeof *path);
    }
    *spot = (lob_label_spot){.group = group,
                             .root = root,
                             .leaf = find->cell,
                             .path = path,
                             .depth = find->depth,
                             .shapes = find->shapes,
                             .text = find->text,
                             .member = find->member,
                             .at = find->at};
    return LOB_OK;
}

typedef struct taker {
    lob_ctx *ctx;
    const lob_labels *labels;
    lob_label_sum *sums;
    uint64_t skip, work_left;
    size_t count_max, count;
    lob_label_spot *spots;
} taker;

static lob_status take_places(taker *t, uint32_t group) {
    const lob_label_aim aim = {.labels = t->labels, .group = &t->labels->groups[group]};
    LOB_TRY(sum_aim(t->ctx, &aim, t->sums));
    for (uint32_t i = 0; i < t->labels->ask.root_count && t->count < t->count_max; i++) {
        const lob_cell_index root = t->labels->ask.roots[i];
        lob_label_walk *walk;
        LOB_TRY(lob_label_walk_open(t->ctx, &aim, t->sums, root, &t->skip, &t->work_left, &walk));
        while (t->count < t->count_max) {
            lob_label_find find;
            bool is_done;
            LOB_TRY(lob_label_walk_next(walk, &find, &is_done));
            if (is_done) {
                break;
            }
            LOB_TRY(keep(t->ctx, &find, root, group, &t->spots[t->count++]));
        }
    }
    return LOB_OK;
}

lob_status lob_query_label_places(lob_ctx *ctx, const lob_labels *labels, uint64_t first, size_t count_max,
                                  lob_label_spot *spots, size_t *count) {
    taker t = {.ctx = ctx,
               .labels = labels,
               .skip = first,
               .work_left = LOB_LIMIT_FIND_LABELS_WORK,
               .count_max = count_max,
               .spots = spots};
    t.sums = LOB_NEW_ARRAY(ctx->arena, lob_label_sum, lob_layout_cell_count(labels->ask.layout));
    if (!t.sums) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t g = 0; g < labels->group_count && t.count < count_max; g++) {
        if (t.skip >= labels->groups[g].count) {
            t.skip -= labels->groups[g].count;
        } else {
            LOB_TRY(take_places(&t, g));
        }
    }
    *count = t.count;
    return LOB_OK;
}
