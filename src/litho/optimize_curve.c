/* Repair of curvature: a stretch of contour around the violation is relaxed until it turns no faster than a circle.
 *
 * The stretch is taken as points evenly along it. Wherever two neighbouring sides turn by more than the circle of the
 * wanted radius would over their length, the point between them moves towards the middle of its neighbours, so that the
 * turn spreads along the contour; what turns slowly enough stays. A corner ends as an arc, tips and notches alike. Ends
 * of the stretch are fixed, and so is everything beyond them.
 *
 * Points lie on the grid of the mask, which makes contours rougher than the arc: so wider radii, then longer stretches,
 * then a grid ten times as fine are tried in turn, and taken is the first after which the checks find the violation no
 * more and the surroundings have fewer violations than before, none of them new. Nothing is taken that makes contours
 * cross.
 */
#include "litho/optimize_impl.h"

#include <math.h>

#include "litho/mask_impl.h"

#define PI 3.14159265358979323846

enum {
    STEPS_A_RADIUS = 12, /* points of a stretch */
    SIDES_A_RADIUS = 3,  /* of what comes out: as far apart as the check looks */
    POINTS_MOST = 1 << 16,
    FINER = 10
};

static const double radii[] = {1.05, 1.3, 1.7, 2.3, 3.2}; /* of the rule's */
static const double reaches[] = {2, 4, 8};                /* of the rule's radius, beyond the violation's box */

typedef lob_relax_point place;

typedef struct stretch { /* in units of the mask */
    const lob_mask *mask;
    uint32_t contour;
    double *arcs; /* of each vertex from the first on; one more: the length */
    double length;
    double begin, end; /* arcs of the first and the last point; end may be beyond the length */
    bool is_closed;    /* all of the contour */
    place *before, *points, *scratch;
    uint32_t count;
} stretch;

static double between(place a, place b) {
    return hypot(b.x - a.x, b.y - a.y);
}

/* ---- the contour ---- */

static place vertex(const lob_mask *mask, uint32_t contour, uint32_t i) {
    const lob_contour *c = &mask->polygons.contours[contour];
    const lob_point64 p = mask->polygons.points[c->first + i % c->count];
    return (place){(double)p.x, (double)p.y};
}

/* Where along a -> b the point nearest to p lies, 0..1, and how far it is off. */
static double nearest(place a, place b, place p, double *off) {
    const double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
    double share = square > 0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / square : 0;
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    *off = between(p, (place){a.x + share * dx, a.y + share * dy});
    return share;
}

/* The contour that passes nearest to p, and the vertex behind which it does. */
static bool find_contour(const lob_mask *mask, place p, uint32_t *contour, uint32_t *side, double *share) {
    double least = INFINITY, off;
    for (uint32_t k = 0; k < mask->polygons.contour_count; k++) {
        for (uint32_t i = 0; i < mask->polygons.contours[k].count; i++) {
            const double at = nearest(vertex(mask, k, i), vertex(mask, k, i + 1), p, &off);
            if (off < least) {
                least = off;
                *contour = k;
                *side = i;
                *share = at;
            }
        }
    }
    return isfinite(least);
}

static lob_status measure_contour(lob_ctx *ctx, stretch *s) {
    const uint32_t count = s->mask->polygons.contours[s->contour].count;
    s->arcs = LOB_NEW_ARRAY(ctx->arena, double, (size_t)count + 1);
    if (s->arcs == NULL) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        s->arcs[i + 1] = s->arcs[i] + between(vertex(s->mask, s->contour, i), vertex(s->mask, s->contour, i + 1));
    }
    s->length = s->arcs[count];
    return LOB_OK;
}

static place point_at(const stretch *s, double arc) {
    uint32_t low = 0, high = s->mask->polygons.contours[s->contour].count;
    arc -= floor(arc / s->length) * s->length;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        *(s->arcs[middle] <= arc ? &low : &high) = middle;
    }
    const place a = vertex(s->mask, s->contour, low), b = vertex(s->mask, s->contour, low + 1);
    const double share = (arc - s->arcs[low]) / (s->arcs[low + 1] - s->arcs[low]);
    return (place){a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
}

