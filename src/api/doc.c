/* The doc: a layout read from a file, and what it says of itself. Invariant: nothing here changes a doc, so threads
 * share it without locks. */
#include "api/api_impl.h"
#include "base/alloc.h"
#include "base/file.h"
#include "base/limits.h"
#include "io/write.h"

/* ---- opening ---- */

static lob_status read_doc(lob_desk *desk, const char *path, lob_doc *doc) {
    lob_ctx *ctx = &desk->ctx;
    struct stat info;
    const char *absolute;
    int fd;
    LOB_TRY(lob_api_path(desk, path, &absolute));
    lob_status status = lob_file_open_input(ctx, NULL, lob_str_from(absolute), 0, &fd, &info);
    if (status == LOB_E_FILE_NOT_FOUND) { /* the hint below speaks of servers */
        ctx->error.hint[0] = '\0';
        lob_hint(ctx, "Check the spelling; a relative name is looked up from the folder the program runs in.");
    }
    LOB_TRY(status);
    const lob_read_options options = {.expected = lob_format_from_name(lob_str_from(path)),
                                      .inflated_max = LOB_LIMIT_INFLATED_SIZE,
                                      .layout_size_max = LOB_LIMIT_LAYOUT_SIZE};
    return lob_read_layout(ctx, fd, &options, &doc->told);
}

int lob_doc_open(lob_desk *desk, const char *path, lob_doc **doc) {
    lob_ctx *ctx = lob_api_begin(desk);
    lob_doc *fresh = lob_calloc(1, sizeof *fresh);
    lob_status status = fresh ? read_doc(desk, path, fresh) : lob_fail_memory(ctx);
    if (status != LOB_OK) {
        lob_free(fresh);
        return lob_api_end(status);
    }
    fresh->layout = fresh->told.layout;
    *doc = fresh;
    return 0;
}

void lob_doc_close(lob_doc *doc) {
    if (doc) {
        lob_layout_drop(doc->layout);
        lob_free(doc);
    }
}

/* ---- what it says ---- */

void lob_doc_describe(const lob_doc *doc, lob_doc_info *info) {
    *info = (lob_doc_info){.format = lob_layout_format(doc->layout),
                           .is_gzip = doc->told.is_gzip,
                           .dbu_um = lob_layout_dbu(doc->layout),
                           .file_size = doc->told.file_size,
                           .layer_count = lob_layout_layer_count(doc->layout),
                           .cell_count = lob_layout_cell_count(doc->layout),
                           .top_count = lob_layout_top_count(doc->layout),
                           .warning_count = lob_layout_warning_count(doc->layout)};
    memcpy(info->sha256, doc->told.sha256, sizeof info->sha256);
}

int lob_doc_layer_at(const lob_doc *doc, uint32_t index, lob_doc_layer *layer) {
    if (index >= lob_layout_layer_count(doc->layout)) {
        return -1;
    }
    const lob_layer *from = lob_layout_layer(doc->layout, index);
    *layer = (lob_doc_layer){from->layer, from->datatype, from->name.size ? from->name.data : "", from->name.size};
    return 0;
}

int lob_doc_cell_at(const lob_doc *doc, uint32_t index, lob_doc_cell *cell) {
    if (index >= lob_layout_cell_count(doc->layout)) {
        return -1;
    }
    const lob_cell *from = lob_layout_cell(doc->layout, index);
    const bool has_box = !lob_box64_is_empty(from->box);
    *cell = (lob_doc_cell){.name = from->name.data,
                           .name_size = from->name.size,
                           .is_top = from->is_top,
                           .is_ghost = from->is_ghost,
                           .has_box = has_box,
                           .box = has_box ? lob_doc_box_from(from->box) : (lob_doc_box){0},
                           .shape_count = from->shape_count,
                           .shape_count_expanded = from->shape_count_expanded,
                           .instance_count = from->inst_count_expanded};
    return 0;
}

int lob_doc_warning_at(const lob_doc *doc, uint32_t index, lob_doc_warning *warning) {
    if (index >= lob_layout_warning_count(doc->layout)) {
        return -1;
    }
    const lob_warning *from = lob_layout_warning(doc->layout, index);
    *warning = (lob_doc_warning){from->kind, from->text, from->count};
    return 0;
}

uint32_t lob_doc_top_at(const lob_doc *doc, uint32_t index) {
    return index < lob_layout_top_count(doc->layout) ? lob_layout_top(doc->layout, index) : LOB_DOC_NONE;
}

uint32_t lob_doc_find_layer(const lob_doc *doc, uint32_t layer, uint32_t datatype) {
    return lob_layout_find_layer(doc->layout, layer, datatype);
}

uint32_t lob_doc_find_cell(const lob_doc *doc, const char *name, size_t name_size) {
    return lob_layout_find_cell(doc->layout, (lob_str){name, name_size});
}

/* ---- writing ---- */

static lob_status refuse_format(lob_ctx *ctx) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "The format to write is not known");
    lob_error_text(&ctx->error, "reason", LOB_STR("format"));
    lob_hint(ctx, "Give the format \"gds\" or \"oas\", or a name that ends in .gds or .oas, each also with .gz.");
    return status;
}

static lob_format format_of(const char *format, const char *path) {
    if (!format) {
        return lob_format_from_name(lob_str_from(path));
    }
    return strcmp(format, "gds") == 0   ? LOB_FORMAT_GDS
           : strcmp(format, "oas") == 0 ? LOB_FORMAT_OAS
                                        : LOB_FORMAT_UNKNOWN;
}

static bool ends_in_gz(const char *path) {
    const size_t size = strlen(path);
    return size > 3 && (strcmp(path + size - 3, ".gz") == 0 || strcmp(path + size - 3, ".GZ") == 0);
}

static lob_status write_doc(lob_desk *desk, const lob_doc *doc, const char *path, const char *format,
                            lob_write_warnings *lost) {
    lob_ctx *ctx = &desk->ctx;
    const char *absolute;
    const lob_write_options options = {.format = format_of(format, path), .gzip = ends_in_gz(path)};
    if (options.format == LOB_FORMAT_UNKNOWN) {
        return refuse_format(ctx);
    }
    LOB_TRY(lob_api_path(desk, path, &absolute));
    return lob_write_file(ctx, doc->layout, &options, absolute, lost);
}

int lob_doc_write(lob_desk *desk, const lob_doc *doc, const char *path, const char *format,
                  const lob_doc_warning **warnings, size_t *count) {
    lob_ctx *ctx = lob_api_begin(desk);
    lob_write_warnings lost = {0};
    lob_doc_warning *told = LOB_NEW_ARRAY(ctx->arena, lob_doc_warning, LOB_WRITE_WARNING_COUNT_MAX);
    lob_status status = told ? write_doc(desk, doc, path, format, &lost) : lob_fail_memory(ctx);
    if (status != LOB_OK) {
        return lob_api_end(status);
    }
    for (unsigned i = 0; i < lost.count; i++) {
        told[i] = (lob_doc_warning){lost.items[i].kind, lost.items[i].text, lost.items[i].count};
    }
    if (warnings) {
        *warnings = told;
        *count = lost.count;
    }
    return 0;
}

int lob_desk_save(lob_desk *desk, const char *path, const void *bytes, size_t size) {
    lob_ctx *ctx = lob_api_begin(desk);
    const char *absolute;
    lob_status status = lob_api_path(desk, path, &absolute);
    if (status == LOB_OK) {
        status = lob_write_bytes(ctx, (lob_str){bytes, size}, absolute);
    }
    return lob_api_end(status);
}
