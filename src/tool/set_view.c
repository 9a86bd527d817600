/* set_view: what pictures show when their requests do not say. */
#include "base/limits.h"
#include "tool/common.h"
#include "tool/filter.h"
#include "tool/question.h"
#include "tool/registry.h"

static lob_status show_layers(lob_call *call, const lob_session_view *view, lob_set_view_response *response) {
    lob_layer_ref *items = LOB_NEW_ARRAY(call->ctx->arena, lob_layer_ref, view->layer_count);
    if (!items) {
        return lob_fail_memory(call->ctx);
    }
    for (uint32_t i = 0; i < view->layer_count; i++) {
        LOB_TRY(lob_layer_show(call, lob_layout_layer(call->session->layout, view->layers[i]), &items[i]));
    }
    response->view.layers.items = items;
    response->view.layers.count = view->layer_count;
    return LOB_OK;
}

lob_status lob_tool_set_view(lob_call *call, const lob_set_view_request *request, lob_set_view_response *response) {
    lob_ctx *ctx = call->ctx;
    lob_session_view view = {0};
    lob_shown name;
    bool is_off_grid;
    LOB_TRY(lob_call_session(call, request->session_id));
    const lob_layout *layout = call->session->layout;
    LOB_TRY(lob_call_box(call, &request->box, &view.box, &is_off_grid));
    LOB_TRY(lob_call_cell(call, request->cell, &view.cell));
    LOB_TRY(
        lob_filter_layers(ctx, layout, request->layers.items, request->layers.count, &view.layers, &view.layer_count));
    LOB_TRY(lob_name_show(ctx, lob_layout_cell(layout, view.cell)->name, LOB_LIMIT_NAME_TEXT_SIZE, &name));
    LOB_TRY(show_layers(call, &view, response));
    response->session_id = request->session_id;
    response->dbu = lob_layout_dbu(layout);
    response->view.cell = name.text;
    lob_box_show(view.box, response->dbu, &response->view.box_um, &response->view.box_dbu);
    return lob_session_view_set(ctx, call->session, &view); /* last: a refused answer changes nothing */
}
