/* Layer properties. What each text means was taken from KLayout 0.28.5: its LayoutView loaded the same lines and told
 * the effective values (tests/oracle/lyp_compare.py does that for whole files). */
#include "tests/support/lob_test.h"

#include "xml_rig.h"

#include "io/lyp/lyp.h"

static lob_lyp lyp;

static lob_status read_it(lob_source *source, void *arg) {
    (void)arg;
    return lob_lyp_read(&ctx, source, ctx.arena, &lyp);
}

static lob_status read_body(const char *body) {
    char text[8192];
    snprintf(text, sizeof text, XML_HEAD "<layer-properties>%s</layer-properties>", body);
    return with_text(lob_str_from(text), read_it, NULL);
}

/* The one entry of `body` between <properties>. */
static const lob_lyp_entry *entry_of(const char *body) {
    char text[4096];
    snprintf(text, sizeof text, "<properties>%s</properties>", body);
    assert_int_equal(read_body(text), LOB_OK);
    assert_int_equal(lyp.entry_count, 1);
    return &lyp.entries[0];
}

static const lob_lyp_source *source_of(const char *text) {
    char body[512];
    snprintf(body, sizeof body, "<source>%s</source>", text);
    return &entry_of(body)->source;
}

static void has_defaults(void **state) {
    (void)state;
    const lob_lyp_entry *e = entry_of("");
    assert_true(e->valid);
    assert_true(e->visible);
    assert_false(e->transparent);
    assert_false(e->marked);
    assert_false(e->xfill);
    assert_false(e->has_fill_color);
    assert_false(e->has_frame_color);
    assert_int_equal(e->pattern, LOB_LYP_UNSET);
    assert_int_equal(e->line_style, LOB_LYP_UNSET);
    assert_int_equal(e->width, LOB_LYP_UNSET);
    assert_int_equal(e->source.layer, LOB_LYP_ANY);
    assert_text(e->name, "");
}

static void reads_colors(void **state) {
    (void)state;
    static const struct {
        const char *text;
        uint32_t color;
    } cases[] = {{"#123", 0x112233},   {"#123456", 0x123456}, {"#80123456", 0x123456}, {" #123456 ", 0x123456},
                 {"123456", 0x123456}, {"#FFFFFF", 0xFFFFFF}, {"#000000", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].text);
        char body[100];
        snprintf(body, sizeof body, "<fill-color>%s</fill-color>", cases[i].text);
        const lob_lyp_entry *e = entry_of(body);
        assert_true(e->has_fill_color);
        assert_int_equal(e->fill_color, cases[i].color);
        assert_int_equal(lyp.fault_count, 0);
    }
    assert_false(entry_of("<fill-color/>")->has_fill_color);
    assert_int_equal(lyp.fault_count, 0); /* no colour is none that does not parse */
}

static void applies_brightness(void **state) {
    (void)state;
    /* As KLayout's eff_fill_color. */
    assert_int_equal(entry_of("<fill-color>#123456</fill-color><fill-brightness>-31</fill-brightness>")->fill_color,
                     0x0f2b48);
    assert_int_equal(
        entry_of("<frame-color>#abcdef</frame-color><frame-brightness>300</frame-brightness>")->frame_color, 0xeff6fc);
    assert_int_equal(lob_lyp_brighter(0x102030, 16 - 64 + 8), 0x0c1926);
    assert_int_equal(lob_lyp_brighter(0xFFFFFF, -128), 0x7F7F7F);
    assert_int_equal(lob_lyp_brighter(0x000000, 1000000), 0xFEFEFE | 0x010101);
    assert_int_equal(lob_lyp_brighter(0x123456, 0), 0x123456);
}

static void reads_styles(void **state) {
    (void)state;
    assert_int_equal(entry_of("<dither-pattern>I5</dither-pattern>")->pattern, 5);
    assert_int_equal(entry_of("<dither-pattern>C2</dither-pattern>")->pattern, 49);
    assert_int_equal(entry_of("<dither-pattern>7</dither-pattern>")->pattern, 7);
    assert_int_equal(entry_of("<dither-pattern>20</dither-pattern>")->pattern, 51);
    assert_int_equal(entry_of("<dither-pattern>I-3</dither-pattern>")->pattern, LOB_LYP_UNSET);
    assert_int_equal(entry_of("<line-style>I5</line-style>")->line_style, 5);
    assert_int_equal(entry_of("<line-style>C2</line-style>")->line_style, 10);
    assert_int_equal(entry_of("<line-style>20</line-style>")->line_style, 12);
    assert_int_equal(entry_of("<width>2.0</width>")->width, 2);
    assert_int_equal(entry_of("<width> 4 </width>")->width, 4);
    assert_int_equal(entry_of("<width/>")->width, LOB_LYP_UNSET);
    assert_false(entry_of("<visible>0</visible>")->visible);
    assert_true(entry_of("<visible> true </visible>")->visible);
    assert_true(entry_of("<marked>1</marked>")->marked);
    assert_int_equal(entry_of("<animation>3</animation>")->animation, 3);
}

