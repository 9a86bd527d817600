/* The snapshot runner sees what it is there to see: pictures are made here pixel by pixel, hashes come from sha256sum,
 * and each expectation that is off by a little must fail. */
#include <dirent.h>
#include <fcntl.h>
#include <png.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "tests/unit/tools/snapshot_rig.h"
#include "tools/snapshot/snapshot.h"

typedef snapshot_rig rig;

static const char *in_folder(const rig *r, const char *name) {
    return rig_path(r, name);
}

static int setup(void **state) {
    return rig_setup(state, sizeof(rig));
}

static void put_text(const char *path, const char *text) {
    assert_true(write_bytes(path, text, strlen(text)));
}

static void put_png(const char *path, uint32_t width, uint32_t height, uint32_t format, const void *pixels,
                    const void *colormap, uint32_t color_count) {
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = width,
                       .height = height,
                       .format = format,
                       .colormap_entries = color_count};
    assert_true(png_image_write_to_file(&image, path, 0, pixels, 0, colormap));
}

static lob_picture load(rig *r, const char *path) {
    lob_str bytes;
    lob_picture picture = {0};
    const char *fault = picture_load(&r->ctx, path, &bytes, &picture);
    if (fault != NULL) {
        fail_msg("%s", fault);
    }
    return picture;
}

static const char *load_fault(rig *r, const char *path) {
    lob_str bytes;
    lob_picture picture;
    return picture_load(&r->ctx, path, &bytes, &picture);
}

/* ---- files and pixels ---- */

static void test_kinds_of_png(void **state) {
    rig *r = *state;
    static const uint8_t rgba[] = {0, 0, 0, 255, 16, 32, 48, 255}, rgb[] = {0, 0, 0, 16, 32, 48};
    static const uint8_t indices[] = {1, 0}, colors[] = {16, 32, 48, 0, 0, 0};
    static const uint8_t white[] = {255};
    char sum[65];
    put_png(in_folder(r, "rgba.png"), 2, 1, PNG_FORMAT_RGBA, rgba, NULL, 0);
    put_png(in_folder(r, "rgb.png"), 2, 1, PNG_FORMAT_RGB, rgb, NULL, 0);
    put_png(in_folder(r, "map.png"), 2, 1, PNG_FORMAT_RGB_COLORMAP, indices, colors, 2);
    static const char *const files[] = {"rgba.png", "rgb.png", "map.png"};
    for (unsigned i = 0; i < 3; i++) {
        lob_picture p = load(r, in_folder(r, files[i]));
        assert_int_equal(p.width, 2);
        assert_int_equal(p.height, 1);
        assert_memory_equal(p.rgba, rgba, sizeof rgba);
        assert_true(picture_sum(&p, sum));
        /* printf '\x00\x00\x00\xff\x10\x20\x30\xff' | sha256sum */
        assert_string_equal(sum, "93648ca8cb9fac558f22349fab64e2af2cf7bc2f1c4b00c55c112aa72eed35ef");
    }
    put_png(in_folder(r, "grey.png"), 1, 1, PNG_FORMAT_GRAY, white, NULL, 0);
    lob_picture p = load(r, in_folder(r, "grey.png"));
    assert_true(picture_sum(&p, sum));
    /* printf '\xff\xff\xff\xff' | sha256sum */
    assert_string_equal(sum, "ad95131bc0b799c0b1af477fb14fcf26a6a9f76079e48bf090acb7e8367bfd0e");
    lob_str again = picture_encode(&r->ctx, &p);
    assert_true(write_bytes(in_folder(r, "again.png"), again.data, again.size));
    lob_picture q = load(r, in_folder(r, "again.png"));
    assert_int_equal(picture_compare(&p, &q).count, 0);
}

static void test_bad_files(void **state) {
    rig *r = *state;
    uint8_t *pixels = calloc(257 * 2, 4);
    assert_string_equal(load_fault(r, in_folder(r, "absent.png")), "there is no file of the picture");
    put_text(in_folder(r, "text.png"), "not a picture");
    assert_string_equal(load_fault(r, in_folder(r, "text.png")), "the picture is no PNG");
    put_png(in_folder(r, "wide.png"), 257, 1, PNG_FORMAT_RGBA, pixels, NULL, 0);
    assert_non_null(strstr(load_fault(r, in_folder(r, "wide.png")), "larger than 256"));
    put_png(in_folder(r, "high.png"), 1, 257, PNG_FORMAT_RGBA, pixels, NULL, 0);
    assert_non_null(strstr(load_fault(r, in_folder(r, "high.png")), "larger than 256"));
    put_png(in_folder(r, "most.png"), 256, 2, PNG_FORMAT_RGBA, pixels, NULL, 0);
    assert_null(load_fault(r, in_folder(r, "most.png")));
    struct stat info;
    stat(in_folder(r, "most.png"), &info);
    assert_int_equal(truncate(in_folder(r, "most.png"), info.st_size - 20), 0);
    assert_string_equal(load_fault(r, in_folder(r, "most.png")), "the picture is a damaged PNG");
    free(pixels);
}

