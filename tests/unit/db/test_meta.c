/* KLayout's context strings, parsed. The texts of the first table are what KLayout 0.28.5 wrote for values of Python
 * that are known; those of kfactory are as versions 0.13 and 1.13 write them. */
#include <math.h>

#include "tests/support/lob_test.h"

#include "base/buf.h"
#include "db/meta.h"
#include "tests/unit/base/sweep.h"

static lob_arena *arena;
static lob_ctx ctx;

static int setup(void **state) {
    (void)state;
    arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    return arena ? 0 : 1;
}

static int teardown(void **state) {
    (void)state;
    lob_arena_drop(arena);
    return 0;
}

/* A tree as text: n, T, F, i5, u5, d1.5, "text", (a b), {k:v}, <class|text>, !raw */
static void print(lob_buf *out, const lob_meta_value *v, int depth) {
    static const char *const open[] = {[LOB_META_LIST] = "(", [LOB_META_MAP] = "{"};
    static const char *const close[] = {[LOB_META_LIST] = ")", [LOB_META_MAP] = "}"};
    uint32_t count = 0;
    switch (v->kind) {
    case LOB_META_NIL:
        lob_buf_add_text(out, "n");
        break;
    case LOB_META_BOOL:
        lob_buf_add_text(out, v->boolean ? "T" : "F");
        break;
    case LOB_META_INT:
        assert_eq(v->real, (double)v->i);
        lob_buf_printf(out, "i%lld", (long long)v->i);
        break;
    case LOB_META_UINT:
        assert_eq(v->real, (double)v->u);
        lob_buf_printf(out, "u%llu", (unsigned long long)v->u);
        break;
    case LOB_META_REAL:
        lob_buf_printf(out, "d%.17g", v->real);
        break;
    case LOB_META_STRING:
        lob_buf_printf(out, "\"%.*s\"", (int)v->string.size, v->string.data);
        break;
    case LOB_META_OBJECT:
        lob_buf_printf(out, "<%.*s|%.*s>", (int)v->class_name.size, v->class_name.data, (int)v->string.size,
                       v->string.size ? v->string.data : "");
        break;
    case LOB_META_RAW:
        lob_buf_printf(out, "!%.*s", (int)v->string.size, v->string.data);
        break;
    default:
        lob_buf_add_text(out, open[v->kind]);
        for (const lob_meta_value *item = v->items; item; item = item->next) {
            assert_int_equal(item->key != NULL, v->kind == LOB_META_MAP);
            lob_buf_add_text(out, count++ ? " " : "");
            if (item->key) {
                print(out, item->key, depth + 1);
                lob_buf_add_text(out, ":");
            }
            print(out, item, depth + 1);
        }
        assert_int_equal(count, v->item_count);
        lob_buf_add_text(out, close[v->kind]);
    }
}

static void expect(const char *text, const char *tree) {
    lob_buf out;
    lob_meta_value value;
    lob_buf_init(&out, 0);
    assert_true(lob_meta_parse_value(arena, lob_str_from(text), &value));
    print(&out, &value, 0);
    assert_string_equal(out.data, tree);
    lob_buf_release(&out);
}

static void expect_raw(const char *text) {
    char tree[300];
    snprintf(tree, sizeof tree, "!%s", text);
    expect(text, tree);
}

