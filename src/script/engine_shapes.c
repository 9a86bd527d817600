/* Operations that make one value of others. */
#include "script/engine_impl.h"

#include <stdlib.h>

#include "script/corners.h"
#include "script/density.h"
#include "script/expression.h"
#include "script/fetch.h"

static lob_status do_boolean(lob_script_call *c) {
    if (whole(c, 2) < LOB_REGION_OR || whole(c, 2) > LOB_REGION_XOR) {
        return lob_talk_fail(c->ctx);
    }
    RESULT(LOB_VALUE_REGION);
    return lob_script_finish(
        c, result, lob_op_boolean(c->ctx, value_at(c, 0), value_at(c, 1), (lob_region_op)whole(c, 2), result));
}

static lob_status do_join(lob_script_call *c) {
    if (value_at(c, 0)->kind != value_at(c, 1)->kind) {
        return lob_talk_fail(c->ctx);
    }
    RESULT(value_at(c, 0)->kind);
    return lob_script_finish(c, result, lob_op_join(c->ctx, value_at(c, 0), value_at(c, 1), result));
}

static lob_status do_in(lob_script_call *c) {
    const lob_value_kind kind = value_at(c, 0)->kind;
    if (kind != value_at(c, 1)->kind || kind == LOB_VALUE_PAIRS) {
        return lob_talk_fail(c->ctx);
    }
    RESULT(kind);
    return lob_script_finish(c, result, lob_op_in(c->ctx, value_at(c, 0), value_at(c, 1), whole(c, 2) != 0, result));
}

static lob_status do_merged(lob_script_call *c) {
    lob_value *a = value_at(c, 0);
    RESULT(a->kind);
    const bool is_region = a->kind == LOB_VALUE_REGION;
    return lob_script_finish(c, result,
                             is_region ? lob_op_merged(c->ctx, a, result) : lob_op_edges_merged(c->ctx, a, result));
}

/* region, how many polygons lie on each other at least */
static lob_status do_merged_least(lob_script_call *c) {
    RESULT(LOB_VALUE_REGION);
    return lob_script_finish(c, result, lob_op_merged_least(c->ctx, value_at(c, 0), whole(c, 1), result));
}

static lob_status do_odd(lob_script_call *c) {
    RESULT(LOB_VALUE_REGION);
    return lob_script_finish(c, result, lob_op_odd(c->ctx, value_at(c, 0), result));
}

static lob_status do_sized(lob_script_call *c) {
    LOB_TRY(lob_script_check_length(c, 1));
    LOB_TRY(lob_script_check_length(c, 2));
    if (whole(c, 3) < 0 || whole(c, 3) > 4) {
        return lob_talk_fail(c->ctx);
    }
    RESULT(LOB_VALUE_REGION);
    return lob_script_finish(c, result,
                             lob_op_sized(c->ctx, value_at(c, 0), whole(c, 1), whole(c, 2), (int)whole(c, 3), result));
}

/* value, kind, flags (1 inverse, 2 both edges), then low and high, or one */
static lob_status do_filter(lob_script_call *c) {
    if (whole(c, 1) < 0 || whole(c, 1) >= LOB_FILTER_KINDS) {
        return lob_talk_fail(c->ctx);
    }
    lob_filter filter = {
        .kind = (lob_filter_kind)whole(c, 1), .is_inverse = whole(c, 2) & 1, .is_both = whole(c, 2) & 2};
    filter.is_one = c->count == 4;
    filter.is_high_closed = filter.kind >= LOB_FILTER_AREA_RATIO && filter.kind <= LOB_FILTER_RELATIVE_HEIGHT;
    filter.has_low = c->count >= 4 && c->args[3].type != 'n';
    filter.has_high = c->count >= 5 && c->args[4].type != 'n';
    filter.low = filter.has_low ? c->args[3].number : 0;
    filter.high = filter.has_high ? c->args[4].number : 0;
    RESULT(value_at(c, 0)->kind);
    return lob_script_finish(c, result, lob_op_filter(c->ctx, value_at(c, 0), &filter, result));
}