static void test_compare(void **state) {
    rig *r = *state;
    uint8_t a[3 * 2 * 4], b[3 * 2 * 4], c[4 * 4];
    memset(a, 100, sizeof a);
    memset(b, 100, sizeof b);
    memset(c, 100, sizeof c);
    lob_picture pa = {3, 2, a}, pb = {3, 2, b}, pc = {1, 4, c};
    picture_difference d = picture_compare(&pa, &pb);
    assert_eq(d.count, 0);
    assert_eq(d.worst, 0);
    assert_true(!d.has_other_size);
    b[4] = 90;               /* (1, 0) red by 10 */
    b[(3 + 2) * 4 + 2] = 70; /* (2, 1) blue by 30 */
    b[(3 + 1) * 4 + 3] = 99; /* (1, 1) alpha by 1 */
    d = picture_compare(&pa, &pb);
    assert_eq(d.count, 3);
    assert_eq(d.worst, 30);
    assert_eq(d.worst_x, 2);
    assert_eq(d.worst_y, 1);
    assert_true(!d.has_other_size);
    d = picture_compare(&pb, &pa);
    assert_eq(d.count, 3);
    assert_eq(d.worst, 30);
    assert_eq(d.worst_x, 2);
    assert_eq(d.worst_y, 1);
    d = picture_compare(&pa, &pc); /* common: (0, 0) and (0, 1); alone: four of a, two of c */
    assert_eq(d.count, 6);
    assert_eq(d.worst, 255);
    assert_eq(d.worst_x, 1);
    assert_eq(d.worst_y, 0);
    assert_true(d.has_other_size);
    lob_picture shown;
    assert_true(picture_show_difference(&r->ctx, &pa, &pc, &shown));
    assert_eq(shown.width, 3);
    assert_eq(shown.height, 4);
    static const uint8_t blue[] = {0, 0, 255, 255};
    assert_memory_equal(shown.rgba + 4, blue, 4);
    assert_eq(shown.rgba[0], shown.rgba[1]);
    assert_eq(shown.rgba[1], shown.rgba[2]);
    assert_gt(shown.rgba[0], 200);
    assert_true(picture_show_difference(&r->ctx, &pa, &pb, &shown));
    assert_eq(shown.rgba[4], 255);
    assert_lt(shown.rgba[5], 200);
    assert_eq(shown.rgba[5], shown.rgba[6]);
}

/* RFC 4648, section 10. */
static void test_base64(void **state) {
    rig *r = *state;
    static const char *const rows[][2] = {{"", ""},
                                          {"f", "Zg=="},
                                          {"fo", "Zm8="},
                                          {"foo", "Zm9v"},
                                          {"foob", "Zm9vYg=="},
                                          {"fooba", "Zm9vYmE="},
                                          {"\xff\xfe", "//4="},
                                          {"\xfb\xef\xbe", "++++"}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        lob_case("rows[%u]", i);
        assert_string_equal(base64(&r->ctx, lob_str_from(rows[i][0])), rows[i][1]);
    }
}

/* ---- what an answer says ---- */

#define TOLD                                                                                                           \
    "{\"image\":{\"kind\":\"render\",\"path\":\"/x/y.png\",\"media_type\":\"image/png\"},\"width\":4,\"height\":2,"    \
    "\"style\":\"light\",\"pixels_sha256\":\"ab\",\"world_to_pixel\":{\"a\":2,\"b\":0,\"c\":0,\"d\":-2,\"e\":1,"       \
    "\"f\":2}}"

static void test_told(void **state) {
    rig *r = *state;
    picture_said said;
    assert_true(picture_told(&r->ctx, lob_str_from(TOLD), &said));
    assert_string_equal(said.path, "/x/y.png");
    assert_string_equal(said.style, "light");
    assert_string_equal(said.sha256, "ab");
    assert_eq(said.width, 4);
    assert_eq(said.height, 2);
    assert_true(said.has_map);
    assert_eq(said.a, 2);
    assert_eq(said.b, 0);
    assert_eq(said.c, 0);
    assert_eq(said.d, -2);
    assert_eq(said.e, 1);
    assert_eq(said.f, 2);
    assert_false(picture_told(&r->ctx, LOB_STR("{}"), &said));
    assert_false(
        picture_told(&r->ctx, LOB_STR("{\"image\":{\"path\":\"/x\",\"media_type\":\"image/svg+xml\"}}"), &said));
    assert_true(picture_told(&r->ctx, LOB_STR("{\"image\":{\"path\":\"/x\",\"media_type\":\"image/png\"}}"), &said));
    assert_true(!said.has_map);
    assert_eq(said.width, 0);
    assert_eq(said.sha256[0], '\0');
}

/* 4 x 2: white, but (1, 0) red and (2, 1) #102030; um: x = px / 2 - 1/2, y = 1 - py / 2. */
static uint8_t probed_pixels[4 * 2 * 4];
static const lob_picture probed_picture = {4, 2, probed_pixels};
static rig *probed_rig;

static picture_said probed_said(rig *r, const char *style) {
    picture_said said;
    static const uint8_t red[] = {255, 0, 0, 255}, dark[] = {16, 32, 48, 255};
    probed_rig = r;
    memset(probed_pixels, 255, sizeof probed_pixels);
    memcpy(probed_pixels + 1 * 4, red, 4);
    memcpy(probed_pixels + (4 + 2) * 4, dark, 4);
    assert_true(picture_told(&r->ctx, lob_str_from(TOLD), &said));
    said.style = style;
    return said;
}

static void expect_faults(const picture_said *said, const char *wanted, const char *faults) {
    lob_buf got;
    lob_buf_init(&got, 0);
    picture_probe(&probed_rig->ctx, said, &probed_picture, lob_str_from(wanted), &got);
    assert_string_equal(got.data != NULL ? got.data : "", faults);
    lob_buf_release(&got);
}

