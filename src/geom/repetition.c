/* Repetitions. The counts of a FRACTION are those of GDSII (at most 65535) and its extents are of 33 bits, so all
 * products below fit into 64 bits. */
#include "geom/repetition.h"

#include <math.h>

#include "geom/round.h"

/* v * k / n, half away from zero. */
static int64_t round_div(int64_t numerator, int64_t n) {
    int64_t magnitude = numerator < 0 ? -numerator : numerator;
    int64_t q = (2 * magnitude + n) / (2 * n);
    return numerator < 0 ? -q : q;
}

/* KLayout splits an AREF of fractional pitch v / n into runs of the rounded pitch. A run goes on while it is off the
 * true place by less than half a unit. Its sums are of doubles, whose noise decides about exact halves. */
static double place_of(int64_t v, int64_t n, int64_t k) {
    return (double)v * (1 / (double)n) * (double)k;
}

/* Whether a run begins at `k`: all members before are within half a unit, so they are where rounding puts them. */
static bool is_start(int64_t v, int64_t n, int64_t k) {
    double next = (double)(lob_round(place_of(v, n, k - 1)) + round_div(v, n));
    return !(fabs(next - place_of(v, n, k)) < 0.5);
}

/* The first index of the run that holds `k`, but for the noise at halves.
 *
 * With v = n * pitch + r the error of member k is k * r / n, which grows steadily, so runs are the intervals between
 * half-integers of that error. Where the error pulls towards zero an exact half is a run of its own. */
static int64_t run_start_exact(int64_t n, int64_t r, bool outward, int64_t k) {
    if (!outward && (2 * k * r) % (2 * n) == n) {
        return k;
    }
    int64_t q = round_div(k * r, n);
    if (q == 0) {
        return 0;
    }
    int64_t limit = (2 * q - 1) * n; /* the run starts where 2 * s * r reaches it */
    return outward ? (limit + 2 * r - 1) / (2 * r) : limit / (2 * r) + 1;
}

static int64_t run_start(int64_t v, int64_t n, int64_t k) {
    int64_t r = v - n * round_div(v, n);
    if (r == 0) {
        return 0;
    }
    bool outward = (r < 0) == (v < 0);
    r = r < 0 ? -r : r;
    int64_t start = run_start_exact(n, r, outward, k);
    while (start > 0 && !is_start(v, n, start)) {
        if (outward && k > start) {
            return start + 1;
        }
        k = start - 1;
        start = run_start_exact(n, r, outward, k);
    }
    return start;
}

static int64_t max64(int64_t a, int64_t b) {
    return a > b ? a : b;
}

static int64_t fraction_at(int64_t a, int64_t na, int64_t i, int64_t i0, int64_t b, int64_t nb, int64_t j, int64_t j0) {
    return lob_round(place_of(a, na, i0) + place_of(b, nb, j0)) + (i - i0) * round_div(a, na) +
           (j - j0) * round_div(b, nb);
}

static lob_point64 fraction_point(const lob_rep *rep, int64_t i, int64_t j) {
    int64_t na = (int64_t)rep->na;
    int64_t nb = (int64_t)rep->nb;
    int64_t i0 = max64(run_start(rep->a.x, na, i), run_start(rep->a.y, na, i));
    int64_t j0 = max64(run_start(rep->b.x, nb, j), run_start(rep->b.y, nb, j));
    return (lob_point64){fraction_at(rep->a.x, na, i, i0, rep->b.x, nb, j, j0),
                         fraction_at(rep->a.y, na, i, i0, rep->b.y, nb, j, j0)};
}

static int64_t saturate(__int128 value) {
    const int64_t edge = INT64_C(1) << 61;
    return value > edge ? edge : value < -edge ? -edge : (int64_t)value;
}

static lob_point64 member(const lob_rep *rep, uint64_t i, uint64_t j) {
    if (rep->kind == LOB_REP_FRACTION) {
        return fraction_point(rep, (int64_t)i, (int64_t)j);
    }
    return (lob_point64){saturate((__int128)rep->a.x * (__int128)i + (__int128)rep->b.x * (__int128)j),
                         saturate((__int128)rep->a.y * (__int128)i + (__int128)rep->b.y * (__int128)j)};
}

uint64_t lob_rep_count(const lob_rep *rep) {
    uint64_t count;
    switch (rep->kind) {
    case LOB_REP_LIST:
        return rep->list_count;
    case LOB_REP_LATTICE:
    case LOB_REP_FRACTION:
        return __builtin_mul_overflow(rep->na, rep->nb, &count) ? UINT64_MAX : count;
    case LOB_REP_NONE:
    default:
        return 1;
    }
}

lob_point64 lob_rep_at(const lob_rep *rep, uint64_t index) {
    if (rep->kind == LOB_REP_LIST) {
        return (lob_point64){rep->list[index].x, rep->list[index].y};
    }
    if (rep->kind == LOB_REP_NONE) {
        return (lob_point64){0, 0};
    }
    return member(rep, index % rep->na, index / rep->na);
}

lob_box64 lob_rep_extent(const lob_rep *rep) {
    if (rep->kind == LOB_REP_NONE) {
        return (lob_box64){0, 0, 0, 0};
    }
    if (rep->kind == LOB_REP_LIST && rep->na) {
        return (lob_box64){rep->a.x, rep->a.y, rep->b.x, rep->b.y};
    }
    if (rep->kind == LOB_REP_LIST) {
        return rep->list_count ? lob_box64_from(lob_points_box(rep->list, rep->list_count)) : LOB_BOX64_EMPTY;
    }
    if (rep->kind == LOB_REP_FRACTION && rep->extent) {
        return *rep->extent;
    }
    /* Both axes are monotone, fractions too: a run is never ahead of its successor. So the corners bound all members.
     */
    lob_box64 box = LOB_BOX64_EMPTY;
    for (unsigned corner = 0; corner < 4; corner++) {
        lob_point64 p = member(rep, corner & 1 ? rep->na - 1 : 0, corner & 2 ? rep->nb - 1 : 0);
        box = lob_box64_add_point(box, p.x, p.y);
    }
    return box;
}

void lob_rep_keep_extent(lob_rep *rep) {
    if (rep->kind == LOB_REP_LIST && rep->list_count > 0) {
        const lob_box box = lob_points_box(rep->list, rep->list_count);
        rep->a = (lob_point64){box.left, box.bottom};
        rep->b = (lob_point64){box.right, box.top};
        rep->na = 1;
    }
}
