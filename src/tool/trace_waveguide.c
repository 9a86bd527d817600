/* trace_waveguide: a waveguide from a point through the hierarchy. The route is found anew for each page, which makes
 * the same one; the cursor holds how many segments and events were given. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/digest.h"
#include "base/limits.h"
#include "base/num.h"
#include "pic/trace.h"
#include "query/nearest.h"
#include "tool/common.h"
#include "tool/cursor.h"
#include "tool/filter.h"
#include "tool/ports.h"
#include "tool/registry.h"
#include "tool/room.h"
#include "tool/target.h"
#include "tool/trace_waveguide_draw.h"

typedef lob_trace_waveguide_request question;
typedef lob_trace_waveguide_response answer;
typedef lob_trace_waveguide_response_ends_item answer_end;
typedef lob_trace_waveguide_response_segments_item answer_segment;
typedef lob_trace_waveguide_response_events_item answer_event;

enum { SEGMENT_WEIGHT = 1100, EVENT_WEIGHT = 500, STEP_WEIGHT = 8, PORTS_AT_END_MAX = 64 };

/* The engine's reasons and kinds stand in the order of the schema's. */
_Static_assert((int)LOB_END_SIDE == (int)LOB_TRACE_WAVEGUIDE_RESPONSE_ENDS_ITEM_REASON_SIDE &&
                   (int)LOB_END_OFFSET == (int)LOB_TRACE_WAVEGUIDE_RESPONSE_ENDS_ITEM_REASON_OFFSET &&
                   (int)LOB_END_BRANCH == (int)LOB_TRACE_WAVEGUIDE_RESPONSE_ENDS_ITEM_REASON_BRANCH &&
                   (int)LOB_END_START == (int)LOB_TRACE_WAVEGUIDE_RESPONSE_ENDS_ITEM_REASON_START,
               "reasons");
_Static_assert((int)LOB_TRACE_OFFSET == (int)LOB_TRACE_WAVEGUIDE_RESPONSE_EVENTS_ITEM_KIND_OFFSET &&
                   (int)LOB_TRACE_TAPER == (int)LOB_TRACE_WAVEGUIDE_RESPONSE_EVENTS_ITEM_KIND_TAPER &&
                   (int)LOB_TRACE_CROSSING == (int)LOB_TRACE_WAVEGUIDE_RESPONSE_EVENTS_ITEM_KIND_CROSSING,
               "kinds");

typedef struct tracing {
    lob_call *call;
    const question *request;
    const lob_layout *layout;
    double dbu;
    lob_trace_start start;
    lob_trace_route route;
    lob_layer_index port_layer;
    bool has_mark;      /* nothing but marks of the conventions lies at the point */
    bool is_from_fiber; /* the optical port of the fiber port's component was taken */
    lob_str cell_name;
    lob_room room;
} tracing;

static double to_um(const tracing *t, double value) {
    return lob_num_round_um(value * t->dbu);
}

static lob_point_um point_um(const tracing *t, lob_vec2 at) {
    return (lob_point_um){.x = to_um(t, at.x), .y = to_um(t, at.y)};
}

/* ---- the question ---- */

/* Light goes from a fiber port through its component: to the optical port, if there is one alone. */
static lob_status leave_fiber(tracing *t, const lob_port *ports, uint32_t count, const lob_port **port) {
    const lob_port *optical = NULL;
    uint32_t found = 0;
    if (!lob_str_equal((*port)->type, LOB_STR("fiber"))) {
        return LOB_OK;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (lob_str_equal(ports[i].type, LOB_STR("optical"))) {
            optical = &ports[i];
            found++;
        }
    }
    if (found != 1) {
        return lob_fail_argument(
            t->call->ctx, "from", "fiber",
            found ? "A fiber couples in at the port, and its component has several optical ports"
                  : "A fiber couples in at the port, and its component has no optical port",
            "No waveguide begins at a fiber port. Use an optical port from list_ports, or a point on a guide.");
    }
    *port = optical;
    t->is_from_fiber = true;
    return LOB_OK;
}

/* A port of the cell it is seen from: out of its component first. Of ports without a layer only what guides counts:
 * never floorplans, outlines of devices and other marks. */
