/* Our connectivity against the rule of SiEPIC-Tools, as tests/oracle/connect_siepic.py finds it with KLayout alone.
 *
 *   connect EXPECTED.json[.gz] FOLDER     every layout of the list, below FOLDER
 *
 * For each top cell the places where two optical ports meet, where one is left alone, and where there are more than two
 * must be the same, place by place. Which pins a file has, on 1/10 or in older ones on 69/0, is detected. One line a
 * difference, then "N passed, N failed, N skipped".
 */
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/read.h"
#include "pic/connect.h"
#include "tests/corpus/view.h"

enum { LINES_MAX = 40, PORTS_MAX = 1000000 };

typedef struct run {
    lob_ctx *ctx;
    const char *file;
    unsigned lines, passed, failed, skipped;
    uint64_t connected, open;
} run;

static void differ(run *r, const char *cell, const char *what, double ours, double theirs) {
    r->failed++;
    if (r->lines++ < LINES_MAX) {
        printf("  FAIL %s %s: %s %.9g, KLayout %.9g\n", r->file, cell, what, ours, theirs);
    }
}

/* ---- places ---- */

typedef struct places {
    lob_vec2 *items;
    uint32_t count;
} places;

static int by_place(const void *a, const void *b) {
    const lob_vec2 *p = a, *q = b;
    return p->x != q->x ? (p->x < q->x ? -1 : 1) : p->y < q->y ? -1 : p->y > q->y;
}

static void add(places *list, lob_vec2 at) {
    list->items[list->count++] = at;
}

/* Half a unit either way: the list of expectations is rounded to halves. */
static void compare(run *r, const char *cell, const char *what, places *ours, const cJSON *theirs) {
    if (ours->count > 0) {
        qsort(ours->items, ours->count, sizeof *ours->items, by_place);
    }
    if ((int)ours->count != cJSON_GetArraySize(theirs)) {
        differ(r, cell, what, ours->count, cJSON_GetArraySize(theirs));
        return;
    }
    bool *is_taken = lob_arena_zalloc(r->ctx->arena, ours->count + 1, sizeof *is_taken);
    const cJSON *place;
    if (!is_taken) {
        view_die("out of memory");
    }
    cJSON_ArrayForEach(place, theirs) {
        const double x = cJSON_GetArrayItem(place, 0)->valuedouble, y = cJSON_GetArrayItem(place, 1)->valuedouble;
        uint32_t i = 0;
        while (i < ours->count &&
               (is_taken[i] || fabs(ours->items[i].x - x) > 0.75 || fabs(ours->items[i].y - y) > 0.75)) {
            i++;
        }
        if (i == ours->count) {
            differ(r, cell, what, NAN, x);
        } else {
            is_taken[i] = true;
            r->passed++;
        }
    }
    r->passed++;
}

/* ---- a cell ---- */

static lob_status ask(run *r, const lob_layout *layout, lob_pic *pic, lob_cell_index cell, lob_connect_question *q,
                      lob_connectivity *found) {
    const lob_pic_query query = {.cell = cell,
                                 .window = LOB_WALK_EVERYTHING,
                                 .depth_max = UINT32_MAX,
                                 .limit = PORTS_MAX,
                                 .type = LOB_STR("optical")};
    lob_ports ports;
    lob_components components;
    LOB_TRY(lob_pic_ports(r->ctx, pic, &query, &ports));
    LOB_TRY(lob_pic_components(r->ctx, pic, &query, &components));
    *q = (lob_connect_question){.ports = ports.items,
                                .port_count = ports.count,
                                .components = components.items,
                                .component_count = components.count,
                                .connect = lob_pic_connect(pic),
                                .window = LOB_WALK_EVERYTHING,
                                .kinds = (1u << LOB_FINDING_KIND_COUNT) - 1,
                                .layout = layout,
                                .cell = cell};
    q->guides = lob_pic_guide_layers(pic, &q->guide_count);
    return lob_connect_check(r->ctx, q, found);
}

static bool meets(const lob_connectivity *found, uint32_t port) {
    for (uint32_t i = 0; i < found->count; i++) {
        const lob_finding *f = &found->items[i];
        for (uint32_t p = 0; p < f->port_count && p < LOB_FINDING_PORTS_KEPT; p++) {
            if (f->ports[p] == port) {
                return true;
            }
        }
    }
    return false;
}

