/* The two classes of threads: dear calls take those that are for them, and cheap ones run on meanwhile. */
#include <stdatomic.h>
#include <time.h>

#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "mcp/dispatch.h"

enum { JOBS_MAX = 32, WAIT_MS = 20000 };

/* What is read: jobs in this order, then a wait until all have run. */
typedef struct script {
    lob_dispatch *dispatch;
    int count, next, dear_wanted; /* beside each other, before any may end */
    struct {
        bool is_dear;
        uint64_t key;
    } jobs[JOBS_MAX];
    atomic_int dear_running, dear_most, dear_done, cheap_done;
    atomic_int cheap_order, dear_order, turn; /* when the last of each ran */
    atomic_bool is_open;
} script;

static void sleep_ms(int ms) {
    nanosleep(&(struct timespec){0, ms * 1000000L}, NULL);
}

static lob_read_state read_script(void *arg, unsigned me) {
    script *s = arg;
    while (s->next < s->count) {
        const int at = s->next++;
        lob_job *fresh = lob_dispatch_take(s->dispatch);
        if (!fresh) {
            return LOB_READ_ABORT;
        }
        fresh->is_dear = s->jobs[at].is_dear;
        fresh->key = s->jobs[at].key;
        if (lob_dispatch_submit(s->dispatch, me, fresh, true) == LOB_READ_JOB) {
            return LOB_READ_JOB;
        }
    }
    int cheap = 0;
    for (int i = 0; i < s->count; i++) {
        cheap += !s->jobs[i].is_dear && s->jobs[i].key == 0;
    }
    for (int ms = 0; ms < WAIT_MS && atomic_load(&s->cheap_done) < cheap; ms++) {
        sleep_ms(1);
    }
    assert_int_equal(atomic_load(&s->cheap_done), cheap); /* while no dear one has ended */
    assert_int_equal(atomic_load(&s->dear_done), 0);
    for (int ms = 0; ms < WAIT_MS && atomic_load(&s->dear_running) < s->dear_wanted; ms++) {
        sleep_ms(1);
    }
    atomic_store(&s->is_open, true);
    for (int ms = 0; ms < WAIT_MS && atomic_load(&s->dear_done) + atomic_load(&s->cheap_done) < s->count; ms++) {
        sleep_ms(1);
    }
    return LOB_READ_END;
}

static bool run_one(void *arg, unsigned me, lob_job *job) {
    script *s = arg;
    (void)me;
    if (job->is_dear) {
        const int running = atomic_fetch_add(&s->dear_running, 1) + 1;
        if (running > atomic_load(&s->dear_most)) {
            atomic_store(&s->dear_most, running);
        }
        for (int ms = 0; ms < WAIT_MS && !atomic_load(&s->is_open); ms++) {
            sleep_ms(1);
        }
        atomic_store(&s->dear_order, atomic_fetch_add(&s->turn, 1));
        atomic_fetch_sub(&s->dear_running, 1);
        atomic_fetch_add(&s->dear_done, 1);
    } else {
        atomic_store(&s->cheap_order, atomic_fetch_add(&s->turn, 1));
        atomic_fetch_add(&s->cheap_done, 1);
    }
    return true;
}

static void drop_one(void *arg, lob_job *job) {
    (void)arg;
    (void)job;
}

static bool is_abandoned(void *arg) {
    (void)arg;
    return false;
}

static void tell_nobody(void *arg) {
    (void)arg;
}

static void run(script *s, lob_dispatch_threads threads) {
    const lob_dispatch_calls calls = {s, read_script, run_one, drop_one, is_abandoned, tell_nobody};
    s->dispatch = lob_dispatch_new(&calls, threads);
    assert_non_null(s->dispatch);
    assert_true(lob_dispatch_run(s->dispatch));
    lob_dispatch_drop(s->dispatch);
    assert_int_equal(atomic_load(&s->dear_done) + atomic_load(&s->cheap_done), s->count);
}

static void cheap_calls_do_not_wait(void **state) {
    script s = {.count = 24, .dear_wanted = 2};
    (void)state;
    for (int i = 0; i < s.count; i++) {
        s.jobs[i].is_dear = i < 12 || i % 3 == 0;
    }
    run(&s, (lob_dispatch_threads){6, 2, 1});
    assert_int_equal(atomic_load(&s.dear_most), 2);
}

/* A cheap call of the session that a dear one is at work for waits for it. */
static void those_of_a_session_stay_in_order(void **state) {
    script s = {.count = 3, .dear_wanted = 1};
    (void)state;
    s.jobs[0].is_dear = true;
    s.jobs[0].key = s.jobs[2].key = 7;
    run(&s, (lob_dispatch_threads){5, 2, 0});
    assert_gt(atomic_load(&s.cheap_order), atomic_load(&s.dear_order));
    script back = {.count = 3};
    back.jobs[0].key = back.jobs[1].key = 7;
    back.jobs[1].is_dear = true;
    back.jobs[0].key = 0;
    run(&back, (lob_dispatch_threads){4, 1, 0});
}

static void no_memory(void **state) {
    const lob_dispatch_calls calls = {0};
    (void)state;
    lob_alloc_fail_at(1, 0);
    assert_null(lob_dispatch_new(&calls, (lob_dispatch_threads){4, 1, 0}));
    lob_alloc_fail_at(0, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cheap_calls_do_not_wait),
        cmocka_unit_test(those_of_a_session_stay_in_order),
        cmocka_unit_test(no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
