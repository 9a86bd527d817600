/* render: open a layout, draw it, write a PNG or an SVG. Invariants: the output appears whole or not at all, and never
 * in the place of the input; what is wrong with a value is said as render_view says it, for the options become its
 * request.
 *
 * The layout is opened by the handler of open_layout in a session of this process, so that layer properties, names and
 * conventions are what every tool sees. The session's folder lies in a folder of this run, gone once the layout is
 * open: no root of artifacts is needed.
 */
#include "main/render_impl.h"

#include <string.h>

#include "base/limits.h"
#include "base/num.h"
#include "draw/png_out.h"
#include "draw/svg.h"
#include "gen/parse.h"
#include "io/write.h"
#include "main/stage.h"
#include "main/words.h"
#include "tool/registry.h"
#include "json/reader.h"

typedef lob_render_work work;

static lob_status parse_request(work *w, const lob_buf *json) {
    lob_json_fault fault;
    cJSON *tree = json->failed ? NULL : lob_json_parse((lob_str){json->data, json->size}, &fault);
    lob_status status = tree ? lob_render_view_request_parse(w->ctx, tree, &w->request) : lob_fail_memory(w->ctx);
    cJSON_Delete(tree);
    return status;
}

/* ---- layers by number or name ---- */

static lob_status refuse_name(lob_call *call, lob_str name) {
    enum { DISTANCE_MAX = 4 };
    lob_ctx *ctx = call->ctx;
    const lob_layout *layout = call->session->layout;
    lob_status status = lob_fail(ctx, LOB_E_INVALID_LAYER, "The layout has no layer with this name");
    lob_error_text(&ctx->error, "name", name);
    for (int far = 0; far < 2 && ctx->error.candidate_count == 0; far++) {
        for (uint32_t i = 0; i < lob_layout_layer_count(layout); i++) {
            lob_str known = lob_session_layer(call->session, i).name;
            if (known.data && (far || lob_str_distance(name, known, DISTANCE_MAX) < DISTANCE_MAX)) {
                lob_error_candidate(&ctx->error, known);
            }
        }
    }
    lob_hint(ctx, "Give LAYER/DATATYPE, or a name that list_layers shows; names are case-sensitive.");
    return status;
}

/* A name may stand for several layers; each is listed once for all names. */
static lob_status take_named(lob_call *call, lob_str name, bool *is_listed, lob_layer_filter *items, size_t *count) {
    const lob_layout *layout = call->session->layout;
    bool is_known = false;
    for (uint32_t i = 0; i < lob_layout_layer_count(layout); i++) {
        lob_str known = lob_session_layer(call->session, i).name;
        const lob_layer *layer = lob_layout_layer(layout, i);
        bool fits = known.data && lob_str_equal(known, name);
        if (fits && !is_listed[i]) {
            items[(*count)++] = (lob_layer_filter){.layer = layer->layer, .datatype = layer->datatype};
            is_listed[i] = true;
        }
        is_known = is_known || fits;
    }
    return is_known ? LOB_OK : refuse_name(call, name);
}

static lob_status take_layers(work *w, lob_call *call) {
    const char *list = w->layers;
    size_t part_count = 1, count = 0;
    if (!list) {
        return LOB_OK;
    }
    for (const char *at = list; *at; at++) {
        part_count += *at == ',';
    }
    const uint32_t layer_count = lob_layout_layer_count(call->session->layout);
    bool *is_listed = LOB_NEW_ARRAY(w->ctx->arena, bool, layer_count);
    lob_layer_filter *items = LOB_NEW_ARRAY(w->ctx->arena, lob_layer_filter, part_count + layer_count);
    if (!items || !is_listed) {
        return lob_fail_memory(w->ctx);
    }
    for (lob_str part; lob_words_next(&list, &part);) {
        if (lob_words_layer(part, &items[count].layer, &items[count].datatype)) {
            count++;
        } else {
            LOB_TRY(take_named(call, part, is_listed, items, &count));
        }
    }
    w->request.has_layers = true;
    w->request.layers.items = items;
    w->request.layers.count = count;
    return LOB_OK;
}

/* ---- the work ---- */

static lob_status open_input(work *w, lob_call *call) {
    lob_open_layout_request request = {.path = lob_str_from(w->in)};
    request.lyp_path = w->lyp ? lob_str_from(w->lyp_path) : (lob_str){NULL, 0};
    request.convention_path = w->convention ? lob_str_from(w->convention_path) : (lob_str){NULL, 0};
    return lob_tool_open_layout(call, &request, &w->opened);
}

