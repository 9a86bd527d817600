/* Drawings: which layers a picture shows, in what order and colours, by a .lyp or without one. That a later entry of
 * the .lyp lies over an earlier one, and covers it unless it is transparent, is what KLayout 0.28.5 draws of this
 * layout (LayoutView.get_pixels).
 *
 * The layout: 20 x 20 um on 1/0 at the origin, on 2/0 at (10, 0), on 5/0 at (0, 30). Pictures of 100 x 100 pixels show
 * 0,0 to 50,50 um, two pixels a micrometre. */
#include "tests/support/lob_test.h"

#include "bench_rig.h"
#include "draw/scene.h"
#include "picture_support.h"
#include "tool/drawing.h"

#define VIEW        BOX(0, 0, 50, 50) SIZE(100, 100)
#define RED         "#ff0000"
#define BLUE        "#0000ff"
#define COLORS(c)   "<fill-color>" c "</fill-color><frame-color>" c "</frame-color>"
#define SOLID       "<dither-pattern>I0</dither-pattern>"
#define ENTRY(s, x) "<properties><source>" s "@1</source><width>1</width>" x "</properties>"

/* A session of the layout with a .lyp of these entries; NULL: without. */
static const char *open_styled(const char *entries, const char *patterns) {
    static char id[32];
    char text[4096];
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "TOP");
    gds_box(&b, 1, 0, 0, 0, 20000, 20000);
    gds_box(&b, 2, 0, 10000, 0, 30000, 20000);
    gds_box(&b, 5, 0, 0, 30000, 20000, 50000);
    gds_cell_end(&b);
    gds_end(&b);
    const char *path = bench_file(&t, "styled.gds", &b);
    if (!entries) {
        return open_session(&t, path, NULL);
    }
    char gds[256];
    snprintf(gds, sizeof gds, "%s", path);
    snprintf(text, sizeof text, "<?xml version=\"1.0\"?>\n<layer-properties>%s%s</layer-properties>\n", entries,
             patterns);
    put_text(&t, "style.lyp", text);
    cJSON *json = run(&t, LOB_OK, "open_layout", "{\"path\":\"%s\",\"lyp_path\":\"%s/style.lyp\"}", gds, t.folder);
    snprintf(id, sizeof id, "%s", text_at(json, "session_id"));
    cJSON_Delete(json);
    return id;
}

/* ---- without a .lyp ---- */

/* Two fifths of the palette's color over the ground; a frame of it; whatever else is drawn. */
static void test_palette(void **state) {
    (void)state;
    const char *id = open_styled(NULL, NULL);
    shot all = take_shot(&t, id, VIEW), one = take_shot(&t, id, VIEW ",\"layers\":[" LAYER(5, 0) "]");
    const uint32_t color = lob_palette_color(2, LOB_PICTURE_LIGHT); /* the third layer of the layout */
    assert_near(color_at(&all, 10.25, 40.25), mixed(color, 0xffffff, 0.4));
    assert_int_equal(color_at(&one, 10.25, 40.25), color_at(&all, 10.25, 40.25));
    assert_int_equal(color_at(&one, 5.25, 5.25), 0xffffff);
    const uint32_t under = mixed(lob_palette_color(0, LOB_PICTURE_LIGHT), 0xffffff, 0.4);
    assert_near(color_at(&all, 5.25, 5.25), under);
    assert_near(color_at(&all, 15.25, 5.25),
                mixed(lob_palette_color(1, LOB_PICTURE_LIGHT), under, 0.4)); /* by number */
    assert_ne(color_at(&all, 20, 40.25), 0xffffff);
    assert_eq(color_at(&all, 21.25, 40.25), 0xffffff);
    shot_release(&all);
    shot_release(&one);
    all = take_shot(&t, id, VIEW ",\"style\":\"dark\"");
    assert_near(color_at(&all, 10.25, 40.25), mixed(color, 0, 0.4));
    assert_int_equal(color_at(&all, 40, 40), 0);
    shot_release(&all);
}

/* ---- with one ---- */