static void test_what_klayout_writes(void **state) {
    (void)state;
    expect("nil", "n");
    expect("true", "T");
    expect("false", "F");
    expect("#l5", "i5");
    expect("#l-7", "i-7");
    expect("#l1099511627776", "i1099511627776");
    expect("##1.5", "d1.5");
    expect("##1e+300", "d1.0000000000000001e+300");
    expect("##0.3", "d0.29999999999999999");
    expect("''", "\"\"");
    expect("'abc'", "\"abc\"");
    expect("'it\\'s \\\\ \"q\" \\n\\r\\t\\001\\177 \\303\\251'", "\"it's \\ \"q\" \n\r\t\x01\x7f \xc3\xa9\"");
    expect("()", "()");
    expect("(#l1)", "(i1)");
    expect("(#l1,(#l2,'x'),nil)", "(i1 (i2 \"x\") n)");
    expect("{}", "{}");
    expect("{'a'=>#l1,'b'=>(#l1,#l2)}", "{\"a\":i1 \"b\":(i1 i2)}");
    expect("{nil=>#l3,#l1=>#l2,##1.5=>'y'}", "{n:i3 i1:i2 d1.5:\"y\"}");
    expect("[trans:m45 3,4]", "<trans|m45 3,4>");
    expect("[dcplxtrans:r33.3 *1.25 0.5,0.25]", "<dcplxtrans|r33.3 *1.25 0.5,0.25>");
    expect("[layer:1/2]", "<layer|1/2>");
    expect("[layer:'A]b\\'c' (1/2)]", "<layer|'A]b\\'c' (1/2)>");
    expect("[box:(0,0;1,2)]", "<box|(0,0;1,2)>");
    expect("[text:('t]\\'x',r90 3,4)]", "<text|('t]\\'x',r90 3,4)>");
    expect("[dpath:(0,0;5,5) w=3 bx=0 ex=0 r=false]", "<dpath|(0,0;5,5) w=3 bx=0 ex=0 r=false>");
    expect("[matrix2d:(1,0) (0,1)]", "<matrix2d|(1,0) (0,1)>");
}

static void test_other_forms(void **state) {
    (void)state;
    expect("#5", "i5");
    expect("#u5", "i5");
    expect("#lu18446744073709551615", "u18446744073709551615");
    expect("#lu9223372036854775807", "i9223372036854775807");
    expect("#lu9223372036854775808", "u9223372036854775808");
    expect("#ll12", "i12");
    expect("#-9223372036854775808", "i-9223372036854775808");
    expect("##inf", "dinf");
    expect("##-2", "d-2");
    expect("word_1.$", "\"word_1.$\"");
    expect("nilly", "\"nilly\"");
    expect("\"it's\"", "\"it's\"");
    expect("'\\0011'", "\"\x01"
                       "1\"");
    expect("'\\8\\x'", "\"8x\"");
    expect("[id12]", "<id12|>");
    expect("[unknown:a[b]c]", "<unknown|a[b]c>");
    expect("['a b':c]", "<a b|c>");
    expect(" ( #l1 , { 'k' => nil } ) ", "(i1 {\"k\":n})");
    expect("{'alone'}", "{\"alone\":n}");
    expect("{'alone','k'=>()}", "{\"alone\":n \"k\":()}");
    expect("{(#1)=>{}}", "{(i1):{}}");
    lob_meta_value nan;
    assert_true(lob_meta_parse_value(arena, LOB_STR("##nan"), &nan));
    assert_eq(nan.kind, LOB_META_REAL);
    assert_true(isnan(nan.real));
}

static void test_bad_texts_stay_raw(void **state) {
    (void)state;
    static const char *const bad[] = {
        "",
        "#",
        "##",
        "#lx",
        "#5a",
        "#--5",
        "##1.5x",
        "##0x10",
        "'open",
        "'open\\'",
        "(",
        "(#1",
        "(#1,",
        "(#1,)",
        "(,)",
        "(#1}",
        "{#1)",
        "{'k'=>",
        "{'k'=>}",
        "{,}",
        "[",
        "[:x]",
        "[a",
        "[a:b",
        "[a b]",
        "[a:'b]",
        "#1 #2",
        "(#1)x",
        "=",
        ")",
        "]",
        "}",
        "\xff",
        "#lu18446744073709551616",
        "#-9223372036854775809",
        "(((#1))",
        "#1.5",
        "#+1",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lob_case("bad[%zu]", i);
        expect_raw(bad[i]);
    }
    char many[80];
    memset(many, '1', sizeof many);
    memcpy(many, "##", 2);
    many[79] = '\0';
    expect_raw(many); /* more digits than any number has */
}

