/* kfactory's ports: entries of one number are gathered, each field put where it belongs, cross sections looked up. */
#include "pic/meta_ports.h"

#include <math.h>
#include <stdlib.h>

#include "base/num.h"

/* ---- the layout ---- */

static int by_name(const void *a, const void *b) {
    const lob_meta_entry *x = *(const lob_meta_entry *const *)a, *y = *(const lob_meta_entry *const *)b;
    int order = lob_str_compare(x->name, y->name);
    return order ? order : (x < y ? -1 : x > y); /* the first of a name stays first */
}

lob_status lob_port_library_read(lob_ctx *ctx, lob_arena *arena, const lob_layout *layout, lob_port_library *library) {
    uint32_t context = lob_layout_own_context(layout), count = 0;
    const lob_str *strings = context == LOB_NONE ? NULL : lob_layout_context(layout, context, &count);
    *library = (lob_port_library){.layout = layout};
    LOB_TRY(lob_meta_parse(ctx, arena, strings, count, &library->meta));
    library->by_name = LOB_NEW_ARRAY(arena, const lob_meta_entry *, library->meta.info_count);
    if (!library->by_name) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < library->meta.info_count; i++) {
        library->by_name[i] = &library->meta.infos[i];
    }
    if (library->meta.info_count) {
        qsort(library->by_name, library->meta.info_count, sizeof *library->by_name, by_name);
    }
    return LOB_OK;
}

/* <0, 0, >0: a name against `prefix` with `rest` behind it. */
static int compare_joined(lob_str name, lob_str prefix, lob_str rest) {
    lob_str head = {name.data, name.size < prefix.size ? name.size : prefix.size};
    int order = lob_str_compare(head, prefix);
    return order ? order : lob_str_compare((lob_str){name.data + prefix.size, name.size - prefix.size}, rest);
}

static const lob_meta_value *library_find(const lob_port_library *library, lob_str prefix, lob_str rest) {
    uint32_t low = 0, high = library->meta.info_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        bool is_before = compare_joined(library->by_name[middle]->name, prefix, rest) < 0;
        *(is_before ? &low : &high) = is_before ? middle + 1 : middle;
    }
    bool found = low < library->meta.info_count && compare_joined(library->by_name[low]->name, prefix, rest) == 0;
    return found ? &library->by_name[low]->value : NULL;
}

/* ---- texts ---- */

static bool take_uint(lob_str *text, uint32_t *number) {
    size_t i = 0;
    uint64_t value = 0;
    for (; i < text->size && text->data[i] >= '0' && text->data[i] <= '9' && value <= UINT32_MAX; i++) {
        value = value * 10 + (uint64_t)(text->data[i] - '0');
    }
    *number = (uint32_t)value;
    *text = (lob_str){text->data + i, text->size - i};
    return i > 0 && value <= UINT32_MAX;
}

static bool take_byte(lob_str *text, char byte) {
    if (text->size == 0 || text->data[0] != byte) {
        return false;
    }
    *text = (lob_str){text->data + 1, text->size - 1};
    return true;
}

bool lob_meta_layer_numbers(lob_str text, uint32_t *layer, uint32_t *datatype) {
    if (text.size && text.data[text.size - 1] == ')') {
        size_t open = text.size - 1;
        while (open > 0 && text.data[open] != '(') {
            open--;
        }
        if (text.data[open] != '(') {
            return false;
        }
        text = (lob_str){text.data + open + 1, text.size - open - 2};
    }
    return take_uint(&text, layer) && take_byte(&text, '/') && take_uint(&text, datatype) && text.size == 0;
}

static bool take_real(lob_str *text, double *number) {
    char copy[64];
    size_t size = 0;
    while (size < text->size && size < sizeof copy - 1 && strchr("+-.0123456789eE", text->data[size]) &&
           text->data[size]) {
        copy[size] = text->data[size];
        size++;
    }
    char *end;
    copy[size] = '\0';
    *number = lob_num_strtod(copy, &end);
    *text = (lob_str){text->data + size, text->size - size};
    return size > 0 && *end == '\0' && isfinite(*number);
}