static void test_order(void **state) {
    (void)state;
    shot s = take_shot(&t, open_styled(ENTRY("1/0", COLORS(RED) SOLID) ENTRY("2/0", COLORS(BLUE) SOLID), ""), VIEW);
    assert_int_equal(color_at(&s, 5.25, 5.25), 0xff0000);
    assert_int_equal(color_at(&s, 15.25, 5.25), 0x0000ff);
    assert_near(color_at(&s, 10.25, 40.25),
                mixed(lob_palette_color(2, LOB_PICTURE_LIGHT), 0xffffff, 0.4)); /* no entry */
    shot_release(&s);
    s = take_shot(&t, open_styled(ENTRY("2/0", COLORS(BLUE) SOLID) ENTRY("1/0", COLORS(RED) SOLID), ""),
                  VIEW ",\"style\":\"dark\"");
    assert_int_equal(color_at(&s, 15.25, 5.25), 0xff0000);
    assert_int_equal(color_at(&s, 25.25, 5.25), 0x0000ff);
    shot_release(&s);
    s = take_shot(&t,
                  open_styled(ENTRY("1/0", COLORS(RED) SOLID)
                                  ENTRY("2/0", COLORS(BLUE) SOLID "<transparent>true</transparent>"),
                              ""),
                  VIEW);
    assert_near(color_at(&s, 15.25, 5.25), mixed(0x0000ff, 0xff0000, 128 / 255.0));
    shot_release(&s);
}

static void test_frames(void **state) {
    (void)state;
    const char *hollow = "<properties><source>1/0@1</source><frame-color>#00aa00</frame-color><dither-pattern>I1"
                         "</dither-pattern><width>5</width></properties>";
    shot s = take_shot(&t, open_styled(hollow, ""), VIEW ",\"layers\":[" LAYER(1, 0) "]");
    assert_int_equal(color_at(&s, 10.25, 10.25), 0xffffff); /* hollow */
    assert_int_equal(color_at(&s, 10.25, 20.75), 0x00aa00); /* five pixels: 2.5 to each side */
    assert_int_equal(color_at(&s, 10.25, 19.25), 0x00aa00);
    assert_int_equal(color_at(&s, 10.25, 18.25), 0xffffff);
    assert_int_equal(color_at(&s, 10.25, 21.75), 0xffffff);
    shot_release(&s);
    const char *bare =
        "<properties><source>1/0@1</source><fill-color>#123456</fill-color><width>0</width>" SOLID "</properties>";
    s = take_shot(&t, open_styled(bare, ""), VIEW ",\"layers\":[" LAYER(1, 0) "]");
    assert_int_equal(count_color(&s, 0x123456), 40 * 40); /* no frame, a fill that covers, in its bounds */
    assert_int_equal(count_color(&s, 0xffffff), 100 * 100 - 40 * 40);
    shot_release(&s);
}

/* What an entry leaves open: two fifths, of the palette's colour without one. */
static void test_unsaid(void **state) {
    (void)state;
    shot s = take_shot(&t, open_styled("<properties><source>1/0@1</source></properties>", ""), VIEW);
    assert_near(color_at(&s, 5.25, 5.25), mixed(lob_palette_color(0, LOB_PICTURE_LIGHT), 0xffffff, 0.4));
    shot_release(&s);
    const char *filled = "<properties><source>1/0@1</source><fill-color>#ff0000</fill-color></properties>";
    s = take_shot(&t, open_styled(filled, ""), VIEW ",\"layers\":[" LAYER(1, 0) "]");
    assert_near(color_at(&s, 5.25, 5.25), mixed(0xff0000, 0xffffff, 0.4));
    assert_near(color_at(&s, 10.25, 20.05), color_at(&s, 20.05, 10.25)); /* its frame, half of it outside */
    assert_ne(color_at(&s, 10.25, 20.05), 0xffffff);
    shot_release(&s);
    const char *framed = "<properties><source>1/0@1</source><frame-color>#0000ff</frame-color></properties>";
    s = take_shot(&t, open_styled(framed, ""), VIEW ",\"layers\":[" LAYER(1, 0) "]");
    assert_near(color_at(&s, 5.25, 5.25), mixed(0x0000ff, 0xffffff, 0.4));
    shot_release(&s);
}

/* Columns of the pattern from the left of the picture, rows from its top: row 0 is all set, of row 1 the first of two.
 */
static void test_pattern(void **state) {
    (void)state;
    const char *entry = "<properties><source>1/0@1</source><fill-color>#000000</fill-color><width>0</width>"
                        "<dither-pattern>C0</dither-pattern></properties>";
    const char *pattern = "<custom-dither-pattern><pattern><line>**</line><line>*.</line></pattern><order>1</order>"
                          "</custom-dither-pattern>";
    shot s = take_shot(&t, open_styled(entry, pattern), VIEW ",\"layers\":[" LAYER(1, 0) "]");
    for (uint32_t y = 60; y < 100; y++) {
        for (uint32_t x = 0; x < 40; x++) {
            assert_int_equal(pixel_at(&s, x, y), y % 2 == 0 || x % 2 == 0 ? 0 : 0xffffff);
        }
    }
    shot_release(&s);
    const char *full =
        "<custom-dither-pattern><pattern><line>*</line></pattern><order>1</order></custom-dither-pattern>";
    s = take_shot(&t, open_styled(entry, full), VIEW ",\"layers\":[" LAYER(1, 0) "]");
    assert_int_equal(count_color(&s, 0), 40 * 40);
    shot_release(&s);
}

