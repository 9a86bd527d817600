/* Memory: the one door to malloc.
 *
 * Every heap block of the product comes from here, so that a test can make the Nth allocation fail and prove that
 * nothing leaks and the right error comes out. Prefer an arena or a buffer; growing columns and what must be given back
 * early come here. (cJSON is pointed here too.) Thread-safe.
 */
#ifndef LOB_BASE_ALLOC_H
#define LOB_BASE_ALLOC_H

#include <stddef.h>
#include <stdint.h>

void *lob_malloc(size_t size);
void *lob_calloc(size_t count, size_t size); /* NULL when count * size overflows */
void *lob_realloc(void *block, size_t size);
void lob_free(void *block);

/* Test hook. From the next allocation on, the nth (1-based) fails; `persistent` makes all later ones fail too.
 * nth 0 switches the hook off. */
void lob_alloc_fail_at(uint64_t nth, int persistent);
uint64_t lob_alloc_count(void); /* allocations asked for since lob_alloc_fail_at() or process start */
uint64_t lob_alloc_live(void);  /* blocks not yet freed */

#endif
