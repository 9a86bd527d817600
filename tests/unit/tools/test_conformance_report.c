/* The reports of `conformance`, byte by byte, as TAP 14, JUnit and the badge of shields.io are specified, and as its
 * manual says of the others; known failures; the trace of requirements. The run is put together by hand. */
#include <libxml/parser.h>
#include <libxml/xmlschemas.h>

#include "tests/support/lob_test.h"

#include "tests/unit/base/sweep.h"
#include "tests/unit/tools/suite_rig.h"
#include "tools/conformance/report.h"

/* ---- reports ---- */

enum { RUN_COUNT = 8 };

typedef struct small_run {
    conf_case items[RUN_COUNT];
    lob_str ids[RUN_COUNT][2];
    conf_cases cases;
    size_t chosen[RUN_COUNT];
    conf_result results[RUN_COUNT];
    conf_run run;
} small_run;

/* Eight cases, one of each kind that reports tell apart. */
static small_run *new_run(rig *r) {
    static const struct {
        const char *id;
        lob_conformance_level level;
        conf_outcome outcome;
        unsigned step;
        const char *reason;
        int64_t ms;
    } of[RUN_COUNT] = {
        {"open/fine", LOB_CONFORMANCE_LEVEL_REQUIRED, CONF_PASSED, 0, "", 12},
        {"open/hung", LOB_CONFORMANCE_LEVEL_REQUIRED, CONF_BROKEN, 1, "step 1 (open_layout): no answer", 1005},
        {"open/stale", LOB_CONFORMANCE_LEVEL_REQUIRED, CONF_PASSED, 0, "", 3},
        {"query/box", LOB_CONFORMANCE_LEVEL_REQUIRED, CONF_FAILED, 3,
         "step 3 (query_region): $.summary: expected 1 & \"2\", got <#3\\>", 7},
        {"query/known", LOB_CONFORMANCE_LEVEL_REQUIRED, CONF_FAILED, 2, "step 2 (list_cells): $: expected 1, got 2", 5},
        {"query/low", LOB_CONFORMANCE_LEVEL_OPTIONAL, CONF_FAILED, 1, "step 1 (list_cells): x", 6},
        {"query/low_fine", LOB_CONFORMANCE_LEVEL_RECOMMENDED, CONF_PASSED, 0, "", 4},
        {"query/skipped", LOB_CONFORMANCE_LEVEL_REFERENCE, CONF_SKIPPED, 0, "needs KLayout", 0},
    };
    small_run *s = lob_arena_zalloc(r->arena, 1, sizeof *s);
    for (size_t i = 0; i < RUN_COUNT; i++) {
        s->ids[i][0] = LOB_STR("R-A-01");
        s->ids[i][1] = LOB_STR("R-A-02");
        s->items[i].is = (lob_conformance_case){.id = lob_str_from(of[i].id),
                                                .about = LOB_STR("x"),
                                                .level = of[i].level,
                                                .requirements = {s->ids[i], i == 3 ? 2 : 1}};
        s->chosen[i] = i;
        s->results[i] = (conf_result){.outcome = of[i].outcome, .step = of[i].step, .elapsed_ms = of[i].ms};
        strcpy(s->results[i].reason, of[i].reason);
    }
    s->cases = (conf_cases){.items = s->items, .count = RUN_COUNT};
    s->run = (conf_run){.cases = &s->cases,
                        .chosen = s->chosen,
                        .results = s->results,
                        .count = RUN_COUNT,
                        .server = "probe 1.2",
                        .protocol = "2025-11-25",
                        .bar = LOB_CONFORMANCE_LEVEL_REQUIRED};
    return s;
}

static const char known_list[] =
    "{\"known_failures\":[{\"id\":\"query/known\",\"reason\":\"slow\"},{\"id\":\"open/stale\",\"reason\":\"was so\"}]}";

static lob_str judge(rig *r, small_run *s, const char *list) {
    lob_str complaints;
    if (list != NULL) {
        put(r, "known.json", list);
    }
    assert_int_equal(
        conf_known(&r->ctx, list != NULL ? in_folder(r, "known.json") : NULL, &s->cases, &s->run, &complaints), LOB_OK);
    return complaints;
}

