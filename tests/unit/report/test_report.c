/* Reports, read back by libxml2: that the page is well-formed and whole in itself, whatever the names of a file, and
 * that its figures are those worked out by hand for layouts made byte by byte. */
#include "tests/support/lob_test.h"

#include "tests/unit/tool/tool_support.h"

#include <libxml/parser.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>

#include "base/base64.h"
#include "base/digest.h"
#include "report/html.h"
#include "report/report.h"
#include "tests/support/stride.h"
#include "tests/unit/base/sweep.h"

typedef struct page {
    lob_buf html;
    lob_report_told told;
    xmlDoc *doc;
} page;

static lob_status make(bench *t, const lob_report_ask *ask, lob_buf *html, lob_report_told *told) {
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    if (!arena) {
        return LOB_E_TOOL_LIMIT_EXCEEDED;
    }
    lob_ctx_init(&ctx, arena);
    lob_call call = {.ctx = &ctx, .sessions = t->sessions};
    lob_status status = lob_report_make(&call, ask, html, told);
    char id[32] = "";
    if (call.session) {
        snprintf(id, sizeof id, "%s", call.session->id);
    }
    lob_call_end(&call);
    if (id[0]) {
        lob_ctx quiet;
        lob_ctx_init(&quiet, arena);
        (void)lob_session_close(&quiet, t->sessions, lob_str_from(id), NULL);
    }
    lob_arena_drop(arena);
    return status;
}

static page page_of(bench *t, const char *path, const char *deck, const char *top) {
    page p = {0};
    lob_report_ask ask = {.open = {.path = lob_str_from(path)}, .maker = LOB_STR("maker <1>"), .deck_is_json = true};
    ask.deck_path = lob_str_from(deck);
    ask.open.top_cell = lob_str_from(top);
    lob_buf_init(&p.html, 0);
    assert_int_equal(make(t, &ask, &p.html, &p.told), LOB_OK);
    p.doc = xmlReadMemory(p.html.data, (int)p.html.size, "page", NULL, XML_PARSE_NONET | XML_PARSE_HUGE);
    assert_non_null(p.doc);
    return p;
}

static void page_release(page *p) {
    xmlFreeDoc(p->doc);
    lob_buf_release(&p->html);
}

/* Of an XPath without namespaces: every name is local-name(). */
static double number_of(const page *p, const char *path) {
    xmlXPathContext *context = xmlXPathNewContext(p->doc);
    assert_int_equal(xmlXPathRegisterNs(context, BAD_CAST "h", BAD_CAST "http://www.w3.org/1999/xhtml"), 0);
    xmlXPathObject *found = xmlXPathEvalExpression((const xmlChar *)path, context);
    assert_non_null(found);
    const double value = xmlXPathCastToNumber(found);
    xmlXPathFreeObject(found);
    xmlXPathFreeContext(context);
    return value;
}

static bool has_text(const page *p, const char *words) {
    xmlChar *all = xmlNodeGetContent(xmlDocGetRootElement(p->doc));
    const bool found = strstr((const char *)all, words) != NULL;
    xmlFree(all);
    return found;
}

/* Nothing is fetched, one script of ours is run, and every link leads to a place of the page. */
static void assert_whole(const page *p) {
    assert_eq(number_of(p, "count(//h:iframe | //h:object | //h:embed | //h:form | //h:base)"), 0);
    assert_eq(number_of(p, "count(//*[local-name() = 'script'])"), 1);
    assert_eq(number_of(p, "count(//@*[name() != 'href' and local-name() = 'href' and not(starts-with(., '#') or "
                           "starts-with(., 'data:image/png;base64,'))])"),
              0);
    assert_eq(number_of(p, "count(//@*[starts-with(local-name(), 'on') or local-name() = 'style'])"), 0);
    assert_eq(number_of(p, "count(//@src[not(starts-with(., 'data:image/png;base64,'))] | "
                           "//@srcset[not(starts-with(., 'data:image/png;base64,'))])"),
              0);
    assert_eq(number_of(p, "count(//@href[. != 'data:,' and not(starts-with(., '#'))])"), 0);
    assert_eq(number_of(p, "count(//h:a[starts-with(@href, '#') and not(substring(@href, 2) = //@id)])"), 0);
    assert_eq(number_of(p, "count(//h:img[not(@alt) or @alt = ''])"), 0);
    assert_eq(number_of(p, "count(//h:th[not(@scope)]) + count(//h:table[not(h:caption)])"), 0);
    assert_eq(number_of(p, "count(//h:h1)"), 1);
    assert_eq(number_of(p, "count(//h:h2)"), 6);
    assert_eq(number_of(p, "count(//@id[. = preceding::*/@id])"), 0);
    assert_eq(number_of(p, "count(//h:img)"), p->told.picture_count);
}

