/* extract_markers over runs made by hand: a report is put into the folder of a run. Expected places are worked out from
 * the report's text; those of marks_frames.lyrdb are KLayout's. */
#include <fcntl.h>
#include <png.h>

#include "tests/support/lob_test.h"

#include "bench_rig.h"
#include "picture_support.h"
#include "session/runs.h"
#include "tool_sweep.h"

static const char *field;
static char run_id[LOB_DRC_ID_SIZE + 1];

#define HEAD                                                                                                           \
    "<report-database><top-cell>TOP</top-cell><categories>"                                                            \
    "<category><name>space</name><description>at least 0.2 um</description></category>"                                \
    "<category><name>width</name><description>at least 0.1 um</description></category>"                                \
    "<category><name>area</name></category></categories>"                                                              \
    "<cells><cell><name>TOP</name></cell><cell><name>SUB</name><references>"                                           \
    "<ref><parent>TOP</parent><trans>r90 *1 10,0</trans></ref>"                                                        \
    "<ref><parent>TOP</parent><trans>r0 *1 0,0</trans></ref></references></cell>"                                      \
    "<cell><name>LOST</name></cell></cells><items>"
#define ITEM(rule, cell, value)                                                                                        \
    "<item><tags/><category>" rule "</category><cell>" cell                                                            \
    "</cell><visited>false</visited><multiplicity>1</multiplicity><values><value>" value "</value></values></item>"
#define TAIL "</items></report-database>"

static const char report[] =
    HEAD ITEM("width", "TOP", "box: (5,5;6,7)") ITEM("space", "TOP", "edge-pair: (1,1;3,1)|(3,1.15;1,1.15)")
        ITEM("space", "SUB", "polygon: (0,0;0,1;2,1)") ITEM("space", "TOP", "edge: (20,1;22,1)")
            ITEM("width", "LOST", "label: ('here',r0 1,2)") ITEM("width", "TOP", "text: 'only words'") TAIL;

static void put_run(const char *session_id, const char *text, char id[LOB_DRC_ID_SIZE + 1]) {
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_session *session;
    lob_drc_run *run;
    int fd;
    lob_ctx_init(&ctx, arena);
    assert_int_equal(lob_session_find(&ctx, t.sessions, lob_str_from(session_id), &session), LOB_OK);
    assert_int_equal(lob_drc_begin(&ctx, session, &run, &fd), LOB_OK);
    if (text) {
        leave_report(fd, text);
    } else {
        close(fd);
    }
    snprintf(id, LOB_DRC_ID_SIZE + 1, "%s", run->id);
    assert_int_equal(lob_drc_end(&ctx, session, run, LOB_DRC_DONE, 0), LOB_OK);
    lob_session_drop(session);
    lob_arena_drop(arena);
}

static int setup(void **state) {
    (void)state;
    bench_open(&t);
    field = open_session(&t, field_file(&t), "TOP");
    put_run(field, report, run_id);
    return 0;
}

#define ASK(more) "{\"session_id\":\"%s\",\"run_id\":\"%s\"" more "}", field, run_id

static void assert_um(const cJSON *json, const char *box, double left, double bottom, double right, double top) {
    const char *const sides[4] = {"left", "bottom", "right", "top"};
    const double values[4] = {left, bottom, right, top};
    for (int i = 0; i < 4; i++) {
        char path[96];
        snprintf(path, sizeof path, "%s_um/%s", box, sides[i]);
        assert_close(number_at(json, path), values[i], 1e-9);
        snprintf(path, sizeof path, "%s_dbu/%s", box, sides[i]);
        assert_eq(number_at(json, path), round(values[i] * 1000));
    }
}

static bool says(const cJSON *json, const char *words) {
    for (int i = 0; find(json, "notes") && i < count_at(json, "notes"); i++) {
        if (strstr(cJSON_GetArrayItem(at(json, "notes"), i)->valuestring, words)) {
            return true;
        }
    }
    return false;
}

/* ---- what is answered ---- */

static uint32_t red_pixels(const char *path, uint32_t *width, uint32_t *height) {
    png_image image = {.version = PNG_IMAGE_VERSION};
    assert_true(png_image_begin_read_from_file(&image, path));
    image.format = PNG_FORMAT_RGB;
    uint8_t *pixels = malloc(PNG_IMAGE_SIZE(image));
    assert_true(png_image_finish_read(&image, NULL, pixels, 0, NULL));
    uint32_t count = 0;
    for (size_t i = 0; i < (size_t)image.width * image.height; i++) {
        count += pixels[3 * i] > 180 && pixels[3 * i + 1] < 60 && pixels[3 * i + 2] < 60;
    }
    *width = image.width;
    *height = image.height;
    free(pixels);
    return count;
}

/* Order: rule, no box first, bottom, left. SUB lies twice: turned by 90 at (10, 0), where (0,0) (0,1) (2,1) becomes
 * (10,0) (9,0) (9,2), and as it is. */
