/* render_view: what is answered and stored. Expected pixels are worked out by hand from the field (picture_support.h):
 * a box whose sides fall on borders of pixels is there or not. */
#include <signal.h>
#include <sys/resource.h>

#include "tests/support/lob_test.h"

#include "bench_rig.h"
#include "picture_support.h"
#include "tests/support/stride.h"
#include "tool_sweep.h"

static const char *field;

static int setup(void **state) {
    (void)state;
    bench_open(&t);
    field = open_session(&t, field_file(&t), "TOP");
    signal(SIGXFSZ, SIG_IGN);
    return 0;
}

static void assert_um(const cJSON *json, const char *box, double left, double bottom, double right, double top) {
    const char *const sides[4] = {"left", "bottom", "right", "top"};
    const double values[4] = {left, bottom, right, top};
    for (int i = 0; i < 4; i++) {
        char path[48];
        snprintf(path, sizeof path, "%s/%s", box, sides[i]);
        assert_close(number_at(json, path), values[i], 1e-9);
    }
}

/* ---- what is answered ---- */

static void test_answer(void **state) {
    (void)state;
    char expected[512];
    shot s = take_shot(&t, field, BOX(-10, -5, 30, 15) SIZE(80, 40));
    const char *id = text_at(s.json, "render_id");
    assert_int_equal(strlen(id), 12);
    assert_memory_equal(id, "rnd_", 4);
    assert_int_equal(strspn(id + 4, "0123456789abcdef"), 8);
    snprintf(expected, sizeof expected, "%s/%s.png", renders_of(&t, field), id);
    assert_string_equal(text_at(s.json, "image/path"), expected);
    assert_string_equal(text_at(s.json, "image/kind"), "render");
    assert_string_equal(text_at(s.json, "image/media_type"), "image/png");
    assert_string_equal(text_at(s.json, "session_id"), field);
    assert_string_equal(text_at(s.json, "cell"), "TOP");
    assert_string_equal(text_at(s.json, "style"), "light");
    assert_eq(number_at(s.json, "width"), 80);
    assert_eq(number_at(s.json, "height"), 40);
    assert_close(number_at(s.json, "um_per_px"), 0.5, 1e-12);
    assert_um(s.json, "box_um", -10, -5, 30, 15);
    assert_um(s.json, "visible_box_um", -10, -5, 30, 15);
    assert_eq(number_at(s.json, "world_to_pixel/a"), 2);
    assert_eq(number_at(s.json, "world_to_pixel/d"), -2);
    assert_eq(number_at(s.json, "world_to_pixel/b"), 0);
    assert_eq(number_at(s.json, "world_to_pixel/c"), 0);
    assert_eq(number_at(s.json, "world_to_pixel/e"), 20);
    assert_eq(number_at(s.json, "world_to_pixel/f"), 30);
    assert_int_equal(count_at(s.json, "layers"), 2); /* what is drawn: 3/0 lies above */
    assert_eq(number_at(s.json, "layers/0/layer"), 1);
    assert_eq(number_at(s.json, "layers/1/layer"), 2);
    assert_null(find(s.json, "notes"));
    assert_digest(&t, &s);
    shot_release(&s);
}

/* mask: the box 0,0 to 10,10 um is columns 20 to 39 and rows 10 to 29, LEAF columns 60 to 69 and rows 20 to 29. */
static void test_mask_exact(void **state) {
    (void)state;
    shot s = take_shot(&t, field, BOX(-10, -5, 30, 15) SIZE(80, 40) ",\"style\":\"mask\"");
    for (uint32_t y = 0; y < 40; y++) {
        for (uint32_t x = 0; x < 80; x++) {
            const bool is_box = x >= 20 && x < 40 && y >= 10 && y < 30,
                       is_leaf = x >= 60 && x < 70 && y >= 20 && y < 30;
            assert_int_equal(pixel_at(&s, x, y), is_box || is_leaf ? 0xffffff : 0);
        }
    }
    assert_digest(&t, &s);
    shot_release(&s);
    /* Sides a quarter into a pixel of 0.5 um: shares of 1/4, the corner 1/16. */
    s = take_shot(&t, field, BOX(0.375, 0.375, 10.375, 10.375) SIZE(20, 20) ",\"style\":\"mask\"");
    assert_int_equal(pixel_at(&s, 18, 10), 0xffffff);
    assert_int_equal(pixel_at(&s, 19, 10), 0x404040);
    assert_int_equal(pixel_at(&s, 10, 0), 0x404040);
    assert_int_equal(pixel_at(&s, 19, 0), 0x101010);
    shot_release(&s);
}

