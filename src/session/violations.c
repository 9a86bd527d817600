/* See violations.h. */
#include "session/violations.h"

#include <stdio.h>
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

static uint64_t hash_of(lob_str rule, uint64_t place) {
    const uint64_t parts[] = {lob_hash64_stable(rule.data, rule.size), place};
    return lob_hash64_stable(parts, sizeof parts);
}

/* A full ring gives up its oldest. */
static lob_status slot_of(lob_ctx *ctx, lob_kept_violations *v, lob_kept_violation **slot) {
    if (v->count == v->capacity && v->capacity < LOB_VIOLATIONS_KEPT) {
        const uint32_t capacity = v->capacity ? 2 * v->capacity : FIRST_CAPACITY;
        lob_kept_violation *items = lob_realloc(v->items, capacity * sizeof *items);
        if (!items) {
            return lob_fail_memory(ctx);
        }
        v->items = items;
        v->capacity = capacity;
    }
    *slot = &v->items[v->next];
    v->count += v->count < v->capacity;
    v->next = (v->next + 1) % LOB_VIOLATIONS_KEPT;
    return LOB_OK;
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

lob_status lob_violation_keep(lob_ctx *ctx, lob_session *session, lob_str rule, const lob_kept_violation *what,
                              uint64_t place, char id[LOB_KEPT_VIOLATION_ID_SIZE + 1]) {
    lob_kept_violation *slot;
    if (!session->violations) {
        session->violations = lob_calloc(1, sizeof *session->violations);
        if (!session->violations) {
            return lob_fail_memory(ctx);
        }
    }
    LOB_TRY(slot_of(ctx, session->violations, &slot));
    *slot = *what;
    slot->id = hash_of(rule, place);
    copy_rule(rule, slot->rule);
    snprintf(id, LOB_KEPT_VIOLATION_ID_SIZE + 1, "vio_%016llx", (unsigned long long)slot->id);
    return LOB_OK;
}

const lob_kept_violation *lob_violation_find(const lob_session *session, lob_str id) {
    char text[LOB_KEPT_VIOLATION_ID_SIZE + 1];
    for (uint32_t i = 0; session->violations && i < session->violations->count; i++) {
        snprintf(text, sizeof text, "vio_%016llx", (unsigned long long)session->violations->items[i].id);
        if (lob_str_equal(id, lob_str_from(text))) {
            return &session->violations->items[i];
        }
    }
    return NULL;
}
