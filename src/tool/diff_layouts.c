/* diff_layouts: two layouts, each an open session or a file that is opened for this call and closed again. */
#include "tool/diff_layouts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/digest.h"
#include "base/limits.h"
#include "draw/png_out.h"
#include "io/read.h"
#include "litho/ranks.h"
#include "session/artifacts.h"
#include "tool/diff_sheet.h"
#include "tool/registry.h"
#include "tool/send_picture.h"

/* ---- the sides ---- */

static const char *const side_names[2] = {"a", "b"}, *const cell_names[2] = {"cell_a", "cell_b"};

static lob_status read_file(lob_differ *d, int k) {
    lob_ctx *ctx = d->call->ctx;
    lob_read_result result = {0};
    lob_read_options options = {.expected = lob_format_from_name(d->sources[k]),
                                .inflated_max = LOB_LIMIT_INFLATED_SIZE,
                                .layout_size_max = LOB_LIMIT_LAYOUT_SIZE};
    struct stat info;
    int fd = -1;
    if (d->sources[k].size > LOB_LIMIT_PATH_SIZE) {
        lob_status status = lob_fail(ctx, LOB_E_FILE_NOT_FOUND, "The path is too long for a file name");
        lob_hint(ctx, "Give the absolute path of an existing file, or a session_id.");
        return status;
    }
    LOB_TRY(lob_file_open_input(ctx, lob_sessions_roots(d->call->sessions), d->sources[k],
                                lob_sessions_config(d->call->sessions)->file_size_max, &fd, &info));
    LOB_TRY(lob_read_layout(ctx, fd, &options, &result));
    d->layouts[k] = result.layout;
    memcpy(d->contents[k], result.sha256, sizeof d->contents[k]);
    return LOB_OK;
}

static bool is_session(lob_str source) {
    return source.size > 4 && memcmp(source.data, "ses_", 4) == 0;
}

static lob_status open_side(lob_differ *d, int k) {
    lob_ctx *ctx = d->call->ctx;
    d->sources[k] = k ? d->request->b : d->request->a;
    lob_status status;
    if (is_session(d->sources[k])) {
        status = lob_session_find(ctx, d->call->sessions, d->sources[k], &d->sessions[k]);
        d->layouts[k] = status == LOB_OK ? lob_layout_keep(d->sessions[k]->layout) : NULL;
        snprintf(d->contents[k], sizeof d->contents[k], "%s", status == LOB_OK ? d->sessions[k]->key : "");
    } else if (k == 1 && !d->sessions[0] && lob_str_equal(d->sources[0], d->sources[1])) {
        d->layouts[1] = lob_layout_keep(d->layouts[0]);
        memcpy(d->contents[1], d->contents[0], sizeof d->contents[1]);
        status = LOB_OK;
    } else {
        status = read_file(d, k);
    }
    if (status != LOB_OK) {
        lob_error_text(&ctx->error, "argument", lob_str_from(side_names[k]));
        lob_error_text(&ctx->error, is_session(d->sources[k]) ? "session_id" : "path", d->sources[k]);
    }
    return status;
}

static lob_status refuse_cell(lob_differ *d, int k, lob_str name) {
    lob_ctx *ctx = d->call->ctx;
    lob_status status = name.data ? lob_fail(ctx, LOB_E_INVALID_TARGET, "One of the layouts has no cell with this name")
                                  : lob_fail(ctx, LOB_E_TOP_CELL_NOT_FOUND, "One of the layouts has no cells");
    lob_error_text(&ctx->error, "argument", lob_str_from(name.data ? cell_names[k] : side_names[k]));
    if (name.data) {
        lob_error_text(&ctx->error, "cell", name);
        lob_layout_suggest_cells(d->layouts[k], name, &ctx->error);
    }
    lob_error_hint_candidates(&ctx->error,
                              "Name a cell of each side with cell_a and cell_b; details.candidates has similar names.",
                              name.data ? "Name a cell of each side with cell_a and cell_b; names are case-sensitive."
                                        : "Export the layout again with at least one cell.");
    return status;
}