static void holds(void (*write)(const conf_run *run, lob_buf *out), const conf_run *run, const char *wanted) {
    lob_buf out;
    lob_buf_init(&out, 0);
    write(run, &out);
    assert_string_equal(out.data, wanted);
    lob_buf_release(&out);
}

static void test_standings(void **state) {
    rig *r = *state;
    small_run *s = new_run(r);
    lob_str said = judge(r, s, known_list);
    static const conf_standing wanted[RUN_COUNT] = {CONF_FINE,  CONF_WRONG, CONF_STALE, CONF_WRONG,
                                                    CONF_KNOWN, CONF_WRONG, CONF_FINE,  CONF_NOT_RUN};
    assert_memory_equal(s->run.standings, wanted, sizeof wanted);
    assert_string_equal(said.data, "STALE open/stale: it passes; take it off the list of known failures\n");
    conf_totals n = conf_count(&s->run);
    assert_eq(n.passed, 2);
    assert_eq(n.failed, 3);
    assert_eq(n.skipped, 3);
    assert_eq(n.known, 1);
    assert_eq(n.below, 1);
    assert_eq(n.not_run, 1);
    assert_false(conf_is_conformant(&s->run));
    /* A faulty case cannot be excused. */
    s->results[4].outcome = CONF_FAULTY;
    judge(r, s, known_list);
    assert_int_equal(s->run.standings[4], CONF_WRONG);
}

static void test_conformant(void **state) {
    rig *r = *state;
    small_run *s = new_run(r);
    static const char whole[] = "{\"known_failures\":[{\"id\":\"query/known\",\"reason\":\"a\"},{\"id\":\"open/hung\","
                                "\"reason\":\"b\"},{\"id\":\"query/box\",\"reason\":\"c\"},{\"id\":\"query/skipped\","
                                "\"reason\":\"d\"}]}";
    assert_string_equal(judge(r, s, whole).data, "");
    assert_true(conf_is_conformant(&s->run)); /* query/low is beyond the bar */
    s->run.bar = LOB_CONFORMANCE_LEVEL_OPTIONAL;
    assert_false(conf_is_conformant(&s->run));
    s->run.bar = LOB_CONFORMANCE_LEVEL_REQUIRED;
    assert_string_equal(judge(r, s, NULL).data, "");
    assert_false(conf_is_conformant(&s->run));
    assert_string_equal(judge(r, s,
                              "{\"known_failures\":[{\"id\":\"query/known\",\"reason\":\"a\"},{\"id\":\"query/known\","
                              "\"reason\":\"b\"},{\"id\":\"query/gone\",\"reason\":\"c\"}]}")
                            .data,
                        "STALE query/known: it is listed twice; take it off the list of known failures\n"
                        "STALE query/gone: there is no such case; take it off the list of known failures\n");
    assert_int_equal(s->run.unknown_count, 2);
    for (size_t i = 0; i < RUN_COUNT; i++) {
        s->results[i].outcome = CONF_PASSED;
    }
    judge(r, s, "{\"known_failures\":[{\"id\":\"query/gone\",\"reason\":\"c\"}]}");
    assert_false(conf_is_conformant(&s->run)); /* all passed, but the list is wrong */
    judge(r, s, NULL);
    assert_true(conf_is_conformant(&s->run));
    for (size_t i = 0; i < RUN_COUNT; i++) {
        s->results[i].outcome = CONF_SKIPPED;
    }
    judge(r, s, NULL);
    assert_false(conf_is_conformant(&s->run)); /* nothing was run */
}

static void test_bad_lists(void **state) {
    rig *r = *state;
    small_run *s = new_run(r);
    lob_str said;
    static const char *const lists[] = {"{", "[]", "{\"known_failures\":[{\"id\":\"a/b\",\"reason\":\"\"}]}",
                                        "{\"known_failures\":[],\"more\":1}"};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        lob_case("%zu: %s", i, lists[i]);
        lob_error_clear(&r->ctx.error);
        put(r, "known.json", lists[i]);
        assert_int_equal(conf_known(&r->ctx, in_folder(r, "known.json"), &s->cases, &s->run, &said),
                         LOB_E_INVALID_TARGET);
        assert_ne(r->ctx.error.hint[0], '\0');
    }
    lob_error_clear(&r->ctx.error);
    assert_int_equal(conf_known(&r->ctx, in_folder(r, "absent.json"), &s->cases, &s->run, &said), LOB_E_FILE_NOT_FOUND);
}

