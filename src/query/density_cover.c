/* The area of merged figures in each cell of a grid.
 *
 * The box is halved, along lines of the grid while there are any, until a block holds few enough figures, or halves
 * hold hardly fewer than the whole. Those whose boxes hang together there are merged; a figure that meets no other is
 * taken as it is, and when it lies in one cell its area is that of its ring. The merged edges, inside on the left, are
 * then laid over the cells as a rasterizer does it: an edge adds to each cell it runs through the area between itself
 * and the cell's left side, and its height to all cells of the row left of it. Whatever lies right of the block adds
 * its height alone. Vertical edges on the grid add whole numbers, so Manhattan areas are exact; slanted edges are cut
 * at the lines in floating point, nothing moves to the grid.
 *
 * Invariant: blocks share no area and cover the box, so each cell is the sum over the blocks it lies in.
 */
#include <string.h>

#include "base/limits.h"
#include "base/num.h"
#include "base/wrap.h"
#include "geom/region.h"
#include "query/density.h"
#include "query/groups.h"
#include "query/impl.h"

enum { BLOCK_SHAPES = 8192, BLOCKS_MAX = 256, SIDES = 4, TRIMMED_POINTS = 32, FORM_BITS = 12, POLL_STEPS = 256 };

/* One figure in a block. */
typedef struct part {
    const lob_shapes *shapes;
    lob_kind kind;
    uint32_t index;
    uint64_t member;
    lob_trans trans;
    lob_box64 box;
    uint32_t next; /* of the same group; LOB_NONE at its end */
} part;

/* What makes the outline of a figure but for its place: a verdict on one holds for all alike. */
typedef struct form {
    uint32_t outline; /* + 1; 0: none */
    int32_t width, begin_ext, end_ext;
    lob_kind kind;
    bool round_ends, is_plain;
} form;

typedef struct covering {
    lob_ctx *ctx;
    lob_ctx own;  /* for one block at a time */
    lob_ctx part; /* for one group of figures at a time */
    const lob_query *query;
    lob_lines x, y;
    double *areas;
    lob_walk_count *counts; /* by layer; of the block in work */
    double area_error;
    lob_box64 blocks[BLOCKS_MAX]; /* still to do */
    unsigned count;
    uint64_t merged;    /* figures, those of several blocks once for each */
    double done, total; /* area of blocks, for the progress */
    form forms[1 << FORM_BITS];
} covering;

/* ---- the cells of a block ---- */

/* Cells first .. first + count - 1 of `lines`, those at the ends cut by the block. */
typedef struct strip {
    lob_lines lines;
    int64_t low, high;
    uint32_t first, count;
} strip;

/* The cell that holds `at`; lines.at[0] <= at < lines.at[count]. */
static uint32_t cell_at(lob_lines lines, double at) {
    uint32_t low = 0, high = lines.count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        *(at < (double)lines.at[middle] ? &high : &low) = middle;
    }
    return low;
}

static strip strip_of(lob_lines lines, int64_t low, int64_t high) {
    uint32_t first = cell_at(lines, (double)low), last = cell_at(lines, (double)(high - 1));
    return (strip){lines, low, high, first, last - first + 1};
}

static double strip_low(const strip *s, uint32_t cell) {
    int64_t line = s->lines.at[cell];
    return (double)(line > s->low ? line : s->low);
}

static double strip_high(const strip *s, uint32_t cell) {
    int64_t line = s->lines.at[cell + 1];
    return (double)(line < s->high ? line : s->high);
}

typedef struct raster {
    strip x, y;
    double *heights; /* by row, then column; one column more for what lies right of the block */
    double *parts;   /* between an edge and the left side of its cell */
} raster;

/* The part of an edge within one row: heights above zero go up. Left of the block it adds nothing. */
typedef struct piece {
    double left, right; /* x at its ends, in order */
    double height;
} piece;