static lob_status take_cell(lob_differ *d, int k) {
    const lob_layout *layout = d->layouts[k];
    const lob_str asked = k ? d->request->cell_b : d->request->cell_a;
    const lob_str name = k && !asked.data ? d->request->cell_a : asked;
    bool ambiguous;
    if (name.data) {
        d->cells[k] = lob_cell_by_shown_name(layout, name, &ambiguous);
        return d->cells[k] != LOB_NONE && !lob_layout_cell(layout, d->cells[k])->is_ghost ? LOB_OK
                                                                                          : refuse_cell(d, k, name);
    }
    if (lob_layout_top_count(layout) == 0) {
        return refuse_cell(d, k, name);
    }
    d->cells[k] = d->sessions[k] ? d->sessions[k]->top : lob_layout_top(layout, 0);
    return LOB_OK;
}

/* The top of side k that is called like a cell of the other side; LOB_NONE: there is none. */
static lob_cell_index top_like(const lob_differ *d, int k, lob_cell_index other) {
    const lob_str name = lob_layout_cell(d->layouts[1 - k], other)->name;
    const lob_cell_index found = lob_layout_find_cell(d->layouts[k], name);
    return found != LOB_NONE && lob_layout_cell(d->layouts[k], found)->is_top ? found : LOB_NONE;
}

/* Several tops and none named: those of the same name belong together, first of all that of a. The top of a session was
 * chosen, so it stays. */
static void match_tops(lob_differ *d) {
    if (d->request->cell_a.data || d->request->cell_b.data || (d->sessions[0] && d->sessions[1])) {
        return;
    }
    if (d->sessions[0] || d->sessions[1]) {
        const int k = d->sessions[0] != NULL;
        const lob_cell_index found = top_like(d, k, d->cells[1 - k]);
        d->cells[k] = found != LOB_NONE ? found : d->cells[k];
        return;
    }
    for (uint32_t i = 0; i < lob_layout_top_count(d->layouts[0]); i++) {
        const lob_cell_index top = lob_layout_top(d->layouts[0], i), found = top_like(d, 1, top);
        if (found != LOB_NONE) {
            d->cells[0] = top;
            d->cells[1] = found;
            return;
        }
    }
}

/* XOR sees one cell of each side. */
static lob_status note_tops(lob_differ *d) {
    const bool is_named = d->request->cell_a.data || d->request->cell_b.data;
    const bool has_several = lob_layout_top_count(d->layouts[0]) > 1 || lob_layout_top_count(d->layouts[1]) > 1;
    return !is_named && has_several && d->request->mode != LOB_DIFF_LAYOUTS_REQUEST_MODE_HIERARCHY
               ? lob_note(d->call->ctx, &d->notes,
                          "There are %u and %u top cells; xor compares only the two named in a and b.",
                          lob_layout_top_count(d->layouts[0]), lob_layout_top_count(d->layouts[1]))
               : LOB_OK;
}

/* ---- what is asked ---- */

static lob_status take_layers(lob_differ *d) {
    const lob_layout *const layouts[2] = {d->layouts[0], d->layouts[1]};
    lob_ctx *ctx = d->call->ctx;
    lob_diff_layer *all;
    uint32_t count, kept = 0;
    LOB_TRY(lob_diff_layers(ctx, layouts, &all, &count));
    d->orders = LOB_NEW_ARRAY(ctx->arena, uint32_t, (size_t)count + 1);
    LOB_TRY(d->orders ? LOB_OK : lob_fail_memory(ctx));
    const lob_layer_filter *asked = d->request->layers.items;
    const size_t asked_count = d->request->layers.count;
    for (size_t k = 0; k < asked_count; k++) {
        bool is_there = false;
        for (uint32_t i = 0; i < count && !is_there; i++) {
            is_there = all[i].layer == asked[k].layer && all[i].datatype == asked[k].datatype;
        }
        if (!is_there) {
            lob_status status = lob_fail(ctx, LOB_E_INVALID_LAYER, "Neither layout has any of the named layers");
            lob_error_integer(&ctx->error, "layer", asked[k].layer);
            lob_error_integer(&ctx->error, "datatype", asked[k].datatype);
            lob_hint(ctx, "list_layers has the layers of an open layout; leave layers out to compare all.");
            return status;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        bool is_asked = asked_count == 0;
        for (size_t k = 0; k < asked_count && !is_asked; k++) {
            is_asked = all[i].layer == asked[k].layer && all[i].datatype == asked[k].datatype;
        }
        if (is_asked) {
            d->orders[kept] = i;
            all[kept++] = all[i];
        }
    }
    d->layers = all;
    d->layer_count = kept;
    return LOB_OK;
}

static lob_status refuse_box(lob_ctx *ctx, const char *reason) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_BOX, "The box has no area, or is outside of the coordinate range");
    lob_error_text(&ctx->error, "argument", LOB_STR("box"));
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    lob_hint(ctx, "left must be less than right and bottom less than top, by at least one database unit, in "
                  "micrometres.");
    return status;
}