static void test_list_for_people(void **state) {
    rig *r = *state;
    small_run *s = new_run(r);
    judge(r, s, known_list);
    holds(conf_print_failures, &s->run,
          "BROKEN open/hung (required, R-A-01): step 1 (open_layout): no answer\n"
          "FAIL query/box (required, R-A-01, R-A-02): step 3 (query_region): $.summary: expected 1 & \"2\", got "
          "<#3\\>\n"
          "KNOWN query/known (required, R-A-01): step 2 (list_cells): $: expected 1, got 2\n"
          "BELOW query/low (optional, R-A-01): step 1 (list_cells): x\n");
    holds(conf_print_table, &s->run,
          "passed/run           required  recommended     optional    reference   skipped\n"
          "open                      2/3            -            -            -         -\n"
          "query                     0/2          1/1          0/1            -         1\n"
          "all                       2/5          1/1          0/1            -         1\n"
          "of the skipped below: 1 not run, 1 known failures, 1 failed beyond the level required\n"
          "next: conformance explain open/hung says what it asks and why; --run open/hung --keep DIR shows what went "
          "to and fro\n"
          "NOT conformant up to the level required: probe 1.2, protocol 2025-11-25\n"
          "2 passed, 3 failed, 3 skipped\n");
    s->run.server = s->run.protocol = "";
    s->run.count = 1;
    holds(conf_print_table, &s->run,
          "passed/run           required  recommended     optional    reference   skipped\n"
          "open                      1/1            -            -            -         -\n"
          "all                       1/1            -            -            -         -\n"
          "conformant up to the level required: unnamed server\n"
          "1 passed, 0 failed, 0 skipped\n");
}

static void test_tap(void **state) {
    rig *r = *state;
    small_run *s = new_run(r);
    judge(r, s, known_list);
    s->run.unknown_count = 2;
    strcpy(s->results[7].reason, "needs #1 \\ two");
    holds(conf_write_tap, &s->run,
          "TAP version 14\n1..9\nok 1 - open/fine\nnot ok 2 - open/hung\n  ---\n  level: \"required\"\n"
          "  requirement: \"R-A-01\"\n  step: 1\n  message: \"step 1 (open_layout): no answer\"\n  ...\n"
          "not ok 3 - open/stale\n  ---\n  level: \"required\"\n  requirement: \"R-A-01\"\n  step: 0\n"
          "  message: \"passes, though it is on the list of known failures\"\n  ...\n"
          "not ok 4 - query/box\n  ---\n  level: \"required\"\n  requirement: \"R-A-01\"\n  step: 3\n"
          "  message: \"step 3 (query_region): $.summary: expected 1 & \\\"2\\\", got <#3\\\\>\"\n  ...\n"
          "not ok 5 - query/known # TODO a known failure\n  ---\n  level: \"required\"\n  requirement: \"R-A-01\"\n"
          "  step: 2\n  message: \"step 2 (list_cells): $: expected 1, got 2\"\n  ...\n"
          "not ok 6 - query/low # TODO beyond the level that decides\n  ---\n  level: \"optional\"\n"
          "  requirement: \"R-A-01\"\n  step: 1\n  message: \"step 1 (list_cells): x\"\n  ...\n"
          "ok 7 - query/low_fine\nok 8 - query/skipped # SKIP needs \\#1 \\\\ two\n"
          "not ok 9 - entries of the list of known failures without a case: 2\n");
}