/* As far along as the contour stays within `reach` of where it is at `from`. */
static double leave_at(const stretch *s, double from, double reach, double step) {
    const place p = point_at(s, from);
    double arc = from;
    while (fabs(arc - from) < s->length && between(point_at(s, arc), p) < reach) {
        arc += step;
    }
    return arc;
}

static lob_status take_stretch(lob_ctx *ctx, stretch *s, double from, double reach, double step) {
    if (s->length / step > POINTS_MOST) { /* else a walk along it might not end */
        step = s->length / POINTS_MOST;
    }
    s->begin = leave_at(s, from, reach, -step);
    s->end = leave_at(s, from, reach, step);
    s->is_closed = s->end - s->begin >= s->length;
    if (s->is_closed) {
        s->begin = 0;
        s->end = s->length;
    }
    s->count = (uint32_t)ceil((s->end - s->begin) / step) + 1;
    s->before = LOB_NEW_ARRAY(ctx->arena, place, 3 * (size_t)s->count);
    if (s->before == NULL) {
        return lob_fail_memory(ctx);
    }
    s->points = s->before + s->count;
    s->scratch = s->points + s->count;
    for (uint32_t i = 0; i < s->count; i++) {
        const double steps = s->is_closed ? s->count : s->count - 1;
        s->before[i] = s->points[i] = point_at(s, s->begin + i * (s->end - s->begin) / steps);
    }
    return LOB_OK;
}

/* ---- the new contour ---- */

static uint32_t next_of(const stretch *s, uint32_t i) {
    return i + 1 < s->count ? i + 1 : 0;
}

static double off_before(const stretch *s, place p, uint32_t *at) {
    double least = INFINITY, off;
    const uint32_t sides = s->is_closed ? s->count : s->count - 1;
    for (uint32_t i = 0; i < sides; i++) {
        nearest(s->before[i], s->before[next_of(s, i)], p, &off);
        if (off < least) {
            least = off;
            *at = i;
        }
    }
    return least;
}

static void put_point(lob_point64 *ring, uint32_t *count, double x, double y) {
    const lob_point64 p = {llround(x), llround(y)};
    if (*count == 0 || ring[*count - 1].x != p.x || ring[*count - 1].y != p.y) {
        ring[(*count)++] = p;
    }
}

/* Points `side` apart of those from `first` to `last`, both among them unless the stretch is all there is. */
static void put_moved(const stretch *s, uint32_t first, uint32_t last, double side, lob_point64 *ring,
                      uint32_t *count) {
    double passed = side;
    for (uint32_t i = first; i <= last; i++) {
        passed += i > first ? between(s->points[i - 1], s->points[i]) : 0;
        if (passed >= side || (i == last && !s->is_closed)) {
            put_point(ring, count, s->points[i].x, s->points[i].y);
            passed = 0;
        }
    }
}

/* Vertices off the arcs from..to (to may be beyond the length), in order from `to` on. */
static void put_kept(const stretch *s, double from, double to, lob_point64 *ring, uint32_t *count) {
    const uint32_t vertices = s->mask->polygons.contours[s->contour].count;
    const double turn = floor(from / s->length) * s->length, low = from - turn, high = to - turn;
    for (int lap = 0; lap < 2; lap++) {
        for (uint32_t i = 0; i < vertices; i++) {
            const double arc = s->arcs[i] + lap * s->length;
            if (arc > high && arc < low + s->length) {
                const place p = vertex(s->mask, s->contour, i);
                put_point(ring, count, p.x, p.y);
            }
        }
    }
}

/* Nothing came off: *count is 0. */
static lob_status make_ring(lob_ctx *ctx, const stretch *s, double side, lob_point64 **ring, uint32_t *count) {
    const uint32_t vertices = s->mask->polygons.contours[s->contour].count;
    const double least = .25;
    uint32_t first = 0, last = s->count - 1, low = 0, high = 0;
    *count = 0;
    *ring = LOB_NEW_ARRAY(ctx->arena, lob_point64, (size_t)vertices + s->count + 1);
    if (*ring == NULL) {
        return lob_fail_memory(ctx);
    }
    if (s->is_closed) {
        put_moved(s, first, last, side, *ring, count);
        return LOB_OK;
    }
    while (first < last && off_before(s, s->points[first], &low) < least) {
        first++;
    }
    while (last > first && off_before(s, s->points[last], &high) < least) {
        last--;
    }
    if (first == last) {
        return LOB_OK;
    }
    first--; /* still on the contour, or its fixed end; so is the next but last */
    last++;
    off_before(s, s->points[first], &low);
    off_before(s, s->points[last], &high);
    const double step = (s->end - s->begin) / (s->count - 1);
    put_moved(s, first, last, side, *ring, count);
    put_kept(s, s->begin + low * step, s->begin + (high + 1) * step, *ring, count);
    return LOB_OK;
}

