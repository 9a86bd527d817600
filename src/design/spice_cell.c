/* The cells that the top cell reaches, as JSON: a subcircuit once for each set of values that its instances give it.
 *
 * A cell is written after all cells it holds, on a stack of our own, for a file decides the depth. Invariant: a cell
 * knows which global nets it uses, itself or in what it holds, and each instance connects them.
 */
#include <math.h>

#include "base/limits.h"
#include "base/num.h"
#include "design/spice_impl.h"

enum { FRAMES_MAX = LOB_LIMIT_CIRCUIT_DEPTH + 1 };

typedef struct cell {
    lob_str name;
    uint32_t *globals;
    size_t global_count;
} cell;

typedef struct frame {
    lob_spice_scope scope;
    size_t next; /* card */
} frame;

typedef struct writing {
    lob_spice *s;
    lob_buf buf;
    lob_jsonw out;
    frame frames[FRAMES_MAX];
    size_t depth;
    lob_spice_scope file;
    cell *cells;
    size_t cell_count;
    size_t written; /* devices and instances */
    size_t device_count;
    bool has_types;
    /* of the cell that is being written */
    lob_str *nets;
    size_t net_count;
    bool is_first; /* of its subcircuit */
} writing;

/* ---- which cell an instance is ---- */

/* The values of a scope as bytes. */
static lob_str key_of(const lob_spice_scope *scope, const lob_spice_subckt *subckt, double *key) {
    key[0] = scope->multiplier;
    for (size_t i = 0; i < subckt->param_count; i++) {
        const bool is_fine = scope->verdicts[i] == LOB_SPICE_FINE;
        key[1 + i] = is_fine ? scope->values[i] + 0.0 : (double)NAN; /* + 0: one zero */
    }
    return (lob_str){(const char *)key, (1 + subckt->param_count) * sizeof *key};
}

static uint32_t find_cell(const writing *w, const lob_spice_scope *scope) {
    double key[LOB_SPICE_PARAMS_MAX + 1];
    return lob_spice_find(w->s, LOB_SPICE_KEY_CELL, scope->subckt, key_of(scope, &w->s->subckts[scope->subckt], key));
}

/* ---- nets ---- */

static bool is_port(const lob_spice *s, uint32_t subckt, lob_str net) {
    return lob_spice_find(s, LOB_SPICE_KEY_PORT, subckt, net) != LOB_MAP_NONE;
}

/* The net as the cell spells it. */
static lob_status take_net(writing *w, uint32_t subckt, lob_str name, lob_str *spelled) {
    lob_spice *s = w->s;
    cell *at = &w->cells[w->cell_count];
    uint32_t found;
    LOB_TRY(lob_spice_add(s, LOB_SPICE_KEY_NET, w->cell_count, name, w->net_count, &found));
    if (found < w->net_count) {
        *spelled = w->nets[found];
        return LOB_OK;
    }
    const uint32_t global = lob_spice_find(s, LOB_SPICE_KEY_GLOBAL, 0, name);
    if (global != LOB_MAP_NONE && !is_port(s, subckt, name)) {
        name = s->globals[global].name;
        at->globals = lob_spice_grow(s, at->globals, at->global_count, sizeof *at->globals);
        if (!at->globals) {
            return LOB_E_TOOL_LIMIT_EXCEEDED;
        }
        at->globals[at->global_count++] = global;
    }
    w->nets = lob_spice_grow(s, w->nets, w->net_count, sizeof *w->nets);
    if (!w->nets) {
        return LOB_E_TOOL_LIMIT_EXCEEDED;
    }
    w->nets[w->net_count++] = *spelled = name;
    return LOB_OK;
}

static lob_net_type type_of(const lob_spice *s, lob_str name) {
    const uint32_t global = lob_spice_find(s, LOB_SPICE_KEY_GLOBAL, 0, name);
    const lob_net_type said = global != LOB_MAP_NONE ? s->globals[global].type : LOB_NET_TYPE_SIGNAL;
    const bool is_marked = name.size > 1 && name.data[name.size - 1] == '!';
    if (lob_spice_is_among(&s->options.power, name)) {
        return LOB_NET_TYPE_POWER;
    }
    if (lob_spice_is_among(&s->options.ground, name)) {
        return LOB_NET_TYPE_GROUND;
    }
    return said != LOB_NET_TYPE_SIGNAL ? said : lob_net_type_of((lob_str){name.data, name.size - is_marked});
}

