/* The document, read back by libxml2: head, groups, patterns, masks, text of any bytes, limits, failures. And its
 * picture: what librsvg makes of it (where rsvg-convert is installed) against lob_scene_draw(). */
#include "tests/support/lob_test.h"

#include "svg_rig.h"

#include <fcntl.h>
#include <png.h>
#include <unistd.h>

#include "io/read.h"
#include "tests/support/arena_rig.h"

static const lob_style plain = {
    .fill = 0x204060, .frame = 0xff0000, .fill_alpha = 102, .frame_alpha = 128, .frame_width = 2, .is_visible = true};

/* Two layers of boxes that overlap. */
static lob_layout *sample(const char *cell) {
    rig r = rig_begin(&ctx);
    rig_cell(&r, cell);
    rig_box(&r, 1, NULL, (lob_box){0, 0, 500, 1000});
    rig_box(&r, 2, NULL, (lob_box){250, 250, 750, 750});
    rig_end_cell(&r);
    return rig_end(&r);
}

static xmlDoc *draw(lob_layout *layout, const lob_scene *scene, const lob_str *names, lob_scene_info *info) {
    lob_buf svg;
    lob_buf_init(&svg, 0);
    assert_int_equal(svg_make(&ctx, layout, scene, names, NULL, &svg, info), LOB_OK);
    xmlDoc *doc = svg_parse(&svg);
    lob_buf_release(&svg);
    return doc;
}

static const lob_grid grid_100x50 = {.left = -500, .top = 1000, .sx = 0.05, .sy = 0.05, .width = 100, .height = 50};

static void test_document(void **state) {
    (void)state;
    lob_layout *layout = sample("A & <B>");
    lob_scene_layer layers[SVG_LAYERS_MAX];
    lob_scene_info info;
    for (int mode = 0; mode < 2; mode++) {
        const lob_scene scene =
            svg_scene(layout, &grid_100x50, mode ? LOB_PICTURE_DARK : LOB_PICTURE_LIGHT, &plain, layers);
        xmlDoc *doc = draw(layout, &scene, NULL, &info);
        xmlNode *root = xmlDocGetRootElement(doc);
        assert_string_equal((const char *)root->ns->href, "http://www.w3.org/2000/svg");
        assert_true(svg_is(root, "version", "1.1"));
        assert_true(svg_is(root, "viewBox", "0 0 100 50"));
        assert_true(svg_is(root, "width", "100"));
        assert_true(svg_is(root, "height", "50"));
        xmlChar *title = xmlNodeGetContent(svg_nth(root, "title", 0));
        assert_string_equal((const char *)title, "A & <B>");
        xmlFree(title);
        xmlNode *ground = svg_nth(root, "rect", 1);
        assert_true(svg_is(ground, "fill", mode ? "#000000" : "#ffffff"));
        assert_true(svg_is(ground, "height", "50"));
        assert_true(svg_is(svg_nth(root, "g", 0), "fill-rule", "nonzero"));
        assert_true(svg_is(svg_nth(root, "g", 1), "id", "layer-0-1_0"));
        assert_true(svg_is(svg_nth(root, "g", 2), "id", "layer-1-2_0"));
        assert_int_equal(info.figures, 2);
        assert_int_equal(info.far_count, 0);
        xmlFreeDoc(doc);
    }
    layers[0].style.is_visible = false;
    const lob_scene one = {.cell = 0, .grid = grid_100x50, .layers = layers, .layer_count = 2};
    xmlDoc *doc = draw(layout, &one, NULL, &info);
    assert_int_equal(info.figures, 1);
    assert_true(svg_is(svg_nth(xmlDocGetRootElement(doc), "g", 1), "id", "layer-1-2_0"));
    xmlFreeDoc(doc);
    lob_layout_drop(layout);
}