/* The same scale in x and y, the box in the middle. */
static void test_isotropic(void **state) {
    (void)state;
    shot s = take_shot(&t, field, BOX(0, 0, 40, 10) SIZE(80, 40) ",\"style\":\"mask\"");
    assert_um(s.json, "box_um", 0, 0, 40, 10);
    assert_um(s.json, "visible_box_um", 0, -5, 40, 15);
    assert_int_equal(pixel_at(&s, 0, 29), 0xffffff);
    assert_int_equal(pixel_at(&s, 0, 30), 0);
    assert_int_equal(pixel_at(&s, 19, 10), 0xffffff);
    assert_int_equal(pixel_at(&s, 20, 10), 0);
    assert_int_equal(pixel_at(&s, 19, 9), 0);
    shot_release(&s);
    s = take_shot(&t, field, BOX(0, 0, 10, 40) SIZE(80, 40));
    assert_um(s.json, "visible_box_um", -35, 0, 45, 40);
    assert_eq(number_at(s.json, "um_per_px"), 1);
    shot_release(&s);
}

/* Defaults: light, all, the whole top with 5 %, 0.5 um at least, in 960,000 pixels of its shape: 65 x 20.5 um with 3.25
 * um on each side are 71.5 x 27; a box has 1200 x 800. */
static void test_defaults(void **state) {
    (void)state;
    const char *fresh = open_session(&t, field_file(&t), "TOP");
    shot s = take_shot(&t, fresh, "%s", "");
    assert_eq(s.width, round(sqrt(960000 * 71.5 / 27)));
    assert_eq(s.height, round(sqrt(960000 * 27 / 71.5)));
    assert_um(s.json, "box_um", -3.25, -1.025, 68.25, 21.525);
    assert_int_equal(count_at(s.json, "layers"), 3);
    assert_int_equal(pixel_at(&s, 0, 0), 0xffffff);
    shot_release(&s);
    s = take_shot(&t, fresh, BOX(0, 0, 60, 10));
    assert_eq(s.width, 1200);
    assert_eq(s.height, 800);
    shot_release(&s);
    s = take_shot(&t, fresh, ",\"cell\":\"LEAF\",\"style\":\"dark\"" SIZE(60, 60));
    assert_um(s.json, "box_um", -0.5, -0.5, 5.5, 5.5);
    assert_string_equal(text_at(s.json, "cell"), "LEAF");
    assert_int_equal(pixel_at(&s, 0, 0), 0);
    shot_release(&s);
    s = take_shot(&t, fresh, ",\"cell\":\"EMPTY\"" SIZE(20, 10));
    assert_um(s.json, "box_um", -1, -1, 1, 1);
    assert_um(s.json, "visible_box_um", -2, -1, 2, 1);
    assert_int_equal(count_color(&s, 0xffffff), 200);
    assert_true(has_note(s.json, "The cell is empty"));
    shot_release(&s);
    s = take_shot(&t, fresh, ",\"cell\":\"DOT\"" SIZE(20, 20));
    assert_um(s.json, "box_um", 0.5, 1.5, 1.5, 2.5);
    assert_true(has_note(s.json, "no figure of the drawn layers"));
    shot_release(&s);
}

/* ---- the view ---- */

static void set_view(const char *session, const char *more) {
    cJSON_Delete(run(&t, LOB_OK, "set_view", "{\"session_id\":\"%s\"%s}", session, more));
}

