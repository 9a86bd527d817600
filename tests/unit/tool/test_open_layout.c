/* open_layout: the answer of a small file by hand, and every refusal in the order of the checks. */
#include "tests/support/lob_test.h"

#include <unistd.h>

#include "base/platform.h"
#include "io/write.h"
#include "session/layout_cache.h"
#include "tests/support/stride.h"

#include "bench_rig.h"
#include "tool_sweep.h"

static void test_answer(void **state) {
    (void)state;
    const char *path = chip_file(&t);
    cJSON *json = run(&t, LOB_OK, "open_layout", "{\"path\":\"%s\",\"top_cell\":\"TOP\"}", path);
    assert_string_equal(text_at(json, "schema_version"), "1.0.0");
    assert_int_equal(strlen(text_at(json, "session_id")), 16);
    assert_memory_equal(text_at(json, "session_id"), "ses_", 4);
    assert_string_equal(text_at(json, "source/path"), path);
    assert_string_equal(text_at(json, "source/format"), "gds");
    assert_int_equal(strlen(text_at(json, "source/sha256")), 64);
    assert_false(true_at(json, "source/is_gzip"));
    assert_int_equal(strlen(text_at(json, "content_hash")), 32);
    assert_string_equal(text_at(json, "selected_top_cell"), "TOP");
    assert_int_equal(count_at(json, "top_cells"), 2);
    assert_string_equal(text_at(json, "top_cells/0"), "OTHER");
    assert_string_equal(text_at(json, "top_cells/1"), "TOP");
    assert_eq(number_at(json, "dbu"), 0.001);
    assert_string_equal(text_at(json, "units/length"), "um");
    assert_string_equal(text_at(json, "units/database"), "dbu");
    assert_box(json, 0, -2, 1110, 2000);
    assert_null(find(json, "bbox_empty"));
    assert_eq(number_at(json, "layer_count"), 2);
    assert_eq(number_at(json, "cell_count"), 4);
    assert_eq(number_at(json, "shape_count"), 15);
    assert_eq(number_at(json, "instance_count"), 8);
    assert_eq(number_at(json, "layers/1/layer"), 2);
    assert_int_equal(count_at(json, "warnings"), 0);
    assert_eq(number_at(json, "truncation/layers_dropped"), 0);
    assert_memory_equal(text_at(json, "artifact_root"), t.config.artifact_root, strlen(t.config.artifact_root));
    struct stat info;
    assert_int_equal(stat(text_at(json, "artifact_root"), &info), 0);
    assert_int_equal(info.st_mode & 0777, 0700);
    cJSON_Delete(json);
}

/* What detail full alone shows is worked out for it alone. */
static void test_content_hash_when_asked(void **state) {
    (void)state;
    static const char *const details[] = {"lean", "full"};
    for (int i = 0; i < 2; i++) {
        cJSON *json = run(&t, LOB_OK, "open_layout", "{\"path\":\"%s\",\"detail\":\"%s\"}", chip_file(&t), details[i]);
        char path[4200], text[4096] = "";
        snprintf(path, sizeof path, "%s/artifacts/sessions/%s/session.json", t.folder, text_at(json, "session_id"));
        FILE *file = fopen(path, "r");
        assert_non_null(file);
        assert_gt(fread(text, 1, sizeof text - 1, file), 0);
        fclose(file);
        assert_int_equal(strstr(text, "\"content_hash\"") != NULL, i);
        cJSON_Delete(json);
    }
}

/* Each allocation fails once: the error says so, or the layout is open all the same, without what was too much. */
static void test_memory(void **state) {
    (void)state;
    char arguments[4200];
    unsigned failed = 0;
    snprintf(arguments, sizeof arguments, "{\"path\":\"%s\",\"detail\":\"full\"}", chip_file(&t));
    for (unsigned nth = 1; nth < 400; nth = sweep_next(nth, false)) {
        lob_json_fault fault;
        cJSON *json = lob_json_parse(lob_str_from(arguments), &fault);
        lob_arena *arena = lob_arena_new(0);
        lob_ctx ctx;
        lob_buf out;
        lob_ctx_init(&ctx, arena);
        lob_call call = {.ctx = &ctx, .sessions = t.sessions};
        lob_buf_init(&out, LOB_LIMIT_RESULT_SIZE);
        lob_alloc_fail_at(nth, false);
        const lob_status status =
            lob_tool_run(&call, lob_tool_find(LOB_STR("open_layout"), LOB_TOOLSET_FULL), json, &out);
        lob_alloc_fail_at(0, 0);
        assert_true(status == LOB_OK || says_memory(&ctx.error));
        failed += status != LOB_OK;
        lob_buf_release(&out);
        lob_arena_drop(arena);
        cJSON_Delete(json);
    }
    assert_gt(failed, 10);
}

