/* The rulebook: conventions, resolved to the layers and cells of one layout. */
#include <stdlib.h>

#include "pic/convention.h"

static lob_layer_index resolve(const lob_layout *layout, const lob_convention_chain *chain, lob_str name) {
    const lob_convention_layer *layer = name.data ? lob_convention_find_layer(chain, name) : NULL;
    return layer ? lob_layout_find_layer(layout, (uint32_t)layer->layer, (uint32_t)layer->datatype) : LOB_NONE;
}

/* "marker:pin_path" */
static lob_status join(lob_ctx *ctx, const char *kind, lob_str name, const char **id) {
    size_t size = strlen(kind);
    char *text = lob_arena_alloc(ctx->arena, size + name.size + 1);
    if (!text) {
        return lob_fail_memory(ctx);
    }
    memcpy(text, kind, size);
    memcpy(text + size, name.data, name.size);
    text[size + name.size] = '\0';
    *id = text;
    return LOB_OK;
}

static void list_add(lob_layer_list *list, lob_layer_index layer) {
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->items[i] == layer) {
            return;
        }
    }
    if (layer != LOB_NONE) {
        list->items[list->count++] = layer;
    }
}

/* ---- layers by role ---- */

static size_t layers_of(const lob_convention_chain *chains, unsigned count) {
    size_t sum = 1;
    for (unsigned i = 0; i < count; i++) {
        for (unsigned k = 0; k < chains[i].count; k++) {
            sum += chains[i].items[k]->layers.count;
        }
    }
    return sum;
}

/* A name counts once a chain: what its file says of a layer stands before what the extended one says. */
static void add_role(const lob_layout *layout, const lob_convention_chain *chain, lob_convention_layer_role role,
                     lob_layer_list *list) {
    for (unsigned i = 0; i < chain->count; i++) {
        const lob_convention *c = chain->items[i];
        for (size_t k = 0; k < c->layers.count; k++) {
            const lob_convention_layer *layer = &c->layers.items[k];
            if (layer->role == role && lob_convention_find_layer(chain, c->layers.names[k]) == layer) {
                list_add(list, lob_layout_find_layer(layout, (uint32_t)layer->layer, (uint32_t)layer->datatype));
            }
        }
    }
}

static int by_layer(const void *a, const void *b) {
    lob_layer_index x = *(const lob_layer_index *)a, y = *(const lob_layer_index *)b;
    return x < y ? -1 : x > y;
}

/* What one convention marks on and another guides on counts as a guide's layer. */
static void leave_out(lob_layer_list *list, const lob_layer_list *others) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        bool is_other = false;
        for (uint32_t k = 0; k < others->count; k++) {
            is_other = is_other || others->items[k] == list->items[i];
        }
        if (!is_other) {
            list->items[kept++] = list->items[i];
        }
    }
    list->count = kept;
}

static const lob_convention_layer_role mark_roles[] = {LOB_CONVENTION_LAYER_ROLE_PORT, LOB_CONVENTION_LAYER_ROLE_DEVICE,
                                                       LOB_CONVENTION_LAYER_ROLE_TEXT, LOB_CONVENTION_LAYER_ROLE_FIBER,
                                                       LOB_CONVENTION_LAYER_ROLE_OTHER};