static __int128 twice_area(const lob_point64 *p, uint32_t count) {
    __int128 sum = 0;
    for (uint32_t i = 1; i + 1 < count; i++) {
        sum += (__int128)(p[i].x - p->x) * (p[i + 1].y - p->y) - (__int128)(p[i + 1].x - p->x) * (p[i].y - p->y);
    }
    return sum;
}

/* The mask with another ring in place of the contour. Contours that cross, or a hole that is outside now, give another
 * area than the sum of theirs; one that is gone is missed: then *is_fine is false. */
static lob_status replace(lob_ctx *ctx, const stretch *s, const lob_point64 *ring, uint32_t count, lob_mask *mask,
                          bool *is_fine) {
    const lob_polygons *old = &s->mask->polygons;
    lob_contour *contours = LOB_NEW_ARRAY(ctx->arena, lob_contour, old->contour_count);
    lob_point64 *points = LOB_NEW_ARRAY(ctx->arena, lob_point64, (size_t)old->point_count + count);
    lob_polygons made = {points, contours, 0, old->contour_count}, rings;
    lob_region *region;
    lob_region_measures measures;
    __int128 area2 = 0;
    if (contours == NULL || points == NULL) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t k = 0; k < old->contour_count; k++) {
        const lob_contour *c = &old->contours[k];
        const bool is_it = k == s->contour;
        contours[k] = (lob_contour){made.point_count, is_it ? count : c->count, c->is_hole};
        memcpy(points + made.point_count, is_it ? ring : old->points + c->first, contours[k].count * sizeof *points);
        made.point_count += contours[k].count;
        area2 += twice_area(points + contours[k].first, contours[k].count);
    }
    const lob_status status = lob_polygons_cut(ctx, &made, &rings);
    if (status == LOB_E_QUERY_TOO_LARGE) { /* contours that cross are no polygons */
        lob_error_clear(&ctx->error);
        *is_fine = false;
        return LOB_OK;
    }
    LOB_TRY(status);
    LOB_TRY(lob_region_new(ctx, 1, &region));
    for (uint32_t i = 0; i < rings.contour_count; i++) {
        LOB_TRY(lob_region_add(ctx, region, 0, rings.points + rings.contours[i].first, rings.contours[i].count));
    }
    LOB_TRY(lob_region_measure(ctx, region, LOB_REGION_OR, &measures));
    LOB_TRY(lob_region_polygons(ctx, region, LOB_REGION_OR, &made));
    lob_mask_keep(mask, &made, s->mask->unit_nm);
    *is_fine = measures.area2 == area2 && made.contour_count == old->contour_count;
    return LOB_OK;
}

/* ---- judging ---- */

typedef struct repair {
    lob_optimizing *o;
    lob_tiling window;
    lob_violations before;
    bool is_found;
    lob_mask found;
} repair;

static double box_reach(const lob_optimizing *o) {
    const lob_litho_violation *v = o->setup->violation;
    if (!v->has_box) {
        return 0;
    }
    return hypot(fmax(fabs(v->box_nm[0] - o->x_nm), fabs(v->box_nm[2] - o->x_nm)),
                 fmax(fabs(v->box_nm[1] - o->y_nm), fabs(v->box_nm[3] - o->y_nm)));
}

static lob_status judge(lob_ctx *ctx, const repair *r, const lob_mask *mask, lob_violations *seen) {
    const lob_frame *f = &r->window.canvas;
    lob_litho_input input = {.mask = *mask, .target = *mask, .has_window = true};
    const double unit = mask->unit_nm;
    input.window = (lob_box64){(int64_t)floor(lob_frame_x_nm(f, 0) / unit), (int64_t)floor(lob_frame_y_nm(f, 0) / unit),
                               (int64_t)ceil(lob_frame_x_nm(f, f->width) / unit),
                               (int64_t)ceil(lob_frame_y_nm(f, f->height) / unit)};
    return lob_optimize_look(ctx, r->o, &r->window, &input, seen);
}

