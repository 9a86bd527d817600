/* evaluate, poll and cancel_job as a client calls them. The chip: two lines of 0.4 x 2 um on 1/0, 0.2 um apart; pixels
 * of 10 nm, so the target has 2 x 40 x 200 of them. */
#include "tests/support/lob_test.h"

#include "tool_sweep.h"

#include "base/limits.h"
#include "bench_rig.h"
#include "litho/evaluate.h"
#include "session/jobs.h"
#include "tests/support/stride.h"
#include "tool/registry.h"

static char file[256];

#define QUICK "\"pixel_nm\":10,\"process\":{\"tile_px\":128,%s},\"wait_ms\":25000" /* with kernels() */
#define LAYER "\"layer\":{\"layer\":1,\"datatype\":0}"

static const char *kernels(void) {
    return stride_is_on() ? "\"halo_px\":16,\"kernel_count\":2,\"sigma_outer\":0.3" : "\"kernel_count\":4";
}

static int setup(void **state) {
    lob_buf b;
    (void)state;
    bench_open(&t);
    gds_begin(&b);
    gds_cell(&b, "TOP");
    gds_box(&b, 1, 0, 0, 0, 400, 2000);
    gds_box(&b, 1, 0, 600, 0, 1000, 2000);
    gds_box(&b, 3, 0, 0, 0, 400, 2000);
    gds_cell_end(&b);
    gds_end(&b);
    snprintf(file, sizeof file, "%s", bench_file(&t, "lines.gds", &b));
    cJSON_Delete(run(&t, LOB_OK, "evaluate", "{\"layout\":\"%s\"," LAYER "," QUICK "}", file, kernels()));
    return 0;
}

#define EVALUATE(expected, rest) run(&t, expected, "evaluate", "{" LAYER "," QUICK "," rest "}", kernels(), file)

/* A sheet of pictures beside the result, named by whoever has it: evaluate that waits, and poll. */
static void a_picture_comes_with_the_result(void **state) {
    (void)state;
    static const char *const members[2] = {"image/path", "image_svg/path"};
    char id[64], paths[2][300];
    cJSON *json = EVALUATE(LOB_OK, "\"layout\":\"%s\",\"inline_image\":true");
    assert_string_equal(text_at(json, "status"), "completed");
    snprintf(id, sizeof id, "%s", text_at(json, "job_id"));
    for (int i = 0; i < 2; i++) {
        snprintf(paths[i], sizeof paths[i], "%s", text_at(json, members[i]));
        assert_int_equal(access(paths[i], R_OK), 0);
    }
    assert_string_equal(text_at(json, "image/media_type"), "image/png");
    assert_eq(t.image_count, 1);
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "poll", "{\"job_id\":\"%s\"}", id);
    assert_eq(t.image_count, 1);
    for (int i = 0; i < 2; i++) {
        assert_string_equal(text_at(json, members[i]), paths[i]);
    }
    cJSON_Delete(json);
    assert_int_equal(unlink(paths[0]), 0); /* by somebody else: the result is there all the same */
    json = run(&t, LOB_OK, "poll", "{\"job_id\":\"%s\"}", id);
    assert_string_equal(text_at(json, "status"), "completed");
    assert_null(find(json, "image"));
    cJSON_Delete(json);
    json = EVALUATE(LOB_OK, "\"layout\":\"%s\"");
    assert_null(find(json, "image"));
    cJSON_Delete(json);
}