static lob_status make_layers(lob_ctx *ctx, const lob_layout *layout, const lob_convention_chain *chains,
                              unsigned count, lob_rulebook *book) {
    size_t room = layers_of(chains, count);
    book->guides.items = LOB_NEW_ARRAY(ctx->arena, lob_layer_index, room);
    book->metals.items = LOB_NEW_ARRAY(ctx->arena, lob_layer_index, room);
    book->marks.items = LOB_NEW_ARRAY(ctx->arena, lob_layer_index, room);
    book->guides_sorted = LOB_NEW_ARRAY(ctx->arena, lob_layer_index, room);
    if (!book->guides.items || !book->metals.items || !book->marks.items || !book->guides_sorted) {
        return lob_fail_memory(ctx);
    }
    for (unsigned i = 0; i < count; i++) {
        add_role(layout, &chains[i], LOB_CONVENTION_LAYER_ROLE_WAVEGUIDE, &book->guides);
        add_role(layout, &chains[i], LOB_CONVENTION_LAYER_ROLE_METAL, &book->metals);
        for (size_t k = 0; k < sizeof mark_roles / sizeof *mark_roles; k++) {
            add_role(layout, &chains[i], mark_roles[k], &book->marks);
        }
    }
    leave_out(&book->marks, &book->guides);
    leave_out(&book->marks, &book->metals);
    if (book->marks.count) {
        qsort(book->marks.items, book->marks.count, sizeof *book->marks.items, by_layer);
    }
    if (book->guides.count) {
        memcpy(book->guides_sorted, book->guides.items, book->guides.count * sizeof *book->guides_sorted);
        qsort(book->guides_sorted, book->guides.count, sizeof *book->guides_sorted, by_layer);
    }
    return LOB_OK;
}

/* ---- markers ---- */

typedef struct shape_default {
    lob_convention_marker_direction direction;
    lob_convention_marker_position position;
    lob_convention_marker_width width;
} shape_default;

