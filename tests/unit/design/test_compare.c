/* Netlist against layout: parameters as properties write them, and each difference by hand. */
#include "tests/support/lob_test.h"

#include "bench.h"

#include "design/compare.h"

#define NONE                                                                                                           \
    {                                                                                                                  \
        {false}, {                                                                                                     \
            0                                                                                                          \
        }                                                                                                              \
    }

static void parameters_as_they_are_written(void **state) {
    (void)state;
    static const struct {
        const char *text;
        double w, l, m, nf; /* 0: none */
    } cases[] = {
        {"w=4u l=0.18u m=2 nf=4", 4, 0.18, 2, 4},
        {"W=4e-6,L=1.8e-7", 4, 0.18, 0, 0},
        {"w=4;l=0.18", 4, 0.18, 0, 0},
        {"w=180n l=65N", 0.18, 0.065, 0, 0},
        {"W=4um", 4, 0, 0, 0},
        {"w=4u w=5u", 4, 0, 0, 0},
        {"w= l=u m=-1 nf=0 w4=3 x=w=2", 0, 0, 0, 0},
        {"M1", 0, 0, 0, 0},
        {"", 0, 0, 0, 0},
        {"w=1e400 l=nan m=inf", 0, 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%s", cases[i].text);
        lob_drawn_parameters p = {0};
        const double expected[] = {cases[i].w, cases[i].l, cases[i].m, cases[i].nf};
        lob_drawn_parameters_take(&p, lob_str_from(cases[i].text));
        for (int k = 0; k < LOB_PARAMETER_COUNT; k++) {
            assert_int_equal(p.has[k], expected[k] > 0);
            assert_close(p.values[k], expected[k], 1e-12);
        }
    }
    lob_drawn_parameters p = {0};
    lob_drawn_parameter_take(&p, LOB_STR("NF"), LOB_STR("3"));
    lob_drawn_parameter_take(&p, LOB_STR("n"), LOB_STR("3"));
    lob_drawn_parameter_take(&p, LOB_STR("wl"), LOB_STR("3"));
    assert_true(p.has[LOB_PARAMETER_NF]);
    assert_false(p.has[LOB_PARAMETER_W]);
    assert_eq(p.values[LOB_PARAMETER_NF], 3);
}

static lob_circuit_device transistor(const char *id, double w, double l, int64_t m, int64_t nf) {
    return (lob_circuit_device){.id = lob_str_from(id),
                                .type = LOB_DEVICE_TYPE_NMOS,
                                .model = LOB_STR("n"),
                                .params = {.has_w = true, .w = w, .has_l = true, .l = l, .m = m, .nf = nf}};
}

static void each_difference(void **state) {
    (void)state;
    lob_circuit_device devices[] = {
        transistor("fine", 4e-6, 1e-6, 1, 1),    transistor("gone", 4e-6, 1e-6, 1, 1),
        transistor("odd", 4e-6, 1e-6, 1, 1),     transistor("like", 4e-6, 1e-6, 1, 1),
        transistor("tight", 8e-6, 1e-6, 2, 1),   transistor("said", 2e-6, 2e-6, 2, 4),
        transistor("split", 3e-6, 1e-6, 2, 3),   transistor("whole", 5e-6, 1e-6, 2, 3),
        transistor("fingers", 6e-6, 1e-6, 2, 3),
    };
    const lob_placed_unit one[] = {{1, 2, 2, 4, 0}}, larger[] = {{3, 4, 3, 4, 0}}, small[] = {{5, 6, 2, 7.9, 0}};
    const lob_placed_unit many[] = {{7, 8, 2, 4, 0}, {9, 8, 2, 4, 0}, {9, 8, 2, 4, 0},
                                    {9, 8, 2, 4, 0}, {9, 8, 2, 4, 0}, {9, 8, 2, 4, 0}};
    lob_drawn_device drawn[] = {
        {one, 1, NONE},  {NULL, 0, NONE}, {larger, 1, NONE}, {one, 1, NONE},  {small, 1, NONE},
        {many, 2, NONE}, {many, 5, NONE}, {many, 6, NONE},   {many, 3, NONE},
    };
    lob_drawn_parameters_take(&drawn[5].parameters, LOB_STR("w=2.1u l=2u m=2 nf=1"));
    static const struct {
        const char *device;
        lob_device_difference_what what;
        double expected, drawn, x;
    } expected[] = {
        {"odd", LOB_DEVICE_DIFFERENCE_WHAT_AREA, 8, 12, 3},   {"tight", LOB_DEVICE_DIFFERENCE_WHAT_AREA, 16, 15.8, 5},
        {"said", LOB_DEVICE_DIFFERENCE_WHAT_W, 2, 2.1, 7},    {"said", LOB_DEVICE_DIFFERENCE_WHAT_NF, 4, 1, 7},
        {"split", LOB_DEVICE_DIFFERENCE_WHAT_UNITS, 2, 5, 7},
    };
    enum { COUNT = sizeof expected / sizeof expected[0] };
    bench b;
    begin(&b);
    lob_circuit circuit = {.name = LOB_STR("c")};
    circuit.devices.items = devices;
    circuit.devices.count = sizeof devices / sizeof devices[0];
    lob_layout_comparison out = {0};
    assert_int_equal(lob_devices_compare(&b.ctx, &circuit, drawn, &out), LOB_OK);
    assert_int_equal(out.found, 8);
    assert_int_equal(out.missing_count, 1);
    assert_text(out.missing.items[0], "gone");
    assert_int_equal(out.different_count, COUNT);
    for (size_t i = 0; i < COUNT; i++) {
        lob_case("%zu: %s", i, expected[i].device);
        const lob_device_difference *one_of = &out.different.items[i];
        assert_text(one_of->device, expected[i].device);
        assert_int_equal(one_of->what, expected[i].what);
        assert_close(one_of->expected, expected[i].expected, 1e-9);
        assert_close(one_of->drawn, expected[i].drawn, 1e-9);
        assert_eq(one_of->center_um.x, expected[i].x);
    }
    end(&b);
}

static void lists_end(void **state) {
    (void)state;
    enum { COUNT = 250 };
    static lob_circuit_device devices[COUNT];
    static lob_drawn_device drawn[COUNT];
    const lob_placed_unit unit = {0, 0, 1, 1, 0};
    bench b;
    begin(&b);
    for (int i = 0; i < COUNT; i++) {
        devices[i] = transistor("M", 4e-6, 1e-6, 1, 1);
        drawn[i] = (lob_drawn_device){&unit, (size_t)(i % 2), NONE};
    }
    lob_circuit circuit = {.name = LOB_STR("c")};
    circuit.devices.items = devices;
    circuit.devices.count = COUNT;
    lob_layout_comparison out = {0};
    assert_int_equal(lob_devices_compare(&b.ctx, &circuit, drawn, &out), LOB_OK);
    assert_int_equal(out.missing.count, LOB_COMPARED_SHOWN);
    assert_int_equal(out.missing_count, COUNT / 2);
    assert_int_equal(out.different.count, LOB_COMPARED_SHOWN);
    assert_int_equal(out.different_count, COUNT / 2);
    end(&b);
}

static lob_status work(lob_ctx *ctx, const void *arg) {
    const lob_placed_unit unit = {0, 0, 1, 1, 0};
    const lob_drawn_device drawn = {&unit, 1, NONE};
    lob_layout_comparison out = {0};
    return lob_devices_compare(ctx, arg, &drawn, &out);
}

static void memory_may_run_out_anywhere(void **state) {
    (void)state;
    lob_circuit_device device = transistor("M", 4e-6, 1e-6, 1, 1);
    lob_circuit circuit = {.name = LOB_STR("c")};
    circuit.devices.items = &device;
    circuit.devices.count = 1;
    sweep_work(work, &circuit, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parameters_as_they_are_written),
        cmocka_unit_test(each_difference),
        cmocka_unit_test(lists_end),
        cmocka_unit_test(memory_may_run_out_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
