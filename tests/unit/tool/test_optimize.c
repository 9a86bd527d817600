/* optimize as a client calls it. The chip: a bar of 0.09 x 2 um on 1/0, and a block beside it; the rule asks for 120
 * nm. What comes out is opened again, and measured. */
#include "tests/support/lob_test.h"

#include "tool_sweep.h"

#include "bench_rig.h"
#include "session/jobs.h"
#include "tests/support/stride.h"
#include "tool/litho_memory.h"
#include "tool/registry.h"

static char file[256];
static char id[64], artifact[80];

#define WAY                                                                                                            \
    "\"layer\":{\"layer\":1,\"datatype\":0},%s,\"rule_deck\":{\"schema_version\":\"1\",\"process_node\":\"n\","        \
    "\"layer\":"                                                                                                       \
    "\"M1\",\"rules\":{\"min_width_nm\":120}}"

/* What WAY leaves open. Under valgrind larger pixels, and few kernels of a source of few points. */
static const char *process(void) {
    return stride_is_on()
               ? "\"pixel_nm\":20,\"process\":{\"tile_px\":64,\"halo_px\":8,\"kernel_count\":2,\"sigma_outer\":0.3}"
               : "\"pixel_nm\":10,\"process\":{\"tile_px\":128,\"kernel_count\":6}";
}

/* Pixels of the usual size: two steps make it worse there, and so the mask stays as it was. */
static const char *process_of_whole(void) {
    return stride_is_on()
               ? "\"pixel_nm\":10,\"process\":{\"tile_px\":128,\"halo_px\":8,\"kernel_count\":1,\"sigma_outer\":0.3}"
               : process();
}

/* How long both are, and from where on the block; in um, under valgrind as little as shows the same. */
static double length(void) {
    return stride_is_on() ? .8 : 2;
}

static void write_chip(int64_t width) {
    const int32_t top = (int32_t)(1000 * length()), left = (int32_t)stride_pick(1000, 400);
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "TOP");
    gds_box(&b, 1, 0, 0, 0, (int32_t)width, top);
    gds_box(&b, 1, 0, left, 0, left + 400, top);
    gds_cell_end(&b);
    gds_end(&b);
    snprintf(file, sizeof file, "%s", bench_file(&t, "bar.gds", &b));
}

static int setup(void **state) {
    (void)state;
    bench_open(&t);
    write_chip(90);
    cJSON *json =
        run(&t, LOB_OK, "evaluate",
            "{\"layout\":\"%s\"," WAY ",\"checks\":[\"drc\"],\"report_level\":\"detailed\",\"wait_ms\":25000}", file,
            process());
    assert_string_equal(text_at(json, "status"), "completed");
    assert_eq(number_at(json, "result/metrics/drc_violations"), 1);
    snprintf(id, sizeof id, "%s", text_at(json, "result/violations/0/violation_id"));
    snprintf(artifact, sizeof artifact, "%s", text_at(json, "layout_artifact_id"));
    cJSON_Delete(json);
    return 0;
}

/* The new mask's area in um2, by another tool. */
static double area_of(const char *path) {
    const char *session = open_session(&t, path, NULL);
    cJSON *json =
        run(&t, LOB_OK, "density_map",
            "{\"session_id\":\"%s\",\"layers\":[{\"layer\":1,\"datatype\":0}],\"box\":{\"left\":-1,\"bottom\":-1,"
            "\"right\":3,\"top\":3},\"tiles\":{\"nx\":1,\"ny\":1}}",
            session);
    const double area = number_at(json, "density") * 16;
    cJSON_Delete(json);
    return area;
}

static void a_violation_is_repaired_by_its_id(void **state) {
    (void)state;
    static const char *const scopes[] = {"group", "record_only"};
    for (int i = 0; i < 2; i++) {
        cJSON *json = run(&t, LOB_OK, "optimize",
                          "{\"violation_id\":\"%s\",\"scope\":\"%s\",\"format\":\"%s\",\"wait_ms\":25000,"
                          "\"inline_image\":%s}",
                          id, scopes[i], i ? "gds" : "oas", i ? "true" : "false");
        assert_int_equal(find(json, "image") != NULL, i);
        assert_string_equal(text_at(json, "status"), "completed");
        assert_string_equal(text_at(json, "kind"), "optimize");
        assert_string_equal(text_at(json, "layout_artifact_id"), artifact);
        assert_true(true_at(json, "result/is_resolved"));
        assert_string_equal(text_at(json, "result/resolved/0"), id);
        assert_eq(number_at(json, "result/after/drc_violations"), 0);
        assert_eq(number_at(json, "result/violations_new"), 0);
        /* Widened to the limit and no further: 0.12 wide, and the block. */
        assert_close(area_of(text_at(json, "result/file")), (.12 + .4) * length(), 1e-6);
        cJSON_Delete(json);
    }
}

