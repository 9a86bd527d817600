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

#include "base/num.h"
#include "io/oas/oas.h"
#include "io/oas/writer.h"

enum { END_SIZE = 256, PACKED_STRING_MAX = 32000 };

static void put_out(oas_writer *w, const lob_buf *bytes) {
    lob_outfile_add(w->out, bytes->data, bytes->size);
}

/* ---- cells ---- */

/* START, END and what is too short for a block. */
static lob_status end_plain(oas_writer *w) {
    bool fine = !w->body[0].failed;
    put_out(w, &w->body[0]);
    lob_buf_clear(&w->body[0]);
    return fine ? w->out->status : lob_fail_memory(w->ctx);
}

/* KLayout 0.28.5 gives up on a string of 32 kB or more inside a CBLOCK. */
static bool has_long(const lob_str *strings, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (strings[i].size > PACKED_STRING_MAX) {
            return true;
        }
    }
    return false;
}

/* They follow their CELL at once: no block of elements, which may begin with a change of mode, comes between. */
static lob_status put_cell_props(oas_writer *w, const lob_cell *cell) {
    uint32_t count = 0;
    const lob_prop *props = cell->props == LOB_NONE ? NULL : lob_layout_props(w->layout, cell->props, &count);
    w->prop_set = false;
    for (uint32_t i = 0; i < count; i++) {
        LOB_TRY(oas_write_prop(w, &w->body[0], &props[i]));
    }
    LOB_TRY(oas_write_context(w, &w->body[0], cell->context));
    uint32_t context_count = 0;
    const lob_str *context = cell->context == LOB_NONE || w->without_context
                                 ? NULL
                                 : lob_layout_context(w->layout, cell->context, &context_count);
    return has_long(context, context_count) ? end_plain(w) : oas_write_table(w);
}

static lob_status put_cells(oas_writer *w) {
    for (uint32_t i = 0; i < w->defined_count; i++) {
        const lob_cell *cell = lob_layout_cell(w->layout, w->cells[i]);
        w->cell_offset[i] = w->out->offset;
        oas_put_uint(&w->body[0], 13);
        oas_put_uint(&w->body[0], i);
        LOB_TRY(end_plain(w));
        LOB_TRY(put_cell_props(w, cell));
        LOB_TRY(oas_write_cell(w, cell));
        LOB_TRY(oas_write_body(w));
        lob_progress(w->ctx, i + 1, w->defined_count, "writing OASIS");
    }
    return LOB_OK;
}

/* ---- tables ---- */

static void begin_table(oas_writer *w, uint64_t *offset, uint32_t count) {
    *offset = count ? w->out->offset : 0;
}

static lob_status put_cell_names(oas_writer *w, uint64_t *offset) {
    uint32_t count = lob_layout_cell_count(w->layout);
    begin_table(w, offset, count);
    for (uint32_t i = 0; i < count; i++) {
        lob_prop_value at = {.kind = LOB_PROP_UINT, .u = w->cell_offset[i]};
        lob_prop prop = {.name = LOB_STR("S_CELL_OFFSET"), .is_standard = true, .values = &at, .value_count = 1};
        oas_put_uint(&w->body[0], 3);
        oas_put_string(&w->body[0], lob_layout_cell(w->layout, w->cells[i])->name);
        w->prop_set = false; /* CELLNAME resets the modal variables */
        LOB_TRY(i < w->defined_count ? oas_write_prop(w, &w->body[0], &prop) : LOB_OK);
    }
    return oas_write_table(w);
}

static lob_status put_names(oas_writer *w, const oas_names *names, unsigned record, uint64_t *offset) {
    begin_table(w, offset, names->count);
    for (uint32_t i = 0; i < names->count; i++) {
        oas_put_uint(&w->body[0], record);
        oas_put_string(&w->body[0], names->items[i]);
    }
    return has_long(names->items, names->count) ? end_plain(w) : oas_write_table(w);
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
            oas_put_uint(&w->body[0], record);
            oas_put_string(&w->body[0], layer->name);
            oas_put_uint(&w->body[0], 3);
            oas_put_uint(&w->body[0], layer->layer);
            oas_put_uint(&w->body[0], 3);
            oas_put_uint(&w->body[0], layer->datatype);
        }
    }
    return oas_write_table(w);
}

/* ---- the file ---- */

/* Standard properties of the file (widths of integers, boxes there are) told of the file that was read. */
static lob_status put_own_props(oas_writer *w) {
    uint32_t set = lob_layout_own_props(w->layout), count = 0;
    const lob_prop *props = set == LOB_NONE ? NULL : lob_layout_props(w->layout, set, &count);
    for (uint32_t i = 0; i < count; i++) {
        LOB_TRY(props[i].is_standard ? LOB_OK : oas_write_prop(w, &w->body[0], &props[i]));
    }
    return oas_write_context(w, &w->body[0], lob_layout_own_context(w->layout));
}

/* A number of units a micrometre out of which reading makes exactly dbu_um; few have none. 1 / 0.001 is not quite 1000.
 */
