/* OASIS read in parts: cells are handed on as they are, their CBLOCKs packed, and inflated and read by threads.
 *
 * The reader of the file keeps everything that is the file's: START and END, name tables, sums, limits, the places of
 * cells. Cells it writes out again into a part, without looking into their CBLOCKs; a block behind other contents may
 * be a name table's, so its first byte is inflated. Records between blocks it reads for their length, and tells nobody.
 *
 * Invariant: parts are joined before the reader handles any record but PAD and those of cells, so what it tells the
 * builder comes after all cells before. A part warns of nothing and defines nothing: a part that would is odd, and then
 * the file is read in one go. No operation of a part is free (work_free), so the sum of all stays within what the file
 * has a right to, wherever one looks.
 */
#include "base/alloc.h"
#include "base/limits.h"
#include "io/oas/oas.h"
#include "io/oas/reader.h"
#include "io/parts.h"

/* Work a byte that reading records for their length may take: more is odd, and the file is read in one go. */
enum { VARINT_SIZE_MAX = 10, END_PADS = 256, CUT_WORK_PER_BYTE = 8, CUT_WORK_FREE = 1 << 20 };

struct oas_cutter {
    const lob_parts_read *how;
    lob_part_ring *ring; /* owned */
    lob_buf bytes;       /* of the part on its way */
    lob_buf name;
    uint64_t size_max;
    uint64_t cut_work; /* of records read for their length; not in the count of the file */
    bool in_run, has_contents, is_pending;
    atomic_ullong work, bytes_seen; /* of the parts */
};

static lob_status odd(oas_reader *r) {
    return oas_fail(&r->s, "parts", "the file has to be read in one go", NULL);
}

/* ---- a part ---- */

static lob_status read_part(lob_ctx *ctx, void *arg, const uint8_t *data, size_t size, uint64_t offset,
                            lob_builder *builder) {
    oas_cutter *c = arg;
    const lob_source_options options = {.inflated_max = 0};
    lob_source *source;
    uint64_t work, seen;
    (void)offset;
    LOB_TRY(lob_source_open_memory(ctx, data, size, &options, &source));
    lob_status status = oas_read_cells(ctx, source, lob_builder_sink(builder), c->how->builder.is_strict);
    lob_source_work(source, &work, &seen);
    lob_source_close(source);
    atomic_fetch_add(&c->work, work);
    atomic_fetch_add(&c->bytes_seen, seen - END_PADS);
    if (status == LOB_OK && lob_builder_has_warned(builder)) {
        status = lob_fail(ctx, LOB_E_UNSUPPORTED_FORMAT, "A part warns of something.");
        lob_hint(ctx, "Nobody sees this: the file is read again in one go.");
    }
    return status;
}

/* ---- cutting ---- */

/* The element that waits is a part's. */
static void drop_pending(oas_reader *r) {
    r->pending = OAS_NOTHING;
    r->prop_count = 0;
    lob_arena_reset(r->prop_arena);
}

static void put_varint(lob_buf *out, uint64_t value) {
    for (; value >= 0x80; value >>= 7) {
        lob_buf_add_byte(out, (char)(value | 0x80));
    }
    lob_buf_add_byte(out, (char)value);
}

static lob_status end_part(oas_reader *r) {
    oas_cutter *c = r->cutter;
    static const char pads[END_PADS];
    if (c->bytes.size == 0) {
        return LOB_OK;
    }
    lob_buf_add(&c->bytes, pads, sizeof pads); /* the slack that inflating needs */
    if (c->bytes.failed) {
        return lob_fail_memory(r->ctx);
    }
    LOB_TRY(lob_poll(r->ctx));
    lob_progress(r->ctx, lob_source_fraction(r->s.source), 1, "reading OASIS");
    c->is_pending = true;
    r->m.was_set = UINT32_MAX; /* nobody knows: what a record leaves out then is no default */
    return lob_parts_add(c->ring, &c->bytes, 0);
}

static lob_status join_all(oas_reader *r) {
    oas_cutter *c = r->cutter;
    c->in_run = false;
    LOB_TRY(end_part(r));
    if (c->is_pending) {
        c->is_pending = false;
        return lob_parts_end(c->ring);
    }
    return LOB_OK;
}