static void test_answer(void **state) {
    (void)state;
    cJSON *json = run(&t, LOB_OK, "extract_markers", ASK(""));
    assert_string_equal(text_at(json, "run_id"), run_id);
    assert_eq(number_at(json, "marker_count"), 7);
    assert_eq(count_at(json, "markers"), 7);
    static const char *const rules[] = {"space", "space", "space", "space", "width", "width", "width"};
    for (int i = 0; i < 7; i++) {
        char path[32];
        snprintf(path, sizeof path, "markers/%d/rule", i);
        assert_string_equal(text_at(json, path), rules[i]);
    }
    assert_um(json, "markers/0/box", 0, 0, 2, 1);
    assert_um(json, "markers/1/box", 9, 0, 10, 2);
    assert_string_equal(text_at(json, "markers/1/cell"), "SUB");
    assert_um(json, "markers/2/box", 1, 1, 3, 1.15);
    assert_string_equal(text_at(json, "markers/2/geometry/kind"), "edge_pair");
    assert_close(number_at(json, "markers/2/distance_um"), 0.15, 1e-9);
    assert_int_equal(count_at(json, "markers/2/geometry/points_um"), 4);
    assert_string_equal(text_at(json, "markers/2/description"), "at least 0.2 um");
    assert_um(json, "markers/3/box", 20, 1, 22, 1);
    assert_string_equal(text_at(json, "markers/4/geometry/kind"), "string");
    assert_string_equal(text_at(json, "markers/4/geometry/text"), "only words");
    assert_true(true_at(json, "markers/4/bbox_empty"));
    assert_um(json, "markers/4/box", 0, 0, 0, 0);
    assert_string_equal(text_at(json, "markers/5/geometry/text"), "here");
    assert_true(true_at(json, "markers/5/in_cell_coordinates"));
    assert_um(json, "markers/6/box", 5, 5, 6, 7);
    assert_null(find(json, "markers/6/crop"));
    assert_null(find(json, "next_cursor"));
    assert_eq(number_at(json, "rule_counts/space"), 4);
    assert_eq(number_at(json, "rule_counts/width"), 3);
    assert_eq(number_at(json, "rule_counts/area"), 0);
    assert_eq(number_at(json, "truncation/markers_dropped"), 0);
    assert_eq(number_at(json, "truncation/limit"), 100);
    assert_true(says(json, "are not below the top cell"));
    cJSON_Delete(json);
}

/* Each kind, what is left out of long ones, and a picture of each that lies somewhere. */
static void test_kinds(void **state) {
    (void)state;
    static const char text[] = HEAD
        "<item><tags>#warning</tags><category>area</category><cell>TOP</cell><multiplicity>3</multiplicity><values>"
        "<value>float: 0.125</value><value>polygon: (0,0;0,4;4,4;4,0/1,1;2,1;2,2;1,2)</value><value>edge: (0,0;1,1)"
        "</value><value>label: ('at',r0 1,2)</value><value>path: (0,0;9,0;9,9) w=0.5 bx=0 ex=0 r=false</value>"
        "<value>box: ()</value><value>text: 'a'</value><value>rubbish</value><value>text: 'b'</value>"
        "<value>text: 'c'</value></values></item>" ITEM("space", "TOP", "label: ('only',r0 1,2)")
            ITEM("space", "TOP", "path: (3,3;9,3;9,9) w=0.5 bx=0 ex=0 r=false") ITEM("space", "TOP", "box: (9,3;9,3)")
                ITEM("width", "TOP",
                     "polygon: (0,0;1,1;2,0;3,1;4,0;5,1;6,0;7,1;8,0;9,1;10,0;11,1;12,0;13,1;14,0;15,1;16,0;16,-1;0,-1)")
                    TAIL;
    char id[LOB_DRC_ID_SIZE + 1];
    uint32_t width, height;
    put_run(field, text, id);
    cJSON *json = run(&t, LOB_OK, "extract_markers", "{\"session_id\":\"%s\",\"run_id\":\"%s\",\"include_crops\":true}",
                      field, id);
    assert_eq(number_at(json, "marker_count"), 5);
    assert_string_equal(text_at(json, "markers/0/severity"), "warning");
    assert_eq(number_at(json, "markers/0/multiplicity"), 3);
    assert_string_equal(text_at(json, "markers/0/geometry/kind"), "polygon");
    assert_eq(count_at(json, "markers/0/geometry/contour_ends"), 2);
    assert_eq(number_at(json, "markers/0/geometry/contour_ends/0"), 4);
    static const char *const kinds[] = {"float", "edge", "text", "path", "box", "string", "string"};
    assert_int_equal(count_at(json, "markers/0/more"), 7);
    for (int i = 0; i < 7; i++) {
        char path[48];
        snprintf(path, sizeof path, "markers/0/more/%d/kind", i);
        assert_string_equal(text_at(json, path), kinds[i]);
    }
    assert_eq(number_at(json, "markers/0/more/0/value"), 0.125);
    assert_eq(number_at(json, "markers/0/more/2/points_um/0/y"), 2);
    assert_eq(number_at(json, "markers/0/more/3/width_um"), 0.5);
    assert_eq(count_at(json, "markers/0/more/3/points_um"), 3);
    assert_eq(number_at(json, "markers/0/values_dropped"), 2);
    assert_null(find(json, "markers/1/multiplicity"));
    assert_string_equal(text_at(json, "markers/1/severity"), "error");
    assert_eq(count_at(json, "markers/4/geometry/points_um"), 16);
    assert_eq(number_at(json, "markers/4/geometry/points_dropped"), 3);
    for (int i = 0; i < 5; i++) {
        char path[48];
        snprintf(path, sizeof path, "markers/%d/crop/path", i);
        assert_gt(red_pixels(text_at(json, path), &width, &height), 10);
    }
    cJSON_Delete(json);
}

