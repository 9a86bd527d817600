/* A route out of the steps of a trace: both ways joined, then each figure measured again, one at a time, so that memory
 * is that of the route and of one figure. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "pic/trace_impl.h"

/* ---- beginning ---- */

static double slimness(const lob_trace_step *step) {
    return step->length / fmax(1, fmax(step->ends[0].width, step->ends[1].width));
}

/* A waveguide goes before the outline of its device (less slim), a pin marker (shorter) and the floor plan (not slim at
 * all); four widths are slim enough. */
static bool is_better(const lob_trace_step *a, const lob_trace_step *b) {
    double p = fmin(4, slimness(a)), q = fmin(4, slimness(b));
    return p != q ? p > q : fabs(a->length - b->length) > 1 ? a->length > b->length : slimness(a) > slimness(b);
}

/* The guide over the place. Else any figure there, for the answer. The path it keeps is the request's. */
static lob_status guide_at(lob_tracer *t, lob_trace_step *best, bool *found, lob_trace_end *there) {
    lob_walk *walk;
    const lob_hit *hit;
    *found = false;
    lob_arena_reset(t->own.arena);
    LOB_TRY(lob_trace_near(t, t->start->at, t->distance, &walk));
    for (;;) {
        lob_trace_look look;
        LOB_TRY(lob_walk_next(walk, &hit));
        if (!hit) {
            return LOB_OK;
        }
        LOB_TRY(lob_trace_look_at(t, &t->own, hit, &look));
        double reach = lob_trace_reach(&look.figure, t->start->at);
        bool is_best = look.is_guide && (!*found || is_better(&look.step, best));
        if (reach > (t->start->has_angle ? t->distance : 1) || (!is_best && there->has_figure)) {
            continue;
        }
        lob_step *path = LOB_NEW_ARRAY(t->ctx->arena, lob_step, (size_t)hit->depth + 1);
        if (!path) {
            return lob_fail_memory(t->ctx);
        }
        if (hit->depth > 0) {
            memcpy(path, hit->path, hit->depth * sizeof *path);
        }
        look.step.figure.path = path;
        if (is_best) {
            *best = look.step;
            *found = true;
        } else {
            there->has_figure = true;
            there->reason = LOB_END_FIGURE;
            there->figure = look.step.figure;
        }
    }
}

static void stay_on(lob_tracer *t, lob_layer_index layer) {
    t->first_layer = layer;
    if (!t->layers) {
        t->layers = &t->first_layer;
        t->layer_count = 1;
    }
}

/* Steps that were walked backwards come first, in reverse, each covered by the one behind it. The hash table keeps the
 * order of walking. */
static lob_status turn_round(lob_tracer *t, uint32_t forward, lob_trace_step **turned) {
    uint32_t back = t->back = t->step_count - forward;
    lob_trace_step *steps = LOB_NEW_ARRAY(t->ctx->arena, lob_trace_step, t->step_count);
    if (!steps) {
        return lob_fail_memory(t->ctx);
    }
    for (uint32_t i = 0; i < t->step_count; i++) {
        uint32_t from = i < back ? t->step_count - 1 - i : i - back;
        steps[i] = t->steps[from];
        if (i > back) {
            continue;
        }
        /* The joint to the one before was met from the other side. */
        uint32_t joint = i == 0 ? LOB_NONE : t->step_count - i;
        steps[i].is_reversed = i < back ? !steps[i].is_reversed : steps[i].is_reversed;
        steps[i].overlap = joint == LOB_NONE ? 0 : t->steps[joint].overlap;
        steps[i].offset = (lob_vec2){0, 0};
        if (joint != LOB_NONE) {
            steps[i].offset = (lob_vec2){-t->steps[joint].offset.x, -t->steps[joint].offset.y};
        }
    }
    *turned = steps;
    return LOB_OK;
}

static lob_status walk_both(lob_tracer *t, bool *found, lob_trace_route *route, lob_trace_step **steps) {
    lob_trace_step first;
    route->ends[0] = route->ends[1] = (lob_trace_end){.at = t->start->at, .reason = LOB_END_OPEN};
    LOB_TRY(guide_at(t, &first, found, &route->ends[1]));
    if (!*found) {
        return LOB_OK;
    }
    stay_on(t, first.figure.layer);
    LOB_TRY(lob_trace_add(t, &first, &(lob_join){.kind = LOB_JOIN_ALONG}));
    const lob_trace_place out = {first.ends[1].at, first.ends[1].angle_deg, first.ends[1].width};
    const lob_trace_place in = {first.ends[0].at, first.ends[0].angle_deg, first.ends[0].width};
    LOB_TRY(lob_trace_walk(t, &out, &route->ends[1]));
    uint32_t forward = t->step_count;
    LOB_TRY(lob_trace_walk(t, &in, &route->ends[0]));
    return turn_round(t, forward, steps);
}

