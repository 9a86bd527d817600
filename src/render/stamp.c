/* See stamp.h. Moulds stand in a table by hash, one a slot: the last one asked for stays. Tables are thrown away when
 * the scale changes. */
#include "render/stamp.h"

#include <string.h>

#include "base/alloc.h"
#include "base/digest.h"
#include "base/wrap.h"
#include "render/raster.h"

enum { PARTS = LOB_STAMP_PARTS, SIDE_MAX = 16 * LOB_STAMP_PARTS, POINTS_MIN = 6 };
static const double UNIT = 16777216.0;

static void table_drop(lob_stamps *s, lob_mould *m) {
    if (m->table) {
        s->size -= (uint64_t)(m->width + 1) * (m->height + 1) * sizeof *m->table;
        lob_free(m->table);
        m->table = NULL;
    }
}

static void tables_drop(lob_stamps *s) {
    for (unsigned i = 0; i < 1 << LOB_MOULD_BITS; i++) {
        table_drop(s, &s->moulds[i]);
        s->moulds[i].uses = 0;
    }
}

void lob_stamps_release(lob_stamps *s) {
    tables_drop(s);
    lob_sums_release(&s->sums);
}

static uint64_t key_of(const lob_shapes *shapes, lob_kind kind, uint32_t index, uint8_t code) {
    if (kind == LOB_KIND_POLYGON) {
        return ((uint64_t)shapes->polygons[index].outline << 3 | code) + 1;
    }
    const lob_path *path = &shapes->paths[index];
    uint32_t parts[6] = {path->outline,           (uint32_t)path->width, (uint32_t)path->begin_ext,
                         (uint32_t)path->end_ext, path->round_ends,      code};
    return lob_hash64_fast(parts, sizeof parts, 2) | UINT64_C(1) << 63;
}

/* The ring about its own place, turned, in dbu, y upwards. */
static lob_status ring_at_origin(lob_ctx *ctx, const lob_layout *layout, const lob_shapes *shapes, lob_kind kind,
                                 uint32_t index, const lob_trans *trans, const lob_grid *grid, lob_ring *ring) {
    lob_point at = kind == LOB_KIND_PATH ? shapes->paths[index].at : shapes->polygons[index].at;
    lob_trans linear = lob_trans_linear(trans);
    return lob_ring_make(ctx, layout, shapes, kind, index, (lob_point64){-(int64_t)at.x, -(int64_t)at.y}, &linear, grid,
                         ring);
}

static double signed_area(const lob_pixel *p, uint32_t n) {
    double area2 = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t k = i + 1 < n ? i + 1 : 0;
        area2 += (p[i].x - p[0].x) * (p[k].y - p[0].y) - (p[k].x - p[0].x) * (p[i].y - p[0].y);
    }
    return area2 / 2;
}

lob_status lob_stamp_mould(lob_ctx *ctx, lob_stamps *s, const lob_layout *layout, const lob_shapes *shapes,
                           lob_kind kind, uint32_t index, const lob_trans *trans, const lob_grid *grid, lob_ring *ring,
                           lob_mould **out) {
    if (s->sx != grid->sx || s->sy != grid->sy) {
        tables_drop(s);
        s->sx = grid->sx;
        s->sy = grid->sy;
    }
    uint64_t key = key_of(shapes, kind, index, trans->code);
    lob_mould *m = &s->moulds[lob_wrap_mul(key, UINT64_C(0x9e3779b97f4a7c15)) >> (64 - LOB_MOULD_BITS)];
    *out = m;
    if (m->key == key) {
        return LOB_OK;
    }
    const lob_grid plain = {.sx = 1, .sy = 1};
    LOB_TRY(ring_at_origin(ctx, layout, shapes, kind, index, trans, &plain, ring));
    table_drop(s, m);
    *m = (lob_mould){.key = key, .points = ring->count, .box = LOB_BOX64_EMPTY};
    for (uint32_t i = 0; i < ring->count; i++) {
        int64_t x = (int64_t)ring->points[i].x;
        int64_t y = -(int64_t)ring->points[i].y;
        m->box = lob_box64_join(m->box, (lob_box64){x, y, x, y});
    }
    m->area = fabs(signed_area(ring->points, ring->count));
    return LOB_OK;
}

/* Sums from the upper left corner; the first row and column are 0. */
static void sum_up(const lob_sums *sums, uint16_t *row, lob_mould *m) {
    uint32_t stride = m->width + 1;
    double whole = UNIT / (PARTS * PARTS);
    memset(m->table, 0, stride * sizeof *m->table);
    for (uint32_t y = 0; y < m->height; y++) {
        uint32_t *to = m->table + (size_t)(y + 1) * stride;
        const uint32_t *above = to - stride;
        uint32_t sum = 0;
        memset(row, 0, m->width * sizeof *row);
        lob_sums_row(sums, y, row);
        to[0] = 0;
        for (uint32_t x = 0; x < m->width; x++) {
            sum += (uint32_t)(lob_cover_area(row[x]) * whole + 0.5);
            to[x + 1] = above[x + 1] + sum;
        }
    }
}

