/* Annotations: what each kind needs, finds and refuses. Places are worked out by hand from the field of
 * picture_support.h; pictures show 0,0 to 80,40 um at ten pixels a micrometre, under valgrind at fewer. */
#include "tests/support/lob_test.h"

#include "picture_support.h"
#include "tests/support/stride.h"
#include "tool_sweep.h"

static bench t;
static const char *field;
static shot kept_of_bare; /* see bare() */
static char box_id[32], leaf_id[32], text_id[32], inst_id[32], array_id[32];

static void keep_id(char out[32], const cJSON *items, const char *key, double value) {
    const cJSON *item;
    cJSON_ArrayForEach(item, items) {
        if (number_at(item, key) == value) {
            snprintf(out, 32, "%s", text_at(item, "id"));
        }
    }
    assert_ne(out[0], '\0');
}

static int setup(void **state) {
    (void)state;
    bench_open(&t);
    field = open_session(&t, field_file(&t), "TOP");
    cJSON *json = run(&t, LOB_OK, "query_region", "{\"session_id\":\"%s\"" BOX(-1, -1, 100, 100) "}", field);
    keep_id(box_id, at(json, "shapes"), "bbox_um/right", 10);
    keep_id(leaf_id, at(json, "shapes"), "bbox_um/right", 25);
    keep_id(text_id, at(json, "texts"), "position_um/x", 5);
    keep_id(inst_id, at(json, "instances"), "bbox_um/right", 25);
    keep_id(array_id, at(json, "instances"), "bbox_um/right", 65);
    cJSON_Delete(json);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    shot_release(&kept_of_bare);
    bench_close(&t);
    return 0;
}

static uint32_t px_per_um(void) {
    return stride_pick(10, 4);
}

__attribute__((format(printf, 1, 2))) static shot of_field(const char *format, ...) {
    char text[2048];
    va_list args;
    va_start(args, format);
    assert_lt((size_t)vsnprintf(text, sizeof text, format, args), sizeof text);
    va_end(args);
    return take_shot(&t, field, BOX(0, 0, 80, 40) ",\"image_size\":{\"width\":%u,\"height\":%u}%s", 80 * px_per_um(),
                     40 * px_per_um(), text);
}

__attribute__((format(printf, 1, 2))) static shot annotated(const char *format, ...) {
    char text[2048];
    va_list args;
    va_start(args, format);
    assert_lt((size_t)vsnprintf(text, sizeof text, format, args), sizeof text);
    va_end(args);
    return of_field(",\"annotations\":[%s]", text);
}

/* Under valgrind, where it is long, it is drawn once: the same again has the same bytes (test_render_view). */
static shot bare(void) {
    if (!stride_is_on()) {
        return of_field("%s", "");
    }
    if (!kept_of_bare.rgba) {
        kept_of_bare = of_field("%s", "");
    }
    shot s = kept_of_bare;
    const size_t size = (size_t)s.width * s.height * 4;
    s.json = cJSON_Duplicate(kept_of_bare.json, true);
    s.rgba = malloc(size);
    assert_non_null(s.rgba);
    memcpy(s.rgba, kept_of_bare.rgba, size);
    return s;
}

/* Whether anything differs within some tenths of a micrometre of a place. */
static bool changed_near(const shot *a, const shot *b, double x, double y, int tenths) {
    const int scale = (int)px_per_um(), reach = (tenths * scale + 9) / 10;
    const int px = (int)(x * scale), py = (int)((40 - y) * scale);
    for (int i = py - reach; i <= py + reach; i++) {
        for (int k = px - reach; k <= px + reach; k++) {
            if (i >= 0 && k >= 0 && i < 40 * scale && k < 80 * scale &&
                pixel_at(a, (uint32_t)k, (uint32_t)i) != pixel_at(b, (uint32_t)k, (uint32_t)i)) {
                return true;
            }
        }
    }
    return false;
}

/* ---- figures ---- */

