/* The engines of src/geom and src/measure asked directly: regions, distances, outlines of paths, guides and their
 * bends, lattices, trees and transformations over shapes that are hard on them (geom.h). Four bytes in front say which
 * allocation fails, the next which engine is asked. Sums must agree, orders of input must not matter, numbers are
 * finite.
 */
#include "fuzz_geom.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "geom/lattice.h"
#include "geom/path.h"
#include "geom/round.h"
#include "geom/rtree.h"

enum { BOXES_MAX = 300, MEMBERS_MAX = 4096 };

/* ---- outlines of paths ---- */

static void ask_path(lob_ctx *ctx, geom_bytes *bytes) {
    static geom_shape line;
    static lob_point points[GEOM_POINTS_MAX];
    static lob_point64 outline[4 * GEOM_POINTS_MAX + 64];
    (void)ctx;
    geom_shape_make(bytes, INT32_MAX, &line);
    for (uint32_t i = 0; i < line.count; i++) {
        points[i] = (lob_point){(int32_t)line.points[i].x, (int32_t)line.points[i].y};
    }
    uint32_t raw = geom_word(bytes);
    lob_path_shape path = {.points = points, .count = line.count, .width = raw >> (geom_byte(bytes) % 32)};
    uint8_t ends = geom_byte(bytes);
    path.round_ends = ends & 1;
    path.begin_ext = ends & 1 ? path.width / 2 : (int32_t)geom_word(bytes) >> (ends >> 3);
    path.end_ext = ends & 1 ? path.width / 2 : ends & 2 ? path.begin_ext : (int32_t)geom_word(bytes);
    uint32_t needed = lob_path_outline(&path, NULL, 0);
    FUZZ_REQUIRE(needed <= sizeof outline / sizeof *outline);
    FUZZ_REQUIRE(lob_path_outline(&path, outline, needed) == needed && needed >= 4);
    lob_box64 box = lob_path_box(&path), drawn = geom_box(outline, needed);
    FUZZ_REQUIRE(path.round_ends || memcmp(&box, &drawn, sizeof box) == 0);
}

/* ---- lattices ---- */

static bool is_in(lob_box64 box, lob_point64 p) {
    return p.x >= box.left && p.x <= box.right && p.y >= box.bottom && p.y <= box.top;
}

static lob_rep make_rep(geom_bytes *bytes) {
    uint8_t kind = geom_byte(bytes), far = geom_byte(bytes);
    geom_dice d = geom_dice_of(bytes);
    bool is_fraction = kind & 1, is_small = kind & 2;
    const int64_t reach = is_fraction ? UINT32_MAX : INT64_C(1) << (1 + far % 52);
    const int64_t most = is_small ? 60 : is_fraction ? 65535 : INT64_C(1) << (1 + far / 9);
    lob_rep rep = {.kind = is_fraction ? LOB_REP_FRACTION : LOB_REP_LATTICE};
    rep.na = (uint64_t)geom_in(&d, 1, most);
    rep.nb = (uint64_t)geom_in(&d, 1, most);
    int64_t *vectors[] = {&rep.a.x, &rep.a.y, &rep.b.x, &rep.b.y};
    for (int i = 0; i < 4; i++) {
        *vectors[i] = geom_in(&d, 0, 2) ? geom_in(&d, -reach, reach) >> geom_in(&d, 0, 20) : 0;
    }
    return rep;
}