/* Every beginning of a good text is raw or, where it happens to be one, good; never an overrun (under the sanitizers).
 */
static void test_cut_texts(void **state) {
    (void)state;
    static const char text[] = "{'a'=>(#l1,##2.5,nil,[layer:'x' (1/0)]),'b\\''=>{#1=>true}}";
    for (size_t size = 0; size < sizeof text - 1; size++) {
        char *cut = lob_arena_strdup(arena, text, size);
        lob_meta_value value;
        assert_true(lob_meta_parse_value(arena, (lob_str){cut, size}, &value));
        assert_int_equal(value.kind, LOB_META_RAW);
    }
    lob_meta_value value;
    assert_true(lob_meta_parse_value(arena, LOB_STR(text), &value));
    assert_int_equal(value.kind, LOB_META_MAP);
}

static void test_depth(void **state) {
    (void)state;
    for (unsigned depth = LOB_META_DEPTH_MAX - 1; depth <= LOB_META_DEPTH_MAX + 1; depth++) {
        char text[4 * LOB_META_DEPTH_MAX];
        for (unsigned i = 0; i < depth; i++) {
            text[i] = '(';
            text[depth + 2 + i] = ')';
        }
        memcpy(text + depth, "#1", 2);
        lob_meta_value value;
        assert_true(lob_meta_parse_value(arena, (lob_str){text, 2 * depth + 2}, &value));
        assert_int_equal(value.kind, depth <= LOB_META_DEPTH_MAX ? LOB_META_LIST : LOB_META_RAW);
    }
    enum { DEEP = 1000000 };
    char *deep = lob_arena_alloc(arena, DEEP);
    memset(deep, '{', DEEP);
    lob_meta_value value;
    assert_true(lob_meta_parse_value(arena, (lob_str){deep, DEEP}, &value));
    assert_int_equal(value.kind, LOB_META_RAW);
}

static const lob_str strings[] = {
    {"LIB=Basic", 9},
    {"P('a b')=##1.5", 14},
    {"P(n)=#l5", 8},
    {"P(bad)=(", 8},
    {"PCELL=ROUND PATH", 16},
    {"CELL=X", 6},
    {"META('k:f:0','what it is')=[trans:r0 1,2]", 41},
    {"META(word)='v'", 14},
    {"META(word)='second'", 19},
    {"OTHER=1", 7},
    {"META(x", 6},
    {"P()=1", 5},
};

