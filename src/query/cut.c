/* See cut.h.
 *
 * The line is halved until a part has few figures in its box, or halving would not leave fewer. What all parts will
 * meet is added up before the first is cut, so too much is told beforehand. Parts come in order along the line, so
 * spans of one part, sorted, continue the runs of those before. Of a part, and of a figure, nothing is kept but spans
 * and runs: memory goes with the longest part and the answer.
 */
#include "query/cut.h"

#include <math.h>

#include "base/limits.h"
#include "base/list.h"
#include "base/sort.h"
#include "query/border.h"

enum { PART_SHAPES = 256, STRAIGHT_SHAPES = 50000, LEVELS_MAX = 16 };
/* Each part is looked for from the top: in a chain of cells that is far. Boxes too much to be counted. */
enum { SHAPES_A_LEVEL = 4, UNCOUNTED_MAX = 6, LATTICE_STEPS = 400000 };
/* A step of a cut takes as long as some of a plain walk, and 10 million figures along a line are many. */
enum { WORK_SHARE = 100 };

typedef struct part { /* index / 2^level to (index + 1) / 2^level of the line */
    uint32_t index, level;
    uint64_t count; /* figures whose boxes meet that of the part; UINT64_MAX: many */
} part;

typedef struct layer_span {
    lob_layer_index layer;
    lob_cut_span span;
} layer_span;

typedef struct row { /* a layer's runs so far */
    lob_cut_run *runs;
    uint32_t count, room;
    lob_fraction left, right; /* how far the last run has material on either side */
    bool goes_before, goes_behind;
} row;

typedef struct cutter {
    lob_ctx *ctx, own, figures; /* own: of a part; figures: of a figure */
    const lob_cut_question *question;
    row *rows; /* by layer */
    uint64_t run_count, work, work_max;
    uint64_t few;     /* figures of a part that is not worth halving */
    uint64_t planned; /* figures of the parts so far */
    uint32_t uncounted;
    part *parts; /* in order along the line */
    uint32_t part_count, part_room;
    lob_walk_count *counts; /* by layer */
    layer_span *spans;      /* of a part */
    uint32_t span_count, span_room;
    lob_fraction from, to; /* of the part */
} cutter;

#define HINT "Ask for a shorter line or for fewer layers."

static const lob_fraction START = {0, 1}, END = {1, 1};

/* ---- refusals ---- */

static lob_status refuse(lob_ctx *ctx, const char *name, int64_t limit, const char *message) {
    lob_status status = lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "%s", message);
    lob_error_text(&ctx->error, "limit_name", lob_str_from(name));
    lob_error_integer(&ctx->error, "limit", limit);
    lob_hint(ctx, HINT);
    return status;
}

static lob_status add_work(cutter *c, uint64_t steps) {
    c->work += steps;
    return c->work > c->work_max
               ? refuse(c->ctx, "query_work", (int64_t)c->work_max, "The line meets too many figures for one call")
               : LOB_OK;
}

/* ---- parts ---- */

static lob_fraction part_end(part p, uint32_t more) {
    return (lob_fraction){(__int128)p.index + more, (__int128)1 << p.level};
}

static int64_t floor_part(int64_t from, int64_t to, part p, uint32_t more, bool is_up) {
    const __int128 whole = (__int128)(to - from) * (p.index + (int64_t)more);
    const __int128 unit = (__int128)1 << p.level;
    const __int128 down = whole >= 0 ? whole / unit : -((-whole + unit - 1) / unit);
    return from + (int64_t)(down + (is_up && down * unit != whole));
}

static lob_box64 part_box(const lob_line64 *l, part p) {
    const bool rises = l->to.y >= l->from.y, goes_right = l->to.x >= l->from.x;
    return (lob_box64){floor_part(l->from.x, l->to.x, p, goes_right ? 0 : 1, false),
                       floor_part(l->from.y, l->to.y, p, rises ? 0 : 1, false),
                       floor_part(l->from.x, l->to.x, p, goes_right ? 1 : 0, true),
                       floor_part(l->from.y, l->to.y, p, rises ? 1 : 0, true)};
}