static void a_report_has_its_level(void **state) {
    (void)state;
    cJSON *json = EVALUATE(LOB_OK, "\"layout\":\"%s\",\"report_level\":\"detailed\"");
    assert_string_equal(text_at(json, "status"), "completed");
    assert_string_equal(text_at(json, "kind"), "evaluate");
    assert_eq(number_at(json, "progress"), 1);
    assert_eq(number_at(json, "done"), number_at(json, "total"));
    assert_eq(number_at(json, "result/metrics/target_pixels"), 2 * 40 * 200);
    assert_string_equal(text_at(json, "result/schema_version"), "1.0.0");
    assert_false(true_at(json, "result/degraded_to_aggregate"));
    assert_null(find(json, "next_poll_ms"));
    char id[64], artifact[80];
    snprintf(id, sizeof id, "%s", text_at(json, "job_id"));
    snprintf(artifact, sizeof artifact, "%s", text_at(json, "layout_artifact_id"));
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "poll", "{\"job_id\":\"%s\"}", id);
    assert_eq(number_at(json, "result/metrics/target_pixels"), 16000);
    assert_string_equal(text_at(json, "layout_artifact_id"), artifact);
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "open_layout", "{\"path\":\"%s\"}", file); /* the same digest by another way */
    assert_string_equal(text_at(json, "source/sha256"), artifact + strlen("sha256:"));
    cJSON_Delete(json);
    json = EVALUATE(LOB_OK, "\"layout\":\"%s\"");
    assert_null(find(json, "result/schema_version"));
    assert_null(find(json, "result/violations"));
    assert_non_null(find(json, "result/l2_error_pixels"));
    cJSON_Delete(json);
}

static void a_session_may_be_asked(void **state) {
    (void)state;
    const char *id = open_session(&t, file, NULL);
    cJSON *json = run(&t, LOB_OK, "evaluate",
                      "{\"session_id\":\"%s\"," LAYER "," QUICK ",\"target_layer\":{\"layer\":3,\"datatype\":0},"
                      "\"report_level\":\"detailed\",\"checks\":[]}",
                      id, kernels());
    assert_eq(number_at(json, "result/metrics/target_pixels"), 40 * 200);
    cJSON_Delete(json);
    cJSON_Delete(run(&t, LOB_E_SESSION_NOT_FOUND, "evaluate", "{\"session_id\":\"ses_000000000000\"," LAYER "}"));
    cJSON_Delete(
        run(&t, LOB_E_INVALID_TARGET, "evaluate", "{\"session_id\":\"%s\",\"layout\":\"%s\"," LAYER "}", id, file));
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "evaluate", "{\"session_id\":\"%s\"}", id));
    /* The job keeps what it works on, whatever becomes of the session. */
    json =
        run(&t, LOB_OK, "evaluate",
            "{\"session_id\":\"%s\"," LAYER ",\"pixel_nm\":10,\"process\":{\"tile_px\":128,\"kernel_count\":4}}", id);
    char job[64];
    snprintf(job, sizeof job, "%s", text_at(json, "job_id"));
    cJSON_Delete(json);
    cJSON_Delete(run(&t, LOB_OK, "close_session", "{\"session_id\":\"%s\"}", id));
    json = run(&t, LOB_OK, "poll", "{\"job_id\":\"%s\",\"wait_ms\":25000}", job);
    assert_string_equal(text_at(json, "status"), "completed");
    cJSON_Delete(json);
}