static lob_status do_shape(lob_script_call *c) {
    LOB_TRY(lob_script_check_length(c, 2));
    LOB_TRY(lob_script_check_length(c, 3));
    RESULT(LOB_VALUE_REGION);
    return lob_script_finish(
        c, result, lob_op_shape(c->ctx, value_at(c, 0), (lob_shape_kind)whole(c, 1), whole(c, 2), whole(c, 3), result));
}

static lob_status do_edges(lob_script_call *c) {
    if (value_at(c, 0)->kind == LOB_VALUE_EDGES) {
        return lob_talk_fail(c->ctx);
    }
    RESULT(LOB_VALUE_EDGES);
    return lob_script_finish(c, result, lob_op_edges(c->ctx, value_at(c, 0), (lob_edges_kind)whole(c, 1), result));
}

static lob_status do_polygons(lob_script_call *c) {
    LOB_TRY(lob_script_check_length(c, 1));
    RESULT(LOB_VALUE_REGION);
    return lob_script_finish(c, result, lob_op_polygons(c->ctx, value_at(c, 0), whole(c, 1), result));
}

static lob_status do_ongrid(lob_script_call *c) {
    RESULT(LOB_VALUE_PAIRS);
    return lob_script_finish(c, result, lob_op_ongrid(c->ctx, value_at(c, 0), whole(c, 1), whole(c, 2), result));
}

/* region, grid in x and y */
static lob_status do_snapped(lob_script_call *c) {
    LOB_TRY(lob_script_check_length(c, 1));
    LOB_TRY(lob_script_check_length(c, 2));
    if (whole(c, 1) < 1 || whole(c, 2) < 1) {
        return lob_talk_fail(c->ctx);
    }
    RESULT(LOB_VALUE_REGION);
    return lob_script_finish(c, result, lob_op_snapped(c->ctx, value_at(c, 0), whole(c, 1), whole(c, 2), result));
}

/* a, b, kind, inverse, count_min, count_max (negative: any) */
static lob_status do_select(lob_script_call *c) {
    if (whole(c, 2) < 0 || whole(c, 2) >= LOB_SELECT_KINDS) {
        return lob_talk_fail(c->ctx);
    }
    const lob_select select = {.kind = (lob_select_kind)whole(c, 2),
                               .is_inverse = whole(c, 3) != 0,
                               .count_min = (uint64_t)whole(c, 4),
                               .count_max = whole(c, 5) < 0 ? UINT64_MAX : (uint64_t)whole(c, 5)};
    bool is_done;
    RESULT(LOB_VALUE_REGION);
    lob_status status = lob_op_select_nothing(c->ctx, value_at(c, 0), value_at(c, 1), &select, result, &is_done);
    if (status == LOB_OK && !is_done) {
        status = lob_op_select(c->ctx, value_at(c, 0), value_at(c, 1), &select, result);
    }
    return lob_script_finish(c, result, status);
}

/* a, b (a again: one layer), kind, scope, distance, metrics, projection_min, projection_max (negative: any), angle in
 * millionths of a degree, whole edges, transparent, negative, lob_opposite, sides of rectangles */
