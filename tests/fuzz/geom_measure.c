/* Guides, distances and measures: finite numbers with their errors, the same from either side and from any first point.
 */
#include <math.h>
#include <string.h>

#include "fuzz_geom.h"
#include "geom/distance.h"
#include "geom/guide.h"
#include "geom/path.h"
#include "geom/region.h"
#include "measure/measure.h"
#include "measure/waveguide.h"

/* ---- guides ---- */

static void check_guide(const lob_guide *g) {
    FUZZ_REQUIRE(g->count >= 1);
    double numbers[] = {g->width_min, g->width_mean, g->width_max, g->width_median, g->chord_length, g->grid};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        FUZZ_REQUIRE(isfinite(numbers[i]) && numbers[i] >= 0);
    }
    FUZZ_REQUIRE(g->confidence >= 0 && g->confidence <= 1 && g->grid >= 1);
    FUZZ_REQUIRE(g->width_min <= g->width_median && g->width_median <= g->width_max);
    for (uint32_t i = 0; i < g->count; i++) {
        const lob_guide_point *p = &g->points[i];
        FUZZ_REQUIRE(isfinite(p->at.x) && isfinite(p->at.y) && isfinite(p->width) && p->width >= 0);
        FUZZ_REQUIRE(i == 0 || p->s >= g->points[i - 1].s);
    }
    for (int i = 0; i < 2 && !g->is_closed && g->count > 1; i++) {
        FUZZ_REQUIRE(isfinite(g->ends[i].at.x) && isfinite(g->ends[i].at.y) && isfinite(g->ends[i].width));
        FUZZ_REQUIRE(g->ends[i].angle_deg >= 0 && g->ends[i].angle_deg < 360);
    }
}

static void check_bends(const lob_guide *g, const lob_bends *b) {
    FUZZ_REQUIRE(isfinite(b->length) && b->length >= 0 && isfinite(b->length_error) && b->length_error >= 0);
    FUZZ_REQUIRE(isfinite(b->radius_min) && b->radius_min >= 0);
    FUZZ_REQUIRE(b->radius_error >= 0 && b->radius_error <= b->radius_min / 2);
    for (uint32_t i = 0; i < b->count; i++) {
        const lob_bend *bend = &b->items[i];
        FUZZ_REQUIRE(isfinite(bend->radius_min) && bend->radius_min >= 0 && isfinite(bend->angle_deg));
        FUZZ_REQUIRE(isfinite(bend->length) && bend->length >= 0 && isfinite(bend->residual));
        FUZZ_REQUIRE(bend->radius_error >= 0 && bend->radius_error <= bend->radius_min / 2);
        FUZZ_REQUIRE(isfinite(bend->at.x) && isfinite(bend->at.y));
        FUZZ_REQUIRE(bend->first <= bend->last && bend->last < g->count + g->is_closed);
    }
}

static void bend(lob_ctx *ctx, const lob_guide *guide) {
    lob_bends bends;
    check_guide(guide);
    if (fuzz_geom_answered(ctx, lob_guide_bends(ctx, guide, 1, &bends))) {
        check_bends(guide, &bends);
    }
}

static int64_t reach_of(geom_bytes *bytes, unsigned bits_max) {
    uint8_t far = geom_byte(bytes);
    return far == 255 ? (INT64_C(1) << bits_max) - 1 : INT64_C(1) << (3 + far % (bits_max - 3));
}

