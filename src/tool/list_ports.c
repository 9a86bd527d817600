/* list_ports: the ports below a cell, by the conventions of the session, a page at a time.
 *
 * Nothing is kept between pages: the pic knows each cell's own ports, the rest is walking down to them.
 */
#include <math.h>
#include <stdio.h>

#include "base/digest.h"
#include "base/limits.h"
#include "tool/cursor.h"
#include "tool/ports.h"
#include "tool/registry.h"
#include "tool/room.h"

typedef struct listing {
    lob_call *call;
    const lob_list_ports_request *request;
    lob_list_ports_response *response;
    lob_pic *pic;
    lob_pic_query query;
    lob_cell_index owner;
    uint64_t first;
    char binding[LOB_BINDING_SIZE];
} listing;

/* Every argument but limit and cursor; texts by their hash. */
static void bind(listing *l) {
    const lob_list_ports_request *r = l->request;
    long long depth = r->has_depth ? (long long)r->depth : -1;
    const lob_box64 *w = &l->query.window;
    snprintf(l->binding, sizeof l->binding, "list_ports %s %u %u %lld %016llx %lld,%lld,%lld,%lld",
             l->call->session->key, l->query.cell, l->owner, depth,
             (unsigned long long)(r->type.data ? lob_hash64_stable(r->type.data, r->type.size) : 0), (long long)w->left,
             (long long)w->bottom, (long long)w->right, (long long)w->top);
}

static int64_t to_dbu(double value) {
    return value < -(double)LOB_COORD_MAX  ? -LOB_COORD_MAX
           : value > (double)LOB_COORD_MAX ? LOB_COORD_MAX
                                           : (int64_t)value;
}

/* The window in whole units: what lies on its border is in. */
static lob_status find_window(lob_ctx *ctx, const lob_query_box *box, double dbu, lob_box64 *window) {
    *window = LOB_WALK_EVERYTHING;
    if (!box) {
        return LOB_OK;
    }
    if (!(box->left <= box->right && box->bottom <= box->top)) {
        lob_status status = lob_fail(ctx, LOB_E_INVALID_BOX, "The sides of the box are in the wrong order");
        lob_error_text(&ctx->error, "reason", LOB_STR("order"));
        lob_hint(ctx, "left must not be greater than right, nor bottom greater than top.");
        return status;
    }
    *window = (lob_box64){to_dbu(ceil(box->left / dbu - 1e-6)), to_dbu(ceil(box->bottom / dbu - 1e-6)),
                          to_dbu(floor(box->right / dbu + 1e-6)), to_dbu(floor(box->top / dbu + 1e-6))};
    return LOB_OK;
}

static lob_status prepare(listing *l) {
    const lob_list_ports_request *r = l->request;
    LOB_TRY(lob_call_session(l->call, r->session_id));
    LOB_TRY(lob_call_cell(l->call, r->cell, &l->query.cell));
    l->owner = LOB_NONE;
    if (r->component.data) {
        lob_error_text(&l->call->ctx->error, "argument", LOB_STR("component")); /* stands before what is set below */
        LOB_TRY(lob_call_cell(l->call, r->component, &l->owner));
        lob_error_clear(&l->call->ctx->error);
        l->query.owner = &l->owner;
    }
    LOB_TRY(lob_call_pic(l->call, &l->pic));
    LOB_TRY(find_window(l->call->ctx, r->box, lob_layout_dbu(l->call->session->layout), &l->query.window));
    l->query.depth_max = r->has_depth ? (uint32_t)r->depth : UINT32_MAX;
    l->query.type = r->type;
    bind(l);
    LOB_TRY(lob_cursor_parse_position(l->call->ctx, r->cursor, lob_str_from(l->binding), &l->first));
    l->query.limit = l->first + (uint64_t)r->limit;
    return LOB_OK;
}

