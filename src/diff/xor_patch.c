/* A patch: figures of both sides fetched, combined, measured.
 *
 * Windows that hold too many figures are halved, along the longer side, until they hold few. Pieces of polygons from
 * halves are kept until the patch is done, then joined. */
#include <string.h>

#include "base/alloc.h"
#include "base/digest.h"
#include "base/limits.h"
#include "diff/group.h"
#include "diff/sliver.h"
#include "diff/xor_impl.h"
#include "geom/round.h"

/* PATCH_WORK: what each patch adds to the work that is allowed. COVERED_FROM: where a side has so many figures in a
 * window it is worth while to know that one of them covers it all. */
enum { WINDOWS_MAX = 128, PATCH_WORK = 4096, COVERED_FROM = 32 };

typedef struct window_stack {
    struct {
        lob_box64 box;
        uint32_t depth;
    } items[WINDOWS_MAX];
    uint32_t count;
} window_stack;

typedef struct patch {
    xor_run *run;
    lob_region *pieces; /* in run->keep; NULL: the patch is in one piece */
} patch;

/* ---- figures in a window ---- */

static int64_t floor_div(int64_t value, int64_t by) {
    return value / by - (value % by < 0);
}

static bool overlaps(lob_box64 a, lob_box64 b) {
    return a.left < b.right && a.right > b.left && a.bottom < b.top && a.top > b.bottom;
}

typedef struct fetching {
    lob_ctx *ctx;
    xor_run *run;
    lob_side *side;
    lob_box64 window;
    lob_region *region;
    int operand;
    int64_t fine;  /* what is added is multiplied by it */
    uint32_t left; /* counts down; what does not fit is not added */
    uint32_t added;
    bool is_full;    /* one figure covers the window; the others need not be there */
    lob_alike *list; /* NULL, or takes the figures in place of the region */
} fetching;

static bool holds(lob_box64 a, lob_box64 b) {
    return a.left <= b.left && a.bottom <= b.bottom && a.right >= b.right && a.top >= b.top;
}

static lob_status refine(lob_ctx *ctx, int64_t fine, const lob_point64 **ring, uint32_t count) {
    lob_point64 *points = LOB_NEW_ARRAY(ctx->arena, lob_point64, count);
    if (!points) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        points[i] = (lob_point64){(*ring)[i].x * fine, (*ring)[i].y * fine};
    }
    *ring = points;
    return LOB_OK;
}

static lob_status add_ring(const fetching *f, const lob_diff_figure *figure) {
    const lob_point64 *ring;
    uint32_t count;
    LOB_TRY(lob_side_ring(f->ctx, f->side, figure, &ring, &count));
    LOB_TRY(f->fine == 1 ? LOB_OK : refine(f->ctx, f->fine, &ring, count));
    return lob_region_add(f->ctx, f->region, f->operand, ring, count);
}

static lob_status add_hit(fetching *f, const lob_hit *hit) {
    lob_side *side = f->side;
    const lob_rep *rep = lob_shape_rep(side->layout, hit->shapes, hit->kind, hit->index);
    const lob_member member = {.shapes = hit->shapes,
                               .kind = hit->kind,
                               .index = hit->index,
                               .member = hit->member,
                               .by = rep ? lob_rep_at(rep, hit->member) : (lob_point64){0, 0}};
    lob_diff_figure figure;
    LOB_TRY(lob_side_figure(side, &member, hit->trans, &figure));
    if (overlaps(figure.box, f->window)) {
        LOB_TRY(f->list ? lob_alike_add(f->ctx, f->list, f->operand, &figure) : add_ring(f, &figure));
        f->left--;
        f->added++;
        f->is_full = f->is_full || (holds(figure.box, f->window) && lob_side_is_box(side, &figure));
    }
    return LOB_OK;
}

static lob_status refuse(lob_ctx *ctx) {
    lob_error_clear(&ctx->error);
    lob_status status = lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "There are too many figures where the two layouts differ");
    lob_error_text(&ctx->error, "reason", LOB_STR("differences"));
    lob_error_text(&ctx->error, "limit_name", LOB_STR("diff_figures"));
    lob_error_integer(&ctx->error, "limit", LOB_LIMIT_DIFF_FIGURES);
    lob_hint(ctx,
             "Ask for a box, for fewer layers or a cell below, or for mode hierarchy, which shows where cells differ.");
    return status;
}

