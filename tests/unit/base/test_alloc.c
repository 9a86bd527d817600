/* The counters and the failing hook of base/alloc.h. */
#include <pthread.h>

#include "tests/support/lob_test.h"

#include "sweep.h"
#include "tests/support/stride.h"

static void test_sizes(void **state) {
    (void)state;
    uint64_t live = lob_alloc_live();
    void *empty = lob_malloc(0);
    assert_non_null(empty);
    unsigned char *zeroed = lob_calloc(3, 5);
    for (int i = 0; i < 15; i++) {
        assert_int_equal(zeroed[i], 0);
    }
    void *none = lob_calloc(0, 8);
    assert_non_null(none);
    assert_null(lob_calloc(SIZE_MAX, 2));
    assert_int_equal(lob_alloc_live(), live + 3);
    lob_free(empty);
    lob_free(zeroed);
    lob_free(none);
    lob_free(NULL);
    assert_int_equal(lob_alloc_live(), live);
}

static void test_growing(void **state) {
    (void)state;
    uint64_t live = lob_alloc_live();
    char *text = lob_realloc(NULL, 4);
    memcpy(text, "abc", 4);
    text = lob_realloc(text, 4000);
    assert_string_equal(text, "abc");
    assert_int_equal(lob_alloc_live(), live + 1);
    text = lob_realloc(text, 0);
    assert_non_null(text);
    lob_free(text);
    assert_int_equal(lob_alloc_live(), live);
}

static void test_fail_once_and_from_then_on(void **state) {
    (void)state;
    for (int persistent = 0; persistent < 2; persistent++) {
        lob_alloc_fail_at(3, persistent);
        void *blocks[5];
        for (int i = 0; i < 5; i++) {
            blocks[i] = i % 2 ? lob_malloc(1) : lob_calloc(1, 1);
            bool must_fail = i == 2 || (persistent && i > 2);
            assert_int_equal(blocks[i] == NULL, must_fail);
        }
        assert_int_equal(lob_alloc_count(), 5);
        lob_alloc_fail_at(0, 0);
        assert_int_equal(lob_alloc_count(), 0);
        for (int i = 0; i < 5; i++) {
            lob_free(blocks[i]);
        }
        void *kept = lob_malloc(8);
        lob_alloc_fail_at(1, 0);
        assert_null(lob_realloc(kept, 16)); /* the old block is still there */
        lob_alloc_fail_at(0, 0);
        lob_free(kept);
    }
}

/* ---- accounts ---- */

/* What it holds, with what this thread has not told yet. */
static int64_t held(lob_account *account) {
    lob_account_enter(account);
    return atomic_load(&account->held);
}

enum { BOUND = 1 << 20, PIECE = 1 << 17, BATCH = 1 << 16 };

static void test_account_bounds(void **state) {
    (void)state;
    lob_account account;
    const char *name;
    int64_t limit;
    lob_account_init(&account, "some_limit", BOUND);
    assert_null(lob_account_enter(&account));
    assert_ptr_equal(lob_account_current(), &account);
    assert_false(lob_account_refusal(&name, &limit));
    void *blocks[16];
    unsigned count = 0;
    while (count < 16 && (blocks[count] = lob_malloc(PIECE)) != NULL) {
        count++;
    }
    assert_in_range(count, 6, 8);
    assert_in_range(held(&account), (uintmax_t)count * PIECE, BOUND);
    assert_true(lob_account_refusal(&name, &limit));
    assert_string_equal(name, "some_limit");
    assert_int_equal(limit, BOUND);
    assert_null(lob_calloc(BOUND, 1));
    assert_null(lob_realloc(blocks[0], 3 * PIECE)); /* the block is still there */
    memset(blocks[0], 1, PIECE);
    blocks[0] = lob_realloc(blocks[0], PIECE / 2);
    assert_non_null(blocks[0]);
    assert_in_range(held(&account), 0, (uintmax_t)count * PIECE - PIECE / 4);
    blocks[0] = lob_realloc(blocks[0], PIECE);
    assert_non_null(blocks[0]);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) /* which end the program for such a size */
    if (!stride_is_on()) {                                          /* valgrind counts it as an error */
        assert_null(lob_realloc(NULL, SIZE_MAX / 2 + 2));
        assert_null(lob_malloc(SIZE_MAX));
    }
