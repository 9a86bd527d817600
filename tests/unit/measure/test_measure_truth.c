/* What the tools measure of shapes whose width, length, radius and gap have formulas: fixtures/truth_*, drawn with
 * chords within 1 and 5 nm of their curves, each under seven transformations.
 *
 * Bounds: widths and gaps 1 unit (times a magnification above 1: the cell is rounded before it is enlarged), lengths
 * 0.01 % or, where that is less than a grid point, the 1.5 units that the ends may be off; radii 0.1 % or the bound
 * that the answer itself states. The worst of each is printed.
 */
#include "tests/support/lob_test.h"

#include "../tool/bench_rig.h"
#include "../tool/tool_support.h"
#include "tests/support/stride.h"

enum { PLACE_COUNT = 7, APART_UM = 2000 };

static const double place_mags[PLACE_COUNT] = {1, 1, 1, 1, 1, 2, 0.5};
static const char *const fixtures[2] = {"truth_1nm", "truth_5nm"};
static const double pi = 3.14159265358979323846;

static const char *session;

typedef struct truth {
    const char *name;
    int layer;
    double length, width, width_max, radius; /* um; width_max 0: the same; radius 0: straight, < 0: not asked */
    enum { PLAIN, CLOSED, FREE } form; /* FREE: neither arcs nor clothoids, so the bound is wider, and is only noted */
} truth;

/* ---- formulas ---- */

/* Simpson, far finer than needed. */
static double integrate(double (*f)(double, const double *), const double *p, double to) {
    enum { N = 20000 };
    double sum = f(0, p) + f(to, p);
    for (int i = 1; i < N; i++) {
        sum += (i % 2 ? 4 : 2) * f(to * i / N, p);
    }
    return sum * to / N / 3;
}

static double cosine_speed(double x, const double *p) { /* offset, length */
    double slope = p[0] * pi / (2 * p[1]) * sin(pi * x / p[1]);
    return sqrt(1 + slope * slope);
}

static double spiral_speed(double angle, const double *p) { /* inner, growth */
    double r = p[0] + p[1] * angle;
    return sqrt(r * r + p[1] * p[1]);
}

static void bezier_at(double u, const double *p, double d[2], double dd[2]) { /* (p0, 0), (p1, p2), (p3, p2) */
    double v = 1 - u;
    d[0] = 3 * (v * v * p[0] + 2 * u * v * (p[1] - p[0]) + u * u * (p[3] - p[1]));
    d[1] = 6 * u * v * p[2];
    dd[0] = 6 * (v * (p[1] - 2 * p[0]) + u * (p[3] - 2 * p[1] + p[0]));
    dd[1] = 6 * p[2] * (v - u);
}

static double bezier_speed(double u, const double *p) {
    double d[2], dd[2];
    bezier_at(u, p, d, dd);
    return hypot(d[0], d[1]);
}

static double bezier_radius(const double *p) {
    double least = INFINITY;
    for (int i = 0; i <= 100000; i++) {
        double d[2], dd[2];
        bezier_at(i / 100000.0, p, d, dd);
        double k = fabs(d[0] * dd[1] - d[1] * dd[0]) / pow(hypot(d[0], d[1]), 3);
        least = k > 0 && 1 / k < least ? 1 / k : least;
    }
    return least;
}

enum { EULERS_FIRST = 2, EULERS_LAST = 3, COSINE = 4, TRUTHS = 12 }; /* the spiral has a test of its own */

static void list_truths(truth list[TRUTHS]) {
    static const double cosine[2] = {5, 20}, coupler[2] = {3, 15}, curve[4] = {10, 10, 6, 20};
    const truth all[TRUTHS] = {
        {"arc 90", 1, 20 + 5 * pi / 2, 0.5, 0, 5, PLAIN},
        {"arc 180", 2, 10 + 10 * pi, 0.5, 0, 10, PLAIN},
        {"Euler 90", 3, 20 + 5 * pi, 0.5, 0, 5, PLAIN},
        {"Euler 180", 4, 10 + 16 * pi, 0.45, 0, 8, PLAIN},
        {"S, cosine", 5, 10 + integrate(cosine_speed, cosine, 20), 0.5, 0, 2 * 20 * 20 / (pi * pi * 5), FREE},
        {"S, two arcs", 6, 10 + 20 * pi / 3, 0.5, 0, 10, PLAIN},
        {"Bezier", 7, 10 + integrate(bezier_speed, curve, 1), 0.5, 0, bezier_radius(curve), FREE},
        {"taper", 8, 30, 0.5, 3, 0, PLAIN},
        {"ring", 9, 20 * pi, 0.5, 0, 10, CLOSED},
        {"box", 10, 24, 0.5, 0, 0, PLAIN},
        {"coupler", 12, 14 + 2 * integrate(cosine_speed, coupler, 15), 0.5, 0, 2 * 15 * 15 / (pi * pi * 3), FREE},
        {"path", 18, 25, 0.5, 0, 0, PLAIN},
    };
    memcpy(list, all, sizeof all);
}

