/* Files of markers, parsed back by cJSON and libxml2, and .lyrdb by its reader, whose own oracle is KLayout. What SARIF
 * demands is from its standard: OASIS sarif-v2.1.0, sections 3.13 to 3.34; GeoJSON's from RFC 7946, section 3.1.6. */
#include <libxml/parser.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "base/version.h"
#include "markers_support.h"

static const char report[] =
    REPORT(RULE("a.1", "say \"&lt;a&gt;\" &amp; go") RULE("b", "") RULE("empty", "nothing here"),
           CELL("TOP") PLACED("SUB", REF("TOP", "r90 *1 10,0") REF("TOP", "0,0")) CELL("LOST"),
           ITEM("'a.1'", "TOP", "edge-pair: (1,1;3,1)|(3,1.15;1,1.15)")
               ITEM("'a.1'", "SUB", "polygon: (0,0;0,4;4,4;4,0/1,1;2,1;2,2;1,2)")
                   ITEM("b", "TOP", "box: (5,5;6,7.0000004)") ITEM("b", "TOP", "text: 'only &amp; &lt;words&gt;'")
                       ITEM_OF("b", "TOP", VALUE("edge: (20,1;22,1)") VALUE("float: 0.25") VALUE("box: (30,1;32,2)"))
                           ITEM("b", "TOP", "path: (40,0;45,0;45,5) w=0.5 bx=0 ex=0 r=false")
                               ITEM("b", "LOST", "label: ('q',r0 1,2)"));
/* a.1: SUB as it is, SUB turned, the pair; b: words, edge, path, box, LOST's label. */

static lob_waivers waivers;

static lob_str export_of(lob_markers *m, const lob_marker_export *what, lob_export_format format) {
    lob_outfile out;
    lob_marker_export all = *what;
    all.markers = m;
    assert_int_equal(lob_outfile_begin(&ctx, &out, -1, false), LOB_OK);
    assert_int_equal(lob_markers_export(&ctx, &all, format, &out), LOB_OK);
    assert_int_equal(lob_outfile_end(&out), LOB_OK);
    const lob_str bytes = lob_outfile_bytes(&out);
    const lob_str kept = {lob_arena_strdup(arena, bytes.data, bytes.size), bytes.size};
    lob_outfile_release(&out);
    return kept;
}

static cJSON *json_of(lob_str text) {
    lob_json_fault fault;
    cJSON *json = lob_json_parse(text, &fault);
    assert_non_null(json);
    return json;
}

static const cJSON *at(const cJSON *json, const char *path) {
    char copy[128];
    snprintf(copy, sizeof copy, "%s", path);
    char *rest = NULL;
    for (char *part = strtok_r(copy, "/", &rest); part; part = strtok_r(NULL, "/", &rest)) {
        json =
            cJSON_IsArray(json) ? cJSON_GetArrayItem(json, atoi(part)) : cJSON_GetObjectItemCaseSensitive(json, part);
        if (!json) {
            print_error("nothing at %s\n", path);
        }
        assert_non_null(json);
    }
    return json;
}

static double number(const cJSON *json, const char *path) {
    return at(json, path)->valuedouble;
}

static const char *text(const cJSON *json, const char *path) {
    assert_true(cJSON_IsString(at(json, path)));
    return at(json, path)->valuestring;
}

static int size(const cJSON *json, const char *path) {
    return cJSON_GetArraySize(at(json, path));
}

static void waive_box(lob_markers *m) {
    lob_waivers_told told;
    static const char file[] =
        "{\"version\":1,\"waivers\":[{\"rule\":\"b\",\"box_um\":{\"left\":5,\"bottom\":5,\"right\":6,"
        "\"top\":7},\"reason\":\"\\\"so\\\" <be> & it\"}]}";
    assert_int_equal(lob_waiver_file_parse(&ctx, lob_str_from(file), &waivers), LOB_OK);
    assert_int_equal(lob_waivers_apply(&ctx, m, &waivers, LOB_STR("2026-01-01"), &told), LOB_OK);
    assert_int_equal(told.waived_count, 1);
}

