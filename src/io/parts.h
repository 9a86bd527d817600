/* A file read in parts: runs of whole cells, parsed by several threads, put together in the order of the file.
 *
 * Who parses a part, and when, does not matter: a part goes into a builder of its own, and the builders are joined by
 * number (lob_builder_absorb). Whatever is wrong or odd with a file is no business of parts: they only ever say that it
 * has to be read in one go, from its beginning, and what that says counts. So errors are the same as ever.
 * Private to src/io.
 */
#ifndef LOB_IO_PARTS_H
#define LOB_IO_PARTS_H

#include "base/buf.h"
#include "db/builder.h"

/* Parses bytes [data, data + size), which began at `offset` of the file, into a builder. */
typedef lob_status lob_parts_parse(lob_ctx *ctx, void *arg, const uint8_t *data, size_t size, uint64_t offset,
                                   lob_builder *builder);

typedef struct lob_parts_options {
    uint32_t thread_count; /* that parse, 1 or more */
    lob_builder_options builder;
    lob_parts_parse *parse;
    void *arg; /* only read */
} lob_parts_options;

/* How a reader of a format cuts and reads. */
typedef struct lob_parts_read {
    uint32_t thread_count;
    size_t part_size;            /* bytes at which a part ends, with a cell */
    lob_builder_options builder; /* of a part: is_strict is the reader's as well */
} lob_parts_read;

/* A part may grow beyond its size by a cell, up to this: beyond it too much of the file would be one thread's. */
uint64_t lob_parts_size_max(uint64_t file_size, uint32_t thread_count);

typedef struct lob_part_ring lob_part_ring;

/* `into` gets the parts, in order. NULL: no threads or no memory; the file is read in one go. */
lob_part_ring *lob_parts_open(lob_ctx *ctx, const lob_parts_options *options, lob_builder *into);
void lob_parts_close(lob_part_ring *parts); /* NULL is fine; joins its threads */
/* One more part: takes the bytes over, and leaves an empty buffer. Waits as long as too many are on their way. */
lob_status lob_parts_add(lob_part_ring *parts, lob_buf *bytes, uint64_t offset);
/* All parts are in the builder. */
lob_status lob_parts_end(lob_part_ring *parts);

#endif
