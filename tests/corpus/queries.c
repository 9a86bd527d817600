/* Our region queries against KLayout's counts, as the corpus stores them: by bounding box and by exact polygon.
 *
 *   queries CORPUS     every CORPUS/expected/region_query/...json[.gz]
 *
 * Where the counts of a layer differ, each difference must have its reason: a figure without area (KLayout wants it
 * strictly inside), one under an angle off the axes (KLayout compares boxes in the leaf's coordinates), an overlap so
 * thin that KLayout rounds it away, members of a repetition in one place (KLayout reads one). So ours is the upper
 * bound and what is left without these figures the lower one. One line a difference beyond that, then the totals.
 */
#include <fcntl.h>
#include <fts.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/figure.h"
#include "io/read.h"
#include "query/query.h"
#include "tests/corpus/view.h"

enum { THIN_AREA = 50, RING_MAX = 70000 }; /* dbu2 */

typedef struct run {
    const char *corpus;
    unsigned passed, failed, skipped, equal, explained;
} run;

typedef struct seen { /* hits that only differ in the member of a repetition, in one place, are one */
    const lob_shapes *shapes;
    lob_kind kind;
    uint32_t index;
    lob_box64 box;
    bool is_doubtful;
} seen;

static int compare_seen(const void *a, const void *b) {
    const seen *x = a, *y = b;
    if (x->shapes != y->shapes) {
        return x->shapes < y->shapes ? -1 : 1;
    }
    if (x->kind != y->kind || x->index != y->index) {
        return x->kind != y->kind ? (int)x->kind - (int)y->kind : x->index < y->index ? -1 : 1;
    }
    return memcmp(&x->box, &y->box, sizeof x->box);
}

/* ---- area in the window: a ring cut at one side after another (Sutherland and Hodgman 1974) ---- */

typedef struct corner {
    double x, y;
} corner;

static uint32_t cut(const corner *in, uint32_t count, corner *out, double a, double b, double c) {
    uint32_t kept = 0; /* a x + b y >= c stays */
    for (uint32_t i = 0; i < count; i++) {
        corner p = in[i], q = in[i + 1 < count ? i + 1 : 0];
        double u = a * p.x + b * p.y - c, v = a * q.x + b * q.y - c;
        if (u >= 0) {
            out[kept++] = p;
        }
        if ((u >= 0) != (v >= 0)) {
            double at = u / (u - v);
            out[kept++] = (corner){p.x + at * (q.x - p.x), p.y + at * (q.y - p.y)};
        }
    }
    return kept;
}

static double area_in(const lob_point64 *ring, uint32_t count, lob_box64 w) {
    static corner one[2 * RING_MAX], two[2 * RING_MAX];
    if (count > RING_MAX / 16) {
        return INFINITY;
    }
    for (uint32_t i = 0; i < count; i++) {
        one[i] = (corner){(double)(ring[i].x - w.left), (double)(ring[i].y - w.bottom)};
    }
    count = cut(one, count, two, 1, 0, 0);
    count = cut(two, count, one, -1, 0, -(double)(w.right - w.left));
    count = cut(one, count, two, 0, 1, 0);
    count = cut(two, count, one, 0, -1, -(double)(w.top - w.bottom));
    double twice = 0;
    for (uint32_t i = 0; i < count; i++) {
        corner p = one[i], q = one[i + 1 < count ? i + 1 : 0];
        twice += p.x * q.y - q.x * p.y;
    }
    return fabs(twice / 2);
}

/* ---- one layer ---- */

static bool is_doubtful(lob_ctx *ctx, const lob_query *q, const lob_hit *hit) {
    if (hit->box.left == hit->box.right || hit->box.bottom == hit->box.top ||
        (!q->by_geometry && !hit->trans->is_orthogonal)) {
        return true;
    }
    lob_figure f;
    return q->by_geometry && (lob_figure_make(ctx, q->layout, hit->shapes, hit->kind, hit->index, hit->member,
                                              hit->trans, &f) != LOB_OK ||
                              area_in(f.ring, f.ring_count, q->window) < THIN_AREA);
}

/* How many of the hits KLayout must see as well. */
static uint64_t certain_count(lob_ctx *ctx, const lob_query *q, lob_layer_index layer, uint64_t most) {
    lob_query one = *q;
    lob_query_counts counts;
    lob_found_page page;
    one.layers = &layer;
    one.layer_count = 1;
    if (lob_query_count(ctx, &one, &counts) != LOB_OK ||
        lob_query_page(ctx, &one, &counts, LOB_FIND_SHAPES, NULL, most, &page) != LOB_OK || page.count != most) {
        return UINT64_MAX;
    }
    seen *list = lob_arena_zalloc(ctx->arena, page.count + 1, sizeof *list);
    uint64_t certain = 0;
    for (size_t i = 0; list && i < page.count; i++) {
        const lob_found *f = &page.items[i];
        const lob_hit hit = {.shapes = f->shapes,
                             .kind = f->kind,
                             .index = f->index,
                             .member = f->member,
                             .box = f->box,
                             .trans = &f->trans};
        list[i] = (seen){f->shapes, f->kind, f->index, f->box, is_doubtful(ctx, q, &hit)};
    }
    qsort(list, page.count, sizeof *list, compare_seen);
    for (size_t i = 0; i < page.count; i++) {
        certain += !list[i].is_doubtful && (i == 0 || compare_seen(&list[i - 1], &list[i]) != 0);
    }
    return certain;
}

