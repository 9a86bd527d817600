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
    const uint32_t on_dark = lob_palette_color(2, LOB_PICTURE_DARK);
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
    assert_near(color_at(&all, 10.25, 40.25), mixed(on_dark, 0, 127.0 / 255));
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
            if (differs) { /* the upper right alone */
                assert_ge(x, 200);
                assert_lt(y, 200);
            }
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

/* ---- roles ---- */

/* A cell of boxes: each row is layer, datatype, box in um. */
typedef struct area {
    int16_t layer, datatype;
    int32_t left, bottom, right, top;
} area;

static const char *open_areas(const area *areas, size_t count, const char *entries) {
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "TOP");
    for (size_t i = 0; i < count; i++) {
        gds_box(&b, areas[i].layer, areas[i].datatype, areas[i].left * 1000, areas[i].bottom * 1000,
                areas[i].right * 1000, areas[i].top * 1000);
    }
    gds_cell_end(&b);
    gds_end(&b);
    static char id[32], gds[256];
    snprintf(gds, sizeof gds, "%s", bench_file(&t, "areas.gds", &b));
    if (!entries) {
        return open_session(&t, gds, NULL);
    }
    char text[2048];
    snprintf(text, sizeof text, "<?xml version=\"1.0\"?>\n<layer-properties>%s</layer-properties>\n", entries);
    put_text(&t, "areas.lyp", text);
    cJSON *json = run(&t, LOB_OK, "open_layout", "{\"path\":\"%s\",\"lyp_path\":\"%s/areas.lyp\"}", gds, t.folder);
    snprintf(id, sizeof id, "%s", text_at(json, "session_id"));
    cJSON_Delete(json);
    return id;
}

#define NAMED(s, name) "<properties><source>" s "@1</source><name>" name "</name></properties>"

/* A box that covers the cell is a ground: an outline with a breath of its colour, beneath all, and no part of a mask,
 * unless it is named or there is nothing else. */
static void test_ground(void **state) {
    (void)state;
    static const area areas[] = {{9, 0, 0, 0, 50, 50}, {1, 0, 10, 10, 20, 20}};
    const char *id = open_areas(areas, 2, NULL);
    shot s = take_shot(&t, id, VIEW);
    const uint32_t ground = mixed(lob_palette_color(1, LOB_PICTURE_LIGHT), 0xffffff, 10 / 255.0);
    assert_near(color_at(&s, 40.25, 40.25), ground);
    assert_near(color_at(&s, 15.25, 15.25), mixed(lob_palette_color(0, LOB_PICTURE_LIGHT), ground, 0.4));
    shot_release(&s);
    s = take_shot(&t, id, VIEW ",\"style\":\"mask\"");
    assert_eq(count_color(&s, 0xffffff), 20 * 20);
    assert_true(has_note(s.json, "1 layer of markers or outlines is not in the mask"));
    shot_release(&s);
    s = take_shot(&t, id, VIEW ",\"style\":\"mask\",\"layers\":[" LAYER(9, 0) "]");
    assert_eq(count_color(&s, 0xffffff), 100 * 100);
    assert_null(find(s.json, "notes"));
    shot_release(&s);
    s = take_shot(&t, open_areas(areas, 1, NULL), VIEW ",\"style\":\"mask\"");
    assert_eq(count_color(&s, 0xffffff), 100 * 100);
    shot_release(&s);
}

/* Wells and implants are no part of a mask of all layers, unless there is nothing else; what fills it is said. */
static void test_mask_of_wells(void **state) {
    (void)state;
    static const area areas[] = {
        {64, 20, 0, 0, 50, 30}, {93, 44, 0, 20, 50, 50}, {1, 0, 10, 10, 20, 20}, {2, 0, 30, 10, 40, 20}};
    const char *wells = NAMED("64/20", "nwell.drawing") NAMED("93/44", "nsdm.drawing");
    shot s = take_shot(&t, open_areas(areas, 4, wells), VIEW ",\"style\":\"mask\"");
    assert_eq(count_color(&s, 0xffffff), 2 * 20 * 20);
    assert_true(has_note(s.json, "2 layers of markers, outlines, implants or wells are not in the mask"));
    shot_release(&s);
    s = take_shot(&t, open_areas(areas, 2, wells), VIEW ",\"style\":\"mask\"");
    assert_eq(count_color(&s, 0xffffff), 100 * 100);
    assert_true(has_note(s.json, "The 2 layers of the mask cover nearly all of it together"));
    shot_release(&s);
    s = take_shot(&t, open_areas(areas, 4, wells), VIEW ",\"style\":\"mask\",\"layers\":[" LAYER(64, 20) "]");
    assert_eq(count_color(&s, 0xffffff), 100 * 60);
    assert_null(find(s.json, "notes"));
    shot_release(&s);
}

/* Not a ground: many figures that fill the cell together, a path from corner to corner. A ground: one that covers,
 * among others. */