static lob_status take_port(tracing *t, lob_str text) {
    lob_ctx *ctx = t->call->ctx;
    lob_trace_start *s = &t->start;
    bool is_id = text.size > 4 && memcmp(text.data, "prt_", 4) == 0;
    bool is_name = text.size > 5 && memcmp(text.data, "port:", 5) == 0;
    char *name = lob_arena_zalloc(ctx->arena, text.size + 6, 1);
    lob_target target;
    lob_trans trans;
    lob_pic *pic;
    const lob_port *ports;
    uint32_t count;
    if (!name) {
        return lob_fail_memory(ctx);
    }
    snprintf(name, text.size + 6, "%s%.*s", is_id || is_name ? "" : "port:", (int)text.size, text.data);
    const lob_str named = lob_str_from(name);
    LOB_TRY(lob_targets_find(t->call, &named, 1, &target));
    if (t->request->cell.data && target.object.cell != s->cell) {
        return lob_fail_argument(ctx, "cell", "mixed_cells", "The port is seen from another cell",
                                 "Leave cell out, or use the port's id from list_ports of that cell.");
    }
    s->cell = target.object.cell;
    LOB_TRY(
        lob_path_trans(ctx, t->layout, s->cell, target.object.stored.path, target.object.stored.depth, &trans, NULL));
    LOB_TRY(lob_call_pic(t->call, &pic));
    LOB_TRY(lob_pic_cell_ports(ctx, pic, target.object.stored.leaf, &ports, &count));
    const lob_port *port = &ports[target.object.stored.index];
    LOB_TRY(leave_fiber(t, ports, count, &port));
    const double way = port->angle_deg * (M_PI / 180), reach = 1024;
    s->at = lob_port_place(&trans, port->at);
    lob_vec2 out = lob_port_place(&trans, (lob_vec2){port->at.x + reach * cos(way), port->at.y + reach * sin(way)});
    s->has_angle = port->has_angle;
    s->angle_deg = atan2(out.y - s->at.y, out.x - s->at.x) * (180 / M_PI);
    /* What the figures say, where the file's own number differs. */
    s->width = (port->width_conflict > 0 ? port->width_conflict : port->width) * trans.mag;
    if (!s->layers && port->layer != LOB_NONE) {
        t->port_layer = port->layer;
        s->layers = &t->port_layer;
        s->layer_count = 1;
    } else if (!s->layers) {
        uint32_t guide_count;
        const lob_layer_index *guides = lob_pic_guide_layers(pic, &guide_count);
        s->layers = guide_count > 0 ? guides : NULL;
        s->layer_count = guide_count;
    }
    return LOB_OK;
}

static lob_status take_place(tracing *t) {
    const question *q = t->request;
    lob_trace_start *s = &t->start;
    bool has_place = q->from.has_x_um && q->from.has_y_um, has_any = q->from.has_x_um || q->from.has_y_um;
    if (q->from.port.data ? has_any || q->from.has_angle_deg : !has_place) {
        return lob_fail_argument(
            t->call->ctx, "from", "incomplete", "from needs either x_um and y_um or port",
            "Give x_um and y_um in micrometres, and angle_deg for only one direction; or give only port.");
    }
    if (q->from.port.data) {
        return take_port(t, q->from.port);
    }
    s->at = (lob_vec2){q->from.x_um / t->dbu, q->from.y_um / t->dbu};
    s->has_angle = q->from.has_angle_deg;
    s->angle_deg = q->from.angle_deg;
    return LOB_OK;
}