static void add_piece(raster *r, uint32_t row, piece p) {
    const size_t base = (size_t)(row - r->y.first) * (r->x.count + 1);
    const double from = (double)r->x.low, to = (double)r->x.high;
    if (p.left == p.right) {
        if (p.left >= to) {
            r->heights[base + r->x.count] += p.height;
        } else if (p.left > from) {
            uint32_t cell = cell_at(r->x.lines, p.left);
            r->heights[base + cell - r->x.first] += p.height;
            r->parts[base + cell - r->x.first] += p.height * (p.left - strip_low(&r->x, cell));
        }
        return;
    }
    const double slope = p.height / (p.right - p.left);
    double at = p.left > from ? p.left : from;
    uint32_t cell = at < p.right && at < to ? cell_at(r->x.lines, at) : 0;
    for (; at < p.right && at < to; cell++) {
        double end = strip_high(&r->x, cell) < p.right ? strip_high(&r->x, cell) : p.right;
        double height = slope * (end - at);
        r->heights[base + cell - r->x.first] += height;
        r->parts[base + cell - r->x.first] += height * ((at + end) / 2 - strip_low(&r->x, cell));
        at = end;
    }
    if (p.right > to) {
        r->heights[base + r->x.count] += slope * (p.right - (p.left > to ? p.left : to));
    }
}

static void add_edge(raster *r, lob_edge64 e) {
    const bool is_up = e.from.y < e.to.y;
    const lob_point64 a = is_up ? e.from : e.to, b = is_up ? e.to : e.from;
    const double bottom = (double)(a.y > r->y.low ? a.y : r->y.low);
    const double top = (double)(b.y < r->y.high ? b.y : r->y.high);
    if (bottom >= top || (a.x <= r->x.low && b.x <= r->x.low)) {
        return;
    }
    const double lean = (double)(b.x - a.x) / (double)(b.y - a.y);
    uint32_t row = cell_at(r->y.lines, bottom);
    for (double at = bottom; at < top; row++) {
        double end = strip_high(&r->y, row) < top ? strip_high(&r->y, row) : top;
        double x0 = (double)a.x + lean * (at - (double)a.y), x1 = (double)a.x + lean * (end - (double)a.y);
        double height = is_up ? end - at : at - end;
        add_piece(r, row, x0 < x1 ? (piece){x0, x1, height} : (piece){x1, x0, height});
        at = end;
    }
}

static void add_areas(const covering *c, const raster *r) {
    for (uint32_t j = 0; j < r->y.count; j++) {
        const size_t base = (size_t)j * (r->x.count + 1);
        double right = r->heights[base + r->x.count];
        for (uint32_t i = r->x.count; i > 0;) {
            i--;
            uint32_t cell = r->x.first + i;
            double width = strip_high(&r->x, cell) - strip_low(&r->x, cell);
            double area = r->parts[base + i] + right * width;
            c->areas[(size_t)(r->y.first + j) * c->x.count + cell] += area > 0 ? area : 0;
            right += r->heights[base + i];
        }
    }
}

/* ---- figures ---- */

static bool is_beyond(lob_point64 p, lob_box64 b, int side) {
    return side == 0 ? p.x < b.left : side == 1 ? p.x > b.right : side == 2 ? p.y < b.bottom : p.y > b.top;
}

/* A run of points left out of a ring. */
typedef struct gap {
    bool is_there, is_slanted; /* some edge of it */
} gap;

static bool is_slanted(lob_point64 a, lob_point64 b) {
    return a.x != b.x && a.y != b.y;
}

/* From the last point kept to `to`: straight, or round a corner where that makes no slanted edge of axis-parallel ones,
 * which could cross others off the grid. Both ways lie beyond the side that the points left out were beyond. */
static uint32_t close_gap(lob_point64 *ring, uint32_t kept, const gap *g, lob_point64 to) {
    if (g->is_there && !g->is_slanted) {
        ring[kept] = (lob_point64){ring[kept - 1].x, to.y};
        kept++;
    }
    return kept;
}

/* Leaves out points whose neighbours lie beyond the same side of the block as they do. The ring then runs other ways
 * there, but winds around each point of the block as before, and no point is moved. In place: a corner takes the room
 * of a point left out. */
