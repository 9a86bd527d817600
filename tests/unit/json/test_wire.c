/* Reading by table, driven by a table written here as schemac would write it: places, codes, the
 * exact wording of issues, and what must never happen (a word of the caller in message or hint, a leak, half an error).
 */
#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "json/reader.h"
#include "json/table.h"

typedef enum mode { MODE_TOP, MODE_RECURSIVE, MODE_FLATTENED } mode;
static const char *const lob_mode_names[] = {"top", "recursive", "flattened"};

typedef struct lob_window {
    double left, bottom, right, top;
} lob_window;

typedef struct lob_sample {
    lob_str id, path, any, color, name, session;
    lob_window box;
    mode mode;
    int64_t count;
    bool flag, has_flag;
    double width;
    struct {
        int64_t *items;
        size_t count;
    } layers;
    struct {
        lob_str *names, *items;
        size_t count;
    } params;
} lob_sample;

static const lob_wire_table window_table = {
    .size = sizeof(lob_window),
    .code = LOB_E_INVALID_BOX,
    .is_closed = true,
    .number_count = 4,
    .count = 4,
    .fields =
        (const lob_wire_field[]){
            {LOB_NEED(window, left, NUMBER)},
            {LOB_NEED(window, bottom, NUMBER)},
            {LOB_NEED(window, right, NUMBER)},
            {LOB_NEED(window, top, NUMBER)},
        },
};

