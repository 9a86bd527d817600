/* Opening a layout file. The bytes decide what a file is: real collections hold GDSII named .oas and plain GDSII named
 * .gds.gz; a parser chosen by the name would be open to confusion. */
#include "io/read.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/team.h"
#include "io/gds/gds.h"
#include "io/oas/oas.h"

static lob_status refuse(lob_ctx *ctx, const char *reason, const char *message, const char *hint) {
    lob_fail(ctx, LOB_E_UNSUPPORTED_FORMAT, "%s", message);
    lob_hint(ctx, "%s", hint);
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    lob_error_integer(&ctx->error, "offset", 0);
    return LOB_E_UNSUPPORTED_FORMAT;
}

static lob_status refuse_unknown(lob_ctx *ctx, lob_source *source) {
    const uint8_t *data;
    size_t have = 0;
    (void)lob_source_peek(source, 1, &data, &have); /* the sniffer has peeked: nothing is read here */
    if (have == 0) {
        return refuse(ctx, "empty", "The file is empty.", "Write the layout again, or check the path.");
    }
    return refuse(ctx, "not_a_layout", "The file is neither GDSII nor OASIS.",
                  "Export the layout as GDSII or OASIS and open that file.");
}

static lob_status warn_mismatch(const lob_read_options *options, lob_format format, const lob_sink *sink) {
    if (options->expected == LOB_FORMAT_UNKNOWN || options->expected == format) {
        return LOB_OK;
    }
    return sink->warning(sink->self, "format_mismatch",
                         "The file has another layout format than its name or the request says: the content decides.",
                         0);
}

static lob_status read_format(lob_ctx *ctx, lob_source *source, lob_format format, const lob_sink *sink,
                              bool is_strict) {
    switch (format) {
    case LOB_FORMAT_GDS:
        return lob_gds_read(ctx, source, sink, is_strict);
    case LOB_FORMAT_OAS:
        return lob_oas_read(ctx, source, sink, is_strict);
    default:
        return refuse_unknown(ctx, source);
    }
}

static lob_status read_source(lob_ctx *ctx, lob_source *source, lob_builder *builder, const lob_read_options *options,
                              lob_read_result *result) {
    const lob_sink *sink = lob_builder_sink(builder);
    LOB_TRY(lob_format_sniff(source, &result->format));
    LOB_TRY(warn_mismatch(options, result->format, sink));
    LOB_TRY(read_format(ctx, source, result->format, sink, options->is_strict));
    LOB_TRY(lob_source_sha256(source, result->sha256));
    return lob_builder_freeze(builder, &result->layout);
}

/* ---- by several threads ---- */

/* OASIS is some twenty times as dense. */
enum { GDS_PART_SIZE = 1 << 20, OAS_PART_SIZE = 1 << 17, GDS_FILE_SIZE_MIN = 8 << 20, OAS_FILE_SIZE_MIN = 1 << 20 };

static lob_status read_parts(lob_ctx *ctx, lob_source *source, lob_builder *builder, const lob_read_options *options,
                             lob_read_result *result) {
    LOB_TRY(lob_format_sniff(source, &result->format));
    const bool is_oas = result->format == LOB_FORMAT_OAS;
    const uint64_t size_min = options->part_size ? 0 : is_oas ? OAS_FILE_SIZE_MIN : GDS_FILE_SIZE_MIN;
    if (result->format == LOB_FORMAT_UNKNOWN || result->is_gzip || result->file_size < size_min) {
        return read_source(ctx, source, builder, options, result);
    }
    const size_t usual = is_oas ? OAS_PART_SIZE : GDS_PART_SIZE;
    const lob_parts_read how = {
        .thread_count = options->thread_count,
        .part_size = options->part_size ? options->part_size : usual,
        .builder = {.size_max = options->layout_size_max, .weigh = options->weigh, .is_strict = options->is_strict}};
    LOB_TRY(warn_mismatch(options, result->format, lob_builder_sink(builder)));
    LOB_TRY(is_oas ? lob_oas_read_parts(ctx, source, builder, &how) : lob_gds_read_parts(ctx, source, builder, &how));
    result->is_parted = true;
    LOB_TRY(lob_source_sha256(source, result->sha256));
    return lob_builder_freeze(builder, &result->layout);
}

/* ---- both ---- */

typedef lob_status reading(lob_ctx *ctx, lob_source *source, lob_builder *builder, const lob_read_options *options,
                           lob_read_result *result);

static lob_status read_with(lob_ctx *ctx, int fd, const lob_read_options *options, reading *read,
                            lob_read_result *result) {
    lob_source_options source_options = {.inflated_max = options->inflated_max, .hash = true};
    lob_builder_options builder_options = {
        .size_max = options->layout_size_max, .weigh = options->weigh, .is_strict = options->is_strict};
    lob_source *source;
    LOB_TRY(lob_source_open_fd(ctx, fd, &source_options, &source));
    result->is_gzip = lob_source_is_gzip(source);
    result->file_size = lob_source_file_size(source);
    lob_builder *builder = lob_builder_new(ctx, &builder_options);
    lob_status status = builder ? read(ctx, source, builder, options, result) : ctx->error.code;
    lob_source_work(source, &result->operations, &result->inflated_size);
    lob_builder_drop(builder);
    lob_source_close(source);
    return status;
}

/* Can the file be read again from its beginning, and is it worth a thread? */
static bool may_be_parted(int fd, lob_read_options *options) {
    struct stat info;
    const lob_team team = {.thread_count = options->thread_count};
    options->thread_count = lob_team_threads(&team);
    return options->thread_count > 1 && fstat(fd, &info) == 0 && S_ISREG(info.st_mode) &&
           (options->part_size || info.st_size >= OAS_FILE_SIZE_MIN) && lseek(fd, 0, SEEK_CUR) == 0;
}

/* Whatever stops the threads, but for who asked, the reading in one go decides what is wrong. */
static lob_status read_layout(lob_ctx *ctx, int fd, const lob_read_options *asked, lob_read_result *result) {
    lob_read_options options = *asked;
    const int again = may_be_parted(fd, &options) ? fcntl(fd, F_DUPFD_CLOEXEC, 0) : -1;
    if (again < 0) {
        return read_with(ctx, fd, &options, read_source, result);
    }
    lob_status status = read_with(ctx, fd, &options, read_parts, result);
    if (status == LOB_OK || status == LOB_E_CANCELLED) {
        close(again);
        return status;
    }
    lob_error_clear(&ctx->error);
    *result = (lob_read_result){0};
    (void)lseek(again, 0, SEEK_SET); /* its place could be read before; a wrong one shows as a changed file */
    return read_with(ctx, again, &options, read_source, result);
}

/* The layout outlives the request, so it is not the request's: while it is read, its bound and that of the work count.
 */
lob_status lob_read_layout(lob_ctx *ctx, int fd, const lob_read_options *options, lob_read_result *result) {
    lob_account account;
    *result = (lob_read_result){0};
    if (options->layout_size_max == 0) {
        return read_layout(ctx, fd, options, result);
    }
    lob_account_init(&account, "layout_size", (int64_t)options->layout_size_max + LOB_LIMIT_REQUEST_MEMORY_SIZE);
    lob_account *before = lob_account_enter(&account);
    lob_status status = read_layout(ctx, fd, options, result);
    lob_account_end(&account, before);
    return status;
}
