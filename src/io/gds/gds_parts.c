/* GDSII read in parts: the file is cut between structures by the lengths and types of its records alone.
 *
 * Invariant: what goes into a part begins with BGNSTR and ends with ENDSTR, as far as types tell; the head goes to the
 * builder itself, first. Behind ENDLIB nothing but zeros may come. Whatever is otherwise ends the attempt.
 */
#include "io/gds/gds.h"
#include "io/gds/reader.h"

enum { TRAILER_MAX = 1 << 16, RECTANGLE_REST = 48 };

typedef struct cutter {
    lob_ctx *ctx;
    lob_source *source;
    lob_builder *builder;
    const lob_parts_read *how;
    lob_part_ring *parts;
    lob_buf bytes; /* of the part on its way */
    uint64_t offset;
    uint64_t size_max; /* of a part */
    const uint8_t *window, *at, *end;
    bool has_head, is_ended;
} cutter;

static lob_status odd(cutter *c) {
    lob_fail(c->ctx, LOB_E_UNSUPPORTED_FORMAT, "The file has to be read in one go.");
    lob_hint(c->ctx, "Nobody sees this: the file is read again in one go.");
    return LOB_E_UNSUPPORTED_FORMAT;
}

static lob_status parse_run(lob_ctx *ctx, void *arg, const uint8_t *data, size_t size, uint64_t offset,
                            lob_builder *builder) {
    const lob_parts_read *how = arg;
    const lob_gds_run run = {data, size, offset};
    return lob_gds_read_run(ctx, &run, lob_builder_sink(builder), how->builder.is_strict);
}

/* What the window has up to here belongs to the part. */
static lob_status keep(cutter *c) {
    const size_t size = (size_t)(c->at - c->window);
    if (c->bytes.size + size > c->size_max) {
        return odd(c);
    }
    lob_buf_add(&c->bytes, c->window, size);
    lob_source_skip(c->source, size);
    c->window = c->at;
    return lob_gds_buf_status(c->ctx, &c->bytes);
}

static lob_status end_part(cutter *c) {
    LOB_TRY(keep(c));
    if (c->bytes.size == 0) {
        return LOB_OK;
    }
    const uint64_t size = c->bytes.size;
    LOB_TRY(lob_parts_add(c->parts, &c->bytes, c->offset));
    c->offset += size;
    return LOB_OK;
}

static lob_status end_head(cutter *c) {
    LOB_TRY(keep(c));
    LOB_TRY(parse_run(c->ctx, (void *)(uintptr_t)c->how, (const uint8_t *)c->bytes.data, c->bytes.size, 0, c->builder));
    c->offset = c->bytes.size;
    c->has_head = true;
    lob_buf_clear(&c->bytes);
    return LOB_OK;
}

/* A whole record, of `length` bytes, lies at c->at. */
static lob_status pass(cutter *c, unsigned type, unsigned length) {
    if (!c->has_head && type == GDS_BGNSTR) {
        LOB_TRY(end_head(c));
    }
    if (type == GDS_ENDLIB) {
        LOB_TRY(c->has_head ? end_part(c) : odd(c));
        c->is_ended = true;
    }
    c->at += length;
    const bool is_cell_end = type == GDS_ENDSTR && c->has_head;
    return is_cell_end && c->bytes.size + (size_t)(c->at - c->window) >= c->how->part_size ? end_part(c) : LOB_OK;
}

/* Most of a window are records that say nothing here. */
static inline bool is_plain(const uint8_t *p, const uint8_t *end, unsigned *type, unsigned *length) {
    *length = lob_gds_u16(p);
    *type = p[2];
    return *length >= GDS_HEADER_SIZE && (size_t)(end - p) >= *length && *type != GDS_BGNSTR && *type != GDS_ENDSTR &&
           *type != GDS_ENDLIB;
}

/* XY of five points and ENDEL: passed at once, for they are most of a chip. */
static inline bool is_rectangle_rest(const uint8_t *p) {
    static const uint8_t xy[] = {0, 44, GDS_XY, GDS_INT32}, end[] = {0, 4, GDS_ENDEL, GDS_NONE};
    return memcmp(p, xy, sizeof xy) == 0 && memcmp(p + 44, end, sizeof end) == 0;
}

static lob_status pass_window(cutter *c) {
    while (!c->is_ended && c->end - c->at >= GDS_HEADER_SIZE) {
        unsigned type, length;
        while (c->end - c->at >= GDS_HEADER_SIZE && is_plain(c->at, c->end, &type, &length)) {
            c->at += length;
            if (type == GDS_DATATYPE && c->end - c->at >= RECTANGLE_REST && is_rectangle_rest(c->at)) {
                c->at += RECTANGLE_REST;
            }
        }
        if (c->end - c->at < GDS_HEADER_SIZE) {
            break;
        }
        if (length < GDS_HEADER_SIZE) {
            return odd(c);
        }
        if ((size_t)(c->end - c->at) < length) {
            break;
        }
        LOB_TRY(pass(c, type, length));
    }
    return LOB_OK;
}

/* At least one whole record more. */
static lob_status next_window(cutter *c) {
    size_t have, need = GDS_HEADER_SIZE;
    LOB_TRY(keep(c));
    LOB_TRY(lob_source_peek(c->source, need, &c->window, &have));
    if (have >= need && lob_gds_u16(c->window) > have) {
        need = lob_gds_u16(c->window);
        LOB_TRY(lob_source_peek(c->source, need, &c->window, &have));
    }
    c->at = c->window;
    c->end = c->window + have;
    return have < need ? odd(c) : LOB_OK;
}

static lob_status check_trailer(cutter *c) {
    uint64_t size = 0;
    for (;;) {
        const uint8_t *data;
        size_t have;
        lob_source_skip(c->source, (size_t)(c->at - c->window));
        LOB_TRY(lob_source_peek(c->source, 1, &data, &have));
        if (have == 0) {
            return LOB_OK;
        }
        size += have;
        for (size_t i = 0; i < have; i++) {
            if (data[i] != 0 || size > TRAILER_MAX) {
                return odd(c);
            }
        }
        c->window = data;
        c->at = data + have;
    }
}

static lob_status cut(cutter *c) {
    while (!c->is_ended) {
        LOB_TRY(lob_poll(c->ctx));
        lob_progress(c->ctx, lob_source_fraction(c->source), 1, "reading the layout");
        LOB_TRY(next_window(c));
        LOB_TRY(pass_window(c));
    }
    LOB_TRY(check_trailer(c));
    LOB_TRY(lob_parts_end(c->parts));
    const lob_sink *sink = lob_builder_sink(c->builder);
    return sink->end_layout(sink->self);
}

lob_status lob_gds_read_parts(lob_ctx *ctx, lob_source *source, lob_builder *builder, const lob_parts_read *how) {
    const lob_parts_options options = {
        .thread_count = how->thread_count, .builder = how->builder, .parse = parse_run, .arg = (void *)(uintptr_t)how};
    cutter c = {.ctx = ctx, .source = source, .builder = builder, .how = how};
    c.size_max = lob_parts_size_max(lob_source_file_size(source), how->thread_count);
    lob_buf_init(&c.bytes, 0);
    c.parts = lob_parts_open(ctx, &options, builder);
    lob_status status = c.parts ? cut(&c) : odd(&c);
    lob_parts_close(c.parts);
    lob_buf_release(&c.bytes);
    return status;
}
