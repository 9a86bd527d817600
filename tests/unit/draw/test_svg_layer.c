/* What a layer's paths cover, against areas worked out by hand and against windings of the stored figures counted at
 * random points; what is widened and framed, against the formulas. */
#include "tests/support/lob_test.h"

#include "svg_rig.h"

#include "draw/svg_impl.h"
#include "tests/support/arena_rig.h"
#include "tests/support/stride.h"

static const lob_style fill_only = {.fill = 0x204060, .fill_alpha = 102, .is_visible = true};
static const lob_style framed = {
    .fill = 0x204060, .fill_alpha = 102, .frame = 0xff0000, .frame_alpha = 255, .frame_width = 1, .is_visible = true};

/* The document of all layers on a grid of `side` pixels over `box`. */
static xmlDoc *draw(lob_layout *layout, lob_box64 box, uint32_t side, const lob_style *style) {
    lob_scene_layer layers[SVG_LAYERS_MAX];
    lob_scene_info info;
    lob_buf svg;
    lob_buf_init(&svg, 0);
    const lob_grid grid = lob_grid_fit(box, side, side);
    const lob_scene scene = svg_scene(layout, &grid, LOB_PICTURE_LIGHT, style, layers);
    assert_int_equal(svg_make(&ctx, layout, &scene, NULL, NULL, &svg, &info), LOB_OK);
    xmlDoc *doc = svg_parse(&svg);
    lob_buf_release(&svg);
    return doc;
}

static xmlNode *root_of(xmlDoc *doc) {
    return xmlDocGetRootElement(doc);
}

/* Boxes, a triangle, an L, and the triangle placed mirrored, turned and magnified: pixel = dbu. */
static void test_areas(void **state) {
    (void)state;
    rig r = rig_begin(&ctx);
    const lob_point triangle[] = {{0, 0}, {40, 0}, {0, 30}};
    const lob_point corner[] = {{0, 0}, {0, 50}, {10, 50}, {10, 10}, {60, 10}, {60, 0}};
    rig_cell(&r, "CHILD");
    rig_polygon(&r, 1, NULL, triangle, 3);
    rig_end_cell(&r);
    rig_cell(&r, "TOP");
    rig_box(&r, 1, NULL, (lob_box){100, 100, 150, 120});
    rig_box(&r, 1, NULL, (lob_box){140, 110, 160, 200}); /* overlaps: each is written whole */
    rig_polygon(&r, 1, NULL, corner, 6);
    rig_inst(&r, "CHILD", NULL, 300, 300, true, 0, 1);
    rig_inst(&r, "CHILD", NULL, 400, 300, false, 90, 1);
    rig_inst(&r, "CHILD", NULL, 600, 600, true, 30, 2);
    rig_end_cell(&r);
    lob_layout *layout = rig_end(&r);
    xmlDoc *doc = draw(layout, (lob_box64){0, 0, 1000, 1000}, 1000, &fill_only);
    assert_int_equal(svg_count(root_of(doc), "path"), 1);
    svg_path path;
    svg_path_of(svg_nth(root_of(doc), "path", 0), &path);
    assert_int_equal(path.ring_count, 6);
    assert_int_equal(path.open_count, 0);
    assert_int_equal(path.count, 2 * 4 + 6 + 3 * 3);
    double want[6] = {1000, 1800, 1000, 600, 600, 2400};
    for (uint32_t i = 0; i < 6; i++) {
        uint32_t n = path.starts[i + 1] - path.starts[i];
        double area = ring_area(path.points + path.starts[i], n);
        bool is_found = false;
        for (int k = 0; k < 6 && !is_found; k++) { /* rounded to the dbu: half of one along 240 of the turned one */
            is_found = fabs(area - want[k]) < (want[k] == 2400 ? 121 : 1e-6);
            want[k] = is_found ? -1 : want[k];
        }
        assert_true(is_found);
    }
    svg_path_drop(&path);
    xmlFreeDoc(doc);
    lob_layout_drop(layout);
}

/* Random figures, most of them crossing themselves, some wound backwards, placed mirrored too: a point is covered when
 * some figure winds around it, whatever the others do. */
