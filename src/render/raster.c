/* Both passes over rings. See raster.h for the method.
 *
 * Invariant of the first pass: a pixel's value is the area of the union of what came so far, or the pixel is marked, or
 * it is whole. A pixel once whole stays whole, so it needs no exact answer.
 */
#include "render/raster.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "render/raster_impl.h"

static const double TINY = 1e-12; /* of a pixel: nothing, or whole */
enum { FULL_RUN = 64 };           /* columns at once that are worth asking what is whole */

static void mark(lob_raster *r, uint32_t y, uint32_t x) {
    r->marks_made++;
    r->marks[(size_t)y * r->mark_words + x / 64] |= UINT64_C(1) << (x % 64);
    r->rows[y].is_marked = true;
}

/* Whole columns [x, end); blocks that are whole already are passed by. */
static void paint_whole(lob_raster *r, uint32_t y, uint32_t x, uint32_t end) {
    raster_row *row = &r->rows[y];
    uint16_t *at = r->plane + (size_t)y * r->width;
    const uint64_t blocks = lob_block_count(r->block_bits, x, end);
    if ((row->full & blocks) == 0) {
        memset(at + x, 0xff, (end - x) * sizeof *at);
    } else {
        uint32_t from;
        uint32_t to = 0;
        while (lob_block_run(blocks & ~row->full, r->block_bits, r->width, &from, &to)) {
            from = from < x ? x : from;
            memset(at + from, 0xff, ((to < end ? to : end) - from) * sizeof *at);
        }
    }
    const uint32_t size = UINT32_C(1) << r->block_bits;
    const uint32_t first = (x + size - 1) & ~(size - 1);
    const uint32_t last = end == r->width ? end : end & ~(size - 1);
    if (first < last) {
        row->full |= lob_block_count(r->block_bits, first, last);
    }
}

/* Columns [x, end) of a row get `area` each of one ring. */
static inline void paint(lob_raster *r, uint32_t y, uint32_t x, uint32_t end, double area) {
    if (area < TINY || x >= end) {
        return;
    }
    raster_reach(r, y, x, end);
    uint16_t *at = r->plane + (size_t)y * r->width;
    if (area > 1 - TINY) {
        if (end - x < FULL_RUN) {
            memset(at + x, 0xff, (end - x) * sizeof *at);
        } else {
            paint_whole(r, y, x, end);
        }
        return;
    }
    uint16_t value = raster_encode(area);
    for (; x < end; x++) {
        if (at[x] == 0) {
            at[x] = value;
        } else if (r->keeps_most) {
            at[x] = at[x] < value ? value : at[x];
        } else if (at[x] != LOB_COVER_FULL) {
            mark(r, y, x);
        }
    }
}

void lob_raster_paint(lob_raster *r, uint32_t y, uint32_t x, uint32_t end, double area) {
    paint(r, y, x, end, area);
}

/* ---- shares of a dense ring, below ---- */

/* An edge has left a row: when it did not come down all of it, the row is open from there on. */
static void edge_end(raster_dense *d) {
    if (fabs(d->cover) > 0 && fabs(fabs(d->cover) - 1) > 1e-12) {
        double *open = &d->open[d->row - d->first];
        *open = d->from < *open ? d->from : *open;
    }
    d->cover = 0;
}

