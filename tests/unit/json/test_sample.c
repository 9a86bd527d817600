/* The generated code of the golden sample, which uses every keyword of the dialect: compiled as it stands in
 * tests/schemac/good/everything and driven with requests and responses. Its headers take the place of gen/ through
 * their include guards; its error codes are those of the product.
 * A program of its own: it holds a part of the product in a form of its own. */
#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "tests/schemac/good/everything/gen/base/limits.h"
#include "tests/schemac/good/everything/gen/types.h"
#include "json/reader.h"

#include "tests/schemac/good/everything/gen/tables.h"

#include "tests/schemac/good/everything/gen/parse.h"
#include "tests/schemac/good/everything/gen/write.h"

#include "tests/schemac/good/everything/gen/tables.c"
#include "tests/schemac/good/everything/gen/tools/demo.c"
#include "tests/schemac/good/everything/gen/types.c"

#include "parse_rig.h"

static void defaults_and_absences(void **state) {
    (void)state;
    fixture f;
    lob_demo_request r = {0};
    const cJSON *json = read_text(&f, "{\"session_id\":\"ses_1\",\"box\":{\"left\":0,\"right\":2}}");
    assert_int_equal(lob_demo_request_parse(&f.ctx, json, &r), LOB_OK);
    assert_eq(r.box.left, 0);
    assert_eq(r.box.right, 2);
    assert_true(lob_str_equal(r.color, LOB_STR("#ff0000")));
    assert_int_equal(r.mode, LOB_SAMPLE_MODE_ALL_LEVELS);
    assert_int_equal(r.max_shapes, 10);
    assert_eq(r.scale, 0.5);
    assert_true(r.deep);
    assert_null(r.path.data);
    assert_null(r.name.data);
    assert_null(r.extra.data);
    assert_null(r.view);
    assert_false(r.has_kind);
    assert_false(r.has_depth);
    assert_false(r.has_flag);
    assert_false(r.has_layers);
    assert_false(r.has_points);
    assert_false(r.has_params);
    assert_false(r.has_double);
    drop(&f);
}

static void everything_given(void **state) {
    (void)state;
    fixture f;
    lob_demo_request r = {0};
    const cJSON *json = read_text(
        &f, "{\"session_id\":\"s\",\"box\":{\"left\":0,\"right\":2},\"path\":\"/a\",\"view\":{\"left\":1,\"right\":3},"
            "\"name\":\"n\",\"color\":\"#123\",\"variable\":\"WG_1\",\"mode\":\"top\",\"kind\":\"b\",\"max_shapes\":"
            "100,\"depth\":5,"
            "\"scale\":1.5,\"deep\":false,\"flag\":false,\"layers\":[{\"layer\":1},{\"layer\":2,\"datatype\":7}],"
            "\"points\":[[1,2],[3,4],[5,6]],\"params\":{\"A\":\"1\",\"B\":\"2\"},\"extra\":[1,{\"x\":null}],\"double\":"
            "-2.5}");
    assert_int_equal(lob_demo_request_parse(&f.ctx, json, &r), LOB_OK);
    assert_true(r.view);
    assert_eq(r.view->right, 3);
    assert_int_equal(r.mode, LOB_SAMPLE_MODE_TOP);
    assert_true(r.has_kind);
    assert_eq(r.kind, LOB_DEMO_REQUEST_KIND_B);
    assert_true(r.has_flag);
    assert_true(!r.flag);
    assert_true(!r.deep);
    assert_true(r.has_double);
    assert_eq(r.double_, -2.5);
    assert_int_equal(r.layers.count, 2);
    assert_int_equal(r.layers.items[0].datatype, 0);
    assert_int_equal(r.layers.items[1].datatype, 7);
    assert_int_equal(r.points.count, 3);
    assert_int_equal(r.points.items[2].count, 2);
    assert_int_equal(r.points.items[2].items[1], 6);
    assert_int_equal(r.params.count, 2);
    assert_true(lob_str_equal(r.params.names[1], LOB_STR("B")));
    assert_true(lob_str_equal(r.params.items[1], LOB_STR("2")));
    assert_true(lob_str_equal(r.extra, LOB_STR("[1,{\"x\":null}]")));
    drop(&f);
}