static lob_status do_check(lob_script_call *c) {
    LOB_TRY(lob_script_check_length(c, 4));
    lob_pairs_ask ask = {.kind = (lob_check_kind)whole(c, 2),
                         .scope = (lob_check_scope)whole(c, 3),
                         .rule = lob_check_rule_of((lob_check_kind)whole(c, 2), whole(c, 4)),
                         .is_transparent = whole(c, 10) != 0};
    if (whole(c, 2) < 0 || whole(c, 2) > LOB_CHECK_INSIDE || whole(c, 3) < 0 || whole(c, 3) > LOB_SCOPE_LAYERS ||
        whole(c, 5) < 0 || whole(c, 5) > LOB_METRICS_PROJECTION || llabs(whole(c, 6)) > INT32_MAX || whole(c, 12) < 0 ||
        whole(c, 12) > LOB_OPPOSITE_NOT || whole(c, 13) < 0 || whole(c, 13) >= 1 << 24) {
        return lob_talk_fail(c->ctx);
    }
    ask.is_negative = whole(c, 11) != 0;
    ask.opposite = (lob_opposite)whole(c, 12);
    ask.sides = (uint32_t)whole(c, 13);
    ask.rule.metrics = (lob_metrics)whole(c, 5);
    ask.rule.projection_min = whole(c, 6);
    ask.rule.projection_max = whole(c, 7) < 0 ? LOB_PROJECTION_MAX : whole(c, 7);
    ask.rule.ignore_angle = (double)whole(c, 8) / 1e6;
    ask.rule.whole_edges = whole(c, 9) != 0;
    if (ask.rule.ignore_angle <= 0 || ask.rule.ignore_angle > 180) {
        return lob_script_refuse(c->ctx, "an angle limit beyond 180 degrees");
    }
    lob_value *b = ask.scope == LOB_SCOPE_LAYERS ? value_at(c, 1) : NULL;
    const bool is_edges = value_at(c, 0)->kind == LOB_VALUE_EDGES;
    const bool has_more = ask.is_negative || ask.opposite != LOB_OPPOSITE_ANY || ask.sides != 0;
    if (value_at(c, 0)->kind != value_at(c, 1)->kind || value_at(c, 0)->kind == LOB_VALUE_PAIRS ||
        (is_edges && (has_more || ask.scope == LOB_SCOPE_WITHIN) && ask.kind != LOB_CHECK_WIDTH)) {
        return lob_talk_fail(c->ctx);
    }
    RESULT(LOB_VALUE_PAIRS);
    if (is_edges) {
        return lob_script_finish(c, result, lob_op_edges_check(c->ctx, value_at(c, 0), b, &ask.rule, result));
    }
    return lob_script_finish(c, result, lob_op_check(c->ctx, value_at(c, 0), b, &ask, result));
}

/* edges, region or edges, lob_cut_kind; AND, NOT and XOR (4) for edges */
static lob_status do_edges_cut(lob_script_call *c) {
    lob_value *b = value_at(c, 1);
    const int64_t kind = whole(c, 2);
    if (kind < 0 || kind > 4 || b->kind == LOB_VALUE_PAIRS ||
        (b->kind == LOB_VALUE_REGION ? kind > LOB_CUT_OUTSIDE : kind == LOB_CUT_INSIDE || kind == LOB_CUT_OUTSIDE)) {
        return lob_talk_fail(c->ctx);
    }
    RESULT(LOB_VALUE_EDGES);
    if (b->kind == LOB_VALUE_REGION) {
        return lob_script_finish(c, result, lob_op_edges_cut(c->ctx, value_at(c, 0), b, (lob_cut_kind)kind, result));
    }
    const lob_region_op op = kind == LOB_CUT_AND   ? LOB_REGION_AND
                             : kind == LOB_CUT_NOT ? LOB_REGION_NOT
                                                   : LOB_REGION_XOR;
    return lob_script_finish(c, result, lob_op_edges_boolean(c->ctx, value_at(c, 0), b, op, result));
}

static lob_status do_edges_crossings(lob_script_call *c) {
    RESULT(LOB_VALUE_EDGES);
    return lob_script_finish(c, result, lob_op_edges_crossings(c->ctx, value_at(c, 0), value_at(c, 1), result));
}

