/* The door to malloc: a few relaxed counters away from the C library.
 *
 * Invariant: `live` counts the blocks handed out and not yet freed, whatever path they took; a failed request, true or
 * pretended, changes nothing but `asked`. An account's `held` is what its threads took less what they freed while they
 * were under it.
 */
#include "base/alloc.h"

#include <malloc.h>
#include <stdlib.h>

#include "base/platform.h"
#include "base/wrap.h"

static atomic_uint_fast64_t asked;
static atomic_uint_fast64_t live;
static atomic_uint_fast64_t fail_nth; /* 0: off */
static atomic_bool fail_later_too;

__attribute__((noinline, cold)) static bool is_the_one(uint64_t nth) {
    uint64_t number = atomic_fetch_add_explicit(&asked, 1, memory_order_relaxed) + 1;
    return number == nth || (number > nth && atomic_load_explicit(&fail_later_too, memory_order_relaxed));
}

static inline bool must_fail(void) {
    uint64_t nth = atomic_load_explicit(&fail_nth, memory_order_relaxed);
    return nth != 0 && is_the_one(nth);
}

static inline void *count_live(void *block) {
    if (block) {
        atomic_fetch_add_explicit(&live, 1, memory_order_relaxed);
    }
    return block;
}

/* ---- accounts ---- */

enum { SETTLE_SIZE = 32 << 20, END_SIZE = 1 << 20, HEAP_KEPT_SIZE = 16 << 20, BATCH_SIZE = 1 << 16 };

/* A thread reports what it took and freed to its account one batch at a time: the counter that all threads share
 * stays cool, and a thread passes the bound by less than a batch. */
static _Thread_local lob_account *current;
static _Thread_local int64_t untold;
static _Thread_local const char *refused_by; /* NULL: nothing was refused */
static _Thread_local int64_t refused_at;
static _Thread_local uint64_t noted_size;

void lob_account_init(lob_account *account, const char *limit_name, int64_t held_max) {
    account->limit_name = limit_name;
    account->held_max = held_max;
    atomic_init(&account->held, 0);
    atomic_init(&account->peak, 0);
}

/* What is held now, with `more`. */
static int64_t tell(lob_account *account, int64_t more) {
    int64_t told = untold + more;
    untold = 0;
    int64_t held = atomic_fetch_add_explicit(&account->held, told, memory_order_relaxed) + told;
    if (held > atomic_load_explicit(&account->peak, memory_order_relaxed) && held <= account->held_max) {
        atomic_store_explicit(&account->peak, held, memory_order_relaxed); /* a lost race costs a little truth */
    }
    return held;
}

lob_account *lob_account_enter(lob_account *account) {
    lob_account *before = current;
    if (before) {
        tell(before, 0);
    } else {
        refused_by = NULL;
    }
    current = account;
    return before;
}

lob_account *lob_account_current(void) {
    if (current) {
        tell(current, 0); /* whoever asks shares it with another thread */
    }
    return current;
}

/* This thread is about to free, or has freed, so many bytes. */
static void note_peak(uint64_t size) {
    noted_size = size > noted_size ? size : noted_size;
}

void lob_account_end(const lob_account *account, lob_account *before) {
    lob_account_enter(before);
    note_peak((uint64_t)atomic_load_explicit(&account->peak, memory_order_relaxed));
}

void lob_account_note_refusal(const char *limit_name, int64_t limit) {
    refused_by = limit_name;
    refused_at = limit;
}

bool lob_account_refusal(const char **limit_name, int64_t *limit) {
    *limit_name = refused_by;
    *limit = refused_at;
    return refused_by != NULL;
}

void lob_memory_note_end(uint64_t size) {
    note_peak(size > END_SIZE ? UINT64_MAX : size);
}

void lob_memory_setup(void) {
#if LOB_HAS_HEAP_TUNING
    mallopt(M_MMAP_THRESHOLD, HEAP_KEPT_SIZE); /* a block as large goes back by itself */
    mallopt(M_TRIM_THRESHOLD, HEAP_KEPT_SIZE); /* so does what is free at the end of each thread's heap */
#endif
}

void lob_memory_settle(void) {
    if (noted_size > SETTLE_SIZE) {
#if LOB_HAS_HEAP_TUNING
        malloc_trim(0);
#endif
    }
    noted_size = 0;
}

/* A large block, or the last of a batch: charged before it is taken, so that threads together stay within the bound. */
__attribute__((noinline, cold)) static bool reserve(size_t size) {
    lob_account *account = current;
    if (size <= (size_t)INT64_MAX / 2) {
        if (tell(account, (int64_t)size) <= account->held_max) {
            untold = -(int64_t)size; /* charge() adds what the C library really took */
            return true;
        }
        tell(account, -(int64_t)size);
    }
    lob_account_note_refusal(account->limit_name, account->held_max);
    return false;
}

/* May the thread take so much more? What no heap has the C library refuses by itself. */
static inline bool admit(size_t size) {
    return !current || (int64_t)lob_wrap_add((uint64_t)untold, size) < BATCH_SIZE || reserve(size);
}

static inline void *charge(void *block) {
    if (current && block) {
        untold += (int64_t)malloc_usable_size(block);
    }
    return count_live(block);
}

/* ---- the door ---- */

void *lob_malloc(size_t size) {
    if (must_fail() || !admit(size)) {
        return NULL;
    }
    return charge(malloc(size)); /* of size 0 too: every C library that has malloc_usable_size() gives a block */
}

void *lob_calloc(size_t count, size_t size) {
    size_t total;
    if (count == 0 || size == 0) {
        count = size = 1;
    }
    if (must_fail() || __builtin_mul_overflow(count, size, &total) || !admit(total)) {
        return NULL;
    }
    return charge(calloc(count, size));
}

void *lob_realloc(void *block, size_t size) {
    size_t before = current && block ? malloc_usable_size(block) : 0;
    if (must_fail() || !admit(size > before ? size - before : 0)) {
        return NULL;
    }
    void *grown = realloc(block, size ? size : 1);
    if (current && grown) {
        untold += (int64_t)malloc_usable_size(grown) - (int64_t)before;
    }
    return block ? grown : count_live(grown);
}

void lob_free(void *block) {
    if (block) {
        if (current) {
            untold -= (int64_t)malloc_usable_size(block);
        }
        atomic_fetch_sub_explicit(&live, 1, memory_order_relaxed);
        free(block);
    }
}

/* ---- the hook of tests ---- */

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
