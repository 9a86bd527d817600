/* Offsets of name tables and cells (SEMI P39-0304, clauses 13.5 to 13.10, A2-2), true and false, in files made byte by
 * byte: the places are those at which the test wrote the records. */
#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "io/oas/oas.h"
#include "oas_bytes.h"
#include "oas_told.h"
#include "tests/unit/base/sweep.h"

enum { CELLNAMES, TEXTSTRINGS, PROPNAMES, PROPSTRINGS, LAYERNAMES, XNAMES, TABLES, OFFSET_SIZE = 3 };

static uint64_t at[TABLES]; /* where each table begins; 0: it is not there */
static bool strict[TABLES];
static size_t start_at, offsets_at; /* START; its offsets, of OFFSET_SIZE + 1 bytes each; 0: they are in END */
static size_t cell_at[2];

static void put_offset(uint64_t value) {
    b(&file, (unsigned)(value & 127) | 128);
    b(&file, (unsigned)(value >> 7 & 127) | 128);
    b(&file, (unsigned)(value >> 14 & 127));
}

static void put_offsets(void) {
    for (unsigned t = 0; t < TABLES; t++) {
        u(&file, strict[t]);
        put_offset(at[t]);
    }
}

static void begin(bool offsets_in_start) {
    memset(at, 0, sizeof at);
    memset(strict, 1, sizeof strict);
    file.size = 0;
    raw(&file, "%SEMI-OASIS\r\n", 13);
    start_at = file.size;
    u(&file, 1);
    s(&file, "1.0");
    u(&file, 0);
    u(&file, 1000);
    u(&file, !offsets_in_start);
    offsets_at = offsets_in_start ? file.size : 0;
    if (offsets_in_start) {
        put_offsets();
    }
}

static void finish(void) {
    if (offsets_at) {
        const size_t end = file.size;
        file.size = offsets_at;
        put_offsets();
        file.size = end;
    }
    const size_t size = 256 - 1 - 2 - 1 - (offsets_at ? 0 : TABLES * (OFFSET_SIZE + 1));
    u(&file, 2);
    if (!offsets_at) {
        put_offsets();
    }
    b(&file, (unsigned)(size & 127) | 128);
    b(&file, (unsigned)(size >> 7));
    memset(file.data + file.size, 0, size + 1);
    file.size += size + 1;
}

static void put_cells(void) {
    for (unsigned c = 0; c < 2; c++) {
        cell_at[c] = file.size;
        u(&file, 13);
        u(&file, c);
        rectangle(1, 0, 2, 2, 0, 0);
    }
}

static void cellname(const char *name, unsigned prop_info, uint64_t offset) {
    u(&file, 3);
    s(&file, name);
    if (prop_info) {
        u(&file, 28);
        b(&file, prop_info); /* 0x15 a name and a value; 0x17 the number of the name */
        if (prop_info & 2) {
            u(&file, 0);
        } else {
            s(&file, "S_CELL_OFFSET");
        }
        u(&file, 8);
        put_offset(offset);
    }
}

static void put_tables(unsigned prop_info) {
    at[CELLNAMES] = file.size;
    cellname("A", prop_info, cell_at[0]);
    cellname("B", prop_info, cell_at[1]);
    at[TEXTSTRINGS] = file.size;
    u(&file, 5);
    s(&file, "t");
    at[PROPNAMES] = file.size;
    u(&file, 7);
    s(&file, "S_CELL_OFFSET");
    at[PROPSTRINGS] = file.size;
    u(&file, 9);
    s(&file, "v");
    at[LAYERNAMES] = file.size;
    u(&file, 11);
    s(&file, "l");
    raw(&file, "\3\1\3\2", 4);
    at[XNAMES] = file.size;
    u(&file, 30);
    u(&file, 1);
    s(&file, "x");
}

/* Tables first or last, offsets in START or END. */
static void put_file(bool tables_first, bool offsets_in_start, unsigned prop_info) {
    begin(offsets_in_start);
    for (unsigned round = 0; round < 2; round++) { /* once to know where the cells will be */
        const size_t from = file.size;
        if (tables_first) {
            put_tables(prop_info);
        }
        put_cells();
        if (!tables_first) {
            put_tables(prop_info);
        }
        file.size = round ? file.size : from;
    }
}

