/* See placement.h. */
#include "tool/placement.h"

#include <math.h>
#include <stdio.h>

enum { INDEX_TEXT_SIZE = 16 };

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

void lob_array_show(const lob_layout *layout, const lob_inst *inst, const lob_trans *parent, double dbu,
                    lob_array_info *array) {
    *array = (lob_array_info){.na = 1, .nb = 1};
    if (inst->rep == LOB_NONE) {
        return;
    }
    const lob_rep *rep = lob_layout_rep(layout, inst->rep);
    array->is_array = lob_rep_count(rep) > 1;
    if (rep->kind == LOB_REP_LIST) {
        array->na = array->irregular_count = rep->list_count;
        array->has_irregular_count = true;
        return;
    }
    array->na = lob_count_show(rep->na);
    array->nb = lob_count_show(rep->nb);
    lob_trans turn = lob_trans_linear(parent);
    lob_point64 a = lob_trans_point(&turn, rep->a), b = lob_trans_point(&turn, rep->b);
    bool is_fraction = rep->kind == LOB_REP_FRACTION; /* a and b span the whole array */
    double by_a = is_fraction ? (double)rep->na : 1, by_b = is_fraction ? (double)rep->nb : 1;
    array->a_um = (lob_point_um){.x = (double)a.x * dbu / by_a, .y = (double)a.y * dbu / by_a};
    array->b_um = (lob_point_um){.x = (double)b.x * dbu / by_b, .y = (double)b.y * dbu / by_b};
    array->a_dbu = lob_point_show_dbu(llround((double)a.x / by_a), llround((double)a.y / by_a));
    array->b_dbu = lob_point_show_dbu(llround((double)b.x / by_b), llround((double)b.y / by_b));
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
