/* Numbers as text.
 *
 * Idea: nearly every number that leaves the server is an integer or has at most six decimals, and those are printed
 * exactly with integer arithmetic. The rest asks the C library for 15, 16 and 17 digits and takes the first that reads
 * back. Nothing here depends on the locale: text for strtod() carries no decimal point.
 */
#include "base/num.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INTEGER_MAX 9007199254740992.0 /* 2^53: up to here a double holds every integer */
#define UM_MAX      9e9                /* up to here 6 decimals are within a double's reach */

static size_t put_uint(char *out, uint64_t value) {
    char reversed[20];
    size_t size = 0;
    do {
        reversed[size++] = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    for (size_t i = 0; i < size; i++) {
        out[i] = reversed[size - 1 - i];
    }
    out[size] = '\0';
    return size;
}

static size_t put_int(char *out, int64_t value) {
    if (value >= 0) {
        return put_uint(out, (uint64_t)value);
    }
    out[0] = '-';
    return 1 + put_uint(out + 1, (uint64_t)(-(value + 1)) + 1);
}

size_t lob_num_print_uint(char out[LOB_NUM_TEXT_SIZE], uint64_t value) {
    return put_uint(out, value);
}

size_t lob_num_print_int(char out[LOB_NUM_TEXT_SIZE], int64_t value) {
    return put_int(out, value);
}

__extension__ typedef __int128 wide;

/* Whether a double holds the integer exactly. */
static bool is_exact(int64_t value) {
    return value <= (int64_t)1 << 53 && value >= -((int64_t)1 << 53);
}

/* A positive number digits * 10^exponent; digits does not end in 0. */
typedef struct decimal {
    uint64_t digits;
    int exponent;
} decimal;

static decimal without_zeros(decimal number) {
    while (number.digits % 10 == 0) {
        number.digits /= 10;
        number.exponent++;
    }
    return number;
}

static double read_back(decimal number) {
    char text[LOB_NUM_TEXT_SIZE];
    size_t size = put_uint(text, number.digits);
    text[size++] = 'e';
    put_int(text + size, number.exponent);
    return strtod(text, NULL);
}

/* The nearest number with `count` digits. */
static decimal nearest(double value, int count) {
    char text[LOB_NUM_TEXT_SIZE];
    snprintf(text, sizeof text, "%.*e", count - 1, value);
    decimal number = {0, 0};
    const char *at = text;
    for (; *at != 'e'; at++) {
        if (*at >= '0' && *at <= '9') { /* skips the point, or what the locale has for it */
            number.digits = number.digits * 10 + (uint64_t)(*at - '0');
        }
    }
    number.exponent = (int)strtol(at + 1, NULL, 10) - (count - 1);
    return number;
}

static decimal shortest(double value) {
    /* A normal number has 15 digits at least that survive; a subnormal may have a single one. */
    for (int count = value < 2.2250738585072014e-308 ? 1 : 15; count < 17; count++) {
        decimal number = nearest(value, count);
        if (read_back(number) == value) {
            return without_zeros(number);
        }
        /* Just above a power of two the doubles are twice as wide apart as below it, so that the next decimal above may
         * read back where the nearest does not. */
        int exponent;
        number.digits++;
        if (frexp(value, &exponent) == 0.5 && read_back(number) == value) {
            return without_zeros(number);
        }
    }
    return without_zeros(nearest(value, 17));
}

static char *put_zeros(char *out, int count) {
    for (; count > 0; count--) {
        *out++ = '0';
    }
    return out;
}

static char *put_digits(char *out, const char *digits, int count) {
    memcpy(out, digits, (size_t)count);
    return out + count;
}

/* ECMAScript Number::toString. `point` is the number of digits before the decimal point. */
static size_t print_decimal(char *out, decimal number) {
    char digits[LOB_NUM_TEXT_SIZE];
    int size = (int)put_uint(digits, number.digits);
    int point = size + number.exponent;
    char *end = out;
    if (point > 21 || point <= -6) {
        *end++ = digits[0];
        if (size > 1) {
            *end++ = '.';
            end = put_digits(end, digits + 1, size - 1);
        }
        *end++ = 'e';
        if (point > 0) {
            *end++ = '+';
        }
        end += put_int(end, point - 1);
    } else if (point <= 0) {
        end = put_digits(end, "0.", 2);
        end = put_zeros(end, -point);
        end = put_digits(end, digits, size);
    } else if (point >= size) {
        end = put_digits(end, digits, size);
        end = put_zeros(end, point - size);
    } else {
        end = put_digits(end, digits, point);
        *end++ = '.';
        end = put_digits(end, digits + point, size - point);
    }
    *end = '\0';
    return (size_t)(end - out);
}

/* Integers and numbers of at most six decimals; 0 when the value is neither. */
static size_t print_exactly(char *out, double value) {
    if (value < INTEGER_MAX && value == (double)(uint64_t)value) {
        return put_uint(out, (uint64_t)value);
    }
    if (value >= UM_MAX) {
        return 0;
    }
    /* micros / 1e6 is rounded correctly, so if it is the value, the value's text is micros with the point moved; it has
     * at most 15 significant digits up to 1e9 and then no shorter text can read back as the same number. */
    uint64_t micros = (uint64_t)(value * 1e6 + 0.5);
    if (micros == 0 || micros >= 1000000000000000u || (double)micros / 1e6 != value) {
        return 0;
    }
    size_t size = put_uint(out, micros / 1000000);
    out[size++] = '.';
    uint64_t rest = micros % 1000000;
    for (uint64_t unit = 100000; rest != 0; unit /= 10) {
        out[size++] = (char)('0' + rest / unit);
        rest %= unit;
    }
    out[size] = '\0';
    return size;
}

size_t lob_num_print(char out[LOB_NUM_TEXT_SIZE], double value) {
    if (!isfinite(value)) {
        memcpy(out, "null", 5);
        return 4;
    }
    size_t sign = value < 0;
    out[0] = '-';
    value = fabs(value);
    size_t size = print_exactly(out + sign, value);
    return sign + (size ? size : print_decimal(out + sign, shortest(value)));
}

double lob_num_round_um(double value_um) {
    double size = fabs(value_um);
    if (!(size <= UM_MAX)) {
        return value_um;
    }
    /* product + error is value * 1e6 without any rounding. */
    double product = size * 1e6;
    double error = fma(size, 1e6, -product);
    double whole = floor(product);
    /* 0.0000005 is a little less than it says; what misses the half by the last bits of the value counts as half. */
    double slack = fmin(product * 0x1p-51, 0.02);
    if (product - whole + error + slack >= 0.5) {
        whole += 1;
    }
    return copysign(whole / 1e6, value_um);
}

double lob_num_snap_dbu(double dbu_um) {
    if (!isfinite(dbu_um) || dbu_um <= 0) {
        return dbu_um;
    }
    double snapped = read_back(without_zeros(nearest(dbu_um, 9)));
    return fabs(snapped - dbu_um) <= dbu_um * 1e-12 ? snapped : dbu_um;
}

uint64_t lob_u64_divisor(uint64_t a, uint64_t b) {
    while (b != 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

int64_t lob_i64_divisor(int64_t a, int64_t b) {
    return (int64_t)lob_u64_divisor((uint64_t)(a < 0 ? -a : a), (uint64_t)(b < 0 ? -b : b));
}

/* value * nanos / 1e9, rounded to 6 decimals, by integers as long as that means anything. */
static double um_exact(int64_t value, uint64_t nanos) {
    uint64_t divisor = lob_u64_divisor(nanos, 1000000000);
    wide denominator = 1000000000 / (wide)divisor;
    wide product = (wide)value * (wide)(nanos / divisor);
    double um = (double)product / (double)denominator;
    if (1000000 % denominator != 0 && fabs(um) <= UM_MAX) {
        wide half = product < 0 ? -denominator / 2 : denominator / 2;
        um = (double)(int64_t)((product * 1000000 + half) / denominator) / 1e6;
    }
    return um;
}

double lob_num_um_from_dbu(int64_t value_dbu, double dbu_um) {
    if (dbu_um >= 1e-9 && dbu_um <= UM_MAX / 1e9) {
        uint64_t nanos = (uint64_t)(dbu_um * 1e9 + 0.5);
        if (fabs((double)nanos / 1e9 - dbu_um) <= dbu_um * 1e-12) {
            int64_t micros;
            bool overflow = __builtin_mul_overflow(value_dbu, (int64_t)(nanos / 1000), &micros);
            if (nanos % 1000 == 0 && !overflow && is_exact(micros)) { /* the usual case: dbu = 0.001, 0.0005 ... */
                return (double)micros / 1e6;
            }
            return um_exact(value_dbu, nanos);
        }
    }
    return lob_num_round_um((double)value_dbu * lob_num_snap_dbu(dbu_um));
}

double lob_num_round_scale(double um_per_step) {
    const double rounded = lob_num_round_um(um_per_step);
    return rounded == 0 ? um_per_step : rounded;
}

uint64_t lob_u64_add_sat(uint64_t a, uint64_t b) {
    uint64_t sum;
    return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

uint64_t lob_u64_mul_sat(uint64_t a, uint64_t b) {
    uint64_t product;
    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

double lob_num_strtod(const char *text, char **end) {
    /* glibc's "C" locale is static: no memory, nothing to free, and no failure. */
    return strtod_l(text, end, newlocale(LC_ALL_MASK, "C", (locale_t)0));
}

bool lob_num_parse_int(const char *text, int64_t min, int64_t max, int64_t *value) {
    if (!text) {
        return false;
    }
    bool negative = *text == '-';
    const char *at = text + negative;
    if (*at == '\0') {
        return false;
    }
    int64_t sum = 0;
    for (; *at; at++) {
        int64_t digit = *at - '0';
        if (*at < '0' || *at > '9' || __builtin_mul_overflow(sum, 10, &sum) ||
            __builtin_add_overflow(sum, negative ? -digit : digit, &sum)) {
            return false;
        }
    }
    if (sum < min || sum > max) {
        return false;
    }
    *value = sum;
    return true;
}