/* The digest of what stands between two tags of the page. */
static void put_digest(lob_buf *out, const page *p, const char *begin, const char *end) {
    const char *text = strstr(p->html.data, begin) + strlen(begin);
    uint8_t digest[32];
    lob_sha256 *state = lob_sha256_new();
    assert_true(lob_sha256_add(state, text, (size_t)(strstr(text, end) - text)));
    assert_true(lob_sha256_end(state, digest));
    lob_sha256_drop(state);
    lob_base64_add(out, (lob_str){(const char *)digest, sizeof digest});
}

/* The policy names the digests of the style sheet and the script that stand in the page, and allows nothing else. */
static void assert_policy(const page *p) {
    lob_buf policy;
    lob_buf_init(&policy, 0);
    lob_buf_add_text(&policy,
                     "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
                     "style-src 'sha256-");
    put_digest(&policy, p, "<style>", "</style>");
    lob_buf_add_text(&policy, "'; script-src 'sha256-");
    put_digest(&policy, p, "<script>", "</script>");
    lob_buf_add_text(&policy, "'; base-uri 'none'; form-action 'none'\"/>");
    assert_non_null(strstr(p->html.data, policy.data));
    lob_buf_release(&policy);
}

#define ROUTES    "count(//h:table[contains(h:caption, 'along their centre lines')]//h:tr[h:td])"
#define ROW(name) "//h:section[@id='layers']//h:tr[h:th/h:span='" name "']"

static void test_figures(void **state) {
    bench t;
    (void)state;
    bench_open(&t);
    page p = page_of(&t, chip_file(&t), NULL, "TOP");
    assert_whole(&p);
    assert_policy(&p);
    /* Two stored on 1/0, the box placed 7 times beside the path; 7 * 200 + 400 square units. */
    assert_eq(number_of(&p, ROW("1/0") "/h:td[1]/h:data/@value"), 2);
    assert_eq(number_of(&p, ROW("1/0") "/h:td[2]/h:data/@value"), 0);
    assert_eq(number_of(&p, ROW("1/0") "/h:td[3]/h:data/@value"), 8);
    assert_eq(number_of(&p, ROW("1/0") "/h:td[4]"), 0.0018);
    assert_eq(number_of(&p, ROW("1/0") "/h:td[6]"), 10); /* nm: 0, 10, 20, and 50 by 60 of the array */
    assert_eq(number_of(&p, ROW("2/0") "/h:td[2]/h:data/@value"), 1);
    assert_eq(number_of(&p, ROW("2/0") "/h:td[4]"), 0);
    assert_int_equal(p.told.picture_count, 2); /* the whole, 1/0; 2/0 has texts alone */
    assert_true(has_text(&p, "MID \xc3\x97 1 0 shapes, 14 expanded"));
    assert_true(has_text(&p, "LEAF \xc3\x97 7 2 shapes"));
    assert_true(has_text(&p, "No rules were run"));
    assert_true(has_text(&p, "OTHER, TOP"));
    assert_true(has_text(&p, "maker <1>"));
    assert_false(has_text(&p, "/tmp/"));
    page_release(&p);
    bench_close(&t);
}

static const char evil[] = "<img src=x onerror=alert(1)>&\"']]>--><script>x</script>";

