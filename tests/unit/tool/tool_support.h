/* A store of sessions in a temporary folder, tools called as a client calls them, and GDSII files made byte by byte.
 *
 * Every answer is checked against the strict schema of its tool, every error against that of the ErrorObject, and no
 * answer may hold a byte that is unsafe to show.
 */
#ifndef TESTS_UNIT_TOOL_TOOL_SUPPORT_H
#define TESTS_UNIT_TOOL_TOOL_SUPPORT_H

#include <fcntl.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "gen/parse.h"
#include "session/runs.h"
#include "tool/call.h"
#include "json/reader.h"

#define UNUSED_OK __attribute__((unused))

/* ---- GDSII bytes ---- */

static UNUSED_OK void gds_record(lob_buf *b, unsigned type, unsigned data_type, const void *data, size_t size) {
    size_t padded = size + (size & 1);
    uint8_t head[4] = {(uint8_t)((padded + 4) >> 8), (uint8_t)(padded + 4), (uint8_t)type, (uint8_t)data_type};
    lob_buf_add(b, head, 4);
    lob_buf_add(b, data, size);
    if (padded != size) {
        lob_buf_add_byte(b, 0);
    }
}

static UNUSED_OK void gds_int16s(lob_buf *b, unsigned type, size_t count, const int *values) {
    uint8_t bytes[64];
    for (size_t i = 0; i < count; i++) {
        bytes[2 * i] = (uint8_t)((unsigned)values[i] >> 8);
        bytes[2 * i + 1] = (uint8_t)values[i];
    }
    gds_record(b, type, 2, bytes, 2 * count);
}

static UNUSED_OK void gds_int16(lob_buf *b, unsigned type, int value) {
    gds_int16s(b, type, 1, &value);
}

static UNUSED_OK void gds_bits(lob_buf *b, unsigned type, unsigned value) {
    uint8_t bytes[2] = {(uint8_t)(value >> 8), (uint8_t)value};
    gds_record(b, type, 1, bytes, 2);
}

static UNUSED_OK void gds_int32s(lob_buf *b, unsigned type, size_t count, const int32_t *values) {
    uint8_t bytes[4096];
    assert_in_range(count, 0, sizeof bytes / 4);
    for (size_t i = 0; i < count; i++) {
        uint32_t v = (uint32_t)values[i];
        const uint8_t four[4] = {(uint8_t)(v >> 24), (uint8_t)(v >> 16), (uint8_t)(v >> 8), (uint8_t)v};
        memcpy(bytes + 4 * i, four, 4);
    }
    gds_record(b, type, 3, bytes, 4 * count);
}

static UNUSED_OK void gds_string(lob_buf *b, unsigned type, const char *data, size_t size) {
    gds_record(b, type, 6, data, size);
}

/* Excess-64 numbers of the format's table: 90, 0.001, 1e-9. */
static UNUSED_OK void gds_angle_90(lob_buf *b) {
    gds_record(b, 0x1c, 5, "\x42\x5a\0\0\0\0\0\0", 8);
}

static UNUSED_OK void gds_begin(lob_buf *b) {
    static const int dates[12] = {0};
    lob_buf_init(b, 1 << 28);
    gds_int16(b, 0x00, 600);
    gds_int16s(b, 0x01, 12, dates);
    gds_string(b, 0x02, "LIB", 3);
    gds_record(b, 0x03, 5, "\x3e\x41\x89\x37\x4b\xc6\xa7\xef\x39\x44\xb8\x2f\xa0\x9b\x5a\x54", 16);
}

static UNUSED_OK void gds_cell_bytes(lob_buf *b, const char *name, size_t size) {
    static const int dates[12] = {0};
    gds_int16s(b, 0x05, 12, dates);
    gds_string(b, 0x06, name, size);
}

static UNUSED_OK void gds_cell(lob_buf *b, const char *name) {
    gds_cell_bytes(b, name, strlen(name));
}

static UNUSED_OK void gds_element_end(lob_buf *b) {
    gds_record(b, 0x11, 0, NULL, 0);
}

static UNUSED_OK void gds_cell_end(lob_buf *b) {
    gds_record(b, 0x07, 0, NULL, 0);
}

static UNUSED_OK void gds_end(lob_buf *b) {
    gds_record(b, 0x04, 0, NULL, 0);
}

static UNUSED_OK void gds_property(lob_buf *b, int attribute, const char *value, size_t size) {
    gds_int16(b, 0x2b, attribute);
    gds_string(b, 0x2c, value, size);
}