static void test_view(void **state) {
    (void)state;
    const char *id = open_session(&t, field_file(&t), "TOP");
    set_view(id, BOX(0, 0, 10, 10) ",\"layers\":[" LAYER(1, 0) "]");
    shot s = take_shot(&t, id, SIZE(10, 10));
    assert_um(s.json, "box_um", 0, 0, 10, 10);
    assert_int_equal(count_at(s.json, "layers"), 1);
    shot_release(&s);
    s = take_shot(&t, id, BOX(20, 0, 30, 10) SIZE(10, 10)); /* a box of its own, the view's layers */
    assert_int_equal(count_color(&s, 0xffffff), 100);
    assert_int_equal(count_at(s.json, "layers"), 1);
    shot_release(&s);
    s = take_shot(&t, id, BOX(20, 0, 30, 10) SIZE(10, 10) ",\"layers\":[]"); /* all */
    assert_lt(count_color(&s, 0xffffff), 100);
    shot_release(&s);
    s = take_shot(&t, id, ",\"cell\":\"LEAF\",\"layers\":[" LAYER(2, 0) "]" SIZE(60, 60)); /* re-fitted */
    assert_um(s.json, "box_um", -0.5, -0.5, 5.5, 5.5);
    shot_release(&s);
    s = take_shot(&t, id, SIZE(10, 10)); /* none of that changed the view */
    assert_um(s.json, "box_um", 0, 0, 10, 10);
    assert_string_equal(text_at(s.json, "cell"), "TOP");
    assert_int_equal(count_at(s.json, "layers"), 1);
    shot_release(&s);
    set_view(id, BOX(0, 0, 5, 5) ",\"cell\":\"LEAF\""); /* replaces all of it */
    s = take_shot(&t, id, SIZE(10, 10));
    assert_string_equal(text_at(s.json, "cell"), "LEAF");
    assert_eq(number_at(s.json, "layers/0/layer"), 2);
    assert_int_equal(count_color(&s, 0xffffff), 0);
    shot_release(&s);
    s = take_shot(&t, id, BOX(0, 0, 10, 5) SIZE(20, 10)); /* the view's cell */
    assert_string_equal(text_at(s.json, "cell"), "LEAF");
    shot_release(&s);
}

/* ---- the same again ---- */

static void test_same_bytes(void **state) {
    (void)state;
    char command[1024];
    const char *other = open_session(&t, field_file(&t), "TOP");
    const char more[] = ",\"style\":\"dark\"" SIZE(
        200, 100) ",\"annotations\":[{\"kind\":\"scale_bar\"},{\"kind\":\"legend\"},{\"kind\":\"cell_frames\"}]";
    shot a = take_shot(&t, field, more), b = take_shot(&t, field, more), c = take_shot(&t, other, more);
    assert_string_not_equal(text_at(a.json, "render_id"), text_at(b.json, "render_id"));
    assert_string_equal(text_at(a.json, "pixels_sha256"), text_at(b.json, "pixels_sha256"));
    assert_string_equal(text_at(a.json, "pixels_sha256"), text_at(c.json, "pixels_sha256"));
    assert_digest(&t, &a);
    snprintf(command, sizeof command, "cmp '%s' '%s' && cmp '%s' '%s'", text_at(a.json, "image/path"),
             text_at(b.json, "image/path"), text_at(a.json, "image/path"), text_at(c.json, "image/path"));
    assert_int_equal(system(command), 0);
    shot_release(&a);
    shot_release(&b);
    shot_release(&c);
}

/* ---- the picture beside the answer ---- */

/* `answer`, where it is wanted: what the call said. */
static lob_str image_and(const char *arguments, lob_arena *arena, cJSON **answer) {
    lob_json_fault fault;
    lob_ctx ctx;
    lob_buf out;
    cJSON *json = lob_json_parse(lob_str_from(arguments), &fault);
    lob_ctx_init(&ctx, arena);
    lob_buf_init(&out, 0);
    ask_in_full(lob_tool_find(LOB_STR("render_view"), LOB_TOOLSET_FULL), json);
    lob_call call = {.ctx = &ctx, .sessions = t.sessions};
    lob_status status = lob_tool_run(&call, lob_tool_find(LOB_STR("render_view"), LOB_TOOLSET_FULL), json, &out);
    if (answer) {
        *answer = lob_json_parse((lob_str){out.data, out.size}, &fault);
    }
    lob_buf_release(&out);
    cJSON_Delete(json);
    return status == LOB_OK ? call.images.items[0] : (lob_str){"failed", 6};
}

static lob_str image_of(const char *arguments, lob_arena *arena) {
    return image_and(arguments, arena, NULL);
}

/* A picture of so many pixels of a session, and what is sent along; under valgrind both of one call. */
static lob_str shot_and_image(shot *s, const char *id, const char *box, uint32_t width, uint32_t height,
                              lob_arena *arena) {
    char more[256], arguments[320];
    snprintf(more, sizeof more, "%s,\"image_size\":{\"width\":%u,\"height\":%u}", box, width, height);
    snprintf(arguments, sizeof arguments, "{\"session_id\":\"%s\"%s}", id, more);
    if (!stride_is_on()) {
        *s = take_shot(&t, id, "%s", more);
        return image_of(arguments, arena);
    }
    *s = (shot){0};
    const lob_str image = image_and(arguments, arena, &s->json);
    png_decode(text_at(s->json, "image/path"), s);
    return image;
}

