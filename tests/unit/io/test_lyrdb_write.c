/* Marker databases written: the bytes are those that KLayout 0.28.5 wrote of the same database (sample below). */
#include "tests/support/lob_test.h"

#include "xml_rig.h"

#include "io/lyrdb/lyrdb.h"

/* KLayout's, but for its number 1e-07, which we write 1e-7. */
static const char sample[] = XML_HEAD "<report-database>\n"
                                      " <description>d &lt;&amp;&gt; \xC2\xB5</description>\n"
                                      " <original-file/>\n"
                                      " <generator>g</generator>\n"
                                      " <top-cell>TOP</top-cell>\n"
                                      " <tags>\n"
                                      "  <tag>\n"
                                      "   <name>mytag</name>\n"
                                      "   <description>desc</description>\n"
                                      "  </tag>\n"
                                      " </tags>\n"
                                      " <categories>\n"
                                      "  <category>\n"
                                      "   <name>a.b</name>\n"
                                      "   <description/>\n"
                                      "   <categories>\n"
                                      "    <category>\n"
                                      "     <name>it's \xC2\xB5 \"x\"</name>\n"
                                      "     <description/>\n"
                                      "     <categories>\n"
                                      "     </categories>\n"
                                      "    </category>\n"
                                      "   </categories>\n"
                                      "  </category>\n"
                                      "  <category>\n"
                                      "   <name>plain_1</name>\n"
                                      "   <description/>\n"
                                      "   <categories>\n"
                                      "   </categories>\n"
                                      "  </category>\n"
                                      " </categories>\n"
                                      " <cells>\n"
                                      "  <cell>\n"
                                      "   <name>TOP</name>\n"
                                      "   <variant/>\n"
                                      "   <references>\n"
                                      "   </references>\n"
                                      "  </cell>\n"
                                      "  <cell>\n"
                                      "   <name>CH</name>\n"
                                      "   <variant>v1</variant>\n"
                                      "   <references>\n"
                                      "    <ref>\n"
                                      "     <parent>TOP</parent>\n"
                                      "     <trans>m12.5 *0.5 1.001,2</trans>\n"
                                      "    </ref>\n"
                                      "   </references>\n"
                                      "  </cell>\n"
                                      " </cells>\n"
                                      " <items>\n"
                                      "  <item>\n"
                                      "   <tags>mytag,#'u t'</tags>\n"
                                      "   <category>'a.b'.'it\\'s \\302\\265 \"x\"'</category>\n"
                                      "   <cell>CH:v1</cell>\n"
                                      "   <visited>false</visited>\n"
                                      "   <multiplicity>1</multiplicity>\n"
                                      "   <image/>\n"
                                      "   <values>\n"
                                      "    <value>float: 1.5</value>\n"
                                      "    <value>edge-pair: (0,0;1,1)|(2,2;3,3)</value>\n"
                                      "   </values>\n"
                                      "  </item>\n"
                                      "  <item>\n"
                                      "   <tags/>\n"
                                      "   <category>plain_1</category>\n"
                                      "   <cell>TOP</cell>\n"
                                      "   <visited>true</visited>\n"
                                      "   <multiplicity>3</multiplicity>\n"
                                      "   <image>QUJD</image>\n"
                                      "   <values>\n"
                                      "   </values>\n"
                                      "  </item>\n"
                                      " </items>\n"
                                      "</report-database>\n";

static lob_rdb rdb;

static lob_status read_it(lob_source *source, void *arg) {
    (void)arg;
    return lob_rdb_read(&ctx, source, NULL, &rdb);
}

static void assert_writes(const lob_rdb *db, const char *expected) {
    lob_outfile out;
    assert_int_equal(lob_outfile_begin(&ctx, &out, -1, false), LOB_OK);
    assert_int_equal(lob_rdb_write(&ctx, db, &out), LOB_OK);
    assert_int_equal(lob_outfile_end(&out), LOB_OK);
    assert_text(lob_outfile_bytes(&out), expected);
    lob_outfile_release(&out);
}

static void writes_what_klayout_wrote(void **state) {
    (void)state;
    assert_int_equal(with_text(lob_str_from(sample), read_it, NULL), LOB_OK);
    assert_writes(&rdb, sample);
    lob_rdb_drop(&rdb);
}

