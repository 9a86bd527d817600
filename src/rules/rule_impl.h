/* What the files of the rule engine share. Not for other folders. */
#ifndef LOB_RULES_RULE_IMPL_H
#define LOB_RULES_RULE_IMPL_H

#include "rules/rule.h"
#include "rules/scan.h"

lob_status lob_scan_grow(lob_ctx *ctx, void **items, uint32_t count, uint32_t *capacity, size_t size);

/* Merged polygons of a node within one patch, in the patch's coordinates. */
lob_status lob_rule_polygons(lob_ctx *ctx, const lob_rules *rules, uint32_t node, const lob_scan *scan, uint32_t patch,
                             lob_polygons *polygons);
/* The stored layers that a rule reads, sorted, each once. */
lob_status lob_rule_layers(lob_ctx *ctx, const lob_rules *rules, const lob_rule *rule, const lob_layer_index **layers,
                           uint32_t *count);

typedef struct rule_violations {
    const lob_violation *items;
    uint32_t count;
} rule_violations;

/* Of one patch, in its coordinates; GRID: all vertices, off the grid or not; DENSITY: all
 * polygons. */
lob_status lob_rule_patch(lob_ctx *ctx, const lob_rules *rules, uint32_t rule, const lob_scan *scan, uint32_t patch,
                          rule_violations *found);
/* Figures nearer than this belong together for the rule. */
int64_t lob_rule_reach(const lob_rule *rule);

#endif