static uint32_t trim_side(lob_point64 *ring, uint32_t count, lob_box64 block, int side) {
    const lob_point64 head = ring[0];
    const bool is_first = is_beyond(head, block, side);
    bool before = is_beyond(ring[count - 1], block, side), here = is_first;
    lob_point64 last = ring[count - 1];
    gap now = {false, false}, at_head = {false, false};
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        const lob_point64 p = ring[i], next = i + 1 < count ? ring[i + 1] : head;
        const bool after = i + 1 < count ? is_beyond(next, block, side) : is_first;
        if (before && here && after) {
            now = (gap){true, now.is_slanted || is_slanted(last, p) || is_slanted(p, next)};
        } else {
            at_head = kept == 0 ? now : at_head;
            kept = kept == 0 ? 0 : close_gap(ring, kept, &now, p);
            now = (gap){false, false};
            ring[kept++] = p;
        }
        last = p;
        before = here;
        here = after;
    }
    const gap around = {now.is_there || at_head.is_there, now.is_slanted || at_head.is_slanted};
    return kept == 0 ? 0 : close_gap(ring, kept, &around, ring[0]);
}

static uint32_t trim(lob_point64 *ring, uint32_t count, lob_box64 block) {
    for (int side = 0; side < SIDES && count > TRIMMED_POINTS; side++) {
        count = trim_side(ring, count, block, side);
    }
    return count;
}

static lob_walk_options options_for(const covering *c, lob_box64 block) {
    lob_walk_options options = lob_query_options(c->query, LOB_WALK_SHAPES);
    options.window = block;
    options.skips_paths = true;
    return options;
}

static bool is_box(const part *p) {
    return p->kind == LOB_KIND_BOX && p->trans.is_orthogonal;
}

static lob_status make_figure(covering *c, const part *p, lob_figure *figure) {
    return lob_figure_make(&c->part, c->query->layout, p->shapes, p->kind, p->index, p->member, &p->trans, figure);
}

/* ---- a figure that meets no other ---- */

static form form_of(const part *p) {
    if (p->kind != LOB_KIND_PATH) {
        return (form){.kind = p->kind, .outline = p->shapes->polygons[p->index].outline + 1};
    }
    const lob_path *path = &p->shapes->paths[p->index];
    return (form){.kind = p->kind,
                  .outline = path->outline + 1,
                  .width = path->width,
                  .begin_ext = path->begin_ext,
                  .end_ext = path->end_ext,
                  .round_ends = path->round_ends != 0};
}

static bool is_same_form(const form *a, const form *b) {
    return a->outline == b->outline && a->kind == b->kind && a->width == b->width && a->begin_ext == b->begin_ext &&
           a->end_ext == b->end_ext && a->round_ends == b->round_ends;
}

LOB_WRAPS static uint32_t slot_of(uint32_t outline) {
    return (outline * UINT32_C(2654435761)) >> (32 - FORM_BITS);
}

/* Copies are judged once: turning by right angles and moving changes no windings. */
static lob_status is_plain(covering *c, const part *p, const lob_figure *figure, bool *plain) {
    if (p->kind == LOB_KIND_BOX || !p->trans.is_orthogonal || p->trans.mag != 1) {
        return lob_ring_is_plain(&c->part, figure->ring, figure->ring_count, plain);
    }
    form f = form_of(p), *known = &c->forms[slot_of(f.outline)];
    if (!is_same_form(&f, known)) {
        LOB_TRY(lob_ring_is_plain(&c->part, figure->ring, figure->ring_count, &f.is_plain));
        *known = f;
    }
    *plain = known->is_plain;
    return LOB_OK;
}

/* Twice the area within the ring; below zero when it runs clockwise. */
static __int128 area2_of(const lob_point64 *ring, uint32_t count) {
    __int128 area2 = 0;
    for (uint32_t i = 0, k = count - 1; i < count; k = i++) { /* from the first point, so that products stay small */
        area2 += (__int128)(ring[k].x - ring[0].x) * (ring[i].y - ring[0].y) -
                 (__int128)(ring[i].x - ring[0].x) * (ring[k].y - ring[0].y);
    }
    return area2;
}

static bool is_in_one_cell(const raster *r, lob_box64 box, size_t *cell, const covering *c) {
    if (box.left < r->x.low || box.right > r->x.high || box.bottom < r->y.low || box.top > r->y.high) {
        return false;
    }
    const uint32_t i = cell_at(r->x.lines, (double)box.left), j = cell_at(r->y.lines, (double)box.bottom);
    *cell = (size_t)j * c->x.count + i;
    return box.right <= r->x.lines.at[i + 1] && box.top <= r->y.lines.at[j + 1];
}

