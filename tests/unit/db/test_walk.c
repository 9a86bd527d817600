/* The walk against full expansion: random hierarchies of every transformation and repetition, thousands of windows. */
#include <pthread.h>

#include "tests/support/lob_test.h"

#include "../base/sweep.h"
#include "base/ctx.h"
#include "db/builder.h"
#include "db/figure.h"
#include "db/index.h"
#include "db/layout_impl.h"
#include "db/walk.h"
#include "tests/support/stride.h"

typedef struct rig {
    lob_arena *arena;
    lob_ctx ctx;
    lob_builder *builder;
    const lob_sink *sink;
    lob_layout *layout;
} rig;

static bool rig_open(rig *r) {
    *r = (rig){.arena = lob_arena_new(0)};
    if (!r->arena) {
        return false;
    }
    lob_ctx_init(&r->ctx, r->arena);
    r->builder = lob_builder_new(&r->ctx, &(lob_builder_options){0});
    if (!r->builder) {
        return false;
    }
    r->sink = lob_builder_sink(r->builder);
    return r->sink->begin_layout(r->sink->self, &(lob_layout_event){.format = "gds", .dbu_um = 0.001}) == LOB_OK;
}

static void rig_close(rig *r) {
    lob_builder_drop(r->builder);
    lob_layout_drop(r->layout);
    lob_arena_drop(r->arena);
}

static bool begin(rig *r, const char *name) {
    return r->sink->begin_cell(r->sink->self, lob_str_from(name)) == LOB_OK;
}

static bool place(rig *r, const char *child, const lob_rep *rep, bool mirror, double angle, double mag, lob_point at) {
    lob_element element = {.rep = rep};
    lob_instance_event event = {
        .cell = lob_str_from(child), .mirror = mirror, .angle_deg = angle, .mag = mag, .at = at};
    return r->sink->instance(r->sink->self, &element, &event) == LOB_OK;
}

static bool box(rig *r, uint32_t layer, const lob_rep *rep, lob_box b) {
    lob_element element = {.layer = layer, .rep = rep};
    return r->sink->box(r->sink->self, &element, b) == LOB_OK;
}

static bool freeze(rig *r) {
    return lob_builder_freeze(r->builder, &r->layout) == LOB_OK;
}

static lob_cell_index cell(const rig *r, const char *name) {
    lob_cell_index index = lob_layout_find_cell(r->layout, lob_str_from(name));
    assert_int_not_equal(index, LOB_NONE);
    return index;
}

/* ---- random layouts ---- */

static int draw(int below) {
    return rand() % below;
}
static lob_point draw_point(int reach) {
    return (lob_point){draw(2 * reach + 1) - reach, draw(2 * reach + 1) - reach};
}

enum { CELLS = 7, LAYERS = 3, LIST = 80 };

static lob_rep draw_rep(lob_point list[LIST]) {
    for (int i = 1; i < LIST; i++) {
        list[i] = draw_point(90);
    }
    list[0] = (lob_point){0, 0};
    int few = draw(3);
    lob_rep lattice = {.kind = LOB_REP_LATTICE, .na = 1 + (uint64_t)draw(4), .nb = 1 + (uint64_t)draw(4)};
    lattice.a = (lob_point64){draw(81) - 40, draw(3) ? draw(81) - 40 : 0};
    lattice.b = few == 0   ? (lob_point64){lattice.a.x * 2, lattice.a.y * 2}
                : few == 1 ? (lob_point64){0, draw(81) - 40}
                           : (lob_point64){draw(81) - 40, draw(81) - 40};
    lob_rep reps[4] = {{.kind = LOB_REP_NONE},
                       lattice,
                       {.kind = LOB_REP_FRACTION, .na = 4, .nb = 3, .a = {draw(90), draw(9)}, .b = {-draw(90), 5}},
                       {.kind = LOB_REP_LIST, .list = list, .list_count = draw(4) ? 3 : LIST}};
    return reps[draw(4)];
}

static void draw_figures(rig *r) {
    lob_point list[LIST];
    lob_point p = draw_point(100);
    lob_rep rep = draw_rep(list);
    lob_element element = {.layer = (uint32_t)draw(LAYERS), .rep = draw(2) ? &rep : NULL};
    const lob_point polygon[4] = {p, {p.x + 9, p.y + 30}, {p.x - 4, p.y + 17}, {p.x - 9, p.y}};
    bool is_round = draw(4) == 0;
    int width = draw(3) ? 6 : 0;
    const lob_path_event path = {.points = polygon,
                                 .count = (uint32_t)(1 + draw(3)),
                                 .width = width,
                                 .begin_ext = is_round ? width / 2 : draw(5) - 1,
                                 .end_ext = is_round ? width / 2 : draw(5),
                                 .round_ends = is_round,
                                 .pathtype = 4};
    const lob_text_event text = {.string = LOB_STR("label"), .at = p, .mag = 1};
    const lob_sink *s = r->sink;
    lob_box b = {p.x, p.y, p.x + (draw(4) ? draw(90) : 0), p.y + (draw(4) ? draw(20) : 0)};
    assert_int_equal(s->box(s->self, &element, b), LOB_OK);
    assert_int_equal(s->polygon(s->self, &element, polygon, 4), LOB_OK);
    assert_int_equal(s->path(s->self, &element, &path), LOB_OK);
    assert_int_equal(s->text(s->self, &element, &text), LOB_OK);
}

