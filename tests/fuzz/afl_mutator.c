/* mutate.c for AFL++, which takes a mutator as a library of its own (AFL_CUSTOM_MUTATOR_LIBRARY): whole records and
 * fields of GDSII or OASIS, whichever the input is. Has a LLVMFuzzerMutate() of its own, as the library stands alone.
 */
#include "fuzz.h"

#include <string.h>

typedef struct mutator {
    uint32_t random;
    uint8_t *bytes; /* owned */
    size_t room;
} mutator;

void *afl_custom_init(void *afl, unsigned seed);
size_t afl_custom_fuzz(mutator *m, uint8_t *data, size_t size, uint8_t **out, uint8_t *other, size_t other_size,
                       size_t size_max);
void afl_custom_deinit(mutator *m);

static uint32_t random_state = 1;

static size_t below(size_t bound) {
    random_state = random_state * 1664525 + 1013904223;
    return bound ? (random_state >> 8) % bound : 0;
}

/* A byte changes, comes or goes. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t size_max) {
    size_t at = below(size), what = below(4);
    if (what == 0 && size < size_max) {
        at = below(size + 1);
        memmove(data + at + 1, data + at, size - at);
        data[at] = (uint8_t)below(256);
        return size + 1;
    }
    if (what == 1 && size > 1) {
        memmove(data + at, data + at + 1, size - at - 1);
        return size - 1;
    }
    if (size > 0) {
        data[at] ^= (uint8_t)(what == 2 ? 1 << below(8) : 1 + below(255));
    }
    return size;
}

void *afl_custom_init(void *afl, unsigned seed) {
    (void)afl;
    mutator *m = calloc(1, sizeof *m);
    if (m) {
        m->random = random_state = seed | 1;
    }
    return m;
}

size_t afl_custom_fuzz(mutator *m, uint8_t *data, size_t size, uint8_t **out, uint8_t *other, size_t other_size,
                       size_t size_max) {
    (void)other, (void)other_size;
    if (m->room < size_max) {
        uint8_t *grown = realloc(m->bytes, size_max);
        if (!grown) {
            *out = data;
            return size;
        }
        m->bytes = grown;
        m->room = size_max;
    }
    size = size < size_max ? size : size_max;
    memcpy(m->bytes, data, size);
    m->random = m->random * 1664525 + 1013904223;
    *out = m->bytes;
    return fuzz_mutate(m->bytes, size, size_max, m->random >> 4, fuzz_format_of(data, size));
}

void afl_custom_deinit(mutator *m) {
    free(m->bytes);
    free(m);
}
