/* A grid, annotations on it, and what is asked of the marks that come out. */
#ifndef TESTS_UNIT_DRAW_ANNOTATED_H
#define TESTS_UNIT_DRAW_ANNOTATED_H

#include <math.h>

#include "tests/support/lob_test.h"

#include "draw/annotate.h"
#include "draw/font.h"

typedef struct stage {
    lob_arena *arena;
    lob_ctx ctx;
    lob_grid grid;
    lob_picture_mode mode;
    double dbu;
    lob_marks marks;
    lob_annotate_info info;
} stage;

typedef struct extent {
    double left, top, right, bottom;
} extent;

static inline stage stage_new(lob_box64 box, uint32_t width, uint32_t height) {
    stage s = {.arena = lob_arena_new(0), .dbu = 0.001};
    assert_non_null(s.arena);
    s.grid = lob_grid_fit(box, width, height);
    return s;
}

static inline void stage_drop(stage *s) {
    lob_arena_drop(s->arena);
}

static inline void annotate(stage *s, const lob_annotation *annotations, uint32_t count) {
    lob_ctx_init(&s->ctx, s->arena);
    lob_marks_init(&s->marks, s->arena);
    assert_int_equal(lob_annotate(&s->ctx, annotations, count, &s->grid, s->mode, s->dbu, &s->marks, &s->info), LOB_OK);
}

static inline extent word_extent(const lob_mark *mark) {
    assert_int_equal(mark->kind, LOB_MARK_TEXT);
    assert_int_equal(mark->anchor, LOB_TEXT_START);
    return (extent){mark->at.x, mark->at.y - lob_text_ascent(mark->size),
                    mark->at.x + lob_text_width(mark->text, mark->size), mark->at.y + lob_text_descent(mark->size)};
}

static inline extent points_extent(const lob_mark *mark) {
    extent e = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (uint32_t i = 0; i < mark->count; i++) {
        e.left = fmin(e.left, mark->points[i].x);
        e.right = fmax(e.right, mark->points[i].x);
        e.top = fmin(e.top, mark->points[i].y);
        e.bottom = fmax(e.bottom, mark->points[i].y);
    }
    return e;
}

static inline bool extents_meet(extent a, extent b) {
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/* The first word that reads so; NULL: none. */
static inline const lob_mark *word_of(const stage *s, const char *text) {
    for (uint32_t i = 0; i < s->marks.count; i++) {
        if (s->marks.items[i].kind == LOB_MARK_TEXT && lob_str_equal(s->marks.items[i].text, lob_str_from(text))) {
            return &s->marks.items[i];
        }
    }
    return NULL;
}

static inline uint32_t word_count(const stage *s) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->marks.count; i++) {
        count += s->marks.items[i].kind == LOB_MARK_TEXT;
    }
    return count;
}

/* Marks of a kind in a colour. */
static inline uint32_t colored(const stage *s, lob_mark_kind kind, uint32_t color, const lob_mark **last) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->marks.count; i++) {
        if (s->marks.items[i].kind == kind && s->marks.items[i].color == color) {
            count++;
            *last = &s->marks.items[i];
        }
    }
    return count;
}

/* No two words meet, all lie within the picture, and no point of a mark is far outside or no number. */
static inline void words_are_apart(const stage *s) {
    for (uint32_t i = 0; i < s->marks.count; i++) {
        const lob_mark *mark = &s->marks.items[i];
        extent e = mark->kind == LOB_MARK_TEXT ? word_extent(mark) : points_extent(mark);
        if (mark->kind != LOB_MARK_TEXT) {
            assert_ge(e.left, -100);
            assert_ge(e.top, -100);
            assert_le(e.right, s->grid.width + 100);
            assert_le(e.bottom, s->grid.height + 100);
            continue;
        }
        assert_ge(e.left, 0);
        assert_ge(e.top, 0);
        assert_le(e.right, s->grid.width);
        assert_le(e.bottom, s->grid.height);
        for (uint32_t k = 0; k < i; k++) {
            if (s->marks.items[k].kind == LOB_MARK_TEXT && extents_meet(e, word_extent(&s->marks.items[k]))) {
                fail_msg("words %u and %u of %u meet", k, i, s->marks.count);
            }
        }
    }
}

static inline lob_annotation ruler(const lob_vec2 ends[2]) {
    return (lob_annotation){.kind = LOB_ANNOTATION_RULER, .points = ends, .point_count = 2};
}

static inline uint32_t draw_number(uint64_t *state) { /* splitmix64 */
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)((z ^ (z >> 31)) >> 32);
}

static inline double draw_between(uint64_t *state, double low, double high) {
    return low + (high - low) * (draw_number(state) / 4294967296.0);
}

#endif