static void test_no_ground(void **state) {
    (void)state;
    area areas[101];
    for (int32_t i = 0; i < 100; i++) {
        areas[i] = (area){9, 0, i % 10 * 5, i / 10 * 5, i % 10 * 5 + 5, i / 10 * 5 + 5};
    }
    areas[100] = (area){1, 0, 10, 10, 20, 20};
    shot s = take_shot(&t, open_areas(areas, 101, NULL), VIEW ",\"style\":\"mask\"");
    assert_eq(count_color(&s, 0xffffff), 100 * 100);
    shot_release(&s);
    areas[50] = (area){9, 0, 0, 0, 50, 50};
    s = take_shot(&t, open_areas(areas + 50, 51, NULL), VIEW ",\"style\":\"mask\"");
    assert_eq(count_color(&s, 0xffffff), 20 * 20);
    shot_release(&s);
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "TOP");
    gds_box(&b, 1, 0, 10000, 10000, 20000, 20000);
    gds_path(&b, 9, 1000, 0, 0, 50000, 50000);
    gds_cell_end(&b);
    gds_end(&b);
    s = take_shot(&t, open_session(&t, bench_file(&t, "path.gds", &b), NULL), VIEW ",\"style\":\"mask\"");
    assert_eq(color_at(&s, 40.1, 40.1), 0xffffff);
    shot_release(&s);
}

/* Names say what a layer is for; what the .lyp says of its look stands above that. */
static void test_roles(void **state) {
    (void)state;
    static const area areas[] = {{1, 0, 10, 10, 20, 20}, {2, 0, 10, 10, 30, 30}, {3, 0, 5, 5, 40, 40}};
    const char *names = NAMED("1/0", "wg core") NAMED("2/0", "M1_heater") NAMED("3/0", "DevRec");
    shot s = take_shot(&t, open_areas(areas, 3, names), VIEW);
    const uint32_t device = lob_palette_color(2, LOB_PICTURE_LIGHT); /* above, for the .lyp has it last */
    const uint32_t heater = mixed(lob_palette_color(1, LOB_PICTURE_LIGHT), 0xffffff, 120 / 255.0);
    assert_near(color_at(&s, 35.25, 35.25), mixed(device, 0xffffff, 14 / 255.0));
    assert_near(color_at(&s, 25.25, 25.25), mixed(device, heater, 14 / 255.0));
    unsigned drawn = 0;
    for (uint32_t x = 20; x < 70; x++) { /* along the device's lower edge: dashes */
        drawn += pixel_at(&s, x, 89) == pixel_at(&s, 20, 89);
    }
    assert_ge(drawn, 15);
    assert_le(drawn, 40);
    shot_release(&s);
    s = take_shot(&t, open_areas(areas, 3, ENTRY("3/0", "<name>DevRec</name>" COLORS(RED) SOLID)), VIEW);
    assert_eq(color_at(&s, 35.25, 35.25), 0xff0000);
    shot_release(&s);
}

/* What a convention says of a layer counts before its name, which refines "metal" and "other". */
static void test_convention_roles(void **state) {
    (void)state;
    static const struct {
        const char *name, *role;
        double alpha;
    } rows[] = {{"a", "waveguide", 170}, {"b", "slab", 84},       {"M1_heater", "metal", 120}, {"d", "metal", 92},
                {"e", "other", 14},      {"M_Open", "other", 76}, {"wg", "device", 14}};
    enum { COUNT = sizeof rows / sizeof *rows };
    area areas[COUNT];
    char layers[1024] = "", gds[256];
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "TOP");
    for (int16_t i = 0; i < COUNT; i++) {
        areas[i] = (area){(int16_t)(i + 1), 0, i * 7, 0, i * 7 + 6, 6};
        gds_box(&b, areas[i].layer, 0, areas[i].left * 1000, 0, areas[i].right * 1000, 6000);
        const size_t size = strlen(layers);
        snprintf(layers + size, sizeof layers - size, "%s\"%s\":{\"layer\":%d,\"datatype\":0,\"role\":\"%s\"}",
                 i ? "," : "", rows[i].name, i + 1, rows[i].role);
    }
    gds_cell_end(&b);
    gds_end(&b);
    char text[1400];
    snprintf(gds, sizeof gds, "%s", bench_file(&t, "roles.gds", &b));
    snprintf(text, sizeof text, "{\"schema_version\":\"1.0\",\"name\":\"mine\",\"layers\":{%s}}", layers);
    put_text(&t, "roles.json", text);
    cJSON *json =
        run(&t, LOB_OK, "open_layout", "{\"path\":\"%s\",\"convention_path\":\"%s/roles.json\"}", gds, t.folder);
    shot s = take_shot(&t, text_at(json, "session_id"), VIEW);
    uint32_t orders[COUNT] = {0, 1, 2, 3, 5, 4, 6}; /* markers last */
    for (int i = 0; i < COUNT; i++) {
        lob_case("%s", rows[i].name);
        assert_near(color_at(&s, i * 7 + 3.25, 3.25),
                    mixed(lob_palette_color(orders[i], LOB_PICTURE_LIGHT), 0xffffff, rows[i].alpha / 255));
    }
    shot_release(&s);
    cJSON_Delete(json);
}