/* edges, region or edges, kind, inverse */
static lob_status do_edges_select(lob_script_call *c) {
    lob_value *a = value_at(c, 0), *b = value_at(c, 1);
    const lob_select select = {.kind = (lob_select_kind)whole(c, 2), .is_inverse = whole(c, 3) != 0};
    const bool is_known =
        whole(c, 2) == LOB_SELECT_INTERACTING || whole(c, 2) == LOB_SELECT_INSIDE || whole(c, 2) == LOB_SELECT_OUTSIDE;
    bool is_done;
    if (!is_known || b->kind == LOB_VALUE_PAIRS) {
        return lob_talk_fail(c->ctx);
    }
    RESULT(LOB_VALUE_EDGES);
    lob_status status = lob_op_select_nothing(c->ctx, a, b, &select, result, &is_done);
    if (status == LOB_OK && !is_done) {
        status = b->kind == LOB_VALUE_EDGES ? lob_op_edges_meet(c->ctx, a, b, select.kind, select.is_inverse, result)
                                            : lob_op_edges_select(c->ctx, a, b, select.kind, select.is_inverse, result);
    }
    return lob_script_finish(c, result, status);
}

/* region, edges, inverse, count_min, count_max (negative: any) */
static lob_status do_select_by_edges(lob_script_call *c) {
    const lob_select select = {.is_inverse = whole(c, 2) != 0,
                               .count_min = (uint64_t)whole(c, 3),
                               .count_max = whole(c, 4) < 0 ? UINT64_MAX : (uint64_t)whole(c, 4)};
    bool is_done;
    RESULT(LOB_VALUE_REGION);
    lob_status status = lob_op_select_nothing(c->ctx, value_at(c, 0), value_at(c, 1), &select, result, &is_done);
    if (status == LOB_OK && !is_done) {
        status = lob_op_select_by_edges(c->ctx, value_at(c, 0), value_at(c, 1), &select, result);
    }
    return lob_script_finish(c, result, status);
}

/* value, quarter turns, dx, dy */
static lob_status do_moved(lob_script_call *c) {
    if (whole(c, 1) < 0 || whole(c, 1) > 3) {
        return lob_talk_fail(c->ctx);
    }
    LOB_TRY(lob_script_check_length(c, 2));
    LOB_TRY(lob_script_check_length(c, 3));
    RESULT(value_at(c, 0)->kind);
    return lob_script_finish(c, result,
                             lob_op_moved(c->ctx, value_at(c, 0), (int)whole(c, 1), whole(c, 2), whole(c, 3), result));
}

/* edges, begin, end, out, in, whether those that follow each other are one line */
static lob_status do_extended(lob_script_call *c) {
    int64_t by[4];
    for (uint32_t i = 0; i < 4; i++) {
        LOB_TRY(lob_script_check_length(c, 1 + i));
        by[i] = whole(c, 1 + i);
    }
    RESULT(LOB_VALUE_REGION);
    return lob_script_finish(c, result,
                             whole(c, 5) ? lob_op_joined(c->ctx, value_at(c, 0), by, result)
                                         : lob_op_extended(c->ctx, value_at(c, 0), by, result));
}

/* edges, lob_segment_kind, length, then the fraction */
static lob_status do_segments(lob_script_call *c) {
    if (whole(c, 1) < 0 || whole(c, 1) > LOB_SEGMENT_CENTER || c->count != 4 || c->args[3].type != 'd') {
        return lob_talk_fail(c->ctx);
    }
    const double fraction = c->args[3].number;
    LOB_TRY(lob_script_check_length(c, 2));
    if (!(fraction >= -1000 && fraction <= 1000)) {
        return lob_script_refuse(c->ctx, "a fraction of edges beyond 1000");
    }
    RESULT(LOB_VALUE_EDGES);
    return lob_script_finish(
        c, result,
        lob_op_segments(c->ctx, value_at(c, 0), (lob_segment_kind)whole(c, 1), whole(c, 2), fraction, result));
}

