/* The OASIS writer: strict mode, cells as CBLOCKs, name tables at the end, CRC32.
 *
 * Deterministic: the bytes follow from the layout alone, and a layout read from them gives them again. Cells come
 * children first; CELLNAME n is the nth of them and carries S_CELL_OFFSET; cells that are only placed come last, by
 * name. What the format cannot hold (odd path widths, round ends, transformed texts) is written in the nearest way and
 * told in warnings, never silently lost.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/oas/oas.h"
#include "io/oas/writer.h"

enum { END_SIZE = 256, BLOCK_SIZE_MIN = 64 };

static void put_out(oas_writer *w, const lob_buf *bytes) {
    lob_outfile_add(w->out, bytes->data, bytes->size);
}

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

/* ---- cells ---- */

/* Raw deflate of the body into `packed`. False: out of memory. */
static bool deflate_body(oas_writer *w) {
    if (!w->zlib_ready) {
        w->zlib_ready = lob_deflate_begin(&w->z, -15);
    } else {
        deflateReset(&w->z);
    }
    lob_buf_clear(&w->packed);
    size_t room = w->zlib_ready ? deflateBound(&w->z, (uLong)w->body.size) : 0;
    char *to = w->zlib_ready ? lob_buf_reserve(&w->packed, room) : NULL;
    if (!to) {
        return false;
    }
    w->z.next_in = (Bytef *)w->body.data;
    w->z.avail_in = (uInt)w->body.size;
    w->z.next_out = (Bytef *)to;
    w->z.avail_out = (uInt)room;
    deflate(&w->z, Z_FINISH); /* there is room for all of it */
    w->packed.size = w->z.total_out;
    return true;
}

/* A body above a gigabyte, which takes a single element of that size, is not worth the limits of zlib. */
lob_status oas_write_body(oas_writer *w) {
    lob_buf head;
    lob_buf_init(&head, 64);
    if (w->body.size >= BLOCK_SIZE_MIN && w->body.size < (1u << 30)) {
        if (!deflate_body(w)) {
            return lob_fail_memory(w->ctx);
        }
        oas_put_uint(&head, 34);
        oas_put_uint(&head, 0);
        oas_put_uint(&head, w->body.size);
        oas_put_uint(&head, w->packed.size);
    }
    bool fine = !head.failed;
    if (head.size && head.size + w->packed.size < w->body.size) {
        put_out(w, &head);
        put_out(w, &w->packed);
    } else {
        put_out(w, &w->body);
    }
    lob_buf_release(&head);
    lob_buf_clear(&w->body);
    return fine ? w->out->status : lob_fail_memory(w->ctx);
}

static lob_status put_cells(oas_writer *w) {
    for (uint32_t i = 0; i < w->defined_count; i++) {
        w->cell_offset[i] = w->out->offset;
        oas_put_uint(&w->body, 13);
        oas_put_uint(&w->body, i);
        if (w->body.failed) {
            return lob_fail_memory(w->ctx);
        }
        put_out(w, &w->body);
        lob_buf_clear(&w->body);
        LOB_TRY(oas_write_cell(w, lob_layout_cell(w->layout, w->cells[i])));
        LOB_TRY(oas_write_body(w));
        lob_progress(w->ctx, i + 1, w->defined_count, "writing OASIS");
    }
    return LOB_OK;
}

/* ---- tables ---- */

static void begin_table(oas_writer *w, uint64_t *offset, uint32_t count) {
    *offset = count ? w->out->offset : 0;
}

static lob_status end_table(oas_writer *w) {
    bool fine = !w->body.failed;
    put_out(w, &w->body);
    lob_buf_clear(&w->body);
    return fine ? w->out->status : lob_fail_memory(w->ctx);
}

static lob_status put_cell_names(oas_writer *w, uint64_t *offset) {
    uint32_t count = lob_layout_cell_count(w->layout);
    begin_table(w, offset, count);
    for (uint32_t i = 0; i < count; i++) {
        lob_prop_value at = {.kind = LOB_PROP_UINT, .u = w->cell_offset[i]};
        lob_prop prop = {.name = LOB_STR("S_CELL_OFFSET"), .is_standard = true, .values = &at, .value_count = 1};
        oas_put_uint(&w->body, 3);
        oas_put_string(&w->body, lob_layout_cell(w->layout, w->cells[i])->name);
        LOB_TRY(i < w->defined_count ? oas_write_prop(w, &prop) : LOB_OK);
    }
    return end_table(w);
}