static void test_outlines(void **state) {
    (void)state;
    shot s = annotated("{\"kind\":\"shape_outline\",\"target_ids\":[\"%s\",\"%s\"],\"color\":\"#0f0\"}", box_id,
                       leaf_id),
         none = bare();
    assert_int_equal(color_at(&s, 5, 10), 0x00ff00); /* two pixels along the sides of both */
    assert_int_equal(color_at(&s, 10, 5), 0x00ff00);
    assert_int_equal(color_at(&s, 22, 5), 0x00ff00);
    assert_int_equal(color_at(&s, 25, 2), 0x00ff00);
    assert_int_equal(color_at(&s, 5.05, 5.05), color_at(&none, 5.05, 5.05));
    assert_false(changed_near(&s, &none, 42.5, 2.5, 30)); /* the array is none of them */
    shot_release(&s);
    s = annotated("{\"kind\":\"shape_fill\",\"target_ids\":[\"%s\"],\"color\":\"#0000FF\"}", array_id);
    assert_ne(color_at(&s, 47.5, 8.05), 0xffffff);
    assert_ne(color_at(&s, 47.5, 12.05), 0xffffff); /* all of its box */
    assert_int_equal(color_at(&s, 67, 12), 0xffffff);
    shot_release(&s);
    s = annotated("{\"kind\":\"shape_fill\",\"points\":[{\"x\":70,\"y\":30},{\"x\":78,\"y\":30},{\"x\":70,\"y\":38}],"
                  "\"color\":\"#ff0000\"}");
    assert_near(color_at(&s, 72, 32), mixed(0xff0000, 0xffffff, 0.5));
    assert_int_equal(color_at(&s, 76, 36), 0xffffff); /* the other half of the square */
    shot_release(&s);
    shot_release(&none);
}

static void test_boxes(void **state) {
    (void)state;
    shot s = annotated("{\"kind\":\"box\",\"box\":{\"left\":30,\"bottom\":25,\"right\":70,\"top\":35},\"color\":"
                       "\"#1a2B3c\"}"),
         none = bare();
    assert_int_equal(color_at(&s, 50, 35), 0x1a2b3c);
    assert_int_equal(color_at(&s, 30, 30), 0x1a2b3c);
    assert_int_equal(color_at(&s, 50, 30), 0xffffff);
    shot_release(&s);
    s = annotated("{\"kind\":\"box\",\"target_ids\":[\"%s\"],\"color\":\"#ff00ff\"}", inst_id);
    assert_int_equal(color_at(&s, 20.05, 5), 0xff00ff);
    shot_release(&s);
    s = annotated("{\"kind\":\"marker\",\"target_ids\":[\"%s\",\"%s\"],\"points\":[{\"x\":75,\"y\":35}]}", box_id,
                  text_id);
    assert_true(changed_near(&s, &none, 5, 10, 20));
    assert_true(changed_near(&s, &none, 5, 15, 20));
    assert_true(changed_near(&s, &none, 75, 35, 20));
    assert_false(changed_near(&s, &none, 50, 30, 30));
    shot_release(&s);
    s = annotated("{\"kind\":\"point\",\"target_ids\":[\"%s\"],\"points\":[{\"x\":50,\"y\":30}],\"color\":\"#00ff00\"}",
                  text_id);
    assert_int_equal(color_at(&s, 50, 30), 0x00ff00);
    assert_int_equal(color_at(&s, 5, 15), 0x00ff00);
    shot_release(&s);
    shot_release(&none);
}

/* ---- words and lines ---- */

static void test_words(void **state) {
    (void)state;
    shot none = bare(), s = annotated("{\"kind\":\"label\",\"target_ids\":[\"%s\"]}", text_id);
    assert_true(changed_near(&s, &none, 5, 15, 40));
    assert_false(changed_near(&s, &none, 60, 30, 60));
    shot own = annotated("{\"kind\":\"label\",\"target_ids\":[\"%s\"],\"text\":\"another one\"}", text_id);
    assert_string_not_equal(text_at(s.json, "pixels_sha256"), text_at(own.json, "pixels_sha256"));
    shot_release(&own);
    own =
        annotated("{\"kind\":\"label\",\"target_ids\":[\"%s\"],\"text\":\"here\"}", text_id); /* the text's own word */
    assert_string_equal(text_at(s.json, "pixels_sha256"), text_at(own.json, "pixels_sha256"));
    shot_release(&own);
    own = annotated("{\"kind\":\"label\",\"target_ids\":[\"label:here\"]}"); /* found by its text */
    assert_string_equal(text_at(s.json, "pixels_sha256"), text_at(own.json, "pixels_sha256"));
    shot_release(&own);
    shot_release(&s);
    s = annotated("{\"kind\":\"label\",\"points\":[{\"x\":60,\"y\":30}],\"text\":\"K\\u00e4se\"}");
    assert_true(changed_near(&s, &none, 60, 30, 30));
    shot_release(&s);
    shot_release(&none);
}

