/* Lattices and R-trees against looking at every member: random vectors of every kind, random boxes. */
#include "tests/support/lob_test.h"

#include "geom/lattice.h"
#include "geom/rtree.h"
#include "tests/support/stride.h"

static int draw(int below) {
    return rand() % below;
}
static lob_point64 draw_vector(int reach) {
    lob_point64 v = {draw(2 * reach + 1) - reach, draw(2 * reach + 1) - reach};
    v.x = draw(4) ? v.x : 0;
    v.y = draw(4) ? v.y : 0;
    return v;
}
static lob_box64 draw_box(int reach) {
    lob_point64 p = {draw(2 * reach + 1) - reach, draw(2 * reach + 1) - reach};
    return (lob_box64){p.x, p.y, p.x + draw(reach) - (draw(20) == 0), p.y + draw(reach)};
}
static void plant(lob_rtree *tree, const lob_box *boxes, uint32_t count, void *block, void *scratch) {
    lob_ctx ctx;
    lob_ctx_init(&ctx, NULL);
    assert_int_equal(lob_rtree_make(&ctx, tree, boxes, count, block, scratch), LOB_OK);
}
static bool holds(lob_box64 b, lob_point64 p) {
    return p.x >= b.left && p.x <= b.right && p.y >= b.bottom && p.y <= b.top;
}

static lob_rep draw_rep(lob_point list[100]) {
    lob_rep rep = {.kind = (lob_rep_kind)draw(4), .na = 1 + (uint64_t)draw(9), .nb = 1 + (uint64_t)draw(9)};
    rep.a = draw_vector(rep.kind == LOB_REP_FRACTION ? 300 : 60);
    rep.b = draw(4) ? draw_vector(rep.kind == LOB_REP_FRACTION ? 300 : 60) : (lob_point64){rep.a.x * 3, rep.a.y * 3};
    for (int i = 1; i < 100; i++) {
        list[i] = (lob_point){draw(500) - 250, draw(500) - 250};
    }
    list[0] = (lob_point){0, 0};
    if (rep.kind == LOB_REP_LIST) { /* elsewhere the pointer is that of a kept extent */
        rep.list = list;
    }
    rep.list_count = 1 + (uint32_t)draw(100);
    return rep;
}

enum { MEMBERS_MAX = 100 };

static void check_runs(const lob_rep *rep, lob_box64 into, lob_box64 inside) {
    lob_lattice lattice;
    lob_lattice_run run;
    bool in_run[MEMBERS_MAX] = {false};
    lob_lattice_start(&lattice, rep, NULL, into);
    while (lob_lattice_next_run(&lattice, &run)) {
        lob_lattice_run sure = lob_lattice_within(&lattice, &run, inside);
        for (uint64_t k = run.first; k < run.end; k++) {
            uint64_t m = lob_lattice_member(&lattice, run.outer, k);
            assert_false(in_run[m]);
            in_run[m] = true;
            bool is_in = holds(inside, lob_rep_at(rep, m));
            bool is_sure = k >= sure.first && k < sure.end;
            if (rep->kind == LOB_REP_LATTICE) {
                assert_eq(is_in, is_sure);
            } else if (!is_in) {
                assert_false(is_sure);
            }
        }
    }
    uint64_t counted, members = 0;
    for (uint64_t m = 0; m < lob_rep_count(rep); m++) {
        members += holds(into, lob_rep_at(rep, m));
    }
    const bool is_plain = (rep->a.y == 0 && rep->b.x == 0) || (rep->a.x == 0 && rep->b.y == 0);
    assert_eq(lob_lattice_count(rep, into, &counted), rep->kind == LOB_REP_LATTICE && is_plain);
    if (rep->kind == LOB_REP_LATTICE && is_plain) {
        assert_eq(counted, members);
    }
    for (uint64_t m = 0; m < lob_rep_count(rep); m++) {
        bool is_in = holds(into, lob_rep_at(rep, m));
        if (rep->kind == LOB_REP_LATTICE) {
            assert_eq(is_in, in_run[m]);
        } else if (!in_run[m]) {
            assert_false(is_in);
        }
    }
}