static void check_cell(run *r, const lob_layout *layout, lob_pic *pic, const cJSON *expected) {
    const char *name = view_get(expected, "cell")->valuestring;
    const lob_cell_index cell = lob_layout_find_cell(layout, lob_str_from(name));
    lob_connect_question q;
    lob_connectivity found;
    if (cell == LOB_NONE || ask(r, layout, pic, cell, &q, &found) != LOB_OK) {
        differ(r, name, "not checked", NAN, NAN);
        return;
    }
    places joined = {.items = lob_arena_zalloc(r->ctx->arena, q.port_count + 1, sizeof(lob_vec2))};
    places alone = {.items = lob_arena_zalloc(r->ctx->arena, q.port_count + 1, sizeof(lob_vec2))};
    places crowded = {.items = lob_arena_zalloc(r->ctx->arena, q.port_count + 1, sizeof(lob_vec2))};
    if (!joined.items || !alone.items || !crowded.items) {
        view_die("out of memory");
    }
    for (uint32_t i = 0; i < q.port_count; i++) {
        if (q.ports[i].depth == 0 && !meets(&found, i)) { /* of a top that is a component: for us no finding */
            add(&alone, q.ports[i].at);
        }
    }
    for (uint32_t i = 0; i < found.count; i++) {
        const lob_finding *f = &found.items[i];
        switch (f->kind) {
        case LOB_FIND_CONNECTED:
        case LOB_FIND_LAYER: /* which layer a port is of, SiEPIC-Tools do not ask */
            add(&joined, f->at);
            break;
        case LOB_FIND_DANGLING:
        case LOB_FIND_UNMATCHED_GEOMETRY:
        case LOB_FIND_ANGLE:
        case LOB_FIND_NEAR_MISS:
            for (uint32_t p = 0; p < f->port_count; p++) {
                add(&alone, q.ports[f->ports[p]].at);
            }
            break;
        case LOB_FIND_OVERLOADED:
            add(&crowded, f->at);
            break;
        default:
            break;
        }
    }
    compare(r, name, "connected", &joined, view_get(expected, "connected"));
    compare(r, name, "open", &alone, view_get(expected, "open"));
    compare(r, name, "crowded", &crowded, view_get(expected, "crowded"));
    r->connected += joined.count;
    r->open += alone.count;
}

static void check_layout(run *r, const char *path, const cJSON *row) {
    const lob_read_options options = {.inflated_max = 2000000000};
    lob_read_result result = {0};
    lob_pic *pic = NULL;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || lob_read_layout(r->ctx, fd, &options, &result) != LOB_OK) {
        r->skipped++; /* what is refused is the reader's business: compare.c */
    } else if (lob_pic_open(r->ctx, result.layout, NULL, &pic) != LOB_OK) {
        differ(r, "", r->ctx->error.message, NAN, NAN);
    } else {
        const cJSON *cell;
        cJSON_ArrayForEach(cell, view_get(row, "cells")) {
            check_cell(r, result.layout, pic, cell);
        }
    }
    lob_pic_drop(pic);
    lob_layout_drop(result.layout);
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fprintf(stderr, "connect: a list of expectations, and the folder of its layouts\n");
        return 2;
    }
    run r = {0};
    view_totals totals = {0};
    view_check c = {.path = argv[1], .arena = lob_arena_new(0), .totals = &totals};
    cJSON *rows = view_load(&c, argv[1]);
    const cJSON *row;
    cJSON_ArrayForEach(row, rows) {
        char path[4096];
        lob_arena *arena = lob_arena_new(0);
        lob_ctx ctx;
        lob_ctx_init(&ctx, arena);
        r.ctx = &ctx;
        r.file = view_get(row, "file")->valuestring;
        snprintf(path, sizeof path, "%s/%s", argv[2], r.file);
        check_layout(&r, path, row);
        lob_arena_drop(arena);
    }
    cJSON_Delete(rows);
    lob_arena_drop(c.arena);
    printf("  connectivity: %llu pairs of pins connected, %llu pins open\n", (unsigned long long)r.connected,
           (unsigned long long)r.open);
    printf("%u passed, %u failed, %u skipped\n", r.passed, r.failed, r.skipped);
    return r.failed || r.passed == 0;
}