static void write_nets(writing *w) {
    lob_jsonw *out = &w->out;
    bool is_open = false;
    lob_jsonw_key(out, "nets");
    lob_jsonw_begin_array(out);
    for (size_t i = 0; i < w->net_count; i++) {
        lob_jsonw_str(out, w->nets[i]);
    }
    lob_jsonw_end_array(out);
    for (size_t i = 0; i < w->net_count; i++) {
        const lob_net_type type = type_of(w->s, w->nets[i]);
        if (type == lob_net_type_of(w->nets[i])) {
            continue;
        }
        if (!is_open) {
            lob_jsonw_key(out, "net_types");
            lob_jsonw_begin_object(out);
            is_open = w->has_types = true;
        }
        lob_jsonw_key_str(out, w->nets[i]);
        lob_jsonw_text(out, lob_net_type_names[type]);
    }
    if (is_open) {
        lob_jsonw_end_object(out);
    }
}

/* ---- devices ---- */

static lob_status take_id(writing *w, const lob_spice_card *card) {
    const size_t place = w->written++;
    uint32_t found;
    if (w->written > LOB_LIMIT_CIRCUIT_DEVICES) {
        return lob_spice_limit(w->s, "devices and instances", LOB_LIMIT_CIRCUIT_DEVICES);
    }
    LOB_TRY(lob_spice_add(w->s, LOB_SPICE_KEY_DEVICE, w->cell_count, card->words[0], place, &found));
    return found == place ? LOB_OK
                          : lob_spice_fail(w->s, &card->at, "Two devices of the subcircuit have one name",
                                           "Rename one of them; case does not matter.", card->words[0]);
}

static void write_member(lob_jsonw *out, const char *name, bool is_there, double value) {
    if (is_there) {
        lob_jsonw_key(out, name);
        lob_jsonw_number(out, value);
    }
}

static lob_status write_terminals(writing *w, uint32_t subckt, const lob_spice_device *device) {
    lob_jsonw_key(&w->out, "terminals");
    lob_jsonw_begin_object(&w->out);
    for (size_t i = 0; i < device->terminal_count; i++) {
        lob_str net;
        LOB_TRY(take_net(w, subckt, device->nets[i], &net));
        lob_jsonw_key(&w->out, device->terminals[i]);
        lob_jsonw_str(&w->out, net);
    }
    lob_jsonw_end_object(&w->out);
    return LOB_OK;
}

static lob_status write_device(writing *w, const lob_spice_scope *scope, const lob_spice_card *card,
                               lob_spice_kind kind) {
    lob_jsonw *out = &w->out;
    lob_spice_device device;
    LOB_TRY(lob_spice_device_read(w->s, scope, card, kind, &device));
    LOB_TRY(take_id(w, card));
    w->device_count++;
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "id");
    lob_jsonw_str(out, device.id);
    lob_jsonw_key(out, "type");
    lob_jsonw_text(out, lob_device_type_names[device.type]);
    if (device.model.data) {
        lob_jsonw_key(out, "model");
        lob_jsonw_str(out, device.model);
    }
    write_member(out, "value", device.has_value, device.value);
    write_member(out, "w", device.has_w, lob_num_snap_dbu(device.w));
    write_member(out, "l", device.has_l, lob_num_snap_dbu(device.l));
    write_member(out, "m", device.m > 1, device.m);
    write_member(out, "nf", device.nf > 1, device.nf);
    LOB_TRY(lob_spice_device_extra(w->s, scope, &device, out));
    LOB_TRY(write_terminals(w, scope->subckt, &device));
    lob_jsonw_end_object(out);
    return LOB_OK;
}

/* *subckt: that of an instance, else LOB_MAP_NONE. */
static lob_status kind_of_card(writing *w, const lob_spice_card *card, uint32_t *subckt, lob_spice_kind *kind) {
    const char letter = (char)(card->words[0].data[0] | 32);
    *subckt = LOB_MAP_NONE;
    *kind = letter == 'r' ? LOB_SPICE_RESISTOR : letter == 'c' ? LOB_SPICE_CAPACITOR : LOB_SPICE_NMOS;
    return letter == 'x' ? lob_spice_resolve(w->s, card, subckt, kind) : LOB_OK;
}

static lob_status write_devices(writing *w, const lob_spice_scope *scope) {
    const lob_spice_subckt *of = &w->s->subckts[scope->subckt];
    lob_jsonw_key(&w->out, "devices");
    lob_jsonw_begin_array(&w->out);
    for (size_t i = 0; i < of->card_count; i++) {
        uint32_t subckt;
        lob_spice_kind kind;
        LOB_TRY(lob_poll(w->s->ctx));
        LOB_TRY(kind_of_card(w, &of->cards[i], &subckt, &kind));
        if (kind == LOB_SPICE_SKIPPED && w->is_first) {
            LOB_TRY(lob_spice_leave(w->s, of->cards[i].words[of->cards[i].word_count - 1], &of->cards[i].at));
        }
        if (subckt == LOB_MAP_NONE && kind != LOB_SPICE_SKIPPED) {
            LOB_TRY(write_device(w, scope, &of->cards[i], kind));
        }
    }
    lob_jsonw_end_array(&w->out);
    return LOB_OK;
}

