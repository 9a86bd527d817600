/* Edges that pass a check: each less the parts that the check's pairs have of it, and less what the short lines that
 * join the ends of such pairs come near to. An edge that is such a line itself is left out, as in KLayout. */
#include "base/list.h"
#include "base/sort.h"
#include "script/owned.h"

typedef struct stretch { /* along an edge: how far its ends are, in units of the edge's squared length */
    __int128 from, to;
    lob_point64 a, b;
} stretch;

static bool is_same(lob_point64 a, lob_point64 b) {
    return a.x == b.x && a.y == b.y;
}

static __int128 along(lob_edge64 e, lob_point64 p) {
    return (__int128)(e.to.x - e.from.x) * (p.x - e.from.x) + (__int128)(e.to.y - e.from.y) * (p.y - e.from.y);
}

/* Whether a part is of this edge: it runs the same way, and neither end is a unit or more off the line. */
static bool is_on(lob_edge64 e, lob_edge64 part) {
    const __int128 dx = e.to.x - e.from.x, dy = e.to.y - e.from.y, length2 = dx * dx + dy * dy;
    const lob_point64 ends[2] = {part.from, part.to};
    for (int i = 0; i < 2; i++) {
        const __int128 off = dx * (ends[i].y - e.from.y) - dy * (ends[i].x - e.from.x), at = along(e, ends[i]);
        if (off * off >= length2 || at < -length2 / 1000 || at > length2 + length2 / 1000) {
            return false;
        }
    }
    return dx * (part.to.x - part.from.x) + dy * (part.to.y - part.from.y) > 0;
}

static int by_start(const void *a, const void *b, void *unused) {
    (void)unused;
    const stretch *x = a, *y = b;
    return (x->from > y->from) - (x->from < y->from);
}

typedef struct passing {
    lob_ctx *ctx;
    const lob_check_rule *rule;
    lob_owned_pairs kept;
    lob_edge64 *lines; /* that join the ends of pairs */
    uint32_t line_count;
    stretch *taken;
    lob_edge64 *edges;
    uint32_t count, room;
} passing;

static lob_status put(passing *s, lob_point64 from, lob_point64 to) {
    if (is_same(from, to)) {
        return LOB_OK;
    }
    LOB_TRY(LOB_LIST_ROOM(s->ctx, s->ctx->arena, s->edges, s->count, s->room));
    s->edges[s->count++] = (lob_edge64){from, to};
    return LOB_OK;
}

static void take(passing *s, lob_edge64 e, lob_edge64 part, uint32_t *count) {
    if (!is_same(part.from, part.to) && is_on(e, part)) {
        s->taken[(*count)++] = (stretch){along(e, part.from), along(e, part.to), part.from, part.to};
    }
}

/* The edge less what is taken of it. */
static lob_status put_rest(passing *s, lob_edge64 e, uint32_t count) {
    lob_point64 from = e.from;
    __int128 reached = 0;
    LOB_TRY(lob_sort(s->ctx, s->taken, count, sizeof *s->taken, by_start, NULL));
    for (uint32_t i = 0; i < count; i++) {
        const stretch *t = &s->taken[i];
        if (t->from > reached) {
            LOB_TRY(put(s, from, t->a));
        }
        if (t->to > reached) {
            reached = t->to;
            from = t->b;
        }
    }
    return reached < along(e, e.to) ? put(s, from, e.to) : LOB_OK;
}

/* What is taken of it, joined where it meets. */
static lob_status put_taken(passing *s, uint32_t count) {
    LOB_TRY(lob_sort(s->ctx, s->taken, count, sizeof *s->taken, by_start, NULL));
    for (uint32_t i = 0; i < count;) {
        stretch whole = s->taken[i];
        for (i++; i < count && s->taken[i].from <= whole.to; i++) {
            whole.b = s->taken[i].to > whole.to ? s->taken[i].b : whole.b;
            whole.to = s->taken[i].to > whole.to ? s->taken[i].to : whole.to;
        }
        LOB_TRY(put(s, whole.a, whole.b));
    }
    return LOB_OK;
}

