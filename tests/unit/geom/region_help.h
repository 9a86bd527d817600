/* What the tests of the region engine share: a request context, and a brute-force check that segments meet in their
 * ends alone. */
#ifndef TESTS_UNIT_GEOM_REGION_HELP_H
#define TESTS_UNIT_GEOM_REGION_HELP_H

#include "tests/support/lob_test.h"

#include "geom/region_parts.h"

static inline void begin(lob_ctx *ctx) {
    lob_ctx_init(ctx, lob_arena_new(0));
    assert_non_null(ctx->arena);
}

static inline void end(lob_ctx *ctx) {
    lob_arena_drop(ctx->arena);
}

static inline uint32_t next_random(uint32_t *seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

static inline int64_t random_in(uint32_t *seed, int64_t low, int64_t high) {
    uint64_t value = (uint64_t)next_random(seed) << 24 | next_random(seed);
    return low + (int64_t)(value % (uint64_t)(high - low + 1));
}

static inline int help_sign(__int128 v) {
    return v > 0 ? 1 : v < 0 ? -1 : 0;
}

static inline bool help_inside_box(lob_point64 a, lob_point64 b, lob_point64 p) {
    return (a.x < b.x ? a.x : b.x) <= p.x && p.x <= (a.x > b.x ? a.x : b.x) && (a.y < b.y ? a.y : b.y) <= p.y &&
           p.y <= (a.y > b.y ? a.y : b.y);
}

/* p on the closed segment, but not one of its ends */
static inline bool help_inside(const lob_segment *s, lob_point64 p) {
    return lob_side_of(s->from, s->to, p) == 0 && help_inside_box(s->from, s->to, p) && !lob_point_equal(s->from, p) &&
           !lob_point_equal(s->to, p);
}

/* They cross, touch or overlap other than in common ends. */
static inline bool help_conflict(const lob_segment *a, const lob_segment *b) {
    int s1 = help_sign(lob_side_of(a->from, a->to, b->from)), s2 = help_sign(lob_side_of(a->from, a->to, b->to));
    int s3 = help_sign(lob_side_of(b->from, b->to, a->from)), s4 = help_sign(lob_side_of(b->from, b->to, a->to));
    return (s1 * s2 < 0 && s3 * s4 < 0) || help_inside(a, b->from) || help_inside(a, b->to) ||
           help_inside(b, a->from) || help_inside(b, a->to) ||
           (lob_point_equal(a->from, b->from) && lob_point_equal(a->to, b->to));
}

static inline void assert_clean(const lob_segment *s, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < i; k++) {
            if (help_conflict(&s[i], &s[k])) {
                fail_msg("segments %u and %u meet otherwise than in their ends", k, i);
            }
        }
    }
}

#endif