static bool dense_add(lob_raster *r, uint32_t y, int32_t x, uint32_t edge, double cover, double area) {
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

/* ---- tracing an edge ---- */

static bool cell_add(lob_raster *r, uint32_t y, int32_t x, uint32_t edge, double cover, double area) {
    raster_cell *last = r->cell_count > 0 ? &r->cells[r->cell_count - 1] : NULL;
    if (last && r->known == LOB_RING_SIMPLE && last->y == y && last->x == x) {
        last->cover += cover; /* which edge it was matters only where the ring may meet itself */
        last->area += area;
        return true;
    }
    if (r->is_dense) {
        return dense_add(r, y, x, edge, cover, area);
    }
    if (r->cell_count == r->cell_capacity) {
        uint32_t more = r->cell_capacity * 2 + 1024;
        raster_cell *cells = lob_realloc(r->cells, (size_t)more * sizeof *cells);
        if (!cells) {
            return false;
        }
        r->cells = cells;
        r->cell_capacity = more;
    }
    r->cells[r->cell_count++] = (raster_cell){y, x, edge, cover, area};
    return true;
}

/* From (xa, ya) to (xb, yb), both within the row and with 0 <= x <= width. */
static bool cells_add(lob_raster *r, uint32_t y, double xa, double xb, double dy, uint32_t edge) {
    double from = lob_least(xa, xb);
    double to = lob_most(xa, xb);
    int32_t i = (int32_t)from;
    if (to <= i + 1) {
        i = i == (int32_t)r->width ? i - 1 : i;
        return cell_add(r, y, i, edge, dy, dy * (1 - ((xa + xb) / 2 - i)));
    }
    double per_x = dy / (to - from);
    for (double x = from; x < to; i++) {
        double end = to < i + 1 ? to : i + 1;
        double part = (end - x) * per_x;
        if (!cell_add(r, y, i, edge, part, part * (1 - ((x + end) / 2 - i)))) {
            return false;
        }
        x = end;
    }
    return true;
}

/* One row's share of an edge, y from ya to yb within the row, downwards or (dy < 0) upwards. */
static bool piece_cells(lob_raster *r, uint32_t y, double xa, double xb, double dy, uint32_t edge) {
    double width = r->width;
    if (lob_least(xa, xb) >= width) {
        return true;
    }
    if (lob_most(xa, xb) <= 0) {
        return cell_add(r, y, -1, edge, dy, 0);
    }
    if (lob_least(xa, xb) >= 0 && lob_most(xa, xb) <= width) {
        return cells_add(r, y, xa, xb, dy, edge);
    }
    double per_x = dy / fabs(xb - xa);
    double from = lob_least(xa, xb);
    double to = lob_most(xa, xb);
    if (from < 0) {
        if (!cell_add(r, y, -1, edge, -from * per_x, 0)) {
            return false;
        }
        from = 0;
    }
    to = lob_least(to, width);
    return cells_add(r, y, from, to, (to - from) * per_x, edge);
}

static bool row_share(lob_raster *r, uint32_t y, double xa, double ya, double xb, double yb, int sign, uint32_t edge) {
    if (r->pass == 0) {
        return piece_cells(r, y, xa, xb, (yb - ya) * sign, edge);
    }
    return !r->rows[y].is_marked || lob_raster_strip(r, y, xa, ya, xb, yb, sign);
}

static bool edge_trace(lob_raster *r, lob_pixel a, lob_pixel b, uint32_t edge) {
    int sign = 1;
    if (a.y > b.y) {
        lob_pixel c = a;
        a = b;
        b = c;
        sign = -1;
    }
    double low = r->clip_top;
    double high = r->clip_bottom;
    if (a.y == b.y || b.y <= low || a.y >= high) {
        return true;
    }
    double slope = (b.x - a.x) / (b.y - a.y);
    double y = a.y;
    double x = a.x;
    if (y < low) {
        x += (low - y) * slope;
        y = low;
    }
    double end = b.y < high ? b.y : high;
    uint32_t row = (uint32_t)y;
    while (y < end) {
        double next = end < row + 1.0 ? end : row + 1.0;
        double x_next = next == b.y ? b.x : a.x + (next - a.y) * slope;
        if (!row_share(r, row, x, y - row, x_next, next - row, sign, edge)) {
            return false;
        }
        y = next;
        x = x_next;
        row++;
    }
    return true;
}

/* ---- one ring, first pass ---- */

static int by_place(const void *a, const void *b) {
    const raster_cell *p = a;
    const raster_cell *q = b;
    if (p->x != q->x) {
        return p->x < q->x ? -1 : 1;
    }
    return p->edge < q->edge ? -1 : p->edge > q->edge;
}

static void sort_row(raster_cell *c, uint32_t n) {
    if (n > 40) {
        qsort(c, n, sizeof *c, by_place);
        return;
    }
    for (uint32_t i = 1; i < n; i++) {
        raster_cell one = c[i];
        uint32_t k = i;
        for (; k > 0 && by_place(&c[k - 1], &one) > 0; k--) {
            c[k] = c[k - 1];
        }
        c[k] = one;
    }
}

/* By row: counting. r->sorted holds the cells, rows[y].count becomes the end of each row's. */
static bool sort_cells(lob_raster *r, uint32_t *first_row, uint32_t *end_row) {
    uint32_t low = UINT32_MAX;
    uint32_t high = 0;
    if (r->cell_count > r->sorted_capacity) {
        raster_cell *sorted = lob_realloc(r->sorted, (size_t)r->cell_capacity * sizeof *sorted);
        if (!sorted) {
            return false;
        }
        r->sorted = sorted;
        r->sorted_capacity = r->cell_capacity;
    }
    for (uint32_t i = 0; i < r->cell_count; i++) {
        uint32_t y = r->cells[i].y;
        low = y < low ? y : low;
        high = y > high ? y : high;
        r->rows[y].count++;
    }
    uint32_t sum = 0;
    for (uint32_t y = low; y <= high; y++) {
        uint32_t count = r->rows[y].count;
        r->rows[y].count = sum;
        sum += count;
    }
    for (uint32_t i = 0; i < r->cell_count; i++) {
        r->sorted[r->rows[r->cells[i].y].count++] = r->cells[i];
    }
    *first_row = low;
    *end_row = high + 1;
    return true;
}

static lob_status learn(lob_raster *r) {
    if (r->known == LOB_RING_UNKNOWN) {
        bool is_simple;
        LOB_TRY(lob_raster_is_simple(r->ctx, r->points, r->point_count, &is_simple));
        r->known = is_simple ? LOB_RING_SIMPLE : LOB_RING_COMPLEX;
    }
    return LOB_OK;
}

static bool are_neighbours(const lob_raster *r, uint32_t a, uint32_t b) {
    uint32_t apart = a < b ? b - a : a - b;
    return apart <= 1 || apart == r->point_count - 1;
}

/* Whether signed areas can be wrong somewhere in the row: between two places where the ring covers none or all of the
 * height there are more than two edges, or two that do not follow each other. */
static bool is_doubtful(const lob_raster *r, const raster_cell *c, uint32_t n) {
    double acc = 0;
    bool is_begun = false;
    uint32_t one = 0;
    uint32_t other = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t edge = c[i].edge;
        if (!is_begun) {
            one = other = edge;
            is_begun = true;
        } else if (one == other && edge != one && are_neighbours(r, edge, one)) {
            other = edge;
        } else if (edge != one && edge != other) {
            return true;
        }
        acc += c[i].cover;
        double whole = fabs(acc);
        if ((whole < TINY || fabs(whole - 1) < TINY) && (i + 1 == n || c[i + 1].x > c[i].x)) {
            is_begun = false;
        }
    }
    return false;
}