static void an_id_says_by_itself_what_it_means(void **state) {
    (void)state;
    /* Another server knows nothing of it, but with the layout and the rules it is found again. */
    char known[64], of[80], name[256];
    snprintf(known, sizeof known, "%s", id);
    snprintf(of, sizeof of, "%s", artifact);
    snprintf(name, sizeof name, "%s", file);
    bench other;
    bench_open(&other);
    cJSON *json = run(&other, LOB_E_CACHE_EVICTED, "optimize", "{\"violation_id\":\"%s\"}", known);
    assert_gt(strlen(text_at(json, "details/hint")), 0);
    cJSON_Delete(json);
    json = run(&other, LOB_E_LAYOUT_NOT_PINNED, "optimize", "{\"violation_id\":\"%s\",\"layout_artifact_id\":\"%s\"}",
               known, of);
    assert_gt(strlen(text_at(json, "details/hint")), 0);
    cJSON_Delete(json);
    json = run(&other, LOB_OK, "optimize",
               "{\"violation_id\":\"%s\",\"layout_artifact_id\":\"%s\",\"layout\":\"%s\"," WAY ",\"wait_ms\":25000}",
               known, of, name, process());
    assert_string_equal(text_at(json, "status"), "completed");
    assert_true(true_at(json, "result/is_resolved"));
    cJSON_Delete(json);
    bench_close(&other);
}

/* The next server on the same folder has the records of jobs, and the file is where it was. */
static void a_new_connection_resumes(void **state) {
    (void)state;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_sessions_close(t.sessions);
    lob_ctx_init(&ctx, arena);
    assert_int_equal(lob_sessions_open(&ctx, &t.config, &t.sessions), LOB_OK);
    lob_arena_drop(arena);
    cJSON_Delete(run(&t, LOB_E_CACHE_EVICTED, "optimize", "{\"violation_id\":\"%s\"}", id));
    cJSON *json = run(&t, LOB_OK, "optimize",
                      "{\"violation_id\":\"%s\",\"layout_artifact_id\":\"%s\",\"wait_ms\":25000}", id, artifact);
    assert_string_equal(text_at(json, "status"), "completed");
    assert_true(true_at(json, "result/is_resolved"));
    cJSON_Delete(json);
    /* of another file, or of another deck, nothing was recorded */
    cJSON_Delete(run(&t, LOB_E_LAYOUT_NOT_PINNED, "optimize",
                     "{\"violation_id\":\"%s\",\"layout_artifact_id\":\"sha256:00\"}", id));
    lob_violation_key key;
    char other_deck[LOB_VIOLATION_ID_SIZE + 1];
    assert_true(lob_violation_id_parse(lob_str_from(id), &key));
    key.deck[0] ^= 1;
    lob_violation_id_print(&key, other_deck);
    cJSON_Delete(run(&t, LOB_E_LAYOUT_NOT_PINNED, "optimize", "{\"violation_id\":\"%s\",\"layout_artifact_id\":\"%s\"}",
                     other_deck, artifact));
    char away[256];
    snprintf(away, sizeof away, "%s.away", file);
    assert_int_equal(rename(file, away), 0);
    json = run(&t, LOB_E_LAYOUT_NOT_PINNED, "optimize", "{\"violation_id\":\"%s\",\"layout_artifact_id\":\"%s\"}", id,
               artifact);
    assert_string_equal(text_at(json, "details/reason"), "layout_absent");
    assert_string_equal(text_at(json, "details/path"), file);
    cJSON_Delete(json);
    assert_int_equal(rename(away, file), 0);
    write_chip(100);
    json = run(&t, LOB_OK, "optimize", "{\"violation_id\":\"%s\",\"layout_artifact_id\":\"%s\",\"wait_ms\":25000}", id,
               artifact);
    assert_string_equal(text_at(json, "error/code"), "layout_not_pinned");
    cJSON_Delete(json);
}

