/* Numbers as people read them: exact decimals in micrometres, without locale and without zeros that say nothing.
 *
 * Lengths and coordinates are rounded to a tenth of a nanometre, or of a database unit where that is finer; distances
 * between points of the database grid along an axis come out exact. Rounding is half away from zero. */
#include "draw/annotate_impl.h"

#include <string.h>

#include "base/num.h"
#include "base/wrap.h"

#define MICRO "\xc2\xb5m" /* U+00B5 */

enum { DECIMALS_MIN = 4, DECIMALS_MAX = 9 };

static lob_status keep(annotator *a, const char *data, size_t size, lob_str *text) {
    const char *copy = lob_arena_strdup(a->ctx->arena, data, size);
    *text = (lob_str){copy, size};
    return copy ? LOB_OK : lob_fail_memory(a->ctx);
}

/* value * 10^exponent. */
static size_t print_scaled(char out[LOB_NUM_TEXT_SIZE * 2], int64_t value, int exponent) {
    char digits[LOB_NUM_TEXT_SIZE];
    size_t end = 0;
    bool is_negative = value < 0;
    uint64_t left = lob_magnitude(value);
    while (exponent < 0 && left % 10 == 0) { /* 0 becomes 0 * 10^0 as well */
        left /= 10;
        exponent++;
    }
    size_t size = lob_num_print_uint(digits, left);
    if (is_negative && left != 0) {
        out[end++] = '-';
    }
    size_t decimals = exponent < 0 ? (size_t)-exponent : 0;
    for (size_t pad = size; pad <= decimals; pad++) { /* "0.0" before 5 */
        out[end++] = '0';
        if (pad == size) {
            out[end++] = '.';
        }
    }
    for (size_t i = 0; i < size; i++) {
        if (decimals > 0 && i > 0 && size - i == decimals) {
            out[end++] = '.';
        }
        out[end++] = digits[i];
    }
    for (int zeros = 0; left != 0 && zeros < exponent; zeros++) {
        out[end++] = '0';
    }
    return end;
}

/* Powers of ten by multiplying have no error up to 10^22; below 1 they are quotients, so rounded once. */
static double power(int exponent) {
    double value = 1;
    for (int i = 0; i < exponent || i < -exponent; i++) {
        value *= 10;
    }
    return exponent < 0 ? 1 / value : value;
}

/* How many decimals of a micrometre are told. */
static int decimals_of(double dbu) {
    int decimals = DECIMALS_MIN;
    for (double tenth = dbu / 10; decimals < DECIMALS_MAX && tenth < 0.999 / power(decimals);) {
        decimals++;
    }
    return decimals;
}

static size_t print_um(const annotator *a, double dbu_count, char out[LOB_NUM_TEXT_SIZE * 2]) {
    double um = dbu_count * lob_num_snap_dbu(a->dbu);
    for (int decimals = decimals_of(a->dbu); decimals >= 0; decimals--) {
        double scaled = um * power(decimals);
        if (fabs(scaled) < 1e15) {
            return print_scaled(out, (int64_t)llround(scaled), -decimals);
        }
    }
    return lob_num_print(out, um);
}

lob_status lob_text_length(annotator *a, double length_dbu, lob_str *text) {
    char out[LOB_NUM_TEXT_SIZE * 2 + 8];
    size_t size = print_um(a, length_dbu, out);
    memcpy(out + size, " " MICRO, 4);
    return keep(a, out, size + 4, text);
}

lob_status lob_text_place(annotator *a, double x_dbu, double y_dbu, lob_str *text) {
    char out[LOB_NUM_TEXT_SIZE * 4 + 16];
    size_t size = print_um(a, x_dbu, out);
    memcpy(out + size, ", ", 2);
    size += 2;
    size += print_um(a, y_dbu, out + size);
    memcpy(out + size, " " MICRO, 4);
    return keep(a, out, size + 4, text);
}

lob_status lob_text_decimal(annotator *a, int64_t value, int exponent, const char *unit, lob_str *text) {
    char out[LOB_NUM_TEXT_SIZE * 2 + 16];
    size_t size = print_scaled(out, value, exponent < -30 ? -30 : exponent > 30 ? 30 : exponent);
    size_t unit_size = strlen(unit);
    if (unit_size > 0) {
        out[size++] = ' ';
        memcpy(out + size, unit, unit_size);
        size += unit_size;
    }
    return keep(a, out, size, text);
}

static round_number round_at(int step) { /* 1, 2, 5, 10, 20, ...; step 0: 1 */
    static const int factors[3] = {1, 2, 5};
    int exponent = step >= 0 ? step / 3 : -((2 - step) / 3);
    round_number r = {factors[step - 3 * exponent], exponent, 0};
    r.value = exponent < 0 ? r.factor / power(-exponent) : r.factor * power(exponent);
    return r;
}

enum { STEP_MAX = 60 }; /* 10^-20 .. 10^20 */
/* A limit computed by a few products is met when it is that much off. */
#define NEARLY 1e-12

round_number lob_round_below(double limit) {
    int step = STEP_MAX;
    while (step > -STEP_MAX && round_at(step).value > limit * (1 + NEARLY)) {
        step--;
    }
    return round_at(step);
}

round_number lob_round_above(double limit) {
    int step = -STEP_MAX;
    while (step < STEP_MAX && round_at(step).value < limit * (1 - NEARLY)) {
        step++;
    }
    return round_at(step);
}