/* KLayout refuses the file; we keep the default and count. */
static void counts_values_that_do_not_parse(void **state) {
    (void)state;
    static const char *const bodies[] = {"<width>2.7</width>",
                                         "<width>abc</width>",
                                         "<width>5x</width>",
                                         "<width>99999999999</width>",
                                         "<visible>yes</visible>",
                                         "<visible>TRUE</visible>",
                                         "<visible/>",
                                         "<valid>false x</valid>",
                                         "<dither-pattern>X3</dither-pattern>",
                                         "<dither-pattern>C</dither-pattern>",
                                         "<dither-pattern>C </dither-pattern>",
                                         "<dither-pattern> I1</dither-pattern>",
                                         "<dither-pattern>I1000000</dither-pattern>",
                                         "<frame-brightness/>",
                                         "<frame-brightness>2.5</frame-brightness>",
                                         "<fill-brightness/>",
                                         "<transparent>2</transparent>",
                                         "<marked>x</marked>",
                                         "<xfill/>",
                                         "<animation>x</animation>",
                                         "<width>-99999999999</width>",
                                         "<fill-color>xyz</fill-color>",
                                         "<fill-color>#12345</fill-color>",
                                         "<fill-color>auto</fill-color>",
                                         "<animation/>",
                                         "<fill-brightness>a</fill-brightness>",
                                         "<source>a/b</source>",
                                         "<source>99999999999/0</source>",
                                         "<source>1/0@x</source>",
                                         "<source>1/0 (r90</source>",
                                         "<source>!Frame</source>"};
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        lob_case("%zu: %s", i, bodies[i]);
        const lob_lyp_entry *e = entry_of(bodies[i]);
        assert_int_equal(lyp.fault_count, 1);
        assert_true(e->valid);
        assert_true(e->visible);
        assert_eq(e->width, LOB_LYP_UNSET);
        assert_true(!e->has_fill_color);
        assert_eq(e->source.layer, LOB_LYP_ANY);
        assert_eq(e->pattern, LOB_LYP_UNSET);
    }
}

static void reads_sources(void **state) {
    (void)state;
    static const struct {
        const char *text, *name;
        int layer, datatype, layout;
    } cases[] = {{"1/0@1", "", 1, 0, 0},
                 {"1/0", "", 1, 0, 0},
                 {"WG 1/0@1", "WG", 1, 0, 0},
                 {"WG@1", "WG", -1, -1, 0},
                 {"'a b' 1/2@2", "a b", 1, 2, 1},
                 {"*/*@*", "", -1, -1, -1},
                 {"*/5@1", "", -1, 5, 0},
                 {"5/*", "", 5, -1, 0},
                 {"5", "", 5, 0, 0},
                 {"1/0@1 (r90 0,0)", "", 1, 0, 0},
                 {"1/0@1 #2", "", 1, 0, 0},
                 {"1/0@1 {A}", "", 1, 0, 0},
                 {"", "", -1, -1, 0},
                 {"1-5/0", "-5", 1, 0, 0},
                 {"1/0 garbage", "garbage", 1, 0, 0},
                 {"M4.1@1", "M4.1", -1, -1, 0},
                 {"1/0@0", "", 1, 0, -1},
                 {"1/0/3", "", 1, 3, 0},
                 {"WG/1/0", "WG", -1, 0, 0},
                 {"1/0@1 [a==b]", "", 1, 0, 0},
                 {"'unterminated", "unterminated", -1, -1, 0},
                 {"-1/0", "-1", -1, 0, 0},
                 {"1/0@1 ['a]'==\"(\"]", "", 1, 0, 0},
                 {"'it\\'s' 4/5", "it's", 4, 5, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].text);
        const lob_lyp_source *source = source_of(cases[i].text);
        assert_int_equal(lyp.fault_count, 0);
        assert_text(source->name, cases[i].name);
        assert_int_equal(source->layer, cases[i].layer);
        assert_int_equal(source->datatype, cases[i].datatype);
        assert_int_equal(source->layout, cases[i].layout);
    }
    assert_true(source_of("%3@1")->is_indexed);
    assert_true(source_of("!CellFrame")->is_special);
    assert_true(source_of("1/0 #0..(2)")->has_conditions);
}

