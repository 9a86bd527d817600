/* Reports: the leaderboard's row against the bytes of Python's json.dumps (stored, and made by python3 where there is
 * one); the detailed report against the acceptance fixture, whose bytes Python wrote, and read back. */
#include "tests/support/lob_test.h"

#include "report_support.h"

#include <float.h>
#include <math.h>

#include "../base/sweep.h"
#include "base/version.h"
#include "json/reader.h"

/* A setup and a result with something in every member. */
static void make(lob_litho_setup *setup, lob_litho_result *result) {
    *setup =
        (lob_litho_setup){.node = lob_litho_node_find(LOB_STR("45nm")),
                          .optics = {193, 1.35, LOB_SOURCE_QUASAR, .8, .5, 30, 0, 24, {0}},
                          .kernels_dir_fd = -1,
                          .kernels_defocus_fd = -1,
                          .kernels_offset = 24,
                          .threshold = .225,
                          .pixel_nm = .5,
                          .tile_side = 2048,
                          .halo = 128,
                          .dose_meaning = LOB_DOSE_MASK,
                          .nominal = {1, 0},
                          .corners = {{1.02, 0}, {.98, 25}},
                          .corner_count = 2,
                          .checks = LOB_CHECK_DRC | LOB_CHECK_MRC | LOB_CHECK_EPE | LOB_CHECK_PVBAND | LOB_CHECK_SHOTS,
                          .violations_max = 10000,
                          .model = "levelset-ilt",
                          .dataset = LOB_STR("t1")};
    setup->deck = (lob_litho_deck){.name = LOB_STR("asap7_M1"), .hash = "sha256:0"};
    *result = (lob_litho_result){
        .metrics = {.edges_mask = {0, 0, 0, 8, true},
                    .edges_wafer = {4.529, 12.041594578792296, 2.25, 9, true},
                    .target_pixels = 10,
                    .printed_pixels = 11,
                    .l2_pixels = 299,
                    .band_pixels = 13,
                    .band = {18.34, 1e-05, 14},
                    .gauge_count = 15,
                    .gauge_violations = 16,
                    .intensity_max = .42725,
                    .mrc = {17, 18, 4194304},
                    .drc_count = 0,
                    .mrc_count = 20,
                    .shots_vsb = 21,
                    .shots_mbmw = 22.01,
                    .tile_count = 4,
                    .tiles_drc_clean = 4,
                    .tiles_mrc_clean = 3},
        .tiling = {.canvas = {-10, 20, 4096, 2048, .5}, .side = 2048, .halo = 128, .columns = 3, .rows = 2}};
}

static void assert_aggregate(const lob_litho_setup *setup, const lob_litho_result *result, const char *expected) {
    bench b = begin();
    lob_buf out;
    lob_buf_init(&out, 0);
    assert_int_equal(lob_litho_report_aggregate(&b.ctx, setup, result, &out), LOB_OK);
    assert_string_equal(out.data, expected);
    lob_buf_release(&out);
    end(&b);
}

/* ---- the row ---- */

static void the_row_keeps_its_bytes(void **unused) {
    (void)unused;
    lob_litho_setup setup;
    lob_litho_result result;
    make(&setup, &result);
    assert_aggregate(&setup, &result,
                     "{\n  \"epe_max_nm\": 0.0,\n  \"epe_mean_nm\": 0.0,\n  \"epe_std_nm\": 0.0,\n"
                     "  \"epe_wafer_max_nm\": 12.041594578792296,\n  \"epe_wafer_mean_nm\": 4.529,\n"
                     "  \"epe_wafer_std_nm\": 2.25,\n  \"l2_error_nm2\": 74.75,\n  \"l2_error_pixels\": 299.0,\n"
                     "  \"pvband_max_nm\": 1e-05,\n  \"pvband_mean_nm\": 18.34,\n  \"model\": \"levelset-ilt\",\n"
                     "  \"dataset\": \"t1\",\n  \"node\": \"45nm\",\n  \"num_samples\": 1,\n"
                     "  \"mrc_passed_all\": false,\n  \"mrc_violation_rate\": 8.344650268554688e-06,\n"
                     "  \"drc_passed_all\": true\n}\n");
}