static void test_hidden(void **state) {
    (void)state;
    const char *id =
        open_styled(ENTRY("1/0", COLORS(RED) SOLID "<visible>false</visible>") ENTRY("2/0", COLORS(BLUE) SOLID), "");
    shot s = take_shot(&t, id, VIEW);
    assert_int_equal(color_at(&s, 5.25, 5.25), 0xffffff);
    assert_int_equal(color_at(&s, 15.25, 5.25), 0x0000ff);
    assert_int_equal(count_at(s.json, "layers"), 2);
    assert_true(has_note(s.json, "1 layer with figures here is hidden"));
    shot_release(&s);
    s = take_shot(&t, id, VIEW ",\"layers\":[" LAYER(1, 0) "]");
    assert_int_equal(color_at(&s, 15.25, 5.25), 0xff0000);
    assert_null(find(s.json, "notes"));
    shot_release(&s);
    s = take_shot(&t, id, VIEW ",\"layers\":[" LAYER(1, 0) "],\"style\":\"mask\""); /* no style counts */
    assert_int_equal(count_color(&s, 0xffffff), 40 * 40);
    shot_release(&s);
    s = take_shot(&t, id, VIEW ",\"style\":\"mask\"");
    assert_int_equal(count_color(&s, 0xffffff), 2 * 40 * 40);
    shot_release(&s);
    s = take_shot(&t, id, BOX(0, 25, 25, 50) SIZE(10, 10)); /* the hidden one is not here */
    assert_null(find(s.json, "notes"));
    shot_release(&s);
}

/* The legend takes names from the .lyp; what it writes shows in dark pixels of its corner. */
static void test_legend(void **state) {
    (void)state;
    const char *id = open_styled(ENTRY("1/0", "<name>Core 1/0</name>" COLORS(RED) SOLID)
                                     ENTRY("2/0", "<name>Heater</name>" COLORS(BLUE) SOLID),
                                 "");
    shot s = take_shot(&t, id, BOX(0, 0, 50, 50) SIZE(400, 400) ",\"annotations\":[{\"kind\":\"legend\"}]");
    shot bare = take_shot(&t, id, BOX(0, 0, 50, 50) SIZE(400, 400));
    unsigned changed = 0, reds = 0, blues = 0;
    for (uint32_t y = 0; y < 400; y++) {
        for (uint32_t x = 0; x < 400; x++) {
            const bool differs = pixel_at(&s, x, y) != pixel_at(&bare, x, y);
            assert_true(!differs || (x >= 200 && y < 200)); /* the upper right alone */
            changed += differs;
            reds += differs && pixel_at(&s, x, y) == 0xff0000;
            blues += differs && pixel_at(&s, x, y) == 0x0000ff;
        }
    }
    assert_gt(changed, 500);
    assert_gt(reds, 20);
    assert_gt(blues, 20);
    shot_release(&s);
    shot_release(&bare);
}

/* 90,000 boxes of 0.1 um side by side over a plain box: so many have no frames and are shown by density, which is whole
 * here, at three fifths; what lies beneath is still seen. */
static void test_crowded(void **state) {
    (void)state;
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "TOP");
    gds_box(&b, 1, 0, 0, 0, 16000, 30000);
    gds_aref(&b, "ONE", 300, 300, 0, 0, 100, 100);
    gds_element_end(&b);
    gds_cell_end(&b);
    gds_cell(&b, "ONE");
    gds_box(&b, 2, 0, 0, 0, 100, 100);
    gds_cell_end(&b);
    gds_end(&b);
    shot s = take_shot(&t, open_session(&t, bench_file(&t, "crowd.gds", &b), NULL), BOX(0, 0, 32, 32) SIZE(64, 64));
    assert_near(color_at(&s, 25.25, 10.25), mixed(lob_palette_color(1, LOB_PICTURE_LIGHT), 0xffffff, 0.6));
    const uint32_t under = mixed(lob_palette_color(0, LOB_PICTURE_LIGHT), 0xffffff, 0.4);
    assert_near(color_at(&s, 10.25, 10.25), mixed(lob_palette_color(1, LOB_PICTURE_LIGHT), under, 0.6));
    assert_true(has_note(s.json, "1 layer has so many figures"));
    shot_release(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_palette), cmocka_unit_test(test_order),   cmocka_unit_test(test_frames),
        cmocka_unit_test(test_unsaid),  cmocka_unit_test(test_pattern), cmocka_unit_test(test_hidden),
        cmocka_unit_test(test_legend),  cmocka_unit_test(test_crowded),
    };
    return cmocka_run_group_tests(tests, setup_bench, teardown);
}
