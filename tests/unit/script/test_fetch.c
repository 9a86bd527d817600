/* Shapes fetched in pieces are all shapes, whatever their number; and those picked by place are those at these places.
 */
#include "tests/support/lob_test.h"

#include "script/fetch.h"

typedef struct rig {
    lob_arena *arena;
    lob_ctx ctx;
    lob_value *given, *picked;
} rig;

static rig begin(lob_value_kind kind, uint32_t count) {
    rig r = {.arena = lob_arena_new(0)};
    lob_polygon_list list = {0};
    lob_ctx_init(&r.ctx, r.arena);
    lob_edge64 *edges = LOB_NEW_ARRAY(r.arena, lob_edge64, (size_t)count + 1);
    lob_edge_pair *pairs = LOB_NEW_ARRAY(r.arena, lob_edge_pair, (size_t)count + 1);
    assert_int_equal(lob_value_new(&r.ctx, kind, &r.given), LOB_OK);
    assert_int_equal(lob_value_new(&r.ctx, kind, &r.picked), LOB_OK);
    for (uint32_t i = 0; i < count; i++) {
        const int64_t y = 10 * (int64_t)i;
        const lob_point64 ring[4] = {{0, y}, {5, y}, {5, y + 5}, {0, y + 5}};
        edges[i] = (lob_edge64){{0, y}, {5, y}};
        pairs[i] = (lob_edge_pair){edges[i], {{5, y + 5}, {0, y + 5}}};
        assert_int_equal(kind == LOB_VALUE_REGION ? lob_polygon_list_add(&r.ctx, &list, ring, 4, false) : LOB_OK,
                         LOB_OK);
    }
    const lob_polygons all = lob_polygon_list_view(&list);
    assert_int_equal(kind == LOB_VALUE_REGION  ? lob_value_put_raw(&r.ctx, r.given, &all)
                     : kind == LOB_VALUE_EDGES ? lob_value_put_edges(&r.ctx, r.given, edges, count)
                                               : lob_value_put_pairs(&r.ctx, r.given, pairs, count),
                     LOB_OK);
    return r;
}

static void end(rig *r) {
    lob_value_drop(r->given);
    lob_value_drop(r->picked);
    lob_arena_drop(r->arena);
}

/* Numbers of one shape in a reply: nine bytes each. */
static const uint32_t size_of[] = {(1 + 1 + 8) * 9, 4 * 9, 8 * 9};

static void fetches_all(void **unused) {
    (void)unused;
    static const uint32_t counts[] = {0, 1, 12499, 12500, 12501, 30000};
    for (int kind = 0; kind < LOB_VALUE_KINDS; kind++) {
        for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
            rig r = begin((lob_value_kind)kind, counts[i]);
            uint32_t found = 0, replies = 0, before;
            lob_case("kind %d, %u shapes", kind, counts[i]);
            do {
                lob_buf out;
                lob_buf_init(&out, 1 << 22);
                before = found;
                assert_int_equal(lob_op_fetch(&r.ctx, r.given, false, found, &out), LOB_OK);
                assert_eq(out.size % size_of[kind], 0);
                found += (uint32_t)(out.size / size_of[kind]);
                replies++;
                lob_buf_release(&out);
            } while (found > before);
            assert_eq(found, counts[i]);
            assert_eq(replies, (counts[i] + 12499) / 12500 + 1);
            end(&r);
        }
    }
}

static void picks(void **unused) {
    (void)unused;
    static const uint64_t places[] = {0, 3, 4, 9, 50};
    for (int kind = 0; kind < LOB_VALUE_KINDS; kind++) {
        rig r = begin((lob_value_kind)kind, 10);
        lob_case("kind %d", kind);
        r.given->is_symmetric = true;
        assert_int_equal(lob_op_pick(&r.ctx, r.given, false, places, 5, r.picked), LOB_OK);
        assert_eq(kind == LOB_VALUE_REGION ? r.picked->raw.contour_count : r.picked->count, 4); /* there is no 50th */
        const int64_t y = kind == LOB_VALUE_REGION  ? r.picked->raw.points[4].y
                          : kind == LOB_VALUE_EDGES ? r.picked->edges[1].from.y
                                                    : r.picked->pairs[1].first.from.y;
        assert_eq(y, 30);
        assert_int_equal(lob_op_pick(&r.ctx, r.given, false, places, 0, r.picked), LOB_OK);
        assert_eq(r.picked->raw.contour_count + r.picked->count, 0);
        end(&r);
    }
}

static void refuses_large_polygons(void **unused) {
    (void)unused;
    enum { TEETH = LOB_FETCH_POINTS / 4 + 10 };
    rig r = begin(LOB_VALUE_REGION, 0);
    lob_point64 *ring = LOB_NEW_ARRAY(r.arena, lob_point64, 4 * TEETH + 2);
    lob_polygon_list list = {0};
    lob_buf out;
    uint32_t n = 0;
    for (int64_t i = 0; i < TEETH; i++) {
        ring[n++] = (lob_point64){4 * i, 10};
        ring[n++] = (lob_point64){4 * i, 20};
        ring[n++] = (lob_point64){4 * i + 2, 20};
        ring[n++] = (lob_point64){4 * i + 2, 10};
    }
    ring[n++] = (lob_point64){4 * TEETH, 0};
    ring[n++] = (lob_point64){0, 0};
    assert_int_equal(lob_polygon_list_add(&r.ctx, &list, ring, n, false), LOB_OK);
    const lob_polygons all = lob_polygon_list_view(&list);
    assert_int_equal(lob_value_put_raw(&r.ctx, r.given, &all), LOB_OK);
    lob_buf_init(&out, 0);
    assert_int_equal(lob_op_fetch(&r.ctx, r.given, false, 0, &out), LOB_E_DRC_RUN_FAILED);
    lob_buf_release(&out);
    end(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fetches_all),
        cmocka_unit_test(picks),
        cmocka_unit_test(refuses_large_polygons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
