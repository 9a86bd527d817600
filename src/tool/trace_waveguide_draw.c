/* See trace_waveguide_draw.h. Figures are drawn as stored; of very many the first, and the list says so. */
#include "tool/trace_waveguide_draw.h"

#include <stdio.h>

#include "tool/map_page.h"

enum { FIGURES_MAX = 2000, TEXT_SIZE = 400 };

#define MICRO "\xc2\xb5m"

typedef struct router {
    lob_call *call;
    lob_cell_index cell;
    const lob_trace_route *route;
    lob_trace_waveguide_response *response;
    double dbu;
    lob_map_page page;
    lob_ring_dbu *rings;
    uint32_t ring_count;
} router;

static lob_status figure_of(const router *r, const lob_stored *stored, lob_figure *figure) {
    const lob_layout *layout = r->call->session->layout;
    const lob_object object = {.type = LOB_ID_SHAPE, .cell = r->cell, .stored = *stored};
    lob_trans trans;
    LOB_TRY(lob_path_trans(r->call->ctx, layout, r->cell, stored->path, stored->depth, &trans, NULL));
    return lob_figure_make(r->call->ctx, layout, lob_object_shapes(layout, &object), stored->kind, stored->index,
                           stored->member, &trans, figure);
}

static lob_status take_rings(router *r) {
    const uint32_t count = r->route->segment_count < FIGURES_MAX ? r->route->segment_count : FIGURES_MAX;
    r->rings = LOB_NEW_ARRAY(r->call->ctx->arena, lob_ring_dbu, count + 1);
    if (!r->rings) {
        return lob_fail_memory(r->call->ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        lob_figure figure;
        LOB_TRY(figure_of(r, &r->route->segments[i].figure, &figure));
        r->rings[r->ring_count++] = (lob_ring_dbu){figure.ring, figure.ring_count};
        LOB_TRY(lob_poll(r->call->ctx));
    }
    return LOB_OK;
}

static lob_box64 box_of(const router *r) {
    lob_box64 box = LOB_BOX64_EMPTY;
    for (uint32_t i = 0; i < r->route->segment_count; i++) {
        box = lob_box64_join(box, r->route->segments[i].box);
    }
    return box;
}

/* ---- the map ---- */

static lob_status put_map(router *r) {
    const lob_trace_route *route = r->route;
    char radius[64], number[40];
    lob_chart_number(number, sizeof number, route->radius_min * r->dbu, 3);
    const int size = snprintf(radius, sizeof radius, "R min %s " MICRO, number);
    const lob_annotation list[] = {
        {.kind = LOB_ANNOTATION_SHAPE_FILL,
         .has_color = true,
         .color = LOB_MAP_ROUTE,
         .rings = r->rings,
         .ring_count = r->ring_count},
        {.kind = LOB_ANNOTATION_POINT,
         .has_color = true,
         .color = LOB_MAP_INFO,
         .points = &route->ends[0].at,
         .point_count = 1,
         .text = LOB_STR("A")},
        {.kind = LOB_ANNOTATION_POINT,
         .has_color = true,
         .color = LOB_MAP_INFO,
         .points = &route->ends[1].at,
         .point_count = 1,
         .text = LOB_STR("B")},
        {.kind = LOB_ANNOTATION_SCALE_BAR},
        {.kind = LOB_ANNOTATION_POINT,
         .has_color = true,
         .color = LOB_MAP_ERROR,
         .points = &route->radius_min_at,
         .point_count = 1,
         .text = {radius, (size_t)size}},
    };
    const uint32_t count = sizeof list / sizeof list[0];
    return lob_map_page_annotate(&r->page, list, route->radius_min > 0 ? count : count - 1);
}

/* ---- the list ---- */

static void put_um(router *r, const char *name, double value, double error) {
    char number[40], bound[40];
    lob_chart_number(number, sizeof number, value, 4);
    lob_chart_number(bound, sizeof bound, error, 6);
    if (error > 0) {
        lob_map_page_value(&r->page, name, "%s \xc2\xb1 %s " MICRO, number, bound);
    } else {
        lob_map_page_value(&r->page, name, "%s " MICRO, number);
    }
}

static void put_end(router *r, const char *name, const lob_trace_waveguide_response_ends_item *e) {
    char x[40], y[40], reason[40];
    snprintf(reason, sizeof reason, "%s", lob_trace_waveguide_response_ends_item_reason_names[e->reason]);
    for (char *p = reason; *p; p++) {
        *p = (char)(*p == '_' ? ' ' : *p);
    }
    lob_chart_number(x, sizeof x, e->x_um, 3);
    lob_chart_number(y, sizeof y, e->y_um, 3);
    if (e->port && e->port->name.data) {
        lob_map_page_value(&r->page, name, "(%s, %s), %s, port %.*s", x, y, reason, (int)e->port->name.size,
                           e->port->name.data);
    } else {
        lob_map_page_value(&r->page, name, "(%s, %s), %s", x, y, reason);
    }
}

static void put_list(router *r) {
    const lob_trace_waveguide_response *a = r->response;
    char title[TEXT_SIZE], under[TEXT_SIZE], least[40], most[40], turn[40];
    const int size =
        snprintf(title, sizeof title, "Route in %.*s", (int)(a->cell.size < 200 ? a->cell.size : 200), a->cell.data);
    const int size2 = snprintf(under, sizeof under, "on %d/%d %.*s", (int)a->layer.layer, (int)a->layer.datatype,
                               (int)(a->layer.name.size < 100 ? a->layer.name.size : 100),
                               a->layer.name.data ? a->layer.name.data : "");
    lob_map_page_heading(&r->page, (lob_str){title, (size_t)size}, (lob_str){under, (size_t)size2});
    put_um(r, "length", a->length_um, a->length_uncertainty_um);
    if (a->has_radius_min_um) {
        put_um(r, "least radius", a->radius_min_um, a->radius_min_uncertainty_um);
    } else {
        lob_map_page_value(&r->page, "least radius", "no bend with a radius");
    }
    lob_chart_number(turn, sizeof turn, a->turn_deg, 3);
    lob_map_page_value(&r->page, "turns", "%s\xc2\xb0 in all", turn);
    lob_chart_number(least, sizeof least, a->width_min_um, 4);
    lob_chart_number(most, sizeof most, a->width_max_um, 4);
    lob_map_page_value(&r->page, "width", "%s to %s " MICRO, least, most);
    lob_map_page_value(&r->page, "figures", "%u%s", r->route->segment_count,
                       r->route->segment_count > FIGURES_MAX ? ", the first 2000 are drawn" : "");
    lob_map_page_value(&r->page, "events", "%u", r->route->event_count);
    put_end(r, "end A", &a->ends.items[0]);
    put_end(r, "end B", &a->ends.items[1]);
}

lob_status lob_trace_waveguide_draw(lob_call *call, lob_cell_index cell, const lob_trace_route *route,
                                    lob_trace_waveguide_response *response) {
    router r = {
        .call = call, .cell = cell, .route = route, .response = response, .dbu = lob_layout_dbu(call->session->layout)};
    LOB_TRY(take_rings(&r));
    LOB_TRY(lob_map_page_begin(call, cell, box_of(&r), &r.page));
    LOB_TRY(put_map(&r));
    put_list(&r);
    return lob_map_page_send(&r.page, "trace_waveguide", &response->image, &response->image_svg);
}