static void gives_members_what_their_groups_say(void **state) {
    (void)state;
    assert_int_equal(
        read_body("<properties><fill-color>#102030</fill-color><fill-brightness>16</fill-brightness>"
                  "<source>*/*@1</source><group-members><fill-brightness>-64</fill-brightness><group-members>"
                  "<fill-color>#ff0000</fill-color><fill-brightness>8</fill-brightness><name> n </name>"
                  "<source>1/0</source></group-members></group-members></properties>"
                  "<properties><group-members><width>1</width><visible>false</visible><group-members>"
                  "<dither-pattern>I5</dither-pattern><xfill>true</xfill><source>*/*@*</source></group-members>"
                  "</group-members><frame-color>#102030</frame-color><dither-pattern>I3</dither-pattern>"
                  "<width>3</width><animation>2</animation><valid>false</valid><source>7/8@2</source></properties>"),
        LOB_OK);
    assert_int_equal(lyp.entry_count, 2);
    assert_int_equal(lyp.group_count, 4);
    const lob_lyp_entry *a = &lyp.entries[0], *b = &lyp.entries[1];
    assert_text(a->name, " n ");
    assert_int_equal(a->fill_color, 0x0c1926);
    assert_false(a->has_frame_color);
    assert_int_equal(a->depth, 2);
    assert_eq(b->source.layer, 7);
    assert_eq(b->source.datatype, 8);
    assert_eq(b->source.layout, 1);
    assert_true(!b->valid);
    assert_true(!b->visible);
    assert_true(b->xfill);
    assert_eq(b->width, 3);
    assert_eq(b->animation, 2);
    assert_eq(b->pattern, 3);
    assert_int_equal(b->frame_color, 0x102030);
}

/* `member` inside a group of `group`. */
static const lob_lyp_entry *member_of(const char *group, const char *member) {
    char body[512];
    snprintf(body, sizeof body, "<properties>%s<group-members>%s</group-members></properties>", group, member);
    assert_int_equal(read_body(body), LOB_OK);
    assert_eq(lyp.entry_count, 1);
    assert_eq(lyp.fault_count, 0);
    return &lyp.entries[0];
}

static bool flag_of(const lob_lyp_entry *e, const char *name) {
    return strcmp(name, "transparent") == 0 ? e->transparent
           : strcmp(name, "marked") == 0    ? e->marked
           : strcmp(name, "xfill") == 0     ? e->xfill
           : strcmp(name, "valid") == 0     ? e->valid
                                            : e->visible;
}

/* As KLayout's real values of the same pairs: a mark of either shows, what either hides is hidden. */
static void merges_flags(void **state) {
    (void)state;
    static const char *const names[] = {"transparent", "marked", "xfill", "valid", "visible"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        lob_case("names[%zu]", i);
        for (int of_group = 0; of_group < 2; of_group++) {
            for (int own = 0; own < 2; own++) {
                char group[60], member[60];
                snprintf(group, sizeof group, "<%s>%d</%s>", names[i], of_group, names[i]);
                snprintf(member, sizeof member, "<%s>%s</%s>", names[i], own ? "true" : "false", names[i]);
                const lob_lyp_entry *e = member_of(group, member);
                assert_int_equal(flag_of(e, names[i]), i < 3 ? of_group || own : of_group && own);
            }
        }
    }
}