static lob_status take_cell(oas_reader *r, unsigned id) {
    oas_cutter *c = r->cutter;
    if (c->bytes.size >= c->how->part_size) {
        LOB_TRY(end_part(r));
    }
    LOB_TRY(oas_close_cell(r));
    lob_buf_add_byte(&c->bytes, (char)id);
    if (id == OAS_CELL_REF) {
        uint64_t ref;
        LOB_TRY(oas_uint(&r->s, &ref));
        LOB_TRY(oas_strict_cell_number(r, ref));
        put_varint(&c->bytes, ref);
    } else {
        LOB_TRY(oas_string(&r->s, OAS_N_STRING, &c->name));
        LOB_TRY(oas_strict_cell_name(r, (lob_str){c->name.data, c->name.size}));
        put_varint(&c->bytes, c->name.size);
        lob_buf_add(&c->bytes, c->name.data, c->name.size);
    }
    r->prop_target = OAS_PROPS_CELL;
    c->in_run = true;
    c->has_contents = false;
    return LOB_OK;
}

/* The id of the first record of a block, whose bytes come next; all that is known of it when it takes more than the
 * window has, or none: odd. */
static lob_status first_record(oas_reader *r, uint64_t compressed, unsigned *id) {
    oas_stream *s = &r->s;
    bool more;
    uint8_t byte = 0;
    LOB_TRY(oas_more(s, &more));
    const size_t have = (size_t)(s->end - s->cur);
    z_stream z = {.zalloc = lob_zlib_alloc, .zfree = lob_zlib_free};
    if (inflateInit2(&z, -MAX_WBITS) != Z_OK) {
        return lob_fail_memory(r->ctx);
    }
    z.next_in = (Bytef *)(uintptr_t)s->cur;
    z.avail_in = (uInt)(have < compressed ? have : compressed);
    z.next_out = &byte;
    z.avail_out = 1;
    (void)inflate(&z, Z_NO_FLUSH);
    inflateEnd(&z);
    *id = byte;
    return z.avail_out == 0 ? LOB_OK : odd(r);
}

static lob_status copy_bytes(oas_reader *r, uint64_t size) {
    oas_cutter *c = r->cutter;
    if (size > c->size_max || c->bytes.size + size > c->size_max) {
        return odd(r);
    }
    char *room = lob_buf_reserve(&c->bytes, (size_t)size);
    if (!room) {
        return lob_fail_memory(r->ctx);
    }
    LOB_TRY(oas_bytes(&r->s, room, (size_t)size));
    c->bytes.size += (size_t)size;
    return LOB_OK;
}

static lob_status take_block(oas_reader *r) {
    oas_cutter *c = r->cutter;
    oas_block_sizes sizes;
    LOB_TRY(oas_block_sizes_read(&r->s, &sizes));
    if (c->has_contents) {
        unsigned id = 0;
        LOB_TRY(first_record(r, sizes.compressed, &id));
        if (oas_is_outside_cells(id) || id == OAS_CELL_REF || id == OAS_CELL_NAME) {
            drop_pending(r);
            LOB_TRY(join_all(r));
            return oas_block_begin(&r->s, &sizes);
        }
    }
    lob_buf_add_byte(&c->bytes, OAS_CBLOCK);
    lob_buf_add_byte(&c->bytes, 0);
    put_varint(&c->bytes, sizes.uncompressed);
    put_varint(&c->bytes, sizes.compressed);
    c->has_contents = true;
    return copy_bytes(r, sizes.compressed);
}

/* ---- records between blocks: small cells are written without ---- */

static lob_status drop_element(void *self, const lob_element *element) {
    (void)self;
    (void)element;
    return LOB_OK;
}

static lob_status drop_box(void *self, const lob_element *element, lob_box box) {
    (void)box;
    return drop_element(self, element);
}

static lob_status drop_polygon(void *self, const lob_element *element, const lob_point *points, uint32_t count) {
    (void)points;
    (void)count;
    return drop_element(self, element);
}

static lob_status drop_path(void *self, const lob_element *element, const lob_path_event *path) {
    (void)path;
    return drop_element(self, element);
}

