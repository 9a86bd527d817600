/* Merged area of a top cell's layer: everything beneath it flattened, without recursion, and merged by the region
 * engine. Whether KLayout rounds exactly as we do is not asked where edges cross off the grid: see view_merged(). */
#include "tests/corpus/merged.h"

#include <math.h>
#include <stdio.h>

#include "geom/region.h"

enum { OUTLINE_COUNT_MAX = 70000 };

typedef struct frame { /* a cell being walked: member `member` of instance `inst` comes next */
    const lob_cell *cell;
    lob_trans trans;
    uint32_t inst;
    uint64_t member;
} frame;

typedef struct flat {
    view_check *c;
    lob_ctx ctx;
    lob_region *region;
    lob_layer_index layer;
    lob_point64 *points;
    bool is_manhattan;
} flat;

static void add_outline(flat *t, const lob_trans *trans, uint32_t count, lob_point64 by) {
    lob_point64 *ring = lob_arena_alloc(t->ctx.arena, (count + 1) * sizeof *ring);
    for (uint32_t i = 0; ring && i < count; i++) {
        ring[i] = lob_trans_point(trans, (lob_point64){t->points[i].x + by.x, t->points[i].y + by.y});
    }
    for (uint32_t i = 0, j = count - 1; ring && i < count; j = i++) {
        t->is_manhattan = t->is_manhattan && (ring[i].x == ring[j].x || ring[i].y == ring[j].y);
    }
    if (!ring || lob_region_add(&t->ctx, t->region, 0, ring, count) != LOB_OK) {
        view_die("a polygon cannot be merged");
    }
}

static lob_point64 member_at(const flat *t, uint32_t rep, uint64_t k) {
    return rep == LOB_NONE ? (lob_point64){0, 0} : lob_rep_at(lob_layout_rep(t->c->layout, rep), k);
}

static uint64_t member_count(const flat *t, uint32_t rep) {
    return rep == LOB_NONE ? 1 : lob_rep_count(lob_layout_rep(t->c->layout, rep));
}

/* The points of a shape into t->points; *rep: its repetition. */
static uint32_t outline_of(flat *t, const lob_shapes *s, lob_kind kind, uint32_t i, uint32_t *rep) {
    const lob_layout *layout = t->c->layout;
    if (kind == LOB_KIND_BOX) {
        lob_box b = s->boxes[i];
        *rep = s->box_reps.count ? lob_attrs_find(&s->box_reps, i) : LOB_NONE;
        t->points[0] = (lob_point64){b.left, b.bottom};
        t->points[1] = (lob_point64){b.right, b.bottom};
        t->points[2] = (lob_point64){b.right, b.top};
        t->points[3] = (lob_point64){b.left, b.top};
        return 4;
    }
    lob_point at = kind == LOB_KIND_POLYGON ? s->polygons[i].at : s->paths[i].at;
    const lob_outline *o =
        lob_layout_outline(layout, kind == LOB_KIND_POLYGON ? s->polygons[i].outline : s->paths[i].outline);
    const lob_point *p = lob_layout_points(layout, o);
    uint32_t count = o->count;
    *rep = kind == LOB_KIND_POLYGON ? s->polygons[i].rep : s->paths[i].rep;
    if (kind == LOB_KIND_PATH) {
        const lob_path *path = &s->paths[i];
        lob_path_shape shape = {p, count, path->width, path->begin_ext, path->end_ext, path->round_ends};
        count = lob_path_outline(&shape, t->points, OUTLINE_COUNT_MAX);
    } else {
        for (uint32_t k = 0; k < count && k < OUTLINE_COUNT_MAX; k++) {
            t->points[k] = (lob_point64){p[k].x, p[k].y};
        }
    }
    if (count > OUTLINE_COUNT_MAX) {
        view_die("an outline of too many points");
    }
    for (uint32_t k = 0; k < count; k++) {
        t->points[k].x += at.x;
        t->points[k].y += at.y;
    }
    return count;
}

