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

typedef struct distance_rows { /* of the table: this one, the one above it, the one above that */
    unsigned at[3][DISTANCE_NAME_SIZE_MAX + 1];
} distance_rows;

/* One row, inside the band |i - j| < limit; outside it the distance is at least `limit` anyway, which the places beside
 * the band say. The least of the row. */
static unsigned distance_row(lob_str a, lob_str b, size_t i, unsigned limit, distance_rows *rows) {
    unsigned *row = rows->at[i % 3];
    const unsigned *above = rows->at[(i + 2) % 3], *before = rows->at[(i + 1) % 3];
    const size_t first = i >= limit ? i - limit + 1 : 0;
    const size_t last = i + limit - 1 < b.size ? i + limit - 1 : b.size;
    unsigned best = limit;
    if (first > 0) {
        row[first - 1] = limit;
    }
    for (size_t j = first; j <= last; j++) {
        unsigned value = above[j] + 1;
        if (j > 0) {
            value = min3(value, row[j - 1] + 1, above[j - 1] + (a.data[i - 1] != b.data[j - 1]));
        }
        if (i > 1 && j > 1 && a.data[i - 1] == b.data[j - 2] && a.data[i - 2] == b.data[j - 1]) {
            value = value < before[j - 2] + 1 ? value : before[j - 2] + 1;
        }
        row[j] = value < limit ? value : limit;
        best = row[j] < best ? row[j] : best;
    }
    if (last < b.size) {
        row[last + 1] = limit;
    }
    return best;
}

unsigned lob_str_distance(lob_str a, lob_str b, unsigned limit) {
    if (a.size > DISTANCE_NAME_SIZE_MAX || b.size > DISTANCE_NAME_SIZE_MAX) {
        return limit;
    }
    const size_t difference = a.size < b.size ? b.size - a.size : a.size - b.size;
    if (difference >= limit) {
        return limit;
    }
    distance_rows rows;
    limit = limit < 2 * DISTANCE_NAME_SIZE_MAX ? limit : 2 * DISTANCE_NAME_SIZE_MAX;
    for (unsigned j = 0; j <= b.size; j++) {
        rows.at[0][j] = j < limit ? j : limit;
    }
    for (size_t i = 1; i <= a.size; i++) {
        if (distance_row(a, b, i, limit, &rows) >= limit) { /* the row above has limit - 1 or more: so have all below */
            return limit;
        }
    }
    return rows.at[a.size % 3][b.size];
}