static lob_walk_options options_for(const cutter *c, lob_box64 window) {
    const lob_cut_question *q = c->question;
    return (lob_walk_options){.window = window,
                              .meet = LOB_MEET_TOUCH,
                              .what = LOB_WALK_SHAPES,
                              .layers = q->layers,
                              .layer_count = q->layer_count,
                              .depth_max = UINT32_MAX,
                              .work_max = c->work_max - c->work,
                              .skips_copies = true};
}

static lob_status refuse_work(cutter *c) {
    return add_work(c, c->work_max - c->work + 1);
}

/* Too many for counting are many. */
static lob_status count_part(cutter *c, part *p) {
    lob_walk_options options = options_for(c, part_box(&c->question->line, *p));
    uint64_t *count = &p->count;
    const uint32_t layers = lob_layout_layer_count(c->question->layout);
    uint64_t insts;
    options.lattice_max = LATTICE_STEPS;
    *count = 0;
    lob_status status = lob_walk_counts(&c->own, c->question->layout, c->question->cell, &options, c->counts, &insts);
    if (status == LOB_E_QUERY_TOO_LARGE) {
        lob_error_clear(&c->own.error);
        *count = UINT64_MAX;
        return ++c->uncounted > UNCOUNTED_MAX ? refuse_work(c) : LOB_OK;
    }
    const uint32_t all = c->question->layers ? c->question->layer_count : layers;
    for (uint32_t i = 0; i < all && status == LOB_OK; i++) {
        const uint64_t here = c->counts[c->question->layers ? c->question->layers[i] : i].shapes;
        *count = here > UINT64_MAX - *count ? UINT64_MAX : *count + here;
    }
    return status;
}

/* Halves that both hold most of a part would only multiply the work. */
static lob_status is_parted(cutter *c, part p, part halves[2], bool *parted) {
    uint64_t both = 0;
    for (uint32_t i = 0; i < 2; i++) {
        halves[i] = (part){.index = 2 * p.index + i, .level = p.level + 1};
        LOB_TRY(count_part(c, &halves[i]));
        both = halves[i].count > UINT64_MAX - both ? UINT64_MAX : both + halves[i].count;
    }
    *parted = p.count > UINT64_MAX / 2 || both <= p.count + p.count / 2;
    return LOB_OK;
}

static lob_status is_to_halve(cutter *c, part p, part halves[2], bool *halved) {
    const lob_box64 box = part_box(&c->question->line, p);
    const int64_t width = box.right - box.left, height = box.top - box.bottom;
    const bool is_thin = width <= 1 || height <= 1;
    *halved = false;
    if (is_thin && p.count < UINT64_MAX && p.count > c->work_max - c->planned) {
        return refuse_work(c); /* of a straight line each figure will be met */
    }
    const uint64_t few = is_thin && c->few < STRAIGHT_SHAPES ? STRAIGHT_SHAPES : c->few;
    return (width > 2 || height > 2) && p.level < LEVELS_MAX && p.count > few ? is_parted(c, p, halves, halved)
                                                                              : LOB_OK;
}

static lob_status keep_part(cutter *c, part p) {
    if (p.count > c->work_max - c->planned) {
        return refuse_work(c);
    }
    c->planned += p.count;
    LOB_TRY(LOB_LIST_ROOM(c->ctx, c->ctx->arena, c->parts, c->part_count, c->part_room));
    c->parts[c->part_count++] = p;
    return LOB_OK;
}

/* Which parts the line is cut in. Each goes down all levels, and through all layers of the cells it meets. */
static lob_status plan(cutter *c) {
    part left[LEVELS_MAX + 2] = {{0, 0, 0}};
    unsigned count = 1;
    const uint64_t levels = lob_layout_cell(c->question->layout, c->question->cell)->height;
    c->few = PART_SHAPES + SHAPES_A_LEVEL * levels + lob_layout_layer_count(c->question->layout);
    LOB_TRY(count_part(c, &left[0]));
    while (count > 0) {
        const part p = left[--count];
        part halves[2];
        bool halved;
        LOB_TRY(lob_poll(c->ctx));
        LOB_TRY(is_to_halve(c, p, halves, &halved));
        if (halved) {
            left[count++] = halves[1];
            left[count++] = halves[0];
        } else {
            LOB_TRY(keep_part(c, p));
        }
        lob_arena_reset(c->own.arena);
    }
    return LOB_OK;
}

/* ---- spans of a part ---- */