/* What is laid over a good request, and the one issue it must give. */
static const struct {
    const char *member;
    lob_status code;
    const char *issue;
} faults[] = {
    {"\"box\":{\"left\":0}", LOB_E_INVALID_BOX, "$.box.right: expected number, got nothing"},
    {"\"box\":{\"left\":0,\"right\":1},\"view\":{\"left\":0}", LOB_E_INVALID_TARGET,
     "$.view.right: expected number, got nothing"},
    {"\"box\":\"0..2\"", LOB_E_INVALID_BOX,
     "$.box: expected object, got string \"0..2\" (send {\"left\": 0, \"right\": 0.2})"},
    {"\"path\":\"a\"", LOB_E_FILE_NOT_FOUND,
     "$.path: expected absolute path, got string \"a\" (begin the path with a slash)"},
    {"\"name\":\"\"", LOB_E_INVALID_TARGET, "$.name: expected at least 1 byte, got 0 bytes"},
    {"\"name\":\"123456789\"", LOB_E_INVALID_TARGET, "$.name: expected at most 8 bytes, got 9 bytes"},
    {"\"variable\":\"ABCDEFG\"", LOB_E_INVALID_TARGET, "$.variable: expected at most 6 bytes, got 7 bytes"},
    {"\"mode\":\"all_levels\"", LOB_E_INVALID_TARGET,
     "$.mode: expected one of top, all-levels, got string \"all_levels\" (did you mean \"all-levels\"?)"},
    {"\"max_shapes\":101", LOB_E_QUERY_TOO_LARGE, "$.max_shapes: expected at most 100, got number 101"},
    {"\"max_shapes\":0", LOB_E_INVALID_TARGET, "$.max_shapes: expected at least 1, got number 0"},
    {"\"depth\":6", LOB_E_INVALID_TARGET, "$.depth: expected at most 5, got number 6"},
    {"\"scale\":0", LOB_E_INVALID_TARGET, "$.scale: expected more than 0, got number 0"},
    {"\"layers\":[]", LOB_E_INVALID_TARGET, "$.layers: expected at least 1 item, got 0 items"},
    {"\"layers\":[{\"layer\":1},\"2/0\"]", LOB_E_INVALID_TARGET,
     "$.layers[1]: expected object, got string \"2/0\" (send an object: {\"layer\": 0})"},
    {"\"layers\":[7]", LOB_E_INVALID_TARGET,
     "$.layers[0]: expected object, got number 7 (send an object: {\"layer\": 0})"},
    {"\"layers\":[{\"layer\":1,\"data_type\":1}]", LOB_E_INVALID_TARGET,
     "$.layers[0].data_type: expected one of layer, datatype, got unknown member (did you mean datatype?)"},
    {"\"points\":[[1,2],[1,2,3]]", LOB_E_INVALID_TARGET, "$.points[1]: expected at most 2 items, got 3 items"},
    {"\"points\":[[1]]", LOB_E_INVALID_TARGET, "$.points[0]: expected at least 2 items, got 1 item"},
    {"\"points\":[[],[],[],[]]", LOB_E_QUERY_TOO_LARGE, "$.points: expected at most 3 items, got 4 items"},
    {"\"points\":[[1,\"2\"]]", LOB_E_INVALID_TARGET,
     "$.points[0][1]: expected integer, got string \"2\" (send the number without quotes)"},
    {"\"params\":{\"A\":1}", LOB_E_INVALID_TARGET, "$.params.A: expected string, got number 1 (put it in quotes)"},
    {"\"params\":{\"A\":\"\",\"B\":\"\",\"C\":\"\",\"D\":\"\"}", LOB_E_QUERY_TOO_LARGE,
     "$.params: expected at most 3 items, got 4 items"},
};

