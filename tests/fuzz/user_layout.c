/* The file of a case: its records become cells and elements, our own writers make the bytes, and some of the bytes are
 * changed now and then.
 *
 * A record "cell" begins the next cell; what comes before the first is in the top. A cell places only those that come
 * after it, so that there is no ring of cells.
 */
#include "user.h"

#include <string.h>

#include "io/write.h"

enum { RAW_FROM = 0xe0, COMPONENT_FROM = 0xa8 }; /* first bytes of a case, of an element */

typedef struct header {
    fuzz_format format;
    double dbu_um;
    unsigned layer_mode;
    user_frame frame;
    unsigned chain; /* cells that stand above the top, each an array of the next */
    uint64_t chain_count;
    unsigned changes; /* places of the file */
    bool gzip, is_raw;
} header;

static header header_of(const uint8_t *record) {
    static const double units[] = {0.001, 0.001, 0.001, 0.0005, 0.005, 1e-6, 1, 0.0001, 0.01, 1e-5, 0.00025, 0.1};
    static const uint8_t spans[] = {14, 14, 12, 16, 10, 17, 6, 20, 24, 27, 30, 3};
    user_dice d = user_dice_of(record);
    header h = {.format = record[0] % 2 ? FUZZ_OAS : FUZZ_GDS};
    h.dbu_um = units[user_roll(&d, sizeof units / sizeof units[0])];
    h.layer_mode = (unsigned)user_roll(&d, 3);
    h.frame.span = INT64_C(1) << spans[user_roll(&d, sizeof spans)];
    h.frame.grid = user_one_in(&d, 3) ? 1 : h.frame.span >= 64 ? h.frame.span >> (3 + user_roll(&d, 3)) : 1;
    if (user_one_in(&d, 16)) {
        h.frame.x = user_between(&d, INT32_MIN, INT32_MAX);
        h.frame.y = user_between(&d, INT32_MIN, INT32_MAX);
    }
    h.frame.is_heavy = user_one_in(&d, 20);
    if (user_one_in(&d, h.frame.is_heavy ? 4 : 40)) {
        h.chain = 1 + (unsigned)user_roll(&d, user_one_in(&d, 16) ? 250 : 4);
        h.chain_count = h.frame.is_heavy && user_one_in(&d, 2) ? 32767 : user_roll(&d, h.frame.is_heavy ? 9 : 3);
    }
    h.changes = user_one_in(&d, 12) ? 1 + (unsigned)user_roll(&d, 4) : 0;
    h.gzip = user_one_in(&d, 64);
    h.is_raw = record[0] >= RAW_FROM;
    return h;
}

bool user_file_is_heavy(const uint8_t *record) {
    return header_of(record).frame.is_heavy;
}

static void begin_cell(user_making *m) {
    if (m->status == LOB_OK) {
        m->status = m->sink->begin_cell(m->sink->self, user_cell_name(m->cell, m->layer_mode));
    }
}

static void end_cell(user_making *m) {
    if (m->status == LOB_OK) {
        m->status = m->sink->end_cell(m->sink->self);
    }
}

static void make_chain(user_making *m, const header *h) {
    int64_t pitch = h->frame.span;
    for (unsigned i = 0; i < h->chain; i++) {
        m->cell = m->cell_count + i;
        begin_cell(m);
        user_add_array(m, i == 0 ? 0 : m->cell - 1, h->chain_count, (int32_t)(pitch > 1 << 28 ? 1 << 28 : pitch));
        end_cell(m);
        pitch = pitch > 1 << 28 ? pitch : pitch * (h->chain_count ? (int64_t)h->chain_count : 1);
    }
}

static void make_cells(user_making *m, const user_case *c, unsigned leave_out) {
    m->cell_count = 1;
    for (unsigned i = 1; i < c->count; i++) {
        m->cell_count += user_record_kind_of(c->records[i]) == USER_CELL;
    }
    begin_cell(m);
    for (unsigned i = 1; i < c->count && m->status == LOB_OK; i++) {
        const user_record_kind kind = user_record_kind_of(c->records[i]);
        user_dice d = user_dice_of(c->records[i]);
        if (kind == USER_CELL) {
            end_cell(m);
            m->cell++;
            begin_cell(m);
            user_add_element(m, &d);
        } else if (kind == USER_ELEMENT && i != leave_out) {
            (c->records[i][0] < COMPONENT_FROM ? user_add_element : user_add_component)(m, &d);
        }
    }
    end_cell(m);
}

