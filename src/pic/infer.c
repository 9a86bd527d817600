/* Ports where nothing marks them: ends of waveguides on the outline of their cell.
 *
 * The figures of a guide layer are merged. An edge of the result is taken for a port when it lies on the outline, and
 * the waveguide goes inwards from it: within twice the edge's length along both of its sides one gets at least RUN of
 * it away from the outline, and the edge is not wider than WIDTH_MAX. So the long side of a waveguide that runs along
 * the border is none, nor is the body of a coupler. A polygon that is a guide as a whole (geom/guide.h) gives its two
 * ends, whatever their angle, when they touch the outline. All that is a heuristic: confidence stays below 1.
 */
#include <math.h>
#include <stdlib.h>

#include "base/digest.h"
#include "base/list.h"
#include "base/map.h"
#include "db/figure.h"
#include "geom/region.h"
#include "pic/around.h"
#include "pic/pic_impl.h"

enum { NEIGHBOURS_MAX = LOB_NEAR_MAX };
enum { SAME_DBU = 2, CELL_DBU = 4 }; /* of ends found twice; a square that all within SAME_DBU share a corner with */
enum { SHAPES_MAX = 20000, EDGES_MAX = 200000, NEAR = 2 /* dbu: what rounding moves an end off the outline */ };
static const double RUN = 1.2, WIDTH_MAX_UM = 20, WIDTH_MIN_UM = 0.05, FACING = 0.2, GUIDE_CONFIDENCE = 0.8;

typedef struct inferring {
    lob_ctx *ctx;
    lob_pic *pic;
    lob_cell_index cell;
    const lob_pic_rule *rule;
    lob_layer_index layer;
    lob_box64 outline;
    lob_name_places names;
    double width_min, width_max;
    lob_port_list *list;
    lob_id_map places; /* square of CELL_DBU -> the first port in its chain */
    uint32_t *next;    /* along the chain; LOB_MAP_NONE at its end */
    uint32_t room;
} inferring;

static uint64_t square_of(double x, double y) {
    const double at[2] = {floor(x / CELL_DBU) + 0.0, floor(y / CELL_DBU) + 0.0}; /* no -0 */
    return lob_hash64_fast(at, sizeof at, 0);
}

/* Another layer, or another way, has found it already. */
static bool is_known(const inferring *f, lob_vec2 at, double angle_deg) {
    for (int corner = 0; corner < 4; corner++) {
        uint32_t i = lob_id_map_find(&f->places, square_of(at.x + (corner & 1 ? SAME_DBU : -SAME_DBU),
                                                           at.y + (corner & 2 ? SAME_DBU : -SAME_DBU)));
        for (; i != LOB_MAP_NONE; i = f->next[i]) {
            const lob_port *old = &f->list->items[i];
            if (hypot(old->at.x - at.x, old->at.y - at.y) <= SAME_DBU &&
                lob_angle_apart(old->angle_deg, angle_deg) < 45) {
                return true;
            }
        }
    }
    return false;
}

/* The last port of the list goes to the head of its square's chain. */
static lob_status note(inferring *f) {
    const uint32_t index = f->list->count - 1;
    const lob_vec2 at = f->list->items[index].at;
    uint32_t first;
    LOB_TRY(LOB_LIST_ROOM(f->ctx, f->ctx->arena, f->next, index, f->room));
    if (!lob_id_map_add(&f->places, square_of(at.x, at.y), index, &first)) {
        return lob_fail_memory(f->ctx);
    }
    f->next[index] = LOB_MAP_NONE;
    if (first != index) {
        f->next[index] = f->next[first];
        f->next[first] = index;
    }
    return LOB_OK;
}

static lob_status add(inferring *f, lob_vec2 at, double angle_deg, double width, double confidence, unsigned evidence) {
    if (is_known(f, at, angle_deg)) {
        return LOB_OK;
    }
    lob_port port = lob_port_blank(f->cell, LOB_PORT_INFERRED, f->rule->id);
    port.at = at;
    port.has_angle = true;
    port.angle_deg = angle_deg;
    port.width = width;
    port.layer = f->layer;
    port.type = f->rule->marker->type;
    port.confidence = confidence;
    lob_box64 box = {(int64_t)floor(at.x - width / 2), (int64_t)floor(at.y - width / 2),
                     (int64_t)ceil(at.x + width / 2), (int64_t)ceil(at.y + width / 2)};
    port.name = lob_pic_name_of(f->pic, f->rule, &f->names, box, NULL, 0, at, f->cell);
    port.evidence = evidence | (port.name.size > 0 ? LOB_EVIDENCE_LABEL : 0);
    LOB_TRY(lob_port_list_add(f->ctx, f->list, &port));
    return note(f);
}