static lob_status take_question(tracing *t) {
    const question *q = t->request;
    lob_ctx *ctx = t->call->ctx;
    lob_trace_start *s = &t->start;
    LOB_TRY(lob_call_cell(t->call, q->cell, &s->cell));
    LOB_TRY(lob_filter_layers(ctx, t->layout, q->layers.items, q->layers.count, &s->layers, &s->layer_count));
    LOB_TRY(take_place(t));
    if (!(fabs(s->at.x) < (double)LOB_COORD_MAX / 2) || !(fabs(s->at.y) < (double)LOB_COORD_MAX / 2)) {
        return lob_fail_argument(ctx, "from", "range", "The point is outside of the coordinate range",
                                 "x_um and y_um are in micrometres; list_cells gives the box of each cell.");
    }
    s->distance = q->has_tolerance_um ? q->tolerance_um / t->dbu : 0;
    s->angle_tol_deg = q->angle_tolerance_deg;
    s->segment_max = LOB_LIMIT_TRACE_SEGMENTS;
    if (!(s->distance < 1e9)) {
        return lob_fail_argument(ctx, "tolerance_um", "range", "The tolerance is too large",
                                 "tolerance_um says how far apart two joined ends may be: some nanometres.");
    }
    return LOB_OK;
}

static lob_str bind(const tracing *t, char text[2 * LOB_BINDING_SIZE]) {
    const lob_trace_start *s = &t->start;
    const double numbers[5] = {s->at.x, s->at.y, s->has_angle ? s->angle_deg : 1e9, s->distance, s->angle_tol_deg};
    uint64_t layers = s->layers ? lob_hash64_stable(s->layers, s->layer_count * sizeof *s->layers) : 0;
    int size = snprintf(text, 2 * LOB_BINDING_SIZE, "trace_waveguide %s %u %016llx %u %016llx", t->call->session->key,
                        s->cell, (unsigned long long)lob_hash64_stable(numbers, sizeof numbers), s->layer_count,
                        (unsigned long long)layers);
    return (lob_str){text, (size_t)size};
}

/* ---- nothing to follow ---- */

static lob_status issue(tracing *t, const lob_stored *stored, lob_str *id) {
    const lob_object object = {.type = LOB_ID_SHAPE, .cell = t->start.cell, .stored = *stored};
    return lob_call_issue(t->call, &object, id);
}

static const char *where_to_go(const tracing *t, const lob_nearest *nearest) {
    if (!nearest->is_found) {
        return "Nothing is drawn near the point; list_layers and query_region show where things are.";
    }
    if (t->start.has_angle) {
        return "Leave angle_deg out to follow the guide at the point both ways, turn it by 180, or move the point by "
               "details.offset_um, where the nearest figure's box is.";
    }
    return nearest->dx == 0 && nearest->dy == 0
               ? "The point is in the box of a figure, but not on its material: move it onto the guide. cut_profile "
                 "along a line through the point shows where that is."
               : "Move the point by details.offset_um, where the nearest figure's box is, or ask query_region.";
}

/* How far, and which way, the nearest figure is. */
static lob_status tell_nearest(tracing *t) {
    lob_ctx *ctx = t->call->ctx;
    const int64_t x = llround(t->start.at.x), y = llround(t->start.at.y);
    const lob_trace_start *s = &t->start;
    const lob_query query = {.layout = t->layout,
                             .cell = s->cell,
                             .window = {x, y, x, y},
                             .layers = s->layers ? s->layers : s->first_layers,
                             .layer_count = s->layers ? s->layer_count : s->first_layer_count};
    lob_nearest nearest = {.is_found = false};
    LOB_TRY(lob_query_nearest(ctx, &query, &nearest));
    lob_status status = lob_fail_argument(
        ctx, "from", t->has_mark ? "marker" : "nothing",
        t->has_mark          ? "Only pins, outlines, texts or other marks are at the point, and they guide no light"
        : t->start.has_angle ? "No guide begins at the point in this direction"
                             : "There is no guide at the point",
        where_to_go(t, &nearest));
    if (nearest.is_found) {
        const lob_layer *layer = lob_layout_layer(t->layout, nearest.layer);
        char x_um[LOB_NUM_TEXT_SIZE], y_um[LOB_NUM_TEXT_SIZE], offset[2 * LOB_NUM_TEXT_SIZE + 8];
        lob_num_print(x_um, to_um(t, (double)nearest.dx));
        lob_num_print(y_um, to_um(t, (double)nearest.dy));
        snprintf(offset, sizeof offset, "(%s, %s)", x_um, y_um);
        lob_error_text(&ctx->error, "offset_um", lob_str_from(offset));
        lob_error_integer(&ctx->error, "layer", layer->layer);
        lob_error_integer(&ctx->error, "datatype", layer->datatype);
    }
    return status;
}