static void expect_fine(void) {
    if (read_bytes(file.data, file.size) != LOB_OK) {
        fail_msg("%s", ctx.error.message);
    }
    assert_null(strstr(told.data, "warning strict"));
    assert_null(strstr(told.data, "warning cell_offset"));
}

static void expect_warned(const char *kind) {
    char line[64];
    snprintf(line, sizeof line, "warning %s\n", kind);
    assert_int_equal(read_bytes(file.data, file.size), LOB_OK);
    const char *found = strstr(told.data, line);
    assert_non_null(found);
    assert_null(strstr(found + 1, line));
}

static void expect_error(const char *reason, const char *record, size_t offset, const char *table) {
    expect_refused(reason);
    unsigned met = 0;
    for (unsigned k = 0; k < ctx.error.detail_count; k++) {
        const lob_error_detail *d = &ctx.error.details[k];
        if (strcmp(d->key, "record") == 0) {
            assert_true(lob_str_equal(d->text, lob_str_from(record)));
            met++;
        } else if (strcmp(d->key, "offset") == 0) {
            assert_int_equal(d->integer, offset);
            met++;
        } else if (strcmp(d->key, "table") == 0) {
            assert_true(table);
            assert_true(lob_str_equal(d->text, lob_str_from(table)));
            met++;
        }
    }
    assert_int_equal(met, table ? 3 : 2);
    assert_ne(ctx.error.hint[0], '\0');
}

static void true_offsets(void **state) {
    (void)state;
    for (unsigned k = 0; k < 12; k++) {
        put_file(k & 1, k & 2, k / 4 == 0 ? 0 : k / 4 == 1 ? 0x15 : 0x17);
        finish();
        expect_fine();
    }
    begin(false); /* no tables: all offsets 0 */
    u(&file, 14);
    s(&file, "A");
    finish();
    expect_fine();
}

/* Each table alone, one byte off either way, in the middle, or elsewhere; and as an offset of no table. */
static void false_table_offsets(void **state) {
    (void)state;
    static const char *const names[TABLES] = {"CELLNAME", "TEXTSTRING", "PROPNAME", "PROPSTRING", "LAYERNAME", "XNAME"};
    for (unsigned t = 0; t < TABLES; t++) {
        for (unsigned k = 0; k < 16; k++) {
            const bool in_start = k & 1;
            put_file(k & 2, in_start, 0);
            const uint64_t right = at[t];
            at[t] = k / 4 == 0 ? right + 1 : k / 4 == 1 ? right - 1 : k / 4 == 2 ? cell_at[0] : at[(t + 1) % TABLES];
            finish();
            expect_error("table_offset", in_start ? "START" : "END", in_start ? start_at : file.size - 256, names[t]);
            assert_non_null(strstr(told.data, "end cell\n")); /* only the end of the file settles it */
            put_file(k & 2, in_start, 0);                     /* not strict: nothing is promised */
            at[t] = right + 1;
            strict[t] = false;
            finish();
            expect_fine();
        }
    }
    for (unsigned t = 0; t < TABLES; t++) { /* an offset of a table that is not there */
        begin(false);
        u(&file, 14);
        s(&file, "A");
        at[t] = 25;
        finish();
        expect_error("table_offset", "END", file.size - 256, names[t]);
    }
}

/* PADs in front of a table belong to it (13.8), those behind a cell's last record as well; other records do not. */
static void pads_in_front(void **state) {
    (void)state;
    for (int first = -1; first <= 6; first++) {
        begin(false);
        put_cells();
        const size_t pads_at = file.size;
        memset(file.data + file.size, 0, 5);
        file.size += 5;
        cellname("A", 0, 0);
        cellname("B", 0, 0);
        at[CELLNAMES] = pads_at + (size_t)first;
        finish();
        if (first >= 0 && first <= 5) {
            expect_fine();
        } else {
            expect_error("table_offset", "END", file.size - 256, "CELLNAME");
        }
    }
}

