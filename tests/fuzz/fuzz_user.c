/* Records of choices, made into a layout and calls of every tool; see user.h. */
#include "user.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static user_watch watch;
    static bool is_begun;
    user_case c;
    if (!is_begun) {
        is_begun = atexit(user_store_close) == 0;
    }
    user_case_from_bytes(&c, data, size);
    if (c.count > 0) {
        user_run(&c, &watch, NULL);
    }
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t size_max, unsigned seed) {
    user_case c;
    uint64_t state = seed;
    if (size % USER_RECORD_SIZE || size < 2 * USER_RECORD_SIZE) { /* begins as a seed does */
        user_case_from_seed(&c, seed);
        size = (size_t)c.count * USER_RECORD_SIZE < size_max ? (size_t)c.count * USER_RECORD_SIZE : 0;
        memcpy(data, c.records, size);
        return size;
    }
    return user_random(&state) % 4 ? LLVMFuzzerMutate(data, size, size) : LLVMFuzzerMutate(data, size, size_max);
}
