/* What both kinds of transforms share: aligned blocks. The byte before a block's start says nothing; the pointer
 * before it is what lob_malloc() gave. */
#include <stdint.h>
#include <string.h>

#include "base/alloc.h"
#include "litho/fft.h"

enum { ALIGNMENT = 64 };

void *lob_fft_alloc(size_t size) {
    if (size > SIZE_MAX - ALIGNMENT - sizeof(void *)) {
        return NULL;
    }
    char *whole = lob_malloc(size + ALIGNMENT + sizeof(void *));
    if (whole == NULL) {
        return NULL;
    }
    const uintptr_t first = (uintptr_t)whole + sizeof(void *);
    char *block = whole + ((first + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT - (uintptr_t)whole);
    memcpy(block - sizeof(void *), &whole, sizeof whole);
    return block;
}

void lob_fft_free(void *block) {
    if (block != NULL) {
        void *whole;
        memcpy(&whole, (char *)block - sizeof(void *), sizeof whole);
        lob_free(whole);
    }
}
