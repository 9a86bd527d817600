/* Files of design data for tests of the tools that read them. */
#ifndef TESTS_UNIT_TOOL_DESIGN_SUPPORT_H
#define TESTS_UNIT_TOOL_DESIGN_SUPPORT_H

#include "tool_sweep.h"

/* Writes `text` to NAME in the folder; the path is static. */
static UNUSED_OK const char *text_file(const bench *on, const char *name, const char *text) {
    lob_buf b;
    lob_buf_init(&b, 0);
    lob_buf_add_text(&b, text);
    return bench_file(on, name, &b);
}

/* A file of fixtures/ by its absolute name; four may be in use at a time. */
static UNUSED_OK const char *fixture(const char *name) {
    static char paths[4][4200];
    static unsigned next;
    char *path = paths[next++ % 4], folder[4096];
    assert_non_null(getcwd(folder, sizeof folder));
    snprintf(path, sizeof paths[0], "%s/fixtures/%s", folder, name);
    return path;
}

/* One line of the seed's tables of errors. */
typedef struct bad_file {
    const char *text, *message; /* the seed's, or how it begins, when it ends in "..." */
    const char *reason;
} bad_file;

static UNUSED_OK void assert_message(const cJSON *error, const char *expected) {
    const char *message = text_at(error, "message");
    const size_t size = strlen(expected);
    const bool is_start = size > 3 && strcmp(expected + size - 3, "...") == 0;
    const bool fits = is_start ? strncmp(message, expected, size - 3) == 0 : strcmp(message, expected) == 0;
    if (!fits) {
        print_error("message: %s\nnot:     %s\n", message, expected);
    }
    assert_true(fits);
    assert_gt(strlen(text_at(error, "details/hint")), 10);
}

/* Each text as the file of `tool`'s argument path. */
static UNUSED_OK void assert_bad_files(bench *on, const char *tool, const bad_file *bad, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const char *path = text_file(on, "bad.json", bad[i].text);
        cJSON *json = run(on, LOB_E_INVALID_TARGET, tool, "{\"path\":\"%s\"}", path);
        assert_message(json, bad[i].message);
        assert_string_equal(text_at(json, "details/reason"), bad[i].reason);
        assert_string_equal(text_at(json, "details/argument"), "path");
        cJSON_Delete(json);
    }
}

/* No file, a folder, a file outside the folders that may be read, arguments that are none. */
static UNUSED_OK void assert_bad_paths(bench *on, const char *tool, const char *kind) {
    char expected[400];
    cJSON *json = run(on, LOB_E_FILE_NOT_FOUND, tool, "{\"path\":\"%s/none.json\"}", on->folder);
    snprintf(expected, sizeof expected, "%s file not found: %s/none.json", kind, on->folder);
    assert_message(json, expected);
    assert_string_equal(text_at(json, "details/reason"), "absent");
    assert_string_equal(text_at(json, "details/argument"), "path");
    cJSON_Delete(json);
    json = run(on, LOB_E_UNSUPPORTED_FORMAT, tool, "{\"path\":\"%s\"}", on->folder);
    assert_string_equal(text_at(json, "details/reason"), "directory");
    cJSON_Delete(json);
    json = run(on, LOB_E_FILE_NOT_FOUND, tool, "{\"path\":\"relative.json\"}");
    assert_string_equal(text_at(json, "details/reason"), "not_absolute");
    cJSON_Delete(json);
    static const char *const arguments[] = {"{}", "{\"path\":7}", "{\"path\":\"/x.json\",\"language\":\"de\"}",
                                            "{\"path\":\"/x.json\",\"colour\":1}"};
    for (size_t i = 0; i < sizeof arguments / sizeof arguments[0]; i++) {
        cJSON_Delete(run(on, LOB_E_INVALID_TARGET, tool, "%s", arguments[i]));
    }
}

static UNUSED_OK void assert_walled(const char *tool, const char *name) {
    bench walled;
    lob_buf b;
    bench_open_with(&walled, 3600 * 1000, 8, 1 << 30, "/usr/share");
    lob_buf_init(&b, 0);
    lob_buf_add_text(&b, "{}");
    const char *path = bench_file(&walled, name, &b);
    cJSON *json = run(&walled, LOB_E_FILE_NOT_FOUND, tool, "{\"path\":\"%s\"}", path);
    assert_string_equal(text_at(json, "details/reason"), "outside_roots");
    cJSON_Delete(json);
    bench_close(&walled);
}

#endif
