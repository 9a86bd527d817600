/* An image of very many figures that lie over each other: their areas summed up exactly, less what samples find to be
 * counted twice. All figures of the cell lie on the image, so the hierarchy is gone down without a window or a tree,
 * each figure is met once, and none is kept.
 */
#include <string.h>

#include "base/alloc.h"
#include "render/cover_impl.h"

enum { SETTLED_STEPS = 16384 };

typedef struct place {
    lob_cell_index cell;
    lob_trans trans;
} place;

typedef struct flat {
    lob_ctx *ctx;
    const lob_cover *c; /* others may read it at the same time */
    lob_uniter *u;
    lob_steps *budget;
    uint64_t work, told; /* steps, and those of them that the budget knows of */
    lob_layer_index layer;
    const lob_grid *grid;
    place *stack;
    uint32_t count, capacity;
    bool is_done;
} flat;

/* What all who share a budget have spent is looked at now and then, and at the end: whether it is too much depends on
 * their sum alone. */
static lob_status settle(flat *f) {
    const uint64_t more = f->work - f->told;
    f->told = f->work;
    return atomic_fetch_add(&f->budget->spent, more) + more > f->budget->room ? lob_cover_refuse(f->ctx, f->c)
                                                                              : lob_poll(f->ctx);
}

static lob_status charge(flat *f, uint64_t more) {
    f->work += more;
    return f->work - f->told >= SETTLED_STEPS ? settle(f) : LOB_OK;
}

static lob_status push(flat *f, lob_cell_index cell, const lob_trans *trans) {
    if (f->count == f->capacity) {
        const uint32_t more = f->capacity * 2 + 64;
        place *stack = lob_realloc(f->stack, (size_t)more * sizeof *stack);
        if (!stack) {
            return lob_fail_memory(f->ctx);
        }
        f->stack = stack;
        f->capacity = more;
    }
    f->stack[f->count++] = (place){cell, *trans};
    return LOB_OK;
}

static void box_add(flat *f, const lob_trans *t, lob_box64 box) {
    const lob_box64 b = lob_trans_box(t, box);
    const lob_pixel p = lob_grid_at(f->grid, (double)b.left, (double)b.top);
    const lob_pixel q = lob_grid_at(f->grid, (double)b.right, (double)b.bottom);
    if (p.x >= 0 && p.y >= 0 && q.x <= (uint32_t)p.x + 1.0 && q.y <= (uint32_t)p.y + 1.0) {
        lob_sums_point(&f->u->sums, p.x, p.y, (q.x - p.x) * (q.y - p.y));
    } else {
        lob_sums_rectangle(&f->u->sums, p.x, p.y, q.x, q.y);
    }
    lob_samples_box(&f->u->samples, p.x, p.y, q.x, q.y);
    f->is_done = lob_samples_is_worth(&f->u->samples);
}

/* A figure, displaced by `at` in its cell. */
static lob_status figure_add(flat *f, const lob_shapes *shapes, lob_kind kind, uint32_t index, lob_point64 at,
                             const lob_trans *t) {
    if (kind == LOB_KIND_BOX && t->is_orthogonal) {
        const lob_box b = shapes->boxes[index];
        box_add(f, t, (lob_box64){b.left + at.x, b.bottom + at.y, b.right + at.x, b.top + at.y});
        return LOB_OK;
    }
    lob_ring *ring = &f->u->ring;
    LOB_TRY(lob_ring_make(f->ctx, f->c->layout, shapes, kind, index, at, t, f->grid, ring));
    lob_sums_ring(&f->u->sums, ring->points, ring->count);
    LOB_TRY(lob_samples_ring(f->ctx, &f->u->samples, ring->points, ring->count, &f->is_done));
    return charge(f, ring->count / 16);
}

static lob_status kind_add(flat *f, const lob_shapes *shapes, lob_kind kind, const lob_trans *t) {
    for (uint32_t i = 0; i < shapes->count[kind] && f->is_done; i++) {
        const uint32_t index = lob_shape_rep_index(shapes, kind, i);
        const lob_rep *rep = index == LOB_NONE ? NULL : lob_layout_rep(f->c->layout, index);
        const uint64_t members = rep ? lob_rep_count(rep) : 1;
        for (uint64_t k = 0; k < members && f->is_done; k++) {
            const lob_point64 at = rep ? lob_rep_at(rep, k) : (lob_point64){0, 0};
            LOB_TRY(charge(f, 1));
            LOB_TRY(figure_add(f, shapes, kind, i, at, t));
        }
    }
    return LOB_OK;
}