static void what_is_not_finite_is_left_out_and_counted(void **unused) {
    (void)unused;
    lob_litho_setup setup;
    lob_litho_result result;
    make(&setup, &result);
    result.metrics.edges_mask = (lob_edge_error){INFINITY, INFINITY, (double)NAN, 5, false};
    setup.checks = LOB_CHECK_EPE | LOB_CHECK_DRC;
    setup.node = NULL;
    setup.dataset = LOB_STR("a\"b\\\xc2\xb5\xf0\x9f\x98\x80\n\x7f\x01\xff");
    result.metrics.drc_count = 1;
    assert_aggregate(&setup, &result,
                     "{\n  \"epe_max_nm_dropped_nonfinite\": 1,\n  \"epe_mean_nm_dropped_nonfinite\": 1,\n"
                     "  \"epe_std_nm_dropped_nonfinite\": 1,\n  \"epe_wafer_max_nm\": 12.041594578792296,\n"
                     "  \"epe_wafer_mean_nm\": 4.529,\n  \"epe_wafer_std_nm\": 2.25,\n  \"l2_error_nm2\": 74.75,\n"
                     "  \"l2_error_pixels\": 299.0,\n  \"model\": \"levelset-ilt\",\n"
                     "  \"dataset\": \"a\\\"b\\\\\\u00b5\\ud83d\\ude00\\n\\u007f\\u0001\\ufffd\",\n"
                     "  \"node\": \"custom\",\n  \"num_samples\": 1,\n  \"drc_passed_all\": false\n}\n");
}

static void a_clean_mask_passes(void **unused) {
    (void)unused;
    lob_litho_setup setup;
    lob_litho_result result;
    make(&setup, &result);
    setup.checks = LOB_CHECK_MRC;
    result.metrics.mrc = (lob_mrc_counts){0, 0, 100};
    result.metrics.mrc_count = 0;
    const char head[] = "{\n  \"l2_error_nm2\": 74.75,\n  \"l2_error_pixels\": 299.0,\n  \"model\": \"levelset-ilt\",\n"
                        "  \"dataset\": \"t1\",\n  \"node\": \"45nm\",\n  \"num_samples\": 1,\n  \"mrc_passed_all\": ";
    char expected[512];
    snprintf(expected, sizeof expected, "%strue,\n  \"mrc_violation_rate\": 0.0\n}\n", head);
    assert_aggregate(&setup, &result, expected);
    result.metrics.mrc_count = 1; /* an area too small, all pixels wide enough */
    result.metrics.mrc.total_pixels = 0;
    snprintf(expected, sizeof expected, "%sfalse\n}\n", head);
    assert_aggregate(&setup, &result, expected);
}

static uint64_t random_state = 42;

static double random_double(void) {
    uint64_t bits;
    double value;
    do {
        random_state = random_state * 6364136223846793005u + 1442695040888963407u;
        bits = random_state ^ random_state >> 29;
        random_state = random_state * 6364136223846793005u + 1442695040888963407u;
        bits ^= random_state << 17;
        memcpy(&value, &bits, sizeof value);
    } while (!isfinite(value));
    return random_state >> 60 < 8 ? value : (double)(int64_t)(bits >> 20) / (1 << (random_state >> 40 & 15)) / 64;
}

static double special(unsigned index) {
    static const double values[] = {0.,      -0.,
                                    1e16,    9999999999999998.,
                                    1e15,    123456789012345680.,
                                    1e22,    1e21,
                                    1e-4,    9.9e-5,
                                    1e-5,    1.5e-7,
                                    5e-324,  DBL_MAX,
                                    DBL_MIN, .1,
                                    100000., -2.5,
                                    1e17,    1234567890123456.,
                                    .001,    .00012345,
                                    1e100,   -1e-300};
    return index < sizeof values / sizeof values[0] ? values[index] : random_double();
}

static const char python[] =
    "python3 -c 'import json,sys\n"
    "for line in open(sys.argv[1]):\n"
    "    v = [float.fromhex(t) for t in line.split()]\n"
    "    k = [\"epe_max_nm\", \"epe_mean_nm\", \"epe_std_nm\", \"epe_wafer_max_nm\", \"epe_wafer_mean_nm\",\n"
    "         \"epe_wafer_std_nm\", \"l2_error_nm2\", \"l2_error_pixels\", \"pvband_max_nm\", \"pvband_mean_nm\"]\n"
    "    d = dict(zip(k, v), model=\"identity\", dataset=\"\\u00b5 \\\"x\\\"\", node=\"7nm\", num_samples=1)\n"
    "    print(json.dumps(d, indent=2))\n"
    "' %s";

static lob_litho_result random_result(lob_litho_setup *setup, unsigned round, FILE *numbers) {
    lob_litho_result result = {0};
    double v[10];
    for (unsigned i = 0; i < 10; i++) {
        v[i] = special(10 * round + i);
    }
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    result.metrics.l2_pixels = random_state >> (11 + round % 50);
    setup->pixel_nm = .5;
    v[7] = (double)result.metrics.l2_pixels;
    v[6] = v[7] * .25;
    result.metrics.edges_mask = (lob_edge_error){v[1], v[0], v[2], 1, true};
    result.metrics.edges_wafer = (lob_edge_error){v[4], v[3], v[5], 1, true};
    result.metrics.band = (lob_band){v[9], v[8], 1};
    for (unsigned i = 0; i < 10; i++) {
        fprintf(numbers, "%a ", v[i]);
    }
    fprintf(numbers, "\n");
    return result;
}

