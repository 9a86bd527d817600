/* The OASIS writer: strict mode, cells as CBLOCKs, name tables at the end, CRC32.
 *
 * Deterministic: the bytes follow from the layout alone. Cells come children first; CELLNAME n is the nth of them and
 * carries S_CELL_OFFSET. What the format cannot hold (odd path widths, round ends, transformed texts) is written in the
 * nearest way and told in warnings, never silently lost.
 */
#include <string.h>

#include "base/alloc.h"
#include "io/oas/oas.h"
#include "io/oas/writer.h"

static void put_out(oas_writer *w, const lob_buf *bytes) {
    lob_outfile_add(w->out, bytes->data, bytes->size);
}

/* ---- properties ---- */

static lob_status prop_ref(oas_writer *w, lob_str name, uint32_t *ref) {
    if (!lob_name_map_add(&w->prop_refs, name, w->prop_name_count, ref)) {
        return lob_fail_memory(w->ctx);
    }
    if (*ref == w->prop_name_count) {
        if (w->prop_name_count == w->prop_name_capacity) {
            uint32_t capacity = w->prop_name_capacity ? w->prop_name_capacity * 2 : 16;
            lob_str *names = lob_realloc(w->prop_names, capacity * sizeof *names);
            if (!names) {
                return lob_fail_memory(w->ctx);
            }
            w->prop_names = names;
            w->prop_name_capacity = capacity;
        }
        w->prop_names[w->prop_name_count++] = name;
    }
    return LOB_OK;
}

static void put_value(lob_buf *out, const lob_prop_value *value) {
    switch (value->kind) {
    case LOB_PROP_UINT:
        lob_buf_add_byte(out, 8);
        oas_put_uint(out, value->u);
        break;
    case LOB_PROP_INT:
        lob_buf_add_byte(out, 9);
        oas_put_sint(out, value->i);
        break;
    case LOB_PROP_REAL:
        oas_put_real(out, value->real);
        break;
    default:
        lob_buf_add_byte(out, 11);
        oas_put_string(out, value->string);
        break;
    }
}

static void put_count(lob_buf *out, uint8_t info, uint64_t count) {
    lob_buf_add_byte(out, (char)(info | (count < 15 ? count << 4 : 0xf0)));
}

static lob_status put_prop(oas_writer *w, const lob_prop *prop) {
    bool is_gds = prop->name.data == NULL;
    uint32_t ref;
    LOB_TRY(prop_ref(w, is_gds ? LOB_STR("S_GDS_PROPERTY") : prop->name, &ref));
    uint64_t count = prop->value_count + (is_gds ? 1u : 0u);
    lob_buf_add_byte(&w->body, 28);
    put_count(&w->body, (uint8_t)(0x06 | (is_gds || prop->is_standard)), count);
    oas_put_uint(&w->body, ref);
    if (count >= 15) {
        oas_put_uint(&w->body, count);
    }
    if (is_gds) {
        lob_buf_add_byte(&w->body, 8);
        oas_put_uint(&w->body, prop->attr);
    }
    for (uint32_t i = 0; i < prop->value_count; i++) {
        put_value(&w->body, &prop->values[i]);
    }
    return LOB_OK;
}

lob_status oas_write_props(oas_writer *w, uint32_t set) {
    if (set == LOB_NONE) {
        return LOB_OK;
    }
    uint32_t count;
    const lob_prop *props = lob_layout_props(w->layout, set, &count);
    for (uint32_t i = 0; i < count; i++) {
        LOB_TRY(put_prop(w, &props[i]));
    }
    return w->body.failed ? lob_fail_memory(w->ctx) : LOB_OK;
}

/* ---- cells ---- */