static lob_status take_box(lob_differ *d) {
    const lob_query_box *box = d->request->box;
    if (!box) {
        return LOB_OK;
    }
    const double sides[4] = {box->left, box->bottom, box->right, box->top};
    int64_t units[4];
    for (int i = 0; i < 4; i++) {
        const double value = round(sides[i] / d->grid.dbu);
        if (!(fabs(value) <= (double)(INT64_C(1) << 44))) {
            return refuse_box(d->call->ctx, "range");
        }
        units[i] = (int64_t)value;
    }
    d->window = (lob_box64){units[0], units[1], units[2], units[3]};
    return units[0] < units[2] && units[1] < units[3] ? LOB_OK : refuse_box(d->call->ctx, "no_area");
}

static lob_status take_grid(lob_differ *d) {
    lob_ctx *ctx = d->call->ctx;
    const double a = lob_layout_dbu(d->layouts[0]), b = lob_layout_dbu(d->layouts[1]);
    if (!lob_diff_grid_make(a, b, &d->grid)) {
        lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "The database units have no common grid");
        lob_error_text(&ctx->error, "reason", LOB_STR("dbu"));
        lob_hint(ctx, "Export one of the layouts again with the database unit of the other one.");
        return status;
    }
    if (d->grid.scale[0] != d->grid.scale[1]) {
        LOB_TRY(
            lob_note(ctx, &d->notes,
                     "The database units differ (%g and %g um): coordinates are compared in um, on a grid of %g um; a "
                     "point off the other layout's grid is a difference.",
                     a, b, d->grid.dbu));
    }
    const double width = d->request->tolerance_um / d->grid.dbu;
    if (width > (double)(INT64_C(1) << 30)) {
        lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "The tolerance is larger than any layout");
        lob_error_text(&ctx->error, "argument", LOB_STR("tolerance_um"));
        lob_hint(ctx, "tolerance_um is the width of slivers to ignore, in micrometres, such as 0.005.");
        return status;
    }
    d->width_min = width;
    return LOB_OK;
}

static lob_status bind(lob_differ *d) {
    const lob_diff_layouts_request *q = d->request;
    char *text = lob_arena_alloc(d->call->ctx->arena, LOB_BINDING_SIZE);
    const lob_str words[4] = {lob_str_from(d->contents[0]), lob_str_from(d->contents[1]), q->cell_a, q->cell_b};
    lob_buf all;
    lob_buf_init(&all, 0);
    for (int i = 0; i < 4; i++) {
        lob_buf_printf(&all, "%zu%c", words[i].size, words[i].data ? ':' : '-');
        lob_buf_add(&all, words[i].data, words[i].size);
    }
    for (size_t i = 0; i < q->layers.count; i++) {
        lob_buf_printf(&all, "%lld/%lld,", (long long)q->layers.items[i].layer, (long long)q->layers.items[i].datatype);
    }
    lob_buf_printf(&all, "%d %d %.17g %lld %lld %lld %lld", (int)q->mode, q->with_properties, q->tolerance_um,
                   (long long)d->window.left, (long long)d->window.bottom, (long long)d->window.right,
                   (long long)d->window.top);
    const bool is_fine = text && !all.failed;
    if (is_fine) {
        const int size = snprintf(text, LOB_BINDING_SIZE, "diff_layouts %016llx",
                                  (unsigned long long)lob_hash64_stable(all.data, all.size));
        d->binding = (lob_str){text, (size_t)size};
    }
    lob_buf_release(&all);
    return is_fine ? LOB_OK : lob_fail_memory(d->call->ctx);
}