#define DEFAULT(shape, d, p, w)                                                                                        \
    [LOB_CONVENTION_MARKER_SHAPE_##shape] = {LOB_CONVENTION_MARKER_DIRECTION_##d, LOB_CONVENTION_MARKER_POSITION_##p,  \
                                             LOB_CONVENTION_MARKER_WIDTH_##w}
static const shape_default defaults[LOB_CONVENTION_MARKER_SHAPE_COUNT] = {
    DEFAULT(PATH2, P1_TO_P2, MID, PATH_WIDTH),
    DEFAULT(BOX, NONE, CENTER, MIN_SIDE),
    DEFAULT(POLYGON, NONE, CENTER, MIN_SIDE),
    DEFAULT(BOX_OR_POLYGON, NONE, CENTER, MIN_SIDE),
    DEFAULT(TRIANGLE, TIP, BASE, BASE),
    DEFAULT(RECT_HALF_OUT, NEAREST_SIDE, CENTER, ACROSS),
    DEFAULT(RECT_INSIDE, NEAREST_SIDE, SIDE, ACROSS),
    DEFAULT(ARROW, TIP, TIP, NONE),
    DEFAULT(EDGE_ON_BOUNDARY, NONE, MID, NONE),
};
#undef DEFAULT

static lob_status make_connects(lob_ctx *ctx, const lob_layout *layout, const lob_convention_chain *chain,
                                const lob_rulebook *book, lob_pic_rule *rule) {
    const lob_convention_marker *m = rule->marker;
    if (!m->has_connects) {
        rule->connects = lob_str_equal(m->type, LOB_STR("electrical")) ? book->metals : book->guides;
        return LOB_OK;
    }
    rule->connects.items = LOB_NEW_ARRAY(ctx->arena, lob_layer_index, m->connects.count);
    if (!rule->connects.items) {
        return lob_fail_memory(ctx);
    }
    for (size_t i = 0; i < m->connects.count; i++) {
        list_add(&rule->connects, resolve(layout, chain, m->connects.items[i]));
    }
    return LOB_OK;
}

static lob_status make_rule(lob_ctx *ctx, const lob_layout *layout, const lob_convention_chain *chain,
                            const lob_convention_marker *m, lob_rulebook *book) {
    lob_pic_rule *rule = &book->rules[book->rule_count];
    const shape_default *by_shape = &defaults[m->shape];
    bool is_edge = m->shape == LOB_CONVENTION_MARKER_SHAPE_EDGE_ON_BOUNDARY;
    *rule = (lob_pic_rule){.marker = m,
                           .on = resolve(layout, chain, m->on),
                           .direction = m->has_direction ? m->direction : by_shape->direction,
                           .position = m->has_position ? m->position : by_shape->position,
                           .width = m->has_width ? m->width : by_shape->width,
                           .name = {.from = LOB_CONVENTION_PORT_NAME_FROM_NONE},
                           .name_on = LOB_NONE};
    if (m->name) {
        rule->name = *m->name;
        rule->name_on = m->name->on.data ? resolve(layout, chain, m->name->on) : rule->on;
    }
    LOB_TRY(make_connects(ctx, layout, chain, book, rule));
    if (rule->on == LOB_NONE && !(is_edge && !m->on.data)) {
        return LOB_OK; /* nothing can stand on a layer that is not there */
    }
    LOB_TRY(join(ctx, is_edge ? "inferred:" : "marker:", m->id, &rule->id));
    book->infers = book->infers || is_edge;
    book->rule_count++;
    return LOB_OK;
}

/* ---- known ports ---- */

static int by_cell(const void *a, const void *b) {
    const lob_known_port *x = a, *y = b;
    if (x->cell != y->cell) {
        return x->cell < y->cell ? -1 : 1;
    }
    return x->port < y->port ? -1 : x->port > y->port;
}

static lob_status make_known(lob_ctx *ctx, const lob_layout *layout, const lob_convention_chain *chains, unsigned count,
                             lob_rulebook *book) {
    size_t room = 0;
    for (unsigned i = 0; i < count; i++) {
        for (unsigned k = 0; k < chains[i].count; k++) {
            room += chains[i].items[k]->known_ports.count;
        }
    }
    book->known = LOB_NEW_ARRAY(ctx->arena, lob_known_port, room);
    if (!book->known) {
        return lob_fail_memory(ctx);
    }
    for (unsigned i = 0; i < count; i++) {
        for (unsigned k = 0; k < chains[i].count; k++) {
            const lob_convention *c = chains[i].items[k];
            for (size_t j = 0; j < c->known_ports.count; j++) {
                const lob_convention_port *port = &c->known_ports.items[j];
                lob_known_port known = {port, lob_layout_find_cell(layout, port->cell),
                                        resolve(layout, &chains[i], port->layer)};
                if (known.cell != LOB_NONE) {
                    book->known[book->known_count++] = known;
                }
            }
        }
    }
    if (book->known_count) {
        qsort(book->known, book->known_count, sizeof *book->known, by_cell);
    }
    return LOB_OK;
}

/* ---- all ---- */

static lob_status add_convention(lob_ctx *ctx, const lob_layout *layout, const lob_convention_chain *chain,
                                 const lob_convention *c, lob_rulebook *book) {
    for (size_t i = 0; i < c->port_markers.count; i++) {
        LOB_TRY(make_rule(ctx, layout, chain, &c->port_markers.items[i], book));
    }
    if (c->device) {
        lob_device_rule *device = &book->devices[book->device_count];
        *device = (lob_device_rule){.device = c->device, .on = resolve(layout, chain, c->device->on)};
        LOB_TRY(join(ctx, "device:", c->device->on, &device->id));
        book->device_count += device->on != LOB_NONE;
    }
    book->connect = book->connect ? book->connect : c->connect;
    book->uses_meta = book->uses_meta || (c->metadata && c->metadata->has_klayout_meta);
    return LOB_OK;
}

lob_status lob_rulebook_make(lob_ctx *ctx, const lob_layout *layout, const lob_convention_chain *chains, unsigned count,
                             lob_rulebook *book) {
    size_t rule_room = 0, device_room = 0;
    for (unsigned i = 0; i < count; i++) {
        for (unsigned k = 0; k < chains[i].count; k++) {
            rule_room += chains[i].items[k]->port_markers.count;
            device_room++;
        }
    }
    *book = (lob_rulebook){.rules = LOB_NEW_ARRAY(ctx->arena, lob_pic_rule, rule_room + 1),
                           .devices = LOB_NEW_ARRAY(ctx->arena, lob_device_rule, device_room + 1)};
    if (!book->rules || !book->devices) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(make_layers(ctx, layout, chains, count, book));
    LOB_TRY(make_known(ctx, layout, chains, count, book));
    for (unsigned i = 0; i < count; i++) {
        for (unsigned k = 0; k < chains[i].count; k++) {
            LOB_TRY(add_convention(ctx, layout, &chains[i], chains[i].items[k], book));
        }
    }
    return LOB_OK;
}
