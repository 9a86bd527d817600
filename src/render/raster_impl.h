/* The rasteriser's inside: shared by raster_plane.c (memory, rows), raster.c (first pass, tracing) and raster_marked.c
 * (second pass). */
#ifndef LOB_RENDER_RASTER_IMPL_H
#define LOB_RENDER_RASTER_IMPL_H

#include "render/grain.h"
#include "render/raster.h"
#include "render/slab.h"
#include "render/sums.h"

typedef struct raster_row {
    uint32_t first, end; /* columns met */
    uint32_t count;      /* scratch of sorting */
    bool is_marked;
    uint64_t blocks; /* bit i: columns [i, i + 1) << block_bits may hold something */
    uint64_t full;   /* the same: all of them are whole */
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

typedef struct raster_pile_slot { /* of equal rings: the first piece and the pieces of one; count 0: free */
    uint32_t first, count;
} raster_pile_slot;

typedef struct raster_pile { /* scratch of raster_pile.c; zeroed at first */
    lob_piece *lists, *work; /* unions one behind the other; what goes into one */
    raster_pile_slot *slots;
    lob_grain *grains;
    uint32_t *grain_of; /* by rank: 1 + its grain, 0: none; unset while there are no grains */
    raster_found *spare;
    uint32_t list_count, list_capacity, work_capacity, slot_capacity;
    uint32_t grain_count, grain_capacity, grain_of_capacity, spare_capacity;
    uint64_t steps; /* of slabs, spent on pixels of many pieces */
    lob_grain_scratch scratch;
} raster_pile;

typedef struct raster_share { /* of a pixel in a dense row */
    double cover, area;
} raster_share;

typedef struct raster_dense { /* scratch of a dense ring; zeroed at first */
    raster_share *shares;     /* rows of width + 1; the first is what lies left of the plane */
    uint64_t *touched;        /* a bit a share */
    double *open;             /* by row: from where on an edge has not come down all of it */
    size_t share_capacity, word_capacity, open_capacity;
    uint32_t first, words; /* row; words a row */
    /* Of the edge in work. */
    uint32_t edge, row;
    double cover, from;
} raster_dense;

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
    const uint32_t *contour_ends; /* of points: of one ring all */
    uint32_t contour_count;
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
    raster_pile pile;
    raster_dense dense;
    bool is_dense, is_over;      /* a ring of very many cells is in work; the band holds too much */
    uint32_t marks_max;          /* of a band */
    uint64_t marked, marks_made; /* marked pixels; marks made, and pieces that the second pass may find */
    uint64_t pieces, sampled;
    uint64_t rows_left; /* that rings may go through */
};

enum { RASTER_MARKS_MAX = 32768 }; /* of a band; at least LOB_SIDE_MAX */
enum {
    LOB_PILE_MIN = 64,             /* pieces of a pixel that are not worth uniting */
    LOB_PILE_UNION_MAX = 128,      /* pieces of a union */
    LOB_PILE_MARKS_MIN = 4096,     /* of a band that is not made smaller */
    LOB_PILE_FOUND_MAX = 1 << 20,  /* pieces of a band, 48 bytes each */
    LOB_PILE_STEPS_MAX = 20000000, /* of the slabs, a layer, for pixels of many pieces */
    LOB_PILE_STEPS_EACH = 2000000, /* of them in one pixel */
    RASTER_CELLS_MAX = 1 << 19,    /* of a ring in work; beyond, it is dense */
    RASTER_STRIPS_MAX = 1 << 17    /* of a ring in work, but for one row */
};

/* What a row holds goes from first to end, first < end. */
static inline void raster_reach(lob_raster *r, uint32_t y, uint32_t first, uint32_t end) {
    raster_row *row = &r->rows[y];
    row->first = first < row->first ? first : row->first;
    row->end = end > row->end ? end : row->end;
    row->blocks |= lob_block_count(r->block_bits, first, end);
}

/* The value of a pixel that is covered so far: never 0. */
static inline uint16_t raster_encode(double area) {
    return area >= 1 ? LOB_COVER_FULL : (uint16_t)(1 + (unsigned)(area * 65534 + 0.5));
}

/* raster.c, for line.c */
void lob_raster_paint(lob_raster *r, uint32_t y, uint32_t x, uint32_t end, double area);
/* Rings that together wind 0 or 1 times, points[0 .. ends[0]), points[ends[0] .. ends[1]) and so on. */
lob_status lob_raster_contours(lob_raster *r, const lob_pixel *points, const uint32_t *ends, uint32_t count);

/* raster_pile.c. The union of all pieces of a pixel, ring by ring, which stay; *is_many: it is not known. */
lob_status lob_pile_union(lob_raster *r, const lob_piece *pieces, uint32_t count, double *area, bool *is_many);
/* The area of a group of pieces of one pixel, ring by ring; they are moved. is_united: their union is too long. */
lob_status lob_pile_area(lob_raster *r, lob_piece *pieces, uint32_t count, bool is_united, double *area);
/* Before `more` pieces are found: makes room, or sets r->is_over. */
lob_status lob_pile_room(lob_raster *r, uint64_t more);
lob_grain *lob_pile_grain(const lob_raster *r, uint32_t pixel); /* NULL: none */
lob_status lob_pile_grain_add(lob_raster *r, lob_grain *grain, lob_piece *pieces, uint32_t count);
void lob_pile_release(raster_pile *pile);
lob_status lob_pile_order(lob_raster *r); /* r->order: found pieces by pixel; r->starts: the end of each pixel's */

/* raster_marked.c */
bool lob_raster_strip(lob_raster *r, uint32_t y, double xa, double ya, double xb, double yb, int sign);
lob_status lob_raster_collect(lob_raster *r, uint32_t ring);

#endif
