/* Deviations that leave no doubt: read with a warning, refused when strict, and nothing is lost when the sink fails. */
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

#include <cjson/cJSON.h>

#include "tests/support/lob_test.h"

#include "db/builder.h"
#include "io/gds/gds.h"
#include "io/oas/oas.h"
#include "io/read.h"

typedef struct opened {
    lob_arena *arena;
    lob_ctx ctx;
    lob_layout *layout;
    lob_status status;
} opened;

static struct {
    lob_status (*warning)(void *self, const char *kind, const char *text, uint64_t offset);
    int count, fail_at; /* 0: never */
    lob_ctx *ctx;
    lob_cancel *cancel; /* set at the first warning; NULL: not */
} watch;

static lob_status on_warning(void *self, const char *kind, const char *text, uint64_t offset) {
    if (++watch.count == watch.fail_at) {
        return lob_fail(watch.ctx, LOB_E_UNSUPPORTED_FORMAT, "the test says so");
    }
    if (watch.cancel) {
        atomic_store(&watch.cancel->requested, true);
    }
    return watch.warning(self, kind, text, offset);
}

/* `data` holds a whole file. */
static opened read_data(const void *data, size_t size, bool is_gds, bool is_strict, lob_cancel *cancel) {
    opened o = {.arena = lob_arena_new(0)};
    assert_non_null(o.arena);
    lob_ctx_init(&o.ctx, o.arena);
    o.ctx.cancel = cancel;
    lob_builder *builder = lob_builder_new(&o.ctx, &(lob_builder_options){.is_strict = is_strict});
    assert_non_null(builder);
    lob_sink sink = *lob_builder_sink(builder);
    watch.warning = sink.warning;
    watch.count = 0;
    watch.ctx = &o.ctx;
    watch.cancel = cancel;
    sink.warning = on_warning;
    const int fd = memfd_create("forgiven", MFD_CLOEXEC);
    assert_ge(fd, 0);
    assert_eq(pwrite(fd, data, size, 0), (ssize_t)size);
    lob_source *source = NULL;
    o.status = lob_source_open_fd(&o.ctx, fd, &(lob_source_options){.hash = true}, &source);
    if (o.status == LOB_OK) {
        o.status =
            is_gds ? lob_gds_read(&o.ctx, source, &sink, is_strict) : lob_oas_read(&o.ctx, source, &sink, is_strict);
    }
    if (o.status == LOB_OK) {
        o.status = lob_builder_freeze(builder, &o.layout);
    }
    lob_source_close(source);
    lob_builder_drop(builder);
    return o;
}

static void drop(opened *o) {
    lob_layout_drop(o->layout);
    lob_arena_drop(o->arena);
}

static char *file_text(const char *path, size_t *size) {
    static char text[1 << 20];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    *size = fread(text, 1, sizeof text - 1, file);
    text[*size] = '\0';
    fclose(file);
    return text;
}

/* The warnings are those of the list, in its order. */
static void assert_warnings(const opened *o, const cJSON *kinds) {
    assert_int_equal(lob_layout_warning_count(o->layout), cJSON_GetArraySize(kinds));
    for (int i = 0; i < cJSON_GetArraySize(kinds); i++) {
        assert_string_equal(lob_layout_warning(o->layout, (uint32_t)i)->kind,
                            cJSON_GetArrayItem(kinds, i)->valuestring);
    }
}

static void check_row(const cJSON *row) {
    char path[256];
    size_t size;
    const char *name = cJSON_GetObjectItem(row, "file")->valuestring;
    const bool is_gds = strstr(name, ".gds") != NULL;
    snprintf(path, sizeof path, "fixtures/bad/%s", name);
    const char *data = file_text(path, &size);
    watch.fail_at = 0;
    opened o = read_data(data, size, is_gds, false, NULL);
    assert_int_equal(o.status, LOB_OK);
    assert_warnings(&o, cJSON_GetObjectItem(row, "unless_strict"));
    const int warned = watch.count;
    drop(&o);
    o = read_data(data, size, is_gds, true, NULL);
    assert_int_equal(o.status, LOB_E_UNSUPPORTED_FORMAT);
    drop(&o);
    for (int nth = 1; nth <= warned; nth++) {
        watch.fail_at = nth;
        o = read_data(data, size, is_gds, false, NULL);
        if (watch.count >= nth) { /* some come when the layout is made, after reading */
            assert_int_equal(o.status, LOB_E_UNSUPPORTED_FORMAT);
            assert_int_equal(watch.count, nth);
        }
        drop(&o);
    }
    watch.fail_at = 0;
}

/* fixtures/bad/expected.json names them, from recipes that know no reader. */
static void test_fixtures(void **state) {
    (void)state;
    size_t size;
    cJSON *rows = cJSON_Parse(file_text("fixtures/bad/expected.json", &size));
    int count = 0;
    for (const cJSON *row = rows ? rows->child : NULL; row; row = row->next) {
        if (cJSON_HasObjectItem(row, "unless_strict")) {
            check_row(row);
            count++;
        }
    }
    assert_gt(count, 50);
    cJSON_Delete(rows);
}