static void test_inline(void **state) {
    (void)state;
    char arguments[512];
    lob_arena *arena = lob_arena_new(0);
    snprintf(arguments, sizeof arguments, "{\"session_id\":\"%s\"" SIZE(40, 20) "}", field);
    lob_str image = image_of(arguments, arena);
    assert_gt(image.size, 50);
    assert_memory_equal(image.data, "\x89PNG\r\n\x1a\n", 8);
    snprintf(arguments, sizeof arguments, "{\"session_id\":\"%s\",\"inline_image\":false" SIZE(40, 20) "}", field);
    assert_null(image_of(arguments, arena).data);
    snprintf(arguments, sizeof arguments, "{\"session_id\":\"%s\",\"cell\":\"NO\"}", field);
    assert_string_equal(image_of(arguments, arena).data, "failed");
    lob_arena_drop(arena);
}

/* Hatching makes a large PNG in haste and a small one with care: the whole picture comes along. */
static void test_packed(void **state) {
    (void)state;
    lob_buf b;
    const uint32_t side = stride_pick(1200, 700);
    gds_begin(&b);
    gds_cell(&b, "TOP");
    for (int32_t i = 0; i < 250; i++) {
        gds_path(&b, 1, stride_is_on() ? 300 + i * 7919 % 300 : 300, i * 800 - 100000, 0, i * 800, 100000);
    }
    gds_cell_end(&b);
    gds_end(&b);
    const char *id = open_session(&t, bench_file(&t, "hatched.gds", &b), "TOP");
    shot s, sent = {0};
    lob_arena *arena = lob_arena_new(0);
    const lob_str image = shot_and_image(&s, id, BOX(0, 0, 100, 100), side, side, arena);
    assert_null(find(s.json, "notes"));
    assert_digest(&t, &s);
    struct stat file;
    assert_int_equal(stat(text_at(s.json, "image/path"), &file), 0);
    assert_gt(file.st_size, LOB_LIMIT_INLINE_IMAGE_SIZE);
    assert_gt(image.size, 10000);
    assert_le(image.size, LOB_LIMIT_INLINE_IMAGE_SIZE);
    lob_buf_init(&b, 0);
    lob_buf_add(&b, image.data, image.size);
    png_decode(bench_file(&t, "sent.png", &b), &sent);
    lob_arena_drop(arena);
    assert_int_equal(sent.width, side);
    assert_int_equal(sent.height, side);
    for (uint32_t y = 0; y < side; y += stride_pick(1, 80)) {
        for (uint32_t x = 0; x < side; x++) {
            assert_int_equal(pixel_at(&sent, x, y), pixel_at(&s, x, y));
        }
    }
    shot_release(&sent);
    shot_release(&s);
}

/* Lines all over make a PNG that is too large; what comes along is the mean of blocks of pixels. */
static void test_reduced(void **state) {
    (void)state;
    lob_buf b;
    const uint32_t width = stride_pick(1201, 1101), height = width - 2;
    gds_begin(&b);
    gds_cell(&b, "TOP");
    for (int32_t i = 0; i < 300; i++) {
        const int32_t x = (i * 7919) % 99991, y = (i * 104729) % 99991;
        gds_path(&b, 1, 100 + i, x, y, (x * 31 + 17) % 99991, (y * 17 + 5) % 99991);
    }
    gds_cell_end(&b);
    gds_end(&b);
    const char *id = open_session(&t, bench_file(&t, "much.gds", &b), "TOP");
    shot s, small = {0};
    lob_arena *arena = lob_arena_new(0);
    const lob_str image = shot_and_image(&s, id, "", width, height, arena);
    assert_true(has_note(s.json, "is reduced to"));
    assert_digest(&t, &s); /* the file has all of it */
    assert_gt(image.size, 10000);
    assert_le(image.size, LOB_LIMIT_INLINE_IMAGE_SIZE);
    lob_buf_init(&b, 0);
    lob_buf_add(&b, image.data, image.size);
    png_decode(bench_file(&t, "small.png", &b), &small);
    lob_arena_drop(arena);
    assert_int_equal(small.width, (width + 1) / 2); /* once was enough */
    assert_int_equal(small.height, (height + 1) / 2);
    for (uint32_t y = 0; y < height / 2; y += stride_pick(7, 98)) {
        for (uint32_t x = 0; x < width / 2; x++) {
            for (int shift = 0; shift <= 16; shift += 8) {
                unsigned sum = 0;
                for (unsigned k = 0; k < 4; k++) {
                    sum += pixel_at(&s, 2 * x + k % 2, 2 * y + k / 2) >> shift & 255;
                }
                assert_int_equal(pixel_at(&small, x, y) >> shift & 255, (sum + 2) / 4);
            }
        }
    }
    assert_int_equal(pixel_at(&small, width / 2, height / 2),
                     pixel_at(&s, width - 1, height - 1)); /* the odd ones by themselves */
    shot_release(&s);
    shot_release(&small);
}