static void another_layout_is_not_repaired(void **state) {
    (void)state;
    cJSON *json;
    write_chip(100); /* the same name, another file */
    json = run(&t, LOB_OK, "optimize", "{\"violation_id\":\"%s\",\"wait_ms\":25000}", id);
    assert_string_equal(text_at(json, "status"), "failed");
    assert_string_equal(text_at(json, "error/code"), "layout_not_pinned");
    assert_string_equal(text_at(json, "error/reason"), "layout_changed");
    cJSON_Delete(json);
    /* Of the new file that id is none: its defect lies elsewhere. */
    bench other;
    bench_open(&other);
    json = run(&other, LOB_OK, "optimize", "{\"violation_id\":\"%s\",\"layout\":\"%s\"," WAY ",\"wait_ms\":25000}", id,
               file, process());
    assert_string_equal(text_at(json, "status"), "failed");
    assert_string_equal(text_at(json, "error/reason"), "unknown_id");
    cJSON_Delete(json);
    bench_close(&other);
}

static void a_pinned_layout_needs_no_more(void **state) {
    (void)state;
    /* More evaluations than are remembered whole: the first is known by what was asked. */
    for (int i = 0; i < LOB_LITHO_REMEMBERED; i++) {
        cJSON_Delete(
            run(&t, LOB_OK, "evaluate",
                "{\"layout\":\"%s\",\"layer\":{\"layer\":1,\"datatype\":0},\"pixel_nm\":20,\"process\":{\"tile_px\":"
                "64,\"kernel_count\":1%s},\"checks\":[],\"wait_ms\":25000}",
                file, stride_is_on() ? ",\"halo_px\":8,\"sigma_outer\":0.2" : ""));
    }
    cJSON *json = run(&t, LOB_E_CACHE_EVICTED, "optimize", "{\"violation_id\":\"%s\"}", id);
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "optimize", "{\"violation_id\":\"%s\",\"layout_artifact_id\":\"%s\",\"wait_ms\":25000}", id,
               artifact);
    assert_string_equal(text_at(json, "status"), "completed");
    assert_true(true_at(json, "result/is_resolved"));
    cJSON_Delete(json);
}

static void a_whole_mask(void **state) {
    (void)state;
    static const char *const methods[] = {"pixel", "level_set"};
    for (int i = 0; i < (int)stride_pick(2, 1); i++) {
        cJSON *json =
            run(&t, LOB_OK, "optimize",
                "{\"layout\":\"%s\"," WAY ",\"method\":\"%s\",\"iterations\":2,\"manhattan\":true,\"wait_ms\":25000}",
                file, process_of_whole(), methods[i]);
        assert_string_equal(text_at(json, "status"), "completed");
        assert_string_equal(text_at(json, "result/method"), methods[i]);
        assert_null(find(json, "result/violation_id"));
        /* Never worse than it was. */
        assert_le(number_at(json, "result/after/l2_error_pixels") + number_at(json, "result/after/pvband_pixels"),
                  number_at(json, "result/before/l2_error_pixels") + number_at(json, "result/before/pvband_pixels"));
        cJSON_Delete(json);
    }
}

static void what_is_wrong_is_told(void **state) {
    (void)state;
    cJSON *json = run(&t, LOB_E_INVALID_TARGET, "optimize", "{\"violation_id\":\"v1\"}");
    assert_string_equal(text_at(json, "details/reason"), "not_an_id");
    cJSON_Delete(json);
    json = run(&t, LOB_E_INVALID_TARGET, "optimize", "{}");
    assert_string_equal(text_at(json, "details/reason"), "neither");
    cJSON_Delete(json);
    json = run(&t, LOB_E_INVALID_TARGET, "optimize", "{\"violation\":\"%s\"}", id);
    assert_non_null(strstr(text_at(json, "details/issues/0/hint"), "violation_id"));
    cJSON_Delete(json);
    json = run(&t, LOB_E_FILE_NOT_FOUND, "optimize", "{\"layout\":\"/nowhere.gds\"," WAY "}", process());
    cJSON_Delete(json);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_violation_is_repaired_by_its_id),
        TEST(an_id_says_by_itself_what_it_means),
        TEST(a_new_connection_resumes),
        TEST(another_layout_is_not_repaired),
        TEST(a_pinned_layout_needs_no_more),
        TEST(a_whole_mask),
        TEST(what_is_wrong_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
