/* Matching of evaluate_layout: groups of devices from the netlist's modules, their places from the layout. */
#include "base/map.h"
#include "design/matching.h"
#include "tool/evaluate_layout.h"

enum { CENTERS_SHOWN = 8, PLACES_SHOWN = 200 };

typedef struct matcher {
    lob_layout_evaluation *e;
    lob_name_map devices; /* ids to their places in the circuit */
    lob_str *ids;
    bool *wanted; /* those of groups */
    lob_design_place *places;
    lob_design_extras extras;
    lob_placed_group *groups;
    lob_placed_device **devices_of; /* the groups' own, to be filled */
    size_t group_count;
} matcher;

static lob_status list_devices(matcher *m) {
    const lob_circuit *circuit = &m->e->netlist.circuit;
    lob_ctx *ctx = m->e->call->ctx;
    const size_t count = circuit->devices.count;
    m->ids = LOB_NEW_ARRAY(ctx->arena, lob_str, count + 1);
    m->wanted = LOB_NEW_ARRAY(ctx->arena, bool, count + 1);
    m->places = LOB_NEW_ARRAY(ctx->arena, lob_design_place, count + 1);
    if (!m->ids || !m->wanted || !m->places) {
        return lob_fail_memory(ctx);
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t found;
        m->ids[i] = circuit->devices.items[i].id;
        if (!lob_name_map_add(&m->devices, m->ids[i], (uint32_t)i, &found)) {
            return lob_fail_memory(ctx);
        }
    }
    return LOB_OK;
}

/* w l m of a transistor, square metres. */
static double size_of(const lob_circuit_device *device) {
    const lob_circuit_device_params *p = &device->params;
    return p->has_w && p->has_l ? p->w * p->l * (double)p->m : 0;
}

/* A group of a module. Units come later. */
static lob_status add_group(matcher *m, const lob_str *ids, size_t count) {
    lob_placed_device *devices = LOB_NEW_ARRAY(m->e->call->ctx->arena, lob_placed_device, count + 1);
    if (!devices) {
        return lob_fail_memory(m->e->call->ctx);
    }
    for (size_t i = 0; i < count; i++) {
        const uint32_t place = lob_name_map_find(&m->devices, ids[i]);
        devices[i].id = ids[i];
        devices[i].size = size_of(&m->e->netlist.circuit.devices.items[place]);
        m->wanted[place] = true;
    }
    m->devices_of[m->group_count] = devices;
    m->groups[m->group_count++] = (lob_placed_group){devices, count};
    return LOB_OK;
}

static lob_status list_groups(matcher *m) {
    const lob_circuit *circuit = &m->e->netlist.circuit;
    lob_ctx *ctx = m->e->call->ctx;
    size_t count = 0;
    for (size_t i = 0; i < circuit->modules.count; i++) {
        count += circuit->modules.items[i].properties.matched_devices.count;
    }
    m->groups = LOB_NEW_ARRAY(ctx->arena, lob_placed_group, count + 1);
    m->devices_of = LOB_NEW_ARRAY(ctx->arena, lob_placed_device *, count + 1);
    if (!m->groups || !m->devices_of) {
        return lob_fail_memory(ctx);
    }
    for (size_t i = 0; i < circuit->modules.count; i++) {
        const lob_circuit_module_properties *of = &circuit->modules.items[i].properties;
        for (size_t k = 0; k < of->matched_devices.count; k++) {
            LOB_TRY(add_group(m, of->matched_devices.items[k].items, of->matched_devices.items[k].count));
        }
    }
    return LOB_OK;
}