static lob_status is_closed_ring(tracing *t, lob_str id, bool *result) {
    lob_target target;
    lob_centre centre;
    LOB_TRY(lob_targets_find(t->call, &id, 1, &target));
    LOB_TRY(lob_centre_find(t->call->ctx, &target.figure, &centre));
    *result = centre.source == LOB_CENTRE_MEDIAL && centre.guide.is_closed;
    return LOB_OK;
}

static lob_status tell_instead(tracing *t, const lob_trace_end *end) {
    lob_ctx *ctx = t->call->ctx;
    lob_str id;
    bool is_closed = false;
    lob_status status;
    LOB_TRY(issue(t, &end->figure, &id));
    if (end->reason != LOB_END_BRANCH) {
        LOB_TRY(is_closed_ring(t, id, &is_closed));
    }
    if (end->reason == LOB_END_BRANCH) {
        status = lob_fail_argument(ctx, "from", "branch", "Several guides begin at the point in this direction",
                                   "Use a point on one of them and leave out angle_deg; query_region shows them.");
    } else if (is_closed) {
        status = lob_fail_argument(ctx, "from", "closed",
                                   "The guide at the point is a closed ring: it has no ends to "
                                   "follow",
                                   "analyze_waveguide with details.target_id and allow_polygon true describes the "
                                   "ring: width, length round, radius.");
    } else if (t->start.has_angle) {
        status = lob_fail_argument(
            ctx, "from", "no_way", "The guide at the point does not continue in this direction",
            t->request->from.port.data
                ? "The figure at the port does not begin there along the port's angle. Send x_um and y_um of a point "
                  "on "
                  "the guide instead of port to follow it both ways."
                : "angle_deg is the direction to go in; leave it out to follow the guide at the point both ways.");
    } else {
        status = lob_fail_argument(
            ctx, "from", "no_guide", "The figure at the point is not drawn along a line",
            "Waveguides are paths, rectangles that are not squares, and polygons with two long sides; if other "
            "figures cover it, name its layer in layers. Of a figure that branches, analyze_waveguide with at "
            "describes one arm, and measure_geometry (path_width) measures it.");
    }
    lob_error_text(&ctx->error, "target_id", id);
    return status;
}

/* ---- the route ---- */

static lob_status cell_name(tracing *t, lob_cell_index cell, lob_str *name) {
    lob_shown shown;
    LOB_TRY(lob_name_show(t->call->ctx, lob_layout_cell(t->layout, cell)->name, LOB_LIMIT_NAME_TEXT_SIZE, &shown));
    *name = shown.text;
    return LOB_OK;
}

/* The port nearest to an end, if one lies there. Too much to look at is no fault of the route. */
static lob_status show_end_port(tracing *t, const lob_trace_end *e, answer_end *item) {
    lob_ctx *ctx = t->call->ctx;
    const double near = fmax(2, t->start.distance);
    const lob_pic_query query = {.cell = t->start.cell,
                                 .window = {(int64_t)floor(e->at.x - near), (int64_t)floor(e->at.y - near),
                                            (int64_t)ceil(e->at.x + near), (int64_t)ceil(e->at.y + near)},
                                 .depth_max = UINT32_MAX,
                                 .limit = PORTS_AT_END_MAX};
    lob_pic *pic;
    lob_ports ports = {.count = 0};
    const lob_port *best = NULL;
    lob_status status = lob_call_pic(t->call, &pic);
    status = status == LOB_OK ? lob_pic_ports(ctx, pic, &query, &ports) : status;
    if (status == LOB_E_QUERY_TOO_LARGE) {
        lob_error_clear(&ctx->error);
        return LOB_OK;
    }
    LOB_TRY(status);
    for (uint32_t i = 0; i < ports.count; i++) {
        const lob_port *p = &ports.items[i];
        double far = hypot(p->at.x - e->at.x, p->at.y - e->at.y);
        if (far <= near && (!best || far < hypot(best->at.x - e->at.x, best->at.y - e->at.y))) {
            best = p;
        }
    }
    if (!best) {
        return LOB_OK;
    }
    const lob_object object = lob_port_object(t->start.cell, best);
    lob_shown name;
    item->port = LOB_NEW(ctx->arena, lob_trace_waveguide_response_ends_item_port);
    if (!item->port) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(lob_name_show(ctx, best->name, LOB_LIMIT_LABEL_TEXT_SIZE, &name));
    item->port->name = best->name.size > 0 ? name.text : (lob_str){NULL, 0};
    LOB_TRY(cell_name(t, best->owner, &item->port->cell));
    return lob_call_issue(t->call, &object, &item->port->id);
}

