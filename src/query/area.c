/* See area.h.
 *
 * The area of a layer is added up over tiles that share no area: a tile is halved until it holds few enough figures for
 * one merge, or until halves hold hardly fewer than the whole, so memory is that of one tile. What tiles and window cut
 * off is cut exactly for boxes. Merges are on a grid 1024 times finer where coordinates leave room for that: on the
 * database's own two slanted edges a tenth of a unit apart would be one. Pieces need the whole layer in one merge:
 * where their number is asked for and there are not too many figures, the area comes from there too.
 */
#include "query/area.h"

#include <math.h>

#include "base/limits.h"
#include "geom/region.h"
#include "query/impl.h"

enum { TILE_SHAPES = 20000, TILES_MAX = 256, FINEST_SCALE = 1024 };

/* ---- one figure ---- */

static lob_status measure_ring(lob_ctx *ctx, const lob_figure *figure, int64_t scale, lob_region_measures *measures) {
    lob_region *region;
    LOB_TRY(lob_region_new(ctx, scale, &region));
    LOB_TRY(lob_region_add(ctx, region, 0, figure->ring, figure->ring_count));
    return lob_region_measure(ctx, region, LOB_REGION_OR, measures);
}

/* The finest of the powers of two up to `finest` that keeps the box within the range. */
static int64_t scale_for(lob_box64 box, int64_t finest) {
    int64_t most = box.right > box.top ? box.right : box.top;
    int64_t least = box.left < box.bottom ? box.left : box.bottom;
    int64_t reach = most > -least ? most : -least, scale = finest;
    while (scale > 1 && reach > LOB_REGION_COORD_MAX / scale) {
        scale /= 2;
    }
    return scale;
}

lob_status lob_figure_extent(lob_ctx *ctx, const lob_figure *figure, lob_extent *extent) {
    *extent = (lob_extent){0, 0};
    if (figure->kind == LOB_KIND_TEXT) {
        return LOB_OK;
    }
    if (figure->kind == LOB_KIND_BOX && figure->is_exact) {
        double width = (double)(figure->box.right - figure->box.left);
        double height = (double)(figure->box.top - figure->box.bottom);
        *extent = (lob_extent){width * height, width > 0 && height > 0 ? 2 * (width + height) : 0};
        return LOB_OK;
    }
    lob_region_measures measures;
    LOB_TRY(measure_ring(ctx, figure, 1, &measures));
    int64_t scale = scale_for(figure->box, FINEST_SCALE);
    if (measures.crossings_rounded > 0 && scale > 1) {
        LOB_TRY(measure_ring(ctx, figure, scale, &measures));
    }
    *extent = (lob_extent){measures.area, measures.perimeter};
    return LOB_OK;
}

/* ---- a layer ---- */

typedef struct tiling {
    lob_ctx *ctx;
    lob_ctx own; /* for one tile at a time */
    const lob_query *query;
    lob_layer_index layer;
    int64_t scale;              /* of the regions, as fine as the layer's coordinates allow */
    lob_box64 tiles[TILES_MAX]; /* still to do */
    unsigned count;
    lob_walk_count *counts; /* by layer; of the tile in work */
    double area;
    uint64_t points;      /* vertices added to the region in work */
    uint64_t done, total; /* shapes, for the progress */
} tiling;

static lob_walk_options options_for(const tiling *t, lob_box64 tile) {
    lob_walk_options options = lob_query_options(t->query, LOB_WALK_SHAPES);
    options.window = tile;
    options.skips_paths = true;
    options.layers = &t->layer;
    options.layer_count = 1;
    return options;
}

static lob_status add_hit(tiling *t, lob_region *region, const lob_hit *hit, lob_box64 tile) {
    t->points += 4;
    if (hit->kind == LOB_KIND_BOX && hit->trans->is_orthogonal) {
        return lob_region_add_box(&t->own, region, 0, lob_query_common(hit->box, tile));
    }
    lob_figure figure;
    LOB_TRY(lob_figure_make(&t->own, t->query->layout, hit->shapes, hit->kind, hit->index, hit->member, hit->trans,
                            &figure));
    t->points += figure.ring_count;
    return lob_region_add(&t->own, region, 0, figure.ring, figure.ring_count);
}