static void the_row_is_what_python_writes(void **unused) {
    (void)unused;
    enum { ROUNDS = 400 };
    char path[] = "/tmp/lob_report_XXXXXX", command[sizeof python + 64];
    lob_litho_setup setup;
    lob_litho_result result;
    bench b = begin();
    if (system("python3 -c 'import json' 2>/dev/null") != 0) {
        print_message("no python3: rows are not compared with its json.dumps\n");
        skip();
    }
    const int fd = mkstemp(path);
    FILE *numbers = fdopen(fd, "w");
    assert_non_null(numbers);
    make(&setup, &result);
    setup.checks = LOB_CHECK_EPE | LOB_CHECK_PVBAND;
    setup.model = "identity";
    setup.dataset = LOB_STR("\xc2\xb5 \"x\"");
    setup.node = lob_litho_node_find(LOB_STR("7nm"));
    lob_buf out;
    lob_buf_init(&out, 0);
    for (unsigned i = 0; i < ROUNDS; i++) {
        result = random_result(&setup, i, numbers);
        assert_int_equal(lob_litho_report_aggregate(&b.ctx, &setup, &result, &out), LOB_OK);
    }
    fclose(numbers);
    snprintf(command, sizeof command, python, path);
    FILE *expected = popen(command, "r");
    assert_non_null(expected);
    char *text = malloc(out.size + 2);
    const size_t size = fread(text, 1, out.size + 1, expected);
    assert_int_equal(pclose(expected), 0);
    text[size] = '\0';
    assert_int_equal(size, out.size);
    assert_memory_equal(out.data, text, size);
    free(text);
    remove(path);
    lob_buf_release(&out);
    end(&b);
}

/* ---- the detailed report ---- */

static cJSON *parsed(const lob_buf *out) {
    lob_json_fault fault;
    lob_json_init();
    assert_int_equal(out->data[out->size - 1], '\n');
    assert_ptr_equal(memchr(out->data, '\n', out->size), out->data + out->size - 1);
    cJSON *json = lob_json_parse((lob_str){out->data, out->size}, &fault);
    assert_non_null(json);
    return json;
}

static const cJSON *at(const cJSON *json, const char *path) {
    char name[64];
    while (json && *path != '\0') {
        const size_t size = strcspn(path, ".");
        snprintf(name, sizeof name, "%.*s", (int)size, path);
        json =
            cJSON_IsArray(json) ? cJSON_GetArrayItem(json, atoi(name)) : cJSON_GetObjectItemCaseSensitive(json, name);
        path += size + (path[size] == '.');
    }
    return json;
}

static double number_at(const cJSON *json, const char *path) {
    const cJSON *found = at(json, path);
    if (!cJSON_IsNumber(found)) {
        print_message("no number at %s\n", path);
    }
    assert_true(cJSON_IsNumber(found));
    return found->valuedouble;
}

static const char *text_at(const cJSON *json, const char *path) {
    const cJSON *found = at(json, path);
    assert_true(cJSON_IsString(found));
    return found->valuestring;
}

static cJSON *report_of(const lob_litho_setup *setup, const lob_litho_result *result) {
    bench b = begin();
    lob_buf out;
    lob_buf_init(&out, 0);
    assert_int_equal(lob_litho_report_detailed(&b.ctx, setup, result, &out), LOB_OK);
    cJSON *json = parsed(&out);
    lob_buf_release(&out);
    end(&b);
    return json;
}

static void every_metric_has_its_name(void **unused) {
    (void)unused;
    static const struct {
        const char *name;
        double value;
    } expected[] = {{"epe_mean_nm", 0},
                    {"epe_max_nm", 0},
                    {"epe_std_nm", 0},
                    {"epe_edge_pixels", 8},
                    {"epe_wafer_mean_nm", 4.529},
                    {"epe_wafer_max_nm", 12.041594578792296},
                    {"epe_wafer_std_nm", 2.25},
                    {"epe_wafer_edge_pixels", 9},
                    {"epe_gauge_count", 15},
                    {"epe_gauge_violations", 16},
                    {"l2_error_pixels", 299},
                    {"l2_error_nm2", 74.75},
                    {"pvband_pixels", 13},
                    {"pvband_area_nm2", 3.25},
                    {"pvband_mean_nm", 18.34},
                    {"pvband_max_nm", 1e-5},
                    {"target_pixels", 10},
                    {"printed_pixels", 11},
                    {"intensity_max", .42725},
                    {"mrc_pass_rate", .75},
                    {"mrc_violation_rate", 35 / 4194304.},
                    {"mrc_width_pixels", 17},
                    {"mrc_spacing_pixels", 18},
                    {"mrc_total_pixels", 4194304},
                    {"mrc_violations", 20},
                    {"drc_pass_rate", 1},
                    {"drc_violations", 0},
                    {"shots_vsb", 21},
                    {"shots_mbmw", 22.01},
                    {"tile_count", 4}};
    enum { COUNT = sizeof expected / sizeof expected[0] };
    lob_litho_setup setup;
    lob_litho_result result;
    make(&setup, &result);
    cJSON *json = report_of(&setup, &result);
    const cJSON *metrics = at(json, "metrics");
    for (size_t i = 0; i < COUNT; i++) {
        assert_eq(number_at(metrics, expected[i].name), expected[i].value);
    }
    assert_int_equal(cJSON_GetArraySize(metrics), COUNT);
    cJSON_Delete(json);
}