/* region, lob_corners_kind, low, high: both count */
static lob_status do_corners(lob_script_call *c) {
    static const lob_value_kind kinds[LOB_CORNERS_KINDS] = {LOB_VALUE_EDGES, LOB_VALUE_REGION, LOB_VALUE_PAIRS};
    if (whole(c, 1) < 0 || whole(c, 1) >= LOB_CORNERS_KINDS) {
        return lob_talk_fail(c->ctx);
    }
    const lob_corners_kind kind = (lob_corners_kind)whole(c, 1);
    const lob_turns turns = {.low = c->args[2].number, .high = c->args[3].number};
    RESULT(kinds[kind]);
    return lob_script_finish(c, result, lob_op_corners(c->ctx, value_at(c, 0), kind, turns, 1, result));
}

/* region, low, high, inverse */
static lob_status do_inner_angles(lob_script_call *c) {
    RESULT(LOB_VALUE_PAIRS);
    return lob_script_finish(
        c, result,
        lob_op_inner_angles(c->ctx, value_at(c, 0), c->args[1].number, c->args[2].number, whole(c, 3) != 0, result));
}

/* region, is edge, four fractions, dx, dy */
static lob_status do_box_part(lob_script_call *c) {
    const lob_box_part part = {c->args[2].number, c->args[3].number, c->args[4].number,
                               c->args[5].number, whole(c, 6),       whole(c, 7)};
    LOB_TRY(lob_script_check_length(c, 6));
    LOB_TRY(lob_script_check_length(c, 7));
    RESULT(whole(c, 1) ? LOB_VALUE_EDGES : LOB_VALUE_REGION);
    return lob_script_finish(c, result, lob_op_box_part(c->ctx, value_at(c, 0), &part, result));
}

/* region, distance, keeps edges along the axes */
static lob_status do_smoothed(lob_script_call *c) {
    LOB_TRY(lob_script_check_length(c, 1));
    RESULT(LOB_VALUE_REGION);
    return lob_script_finish(c, result, lob_op_smoothed(c->ctx, value_at(c, 0), whole(c, 1), whole(c, 2) != 0, result));
}

/* region, inner radius, outer radius, points of a circle */
static lob_status do_rounded(lob_script_call *c) {
    LOB_TRY(lob_script_check_length(c, 1));
    LOB_TRY(lob_script_check_length(c, 2));
    LOB_TRY(lob_script_check_length(c, 3));
    RESULT(LOB_VALUE_REGION);
    return lob_script_finish(c, result,
                             lob_op_rounded(c->ctx, value_at(c, 0), (double)whole(c, 1), (double)whole(c, 2),
                                            whole(c, 3) > 0 ? (uint32_t)whole(c, 3) : 0, result));
}

/* region, then the steps as expression.h has them; the reply has the kind of the result as well */
static lob_status do_expression(lob_script_call *c) {
    lob_expression expression;
    LOB_TRY(
        lob_expression_read(c->ctx, c->args + 1, c->count - 1, c->engine->values, c->engine->value_count, &expression));
    RESULT(expression.steps[expression.count - 1].kind);
    return lob_script_finish(c, result, lob_op_expression(c->ctx, value_at(c, 0), &expression, result));
}

/* value, from which place on, whether as drawn */
static lob_status do_fetch(lob_script_call *c) {
    return whole(c, 1) < 0 ? lob_talk_fail(c->ctx)
                           : lob_op_fetch(c->ctx, value_at(c, 0), whole(c, 2) != 0, (uint64_t)whole(c, 1), c->out);
}

/* value, whether as drawn, places, which rise */
static lob_status do_pick(lob_script_call *c) {
    uint64_t *places = LOB_NEW_ARRAY(c->ctx->arena, uint64_t, c->count);
    const bool is_raw = whole(c, 1) != 0;
    if (!places) {
        return lob_fail_memory(c->ctx);
    }
    for (uint32_t i = 2; i < c->count; i++) {
        if (c->args[i].type != 'i' || whole(c, i) < 0 || (i > 2 && whole(c, i) <= whole(c, i - 1))) {
            return lob_talk_fail(c->ctx);
        }
        places[i - 2] = (uint64_t)whole(c, i);
    }
    RESULT(value_at(c, 0)->kind);
    return lob_script_finish(c, result, lob_op_pick(c->ctx, value_at(c, 0), is_raw, places, c->count - 2, result));
}