static void test_probes(void **state) {
    picture_said said = probed_said(*state, "light");
    static const char *const rows[][2] = {
        {"{}", ""},
        {"{\"size\":[4,2]}", ""},
        {"{\"size\":[4,3]}", "picture: 4 x 3 pixels expected, 4 x 2 are there\n"},
        {"{\"size\":[4]}", "picture: size is not two numbers\n"},
        {"{\"probes\":[{\"at_px\":[1,0],\"color\":\"#FF0000\"}]}", ""},
        {"{\"probes\":[{\"at_px\":[1.9,0.9],\"color\":\"#ff0000\"}]}", ""},
        {"{\"probes\":[{\"at_px\":[0,0],\"color\":\"#ff0000\"}]}",
         "picture.probes[0]: color #ff0000 expected within 0, #ffffff is there\n"},
        {"{\"probes\":[{\"at_px\":[2,1],\"color\":\"#112030\",\"tolerance\":1}]}", ""},
        {"{\"probes\":[{\"at_px\":[2,1],\"color\":\"#112031\"}]}",
         "picture.probes[0]: color #112031 expected within 0, #102030 is there\n"},
        {"{\"probes\":[{\"at_px\":[2,1],\"color\":\"#0e2030\",\"tolerance\":1}]}",
         "picture.probes[0]: color #0e2030 expected within 1, #102030 is there\n"},
        /* (0.25, 0.75) um is (1.5, 0.5) px; (0.75, 0.25) um is (2.5, 1.5) px */
        {"{\"probes\":[{\"at_um\":[0.25,0.75],\"color\":\"#ff0000\"},{\"at_um\":[0.75,0.25],\"color\":\"#102030\"}]}",
         ""},
        {"{\"probes\":[{\"at_um\":[0.25,0.25],\"color\":\"#ff0000\"}]}",
         "picture.probes[0]: color #ff0000 expected within 0, #ffffff is there\n"},
        {"{\"probes\":[{\"at_px\":[0,0],\"is_ground\":true},{\"at_px\":[1,0],\"not_ground\":true}]}", ""},
        {"{\"probes\":[{\"at_px\":[0,0],\"not_ground\":true},{\"at_px\":[1,0],\"is_ground\":true}]}",
         "picture.probes[0]: other than ground #ffffff expected within 0, #ffffff is there\n"
         "picture.probes[1]: ground #ffffff expected within 0, #ff0000 is there\n"},
        {"{\"probes\":[{\"at_px\":[1,0],\"not_ground\":true,\"tolerance\":255}]}",
         "picture.probes[0]: other than ground #ffffff expected within 255, #ff0000 is there\n"},
        {"{\"probes\":[{\"at_px\":[4,0],\"is_ground\":true}]}", "picture.probes[0]: (4, 0) lies outside the picture\n"},
        {"{\"probes\":[{\"at_px\":[0,-0.1],\"is_ground\":true}]}",
         "picture.probes[0]: (0, -0.1) lies outside the picture\n"},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        lob_case("rows[%u]", i);
        expect_faults(&said, rows[i][0], rows[i][1]);
    }
    said.style = "dark"; /* the ground is black then */
    expect_faults(&said, "{\"probes\":[{\"at_px\":[0,0],\"is_ground\":true}]}",
                  "picture.probes[0]: ground #000000 expected within 0, #ffffff is there\n");
    said.style = "";
    expect_faults(&said, "{\"probes\":[{\"at_px\":[0,0],\"is_ground\":true}]}",
                  "picture.probes[0]: the answer names no style, so its ground is not known\n");
    said.has_map = false;
    expect_faults(&said, "{\"probes\":[{\"at_um\":[0,0],\"color\":\"#ffffff\"}]}",
                  "picture.probes[0]: the answer has no world_to_pixel\n");
    probed_pixels[3] = 254;
    expect_faults(&said, "{\"probes\":[{\"at_px\":[0,0],\"color\":\"#ffffff\"}]}",
                  "picture.probes[0]: the pixel is not opaque\n");
}

/* An expectation that is not understood never passes. */
static void test_probes_not_understood(void **state) {
    picture_said said = probed_said(*state, "light");
    static const char *const rows[] = {
        "[]",
        "{\"probe\":[]}",
        "{\"probes\":{}}",
        "{\"probes\":[1]}",
        "{\"probes\":[{}]}",
        "{\"probes\":[{\"at_px\":[0,0]}]}",
        "{\"probes\":[{\"color\":\"#ffffff\"}]}",
        "{\"probes\":[{\"at_px\":[0],\"color\":\"#ffffff\"}]}",
        "{\"probes\":[{\"at_px\":[0,\"0\"],\"color\":\"#ffffff\"}]}",
        "{\"probes\":[{\"at_px\":[0,0],\"at_um\":[0,0],\"color\":\"#ffffff\"}]}",
        "{\"probes\":[{\"at_px\":[0,0],\"color\":\"#fffffg\"}]}",
        "{\"probes\":[{\"at_px\":[0,0],\"color\":\"white\"}]}",
        "{\"probes\":[{\"at_px\":[0,0],\"color\":\"#ffff\"}]}",
        "{\"probes\":[{\"at_px\":[0,0],\"color\":\"#ffffff\",\"is_ground\":true}]}",
        "{\"probes\":[{\"at_px\":[0,0],\"is_ground\":false}]}",
        "{\"probes\":[{\"at_px\":[0,0],\"colour\":\"#ffffff\"}]}",
        "{\"probes\":[{\"at_px\":[0,0],\"color\":\"#ffffff\",\"tolerance\":-1}]}",
        "{\"probes\":[{\"at_px\":[0,0],\"color\":\"#ffffff\",\"tolerance\":256}]}",
        "{\"probes\":[{\"at_px\":[0,0],\"color\":\"#ffffff\",\"tolerance\":\"1\"}]}",
        "{\"coverage\":[{\"box_px\":[0,0,4,2]}]}",
        "{\"coverage\":[{\"mean\":0.25}]}",
        "{\"coverage\":[{\"box_px\":[0,0,4,2],\"box_um\":[0,0,1,1],\"mean\":0.25}]}",
        "{\"coverage\":[{\"box_px\":[0,0,4],\"mean\":0.25}]}",
        "{\"coverage\":[{\"box_px\":[0,0,4,1.5],\"mean\":0.25}]}",
        "{\"coverage\":[{\"box_px\":[0,0,0,2],\"mean\":0.25}]}",
        "{\"coverage\":[{\"box_px\":[2,0,1,2],\"mean\":0.25}]}",
        "{\"coverage\":[{\"box_px\":[0,0,5,2],\"mean\":0.25}]}",
        "{\"coverage\":[{\"box_px\":[0,-1,4,2],\"mean\":0.25}]}",
        "{\"coverage\":[{\"box_px\":[0,0,4,2],\"mean\":1.25}]}",
        "{\"coverage\":[{\"box_px\":[0,0,4,2],\"mean\":0.25,\"tolerance\":2}]}",
        "{\"coverage\":[{\"box_px\":[0,0,4,2],\"mean\":0.25,\"within\":1}]}",
        "{\"coverage\":[7]}",
        "{\"coverage\":7}",
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        lob_buf got;
        lob_buf_init(&got, 0);
        picture_probe(&probed_rig->ctx, &said, &probed_picture, lob_str_from(rows[i]), &got);
        if (got.size == 0) {
            fail_msg("taken: %s", rows[i]);
        }
        lob_buf_release(&got);
    }
}

