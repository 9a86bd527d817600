/* The OASIS reader into the builder; see layout.c. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    fuzz_layout(data, size, FUZZ_OAS);
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t size_max, unsigned seed) {
    return fuzz_mutate(data, size, size_max, seed, FUZZ_OAS);
}
