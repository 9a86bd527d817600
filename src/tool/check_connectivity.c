/* check_connectivity: how the ports below a cell meet. Everything is found anew for each page, in the same order; a
 * cursor is the number of findings already given.
 */
#include <math.h>
#include <stdio.h>

#include "base/digest.h"
#include "base/limits.h"
#include "base/num.h"
#include "base/wrap.h"
#include "tool/connectivity.h"
#include "tool/cursor.h"
#include "tool/registry.h"

/* The engine's kinds stand in the order of the schema's. */
_Static_assert((int)LOB_FIND_NEAR_MISS == (int)LOB_FINDING_KIND_NAME_NEAR_MISS &&
                   (int)LOB_FIND_WIDTH == (int)LOB_FINDING_KIND_NAME_WIDTH_MISMATCH &&
                   (int)LOB_FIND_DANGLING == (int)LOB_FINDING_KIND_NAME_DANGLING &&
                   (int)LOB_FIND_EXPOSED == (int)LOB_FINDING_KIND_NAME_EXPOSED &&
                   (int)LOB_FINDING_KIND_COUNT == (int)LOB_FINDING_KIND_NAME_COUNT,
               "kinds");
_Static_assert((int)LOB_FIND_ANGLE == (int)LOB_FINDING_KIND_NAME_ANGLE_MISMATCH &&
                   (int)LOB_FIND_TYPE == (int)LOB_FINDING_KIND_NAME_TYPE_MISMATCH &&
                   (int)LOB_FIND_LAYER == (int)LOB_FINDING_KIND_NAME_LAYER_MISMATCH &&
                   (int)LOB_FIND_CROSS_SECTION == (int)LOB_FINDING_KIND_NAME_CROSS_SECTION_MISMATCH &&
                   (int)LOB_FIND_OVERLOADED == (int)LOB_FINDING_KIND_NAME_OVERLOADED &&
                   (int)LOB_FIND_UNMATCHED_GEOMETRY == (int)LOB_FINDING_KIND_NAME_UNMATCHED_GEOMETRY &&
                   (int)LOB_FIND_DEVICE_OVERLAP == (int)LOB_FINDING_KIND_NAME_DEVICE_OVERLAP &&
                   (int)LOB_FIND_SHAPE_OVERLAP == (int)LOB_FINDING_KIND_NAME_SHAPE_OVERLAP &&
                   (int)LOB_FIND_CONNECTED == (int)LOB_FINDING_KIND_NAME_CONNECTED,
               "kinds");

/* ---- the question ---- */

static int64_t to_dbu(double um, double dbu, double (*to_whole)(double)) {
    const double value = to_whole(um / dbu);
    return (int64_t)fmax(fmin(value, (double)LOB_COORD_MAX), -(double)LOB_COORD_MAX);
}

static int64_t widened(int64_t value, int64_t by) {
    const int64_t moved = value + by;
    return moved > LOB_COORD_MAX ? LOB_COORD_MAX : moved < -LOB_COORD_MAX ? -LOB_COORD_MAX : moved;
}

/* What lies on the border is in. Around it lie the ports that those inside may meet. */
static lob_status take_box(lob_checking *c) {
    const lob_query_box *box = c->request->box;
    c->window = c->query.window = LOB_WALK_EVERYTHING;
    if (!box) {
        return LOB_OK;
    }
    if (!(box->left <= box->right) || !(box->bottom <= box->top)) {
        lob_status status = lob_fail(c->call->ctx, LOB_E_INVALID_BOX, "The sides of the box are in the wrong order");
        lob_error_text(&c->call->ctx->error, "argument", LOB_STR("box"));
        lob_error_text(&c->call->ctx->error, "reason", LOB_STR("order"));
        lob_hint(c->call->ctx, "left must not be greater than right, nor bottom greater than top, in micrometres.");
        return status;
    }
    c->window = (lob_box64){to_dbu(box->left, c->dbu, floor), to_dbu(box->bottom, c->dbu, floor),
                            to_dbu(box->right, c->dbu, ceil), to_dbu(box->top, c->dbu, ceil)};
    const int64_t reach = (int64_t)ceil(lob_connect_reach(&c->question)) + 1;
    c->query.window = (lob_box64){widened(c->window.left, -reach), widened(c->window.bottom, -reach),
                                  widened(c->window.right, reach), widened(c->window.top, reach)};
    return LOB_OK;
}