lob_status lob_differ_open(lob_call *call, const lob_diff_layouts_request *request, lob_differ *d) {
    *d = (lob_differ){.call = call, .request = request, .shows_view = request->picture};
    if (request->picture && !request->session_id.data) {
        lob_status status = lob_fail(call->ctx, LOB_E_INVALID_TARGET, "A picture needs a session that keeps it");
        lob_error_text(&call->ctx->error, "argument", LOB_STR("session_id"));
        lob_hint(call->ctx, "Send session_id, too: any open session, such as that of a or b.");
        return status;
    }
    for (int k = 0; k < 2; k++) {
        LOB_TRY(open_side(d, k));
    }
    for (int k = 0; k < 2; k++) {
        LOB_TRY(take_cell(d, k));
    }
    match_tops(d);
    LOB_TRY(note_tops(d));
    LOB_TRY(take_grid(d));
    LOB_TRY(take_layers(d));
    LOB_TRY(take_box(d));
    LOB_TRY(bind(d));
    LOB_TRY(lob_cursor_parse_position(call->ctx, request->cursor, d->binding, &d->position));
    return d->position > LOB_LIMIT_DIFF_DEPTH ? lob_cursor_refuse(call->ctx) : LOB_OK;
}

void lob_differ_close(lob_differ *d) {
    for (int k = 0; k < 2; k++) {
        lob_layout_drop(d->layouts[k]);
        if (d->sessions[k]) {
            lob_session_drop(d->sessions[k]);
        }
    }
}

/* ---- the work ---- */

lob_status lob_differ_compare(lob_differ *d, lob_diff_layouts_response *response) {
    const lob_diff_layouts_request *q = d->request;
    const uint32_t room = (uint32_t)(d->position + (uint64_t)q->limit);
    if (q->mode != LOB_DIFF_LAYOUTS_REQUEST_MODE_XOR && lob_ranks_has_all()) {
        const lob_cells_question cells = {.layouts = {d->layouts[0], d->layouts[1]},
                                          .cells = {d->cells[0], d->cells[1]},
                                          .grid = d->grid,
                                          .layers = q->layers.count > 0 ? d->layers : NULL,
                                          .layer_count = d->layer_count,
                                          .with_properties = q->with_properties,
                                          .cell_max = room,
                                          .item_max = room};
        LOB_TRY(lob_cells_compare(d->call->ctx, &cells, &d->cells_result));
    }
    if (q->mode != LOB_DIFF_LAYOUTS_REQUEST_MODE_HIERARCHY) {
        const lob_xor_question x = {.layouts = {d->layouts[0], d->layouts[1]},
                                    .cells = {d->cells[0], d->cells[1]},
                                    .grid = d->grid,
                                    .layers = d->layers,
                                    .layer_count = d->layer_count,
                                    .window = q->box ? &d->window : NULL,
                                    .width_min = d->width_min,
                                    .item_max = room};
        LOB_TRY(lob_ranks_are_several() ? lob_differ_xor_shared(d, &x)
                                        : lob_xor_make(d->call->ctx, &x, NULL, NULL, &d->xor));
    }
    return lob_ranks_has_all() ? lob_differ_show(d, response) : LOB_OK;
}

/* ---- the tool ---- */

static lob_status keep_picture(lob_differ *d, lob_diff_picture which, const lob_buf *png, lob_artifact_ref *ref) {
    static const char *const kinds[] = {"diff", "diff_before", "diff_after"};
    static const char *const ends[] = {"", "_before", "_after"};
    char name[40];
    snprintf(name, sizeof name, "diff_%08x%s.png", d->call->session->render_count + 1, ends[which]);
    const lob_artifact what = lob_artifact_picture(name);
    lob_str path;
    LOB_TRY(lob_artifact_write(d->call->ctx, d->call->session, &what, png->data, png->size, &path));
    *ref = (lob_artifact_ref){lob_str_from(kinds[which]), path, LOB_STR("image/png")};
    return LOB_OK;
}

