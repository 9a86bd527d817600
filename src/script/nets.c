/* See nets.h. */
#include "script/nets.h"

#include <math.h>

#include "base/sets.h"
#include "base/sort.h"

typedef __int128 wide;

/* KLayout takes nothing smaller for a difference, nor for a factor. */
static const double SMALL = 1e-10;
static const double FACTOR_SMALL = 1e-6;

typedef struct sums {        /* of one layer's polygons in one net, in database units */
    int64_t area, perimeter; /* whole for each polygon, whole for each contour: as KLayout has them */
} sums;

typedef struct netting {
    lob_ctx *ctx;
    const lob_script_nets *nets;
    uint32_t *first; /* by layer: the number of its first polygon or text */
    uint32_t *lead;  /* of polygons and texts, then of groups */
    uint32_t count;  /* of both */
} netting;

/* ---- who belongs together ---- */

static lob_status number_polygons(netting *n) {
    const lob_script_nets *nets = n->nets;
    n->first = LOB_NEW_ARRAY(n->ctx->arena, uint32_t, (size_t)nets->layer_count + 1);
    if (!n->first) {
        return lob_fail_memory(n->ctx);
    }
    for (uint32_t i = 0; i < nets->layer_count; i++) {
        const lob_polygons *p;
        lob_polygon_at at = {0};
        n->first[i] = n->count;
        if (nets->layers[i]->kind == LOB_VALUE_TEXTS) {
            n->count += nets->layers[i]->count;
            continue;
        }
        LOB_TRY(lob_value_whole(n->ctx, nets->layers[i], &p));
        while (lob_polygon_next(p, &at)) {
            n->count++;
        }
    }
    n->first[nets->layer_count] = n->count;
    n->count += nets->group_count;
    return LOB_OK;
}

typedef struct named { /* a text or a group */
    lob_str name;
    uint32_t place;
} named;

static int by_name(const void *a, const void *b, void *unused) {
    (void)unused;
    const named *x = a, *y = b;
    const int order = lob_str_compare(x->name, y->name);
    return order ? order : (x->place > y->place) - (x->place < y->place);
}

static bool has_name(const lob_net_names *names, lob_str name, bool are_patterns) {
    for (uint32_t i = 0; i < names->count; i++) {
        if (are_patterns ? lob_script_pattern_fits(names->items[i], name) : lob_str_equal(names->items[i], name)) {
            return true;
        }
    }
    return false;
}

/* Those of one name, one after another; `heads`: by list, one of those that it has joined so far, plus 1. */
static void join_name(netting *n, const named *first, const named *end, uint32_t *heads) {
    bool is_joined = has_name(&n->nets->patterns, first->name, true);
    for (uint32_t k = 0; k < n->nets->joined_count; k++) {
        if (has_name(&n->nets->joined[k], first->name, false)) {
            is_joined = true;
            if (heads[k] > 0) {
                lob_sets_join(n->lead, heads[k] - 1, first->place);
            }
            heads[k] = first->place + 1;
        }
    }
    for (const named *i = first + 1; is_joined && i < end; i++) {
        lob_sets_join(n->lead, first->place, i->place);
    }
}

static lob_status join_names(netting *n) {
    const lob_script_nets *nets = n->nets;
    named *all = LOB_NEW_ARRAY(n->ctx->arena, named, (size_t)n->count + 1);
    uint32_t *heads = LOB_NEW_ARRAY(n->ctx->arena, uint32_t, (size_t)nets->joined_count + 1);
    uint32_t count = 0;
    if (!all || !heads) {
        return lob_fail_memory(n->ctx);
    }
    for (uint32_t k = 0; k < nets->layer_count; k++) {
        const lob_value *layer = nets->layers[k];
        for (uint32_t i = 0; layer->kind == LOB_VALUE_TEXTS && i < layer->count; i++) {
            all[count++] = (named){layer->texts[i].text, n->first[k] + i};
        }
    }
    for (uint32_t i = 0; i < nets->group_count; i++) {
        all[count++] = (named){nets->groups[i], n->first[nets->layer_count] + i};
    }
    LOB_TRY(lob_sort(n->ctx, all, count, sizeof *all, by_name, NULL));
    for (uint32_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && lob_str_equal(all[end].name, all[i].name); end++) {
        }
        join_name(n, all + i, all + end, heads);
    }
    return LOB_OK;
}

