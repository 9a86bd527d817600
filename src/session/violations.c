/* See violations.h. */
#include "session/violations.h"

#include <string.h>

#include "base/alloc.h"
#include "base/digest.h"

enum { FIRST_CAPACITY = 32 };

void lob_violations_drop(lob_kept_violations *violations) {
    if (violations) {
        lob_free(violations->items);
        lob_free(violations);
    }
}

/* One hash of all, for this is done for each row of an answer. */
static uint64_t hash_of(const lob_kept_violation_key *key) {
    unsigned char text[2 * (LOB_VIOLATION_NAME_SIZE + 1) + LOB_VIOLATION_NUMBERS * sizeof(int64_t)];
    const lob_str names[] = {key->rule, key->cell};
    size_t size = 0;
    for (int i = 0; i < 2; i++) {
        const size_t part = names[i].size < LOB_VIOLATION_NAME_SIZE ? names[i].size : LOB_VIOLATION_NAME_SIZE;
        memcpy(text + size, names[i].data, part);
        size += part;
        text[size++] = 0;
    }
    memcpy(text + size, key->numbers, key->number_count * sizeof *key->numbers);
    return lob_hash64_stable(text, size + key->number_count * sizeof *key->numbers);
}

static void print_id(uint64_t id, char out[LOB_KEPT_VIOLATION_ID_SIZE + 1]) {
    uint8_t bytes[8];
    for (int i = 0; i < 8; i++) {
        bytes[i] = (uint8_t)(id >> (56 - 8 * i));
    }
    memcpy(out, "vio_", 4);
    lob_hex(out + 4, bytes, sizeof bytes);
}

static lob_status make_room(lob_ctx *ctx, lob_kept_violations *v) {
    if (v->count == v->capacity && v->capacity < LOB_VIOLATIONS_KEPT) {
        const uint32_t capacity = v->capacity ? 2 * v->capacity : FIRST_CAPACITY;
        lob_kept_violation *items = lob_realloc(v->items, capacity * sizeof *items);
        if (!items) {
            return lob_fail_memory(ctx);
        }
        v->items = items;
        v->capacity = capacity;
    }
    return LOB_OK;
}

/* A full ring gives up its oldest. */
static lob_kept_violation *next_slot(lob_kept_violations *v) {
    lob_kept_violation *slot = &v->items[v->next];
    v->count += v->count < v->capacity;
    v->next = (v->next + 1) % LOB_VIOLATIONS_KEPT;
    return slot;
}

static void copy_rule(lob_str rule, char out[LOB_VIOLATION_RULE_SIZE + 1]) {
    size_t size = rule.size;
    if (size > LOB_VIOLATION_RULE_SIZE) {
        size = LOB_VIOLATION_RULE_SIZE;
        while (size > 0 && ((unsigned char)rule.data[size] & 0xc0) == 0x80) { /* within a character */
            size--;
        }
    }
    memcpy(out, rule.data, size);
    out[size] = '\0';
}

lob_status lob_violation_keep(lob_ctx *ctx, lob_session *session, const lob_kept_violation_key *key,
                              lob_cell_index cell, lob_box64 box, char id[LOB_KEPT_VIOLATION_ID_SIZE + 1]) {
    if (!session->violations) {
        session->violations = lob_calloc(1, sizeof *session->violations);
        if (!session->violations) {
            return lob_fail_memory(ctx);
        }
    }
    LOB_TRY(make_room(ctx, session->violations));
    lob_kept_violation *slot = next_slot(session->violations);
    slot->id = hash_of(key);
    slot->cell = cell;
    slot->box = box;
    copy_rule(key->rule, slot->rule);
    print_id(slot->id, id);
    return LOB_OK;
}

const lob_kept_violation *lob_violation_find(const lob_session *session, lob_str id) {
    char text[LOB_KEPT_VIOLATION_ID_SIZE + 1];
    for (uint32_t i = 0; session->violations && i < session->violations->count; i++) {
        print_id(session->violations->items[i].id, text);
        if (lob_str_equal(id, lob_str_from(text))) {
            return &session->violations->items[i];
        }
    }
    return NULL;
}