/* ---- instances ---- */

static lob_status write_connection(writing *w, uint32_t subckt, lob_str port, lob_str net) {
    lob_str spelled;
    LOB_TRY(take_net(w, subckt, net, &spelled));
    lob_jsonw_key_str(&w->out, port);
    lob_jsonw_str(&w->out, spelled);
    return LOB_OK;
}

/* By place. */
static lob_status connect_words(writing *w, uint32_t subckt, const lob_spice_card *card,
                                const lob_spice_subckt *placed) {
    if (card->word_count - 2 != placed->port_count) {
        return lob_spice_fail(w->s, &card->at,
                              "The number of nets of the instance differs from the ports of its "
                              "subcircuit",
                              "Give a net for each port.", card->words[0]);
    }
    for (size_t i = 0; i < placed->port_count; i++) {
        const lob_str net = card->words[1 + i];
        if (net.data[0] == '(') {
            return lob_spice_fail(w->s, &card->at, "Parentheses around nets are not supported", "Delete them.", net);
        }
        LOB_TRY(write_connection(w, subckt, placed->ports[i], net));
    }
    return LOB_OK;
}

/* By name, behind $PINS. */
static lob_status connect_pins(writing *w, uint32_t subckt, const lob_spice_card *card, uint32_t placed) {
    const lob_spice_subckt *of = &w->s->subckts[placed];
    if (card->word_count != 2 || card->param_count - card->pins_from != of->port_count) {
        return lob_spice_fail(w->s, &card->at, "$PINS does not name each port once", "Give a net for each port.",
                              card->words[0]);
    }
    for (size_t i = card->pins_from; i < card->param_count; i++) {
        const uint32_t port = lob_spice_find(w->s, LOB_SPICE_KEY_PORT, placed, card->params[i].name);
        if (port == LOB_MAP_NONE) {
            return lob_spice_fail(w->s, &card->at, "The subcircuit has no port with that name", "Correct the name.",
                                  card->params[i].name);
        }
        LOB_TRY(write_connection(w, subckt, of->ports[port], card->params[i].value));
    }
    return LOB_OK;
}

static lob_status connect_globals(writing *w, uint32_t subckt, const cell *placed) {
    for (size_t i = 0; i < placed->global_count; i++) {
        const lob_str name = w->s->globals[placed->globals[i]].name;
        if (is_port(w->s, subckt, name)) {
            LOB_TRY(lob_spice_note(w->s, "global_is_port",
                                   "A global net of a cell is a port of the enclosing cell: the two are one net."));
        }
        LOB_TRY(write_connection(w, subckt, name, name));
    }
    return LOB_OK;
}

static lob_status note_params(writing *w, const lob_spice_card *card, uint32_t placed) {
    for (size_t i = 0; w->is_first && i < card->pins_from; i++) {
        const lob_str name = card->params[i].name;
        const uint32_t place = lob_spice_find(w->s, LOB_SPICE_KEY_PARAM, placed, name);
        const bool is_settable = place < w->s->subckts[placed].settable_count;
        if (!is_settable && name.data[0] != '$' && !lob_spice_is(name, "m")) {
            LOB_TRY(lob_spice_note(w->s, "parameter_not_declared",
                                   "An instance sets a parameter that its .subckt line does not have; it is ignored."));
        }
    }
    return LOB_OK;
}

static lob_status write_instance(writing *w, const lob_spice_scope *scope, const lob_spice_card *card,
                                 uint32_t placed) {
    lob_jsonw *out = &w->out;
    lob_spice_scope inner;
    LOB_TRY(lob_spice_scope_open(w->s, placed, scope, card, &w->file, &inner));
    const cell *of = &w->cells[find_cell(w, &inner)];
    LOB_TRY(take_id(w, card));
    LOB_TRY(note_params(w, card, placed));
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "name");
    lob_jsonw_str(out, card->words[0]);
    lob_jsonw_key(out, "cell");
    lob_jsonw_str(out, of->name);
    lob_jsonw_key(out, "connections");
    lob_jsonw_begin_object(out);
    LOB_TRY(card->pins_from < card->param_count ? connect_pins(w, scope->subckt, card, placed)
                                                : connect_words(w, scope->subckt, card, &w->s->subckts[placed]));
    LOB_TRY(connect_globals(w, scope->subckt, of));
    lob_jsonw_end_object(out);
    lob_jsonw_end_object(out);
    return LOB_OK;
}

