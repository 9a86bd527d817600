/* What the fuzz targets share: libFuzzer's entry points, what must hold, and what an answer must look like.
 *
 * A target is one function over bytes. It runs under libFuzzer (make fuzz) and, over the stored inputs, under replay.c
 * in any build (make fuzz-replay).
 */
#ifndef LOB_TESTS_FUZZ_FUZZ_H
#define LOB_TESTS_FUZZ_FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "io/write.h"
#include "session/session.h"
#include "tool/call.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t size_max, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t size_max); /* libFuzzer's, or replay.c's */

#define FUZZ_REQUIRE(condition)                                                                                        \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition);                             \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

typedef enum { FUZZ_GDS, FUZZ_OAS } fuzz_format;

/* layout.c: four bytes (little-endian) say which allocation fails, bit 31 that all later ones do too; then the file. */
enum { FUZZ_PREFIX_SIZE = 4 };
void fuzz_layout(const uint8_t *data, size_t size, fuzz_format format);
/* Those four bytes; 0 where there are none. */
uint32_t fuzz_prefix(const uint8_t *data, size_t size);
/* A file into a layout, which is the caller's. */
lob_status fuzz_read(lob_ctx *ctx, lob_str bytes, fuzz_format format, lob_layout **layout);

/* rewrite.c: the same input, read, written in both formats, read back. */
void fuzz_rewrite(const uint8_t *data, size_t size);

/* mutate.c: changes whole records and fields of a layout behind its prefix. */
size_t fuzz_mutate(uint8_t *data, size_t size, size_t size_max, unsigned seed, fuzz_format format);
/* Of an input with its prefix, by its first bytes. */
fuzz_format fuzz_format_of(const uint8_t *data, size_t size);

/* printable.c: is this strict JSON without a character that must be escaped? */
void fuzz_check_printable(lob_str json);

/* store.c: sessions in a temporary folder, one of them open on a fixture. FUZZ_SESSION in a text stands for its id. */
#define FUZZ_SESSION "ses_000000000000"
lob_sessions *fuzz_sessions(void);
/* A copy of the input, NUL-terminated, with the id put in; free(). */
char *fuzz_text(const uint8_t *data, size_t size);
/* The answer of lob_tool_run(): by its strict schema, or an error with code, message and hint. */
void fuzz_check_answer(lob_ctx *ctx, const lob_tool *tool, lob_status status, lob_str json);

#endif