/* A value that only the cell before has set is in doubt: what KLayout takes, the standard forbids. */
static void test_doubt_is_refused(void **state) {
    (void)state;
    static const char *const files[] = {"oas_unset_in_second_cell.oas", "oas_repetition_reuse_in_next_cell.oas",
                                        "oas_unset_placement_cell.oas", "oas_number_twice_cellname.oas"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        lob_case("%zu: %s", i, files[i]);
        char path[256];
        size_t size;
        snprintf(path, sizeof path, "fixtures/bad/%s", files[i]);
        const char *data = file_text(path, &size);
        opened o = read_data(data, size, false, false, NULL);
        assert_int_equal(o.status, LOB_E_UNSUPPORTED_FORMAT);
        drop(&o);
    }
}

static size_t junk_behind(uint8_t *out, size_t junk) {
    size_t size;
    const char *data = file_text("fixtures/bad/oas_byte_after_end.oas", &size);
    memcpy(out, data, size);
    memset(out + size, 0x5a, junk);
    return size + junk;
}

/* What follows END is read to its end, for the hash; a cancel is heard there, and so is a damaged gzip. */
static void test_junk_behind_end(void **state) {
    (void)state;
    enum { JUNK = 300000 };
    static uint8_t plain[JUNK + 4096], packed[JUNK + 4096];
    const size_t size = junk_behind(plain, JUNK);
    opened o = read_data(plain, size, false, false, NULL);
    assert_int_equal(o.status, LOB_OK);
    assert_int_equal(lob_layout_warning_count(o.layout), 1);
    drop(&o);
    lob_cancel cancel = {0};
    o = read_data(plain, size, false, false, &cancel);
    assert_int_equal(o.status, LOB_E_CANCELLED);
    drop(&o);
    for (size_t i = 0; i < JUNK; i++) { /* so that it does not pack into one window */
        plain[size - JUNK + i] = (uint8_t)(1 + (i * 2654435761u >> 13) % 255);
    }
    z_stream z = {.next_in = plain, .avail_in = (unsigned)size, .next_out = packed, .avail_out = sizeof packed};
    assert_int_equal(deflateInit2(&z, 0, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY), Z_OK);
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    const size_t packed_size = z.total_out;
    deflateEnd(&z);
    o = read_data(packed, packed_size, false, false, NULL);
    assert_int_equal(o.status, LOB_OK);
    drop(&o);
    packed[packed_size - 5] ^= 1; /* of the CRC */
    o = read_data(packed, packed_size, false, false, NULL);
    assert_int_equal(o.status, LOB_E_UNSUPPORTED_FORMAT);
    drop(&o);
}

static void see(lob_builder *builder, const char *kind, uint64_t offset) {
    const lob_sink *sink = lob_builder_sink(builder);
    assert_int_equal(sink->warning(sink->self, kind, "Told by the test.", offset), LOB_OK);
}

/* Damage is the first thing a reader of warnings sees, whenever it was found. */
static void test_damage_comes_first(void **state) {
    (void)state;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_layout *layout = NULL;
    lob_ctx_init(&ctx, arena);
    lob_builder *builder = lob_builder_new(&ctx, NULL);
    const lob_sink *sink = lob_builder_sink(builder);
    const lob_layout_event event = {.format = "oas", .dbu_um = 0.001, .library = LOB_STR(""), .version = 100};
    assert_int_equal(sink->begin_layout(sink->self, &event), LOB_OK);
    see(builder, "a", 1);
    see(builder, "b", 2);
    see(builder, LOB_WARNING_CONTENT_DAMAGED, 3);
    see(builder, "c", 4);
    see(builder, "a", 5);
    assert_int_equal(sink->end_layout(sink->self), LOB_OK);
    assert_int_equal(lob_builder_freeze(builder, &layout), LOB_OK);
    static const struct {
        const char *kind;
        uint64_t offset, count;
    } expected[] = {{LOB_WARNING_CONTENT_DAMAGED, 3, 1}, {"a", 1, 2}, {"b", 2, 1}, {"c", 4, 1}};
    assert_int_equal(lob_layout_warning_count(layout), 4);
    for (uint32_t i = 0; i < 4; i++) {
        const lob_warning *warning = lob_layout_warning(layout, i);
        assert_string_equal(warning->kind, expected[i].kind);
        assert_int_equal(warning->offset, expected[i].offset);
        assert_int_equal(warning->count, expected[i].count);
    }
    lob_layout_drop(layout);
    lob_builder_drop(builder);
    lob_arena_drop(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fixtures),
        cmocka_unit_test(test_doubt_is_refused),
        cmocka_unit_test(test_junk_behind_end),
        cmocka_unit_test(test_damage_comes_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
