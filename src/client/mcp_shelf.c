/* An array: a client has few requests under way, and their order is that of time.
 *
 * Invariant: at most one slot has a given id other than 0; a slot with id 0 holds a text; kept_size is the sum of the
 * sizes of the texts held.
 */
#include "client/mcp_shelf.h"

#include <string.h>

#include "base/alloc.h"

lob_mcp_shelf *lob_mcp_shelf_new(void) {
    return lob_calloc(1, sizeof(lob_mcp_shelf));
}

void lob_mcp_shelf_drop(lob_mcp_shelf *shelf) {
    if (shelf == NULL) {
        return;
    }
    for (size_t i = 0; i < shelf->count; i++) {
        lob_free(shelf->slots[i].text);
        lob_free(shelf->slots[i].name);
    }
    lob_free(shelf->slots);
    lob_free(shelf);
}

lob_mcp_slot *lob_mcp_shelf_add(lob_mcp_shelf *shelf, int64_t id, const char *method) {
    if (shelf->count == shelf->capacity) {
        size_t capacity = shelf->capacity > 0 ? 2 * shelf->capacity : 4;
        lob_mcp_slot *slots = lob_realloc(shelf->slots, capacity * sizeof *slots);
        if (slots == NULL) {
            return NULL;
        }
        shelf->slots = slots;
        shelf->capacity = capacity;
    }
    lob_mcp_slot *slot = &shelf->slots[shelf->count++];
    *slot = (lob_mcp_slot){.id = id};
    for (size_t i = 0; method[i] != '\0' && i < sizeof slot->method - 1; i++) {
        slot->method[i] = method[i] > ' ' && method[i] < 127 ? method[i] : '?';
    }
    return slot;
}

lob_mcp_slot *lob_mcp_shelf_find(const lob_mcp_shelf *shelf, int64_t id) {
    for (size_t i = 0; i < shelf->count; i++) {
        if (shelf->slots[i].id == id) {
            return &shelf->slots[i];
        }
    }
    return NULL;
}

lob_mcp_slot *lob_mcp_shelf_find_name(const lob_mcp_shelf *shelf, lob_str name) {
    for (size_t i = 0; i < shelf->count; i++) {
        if (shelf->slots[i].name != NULL && lob_str_equal(lob_str_from(shelf->slots[i].name), name)) {
            return &shelf->slots[i];
        }
    }
    return NULL;
}

/* The copy of a text, ended by NUL. */
static char *copy_of(lob_str text) {
    char *copy = lob_malloc(text.size + 1);
    if (copy != NULL) {
        memcpy(copy, text.data, text.size);
        copy[text.size] = '\0';
    }
    return copy;
}

bool lob_mcp_shelf_name(lob_mcp_slot *slot, lob_str name) {
    slot->name = copy_of(name);
    return slot->name != NULL;
}

bool lob_mcp_shelf_keep(lob_mcp_shelf *shelf, lob_mcp_slot *slot, lob_str text) {
    slot->text = copy_of(text);
    if (slot->text == NULL) {
        return false;
    }
    slot->size = text.size;
    slot->is_here = true;
    shelf->kept_size += text.size;
    return true;
}

void lob_mcp_shelf_remove(lob_mcp_shelf *shelf, lob_mcp_slot *slot) {
    size_t index = (size_t)(slot - shelf->slots);
    shelf->kept_size -= slot->size;
    lob_free(slot->text);
    lob_free(slot->name);
    memmove(slot, slot + 1, (shelf->count - index - 1) * sizeof *slot);
    shelf->count--;
}
