/* render_view: a picture of the view as a file of the session, and beside the answer, reduced when it is large. */
#include <stdio.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/num.h"
#include "draw/png_out.h"
#include "session/artifacts.h"
#include "tool/drawing.h"
#include "tool/registry.h"
#include "tool/room.h"
#include "tool/send_picture.h"

enum { RENDER_ID_SIZE = 12, LAYER_WEIGHT = 120 };

typedef struct render {
    lob_call *call;
    const lob_render_view_request *request;
    lob_drawing drawing;
    lob_picture picture;
    lob_buf png;
    char id[RENDER_ID_SIZE + 1];
    lob_str path;
} render;

/* ---- the file ---- */

static lob_status keep_file(render *r) {
    lob_session *session = r->call->session;
    char name[RENDER_ID_SIZE + sizeof ".png"];
    lob_session_print_id(session, "rnd_", session->render_count + 1, r->id);
    snprintf(name, sizeof name, "%s.png", r->id);
    const lob_artifact what = lob_artifact_picture(name);
    LOB_TRY(lob_artifact_write(r->call->ctx, session, &what, r->png.data, r->png.size, &r->path));
    session->render_count++;
    return LOB_OK;
}

static lob_status send_along(render *r) {
    lob_ctx *ctx = r->call->ctx;
    lob_sent sent;
    if (!r->request->inline_image) {
        return LOB_OK;
    }
    LOB_TRY(lob_call_send_picture(r->call, &r->picture, r->drawing.scene.mode == LOB_PICTURE_MASK, &r->png, &sent));
    return sent.is_reduced ? lob_note(ctx, &r->drawing.notes,
                                      "The picture in this answer is reduced to %ux%u, because its PNG has %zu bytes; "
                                      "image.path has the full picture, for which um_per_px and world_to_pixel are "
                                      "valid.",
                                      sent.width, sent.height, r->png.size)
                           : LOB_OK;
}

/* ---- the answer ---- */

static double um(double dbu_count, double dbu) {
    const double value = lob_num_round_um(dbu_count * dbu);
    return value == 0 ? 0 : value;
}

static void show_grid(const render *r, double dbu, lob_render_view_response *response) {
    const lob_grid *g = &r->drawing.scene.grid;
    lob_dbu_box exact;
    lob_box_show(r->drawing.view.box, dbu, &response->box_um, &exact);
    response->visible_box_um = (lob_micron_box){.left = um(g->left, dbu),
                                                .bottom = um(g->top - g->height / g->sy, dbu),
                                                .right = um(g->left + g->width / g->sx, dbu),
                                                .top = um(g->top, dbu)};
    response->width = g->width;
    response->height = g->height;
    response->um_per_px = lob_num_round_scale(dbu / g->sx);
    response->world_to_pixel.a = g->sx / dbu;
    response->world_to_pixel.d = -g->sy / dbu;
    response->world_to_pixel.e = 0 - g->left * g->sx; /* never -0 */
    response->world_to_pixel.f = g->top * g->sy;
}

/* Whether a layer of the view is shown in the answer: those that were named, else those drawn. */
static lob_status mark_drawn(const render *r, bool **is_drawn) {
    const lob_scene *scene = &r->drawing.scene;
    *is_drawn = LOB_NEW_ARRAY(r->call->ctx->arena, bool, lob_layout_layer_count(r->call->session->layout));
    if (!*is_drawn) {
        return lob_fail_memory(r->call->ctx);
    }
    for (uint32_t i = 0; i < scene->layer_count; i++) {
        (*is_drawn)[scene->layers[i].layer] = true;
    }
    return LOB_OK;
}

static lob_status show_layers(render *r, lob_render_view_response *response) {
    lob_ctx *ctx = r->call->ctx;
    const lob_view *view = &r->drawing.view;
    lob_layer_ref *items = LOB_NEW_ARRAY(ctx->arena, lob_layer_ref, view->layer_count);
    size_t room = LOB_LIMIT_PAGE_WEIGHT;
    uint32_t left_out = 0;
    bool *is_drawn;
    if (!items) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(mark_drawn(r, &is_drawn));
    response->layers.items = items;
    for (uint32_t i = 0; i < view->layer_count; i++) {
        if (view->has_all_layers && !is_drawn[view->layers[i]]) {
            continue;
        }
        lob_layer_ref *item = &items[response->layers.count];
        LOB_TRY(lob_layer_show(r->call, lob_layout_layer(r->call->session->layout, view->layers[i]), item));
        const size_t weight = LAYER_WEIGHT + lob_text_weight(item->name) + lob_text_weight(item->raw_hex);
        const bool fits = lob_room_take(&room, weight, response->layers.count == 0);
        response->layers.count += fits;
        left_out += !fits;
    }
    return left_out ? lob_note(ctx, &r->drawing.notes, "%u more layers are not listed; list_layers has them.", left_out)
                    : LOB_OK;
}

static lob_status answer(render *r, lob_render_view_response *response) {
    lob_ctx *ctx = r->call->ctx;
    const lob_layout *layout = r->call->session->layout;
    lob_shown name;
    LOB_TRY(lob_name_show(ctx, lob_layout_cell(layout, r->drawing.view.cell)->name, LOB_LIMIT_NAME_TEXT_SIZE, &name));
    response->session_id = r->request->session_id;
    response->dbu = lob_layout_dbu(layout);
    response->cell = name.text;
    show_grid(r, response->dbu, response);
    LOB_TRY(show_layers(r, response));
    response->style = (lob_render_view_response_style)r->request->style;
    char *digest = lob_arena_alloc(ctx->arena, 65);
    if (!digest) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(lob_picture_digest(ctx, &r->picture, digest));
    response->pixels_sha256 = lob_str_from(digest);
    LOB_TRY(send_along(r));
    return lob_notes_show(ctx, &r->drawing.notes, &response->notes.items, &response->notes.count, &response->has_notes);
}

/* The file comes last, so that a call that fails leaves none. */
static lob_status finish(render *r, lob_render_view_response *response) {
    lob_ctx *ctx = r->call->ctx;
    LOB_TRY(lob_png_make(ctx, &r->picture, r->drawing.scene.mode == LOB_PICTURE_MASK, &r->png));
    LOB_TRY(lob_artifact_fits(ctx, r->call->session, r->png.size));
    LOB_TRY(answer(r, response));
    LOB_TRY(lob_poll(ctx));
    char *id = lob_arena_alloc(ctx->arena, sizeof r->id);
    if (!id) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(keep_file(r));
    memcpy(id, r->id, sizeof r->id);
    response->render_id = (lob_str){id, RENDER_ID_SIZE};
    response->image = (lob_artifact_ref){LOB_STR("render"), r->path, LOB_STR("image/png")};
    return LOB_OK;
}

lob_status lob_tool_render_view(lob_call *call, const lob_render_view_request *request,
                                lob_render_view_response *response) {
    render *r = LOB_NEW(call->ctx->arena, render);
    lob_scene_info info;
    if (!r) {
        return lob_fail_memory(call->ctx);
    }
    *r = (render){.call = call, .request = request};
    LOB_TRY(lob_drawing_make(call, request, &r->drawing));
    LOB_TRY(lob_artifact_fits(call->ctx, call->session, 1)); /* before the work */
    LOB_TRY(lob_drawing_paint(call, &r->drawing, &r->picture, &info));
    lob_buf_init(&r->png, 0);
    lob_status status = finish(r, response);
    lob_buf_release(&r->png);
    lob_picture_release(&r->picture);
    return status;
}