static const lob_wire_table sample_table = {
    .size = sizeof(lob_sample),
    .is_closed = true,
    .count = 14,
    .fields =
        (const lob_wire_field[]){
            {LOB_NEED(sample, id, STRING)},
            {LOB_PLACE(sample, box, OBJECT, "box"), LOB_OBJECT(window)},
            {LOB_FILL(sample, mode, ENUM), LOB_ONE_OF(mode, 3), LOB_RULES(LOB_PRESET(MODE_TOP))},
            {LOB_FILL(sample, count, INTEGER),
             LOB_RULES(LOB_MINIMUM(0), LOB_MAXIMUM(500), LOB_LIMITED(1000, LOB_E_QUERY_TOO_LARGE))},
            {LOB_HAS(sample, flag, BOOLEAN), .is_nullable = 1},
            {LOB_FILL(sample, width, NUMBER), LOB_RULES(LOB_ABOVE(0.5))},
            {LOB_PLACE(sample, layers, ARRAY, "layers"), LOB_LIST(sizeof(int64_t), LOB_ITEM(INTEGER)),
             LOB_RULES(LOB_SIZE_MIN(1), LOB_SIZE_MAX(3), LOB_LIMITED(2, LOB_E_QUERY_TOO_LARGE))},
            {LOB_PLACE(sample, params, MAP, "params"), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
            {LOB_MAY(sample, path, STRING), LOB_RULES(LOB_CODE(LOB_E_FILE_NOT_FOUND), LOB_FORMAT(ABSOLUTE_PATH),
                                                      LOB_LIMITED(8, LOB_E_QUERY_TOO_LARGE))},
            {LOB_MAY(sample, color, STRING), LOB_RULES(LOB_FORMAT(COLOR))},
            {LOB_MAY(sample, name, STRING), LOB_RULES(LOB_FORMAT(IDENTIFIER), LOB_SIZE_MIN(2), LOB_SIZE_MAX(4))},
            {LOB_MAY(sample, session, STRING), LOB_RULES(LOB_FORMAT(SESSION_ID))},
            {LOB_SAYS("version", "1.0")},
            {LOB_MAY(sample, any, ANY)},
        },
};

typedef struct fixture {
    lob_arena *arena;
    lob_ctx ctx;
    cJSON *json;
    lob_sample out;
} fixture;

static lob_status parse(fixture *f, const char *text, bool is_response) {
    lob_json_fault fault;
    lob_wire w;
    f->arena = lob_arena_new(0);
    f->json = text ? lob_json_parse(lob_str_from(text), &fault) : NULL;
    if (text) {
        assert_true(f->json);
    }
    f->out = (lob_sample){0};
    lob_ctx_init(&f->ctx, f->arena);
    lob_wire_begin(&w, &f->ctx, is_response ? "response" : "request", is_response);
    lob_wire_read(&w, f->json, &sample_table, &f->out);
    return lob_wire_end(&w);
}

static void drop(fixture *f) {
    cJSON_Delete(f->json);
    lob_arena_drop(f->arena);
}

static void takes_a_whole_request(void **state) {
    (void)state;
    fixture f;
    assert_int_equal(
        parse(&f,
              "{\"id\":\"x\",\"box\":{\"left\":-1.5,\"bottom\":0,\"right\":1e2,\"top\":4},\"mode\":\"flattened\","
              "\"count\":500,\"flag\":true,\"width\":0.75,\"layers\":[-7,9007199254740991],"
              "\"params\":{\"A\":\"1\",\"b c\":\"\"},\"path\":\"/a/b.gds\",\"color\":\"#ff3b30\",\"name\":\"ab_1\","
              "\"session\":\"ses_missing\",\"version\":\"1.0\",\"any\":{\"k\":[1,\"\\u00e9\",{},[],null,true,0.10]}}",
              false),
        LOB_OK);
    assert_int_equal(f.ctx.error.code, LOB_OK);
    assert_true(lob_str_equal(f.out.id, LOB_STR("x")));
    assert_eq(f.out.box.left, -1.5);
    assert_eq(f.out.box.bottom, 0);
    assert_eq(f.out.box.right, 100);
    assert_eq(f.out.box.top, 4);
    assert_int_equal(f.out.mode, MODE_FLATTENED);
    assert_int_equal(f.out.count, 500);
    assert_true(f.out.has_flag);
    assert_true(f.out.flag);
    assert_eq(f.out.width, 0.75);
    assert_int_equal(f.out.layers.count, 2);
    assert_int_equal(f.out.layers.items[0], -7);
    assert_int_equal(f.out.layers.items[1], 9007199254740991);
    assert_int_equal(f.out.params.count, 2);
    assert_true(lob_str_equal(f.out.params.items[0], LOB_STR("1")));
    assert_eq(f.out.params.items[1].size, 0);
    assert_string_equal(f.out.path.data, "/a/b.gds");
    assert_true(lob_str_equal(f.out.any, LOB_STR("{\"k\":[1,\"\xc3\xa9\",{},[],null,true,0.1]}")));
    cJSON_Delete(f.json); /* nothing may point into the tree */
    f.json = NULL;
    assert_string_equal(f.out.session.data, "ses_missing");
    drop(&f);
}

static void null_is_absent_in_requests_alone(void **state) {
    (void)state;
    fixture f;
    assert_int_equal(parse(&f, "{\"id\":\"x\",\"box\":null,\"flag\":null,\"count\":null}", false), LOB_OK);
    assert_false(f.out.has_flag);
    drop(&f);
    assert_int_equal(parse(&f, "{\"id\":\"x\",\"flag\":null}", true), LOB_OK);
    drop(&f);
    assert_int_equal(parse(&f, "{\"id\":\"x\",\"count\":null}", true), LOB_E_INVALID_TARGET);
    assert_string_equal(f.ctx.error.message, "The response has 1 fault; count: expected integer, got null");
    drop(&f);
    assert_int_equal(parse(&f, "{\"id\":null}", false), LOB_E_INVALID_TARGET);
    drop(&f);
}

/* An unknown member that is not near any of ours, at this place. */
#define UNKNOWN(place)                                                                                                 \
    "$" place ": expected one of id, box, mode, count, flag, width, layers, params, path, color, name, session, "      \
    "version, any, got unknown member (leave this member out)"
#define SIXTY_FOUR "1234567890123456789012345678901234567890123456789012345678901234"

/* One fault each: the code, and the issue as people read it. */
static const struct {
    const char *json;
    lob_status code;
    const char *rule, *issue;
} faults[] = {
    {"{}", LOB_E_INVALID_TARGET, "required", "$.id: expected string, got nothing"},
    {"[]", LOB_E_INVALID_TARGET, "type", "$: expected object, got array of 0 (send an object: {\"id\": \"...\"})"},
    {"{\"id\":5}", LOB_E_INVALID_TARGET, "type", "$.id: expected string, got number 5 (put it in quotes)"},
    {"{\"id\":null}", LOB_E_INVALID_TARGET, "type", "$.id: expected string, got null"},
    {"{\"id\":[1,2]}", LOB_E_INVALID_TARGET, "type", "$.id: expected string, got array of 2"},
    {"{\"id\":\"x\",\"box\":{\"left\":\"abc\",\"bottom\":0,\"right\":1,\"top\":1}}", LOB_E_INVALID_BOX, "type",
     "$.box.left: expected number, got string \"abc\""},
    {"{\"id\":\"x\",\"box\":{\"left\":\"1.5\",\"bottom\":0,\"right\":1,\"top\":1}}", LOB_E_INVALID_BOX, "type",
     "$.box.left: expected number, got string \"1.5\" (send the number without quotes)"},
    {"{\"id\":\"x\",\"box\":{\"bottom\":0,\"right\":1,\"top\":1}}", LOB_E_INVALID_BOX, "required",
     "$.box.left: expected number, got nothing"},
    {"{\"id\":\"x\",\"box\":\"10,20,30,40\"}", LOB_E_INVALID_BOX, "type",
     "$.box: expected object, got string \"10,20,30,40\" (send {\"left\": 10, \"bottom\": 20, \"right\": 30, \"top\": "
     "40})"},
    {"{\"id\":\"x\",\"box\":\"(1.5; -2) / (3e1 4)\"}", LOB_E_INVALID_BOX, "type",
     "$.box: expected object, got string \"(1.5; -2) / (3e1 4)\" (send {\"left\": 1.5, \"bottom\": -2, \"right\": 30, "
     "\"top\": 4})"},
    {"{\"id\":\"x\",\"box\":[1,2,3,4]}", LOB_E_INVALID_BOX, "type",
     "$.box: expected object, got array of 4 (send {\"left\": 1, \"bottom\": 2, \"right\": 3, \"top\": 4})"},
    {"{\"id\":\"x\",\"box\":\"10,20,30\"}", LOB_E_INVALID_BOX, "type",
     "$.box: expected object, got string \"10,20,30\" (send an object: {\"left\": 0, \"bottom\": 0, \"right\": 0, "
     "\"top\": 0})"},
    {"{\"id\":\"x\",\"box\":\"all of it\"}", LOB_E_INVALID_BOX, "type",
     "$.box: expected object, got string \"all of it\" (send an object: {\"left\": 0, \"bottom\": 0, \"right\": 0, "
     "\"top\": 0})"},
    {"{\"id\":\"x\",\"box\":[1,2,3,\"4\"]}", LOB_E_INVALID_BOX, "type",
     "$.box: expected object, got array of 4 (send an object: {\"left\": 0, \"bottom\": 0, \"right\": 0, \"top\": 0})"},
    {"{\"id\":\"x\",\"box\":7}", LOB_E_INVALID_BOX, "type",
     "$.box: expected object, got number 7 (send an object: {\"left\": 0, \"bottom\": 0, \"right\": 0, \"top\": 0})"},
    {"{\"id\":\"x\",\"box\":\"1 2 3 4 5 6 7 8 9 10\"}", LOB_E_INVALID_BOX, "type",
     "$.box: expected object, got string \"1 2 3 4 5 6 7 8 9 10\" "
     "(send an object: {\"left\": 0, \"bottom\": 0, \"right\": 0, \"top\": 0})"},
    {"{\"id\":\"x\",\"box\":[1,2,3,4,5,6,7,8,9]}", LOB_E_INVALID_BOX, "type",
     "$.box: expected object, got array of 9 (send an object: {\"left\": 0, \"bottom\": 0, \"right\": 0, \"top\": 0})"},
    {"{\"id\":\"x\",\"box\":\"1e999,2,3,4\"}", LOB_E_INVALID_BOX, "type",
     "$.box: expected object, got string \"1e999,2,3,4\" "
     "(send an object: {\"left\": 0, \"bottom\": 0, \"right\": 0, \"top\": 0})"},
    {"{\"id\":\"x\",\"mode\":\"recursiv\"}", LOB_E_INVALID_TARGET, "enum",
     "$.mode: expected one of top, recursive, flattened, got string \"recursiv\" (did you mean \"recursive\"?)"},
    {"{\"id\":\"x\",\"mode\":\"deep\"}", LOB_E_INVALID_TARGET, "enum",
     "$.mode: expected one of top, recursive, flattened, got string \"deep\""},
    {"{\"id\":\"x\",\"mode\":true}", LOB_E_INVALID_TARGET, "enum",
     "$.mode: expected one of top, recursive, flattened, got true"},
    {"{\"id\":\"x\",\"hierarchy\":1}", LOB_E_INVALID_TARGET, "unknown",
     "$.hierarchy: expected one of id, box, mode, count, flag, width, layers, params, path, color, name, session, "
     "version, any, "
     "got unknown member (leave this member out)"},
    {"{\"id\":\"x\",\"box\":{\"lft\":1,\"left\":1,\"bottom\":0,\"right\":1,\"top\":1}}", LOB_E_INVALID_BOX, "unknown",
     "$.box.lft: expected one of left, bottom, right, top, got unknown member (did you mean left?)"},
    {"{\"id\":\"x\",\"a b\\n\\u00e9\\\"\":1}", LOB_E_INVALID_TARGET, "unknown",
     "$[\"a b\\u000a\\u00e9\\\"\"]: expected one of id, box, mode, count, flag, width, layers, params, path, color, "
     "name, session, "
     "version, any, got unknown member (leave this member out)"},
    {"{\"id\":\"x\",\"\":1}", LOB_E_INVALID_TARGET, "unknown", UNKNOWN("[\"\"]")},
    {"{\"id\":\"x\",\"9a\":1}", LOB_E_INVALID_TARGET, "unknown", UNKNOWN("[\"9a\"]")},
    {"{\"id\":\"x\",\"+a\":1}", LOB_E_INVALID_TARGET, "unknown", UNKNOWN("[\"+a\"]")},
    {"{\"id\":\"x\",\"z123456789012345678901234567890123456789\":1}", LOB_E_INVALID_TARGET, "unknown",
     UNKNOWN(".z123456789012345678901234567890123456789")},
    {"{\"id\":\"x\",\"z1234567890123456789012345678901234567890\":1}", LOB_E_INVALID_TARGET, "unknown",
     UNKNOWN("[\"z123456789012345678901234567890123456789...\"]")},
    {"{\"id\":\"x\",\"count\":\"7 um\"}", LOB_E_INVALID_TARGET, "type",
     "$.count: expected integer, got string \"7 um\""},
    {"{\"id\":\"x\",\"count\":\"1e999\"}", LOB_E_INVALID_TARGET, "type",
     "$.count: expected integer, got string \"1e999\""},
    {"{\"id\":\"x\",\"count\":1.5}", LOB_E_INVALID_TARGET, "type",
     "$.count: expected integer, got number 1.5 (send a whole number)"},
    {"{\"id\":\"x\",\"count\":\"7\"}", LOB_E_INVALID_TARGET, "type",
     "$.count: expected integer, got string \"7\" (send the number without quotes)"},
    {"{\"id\":\"x\",\"count\":-1}", LOB_E_INVALID_TARGET, "minimum", "$.count: expected at least 0, got number -1"},
    {"{\"id\":\"x\",\"count\":501}", LOB_E_INVALID_TARGET, "maximum", "$.count: expected at most 500, got number 501"},
    {"{\"id\":\"x\",\"count\":9007199254740992}", LOB_E_INVALID_TARGET, "range",
     "$.count: expected an integer of at most 9007199254740991 in size, got number 9007199254740992"},
    {"{\"id\":\"x\",\"flag\":\"true\"}", LOB_E_INVALID_TARGET, "type",
     "$.flag: expected boolean, got string \"true\" (send true or false without quotes)"},
    {"{\"id\":\"x\",\"flag\":{}}", LOB_E_INVALID_TARGET, "type", "$.flag: expected boolean, got object"},
    {"{\"id\":\"x\",\"width\":0.5}", LOB_E_INVALID_TARGET, "exclusive_minimum",
     "$.width: expected more than 0.5, got number 0.5"},
    {"{\"id\":\"x\",\"width\":false}", LOB_E_INVALID_TARGET, "type", "$.width: expected number, got false"},
    {"{\"id\":\"x\",\"layers\":1}", LOB_E_INVALID_TARGET, "type",
     "$.layers: expected array, got number 1 (send a list in square brackets, also for a single item)"},
    {"{\"id\":\"x\",\"layers\":[]}", LOB_E_INVALID_TARGET, "min_items",
     "$.layers: expected at least 1 item, got 0 items"},
    {"{\"id\":\"x\",\"layers\":[1,2,3,4]}", LOB_E_INVALID_TARGET, "max_items",
     "$.layers: expected at most 3 items, got 4 items"},
    {"{\"id\":\"x\",\"layers\":[1,2,3]}", LOB_E_QUERY_TOO_LARGE, "limit",
     "$.layers: expected at most 2 items, got 3 items"},
    {"{\"id\":\"x\",\"layers\":[1,\"2\"]}", LOB_E_INVALID_TARGET, "type",
     "$.layers[1]: expected integer, got string \"2\" (send the number without quotes)"},
    {"{\"id\":\"x\",\"params\":[]}", LOB_E_INVALID_TARGET, "type", "$.params: expected object, got array of 0"},
    {"{\"id\":\"x\",\"params\":{\"A\":\"1\",\"WG-MIN\":0.2}}", LOB_E_INVALID_TARGET, "type",
     "$.params[\"WG-MIN\"]: expected string, got number 0.2 (put it in quotes)"},
    {"{\"id\":\"x\",\"path\":\"a.gds\"}", LOB_E_FILE_NOT_FOUND, "format",
     "$.path: expected absolute path, got string \"a.gds\" (begin the path with a slash)"},
    {"{\"id\":\"x\",\"path\":\"/12345678\"}", LOB_E_QUERY_TOO_LARGE, "limit",
     "$.path: expected at most 8 bytes, got 9 bytes"},
    {"{\"id\":\"x\",\"color\":\"red\"}", LOB_E_INVALID_TARGET, "format",
     "$.color: expected color like #ff3b30, got string \"red\" (write it as #rrggbb)"},
    {"{\"id\":\"x\",\"color\":\"#ff3b3g\"}", LOB_E_INVALID_TARGET, "format",
     "$.color: expected color like #ff3b30, got string \"#ff3b3g\" (write it as #rrggbb)"},
    {"{\"id\":\"x\",\"color\":\"#ff3b3\"}", LOB_E_INVALID_TARGET, "format",
     "$.color: expected color like #ff3b30, got string \"#ff3b3\" (write it as #rrggbb)"},
    {"{\"id\":\"x\",\"name\":\"a-b\"}", LOB_E_INVALID_TARGET, "format",
     "$.name: expected identifier (letters, digits, _; no digit first), got string \"a-b\""},
    {"{\"id\":\"x\",\"name\":\"1a\"}", LOB_E_INVALID_TARGET, "format",
     "$.name: expected identifier (letters, digits, _; no digit first), got string \"1a\""},
    {"{\"id\":\"x\",\"name\":\"a\"}", LOB_E_INVALID_TARGET, "min_length",
     "$.name: expected at least 2 bytes, got 1 byte"},
    {"{\"id\":\"x\",\"name\":\"abcde\"}", LOB_E_INVALID_TARGET, "max_length",
     "$.name: expected at most 4 bytes, got 5 bytes"},
    {"{\"id\":\"x\",\"session\":\"\"}", LOB_E_INVALID_TARGET, "format",
     "$.session: expected session id, got string \"\" (use the session_id that open_layout returned)"},
    {"{\"id\":\"x\",\"session\":\"a/b\"}", LOB_E_INVALID_TARGET, "format",
     "$.session: expected session id, got string \"a/b\" (use the session_id that open_layout returned)"},
    {"{\"id\":\"x\",\"session\":\"" SIXTY_FOUR "5\"}", LOB_E_INVALID_TARGET, "format",
     "$.session: expected session id, got string \"1234567890123456789012345678901234567890...\" "
     "(use the session_id that open_layout returned)"},
    {"{\"id\":\"x\",\"version\":\"2.0\"}", LOB_E_INVALID_TARGET, "enum",
     "$.version: expected 1.0, got string \"2.0\" (did you mean \"1.0\"?)"},
    {"{\"id\":\"x\",\"version\":1}", LOB_E_INVALID_TARGET, "enum", "$.version: expected 1.0, got number 1"},
    {"{\"id\":\"x\",\"name\":[\"0123456789012345678901234567890123456789\"]}", LOB_E_INVALID_TARGET, "type",
     "$.name: expected string, got array of 1"},
    {"{\"id\":\"x\",\"color\":\"0123456789012345678901234567890123456789\"}", LOB_E_INVALID_TARGET, "format",
     "$.color: expected color like #ff3b30, got string \"0123456789012345678901234567890123456789\" (write it as "
     "#rrggbb)"},
    {"{\"id\":\"x\",\"color\":\"012345678901234567890123456789012345678\\u00e9z\"}", LOB_E_INVALID_TARGET, "format",
     "$.color: expected color like #ff3b30, got string \"012345678901234567890123456789012345678...\" (write it as "
     "#rrggbb)"},
    {"{\"id\":\"x\",\"color\":\"\\ud83d\\ude00\\\\\\u202e\"}", LOB_E_INVALID_TARGET, "format",
     "$.color: expected color like #ff3b30, got string \"\\u{1f600}\\\\\\u202e\" (write it as #rrggbb)"},
};

static void words_each_fault(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        lob_case("faults[%zu]", i);
        fixture f;
        lob_buf text;
        lob_buf_init(&text, 0);
        lob_status status = parse(&f, faults[i].json, false);
        lob_issue_print(&f.ctx.error.issues[0], &text);
        if (strcmp(text.data, faults[i].issue) != 0) {
            fail_msg("%s\n  gave %s\n  not  %s", faults[i].json, text.data, faults[i].issue);
        }
        assert_int_equal(status, faults[i].code);
        assert_int_equal(f.ctx.error.code, faults[i].code);
        assert_int_equal(f.ctx.error.issue_count_total, 1);
        assert_string_equal(f.ctx.error.issues[0].rule, faults[i].rule);
        lob_buf_release(&text);
        drop(&f);
    }
}