static void test_coverage(void **state) {
    picture_said said = probed_said(*state, "light");
    static const char *const rows[][2] = {
        {"{\"coverage\":[{\"box_px\":[0,0,4,2],\"mean\":0.25},{\"box_px\":[1,0,2,1],\"mean\":1},"
         "{\"box_px\":[0,0,1,2],\"mean\":0},{\"box_px\":[0,0,3,1],\"mean\":0.3,\"tolerance\":0.04}]}",
         ""},
        {"{\"coverage\":[{\"box_px\":[0,0,4,2],\"mean\":0.24}]}",
         "picture.coverage[0]: 0.24 expected within 0, 0.250000 is there\n"},
        {"{\"coverage\":[{\"box_px\":[0,0,3,1],\"mean\":0.3,\"tolerance\":0.03}]}",
         "picture.coverage[0]: 0.3 expected within 0.03, 0.333333 is there\n"},
        /* (0, 0.5) to (1, 1) um: px 1 to 3, row 0 */
        {"{\"coverage\":[{\"box_um\":[0,0.5,1,1],\"mean\":0.5},{\"box_um\":[0.1,0.4,1.1,1.1],\"mean\":0.5}]}", ""},
        {"{\"coverage\":[{\"box_um\":[-1,0,1,1],\"mean\":0.25}]}",
         "picture.coverage[0]: the box -1, 0, 3, 2 is empty or lies outside the picture\n"},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        lob_case("rows[%u]", i);
        expect_faults(&said, rows[i][0], rows[i][1]);
    }
    said.style = "mask"; /* red counts a third, #102030 is 96 of 765 */
    expect_faults(&said, "{\"coverage\":[{\"box_px\":[1,0,2,1],\"mean\":0.333333,\"tolerance\":0.000001}]}", "");
    expect_faults(&said, "{\"coverage\":[{\"box_px\":[2,1,3,2],\"mean\":0.125490,\"tolerance\":0.000001}]}", "");
    expect_faults(&said, "{\"coverage\":[{\"box_px\":[2,0,3,2],\"mean\":0.5}]}",
                  "picture.coverage[0]: 0.5 expected within 0, 0.562745 is there\n");
}

static void expect_against(rig *r, const picture_said *said, const char *members, const char *faults) {
    char wanted[512], expected[512];
    snprintf(wanted, sizeof wanted, "{\"against\":{\"path\":\"%s\"%s}}", in_folder(r, "other.png"), members);
    snprintf(expected, sizeof expected, "%s%s%s", faults[0] != '\0' ? "picture.against" : "", faults,
             faults[0] != '\0' ? "\n" : "");
    expect_faults(said, wanted, expected);
}