static void test_hostile_names(void **state) {
    bench t;
    lob_buf b;
    (void)state;
    bench_open(&t);
    gds_begin(&b);
    gds_cell(&b, "TOP");
    gds_sref(&b, evil, false, false, 0, 0);
    gds_element_end(&b);
    gds_sref(&b, "\xff\xe2\x80\xae\x01", false, false, 0, 0);
    gds_element_end(&b);
    gds_sref(&b, "GHOST", false, false, 0, 0);
    gds_element_end(&b);
    gds_cell_end(&b);
    gds_cell(&b, evil);
    gds_box(&b, 1, 0, 0, 0, 1000, 1000);
    gds_cell_end(&b);
    gds_cell(&b, "\xff\xe2\x80\xae\x01");
    gds_box(&b, 1, 0, 0, 0, 0, 1000);
    gds_path(&b, 1, 0, 0, 0, 1000, 0);
    gds_cell_end(&b);
    gds_end(&b);
    page p = page_of(&t, bench_file(&t, "<b>&\".gds", &b), NULL, NULL);
    assert_whole(&p);
    assert_true(has_text(&p, evil));
    assert_true(has_text(&p, "\xef\xbf\xbd\\u202e\\u0001 bytes ffe280ae01"));
    assert_true(has_text(&p, "<b>&\".gds"));
    assert_true(has_text(&p, "not defined in the file"));
    assert_int_equal(p.told.odd_count, 2);
    assert_ge(p.told.warning_count, 1);
    page_release(&p);
    bench_close(&t);
}

/* SHARED stands in A and in B, and LAST in it: opened once. */
static void test_geometry_and_places(void **state) {
    static const int32_t line[] = {0, 0, 10, 10, 30, 30, 0, 0}, corner[] = {0, 0, 14, 0, 14, 21, 0, 0};
    static const struct {
        const char *cell, *child;
        int count;
    } places[] = {{"TOP", "A", 1}, {"TOP", "B", 1}, {"A", "SHARED", 1}, {"B", "SHARED", 3}, {"SHARED", "LAST", 1}};
    bench t;
    lob_buf b;
    (void)state;
    bench_open(&t);
    gds_begin(&b);
    for (size_t i = 0; i < 5; i++) {
        if (i == 0 || strcmp(places[i].cell, places[i - 1].cell) != 0) {
            gds_cell(&b, places[i].cell);
        }
        for (int k = 0; k < places[i].count; k++) {
            gds_sref(&b, places[i].child, false, false, 0, 0);
            gds_element_end(&b);
        }
        if (i > 0) {
            gds_cell_end(&b);
        }
    }
    gds_cell(&b, "LAST");
    gds_box(&b, 3, 0, 0, 0, 30, 45);
    gds_polygon(&b, 4, 4, line);
    gds_polygon(&b, 5, 4, corner);
    gds_path(&b, 6, 2, 6, 0, 0, 9);
    gds_cell_end(&b);
    gds_end(&b);
    page p = page_of(&t, bench_file(&t, "places.gds", &b), NULL, NULL);
    assert_whole(&p);
    assert_true(has_text(&p, "SHARED \xc3\x97 1 0 shapes, 4 expanded"));
    assert_true(has_text(&p, "SHARED \xc3\x97 3 0 shapes, 4 expanded; see above"));
    assert_eq(number_of(&p, "count(//h:section[@id='hierarchy']//h:bdi[. = 'LAST'])"), 1);
    assert_eq(number_of(&p, ROW("3/0") "/h:td[6]"), 15); /* nm */
    assert_eq(number_of(&p, ROW("4/0") "/h:td[6]"), 10);
    assert_eq(number_of(&p, ROW("5/0") "/h:td[6]"), 7);
    assert_eq(number_of(&p, ROW("6/0") "/h:td[6]"), 3);
    assert_int_equal(p.told.odd_count, 1); /* the line */
    page_release(&p);
    bench_close(&t);
}

/* SiEPIC's device: a guide from (0, 0) with the pin opt1, and opt2 at its end. */
static void device(lob_buf *b, const char *name, int32_t length, bool has_end) {
    gds_cell(b, name);
    gds_box(b, 1, 0, 0, -250, length, 250);
    gds_box(b, 68, 0, 0, -1000, length, 1000);
    gds_path(b, 69, 500, 100, 0, -100, 0);
    gds_text(b, 69, 0, 0, "opt1", 4);
    if (has_end) {
        gds_path(b, 69, 500, length - 100, 0, length + 100, 0);
        gds_text(b, 69, length, 0, "opt2", 4);
    }
    gds_cell_end(b);
}

/* Whether one is followed from both ends, being short, or from one, a route is listed once. From a port that a long one
 * runs into, what goes on behind it is followed all the same. */
