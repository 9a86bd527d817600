/* The lists of describe_region. See describe_region.h. */
#include <math.h>

#include "base/limits.h"
#include "base/num.h"
#include "base/smallest.h"
#include "tool/describe_region.h"
#include "tool/ports.h"

/* Components and ports asked of the pic at most. */
enum { COMPONENTS_MAX = 20000, PORTS_MAX = 20000 };

typedef lob_describe_region_response_components_item component_item;
typedef lob_describe_region_response_components_item_ports_item port_item;
typedef lob_describe_region_response_layers_item layer_item;
typedef lob_describe_region_response_instances_item instance_item;
typedef lob_describe_region_response_labels_item label_item;
typedef lob_describe_region_response_guides_item guide_item;

static size_t made(size_t count) {
    return count < LOB_SUMMARY_ITEMS_MAX ? count : LOB_SUMMARY_ITEMS_MAX;
}

static lob_micron_box box_um(const lob_summary *s, lob_box64 box) {
    lob_micron_box um;
    lob_dbu_box exact;
    lob_box_show(box, s->dbu, &um, &exact);
    return um;
}

static double to_um(const lob_summary *s, double dbu) {
    return lob_num_round_um(dbu * s->dbu);
}

static double rounded(double value) {
    return round(value * 1000) / 1000;
}

/* ---- components ---- */

typedef struct kind_of_component {
    const lob_component *first;
    uint64_t count;
} kind_of_component;

static double area_of(lob_box64 b) {
    return lob_box64_is_empty(b) ? 0 : (double)(b.right - b.left) * (double)(b.top - b.bottom);
}

static int order_components(const void *arg, const void *a, const void *b) {
    const lob_layout *layout = arg;
    const lob_component *x = ((const kind_of_component *)a)->first, *y = ((const kind_of_component *)b)->first;
    const double ax = area_of(x->box), ay = area_of(y->box);
    int order = lob_order(x->is_guide, y->is_guide);
    order = order ? order : (ax < ay) - (ax > ay);
    return order ? order
                 : lob_str_compare(lob_layout_cell(layout, x->cell)->name, lob_layout_cell(layout, y->cell)->name);
}

/* One entry a cell; components come by box, so the first one of a cell is the first by box. */
static lob_status group_components(lob_summary *s, const lob_components *components, lob_smallest *groups) {
    lob_ctx *ctx = s->call->ctx;
    const uint32_t cells = lob_layout_cell_count(s->query.layout);
    kind_of_component *kinds = LOB_NEW_ARRAY(ctx->arena, kind_of_component, cells);
    if (!kinds) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < components->count; i++) {
        kind_of_component *kind = &kinds[components->items[i].cell];
        kind->first = kind->count++ == 0 ? &components->items[i] : kind->first;
    }
    LOB_TRY(lob_smallest_init(ctx, groups, sizeof *kinds, LOB_SUMMARY_ITEMS_MAX, order_components, s->query.layout));
    for (uint32_t i = 0; i < cells; i++) {
        if (kinds[i].count > 0) {
            lob_smallest_offer(groups, &kinds[i]);
            s->component_cells++;
        }
    }
    lob_smallest_sort(groups);
    return LOB_OK;
}

/* What the convention or the file says is certain; what is told by ports is as certain as they are; a mere instance is
 * a guess. */
static lob_status confidence_of(lob_summary *s, const lob_component *c, double *confidence) {
    const lob_str rule = lob_str_from(c->rule);
    const lob_port *ports;
    uint32_t count;
    *confidence = 0.5;
    if (lob_str_equal(rule, LOB_STR("meta")) || strncmp(c->rule, "device:", strlen("device:")) == 0) {
        *confidence = 1;
    } else if (lob_str_equal(rule, LOB_STR("ports"))) {
        LOB_TRY(lob_pic_cell_ports(s->call->ctx, s->pic, c->cell, &ports, &count));
        *confidence = count > 0 ? 1 : *confidence;
        for (uint32_t i = 0; i < count; i++) {
            *confidence = ports[i].confidence < *confidence ? ports[i].confidence : *confidence;
        }
    }
    return LOB_OK;
}

