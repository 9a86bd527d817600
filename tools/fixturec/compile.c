/* The recipe as a whole: the head, then cell by cell into the GDSII writer. */
#include "compile.h"

#include <stdio.h>

#include "io/gds/gds.h"
#include "shapes.h"

static void compile_items(fx_recipe *fx, const cJSON *cell) {
    const cJSON *items = fx_member(cell, "items");
    if (!cJSON_IsArray(items)) {
        fx_fault(fx, items ? "items" : NULL, "\"items\" must be an array; an empty cell has []");
        return;
    }
    size_t mark = fx_enter(fx, "items");
    unsigned index = 0;
    for (const cJSON *item = items->child; item && fx_fine(fx); item = item->next) {
        size_t inner = fx_enter_index(fx, index++);
        fx_item(fx, item);
        fx_leave(fx, inner);
    }
    fx_leave(fx, mark);
}

static void compile_cell(fx_recipe *fx, const cJSON *cell) {
    fx_check_keys(fx, cell, "why name name_hex layer items");
    fx->layer = fx_member(cell, "layer");
    lob_str name = fx_bytes(fx, cell, "name");
    if (fx_fine(fx)) {
        fx_sink_status(fx, fx->sink->begin_cell(fx->sink->self, name));
        compile_items(fx, cell);
    }
    if (fx_fine(fx)) {
        fx_sink_status(fx, fx->sink->end_cell(fx->sink->self));
    }
}

static void compile_layout(fx_recipe *fx, const cJSON *root) {
    fx_check_keys(fx, root, "why dbu_um library version tolerance_um cells");
    fx->dbu_um = fx_number_or(fx, root, "dbu_um", 1e-6, 1, 0.001);
    fx->tolerance_um = fx_number_or(fx, root, "tolerance_um", 1e-6, 10, 0.001);
    lob_layout_event layout = {.format = "gds", .dbu_um = fx->dbu_um, .library = LOB_STR("FIXTURE")};
    layout.user_unit = fx->dbu_um;
    layout.version = fx_member(root, "version") ? (int)fx_count(fx, root, "version", 3, 600) : 600;
    layout.library = fx_member(root, "library") ? fx_bytes(fx, root, "library") : layout.library;
    const cJSON *why = fx_member(root, "why"), *cells = fx_member(root, "cells");
    if (!cJSON_IsString(why)) {
        fx_fault(fx, NULL, "\"why\" is missing; say in a sentence what the fixture is for");
    } else if (!cJSON_IsArray(cells)) {
        fx_fault(fx, cells ? "cells" : NULL, "\"cells\" must be an array of cells {\"name\": ..., \"items\": [...]}");
    }
    if (fx_fine(fx)) {
        fx_sink_status(fx, fx->sink->begin_layout(fx->sink->self, &layout));
    }
    size_t mark = fx_enter(fx, "cells");
    unsigned index = 0;
    for (const cJSON *cell = cells ? cells->child : NULL; cell && fx_fine(fx); cell = cell->next) {
        size_t inner = fx_enter_index(fx, index++);
        compile_cell(fx, cell);
        fx_leave(fx, inner);
    }
    fx_leave(fx, mark);
    if (fx_fine(fx)) {
        fx_sink_status(fx, fx->sink->end_layout(fx->sink->self));
    }
}

static void compile_text(fx_recipe *fx, lob_str recipe) {
    lob_json_fault at;
    cJSON *root = lob_json_parse(recipe, &at);
    if (!root) {
        snprintf(fx->fault, sizeof fx->fault, "%s:%u:%u: %s; the recipe must be strict JSON", fx->file, at.line,
                 at.column, at.what);
        return;
    }
    compile_layout(fx, root);
    cJSON_Delete(root);
}

bool fx_compile(const char *file, lob_str recipe, lob_buf *out, char *fault, size_t fault_size) {
    fx_recipe fx = {.file = file, .arena = lob_arena_new(0)};
    if (!fx.arena) {
        fx_no_memory();
    }
    lob_json_init();
    lob_ctx_init(&fx.ctx, fx.arena);
    lob_gds_writer *writer = lob_gds_writer_new(&fx.ctx, out);
    if (!writer) {
        fx_no_memory();
    }
    fx.sink = lob_gds_writer_sink(writer);
    compile_text(&fx, recipe);
    bool fine = fx_fine(&fx);
    snprintf(fault, fault_size, "%s", fx.fault);
    lob_gds_writer_drop(writer);
    lob_arena_drop(fx.arena);
    return fine;
}
