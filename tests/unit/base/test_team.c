/* Teams: every task once, by whoever; parts without gap or overlap; the failure of the lowest task, whoever is first;
 * cancelling; failing allocations. */
#include <time.h>

#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "base/team.h"

enum { TASKS = 400 };

static void rest(long microseconds) {
    const struct timespec t = {0, microseconds * 1000};
    nanosleep(&t, NULL);
}

typedef struct job {
    uint32_t done[TASKS];
    bool fails[TASKS];
    bool lowest_last;   /* the lowest failing task takes longest */
    uint32_t slow_from; /* tasks from here on take a while; 0: none */
    lob_cancel *cancel;
    uint32_t cancel_at;
} job;

static lob_status do_task(void *arg, lob_ctx *ctx, uint32_t task) {
    job *j = arg;
    char *memory = lob_arena_alloc(ctx->arena, 100);
    if (!memory) {
        return lob_fail_memory(ctx);
    }
    memset(memory, 1, 100);
    j->done[task]++;
    if (j->cancel && task == j->cancel_at) {
        atomic_store(&j->cancel->requested, true);
    }
    if (j->slow_from > 0 && task >= j->slow_from) {
        rest(1000);
    }
    if (j->fails[task]) {
        rest(j->lowest_last ? 3000 / (1 + (long)task % 7) : 1);
        return lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "Task %u fails", (unsigned)task);
    }
    return lob_poll(ctx);
}

static const uint32_t thread_counts[] = {1, 2, 3, 7};

static void test_all_tasks(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof thread_counts / sizeof thread_counts[0]; i++) {
        lob_case("%u", thread_counts[i]);
        for (uint32_t count = 0; count <= TASKS; count = 3 * count + 1) {
            job j = {.lowest_last = false};
            lob_ctx ctx;
            lob_arena *arena = lob_arena_new(0);
            const lob_team team = {.thread_count = thread_counts[i]};
            lob_ctx_init(&ctx, arena);
            assert_int_equal(lob_team_run(&ctx, &team, count, do_task, &j), LOB_OK);
            for (uint32_t k = 0; k < TASKS; k++) {
                assert_int_equal(j.done[k], k < count);
            }
            lob_arena_drop(arena);
        }
    }
}

static void test_lowest_failure(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof thread_counts / sizeof thread_counts[0]; i++) {
        lob_case("%u", thread_counts[i]);
        for (int round = 0; round < 20; round++) {
            job j = {.lowest_last = true};
            const uint32_t lowest = 14 + 7 * (uint32_t)round;
            for (uint32_t k = lowest; k < TASKS; k++) {
                j.fails[k] = true;
            }
            lob_ctx ctx;
            char message[64];
            lob_arena *arena = lob_arena_new(0);
            const lob_team team = {.thread_count = thread_counts[i]};
            lob_ctx_init(&ctx, arena);
            assert_int_equal(lob_team_run(&ctx, &team, TASKS, do_task, &j), LOB_E_QUERY_TOO_LARGE);
            snprintf(message, sizeof message, "Task %u fails", (unsigned)lowest);
            assert_string_equal(ctx.error.message, message);
            uint32_t begun = 0;
            for (uint32_t k = 0; k < TASKS; k++) {
                if (k <= lowest) {
                    assert_eq(j.done[k], 1);
                }
                begun += j.done[k];
            }
            assert_le(begun, lowest + thread_counts[i]); /* a failure is the last task of its thread */
            lob_arena_drop(arena);
        }
    }
}

/* One failure among tasks that are fine: the rest is not begun. */
static void test_failure_ends(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof thread_counts / sizeof thread_counts[0]; i++) {
        lob_case("%u", thread_counts[i]);
        job j = {.slow_from = 11};
        lob_ctx ctx;
        lob_arena *arena = lob_arena_new(0);
        const lob_team team = {.thread_count = thread_counts[i]};
        j.fails[10] = true;
        lob_ctx_init(&ctx, arena);
        assert_int_equal(lob_team_run(&ctx, &team, TASKS, do_task, &j), LOB_E_QUERY_TOO_LARGE);
        assert_int_equal(j.done[10], 1);
        assert_int_equal(j.done[TASKS - 1], 0);
        lob_arena_drop(arena);
    }
}

static void test_cancel(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof thread_counts / sizeof thread_counts[0]; i++) {
        lob_case("%u", thread_counts[i]);
        lob_cancel cancel = {false};
        job j = {.cancel = &cancel, .cancel_at = 50};
        lob_ctx ctx;
        lob_arena *arena = lob_arena_new(0);
        const lob_team team = {.thread_count = thread_counts[i]};
        lob_ctx_init(&ctx, arena);
        ctx.cancel = &cancel;
        assert_int_equal(lob_team_run(&ctx, &team, TASKS, do_task, &j), LOB_E_CANCELLED);
        assert_int_equal(j.done[TASKS - 1], 0);
        lob_arena_drop(arena);
    }
}