/* The other picture is white but for (2, 1), which both have: they differ in (1, 0). */
static void test_against(void **state) {
    rig *r = *state;
    picture_said said = probed_said(r, "light");
    uint8_t other[sizeof probed_pixels];
    memcpy(other, probed_pixels, sizeof other);
    memset(other + 1 * 4, 255, 4);
    put_png(in_folder(r, "other.png"), 4, 2, PNG_FORMAT_RGBA, other, NULL, 0);
    static const char *const rows[][2] = {
        {",\"changed\":[[1,0,2,1],[0,0,4,2],[0,0,2,2]],\"unchanged\":[[0,0,1,2],[2,0,4,2],[0,1,4,2]]", ""},
        {",\"changed\":[[1,0,2,1],[2,0,4,2]]",
         ".changed[1]: a pixel unlike the other picture's expected within 2, 0, 4, "
         "2, all are the same there"},
        {",\"unchanged\":[[0,0,2,2]]",
         ".unchanged[0]: the other picture's pixels expected within 0, 0, 2, 2, (1, 0) is "
         "#ff0000, not #ffffff"},
        {"", ": path, and changed or unchanged are expected"},
        {",\"changed\":[]", ": changed is no list of boxes"},
        {",\"unchanged\":7", ": unchanged is no list of boxes"},
        {",\"equal\":[[0,0,1,1]]", ": a member that is not known: equal"},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        lob_case("rows[%u]", i);
        expect_against(r, &said, rows[i][0], rows[i][1]);
    }
    static const char *const boxes[] = {"[0,0,1]",    "[0,0,5,1]",  "[0,0,1,3]",   "[1,0,1,1]", "[0,1,1,1]",
                                        "[-1,0,1,1]", "[0,-1,1,1]", "[0,0,1,1.5]", "7"};
    for (unsigned i = 0; i < sizeof boxes / sizeof boxes[0]; i++) {
        lob_case("boxes[%u]", i);
        char members[64];
        snprintf(members, sizeof members, ",\"unchanged\":[%s]", boxes[i]);
        expect_against(r, &said, members,
                       ".unchanged[0]: left, top, right, bottom are expected, whole pixels inside the picture");
    }
    put_png(in_folder(r, "other.png"), 2, 4, PNG_FORMAT_RGBA, other, NULL, 0);
    expect_against(r, &said, ",\"unchanged\":[[0,0,1,1]]",
                   ": 2 x 4 pixels expected as in the other picture, 4 x 2 are there");
    expect_faults(&said, "{\"against\":{\"path\":\"/nowhere/a.png\",\"changed\":[[0,0,1,1]]}}",
                  "picture.against: there is no file of the picture (/nowhere/a.png)\n");
    expect_faults(&said, "{\"against\":{\"path\":1,\"changed\":[[0,0,1,1]]}}",
                  "picture.against: path, and changed or unchanged are expected\n");
    expect_faults(&said, "{\"against\":3}", "picture.against: an object is expected\n");
}

static void expect_told(rig *r, const picture_said *said, const char *result, const char *faults) {
    lob_buf got;
    lob_buf_init(&got, 0);
    picture_check(&r->ctx, said, LOB_STR("foob"), &probed_picture, lob_str_from(result), &got);
    assert_string_equal(got.data != NULL ? got.data : "", faults);
    lob_buf_release(&got);
}

static void test_check(void **state) {
    rig *r = *state;
    picture_said said = probed_said(r, "light");
    char sum[65];
    assert_true(picture_sum(&probed_picture, sum));
    said.sha256 = sum;
    static const char *const bare = "{\"content\":[{\"type\":\"text\",\"text\":\"\"}]}";
    expect_told(r, &said, bare, "");
    expect_told(r, &said, "{\"content\":[{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"Zm9vYg==\"}]}", "");
    expect_told(r, &said, "{\"content\":[{\"type\":\"image\",\"mimeType\":\"image/png\",\"data\":\"Zm9vYh==\"}]}",
                "picture: the one sent along is not the file\n");
    expect_told(r, &said, "{\"content\":[{\"type\":\"image\",\"mimeType\":\"image/jpeg\",\"data\":\"Zm9vYg==\"}]}",
                "picture: the one sent along says that it is no image/png\n");
    said.width = 5;
    expect_told(r, &said, bare, "picture: the answer says 5 x 2 pixels, the file has 4 x 2\n");
    said.width = 4;
    said.height = 1;
    expect_told(r, &said, bare, "picture: the answer says 4 x 1 pixels, the file has 4 x 2\n");
    said.height = 2;
    said.sha256 = "00";
    char expected[160];
    snprintf(expected, sizeof expected, "picture: pixels_sha256 is not that of the pixels, which is %s\n", sum);
    expect_told(r, &said, bare, expected);
}

/* ---- names ---- */

static void test_names(void **state) {
    (void)state;
    static names known;
    lob_buf out;
    known = (names){.count = 0};
    names_add(&known, "$ARTIFACTS", LOB_STR("/tmp/a"));
    names_learn(&known, "open_layout", LOB_STR("{\"session_id\":\"ses_0123456789ab\"}"));
    names_learn(&known, "render_view", LOB_STR("{\"session_id\":\"ses_0123456789ab\",\"render_id\":\"rnd_00112233\"}"));
    names_learn(&known, "render_view", LOB_STR("{\"render_id\":\"rnd_44556677\"}"));
    names_learn(&known, "render_view", LOB_STR("{\"render_id\":\"rnd_00112233\"}"));
    assert_int_equal(known.render_count, 2);
    lob_buf_init(&out, 0);
    names_hide(&known, &out, LOB_STR("\"/tmp/a/sessions/ses_0123456789ab/rnd_44556677.png\" rnd_00112233"));
    assert_string_equal(out.data, "\"$ARTIFACTS/sessions/$SESSION1/$RENDER2.png\" $RENDER1");
    lob_buf_clear(&out);
    names_show(&known, &out, LOB_STR("{\"render_id\":\"$RENDER2\"}"));
    assert_string_equal(out.data, "{\"render_id\":\"rnd_44556677\"}");
    lob_buf_release(&out);
}

/* ---- whole cases, against a server that always says the same ---- */

typedef struct play {
    rig *r;
    totals all;
    char cases[128], out[128], fixtures[128], script[512];
    char *server[4];
    lob_picture picture; /* of the answer */
    uint8_t pixels[8 * 8 * 4];
} play;

