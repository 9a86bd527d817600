/* Masks onto pixels: shares of area by the rasteriser, whole pixels by counting crossings.
 *
 * Whole pixels: each edge turns over, in every row of middles that it crosses, the first pixel whose middle is not left
 * of it; then a row is summed up from the left, modulo two. A middle on the border belongs to what lies right of and
 * above it, so shapes that abut neither share a pixel nor leave one.
 */
#include <math.h>

#include "base/alloc.h"
#include "litho/mask_impl.h"
#include "render/raster.h"

enum { BLOCK_SIDE = 4096, POLL_EVERY = 1024 };

/* ---- places in pixels ---- */

typedef struct placing {
    double pixels_a_unit;
    double column, row;
} placing;

static placing placing_of(const lob_mask *mask, const lob_frame *frame) {
    return (placing){mask->unit_nm / frame->pixel_nm, (double)frame->column, (double)frame->row};
}

/* Halves of pixels decide which pixel a border belongs to: what is meant to be one is made one. */
static double place(const placing *p, int64_t coordinate, double origin) {
    const double nearly = 1e-7;
    double at = (double)coordinate * p->pixels_a_unit - origin, half = nearbyint(2 * at) / 2;
    return fabs(at - half) < nearly ? half : at;
}

static lob_pixel place_point(const placing *p, lob_point64 point) {
    return (lob_pixel){place(p, point.x, p->column), place(p, point.y, p->row)};
}

/* ---- shares ---- */

typedef struct drawing {
    lob_ctx *ctx;
    const lob_polygons *rings;
    placing placing;
    lob_pixel *ring; /* room for the longest */
    lob_raster *raster;
    uint32_t left, bottom; /* of the block, pixels of the plane */
} drawing;

static bool meets(const lob_pixel *ring, uint32_t count, const uint32_t *columns, const uint32_t *rows) {
    lob_pixel least = ring[0], most = ring[0];
    for (uint32_t i = 1; i < count; i++) {
        least = (lob_pixel){lob_least(least.x, ring[i].x), lob_least(least.y, ring[i].y)};
        most = (lob_pixel){lob_most(most.x, ring[i].x), lob_most(most.y, ring[i].y)};
    }
    return least.x < columns[1] && most.x > columns[0] && least.y < rows[1] && most.y > rows[0];
}

static lob_status draw_rings(drawing *d, const uint32_t *columns, const uint32_t *rows) {
    for (uint32_t i = 0; i < d->rings->contour_count; i++) {
        const lob_contour *c = &d->rings->contours[i];
        for (uint32_t k = 0; k < c->count; k++) {
            lob_pixel p = place_point(&d->placing, d->rings->points[c->first + k]);
            d->ring[k] = (lob_pixel){p.x - d->left, p.y - d->bottom};
        }
        LOB_TRY(i % POLL_EVERY == 0 ? lob_poll(d->ctx) : LOB_OK);
        if (meets(d->ring, c->count, columns, rows)) {
            LOB_TRY(lob_raster_ring(d->raster, d->ring, c->count, NULL));
        }
    }
    return LOB_OK;
}

static void take_row(const lob_raster *raster, uint32_t row, float *values) {
    for (uint32_t first, end = 0; lob_raster_run(raster, row, &first, &end);) {
        const uint16_t *covers = lob_raster_row(raster, row);
        for (uint32_t i = first; i < end; i++) {
            values[i] = (float)lob_cover_area(covers[i]);
        }
    }
}

static lob_status draw_block(drawing *d, lob_plane *plane, uint32_t width, uint32_t height) {
    uint32_t columns[2] = {0, width}, rows[2] = {0, height};
    LOB_TRY(lob_raster_reshape(d->ctx, d->raster, width, height));
    LOB_TRY(draw_rings(d, columns, rows));
    while (lob_raster_second(d->raster, columns, rows)) {
        LOB_TRY(draw_rings(d, columns, rows));
        LOB_TRY(lob_raster_end(d->raster));
    }
    for (uint32_t row = 0; row < height; row++) {
        take_row(d->raster, row, plane->values + (size_t)(d->bottom + row) * plane->frame.width + d->left);
    }
    return LOB_OK;
}