static lob_status walk_one(lob_tracer *t, bool *found, lob_trace_route *route, lob_trace_step **steps) {
    double angle = fmod(fmod(t->start->angle_deg, 360) + 360, 360);
    const lob_trace_place from = {t->start->at, angle, t->start->width};
    if (!t->layers) {
        lob_trace_step any;
        LOB_TRY(guide_at(t, &any, found, &route->ends[1]));
        if (!*found) {
            return LOB_OK;
        }
        stay_on(t, any.figure.layer);
    }
    LOB_TRY(lob_trace_walk(t, &from, &route->ends[1]));
    *found = t->step_count > 0;
    *steps = t->steps;
    route->ends[0] = (lob_trace_end){.at = t->start->at, .angle_deg = fmod(angle + 180, 360), .reason = LOB_END_START};
    if (*found) {
        route->ends[0].width = t->steps[0].ends[t->steps[0].is_reversed ? 1 : 0].width;
    }
    return LOB_OK;
}

/* ---- adding up ---- */

static lob_status put_corners(lob_tracer *t, const lob_trace_segment *s, const lob_trace_look *look, uint32_t index,
                              const lob_bends *bends, lob_trace_events *events) {
    for (uint32_t i = 0; i < bends->count; i++) {
        const lob_bend *bend = &bends->items[i];
        if (bend->kind != LOB_BEND_CORNER) {
            continue;
        }
        double behind = s->is_reversed ? bends->length - bend->s0 : bend->s0;
        lob_trace_event corner = {.kind = LOB_TRACE_CORNER,
                                  .at = bend->at,
                                  .s = s->s + behind + look->extension[s->is_reversed ? 1 : 0] - s->overlap,
                                  .segment = index,
                                  .angle_deg = s->is_reversed ? -bend->angle_deg : bend->angle_deg};
        if (corner.s >= s->s) {
            LOB_TRY(lob_trace_event_put(t->ctx, events, &corner));
        }
    }
    return LOB_OK;
}

static void describe(const lob_trace_step *step, const lob_trace_look *look, double s0, lob_trace_segment *s) {
    const lob_guide *g = &look->centre.guide;
    *s = (lob_trace_segment){.figure = step->figure,
                             .box = step->box,
                             .is_reversed = step->is_reversed,
                             .overlap = step->overlap,
                             .s = s0,
                             .width_min = g->width_min,
                             .width_mean = g->width_mean,
                             .width_max = g->width_max,
                             .width_min_at = g->width_min_at,
                             .confidence = g->confidence};
    s->ends[0] = step->ends[step->is_reversed ? 1 : 0];
    s->ends[1] = step->ends[step->is_reversed ? 0 : 1];
}

/* Everything of one figure; what it takes is gone afterwards. */
static lob_status measure_step(lob_tracer *t, const lob_trace_step *step, uint32_t index, lob_trace_route *route,
                               lob_trace_segment *s, lob_trace_events *events) {
    lob_trace_look look;
    lob_bends bends;
    lob_radius radius;
    lob_arena_reset(t->own.arena);
    LOB_TRY(lob_trace_look_again(t, &t->own, step, &look));
    describe(step, &look, route->length, s);
    if (t->start->is_rough) {
        s->length = step->length - step->overlap;
        return LOB_OK;
    }
    LOB_TRY(lob_centre_radius(&t->own, &look.centre, &bends, &radius));
    double length = lob_centre_length(&look.centre, &bends, &s->length_error);
    s->length = length + look.extension[0] + look.extension[1] - step->overlap;
    if (radius.source == LOB_RADIUS_ARC_FIT) {
        s->radius_min = radius.value;
        s->radius_error = radius.error;
        s->radius_min_at = radius.at[0];
    }
    s->undetermined_count = radius.undetermined_count;
    s->corner_count = bends.corner_count;
    for (uint32_t i = 0; i < bends.count; i++) {
        lob_bend_kind kind = bends.items[i].kind;
        s->turn_deg += fabs(bends.items[i].angle_deg);
        s->bend_count += kind != LOB_BEND_LINE && kind != LOB_BEND_CORNER;
    }
    LOB_TRY(put_corners(t, s, &look, index, &bends, events));
    return route->crossings_cut ? LOB_OK : lob_trace_crossings(t, &look, s, index, events, &route->crossings_cut);
}

static bool is_axial(double angle_deg) {
    return fabs(angle_deg - 90 * floor(angle_deg / 90 + 0.5)) < 1e-6;
}