enum { OPEN_MAX = 8 };

/* Edges met so far in a row that have not yet come down all of its height. */
typedef struct open_edges {
    uint32_t edge[OPEN_MAX];
    double cover[OPEN_MAX];
    uint32_t count;
    bool is_lost; /* too many to follow */
} open_edges;

static void open_add(open_edges *o, const raster_cell *c) {
    uint32_t i = 0;
    while (i < o->count && o->edge[i] != c->edge) {
        i++;
    }
    if (i == OPEN_MAX) {
        o->is_lost = true;
        return;
    }
    if (i == o->count) {
        o->edge[o->count] = c->edge;
        o->cover[o->count++] = 0;
    }
    o->cover[i] += c->cover;
    if (fabs(fabs(o->cover[i]) - 1) < TINY) {
        o->count--;
        o->edge[i] = o->edge[o->count];
        o->cover[i] = o->cover[o->count];
    }
}

static void mark_span(lob_raster *r, uint32_t y, uint32_t from, uint32_t end) {
    if (from < end) {
        raster_reach(r, y, from, end);
    }
    for (; from < end; from++) {
        mark(r, y, from);
    }
}

/* A row of a ring that winds as it likes. Between two places with edges the winding is known when every edge on the
 * left came down the whole row: then it is whole or empty. The rest waits for the second pass. */
static void mark_row(lob_raster *r, uint32_t y, const raster_cell *c, uint32_t n) {
    open_edges open = {.count = 0};
    double acc = 0;
    double sum = 0;
    for (uint32_t i = 0; i < n; i++) {
        sum += c[i].cover;
    }
    uint32_t end = fabs(sum) < TINY ? (uint32_t)(c[n - 1].x + 1) : r->width;
    for (uint32_t i = 0; i < n;) {
        int32_t x = c[i].x;
        for (; i < n && c[i].x == x; i++) {
            open_add(&open, &c[i]);
            acc += c[i].cover;
        }
        if (x >= 0) {
            mark_span(r, y, (uint32_t)x, (uint32_t)x + 1);
        }
        uint32_t next = i < n ? (uint32_t)c[i].x : end;
        if (open.count > 0 || open.is_lost) {
            mark_span(r, y, (uint32_t)(x + 1), next);
        } else if (fabs(acc) > 0.5) {
            paint(r, y, (uint32_t)(x + 1), next, 1);
        }
    }
}

