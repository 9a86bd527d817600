/* One way along a route: at each end the figures near it are looked at, and the guide that goes on is taken.
 *
 * What goes on: an end at the same place (within `distance` across, up to a width of overlap along) that points back.
 * Invariant: `steps` are in the order they were walked; nothing is walked twice.
 */
#include "pic/trace_impl.h"

#include <math.h>
#include <string.h>

static double turn_between(double from_deg, double to_deg) {
    double d = fmod(to_deg - from_deg, 360);
    return d > 180 ? d - 360 : d <= -180 ? d + 360 : d;
}

static lob_vec2 along(double angle_deg) {
    double a = angle_deg * (M_PI / 180);
    return (lob_vec2){cos(a), sin(a)};
}

bool lob_stored_is_same(const lob_stored *a, const lob_stored *b) {
    if (a->leaf != b->leaf || a->layer != b->layer || a->kind != b->kind || a->index != b->index ||
        a->member != b->member || a->depth != b->depth) {
        return false;
    }
    for (uint32_t i = 0; i < a->depth; i++) {
        if (a->path[i].inst != b->path[i].inst || a->path[i].member != b->path[i].member) {
            return false;
        }
    }
    return true;
}

/* The same outline drawn twice has the same ends. */
static bool is_twin(const lob_trace_step *a, const lob_trace_step *b) {
    for (int i = 0; i < 2; i++) {
        lob_vec2 p = a->ends[i].at, q = b->ends[i].at;
        if (fabs(p.x - q.x) > 0.5 || fabs(p.y - q.y) > 0.5) {
            return false;
        }
    }
    return true;
}

static bool copy_path(lob_arena *arena, const lob_hit *hit, lob_stored *stored) {
    *stored = (lob_stored){.depth = hit->depth,
                           .leaf = hit->leaf,
                           .layer = hit->shapes->layer,
                           .kind = hit->kind,
                           .index = hit->index,
                           .member = hit->member};
    if (hit->depth == 0) {
        return true;
    }
    lob_step *path = LOB_NEW_ARRAY(arena, lob_step, hit->depth);
    if (!path) {
        return false;
    }
    memcpy(path, hit->path, hit->depth * sizeof *path);
    stored->path = path;
    return true;
}

/* A path's ends lie beyond its line by the extensions. */
static void set_ends(const lob_figure *figure, lob_trace_step *step) {
    const lob_guide *g = &step->centre.guide;
    step->ends[0] = g->ends[0];
    step->ends[1] = g->ends[1];
    if (step->centre.source == LOB_CENTRE_STORED) {
        const double ext[2] = {figure->begin_ext, figure->end_ext};
        for (int i = 0; i < 2; i++) {
            lob_vec2 out = lob_vec2_mul(along(g->ends[i].angle_deg), ext[i]);
            step->ends[i].at = lob_vec2_add(g->ends[i].at, out);
            step->extension += ext[i];
        }
    }
}

lob_status lob_trace_step_make(lob_tracer *t, const lob_hit *hit, lob_trace_step *step) {
    lob_figure figure;
    *step = (lob_trace_step){.box = hit->box};
    if (!copy_path(t->ctx->arena, hit, &step->figure)) {
        return lob_fail_memory(t->ctx);
    }
    LOB_TRY(lob_figure_make(t->ctx, t->layout, hit->shapes, hit->kind, hit->index, hit->member, hit->trans, &figure));
    LOB_TRY(lob_centre_find(t->ctx, &figure, &step->centre));
    step->ring = figure.ring;
    step->ring_count = figure.ring_count;
    step->is_guide = step->centre.source > LOB_CENTRE_POINT && !step->centre.guide.is_closed;
    if (step->is_guide) {
        set_ends(&figure, step);
    }
    return LOB_OK;
}

lob_status lob_trace_near(lob_tracer *t, lob_vec2 at, double reach, lob_walk **walk) {
    lob_walk_options options = {
        .window = {(int64_t)floor(at.x - reach), (int64_t)floor(at.y - reach), (int64_t)ceil(at.x + reach),
                   (int64_t)ceil(at.y + reach)},
        .meet = LOB_MEET_TOUCH,
        .what = LOB_WALK_SHAPES,
        .layers = t->start->layers,
        .layer_count = t->start->layer_count,
        .depth_max = UINT32_MAX,
    };
    return lob_walk_open(t->ctx, t->layout, t->start->cell, &options, walk);
}

typedef struct join { /* how well an end goes on from where the route stands */
    int end;
    double across, ahead, angle_error;
} join;

static join join_at(const lob_trace_step *step, lob_vec2 at, double angle_deg) {
    join best = {-1, INFINITY, 0, 0};
    lob_vec2 d = along(angle_deg);
    for (int i = 0; i < 2; i++) {
        lob_vec2 v = lob_vec2_sub(step->ends[i].at, at);
        double error = turn_between(angle_deg + 180, step->ends[i].angle_deg);
        double across = fabs(lob_vec2_cross(d, v)), ahead = lob_vec2_dot(d, v);
        if (fabs(error) < 90 && across + fabs(ahead) < best.across + fabs(best.ahead)) {
            best = (join){i, across, ahead, error};
        }
    }
    return best;
}

static bool was_walked(const lob_tracer *t, const lob_stored *figure) {
    for (uint32_t i = 0; i < t->step_count; i++) {
        if (lob_stored_is_same(&t->steps[i].figure, figure)) {
            return true;
        }
    }
    return false;
}