/* ---- GeoJSON ---- */

/* Twice the area, from the ring: counterclockwise above 0. */
static double area2(const cJSON *ring) {
    double sum = 0;
    const int count = cJSON_GetArraySize(ring);
    for (int i = 0; i + 1 < count; i++) {
        const cJSON *a = cJSON_GetArrayItem(ring, i), *b = cJSON_GetArrayItem(ring, i + 1);
        sum += number(a, "0") * number(b, "1") - number(b, "0") * number(a, "1");
    }
    const cJSON *first = cJSON_GetArrayItem(ring, 0), *last = cJSON_GetArrayItem(ring, count - 1);
    assert_ge(count, 4);
    assert_true(cJSON_Compare(first, last, true));
    return sum;
}

static void test_geojson(void **state) {
    (void)state;
    lob_markers *m = markers_of(lob_str_from(report));
    cJSON *json = json_of(export_of(m, &(lob_marker_export){0}, LOB_EXPORT_GEOJSON));
    assert_string_equal(text(json, "type"), "FeatureCollection");
    assert_int_equal(size(json, "features"), 8);
    assert_string_equal(text(json, "features/0/type"), "Feature");
    assert_string_equal(text(json, "features/0/geometry/type"), "Polygon");
    for (int i = 0; i < 2; i++) { /* with a hole, as it is and turned */
        const cJSON *rings = at(cJSON_GetArrayItem(at(json, "features"), i), "geometry/coordinates");
        assert_int_equal(cJSON_GetArraySize(rings), 2);
        assert_eq(area2(cJSON_GetArrayItem(rings, 0)), 32);
        assert_eq(area2(cJSON_GetArrayItem(rings, 1)), -2);
    }
    assert_string_equal(text(json, "features/2/geometry/type"), "MultiLineString");
    assert_eq(number(json, "features/2/geometry/coordinates/1/0/1"), 1.15);
    assert_eq(number(json, "features/2/properties/distance_um"), 0.15);
    assert_true(cJSON_IsNull(at(json, "features/3/geometry")));
    assert_string_equal(text(json, "features/3/properties/notes/0"), "only & <words>");
    assert_string_equal(text(json, "features/5/geometry/type"), "GeometryCollection");
    assert_string_equal(text(json, "features/5/geometry/geometries/0/type"), "LineString");
    assert_string_equal(text(json, "features/5/geometry/geometries/1/type"), "Polygon");
    assert_eq(number(json, "features/5/properties/notes/0"), 0.25);
    assert_string_equal(text(json, "features/4/geometry/type"), "LineString");
    assert_eq(size(json, "features/4/geometry/coordinates"), 3);
    assert_eq(number(json, "features/4/properties/width_um"), 0.5);
    assert_string_equal(text(json, "features/6/geometry/type"), "Point");
    assert_true(cJSON_IsTrue(at(json, "features/6/properties/in_cell_coordinates")));
    assert_eq(area2(at(json, "features/7/geometry/coordinates/0")), 4);
    assert_eq(number(json, "features/7/geometry/coordinates/0/2/1"), 7); /* six decimals */
    cJSON_Delete(json);
    lob_markers_drop(m);
}

/* ---- SARIF ---- */