static void test_filters(void **state) {
    (void)state;
    cJSON *json = run(&t, LOB_OK, "extract_markers", ASK(",\"rules\":[\"width\"]"));
    assert_eq(number_at(json, "marker_count"), 3);
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "extract_markers",
               ASK(",\"rules\":[\"space\",\"area\"],\"box\":{\"left\":2,\"bottom\":0,\"right\":9,\"top\":1}"));
    assert_eq(number_at(json, "marker_count"), 3); /* touched: the first, the turned one, the pair */
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "extract_markers", ASK(",\"box\":{\"left\":100,\"bottom\":0,\"right\":109,\"top\":1}"));
    assert_eq(number_at(json, "marker_count"), 0);
    assert_eq(count_at(json, "markers"), 0);
    assert_true(says(json, "None of the 7 markers"));
    cJSON_Delete(json);
    json = run(&t, LOB_E_INVALID_TARGET, "extract_markers", ASK(",\"rules\":[\"widht\"]"));
    assert_string_equal(text_at(json, "details/candidates/0"), "width");
    cJSON_Delete(json);
    cJSON_Delete(
        run(&t, LOB_E_INVALID_BOX, "extract_markers", ASK(",\"box\":{\"left\":9,\"bottom\":0,\"right\":2,\"top\":1}")));
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "extract_markers", ASK(",\"cluster_um\":-1")));
}

/* The pair lies on the first polygon's box; the turned one 6 um to the right of both, the edge 10 further. */
static void test_clusters(void **state) {
    (void)state;
    cJSON *json = run(&t, LOB_OK, "extract_markers", ASK(",\"rules\":[\"space\"],\"cluster_um\":0"));
    assert_eq(number_at(json, "cluster_count"), 3);
    assert_eq(number_at(json, "markers/0/cluster"), 1);
    assert_eq(number_at(json, "markers/2/cluster"), 1);
    assert_eq(number_at(json, "markers/1/cluster"), 2);
    assert_eq(number_at(json, "markers/3/cluster"), 3);
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "extract_markers", ASK(",\"cluster_um\":6.001"));
    assert_eq(number_at(json, "cluster_count"), 2);
    assert_null(find(json, "markers/4/cluster")); /* only words */
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "extract_markers", ASK(",\"rules\":[\"space\"],\"cluster_um\":1e300"));
    assert_eq(number_at(json, "cluster_count"), 1);
    cJSON_Delete(json);
}

static void test_pages(void **state) {
    (void)state;
    cJSON *all = run(&t, LOB_OK, "extract_markers", ASK(""));
    cJSON *page = run(&t, LOB_OK, "extract_markers", ASK(",\"limit\":3"));
    char cursor[512];
    int seen = 0, pages = 1;
    for (;; pages++) {
        for (int i = 0; i < count_at(page, "markers"); i++, seen++) {
            char a[32], b[32];
            snprintf(a, sizeof a, "markers/%d/id", i);
            snprintf(b, sizeof b, "markers/%d/id", seen);
            assert_string_equal(text_at(page, a), text_at(all, b));
        }
        assert_eq(number_at(page, "truncation/markers_dropped"), 7 - seen);
        if (!find(page, "next_cursor")) {
            break;
        }
        snprintf(cursor, sizeof cursor, "%s", text_at(page, "next_cursor"));
        cJSON_Delete(page);
        page = run(&t, LOB_OK, "extract_markers",
                   "{\"session_id\":\"%s\",\"run_id\":\"%s\",\"limit\":3,\"cursor\":\"%s\"}", field, run_id, cursor);
    }
    assert_eq(seen, 7);
    assert_eq(pages, 3);
    cJSON_Delete(page);
    cJSON_Delete(all);
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "extract_markers",
                     "{\"session_id\":\"%s\",\"run_id\":\"%s\",\"rules\":[\"space\"],\"cursor\":\"%s\"}", field, run_id,
                     cursor));
    cJSON_Delete(run(&t, LOB_E_QUERY_TOO_LARGE, "extract_markers", ASK(",\"limit\":5001")));
}