/* "r90 10,0", "m45 10,0" (mirrored at a line of 45 degrees), "r33.3 *1.25 0.5,0.25"; lengths times `scale`. */
static bool read_trans(lob_str text, double scale, lob_meta_port *port) {
    double angle, mag = 1, x, y;
    bool is_mirror = take_byte(&text, 'm');
    if ((!is_mirror && !take_byte(&text, 'r')) || !take_real(&text, &angle) || !take_byte(&text, ' ')) {
        return false;
    }
    if (take_byte(&text, '*') && (!take_real(&text, &mag) || !take_byte(&text, ' '))) {
        return false;
    }
    if (!take_real(&text, &x) || !take_byte(&text, ',') || !take_real(&text, &y) || text.size) {
        return false;
    }
    angle = fmod(is_mirror ? 2 * angle : angle, 360);
    angle = angle < 0 ? angle + 360 : angle;
    port->angle_deg = angle < 360 ? angle : 0;
    port->mirror = is_mirror;
    port->x_dbu = x * scale;
    port->y_dbu = y * scale;
    return isfinite(port->x_dbu) && isfinite(port->y_dbu) && mag > 0;
}

/* ---- a port ---- */

typedef struct gathering {
    lob_ctx *ctx;
    lob_arena *arena;
    const lob_port_library *library;
    lob_meta_port port;
    bool has_place;
    lob_meta_value *info; /* made of fields info:<key> */
    const lob_meta_value **info_tail;
} gathering;

static bool is_number(const lob_meta_value *value) {
    return value->kind == LOB_META_INT || value->kind == LOB_META_UINT || value->kind == LOB_META_REAL;
}

/* KLayout's classes with a D are in micrometres, the others in database units; so is kfactory's dcplx_trans. */
static void put_trans(gathering *g, bool is_um, const lob_meta_value *value) {
    if (value->kind == LOB_META_OBJECT) {
        is_um = value->class_name.size && value->class_name.data[0] == 'd';
    } else if (value->kind != LOB_META_STRING) {
        return;
    }
    double dbu_um = lob_layout_dbu(g->library->layout);
    g->has_place = read_trans(value->string, is_um ? 1 / dbu_um : 1, &g->port) || g->has_place;
}

static void put_layer(gathering *g, const lob_meta_value *value) {
    if (value && (value->kind == LOB_META_OBJECT || value->kind == LOB_META_STRING)) {
        g->port.layer_text = value->string;
        g->port.has_layer = lob_meta_layer_numbers(value->string, &g->port.layer, &g->port.datatype);
    }
}

static void put_width(gathering *g, const lob_meta_value *value) {
    if (value && is_number(value) && value->real > 0 && isfinite(value->real)) {
        g->port.width_dbu = value->real;
    }
}

static lob_status put_info(gathering *g, lob_str key, const lob_meta_value *value) {
    if (!g->info) {
        g->info = LOB_NEW(g->arena, lob_meta_value);
        if (!g->info) {
            return lob_fail_memory(g->ctx);
        }
        g->info->kind = LOB_META_MAP;
        g->info_tail = &g->info->items;
        g->port.info = g->info;
    }
    lob_meta_value *item = LOB_NEW(g->arena, lob_meta_value), *name = LOB_NEW(g->arena, lob_meta_value);
    if (!item || !name) {
        return lob_fail_memory(g->ctx);
    }
    *name = (lob_meta_value){.kind = LOB_META_STRING, .string = key};
    *item = *value;
    item->key = name;
    *g->info_tail = item;
    g->info_tail = &item->next;
    g->info->item_count++;
    return LOB_OK;
}

static lob_status put_field(gathering *g, lob_str field, const lob_meta_value *value) {
    static const char info[] = "info:";
    if (lob_str_equal(field, LOB_STR("name"))) {
        g->port.name = lob_meta_text(value);
    } else if (lob_str_equal(field, LOB_STR("port_type"))) {
        g->port.port_type = lob_meta_text(value);
    } else if (lob_str_equal(field, LOB_STR("cross_section"))) {
        g->port.cross_section = lob_meta_text(value);
    } else if (lob_str_equal(field, LOB_STR("width"))) {
        put_width(g, value);
    } else if (lob_str_equal(field, LOB_STR("layer"))) {
        put_layer(g, value);
    } else if (lob_str_equal(field, LOB_STR("trans")) || lob_str_equal(field, LOB_STR("dcplx_trans"))) {
        put_trans(g, field.data[0] == 'd', value);
    } else if (lob_str_equal(field, LOB_STR("info"))) {
        g->port.info = value->kind == LOB_META_MAP ? value : g->port.info;
    } else if (field.size >= sizeof info - 1 && memcmp(field.data, info, sizeof info - 1) == 0) {
        return put_info(g, (lob_str){field.data + sizeof info - 1, field.size - (sizeof info - 1)}, value);
    }
    return LOB_OK;
}

