/* Every allocation of a scripted session fails once, alone and with all later ones: the server answers or ends cleanly,
 * and keeps nothing.
 * A program of its own: its tools stand in for the generated ones. */
#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "server_rig.h"
#include "tests/support/stride.h"

static const char script[] =
    "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-03-26\"}}\n"
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n"
    "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/"
    "call\",\"params\":{\"name\":\"echo\",\"arguments\":{\"session_id\":\"s\",\"text\":\"t\"}}}\n"
    "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":\"fail\",\"arguments\":{\"n\":1}}}\n"
    "{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"tools/"
    "call\",\"params\":{\"name\":\"big\",\"arguments\":{\"size\":3000}}}\n"
    "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/"
    "call\",\"params\":{\"name\":\"steps\",\"_meta\":{\"progressToken\":\"p\"}}}\n"
    "[{\"jsonrpc\":\"2.0\",\"id\":6,\"method\":\"tools/"
    "call\",\"params\":{\"name\":\"echo\"}},{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}]\n"
    "{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"server/discover\",\"params\":{\"_meta\":{"
    "\"io.modelcontextprotocol/protocolVersion\":\"2031\",\"io.modelcontextprotocol/clientCapabilities\":{}}}}\n"
    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"z\"}}\n"
    "{\"jsonrpc\":\"2.0\",\"id\":\"last\",\"method\":\"ping\"}\n";

/* Runs the script with the nth allocation failing. Returns the lines that came, all of them JSON. */
static unsigned run(uint64_t nth, int persistent, bool *met, bool *served) {
    rig r;
    unsigned lines = 0;
    uint64_t live = lob_alloc_live();
    rig_open(&r);
    rig_write(&r, script, sizeof script - 1); /* fits into the pipe */
    close(r.to_server);
    lob_alloc_fail_at(nth, persistent);
    rig_run(&r);
    pthread_join(r.thread, NULL);
    *met = lob_alloc_count() >= nth;
    lob_alloc_fail_at(0, 0);
    while (rig_read_within(&r, 0)) {
        lob_json_fault fault;
        if (!lob_json_check(lob_str_from(r.line), false, &fault)) {
            fail_msg("%d %s: %s", (int)nth, fault.what, r.line);
        }
        lines++;
    }
    *served = r.code == 0;
    assert_int_equal(lob_alloc_live(), live);
    rig_release(&r);
    return lines;
}

static void no_allocation_may_fail_badly(void **state) {
    (void)state;
    enum { ANSWERS = 12 }; /* nine answers and three progress notes */
    for (int persistent = 0; persistent < 2; persistent++) {
        bool met = true;
        for (uint64_t nth = 1; met; nth += nth < 32 ? 1 : stride_pick(1, 11)) {
            bool served;
            unsigned lines = run(nth, persistent, &met, &served);
            assert_lt(nth, 5000);
            if (!met) {
                assert_true(served);
                assert_int_equal(lines, ANSWERS);
            } else if (!persistent && served) {
                /* One failure costs one answer's content, never the answers of others. */
                assert_ge(lines + 4, ANSWERS);
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_allocation_may_fail_badly)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