static void test_against_members(void **state) {
    (void)state;
    srand(3);
    for (int round = 0; round < (int)stride_pick(40000, 4000); round++) {
        lob_point list[100];
        lob_rep rep = draw_rep(list);
        lob_box64 into = draw_box(400);
        lob_box64 narrow = {into.left + draw(30), into.bottom + draw(30), into.right - draw(30), into.top - draw(30)};
        int narrow_after = draw(3) ? 1000 : 1 + draw(5);
        lob_box boxes[100];
        uint64_t block[1000], scratch[300];
        lob_rtree tree;
        for (uint32_t i = 0; i < rep.list_count; i++) {
            boxes[i] = (lob_box){list[i].x, list[i].y, list[i].x, list[i].y};
        }
        assert_le(lob_rtree_size(rep.list_count), sizeof block);
        assert_le(lob_rtree_scratch_size(rep.list_count), sizeof scratch);
        plant(&tree, boxes, rep.list_count, block, scratch);
        lob_lattice lattice;
        lob_lattice_start(&lattice, &rep, rep.kind == LOB_REP_LIST && draw(2) ? &tree : NULL, into);
        bool came[MEMBERS_MAX] = {false};
        uint64_t member;
        lob_point64 at;
        int count = 0;
        while (lob_lattice_next(&lattice, &member, &at)) {
            lob_point64 there = lob_rep_at(&rep, member);
            assert_eq(there.x, at.x);
            assert_eq(there.y, at.y);
            assert_true(!came[member]);
            assert_true(holds(count < narrow_after ? into : narrow, at));
            came[member] = true;
            if (++count == narrow_after) {
                lob_lattice_narrow(&lattice, narrow);
            }
        }
        for (uint64_t m = 0; m < lob_rep_count(&rep); m++) {
            bool is_in = holds(count < narrow_after ? into : narrow, lob_rep_at(&rep, m));
            if (!came[m]) {
                assert_false(is_in);
            }
        }
        if (rep.kind == LOB_REP_LATTICE || rep.kind == LOB_REP_FRACTION) {
            check_runs(&rep, into, narrow);
        }
    }
}

/* Work is that of the members found and a few lines, whatever the size of the array. */
static void test_cost(void **state) {
    (void)state;
    static const struct {
        lob_point64 a, b;
        uint64_t na, nb;
        lob_box64 into;
        uint64_t members, work_max;
    } cases[] = {
        {{100, 0}, {0, 100}, 1000000000, 1000000000, {500000, 500000, 500900, 500900}, 100, 130},
        {{0, -100}, {100, 0}, 1000000000, 1000000000, {500000, -500900, 500900, -500000}, 100, 130},
        {{100, 30}, {-30, 100}, 1000000000, 1000000000, {0, 0, 1000, 1000}, 0, 400},
        /* around member (5e8, 5e8); counted by hand from the middle */
        {{100, 30}, {-30, 100}, 1000000000, 1000000000, {35000000000, 65000000000, 35000001000, 65000001000}, 93, 400},
        {{1, 0}, {1000000, 0}, 1000000, 1000000000, {5, 0, 15, 0}, 11, 14},
        {{1000000, 0}, {1, 0}, 1000000000, 1000000, {5, 0, 15, 0}, 11, 14},
        {{0, 0}, {10, 10}, 1, 1000000000, {1000, 1000, 1100, 1100}, 11, 24},
        {{INT64_C(1) << 40, 1}, {1, INT64_C(1) << 40}, UINT64_MAX, UINT64_MAX, {0, 0, 10, 10}, 1, 6},
        {{1, 0}, {0, 1}, UINT64_MAX, 1, {INT64_C(1) << 50, 0, (INT64_C(1) << 50) + 9, 0}, 10, 24},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lob_case("cases[%zu]", i);
        lob_rep rep = {.kind = LOB_REP_LATTICE, .na = cases[i].na, .nb = cases[i].nb, .a = cases[i].a, .b = cases[i].b};
        lob_lattice lattice;
        uint64_t member, count = 0;
        lob_point64 at;
        lob_lattice_start(&lattice, &rep, NULL, cases[i].into);
        while (lob_lattice_next(&lattice, &member, &at)) {
            assert_ne(member, LOB_LATTICE_PAUSE);
            assert_true(holds(cases[i].into, at));
            count++;
        }
        if (cases[i].members) {
            assert_int_equal(count, cases[i].members);
        }
        assert_in_range(lattice.work, count, cases[i].work_max);
    }
}