/* What the port does not say itself. */
static void look_up(gathering *g) {
    if (g->port.cross_section.size == 0) {
        return;
    }
    const lob_meta_value *section = library_find(g->library, LOB_STR("kfactory:cross_section:"), g->port.cross_section);
    if (g->port.width_dbu == 0) {
        put_width(g, lob_meta_member(section, "width"));
    }
    const lob_meta_value *enclosure = lob_meta_member(section, "layer_enclosure");
    if (g->port.layer_text.size == 0 && enclosure) {
        if (enclosure->kind == LOB_META_STRING) {
            enclosure = library_find(g->library, LOB_STR("kfactory:layer_enclosure:"), enclosure->string);
        }
        put_layer(g, lob_meta_member(enclosure, "main_layer"));
    }
}

/* ---- a cell ---- */

typedef struct part { /* an entry that belongs to port `number` */
    uint32_t number, order;
    lob_str field; /* empty: the value is a map of fields */
    const lob_meta_value *value;
} part;

static bool part_of(const lob_meta_entry *entry, uint32_t order, part *p) {
    static const char prefix[] = "kfactory:ports:";
    size_t size = sizeof prefix - 1;
    if (entry->name.size <= size || memcmp(entry->name.data, prefix, size) != 0) {
        return false;
    }
    lob_str rest = {entry->name.data + size, entry->name.size - size};
    *p = (part){.order = order, .value = &entry->value};
    if (!take_uint(&rest, &p->number) || (rest.size && !take_byte(&rest, ':'))) {
        return false;
    }
    p->field = rest;
    return rest.size || entry->value.kind == LOB_META_MAP;
}

static int by_number(const void *a, const void *b) {
    const part *x = a, *y = b;
    if (x->number != y->number) {
        return x->number < y->number ? -1 : 1;
    }
    return x->order < y->order ? -1 : x->order > y->order;
}

static lob_status put_part(gathering *g, const part *p) {
    if (p->field.size) {
        return put_field(g, p->field, p->value);
    }
    for (const lob_meta_value *item = p->value->items; item; item = item->next) {
        if (item->key->kind == LOB_META_STRING) {
            LOB_TRY(put_field(g, item->key->string, item));
        }
    }
    return LOB_OK;
}

static lob_status gather(gathering *g, const part *parts, uint32_t count, lob_meta_port_list *ports) {
    for (uint32_t i = 0; i < count;) {
        *g = (gathering){.ctx = g->ctx, .arena = g->arena, .library = g->library};
        g->port = (lob_meta_port){.number = parts[i].number,
                                  .name = LOB_STR(""),
                                  .layer_text = LOB_STR(""),
                                  .port_type = LOB_STR(""),
                                  .cross_section = LOB_STR("")};
        for (; i < count && parts[i].number == g->port.number; i++) {
            LOB_TRY(put_part(g, &parts[i]));
        }
        look_up(g);
        ports->bad_count += !g->has_place;
        if (g->has_place) {
            ports->items[ports->count++] = g->port;
        }
    }
    return LOB_OK;
}

lob_status lob_meta_ports(lob_ctx *ctx, lob_arena *arena, const lob_port_library *library, lob_cell_index cell,
                          lob_meta_port_list *ports) {
    uint32_t context = lob_layout_cell(library->layout, cell)->context, count = 0, used = 0;
    const lob_str *strings = context == LOB_NONE ? NULL : lob_layout_context(library->layout, context, &count);
    lob_meta meta;
    *ports = (lob_meta_port_list){0};
    LOB_TRY(lob_meta_parse(ctx, arena, strings, count, &meta));
    part *parts = LOB_NEW_ARRAY(arena, part, meta.info_count);
    ports->items = LOB_NEW_ARRAY(arena, lob_meta_port, meta.info_count);
    if (!parts || !ports->items) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < meta.info_count; i++) {
        used += part_of(&meta.infos[i], i, &parts[used]);
    }
    if (used) {
        qsort(parts, used, sizeof *parts, by_number);
    }
    gathering g = {.ctx = ctx, .arena = arena, .library = library};
    return gather(&g, parts, used, ports);
}
