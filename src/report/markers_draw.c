/* See markers_draw.h. At most RINGS_MAX lines are drawn of a cluster; how many of its markers that is, the words under
 * the picture say. */
#include <math.h>

#include "report/markers_draw.h"

enum { RINGS_MAX = 256, WIDTH = 370, HEIGHT = 246, COLOR = 0xd40000, TIMES = 3, LEAST_UNITS = 40 };

typedef struct pencil {
    lob_ctx *ctx;
    double dbu;
    lob_ring_dbu *rings;
    uint32_t ring_count;
} pencil;

static int64_t bounded(double value) {
    const double edge = (double)LOB_COORD_MAX;
    return value > edge ? LOB_COORD_MAX : value < -edge ? -LOB_COORD_MAX : (int64_t)round(value);
}

/* A line goes back where it came from, so that it stays open to the eye. */
static lob_status add_ring(pencil *p, const lob_um_point *points, uint32_t count, bool is_line) {
    const uint32_t all = is_line && count > 2 ? 2 * count - 2 : count;
    lob_point64 *at = LOB_NEW_ARRAY(p->ctx->arena, lob_point64, all);
    if (!at) {
        return lob_fail_memory(p->ctx);
    }
    for (uint32_t i = 0; i < all; i++) {
        const lob_um_point from = points[i < count ? i : 2 * count - 2 - i];
        at[i] = (lob_point64){bounded(from.x / p->dbu), bounded(from.y / p->dbu)};
    }
    p->rings[p->ring_count++] = (lob_ring_dbu){at, all};
    return LOB_OK;
}

/* What has no lines of its own is drawn as its box. */
static lob_status add_value(pencil *p, const lob_rdb_value *value) {
    const lob_um_point *at = value->points;
    if (value->kind == LOB_RDB_EDGE_PAIR && value->point_count == 4) {
        LOB_TRY(add_ring(p, at, 2, true));
        return add_ring(p, at + 2, 2, true);
    }
    if (value->kind == LOB_RDB_BOX && value->point_count == 2) {
        const lob_um_point ring[] = {at[0], {at[1].x, at[0].y}, at[1], {at[0].x, at[1].y}};
        return add_ring(p, ring, 4, false);
    }
    if ((value->kind == LOB_RDB_EDGE || value->kind == LOB_RDB_PATH) && value->point_count > 1) {
        return add_ring(p, at, value->point_count, true);
    }
    for (uint32_t i = 0; value->kind == LOB_RDB_POLYGON && i < value->contour_count && p->ring_count < RINGS_MAX; i++) {
        const uint32_t from = i ? value->contours[i - 1] : 0;
        LOB_TRY(add_ring(p, at + from, value->contours[i] - from, false));
    }
    return LOB_OK;
}

/* How many of the markers are drawn. */
static lob_status add_markers(pencil *p, const lob_markers *markers, const uint32_t *mine, uint32_t count,
                              lob_vec2 *spots, uint32_t *spot_count, uint32_t *drawn) {
    for (*drawn = 0; *drawn < count && p->ring_count < RINGS_MAX && *spot_count < RINGS_MAX; ++*drawn) {
        const lob_marker *m = &markers->items[mine[*drawn]];
        const uint32_t before = p->ring_count;
        const bool is_point = m->box.left == m->box.right && m->box.bottom == m->box.top;
        for (uint32_t i = 0; !is_point && i < m->value_count && p->ring_count < RINGS_MAX; i++) {
            LOB_TRY(add_value(p, &m->values[i]));
        }
        if (p->ring_count == before) {
            spots[(*spot_count)++] = (lob_vec2){((double)m->box.left + (double)m->box.right) / 2,
                                                ((double)m->box.bottom + (double)m->box.top) / 2};
        }
    }
    return LOB_OK;
}

/* Three times as large as the cluster, and at least so large that the neighbourhood is seen. */
static lob_box64 around(const lob_reporter *r, lob_box64 box) {
    const double x = ((double)box.left + (double)box.right) / 2, y = ((double)box.bottom + (double)box.top) / 2;
    const double least = fmax(LEAST_UNITS, 1 / r->dbu);
    const double w = fmax(least, TIMES * (double)(box.right - box.left));
    const double h = fmax(least * HEIGHT / WIDTH, TIMES * (double)(box.top - box.bottom));
    return (lob_box64){bounded(x - w / 2), bounded(y - h / 2), bounded(x + w / 2), bounded(y + h / 2)};
}

static void put_words(lob_reporter *r, lob_box64 box, uint32_t count, uint32_t drawn) {
    lob_buf_add_text(r->out, "<figcaption><b>");
    lob_html_counted(r->out, drawn, "marker", "markers");
    if (drawn < count) {
        lob_buf_add_text(r->out, ", the first of ");
        lob_html_count(r->out, count);
        lob_buf_add_text(r->out, " that are near each other,");
    }
    lob_buf_add_text(r->out, "</b> in ");
    lob_html_box(r->out, lob_report_um(r, (double)box.left), lob_report_um(r, (double)box.bottom),
                 lob_report_um(r, (double)box.right), lob_report_um(r, (double)box.top));
    lob_buf_add_text(r->out, "</figcaption></figure>\n");
}

static lob_status draw(lob_reporter *r, lob_ctx *ctx, const lob_markers *markers, const uint32_t *mine,
                       uint32_t count) {
    pencil p = {.ctx = ctx, .dbu = r->dbu, .rings = LOB_NEW_ARRAY(ctx->arena, lob_ring_dbu, RINGS_MAX + 2)};
    lob_vec2 *spots = LOB_NEW_ARRAY(ctx->arena, lob_vec2, RINGS_MAX);
    uint32_t spot_count = 0, drawn;
    lob_box64 box = LOB_BOX64_EMPTY;
    if (!p.rings || !spots) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(add_markers(&p, markers, mine, count, spots, &spot_count, &drawn));
    for (uint32_t i = 0; i < drawn; i++) {
        box = lob_box64_join(box, markers->items[mine[i]].box);
    }
    const lob_annotation list[] = {
        {.kind = LOB_ANNOTATION_SHAPE_OUTLINE,
         .has_color = true,
         .color = COLOR,
         .rings = p.rings,
         .ring_count = p.ring_count},
        {.kind = LOB_ANNOTATION_POINT, .has_color = true, .color = COLOR, .points = spots, .point_count = spot_count}};
    const lob_report_view view = {.cell = r->call->session->top,
                                  .layer = LOB_NONE,
                                  .box = around(r, box),
                                  .width = WIDTH,
                                  .height = HEIGHT,
                                  .annotations = p.ring_count ? list : list + 1,
                                  .annotation_count = (p.ring_count > 0) + (spot_count > 0)};
    lob_buf_add_text(r->out, "<figure>");
    LOB_TRY(lob_report_draw(r, &view, LOB_STR("Markers of the rule, outlined in red, with their surroundings"), NULL));
    put_words(r, box, count, drawn);
    return LOB_OK;
}

lob_status lob_report_draw_cluster(lob_reporter *r, const lob_markers *markers, const uint32_t *mine, uint32_t count) {
    lob_report_part part;
    LOB_TRY(lob_report_begin(r, &part));
    return lob_report_end(r, &part, draw(r, &part.ctx, markers, mine, count));
}