static void what_is_wrong_at_once_is_an_error(void **state) {
    (void)state;
    static const struct {
        const char *rest, *place; /* of details: argument, or the path of the issue */
    } cases[] = {
        {"\"report_levle\":\"detailed\"", "$.report_levle"},
        {"\"report_level\":\"everything\"", "$.report_level"},
        {"\"process\":{\"kernels\":3}", "$.process.kernels"},
        {"\"process\":{\"corners\":[{\"dose\":1,\"focus\":3}]}", "$.process.corners[0].focus"},
        {"\"process\":{\"kernel_offset\":22}", "process.kernel_offset"},
        {"\"process\":{\"sigma_inner\":0.8,\"sigma_outer\":0.7}", "process.sigma_inner"},
        {"\"process\":{\"tile_px\":100}", "process.tile_px"},
        {"\"process\":{\"kernels_defocus_path\":\"/x\"}", "process.kernels_path"},
        {"\"max_violations\":-1", "$.max_violations"},
        {"\"node\":\"1nm\"", "$.node"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].rest);
        cJSON *json =
            run(&t, LOB_E_INVALID_TARGET, "evaluate", "{" LAYER ",\"layout\":\"%s\",%s}", file, cases[i].rest);
        assert_string_equal(text_at(json, cases[i].place[0] == '$' ? "details/issues/0/path" : "details/argument"),
                            cases[i].place);
        assert_gt(strlen(text_at(json, "details/hint")), 0);
        cJSON_Delete(json);
    }
    cJSON *json =
        run(&t, LOB_E_INVALID_TARGET, "evaluate", "{" LAYER ",\"layout\":\"%s\",\"report_levle\":\"x\"}", file);
    assert_non_null(strstr(text_at(json, "details/issues/0/hint"), "report_level"));
    cJSON_Delete(json);
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "evaluate", "{" LAYER ",\"layout\":\"%s\",\"wait_ms\":25001}", file));
    cJSON_Delete(run(&t, LOB_E_FILE_NOT_FOUND, "evaluate", "{" LAYER ",\"layout\":\"%s.not\"}", file));
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "evaluate", "{" LAYER ",\"layout\":\"%s\",\"rule_deck\":{}}", file));
}

static void what_turns_out_wrong_later_is_a_failed_job(void **state) {
    (void)state;
    static const struct {
        const char *rest, *code, *reason;
    } cases[] = {
        {"\"layer\":{\"layer\":9,\"datatype\":0}", "INVALID_LAYER", NULL},
        {LAYER ",\"cell\":\"TOPP\"", "INVALID_TARGET", "absent"},
        {LAYER ",\"pixel_nm\":1", "INVALID_TARGET", "field"}, /* 256 nm are no field for 193 nm light */
        {LAYER ",\"box\":{\"left\":1,\"bottom\":0,\"right\":0,\"top\":1}", "INVALID_BOX", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].rest);
        cJSON *json = run(&t, LOB_OK, "evaluate",
                          "{\"layout\":\"%s\",\"process\":{\"tile_px\":128,\"kernel_count\":4},\"wait_ms\":25000,%s}",
                          file, cases[i].rest);
        assert_string_equal(text_at(json, "status"), "failed");
        assert_string_equal(text_at(json, "error/code"), cases[i].code);
        assert_eq(cases[i].reason == NULL, find(json, "error/reason") == NULL);
        if (cases[i].reason) {
            assert_string_equal(text_at(json, "error/reason"), cases[i].reason);
        }
        assert_string_equal(text_at(json, "error/details/hint"), text_at(json, "error/hint"));
        assert_null(find(json, "result"));
        cJSON_Delete(json);
    }
    /* The whole of it, as a call that fails at once would say it: what else the cell may be called, which argument. */
    char id[64];
    cJSON *json =
        run(&t, LOB_OK, "evaluate", "{\"layout\":\"%s\"," LAYER ",\"cell\":\"TOPP\",\"wait_ms\":25000}", file);
    snprintf(id, sizeof id, "%s", text_at(json, "job_id"));
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "poll", "{\"job_id\":\"%s\"}", id);
    assert_string_equal(text_at(json, "error/details/argument"), "cell");
    assert_string_equal(text_at(json, "error/details/reason"), "absent");
    assert_int_equal(count_at(json, "error/details/candidates"), 1);
    assert_string_equal(text_at(json, "error/details/candidates/0"), "TOP");
    cJSON_Delete(json);
}

