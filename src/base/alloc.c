/* The door to malloc: two relaxed counters and one comparison away from the C library.
 *
 * Invariant: `live` counts the blocks handed out and not yet freed, whatever path they took; a failed request, true or
 * pretended, changes nothing but `asked`.
 */
#include "base/alloc.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

static atomic_uint_fast64_t asked;
static atomic_uint_fast64_t live;
static atomic_uint_fast64_t fail_nth; /* 0: off */
static atomic_bool fail_later_too;

static bool must_fail(void) {
    uint64_t number = atomic_fetch_add_explicit(&asked, 1, memory_order_relaxed) + 1;
    uint64_t nth = atomic_load_explicit(&fail_nth, memory_order_relaxed);
    if (nth == 0) {
        return false;
    }
    return number == nth || (number > nth && atomic_load_explicit(&fail_later_too, memory_order_relaxed));
}

static void *count_live(void *block) {
    if (block) {
        atomic_fetch_add_explicit(&live, 1, memory_order_relaxed);
    }
    return block;
}

void *lob_malloc(size_t size) {
    /* A size of 0 must not look like a failure. */
    return must_fail() ? NULL : count_live(malloc(size ? size : 1));
}

void *lob_calloc(size_t count, size_t size) {
    size_t total;
    if (count == 0 || size == 0) {
        count = size = 1;
    }
    return must_fail() || __builtin_mul_overflow(count, size, &total) ? NULL : count_live(calloc(count, size));
}

void *lob_realloc(void *block, size_t size) {
    if (must_fail()) {
        return NULL;
    }
    void *grown = realloc(block, size ? size : 1);
    return block ? grown : count_live(grown);
}

void lob_free(void *block) {
    if (block) {
        atomic_fetch_sub_explicit(&live, 1, memory_order_relaxed);
        free(block);
    }
}

void lob_alloc_fail_at(uint64_t nth, int persistent) {
    atomic_store(&fail_nth, 0);
    atomic_store(&asked, 0);
    atomic_store(&fail_later_too, persistent != 0);
    atomic_store(&fail_nth, nth);
}

uint64_t lob_alloc_count(void) {
    return atomic_load(&asked);
}

uint64_t lob_alloc_live(void) {
    return atomic_load(&live);
}