/* `ring` may be shortened. */
static void add_ring(covering *c, raster *r, lob_point64 *ring, uint32_t count, lob_box64 box, lob_box64 block) {
    const __int128 area2 = area2_of(ring, count);
    size_t cell;
    if (is_in_one_cell(r, box, &cell, c)) {
        c->areas[cell] += (double)(area2 < 0 ? -area2 : area2) / 2;
        return;
    }
    count = trim(ring, count, block);
    for (uint32_t i = 0, k = count ? count - 1 : 0; i < count; k = i++) {
        add_edge(r, area2 < 0 ? (lob_edge64){ring[i], ring[k]} : (lob_edge64){ring[k], ring[i]});
    }
}

static lob_status copy_ring(covering *c, const lob_figure *figure, lob_point64 **ring) {
    *ring = lob_arena_alloc(c->part.arena, figure->ring_count * sizeof **ring);
    if (!*ring) {
        return lob_fail_memory(&c->part);
    }
    memcpy(*ring, figure->ring, figure->ring_count * sizeof **ring);
    return LOB_OK;
}

static lob_status add_alone(covering *c, raster *r, const part *p, lob_box64 block, bool *is_done) {
    *is_done = true;
    if (is_box(p)) {
        const lob_box64 b = lob_query_common(p->box, block);
        lob_point64 ring[4] = {{b.left, b.bottom}, {b.right, b.bottom}, {b.right, b.top}, {b.left, b.top}};
        add_ring(c, r, ring, 4, b, block);
        return LOB_OK;
    }
    lob_figure figure;
    lob_point64 *ring;
    LOB_TRY(make_figure(c, p, &figure));
    LOB_TRY(is_plain(c, p, &figure, is_done));
    if (*is_done) {
        LOB_TRY(copy_ring(c, &figure, &ring));
        add_ring(c, r, ring, figure.ring_count, figure.box, block);
    }
    return LOB_OK;
}

/* ---- figures that may meet ---- */

static lob_status add_part(covering *c, lob_region *region, const part *p, lob_box64 block) {
    if (is_box(p)) {
        return lob_region_add_box(&c->part, region, 0, lob_query_common(p->box, block));
    }
    lob_figure figure;
    lob_point64 *ring;
    LOB_TRY(make_figure(c, p, &figure));
    LOB_TRY(copy_ring(c, &figure, &ring));
    return lob_region_add(&c->part, region, 0, ring, trim(ring, figure.ring_count, block));
}

static lob_status merge_group(covering *c, raster *r, const part *parts, uint32_t first, lob_box64 block) {
    lob_region *region;
    lob_region_measures measures;
    const lob_edge64 *edges;
    uint32_t count;
    LOB_TRY(lob_region_new(&c->part, 1, &region));
    for (uint32_t i = first; i != LOB_NONE; i = parts[i].next) {
        LOB_TRY(add_part(c, region, &parts[i], block));
    }
    LOB_TRY(lob_region_edges(&c->part, region, LOB_REGION_OR, &edges, &count));
    LOB_TRY(lob_region_measure(&c->part, region, LOB_REGION_OR, &measures));
    c->area_error += measures.area_error;
    for (uint32_t i = 0; i < count; i++) {
        add_edge(r, edges[i]);
    }
    return LOB_OK;
}

static lob_status add_group(covering *c, raster *r, const part *parts, uint32_t first, lob_box64 block) {
    bool is_done = false;
    if (parts[first].next == LOB_NONE) {
        LOB_TRY(add_alone(c, r, &parts[first], block, &is_done));
    }
    return is_done ? LOB_OK : merge_group(c, r, parts, first, block);
}

/* ---- all figures of a block ---- */

static lob_status collect(covering *c, lob_box64 block, part *parts, lob_box64 *boxes, uint32_t count_max,
                          uint32_t *count) {
    lob_walk_options options = options_for(c, block);
    options.skips_copies = true;
    lob_walk *walk;
    LOB_TRY(lob_walk_open(&c->own, c->query->layout, c->query->cell, &options, &walk));
    for (*count = 0;;) {
        const lob_hit *hit;
        LOB_TRY(lob_walk_next(walk, &hit));
        if (!hit) {
            return LOB_OK;
        }
        if (*count == count_max) {
            return lob_fail(&c->own, LOB_E_INTERNAL_ERROR, "A walk gave more shapes than were counted");
        }
        const lob_box64 inside = lob_query_common(hit->box, block);
        if (inside.left < inside.right && inside.bottom < inside.top) { /* else no area of it is here */
            boxes[*count] = inside;
            parts[(*count)++] =
                (part){hit->shapes, hit->kind, hit->index, hit->member, *hit->trans, hit->box, LOB_NONE};
        }
    }
}