static lob_status put_names(oas_writer *w, const oas_names *names, unsigned record, uint64_t *offset) {
    begin_table(w, offset, names->count);
    for (uint32_t i = 0; i < names->count; i++) {
        oas_put_uint(&w->body, record);
        oas_put_string(&w->body, names->items[i]);
    }
    return end_table(w);
}

/* Names go to shapes and texts of exactly one (layer, datatype). */
static lob_status put_layer_names(oas_writer *w, uint64_t *offset) {
    uint32_t count = lob_layout_layer_count(w->layout), named = 0;
    for (uint32_t i = 0; i < count; i++) {
        named += lob_layout_layer(w->layout, i)->name_source == LOB_NAME_OASIS;
    }
    begin_table(w, offset, named);
    for (unsigned record = 11; record <= 12; record++) {
        for (uint32_t i = 0; i < count; i++) {
            const lob_layer *layer = lob_layout_layer(w->layout, i);
            if (layer->name_source != LOB_NAME_OASIS) {
                continue;
            }
            oas_put_uint(&w->body, record);
            oas_put_string(&w->body, layer->name);
            oas_put_uint(&w->body, 3);
            oas_put_uint(&w->body, layer->layer);
            oas_put_uint(&w->body, 3);
            oas_put_uint(&w->body, layer->datatype);
        }
    }
    return end_table(w);
}

/* ---- the file ---- */

/* Standard properties of the file (widths of integers, boxes there are) told of the file that was read. */
static lob_status put_own_props(oas_writer *w) {
    uint32_t set = lob_layout_own_props(w->layout), count = 0;
    const lob_prop *props = set == LOB_NONE ? NULL : lob_layout_props(w->layout, set, &count);
    for (uint32_t i = 0; i < count; i++) {
        LOB_TRY(props[i].is_standard ? LOB_OK : oas_write_prop(w, &props[i]));
    }
    return LOB_OK;
}

static lob_status put_start(oas_writer *w) {
    static const char magic[] = "%SEMI-OASIS\r\n";
    double unit = 1 / lob_layout_dbu(w->layout);
    double whole = floor(unit + 0.5);
    lob_buf_add(&w->body, magic, sizeof magic - 1);
    oas_put_uint(&w->body, 1);
    oas_put_string(&w->body, LOB_STR("1.0"));
    oas_put_real(&w->body, fabs(unit - whole) < 1e-12 * unit ? whole : unit); /* 1 / 0.001 is not quite 1000 */
    oas_put_uint(&w->body, 1);
    LOB_TRY(put_own_props(w));
    return end_table(w);
}

static lob_status put_end(oas_writer *w, const uint64_t offsets[6]) {
    oas_put_uint(&w->body, 2);
    for (unsigned i = 0; i < 6; i++) {
        oas_put_uint(&w->body, 1);
        oas_put_uint(&w->body, offsets[i]);
    }
    /* The padding string has a length of two bytes, then scheme and signature take five. The offsets take 67 at most.
     */
    static const char zeros[END_SIZE];
    size_t padding = END_SIZE - w->body.size - 2 - 5;
    oas_put_uint(&w->body, padding);
    lob_buf_add(&w->body, zeros, padding);
    oas_put_uint(&w->body, 1);
    LOB_TRY(end_table(w));
    uint32_t crc = w->out->crc32;
    const uint8_t signature[4] = {(uint8_t)crc, (uint8_t)(crc >> 8), (uint8_t)(crc >> 16), (uint8_t)(crc >> 24)};
    lob_outfile_add(w->out, signature, sizeof signature);
    return w->out->status;
}

/* Names are n-strings: what a reader would refuse must not be written. */
static lob_status check_name(oas_writer *w, lob_str name) {
    bool fine = name.size > 0;
    for (size_t i = 0; i < name.size; i++) {
        unsigned char c = (unsigned char)name.data[i];
        fine = fine && c >= 0x20 && c != 0x7f;
    }
    if (fine) {
        return LOB_OK;
    }
    lob_status status = lob_fail(w->ctx, LOB_E_UNSUPPORTED_FORMAT,
                                 "A cell name is empty or holds control characters, which OASIS does not allow.");
    lob_hint(w->ctx, "Rename the cell of details.cell, or write GDSII.");
    lob_error_text(&w->ctx->error, "reason", LOB_STR("cell_name"));
    lob_error_text(&w->ctx->error, "cell", name);
    return status;
}