/* ---- runs ---- */

static void test_no_run(void **state) {
    (void)state;
    const char *other = open_session(&t, chip_file(&t), NULL);
    cJSON *json =
        run(&t, LOB_E_INVALID_TARGET, "extract_markers", "{\"session_id\":\"%s\",\"run_id\":\"drc_00000001\"}", other);
    assert_string_equal(text_at(json, "details/reason"), "no_runs");
    cJSON_Delete(json);
    json =
        run(&t, LOB_E_INVALID_TARGET, "extract_markers", "{\"session_id\":\"%s\",\"run_id\":\"drc_ffffffff\"}", field);
    assert_string_equal(text_at(json, "details/reason"), "unknown_run");
    assert_non_null(find(json, "details/candidates/0"));
    cJSON_Delete(json);
}

static void test_bad_report(void **state) {
    (void)state;
    char id[LOB_DRC_ID_SIZE + 1], cut[sizeof report];
    snprintf(cut, sizeof report - 30, "%s", report);
    put_run(field, cut, id);
    cJSON_Delete(
        run(&t, LOB_E_DRC_RUN_FAILED, "extract_markers", "{\"session_id\":\"%s\",\"run_id\":\"%s\"}", field, id));
    put_run(field, NULL, id);
    cJSON *json =
        run(&t, LOB_E_DRC_RUN_FAILED, "extract_markers", "{\"session_id\":\"%s\",\"run_id\":\"%s\"}", field, id);
    assert_string_equal(text_at(json, "details/reason"), "no_report");
    cJSON_Delete(json);
    put_run(field, HEAD TAIL, id);
    json = run(&t, LOB_OK, "extract_markers", "{\"session_id\":\"%s\",\"run_id\":\"%s\"}", field, id);
    assert_eq(number_at(json, "marker_count"), 0);
    assert_true(says(json, "found nothing"));
    cJSON_Delete(json);
    put_run(field,
            "<report-database><top-cell>\x1b[31m</top-cell><categories><category><name>&#x202e;evil</name></category></"
            "categories>"
            "<cells><cell><name>TOP</name></cell></cells><items/></report-database>",
            id); /* a control character is no XML */
    cJSON_Delete(
        run(&t, LOB_E_DRC_RUN_FAILED, "extract_markers", "{\"session_id\":\"%s\",\"run_id\":\"%s\"}", field, id));
    put_run(field,
            "<report-database><top-cell>TOP</top-cell><categories><category><name>&#x202e;&lt;evil\"</name></"
            "category></categories>"
            "<cells><cell><name>TOP</name></cell></cells><items><item><category>'\\342\\200\\256&lt;evil\"'</category>"
            "<cell>TOP</cell><values><value>nonsense</value><value>box: (0,0;1,1)</value></values></item></items>"
            "</report-database>",
            id);
    json = run(&t, LOB_OK, "extract_markers",
               "{\"session_id\":\"%s\",\"run_id\":\"%s\",\"export\":[\"sarif\",\"junit\",\"geojson\",\"lyrdb\"]}",
               field, id);
    assert_string_equal(text_at(json, "markers/0/rule"), "\xe2\x80\xae<evil\"");
    assert_string_equal(text_at(json, "markers/0/geometry/kind"), "box");
    assert_string_equal(text_at(json, "markers/0/more/0/text"), "nonsense");
    assert_true(says(json, "1 values of the report could not be parsed"));
    cJSON_Delete(json);
}

/* ---- files ---- */

static char *slurp(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *data = calloc(1, 1 << 20);
    *size = fread(data, 1, (1 << 20) - 1, file);
    fclose(file);
    return data;
}

static void test_export(void **state) {
    (void)state;
    size_t size;
    cJSON *json = run(&t, LOB_OK, "extract_markers", ASK(",\"export\":[\"geojson\",\"sarif\",\"lyrdb\",\"junit\"]"));
    assert_int_equal(count_at(json, "artifacts"), 4);
    assert_string_equal(text_at(json, "artifacts/0/media_type"), "application/xml");
    assert_non_null(strstr(text_at(json, "artifacts/1/path"), "/markers.sarif"));
    assert_non_null(strstr(text_at(json, "artifacts/2/path"), "/markers.xml"));
    char *text = slurp(text_at(json, "artifacts/3/path"), &size);
    lob_json_fault fault;
    cJSON *geo = lob_json_parse((lob_str){text, size}, &fault);
    assert_int_equal(count_at(geo, "features"), 7);
    assert_string_equal(text_at(geo, "features/2/geometry/type"), "MultiLineString");
    cJSON_Delete(geo);
    free(text);
    char path[512];
    snprintf(path, sizeof path, "%s", text_at(json, "artifacts/1/path"));
    *strrchr(path, '/') = '\0';
    strcat(path, "/markers.json");
    text = slurp(path, &size);
    cJSON *list = lob_json_parse((lob_str){text, size}, &fault);
    assert_int_equal(count_at(list, "markers"), 7);
    assert_string_equal(text_at(list, "markers/0/id"), text_at(json, "markers/0/id"));
    cJSON_Delete(list);
    free(text);
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "extract_markers", ASK(",\"export\":[\"sarif\"],\"rules\":[\"width\"]"));
    assert_int_equal(count_at(json, "artifacts"), 1);
    assert_null(strstr(text_at(json, "artifacts/0/path"), "/markers.sarif")); /* another question, another file */
    text = slurp(text_at(json, "artifacts/0/path"), &size);
    list = lob_json_parse((lob_str){text, size}, &fault);
    assert_int_equal(count_at(list, "runs/0/results"), 3);
    cJSON_Delete(list);
    free(text);
    cJSON_Delete(json);
}