static void test_lines(void **state) {
    (void)state;
    shot none = bare(),
         s = annotated("{\"kind\":\"ruler\",\"points\":[{\"x\":30,\"y\":30},{\"x\":70,\"y\":30}],\"color\":"
                       "\"#ff0000\"}");
    const uint32_t scale = px_per_um();
    unsigned reds = 0;
    for (uint32_t x = 61 * scale / 2; x < 139 * scale / 2; x++) {
        reds += pixel_at(&s, x, 10 * scale) != 0xffffff && pixel_at(&s, x, 10 * scale - 1) != 0xffffff;
    }
    assert_gt(reds, stride_pick(300, 39 * scale / 3)); /* the line, but for its words */
    assert_false(changed_near(&s, &none, 75, 30, 20));
    shot_release(&s);
    /* From the box's right side (10, 0..5) to LEAF's left one at 20: the gap of 10 um, at any height between. */
    s = annotated("{\"kind\":\"ruler\",\"target_ids\":[\"%s\",\"%s\"],\"color\":\"#ff0000\"}", box_id, leaf_id);
    unsigned columns = 0;
    for (uint32_t x = 10 * scale; x < 20 * scale; x++) {
        bool is_red = false;
        for (uint32_t y = 34 * scale; y < 40 * scale; y++) {
            is_red = is_red || pixel_at(&s, x, y) != 0xffffff;
        }
        columns += is_red;
    }
    assert_ge(columns, 10 * scale - 3);
    assert_false(changed_near(&s, &none, 7.5, 4.6, 5)); /* it is no line from middle to middle */
    shot_release(&s);
    s = annotated("{\"kind\":\"ruler\",\"target_ids\":[\"%s\",\"%s\"]}", text_id, box_id); /* text to figure */
    assert_true(changed_near(&s, &none, 5, 12.5, 10));
    shot_release(&s);
    s = annotated("{\"kind\":\"ruler\",\"target_ids\":[\"%s\",\"label:wide\"],\"color\":\"#ff0000\"}", text_id);
    assert_true(changed_near(&s, &none, 43.5, 18.5, 10)); /* (5, 15) to (60, 20): seven tenths along */
    shot_release(&s);
    s = annotated("{\"kind\":\"arrow\",\"points\":[{\"x\":60,\"y\":35}],\"target_ids\":[\"%s\"],\"color\":\"#ff0000\"}",
                  leaf_id);
    assert_true(changed_near(&s, &none, 22.5, 2.5, 10));
    assert_true(changed_near(&s, &none, 41.25, 18.75, 10));
    shot_release(&s);
    s = annotated("{\"kind\":\"crosshair\",\"points\":[{\"x\":70,\"y\":30}],\"color\":\"#ff0000\"}");
    assert_true(changed_near(&s, &none, 70, 2, 2));
    assert_true(changed_near(&s, &none, 2, 30, 2));
    shot_release(&s);
    s = annotated("{\"kind\":\"crosshair\",\"color\":\"#ff0000\"}");
    assert_true(changed_near(&s, &none, 40, 39, 2)); /* the middle */
    assert_true(changed_near(&s, &none, 79, 20, 2));
    shot_release(&s);
    shot_release(&none);
}

/* ---- what is there ---- */