static lob_status show_end(tracing *t, const lob_trace_end *e, answer_end *item) {
    lob_ctx *ctx = t->call->ctx;
    *item = (answer_end){.x_um = to_um(t, e->at.x),
                         .y_um = to_um(t, e->at.y),
                         .angle_deg = lob_num_round_um(e->angle_deg),
                         .width_um = to_um(t, e->width),
                         .reason = (lob_trace_waveguide_response_ends_item_reason)e->reason};
    if (e->has_figure) {
        item->shape = LOB_NEW(ctx->arena, lob_trace_waveguide_response_ends_item_shape);
        if (!item->shape) {
            return lob_fail_memory(ctx);
        }
        LOB_TRY(issue(t, &e->figure, &item->shape->id));
        LOB_TRY(cell_name(t, e->figure.leaf, &item->shape->cell));
        LOB_TRY(lob_layer_show(t->call, lob_layout_layer(t->layout, e->figure.layer), &item->shape->layer));
    }
    if (e->reason == LOB_END_OFFSET) {
        item->offset_um = LOB_NEW(ctx->arena, lob_point_um);
        if (!item->offset_um) {
            return lob_fail_memory(ctx);
        }
        *item->offset_um = point_um(t, e->offset);
    }
    item->has_angle_error_deg = e->reason == LOB_END_ANGLE;
    item->angle_error_deg = lob_num_round_um(e->angle_error_deg);
    return show_end_port(t, e, item);
}

static lob_status show_path(tracing *t, const lob_stored *stored, answer_segment *item, size_t *weight) {
    lob_ctx *ctx = t->call->ctx;
    lob_str *names = LOB_NEW_ARRAY(ctx->arena, lob_str, (size_t)stored->depth + 1);
    if (!names) {
        return lob_fail_memory(ctx);
    }
    names[0] = t->cell_name;
    lob_cell_index cell = t->start.cell;
    for (uint32_t i = 0; i < stored->depth; i++) {
        cell = lob_layout_cell(t->layout, cell)->insts[stored->path[i].inst].child;
        LOB_TRY(cell_name(t, cell, &names[i + 1]));
    }
    item->instance_path.items = names;
    item->instance_path.count = (size_t)stored->depth + 1;
    item->leaf_cell = names[stored->depth];
    for (uint32_t i = 0; i <= stored->depth; i++) {
        *weight += STEP_WEIGHT + lob_text_weight(names[i]);
    }
    *weight += lob_text_weight(item->leaf_cell);
    return LOB_OK;
}

