/* The work of requests without a server around it: each allocation fails once, and nothing is lost or half done. */
#include "tests/support/lob_test.h"

#include "tcp_rig.h"

#include "tcp/tcp_seed.h"

typedef struct bed {
    rig r;
    lob_tcp_seed seed;
    lob_tcp_bench bench;
} bed;

static void bed_init(bed *b) {
    rig_init(&b->r);
    assert_true(lob_tcp_seed_init(&b->seed, b->r.sessions, &b->r.product));
    assert_true(lob_tcp_bench_init(&b->bench));
    lob_ctx_init(b->bench.ctx, b->bench.arena);
    assert_int_equal(lob_tcp_export_open(b->bench.ctx, b->r.exports, &b->seed.exports), LOB_OK);
}

static void bed_end(bed *b) {
    lob_tcp_seed_release(&b->seed);
    lob_tcp_bench_release(&b->bench);
    rig_end(&b->r);
}

/* The request's "%s" becomes a fixture. Its answer line in `out`; true when it succeeded. */
static bool run_line(bed *b, const char *line, lob_buf *out) {
    char text[1024];
    const char *at = strstr(line, "%s");
    lob_tcp_request *request;
    snprintf(text, sizeof text, "%.*s%s%s%s", at ? (int)(at - line) : (int)strlen(line), line, at ? b->r.fixtures : "",
             at ? "/coupler.gds" : "", at ? at + 2 : "");
    request = lob_tcp_request_new(&b->r.product, lob_str_from(text));
    bool fine = request && !request->failed && lob_tcp_seed_prepare(&b->seed, request);
    if (fine) {
        lob_tcp_seed_run(&b->seed, &b->bench, request);
        fine = lob_tcp_answer(request, out) && !request->failed;
    }
    lob_tcp_request_drop(request);
    return fine;
}

static void open_reticle(bed *b) {
    char path[512];
    snprintf(path, sizeof path, "%s/reticle.gds", b->r.fixtures);
    lob_ctx_init(b->bench.ctx, b->bench.arena);
    assert_int_equal(lob_tcp_seed_open(&b->seed, &b->bench, path), LOB_OK);
}

/* The first ones all, then with growing gaps: behind them stand loops. */
static unsigned next_to_fail(unsigned nth) {
    return nth < 24 ? sweep_next(nth, false) : nth + nth / 5;
}

/* With each allocation failing in turn the active layout is the one before or the one after, and stays in order. */
static void sweep_line(const char *line, unsigned cells_before, unsigned cells_after) {
    unsigned failures = 0;
    for (unsigned nth = 1;; nth = next_to_fail(nth)) {
        static bed b;
        uint64_t live = lob_alloc_live();
        lob_buf out;
        bed_init(&b);
        open_reticle(&b);
        lob_buf_init(&out, 0);
        lob_alloc_fail_at(nth, false);
        bool fine = run_line(&b, line, &out);
        bool met = lob_alloc_count() >= nth;
        lob_alloc_fail_at(0, 0);
        failures += !fine;
        unsigned cells = lob_layout_cell_count(b.seed.active);
        if (cells != cells_before) {
            assert_eq(cells, cells_after);
        }
        if (fine) {
            assert_eq(cells, cells_after);
        }
        if (!met) {
            assert_true(fine);
        }
        lob_buf_clear(&out);
        assert_true(run_line(&b, "{\"id\":1,\"method\":\"get_cell_list\"}", &out));
        lob_buf_release(&out);
        bed_end(&b);
        assert_int_equal(lob_alloc_live(), live);
        if (!met) {
            break;
        }
    }
    assert_gt(failures, 3);
}

static void allocations_may_fail_in_open(void **state) {
    (void)state;
    sweep_line("{\"id\":1,\"method\":\"open_layout\",\"params\":{\"path\":\"%s\"}}", 5, 1);
}

static void allocations_may_fail_in_load(void **state) {
    (void)state;
    sweep_line("{\"id\":1,\"method\":\"load_gds\",\"params\":{\"path\":\"%s\"}}", 5, 6);
}

static void allocations_may_fail_in_export(void **state) {
    (void)state;
    sweep_line("{\"id\":1,\"method\":\"export_gds\",\"params\":{\"path\":\"x.gds\"}}", 5, 5);
}

static void allocations_may_fail_in_tools(void **state) {
    (void)state;
    sweep_line("{\"id\":1,\"method\":\"mcp.list_cells\",\"params\":{\"session_id\":\"$last\"}}", 5, 5);
    sweep_line("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"open_layout\",\"params\":{\"path\":\"%s\"}}", 5, 1);
}

/* What a cancelled request did so far is no answer. */
static void a_cancelled_request_says_so(void **state) {
    (void)state;
    static bed b;
    lob_buf out;
    bed_init(&b);
    lob_buf_init(&out, 0);
    lob_tcp_request *request =
        lob_tcp_request_new(&b.r.product, LOB_STR("{\"id\":1,\"method\":\"mcp.linger\",\"params\":{}}"));
    atomic_store(&request->cancel.requested, true);
    lob_tcp_seed_run(&b.seed, &b.bench, request);
    assert_true(lob_tcp_answer(request, &out));
    assert_string_equal(out.data, "{\"id\": 1, \"ok\": false, \"error\": \"The request was cancelled\"}\n");
    lob_tcp_request_drop(request);
    lob_buf_release(&out);
    bed_end(&b);
}

/* The folder of a path as os.path.dirname() has it, in the error that names it. */
static void folders_are_named_as_python_names_them(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"no/x.gds", "no"}, {"no//x.gds", "no"}, {"no/such/", "no/such"}, {"./no/x", "./no"}, {"no/a/b/x", "no/a/b"}};
    static bed b;
    bed_init(&b);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%s", cases[i][0]);
        char line[256], expected[256];
        lob_buf out;
        lob_buf_init(&out, 0);
        snprintf(line, sizeof line, "{\"id\":1,\"method\":\"export_gds\",\"params\":{\"path\":\"%s\"}}", cases[i][0]);
        snprintf(expected, sizeof expected, "{\"id\": 1, \"ok\": false, \"error\": \"Directory not found: %s\"}\n",
                 cases[i][1]);
        assert_false(run_line(&b, line, &out));
        assert_string_equal(out.data, expected);
        lob_buf_release(&out);
    }
    bed_end(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(allocations_may_fail_in_open),   cmocka_unit_test(allocations_may_fail_in_load),
        cmocka_unit_test(allocations_may_fail_in_export), cmocka_unit_test(allocations_may_fail_in_tools),
        cmocka_unit_test(a_cancelled_request_says_so),    cmocka_unit_test(folders_are_named_as_python_names_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