static void ask_lattice(lob_ctx *ctx, geom_bytes *bytes) {
    (void)ctx;
    lob_rep rep = make_rep(bytes);
    lob_box64 extent = lob_rep_extent(&rep), into;
    geom_dice d = geom_dice_of(bytes);
    into.left = geom_in(&d, extent.left / 2, extent.right / 2);
    into.bottom = geom_in(&d, extent.bottom / 2, extent.top / 2);
    into.right = into.left + (int64_t)(geom_roll(&d) >> (10 + geom_in(&d, 0, 53)));
    into.top = into.bottom + (int64_t)(geom_roll(&d) >> (10 + geom_in(&d, 0, 53)));
    uint64_t all = lob_rep_count(&rep), wanted = 0, found = 0, member;
    bool is_small = all <= MEMBERS_MAX;
    static uint8_t seen[MEMBERS_MAX];
    memset(seen, 0, sizeof seen);
    for (uint64_t i = 0; is_small && i < all; i++) {
        wanted += is_in(into, lob_rep_at(&rep, i));
        FUZZ_REQUIRE(is_in(extent, lob_rep_at(&rep, i)));
    }
    lob_lattice lattice;
    lob_point64 at;
    lob_lattice_start(&lattice, &rep, NULL, into);
    for (unsigned steps = 0; steps < 2 * MEMBERS_MAX && lob_lattice_next(&lattice, &member, &at); steps++) {
        if (member == LOB_LATTICE_PAUSE) {
            continue;
        }
        found++;
        FUZZ_REQUIRE(member < all && is_in(into, at));
        lob_point64 same = lob_rep_at(&rep, member);
        FUZZ_REQUIRE(same.x == at.x && same.y == at.y);
        FUZZ_REQUIRE(!is_small || !seen[member]++);
    }
    FUZZ_REQUIRE(!is_small || found == wanted);
}

/* ---- trees ---- */