static void test_sarif(void **state) {
    (void)state;
    lob_markers *m = markers_of(lob_str_from(report));
    waive_box(m);
    const lob_marker_export what = {.waivers = &waivers, .layout_path = LOB_STR("/a b/\xc2\xb5%.gds")};
    cJSON *json = json_of(export_of(m, &what, LOB_EXPORT_SARIF));
    assert_string_equal(text(json, "version"), "2.1.0");
    assert_string_equal(text(json, "runs/0/tool/driver/name"), "Layout Observer");
    assert_int_equal(size(json, "runs/0/tool/driver/rules"), 3);
    assert_string_equal(text(json, "runs/0/tool/driver/rules/0/shortDescription/text"), "say \"<a>\" & go");
    assert_string_equal(text(json, "runs/0/tool/driver/version"), LOB_VERSION);
    assert_string_equal(text(json, "runs/0/artifacts/0/location/uri"), "%C2%B5%25.gds");
    const cJSON *results = at(json, "runs/0/results"), *result;
    assert_int_equal(cJSON_GetArraySize(results), 8);
    int suppressed = 0;
    cJSON_ArrayForEach(result, results) {
        char rule[64];
        snprintf(rule, sizeof rule, "runs/0/tool/driver/rules/%d/id", (int)number(result, "ruleIndex"));
        assert_string_equal(text(json, rule), text(result, "ruleId"));
        assert_string_equal(text(result, "level"), "error");
        assert_ne(text(result, "message/text")[0], '\0');
        assert_eq(number(result, "locations/0/physicalLocation/artifactLocation/index"), 0);
        assert_ne(text(result, "locations/0/logicalLocations/0/name")[0], '\0');
        assert_int_equal(strlen(text(result, "partialFingerprints/primaryLocationLineHash")), 18);
        assert_int_equal(strlen(cJSON_GetArrayItem(at(result, "partialFingerprints"), 1)->valuestring), 20);
        suppressed += size(result, "suppressions");
    }
    assert_int_equal(suppressed, 1);
    assert_string_equal(text(json, "runs/0/results/7/suppressions/0/kind"), "external");
    assert_string_equal(text(json, "runs/0/results/7/suppressions/0/justification"), "\"so\" <be> & it");
    assert_eq(number(json, "runs/0/results/7/properties/box_um/top"), 7);
    assert_eq(number(json, "runs/0/results/2/properties/distance_um"), 0.15);
    cJSON_Delete(json);
    lob_markers_drop(m);
}

/* What GitHub's page "SARIF support for code scanning" calls required, of each rule and result. */
static void assert_github(const cJSON *json) {
    static const char *const of_rules[] = {
        "id", "name", "shortDescription/text", "fullDescription/text", "help/text", "defaultConfiguration/level"};
    static const char *const of_results[] = {"ruleId", "level", "message/text",
                                             "locations/0/physicalLocation/artifactLocation/uri",
                                             "partialFingerprints/primaryLocationLineHash"};
    static const char *const sides[] = {"startLine", "startColumn", "endLine", "endColumn"};
    const cJSON *one;
    assert_ne(text(json, "$schema")[0], '\0');
    assert_ne(text(json, "runs/0/tool/driver/name")[0], '\0');
    assert_non_null(strstr(text(json, "runs/0/tool/driver/informationUri"), "https://"));
    cJSON_ArrayForEach(one, at(json, "runs/0/tool/driver/rules")) {
        for (size_t i = 0; i < sizeof of_rules / sizeof of_rules[0]; i++) {
            lob_case("%zu: %s", i, of_rules[i]);
            const size_t length = strlen(text(one, of_rules[i]));
            assert_gt(length, 0);
            assert_le(length, 1024);
        }
    }
    assert_le(size(json, "runs/0/results"), LOB_SARIF_RESULTS_MAX);
    cJSON_ArrayForEach(one, at(json, "runs/0/results")) {
        for (size_t i = 0; i < sizeof of_results / sizeof of_results[0]; i++) {
            lob_case("%zu: %s", i, of_results[i]);
            assert_ne(text(one, of_results[i])[0], '\0');
        }
        const char *uri = text(one, of_results[3]);
        assert_ne(uri[0], '/');
        assert_null(strstr(uri, ".."));
        assert_null(strchr(uri, ':'));
        for (int i = 0; i < 4; i++) {
            char path[64];
            snprintf(path, sizeof path, "locations/0/physicalLocation/region/%s", sides[i]);
            assert_ge(number(one, path), 1);
        }
    }
}

