/* Whether a layer of a cell is light: little of its own and few placements before images of children are reached, and
 * nothing that is seen to overlap. Then a picture is the sum of its parts (descend.c). */
#include <string.h>

#include "base/alloc.h"
#include "base/num.h"
#include "render/cover_impl.h"

enum { LIGHT_COUNT = 20000, LIGHT_CELLS = 64 };

/* What drawing a cell's children costs: one a member with an image, its figures of one without. Cells that are too
 * large for an image go to the list. */
static bool count_insts(const lob_cover *c, const lob_cell *cell, lob_layer_index layer, const lob_grid *grid,
                        lob_cell_index *list, uint32_t *listed, uint64_t *cost) {
    for (uint32_t i = 0; i < cell->inst_count && *cost <= LIGHT_COUNT; i++) {
        const lob_inst *inst = &cell->insts[i];
        uint64_t count;
        lob_box64 box = lob_cover_box(c, inst->child, layer, &count);
        if (count == 0 || lob_box64_is_empty(box)) {
            continue;
        }
        uint64_t members = inst->rep == LOB_NONE ? 1 : lob_rep_count(lob_layout_rep(c->layout, inst->rep));
        double side = lob_most((double)(box.right - box.left) * grid->sx, (double)(box.top - box.bottom) * grid->sy);
        bool is_small = side <= lob_least(grid->width, grid->height) / 2.0;
        *cost = lob_u64_add_sat(*cost, count < LOB_COVER_FEW ? lob_u64_mul_sat(members, count) : members);
        if (count >= LOB_COVER_FEW && (!is_small || inst->cplx != LOB_NONE)) {
            if (*listed == LIGHT_CELLS || inst->cplx != LOB_NONE) {
                return false;
            }
            list[(*listed)++] = inst->child;
        }
    }
    return *cost <= LIGHT_COUNT;
}

static lob_status look(lob_ctx *ctx, lob_cover *c, lob_cell_index cell, lob_layer_index layer, const lob_grid *grid,
                       bool *is_light) {
    lob_cell_index list[LIGHT_CELLS] = {cell};
    uint32_t listed = 1;
    uint64_t cost = 0;
    *is_light = false;
    for (uint32_t i = 0; i < listed; i++) {
        const lob_cell *at = lob_layout_cell(c->layout, list[i]);
        for (uint32_t k = 0; k < at->shapes_count; k++) {
            for (int kind = 0; at->shapes[k].layer == layer && kind < LOB_KIND_TEXT; kind++) {
                cost += at->shapes[k].count[kind];
            }
        }
        if (cost > LIGHT_COUNT || !count_insts(c, at, layer, grid, list, &listed, &cost)) {
            return LOB_OK;
        }
        uint64_t count;
        bool overlap = false;
        lob_cover_box(c, list[i], layer, &count);
        if (count <= LOB_COVER_UNION_COUNT) {
            LOB_TRY(lob_cover_overlaps(ctx, c, list[i], layer, &overlap));
        }
        if (overlap) {
            return LOB_OK; /* an image is its union */
        }
    }
    *is_light = true;
    return LOB_OK;
}

/* Windows of one size and scale, as tiles are, have the same answer. */
lob_status lob_cover_is_light(lob_ctx *ctx, lob_cover *c, lob_cell_index cell, lob_layer_index layer,
                              const lob_grid *grid, bool *is_light) {
    enum { UNKNOWN, HEAVY, LIGHT };
    const uint32_t layer_count = lob_layout_layer_count(c->layout);
    const lob_grid *old = &c->light_grid;
    if (!c->lights) {
        c->lights = lob_calloc(layer_count + 1, sizeof *c->lights);
        c->light_cell = LOB_NONE;
        if (!c->lights) {
            return lob_fail_memory(ctx);
        }
    }
    if (c->light_cell != cell || old->sx != grid->sx || old->sy != grid->sy || old->width != grid->width ||
        old->height != grid->height) {
        memset(c->lights, UNKNOWN, layer_count * sizeof *c->lights);
        c->light_cell = cell;
        c->light_grid = *grid;
    }
    if (c->lights[layer] == UNKNOWN) {
        LOB_TRY(look(ctx, c, cell, layer, grid, is_light));
        c->lights[layer] = *is_light ? LIGHT : HEAVY;
    }
    *is_light = c->lights[layer] == LIGHT;
    return LOB_OK;
}