static bool is_of(const lob_port *port, const lob_component *c) {
    if (port->owner != c->cell || port->depth != c->depth) {
        return false;
    }
    for (uint32_t i = 0; i < c->depth; i++) {
        if (port->path[i].inst != c->path[i].inst || port->path[i].member != c->path[i].member) {
            return false;
        }
    }
    return true;
}

static lob_status show_port(lob_summary *s, const lob_port *port, port_item *item) {
    lob_shown name, type;
    LOB_TRY(lob_name_show(s->call->ctx, port->name, LOB_LIMIT_LABEL_TEXT_SIZE, &name));
    LOB_TRY(lob_name_show(s->call->ctx, port->type, LOB_LIMIT_LABEL_TEXT_SIZE, &type));
    *item = (port_item){.name = name.text,
                        .type = type.text,
                        .at_um = {to_um(s, port->at.x), to_um(s, port->at.y)},
                        .has_angle_deg = port->has_angle,
                        .angle_deg = rounded(port->angle_deg),
                        .has_width_um = port->width > 0,
                        .width_um = to_um(s, port->width),
                        .has_conflict_width_um = port->width_conflict > 0,
                        .conflict_width_um = to_um(s, port->width_conflict),
                        .confidence = rounded(port->confidence)};
    switch (port->source) {
    case LOB_PORT_META:
        item->source = LOB_DESCRIBE_REGION_RESPONSE_COMPONENTS_ITEM_PORTS_ITEM_SOURCE_META;
        break;
    case LOB_PORT_KNOWN:
        item->source = LOB_DESCRIBE_REGION_RESPONSE_COMPONENTS_ITEM_PORTS_ITEM_SOURCE_KNOWN;
        break;
    case LOB_PORT_MARKER:
        item->source = LOB_DESCRIBE_REGION_RESPONSE_COMPONENTS_ITEM_PORTS_ITEM_SOURCE_MARKER;
        break;
    case LOB_PORT_INFERRED:
        item->source = LOB_DESCRIBE_REGION_RESPONSE_COMPONENTS_ITEM_PORTS_ITEM_SOURCE_INFERRED;
        break;
    }
    return LOB_OK;
}

static lob_status show_ports(lob_summary *s, const lob_component *c, const lob_ports *ports, component_item *item) {
    item->ports.items = LOB_NEW_ARRAY(s->call->ctx->arena, port_item, LOB_SUMMARY_PORTS_MAX);
    if (!item->ports.items) {
        return lob_fail_memory(s->call->ctx);
    }
    for (uint32_t i = 0; i < ports->count; i++) {
        if (!is_of(&ports->items[i], c)) {
            continue;
        }
        if (item->ports.count < LOB_SUMMARY_PORTS_MAX) {
            LOB_TRY(show_port(s, &ports->items[i], &item->ports.items[item->ports.count++]));
        } else {
            item->ports_dropped++;
        }
    }
    item->has_ports_dropped = item->ports_dropped > 0;
    return LOB_OK;
}

static lob_status show_component(lob_summary *s, const kind_of_component *kind, const lob_ports *ports,
                                 component_item *item) {
    const lob_component *c = kind->first;
    lob_shown name;
    double confidence;
    LOB_TRY(
        lob_name_show(s->call->ctx, lob_layout_cell(s->query.layout, c->cell)->name, LOB_LIMIT_NAME_TEXT_SIZE, &name));
    LOB_TRY(confidence_of(s, c, &confidence));
    *item = (component_item){.cell = name.text,
                             .raw_hex = name.raw_hex,
                             .count = lob_count_show(kind->count),
                             .has_is_guide = c->is_guide,
                             .is_guide = c->is_guide,
                             .bbox_um = box_um(s, c->box),
                             .source = lob_str_from(c->rule),
                             .confidence = rounded(confidence)};
    return show_ports(s, c, ports, item);
}