/* ---- figures ---- */

lob_status lob_pic_merge_layer(lob_ctx *ctx, const lob_pic *pic, lob_cell_index cell, lob_layer_index layer,
                               lob_polygons *polygons, bool *is_too_large) {
    lob_walk_options options = lob_walk_shapes(LOB_WALK_EVERYTHING, &layer, 1);
    lob_region *region;
    lob_walk *walk;
    const lob_hit *hit;
    uint64_t points = 0;
    LOB_TRY(lob_region_new(ctx, 1, &region));
    LOB_TRY(lob_walk_open(ctx, pic->layout, cell, &options, &walk));
    for (;;) {
        lob_figure figure;
        LOB_TRY(lob_walk_next(walk, &hit));
        if (!hit) {
            break;
        }
        LOB_TRY(
            lob_figure_make(ctx, pic->layout, hit->shapes, hit->kind, hit->index, hit->member, hit->trans, &figure));
        points += figure.ring_count;
        *is_too_large = points > EDGES_MAX || figure.box.left < -LOB_REGION_COORD_MAX ||
                        figure.box.right > LOB_REGION_COORD_MAX || figure.box.bottom < -LOB_REGION_COORD_MAX ||
                        figure.box.top > LOB_REGION_COORD_MAX;
        if (*is_too_large) {
            return LOB_OK;
        }
        LOB_TRY(lob_region_add(ctx, region, 0, figure.ring, figure.ring_count));
    }
    return lob_region_polygons(ctx, region, LOB_REGION_OR, polygons);
}

uint64_t lob_pic_shapes_on(const lob_cell *cell, lob_layer_index layer) {
    for (uint32_t i = 0; i < cell->layer_box_count; i++) {
        if (cell->layer_boxes[i].layer == layer) {
            return cell->layer_boxes[i].shape_count - cell->layer_boxes[i].kind_count[LOB_KIND_TEXT];
        }
    }
    return 0;
}

/* ---- edges ---- */

static bool are_near(int64_t a, int64_t b, int64_t at) {
    return llabs(a - at) <= NEAR && llabs(b - at) <= NEAR;
}

static bool is_on_outline(lob_box64 o, lob_point64 a, lob_point64 b) {
    return are_near(a.x, b.x, o.left) || are_near(a.x, b.x, o.right) || are_near(a.y, b.y, o.bottom) ||
           are_near(a.y, b.y, o.top);
}

/* How far inwards one gets along the contour from point `at` within a way of `length`; step is 1 or count - 1. */
static double progress(const lob_point64 *p, uint32_t count, uint32_t at, uint32_t step, double length, lob_vec2 in) {
    double best = 0, way = 0;
    lob_point64 start = p[at];
    for (uint32_t n = 0; n < count && way < length; n++) {
        lob_point64 a = p[at], b = p[(at + step) % count];
        double dx = (double)(b.x - a.x), dy = (double)(b.y - a.y), size = hypot(dx, dy);
        double part = size > 0 && way + size > length ? (length - way) / size : 1;
        double x = (double)(a.x - start.x) + part * dx, y = (double)(a.y - start.y) + part * dy;
        best = fmax(best, x * in.x + y * in.y);
        way += size;
        at = (at + step) % count;
    }
    return best;
}

/* ---- hulls, each other's neighbours ---- */

typedef struct hole_edge {
    lob_point64 from, to;
    uint32_t hull;
} hole_edge;

typedef struct hulls {
    lob_near *items;
    uint32_t *hole_count;  /* of each */
    hole_edge *hole_edges; /* of all */
    uint32_t count, edge_count, self;
    lob_rtree tree, edge_tree;
    lob_near found[NEIGHBOURS_MAX];
} hulls;