static lob_status fetch_all(fetching *f, lob_walk *walk) {
    const lob_hit *hit;
    LOB_TRY(lob_walk_next(walk, &hit));
    while (hit && f->left > 0 && !(f->is_full && f->added >= COVERED_FROM)) {
        LOB_TRY(add_hit(f, hit));
        LOB_TRY(lob_walk_next(walk, &hit));
    }
    f->is_full = f->is_full && f->added >= COVERED_FROM;
    return LOB_OK;
}

/* Windows of a walk are closed. What only touches is passed by where that can be said in whole units. */
static lob_box64 closed(lob_box64 w, int64_t scale) {
    const int64_t in_x = scale == 1 && w.right - w.left > 1, in_y = scale == 1 && w.top - w.bottom > 1;
    w = (lob_box64){w.left + in_x, w.bottom + in_y, w.right - in_x, w.top - in_y};
    return scale == 1 ? w
                      : (lob_box64){floor_div(w.left, scale), floor_div(w.bottom, scale), floor_div(w.right, scale) + 1,
                                    floor_div(w.top, scale) + 1};
}

/* Adds what of a side overlaps the window to an operand. */
static lob_status fetch(fetching *f) {
    lob_side *side = f->side;
    const lob_walk_options options = {.window = closed(f->window, side->scale),
                                      .meet = LOB_MEET_TOUCH,
                                      .what = LOB_WALK_SHAPES,
                                      .layers = &side->layer,
                                      .layer_count = 1,
                                      .depth_max = UINT32_MAX,
                                      .work_max = f->run->work_left,
                                      .skips_paths = true,
                                      .skips_copies = true};
    lob_walk *walk;
    f->added = 0;
    f->is_full = false;
    if (side->layer == LOB_NONE) {
        return LOB_OK;
    }
    LOB_TRY(lob_walk_open(f->ctx, side->layout, side->top, &options, &walk));
    lob_status status = fetch_all(f, walk);
    const uint64_t work = lob_walk_work(walk);
    f->run->work_left = work < f->run->work_left ? f->run->work_left - work : 1;
    return status == LOB_E_QUERY_TOO_LARGE && work >= options.work_max ? refuse(f->ctx) : status;
}

/* Where figures lie over each other halving does not part them: deeper windows may hold more. */
static uint32_t figures_in(const xor_run *run, uint32_t depth) {
    const uint64_t max = (uint64_t)run->figures_max << (depth / 2 < 24 ? depth / 2 : 24);
    return max < UINT32_MAX ? (uint32_t)max : UINT32_MAX;
}

/* Whether a window was halved; one that cannot be is done as it is. */
static bool halve(window_stack *stack, lob_box64 w, uint32_t depth) {
    const int64_t width = w.right - w.left, height = w.top - w.bottom;
    if ((width < 2 && height < 2) || stack->count + 2 > WINDOWS_MAX) {
        return false;
    }
    lob_box64 low = w, high = w;
    if (width >= height) {
        low.right = high.left = w.left + width / 2;
    } else {
        low.top = high.bottom = w.bottom + height / 2;
    }
    stack->items[stack->count].box = high;
    stack->items[stack->count++].depth = depth + 1;
    stack->items[stack->count].box = low;
    stack->items[stack->count++].depth = depth + 1;
    return true;
}

/* ---- polygons ---- */

static lob_status clip(lob_ctx *ctx, const lob_polygons *polygons, lob_box64 window, lob_region **clipped) {
    LOB_TRY(lob_region_new(ctx, 1, clipped));
    LOB_TRY(lob_region_add_polygons(ctx, *clipped, 0, polygons));
    return lob_region_add_box(ctx, *clipped, 1, window);
}

static lob_box64 refined(lob_box64 w, int64_t fine) {
    return (lob_box64){w.left * fine, w.bottom * fine, w.right * fine, w.top * fine};
}

/* In whole units, around all points. */
static lob_box64 box_of(const lob_polygons *polygons, int64_t fine) {
    lob_box64 box = LOB_BOX64_EMPTY;
    for (uint32_t i = 0; i < polygons->point_count; i++) {
        box = lob_box64_add_point(box, polygons->points[i].x, polygons->points[i].y);
    }
    if (fine > 1 && polygons->point_count > 0) {
        box = (lob_box64){floor_div(box.left, fine), floor_div(box.bottom, fine), -floor_div(-box.right, fine),
                          -floor_div(-box.top, fine)};
    }
    return box;
}