/* Strings the parts of each group together, the first one foremost. */
static void link_groups(part *parts, const uint32_t *group, uint32_t *last, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (group[i] != i) {
            parts[last[group[i]]].next = i;
        }
        last[group[i]] = i;
    }
}

static lob_status add_groups(covering *c, raster *r, uint32_t count_max, lob_box64 block) {
    lob_arena *arena = c->own.arena;
    part *parts = LOB_NEW_ARRAY(arena, part, count_max);
    lob_box64 *boxes = LOB_NEW_ARRAY(arena, lob_box64, count_max);
    uint32_t *group = LOB_NEW_ARRAY(arena, uint32_t, count_max), *last = LOB_NEW_ARRAY(arena, uint32_t, count_max);
    uint32_t count;
    if (!parts || !boxes || !group || !last) {
        return lob_fail_memory(&c->own);
    }
    LOB_TRY(collect(c, block, parts, boxes, count_max, &count));
    LOB_TRY(lob_box_groups(&c->own, boxes, count, group));
    link_groups(parts, group, last, count);
    for (uint32_t i = 0; i < count; i++) {
        if (i % POLL_STEPS == 0) {
            LOB_TRY(lob_poll(&c->own));
        }
        if (group[i] == i) {
            lob_status status = add_group(c, r, parts, i, block);
            lob_arena_reset(c->part.arena);
            LOB_TRY(lob_ctx_join(&c->own, &c->part, status));
        }
    }
    return LOB_OK;
}

static lob_status merge_block(covering *c, lob_box64 block, uint32_t count) {
    raster r = {.x = strip_of(c->x, block.left, block.right), .y = strip_of(c->y, block.bottom, block.top)};
    const size_t cells = (size_t)(r.x.count + 1) * r.y.count;
    r.heights = LOB_NEW_ARRAY(c->own.arena, double, cells);
    r.parts = LOB_NEW_ARRAY(c->own.arena, double, cells);
    if (!r.heights || !r.parts) {
        return lob_fail_memory(&c->own);
    }
    LOB_TRY(add_groups(c, &r, count, block));
    add_areas(c, &r);
    return LOB_OK;
}

/* ---- blocks ---- */

static lob_status count_block(covering *c, lob_box64 block, uint64_t *count) {
    const uint32_t layers = lob_layout_layer_count(c->query->layout);
    lob_walk_options options = options_for(c, block);
    uint64_t insts;
    LOB_TRY(lob_walk_counts(&c->own, c->query->layout, c->query->cell, &options, c->counts, &insts));
    *count = 0;
    for (uint32_t i = 0; i < (c->query->layers ? c->query->layer_count : layers); i++) {
        const uint32_t layer = c->query->layers ? c->query->layers[i] : i;
        *count = lob_u64_add_sat(*count, c->counts[layer].shapes);
    }
    return LOB_OK;
}

/* The line nearest the middle of low .. high, or that middle when no line lies between. */
static int64_t cut_between(lob_lines lines, int64_t low, int64_t high) {
    const int64_t middle = low + (high - low) / 2;
    const uint32_t cell = cell_at(lines, (double)middle);
    const int64_t below = lines.at[cell], above = lines.at[cell + 1];
    const bool has_below = below > low, has_above = above < high;
    if (!has_below && !has_above) {
        return middle;
    }
    return has_below && (!has_above || middle - below <= above - middle) ? below : above;
}

static void cut(const covering *c, lob_box64 block, bool is_across, lob_box64 halves[2]) {
    halves[0] = halves[1] = block;
    if (is_across) {
        halves[0].right = halves[1].left = cut_between(c->x, block.left, block.right);
    } else {
        halves[0].top = halves[1].bottom = cut_between(c->y, block.bottom, block.top);
    }
}

