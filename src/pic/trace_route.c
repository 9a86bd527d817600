/* A route out of the steps of a trace: both ways joined, lengths and widths added up, crossings looked for. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "geom/region.h"
#include "pic/trace_impl.h"

enum { CROSSINGS_CHECKED_MAX = 20000 };

/* ---- beginning ---- */

static lob_status contains(const lob_tracer *t, const lob_trace_step *step, lob_point64 p, bool *yes) {
    lob_trace ring = {step->ring, step->ring_count, true, true};
    bool on_border = false;
    (void)t;
    *yes = lob_trace_winding(&ring, p, &on_border) != 0 || on_border;
    return LOB_OK;
}

/* The slimmest guide over the place; else any figure there, for the answer. */
static lob_status guide_at(lob_tracer *t, lob_trace_step *best, bool *found, lob_trace_end *there) {
    lob_walk *walk;
    const lob_hit *hit;
    lob_point64 p = {llround(t->start->at.x), llround(t->start->at.y)};
    *found = false;
    LOB_TRY(lob_trace_near(t, t->start->at, 1, &walk));
    for (;;) {
        LOB_TRY(lob_walk_next(walk, &hit));
        if (!hit) {
            return LOB_OK;
        }
        lob_trace_step step;
        bool is_inside;
        LOB_TRY(lob_trace_step_make(t, hit, &step));
        LOB_TRY(contains(t, &step, p, &is_inside));
        if (is_inside && step.is_guide &&
            (!*found || step.centre.guide.width_median < best->centre.guide.width_median)) {
            *best = step;
            *found = true;
        } else if (is_inside && !there->has_figure) {
            there->has_figure = true;
            there->reason = LOB_END_FIGURE;
            there->figure = step.figure;
        }
    }
}

/* Steps first .. count were walked backwards: they come first, in reverse, each covered by the one behind it. */
static lob_status turn_round(lob_tracer *t, uint32_t forward) {
    uint32_t back = t->step_count - forward;
    lob_trace_step *steps = LOB_NEW_ARRAY(t->ctx->arena, lob_trace_step, t->step_count);
    if (!steps) {
        return lob_fail_memory(t->ctx);
    }
    for (uint32_t i = 0; i < back; i++) {
        const lob_trace_step *from = &t->steps[t->step_count - 1 - i];
        steps[i] = *from;
        steps[i].is_reversed = !from->is_reversed;
        steps[i].overlap = i == 0 ? 0 : t->steps[t->step_count - i].overlap;
    }
    memcpy(steps + back, t->steps, forward * sizeof *steps);
    if (back > 0) {
        steps[back].overlap = t->steps[forward].overlap;
    }
    t->steps = steps;
    return LOB_OK;
}

static lob_status walk_both(lob_tracer *t, bool *found, lob_trace_route *route) {
    lob_trace_step first;
    LOB_TRY(guide_at(t, &first, found, &route->ends[0]));
    if (!*found) {
        return LOB_OK;
    }
    LOB_TRY(lob_trace_add(t, &first, 0, 0));
    const lob_guide_end *e = first.ends;
    LOB_TRY(lob_trace_walk(t, e[1].at, e[1].angle_deg, e[1].width, &route->ends[1]));
    uint32_t forward = t->step_count;
    LOB_TRY(lob_trace_walk(t, e[0].at, e[0].angle_deg, e[0].width, &route->ends[0]));
    return turn_round(t, forward);
}

static lob_status walk_one(lob_tracer *t, bool *found, lob_trace_route *route) {
    double angle = fmod(t->start->angle_deg + 180, 360);
    LOB_TRY(lob_trace_walk(t, t->start->at, t->start->angle_deg, 0, &route->ends[1]));
    *found = t->step_count > 0;
    route->ends[0] = *found ? (lob_trace_end){.at = t->start->at,
                                              .angle_deg = angle < 0 ? angle + 360 : angle,
                                              .width = t->steps[0].ends[t->steps[0].is_reversed ? 1 : 0].width,
                                              .reason = LOB_END_START}
                            : route->ends[1];
    return LOB_OK;
}

/* ---- adding up ---- */

typedef struct events {
    lob_trace_event *items;
    uint32_t count, room;
} events;

static lob_status put_event(lob_ctx *ctx, events *e, const lob_trace_event *event) {
    if (e->count == e->room) {
        uint32_t room = e->room ? 2 * e->room : 16;
        lob_trace_event *items = LOB_NEW_ARRAY(ctx->arena, lob_trace_event, room);
        if (!items) {
            return lob_fail_memory(ctx);
        }
        if (e->count > 0) {
            memcpy(items, e->items, e->count * sizeof *items);
        }
        e->items = items;
        e->room = room;
    }
    e->items[e->count++] = *event;
    return LOB_OK;
}