static lob_status write_instances(writing *w, const lob_spice_scope *scope) {
    const lob_spice_subckt *of = &w->s->subckts[scope->subckt];
    lob_jsonw_key(&w->out, "subcells");
    lob_jsonw_begin_array(&w->out);
    for (size_t i = 0; i < of->card_count; i++) {
        uint32_t subckt;
        lob_spice_kind kind;
        LOB_TRY(kind_of_card(w, &of->cards[i], &subckt, &kind));
        if (subckt != LOB_MAP_NONE) {
            LOB_TRY(write_instance(w, scope, &of->cards[i], subckt));
        }
    }
    lob_jsonw_end_array(&w->out);
    return LOB_OK;
}

/* ---- cells ---- */

/* NAME, NAME@2, NAME@3 ... */
static lob_status name_cell(writing *w, const lob_spice_subckt *of, lob_str *name) {
    uint32_t found = LOB_MAP_NONE;
    for (size_t number = 1; found != w->cell_count; number++) {
        char digits[LOB_NUM_TEXT_SIZE] = "";
        const size_t size = number > 1 ? lob_num_print_uint(digits, number) + 1 : 0;
        char *text = lob_arena_alloc(w->s->ctx->arena, of->name.size + size + 1);
        if (!text) {
            return lob_fail_memory(w->s->ctx);
        }
        memcpy(text, of->name.data, of->name.size);
        if (size > 0) {
            text[of->name.size] = '@';
            memcpy(text + of->name.size + 1, digits, size - 1);
        }
        *name = (lob_str){text, of->name.size + size};
        if (number == 1 || lob_spice_find(w->s, LOB_SPICE_KEY_SUBCKT, 0, *name) == LOB_MAP_NONE) {
            LOB_TRY(lob_spice_add(w->s, LOB_SPICE_KEY_NAME, 0, *name, w->cell_count, &found));
        }
    }
    return LOB_OK;
}

static lob_status begin_cell(writing *w, const lob_spice_scope *scope) {
    lob_spice *s = w->s;
    lob_spice_subckt *of = &s->subckts[scope->subckt];
    if (w->cell_count == LOB_SPICE_CELLS_MAX) {
        return lob_spice_limit(s, "cells, those of different parameters included", LOB_SPICE_CELLS_MAX);
    }
    w->cells = lob_spice_grow(s, w->cells, w->cell_count, sizeof *w->cells);
    if (!w->cells) {
        return LOB_E_TOOL_LIMIT_EXCEEDED;
    }
    w->cells[w->cell_count] = (cell){0};
    w->nets = NULL;
    w->net_count = 0;
    w->is_first = !of->is_reached;
    of->is_reached = true;
    LOB_TRY(name_cell(w, of, &w->cells[w->cell_count].name));
    for (size_t i = 0; i < of->port_count; i++) {
        lob_str spelled;
        LOB_TRY(take_net(w, scope->subckt, of->ports[i], &spelled));
    }
    return LOB_OK;
}

static lob_status write_cell(writing *w, const lob_spice_scope *scope) {
    double key[LOB_SPICE_PARAMS_MAX + 1];
    const lob_spice_subckt *of = &w->s->subckts[scope->subckt];
    uint32_t found;
    LOB_TRY(begin_cell(w, scope));
    lob_jsonw_begin_object(&w->out);
    lob_jsonw_key(&w->out, "name");
    lob_jsonw_str(&w->out, w->cells[w->cell_count].name);
    LOB_TRY(write_devices(w, scope));
    LOB_TRY(write_instances(w, scope));
    write_nets(w);
    lob_jsonw_end_object(&w->out);
    if (w->buf.failed == LOB_BUF_TOO_LARGE) {
        return lob_spice_limit(w->s, "bytes as JSON", LOB_LIMIT_DESIGN_FILE_SIZE);
    }
    if (scope->subckt > 0) { /* what lies outside of subcircuits is written once, and may have many parameters */
        LOB_TRY(lob_spice_add(w->s, LOB_SPICE_KEY_CELL, scope->subckt, key_of(scope, of, key), w->cell_count, &found));
    }
    w->cell_count++;
    return LOB_OK;
}