/* ---- what was worst ---- */

typedef enum { WIDTH, GAP, LENGTH, RADIUS, FREE_RADIUS, TRACED, WORST_COUNT } worst_kind;

static struct {
    double value, stated;
    char where[64];
} worst[2][WORST_COUNT];
static unsigned checked, by_bound;

static void note(int file, worst_kind kind, double value, const char *name, int place) {
    checked++;
    if (value >= worst[file][kind].value) {
        worst[file][kind].value = value;
        snprintf(worst[file][kind].where, sizeof worst[file][kind].where, "%s, place %d", name, place);
    }
}

static void hold(double off, double bound, const char *what, const truth *shape, int place) {
    bound += 1e-9;
    if (!(off <= bound)) {
        print_error("%s %s at place %d: off by %.6g, allowed %.6g\n", shape->name, what, place, off, bound);
    }
    assert_le(off, bound);
}

/* ---- asking ---- */

static void id_at(int layer, int place, char id[32]) {
    cJSON *json = run(&t, LOB_OK, "query_region",
                      "{\"session_id\":\"%s\",\"box\":{\"left\":%d,\"bottom\":-1000,\"right\":%d,\"top\":1000},"
                      "\"layers\":[{\"layer\":%d,\"datatype\":0}]}",
                      session, place * APART_UM - APART_UM / 2, place * APART_UM + APART_UM / 2, layer);
    assert_int_equal(count_at(json, "shapes"), 1);
    snprintf(id, 32, "%s", text_at(json, "shapes/0/id"));
    cJSON_Delete(json);
}

static cJSON *measure(const char *mode, const char *id, const char *other) {
    return run(&t, LOB_OK, "measure_geometry", "{\"session_id\":\"%s\",\"mode\":\"%s\",\"target_ids\":[\"%s\"%s%s%s]}",
               session, mode, id, other ? ",\"" : "", other ? other : "", other ? "\"" : "");
}

static double exact_or_rounded(const char *mode, const char *id, const char *other) {
    cJSON *json = measure(mode, id, other);
    const cJSON *exact = find(json, "value_dbu_exact");
    double value = exact ? exact->valuedouble : number_at(json, "value_dbu");
    cJSON_Delete(json);
    return value / 1000;
}

/* The route from one end is the figure alone, as long as it is, to its other end. */
static void trace_alone(int file, const truth *shape, int place, const cJSON *analysis) {
    double mag = place_mags[place], length = mag * shape->length;
    cJSON *json = run(&t, LOB_OK, "trace_waveguide",
                      "{\"session_id\":\"%s\",\"from\":{\"x_um\":%.6f,\"y_um\":%.6f,\"angle_deg\":%.6f},\"layers\":[{"
                      "\"layer\":%d,\"datatype\":0}]}",
                      session, number_at(analysis, "ends/0/x_um"), number_at(analysis, "ends/0/y_um"),
                      number_at(analysis, "ends/0/angle_deg") - 180, shape->layer);
    double off = fabs(number_at(json, "length_um") - length);
    hold(off, fmax(1e-4 * length, 1.5e-3), "traced length", shape, place);
    note(file, TRACED, off / length, shape->name, place);
    assert_eq(number_at(json, "segment_count"), 1);
    assert_close(number_at(json, "ends/1/x_um"), number_at(analysis, "ends/1/x_um"), 2e-6);
    assert_close(number_at(json, "ends/1/y_um"), number_at(analysis, "ends/1/y_um"), 2e-6);
    assert_string_equal(text_at(json, "ends/1/reason"), "open");
    cJSON_Delete(json);
}

static void check_width(int file, const truth *shape, int place, const char *id, const cJSON *analysis) {
    double mag = place_mags[place], unit = 1e-3 * fmax(1, mag);
    if (shape->width_max > 0) {
        hold(fabs(number_at(analysis, "width_profile/min_um") - mag * shape->width), 2.83 * unit, "least width", shape,
             place);
        hold(fabs(number_at(analysis, "width_profile/max_um") - mag * shape->width_max), 2.83 * unit, "greatest width",
             shape, place);
        return;
    }
    double off = fmax(fabs(number_at(analysis, "path_width_um") - mag * shape->width),
                      fabs(exact_or_rounded("path_width", id, NULL) - mag * shape->width));
    hold(off, unit, "width", shape, place);
    note(file, WIDTH, off * 1000, shape->name, place);
}

