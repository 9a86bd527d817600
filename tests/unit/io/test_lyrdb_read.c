/* Marker databases read: structure, references, what is refused. The sample is what KLayout 0.28.5 wrote of a database
 * made with its own classes; transformations are held to its DCplxTrans (m45 is a mirror at a line of 45 degrees). */
#include "xml_rig.h"

#include "io/lyrdb/lyrdb.h"

static lob_rdb rdb;
static lob_rdb_options options;

static lob_status read_it(lob_source *source, void *arg) {
    (void)arg;
    return lob_rdb_read(&ctx, source, &options, &rdb);
}

static lob_status read_text(const char *text) {
    options.refusal = LOB_OK;
    return with_text(lob_str_from(text), read_it, NULL);
}

#define CATEGORIES                                                                                                     \
    "<categories><category><name>a.b</name><description>first</description><categories><category>"                     \
    "<name>it's \xC2\xB5 \"x\"</name></category></categories></category><category><name>Boundary</name></category>"    \
    "<category><name>Boundary</name><description>again</description></category></categories>"
#define CELLS                                                                                                          \
    "<cells><cell><name>TOP</name><variant/><references/></cell><cell><name>CH</name><variant>v1</variant>"            \
    "<layout-name>real</layout-name><references><ref><parent>TOP</parent><trans>r90 *2.5 1.25,-3</trans></ref>"        \
    "<ref><parent>TOP</parent><trans>m45 *1 0,0</trans></ref></references></cell></cells>"
#define ITEM(category, cell, rest) "<item><category>" category "</category><cell>" cell "</cell>" rest "</item>"
#define REPORT(rest)               XML_HEAD "<report-database><top-cell>TOP</top-cell>" CATEGORIES CELLS rest "</report-database>\n"

static void reads_everything(void **state) {
    (void)state;
    assert_int_equal(
        read_text(REPORT(
            "<description>d &lt;&amp;&gt;</description><original-file>/x/y</original-file>"
            "<generator>g</generator><tags><tag><name>mytag</name><description>t</description></tag></tags>"
            "<items>" ITEM("'a.b'.'it\\'s \\302\\265 \"x\"'", "CH:v1",
                           "<tags>mytag,#'u t'</tags><visited>true</visited><multiplicity>7</multiplicity>"
                           "<comment>c</comment><image>QUJD</image><values><value>float: 1.5</value>"
                           "<value>[mytag] box: (3,4;1,2)</value></values>") ITEM("Boundary", "TOP", "") "</items>")),
        LOB_OK);
    assert_text(rdb.description, "d <&>");
    assert_text(rdb.original_file, "/x/y");
    assert_text(rdb.generator, "g");
    assert_text(rdb.top_cell, "TOP");
    assert_int_equal(rdb.tag_count, 1);
    assert_text(rdb.tags[0].name, "mytag");
    assert_int_equal(rdb.category_count, 4);
    assert_int_equal(rdb.categories[1].parent, 0);
    assert_text(rdb.categories[1].name, "it's \xC2\xB5 \"x\"");
    assert_text(rdb.categories[0].description, "first");
    assert_int_equal(rdb.categories[1].item_count, 1);
    assert_int_equal(rdb.categories[2].item_count, 1); /* of two of a name the first is meant */
    assert_int_equal(rdb.categories[3].item_count, 0);
    assert_int_equal(rdb.item_count, 2);
    const lob_rdb_item *item = &rdb.items[0];
    assert_true(item->category == 1 && item->cell == 1 && item->is_visited && item->multiplicity == 7);
    assert_int_equal(item->tag_count, 2);
    assert_text(item->tags[1].name, "u t");
    assert_true(item->tags[1].is_user && !item->tags[0].is_user);
    assert_text(*item->comment, "c");
    assert_text(*item->image, "QUJD");
    assert_int_equal(item->value_count, 2);
    assert_true(item->values[0].kind == LOB_RDB_FLOAT && item->values[0].number == 1.5);
    assert_text(item->values[1].tag->name, "mytag");
    assert_true(item->values[1].points[0].x == 1 && item->values[1].points[1].y == 4);
    item = &rdb.items[1];
    assert_true(item->category == 2 && !item->is_visited && item->multiplicity == 1 && !item->comment && !item->image);
    assert_text(rdb.cells[1].layout_name, "real");
    assert_int_equal(rdb.raw_count + rdb.fault_count + rdb.unknown_count, 0);
    lob_rdb_drop(&rdb);
}