/* The halves of a block of `count` figures, across its longer side or else its shorter. False: figures are stacked so
 * that both ways most lie in both halves, and halving would multiply the work. */
static lob_status halve(covering *c, lob_box64 block, uint64_t count, bool *is_halved) {
    const int64_t width = block.right - block.left, height = block.top - block.bottom;
    *is_halved = false;
    for (int way = 0; way < 2 && !*is_halved; way++) {
        const bool is_across = (width >= height) == (way == 0);
        lob_box64 halves[2];
        uint64_t low, high;
        if ((is_across ? width : height) <= 1) {
            continue;
        }
        cut(c, block, is_across, halves);
        LOB_TRY(count_block(c, halves[0], &low));
        LOB_TRY(count_block(c, halves[1], &high));
        if (lob_u64_add_sat(low, high) <= count + count / 2) {
            c->blocks[c->count++] = halves[1];
            c->blocks[c->count++] = halves[0];
            *is_halved = true;
        }
    }
    return LOB_OK;
}

static lob_status fail_too_many(lob_ctx *ctx) {
    lob_status status = lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "There are too many shapes in the box to merge them");
    lob_error_text(&ctx->error, "limit_name", LOB_STR("density_shapes"));
    lob_error_integer(&ctx->error, "limit", LOB_LIMIT_DENSITY_SHAPES);
    lob_hint(ctx, "Ask for a smaller box or fewer layers, one part of the layout after another.");
    return status;
}

static lob_status do_block(covering *c) {
    const lob_box64 block = c->blocks[--c->count];
    uint64_t count = 0;
    LOB_TRY(lob_poll(&c->own));
    LOB_TRY(count_block(c, block, &count));
    if (count > LOB_LIMIT_DENSITY_SHAPES - c->merged) {
        return fail_too_many(&c->own);
    }
    if (count > lob_query_part_shapes(c->query, BLOCK_SHAPES) && c->count + 2 <= BLOCKS_MAX) {
        bool is_halved;
        LOB_TRY(halve(c, block, count, &is_halved));
        if (is_halved) {
            return LOB_OK;
        }
    }
    c->merged += count;
    if (count > 0) {
        LOB_TRY(merge_block(c, block, (uint32_t)count));
    }
    c->done += (double)(block.right - block.left) * (double)(block.top - block.bottom);
    lob_progress(c->ctx, c->done, c->total, "Merging areas");
    return LOB_OK;
}

static lob_status cover(covering *c) {
    lob_status status = LOB_OK;
    while (c->count > 0 && status == LOB_OK) {
        status = do_block(c);
        lob_arena_reset(c->own.arena);
    }
    return lob_ctx_join(c->ctx, &c->own, status);
}

lob_status lob_query_coverage(lob_ctx *ctx, const lob_query *query, lob_lines x, lob_lines y, double *areas,
                              double *area_error) {
    const lob_box64 box = {x.at[0], y.at[0], x.at[x.count], y.at[y.count]};
    lob_query whole = *query;
    uint64_t surely;
    whole.window = box;
    LOB_TRY(lob_query_at_least(ctx, &whole, &surely));
    if (surely > LOB_LIMIT_DENSITY_SHAPES) {
        return fail_too_many(ctx);
    }
    covering *c = LOB_NEW(ctx->arena, covering);
    if (!c) {
        return lob_fail_memory(ctx);
    }
    c->ctx = ctx;
    c->query = query;
    c->x = x;
    c->y = y;
    c->areas = areas;
    c->counts = LOB_NEW_ARRAY(ctx->arena, lob_walk_count, lob_layout_layer_count(query->layout));
    if (!c->counts) {
        return lob_fail_memory(ctx);
    }
    c->total = (double)(box.right - box.left) * (double)(box.top - box.bottom);
    c->blocks[c->count++] = box;
    lob_status status = lob_ctx_child(ctx, &c->own, LOB_LIMIT_REQUEST_MEMORY_SIZE);
    if (status == LOB_OK) {
        status = lob_ctx_child(ctx, &c->part, LOB_LIMIT_REQUEST_MEMORY_SIZE);
    }
    if (status == LOB_OK) {
        status = cover(c);
    }
    lob_ctx_drop(&c->own);
    lob_ctx_drop(&c->part);
    *area_error = c->area_error;
    return status;
}