static lob_status keep_span(cutter *c, lob_layer_index layer, const lob_cut_span *span) {
    LOB_TRY(LOB_LIST_ROOM(c->ctx, c->own.arena, c->spans, c->span_count, c->span_room));
    c->spans[c->span_count++] = (layer_span){layer, *span};
    return LOB_OK;
}

/* The rest of the endless line only says whether material goes on there. */
static lob_status take_span(cutter *c, lob_layer_index layer, lob_cut_span span) {
    row *r = &c->rows[layer];
    r->goes_before |= span.from.num < 0 && span.to.num >= 0;
    r->goes_behind |= lob_fraction_compare(&span.from, &END) <= 0 && lob_fraction_compare(&span.to, &END) > 0;
    span.from = lob_fraction_compare(&span.from, &c->from) < 0 ? c->from : span.from;
    span.to = lob_fraction_compare(&span.to, &c->to) > 0 ? c->to : span.to;
    return lob_fraction_compare(&span.from, &span.to) < 0 ? keep_span(c, layer, &span) : LOB_OK;
}

/* In `figures`. */
static lob_status spans_of(cutter *c, const lob_hit *hit, lob_cut_span **spans, uint32_t *count) {
    const lob_box64 b = hit->box;
    const lob_point64 corners[4] = {{b.left, b.bottom}, {b.right, b.bottom}, {b.right, b.top}, {b.left, b.top}};
    if (hit->kind == LOB_KIND_BOX && hit->trans->is_orthogonal) {
        return lob_cut_ring(&c->figures, &c->question->line, corners, 4, spans, count);
    }
    lob_figure figure;
    LOB_TRY(lob_figure_make(&c->figures, c->question->layout, hit->shapes, hit->kind, hit->index, hit->member,
                            hit->trans, &figure));
    LOB_TRY(add_work(c, figure.ring_count));
    return lob_cut_ring(&c->figures, &c->question->line, figure.ring, figure.ring_count, spans, count);
}

static lob_status take_hit(cutter *c, const lob_hit *hit) {
    lob_cut_span *spans;
    uint32_t count = 0;
    LOB_TRY(spans_of(c, hit, &spans, &count));
    for (uint32_t i = 0; i < count; i++) {
        LOB_TRY(take_span(c, hit->shapes->layer, spans[i]));
    }
    lob_arena_reset(c->figures.arena);
    return LOB_OK;
}

static lob_status take_hits(cutter *c, lob_box64 window) {
    const lob_walk_options options = options_for(c, window);
    lob_walk *walk;
    LOB_TRY(lob_walk_open(&c->own, c->question->layout, c->question->cell, &options, &walk));
    for (;;) {
        const lob_hit *hit;
        LOB_TRY(lob_walk_next(walk, &hit));
        if (!hit) {
            return add_work(c, lob_walk_work(walk));
        }
        LOB_TRY(take_hit(c, hit));
    }
}

/* ---- runs ---- */

static int by_layer_and_place(const void *a, const void *b, void *arg) {
    (void)arg;
    const layer_span *left = a, *right = b;
    return left->layer != right->layer ? (left->layer < right->layer ? -1 : 1)
                                       : lob_fraction_compare(&left->span.from, &right->span.from);
}

static lob_status open_run(cutter *c, row *r, const lob_cut_span *span) {
    if (c->run_count == LOB_LIMIT_CUT_RUNS) {
        return refuse(c->ctx, "cut_runs", LOB_LIMIT_CUT_RUNS, "The line meets too many stretches of material");
    }
    LOB_TRY(LOB_LIST_ROOM(c->ctx, c->ctx->arena, r->runs, r->count, r->room));
    r->runs[r->count++] = (lob_cut_run){.from = span->from, .to = span->from};
    r->left = r->right = span->from;
    c->run_count++;
    return LOB_OK;
}

static void reach(lob_cut_run *run, lob_fraction *side, const lob_cut_span *span) {
    run->is_edge |= lob_fraction_compare(side, &span->from) < 0;
    *side = lob_fraction_compare(side, &span->to) < 0 ? span->to : *side;
}

/* What a run has on one side alone ends before the run does. */
static void close_run(row *r) {
    if (r->count > 0) {
        lob_cut_run *run = &r->runs[r->count - 1];
        run->is_edge |= lob_fraction_compare(&r->left, &run->to) < 0 || lob_fraction_compare(&r->right, &run->to) < 0;
    }
}