static void what_was_not_checked_is_not_told(void **unused) {
    (void)unused;
    lob_litho_setup setup;
    lob_litho_result result;
    make(&setup, &result);
    setup.checks = 0;
    cJSON *json = report_of(&setup, &result);
    assert_int_equal(cJSON_GetArraySize(at(json, "metrics")), 6); /* l2, target, printed, intensity, tiles */
    assert_int_equal(cJSON_GetArraySize(at(json, "provenance.checks")), 0);
    cJSON_Delete(json);
    setup.checks = LOB_CHECK_MRC | LOB_CHECK_DRC | LOB_CHECK_EPE;
    result.metrics = (lob_litho_metrics){.edges_mask = {INFINITY, INFINITY, (double)NAN, 3, false}};
    json = report_of(&setup, &result);
    assert_null(at(json, "metrics.epe_mean_nm"));
    assert_eq(number_at(json, "metrics.epe_mean_nm_dropped_nonfinite"), 1);
    assert_eq(number_at(json, "metrics.epe_std_nm_dropped_nonfinite"), 1);
    assert_null(at(json, "metrics.epe_wafer_std_nm_dropped_nonfinite"));
    assert_null(at(json, "metrics.mrc_pass_rate")); /* of no tiles */
    assert_null(at(json, "metrics.mrc_violation_rate"));
    assert_eq(number_at(json, "metrics.mrc_violations"), 0);
    cJSON_Delete(json);
}

/* Else two reports of one mask, one out of focus, would differ in nothing but their numbers. */
static void defocus_is_said_whole(void **unused) {
    (void)unused;
    lob_litho_setup setup;
    lob_litho_result result;
    make(&setup, &result);
    setup.optics.defocus_nm = 60;
    cJSON *json = report_of(&setup, &result);
    const cJSON *p = at(json, "provenance");
    assert_eq(number_at(p, "nominal.defocus_nm"), 60);
    assert_eq(number_at(p, "corners.1.defocus_nm"), 85);
    cJSON_Delete(json);
}

static void it_says_where_numbers_come_from(void **unused) {
    (void)unused;
    lob_litho_setup setup;
    lob_litho_result result;
    make(&setup, &result);
    cJSON *json = report_of(&setup, &result);
    const cJSON *p = at(json, "provenance");
    assert_string_equal(text_at(json, "schema_version"), LOB_LITHO_SCHEMA_VERSION);
    assert_string_equal(text_at(p, "engine"), "layout-observer");
    assert_string_equal(text_at(p, "engine_version"), LOB_VERSION);
    assert_string_equal(text_at(p, "model"), "levelset-ilt");
    assert_string_equal(text_at(p, "dataset"), "t1");
    assert_string_equal(text_at(p, "node"), "45nm");
    assert_string_equal(text_at(p, "rule_deck"), "asap7_M1");
    assert_string_equal(text_at(p, "rule_deck_hash"), "sha256:0");
    assert_string_equal(text_at(p, "dose_meaning"), "mask");
    assert_string_equal(text_at(p, "optics.source"), "quasar");
    assert_string_equal(text_at(p, "optics.kernels"), "computed");
    assert_eq(number_at(p, "optics.opening_deg"), 30);
    assert_eq(number_at(p, "optics.na"), 1.35);
    assert_eq(number_at(p, "optics.wavelength_nm"), 193);
    assert_eq(number_at(p, "optics.kernel_count"), 24);
    assert_eq(number_at(p, "optics.sigma_outer"), .8);
    assert_eq(number_at(p, "optics.sigma_inner"), .5);
    assert_null(at(p, "optics.kernel_offset"));
    assert_eq(number_at(p, "threshold"), .225);
    assert_eq(number_at(p, "pixel_nm"), .5);
    assert_eq(number_at(p, "nominal.dose"), 1);
    assert_eq(number_at(p, "corners.1.defocus_nm"), 25);
    assert_eq(number_at(p, "corners.0.dose"), 1.02);
    assert_eq(cJSON_GetArraySize(at(p, "corners")), 2);
    assert_eq(number_at(p, "tiling.tile_side_pixels"), 2048);
    assert_eq(number_at(p, "tiling.halo_pixels"), 128);
    assert_eq(number_at(p, "tiling.columns"), 3);
    assert_eq(number_at(p, "tiling.rows"), 2);
    assert_eq(number_at(p, "tiling.canvas_nm.0"), -5);
    assert_eq(number_at(p, "tiling.canvas_nm.1"), 10);
    assert_eq(number_at(p, "tiling.canvas_nm.2"), 2043);
    assert_eq(number_at(p, "tiling.canvas_nm.3"), 1034);
    assert_int_equal(cJSON_GetArraySize(at(p, "checks")), 5);
    cJSON_Delete(json);
    setup.kernels_dir_fd = 5;
    setup.dose_meaning = LOB_DOSE_AERIAL;
    setup.node = NULL;
    setup.optics.source = LOB_SOURCE_CIRCULAR;
    json = report_of(&setup, &result);
    assert_string_equal(text_at(json, "provenance.optics.kernels"), "iccad13");
    assert_eq(number_at(json, "provenance.optics.kernel_offset"), 24);
    assert_null(at(json, "provenance.optics.opening_deg"));
    assert_string_equal(text_at(json, "provenance.dose_meaning"), "aerial");
    assert_string_equal(text_at(json, "provenance.node"), "custom");
    cJSON_Delete(json);
}

