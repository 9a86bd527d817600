/* The scanner against the whole text: an oracle of its own that looks for the balancing brace of each object anew, and
 * random texts cut at random places. */
#include "tests/support/lob_test.h"

#include "proxy/scan.h"
#include "tests/unit/base/sweep.h"

enum { FOUND_SIZE = 1 << 16 };

typedef struct found {
    char text[FOUND_SIZE]; /* each object and a \n */
    size_t size;
} found;

static bool keep(void *arg, lob_str object) {
    found *f = arg;
    assert_lt(f->size + object.size + 2, FOUND_SIZE);
    memcpy(f->text + f->size, object.data, object.size);
    f->size += object.size;
    f->text[f->size++] = '\n';
    f->text[f->size] = '\0';
    return true;
}

/* The end of the object that begins at text[from], 0: it has none. */
static size_t object_end(const char *text, size_t size, size_t from) {
    int depth = 0;
    for (size_t i = from; i < size; i++) {
        if (text[i] == '"') {
            for (i++; i < size && text[i] != '"'; i++) {
                i += text[i] == '\\';
            }
        } else if (text[i] == '{') {
            depth++;
        } else if (text[i] == '}' && --depth == 0) {
            return i + 1;
        }
    }
    return 0;
}

static void scan_whole(const char *text, size_t size, found *f) {
    f->size = 0;
    f->text[0] = '\0';
    for (size_t at = 0; at < size; at++) {
        size_t end = text[at] == '{' ? object_end(text, size, at) : 0;
        if (end > 0) {
            keep(f, (lob_str){text + at, end - at});
            at = end - 1;
        } else if (text[at] == '{') {
            return; /* unfinished: it waits */
        }
    }
}

static void scan_pieces(const char *text, size_t size, size_t (*next)(size_t left), found *f) {
    lob_llm_scan scan;
    f->size = 0;
    f->text[0] = '\0';
    lob_llm_scan_open(&scan);
    for (size_t at = 0; at < size;) {
        size_t piece = next(size - at);
        assert_true(lob_llm_scan_feed(&scan, (lob_str){text + at, piece}, keep, f));
        at += piece;
    }
    lob_llm_scan_close(&scan);
}

static size_t one(size_t left) {
    (void)left;
    return 1;
}

static size_t all(size_t left) {
    return left;
}

static uint64_t seed = 88172645463325252u;

static uint32_t draw(uint32_t below) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed >> 20) % below;
}

static size_t some(size_t left) {
    size_t piece = 1 + draw(9);
    return piece < left ? piece : left;
}

static void every_cut_gives_the_same_objects(void **state) {
    static found expected, got;
    static const char alphabet[] = "{{}}\"\"\\a, :{\n";
    (void)state;
    unsigned met = 0;
    for (int round = 0; round < 4000; round++) {
        char text[200];
        size_t size = draw(sizeof text);
        for (size_t i = 0; i < size; i++) {
            text[i] = alphabet[draw(sizeof alphabet - 1)];
        }
        scan_whole(text, size, &expected);
        met += expected.size > 0;
        scan_pieces(text, size, one, &got);
        assert_string_equal(got.text, expected.text);
        scan_pieces(text, size, some, &got);
        assert_string_equal(got.text, expected.text);
        scan_pieces(text, size, all, &got);
        assert_string_equal(got.text, expected.text);
    }
    assert_gt(met, 1000);
}

static void objects_among_prose(void **state) {
    static found got;
    static const char text[] =
        "I } say \"{\\\"a\\\":1} and\" {\"t\":\"}{\\\"\",\"u\":{\"v\":{}}}{}} {\"unfinished\": \"";
    (void)state;
    scan_pieces(text, sizeof text - 1, one, &got);
    /* Outside an object a quotation mark is prose; braces: 1, 2, 3, 4, then three close, a pair, the last. */
    assert_string_equal(got.text, "{\\\"a\\\":1} and\" {\"t\":\"}{\\\"\",\"u\":{\"v\":{}}}{}}\n");
}

/* A brace that nobody closes: after 8192 bytes the last 4096 are looked at anew. */
static void what_is_never_finished_is_dropped(void **state) {
    static found got;
    static char text[20000];
    lob_llm_scan scan;
    (void)state;
    got.size = 0;
    got.text[0] = '\0';
    lob_llm_scan_open(&scan);
    memset(text, 'x', sizeof text);
    text[0] = '{';
    assert_true(lob_llm_scan_feed(&scan, (lob_str){text, LOB_LLM_SCAN_HELD_MAX}, keep, &got));
    assert_int_equal(scan.text.size, LOB_LLM_SCAN_HELD_MAX);
    assert_true(lob_llm_scan_feed(&scan, LOB_STR("{\"a\":1}"), keep, &got));
    assert_string_equal(got.text, "{\"a\":1}\n");
    assert_int_equal(scan.text.size, 0);
    /* An object that comes whole is found whatever its size. */
    got.size = 0;
    text[sizeof text - 1] = '}';
    assert_true(lob_llm_scan_feed(&scan, (lob_str){text, sizeof text}, keep, &got));
    assert_int_equal(got.size, sizeof text + 1);
    lob_llm_scan_close(&scan);
}

static void the_cut_keeps_whole_characters(void **state) {
    static found got;
    static char text[LOB_LLM_SCAN_HELD_MAX + 1];
    lob_llm_scan scan;
    (void)state;
    lob_llm_scan_open(&scan);
    memset(text, 'x', sizeof text);
    text[0] = '{';
    text[1] = '{';
    memcpy(text + sizeof text - LOB_LLM_SCAN_KEPT - 1, "\xc3\xa4{", 3); /* the cut falls between the bytes */
    assert_true(lob_llm_scan_feed(&scan, (lob_str){text, sizeof text}, keep, &got));
    assert_int_equal(scan.text.data[0], '{');
    assert_int_equal(scan.depth, 1);
    assert_int_equal(scan.text.size, LOB_LLM_SCAN_KEPT - 1);
    lob_llm_scan_close(&scan);
}

static bool refuse(void *arg, lob_str object) {
    (void)arg;
    (void)object;
    return false;
}

static void who_is_told_may_stop(void **state) {
    lob_llm_scan scan;
    (void)state;
    lob_llm_scan_open(&scan);
    assert_true(lob_llm_scan_feed(&scan, LOB_STR(""), refuse, NULL));
    assert_true(lob_llm_scan_feed(&scan, LOB_STR("{\"a\":"), refuse, NULL));
    assert_false(lob_llm_scan_feed(&scan, LOB_STR("1}"), refuse, NULL));
    lob_llm_scan_close(&scan);
}

static bool attempt(void *arg) {
    static char text[9000];
    static found got;
    lob_llm_scan scan;
    (void)arg;
    got.size = 0;
    memset(text, '{', sizeof text);
    lob_llm_scan_open(&scan);
    bool fine = lob_llm_scan_feed(&scan, LOB_STR("{\"a\""), keep, &got) &&
                lob_llm_scan_feed(&scan, (lob_str){text, sizeof text}, keep, &got);
    lob_llm_scan_close(&scan);
    return fine;
}

static void without_memory(void **state) {
    (void)state;
    assert_ge(sweep_allocations(attempt, NULL), 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_cut_gives_the_same_objects),
        cmocka_unit_test(objects_among_prose),
        cmocka_unit_test(what_is_never_finished_is_dropped),
        cmocka_unit_test(the_cut_keeps_whole_characters),
        cmocka_unit_test(who_is_told_may_stop),
        cmocka_unit_test(without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