static void test_cells(void **state) {
    (void)state;
    shot none = bare(), s = annotated("{\"kind\":\"cell_frames\",\"color\":\"#ff0000\"}");
    assert_true(changed_near(&s, &none, 20, 2.5, 3));
    for (int i = 0; i < 3; i++) { /* each member of the array: LEAF is 50 pixels wide */
        assert_true(changed_near(&s, &none, 45 + 10 * i, 2.5, 3));
        assert_true(changed_near(&s, &none, 45 + 10 * i, 12.5, 3));
    }
    assert_false(changed_near(&s, &none, 5, 10, 5)); /* TOP's own box is no cell */
    shot_release(&s);
    s = annotated("{\"kind\":\"cell_frames\",\"target_ids\":[\"%s\"],\"color\":\"#ff0000\"}", array_id);
    assert_true(changed_near(&s, &none, 52.5, 15, 3));
    assert_false(changed_near(&s, &none, 20, 2.5, 3));
    shot_release(&s);
    shot_release(&none);
    /* Of members below eight pixels the array's frame: LEAF is two pixels wide, the array ten by six. */
    s = take_shot(&t, field, BOX(0, 0, 200, 100) SIZE(80, 40) ",\"annotations\":[{\"kind\":\"cell_frames\"}]");
    none = take_shot(&t, field, BOX(0, 0, 200, 100) SIZE(80, 40));
    assert_ne(color_at(&s, 47.5, 15), color_at(&none, 47.5, 15)); /* above a gap between members */
    assert_true(has_note(s.json, "1 placement is below 8 pixels"));
    shot_release(&s);
    shot_release(&none);
    s = take_shot(&t, field, BOX(0, 30, 10, 40) SIZE(40, 40) ",\"annotations\":[{\"kind\":\"cell_frames\"}]");
    assert_true(has_note(s.json, "No placement"));
    shot_release(&s);
    s = take_shot(&t, field, BOX(0, 30, 10, 40) SIZE(40, 40) ",\"annotations\":[{\"kind\":\"ports\"}]");
    assert_true(has_note(s.json, "No port"));
    shot_release(&s);
}

/* fixtures/coupler: ports at (0, +-3.35) to the left and (44, +-3.35) to the right, 0.5 um wide. */
static void test_ports(void **state) {
    (void)state;
    char here[4096], path[4200];
    assert_non_null(getcwd(here, sizeof here));
    snprintf(path, sizeof path, "%s/fixtures/coupler.gds", here);
    const char *id = open_session(&t, path, NULL);
    const char view[] = BOX(-8, -10, 52, 10) SIZE(600, 200);
    shot none = take_shot(&t, id, view),
         s = take_shot(&t, id, "%s,\"annotations\":[{\"kind\":\"ports\",\"color\":\"#ff0000\"}]", view);
    for (int i = 0; i < 4; i++) {
        const double out = i & 1 ? 44.8 : -0.8, y = i & 2 ? 3.35 : -3.35; /* on the arrow, outside of the box */
        assert_int_equal(color_at(&none, out, y), 0xffffff);
        assert_int_equal(color_at(&s, out, y), 0xff0000);
    }
    shot_release(&s);
    cJSON *json = run(&t, LOB_OK, "list_ports", "{\"session_id\":\"%s\"}", id);
    const char *port = NULL;
    double angle = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, at(json, "ports")) {
        if (strcmp(text_at(item, "name"), "out2") == 0) {
            port = text_at(item, "id");
            angle = number_at(item, "angle_deg");
        }
    }
    assert_true(port);
    assert_eq(angle, 0);
    s = take_shot(&t, id, "%s,\"annotations\":[{\"kind\":\"ports\",\"color\":\"#ff0000\",\"target_ids\":[\"%s\"]}]",
                  view, port);
    assert_int_equal(color_at(&s, 44.8, -3.35), 0xff0000);
    assert_int_equal(color_at(&s, 44.8, 3.35), 0xffffff);
    assert_int_equal(color_at(&s, -0.8, 3.35), 0xffffff);
    shot_release(&s);
    s = take_shot(&t, id, "%s,\"annotations\":[{\"kind\":\"label\",\"target_ids\":[\"%s\",\"port:in1\"]}]", view, port);
    assert_string_not_equal(text_at(s.json, "pixels_sha256"), text_at(none.json, "pixels_sha256"));
    shot_release(&s);
    cJSON_Delete(json);
    shot_release(&none);
}