lob_status lob_edge_divide(lob_ctx *ctx, lob_edge64 e, const lob_edge64 *parts, uint32_t count, bool takes_rest,
                           lob_edge64 **edges, uint32_t *edge_count) {
    passing s = {.ctx = ctx, .taken = LOB_NEW_ARRAY(ctx->arena, stretch, (size_t)count + 1)};
    uint32_t taken = 0;
    if (!s.taken) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        take(&s, e, parts[i], &taken);
    }
    LOB_TRY(takes_rest ? put_rest(&s, e, taken) : put_taken(&s, taken));
    *edges = s.edges;
    *edge_count = s.count;
    return LOB_OK;
}

static lob_status pass_edge(passing *s, lob_edge64 e) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->line_count; i++) {
        if (is_same(s->lines[i].from, e.from) && is_same(s->lines[i].to, e.to)) {
            return LOB_OK;
        }
    }
    for (uint32_t i = 0; i < s->kept.count; i++) {
        take(s, e, s->kept.items[i].pair.first, &count);
        if (s->kept.items[i].is_within) {
            take(s, e, s->kept.items[i].pair.second, &count);
        }
    }
    for (uint32_t i = 0; i < s->line_count; i++) {
        lob_edge_pair pair;
        if (!is_same(s->lines[i].from, s->lines[i].to) && lob_edges_check(s->rule, e, s->lines[i], &pair)) {
            take(s, e, pair.first, &count);
        }
    }
    return put_rest(s, e, count);
}

/* The sides of the quadrangle that a pair spans. */
static void join_ends(passing *s, lob_edge_pair p) {
    const bool faces = s->rule->kind == LOB_CHECK_WIDTH || s->rule->kind == LOB_CHECK_SPACE;
    s->lines[s->line_count++] = (lob_edge64){p.first.from, faces ? p.second.to : p.second.from};
    s->lines[s->line_count++] = (lob_edge64){faces ? p.second.from : p.second.to, p.first.to};
}

/* KLayout takes the lines for edges that shield. */
static lob_status drop_shielded(passing *s, lob_owned_pairs kept, bool is_transparent) {
    s->kept = (lob_owned_pairs){LOB_NEW_ARRAY(s->ctx->arena, lob_owned_pair, (size_t)kept.count + 1), 0, false};
    if (!s->kept.items) {
        return lob_fail_memory(s->ctx);
    }
    for (uint32_t i = 0; i < kept.count; i++) {
        const lob_pair_joins joins = lob_pair_joins_of(&kept.items[i].pair);
        bool is_shielded = false;
        for (uint32_t k = 0; k < s->line_count && !is_transparent && !is_shielded; k++) {
            const lob_edge64 line = s->lines[k];
            is_shielded = !is_same(line.from, line.to) && lob_joins_are_cut(&joins, line);
        }
        if (!is_shielded) {
            s->kept.items[s->kept.count++] = kept.items[i];
        }
    }
    return LOB_OK;
}

lob_status lob_passed_edges(lob_ctx *ctx, const lob_polygons *p, lob_polygon_at at, const lob_pairs_ask *ask,
                            lob_owned_pairs kept, lob_owned_pairs near, lob_edge64 **edges, uint32_t *count) {
    passing s = {.ctx = ctx, .rule = &ask->rule};
    s.lines = LOB_NEW_ARRAY(ctx->arena, lob_edge64, 2 * (size_t)near.count + 1);
    s.taken = LOB_NEW_ARRAY(ctx->arena, stretch, 2 * ((size_t)near.count + kept.count) + 1);
    if (!s.lines || !s.taken) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < near.count; i++) {
        join_ends(&s, near.items[i].pair);
    }
    LOB_TRY(drop_shielded(&s, kept, ask->is_transparent));
    for (uint32_t c = at.contour; c < at.contour + at.count; c++) {
        const lob_point64 *ring = p->points + p->contours[c].first;
        const uint32_t size = p->contours[c].count;
        for (uint32_t i = 0; i < size; i++) {
            LOB_TRY(pass_edge(&s, (lob_edge64){ring[i + 1 == size ? 0 : i + 1], ring[i]}));
        }
    }
    *edges = s.edges;
    *count = s.count;
    return LOB_OK;
}