static lob_status show_segment(tracing *t, const lob_trace_segment *s, answer_segment *item, size_t *weight) {
    static const lob_trace_waveguide_response_segments_item_kind kinds[] = {
        [LOB_KIND_BOX] = LOB_TRACE_WAVEGUIDE_RESPONSE_SEGMENTS_ITEM_KIND_BOX,
        [LOB_KIND_PATH] = LOB_TRACE_WAVEGUIDE_RESPONSE_SEGMENTS_ITEM_KIND_PATH,
        [LOB_KIND_POLYGON] = LOB_TRACE_WAVEGUIDE_RESPONSE_SEGMENTS_ITEM_KIND_POLYGON};
    *weight = SEGMENT_WEIGHT;
    *item = (answer_segment){.kind = kinds[s->figure.kind],
                             .at_um = point_um(t, s->ends[0].at),
                             .s_um = to_um(t, s->s),
                             .length_um = to_um(t, s->length),
                             .width_um = to_um(t, s->width_mean)};
    item->has_width_min_um = item->has_width_max_um = s->width_max - s->width_min > 2.83;
    item->width_min_um = to_um(t, s->width_min);
    item->width_max_um = to_um(t, s->width_max);
    item->has_radius_min_um = s->radius_min > 0;
    item->radius_min_um = to_um(t, s->radius_min);
    item->has_bend_count = item->has_turn_deg = s->bend_count > 0;
    item->bend_count = s->bend_count;
    item->has_corner_count = s->corner_count > 0;
    item->has_turn_deg = item->has_turn_deg || item->has_corner_count;
    item->corner_count = s->corner_count;
    item->turn_deg = lob_num_round_um(s->turn_deg);
    item->has_overlap_um = s->overlap > 0;
    item->overlap_um = to_um(t, s->overlap);
    item->has_confidence = s->confidence < 0.9;
    item->confidence = round(s->confidence * 100) / 100;
    if (s->figure.layer != t->route.layer) {
        item->layer = LOB_NEW(t->call->ctx->arena, lob_layer_ref);
        if (!item->layer) {
            return lob_fail_memory(t->call->ctx);
        }
        LOB_TRY(lob_layer_show(t->call, lob_layout_layer(t->layout, s->figure.layer), item->layer));
    }
    LOB_TRY(show_path(t, &s->figure, item, weight));
    return issue(t, &s->figure, &item->id);
}

static lob_status show_event(tracing *t, const lob_trace_event *e, answer_event *item) {
    *item = (answer_event){.kind = (lob_trace_waveguide_response_events_item_kind)e->kind,
                           .at_um = point_um(t, e->at),
                           .s_um = to_um(t, e->s),
                           .segment = e->segment};
    item->has_width_before_um = item->has_width_behind_um =
        e->kind == LOB_TRACE_WIDTH_CHANGE || e->kind == LOB_TRACE_TAPER;
    item->width_before_um = to_um(t, e->width_before);
    item->width_behind_um = to_um(t, e->width_behind);
    item->has_angle_deg = e->kind == LOB_TRACE_CORNER;
    item->angle_deg = lob_num_round_um(e->angle_deg);
    if (e->kind == LOB_TRACE_OFFSET) {
        item->offset_um = LOB_NEW(t->call->ctx->arena, lob_point_um);
        if (!item->offset_um) {
            return lob_fail_memory(t->call->ctx);
        }
        *item->offset_um = point_um(t, e->offset);
    }
    return e->has_figure ? issue(t, &e->figure, &item->id) : LOB_OK;
}

/* ---- pages ---- */

static lob_status fill_segments(tracing *t, uint64_t *given, answer *a) {
    const lob_trace_route *route = &t->route;
    uint64_t left = route->segment_count - *given, limit = (uint64_t)t->request->max_segments;
    a->segments.items = LOB_NEW_ARRAY(t->call->ctx->arena, answer_segment, left < limit ? left : limit);
    if (!a->segments.items) {
        return lob_fail_memory(t->call->ctx);
    }
    while (a->segments.count < limit && *given < route->segment_count) {
        size_t weight;
        answer_segment *item = &a->segments.items[a->segments.count];
        LOB_TRY(show_segment(t, &route->segments[*given], item, &weight));
        if (!lob_room_fits(&t->room, "segments", item, weight, a->segments.count == 0)) {
            break;
        }
        a->segments.count++;
        ++*given;
    }
    a->truncation.segments_dropped = (int64_t)(route->segment_count - *given);
    return LOB_OK;
}

static lob_status fill_events(tracing *t, uint64_t *given, answer *a) {
    const lob_trace_route *route = &t->route;
    uint64_t left = route->event_count - *given, limit = (uint64_t)t->request->max_segments;
    a->events.items = LOB_NEW_ARRAY(t->call->ctx->arena, answer_event, left < limit ? left : limit);
    if (!a->events.items) {
        return lob_fail_memory(t->call->ctx);
    }
    while (a->events.count < limit && *given < route->event_count) {
        answer_event *item = &a->events.items[a->events.count];
        LOB_TRY(show_event(t, &route->events[*given], item));
        if (!lob_room_fits(&t->room, "events", item, EVENT_WEIGHT, a->events.count == 0)) {
            break;
        }
        a->events.count++;
        ++*given;
    }
    a->truncation.events_dropped = (int64_t)(route->event_count - *given);
    return LOB_OK;
}