/* fixtures/suite/meta_ports: o2 at (10, 0), 0.5 um wide by META and 0.4 by its marker: the narrower one is the bar. */
static void test_disagreed_port(void **state) {
    (void)state;
    char here[4096], path[4200];
    assert_non_null(getcwd(here, sizeof here));
    snprintf(path, sizeof path, "%s/fixtures/suite/meta_ports.gds", here);
    const char *id = open_session(&t, path, NULL);
    shot s = take_shot(
        &t, id, BOX(9, -0.5, 11, 0.5) SIZE(400, 200) ",\"annotations\":[{\"kind\":\"ports\",\"color\":\"#ff0000\"}]");
    assert_int_equal(color_at(&s, 10, 0.18), 0xff0000);
    assert_int_not_equal(color_at(&s, 10, 0.23), 0xff0000);
    shot_release(&s);
}

/* Ports of placed cells have ways; a port is found again among those that lie at its place. */
static void test_placed_ports(void **state) {
    (void)state;
    char here[4096], path[4200];
    assert_non_null(getcwd(here, sizeof here));
    snprintf(path, sizeof path, "%s/fixtures/placed_couplers.gds", here);
    const char *id = open_session(&t, path, NULL);
    cJSON *json = run(&t, LOB_OK, "list_ports", "{\"session_id\":\"%s\"}", id);
    const cJSON *port;
    unsigned count = 0;
    cJSON_ArrayForEach(port, at(json, "ports")) {
        const double x = number_at(port, "at_um/x"), y = number_at(port, "at_um/y");
        const double turn = number_at(port, "angle_deg") * acos(-1) / 180;
        char view[256];
        snprintf(view, sizeof view,
                 ",\"box\":{\"left\":%.9g,\"bottom\":%.9g,\"right\":%.9g,\"top\":%.9g}" SIZE(100, 100), x - 2.5,
                 y - 2.5, x + 2.5, y + 2.5);
        shot none = take_shot(&t, id, "%s", view),
             s = take_shot(&t, id,
                           "%s,\"annotations\":[{\"kind\":\"ports\",\"color\":\"#ff0000\",\"target_ids\":[\"%s\"]}]",
                           view, text_at(port, "id"));
        const double ahead_x = 50 + 6 * cos(turn), ahead_y = 50 - 6 * sin(turn); /* on the shaft of the arrow */
        bool is_red = false;                                                     /* there, to within a pixel */
        for (int k = 0; k < 9; k++) {
            const uint32_t px = (uint32_t)(ahead_x + k % 3 - 1), py = (uint32_t)(ahead_y + k / 3 - 1);
            is_red = is_red || (pixel_at(&s, px, py) == 0xff0000 && pixel_at(&none, px, py) != 0xff0000);
        }
        assert_true(is_red);
        shot_release(&s);
        shot_release(&none);
        if (++count == 6) {
            break;
        }
    }
    assert_gt(count, 1);
    cJSON_Delete(json);
}

