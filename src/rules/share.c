/* Shares of a question, and their verdicts put together (rule.h has the invariant).
 *
 * Bytes of a verdict: 64 bit words, little endian. First the number of rules and the total of each, then the number of
 * violations, then of each violation rule, kind, number of points, the bits of its value and its points, x and y. The
 * box is that of the points.
 */
#include <string.h>

#include "base/num.h"
#include "base/sort.h"
#include "rules/rule_impl.h"

enum { MARGIN = 64, POLL_EVERY = 65536, HEAD_WORDS = 4 };
static const int64_t FAR = INT64_C(1) << 60;

/* Halves, or thirds and so on, of the longer side, until one share is left. */
lob_box64 lob_rule_share(lob_box64 cell, uint32_t own, uint32_t count, lob_box64 *window) {
    lob_box64 box = lob_box64_is_empty(cell) ? (lob_box64){0, 0, 0, 0} : cell;
    lob_box64 share = {-FAR, -FAR, FAR, FAR};
    const lob_box64 around = {box.left - MARGIN, box.bottom - MARGIN, box.right + MARGIN, box.top + MARGIN};
    while (count > 1) {
        const uint32_t low = count / 2;
        const bool is_upright = box.top - box.bottom > box.right - box.left, is_low = own < low;
        int64_t *from = is_upright ? &box.bottom : &box.left, *to = is_upright ? &box.top : &box.right;
        const int64_t cut = *from + (int64_t)((double)(*to - *from) * low / count);
        *(is_low ? to : from) = cut;
        *(is_low ? (is_upright ? &share.top : &share.right) : (is_upright ? &share.bottom : &share.left)) = cut;
        own -= is_low ? 0 : low;
        count = is_low ? low : count - low;
    }
    *window = (lob_box64){share.left > around.left ? share.left : around.left,
                          share.bottom > around.bottom ? share.bottom : around.bottom,
                          share.right < around.right ? share.right : around.right,
                          share.top < around.top ? share.top : around.top};
    return share;
}

bool lob_rule_owns(lob_box64 share, const lob_violation *v, lob_point64 by) {
    lob_point64 lowest = v->points[0];
    for (uint32_t i = 1; i < v->count; i++) {
        const lob_point64 p = v->points[i];
        lowest = p.y < lowest.y || (p.y == lowest.y && p.x < lowest.x) ? p : lowest;
    }
    const int64_t x = lowest.x + by.x, y = lowest.y + by.y;
    return x >= share.left && x < share.right && y >= share.bottom && y < share.top;
}

static int compare_coordinates(int64_t a, int64_t b) {
    return (a > b) - (a < b);
}

int lob_violation_order(const void *a, const void *b, void *unused) {
    (void)unused;
    const lob_violation *x = a, *y = b;
    const int64_t m[] = {x->rule, x->box.bottom, x->box.left, x->box.top, x->box.right, x->kind, x->count};
    const int64_t n[] = {y->rule, y->box.bottom, y->box.left, y->box.top, y->box.right, y->kind, y->count};
    int order = 0;
    for (size_t i = 0; order == 0 && i < sizeof m / sizeof m[0]; i++) {
        order = compare_coordinates(m[i], n[i]);
    }
    for (uint32_t i = 0; order == 0 && i < x->count; i++) {
        order = compare_coordinates(x->points[i].y, y->points[i].y);
        order = order ? order : compare_coordinates(x->points[i].x, y->points[i].x);
    }
    return order;
}

/* ---- as bytes ---- */

static void put_word(lob_buf *out, uint64_t word) {
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++) {
        bytes[i] = (uint8_t)(word >> (8 * i));
    }
    lob_buf_add(out, bytes, sizeof bytes);
}

lob_status lob_verdict_put(lob_ctx *ctx, const lob_rules *rules, const lob_verdict *verdict, lob_buf *out) {
    put_word(out, rules->count);
    for (uint32_t i = 0; i < rules->count; i++) {
        put_word(out, verdict->totals[i]);
    }
    put_word(out, verdict->count);
    for (uint32_t i = 0; i < verdict->count; i++) {
        const lob_violation *v = &verdict->items[i];
        uint64_t bits;
        memcpy(&bits, &v->value, sizeof bits);
        put_word(out, v->rule);
        put_word(out, v->kind);
        put_word(out, v->count);
        put_word(out, bits);
        for (uint32_t k = 0; k < v->count; k++) {
            put_word(out, (uint64_t)v->points[k].x);
            put_word(out, (uint64_t)v->points[k].y);
        }
        LOB_TRY(i % POLL_EVERY == 0 ? lob_poll(ctx) : LOB_OK);
    }
    return out->failed ? lob_fail_memory(ctx) : LOB_OK;
}

/* ---- from bytes ---- */

typedef struct joining {
    lob_ctx *ctx;
    const uint8_t *at, *end;
    lob_violation *items;
    uint64_t count;
    uint32_t rule_count;
    bool is_bad; /* a word that cannot be there */
} joining;

static uint64_t take_word(joining *j, uint64_t most) {
    uint64_t word = 0;
    if (j->end - j->at < 8) {
        j->is_bad = true;
        return 0;
    }
    for (int i = 0; i < 8; i++) {
        word |= (uint64_t)j->at[i] << (8 * i);
    }
    j->at += 8;
    j->is_bad = j->is_bad || word > most;
    return j->is_bad ? 0 : word;
}