static lob_status fill_page(tracing *t, answer *a) {
    char text[2 * LOB_BINDING_SIZE];
    lob_ctx *ctx = t->call->ctx;
    const lob_str binding = bind(t, text), cursor_text = t->request->cursor;
    lob_cursor cursor = {.count = 0};
    uint64_t segments = 0, events = 0;
    if (cursor_text.data) {
        LOB_TRY(lob_cursor_parse(ctx, cursor_text, binding, &cursor));
        if (cursor.count != 4) {
            return lob_cursor_refuse(ctx);
        }
        segments = lob_cursor_u64(&cursor, 0);
        events = lob_cursor_u64(&cursor, 2);
        if (segments > t->route.segment_count || events > t->route.event_count) {
            return lob_cursor_refuse(ctx);
        }
    }
    t->room = lob_room_open(t->call, &lob_trace_waveguide_response_table, a);
    const lob_room events_room = lob_room_split(&t->room, 1, 3);
    LOB_TRY(fill_segments(t, &segments, a));
    lob_room_join(&t->room, &events_room);
    LOB_TRY(fill_events(t, &events, a));
    if (a->truncation.segments_dropped == 0 && a->truncation.events_dropped == 0) {
        return LOB_OK;
    }
    cursor.count = 0;
    lob_cursor_add_u64(&cursor, segments);
    lob_cursor_add_u64(&cursor, events);
    return lob_cursor_print(ctx, &cursor, binding, &a->next_cursor);
}

static lob_status fill_summary(tracing *t, answer *a) {
    const lob_trace_route *r = &t->route;
    lob_ctx *ctx = t->call->ctx;
    a->session_id = t->request->session_id;
    a->dbu = t->dbu;
    a->cell = t->cell_name;
    LOB_TRY(lob_layer_show(t->call, lob_layout_layer(t->layout, r->layer), &a->layer));
    a->length_um = to_um(t, r->length);
    a->length_uncertainty_um = to_um(t, r->length_error);
    a->turn_deg = lob_num_round_um(r->turn_deg);
    a->has_radius_min_um = a->has_radius_min_uncertainty_um = r->radius_min > 0;
    a->radius_min_um = to_um(t, r->radius_min);
    a->radius_min_uncertainty_um = to_um(t, r->radius_error);
    lob_point_um *at = LOB_NEW(ctx->arena, lob_point_um);
    a->ends.items = LOB_NEW_ARRAY(ctx->arena, answer_end, 2);
    lob_str *notes = LOB_NEW_ARRAY(ctx->arena, lob_str, 3);
    if (!at || !a->ends.items || !notes) {
        return lob_fail_memory(ctx);
    }
    *at = point_um(t, r->radius_min_at);
    a->radius_min_at_um = r->radius_min > 0 ? at : NULL;
    a->width_min_um = to_um(t, r->width_min);
    a->width_max_um = to_um(t, r->width_max);
    a->width_min_at_um = point_um(t, r->width_min_at);
    a->segment_count = r->segment_count;
    a->event_count = r->event_count;
    a->ends.count = 2;
    LOB_TRY(show_end(t, &r->ends[0], &a->ends.items[0]));
    LOB_TRY(show_end(t, &r->ends[1], &a->ends.items[1]));
    a->confidence = round(r->confidence * 100) / 100;
    a->source = LOB_TRACE_WAVEGUIDE_RESPONSE_SOURCE_GEOMETRY;
    a->has_notes = r->crossings_cut || t->is_from_fiber || r->undetermined_count > 0;
    a->notes.items = notes;
    if (t->is_from_fiber) {
        notes[a->notes.count++] =
            LOB_STR("The port is where a fiber couples in: the route begins at the optical port of its component.");
    }
    if (r->crossings_cut) {
        notes[a->notes.count++] =
            LOB_STR("Too many figures are near the route: crossings are listed only for its first part.");
    }
    if (r->undetermined_count > 0) {
        notes[a->notes.count++] = LOB_STR("The vertices of a bend do not determine its radius: radius_min_um is that "
                                          "of the other bends. See analyze_waveguide.");
    }
    return LOB_OK;
}