static uint64_t expected_on(const cJSON *layers, const lob_layer *layer) {
    char key[32];
    uint64_t sum = 0;
    snprintf(key, sizeof key, "%u/%u", layer->layer, layer->datatype);
    const cJSON *e = view_get(layers, key), *kind;
    if (cJSON_IsNumber(e)) {
        return (uint64_t)e->valuedouble;
    }
    cJSON_ArrayForEach(kind, e) {
        sum += strcmp(kind->string, "text") == 0 ? 0 : (uint64_t)kind->valuedouble;
    }
    return sum;
}

static void check_counts(run *r, lob_ctx *ctx, const char *path, const lob_query *q, const cJSON *layers) {
    lob_query_counts counts;
    if (lob_query_count(ctx, q, &counts) != LOB_OK || counts.is_lower_bound) {
        printf("  FAIL %s: %s\n", path, ctx->error.message);
        r->failed++;
        return;
    }
    for (uint32_t i = 0; i < lob_layout_layer_count(q->layout); i++) {
        uint64_t theirs = expected_on(layers, lob_layout_layer(q->layout, i)), ours = counts.shapes_of[i];
        r->equal += theirs == ours && ours > 0;
        if (theirs == ours) {
            r->passed++;
            continue;
        }
        uint64_t least = theirs < ours ? certain_count(ctx, q, i, ours) : UINT64_MAX;
        bool fine = least <= theirs;
        r->explained += fine;
        r->passed += fine;
        r->failed += !fine;
        if (!fine) {
            const lob_layer *layer = lob_layout_layer(q->layout, i);
            printf("  FAIL %s %s [%lld,%lld,%lld,%lld] %u/%u: ours %llu, certain %llu, theirs %llu\n", path,
                   q->by_geometry ? "geometry" : "bbox", (long long)q->window.left, (long long)q->window.bottom,
                   (long long)q->window.right, (long long)q->window.top, layer->layer, layer->datatype,
                   (unsigned long long)ours, (unsigned long long)least, (unsigned long long)theirs);
        }
    }
}

/* ---- one file ---- */

static void check_window(run *r, const char *path, const lob_layout *layout, lob_cell_index cell, const cJSON *query) {
    const cJSON *box = view_get(query, "box"), *counts = view_get(query, "counts");
    int64_t v[4];
    for (int i = 0; i < 4; i++) {
        v[i] = (int64_t)cJSON_GetArrayItem(box, i)->valuedouble;
    }
    for (int k = 0; counts && v[0] < v[2] && v[1] < v[3] && k < 2; k++) {
        const cJSON *layers = view_get(counts, k ? "exact_overlapping" : "bbox_overlapping");
        if (cJSON_IsString(layers)) { /* KLayout was not asked */
            continue;
        }
        lob_arena *arena = lob_arena_new(0);
        lob_ctx ctx;
        lob_ctx_init(&ctx, arena);
        const lob_query q = {.layout = layout, .cell = cell, .window = {v[0], v[1], v[2], v[3]}, .by_geometry = k == 1};
        check_counts(r, &ctx, path, &q, layers);
        lob_arena_drop(arena);
    }
}

/* KLayout's 32-bit boxes wrap in a layout wider than 2^31. */
static bool is_too_wide(const lob_cell *cell) {
    return cell->box.right - cell->box.left > INT32_MAX || cell->box.top - cell->box.bottom > INT32_MAX;
}

static void check_layout(run *r, const char *path, const char *name, const cJSON *expected) {
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    const lob_read_options options = {.inflated_max = 2000000000};
    lob_read_result result = {0};
    const cJSON *top = view_get(expected, "cell"), *query;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (!cJSON_IsString(top) || fd < 0 || lob_read_layout(&ctx, fd, &options, &result) != LOB_OK) {
        r->skipped++; /* what is refused is the reader's business: compare.c */
    } else {
        lob_cell_index cell = lob_layout_find_cell(result.layout, lob_str_from(top->valuestring));
        cJSON_ArrayForEach(query, view_get(expected, "queries")) {
            if (cell != LOB_NONE && !is_too_wide(lob_layout_cell(result.layout, cell))) {
                check_window(r, name, result.layout, cell, query);
            }
        }
    }
    lob_layout_drop(result.layout);
    lob_arena_drop(arena);
}

static void check_file(run *r, const char *expected_path, const char *name) {
    char path[4096];
    size_t size = strlen(name);
    size -= size > 3 && strcmp(name + size - 3, ".gz") == 0 ? 3 : 0;
    size -= size > 5 && strncmp(name + size - 5, ".json", 5) == 0 ? 5 : 0;
    snprintf(path, sizeof path, "%s/%.*s", r->corpus, (int)size, name);
    view_totals totals = {0};
    view_check c = {.path = expected_path, .arena = lob_arena_new(0), .totals = &totals};
    cJSON *expected = view_load(&c, expected_path);
    if (expected) {
        check_layout(r, path, name, expected);
    }
    cJSON_Delete(expected);
    lob_arena_drop(c.arena);
}

static int by_name(const FTSENT **a, const FTSENT **b) {
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "queries: the folder of the corpus\n");
        return 2;
    }
    char folder[4096];
    run r = {.corpus = argv[1]};
    snprintf(folder, sizeof folder, "%s/expected/region_query", argv[1]);
    char *const roots[] = {folder, NULL};
    FTS *tree = fts_open(roots, FTS_LOGICAL | FTS_NOCHDIR, by_name);
    for (FTSENT *e; tree && (e = fts_read(tree)) != NULL;) {
        if (e->fts_info == FTS_F) {
            check_file(&r, e->fts_accpath, e->fts_path + strlen(folder) + 1);
        }
    }
    if (tree) {
        fts_close(tree);
    }
    printf("  region queries: %u counts of layers equal, %u explained\n", r.equal, r.explained);
    printf("%u passed, %u failed, %u skipped\n", r.passed, r.failed, r.skipped);
    return r.failed || r.passed == 0;
}
