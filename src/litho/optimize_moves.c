/* What a repair changed: the parts that were added to the mask and those that were removed, as polygons. */
#include <math.h>
#include <stdlib.h>

#include "litho/optimize_impl.h"

/* Twice the signed area, from the first point on, so that the products stay small. */
static double twice_area(const lob_polygons *polygons, const lob_contour *contour) {
    const lob_point64 *p = polygons->points + contour->first;
    __int128 sum = 0;
    for (uint32_t i = 1; i + 1 < contour->count; i++) {
        sum +=
            (__int128)(p[i].x - p[0].x) * (p[i + 1].y - p[0].y) - (__int128)(p[i + 1].x - p[0].x) * (p[i].y - p[0].y);
    }
    return (double)sum;
}

static void take_box(const lob_polygons *polygons, const lob_contour *hull, double unit_nm, double box[4]) {
    box[0] = box[1] = INFINITY;
    box[2] = box[3] = -INFINITY;
    for (uint32_t i = 0; i < hull->count; i++) {
        const lob_point64 p = polygons->points[hull->first + i];
        box[0] = fmin(box[0], (double)p.x * unit_nm);
        box[1] = fmin(box[1], (double)p.y * unit_nm);
        box[2] = fmax(box[2], (double)p.x * unit_nm);
        box[3] = fmax(box[3], (double)p.y * unit_nm);
    }
}

static uint32_t take_parts(const lob_mask *parts, bool is_added, lob_optimize_move *moves) {
    const lob_polygons *polygons = &parts->polygons;
    uint32_t count = 0;
    for (uint32_t i = 0; i < polygons->contour_count;) {
        const lob_contour *hull = &polygons->contours[i];
        double area2 = twice_area(polygons, hull);
        for (i++; i < polygons->contour_count && polygons->contours[i].is_hole; i++) {
            area2 += twice_area(polygons, &polygons->contours[i]);
        }
        lob_optimize_move *move = &moves[count++];
        *move = (lob_optimize_move){.is_added = is_added, .area_nm2 = area2 / 2 * parts->unit_nm * parts->unit_nm};
        take_box(polygons, hull, parts->unit_nm, move->box_nm);
    }
    return count;
}

/* The largest first; then added before removed, then from below and from the left. */
static int by_size(const void *a, const void *b) {
    const lob_optimize_move *p = a, *q = b;
    const double keys[][2] = {{q->area_nm2, p->area_nm2},
                              {q->is_added, p->is_added},
                              {p->box_nm[1], q->box_nm[1]},
                              {p->box_nm[0], q->box_nm[0]}};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (keys[i][0] < keys[i][1] || keys[i][0] > keys[i][1]) {
            return keys[i][0] < keys[i][1] ? -1 : 1;
        }
    }
    return 0;
}

lob_status lob_optimize_moves(lob_ctx *ctx, const lob_mask *was, const lob_mask *now, lob_optimize_move **moves,
                              uint32_t *count) {
    lob_mask old = *was, added, removed;
    *count = 0;
    if (was->unit_nm > now->unit_nm) { /* curvature may need a finer grid */
        LOB_TRY(lob_optimize_refine(ctx, (int64_t)floor(was->unit_nm / now->unit_nm + .5), &old));
    }
    LOB_TRY(lob_optimize_less(ctx, now, &old, &added));
    LOB_TRY(lob_optimize_less(ctx, &old, now, &removed));
    const size_t most = (size_t)added.polygons.contour_count + removed.polygons.contour_count;
    *moves = LOB_NEW_ARRAY(ctx->arena, lob_optimize_move, most + 1);
    if (*moves == NULL) {
        return lob_fail_memory(ctx);
    }
    *count = take_parts(&added, true, *moves);
    *count += take_parts(&removed, false, *moves + *count);
    qsort(*moves, *count, sizeof **moves, by_size);
    return LOB_OK;
}