static void test_routes(void **state) {
    static const struct {
        const char *name;
        int32_t lengths[2], apart; /* the second begins so far behind the first's end */
        bool has_end;              /* the second: a port there */
        double routes;
    } cases[] = {
        {"one, short", {5000, 0}, 0, true, 1},
        {"one, long", {30000, 0}, 0, true, 1},
        {"two of equal length", {30000, 30000}, 5000, true, 2},
        {"two with a gap of a width, known from there alone", {30000, 30000}, 500, false, 2},
        {"two that join: both, and each from the joint", {30000, 30000}, 0, true, 3},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bench t;
        lob_buf b;
        lob_case("%s", cases[i].name);
        bench_open(&t);
        gds_begin(&b);
        gds_cell(&b, "TOP");
        for (int k = 0; k < 2 && cases[i].lengths[k] > 0; k++) {
            gds_sref(&b, k ? "SECOND" : "FIRST", false, false, k ? cases[i].lengths[0] + cases[i].apart : 0, 0);
            gds_element_end(&b);
        }
        gds_cell_end(&b);
        device(&b, "FIRST", cases[i].lengths[0], true);
        if (cases[i].lengths[1] > 0) {
            device(&b, "SECOND", cases[i].lengths[1], cases[i].has_end);
        }
        gds_end(&b);
        page p = page_of(&t, bench_file(&t, "routes.gds", &b), NULL, NULL);
        assert_whole(&p);
        assert_eq(number_of(&p, ROUTES), cases[i].routes);
        page_release(&p);
        bench_close(&t);
    }
}

/* A chain of cells, and one that places many. */
static void test_bounds_of_the_tree(void **state) {
    enum { LEVELS = 20, WIDE = 60 };
    bench t;
    lob_buf b;
    char name[16];
    (void)state;
    bench_open(&t);
    gds_begin(&b);
    gds_cell(&b, "TOP");
    gds_sref(&b, "L00", false, false, 0, 0);
    gds_element_end(&b);
    for (int i = 0; i < WIDE; i++) {
        snprintf(name, sizeof name, "W%02d", i);
        gds_sref(&b, name, false, false, 0, 0);
        gds_element_end(&b);
    }
    gds_cell_end(&b);
    for (int i = 0; i < LEVELS; i++) {
        snprintf(name, sizeof name, "L%02d", i);
        gds_cell(&b, name);
        snprintf(name, sizeof name, "L%02d", i + 1);
        if (i + 1 < LEVELS) {
            gds_sref(&b, name, false, false, 0, 0);
            gds_element_end(&b);
        }
        gds_cell_end(&b);
    }
    for (int i = 0; i < WIDE; i++) {
        snprintf(name, sizeof name, "W%02d", i);
        gds_cell(&b, name);
        gds_cell_end(&b);
    }
    gds_end(&b);
    page p = page_of(&t, bench_file(&t, "deep.gds", &b), NULL, NULL);
    assert_whole(&p);
    assert_true(has_text(&p, "21 levels from this cell down"));
    assert_true(has_text(&p, "L11")); /* the twelfth level below the top */
    assert_false(has_text(&p, "L12"));
    assert_true(has_text(&p, "\xe2\x80\xa6 8 more levels"));
    assert_true(has_text(&p, "W38"));
    assert_false(has_text(&p, "W39"));
    assert_true(has_text(&p, "\xe2\x80\xa6 21 more cells")); /* 61 children, 40 shown */
    assert_true(has_text(&p, "none: the cell is empty"));
    page_release(&p);
    bench_close(&t);
}

static const char deck[] =
    "{\"rule_deck\":\"1.0\",\"rules\":[{\"id\":\"thin <w>\",\"type\":\"width\",\"layer\":\"1/0\",\"min_um\":0.5},"
    "{\"id\":\"far\",\"type\":\"space\",\"layer\":\"1/0\",\"min_um\":0.1}]}";

/* Bars of 0.2 um, 10 um apart, the fifth and the sixth 0.5 um from each other: of six, six markers in five clusters. */
static const char *bars_file(const bench *t, int count) {
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "BARS");
    for (int i = 0; i < count; i++) {
        const int32_t x = i < 5 ? 10000 * i : 40700;
        gds_box(&b, 1, 0, x, 0, x + 200, 3000);
    }
    gds_cell_end(&b);
    gds_end(&b);
    return bench_file(t, "bars.gds", &b);
}