static void put_cblock(const oas_file *inner) {
    u(&file, 34);
    u(&file, 0);
    u(&file, inner->size);
    u(&file, inner->size + 5);
    b(&file, 1); /* stored */
    b(&file, (unsigned)inner->size & 255);
    b(&file, (unsigned)inner->size >> 8);
    b(&file, ~(unsigned)inner->size & 255);
    b(&file, ~(unsigned)inner->size >> 8 & 255);
    raw(&file, inner->data, inner->size);
}

/* The offset of a table in CBLOCKs is that of the first (13.9). */
static void tables_in_blocks(void **state) {
    (void)state;
    static oas_file inner, keep;
    for (int off = -1; off <= 1; off++) {
        begin(false);
        put_cells();
        for (unsigned c = 0; c < 2; c++) {
            keep = file;
            file.size = 0;
            cellname(c ? "B" : "A", 0x15, cell_at[c]);
            inner = file;
            file = keep;
            at[CELLNAMES] = c ? at[CELLNAMES] : file.size;
            put_cblock(&inner);
        }
        at[CELLNAMES] = (uint64_t)((int64_t)at[CELLNAMES] + off);
        finish();
        if (off == 0) {
            expect_fine();
        } else {
            expect_error("table_offset", "END", file.size - 256, "CELLNAME");
        }
    }
}

/* A name apart from the others of its strict table, and names of a table that is said not to be there. */
static void strays(void **state) {
    (void)state;
    begin(false);
    at[CELLNAMES] = file.size;
    cellname("A", 0, 0);
    put_cells();
    cellname("B", 0, 0);
    finish();
    expect_warned("strict_table");
    strict[CELLNAMES] = false;
    file.size -= 256;
    finish();
    expect_fine();
    begin(false); /* of another kind between them */
    at[CELLNAMES] = file.size;
    cellname("A", 0, 0);
    at[TEXTSTRINGS] = file.size;
    u(&file, 5);
    s(&file, "t");
    cellname("B", 0, 0);
    put_cells();
    finish();
    expect_warned("strict_table");
    begin(false);
    put_cells();
    cellname("A", 0, 0);
    cellname("B", 0, 0);
    at[CELLNAMES] = 0;
    finish();
    expect_warned("strict_table");
}

static uint64_t warned_at[4];
static unsigned warned_count;

static lob_status note_warning(void *self, const char *kind, const char *text, uint64_t offset) {
    warned_at[warned_count++ % 4] = offset;
    return on_warning(self, kind, text, offset);
}

static lob_status refuse_warning(void *self, const char *kind, const char *text, uint64_t offset) {
    on_warning(self, kind, text, offset);
    return lob_fail(&ctx, LOB_E_UNSUPPORTED_FORMAT, "The sink has had enough");
}

static lob_status read_with(lob_status (*warning)(void *self, const char *kind, const char *text, uint64_t offset)) {
    const lob_source_options options = {0};
    lob_source *source = NULL;
    lob_sink sink = teller;
    sink.warning = warning;
    lob_arena_reset(ctx.arena);
    lob_ctx_init(&ctx, ctx.arena);
    lob_buf_clear(&told);
    warned_count = 0;
    assert_int_equal(lob_source_open_memory(&ctx, file.data, file.size, &options, &source), LOB_OK);
    const lob_status status = lob_oas_read(&ctx, source, &sink, true);
    lob_source_close(source);
    return status;
}

/* Of several names outside of a table the first is told, and what the sink makes of it is the end. */
static void first_stray(void **state) {
    (void)state;
    size_t texts[3];
    for (unsigned said = 0; said < 2; said++) { /* a table with strays, and one that is said not to be there */
        begin(false);
        at[CELLNAMES] = file.size;
        cellname("A", 0, 0);
        for (unsigned k = 0; k < 3; k++) {
            texts[k] = file.size;
            u(&file, 5);
            s(&file, "t");
            u(&file, 5);
            s(&file, "t");
            at[LAYERNAMES] = k ? at[LAYERNAMES] : file.size;
            u(&file, 11);
            s(&file, "l");
            raw(&file, "\3\1\3\2", 4);
        }
        strict[LAYERNAMES] = false;
        at[TEXTSTRINGS] = said ? texts[0] : 0;
        finish();
        assert_int_equal(read_with(note_warning), LOB_OK);
        assert_int_equal(warned_count, 1);
        assert_int_equal(warned_at[0], texts[said]);
        assert_int_equal(read_with(refuse_warning), LOB_E_UNSUPPORTED_FORMAT);
        assert_non_null(strstr(told.data, "warning strict_table\n"));
        assert_null(strstr(told.data, "\nend\n"));
    }
}