/* ---- what is refused ---- */

static void refused(lob_status status, const char *more, const char *key, const char *value) {
    const unsigned before = entries_of(renders_of(&t, field));
    cJSON *json = run(&t, status, "render_view", "{\"session_id\":\"%s\"%s}", field, more);
    assert_gt(strlen(text_at(json, "details/hint")), 10);
    if (key) {
        assert_string_equal(text_at(json, key), value);
    }
    cJSON_Delete(json);
    assert_int_equal(entries_of(renders_of(&t, field)), before);
}

static void test_bad_requests(void **state) {
    (void)state;
    refused(LOB_E_QUERY_TOO_LARGE, SIZE(8193, 1), "details/issues/0/path", "$.image_size.width");
    refused(LOB_E_QUERY_TOO_LARGE, SIZE(8193, 1), "details/limit_name", "image_side");
    refused(LOB_E_QUERY_TOO_LARGE, SIZE(1, 1e15), "details/issues/0/path", "$.image_size.height");
    refused(LOB_E_QUERY_TOO_LARGE, SIZE(8192, 8192), "details/limit_name", "image_pixels");
    refused(LOB_E_INVALID_TARGET, SIZE(0, 10), "details/issues/0/path", "$.image_size.width");
    refused(LOB_E_INVALID_TARGET, SIZE(10, -1), "details/issues/0/path", "$.image_size.height");
    refused(LOB_E_INVALID_TARGET, SIZE(10.5, 10), "details/issues/0/path", "$.image_size.width");
    refused(LOB_E_INVALID_TARGET, ",\"image_size\":{\"width\":10}", NULL, NULL);
    refused(LOB_E_INVALID_TARGET, ",\"image_size\":[10,10]", NULL, NULL);
    refused(LOB_E_INVALID_BOX, BOX(0, 0, 0, 10), "details/reason", "no_area");
    refused(LOB_E_INVALID_BOX, BOX(10, 0, 0, 10), "details/reason", "no_area");
    refused(LOB_E_INVALID_BOX, BOX(0, 0, 0.0004, 10), "details/reason", "below_dbu");
    refused(LOB_E_INVALID_BOX, BOX(0, 0, 1e300, 10), "details/reason", "range");
    refused(LOB_E_INVALID_BOX, ",\"box\":{\"left\":0,\"bottom\":0,\"right\":1}", NULL, NULL);
    refused(LOB_E_INVALID_BOX, ",\"box\":[0,0,1,1]", NULL, NULL);
    refused(LOB_E_INVALID_LAYER, ",\"layers\":[" LAYER(9, 9) "]", "details/candidates/0", "4/0");
    refused(LOB_E_INVALID_LAYER, ",\"layers\":[" LAYER(-1, 0) "]", NULL, NULL);
    refused(LOB_E_INVALID_TARGET, ",\"cell\":\"TOPP\"", "details/candidates/0", "TOP");
    refused(LOB_E_INVALID_TARGET, ",\"style\":\"sepia\"", "details/issues/0/path", "$.style");
    refused(LOB_E_INVALID_TARGET, ",\"inline_image\":1", "details/issues/0/path", "$.inline_image");
    refused(LOB_E_INVALID_TARGET, ",\"zoom\":2", NULL, NULL);
    cJSON_Delete(run(&t, LOB_E_SESSION_NOT_FOUND, "render_view", "{\"session_id\":\"ses_000000000000\"}"));
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "render_view", "{}"));
}