/* The same wherever the checkout lies; what lies elsewhere has its name alone. */
static void test_sarif_paths(void **state) {
    (void)state;
    char folder[4096], path[4200];
    assert_non_null(getcwd(folder, sizeof folder));
    static const char *const cases[][2] = {{"/masks/chip.gds", "masks/chip.gds"},
                                           {"/.hidden/a.gds", ".hidden/a.gds"},
                                           {"/../other/chip.gds", "chip.gds"},
                                           {"/a/./chip.gds", "chip.gds"},
                                           {"er/chip.gds", "chip.gds"},
                                           {"/b c/a.gds", "b%20c/a.gds"},
                                           {"/", "layout"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%s", cases[i][0]);
        lob_markers *m = markers_of(lob_str_from(report));
        snprintf(path, sizeof path, "%s%s", folder, cases[i][0]);
        const lob_marker_export what = {.layout_path = lob_str_from(path)};
        cJSON *json = json_of(export_of(m, &what, LOB_EXPORT_SARIF));
        assert_string_equal(text(json, "runs/0/artifacts/0/location/uri"), cases[i][1]);
        assert_github(json);
        cJSON_Delete(json);
        lob_markers_drop(m);
    }
    lob_markers *m = markers_of(lob_str_from(report));
    const lob_marker_export nothing = {0};
    cJSON *json = json_of(export_of(m, &nothing, LOB_EXPORT_SARIF));
    assert_github(json);
    cJSON_Delete(json);
    lob_markers_drop(m);
}

/* ---- JUnit ---- */

static int attribute(xmlNode *node, const char *name) {
    xmlChar *value = xmlGetProp(node, (const xmlChar *)name);
    assert_non_null(value);
    const int number_there = atoi((const char *)value);
    xmlFree(value);
    return number_there;
}

static bool attribute_is(xmlNode *node, const char *name, const char *expected) {
    xmlChar *value = xmlGetProp(node, (const xmlChar *)name);
    const bool is = value && strcmp((const char *)value, expected) == 0;
    xmlFree(value);
    return is;
}

/* Counts what stands in a suite and holds it against what the suite says. */
static void assert_suite(xmlNode *suite, int tests, int failures, int skipped) {
    int seen[3] = {0};
    for (xmlNode *one = xmlFirstElementChild(suite); one; one = xmlNextElementSibling(one)) {
        xmlNode *end = xmlFirstElementChild(one);
        assert_string_equal((const char *)one->name, "testcase");
        seen[0]++;
        seen[1] += end && strcmp((const char *)end->name, "failure") == 0;
        seen[2] += end && strcmp((const char *)end->name, "skipped") == 0;
    }
    assert_eq(seen[0], tests);
    assert_eq(seen[1], failures);
    assert_eq(seen[2], skipped);
    assert_eq(attribute(suite, "tests"), tests);
    assert_eq(attribute(suite, "failures"), failures);
    assert_eq(attribute(suite, "skipped"), skipped);
    assert_eq(attribute(suite, "errors"), 0);
}

static xmlDoc *xml_of(lob_str text_of) {
    xmlDoc *doc = xmlReadMemory(text_of.data, (int)text_of.size, NULL, NULL, XML_PARSE_NONET | XML_PARSE_NOERROR);
    assert_non_null(doc);
    return doc;
}

static void test_junit(void **state) {
    (void)state;
    lob_markers *m = markers_of(lob_str_from(report));
    waive_box(m);
    xmlDoc *doc = xml_of(export_of(m, &(lob_marker_export){.waivers = &waivers}, LOB_EXPORT_JUNIT));
    xmlNode *root = xmlDocGetRootElement(doc), *suite = xmlFirstElementChild(root);
    assert_string_equal((const char *)root->name, "testsuites");
    assert_eq(attribute(root, "tests"), 9);
    assert_eq(attribute(root, "failures"), 7);
    assert_eq(attribute(root, "skipped"), 1);
    assert_true(attribute_is(suite, "name", "a.1"));
    assert_suite(suite, 3, 3, 0);
    xmlNode *failure = xmlFirstElementChild(xmlFirstElementChild(suite));
    assert_true(
        attribute_is(failure, "message", "say \"<a>\" & go: measured area 15 um2 at (0, 0) to (4, 4) um in cell SUB"));
    assert_true(attribute_is(failure, "type", "error"));
    suite = xmlNextElementSibling(suite);
    assert_suite(suite, 5, 4, 1);
    assert_true(attribute_is(xmlFirstElementChild(xmlLastElementChild(suite)), "message", "\"so\" <be> & it"));
    suite = xmlNextElementSibling(suite);
    assert_true(attribute_is(suite, "name", "empty"));
    assert_suite(suite, 1, 0, 0); /* passed */
    assert_null(xmlNextElementSibling(suite));
    xmlFreeDoc(doc);
    const uint32_t rule = 1, picked[] = {3, 4};
    doc = xml_of(export_of(m, &(lob_marker_export){.picked = picked, .count = 2, .rules = &rule, .rule_count = 1},
                           LOB_EXPORT_JUNIT));
    suite = xmlFirstElementChild(xmlDocGetRootElement(doc));
    assert_suite(suite, 2, 2, 0);
    assert_null(xmlNextElementSibling(suite)); /* what was not asked is not said to have passed */
    xmlFreeDoc(doc);
    lob_markers_drop(m);
}

/* ---- lists ---- */

static void test_json(void **state) {
    (void)state;
    lob_markers *m = markers_of(lob_str_from(report));
    waive_box(m);
    const uint32_t clusters[8] = {1, 2, 1, 0, 3, 4, 5, 6};
    cJSON *json =
        json_of(export_of(m, &(lob_marker_export){.waivers = &waivers, .clusters = clusters}, LOB_EXPORT_JSON));
    assert_eq(size(json, "markers"), 8);
    assert_eq(number(json, "marker_count"), 8);
    assert_eq(number(json, "dbu"), 0.001);
    assert_eq(size(json, "rules"), 3);
    assert_eq(number(json, "rules/1/marker_count"), 5);
    assert_int_equal(size(json, "markers/0/values/0/contour_ends"), 2);
    assert_eq(number(json, "markers/0/values/0/contour_ends/0"), 4);
    assert_int_equal(size(json, "markers/5/values"), 3);
    assert_eq(number(json, "markers/5/box_um/right"), 32);
    assert_eq(number(json, "markers/1/cluster"), 2);
    assert_null(cJSON_GetObjectItem(at(json, "markers/3"), "box_um"));
    assert_null(cJSON_GetObjectItem(at(json, "markers/3"), "cluster"));
    assert_string_equal(text(json, "markers/6/values/0/text"), "q");
    assert_string_equal(text(json, "markers/7/waived"), "\"so\" <be> & it");
    cJSON_Delete(json);
    lob_markers_drop(m);
}

/* Read again it is what was picked: items of whom one marker was; the waived one tagged. */
static void test_lyrdb(void **state) {
    (void)state;
    lob_markers *m = markers_of(lob_str_from(report));
    lob_str all = export_of(m, &(lob_marker_export){0}, LOB_EXPORT_LYRDB);
    lob_markers *again = markers_of(all);
    assert_int_equal(again->count, m->count);
    for (uint32_t i = 0; i < m->count; i++) {
        assert_eq(again->items[i].id, m->items[i].id);
    }
    lob_markers_drop(again);
    waive_box(m);
    const uint32_t picked[] = {1, 7};
    again = markers_of(
        export_of(m, &(lob_marker_export){.picked = picked, .count = 2, .waivers = &waivers}, LOB_EXPORT_LYRDB));
    assert_int_equal(again->count, 3); /* the item of SUB lies twice */
    assert_int_equal(again->rdb->item_count, 2);
    assert_eq(again->rdb->items[0].tag_count, 0);
    assert_eq(again->rdb->items[1].tag_count, 1);
    assert_true(lob_str_equal(again->rdb->items[1].tags[0].name, LOB_STR("waived")));
    assert_int_equal(again->rule_count, 3);
    lob_markers_drop(again);
    lob_markers_drop(m);
}

/* ---- hostile names ---- */

static void test_hostile(void **state) {
    (void)state;
    lob_rdb_category category = {.name = {"a\x01\xff\"<&>'\n\xe2\x80\xae", 12}, .parent = LOB_RDB_NONE};
    lob_rdb_cell cell = {.name = {"\x7f"
                                  "c]]>",
                                  5}};
    lob_rdb_value value = {.kind = LOB_RDB_TEXT, .text = {"\xed\xa0\x80\x1f", 4}};
    lob_rdb_item item = {.values = &value, .value_count = 1, .multiplicity = 7};
    lob_rdb rdb = {
        .categories = &category, .category_count = 1, .cells = &cell, .cell_count = 1, .items = &item, .item_count = 1};
    lob_markers *m = NULL;
    assert_int_equal(lob_markers_make(&ctx, &rdb, DBU, 0, &m), LOB_OK);
    for (int format = 0; format < LOB_EXPORT_COUNT; format++) {
        const lob_str bytes = export_of(m, &(lob_marker_export){0}, (lob_export_format)format);
        if (format == LOB_EXPORT_JUNIT || format == LOB_EXPORT_LYRDB) {
            xmlFreeDoc(xml_of(bytes));
        } else {
            cJSON *json = json_of(bytes);
            if (format == LOB_EXPORT_JSON) {
                assert_eq(number(json, "markers/0/multiplicity"), 7);
            }
            cJSON_Delete(json);
        }
    }
    lob_markers_drop(m);
}

static void test_empty(void **state) {
    (void)state;
    lob_markers *m = markers_of(LOB_STR("<report-database/>"));
    for (int format = 0; format < LOB_EXPORT_COUNT; format++) {
        assert_gt(export_of(m, &(lob_marker_export){0}, (lob_export_format)format).size, 10);
        assert_gt(strlen(lob_export_extension((lob_export_format)format)), 2);
        assert_non_null(strchr(lob_export_media_type((lob_export_format)format), '/'));
    }
    lob_markers_drop(m);
}

/* ---- faults ---- */

typedef struct job {
    lob_markers *markers;
    lob_export_format format;
} job;

static bool run_once(void *arg) {
    const job *one = arg;
    lob_arena *memory = lob_arena_new(0);
    lob_ctx own;
    lob_outfile out;
    if (!memory) {
        return false;
    }
    lob_ctx_init(&own, memory);
    lob_status status = lob_outfile_begin(&own, &out, -1, false);
    if (status == LOB_OK) {
        const lob_marker_export what = {.markers = one->markers, .layout_path = LOB_STR("/a")};
        status = lob_markers_export(&own, &what, one->format, &out);
        if (status == LOB_OK) {
            status = lob_outfile_end(&out);
        }
        lob_outfile_release(&out);
    }
    const bool is_told = status == LOB_OK || status == LOB_E_TOOL_LIMIT_EXCEEDED;
    lob_arena_drop(memory);
    return is_told && status == LOB_OK;
}

static void test_memory(void **state) {
    (void)state;
    job one = {.markers = markers_of(lob_str_from(report))};
    for (int format = 0; format < LOB_EXPORT_COUNT; format++) {
        one.format = (lob_export_format)format;
        assert_ge(sweep_allocations(run_once, &one), 2);
    }
    lob_markers_drop(one.markers);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_geojson, setup, teardown),
        cmocka_unit_test_setup_teardown(test_sarif, setup, teardown),
        cmocka_unit_test_setup_teardown(test_sarif_paths, setup, teardown),
        cmocka_unit_test_setup_teardown(test_junit, setup, teardown),
        cmocka_unit_test_setup_teardown(test_json, setup, teardown),
        cmocka_unit_test_setup_teardown(test_lyrdb, setup, teardown),
        cmocka_unit_test_setup_teardown(test_hostile, setup, teardown),
        cmocka_unit_test_setup_teardown(test_empty, setup, teardown),
        cmocka_unit_test_setup_teardown(test_memory, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