static void sweep_row(lob_raster *r, uint32_t y, const raster_cell *c, uint32_t n) {
    double acc = 0;
    for (uint32_t i = 0; i < n;) {
        int32_t x = c[i].x;
        double cover = 0;
        double area = 0;
        for (; i < n && c[i].x == x; i++) {
            cover += c[i].cover;
            area += c[i].area;
        }
        if (x >= 0) {
            paint(r, y, (uint32_t)x, (uint32_t)x + 1, lob_least(1, fabs(acc + area)));
        }
        acc += cover;
        uint32_t next = i < n ? (uint32_t)c[i].x : r->width;
        paint(r, y, (uint32_t)(x + 1), next, lob_least(1, fabs(acc)));
    }
}

static lob_status sweep(lob_raster *r) {
    uint32_t first;
    uint32_t end;
    if (r->cell_count == 0) {
        return LOB_OK;
    }
    if (!sort_cells(r, &first, &end)) {
        return lob_fail_memory(r->ctx);
    }
    uint32_t from = 0;
    lob_status status = LOB_OK;
    for (uint32_t y = first; y < end; y++) {
        uint32_t to = r->rows[y].count;
        raster_cell *cells = r->sorted + from;
        uint32_t n = to - from;
        r->rows[y].count = 0;
        from = to;
        if (n == 0 || status != LOB_OK) {
            continue;
        }
        sort_row(cells, n);
        if (r->known == LOB_RING_UNKNOWN && is_doubtful(r, cells, n)) {
            status = learn(r);
        }
        if (r->known == LOB_RING_COMPLEX) {
            mark_row(r, y, cells, n);
        } else {
            sweep_row(r, y, cells, n);
        }
    }
    return status;
}

/* Whether most pixels that the ring meets will hold many edges of it. */
static bool is_small(const lob_pixel *p, uint32_t n) {
    lob_pixel low = p[0];
    lob_pixel high = p[0];
    for (uint32_t i = 1; i < n; i++) {
        low.x = p[i].x < low.x ? p[i].x : low.x;
        low.y = p[i].y < low.y ? p[i].y : low.y;
        high.x = p[i].x > high.x ? p[i].x : high.x;
        high.y = p[i].y > high.y ? p[i].y : high.y;
    }
    return (high.x - low.x) + (high.y - low.y) < n / 2.0;
}

/* A ring so small that its area is lost among rounding is seen nevertheless, where its first point is. */
static void paint_speck(lob_raster *r, const lob_pixel *p, uint32_t n) {
    const double speck = 1e-5; /* of a pixel; the area of what is larger is above TINY, unless it is a sliver */
    lob_pixel low = p[0], high = p[0];
    for (uint32_t i = 1; i < n; i++) {
        low = (lob_pixel){lob_least(low.x, p[i].x), lob_least(low.y, p[i].y)};
        high = (lob_pixel){lob_most(high.x, p[i].x), lob_most(high.y, p[i].y)};
        if (high.x - low.x > speck || high.y - low.y > speck) {
            return;
        }
    }
    const bool is_inside = p[0].x >= 0 && p[0].x < r->width && p[0].y >= 0 && p[0].y < r->height;
    if (is_inside && low.x < high.x && low.y < high.y) {
        const uint32_t x = (uint32_t)p[0].x, y = (uint32_t)p[0].y;
        if (lob_raster_row(r, y)[x] == 0) {
            paint(r, y, x, x + 1, TINY);
        }
    }
}

/* What the second pass may have to look at is bounded before it begins. */
static lob_status charge(lob_raster *r, uint64_t pieces) {
    r->pieces += pieces;
    if (r->pieces <= LOB_RASTER_PIECES_MAX) {
        return LOB_OK;
    }
    lob_status status = lob_fail(r->ctx, LOB_E_QUERY_TOO_LARGE, "Too many edges overlap in the pixels of the picture");
    lob_hint(r->ctx, "Ask for a smaller box, fewer layers or a smaller picture");
    lob_error_text(&r->ctx->error, "limit_name", LOB_STR("render_pieces"));
    lob_error_integer(&r->ctx->error, "limit", LOB_RASTER_PIECES_MAX);
    return status;
}

