/* Routes: what trace_waveguide follows out of the first ports. A route that joins two ports is met from both and listed
 * once; a port where nothing begins is none's beginning and left out without a word. */
#include <math.h>

#include "report/report_impl.h"
#include "tool/registry.h"

enum { PORTS_TRIED = 48, ROUTES_MAX = 24, SEGMENTS_ENOUGH = 64, LONG_WIDTHS = 20, TURNED_MAX = 5 /* degrees */ };

typedef struct route {
    lob_trace_waveguide_response answer;
    lob_str from; /* component and port it begins at */
    lob_str from_cell;
} route;

typedef lob_trace_waveguide_response_ends_item route_end;

static bool is_at(const route_end *a, const route_end *b, double reach) {
    return fabs(a->x_um - b->x_um) <= reach && fabs(a->y_um - b->y_um) <= reach;
}

/* The same way, from either end. */
static bool is_known(const route *routes, size_t count, const lob_trace_waveguide_response *found, double reach) {
    for (size_t i = 0; i < count; i++) {
        const route_end *a = routes[i].answer.ends.items, *b = found->ends.items;
        if ((is_at(&a[0], &b[0], reach) && is_at(&a[1], &b[1], reach)) ||
            (is_at(&a[0], &b[1], reach) && is_at(&a[1], &b[0], reach))) {
            return true;
        }
    }
    return false;
}

/* Whether a long known route ends at the port, or at one that stands against it: from there it would be followed a
 * second time, which for a spiral takes seconds. What begins beyond a gap is another route, and short ones are soon
 * followed. */
static bool is_end(const route *routes, size_t count, const lob_port_item *port, double reach) {
    for (size_t i = 0; i < count; i++) {
        const route_end *e = &routes[i].answer.ends.items[1];
        const bool is_same = e->port && lob_str_equal(e->port->id, port->id);
        const double turned = remainder(port->angle_deg - e->angle_deg - 180, 360);
        const bool is_against = fabs(turned) <= TURNED_MAX && fabs(port->at_um.x - e->x_um) <= reach &&
                                fabs(port->at_um.y - e->y_um) <= reach;
        if (routes[i].answer.length_um > LONG_WIDTHS * e->width_um && (is_same || is_against)) {
            return true;
        }
    }
    return false;
}

static void put_end(lob_buf *out, const route_end *end) {
    lob_html_um(out, end->x_um);
    lob_buf_add_text(out, ", ");
    lob_html_um(out, end->y_um);
    if (end->port) {
        lob_buf_add_text(out, " <small>");
        lob_html_name(out, end->port->cell, (lob_str){0});
        lob_buf_add_text(out, " ");
        lob_html_name(out, end->port->name, (lob_str){0});
        lob_buf_add_text(out, "</small>");
    }
}

static void put_route(lob_buf *out, const route *r) {
    const lob_trace_waveguide_response *a = &r->answer;
    lob_buf_add_text(out, "<tr><th scope=\"row\">");
    lob_html_name(out, r->from_cell, (lob_str){0});
    lob_buf_add_text(out, " ");
    lob_html_name(out, r->from, (lob_str){0});
    lob_buf_add_text(out, "</th><td>");
    put_end(out, &a->ends.items[1]);
    lob_buf_printf(out, "</td><td>%s</td><td class=\"n\">",
                   lob_trace_waveguide_response_ends_item_reason_names[a->ends.items[1].reason]);
    lob_html_um(out, a->length_um);
    lob_buf_add_text(out, " <small>\xc2\xb1 ");
    lob_html_um(out, a->length_uncertainty_um);
    lob_buf_add_text(out, "</small></td><td class=\"n\">");
    if (a->has_radius_min_um) {
        lob_html_um(out, a->radius_min_um);
    }
    lob_buf_add_text(out, "</td><td class=\"n\">");
    lob_html_um(out, a->width_min_um);
    if (a->width_max_um != a->width_min_um) {
        lob_buf_add_text(out, " \xe2\x80\x93 ");
        lob_html_um(out, a->width_max_um);
    }
    lob_buf_add_text(out, "</td><td class=\"n\">");
    lob_html_count(out, (uint64_t)a->segment_count);
    lob_buf_add_text(out, "</td></tr>\n");
}

