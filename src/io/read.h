/* Opening a layout file: sniff by first bytes, read by the right reader, freeze. */
#ifndef LOB_IO_READ_H
#define LOB_IO_READ_H

#include "db/builder.h"
#include "io/source.h"

typedef enum { LOB_FORMAT_UNKNOWN, LOB_FORMAT_GDS, LOB_FORMAT_OAS } lob_format;

/* By the extension of a name: .gds .gdsii .oas .oasis, each also with .gz, in any case; else UNKNOWN. */
lob_format lob_format_from_name(lob_str path);
/* By the first bytes of the (inflated) stream; consumes nothing. */
lob_status lob_format_sniff(lob_source *source, lob_format *format);
const char *lob_format_name(lob_format format); /* "gds" | "oas" | "unknown" */

typedef struct lob_read_options {
    lob_format expected; /* from the request or the name; UNKNOWN: no opinion. Bytes win; a warning says so. */
    uint64_t inflated_max, layout_size_max;
    bool weigh;     /* the content hash will be asked for (db/builder.h) */
    bool is_strict; /* refuse deviations that would else be warnings (docs/mechanisms/reading.md) */
    /* How many threads parse, and in parts of how many bytes. 0: one for each processor, parts of a usual size, and
     * small files in one go. What is read is the same, and so is what is said of a bad file. */
    uint32_t thread_count;
    size_t part_size;
} lob_read_options;

typedef struct lob_read_result {
    lob_layout *layout; /* one reference, the caller's */
    lob_format format;
    bool is_gzip, is_parted; /* is_parted: by several threads */
    uint64_t file_size;
    char sha256[65];
    uint64_t operations,
        inflated_size; /* OASIS: work against limits work_per_byte and work_free; also of a refused file */
} lob_read_result;

/* Takes over fd. Errors: UNSUPPORTED_FORMAT with details offset, record, record_index, cell, reason. */
lob_status lob_read_layout(lob_ctx *ctx, int fd, const lob_read_options *options, lob_read_result *result);

#endif