/* What the consumers of JUnit agree on (Jenkins, GitLab, Surefire): elements, attributes and their types. */
static const char junit_schema[] =
    "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'>"
    "<xs:attributeGroup name='counts'><xs:attribute name='name' type='xs:string' use='required'/>"
    "<xs:attribute name='tests' type='xs:nonNegativeInteger' use='required'/>"
    "<xs:attribute name='failures' type='xs:nonNegativeInteger' use='required'/>"
    "<xs:attribute name='errors' type='xs:nonNegativeInteger' use='required'/>"
    "<xs:attribute name='skipped' type='xs:nonNegativeInteger'/>"
    "<xs:attribute name='time' type='xs:decimal' use='required'/></xs:attributeGroup>"
    "<xs:complexType name='bad'><xs:simpleContent><xs:extension base='xs:string'>"
    "<xs:attribute name='message' type='xs:string'/><xs:attribute name='type' type='xs:string' use='required'/>"
    "</xs:extension></xs:simpleContent></xs:complexType>"
    "<xs:element name='testsuites'><xs:complexType><xs:sequence>"
    "<xs:element name='testsuite' minOccurs='0' maxOccurs='unbounded'><xs:complexType><xs:sequence>"
    "<xs:element name='testcase' minOccurs='0' maxOccurs='unbounded'><xs:complexType><xs:choice minOccurs='0'>"
    "<xs:element name='skipped'><xs:complexType><xs:attribute name='message' type='xs:string'/></xs:complexType>"
    "</xs:element><xs:element name='error' type='bad'/><xs:element name='failure' type='bad'/></xs:choice>"
    "<xs:attribute name='name' type='xs:string' use='required'/>"
    "<xs:attribute name='classname' type='xs:string' use='required'/>"
    "<xs:attribute name='time' type='xs:decimal' use='required'/></xs:complexType></xs:element>"
    "</xs:sequence><xs:attributeGroup ref='counts'/></xs:complexType></xs:element>"
    "</xs:sequence><xs:attributeGroup ref='counts'/></xs:complexType></xs:element></xs:schema>";

static void fits_junit(const char *text) {
    xmlSchemaParserCtxtPtr parser = xmlSchemaNewMemParserCtxt(junit_schema, (int)strlen(junit_schema));
    xmlSchemaPtr schema = xmlSchemaParse(parser);
    assert_non_null(schema);
    xmlSchemaValidCtxtPtr check = xmlSchemaNewValidCtxt(schema);
    xmlDocPtr document = xmlReadMemory(text, (int)strlen(text), "junit.xml", NULL, XML_PARSE_NONET);
    assert_non_null(document);
    assert_int_equal(xmlSchemaValidateDoc(check, document), 0);
    xmlFreeDoc(document);
    xmlSchemaFreeValidCtxt(check);
    xmlSchemaFree(schema);
    xmlSchemaFreeParserCtxt(parser);
}

static void test_junit(void **state) {
    rig *r = *state;
    small_run *s = new_run(r);
    judge(r, s, known_list);
    static const char wanted[] =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"layout observer conformance\" tests=\"8\" "
        "failures=\"2\" errors=\"1\" skipped=\"3\" time=\"1.042\">\n"
        "  <testsuite name=\"conformance.open\" tests=\"3\" failures=\"1\" errors=\"1\" skipped=\"0\" time=\"1.020\">\n"
        "    <testcase classname=\"conformance.open\" name=\"fine\" time=\"0.012\"/>\n"
        "    <testcase classname=\"conformance.open\" name=\"hung\" time=\"1.005\">\n"
        "      <error message=\"step 1 (open_layout): no answer\" type=\"broken\"/>\n    </testcase>\n"
        "    <testcase classname=\"conformance.open\" name=\"stale\" time=\"0.003\">\n"
        "      <failure message=\"passes, though it is on the list of known failures\" type=\"stale\"/>\n"
        "    </testcase>\n  </testsuite>\n"
        "  <testsuite name=\"conformance.query\" tests=\"5\" failures=\"1\" errors=\"0\" skipped=\"3\" "
        "time=\"0.022\">\n"
        "    <testcase classname=\"conformance.query\" name=\"box\" time=\"0.007\">\n"
        "      <failure message=\"step 3 (query_region): $.summary: expected 1 &amp; &quot;2&quot;, got &lt;#3\\&gt;\" "
        "type=\"failed\"/>\n    </testcase>\n"
        "    <testcase classname=\"conformance.query\" name=\"known\" time=\"0.005\">\n"
        "      <skipped message=\"a known failure: step 2 (list_cells): $: expected 1, got 2\"/>\n    </testcase>\n"
        "    <testcase classname=\"conformance.query\" name=\"low\" time=\"0.006\">\n"
        "      <skipped message=\"beyond the level that decides: step 1 (list_cells): x\"/>\n    </testcase>\n"
        "    <testcase classname=\"conformance.query\" name=\"low_fine\" time=\"0.004\"/>\n"
        "    <testcase classname=\"conformance.query\" name=\"skipped\" time=\"0.000\">\n"
        "      <skipped message=\"needs KLayout\"/>\n    </testcase>\n  </testsuite>\n</testsuites>\n";
    holds(conf_write_junit, &s->run, wanted);
    fits_junit(wanted);
    /* Whatever a server made of a reason, it is XML. */
    s->run.unknown_count = 1;
    strcpy(s->results[3].reason, "a\x01\x80\xef\xbf\xbf\n\t\xc3\xa9 ]]>");
    lob_buf out;
    lob_buf_init(&out, 0);
    conf_write_junit(&s->run, &out);
    fits_junit(out.data);
    assert_non_null(strstr(out.data, "message=\"a\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd&#10;&#9;\xc3\xa9 ]]&gt;\""));
    assert_non_null(strstr(out.data, "tests=\"9\" failures=\"3\" errors=\"1\" skipped=\"3\""));
    assert_non_null(strstr(out.data, "<failure message=\"entries without a case: 1\" type=\"stale\"/>"));
    lob_buf_release(&out);
}

