/* Reading and writing as one: what a reader makes of the bytes is written in both formats and read again; see
 * rewrite.c.
 */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_rewrite(data, size);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t size_max, unsigned seed) {
    return fuzz_mutate(data, size, size_max, seed, fuzz_format_of(data, size));
}