static void counts_what_does_not_parse(void **state) {
    (void)state;
    assert_int_equal(read_text(REPORT("<items>" ITEM("Boundary", "TOP",
                                                     "<tags>a,,b</tags><visited>yes</visited><multiplicity>-1"
                                                     "</multiplicity><news/><values><value>int: 5</value>"
                                                     "<value>edge: (0,0)</value></values>") "</items>")),
                     LOB_OK);
    assert_int_equal(rdb.raw_count, 2);
    assert_int_equal(rdb.fault_count, 3);
    assert_int_equal(rdb.unknown_count, 1);
    assert_int_equal(rdb.items[0].values[0].kind, LOB_RDB_RAW);
    assert_text(rdb.items[0].values[0].text, "int: 5");
    assert_int_equal(rdb.items[0].multiplicity, 1);
    lob_rdb_drop(&rdb);
}

static void assert_frame(const lob_um_trans *t, bool is_mirrored, double angle, double mag, double x, double y) {
    assert_int_equal(t->is_mirrored, is_mirrored);
    assert_true(t->angle - angle < 1e-12 && angle - t->angle < 1e-12);
    assert_true(t->mag - mag < 1e-12 && mag - t->mag < 1e-12);
    assert_true(t->x - x < 1e-12 && x - t->x < 1e-12);
    assert_true(t->y - y < 1e-12 && y - t->y < 1e-12);
}

#define THREE                                                                                                          \
    "<cells><cell><name>B</name><references><ref><parent>A</parent><trans>r30 *1 0.5,0</trans></ref><ref>"             \
    "<parent>T</parent><trans>0,0</trans></ref></references></cell><cell><name>T</name></cell><cell><name>A</name>"    \
    "<references><ref><parent>T</parent><trans>r90 *1 1,2</trans></ref><ref><parent>T</parent>"                        \
    "<trans>m0 *2 5,0</trans></ref></references></cell><cell><name>LOST</name><references><ref><parent>ALONE</parent>" \
    "<trans>0,0</trans></ref></references></cell><cell><name>ALONE</name></cell></cells>"

static void leads_to_the_top(void **state) {
    (void)state;
    const lob_um_trans *frames;
    uint32_t count;
    bool truncated;
    assert_int_equal(read_text("<report-database><top-cell>T</top-cell>" THREE "</report-database>"), LOB_OK);
    assert_int_equal(lob_rdb_frames(&ctx, &rdb, 0, 10, &frames, &count, &truncated), LOB_OK);
    assert_true(count == 3 && !truncated);
    assert_frame(&frames[0], false, 120, 1, 1, 2.5);
    assert_frame(&frames[1], true, 330, 2, 6, 0);
    assert_frame(&frames[2], false, 0, 1, 0, 0);
    assert_int_equal(lob_rdb_frames(&ctx, &rdb, 0, 2, &frames, &count, &truncated), LOB_OK);
    assert_true(count == 2 && truncated);
    assert_int_equal(lob_rdb_frames(&ctx, &rdb, 1, 10, &frames, &count, &truncated), LOB_OK);
    assert_int_equal(count, 1);
    assert_frame(&frames[0], false, 0, 1, 0, 0);
    assert_int_equal(lob_rdb_frames(&ctx, &rdb, 3, 10, &frames, &count, &truncated), LOB_OK);
    assert_int_equal(count, 0); /* lies in another top */
    lob_rdb_drop(&rdb);
    /* Without a top cell that is there, every cell without references is one. */
    assert_int_equal(read_text("<report-database><top-cell>gone</top-cell>" THREE "</report-database>"), LOB_OK);
    assert_int_equal(lob_rdb_frames(&ctx, &rdb, 3, 10, &frames, &count, &truncated), LOB_OK);
    assert_int_equal(count, 1);
    lob_rdb_drop(&rdb);
}

