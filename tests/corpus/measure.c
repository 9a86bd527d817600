/* Our measures against exact ones, as tests/oracle/measure.py wrote them with KLayout's outlines and fractions.
 *
 *   measure EXPECTED_FOLDER     every EXPECTED_FOLDER/...json[.gz]
 *   measure FILE ...            files, each {"cases": [...]} or a list of cases
 *
 * A case is one or two shapes as point lists, perhaps a point, and what must come out: the squared distance as a
 * fraction, which must be equal as a fraction; outline, length and area of a path; the shared area; the distance of the
 * point. One line a value that differs, then "N passed, N failed, N skipped".
 */
#include <fts.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "geom/distance.h"
#include "geom/path.h"
#include "measure/measure.h"
#include "tests/corpus/view.h"

typedef struct run {
    lob_ctx ctx;
    const char *file;
    int index;
    unsigned lines, passed, failed;
} run;

static void differ(run *r, const char *what, double ours, const char *theirs) {
    r->failed++;
    if (r->lines++ < 40) {
        printf("  FAIL %s case %d: %s is %.17g, expected %s\n", r->file, r->index, what, ours, theirs);
    }
}

static void check(run *r, bool fine, const char *what, double ours, double theirs) {
    char text[40];
    snprintf(text, sizeof text, "%.17g", theirs);
    if (fine) {
        r->passed++;
    } else {
        differ(r, what, ours, text);
    }
}

static void near(run *r, const char *what, double ours, double theirs, double tolerance) {
    check(r, fabs(ours - theirs) <= tolerance, what, ours, theirs);
}

/* ---- shapes ---- */

static void *need(run *r, size_t count, size_t size) {
    void *block = lob_arena_zalloc(r->ctx.arena, count, size);
    if (!block) {
        view_die("out of memory");
    }
    return block;
}

static int64_t number(const cJSON *item) {
    return (int64_t)item->valuedouble;
}

static const lob_point64 *points_of(run *r, const cJSON *list, uint32_t *count) {
    *count = (uint32_t)cJSON_GetArraySize(list);
    lob_point64 *points = need(r, *count, sizeof *points);
    uint32_t i = 0;
    const cJSON *p;
    cJSON_ArrayForEach(p, list) {
        points[i++] = (lob_point64){number(cJSON_GetArrayItem(p, 0)), number(cJSON_GetArrayItem(p, 1))};
    }
    return points;
}

static void add_path(run *r, const cJSON *path, lob_figure *f) {
    f->kind = LOB_KIND_PATH;
    f->line = points_of(r, view_get(path, "pts"), &f->line_count);
    lob_point *narrow = need(r, f->line_count, sizeof *narrow);
    for (uint32_t i = 0; i < f->line_count; i++) {
        narrow[i] = (lob_point){(int32_t)f->line[i].x, (int32_t)f->line[i].y};
    }
    lob_path_shape shape = {.points = narrow,
                            .count = f->line_count,
                            .width = number(view_get(path, "width")),
                            .begin_ext = number(view_get(path, "begin")),
                            .end_ext = number(view_get(path, "end")),
                            .round_ends = cJSON_IsTrue(view_get(path, "round"))};
    f->ring_count = lob_path_outline(&shape, NULL, 0);
    lob_point64 *ring = need(r, f->ring_count, sizeof *ring);
    lob_path_outline(&shape, ring, f->ring_count);
    f->ring = ring;
    f->width = (double)shape.width;
    f->begin_ext = (double)shape.begin_ext;
    f->end_ext = (double)shape.end_ext;
    f->round_ends = shape.round_ends;
}

static void add_box(run *r, const cJSON *box, lob_figure *f) {
    int64_t v[4];
    for (int i = 0; i < 4; i++) {
        v[i] = number(cJSON_GetArrayItem(box, i));
    }
    lob_point64 *ring = need(r, 4, sizeof *ring);
    ring[0] = (lob_point64){v[0], v[1]};
    ring[1] = (lob_point64){v[0], v[3]};
    ring[2] = (lob_point64){v[2], v[3]};
    ring[3] = (lob_point64){v[2], v[1]};
    f->kind = LOB_KIND_BOX;
    f->ring = ring;
    f->ring_count = 4;
}

static const lob_figure *figure_of(run *r, const cJSON *shape) {
    lob_figure *f = need(r, 1, sizeof *f);
    f->is_exact = true;
    if (view_get(shape, "path")) {
        add_path(r, view_get(shape, "path"), f);
    } else if (view_get(shape, "box")) {
        add_box(r, view_get(shape, "box"), f);
    } else {
        f->kind = LOB_KIND_POLYGON;
        f->ring = points_of(r, view_get(shape, "polygon"), &f->ring_count);
    }
    f->box = LOB_BOX64_EMPTY;
    for (uint32_t i = 0; i < f->ring_count; i++) {
        f->box = lob_box64_add_point(f->box, f->ring[i].x, f->ring[i].y);
    }
    return f;
}

/* ---- values ---- */

static lob_wide digits(const char **text) {
    lob_wide value = lob_wide_from(0);
    for (; **text >= '0' && **text <= '9'; (*text)++) {
        value = lob_wide_mul(value, 10);
        for (unsigned i = 0, carry = (unsigned)(**text - '0'); i < LOB_WIDE_LIMBS && carry; i++) {
            value.limb[i] += carry;
            carry = value.limb[i] < carry;
        }
    }
    return value;
}