static lob_status add_hits(tiling *t, lob_region *region, lob_box64 tile, uint64_t points_max) {
    lob_walk_options options = options_for(t, tile);
    options.skips_copies = true;
    lob_walk *walk;
    LOB_TRY(lob_walk_open(&t->own, t->query->layout, t->query->cell, &options, &walk));
    for (;;) {
        const lob_hit *hit;
        LOB_TRY(lob_walk_next(walk, &hit));
        if (!hit || t->points > points_max) {
            return LOB_OK;
        }
        LOB_TRY(add_hit(t, region, hit, tile));
    }
}

static lob_status merge_tile(tiling *t, lob_box64 tile) {
    lob_region *region;
    lob_region_measures measures;
    LOB_TRY(lob_region_new(&t->own, t->scale, &region));
    LOB_TRY(add_hits(t, region, tile, UINT64_MAX));
    LOB_TRY(lob_region_add_box(&t->own, region, 1, tile));
    LOB_TRY(lob_region_measure(&t->own, region, LOB_REGION_AND, &measures));
    t->area += measures.area;
    return LOB_OK;
}

static lob_status count_tile(tiling *t, lob_box64 tile, uint64_t *count) {
    lob_walk_options options = options_for(t, tile);
    uint64_t insts;
    LOB_TRY(lob_walk_counts(&t->own, t->query->layout, t->query->cell, &options, t->counts, &insts));
    *count = t->counts[t->layer].shapes;
    return LOB_OK;
}

static void cut(lob_box64 tile, bool is_across, lob_box64 halves[2]) {
    halves[0] = halves[1] = tile;
    if (is_across) {
        halves[0].right = halves[1].left = tile.left + (tile.right - tile.left) / 2;
    } else {
        halves[0].top = halves[1].bottom = tile.bottom + (tile.top - tile.bottom) / 2;
    }
}

/* The halves of a tile of `count` figures, across its longer side or else its shorter. False: figures are stacked so
 * that both ways most lie in both halves, and halving would multiply the work. */
static lob_status halve(tiling *t, lob_box64 tile, uint64_t count, bool *is_halved) {
    const int64_t width = tile.right - tile.left, height = tile.top - tile.bottom;
    *is_halved = false;
    for (int way = 0; way < 2 && !*is_halved; way++) {
        const bool is_across = (width >= height) == (way == 0);
        lob_box64 halves[2];
        uint64_t a, b;
        if ((is_across ? width : height) <= 1) {
            continue;
        }
        cut(tile, is_across, halves);
        LOB_TRY(count_tile(t, halves[0], &a));
        LOB_TRY(count_tile(t, halves[1], &b));
        if (a + b <= count + count / 2) {
            t->tiles[t->count++] = halves[1];
            t->tiles[t->count++] = halves[0];
            *is_halved = true;
        }
    }
    return LOB_OK;
}

static lob_status do_tile(tiling *t) {
    const lob_box64 tile = t->tiles[--t->count];
    uint64_t count = 0;
    LOB_TRY(lob_poll(&t->own));
    LOB_TRY(count_tile(t, tile, &count));
    if (count > lob_query_part_shapes(t->query, TILE_SHAPES) && t->count + 2 <= TILES_MAX) {
        bool is_halved;
        LOB_TRY(halve(t, tile, count, &is_halved));
        if (is_halved) {
            return LOB_OK;
        }
    }
    if (count > 0) {
        LOB_TRY(merge_tile(t, tile));
    }
    t->done += count;
    lob_progress(t->ctx, (double)t->done, (double)t->total, "Merging areas");
    return LOB_OK;
}

