/* A pic, and the ports of one cell: each source asked in order of trust, what agrees joined, what disagrees noted. */
#include "pic/pic.h"

#include <math.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "pic/pic_impl.h"

/* ---- open and drop ---- */

static lob_status read_given(lob_ctx *ctx, lob_pic *pic, lob_str text) {
    LOB_TRY(lob_convention_load(ctx, text, &pic->chains[0]));
    lob_str name = pic->chains[0].items[0]->name;
    pic->chain_count = 1;
    pic->detections[0] =
        (lob_detection){.name = name.data, .confidence = 1, .why = "The convention file that was given"};
    return LOB_OK;
}

/* Everything here is made in the pic's own arena: ctx->arena is that one meanwhile. */
static lob_status fill(lob_ctx *ctx, lob_pic *pic, const lob_str *convention) {
    pic->cells = LOB_NEW_ARRAY(pic->arena, lob_pic_cell, lob_layout_cell_count(pic->layout));
    if (!pic->cells) {
        return lob_fail_memory(ctx);
    }
    if (convention) {
        LOB_TRY(read_given(ctx, pic, *convention));
    } else {
        LOB_TRY(lob_pic_detect(ctx, pic));
    }
    LOB_TRY(lob_rulebook_make(ctx, pic->layout, pic->chains, pic->chain_count, &pic->book));
    return pic->book.uses_meta ? lob_port_library_read(ctx, pic->arena, pic->layout, &pic->library) : LOB_OK;
}

lob_status lob_pic_open(lob_ctx *ctx, lob_layout *layout, const lob_str *convention, lob_pic **result) {
    lob_pic *pic = lob_calloc(1, sizeof *pic);
    lob_arena *request = ctx->arena;
    if (!pic || !(pic->arena = lob_arena_new(0))) {
        lob_free(pic);
        return lob_fail_memory(ctx);
    }
    pic->layout = lob_layout_keep(layout);
    ctx->arena = pic->arena;
    lob_status status = fill(ctx, pic, convention);
    ctx->arena = request;
    if (status != LOB_OK) {
        lob_pic_drop(pic);
        return status;
    }
    *result = pic;
    return LOB_OK;
}

void lob_pic_drop(lob_pic *pic) {
    if (pic) {
        lob_layout_drop(pic->layout);
        lob_arena_drop(pic->arena);
        lob_free(pic);
    }
}

const lob_detection *lob_pic_detections(const lob_pic *pic, uint32_t *count) {
    *count = pic->chain_count;
    return pic->detections;
}

const lob_layer_index *lob_pic_guide_layers(const lob_pic *pic, uint32_t *count) {
    *count = pic->book.guides.count;
    return pic->book.guides_sorted;
}

const lob_layer_index *lob_pic_mark_layers(const lob_pic *pic, uint32_t *count) {
    *count = pic->book.marks.count;
    return pic->book.marks.items;
}

lob_connect lob_pic_connect(const lob_pic *pic) {
    const lob_convention_connect *c = pic->book.connect;
    return c ? (lob_connect){c->distance_dbu, c->angle_tol_deg, c->width_tol_dbu, c->require_device_touch}
             : (lob_connect){1, 0.01, 0, false};
}

bool lob_pic_is_cut(const lob_pic *pic) {
    return pic->is_cut;
}

/* ---- sources ---- */

static lob_status meta_ports(lob_ctx *ctx, lob_pic *pic, lob_cell_index cell, lob_port_list *list) {
    lob_meta_port_list found;
    /* Texts that had to be decoded are made in the arena: they are kept. */
    LOB_TRY(lob_meta_ports(ctx, pic->arena, &pic->library, cell, &found));
    for (uint32_t i = 0; i < found.count; i++) {
        const lob_meta_port *m = &found.items[i];
        lob_port port = lob_port_blank(cell, LOB_PORT_META, "meta");
        port.name = m->name;
        port.at = (lob_vec2){m->x_dbu, m->y_dbu};
        port.has_angle = true;
        port.angle_deg = m->angle_deg;
        port.width = m->width_dbu;
        port.layer = m->has_layer ? lob_layout_find_layer(pic->layout, m->layer, m->datatype) : LOB_NONE;
        port.type = m->port_type;
        port.cross_section = m->cross_section;
        LOB_TRY(lob_port_list_add(ctx, list, &port));
    }
    return LOB_OK;
}

static lob_status known_ports(lob_ctx *ctx, const lob_pic *pic, lob_cell_index cell, lob_port_list *list) {
    double dbu = lob_layout_dbu(pic->layout);
    uint32_t low = 0, high = pic->book.known_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        bool is_before = pic->book.known[middle].cell < cell;
        *(is_before ? &low : &high) = is_before ? middle + 1 : middle;
    }
    for (uint32_t i = low; i < pic->book.known_count && pic->book.known[i].cell == cell; i++) {
        const lob_known_port *known = &pic->book.known[i];
        lob_port port = lob_port_blank(cell, LOB_PORT_KNOWN, "known");
        port.name = known->port->name;
        port.at = (lob_vec2){known->port->x_um / dbu, known->port->y_um / dbu};
        port.has_angle = known->port->has_angle_deg;
        port.angle_deg = port.has_angle ? fmod(known->port->angle_deg + 360, 360) : 0;
        port.width = known->port->has_width_um ? known->port->width_um / dbu : 0;
        port.layer = known->layer;
        port.type = known->port->type;
        port.cross_section = known->port->cross_section.data ? known->port->cross_section : port.cross_section;
        LOB_TRY(lob_port_list_add(ctx, list, &port));
    }
    return LOB_OK;
}

