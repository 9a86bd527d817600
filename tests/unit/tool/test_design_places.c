/* Places of devices in layouts made record by record; expected centres are worked out by hand. Units are nanometres in
 * the file, um in the answer. A is 200 x 400 with its lower left corner at 0,0. */
#include "tests/support/lob_test.h"

#include "bench_rig.h"
#include "tool/design_places.h"
#include "tool_sweep.h"

static void device_cell(lob_buf *b, const char *name) {
    gds_cell(b, name);
    gds_box(b, 1, 0, 0, 0, 200, 400);
    gds_cell_end(b);
}

static void place(lob_buf *b, const char *cell, int32_t x, int32_t y, const char *property) {
    gds_sref(b, cell, false, false, x, y);
    if (property) {
        gds_property(b, 61, property, strlen(property));
    }
    gds_element_end(b);
}

typedef struct found {
    lob_arena *arena;
    lob_ctx ctx;
    lob_session *session;
    lob_design_place places[8];
    lob_design_extras extras;
    lob_status status;
} found;

/* The places of `ids` below the cell. */
static void look(found *f, const char *session, const char *cell, const char *const *ids, size_t count) {
    lob_str names[8];
    f->arena = lob_arena_new(0);
    lob_ctx_init(&f->ctx, f->arena);
    assert_int_equal(lob_session_find(&f->ctx, t.sessions, lob_str_from(session), &f->session), LOB_OK);
    for (size_t i = 0; i < count; i++) {
        names[i] = lob_str_from(ids[i]);
    }
    const lob_layout *layout = f->session->layout;
    const lob_design_search search = {layout, lob_layout_find_cell(layout, lob_str_from(cell)), names, count};
    f->status = lob_design_places_find(&f->ctx, &search, f->places, &f->extras);
}

static void drop(found *f) {
    lob_session_drop(f->session);
    lob_arena_drop(f->arena);
}

static bool is_at(const lob_design_place *p, size_t index, double x, double y, double width, double height, int turn) {
    const lob_placed_unit *u = &p->units[index];
    return index < p->count && fabs(u->x - x) < 1e-9 && fabs(u->y - y) < 1e-9 && fabs(u->width - width) < 1e-9 &&
           fabs(u->height - height) < 1e-9 && u->orientation == turn;
}

static void test_names(void **state) {
    (void)state;
    lob_buf b;
    gds_begin(&b);
    device_cell(&b, "A");
    device_cell(&b, "B");
    gds_cell(&b, "BLOCK"); /* bears no name: looked through */
    place(&b, "A", 1000, 0, NULL);
    gds_cell_end(&b);
    gds_cell(&b, "TOP");
    place(&b, "A", 0, 0, NULL);
    place(&b, "B", 500, 0, "A");         /* its property goes before its cell's name */
    place(&b, "B", 600, 0, "of no use"); /* which is no name */
    place(&b, "BLOCK", 0, 5000, NULL);
    gds_sref(&b, "A", true, true, 3000, 3000); /* mirrored at x, then turned by 90: 400 x 200 */
    gds_element_end(&b);
    gds_aref(&b, "B", 3, 2, 0, 9000, 1000, 2000);
    gds_element_end(&b);
    gds_cell_end(&b);
    gds_end(&b);
    const char *session = open_session(&t, bench_file(&t, "names.gds", &b), "TOP");
    static const char *const ids[] = {"A", "B", "C"};
    found f;
    look(&f, session, "TOP", ids, 3);
    assert_int_equal(f.status, LOB_OK);
    assert_int_equal(f.places[0].count, 4);
    assert_true(is_at(&f.places[0], 0, 0.1, 0.2, 0.2, 0.4, 0));
    assert_true(is_at(&f.places[0], 1, 0.6, 0.2, 0.2, 0.4, 0));
    assert_true(is_at(&f.places[0], 2, 1.1, 5.2, 0.2, 0.4, 0));
    assert_true(is_at(&f.places[0], 3, 3.2, 3.1, 0.4, 0.2, 5)); /* 0,0-200,400: y turned over, then a quarter turn */
    assert_int_equal(f.places[1].count, 7);
    assert_true(is_at(&f.places[1], 0, 0.7, 0.2, 0.2, 0.4, 0));
    for (int i = 0; i < 6; i++) { /* members in any order, each once */
        int times = 0;
        for (size_t k = 1; k < 7; k++) {
            times += is_at(&f.places[1], k, 0.1 + i % 3, 9.2 + 2 * (i / 3), 0.2, 0.4, 0);
        }
        assert_int_equal(times, 1);
    }
    assert_int_equal(f.places[2].count, 0);
    drop(&f);
    /* From another cell. */
    look(&f, session, "BLOCK", ids, 3);
    assert_eq(f.places[0].count, 1);
    assert_true(is_at(&f.places[0], 0, 1.1, 0.2, 0.2, 0.4, 0));
    drop(&f);
}