static void test_union(void **state) {
    (void)state;
    enum { FIGURES = 60, POINTS = 7 };
    rig r = rig_begin(&ctx);
    lob_pixel figures[2 * FIGURES][POINTS];
    uint32_t seed = 5;
    rig_cell(&r, "CHILD");
    for (int f = 0; f < FIGURES; f++) {
        lob_point points[POINTS];
        int32_t x = (int32_t)(svg_random(&seed) % 400), y = (int32_t)(svg_random(&seed) % 900);
        for (int i = 0; i < POINTS; i++) {
            points[i] = (lob_point){x + (int32_t)(svg_random(&seed) % 100), y + (int32_t)(svg_random(&seed) % 100)};
            figures[2 * f][i] = (lob_pixel){points[i].x, 1000 - points[i].y};
            figures[2 * f + 1][i] = (lob_pixel){(double)1000 - points[i].x, 1000 - points[i].y};
        }
        rig_polygon(&r, 1, NULL, points, POINTS);
    }
    rig_end_cell(&r);
    rig_cell(&r, "TOP");
    rig_inst(&r, "CHILD", NULL, 0, 0, false, 0, 1);
    rig_inst(&r, "CHILD", NULL, 1000, 0, true, 180, 1);
    rig_end_cell(&r);
    lob_layout *layout = rig_end(&r);
    /* The whole, and a window that cuts most figures; a pixel is a dbu, or a tenth of one. */
    for (int round = 0; round < 2; round++) {
        const lob_box64 box = round ? (lob_box64){250, 450, 350, 550} : (lob_box64){0, 0, 1000, 1000};
        const double scale = round ? 10 : 1;
        xmlDoc *doc = draw(layout, box, 1000, &fill_only);
        svg_path path;
        svg_path_of(svg_nth(root_of(doc), "path", 0), &path);
        unsigned covered = 0;
        for (uint32_t k = 0; k < stride_pick(4000, 400); k++) {
            lob_pixel at = {svg_random(&seed) % 1000000 / 1000.0, svg_random(&seed) % 1000000 / 1000.0};
            lob_pixel world = {(double)box.left + at.x / scale, 1000 - (double)box.top + at.y / scale};
            bool is_covered = false;
            bool is_near = false; /* crossings are rounded to a thousandth; turned copies are exact */
            for (int f = 0; f < 2 * FIGURES; f++) {
                is_covered = is_covered || ring_winding(figures[f], POINTS, world) != 0;
                for (int i = 0; i < POINTS; i++) {
                    lob_pixel a = figures[f][i];
                    lob_pixel b = figures[f][(i + 1) % POINTS];
                    double off = fabs((b.x - a.x) * (world.y - a.y) - (b.y - a.y) * (world.x - a.x));
                    is_near = is_near || off < 0.01 / scale * hypot(b.x - a.x, b.y - a.y);
                }
            }
            covered += is_covered;
            if (!is_near && is_covered != (path_winding(&path, at) != 0)) {
                fail_msg("(%g %g): covered %d, winds %d", at.x, at.y, is_covered, path_winding(&path, at));
            }
        }
        assert_in_range(covered, stride_pick(400, 40), stride_pick(3900, 390));
        svg_path_drop(&path);
        xmlFreeDoc(doc);
    }
    lob_layout_drop(layout);
}

/* A box of w x h pixels alone; the line that widens it. */
static double widened(double w, double h) {
    rig r = rig_begin(&ctx);
    rig_cell(&r, "TOP");
    rig_box(&r, 1, NULL, (lob_box){30000, 30000, 30000 + (int32_t)(w * 1000), 30000 + (int32_t)(h * 1000)});
    rig_end_cell(&r);
    lob_layout *layout = rig_end(&r);
    xmlDoc *doc = draw(layout, (lob_box64){0, 0, 100000, 100000}, 100, &fill_only);
    assert_int_equal(svg_count(root_of(doc), "path"), 1);
    xmlNode *path = svg_nth(root_of(doc), "path", 0);
    bool has_line = svg_attr(path, "stroke") != NULL;
    double width = has_line ? svg_number(path, "stroke-width") : 0;
    assert_true(svg_is(has_line ? path->parent : path, has_line ? "opacity" : "fill-opacity", ".4"));
    if (has_line) {
        assert_true(svg_is(path, "stroke", "#204060"));
    }
    xmlFreeDoc(doc);
    lob_layout_drop(layout);
    return width;
}

