/* See connectivity.h. Sentences are ours alone. */
#include "tool/connectivity.h"

#include <math.h>

#include "base/limits.h"
#include "base/num.h"
#include "tool/cursor.h"
#include "tool/room.h"

enum { FINDING_WEIGHT = 1300, COMPONENT_WEIGHT = 150, NOTES_MAX = 8 };

static double shown(double value) {
    double rounded = lob_num_round_um(value);
    return rounded == 0 ? 0 : rounded;
}

/* ---- remedies ---- */

static const char *remedy_of(const lob_connectivity *found, const lob_finding *f) {
    (void)found;
    static const char *const remedies[LOB_FINDING_KIND_COUNT] = {
        [LOB_FIND_NEAR_MISS] = "Move the component of the first port by offset_um, or that of the second back by it.",
        [LOB_FIND_ANGLE] = "Turn one of the two components by angle_error_deg so that the ports look at each other.",
        [LOB_FIND_TYPE] = "Connect only ports of the same type, or put a converting component between them.",
        [LOB_FIND_LAYER] = "Put a transition between the two layers, or draw both ends on the same layer.",
        [LOB_FIND_WIDTH] = "Put a taper between them, or give both ends the same width.",
        [LOB_FIND_CROSS_SECTION] = "Check that the two cross sections are the same, or put a transition between them.",
        [LOB_FIND_OVERLOADED] = "Leave only two ports at this position: move or remove a component, or use a splitter.",
        [LOB_FIND_DANGLING] = "Connect the port, end it in a terminator, or make it a port of the cell itself.",
        [LOB_FIND_UNMATCHED_GEOMETRY] =
            ("Place what is drawn there as a component with a port at this position; trace_waveguide shows where it "
             "leads."),
        [LOB_FIND_DEVICE_OVERLAP] = "Move the components apart, or merge them into one component.",
        [LOB_FIND_SHAPE_OVERLAP] = "Remove what is drawn over the component, or end it at the component's port.",
        [LOB_FIND_CONNECTED] = "Nothing to do.",
        [LOB_FIND_EXPOSED] = "Nothing to do.",
    };
    if (f->is_exposure && f->kind == LOB_FIND_NEAR_MISS) {
        return "Move the outer cell's port back by offset_um, or the inner component by it.";
    }
    if (f->is_exposure && f->kind == LOB_FIND_ANGLE) {
        return "Give the outer cell's port the direction of the inner one.";
    }
    if (f->is_exposure && f->kind != LOB_FIND_EXPOSED) {
        return "Give the outer cell's port the properties of the inner one.";
    }
    return remedies[f->kind];
}

/* ---- findings ---- */

static lob_status show_ports(lob_checking *c, const lob_finding *f, lob_finding_item *item, size_t *weight) {
    const uint32_t listed = f->port_count < LOB_FINDING_PORTS_KEPT ? f->port_count : LOB_FINDING_PORTS_KEPT;
    item->ports.items = LOB_NEW_ARRAY(c->call->ctx->arena, lob_port_item, listed);
    if (!item->ports.items) {
        return lob_fail_memory(c->call->ctx);
    }
    item->ports.count = listed;
    item->has_ports_dropped = listed < f->port_count;
    item->ports_dropped = f->port_count - listed;
    for (uint32_t i = 0; i < listed; i++) {
        size_t more;
        LOB_TRY(lob_port_show(c->call, c->query.cell, &c->question.ports[f->ports[i]], &item->ports.items[i], &more));
        *weight += more;
    }
    return LOB_OK;
}

