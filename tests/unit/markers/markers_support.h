/* Lists of markers from reports written down in the tests. */
#ifndef TESTS_UNIT_MARKERS_MARKERS_SUPPORT_H
#define TESTS_UNIT_MARKERS_MARKERS_SUPPORT_H

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/sweep.h"
#include "markers/export.h"
#include "json/reader.h"

#define UNUSED_OK __attribute__((unused))
#define DBU       0.001

#define REPORT(categories, cells, items)                                                                               \
    "<report-database><top-cell>TOP</top-cell><categories>" categories "</categories><cells>" cells                    \
    "</cells><items>" items "</items></report-database>"
#define RULE(name, about)  "<category><name>" name "</name><description>" about "</description></category>"
#define CELL(name)         "<cell><name>" name "</name></cell>"
#define PLACED(name, refs) "<cell><name>" name "</name><references>" refs "</references></cell>"
#define REF(parent, trans) "<ref><parent>" parent "</parent><trans>" trans "</trans></ref>"
#define VALUE(text)        "<value>" text "</value>"
#define ITEM_OF(rule, cell, values)                                                                                    \
    "<item><tags/><category>" rule "</category><cell>" cell                                                            \
    "</cell><visited>false</visited><multiplicity>1</multiplicity><values>" values "</values></item>"
#define ITEM(rule, cell, value) ITEM_OF(rule, cell, VALUE(value))

static lob_arena *arena;
static lob_ctx ctx;

static UNUSED_OK int setup(void **state) {
    (void)state;
    lob_json_init();
    arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    return arena ? 0 : -1;
}

static UNUSED_OK int teardown(void **state) {
    (void)state;
    lob_arena_drop(arena);
    return 0;
}

static UNUSED_OK lob_status try_markers(lob_ctx *on, lob_str text, uint32_t count_max, lob_markers **markers) {
    lob_source *source = NULL;
    lob_rdb rdb;
    LOB_TRY(lob_source_open_memory(on, text.data, text.size, &(lob_source_options){0}, &source));
    const lob_rdb_options options = {.refusal = LOB_E_DRC_RUN_FAILED};
    lob_status status = lob_rdb_read(on, source, &options, &rdb);
    lob_source_close(source);
    return status == LOB_OK ? lob_markers_make(on, &rdb, DBU, count_max, markers) : status;
}

static UNUSED_OK lob_markers *markers_of(lob_str text) {
    lob_markers *markers = NULL;
    const lob_status status = try_markers(&ctx, text, 0, &markers);
    if (status != LOB_OK) {
        print_error("%s\n", ctx.error.message);
    }
    assert_int_equal(status, LOB_OK);
    return markers;
}

static UNUSED_OK bool is_box(lob_um_box box, double left, double bottom, double right, double top) {
    return fabs(box.left - left) < 2e-5 && fabs(box.bottom - bottom) < 2e-5 && fabs(box.right - right) < 2e-5 &&
           fabs(box.top - top) < 2e-5;
}

static UNUSED_OK bool detail_is(const char *key, const char *value) {
    for (unsigned i = 0; i < ctx.error.detail_count; i++) {
        if (ctx.error.details[i].is_text && strcmp(ctx.error.details[i].key, key) == 0) {
            return lob_str_equal(ctx.error.details[i].text, lob_str_from(value));
        }
    }
    return false;
}

/* A million ways to shuffle, the same on every machine. */
static UNUSED_OK uint32_t next_random(uint64_t *seed) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 33);
}

#endif