static void ask_tree(lob_ctx *ctx, geom_bytes *bytes) {
    static lob_box boxes[BOXES_MAX];
    static uint8_t found[BOXES_MAX];
    uint8_t far = geom_byte(bytes);
    uint32_t count = geom_byte(bytes) + (far & 31);
    geom_dice d = geom_dice_of(bytes);
    int64_t reach = far == 255 ? INT32_MAX : (INT64_C(1) << (1 + far % 31)) - 1;
    for (uint32_t i = 0; i < count; i++) {
        int64_t x = geom_in(&d, -reach - 1, reach), y = geom_in(&d, -reach - 1, reach);
        boxes[i] = (lob_box){(int32_t)x, (int32_t)y, (int32_t)geom_in(&d, x, reach), (int32_t)geom_in(&d, y, reach)};
        found[i] = 0;
    }
    void *block = lob_arena_alloc(ctx->arena, lob_rtree_size(count));
    void *scratch = lob_arena_alloc(ctx->arena, lob_rtree_scratch_size(count));
    if (!block || !scratch) {
        return;
    }
    lob_rtree tree;
    if (lob_rtree_make(ctx, &tree, boxes, count, block, scratch) != LOB_OK) {
        return;
    }
    lob_box64 window = {geom_in(&d, -2 * reach, reach), geom_in(&d, -2 * reach, reach), 0, 0};
    window.right = geom_in(&d, window.left, 2 * reach);
    window.top = geom_in(&d, window.bottom, 2 * reach);
    lob_rtree_query query = lob_rtree_query_window(window);
    query.gives_whole = geom_in(&d, 0, 1);
    lob_rtree_cursor cursor;
    uint32_t item;
    uint64_t work = 0;
    lob_rtree_begin(&tree, &cursor);
    while (lob_rtree_next(&tree, &cursor, &query, &item, &work)) {
        for (uint32_t k = 0; item != LOB_RTREE_PAUSE && k < cursor.run; k++) {
            FUZZ_REQUIRE(tree.ids[item + k] < count && !found[tree.ids[item + k]]++);
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        bool meets = boxes[i].left <= window.right && boxes[i].right >= window.left && boxes[i].bottom <= window.top &&
                     boxes[i].top >= window.bottom;
        /* A window wholly outside of 32 bits is cut to its edge, and may meet what ends there. */
        FUZZ_REQUIRE(found[i] || !meets);
        FUZZ_REQUIRE(meets || !found[i] || window.left > INT32_MAX - 1 || window.right <= INT32_MIN ||
                     window.bottom > INT32_MAX - 1 || window.top <= INT32_MIN);
    }
}

/* ---- transformations ---- */

static lob_trans make_trans(geom_dice *d) {
    const double angles[] = {0, 90, 180, 270, 45, 33.3, 359.9999999, -90, 1e-9},
                 mags[] = {1, 2, 0.5, 1e-6, 1e6, 1.0001};
    double angle = geom_in(d, 0, 3) ? angles[geom_in(d, 0, 8)] : (double)geom_in(d, -1000000, 1000000) / 1000;
    double mag = geom_in(d, 0, 2) ? 1 : mags[geom_in(d, 0, 5)];
    int64_t reach = INT64_C(1) << geom_in(d, 1, 40);
    bool is_placed = geom_in(d, 0, 1);
    return (is_placed ? lob_trans_make_placed : lob_trans_make)(geom_in(d, 0, 1), angle, mag, geom_in(d, -reach, reach),
                                                                geom_in(d, -reach, reach));
}

static void ask_trans(lob_ctx *ctx, geom_bytes *bytes) {
    (void)ctx;
    geom_dice d = geom_dice_of(bytes);
    lob_trans a = make_trans(&d), b = make_trans(&d), c = lob_trans_compose(&a, &b);
    int64_t reach = INT64_C(1) << geom_in(&d, 1, 31);
    lob_box64 box = {geom_in(&d, -reach, reach), geom_in(&d, -reach, reach), 0, 0};
    box.right = geom_in(&d, box.left, reach);
    box.top = geom_in(&d, box.bottom, reach);
    lob_point64 p = {geom_in(&d, box.left, box.right), geom_in(&d, box.bottom, box.top)};
    const lob_trans *all[] = {&a, &b, &c};
    for (int i = 0; i < 3; i++) {
        lob_point64 q = lob_trans_point(all[i], p);
        lob_box64 to = lob_trans_box(all[i], box),
                  back = lob_trans_inverse_box(all[i], (lob_box64){q.x, q.y, q.x, q.y});
        /* KLayout takes two corners at quarter turns, noise of sines included: a unit, and what doubles lose. */
        double noise = 1 + 1e-9 * (fabs((double)q.x) + fabs((double)q.y));
        FUZZ_REQUIRE((double)q.x >= (double)to.left - noise && (double)q.x <= (double)to.right + noise);
        FUZZ_REQUIRE((double)q.y >= (double)to.bottom - noise && (double)q.y <= (double)to.top + noise);
        const double far = 9007199254740992.0; /* farther out places are cut off */
        FUZZ_REQUIRE(fabs((double)q.x) > far || fabs((double)q.y) > far || is_in(back, p));
    }
    if (a.is_orthogonal && b.is_orthogonal) {
        lob_point64 step = lob_trans_point(&b, p), two = lob_trans_point(&a, step), one = lob_trans_point(&c, p);
        FUZZ_REQUIRE(c.is_orthogonal && one.x == two.x && one.y == two.y);
    }
}

/* ---- all ---- */

static void (*const engines[])(lob_ctx *, geom_bytes *) = {fuzz_geom_region,  fuzz_geom_guide, fuzz_geom_distance,
                                                           fuzz_geom_measure, ask_path,        ask_lattice,
                                                           ask_tree,          ask_trans};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint32_t prefix = fuzz_prefix(data, size);
    size_t skip = size < FUZZ_PREFIX_SIZE ? size : FUZZ_PREFIX_SIZE;
    geom_bytes bytes = {data + skip, data + size};
    uint8_t engine = geom_byte(&bytes);
    uint64_t live = lob_alloc_live();
    lob_alloc_fail_at(prefix & 0x7FFFFFFF, prefix >> 31);
    lob_arena *arena = lob_arena_new(0);
    if (arena) {
        lob_ctx ctx;
        lob_ctx_init(&ctx, arena);
        engines[engine % (sizeof engines / sizeof *engines)](&ctx, &bytes);
    }
    lob_alloc_fail_at(0, 0);
    lob_arena_drop(arena);
    FUZZ_REQUIRE(lob_alloc_live() == live);
    return 0;
}