static int by_name(const void *a, const void *b, void *arg) {
    const lob_layout *layout = arg;
    return lob_str_compare(lob_layout_cell(layout, *(const lob_cell_index *)a)->name,
                           lob_layout_cell(layout, *(const lob_cell_index *)b)->name);
}

static lob_status number_cells(oas_writer *w) {
    const lob_cell_index *order = lob_layout_cells_bottom_up(w->layout);
    uint32_t count = lob_layout_cell_count(w->layout), ghosts = count;
    w->cell_ref = lob_calloc((size_t)count + 1, sizeof *w->cell_ref);
    w->cells = lob_calloc((size_t)count + 1, sizeof *w->cells);
    w->cell_offset = lob_calloc((size_t)count + 1, sizeof *w->cell_offset);
    if (!w->cell_ref || !w->cells || !w->cell_offset) {
        return lob_fail_memory(w->ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        const lob_cell *cell = lob_layout_cell(w->layout, order[i]);
        LOB_TRY(check_name(w, cell->name));
        w->cells[cell->is_ghost ? --ghosts : w->defined_count++] = order[i];
    }
    qsort_r(w->cells + ghosts, count - ghosts, sizeof *w->cells, by_name, (void *)(uintptr_t)w->layout);
    for (uint32_t i = 0; i < count; i++) {
        w->cell_ref[w->cells[i]] = i;
    }
    return LOB_OK;
}

static lob_status write_file(oas_writer *w) {
    uint64_t offsets[6] = {0};
    LOB_TRY(number_cells(w));
    LOB_TRY(put_start(w));
    LOB_TRY(put_cells(w));
    LOB_TRY(put_cell_names(w, &offsets[0]));
    LOB_TRY(put_names(w, &w->texts, 5, &offsets[1]));
    LOB_TRY(put_names(w, &w->props, 7, &offsets[2]));
    LOB_TRY(put_layer_names(w, &offsets[4]));
    return put_end(w, offsets);
}

static const struct {
    const char *kind, *text;
} lost_words[OAS_LOST_COUNT] = {
    [OAS_LOST_ODD_WIDTH] = {"odd_path_width",
                            "OASIS has no paths of odd width: written as polygons of the same outline"},
    [OAS_LOST_ROUND_ENDS] = {"round_path_ends",
                             "OASIS has no round path ends: written as polygons of the same outline"},
    [OAS_LOST_PATH] = {"path_without_outline",
                       "paths without an area, or too wide for 32 bits, that OASIS has no record for were left out"},
    [OAS_LOST_TEXT_TRANS] = {"text_transformation", "OASIS texts have no angle, size, alignment or width: left out"},
    [OAS_LOST_ABSOLUTE] = {"absolute_flag",
                           "OASIS has no absolute widths, magnifications or angles: the flag was left out"},
};

static void names_release(oas_names *names) {
    lob_name_map_release(&names->map);
    lob_free(names->items);
}

static void release(oas_writer *w) {
    if (w->zlib_ready) {
        deflateEnd(&w->z);
    }
    lob_buf_release(&w->body);
    lob_buf_release(&w->packed);
    lob_buf_release(&w->fields);
    names_release(&w->texts);
    names_release(&w->props);
    lob_free(w->cell_ref);
    lob_free(w->cells);
    lob_free(w->cell_offset);
    lob_arena_drop(w->arena);
}

lob_status lob_oas_write(lob_ctx *ctx, const lob_layout *layout, lob_outfile *out, lob_write_warnings *warnings) {
    oas_writer writer = {.ctx = ctx, .layout = layout, .out = out, .arena = lob_arena_new(0)};
    oas_writer *w = &writer;
    lob_buf_init(&w->body, 0);
    lob_buf_init(&w->packed, 0);
    lob_buf_init(&w->fields, 0);
    lob_name_map_init(&w->texts.map);
    lob_name_map_init(&w->props.map);
    lob_status status = w->arena ? write_file(w) : lob_fail_memory(ctx);
    for (unsigned i = 0; i < OAS_LOST_COUNT; i++) {
        lob_write_warn(warnings, lost_words[i].kind, lost_words[i].text, w->lost[i]);
    }
    release(w);
    return status;
}