static lob_status try_once(lob_ctx *ctx, repair *r, const lob_mask *mask, double radius, double reach) {
    const lob_litho_violation *v = r->o->setup->violation;
    const double unit = mask->unit_nm, required = v->required / unit;
    const place at = {r->o->x_nm / unit, r->o->y_nm / unit};
    stretch s = {.mask = mask};
    uint32_t side = 0, count;
    double share = 0;
    lob_point64 *ring;
    lob_mask next;
    bool is_fine = false;
    lob_violations left;
    if (!find_contour(mask, at, &s.contour, &side, &share)) {
        return LOB_OK;
    }
    LOB_TRY(measure_contour(ctx, &s));
    const double from = s.arcs[side] + share * (s.arcs[side + 1] - s.arcs[side]);
    LOB_TRY(take_stretch(ctx, &s, from, reach / unit, required / STEPS_A_RADIUS));
    if (s.is_closed && s.length < 2 * PI * radius / unit) {
        return LOB_OK; /* shorter than the circle: it would shrink to nothing */
    }
    LOB_TRY(lob_relax(ctx, &(lob_relaxing){s.points, s.scratch, s.count, s.is_closed}, radius / unit));
    LOB_TRY(make_ring(ctx, &s, required / SIDES_A_RADIUS, &ring, &count));
    if (count < 3) {
        return LOB_OK;
    }
    LOB_TRY(replace(ctx, &s, ring, count, &next, &is_fine));
    if (!is_fine) {
        return LOB_OK;
    }
    LOB_TRY(judge(ctx, r, &next, &left));
    if (!lob_optimize_is_there(r->o, &left) && left.count < r->before.count &&
        lob_optimize_count_new(&r->before, &left) == 0) {
        r->is_found = true;
        r->found = next;
    }
    return LOB_OK;
}

static lob_status try_all(lob_ctx *ctx, repair *r, const lob_mask *mask) {
    const lob_optimize_setup *setup = r->o->setup;
    const double required = setup->violation->required, box = box_reach(r->o);
    for (size_t k = 0; k < sizeof reaches / sizeof reaches[0]; k++) {
        const double usual = box + reaches[k] * required, reach = setup->reach_nm > 0 ? setup->reach_nm : usual;
        for (size_t i = 0; i < sizeof radii / sizeof radii[0] && !r->is_found; i++) {
            LOB_TRY(try_once(ctx, r, mask, radii[i] * required, reach));
        }
        if (r->is_found || setup->reach_nm > 0) {
            break;
        }
    }
    return LOB_OK;
}

/* What can change, and a radius more. */
static lob_status make_window(lob_ctx *ctx, repair *r) {
    const lob_litho_setup *e = &r->o->setup->evaluation;
    const double most = reaches[sizeof reaches / sizeof reaches[0] - 1] + 1, pixel = e->pixel_nm;
    const double required = r->o->setup->violation->required;
    const double usual = box_reach(r->o) + most * required, own = r->o->setup->reach_nm + required;
    const double reach = ceil((r->o->setup->reach_nm > 0 ? own : usual) / pixel) + 1;
    const lob_frame frame = {(int64_t)floor(r->o->x_nm / pixel - reach), (int64_t)floor(r->o->y_nm / pixel - reach),
                             (uint32_t)(2 * reach + 1), (uint32_t)(2 * reach + 1), pixel};
    return lob_tiles_make(ctx, frame, e->tile_side, 0, &r->window);
}

lob_status lob_optimize_curve(lob_ctx *ctx, lob_optimizing *o, lob_mask *mask, bool *is_found) {
    repair r = {.o = o};
    *is_found = false;
    *mask = o->input->mask;
    if (!(o->setup->violation->required > 0)) {
        return LOB_OK;
    }
    LOB_TRY(make_window(ctx, &r));
    LOB_TRY(judge(ctx, &r, mask, &r.before));
    LOB_TRY(try_all(ctx, &r, mask));
    if (!r.is_found) {
        LOB_TRY(lob_optimize_refine(ctx, FINER, mask));
        LOB_TRY(try_all(ctx, &r, mask));
    }
    *is_found = r.is_found;
    *mask = r.is_found ? r.found : o->input->mask;
    return LOB_OK;
}