/* Rows that a ring goes through cost time though nothing is marked. */
static lob_status charge_rows(lob_raster *r, uint64_t rows) {
    const bool is_over = rows > r->rows_left;
    r->rows_left -= is_over ? r->rows_left : rows;
    return is_over ? charge(r, LOB_RASTER_PIECES_MAX) : LOB_OK;
}

/* Cells that the edges of a contour may make. */
static double cells_of(const lob_raster *r, const lob_pixel *p, uint32_t count) {
    double cells = 0;
    for (uint32_t i = 0; i < count; i++) {
        const lob_pixel a = p[i], b = p[i + 1 < count ? i + 1 : 0];
        const double up = lob_least(lob_most(a.y, b.y), r->height) - lob_most(lob_least(a.y, b.y), 0);
        const double across = lob_least(lob_most(a.x, b.x), r->width) - lob_most(lob_least(a.x, b.x), 0);
        cells += up > 0 && a.y != b.y ? 1 + up + lob_most(across, 0) : 0;
    }
    return cells;
}

/* Whether there may be more cells than a list of them should hold. */
static bool is_wide(const lob_raster *r) {
    double cells = 0;
    uint32_t first = 0;
    if ((uint64_t)r->point_count * (r->width + (uint64_t)r->height) <= RASTER_CELLS_MAX) {
        return false;
    }
    for (uint32_t k = 0; k < r->contour_count; k++) {
        cells += cells_of(r, r->points + first, r->contour_ends[k] - first);
        first = r->contour_ends[k];
    }
    return cells > RASTER_CELLS_MAX;
}

static lob_status trace(lob_raster *r) {
    const lob_pixel *p = r->points;
    uint32_t first = 0;
    for (uint32_t k = 0; k < r->contour_count; k++) {
        const uint32_t end = r->contour_ends[k];
        for (uint32_t i = first; i < end; i++) {
            if (!edge_trace(r, p[i], p[i + 1 < end ? i + 1 : first], i)) {
                return lob_fail_memory(r->ctx);
            }
            if (i % 64 == 63) {
                LOB_TRY(lob_poll(r->ctx));
            }
        }
        first = end;
    }
    return LOB_OK;
}

/* Cells, or the shares of a ring of very many, and what they come to in each row. */
/* ---- rings of very many edges ----
 * A list of what each edge does in each pixel would be larger than the pixels: shares are added up where they belong
 * instead, some rows at a time. Which edge a share is of is lost, so what is known of the ring must be known before. Of
 * a ring that may meet itself the pixels with edges wait for the second pass, and so does what lies right of an edge
 * that ends within the row: there the winding is not one number. */

enum { SHARES_MAX = 1 << 20 };

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
        paint(r, y, from, end, lob_least(1, fabs(acc)));
    } else if (is_open) {
        mark_span(r, y, from, end);
    } else if (fabs(acc) > 0.5) {
        paint(r, y, from, end, 1);
    }
}

static void sweep_shares(lob_raster *r, uint32_t y) {
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
            paint(r, y, column - 1, column, lob_least(1, fabs(acc + share.area)));
        } else if (column > 0) {
            mark_span(r, y, column - 1, column);
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
    lob_status status = trace(r);
    edge_end(d);
    for (uint32_t y = first; y < end; y++) { /* after a failure too: what was used is cleared */
        sweep_shares(r, y);
        if (y % 16 == 15 && status == LOB_OK) {
            status = lob_poll(r->ctx);
        }
    }
    return status;
}