static unsigned asked_kinds(const lob_check_connectivity_request *r) {
    const unsigned fine = 1u << LOB_FIND_CONNECTED | 1u << LOB_FIND_EXPOSED;
    unsigned kinds = 0;
    for (size_t i = 0; i < r->kinds.count; i++) {
        kinds |= 1u << (unsigned)r->kinds.items[i];
    }
    kinds = kinds ? kinds : ((1u << LOB_FINDING_KIND_COUNT) - 1) & ~fine;
    return r->include_connected ? kinds | fine : kinds;
}

static lob_status take_question(lob_checking *c) {
    const lob_check_connectivity_request *r = c->request;
    lob_connect_question *q = &c->question;
    LOB_TRY(lob_call_session(c->call, r->session_id));
    c->layout = c->call->session->layout;
    c->dbu = lob_layout_dbu(c->layout);
    LOB_TRY(lob_call_cell(c->call, r->cell, &c->query.cell));
    LOB_TRY(lob_call_pic(c->call, &c->pic));
    q->connect = lob_pic_connect(c->pic);
    q->connect.distance = r->has_tolerance_um ? r->tolerance_um / c->dbu : q->connect.distance;
    q->connect.angle_tol_deg = r->has_angle_tolerance_deg ? r->angle_tolerance_deg : q->connect.angle_tol_deg;
    q->near = r->has_near_miss_um ? r->near_miss_um / c->dbu : 0;
    LOB_TRY(take_box(c));
    c->query.depth_max = r->has_depth ? (uint32_t)r->depth : UINT32_MAX;
    c->query.limit = LOB_LIMIT_CONNECT_PORTS;
    q->window = c->window;
    q->kinds = asked_kinds(r);
    q->layout = c->layout;
    q->cell = c->query.cell;
    q->guides = lob_pic_guide_layers(c->pic, &q->guide_count);
    return LOB_OK;
}

/* Everything that decides what is found and in which order. */
static void bind(const lob_checking *c, char text[LOB_BINDING_SIZE]) {
    const lob_check_connectivity_request *r = c->request;
    const lob_connect_question *q = &c->question;
    uint64_t types = r->types.count;
    for (size_t i = 0; i < r->types.count; i++) {
        types = lob_wrap_add(lob_wrap_mul(types, UINT64_C(0x9e3779b97f4a7c15)),
                             lob_hash64_stable(r->types.items[i].data, r->types.items[i].size));
    }
    const double numbers[] = {(double)c->query.cell,  (double)c->query.depth_max, (double)q->kinds,
                              q->connect.distance,    q->connect.angle_tol_deg,   q->near,
                              (double)c->window.left, (double)c->window.bottom,   (double)c->window.right,
                              (double)c->window.top};
    snprintf(text, LOB_BINDING_SIZE, "check_connectivity %s %016llx %016llx", c->call->session->key,
             (unsigned long long)lob_hash64_stable(numbers, sizeof numbers), (unsigned long long)types);
}

/* ---- ports and components ---- */

static lob_status refuse_size(lob_ctx *ctx, const char *what, uint64_t count) {
    lob_status status = lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "The cell has more %s than one check accepts", what);
    lob_error_text(&ctx->error, "reason", lob_str_from(what));
    lob_error_integer(&ctx->error, "count", lob_count_show(count));
    lob_error_integer(&ctx->error, "limit", LOB_LIMIT_CONNECT_PORTS);
    lob_hint(ctx, "Give a box or a smaller depth, or check cells further down one by one.");
    return status;
}

static bool is_asked_type(const lob_check_connectivity_request *r, lob_str type) {
    for (size_t i = 0; i < r->types.count; i++) {
        if (lob_str_equal(r->types.items[i], type)) {
            return true;
        }
    }
    return r->types.count == 0;
}

static lob_status take_ports(lob_checking *c) {
    lob_ctx *ctx = c->call->ctx;
    uint64_t count;
    LOB_TRY(lob_pic_component_count(ctx, c->pic, &c->query, &count));
    if (count > LOB_LIMIT_CONNECT_PORTS &&
        count <= LOB_LIMIT_PLACEMENTS) { /* more than that is refused as too much work */
        return refuse_size(ctx, "components", count);
    }
    LOB_TRY(lob_pic_ports(ctx, c->pic, &c->query, &c->ports));
    if (c->ports.count_total > c->ports.count) {
        return refuse_size(ctx, "ports", c->ports.count_total);
    }
    LOB_TRY(lob_pic_components(ctx, c->pic, &c->query, &c->components));
    if (c->components.count_total > c->components.count) {
        return refuse_size(ctx, "components", c->components.count_total);
    }
    lob_port *ports = LOB_NEW_ARRAY(ctx->arena, lob_port, c->ports.count);
    if (!ports) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < c->ports.count; i++) {
        if (is_asked_type(c->request, c->ports.items[i].type)) {
            ports[c->question.port_count++] = c->ports.items[i];
        }
    }
    c->question.ports = ports;
    c->question.components = c->components.items;
    c->question.component_count = c->components.count;
    return LOB_OK;
}

