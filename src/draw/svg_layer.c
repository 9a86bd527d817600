/* The figures of a layer as path data, of which one path covers what their union covers.
 *
 * Invariant: in a path for filling, every ring winds once or not at all, clockwise on the screen. So windings add up
 * and never cancel, and the nonzero rule gives the union, as the rasteriser has it: a mirrored copy does not punch a
 * hole into what it overlaps. Rings that wind more than once or backwards somewhere are replaced by the polygons of
 * what they cover (geom/region.h). Frames follow the figures as stored.
 */
#include <math.h>

#include "base/digest.h"
#include "base/limits.h"
#include "base/num.h"
#include "base/wrap.h"
#include "draw/svg_impl.h"

enum { CROSSINGS_MAX = 1 << 17, MARGIN = 16 };

/* Pixels: half of what is seen at a zoom of a hundred. */
static const double TOLERANCE = 0.005;

lob_status lob_svg_check(lob_ctx *ctx, const lob_buf *buf) {
    if (buf->failed == LOB_BUF_FINE) {
        return LOB_OK;
    }
    if (buf->failed == LOB_BUF_NO_MEMORY) {
        return lob_fail_memory(ctx);
    }
    lob_status status = lob_fail(ctx, LOB_E_RENDER_FAILED, "The SVG file would be larger than its limit");
    lob_hint(ctx, "Ask for a smaller box or fewer layers, or for PNG");
    lob_error_text(&ctx->error, "reason", LOB_STR("size"));
    lob_error_integer(&ctx->error, "limit", (int64_t)buf->size_max);
    return status;
}

static lob_status charge(lob_svg *svg, uint64_t more) {
    uint64_t before = svg->work;
    svg->work = lob_u64_add_sat(svg->work, more);
    if (svg->work > LOB_LIMIT_QUERY_WORK) {
        lob_status status =
            lob_fail(svg->ctx, LOB_E_QUERY_TOO_LARGE, "The picture would have to look at too many objects");
        lob_hint(svg->ctx, "Ask for a smaller box or fewer layers");
        lob_error_text(&svg->ctx->error, "limit_name", LOB_STR("query_work"));
        lob_error_integer(&svg->ctx->error, "limit", LOB_LIMIT_QUERY_WORK);
        return status;
    }
    return before / 16384 != svg->work / 16384 ? lob_poll(svg->ctx) : LOB_OK;
}

static lob_walk_options options_of(const lob_svg *svg, const lob_svg_what *what, double reach) {
    lob_grid grid = svg->scene->grid;
    grid.left -= reach / grid.sx;
    grid.top += reach / grid.sy;
    grid.width += (uint32_t)ceil(2 * reach);
    grid.height += (uint32_t)ceil(2 * reach);
    return lob_walk_shapes(lob_grid_box(&grid), what->layers, what->layer_count);
}

lob_status lob_svg_count(lob_svg *svg) {
    uint64_t insts;
    if (svg->visible_count == 0) {
        return LOB_OK;
    }
    lob_walk_count *counts = LOB_NEW_ARRAY(svg->ctx->arena, lob_walk_count, lob_layout_layer_count(svg->layout));
    if (!counts) {
        return lob_fail_memory(svg->ctx);
    }
    svg->counts = counts;
    const lob_svg_what what = {.layers = svg->visible, .layer_count = svg->visible_count};
    const lob_walk_options options = options_of(svg, &what, 0);
    return lob_walk_counts(svg->ctx, svg->layout, svg->scene->cell, &options, counts, &insts);
}

/* ---- windings ---- */