static void draw_layout(rig *r, unsigned seed) {
    static const double angles[8] = {0, 90, 180, 270, 0, 90, 45, 33.3};
    bool is_orthogonal = seed % 3 == 0;
    srand(seed);
    assert_true(rig_open(r));
    for (int c = 0; c < CELLS; c++) {
        char name[16];
        lob_point list[LIST];
        snprintf(name, sizeof name, "C%d", c);
        assert_true(begin(r, name));
        for (int i = draw(4); i > 0; i--) {
            draw_figures(r);
        }
        for (int i = c > 0 ? 1 + draw(3) : 0; i > 0; i--) {
            char child[16];
            lob_rep rep = draw_rep(list);
            snprintf(child, sizeof child, "C%d", draw(8) ? draw(c) : 99); /* C99: never defined */
            place(r, child, draw(3) ? NULL : &rep, draw(2), angles[draw(is_orthogonal ? 4 : 8)],
                  is_orthogonal || draw(4) ? 1 : 1.5 - draw(2), draw_point(300));
        }
    }
    assert_true(freeze(r));
}

/* ---- expansion: no trees, no windows ---- */

typedef struct leaf { /* a hit as it ought to be */
    uint32_t depth;
    lob_step path[CELLS];
    lob_cell_index cell;
    uint32_t layer; /* LOB_NONE: an instance */
    int kind;
    uint32_t index;
    uint64_t member;
    lob_box64 box;
    bool is_touching, is_overlapping; /* of instances: any member */
} leaf;

typedef struct expansion {
    leaf *items;
    size_t count, capacity;
} expansion;

static leaf *expansion_add(expansion *e) {
    if (e->count == e->capacity) {
        e->capacity = e->capacity ? e->capacity * 2 : 1024;
        e->items = realloc(e->items, e->capacity * sizeof *e->items);
        assert_non_null(e->items);
    }
    memset(&e->items[e->count], 0, sizeof *e->items);
    return &e->items[e->count++];
}

static uint64_t rep_count(const lob_layout *layout, uint32_t rep) {
    return rep == LOB_NONE ? 1 : lob_rep_count(lob_layout_rep(layout, rep));
}
static lob_point64 rep_at(const lob_layout *layout, uint32_t rep, uint64_t member) {
    return rep == LOB_NONE ? (lob_point64){0, 0} : lob_rep_at(lob_layout_rep(layout, rep), member);
}

static uint32_t figure_rep(const lob_shapes *s, int kind, uint32_t i) {
    return kind == LOB_KIND_BOX    ? lob_attrs_find(&s->box_reps, i)
           : kind == LOB_KIND_PATH ? s->paths[i].rep
           : kind == LOB_KIND_TEXT ? s->texts[i].rep
                                   : s->polygons[i].rep;
}

/* The box of one member as drawn: through lob_figure_make, but for the round ends, whose box is KLayout's. */
static lob_box64 figure_box(rig *r, const lob_shapes *s, int kind, uint32_t i, uint64_t member, const lob_trans *t) {
    lob_figure figure;
    if (kind == LOB_KIND_PATH && s->paths[i].round_ends && t->is_orthogonal) {
        const lob_path *path = &s->paths[i];
        const lob_outline *line = lob_layout_outline(r->layout, path->outline);
        lob_path_shape shape = {
            lob_layout_points(r->layout, line), line->count, path->width, path->begin_ext, path->end_ext, true};
        lob_box64 b = lob_path_box(&shape);
        lob_point64 at = rep_at(r->layout, path->rep, member);
        at = (lob_point64){at.x + path->at.x, at.y + path->at.y};
        return lob_trans_box(t, (lob_box64){b.left + at.x, b.bottom + at.y, b.right + at.x, b.top + at.y});
    }
    assert_int_equal(lob_figure_make(&r->ctx, r->layout, s, (lob_kind)kind, i, member, t, &figure), LOB_OK);
    return figure.box;
}

static void expand_figures(rig *r, expansion *e, lob_cell_index c, const lob_trans *t, const leaf *above) {
    const lob_cell *of = lob_layout_cell(r->layout, c);
    for (uint32_t k = 0; k < of->shapes_count; k++) {
        const lob_shapes *s = &of->shapes[k];
        for (int kind = 0; kind < LOB_KIND_COUNT; kind++) {
            for (uint32_t i = 0; i < s->count[kind]; i++) {
                for (uint64_t m = rep_count(r->layout, figure_rep(s, kind, i)); m-- > 0;) {
                    lob_box64 b = figure_box(r, s, kind, i, m, t);
                    leaf *l = expansion_add(e);
                    *l = *above;
                    l->cell = c;
                    l->layer = s->layer;
                    l->kind = kind;
                    l->index = i;
                    l->member = m;
                    l->box = b;
                }
            }
        }
    }
}

static void expand(rig *r, expansion *e, lob_cell_index c, const lob_trans *t, const leaf *above) {
    const lob_cell *of = lob_layout_cell(r->layout, c);
    expand_figures(r, e, c, t, above);
    for (uint32_t i = 0; i < of->inst_count; i++) {
        const lob_inst *inst = &of->insts[i];
        leaf *l = expansion_add(e);
        *l = *above;
        l->cell = c;
        l->layer = LOB_NONE;
        l->kind = LOB_KIND_COUNT;
        l->index = i;
        for (uint64_t m = 0; m < rep_count(r->layout, inst->rep); m++) {
            lob_trans own = lob_inst_trans(r->layout, inst);
            lob_point64 at = rep_at(r->layout, inst->rep, m);
            own = lob_trans_moved(&own, at);
            lob_trans all = lob_trans_compose(t, &own);
            leaf next = *above;
            next.path[next.depth++] = (lob_step){i, m};
            expand(r, e, inst->child, &all, &next);
        }
    }
}