static lob_status push(writing *w, const lob_spice_scope *scope, const lob_spice_line *at) {
    lob_spice_subckt *of = &w->s->subckts[scope->subckt];
    if (of->is_open) {
        return lob_spice_fail(w->s, at, "The subcircuit contains itself",
                              "Remove one of the instances in the "
                              "cycle.",
                              of->name);
    }
    if (w->depth == FRAMES_MAX) {
        return lob_spice_limit(w->s, "levels of subcircuits", FRAMES_MAX);
    }
    of->is_open = true;
    w->frames[w->depth++] = (frame){*scope, 0};
    return LOB_OK;
}

/* The next card of the frame: an instance of a cell that is not written yet opens it. */
static lob_status visit(writing *w, frame *at, const lob_spice_card *card) {
    lob_spice_kind kind;
    lob_spice_scope inner;
    uint32_t subckt;
    LOB_TRY(lob_poll(w->s->ctx));
    LOB_TRY(kind_of_card(w, card, &subckt, &kind));
    if (subckt != LOB_MAP_NONE) {
        LOB_TRY(lob_spice_scope_open(w->s, subckt, &at->scope, card, &w->file, &inner));
        if (find_cell(w, &inner) == LOB_MAP_NONE) {
            return push(w, &inner, &card->at);
        }
    }
    at->next++;
    return LOB_OK;
}

static lob_status write_cells(writing *w, uint32_t top) {
    lob_spice *s = w->s;
    lob_spice_scope scope = {0};
    LOB_TRY(lob_spice_scope_open(s, 0, NULL, NULL, NULL, &w->file));
    if (top > 0) {
        LOB_TRY(lob_spice_scope_open(s, top, NULL, NULL, &w->file, &scope));
    }
    LOB_TRY(push(w, top > 0 ? &scope : &w->file, &s->subckts[top].at));
    while (w->depth > 0) {
        frame *at = &w->frames[w->depth - 1];
        lob_spice_subckt *of = &s->subckts[at->scope.subckt];
        if (at->next < of->card_count) {
            LOB_TRY(visit(w, at, &of->cards[at->next]));
        } else {
            LOB_TRY(write_cell(w, &at->scope));
            of->is_open = false;
            w->depth--;
        }
    }
    for (size_t i = 1; i < s->subckt_count; i++) {
        if (!s->subckts[i].is_reached) {
            LOB_TRY(lob_spice_note(s, "not_reached", "A subcircuit that the top cell does not use was omitted."));
        }
    }
    return LOB_OK;
}

static lob_status write_file(writing *w, lob_spice_netlist *netlist) {
    lob_spice *s = w->s;
    const cell *top = &w->cells[w->cell_count - 1];
    lob_buf whole;
    lob_buf_init(&whole, LOB_LIMIT_DESIGN_FILE_SIZE);
    lob_jsonw out;
    lob_jsonw_init(&out, &whole);
    lob_jsonw_begin_object(&out);
    lob_jsonw_key(&out, "schema_version");
    lob_jsonw_text(&out, w->has_types ? "1.1.0" : "1.0.0");
    lob_jsonw_key(&out, "cells");
    lob_jsonw_raw(&out, (lob_str){w->buf.data, w->buf.size});
    lob_jsonw_key(&out, "top");
    lob_jsonw_str(&out, top->name);
    lob_jsonw_end_object(&out);
    lob_buf_add_byte(&whole, '\n');
    const bool is_large = whole.failed == LOB_BUF_TOO_LARGE;
    const char *copy = whole.failed ? NULL : lob_arena_strdup(s->ctx->arena, whole.data, whole.size);
    netlist->json = (lob_str){copy, whole.size};
    lob_buf_release(&whole);
    netlist->top = top->name;
    netlist->cell_count = w->cell_count;
    netlist->device_count = w->device_count;
    return copy       ? LOB_OK
           : is_large ? lob_spice_limit(s, "bytes as JSON", LOB_LIMIT_DESIGN_FILE_SIZE)
                      : lob_fail_memory(s->ctx);
}

lob_status lob_spice_cells(lob_spice *s, uint32_t top, lob_spice_netlist *netlist) {
    writing *w = LOB_NEW(s->ctx->arena, writing);
    if (!w) {
        return lob_fail_memory(s->ctx);
    }
    w->s = s;
    lob_buf_init(&w->buf, LOB_LIMIT_DESIGN_FILE_SIZE);
    lob_jsonw_init(&w->out, &w->buf);
    lob_jsonw_begin_array(&w->out);
    lob_status status = write_cells(w, top);
    if (status == LOB_OK) {
        lob_jsonw_end_array(&w->out);
        status = w->buf.failed ? lob_fail_memory(s->ctx) : write_file(w, netlist);
    }
    lob_buf_release(&w->buf);
    return status;
}