static lob_box64 layer_box(const lob_query *query, lob_layer_index layer) {
    const lob_cell *cell = lob_layout_cell(query->layout, query->cell);
    uint32_t low = 0, high = cell->layer_box_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        *(cell->layer_boxes[middle].layer < layer ? &low : &high) =
            cell->layer_boxes[middle].layer < layer ? middle + 1 : middle;
    }
    return low < cell->layer_box_count && cell->layer_boxes[low].layer == layer ? cell->layer_boxes[low].box
                                                                                : LOB_BOX64_EMPTY;
}

/* ---- pieces ---- */

static __int128 twice_area(const lob_polygons *polygons, const lob_contour *contour) {
    const lob_point64 *p = polygons->points + contour->first;
    __int128 sum = 0;
    for (uint32_t i = 0; i < contour->count; i++) {
        const lob_point64 to = p[i + 1 < contour->count ? i + 1 : 0];
        sum += (__int128)p[i].x * to.y - (__int128)p[i].y * to.x;
    }
    return sum;
}

static double length_around(const lob_polygons *polygons, const lob_contour *contour) {
    const lob_point64 *p = polygons->points + contour->first;
    double sum = 0;
    for (uint32_t i = 0; i < contour->count; i++) {
        const lob_point64 to = p[i + 1 < contour->count ? i + 1 : 0];
        sum += hypot((double)(to.x - p[i].x), (double)(to.y - p[i].y));
    }
    return sum;
}

static lob_box64 box_of(const lob_polygons *polygons, const lob_contour *contour) {
    lob_box64 box = LOB_BOX64_EMPTY;
    for (uint32_t i = 0; i < contour->count; i++) {
        const lob_point64 at = polygons->points[contour->first + i];
        box = lob_box64_add_point(box, at.x, at.y);
    }
    return box;
}

/* To the nearest point of the grid. */
static int64_t scale_down(int64_t at, int64_t scale) {
    const int64_t up = at + scale / 2;
    return up >= 0 ? up / scale : -((-up + scale - 1) / scale);
}

static lob_box64 box_down(lob_box64 box, int64_t scale) {
    return lob_box64_is_empty(box) ? box
                                   : (lob_box64){scale_down(box.left, scale), scale_down(box.bottom, scale),
                                                 scale_down(box.right, scale), scale_down(box.top, scale)};
}

/* Each hull with the holes behind it is a piece. */
static double look_at_pieces(const lob_polygons *polygons, int64_t scale, lob_pieces *pieces) {
    __int128 all = 0, largest = 0;
    *pieces = (lob_pieces){.is_known = true, .box = LOB_BOX64_EMPTY, .largest_box = LOB_BOX64_EMPTY};
    for (uint32_t i = 0; i < polygons->contour_count;) {
        const lob_contour *hull = &polygons->contours[i];
        const lob_box64 box = box_of(polygons, hull);
        __int128 area = 0;
        do {
            area += twice_area(polygons, &polygons->contours[i]);
            pieces->perimeter += length_around(polygons, &polygons->contours[i]);
        } while (++i < polygons->contour_count && polygons->contours[i].is_hole);
        pieces->count++;
        pieces->box = lob_box64_add_point(pieces->box, box.left, box.bottom);
        pieces->box = lob_box64_add_point(pieces->box, box.right, box.top);
        if (area > largest) {
            largest = area;
            pieces->largest_box = box;
        }
        all += area;
    }
    pieces->box = box_down(pieces->box, scale);
    pieces->largest_box = box_down(pieces->largest_box, scale);
    pieces->perimeter /= (double)scale;
    pieces->largest = (double)largest / 2 / (double)(scale * scale);
    return (double)all / 2 / (double)(scale * scale);
}

