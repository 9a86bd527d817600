/* Included before each file that clang's analyser reads: what sets an error never gives LOB_OK. The analyser sees one
 * file at a time; without this it goes on behind every failure and finds there what was not set. */
#ifndef TESTS_STATIC_ASSUME_H
#define TESTS_STATIC_ASSUME_H

#include "base/ctx.h"
#include "base/file.h"

static inline lob_status assume_failure(lob_status status) {
    if (status == LOB_OK) {
        __builtin_unreachable();
    }
    return status;
}

#define lob_error_set(...)   assume_failure((lob_error_set)(__VA_ARGS__)) /* what lob_fail() calls */
#define lob_fail_errno(...)  assume_failure((lob_fail_errno)(__VA_ARGS__))
#define lob_fail_memory(...) assume_failure((lob_fail_memory)(__VA_ARGS__))

#ifdef ASSUME_OAS /* files of src/io/oas but the one that defines it */
#include "io/oas/stream.h"
#define oas_fail(...) assume_failure((oas_fail)(__VA_ARGS__))
#endif

#endif
