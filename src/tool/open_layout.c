/* open_layout: file -> layout -> session.
 *
 * The checks come in the order the notes to the contract give: path, kind of file, asked format, bytes, cells, top
 * cell. The session is made last, when nothing but memory for the answer can fail any more.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/num.h"
#include "io/read.h"
#include "session/layout_cache.h"
#include "tool/layer_file.h"
#include "tool/ports.h"
#include "tool/question.h"
#include "tool/registry.h"
#include "tool/room.h"

enum { TOP_WEIGHT = 8 };

static lob_status open_file(lob_call *call, lob_str path, int *fd, struct stat *info) {
    lob_ctx *ctx = call->ctx;
    if (path.size > LOB_LIMIT_PATH_SIZE) {
        lob_status status = lob_fail(ctx, LOB_E_FILE_NOT_FOUND, "The path is too long for a file name");
        lob_error_text(&ctx->error, "reason", LOB_STR("absent"));
        lob_error_text(&ctx->error, "argument", LOB_STR("path"));
        lob_error_text(&ctx->error, "path", path);
        lob_hint(ctx, "Give the absolute path of an existing file.");
        return status;
    }
    uint64_t size_max = lob_sessions_config(call->sessions)->file_size_max;
    lob_status status = lob_file_open_input(ctx, lob_sessions_roots(call->sessions), path, size_max, fd, info);
    if (status != LOB_OK) {
        lob_error_text(&ctx->error, "argument", LOB_STR("path"));
    }
    return status;
}

static lob_status asked_format(lob_ctx *ctx, lob_str name, lob_str path, lob_format *format) {
    static const struct {
        const char *name;
        lob_format format;
    } names[] = {
        {"gds", LOB_FORMAT_GDS}, {"gdsii", LOB_FORMAT_GDS}, {"oas", LOB_FORMAT_OAS}, {"oasis", LOB_FORMAT_OAS}};
    if (!name.data) {
        *format = lob_format_from_name(path);
        return LOB_OK;
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (lob_str_equal(name, lob_str_from(names[i].name))) {
            *format = names[i].format;
            return LOB_OK;
        }
    }
    lob_status status = lob_fail(ctx, LOB_E_UNSUPPORTED_FORMAT, "The requested format is not supported");
    lob_error_text(&ctx->error, "argument", LOB_STR("format"));
    lob_error_text(&ctx->error, "reason", LOB_STR("unknown_format"));
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        lob_error_candidate(&ctx->error, lob_str_from(names[i].name));
    }
    lob_hint(ctx, "Leave format out, or give gds, gdsii, oas or oasis.");
    return status;
}

/* A file, and what of it may be known from before. */
typedef struct source {
    lob_read_result read;
    lob_layout_key key; /* of the file as it was found; size 0: it is not kept */
    struct stat info;
    int again_fd;          /* the same file, to see whether it changed meanwhile; -1: nobody asks */
    char content_hash[33]; /* "": not known yet */
} source;

/* What a kept layout has beside it. Written and read by one and the same program. */
typedef struct kept_note {
    lob_format format;
    bool is_gzip;
    uint64_t file_size;
    char sha256[65], content_hash[33];
} kept_note;

static lob_status find_kept(lob_call *call, source *s) {
    lob_layout *layout;
    lob_str bytes;
    kept_note note;
    LOB_TRY(lob_layout_cache_find(call->ctx, lob_sessions_layouts(call->sessions), &s->key, &layout, &bytes));
    if (layout && bytes.size == sizeof note) {
        memcpy(&note, bytes.data, sizeof note);
        s->read = (lob_read_result){
            .layout = layout, .format = note.format, .is_gzip = note.is_gzip, .file_size = note.file_size};
        memcpy(s->read.sha256, note.sha256, sizeof note.sha256);
        memcpy(s->content_hash, note.content_hash, sizeof note.content_hash);
    } else {
        lob_layout_drop(layout);
    }
    return LOB_OK;
}