static lob_status show_component(lob_checking *c, uint32_t index, lob_finding_component *item, size_t *weight) {
    const lob_component *m = &c->question.components[index];
    lob_shown name;
    LOB_TRY(lob_name_show(c->call->ctx, lob_layout_cell(c->layout, m->cell)->name, LOB_LIMIT_NAME_TEXT_SIZE, &name));
    *item = (lob_finding_component){.component = name.text, .raw_hex = name.raw_hex};
    *weight += COMPONENT_WEIGHT + lob_text_weight(name.text) + lob_text_weight(name.raw_hex);
    if (m->depth == 0) {
        return LOB_OK;
    }
    item->has_instance_path = item->has_path_members = true;
    item->instance_path.count = (size_t)m->depth + 1;
    item->path_members.count = m->depth;
    return lob_way_show(c->call, c->query.cell, m->path, m->depth, &item->instance_path.items,
                        &item->path_members.items, weight);
}

static lob_status show_overlap(lob_checking *c, const lob_finding *f, lob_finding_item *item, size_t *weight) {
    lob_ctx *ctx = c->call->ctx;
    item->has_components = item->has_area_um2 = true;
    item->components.items = LOB_NEW_ARRAY(ctx->arena, lob_finding_component, 2);
    item->box_um = LOB_NEW(ctx->arena, lob_micron_box);
    item->box_dbu = LOB_NEW(ctx->arena, lob_dbu_box);
    if (!item->components.items || !item->box_um || !item->box_dbu) {
        return lob_fail_memory(ctx);
    }
    (void)lob_box_show(f->box, c->dbu, item->box_um, item->box_dbu);
    item->area_um2 = f->area * c->dbu * c->dbu;
    for (unsigned i = 0; i < 2 && f->components[i] != LOB_NONE; i++) {
        LOB_TRY(show_component(c, f->components[i], &item->components.items[i], weight));
        item->components.count++;
    }
    return LOB_OK;
}

static lob_status show_offset(lob_checking *c, const lob_finding *f, lob_finding_item *item) {
    if (!f->has_offset || (f->offset.x == 0 && f->offset.y == 0)) {
        return LOB_OK;
    }
    item->offset_um = LOB_NEW(c->call->ctx->arena, lob_point_um);
    item->offset_dbu = LOB_NEW(c->call->ctx->arena, lob_port_place_dbu);
    if (!item->offset_um || !item->offset_dbu) {
        return lob_fail_memory(c->call->ctx);
    }
    *item->offset_um = (lob_point_um){shown(f->offset.x * c->dbu), shown(f->offset.y * c->dbu)};
    *item->offset_dbu = (lob_port_place_dbu){shown(f->offset.x), shown(f->offset.y)};
    item->has_gap_um = item->has_shift_um = f->has_gap;
    item->gap_um = shown(f->gap * c->dbu);
    item->shift_um = shown(f->shift * c->dbu);
    return LOB_OK;
}

static lob_status show_finding(lob_checking *c, const lob_finding *f, lob_finding_item *item, size_t *weight) {
    static const lob_finding_item_severity severities[] = {
        [LOB_SEVERITY_ERROR] = LOB_FINDING_ITEM_SEVERITY_ERROR,
        [LOB_SEVERITY_WARNING] = LOB_FINDING_ITEM_SEVERITY_WARNING,
        [LOB_SEVERITY_INFO] = LOB_FINDING_ITEM_SEVERITY_INFO,
    };
    *item = (lob_finding_item){.kind = (lob_finding_kind_name)f->kind,
                               .severity = severities[f->severity],
                               .at_um = {shown(f->at.x * c->dbu), shown(f->at.y * c->dbu)},
                               .at_dbu = {shown(f->at.x), shown(f->at.y)},
                               .has_is_exposure = f->is_exposure,
                               .is_exposure = f->is_exposure,
                               .has_angle_error_deg = f->has_angle && f->angle_error_deg > 0,
                               .angle_error_deg = shown(f->angle_error_deg),
                               .has_width_difference_um = f->has_width && f->width_difference != 0,
                               .width_difference_um = shown(f->width_difference * c->dbu),
                               .confidence = round(f->confidence * 1000) / 1000,
                               .remedy = lob_str_from(remedy_of(&c->found, f))};
    *weight = FINDING_WEIGHT;
    LOB_TRY(show_ports(c, f, item, weight));
    LOB_TRY(show_offset(c, f, item));
    bool is_overlap = f->kind == LOB_FIND_DEVICE_OVERLAP || f->kind == LOB_FIND_SHAPE_OVERLAP;
    return is_overlap ? show_overlap(c, f, item, weight) : LOB_OK;
}