static void each_fault_in_its_place(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        lob_case("faults[%zu]", i);
        fixture f;
        lob_demo_request r = {0};
        lob_buf text, issue;
        lob_buf_init(&text, 0);
        lob_buf_init(&issue, 0);
        bool has_box = strstr(faults[i].member, "\"box\"") != NULL;
        lob_buf_printf(&text, "{\"session_id\":\"s\",%s%s}", faults[i].member,
                       has_box ? "" : ",\"box\":{\"left\":0,\"right\":1}");
        const cJSON *json = read_text(&f, text.data);
        lob_status status = lob_demo_request_parse(&f.ctx, json, &r);
        lob_issue_print(&f.ctx.error.issues[0], &issue);
        if (strcmp(issue.data, faults[i].issue) != 0) {
            fail_msg("%s\n  gave %s\n  not  %s", faults[i].member, issue.data, faults[i].issue);
        }
        assert_int_equal(status, faults[i].code);
        assert_int_equal(f.ctx.error.issue_count, 1);
        lob_buf_release(&text);
        lob_buf_release(&issue);
        drop(&f);
    }
}

/* response -> struct -> response is a fixed point, with everything there and with as little as may be. */
static void responses_come_back(void **state) {
    (void)state;
    static const char *const texts[] = {
        "{\"schema_version\":\"1.0.0\",\"units\":{\"length\":\"um\"},\"area_um2\":0.25,\"ratio\":1.5,"
        "\"crop\":{\"left\":-1,\"right\":0.000001},\"label\":\"x\",\"shapes\":[{\"box\":{\"left\":0,\"right\":1},"
        "\"mode\":"
        "\"all-levels\",\"outline\":[[0,0],[1,-1]]},{\"box\":{\"left\":0,\"right\":1},\"mode\":\"top\"}],\"counts\":{"
        "\"WG\":3,"
        "\"a b\":0},\"totals\":{\"t\":{\"n\":1}},\"notes\":[\"n\",\"\"],\"truncated\":true,\"raw\":{\"any\":[1]}}",
        "{\"schema_version\":\"1.0.0\",\"units\":{\"length\":\"um\"},\"area_um2\":0,\"ratio\":null,\"crop\":null,"
        "\"label\":null,"
        "\"shapes\":[],\"counts\":{}}",
    };
    for (size_t i = 0; i < 2; i++) {
        fixture f;
        lob_demo_response r = {0};
        assert_int_equal(lob_demo_response_parse(&f.ctx, read_text(&f, texts[i]), &r), LOB_OK);
        lob_buf out;
        lob_jsonw w;
        lob_buf_init(&out, 0);
        lob_jsonw_init(&w, &out);
        lob_demo_response_write(&w, &r);
        assert_true(lob_jsonw_fine(&w));
        assert_string_equal(out.data, texts[i]);
        lob_buf_release(&out);
        drop(&f);
    }
}

static void a_wrong_response_is_seen(void **state) {
    (void)state;
    fixture f;
    lob_demo_response r = {0};
    const cJSON *json =
        read_text(&f, "{\"schema_version\":\"2\",\"units\":{\"length\":\"mm\"},\"area_um2\":null,\"shapes\":[{}],"
                      "\"counts\":{\"x\":1.5},\"truncated\":null,\"future\":1}");
    assert_int_equal(lob_demo_response_parse(&f.ctx, json, &r), LOB_E_INVALID_TARGET);
    static const char *const paths[] = {"$.schema_version", "$.units.length",   "$.area_um2", "$.ratio",
                                        "$.shapes[0].box",  "$.shapes[0].mode", "$.counts.x", "$.truncated"};
    assert_int_equal(f.ctx.error.issue_count_total, 8);
    for (size_t i = 0; i < 8; i++) {
        assert_string_equal(f.ctx.error.issues[i].path, paths[i]);
    }
    drop(&f);
}

