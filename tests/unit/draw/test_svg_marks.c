/* Marks as elements: attributes by the list, coordinates cut to the window without moving what is seen, words as uses
 * of glyphs that are all defined, with the text as label. */
#include "tests/support/lob_test.h"

#include "svg_rig.h"

#include "draw/font.h"

static lob_arena *arena;
static lob_ctx ctx;
static lob_layout *layout;
static lob_marks marks;
static xmlDoc *doc;

static int setup(void **state) {
    (void)state;
    arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    lob_marks_init(&marks, arena);
    rig r = rig_begin(&ctx);
    rig_cell(&r, "TOP");
    rig_box(&r, 1, NULL, (lob_box){0, 0, 1, 1});
    rig_end_cell(&r);
    layout = rig_end(&r);
    doc = NULL;
    return 0;
}

static int teardown(void **state) {
    (void)state;
    xmlFreeDoc(doc);
    lob_layout_drop(layout);
    lob_arena_drop(arena);
    return 0;
}

/* The group of the marks on 100 x 80 pixels. */
static xmlNode *draw(void) {
    lob_scene_info info;
    lob_buf svg;
    lob_buf_init(&svg, 0);
    const lob_scene scene = {.grid = {.sx = 1, .sy = 1, .width = 100, .height = 80}, .mode = LOB_PICTURE_DARK};
    assert_int_equal(svg_make(&ctx, layout, &scene, NULL, &marks, &svg, &info), LOB_OK);
    xmlFreeDoc(doc);
    doc = svg_parse(&svg);
    lob_buf_release(&svg);
    xmlNode *group = svg_nth(xmlDocGetRootElement(doc), "g", 1);
    if (group) {
        assert_true(svg_is(group, "id", "marks"));
    }
    return group;
}

static void add(const lob_mark *mark) {
    assert_int_equal(lob_marks_add(&ctx, &marks, mark), LOB_OK);
}

static void test_none(void **state) {
    (void)state;
    assert_null(draw());
}

static void test_elements(void **state) {
    (void)state;
    const lob_pixel kite[] = {{10, 10.5}, {50, 20}, {30.25, 60}};
    assert_int_equal(lob_marks_area(&ctx, &marks, kite, 3, 0x112233, 51), LOB_OK);
    assert_int_equal(lob_marks_line(&ctx, &marks, kite, 3, true, 2.5, 0x445566, 255), LOB_OK);
    add(&(lob_mark){.kind = LOB_MARK_LINE,
                    .color = 1,
                    .alpha = 128,
                    .points = kite,
                    .count = 3,
                    .line_width = 1,
                    .dash_on = 4,
                    .gap = 2.5});
    add(&(lob_mark){.kind = LOB_MARK_LINE,
                    .alpha = 255,
                    .points = kite,
                    .count = 3,
                    .line_width = 1,
                    .is_closed = true,
                    .dash_on = 4,
                    .gap = 0.01});
    xmlNode *group = draw();
    assert_int_equal(svg_count(group, "path"), 4);
    xmlNode *area = svg_nth(group, "path", 0);
    assert_true(svg_is(area, "fill", "#112233"));
    assert_true(svg_is(area, "opacity", ".2"));
    assert_true(svg_is(area, "d", "M10 10.5 50 20 30.25 60z"));
    xmlNode *line = svg_nth(group, "path", 1);
    assert_true(svg_is(line, "fill", "none"));
    assert_true(svg_is(line, "stroke", "#445566"));
    assert_true(svg_is(line, "stroke-width", "2.5"));
    assert_true(svg_is(line, "d", "M10 10.5L50 20L30.25 60z"));
    assert_null(svg_attr(line, "opacity"));
    assert_null(svg_attr(line, "stroke-dasharray"));
    xmlNode *dashed = svg_nth(group, "path", 2);
    assert_true(svg_is(dashed, "stroke-dasharray", "4 2.5"));
    assert_true(svg_is(dashed, "opacity", ".502"));
    assert_true(svg_is(dashed, "d", "M10 10.5L50 20L30.25 60"));
    xmlNode *closed = svg_nth(group, "path", 3); /* gaps are a quarter of a pixel at least; no corner where it closes */
    assert_true(svg_is(closed, "stroke-dasharray", "4 .25"));
    assert_true(svg_is(closed, "d", "M10 10.5L50 20L30.25 60L10 10.5"));
}

/* Whether the pieces of the path are those of the line within the picture: each point of a piece lies on the line, and
 * along each edge what is seen is drawn. */