static lob_status add_span(cutter *c, row *r, const lob_cut_span *span) {
    if (r->count == 0 || lob_fraction_compare(&r->runs[r->count - 1].to, &span->from) < 0) {
        close_run(r);
        LOB_TRY(open_run(c, r, span));
    }
    lob_cut_run *run = &r->runs[r->count - 1];
    run->to = lob_fraction_compare(&run->to, &span->to) < 0 ? span->to : run->to;
    if (span->sides & LOB_CUT_LEFT) {
        reach(run, &r->left, span);
    }
    if (span->sides & LOB_CUT_RIGHT) {
        reach(run, &r->right, span);
    }
    return LOB_OK;
}

static lob_status do_part(cutter *c, part p) {
    c->spans = NULL;
    c->span_count = c->span_room = 0;
    c->from = part_end(p, 0);
    c->to = part_end(p, 1);
    LOB_TRY(take_hits(c, part_box(&c->question->line, p)));
    LOB_TRY(lob_sort(&c->own, c->spans, c->span_count, sizeof *c->spans, by_layer_and_place, NULL));
    for (size_t i = 0; i < c->span_count; i++) {
        LOB_TRY(add_span(c, &c->rows[c->spans[i].layer], &c->spans[i].span));
    }
    return LOB_OK;
}

static lob_status do_all(cutter *c) {
    LOB_TRY(plan(c));
    for (uint32_t i = 0; i < c->part_count; i++) {
        const part p = c->parts[i];
        LOB_TRY(lob_poll(c->ctx));
        LOB_TRY(do_part(c, p));
        lob_progress(c->ctx, (double)p.index + 1, ldexp(1, (int)p.level), "Cutting");
        lob_arena_reset(c->own.arena);
        lob_arena_reset(c->figures.arena);
    }
    return LOB_OK;
}

/* ---- the answer ---- */

static void finish_row(row *r, double length, lob_cut_layer *layer) {
    close_run(r);
    lob_cut_run *first = &r->runs[0], *last = &r->runs[r->count - 1];
    first->is_cut_at_start = r->goes_before && lob_fraction_compare(&first->from, &START) == 0;
    last->is_cut_at_end = r->goes_behind && lob_fraction_compare(&last->to, &END) == 0;
    for (uint32_t i = 0; i < r->count; i++) {
        lob_cut_run *run = &r->runs[i];
        run->begin = lob_fraction_of(&run->from, length);
        run->end = lob_fraction_of(&run->to, length);
        layer->material += run->end - run->begin;
    }
    layer->runs = r->runs;
    layer->count = r->count;
}

static lob_status finish(cutter *c, lob_cut *cut) {
    const uint32_t layers = lob_layout_layer_count(c->question->layout);
    lob_cut_layer *items = LOB_NEW_ARRAY(c->ctx->arena, lob_cut_layer, layers);
    if (!items) {
        return lob_fail_memory(c->ctx);
    }
    cut->layers = items;
    cut->run_count = c->run_count;
    for (uint32_t i = 0; i < layers; i++) {
        if (c->rows[i].count > 0) {
            items[cut->layer_count] = (lob_cut_layer){.layer = i};
            finish_row(&c->rows[i], cut->length, &items[cut->layer_count++]);
        }
    }
    return LOB_OK;
}

static lob_status open_cutter(lob_ctx *ctx, const lob_cut_question *question, cutter *c) {
    const uint32_t layers = lob_layout_layer_count(question->layout);
    *c = (cutter){.ctx = ctx,
                  .question = question,
                  .rows = LOB_NEW_ARRAY(ctx->arena, row, layers),
                  .counts = LOB_NEW_ARRAY(ctx->arena, lob_walk_count, layers),
                  .work_max = question->work_max > 0 ? question->work_max : LOB_LIMIT_QUERY_WORK / WORK_SHARE,
                  .to = END};
    if (!c->rows || !c->counts) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(lob_ctx_child(ctx, &c->own, LOB_LIMIT_REQUEST_MEMORY_SIZE));
    lob_status status = lob_ctx_child(ctx, &c->figures, LOB_LIMIT_REQUEST_MEMORY_SIZE);
    if (status != LOB_OK) {
        lob_ctx_drop(&c->own);
    }
    return status;
}