/* Keeps what was read, if the file is still what it was before. */
static void keep(const lob_call *call, const source *s) {
    struct stat now;
    kept_note note;
    if (s->again_fd < 0 || fstat(s->again_fd, &now) != 0 || now.st_size != s->info.st_size ||
        now.st_mtim.tv_sec != s->info.st_mtim.tv_sec || now.st_mtim.tv_nsec != s->info.st_mtim.tv_nsec ||
        now.st_ctim.tv_sec != s->info.st_ctim.tv_sec || now.st_ctim.tv_nsec != s->info.st_ctim.tv_nsec) {
        return;
    }
    memset(&note, 0, sizeof note);
    note.format = s->read.format;
    note.is_gzip = s->read.is_gzip;
    note.file_size = s->read.file_size;
    memcpy(note.sha256, s->read.sha256, sizeof note.sha256);
    memcpy(note.content_hash, call->session->content_hash, sizeof note.content_hash);
    lob_layout_cache_keep(lob_sessions_layouts(call->sessions), &s->key, s->read.layout,
                          (lob_str){(const char *)&note, sizeof note});
}

static lob_status find_or_read(lob_call *call, const lob_open_layout_request *request, const lob_read_options *options,
                               int fd, source *s) {
    char how[32];
    snprintf(how, sizeof how, "%d %d", (int)options->expected, options->is_strict);
    s->key = lob_layout_key_make(&s->info, how);
    lob_status status = find_kept(call, s);
    if (status != LOB_OK || s->read.layout) {
        close(fd);
        return status;
    }
    s->again_fd = lob_sessions_layouts(call->sessions) && s->key.size > 0 ? fcntl(fd, F_DUPFD_CLOEXEC, 0) : -1;
    status = lob_read_layout(call->ctx, fd, options, &s->read);
    if (status != LOB_OK) {
        lob_error_text(&call->ctx->error, "path", request->path);
    }
    return status;
}

/* The hash of the content costs a third of the reading, and detail full alone shows it. */
static bool is_hashed(const lob_open_layout_request *request) {
    return request->detail == LOB_DETAIL_FULL;
}

static lob_status read_file(lob_call *call, const lob_open_layout_request *request, source *s) {
    int fd = -1;
    LOB_TRY(open_file(call, request->path, &fd, &s->info));
    lob_read_options options = {.inflated_max = LOB_LIMIT_INFLATED_SIZE,
                                .layout_size_max = LOB_LIMIT_LAYOUT_SIZE,
                                .weigh = is_hashed(request),
                                .is_strict = request->strict};
    lob_status status = asked_format(call->ctx, request->format, request->path, &options.expected);
    if (status != LOB_OK) {
        close(fd);
        return status;
    }
    return find_or_read(call, request, &options, fd, s);
}

static lob_status select_top(lob_ctx *ctx, const lob_layout *layout, lob_str name, lob_cell_index *top) {
    uint32_t count = lob_layout_top_count(layout);
    if (count == 0) {
        lob_status status = lob_fail(ctx, LOB_E_TOP_CELL_NOT_FOUND, "The file has no cell");
        lob_error_text(&ctx->error, "reason", LOB_STR("no_cells"));
        lob_hint(ctx, "Export the layout again with at least one cell.");
        return status;
    }
    *top = lob_layout_top(layout, 0);
    if (!name.data) {
        return LOB_OK;
    }
    bool ambiguous;
    *top = lob_cell_by_shown_name(layout, name, &ambiguous);
    if (*top != LOB_NONE && !lob_layout_cell(layout, *top)->is_ghost) {
        return LOB_OK;
    }
    lob_status status = lob_fail(ctx, LOB_E_TOP_CELL_NOT_FOUND, "The file has no cell with this name");
    lob_error_text(&ctx->error, "cell", name);
    if (*top != LOB_NONE || ambiguous) {
        lob_error_text(&ctx->error, "reason", ambiguous ? LOB_STR("ambiguous") : LOB_STR("ghost"));
    }
    lob_layout_suggest_cells(layout, name, &ctx->error);
    bool no_near_name = ctx->error.candidate_count == 0;
    for (uint32_t i = 0; i < count && i < LOB_CANDIDATE_COUNT_MAX && no_near_name; i++) {
        lob_error_candidate(&ctx->error, lob_layout_cell(layout, lob_layout_top(layout, i))->name);
    }
    lob_error_text(&ctx->error, "argument", LOB_STR("top_cell"));
    lob_error_hint_candidates(&ctx->error,
                              "Leave top_cell out, or use a name of details.candidates; names are case-sensitive.",
                              "Leave top_cell out; the answer's top_cells lists the top cells.");
    return status;
}

