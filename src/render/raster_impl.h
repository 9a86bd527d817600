/* The rasteriser's inside: shared by raster.c (first pass, tracing) and raster_marked.c (second pass). */
#ifndef LOB_RENDER_RASTER_IMPL_H
#define LOB_RENDER_RASTER_IMPL_H

#include "render/raster.h"
#include "render/slab.h"

typedef struct raster_row {
    uint32_t first, end; /* columns met */
    uint32_t count;      /* scratch of sorting */
    bool is_marked;
    uint64_t blocks; /* bit i: columns [i, i + 1) << block_bits may hold something */
} raster_row;

/* What one edge does in one pixel. x = -1: left of the plane. */
typedef struct raster_cell {
    uint32_t y;
    int32_t x;
    uint32_t edge;
    double cover; /* signed height */
    double area;  /* signed area right of the edge within the pixel */
} raster_cell;

/* Of a ring in a pixel: it winds 0 or 1 times; it goes on to the right. */
enum { FOUND_SIMPLE = 1, FOUND_OPEN = 2 };

/* A ring's part of a pixel: the box around it, its area when it is alone. */
typedef struct raster_part {
    double left, right, low, high, area;
    uint32_t first, count; /* of pieces */
    uint32_t group;
    bool is_simple;
} raster_part;

/* An edge within one row, ya < yb in [0, 1]. */
typedef struct raster_strip {
    uint32_t y;
    int32_t sign;
    double xa, ya, xb, yb;
} raster_strip;

typedef struct raster_found {
    uint32_t pixel; /* its rank among the marked ones of the band */
    uint8_t flags;
    lob_piece piece;
} raster_found;

struct lob_raster {
    lob_ctx *ctx;
    uint32_t width, height, mark_words;
    unsigned block_bits;
    size_t plane_capacity, mark_capacity, row_capacity; /* items */
    uint16_t *plane;
    uint64_t *marks;  /* a bit a pixel, rows of mark_words */
    uint32_t *ranks;  /* of the first marked pixel of each word, within the band */
    uint32_t *places; /* in the plane, by rank */
    raster_row *rows;
    bool keeps_most; /* of two rings the larger share counts, nothing is marked */
    int pass;
    uint32_t ring; /* number of the next */
    double clip_top, clip_bottom;
    /* The ring in work. */
    const lob_pixel *points;
    uint32_t point_count;
    uint8_t known;
    raster_cell *cells, *sorted;
    uint32_t cell_count, cell_capacity, sorted_capacity;
    /* Second pass. */
    uint32_t band_first, band_end; /* rows */
    raster_strip *strips;
    uint32_t strip_count, strip_capacity;
    raster_found *found;
    uint32_t found_count, found_capacity;
    uint32_t *starts, *order; /* of found pieces by pixel */
    uint32_t start_capacity, order_capacity;
    uint32_t band_count; /* marked pixels of the band */
    lob_piece *picked, *grouped;
    uint32_t picked_capacity, grouped_capacity;
    raster_part *parts;
    uint32_t part_count, part_capacity;
    uint8_t flags; /* of the ring in work */
    uint32_t *active;
    uint32_t active_capacity;
    lob_piece *sides; /* of the row in work: what ended left of the pixel */
    uint32_t side_capacity;
    lob_pixel *bent; /* contours of a line */
    uint32_t bent_capacity;
    lob_slabs slabs;
    uint64_t marked;
};

enum { RASTER_MARKS_MAX = 32768 }; /* of a band; at least LOB_SIDE_MAX */

/* raster.c, for line.c */
void lob_raster_paint(lob_raster *r, uint32_t y, uint32_t x, uint32_t end, double area);
/* Rings that together wind 0 or 1 times, points[0 .. ends[0]), points[ends[0] .. ends[1]) and so on. */
lob_status lob_raster_contours(lob_raster *r, const lob_pixel *points, const uint32_t *ends, uint32_t count);

/* raster_marked.c */
bool lob_raster_strip(lob_raster *r, uint32_t y, double xa, double ya, double xb, double yb, int sign);
lob_status lob_raster_collect(lob_raster *r, uint32_t ring);

#endif
