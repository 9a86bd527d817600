/* Our densities against KLayout's, as the oracle drc_native.py of the corpus wrote them: the merged area of a layer in
 * 5 x 5 windows over the box of what is merged.
 *
 *   density CORPUS     CORPUS/expected/drc_native/PATH.json[.gz] for CORPUS/PATH
 *   density LAYOUT EXPECTED.json ...
 *
 * Manhattan layers must agree exactly, in each window, and the windows must add up to the layer. Others: KLayout cuts
 * slanted edges at the border of a window on the grid and leaves halves of areas away; we cut nothing. So there each
 * window may differ by as much as the cut ends of its slanted edges move, and by what merging moves them
 * (tests/corpus/merged.c); the windows must add up to the layer nonetheless.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "db/figure.h"
#include "geom/region.h"
#include "query/density.h"
#include "tests/corpus/view.h"
#include "json/reader.h"

enum { GRID = 5 };

static unsigned long windows_same, windows_close;
static double worst_share;

static int64_t number(const cJSON *list, int index) {
    return (int64_t)cJSON_GetArrayItem(list, index)->valuedouble;
}

static lob_cell_index find_cell(view_check *c, const cJSON *name) {
    for (uint32_t i = 0; i < lob_layout_cell_count(c->layout); i++) {
        if (strcmp(view_safe_name(c, lob_layout_cell(c->layout, i)->name), name->valuestring) == 0) {
            return i;
        }
    }
    return LOB_NONE;
}

/* What is compared with: the layer merged as a whole. */
typedef struct merged_layer {
    const lob_edge64 *edges;
    uint32_t count;
    bool is_manhattan; /* every figure of it */
} merged_layer;

static bool is_ring_manhattan(const lob_figure *f) {
    for (uint32_t i = 0, j = f->ring_count - 1; i < f->ring_count; j = i++) {
        if (f->ring[i].x != f->ring[j].x && f->ring[i].y != f->ring[j].y) {
            return false;
        }
    }
    return true;
}

static void add_figures(lob_ctx *ctx, const lob_query *q, lob_region *region, merged_layer *m) {
    const lob_walk_options options = {.window = LOB_WALK_EVERYTHING,
                                      .what = LOB_WALK_SHAPES,
                                      .layers = q->layers,
                                      .layer_count = q->layer_count,
                                      .depth_max = UINT32_MAX};
    lob_walk *walk;
    const lob_hit *hit;
    lob_figure f;
    lob_status status = lob_walk_open(ctx, q->layout, q->cell, &options, &walk);
    while (status == LOB_OK && (status = lob_walk_next(walk, &hit)) == LOB_OK && hit) {
        status = lob_figure_make(ctx, q->layout, hit->shapes, hit->kind, hit->index, hit->member, hit->trans, &f);
        if (status == LOB_OK) {
            m->is_manhattan = m->is_manhattan && is_ring_manhattan(&f);
            status = lob_region_add(ctx, region, 0, f.ring, f.ring_count);
        }
    }
    if (status != LOB_OK) {
        view_die("the figures of a layer cannot be had");
    }
}

static merged_layer merge_layer(lob_ctx *ctx, const lob_query *q) {
    merged_layer m = {.is_manhattan = true};
    lob_region *region;
    if (lob_region_new(ctx, 1, &region) != LOB_OK) {
        view_die("out of memory");
    }
    add_figures(ctx, q, region, &m);
    if (lob_region_edges(ctx, region, LOB_REGION_OR, &m.edges, &m.count) != LOB_OK) {
        view_die("a layer cannot be merged");
    }
    return m;
}

/* Cuts from .. to of an edge at one side of a window; `cut` counts ends that were moved. */
static bool cut_at(double p, double d, double low, double high, double *from, double *to, int *cut) {
    if (d == 0) {
        return p >= low && p <= high;
    }
    const double a = (low - p) / d, b = (high - p) / d;
    const double enter = fmin(a, b), leave = fmax(a, b);
    *cut += (enter > *from) + (leave < *to);
    *from = fmax(*from, enter);
    *to = fmin(*to, leave);
    return *from < *to;
}

/* KLayout puts an end that is cut at the window on the grid, half a unit away at most: a triangle of half a unit by the
 * length of what is in the window, halved, for each such end. */
static double moved_by_cuts(const merged_layer *m, lob_box64 w) {
    double sum = 0;
    for (uint32_t i = 0; i < m->count; i++) {
        const lob_edge64 e = m->edges[i];
        const double dx = (double)(e.to.x - e.from.x), dy = (double)(e.to.y - e.from.y);
        double from = 0, to = 1;
        int cut = 0;
        if (dx != 0 && dy != 0 && cut_at((double)e.from.x, dx, (double)w.left, (double)w.right, &from, &to, &cut) &&
            cut_at((double)e.from.y, dy, (double)w.bottom, (double)w.top, &from, &to, &cut) && cut > 0) {
            sum += 0.25 * (cut > 2 ? 2 : cut) * hypot(dx, dy) * (to - from);
        }
    }
    return sum;
}