static void test_json_and_badge(void **state) {
    rig *r = *state;
    small_run *s = new_run(r);
    judge(r, s, known_list);
    holds(conf_write_badge, &s->run,
          "{\"schemaVersion\":1,\"label\":\"layout observer conformance\",\"message\":\"required 2/5\",\"color\":"
          "\"red\"}\n");
    s->run.count = 4;
    holds(
        conf_write_json, &s->run,
        "{\"schema_version\":\"1.1.0\",\"server\":\"probe 1.2\",\"protocol\":\"2025-11-25\",\"cases_version\":\"\","
        "\"broken_off\":false,\"bar\":\"required\","
        "\"conformant\":false,\"totals\":{\"passed\":1,\"failed\":3,\"skipped\":0,\"known\":0,\"below\":0,\"not_run\":"
        "0,\"unknown\":0},\"cases\":["
        "{\"id\":\"open/fine\",\"profile\":\"core\",\"level\":\"required\",\"requirements\":[\"R-A-01\"],\"outcome\":"
        "\"passed\",\"standing\":\"fine\",\"decides\":true,\"elapsed_ms\":12},"
        "{\"id\":\"open/hung\",\"profile\":\"core\",\"level\":\"required\",\"requirements\":[\"R-A-01\"],\"outcome\":"
        "\"broken\",\"standing\":\"wrong\",\"decides\":true,\"step\":1,\"reason\":\"step 1 (open_layout): no answer\","
        "\"elapsed_ms\":1005},"
        "{\"id\":\"open/stale\",\"profile\":\"core\",\"level\":\"required\",\"requirements\":[\"R-A-01\"],\"outcome\":"
        "\"passed\",\"standing\":\"stale\",\"decides\":true,\"elapsed_ms\":3},"
        "{\"id\":\"query/box\",\"profile\":\"core\",\"level\":\"required\",\"requirements\":[\"R-A-01\",\"R-A-02\"],"
        "\"outcome\":\"failed\",\"standing\":\"wrong\",\"decides\":true,\"step\":3,\"reason\":\"step 3 (query_region): "
        "$.summary: expected 1 & \\\"2\\\", got <#3\\\\>\",\"elapsed_ms\":7}]}\n");
    s->run.count = 1;
    holds(conf_write_badge, &s->run,
          "{\"schemaVersion\":1,\"label\":\"layout observer conformance\",\"message\":\"required 1/1\",\"color\":"
          "\"brightgreen\"}\n");
    s->run.count = RUN_COUNT;
    judge(r, s,
          "{\"known_failures\":[{\"id\":\"query/known\",\"reason\":\"a\"},{\"id\":\"open/hung\",\"reason\":\"b\"},"
          "{\"id\":\"query/box\",\"reason\":\"c\"}]}");
    holds(conf_write_badge, &s->run,
          "{\"schemaVersion\":1,\"label\":\"layout observer conformance\",\"message\":\"required 2/5\",\"color\":"
          "\"yellow\"}\n");
}

