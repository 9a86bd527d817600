/* The look-up loop of an intern table, inline because reading a layout spends its time here:
 *
 *     seek(tag), then next() until it gives an equal thing or LOB_NONE; then add() puts the new index where the search
 * ended.
 */
#ifndef LOB_DB_INTERN_TABLE_H
#define LOB_DB_INTERN_TABLE_H

#include "db/intern.h"

typedef struct lob_intern_cursor {
    uint32_t tag, at;
} lob_intern_cursor;

bool lob_intern_table_grow(lob_intern *in, lob_intern_table *table);
void lob_intern_table_release(lob_intern *in, lob_intern_table *table);

/* Makes room for one more; false: out of memory. */
static inline bool lob_intern_seek(lob_intern *in, lob_intern_table *table, uint32_t tag, lob_intern_cursor *cursor) {
    if (table->count >= table->capacity / 2 && !lob_intern_table_grow(in, table)) {
        return false;
    }
    *cursor = (lob_intern_cursor){tag, tag & (table->capacity - 1)};
    return true;
}

/* The next index with this tag, or LOB_NONE at the free slot that ends the run. */
static inline uint32_t lob_intern_next(const lob_intern_table *table, lob_intern_cursor *cursor) {
    for (;;) {
        const lob_intern_slot *slot = &table->slots[cursor->at];
        if (slot->index == 0) {
            return LOB_NONE;
        }
        cursor->at = (cursor->at + 1) & (table->capacity - 1);
        if (slot->tag == cursor->tag) {
            return slot->index - 1;
        }
    }
}

/* Returns `index`; LOB_NONE is passed through and not stored. */
static inline uint32_t lob_intern_add(lob_intern_table *table, const lob_intern_cursor *cursor, uint32_t index) {
    if (index != LOB_NONE) {
        table->slots[cursor->at] = (lob_intern_slot){cursor->tag, index + 1};
        table->count++;
    }
    return index;
}

#endif