static int compare_leaves(const void *a, const void *b) {
    const leaf *x = a, *y = b;
    if (x->depth != y->depth) {
        return x->depth < y->depth ? -1 : 1;
    }
    for (uint32_t i = 0; i < x->depth; i++) {
        if (x->path[i].inst != y->path[i].inst) {
            return x->path[i].inst < y->path[i].inst ? -1 : 1;
        }
        if (x->path[i].member != y->path[i].member) {
            return x->path[i].member < y->path[i].member ? -1 : 1;
        }
    }
    if (x->layer != y->layer) {
        return x->layer < y->layer ? -1 : 1;
    }
    if (x->kind != y->kind) {
        return x->kind < y->kind ? -1 : 1;
    }
    if (x->index != y->index) {
        return x->index < y->index ? -1 : 1;
    }
    return x->member != y->member ? (x->member < y->member ? -1 : 1) : 0;
}

static bool meets(lob_meet meet, lob_box64 b, lob_box64 w) {
    bool touches = b.left <= w.right && b.right >= w.left && b.bottom <= w.top && b.top >= w.bottom;
    bool has_area = b.left < b.right && b.bottom < b.top;
    if (meet == LOB_MEET_TOUCH || !has_area) {
        return touches;
    }
    return b.left < w.right && b.right > w.left && b.bottom < w.top && b.top > w.bottom;
}

static bool is_wanted(const lob_walk_options *o, const leaf *l) {
    if (l->depth > o->depth_max || !(o->what >> l->kind & 1)) {
        return false;
    }
    if (l->layer == LOB_NONE || !o->layers) {
        return true;
    }
    for (uint32_t i = 0; i < o->layer_count; i++) {
        if (o->layers[i] == l->layer) {
            return true;
        }
    }
    return false;
}

static bool inst_meets(rig *r, const lob_walk_options *o, lob_cell_index root, leaf *l) {
    const lob_inst *inst = &lob_layout_cell(r->layout, l->cell)->insts[l->index];
    const lob_cell *child = lob_layout_cell(r->layout, inst->child);
    lob_trans t;
    lob_cell_index at;
    assert_int_equal(lob_path_trans(&r->ctx, r->layout, root, l->path, l->depth, &t, &at), LOB_OK);
    assert_int_equal(at, l->cell);
    lob_box64 b = lob_box64_is_empty(child->box) ? (lob_box64){0, 0, 0, 0} : child->box;
    bool any = false;
    for (uint64_t m = rep_count(r->layout, inst->rep); m-- > 0;) {
        lob_trans own = lob_inst_trans(r->layout, inst);
        own = lob_trans_moved(&own, rep_at(r->layout, inst->rep, m));
        lob_trans all = lob_trans_compose(&t, &own);
        if (meets(o->meet, lob_trans_box(&all, b), o->window)) {
            l->member = m;
            any = true;
        }
    }
    return any;
}

/* ---- one window ---- */

static bool same_trans(const lob_trans *a, const lob_trans *b) {
    return a->code == b->code && a->is_orthogonal == b->is_orthogonal && a->x == b->x && a->y == b->y &&
           a->mag == b->mag && a->sin == b->sin && a->cos == b->cos &&
           (a->is_orthogonal || (a->dx == b->dx && a->dy == b->dy));
}

static void check_window(rig *r, const expansion *all, lob_cell_index root, const lob_walk_options *o) {
    expansion got = {0};
    lob_walk *walk;
    const lob_hit *hit;
    lob_walk_count ours[LAYERS] = {{0}}, theirs[LAYERS] = {{0}};
    uint64_t insts = 0, their_insts = 0;
    assert_int_equal(lob_walk_open(&r->ctx, r->layout, root, o, &walk), LOB_OK);
    while (lob_walk_next(walk, &hit) == LOB_OK && hit) {
        leaf *l = expansion_add(&got);
        l->depth = hit->depth;
        memcpy(l->path, hit->path, hit->depth * sizeof *hit->path);
        l->cell = hit->leaf;
        l->layer = hit->shapes ? hit->shapes->layer : LOB_NONE;
        l->kind = (int)hit->kind;
        l->index = hit->index;
        l->member = hit->member;
        l->box = hit->box;
        lob_trans t;
        assert_int_equal(lob_path_trans(&r->ctx, r->layout, root, hit->path, hit->depth, &t, NULL), LOB_OK);
        assert_true(same_trans(&t, hit->trans));
    }
    assert_int_equal(r->ctx.error.code, LOB_OK);
    if (got.count) {
        qsort(got.items, got.count, sizeof *got.items, compare_leaves);
    }
    size_t at = 0;
    for (size_t i = 0; i < all->count; i++) {
        leaf l = all->items[i];
        if (!is_wanted(o, &l) ||
            (l.layer == LOB_NONE ? !inst_meets(r, o, root, &l) : !meets(o->meet, l.box, o->window))) {
            continue;
        }
        if (l.layer == LOB_NONE) {
            their_insts++;
        } else {
            *(l.kind == LOB_KIND_TEXT ? &theirs[l.layer].texts : &theirs[l.layer].shapes) += 1;
        }
        assert_lt(at, got.count);
        assert_int_equal(compare_leaves(&got.items[at], &l), 0);
        if (l.layer != LOB_NONE) {
            assert_memory_equal(&got.items[at].box, &l.box, sizeof l.box);
        }
        at++;
    }
    assert_int_equal(at, got.count);
    assert_int_equal(lob_walk_counts(&r->ctx, r->layout, root, o, ours, &insts), LOB_OK);
    assert_memory_equal(ours, theirs, lob_layout_layer_count(r->layout) * sizeof *ours);
    assert_int_equal(insts, their_insts);
    free(got.items);
}