/* ---- the answer ---- */

static lob_status show_head(lob_checking *c) {
    lob_check_connectivity_response *a = c->response;
    lob_shown name;
    LOB_TRY(
        lob_name_show(c->call->ctx, lob_layout_cell(c->layout, c->query.cell)->name, LOB_LIMIT_NAME_TEXT_SIZE, &name));
    a->session_id = c->request->session_id;
    a->cell = c->cell_name = name.text;
    a->raw_hex = name.raw_hex;
    a->dbu = c->dbu;
    a->rules.tolerance_um = lob_connect_distance(&c->question) * c->dbu;
    a->rules.near_miss_um = lob_connect_reach(&c->question) * c->dbu;
    a->rules.angle_tolerance_deg = lob_connect_angle_tolerance(&c->question);
    a->rules.width_tolerance_um = c->question.connect.width_tol * c->dbu;
    return lob_conventions_show(c->call->ctx, c->pic, &a->conventions.items, &a->conventions.count);
}

static lob_status show_summary(lob_checking *c) {
    const lob_connectivity *f = &c->found;
    lob_check_connectivity_response *a = c->response;
    lob_finding_count *kinds = LOB_NEW_ARRAY(c->call->ctx->arena, lob_finding_count, LOB_FINDING_KIND_COUNT);
    if (!kinds) {
        return lob_fail_memory(c->call->ctx);
    }
    a->summary.component_count = c->components.count;
    a->summary.port_count = c->question.port_count;
    a->summary.own_port_count = lob_count_show(f->own_count);
    a->summary.external_port_count = lob_count_show(f->external_count);
    a->summary.joined_count = lob_count_show(f->joined_count);
    a->summary.error_count = lob_count_show(f->severities[LOB_SEVERITY_ERROR]);
    a->summary.warning_count = lob_count_show(f->severities[LOB_SEVERITY_WARNING]);
    a->summary.info_count = lob_count_show(f->severities[LOB_SEVERITY_INFO]);
    a->summary.kinds.items = kinds;
    for (unsigned i = 0; i < LOB_FINDING_KIND_COUNT; i++) {
        if (f->counts[i] > 0) {
            kinds[a->summary.kinds.count++] =
                (lob_finding_count){(lob_finding_kind_name)i, lob_count_show(f->counts[i])};
        }
    }
    a->nets.net_count = lob_count_show(f->nets.net_count);
    a->nets.largest = lob_count_show(f->nets.component_count_max);
    a->nets.components_alone = lob_count_show(f->nets.component_alone_count);
    a->nets.guide_count = lob_count_show(f->nets.guide_count);
    a->nets.guides_measured = lob_count_show(f->nets.guide_measured_count);
    if (f->nets.guide_measured_count > 0) {
        a->nets.has_guide_length_um = a->nets.has_guide_length_largest_um = true;
        a->nets.guide_length_um = f->nets.guide_length * c->dbu;
        a->nets.guide_length_largest_um = f->nets.guide_length_max * c->dbu;
    }
    return LOB_OK;
}

lob_status lob_tool_check_connectivity(lob_call *call, const lob_check_connectivity_request *request,
                                       lob_check_connectivity_response *response) {
    lob_checking c = {.call = call, .request = request, .response = response};
    char binding[LOB_BINDING_SIZE];
    LOB_TRY(take_question(&c));
    bind(&c, binding);
    LOB_TRY(lob_cursor_parse_position(call->ctx, request->cursor, lob_str_from(binding), &c.first));
    LOB_TRY(take_ports(&c));
    LOB_TRY(lob_connect_check(call->ctx, &c.question, &c.found));
    LOB_TRY(show_head(&c));
    LOB_TRY(show_summary(&c));
    LOB_TRY(lob_findings_show(&c));
    LOB_TRY(lob_connectivity_notes(&c));
    const uint64_t given = c.first + response->findings.count;
    response->truncation.limit = request->limit;
    response->truncation.findings_dropped = (int64_t)(c.found.count - given);
    LOB_TRY(request->inline_image ? lob_connectivity_draw(&c) : LOB_OK);
    return given == c.found.count
               ? LOB_OK
               : lob_cursor_print_position(call->ctx, given, lob_str_from(binding), &response->next_cursor);
}