/* *found false: nothing begins there. */
static lob_status trace(lob_reporter *r, lob_report_part *part, const lob_port_item *port, route *to, bool *found) {
    lob_ctx own; /* an error of its own; the answer stays in the part's memory */
    lob_call call = *r->call;
    lob_trace_waveguide_request request = {
        .session_id = r->opened.session_id, .max_segments = 1, .angle_tolerance_deg = 1};
    request.from.port = port->id;
    lob_ctx_init(&own, part->ctx.arena);
    own.cancel = r->call->ctx->cancel;
    call.ctx = &own;
    *to = (route){.from = port->name, .from_cell = port->component};
    lob_status status = lob_tool_trace_waveguide(&call, &request, &to->answer);
    *found = status == LOB_OK && to->answer.length_um > 0 && to->answer.ends.count == 2;
    if (status == LOB_E_INVALID_TARGET || status == LOB_E_QUERY_TOO_LARGE) {
        status = LOB_OK;
    }
    return lob_ctx_join(&part->ctx, &own, status);
}

static void put_routes(lob_reporter *r, const route *routes, size_t count, size_t left_out) {
    static const char *const heads[] = {"From the port",
                                        "To, \xc2\xb5m",
                                        "Ends there as",
                                        "#Length, \xc2\xb5m",
                                        "#Least radius, \xc2\xb5m",
                                        "#Width, \xc2\xb5m",
                                        "#Segments",
                                        NULL};
    lob_buf_add_text(r->out, "<h3>Routes</h3>\n");
    if (count == 0) {
        lob_buf_add_text(r->out, "<p>No waveguide begins at any of the ports tried.</p>\n");
    } else {
        lob_report_table(r, "Waveguides that begin at ports, along their centre lines", heads);
        for (size_t i = 0; i < count; i++) {
            put_route(r->out, &routes[i]);
        }
        lob_report_table_end(r);
    }
    if (left_out) {
        lob_buf_add_text(r->out, "<p class=\"left-out\">Not followed from ");
        lob_html_counted(r->out, left_out, "port", "ports");
        lob_buf_printf(r->out,
                       ": the page tries at most %d ports, lists %d routes, and stops after %d segments; "
                       "trace_waveguide follows any route.</p>\n",
                       PORTS_TRIED, ROUTES_MAX, SEGMENTS_ENOUGH);
    }
}

lob_status lob_report_routes(lob_reporter *r, lob_report_part *part, const lob_list_ports_response *ports) {
    route *routes = LOB_NEW_ARRAY(part->ctx.arena, route, ROUTES_MAX);
    size_t count = 0, tried = 0, at = 0, segments = 0, left_out = (size_t)ports->truncation.ports_dropped;
    if (!routes) {
        return lob_fail_memory(&part->ctx);
    }
    for (; at < ports->ports.count && tried < PORTS_TRIED && count < ROUTES_MAX && segments < SEGMENTS_ENOUGH; at++) {
        const lob_port_item *port = &ports->ports.items[at];
        bool found = false;
        if (port->has_angle_deg && !is_end(routes, count, port, 2 * r->dbu)) {
            LOB_TRY(trace(r, part, port, &routes[count], &found));
            tried++;
            segments += found ? (size_t)routes[count].answer.segment_count : 0;
        }
        count += found && !is_known(routes, count, &routes[count].answer, 2 * r->dbu);
        LOB_TRY(lob_poll(r->call->ctx));
    }
    left_out += ports->ports.count - at;
    put_routes(r, routes, count, left_out);
    return LOB_OK;
}