/* Seven layers over each other: the large ones are hatched, so pixels of each show between the others; six are not. */
static void test_hatched(void **state) {
    (void)state;
    area areas[7];
    for (int16_t i = 0; i < 7; i++) {
        areas[i] = (area){(int16_t)(10 + i), 0, i, i, 30 + i, 30 + i};
    }
    shot s = take_shot(&t, open_areas(areas, 6, NULL), VIEW);
    assert_eq(pixel_at(&s, 30, 70), pixel_at(&s, 31, 70));
    assert_eq(pixel_at(&s, 30, 70), pixel_at(&s, 33, 73));
    shot_release(&s);
    s = take_shot(&t, open_areas(areas, 7, NULL), VIEW);
    uint32_t seen[64];
    unsigned seen_count = 0;
    for (uint32_t i = 0; i < 24 * 24; i++) {
        const uint32_t got = pixel_at(&s, 20 + i % 24, 50 + i / 24);
        bool is_new = seen_count < 64;
        for (unsigned k = 0; k < seen_count; k++) {
            is_new = is_new && seen[k] != got;
        }
        if (is_new) {
            seen[seen_count++] = got;
        }
    }
    assert_ge(seen_count, 12);
    shot_release(&s);
}

/* A legend stands beside the drawing where the picture may grow, else in an empty corner; layers below a pixel have no
 * entry. */
static void test_panels(void **state) {
    (void)state;
    static const area areas[] = {{1, 0, 0, 0, 60, 40}, {1, 0, 900, 500, 1000, 600}, {2, 0, 100, 100, 110, 110}};
    const char *id = open_areas(areas, 3, NULL);
    shot bare = take_shot(&t, id, "%s", ""), s = take_shot(&t, id, ",\"annotations\":[{\"kind\":\"legend\"}]");
    assert_gt(s.width, bare.width + 40);
    assert_eq(s.height, bare.height);
    assert_eq(number_at(s.json, "world_to_pixel/e"), number_at(bare.json, "world_to_pixel/e"));
    for (uint32_t y = 0; y < bare.height; y++) {
        for (uint32_t x = 0; x < bare.width; x++) {
            assert_eq(pixel_at(&s, x, y), pixel_at(&bare, x, y));
        }
    }
    shot_release(&s);
    shot_release(&bare);
    /* The upper right and the lower left have figures: the others are taken. */
    const char *view = BOX(0, 0, 1000, 600) SIZE(500, 300);
    bare = take_shot(&t, id, "%s", view);
    s = take_shot(&t, id, "%s,\"annotations\":[{\"kind\":\"legend\"},{\"kind\":\"scale_bar\"}]", view);
    unsigned changed[4] = {0};
    for (uint32_t y = 0; y < 300; y++) {
        for (uint32_t x = 0; x < 500; x++) {
            changed[(y >= 150) * 2 + (x >= 250)] += pixel_at(&s, x, y) != pixel_at(&bare, x, y);
        }
    }
    assert_eq(changed[1], 0);
    assert_eq(changed[2], 0);
    assert_gt(changed[3], 300); /* the legend */
    assert_gt(changed[0], 100); /* the scale bar */
    shot_release(&s);
    shot_release(&bare);
}

/* A mask takes a scale bar alone, in white and grey. */
static void test_mask_bar(void **state) {
    (void)state;
    static const area areas[] = {{1, 0, 20, 20, 30, 30}};
    const char *id = open_areas(areas, 1, NULL);
    shot s = take_shot(
        &t, id,
        BOX(0, 0, 50, 50)
            SIZE(400, 400) ",\"style\":\"mask\",\"annotations\":[{\"kind\":\"scale_bar\",\"color\":\"#ff0000\"}]");
    assert_eq(count_color(&s, 0xffffff), 80 * 80);
    assert_gt(count_color(&s, 0xf4f4f4), 100);
    assert_eq(count_color(&s, 0xff0000), 0);
    assert_null(find(s.json, "notes"));
    shot_release(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_palette),       cmocka_unit_test(test_order),     cmocka_unit_test(test_frames),
        cmocka_unit_test(test_unsaid),        cmocka_unit_test(test_pattern),   cmocka_unit_test(test_hidden),
        cmocka_unit_test(test_legend),        cmocka_unit_test(test_crowded),   cmocka_unit_test(test_ground),
        cmocka_unit_test(test_mask_of_wells), cmocka_unit_test(test_no_ground), cmocka_unit_test(test_convention_roles),
        cmocka_unit_test(test_roles),         cmocka_unit_test(test_hatched),   cmocka_unit_test(test_panels),
        cmocka_unit_test(test_mask_bar),
    };
    return cmocka_run_group_tests(tests, setup_bench, teardown);
}