/* The same; brightness beyond what makes a difference is cut. */
static void merges_values(void **state) {
    (void)state;
    assert_int_equal(member_of("<line-style>I2</line-style>", "<line-style>I5</line-style>")->line_style, 2);
    assert_int_equal(member_of("<line-style/>", "<line-style>I5</line-style>")->line_style, 5);
    assert_int_equal(member_of("<animation>1</animation>", "<animation>2</animation>")->animation, 2);
    assert_int_equal(member_of("<animation>1</animation>", "<animation>0</animation>")->animation, 1);
    assert_int_equal(member_of("<width>1</width>", "<width>3</width>")->width, 3);
    assert_int_equal(member_of("<width>3</width>", "<width>1</width>")->width, 3);
    const lob_lyp_entry *e =
        member_of("<fill-brightness>60000</fill-brightness><frame-brightness>-60000</frame-brightness>",
                  "<fill-brightness>60000</fill-brightness><frame-brightness>-60000</frame-brightness>");
    assert_eq(e->fill_brightness, 65536);
    assert_eq(e->frame_brightness, -65536);
    e = member_of("<frame-brightness>100</frame-brightness><frame-color>#102030</frame-color>",
                  "<frame-brightness>50</frame-brightness><frame-color>#ffffff</frame-color>");
    assert_eq(e->frame_brightness, 150);
    assert_true(e->has_frame_color);
    assert_true(!e->has_fill_color);
    assert_int_equal(e->frame_color, lob_lyp_brighter(0x102030, 150));
    /* of a source, what the group says stands where the member says nothing */
    e = member_of("<source>%3</source>", "<source>1/0</source>");
    assert_true(e->source.is_indexed);
    assert_eq(e->source.layer, 1);
    assert_true(member_of("<source>!CF</source>", "<source>1/0</source>")->source.is_special);
    assert_true(member_of("<source>#1</source>", "<source>1/0</source>")->source.has_conditions);
    e = member_of("<source>1/0</source>", "<source>!CF %3 #1</source>");
    assert_true(e->source.is_indexed);
    assert_true(e->source.is_special);
    assert_true(e->source.has_conditions);
    assert_eq(e->source.layer, 1);
    assert_text(member_of("<source>WG@2</source>", "<source>M@*</source>")->source.name, "M");
    e = member_of("<source>WG 7/8@2</source>", "<source>*/*@*</source>");
    assert_text(e->source.name, "WG");
    assert_eq(e->source.layer, 7);
    assert_eq(e->source.datatype, 8);
    assert_eq(e->source.layout, 1);
    e = member_of("<source>WG 7/8@2</source>", "<source>1/2@1</source>");
    assert_eq(e->source.layer, 1);
    assert_eq(e->source.datatype, 2);
    assert_eq(e->source.layout, 0);
}

/* Rows end at the first other character; a pattern of empty rows draws nothing, and has one pixel of it. */
static void reads_odd_patterns(void **state) {
    (void)state;
    lob_buf buf;
    lob_buf_init(&buf, 0);
    lob_buf_add_text(&buf, "<layer-properties><custom-dither-pattern><pattern>");
    for (int i = 0; i < 40; i++) {
        lob_buf_printf(&buf, "<line>%s</line>", i == 31 ? " .*x*" : i < 31 ? "." : "*");
    }
    lob_buf_add_text(&buf, "</pattern></custom-dither-pattern><custom-dither-pattern><pattern><line/><line> </line>"
                           "</pattern></custom-dither-pattern></layer-properties>");
    assert_int_equal(with_text((lob_str){buf.data, buf.size}, read_it, NULL), LOB_OK);
    lob_buf_release(&buf);
    const lob_pattern *p = lob_lyp_pattern(&lyp, LOB_PATTERN_BUILTIN_COUNT);
    assert_eq(p->height, 32);
    assert_eq(p->width, 2);
    assert_eq(p->rows[0], 0);
    assert_eq(p->rows[31], 2);
    p = lob_lyp_pattern(&lyp, LOB_PATTERN_BUILTIN_COUNT + 1);
    assert_eq(p->height, 1);
    assert_eq(p->width, 1);
    assert_eq(p->rows[0], 0);
    assert_null(lob_lyp_line_style(NULL, LOB_LINE_STYLE_BUILTIN_COUNT));
    assert_null(lob_lyp_pattern(NULL, LOB_PATTERN_BUILTIN_COUNT));
}