/* In one merge, cut at the window. Too many vertices or crossings: not known. */
static lob_status merge_pieces(tiling *t, lob_box64 reach, lob_pieces *pieces) {
    lob_region *region;
    lob_polygons polygons;
    t->points = 0;
    LOB_TRY(lob_region_new(&t->own, t->scale, &region));
    LOB_TRY(add_hits(t, region, reach, LOB_LIMIT_PIECES_POINTS));
    if (t->points > LOB_LIMIT_PIECES_POINTS) {
        return LOB_OK;
    }
    LOB_TRY(lob_region_add_box(&t->own, region, 1, reach));
    lob_status status = lob_region_polygons(&t->own, region, LOB_REGION_AND, &polygons);
    if (status == LOB_E_QUERY_TOO_LARGE) {
        lob_error_clear(&t->own.error);
        return LOB_OK;
    }
    LOB_TRY(status);
    t->area = look_at_pieces(&polygons, t->scale, pieces);
    return LOB_OK;
}

/* ---- layers ---- */

static lob_status merge_layer(tiling *t, lob_layer_index layer, uint64_t shapes, double *area, lob_pieces *pieces) {
    const lob_box64 whole = layer_box(t->query, layer), reach = lob_query_common(whole, t->query->window);
    const bool has_reach = reach.left < reach.right && reach.bottom < reach.top;
    t->layer = layer;
    t->scale = lob_box64_is_empty(whole) ? 1 : scale_for(whole, FINEST_SCALE);
    t->area = 0;
    t->count = 0;
    if (pieces && has_reach) {
        pieces->is_known = false;
    }
    if (pieces && has_reach && shapes <= LOB_LIMIT_PIECES_SHAPES) {
        lob_status status = merge_pieces(t, reach, pieces);
        lob_arena_reset(t->own.arena);
        LOB_TRY(status);
        t->done += pieces->is_known ? shapes : 0;
        lob_progress(t->ctx, (double)t->done, (double)t->total, "Merging areas");
    }
    if (has_reach && !(pieces && pieces->is_known)) {
        t->tiles[t->count++] = reach;
    }
    while (t->count > 0) {
        lob_status status = do_tile(t);
        lob_arena_reset(t->own.arena);
        LOB_TRY(status);
    }
    *area = t->area;
    return LOB_OK;
}

static lob_status fail_too_many(lob_ctx *ctx) {
    lob_status status =
        lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "There are too many shapes in the box to merge their areas");
    lob_error_text(&ctx->error, "limit_name", LOB_STR("statistics_shapes"));
    lob_error_integer(&ctx->error, "limit", LOB_LIMIT_STATISTICS_SHAPES);
    lob_hint(ctx, "Ask for a smaller box or fewer layers, or leave out include_statistics.");
    return status;
}

lob_status lob_query_areas_foresee(lob_ctx *ctx, const lob_query *query) {
    uint64_t count;
    LOB_TRY(lob_query_at_least(ctx, query, &count));
    return count > LOB_LIMIT_STATISTICS_SHAPES ? fail_too_many(ctx) : LOB_OK;
}

lob_status lob_query_areas(lob_ctx *ctx, const lob_query *query, const lob_query_counts *counts, double *areas,
                           lob_pieces *pieces) {
    const uint32_t layers = lob_layout_layer_count(query->layout);
    tiling t = {.ctx = ctx, .query = query, .counts = LOB_NEW_ARRAY(ctx->arena, lob_walk_count, layers)};
    if (!t.counts) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < layers; i++) {
        areas[i] = 0;
        if (pieces) {
            look_at_pieces(&(lob_polygons){.contour_count = 0}, 1, &pieces[i]);
        }
        t.total += counts->by_layer[i].shapes;
        if (counts->is_lower_bound || t.total > LOB_LIMIT_STATISTICS_SHAPES) {
            return fail_too_many(ctx);
        }
    }
    LOB_TRY(lob_ctx_child(ctx, &t.own, LOB_LIMIT_REQUEST_MEMORY_SIZE));
    lob_status status = LOB_OK;
    for (uint32_t i = 0; i < layers && status == LOB_OK; i++) {
        if (counts->by_layer[i].shapes > 0) {
            status = merge_layer(&t, i, counts->by_layer[i].shapes, &areas[i], pieces ? &pieces[i] : NULL);
        }
    }
    lob_ctx_drop(&t.own);
    return lob_ctx_join(ctx, &t.own, status);
}