/* All of the process, a clip of the contest's form, and what cannot be opened. */
static void every_way_to_ask(void **state) {
    (void)state;
    static const struct {
        const char *rest, *code; /* NULL: completed */
    } cases[] = {
        {"\"process\":{\"tile_px\":128,\"wavelength_nm\":248,\"na\":0.8,\"source\":\"quasar\",\"sigma_outer\":0.8,"
         "\"sigma_inner\":0.5,\"opening_deg\":40,\"defocus_nm\":20,\"kernel_count\":3,\"threshold\":0.3,\"dose_on\":"
         "\"mask\",\"corners\":[{\"dose\":1.05},{\"dose\":0.95,\"defocus_nm\":30}],\"halo_px\":32,\"epe_max_nm\":150,"
         "\"pvband_max_nm\":20,\"threads\":2}",
         NULL},
        {"\"process\":{\"tile_px\":128,\"source\":\"circular\",\"kernel_count\":2},\"node\":\"45nm\"", NULL},
        {"\"process\":{\"tile_px\":128,\"kernel_count\":4},\"rule_deck\":{\"schema_version\":\"1\",\"process_node\":"
         "\"n\",\"layer\":\"l\","
         "\"pixel_size_nm\":10,\"rules\":{\"min_width_nm\":65}},\"cell\":\"TOP\",\"target_layer\":{\"layer\":3,"
         "\"datatype\":0},\"box\":{\"left\":0,\"bottom\":0,\"right\":1,\"top\":1}",
         NULL},
        {"\"process\":{\"tile_px\":128,\"kernel_count\":4},\"target_layer\":{\"layer\":8,\"datatype\":0}",
         "INVALID_LAYER"},
        {"\"process\":{\"tile_px\":128,\"kernel_count\":4},\"box\":{\"left\":0,\"bottom\":0,\"right\":1e19,\"top\":1}",
         "INVALID_BOX"},
        {"\"process\":{\"tile_px\":256,\"kernels_path\":\"/nowhere\"}", "FILE_NOT_FOUND"},
        {"\"process\":{\"tile_px\":256,\"kernels_path\":\"/nowhere\",\"kernels_defocus_path\":\"/there\","
         "\"kernel_offset\":20}",
         "FILE_NOT_FOUND"},
        {"\"process\":{\"tile_px\":128,\"kernel_count\":4},\"rule_deck\":{\"schema_version\":\"1\",\"process_node\":"
         "\"n\",\"layer\":\"l\","
         "\"polarity\":\"dark\",\"pixel_size_nm\":10,\"rules\":{\"min_width_nm\":65}}",
         NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].rest);
        const bool has_deck = strstr(cases[i].rest, "rule_deck") != NULL && cases[i].code == NULL;
        cJSON *json = run(&t, LOB_OK, "evaluate", "{\"layout\":\"%s\"," LAYER ",%s\"wait_ms\":25000,%s}", file,
                          has_deck ? "" : "\"pixel_nm\":10,", cases[i].rest);
        assert_string_equal(text_at(json, "status"), cases[i].code ? "failed" : "completed");
        if (cases[i].code != NULL) {
            assert_string_equal(text_at(json, "error/code"), cases[i].code);
        }
        cJSON_Delete(json);
    }
}