/* ---- pictures ---- */

static void test_crops(void **state) {
    (void)state;
    uint32_t width, height;
    char first[512];
    cJSON *json = run(&t, LOB_OK, "extract_markers", ASK(",\"include_crops\":true"));
    int count = 0;
    assert_int_equal(t.image_count, 5);
    for (int i = 0; i < 7; i++) {
        char path[64];
        snprintf(path, sizeof path, "markers/%d/crop/path", i);
        if (find(json, path)) {
            char name[32];
            snprintf(name, sizeof name, "/crops/marker_%04d.png", i + 1);
            assert_non_null(strstr(text_at(json, path), name));
            assert_gt(red_pixels(text_at(json, path), &width, &height), 20);
            assert_eq(width, 400);
            assert_eq(height, 400);
            count++;
        }
    }
    assert_int_equal(count, 5); /* not the words, nor the one of a cell that lies nowhere */
    assert_eq(number_at(json, "truncation/crops_dropped"), 0);
    assert_true(says(json, "2 markers of this page have no position"));
    snprintf(first, sizeof first, "%s", text_at(json, "markers/0/crop/path"));
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "extract_markers",
               ASK(",\"include_crops\":true,\"rules\":[\"space\"],\"limit\":1,\"crop_size_um\":{\"x\":4,\"y\":2},"
                   "\"inline_images\":false"));
    assert_int_equal(t.image_count, 0);
    assert_string_not_equal(first, text_at(json, "markers/0/crop/path"));
    /* A triangle of legs 2 um and 1 um, 100 pixels a um: lines of two pixels, about 2 * (200 + 100 + 224). */
    const uint32_t red = red_pixels(text_at(json, "markers/0/crop/path"), &width, &height);
    assert_eq(width, 400);
    assert_eq(height, 200);
    assert_gt(red, 700);
    assert_lt(red, 1400);
    cJSON_Delete(json);
    json = run(&t, LOB_E_QUERY_TOO_LARGE, "extract_markers",
               ASK(",\"include_crops\":true,\"crop_size_um\":{\"x\":100001,\"y\":2}"));
    assert_string_equal(text_at(json, "details/limit_name"), "crop_side");
    cJSON_Delete(json);
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "extract_markers",
                     ASK(",\"include_crops\":true,\"crop_size_um\":{\"x\":0.0001,\"y\":2}")));
}

/* A marker's surroundings: its box and 5 um, outlined, at 20 pixels a micrometre. */
static void test_around(void **state) {
    (void)state;
#define AROUND "{\"session_id\":\"%s\",\"around\":\"%s\",\"image_size\":{\"width\":240,\"height\":220}%s}"
    char placed[32], unplaced[32], fill[160];
    uint32_t width, height;
    cJSON *json = run(&t, LOB_OK, "extract_markers", ASK(""));
    snprintf(placed, sizeof placed, "%s", text_at(json, "markers/6/id"));
    snprintf(unplaced, sizeof unplaced, "%s", text_at(json, "markers/5/id"));
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "render_view", AROUND, field, placed, "");
    assert_close(number_at(json, "box_um/left"), 0, 1e-9);
    assert_close(number_at(json, "box_um/bottom"), 0, 1e-9);
    assert_close(number_at(json, "box_um/right"), 11, 1e-9);
    assert_close(number_at(json, "box_um/top"), 12, 1e-9);
    assert_int_equal(t.image_count, 1);
    cJSON_Delete(json);
    snprintf(fill, sizeof fill,
             ",\"annotations\":[{\"kind\":\"shape_fill\",\"color\":\"#d40000\",\"target_ids\":[\"%s\"]}]", placed);
    json = run(&t, LOB_OK, "render_view", AROUND, field, placed, fill);
    assert_gt(red_pixels(text_at(json, "image/path"), &width, &height), 0);
    cJSON_Delete(json);
    json = run(&t, LOB_E_INVALID_TARGET, "render_view", AROUND, field, unplaced, "");
    assert_string_equal(text_at(json, "details/reason"), "no_place");
    assert_string_equal(text_at(json, "details/argument"), "around");
    cJSON_Delete(json);
    json = run(&t, LOB_E_INVALID_TARGET, "render_view", AROUND, field, "mrk_00000000deadbeef", "");
    assert_string_equal(text_at(json, "details/reason"), "unknown");
    cJSON_Delete(json);
    json = run(&t, LOB_E_INVALID_TARGET, "render_view", AROUND, field, placed, ",\"cell\":\"TOP\"");
    assert_string_equal(text_at(json, "message"), "around replaces box and cell");
    cJSON_Delete(json);
}