static void test_rules(void **state) {
    bench t;
    lob_buf b;
    char layout[256], rules[256];
    (void)state;
    bench_open(&t);
    snprintf(layout, sizeof layout, "%s", bars_file(&t, 6));
    lob_buf_init(&b, 0);
    lob_buf_add_text(&b, deck);
    snprintf(rules, sizeof rules, "%s", bench_file(&t, "deck.json", &b));
    page p = page_of(&t, layout, rules, NULL);
    assert_whole(&p);
    assert_true(p.told.has_rules);
    assert_int_equal(p.told.marker_count, 6);
    assert_int_equal(p.told.picture_count, 3 + 4); /* the whole, the layer, ports; four clusters of five */
    assert_eq(number_of(&p, "count(//h:section[@id='rules']//h:figure)"), 4);
    assert_true(has_text(&p, "thin <w>: 6 markers"));
    assert_true(has_text(&p, "pictures of 1 more cluster."));
    assert_false(has_text(&p, "far: "));
    /* Bars whose ends lie on the outline: twelve ports, and from any two the same bar of 3 um. */
    assert_true(has_text(&p, "12 ports were found."));
    assert_eq(number_of(&p, "count(//h:section[@id='ports']//h:tr[h:td[2]='open'])"), 6);
    assert_eq(number_of(&p, "count(//h:tr[h:td[2]='open' and starts-with(h:td[3], '3 ')])"), 6);
    assert_eq(number_of(&p, "//h:section[@id='rules']//h:tr[h:th='far']/h:td[1]//h:data/@value"), 0);
    assert_eq(number_of(&p, "//h:section[@id='rules']//h:tr[h:th='thin <w>']/h:td[1]//h:data/@value"), 6);
    assert_eq(number_of(&p, "count(//h:section[@id='rules']//h:tr[h:td[1]='edge_pair'])"), 6);
    assert_eq(number_of(&p, "//h:section[@id='rules']//h:tr[h:td[1]='edge_pair'][1]/h:td[3]"), 0.2);
    page_release(&p);
    bench_close(&t);
}

/* More violations than a run lists, all of them of the first rule: the second is counted, and not clean. */
static void test_rules_behind_the_list(void **state) {
    static const char both[] =
        "{\"rule_deck\":\"1.0\",\"rules\":[{\"id\":\"first\",\"type\":\"width\",\"layer\":\"1/0\","
        "\"min_um\":0.5},{\"id\":\"second\",\"type\":\"area\",\"layer\":\"1/0\",\"min_um2\":1}]}";
    bench t;
    lob_buf b;
    char layout[256], rules[256];
    (void)state;
    volume_skip();
    bench_open(&t);
    gds_begin(&b);
    gds_cell(&b, "TOP");
    gds_aref(&b, "DOT", 1001, 1000, 0, 0, 1000, 1000);
    gds_element_end(&b);
    gds_cell_end(&b);
    gds_cell(&b, "DOT");
    gds_box(&b, 1, 0, 0, 0, 100, 600);
    gds_cell_end(&b);
    gds_end(&b);
    snprintf(layout, sizeof layout, "%s", bench_file(&t, "dots.gds", &b));
    lob_buf_init(&b, 0);
    lob_buf_add_text(&b, both);
    snprintf(rules, sizeof rules, "%s", bench_file(&t, "deck.json", &b));
    page p = page_of(&t, layout, rules, NULL);
    assert_whole(&p);
    assert_int_equal(p.told.marker_count, 2 * 1001000);
    assert_eq(number_of(&p, "//h:section[@id='rules']//h:tr[h:th='first']/h:td[1]//h:data/@value"), 1001000);
    assert_eq(number_of(&p, "//h:section[@id='rules']//h:tr[h:th='second']/h:td[1]//h:data/@value"), 1001000);
    assert_eq(number_of(&p, "count(//h:tr[h:th='second']//h:span[contains(@class, 'clean')])"), 0);
    assert_true(has_text(&p, "The run lists none of them"));
    assert_true(has_text(&p, "Areas of 1 layer were not computed"));
    page_release(&p);
    bench_close(&t);
}

