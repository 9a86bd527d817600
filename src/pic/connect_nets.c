/* Nets: components that joined ports hold together, and how long their guides are.
 *
 * A guide's length is that of the way traced through its own cell from one port to the other; equal cells are traced
 * once. It is the length along the chords of its middle line, short of a curve by what the facets leave out: a few
 * parts in 100,000 for facets of a nanometre. A guide whose way does not end at its other port is not measured, and
 * counted as such.
 */
#include <math.h>
#include <stdlib.h>

#include "base/sets.h"
#include "pic/connect_impl.h"
#include "pic/trace.h"

enum { GUIDE_CELLS_MAX = 2000, SEGMENTS_MAX = 10000 };

typedef struct guide {            /* a component that is one */
    uint32_t component, from, to; /* ports */
    double length;
    bool is_measured;
} guide;

void lob_connect_net_join(lob_connecting *c, uint32_t port_a, uint32_t port_b) {
    uint32_t a = c->component_of[port_a], b = c->component_of[port_b];
    if (a == LOB_NONE || b == LOB_NONE) {
        return;
    }
    lob_sets_join(c->net_of, a, b);
}

/* ---- lengths ---- */

/* Where a port stands in the coordinates of its component's cell, and where it looks. */
static lob_vec2 to_local(const lob_trans *t, const lob_port *p, double *angle_deg) {
    const bool mirror = (t->code & 4) != 0;
    const double turn = t->angle_deg * (M_PI / 180);
    const double cosine = t->is_orthogonal ? round(cos(turn)) : t->cos,
                 sine = t->is_orthogonal ? round(sin(turn)) : t->sin;
    const double x = p->at.x - (t->is_orthogonal ? (double)t->x : t->dx);
    const double y = p->at.y - (t->is_orthogonal ? (double)t->y : t->dy);
    const lob_vec2 at = {(x * cosine + y * sine) / t->mag, (y * cosine - x * sine) / t->mag};
    const double angle = mirror ? t->angle_deg - p->angle_deg : p->angle_deg - t->angle_deg;
    *angle_deg = fmod(fmod(angle, 360) + 360, 360);
    return (lob_vec2){at.x, mirror ? -at.y : at.y};
}

static lob_status trace(lob_connecting *c, guide *g) {
    const lob_component *m = &c->q->components[g->component];
    const lob_port *from = &c->q->ports[g->from], *to = &c->q->ports[g->to];
    double angle, unused;
    lob_trace_start start = {.cell = m->cell,
                             .at = to_local(&m->trans, from, &angle),
                             .has_angle = true,
                             .width = from->width / m->trans.mag,
                             .layers = from->layer != LOB_NONE ? &from->layer : NULL,
                             .layer_count = from->layer != LOB_NONE,
                             .distance = fmax(c->distance, 1.5),
                             .angle_tol_deg = fmax(c->angle_tol, 1),
                             .segment_max = SEGMENTS_MAX,
                             .is_rough = true};
    start.angle_deg = fmod(angle + 180, 360);
    const lob_vec2 end = to_local(&m->trans, to, &unused);
    bool found;
    lob_trace_route route;
    LOB_TRY(lob_trace_route_find(c->ctx, c->q->layout, &start, &found, &route));
    g->is_measured = found && hypot(route.ends[1].at.x - end.x, route.ends[1].at.y - end.y) <= fmax(2 * c->distance, 3);
    g->length = g->is_measured ? route.length : 0;
    return LOB_OK;
}

static int by_cell(const void *a, const void *b, void *arg) {
    const lob_component *items = arg;
    const guide *g = a, *h = b;
    const lob_cell_index x = items[g->component].cell, y = items[h->component].cell;
    return x != y ? (x < y ? -1 : 1) : (g->component < h->component ? -1 : g->component > h->component);
}

static lob_status measure(lob_connecting *c, guide *guides, uint32_t count) {
    const lob_component *items = c->q->components;
    uint32_t cells = 0;
    const guide *last = NULL;
    if (count > 0) {
        qsort_r(guides, count, sizeof *guides, by_cell, (void *)(uintptr_t)items);
    }
    for (uint32_t i = 0; i < count; i++) {
        guide *g = &guides[i];
        const lob_component *m = &items[g->component];
        const bool is_known = g->from != LOB_NONE && g->to != LOB_NONE && c->q->ports[g->from].has_angle;
        if (!is_known) {
            continue;
        }
        if (last && items[last->component].cell == m->cell) {
            *g = (guide){g->component, g->from, g->to, last->length, last->is_measured};
        } else if (c->q->layout && cells++ < GUIDE_CELLS_MAX) {
            lob_connect_look_begin(c);
            LOB_TRY(lob_connect_look_end(c, trace(c, g)));
            last = g;
        }
        c->result->nets.guide_measured_count += g->is_measured;
    }
    return LOB_OK;
}

/* ---- sums ---- */

static lob_status find_guides(lob_connecting *c, guide **guides, uint32_t *count) {
    const uint32_t components = c->q->component_count;
    uint32_t *at = LOB_NEW_ARRAY(c->ctx->arena, uint32_t, components);
    *guides = LOB_NEW_ARRAY(c->ctx->arena, guide, components);
    if (!at || !*guides) {
        return lob_fail_memory(c->ctx);
    }
    *count = 0;
    for (uint32_t i = 0; i < components; i++) {
        if (c->q->components[i].is_guide) {
            (*guides)[*count] = (guide){.component = i, .from = LOB_NONE, .to = LOB_NONE};
            at[i] = ++*count; /* 0: none */
        }
    }
    for (uint32_t i = 0; i < c->q->port_count; i++) {
        const uint32_t component = c->component_of[i];
        guide *g = component == LOB_NONE || at[component] == 0 ? NULL : &(*guides)[at[component] - 1];
        if (g && g->from == LOB_NONE) {
            g->from = i;
        } else if (g && g->to == LOB_NONE) {
            g->to = i;
        }
    }
    return LOB_OK;
}

lob_status lob_connect_nets(lob_connecting *c) {
    const uint32_t count = c->q->component_count;
    lob_nets *nets = &c->result->nets;
    guide *guides;
    uint32_t guide_count = 0;
    uint32_t *sizes = LOB_NEW_ARRAY(c->ctx->arena, uint32_t, count);
    double *lengths = LOB_NEW_ARRAY(c->ctx->arena, double, count);
    if (!sizes || !lengths) {
        return lob_fail_memory(c->ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        sizes[lob_set_first(c->net_of, i)]++;
    }
    for (uint32_t i = 0; i < count; i++) {
        nets->net_count += sizes[i] > 1;
        nets->component_alone_count += sizes[i] == 1;
        nets->component_count_max = sizes[i] > nets->component_count_max ? sizes[i] : nets->component_count_max;
    }
    LOB_TRY(find_guides(c, &guides, &guide_count));
    LOB_TRY(measure(c, guides, guide_count));
    nets->guide_count = guide_count;
    for (uint32_t i = 0; i < guide_count; i++) {
        const double mag = c->q->components[guides[i].component].trans.mag;
        double *sum = &lengths[lob_set_first(c->net_of, guides[i].component)];
        *sum += guides[i].length * mag;
        nets->guide_length += guides[i].length * mag;
        nets->guide_length_max = fmax(nets->guide_length_max, *sum);
    }
    return LOB_OK;
}
