/* Growing arrays of a layout in the making, on the heap, under one budget.
 *
 * Invariant: budget->held is the sum of the capacities in bytes of all columns that belong to it, so a layout can never
 * hold more than budget->size_max (0: no limit), arena included. Items are addressed by 32-bit indices.
 */
#ifndef LOB_DB_COLUMN_H
#define LOB_DB_COLUMN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct lob_budget {
    uint64_t held;
    uint64_t size_max;
    const lob_arena *arena; /* counted as well */
} lob_budget;

typedef struct lob_column {
    void *data; /* owned */
    uint32_t count, capacity;
} lob_column;

/* False: out of memory or over the budget; the column is as before. */
bool lob_budget_allows(const lob_budget *budget, uint64_t more);
bool lob_column_reserve(lob_budget *budget, lob_column *column, size_t item_size, uint64_t more);
void lob_column_release(lob_budget *budget, lob_column *column, size_t item_size);
void lob_column_shrink(lob_budget *budget, lob_column *column, size_t item_size); /* to its count */

/* Address of a new, uninitialised item at the end, or NULL. */
static inline void *lob_column_push(lob_budget *budget, lob_column *column, size_t item_size) {
    if (column->count == column->capacity && !lob_column_reserve(budget, column, item_size, 1)) {
        return NULL;
    }
    return (char *)column->data + item_size * column->count++;
}

#endif
