/* The plane of a rasteriser: its memory, rows of values, and rows put in from elsewhere. */
#include <string.h>

#include "base/alloc.h"
#include "render/raster_impl.h"

static void clear_rows(lob_raster *r) {
    for (uint32_t y = 0; y < r->height; y++) {
        r->rows[y] = (raster_row){.first = r->width};
    }
    r->pass = 0;
    r->ring = 0;
    r->found_count = 0;
    r->marked = 0;
    r->band_end = 0;
    r->keeps_most = false;
    r->is_over = false;
    r->marks_max = RASTER_MARKS_MAX;
    r->marks_made = r->pieces = r->sampled = 0;
    r->rows_left = UINT64_MAX;
    r->pile.grain_count = 0;
    r->pile.steps = 0;
}

/* Room of `need` zeroed items; what was there is gone when it grows. */
static bool room(void **items, size_t *capacity, size_t need, size_t size) {
    if (need <= *capacity && *items) {
        return true;
    }
    lob_free(*items);
    *items = lob_calloc(need, size);
    *capacity = *items ? need : 0;
    return *items != NULL;
}

lob_status lob_raster_reshape(lob_ctx *ctx, lob_raster *r, uint32_t width, uint32_t height) {
    lob_raster_clear(r);
    r->ctx = ctx;
    r->width = r->height = 0;
    uint32_t words = (width + 63) / 64;
    size_t marks = (size_t)words * height;
    if (marks > r->mark_capacity) {
        lob_free(r->ranks);
        r->ranks = NULL;
    }
    if (!room((void **)&r->plane, &r->plane_capacity, (size_t)width * height, sizeof *r->plane) ||
        !room((void **)&r->marks, &r->mark_capacity, marks, sizeof *r->marks) ||
        !room((void **)&r->rows, &r->row_capacity, height, sizeof *r->rows)) {
        return lob_fail_memory(ctx);
    }
    r->ranks = r->ranks ? r->ranks : lob_malloc(r->mark_capacity * sizeof *r->ranks);
    r->places = r->places ? r->places : lob_malloc(RASTER_MARKS_MAX * sizeof *r->places);
    if (!r->ranks || !r->places) {
        return lob_fail_memory(ctx);
    }
    r->width = width;
    r->height = height;
    r->mark_words = words;
    r->block_bits = lob_block_bits(width);
    clear_rows(r);
    return LOB_OK;
}

lob_status lob_raster_new(lob_ctx *ctx, uint32_t width, uint32_t height, lob_raster **out) {
    lob_raster *r = lob_calloc(1, sizeof *r);
    *out = NULL;
    if (!r) {
        return lob_fail_memory(ctx);
    }
    lob_status status = lob_raster_reshape(ctx, r, width, height);
    if (status != LOB_OK) {
        lob_raster_release(r);
        return status;
    }
    *out = r;
    return LOB_OK;
}

void lob_raster_release(lob_raster *r) {
    if (!r) {
        return;
    }
    lob_free(r->plane);
    lob_free(r->marks);
    lob_free(r->ranks);
    lob_free(r->places);
    lob_free(r->rows);
    lob_free(r->cells);
    lob_free(r->sorted);
    lob_free(r->strips);
    lob_free(r->found);
    lob_free(r->starts);
    lob_free(r->order);
    lob_free(r->picked);
    lob_free(r->grouped);
    lob_free(r->parts);
    lob_free(r->active);
    lob_free(r->sides);
    lob_free(r->bent);
    lob_slabs_release(&r->slabs);
    lob_pile_release(&r->pile);
    lob_free(r->dense.shares);
    lob_free(r->dense.touched);
    lob_free(r->dense.open);
    lob_free(r);
}

uint64_t lob_raster_pieces(const lob_raster *r) {
    return r->pieces;
}

void lob_raster_bound(lob_raster *r, uint64_t pieces, uint64_t rows) {
    r->pieces = LOB_RASTER_PIECES_MAX - pieces;
    r->rows_left = rows;
}

uint64_t lob_raster_size(const lob_raster *r) {
    return r->plane_capacity * sizeof *r->plane + r->mark_capacity * (sizeof *r->marks + sizeof *r->ranks) +
           r->row_capacity * sizeof *r->rows;
}

bool lob_raster_run(const lob_raster *r, uint32_t y, uint32_t *first, uint32_t *end) {
    return lob_block_run(r->rows[y].blocks, r->block_bits, r->width, first, end);
}

void lob_raster_clear(lob_raster *r) {
    for (uint32_t y = 0; y < r->height; y++) {
        uint32_t first;
        uint32_t end = 0;
        while (lob_raster_run(r, y, &first, &end)) {
            memset(r->plane + (size_t)y * r->width + first, 0, (end - first) * sizeof *r->plane);
        }
        if (r->rows[y].is_marked) {
            memset(r->marks + (size_t)y * r->mark_words, 0, r->mark_words * sizeof *r->marks);
        }
    }
    r->slabs.work = 0;
    clear_rows(r);
}

const uint16_t *lob_raster_row(const lob_raster *r, uint32_t row) {
    return r->plane + (size_t)row * r->width;
}

void lob_raster_extent(const lob_raster *r, uint32_t row, uint32_t *first, uint32_t *end) {
    *first = r->rows[row].first;
    *end = r->rows[row].end;
    if (*first >= *end) {
        *first = *end = 0;
    }
}

uint64_t lob_raster_marked(const lob_raster *r) {
    return r->marked;
}

uint64_t lob_raster_sampled(const lob_raster *r) {
    return r->sampled;
}

void lob_raster_put(lob_raster *r, uint32_t row, uint32_t first, uint32_t count, const uint16_t *values) {
    uint32_t end = first + count;
    while (first < end && *values == 0) {
        first++;
        values++;
    }
    if (first < end) {
        raster_reach(r, row, first, end);
        memcpy(r->plane + (size_t)row * r->width + first, values, (end - first) * sizeof *values);
    }
}

uint16_t *lob_raster_values(lob_raster *r, uint32_t row) {
    return r->plane + (size_t)row * r->width;
}

void lob_raster_met(lob_raster *r, uint32_t row, uint32_t first, uint32_t end) {
    raster_reach(r, row, first, end);
}

void lob_raster_join(lob_raster *r, uint32_t row, const uint16_t *values) {
    uint16_t *at = r->plane + (size_t)row * r->width;
    for (uint32_t x = 0; x < r->width; x++) {
        if (values[x] != 0) {
            double a = lob_cover_area(at[x]);
            double b = lob_cover_area(values[x]);
            raster_reach(r, row, x, x + 1);
            at[x] =
                at[x] == LOB_COVER_FULL || values[x] == LOB_COVER_FULL ? LOB_COVER_FULL : raster_encode(a + b - a * b);
        }
    }
}