/* The body as a CBLOCK when that is shorter, else as it is. */
static lob_status put_block(oas_writer *w) {
    enum { BLOCK_SIZE_MIN = 64 };
    if (w->body.size < BLOCK_SIZE_MIN) {
        put_out(w, &w->body);
        return LOB_OK;
    }
    z_stream z = {0};
    if (deflateInit2(&z, 6, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
        return lob_fail_memory(w->ctx);
    }
    lob_buf_clear(&w->packed);
    z.next_in = (Bytef *)w->body.data;
    z.avail_in = (uInt)w->body.size;
    char *room = lob_buf_reserve(&w->packed, deflateBound(&z, (uLong)w->body.size));
    if (!room || w->body.size > UINT32_MAX / 2) {
        deflateEnd(&z);
        return lob_fail_memory(w->ctx);
    }
    z.next_out = (Bytef *)room;
    z.avail_out = (uInt)(w->packed.capacity - w->packed.size);
    int code = deflate(&z, Z_FINISH);
    w->packed.size = z.total_out;
    deflateEnd(&z);
    if (code != Z_STREAM_END || w->packed.size + 16 > w->body.size) {
        put_out(w, &w->body);
        return LOB_OK;
    }
    lob_buf head;
    lob_buf_init(&head, 64);
    oas_put_uint(&head, 34);
    oas_put_uint(&head, 0);
    oas_put_uint(&head, w->body.size);
    oas_put_uint(&head, w->packed.size);
    put_out(w, &head);
    put_out(w, &w->packed);
    bool fine = !head.failed;
    lob_buf_release(&head);
    return fine ? LOB_OK : lob_fail_memory(w->ctx);
}

static lob_status put_cells(oas_writer *w) {
    const lob_cell_index *order = lob_layout_cells_bottom_up(w->layout);
    uint32_t count = lob_layout_cell_count(w->layout);
    for (uint32_t i = 0; i < count; i++) {
        const lob_cell *cell = lob_layout_cell(w->layout, order[i]);
        if (cell->is_ghost) {
            continue;
        }
        w->cell_offset[i] = w->out->offset;
        lob_buf_clear(&w->body);
        oas_put_uint(&w->body, 13);
        oas_put_uint(&w->body, i);
        put_out(w, &w->body);
        lob_buf_clear(&w->body);
        LOB_TRY(oas_write_cell(w, cell));
        LOB_TRY(put_block(w));
        lob_progress(w->ctx, i + 1, count, "writing OASIS");
    }
    return LOB_OK;
}

/* ---- tables ---- */

static lob_status begin_table(oas_writer *w, uint64_t *offset, uint32_t count) {
    *offset = count ? w->out->offset : 0;
    lob_buf_clear(&w->body);
    return LOB_OK;
}

static lob_status end_table(oas_writer *w) {
    put_out(w, &w->body);
    return w->body.failed ? lob_fail_memory(w->ctx) : LOB_OK;
}

static lob_status put_cell_names(oas_writer *w, uint64_t *offset) {
    const lob_cell_index *order = lob_layout_cells_bottom_up(w->layout);
    uint32_t count = lob_layout_cell_count(w->layout), ref;
    LOB_TRY(prop_ref(w, LOB_STR("S_CELL_OFFSET"), &ref));
    LOB_TRY(begin_table(w, offset, count));
    for (uint32_t i = 0; i < count; i++) {
        const lob_cell *cell = lob_layout_cell(w->layout, order[i]);
        oas_put_uint(&w->body, 3);
        oas_put_string(&w->body, cell->name);
        if (!cell->is_ghost) {
            lob_buf_add_byte(&w->body, 28);
            put_count(&w->body, 0x07, 1);
            oas_put_uint(&w->body, ref);
            lob_buf_add_byte(&w->body, 8);
            oas_put_uint(&w->body, w->cell_offset[i]);
        }
    }
    return end_table(w);
}

static lob_status put_text_strings(oas_writer *w, uint64_t *offset) {
    LOB_TRY(begin_table(w, offset, w->text_count));
    for (uint32_t i = 0; i < w->text_count; i++) {
        oas_put_uint(&w->body, 5);
        oas_put_string(&w->body, lob_layout_string(w->layout, w->texts[i]));
    }
    return end_table(w);
}

static lob_status put_prop_names(oas_writer *w, uint64_t *offset) {
    LOB_TRY(begin_table(w, offset, w->prop_name_count));
    for (uint32_t i = 0; i < w->prop_name_count; i++) {
        oas_put_uint(&w->body, 7);
        oas_put_string(&w->body, w->prop_names[i]);
    }
    return end_table(w);
}

/* Names go to shapes and texts of exactly one (layer, datatype). */
static lob_status put_layer_names(oas_writer *w, uint64_t *offset) {
    uint32_t count = lob_layout_layer_count(w->layout), named = 0;
    for (uint32_t i = 0; i < count; i++) {
        named += lob_layout_layer(w->layout, i)->name.size > 0;
    }
    LOB_TRY(begin_table(w, offset, named));
    for (unsigned record = 11; record <= 12; record++) {
        for (uint32_t i = 0; i < count; i++) {
            const lob_layer *layer = lob_layout_layer(w->layout, i);
            if (layer->name.size == 0) {
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

static lob_status put_start(oas_writer *w) {
    static const char magic[] = "%SEMI-OASIS\r\n";
    double unit = 1 / lob_layout_dbu(w->layout);
    double whole = (double)(int64_t)(unit + 0.5);
    lob_buf_clear(&w->body);
    lob_buf_add(&w->body, magic, sizeof magic - 1);
    oas_put_uint(&w->body, 1);
    oas_put_string(&w->body, LOB_STR("1.0"));
    oas_put_real(&w->body, unit > 0.5 && (unit - whole) / unit < 1e-12 && (whole - unit) / unit < 1e-12 ? whole : unit);
    oas_put_uint(&w->body, 1);
    LOB_TRY(oas_write_props(w, lob_layout_own_props(w->layout)));
    put_out(w, &w->body);
    return w->body.failed ? lob_fail_memory(w->ctx) : LOB_OK;
}

static lob_status put_end(oas_writer *w, const uint64_t offsets[6]) {
    lob_buf_clear(&w->body);
    oas_put_uint(&w->body, 2);
    for (unsigned i = 0; i < 6; i++) {
        oas_put_uint(&w->body, 1);
        oas_put_uint(&w->body, offsets[i]);
    }
    /* 256 bytes in all: the padding string has a two-byte length, then scheme and signature take five. */
    size_t padding = 256 - w->body.size - 2 - 5;
    if (padding < 128) {
        return lob_fail(w->ctx, LOB_E_INTERNAL_ERROR, "The END record came out too long");
    }
    static const char zeros[256];
    oas_put_uint(&w->body, padding);
    lob_buf_add(&w->body, zeros, padding);
    oas_put_uint(&w->body, 1);
    put_out(w, &w->body);
    uint32_t crc = w->out->crc32;
    uint8_t signature[4] = {(uint8_t)crc, (uint8_t)(crc >> 8), (uint8_t)(crc >> 16), (uint8_t)(crc >> 24)};
    lob_outfile_add(w->out, signature, sizeof signature);
    return w->body.failed ? lob_fail_memory(w->ctx) : LOB_OK;
}

static lob_status number_cells(oas_writer *w) {
    uint32_t count = lob_layout_cell_count(w->layout);
    w->cell_ref = lob_calloc((size_t)count + 1, sizeof *w->cell_ref);
    w->cell_offset = lob_calloc((size_t)count + 1, sizeof *w->cell_offset);
    if (!w->cell_ref || !w->cell_offset) {
        return lob_fail_memory(w->ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        w->cell_ref[lob_layout_cells_bottom_up(w->layout)[i]] = i;
    }
    return LOB_OK;
}

static lob_status write_file(oas_writer *w) {
    uint64_t offsets[6] = {0};
    LOB_TRY(number_cells(w));
    LOB_TRY(put_start(w));
    LOB_TRY(put_cells(w));
    LOB_TRY(put_cell_names(w, &offsets[0]));
    LOB_TRY(put_text_strings(w, &offsets[1]));
    LOB_TRY(put_prop_names(w, &offsets[2]));
    LOB_TRY(put_layer_names(w, &offsets[4]));
    LOB_TRY(put_end(w, offsets));
    return w->out->status;
}

static const struct {
    const char *kind, *text;
} lost_words[OAS_LOST_COUNT] = {
    [OAS_LOST_ODD_WIDTH] = {"odd_path_width",
                            "OASIS has no paths of odd width: written as polygons of the same outline"},
    [OAS_LOST_ROUND_ENDS] = {"round_path_ends",
                             "OASIS has no round path ends: written as polygons of the same outline"},
    [OAS_LOST_TEXT_TRANS] = {"text_transformation", "OASIS texts have no angle, size, alignment or width: left out"},
    [OAS_LOST_ABSOLUTE] = {"absolute_flag",
                           "OASIS has no absolute widths, magnifications or angles: the flag was left out"},
    [OAS_LOST_PATH_ONE_POINT] = {"path_without_outline", "a path without an outline was left out"},
};

lob_status lob_oas_write(lob_ctx *ctx, const lob_layout *layout, lob_outfile *out, lob_write_warnings *warnings) {
    oas_writer writer = {.ctx = ctx, .layout = layout, .out = out, .arena = lob_arena_new(0)};
    oas_writer *w = &writer;
    lob_buf_init(&w->body, SIZE_MAX / 2);
    lob_buf_init(&w->packed, SIZE_MAX / 2);
    lob_id_map_init(&w->text_refs);
    lob_name_map_init(&w->prop_refs);
    lob_status status = w->arena ? write_file(w) : lob_fail_memory(ctx);
    warnings->count = 0;
    for (unsigned i = 0; i < OAS_LOST_COUNT; i++) {
        if (w->lost[i]) {
            warnings->items[warnings->count++] =
                (lob_write_warning){lost_words[i].kind, lost_words[i].text, w->lost[i]};
        }
    }
    lob_buf_release(&w->body);
    lob_buf_release(&w->packed);
    lob_id_map_release(&w->text_refs);
    lob_name_map_release(&w->prop_refs);
    lob_free(w->cell_ref);
    lob_free(w->cell_offset);
    lob_free(w->texts);
    lob_free(w->prop_names);
    lob_arena_drop(w->arena);
    return status;
}