static void covers(const svg_path *path, const lob_pixel *points, uint32_t edges, uint32_t count) {
    for (uint32_t e = 0; e < edges; e++) {
        lob_pixel a = points[e];
        lob_pixel b = points[(e + 1) % count];
        for (int i = 0; i <= 1000; i++) {
            lob_pixel at = {a.x + i / 1000.0 * (b.x - a.x), a.y + i / 1000.0 * (b.y - a.y)};
            if (at.x < 0 || at.x > 100 || at.y < 0 || at.y > 80) {
                continue;
            }
            double least = 1e9;
            for (uint32_t r = 0; r < path->ring_count; r++) {
                for (uint32_t k = path->starts[r]; k + 1 < path->starts[r + 1]; k++) {
                    lob_pixel p = path->points[k];
                    lob_pixel q = path->points[k + 1];
                    double length2 = (q.x - p.x) * (q.x - p.x) + (q.y - p.y) * (q.y - p.y);
                    double t = ((at.x - p.x) * (q.x - p.x) + (at.y - p.y) * (q.y - p.y)) / length2;
                    t = fmax(0, fmin(1, t));
                    least = fmin(least, hypot(p.x + t * (q.x - p.x) - at.x, p.y + t * (q.y - p.y) - at.y));
                }
            }
            assert_lt(least, 0.002);
        }
    }
    for (uint32_t k = 0; k < path->count; k++) {
        lob_pixel p = path->points[k];
        double least = 1e9;
        assert_ge(p.x, -40);
        assert_le(p.x, 140);
        assert_ge(p.y, -40);
        assert_le(p.y, 120);
        for (uint32_t e = 0; e < edges; e++) {
            lob_pixel a = points[e];
            lob_pixel b = points[(e + 1) % count];
            double length = hypot(b.x - a.x, b.y - a.y);
            least = fmin(least, fabs((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / length);
        }
        assert_lt(least, 0.002);
    }
}

static void test_cut_lines(void **state) {
    (void)state;
    const lob_pixel far[] = {{-900, 40}, {50, 40}, {50, 900}, {60, 900}, {60, -900}, {400, -900}, {20, 30}, {30, 20}};
    for (int is_closed = 0; is_closed < 2; is_closed++) {
        const lob_mark line = {
            .kind = LOB_MARK_LINE, .alpha = 255, .points = far, .count = 8, .is_closed = is_closed, .line_width = 4};
        lob_marks_init(&marks, arena);
        add(&line);
        xmlNode *group = draw();
        assert_int_equal(svg_count(group, "path"), 1);
        svg_path path;
        svg_path_of(svg_nth(group, "path", 0), &path);
        covers(&path, far, is_closed ? 8 : 7, 8);
        svg_path_drop(&path);
    }
    /* From a point within around outside: the corner there is drawn, with the first edge once more. */
    const lob_pixel back[] = {{50, 40}, {90, 40}, {90, 900}};
    lob_marks_init(&marks, arena);
    add(&(lob_mark){
        .kind = LOB_MARK_LINE, .alpha = 255, .points = back, .count = 3, .is_closed = true, .line_width = 4});
    svg_path path;
    svg_path_of(svg_nth(draw(), "path", 0), &path);
    lob_pixel last = path.points[path.count - 1];
    lob_pixel corner = path.points[path.count - 2];
    assert_eq(corner.x, 50);
    assert_eq(corner.y, 40);
    assert_eq(last.x, 90);
    assert_eq(last.y, 40);
    svg_path_drop(&path);
}

/* Pieces of a dashed line begin with the phase that they have there: the length from the first point on. */
static void test_dashes(void **state) {
    (void)state;
    const lob_pixel far[] = {{-1000, 40}, {50, 40}, {50, 2040}, {70, 2040}, {70, -5000}};
    add(&(lob_mark){
        .kind = LOB_MARK_LINE, .alpha = 255, .points = far, .count = 5, .line_width = 2, .dash_on = 7, .gap = 4});
    xmlNode *group = draw();
    assert_int_equal(svg_count(group, "path"), 2);
    for (unsigned i = 0; i < 2; i++) {
        xmlNode *piece = svg_nth(group, "path", i);
        svg_path path;
        svg_path_of(piece, &path);
        assert_int_equal(path.ring_count, 1);
        lob_pixel p = path.points[0];
        double along = i == 0 ? p.x + 1000 : 1050 + 2000 + 20 + 2040 - p.y;
        if (p.y != 40) {
            assert_eq(p.x, 70);
        }
        assert_close(svg_number(piece, "stroke-dashoffset"), fmod(along, 11), 0.002);
        svg_path_drop(&path);
    }
}

static const char *hrefs_of(xmlNode *use) {
    static char value[64];
    xmlChar *href = xmlGetNsProp(use, (const xmlChar *)"href", (const xmlChar *)"http://www.w3.org/1999/xlink");
    assert_non_null(href);
    snprintf(value, sizeof value, "%s", (const char *)href);
    xmlFree(href);
    return value;
}

static xmlNode *by_id(xmlNode *under, const char *name, const char *id) {
    xmlNode *at;
    for (unsigned i = 0; (at = svg_nth(under, name, i)) != NULL; i++) {
        if (svg_is(at, "id", id)) {
            return at;
        }
    }
    return NULL;
}

typedef struct rings {
    double area;
    uint32_t count;
} rings;

static lob_status count_ring(void *who, const lob_pixel *points, uint32_t count, uint32_t glyph) {
    rings *r = who;
    (void)glyph;
    r->area += ring_area(points, count);
    r->count++;
    return LOB_OK;
}

/* Each character is a use at its place of a path that has the glyph's area. */
static void test_words(void **state) {
    (void)state;
    const lob_str text = LOB_STR("]]><script>\"'&\x01\xff \xc2\xb5");
    const double size = 13.7;
    for (int anchor = 0; anchor < 3; anchor++) {
        add(&(lob_mark){.kind = LOB_MARK_TEXT,
                        .color = 0x102030,
                        .alpha = anchor == 1 ? 51 : 255,
                        .text = text,
                        .at = {50, 20.0 + 20 * anchor},
                        .anchor = (lob_text_anchor)anchor,
                        .size = size,
                        .halo = anchor,
                        .halo_color = 0xffffff});
    }
    xmlNode *group = draw();
    assert_int_equal(svg_count(group, "script"), 0);
    const lob_glyph_at *glyphs;
    uint32_t count;
    assert_int_equal(lob_text_glyphs(&ctx, text, &glyphs, &count), LOB_OK);
    for (uint32_t i = 0; i < count; i++) {
        char want[32];
        xmlNode *use = svg_nth(group, "use", i);
        snprintf(want, sizeof want, "#glyph-%u", glyphs[i].glyph);
        assert_string_equal(hrefs_of(use), want);
        if (i != 0) {
            assert_eq(svg_number(use, "x"), glyphs[i].x);
        }
        xmlNode *glyph = by_id(group, "path", want + 1);
        rings r = {0, 0};
        svg_path path;
        assert_non_null(glyph);
        svg_path_of(glyph, &path);
        assert_int_equal(lob_glyph_rings(&ctx, glyphs[i].glyph, count_ring, &r), LOB_OK);
        double area = 0;
        for (uint32_t k = 0; k < path.ring_count; k++) {
            area += ring_area(path.points + path.starts[k], path.starts[k + 1] - path.starts[k]);
        }
        assert_int_equal(path.ring_count, r.count);
        assert_le(fabs(area + r.area), 0.01 * fabs(r.area) + 1); /* y turns about; whole units of an em of 2048 */
        svg_path_drop(&path);
    }
    assert_int_equal(svg_count(group, "use"), 5 * count); /* two of the three have a halo */
    for (unsigned i = 0; i < 3; i++) {
        xmlNode *word = svg_nth(group, "g", i == 0 ? 0 : i == 1 ? 2 : 5);
        assert_true(svg_is(word, "role", "img"));
        assert_true(svg_is(word, "aria-label", "]]><script>\"'&\xef\xbf\xbd\xef\xbf\xbd \xc2\xb5"));
        double x, y, scale;
        assert_int_equal(sscanf(svg_attr(word, "transform"), "translate(%lf %lf) scale(%lf)", &x, &y, &scale), 3);
        assert_close(x, (50 - i * lob_text_width(text, size) / 2), 0.0006);
        assert_eq(y, 20.0 + 20 * i);
        assert_close(scale * LOB_FONT_EM, size, 1e-5);
        xmlNode *halo = svg_nth(word, "g", 0);
        assert_int_equal(svg_count(word, "g"), i == 0 ? 1 : 2);
        if (i != 0) {
            assert_true(svg_is(halo, "stroke", "#ffffff"));
            assert_true(svg_is(halo, "stroke-linejoin", "round"));
        }
        if (i != 0) {
            assert_lt(fabs(svg_number(halo, "stroke-width") * scale - 2.0 * i), 1e-4);
        }
        xmlNode *letters = svg_nth(word, "g", i == 0 ? 0 : 1);
        assert_true(svg_is(letters, "fill", "#102030"));
        if (i == 1) {
            assert_true(svg_is(letters, "opacity", ".2"));
        } else {
            assert_null(svg_attr(letters, "opacity"));
        }
    }
}

static void test_unseen(void **state) {
    (void)state;
    const lob_pixel outside[] = {{-900, -40}, {500, -40}, {400, -300}};
    assert_int_equal(lob_marks_area(&ctx, &marks, outside, 3, 0, 255), LOB_OK);
    assert_int_equal(lob_marks_line(&ctx, &marks, outside, 3, true, 1, 0, 255), LOB_OK);
    for (int i = 0; i < 4; i++) {
        const lob_pixel at[] = {{-1e6, 40}, {1e9, 40}, {50, -1e5}, {50, 300}};
        add(&(lob_mark){.kind = LOB_MARK_TEXT, .alpha = 255, .text = LOB_STR("far"), .at = at[i], .size = 12});
    }
    xmlNode *group = draw();
    assert_int_equal(svg_count(group, "path"), 0);
    assert_int_equal(svg_count(group, "use"), 0);
    assert_int_equal(svg_count(group, "g"), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_none, setup, teardown),
        cmocka_unit_test_setup_teardown(test_elements, setup, teardown),
        cmocka_unit_test_setup_teardown(test_cut_lines, setup, teardown),
        cmocka_unit_test_setup_teardown(test_dashes, setup, teardown),
        cmocka_unit_test_setup_teardown(test_words, setup, teardown),
        cmocka_unit_test_setup_teardown(test_unseen, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