/* Put together by hand; children stand before their parents, which KLayout would not read. */
static void writes_parents_first(void **state) {
    (void)state;
    const lob_rdb_reference up = {.parent = 1, .trans = {.angle = 90, .mag = 1, .x = -0.5}};
    const lob_rdb_category category = {
        .name = LOB_STR("c\x01\xFF\r<"), .description = LOB_STR(""), .parent = LOB_RDB_NONE};
    const lob_rdb_cell cells[] = {{.name = LOB_STR("A"), .references = &up, .reference_count = 1},
                                  {.name = LOB_STR("T"), .layout_name = LOB_STR("L")}};
    const lob_str comment = LOB_STR("x>y");
    const lob_rdb_item item = {.comment = &comment, .multiplicity = 1};
    const lob_rdb db = {.top_cell = LOB_STR("T"),
                        .categories = &category,
                        .category_count = 1,
                        .cells = cells,
                        .cell_count = 2,
                        .items = &item,
                        .item_count = 1};
    assert_writes(&db, XML_HEAD
                  "<report-database>\n <description/>\n <original-file/>\n <generator/>\n <top-cell>T</top-cell>\n"
                  " <tags>\n </tags>\n <categories>\n  <category>\n"
                  "   <name>c\xEF\xBF\xBD\xEF\xBF\xBD&#13;&lt;</name>\n   <description/>\n"
                  "   <categories>\n   </categories>\n  </category>\n </categories>\n"
                  " <cells>\n  <cell>\n   <name>T</name>\n   <variant/>\n   <layout-name>L</layout-name>\n"
                  "   <references>\n   </references>\n  </cell>\n  <cell>\n   <name>A</name>\n   <variant/>\n"
                  "   <references>\n    <ref>\n     <parent>T</parent>\n     <trans>r90 *1 -0.5,0</trans>\n    </ref>\n"
                  "   </references>\n  </cell>\n </cells>\n <items>\n  <item>\n   <tags/>\n"
                  "   <category>'c\\001\\377\\r&lt;'</category>\n   <cell>A</cell>\n   <visited>false</visited>\n"
                  "   <multiplicity>1</multiplicity>\n   <comment>x&gt;y</comment>\n   <image/>\n   <values>\n"
                  "   </values>\n  </item>\n </items>\n</report-database>\n");
}

/* References in a circle, which no reader lets through: each cell is written once all the same. */
static void ends_at_circles(void **state) {
    (void)state;
    const lob_rdb_reference to_self[3] = {{.parent = 0, .trans = {.mag = 1}}, {.parent = 0, .trans = {.mag = 1}}};
    const lob_rdb_reference to_b = {.parent = 1, .trans = {.mag = 1}}, to_a = {.parent = 0, .trans = {.mag = 1}};
    const lob_rdb_cell own[] = {{.name = LOB_STR("A"), .references = to_self, .reference_count = 3}};
    const lob_rdb_cell both[] = {{.name = LOB_STR("A"), .references = &to_b, .reference_count = 1},
                                 {.name = LOB_STR("B"), .references = &to_a, .reference_count = 1}};
    for (int i = 0; i < 2; i++) {
        const lob_rdb db = {.cells = i ? both : own, .cell_count = i ? 2 : 1};
        lob_outfile out;
        assert_int_equal(lob_outfile_begin(&ctx, &out, -1, false), LOB_OK);
        assert_int_equal(lob_rdb_write(&ctx, &db, &out), LOB_OK);
        assert_int_equal(lob_outfile_end(&out), LOB_OK);
        const lob_str text = lob_outfile_bytes(&out);
        unsigned cells = 0;
        for (size_t at = 0; at + 6 < text.size; at++) {
            cells += memcmp(text.data + at, "<cell>", 6) == 0;
        }
        assert_int_equal(cells, db.cell_count);
        lob_outfile_release(&out);
    }
}