static __int128 area2_of(const lob_polygons *polygons) {
    __int128 twice = 0;
    for (uint32_t i = 0; i < polygons->contour_count; i++) {
        const lob_point64 *p = polygons->points + polygons->contours[i].first;
        const uint32_t count = polygons->contours[i].count;
        for (uint32_t k = 0; k < count; k++) {
            const lob_point64 a = p[k], b = p[k + 1 == count ? 0 : k + 1];
            twice += (__int128)a.x * b.y - (__int128)b.x * a.y;
        }
    }
    return twice;
}

double lob_xor_area(__int128 area2) {
    return (double)area2 / (2.0 * LOB_FINE_MAX * LOB_FINE_MAX);
}

/* Twice an area from a grid of 1 / fine, in units of area2. */
static __int128 coarsened(__int128 twice, int64_t fine) {
    return twice * (LOB_FINE_MAX / fine) * (LOB_FINE_MAX / fine);
}

/* The hulls of the polygons and those holes that meet the window: a hole beside it changes nothing in it, and all holes
 * in each window would be the square of their number. */
static lob_status add_near(lob_ctx *ctx, lob_region *region, const lob_polygons *all, lob_box64 window) {
    lob_polygons near = *all;
    lob_contour *contours = LOB_NEW_ARRAY(ctx->arena, lob_contour, all->contour_count);
    if (!contours) {
        return lob_fail_memory(ctx);
    }
    near.contours = contours;
    near.contour_count = 0;
    for (uint32_t i = 0; i < all->contour_count; i++) {
        const lob_contour *c = &all->contours[i];
        lob_box64 box = LOB_BOX64_EMPTY;
        for (uint32_t k = 0; c->is_hole && k < c->count; k++) {
            const lob_point64 at = all->points[c->first + k];
            box = lob_box64_add_point(box, at.x, at.y);
        }
        if (!c->is_hole || lob_box64_touch(box, window)) {
            contours[near.contour_count++] = *c;
        }
    }
    return lob_region_add_polygons(ctx, region, 0, &near);
}

/* Twice the area of what was opened that lies in the first side, within a window; *left == 0: too many figures. */
static lob_status part_in_window(xor_run *run, const lob_opened *opened, lob_box64 window, bool is_clipped,
                                 uint32_t *left, __int128 *area2) {
    lob_ctx *ctx = run->probe;
    lob_region *region;
    lob_polygons inside;
    lob_region_measures measures;
    *area2 = 0;
    LOB_TRY(lob_poll(ctx));
    LOB_TRY(lob_region_new(ctx, 1, &region));
    fetching f = {ctx, run, &run->sides[0], window, region, 1, opened->fine, *left, 0, false, NULL};
    LOB_TRY(fetch(&f));
    *left = f.is_full ? 1 : f.left;
    if (*left == 0) {
        return LOB_OK;
    }
    if (f.is_full) { /* that one is enough */
        LOB_TRY(lob_region_new(ctx, 1, &region));
        LOB_TRY(lob_region_add_box(ctx, region, 1, refined(window, opened->fine)));
    }
    if (is_clipped) {
        LOB_TRY(add_near(ctx, region, &opened->polygons, refined(window, opened->fine)));
        LOB_TRY(lob_region_polygons(ctx, region, LOB_REGION_AND, &inside));
        LOB_TRY(clip(ctx, &inside, refined(window, opened->fine), &region));
    } else {
        LOB_TRY(lob_region_add_polygons(ctx, region, 0, &opened->polygons));
    }
    LOB_TRY(lob_region_measure(ctx, region, LOB_REGION_AND, &measures));
    *area2 = coarsened(measures.area2, opened->fine);
    return LOB_OK;
}

static lob_status part_in_a(xor_run *run, const lob_opened *opened, __int128 *area2) {
    const bool is_some = opened->polygons.point_count > 0;
    window_stack stack = {.items = {{box_of(&opened->polygons, opened->fine), 0}}, .count = is_some};
    bool is_halved = false;
    lob_status status = LOB_OK;
    *area2 = 0;
    while (status == LOB_OK && stack.count > 0) {
        const lob_box64 window = stack.items[--stack.count].box;
        const uint32_t depth = stack.items[stack.count].depth;
        uint32_t left = figures_in(run, depth);
        __int128 part2;
        status = part_in_window(run, opened, window, is_halved, &left, &part2);
        if (status == LOB_OK && left == 0 && halve(&stack, window, depth)) {
            is_halved = true;
        } else if (status == LOB_OK && left == 0) {
            left = UINT32_MAX;
            status = part_in_window(run, opened, window, is_halved, &left, &part2);
        }
        *area2 += status == LOB_OK ? part2 : 0;
        lob_arena_reset(run->probe->arena);
    }
    return status;
}