static lob_status plant(lob_ctx *ctx, const lob_box *boxes, uint32_t count, lob_rtree *tree) {
    void *block = lob_arena_alloc(ctx->arena, lob_rtree_size(count));
    void *scratch = lob_arena_alloc(ctx->arena, lob_rtree_scratch_size(count));
    return block && scratch ? lob_rtree_make(ctx, tree, boxes, count, block, scratch) : lob_fail_memory(ctx);
}

static lob_status plant_hulls(lob_ctx *ctx, hulls *all) {
    const uint32_t most = all->count > all->edge_count ? all->count : all->edge_count;
    lob_box *boxes = LOB_NEW_ARRAY(ctx->arena, lob_box, most);
    if (!boxes) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < all->count; i++) {
        boxes[i] = lob_box_cut(all->items[i].box);
    }
    LOB_TRY(plant(ctx, boxes, all->count, &all->tree));
    for (uint32_t i = 0; i < all->edge_count; i++) {
        const lob_point64 p = all->hole_edges[i].from, q = all->hole_edges[i].to;
        boxes[i] = lob_box_cut(lob_box64_add_point((lob_box64){p.x, p.y, p.x, p.y}, q.x, q.y));
    }
    return all->edge_count > 0 ? plant(ctx, boxes, all->edge_count, &all->edge_tree) : LOB_OK;
}

static void gather_hole(hulls *all, const lob_contour *c, const lob_point64 *ring) {
    all->hole_count[all->count - 1]++;
    for (uint32_t i = 0; i < c->count; i++) {
        all->hole_edges[all->edge_count++] = (hole_edge){ring[i], ring[i + 1 < c->count ? i + 1 : 0], all->count - 1};
    }
}

static lob_status gather(lob_ctx *ctx, const lob_polygons *polygons, hulls *all) {
    uint32_t edges = 0;
    for (uint32_t i = 0; i < polygons->contour_count; i++) {
        edges += polygons->contours[i].is_hole ? polygons->contours[i].count : 0;
    }
    all->items = LOB_NEW_ARRAY(ctx->arena, lob_near, polygons->contour_count + 1);
    all->hole_count = LOB_NEW_ARRAY(ctx->arena, uint32_t, polygons->contour_count + 1);
    all->hole_edges = LOB_NEW_ARRAY(ctx->arena, hole_edge, edges);
    if (!all->items || !all->hole_count || !all->hole_edges) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < polygons->contour_count; i++) {
        const lob_contour *c = &polygons->contours[i];
        lob_near n = {LOB_BOX64_EMPTY, polygons->points + c->first, c->count};
        if (c->is_hole) { /* behind its hull */
            gather_hole(all, c, n.ring);
            continue;
        }
        for (uint32_t k = 0; k < c->count; k++) {
            n.box = lob_box64_add_point(n.box, n.ring[k].x, n.ring[k].y);
        }
        all->items[all->count++] = n;
    }
    return all->count > 0 ? plant_hulls(ctx, all) : LOB_OK;
}

static lob_status find_hulls(lob_ctx *ctx, void *closure, lob_box64 window, const lob_near **items, uint32_t *count,
                             bool *is_all) {
    hulls *all = closure;
    const lob_rtree_query query = lob_rtree_query_window(window);
    lob_rtree_cursor cursor;
    uint32_t item;
    uint64_t work = 0;
    *items = all->found;
    *count = 0;
    *is_all = true;
    lob_rtree_begin(&all->tree, &cursor);
    while (*is_all && lob_rtree_next(&all->tree, &cursor, &query, &item, &work)) {
        if (item == LOB_RTREE_PAUSE) {
            LOB_TRY(lob_poll(ctx));
        } else if (all->tree.ids[item] != all->self && (*is_all = *count < NEIGHBOURS_MAX)) {
            all->found[(*count)++] = all->items[all->tree.ids[item]];
        }
    }
    return LOB_OK;
}

/* One of its corners does, on a side that the end looks at. */
static bool touches_outline(const inferring *f, const lob_guide_end *end) {
    double h = end->width / 2, angle = end->angle_deg * (3.14159265358979323846 / 180);
    double dx = cos(angle), dy = sin(angle), rx = fabs(dy) * h + NEAR, ry = fabs(dx) * h + NEAR;
    return (dx < -FACING && end->at.x - rx <= (double)f->outline.left) ||
           (dx > FACING && end->at.x + rx >= (double)f->outline.right) ||
           (dy < -FACING && end->at.y - ry <= (double)f->outline.bottom) ||
           (dy > FACING && end->at.y + ry >= (double)f->outline.top);
}