void fuzz_geom_guide(lob_ctx *ctx, geom_bytes *bytes) {
    static geom_shape ring, turned;
    bool is_line = geom_byte(bytes) & 1, found = false, again = false;
    geom_shape_make(bytes, reach_of(bytes, is_line ? 53 : 46), &ring);
    lob_guide guide, other;
    if (is_line) {
        double width = geom_word(bytes);
        if (fuzz_geom_answered(ctx, lob_guide_from_line(ctx, ring.points, ring.count, width, &guide))) {
            bend(ctx, &guide);
        }
        return;
    }
    const lob_point64 *rings[] = {ring.points, turned.points};
    if (!fuzz_geom_answered(ctx, lob_guide_from_rings(ctx, &rings[0], &ring.count, 1, &found, &guide))) {
        return;
    }
    turned.count = ring.count;
    for (uint32_t i = 0; i < ring.count; i++) {
        turned.points[i] = ring.points[ring.count - 1 - (i + 3) % ring.count];
    }
    if (fuzz_geom_answered(ctx, lob_guide_from_rings(ctx, &rings[1], &turned.count, 1, &again, &other))) {
        FUZZ_REQUIRE(found == again &&
                     (!found || (guide.count == other.count && guide.width_mean == other.width_mean)));
        if (found) {
            FUZZ_REQUIRE(guide.count >= 2 && guide.chord_length > 0);
            bend(ctx, &guide);
        }
    }
}

/* ---- distances ---- */

static double gap_of(lob_point64 p, lob_point64 a, lob_point64 b) {
    double dx = (double)(b.x - a.x), dy = (double)(b.y - a.y), px = (double)(p.x - a.x), py = (double)(p.y - a.y);
    double length2 = dx * dx + dy * dy, t = length2 > 0 ? (px * dx + py * dy) / length2 : 0;
    t = fmax(0, fmin(1, t));
    return hypot(px - t * dx, py - t * dy);
}

/* Between the points of either and the edges of the other: no less than the distance. */
static double least_gap(const lob_trace *a, const lob_trace *b) {
    double least = INFINITY;
    for (uint32_t i = 0; i < a->count; i++) {
        least = b->count == 1 ? fmin(least, gap_of(a->points[i], b->points[0], b->points[0])) : least;
        bool is_closed = b->is_closed || b->has_area;
        for (uint32_t k = is_closed ? 0 : 1; k < b->count; k++) {
            least = fmin(least, gap_of(a->points[i], b->points[k], b->points[k ? k - 1 : b->count - 1]));
        }
    }
    return least;
}

void fuzz_geom_distance(lob_ctx *ctx, geom_bytes *bytes) {
    static geom_shape shapes[2];
    int64_t reach = reach_of(bytes, 53);
    uint8_t kinds = geom_byte(bytes);
    lob_trace t[2];
    for (int i = 0; i < 2; i++) {
        geom_shape_make(bytes, reach, &shapes[i]);
        t[i] = (lob_trace){shapes[i].points, shapes[i].count, kinds >> (2 * i) & 1, kinds >> (2 * i + 1) & 1};
    }
    lob_distance there, back;
    lob_status status = lob_distance_find(ctx, &t[0], &t[1], 0, &there);
    status = status == LOB_OK ? lob_distance_find(ctx, &t[1], &t[0], 0, &back) : status;
    if (!fuzz_geom_answered(ctx, status)) {
        return;
    }
    int64_t rounded, again;
    bool is_whole, is_too;
    double far = lob_ratio_root(&there.d2, &rounded, &is_whole), near = lob_ratio_root(&back.d2, &again, &is_too);
    FUZZ_REQUIRE(isfinite(far) && far >= 0 && far == near && rounded == again && is_whole == is_too);
    FUZZ_REQUIRE(fabs(far - (double)rounded) <= 0.5 + 1e-15 * far);
    for (int i = 0; i < 2; i++) {
        const lob_spot *s = &there.spots[i];
        FUZZ_REQUIRE(s->fx >= 0 && s->fx < 1 && s->fy >= 0 && s->fy < 1);
        FUZZ_REQUIRE(s->at.x >= -reach && s->at.x <= reach && s->at.y >= -reach && s->at.y <= reach);
    }
    double noise = 1e-9 * ((double)reach + far);
    double least = fmin(least_gap(&t[0], &t[1]), least_gap(&t[1], &t[0]));
    bool is_apart = there.relation == LOB_RELATION_APART;
    FUZZ_REQUIRE(far <= least + noise && is_apart == (far > 0));
    FUZZ_REQUIRE(!is_apart || far >= least - noise);
}

/* ---- figures ---- */