static lob_box64 draw_window(const expansion *all) {
    lob_point c = draw_point(600);
    int reach = 1 << draw(11);
    lob_box64 w = {c.x - draw(reach), c.y - draw(reach), c.x + draw(reach), c.y + draw(reach)};
    if (all->count && draw(2)) { /* at a figure: touching at an edge, or around it with some room */
        lob_box64 b = all->items[(size_t)draw((int)all->count)].box;
        lob_box64 beside[4] = {{b.right, b.bottom, b.right + 10, b.top},
                               {b.left - 5, b.top, b.right, b.top + 7},
                               {b.left - reach, b.bottom - reach, b.right + reach, b.top + reach},
                               {b.left, b.bottom, b.left, b.bottom}};
        w = beside[draw(4)];
    }
    return w;
}

static void test_against_expansion(void **state) {
    (void)state;
    unsigned seeds = stride_pick(getenv("LOB_TEST_QUICK") ? 6 : 60, 3);
    for (unsigned seed = 0; seed < seeds; seed++) {
        rig r;
        expansion all = {0};
        leaf top = {0};
        draw_layout(&r, seed);
        char name[16];
        snprintf(name, sizeof name, "C%d", CELLS - 1 - (int)(seed % 2));
        lob_cell_index root = cell(&r, name);
        lob_trans identity = lob_trans_identity();
        expand(&r, &all, root, &identity, &top);
        if (all.count > 40000) { /* the rare giant takes all the time */
            free(all.items);
            rig_close(&r);
            continue;
        }
        if (all.count) {
            qsort(all.items, all.count, sizeof *all.items, compare_leaves);
        }
        for (int i = 0; i < (int)stride_pick(60, 40); i++) {
            lob_layer_index layers[LAYERS];
            uint32_t layer_count = 0;
            for (uint32_t k = 0; k < lob_layout_layer_count(r.layout); k++) {
                if (draw(2)) {
                    layers[layer_count++] = k;
                }
            }
            lob_walk_options o = {.window = draw_window(&all),
                                  .meet = draw(2) ? LOB_MEET_TOUCH : LOB_MEET_OVERLAP,
                                  .what = draw(3) ? 31 : (unsigned)draw(32),
                                  .layers = draw(3) ? NULL : layers,
                                  .layer_count = layer_count,
                                  .depth_max = draw(3) ? UINT32_MAX : (uint32_t)draw(4)};
            check_window(&r, &all, root, &o);
        }
        lob_walk_options o = {.window = LOB_WALK_EVERYTHING, .what = 31, .depth_max = UINT32_MAX};
        check_window(&r, &all, root, &o);
        if (stride_is_on()) { /* by chance it takes many windows */
            o.depth_max = 1;
            check_window(&r, &all, root, &o);
        }
        free(all.items);
        rig_close(&r);
    }
}

/* Where magnifications round at each level the boxes of cells are off by a unit or so, and a window that only touches a
 * figure is the first to be missed. */
static void test_rounding(void **state) {
    (void)state;
    static const double mags[5] = {0.5, 1.5, 0.3, 2.5, 0.7};
    unsigned seeds = getenv("LOB_TEST_QUICK") ? 20 : 200;
    for (unsigned seed = 0; seed < seeds; seed++) {
        rig r;
        expansion all = {0};
        leaf top = {0};
        srand(seed);
        assert_true(rig_open(&r));
        assert_true(begin(&r, "C0"));
        lob_point p = draw_point(20);
        const lob_point line[2] = {p, {p.x + draw(9), p.y + draw(9) + 1}};
        lob_element on_1 = {.layer = 1};
        lob_path_event path = {
            .points = line, .count = 2, .width = 4, .begin_ext = 2, .end_ext = 2, .round_ends = true, .pathtype = 1};
        assert_true(box(&r, 0, NULL, (lob_box){p.x, p.y, p.x + 1, p.y + 1}));
        assert_int_equal(r.sink->path(r.sink->self, &on_1, &path), LOB_OK);
        for (int c = 1; c < 5; c++) {
            char name[16], child[16];
            snprintf(name, sizeof name, "C%d", c);
            snprintf(child, sizeof child, "C%d", c - 1);
            assert_true(begin(&r, name));
            assert_true(place(&r, child, NULL, draw(2), 90 * draw(4) + (seed % 4 == 3 ? 30 : 0), mags[draw(5)],
                              draw_point(20)));
        }
        assert_true(freeze(&r));
        lob_cell_index root = cell(&r, "C4");
        lob_trans identity = lob_trans_identity();
        expand(&r, &all, root, &identity, &top);
        qsort(all.items, all.count, sizeof *all.items, compare_leaves);
        for (size_t i = 0; i < all.count; i++) {
            lob_box64 b = all.items[i].box;
            lob_box64 sides[6] = {
                {b.left - 9, b.bottom, b.left, b.top},     {b.right, b.bottom, b.right + 9, b.top},
                {b.left, b.bottom - 9, b.right, b.bottom}, {b.left, b.top, b.right, b.top + 9},
                {b.left, b.bottom, b.right, b.top},        {b.left + 1, b.bottom + 1, b.right - 1, b.top - 1}};
            for (int k = 0; k < 6; k++) {
                lob_walk_options o = {.window = sides[k], .what = 15, .depth_max = UINT32_MAX};
                if (!lob_box64_is_empty(sides[k])) {
                    check_window(&r, &all, root, &o);
                }
            }
        }
        free(all.items);
        rig_close(&r);
    }
}

