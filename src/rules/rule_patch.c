/* One rule on one patch. */
#include <math.h>

#include "rules/check.h"
#include "rules/rule_impl.h"

enum { LEAST_MORE = 16, POLL_EVERY = 4096 };

typedef struct patch_run {
    lob_ctx *ctx;
    const lob_rules *rules;
    const lob_rule *rule;
    const rule_place *place;
    lob_violation *items;
    uint32_t count, capacity;
} patch_run;

int64_t lob_rule_reach(const lob_rule *rule) {
    return rule->type <= LOB_RULE_OVERLAP ? rule->min : 0;
}

int64_t lob_rule_patch_reach(const lob_rule *rule) {
    const bool is_within = rule->type == LOB_RULE_WIDTH || rule->type == LOB_RULE_NOTCH;
    const int64_t reach = lob_rule_reach(rule);
    return is_within || reach < 1 ? 0 : rule->whole_edges ? reach : reach - 1;
}

/* So many at once: a list that grows leaves its smaller ones behind in the arena. */
static lob_status expect(patch_run *r, uint32_t more) {
    const uint64_t wanted = (uint64_t)r->count + more;
    if (wanted <= r->capacity) {
        return LOB_OK;
    }
    lob_violation *grown = wanted <= UINT32_MAX ? LOB_NEW_ARRAY(r->ctx->arena, lob_violation, wanted) : NULL;
    if (!grown) {
        return lob_fail_memory(r->ctx);
    }
    for (uint32_t i = 0; i < r->count; i++) {
        grown[i] = r->items[i];
    }
    r->items = grown;
    r->capacity = (uint32_t)wanted;
    return LOB_OK;
}

static lob_status keep(patch_run *r, lob_violation_kind kind, const lob_point64 *points, uint32_t count, double value) {
    lob_point64 *kept = lob_arena_alloc(r->ctx->arena, count * sizeof *kept);
    if (!kept) {
        return lob_fail_memory(r->ctx);
    }
    LOB_TRY(r->count == r->capacity ? expect(r, r->count < LEAST_MORE ? LEAST_MORE : r->count) : LOB_OK);
    if (r->count % POLL_EVERY == 0) {
        LOB_TRY(lob_poll(r->ctx));
    }
    lob_box64 box = LOB_BOX64_EMPTY;
    for (uint32_t i = 0; i < count; i++) {
        kept[i] = points[i];
        box = lob_box64_add_point(box, points[i].x, points[i].y);
    }
    r->items[r->count++] = (lob_violation){.kind = kind, .count = count, .points = kept, .box = box, .value = value};
    return LOB_OK;
}

/* ---- pairs of edges ---- */

static const struct {
    lob_check_kind kind;
    lob_check_scope scope;
} checks[] = {
    [LOB_RULE_WIDTH] = {LOB_CHECK_WIDTH, LOB_SCOPE_WITHIN},
    [LOB_RULE_SPACE] = {LOB_CHECK_SPACE, LOB_SCOPE_BOTH},
    [LOB_RULE_NOTCH] = {LOB_CHECK_SPACE, LOB_SCOPE_WITHIN},
    [LOB_RULE_ISOLATED] = {LOB_CHECK_SPACE, LOB_SCOPE_BETWEEN},
    [LOB_RULE_SEPARATION] = {LOB_CHECK_SPACE, LOB_SCOPE_LAYERS},
    [LOB_RULE_ENCLOSURE] = {LOB_CHECK_INSIDE, LOB_SCOPE_LAYERS},
    [LOB_RULE_EXTENSION] = {LOB_CHECK_OVERLAP, LOB_SCOPE_LAYERS},
    [LOB_RULE_OVERLAP] = {LOB_CHECK_WIDTH, LOB_SCOPE_LAYERS},
};

static lob_check check_of(const lob_rule *rule, const rule_place *place) {
    lob_check check = {.rule = lob_check_rule_of(checks[rule->type].kind, rule->min),
                       .scope = checks[rule->type].scope,
                       .has_window = place->has_window,
                       .window = place->window,
                       .team = place->team};
    check.rule.metrics = rule->metrics;
    check.rule.projection_min = rule->projection_min;
    check.rule.ignore_angle = rule->ignore_angle > 0 ? rule->ignore_angle : 90;
    check.rule.is_exact = rule->is_exact;
    check.pairs_max = rule->pairs_max;
    check.lets_a_pair_an_edge = true;
    check.rule.whole_edges = rule->whole_edges;
    return check;
}

static lob_status find_pairs(patch_run *r, const lob_polygons *a, const lob_polygons *b) {
    const lob_check check = check_of(r->rule, r->place);
    lob_edge_pairs pairs;
    if (r->rule->min <= 0) {
        return LOB_OK;
    }
    LOB_TRY(lob_check_run(r->ctx, &check, (lob_check_polygons){a, b}, &pairs));
    LOB_TRY(expect(r, pairs.count));
    for (uint32_t i = 0; i < pairs.count; i++) {
        const lob_edge_pair *p = &pairs.items[i];
        const lob_point64 points[4] = {p->first.from, p->first.to, p->second.from, p->second.to};
        double distance = lob_pair_distance(p);
        if (r->rule->tolerance == 0 || distance < (double)(r->rule->min - r->rule->tolerance)) {
            LOB_TRY(keep(r, LOB_VIOLATION_EDGE_PAIR, points, 4, distance));
        }
    }
    return LOB_OK;
}

/* ---- polygons ---- */