static lob_status show_head(listing *l) {
    lob_ctx *ctx = l->call->ctx;
    const lob_layout *layout = l->call->session->layout;
    lob_shown name;
    LOB_TRY(lob_name_show(ctx, lob_layout_cell(layout, l->query.cell)->name, LOB_LIMIT_NAME_TEXT_SIZE, &name));
    l->response->session_id = l->request->session_id;
    l->response->cell = name.text;
    l->response->raw_hex = name.raw_hex;
    l->response->dbu = lob_layout_dbu(layout);
    return lob_conventions_show(ctx, l->pic, &l->response->conventions.items, &l->response->conventions.count);
}

/* ---- notes ---- */

enum { NOTES_MAX = 4 };

static void note(listing *l, const char *text) {
    l->response->notes.items[l->response->notes.count++] = lob_str_from(text);
}

static lob_status show_notes(listing *l, const lob_ports *ports) {
    lob_str *notes = LOB_NEW_ARRAY(l->call->ctx->arena, lob_str, NOTES_MAX);
    if (!notes) {
        return lob_fail_memory(l->call->ctx);
    }
    bool is_inferred = false, has_conflict = false;
    for (uint32_t i = 0; i < ports->count; i++) {
        is_inferred = is_inferred || ports->items[i].source == LOB_PORT_INFERRED;
        has_conflict = has_conflict || ports->items[i].has_conflict || ports->items[i].width_conflict > 0;
    }
    l->response->notes.items = notes;
    if (is_inferred) {
        note(l, "Ports with source inferred are guesses from waveguide ends on the outline, not marks of the "
                "designer.");
    }
    if (has_conflict) {
        note(l, "Sources disagree about ports with conflict_um or conflict_width_um: the port shows the most trusted "
                "source, and these members show the other one.");
    }
    if (ports->count_total == 0 && l->response->conventions.count == 0) {
        note(l, "No known convention for marking ports was found. Open the layout again with convention_path, a JSON "
                "file that says which layers mark ports.");
    } else if (ports->count_total == 0) {
        note(l,
             "No port matches. Leave out box, component, type and depth, ask about a cell at a higher level, or open "
             "the layout with a convention_path.");
    }
    if (lob_pic_is_cut(l->pic)) {
        note(l, "No ports were inferred in cells with very many figures; ask about smaller cells or give a "
                "convention_path.");
    }
    return LOB_OK;
}

/* ---- the page ---- */

static lob_status show_page(listing *l, const lob_ports *ports) {
    lob_ctx *ctx = l->call->ctx;
    uint64_t count = ports->count > l->first ? ports->count - l->first : 0;
    lob_port_item *items = LOB_NEW_ARRAY(ctx->arena, lob_port_item, count);
    lob_room room = lob_room_open(l->call, &lob_list_ports_response_table, l->response);
    if (!items) {
        return lob_fail_memory(ctx);
    }
    if (l->first > 0 && count == 0) {
        return lob_cursor_refuse(ctx);
    }
    l->response->ports.items = items;
    for (uint64_t i = 0; i < count; i++) {
        size_t weight;
        LOB_TRY(lob_port_show(l->call, l->query.cell, &ports->items[l->first + i], &items[i], &weight));
        if (!lob_room_fits(&room, "ports", &items[i], weight, i == 0)) {
            break;
        }
        l->response->ports.count++;
    }
    uint64_t given = l->first + l->response->ports.count;
    l->response->port_count = lob_count_show(ports->count_total);
    l->response->truncation.limit = l->request->limit;
    l->response->truncation.ports_dropped = lob_count_show(ports->count_total - given);
    return ports->count_total == given
               ? LOB_OK
               : lob_cursor_print_position(ctx, given, lob_str_from(l->binding), &l->response->next_cursor);
}

lob_status lob_tool_list_ports(lob_call *call, const lob_list_ports_request *request,
                               lob_list_ports_response *response) {
    listing l = {.call = call, .request = request, .response = response};
    lob_ports ports;
    LOB_TRY(prepare(&l));
    LOB_TRY(show_head(&l));
    LOB_TRY(lob_pic_ports(call->ctx, l.pic, &l.query, &ports));
    LOB_TRY(show_page(&l, &ports));
    return show_notes(&l, &ports);
}