/* Too many for the pic is no error here: the lists then lack them, and a note says so. */
static lob_status allow_cut(lob_summary *s, lob_status status) {
    if (status != LOB_E_QUERY_TOO_LARGE) {
        return status;
    }
    lob_error_clear(&s->call->ctx->error);
    s->components_cut = true;
    return LOB_OK;
}

lob_status lob_summary_components(lob_summary *s, lob_describe_region_response *response) {
    lob_ctx *ctx = s->call->ctx;
    lob_pic_query query = {
        .cell = s->query.cell, .window = s->query.window, .depth_max = UINT32_MAX, .limit = COMPONENTS_MAX};
    lob_components components = {.count = 0};
    lob_ports ports = {.count = 0};
    lob_smallest groups;
    LOB_TRY(allow_cut(s, lob_pic_components(ctx, s->pic, &query, &components)));
    query.limit = PORTS_MAX;
    LOB_TRY(allow_cut(s, lob_pic_ports(ctx, s->pic, &query, &ports)));
    s->components_cut =
        s->components_cut || components.count_total > components.count || ports.count_total > ports.count;
    LOB_TRY(group_components(s, &components, &groups));
    component_item *items = LOB_NEW_ARRAY(ctx->arena, component_item, groups.count);
    if (!items) {
        return lob_fail_memory(ctx);
    }
    for (size_t i = 0; i < groups.count; i++) {
        LOB_TRY(show_component(s, lob_smallest_at(&groups, i), &ports, &items[i]));
    }
    response->components.items = items;
    response->components.count = groups.count;
    response->summary.component_count = lob_count_show(components.count_total);
    response->summary.port_count = lob_count_show(ports.count_total);
    return LOB_OK;
}

/* ---- the other lists ---- */

static lob_status layer_show(lob_summary *s, lob_layer_index layer, lob_layer_ref *ref) {
    return lob_layer_show(s->call, lob_layout_layer(s->query.layout, layer), ref);
}

static lob_status show_layers(lob_summary *s, lob_describe_region_response *response) {
    const size_t count = made(s->d.layer_count);
    layer_item *items = LOB_NEW_ARRAY(s->call->ctx->arena, layer_item, count);
    if (!items) {
        return lob_fail_memory(s->call->ctx);
    }
    for (size_t i = 0; i < count; i++) {
        const lob_layer_facts *f = &s->d.layers[i];
        items[i] = (layer_item){.shape_count = lob_count_show(f->shapes),
                                .text_count = lob_count_show(f->texts),
                                .has_area_um2 = f->has_area,
                                .area_um2 = f->area * s->dbu * s->dbu,
                                .has_density = f->has_area,
                                .density = round(f->area / area_of(s->query.window) * 1e6) / 1e6,
                                .has_least_box_side_um = f->least_side > 0,
                                .least_box_side_um = to_um(s, (double)f->least_side)};
        LOB_TRY(layer_show(s, f->layer, &items[i].layer));
    }
    response->layers.items = items;
    response->layers.count = count;
    return LOB_OK;
}

static lob_status show_instances(lob_summary *s, lob_describe_region_response *response) {
    const size_t count = made(s->d.group_count);
    instance_item *items = LOB_NEW_ARRAY(s->call->ctx->arena, instance_item, count);
    if (!items) {
        return lob_fail_memory(s->call->ctx);
    }
    for (size_t i = 0; i < count; i++) {
        const lob_group *g = &s->d.groups[i];
        lob_shown name;
        LOB_TRY(lob_name_show(s->call->ctx, lob_layout_cell(s->query.layout, g->cell)->name, LOB_LIMIT_NAME_TEXT_SIZE,
                              &name));
        items[i] = (instance_item){.cell = name.text,
                                   .raw_hex = name.raw_hex,
                                   .instance_count = lob_count_show(g->insts),
                                   .member_count = lob_count_show(g->members),
                                   .bbox_um = box_um(s, g->box)};
    }
    response->instances.items = items;
    response->instances.count = count;
    return LOB_OK;
}