static double ring_area(const lob_point64 *points, uint32_t count) {
    __int128 twice = 0;
    for (uint32_t i = 0; i < count; i++) {
        lob_point64 p = points[i], q = points[i + 1 == count ? 0 : i + 1];
        twice += (__int128)p.x * q.y - (__int128)p.y * q.x;
    }
    return (double)(twice < 0 ? -twice : twice) / 2;
}

/* Each polygon as one ring, when its area is asked for. */
static lob_status keep_rings(patch_run *r, const lob_polygons *polygons, bool by_area) {
    lob_polygons rings;
    LOB_TRY(lob_rule_rings(r->ctx, polygons, &rings));
    for (uint32_t i = 0; i < rings.contour_count; i++) {
        const lob_contour *c = &rings.contours[i];
        double area = ring_area(rings.points + c->first, c->count);
        bool is_low = r->rule->has_low && area < r->rule->low, is_high = r->rule->has_high && area > r->rule->high;
        if (!by_area || is_low || is_high) {
            LOB_TRY(keep(r, LOB_VIOLATION_POLYGON, rings.points + c->first, c->count, area));
        }
    }
    return LOB_OK;
}

static lob_status keep_wide(patch_run *r, const lob_polygons *polygons) {
    lob_polygons wide;
    if (r->rule->max <= 0) {
        return LOB_OK;
    }
    LOB_TRY(lob_rule_wide(r->ctx, polygons, r->rule->max, &wide));
    return keep_rings(r, &wide, false);
}

/* What of a lies outside b. */
static lob_status keep_outside(patch_run *r, const lob_polygons *a, const lob_polygons *b) {
    lob_region *region;
    lob_polygons outside;
    LOB_TRY(lob_region_new(r->ctx, 1, &region));
    LOB_TRY(lob_rule_add(r->ctx, region, 0, a));
    LOB_TRY(lob_rule_add(r->ctx, region, 1, b));
    LOB_TRY(lob_region_polygons(r->ctx, region, LOB_REGION_NOT, &outside));
    return keep_rings(r, &outside, false);
}

/* ---- vertices and edges ---- */

/* All vertices: whether they are off the grid hangs on where the patch lies. */
static lob_status find_vertices(patch_run *r, const lob_polygons *a) {
    LOB_TRY(expect(r, a->point_count));
    for (uint32_t i = 0; i < a->point_count; i++) {
        LOB_TRY(keep(r, LOB_VIOLATION_POINT, &a->points[i], 1, 0));
    }
    return LOB_OK;
}

/* The angle of an edge in [0, 180) and whether it is a multiple of the step; those of 45 degrees are decided exactly.
 */
static bool has_allowed_angle(const lob_rule *rule, int64_t dx, int64_t dy, double *angle) {
    static const double DEGREES = 57.29577951308232;
    *angle = atan2((double)dy, (double)dx) * DEGREES;
    *angle = *angle < 0 ? *angle + 180 : *angle;
    *angle = *angle >= 180 ? *angle - 180 : *angle;
    int64_t width = dx < 0 ? -dx : dx, height = dy < 0 ? -dy : dy;
    if (dx == 0 || dy == 0 || width == height) {
        double exact = dy == 0 ? 0 : dx == 0 ? 90 : (dx < 0) == (dy < 0) ? 45 : 135;
        return fmod(exact, rule->angle_step) == 0;
    }
    double rest = fmod(*angle, rule->angle_step);
    return fmin(rest, rule->angle_step - rest) < 1e-9;
}

static lob_status find_angles(patch_run *r, const lob_polygons *a) {
    for (uint32_t i = 0; i < a->contour_count; i++) {
        const lob_contour *c = &a->contours[i];
        for (uint32_t k = 0; k < c->count; k++) {
            const lob_point64 points[2] = {a->points[c->first + k], a->points[c->first + (k + 1) % c->count]};
            double angle;
            if (!has_allowed_angle(r->rule, points[1].x - points[0].x, points[1].y - points[0].y, &angle)) {
                LOB_TRY(keep(r, LOB_VIOLATION_EDGE, points, 2, angle));
            }
        }
    }
    return LOB_OK;
}

static lob_status find_all(patch_run *r) {
    lob_polygons a = {0}, b = {0};
    LOB_TRY(lob_rule_polygons(r->ctx, r->rules, r->rule->a, r->place, &a));
    if (r->rule->b != LOB_NONE) {
        LOB_TRY(lob_rule_polygons(r->ctx, r->rules, r->rule->b, r->place, &b));
    }
    switch (r->rule->type) {
    case LOB_RULE_AREA:
        return keep_rings(r, &a, true);
    case LOB_RULE_DENSITY:
        return keep_rings(r, &a, false);
    case LOB_RULE_GRID:
        return find_vertices(r, &a);
    case LOB_RULE_ANGLE:
        return find_angles(r, &a);
    case LOB_RULE_ENCLOSURE:
        LOB_TRY(keep_outside(r, &a, &b));
        break;
    case LOB_RULE_WIDTH:
        LOB_TRY(keep_wide(r, &a));
        break;
    default:
        break;
    }
    return find_pairs(r, &a, r->rule->b != LOB_NONE ? &b : NULL);
}

lob_status lob_rule_patch(lob_ctx *ctx, const lob_rules *alone, const rule_place *place, rule_violations *found) {
    patch_run r = {.ctx = ctx, .rules = alone, .rule = &alone->items[0], .place = place};
    LOB_TRY(find_all(&r));
    *found = (rule_violations){r.items, r.count};
    return LOB_OK;
}