static UNUSED_OK void gds_box(lob_buf *b, int layer, int datatype, int32_t l, int32_t bo, int32_t r, int32_t t) {
    const int32_t xy[10] = {l, bo, l, t, r, t, r, bo, l, bo};
    gds_record(b, 0x08, 0, NULL, 0);
    gds_int16(b, 0x0d, layer);
    gds_int16(b, 0x0e, datatype);
    gds_int32s(b, 0x10, 10, xy);
    gds_element_end(b);
}

/* x and y in turn; the last point is the first again. */
static UNUSED_OK void gds_polygon(lob_buf *b, int layer, size_t point_count, const int32_t *xy) {
    gds_record(b, 0x08, 0, NULL, 0);
    gds_int16(b, 0x0d, layer);
    gds_int16(b, 0x0e, 0);
    gds_int32s(b, 0x10, 2 * point_count, xy);
    gds_element_end(b);
}

static UNUSED_OK void gds_path(lob_buf *b, int layer, int32_t width, int32_t x1, int32_t y1, int32_t x2, int32_t y2) {
    const int32_t xy[4] = {x1, y1, x2, y2};
    gds_record(b, 0x09, 0, NULL, 0);
    gds_int16(b, 0x0d, layer);
    gds_int16(b, 0x0e, 0);
    gds_int32s(b, 0x0f, 1, &width);
    gds_int32s(b, 0x10, 4, xy);
    gds_element_end(b);
}

static UNUSED_OK void gds_text(lob_buf *b, int layer, int32_t x, int32_t y, const char *text, size_t size) {
    const int32_t xy[2] = {x, y};
    gds_record(b, 0x0c, 0, NULL, 0);
    gds_int16(b, 0x0d, layer);
    gds_int16(b, 0x16, 0);
    gds_int32s(b, 0x10, 2, xy);
    gds_string(b, 0x19, text, size);
    gds_element_end(b);
}

/* The caller adds properties and gds_element_end(). */
static UNUSED_OK void gds_sref(lob_buf *b, const char *cell, bool mirror, bool quarter, int32_t x, int32_t y) {
    const int32_t xy[2] = {x, y};
    gds_record(b, 0x0a, 0, NULL, 0);
    gds_string(b, 0x12, cell, strlen(cell));
    if (mirror || quarter) {
        gds_bits(b, 0x1a, mirror ? 0x8000 : 0);
    }
    if (quarter) {
        gds_angle_90(b);
    }
    gds_int32s(b, 0x10, 2, xy);
}

static UNUSED_OK void gds_aref(lob_buf *b, const char *cell, int columns, int rows, int32_t x, int32_t y, int32_t dx,
                               int32_t dy) {
    const int32_t xy[6] = {x, y, x + columns * dx, y, x, y + rows * dy};
    const int colrow[2] = {columns, rows};
    gds_record(b, 0x0b, 0, NULL, 0);
    gds_string(b, 0x12, cell, strlen(cell));
    gds_int16s(b, 0x13, 2, colrow);
    gds_int32s(b, 0x10, 6, xy);
}

/* ---- the store ---- */

typedef struct bench {
    uint32_t image_count; /* pictures beside the last answer */
    char folder[64];
    lob_sessions *sessions;
    lob_config config;
    uint64_t live; /* blocks before the first */
} bench;

static UNUSED_OK void bench_open_with(bench *t, int64_t ttl_ms, unsigned session_count_max, uint64_t file_size_max,
                                      const char *roots) {
    lob_json_init();
    t->live = lob_alloc_live();
    strcpy(t->folder, "/tmp/lob_tool_XXXXXX");
    assert_non_null(mkdtemp(t->folder));
    memset(&t->config, 0, sizeof t->config);
    snprintf(t->config.artifact_root, sizeof t->config.artifact_root, "%s/artifacts", t->folder);
    snprintf(t->config.roots, sizeof t->config.roots, "%s", roots ? roots : "");
    t->config.session_ttl_ms = ttl_ms;
    t->config.session_count_max = session_count_max;
    t->config.file_size_max = file_size_max;
    t->config.artifact_quota_size = 1 << 30;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    assert_int_equal(lob_sessions_open(&ctx, &t->config, &t->sessions), LOB_OK);
    lob_arena_drop(arena);
}

static UNUSED_OK void bench_open(bench *t) {
    bench_open_with(t, 3600 * 1000, 256, 1 << 30, NULL);
}

