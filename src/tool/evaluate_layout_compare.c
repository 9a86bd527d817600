/* The comparison of evaluate_layout: devices of the netlist against those that were found. */
#include "tool/evaluate_layout.h"

/* What this cannot see, said in every answer. */
static const char *const not_compared[] = {
    "connections between terminals",
    "bulk and well ties",
    "sizes of devices whose instances have no w, l, m or nf in their properties, beyond the area of their boxes",
    "devices drawn only as shapes",
};

static lob_status show_extras(lob_layout_evaluation *e, const lob_design_extras *extras, lob_layout_comparison *out) {
    out->extra.items = LOB_NEW_ARRAY(e->call->ctx->arena, lob_extra_device, extras->count + 1);
    if (!out->extra.items) {
        return lob_fail_memory(e->call->ctx);
    }
    for (size_t i = 0; i < extras->count; i++) {
        const lob_design_extra *one = &extras->items[i];
        lob_shown name, cell;
        LOB_TRY(lob_name_show(e->call->ctx, one->name, LOB_LIMIT_NAME_TEXT_SIZE, &name));
        LOB_TRY(
            lob_name_show(e->call->ctx, lob_layout_cell(e->layout, one->cell)->name, LOB_LIMIT_NAME_TEXT_SIZE, &cell));
        out->extra.items[out->extra.count++] = (lob_extra_device){.name = name.text,
                                                                  .cell = cell.text,
                                                                  .count = lob_count_show(one->count),
                                                                  .center_um = {.x = one->x, .y = one->y}};
    }
    out->extra_count = lob_count_show(extras->total);
    return LOB_OK;
}

lob_status lob_layout_compare(lob_layout_evaluation *e, const lob_design_place *places,
                              const lob_design_extras *extras) {
    enum { NOT_COMPARED = sizeof not_compared / sizeof not_compared[0] };
    lob_ctx *ctx = e->call->ctx;
    const lob_circuit *circuit = &e->netlist.circuit;
    lob_layout_comparison *out = e->response->comparison = LOB_NEW(ctx->arena, lob_layout_comparison);
    lob_drawn_device *drawn = LOB_NEW_ARRAY(ctx->arena, lob_drawn_device, circuit->devices.count + 1);
    if (!out || !drawn) {
        return lob_fail_memory(ctx);
    }
    out->not_compared.items = LOB_NEW_ARRAY(ctx->arena, lob_str, NOT_COMPARED);
    if (!out->not_compared.items) {
        return lob_fail_memory(ctx);
    }
    for (size_t i = 0; i < NOT_COMPARED; i++) {
        out->not_compared.items[out->not_compared.count++] = lob_str_from(not_compared[i]);
    }
    for (size_t i = 0; i < circuit->devices.count; i++) {
        drawn[i] = (lob_drawn_device){places[i].units, places[i].count, places[i].parameters};
    }
    LOB_TRY(lob_devices_compare(ctx, circuit, drawn, out));
    LOB_TRY(show_extras(e, extras, out));
    out->agrees = out->missing_count == 0 && out->extra_count == 0 && out->different_count == 0;
    return LOB_OK;
}