/* The fixture's records read, written by us: the bytes that Python wrote. */
static void records_keep_their_bytes(void **unused) {
    (void)unused;
    static const char begins[] = "\"violations\":[",
                      ends[] = "],\"violations_total\":100,\"violation_groups_total\":12";
    bench b = begin();
    lob_litho_setup setup;
    lob_litho_result result;
    lob_buf out;
    size_t size;
    char *text = read_text(ACCEPTANCE, &size);
    make(&setup, &result);
    result.violations = read_acceptance(&b);
    result.violations_total = result.violations.count;
    lob_buf_init(&out, 0);
    assert_int_equal(lob_litho_report_detailed(&b.ctx, &setup, &result, &out), LOB_OK);
    const char *expected = strstr(text, begins), *written = strstr(out.data, begins);
    assert_true(expected);
    assert_true(written);
    assert_true(strstr(expected, ends));
    assert_true(strstr(written, ends));
    assert_int_equal(strstr(expected, ends) - expected, strstr(written, ends) - written);
    assert_memory_equal(expected, written, strstr(expected, ends) - expected);
    lob_buf_release(&out);
    free(text);
    end(&b);
}

static void lists_have_a_limit_and_degrade(void **unused) {
    (void)unused;
    bench b = begin();
    lob_litho_setup setup;
    lob_litho_result result;
    make(&setup, &result);
    result.violations = read_acceptance(&b);
    result.violations_total = 123456;
    setup.violations_max = 7;
    cJSON *json = report_of(&setup, &result);
    assert_int_equal(cJSON_GetArraySize(at(json, "violations")), 7);
    assert_eq(number_at(json, "violations_total"), 123456);
    assert_eq(number_at(json, "violation_groups_total"), 12);
    assert_string_equal(text_at(json, "report_level"), "detailed");
    assert_true(cJSON_IsFalse(at(json, "degraded_to_aggregate")));
    cJSON_Delete(json);
    result.is_degraded = true;
    json = report_of(&setup, &result);
    assert_int_equal(cJSON_GetArraySize(at(json, "violations")), 0);
    assert_string_equal(text_at(json, "report_level"), "aggregate");
    assert_true(cJSON_IsTrue(at(json, "degraded_to_aggregate")));
    assert_eq(number_at(json, "violations_total"), 123456);
    cJSON_Delete(json);
    end(&b);
}

static void assert_as_written(const lob_litho_violation *v, const lob_litho_violation *items) {
    assert_true(v->is_warning);
    assert_true(v->has_actual);
    assert_eq(v->actual, 400);
    assert_true(v->has_required);
    assert_eq(v->required, 480);
    assert_string_equal(v->unit, "nm2");
    assert_true(v->has_box);
    assert_memory_equal(v->box_nm, items[0].box_nm, sizeof v->box_nm);
    assert_int_equal(v->transform_count, 2);
    assert_eq(v->transforms[0].a, -1);
    assert_eq(v->transforms[0].b, 2.5);
    assert_eq(v->transforms[1].a, 2);
    assert_int_equal(v[1].tile_column, 12);
    assert_int_equal(v[1].tile_row, 345);
    assert_eq(v[1].tile_x_nm, .5);
    assert_eq(v[1].tile_y_nm, .75);
    assert_false(v[1].is_warning);
    assert_true(v[1].is_shadow);
}

