/* Piles: rings that lie on each other so deep that their crossings would cost more than all else.
 *
 * Most crossings of a pile lie inside what it covers. So the rings of an operand are merged a few at a time, then the
 * borders of those groups, and so on: crossings inside a group are not met again. What comes out is the border of each
 * operand. Exact where all crossings lie on the grid; else an edge may move once at each level, and *moved is the sum.
 *
 * Rings are taken in an order of what they are (Morton order of their middles, from the corner of all on), so that
 * neither the order of input matters nor where all of it lies.
 */
#include "geom/region_parts.h"

#include <string.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "base/wrap.h"

enum { RINGS_FIRST = 8, GROUPS_EACH = 4 };

typedef struct merging {
    lob_ctx *ctx;
    lob_segments *in, work, out;
    lob_pile *piles;
    uint32_t count;
    uint64_t crossings_left, off_grid;
    double moved;
} merging;

static uint64_t mixed(uint64_t h, int64_t v) {
    h = lob_wrap_mul(h ^ (uint64_t)v, UINT64_C(0x9e3779b97f4a7c15));
    return h ^ h >> 29;
}

/* Box and contents, the same wherever the ring begins and lies. */
static void look_at(const lob_segments *list, lob_pile *pile) {
    pile->box = LOB_BOX64_EMPTY;
    pile->mix = 0;
    for (uint32_t i = pile->first; i < pile->first + pile->count; i++) {
        const lob_segment *s = &list->items[i];
        pile->box = lob_box64_add_point(pile->box, s->from.x, s->from.y);
        pile->box = lob_box64_add_point(pile->box, s->to.x, s->to.y);
    }
    const lob_point64 at = {pile->box.left, pile->box.bottom};
    for (uint32_t i = pile->first; i < pile->first + pile->count; i++) {
        const lob_point64 from = lob_point_minus(list->items[i].from, at), to = lob_point_minus(list->items[i].to, at);
        pile->mix ^= mixed(mixed(mixed(mixed(1, from.x), from.y), to.x), to.y);
    }
}

static bool has_lower_top_bit(uint64_t a, uint64_t b) {
    return a < b && a < (a ^ b);
}

/* Twice the middle, counted from where no coordinate lies below. */
static uint64_t middle(int64_t low, int64_t high, int64_t least) {
    return (uint64_t)(low + high - 2 * least);
}

static int compare_piles(const void *a, const void *b, void *arg) {
    const lob_pile *p = a, *q = b;
    const lob_box64 *all = arg;
    if (p->operand != q->operand) {
        return p->operand - q->operand;
    }
    const uint64_t px = middle(p->box.left, p->box.right, all->left),
                   py = middle(p->box.bottom, p->box.top, all->bottom);
    const uint64_t qx = middle(q->box.left, q->box.right, all->left),
                   qy = middle(q->box.bottom, q->box.top, all->bottom);
    if (px != qx || py != qy) {
        const bool by_y = !has_lower_top_bit(py ^ qy, px ^ qx);
        const uint64_t x = by_y ? py : px, y = by_y ? qy : qx;
        return x < y ? -1 : 1;
    }
    if (p->box.left != q->box.left || p->box.bottom != q->box.bottom) {
        return p->box.left != q->box.left ? (p->box.left < q->box.left ? -1 : 1)
                                          : (p->box.bottom < q->box.bottom ? -1 : 1);
    }
    return (p->mix > q->mix) - (p->mix < q->mix);
}

/* Adds the border of what piles from .. end cover to `out`. */
static lob_status merge_group(merging *m, uint32_t from, uint32_t end, lob_pile *made) {
    const int operand = m->piles[from].operand;
    lob_sweep sweep = {0};
    const uint32_t first = m->out.count;
    m->work.count = 0;
    for (uint32_t p = from; p < end; p++) {
        for (uint32_t i = m->piles[p].first; i < m->piles[p].first + m->piles[p].count; i++) {
            const lob_segment *s = &m->in->items[i];
            LOB_TRY(lob_segments_add(m->ctx, &m->work, s->from, s->to, s->d[0], s->d[1]));
        }
    }
    lob_status status = lob_segments_arrange(m->ctx, &m->work, m->crossings_left + 1, false, &sweep, &m->moved);
    for (uint32_t i = 0; status == LOB_OK && i < m->work.count; i++) {
        const lob_segment *s = &m->work.items[i];
        const int d = (sweep.w[i][operand] + s->d[operand] != 0) - (sweep.w[i][operand] != 0);
        if (d) {
            status = lob_segments_add(m->ctx, &m->out, s->from, s->to, operand ? 0 : d, operand ? d : 0);
        }
    }
    m->crossings_left -= sweep.crossings < m->crossings_left ? sweep.crossings : m->crossings_left;
    m->off_grid += sweep.off_grid;
    lob_sweep_drop(&sweep);
    *made = (lob_pile){.first = first, .count = m->out.count - first, .operand = operand};
    return status == LOB_OK ? lob_poll(m->ctx) : status;
}

/* All piles in groups of at most `each`; what comes out takes their place. */
static lob_status merge_level(merging *m, uint32_t each) {
    uint32_t made = 0;
    m->out.count = 0;
    for (uint32_t i = 0; i < m->count;) {
        uint32_t end = i + 1;
        while (end < m->count && end - i < each && m->piles[end].operand == m->piles[i].operand) {
            end++;
        }
        LOB_TRY(merge_group(m, i, end, &m->piles[made])); /* made <= i */
        made++;
        i = end;
    }
    m->count = made;
    const lob_segments swap = *m->in;
    *m->in = m->out;
    m->out = swap;
    return LOB_OK;
}

static bool is_merged(const merging *m) {
    return m->count < 2 || (m->count == 2 && m->piles[0].operand != m->piles[1].operand);
}

static lob_status merge_all(merging *m) {
    lob_box64 all = LOB_BOX64_EMPTY;
    for (uint32_t i = 0; i < m->count; i++) {
        look_at(m->in, &m->piles[i]);
        all = lob_box64_join(all, m->piles[i].box);
    }
    LOB_TRY(lob_sort(m->ctx, m->piles, m->count, sizeof *m->piles, compare_piles, &all));
    for (uint32_t each = RINGS_FIRST; !is_merged(m); each = GROUPS_EACH) {
        LOB_TRY(merge_level(m, each));
    }
    return LOB_OK;
}

lob_status lob_piles_merge(lob_ctx *ctx, lob_segments *segments, lob_pile *piles, uint32_t count,
                           uint64_t crossings_max, uint64_t *off_grid, double *moved) {
    merging m = {.ctx = ctx, .in = segments, .piles = piles, .count = count, .crossings_left = crossings_max};
    const lob_status status = merge_all(&m);
    lob_segments_drop(&m.work);
    lob_segments_drop(&m.out);
    *off_grid += m.off_grid;
    *moved += m.moved;
    return status;
}