/* X1/M and X2/M lie in two instances of SUB, X1/Y/M deeper; M alone is another one. */
static void test_sub_cells(void **state) {
    (void)state;
    lob_buf b;
    gds_begin(&b);
    device_cell(&b, "M");
    gds_cell(&b, "Y");
    place(&b, "M", 0, 0, NULL);
    gds_cell_end(&b);
    gds_cell(&b, "SUB");
    place(&b, "M", 0, 0, NULL);
    place(&b, "Y", 2000, 0, NULL);
    place(&b, "M", 7000, 0, "X2/M"); /* the whole path, whatever led here */
    place(&b, "M", 8000, 0, "X9/M"); /* no such path: its cell's name counts */
    gds_cell_end(&b);
    gds_cell(&b, "TOP");
    place(&b, "SUB", 0, 0, "X1");
    place(&b, "SUB", 0, 10000, "X2");
    place(&b, "M", 50000, 0, NULL);
    place(&b, "M", 60000, 0, "X1/M");
    gds_cell_end(&b);
    gds_end(&b);
    const char *session = open_session(&t, bench_file(&t, "sub.gds", &b), "TOP");
    static const char *const ids[] = {"M", "X1/M", "X2/M", "X1/Y/M"};
    found f;
    look(&f, session, "TOP", ids, 4);
    assert_int_equal(f.status, LOB_OK);
    assert_eq(f.places[0].count, 1);
    assert_true(is_at(&f.places[0], 0, 50.1, 0.2, 0.2, 0.4, 0));
    assert_int_equal(f.places[1].count, 3);
    assert_true(is_at(&f.places[1], 0, 0.1, 0.2, 0.2, 0.4, 0));
    assert_true(is_at(&f.places[1], 1, 8.1, 0.2, 0.2, 0.4, 0));
    assert_true(is_at(&f.places[1], 2, 60.1, 0.2, 0.2, 0.4, 0));
    assert_int_equal(f.places[2].count, 5); /* in X2: M, Y looked through, the one of the whole path, X9/M; in X1 one */
    assert_true(is_at(&f.places[2], 0, 7.1, 0.2, 0.2, 0.4, 0));
    assert_eq(f.places[3].count, 1);
    assert_true(is_at(&f.places[3], 0, 2.1, 0.2, 0.2, 0.4, 0));
    drop(&f);
}

static void test_askew(void **state) {
    (void)state;
    lob_buf b;
    gds_begin(&b);
    device_cell(&b, "A");
    gds_cell(&b, "EMPTY");
    gds_cell_end(&b);
    gds_cell(&b, "TOP");
    const int32_t xy[2] = {0, 0};
    gds_record(&b, 0x0a, 0, NULL, 0); /* turned by 45 degrees */
    gds_string(&b, 0x12, "A", 1);
    gds_bits(&b, 0x1a, 0);
    gds_record(&b, 0x1c, 5, "\x42\x2d\0\0\0\0\0\0", 8);
    gds_int32s(&b, 0x10, 2, xy);
    gds_element_end(&b);
    gds_record(&b, 0x0a, 0, NULL, 0); /* twice as large, turned by 90 */
    gds_string(&b, 0x12, "A", 1);
    gds_bits(&b, 0x1a, 0);
    gds_record(&b, 0x1b, 5, "\x41\x20\0\0\0\0\0\0", 8);
    gds_angle_90(&b);
    gds_int32s(&b, 0x10, 2, xy);
    gds_element_end(&b);
    place(&b, "EMPTY", 300, 400, "E");
    gds_cell_end(&b);
    gds_end(&b);
    const char *session = open_session(&t, bench_file(&t, "askew.gds", &b), "TOP");
    static const char *const ids[] = {"A", "E"};
    found f;
    look(&f, session, "TOP", ids, 2);
    assert_eq(f.places[0].askew_count, 1);
    assert_eq(f.places[0].count, 1);
    assert_true(is_at(&f.places[0], 0, -0.4, 0.2, 0.8, 0.4, 1));
    assert_eq(f.places[1].count, 1);
    assert_true(is_at(&f.places[1], 0, 0.3, 0.4, 0, 0, 0));
    drop(&f);
}

