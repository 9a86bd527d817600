/* Checks of distances between the edges of values, by the rule engine. */
#include "script/order.h"
#include "script/owned.h"

/* With a filter, or what passes: pairs are looked at polygon by polygon. */
static lob_status check_owned(lob_ctx *ctx, lob_value *a, lob_value *b, const lob_pairs_ask *ask, lob_value *result) {
    lob_owned_pairs found;
    LOB_TRY(lob_owned_check(ctx, a, b, ask, &found));
    lob_edge_pair *pairs = LOB_NEW_ARRAY(ctx->arena, lob_edge_pair, (size_t)found.count + 1);
    if (!pairs) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < found.count; i++) {
        pairs[i] = found.items[i].pair;
    }
    return lob_value_put_pairs(ctx, result, pairs, found.count);
}

/* Pairs of one polygon have no order, but first_edges of them is asked for in decks, and KLayout's can be told. */
static lob_status put_ordered(lob_ctx *ctx, const lob_polygons *whole, int64_t distance, const lob_edge_pairs *found,
                              lob_value *result) {
    bool is_known = true;
    lob_edge_pair *pairs = LOB_NEW_ARRAY(ctx->arena, lob_edge_pair, (size_t)found->count + 1);
    if (!pairs) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < found->count; i++) {
        pairs[i] = found->items[i];
    }
    LOB_TRY(lob_pairs_order(ctx, whole, distance, found->owners, pairs, found->count, &is_known));
    result->lacks_order = !is_known;
    return lob_value_put_pairs(ctx, result, pairs, found->count);
}

lob_status lob_op_check(lob_ctx *ctx, lob_value *a, lob_value *b, const lob_pairs_ask *ask, lob_value *result) {
    static const lob_team team = {0}; /* as many threads as pay; the pairs are the same */
    const lob_check check = {
        .rule = ask->rule, .scope = ask->scope, .ignores_shields = ask->is_transparent, .team = &team};
    const lob_polygons *x, *y = NULL;
    lob_edge_pairs pairs = {0};
    if (ask->is_negative || ask->opposite != LOB_OPPOSITE_ANY || ask->sides != 0) {
        return check_owned(ctx, a, b, ask, result);
    }
    LOB_TRY(lob_value_whole(ctx, a, &x));
    LOB_TRY(b ? lob_value_whole(ctx, b, &y) : LOB_OK);
    if (ask->rule.distance > 0) {
        LOB_TRY(lob_check_run(ctx, &check, (lob_check_polygons){x, y}, &pairs));
    }
    result->is_symmetric = result->lacks_order = ask->scope != LOB_SCOPE_LAYERS;
    return ask->scope == LOB_SCOPE_WITHIN ? put_ordered(ctx, x, ask->rule.distance, &pairs, result)
                                          : lob_value_put_pairs(ctx, result, pairs.items, pairs.count);
}