/* Far outside, of a kilometre and more: pictures all the same. */
static void test_odd_boxes(void **state) {
    (void)state;
    shot s = take_shot(&t, field, BOX(1000, 1000, 1010, 1010) SIZE(10, 10));
    assert_int_equal(count_color(&s, 0xffffff), 100);
    assert_int_equal(count_at(s.json, "layers"), 0);
    assert_true(has_note(s.json, "outside of the cell"));
    assert_true(has_note(s.json, "(0, 0) to (65, 20.5)"));
    shot_release(&s);
    s = take_shot(&t, field, BOX(11, 11, 12, 12) SIZE(10, 10));
    assert_true(has_note(s.json, "no figure of the drawn layers"));
    shot_release(&s);
    s = take_shot(&t, field, BOX(30, 0, 38, 8) SIZE(10, 10)); /* within the box of 2/0, between its figures */
    assert_int_equal(count_at(s.json, "layers"), 0);
    shot_release(&s);
    s = take_shot(&t, field, BOX(-1e6, -1e6, 1e6, 1e6) SIZE(9, 9)); /* all of it in the middle pixel */
    assert_int_equal(count_color(&s, 0xffffff), 80);
    assert_int_not_equal(pixel_at(&s, 4, 4), 0xffffff);
    shot_release(&s);
    s = take_shot(&t, field, BOX(-9e12, -9e12, 9e12, 9e12) SIZE(9, 9)); /* all there can be */
    assert_close(number_at(s.json, "um_per_px"), 2e12, 1);
    shot_release(&s);
    s = take_shot(&t, field, BOX(9.998, 9.998, 10.002, 10.002) SIZE(4, 4) ",\"style\":\"mask\"");
    assert_eq(number_at(s.json, "um_per_px"), 0.001);
    assert_int_equal(pixel_at(&s, 1, 2), 0xffffff);
    assert_int_equal(pixel_at(&s, 2, 2), 0);
    assert_int_equal(pixel_at(&s, 1, 1), 0);
    shot_release(&s);
    s = take_shot(&t, field, BOX(0.0004, 0, 10, 10) SIZE(1, 1));
    assert_true(has_note(s.json, "nearest database unit"));
    assert_eq(s.width, 1);
    assert_eq(s.height, 1);
    shot_release(&s);
}

/* ---- storing ---- */

static void test_quota(void **state) {
    (void)state;
    bench small;
    bench_open(&small);
    lob_sessions_close(small.sessions);
    small.config.artifact_quota_size = 300;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    assert_int_equal(lob_sessions_open(&ctx, &small.config, &small.sessions), LOB_OK);
    lob_arena_drop(arena);
    const char *id = open_session(&small, field_file(&small), "TOP");
    unsigned kept = 0;
    uint64_t size = 0;
    for (; kept < 10; kept++) {
        lob_buf out;
        char arguments[256];
        snprintf(arguments, sizeof arguments, "{\"session_id\":\"%s\"" SIZE(8, 8) "}", id);
        lob_status status = run_raw(&small, "render_view", arguments, &out);
        lob_buf_release(&out);
        if (status != LOB_OK) {
            assert_int_equal(status, LOB_E_TOOL_LIMIT_EXCEEDED);
            break;
        }
    }
    assert_ge(kept, 1);
    assert_lt(kept, 10);
    assert_int_equal(entries_of(renders_of(&small, id)), kept);
    for (unsigned i = 1; i <= kept; i++) {
        char path[512];
        struct stat info;
        char name[LOB_NUMBER_ID_SIZE + 1];
        static lob_session owner; /* only its id counts */
        snprintf(owner.id, sizeof owner.id, "%s", id);
        lob_session_print_id(&owner, "rnd_", i, name);
        snprintf(path, sizeof path, "%s/%s.png", renders_of(&small, id), name);
        assert_int_equal(stat(path, &info), 0);
        size += (uint64_t)info.st_size;
    }
    cJSON *json = run(&small, LOB_E_TOOL_LIMIT_EXCEEDED, "render_view", "{\"session_id\":\"%s\"" SIZE(8, 8) "}", id);
    assert_string_equal(text_at(json, "details/limit_name"), "artifact_quota_size");
    assert_eq(number_at(json, "details/limit"), 300);
    assert_eq(number_at(json, "details/kept"), (double)size);
    assert_le(size, 300);
    assert_gt(number_at(json, "details/kept") + number_at(json, "details/size"), 300);
    cJSON_Delete(json);
    cJSON_Delete(run(&small, LOB_OK, "close_session", "{\"session_id\":\"%s\"}", id));
    id = open_session(&small, field_file(&small), "TOP"); /* a new session begins with none */
    cJSON_Delete(run(&small, LOB_OK, "render_view", "{\"session_id\":\"%s\"" SIZE(8, 8) "}", id));
    bench_close(&small);
}

