/* Layer expressions over the figures of one patch. Operands have smaller numbers than their node, so one pass from the
 * first node to the wanted one evaluates it without recursion; nodes that the wanted one does not need are left out. */
#include <stdlib.h>

#include "rules/rule_impl.h"

/* Marks what `node` needs, itself included. */
static bool *needed_by(lob_ctx *ctx, const lob_rules *rules, uint32_t node) {
    bool *needed = LOB_NEW_ARRAY(ctx->arena, bool, node + 1);
    if (!needed) {
        return NULL;
    }
    needed[node] = true;
    for (uint32_t i = node + 1; i > 0;) {
        i--;
        if (needed[i] && rules->nodes[i].op != LOB_LAYERS_STORED) {
            needed[rules->nodes[i].left] = true;
            needed[rules->nodes[i].right] = true;
        }
    }
    return needed;
}

static int by_number(const void *a, const void *b) {
    lob_layer_index x = *(const lob_layer_index *)a, y = *(const lob_layer_index *)b;
    return (x > y) - (x < y);
}

static lob_status append(lob_ctx *ctx, lob_layer_index **list, uint32_t *count, uint32_t *capacity,
                         lob_layer_index layer) {
    if (*count == *capacity) {
        uint32_t more = *capacity ? 2 * *capacity : 4;
        lob_layer_index *grown = LOB_NEW_ARRAY(ctx->arena, lob_layer_index, more);
        if (!grown) {
            return lob_fail_memory(ctx);
        }
        for (uint32_t i = 0; i < *count; i++) {
            grown[i] = (*list)[i];
        }
        *list = grown;
        *capacity = more;
    }
    (*list)[(*count)++] = layer;
    return LOB_OK;
}

lob_status lob_rule_layers(lob_ctx *ctx, const lob_rules *rules, const lob_rule *rule, const lob_layer_index **layers,
                           uint32_t *count) {
    const uint32_t wanted[2] = {rule->a, rule->b};
    lob_layer_index *list = NULL;
    uint32_t listed = 0, capacity = 0;
    for (int k = 0; k < 2 && wanted[k] != LOB_NONE; k++) {
        const bool *needed = needed_by(ctx, rules, wanted[k]);
        if (!needed) {
            return lob_fail_memory(ctx);
        }
        for (uint32_t i = 0; i <= wanted[k]; i++) {
            const lob_layers_node *node = &rules->nodes[i];
            if (needed[i] && node->op == LOB_LAYERS_STORED && node->layer != LOB_NONE) {
                LOB_TRY(append(ctx, &list, &listed, &capacity, node->layer));
            }
        }
    }
    if (listed == 0) {
        *layers = NULL;
        *count = 0;
        return LOB_OK;
    }
    qsort(list, listed, sizeof *list, by_number);
    *count = 0;
    for (uint32_t i = 0; i < listed; i++) {
        if (*count == 0 || list[*count - 1] != list[i]) {
            list[(*count)++] = list[i];
        }
    }
    *layers = list;
    return LOB_OK;
}

lob_status lob_rule_alone(lob_ctx *ctx, const lob_rules *rules, const lob_rule *rule, lob_rules *alone) {
    const bool *for_a = needed_by(ctx, rules, rule->a);
    const bool *for_b = rule->b != LOB_NONE ? needed_by(ctx, rules, rule->b) : for_a;
    uint32_t last = rule->b != LOB_NONE && rule->b > rule->a ? rule->b : rule->a;
    lob_layers_node *nodes = LOB_NEW_ARRAY(ctx->arena, lob_layers_node, last + 1);
    uint32_t *numbers = LOB_NEW_ARRAY(ctx->arena, uint32_t, last + 1);
    lob_rule *item = LOB_NEW(ctx->arena, lob_rule);
    if (!for_a || !for_b || !nodes || !numbers || !item) {
        return lob_fail_memory(ctx);
    }
    uint32_t count = 0, end_b = rule->b != LOB_NONE ? rule->b : 0;
    for (uint32_t i = 0; i <= last; i++) {
        if ((i <= rule->a && for_a[i]) || (rule->b != LOB_NONE && i <= end_b && for_b[i])) {
            nodes[count] = rules->nodes[i];
            if (nodes[count].op != LOB_LAYERS_STORED) {
                nodes[count].left = numbers[nodes[count].left];
                nodes[count].right = numbers[nodes[count].right];
            }
            numbers[i] = count++;
        }
    }
    *item = *rule;
    item->a = numbers[rule->a];
    item->b = rule->b != LOB_NONE ? numbers[rule->b] : LOB_NONE;
    *alone = (lob_rules){nodes, count, item, 1};
    return LOB_OK;
}

/* ---- what belongs to the polygons of a rule ---- */

static uint32_t place_of(const lob_layer_index *layers, uint32_t count, lob_layer_index layer) {
    uint32_t i = 0;
    while (i < count && layers[i] != layer) {
        i++;
    }
    return i;
}