/* region, boundary and whether it is one, texts that stand beside both, size, step, whether there is an origin, it,
 * whether there is a count, it, low, high, inverse, whether what lies outside of the boundary is left out */
static lob_status do_density(lob_script_call *c) {
    const lob_tile_shares density = {.tiles = {.size = {whole(c, 4), whole(c, 5)},
                                               .step = {whole(c, 6), whole(c, 7)},
                                               .has_origin = whole(c, 8) != 0,
                                               .origin = {whole(c, 9), whole(c, 10)},
                                               .has_count = whole(c, 11) != 0,
                                               .count = {whole(c, 12), whole(c, 13)}},
                                     .low = c->args[14].number,
                                     .high = c->args[15].number,
                                     .is_inverse = whole(c, 16) != 0,
                                     .skips_outside = whole(c, 17) != 0,
                                     .boundary = whole(c, 2) ? value_at(c, 1) : NULL,
                                     .texts = value_at(c, 3)};
    for (uint32_t i = 4; i < 14; i++) {
        LOB_TRY(lob_script_check_length(c, i));
    }
    for (uint32_t i = 4; i < 8; i++) {
        if (whole(c, i) < 1) {
            return lob_talk_fail(c->ctx);
        }
    }
    RESULT(LOB_VALUE_REGION);
    return lob_script_finish(c, result, lob_op_density(c->ctx, value_at(c, 0), &density, result));
}

static lob_status do_sums(lob_script_call *c) {
    lob_value_sums sums;
    LOB_TRY(lob_op_sums(c->ctx, value_at(c, 0), &sums));
    lob_talk_put_integer(c->out, (int64_t)sums.count);
    lob_talk_put_number(c->out, sums.area2 / 2);
    lob_talk_put_number(c->out, sums.length);
    lob_script_put_box(c, sums.box);
    return LOB_OK;
}

const lob_script_row lob_script_shape_rows[] = {
    {"boolean", "RRi", do_boolean},
    {"box_part", "Riddddii", do_box_part},
    {"check", "VViiiiiiiiiiii", do_check},
    {"corners", "Ridd", do_corners},
    {"edges", "Vi", do_edges},
    {"edges_crossings", "EE", do_edges_crossings},
    {"edges_cut", "EVi", do_edges_cut},
    {"edges_select", "EVii", do_edges_select},
    {"expression", "R*", do_expression},
    {"extended", "Eiiiii", do_extended},
    {"fetch", "Vii", do_fetch},
    {"filter", "Vii*", do_filter},
    {"in", "VVi", do_in},
    {"inner_angles", "Rddi", do_inner_angles},
    {"join", "VV", do_join},
    {"merged", "V", do_merged},
    {"merged_least", "Ri", do_merged_least},
    {"moved", "Viii", do_moved},
    {"odd", "R", do_odd},
    {"ongrid", "Rii", do_ongrid},
    {"pick", "Vi*", do_pick},
    {"polygons", "Pi", do_polygons},
    {"rounded", "Riii", do_rounded},
    {"segments", "Eii*", do_segments},
    {"select", "RRiiii", do_select},
    {"select_by_edges", "REiii", do_select_by_edges},
    {"shape", "Viii", do_shape},
    {"sized", "Riii", do_sized},
    {"smoothed", "Rii", do_smoothed},
    {"snapped", "Rii", do_snapped},
    {"sums", "A", do_sums},
    {"with_density", "RRiTiiiiiiiiiiddii", do_density},
    {0},
};
