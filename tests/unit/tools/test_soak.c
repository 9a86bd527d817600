/* The soak's mixture and what it watches: requests are strict JSON in the stated proportions, samples and percentiles
 * are right. */
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "tools/soak/soak.h"
#include "json/reader.h"

static void test_mixture(void **state) {
    (void)state;
    unsigned counts[SOAK_ASK_MAX] = {0}, sum = 0;
    uint64_t seed = 1, again = 1;
    for (int i = 0; i < 100000; i++) {
        unsigned which = soak_next(&seed);
        assert_lt(which, soak_ask_count);
        assert_int_equal(which, soak_next(&again));
        counts[which]++;
    }
    for (unsigned i = 0; i < soak_ask_count; i++) {
        sum += soak_asks[i].weight;
    }
    for (unsigned i = 0; i < soak_ask_count; i++) {
        double due = 100000.0 * soak_asks[i].weight / sum;
        assert_gt(counts[i], due * 0.7 - 30);
        assert_lt(counts[i], due * 1.3 + 30);
    }
}

static void test_params(void **state) {
    (void)state;
    char out[1024], small[64];
    uint64_t seed = 7;
    for (unsigned i = 0; i < soak_ask_count; i++) {
        lob_json_fault fault;
        assert_true(soak_params(&soak_asks[i], "ses_0123456789ab", &seed, out, sizeof out));
        cJSON *tree = lob_json_parse(lob_str_from(out), &fault);
        assert_non_null(tree);
        cJSON_Delete(tree);
        bool has_session = soak_asks[i].arguments && strstr(soak_asks[i].arguments, ":S");
        assert_int_equal(has_session, strstr(out, "\"ses_0123456789ab\"") != NULL);
        bool fits = soak_params(&soak_asks[i], "ses_0123456789ab", &seed, small, sizeof small);
        assert_int_equal(fits, soak_asks[i].method != NULL);
    }
}

static void test_sample(void **state) {
    (void)state;
    sample before, after;
    assert_true(soak_sample(getpid(), &before));
    int fd = dup(0);
    const size_t size = 8 << 20;
    char *block = malloc(size);
    assert_non_null(block);
    memset(block, 1, size);
    assert_true(soak_sample(getpid(), &after));
    assert_int_equal(after.descriptors, before.descriptors + 1);
    assert_int_equal(after.threads, 1);
    const int64_t grown = (int64_t)after.anonymous_kib - (int64_t)before.anonymous_kib;
    assert_ge(grown, 8000);
    if (grown > 9000) { /* valgrind's own comes on top */
        assert_true(getenv("LOB_TEST_QUICK"));
    }
    free(block);
    close(fd);
    assert_false(soak_sample(-1, &after));
}

static void test_times(void **state) {
    (void)state;
    static const char *const names[] = {"none", "some"};
    times t = {0};
    char *text = NULL;
    size_t size = 0;
    FILE *json = open_memstream(&text, &size);
    for (int i = 2000; i > 0; i--) {
        assert_true(times_add(&t, 1, i));
    }
    times_print(&t, names, 2, json);
    fclose(json);
    assert_string_equal(
        text, "  {\"name\": \"some\", \"count\": 2000, \"p50_us\": 1001, \"p99_us\": 1980, \"max_us\": 2000},\n");
    times_print(&t, names, 2, NULL);
    free(text);
    times_release(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mixture),
        cmocka_unit_test(test_params),
        cmocka_unit_test(test_sample),
        cmocka_unit_test(test_times),
    };
    lob_json_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
