/* Pictures beside answers: one PNG of the session, its SVG, the same bytes sent along, and words looked up in the SVG.
 */
#ifndef TESTS_UNIT_TOOL_CHART_SUPPORT_H
#define TESTS_UNIT_TOOL_CHART_SUPPORT_H

#include "picture_support.h"
#include "tests/unit/base/sweep.h"

typedef struct drawn {
    shot s;
    char *svg;
} drawn;

static UNUSED_OK char *read_text(const char *path) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = calloc(1, 1 << 22);
    assert_gt(fread(text, 1, (1 << 22) - 1, file), 100);
    assert_int_equal(fclose(file), 0);
    return text;
}

__attribute__((format(printf, 3, 4))) static UNUSED_OK drawn take_chart(bench *on, const char *tool, const char *format,
                                                                        ...) {
    char arguments[4096];
    va_list args;
    drawn d = {0};
    va_start(args, format);
    assert_lt((size_t)vsnprintf(arguments, sizeof arguments, format, args), sizeof arguments);
    va_end(args);
    d.s.json = run(on, LOB_OK, tool, "%s", arguments);
    assert_string_equal(text_at(d.s.json, "image/media_type"), "image/png");
    assert_string_equal(text_at(d.s.json, "image_svg/media_type"), "image/svg+xml");
    png_decode(text_at(d.s.json, "image/path"), &d.s);
    d.svg = read_text(text_at(d.s.json, "image_svg/path"));
    assert_memory_equal(d.svg, "<?xml", 5);
    return d;
}

static UNUSED_OK void drawn_release(drawn *d) {
    shot_release(&d->s);
    free(d->svg);
}

/* Whether a word of the picture reads so. */
static UNUSED_OK bool shows(const drawn *d, const char *text) {
    char label[600];
    snprintf(label, sizeof label, "aria-label=\"%s\"", text);
    return strstr(d->svg, label) != NULL;
}

/* One call keeps two files; then allocations fail, the first ones one by one, others with growing gaps: the call says
 * so, and no memory is kept. */
static UNUSED_OK void sweep_chart(bench *on, const char *session, const char *tool, const char *arguments) {
    const lob_tool *entry = lob_tool_find(lob_str_from(tool), LOB_TOOLSET_FULL);
    cJSON_Delete(run(on, LOB_OK, tool, "%s", arguments));
    assert_int_equal(entries_of(renders_of(on, session)), 2); /* PNG and SVG */
    bool met = true;
    for (unsigned nth = 1; met; nth += 1 + nth / 8) {
        lob_json_fault fault;
        cJSON *json = lob_json_parse(lob_str_from(arguments), &fault);
        const uint64_t live = lob_alloc_live();
        lob_arena *arena = lob_arena_new(0);
        lob_ctx ctx;
        lob_buf out;
        lob_ctx_init(&ctx, arena);
        lob_call call = {.ctx = &ctx, .sessions = on->sessions};
        lob_buf_init(&out, LOB_LIMIT_RESULT_SIZE);
        lob_alloc_fail_at(nth, 0);
        lob_status status = lob_tool_run(&call, entry, json, &out);
        met = lob_alloc_count() >= nth;
        lob_alloc_fail_at(0, 0);
        if (met) {
            assert_int_equal(status, LOB_E_TOOL_LIMIT_EXCEEDED);
        }
        lob_buf_release(&out);
        lob_arena_drop(arena);
        assert_int_equal(lob_alloc_live(), live);
        cJSON_Delete(json);
    }
}

#endif