/* The file's own size and digest, by other means. */
static void test_source(void **state) {
    (void)state;
    const char *path = chip_file(&t);
    cJSON *json = run(&t, LOB_OK, "open_layout", "{\"path\":\"%s\",\"format\":\"gdsii\"}", path);
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    assert_eq(number_at(json, "source/size_bytes"), (double)info.st_size);
    char command[400], digest[65] = "";
    snprintf(command, sizeof command, "sha256sum '%s'", path);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    assert_int_equal(fread(digest, 1, 64, pipe), 64);
    pclose(pipe);
    assert_string_equal(text_at(json, "source/sha256"), digest);
    cJSON_Delete(json);
}

static void test_first_top_and_empty_box(void **state) {
    (void)state;
    cJSON *json = run(&t, LOB_OK, "open_layout", "{\"path\":\"%s\"}", chip_file(&t));
    assert_string_equal(text_at(json, "selected_top_cell"), "OTHER");
    assert_true(true_at(json, "bbox_empty"));
    assert_box(json, 0, 0, 0, 0);
    cJSON_Delete(json);
}

/* A cell that is no top may be chosen as well. */
static void test_inner_cell_as_top(void **state) {
    (void)state;
    cJSON *json = run(&t, LOB_OK, "open_layout", "{\"path\":\"%s\",\"top_cell\":\"MID\"}", chip_file(&t));
    assert_string_equal(text_at(json, "selected_top_cell"), "MID");
    assert_int_equal(count_at(json, "top_cells"), 2);
    assert_box(json, 0, 0, 110, 80);
    cJSON_Delete(json);
}

static void assert_error(const char *arguments, lob_status code, const char *key, const char *value) {
    cJSON *json = run(&t, code, "open_layout", "%s", arguments);
    assert_gt(strlen(text_at(json, "details/hint")), 0);
    if (key) {
        char path[64];
        snprintf(path, sizeof path, "details/%s", key);
        assert_string_equal(text_at(json, path), value);
    }
    cJSON_Delete(json);
}

static void assert_path_error(const char *path, const char *more, lob_status code, const char *key, const char *value) {
    char arguments[512];
    snprintf(arguments, sizeof arguments, "{\"path\":\"%s\"%s}", path, more);
    assert_error(arguments, code, key, value);
}

static void test_path_errors(void **state) {
    (void)state;
    char path[8000];
    assert_path_error("chip.gds", "", LOB_E_FILE_NOT_FOUND, "reason", "not_absolute");
    assert_path_error("", "", LOB_E_FILE_NOT_FOUND, "reason", "not_absolute");
    snprintf(path, sizeof path, "%s/missing.gds", t.folder);
    assert_path_error(path, "", LOB_E_FILE_NOT_FOUND, "reason", "absent");
    /* the path is checked before the format and before the top cell */
    assert_path_error(path, ",\"format\":\"dxf\",\"top_cell\":\"X\"", LOB_E_FILE_NOT_FOUND, "path", path);
    assert_path_error(t.folder, "", LOB_E_UNSUPPORTED_FORMAT, "reason", "directory");
    snprintf(path, sizeof path, "%s/fifo.gds", t.folder);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_path_error(path, "", LOB_E_UNSUPPORTED_FORMAT, "reason", "not_regular");
    path[0] = '/';
    memset(path + 1, 'a', 5000);
    path[5001] = '\0';
    cJSON *json = run(&t, LOB_E_FILE_NOT_FOUND, "open_layout", "{\"path\":\"%s\"}", path);
    assert_string_equal(text_at(json, "details/reason"), "absent");
    cJSON_Delete(json);
}

