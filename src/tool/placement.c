/* See placement.h. */
#include "tool/placement.h"

#include <math.h>
#include <stdio.h>

enum { INDEX_TEXT_SIZE = 16, OFFSETS_SHOWN = 16 };

lob_transform lob_transform_show(const lob_layout *layout, const lob_inst *inst, const lob_trans *parent, double dbu) {
    lob_trans own = lob_inst_trans(layout, inst);
    lob_trans t = lob_trans_compose(parent, &own);
    lob_point_um um = lob_point_show_um(t.x, t.y, dbu);
    return (lob_transform){.x_um = um.x,
                           .y_um = um.y,
                           .x_dbu = t.x,
                           .y_dbu = t.y,
                           .rotation = t.angle_deg,
                           .mirror = (t.code & 4) != 0,
                           .magnification = t.mag};
}

/* Zeros for a and b where nothing is regular, as full answers have them. */
static lob_status show_steps(lob_call *call, lob_array_info *array, int64_t na, int64_t nb, const double um[4],
                             const int64_t dbu[4]) {
    lob_point_um *points = LOB_NEW_ARRAY(call->ctx->arena, lob_point_um, 2);
    lob_point_dbu *exact = LOB_NEW_ARRAY(call->ctx->arena, lob_point_dbu, 2);
    if (!points || !exact) {
        return lob_fail_memory(call->ctx);
    }
    array->has_na = array->has_nb = true;
    array->na = na;
    array->nb = nb;
    for (int i = 0; i < 2; i++) {
        points[i] = (lob_point_um){um[2 * i], um[2 * i + 1]};
        exact[i] = lob_point_show_dbu(dbu[2 * i], dbu[2 * i + 1]);
    }
    array->a_um = &points[0];
    array->b_um = &points[1];
    array->a_dbu = &exact[0];
    array->b_dbu = &exact[1];
    return LOB_OK;
}

static lob_status show_offsets(lob_call *call, const lob_rep *rep, const lob_trans *turn, lob_array_info *array) {
    const uint64_t count = rep->list_count < OFFSETS_SHOWN ? rep->list_count : OFFSETS_SHOWN;
    const double dbu = lob_layout_dbu(call->session->layout);
    lob_point_um *points = LOB_NEW_ARRAY(call->ctx->arena, lob_point_um, count);
    if (!points) {
        return lob_fail_memory(call->ctx);
    }
    for (uint64_t i = 0; i < count; i++) {
        const lob_point64 at = lob_trans_point(turn, lob_rep_at(rep, i));
        points[i] = lob_point_show_um(at.x, at.y, dbu);
    }
    array->has_irregular_count = array->has_offsets_um = true;
    array->irregular_count = rep->list_count;
    array->offsets_um.items = points;
    array->offsets_um.count = count;
    array->has_offsets_dropped = rep->list_count > count;
    array->offsets_dropped = (int64_t)(rep->list_count - count);
    return LOB_OK;
}

lob_status lob_array_show(lob_call *call, const lob_inst *inst, const lob_trans *parent, lob_array_info *array) {
    static const double no_um[4];
    static const int64_t no_dbu[4];
    const double dbu = lob_layout_dbu(call->session->layout);
    *array = (lob_array_info){.is_array = false};
    if (inst->rep == LOB_NONE) {
        return call->is_lean ? LOB_OK : show_steps(call, array, 1, 1, no_um, no_dbu);
    }
    const lob_rep *rep = lob_layout_rep(call->session->layout, inst->rep);
    const lob_trans turn = lob_trans_linear(parent);
    array->is_array = lob_rep_count(rep) > 1;
    if (rep->kind == LOB_REP_LIST) {
        LOB_TRY(show_offsets(call, rep, &turn, array));
        return call->is_lean ? LOB_OK : show_steps(call, array, rep->list_count, 1, no_um, no_dbu);
    }
    lob_point64 a = lob_trans_point(&turn, rep->a), b = lob_trans_point(&turn, rep->b);
    bool is_fraction = rep->kind == LOB_REP_FRACTION; /* a and b span the whole array */
    double by_a = is_fraction ? (double)rep->na : 1, by_b = is_fraction ? (double)rep->nb : 1;
    const double um[4] = {(double)a.x * dbu / by_a, (double)a.y * dbu / by_a, (double)b.x * dbu / by_b,
                          (double)b.y * dbu / by_b};
    const int64_t exact[4] = {llround((double)a.x / by_a), llround((double)a.y / by_a), llround((double)b.x / by_b),
                              llround((double)b.y / by_b)};
    return show_steps(call, array, lob_count_show(rep->na), lob_count_show(rep->nb), um, exact);
}

lob_status lob_placement_name(lob_ctx *ctx, lob_str cell, uint32_t index, lob_str *name) {
    char text[INDEX_TEXT_SIZE];
    size_t size = (size_t)snprintf(text, sizeof text, ":%u", index);
    char *out = lob_arena_alloc(ctx->arena, cell.size + size);
    if (!out) {
        return lob_fail_memory(ctx);
    }
    memcpy(out, cell.data, cell.size);
    memcpy(out + cell.size, text, size);
    *name = (lob_str){out, cell.size + size};
    return LOB_OK;
}