static lob_status show_labels(lob_summary *s, lob_describe_region_response *response) {
    const size_t count = made(s->d.label_count);
    label_item *items = LOB_NEW_ARRAY(s->call->ctx->arena, label_item, count);
    if (!items) {
        return lob_fail_memory(s->call->ctx);
    }
    for (size_t i = 0; i < count; i++) {
        const lob_label_group *l = &s->d.labels[i];
        lob_shown text;
        LOB_TRY(lob_name_show(s->call->ctx, lob_layout_string(s->query.layout, l->string), LOB_LIMIT_LABEL_TEXT_SIZE,
                              &text));
        items[i] = (label_item){.text = text.text,
                                .raw_hex = text.raw_hex,
                                .count = lob_count_show(l->count),
                                .at_um = lob_point_show_um(l->at.x, l->at.y, s->dbu)};
        LOB_TRY(layer_show(s, l->layer, &items[i].layer));
    }
    response->labels.items = items;
    response->labels.count = count;
    return LOB_OK;
}

static lob_status show_guides(lob_summary *s, lob_describe_region_response *response) {
    const size_t count = made(s->d.width_count);
    guide_item *items = LOB_NEW_ARRAY(s->call->ctx->arena, guide_item, count);
    if (!items) {
        return lob_fail_memory(s->call->ctx);
    }
    for (size_t i = 0; i < count; i++) {
        const lob_width_group *w = &s->d.widths[i];
        items[i] = (guide_item){.width_um = to_um(s, w->width),
                                .count = lob_count_show(w->count),
                                .source = w->is_drawn ? LOB_DESCRIBE_REGION_RESPONSE_GUIDES_ITEM_SOURCE_DRAWN
                                                      : LOB_DESCRIBE_REGION_RESPONSE_GUIDES_ITEM_SOURCE_MEASURED,
                                .confidence = rounded(w->confidence)};
        LOB_TRY(layer_show(s, w->layer, &items[i].layer));
    }
    response->guides.items = items;
    response->guides.count = count;
    return LOB_OK;
}

/* ---- what is nearest ---- */

typedef lob_describe_region_response_nearest nearest_item;

#define DIRECTION(name) LOB_DESCRIBE_REGION_RESPONSE_NEAREST_DIRECTION_##name

static lob_status show_nearest(lob_summary *s, lob_describe_region_response *response) {
    static const lob_describe_region_response_nearest_direction directions[3][3] = {
        {DIRECTION(LOWER_LEFT), DIRECTION(DOWN), DIRECTION(LOWER_RIGHT)},
        {DIRECTION(LEFT), DIRECTION(TOUCHING), DIRECTION(RIGHT)},
        {DIRECTION(UPPER_LEFT), DIRECTION(UP), DIRECTION(UPPER_RIGHT)},
    };
    const lob_nearest *n = &s->d.nearest;
    if (!n->is_found) {
        return LOB_OK;
    }
    response->nearest = LOB_NEW(s->call->ctx->arena, nearest_item);
    if (!response->nearest) {
        return lob_fail_memory(s->call->ctx);
    }
    *response->nearest = (nearest_item){.kind = n->is_text ? LOB_DESCRIBE_REGION_RESPONSE_NEAREST_KIND_TEXT
                                                           : LOB_DESCRIBE_REGION_RESPONSE_NEAREST_KIND_SHAPE,
                                        .dx_um = to_um(s, (double)n->dx),
                                        .dy_um = to_um(s, (double)n->dy),
                                        .direction = directions[1 + lob_order(n->dy, 0)][1 + lob_order(n->dx, 0)]};
    return layer_show(s, n->layer, &response->nearest->layer);
}

lob_status lob_summary_lists(lob_summary *s, lob_describe_region_response *response) {
    LOB_TRY(show_layers(s, response));
    LOB_TRY(show_instances(s, response));
    LOB_TRY(show_labels(s, response));
    LOB_TRY(show_guides(s, response));
    return show_nearest(s, response);
}
