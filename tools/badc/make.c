/* From a row to a file: the frame around the recipe, so that a file has no second fault. */
#include "badc.h"

bad_file bad_new(void) {
    bad_file f = {.expect = {.offset = BAD_ABSENT, .index = BAD_ABSENT, .reference = BAD_ABSENT}};
    lob_buf_init(&f.bytes, 0);
    return f;
}

void bad_raw(bad_file *f, const void *data, size_t size) {
    lob_buf_add(&f->bytes, data, size);
}

void bad_byte(bad_file *f, unsigned byte) {
    lob_buf_add_byte(&f->bytes, (char)(unsigned char)byte);
}

void bad_zeros(bad_file *f, size_t size) {
    for (size_t i = 0; i < size; i++) {
        bad_byte(f, 0);
    }
}

static void mark_record(bad_file *f, const char *record) {
    f->expect.record = record;
    f->expect.offset = (int64_t)f->bytes.size;
    f->expect.index = f->records;
}

void bad_mark(bad_file *f, const bad_row *row) {
    mark_record(f, row->record);
}

static void begin_frame(bad_file *f, bad_frame frame) {
    if (frame == BAD_GDS || frame == BAD_GDS_CELL) {
        g_head(f);
    } else if (frame == BAD_OAS || frame == BAD_OAS_CELL) {
        o_magic(f);
        o_start(f);
    }
    if (frame == BAD_GDS_CELL) {
        g_cell_begin(f, "TOP");
    } else if (frame == BAD_OAS_CELL) {
        o_cell(f, "TOP");
    }
}

static void end_frame(bad_file *f, bad_frame frame) {
    if (frame == BAD_GDS_CELL) {
        g_cell_end(f);
    }
    if (frame == BAD_GDS || frame == BAD_GDS_CELL) {
        g_empty(f, G_ENDLIB);
    } else if (frame == BAD_OAS || frame == BAD_OAS_CELL) {
        o_end(f);
    }
}

bool bad_make(const bad_row *row, bad_file *f) {
    *f = bad_new();
    f->expect.reason = row->reason;
    f->expect.warnings = row->warnings ? row->warnings : "";
    f->expect.forgiven = row->forgiven;
    f->expect.shapes_expanded = row->shapes;
    f->expect.known = row->known;
    begin_frame(f, row->frame);
    row->make(f, row);
    end_frame(f, row->frame);
    return f->bytes.failed == LOB_BUF_FINE;
}
