/* Growing arrays: capacities double, so that pushing costs constant time; large blocks move by remapping, not copying.
 */
#include "db/column.h"

#include "base/alloc.h"

bool lob_budget_allows(const lob_budget *budget, uint64_t more) {
    uint64_t held = budget->held + (budget->arena ? lob_arena_size(budget->arena) : 0);
    bool allows = budget->size_max == 0 || (more <= budget->size_max && held <= budget->size_max - more);
    if (!allows) {
        lob_account_note_refusal("layout_size", (int64_t)budget->size_max);
    }
    return allows;
}

bool lob_column_reserve(lob_budget *budget, lob_column *column, size_t item_size, uint64_t more) {
    uint64_t need = (uint64_t)column->count + more;
    if (need <= column->capacity) {
        return true;
    }
    uint64_t capacity = column->capacity < 8 ? 8 : (uint64_t)column->capacity * 2;
    capacity = capacity < need ? need : capacity;
    capacity = capacity > UINT32_MAX - 1 ? UINT32_MAX - 1 : capacity;
    uint64_t extra = (capacity - column->capacity) * item_size;
    if (need > capacity || !lob_budget_allows(budget, extra)) {
        return false;
    }
    void *data = lob_realloc(column->data, (size_t)capacity * item_size);
    if (!data) {
        return false;
    }
    column->data = data;
    column->capacity = (uint32_t)capacity;
    budget->held += extra;
    return true;
}

void lob_column_release(lob_budget *budget, lob_column *column, size_t item_size) {
    budget->held -= (uint64_t)column->capacity * item_size;
    lob_free(column->data);
    *column = (lob_column){0};
}

void lob_column_shrink(lob_budget *budget, lob_column *column, size_t item_size) {
    if (column->count == 0) {
        lob_column_release(budget, column, item_size);
        return;
    }
    void *data = column->count < column->capacity ? lob_realloc(column->data, column->count * item_size) : NULL;
    if (data) { /* else it stays as large as it is, which is fine too */
        budget->held -= (uint64_t)(column->capacity - column->count) * item_size;
        column->data = data;
        column->capacity = column->count;
    }
}