static void put_text(const char *path, const char *text) {
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

/* A table is looked at before a job starts; what the optics say of it comes with the job. */
static void a_source_may_be_points(void **state) {
    (void)state;
    static const struct {
        const char *csv, *rest, *reason; /* NULL: it is fine */
    } cases[] = {
        {"sigma_x,sigma_y,weight\n0.5,0,1\n-0.5,0,1\n", "", NULL},
        {"sigma_x,sigma_y,weight\n0.5,0.2,1\n-0.5,-0.2,1\n", ",\"defocus_nm\":20", NULL},
        {"sigma_x,sigma_y,weight\n0.5,0,0\n", "", "source_power"},
        {"sigma_x,sigma_y,weight\n0.9,0.9,1\n", "", "source_outside"},
        {"", "", "column"},
        {"sigma_x,sigma_y,weight\n0.5,nan,1\n", "", "column"},
        {"sigma_x,sigma_y,weight\n0.5,0,1\n-0.5,0,1\n", ",\"source\":\"annular\"", "both"},
        {"sigma_x,sigma_y,weight\n0.5,0,1\n-0.5,0,1\n", ",\"kernels_path\":\"/x\"", "both"},
    };
    char path[512];
    snprintf(path, sizeof path, "%.*s.csv", (int)sizeof path - 8, file);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("cases[%zu]", i);
        put_text(path, cases[i].csv);
        cJSON *json =
            run(&t, cases[i].reason ? LOB_E_INVALID_TARGET : LOB_OK, "evaluate",
                "{\"layout\":\"%s\"," LAYER ",\"pixel_nm\":10,\"wait_ms\":25000,\"report_level\":\"detailed\","
                "\"process\":{\"tile_px\":128,\"kernel_count\":4,\"source_path\":\"%s\"%s}}",
                file, path, cases[i].rest);
        if (cases[i].reason == NULL) {
            assert_string_equal(text_at(json, "status"), "completed");
            assert_string_equal(text_at(json, "result/provenance/optics/source"), "file");
            assert_int_equal(strlen(text_at(json, "result/provenance/optics/source_sha256")), 64);
        } else {
            assert_string_equal(text_at(json, "details/argument"), "process.source_path");
            if (strcmp(cases[i].reason, "column") == 0) {
                assert_gt(strlen(text_at(json, "details/column")), 0);
            } else {
                assert_string_equal(text_at(json, "details/reason"), cases[i].reason);
            }
        }
        cJSON_Delete(json);
    }
    unlink(path);
    cJSON *json = run(&t, LOB_E_FILE_NOT_FOUND, "evaluate",
                      "{\"layout\":\"%s\"," LAYER ",\"process\":{\"source_path\":\"%s\"}}", file, path);
    assert_string_equal(text_at(json, "details/argument"), "process.source_path");
    cJSON_Delete(json);
}

#define WINDOW(rest) "\"checks\":[],\"process_window\":{" rest "}"
#define GAUGE        "{\"x_um\":0.2,\"y_um\":1,\"target_nm\":400}"

static void a_process_window_joins_the_report(void **state) {
    (void)state;
    static const char asked[] =
        WINDOW("\"focuses_nm\":[-50,0,50],\"doses\":[0.9,1],\"tolerance_percent\":20,\"gauges\":[" GAUGE
               ",{\"name\":\"side\",\"kind\":\"edge\",\"x_um\":0.4,\"y_um\":1,\"measured_nm\":2}]");
    for (int detailed = 0; detailed < 2; detailed++) {
        cJSON *json = run(&t, LOB_OK, "evaluate", "{\"layout\":\"%s\"," LAYER "," QUICK ",\"report_level\":\"%s\",%s}",
                          file, kernels(), detailed ? "detailed" : "aggregate", asked);
        assert_string_equal(text_at(json, "status"), "completed");
        assert_eq(number_at(json, "result/process_window/tolerance_percent"), 20);
        assert_int_equal(count_at(json, "result/process_window/gauges"), 2);
        assert_string_equal(text_at(json, "result/process_window/gauges/0/name"), "gauge 1");
        assert_string_equal(text_at(json, "result/process_window/gauges/0/kind"), "line");
        assert_int_equal(count_at(json, "result/process_window/gauges/0/sizes_nm"), 3);
        assert_int_equal(count_at(json, "result/process_window/gauges/0/sizes_nm/1"), 2);
        assert_close(number_at(json, "result/process_window/gauges/0/sizes_nm/1/1"),
                     number_at(json, "result/process_window/gauges/0/printed_nm"), .001);
        assert_eq(number_at(json, "result/process_window/gauges/0/sizes_nm/0/0"),
                  number_at(json, "result/process_window/gauges/0/sizes_nm/2/0"));
        assert_eq(number_at(json, "result/process_window/calibration/gauges"), 1);
        assert_eq(detailed, find(json, "result/violations") != NULL);
        cJSON_Delete(json);
    }
    cJSON *json =
        run(&t, LOB_OK, "evaluate",
            "{\"layout\":\"%s\"," LAYER "," QUICK "," WINDOW("\"gauges\":[" GAUGE "]") ",\"inline_image\":true}", file,
            kernels());
    assert_int_equal(count_at(json, "result/process_window/by_focus"), 9);
    assert_int_equal(count_at(json, "result/process_window/gauges/0/sizes_nm/0"), 9);
    assert_eq(number_at(json, "result/process_window/doses/8"), 1.2);
    static char svg[1 << 18];
    FILE *drawn = fopen(text_at(json, "image_svg/path"), "r");
    assert_non_null(drawn);
    svg[fread(svg, 1, sizeof svg - 1, drawn)] = '\0';
    fclose(drawn);
    assert_non_null(strstr(svg, "gauge 1"));
    cJSON_Delete(json);
}

