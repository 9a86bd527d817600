/* See regular.h. Places that are turned alike are looked at together, and again without the set that was found. */
#include "tool/regular.h"

#include "geom/ranks.h"
#include "tool/common.h"

typedef struct sorter {
    lob_ctx *ctx;
    const lob_cell_spot *spots;
    size_t count;
    double dbu;
    bool *is_done; /* in a set, or looked at in vain */
    bool *is_in_set;
    lob_point64 *points; /* of one look, with the numbers of their spots */
    size_t *numbers;
    bool *is_on;
    lob_regular *out;
} sorter;

static bool is_alike(const lob_trans *a, const lob_trans *b) {
    const bool same_turn = a->is_orthogonal ? a->code == b->code : (a->code & 4) == (b->code & 4);
    return a->is_orthogonal == b->is_orthogonal && same_turn && a->angle_deg == b->angle_deg && a->mag == b->mag;
}

static lob_regular_set set_of(const sorter *s, const lob_ranks *grid, const lob_trans *t) {
    lob_regular_set set = {.rotation = t->angle_deg,
                           .mirror = (t->code & 4) != 0,
                           .magnification = t->mag,
                           .origin_um = lob_point_show_um(grid->origin.x, grid->origin.y, s->dbu),
                           .columns = (int64_t)grid->column_count,
                           .rows = (int64_t)grid->row_count,
                           .column_pitch_um = lob_point_show_um(grid->column.x, grid->column.y, s->dbu),
                           .row_pitch_um = lob_point_show_um(grid->row.x, grid->row.y, s->dbu),
                           .place_count = (int64_t)grid->fit_count,
                           .hole_count = (int64_t)(grid->column_count * grid->row_count - grid->fit_count)};
    return set;
}

/* The spots alike the first, without those that are in a set. */
static size_t gather(const sorter *s, size_t first) {
    size_t count = 0;
    for (size_t i = first; i < s->count; i++) {
        const lob_trans *t = &s->spots[i].trans;
        if (!s->is_done[i] && is_alike(&s->spots[first].trans, t)) {
            s->points[count] = (lob_point64){t->x, t->y};
            s->numbers[count++] = i;
        }
    }
    return count;
}

static lob_status look(const sorter *s, size_t first) {
    lob_ranks grid;
    const size_t count = gather(s, first);
    LOB_TRY(lob_ranks_find(s->ctx, s->points, count, &grid, s->is_on));
    if (grid.fit_count > 0) {
        s->out->sets[s->out->set_count++] = set_of(s, &grid, &s->spots[first].trans);
    }
    for (size_t i = 0; i < count; i++) {
        s->is_in_set[s->numbers[i]] = s->is_on[i];
        s->is_done[s->numbers[i]] = s->is_on[i] || grid.fit_count == 0;
    }
    return LOB_OK;
}

static void show_others(const sorter *s) {
    for (size_t i = 0; i < s->count; i++) {
        if (!s->is_in_set[i] && s->out->other_count++ < LOB_IRREGULAR_SHOWN) {
            const lob_trans *t = &s->spots[i].trans;
            s->out->others[s->out->others_shown++] = lob_point_show_um(t->x, t->y, s->dbu);
        }
    }
}

lob_status lob_regular_show(lob_ctx *ctx, const lob_cell_spot *spots, size_t count, double dbu, lob_regular *regular) {
    *regular = (lob_regular){.sets = LOB_NEW_ARRAY(ctx->arena, lob_regular_set, LOB_REGULAR_SETS_MAX),
                             .others = LOB_NEW_ARRAY(ctx->arena, lob_point_um, LOB_IRREGULAR_SHOWN)};
    const sorter s = {.ctx = ctx,
                      .spots = spots,
                      .count = count,
                      .dbu = dbu,
                      .is_done = LOB_NEW_ARRAY(ctx->arena, bool, count),
                      .is_in_set = LOB_NEW_ARRAY(ctx->arena, bool, count),
                      .points = LOB_NEW_ARRAY(ctx->arena, lob_point64, count),
                      .numbers = LOB_NEW_ARRAY(ctx->arena, size_t, count),
                      .is_on = LOB_NEW_ARRAY(ctx->arena, bool, count),
                      .out = regular};
    if (!regular->sets || !regular->others || !s.is_done || !s.is_in_set || !s.points || !s.numbers || !s.is_on) {
        return lob_fail_memory(ctx);
    }
    for (size_t i = 0; i < count && regular->set_count < LOB_REGULAR_SETS_MAX;) {
        if (s.is_done[i]) {
            i++;
        } else {
            LOB_TRY(look(&s, i));
        }
    }
    show_others(&s);
    return LOB_OK;
}