/* Of all figures near an end: the guides that go on, and what else is there. */
typedef struct outlook {
    lob_trace_step next;
    join how;
    uint32_t fits;
    lob_trace_end end; /* when nothing fits */
} outlook;

static void judge(lob_tracer *t, const lob_trace_step *step, lob_vec2 at, double angle_deg, double width, outlook *o) {
    double reach = fmax(t->distance, 0);
    join how = step->is_guide ? join_at(step, at, angle_deg) : (join){-1, INFINITY, 0, 0};
    bool is_near = how.end >= 0 && how.ahead <= reach && how.ahead >= -fmax(width, step->ends[how.end].width);
    if (is_near && how.across <= reach && fabs(how.angle_error) <= t->start->angle_tol_deg) {
        if (o->fits == 0 || !is_twin(&o->next, step)) {
            o->fits++;
        }
        if (o->fits == 1 || fabs(how.ahead) + how.across < fabs(o->how.ahead) + o->how.across) {
            o->next = *step;
            o->how = how;
        }
        return;
    }
    lob_trace_reason reason = LOB_END_FIGURE;
    if (is_near && how.across <= reach) {
        reason = LOB_END_ANGLE;
    } else if (is_near && how.across <= fmax(width, step->ends[how.end].width) / 2) {
        reason = LOB_END_OFFSET;
    }
    /* An offset or a wrong angle says more than that something is there. */
    if (!o->end.has_figure || reason > o->end.reason) {
        o->end.reason = reason;
        o->end.has_figure = true;
        o->end.figure = step->figure;
        if (reason != LOB_END_FIGURE) {
            o->end.offset = lob_vec2_sub(step->ends[how.end].at, at);
            o->end.angle_error_deg = how.angle_error;
        }
    }
}

static lob_status touches(const lob_tracer *t, const lob_trace_step *step, lob_vec2 at, bool *yes) {
    lob_point64 p = {llround(at.x), llround(at.y)};
    lob_trace spot = {.points = &p, .count = 1}, ring = {step->ring, step->ring_count, true, true};
    lob_distance distance;
    int64_t rounded;
    bool is_whole;
    LOB_TRY(lob_distance_find(t->ctx, &spot, &ring, 0, &distance));
    *yes = lob_ratio_root(&distance.d2, &rounded, &is_whole) <= t->distance + 1;
    return LOB_OK;
}

static lob_status look_ahead(lob_tracer *t, lob_vec2 at, double angle_deg, double width, outlook *o) {
    lob_walk *walk;
    const lob_hit *hit;
    *o = (outlook){.end = {.at = at, .angle_deg = angle_deg, .width = width, .reason = LOB_END_OPEN}};
    LOB_TRY(lob_trace_near(t, at, t->distance, &walk));
    for (;;) {
        LOB_TRY(lob_walk_next(walk, &hit));
        if (!hit) {
            return LOB_OK;
        }
        lob_trace_step step;
        bool is_there;
        LOB_TRY(lob_trace_step_make(t, hit, &step));
        LOB_TRY(touches(t, &step, at, &is_there));
        if (is_there && !was_walked(t, &step.figure)) {
            judge(t, &step, at, angle_deg, width, o);
        } else if (t->step_count > 1 && lob_stored_is_same(&t->steps[0].figure, &step.figure)) {
            join how = join_at(&step, at, angle_deg);
            if (how.end >= 0 && how.across <= t->distance && fabs(how.ahead) <= t->distance) {
                o->end.reason = LOB_END_LOOP;
                o->end.has_figure = true;
                o->end.figure = step.figure;
            }
        }
    }
}

static lob_status grow(lob_tracer *t) {
    if (t->step_count < t->step_room) {
        return LOB_OK;
    }
    uint32_t room = t->step_room ? 2 * t->step_room : 16;
    lob_trace_step *steps = LOB_NEW_ARRAY(t->ctx->arena, lob_trace_step, room);
    if (!steps) {
        return lob_fail_memory(t->ctx);
    }
    if (t->step_count > 0) {
        memcpy(steps, t->steps, t->step_count * sizeof *steps);
    }
    t->steps = steps;
    t->step_room = room;
    return LOB_OK;
}

lob_status lob_trace_add(lob_tracer *t, const lob_trace_step *step, int entry, double overlap) {
    LOB_TRY(grow(t));
    lob_trace_step *s = &t->steps[t->step_count++];
    *s = *step;
    s->is_reversed = entry == 1;
    s->overlap = overlap;
    return LOB_OK;
}

lob_status lob_trace_walk(lob_tracer *t, lob_vec2 at, double angle_deg, double width, lob_trace_end *end) {
    for (;;) {
        outlook o;
        LOB_TRY(lob_poll(t->ctx));
        LOB_TRY(look_ahead(t, at, angle_deg, width, &o));
        *end = o.end;
        if (o.fits == 0 || o.end.reason == LOB_END_LOOP) {
            return LOB_OK;
        }
        end->has_figure = true;
        end->figure = o.next.figure;
        if (o.fits > 1 || t->step_count >= t->start->segment_max) {
            end->reason = o.fits > 1 ? LOB_END_BRANCH : LOB_END_LIMIT;
            return LOB_OK;
        }
        LOB_TRY(lob_trace_add(t, &o.next, o.how.end, fmax(0, -o.how.ahead)));
        const lob_guide_end *out = &o.next.ends[1 - o.how.end];
        at = out->at;
        angle_deg = out->angle_deg;
        width = out->width;
    }
}