/* Each form of a value that has one, at the bounds of its size; an empty name is two faults. */
static void takes_every_form(void **state) {
    (void)state;
    static const char *const fine[] = {
        "{\"id\":\"x\",\"color\":\"#abc\"}",      "{\"id\":\"x\",\"color\":\"#ABCDEF\"}",
        "{\"id\":\"x\",\"color\":\"#ff3b3080\"}", "{\"id\":\"x\",\"name\":\"_1aZ\"}",
        "{\"id\":\"x\",\"session\":\"-\"}",       "{\"id\":\"x\",\"session\":\"" SIXTY_FOUR "\"}",
    };
    fixture f;
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++) {
        lob_case("%s", fine[i]);
        assert_int_equal(parse(&f, fine[i], false), LOB_OK);
        drop(&f);
    }
    assert_int_equal(parse(&f, "{\"id\":\"x\",\"name\":\"\"}", false), LOB_E_INVALID_TARGET);
    assert_int_equal(f.ctx.error.issue_count_total, 2);
    assert_string_equal(f.ctx.error.issues[0].rule, "min_length");
    assert_string_equal(f.ctx.error.issues[1].rule, "format");
    drop(&f);
}

static void null_is_no_list(void **state) {
    (void)state;
    fixture f;
    lob_buf text;
    lob_buf_init(&text, 0);
    assert_int_equal(parse(&f, "{\"id\":\"x\",\"layers\":null}", true), LOB_E_INVALID_TARGET);
    lob_issue_print(&f.ctx.error.issues[0], &text);
    assert_string_equal(text.data, "$.layers: expected array, got null");
    lob_buf_release(&text);
    drop(&f);
}