static lob_status join_polygons(netting *n) {
    const lob_script_nets *nets = n->nets;
    LOB_TRY(number_polygons(n));
    n->lead = LOB_NEW_ARRAY(n->ctx->arena, uint32_t, (size_t)n->count + 1);
    if (!n->lead) {
        return lob_fail_memory(n->ctx);
    }
    for (uint32_t i = 0; i < n->count; i++) {
        n->lead[i] = i;
    }
    for (uint32_t k = 0; k < nets->link_count; k++) {
        const lob_net_link *link = &nets->links[k];
        for (uint32_t i = 0; i < link->meetings->count; i++) {
            const lob_meeting *m = &link->meetings->meetings[i];
            lob_sets_join(n->lead, n->first[link->a] + m->a, n->first[link->b] + m->b);
        }
        LOB_TRY(lob_poll(n->ctx));
    }
    for (uint32_t k = 0; k < nets->ground_count; k++) {
        const lob_net_ground *ground = &nets->grounds[k];
        for (uint32_t i = n->first[ground->layer]; i < n->first[ground->layer + 1]; i++) {
            lob_sets_join(n->lead, i, n->first[nets->layer_count] + ground->group);
        }
    }
    return nets->patterns.count + nets->joined_count > 0 ? join_names(n) : LOB_OK;
}

/* ---- how much of a layer a net has ---- */

static sums sums_of(const lob_polygons *p, lob_polygon_at at) {
    sums s = {0};
    wide sum2 = 0;
    for (uint32_t c = at.contour; c < at.contour + at.count; c++) {
        const lob_contour *contour = &p->contours[c];
        const lob_point64 *ring = p->points + contour->first;
        wide area2 = 0;
        double length = 0;
        for (uint32_t i = 0; i < contour->count; i++) {
            const lob_point64 a = ring[i], b = ring[i + 1 == contour->count ? 0 : i + 1];
            area2 += (wide)a.x * b.y - (wide)a.y * b.x;
            length += hypot((double)(b.x - a.x), (double)(b.y - a.y));
        }
        area2 = area2 < 0 ? -area2 : area2;
        sum2 += contour->is_hole ? -area2 : area2;
        s.perimeter += (int64_t)floor(length + 0.5);
    }
    s.area = (int64_t)(sum2 / 2);
    return s;
}

/* By the first polygon of each net. */
static lob_status sum_layer(netting *n, uint32_t layer, sums **of) {
    const lob_polygons *p;
    lob_polygon_at at = {0};
    *of = LOB_NEW_ARRAY(n->ctx->arena, sums, (size_t)n->count + 1);
    if (!*of) {
        return lob_fail_memory(n->ctx);
    }
    LOB_TRY(lob_value_whole(n->ctx, n->nets->layers[layer], &p));
    for (uint32_t i = n->first[layer]; lob_polygon_next(p, &at); i++) {
        const sums own = sums_of(p, at);
        sums *net = &(*of)[lob_set_first(n->lead, i)];
        net->area += own.area;
        net->perimeter += own.perimeter;
    }
    return LOB_OK;
}

typedef struct measured {
    sums *gate, *metal, **diodes;
} measured;

static lob_status measure(netting *n, const lob_antenna_ask *ask, measured *m) {
    m->diodes = LOB_NEW_ARRAY(n->ctx->arena, sums *, (size_t)ask->diode_count + 1);
    if (!m->diodes) {
        return lob_fail_memory(n->ctx);
    }
    LOB_TRY(sum_layer(n, ask->gate.layer, &m->gate));
    LOB_TRY(sum_layer(n, ask->metal.layer, &m->metal));
    for (uint32_t i = 0; i < ask->diode_count; i++) {
        LOB_TRY(sum_layer(n, ask->diodes[i].layer, &m->diodes[i]));
    }
    return LOB_OK;
}

/* ---- the limit ---- */

static double weighed(const lob_antenna_side *side, double area, double perimeter) {
    double sum = 0;
    sum += fabs(side->by_area) > FACTOR_SMALL ? area * side->by_area : 0;
    sum += fabs(side->by_perimeter) > FACTOR_SMALL ? perimeter * side->by_perimeter : 0;
    return sum;
}

static double area_of(const sums *s, double dbu) {
    return (double)s->area * dbu * dbu;
}