/* What XML can hold comes back as it was, the rest as U+FFFD; nothing of a name becomes an element. */
static void test_names(void **state) {
    (void)state;
    static const struct {
        lob_str name;
        const char *want;
    } cases[] = {
        {{"<script>alert('1')</script>", 27}, "<script>alert('1')</script>"},
        {{"]]>&amp;\"'--><!--", 17}, "]]>&amp;\"'--><!--"},
        {{"a\x01"
          "b\xff"
          "c\0d",
          7},
         "a\xef\xbf\xbd"
         "b\xef\xbf\xbd"
         "c\xef\xbf\xbd"
         "d"},
        {{"tab\tline\ncr\rend", 15}, "tab\tline\ncr\rend"},
        {{"\xef\xbf\xbe\xef\xbf\xbf\xed\xa0\x80", 9}, "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
        {{"\xe2\x80\xae\xf0\x9f\x98\x80\xc2\x85", 9}, "\xe2\x80\xae\xf0\x9f\x98\x80\xc2\x85"},
        {{"", 0}, ""},
    };
    lob_scene_layer layers[SVG_LAYERS_MAX];
    lob_scene_info info;
    lob_layout *layout = sample("TOP");
    lob_scene scene = svg_scene(layout, &grid_100x50, LOB_PICTURE_LIGHT, &plain, layers);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].want);
        const lob_str names[2] = {cases[i].name, LOB_STR("second")};
        for (int is_mask = 0; is_mask < 2; is_mask++) {
            scene.mode = is_mask ? LOB_PICTURE_MASK : LOB_PICTURE_LIGHT;
            xmlDoc *doc = draw(layout, &scene, names, &info);
            xmlNode *root = xmlDocGetRootElement(doc);
            xmlChar *title = xmlNodeGetContent(svg_nth(root, "title", 1));
            if (is_mask) {
                assert_memory_equal(title, cases[i].want, strlen(cases[i].want));
                assert_string_equal((const char *)title + strlen(cases[i].want), ", second");
            } else {
                assert_string_equal((const char *)title, cases[i].want);
                assert_true(svg_is(svg_nth(root, "g", 1), "label", cases[i].want));
                assert_int_equal(svg_count(root, "g"), 3);
            }
            assert_int_equal(svg_count(root, "script"), 0);
            xmlFree(title);
            xmlFreeDoc(doc);
        }
    }
    lob_layout_drop(layout);
}

/* Each pixel of the tile is covered when its bit is set. */
static void test_patterns(void **state) {
    (void)state;
    lob_layout *layout = sample("TOP");
    lob_scene_layer layers[SVG_LAYERS_MAX];
    lob_scene_info info;
    lob_style style = {
        .fill = 0x123456, .fill_alpha = 255, .is_visible = true, .pattern_width = 7, .pattern_height = 5};
    const uint32_t rows[5] = {0x55, 0x7f, 0x00, 0x41, 0x1c};
    memcpy(style.pattern, rows, sizeof rows);
    const lob_scene scene = svg_scene(layout, &grid_100x50, LOB_PICTURE_LIGHT, &style, layers);
    xmlDoc *doc = draw(layout, &scene, NULL, &info);
    xmlNode *root = xmlDocGetRootElement(doc);
    assert_int_equal(svg_count(root, "pattern"), 2);
    xmlNode *pattern = svg_nth(root, "pattern", 0);
    assert_true(svg_is(pattern, "patternUnits", "userSpaceOnUse"));
    assert_eq(svg_number(pattern, "width"), 7);
    assert_eq(svg_number(pattern, "height"), 5);
    svg_path path;
    svg_path_of(svg_nth(pattern, "path", 0), &path);
    for (int y = 0; y < 5; y++) {
        for (int x = 0; x < 7; x++) {
            int want = rows[y] >> x & 1;
            assert_int_equal(abs(path_winding(&path, (lob_pixel){x + 0.5, y + 0.5})), want);
        }
    }
    svg_path_drop(&path);
    assert_true(svg_is(svg_nth(root, "path", 1), "fill", "url(#fill-0)"));
    assert_true(svg_is(pattern, "id", "fill-0"));
    assert_true(svg_is(svg_nth(root, "path", 3), "fill", "url(#fill-1)"));
    xmlFreeDoc(doc);
    lob_layout_drop(layout);
}