static lob_status put_corners(lob_ctx *ctx, const lob_trace_segment *s, uint32_t index, const lob_bends *bends,
                              events *e) {
    for (uint32_t i = 0; i < bends->count; i++) {
        const lob_bend *bend = &bends->items[i];
        if (bend->kind == LOB_BEND_CORNER) {
            double from_start = s->is_reversed ? bends->length - bend->s0 : bend->s0;
            lob_trace_event corner = {.kind = LOB_TRACE_CORNER,
                                      .at = bend->at,
                                      .s = s->s + from_start,
                                      .segment = index,
                                      .angle_deg = s->is_reversed ? -bend->angle_deg : bend->angle_deg};
            LOB_TRY(put_event(ctx, e, &corner));
        }
    }
    return LOB_OK;
}

static double turn_of(const lob_bends *bends) {
    double turn = 0;
    for (uint32_t i = 0; i < bends->count; i++) {
        turn += fabs(bends->items[i].angle_deg);
    }
    return turn;
}

static lob_status segment_make(lob_tracer *t, const lob_trace_step *step, uint32_t index, lob_trace_route *route,
                               lob_trace_segment *s, events *e) {
    const lob_guide *g = &step->centre.guide;
    lob_bends bends;
    lob_radius radius;
    *s = (lob_trace_segment){.figure = step->figure,
                             .box = step->box,
                             .is_reversed = step->is_reversed,
                             .overlap = step->overlap,
                             .s = route->length,
                             .width_min = g->width_min,
                             .width_mean = g->width_mean,
                             .width_max = g->width_max,
                             .width_min_at = g->width_min_at,
                             .confidence = g->confidence};
    s->ends[0] = step->ends[step->is_reversed ? 1 : 0];
    s->ends[1] = step->ends[step->is_reversed ? 0 : 1];
    LOB_TRY(lob_centre_radius(t->ctx, &step->centre, &bends, &radius));
    bool is_bent = radius.source == LOB_RADIUS_ARC_FIT;
    s->length = (is_bent ? bends.length : step->centre.length) + step->extension - step->overlap;
    s->length_error = is_bent ? bends.length_error : 0;
    if (is_bent) {
        s->radius_min = radius.value;
        s->radius_error = radius.error;
        s->radius_min_at = radius.at[0];
    }
    s->corner_count = bends.corner_count;
    for (uint32_t i = 0; i < bends.count; i++) {
        lob_bend_kind kind = bends.items[i].kind;
        s->bend_count += kind != LOB_BEND_LINE && kind != LOB_BEND_CORNER;
    }
    route->turn_deg += turn_of(&bends);
    return put_corners(t->ctx, s, index, &bends, e);
}

static void widen(lob_trace_route *r, const lob_trace_segment *s, bool is_first) {
    r->length += s->length;
    r->length_error += s->length_error;
    if (is_first || s->width_min < r->width_min) {
        r->width_min = s->width_min;
        r->width_min_at = s->width_min_at;
    }
    r->width_max = is_first ? s->width_max : fmax(r->width_max, s->width_max);
    r->confidence = is_first ? s->confidence : fmin(r->confidence, s->confidence);
    if (s->radius_min > 0 && (r->radius_min == 0 || s->radius_min < r->radius_min)) {
        r->radius_min = s->radius_min;
        r->radius_error = s->radius_error;
        r->radius_min_at = s->radius_min_at;
    }
}

static lob_status add_up(lob_tracer *t, lob_trace_route *route, lob_trace_segment *segments, events *e) {
    for (uint32_t i = 0; i < t->step_count; i++) {
        LOB_TRY(segment_make(t, &t->steps[i], i, route, &segments[i], e));
        if (i > 0 && fabs(segments[i].ends[0].width - segments[i - 1].ends[1].width) > 1.5) {
            lob_trace_event change = {.kind = LOB_TRACE_WIDTH_CHANGE,
                                      .at = segments[i].ends[0].at,
                                      .s = route->length,
                                      .segment = i,
                                      .width_before = segments[i - 1].ends[1].width,
                                      .width_behind = segments[i].ends[0].width};
            LOB_TRY(put_event(t->ctx, e, &change));
        }
        widen(route, &segments[i], i == 0);
    }
    return LOB_OK;
}

/* ---- crossings ---- */

static bool is_on_route(const lob_tracer *t, const lob_stored *figure) {
    for (uint32_t i = 0; i < t->step_count; i++) {
        if (lob_stored_is_same(&t->steps[i].figure, figure)) {
            return true;
        }
    }
    return false;
}

static bool meets_end(const lob_trace_segment *s, lob_box64 box) {
    for (int i = 0; i < 2; i++) {
        double reach = s->ends[i].width;
        lob_vec2 p = s->ends[i].at;
        if (p.x >= (double)box.left - reach && p.x <= (double)box.right + reach && p.y >= (double)box.bottom - reach &&
            p.y <= (double)box.top + reach) {
            return true;
        }
    }
    return false;
}

