/* Angles: brought to at most an eighth of a turn from the nearest quarter, which is exact, then two series. */
#include "litho/turn.h"

#include <math.h>

static double series(double square, double first, unsigned from) {
    double term = first, sum = first;
    for (unsigned i = from; i < 17; i += 2) {
        term *= -square / ((double)i * (double)(i + 1));
        sum += term;
    }
    return sum;
}

void lob_turn(double turns, double *cosine, double *sine) {
    const double quarters = floor(4 * turns + .5);
    const double angle = (turns - quarters / 4) * 6.28318530717958647692;
    const double c = series(angle * angle, 1, 1), s = series(angle * angle, angle, 2);
    const unsigned quarter = (unsigned)(quarters - 4 * floor(quarters / 4));
    *cosine = quarter == 0 ? c : quarter == 1 ? -s : quarter == 2 ? -c : s;
    *sine = quarter == 0 ? s : quarter == 1 ? c : quarter == 2 ? -s : -c;
}