static lob_status drop_text(void *self, const lob_element *element, const lob_text_event *text) {
    (void)text;
    return drop_element(self, element);
}

static lob_status drop_instance(void *self, const lob_element *element, const lob_instance_event *instance) {
    (void)instance;
    return drop_element(self, element);
}

static lob_status drop_property(void *self, const lob_prop *prop) {
    (void)prop;
    return drop_element(self, NULL);
}

static lob_status refuse_warning(void *self, const char *kind, const char *text, uint64_t offset) {
    (void)kind;
    (void)text;
    (void)offset;
    return odd(self);
}

/* Reads a record for its length alone. */
static lob_status take_record(oas_reader *r, unsigned id) {
    oas_cutter *c = r->cutter;
    const lob_sink *sink = r->sink;
    const uint64_t work = r->s.work;
    const lob_sink drop = {.self = r,
                           .box = drop_box,
                           .polygon = drop_polygon,
                           .path = drop_path,
                           .text = drop_text,
                           .instance = drop_instance,
                           .property = drop_property,
                           .warning = refuse_warning};
    lob_buf_add_byte(&c->bytes, (char)id);
    oas_copy_begin(&r->s, &c->bytes);
    r->sink = &drop;
    r->in_cell = true;
    lob_status status = oas_handle_record(r, id);
    r->in_cell = false;
    r->sink = sink;
    c->cut_work += r->s.work - work;
    r->s.work = work;
    c->has_contents = true;
    oas_copy_end(&r->s);
    const bool is_hard = c->cut_work > CUT_WORK_FREE + CUT_WORK_PER_BYTE * oas_offset(&r->s);
    return status == LOB_OK && (is_hard || c->bytes.size > c->size_max) ? odd(r) : status;
}

static lob_status take(oas_reader *r, unsigned id) {
    switch (id) {
    case OAS_CELL_REF:
    case OAS_CELL_NAME:
        if (r->cutter->in_run) {
            drop_pending(r);
        }
        return take_cell(r, id);
    case OAS_CBLOCK:
        return take_block(r);
    case OAS_XYABSOLUTE:
    case OAS_XYRELATIVE:
        lob_buf_add_byte(&r->cutter->bytes, (char)id);
        return oas_handle_record(r, id);
    default:
        return take_record(r, id);
    }
}

static lob_status cut(oas_reader *r, unsigned id, bool *is_taken) {
    oas_cutter *c = r->cutter;
    *is_taken = false;
    if (id == OAS_PAD) {
        return LOB_OK;
    }
    *is_taken = id == OAS_CELL_REF || id == OAS_CELL_NAME || (c->in_run && !oas_is_outside_cells(id));
    if (!*is_taken) {
        if (c->in_run) {
            drop_pending(r);
        }
        return join_all(r);
    }
    LOB_TRY(take(r, id));
    if (!r->s.in_block) {
        r->s.given_away += oas_offset(&r->s) - r->s.record_offset;
    }
    return LOB_OK;
}

/* ---- the file ---- */

lob_status lob_oas_read_parts(lob_ctx *ctx, lob_source *source, lob_builder *builder, const lob_parts_read *how) {
    oas_cutter c = {.how = how, .size_max = lob_parts_size_max(lob_source_file_size(source), how->thread_count)};
    const lob_parts_options options = {
        .thread_count = how->thread_count, .builder = how->builder, .parse = read_part, .arg = &c};
    lob_buf_init(&c.bytes, 0);
    lob_buf_init(&c.name, OAS_STRING_SIZE_MAX);
    c.ring = lob_parts_open(ctx, &options, builder);
    lob_status status = c.ring ? oas_read_with(ctx, source, lob_builder_sink(builder), how->builder.is_strict, &c, cut)
                               : lob_fail_memory(ctx);
    lob_parts_close(c.ring);
    uint64_t work, seen;
    lob_source_work(source, &work, &seen);
    lob_source_tell_work(source, work + atomic_load(&c.work), seen + atomic_load(&c.bytes_seen));
    lob_buf_release(&c.bytes);
    lob_buf_release(&c.name);
    return status;
}