/* The average over all places of a box of the pixels it meets, each at LOB_VISIBLE_MIN: what is seen of the widened one
 * is as much, to the half step that widths come in. */
static void test_thin(void **state) {
    (void)state;
    static const double sizes[][2] = {{0.05, 40}, {0.2, 40}, {0.01, 0.01}, {0.3, 0.3}, {0.05, 3}, {0.001, 60}};
    for (int i = 0; i < 6; i++) {
        const double w = sizes[i][0], h = sizes[i][1];
        const double s = widened(w, h);
        const double step = LOB_SVG_HAIRLINE / 200.0 + 1e-9;
        const double want = LOB_VISIBLE_MIN / 255.0 * (1 + w) * (1 + h);
        assert_ge((w + s + step) * (h + s + step), want);
        assert_le((w + s - step) * (h + s - step), want);
    }
    assert_eq(widened(0.7, 40), 0);
    assert_eq(widened(3, 3), 0);
}

/* Large ones are framed, those below two lines in both directions not; each ring is written once. */
static void test_frames(void **state) {
    (void)state;
    rig r = rig_begin(&ctx);
    rig_cell(&r, "TOP");
    rig_box(&r, 1, NULL, (lob_box){100, 100, 400, 300});
    rig_box(&r, 2, NULL, (lob_box){100, 100, 400, 300});
    rig_box(&r, 2, NULL, (lob_box){500, 500, 515, 515});
    rig_end_cell(&r);
    lob_layout *layout = rig_end(&r);
    xmlDoc *doc = draw(layout, (lob_box64){0, 0, 1000, 1000}, 100, &framed);
    xmlNode *groups[2] = {svg_nth(root_of(doc), "g", 1), svg_nth(root_of(doc), "g", 2)};
    assert_true(svg_is(groups[0], "id", "layer-0-1_0"));
    assert_int_equal(svg_count(groups[0], "path"), 1);
    xmlNode *one = svg_nth(groups[0], "path", 0);
    assert_true(svg_is(one, "d", "M40 90V70H10V90z") || svg_is(one, "d", "M10 70H40V90H10z") ||
                svg_is(one, "d", "M10 90V70H40V90z"));
    assert_true(svg_is(one, "stroke", "#ff0000"));
    assert_true(svg_is(one, "stroke-width", "1"));
    assert_true(svg_is(one, "fill", "#204060"));
    assert_true(svg_is(one, "fill-opacity", ".4"));
    assert_null(svg_attr(one, "stroke-opacity"));
    xmlNode *second = groups[0]->next;
    while (second->type != XML_ELEMENT_NODE) {
        second = second->next;
    }
    assert_true(svg_is(second, "id", "layer-1-2_0"));
    assert_int_equal(svg_count(second, "path"), 2);
    assert_true(svg_is(svg_nth(second, "path", 0), "id", "shape-1"));
    assert_int_equal(svg_count(second, "use"), 2);
    xmlNode *fill = svg_nth(second, "use", 0)->parent;
    xmlNode *frame = svg_nth(second, "use", 1)->parent;
    assert_true(svg_is(fill, "fill", "#204060"));
    assert_true(svg_is(fill, "opacity", ".4"));
    assert_ptr_equal(svg_nth(second, "path", 1)->parent, fill);
    assert_true(svg_is(frame, "fill", "none"));
    assert_true(svg_is(frame, "stroke", "#ff0000"));
    xmlFreeDoc(doc);
    lob_layout_drop(layout);
}