/* ---- single promises ---- */

static lob_walk_options everything(unsigned what) {
    return (lob_walk_options){.window = LOB_WALK_EVERYTHING, .what = what, .depth_max = UINT32_MAX};
}

static uint64_t count_hits(lob_ctx *ctx, const lob_layout *layout, lob_cell_index root, const lob_walk_options *o,
                           lob_status *status) {
    lob_walk *walk;
    const lob_hit *hit = NULL;
    uint64_t count = 0;
    *status = lob_walk_open(ctx, layout, root, o, &walk);
    while (*status == LOB_OK && (*status = lob_walk_next(walk, &hit)) == LOB_OK && hit) {
        count++;
    }
    return count;
}

/* An array of 10^18 boxes costs what its members in the window cost. */
static void test_huge_array(void **state) {
    (void)state;
    rig r;
    lob_rep lattice = {.kind = LOB_REP_LATTICE, .na = 4000000, .nb = 4000000, .a = {100, 0}, .b = {0, 100}};
    lob_status status;
    assert_true(rig_open(&r) && begin(&r, "A") && box(&r, 1, &lattice, (lob_box){0, 0, 50, 50}) && begin(&r, "B") &&
                place(&r, "A", &lattice, false, 0, 1, (lob_point){0, 0}) && freeze(&r));
    lob_walk_options o = everything(31);
    o.window = (lob_box64){1000, 1000, 1999, 1999};
    assert_int_equal(count_hits(&r.ctx, r.layout, cell(&r, "A"), &o, &status), 100);
    lob_walk_count counts[1];
    uint64_t insts;
    o.work_max = 100000;
    assert_int_equal(lob_walk_counts(&r.ctx, r.layout, cell(&r, "B"), &o, counts, &insts), LOB_OK);
    /* (1 + 2 + ... + 20) members of B hold a part of the window, and each shows 100 places: 11..20 in each axis */
    assert_int_equal(counts[0].shapes, 155 * 155);
    assert_int_equal(insts, 1);
    o.window = LOB_WALK_EVERYTHING;
    assert_int_equal(lob_walk_counts(&r.ctx, r.layout, cell(&r, "A"), &o, counts, &insts), LOB_OK);
    assert_int_equal(counts[0].shapes, UINT64_C(16000000000000));
    count_hits(&r.ctx, r.layout, cell(&r, "A"), &o, &status);
    assert_int_equal(status, LOB_E_QUERY_TOO_LARGE);
    rig_close(&r);
}

/* Members that lie wholly in the window, or wholly off it, cost nothing. */
static void test_counted_by_arithmetic(void **state) {
    (void)state;
    const uint64_t n = 1000000000;
    rig r;
    lob_rep across = {.kind = LOB_REP_LATTICE, .na = n, .nb = n, .a = {0, 100}, .b = {-100, 0}};
    lob_rep skew = {.kind = LOB_REP_LATTICE, .na = 1000, .nb = 1000, .a = {100, 30}, .b = {-30, 100}};
    assert_true(rig_open(&r) && begin(&r, "A") && box(&r, 1, NULL, (lob_box){0, 0, 50, 50}) && begin(&r, "B") &&
                place(&r, "A", &across, false, 0, 1, (lob_point){0, 0}) && begin(&r, "C") &&
                box(&r, 1, &across, (lob_box){0, 0, 50, 50}) && box(&r, 1, &skew, (lob_box){7, 7, 9, 9}) &&
                begin(&r, "D") && place(&r, "A", &skew, false, 0, 1, (lob_point){0, 0}) && begin(&r, "N") &&
                place(&r, "A", NULL, false, 0, 1, (lob_point){0, 0}) && begin(&r, "E") &&
                place(&r, "N", &across, false, 0, 1, (lob_point){0, 0}) && freeze(&r));
    lob_walk_options o = everything(31);
    lob_walk_count counts[1];
    uint64_t insts;
    o.work_max = 100;
    o.window = (lob_box64){-100 * (int64_t)(n / 2) - 10, -10, 10000, 100 * (int64_t)(n / 4) - 10};
    assert_int_equal(lob_walk_counts(&r.ctx, r.layout, cell(&r, "B"), &o, counts, &insts), LOB_OK);
    assert_int_equal(counts[0].shapes, (n / 2 + 1) * (n / 4));
    assert_int_equal(insts, 1);
    o.work_max = 5000;
    assert_int_equal(lob_walk_counts(&r.ctx, r.layout, cell(&r, "C"), &o, counts, &insts), LOB_OK);
    uint64_t expected = 0;
    for (uint64_t i = 0; i < 1000000; i++) {
        const lob_point64 at = lob_rep_at(&skew, i);
        expected += at.x + 7 <= 10000;
    }
    assert_int_equal(counts[0].shapes, (n / 2 + 1) * (n / 4) + expected);
    /* The border cuts 10^9 members: leaves are counted all the same, else it ends soon, with a lower bound. */
    o.work_max = n - 1;
    o.window = (lob_box64){-100 * (int64_t)n, 25, 10000, 100 * (int64_t)n};
    assert_int_equal(lob_walk_counts(&r.ctx, r.layout, cell(&r, "B"), &o, counts, &insts), LOB_OK);
    assert_eq(counts[0].shapes, n * n);
    assert_int_equal(lob_walk_counts(&r.ctx, r.layout, cell(&r, "E"), &o, counts, &insts), LOB_E_QUERY_TOO_LARGE);
    assert_eq(counts[0].shapes, n * n - n); /* all that the border does not cut, at once */
    lob_error_clear(&r.ctx.error);
    o.window = (lob_box64){-1000, 25, 40000, 60025};
    o.work_max = 10000;
    assert_int_equal(lob_walk_counts(&r.ctx, r.layout, cell(&r, "D"), &o, counts, &insts), LOB_OK);
    expected = 0;
    for (uint64_t i = 0; i < 1000000; i++) {
        const lob_point64 at = lob_rep_at(&skew, i);
        const lob_box64 b = {at.x, at.y, at.x + 50, at.y + 50};
        expected += b.left <= 40000 && b.right >= -1000 && b.bottom <= 60025 && b.top >= 25;
    }
    assert_int_equal(counts[0].shapes, expected);
    rig_close(&r);
}