/* One record with all that a record may have, of no tile, and its way back. */
static void a_whole_record(void **unused) {
    (void)unused;
    bench b = begin();
    lob_litho_setup setup;
    lob_litho_result result;
    lob_violations again;
    lob_buf out;
    make(&setup, &result);
    memcpy(setup.deck.hash, "sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a",
           LOB_DECK_HASH_SIZE + 1);
    lob_litho_violation items[] = {{.rule_id = LOB_STR("M1.A.MIN"),
                                    .is_warning = true,
                                    .x_nm = 1.5,
                                    .y_nm = -2.25,
                                    .frame = LOB_FRAME_POST_TRANSFORM_CANVAS,
                                    .transforms = {{LOB_OP_TRANSLATE, -1, 2.5}, {LOB_OP_SCALE, 2, 0}},
                                    .transform_count = 2,
                                    .radius_nm = 3,
                                    .has_actual = true,
                                    .actual = 400,
                                    .has_required = true,
                                    .required = 480,
                                    .unit = "nm2",
                                    .has_box = true,
                                    .box_nm = {1, -3, 21, 17}},
                                   {.rule_id = LOB_STR("M1.A.MIN"),
                                    .x_nm = 1.5,
                                    .y_nm = -2.25,
                                    .radius_nm = 3,
                                    .frame = LOB_FRAME_POST_TRANSFORM_CANVAS,
                                    .transforms = {{LOB_OP_TILE_STITCH, 1, -3}},
                                    .transform_count = 1,
                                    .tile_column = 12,
                                    .tile_row = 345,
                                    .tile_x_nm = .5,
                                    .tile_y_nm = .75,
                                    .has_actual = true,
                                    .actual = (double)NAN}};
    result.violations = (lob_violations){.items = items, .count = 2, .deck_name = setup.deck.name};
    memcpy(result.violations.deck_hash, setup.deck.hash, sizeof setup.deck.hash);
    assert_int_equal(lob_violations_dedup(&b.ctx, &result.violations), LOB_OK);
    lob_buf_init(&out, 0);
    assert_int_equal(lob_litho_report_detailed(&b.ctx, &setup, &result, &out), LOB_OK);
    cJSON *json = parsed(&out);
    assert_null(at(json, "violations.0.context"));
    assert_null(at(json, "violations.1.actual"));
    assert_string_equal(text_at(json, "violations.1.context.tile_id"), "T_12_345");
    cJSON_Delete(json);
    assert_int_equal(lob_litho_report_read(&b.ctx, (lob_str){out.data, out.size}, &again), LOB_OK);
    assert_int_equal(again.count, 2);
    assert_string_equal(again.deck_hash, setup.deck.hash);
    assert_true(lob_str_equal(again.deck_name, setup.deck.name));
    assert_as_written(again.items, items);
    lob_buf_release(&out);
    end(&b);
}

/* ---- reading ---- */

static void places_go_back_to_the_layout(void **unused) {
    (void)unused;
    bench b = begin();
    const lob_violations v = read_acceptance(&b);
    assert_int_equal(v.group_count, 12);
    for (uint32_t i = 0; i < v.count; i++) {
        /* the chain of the fixture by hand: (x - 500, y + 250), turned, mirrored, halved */
        double x = v.items[i].x_nm, y = v.items[i].y_nm;
        assert_int_equal(lob_violation_to_native(&b.ctx, &v.items[i], &x, &y), LOB_OK);
        assert_close(-(y + 250) / 2, v.items[i].x_nm, 1e-9);
        assert_close(-(x - 500) / 2, v.items[i].y_nm, 1e-9);
    }
    end(&b);
}

/* The fixture's text with the first `from` replaced. */
static char *replaced(const char *from, const char *to) {
    size_t size;
    char *text = read_text(ACCEPTANCE, &size), *place = strstr(text, from);
    assert_non_null(place);
    char *made = malloc(size + strlen(to) + 1);
    sprintf(made, "%.*s%s%s", (int)(place - text), text, to, place + strlen(from));
    free(text);
    return made;
}

static lob_violations read_replaced(bench *b, const char *from, const char *to) {
    lob_violations violations;
    char *text = replaced(from, to);
    const lob_status status = lob_litho_report_read(&b->ctx, lob_str_from(text), &violations);
    if (status != LOB_OK) {
        print_message("%s -> %s: %s\n", from, to, b->ctx.error.message);
    }
    assert_int_equal(status, LOB_OK);
    free(text);
    return violations;
}

static void what_is_new_is_passed_over(void **unused) {
    (void)unused;
    static const char *const cases[][2] = {
        {"\"schema_version\":\"1.0.0\"", "\"schema_version\":\"1.12.3\",\"brand_new\":{\"a\":[1]}"},
        {"\"severity\":\"error\"", "\"severity\":\"fatal\",\"colour\":\"red\""},
        {"\"op\":\"mirror_x\",\"params\":{}", "\"op\":\"mirror_x\",\"params\":{\"about\":\"x\"},\"why\":1"},
        {"\"tile_id\":\"T_0_0\"", "\"tile_id\":\"elsewhere\",\"rank\":2"},
        {"\"metrics\":{", "\"metrics\":{\"stochastic_nm\":1.5,"},
        {"\"report_level\":\"detailed\"", "\"report_level\":\"exhaustive\""}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%s", cases[i][0]);
        bench b = begin();
        const lob_violations v = read_replaced(&b, cases[i][0], cases[i][1]);
        assert_int_equal(v.count, 100);
        assert_false(v.items[0].is_warning);
        double x = 0, y = 0;
        assert_int_equal(lob_violation_to_native(&b.ctx, &v.items[0], &x, &y), LOB_OK);
        end(&b);
    }
}