/* A and B are known by their property of key 61; so what has such a property, or is of B's cell, is a device. */
static void test_extras(void **state) {
    (void)state;
    lob_buf b;
    gds_begin(&b);
    device_cell(&b, "NMOS");
    device_cell(&b, "VIA");
    device_cell(&b, "OTHER");
    gds_cell(&b, "TOP");
    gds_sref(&b, "NMOS", false, false, 0, 0);
    gds_property(&b, 61, "A", 1);
    gds_property(&b, 62, "w=4u l=0.18u", 12);
    gds_element_end(&b);
    place(&b, "NMOS", 1000, 0, "B");
    place(&b, "NMOS", 2000, 0, NULL);
    place(&b, "OTHER", 3000, 0, "M9");
    place(&b, "VIA", 4000, 0, NULL);
    gds_aref(&b, "NMOS", 3, 2, 0, 9000, 1000, 2000);
    gds_element_end(&b);
    gds_cell_end(&b);
    gds_end(&b);
    const char *session = open_session(&t, bench_file(&t, "extras.gds", &b), "TOP");
    static const char *const ids[] = {"A", "B"};
    static const struct {
        const char *name;
        double x, y;
        uint64_t count;
    } expected[] = {{"NMOS", 2.1, 0.2, 1}, {"M9", 3.1, 0.2, 1}, {"NMOS", 0.1, 9.2, 6}};
    found f;
    look(&f, session, "TOP", ids, 2);
    assert_int_equal(f.status, LOB_OK);
    assert_int_equal(f.places[0].count, 1);
    assert_true(f.places[0].parameters.has[LOB_PARAMETER_W]);
    assert_close(f.places[0].parameters.values[LOB_PARAMETER_L], 0.18, 1e-12);
    assert_false(f.places[1].parameters.has[LOB_PARAMETER_W]);
    assert_int_equal(f.extras.total, 3);
    assert_int_equal(f.extras.count, 3);
    for (int i = 0; i < 3; i++) {
        lob_case("%d", i);
        assert_true(lob_str_equal(f.extras.items[i].name, lob_str_from(expected[i].name)));
        assert_int_equal(f.extras.items[i].count, expected[i].count);
        assert_close(f.extras.items[i].x, expected[i].x, 1e-9);
        assert_close(f.extras.items[i].y, expected[i].y, 1e-9);
    }
    drop(&f);
}

static void test_too_many(void **state) {
    (void)state;
    lob_buf b;
    gds_begin(&b);
    device_cell(&b, "A");
    gds_cell(&b, "TOP");
    gds_aref(&b, "A", 1001, 1000, 0, 0, 1000, 1000);
    gds_element_end(&b);
    gds_cell_end(&b);
    gds_cell(&b, "VIA");
    gds_box(&b, 2, 0, 0, 0, 10, 10);
    gds_cell_end(&b);
    gds_cell(&b, "FILL"); /* 10^9 vias cost nothing: they lead to no name */
    gds_aref(&b, "VIA", 30000, 30000, 0, 0, 20, 20);
    gds_element_end(&b);
    place(&b, "A", 0, 0, NULL);
    gds_cell_end(&b);
    gds_end(&b);
    const char *session = open_session(&t, bench_file(&t, "many.gds", &b), "TOP");
    static const char *const ids[] = {"A"};
    found f;
    look(&f, session, "TOP", ids, 1);
    assert_int_equal(f.status, LOB_E_QUERY_TOO_LARGE);
    assert_ne(f.ctx.error.hint[0], '\0');
    drop(&f);
    look(&f, session, "FILL", ids, 1);
    assert_eq(f.status, LOB_OK);
    assert_eq(f.places[0].count, 1);
    drop(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),  cmocka_unit_test(test_sub_cells), cmocka_unit_test(test_askew),
        cmocka_unit_test(test_extras), cmocka_unit_test(test_too_many),
    };
    return cmocka_run_group_tests(tests, setup_bench, teardown);
}