static void test_format_errors(void **state) {
    (void)state;
    const char *path = chip_file(&t);
    char arguments[512];
    snprintf(arguments, sizeof arguments, "{\"path\":\"%s\",\"format\":\"dxf\",\"top_cell\":\"NO\"}", path);
    cJSON *json = run(&t, LOB_E_UNSUPPORTED_FORMAT, "open_layout", "%s", arguments);
    assert_string_equal(text_at(json, "details/argument"), "format");
    assert_int_equal(count_at(json, "details/candidates"), 4);
    cJSON_Delete(json);
    lob_buf b;
    lob_buf_init(&b, 1000);
    lob_buf_add_text(&b, "this is no layout at all, but text");
    assert_path_error(bench_file(&t, "text.gds", &b), "", LOB_E_UNSUPPORTED_FORMAT, NULL, NULL);
    lob_buf_init(&b, 1000);
    assert_path_error(bench_file(&t, "nothing.gds", &b), "", LOB_E_UNSUPPORTED_FORMAT, NULL, NULL);
}

/* The extension lies, or says nothing: the bytes decide. */
static void test_bytes_win(void **state) {
    (void)state;
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "A");
    gds_cell_end(&b);
    gds_end(&b);
    lob_buf copy;
    lob_buf_init(&copy, 10000);
    lob_buf_add(&copy, b.data, b.size);
    cJSON *json = run(&t, LOB_OK, "open_layout", "{\"path\":\"%s\"}", bench_file(&t, "lying.oas", &b));
    assert_string_equal(text_at(json, "source/format"), "gds");
    assert_int_equal(count_at(json, "warnings"), 1);
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "open_layout", "{\"path\":\"%s\"}", bench_file(&t, "silent.dat", &copy));
    assert_string_equal(text_at(json, "source/format"), "gds");
    assert_int_equal(count_at(json, "warnings"), 0);
    cJSON_Delete(json);
}

static void test_cut_file(void **state) {
    (void)state;
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "CUT");
    gds_box(&b, 1, 0, 0, 0, 10, 10);
    size_t whole = b.size;
    b.size -= 6; /* into the XY record's end: ENDEL lost, 2 bytes of XY */
    cJSON *json = run(&t, LOB_E_UNSUPPORTED_FORMAT, "open_layout", "{\"path\":\"%s\"}", bench_file(&t, "cut.gds", &b));
    double offset = number_at(json, "details/offset");
    assert_gt(offset, 0);
    assert_le(offset, (double)whole);
    assert_string_equal(text_at(json, "details/cell"), "CUT");
    assert_non_null(find(json, "details/record"));
    assert_non_null(find(json, "details/path"));
    cJSON_Delete(json);
    assert_int_equal(lob_sessions_count(t.sessions), 0);
}

static void test_top_cell_errors(void **state) {
    (void)state;
    const char *path = chip_file(&t);
    cJSON *json = run(&t, LOB_E_TOP_CELL_NOT_FOUND, "open_layout", "{\"path\":\"%s\",\"top_cell\":\"top\"}", path);
    assert_ge(count_at(json, "details/candidates"), 1);
    assert_string_equal(text_at(json, "details/cell"), "top");
    assert_null(strstr(text_at(json, "message"), "top\""));
    cJSON_Delete(json);
    json = run(&t, LOB_E_TOP_CELL_NOT_FOUND, "open_layout",
               "{\"path\":\"%s\",\"top_cell\":\"a name like no other in this file\"}", path);
    assert_string_equal(text_at(json, "details/candidates/0"), "OTHER");
    assert_string_equal(text_at(json, "details/candidates/1"), "TOP");
    cJSON_Delete(json);
    lob_buf b;
    gds_begin(&b);
    gds_end(&b);
    assert_path_error(bench_file(&t, "none.gds", &b), "", LOB_E_TOP_CELL_NOT_FOUND, "reason", "no_cells");
    assert_int_equal(lob_sessions_count(t.sessions), 0);
}

static void test_ghost(void **state) {
    (void)state;
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "A");
    gds_sref(&b, "GONE", false, false, 0, 0);
    gds_element_end(&b);
    gds_cell_end(&b);
    gds_end(&b);
    const char *path = bench_file(&t, "ghost.gds", &b);
    cJSON *json = run(&t, LOB_OK, "open_layout", "{\"path\":\"%s\"}", path);
    assert_int_equal(count_at(json, "warnings"), 1);
    assert_eq(number_at(json, "warnings/0/count"), 1);
    assert_int_equal(count_at(json, "top_cells"), 1);
    cJSON_Delete(json);
    assert_path_error(path, ",\"top_cell\":\"GONE\"", LOB_E_TOP_CELL_NOT_FOUND, "reason", "ghost");
}