static void add_shapes(flat *t, const lob_cell *cell, const lob_trans *trans) {
    for (uint32_t l = 0; l < cell->shapes_count; l++) {
        const lob_shapes *s = &cell->shapes[l];
        for (int kind = 0; kind < LOB_KIND_TEXT && s->layer == t->layer; kind++) {
            for (uint32_t i = 0; i < s->count[kind]; i++) {
                uint32_t rep, count = outline_of(t, s, (lob_kind)kind, i, &rep);
                for (uint64_t k = 0, n = member_count(t, rep); k < n; k++) {
                    add_outline(t, trans, count, member_at(t, rep, k));
                }
            }
        }
    }
}

static bool has_layer(const lob_cell *cell, lob_layer_index layer) {
    for (uint32_t i = 0; i < cell->layer_box_count; i++) {
        if (cell->layer_boxes[i].layer == layer) {
            return true;
        }
    }
    return false;
}

static void walk(flat *t, const lob_cell *top) {
    const lob_layout *layout = t->c->layout;
    frame *stack = lob_arena_zalloc(t->ctx.arena, lob_layout_cell_count(layout) + 1, sizeof *stack);
    if (!stack) {
        view_die("out of memory");
    }
    uint32_t depth = 1;
    stack[0] = (frame){.cell = top, .trans = lob_trans_identity()};
    add_shapes(t, top, &stack[0].trans);
    while (depth) {
        frame *f = &stack[depth - 1];
        if (f->inst == f->cell->inst_count) {
            depth--;
            continue;
        }
        const lob_inst *inst = &f->cell->insts[f->inst];
        const lob_cell *child = lob_layout_cell(layout, inst->child);
        if (f->member == member_count(t, inst->rep) || !has_layer(child, t->layer)) {
            f->inst++;
            f->member = 0;
            continue;
        }
        lob_trans first = lob_inst_trans(layout, inst);
        lob_trans own = lob_trans_moved(&first, member_at(t, inst->rep, f->member++));
        stack[depth] = (frame){.cell = child, .trans = lob_trans_compose(&f->trans, &own)};
        add_shapes(t, child, &stack[depth].trans);
        depth++;
    }
}

void view_merged(view_check *c, const char *cell, const char *field, const lob_cell *top, lob_layer_index layer,
                 const cJSON *theirs) {
    if (!cJSON_IsNumber(theirs)) {
        c->totals->merged_skipped++;
        return;
    }
    flat t = {.c = c, .layer = layer, .is_manhattan = true};
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&t.ctx, arena);
    if (!arena || lob_region_new(&t.ctx, 1, &t.region) != LOB_OK) {
        view_die("out of memory");
    }
    t.points = lob_arena_alloc(arena, OUTLINE_COUNT_MAX * sizeof *t.points);
    if (!t.points) {
        view_die("out of memory");
    }
    lob_region_measures m;
    lob_polygons p = {0};
    walk(&t, top);
    lob_status status = lob_region_measure(&t.ctx, t.region, LOB_REGION_OR, &m);
    bool is_exact = status == LOB_OK && m.area == theirs->valuedouble;
    if (status == LOB_OK && !is_exact) {
        status = lob_region_polygons(&t.ctx, t.region, LOB_REGION_OR, &p);
    }
    if (status != LOB_OK) {
        view_differ(c, cell, field, lob_status_name(status), "an area");
    } else if (is_exact) {
        c->totals->merged_same++;
    } else {
        /* Ours is within area_error of the truth. KLayout cuts half a unit off each polygon whose doubled area is odd,
         * moves edges at crossings as we do, and draws vertices nearer than half a unit onto edges even where nothing
         * crosses off the grid: seen in layouts of real bends, 3e-4 dbu2 a dbu of border at most. */
        double bound = t.is_manhattan ? 0 : 0.5 * p.contour_count + 2 * m.area_error + 1e-3 * m.perimeter;
        view_same_number(c, cell, field, m.area, theirs, bound);
        c->totals->merged_close++;
    }
    lob_arena_drop(arena);
}