/* ---- what comes out ---- */

static lob_status coarsen(lob_ctx *ctx, int64_t fine, const lob_point64 **ring, uint32_t count) {
    lob_point64 *points = LOB_NEW_ARRAY(ctx->arena, lob_point64, count);
    if (!points) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        points[i] = (lob_point64){lob_round((double)(*ring)[i].x / (double)fine),
                                  lob_round((double)(*ring)[i].y / (double)fine)};
    }
    *ring = points;
    return LOB_OK;
}

static uint64_t digest_of(const lob_polygons *one) {
    return lob_hash64_stable(one->points, one->point_count * sizeof *one->points);
}

/* A polygon: the share of each side is only worked out when it is going to be told. */
static lob_status offer(patch *p, const lob_opened *one, const __int128 *parts2) {
    xor_run *run = p->run;
    lob_xor_item item = {.layer = run->layer, .box = box_of(&one->polygons, one->fine)};
    lob_smallest *kept = &run->kept;
    run->sum.count++;
    run->sum.box = lob_box64_join(run->sum.box, item.box);
    if (kept->capacity == 0) {
        return LOB_OK;
    }
    const bool is_filled = kept->count == kept->capacity;
    if (is_filled && kept->order(kept->arg, &item, kept->items) >= 0) { /* whatever its digest: 0 is the least */
        return LOB_OK;
    }
    item.digest = digest_of(&one->polygons);
    if (is_filled && kept->order(kept->arg, &item, kept->items) >= 0) {
        return LOB_OK;
    }
    __int128 own2[2];
    if (!parts2) {
        LOB_TRY(part_in_a(run, one, &own2[0]));
        own2[1] = coarsened(area2_of(&one->polygons), one->fine) - own2[0];
        parts2 = own2;
    }
    item.area[0] = lob_xor_area(parts2[0]);
    item.area[1] = lob_xor_area(parts2[1] < 0 ? 0 : parts2[1]);
    lob_smallest_offer(kept, &item);
    return LOB_OK;
}

static lob_status give(xor_run *run, const lob_opened *one) {
    const lob_polygons *polygons = &one->polygons;
    for (uint32_t i = 0; run->each && i < polygons->contour_count; i++) {
        const lob_contour *c = &polygons->contours[i];
        const lob_point64 *points = polygons->points + c->first;
        LOB_TRY(one->fine == 1 ? LOB_OK : coarsen(run->work, one->fine, &points, c->count));
        LOB_TRY(run->each(run->who, run->layer, points, c->count, c->is_hole));
    }
    return LOB_OK;
}

/* Each hull with its holes. parts2: areas in a and in b, for when there is but one. */
static lob_status tell(patch *p, const lob_opened *opened, const __int128 *parts2) {
    const lob_polygons *all = &opened->polygons;
    uint32_t hulls = 0;
    for (uint32_t i = 0; i < all->contour_count; i++) {
        hulls += !all->contours[i].is_hole;
    }
    for (uint32_t first = 0, end; first < all->contour_count; first = end) {
        const lob_contour *c = &all->contours[first];
        uint32_t points = 0;
        for (end = first; end == first || (end < all->contour_count && all->contours[end].is_hole); end++) {
            points += all->contours[end].count;
        }
        lob_contour *contours = LOB_NEW_ARRAY(p->run->work->arena, lob_contour, end - first);
        if (!contours) {
            return lob_fail_memory(p->run->work);
        }
        memcpy(contours, c, (end - first) * sizeof *contours);
        for (uint32_t i = 0; i < end - first; i++) {
            contours[i].first -= c->first;
        }
        const lob_opened one = {{all->points + c->first, contours, points, end - first}, opened->fine, 0};
        LOB_TRY(give(p->run, &one));
        LOB_TRY(offer(p, &one, hulls == 1 ? parts2 : NULL));
    }
    return LOB_OK;
}

/* in_a2: twice the area of the polygons that is in a, when it is known. No side has more after opening than before:
 * what rounding on the fine grid would add is left out. */
