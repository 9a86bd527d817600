/* list_cells: a small hierarchy counted by hand; pages against the whole; names that are no UTF-8. */
#include "tests/support/lob_test.h"

#include "bench_rig.h"

#include "tests/support/stride.h"
#include "tool/cursor.h"

static void assert_counts(const cJSON *cell, const char *name, double insts, double shapes, double texts,
                          double all_insts, double all_shapes) {
    assert_string_equal(text_at(cell, "name"), name);
    assert_eq(number_at(cell, "child_instance_count"), insts);
    assert_eq(number_at(cell, "shape_count"), shapes);
    assert_eq(number_at(cell, "text_count"), texts);
    assert_eq(number_at(cell, "expanded_instance_count"), all_insts);
    assert_eq(number_at(cell, "expanded_shape_count"), all_shapes);
}

static void test_all(void **state) {
    (void)state;
    const char *id = open_session(&t, chip_file(&t), "TOP");
    cJSON *json = run(&t, LOB_OK, "list_cells", "{\"session_id\":\"%s\"}", id);
    assert_string_equal(text_at(json, "session_id"), id);
    assert_eq(number_at(json, "dbu"), 0.001);
    assert_eq(number_at(json, "cell_count"), 4);
    assert_int_equal(count_at(json, "cells"), 4);
    assert_counts(at(json, "cells/0"), "LEAF", 0, 2, 1, 0, 2);
    assert_counts(at(json, "cells/1"), "MID", 2, 0, 0, 7, 14);
    assert_counts(at(json, "cells/2"), "OTHER", 0, 0, 0, 0, 0);
    assert_counts(at(json, "cells/3"), "TOP", 1, 1, 0, 8, 15);
    assert_box(at(json, "cells/0"), 0, 0, 10, 20);
    assert_box(at(json, "cells/1"), 0, 0, 110, 80);
    assert_box(at(json, "cells/2"), 0, 0, 0, 0);
    assert_box(at(json, "cells/3"), 0, -2, 1110, 2000);
    assert_true(true_at(json, "cells/2/bbox_empty"));
    assert_null(find(json, "cells/0/bbox_empty"));
    assert_false(true_at(json, "cells/0/is_top"));
    assert_true(true_at(json, "cells/2/is_top"));
    assert_true(true_at(json, "cells/3/is_top"));
    assert_int_equal(count_at(json, "cells/1/children"), 1);
    assert_string_equal(text_at(json, "cells/1/children/0/cell"), "LEAF");
    assert_eq(number_at(json, "cells/1/children/0/count"), 7);
    assert_eq(number_at(json, "truncation/limit"), 200);
    assert_eq(number_at(json, "truncation/cells_dropped"), 0);
    assert_null(find(json, "next_cursor"));
    cJSON_Delete(json);
}

static void test_max_depth(void **state) {
    (void)state;
    const char *id = open_session(&t, chip_file(&t), NULL);
    static const char *const names[4][5] = {
        {"OTHER", "TOP"}, {"MID", "OTHER", "TOP"}, {"LEAF", "MID", "OTHER", "TOP"}, {"LEAF", "MID", "OTHER", "TOP"}};
    for (int depth = 0; depth < 4; depth++) {
        cJSON *json = run(&t, LOB_OK, "list_cells", "{\"session_id\":\"%s\",\"max_depth\":%d}", id, depth);
        int count = 0;
        for (; names[depth][count]; count++) {
            char path[32];
            snprintf(path, sizeof path, "cells/%d/name", count);
            assert_string_equal(text_at(json, path), names[depth][count]);
        }
        assert_int_equal(count_at(json, "cells"), count);
        assert_eq(number_at(json, "cell_count"), count);
        cJSON_Delete(json);
    }
    /* a selected top that others place counts as a top, too */
    id = open_session(&t, chip_file(&t), "LEAF");
    cJSON *json = run(&t, LOB_OK, "list_cells", "{\"session_id\":\"%s\",\"max_depth\":0}", id);
    assert_int_equal(count_at(json, "cells"), 3);
    assert_string_equal(text_at(json, "cells/0/name"), "LEAF");
    assert_false(true_at(json, "cells/0/is_top"));
    cJSON_Delete(json);
}

/* 437 cells under a chain and a fan: the pages of every size make up the whole, each cell once, in order. */
static const char *fan_file(void) {
    lob_buf b;
    char name[16];
    gds_begin(&b);
    gds_cell(&b, "ROOT");
    for (int i = 0; i < 436; i++) {
        snprintf(name, sizeof name, "C%03d", i * 7 % 436);
        gds_sref(&b, name, false, false, i, i);
        gds_element_end(&b);
    }
    gds_cell_end(&b);
    for (int i = 435; i >= 0; i--) {
        snprintf(name, sizeof name, "C%03d", i);
        gds_cell(&b, name);
        gds_cell_end(&b);
    }
    gds_end(&b);
    return bench_file(&t, "fan.gds", &b);
}