/* The same question gives the same bytes; a title and a date are text. */
static void test_same_bytes(void **state) {
    bench t;
    char path[256];
    (void)state;
    bench_open(&t);
    snprintf(path, sizeof path, "%s", bars_file(&t, (int)stride_pick(6, 1)));
    if (!stride_is_on()) { /* the same path again, that of test_figures */
        page a = page_of(&t, path, NULL, NULL), b = page_of(&t, path, NULL, NULL);
        assert_int_equal(a.html.size, b.html.size);
        assert_memory_equal(a.html.data, b.html.data, a.html.size);
        page_release(&b);
        assert_false(has_text(&a, "Date"));
        page_release(&a);
    }
    lob_report_ask ask = {.open = {.path = lob_str_from(path)},
                          .title = LOB_STR("</title><b>"),
                          .date = LOB_STR("2026 & \xe2\x80\xae"),
                          .maker = LOB_STR("m")};
    lob_report_told told;
    lob_buf html;
    lob_buf_init(&html, 0);
    assert_int_equal(make(&t, &ask, &html, &told), LOB_OK);
    assert_non_null(strstr(html.data, "<title>&lt;/title&gt;&lt;b&gt;</title>"));
    assert_non_null(strstr(html.data, "<dt>Date</dt><dd>2026 &amp; \\u202e</dd>"));
    lob_buf_release(&html);
    bench_close(&t);
}

/* Layouts of every kind, each page whole, and what it counts at ports is what check_connectivity counts. */
static void test_fixtures(void **state) {
    static const char *const names[] = {"connect_planted.gds",
                                        "reticle.gds",
                                        "layers_named.oas",
                                        "ghost.gds",
                                        "empty.gds",
                                        "names_not_utf8.gds",
                                        "port_markers.gds",
                                        "rules.gds",
                                        "deep.gds",
                                        "dbu_half_nm.gds",
                                        "s_bend.gds",
                                        "spiral.gds",
                                        "array_fractional.gds",
                                        "oasis/repetitions.oas",
                                        "pins_gdsfactory.gds"};
    bench t;
    char path[256], folder[200];
    (void)state;
    assert_non_null(getcwd(folder, sizeof folder));
    bench_open(&t);
    const size_t count = sizeof names / sizeof names[0];
    for (size_t i = 0; i < count; i += stride_pick(1, 7)) {
        char rules[256];
        snprintf(path, sizeof path, "%s/fixtures/%s", folder, names[i]);
        snprintf(rules, sizeof rules, "%s/fixtures/rules.deck.json", folder);
        page p = page_of(&t, path, strcmp(names[i], "rules.gds") == 0 ? rules : NULL, NULL);
        assert_whole(&p);
        if (p.told.connectivity_count >= 0) {
            cJSON *a = run(&t, LOB_OK, "check_connectivity", "{\"session_id\":\"%s\"}", open_session(&t, path, NULL));
            assert_eq(number_at(a, "summary/error_count") + number_at(a, "summary/warning_count"),
                      (double)p.told.connectivity_count);
            cJSON_Delete(a);
        }
        page_release(&p);
    }
    bench_close(&t);
}

/* More layers and more lines of the tree than are shown; a deck that finds nothing; a cell without height. */
static void test_what_is_left_out(void **state) {
    static const char clean[] = "{\"rule_deck\":\"1.0\",\"rules\":[{\"id\":\"w\",\"type\":\"width\",\"layer\":\"1/0\","
                                "\"min_um\":0.001}]}";
    bench t;
    lob_buf b;
    char name[16], layout[256], rules[256];
    (void)state;
    stride_skip(); /* thirty-six pictures, one like the other */
    bench_open(&t);
    gds_begin(&b);
    gds_cell(&b, "TOP");
    for (int i = 0; i < 405; i++) {
        gds_box(&b, i, 0, 0, 0, 1000, 1000);
    }
    for (int i = 0; i < 10; i++) {
        snprintf(name, sizeof name, "P%02d", i);
        gds_sref(&b, name, false, false, 0, 0);
        gds_element_end(&b);
    }
    gds_cell_end(&b);
    for (int i = 0; i < 10; i++) {
        snprintf(name, sizeof name, "P%02d", i);
        gds_cell(&b, name);
        for (int k = 0; k < 39; k++) {
            snprintf(name, sizeof name, "C%03d", 39 * i + k);
            gds_sref(&b, name, false, false, 0, 0);
            gds_element_end(&b);
        }
        gds_cell_end(&b);
    }
    gds_end(&b);
    snprintf(layout, sizeof layout, "%s", bench_file(&t, "much.gds", &b));
    lob_buf_init(&b, 0);
    lob_buf_add_text(&b, clean);
    snprintf(rules, sizeof rules, "%s", bench_file(&t, "clean.json", &b));
    page p = page_of(&t, layout, rules, NULL);
    assert_whole(&p);
    assert_true(has_text(&p, "Not shown: 5 layers after the first 400"));
    assert_true(has_text(&p, "and 305 more layers"));
    assert_eq(number_of(&p, "count(//h:ul[@id='legend']//h:input)"), 100);
    assert_true(has_text(&p, "Pictures of 364 more layers after the first 36"));
    assert_true(has_text(&p, "Not shown: everything after the first 300 lines"));
    assert_true(p.told.has_rules);
    assert_eq(p.told.marker_count, 0);
    assert_eq(number_of(&p, "count(//h:section[@id='rules']//h:span[contains(@class, 'clean')])"), 2);
    page_release(&p);
    gds_begin(&b);
    gds_cell(&b, "LINE");
    gds_box(&b, 1, 0, 0, 5, 1000, 5);
    gds_cell_end(&b);
    gds_end(&b);
    p = page_of(&t, bench_file(&t, "line.gds", &b), NULL, NULL);
    assert_whole(&p);
    assert_int_equal(p.told.odd_count, 1);
    assert_eq(number_of(&p, ROW("1/0") "/h:td[4]"), 0);
    page_release(&p);
    bench_close(&t);
}

