/* What happens along a route: the list of events, and the figures that cross a segment.
 *
 * A crossing is area in common with another figure of the layer, away from the segment's ends, where joints overlap.
 * Figures whose box stays off the centre line are told by that; of the others the shared area is made, one event a
 * piece.
 */
#include "pic/trace_impl.h"

#include <math.h>
#include <string.h>

#include "base/list.h"
#include "geom/region.h"

enum { CHECKED_MAX = 4000 }; /* areas made for one route */

lob_status lob_trace_event_put(lob_ctx *ctx, lob_trace_events *events, const lob_trace_event *event) {
    LOB_TRY(LOB_LIST_ROOM(ctx, ctx->arena, events->items, events->count, events->room));
    events->items[events->count++] = *event;
    return LOB_OK;
}

/* Does the box come within half a width of the line? A box around each chord tells, chords being short. */
static bool is_near_line(const lob_guide *g, lob_box64 box, double reach) {
    double left = (double)box.left - reach, right = (double)box.right + reach;
    double bottom = (double)box.bottom - reach, top = (double)box.top + reach;
    for (uint32_t i = 0; i + 1 < g->count; i++) {
        lob_vec2 a = g->points[i].at, d = {g->points[i + 1].at.x - a.x, g->points[i + 1].at.y - a.y};
        double from = 0, to = 1;
        const double start[2] = {a.x, a.y}, way[2] = {d.x, d.y}, low[2] = {left, bottom}, high[2] = {right, top};
        for (int k = 0; k < 2; k++) {
            if (way[k] == 0) {
                to = start[k] < low[k] || start[k] > high[k] ? -1 : to;
                continue;
            }
            double u = (low[k] - start[k]) / way[k], v = (high[k] - start[k]) / way[k];
            from = fmax(from, fmin(u, v));
            to = fmin(to, fmax(u, v));
        }
        if (from <= to) {
            return true;
        }
    }
    return false;
}

/* The index a step has once those walked backwards stand first. */
static uint32_t place_of_step(const lob_tracer *t, uint32_t walked) {
    uint32_t forward = t->step_count - t->back;
    return walked < forward ? t->back + walked : t->step_count - 1 - walked;
}

static bool is_neighbour(uint32_t index, uint32_t other) {
    return (index < other ? other - index : index - other) <= 1;
}

static bool holds_end(const lob_tracer *t, const lob_trace_segment *s, lob_box64 box) {
    for (int i = 0; i < 2; i++) {
        lob_vec2 p = s->ends[i].at;
        if (p.x >= (double)box.left - t->distance && p.x <= (double)box.right + t->distance &&
            p.y >= (double)box.bottom - t->distance && p.y <= (double)box.top + t->distance) {
            return true;
        }
    }
    return false;
}

static lob_status put_pieces(lob_tracer *t, const lob_trace_look *look, const lob_trace_segment *s, uint32_t index,
                             const lob_polygons *shared, const lob_stored *other, lob_trace_events *events) {
    const lob_guide *g = &look->centre.guide;
    for (uint32_t i = 0; i < shared->contour_count; i++) {
        const lob_contour *c = &shared->contours[i];
        lob_box64 box = LOB_BOX64_EMPTY;
        double distance;
        for (uint32_t k = 0; k < c->count; k++) {
            box = lob_box64_add_point(box, shared->points[c->first + k].x, shared->points[c->first + k].y);
        }
        if (c->is_hole || holds_end(t, s, box)) {
            continue;
        }
        lob_trace_event crossing = {
            .kind = LOB_TRACE_CROSSING,
            .at = {((double)box.left + (double)box.right) / 2, ((double)box.bottom + (double)box.top) / 2},
            .segment = index,
            .has_figure = true,
            .figure = *other};
        double place = lob_trace_nearest_s(g, crossing.at, &distance);
        double behind = s->is_reversed ? g->points[g->count - 1].s - place : place;
        crossing.s = s->s + behind + look->extension[s->is_reversed ? 1 : 0] - s->overlap;
        if (crossing.s < s->s) {
            continue; /* belongs to the segment before */
        }
        LOB_TRY(lob_trace_event_put(t->ctx, events, &crossing));
    }
    return LOB_OK;
}

static lob_status compare(lob_tracer *t, const lob_trace_look *look, const lob_trace_segment *s, uint32_t index,
                          const lob_hit *hit, lob_trace_events *events) {
    lob_figure figure;
    lob_region *region;
    lob_polygons shared;
    lob_ctx *ctx = &t->check;
    lob_arena_reset(ctx->arena);
    LOB_TRY(lob_poll(ctx));
    LOB_TRY(lob_figure_make(ctx, t->layout, hit->shapes, hit->kind, hit->index, hit->member, hit->trans, &figure));
    LOB_TRY(lob_region_new(ctx, 1, &region));
    LOB_TRY(lob_region_add(ctx, region, 0, look->figure.ring, look->figure.ring_count));
    LOB_TRY(lob_region_add(ctx, region, 1, figure.ring, figure.ring_count));
    LOB_TRY(lob_region_polygons(ctx, region, LOB_REGION_AND, &shared));
    if (shared.contour_count == 0) {
        return LOB_OK;
    }
    lob_stored other = lob_stored_of_hit(hit);
    lob_step *path = LOB_NEW_ARRAY(t->ctx->arena, lob_step, (size_t)other.depth + 1);
    if (!path) {
        return lob_fail_memory(t->ctx);
    }
    if (other.depth > 0) {
        memcpy(path, other.path, other.depth * sizeof *path);
    }
    other.path = path;
    return put_pieces(t, look, s, index, &shared, &other, events);
}

lob_status lob_trace_crossings(lob_tracer *t, const lob_trace_look *look, const lob_trace_segment *segment,
                               uint32_t index, lob_trace_events *events, bool *cut) {
    lob_walk *walk;
    const lob_hit *hit;
    lob_walk_options options = {.window = segment->box,
                                .meet = LOB_MEET_OVERLAP,
                                .what = LOB_WALK_SHAPES,
                                .layers = &segment->figure.layer,
                                .layer_count = 1,
                                .depth_max = UINT32_MAX};
    LOB_TRY(lob_walk_open(&t->own, t->layout, t->start->cell, &options, &walk));
    for (;;) {
        LOB_TRY(lob_walk_next(walk, &hit));
        if (!hit) {
            return LOB_OK;
        }
        lob_stored other = lob_stored_of_hit(hit);
        uint32_t walked = lob_trace_walked(t, &other);
        if ((walked != LOB_NONE && is_neighbour(index, place_of_step(t, walked))) ||
            !is_near_line(&look->centre.guide, hit->box, segment->width_max / 2)) {
            continue;
        }
        if (events->checked++ >= CHECKED_MAX) {
            *cut = true;
            return LOB_OK;
        }
        LOB_TRY(compare(t, look, segment, index, hit, events));
    }
}