static void test_new_list(void **state) {
    rig *r = *state;
    small_run *s = new_run(r);
    judge(r, s, NULL);
    lob_buf out;
    lob_buf_init(&out, 0);
    put(r, "known.json",
        "{\"known_failures\":[{\"id\":\"query/known\",\"reason\":\"slow \\\"x\\\"\"},{\"id\":\"open/stale\",\"reason\":"
        "\"gone\"},{\"id\":\"query/low\",\"reason\":\"kept\"},{\"id\":\"query/skipped\",\"reason\":\"kept "
        "too\"},{\"id\":"
        "\"query/none\",\"reason\":\"no case\"}]}");
    conf_write_known(&r->ctx, &s->run, in_folder(r, "known.json"), &out);
    assert_string_equal(out.data, "{\n  \"known_failures\": [\n"
                                  "    {\"id\":\"open/hung\",\"reason\":\"not yet explained\"},\n"
                                  "    {\"id\":\"query/box\",\"reason\":\"not yet explained\"},\n"
                                  "    {\"id\":\"query/known\",\"reason\":\"slow \\\"x\\\"\"},\n"
                                  "    {\"id\":\"query/low\",\"reason\":\"kept\"},\n"
                                  "    {\"id\":\"query/skipped\",\"reason\":\"kept too\"}\n  ]\n}\n");
    /* Of what was not chosen the entries stay. */
    lob_buf_clear(&out);
    s->run.count = 1;
    conf_write_known(&r->ctx, &s->run, in_folder(r, "known.json"), &out);
    assert_non_null(strstr(out.data, "open/stale"));
    assert_null(strstr(out.data, "open/hung"));
    lob_buf_clear(&out);
    conf_write_known(&r->ctx, &s->run, NULL, &out);
    assert_string_equal(out.data, "{\n  \"known_failures\": []\n}\n");
    put(r, "known.json", "{");
    lob_buf_clear(&out);
    conf_write_known(&r->ctx, &s->run, in_folder(r, "known.json"), &out);
    assert_int_not_equal(out.failed, LOB_BUF_FINE);
    lob_buf_release(&out);
}

/* ---- trace ---- */