static bool make_figure(lob_ctx *ctx, geom_bytes *bytes, int64_t reach, lob_figure *f) {
    static geom_shape shape;
    uint8_t kind = geom_byte(bytes) % 8;
    geom_shape_make(bytes, reach, &shape);
    *f = (lob_figure){.kind = kind == 0 ? LOB_KIND_TEXT : kind < 3 ? LOB_KIND_PATH : LOB_KIND_POLYGON, .grid = 1};
    lob_point64 *points = LOB_NEW_ARRAY(ctx->arena, lob_point64, 6 * GEOM_POINTS_MAX + 64);
    lob_point64 *line = LOB_NEW_ARRAY(ctx->arena, lob_point64, GEOM_POINTS_MAX);
    lob_point *stored = LOB_NEW_ARRAY(ctx->arena, lob_point, GEOM_POINTS_MAX);
    if (!points || !line || !stored) {
        return false;
    }
    memcpy(points, shape.points, shape.count * sizeof *points);
    f->ring = points;
    f->ring_count = f->kind == LOB_KIND_TEXT ? 1 : shape.count;
    if (f->kind == LOB_KIND_PATH) {
        for (uint32_t i = 0; i < shape.count; i++) {
            stored[i] = (lob_point){(int32_t)shape.points[i].x, (int32_t)shape.points[i].y};
            line[i] = (lob_point64){stored[i].x, stored[i].y};
        }
        f->line = line;
        f->line_count = shape.count;
        int64_t width = geom_word(bytes) >> (geom_byte(bytes) % 32);
        f->width = (double)width;
        lob_path_shape path = {.points = stored, .count = shape.count, .width = width};
        f->ring_count = lob_path_outline(&path, points, 6 * GEOM_POINTS_MAX + 64);
    }
    f->box = geom_box(f->ring, f->ring_count);
    return true;
}

static void check_measure(const lob_measure *m) {
    FUZZ_REQUIRE(isfinite(m->value) && m->value >= 0 && m->rounded >= 0 && m->method[0]);
    FUZZ_REQUIRE(fabs(m->value - (double)m->rounded) <= 0.5 + 1e-15 * m->value);
    FUZZ_REQUIRE(isfinite(m->uncertainty) && m->point_count <= 2);
    for (unsigned i = 0; i < m->point_count; i++) {
        FUZZ_REQUIRE(isfinite(m->points[i].x) && isfinite(m->points[i].y));
    }
    FUZZ_REQUIRE(!m->has_span || (m->least >= 0 && m->least <= m->greatest && isfinite(m->greatest)));
    FUZZ_REQUIRE(!m->has_offset || (isfinite(m->dx) && isfinite(m->dy) && m->angle_deg >= 0 && m->angle_deg <= 360));
}

static void check_waveguide(const lob_waveguide *w) {
    const double numbers[] = {w->width, w->width_min, w->width_mean, w->width_max, w->length, w->length_error};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        FUZZ_REQUIRE(isfinite(numbers[i]) && numbers[i] >= 0);
    }
    FUZZ_REQUIRE(isfinite(w->radius.value) && isfinite(w->radius.error) && w->end_count <= 2);
    for (unsigned i = 0; i < w->end_count; i++) {
        FUZZ_REQUIRE(isfinite(w->ends[i].at.x) && isfinite(w->ends[i].at.y) && isfinite(w->ends[i].angle_deg));
    }
}

void fuzz_geom_measure(lob_ctx *ctx, geom_bytes *bytes) {
    lob_figure a, b;
    int64_t reach = reach_of(bytes, 31);
    lob_measure_mode mode = (lob_measure_mode)(geom_byte(bytes) % (LOB_MEASURE_MODE_COUNT + 1));
    if (!make_figure(ctx, bytes, reach, &a) || !make_figure(ctx, bytes, reach, &b)) {
        return;
    }
    lob_waveguide guide;
    lob_measure measure;
    if (mode == LOB_MEASURE_MODE_COUNT) {
        if (fuzz_geom_answered(ctx, lob_waveguide_analyze(ctx, &a, true, &guide))) {
            check_waveguide(&guide);
        }
    } else if (fuzz_geom_answered(ctx, lob_measure_figures(ctx, mode, &a, &b, &measure))) {
        check_measure(&measure);
    }
}
