/* Pixels in which very many rings or edges lie, and the bound of what the second pass holds.
 *
 * Many rings: equal ones count once, the rest are united a few at a time, then union with union, so n pieces whose
 * union stays small cost n log n steps. A union of more than LOB_PILE_UNION_MAX pieces is left to the slabs while the
 * layer has steps for that (LOB_PILE_STEPS_MAX), then to samples (render/grain.h).
 *
 * Memory: the pieces of a band are at most LOB_PILE_FOUND_MAX. When there would be more, the band is begun anew with
 * fewer pixels; when those have too many still, what each pixel has so far is replaced by its union, or by samples.
 */
#include <stddef.h>
#include <string.h>

#include "base/alloc.h"
#include "base/digest.h"
#include "render/raster_impl.h"

enum { BATCH = 8, LISTS_MAX = 40, KEPT_FEW = 32 };

static bool grow(void **items, uint32_t *capacity, uint32_t need, size_t size) {
    if (need <= *capacity) {
        return true;
    }
    const uint32_t more = need + need / 2 + 64;
    void *block = lob_realloc(*items, (size_t)more * size);
    if (block) {
        *items = block;
        *capacity = more;
    }
    return block != NULL;
}

/* ---- equal rings ---- */

static uint32_t ring_end(const lob_piece *p, uint32_t first, uint32_t count) {
    uint32_t end = first + 1;
    while (end < count && p[end].ring == p[first].ring) {
        end++;
    }
    return end;
}

static bool are_equal(const lob_piece *a, const lob_piece *b, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (memcmp(&a[i], &b[i], offsetof(lob_piece, ring)) != 0) {
            return false;
        }
    }
    return true;
}

/* Keeps one of equal rings and numbers the kept ones from 0 on; their pieces move together. False: no memory. */
static bool drop_equal(raster_pile *pile, lob_piece *p, uint32_t *count, uint32_t *ring_count) {
    uint32_t size = 64, kept = 0;
    while (size < 2 * *count) {
        size *= 2;
    }
    if (!grow((void **)&pile->slots, &pile->slot_capacity, size, sizeof *pile->slots)) {
        return false;
    }
    memset(pile->slots, 0, size * sizeof *pile->slots);
    *ring_count = 0;
    for (uint32_t first = 0; first < *count;) {
        const uint32_t end = ring_end(p, first, *count), n = end - first;
        for (uint32_t i = 0; i < n; i++) {
            p[kept + i] = p[first + i];
            p[kept + i].ring = 0;
        }
        first = end;
        uint32_t at = (uint32_t)lob_hash64_fast(&p[kept], n * sizeof *p, 3) & (size - 1);
        const raster_pile_slot *s = &pile->slots[at];
        while (s->count > 0 && !(s->count == n && are_equal(&p[s->first], &p[kept], n))) {
            at = (at + 1) & (size - 1);
            s = &pile->slots[at];
        }
        if (s->count > 0) {
            continue;
        }
        pile->slots[at] = (raster_pile_slot){kept, n};
        for (uint32_t i = 0; i < n; i++) {
            p[kept++].ring = *ring_count;
        }
        ++*ring_count;
    }
    *count = kept;
    return true;
}

/* ---- unions ---- */

/* The last two lists become one. */
static lob_status unite(lob_raster *r, uint32_t *starts, uint32_t *lists, bool *is_many) {
    raster_pile *pile = &r->pile;
    const uint32_t first = starts[*lists - 2], middle = starts[*lists - 1], end = pile->list_count;
    uint32_t count;
    for (uint32_t i = first; i < end; i++) {
        pile->work[i - first] = pile->lists[i];
        pile->work[i - first].ring = i >= middle;
    }
    LOB_TRY(
        lob_slab_union(r->ctx, &r->slabs, pile->work, end - first, 2, pile->lists + first, LOB_PILE_UNION_MAX, &count));
    *is_many = count == LOB_SLAB_MANY;
    pile->list_count = first + (*is_many ? 0 : count);
    --*lists;
    return LOB_OK;
}

