/* What is stored, point by point: figures without area, and the grid on which everything lies.
 *
 * The grid of a layer is the greatest number of database units of which all stored coordinates are multiples, those of
 * repetitions as well; where it cannot be said more of it, it is 1, which is always true.
 */
#include "base/num.h"
#include "report/report_impl.h"

typedef struct looker {
    const lob_layout *layout;
    lob_report_geometry *of; /* the layer */
} looker;

static void add_place(looker *l, int64_t x, int64_t y) {
    l->of->grid = lob_i64_divisor(lob_i64_divisor(l->of->grid, x), y);
}

static void add_repetition(looker *l, uint32_t index) {
    const lob_rep *rep = index == LOB_NONE ? NULL : lob_layout_rep(l->layout, index);
    if (!rep || l->of->grid == 1 || rep->kind == LOB_REP_NONE) {
        return;
    }
    if (rep->kind == LOB_REP_FRACTION) {
        l->of->grid = 1;
    } else if (rep->kind == LOB_REP_LIST) {
        for (uint32_t i = 0; i < rep->list_count; i++) {
            add_place(l, rep->list[i].x, rep->list[i].y);
        }
    } else {
        add_place(l, rep->na > 1 ? rep->a.x : 0, rep->na > 1 ? rep->a.y : 0);
        add_place(l, rep->nb > 1 ? rep->b.x : 0, rep->nb > 1 ? rep->b.y : 0);
    }
}

static void add_points(looker *l, lob_point at, const lob_outline *outline) {
    const lob_point *points = lob_layout_points(l->layout, outline);
    for (uint32_t i = 0; i < outline->count && l->of->grid != 1; i++) {
        add_place(l, (int64_t)at.x + points[i].x, (int64_t)at.y + points[i].y);
    }
}

/* Whether all points lie on one line: the first corner that turns ends it, in most figures the second. Differences of
 * int32 have 33 bits, their products 66. */
static bool is_flat(const looker *l, const lob_outline *outline) {
    const lob_point *p = lob_layout_points(l->layout, outline);
    uint32_t second = 1;
    while (second < outline->count && p[second].x == p[0].x && p[second].y == p[0].y) {
        second++;
    }
    for (uint32_t i = second + 1; i < outline->count; i++) {
        const int64_t ax = (int64_t)p[second].x - p[0].x, ay = (int64_t)p[second].y - p[0].y;
        const int64_t bx = (int64_t)p[i].x - p[0].x, by = (int64_t)p[i].y - p[0].y;
        if ((__int128)ax * by != (__int128)ay * bx) {
            return false;
        }
    }
    return true;
}

static void look_at(looker *l, const lob_shapes *s) {
    for (uint32_t i = 0; i < s->count[LOB_KIND_BOX]; i++) {
        const lob_box b = s->boxes[i];
        l->of->flat_count += b.left == b.right || b.bottom == b.top;
        add_place(l, b.left, b.bottom);
        add_place(l, b.right, b.top);
    }
    for (uint32_t i = 0; i < s->box_reps.count; i++) {
        add_repetition(l, s->box_reps.items[i].value);
    }
    for (uint32_t i = 0; i < s->count[LOB_KIND_POLYGON]; i++) {
        const lob_polygon *polygon = &s->polygons[i];
        const lob_outline *outline = lob_layout_outline(l->layout, polygon->outline);
        l->of->flat_count += is_flat(l, outline);
        add_points(l, polygon->at, outline);
        add_repetition(l, polygon->rep);
    }
    for (uint32_t i = 0; i < s->count[LOB_KIND_PATH]; i++) {
        const lob_path *path = &s->paths[i];
        l->of->thin_count += path->width == 0;
        add_points(l, path->at, lob_layout_outline(l->layout, path->outline));
        add_repetition(l, path->rep);
    }
}

lob_status lob_report_look(lob_ctx *ctx, const lob_layout *layout, lob_report_geometry **layers) {
    looker l = {.layout = layout};
    *layers = LOB_NEW_ARRAY(ctx->arena, lob_report_geometry, lob_layout_layer_count(layout));
    if (!*layers) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t c = 0; c < lob_layout_cell_count(layout); c++) {
        const lob_cell *cell = lob_layout_cell(layout, c);
        LOB_TRY(lob_poll(ctx));
        for (uint32_t i = 0; i < cell->shapes_count; i++) {
            l.of = &(*layers)[cell->shapes[i].layer];
            look_at(&l, &cell->shapes[i]);
        }
    }
    return LOB_OK;
}