/* `layers` layers of size x size squares each. */
static page page_of_squares(bench *t, int layers, int size) {
    lob_buf b;
    gds_begin(&b);
    gds_cell(&b, "UNIT");
    for (int i = 1; i <= layers; i++) {
        gds_box(&b, i, 0, 0, 0, 600 + i, 600 + i);
    }
    gds_cell_end(&b);
    gds_cell(&b, "TOP");
    gds_aref(&b, "UNIT", size, size, 0, 0, 1000, 1000);
    gds_element_end(&b);
    gds_cell_end(&b);
    gds_end(&b);
    return page_of(t, bench_file(t, "squares.gds", &b), NULL, "TOP");
}

/* The drawing that zooms: figures as paths, as an image when they are very many, and left out when it is too large. */
static void test_zoom(void **state) {
    bench t;
    (void)state;
    stride_skip(); /* volume */
    bench_open(&t);
    page p = page_of_squares(&t, 1, 10);
    assert_whole(&p);
    assert_eq(number_of(&p, "count(//h:template[@id='zoomable']/*[local-name() = 'svg'])"), 1);
    assert_eq(number_of(&p, "string-length(//*[local-name() = 'path']/@d) > 1000"), 1);
    assert_eq(number_of(&p, "string(//h:template/@data-um) * //*[local-name() = 'svg']/@width > 9.6"), 1);
    assert_false(has_text(&p, "zooming shows pixels"));
    page_release(&p);
    p = page_of_squares(&t, 1, 142);
    assert_whole(&p);
    assert_true(has_text(&p, "1 layer has so many figures that zooming shows pixels"));
    page_release(&p);
    p = page_of_squares(&t, 12, 135);
    assert_whole(&p);
    assert_true(has_text(&p, "too many figures to zoom here"));
    assert_eq(number_of(&p, "count(//h:template)"), 0);
    assert_eq(number_of(&p, "count(//h:ul[@id='legend']//h:input)"), 12);
    page_release(&p);
    bench_close(&t);
}

/* Thirty tops, the box far out, and a layout so long that its picture is as low as one may be. */
static void test_many_tops(void **state) {
    bench t;
    lob_buf b;
    char name[16];
    (void)state;
    bench_open(&t);
    gds_begin(&b);
    for (int i = 0; i < 30; i++) {
        snprintf(name, sizeof name, "TOP%02d", i);
        gds_cell(&b, name);
        gds_box(&b, 1, 0, -2147483647, 0, 2147483647, 1000 + i);
        gds_cell_end(&b);
    }
    gds_end(&b);
    page p = page_of(&t, bench_file(&t, "tops.gds", &b), NULL, "TOP29");
    assert_whole(&p);
    assert_true(has_text(&p, "TOP23 and 6 more"));
    assert_true(has_text(&p, "This page coversTOP29"));
    assert_eq(number_of(&p, "//h:section[@id='picture']//h:img/@height"), 300);
    page_release(&p);
    bench_close(&t);
}