/* Marks, by place in `layers`, what `node` reads. */
static lob_status mark_layers(lob_ctx *ctx, const lob_rules *rules, uint32_t node, const lob_layer_index *layers,
                              uint32_t count, bool **marks) {
    const bool *needed = needed_by(ctx, rules, node);
    *marks = LOB_NEW_ARRAY(ctx->arena, bool, count + 1);
    if (!needed || !*marks) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i <= node; i++) {
        if (needed[i] && rules->nodes[i].op == LOB_LAYERS_STORED && rules->nodes[i].layer != LOB_NONE) {
            (*marks)[place_of(layers, count, rules->nodes[i].layer)] = true;
        }
    }
    return LOB_OK;
}

/* Polygons of one layer hang together by its figures, those of an expression by any of its layers'. What of a lies
 * outside of b needs b wherever a goes. */
lob_status lob_rule_follows(lob_ctx *ctx, const lob_rules *rules, const lob_rule *rule, const lob_layer_index *layers,
                            uint32_t count, bool **follows) {
    bool *a, *b = NULL;
    *follows = LOB_NEW_ARRAY(ctx->arena, bool, (size_t)count *count + 1);
    if (!*follows) {
        return lob_fail_memory(ctx);
    }
    if (rule->type == LOB_RULE_GRID) {
        return LOB_OK; /* a vertex is what it is by what meets there */
    }
    LOB_TRY(mark_layers(ctx, rules, rule->a, layers, count, &a));
    if (rule->b != LOB_NONE) {
        LOB_TRY(mark_layers(ctx, rules, rule->b, layers, count, &b));
    }
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < count; k++) {
            bool is_enclosed = rule->type == LOB_RULE_ENCLOSURE && b && a[i] && b[k];
            (*follows)[(size_t)i * count + k] = (a[i] && a[k]) || (b && b[i] && b[k]) || is_enclosed;
        }
    }
    return LOB_OK;
}

/* ---- polygons of a patch ---- */

static lob_status stored(lob_ctx *ctx, lob_layer_index layer, const rule_place *place, lob_polygons *polygons) {
    rule_cache *cache = place->cache;
    if (!cache) {
        return lob_rule_merge(ctx, layer, place, polygons);
    }
    const size_t at = (size_t)place->patch * cache->layer_count + place_of(cache->layers, cache->layer_count, layer);
    if (!cache->is_there[at]) {
        lob_polygons seen;
        LOB_TRY(lob_rule_merge(ctx, layer, place, &seen));
        LOB_TRY(lob_rule_keep_polygons(ctx, place->keeper, &seen, &cache->items[at]));
        cache->is_there[at] = true;
    }
    *polygons = cache->items[at];
    return LOB_OK;
}

/* Contours of merged polygons as an operand. A hole is taken out by its winding only within its hull's ring, so holes
 * are joined by cut lines first. */
lob_status lob_rule_add(lob_ctx *ctx, lob_region *region, int operand, const lob_polygons *polygons) {
    lob_polygons rings;
    LOB_TRY(lob_polygons_cut(ctx, polygons, &rings));
    for (uint32_t i = 0; i < rings.contour_count; i++) {
        const lob_contour *c = &rings.contours[i];
        LOB_TRY(lob_region_add(ctx, region, operand, rings.points + c->first, c->count));
    }
    return LOB_OK;
}

static lob_status combined(lob_ctx *ctx, lob_layers_op op, const lob_polygons *left, const lob_polygons *right,
                           lob_polygons *polygons) {
    static const lob_region_op ops[] = {[LOB_LAYERS_OR] = LOB_REGION_OR,
                                        [LOB_LAYERS_AND] = LOB_REGION_AND,
                                        [LOB_LAYERS_NOT] = LOB_REGION_NOT,
                                        [LOB_LAYERS_XOR] = LOB_REGION_XOR};
    lob_region *region;
    LOB_TRY(lob_region_new(ctx, 1, &region));
    LOB_TRY(lob_rule_add(ctx, region, 0, left));
    LOB_TRY(lob_rule_add(ctx, region, 1, right));
    return lob_region_polygons(ctx, region, ops[op], polygons);
}

lob_status lob_rule_polygons(lob_ctx *ctx, const lob_rules *rules, uint32_t node, const rule_place *place,
                             lob_polygons *polygons) {
    const bool *needed = needed_by(ctx, rules, node);
    lob_polygons *values = LOB_NEW_ARRAY(ctx->arena, lob_polygons, node + 1);
    if (!needed || !values) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i <= node; i++) {
        const lob_layers_node *n = &rules->nodes[i];
        if (needed[i] && n->op == LOB_LAYERS_STORED && n->layer != LOB_NONE) {
            LOB_TRY(stored(ctx, n->layer, place, &values[i]));
        } else if (needed[i] && n->op != LOB_LAYERS_STORED) {
            LOB_TRY(combined(ctx, n->op, &values[n->left], &values[n->right], &values[i]));
        }
    }
    *polygons = values[node];
    return LOB_OK;
}