/* As many pictures as the limit of crops, then they are counted; and a session without room keeps its older files. */
static void test_crops_max(void **state) {
    (void)state;
    char id[LOB_DRC_ID_SIZE + 1];
    lob_buf b;
    if (getenv("LOB_TEST_QUICK")) {
        return;
    }
    lob_buf_init(&b, 0);
    lob_buf_add_text(&b, HEAD);
    for (int i = 0; i < LOB_LIMIT_CROPS + 3; i++) {
        lob_buf_printf(&b, ITEM("space", "TOP", "box: (0,0;1,%d)"), i + 1);
    }
    lob_buf_add_text(&b, TAIL);
    put_run(field, b.data, id);
    lob_buf_release(&b);
    cJSON *json = run(&t, LOB_OK, "extract_markers",
                      "{\"session_id\":\"%s\",\"run_id\":\"%s\",\"include_crops\":true,\"limit\":1000,"
                      "\"crop_size_um\":{\"x\":20,\"y\":1}}",
                      field, id);
    assert_eq(number_at(json, "truncation/crops_dropped"), 3);
    assert_int_equal(t.image_count, LOB_IMAGE_COUNT_MAX);
    char path[64];
    snprintf(path, sizeof path, "markers/%d/crop", LOB_LIMIT_CROPS - 1);
    assert_non_null(find(json, path));
    snprintf(path, sizeof path, "markers/%d/crop", LOB_LIMIT_CROPS);
    assert_null(find(json, path));
    cJSON_Delete(json);
}

/* No room in the quota: the answer comes without markers.json, but an export that was asked for is refused, whole. */
static void test_quota(void **state) {
    (void)state;
    char id[LOB_DRC_ID_SIZE + 1];
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_session *session;
    lob_ctx_init(&ctx, arena);
    put_run(field, report, id);
    assert_int_equal(lob_session_find(&ctx, t.sessions, lob_str_from(field), &session), LOB_OK);
    const uint64_t spare = session->artifact_size_max;
    session->artifact_size_max = session->artifact_size + 100;
    cJSON *json = run(&t, LOB_OK, "extract_markers", "{\"session_id\":\"%s\",\"run_id\":\"%s\"}", field, id);
    assert_eq(number_at(json, "marker_count"), 7);
    cJSON_Delete(json);
    static const char *const more[] = {"\"export\":[\"sarif\"]", "\"include_crops\":true"};
    for (int i = 0; i < 2; i++) {
        json = run(&t, LOB_E_TOOL_LIMIT_EXCEEDED, "extract_markers", "{\"session_id\":\"%s\",\"run_id\":\"%s\",%s}",
                   field, id, more[i]);
        assert_string_equal(text_at(json, "details/limit_name"), "artifact_quota_size");
        cJSON_Delete(json);
    }
    char path[5000];
    static const char *const absent[] = {"markers.json", "markers.sarif", ".tmp-markers.sarif",
                                         "crops/marker_0001.png"};
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++) {
        lob_case("%s", absent[i]);
        struct stat info;
        snprintf(path, sizeof path, "%s/drc/%s/%s", session->artifact_path, id, absent[i]);
        assert_int_equal(stat(path, &info), -1);
    }
    session->artifact_size_max = spare;
    lob_session_drop(session);
    lob_arena_drop(arena);
}

/* ---- waivers ---- */

static const char *waivers_file(const char *text) {
    lob_buf b;
    lob_buf_init(&b, 0);
    lob_buf_add_text(&b, text);
    return bench_file(&t, "waivers.json", &b);
}

#define ASK_WAIVED(more)                                                                                               \
    "{\"session_id\":\"%s\",\"run_id\":\"%s\",\"waivers_path\":\"%s\"" more "}", field, run_id, path