static lob_status finish(patch *p, const lob_polygons *polygons, const __int128 *in_a2) {
    xor_run *run = p->run;
    const lob_opened plain = {*polygons, 1, 0};
    const __int128 whole2 = coarsened(area2_of(polygons), 1);
    lob_opened opened;
    __int128 parts2[2];
    LOB_TRY(lob_polygons_open(run->work, polygons, run->question->width_min, run->fine, &opened));
    const bool is_same = opened.polygons.points == polygons->points;
    if (in_a2) {
        parts2[0] = coarsened(*in_a2, 1);
    } else {
        LOB_TRY(part_in_a(run, &plain, &parts2[0]));
    }
    parts2[1] = whole2 - parts2[0];
    if (!is_same) {
        __int128 left2;
        LOB_TRY(part_in_a(run, &opened, &left2));
        const __int128 rest2 = coarsened(area2_of(&opened.polygons), opened.fine) - left2;
        parts2[0] = left2 < parts2[0] ? left2 : parts2[0];
        parts2[1] = rest2 < parts2[1] ? rest2 : parts2[1];
    }
    parts2[1] = parts2[1] < 0 ? 0 : parts2[1];
    run->area2[0] += parts2[0];
    run->area2[1] += parts2[1];
    run->sum.area_error += opened.area_error;
    return tell(p, &opened, parts2);
}

/* ---- windows ---- */

static lob_status keep_pieces(patch *p, const lob_polygons *polygons) {
    lob_ctx *keep = p->run->keep;
    lob_polygons rings;
    if (!p->pieces) {
        LOB_TRY(lob_region_new(keep, 1, &p->pieces));
        lob_region_limit(p->pieces, UINT64_MAX);
    }
    LOB_TRY(lob_polygons_cut(p->run->work, polygons, &rings));
    for (uint32_t i = 0; i < rings.contour_count; i++) {
        const lob_contour *c = &rings.contours[i];
        LOB_TRY(lob_region_add(keep, p->pieces, 0, rings.points + c->first, c->count));
    }
    return LOB_OK;
}

/* What differs in a window that one side covers: what the other side leaves of it. That these are not more than
 * figures_max was seen before. */
static lob_status do_covered(patch *p, lob_box64 window, int over, uint32_t figures_max, bool is_whole) {
    lob_ctx *ctx = p->run->work;
    lob_region *region, *clipped;
    lob_polygons polygons;
    lob_region_measures all;
    LOB_TRY(lob_region_new(ctx, 1, &region));
    LOB_TRY(lob_region_add_box(ctx, region, over, window));
    fetching f = {ctx, p->run, &p->run->sides[1 - over], window, region, 1 - over, 1, figures_max, 0, false, NULL};
    LOB_TRY(fetch(&f));
    LOB_TRY(lob_region_measure(ctx, region, LOB_REGION_XOR, &all));
    LOB_TRY(lob_region_polygons(ctx, region, LOB_REGION_XOR, &polygons));
    p->run->sum.area_error += all.area_error;
    LOB_TRY(clip(ctx, &polygons, window, &clipped));
    LOB_TRY(lob_region_polygons(ctx, clipped, LOB_REGION_AND, &polygons));
    const __int128 in_a2 = over == 0 ? area2_of(&polygons) : 0;
    return is_whole ? finish(p, &polygons, &in_a2) : keep_pieces(p, &polygons);
}

/* What the figures that were found come to, by whichever patch had such first. */
static lob_status combine(xor_run *run, lob_region *region, lob_alike_result *r) {
    lob_ctx *ctx = run->work;
    lob_region_measures all, only_a;
    bool is_known;
    LOB_TRY(lob_alike_find(ctx, &run->alike, &is_known, r));
    if (is_known) {
        return LOB_OK;
    }
    for (size_t i = 0; i < run->alike.count; i++) {
        const lob_alike_figure *one = &run->alike.figures[i];
        const fetching f = {
            .ctx = ctx, .side = &run->sides[one->side], .region = region, .operand = one->side, .fine = 1};
        LOB_TRY(add_ring(&f, &one->figure));
    }
    LOB_TRY(lob_region_measure(ctx, region, LOB_REGION_XOR, &all));
    LOB_TRY(lob_region_polygons(ctx, region, LOB_REGION_XOR, &r->polygons));
    LOB_TRY(lob_region_measure(ctx, region, LOB_REGION_NOT, &only_a));
    r->area_error = all.area_error;
    r->only_a2 = only_a.area2;
    return lob_alike_keep(ctx, &run->alike, r);
}

/* The figures of both sides in a window, into the region or into `list`. *covering: NONE; the side of which one covers
 * it all; BOTH; or too many figures. */