/* Dashes of a frame, where one path is all and where frames are a group of their own. */
static void test_dashed(void **state) {
    (void)state;
    rig r = rig_begin(&ctx);
    rig_cell(&r, "TOP");
    rig_box(&r, 1, NULL, (lob_box){100, 100, 400, 300});
    rig_box(&r, 2, NULL, (lob_box){100, 100, 400, 300});
    rig_box(&r, 2, NULL, (lob_box){500, 500, 515, 515});
    rig_end_cell(&r);
    lob_layout *layout = rig_end(&r);
    lob_style dashed = framed;
    dashed.is_dashed = true;
    xmlDoc *doc = draw(layout, (lob_box64){0, 0, 1000, 1000}, 100, &dashed);
    xmlNode *first = svg_nth(root_of(doc), "g", 1);
    assert_true(svg_is(svg_nth(first, "path", 0), "stroke-dasharray", "6 4"));
    xmlNode *second = first->next;
    while (second->type != XML_ELEMENT_NODE) {
        second = second->next;
    }
    assert_true(svg_is(svg_nth(second, "use", 1)->parent, "stroke-dasharray", "6 4"));
    xmlFreeDoc(doc);
    doc = draw(layout, (lob_box64){0, 0, 1000, 1000}, 100, &framed);
    assert_null(svg_attr(svg_nth(svg_nth(root_of(doc), "g", 1), "path", 0), "stroke-dasharray"));
    xmlFreeDoc(doc);
    lob_layout_drop(layout);
}

/* Edges that cutting made lie far enough outside for their frames never to be seen. */
static void test_cut_frames(void **state) {
    (void)state;
    rig r = rig_begin(&ctx);
    const lob_point shape[] = {{-900000, -900000}, {900000, -900000}, {20, 40}};
    rig_cell(&r, "TOP");
    rig_polygon(&r, 1, NULL, shape, 3);
    rig_end_cell(&r);
    lob_layout *layout = rig_end(&r);
    lob_style wide = framed;
    wide.frame_width = 9;
    xmlDoc *doc = draw(layout, (lob_box64){0, 0, 100, 100}, 100, &wide);
    svg_path path;
    svg_path_of(svg_nth(root_of(doc), "path", 0), &path);
    bool has_tip = false;
    for (uint32_t i = 0; i < path.count; i++) {
        lob_pixel p = path.points[i];
        double outside = fmax(fmax(-p.x, p.x - 100), fmax(-p.y, p.y - 100));
        has_tip = has_tip || (p.x == 20 && p.y == 60);
        assert_lt(outside, 40);
        if (p.x != 20 || p.y != 60) {
            assert_gt(outside, 4 * 9 / 2.0);
        }
    }
    assert_true(has_tip);
    svg_path_drop(&path);
    xmlFreeDoc(doc);
    lob_layout_drop(layout);
}

/* A ring with more crossings than are resolved is written as it is; 2m + 1 points, each joined to the one m on. */
static void test_too_many_crossings(void **state) {
    (void)state;
    enum { COUNT = 601 };
    rig r = rig_begin(&ctx);
    static lob_point star[COUNT];
    for (int i = 0; i < COUNT; i++) {
        double turn = 2 * M_PI * (i * (COUNT / 2) % COUNT) / COUNT;
        star[i] = (lob_point){(int32_t)lround(1e6 * cos(turn)), (int32_t)lround(1e6 * sin(turn))};
    }
    rig_cell(&r, "TOP");
    rig_polygon(&r, 1, NULL, star, COUNT);
    rig_end_cell(&r);
    lob_layout *layout = rig_end(&r);
    xmlDoc *doc = draw(layout, (lob_box64){-1000000, -1000000, 1000000, 1000000}, 1000, &fill_only);
    svg_path path;
    svg_path_of(svg_nth(root_of(doc), "path", 0), &path);
    assert_int_equal(path.ring_count, 1);
    assert_int_equal(path.count, COUNT);
    assert_eq(path_winding(&path, (lob_pixel){500.3, 500.2}), COUNT / 2);
    svg_path_drop(&path);
    xmlFreeDoc(doc);
    lob_layout_drop(layout);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_areas, setup, teardown),
        cmocka_unit_test_setup_teardown(test_union, setup, teardown),
        cmocka_unit_test_setup_teardown(test_thin, setup, teardown),
        cmocka_unit_test_setup_teardown(test_frames, setup, teardown),
        cmocka_unit_test_setup_teardown(test_dashed, setup, teardown),
        cmocka_unit_test_setup_teardown(test_cut_frames, setup, teardown),
        cmocka_unit_test_setup_teardown(test_too_many_crossings, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