static uint32_t block_side(uint32_t side, uint32_t from) {
    return side - from < BLOCK_SIDE ? side - from : BLOCK_SIDE;
}

static lob_status draw_blocks(drawing *d, lob_plane *plane) {
    const lob_frame *frame = &plane->frame;
    for (d->bottom = 0; d->bottom < frame->height; d->bottom += block_side(frame->height, d->bottom)) {
        for (d->left = 0; d->left < frame->width; d->left += block_side(frame->width, d->left)) {
            LOB_TRY(draw_block(d, plane, block_side(frame->width, d->left), block_side(frame->height, d->bottom)));
        }
    }
    return LOB_OK;
}

static uint32_t longest_ring(const lob_polygons *rings) {
    uint32_t longest = 0;
    for (uint32_t i = 0; i < rings->contour_count; i++) {
        longest = rings->contours[i].count > longest ? rings->contours[i].count : longest;
    }
    return longest;
}

static lob_status draw_cut(lob_ctx *ctx, lob_ctx *own, const lob_mask *mask, lob_plane *plane) {
    lob_polygons rings;
    LOB_TRY(lob_polygons_cut(own, &mask->polygons, &rings));
    drawing d = {.ctx = own, .rings = &rings, .placing = placing_of(mask, &plane->frame)};
    d.ring = lob_arena_alloc(own->arena, longest_ring(&rings) * sizeof *d.ring);
    if (!d.ring) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(lob_raster_new(own, 1, 1, &d.raster));
    lob_status status = draw_blocks(&d, plane);
    lob_raster_release(d.raster);
    return status;
}

lob_status lob_mask_draw(lob_ctx *ctx, const lob_mask *mask, lob_plane *plane) {
    lob_ctx own;
    size_t count = (size_t)plane->frame.width * plane->frame.height;
    for (size_t i = 0; i < count; i++) {
        plane->values[i] = 0;
    }
    LOB_TRY(lob_ctx_child(ctx, &own, 0));
    lob_status status = draw_cut(ctx, &own, mask, plane);
    lob_ctx_drop(&own);
    return lob_ctx_join(ctx, &own, status);
}

/* ---- whole pixels ---- */

/* The first pixel of 0 .. limit whose middle is not before `at`. */
static uint32_t first_after(double at, uint32_t limit) {
    double first = ceil(at - 0.5);
    return first <= 0 ? 0 : first >= limit ? limit : (uint32_t)first;
}

static void turn_over(lob_bits *bits, lob_pixel from, lob_pixel to) {
    if (from.y > to.y) {
        lob_pixel swap = from;
        from = to;
        to = swap;
    }
    uint32_t end = first_after(to.y, bits->frame.height);
    for (uint32_t row = first_after(from.y, bits->frame.height); row < end; row++) {
        double x = from.x + (row + 0.5 - from.y) * (to.x - from.x) / (to.y - from.y);
        uint32_t column = first_after(x, bits->frame.width);
        if (column < bits->frame.width) {
            bits->words[(size_t)row * bits->stride + column / 64] ^= UINT64_C(1) << column % 64;
        }
    }
}

/* Bit i becomes the sum of bits 0 .. i, modulo two. */
static void sum_up(lob_bits *bits) {
    uint32_t over = bits->frame.width % 64;
    for (uint32_t row = 0; row < bits->frame.height; row++) {
        uint64_t *words = bits->words + (size_t)row * bits->stride, before = 0;
        for (uint32_t w = 0; w < bits->stride; w++) {
            uint64_t word = words[w];
            for (unsigned by = 1; by < 64; by *= 2) {
                word ^= word << by;
            }
            words[w] = word ^ before;
            before = words[w] >> 63 ? UINT64_MAX : 0;
        }
        if (over) {
            words[bits->stride - 1] &= (UINT64_C(1) << over) - 1;
        }
    }
}

