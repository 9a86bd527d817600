/* See layer_file.h. */
#include "tool/layer_file.h"

#include <string.h>
#include <strings.h>

#include "base/limits.h"
#include "io/read.h"

enum { LYP_SIZE_MAX = 1 << 24, LYP_INFLATED_MAX = 1 << 26 };

/* NAME.lyp for NAME.gds and NAME.gds.gz; data NULL for names that do not end like a layout's. */
static lob_status path_beside(lob_ctx *ctx, lob_str path, lob_str *beside) {
    static const char extension[] = ".lyp";
    *beside = (lob_str){0};
    if (lob_format_from_name(path) == LOB_FORMAT_UNKNOWN) {
        return LOB_OK;
    }
    size_t size = path.size;
    size -= strncasecmp(path.data + size - 3, ".gz", 3) == 0 ? 3 : 0;
    while (size > 0 && path.data[size - 1] != '.') {
        size--;
    }
    size--; /* the dot */
    char *text = lob_arena_alloc(ctx->arena, size + sizeof extension);
    if (!text) {
        return lob_fail_memory(ctx);
    }
    memcpy(text, path.data, size);
    memcpy(text + size, extension, sizeof extension);
    *beside = (lob_str){text, size + sizeof extension - 1};
    return LOB_OK;
}

static lob_status open_source(lob_call *call, lob_str path, lob_source **source) {
    lob_ctx *ctx = call->ctx;
    struct stat info;
    int fd = -1;
    if (path.size > LOB_LIMIT_PATH_SIZE) {
        lob_status status =
            lob_fail(ctx, LOB_E_FILE_NOT_FOUND, "The path of the layer properties is too long for a file name");
        lob_error_text(&ctx->error, "reason", LOB_STR("absent"));
        lob_hint(ctx, "Give the absolute path of an existing file, or leave lyp_path out.");
        return status;
    }
    LOB_TRY(lob_file_open_input(ctx, lob_sessions_roots(call->sessions), path, LYP_SIZE_MAX, &fd, &info));
    return lob_source_open_fd(ctx, fd, &(lob_source_options){.inflated_max = LYP_INFLATED_MAX}, source);
}

static lob_status open_looks(lob_call *call, const lob_layout *layout, const lob_pic *pic, lob_str path,
                             lob_looks **looks) {
    lob_source *source = NULL;
    LOB_TRY(open_source(call, path, &source));
    lob_status status = lob_looks_open(call->ctx, layout, pic, source, path, looks);
    lob_source_close(source);
    return status;
}

static const lob_error_detail *find_detail(const lob_error *error, const char *key) {
    for (unsigned i = 0; i < error->detail_count; i++) {
        if (strcmp(error->details[i].key, key) == 0) {
            return &error->details[i];
        }
    }
    return NULL;
}

static bool has_reason(const lob_error *error, const char *reason) {
    const lob_error_detail *detail = find_detail(error, "reason");
    return detail && detail->is_text && lob_str_equal(detail->text, lob_str_from(reason));
}

static lob_warning_item *add_warning(lob_layer_file *file, const char *kind, const char *message, uint64_t count) {
    lob_warning_item *item = &file->warnings[file->warning_count++];
    *item = (lob_warning_item){
        .kind = lob_str_from(kind), .message = lob_str_from(message), .count = lob_count_show(count)};
    return item;
}

/* What is wrong with the file alone becomes a warning; want of memory and cancellation stay errors. */
static lob_status forgive(lob_ctx *ctx, lob_layer_file *file) {
    static const char *const limits[] = {"file_size", "inflated_size", "inflated_ratio", "lyp_work"};
    const lob_error *error = &ctx->error;
    bool is_files = error->code == LOB_E_FILE_NOT_FOUND || error->code == LOB_E_UNSUPPORTED_FORMAT;
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        is_files = is_files || (error->code == LOB_E_TOOL_LIMIT_EXCEEDED && has_reason(error, limits[i]));
    }
    if (!is_files) {
        return error->code;
    }
    const lob_error_detail *offset = find_detail(error, "offset");
    if (error->code != LOB_E_FILE_NOT_FOUND || !has_reason(error, "absent")) {
        lob_warning_item *item =
            add_warning(file, "lyp_unusable",
                        offset ? "The layer properties beside the layout are damaged at this byte; they are not used"
                               : "The layer properties beside the layout cannot be read; they are not used",
                        1);
        item->has_offset = offset != NULL;
        item->offset = offset ? offset->integer : 0;
    }
    lob_error_clear(&ctx->error);
    return LOB_OK;
}

static void warn_of_parts(lob_layer_file *file, uint32_t layer_count) {
    const lob_lyp *lyp = file->looks->lyp;
    if (layer_count > 0 && file->looks->layer_count_matched == 0) {
        add_warning(file, "lyp_no_match",
                    "No entry of the layer properties names a layer of this layout: are they for another process?",
                    lyp->entry_count);
    }
    if (lyp->fault_count) {
        add_warning(file, "lyp_values", "Some values of the layer properties cannot be parsed; they are ignored",
                    lyp->fault_count);
    }
    if (lyp->tab_count > 1) {
        add_warning(file, "lyp_tabs", "The layer properties have several tabs; only the first is used",
                    lyp->tab_count - 1);
    }
}

static lob_status open_given(lob_call *call, const lob_layout *layout, const lob_pic *pic, lob_str path,
                             lob_layer_file *file) {
    lob_status status = open_looks(call, layout, pic, path, &file->looks);
    if (status != LOB_OK) {
        lob_error_text(&call->ctx->error, "argument", LOB_STR("lyp_path"));
        lob_error_text(&call->ctx->error, "path", path);
    }
    return status;
}

static lob_status open_beside(lob_call *call, const lob_layout *layout, const lob_pic *pic, lob_str layout_path,
                              lob_layer_file *file) {
    lob_str path;
    LOB_TRY(path_beside(call->ctx, layout_path, &path));
    if (path.data && open_looks(call, layout, pic, path, &file->looks) != LOB_OK) {
        LOB_TRY(forgive(call->ctx, file));
    }
    return LOB_OK;
}

lob_status lob_layer_file_open(lob_call *call, const lob_layout *layout, const lob_pic *pic, lob_str layout_path,
                               lob_str given, lob_layer_file *file) {
    *file = (lob_layer_file){.is_given = given.data != NULL};
    LOB_TRY(given.data ? open_given(call, layout, pic, given, file)
                       : open_beside(call, layout, pic, layout_path, file));
    if (!file->looks) {
        return lob_looks_open(call->ctx, layout, pic, NULL, (lob_str){0}, &file->looks);
    }
    warn_of_parts(file, lob_layout_layer_count(layout));
    return LOB_OK;
}