lob_status lob_findings_show(lob_checking *c) {
    const uint64_t total = c->found.count;
    if (c->first > 0 && c->first >= total) {
        return lob_cursor_refuse(c->call->ctx);
    }
    const uint64_t left = total - c->first;
    const uint64_t listed = left < (uint64_t)c->request->limit ? left : (uint64_t)c->request->limit;
    lob_finding_item *items = LOB_NEW_ARRAY(c->call->ctx->arena, lob_finding_item, listed);
    if (!items) {
        return lob_fail_memory(c->call->ctx);
    }
    lob_room room = lob_room_open(c->call, &lob_check_connectivity_response_table, c->response);
    c->response->findings.items = items;
    for (uint64_t i = 0; i < listed; i++) {
        size_t weight;
        LOB_TRY(show_finding(c, &c->found.items[c->first + i], &items[i], &weight));
        if (!lob_room_fits(&room, "findings", &items[i], weight, i == 0)) {
            break;
        }
        c->response->findings.count++;
    }
    return LOB_OK;
}

/* ---- notes ---- */

static void note(lob_checking *c, bool applies, const char *text) {
    if (applies) {
        c->response->notes.items[c->response->notes.count++] = lob_str_from(text);
    }
}

static bool has_rule(const lob_checking *c, const char *rule) {
    return c->components.count > 0 && strcmp(c->components.items[0].rule, rule) == 0;
}

lob_status lob_connectivity_notes(lob_checking *c) {
    c->response->notes.items = LOB_NEW_ARRAY(c->call->ctx->arena, lob_str, NOTES_MAX);
    if (!c->response->notes.items) {
        return lob_fail_memory(c->call->ctx);
    }
    bool is_inferred = false;
    for (uint32_t i = 0; i < c->question.port_count; i++) {
        is_inferred = is_inferred || c->question.ports[i].source == LOB_PORT_INFERRED;
    }
    const bool has_none = c->question.port_count == 0;
    const bool is_flat = !has_none && c->found.own_count == c->question.port_count;
    const bool asks_all = c->request->types.count == 0 && !c->request->box && !c->request->has_depth;
    note(c, has_none && c->response->conventions.count == 0,
         "Neither ports nor a known convention for marking them were found: nothing was checked. Open the layout "
         "again with convention_path, a JSON file that says which layers mark ports.");
    note(c, has_none && c->response->conventions.count > 0,
         "No port matches: nothing was checked. Leave out box, types and depth, or ask about a cell at a higher "
         "level.");
    note(c, is_flat,
         "All ports are the cell's own, as in a flattened layout or in a single component: none can meet another. Ask "
         "about a cell that places components.");
    note(c, asks_all && !has_none && !is_flat && c->found.external_count == c->question.port_count,
         "All ports found lead off the chip, to fibres; no other ports are marked, so no connection was checked. "
         "Open the layout again with convention_path, a JSON file that says which layers mark ports.");
    note(c, has_rule(c, "instance"),
         "No cell is marked as a component; each instance directly below the cell counts as one.");
    note(c, is_inferred,
         "Ports with source inferred are guesses from waveguide ends on the outline: findings with confidence below "
         "1 are heuristic.");
    note(c, c->found.overlaps_cut, "There were too many overlapping outlines to compare all of them. Give a box.");
    note(c, !c->found.overlaps_checked && !has_none,
         "Overlaps and drawn guides were not checked: no layer is known to guide light.");
    note(c, !has_none && c->found.nets.guide_measured_count < c->found.nets.guide_count,
         "Lengths are of the guides that could be followed from one port to the other; see guides_measured.");
    return LOB_OK;
}