static bool parse_all(void *arg) {
    (void)arg;
    lob_arena *own = lob_arena_new(0);
    lob_meta meta;
    lob_ctx own_ctx;
    if (!own) {
        return false;
    }
    lob_ctx_init(&own_ctx, own);
    lob_status status = lob_meta_parse(&own_ctx, own, strings, sizeof strings / sizeof *strings, &meta);
    if (status != LOB_OK) {
        assert_eq(own_ctx.error.code, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    lob_arena_drop(own);
    return status == LOB_OK;
}

static const lob_meta_value *meta_find(const lob_meta_entry *entries, uint32_t count, lob_str name) {
    for (uint32_t i = 0; i < count; i++) {
        if (lob_str_equal(entries[i].name, name)) {
            return &entries[i].value;
        }
    }
    return NULL;
}

static void test_strings(void **state) {
    (void)state;
    lob_meta meta;
    assert_int_equal(lob_meta_parse(&ctx, arena, strings, sizeof strings / sizeof *strings, &meta), LOB_OK);
    assert_true(lob_str_equal(meta.library, LOB_STR("Basic")));
    assert_true(lob_str_equal(meta.pcell, LOB_STR("ROUND PATH")));
    assert_true(lob_str_equal(meta.cell, LOB_STR("X")));
    assert_int_equal(meta.param_count, 3);
    assert_int_equal(meta.info_count, 3);
    assert_int_equal(meta.raw_count, 1);
    assert_int_equal(meta.unknown_count, 3);
    const lob_meta_value *value = meta_find(meta.params, meta.param_count, LOB_STR("a b"));
    assert_true(value);
    assert_eq(value->kind, LOB_META_REAL);
    assert_eq(value->real, 1.5);
    value = meta_find(meta.params, meta.param_count, LOB_STR("bad"));
    assert_true(value);
    assert_eq(value->kind, LOB_META_RAW);
    assert_true(lob_str_equal(value->string, LOB_STR("(")));
    assert_true(lob_str_equal(meta.infos[0].name, LOB_STR("k:f:0")));
    assert_true(lob_str_equal(meta.infos[0].description, LOB_STR("what it is")));
    assert_int_equal(meta.infos[1].description.size, 0);
    value = meta_find(meta.infos, meta.info_count, LOB_STR("word"));
    assert_true(lob_str_equal(lob_meta_text(value), LOB_STR("v"))); /* as in KLayout the first stays */
    assert_null(meta_find(meta.infos, meta.info_count, LOB_STR("n")));
    assert_int_equal(lob_meta_parse(&ctx, arena, NULL, 0, &meta), LOB_OK);
    assert_true(!meta.library.data);
    assert_true(!meta.pcell.data);
    assert_true(!meta.cell.data);
    assert_eq(meta.info_count, 0);
    sweep_allocations(parse_all, NULL);
}

static void test_members(void **state) {
    (void)state;
    lob_meta_value value;
    assert_true(lob_meta_parse_value(arena, LOB_STR("{#1=>'no','k'=>'yes','m'=>#2}"), &value));
    assert_true(lob_str_equal(lob_meta_text(lob_meta_member(&value, "k")), LOB_STR("yes")));
    assert_int_equal(lob_meta_member(&value, "m")->i, 2);
    assert_int_equal(lob_meta_text(lob_meta_member(&value, "m")).size, 0);
    assert_null(lob_meta_member(&value, "1"));
    assert_null(lob_meta_member(NULL, "k"));
    assert_null(lob_meta_member(lob_meta_member(&value, "k"), "k"));
}

/* A value whose nodes do not fit any more is no raw value, but a failure. */
static bool parse_list(void *arg) {
    enum { COUNT = 20000 };
    lob_arena *own = lob_arena_new(0);
    lob_meta_value value;
    if (!own) {
        return false;
    }
    bool fine = lob_meta_parse_value(own, *(lob_str *)arg, &value);
    if (fine) {
        assert_eq(value.kind, LOB_META_LIST);
    }
    lob_arena_drop(own);
    return fine;
}

static void test_allocations(void **state) {
    (void)state;
    enum { SIZE = 8001 };
    char *text = lob_arena_alloc(arena, SIZE);
    for (unsigned i = 0; i < SIZE; i++) {
        text[i] = i == 0 ? '(' : i == SIZE - 1 ? ')' : i % 5 == 0 ? ',' : "\'\\n'"[(i - 1) % 5];
    }
    lob_str list = {text, SIZE};
    assert_gt(sweep_allocations(parse_list, &list), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_what_klayout_writes, setup, teardown),
        cmocka_unit_test_setup_teardown(test_other_forms, setup, teardown),
        cmocka_unit_test_setup_teardown(test_bad_texts_stay_raw, setup, teardown),
        cmocka_unit_test_setup_teardown(test_cut_texts, setup, teardown),
        cmocka_unit_test_setup_teardown(test_depth, setup, teardown),
        cmocka_unit_test_setup_teardown(test_strings, setup, teardown),
        cmocka_unit_test_setup_teardown(test_members, setup, teardown),
        cmocka_unit_test_setup_teardown(test_allocations, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