/* One white path on black: the union of the visible layers, styles ignored. */
static void test_mask(void **state) {
    (void)state;
    lob_layout *layout = sample("TOP");
    lob_scene_layer layers[SVG_LAYERS_MAX];
    lob_scene_info info;
    lob_scene scene = svg_scene(layout, &grid_100x50, LOB_PICTURE_MASK, &plain, layers);
    lob_scene_layer swapped[3] = {layers[1], layers[0], layers[1]}; /* the walk wants each once, sorted */
    scene.layers = swapped;
    scene.layer_count = 3;
    xmlDoc *doc = draw(layout, &scene, NULL, &info);
    xmlNode *root = xmlDocGetRootElement(doc);
    assert_true(svg_is(svg_nth(root, "rect", 1), "fill", "#000000"));
    assert_int_equal(svg_count(root, "path"), 1);
    xmlNode *only = svg_nth(root, "path", 0);
    assert_true(svg_is(only, "fill", "#ffffff"));
    assert_null(svg_attr(only, "stroke"));
    assert_null(svg_attr(only, "fill-opacity"));
    svg_path path;
    svg_path_of(only, &path);
    assert_int_equal(path.ring_count, 2);
    svg_path_drop(&path);
    assert_int_equal(info.figures, 2);
    xmlFreeDoc(doc);
    swapped[0].style.is_visible = swapped[1].style.is_visible = swapped[2].style.is_visible = false;
    doc = draw(layout, &scene, NULL, &info);
    assert_int_equal(svg_count(xmlDocGetRootElement(doc), "path"), 0);
    assert_int_equal(info.figures, 0);
    xmlFreeDoc(doc);
    lob_layout_drop(layout);
}

/* ---- refusals ---- */

static void test_limits(void **state) {
    (void)state;
    lob_layout *layout = sample("TOP");
    lob_scene_layer layers[SVG_LAYERS_MAX];
    lob_scene_info info;
    lob_scene scene = svg_scene(layout, &grid_100x50, LOB_PICTURE_LIGHT, &plain, layers);
    lob_buf whole;
    lob_buf_init(&whole, 0);
    assert_int_equal(svg_make(&ctx, layout, &scene, NULL, NULL, &whole, &info), LOB_OK);
    for (size_t limit = 1; limit <= whole.size; limit++) {
        lob_buf small;
        lob_buf_init(&small, limit);
        lob_status status = svg_make(&ctx, layout, &scene, NULL, NULL, &small, &info);
        assert_int_equal(status, limit < whole.size ? LOB_E_RENDER_FAILED : LOB_OK);
        if (status != LOB_OK) {
            assert_ne(ctx.error.hint[0], '\0');
            assert_eq(ctx.error.detail_count, 2);
            lob_error_clear(&ctx.error);
        } else { /* the same bytes again */
            assert_memory_equal(small.data, whole.data, whole.size);
        }
        lob_buf_release(&small);
    }
    const uint32_t bad[][2] = {{0, 5}, {5, 0}, {LOB_SIDE_MAX + 1, 5}, {5, LOB_SIDE_MAX + 1}};
    for (int i = 0; i < 4; i++) {
        scene.grid.width = bad[i][0];
        scene.grid.height = bad[i][1];
        assert_int_equal(svg_make(&ctx, layout, &scene, NULL, NULL, &whole, &info), LOB_E_QUERY_TOO_LARGE);
        assert_ne(ctx.error.hint[0], '\0');
        lob_error_clear(&ctx.error);
    }
    scene.grid = grid_100x50;
    lob_cancel cancel = {.requested = true};
    ctx.cancel = &cancel;
    assert_int_equal(svg_make(&ctx, layout, &scene, NULL, NULL, &whole, &info), LOB_E_CANCELLED);
    ctx.cancel = NULL;
    lob_error_clear(&ctx.error);
    lob_buf_release(&whole);
    lob_layout_drop(layout);
}

/* Set while figures are drawn: 16,384 pieces of work are enough to notice. */
static void cancel_soon(void *arg, double done, double total, const char *message) {
    (void)done;
    (void)total;
    (void)message;
    ((lob_cancel *)arg)->requested = true;
}