/* Nearly parallel vectors and lines without a place: it says so now and then instead of going on for ever. */
static void test_making_is_cancelled(void **state) {
    (void)state;
    lob_cancel cancel = {true};
    lob_ctx ctx = {.cancel = &cancel};
    lob_box boxes[40];
    uint64_t block[200], scratch[80];
    lob_rtree tree;
    for (int i = 0; i < 40; i++) {
        boxes[i] = (lob_box){i, i, i, i};
    }
    assert_int_equal(lob_rtree_make(&ctx, &tree, boxes, 40, block, scratch), LOB_E_CANCELLED);
    cancel.requested = false;
    assert_int_equal(lob_rtree_make(&ctx, &tree, boxes, 40, block, scratch), LOB_OK);
    assert_int_equal(tree.size[0], 40);
}

static void test_pause(void **state) {
    (void)state;
    lob_rep rep = {.kind = LOB_REP_LATTICE, .na = 1000000000, .nb = 1000000000, .a = {1000000, 0}, .b = {1000000, 1}};
    lob_lattice lattice;
    uint64_t member;
    lob_point64 at;
    lob_lattice_start(&lattice, &rep, NULL, (lob_box64){1, 0, 999999, 1000000000});
    bool more = lob_lattice_next(&lattice, &member, &at);
    if (more) {
        assert_eq(member, LOB_LATTICE_PAUSE);
    }
    lob_lattice_run run;
    rep = (lob_rep){.kind = LOB_REP_FRACTION, .na = 60000, .nb = 1, .a = {1, 0}};
    lob_lattice_start(&lattice, &rep, NULL, (lob_box64){0, 5, 0, 5});
    assert_false(lob_lattice_next_run(&lattice, &run)); /* nothing is that far off the line */
}

/* ---- trees ---- */

enum { BOXES = 3000 };

static void test_tree(void **state) {
    (void)state;
    static lob_box boxes[BOXES];
    srand(7);
    for (int round = 0; round < 60; round++) {
        uint32_t count = round < 20 ? (uint32_t)round : 1 + (uint32_t)draw(BOXES);
        int reach = draw(2) ? 1000 : 2000000000;
        for (uint32_t i = 0; i < count; i++) {
            int x = draw(reach) - reach / 2, y = draw(reach) - reach / 2;
            boxes[i] = (lob_box){x, y, x + draw(reach / 20 + 1), y + draw(reach / 20 + 1)};
        }
        uint64_t *block = malloc(lob_rtree_size(count) + 8);
        uint64_t *scratch = malloc(lob_rtree_scratch_size(count) + 8);
        lob_rtree tree;
        plant(&tree, boxes, count, block, scratch);
        for (int k = 0; k < 40; k++) {
            int x = draw(reach) - reach / 2, y = draw(reach) - reach / 2;
            lob_box64 w = {x, y, (int64_t)x + draw(reach / 4 + 1), (int64_t)y + draw(reach / 4 + 1)};
            lob_rtree_query query = lob_rtree_query_window(w);
            query.gives_whole = draw(2);
            bool came[BOXES] = {false};
            lob_rtree_cursor cursor;
            uint32_t item;
            uint64_t work = 0;
            lob_rtree_begin(&tree, &cursor);
            while (lob_rtree_next(&tree, &cursor, &query, &item, &work)) {
                if (!query.gives_whole) {
                    assert_eq(cursor.run, 1);
                }
                for (uint32_t n = 0; n < cursor.run; n++) {
                    uint32_t id = tree.ids[item + n];
                    assert_memory_equal(&tree.boxes[item + n], &boxes[id], sizeof boxes[id]);
                    assert_false(came[id]);
                    came[id] = true;
                }
            }
            for (uint32_t i = 0; i < count; i++) {
                lob_box b = boxes[i];
                assert_int_equal(came[i],
                                 b.left <= w.right && b.right >= w.left && b.bottom <= w.top && b.top >= w.bottom);
            }
        }
        free(block);
        free(scratch);
    }
}