#endif
    while (count > 0) {
        lob_free(blocks[--count]);
    }
    assert_int_equal(held(&account), 0);
    assert_in_range(atomic_load(&account.peak), 6 * PIECE, BOUND);
    lob_account_end(&account, NULL);
    assert_null(lob_account_current());
    void *free_of_it = lob_malloc(2 * BOUND);
    assert_non_null(free_of_it);
    lob_free(free_of_it);
}

static void test_small_blocks_are_charged(void **state) {
    (void)state;
    lob_account account;
    void **list = NULL, **at;
    lob_account_init(&account, "some_limit", BOUND);
    lob_account_enter(&account);
    for (int way = 0; (at = way % 2 ? lob_malloc(40) : lob_calloc(5, 8)) != NULL; way++) {
        *at = list;
        list = at;
    }
    assert_in_range(held(&account), BOUND - BATCH, BOUND + BATCH);
    while (list) {
        at = list;
        list = *at;
        lob_free(at);
    }
    assert_int_equal(held(&account), 0);
    /* What the C library refuses is not charged. */
    account.held_max = INT64_MAX;
    assert_null(lob_malloc(SIZE_MAX / 2 - 4096));
    assert_int_equal(held(&account), 0);
    lob_account_end(&account, NULL);
}

static void *take_until_refused(void *arg) {
    lob_account *before = lob_account_enter(arg);
    void **list = NULL, **at; /* kept, so that the threads must share */
    while ((at = lob_malloc(PIECE / 4)) != NULL) {
        *at = list;
        list = at;
    }
    lob_account_enter(before);
    return list;
}

static void test_threads_share_an_account(void **state) {
    (void)state;
    enum { THREADS = 4 };
    lob_account account;
    pthread_t threads[THREADS];
    unsigned sum = 0;
    lob_account_init(&account, "some_limit", BOUND);
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, take_until_refused, &account), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        void *list;
        pthread_join(threads[i], &list);
        while (list) {
            void *at = list;
            list = *(void **)at;
            lob_free(at);
            sum++;
        }
    }
    /* Each thread may pass the bound by a batch. */
    assert_in_range(sum, BOUND / PIECE * 4 - 4, BOUND / PIECE * 4 + 2 * THREADS);
    assert_in_range(atomic_load(&account.held), 0, BOUND + THREADS * BATCH);
}

static int64_t resident_kib(void) {
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    assert_non_null(file);
    assert_int_equal(fscanf(file, "%*d %ld", &pages), 1);
    fclose(file);
    return (int64_t)pages * 4;
}

static void test_ends_are_noted(void **state) {
    (void)state;
    lob_memory_setup();
    lob_memory_settle();
    lob_memory_note_end(1000);
    lob_memory_note_end((2 << 20) + 1);
    lob_memory_settle(); /* nothing to see but that it ends */
}

/* Many small blocks with one behind them that stays: nothing of it goes back by itself. */
static void test_settling_gives_back(void **state) {
    (void)state;
    enum { COUNT = 100000, SIZE = 1000 };
    lob_account account;
    lob_memory_settle();
    void **blocks = calloc(COUNT, sizeof *blocks);
    assert_non_null(blocks);
    int64_t before = resident_kib();
    lob_account_init(&account, "some_limit", INT64_C(1) << 30);
    lob_account_enter(&account);
    for (int i = 0; i < COUNT; i++) {
        blocks[i] = lob_malloc(SIZE);
        assert_non_null(blocks[i]);
        memset(blocks[i], 1, SIZE);
    }
    void *last = lob_malloc(SIZE);
    for (int i = 0; i < COUNT; i++) {
        lob_free(blocks[i]);
    }
    lob_account_end(&account, NULL);
    lob_memory_settle();
#if defined __GLIBC__ && !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
    if (getenv("LOB_TEST_STRIDE") == NULL) { /* valgrind has a heap of its own */
        assert_in_range(resident_kib(), 0, before + 16 * 1024);
    }
#endif
    assert_in_range(before, 1, INT64_MAX);
    lob_free(last);
    free(blocks);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sizes),
                                       cmocka_unit_test(test_growing),
                                       cmocka_unit_test(test_fail_once_and_from_then_on),
                                       cmocka_unit_test(test_account_bounds),
                                       cmocka_unit_test(test_small_blocks_are_charged),
                                       cmocka_unit_test(test_threads_share_an_account),
                                       cmocka_unit_test(test_ends_are_noted),
                                       cmocka_unit_test(test_settling_gives_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