/* More than is shown one by one: an array of 500 has one frame, of 4100 places 4000, an empty cell none. */
static void test_crowd(void **state) {
    (void)state;
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "TOP");
    gds_aref(&b, "LEAF", 25, 20, 0, 0, 10000, 10000);
    gds_element_end(&b);
    gds_sref(&b, "EMPTY", false, false, 300000, 100000);
    gds_element_end(&b);
    gds_cell_end(&b);
    gds_cell(&b, "PILE");
    for (int i = 0; i < 4100; i++) {
        gds_sref(&b, "LEAF", false, false, i, 0);
        gds_element_end(&b);
    }
    gds_sref(&b, "BIG", false, false, 500000, 300000);
    gds_element_end(&b);
    gds_cell_end(&b);
    gds_cell(&b, "BIG");
    gds_box(&b, 1, 0, 0, 0, 500000, 400000);
    gds_cell_end(&b);
    gds_cell(&b, "LEAF");
    gds_box(&b, 2, 0, 0, 0, 5000, 5000);
    gds_cell_end(&b);
    gds_cell(&b, "EMPTY");
    gds_cell_end(&b);
    gds_end(&b);
    const char *id = open_session(&t, bench_file(&t, "crowd.gds", &b), "TOP"), *empty = NULL;
    const char frames[] = ",\"annotations\":[{\"kind\":\"cell_frames\",\"color\":\"#ff0000\"}]";
    shot none = take_shot(&t, id, BOX(-10, -10, 350, 230) SIZE(720, 480)),
         s = take_shot(&t, id, BOX(-10, -10, 350, 230) SIZE(720, 480) "%s", frames);
    assert_ne(color_at(&s, 245, 97.5), color_at(&none, 245, 97.5));          /* the array's right side */
    assert_int_equal(color_at(&s, 105, 102.5), color_at(&none, 105, 102.5)); /* that of a member, 10 pixels wide */
    shot_release(&s);
    s = take_shot(&t, id, BOX(100, 100, 190, 160) SIZE(360, 240) "%s", frames); /* 54 of them: each, 20 pixels wide */
    shot_release(&none);
    none = take_shot(&t, id, BOX(100, 100, 190, 160) SIZE(360, 240));
    assert_ne(color_at(&s, 110, 112.5), color_at(&none, 110, 112.5));
    assert_ne(color_at(&s, 142.5, 135), color_at(&none, 142.5, 135));
    shot_release(&s);
    if (!stride_is_on()) { /* four thousand frames, one like the other */
        s = take_shot(&t, id, BOX(0, 0, 12, 8) SIZE(120, 80) ",\"cell\":\"PILE\"%s", frames);
        assert_true(has_note(s.json, "100 more placements in view have no frame"));
        shot_release(&s);
        s = take_shot(&t, id, BOX(0, 0, 1200, 800) SIZE(120, 80) ",\"cell\":\"PILE\"%s", frames);
        assert_true(
            has_note(s.json, "4100 placements are below 8 pixels")); /* and leave room for the one that is not */
        shot_release(&none);
        none = take_shot(&t, id, BOX(0, 0, 1200, 800) SIZE(120, 80) ",\"cell\":\"PILE\"");
        assert_ne(color_at(&s, 500, 450), color_at(&none, 500, 450));
        assert_ne(color_at(&s, 750, 300), color_at(&none, 750, 300));
        shot_release(&s);
    }
    cJSON *json = run(&t, LOB_OK, "query_region", "{\"session_id\":\"%s\"" BOX(290, 90, 310, 110) "}", id);
    empty = text_at(json, "instances/0/id");
    s = take_shot(&t, id,
                  BOX(-10, -10, 350, 230)
                      SIZE(360, 240) ",\"annotations\":[{\"kind\":\"point\",\"target_ids\":[\"%s\"],"
                                     "\"color\":\"#00ff00\"}]",
                  empty);
    assert_int_equal(color_at(&s, 300, 100), 0x00ff00);
    shot_release(&s);
    cJSON_Delete(json);
    shot_release(&none);
}

static void test_outside(void **state) {
    (void)state;
    shot s = annotated("{\"kind\":\"label\",\"points\":[{\"x\":500,\"y\":500}],\"text\":\"far\"}"), none = bare();
    assert_true(has_note(s.json, "1 word belongs to a place outside"));
    assert_string_equal(text_at(s.json, "pixels_sha256"), text_at(none.json, "pixels_sha256"));
    shot_release(&s);
    shot_release(&none);
}

static void test_mask(void **state) {
    (void)state;
    shot a = of_field(",\"style\":\"mask\""), b = of_field(",\"style\":\"mask\",\"annotations\":[{\"kind\":\"grid\"}]");
    assert_string_equal(text_at(a.json, "pixels_sha256"), text_at(b.json, "pixels_sha256"));
    assert_true(has_note(b.json, "other annotations were not drawn"));
    shot_release(&a);
    shot_release(&b);
}

/* ---- what is refused ---- */