/* A ladder of 30 levels with two references each, 2^30 ways, from C30 up to C0. `rest`: more cells. */
static void read_ladder(const char *top, const char *rest) {
    lob_buf buf;
    lob_buf_init(&buf, 0);
    lob_buf_printf(&buf, "<report-database><top-cell>%s</top-cell><cells><cell><name>C0</name></cell>", top);
    for (int i = 1; i <= 30; i++) {
        lob_buf_printf(&buf,
                       "<cell><name>C%d</name><references><ref><parent>C%d</parent><trans>0,0</trans></ref>"
                       "<ref><parent>C%d</parent><trans>1,0</trans></ref></references></cell>",
                       i, i - 1, i - 1);
    }
    lob_buf_printf(&buf, "%s</cells></report-database>", rest);
    assert_int_equal(with_text((lob_str){buf.data, buf.size}, read_it, NULL), LOB_OK);
    lob_buf_release(&buf);
}

static void bounds_the_ways_up(void **state) {
    (void)state;
    const lob_um_trans *frames;
    uint32_t count;
    bool truncated;
    read_ladder("C0", "");
    assert_int_equal(lob_rdb_frames(&ctx, &rdb, 30, 1000, &frames, &count, &truncated), LOB_OK);
    assert_true(count == 1000 && truncated);
    assert_frame(&frames[999], false, 0, 1, 8, 0); /* 999 has eight bits set */
    lob_rdb_drop(&rdb);
    /* The ladder leads nowhere, and is not climbed. */
    read_ladder("X", "<cell><name>X</name></cell><cell><name>Y</name><references><ref><parent>C30</parent>"
                     "<trans>0,0</trans></ref><ref><parent>X</parent><trans>7,0</trans></ref></references></cell>");
    assert_int_equal(lob_rdb_frames(&ctx, &rdb, 32, 1000, &frames, &count, &truncated), LOB_OK);
    assert_true(count == 1 && !truncated);
    assert_frame(&frames[0], false, 0, 1, 7, 0);
    lob_rdb_drop(&rdb);
}