/* A tree that the strict reader has not made: nothing of it but ASCII comes out all the same. */
static void words_bytes_that_are_no_text(void **state) {
    (void)state;
    fixture f = {.arena = lob_arena_new(0), .json = cJSON_CreateObject()};
    lob_wire w;
    cJSON_AddStringToObject(f.json, "mode", "a\xff\xc3");
    cJSON_AddStringToObject(f.json, "id", "x");
    lob_ctx_init(&f.ctx, f.arena);
    lob_wire_begin(&w, &f.ctx, "request", false);
    lob_wire_read(&w, f.json, &sample_table, &f.out);
    assert_int_equal(lob_wire_end(&w), LOB_E_INVALID_TARGET);
    assert_string_equal(f.ctx.error.issues[0].got, "string \"a\\ufffd\\ufffd\"");
    drop(&f);
}

static void an_object_may_have_no_members(void **state) {
    (void)state;
    static const lob_wire_table none = {.size = 1, .is_closed = true};
    char out[1];
    lob_json_fault fault;
    fixture f = {.arena = lob_arena_new(0), .json = lob_json_parse(LOB_STR("{\"a\":1}"), &fault)};
    lob_wire w;
    lob_buf text;
    lob_buf_init(&text, 0);
    lob_ctx_init(&f.ctx, f.arena);
    lob_wire_begin(&w, &f.ctx, "request", false);
    lob_wire_read(&w, f.json, &none, out);
    assert_int_equal(lob_wire_end(&w), LOB_E_INVALID_TARGET);
    lob_issue_print(&f.ctx.error.issues[0], &text);
    assert_string_equal(text.data, "$.a: expected no members, got unknown member (leave this member out)");
    lob_buf_release(&text);
    drop(&f);
}

