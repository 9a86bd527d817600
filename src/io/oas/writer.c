/* What the parts of the OASIS writer share: names by number, and blocks of records, packed where that is shorter. */
#include "io/oas/writer.h"

#include "base/alloc.h"

enum { BLOCK_SIZE_MIN = 64, QUICK_SIZE_MIN = 1 << 14, QUICK_LEVEL = 1, SIZE_MAX_DEFLATED = 1 << 30 };

lob_status oas_name_ref(oas_writer *w, oas_names *names, lob_str name, uint32_t *ref) {
    *ref = lob_name_map_find(&names->map, name);
    if (*ref != LOB_MAP_NONE) {
        return LOB_OK;
    }
    if (names->count == names->capacity) {
        uint32_t capacity = names->capacity ? names->capacity * 2 : 64;
        lob_str *items = lob_realloc(names->items, capacity * sizeof *items);
        if (!items) {
            return lob_fail_memory(w->ctx);
        }
        names->items = items;
        names->capacity = capacity;
    }
    if (!lob_name_map_add(&names->map, name, names->count, ref)) {
        return lob_fail_memory(w->ctx);
    }
    names->items[names->count++] = name;
    return LOB_OK;
}

/* Raw deflate into `packed`. False: out of memory. */
static bool deflate_bytes(oas_writer *w, const char *bytes, size_t size, int level, lob_buf *packed) {
    if (!w->zlib_ready) {
        w->zlib_ready = lob_deflate_begin(&w->z, -15);
    } else {
        deflateReset(&w->z);
    }
    lob_buf_clear(packed);
    if (!w->zlib_ready) {
        return false;
    }
    deflateParams(&w->z, level, Z_DEFAULT_STRATEGY); /* before any data: it cannot fail */
    size_t room = deflateBound(&w->z, (uLong)size);
    char *to = lob_buf_reserve(packed, room);
    if (!to) {
        return false;
    }
    w->z.next_in = (Bytef *)(uintptr_t)bytes;
    w->z.avail_in = (uInt)size;
    w->z.next_out = (Bytef *)to;
    w->z.avail_out = (uInt)room;
    deflate(&w->z, Z_FINISH); /* there is room for all of it */
    packed->size = w->z.total_out;
    return true;
}

lob_status oas_packed_size(oas_writer *w, const lob_buf *bytes, size_t *size) {
    if (bytes->failed || bytes->size >= SIZE_MAX_DEFLATED ||
        !deflate_bytes(w, bytes->data, bytes->size, Z_BEST_COMPRESSION, &w->packed[0])) {
        return lob_fail_memory(w->ctx);
    }
    *size = w->packed[0].size;
    return LOB_OK;
}

/* The bytes of records as they are, or as a CBLOCK in front of `packed`, whichever is shorter. */
typedef struct block {
    const char *bytes;
    size_t size;
    lob_buf head; /* empty: as they are */
    const lob_buf *packed;
    size_t size_written;
} block;

/* More than a gigabyte, which takes a single element of that size, is not worth the limits of zlib. */
static lob_status pack_block(oas_writer *w, block *b, int level, lob_buf *packed) {
    b->packed = packed;
    b->size_written = b->size;
    lob_buf_clear(&b->head);
    if (b->size < BLOCK_SIZE_MIN || b->size >= SIZE_MAX_DEFLATED) {
        return LOB_OK;
    }
    if (!deflate_bytes(w, b->bytes, b->size, level, packed)) {
        return lob_fail_memory(w->ctx);
    }
    oas_put_uint(&b->head, 34);
    oas_put_uint(&b->head, 0);
    oas_put_uint(&b->head, b->size);
    oas_put_uint(&b->head, packed->size);
    if (b->head.failed) {
        return lob_fail_memory(w->ctx);
    }
    if (b->head.size + packed->size < b->size) {
        b->size_written = b->head.size + packed->size;
    } else {
        lob_buf_clear(&b->head);
    }
    return LOB_OK;
}

static lob_status put_block(oas_writer *w, const block *b) {
    if (b->head.size) {
        lob_outfile_add(w->out, b->head.data, b->head.size);
        lob_outfile_add(w->out, b->packed->data, b->packed->size);
    } else {
        lob_outfile_add(w->out, b->bytes, b->size);
    }
    return w->out->status;
}

/* Which of the first `count` bodies is the shortest. Large ones are compared by a quick deflate, as ten times the work
 * would tell the same. */
static lob_status choose_body(oas_writer *w, block *blocks, unsigned count, unsigned *best) {
    const int level = w->body[0].size < QUICK_SIZE_MIN ? Z_BEST_COMPRESSION : QUICK_LEVEL;
    *best = 0;
    for (unsigned k = 0; k < count; k++) {
        const size_t skip = w->mode == k % 2 ? 1 : 0; /* the record that sets the mode */
        blocks[k].bytes = w->body[k].data + skip;
        blocks[k].size = w->body[k].size - skip;
        lob_buf_init(&blocks[k].head, 64);
        LOB_TRY(pack_block(w, &blocks[k], level, &w->packed[k]));
        *best = blocks[k].size_written < blocks[*best].size_written ? k : *best;
    }
    return level == Z_BEST_COMPRESSION ? LOB_OK : pack_block(w, &blocks[*best], Z_BEST_COMPRESSION, &w->packed[*best]);
}

lob_status oas_write_body(oas_writer *w) {
    block blocks[OAS_BODY_COUNT] = {0};
    unsigned best;
    if (w->body[0].size == 0) {
        return LOB_OK;
    }
    lob_status status = choose_body(w, blocks, w->points_differ ? OAS_BODY_COUNT : 2, &best);
    if (status == LOB_OK) {
        status = put_block(w, &blocks[best]);
        w->mode = best % 2;
    }
    for (unsigned k = 0; k < OAS_BODY_COUNT; k++) {
        lob_buf_release(&blocks[k].head);
        lob_buf_clear(&w->body[k]);
    }
    w->points_differ = false;
    return status;
}

/* Tables are blocks as well: the offsets of END lead to the CBLOCK. */
lob_status oas_write_table(oas_writer *w) {
    block b = {.bytes = w->body[0].data, .size = w->body[0].size};
    lob_buf_init(&b.head, 64);
    lob_status status =
        w->body[0].failed ? lob_fail_memory(w->ctx) : pack_block(w, &b, Z_BEST_COMPRESSION, &w->packed[0]);
    if (status == LOB_OK) {
        status = put_block(w, &b);
    }
    lob_buf_release(&b.head);
    lob_buf_clear(&w->body[0]);
    return status;
}
