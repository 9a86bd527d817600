/* The rasteriser's inside: shared by raster.c (first pass, tracing) and raster_marked.c (second pass). */
#ifndef LOB_RENDER_RASTER_IMPL_H
#define LOB_RENDER_RASTER_IMPL_H

#include "render/raster.h"
#include "render/slab.h"

typedef struct raster_row {
    uint32_t first, end; /* columns met */
    uint32_t count;      /* scratch of sorting */
    bool is_marked;
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
    uint32_t pixel; /* within the band */
    uint8_t flags;
    lob_piece piece;
} raster_found;

struct lob_raster {
    lob_ctx *ctx;
    uint32_t width, height, mark_words;
    uint16_t *plane;
    uint64_t *marks; /* a bit a pixel, rows of mark_words */
    raster_row *rows;
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
    lob_piece *picked, *grouped;
    uint32_t picked_capacity, grouped_capacity;
    raster_part *parts;
    uint32_t part_count, part_capacity;
    uint8_t flags; /* of the ring in work */
    uint32_t *active;
    uint32_t active_capacity;
    lob_slabs slabs;
    uint64_t marked;
};

/* raster_marked.c */
bool lob_raster_strip(lob_raster *r, uint32_t y, double xa, double ya, double xb, double yb, int sign);
lob_status lob_raster_collect(lob_raster *r, uint32_t ring);

#endif