static lob_status dense_ring(lob_raster *r) {
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

static lob_status trace_and_sweep(lob_raster *r) {
    r->clip_top = 0;
    r->clip_bottom = r->height;
    if (is_wide(r)) {
        LOB_TRY(learn(r));
        return dense_ring(r);
    }
    LOB_TRY(trace(r));
    return sweep(r);
}

static lob_status first_pass(lob_raster *r) {
    const uint64_t marks = r->marks_made;
    if (r->known == LOB_RING_UNKNOWN && r->point_count > 4 && is_small(r->points, r->point_count)) {
        LOB_TRY(learn(r));
    }
    LOB_TRY(trace_and_sweep(r));
    paint_speck(r, r->points, r->point_count);
    LOB_TRY(charge_rows(r, r->cell_count / 2));
    return r->marks_made > marks ? charge(r, r->cell_count + (r->marks_made - marks)) : LOB_OK;
}

/* The rows of the band, a few at a time when the ring has very many edges. */
static lob_status second_pass(lob_raster *r, uint32_t ring) {
    const uint32_t rows = RASTER_STRIPS_MAX / r->point_count;
    const uint32_t step = rows > 0 ? rows : 1;
    for (uint32_t y = r->band_first; y < r->band_end && !r->is_over; y += step) {
        r->strip_count = 0;
        r->clip_top = y;
        r->clip_bottom = r->band_end - y < step ? r->band_end : y + step;
        LOB_TRY(trace(r));
        if (r->strip_count == 0) {
            continue;
        }
        LOB_TRY(learn(r));
        r->flags = r->known == LOB_RING_SIMPLE ? FOUND_SIMPLE : 0;
        LOB_TRY(lob_raster_collect(r, ring));
    }
    return LOB_OK;
}

lob_status lob_raster_ring(lob_raster *r, const lob_pixel *points, uint32_t count, uint8_t *known) {
    uint32_t ring = r->ring++;
    if (count < 3 || r->is_over) {
        return LOB_OK;
    }
    if ((ring & 15) == 15) {
        LOB_TRY(lob_poll(r->ctx));
    }
    r->points = points;
    r->point_count = count;
    r->contour_ends = &r->point_count;
    r->contour_count = 1;
    r->known = known ? *known : LOB_RING_UNKNOWN;
    r->cell_count = 0;
    r->strip_count = 0;
    LOB_TRY(r->pass == 0 ? first_pass(r) : second_pass(r, ring));
    if (known) {
        *known = r->known;
    }
    return LOB_OK;
}

lob_status lob_raster_contours(lob_raster *r, const lob_pixel *points, const uint32_t *ends, uint32_t count) {
    if ((r->ring++ & 15) == 15) {
        LOB_TRY(lob_poll(r->ctx));
    }
    r->points = points;
    r->point_count = ends[count - 1];
    r->contour_ends = ends;
    r->contour_count = count;
    r->known = LOB_RING_SIMPLE;
    r->cell_count = 0;
    return trace_and_sweep(r);
}

/* ---- boxes ---- */

/* Along one axis: the first and the last cell touched, and how much of each and of those between is covered. */
typedef struct range {
    uint32_t first, last;
    double first_part, last_part;
} range;

static bool range_of(double from, double to, uint32_t size, range *out) {
    from = lob_most(from, 0);
    to = lob_least(to, size);
    if (!(from < to)) {
        return false;
    }
    out->first = (uint32_t)from;
    out->last = (uint32_t)to;
    out->last = out->last == to ? out->last - 1 : out->last;
    if (out->first == out->last) {
        out->first_part = out->last_part = to - from;
    } else {
        out->first_part = out->first + 1 - from;
        out->last_part = to - out->last;
    }
    return true;
}

lob_status lob_raster_box(lob_raster *r, double left, double top, double right, double bottom) {
    if (r->pass > 0) {
        lob_pixel p[4] = {{left, top}, {right, top}, {right, bottom}, {left, bottom}};
        uint8_t known = LOB_RING_SIMPLE;
        return lob_raster_ring(r, p, 4, &known);
    }
    const uint64_t marks = r->marks_made;
    if ((r->ring++ & 63) == 63) {
        LOB_TRY(lob_poll(r->ctx));
    }
    range x;
    range y;
    if (!range_of(left, right, r->width, &x) || !range_of(top, bottom, r->height, &y)) {
        return LOB_OK;
    }
    LOB_TRY(charge_rows(r, y.last - y.first + 1));
    for (uint32_t row = y.first; row <= y.last; row++) {
        double part = row == y.first ? y.first_part : row == y.last ? y.last_part : 1;
        paint(r, row, x.first, x.first + 1, lob_most(part * x.first_part, TINY));
        paint(r, row, x.first + 1, x.last, lob_most(part, TINY));
        if (x.last > x.first) {
            paint(r, row, x.last, x.last + 1, lob_most(part * x.last_part, TINY));
        }
    }
    return r->marks_made > marks ? charge(r, 2 * (r->marks_made - marks)) : LOB_OK;
}