static void clear(lob_bits *bits) {
    size_t words = (size_t)bits->stride * bits->frame.height;
    for (size_t i = 0; i < words; i++) {
        bits->words[i] = 0;
    }
}

typedef struct filling {
    placing placing;
    bool is_whole; /* points go down to whole pixels, and those stand for their middles */
} filling;

static lob_pixel fill_point(const filling *f, lob_point64 point) {
    lob_pixel p = place_point(&f->placing, point);
    return f->is_whole ? (lob_pixel){floor(p.x) + 0.5, floor(p.y) + 0.5} : p;
}

static lob_status fill(lob_ctx *ctx, const lob_mask *mask, const filling *f, lob_bits *bits) {
    const lob_polygons *polygons = &mask->polygons;
    clear(bits);
    for (uint32_t i = 0; i < polygons->contour_count; i++) {
        const lob_contour *c = &polygons->contours[i];
        LOB_TRY(i % POLL_EVERY == 0 ? lob_poll(ctx) : LOB_OK);
        lob_pixel from = fill_point(f, polygons->points[c->first + c->count - 1]);
        for (uint32_t k = 0; k < c->count; k++) {
            lob_pixel to = fill_point(f, polygons->points[c->first + k]);
            turn_over(bits, from, to);
            from = to;
        }
    }
    sum_up(bits);
    return LOB_OK;
}

lob_status lob_mask_fill(lob_ctx *ctx, const lob_mask *mask, lob_bits *bits) {
    const filling f = {placing_of(mask, &bits->frame), false};
    return fill(ctx, mask, &f, bits);
}

/* ---- with borders ---- */

static void set_in(lob_bits *bits, double x, double y) {
    if (x >= 0 && y >= 0 && x < bits->frame.width && y < bits->frame.height) {
        lob_bits_set(bits, (uint32_t)x, (uint32_t)y);
    }
}

/* Pixels along a line between middles of pixels, one in each column or row, whichever are more. */
static void draw_line(lob_bits *bits, lob_pixel from, lob_pixel to) {
    double dx = to.x - from.x, dy = to.y - from.y, steps = lob_most(fabs(dx), fabs(dy));
    double first = 0, last = steps; /* those that can lie in the frame */
    if (fabs(dx) == steps && steps > 0) {
        double a = (0 - from.x) / dx * steps, b = (bits->frame.width - from.x) / dx * steps;
        first = lob_most(0, floor(lob_least(a, b)));
        last = lob_least(steps, ceil(lob_most(a, b)));
    } else if (steps > 0) {
        double a = (0 - from.y) / dy * steps, b = (bits->frame.height - from.y) / dy * steps;
        first = lob_most(0, floor(lob_least(a, b)));
        last = lob_least(steps, ceil(lob_most(a, b)));
    }
    for (double i = first; i <= last; i++) {
        set_in(bits, floor(from.x + (steps > 0 ? i * dx / steps : 0)),
               floor(from.y + (steps > 0 ? i * dy / steps : 0)));
    }
}

lob_status lob_mask_fill_with_borders(lob_ctx *ctx, const lob_mask *mask, lob_bits *bits) {
    const lob_polygons *polygons = &mask->polygons;
    const filling f = {placing_of(mask, &bits->frame), true};
    LOB_TRY(fill(ctx, mask, &f, bits));
    for (uint32_t i = 0; i < polygons->contour_count; i++) {
        const lob_contour *c = &polygons->contours[i];
        lob_pixel from = fill_point(&f, polygons->points[c->first + c->count - 1]);
        for (uint32_t k = 0; k < c->count; k++) {
            lob_pixel to = fill_point(&f, polygons->points[c->first + k]);
            draw_line(bits, from, to);
            from = to;
        }
    }
    return LOB_OK;
}
