/* Marker databases read: structure, references, what is refused. The sample is what KLayout 0.28.5 wrote of a database
 * made with its own classes; transformations are held to its DCplxTrans (m45 is a mirror at a line of 45 degrees). */
#include "tests/support/lob_test.h"

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
    assert_eq(item->category, 1);
    assert_eq(item->cell, 1);
    assert_true(item->is_visited);
    assert_eq(item->multiplicity, 7);
    assert_int_equal(item->tag_count, 2);
    assert_text(item->tags[1].name, "u t");
    assert_true(item->tags[1].is_user);
    assert_false(item->tags[0].is_user);
    assert_text(*item->comment, "c");
    assert_text(*item->image, "QUJD");
    assert_int_equal(item->value_count, 2);
    assert_eq(item->values[0].kind, LOB_RDB_FLOAT);
    assert_eq(item->values[0].number, 1.5);
    assert_text(item->values[1].tag->name, "mytag");
    assert_eq(item->values[1].points[0].x, 1);
    assert_eq(item->values[1].points[1].y, 4);
    item = &rdb.items[1];
    assert_eq(item->category, 2);
    assert_true(!item->is_visited);
    assert_eq(item->multiplicity, 1);
    assert_true(!item->comment);
    assert_true(!item->image);
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
    assert_lt(t->angle - angle, 1e-12);
    assert_lt(angle - t->angle, 1e-12);
    assert_lt(t->mag - mag, 1e-12);
    assert_lt(mag - t->mag, 1e-12);
    assert_lt(t->x - x, 1e-12);
    assert_lt(x - t->x, 1e-12);
    assert_lt(t->y - y, 1e-12);
    assert_lt(y - t->y, 1e-12);
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
    assert_eq(count, 3);
    assert_true(!truncated);
    assert_frame(&frames[0], false, 120, 1, 1, 2.5);
    assert_frame(&frames[1], true, 330, 2, 6, 0);
    assert_frame(&frames[2], false, 0, 1, 0, 0);
    assert_int_equal(lob_rdb_frames(&ctx, &rdb, 0, 2, &frames, &count, &truncated), LOB_OK);
    assert_eq(count, 2);
    assert_true(truncated);
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
    assert_eq(count, 1000);
    assert_true(truncated);
    for (uint32_t i = 0; i < 1000; i++) { /* 999 has eight bits set */
        assert_frame(&frames[i], false, 0, 1, __builtin_popcount(i), 0);
    }
    lob_rdb_drop(&rdb);
    /* The ladder leads nowhere, and is not climbed. */
    read_ladder("X", "<cell><name>X</name></cell><cell><name>Y</name><references><ref><parent>C30</parent>"
                     "<trans>0,0</trans></ref><ref><parent>X</parent><trans>7,0</trans></ref></references></cell>");
    assert_int_equal(lob_rdb_frames(&ctx, &rdb, 32, 1000, &frames, &count, &truncated), LOB_OK);
    assert_eq(count, 1);
    assert_true(!truncated);
    assert_frame(&frames[0], false, 0, 1, 7, 0);
    lob_rdb_drop(&rdb);
}