static lob_status make_png(work *w, lob_call *call, lob_buf *bytes) {
    lob_picture picture;
    LOB_TRY(lob_drawing_paint(call, &w->drawing, &picture, &w->info));
    lob_status status = lob_picture_digest(w->ctx, &picture, w->digest);
    if (status == LOB_OK) {
        status = lob_png_make(w->ctx, &picture, w->drawing.scene.mode == LOB_PICTURE_MASK, bytes);
    }
    lob_picture_release(&picture);
    return status;
}

static lob_status make_svg(work *w, lob_call *call, lob_buf *bytes) {
    const lob_drawing *d = &w->drawing;
    lob_cover *cover;
    LOB_TRY(lob_call_cover(call, &cover));
    return lob_svg_make(w->ctx, cover, &d->scene, d->layer_names, &d->marks, bytes, &w->info);
}

/* What the system refuses of a picture is RENDER_FAILED, with its reason; a wrong name stays the caller's. */
static lob_status save(work *w, const lob_buf *bytes) {
    lob_ctx *own = LOB_NEW(w->ctx->arena, lob_ctx);
    if (!own) {
        return lob_fail_memory(w->ctx);
    }
    lob_ctx_init(own, w->ctx->arena);
    lob_status status = lob_write_bytes(own, (lob_str){bytes->data, bytes->size}, w->out);
    if (status == LOB_OK || status == LOB_E_FILE_NOT_FOUND || status == LOB_E_INVALID_TARGET) {
        return status == LOB_OK ? status : lob_ctx_join(w->ctx, own, status);
    }
    status = lob_fail(w->ctx, LOB_E_RENDER_FAILED, "%s", own->error.message);
    lob_hint(w->ctx, "%s", own->error.hint);
    for (unsigned i = 0; i < own->error.detail_count; i++) {
        const lob_error_detail *detail = &own->error.details[i];
        if (detail->is_text) {
            lob_error_text(&w->ctx->error, detail->key, detail->text);
        } else {
            lob_error_integer(&w->ctx->error, detail->key, detail->integer);
        }
    }
    return status;
}

static lob_status draw(work *w, lob_call *call, lob_buf *bytes) {
    LOB_TRY(open_input(w, call));
    lob_scratch_end(&w->scratch); /* who is killed while drawing leaves nothing behind */
    LOB_TRY(take_layers(w, call));
    LOB_TRY(lob_drawing_make(call, &w->request, &w->drawing));
    LOB_TRY(w->is_svg ? make_svg(w, call, bytes) : make_png(w, call, bytes));
    LOB_TRY(lob_poll(w->ctx));
    return save(w, bytes);
}

/* ---- the answer ---- */

static void put_box_um(lob_jsonw *out, const char *key, double left, double bottom, double right, double top,
                       double dbu) {
    const char *const names[4] = {"left", "bottom", "right", "top"};
    const double sides[4] = {left, bottom, right, top};
    lob_jsonw_key(out, key);
    lob_jsonw_begin_object(out);
    for (unsigned i = 0; i < 4; i++) {
        lob_jsonw_key(out, names[i]);
        lob_jsonw_um(out, sides[i] * dbu);
    }
    lob_jsonw_end_object(out);
}

static lob_status put_layers(work *w, lob_call *call, lob_jsonw *out) {
    const lob_scene *scene = &w->drawing.scene;
    lob_jsonw_key(out, "layers");
    lob_jsonw_begin_array(out);
    for (uint32_t i = 0; i < scene->layer_count; i++) {
        lob_layer_ref layer;
        LOB_TRY(lob_layer_show(call, lob_layout_layer(call->session->layout, scene->layers[i].layer), &layer));
        lob_jsonw_begin_object(out);
        lob_jsonw_key(out, "layer");
        lob_jsonw_int(out, layer.layer);
        lob_jsonw_key(out, "datatype");
        lob_jsonw_int(out, layer.datatype);
        if (layer.name.data) {
            lob_jsonw_key(out, "name");
            lob_jsonw_str(out, layer.name);
        }
        lob_jsonw_end_object(out);
    }
    lob_jsonw_end_array(out);
    return LOB_OK;
}

static void put_remarks(const work *w, lob_jsonw *out) {
    lob_jsonw_key(out, "notes");
    lob_jsonw_begin_array(out);
    for (size_t i = 0; i < w->drawing.notes.count; i++) {
        lob_jsonw_str(out, w->drawing.notes.items[i]);
    }
    lob_jsonw_end_array(out);
    lob_jsonw_key(out, "warnings");
    lob_jsonw_begin_array(out);
    for (size_t i = 0; i < w->opened.warnings.count; i++) {
        const lob_warning_item *item = &w->opened.warnings.items[i];
        lob_jsonw_begin_object(out);
        lob_jsonw_key(out, "kind");
        lob_jsonw_str(out, item->kind);
        lob_jsonw_key(out, "message");
        lob_jsonw_str(out, item->message);
        lob_jsonw_key(out, "count");
        lob_jsonw_int(out, item->count);
        lob_jsonw_end_object(out);
    }
    lob_jsonw_end_array(out);
}