typedef struct fault {
    const char *annotation, *argument, *reason;
} fault;

static void refused(lob_status status, const char *more, const fault *f) {
    cJSON *json = run(&t, status, "render_view", "{\"session_id\":\"%s\"%s,\"annotations\":[{\"kind\":\"grid\"},{%s}]}",
                      field, more, f->annotation);
    if (f->argument) {
        assert_string_equal(text_at(json, "details/argument"), f->argument);
    }
    if (f->reason) {
        assert_string_equal(text_at(json, "details/reason"), f->reason);
    }
    assert_gt(strlen(text_at(json, "details/hint")), 10);
    cJSON_Delete(json);
}

static void test_refused(void **state) {
    (void)state;
    static const fault faults[] = {
        {"\"kind\":\"shape_outline\"", "annotations[1].target_ids", "missing"},
        {"\"kind\":\"shape_fill\",\"points\":[{\"x\":1,\"y\":1}]", "annotations[1].target_ids", "missing"},
        {"\"kind\":\"box\"", "annotations[1].box", "missing"},
        {"\"kind\":\"marker\",\"text\":\"a\"", "annotations[1].target_ids", "missing"},
        {"\"kind\":\"point\"", "annotations[1].points", "missing"},
        {"\"kind\":\"label\",\"text\":\"a\"", "annotations[1].points", "missing"},
        {"\"kind\":\"label\",\"points\":[{\"x\":1,\"y\":1}]", "annotations[1].text", "missing"},
        {"\"kind\":\"ruler\",\"points\":[{\"x\":1,\"y\":1}]", "annotations[1].points", "missing"},
        {"\"kind\":\"ruler\",\"points\":[{\"x\":1,\"y\":1},{\"x\":1,\"y\":1},{\"x\":1,\"y\":1}]",
         "annotations[1].points", "missing"},
        {"\"kind\":\"arrow\",\"points\":[{\"x\":1,\"y\":1}]", "annotations[1].points", "missing"},
        {"\"kind\":\"point\",\"points\":[{\"x\":1e300,\"y\":1}]", "annotations[1].points", "range"},
        {"\"kind\":\"shape_fill\",\"points\":[{\"x\":1,\"y\":1},{\"x\":1,\"y\":-1e14},{\"x\":2,\"y\":2}]",
         "annotations[1].points", "range"},
        {"\"kind\":\"grid\",\"color\":\"#ff00ff80\"", "annotations[1].color", "alpha"},
        {"\"kind\":\"point\",\"target_ids\":[\"label:here\",\"shp_0123456789abcdef\"]", "annotations[1].target_ids[1]",
         NULL},
        {"\"kind\":\"point\",\"target_ids\":[\"nonsense\"]", "annotations[1].target_ids[0]", NULL},
        {"\"kind\":\"box\",\"target_ids\":[\"ins_0123456789abcdef\"]", "annotations[1].target_ids[0]", NULL},
        {"\"kind\":\"point\",\"target_ids\":[\"label:nowhere\"]", "annotations[1].target_ids[0]", "absent"},
        {"\"kind\":\"shape_outline\",\"target_ids\":[\"label:here\"]", "annotations[1].target_ids", "no_outline"},
        {"\"kind\":\"box\",\"target_ids\":[\"label:here\"]", "annotations[1].target_ids", "no_outline"},
        {"\"kind\":\"ports\",\"target_ids\":[\"label:here\"]", "annotations[1].target_ids", "no_port"},
        {"\"kind\":\"cell_frames\",\"target_ids\":[\"label:here\"]", "annotations[1].target_ids", "no_instance"},
        {"\"kind\":\"sparkle\"", NULL, NULL},
        {"\"kind\":\"grid\",\"color\":\"red\"", NULL, NULL},
        {"\"kind\":\"grid\",\"color\":\"#12345\"", NULL, NULL},
        {"\"kind\":\"grid\",\"size\":3", NULL, NULL},
        {"\"kind\":7", NULL, NULL},
        {"\"color\":\"#fff\"", NULL, NULL},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        lob_case("faults[%zu]", i);
        refused(LOB_E_INVALID_TARGET, "", &faults[i]);
        refused(LOB_E_INVALID_TARGET, ",\"style\":\"mask\"", &faults[i]); /* also where none would be drawn */
    }
    char label[96];
    snprintf(label, sizeof label, "\"kind\":\"label\",\"target_ids\":[\"%s\"]", box_id);
    refused(LOB_E_INVALID_TARGET, "", &(fault){label, "annotations[1].text", "missing"});
    refused(LOB_E_INVALID_BOX, "",
            &(fault){"\"kind\":\"box\",\"box\":{\"left\":0,\"bottom\":0,\"right\":0,\"top\":1}", "annotations[1].box",
                     NULL});
}