static void test_cancel(void **state) {
    (void)state;
    rig r;
    lob_rep lattice = {.kind = LOB_REP_LATTICE, .na = 4000, .nb = 4000, .a = {100, 0}, .b = {0, 100}};
    lob_cancel cancel = {true};
    lob_status status;
    assert_true(rig_open(&r) && begin(&r, "A") && box(&r, 1, &lattice, (lob_box){0, 0, 50, 50}) && freeze(&r));
    lob_walk_options o = everything(31);
    o.window.right = (int32_t)stride_pick(100000, 8000);
    assert_in_range(count_hits(&r.ctx, r.layout, 0, &o, &status), stride_pick(1000000, 200000), 5000000);
    assert_int_equal(status, LOB_OK);
    r.ctx.cancel = &cancel;
    assert_in_range(count_hits(&r.ctx, r.layout, 0, &o, &status), 0, 200000);
    assert_int_equal(status, LOB_E_CANCELLED);
    lob_walk *small; /* thousands of walks of a few steps each are cancelled between two of them */
    o.window = (lob_box64){0, 0, 10, 10};
    assert_int_equal(lob_walk_open(&r.ctx, r.layout, 0, &o, &small), LOB_E_CANCELLED);
    rig_close(&r);
}

/* A chain of cells far deeper than any stack of calls. */
static void test_deep_chain(void **state) {
    (void)state;
    int levels = getenv("LOB_TEST_QUICK") ? 2000 : 100000;
    rig r;
    lob_status status;
    assert_true(rig_open(&r));
    for (int i = 0; i < levels; i++) {
        char name[16], child[16];
        snprintf(name, sizeof name, "C%d", i);
        snprintf(child, sizeof child, "C%d", i - 1);
        assert_true(begin(&r, name));
        if (i) {
            assert_true(place(&r, child, NULL, false, 0, 1, (lob_point){1, 0}));
        } else {
            assert_true(box(&r, 1, NULL, (lob_box){0, 0, 1, 1}));
        }
    }
    assert_true(freeze(&r));
    char top[16];
    snprintf(top, sizeof top, "C%d", levels - 1);
    lob_walk_options o = everything(7);
    lob_walk *walk;
    const lob_hit *hit;
    assert_int_equal(lob_walk_open(&r.ctx, r.layout, cell(&r, top), &o, &walk), LOB_OK);
    assert_int_equal(lob_walk_next(walk, &hit), LOB_OK);
    assert_non_null(hit);
    assert_int_equal(hit->depth, levels - 1);
    assert_int_equal(hit->box.left, levels - 1);
    lob_trans t;
    assert_int_equal(lob_path_trans(&r.ctx, r.layout, cell(&r, top), hit->path, hit->depth, &t, NULL), LOB_OK);
    assert_int_equal(t.x, levels - 1);
    assert_int_equal(lob_walk_next(walk, &hit), LOB_OK);
    assert_null(hit);
    o.depth_max = 10;
    assert_int_equal(count_hits(&r.ctx, r.layout, cell(&r, top), &o, &status), 0);
    rig_close(&r);
}