static double place_of(const lob_trace_segment *s, const lob_guide *g, lob_vec2 at) {
    double best = INFINITY, place = 0;
    for (uint32_t i = 0; i + 1 < g->count; i++) {
        lob_vec2 d = lob_vec2_sub(g->points[i + 1].at, g->points[i].at);
        double square = lob_vec2_dot(d, d);
        double u = square > 0 ? lob_vec2_dot(lob_vec2_sub(at, g->points[i].at), d) / square : 0;
        u = u < 0 ? 0 : u > 1 ? 1 : u;
        double distance = lob_vec2_length(lob_vec2_sub(lob_vec2_add(g->points[i].at, lob_vec2_mul(d, u)), at));
        if (distance < best) {
            best = distance;
            place = g->points[i].s + u * (g->points[i + 1].s - g->points[i].s);
        }
    }
    return s->s + (s->is_reversed ? g->chord_length - place : place);
}

/* Area in common that does not lie at an end of the segment. */
static lob_status check_crossing(lob_tracer *t, const lob_trace_segment *s, uint32_t index, const lob_hit *hit,
                                 events *e) {
    lob_trace_step other;
    lob_region *region;
    lob_region_measures measures;
    LOB_TRY(lob_trace_step_make(t, hit, &other));
    if (is_on_route(t, &other.figure)) {
        return LOB_OK;
    }
    LOB_TRY(lob_region_new(t->ctx, 1, &region));
    LOB_TRY(lob_region_add(t->ctx, region, 0, t->steps[index].ring, t->steps[index].ring_count));
    LOB_TRY(lob_region_add(t->ctx, region, 1, other.ring, other.ring_count));
    LOB_TRY(lob_region_measure(t->ctx, region, LOB_REGION_AND, &measures));
    if (measures.area <= 0 || meets_end(s, measures.box)) {
        return LOB_OK;
    }
    lob_vec2 at = {((double)measures.box.left + (double)measures.box.right) / 2,
                   ((double)measures.box.bottom + (double)measures.box.top) / 2};
    lob_trace_event crossing = {.kind = LOB_TRACE_CROSSING,
                                .at = at,
                                .segment = index,
                                .has_figure = true,
                                .figure = other.figure,
                                .s = place_of(s, &t->steps[index].centre.guide, at)};
    return put_event(t->ctx, e, &crossing);
}

static lob_status find_crossings(lob_tracer *t, const lob_trace_segment *segments, lob_trace_route *route, events *e) {
    uint32_t checked = 0;
    for (uint32_t i = 0; i < t->step_count; i++) {
        lob_walk *walk;
        const lob_hit *hit;
        lob_walk_options options = {.window = segments[i].box,
                                    .meet = LOB_MEET_OVERLAP,
                                    .what = LOB_WALK_SHAPES,
                                    .layers = &segments[i].figure.layer,
                                    .layer_count = 1,
                                    .depth_max = UINT32_MAX};
        LOB_TRY(lob_walk_open(t->ctx, t->layout, t->start->cell, &options, &walk));
        LOB_TRY(lob_walk_next(walk, &hit));
        while (hit) {
            if (checked++ >= CROSSINGS_CHECKED_MAX) {
                route->crossings_cut = true;
                return LOB_OK;
            }
            LOB_TRY(check_crossing(t, &segments[i], i, hit, e));
            LOB_TRY(lob_walk_next(walk, &hit));
        }
    }
    return LOB_OK;
}

static int event_order(const void *a, const void *b) {
    const lob_trace_event *p = a, *q = b;
    if (p->s != q->s) {
        return p->s < q->s ? -1 : 1;
    }
    return p->kind != q->kind   ? (p->kind < q->kind ? -1 : 1)
           : p->at.x != q->at.x ? (p->at.x < q->at.x ? -1 : 1)
                                : (p->at.y > q->at.y) - (p->at.y < q->at.y);
}

lob_status lob_trace_route_find(lob_ctx *ctx, const lob_layout *layout, const lob_trace_start *start, bool *found,
                                lob_trace_route *route) {
    lob_tracer t = {.ctx = ctx, .layout = layout, .start = start, .distance = fmax(1.5, start->distance)};
    events e = {0};
    *route = (lob_trace_route){0};
    LOB_TRY(start->has_angle ? walk_one(&t, found, route) : walk_both(&t, found, route));
    if (!*found) {
        return LOB_OK;
    }
    lob_trace_segment *segments = LOB_NEW_ARRAY(ctx->arena, lob_trace_segment, t.step_count);
    if (!segments) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(add_up(&t, route, segments, &e));
    LOB_TRY(find_crossings(&t, segments, route, &e));
    if (e.count > 0) {
        qsort(e.items, e.count, sizeof *e.items, event_order);
    }
    route->segments = segments;
    route->segment_count = t.step_count;
    route->events = e.items;
    route->event_count = e.count;
    return LOB_OK;
}