typedef struct square { /* behind an edge */
    lob_vec2 a, in, across;
    double width;
} square;

/* Whether a part of the hole's edge lies within 0 .. width of both. */
static bool cuts_square(const square *s, const hole_edge *edge) {
    const double px = (double)edge->from.x - s->a.x, py = (double)edge->from.y - s->a.y;
    const double qx = (double)edge->to.x - s->a.x, qy = (double)edge->to.y - s->a.y;
    const double from[2] = {px * s->across.x + py * s->across.y, px * s->in.x + py * s->in.y};
    const double to[2] = {qx * s->across.x + qy * s->across.y, qx * s->in.x + qy * s->in.y};
    double t0 = 0, t1 = 1;
    for (int k = 0; k < 2; k++) {
        double d = to[k] - from[k], u = d == 0 ? 0 : -from[k] / d, v = d == 0 ? 0 : (s->width - from[k]) / d;
        bool is_out = d == 0 && (from[k] <= 0 || from[k] >= s->width);
        t0 = is_out ? 1 : fmax(t0, d == 0 ? 0 : fmin(u, v));
        t1 = is_out ? 0 : fmin(t1, d == 0 ? 1 : fmax(u, v));
    }
    return t0 < t1;
}

static lob_box64 box_of_square(const square *s) {
    lob_box64 box = LOB_BOX64_EMPTY;
    for (int corner = 0; corner < 4; corner++) {
        const double along = corner & 1 ? s->width : 0, up = corner & 2 ? s->width : 0;
        const double x = s->a.x + along * s->across.x + up * s->in.x, y = s->a.y + along * s->across.y + up * s->in.y;
        box = lob_box64_join(
            box, (lob_box64){(int64_t)floor(x) - 1, (int64_t)floor(y) - 1, (int64_t)ceil(x) + 1, (int64_t)ceil(y) + 1});
    }
    return box;
}

/* Whether a hole reaches into the square of the edge's width behind it: then a frame lies there, no guide. */
static lob_status find_hollow(lob_ctx *ctx, const hulls *all, uint32_t index, const square *s, bool *is_hollow) {
    const lob_rtree_query query = lob_rtree_query_window(box_of_square(s));
    lob_rtree_cursor cursor;
    uint32_t item;
    uint64_t work = 0;
    *is_hollow = false;
    lob_rtree_begin(&all->edge_tree, &cursor);
    while (all->hole_count[index] > 0 && !*is_hollow &&
           lob_rtree_next(&all->edge_tree, &cursor, &query, &item, &work)) {
        const hole_edge *edge = item == LOB_RTREE_PAUSE ? NULL : &all->hole_edges[all->edge_tree.ids[item]];
        LOB_TRY(edge ? LOB_OK : lob_poll(ctx));
        *is_hollow = edge && edge->hull == index && cuts_square(s, edge);
    }
    return LOB_OK;
}

static lob_status look_at_edge(inferring *f, const hulls *all, uint32_t index, uint32_t i) {
    const lob_point64 *p = all->items[index].ring;
    const uint32_t count = all->items[index].ring_count;
    lob_point64 a = p[i], b = p[(i + 1) % count];
    double dx = (double)(b.x - a.x), dy = (double)(b.y - a.y), width = hypot(dx, dy);
    if (!is_on_outline(f->outline, a, b) || width < f->width_min || width > f->width_max) {
        return LOB_OK;
    }
    lob_vec2 in = {-dy / width, dx / width}; /* inside is on the left */
    double back = progress(p, count, i, count - 1, 2 * width, in);
    double ahead = progress(p, count, (i + 1) % count, 1, 2 * width, in);
    const square behind = {{(double)a.x, (double)a.y}, in, {in.y, -in.x}, width};
    bool is_none = back < RUN * width || ahead < RUN * width;
    LOB_TRY(is_none ? LOB_OK : find_hollow(f->ctx, all, index, &behind, &is_none));
    if (is_none) {
        return LOB_OK;
    }
    lob_vec2 at = {((double)a.x + (double)b.x) / 2, ((double)a.y + (double)b.y) / 2};
    return add(f, at, lob_angle_of(-in.x, -in.y), width, 0.6, LOB_EVIDENCE_EDGE);
}