/* A property by a number to which a PROPNAME before or behind it gives a name, S_CELL_OFFSET or another one. */
static void number_of_another_name(void **state) {
    (void)state;
    for (unsigned k = 0; k < 4; k++) {
        const bool is_offset = k & 1, names_first = k & 2;
        begin(false);
        put_cells();
        for (unsigned part = 0; part < 2; part++) {
            if (names_first == (part == 0)) {
                at[PROPNAMES] = file.size;
                u(&file, 7);
                s(&file, is_offset ? "S_CELL_OFFSET" : "P");
                u(&file, 7);
                s(&file, is_offset ? "P" : "S_CELL_OFFSET");
            } else {
                at[CELLNAMES] = file.size;
                cellname("A", 0x17, cell_at[0] + 1); /* number 0 */
                cellname("B", 0x15, cell_at[1]);
            }
        }
        finish();
        if (is_offset) {
            expect_error("cell_offset", "PROPERTY", at[CELLNAMES] + 3, NULL);
        } else {
            expect_fine();
        }
    }
}

/* S_CELL_OFFSET before and behind the cells, its name given and by number, defined before and behind. */
static void false_cell_offsets(void **state) {
    (void)state;
    for (unsigned k = 0; k < 8; k++) {
        for (int off = -1; off <= 1; off++) {
            const bool tables_first = k & 1;
            put_file(tables_first, false, k & 2 ? 0x17 : 0x15);
            /* In the last bytes of the first CELLNAME: 3 "A" PROPERTY info name 8 offset. */
            const size_t place = at[CELLNAMES] + 3 + 2 + (k & 2 ? 1 : 14) + 1;
            const size_t end = file.size;
            file.size = place;
            put_offset(off ? (uint64_t)((int64_t)cell_at[0] + off) : cell_at[1]); /* or that of the other cell */
            file.size = end;
            strict[CELLNAMES] = k & 4;
            finish();
            if (k & 4) {
                expect_error("cell_offset", "PROPERTY", at[CELLNAMES] + 3, NULL);
            } else {
                expect_warned("cell_offset");
            }
        }
    }
}

/* What is no S_CELL_OFFSET is none: another standard property, one of the user, an external cell's 0. */
static void other_properties(void **state) {
    (void)state;
    begin(false);
    put_cells();
    at[CELLNAMES] = file.size;
    cellname("A", 0x15, 0);
    cellname("B", 0x15, cell_at[1]);
    raw(&file, "\x1c\x15\x0dS_CELL_OFFSET\x08\x05", 18); /* a second one: the first counts */
    cellname("C", 0, 0);
    raw(&file, "\x1c\x14\x0dS_CELL_OFFSET\x08\x05", 18); /* the user's */
    cellname("D", 0, 0);
    raw(&file, "\x1c\x15\x0dS_CELL_OFFSEX\x08\x05", 18);
    cellname("E", 0, 0);
    raw(&file, "\x1c\x15\x0dS_CELL_OFFSET\x09\x05", 18); /* signed */
    cellname("F", 0, 0);
    raw(&file, "\x1c\x25\x0dS_CELL_OFFSET\x08\x05\x08\x05", 20);
    cellname("G", 0x17, 5); /* by number, and the number is another name */
    at[PROPNAMES] = file.size;
    u(&file, 7);
    s(&file, "P");
    at[TEXTSTRINGS] = file.size;
    u(&file, 5);
    s(&file, "t");
    raw(&file, "\x1c\x15\x0dS_CELL_OFFSET\x08\x05", 18); /* of a TEXTSTRING */
    finish();
    expect_fine();
}