static lob_status inst_push(flat *f, const lob_inst *inst, const lob_trans *t) {
    uint64_t count;
    lob_cover_box(f->c, inst->child, f->layer, &count);
    if (count == 0) {
        return LOB_OK;
    }
    const lob_trans own = lob_inst_trans(f->c->layout, inst);
    const lob_rep *rep = inst->rep == LOB_NONE ? NULL : lob_layout_rep(f->c->layout, inst->rep);
    const uint64_t members = rep ? lob_rep_count(rep) : 1;
    for (uint64_t k = 0; k < members; k++) {
        const lob_trans moved = rep ? lob_trans_moved(&own, lob_rep_at(rep, k)) : own;
        const lob_trans placed = lob_trans_compose(t, &moved);
        LOB_TRY(charge(f, 1));
        LOB_TRY(push(f, inst->child, &placed));
    }
    return LOB_OK;
}

/* The first of the cell's shapes that are on the layer or beyond. */
static uint32_t shapes_from(const lob_cell *cell, lob_layer_index layer) {
    uint32_t low = 0, high = cell->shapes_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (cell->shapes[middle].layer < layer) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static lob_status cell_add(flat *f, lob_cell_index index, const lob_trans *t) {
    const lob_cell *cell = lob_layout_cell(f->c->layout, index);
    const uint32_t own = shapes_from(cell, f->layer);
    for (uint32_t i = own; i < cell->shapes_count && cell->shapes[i].layer == f->layer; i++) {
        for (int kind = 0; kind < LOB_KIND_TEXT; kind++) {
            LOB_TRY(kind_add(f, &cell->shapes[i], (lob_kind)kind, t));
        }
    }
    for (uint32_t i = 0; i < cell->inst_count; i++) {
        LOB_TRY(inst_push(f, &cell->insts[i], t));
    }
    return LOB_OK;
}

static lob_status walk(flat *f, lob_cell_index cell) {
    const lob_trans identity = lob_trans_identity();
    LOB_TRY(push(f, cell, &identity));
    while (f->count > 0 && f->is_done) {
        const place at = f->stack[--f->count];
        LOB_TRY(cell_add(f, at.cell, &at.trans));
    }
    return LOB_OK;
}

static void write(lob_uniter *u, lob_image *image) {
    for (uint32_t y = 0; y < image->height; y++) {
        uint16_t *row = image->values + (size_t)y * image->width;
        lob_samples_take_off(&u->samples, y, &u->sums);
        image->blocks[y] = lob_sums_row(&u->sums, y, row);
        for (uint32_t x = 0; x < image->width; x++) { /* what is there is never 0 */
            if (row[x] == 0 && lob_samples_excess(&u->samples, x, y) > 0) {
                row[x] = 1;
                image->blocks[y] |= lob_block_count(image->block_bits, x, x + 1);
            }
        }
    }
}

lob_status lob_image_unite(lob_ctx *ctx, const lob_cover *c, lob_uniter *u, lob_steps *budget, const lob_grid *grid,
                           lob_image *image, bool *is_done) {
    flat f = {.ctx = ctx, .c = c, .u = u, .budget = budget, .layer = image->layer, .grid = grid, .is_done = true};
    LOB_TRY(lob_sums_shape(ctx, &u->sums, image->width, image->height));
    LOB_TRY(lob_samples_shape(ctx, &u->samples, image->width, image->height));
    lob_status status = walk(&f, image->cell);
    lob_free(f.stack);
    status = status == LOB_OK ? settle(&f) : status;
    *is_done = f.is_done;
    if (status == LOB_OK && *is_done) {
        write(u, image);
    }
    return status;
}

void lob_uniter_release(lob_uniter *u) {
    lob_sums_release(&u->sums);
    lob_samples_release(&u->samples);
    lob_ring_release(&u->ring);
}