static lob_status status_of(bench *t, const char *path, const char *rules, lob_cancel *cancel) {
    lob_report_ask ask = {.open = {.path = lob_str_from(path)}, .deck_path = lob_str_from(rules), .deck_is_json = true};
    lob_report_told told;
    lob_buf html;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    ctx.cancel = cancel;
    lob_call call = {.ctx = &ctx, .sessions = t->sessions};
    lob_buf_init(&html, 0);
    lob_status status = lob_report_make(&call, &ask, &html, &told);
    assert_int_equal(html.size, 0);
    assert_int_equal(ctx.error.code, status);
    if (status != LOB_E_CANCELLED) {
        assert_ne(ctx.error.hint[0], '\0');
    }
    lob_call_end(&call);
    lob_buf_release(&html);
    lob_arena_drop(arena);
    return status;
}

static void test_failures(void **state) {
    bench t;
    char path[256];
    lob_cancel cancel;
    (void)state;
    bench_open(&t);
    snprintf(path, sizeof path, "%s", bars_file(&t, 6));
    assert_int_equal(status_of(&t, "/nonexistent.gds", NULL, NULL), LOB_E_FILE_NOT_FOUND);
    assert_int_equal(status_of(&t, path, "/nonexistent.json", NULL), LOB_E_FILE_NOT_FOUND);
    atomic_init(&cancel.requested, true);
    assert_int_equal(status_of(&t, path, NULL, &cancel), LOB_E_CANCELLED);
    bench_close(&t);
}

/* Allocations fail one by one, the later ones by growing steps: what is behind them is drawn by loops. */
static void test_memory(void **state) {
    bench t;
    lob_buf b;
    char layout[256], rules[256];
    (void)state;
    bench_open(&t);
    snprintf(layout, sizeof layout, "%s", bars_file(&t, (int)stride_pick(6, 1)));
    lob_buf_init(&b, 0);
    lob_buf_add_text(&b, deck);
    snprintf(rules, sizeof rules, "%s", bench_file(&t, "deck.json", &b));
    lob_report_ask ask = {
        .open = {.path = lob_str_from(layout)}, .deck_path = lob_str_from(rules), .deck_is_json = true};
    /* With one bar under valgrind the gaps stay small enough to meet each section; what fails for good fails early. */
    const unsigned gap = stride_pick(UINT32_MAX - 1, 128), end[] = {UINT32_MAX, stride_pick(UINT32_MAX, 130)};
    const unsigned step = stride_is_on() ? 1 : getenv("LOB_TEST_QUICK") ? 2 : 12;
    for (int persistent = 0; persistent < 2; persistent++) {
        bool met = true;
        for (unsigned nth = 1; met && nth < end[persistent]; nth += 1 + (nth / step < gap ? nth / step : gap)) {
            lob_report_told told;
            lob_buf html;
            const uint64_t live = lob_alloc_live();
            lob_buf_init(&html, 0);
            lob_alloc_fail_at(nth, persistent);
            lob_status status = make(&t, &ask, &html, &told);
            met = lob_alloc_count() >= nth;
            lob_alloc_fail_at(0, 0);
            if (!met) {
                assert_eq(status, LOB_OK);
            }
            assert_among(status, LOB_OK, LOB_E_TOOL_LIMIT_EXCEEDED, LOB_E_DRC_RUN_FAILED);
            if (status == LOB_OK) {
                assert_true(strstr(html.data, "</html>"));
            }
            lob_buf_release(&html);
            assert_le(lob_alloc_live(), live + 64); /* names of closed sessions are kept */
        }
    }
    bench_close(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_figures),
                                       cmocka_unit_test(test_hostile_names),
                                       cmocka_unit_test(test_geometry_and_places),
                                       cmocka_unit_test(test_bounds_of_the_tree),
                                       cmocka_unit_test(test_rules),
                                       cmocka_unit_test(test_rules_behind_the_list),
                                       cmocka_unit_test(test_same_bytes),
                                       cmocka_unit_test(test_routes),
                                       cmocka_unit_test(test_fixtures),
                                       cmocka_unit_test(test_what_is_left_out),
                                       cmocka_unit_test(test_many_tops),
                                       cmocka_unit_test(test_zoom),
                                       cmocka_unit_test(test_failures),
                                       cmocka_unit_test(test_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