/* Two ways that meet in A before the top: both are there, in the order of the references. */
static void takes_every_way(void **state) {
    (void)state;
    const lob_um_trans *frames;
    uint32_t count;
    bool truncated;
    assert_int_equal(
        read_text("<report-database><top-cell>T</top-cell><cells><cell><name>T</name></cell><cell><name>A</name>"
                  "<references><ref><parent>T</parent><trans>1,0</trans></ref></references></cell><cell><name>B</name>"
                  "<references><ref><parent>A</parent><trans>0,5</trans></ref></references></cell><cell><name>S</name>"
                  "<references><ref><parent>A</parent><trans>10,0</trans></ref><ref><parent>B</parent><trans>20,0"
                  "</trans></ref></references></cell></cells></report-database>"),
        LOB_OK);
    assert_int_equal(lob_rdb_frames(&ctx, &rdb, 3, 10, &frames, &count, &truncated), LOB_OK);
    assert_eq(count, 2);
    assert_true(!truncated);
    assert_frame(&frames[0], false, 0, 1, 11, 0);
    assert_frame(&frames[1], false, 0, 1, 21, 5);
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
        {"<report-database><cells><cell><name>A</name><references><ref><parent>A</parent><trans>r90 1,2 )</trans></ref>"
         "</references></cell></cells></report-database>",
         "trans", -1},
        {"<report-database><cells><cell><name>A</name><references><ref><parent>A</parent><trans/></ref>"
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
        lob_case("%zu: %s", i, cases[i].text);
        assert_int_equal(read_text(cases[i].text), LOB_E_UNSUPPORTED_FORMAT);
        assert_reason(cases[i].reason);
        assert_eq(detail("item") == NULL, cases[i].item < 0);
        if (cases[i].item >= 0) {
            assert_eq(detail("item")->integer, cases[i].item);
        }
        assert_null(rdb.items);
        assert_null(rdb.memory);
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

/* Whatever the reader may keep is in it once. */
static const char full_text[] = REPORT("<tags><tag><name>t</name></tag></tags><items>" ITEM(
    "'a.b'.'it\\'s \\302\\265 \"x\"'", "CH:v1",
    "<tags>a,#'u\\tt'</tags><comment>c</comment><image>QUJD</image><values>"
    "<value>[a] label: ('a\\'b',r0 1,2)</value><value>['t\\'g'] label: ('a',r0 1,2)</value>"
    "<value>text: 'a\\'b'</value><value>text: plain</value><value>label: (a,r0 1,2)</value>"
    "<value>path: (0,0;1,1) w=1</value><value>polygon: (0,0;1,1;2,0)</value></values>") "</items>");

/* A ceiling of each size below what the file takes: refused by that, or for want of memory when it is nothing that the
 * database holds; nothing is kept. */
static void holds_every_ceiling(void **state) {
    (void)state;
    lob_status status = LOB_E_TOOL_LIMIT_EXCEEDED;
    const uint64_t live = lob_alloc_live();
    unsigned refused = 0;
    for (size_t size = 1; status != LOB_OK; size += 4) {
        assert_lt(size, 20000);
        options = (lob_rdb_options){.size_max = size};
        lob_error_clear(&ctx.error);
        status = with_text(lob_str_from(full_text), read_it, NULL);
        if (status != LOB_OK) {
            assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
        }
        assert_int_equal(ctx.error.code, status); /* also: no story behind a success */
        if (status != LOB_OK) {
            refused++;
            assert_true(ctx.error.message[0]);
            assert_true(ctx.error.hint[0]);
            assert_true(detail("reason"));
            if (size > 400) {
                assert_reason("memory_limit");
            }
        }
        lob_rdb_drop(&rdb);
        assert_int_equal(lob_alloc_live(), live);
    }
    assert_gt(refused, 100);
    options = (lob_rdb_options){0};
}

static void reads_odd_forms(void **state) {
    (void)state;
    static const struct {
        const char *rest;
        bool is_visited;
        uint32_t multiplicity, faults, tags;
    } cases[] = {{"<visited>1</visited>", true, 1, 0, 0},
                 {"<visited>0</visited>", false, 1, 0, 0},
                 {"<visited> false </visited>", false, 1, 0, 0},
                 {"<visited>true x</visited>", true, 1, 1, 0},
                 {"<visited>false x</visited>", false, 1, 1, 0},
                 {"<visited/>", false, 1, 1, 0},
                 {"<multiplicity>7x</multiplicity>", false, 7, 1, 0},
                 {"<multiplicity> 7 </multiplicity>", false, 7, 0, 0},
                 {"<multiplicity>4294967296</multiplicity>", false, 1, 1, 0},
                 {"<tags/>", false, 1, 0, 0},
                 {"<tags> </tags>", false, 1, 0, 0},
                 {"<tags>'a,b',c</tags>", false, 1, 0, 2},
                 {"<tags>a b</tags>", false, 1, 1, 1},
                 {"<tags>a,</tags>", false, 1, 1, 1},
                 {"<tags>#</tags>", false, 1, 1, 0},
                 {"<comment/><image/>", false, 1, 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lob_case("%s", cases[i].rest);
        char text[2000];
        snprintf(text, sizeof text, REPORT("<items>" ITEM("Boundary", "TOP", "%s") "</items>"), cases[i].rest);
        assert_int_equal(read_text(text), LOB_OK);
        assert_int_equal(rdb.items[0].is_visited, cases[i].is_visited);
        assert_int_equal(rdb.items[0].multiplicity, cases[i].multiplicity);
        assert_int_equal(rdb.items[0].tag_count, cases[i].tags);
        assert_int_equal(rdb.fault_count, cases[i].faults);
        assert_false(rdb.items[0].comment);
        assert_false(rdb.items[0].image);
        lob_rdb_drop(&rdb);
    }
    /* A variant of a cell without a name; a top cell that is a variant's name alone is none. */
    assert_int_equal(read_text("<report-database><top-cell>A</top-cell><categories><category><name>c</name></category>"
                               "</categories><cells><cell><variant>v</variant></cell><cell><name>A</name><variant>1"
                               "</variant></cell><cell><name>A</name></cell></cells><items>" ITEM("c", ":v", "")
                                   ITEM("c", "A:1", "") ITEM("c", "A", "") "</items></report-database>"),
                     LOB_OK);
    for (uint32_t i = 0; i < 3; i++) {
        const lob_um_trans *frames;
        uint32_t count;
        bool truncated;
        assert_int_equal(rdb.items[i].cell, i);
        assert_int_equal(lob_rdb_frames(&ctx, &rdb, i, 10, &frames, &count, &truncated), LOB_OK);
        assert_int_equal(count, i == 2);
    }
    lob_rdb_drop(&rdb);
    lob_rdb_drop(&rdb); /* nothing is left of it */
    lob_rdb_drop(NULL);
}

/* The ways up come from the arena of the request, whatever its size. */
static void frames_hold_small_arenas(void **state) {
    (void)state;
    lob_status status = LOB_E_TOOL_LIMIT_EXCEEDED;
    read_ladder("C0", "");
    unsigned refused = 0;
    for (size_t size = 1; status != LOB_OK; size += 16) {
        lob_arena *small = lob_arena_new(size);
        const lob_um_trans *frames;
        uint32_t count;
        bool truncated;
        lob_ctx_init(&ctx, small);
        assert_lt(size, 20000);
        status = lob_rdb_frames(&ctx, &rdb, 30, 64, &frames, &count, &truncated);
        if (status != LOB_E_TOOL_LIMIT_EXCEEDED) {
            assert_eq(status, LOB_OK);
            assert_eq(count, 64);
        }
        refused += status != LOB_OK;
        lob_arena_drop(small);
    }
    assert_gt(refused, 50);
    lob_ctx_init(&ctx, arena);
    lob_rdb_drop(&rdb);
}

#define TEN(x) x x x x x x x x x x
/* A value, and tags, for which the arena wants a block of their own. */
static const char large_text[] =
    REPORT("<items>" ITEM("Boundary", "TOP",
                          "<tags>" TEN(TEN("tag,")) "last</tags><values><value>polygon: (" TEN(
                              TEN(TEN("0,1;"))) "2,2)</value></values>") "</items>");

static bool run_once(void *arg) {
    lob_arena_reset(arena);
    lob_status status = read_text(arg);
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    assert_int_equal(ctx.error.code, status);
    if (status == LOB_OK) {
        assert_eq(rdb.raw_count, 0);
    }
    if (status != LOB_OK) {
        assert_reason("memory");
    }
    lob_rdb_drop(&rdb);
    return status == LOB_OK;
}

static void survives_failing_allocations(void **state) {
    (void)state;
    static const char *const texts[] = {full_text, large_text};
    for (size_t i = 0; i < 2; i++) {
        char *text = (char *)(uintptr_t)texts[i];
        assert_true(run_once(text));
        assert_gt(sweep_allocations(run_once, text), 20);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin_test, end_test)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(reads_everything),
        TEST(counts_what_does_not_parse),
        TEST(leads_to_the_top),
        TEST(bounds_the_ways_up),
        TEST(takes_every_way),
        TEST(refuses_what_is_broken),
        TEST(refuses_every_cut),
        TEST(holds_its_limits),
        TEST(survives_failing_allocations),
        TEST(holds_every_ceiling),
        TEST(reads_odd_forms),
        TEST(frames_hold_small_arenas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
