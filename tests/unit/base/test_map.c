/* Maps against a plain array. */
#include "tests/support/lob_test.h"

#include "sweep.h"

#include "base/map.h"

enum { COUNT = 5000 };

static void test_names(void **state) {
    (void)state;
    static char names[COUNT][24];
    lob_name_map map;
    uint32_t found;
    lob_name_map_init(&map);
    assert_int_equal(lob_name_map_find(&map, LOB_STR("x")), LOB_MAP_NONE);
    for (uint32_t i = 0; i < COUNT; i++) {
        size_t size = (size_t)snprintf(names[i], sizeof names[i], "cell%c%u", i % 2 ? '\0' : '_', i);
        assert_true(lob_name_map_add(&map, (lob_str){names[i], size}, i, &found));
        assert_int_equal(found, i);
        assert_int_equal(map.count, i + 1);
    }
    for (uint32_t i = 0; i < COUNT; i++) {
        char copy[24];
        size_t size = (size_t)snprintf(copy, sizeof copy, "cell%c%u", i % 2 ? '\0' : '_', i);
        assert_int_equal(lob_name_map_find(&map, (lob_str){copy, size}), i);
        assert_true(lob_name_map_add(&map, (lob_str){copy, size}, 7, &found));
        assert_int_equal(found, i); /* the first value stays */
    }
    assert_int_equal(map.count, COUNT);
    assert_int_equal(lob_name_map_find(&map, LOB_STR("cell_")), LOB_MAP_NONE);
    assert_true(lob_name_map_add(&map, LOB_STR(""), 1, &found));
    assert_int_equal(lob_name_map_find(&map, (lob_str){NULL, 0}), 1);
    lob_name_map_release(&map);
    assert_int_equal(map.count, 0);
}

static void test_ids(void **state) {
    (void)state;
    lob_id_map map;
    uint32_t found;
    lob_id_map_init(&map);
    assert_int_equal(lob_id_map_find(&map, 0), LOB_MAP_NONE);
    for (uint32_t i = 0; i < COUNT; i++) {
        uint64_t key = i % 2 ? (uint64_t)i << 40 : i; /* both ends of the word */
        assert_true(lob_id_map_add(&map, key, i, &found));
        assert_true(lob_id_map_add(&map, key, 9, &found));
        assert_int_equal(found, i);
    }
    for (uint32_t i = 0; i < COUNT; i++) {
        assert_int_equal(lob_id_map_find(&map, i % 2 ? (uint64_t)i << 40 : i), i);
    }
    assert_int_equal(lob_id_map_find(&map, UINT64_MAX), LOB_MAP_NONE);
    assert_int_equal(map.count, COUNT);
    lob_id_map_release(&map);
}

static bool fill(void *arg) {
    (void)arg;
    lob_name_map names;
    lob_id_map ids;
    lob_name_map_init(&names);
    lob_id_map_init(&ids);
    static const char text[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    bool fine = true;
    for (uint32_t i = 0; i < 60; i++) {
        uint32_t found;
        fine = lob_name_map_add(&names, (lob_str){text, i}, i, &found) && lob_id_map_add(&ids, i, i, &found) && fine;
    }
    for (uint32_t i = 0; fine && i < 60; i++) {
        fine = lob_name_map_find(&names, (lob_str){text, i}) == i && lob_id_map_find(&ids, i) == i;
    }
    lob_name_map_release(&names);
    lob_id_map_release(&ids);
    return fine;
}

static void test_out_of_memory(void **state) {
    (void)state;
    assert_ge(sweep_allocations(fill, NULL), 6);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_names), cmocka_unit_test(test_ids),
                                       cmocka_unit_test(test_out_of_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
