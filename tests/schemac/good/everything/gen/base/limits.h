/* Made by tools/schemac from spec/. Do not edit. The limits of the product. */
#ifndef LOB_BASE_LIMITS_H
#define LOB_BASE_LIMITS_H

#include <stdint.h>

/* Shapes of one answer. (shapes; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_SAMPLE_SHAPES 100
/* A name. (bytes; beyond: INVALID_TARGET) */
#define LOB_LIMIT_SAMPLE_NAME 8
/* Points of one list. */
#define LOB_LIMIT_SAMPLE_POINTS 3
/* A file, large * / enough. (bytes) */
#define LOB_LIMIT_SAMPLE_FILE INT64_C(8589934592)

#endif
