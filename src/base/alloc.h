/* Memory: the one door to malloc.
 *
 * Every heap block of the product comes from here, so that a test can make the Nth allocation fail and prove that
 * nothing leaks and the right error comes out. Prefer an arena or a buffer; growing columns and what must be given back
 * early come here. (cJSON is pointed here too.) Thread-safe.
 */
#ifndef LOB_BASE_ALLOC_H
#define LOB_BASE_ALLOC_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void *lob_malloc(size_t size);
void *lob_calloc(size_t count, size_t size); /* NULL when count * size overflows */
void *lob_realloc(void *block, size_t size);
void lob_free(void *block);

/* An account: what the threads that work under it take from the heap, less what they give back, as the C library
 * counts it. A request adds at most `held_max` to what the process holds; what would add more fails like any other
 * allocation. Threads that help a request enter its account; what outlives it (a layout) has one of its own. */
typedef struct lob_account {
    const char *limit_name; /* static; of spec/limits.json */
    int64_t held_max;
    atomic_int_fast64_t held, peak;
} lob_account;

void lob_account_init(lob_account *account, const char *limit_name, int64_t held_max);
/* The account of this thread from now on (NULL: none); returns the one before, which the caller enters again. */
lob_account *lob_account_enter(lob_account *account);
lob_account *lob_account_current(void);
/* The end of an account: its peak counts for lob_memory_settle(). */
void lob_account_end(const lob_account *account, lob_account *before);
/* Which bound this thread was last refused by, since it last entered an account while it had none. */
void lob_account_note_refusal(const char *limit_name, int64_t limit);
bool lob_account_refusal(const char **limit_name, int64_t *limit);

/* Says that what a session or a layout held is freed: that is given back from 1 MiB on. */
void lob_memory_note_end(uint64_t size);
/* For programs that live long, before the first allocation: how much free memory a heap may keep. */
void lob_memory_setup(void);
/* At the end of a request: hands the free memory of the heap back to the system when there was a lot of it, else costs
 * nothing. */
void lob_memory_settle(void);

/* Test hook. From the next allocation on, the nth (1-based) fails; `persistent` makes all later ones fail too.
 * nth 0 switches the hook off. */
void lob_alloc_fail_at(uint64_t nth, int persistent);
uint64_t lob_alloc_count(void); /* allocations asked for since the hook was switched on */
uint64_t lob_alloc_live(void);  /* blocks not yet freed */

#endif