static lob_status make(lob_ctx *ctx, lob_stamps *s, lob_mould *m, const lob_layout *layout, const lob_shapes *shapes,
                       lob_kind kind, uint32_t index, const lob_trans *trans, const lob_grid *grid, lob_ring *ring) {
    lob_grid fine = {.left = (double)m->x / (grid->sx * PARTS),
                     .top = -(double)m->y / (grid->sy * PARTS),
                     .sx = grid->sx * PARTS,
                     .sy = grid->sy * PARTS,
                     .width = m->width,
                     .height = m->height};
    uint16_t row[SIDE_MAX];
    LOB_TRY(lob_sums_shape(ctx, &s->sums, m->width, m->height));
    LOB_TRY(ring_at_origin(ctx, layout, shapes, kind, index, trans, &fine, ring));
    m->table = lob_malloc((size_t)(m->width + 1) * (m->height + 1) * sizeof *m->table);
    if (!m->table) {
        return lob_fail_memory(ctx);
    }
    s->size += (uint64_t)(m->width + 1) * (m->height + 1) * sizeof *m->table;
    lob_sums_ring(&s->sums, ring->points, ring->count);
    sum_up(&s->sums, row, m);
    return LOB_OK;
}

/* Texels along one axis that a stamp meets: the first, and for each border between them its part of the stamp. */
static uint32_t borders_of(double place, int64_t corner, uint32_t size, int64_t *first, uint32_t *borders) {
    int64_t from = (int64_t)floor(place * PARTS + 0.5) + corner;
    *first = from >= 0 ? from / PARTS : -((PARTS - 1 - from) / PARTS);
    uint32_t part = (uint32_t)(*first * PARTS + PARTS - from); /* 1 .. PARTS */
    uint32_t count = 0;
    borders[0] = 0;
    for (; part < size; part += PARTS) {
        borders[++count] = part;
    }
    borders[++count] = size;
    return count;
}

static void set_down(const lob_mould *m, lob_pixel place, lob_sums *sums) {
    uint32_t across[SIDE_MAX / PARTS + 2];
    uint32_t down[SIDE_MAX / PARTS + 2];
    int64_t left;
    int64_t top;
    uint32_t columns = borders_of(place.x, m->x, m->width, &left, across);
    uint32_t rows = borders_of(place.y, m->y, m->height, &top, down);
    uint32_t from = left < 0 ? (uint32_t)-left : 0;
    int64_t end = left + columns <= sums->width ? columns : (int64_t)sums->width - left;
    if (from >= columns || end <= (int64_t)from) {
        return;
    }
    for (uint32_t j = 0; j < rows; j++) {
        int64_t y = top + j;
        if (y < 0 || y >= sums->height) {
            continue;
        }
        const uint32_t *upper = m->table + (size_t)down[j] * (m->width + 1);
        const uint32_t *lower = m->table + (size_t)down[j + 1] * (m->width + 1);
        float *row = lob_sums_plain(sums, (uint32_t)y, (uint32_t)(left + from), (uint32_t)(left + end));
        uint32_t before = lower[across[from]] - upper[across[from]];
        for (uint32_t i = from; i < end; i++) {
            uint32_t after = lower[across[i + 1]] - upper[across[i + 1]];
            row[i - from] += (float)(after - before) * (float)(1 / UNIT);
            before = after;
        }
    }
}

/* Tracing costs by the points, a stamp by the texels it covers; making one costs by its parts. */
static bool is_worth(const lob_stamps *s, lob_mould *m, const lob_grid *grid) {
    double left = floor((double)m->box.left * grid->sx * PARTS);
    double top = floor(-(double)m->box.top * grid->sy * PARTS);
    double width = ceil((double)m->box.right * grid->sx * PARTS) - left;
    double height = ceil(-(double)m->box.bottom * grid->sy * PARTS) - top;
    double parts = width * height;
    if (m->points < POINTS_MIN || !(width >= 1 && height >= 1 && width <= SIDE_MAX && height <= SIDE_MAX) ||
        parts > 8.0 * PARTS * PARTS * m->points || (double)s->size + (parts + 2 * SIDE_MAX) * 4 > LOB_STAMP_SIZE_MAX) {
        return false;
    }
    m->width = (uint32_t)width;
    m->height = (uint32_t)height;
    m->x = (int64_t)left;
    m->y = (int64_t)top;
    return (double)m->uses > 2 * PARTS + parts / (8.0 * m->points);
}

lob_status lob_stamp_add(lob_ctx *ctx, lob_stamps *s, lob_mould *m, const lob_layout *layout, const lob_shapes *shapes,
                         lob_kind kind, uint32_t index, const lob_trans *trans, const lob_grid *grid, lob_ring *ring,
                         lob_pixel place, lob_sums *sums, bool *is_added) {
    *is_added = false;
    m->uses++;
    if (!m->table) {
        if (!is_worth(s, m, grid)) {
            return LOB_OK;
        }
        LOB_TRY(make(ctx, s, m, layout, shapes, kind, index, trans, grid, ring));
    }
    set_down(m, place, sums);
    *is_added = true;
    return LOB_OK;
}