#define RENDERED                                                                                                       \
    "{\"schema_version\":\"1.0.0\",\"session_id\":\"ses_000000000000\",\"dbu\":0.001,\"units\":{\"length\":\"um\","    \
    "\"database\":\"dbu\"},\"render_id\":\"rnd_0a0b0c0d\",\"box_um\":%1$s,"                                            \
    "\"visible_box_um\":%1$s,\"cell\":\"T\",\"layers\":[],\"image\":{\"kind\":\"render\",\"path\":\"%2$s\","           \
    "\"media_type\":\"image/png\"},\"width\":8,\"height\":8,\"style\":\"light\",\"um_per_px\":1,"                      \
    "\"world_to_pixel\":{\"a\":1,\"b\":0,\"c\":0,\"d\":-1,\"e\":0,\"f\":8},\"pixels_sha256\":\"%3$s\"}"
#define BOX "{\"left\":0,\"bottom\":0,\"right\":8,\"top\":8}"

static void add_quoted(lob_buf *out, const char *text) {
    lob_buf_add_byte(out, '"');
    for (; *text != '\0'; text++) {
        if (*text == '"') {
            lob_buf_add_byte(out, '\\');
        }
        lob_buf_add_byte(out, *text);
    }
    lob_buf_add_byte(out, '"');
}

/* What the server says of the picture as it is now, on disk as well. */
static void put_answer(play *p) {
    char sum[65], structured[2048];
    lob_buf line;
    put_png(in_folder(p->r, "now.png"), 8, 8, PNG_FORMAT_RGBA, p->pixels, NULL, 0);
    assert_true(picture_sum(&p->picture, sum));
    snprintf(structured, sizeof structured, RENDERED, BOX, in_folder(p->r, "now.png"), sum);
    lob_buf_init(&line, 0);
    lob_buf_add_text(&line, "{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"content\":[{\"type\":\"text\",\"text\":");
    add_quoted(&line, structured);
    lob_buf_printf(&line, "}],\"structuredContent\":%s}}\n", structured);
    assert_true(write_bytes(in_folder(p->r, "2"), line.data, line.size));
    lob_buf_release(&line);
}

static void put_case(play *p, const char *picture) {
    char text[1024];
    snprintf(text, sizeof text,
             "{\"name\":\"one\",\"about\":\"<b>\",\"steps\":[{\"tool\":\"render_view\",\"arguments\":{},%s%s}]}",
             picture, "\"expect\":{}");
    char path[160];
    snprintf(path, sizeof path, "%s/one.json", p->cases);
    put_text(path, text);
}

static play *play_begin(rig *r) {
    play *p = calloc(1, sizeof *p);
    p->r = r;
    snprintf(p->cases, sizeof p->cases, "%s/cases", r->folder);
    snprintf(p->out, sizeof p->out, "%s/out", r->folder);
    assert_int_equal(mkdir(p->cases, 0700), 0);
    assert_int_equal(mkdir(p->out, 0700), 0);
    put_text(in_folder(r, "1"), "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"2025-11-25\","
                                "\"capabilities\":{},\"serverInfo\":{\"name\":\"x\",\"version\":\"1\"}}}\n");
    snprintf(p->script, sizeof p->script,
             "read -r l; cat %1$s/1; read -r l; read -r l && cat %1$s/2 2>/dev/null || exit 0; read -r l; exit 0",
             r->folder);
    static char shell[] = "/bin/sh", command[] = "-c";
    p->server[2] = p->script;
    p->server[0] = shell;
    p->server[1] = command;
    memset(p->pixels, 255, sizeof p->pixels);
    p->picture = (lob_picture){8, 8, p->pixels};
    put_answer(p);
    put_case(p, "");
    return p;
}

/* Runs the one case; the page goes to out/diff.html. Returns the failures. */
static unsigned long play_run(play *p, const char *write_path, bool has_page) {
    char path[160];
    p->all = (totals){.fixtures = p->r->folder, .cases = p->cases, .write_path = write_path, .server = p->server};
    p->all.page = has_page ? page_new() : NULL;
    lob_buf_init(&p->all.seen, 0);
    snprintf(path, sizeof path, "%s/one.json", p->cases);
    run_case(&p->all, path);
    shelf_finish(&p->all);
    if (has_page) {
        snprintf(path, sizeof path, "%s/diff.html", p->out);
        assert_true(page_write(p->all.page, path));
    }
    page_drop(p->all.page);
    lob_buf_release(&p->all.seen);
    return p->all.failed;
}

static const char *page_text(play *p) {
    static char text[1 << 16];
    char path[160];
    snprintf(path, sizeof path, "%s/diff.html", p->out);
    FILE *in = fopen(path, "rb");
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    return text;
}

static unsigned count_of(const char *text, const char *part) {
    unsigned count = 0;
    for (; (text = strstr(text, part)) != NULL; text++) {
        count++;
    }
    return count;
}

static bool is_there(const char *folder, const char *name) {
    char path[200];
    snprintf(path, sizeof path, "%s/pictures/%s", folder, name);
    return access(path, F_OK) == 0;
}

static void test_case_accepted(void **state) {
    play *p = play_begin(*state);
    assert_int_equal(play_run(p, NULL, false), 1); /* neither text nor picture are stored */
    assert_int_equal(play_run(p, p->cases, false), 0);
    assert_true(is_there(p->cases, "one_1.png"));
    assert_int_equal(play_run(p, NULL, false), 0);
    assert_int_equal(p->all.passed, 1);
    /* Accepting again leaves a picture of the same pixels alone, be its bytes others. */
    char path[200];
    struct stat before, after;
    snprintf(path, sizeof path, "%s/pictures/one_1.png", p->cases);
    put_png(path, 8, 8, PNG_FORMAT_GRAY, (uint8_t[64]){[0 ... 63] = 255}, NULL, 0);
    stat(path, &before);
    assert_int_equal(play_run(p, p->cases, false), 0);
    stat(path, &after);
    assert_int_equal(before.st_size, after.st_size);
    assert_int_equal(play_run(p, NULL, false), 0);
    free(p);
}