/* Where a segment begins: another width, a jog. Rounding may do as much to edges off the axes, but not along them. */
static lob_status put_joint(lob_tracer *t, const lob_trace_segment *before, const lob_trace_segment *s,
                            const lob_trace_step *step, uint32_t index, lob_trace_events *events) {
    bool is_exact = is_axial(s->ends[0].angle_deg) && is_axial(before->ends[1].angle_deg);
    lob_trace_event event = {.at = s->ends[0].at, .s = s->s, .segment = index};
    /* The widths of overlapping pieces are those at their own ends. */
    if (fabs(s->ends[0].width - before->ends[1].width) > (is_exact ? 0.5 : 2.83)) {
        event.kind = LOB_TRACE_WIDTH_CHANGE;
        event.width_before = before->ends[1].width;
        event.width_behind = s->ends[0].width;
        LOB_TRY(lob_trace_event_put(t->ctx, events, &event));
    }
    if (fmax(fabs(step->offset.x), fabs(step->offset.y)) > (is_exact ? 0.75 : 1.5)) {
        event.kind = LOB_TRACE_OFFSET;
        event.width_before = event.width_behind = 0;
        event.offset = step->offset;
        LOB_TRY(lob_trace_event_put(t->ctx, events, &event));
    }
    return LOB_OK;
}

static lob_status put_taper(lob_tracer *t, const lob_trace_segment *s, uint32_t index, lob_trace_events *events) {
    lob_trace_event event = {.kind = LOB_TRACE_TAPER,
                             .at = s->ends[0].at,
                             .s = s->s,
                             .segment = index,
                             .width_before = s->ends[0].width,
                             .width_behind = s->ends[1].width};
    return fabs(event.width_before - event.width_behind) > 2.83 ? lob_trace_event_put(t->ctx, events, &event) : LOB_OK;
}

static void widen(lob_trace_route *r, const lob_trace_segment *s, bool is_first) {
    r->length += s->length;
    r->length_error += s->length_error;
    r->turn_deg += s->turn_deg;
    r->undetermined_count += s->undetermined_count;
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

static int event_order(const void *a, const void *b) {
    const lob_trace_event *p = a, *q = b;
    if (p->s != q->s) {
        return p->s < q->s ? -1 : 1;
    }
    return p->kind != q->kind   ? (p->kind < q->kind ? -1 : 1)
           : p->at.x != q->at.x ? (p->at.x < q->at.x ? -1 : 1)
                                : (p->at.y > q->at.y) - (p->at.y < q->at.y);
}

static lob_status add_up(lob_tracer *t, const lob_trace_step *steps, lob_trace_route *route) {
    lob_trace_events events = {0};
    lob_trace_segment *segments = LOB_NEW_ARRAY(t->ctx->arena, lob_trace_segment, t->step_count);
    if (!segments) {
        return lob_fail_memory(t->ctx);
    }
    for (uint32_t i = 0; i < t->step_count; i++) {
        lob_trace_segment *s = &segments[i];
        LOB_TRY(lob_poll(t->ctx));
        lob_progress(t->ctx, i, t->step_count, "Measuring the waveguide");
        LOB_TRY(measure_step(t, &steps[i], i, route, s, &events));
        if (i > 0) {
            LOB_TRY(put_joint(t, &segments[i - 1], s, &steps[i], i, &events));
        }
        LOB_TRY(put_taper(t, s, i, &events));
        widen(route, s, i == 0);
    }
    if (events.count > 0) {
        qsort(events.items, events.count, sizeof *events.items, event_order);
    }
    route->segments = segments;
    route->segment_count = t->step_count;
    route->events = events.items;
    route->event_count = events.count;
    route->layer = segments[0].figure.layer;
    return LOB_OK;
}

static lob_status find_route(lob_tracer *t, bool *found, lob_trace_route *route) {
    lob_trace_step *steps = NULL;
    LOB_TRY(t->start->has_angle ? walk_one(t, found, route, &steps) : walk_both(t, found, route, &steps));
    return *found ? add_up(t, steps, route) : LOB_OK;
}

lob_status lob_trace_route_find(lob_ctx *ctx, const lob_layout *layout, const lob_trace_start *start, bool *found,
                                lob_trace_route *route) {
    lob_tracer t = {.ctx = ctx,
                    .layout = layout,
                    .start = start,
                    .layers = start->layers,
                    .layer_count = start->layer_count,
                    .first_layer = LOB_NONE,
                    .distance = fmax(1.5, start->distance)};
    *found = false;
    *route = (lob_trace_route){.length = 0};
    lob_status status = lob_ctx_child(ctx, &t.own, LOB_LIMIT_REQUEST_MEMORY_SIZE);
    if (status == LOB_OK) {
        status = lob_ctx_child(ctx, &t.check, LOB_LIMIT_REQUEST_MEMORY_SIZE);
    }
    if (status == LOB_OK) {
        status = find_route(&t, found, route);
    }
    lob_ctx_drop(&t.own);
    lob_ctx_drop(&t.check);
    return lob_ctx_join(ctx, &t.check, lob_ctx_join(ctx, &t.own, status)); /* whichever met the error */
}
