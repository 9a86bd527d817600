/* Two views of a layout, ours and KLayout's as JSON, held against each other value by value. Every difference is a
 * printed line and counts in view_check. */
#ifndef LOB_TESTS_CORPUS_VIEW_H
#define LOB_TESTS_CORPUS_VIEW_H

#include <cjson/cJSON.h>

#include "base/err.h"
#include "db/layout.h"

enum { VIEW_LINES_MAX = 12 }; /* differences shown a file */

typedef struct view_totals {
    unsigned passed, failed, skipped, accepted, refused;
    unsigned merged_same, merged_close, merged_skipped; /* areas of layers */
} view_totals;

typedef struct view_check {
    const char *path;
    lob_arena *arena;
    const lob_layout *layout;
    unsigned lines;      /* differences so far */
    bool is_known;       /* the file is a listed exception */
    bool has_coincident; /* repetitions with members in one place */
    view_totals *totals;
} view_check;

/* Things to be sorted and hashed together: sorted by name, then by the numbers, hashed as text. */
typedef struct view_line {
    const char *name;
    double key[10];
    unsigned keys;
    const char *text; /* what goes into the hash, without line end */
} view_line;

typedef struct view_lines {
    view_line *items;
    size_t count, capacity;
} view_lines;

void view_die(const char *what) __attribute__((noreturn)); /* leaves with 2 */
void *view_need(view_check *c, size_t count, size_t size);
void view_differ(view_check *c, const char *cell, const char *field, const char *ours, const char *theirs);
const cJSON *view_get(const cJSON *object, const char *key);
void view_same_number(view_check *c, const char *cell, const char *field, double ours, const cJSON *theirs,
                      double tolerance);
void view_same_text(view_check *c, const char *cell, const char *field, const char *ours, const cJSON *theirs);
void view_same_box(view_check *c, const char *cell, const char *field, lob_box64 ours, const cJSON *theirs);
const char *view_safe_name(view_check *c, lob_str name);
view_line *view_add_line(view_check *c, view_lines *list);
int view_compare_lines(const void *a, const void *b);
void view_same_hash(view_check *c, const char *cell, const char *field, view_lines *list, const cJSON *theirs);
void view_show_lines(view_check *c, const char *cell, const char *field, const view_lines *list, const cJSON *theirs,
                     int parts);
/* The JSON of a file, inflated when it is gzip; NULL when it cannot be read. Drop with cJSON_Delete(). */
cJSON *view_load(view_check *c, const char *path);

/* Calls `check` for each EXPECTED/PATH.json[.gz] in order of names, with LAYOUTS/PATH. */
void view_each(const char *layouts, const char *expected,
               void (*check)(void *arg, const char *layout_path, const char *expected_path), void *arg);

/* A comparison of layouts with values of KLayout that lie in a folder beside them. */
typedef struct view_work {
    const char *folder;  /* below CORPUS/expected */
    const char *missing; /* said when it is not there: a skip; NULL: the end */
    const char *member;  /* expected values without it are skipped */
    const char *(*skips)(const char *path, const cJSON *expected); /* why a layout is; "": it need not be said */
    void (*check)(view_check *c, lob_ctx *ctx, const cJSON *expected);
} view_work;

/* The words are CORPUS, or LAYOUT EXPECTED.json and so on. False: neither. */
bool view_run(const view_work *work, int argc, char **argv, view_totals *totals);

#endif