static lob_status show_tops(lob_ctx *ctx, const lob_layout *layout, lob_open_layout_response *response) {
    uint32_t count = lob_layout_top_count(layout);
    uint32_t listed = count < LOB_LIMIT_TOP_CELLS_LISTED ? count : LOB_LIMIT_TOP_CELLS_LISTED;
    lob_str *names = LOB_NEW_ARRAY(ctx->arena, lob_str, listed);
    if (!names) {
        return lob_fail_memory(ctx);
    }
    size_t room = LOB_LIMIT_PAGE_WEIGHT;
    response->top_cells.items = names;
    for (uint32_t i = 0; i < listed; i++) {
        lob_shown shown;
        lob_str name = lob_layout_cell(layout, lob_layout_top(layout, i))->name;
        LOB_TRY(lob_name_show(ctx, name, LOB_LIMIT_NAME_TEXT_SIZE, &shown));
        if (!lob_room_take(&room, TOP_WEIGHT + lob_text_weight(shown.text), i == 0)) {
            break;
        }
        names[response->top_cells.count++] = shown.text;
    }
    response->truncation.top_cells_dropped = (int64_t)(count - response->top_cells.count);
    response->truncation.has_top_cells_dropped = response->truncation.top_cells_dropped > 0;
    return LOB_OK;
}

static lob_status show_layers(lob_ctx *ctx, const lob_layout *layout, const lob_looks *looks,
                              lob_open_layout_response *response) {
    uint32_t count = lob_layout_layer_count(layout);
    uint32_t listed = count < LOB_LIMIT_LAYERS_IN_SUMMARY ? count : LOB_LIMIT_LAYERS_IN_SUMMARY;
    lob_layer_ref *layers = LOB_NEW_ARRAY(ctx->arena, lob_layer_ref, listed);
    if (!layers) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < listed; i++) {
        LOB_TRY(lob_layer_look_show(ctx, lob_layout_layer(layout, i), &looks->layers[i], &layers[i]));
    }
    response->layers.items = layers;
    response->layers.count = listed;
    response->layer_count = count;
    response->truncation.layers_dropped = count - listed;
    return LOB_OK;
}

/* Those of the layer properties are few; they come last and are always listed. */
static lob_status show_warnings(lob_ctx *ctx, const lob_layout *layout, const lob_layer_file *file,
                                lob_open_layout_response *response) {
    uint32_t count = lob_layout_warning_count(layout);
    uint32_t listed = count < LOB_LIMIT_WARNINGS_LISTED ? count : LOB_LIMIT_WARNINGS_LISTED;
    lob_warning_item *items = LOB_NEW_ARRAY(ctx->arena, lob_warning_item, (size_t)listed + LOB_LYP_WARNING_MAX);
    if (!items) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < listed; i++) {
        const lob_warning *warning = lob_layout_warning(layout, i);
        items[i] = (lob_warning_item){.kind = lob_str_from(warning->kind),
                                      .message = lob_str_from(warning->text),
                                      .count = lob_count_show(warning->count),
                                      .has_offset = true,
                                      .offset = lob_count_show(warning->offset)};
    }
    memcpy(items + listed, file->warnings, sizeof file->warnings);
    response->warnings.items = items;
    response->warnings.count = listed + file->warning_count;
    response->truncation.warnings_dropped = count - listed;
    response->truncation.has_warnings_dropped = count > listed;
    return LOB_OK;
}