/* Pieces [first, end) of whole rings, at most a batch or one ring, as a list behind the others. */
static lob_status begin_list(lob_raster *r, const lob_piece *p, uint32_t first, uint32_t end, bool *is_many) {
    raster_pile *pile = &r->pile;
    uint32_t count;
    uint32_t ring = 0;
    for (uint32_t i = first; i < end; i++) {
        ring += i > first && p[i].ring != p[i - 1].ring;
        pile->work[i - first] = p[i];
        pile->work[i - first].ring = ring;
    }
    LOB_TRY(lob_slab_union(r->ctx, &r->slabs, pile->work, end - first, ring + 1, pile->lists + pile->list_count,
                           LOB_PILE_UNION_MAX, &count));
    *is_many = count == LOB_SLAB_MANY;
    pile->list_count += *is_many ? 0 : count;
    return LOB_OK;
}

/* The union of all, in pile->lists, unless it is of too many pieces. */
static lob_status unite_all(lob_raster *r, const lob_piece *p, uint32_t count, bool *is_many) {
    raster_pile *pile = &r->pile;
    uint32_t starts[LISTS_MAX];
    uint32_t weights[LISTS_MAX]; /* batches in each */
    uint32_t lists = 0;
    pile->list_count = 0;
    *is_many = false;
    for (uint32_t first = 0; first < count && !*is_many;) {
        uint32_t end = ring_end(p, first, count);
        while (end < count && end - first < BATCH) {
            end = ring_end(p, end, count);
        }
        if (end - first > 2 * LOB_PILE_UNION_MAX) {
            *is_many = true;
            return LOB_OK;
        }
        if (!grow((void **)&pile->lists, &pile->list_capacity, pile->list_count + LOB_PILE_UNION_MAX,
                  sizeof *pile->lists) ||
            !grow((void **)&pile->work, &pile->work_capacity, 2 * LOB_PILE_UNION_MAX, sizeof *pile->work)) {
            return lob_fail_memory(r->ctx);
        }
        starts[lists] = pile->list_count;
        weights[lists++] = 1;
        LOB_TRY(begin_list(r, p, first, end, is_many));
        while (!*is_many && lists > 1 && (weights[lists - 2] <= weights[lists - 1] || end == count)) {
            weights[lists - 2] += weights[lists - 1];
            LOB_TRY(unite(r, starts, &lists, is_many));
        }
        first = end;
    }
    return LOB_OK;
}

static double area_of(const lob_piece *p, uint32_t count) {
    double area = 0;
    for (uint32_t i = 0; i < count; i++) {
        area += p[i].weight * (p[i].y1 - p[i].y0) * (1 - (p[i].x0 + p[i].x1) / 2);
    }
    return area;
}

lob_status lob_pile_union(lob_raster *r, const lob_piece *p, uint32_t count, double *area, bool *is_many) {
    uint32_t rings;
    if (!grow((void **)&r->grouped, &r->grouped_capacity, count, sizeof *r->grouped)) {
        return lob_fail_memory(r->ctx);
    }
    memcpy(r->grouped, p, count * sizeof *p);
    if (!drop_equal(&r->pile, r->grouped, &count, &rings)) {
        return lob_fail_memory(r->ctx);
    }
    LOB_TRY(unite_all(r, r->grouped, count, is_many));
    *area = area_of(r->pile.lists, r->pile.list_count);
    return LOB_OK;
}

static lob_status add_grain(lob_raster *r, lob_grain *grain, lob_piece *p, uint32_t count) {
    for (uint32_t first = 0; first < count;) {
        const uint32_t end = ring_end(p, first, count);
        LOB_TRY(lob_grain_add(r->ctx, &r->pile.scratch, grain, p + first, end - first));
        first = end;
    }
    return LOB_OK;
}