static void test_cancel_within(void **state) {
    (void)state;
    rig r = rig_begin(&ctx);
    const lob_rep many = {.kind = LOB_REP_LATTICE, .na = 100, .nb = 190, .a = {10, 0}, .b = {0, 10}};
    rig_cell(&r, "TOP");
    rig_box(&r, 1, NULL, (lob_box){0, 0, 5, 5});
    rig_box(&r, 2, &many, (lob_box){0, 0, 5, 5});
    rig_end_cell(&r);
    lob_layout *layout = rig_end(&r);
    lob_scene_layer layers[SVG_LAYERS_MAX];
    lob_scene_info info;
    lob_buf svg;
    lob_buf_init(&svg, 0);
    const lob_grid grid = lob_grid_fit((lob_box64){0, 0, 2000, 2000}, 500, 500);
    const lob_scene scene = svg_scene(layout, &grid, LOB_PICTURE_LIGHT, &plain, layers);
    lob_cancel cancel = {.requested = false};
    ctx.cancel = &cancel;
    ctx.progress = cancel_soon;
    ctx.progress_arg = &cancel;
    assert_int_equal(svg_make(&ctx, layout, &scene, NULL, NULL, &svg, &info), LOB_E_CANCELLED);
    ctx.cancel = NULL;
    ctx.progress = NULL;
    lob_error_clear(&ctx.error);
    lob_buf_release(&svg);
    lob_layout_drop(layout);
}

/* A layer with frames, hairlines and a ring that crosses itself; marks; a layer that becomes an image. */
static lob_layout *rich(void) {
    rig r = rig_begin(&ctx);
    const lob_point bow[] = {{0, 0}, {300, 300}, {300, 0}, {0, 300}};
    const lob_rep many = {.kind = LOB_REP_LATTICE, .na = 150, .nb = 150, .a = {6, 0}, .b = {0, 6}};
    rig_cell(&r, "TOP");
    rig_polygon(&r, 1, NULL, bow, 4);
    rig_box(&r, 1, NULL, (lob_box){400, 400, 401, 401});
    rig_box(&r, 1, NULL, (lob_box){500, 500, 90000, 600});
    rig_box(&r, 2, &many, (lob_box){0, 0, 3, 3});
    rig_end_cell(&r);
    return rig_end(&r);
}