/* A free fit takes a third of a second: LOB_TEST_LONG=1 asks for all of them. */
static bool is_asked_again(const truth *shape) {
    return shape->form != FREE || getenv("LOB_TEST_LONG");
}

/* Under valgrind at the first place alone: what is asked again is worked out again. */
static bool is_asked_here(const truth *shape, int place) {
    return is_asked_again(shape) && (place == 0 || !stride_is_on());
}

static void check_radius(int file, const truth *shape, int place, const char *id, const cJSON *analysis) {
    double mag = place_mags[place], radius = mag * shape->radius;
    if (shape->radius < 0) {
        return;
    }
    if (shape->radius == 0 && shape->layer != 18) {
        assert_true(cJSON_IsNull(at(analysis, "bend_radius_estimate_um")));
        return;
    }
    if (shape->radius == 0) { /* corners alone: half of the shortest segment, which is 5 long */
        hold(fabs(number_at(analysis, "bend_radius_estimate_um") - 2.5 * mag), 1.5e-3 * fmax(1, mag), "indication",
             shape, place);
        return;
    }
    double stated = number_at(analysis, "bend_radius_uncertainty_um");
    double off = fabs(number_at(analysis, "bend_radius_estimate_um") - radius);
    if (is_asked_here(shape, place)) {
        off = fmax(off, fabs(exact_or_rounded("bend_radius_estimate", id, NULL) - radius));
    }
    by_bound += off > 1e-3 * radius;
    hold(off, fmax(1e-3 * radius, stated), "radius", shape, place);
    if (shape->form != FREE) {
        hold(stated, 0.04 * radius, "stated bound", shape, place);
    }
    worst_kind kind = shape->form == FREE ? FREE_RADIUS : RADIUS;
    note(file, kind, off / radius, shape->name, place);
    worst[file][kind].stated = fmax(worst[file][kind].stated, stated / radius);
}

static void check_shape(int file, const truth *shape, int place) {
    char id[32];
    double length = place_mags[place] * shape->length;
    id_at(shape->layer, place, id);
    cJSON *analysis = run(&t, LOB_OK, "analyze_waveguide",
                          "{\"session_id\":\"%s\",\"target_id\":\"%s\",\"allow_polygon\":true}", session, id);
    check_width(file, shape, place, id, analysis);
    double off = fabs(number_at(analysis, "length_um_exact") - length);
    if (is_asked_here(shape, place)) {
        off = fmax(off, fabs(exact_or_rounded("segment_length", id, NULL) - length));
    }
    hold(off, fmax(1e-4 * length, 1.5e-3), "length", shape, place);
    note(file, LENGTH, off / length, shape->name, place);
    check_radius(file, shape, place, id, analysis);
    if (shape->form != CLOSED) {
        trace_alone(file, shape, place, analysis);
    }
    cJSON_Delete(analysis);
}

static void check_gaps(int file, int place) {
    static const struct {
        const char *name;
        int layers[2];
        double gap;
    } gaps[] = {{"ring to bus", {9, 10}, 0.2}, {"coupler", {12, 13}, 0.2}, {"concentric arcs", {16, 17}, 0.3}};
    double mag = place_mags[place];
    for (size_t i = 0; i < sizeof gaps / sizeof *gaps; i++) {
        char ids[2][32];
        id_at(gaps[i].layers[0], place, ids[0]);
        id_at(gaps[i].layers[1], place, ids[1]);
        const truth shape = {.name = gaps[i].name};
        double off = fabs(exact_or_rounded("edge_gap", ids[0], ids[1]) - mag * gaps[i].gap);
        /* Chords lie inside their arc by their sagitta, which is no fault of the measure. */
        double facets = i != 1 ? (file ? 5e-3 : 1e-3) * mag : 0;
        hold(off, 1e-3 * fmax(1, mag) + facets, "gap", &shape, place);
        note(file, GAP, fmax(0, off - facets) * 1000, gaps[i].name, place);
    }
}

