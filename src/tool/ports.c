/* See ports.h. */
#include "tool/ports.h"

#include <math.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/num.h"
#include "tool/room.h"

enum { PORT_WEIGHT = 960, STEP_WEIGHT = 110, CONVENTION_SIZE_MAX = 1 << 20, PORTS_LOOKED_AT_MAX = 200000 };

lob_status lob_call_pic(lob_call *call, lob_pic **pic) {
    if (!call->session->pic) {
        LOB_TRY(lob_pic_open(call->ctx, call->session->layout, NULL, &call->session->pic));
    }
    *pic = call->session->pic;
    return LOB_OK;
}

lob_status lob_call_ports_below(lob_call *call, lob_cell_index cell, lob_ports *ports) {
    const lob_pic_query query = {
        .cell = cell, .window = LOB_WALK_EVERYTHING, .depth_max = UINT32_MAX, .limit = PORTS_LOOKED_AT_MAX};
    lob_pic *pic;
    LOB_TRY(lob_call_pic(call, &pic));
    return lob_pic_ports(call->ctx, pic, &query, ports);
}

lob_status lob_convention_file_read(lob_call *call, lob_str path, lob_str *text) {
    lob_ctx *ctx = call->ctx;
    struct stat info;
    int fd = -1;
    if (path.size > LOB_LIMIT_PATH_SIZE) {
        lob_fail(ctx, LOB_E_FILE_NOT_FOUND, "The path of the convention file is too long for a file name");
        lob_hint(ctx, "Give the absolute path of an existing file, or leave convention_path out.");
    }
    lob_status status = ctx->error.code != LOB_OK ? ctx->error.code
                                                  : lob_file_open_input(ctx, lob_sessions_roots(call->sessions), path,
                                                                        CONVENTION_SIZE_MAX, &fd, &info);
    if (status == LOB_OK) {
        status = lob_file_read_all(ctx, fd, CONVENTION_SIZE_MAX, text);
        close(fd);
    }
    if (status != LOB_OK) {
        lob_error_text(&ctx->error, "argument", LOB_STR("convention_path"));
    }
    return status;
}

lob_status lob_conventions_show(lob_ctx *ctx, const lob_pic *pic, lob_convention_used **items, size_t *count) {
    uint32_t found;
    const lob_detection *detections = lob_pic_detections(pic, &found);
    *items = LOB_NEW_ARRAY(ctx->arena, lob_convention_used, found);
    if (!*items) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < found; i++) {
        (*items)[i] = (lob_convention_used){.name = lob_str_from(detections[i].name),
                                            .confidence = detections[i].confidence,
                                            .why = lob_str_from(detections[i].why),
                                            .evidence = lob_count_show(detections[i].evidence)};
    }
    *count = found;
    return LOB_OK;
}

/* ---- ways ---- */

lob_status lob_way_show(lob_call *call, lob_cell_index cell, const lob_step *path, uint32_t depth, lob_str **names,
                        lob_path_member **members, size_t *weight) {
    lob_ctx *ctx = call->ctx;
    *names = LOB_NEW_ARRAY(ctx->arena, lob_str, (size_t)depth + 1);
    *members = LOB_NEW_ARRAY(ctx->arena, lob_path_member, depth);
    if (!*names || !*members) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i <= depth && depth; i++) {
        lob_shown shown;
        const lob_cell *at = lob_layout_cell(call->session->layout, cell);
        LOB_TRY(lob_name_show(ctx, at->name, LOB_LIMIT_NAME_TEXT_SIZE, &shown));
        (*names)[i] = shown.text;
        *weight += STEP_WEIGHT + lob_text_weight(shown.text);
        if (i < depth) {
            (*members)[i] = (lob_path_member){.instance = path[i].inst, .member = lob_count_show(path[i].member)};
            cell = at->insts[path[i].inst].child;
        }
    }
    return LOB_OK;
}

/* ---- ports ---- */

static double shown_um(double dbu_count, double dbu) {
    return lob_num_round_um(dbu_count * dbu);
}

/* Fractions of a unit that a rotation leaves are shown to a millionth. */
static double shown_dbu(double value) {
    double rounded = lob_num_round_um(value);
    return rounded == 0 ? 0 : rounded;
}

static lob_port_item_source source_of(lob_port_source source) {
    static const lob_port_item_source sources[] = {
        [LOB_PORT_META] = LOB_PORT_ITEM_SOURCE_META,
        [LOB_PORT_KNOWN] = LOB_PORT_ITEM_SOURCE_KNOWN,
        [LOB_PORT_MARKER] = LOB_PORT_ITEM_SOURCE_MARKER,
        [LOB_PORT_INFERRED] = LOB_PORT_ITEM_SOURCE_INFERRED,
    };
    return sources[source];
}

