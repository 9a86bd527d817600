/* Comparing byte strings. Bytes are unsigned, so the order is the same on every machine and in every locale. */
#include "base/str.h"

enum { DISTANCE_NAME_SIZE_MAX = 64 };

int lob_str_compare(lob_str a, lob_str b) {
    size_t common = a.size < b.size ? a.size : b.size;
    int order = common ? memcmp(a.data, b.data, common) : 0;
    if (order != 0) {
        return order < 0 ? -1 : 1;
    }
    return a.size < b.size ? -1 : a.size > b.size;
}

static unsigned min3(unsigned a, unsigned b, unsigned c) {
    unsigned ab = a < b ? a : b;
    return ab < c ? ab : c;
}

/* One row of the table, inside the band |i - j| < limit; outside it the distance is at least `limit` anyway. */
static unsigned distance_row(lob_str a, lob_str b, size_t i, unsigned limit, unsigned *row) {
    size_t first = i >= limit ? i - limit + 1 : 0;
    size_t last = i + limit - 1 < b.size ? i + limit - 1 : b.size;
    unsigned diagonal = first > 0 ? row[first - 1] : limit;
    unsigned left = limit, best = limit;
    for (size_t j = first; j <= last; j++) {
        unsigned above = row[j];
        unsigned value = above + 1;
        if (j > 0) {
            value = min3(above + 1, left + 1, diagonal + (a.data[i - 1] != b.data[j - 1]));
        }
        value = value < limit ? value : limit;
        diagonal = above;
        row[j] = left = value;
        best = value < best ? value : best;
    }
    return best;
}

unsigned lob_str_distance(lob_str a, lob_str b, unsigned limit) {
    if (a.size > DISTANCE_NAME_SIZE_MAX || b.size > DISTANCE_NAME_SIZE_MAX) {
        return limit;
    }
    size_t difference = a.size < b.size ? b.size - a.size : a.size - b.size;
    if (difference >= limit) {
        return limit;
    }
    unsigned row[DISTANCE_NAME_SIZE_MAX + 1];
    for (unsigned j = 0; j <= b.size; j++) {
        row[j] = j < limit ? j : limit;
    }
    for (size_t i = 1; i <= a.size; i++) {
        if (distance_row(a, b, i, limit, row) >= limit) {
            return limit;
        }
    }
    return row[b.size];
}