/* Lowering left_max loses nothing left of it, and spares the work right of it. */
static void test_left_max(void **state) {
    (void)state;
    for (unsigned seed = 0; seed < stride_pick(30, 10); seed++) {
        rig r;
        expansion all = {0};
        leaf top = {0};
        draw_layout(&r, seed);
        lob_cell_index root = cell(&r, "C5");
        lob_trans identity = lob_trans_identity();
        expand(&r, &all, root, &identity, &top);
        lob_walk_options o = everything(15);
        o.window = draw_window(&all);
        int64_t left_max = INT64_MAX, lowest = INT64_MAX, step = 1 + draw(60);
        o.left_max = &left_max;
        uint64_t ours = 0, theirs = 0;
        lob_walk *walk;
        const lob_hit *hit;
        assert_int_equal(lob_walk_open(&r.ctx, r.layout, root, &o, &walk), LOB_OK);
        while (lob_walk_next(walk, &hit) == LOB_OK && hit) {
            lowest = hit->box.left < lowest ? hit->box.left : lowest;
            ours += hit->box.left <= lowest;
            if (lowest + step < left_max) {
                left_max = lowest + step;
            }
        }
        int64_t their_lowest = INT64_MAX;
        for (size_t i = 0; i < all.count; i++) {
            bool is_hit = all.items[i].layer != LOB_NONE && meets(o.meet, all.items[i].box, o.window);
            their_lowest = is_hit && all.items[i].box.left < their_lowest ? all.items[i].box.left : their_lowest;
            theirs += is_hit;
        }
        assert_eq(lowest, their_lowest);
        assert_le(ours, theirs);
        free(all.items);
        rig_close(&r);
    }
    rig r;
    lob_rep lattice = {.kind = LOB_REP_LATTICE, .na = 1000000, .nb = 1000000, .a = {100, 0}, .b = {0, 100}};
    assert_true(rig_open(&r) && begin(&r, "A") && box(&r, 1, &lattice, (lob_box){0, 0, 50, 50}) && begin(&r, "P") &&
                box(&r, 1, NULL, (lob_box){0, 0, 50, 50}) && begin(&r, "B") &&
                place(&r, "P", &lattice, false, 0, 1, (lob_point){0, 0}) && freeze(&r));
    for (int i = 0; i < 2; i++) {
        int64_t left_max = INT64_MAX;
        lob_walk_options o = everything(15);
        o.window.top = 5000;
        o.left_max = &left_max;
        lob_walk *walk;
        const lob_hit *hit;
        assert_int_equal(lob_walk_open(&r.ctx, r.layout, cell(&r, i ? "B" : "A"), &o, &walk), LOB_OK);
        while (lob_walk_next(walk, &hit) == LOB_OK && hit) {
            left_max = hit->box.left < left_max ? hit->box.left + 200 : left_max;
        }
        assert_in_range(lob_walk_work(walk), 51, 2000);
    }
    rig_close(&r);
}

static void test_path_faults(void **state) {
    (void)state;
    rig r;
    lob_trans t;
    assert_true(rig_open(&r) && begin(&r, "A") && box(&r, 1, NULL, (lob_box){0, 0, 50, 50}) && begin(&r, "B") &&
                place(&r, "A", NULL, true, 30, 2, (lob_point){7, 8}) && freeze(&r));
    lob_step step = {0, 0};
    lob_cell_index at;
    assert_int_equal(lob_path_trans(&r.ctx, r.layout, cell(&r, "B"), &step, 1, &t, &at), LOB_OK);
    assert_eq(at, cell(&r, "A"));
    assert_eq(t.x, 7);
    assert_eq(t.y, 8);
    assert_eq(t.mag, 2);
    step.member = 1;
    assert_int_equal(lob_path_trans(&r.ctx, r.layout, cell(&r, "B"), &step, 1, &t, &at), LOB_E_INVALID_TARGET);
    lob_error_clear(&r.ctx.error);
    step = (lob_step){1, 0};
    assert_int_equal(lob_path_trans(&r.ctx, r.layout, cell(&r, "B"), &step, 1, &t, &at), LOB_E_INVALID_TARGET);
    lob_error_clear(&r.ctx.error);
    t = lob_trans_make(false, 30, 2, 0, 0);
    t.dx = 9e15;
    lob_figure figure;
    const lob_shapes *shapes = &lob_layout_cell(r.layout, cell(&r, "A"))->shapes[0];
    assert_int_equal(lob_figure_make(&r.ctx, r.layout, shapes, LOB_KIND_BOX, 0, 0, &t, &figure), LOB_OK);
    t.dx = 9.1e15;
    assert_int_equal(lob_figure_make(&r.ctx, r.layout, shapes, LOB_KIND_BOX, 0, 0, &t, &figure), LOB_E_QUERY_TOO_LARGE);
    rig_close(&r);
}

/* What the figure of a path holds beside its outline; by hand. */
static void test_path_figure(void **state) {
    (void)state;
    rig r;
    const lob_point points[2] = {{10, 20}, {110, 20}};
    lob_element element = {.layer = 1};
    lob_path_event path = {.points = points, .count = 2, .width = 8, .begin_ext = 3, .end_ext = 5, .pathtype = 4};
    assert_true(rig_open(&r) && begin(&r, "A"));
    assert_int_equal(r.sink->path(r.sink->self, &element, &path), LOB_OK);
    assert_true(freeze(&r));
    const lob_shapes *shapes = &lob_layout_cell(r.layout, 0)->shapes[0];
    lob_trans t = lob_trans_make(false, 90, 1.5, 1000, 0);
    lob_figure f;
    assert_int_equal(lob_figure_make(&r.ctx, r.layout, shapes, LOB_KIND_PATH, 0, 0, &t, &f), LOB_OK);
    assert_eq(f.width, 12);
    assert_eq(f.begin_ext, 4.5);
    assert_eq(f.end_ext, 7.5);
    assert_false(f.round_ends);
    assert_false(f.is_exact);
    assert_eq(f.line_count, 2);
    assert_eq(f.line[0].x, 970);
    assert_eq(f.line[0].y, 15);
    assert_eq(f.line[1].y, 165);
    assert_int_equal(f.ring_count, 4);
    assert_eq(f.box.left, 964);
    assert_eq(f.box.right, 976);
    assert_eq(f.box.bottom, 11);
    assert_eq(f.box.top, 173);
    rig_close(&r);
}