/* Copies of an outline are alike, however they are placed. */
static lob_svg_known *known_of(lob_svg *svg, const lob_hit *hit, uint64_t *key) {
    if (hit->kind == LOB_KIND_PATH) {
        const lob_path *path = &hit->shapes->paths[hit->index];
        const uint32_t parts[5] = {path->outline, (uint32_t)path->width, (uint32_t)path->begin_ext,
                                   (uint32_t)path->end_ext, path->round_ends};
        *key = lob_hash64_fast(parts, sizeof parts, 1) | 1;
    } else {
        *key = (hit->shapes->polygons[hit->index].outline + UINT64_C(1)) * 2;
    }
    return &svg->knowns[lob_wrap_mul(*key, UINT64_C(0x9e3779b97f4a7c15)) >> (64 - LOB_SVG_KNOWN_BITS)];
}

/* Whether svg->ring winds once or not at all. What was cut is judged by itself. */
static lob_status judge(lob_svg *svg, const lob_hit *hit, bool is_whole, bool *is_plain) {
    const lob_svg_ring *ring = &svg->ring;
    *is_plain = ring->count <= 3 || (is_whole && hit->kind == LOB_KIND_BOX);
    if (*is_plain) {
        return LOB_OK;
    }
    uint64_t key;
    lob_svg_known *known = is_whole ? known_of(svg, hit, &key) : NULL;
    if (known && known->key == key) {
        *is_plain = known->is_plain;
        return LOB_OK;
    }
    LOB_TRY(charge(svg, ring->count));
    LOB_TRY(lob_ctx_join(svg->ctx, &svg->part, lob_ring_is_plain(&svg->part, ring->points, ring->count, is_plain)));
    if (known) {
        *known = (lob_svg_known){key, *is_plain};
    }
    return LOB_OK;
}

/* What the ring covers, as polygons. Rings of too many crossings stay as they are: count 0. */
static lob_status resolve(lob_svg *svg, lob_polygons *polygons) {
    lob_region *region;
    *polygons = (lob_polygons){0};
    LOB_TRY(lob_region_new(&svg->part, 1, &region));
    lob_region_limit(region, CROSSINGS_MAX);
    LOB_TRY(lob_region_add(&svg->part, region, 0, svg->ring.points, svg->ring.count));
    lob_status status = lob_region_polygons(&svg->part, region, LOB_REGION_OR, polygons);
    if (status == LOB_E_QUERY_TOO_LARGE) {
        lob_error_clear(&svg->part.error);
        *polygons = (lob_polygons){0};
        return LOB_OK;
    }
    return status;
}

/* ---- figures ---- */

/* By how much a figure of `area` and half the perimeter `half` is to be widened, in steps of LOB_SVG_HAIRLINE / 100 of
 * a pixel. A box of w x h that falls anywhere meets (1 + w) (1 + h) pixels on average, and each shows LOB_VISIBLE_MIN
 * at least; (w + s) (h + s) shall be as much. */
static unsigned widening(double area, double half) {
    double least = LOB_VISIBLE_MIN / 255.0 * (1 + half + area);
    double s = (sqrt(fmax(0, half * half - 4 * area + 4 * least)) - half) / 2;
    double k = round(s * 100 / LOB_SVG_HAIRLINE);
    return k <= 0 ? 0 : k >= LOB_SVG_WIDTHS ? LOB_SVG_WIDTHS - 1 : (unsigned)k;
}

/* What a ring that winds more than once covers, for filling alone. */
static lob_status resolved_add(lob_svg *svg, bool may_widen) {
    const lob_svg_ring *ring = &svg->ring;
    lob_polygons polygons;
    LOB_TRY(lob_ctx_join(svg->ctx, &svg->part, resolve(svg, &polygons)));
    double area = polygons.contour_count > 0 ? 0 : fabs(ring->area);
    for (uint32_t i = 0; i < polygons.contour_count; i++) { /* holes count negative */
        area += lob_svg_area(polygons.points + polygons.contours[i].first, polygons.contours[i].count);
    }
    lob_buf *to = &svg->paths.fill[may_widen ? widening(area, ring->length / 2) : 0];
    for (uint32_t i = 0; i < polygons.contour_count; i++) {
        lob_svg_ring_write(to, polygons.points + polygons.contours[i].first, polygons.contours[i].count, false);
    }
    if (polygons.contour_count == 0) {
        lob_svg_ring_write(to, ring->points, ring->count, ring->area < 0);
    }
    lob_arena_reset(svg->part.arena);
    return lob_svg_check(svg->ctx, to);
}