static void a_process_window_may_be_wrong(void **state) {
    (void)state;
    static const struct {
        const char *rest, *place; /* of details: argument, or the path of the issue */
    } cases[] = {
        {WINDOW(""), "$.process_window.gauges"},
        {WINDOW("\"gauges\":[]"), "$.process_window.gauges"},
        {WINDOW("\"gauges\":[{\"x_um\":1}]"), "$.process_window.gauges[0].y_um"},
        {WINDOW("\"gauges\":[" GAUGE ",{\"x_um\":1,\"y_um\":1}]"), "process_window.gauges[1].target_nm"},
        {WINDOW("\"gauges\":[{\"x_um\":1,\"y_um\":1,\"kind\":\"edge\",\"target_nm\":5}]"),
         "process_window.gauges[0].target_nm"},
        {WINDOW("\"doses\":[1,0.9],\"gauges\":[" GAUGE "]"), "process_window.doses"},
        {WINDOW("\"doses\":[0,1],\"gauges\":[" GAUGE "]"), "$.process_window.doses[0]"},
        {WINDOW("\"focuses_nm\":[0,0],\"gauges\":[" GAUGE "]"), "process_window.focuses_nm"},
        {WINDOW("\"focuses_nm\":[0],\"gauges\":[" GAUGE "]") ",\"inline_image\":true", "process_window.focuses_nm"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].rest);
        cJSON *json =
            run(&t, LOB_E_INVALID_TARGET, "evaluate", "{" LAYER ",\"layout\":\"%s\",%s}", file, cases[i].rest);
        assert_string_equal(text_at(json, cases[i].place[0] == '$' ? "details/issues/0/path" : "details/argument"),
                            cases[i].place);
        cJSON_Delete(json);
    }
    /* A hundred gauges at nine focuses and 23 doses; a gauge beyond the canvas fails with the job. */
    char text[16384] = "";
    for (int i = 0; i < 100; i++) {
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s" GAUGE, i > 0 ? "," : "");
    }
    cJSON *json =
        run(&t, LOB_E_INVALID_TARGET, "evaluate",
            "{" LAYER ",\"layout\":\"%s\",\"process_window\":{\"gauges\":[%s],\"doses\":[0.1,0.11,0.12,0.13,0.14,"
            "0.15,0.16,0.17,0.18,0.19,0.2,0.21,0.22,0.23,0.24,0.25,0.26,0.27,0.28,0.29,0.3,0.31,0.32]}}",
            file, text);
    assert_string_equal(text_at(json, "details/reason"), "sizes");
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "evaluate",
               "{\"layout\":\"%s\"," LAYER "," QUICK
               "," WINDOW("\"gauges\":[{\"x_um\":90,\"y_um\":1,\"target_nm\":9}]") "}",
               file, kernels());
    assert_string_equal(text_at(json, "status"), "failed");
    assert_string_equal(text_at(json, "error/reason"), "outside");
    cJSON_Delete(json);
}