/* False: a diode makes it fine, it has no gate, or its metal is within the limit. */
static bool is_above(const lob_antenna_ask *ask, const measured *m, uint32_t net, lob_antenna *a) {
    const double dbu = ask->dbu;
    a->limit = ask->limit;
    for (uint32_t i = 0; i < ask->diode_count; i++) {
        const sums *diode = &m->diodes[i][net];
        if (fabs(ask->diodes[i].factor) >= SMALL) {
            a->limit += area_of(diode, dbu) * ask->diodes[i].factor;
        } else if (diode->area > 0) {
            return false;
        }
    }
    a->gate_area = area_of(&m->gate[net], dbu);
    a->gate_perimeter = (double)m->gate[net].perimeter * dbu;
    a->metal_area = area_of(&m->metal[net], dbu);
    a->metal_perimeter = (double)m->metal[net].perimeter * dbu;
    a->gate = weighed(&ask->gate, a->gate_area, a->gate_perimeter);
    a->metal = weighed(&ask->metal, a->metal_area, a->metal_perimeter);
    return a->gate > dbu * dbu && a->metal / a->gate > a->limit + SMALL;
}

static lob_status keep_diodes(netting *n, const lob_antenna_ask *ask, const measured *m, uint32_t net, lob_antenna *a) {
    double *areas = LOB_NEW_ARRAY(n->ctx->arena, double, (size_t)ask->diode_count + 1);
    if (!areas) {
        return lob_fail_memory(n->ctx);
    }
    for (uint32_t i = 0; i < ask->diode_count; i++) {
        areas[i] = area_of(&m->diodes[i][net], ask->dbu);
    }
    a->diodes = areas;
    a->at = (lob_point64){INT64_MAX, INT64_MAX};
    return LOB_OK;
}

/* Polygons that touch in a point come apart again, as KLayout gives them. */
static lob_status put_metal(netting *n, uint32_t layer, const uint32_t *place, lob_antenna *items, lob_value *result) {
    const lob_polygons *p;
    lob_polygon_at at = {0};
    lob_region *region;
    lob_polygons parts;
    LOB_TRY(lob_value_whole(n->ctx, n->nets->layers[layer], &p));
    LOB_TRY(lob_region_new(n->ctx, 1, &region));
    for (uint32_t i = n->first[layer]; lob_polygon_next(p, &at); i++) {
        const uint32_t net = place[lob_set_first(n->lead, i)];
        if (net == 0) {
            continue;
        }
        const lob_polygons one = lob_polygon_view(p, at);
        const lob_contour *hull = &p->contours[at.contour];
        lob_point64 *low = &items[net - 1].at;
        for (uint32_t k = hull->first; k < hull->first + hull->count; k++) {
            const lob_point64 q = p->points[k];
            *low = q.y < low->y || (q.y == low->y && q.x < low->x) ? q : *low;
        }
        LOB_TRY(lob_value_add(n->ctx, &one, region, 0));
    }
    LOB_TRY(lob_region_polygons(n->ctx, region, LOB_REGION_OR, &parts));
    return lob_value_put_raw(n->ctx, result, &parts);
}

lob_status lob_op_antenna(lob_ctx *ctx, const lob_script_nets *nets, const lob_antenna_ask *ask, lob_value *result,
                          const lob_antenna **found, uint32_t *count) {
    netting n = {.ctx = ctx, .nets = nets};
    measured m;
    LOB_TRY(join_polygons(&n));
    LOB_TRY(measure(&n, ask, &m));
    uint32_t *place = LOB_NEW_ARRAY(ctx->arena, uint32_t, (size_t)n.count + 1); /* 1 + the place of a net */
    lob_antenna a;
    *count = 0;
    for (uint32_t i = 0; place && i < n.count; i++) {
        place[i] = n.lead[i] == i && is_above(ask, &m, i, &a) ? ++*count : 0;
    }
    lob_antenna *items = LOB_NEW_ARRAY(ctx->arena, lob_antenna, (size_t)*count + 1);
    if (!place || !items) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < n.count; i++) {
        if (place[i] > 0) {
            (void)is_above(ask, &m, i, &items[place[i] - 1]);
            LOB_TRY(keep_diodes(&n, ask, &m, i, &items[place[i] - 1]));
        }
    }
    *found = items;
    return put_metal(&n, ask->metal.layer, place, items, result);
}