static void test_arguments(void **state) {
    (void)state;
    cJSON *json = run(&t, LOB_E_INVALID_TARGET, "open_layout", "{\"pth\":\"/a\",\"top_cell\":5}");
    assert_int_equal(count_at(json, "details/issues"), 3); /* unknown, missing, wrong type: all at once */
    cJSON_Delete(json);
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "open_layout", "{}"));
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "open_layout", "[]"));
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "open_layout", "{\"path\":null}"));
}

/* 20 layers: 12 are listed, 8 counted. */
static void test_many_layers(void **state) {
    (void)state;
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "A");
    for (int i = 0; i < 20; i++) {
        gds_box(&b, i, 3, 0, 0, 10, 10);
    }
    gds_cell_end(&b);
    gds_end(&b);
    cJSON *json = run(&t, LOB_OK, "open_layout", "{\"path\":\"%s\"}", bench_file(&t, "layers.gds", &b));
    assert_int_equal(count_at(json, "layers"), 12);
    assert_eq(number_at(json, "truncation/layers_dropped"), 8);
    assert_eq(number_at(json, "layer_count"), 20);
    cJSON_Delete(json);
}

static void test_server_limits(void **state) {
    (void)state;
    bench small;
    bench_open_with(&small, 1000, 2, 300, NULL);
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "A");
    gds_cell_end(&b);
    gds_end(&b);
    const char *path = bench_file(&small, "a.gds", &b);
    const char *first = open_session(&small, path, NULL);
    open_session(&small, path, NULL);
    cJSON *json = run(&small, LOB_E_TOOL_LIMIT_EXCEEDED, "open_layout", "{\"path\":\"%s\"}", path);
    assert_string_equal(text_at(json, "details/reason"), "sessions");
    assert_string_equal(text_at(json, "details/candidates/0"), first);
    cJSON_Delete(json);
    json = run(&small, LOB_E_TOOL_LIMIT_EXCEEDED, "open_layout", "{\"path\":\"%s\"}", chip_file(&small));
    assert_string_equal(text_at(json, "details/reason"), "file_size");
    cJSON_Delete(json);
    bench_close(&small);
}

static void test_roots(void **state) {
    (void)state;
    bench jailed;
    bench_open_with(&jailed, 1000, 2, 1 << 20, t.folder);
    char path[512];
    snprintf(path, sizeof path, "%.60s/../%.60s/chip.gds", jailed.folder, strrchr(jailed.folder, '/') + 1);
    chip_file(&jailed);
    cJSON *json = run(&jailed, LOB_E_FILE_NOT_FOUND, "open_layout", "{\"path\":\"%s\"}", path);
    assert_string_equal(text_at(json, "details/reason"), "outside_roots");
    cJSON_Delete(json);
    open_session(&jailed, chip_file(&t), NULL);
    bench_close(&jailed);
}

/* A file that its own signature calls damaged: refused when strict, else every answer begins by saying so. */
static void test_damage_is_said_first(void **state) {
    (void)state;
    char path[4096];
    assert_non_null(realpath("fixtures/bad/oas_end_crc32.oas", path));
    cJSON *json = run(&t, LOB_E_UNSUPPORTED_FORMAT, "open_layout", "{\"path\":\"%s\",\"strict\":true}", path);
    assert_string_equal(text_at(json, "details/reason"), "signature");
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "open_layout", "{\"path\":\"%s\"}", path);
    assert_string_equal(json->child->string, "content_damaged");
    assert_string_equal(text_at(json, "warnings/0/kind"), "content_damaged");
    char id[32];
    snprintf(id, sizeof id, "%s", text_at(json, "session_id"));
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "list_layers", "{\"session_id\":\"%s\"}", id);
    assert_string_equal(json->child->string, "content_damaged");
    cJSON_Delete(json);
    json = run(&t, LOB_E_INVALID_TARGET, "describe_cell", "{\"session_id\":\"%s\",\"cell\":\"none\"}", id);
    assert_null(find(json, "content_damaged"));
    cJSON_Delete(json);
}

/* ---- layouts that were read before ---- */

enum { KEPT_BOXES = 1200000 };

static lob_arena *large_arena;
static lob_ctx large_ctx;

/* With an empty arena; what the one before gave is gone. */
static lob_ctx *new_ctx(void) {
    lob_arena_reset(large_arena);
    lob_ctx_init(&large_ctx, large_arena);
    return &large_ctx;
}