static void shared_types_stand_alone(void **state) {
    (void)state;
    fixture f;
    lob_sample_box box = {0};
    lob_sample_shape shape = {0};
    lob_sample_units units = {0};
    assert_int_equal(lob_sample_box_parse(&f.ctx, read_text(&f, "{\"left\":1}"), &box), LOB_E_INVALID_BOX);
    assert_string_equal(f.ctx.error.message, "The box has 1 fault; right: expected number, got nothing");
    drop(&f);
    assert_int_equal(lob_sample_shape_parse(&f.ctx, read_text(&f, "[]"), &shape), LOB_E_INVALID_TARGET);
    drop(&f);
    assert_int_equal(lob_sample_units_parse(&f.ctx, read_text(&f, "{\"length\":\"um\",\"more\":1}"), &units), LOB_OK);
    drop(&f);
}

static void survives_every_failing_allocation(void **state) {
    (void)state;
    lob_json_fault fault;
    cJSON *json = lob_json_parse(LOB_STR("{\"session_id\":\"s\",\"box\":{\"left\":0,\"right\":2},\"view\":{\"left\":1,"
                                         "\"right\":3},\"layers\":[{\"layer\":1}],"
                                         "\"points\":[[1,2]],\"params\":{\"A\":\"1\"},\"extra\":[1]}"),
                                 &fault);
    uint64_t live = lob_alloc_live();
    lob_status status = LOB_STATUS_COUNT;
    for (uint64_t nth = 1; status != LOB_OK; nth++) {
        lob_ctx ctx;
        lob_demo_request r = {0};
        lob_arena *arena = lob_arena_new(0);
        lob_ctx_init(&ctx, arena);
        lob_alloc_fail_at(nth, false);
        status = lob_demo_request_parse(&ctx, json, &r);
        lob_alloc_fail_at(0, false);
        if (status != LOB_OK) {
            assert_eq(status, LOB_E_TOOL_LIMIT_EXCEEDED);
        }
        lob_arena_drop(arena);
        assert_int_equal(lob_alloc_live(), live);
    }
    cJSON_Delete(json);
}

/* An arena with room for so many pieces of 16 bytes and no more: each step of a parse runs out of memory in turn. */
static lob_status parse_in_room(const cJSON *json, size_t room, size_t *pieces) {
    enum { ARENA_SIZE = 70000 };
    lob_arena *arena = lob_arena_new(ARENA_SIZE);
    size_t count = 0;
    for (; count + room < (*pieces ? *pieces : SIZE_MAX) && lob_arena_alloc(arena, 16); count++) {
    }
    *pieces = *pieces ? *pieces : count;
    lob_ctx ctx;
    lob_demo_request r = {0};
    lob_ctx_init(&ctx, arena);
    lob_status status = lob_demo_request_parse(&ctx, json, &r);
    lob_arena_drop(arena);
    return status;
}

static void survives_a_full_arena(void **state) {
    (void)state;
    lob_json_fault fault;
    cJSON *json = lob_json_parse(LOB_STR("{\"session_id\":\"s\",\"box\":{\"left\":0,\"right\":2},\"view\":{\"left\":1,"
                                         "\"right\":3},\"params\":{\"A\":\"1\"}}"),
                                 &fault);
    size_t pieces = 0, room = 0;
    assert_int_equal(parse_in_room(json, 0, &pieces), LOB_E_TOOL_LIMIT_EXCEEDED);
    while (parse_in_room(json, room, &pieces) != LOB_OK) {
        room++;
    }
    assert_in_range(room, 3, 20);
    cJSON_Delete(json);
}

int main(void) {
    lob_json_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_and_absences),
        cmocka_unit_test(everything_given),
        cmocka_unit_test(each_fault_in_its_place),
        cmocka_unit_test(responses_come_back),
        cmocka_unit_test(a_wrong_response_is_seen),
        cmocka_unit_test(shared_types_stand_alone),
        cmocka_unit_test(survives_every_failing_allocation),
        cmocka_unit_test(survives_a_full_arena),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
