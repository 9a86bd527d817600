/* A SPICE or CDL netlist as netlist.json: see spice.h. */
#include "design/spice_impl.h"

static const lob_str no_name;

bool lob_spice_is_name(lob_str path) {
    static const char *const ends[] = {".sp", ".spi", ".spice", ".cir", ".ckt", ".cdl"};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        const size_t size = strlen(ends[i]);
        if (path.size > size && lob_spice_is((lob_str){path.data + path.size - size, size}, ends[i])) {
            return true;
        }
    }
    return false;
}

/* ---- the top cell ---- */

static lob_status fail_top(lob_spice *s, const char *fault, const char *hint, lob_str name) {
    const lob_spice_line at = {.line = 1};
    for (size_t i = 1; i < s->subckt_count; i++) {
        if (!s->subckts[i].is_called) {
            lob_error_candidate(&s->ctx->error, s->subckts[i].name);
        }
    }
    return lob_spice_fail(s, &at, fault, hint, name);
}

/* What lies outside of subcircuits is called as the file is; _ behind it tells it from a subcircuit. */
static lob_status name_file(lob_spice *s) {
    const lob_str file = s->files[0];
    size_t size = file.size;
    for (size_t i = file.size; i > 1 && size == file.size; i--) {
        size = file.data[i - 1] == '.' ? i - 1 : size;
    }
    char *name = lob_arena_alloc(s->ctx->arena, size + s->subckt_count + 4);
    if (!name) {
        return lob_fail_memory(s->ctx);
    }
    if (size > 0) {
        memcpy(name, file.data, size);
    } else {
        memcpy(name, "top", 3);
        size = 3;
    }
    while (lob_spice_find(s, LOB_SPICE_KEY_SUBCKT, 0, (lob_str){name, size}) != LOB_MAP_NONE) {
        name[size++] = '_';
    }
    s->subckts[0].name = (lob_str){name, size};
    return LOB_OK;
}

static lob_status find_top(lob_spice *s, uint32_t *top) {
    size_t count = 0;
    *top = 0;
    LOB_TRY(name_file(s));
    if (s->options.top.data) {
        *top = lob_spice_find(s, LOB_SPICE_KEY_SUBCKT, 0, s->options.top);
        return *top != LOB_MAP_NONE ? LOB_OK
                                    : fail_top(s, "The file has no such subcircuit",
                                               "Name one of its subcircuits; details.candidates lists those that no "
                                               "other uses, if any.",
                                               s->options.top);
    }
    if (s->subckts[0].card_count > 0) {
        return LOB_OK;
    }
    for (uint32_t i = 1; i < s->subckt_count; i++) {
        *top = s->subckts[i].is_called ? *top : i;
        count += !s->subckts[i].is_called;
    }
    if (count > 1) {
        return fail_top(s, "Several subcircuits are not used by others, so the top cell is not known",
                        "Convert the file with layout-observer netlist and --top NAME, one of details.candidates.",
                        s->subckts[*top].name);
    }
    if (count == 0 && s->subckt_count > 1) {
        return fail_top(s, "All subcircuits are used by others, so there is no top cell", "Name one with --top.",
                        no_name);
    }
    return count == 1 ? LOB_OK
                      : fail_top(s, "The file has no transistor, resistor, capacitor or subcircuit",
                                 "Give a SPICE or CDL netlist.", no_name);
}

/* ---- all of it ---- */

/* The kinds of lines that were left out, by name: the whole list is in netlist->left. */
static lob_status note_left(lob_spice *s) {
    lob_buf text;
    char quoted[128];
    uint64_t count = 0;
    if (s->left_count == 0) {
        return LOB_OK;
    }
    lob_buf_init(&text, 0);
    for (size_t i = 0; i < s->left_count; i++) {
        lob_buf_add_text(&text, i > 0 ? ", " : "");
        lob_buf_add(&text, s->left[i].what.data, s->left[i].what.size);
        count += s->left[i].count;
    }
    const bool is_fine = !text.failed;
    lob_document_quoted((lob_str){text.data, is_fine ? text.size : 0}, quoted);
    lob_buf_clear(&text);
    lob_buf_printf(&text, "Lines that are not devices of the format were omitted: %s.", quoted);
    const char *message = text.failed ? NULL : lob_arena_strdup(s->ctx->arena, text.data, text.size);
    lob_buf_release(&text);
    if (!message || !is_fine) {
        return lob_fail_memory(s->ctx);
    }
    LOB_TRY(lob_spice_note(s, "not_converted", message));
    s->notes.items[s->notes.count - 1].count = (int64_t)count;
    return LOB_OK;
}

static lob_status read_all(lob_spice *s, lob_str text, lob_spice_netlist *netlist) {
    uint32_t top;
    LOB_TRY(lob_spice_lines(s, text));
    LOB_TRY(lob_spice_subckts(s));
    s->scale = s->options.scale > 0 ? s->options.scale : s->scale;
    LOB_TRY(find_top(s, &top));
    LOB_TRY(lob_spice_cells(s, top, netlist));
    LOB_TRY(note_left(s));
    netlist->left = s->left;
    netlist->left_count = s->left_count;
    netlist->notes = s->notes;
    return LOB_OK;
}

lob_status lob_spice_read(lob_ctx *ctx, lob_str path, lob_str text, const lob_spice_options *options,
                          lob_spice_netlist *netlist) {
    lob_spice s = {.ctx = ctx, .path = path, .scale = 1};
    *netlist = (lob_spice_netlist){0};
    if (options) {
        s.options = *options;
    }
    lob_name_map_init(&s.names);
    lob_status status = read_all(&s, text, netlist);
    lob_name_map_release(&s.names);
    return status;
}