/* Parts of any work are whole, and as even as can be. */
static void test_parts(void **unused) {
    (void)unused;
    const uint64_t works[] = {0, 1, 2, 99, 100, 101, UINT64_C(1) << 40};
    const uint32_t counts[] = {1, 2, 3, 7, 100};
    for (size_t i = 0; i < sizeof works / sizeof works[0]; i++) {
        lob_case("work %llu", (unsigned long long)works[i]);
        for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
            lob_case("%u", counts[k]);
            assert_eq(lob_team_part(works[i], counts[k], 0), 0);
            assert_eq(lob_team_part(works[i], counts[k], counts[k]), works[i]);
            for (uint32_t t = 0; t < counts[k]; t++) {
                const uint64_t size = lob_team_part(works[i], counts[k], t + 1) - lob_team_part(works[i], counts[k], t);
                assert_among(size, works[i] / counts[k], works[i] / counts[k] + 1);
            }
        }
    }
}

static void test_worth(void **unused) {
    (void)unused;
    const lob_team alone = {.thread_count = 1, .grain = 1}, fine = {.thread_count = 3, .grain = 10},
                   usual = {.thread_count = 3}, crowd = {.thread_count = 1000}, machine = {0};
    assert_int_equal(lob_team_tasks(NULL, UINT64_MAX), 1);
    assert_int_equal(lob_team_tasks(&alone, 1000000), 1);
    assert_int_equal(lob_team_parts(&alone, 1000000), 1000000);
    assert_int_equal(lob_team_parts(NULL, 1000000), 1);
    assert_int_equal(lob_team_tasks(&fine, 39), 1);
    assert_int_equal(lob_team_tasks(&fine, 40), 4);
    assert_int_equal(lob_team_tasks(&usual, 4 * LOB_TEAM_GRAIN - 1), 1);
    assert_gt(lob_team_tasks(&usual, 4 * LOB_TEAM_GRAIN), 1);
    assert_int_equal(lob_team_tasks(&fine, UINT64_MAX), UINT32_MAX / 2);
    assert_int_equal(lob_team_threads(NULL), 1);
    assert_int_equal(lob_team_threads(&crowd), LOB_TEAM_THREADS_MAX);
    assert_in_range(lob_team_threads(&machine), 1, LOB_TEAM_THREADS_USUAL);
}

static bool run_once(void *arg) {
    const uint32_t *threads = arg;
    job j = {.lowest_last = false};
    lob_arena *arena = lob_arena_new(0);
    if (!arena) {
        return false;
    }
    lob_ctx ctx;
    const lob_team team = {.thread_count = *threads};
    lob_ctx_init(&ctx, arena);
    const lob_status status = lob_team_run(&ctx, &team, 20, do_task, &j);
    const bool told = status == LOB_OK || (ctx.error.code == LOB_E_TOOL_LIMIT_EXCEEDED && ctx.error.hint[0] != '\0');
    lob_arena_drop(arena);
    assert_true(told);
    return status == LOB_OK;
}

static void test_failing(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof thread_counts / sizeof thread_counts[0]; i++) {
        lob_case("%u", thread_counts[i]);
        uint32_t threads = thread_counts[i];
        assert_ge(sweep_allocations(run_once, &threads), 3);
    }
}

static lob_status take_memory(void *arg, lob_ctx *ctx, uint32_t task) {
    void **blocks = arg;
    blocks[task] = lob_malloc(100000);
    return blocks[task] ? LOB_OK : lob_fail_memory(ctx);
}

/* What the members take is the caller's, on whatever thread. */
static void test_account(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof thread_counts / sizeof thread_counts[0]; i++) {
        lob_case("%u", thread_counts[i]);
        lob_account account;
        lob_ctx ctx;
        void *blocks[TASKS] = {NULL};
        uint32_t taken = 0;
        lob_account_init(&account, "request_memory_size", 2000000);
        lob_arena *arena = lob_arena_new(0);
        lob_ctx_init(&ctx, arena);
        lob_account *before = lob_account_enter(&account);
        lob_status status =
            lob_team_run(&ctx, &(lob_team){.thread_count = thread_counts[i]}, TASKS, take_memory, blocks);
        lob_account_end(&account, before);
        assert_int_equal(status, LOB_E_TOOL_LIMIT_EXCEEDED);
        assert_true(lob_str_equal(ctx.error.details[1].text, LOB_STR("request_memory_size")));
        for (uint32_t k = 0; k < TASKS; k++) {
            taken += blocks[k] != NULL;
            lob_free(blocks[k]);
        }
        assert_in_range(taken, 12, 20);
        lob_arena_drop(arena);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_tasks), cmocka_unit_test(test_lowest_failure), cmocka_unit_test(test_failure_ends),
        cmocka_unit_test(test_cancel),    cmocka_unit_test(test_parts),          cmocka_unit_test(test_worth),
        cmocka_unit_test(test_failing),   cmocka_unit_test(test_account),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