static void assert_pages(const char *id, int limit) {
    char cursor[128] = "", name[16];
    int given = 0;
    for (;;) {
        cJSON *json = cursor[0] ? run(&t, LOB_OK, "list_cells",
                                      "{\"session_id\":\"%s\",\"limit\":%d,\"cursor\":\"%s\"}", id, limit, cursor)
                                : run(&t, LOB_OK, "list_cells", "{\"session_id\":\"%s\",\"limit\":%d}", id, limit);
        const cJSON *cell;
        assert_gt(count_at(json, "cells"), 0);
        assert_le(count_at(json, "cells"), limit);
        cJSON_ArrayForEach(cell, at(json, "cells")) {
            snprintf(name, sizeof name, "C%03d", given);
            assert_string_equal(text_at(cell, "name"), given < 436 ? name : "ROOT");
            given++;
        }
        assert_eq(number_at(json, "cell_count"), 437);
        assert_eq(number_at(json, "truncation/cells_dropped"), 437 - given);
        assert_eq(number_at(json, "truncation/limit"), limit);
        const cJSON *next = find(json, "next_cursor");
        assert_int_equal(next != NULL, given < 437);
        snprintf(cursor, sizeof cursor, "%s", next ? next->valuestring : "");
        cJSON_Delete(json);
        if (!cursor[0]) {
            break;
        }
    }
    assert_int_equal(given, 437);
}

static void test_pages(void **state) {
    (void)state;
    const char *id = open_session(&t, fan_file(), NULL);
    static const int limits[] = {1, 2, 50, 200, 436, 437, 438, 5000};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        lob_case("%d", limits[i]);
        assert_pages(id, limits[i]);
    }
    cJSON *json = run(&t, LOB_OK, "list_cells", "{\"session_id\":\"%s\",\"limit\":1,\"max_depth\":0}", id);
    assert_int_equal(count_at(json, "cells/0/children"), 32);
    assert_eq(number_at(json, "cells/0/children_dropped"), 436 - 32);
    assert_string_equal(text_at(json, "cells/0/children/31/cell"), "C031");
    cJSON_Delete(json);
    json = run(&t, LOB_OK, "list_cells", "{\"session_id\":\"%s\"}", id);
    assert_int_equal(count_at(json, "cells"), 200);
    cJSON_Delete(json);
}

/* What a message takes of an answer: as JSON, and as text in which quotes and backslashes are escaped once more. */
static void assert_fits_a_message(const cJSON *json) {
    char *text = cJSON_PrintUnformatted(json);
    assert_non_null(text);
    size_t size = 0;
    for (const char *at = text; *at; at++) {
        size += *at == '"' || *at == '\\' ? 3 : 2;
    }
    cJSON_free(text);
    assert_lt(size, 8u << 20);
}

/* 3000 cells whose names have 1000 characters, in one page of 12 MB if it could be: the message decides, not the limit
 * asked for, and the pages still make up the whole. */
static void test_pages_by_weight(void **state) {
    (void)state;
    enum { CELLS = 3000, NAME = 1000 };
    stride_skip(); /* megabytes of names; describe_cell's pages are cut by weight under valgrind as well */
    lob_buf b;
    char name[NAME + 1], cursor[128] = "";
    gds_begin(&b);
    memset(name, 'N', NAME);
    for (int i = 0; i < CELLS; i++) {
        snprintf(name, sizeof name, "%04d", i);
        name[4] = 'N';
        name[NAME] = '\0';
        gds_cell(&b, name);
        gds_cell_end(&b);
    }
    gds_end(&b);
    const char *id = open_session(&t, bench_file(&t, "heavy.gds", &b), NULL);
    int given = 0, pages = 0;
    do {
        cJSON *json = cursor[0] ? run(&t, LOB_OK, "list_cells",
                                      "{\"session_id\":\"%s\",\"limit\":5000,\"cursor\":\"%s\"}", id, cursor)
                                : run(&t, LOB_OK, "list_cells", "{\"session_id\":\"%s\",\"limit\":5000}", id);
        const cJSON *cell;
        cJSON_ArrayForEach(cell, at(json, "cells")) {
            assert_int_equal(atoi(text_at(cell, "name")), given);
            given++;
        }
        assert_fits_a_message(json);
        assert_eq(number_at(json, "truncation/cells_dropped"), CELLS - given);
        const cJSON *next = find(json, "next_cursor");
        snprintf(cursor, sizeof cursor, "%s", next ? next->valuestring : "");
        cJSON_Delete(json);
        pages++;
    } while (cursor[0]);
    assert_int_equal(given, CELLS);
    assert_eq(pages, 2); /* 6.5 MB of weight, 3 kB a cell */
}

static void assert_bad_cursor(const char *id, const char *more, const char *cursor) {
    cJSON *json =
        run(&t, LOB_E_INVALID_TARGET, "list_cells", "{\"session_id\":\"%s\"%s,\"cursor\":\"%s\"}", id, more, cursor);
    assert_string_equal(text_at(json, "details/argument"), "cursor");
    cJSON_Delete(json);
}