static void reads_custom_patterns(void **state) {
    (void)state;
    assert_int_equal(
        read_body("<properties><dither-pattern>C1</dither-pattern><line-style>C0</line-style></properties>"
                  "<custom-dither-pattern><order>3</order><name>q</name></custom-dither-pattern>"
                  "<custom-dither-pattern><pattern><line>*..*</line><line>.*</line></pattern><name>p</name>"
                  "</custom-dither-pattern><custom-line-style><pattern>*.*..</pattern><order>1</order>"
                  "<name>u</name></custom-line-style>"),
        LOB_OK);
    assert_int_equal(lyp.pattern_count, 2);
    const lob_pattern *p = lob_lyp_pattern(&lyp, lyp.entries[0].pattern);
    assert_non_null(p);
    assert_eq(p->width, 4);
    assert_eq(p->height, 2);
    assert_eq(p->rows[0], 9);
    assert_eq(p->rows[1], 2);
    assert_text(p->name, "p");
    const lob_line_style *s = lob_lyp_line_style(&lyp, lyp.entries[0].line_style);
    assert_true(s);
    assert_eq(s->width, 5);
    assert_eq(s->bits, 5);
    assert_text(s->name, "u");
    p = lob_lyp_pattern(&lyp, LOB_PATTERN_BUILTIN_COUNT); /* no lines: draws nothing */
    assert_true(p);
    assert_eq(p->width, 1);
    assert_eq(p->height, 1);
    assert_eq(p->rows[0], 0);
    assert_null(lob_lyp_pattern(&lyp, LOB_PATTERN_BUILTIN_COUNT + 2));
    assert_null(lob_lyp_line_style(&lyp, LOB_LINE_STYLE_BUILTIN_COUNT + 1));
    assert_null(lob_lyp_pattern(&lyp, LOB_LYP_UNSET));
    assert_null(lob_lyp_line_style(&lyp, LOB_LYP_UNSET));
}

/* From KLayout's get_stipple(5), (45), (46) and get_line_style(7). */
static void has_builtin_patterns(void **state) {
    (void)state;
    const lob_pattern *p = lob_lyp_pattern(NULL, 5);
    for (unsigned y = 0; y < 8; y++) {
        assert_int_equal(p->rows[y], 1 << y);
    }
    p = lob_lyp_pattern(NULL, 45);
    assert_eq(p->width, 8);
    assert_eq(p->rows[0], 8);
    assert_eq(p->rows[3], 0xFF);
    p = lob_lyp_pattern(NULL, 46);
    assert_eq(p->rows[0], 0x18);
    assert_eq(p->rows[3], 0xFF);
    assert_eq(p->rows[4], 0xFF);
    assert_null(lob_lyp_pattern(NULL, 47));
    assert_int_equal(lob_lyp_line_style(NULL, 7)->bits, 0xCA7); /* ***..*.*..** */
    assert_int_equal(lob_lyp_line_style(NULL, 0)->width, 0);
}

static void reads_the_first_tab(void **state) {
    (void)state;
    assert_int_equal(
        with_text(LOB_STR("<layer-properties-tabs><layer-properties><name>T</name><properties><name>a</name>"
                          "</properties></layer-properties><layer-properties><properties><name>b</name>"
                          "</properties><custom-line-style><pattern>*</pattern></custom-line-style>"
                          "</layer-properties></layer-properties-tabs>"),
                  read_it, NULL),
        LOB_OK);
    assert_int_equal(lyp.tab_count, 2);
    assert_int_equal(lyp.entry_count, 1);
    assert_text(lyp.entries[0].name, "a");
    assert_int_equal(lyp.line_style_count, 0);
}

static void finds_layers(void **state) {
    (void)state;
    assert_int_equal(
        read_body("<properties><name>any</name><source>*/*@*</source></properties>"
                  "<properties><name>ten</name><source>10/*@1</source><visible>false</visible></properties>"
                  "<properties><source>SRC 1/0@1</source><visible>false</visible></properties>"
                  "<properties><name>wg</name><source>1/0@1</source></properties>"
                  "<properties><name>other</name><source>2/0@2</source></properties>"
                  "<properties><name>by name</name><source>METAL@1</source></properties>"
                  "<properties><name>off</name><source>3/0</source><valid>false</valid></properties>"),
        LOB_OK);
    lob_lyp_match m = lob_lyp_find(&lyp, 1, 0, (lob_str){0});
    assert_text(m.name, "SRC");
    assert_true(m.visible); /* drawn by the second entry of that layer */
    m = lob_lyp_find(&lyp, 77, 1, LOB_STR("METAL"));
    assert_text(m.name, "by name");
    m = lob_lyp_find(&lyp, 2, 0, (lob_str){0}); /* only in another layout: the wildcard's */
    assert_ptr_equal(m.entry, &lyp.entries[0]);
    assert_null(m.name.data);
    assert_true(m.visible);
    m = lob_lyp_find(&lyp, 3, 0, (lob_str){0});
    assert_false(m.visible);
    assert_text(m.name, "off");
    assert_int_equal(read_body("<properties><source>1/0</source></properties>"), LOB_OK);
    m = lob_lyp_find(&lyp, 9, 9, (lob_str){0});
    assert_null(m.entry);
    assert_true(!m.visible);
    assert_null(m.name.data);
}