typedef struct lob_pair {
    lob_str label;
    double x, y;
} lob_pair;

typedef struct lob_holder {
    lob_window first, second, third;
    lob_pair pair;
} lob_holder;

static const lob_wire_table pair_table = {
    .size = sizeof(lob_pair),
    .is_closed = true,
    .number_count = 2,
    .count = 3,
    .fields =
        (const lob_wire_field[]){
            {LOB_MAY(pair, label, STRING)},
            {LOB_NEED(pair, x, NUMBER)},
            {LOB_NEED(pair, y, NUMBER)},
        },
};

static const lob_wire_table holder_table = {
    .size = sizeof(lob_holder),
    .is_closed = true,
    .count = 4,
    .fields =
        (const lob_wire_field[]){
            {LOB_NEED(holder, first, OBJECT), LOB_OBJECT(window), LOB_RULES(LOB_CODE(LOB_E_FILE_NOT_FOUND))},
            {LOB_NEED(holder, second, OBJECT), LOB_OBJECT(window), LOB_RULES(LOB_SIZE_MIN(0))},
            {LOB_NEED(holder, third, OBJECT), LOB_OBJECT(window)},
            {LOB_PLACE(holder, pair, OBJECT, "pair"), LOB_OBJECT(pair)},
        },
};

/* The code of a missing object is that of its place where that has one; a number is no object of numbers. */
static void objects_that_are_missing(void **state) {
    (void)state;
    static const struct {
        const char *json;
        lob_status status;
        const char *place;
    } cases[] = {
        {"{\"second\":{\"left\":0,\"bottom\":0,\"right\":1,\"top\":1},\"third\":{\"left\":0,\"bottom\":0,\"right\":1,"
         "\"top\":1}}",
         LOB_E_FILE_NOT_FOUND, "$.first: expected object"},
        {"{\"first\":{\"left\":0,\"bottom\":0,\"right\":1,\"top\":1},\"third\":{\"left\":0,\"bottom\":0,\"right\":1,"
         "\"top\":1}}",
         LOB_E_INVALID_BOX, "$.second: expected object"},
        {"{\"first\":{\"left\":0,\"bottom\":0,\"right\":1,\"top\":1},\"second\":{\"left\":0,\"bottom\":0,\"right\":1,"
         "\"top\":1},\"third\":5}",
         LOB_E_INVALID_BOX, "$.third: expected object"},
        {"{\"first\":{\"left\":0,\"bottom\":0,\"right\":1,\"top\":1},\"second\":{\"left\":0,\"bottom\":0,\"right\":1,"
         "\"top\":1},\"third\":{\"left\":0,\"bottom\":0,\"right\":1,\"top\":1},\"pair\":[1,2]}",
         LOB_E_INVALID_TARGET, "$.pair: expected object"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%s", cases[i].place);
        lob_json_fault fault;
        lob_holder out;
        lob_wire w;
        lob_buf text;
        fixture f = {.arena = lob_arena_new(0), .json = lob_json_parse(lob_str_from(cases[i].json), &fault)};
        lob_buf_init(&text, 0);
        lob_ctx_init(&f.ctx, f.arena);
        lob_wire_begin(&w, &f.ctx, "request", false);
        lob_wire_read(&w, f.json, &holder_table, &out);
        assert_int_equal(lob_wire_end(&w), cases[i].status);
        lob_issue_print(&f.ctx.error.issues[0], &text);
        assert_int_equal(strncmp(text.data, cases[i].place, strlen(cases[i].place)), 0);
        lob_buf_release(&text);
        drop(&f);
    }
}

/* The limit that was passed first goes into the error by the name that spec/limits.json gives it. */
static void names_the_limit(void **state) {
    (void)state;
    static const struct {
        const char *constant, *name;
    } cases[] = {
        {"LOB_LIMIT_IMAGE_SIDE", "image_side"},
        {"LOB_LIMIT_LEVEL_64", "level_64"},
        {"IMAGE_SIDE", NULL},
        {"LOB_LIMIT_A123456789A123456789A123456789A12345678", "a123456789a123456789a123456789a12345678"},
        {"LOB_LIMIT_A123456789A123456789A123456789A123456789", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lob_case("cases[%zu]", i);
        fixture f = {.arena = lob_arena_new(0), .json = cJSON_CreateNumber(7)};
        lob_wire w;
        lob_ctx_init(&f.ctx, f.arena);
        lob_wire_begin(&w, &f.ctx, "request", false);
        assert_false(lob_wire_limit(&w, f.json, 6, LOB_E_QUERY_TOO_LARGE, cases[i].constant));
        assert_false(lob_wire_limit(&w, f.json, 5, LOB_E_QUERY_TOO_LARGE, "LOB_LIMIT_LATER"));
        assert_int_equal(lob_wire_end(&w), LOB_E_QUERY_TOO_LARGE);
        assert_int_equal(f.ctx.error.detail_count, cases[i].name ? 2 : 0);
        if (cases[i].name) {
            assert_string_equal(f.ctx.error.details[0].key, "limit_name");
            assert_true(lob_str_equal(f.ctx.error.details[0].text, lob_str_from(cases[i].name)));
            assert_string_equal(f.ctx.error.details[1].key, "limit");
            assert_int_equal(f.ctx.error.details[1].integer, 6);
        }
        drop(&f);
    }
}

static void tells_the_first_in_its_own_words(void **state) {
    (void)state;
    static const struct {
        const char *json, *message, *hint;
    } cases[] = {
        {"{\"id\":5}", "The request has 1 fault; id: expected string, got number 5", "id: put it in quotes."},
        {"{}", "The request has 1 fault; id: expected string, got nothing", "id: send a string."},
        {"{\"id\":\"x\",\"box\":{\"lft\":\"EVIL\",\"bottom\":0,\"right\":1,\"top\":1}}",
         "The request has 2 faults; the first: box: expected one of left, bottom, right, top, got an unknown member",
         "box: did you mean left? All faults are listed in details.issues."},
        {"{\"id\":\"x\",\"params\":{\"EVIL\":[\"EVIL\"]}}",
         "The request has 1 fault; params.*: expected string, got array", "params.*: send a string."},
        {"{\"id\":\"x\",\"layers\":[1,{\"EVIL\":1}]}",
         "The request has 1 fault; layers[1]: expected integer, got object", "layers[1]: send an integer."},
        {"\"EVIL\"", "The request has 1 fault; the arguments: expected object, got string",
         "the arguments: send an object: {\"id\": \"...\"}."},
        {"{\"id\":\"x\",\"mode\":\"EVIL\"}",
         "The request has 1 fault; mode: expected one of top, recursive, flattened, got string",
         "mode: send one of top, recursive, flattened."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lob_case("%s", cases[i].json);
        fixture f;
        assert_int_not_equal(parse(&f, cases[i].json, false), LOB_OK);
        assert_string_equal(f.ctx.error.message, cases[i].message);
        assert_string_equal(f.ctx.error.hint, cases[i].hint);
        drop(&f);
    }
}

static void collects_eight_and_counts_all(void **state) {
    (void)state;
    fixture f;
    lob_status status =
        parse(&f,
              "{\"a\":1,\"id\":1,\"box\":{\"left\":\"1\",\"bottom\":[],\"right\":null},\"mode\":1,\"count\":-1,"
              "\"flag\":1,\"width\":\"\",\"path\":1}",
              false);
    assert_int_equal(status, LOB_E_INVALID_TARGET);
    assert_int_equal(f.ctx.error.issue_count, 8);
    assert_int_equal(f.ctx.error.issue_count_total, 11);
    static const char *const paths[] = {"$.a",         "$.id",      "$.box.left", "$.box.bottom",
                                        "$.box.right", "$.box.top", "$.mode",     "$.count"};
    for (size_t i = 0; i < 8; i++) {
        assert_string_equal(f.ctx.error.issues[i].path, paths[i]);
    }
    drop(&f);
    /* The first fault decides the code, wherever later ones lie. */
    assert_int_equal(parse(&f, "{\"id\":\"x\",\"box\":1,\"layers\":[1,2,3]}", false), LOB_E_INVALID_BOX);
    assert_int_equal(f.ctx.error.issue_count_total, 2);
    drop(&f);
}

static void absent_arguments_are_an_empty_object(void **state) {
    (void)state;
    fixture f;
    assert_int_equal(parse(&f, NULL, false), LOB_E_INVALID_TARGET);
    assert_string_equal(f.ctx.error.issues[0].path, "$.id");
    drop(&f);
}

static void raw_json_is_bounded(void **state) {
    (void)state;
    static const struct {
        const char *json, *raw;
    } cases[] = {{"1e2", "100"},
                 {"\"\\ta\"", "\"\\ta\""},
                 {"[]", "[]"},
                 {"{}", "{}"},
                 {"[[],[{}],1]", "[[],[{}],1]"},
                 {"false", "false"},
                 {"{\"a\":{\"b\":[1]},\"c\":2}", "{\"a\":{\"b\":[1]},\"c\":2}"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lob_case("%s", cases[i].json);
        char text[100];
        fixture f;
        snprintf(text, sizeof text, "{\"id\":\"x\",\"any\":%s}", cases[i].json);
        assert_int_equal(parse(&f, text, false), LOB_OK);
        assert_true(lob_str_equal(f.out.any, lob_str_from(cases[i].raw)));
        drop(&f);
    }
    for (unsigned depth = 60; depth <= 63; depth++) {
        char text[300] = "{\"id\":\"x\",\"any\":";
        size_t at = strlen(text);
        memset(text + at, '[', depth);
        memset(text + at + depth, ']', depth);
        strcpy(text + at + 2 * depth, "}");
        fixture f;
        assert_int_equal(parse(&f, text, false), depth <= 62 ? LOB_OK : LOB_E_INVALID_TARGET);
        drop(&f);
    }
}

static void survives_every_failing_allocation(void **state) {
    (void)state;
    static const char text[] =
        "{\"id\":\"x\",\"layers\":[1,2],\"params\":{\"A\":\"1\"},\"path\":\"/a\",\"any\":[1,{\"a\":\"b\"}]}";
    lob_json_fault fault;
    cJSON *json = lob_json_parse(LOB_STR(text), &fault);
    uint64_t live = lob_alloc_live();
    for (uint64_t nth = 1;; nth++) {
        lob_ctx ctx;
        lob_wire w;
        lob_sample out = {0};
        lob_arena *arena = lob_arena_new(0);
        lob_ctx_init(&ctx, arena);
        lob_alloc_fail_at(nth, false);
        lob_wire_begin(&w, &ctx, "request", false);
        lob_wire_read(&w, json, &sample_table, &out);
        lob_status status = lob_wire_end(&w);
        lob_alloc_fail_at(0, false);
        lob_arena_drop(arena);
        assert_int_equal(lob_alloc_live(), live);
        if (status == LOB_OK) {
            assert_gt(nth, 1);
            break;
        }
        assert_int_equal(status, LOB_E_TOOL_LIMIT_EXCEEDED);
    }
    cJSON_Delete(json);
}

/* A full arena is out of memory, too. */
static void survives_a_full_arena(void **state) {
    (void)state;
    lob_json_fault fault;
    cJSON *json =
        lob_json_parse(LOB_STR("{\"id\":\"x\",\"layers\":[1,2],\"params\":{\"A\":\"1\"},\"any\":[1]}"), &fault);
    lob_ctx ctx;
    lob_wire w;
    lob_sample out = {0};
    lob_arena *arena = lob_arena_new(70000);
    for (size_t size = 4096; size > 0; size /= 2) {
        while (lob_arena_alloc(arena, size)) {
        }
    }
    lob_ctx_init(&ctx, arena);
    lob_wire_begin(&w, &ctx, "request", false);
    lob_wire_read(&w, json, &sample_table, &out);
    assert_int_equal(lob_wire_end(&w), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_null(out.layers.items);
    lob_arena_drop(arena);
    cJSON_Delete(json);
}

int main(void) {
    lob_json_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(takes_a_whole_request),
        cmocka_unit_test(null_is_absent_in_requests_alone),
        cmocka_unit_test(words_each_fault),
        cmocka_unit_test(takes_every_form),
        cmocka_unit_test(null_is_no_list),
        cmocka_unit_test(words_bytes_that_are_no_text),
        cmocka_unit_test(an_object_may_have_no_members),
        cmocka_unit_test(objects_that_are_missing),
        cmocka_unit_test(names_the_limit),
        cmocka_unit_test(tells_the_first_in_its_own_words),
        cmocka_unit_test(collects_eight_and_counts_all),
        cmocka_unit_test(absent_arguments_are_an_empty_object),
        cmocka_unit_test(raw_json_is_bounded),
        cmocka_unit_test(survives_every_failing_allocation),
        cmocka_unit_test(survives_a_full_arena),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
