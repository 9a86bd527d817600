/* From an item's cell to the top cell.
 *
 * Angles are kept as degrees, so that quarter turns stay exact however many are put together. The walk only enters
 * cells from which the top is reached, so each of its ends is a frame. */
#include <math.h>
#include <string.h>

#include "io/lyrdb/lyrdb.h"

#define PI 3.14159265358979323846

static void turn(double angle, double *cosine, double *sine) {
    static const double quarters[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    double quarter = angle / 90;
    if (quarter == floor(quarter)) {
        *cosine = quarters[(int)quarter & 3][0];
        *sine = quarters[(int)quarter & 3][1];
    } else {
        *cosine = cos(angle * PI / 180);
        *sine = sin(angle * PI / 180);
    }
}

lob_um_point lob_um_apply(const lob_um_trans *trans, lob_um_point p) {
    double cosine, sine, y = trans->is_mirrored ? -p.y : p.y;
    turn(trans->angle, &cosine, &sine);
    return (lob_um_point){trans->x + trans->mag * (cosine * p.x - sine * y),
                          trans->y + trans->mag * (sine * p.x + cosine * y)};
}

lob_um_trans lob_um_compose(const lob_um_trans *a, const lob_um_trans *b) {
    lob_um_point at = lob_um_apply(a, (lob_um_point){b->x, b->y});
    double angle = fmod(a->is_mirrored ? a->angle - b->angle : a->angle + b->angle, 360);
    return (lob_um_trans){.is_mirrored = a->is_mirrored != b->is_mirrored,
                          .angle = angle < 0 ? angle + 360 : angle,
                          .mag = a->mag * b->mag,
                          .x = at.x,
                          .y = at.y};
}

/* ---- the way up ---- */
typedef struct step {
    uint32_t cell, next; /* next reference to take */
    lob_um_trans trans;  /* from the cell of the item to this one */
} step;

typedef struct climb {
    lob_ctx *ctx;
    const lob_rdb *rdb;
    uint32_t top;   /* LOB_RDB_NONE: every cell without references */
    uint8_t *marks; /* 0 not known, 1 being looked at, 2 leads to the top, 3 does not */
    step *stack;
    lob_um_trans *frames;
    uint32_t count, capacity, count_max;
    bool truncated;
} climb;

static bool is_top(const climb *c, uint32_t cell) {
    return c->top == LOB_RDB_NONE ? c->rdb->cells[cell].reference_count == 0 : cell == c->top;
}

static uint32_t find_top(const lob_rdb *rdb) {
    for (uint32_t i = 0; i < rdb->cell_count; i++) {
        if (rdb->cells[i].variant.size == 0 && lob_str_equal(rdb->cells[i].name, rdb->top_cell)) {
            return i;
        }
    }
    return LOB_RDB_NONE;
}

/* Marks the cells above `from`: 2 when they lead to the top. */
static void mark(climb *c, uint32_t from) {
    uint32_t depth = 0;
    c->stack[depth++] = (step){.cell = from};
    while (depth > 0) {
        step *at = &c->stack[depth - 1];
        const lob_rdb_cell *cell = &c->rdb->cells[at->cell];
        if (c->marks[at->cell] == 0) {
            c->marks[at->cell] = is_top(c, at->cell) ? 2 : 3;
        }
        if (is_top(c, at->cell) || at->next == cell->reference_count) {
            uint8_t mine = c->marks[at->cell];
            if (--depth > 0 && mine == 2) {
                c->marks[c->stack[depth - 1].cell] = 2;
            }
            continue;
        }
        uint32_t parent = cell->references[at->next++].parent;
        if (c->marks[parent] == 0) {
            c->stack[depth++] = (step){.cell = parent};
        } else if (c->marks[parent] == 2) {
            c->marks[at->cell] = 2;
        }
    }
}

static lob_status add_frame(climb *c, const lob_um_trans *trans) {
    if (c->count == c->count_max) {
        c->truncated = true;
        return LOB_OK;
    }
    if (c->count == c->capacity) {
        uint32_t wanted = c->capacity ? c->capacity * 2 : 4;
        lob_um_trans *grown = LOB_NEW_ARRAY(c->ctx->arena, lob_um_trans, wanted);
        if (!grown) {
            return lob_fail_memory(c->ctx);
        }
        if (c->count > 0) {
            memcpy(grown, c->frames, c->count * sizeof *grown);
        }
        c->frames = grown;
        c->capacity = wanted;
    }
    c->frames[c->count++] = *trans;
    return LOB_OK;
}

static lob_status walk(climb *c, uint32_t from) {
    uint32_t depth = 0;
    c->stack[depth++] = (step){.cell = from, .trans = {.mag = 1}};
    while (depth > 0 && !c->truncated) {
        step *at = &c->stack[depth - 1];
        const lob_rdb_cell *cell = &c->rdb->cells[at->cell];
        if (is_top(c, at->cell)) {
            LOB_TRY(add_frame(c, &at->trans));
            depth--;
        } else if (at->next == cell->reference_count) {
            depth--;
        } else {
            const lob_rdb_reference *reference = &cell->references[at->next++];
            if (c->marks[reference->parent] == 2) {
                c->stack[depth++] =
                    (step){.cell = reference->parent, .trans = lob_um_compose(&reference->trans, &at->trans)};
            }
        }
    }
    return LOB_OK;
}

lob_status lob_rdb_frames(lob_ctx *ctx, const lob_rdb *rdb, uint32_t cell, uint32_t count_max,
                          const lob_um_trans **frames, uint32_t *count, bool *truncated) {
    climb c = {.ctx = ctx, .rdb = rdb, .top = find_top(rdb), .count_max = count_max};
    c.marks = LOB_NEW_ARRAY(ctx->arena, uint8_t, rdb->cell_count);
    c.stack = LOB_NEW_ARRAY(ctx->arena, step, (size_t)rdb->cell_count + 1);
    if (!c.marks || !c.stack) {
        return lob_fail_memory(ctx);
    }
    mark(&c, cell);
    lob_status status = c.marks[cell] == 2 ? walk(&c, cell) : LOB_OK;
    *frames = c.frames;
    *count = c.count;
    *truncated = c.truncated;
    return status;
}

/* ---- boxes ---- */
static void join(lob_um_box *box, const lob_um_trans *trans, double x, double y) {
    lob_um_point p = {x, y};
    p = trans ? lob_um_apply(trans, p) : p;
    *box = (lob_um_box){fmin(box->left, p.x), fmin(box->bottom, p.y), fmax(box->right, p.x), fmax(box->top, p.y)};
}

lob_um_box lob_rdb_value_box(const lob_rdb_value *value, const lob_um_trans *trans) {
    lob_um_box box = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    if (value->kind == LOB_RDB_LABEL) {
        join(&box, trans, value->label->trans.x, value->label->trans.y);
    }
    for (uint32_t i = 0; i < value->point_count; i++) {
        lob_um_point p = value->points[i];
        if (value->kind == LOB_RDB_PATH) {
            const lob_rdb_path *path = value->path;
            double reach = fabs(path->width) / 2;
            reach = i == 0 ? fmax(reach, path->begin_ext) : reach;
            reach = i + 1 == value->point_count ? fmax(reach, path->end_ext) : reach;
            join(&box, trans, p.x - reach, p.y - reach);
            join(&box, trans, p.x - reach, p.y + reach);
            join(&box, trans, p.x + reach, p.y - reach);
            join(&box, trans, p.x + reach, p.y + reach);
        } else if (value->kind == LOB_RDB_BOX) {
            join(&box, trans, value->points[0].x, p.y);
            join(&box, trans, value->points[1].x, p.y);
        } else {
            join(&box, trans, p.x, p.y);
        }
    }
    return box;
}

bool lob_rdb_um_to_dbu(double um, double dbu_um, int64_t *dbu) {
    double scaled = round(um / dbu_um);
    if (!(fabs(scaled) <= 9007199254740992.0)) {
        return false;
    }
    *dbu = (int64_t)scaled;
    return true;
}