/* The ring of svg->ring to where it belongs. */
static lob_status ring_add(lob_svg *svg, const lob_svg_what *what, const lob_hit *hit, bool is_whole, bool has_frame) {
    const lob_svg_ring *ring = &svg->ring;
    const bool may_widen = what->keeps_thin && !has_frame;
    bool is_plain = true;
    if (what->has_fill) {
        LOB_TRY(judge(svg, hit, is_whole, &is_plain));
    }
    lob_buf *to = has_frame && what->has_fill && is_plain ? &svg->paths.both
                  : has_frame                             ? &svg->paths.frame
                  : is_plain ? &svg->paths.fill[may_widen ? widening(fabs(ring->area), ring->length / 2) : 0]
                             : NULL;
    if (to && (has_frame || what->has_fill)) {
        lob_svg_ring_write(to, ring->points, ring->count, ring->area < 0);
        LOB_TRY(lob_svg_check(svg->ctx, to));
    }
    return is_plain ? LOB_OK : resolved_add(svg, may_widen);
}

static lob_status figure_add(lob_svg *svg, const lob_svg_what *what, const lob_svg_window *window, const lob_hit *hit) {
    const lob_grid *grid = &svg->scene->grid;
    lob_pixel low = lob_grid_at(grid, (double)hit->box.left, (double)hit->box.top);
    lob_pixel high = lob_grid_at(grid, (double)hit->box.right, (double)hit->box.bottom);
    bool is_small = high.x - low.x < 2 * what->frame_width && high.y - low.y < 2 * what->frame_width;
    bool is_whole =
        low.x >= window->left && low.y >= window->top && high.x <= window->right && high.y <= window->bottom;
    bool has_frame = what->frame_width > 0 && !is_small;
    uint32_t rep = lob_shape_rep_index(hit->shapes, hit->kind, hit->index);
    lob_point64 at = {0, 0};
    if (rep != LOB_NONE) {
        at = lob_rep_at(lob_layout_rep(svg->layout, rep), hit->member);
    }
    LOB_TRY(
        lob_ring_make(svg->ctx, svg->layout, hit->shapes, hit->kind, hit->index, at, hit->trans, grid, &svg->figure));
    LOB_TRY(charge(svg, 1 + svg->figure.count / 16));
    LOB_TRY(lob_svg_ring_make(svg->ctx, svg->figure.points, svg->figure.count, window, TOLERANCE, &svg->ring));
    if (svg->ring.count == 0) {
        return LOB_OK;
    }
    return ring_add(svg, what, hit, is_whole, has_frame);
}

lob_status lob_svg_figures(lob_svg *svg, const lob_svg_what *what) {
    lob_walk *walk;
    const lob_hit *hit;
    const double margin = MARGIN + 2 * what->frame_width;
    const lob_svg_window window = {-margin, -margin, svg->scene->grid.width + margin, svg->scene->grid.height + margin};
    for (unsigned i = 0; i < LOB_SVG_WIDTHS; i++) {
        lob_buf_clear(&svg->paths.fill[i]);
    }
    lob_buf_clear(&svg->paths.both);
    lob_buf_clear(&svg->paths.frame);
    const lob_walk_options options = options_of(svg, what, what->frame_width);
    LOB_TRY(lob_walk_open(svg->ctx, svg->layout, svg->scene->cell, &options, &walk));
    LOB_TRY(lob_walk_next(walk, &hit));
    while (hit) {
        LOB_TRY(figure_add(svg, what, &window, hit));
        LOB_TRY(lob_walk_next(walk, &hit));
    }
    return charge(svg, lob_walk_work(walk));
}