static void refuses_what_is_broken(void **state) {
    (void)state;
    static const struct {
        const char *text, *reason;
        int item; /* -1: none is named */
    } cases[] = {
        {REPORT("<items>" ITEM("nope", "TOP", "") "</items>"), "category", 0},
        {REPORT("<items>" ITEM("Boundary", "TOP", "") ITEM("Boundary.x", "TOP", "") "</items>"), "category", 1},
        {REPORT("<items>" ITEM("", "TOP", "") "</items>"), "category", 0},
        {REPORT("<items><item><cell>TOP</cell></item></items>"), "category", 0},
        {REPORT("<items>" ITEM("Boundary", "CH", "") "</items>"), "cell", 0},
        {REPORT("<items><item><category>Boundary</category></item></items>"), "cell", 0},
        {"<report-database><cells><cell><name>A</name><references><ref><parent>B</parent></ref></references></cell>"
         "</cells></report-database>",
         "parent", -1},
        {"<report-database><cells><cell><name>A</name><references><ref><parent>A</parent><trans>r90 x</trans></ref>"
         "</references></cell></cells></report-database>",
         "trans", -1},
        {"<report-database><cells><cell><name>A</name><references><ref><parent>A</parent><trans>*0 0,0</trans></ref>"
         "</references></cell></cells></report-database>",
         "trans", -1},
        {"<report-database><cells><cell><name>A</name><references><ref><parent>B</parent></ref></references></cell>"
         "<cell><name>B</name><references><ref><parent>A</parent></ref></references></cell></cells></report-database>",
         "cycle", -1},
        {"<layer-properties/>", "root", -1},
        {REPORT("<items>" ITEM("Boundary", "TOP", "<values><value>a</value>")), "malformed", -1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(read_text(cases[i].text), LOB_E_UNSUPPORTED_FORMAT);
        assert_reason(cases[i].reason);
        assert_true((detail("item") == NULL) == (cases[i].item < 0));
        assert_true(cases[i].item < 0 || detail("item")->integer == cases[i].item);
        assert_true(rdb.items == NULL && rdb.memory == NULL);
    }
}

/* However a file is cut, there is no short list. */
static void refuses_every_cut(void **state) {
    (void)state;
    static const char text[] =
        REPORT("<items>" ITEM("Boundary", "TOP", "<values><value>float: 1</value></values>") "</items>");
    for (size_t size = 0; size < sizeof text - 2; size++) {
        assert_int_equal(with_text((lob_str){text, size}, read_it, NULL), LOB_E_UNSUPPORTED_FORMAT);
    }
    assert_int_equal(with_text((lob_str){text, sizeof text - 2}, read_it, NULL), LOB_OK); /* without the last newline */
    lob_rdb_drop(&rdb);
}

static void holds_its_limits(void **state) {
    (void)state;
    static const char text[] = REPORT("<items>" ITEM("Boundary", "TOP", "") ITEM("Boundary", "TOP", "") "</items>");
    options = (lob_rdb_options){.item_count_max = 1};
    assert_int_equal(with_text(lob_str_from(text), read_it, NULL), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_reason("items");
    lob_buf buf;
    lob_buf_init(&buf, 0);
    lob_buf_add_text(&buf, "<report-database>" CATEGORIES CELLS "<items>");
    for (int i = 0; i < 2000; i++) {
        lob_buf_add_text(&buf, ITEM("Boundary", "TOP", "<values><value>box: (0,0;1,1)</value></values>"));
    }
    lob_buf_add_text(&buf, "</items></report-database>");
    options = (lob_rdb_options){.size_max = 100000};
    assert_int_equal(with_text((lob_str){buf.data, buf.size}, read_it, NULL), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_reason("memory_limit");
    options = (lob_rdb_options){.refusal = LOB_E_DRC_RUN_FAILED};
    assert_int_equal(with_text((lob_str){buf.data, buf.size}, read_it, NULL), LOB_OK);
    assert_int_equal(rdb.item_count, 2000);
    lob_rdb_drop(&rdb);
    assert_int_equal(with_text((lob_str){buf.data, buf.size - 5}, read_it, NULL), LOB_E_DRC_RUN_FAILED);
    options = (lob_rdb_options){0};
    lob_buf_release(&buf);
}

static bool run_once(void *arg) {
    (void)arg;
    lob_arena_reset(arena);
    lob_status status = read_text(REPORT("<tags><tag><name>t</name></tag></tags><items>" ITEM(
        "'a.b'.'it\\'s \\302\\265 \"x\"'", "CH:v1",
        "<tags>a,#'u\\tt'</tags><comment>c</comment><values><value>[a] label: ('a\\'b',r0 1,2)</value>"
        "<value>path: (0,0;1,1) w=1</value><value>polygon: (0,0;1,1;2,0)</value></values>") "</items>"));
    assert_true(status == LOB_OK || status == LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_true(status != LOB_OK || rdb.raw_count == 0);
    lob_rdb_drop(&rdb);
    return status == LOB_OK;
}

static void survives_failing_allocations(void **state) {
    (void)state;
    assert_true(run_once(NULL));
    assert_true(sweep_allocations(run_once, NULL) > 20);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin_test, end_test)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(reads_everything),   TEST(counts_what_does_not_parse),   TEST(leads_to_the_top),
        TEST(bounds_the_ways_up), TEST(refuses_what_is_broken),       TEST(refuses_every_cut),
        TEST(holds_its_limits),   TEST(survives_failing_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