static void test_cursor_errors(void **state) {
    (void)state;
    const char *path = fan_file();
    char id[32], other[32], same[32];
    snprintf(id, sizeof id, "%s", open_session(&t, path, NULL));
    snprintf(same, sizeof same, "%s", open_session(&t, path, NULL));
    snprintf(other, sizeof other, "%s", open_session(&t, chip_file(&t), NULL));
    cJSON *json = run(&t, LOB_OK, "list_cells", "{\"session_id\":\"%s\",\"limit\":5}", id);
    char cursor[128];
    snprintf(cursor, sizeof cursor, "%s", text_at(json, "next_cursor"));
    cJSON_Delete(json);
    assert_bad_cursor(other, "", cursor);
    /* as good in another session on the same file */
    json = run(&t, LOB_OK, "list_cells", "{\"session_id\":\"%s\",\"cursor\":\"%s\"}", same, cursor);
    cJSON_Delete(json);
    assert_bad_cursor(id, ",\"max_depth\":1", cursor);
    assert_bad_cursor(id, "", "");
    assert_bad_cursor(id, "", "cur_0000000000000000");
    assert_bad_cursor(id, "", "5");
    /* of our own making, but beyond the end */
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    char binding[128], key[17];
    lob_session *session;
    assert_int_equal(lob_session_find(&ctx, t.sessions, lob_str_from(id), &session), LOB_OK);
    memcpy(key, session->key, sizeof key);
    lob_session_drop(session);
    snprintf(binding, sizeof binding, "list_cells %s -1 0 -1 -1", key);
    lob_str text;
    assert_int_equal(lob_cursor_print_position(&ctx, 437, lob_str_from(binding), &text), LOB_OK);
    assert_bad_cursor(id, "", text.data);
    assert_int_equal(lob_cursor_print_position(&ctx, UINT64_MAX, lob_str_from(binding), &text), LOB_OK);
    assert_bad_cursor(id, "", text.data);
    assert_int_equal(lob_cursor_print_position(&ctx, 436, lob_str_from(binding), &text), LOB_OK);
    json = run(&t, LOB_OK, "list_cells", "{\"session_id\":\"%s\",\"cursor\":\"%s\"}", id, text.data);
    assert_string_equal(text_at(json, "cells/0/name"), "ROOT");
    cJSON_Delete(json);
    lob_arena_drop(arena);
}

static void test_argument_errors(void **state) {
    (void)state;
    const char *id = open_session(&t, chip_file(&t), NULL);
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "list_cells", "{\"session_id\":\"%s\",\"limit\":0}", id));
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "list_cells", "{\"session_id\":\"%s\",\"max_depth\":-1}", id));
    cJSON_Delete(run(&t, LOB_E_INVALID_TARGET, "list_cells", "{\"session_id\":\"%s\",\"depth\":1}", id));
    cJSON_Delete(run(&t, LOB_E_QUERY_TOO_LARGE, "list_cells", "{\"session_id\":\"%s\",\"limit\":5001}", id));
    cJSON_Delete(run(&t, LOB_E_SESSION_NOT_FOUND, "list_cells", "{\"session_id\":\"ses_000000000000\"}"));
}

/* Names of bytes that are no UTF-8, or that would do harm in a terminal, and a ghost. */
static void test_hostile_names(void **state) {
    (void)state;
    lob_buf b;
    gds_begin(&b);
    gds_cell_bytes(&b,
                   "A\xff"
                   "B",
                   3);
    gds_sref(&b, "GONE", false, false, 0, 0);
    gds_element_end(&b);
    gds_cell_end(&b);
    gds_cell(&b, "\x1b[31m\"\\\xe2\x80\xae");
    gds_cell_end(&b);
    gds_end(&b);
    const char *path = bench_file(&t, "hostile.gds", &b);
    const char *id = open_session(&t, path, NULL);
    cJSON *json = run(&t, LOB_OK, "list_cells", "{\"session_id\":\"%s\"}", id);
    assert_int_equal(count_at(json, "cells"), 3);
    assert_string_equal(text_at(json, "cells/0/name"), "\x1b[31m\"\\\xe2\x80\xae");
    assert_null(find(json, "cells/0/raw_hex"));
    assert_string_equal(text_at(json, "cells/1/name"), "A\xef\xbf\xbd"
                                                       "B");
    assert_string_equal(text_at(json, "cells/1/raw_hex"), "41ff42");
    assert_string_equal(text_at(json, "cells/2/name"), "GONE");
    assert_true(true_at(json, "cells/2/is_ghost"));
    assert_false(true_at(json, "cells/2/is_top"));
    cJSON_Delete(json);
    /* such a cell may be named as it was shown */
    json = run(&t, LOB_OK, "open_layout", "{\"path\":\"%s\",\"top_cell\":\"A\\ufffdB\"}", path);
    assert_string_equal(text_at(json, "selected_top_cell"), "A\xef\xbf\xbd"
                                                            "B");
    cJSON_Delete(json);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_all, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_max_depth, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_pages, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_pages_by_weight, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_cursor_errors, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_argument_errors, setup_bench, teardown),
        cmocka_unit_test_setup_teardown(test_hostile_names, setup_bench, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