/* Ids are of the cell they were asked in. */
static void test_other_cell(void **state) {
    (void)state;
    char annotation[128];
    cJSON *json =
        run(&t, LOB_OK, "query_region", "{\"session_id\":\"%s\",\"cell\":\"LEAF\"" BOX(-1, -1, 9, 9) "}", field);
    const char *id = text_at(json, "shapes/0/id");
    snprintf(annotation, sizeof annotation, "\"kind\":\"shape_outline\",\"target_ids\":[\"%s\"]", id);
    cJSON *error = run(&t, LOB_E_INVALID_TARGET, "render_view", "{\"session_id\":\"%s\",\"annotations\":[{%s}]}", field,
                       annotation);
    assert_string_equal(text_at(error, "details/reason"), "other_cell");
    assert_string_equal(text_at(error, "details/cell"), "LEAF");
    assert_string_equal(text_at(error, "details/argument"), "annotations[0].target_ids[0]");
    cJSON_Delete(error);
    shot s = take_shot(&t, field, ",\"cell\":\"LEAF\"" SIZE(60, 60) ",\"annotations\":[{%s,\"color\":\"#0f0\"}]",
                       annotation);
    assert_int_equal(color_at(&s, 0, 2.5), 0x00ff00);
    shot_release(&s);
    cJSON_Delete(json);
}

/* Every kind at once. */
static void test_failing(void **state) {
    (void)state;
    char arguments[2048];
    snprintf(
        arguments, sizeof arguments,
        "{\"session_id\":\"%s\"" SIZE(
            60,
            40) ",\"annotations\":[{\"kind\":\"shape_outline\",\"target_ids\":[\"%s\"]},{\"kind\":\"shape_fill\","
                "\"points\":[{\"x\":1,\"y\":1},{\"x\":9,\"y\":1},{\"x\":1,\"y\":9}]},{\"kind\":\"box\",\"target_ids\":"
                "[\"%s\"]},{\"kind\":\"marker\",\"target_ids\":[\"%s\"]},{\"kind\":\"point\",\"points\":[{\"x\":1,"
                "\"y\":1}]},{\"kind\":\"label\",\"target_ids\":[\"%s\"]},{\"kind\":\"ruler\",\"target_ids\":[\"%s\","
                "\"%s\"]},{\"kind\":\"arrow\",\"points\":[{\"x\":1,\"y\":1},{\"x\":2,\"y\":3}]},{\"kind\":\"ports\"},"
                "{\"kind\":\"cell_frames\"},{\"kind\":\"scale_bar\"},{\"kind\":\"grid\"},{\"kind\":\"legend\"},"
                "{\"kind\":\"crosshair\"}]}",
        field, box_id, inst_id, text_id, text_id, box_id, leaf_id);
    assert_gt(sweep_tool(&t, "render_view", arguments), 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_outlines),     cmocka_unit_test(test_boxes),          cmocka_unit_test(test_words),
        cmocka_unit_test(test_lines),        cmocka_unit_test(test_cells),          cmocka_unit_test(test_ports),
        cmocka_unit_test(test_placed_ports), cmocka_unit_test(test_disagreed_port), cmocka_unit_test(test_crowd),
        cmocka_unit_test(test_outside),      cmocka_unit_test(test_mask),           cmocka_unit_test(test_refused),
        cmocka_unit_test(test_other_cell),   cmocka_unit_test(test_failing),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