static void check_window(view_check *c, const cJSON *layer, const lob_density *d, const merged_layer *m, lob_box64 w,
                         size_t index, const cJSON *theirs) {
    const double perimeter = view_get(layer, "perimeter")->valuedouble;
    const double ours = d->areas[index];
    const double bound = m->is_manhattan ? 0 : 2 + moved_by_cuts(m, w) + 2 * d->area_error + 1e-3 * perimeter;
    view_same_number(c, layer->string, "density window", ours, theirs, bound);
    const bool is_same = ours == theirs->valuedouble;
    windows_same += is_same;
    windows_close += !is_same;
    worst_share = is_same ? worst_share : fmax(worst_share, fabs(ours - theirs->valuedouble) / bound);
}

static void check_windows(view_check *c, const cJSON *layer, const lob_windows *x, const lob_windows *y,
                          const lob_density *d, const merged_layer *m) {
    const cJSON *rows = view_get(view_get(layer, "density"), "area");
    for (uint32_t row = 0; row < GRID; row++) {
        for (uint32_t column = 0; column < GRID; column++) {
            const lob_box64 w = {lob_windows_low(x, column), lob_windows_low(y, row), lob_windows_high(x, column),
                                 lob_windows_high(y, row)};
            check_window(c, layer, d, m, w, row * GRID + column,
                         cJSON_GetArrayItem(cJSON_GetArrayItem(rows, (int)row), (int)column));
        }
    }
    const double perimeter = view_get(layer, "perimeter")->valuedouble;
    view_same_number(c, layer->string, "sum of windows", d->total, view_get(layer, "area"),
                     m->is_manhattan ? 0 : 2 + 2 * d->area_error + 1e-3 * perimeter);
}

static void check_layer(view_check *c, lob_ctx *ctx, lob_cell_index cell, const cJSON *layer) {
    uint32_t number_of = 0, datatype = 0;
    if (sscanf(layer->string, "%u/%u", &number_of, &datatype) != 2) {
        view_die("a layer is no layer");
    }
    lob_layer_index index = lob_layout_find_layer(c->layout, number_of, datatype);
    const cJSON *box = view_get(view_get(layer, "density"), "bbox");
    if (index == LOB_NONE || !cJSON_IsArray(box)) {
        view_differ(c, layer->string, "layer", index == LOB_NONE ? "absent" : "present", "with densities");
        return;
    }
    lob_query query = {.layout = c->layout, .cell = cell, .layers = &index, .layer_count = 1};
    const lob_windows x = {.from = number(box, 0), .to = number(box, 2), .count = GRID};
    const lob_windows y = {.from = number(box, 1), .to = number(box, 3), .count = GRID};
    lob_density density;
    if (lob_query_density(ctx, &query, &x, &y, &density) != LOB_OK) {
        view_differ(c, layer->string, "density", ctx->error.message, "a map");
        return;
    }
    const merged_layer merged = merge_layer(ctx, &query);
    check_windows(c, layer, &x, &y, &density, &merged);
}

static void check_layout(view_check *c, lob_ctx *ctx, const cJSON *expected) {
    lob_cell_index cell = find_cell(c, view_get(expected, "cell"));
    const cJSON *layer;
    if (cell == LOB_NONE) {
        view_differ(c, "", "cell", "absent", view_get(expected, "cell")->valuestring);
    } else {
        cJSON_ArrayForEach(layer, view_get(expected, "merged")) {
            check_layer(c, ctx, cell, layer);
        }
    }
    *(c->lines ? &c->totals->failed : &c->totals->passed) += 1;
    if (c->lines) {
        printf("FAIL %s\n", c->path);
    }
}

int main(int argc, char **argv) {
    view_totals totals = {0};
    lob_json_init();
    const view_work work = {
        .folder = "drc_native", .missing = "densities against KLayout", .member = "merged", .check = check_layout};
    if (!view_run(&work, argc, argv, &totals)) {
        fputs("usage: density CORPUS | LAYOUT EXPECTED.json ...\n", stderr);
        return 2;
    }
    printf("%lu windows equal, %lu with slanted edges close; the furthest at %.2g of what it may\n", windows_same,
           windows_close, worst_share);
    printf("%u passed, %u failed, %u skipped\n", totals.passed, totals.failed, totals.skipped);
    return totals.failed || (!totals.passed && !totals.skipped);
}
