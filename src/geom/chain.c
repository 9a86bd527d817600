/* Chains by arc length. Directions are always taken over a window: vertices sit on the database grid, so the direction
 * of a single short facet says nothing. */
#include "geom/chain.h"

bool lob_chain_make(lob_arena *arena, const lob_vec2 *points, uint32_t count, bool is_closed, lob_chain *chain) {
    uint32_t room = count + (is_closed ? 1 : 0);
    *chain = (lob_chain){
        .at = LOB_NEW_ARRAY(arena, lob_vec2, room), .s = LOB_NEW_ARRAY(arena, double, room), .is_closed = is_closed};
    if (!chain->at || !chain->s) {
        return false;
    }
    double s = 0;
    for (uint32_t i = 0; i < room; i++) {
        lob_vec2 p = points[i < count ? i : 0];
        if (chain->count > 0) {
            double step = lob_vec2_length(lob_vec2_sub(p, chain->at[chain->count - 1]));
            if (step < 1e-9 || !(s + step > s)) { /* far along, lengths are no finer than a double */
                continue;
            }
            s += step;
        }
        chain->at[chain->count] = p;
        chain->s[chain->count++] = s;
    }
    return true;
}

double lob_chain_length(const lob_chain *chain) {
    return chain->count > 0 ? chain->s[chain->count - 1] : 0;
}

static double wrap(const lob_chain *chain, double s) {
    double length = lob_chain_length(chain);
    if (!chain->is_closed || length <= 0) {
        return s < 0 ? 0 : s > length ? length : s;
    }
    s = fmod(s, length);
    return s < 0 ? s + length : s;
}

uint32_t lob_chain_edge(const lob_chain *chain, double s) {
    s = wrap(chain, s);
    uint32_t low = 0, high = lob_index_back(chain->count, 1);
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (chain->s[middle] <= s) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

lob_vec2 lob_chain_at(const lob_chain *chain, double s) {
    if (chain->count < 2) { /* at[0] is zeroed memory where there is no point */
        return chain->at[0];
    }
    s = wrap(chain, s);
    uint32_t k = lob_chain_edge(chain, s);
    double t = (s - chain->s[k]) / (chain->s[k + 1] - chain->s[k]);
    return lob_vec2_add(chain->at[k], lob_vec2_mul(lob_vec2_sub(chain->at[k + 1], chain->at[k]), t));
}

lob_vec2 lob_chain_tangent(const lob_chain *chain, double s, double window, double lo, double hi) {
    bool is_round = chain->is_closed && hi - lo >= lob_chain_length(chain) * (1 - 1e-12);
    double reach = window;
    if (!is_round) {
        reach = fmin(reach, fmin(s - lo, hi - s));
    }
    if (reach < window * 1e-3) {
        /* At an end: what lies on the one side. */
        double from = fmax(lo, s - window), to = fmin(hi, s + window);
        return lob_vec2_unit(lob_vec2_sub(lob_chain_at(chain, to), lob_chain_at(chain, from)));
    }
    return lob_vec2_unit(lob_vec2_sub(lob_chain_at(chain, s + reach), lob_chain_at(chain, s - reach)));
}

double lob_chain_turn(const lob_chain *chain, double s, double window) {
    double length = lob_chain_length(chain);
    if (!chain->is_closed && (s <= 0 || s >= length)) {
        return 0;
    }
    lob_vec2 at = lob_chain_at(chain, s);
    double before = chain->is_closed ? window : fmin(window, s);
    double after = chain->is_closed ? window : fmin(window, length - s);
    return lob_vec2_turn(lob_vec2_sub(at, lob_chain_at(chain, s - before)),
                         lob_vec2_sub(lob_chain_at(chain, s + after), at));
}

uint32_t lob_chain_corners(const lob_chain *chain, double window, double angle, uint32_t *corners) {
    uint32_t count = 0;
    double best = 0;
    uint32_t last = lob_index_back(chain->count, 1);
    for (uint32_t i = chain->is_closed ? 0 : 1; i < last; i++) {
        /* So near an open end a step of the grid looks like a corner. */
        bool is_end = !chain->is_closed && fmin(chain->s[i], chain->s[last] - chain->s[i]) < window / 4;
        double turn = is_end ? 0 : fabs(lob_chain_turn(chain, chain->s[i], window));
        if (turn < angle) {
            continue;
        }
        if (count > 0 && chain->s[i] - chain->s[corners[count - 1]] < window) {
            if (turn > best) { /* the sharpest of a cluster */
                corners[count - 1] = i;
                best = turn;
            }
            continue;
        }
        corners[count++] = i;
        best = turn;
    }
    return count;
}