static void test_trace(void **state) {
    rig *r = *state;
    lob_buf out;
    conf_cases cases = load(r);
    lob_buf_init(&out, 0);
    assert_int_equal(conf_trace(&r->ctx, &r->places, &cases, true, &out), 3);
    assert_string_equal(out.data, "R-A-01 MUST, contract, NO REQUIRED CASE: one\n"
                                  "R-A-02 MUST, contract-notes, NO REQUIRED OR RECOMMENDED CASE: two\n"
                                  "R-A-03 MAY, contract-notes, NO CASE: three\n"
                                  "4 requirements, 0 with cases, 3 with too few\n");
    put_case(r, "a/low", "recommended", "", ping);
    put(r, "share/cases/a/notes.json",
        "{\"id\":\"a/notes\",\"about\":\"x\",\"profile\":\"core\",\"level\":\"optional\",\"requirements\":[\"R-A-02\","
        "\"R-A-03\"],\"since\":\"1.0.0\",\"steps\":[{\"wait_ms\":1}]}");
    cases = load(r);
    lob_buf_clear(&out);
    assert_int_equal(conf_trace(&r->ctx, &r->places, &cases, false, &out), 2);
    assert_string_equal(out.data, "R-A-01 MUST, contract, NO REQUIRED CASE: one\n    a/low (recommended)\n"
                                  "R-A-02 MUST, contract-notes, NO REQUIRED OR RECOMMENDED CASE: two\n"
                                  "    a/notes (optional)\nR-A-03 MAY, contract-notes: three\n    a/notes (optional)\n"
                                  "R-A-04 MUST, design: four\n4 requirements, 3 with cases, 2 with too few\n");
    put_case(r, "a/full", "required", "", ping);
    put(r, "share/cases/a/notes.json",
        "{\"id\":\"a/"
        "notes\",\"about\":\"x\",\"profile\":\"core\",\"level\":\"recommended\",\"requirements\":[\"R-A-02\","
        "\"R-A-03\"],\"since\":\"1.0.0\",\"steps\":[{\"wait_ms\":1}]}");
    cases = load(r);
    lob_buf_clear(&out);
    assert_int_equal(conf_trace(&r->ctx, &r->places, &cases, true, &out), 0);
    assert_string_equal(out.data, "4 requirements, 3 with cases, 0 with too few\n");
    /* What is said to be beyond asking must be so, and nothing of the contract is. */
    put(r, "unasked.json",
        "[{\"id\":\"R-A-01\",\"level\":\"MUST\",\"source\":\"contract\",\"text\":\"one\",\"unasked\":\"x\"},"
        "{\"id\":\"R-A-02\",\"level\":\"MUST\",\"source\":\"contract-notes\",\"text\":\"two\",\"unasked\":\"x\"},"
        "{\"id\":\"R-A-09\",\"level\":\"MUST\",\"source\":\"contract-notes\",\"text\":\"nine\",\"unasked\":\"too "
        "long\"}]");
    r->places.requirements = in_folder(r, "unasked.json");
    lob_buf_clear(&out);
    assert_int_equal(conf_trace(&r->ctx, &r->places, &cases, true, &out), 2);
    assert_non_null(strstr(out.data, "R-A-01 MUST, contract, THE CONTRACT SAYS IT: IT NEEDS A CASE: one\n"));
    assert_non_null(strstr(out.data, "R-A-02 MUST, contract-notes, ASKED AFTER ALL: two\n"));
    assert_null(strstr(out.data, "nine"));
    assert_null(strstr(out.data, "eight"));
    lob_buf_clear(&out);
    r->places.requirements = "/nonexistent";
    assert_int_equal(conf_trace(&r->ctx, &r->places, &cases, true, &out), 1);
    lob_buf_release(&out);
}

/* ---- memory ---- */

typedef struct judging {
    rig *r;
    small_run *s;
} judging;

static bool judge_everything(void *arg) {
    const judging *j = arg;
    rig *r = j->r;
    small_run *s = j->s;
    lob_arena *arena = lob_arena_new(0);
    if (arena == NULL) {
        return false;
    }
    lob_ctx *ctx = calloc(1, sizeof *ctx);
    lob_ctx_init(ctx, arena);
    lob_str said_text;
    lob_buf out;
    lob_buf_init(&out, 0);
    bool fine = conf_known(ctx, in_folder(r, "known.json"), &s->cases, &s->run, &said_text) == LOB_OK;
    if (fine) {
        conf_write_known(ctx, &s->run, in_folder(r, "known.json"), &out);
        conf_write_tap(&s->run, &out);
        conf_write_junit(&s->run, &out);
        conf_write_json(&s->run, &out);
        conf_write_badge(&s->run, &out);
        conf_print_failures(&s->run, &out);
        conf_print_table(&s->run, &out);
    }
    fine = fine && out.failed == LOB_BUF_FINE;
    lob_buf_release(&out);
    lob_arena_drop(arena);
    free(ctx);
    return fine;
}

static void test_failing_allocations(void **state) {
    rig *r = *state;
    judging all = {r, new_run(r)};
    put(r, "known.json", known_list);
    assert_true(judge_everything(&all));
    assert_gt(sweep_allocations(judge_everything, &all), 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_standings, setup, teardown),
        cmocka_unit_test_setup_teardown(test_conformant, setup, teardown),
        cmocka_unit_test_setup_teardown(test_bad_lists, setup, teardown),
        cmocka_unit_test_setup_teardown(test_list_for_people, setup, teardown),
        cmocka_unit_test_setup_teardown(test_tap, setup, teardown),
        cmocka_unit_test_setup_teardown(test_junit, setup, teardown),
        cmocka_unit_test_setup_teardown(test_json_and_badge, setup, teardown),
        cmocka_unit_test_setup_teardown(test_new_list, setup, teardown),
        cmocka_unit_test_setup_teardown(test_trace, setup, teardown),
        cmocka_unit_test_setup_teardown(test_failing_allocations, setup, teardown),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    xmlCleanupParser();
    return failed;
}