enum { COVERED_BY_NONE = -1, COVERED_BY_BOTH = 2, TOO_MANY = 3 };
static lob_status fetch_both(xor_run *run, lob_region *region, lob_alike *list, lob_box64 window, uint32_t left,
                             int *covering) {
    bool is_full[2] = {false, false};
    lob_alike_clear(&run->alike);
    for (int k = 0; k < 2; k++) {
        fetching f = {run->work, run, &run->sides[k], window, region, k, 1, left, 0, false, list};
        LOB_TRY(left > 0 ? fetch(&f) : LOB_OK);
        is_full[k] = f.is_full;
        left = f.is_full ? left : f.left;
    }
    *covering = left == 0                  ? TOO_MANY
                : is_full[0] && is_full[1] ? COVERED_BY_BOTH
                : is_full[0]               ? 0
                : is_full[1]               ? 1
                                           : COVERED_BY_NONE;
    return LOB_OK;
}

/* One window: the whole patch when `is_whole`, else a part of it that is cut out. *too_many: nothing was done. */
static lob_status do_window(patch *p, lob_box64 window, uint32_t figures_max, bool is_whole, bool *too_many) {
    xor_run *run = p->run;
    lob_ctx *ctx = run->work;
    lob_region *region, *clipped;
    lob_polygons polygons;
    lob_region_measures all;
    int covering;
    LOB_TRY(lob_region_new(ctx, 1, &region));
    LOB_TRY(fetch_both(run, region, is_whole ? &run->alike : NULL, window, figures_max, &covering));
    *too_many = covering == TOO_MANY;
    if (covering != COVERED_BY_NONE) {
        return *too_many || covering == COVERED_BY_BOTH ? LOB_OK
                                                        : do_covered(p, window, covering, figures_max, is_whole);
    }
    if (is_whole) {
        lob_alike_result r;
        LOB_TRY(combine(run, region, &r));
        run->sum.area_error += r.area_error;
        return finish(p, &r.polygons, &r.only_a2);
    }
    LOB_TRY(lob_region_measure(ctx, region, LOB_REGION_XOR, &all));
    LOB_TRY(lob_region_polygons(ctx, region, LOB_REGION_XOR, &polygons));
    run->sum.area_error += all.area_error;
    LOB_TRY(clip(ctx, &polygons, window, &clipped));
    LOB_TRY(lob_region_polygons(ctx, clipped, LOB_REGION_AND, &polygons));
    return keep_pieces(p, &polygons);
}

static lob_status do_windows(patch *p, lob_box64 box, bool is_whole) {
    window_stack stack = {.items = {{box, 0}}, .count = 1};
    while (stack.count > 0) {
        const lob_box64 window = stack.items[--stack.count].box;
        const uint32_t depth = stack.items[stack.count].depth;
        bool too_many;
        LOB_TRY(lob_poll(p->run->work));
        LOB_TRY(do_window(p, window, figures_in(p->run, depth), is_whole, &too_many));
        if (too_many && !halve(&stack, window, depth)) {
            LOB_TRY(do_window(p, window, UINT32_MAX, is_whole, &too_many));
        } else if (too_many) {
            is_whole = false;
        }
        lob_arena_reset(p->run->work->arena);
    }
    return LOB_OK;
}

static lob_status do_patch(patch *p, lob_box64 box) {
    const lob_box64 *window = p->run->question->window;
    bool is_whole = true;
    if (window) {
        const lob_box64 w = *window, b = box;
        is_whole = b.left >= w.left && b.bottom >= w.bottom && b.right <= w.right && b.top <= w.top;
        box = (lob_box64){b.left > w.left ? b.left : w.left, b.bottom > w.bottom ? b.bottom : w.bottom,
                          b.right < w.right ? b.right : w.right, b.top < w.top ? b.top : w.top};
    }
    if (box.left >= box.right || box.bottom >= box.top) {
        return LOB_OK;
    }
    LOB_TRY(do_windows(p, box, is_whole));
    if (p->pieces) {
        lob_polygons joined;
        LOB_TRY(lob_region_polygons(p->run->keep, p->pieces, LOB_REGION_OR, &joined));
        return finish(p, &joined, NULL);
    }
    return LOB_OK;
}

lob_status lob_xor_patch(xor_run *run, lob_box64 box) {
    patch p = {.run = run};
    run->work_left += PATCH_WORK;
    lob_status status = do_patch(&p, box);
    lob_ctx *const parts[3] = {run->work, run->keep, run->probe};
    for (int i = 0; i < 3; i++) {
        lob_ctx_join(run->ctx, parts[i], status);
        lob_arena_reset(parts[i]->arena);
    }
    return status;
}
