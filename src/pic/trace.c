/* One way along a route: at each end the figures near it are looked at, and the guide that goes on is taken.
 *
 * Of several that would go on, one that begins at the end goes before one that is drawn over it, and the layer of the
 * route before other layers; two that are still equal are a branch. The same outline drawn twice counts once.
 * Invariant: `steps` are in the order they were walked; nothing is walked twice, which the hash table over them tells.
 */
#include "pic/trace_impl.h"

#include <math.h>
#include <string.h>

#include "base/wrap.h"

/* ---- what was walked ---- */

LOB_WRAPS static uint64_t mix(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

static uint32_t slot_of(const lob_stored *s, uint32_t slot_count) {
    uint64_t hash = mix(mix(mix(mix(0, s->leaf), s->layer), (uint64_t)s->kind << 32 | s->index), s->member);
    for (uint32_t i = 0; i < s->depth; i++) {
        hash = mix(mix(hash, s->path[i].inst), s->path[i].member);
    }
    return (uint32_t)(hash >> 32) & (slot_count - 1);
}

uint32_t lob_trace_walked(const lob_tracer *t, const lob_stored *figure) {
    if (t->slot_count == 0) {
        return LOB_NONE;
    }
    for (uint32_t at = slot_of(figure, t->slot_count);; at = (at + 1) & (t->slot_count - 1)) {
        uint32_t step = t->slots[at];
        if (step == LOB_NONE || lob_stored_is_same(&t->steps[step].figure, figure)) {
            return step;
        }
    }
}

static void put_slot(lob_tracer *t, uint32_t step) {
    uint32_t at = slot_of(&t->steps[step].figure, t->slot_count);
    while (t->slots[at] != LOB_NONE) {
        at = (at + 1) & (t->slot_count - 1);
    }
    t->slots[at] = step;
}

/* Room for one more; at most half of the slots are taken. */
static lob_status grow(lob_tracer *t) {
    if (t->step_count < t->step_room) {
        return LOB_OK;
    }
    uint32_t room = t->step_room ? 2 * t->step_room : 16;
    lob_trace_step *steps = LOB_NEW_ARRAY(t->ctx->arena, lob_trace_step, room);
    uint32_t *slots = LOB_NEW_ARRAY(t->ctx->arena, uint32_t, 2 * (size_t)room);
    if (!steps || !slots) {
        return lob_fail_memory(t->ctx);
    }
    if (t->step_count > 0) {
        memcpy(steps, t->steps, t->step_count * sizeof *steps);
    }
    memset(slots, 0xff, 2 * (size_t)room * sizeof *slots);
    t->steps = steps;
    t->step_room = room;
    t->slots = slots;
    t->slot_count = 2 * room;
    for (uint32_t i = 0; i < t->step_count; i++) {
        put_slot(t, i);
    }
    return LOB_OK;
}

static lob_status keep_path(lob_ctx *ctx, lob_stored *stored) {
    lob_step *path = LOB_NEW_ARRAY(ctx->arena, lob_step, (size_t)stored->depth + 1);
    if (!path) {
        return lob_fail_memory(ctx);
    }
    if (stored->depth > 0) {
        memcpy(path, stored->path, stored->depth * sizeof *path);
    }
    stored->path = path;
    return LOB_OK;
}

lob_status lob_trace_add(lob_tracer *t, const lob_trace_step *step, const lob_join *how) {
    LOB_TRY(grow(t));
    lob_trace_step *s = &t->steps[t->step_count];
    *s = *step;
    LOB_TRY(keep_path(t->ctx, &s->figure));
    s->is_reversed = how->end == 1;
    s->overlap = how->overlap;
    s->offset = how->kind == LOB_JOIN_END ? how->offset : (lob_vec2){0, 0};
    put_slot(t, t->step_count++);
    return LOB_OK;
}

/* ---- looking around ---- */

lob_status lob_trace_near(lob_tracer *t, lob_vec2 at, double reach, lob_walk **walk) {
    const lob_box64 window = {(int64_t)floor(at.x - reach), (int64_t)floor(at.y - reach), (int64_t)ceil(at.x + reach),
                              (int64_t)ceil(at.y + reach)};
    const lob_walk_options options = lob_walk_shapes(window, t->layers ? t->layers : t->start->first_layers,
                                                     t->layers ? t->layer_count : t->start->first_layer_count);
    return lob_walk_open(&t->own, t->layout, t->start->cell, &options, walk);
}

enum { PICK_COUNT = 3 }; /* end at end on the layer, on another; drawn over the end on the layer */

typedef struct pick {
    lob_trace_step step;
    lob_join how;
    uint32_t count;
} pick;

/* Of all figures near an end: the guides that go on, and what else is there. */
typedef struct outlook {
    pick picks[PICK_COUNT];
    lob_trace_end end; /* when nothing goes on */
} outlook;

static bool is_near(lob_vec2 p, lob_vec2 q) {
    return fabs(p.x - q.x) <= 0.5 && fabs(p.y - q.y) <= 0.5;
}

/* The same outline drawn twice has the same ends. */
static bool is_twin(const lob_trace_step *a, const lob_trace_step *b) {
    bool is_same = is_near(a->ends[0].at, b->ends[0].at) && is_near(a->ends[1].at, b->ends[1].at);
    bool is_turned = is_near(a->ends[0].at, b->ends[1].at) && is_near(a->ends[1].at, b->ends[0].at);
    return (is_same || is_turned) && fabs(a->length - b->length) <= 2;
}

static double off_by(const lob_join *how) {
    return hypot(how->offset.x, how->offset.y);
}

static void choose(const lob_tracer *t, const lob_trace_step *step, const lob_join *how, outlook *o) {
    lob_layer_index layer = t->step_count ? t->steps[t->step_count - 1].figure.layer : t->first_layer;
    bool is_other = layer != LOB_NONE && step->figure.layer != layer;
    pick *p = &o->picks[how->kind != LOB_JOIN_END ? 2 : is_other ? 1 : 0];
    bool is_only_over = is_other && how->kind != LOB_JOIN_END; /* a slab, a marker: goes on below or above */
    if (is_only_over || (p->count > 0 && is_twin(&p->step, step))) {
        return;
    }
    if (p->count++ == 0 || off_by(how) < off_by(&p->how)) {
        p->step = *step;
        p->how = *how;
    }
}

/* An offset or a wrong angle says more than that something is there. */
static void note(const lob_trace_step *step, const lob_join *how, lob_trace_end *end) {
    static const lob_trace_reason reasons[] = {[LOB_JOIN_NONE] = LOB_END_FIGURE,
                                               [LOB_JOIN_SIDE] = LOB_END_SIDE,
                                               [LOB_JOIN_ANGLE] = LOB_END_ANGLE,
                                               [LOB_JOIN_OFFSET] = LOB_END_OFFSET};
    lob_trace_reason reason = reasons[how->kind];
    bool is_nearer =
        reason == LOB_END_OFFSET && end->reason == reason && off_by(how) < hypot(end->offset.x, end->offset.y);
    if (end->has_figure && reason <= end->reason && !is_nearer) {
        return;
    }
    end->reason = reason;
    end->has_figure = true;
    end->figure = step->figure;
    end->offset = reason == LOB_END_OFFSET ? how->offset : (lob_vec2){0, 0};
    end->angle_error_deg = reason == LOB_END_ANGLE ? how->angle_error_deg : 0;
}

/* A figure that was walked begins here once more. */
static void close_loop(const lob_trace_step *step, const lob_join *how, lob_trace_end *end) {
    if (how->kind == LOB_JOIN_END) {
        end->reason = LOB_END_LOOP;
        end->has_figure = true;
        end->figure = step->figure;
    }
}

/* `gaps`: only guides that begin near, but not there. */
static lob_status look_around(lob_tracer *t, const lob_trace_place *place, double reach, bool gaps, outlook *o) {
    lob_walk *walk;
    const lob_hit *hit;
    LOB_TRY(lob_trace_near(t, place->at, reach, &walk));
    for (;;) {
        lob_trace_look look;
        lob_join how;
        LOB_TRY(lob_walk_next(walk, &hit));
        if (!hit) {
            return LOB_OK;
        }
        LOB_TRY(lob_trace_look_at(t, &t->own, hit, &look));
        if (!gaps && lob_trace_reach(&look.figure, place->at) > t->distance) {
            continue;
        }
        LOB_TRY(lob_trace_join(t, &look, place, &how));
        uint32_t walked = lob_trace_walked(t, &look.step.figure);
        if (walked == LOB_NONE && (!gaps || how.kind == LOB_JOIN_OFFSET)) {
            LOB_TRY(keep_path(&t->own, &look.step.figure));
            if (how.kind >= LOB_JOIN_ALONG) {
                choose(t, &look.step, &how, o);
            } else if (how.kind != LOB_JOIN_PAST) {
                note(&look.step, &how, &o->end);
            }
        } else if (walked != LOB_NONE && !gaps) {
            LOB_TRY(keep_path(&t->own, &look.step.figure));
            close_loop(&look.step, &how, &o->end);
        }
    }
}

static lob_status look_ahead(lob_tracer *t, const lob_trace_place *place, outlook *o) {
    lob_arena_reset(t->own.arena);
    memset(o, 0, sizeof *o);
    o->end =
        (lob_trace_end){.at = place->at, .angle_deg = place->angle_deg, .width = place->width, .reason = LOB_END_OPEN};
    LOB_TRY(look_around(t, place, t->distance, false, o));
    if (o->end.has_figure || place->width == 0) {
        return LOB_OK;
    }
    for (int i = 0; i < PICK_COUNT; i++) {
        if (o->picks[i].count > 0) {
            return LOB_OK;
        }
    }
    return look_around(t, place, place->width, true, o);
}

static const pick *best_pick(const outlook *o) {
    for (int i = 0; i < PICK_COUNT; i++) {
        if (o->picks[i].count > 0) {
            return &o->picks[i];
        }
    }
    return NULL;
}

static lob_status stop(lob_tracer *t, const outlook *o, const pick *next, lob_trace_end *end) {
    *end = o->end;
    if (end->reason != LOB_END_LOOP && next) {
        end->reason = next->count > 1 ? LOB_END_BRANCH : LOB_END_LIMIT;
        end->has_figure = true;
        end->figure = next->step.figure;
        end->offset = (lob_vec2){0, 0};
        end->angle_error_deg = 0;
    }
    return end->has_figure ? keep_path(t->ctx, &end->figure) : LOB_OK;
}

lob_status lob_trace_walk(lob_tracer *t, const lob_trace_place *from, lob_trace_end *end) {
    lob_trace_place place = *from;
    for (;;) {
        outlook o;
        LOB_TRY(lob_poll(t->ctx));
        LOB_TRY(look_ahead(t, &place, &o));
        const pick *next = best_pick(&o);
        if (!next || next->count > 1 || o.end.reason == LOB_END_LOOP || t->step_count >= t->start->segment_max) {
            return stop(t, &o, next, end);
        }
        LOB_TRY(lob_trace_add(t, &next->step, &next->how));
        const lob_guide_end *out = &next->step.ends[1 - next->how.end];
        place = (lob_trace_place){out->at, out->angle_deg, out->width};
    }
}
