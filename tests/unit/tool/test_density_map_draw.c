/* The picture of density_map: colours of tiles are those of their densities, which follow by hand from the field: a box
 * 0,0 to 40,20 um on 1/0 in a cell of 100 x 50 um (a text holds it open). */
#include "tests/support/lob_test.h"

#include "bench_rig.h"
#include "chart_support.h"
#include "draw/heat.h"

static const char *field;

static int setup(void **state) {
    (void)state;
    lob_buf b;
    bench_open(&t);
    gds_begin(&b);
    gds_cell(&b, "TOP");
    gds_box(&b, 1, 0, 0, 0, 40000, 20000);
    gds_text(&b, 3, 100000, 50000, "END", 3);
    gds_text(&b, 4, 0, 0, "A", 1);
    gds_text(&b, 5, 0, 0, "B", 1);
    gds_text(&b, 6, 0, 0, "C", 1);
    gds_cell_end(&b);
    gds_end(&b);
    field = open_session(&t, bench_file(&t, "field.gds", &b), "TOP");
    return 0;
}

#define ONE "\"layers\":[{\"layer\":1,\"datatype\":0}],\"inline_image\":true"

/* The plot is 800 pixels wide from (70, 64) on: 8 a micrometre, 400 high. */
static uint32_t at_um(const drawn *d, double x, double y) {
    return pixel_at(&d->s, (uint32_t)(70 + 8 * x), (uint32_t)(64 + 400 - 8 * y));
}

/* Tiles of 20 x 25 um: 0.8 in two of them. The scale ends at 80 %. */
static void test_tiles(void **state) {
    (void)state;
    drawn d = take_chart(&t, "density_map", "{\"session_id\":\"%s\"," ONE ",\"tile_um\":{\"x\":20,\"y\":25}}", field);
    assert_int_equal(at_um(&d, 10.5, 5), lob_heat_color(1));
    assert_int_equal(at_um(&d, 30, 5), lob_heat_color(1));
    assert_int_equal(at_um(&d, 50, 5), lob_heat_color(0));
    assert_int_equal(at_um(&d, 10, 45), lob_heat_color(0));
    assert_true(shows(&d, "Density of 1/0 in TOP"));
    assert_true(shows(&d, "80"));   /* in a tile */
    assert_true(shows(&d, "80 %")); /* the end of the scale */
    assert_true(shows(&d, "100 \xc2\xb5m"));
    assert_non_null(strstr(d.svg, "in all 16 %, from 0 % to 80 % (framed)"));
    assert_null(strstr(d.svg, "different scales"));
    drawn_release(&d);
}

/* One tile of nine holds something; tiles that overlap share what they have in common. */
static void test_overlap(void **state) {
    (void)state;
    drawn d = take_chart(
        &t, "density_map",
        "{\"session_id\":\"%s\"," ONE ",\"tile_um\":{\"x\":40,\"y\":50},\"step_um\":{\"x\":20,\"y\":50}}", field);
    /* 0..40: 0.4, 20..60: 0.2, 40..80: 0. The border of the first two is at 30 um. */
    assert_int_equal(at_um(&d, 29, 45), lob_heat_color(1));
    assert_int_equal(at_um(&d, 31, 45), lob_heat_color(0.5));
    drawn_release(&d);
}

/* 10,000 tiles in a row: what a pixel meets is shown by the densest. */
static void test_many(void **state) {
    (void)state;
    drawn d = take_chart(&t, "density_map", "{\"session_id\":\"%s\"," ONE ",\"tiles\":{\"nx\":10000,\"ny\":1}}", field);
    assert_int_equal(at_um(&d, 39, 20), lob_heat_color(1));
    assert_int_equal(at_um(&d, 41, 20), lob_heat_color(0));
    assert_non_null(strstr(d.svg, "image-rendering:pixelated"));
    drawn_release(&d);
}

/* A box of 100 x 0.1 um is stretched to be seen, and says so; nothing lies in it; four layers are named, others are
 * counted. */
static void test_narrow(void **state) {
    (void)state;
    drawn d = take_chart(&t, "density_map",
                         "{\"session_id\":\"%s\",\"inline_image\":true,\"layers\":[{\"layer\":1,\"datatype\":0},"
                         "{\"layer\":3,\"datatype\":0},{\"layer\":4,\"datatype\":0},{\"layer\":5,\"datatype\":0},"
                         "{\"layer\":6,\"datatype\":0}],\"box\":{\"left\":0,\"bottom\":30,\"right\":100,\"top\":30.1}}",
                         field);
    assert_non_null(strstr(d.svg, "x and y have different scales"));
    assert_true(shows(&d, "Density of 1/0, 3/0, 4/0, 5/0 and 1 more in TOP"));
    assert_true(shows(&d, "100 %"));
    drawn_release(&d);
}

static void test_off(void **state) {
    (void)state;
    cJSON *json =
        run(&t, LOB_OK, "density_map", "{\"session_id\":\"%s\",\"layers\":[{\"layer\":1,\"datatype\":0}]}", field);
    assert_null(find(json, "image"));
    assert_null(find(json, "image_svg"));
    cJSON_Delete(json);
}

static void test_memory(void **state) {
    (void)state;
    char arguments[256];
    snprintf(arguments, sizeof arguments, "{\"session_id\":\"%s\"," ONE ",\"tiles\":{\"nx\":1000,\"ny\":1}}", field);
    sweep_chart(&t, field, "density_map", arguments);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_tiles, setup, teardown),
        cmocka_unit_test_setup_teardown(test_overlap, setup, teardown),
        cmocka_unit_test_setup_teardown(test_many, setup, teardown),
        cmocka_unit_test_setup_teardown(test_narrow, setup, teardown),
        cmocka_unit_test_setup_teardown(test_off, setup, teardown),
        cmocka_unit_test_setup_teardown(test_memory, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