/* ---- threads and memory ---- */

enum { THREADS = 6 };

typedef struct worker {
    pthread_t thread;
    const lob_layout *layout;
    lob_cell_index root;
    uint64_t count;
    lob_status status;
} worker;

static void *work(void *arg) {
    worker *w = arg;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_walk_options o = everything(31);
    o.window = (lob_box64){-300, -300, 300, 300};
    w->count = count_hits(&ctx, w->layout, w->root, &o, &w->status);
    lob_arena_drop(arena);
    return NULL;
}

static void test_threads(void **state) {
    (void)state;
    for (unsigned seed = 0; seed < stride_pick(12, 3); seed++) {
        rig r;
        worker workers[THREADS];
        draw_layout(&r, seed);
        uint64_t size = lob_layout_size(r.layout);
        for (int i = 0; i < THREADS; i++) {
            workers[i] = (worker){.layout = r.layout, .root = cell(&r, "C6")};
            assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
        }
        for (int i = 0; i < THREADS; i++) {
            assert_int_equal(pthread_join(workers[i].thread, NULL), 0);
            assert_int_equal(workers[i].status, LOB_OK);
            assert_int_equal(workers[i].count, workers[0].count);
        }
        assert_gt(lob_layout_size(r.layout), size); /* the trees count */
        rig_close(&r);
    }
}

static bool walk_once(void *arg) {
    const rig *r = arg;
    lob_arena *arena = lob_arena_new(0);
    if (!arena) {
        return false;
    }
    lob_ctx ctx;
    lob_status status;
    lob_ctx_init(&ctx, arena);
    lob_walk_options o = everything(31);
    lob_walk_count counts[LAYERS];
    uint64_t insts;
    o.window = (lob_box64){-300, -300, 300, 300};
    count_hits(&ctx, r->layout, cell(r, "C4"), &o, &status);
    if (status == LOB_OK) {
        status = lob_walk_counts(&ctx, r->layout, cell(r, "C4"), &o, counts, &insts);
    }
    lob_arena_drop(arena);
    return status == LOB_OK;
}

/* Each run on a layout of its own, as trees that were made stay. */
static bool build_and_walk(void *arg) {
    (void)arg;
    rig r = {0};
    bool fine = rig_open(&r);
    fine = fine && begin(&r, "A") && box(&r, 1, NULL, (lob_box){0, 0, 9, 9});
    lob_point list[LIST] = {{0, 0}};
    for (int i = 1; i < LIST; i++) {
        list[i] = (lob_point){20 * i, 3 * i};
    }
    lob_rep rep = {.kind = LOB_REP_LIST, .list = list, .list_count = LIST};
    lob_rep lattice = {.kind = LOB_REP_LATTICE, .na = 5, .nb = 5, .a = {100, 0}, .b = {0, 100}};
    fine = fine && box(&r, 2, &rep, (lob_box){0, 0, 9, 9});
    fine = fine && begin(&r, "C4") && place(&r, "A", &lattice, false, 45, 1, (lob_point){-50, -50}) && freeze(&r);
    fine = fine && walk_once(&r);
    rig_close(&r);
    return fine;
}

static void test_allocation_failures(void **state) {
    (void)state;
    assert_in_range(sweep_allocations_sparing(build_and_walk, NULL, true), 20, 2000);
}

/* Search trees are the layout's, not the request's; their bound is the layout's own. */
static void test_trees_have_an_account(void **state) {
    (void)state;
    rig r;
    lob_account request;
    const lob_rtree *tree;
    assert_true(rig_open(&r) && begin(&r, "TOP"));
    for (int32_t i = 0; i < 5000; i++) {
        assert_true(box(&r, 1, NULL, (lob_box){3 * i, i % 7, 3 * i + 2, i % 7 + 5}));
    }
    assert_true(freeze(&r));
    lob_account_init(&request, "request_memory_size", 1000);
    lob_account *before = lob_account_enter(&request);
    r.layout->trees.held_max = 20000;
    assert_int_equal(lob_index_figures(&r.ctx, r.layout, 0, 0, LOB_KIND_BOX, &tree), LOB_E_TOOL_LIMIT_EXCEEDED);
    assert_true(lob_str_equal(r.ctx.error.details[1].text, LOB_STR("layout_size")));
    lob_error_clear(&r.ctx.error);
    r.layout->trees.held_max = 1 << 20;
    assert_int_equal(lob_index_figures(&r.ctx, r.layout, 0, 0, LOB_KIND_BOX, &tree), LOB_OK);
    assert_in_range(atomic_load(&r.layout->trees.held), 5000 * sizeof(lob_box), 1 << 20);
    assert_int_equal(atomic_load(&request.held), 0);
    lob_layout_drop(r.layout);
    r.layout = NULL;
    lob_account_enter(before);
    assert_int_equal(atomic_load(&request.held), 0);
    rig_close(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_expansion),
        cmocka_unit_test(test_rounding),
        cmocka_unit_test(test_trees_have_an_account),
        cmocka_unit_test(test_huge_array),
        cmocka_unit_test(test_counted_by_arithmetic),
        cmocka_unit_test(test_cancel),
        cmocka_unit_test(test_deep_chain),
        cmocka_unit_test(test_left_max),
        cmocka_unit_test(test_path_faults),
        cmocka_unit_test(test_path_figure),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_allocation_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