/* "num/den" */
static void same_fraction(run *r, const char *what, const lob_ratio *ours, const cJSON *theirs) {
    const char *at = theirs->valuestring;
    lob_wide num = digits(&at);
    at += *at == '/';
    lob_wide den = digits(&at);
    lob_wide left = lob_wide_mul(ours->num, (lob_u128)den.limb[1] << 64 | den.limb[0]);
    lob_wide right = lob_wide_mul(num, ours->den);
    if (lob_wide_compare(&left, &right) == 0) {
        r->passed++;
    } else {
        differ(r, what, lob_wide_to_double(&ours->num) / (double)ours->den, theirs->valuestring);
    }
}

static bool find_distance(run *r, const lob_trace *a, const lob_trace *b, lob_distance *d) {
    if (lob_distance_find(&r->ctx, a, b, 0, d) != LOB_OK) {
        differ(r, "distance", NAN, r->ctx.error.message);
        return false;
    }
    return true;
}

static bool measure(run *r, lob_measure_mode mode, const lob_figure *a, const lob_figure *b, lob_measure *m) {
    if (lob_measure_figures(&r->ctx, mode, a, b, m) != LOB_OK) {
        differ(r, "measure", mode, r->ctx.error.message);
        lob_error_clear(&r->ctx.error);
        return false;
    }
    return true;
}

static void check_pair(run *r, const lob_figure *a, const lob_figure *b, const cJSON *expect) {
    lob_trace s = {a->ring, a->ring_count, true, true}, t = {b->ring, b->ring_count, true, true};
    lob_distance d;
    lob_measure m;
    if (find_distance(r, &s, &t, &d)) {
        same_fraction(r, "d2", &d.d2, view_get(expect, "d2"));
    }
    double expected = view_get(expect, "dist")->valuedouble;
    if (measure(r, LOB_MEASURE_EDGE_GAP, a, b, &m)) {
        near(r, "edge_gap", m.value, expected, 1e-12 * expected);
        near(r, "distance of the nearest points",
             m.is_overlapping ? 0 : hypot(m.points[1].x - m.points[0].x, m.points[1].y - m.points[0].y), expected,
             1e-6 + 1e-9 * expected);
    }
    if (measure(r, LOB_MEASURE_OVERLAP, a, b, &m)) {
        double area = view_get(expect, "overlap_area")->valuedouble;
        /* theirs is of a grid of 1/1000 dbu at best, and rounds crossings alike */
        near(r, "overlap", m.value, area, m.uncertainty + 1e-9 * area + (m.uncertainty > 0 ? 1 : 0));
    }
}

static void check_path(run *r, const lob_figure *a, const cJSON *expect) {
    lob_measure m;
    if (measure(r, LOB_MEASURE_SEGMENT_LENGTH, a, NULL, &m)) {
        double expected = view_get(expect, "a_path_length")->valuedouble;
        near(r, "segment_length", m.value, expected, 1e-6 + 1e-13 * expected);
    }
    __int128 area2 = 0;
    for (uint32_t i = 0; i < a->ring_count; i++) {
        lob_point64 p = a->ring[i], q = a->ring[i + 1 < a->ring_count ? i + 1 : 0];
        area2 += (__int128)p.x * q.y - (__int128)q.x * p.y;
    }
    near(r, "2 * area of the outline", fabs((double)area2), view_get(expect, "a_area2")->valuedouble, 0);
}

static void check_case(run *r, const cJSON *item) {
    const cJSON *expect = view_get(item, "expect"), *b = view_get(item, "b"), *p = view_get(item, "p");
    const lob_figure *a = figure_of(r, view_get(item, "a"));
    if (b && !cJSON_IsNull(b)) {
        check_pair(r, a, figure_of(r, b), expect);
    }
    if (a->kind == LOB_KIND_PATH) {
        check_path(r, a, expect);
    }
    if (p && !cJSON_IsNull(p)) {
        lob_point64 at = {number(cJSON_GetArrayItem(p, 0)), number(cJSON_GetArrayItem(p, 1))};
        lob_trace s = {a->ring, a->ring_count, true, true}, t = {.points = &at, .count = 1};
        lob_distance d;
        if (find_distance(r, &s, &t, &d)) {
            same_fraction(r, "p_d2", &d.d2, view_get(expect, "p_d2"));
            bool is_in = d.relation != LOB_RELATION_APART;
            check(r, is_in == cJSON_IsTrue(view_get(expect, "p_inside")), "p_inside", is_in, !is_in);
        }
    }
}

static void check_file(run *r, const char *path) {
    view_totals totals = {0};
    view_check loader = {.path = path, .arena = r->ctx.arena, .totals = &totals};
    cJSON *json = view_load(&loader, path);
    r->file = path;
    r->index = 0;
    r->lines = 0;
    if (!json) {
        differ(r, "file", NAN, "readable JSON");
        return;
    }
    const cJSON *cases = cJSON_IsArray(json) ? json : view_get(json, "cases"), *item;
    cJSON_ArrayForEach(item, cases) {
        check_case(r, item);
        r->index++;
        lob_arena_reset(r->ctx.arena);
    }
    cJSON_Delete(json);
}

static int by_name(const FTSENT **a, const FTSENT **b) {
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "measure: a folder or files of expected measures\n");
        return 2;
    }
    run r = {.passed = 0};
    lob_arena *arena = lob_arena_new(0);
    if (!arena) {
        view_die("out of memory");
    }
    lob_ctx_init(&r.ctx, arena);
    FTS *tree = fts_open(argv + 1, FTS_LOGICAL | FTS_NOCHDIR, by_name);
    for (FTSENT *e; tree && (e = fts_read(tree)) != NULL;) {
        if (e->fts_info == FTS_F) {
            check_file(&r, e->fts_accpath);
        }
    }
    if (tree) {
        fts_close(tree);
    }
    lob_arena_drop(arena);
    printf("%u passed, %u failed, 0 skipped\n", r.passed, r.failed);
    return r.failed || r.passed == 0;
}
