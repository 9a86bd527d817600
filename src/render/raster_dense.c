/* A ring of so many edges that a list of what each does in each pixel would be larger than the pixels: shares are added
 * up where they belong instead, some rows at a time.
 *
 * Which edge a share is of is lost, so what is known of the ring must be known before. Of a ring that may meet itself
 * the pixels with edges wait for the second pass, and so does what lies right of an edge that ends within the row:
 * there the winding is not one number.
 */
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "render/raster_impl.h"

enum { SHARES_MAX = 1 << 20 };

void lob_dense_release(raster_dense *d) {
    lob_free(d->shares);
    lob_free(d->touched);
    lob_free(d->open);
    *d = (raster_dense){0};
}

/* Zeros; they are zeros again after each use. */
static bool room(void **items, size_t *capacity, size_t need, size_t size) {
    if (need <= *capacity) {
        return true;
    }
    lob_free(*items);
    *items = lob_calloc(need, size);
    *capacity = *items ? need : 0;
    return *items != NULL;
}

/* An edge has left a row: when it did not come down all of it, the row is open from there on. */
static void edge_end(raster_dense *d) {
    if (fabs(d->cover) > 0 && fabs(fabs(d->cover) - 1) > 1e-12) {
        double *open = &d->open[d->row - d->first];
        *open = d->from < *open ? d->from : *open;
    }
    d->cover = 0;
}

bool lob_dense_add(lob_raster *r, uint32_t y, int32_t x, uint32_t edge, double cover, double area) {
    raster_dense *d = &r->dense;
    const uint32_t column = (uint32_t)(x + 1), row = y - d->first;
    raster_share *share = &d->shares[(size_t)row * (r->width + 1) + column];
    if (edge != d->edge || y != d->row) {
        edge_end(d);
        d->edge = edge;
        d->row = y;
        d->from = x;
    }
    d->cover += cover;
    d->from = x < d->from ? x : d->from;
    share->cover += cover;
    share->area += area;
    d->touched[(size_t)row * d->words + column / 64] |= UINT64_C(1) << (column % 64);
    return true;
}

/* The next share of the row from `column` on that something was added to; UINT32_MAX: none. */
static uint32_t next_touched(const uint64_t *touched, uint32_t words, uint32_t column) {
    uint32_t w = column / 64;
    if (w >= words) {
        return UINT32_MAX;
    }
    uint64_t bits = touched[w] & UINT64_MAX << (column % 64);
    while (bits == 0 && ++w < words) {
        bits = touched[w];
    }
    return bits ? w * 64 + (uint32_t)__builtin_ctzll(bits) : UINT32_MAX;
}

/* What lies between two columns with edges, or right of all. */
static void gap(lob_raster *r, uint32_t y, uint32_t from, uint32_t end, double acc, bool is_open) {
    if (from >= end) {
        return;
    }
    if (r->known == LOB_RING_SIMPLE) {
        lob_raster_paint(r, y, from, end, lob_least(1, fabs(acc)));
    } else if (is_open) {
        lob_raster_mark(r, y, from, end);
    } else if (fabs(acc) > 0.5) {
        lob_raster_paint(r, y, from, end, 1);
    }
}

static void sweep_row(lob_raster *r, uint32_t y) {
    raster_dense *d = &r->dense;
    const uint32_t row = y - d->first;
    raster_share *shares = d->shares + (size_t)row * (r->width + 1);
    uint64_t *touched = d->touched + (size_t)row * d->words;
    const double open = d->open[row];
    double acc = 0;
    uint32_t column = next_touched(touched, d->words, 0);
    while (column != UINT32_MAX) {
        const raster_share share = shares[column];
        shares[column] = (raster_share){0, 0};
        if (column > 0 && r->known == LOB_RING_SIMPLE) {
            lob_raster_paint(r, y, column - 1, column, lob_least(1, fabs(acc + share.area)));
        } else if (column > 0) {
            lob_raster_mark(r, y, column - 1, column);
        }
        acc += share.cover;
        const uint32_t next = next_touched(touched, d->words, column + 1);
        const bool is_last = next == UINT32_MAX;
        const bool is_closed = is_last && fabs(acc) < 1e-9; /* all of the ring lies left of here */
        gap(r, y, column, is_closed ? column : is_last ? r->width : next - 1, acc, (double)column - 1 >= open);
        column = next;
    }
    memset(touched, 0, d->words * sizeof *touched);
}

static lob_status rows_do(lob_raster *r, uint32_t first, uint32_t end) {
    raster_dense *d = &r->dense;
    d->first = d->row = first;
    d->edge = UINT32_MAX;
    d->cover = 0;
    r->clip_top = first;
    r->clip_bottom = end;
    for (uint32_t y = first; y < end; y++) {
        d->open[y - first] = INFINITY;
    }
    lob_status status = lob_raster_trace(r);
    edge_end(d);
    for (uint32_t y = first; y < end; y++) { /* after a failure too: what was used is cleared */
        sweep_row(r, y);
        if (y % 16 == 15 && status == LOB_OK) {
            status = lob_poll(r->ctx);
        }
    }
    return status;
}

lob_status lob_dense_ring(lob_raster *r) {
    raster_dense *d = &r->dense;
    const uint32_t most = SHARES_MAX / (r->width + 1);
    const uint32_t rows = most < r->height ? most : r->height;
    d->words = (r->width + 64) / 64;
    if (!room((void **)&d->shares, &d->share_capacity, (size_t)rows * (r->width + 1), sizeof *d->shares) ||
        !room((void **)&d->touched, &d->word_capacity, (size_t)rows * d->words, sizeof *d->touched) ||
        !room((void **)&d->open, &d->open_capacity, rows, sizeof *d->open)) {
        return lob_fail_memory(r->ctx);
    }
    r->is_dense = true;
    lob_status status = LOB_OK;
    for (uint32_t y = 0; y < r->height && status == LOB_OK; y += rows) {
        status = rows_do(r, y, r->height - y < rows ? r->height : y + rows);
    }
    r->is_dense = false;
    return status;
}