static void test_unwritable(void **state) {
    (void)state;
    char path[300];
    const char *id = open_session(&t, field_file(&t), "TOP");
    const char *renders = renders_of(&t, id), *size = stride_is_on() ? SIZE(60, 40) : "";
    FILE *file = fopen(renders, "w"); /* a file where the folder belongs */
    assert_non_null(file);
    fclose(file);
    cJSON *json = run(&t, LOB_E_RENDER_FAILED, "render_view", "{\"session_id\":\"%s\"%s}", id, size);
    assert_string_equal(text_at(json, "details/reason"), "io");
    cJSON_Delete(json);
    assert_int_equal(unlink(renders), 0);
    struct rlimit old, limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    limit = (struct rlimit){50, old.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    json = run(&t, LOB_E_RENDER_FAILED, "render_view", "{\"session_id\":\"%s\"%s}", id, size);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    assert_string_equal(text_at(json, "details/reason"), "disk_full");
    cJSON_Delete(json);
    assert_int_equal(entries_of(renders), 0); /* no half file, no temporary one */
    shot s = take_shot(&t, id, SIZE(10, 10));
    assert_int_equal(entries_of(renders), 1);
    shot_release(&s);
    snprintf(path, sizeof path, "rm -rf '%s/artifacts/sessions/%s'", t.folder, id); /* the folder goes under our feet */
    assert_int_equal(system(path), 0);
    json = run(&t, LOB_E_RENDER_FAILED, "render_view", "{\"session_id\":\"%s\"%s}", id, size);
    assert_string_equal(text_at(json, "details/reason"), "io");
    cJSON_Delete(json);
}

static void test_cancelled(void **state) {
    (void)state;
    char arguments[128];
    lob_cancel cancel = {.requested = true};
    lob_json_fault fault;
    lob_ctx ctx;
    lob_buf out;
    lob_arena *arena = lob_arena_new(0);
    snprintf(arguments, sizeof arguments, "{\"session_id\":\"%s\"}", field);
    cJSON *json = lob_json_parse(lob_str_from(arguments), &fault);
    const unsigned before = entries_of(renders_of(&t, field));
    lob_ctx_init(&ctx, arena);
    ctx.cancel = &cancel;
    lob_buf_init(&out, 0);
    lob_call call = {.ctx = &ctx, .sessions = t.sessions};
    assert_int_equal(lob_tool_run(&call, lob_tool_find(LOB_STR("render_view"), LOB_TOOLSET_FULL), json, &out),
                     LOB_E_CANCELLED);
    assert_null(call.images.items[0].data);
    assert_int_equal(entries_of(renders_of(&t, field)), before);
    lob_buf_release(&out);
    lob_arena_drop(arena);
    cJSON_Delete(json);
}

static void test_failing(void **state) {
    (void)state;
    char arguments[512];
    snprintf(
        arguments, sizeof arguments,
        "{\"session_id\":\"%s\"" SIZE(40, 20) ",\"annotations\":[{\"kind\":\"scale_bar\"},{\"kind\":\"legend\"},"
                                              "{\"kind\":\"cell_frames\"},{\"kind\":\"ports\"},{\"kind\":\"label\","
                                              "\"points\":[{\"x\":1,\"y\":1}],\"text\":\"here\"}]}",
        field);
    assert_gt(sweep_tool(&t, "render_view", arguments), 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answer),       cmocka_unit_test(test_mask_exact), cmocka_unit_test(test_isotropic),
        cmocka_unit_test(test_defaults),     cmocka_unit_test(test_view),       cmocka_unit_test(test_same_bytes),
        cmocka_unit_test(test_inline),       cmocka_unit_test(test_reduced),    cmocka_unit_test(test_packed),
        cmocka_unit_test(test_bad_requests), cmocka_unit_test(test_odd_boxes),  cmocka_unit_test(test_quota),
        cmocka_unit_test(test_unwritable),   cmocka_unit_test(test_cancelled),  cmocka_unit_test(test_failing),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