static void what_is_not_understood_cannot_be_mended(void **unused) {
    (void)unused;
    static const char *const cases[][3] = {
        {"\"coordinate_frame\":\"post_transform_canvas\"", "\"coordinate_frame\":\"wafer_global\"", "unknown_frame"},
        {"\"coordinate_frame\":\"post_transform_canvas\"", "\"coordinate_frame\":\"moon\"", "unknown_frame"},
        {"\"op\":\"rotate\"", "\"op\":\"shear\"", "unknown_transform"},
        {"{\"angle_deg\":90}", "{\"angle_rad\":1.5}", "unknown_transform"},
        {"{\"angle_deg\":90}", "\"quarter\"", "unknown_transform"},
        {"{\"dx_nm\":-500,", "{", "unknown_transform"},
        {"\"dy_nm\":250}", "\"dy_nm\":\"250\"}", "unknown_transform"},
        {"{\"factor\":0.5}", "{\"factor\":0}", "unknown_transform"},
        {"{\"factor\":0.5}", "{}", "unknown_transform"},
        {"{\"origin\":[0,0]}", "{\"origin\":[0,0,0]}", "unknown_transform"},
        {"{\"origin\":[0,0]}", "{\"origin\":[0,null]}", "unknown_transform"},
        {"{\"origin\":[0,0]}", "{\"origin\":[null,0]}", "unknown_transform"},
        {"{\"origin\":[0,0]}", "{\"origin\":0}", "unknown_transform"},
        {"\"transforms\":[",
         "\"transforms\":[{\"op\":\"mirror_x\",\"params\":{}},{\"op\":\"mirror_x\",\"params\":{}},"
         "{\"op\":\"mirror_x\",\"params\":{}},{\"op\":\"mirror_x\",\"params\":{}},",
         "unknown_transform"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%s", cases[i][0]);
        bench b = begin();
        double x = 1, y = 2;
        const lob_violations v = read_replaced(&b, cases[i][0], cases[i][1]);
        assert_int_equal(v.count, 100);
        assert_int_equal(lob_violation_to_native(&b.ctx, &v.items[0], &x, &y), LOB_E_INVALID_TARGET);
        assert_true(has_reason(&b.ctx, cases[i][2]));
        assert_eq(x, 1);
        assert_eq(y, 2);
        end(&b);
    }
}

static void assert_read_refused(const char *text, const char *reason) {
    bench b = begin();
    lob_violations violations;
    assert_int_equal(lob_litho_report_read(&b.ctx, lob_str_from(text), &violations), LOB_E_INVALID_TARGET);
    if (reason && !has_reason(&b.ctx, reason)) {
        print_message("not %s: %s\n", reason, b.ctx.error.message);
    }
    if (reason) {
        assert_true(has_reason(&b.ctx, reason));
    } else {
        assert_gt(b.ctx.error.issue_count, 0);
    }
    assert_ne(b.ctx.error.hint[0], '\0');
    end(&b);
}

static void what_was_altered_is_refused(void **unused) {
    (void)unused;
    static const char *const cases[][3] = {
        {"\"schema_version\":\"1.0.0\"", "\"schema_version\":\"2.0.0\"", "schema_version"},
        {"\"schema_version\":\"1.0.0\"", "\"schema_version\":\"10.0.0\"", "schema_version"},
        {"\"schema_version\":\"1.0.0\"", "\"schema_version\":\"one\"", "schema_version"},
        {"\"schema_version\":\"1.0.0\"", "\"schema_version\":1", NULL},
        {"\"schema_version\":\"1.0.0\",", "", NULL},
        {"{\"schema_version\"", "{{\"schema_version\"", "json"},
        {"vaeaaak2a7kmppjobi54qteaf33d5tbiaaaaaaz3z", "v37", "violation_id"},
        {"vaeaaak2a7kmppjobi54qteaf33d5tbiaaaaaaz3z", "vaeaaaratn6rvlm3hriblyeq4typ2psaaaaaab6fc", "violation_id"},
        {"vaeaaak2a7kmppjobi54qteaf33d5tbiaaaaaaz3z", "vaeaaak2a7kmppjobi6wefu43ozrobxyaaaaabgin", "violation_id"},
        /* the group is right, the deck in the id is another */
        {"vaeaaak2a7kmppjobi54qteaf33d5tbiaaaaaaz3z", "vaeaaao2a7kmppjobi54qteaf33d5tbiaaaaaagxb", "violation_id"},
        {"\"violation_group_id\":\"79099005dec7d985\"", "\"violation_group_id\":\"ac42d39b7662e0df\"", "violation_id"},
        {"\"radius_nm\":0", "\"radius_nm\":0.001", "violation_id"},
        {"\"canonical_location_nm\":[333.333,2000]", "\"canonical_location_nm\":[333.334,2000]", "violation_id"},
        {"\"location_nm\":[333.333,2000]", "\"location_nm\":[333.334,2000]", "violation_id"},
        {"\"location_nm\":[333.333,2000]", "\"location_nm\":[333.333,2001]", "violation_id"},
        {"\"location_nm\":[333.333,2000]", "\"location_nm\":[333.333]", NULL},
        {"\"dedup_strategy\":\"canonical\"", "\"dedup_strategy\":\"shadow\"", "violation_id"},
        {"\"dedup_strategy\":\"shadow\"", "\"dedup_strategy\":\"canonical\"", "violation_id"},
        {"sha256:2b40", "sha256:3b40", "violation_id"},
        {"sha256:2b40", "sha256:2B40", "violation_id"},
        {"sha256:2b40", "md5:2b40", "violation_id"},
        {"\"violations\":[", "\"violation\":[", NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%s", cases[i][0]);
        char *text = replaced(cases[i][0], cases[i][1]);
        assert_read_refused(text, cases[i][2]);
        free(text);
    }
    assert_read_refused("", "json");
    assert_read_refused("[1]", NULL);
}

static void a_report_without_records(void **unused) {
    (void)unused;
    bench b = begin();
    lob_violations v;
    assert_int_equal(
        lob_litho_report_read(&b.ctx,
                              LOB_STR("{\"schema_version\":\"1.0.0\",\"report_level\":\"aggregate\","
                                      "\"degraded_to_aggregate\":true,\"metrics\":{\"tile_count\":1},"
                                      "\"violations\":[],\"violations_total\":0,\"violation_groups_total\":0}"),
                              &v),
        LOB_OK);
    assert_int_equal(v.count, 0);
    assert_string_equal(v.deck_hash, "");
    end(&b);
}

/* ---- memory ---- */

static bool write_once(void *arg) {
    const lob_litho_result *result = arg;
    lob_litho_setup setup;
    lob_litho_result unused;
    lob_buf out;
    lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    if (!arena) {
        return false;
    }
    make(&setup, &unused);
    setup.violations_max = 40;
    lob_ctx_init(&ctx, arena);
    lob_buf_init(&out, 0);
    lob_status status = lob_litho_report_detailed(&ctx, &setup, result, &out);
    if (status == LOB_OK) {
        status = lob_litho_report_aggregate(&ctx, &setup, result, &out);
    }
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_buf_release(&out);
    lob_arena_drop(arena);
    return status == LOB_OK;
}

static bool read_once(void *arg) {
    lob_violations violations;
    lob_ctx ctx;
    lob_arena *arena = lob_arena_new(0);
    if (!arena) {
        return false;
    }
    lob_ctx_init(&ctx, arena);
    const lob_status status = lob_litho_report_read(&ctx, lob_str_from(arg), &violations);
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_arena_drop(arena);
    return status == LOB_OK;
}

static void survives_every_failing_allocation(void **unused) {
    (void)unused;
    bench b = begin();
    lob_litho_setup setup;
    lob_litho_result result;
    lob_buf out;
    make(&setup, &result);
    result.violations = read_acceptance(&b);
    assert_gt(sweep_allocations(write_once, &result), 3);
    setup.violations_max = 2;
    lob_buf_init(&out, 0);
    assert_int_equal(lob_litho_report_detailed(&b.ctx, &setup, &result, &out), LOB_OK);
    /* the deck of the setup is not the fixture's: leave the provenance away */
    char *provenance = strstr(out.data, ",\"provenance\"");
    memcpy(provenance, "}", 2);
    assert_gt(sweep_allocations(read_once, out.data), 3);
    lob_buf_release(&out);
    lob_buf_init(&out, 100);
    assert_int_equal(lob_litho_report_detailed(&b.ctx, &setup, &result, &out), LOB_E_TOOL_LIMIT_EXCEEDED);
    lob_buf_release(&out);
    end(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_row_keeps_its_bytes),
        cmocka_unit_test(what_is_not_finite_is_left_out_and_counted),
        cmocka_unit_test(a_clean_mask_passes),
        cmocka_unit_test(the_row_is_what_python_writes),
        cmocka_unit_test(every_metric_has_its_name),
        cmocka_unit_test(what_was_not_checked_is_not_told),
        cmocka_unit_test(defocus_is_said_whole),
        cmocka_unit_test(it_says_where_numbers_come_from),
        cmocka_unit_test(records_keep_their_bytes),
        cmocka_unit_test(lists_have_a_limit_and_degrade),
        cmocka_unit_test(a_whole_record),
        cmocka_unit_test(places_go_back_to_the_layout),
        cmocka_unit_test(what_is_new_is_passed_over),
        cmocka_unit_test(what_is_not_understood_cannot_be_mended),
        cmocka_unit_test(what_was_altered_is_refused),
        cmocka_unit_test(a_report_without_records),
        cmocka_unit_test(survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