/* A unit at an angle cannot be held against the others, so its device counts as not placed. */
static lob_status place_devices(matcher *m) {
    const lob_circuit *circuit = &m->e->netlist.circuit;
    size_t askew_count = 0;
    for (size_t i = 0; i < m->group_count; i++) {
        lob_placed_device *devices = m->devices_of[i];
        for (size_t n = 0; n < m->groups[i].count; n++) {
            const lob_design_place *place = &m->places[lob_name_map_find(&m->devices, devices[n].id)];
            devices[n].units = place->units;
            devices[n].count = place->askew_count > 0 ? 0 : place->count;
        }
    }
    for (size_t i = 0; i < circuit->devices.count; i++) {
        askew_count += m->wanted[i] && m->places[i].askew_count > 0;
    }
    return askew_count == 0
               ? LOB_OK
               : lob_note(m->e->call->ctx, &m->e->notes,
                          "%zu devices are not rotated by a multiple of 90 degrees: they count as missing.",
                          askew_count);
}

static lob_status show_place(matcher *m, lob_str id, const lob_design_place *place) {
    lob_evaluate_layout_response *a = m->e->response;
    const size_t shown = place->count < CENTERS_SHOWN ? place->count : CENTERS_SHOWN;
    lob_evaluate_layout_response_placements_item *item = &a->placements.items[a->placements.count++];
    item->device = id;
    item->count = lob_count_show(place->count);
    item->centers_um.items = LOB_NEW_ARRAY(m->e->call->ctx->arena, lob_point_um, shown + 1);
    if (!item->centers_um.items) {
        return lob_fail_memory(m->e->call->ctx);
    }
    for (size_t i = 0; i < shown; i++) {
        item->centers_um.items[i] = (lob_point_um){.x = place->units[i].x, .y = place->units[i].y};
    }
    item->centers_um.count = shown;
    return LOB_OK;
}

static lob_status show_places(matcher *m) {
    const size_t count = m->e->netlist.circuit.devices.count;
    lob_evaluate_layout_response *a = m->e->response;
    size_t left_out = 0;
    a->has_placements = true;
    a->placements.items =
        LOB_NEW_ARRAY(m->e->call->ctx->arena, lob_evaluate_layout_response_placements_item, PLACES_SHOWN);
    if (!a->placements.items) {
        return lob_fail_memory(m->e->call->ctx);
    }
    for (size_t i = 0; i < count; i++) {
        const bool is_shown = m->wanted[i] && m->places[i].count > 0;
        if (is_shown && a->placements.count < PLACES_SHOWN) {
            LOB_TRY(show_place(m, m->ids[i], &m->places[i]));
        } else {
            left_out += is_shown;
        }
    }
    return left_out == 0 ? LOB_OK
                         : lob_note(m->e->call->ctx, &m->e->notes, "%zu more devices were found than placements lists.",
                                    left_out);
}

static lob_status match(matcher *m) {
    lob_layout_evaluation *e = m->e;
    lob_ctx *ctx = e->call->ctx;
    const size_t count = e->netlist.circuit.devices.count;
    lob_matching_result *result = e->response->matching = LOB_NEW(ctx->arena, lob_matching_result);
    if (!result) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(list_devices(m));
    LOB_TRY(list_groups(m));
    const lob_design_search search = {e->layout, e->cell, m->ids, count};
    LOB_TRY(lob_design_places_find(ctx, &search, m->places, &m->extras));
    LOB_TRY(lob_layout_compare(e, m->places, &m->extras));
    LOB_TRY(place_devices(m));
    LOB_TRY(lob_matching_evaluate(ctx, m->groups, m->group_count, result));
    LOB_TRY(show_places(m));
    e->metrics.has_matching_score = result->has_score;
    e->metrics.matching_score = result->score;
    if (m->group_count == 0) {
        return lob_note(ctx, &e->notes, "The netlist has no devices that must match: matching is not evaluated.");
    }
    return result->has_score ? LOB_OK
                             : lob_note(ctx, &e->notes,
                                        "Not all devices that must match were found in the cell with an extent "
                                        "(matching.groups, missing): matching is not evaluated. A device is an "
                                        "instance of a cell with its id as name, or an instance with a property that "
                                        "is its id.");
}

lob_status lob_layout_evaluate_matching(lob_layout_evaluation *e) {
    matcher m = {.e = e};
    lob_name_map_init(&m.devices);
    lob_status status = match(&m);
    lob_name_map_release(&m.devices);
    return status;
}