/* Seen through a turning transformation a search finds what transforming each box finds. */
static void test_turned_tree(void **state) {
    (void)state;
    static lob_box boxes[BOXES];
    static uint64_t block[BOXES * 4], scratch[BOXES * 2];
    srand(9);
    for (uint32_t i = 0; i < BOXES; i++) {
        int x = draw(10000) - 5000, y = draw(10000) - 5000;
        boxes[i] = (lob_box){x, y, x + draw(300), y + draw(300)};
    }
    lob_rtree tree;
    assert_le(lob_rtree_size(BOXES), sizeof block);
    plant(&tree, boxes, BOXES, block, scratch);
    for (int k = 0; k < 100; k++) {
        lob_trans t = lob_trans_make(draw(2), draw(3600) / 10.0 + 0.05, 0.2 + draw(30) / 10.0, draw(2000), draw(2000));
        lob_box64 w = draw_box(4000);
        if (lob_box64_is_empty(w)) {
            continue;
        }
        lob_rtree_query query = lob_rtree_query_turned(&t, w, 1);
        bool came[BOXES] = {false};
        lob_rtree_cursor cursor;
        uint32_t item;
        uint64_t work = 0, count = 0;
        lob_rtree_begin(&tree, &cursor);
        while (lob_rtree_next(&tree, &cursor, &query, &item, &work)) {
            came[tree.ids[item]] = true;
            count++;
        }
        for (uint32_t i = 0; i < BOXES; i++) {
            lob_box64 b = lob_trans_box(&t, lob_box64_from(boxes[i]));
            bool near =
                b.left <= w.right + 2 && b.right >= w.left - 2 && b.bottom <= w.top + 2 && b.top >= w.bottom - 2;
            bool meets = b.left <= w.right && b.right >= w.left && b.bottom <= w.top && b.top >= w.bottom;
            if (meets) {
                assert_true(came[i]);
            } else if (!near) {
                assert_false(came[i]);
            }
        }
    }
}

static void test_cut(void **state) {
    (void)state;
    const int64_t far = INT64_C(1) << 40;
    lob_box b = lob_box_cut((lob_box64){-far, -5, far, far});
    assert_eq(b.left, INT32_MIN);
    assert_eq(b.bottom, -5);
    assert_eq(b.right, INT32_MAX);
    assert_eq(b.top, INT32_MAX);
}

/* A list's box is the same kept and walked, and once kept the list is not looked at. */
static void test_kept_extent(void **state) {
    (void)state;
    srand(11);
    for (int round = 0; round < 200; round++) {
        lob_point list[50];
        lob_rep rep = {.kind = LOB_REP_LIST, .list = list, .list_count = 1 + (uint32_t)draw(50)};
        for (uint32_t i = 0; i < rep.list_count; i++) {
            list[i] = i ? (lob_point){draw(2000) - 1000, draw(2000) - 700} : (lob_point){0, 0};
        }
        const lob_box64 walked = lob_rep_extent(&rep);
        lob_rep_keep_extent(&rep);
        rep.list = NULL;
        const lob_box64 kept = lob_rep_extent(&rep);
        assert_memory_equal(&kept, &walked, sizeof kept);
    }
    lob_rep lattice = {.kind = LOB_REP_LATTICE, .na = 3, .nb = 2, .a = {5, 0}, .b = {0, 7}};
    lob_rep empty = {.kind = LOB_REP_LIST};
    lob_rep_keep_extent(&lattice);
    lob_rep_keep_extent(&empty);
    assert_eq(lattice.na, 3);
    assert_eq(lob_rep_extent(&lattice).top, 7);
    assert_true(lob_box64_is_empty(lob_rep_extent(&empty)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_against_members),
        cmocka_unit_test(test_cost),
        cmocka_unit_test(test_pause),
        cmocka_unit_test(test_making_is_cancelled),
        cmocka_unit_test(test_tree),
        cmocka_unit_test(test_turned_tree),
        cmocka_unit_test(test_cut),
        cmocka_unit_test(test_kept_extent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