/* All are made before the first is stored. */
static lob_status keep_pictures(lob_differ *d, const lob_picture *pictures, lob_buf *pngs, lob_artifact_ref *refs) {
    lob_ctx *ctx = d->call->ctx;
    size_t size = 0;
    for (int i = 0; i < LOB_DIFF_PICTURE_COUNT; i++) {
        LOB_TRY(lob_png_make(ctx, &pictures[i], false, &pngs[i]));
        size += pngs[i].size;
    }
    LOB_TRY(lob_artifact_fits(ctx, d->call->session, size));
    for (int i = 0; i < LOB_DIFF_PICTURE_COUNT; i++) {
        LOB_TRY(keep_picture(d, (lob_diff_picture)i, &pngs[i], &refs[i]));
    }
    d->call->session->render_count++;
    return LOB_OK;
}

/* The sheet is sent along: it says more than any of the three alone. */
static lob_status add_sheet(lob_differ *d, const lob_picture *pictures, lob_diff_layouts_response *response) {
    lob_str names[2];
    lob_diff_sheet sheet;
    for (int k = 0; k < 2; k++) {
        names[k] = lob_diff_file_name(d->sessions[k] ? d->sessions[k]->source_path : d->sources[k]);
    }
    LOB_TRY(lob_diff_sheet_lay(d, response, pictures, names, &sheet));
    const lob_scene paper = {.grid = {.sx = 1, .sy = 1, .width = sheet.width, .height = sheet.height},
                             .mode = LOB_PICTURE_LIGHT};
    const lob_status status =
        lob_call_send_chart(d->call, "diff_sheet", &paper, NULL, &sheet.marks, &response->sheet, &response->sheet_svg);
    lob_diff_sheet_release(&sheet);
    return status;
}

static lob_status add_pictures(lob_differ *d, lob_diff_layouts_response *response) {
    lob_ctx *ctx = d->call->ctx;
    lob_picture pictures[LOB_DIFF_PICTURE_COUNT];
    lob_buf pngs[LOB_DIFF_PICTURE_COUNT];
    lob_artifact_ref *refs = LOB_NEW_ARRAY(ctx->arena, lob_artifact_ref, LOB_DIFF_PICTURE_COUNT);
    LOB_TRY(refs ? LOB_OK : lob_fail_memory(ctx));
    LOB_TRY(lob_call_session(d->call, d->request->session_id));
    LOB_TRY(lob_artifact_fits(ctx, d->call->session, 1)); /* before the work */
    for (int i = 0; i < LOB_DIFF_PICTURE_COUNT; i++) {
        lob_buf_init(&pngs[i], 0);
    }
    lob_status status = lob_differ_paint(d, LOB_DIFF_ALL_PICTURES, pictures);
    status = status == LOB_OK ? keep_pictures(d, pictures, pngs, refs) : status;
    status = status == LOB_OK ? add_sheet(d, pictures, response) : status;
    for (int i = 0; i < LOB_DIFF_PICTURE_COUNT; i++) {
        lob_buf_release(&pngs[i]);
    }
    lob_diff_pictures_release(pictures);
    LOB_TRY(status);
    response->image = &refs[LOB_DIFF_OVERLAY];
    response->before = &refs[LOB_DIFF_BEFORE];
    response->after = &refs[LOB_DIFF_AFTER];
    return LOB_OK;
}

static lob_status answer(lob_differ *d, lob_diff_layouts_response *response) {
    if (d->request->picture) { /* before the work */
        LOB_TRY(lob_call_session(d->call, d->request->session_id));
    }
    LOB_TRY(lob_differ_compare(d, response));
    return d->request->picture ? add_pictures(d, response) : LOB_OK;
}

lob_status lob_tool_diff_layouts(lob_call *call, const lob_diff_layouts_request *request,
                                 lob_diff_layouts_response *response) {
    lob_differ *d = LOB_NEW(call->ctx->arena, lob_differ);
    if (!d) {
        return lob_fail_memory(call->ctx);
    }
    lob_status status = lob_differ_open(call, request, d);
    if (status == LOB_OK) {
        status = answer(d, response);
    }
    lob_differ_close(d);
    return status;
}