static lob_status show_lyp(lob_ctx *ctx, const lob_layer_file *file, lob_open_layout_response *response) {
    const lob_looks *looks = file->looks;
    if (!looks->lyp) {
        return LOB_OK;
    }
    response->lyp = LOB_NEW(ctx->arena, lob_open_layout_response_lyp);
    if (!response->lyp) {
        return lob_fail_memory(ctx);
    }
    *response->lyp = (lob_open_layout_response_lyp){.path = looks->lyp_path,
                                                    .found = file->is_given ? LOB_OPEN_LAYOUT_RESPONSE_LYP_FOUND_GIVEN
                                                                            : LOB_OPEN_LAYOUT_RESPONSE_LYP_FOUND_BESIDE,
                                                    .entry_count = looks->lyp->entry_count,
                                                    .layer_count = looks->layer_count_matched};
    return LOB_OK;
}

static lob_status show_layout(lob_ctx *ctx, const lob_layout *layout, lob_cell_index top, const lob_layer_file *file,
                              lob_open_layout_response *response) {
    const lob_cell *cell = lob_layout_cell(layout, top);
    lob_shown name;
    LOB_TRY(lob_name_show(ctx, cell->name, LOB_LIMIT_NAME_TEXT_SIZE, &name));
    response->selected_top_cell = name.text;
    response->dbu = lob_layout_dbu(layout);
    response->bbox_empty = lob_box_show(cell->box, response->dbu, &response->bbox_um, &response->bbox_dbu);
    response->has_bbox_empty = response->bbox_empty;
    response->cell_count = lob_layout_cell_count(layout);
    response->shape_count = lob_count_show(cell->shape_count_expanded);
    response->instance_count = lob_count_show(cell->inst_count_expanded_total);
    LOB_TRY(show_tops(ctx, layout, response));
    LOB_TRY(show_layers(ctx, layout, file->looks, response));
    LOB_TRY(show_lyp(ctx, file, response));
    return show_warnings(ctx, layout, file, response);
}

/* Conventions are told by what the layout holds, or by the file that was given. */
static lob_status make_pic(lob_call *call, lob_layout *layout, lob_str convention_path, lob_session_new *what) {
    lob_str text;
    if (!convention_path.data) {
        return lob_pic_open(call->ctx, layout, NULL, &what->pic);
    }
    LOB_TRY(lob_convention_file_read(call, convention_path, &text));
    what->convention = text;
    lob_status status = lob_pic_open(call->ctx, layout, &text, &what->pic);
    if (status != LOB_OK) {
        lob_error_text(&call->ctx->error, "argument", LOB_STR("convention_path"));
    }
    return status;
}

/* Looking for ports costs more than reading where millions of shapes lie flat: then it is left to who asks for them. */
enum { PORTS_SOUGHT_SHAPES_MAX = 500000 };

static bool seeks_ports(const lob_layout *layout) {
    uint64_t shapes = 0;
    for (uint32_t c = 0; c < lob_layout_cell_count(layout); c++) {
        shapes = lob_u64_add_sat(shapes, lob_layout_cell(layout, c)->shape_count);
    }
    return shapes <= PORTS_SOUGHT_SHAPES_MAX;
}

static lob_status show_pic(lob_call *call, lob_pic *pic, const lob_layout *layout, lob_open_layout_response *response) {
    uint64_t count = 0;
    response->has_ports_found = seeks_ports(layout);
    if (response->has_ports_found) {
        LOB_TRY(lob_pic_port_count(call->ctx, pic, &count));
    }
    response->ports_found = lob_count_show(count);
    return lob_conventions_show(call->ctx, pic, &response->conventions_detected.items,
                                &response->conventions_detected.count);
}