/* By slabs, when there are steps left for it; else *is_many stays. */
static lob_status try_exact(lob_raster *r, lob_piece *p, uint32_t count, uint32_t rings, double *area, bool *is_many) {
    raster_pile *pile = &r->pile;
    const uint64_t steps = (uint64_t)count * count / 16, before = r->slabs.work;
    const uint64_t left = LOB_PILE_STEPS_MAX - pile->steps;
    if (steps > left) {
        return LOB_OK;
    }
    r->slabs.stop = before + (left < LOB_PILE_STEPS_EACH ? left : LOB_PILE_STEPS_EACH);
    lob_status status = lob_slab_area(r->ctx, &r->slabs, p, count, rings, area);
    *is_many = status == LOB_E_QUERY_TOO_LARGE && r->slabs.work > r->slabs.stop;
    r->slabs.stop = 0;
    pile->steps += r->slabs.work - before;
    pile->steps = pile->steps < LOB_PILE_STEPS_MAX ? pile->steps : LOB_PILE_STEPS_MAX;
    r->slabs.work = before; /* bounded by these steps alone */
    return *is_many ? LOB_OK : status;
}

lob_status lob_pile_area(lob_raster *r, lob_piece *p, uint32_t count, bool is_united, double *area) {
    uint32_t rings;
    bool is_many = true;
    if (!drop_equal(&r->pile, p, &count, &rings)) {
        return lob_fail_memory(r->ctx);
    }
    LOB_TRY(try_exact(r, p, count, rings, area, &is_many));
    if (is_many && !is_united) {
        LOB_TRY(unite_all(r, p, count, &is_many));
        *area = is_many ? 0 : area_of(r->pile.lists, r->pile.list_count);
    }
    if (!is_many) {
        return LOB_OK;
    }
    lob_grain grain = {{0}};
    r->sampled++;
    LOB_TRY(add_grain(r, &grain, p, count));
    *area = lob_grain_area(&grain);
    return LOB_OK;
}

/* ---- what a band holds ---- */

void lob_pile_release(raster_pile *pile) {
    lob_free(pile->lists);
    lob_free(pile->work);
    lob_free(pile->slots);
    lob_free(pile->grains);
    lob_free(pile->grain_of);
    lob_free(pile->spare);
    lob_grain_release(&pile->scratch);
    *pile = (raster_pile){0};
}

static lob_status grain_new(lob_raster *r, uint32_t pixel) {
    raster_pile *pile = &r->pile;
    if (!grow((void **)&pile->grain_of, &pile->grain_of_capacity, r->band_count, sizeof *pile->grain_of) ||
        !grow((void **)&pile->grains, &pile->grain_capacity, pile->grain_count + 1, sizeof *pile->grains)) {
        return lob_fail_memory(r->ctx);
    }
    if (pile->grain_count == 0) {
        memset(pile->grain_of, 0, r->band_count * sizeof *pile->grain_of);
    }
    pile->grains[pile->grain_count] = (lob_grain){{0}};
    pile->grain_of[pixel] = ++pile->grain_count;
    r->sampled++;
    return LOB_OK;
}

lob_grain *lob_pile_grain(const lob_raster *r, uint32_t pixel) {
    const raster_pile *pile = &r->pile;
    return pile->grain_count > 0 && pile->grain_of[pixel] > 0 ? &pile->grains[pile->grain_of[pixel] - 1] : NULL;
}

lob_status lob_pile_grain_add(lob_raster *r, lob_grain *grain, lob_piece *p, uint32_t count) {
    return add_grain(r, grain, p, count);
}