static void test_waivers(void **state) {
    (void)state;
    const char *path = waivers_file(
        "{\"version\":1,\"waivers\":["
        "{\"rule\":\"width\",\"box_um\":{\"left\":5,\"bottom\":5,\"right\":6,\"top\":7},\"reason\":\"by design\"},"
        "{\"rule\":\"space\",\"box_um\":{\"left\":0,\"bottom\":0,\"right\":99,\"top\":99},\"reason\":\"old\","
        "\"expires\":\"2001-01-01\"},"
        "{\"ids\":[\"mrk_0000000000000000\"],\"reason\":\"gone\",\"expires\":\"2999-12-31\"}]}");
    cJSON *json = run(&t, LOB_OK, "extract_markers", ASK_WAIVED(""));
    assert_eq(number_at(json, "waived_count"), 1);
    assert_eq(number_at(json, "marker_count"), 7);
    assert_string_equal(text_at(json, "markers/6/waived/reason"), "by design");
    assert_null(find(json, "markers/5/waived"));
    assert_true(says(json, "1 waivers have expired and no longer count: number 1 of"));
    assert_true(says(json, "1 waivers match no marker of this run: number 2 of"));
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "extract_markers", ASK("")); /* forgotten again */
    assert_null(find(json, "waived_count"));
    assert_null(find(json, "markers/6/waived"));
    cJSON_Delete(json);
    path = waivers_file("{\"version\":1,\"waivers\":[{\"reason\":\"x\"}]}");
    json = run(&t, LOB_E_INVALID_TARGET, "extract_markers", ASK_WAIVED(""));
    assert_string_equal(text_at(json, "details/argument"), "waivers_path");
    cJSON_Delete(json);
    path = "/nowhere/at/all.json";
    cJSON_Delete(run(&t, LOB_E_FILE_NOT_FOUND, "extract_markers", ASK_WAIVED("")));
}

/* ---- ids ---- */

/* The ids of all markers of a run, one after the other. */
static void ids_of(const char *session, const char *run_text, char ids[512]) {
    cJSON *json = run(&t, LOB_OK, "extract_markers", "{\"session_id\":\"%s\",\"run_id\":\"%s\"}", session, run_text);
    const cJSON *marker;
    ids[0] = '\0';
    cJSON_ArrayForEach(marker, at(json, "markers")) {
        size_t size = strlen(ids);
        snprintf(ids + size, 512 - size, "%s ", text_at(marker, "id"));
    }
    cJSON_Delete(json);
}

static void expect_reason(const char *tool, const char *session, const char *more, const char *reason) {
    cJSON *json = run(&t, LOB_E_INVALID_TARGET, tool, "{\"session_id\":\"%s\",%s}", session, more);
    assert_string_equal(text_at(json, "details/reason"), reason);
    assert_gt(strlen(text_at(json, "details/hint")), 0);
    cJSON_Delete(json);
}

/* A layout unlike that of the others. */
static const char *third_file(void) {
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "TOP");
    gds_box(&b, 1, 0, 0, 0, 7000, 7000);
    gds_cell_end(&b);
    gds_end(&b);
    return bench_file(&t, "third.gds", &b);
}

/* The bytes of the first one under another name. */
static const char *copied_file(void) {
    lob_buf b;
    lob_buf_init(&b, 0);
    FILE *file = fopen(field_file(&t), "rb");
    assert_non_null(file);
    for (int c; (c = fgetc(file)) != EOF;) {
        lob_buf_add_byte(&b, (uint8_t)c);
    }
    fclose(file);
    return bench_file(&t, "copy.gds", &b);
}

/* Two sessions on one file, one on a copy of it and one on a third file. The same report gives the same marker ids in
 * each, for they are keys of waivers: made of rule, cell and geometry. No tool takes one for a target. Ids of shapes
 * and runs hold for their session alone. */
static void test_ids(void **state) {
    (void)state;
    char more[256], expected[512], ids[512], again[LOB_DRC_ID_SIZE + 1], shape[32], sessions[3][32];
    snprintf(sessions[0], sizeof sessions[0], "%s", open_session(&t, field_file(&t), "TOP"));
    snprintf(sessions[1], sizeof sessions[1], "%s", open_session(&t, copied_file(), "TOP"));
    snprintf(sessions[2], sizeof sessions[2], "%s", open_session(&t, third_file(), "TOP"));
    ids_of(field, run_id, expected);
    for (int i = 0; i < 3; i++) {
        put_run(sessions[i], report, again);
        ids_of(sessions[i], again, ids);
        assert_string_equal(ids, expected);
        cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "extract_markers", "{\"session_id\":\"%s\",\"run_id\":\"%s\"}",
                         sessions[i], run_id));
    }
    snprintf(more, sizeof more, "\"mode\":\"path_width\",\"target_ids\":[\"%.20s\"]", expected);
    expect_reason("measure_geometry", field, more, "other_kind");
    snprintf(more, sizeof more, "\"target_id\":\"%.20s\"", expected);
    expect_reason("analyze_waveguide", field, more, "other_kind");
    cJSON *json = run(&t, LOB_OK, "query_region",
                      "{\"session_id\":\"%s\",\"box\":{\"left\":0,\"bottom\":0,\"right\":1,\"top\":1}}", field);
    snprintf(shape, sizeof shape, "%s", text_at(json, "shapes/0/id"));
    cJSON_Delete(json);
    snprintf(more, sizeof more, "\"mode\":\"path_width\",\"target_ids\":[\"%s\"]", shape);
    expect_reason("measure_geometry", sessions[0], more, "unknown"); /* the same file, but not given out there */
    expect_reason("measure_geometry", sessions[1], more, "unknown");
    expect_reason("measure_geometry", sessions[2], more, "other_layout");
    for (int i = 0; i < 3; i++) {
        cJSON_Delete(run(&t, LOB_OK, "close_session", "{\"session_id\":\"%s\"}", sessions[i]));
    }
}