static lob_status take_violation(joining *j, lob_violation *v) {
    *v = (lob_violation){.rule = (uint32_t)take_word(j, (uint64_t)j->rule_count - 1),
                         .kind = (lob_violation_kind)take_word(j, LOB_VIOLATION_BOX),
                         .box = LOB_BOX64_EMPTY};
    v->count = (uint32_t)take_word(j, (uint64_t)(j->end - j->at) / 16);
    const uint64_t bits = take_word(j, UINT64_MAX);
    memcpy(&v->value, &bits, sizeof bits);
    j->is_bad = j->is_bad || v->count == 0;
    lob_point64 *points = lob_arena_alloc(j->ctx->arena, ((size_t)v->count + 1) * sizeof *points);
    if (!points) {
        return lob_fail_memory(j->ctx);
    }
    for (uint32_t i = 0; i < v->count; i++) {
        points[i].x = (int64_t)take_word(j, UINT64_MAX);
        points[i].y = (int64_t)take_word(j, UINT64_MAX);
        v->box = lob_box64_join(v->box, (lob_box64){points[i].x, points[i].y, points[i].x, points[i].y});
    }
    v->points = points;
    return LOB_OK;
}

static lob_status refuse_bytes(lob_ctx *ctx) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "A part does not hold what its first line says");
    lob_hint(ctx, "Run the shards again with this version of the program.");
    lob_error_text(&ctx->error, "reason", LOB_STR("part"));
    return status;
}

static lob_status refuse_list(lob_ctx *ctx, uint64_t count) {
    lob_status status = lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "The shards found more violations than one run lists");
    lob_hint(ctx, "Check fewer rules at a time, or a cell below.");
    lob_error_text(&ctx->error, "reason", LOB_STR("listed"));
    lob_error_integer(&ctx->error, "limit", LOB_VIOLATIONS_LISTED);
    lob_error_integer(&ctx->error, "found", (int64_t)(count < INT64_MAX ? count : INT64_MAX));
    return status;
}

/* The head of a block: totals are added up, *more: its violations. */
static void take_head(joining *j, uint64_t *totals, uint64_t *more) {
    j->is_bad = j->is_bad || take_word(j, UINT32_MAX) != j->rule_count;
    for (uint32_t i = 0; i < j->rule_count; i++) {
        totals[i] = lob_u64_add_sat(totals[i], take_word(j, UINT64_MAX));
    }
    *more = take_word(j, (uint64_t)(j->end - j->at) / 8 / HEAD_WORDS);
}

/* Each share lists all that it found, unless it had to stop at what one run lists. */
static lob_status make_room(joining *j, lob_verdict *verdict, const uint8_t *const *blocks, const size_t *sizes,
                            uint32_t count) {
    uint64_t all = 0, listed = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t more;
        j->at = blocks[i];
        j->end = blocks[i] + sizes[i];
        take_head(j, verdict->totals, &more);
        listed += more;
    }
    for (uint32_t i = 0; i < j->rule_count; i++) {
        all = lob_u64_add_sat(all, verdict->totals[i]);
    }
    if (j->is_bad || all < listed) {
        return refuse_bytes(j->ctx);
    }
    if (all > LOB_VIOLATIONS_LISTED) {
        return refuse_list(j->ctx, all);
    }
    j->items = LOB_NEW_ARRAY(j->ctx->arena, lob_violation, listed + 1);
    return !j->items ? lob_fail_memory(j->ctx) : all == listed ? LOB_OK : refuse_bytes(j->ctx);
}

static lob_status take_block(joining *j, uint64_t *unused) {
    uint64_t more;
    take_head(j, unused, &more);
    for (uint64_t i = 0; i < more && !j->is_bad; i++) {
        LOB_TRY(take_violation(j, &j->items[j->count++]));
        LOB_TRY(i % POLL_EVERY == 0 ? lob_poll(j->ctx) : LOB_OK);
    }
    return j->is_bad || j->at != j->end ? refuse_bytes(j->ctx) : LOB_OK;
}

lob_status lob_verdict_join(lob_ctx *ctx, const lob_rules *rules, const uint8_t *const *blocks, const size_t *sizes,
                            uint32_t count, lob_verdict *verdict) {
    joining j = {.ctx = ctx, .rule_count = rules->count};
    uint64_t *unused = lob_arena_zalloc(ctx->arena, (size_t)rules->count + 1, sizeof *unused);
    *verdict = (lob_verdict){.totals = lob_arena_zalloc(ctx->arena, (size_t)rules->count + 1, sizeof(uint64_t))};
    if (!unused || !verdict->totals) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(make_room(&j, verdict, blocks, sizes, count));
    for (uint32_t i = 0; i < count; i++) {
        j.at = blocks[i];
        j.end = blocks[i] + sizes[i];
        LOB_TRY(take_block(&j, unused));
    }
    verdict->items = j.items;
    verdict->count = (uint32_t)j.count;
    return lob_sort(ctx, j.items, verdict->count, sizeof *j.items, lob_violation_order, NULL);
}