static void a_clip_needs_no_layer(void **state) {
    (void)state;
    char path[512];
    snprintf(path, sizeof path, "%.*s.glp", (int)sizeof path - 8, file);
    put_text(path,
             "BEGIN\nEQUIV  1  1000  MICRON  +X,+Y\nCNAME T\nLEVEL M1\n\nCELL T PRIME\n   RECT N M1  0 0 400 2000\n"
             "ENDMSG\n");
    cJSON *json =
        run(&t, LOB_OK, "evaluate", "{\"layout\":\"%s\"," QUICK ",\"report_level\":\"detailed\"}", path, kernels());
    assert_string_equal(text_at(json, "status"), "completed");
    assert_eq(number_at(json, "result/metrics/target_pixels"), 40 * 200);
    cJSON_Delete(json);
    json =
        run(&t, LOB_OK, "evaluate",
            "{\"layout\":\"%s\"," QUICK ",\"report_level\":\"detailed\",\"box\":{\"left\":0,\"bottom\":0,\"right\":1,"
            "\"top\":1}}",
            path, kernels());
    assert_eq(number_at(json, "result/metrics/target_pixels"), 40 * 100);
    cJSON_Delete(json);
    static const char *const others[][2] = {
        {"layer", "{\"layer\":1,\"datatype\":0}"}, {"target_layer", "{\"layer\":3,\"datatype\":0}"}, {"cell", "\"T\""}};
    for (size_t i = 0; i < 3; i++) {
        json = run(&t, LOB_E_INVALID_TARGET, "evaluate", "{\"layout\":\"%s\",\"%s\":%s}", path, others[i][0],
                   others[i][1]);
        assert_string_equal(text_at(json, "details/argument"), others[i][0]);
        assert_string_equal(text_at(json, "details/reason"), "clip");
        assert_non_null(strstr(text_at(json, "details/hint"), "Leave out"));
        cJSON_Delete(json);
    }
    put_text(path, "no clip\n");
    json = run(&t, LOB_OK, "evaluate", "{\"layout\":\"%s\"," QUICK "}", path, kernels());
    assert_string_equal(text_at(json, "error/code"), "UNSUPPORTED_FORMAT");
    cJSON_Delete(json);
    char far[LOB_LIMIT_PATH_SIZE + 64];
    memset(far, 'x', sizeof far - 1);
    far[0] = '/';
    far[sizeof far - 1] = '\0';
    cJSON_Delete(run(&t, LOB_E_FILE_NOT_FOUND, "evaluate", "{\"layout\":\"%s\"," LAYER "}", far));
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "evaluate", "{\"layout\":\"%s\"}", file));
}

static void a_job_is_cancelled_by_its_id(void **state) {
    (void)state;
    cJSON *json =
        run(&t, LOB_OK, "evaluate",
            "{\"layout\":\"%s\"," LAYER ",\"pixel_nm\":0.25,\"process\":{\"tile_px\":8192,\"halo_px\":4000}}", file);
    char id[64];
    snprintf(id, sizeof id, "%s", text_at(json, "job_id"));
    assert_gt(number_at(json, "next_poll_ms"), 0);
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "cancel_job", "{\"job_id\":\"%s\"}", id);
    for (int i = 0; i < 100 && strcmp(text_at(json, "status"), "cancelled") != 0; i++) { /* a loaded machine */
        cJSON_Delete(json);
        json = run(&t, LOB_OK, "poll", "{\"job_id\":\"%s\",\"wait_ms\":200}", id);
    }
    assert_string_equal(text_at(json, "status"), "cancelled");
    cJSON_Delete(json);
    cJSON_Delete(run(&t, LOB_OK, "cancel_job", "{\"job_id\":\"%s\"}", id));
    json = run(&t, LOB_E_INVALID_TARGET, "cancel_job", "{\"job_id\":\"job_1\"}");
    assert_string_equal(text_at(json, "details/reason"), "unknown_job");
    cJSON_Delete(json);
    json = run(&t, LOB_E_INVALID_TARGET, "poll", "{\"job_id\":\"%.35s\"}", id);
    assert_gt(count_at(json, "details/candidates"), 0);
    cJSON_Delete(json);
}