/* Layer 14: straight 20, Euler 90 of radius 6, straight 15, arc 90 of radius 10, taper 20 and straight 5 in one. */
static void check_route(int file, int place) {
    const truth shape = {.name = "route of five"};
    double mag = place_mags[place], length = mag * (20 + 6 * pi + 15 + 5 * pi + 25);
    char id[64];
    cJSON *found = run(&t, LOB_OK, "query_region",
                       "{\"session_id\":\"%s\",\"box\":{\"left\":%d,\"bottom\":-1000,\"right\":%d,\"top\":1000},"
                       "\"layers\":[{\"layer\":14,\"datatype\":0}]}",
                       session, place * APART_UM - APART_UM / 2, place * APART_UM + APART_UM / 2);
    assert_int_equal(count_at(found, "shapes"), 5);
    snprintf(id, sizeof id, "%s", text_at(found, "shapes/2/id"));
    cJSON_Delete(found);
    cJSON *middle = run(&t, LOB_OK, "analyze_waveguide",
                        "{\"session_id\":\"%s\",\"target_id\":\"%s\",\"allow_polygon\":true}", session, id);
    cJSON *json = run(&t, LOB_OK, "trace_waveguide",
                      "{\"session_id\":\"%s\",\"from\":{\"x_um\":%.6f,\"y_um\":%.6f},\"layers\":[{\"layer\":14,"
                      "\"datatype\":0}],\"angle_tolerance_deg\":1,\"tolerance_um\":%.6f}",
                      session, number_at(middle, "ends/0/x_um"), number_at(middle, "ends/0/y_um"), 0.0025 * mag);
    assert_eq(number_at(json, "segment_count"), 5);
    double off = fabs(number_at(json, "length_um") - length);
    hold(off, 1e-4 * length, "length", &shape, place);
    note(file, TRACED, off / length, shape.name, place);
    off = fabs(number_at(json, "radius_min_um") - 6 * mag);
    hold(off, fmax(6e-3 * mag, number_at(json, "radius_min_uncertainty_um")), "radius", &shape, place);
    hold(fabs(number_at(json, "turn_deg") - 180), 0.5, "turn", &shape, place);
    hold(fabs(number_at(json, "width_max_um") - mag), 2.83e-3 * fmax(1, mag), "width", &shape, place);
    assert_string_equal(text_at(json, "ends/0/reason"), "open");
    assert_string_equal(text_at(json, "ends/1/reason"), "open");
    cJSON_Delete(middle);
    cJSON_Delete(json);
}

static void check_file(int file) {
    char path[512], here[400];
    truth list[TRUTHS];
    list_truths(list);
    assert_non_null(getcwd(here, sizeof here));
    snprintf(path, sizeof path, "%s/fixtures/%s.gds", here, fixtures[file]);
    session = open_session(&t, path, NULL);
    const bool is_quick = getenv("LOB_TEST_QUICK") != NULL;
    for (int place = 0; place < PLACE_COUNT; place += (int)stride_pick(1, PLACE_COUNT - 1)) {
        if (is_quick && place > 0 &&
            place < PLACE_COUNT - 2) { /* upright, twice the size at 45, half of it at 200 mirrored */
            continue;
        }
        for (int i = 0; i < TRUTHS; i++) {
            if (!is_asked_again(&list[i]) && (file == 1 || place != 3 || i != COSINE)) {
                continue;
            }
            if (stride_is_on() && (place > 0 ? i % 11 != 0 : i == EULERS_LAST)) {
                continue;
            }
            check_shape(file, &list[i], place);
        }
        check_gaps(file, place);
        check_route(file, place);
    }
    static const char *const names[WORST_COUNT] = {
        "width, dbu", "gap, dbu", "length, %", "radius, %", "radius of free curves, %", "traced length, %"};
    for (int k = 0; k < WORST_COUNT; k++) {
        bool is_part = k > GAP;
        print_message("%s: %s: %.5f (%s), stated up to %.3f\n", fixtures[file], names[k],
                      (is_part ? 100 : 1) * worst[file][k].value, worst[file][k].where, 100 * worst[file][k].stated);
    }
}

static void test_fine_facets(void **state) {
    (void)state;
    check_file(0);
}

static void test_coarse_facets(void **state) {
    (void)state;
    if (getenv("LOB_TEST_QUICK")) {
        skip();
    }
    check_file(1);
    print_message("%u values, %u radii by the bound they state\n", checked, by_bound);
}

/* Ten seconds a fit: LOB_TEST_LONG=1 asks for it. */
static void test_spiral(void **state) {
    (void)state;
    if (!getenv("LOB_TEST_LONG")) {
        skip();
    }
    const double p[2] = {20, 3 / pi};
    const truth shape = {.name = "spiral", .length = 2 * integrate(spiral_speed, p, 2 * pi) + 20 * pi};
    char path[512], here[400], id[32];
    assert_non_null(getcwd(here, sizeof here));
    snprintf(path, sizeof path, "%s/fixtures/%s.gds", here, fixtures[0]);
    session = open_session(&t, path, NULL);
    id_at(11, 3, id);
    double off = fabs(exact_or_rounded("segment_length", id, NULL) - shape.length);
    print_message("spiral: length off by %.5f %%\n", 100 * off / shape.length);
    hold(off, 1e-4 * shape.length, "length", &shape, 3);
    hold(fabs(exact_or_rounded("path_width", id, NULL) - 0.5), 1e-3, "width", &shape, 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_fine_facets, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_coarse_facets, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_spiral, setup_bench, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
