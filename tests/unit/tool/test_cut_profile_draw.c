/* The picture of cut_profile: bars stand where the material is, by hand from the field: teeth of 2 um every 5 um on
 * 1/0, a slab on 2/0 from 5 to 95 um, 17 more layers beneath. The line is 894 pixels long from 190 on. */
#include "tests/support/lob_test.h"

#include "bench_rig.h"
#include "chart_support.h"

static const char *field;

static int setup(void **state) {
    (void)state;
    lob_buf b;
    bench_open(&t);
    gds_begin(&b);
    gds_cell(&b, "TOP");
    for (int i = 0; i < 20; i++) {
        gds_box(&b, 1, 0, 5000 * i, 0, 5000 * i + 2000, 2000);
    }
    gds_box(&b, 2, 0, 5000, -2000, 95000, 4000);
    for (int i = 0; i < 17; i++) {
        gds_box(&b, 10 + i, 0, 0, 10000, 100, 20000);
        gds_box(&b, 10 + i, 0, 150, 10000, 300, 20000);
    }
    gds_cell_end(&b);
    gds_end(&b);
    field = open_session(&t, bench_file(&t, "field.gds", &b), "TOP");
    return 0;
}

#define CUT(y) "\"inline_image\":true,\"from\":{\"x\":0,\"y\":" y "},\"to\":{\"x\":100,\"y\":" y "}"

static uint32_t at_um(const drawn *d, double x, uint32_t y) {
    return pixel_at(&d->s, (uint32_t)(190 + 8.94 * x), y);
}

static void test_bars(void **state) {
    (void)state;
    drawn d = take_chart(&t, "cut_profile", "{\"session_id\":\"%s\"," CUT("1") ",\"limit\":1}", field);
    const uint32_t teeth = at_um(&d, 1, 82), slab = at_um(&d, 50, 148);
    assert_ne(teeth, 0xffffff);
    assert_ne(teeth, slab);
    for (int i = 0; i < 20; i++) { /* all of them, whatever is listed */
        assert_int_equal(at_um(&d, 5 * i + 1, 82), teeth);
        assert_int_equal(at_um(&d, 5 * i + 4.5, 82), 0xffffff);
    }
    assert_int_equal(at_um(&d, 4, 148), 0xffffff);
    assert_int_equal(at_um(&d, 6, 148), slab);
    assert_true(shows(&d, "2"));
    assert_true(shows(&d, "3"));
    assert_true(shows(&d, "90"));
    assert_true(shows(&d, "period 5 \xc2\xb5m, 20 times"));
    assert_true(shows(&d, "20 \xc3\x97 material, 40 \xc2\xb5m"));
    assert_true(shows(&d, "Cut of TOP from (0, 1) to (100, 1) \xc2\xb5m, 100 \xc2\xb5m long"));
    drawn_release(&d);
}

/* Bars narrower than a pixel are seen; layers beyond sixteen are counted; words that would overlap are left out. */
static void test_crowd(void **state) {
    (void)state;
    drawn d = take_chart(&t, "cut_profile", "{\"session_id\":\"%s\"," CUT("15") "}", field);
    assert_ne(at_um(&d, 0.1, 82), 0xffffff);
    assert_non_null(strstr(d.svg, "1 more layers are not drawn"));
    assert_int_equal(d.s.height, 66 + 16 * 66 + 46);
    drawn_release(&d);
    d = take_chart(&t, "cut_profile",
                   "{\"session_id\":\"%s\",\"inline_image\":true,\"layers\":[{\"layer\":10,\"datatype\":0}],"
                   "\"from\":{\"x\":0,\"y\":15},\"to\":{\"x\":5,\"y\":15}}",
                   field);
    assert_true(shows(&d, "0.1"));  /* below the bar, wider than it */
    assert_true(shows(&d, "0.05")); /* above the gap */
    drawn_release(&d);
}

static void test_nothing(void **state) {
    (void)state;
    drawn d = take_chart(&t, "cut_profile", "{\"session_id\":\"%s\"," CUT("-50") "}", field);
    assert_true(shows(&d, "the line meets no material"));
    drawn_release(&d);
}

static void test_memory(void **state) {
    (void)state;
    char arguments[256];
    snprintf(arguments, sizeof arguments, "{\"session_id\":\"%s\"," CUT("1") "}", field);
    sweep_chart(&t, field, "cut_profile", arguments);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_bars, setup, teardown),
        cmocka_unit_test_setup_teardown(test_crowd, setup, teardown),
        cmocka_unit_test_setup_teardown(test_nothing, setup, teardown),
        cmocka_unit_test_setup_teardown(test_memory, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