static void write_large(const char *path, int32_t height) {
    lob_layout *layout;
    lob_ctx *ctx = new_ctx();
    lob_builder *builder = lob_builder_new(ctx, NULL);
    const lob_sink *s = lob_builder_sink(builder);
    const lob_layout_event event = {.format = "oas", .dbu_um = 0.001};
    const lob_element element = {.layer = 1};
    const lob_write_options options = {.format = LOB_FORMAT_OAS};
    lob_write_warnings warnings = {.count = 0};
    assert_int_equal(s->begin_layout(s->self, &event), LOB_OK);
    assert_int_equal(s->begin_cell(s->self, LOB_STR("top")), LOB_OK);
    uint32_t random = 1; /* so that no two boxes are one that repeats */
    for (int32_t i = 0; i < KEPT_BOXES; i++) {
        random = random * 1664525u + 1013904223u;
        const int32_t x = (int32_t)(random >> 8), width = (int32_t)(random >> 12) % 60000;
        assert_int_equal(s->box(s->self, &element, (lob_box){x, i * 50, x + 1 + width, i * 50 + height + i % 9973}),
                         LOB_OK);
    }
    assert_int_equal(s->end_cell(s->self), LOB_OK);
    assert_int_equal(s->end_layout(s->self), LOB_OK);
    assert_int_equal(lob_builder_freeze(builder, &layout), LOB_OK);
    lob_builder_drop(builder);
    assert_int_equal(lob_write_file(ctx, layout, &options, path, &warnings), LOB_OK);
    lob_layout_drop(layout);
}

/* A file that changed a moment ago is not kept: it has to grow old. */
static void wait_until_old(const char *path) {
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    while (lob_layout_key_make(&info, "").size == 0) {
        usleep(50000);
    }
}

/* The answer but for what is a session's own; `close`s it. */
static char *opened(const char *path) {
    cJSON *json = run(&t, LOB_OK, "open_layout", "{\"path\":\"%s\"}", path);
    char id[20];
    snprintf(id, sizeof id, "%s", text_at(json, "session_id"));
    cJSON_DeleteItemFromObject(json, "session_id");
    cJSON_DeleteItemFromObject(json, "artifact_root");
    char *text = cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    lob_layout_cache_settle(lob_sessions_layouts(t.sessions));
    cJSON_Delete(run(&t, LOB_OK, "close_session", "{\"session_id\":\"%s\"}", id));
    return text;
}

static bool is_kept(const char *path) {
    struct stat info;
    lob_layout *layout;
    lob_str note;
    assert_int_equal(stat(path, &info), 0);
    const lob_layout_key key = lob_layout_key_make(&info, "2 0");
    assert_int_equal(lob_layout_cache_find(new_ctx(), lob_sessions_layouts(t.sessions), &key, &layout, &note), LOB_OK);
    lob_layout_drop(layout);
    return layout != NULL;
}

static void test_opened_again(void **state) {
    (void)state;
    char path[4200];
    stride_skip();
    if (!LOB_HAS_FIXED_MAP) {
        skip();
    }
    large_arena = lob_arena_new(0);
    lob_sessions_close(t.sessions);
    t.config.layout_cache_size = UINT64_C(1) << 30;
    assert_int_equal(lob_sessions_open(new_ctx(), &t.config, &t.sessions), LOB_OK);
    snprintf(path, sizeof path, "%s/large.oas", t.folder);
    write_large(path, 20);
    char *fresh = opened(path);
    assert_false(is_kept(path));
    wait_until_old(path);
    char *first = opened(path);
    assert_true(is_kept(path));
    char *second = opened(path);
    assert_string_equal(first, fresh);
    assert_string_equal(second, first);
    write_large(path, 21);
    char *changed = opened(path);
    assert_string_not_equal(changed, first);
    cJSON_free(fresh);
    cJSON_free(first);
    cJSON_free(second);
    cJSON_free(changed);
    lob_arena_drop(large_arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_answer, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_damage_is_said_first, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_source, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_memory, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_content_hash_when_asked, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_first_top_and_empty_box, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_inner_cell_as_top, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_path_errors, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_format_errors, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_bytes_win, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_cut_file, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_top_cell_errors, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_ghost, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_arguments, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_many_layers, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_server_limits, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_roots, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_opened_again, setup_bench, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