/* Cells by name, and several in a CBLOCK, which share its offset. */
static void cells_by_name(void **state) {
    (void)state;
    static oas_file inner, keep;
    for (unsigned k = 0; k < 4; k++) {
        begin(false);
        cell_at[0] = file.size;
        u(&file, 14);
        s(&file, "A");
        keep = file;
        file.size = 0;
        u(&file, 14);
        s(&file, "B");
        u(&file, 14);
        s(&file, "C");
        inner = file;
        file = keep;
        cell_at[1] = file.size;
        put_cblock(&inner);
        at[CELLNAMES] = file.size;
        cellname("A", 0x15, k == 1 ? cell_at[1] + 1 : cell_at[0]);
        cellname("B", 0x15, k == 2 ? cell_at[1] + 1 : cell_at[1]);
        cellname("C", 0x15, k == 3 ? cell_at[0] : cell_at[1]);
        finish();
        if (k == 0) {
            expect_fine();
        } else {
            expect_refused("cell_offset");
        }
    }
}

static bool run_read(void *arg) {
    (void)arg;
    lob_arena *arena = lob_arena_new(0);
    lob_source *source = NULL;
    lob_source_options options = {0};
    lob_ctx own;
    if (!arena) {
        return false;
    }
    lob_ctx_init(&own, arena);
    lob_status status = lob_source_open_memory(&own, file.data, file.size, &options, &source);
    if (status == LOB_OK) {
        status = lob_oas_read(&own, source, &teller, true);
        if (status != LOB_OK) {
            assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
        }
        assert_int_equal(own.error.code, status);
    }
    lob_source_close(source);
    lob_arena_drop(arena);
    return status == LOB_OK;
}

/* Enough cells that the lists of places grow, with claims ahead of them. */
static void allocations(void **state) {
    (void)state;
    enum { CELLS = 150 };
    size_t names_size = 0;
    for (unsigned round = 0; round < 2; round++) {
        begin(false);
        at[CELLNAMES] = file.size;
        for (unsigned c = 0; c < CELLS; c++) {
            char name[8];
            snprintf(name, sizeof name, "C%03u", c);
            cellname(name, 0x15, at[CELLNAMES] + names_size + 3 * c);
        }
        names_size = file.size - at[CELLNAMES];
    }
    for (unsigned c = 0; c < CELLS; c++) {
        u(&file, 13);
        u(&file, c + 128); /* two bytes each */
    }
    finish();
    expect_refused("cell_offset"); /* the numbers are not those of the names */
    for (size_t c = 0; c < CELLS; c++) {
        uint8_t *record = file.data + at[CELLNAMES] + names_size + 3 * c;
        record[1] = (uint8_t)(c & 127) | 128;
        record[2] = (uint8_t)(c >> 7);
    }
    expect_fine();
    lob_buf_release(&told);
    lob_buf_init(&told, 1 << 20);
    lob_buf_reserve(&told, 1 << 18);
    const unsigned made = sweep_allocations(run_read, NULL);
    assert_gt(made, 8);
    begin(false); /* and nothing that would be missed of them */
    for (unsigned c = 0; c < CELLS; c++) {
        u(&file, 13);
        u(&file, c);
    }
    finish();
    assert_gt(sweep_allocations(run_read, NULL), 3);
}

static int done(void **state) {
    (void)state;
    lob_buf_release(&told);
    lob_arena_drop(ctx.arena);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(true_offsets),
        cmocka_unit_test(false_table_offsets),
        cmocka_unit_test(pads_in_front),
        cmocka_unit_test(tables_in_blocks),
        cmocka_unit_test(strays),
        cmocka_unit_test(false_cell_offsets),
        cmocka_unit_test(other_properties),
        cmocka_unit_test(cells_by_name),
        cmocka_unit_test(allocations),
        cmocka_unit_test(first_stray),
        cmocka_unit_test(number_of_another_name),
    };
    return cmocka_run_group_tests(tests, NULL, done);
}
