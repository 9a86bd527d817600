/* What eval looks at beside its report, of one small evaluation: the picture is whole, or there is none and the error
 * says why; the violations are counted either way. */
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "tests/support/stride.h"
#include "tests/unit/litho/close_sweep.h"

#include "main/eval_impl.h"
#include "json/reader.h"

typedef struct looked {
    const lob_litho_scene *scene;
    const lob_litho_result *result;
    bool was_there;
} looked;

/* A command whose picture may have `size_max` bytes, 0: any. */
static lob_eval_work *command_new(const char *picture, size_t size_max) {
    lob_eval_work *e = calloc(1, sizeof *e);
    assert_non_null(e);
    e->picture = picture;
    e->kind = LOB_LITHO_PICTURE_CONTOURS;
    lob_buf_init(&e->png, size_max);
    return e;
}

static void command_drop(lob_eval_work *e) {
    lob_buf_release(&e->png);
    free(e);
}

static lob_status look(lob_eval_work *e, const looked *l, lob_ctx *ctx) {
    lob_status status = LOB_E_TOOL_LIMIT_EXCEEDED;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(ctx, arena);
    if (arena) {
        status = lob_eval_look(e, ctx, l->scene, l->result);
        assert_int_equal(ctx->error.code, status);
        lob_arena_drop(arena);
    }
    return status;
}

static bool attempt(void *arg) {
    lob_ctx ctx;
    lob_eval_work *e = command_new("p.png", 0);
    const lob_status status = look(e, arg, &ctx);
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    if (status == LOB_OK) {
        assert_gt(e->png.size, 8);
        assert_memory_equal(e->png.data, "\x89PNG\r\n\x1a\n", 8);
        assert_memory_equal(e->png.data + e->png.size - 8, "IEND", 4);
    }
    command_drop(e);
    return status == LOB_OK;
}

static void assert_told(const looked *l, const char *picture, size_t size_max, lob_status expected, bool has_png) {
    lob_ctx ctx;
    lob_eval_work *e = command_new(picture, size_max);
    assert_int_equal(look(e, l, &ctx), expected);
    assert_gt(l->result->violations_total, 0);
    assert_int_equal(e->violation_count, l->result->violations_total);
    if (has_png) {
        assert_gt(e->png.size, 0);
    }
    if (!picture) {
        assert_eq(e->png.size, 0);
    }
    command_drop(e);
}

static lob_status see(void *arg, lob_ctx *ctx, const lob_litho_scene *scene, const lob_litho_result *result) {
    looked *l = arg;
    (void)ctx;
    *l = (looked){scene, result, true};
    assert_told(l, NULL, 0, LOB_OK, false);
    assert_told(l, "p.png", 0, LOB_OK, true);
    assert_told(l, "p.png", 100, LOB_E_RENDER_FAILED, false);
    assert_gt(sweep_allocations(attempt, l), 50);
    if (stride_is_on()) {
        sweep_allocations_by("11", attempt, l, false); /* meets what the other passes by */
    }
    return LOB_OK;
}

/* The window lies over a space of 0.05 um between two shapes of the fixture. In the short forms it is so wide that a
 * pixel of the canvas is one of the picture. */
static lob_str request_of(lob_arena *arena) {
    char here[1024], *text = LOB_NEW_ARRAY(arena, char, 2048);
    assert_non_null(getcwd(here, sizeof here));
    const int size = snprintf(
        text, 2048,
        "{\"layout\":\"%s/fixtures/drc_known.gds\",\"layer\":{\"layer\":1,\"datatype\":0},\"box\":{\"left\":%s,"
        "\"bottom\":0.28,\"right\":12.3,\"top\":0.32},\"pixel_nm\":4,\"process\":{\"tile_px\":256,\"threads\":1,"
        "\"kernel_count\":4,\"epe_"
        "max_nm\":6}}",
        here, getenv("LOB_TEST_QUICK") ? "10.2" : "11.7");
    assert_gt(size, 0);
    assert_lt(size, 2048);
    return (lob_str){text, (size_t)size};
}

static void test_look(void **state) {
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_buf report;
    looked l = {0};
    lob_roots *roots;
    (void)state;
    lob_json_init();
    lob_ctx_init(&ctx, arena);
    lob_buf_init(&report, 0);
    assert_int_equal(lob_roots_open(&ctx, "", &roots), LOB_OK);
    const lob_litho_place place = {.roots = roots, .file_size_max = 1 << 20};
    const lob_litho_run run = {.place = &place, .see = see, .see_arg = &l};
    assert_int_equal(lob_litho_run_evaluate(&ctx, &run, request_of(arena), &report), LOB_OK);
    assert_true(l.was_there);
    lob_roots_close(roots);
    lob_buf_release(&report);
    lob_arena_drop(arena);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_look)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