/* What the descriptor says is what the engine and the tool hold to (RFC 0006, 3). */
static void capabilities_are_true(void **state) {
    (void)state;
    static const char *const paths[] = {"drc.standard", "mrc.standard", "pvband.4corner", "epe.gauge"};
    lob_json_fault fault;
    lob_litho_setup usual;
    lob_litho_setup_usual(&usual);
    const lob_tool *tool = lob_tool_find(LOB_STR("evaluate"), LOB_TOOLSET_FULL);
    cJSON *meta = lob_json_parse(lob_str_from(tool->meta), &fault);
    const cJSON *litho = cJSON_GetObjectItemCaseSensitive(meta, "layout-observer/litho");
    assert_int_equal(count_at(litho, "report_levels"), 2);
    assert_string_equal(text_at(litho, "schema_version"), "1.0.0");
    assert_eq(number_at(litho, "max_violations_per_response"), LOB_LIMIT_LITHO_VIOLATIONS);
    for (int i = 0; i < 4; i++) {
        const cJSON *path = at(at(litho, "engine_paths"), paths[i]);
        assert_string_equal(text_at(path, "detailed"), "single_pass");
    }
    assert_eq(number_at(litho, "precondition/layout_area_nm2_max"), usual.canvas_area_max_nm2);
    assert_eq(number_at(litho, "precondition/violation_count_max"), usual.violation_count_max);
    assert_string_equal(text_at(litho, "precondition/signaled_via"), "degraded_to_aggregate: true on response");
    assert_string_equal(text_at(at(at(litho, "engine_paths"), "euv.stochastic"), "detailed"), "unsupported");
    cJSON_Delete(meta);
    /* Above the area: the report says so, and lists nothing. 0.3 x 0.3 mm are 9e10 nm2. */
    cJSON *json = run(&t, LOB_OK, "evaluate",
                      "{\"layout\":\"%s\"," LAYER ",\"report_level\":\"detailed\",\"pixel_nm\":400,\"wait_ms\":25000,"
                      "\"box\":{\"left\":0,\"bottom\":0,\"right\":300,\"top\":300},\"checks\":[\"mrc\"],\"process\":{"
                      "\"tile_px\":128,\"na\":0.02,\"kernel_count\":1%s}}",
                      file, stride_is_on() ? ",\"halo_px\":8" : "");
    assert_string_equal(text_at(json, "status"), "completed");
    assert_true(true_at(json, "result/degraded_to_aggregate"));
    assert_int_equal(count_at(json, "result/violations"), 0);
    cJSON_Delete(json);
}

static void memory_may_run_out(void **state) {
    (void)state;
    char arguments[128], id[64];
    cJSON *json = run(&t, LOB_OK, "evaluate",
                      "{\"layout\":\"%s\",\"layer\":{\"layer\":9,\"datatype\":0},\"wait_ms\":25000}", file);
    snprintf(id, sizeof id, "%s", text_at(json, "job_id"));
    cJSON_Delete(json);
    snprintf(arguments, sizeof arguments, "{\"job_id\":\"%s\"}", id);
    assert_gt(sweep_tool(&t, "poll", arguments), 1);
    assert_gt(sweep_tool(&t, "cancel_job", arguments), 1);
    json = EVALUATE(LOB_OK, "\"layout\":\"%s\",\"report_level\":\"detailed\"");
    snprintf(arguments, sizeof arguments, "{\"job_id\":\"%s\"}", text_at(json, "job_id"));
    cJSON_Delete(json);
    assert_gt(sweep_tool(&t, "poll", arguments), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_picture_comes_with_the_result),
        cmocka_unit_test(a_report_has_its_level),
        cmocka_unit_test(a_session_may_be_asked),
        cmocka_unit_test(what_is_wrong_at_once_is_an_error),
        cmocka_unit_test(what_turns_out_wrong_later_is_a_failed_job),
        cmocka_unit_test(every_way_to_ask),
        cmocka_unit_test(a_source_may_be_points),
        cmocka_unit_test(a_process_window_joins_the_report),
        cmocka_unit_test(a_process_window_may_be_wrong),
        cmocka_unit_test(a_clip_needs_no_layer),
        cmocka_unit_test(a_job_is_cancelled_by_its_id),
        cmocka_unit_test(capabilities_are_true),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
