/* What the files of the rule engine share. Not for other folders. */
#ifndef LOB_RULES_RULE_IMPL_H
#define LOB_RULES_RULE_IMPL_H

#include <pthread.h>

#include "base/list.h"
#include "rules/rule.h"
#include "rules/scan.h"

/* What rules that share a scan need not do twice: merged figures by layer and patch. For scans of a window, which are
 * small; over a whole cell it would hold all of it merged. */
typedef struct rule_cache {
    lob_polygons *items; /* patch * layer_count + place of the layer in `layers` */
    bool *is_there;
    const lob_layer_index *layers;
    uint32_t layer_count;
} rule_cache;

/* Where threads put what outlives a patch. */
typedef struct rule_keeper {
    lob_arena *arena;
    pthread_mutex_t lock;
} rule_keeper;

/* A copy of `size` bytes; `kept`: the address of the pointer to it. Fails in ctx. */
lob_status lob_rule_keep(lob_ctx *ctx, rule_keeper *keeper, const void *data, size_t size, void *kept);

/* One patch at work. */
typedef struct rule_place {
    const lob_scan *scan;
    uint32_t patch;
    rule_cache *cache;    /* NULL: none */
    rule_keeper *keeper;  /* of what the cache holds */
    const lob_team *team; /* that shares the work of the patch; NULL: all in one piece */
    bool has_window;      /* only what touches `window`, of the patch's coordinates, is wanted; more may come */
    lob_box64 window;
} rule_place;

/* Merged polygons of a layer within one patch, in the patch's coordinates. */
lob_status lob_rule_merge(lob_ctx *ctx, lob_layer_index layer, const rule_place *place, lob_polygons *polygons);
lob_status lob_rule_keep_polygons(lob_ctx *ctx, rule_keeper *keeper, const lob_polygons *seen, lob_polygons *kept);
/* Merged polygons as an operand. */
lob_status lob_rule_add(lob_ctx *ctx, lob_region *region, int operand, const lob_polygons *polygons);
/* Merged polygons of a node within one patch, in the patch's coordinates. */
lob_status lob_rule_polygons(lob_ctx *ctx, const lob_rules *rules, uint32_t node, const rule_place *place,
                             lob_polygons *polygons);
/* Each polygon as one ring, those that share a vertex as one. */
lob_status lob_rule_rings(lob_ctx *ctx, const lob_polygons *polygons, lob_polygons *rings);
/* Parts of merged polygons that are wider than `max`, dbu > 0. */
lob_status lob_rule_wide(lob_ctx *ctx, const lob_polygons *polygons, int64_t max, lob_polygons *wide);
/* The stored layers that a rule reads, sorted, each once. */
lob_status lob_rule_layers(lob_ctx *ctx, const lob_rules *rules, const lob_rule *rule, const lob_layer_index **layers,
                           uint32_t *count);

/* One rule with the nodes it needs and no others, so that a patch costs what its rule takes, not what the deck holds.
 */
lob_status lob_rule_alone(lob_ctx *ctx, const lob_rules *rules, const lob_rule *rule, lob_rules *alone);
/* Which figures a box must be followed by for the rule's polygons to be whole: count * count, by place in `layers`
 * (scan.h: follows). */
lob_status lob_rule_follows(lob_ctx *ctx, const lob_rules *rules, const lob_rule *rule, const lob_layer_index *layers,
                            uint32_t count, bool **follows);
/* Whether a violation, displaced, touches the window: the figure that its points span, not its box. */
bool lob_violation_touches(const lob_violation *violation, lob_point64 by, lob_box64 window);

/* share.c */
/* What of the plane is of share `own` of `count`; *window: what of the cell must be looked at. */
lob_box64 lob_rule_share(lob_box64 cell, uint32_t own, uint32_t count, lob_box64 *window);
/* Whether the violation, displaced, belongs to it. */
bool lob_rule_owns(lob_box64 share, const lob_violation *violation, lob_point64 by);
/* By rule, then place: the order of a verdict. */
int lob_violation_order(const void *a, const void *b, void *unused);

/* rule_density.c */
typedef lob_status rule_found(void *who, const lob_violation *violation);
lob_status lob_rule_density(lob_ctx *ctx, lob_ctx *group, const lob_rules_question *question, const lob_rules *alone,
                            const lob_layer_index *layers, uint32_t layer_count, rule_found *found, void *who);

typedef struct rule_violations {
    const lob_violation *items;
    uint32_t count;
} rule_violations;

/* Of one patch, in its coordinates; GRID: all vertices, off the grid or not; DENSITY: all polygons. */
lob_status lob_rule_patch(lob_ctx *ctx, const lob_rules *alone, const rule_place *place, rule_violations *found);

typedef struct rule_patches {
    const lob_rules *alone;
    const lob_scan *scan;
    rule_cache *cache;        /* NULL: none */
    const lob_box64 *windows; /* of each patch; NULL: none */
    const lob_team *team;
    rule_violations *found; /* of each patch: as of lob_rule_patch(), in ctx->arena */
} rule_patches;
lob_status lob_rule_patches(lob_ctx *ctx, const rule_patches *asked);
/* Figures nearer than this belong together for the rule. */
int64_t lob_rule_reach(const lob_rule *rule);
/* How near figures of a whole cell have to be to belong to one patch. A distance equal to the limit is fine, and gaps
 * between boxes are whole numbers, so one less does (whole edges may be shielded by what lies further off); edges of
 * one polygon lie on figures that touch. */
int64_t lob_rule_patch_reach(const lob_rule *rule);

#endif