static void test_case_changed(void **state) {
    play *p = play_begin(*state);
    assert_int_equal(play_run(p, p->cases, false), 0);
    p->pixels[(3 * 8 + 5) * 4 + 1] = 55; /* (5, 3) by 200 */
    put_answer(p);
    assert_int_equal(play_run(p, NULL, false), 1);
    assert_int_equal(play_run(p, p->out, true), 1);
    const char *shown = page_text(p);
    assert_non_null(strstr(shown, "1 pixels differ, most by 200 of 255 at (5, 3)."));
    assert_non_null(strstr(shown, "1 cases and 1 pictures are other ones; 0 stored pictures belong to no answer."));
    assert_int_equal(count_of(shown, "src=\"data:image/png;base64,iVBORw0KGgo"), 3);
    assert_int_equal(count_of(shown, "class=\"old\""), 1); /* the hash in the text */
    assert_int_equal(count_of(shown, "class=\"new\""), 1);
    assert_null(strstr(shown, "<b>"));
    assert_true(is_there(p->out, "one_1.png"));
    assert_true(is_there(p->out, "one_1.expected.png"));
    assert_true(is_there(p->out, "one_1.difference.png"));
    assert_int_equal(play_run(p, p->cases, false), 0);
    assert_int_equal(play_run(p, NULL, false), 0);
    assert_int_equal(play_run(p, p->out, true), 0);
    assert_non_null(strstr(page_text(p), "0 cases and 0 pictures"));
    free(p);
}

static void test_case_missing_and_stale(void **state) {
    play *p = play_begin(*state);
    char path[200];
    assert_int_equal(play_run(p, p->cases, false), 0);
    snprintf(path, sizeof path, "%s/pictures/one_1.png", p->cases);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(play_run(p, NULL, false), 1);
    assert_int_equal(play_run(p, p->out, true), 1);
    assert_non_null(strstr(page_text(p), "expected: none"));
    assert_int_equal(play_run(p, p->cases, false), 0);
    snprintf(path, sizeof path, "%s/pictures/one_2.png", p->cases);
    put_text(path, "stale");
    assert_int_equal(play_run(p, NULL, false), 1);
    assert_int_equal(play_run(p, p->out, true), 1);
    assert_non_null(strstr(page_text(p), "<p>one_2.png</p>"));
    assert_true(is_there(p->cases, "one_2.png"));
    assert_int_equal(play_run(p, p->cases, false), 0);
    assert_false(is_there(p->cases, "one_2.png"));
    /* A stored file that is no picture is another one. */
    snprintf(path, sizeof path, "%s/pictures/one_1.png", p->cases);
    put_text(path, "damaged");
    assert_int_equal(play_run(p, NULL, false), 1);
    assert_int_equal(play_run(p, p->cases, false), 0);
    assert_int_equal(play_run(p, NULL, false), 0);
    /* A case that broke off wants nothing removed. */
    assert_int_equal(unlink(in_folder(p->r, "2")), 0);
    assert_int_equal(play_run(p, p->cases, false), 1);
    assert_true(is_there(p->cases, "one_1.png"));
    free(p);
}

/* Where nothing can be written, that is said. */
static void test_case_not_stored(void **state) {
    play *p = play_begin(*state);
    char path[200];
    assert_int_equal(play_run(p, in_folder(p->r, "nowhere"), false), 1);
    assert_int_equal(play_run(p, in_folder(p->r, "nowhere"), true), 1);
    assert_int_equal(play_run(p, p->cases, false), 0);
    p->pixels[0] = 0;
    put_answer(p);
    snprintf(path, sizeof path, "%s/pictures", p->out);
    put_text(path, "no folder");
    assert_int_equal(play_run(p, p->out, true), 1);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkdir(path, 0700), 0);
    snprintf(path, sizeof path, "%s/pictures/one_1.difference.png", p->out);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_int_equal(play_run(p, p->out, true), 1);
    page *nothing = page_new();
    assert_false(page_write(nothing, in_folder(p->r, "nowhere/diff.html")));
    page_drop(nothing);
    free(p);
}

static void test_case_probed(void **state) {
    play *p = play_begin(*state);
    put_case(p, "\"picture\":{\"size\":[8,8],\"probes\":[{\"at_um\":[0.5,0.5],\"is_ground\":true}]},");
    assert_int_equal(play_run(p, p->cases, false), 0);
    assert_int_equal(play_run(p, NULL, false), 0); /* the member was kept by accepting */
    p->pixels[7 * 8 * 4] = 0;
    put_answer(p);
    assert_int_equal(play_run(p, p->cases, false), 1); /* accepting does not accept what the case says is wrong */
    put_case(p, "\"picture\":{\"size\":[8,8]},");
    assert_int_equal(play_run(p, p->cases, false), 0);
    put_text(in_folder(p->r, "2"), "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32602,\"message\":\"no\"}}\n");
    assert_int_equal(play_run(p, p->cases, false), 1); /* wanted, and the answer has none */
    put_answer(p);
    assert_int_equal(play_run(p, p->cases, false), 0);
    assert_int_equal(unlink(in_folder(p->r, "now.png")), 0);
    assert_int_equal(play_run(p, p->cases, false), 1);
    assert_true(is_there(p->cases, "one_1.png")); /* the answer tells of it, so it is not stale */
    free(p);
}

/* ---- the page ---- */

