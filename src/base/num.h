/* Numbers as text, and checked arithmetic. Independent of the locale. */
#ifndef LOB_BASE_NUM_H
#define LOB_BASE_NUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LOB_NUM_TEXT_SIZE = 40 };

/* Shortest decimal that reads back as the same double, in the form of ECMAScript's Number.toString (RFC 8785): 100,
 * 0.3, 1e+21, 5e-324. NaN and infinities give "null". Returns the length. */
size_t lob_num_print(char out[LOB_NUM_TEXT_SIZE], double value);
size_t lob_num_print_int(char out[LOB_NUM_TEXT_SIZE], int64_t value);
size_t lob_num_print_uint(char out[LOB_NUM_TEXT_SIZE], uint64_t value);

/* Rounded to 6 decimals, half away from zero (contract: microns). Values above 9e9 are returned as they are. */
double lob_num_round_um(double value_um);

/* The same of a scale, which must not become 0: one below 0.0000005 stays as it is. */
double lob_num_round_scale(double um_per_step);

/* Database units to micrometres, rounded to 6 decimals. A dbu stored as 0.0009999999999999998 is snapped first: see
 * lob_num_snap_dbu(). */
double lob_num_um_from_dbu(int64_t value_dbu, double dbu_um);
/* The nearest number with at most 9 significant digits if it is within 1e-12 relative, else the value itself. */
double lob_num_snap_dbu(double dbu_um);

/* Saturating at UINT64_MAX: expanded counts of hostile hierarchies. */
uint64_t lob_u64_add_sat(uint64_t a, uint64_t b);
uint64_t lob_u64_mul_sat(uint64_t a, uint64_t b);
uint64_t lob_u64_divisor(uint64_t a, uint64_t b); /* the greatest of both; of 0 and a: a */
int64_t lob_i64_divisor(int64_t a, int64_t b);    /* the same of their magnitudes, above INT64_MIN */

/* strtod() of the "C" locale, whatever locale the process has taken: a point is a point. */
double lob_num_strtod(const char *text, char **end);

/* The whole text must be a decimal integer in [min, max]. */
bool lob_num_parse_int(const char *text, int64_t min, int64_t max, int64_t *value);

#endif