/* ---- from a bare point ---- */

static lob_status find_on(tracing *t, const lob_layer_index *layers, uint32_t count, bool *found, bool *is_there) {
    t->start.first_layers = layers;
    t->start.first_layer_count = count;
    LOB_TRY(lob_trace_route_find(t->call->ctx, t->layout, &t->start, found, &t->route));
    *is_there = *found || t->route.ends[1].has_figure;
    return LOB_OK;
}

/* Layers that are in none of the lists; sorted as they are. */
static lob_status other_layers(tracing *t, const lob_layer_index *marks, uint32_t mark_count,
                               const lob_layer_index **layers, uint32_t *count) {
    const uint32_t all = lob_layout_layer_count(t->layout);
    lob_layer_index *list = LOB_NEW_ARRAY(t->call->ctx->arena, lob_layer_index, all);
    uint32_t at = 0;
    if (!list) {
        return lob_fail_memory(t->call->ctx);
    }
    for (lob_layer_index i = 0; i < all; i++) {
        while (at < mark_count && marks[at] < i) {
            at++;
        }
        if (at == mark_count || marks[at] != i) {
            list[(*count)++] = i;
        }
    }
    *layers = list;
    return LOB_OK;
}

/* What guides by the conventions, else whatever is no mark of theirs. */
static lob_status find_from_point(tracing *t, bool *found) {
    const lob_layer_index *guides, *marks, *others = NULL;
    uint32_t guide_count, mark_count, other_count = 0;
    bool is_there = false;
    lob_pic *pic;
    LOB_TRY(lob_call_pic(t->call, &pic));
    guides = lob_pic_guide_layers(pic, &guide_count);
    marks = lob_pic_mark_layers(pic, &mark_count);
    if (guide_count > 0) {
        LOB_TRY(find_on(t, guides, guide_count, found, &is_there));
    }
    if (is_there) {
        return LOB_OK;
    }
    if (mark_count == 0) {
        return find_on(t, NULL, 0, found, &is_there);
    }
    LOB_TRY(other_layers(t, marks, mark_count, &others, &other_count));
    LOB_TRY(find_on(t, others, other_count, found, &is_there));
    if (!is_there) {
        LOB_TRY(find_on(t, marks, mark_count, found, &t->has_mark));
        *found = false;
        t->route.ends[1].has_figure = false;
        t->start.first_layers = guide_count > 0 ? guides : others; /* suggest the nearest of these */
        t->start.first_layer_count = guide_count > 0 ? guide_count : other_count;
    }
    return LOB_OK;
}

lob_status lob_tool_trace_waveguide(lob_call *call, const lob_trace_waveguide_request *request,
                                    lob_trace_waveguide_response *response) {
    LOB_TRY(lob_call_session(call, request->session_id));
    tracing t = {
        .call = call,
        .request = request,
        .layout = call->session->layout,
        .dbu = lob_layout_dbu(call->session->layout),
    };
    bool found = false;
    LOB_TRY(take_question(&t));
    LOB_TRY(cell_name(&t, t.start.cell, &t.cell_name));
    LOB_TRY(t.start.layers || request->from.port.data
                ? lob_trace_route_find(call->ctx, t.layout, &t.start, &found, &t.route)
                : find_from_point(&t, &found));
    if (!found && request->from.port.data && t.start.has_angle) { /* a guide's own port: into it */
        t.start.angle_deg += 180;
        LOB_TRY(lob_trace_route_find(call->ctx, t.layout, &t.start, &found, &t.route));
    }
    if (!found) {
        const lob_trace_end *there = &t.route.ends[1];
        return there->has_figure ? tell_instead(&t, there) : tell_nearest(&t);
    }
    LOB_TRY(fill_summary(&t, response));
    LOB_TRY(fill_page(&t, response));
    return request->inline_image ? lob_trace_waveguide_draw(call, t.start.cell, &t.route, response) : LOB_OK;
}