static UNUSED_OK void bench_close(bench *t) {
    lob_sessions_close(t->sessions);
    assert_int_equal(lob_alloc_live(), t->live);
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", t->folder);
    assert_int_equal(system(command), 0);
}

/* Writes the buffer (and releases it) to NAME in the folder; the path is static. */
static UNUSED_OK const char *bench_file(const bench *t, const char *name, lob_buf *b) {
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", t->folder, name);
    assert_int_equal(b->failed, LOB_BUF_FINE);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    if (b->size != 0) {
        assert_eq(fwrite(b->data, 1, b->size, file), b->size);
    }
    assert_int_equal(fclose(file), 0);
    lob_buf_release(b);
    return path;
}

/* Leaves the report of a run in its folder, as KLayout does, and closes the folder. */
static UNUSED_OK void leave_report(int dir_fd, const char *report) {
    const ssize_t size = (ssize_t)strlen(report);
    const int fd = openat(dir_fd, LOB_DRC_REPORT, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    assert_ge(fd, 0);
    assert_eq(write(fd, report, (size_t)size), size);
    close(fd);
    close(dir_fd);
}

/* ---- calls ---- */

/* No raw byte of an answer may do harm where it is shown. */
static UNUSED_OK void assert_safe(lob_str text) {
    for (size_t at = 0; at < text.size;) {
        uint32_t code;
        unsigned size = lob_utf8_decode(text, at, &code);
        assert_gt(size, 0);
        assert_false(lob_utf8_unsafe(code));
        at += size;
    }
}

static UNUSED_OK void assert_valid(const lob_tool *tool, lob_status status, const cJSON *json) {
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_error_object object = {0};
    lob_status valid =
        status == LOB_OK ? lob_tool_check_response(&ctx, tool, json) : lob_error_object_parse(&ctx, json, &object);
    if (valid != LOB_OK) {
        print_error("%s: %s %s\n", tool->name, ctx.error.issues[0].path, ctx.error.issues[0].expected);
    }
    assert_int_equal(valid, LOB_OK);
    lob_arena_drop(arena);
}

/* Most tests are about what an answer can hold: they ask for all of it, unless they say how much themselves. */
static UNUSED_OK void ask_in_full(const lob_tool *tool, cJSON *arguments) {
    const char *const names[] = {"detail", "max_chars"};
    for (int i = 0; i < 2 && cJSON_IsObject(arguments); i++) {
        char member[32];
        snprintf(member, sizeof member, "\"%s\":{", names[i]);
        if (!strstr(tool->input_schema, member) || cJSON_HasObjectItem(arguments, names[i])) {
            continue;
        }
        if (i == 0) {
            cJSON_AddStringToObject(arguments, names[i], "full");
        } else {
            cJSON_AddNumberToObject(arguments, names[i], LOB_LIMIT_ANSWER_CHARS);
        }
    }
}

/* Runs a tool; the raw answer goes to `out` (initialised here, the caller releases). */
static UNUSED_OK lob_status run_raw(bench *t, const char *name, const char *arguments, lob_buf *out) {
    const lob_tool *tool = lob_tool_find(lob_str_from(name), LOB_TOOLSET_FULL);
    assert_non_null(tool);
    lob_json_fault fault;
    cJSON *json = lob_json_parse(lob_str_from(arguments), &fault);
    assert_non_null(json);
    ask_in_full(tool, json);
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_call call = {.ctx = &ctx, .sessions = t->sessions};
    lob_buf_init(out, LOB_LIMIT_RESULT_SIZE);
    lob_status status = lob_tool_run(&call, tool, json, out);
    t->image_count = call.images.count;
    assert_null(call.session);
    lob_arena_drop(arena);
    cJSON_Delete(json);
    return status;
}

/* The answer as a tree; the caller deletes. */
__attribute__((format(printf, 4, 5))) static UNUSED_OK cJSON *run(bench *t, lob_status expected, const char *name,
                                                                  const char *format, ...) {
    char arguments[8192];
    va_list args;
    va_start(args, format);
    int size = vsnprintf(arguments, sizeof arguments, format, args);
    va_end(args);
    assert_gt(size, 0);
    assert_lt((size_t)size, sizeof arguments);
    lob_buf out;
    lob_status status = run_raw(t, name, arguments, &out);
    if (status != expected) {
        print_error("%s %s -> %s\n", name, arguments, out.data ? out.data : "");
    }
    assert_int_equal(status, expected);
    assert_safe((lob_str){out.data, out.size});
    lob_json_fault fault;
    cJSON *json = lob_json_parse((lob_str){out.data, out.size}, &fault);
    assert_non_null(json);
    assert_valid(lob_tool_find(lob_str_from(name), LOB_TOOLSET_FULL), status, json);
    lob_buf_release(&out);
    return json;
}

/* ---- looking into answers: "cells/0/name" ---- */

static UNUSED_OK const cJSON *find(const cJSON *json, const char *path) {
    char copy[256];
    snprintf(copy, sizeof copy, "%s", path);
    char *rest = NULL;
    for (char *part = strtok_r(copy, "/", &rest); part && json; part = strtok_r(NULL, "/", &rest)) {
        json =
            cJSON_IsArray(json) ? cJSON_GetArrayItem(json, atoi(part)) : cJSON_GetObjectItemCaseSensitive(json, part);
    }
    return json;
}

static UNUSED_OK const cJSON *at(const cJSON *json, const char *path) {
    const cJSON *found = find(json, path);
    if (!found) {
        print_error("nothing at %s\n", path);
    }
    assert_non_null(found);
    return found;
}

static UNUSED_OK const char *text_at(const cJSON *json, const char *path) {
    assert_true(cJSON_IsString(at(json, path)));
    return at(json, path)->valuestring;
}

static UNUSED_OK double number_at(const cJSON *json, const char *path) {
    assert_true(cJSON_IsNumber(at(json, path)));
    return at(json, path)->valuedouble;
}

static UNUSED_OK bool true_at(const cJSON *json, const char *path) {
    return cJSON_IsTrue(at(json, path));
}

static UNUSED_OK int count_at(const cJSON *json, const char *path) {
    assert_true(cJSON_IsArray(at(json, path)));
    return cJSON_GetArraySize(at(json, path));
}

/* Both forms of a box, from dbu of a nanometre. */
/* Of an answer: one of its notes has this part. */
static UNUSED_OK bool has_note(const cJSON *json, const char *part) {
    const cJSON *note;
    cJSON_ArrayForEach(note, find(json, "notes")) {
        if (strstr(note->valuestring, part)) {
            return true;
        }
    }
    return false;
}

static UNUSED_OK void assert_box(const cJSON *json, double left, double bottom, double right, double top) {
    const char *const sides[4] = {"left", "bottom", "right", "top"};
    const double values[4] = {left, bottom, right, top};
    for (int i = 0; i < 4; i++) {
        char path[32];
        snprintf(path, sizeof path, "bbox_dbu/%s", sides[i]);
        assert_eq(number_at(json, path), values[i]);
        snprintf(path, sizeof path, "bbox_um/%s", sides[i]);
        assert_close(number_at(json, path), values[i] * 0.001, 5e-10);
    }
}

/* Opens a file and returns the id in static memory. */
static UNUSED_OK const char *open_session(bench *t, const char *path, const char *top) {
    static char id[16][32];
    static unsigned next;
    char *out = id[next++ % 16];
    cJSON *json = top ? run(t, LOB_OK, "open_layout", "{\"path\":\"%s\",\"top_cell\":\"%s\"}", path, top)
                      : run(t, LOB_OK, "open_layout", "{\"path\":\"%s\"}", path);
    snprintf(out, 32, "%s", text_at(json, "session_id"));
    cJSON_Delete(json);
    return out;
}

/* LEAF: a box and a text. MID: a turned LEAF and a 3 x 2 array of it. TOP: MID mirrored, with a property, and a path.
 * OTHER: nothing. */
static UNUSED_OK const char *chip_file(const bench *t) {
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "TOP");
    gds_sref(&b, "MID", true, false, 1000, 2000);
    gds_property(&b, 7, "value", 5);
    gds_element_end(&b);
    gds_path(&b, 1, 4, 0, 0, 100, 0);
    gds_cell_end(&b);
    gds_cell(&b, "MID");
    gds_sref(&b, "LEAF", false, true, 100, 0);
    gds_element_end(&b);
    gds_aref(&b, "LEAF", 3, 2, 0, 0, 50, 60);
    gds_element_end(&b);
    gds_cell_end(&b);
    gds_cell(&b, "LEAF");
    gds_box(&b, 1, 0, 0, 0, 10, 20);
    gds_text(&b, 2, 5, 5, "A", 1);
    gds_cell_end(&b);
    gds_cell(&b, "OTHER");
    gds_cell_end(&b);
    gds_end(&b);
    return bench_file(t, "chip.gds", &b);
}

#endif