static double units_of(double dbu_um) {
    const double unit = 1 / dbu_um, below = nextafter(unit, 0), above = nextafter(unit, INFINITY);
    const double near[] = {floor(unit + 0.5), unit, below, above, nextafter(below, 0), nextafter(above, INFINITY)};
    for (unsigned i = 0; i < sizeof near / sizeof near[0]; i++) {
        if (lob_num_snap_dbu(1 / near[i]) == dbu_um) {
            return near[i];
        }
    }
    return unit;
}

static lob_status put_start(oas_writer *w) {
    static const char magic[] = "%SEMI-OASIS\r\n";
    const double dbu_um = lob_layout_dbu(w->layout), unit = units_of(dbu_um);
    lob_buf_add(&w->body[0], magic, sizeof magic - 1);
    oas_put_uint(&w->body[0], 1);
    oas_put_string(&w->body[0], LOB_STR("1.0"));
    oas_put_real(&w->body[0], unit);
    w->lost[OAS_LOST_UNIT] = lob_num_snap_dbu(1 / unit) != dbu_um;
    oas_put_uint(&w->body[0], 1);
    LOB_TRY(put_own_props(w));
    return end_plain(w);
}

static lob_status put_end(oas_writer *w, const uint64_t offsets[6]) {
    oas_put_uint(&w->body[0], 2);
    for (unsigned i = 0; i < 6; i++) {
        bool is_of_props = i == 2 || i == 3;
        oas_put_uint(&w->body[0], !(is_of_props && w->has_inline_names));
        oas_put_uint(&w->body[0], offsets[i]);
    }
    /* The padding string has a length of two bytes, then scheme and signature take five. The offsets take 67 at most.
     */
    static const char zeros[END_SIZE];
    size_t padding = END_SIZE - w->body[0].size - 2 - 5;
    oas_put_uint(&w->body[0], padding);
    lob_buf_add(&w->body[0], zeros, padding);
    oas_put_uint(&w->body[0], 1);
    LOB_TRY(end_plain(w));
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
                                 "A cell name is empty or contains control characters, which OASIS does not allow.");
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
    LOB_TRY(put_names(w, &w->prop_strings, 9, &offsets[3]));
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
                       "OASIS has no record for paths without an area or too wide for 32 bits: they were omitted"},
    [OAS_LOST_TEXT_TRANS] = {"text_transformation", "OASIS texts have no angle, size, alignment or width: these were "
                                                    "omitted"},
    [OAS_LOST_ABSOLUTE] = {"absolute_flag",
                           "OASIS has no absolute widths, magnifications or angles: the flag was omitted"},
    [OAS_LOST_UNIT] = {"database_unit", "OASIS cannot store all digits of the database unit: it was rounded"},
    [OAS_LOST_CONTEXT] = {"context_size",
                          "context strings of a cell with more than 16777216 bytes, which the reader would reject as "
                          "one property, were omitted"},
};

enum { BUF_COUNT = 2 * OAS_BODY_COUNT + 7 };

static lob_buf *buf_of(oas_writer *w, unsigned i) {
    lob_buf *const others[] = {&w->fields,   &w->points[0],   &w->points[1],  &w->rep,
                               &w->last_rep, &w->prop_values, &w->last_values};
    return i < OAS_BODY_COUNT       ? &w->body[i]
           : i < 2 * OAS_BODY_COUNT ? &w->packed[i - OAS_BODY_COUNT]
                                    : others[i - 2 * OAS_BODY_COUNT];
}

static void names_release(oas_names *names) {
    lob_name_map_release(&names->map);
    lob_free(names->items);
}

static void release(oas_writer *w) {
    if (w->zlib_ready) {
        deflateEnd(&w->z);
    }
    for (unsigned i = 0; i < BUF_COUNT; i++) {
        lob_buf_release(buf_of(w, i));
    }
    names_release(&w->texts);
    names_release(&w->props);
    names_release(&w->prop_strings);
    lob_free(w->cell_ref);
    lob_free(w->cells);
    lob_free(w->cell_offset);
    lob_arena_drop(w->arena);
}

lob_status lob_oas_write(lob_ctx *ctx, const lob_layout *layout, const lob_write_options *options, lob_outfile *out,
                         lob_write_warnings *warnings) {
    oas_writer writer = {.ctx = ctx, .layout = layout, .out = out, .arena = lob_arena_new(0)};
    writer.without_context = options->without_context;
    oas_writer *w = &writer;
    out->wants_crc32 = true; /* the signature of END */
    for (unsigned i = 0; i < BUF_COUNT; i++) {
        lob_buf_init(buf_of(w, i), 0);
    }
    lob_name_map_init(&w->texts.map);
    lob_name_map_init(&w->props.map);
    lob_name_map_init(&w->prop_strings.map);
    lob_status status = w->arena ? write_file(w) : lob_fail_memory(ctx);
    for (unsigned i = 0; i < OAS_LOST_COUNT; i++) {
        lob_write_warn(warnings, lost_words[i].kind, lost_words[i].text, w->lost[i]);
    }
    release(w);
    return status;
}