static lob_status close_cutter(cutter *c, lob_status status) {
    status = lob_ctx_join(c->ctx, &c->figures, status);
    if (status == LOB_E_QUERY_TOO_LARGE) { /* the walk speaks of windows, which the caller has none of */
        c->own.error.hint[0] = '\0';
        lob_hint(&c->own, HINT);
    }
    status = lob_ctx_join(c->ctx, &c->own, status);
    lob_ctx_drop(&c->figures);
    lob_ctx_drop(&c->own);
    return status;
}

lob_status lob_query_cut(lob_ctx *ctx, const lob_cut_question *question, lob_cut *cut) {
    cutter c;
    const lob_line64 *l = &question->line;
    *cut = (lob_cut){.length = hypot((double)(l->to.x - l->from.x), (double)(l->to.y - l->from.y))};
    LOB_TRY(open_cutter(ctx, question, &c));
    lob_status status = close_cutter(&c, do_all(&c));
    return status == LOB_OK ? finish(&c, cut) : status;
}

/* ---- evidence ---- */

static bool is_same(const lob_object *a, const lob_object *b) {
    const lob_stored *s = &a->stored, *t = &b->stored;
    bool same = s->depth == t->depth && s->leaf == t->leaf && s->kind == t->kind && s->index == t->index &&
                s->member == t->member;
    for (uint32_t i = 0; i < s->depth && same; i++) {
        same = s->path[i].inst == t->path[i].inst && s->path[i].member == t->path[i].member;
    }
    return same;
}

/* The unit square around a place on the line. */
static lob_box64 box_at(const lob_line64 *l, const lob_fraction *at) {
    const double x = lob_fraction_of(at, (double)(l->to.x - l->from.x));
    const double y = lob_fraction_of(at, (double)(l->to.y - l->from.y));
    return (lob_box64){l->from.x + (int64_t)floor(x - 0.5), l->from.y + (int64_t)floor(y - 0.5),
                       l->from.x + (int64_t)ceil(x + 0.5), l->from.y + (int64_t)ceil(y + 0.5)};
}

static lob_status find_border(cutter *c, const lob_fraction *at, bool is_begin, lob_object *object, bool *is_found) {
    const lob_walk_options options = options_for(c, box_at(&c->question->line, at));
    lob_walk *walk;
    *is_found = false;
    LOB_TRY(lob_walk_open(&c->own, c->question->layout, c->question->cell, &options, &walk));
    while (!*is_found) {
        const lob_hit *hit;
        lob_cut_span *spans;
        uint32_t count = 0;
        LOB_TRY(lob_walk_next(walk, &hit));
        if (!hit) {
            break;
        }
        LOB_TRY(spans_of(c, hit, &spans, &count));
        for (uint32_t i = 0; i < count && !*is_found; i++) {
            *is_found = lob_fraction_compare(is_begin ? &spans[i].from : &spans[i].to, at) == 0;
        }
        if (*is_found) {
            LOB_TRY(lob_hit_object(c->ctx, c->question->cell, hit, object));
        }
        lob_arena_reset(c->figures.arena);
    }
    return LOB_OK;
}

static lob_status find_borders(cutter *c, const lob_cut_run *run, lob_object objects[2], unsigned *count) {
    bool is_found = false;
    if (!run->is_cut_at_start) {
        LOB_TRY(find_border(c, &run->from, true, &objects[0], &is_found));
        *count += is_found;
    }
    if (!run->is_cut_at_end) {
        LOB_TRY(find_border(c, &run->to, false, &objects[*count], &is_found));
        *count += is_found && (*count == 0 || !is_same(&objects[0], &objects[1]));
    }
    return LOB_OK;
}

lob_status lob_query_cut_evidence(lob_ctx *ctx, const lob_cut_question *question, lob_layer_index layer,
                                  const lob_cut_run *run, lob_object objects[2], unsigned *count) {
    lob_cut_question one = *question;
    cutter c;
    one.layers = &layer;
    one.layer_count = 1;
    *count = 0;
    LOB_TRY(open_cutter(ctx, &one, &c));
    lob_status status = find_borders(&c, run, objects, count);
    return close_cutter(&c, status);
}
