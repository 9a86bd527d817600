/* Writing a layout: formats, and what a format could not hold. */
#ifndef LOB_IO_WRITE_H
#define LOB_IO_WRITE_H

#include "io/outfile.h"
#include "io/read.h"

enum { LOB_WRITE_WARNING_COUNT_MAX = 16 };

typedef struct lob_write_warning {
    const char *kind; /* static word */
    const char *text; /* static sentence */
    uint64_t count;   /* elements */
} lob_write_warning;

typedef struct lob_write_warnings {
    lob_write_warning items[LOB_WRITE_WARNING_COUNT_MAX];
    unsigned count;
} lob_write_warnings;

/* Adds `count` more elements of one kind; nothing when count is 0. */
static inline void lob_write_warn(lob_write_warnings *warnings, const char *kind, const char *text, uint64_t count) {
    if (count && warnings->count < LOB_WRITE_WARNING_COUNT_MAX) {
        warnings->items[warnings->count++] = (lob_write_warning){kind, text, count};
    }
}

typedef struct lob_write_options {
    lob_format format;
    bool gzip;            /* of lob_write_file() */
    bool without_context; /* leaves KLayout's context strings out; Debian's KLayout refuses those of newer ones */
} lob_write_options;

/* Writes a frozen layout as GDS or OAS; the caller ends `out`. The same layout gives the same bytes. */
lob_status lob_write_layout(lob_ctx *ctx, const lob_layout *layout, lob_format format, lob_outfile *out,
                            lob_write_warnings *warnings);

/* The same, as far as the options tell how. */
lob_status lob_write_layout_as(lob_ctx *ctx, const lob_layout *layout, const lob_write_options *options,
                               lob_outfile *out, lob_write_warnings *warnings);

/* The same into the file `path`, whole or not at all: written under another name beside it, forced to disk, renamed. An
 * existing regular file is replaced. Errors: as lob_outfile_fail(); INVALID_TARGET reason "not_regular". */
lob_status lob_write_file(lob_ctx *ctx, const lob_layout *layout, const lob_write_options *options, const char *path,
                          lob_write_warnings *warnings);
/* The same with bytes that are there already. */
lob_status lob_write_bytes(lob_ctx *ctx, lob_str bytes, const char *path);

#endif