/* Code points that XML 1.0 has none of become U+FFFD, the others stay; by the table of the recommendation. */
static void writes_what_xml_can_hold(void **state) {
    (void)state;
    static const struct {
        const char *text, *written;
    } cases[] = {{"\xEF\xBF\xBD", "\xEF\xBF\xBD"},
                 {"\xEF\xBF\xBE", "\xEF\xBF\xBD"}, /* U+FFFE */
                 {"\xEF\xBF\xBF", "\xEF\xBF\xBD"},
                 {"\xF0\x90\x80\x80", "\xF0\x90\x80\x80"},
                 {"\t\n", "\t\n"},
                 {"\r", "&#13;"},
                 {"\x1F", "\xEF\xBF\xBD"},
                 {" ", " "},
                 {"a\xFF"
                  "b",
                  "a\xEF\xBF\xBD"
                  "b"},
                 {"<>&\"'", "&lt;&gt;&amp;\"'"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lob_case("%s", cases[i].text);
        const lob_rdb db = {.description = lob_str_from(cases[i].text)};
        char expected[100];
        lob_outfile out;
        assert_int_equal(lob_outfile_begin(&ctx, &out, -1, false), LOB_OK);
        assert_int_equal(lob_rdb_write(&ctx, &db, &out), LOB_OK);
        assert_int_equal(lob_outfile_end(&out), LOB_OK);
        const lob_str text = lob_outfile_bytes(&out);
        const int size = snprintf(expected, sizeof expected, " <description>%s</description>\n", cases[i].written);
        const char *at = memmem(text.data, text.size, " <desc", 6);
        assert_non_null(at);
        assert_memory_equal(at, expected, (size_t)size);
        lob_outfile_release(&out);
    }
}

/* The arena of the request is too small, by each size: nothing is said to be written. */
static void holds_small_arenas(void **state) {
    (void)state;
    lob_status status = LOB_E_TOOL_LIMIT_EXCEEDED;
    assert_int_equal(with_text(lob_str_from(sample), read_it, NULL), LOB_OK);
    unsigned refused = 0;
    for (size_t size = 1; status != LOB_OK; size += 4) {
        lob_arena *small = lob_arena_new(size);
        lob_outfile out;
        assert_lt(size, 5000);
        lob_ctx_init(&ctx, small);
        assert_int_equal(lob_outfile_begin(&ctx, &out, -1, false), LOB_OK);
        status = lob_rdb_write(&ctx, &rdb, &out);
        if (status != LOB_OK) {
            assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
        }
        refused += status != LOB_OK;
        assert_int_equal(ctx.error.code, status);
        if (status == LOB_OK) { /* then all of it */
            assert_text(lob_outfile_bytes(&out), sample);
        }
        lob_outfile_release(&out);
        lob_arena_drop(small);
    }
    assert_gt(refused, 10);
    lob_ctx_init(&ctx, arena);
    lob_rdb_drop(&rdb);
}

static bool run_once(void *arg) {
    lob_outfile out;
    (void)arg;
    lob_arena_reset(arena);
    lob_error_clear(&ctx.error);
    lob_status status = lob_outfile_begin(&ctx, &out, -1, false);
    status = status == LOB_OK ? lob_rdb_write(&ctx, &rdb, &out) : status;
    status = status == LOB_OK ? lob_outfile_end(&out) : status;
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_outfile_release(&out);
    lob_arena_reset(arena);
    return status == LOB_OK;
}

static void survives_failing_allocations(void **state) {
    (void)state;
    assert_int_equal(with_text(lob_str_from(sample), read_it, NULL), LOB_OK);
    assert_true(run_once(NULL)); /* the arena's one block */
    assert_ge(sweep_allocations(run_once, NULL), 2);
    lob_rdb_drop(&rdb);
}

static void stops_when_cancelled(void **state) {
    (void)state;
    lob_outfile out;
    lob_cancel cancel;
    assert_int_equal(with_text(lob_str_from(sample), read_it, NULL), LOB_OK);
    atomic_init(&cancel.requested, true);
    ctx.cancel = &cancel;
    assert_int_equal(lob_outfile_begin(&ctx, &out, -1, false), LOB_OK);
    assert_int_equal(lob_rdb_write(&ctx, &rdb, &out), LOB_E_CANCELLED);
    lob_outfile_release(&out);
    lob_rdb_drop(&rdb);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin_test, end_test)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(writes_what_klayout_wrote), TEST(writes_parents_first), TEST(ends_at_circles),
        TEST(writes_what_xml_can_hold),  TEST(holds_small_arenas),   TEST(survives_failing_allocations),
        TEST(stops_when_cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
