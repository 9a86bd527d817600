/* Pages from one command to the next: 6,370 cells of a file are listed by --cursor, each once and in order, and a
 * cursor fits no other file and no other question. Whole command lines with the real tools. */
#include "tests/support/lob_test.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "tests/unit/main/folder_rig.h"
#include "tests/unit/main/line_rig.h"
#include "json/reader.h"

enum { CELLS = 6370, CURSOR_SIZE = 128, PAGE_MAX = 2000 };

static void add_record(lob_buf *b, unsigned type, unsigned kind, const void *data, size_t size) {
    const size_t padded = size + (size & 1);
    const uint8_t head[4] = {(uint8_t)((padded + 4) >> 8), (uint8_t)(padded + 4), (uint8_t)type, (uint8_t)kind};
    lob_buf_add(b, head, 4);
    lob_buf_add(b, data, size);
    if (padded != size) {
        lob_buf_add_byte(b, 0);
    }
}

static void add_cell_begin(lob_buf *b, const char *name) {
    static const uint8_t dates[24] = {0, 70, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 70, 0, 1, 0, 1};
    add_record(b, 5, 2, dates, sizeof dates);
    add_record(b, 6, 6, name, strlen(name));
}

/* TOP places every other cell once; they stand in the file in another order than by name. */
static void put_layout(const char *path, int cells) {
    static const uint8_t dates[24] = {0, 70, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 70, 0, 1, 0, 1};
    static const uint8_t units[16] = {0x3e, 0x41, 0x89, 0x37, 0x4b, 0xc6, 0xa7, 0xf0,
                                      0x39, 0x44, 0xb8, 0x2f, 0xa0, 0x9b, 0x5a, 0x54};
    static const uint8_t origin[8] = {0};
    char name[16];
    lob_buf b;
    lob_buf_init(&b, 0);
    add_record(&b, 0, 2, (uint8_t[]){2, 0x58}, 2);
    add_record(&b, 1, 2, dates, sizeof dates);
    add_record(&b, 2, 6, "LIB", 3);
    add_record(&b, 3, 5, units, sizeof units);
    add_cell_begin(&b, "TOP");
    for (int i = 0; i < cells - 1; i++) {
        snprintf(name, sizeof name, "C%05d", i);
        add_record(&b, 10, 0, "", 0);
        add_record(&b, 0x12, 6, name, strlen(name));
        add_record(&b, 0x10, 3, origin, sizeof origin);
        add_record(&b, 0x11, 0, "", 0);
    }
    add_record(&b, 7, 0, "", 0);
    for (int i = cells - 2; i >= 0; i--) {
        snprintf(name, sizeof name, "C%05d", i);
        add_cell_begin(&b, name);
        add_record(&b, 7, 0, "", 0);
    }
    add_record(&b, 4, 0, "", 0);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_false(b.failed);
    assert_int_equal(write(fd, b.data, b.size), b.size);
    close(fd);
    lob_buf_release(&b);
}

static int setup(void **state) {
    (void)state;
    if (!folder_make("pages")) {
        return 1;
    }
    put_layout(in_folder("cells.gds"), CELLS);
    put_layout(in_folder("other.gds"), CELLS - 1);
    return 0;
}

static const char *environment(const char *name) {
    return strcmp(name, "TMPDIR") == 0 ? in_folder("tmp") : NULL;
}

/* list_cells of a file, with a limit and a cursor where they are given. The caller deletes. `complaint`: the command
 * fails and says that; NULL then. */
static cJSON *list(const char *file, const char *limit, const char *cursor, const char *complaint) {
    const char *words[10] = {"list_cells", "--path", file, "--max-chars", "3500000"};
    size_t count = 5;
    if (limit) {
        words[count++] = "--limit";
        words[count++] = limit;
    }
    if (cursor) {
        words[count++] = "--cursor";
        words[count++] = cursor;
    }
    rig r = rig_run_line(&(rig_line){.environment = environment}, words);
    lob_json_fault fault;
    cJSON *tree = NULL;
    assert_int_equal(r.code, complaint ? 1 : 0);
    if (complaint) {
        assert_int_equal(r.out_size, 0);
        assert_non_null(strstr(r.err, complaint));
    } else {
        tree = lob_json_parse((lob_str){r.out, r.out_size}, &fault);
        assert_non_null(tree);
    }
    rig_release(&r);
    return tree;
}

static const cJSON *member(const cJSON *tree, const char *name) {
    return cJSON_GetObjectItemCaseSensitive(tree, name);
}

/* Takes the page over: every cell is the next by name. False: it was the last one. */
static bool check_page(cJSON *page, int *given, char cursor[CURSOR_SIZE]) {
    const cJSON *cell, *next = member(page, "next_cursor");
    assert_int_equal(member(page, "cell_count")->valueint, CELLS);
    cJSON_ArrayForEach(cell, member(page, "cells")) {
        char name[16];
        snprintf(name, sizeof name, *given < CELLS - 1 ? "C%05d" : "TOP", *given);
        assert_string_equal(member(cell, "name")->valuestring, name);
        ++*given;
    }
    const bool has_more = next != NULL;
    assert_int_equal(member(member(page, "truncation"), "cells_dropped")->valueint, CELLS - *given);
    snprintf(cursor, CURSOR_SIZE, "%s", has_more ? next->valuestring : "");
    cJSON_Delete(page);
    return has_more;
}

static void test_all(void **state) {
    (void)state;
    const char *const file = in_folder("cells.gds");
    char path[128], cursor[CURSOR_SIZE], first[CURSOR_SIZE];
    int given = 0, pages = 1;
    snprintf(path, sizeof path, "%s", file);
    bool has_more = check_page(list(path, "2000", NULL, NULL), &given, cursor);
    strcpy(first, cursor);
    assert_int_equal(given, PAGE_MAX);
    for (; has_more; pages++) {
        has_more = check_page(list(path, "2000", cursor, NULL), &given, cursor);
    }
    assert_int_equal(given, CELLS);
    assert_int_equal(pages, 4);
    /* limits may differ from page to page, and the same cursor gives the same page again */
    given = PAGE_MAX;
    assert_true(check_page(list(path, NULL, first, NULL), &given, cursor));
    assert_int_equal(given, PAGE_MAX + 200);
}

/* Another file, and words that are no cursor. */
static void test_refused(void **state) {
    (void)state;
    char path[128], other[128], cursor[CURSOR_SIZE];
    int given = 0;
    snprintf(path, sizeof path, "%s", in_folder("cells.gds"));
    snprintf(other, sizeof other, "%s", in_folder("other.gds"));
    assert_true(check_page(list(path, "2000", NULL, NULL), &given, cursor));
    assert_null(list(other, "2000", cursor, "The cursor belongs to another layout, tool or question"));
    assert_null(list(path, "2000", "cur_0", "This is not a cursor of an answer"));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(test_all, setup, folder_remove),
                                       cmocka_unit_test_setup_teardown(test_refused, setup, folder_remove)};
    lob_json_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