/* Bytes change, go, or stand there again. */
static void change(user_file *file, unsigned changes, uint64_t state) {
    const bool is_plain = state < 64; /* bytes change alone */
    for (unsigned i = 0; i < changes && file->bytes.size > 0; i++) {
        const uint64_t value = user_random(&state);
        const size_t size = file->bytes.size, at = (value >> 16) % size;
        const size_t part = 1 + (value >> 8) % 8, end = at + part < size ? at + part : size;
        char *data = file->bytes.data;
        if (is_plain || value % 4 > 1) {
            data[at] = (char)(value & 255);
        } else if (value % 4 == 1) {
            memmove(data + at, data + end, size - end);
            file->bytes.size -= end - at;
        } else {
            memmove(data + size - (end - at), data + at, end - at); /* over the end of the file */
        }
    }
    file->is_odd = file->is_odd || changes > 0;
}

static void make_raw(const user_case *c, const header *h, user_file *file) {
    user_dice d = {.state = h->frame.is_heavy};
    for (unsigned i = 0; i < c->count; i++) { /* calls aside: the second file of a case is another */
        d.state ^=
            user_record_kind_of(c->records[i]) == USER_CALL && i > 0 ? 0 : user_dice_of(c->records[i]).state << i % 29;
    }
    if (h->format == FUZZ_GDS) {
        user_raw_gds(&d, &h->frame, &file->bytes);
    } else {
        user_raw_oas(&d, &h->frame, &file->bytes);
    }
    change(file, h->changes, d.state);
    file->is_odd = true;
    file->is_raw = true;
    file->cell_count = 1;
}

static lob_status write_out(lob_ctx *ctx, const lob_layout *layout, const header *h, user_file *file) {
    const lob_write_options options = {.format = h->format == FUZZ_GDS ? LOB_FORMAT_GDS : LOB_FORMAT_OAS};
    lob_write_warnings warnings = {0};
    lob_outfile out;
    lob_status status = lob_outfile_begin(ctx, &out, -1, h->gzip);
    if (status == LOB_OK) {
        status = lob_write_layout_as(ctx, layout, &options, &out, &warnings);
        status = status == LOB_OK ? lob_outfile_end(&out) : status;
        if (status == LOB_OK) {
            const lob_str bytes = lob_outfile_bytes(&out);
            lob_buf_add(&file->bytes, bytes.data, bytes.size);
        }
        lob_outfile_release(&out);
    }
    return status;
}

static void make_written(const user_case *c, const header *of, unsigned leave_out, user_file *file) {
    const lob_builder_options options = {.size_max = 64 << 20};
    const header h = *of;
    lob_arena *arena = lob_arena_new(0);
    lob_layout *layout = NULL;
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    user_making *m = calloc(1, sizeof *m);
    lob_builder *builder = lob_builder_new(&ctx, &options);
    FUZZ_REQUIRE(m && builder);
    m->sink = lob_builder_sink(builder);
    m->frame = h.frame;
    m->format = h.format;
    m->layer_mode = h.layer_mode;
    const lob_layout_event event = {.format = h.format == FUZZ_GDS ? "gds" : "oas",
                                    .dbu_um = h.dbu_um,
                                    .user_unit = 0.001,
                                    .library = LOB_STR("LIB"),
                                    .version = 600};
    m->status = m->sink->begin_layout(m->sink->self, &event);
    make_cells(m, c, leave_out);
    make_chain(m, &h);
    if (m->status == LOB_OK) {
        m->status = m->sink->end_layout(m->sink->self);
    }
    if (m->status == LOB_OK && lob_builder_freeze(builder, &layout) == LOB_OK) {
        m->status = write_out(&ctx, layout, &h, file);
        change(file, h.changes, c->records[0][USER_RECORD_SIZE - 1]);
        lob_layout_drop(layout);
    }
    file->cell_count = m->cell_count;
    file->layer_mode = h.layer_mode;
    file->is_empty = file->bytes.size == 0;
    lob_builder_drop(builder);
    lob_arena_drop(arena);
    free(m);
}

void user_file_make(const user_case *c, unsigned leave_out, user_file *file) {
    static const uint8_t none[USER_RECORD_SIZE];
    header h = header_of(c->count ? c->records[0] : none);
    *file = (user_file){.format = h.format, .is_heavy = h.frame.is_heavy, .layer_mode = h.layer_mode};
    lob_buf_init(&file->bytes, 0);
    if (h.is_raw) {
        h.changes += leave_out > 0;
        make_raw(c, &h, file);
    } else {
        if (leave_out > 0 && c->count > 3 && c->records[0][2] % 4 == 3) { /* a diff across the formats */
            h.format = h.format == FUZZ_GDS ? FUZZ_OAS : FUZZ_GDS;
        }
        make_written(c, &h, leave_out, file);
    }
}