static lob_status show_source(lob_ctx *ctx, const lob_open_layout_request *request, const lob_read_result *result,
                              lob_open_layout_response *response) {
    char *sha256 = lob_arena_strdup(ctx->arena, result->sha256, sizeof result->sha256 - 1);
    if (!sha256) {
        return lob_fail_memory(ctx);
    }
    response->source = (lob_open_layout_response_source){.path = request->path,
                                                         .format = result->format == LOB_FORMAT_GDS
                                                                       ? LOB_OPEN_LAYOUT_RESPONSE_SOURCE_FORMAT_GDS
                                                                       : LOB_OPEN_LAYOUT_RESPONSE_SOURCE_FORMAT_OAS,
                                                         .sha256 = {sha256, sizeof result->sha256 - 1},
                                                         .size_bytes = lob_count_show(result->file_size),
                                                         .is_gzip = result->is_gzip};
    return LOB_OK;
}

/* `what` holds what the session takes over: pic and looks. */
static lob_status make_session(lob_call *call, const lob_open_layout_request *request, source *s, lob_session_new *what,
                               lob_open_layout_response *response) {
    if (is_hashed(request) && !s->content_hash[0]) {
        LOB_TRY(lob_layout_content_hash(call->ctx, s->read.layout, s->content_hash));
    }
    what->content_hash = s->content_hash;
    LOB_TRY(lob_session_create(call->ctx, call->sessions, what, &call->session));
    call->opened_session = true;
    response->session_id = lob_str_from(call->session->id);
    response->content_hash = lob_str_from(call->session->content_hash);
    if (response->truncation.layers_dropped > 0) {
        lob_notes notes = {.count = 0};
        LOB_TRY(lob_note(call->ctx, &notes, "%d of %lld layers are listed; list_layers has all.",
                         LOB_LIMIT_LAYERS_IN_SUMMARY, (long long)response->layer_count));
        LOB_TRY(
            lob_notes_show(call->ctx, &notes, &response->notes.items, &response->notes.count, &response->has_notes));
    }
    response->artifact_root = lob_str_from(call->session->artifact_path);
    return LOB_OK;
}

static lob_status fill(lob_call *call, const lob_open_layout_request *request, source *s, lob_session_new *what,
                       lob_open_layout_response *response) {
    const lob_read_result *result = &s->read;
    lob_layer_file file;
    LOB_TRY(make_pic(call, result->layout, request->convention_path, what));
    LOB_TRY(lob_layer_file_open(call, result->layout, what->pic, request->path, request->lyp_path, &file));
    what->looks = file.looks;
    LOB_TRY(show_source(call->ctx, request, result, response));
    LOB_TRY(show_layout(call->ctx, result->layout, what->top, &file, response));
    LOB_TRY(show_pic(call, what->pic, what->layout, response));
    return make_session(call, request, s, what, response);
}

static lob_status answer(lob_call *call, const lob_open_layout_request *request, source *s,
                         lob_open_layout_response *response) {
    const lob_read_result *result = &s->read;
    lob_session_new what = {.layout = result->layout,
                            .source_path = request->path,
                            .format = lob_format_name(result->format),
                            .sha256 = result->sha256};
    LOB_TRY(select_top(call->ctx, result->layout, request->top_cell, &what.top));
    lob_status status = fill(call, request, s, &what, response);
    if (status != LOB_OK) {
        lob_looks_drop(what.looks);
        lob_pic_drop(what.pic);
    }
    return status;
}

lob_status lob_tool_open_layout(lob_call *call, const lob_open_layout_request *request,
                                lob_open_layout_response *response) {
    source s = {.again_fd = -1};
    lob_status status = read_file(call, request, &s);
    if (status == LOB_OK) {
        status = answer(call, request, &s, response);
    }
    if (status == LOB_OK) {
        keep(call, &s);
    }
    if (s.again_fd >= 0) {
        close(s.again_fd);
    }
    lob_layout_drop(s.read.layout); /* the session keeps its own reference */
    return status;
}