static lob_status show_texts(lob_call *call, const lob_port *port, lob_port_item *item, size_t *weight) {
    lob_ctx *ctx = call->ctx;
    lob_shown name, component, type, section;
    const lob_cell *owner = lob_layout_cell(call->session->layout, port->owner);
    LOB_TRY(lob_name_show(ctx, port->name, LOB_LIMIT_NAME_TEXT_SIZE, &name));
    LOB_TRY(lob_name_show(ctx, owner->name, LOB_LIMIT_NAME_TEXT_SIZE, &component));
    LOB_TRY(lob_name_show(ctx, port->type, LOB_LIMIT_NAME_TEXT_SIZE, &type));
    LOB_TRY(lob_name_show(ctx, port->cross_section, LOB_LIMIT_NAME_TEXT_SIZE, &section));
    item->name = name.text;
    item->raw_hex = name.raw_hex;
    item->component = component.text;
    item->type = type.text;
    item->cross_section = section.text.size ? section.text : (lob_str){0};
    *weight += PORT_WEIGHT + lob_text_weight(name.text) + lob_text_weight(name.raw_hex) +
               lob_text_weight(component.text) + lob_text_weight(type.text) + lob_text_weight(section.text);
    return LOB_OK;
}

static lob_status show_layer(lob_call *call, const lob_port *port, lob_port_item *item, size_t *weight) {
    if (port->layer == LOB_NONE) {
        return LOB_OK;
    }
    item->layer = LOB_NEW(call->ctx->arena, lob_layer_ref);
    if (!item->layer) {
        return lob_fail_memory(call->ctx);
    }
    LOB_TRY(lob_layer_show(call, lob_layout_layer(call->session->layout, port->layer), item->layer));
    *weight += lob_text_weight(item->layer->name) + lob_text_weight(item->layer->raw_hex);
    return LOB_OK;
}

static lob_status show_way(lob_call *call, lob_cell_index cell, const lob_port *port, lob_port_item *item,
                           size_t *weight) {
    if (port->depth == 0) {
        return LOB_OK;
    }
    item->has_instance_path = item->has_path_members = true;
    item->instance_path.count = (size_t)port->depth + 1;
    item->path_members.count = port->depth;
    return lob_way_show(call, cell, port->path, port->depth, &item->instance_path.items, &item->path_members.items,
                        weight);
}

static lob_status show_evidence(lob_call *call, const lob_port *port, lob_port_item *item) {
    /* In the order of the bits of lob_port_evidence, which is that of the schema. */
    if (port->source != LOB_PORT_INFERRED) {
        return LOB_OK;
    }
    item->has_evidence = true;
    item->evidence.items =
        LOB_NEW_ARRAY(call->ctx->arena, lob_port_item_evidence_item, LOB_PORT_ITEM_EVIDENCE_ITEM_COUNT);
    if (!item->evidence.items) {
        return lob_fail_memory(call->ctx);
    }
    for (unsigned i = 0; i < LOB_PORT_ITEM_EVIDENCE_ITEM_COUNT; i++) {
        if (port->evidence & 1U << i) {
            item->evidence.items[item->evidence.count++] = (lob_port_item_evidence_item)i;
        }
    }
    return LOB_OK;
}

lob_object lob_port_object(lob_cell_index cell, const lob_port *port) {
    return (lob_object){
        .type = LOB_ID_PORT,
        .cell = cell,
        .stored = {.path = port->path, .depth = port->depth, .leaf = port->owner, .index = port->index}};
}

lob_status lob_port_show(lob_call *call, lob_cell_index cell, const lob_port *port, lob_port_item *item,
                         size_t *weight) {
    double dbu = lob_layout_dbu(call->session->layout);
    lob_object object = lob_port_object(cell, port);
    *item = (lob_port_item){.at_um = {shown_um(port->at.x, dbu), shown_um(port->at.y, dbu)},
                            .at_dbu = {shown_dbu(port->at.x), shown_dbu(port->at.y)},
                            .has_angle_deg = port->has_angle,
                            .angle_deg = shown_dbu(port->angle_deg),
                            .has_width_um = port->width > 0,
                            .width_um = shown_um(port->width, dbu),
                            .has_conflict_angle_deg = port->has_angle_conflict,
                            .conflict_angle_deg = shown_dbu(port->angle_conflict_deg),
                            .has_conflict_width_um = port->width_conflict > 0,
                            .conflict_width_um = shown_um(port->width_conflict, dbu),
                            .source = source_of(port->source),
                            .rule = lob_str_from(port->rule),
                            .confidence = round(port->confidence * 1000) / 1000};
    *weight = 0;
    if (port->has_conflict) {
        item->conflict_um = LOB_NEW(call->ctx->arena, lob_point_um);
        if (!item->conflict_um) {
            return lob_fail_memory(call->ctx);
        }
        *item->conflict_um = (lob_point_um){shown_um(port->conflict.x, dbu), shown_um(port->conflict.y, dbu)};
    }
    LOB_TRY(show_texts(call, port, item, weight));
    LOB_TRY(show_layer(call, port, item, weight));
    LOB_TRY(show_way(call, cell, port, item, weight));
    LOB_TRY(show_evidence(call, port, item));
    return lob_call_issue(call, &object, &item->id);
}