static void add_case(page *p, rig *r, const char *stored, const char *today) {
    page_add_case(p, &r->ctx, LOB_STR("n"), LOB_STR("a"), lob_str_from(stored), lob_str_from(today), (lob_str){NULL, 0},
                  NULL);
}

static const char *text_difference(rig *r, const char *stored, const char *today) {
    static char text[1 << 16];
    page *p = page_new();
    add_case(p, r, stored, today);
    assert_true(page_write(p, in_folder(r, "page.html")));
    page_drop(p);
    FILE *in = fopen(in_folder(r, "page.html"), "rb");
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    char *from = strstr(text, "<pre>");
    return from != NULL ? from : "";
}

#define SAME(x) "<span class=\"same\"> " x "</span>"
#define OLD(x)  "<span class=\"old\">-" x "</span>"
#define NEW(x)  "<span class=\"new\">+" x "</span>"
#define GAP(x)  "<span class=\"gap\">  ... " x " lines alike</span>"
#define PRE(x)  "<pre>" x "</pre>\n</body></html>\n"

static void test_case_waits(void **state) {
    play *p = play_begin(*state);
    static const char *const waits[] = {"0", "1", "1.5", "\"1\"", "-1", "60001", "1e1", "null"};
    char path[160], text[128];
    snprintf(path, sizeof path, "%s/one.json", p->cases);
    for (unsigned i = 0; i < sizeof waits / sizeof waits[0]; i++) {
        lob_case("waits[%u]", i);
        snprintf(text, sizeof text, "{\"name\":\"one\",\"about\":\"a\",\"steps\":[{\"wait_ms\":%s}]}", waits[i]);
        put_text(path, text);
        assert_int_equal(play_run(p, NULL, false), i < 2 ? 0 : 1);
        assert_int_equal(p->all.is_incomplete, i >= 2);
    }
    free(p);
}

static void test_text_differences(void **state) {
    rig *r = *state;
    assert_string_equal(text_difference(r, "a\nb\n", "a\nb\n"), "");
    assert_string_equal(text_difference(r, "a\nb\nc\n", "a\nx<\nc\n"), PRE(SAME("a") OLD("b") NEW("x&lt;") SAME("c")));
    assert_string_equal(text_difference(r, "a\nc\n", "a\nb\nc\n"), PRE(SAME("a") NEW("b") SAME("c")));
    assert_string_equal(text_difference(r, "", "a\n"), PRE(NEW("a")));
    assert_string_equal(text_difference(r, "1\n2\n3\n4\n5\nb\n6\n7\n8\n9\n10\n", "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n"),
                        PRE(GAP("2") SAME("3") SAME("4") SAME("5") OLD("b") SAME("6") SAME("7") SAME("8") GAP("2")));
    /* The most that both have stays. */
    assert_string_equal(text_difference(r, "x\na\nb\nc\n", "a\nb\nc\nx\n"),
                        PRE(OLD("x") SAME("a") SAME("b") SAME("c") NEW("x")));
    assert_string_equal(text_difference(r, "a\nb\nc\nx\n", "x\na\nb\nc\n"),
                        PRE(NEW("x") SAME("a") SAME("b") SAME("c") OLD("x")));
    assert_string_equal(text_difference(r, "a\nb\nc\nx\nq\n", "p\nx\na\nb\nc\n"),
                        PRE(NEW("p") NEW("x") SAME("a") SAME("b") SAME("c") OLD("x") OLD("q")));
    /* Two changes with what lies between. */
    assert_string_equal(text_difference(r, "a\n1\n2\nb\n", "x\n1\n2\ny\n"),
                        PRE(OLD("a") NEW("x") SAME("1") SAME("2") OLD("b") NEW("y")));
    assert_string_equal(
        text_difference(r, "a\n1\n2\n3\n4\n5\n6\n7\n8\nb\n", "x\n1\n2\n3\n4\n5\n6\n7\n8\ny\n"),
        PRE(OLD("a") NEW("x") SAME("1") SAME("2") SAME("3") GAP("2") SAME("6") SAME("7") SAME("8") OLD("b") NEW("y")));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_kinds_of_png, setup, rig_teardown),
        cmocka_unit_test_setup_teardown(test_bad_files, setup, rig_teardown),
        cmocka_unit_test_setup_teardown(test_compare, setup, rig_teardown),
        cmocka_unit_test_setup_teardown(test_base64, setup, rig_teardown),
        cmocka_unit_test_setup_teardown(test_told, setup, rig_teardown),
        cmocka_unit_test_setup_teardown(test_probes, setup, rig_teardown),
        cmocka_unit_test_setup_teardown(test_probes_not_understood, setup, rig_teardown),
        cmocka_unit_test_setup_teardown(test_coverage, setup, rig_teardown),
        cmocka_unit_test_setup_teardown(test_against, setup, rig_teardown),
        cmocka_unit_test_setup_teardown(test_check, setup, rig_teardown),
        cmocka_unit_test_setup_teardown(test_names, setup, rig_teardown),
        cmocka_unit_test_setup_teardown(test_case_accepted, setup, rig_teardown),
        cmocka_unit_test_setup_teardown(test_case_changed, setup, rig_teardown),
        cmocka_unit_test_setup_teardown(test_case_missing_and_stale, setup, rig_teardown),
        cmocka_unit_test_setup_teardown(test_case_not_stored, setup, rig_teardown),
        cmocka_unit_test_setup_teardown(test_case_probed, setup, rig_teardown),
        cmocka_unit_test_setup_teardown(test_case_waits, setup, rig_teardown),
        cmocka_unit_test_setup_teardown(test_text_differences, setup, rig_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