static void refuses_other_files(void **state) {
    (void)state;
    static const struct {
        const char *text, *reason;
    } cases[] = {{"<klayout-macro/>", "root"},
                 {"<layer-properties><properties>", "malformed"},
                 {"<layer-properties><properties></layer-properties>", "malformed"},
                 {"<!DOCTYPE x><layer-properties/>", "doctype"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].text);
        assert_int_equal(with_text(lob_str_from(cases[i].text), read_it, NULL), LOB_E_UNSUPPORTED_FORMAT);
        assert_reason(cases[i].reason);
    }
}

static void holds_its_limits(void **state) {
    (void)state;
    static const struct {
        const char *piece, *reason;
        unsigned count;
    } cases[] = {{"<properties/>", "entries", LOB_LYP_ENTRY_MAX},
                 {"<custom-dither-pattern/>", "patterns", LOB_LYP_CUSTOM_MAX},
                 {"<custom-line-style/>", "patterns", LOB_LYP_CUSTOM_MAX}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].piece);
        lob_buf buf;
        lob_buf_init(&buf, 0);
        lob_buf_add_text(&buf, "<layer-properties>");
        for (unsigned j = 0; j <= cases[i].count; j++) {
            lob_buf_add_text(&buf, cases[i].piece);
        }
        lob_buf_add_text(&buf, "</layer-properties>");
        assert_int_equal(with_text((lob_str){buf.data, buf.size}, read_it, NULL), LOB_E_UNSUPPORTED_FORMAT);
        assert_reason(cases[i].reason);
        lob_buf_release(&buf);
    }
    /* More rows and columns than a pattern can have are cut, as in KLayout. */
    assert_int_equal(read_body("<custom-dither-pattern><pattern><line>****************************************</line>"
                               "</pattern></custom-dither-pattern>"),
                     LOB_OK);
    assert_int_equal(lyp.patterns[0].width, 32);
}

static const char full_body[] =
    "<properties><name>a</name><source>'x\\'y' 1/0</source><group-members><source>b</source>"
    "</group-members></properties><custom-dither-pattern><pattern><line>*</line></pattern>"
    "<name>p</name></custom-dither-pattern><custom-line-style><name>q</name>"
    "</custom-line-style>";

static bool run_once(void *arg) {
    (void)arg;
    lob_arena_reset(arena);
    lob_status status = read_body(full_body);
    if (status != LOB_OK) {
        assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    return status == LOB_OK;
}

/* An arena of each size below what the file takes: refused for want of memory, with nothing kept. */
static void survives_small_arenas(void **state) {
    (void)state;
    const uint64_t live = lob_alloc_live();
    unsigned refused = 0;
    lob_status status = LOB_E_TOOL_LIMIT_EXCEEDED;
    for (size_t size = 1; status != LOB_OK; size += 4) {
        lob_arena *small = lob_arena_new(size);
        assert_lt(size, 20000);
        lob_ctx_init(&ctx, small);
        status = read_body(full_body);
        lob_arena_drop(small);
        refused += status != LOB_OK;
        if (status != LOB_OK) {
            assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
        }
        assert_int_equal(lob_alloc_live(), live);
    }
    assert_gt(refused, 50);
    lob_ctx_init(&ctx, arena);
}

static void survives_failing_allocations(void **state) {
    (void)state;
    assert_true(run_once(NULL));
    assert_gt(sweep_allocations(run_once, NULL), 20);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin_test, end_test)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(has_defaults),
        TEST(reads_colors),
        TEST(applies_brightness),
        TEST(reads_styles),
        TEST(counts_values_that_do_not_parse),
        TEST(reads_sources),
        TEST(gives_members_what_their_groups_say),
        TEST(merges_flags),
        TEST(merges_values),
        TEST(reads_odd_patterns),
        TEST(reads_custom_patterns),
        TEST(has_builtin_patterns),
        TEST(reads_the_first_tab),
        TEST(finds_layers),
        TEST(refuses_other_files),
        TEST(holds_its_limits),
        TEST(survives_small_arenas),
        TEST(survives_failing_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