/* A waiver written for one session holds in another, on another version of the layout too. */
static void test_waived_elsewhere(void **state) {
    (void)state;
    char text[256], other[LOB_DRC_ID_SIZE + 1], ids[512], session[32];
    snprintf(session, sizeof session, "%s", open_session(&t, third_file(), "TOP"));
    put_run(session, report, other);
    ids_of(field, run_id, ids);
    snprintf(text, sizeof text, "{\"version\":1,\"waivers\":[{\"ids\":[\"%.20s\"],\"reason\":\"seen\"}]}", ids);
    cJSON *json =
        run(&t, LOB_OK, "extract_markers", "{\"session_id\":\"%s\",\"run_id\":\"%s\",\"waivers_path\":\"%s\"}", session,
            other, waivers_file(text));
    assert_eq(number_at(json, "waived_count"), 1);
    assert_string_equal(text_at(json, "markers/0/waived/reason"), "seen");
    cJSON_Delete(json);
    cJSON_Delete(run(&t, LOB_OK, "close_session", "{\"session_id\":\"%s\"}", session));
}

/* ---- faults ---- */

static void test_memory(void **state) {
    (void)state;
    char arguments[512];
    const char *path =
        waivers_file("{\"version\":1,\"waivers\":[{\"rule\":\"width\",\"box_um\":{\"left\":5,\"bottom\":5,"
                     "\"right\":6,\"top\":7},\"reason\":\"by design\"}]}");
    snprintf(arguments, sizeof arguments,
             "{\"session_id\":\"%s\",\"run_id\":\"%s\",\"rules\":[\"width\",\"space\"],\"cluster_um\":1,\"limit\":2,"
             "\"waivers_path\":\"%s\",\"export\":[\"sarif\",\"junit\",\"geojson\",\"lyrdb\"]}",
             field, run_id, path);
    assert_gt(sweep_tool(&t, "extract_markers", arguments), 20);
    if (!getenv("LOB_TEST_QUICK")) {
        snprintf(arguments, sizeof arguments,
                 "{\"session_id\":\"%s\",\"run_id\":\"%s\",\"rules\":[\"space\"],\"limit\":1,\"include_crops\":true,"
                 "\"crop_size_um\":{\"x\":4,\"y\":2}}",
                 field, run_id);
        assert_gt(sweep_tool(&t, "extract_markers", arguments), 20);
    }
}

/* The first question reads the report: nothing is kept of it when that fails. */
static void test_memory_reading(void **state) {
    (void)state;
    char arguments[128], id[LOB_DRC_ID_SIZE + 1];
    const lob_tool *tool = lob_tool_find(LOB_STR("extract_markers"), LOB_TOOLSET_FULL);
    bool met = true;
    put_run(field, report, id);
    snprintf(arguments, sizeof arguments, "{\"session_id\":\"%s\",\"run_id\":\"%s\"}", field, id);
    for (unsigned nth = 1; met; nth++) {
        lob_json_fault fault;
        cJSON *json = lob_json_parse(lob_str_from(arguments), &fault);
        lob_arena *arena = lob_arena_new(0);
        lob_ctx ctx;
        lob_buf out;
        lob_ctx_init(&ctx, arena);
        lob_call call = {.ctx = &ctx, .sessions = t.sessions};
        lob_buf_init(&out, LOB_LIMIT_RESULT_SIZE);
        lob_alloc_fail_at(nth, 0);
        lob_status status = lob_tool_run(&call, tool, json, &out);
        met = lob_alloc_count() >= nth;
        lob_alloc_fail_at(0, 0);
        if (met) {
            assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
            assert_true(says_memory(&ctx.error));
        } else {
            assert_eq(status, LOB_OK);
        }
        lob_buf_release(&out);
        lob_arena_drop(arena);
        cJSON_Delete(json);
        if (met) { /* another run is asked for, so that this one keeps nothing */
            cJSON_Delete(run(&t, LOB_OK, "extract_markers", ASK("")));
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answer),     cmocka_unit_test(test_filters),
        cmocka_unit_test(test_kinds),      cmocka_unit_test(test_clusters),
        cmocka_unit_test(test_pages),      cmocka_unit_test(test_no_run),
        cmocka_unit_test(test_bad_report), cmocka_unit_test(test_export),
        cmocka_unit_test(test_crops),      cmocka_unit_test(test_waivers),
        cmocka_unit_test(test_ids),        cmocka_unit_test(test_waived_elsewhere),
        cmocka_unit_test(test_around),     cmocka_unit_test(test_crops_max),
        cmocka_unit_test(test_quota),      cmocka_unit_test(test_memory_reading),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