static bool run_sweep(void *arg) {
    lob_layout *layout = arg;
    lob_arena *own = lob_arena_new(0);
    if (!own) {
        return false;
    }
    lob_ctx c;
    lob_ctx_init(&c, own);
    lob_marks marks;
    lob_marks_init(&marks, own);
    const lob_pixel line[] = {{1, 1}, {90, 40}};
    const lob_mark word = {.kind = LOB_MARK_TEXT, .alpha = 255, .text = LOB_STR("gap"), .at = {5, 20}, .size = 12};
    lob_scene_layer layers[SVG_LAYERS_MAX];
    lob_scene_info info;
    lob_buf svg;
    lob_buf_init(&svg, 0);
    const lob_grid grid = lob_grid_fit((lob_box64){0, 0, 1000, 1000}, 100, 100);
    const lob_scene scene = svg_scene(layout, &grid, LOB_PICTURE_LIGHT, &plain, layers);
    bool fine = lob_marks_line(&c, &marks, line, 2, false, 2, 0, 255) == LOB_OK &&
                lob_marks_area(&c, &marks, line, 2, 0, 255) == LOB_OK && lob_marks_add(&c, &marks, &word) == LOB_OK &&
                svg_make(&c, layout, &scene, NULL, &marks, &svg, &info) == LOB_OK;
    if (!fine) {
        assert_eq(c.error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    if (fine) {
        assert_eq(info.far_count, 1);
    }
    lob_buf_release(&svg);
    lob_arena_drop(own);
    return fine;
}

static void test_failing(void **state) {
    (void)state;
    lob_layout *layout = rich();
    run_sweep(layout); /* indices of the layout are made once */
    assert_gt(sweep_allocations(run_sweep, layout), 20);
    lob_layout_drop(layout);
}

/* ---- the picture ---- */

static void read_png(const char *path, uint32_t width, uint32_t height, uint8_t *rgba) {
    png_image image = {.version = PNG_IMAGE_VERSION};
    assert_int_equal(png_image_begin_read_from_file(&image, path), 1);
    assert_int_equal(image.width, width);
    assert_int_equal(image.height, height);
    image.format = PNG_FORMAT_RGBA;
    assert_int_equal(png_image_finish_read(&image, NULL, rgba, 0, NULL), 1);
}

/* Mean and largest difference of a channel between librsvg's picture of the document and ours. */
static void compare(const lob_buf *svg, const lob_picture *p, double *mean, int *most) {
    char folder[] = "/tmp/lob_svg_XXXXXX";
    char from[64];
    char to[64];
    char command[256];
    assert_non_null(mkdtemp(folder));
    snprintf(from, sizeof from, "%s/a.svg", folder);
    snprintf(to, sizeof to, "%s/a.png", folder);
    FILE *file = fopen(from, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(svg->data, 1, svg->size, file), svg->size);
    assert_int_equal(fclose(file), 0);
    snprintf(command, sizeof command, "rsvg-convert --unlimited -o %s %s", to, from);
    assert_int_equal(system(command), 0);
    size_t size = (size_t)p->width * p->height * 4;
    uint8_t *seen = malloc(size);
    assert_non_null(seen);
    read_png(to, p->width, p->height, seen);
    double sum = 0;
    *most = 0;
    for (size_t i = 0; i < size; i++) {
        int off = abs(seen[i] - p->rgba[i]);
        sum += off;
        *most = off > *most ? off : *most;
    }
    *mean = sum / (double)size;
    free(seen);
    assert_int_equal(unlink(from), 0);
    assert_int_equal(unlink(to), 0);
    assert_int_equal(rmdir(folder), 0);
}

static lob_layout *read_fixture(const char *name) {
    char path[128];
    lob_read_result result = {0};
    const lob_read_options options = {.inflated_max = 1 << 26, .layout_size_max = 1 << 26};
    snprintf(path, sizeof path, "fixtures/%s.gds", name);
    int fd = open(path, O_RDONLY);
    assert_ge(fd, 0);
    assert_int_equal(lob_read_layout(&ctx, fd, &options, &result), LOB_OK);
    return result.layout;
}

typedef enum { FILLED, HATCHED, FRAMED } look;

static lob_style style_of(look how, uint32_t i) {
    lob_style style = lob_palette_style(how == HATCHED ? i + LOB_PALETTE_COUNT : i, LOB_PICTURE_LIGHT);
    style.frame_width = how == FRAMED ? 1 : 0;
    return style;
}

static void add_marks(lob_marks *marks) {
    const lob_pixel kite[] = {{50, 60}, {300, 90}, {250, 300}, {80, 200}};
    const lob_pixel far[] = {{-1e6, 150}, {200, 180}, {1e6, 350}, {200, 5000}};
    assert_int_equal(lob_marks_area(&ctx, marks, kite, 4, 0xff0000, 100), LOB_OK);
    assert_int_equal(lob_marks_line(&ctx, marks, kite, 4, true, 6, 0x0000ff, 128), LOB_OK);
    assert_int_equal(lob_marks_line(&ctx, marks, far, 4, true, 5, 0x00aa00, 255), LOB_OK);
    lob_mark mark = {.kind = LOB_MARK_LINE,
                     .color = 0xaa00aa,
                     .alpha = 200,
                     .points = far,
                     .count = 4,
                     .is_closed = true,
                     .line_width = 3,
                     .dash_on = 12,
                     .gap = 7};
    assert_int_equal(lob_marks_add(&ctx, marks, &mark), LOB_OK);
    mark.points = kite;
    assert_int_equal(lob_marks_add(&ctx, marks, &mark), LOB_OK);
    static const char *words[] = {"Gap 0.2 \xc2\xb5m", "\xff\x01 Agh", "right"};
    for (int i = 0; i < 3; i++) {
        const lob_mark word = {.kind = LOB_MARK_TEXT,
                               .color = 0x202020,
                               .alpha = i == 2 ? 150 : 255,
                               .text = lob_str_from(words[i]),
                               .at = {160, 60 + 70 * i},
                               .anchor = (lob_text_anchor)i,
                               .size = 14 + 12 * i,
                               .halo = i,
                               .halo_color = 0xffcc00};
        assert_int_equal(lob_marks_add(&ctx, marks, &word), LOB_OK);
    }
}

/* Pixels that figures barely meet show LOB_VISIBLE_MIN in the picture and their share in the document: so up to 80
 * times alpha apart, 32 for fills at two fifths and 51 for hatches; librsvg's own shares are off by up to 17/255. A
 * mask has only the latter. */
static void test_seen(void **state) {
    (void)state;
    static const struct {
        const char *fixture;
        lob_picture_mode mode;
        look how;
        bool has_marks;
        double mean;
        int most;
    } cases[] = {{"coupler", LOB_PICTURE_LIGHT, FRAMED, false, 0.3, 32},
                 {"coupler", LOB_PICTURE_DARK, FILLED, true, 0.4, 45},
                 {"reticle", LOB_PICTURE_LIGHT, FILLED, false, 1, 45},
                 {"bend_euler", LOB_PICTURE_LIGHT, FILLED, false, 0.2, 36},
                 {"polygons_odd", LOB_PICTURE_DARK, FILLED, false, 0.2, 36},
                 {"polygons_odd", LOB_PICTURE_MASK, FILLED, false, 0.1, 20},
                 {"path_odd", LOB_PICTURE_LIGHT, FILLED, false, 0.2, 45},
                 {"photonic_crystal", LOB_PICTURE_MASK, FILLED, true, 0.2, 40},
                 {"array_fractional", LOB_PICTURE_LIGHT, HATCHED, false, 0.2, 51}};
    const bool has_rsvg = system("rsvg-convert --version >/dev/null 2>&1") == 0;
    const size_t count_all = sizeof cases / sizeof cases[0];
    for (size_t i = 0; i < (getenv("LOB_TEST_QUICK") ? 4 : count_all); i++) {
        lob_layout *layout = read_fixture(cases[i].fixture);
        lob_cell_index top = lob_layout_top(layout, 0);
        uint32_t count = lob_layout_layer_count(layout);
        lob_scene_layer *layers = calloc(count, sizeof *layers);
        for (uint32_t k = 0; k < count; k++) {
            layers[k] = (lob_scene_layer){k, style_of(cases[i].how, k)};
        }
        const lob_scene scene = {.cell = top,
                                 .grid = lob_grid_fit(lob_layout_cell(layout, top)->box, 320, 240),
                                 .mode = cases[i].mode,
                                 .layers = layers,
                                 .layer_count = count};
        lob_cover *cover;
        lob_picture p;
        lob_scene_info info[2];
        lob_marks marks;
        lob_buf svg;
        double mean = 0;
        int most = 0;
        lob_buf_init(&svg, 0);
        lob_marks_init(&marks, arena);
        if (cases[i].has_marks) {
            add_marks(&marks);
        }
        assert_int_equal(lob_cover_new(&ctx, layout, 1 << 24, &cover), LOB_OK);
        assert_int_equal(lob_picture_new(&ctx, 320, 240, cases[i].mode, &p), LOB_OK);
        assert_int_equal(lob_scene_draw(&ctx, cover, &scene, &p, &info[0]), LOB_OK);
        assert_int_equal(lob_marks_draw(&ctx, &marks, &p), LOB_OK);
        assert_int_equal(lob_svg_make(&ctx, cover, &scene, NULL, &marks, &svg, &info[1]), LOB_OK);
        assert_int_equal(info[0].figures, info[1].figures);
        xmlFreeDoc(svg_parse(&svg));
        if (has_rsvg) {
            compare(&svg, &p, &mean, &most);
        }
        if (mean > cases[i].mean || most > cases[i].most) {
            fail_msg("case %zu (%s): mean %.3f, most %d", i, cases[i].fixture, mean, most);
        }
        lob_buf_release(&svg);
        lob_picture_release(&p);
        lob_cover_release(cover);
        lob_layout_drop(layout);
        free(layers);
    }
    if (!has_rsvg) {
        print_message("rsvg-convert is not installed (librsvg2-bin): pictures were not compared\n");
        skip();
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_document, setup, teardown),
        cmocka_unit_test_setup_teardown(test_names, setup, teardown),
        cmocka_unit_test_setup_teardown(test_patterns, setup, teardown),
        cmocka_unit_test_setup_teardown(test_mask, setup, teardown),
        cmocka_unit_test_setup_teardown(test_limits, setup, teardown),
        cmocka_unit_test_setup_teardown(test_cancel_within, setup, teardown),
        cmocka_unit_test_setup_teardown(test_failing, setup, teardown),
        cmocka_unit_test_setup_teardown(test_seen, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