static void put_picture(const work *w, double dbu, lob_jsonw *out) {
    static const char *const styles[] = {"light", "dark", "mask"};
    const lob_grid *g = &w->drawing.scene.grid;
    const lob_box64 *box = &w->drawing.view.box;
    put_box_um(out, "box_um", (double)box->left, (double)box->bottom, (double)box->right, (double)box->top, dbu);
    put_box_um(out, "visible_box_um", g->left, g->top - g->height / g->sy, g->left + g->width / g->sx, g->top, dbu);
    lob_jsonw_key(out, "width");
    lob_jsonw_uint(out, g->width);
    lob_jsonw_key(out, "height");
    lob_jsonw_uint(out, g->height);
    lob_jsonw_key(out, "um_per_px");
    lob_jsonw_number(out, lob_num_round_scale(dbu / g->sx));
    lob_jsonw_key(out, "style");
    lob_jsonw_text(out, styles[w->drawing.scene.mode]);
}

static lob_status put_result(work *w, lob_call *call, lob_jsonw *out) {
    const lob_layout *layout = call->session->layout;
    lob_shown cell;
    LOB_TRY(
        lob_name_show(w->ctx, lob_layout_cell(layout, w->drawing.view.cell)->name, LOB_LIMIT_NAME_TEXT_SIZE, &cell));
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "input");
    lob_jsonw_text(out, w->in);
    lob_jsonw_key(out, "output");
    lob_jsonw_text(out, w->out);
    lob_jsonw_key(out, "format");
    lob_jsonw_text(out, w->is_svg ? "svg" : "png");
    lob_jsonw_key(out, "cell");
    lob_jsonw_str(out, cell.text);
    put_picture(w, lob_layout_dbu(layout), out);
    LOB_TRY(put_layers(w, call, out));
    lob_jsonw_key(out, "figures");
    lob_jsonw_int(out, lob_count_show(w->info.figures));
    if (!w->is_svg) {
        lob_jsonw_key(out, "pixels_sha256");
        lob_jsonw_text(out, w->digest);
    }
    put_remarks(w, out);
    lob_jsonw_end_object(out);
    return LOB_OK;
}

static int answer(const work *w, lob_status status, const lob_buf *json) {
    if (status == LOB_E_CANCELLED) {
        return lob_signal_status(w->cli);
    }
    if (status != LOB_OK) {
        lob_say_failure(w->cli, &w->settings, "render", &w->ctx->error);
        return LOB_EXIT_TOOL_ERROR;
    }
    if (json->failed) {
        return lob_say_no_memory(w->cli);
    }
    return w->quiet ? LOB_EXIT_OK : lob_print_json(w->cli, &w->settings, (lob_str){json->data, json->size});
}

/* `json`: the request, then the answer. */
static lob_status render(work *w, lob_buf *json) {
    lob_call call = {.ctx = w->ctx, .sessions = w->sessions};
    lob_buf bytes;
    LOB_TRY(parse_request(w, json));
    LOB_TRY(lob_stage_output(w->ctx, w->out, (const char *const[]){w->in}, 1));
    lob_buf_init(&bytes, 0);
    lob_status status = draw(w, &call, &bytes);
    lob_buf_release(&bytes);
    lob_bar_clear(&w->bar);
    if (status == LOB_OK) {
        lob_jsonw out;
        lob_buf_clear(json);
        lob_jsonw_init(&out, json);
        status = put_result(w, &call, &out);
    }
    lob_call_end(&call);
    return status;
}

static int run(work *w, int argc, char **argv, lob_buf *json) {
    int code = lob_render_words(w, argc, argv, json);
    if (code != LOB_EXIT_OK || w->has_ended) {
        return code;
    }
    if (!lob_stage_open(&w->scratch, w->cli, &w->settings, &w->sessions)) {
        return LOB_EXIT_USAGE;
    }
    lob_bar_begin(&w->bar, w->cli, w->settings.progress, false);
    lob_bar_attach(&w->bar, w->ctx);
    code = answer(w, render(w, json), json);
    lob_stage_close(&w->scratch, w->sessions);
    return code;
}

int lob_cli_render(lob_cli *cli, int argc, char **argv) {
    lob_stage stage;
    work *w = lob_stage_begin(&stage, cli, sizeof *w, LOB_LIMIT_REQUEST_MEMORY_SIZE);
    int code = LOB_EXIT_TOOL_ERROR;
    if (w) {
        w->cli = cli;
        w->ctx = stage.ctx;
        code = run(w, argc, argv, &stage.json);
    } else {
        lob_say_no_memory(cli);
    }
    lob_stage_end(&stage);
    return code;
}