/* All of a pixel so far, in r->picked: fewer pieces behind pile->spare[*kept], or samples. */
static lob_status pixel_compact(lob_raster *r, uint32_t pixel, uint32_t count, uint32_t most, uint32_t *kept) {
    raster_pile *pile = &r->pile;
    lob_grain *grain = lob_pile_grain(r, pixel);
    bool is_many = true;
    uint32_t rings;
    if (!grain) {
        if (!drop_equal(pile, r->picked, &count, &rings)) {
            return lob_fail_memory(r->ctx);
        }
        LOB_TRY(unite_all(r, r->picked, count, &is_many));
        if (!is_many && pile->list_count <= most) {
            for (uint32_t i = 0; i < pile->list_count; i++) {
                pile->lists[i].ring = UINT32_MAX;
                pile->spare[(*kept)++] = (raster_found){pixel, FOUND_SIMPLE | FOUND_OPEN, pile->lists[i]};
            }
            return LOB_OK;
        }
        LOB_TRY(grain_new(r, pixel));
        grain = lob_pile_grain(r, pixel);
    }
    return add_grain(r, grain, r->picked, count);
}

/* r->order and r->starts are made. */
static lob_status compact(lob_raster *r) {
    raster_pile *pile = &r->pile;
    const uint32_t share = LOB_PILE_FOUND_MAX / 2 / r->band_count;
    const uint32_t most = share < LOB_PILE_UNION_MAX ? share : LOB_PILE_UNION_MAX;
    uint32_t kept = 0, from = 0;
    for (uint32_t pixel = 0; pixel < r->band_count; pixel++) {
        const uint32_t end = r->starts[pixel], count = end - from;
        if (!grow((void **)&r->picked, &r->picked_capacity, count, sizeof *r->picked)) {
            return lob_fail_memory(r->ctx);
        }
        for (uint32_t i = 0; i < count; i++) {
            const raster_found *found = &r->found[r->order[from + i]];
            r->picked[i] = found->piece;
            if (count <= KEPT_FEW && !lob_pile_grain(r, pixel)) {
                pile->spare[kept++] = *found;
            }
        }
        from = end;
        if (count > KEPT_FEW || (count > 0 && lob_pile_grain(r, pixel))) {
            LOB_TRY(pixel_compact(r, pixel, count, most, &kept));
        }
        if (pixel % 64 == 63) {
            LOB_TRY(lob_poll(r->ctx));
        }
    }
    raster_found *found = r->found;
    const uint32_t capacity = r->found_capacity;
    r->found = pile->spare;
    r->found_capacity = pile->spare_capacity;
    r->found_count = kept;
    pile->spare = found;
    pile->spare_capacity = capacity;
    return LOB_OK;
}

lob_status lob_pile_order(lob_raster *r) {
    if (!grow((void **)&r->starts, &r->start_capacity, r->band_count + 1, sizeof *r->starts) ||
        !grow((void **)&r->order, &r->order_capacity, r->found_count, sizeof *r->order)) {
        return lob_fail_memory(r->ctx);
    }
    uint32_t *starts = r->starts;
    memset(starts, 0, (r->band_count + 1) * sizeof *starts);
    for (uint32_t i = 0; i < r->found_count; i++) {
        starts[r->found[i].pixel + 1]++;
    }
    for (uint32_t i = 0; i < r->band_count; i++) {
        starts[i + 1] += starts[i];
    }
    for (uint32_t i = 0; i < r->found_count; i++) { /* starts[p] becomes the end of p's */
        r->order[starts[r->found[i].pixel]++] = i;
    }
    return LOB_OK;
}

lob_status lob_pile_room(lob_raster *r, uint64_t more) {
    if (r->found_count + more <= LOB_PILE_FOUND_MAX || r->found_count < LOB_PILE_FOUND_MAX / 2) {
        return LOB_OK;
    }
    if (r->band_count > LOB_PILE_MARKS_MIN && r->band_end - r->band_first > 1) {
        r->is_over = true;
        return LOB_OK;
    }
    if (!grow((void **)&r->pile.spare, &r->pile.spare_capacity, r->found_count, sizeof *r->pile.spare)) {
        return lob_fail_memory(r->ctx);
    }
    LOB_TRY(lob_pile_order(r));
    return compact(r);
}