static lob_status look_at_hull(inferring *f, hulls *all, uint32_t index) {
    const lob_point64 *p = all->items[index].ring;
    uint32_t count = all->items[index].ring_count;
    bool found = false;
    lob_guide guide;
    if (all->hole_count[index] == 0 && count <= 20000) {
        LOB_TRY(lob_guide_from_rings(f->ctx, &p, &count, 1, &found, &guide));
    }
    if (found) {
        const lob_near_source source = {find_hulls, all};
        lob_around around;
        all->self = index;
        LOB_TRY(lob_around_judge(f->ctx, &guide, &all->items[index], lob_layout_dbu(f->pic->layout), false, &source,
                                 &around));
        if (around.kind != LOB_AROUND_GUIDE) { /* no end of a tooth or letter is a port */
            return LOB_OK;
        }
    }
    if (found && !guide.is_closed && guide.confidence >= GUIDE_CONFIDENCE) {
        for (int i = 0; i < 2; i++) {
            const lob_guide_end *end = &guide.ends[i];
            if (end->width >= f->width_min && end->width <= f->width_max && touches_outline(f, end)) {
                LOB_TRY(add(f, end->at, end->angle_deg, end->width, 0.7 * guide.confidence, LOB_EVIDENCE_GUIDE_END));
            }
        }
    }
    LOB_TRY(lob_poll(f->ctx));
    for (uint32_t i = 0; i < count; i++) { /* a crossing may pass for a guide: its other arms */
        LOB_TRY(look_at_edge(f, all, index, i));
    }
    return LOB_OK;
}

static lob_status on_layer(inferring *f, bool *is_too_large) {
    lob_polygons polygons = {0};
    uint64_t shapes = lob_pic_shapes_on(lob_layout_cell(f->pic->layout, f->cell), f->layer);
    *is_too_large = shapes > SHAPES_MAX;
    if (shapes == 0 || *is_too_large) {
        return LOB_OK;
    }
    lob_status status = lob_pic_merge_layer(f->ctx, f->pic, f->cell, f->layer, &polygons, is_too_large);
    if (status == LOB_E_QUERY_TOO_LARGE) { /* of crossings without end no port is guessed */
        lob_error_clear(&f->ctx->error);
        *is_too_large = true;
        return LOB_OK;
    }
    LOB_TRY(status);
    hulls all = {.count = 0};
    LOB_TRY(*is_too_large ? LOB_OK : gather(f->ctx, &polygons, &all));
    for (uint32_t i = 0; i < all.count; i++) {
        LOB_TRY(look_at_hull(f, &all, i));
    }
    return LOB_OK;
}

static lob_status infer_all(inferring *f, bool *is_too_large) {
    lob_pic *pic = f->pic;
    for (uint32_t i = 0; i < pic->book.rule_count; i++) {
        f->rule = &pic->book.rules[i];
        if (f->rule->marker->shape != LOB_CONVENTION_MARKER_SHAPE_EDGE_ON_BOUNDARY) {
            continue;
        }
        LOB_TRY(lob_pic_names(f->ctx, pic, f->cell, f->rule, &f->names));
        lob_layer_list own = {(lob_layer_index[]){f->rule->on}, 1};
        const lob_layer_list *layers = f->rule->on == LOB_NONE ? &f->rule->connects : &own;
        for (uint32_t k = 0; k < layers->count; k++) {
            bool is_beyond = false;
            f->layer = layers->items[k];
            LOB_TRY(on_layer(f, &is_beyond));
            *is_too_large = *is_too_large || is_beyond;
        }
    }
    return LOB_OK;
}

lob_status lob_pic_infer_ports(lob_ctx *ctx, lob_pic *pic, lob_cell_index cell, bool *is_too_large,
                               lob_port_list *list) {
    double dbu = lob_layout_dbu(pic->layout);
    inferring f = {.ctx = ctx,
                   .pic = pic,
                   .cell = cell,
                   .list = list,
                   .outline = lob_pic_outline(pic, cell),
                   .width_min = WIDTH_MIN_UM / dbu,
                   .width_max = WIDTH_MAX_UM / dbu};
    lob_id_map_init(&f.places);
    lob_status status = infer_all(&f, is_too_large);
    lob_id_map_release(&f.places);
    return status;
}