/* ---- joining ---- */

static lob_status find_ports(lob_ctx *ctx, lob_pic *pic, lob_cell_index cell, lob_port_list *all) {
    lob_port_list more = {0};
    if (pic->book.uses_meta) {
        LOB_TRY(meta_ports(ctx, pic, cell, all));
    }
    LOB_TRY(known_ports(ctx, pic, cell, &more));
    LOB_TRY(lob_ports_join(ctx, all, &more));
    more.count = 0;
    LOB_TRY(lob_pic_marker_ports(ctx, pic, cell, &more));
    LOB_TRY(lob_ports_join(ctx, all, &more));
    for (uint32_t i = 0; i < all->count; i++) {
        lob_port *port = &all->items[i];
        port->index = i;
        if (port->layer == LOB_NONE && port->source != LOB_PORT_MARKER) {
            bool is_electrical = lob_str_equal(port->type, LOB_STR("electrical"));
            const lob_layer_list *layers = is_electrical ? &pic->book.metals : &pic->book.guides;
            LOB_TRY(lob_pic_layer_at(ctx, pic, cell, port->at, layers, &port->layer));
        }
    }
    return LOB_OK;
}

/* ---- the cache ---- */

static lob_status keep(lob_ctx *ctx, lob_pic *pic, const lob_port_list *list, const lob_port **ports, uint32_t *count) {
    lob_port *copy = LOB_NEW_ARRAY(pic->arena, lob_port, list->count);
    if (!copy) {
        return lob_fail_memory(ctx);
    }
    if (list->count) {
        memcpy(copy, list->items, list->count * sizeof *copy);
    }
    *ports = copy;
    *count = list->count;
    return LOB_OK;
}

static lob_status infer(lob_ctx *ctx, lob_pic *pic, lob_cell_index cell, lob_port_list *list) {
    bool is_too_large = false;
    LOB_TRY(lob_pic_infer_ports(ctx, pic, cell, &is_too_large, list));
    pic->is_cut = pic->is_cut || is_too_large;
    for (uint32_t i = 0; i < list->count; i++) {
        list->items[i].index = i;
    }
    return LOB_OK;
}

static lob_status know_ports(lob_ctx *ctx, lob_pic *pic, lob_cell_index cell) {
    lob_pic_cell *c = &pic->cells[cell];
    lob_port_list list = {0};
    c->device = lob_pic_device_box(pic, cell, &c->rule);
    LOB_TRY(find_ports(ctx, pic, cell, &list));
    if (list.count == 0 && pic->book.infers && c->rule) {
        LOB_TRY(infer(ctx, pic, cell, &list));
    }
    LOB_TRY(keep(ctx, pic, &list, &c->ports, &c->port_count));
    if (!c->rule && list.count) {
        c->rule = list.items[0].source == LOB_PORT_META ? "meta" : "ports";
    }
    c->flags |= LOB_PIC_PORTS_KNOWN | (c->rule ? LOB_PIC_COMPONENT : 0);
    return LOB_OK;
}

static lob_status know_inferred(lob_ctx *ctx, lob_pic *pic, lob_cell_index cell) {
    lob_pic_cell *c = &pic->cells[cell];
    lob_port_list list = {0};
    LOB_TRY(infer(ctx, pic, cell, &list));
    LOB_TRY(keep(ctx, pic, &list, &c->inferred, &c->inferred_count));
    c->flags |= LOB_PIC_INFERRED_KNOWN;
    return LOB_OK;
}

lob_status lob_pic_in_scratch(lob_ctx *ctx, lob_pic *pic, lob_cell_index cell,
                              lob_status (*work)(lob_ctx *, lob_pic *, lob_cell_index)) {
    lob_arena *request = ctx->arena, *scratch = lob_arena_new(0);
    if (!scratch) {
        return lob_fail_memory(ctx);
    }
    ctx->arena = scratch;
    lob_status status = work(ctx, pic, cell);
    ctx->arena = request;
    lob_arena_drop(scratch);
    return status;
}

lob_status lob_pic_know(lob_ctx *ctx, lob_pic *pic, lob_cell_index cell) {
    return pic->cells[cell].flags & LOB_PIC_PORTS_KNOWN ? LOB_OK : lob_pic_in_scratch(ctx, pic, cell, know_ports);
}

lob_status lob_pic_cell_ports(lob_ctx *ctx, lob_pic *pic, lob_cell_index cell, const lob_port **ports,
                              uint32_t *count) {
    lob_pic_cell *c = &pic->cells[cell];
    LOB_TRY(lob_pic_know(ctx, pic, cell));
    *ports = c->ports;
    *count = c->port_count;
    if (c->rule || !pic->book.infers) {
        return LOB_OK;
    }
    if (!(c->flags & LOB_PIC_INFERRED_KNOWN)) {
        LOB_TRY(lob_pic_in_scratch(ctx, pic, cell, know_inferred));
    }
    *ports = c->inferred;
    *count = c->inferred_count;
    return LOB_OK;
}
