/* Rings of evaluations: the newest whole, older ones by what was asked. Each entry owns an arena. */
#include "tool/litho_memory.h"

#include <pthread.h>

#include "base/alloc.h"

typedef struct entry {
    lob_arena *arena; /* NULL: free */
    lob_litho_past past;
    bool is_whole; /* has its violations */
} entry;

struct lob_litho_memory {
    pthread_mutex_t mutex;
    entry whole[LOB_LITHO_REMEMBERED], pinned[LOB_LITHO_PINNED];
    uint32_t next_whole, next_pinned;
};

static void *make(void) {
    lob_litho_memory *memory = lob_calloc(1, sizeof *memory);
    if (memory) {
        pthread_mutex_init(&memory->mutex, NULL);
    }
    return memory;
}

static void drop(void *thing) {
    lob_litho_memory *memory = thing;
    for (uint32_t i = 0; i < LOB_LITHO_REMEMBERED; i++) {
        lob_arena_drop(memory->whole[i].arena);
    }
    for (uint32_t i = 0; i < LOB_LITHO_PINNED; i++) {
        lob_arena_drop(memory->pinned[i].arena);
    }
    pthread_mutex_destroy(&memory->mutex);
    lob_free(memory);
}

lob_litho_memory *lob_litho_memory_of(lob_sessions *sessions) {
    return lob_sessions_shelf(sessions, make, drop);
}

/* ---- copies ---- */

static bool copy_str(lob_arena *arena, lob_str from, lob_str *to) {
    *to = (lob_str){lob_arena_strdup(arena, from.data ? from.data : "", from.size), from.size};
    return to->data != NULL;
}

static bool copy_violations(lob_arena *arena, const lob_violations *from, lob_violations *to) {
    *to = *from;
    to->items = LOB_NEW_ARRAY(arena, lob_litho_violation, (size_t)from->count + 1);
    if (to->items == NULL || !copy_str(arena, from->deck_name, &to->deck_name)) {
        return false;
    }
    lob_str last = {NULL, 0}, copied = {NULL, 0};
    for (uint32_t i = 0; i < from->count; i++) {
        to->items[i] = from->items[i];
        const lob_str name = from->items[i].rule_id;
        if (last.data == NULL || !lob_str_equal(name, last)) { /* they come by rule */
            last = name;
            if (!copy_str(arena, name, &copied)) {
                return false;
            }
        }
        to->items[i].rule_id = copied;
    }
    return true;
}

static bool copy_past(lob_arena *arena, const lob_litho_past *from, bool is_whole, lob_litho_past *to) {
    *to = (lob_litho_past){.violations = {.count = 0}, .is_cut = from->is_cut};
    memcpy(to->artifact_id, from->artifact_id, sizeof to->artifact_id);
    memcpy(to->violations.deck_hash, from->violations.deck_hash, sizeof to->violations.deck_hash);
    return copy_str(arena, from->arguments, &to->arguments) &&
           (!is_whole || copy_violations(arena, &from->violations, &to->violations));
}

static bool fill(entry *it, const lob_litho_past *past, bool is_whole) {
    it->arena = lob_arena_new(0);
    it->is_whole = is_whole;
    if (it->arena && copy_past(it->arena, past, is_whole, &it->past)) {
        return true;
    }
    lob_arena_drop(it->arena);
    it->arena = NULL;
    return false;
}

/* ---- keeping and finding ---- */

lob_status lob_litho_memory_keep(lob_ctx *ctx, lob_litho_memory *memory, const lob_litho_past *past) {
    entry whole = {0}, pin = {0};
    if (!fill(&whole, past, true) || !fill(&pin, past, false)) {
        lob_arena_drop(whole.arena);
        return lob_fail_memory(ctx);
    }
    pthread_mutex_lock(&memory->mutex);
    entry old_whole = memory->whole[memory->next_whole], old_pin = memory->pinned[memory->next_pinned];
    memory->whole[memory->next_whole] = whole;
    memory->pinned[memory->next_pinned] = pin;
    memory->next_whole = (memory->next_whole + 1) % LOB_LITHO_REMEMBERED;
    memory->next_pinned = (memory->next_pinned + 1) % LOB_LITHO_PINNED;
    pthread_mutex_unlock(&memory->mutex);
    lob_arena_drop(old_whole.arena);
    lob_arena_drop(old_pin.arena);
    return LOB_OK;
}

static bool has_violation(const entry *it, lob_str id) {
    for (uint32_t i = 0; it->arena && i < it->past.violations.count; i++) {
        if (lob_str_equal(lob_str_from(it->past.violations.items[i].id), id)) {
            return true;
        }
    }
    return false;
}

lob_status lob_litho_memory_find(lob_ctx *ctx, lob_litho_memory *memory, lob_str violation_id, bool *found,
                                 lob_litho_past *past) {
    bool fine = true;
    *found = false;
    pthread_mutex_lock(&memory->mutex);
    for (uint32_t i = 1; i <= LOB_LITHO_REMEMBERED && !*found; i++) { /* the newest first */
        const entry *it = &memory->whole[(memory->next_whole + LOB_LITHO_REMEMBERED - i) % LOB_LITHO_REMEMBERED];
        if (has_violation(it, violation_id)) {
            *found = true;
            fine = copy_past(ctx->arena, &it->past, true, past);
        }
    }
    pthread_mutex_unlock(&memory->mutex);
    return fine ? LOB_OK : lob_fail_memory(ctx);
}

static bool is_deck(const char *hash, const uint8_t deck[8]) {
    static const char digits[] = "0123456789abcdef";
    const char *hex = hash + strlen("sha256:");
    for (size_t i = 0; deck && i < 8; i++) {
        if (hex[2 * i] != digits[deck[i] >> 4] || hex[2 * i + 1] != digits[deck[i] & 15]) {
            return false;
        }
    }
    return true;
}

lob_status lob_litho_memory_pinned(lob_ctx *ctx, lob_litho_memory *memory, lob_str artifact_id, const uint8_t deck[8],
                                   bool *found, lob_litho_past *past) {
    bool fine = true;
    *found = false;
    pthread_mutex_lock(&memory->mutex);
    for (uint32_t i = 1; i <= LOB_LITHO_PINNED && !*found; i++) {
        const entry *it = &memory->pinned[(memory->next_pinned + LOB_LITHO_PINNED - i) % LOB_LITHO_PINNED];
        if (it->arena && lob_str_equal(lob_str_from(it->past.artifact_id), artifact_id) &&
            is_deck(it->past.violations.deck_hash, deck)) {
            *found = true;
            fine = copy_past(ctx->arena, &it->past, false, past);
        }
    }
    pthread_mutex_unlock(&memory->mutex);
    return fine ? LOB_OK : lob_fail_memory(ctx);
}
