/* See resolve.h. An id is compared by what it says (deck, group, record), not as text: an id given by a newer minor
 * version means the same record. */
#include "litho/resolve.h"

#include <stdlib.h>

const char *lob_resolve_reason(lob_resolve_verdict verdict) {
    static const char *const reasons[] = {"", "not_an_id", "schema_version", "rule_deck", "unknown_id"};
    return reasons[verdict];
}

static bool is_of_deck(const lob_violation_key *key, const char *deck_hash) {
    char digits[2 * sizeof key->deck + 1];
    static const char hex[] = "0123456789abcdef";
    for (size_t i = 0; i < sizeof key->deck; i++) {
        digits[2 * i] = hex[key->deck[i] >> 4];
        digits[2 * i + 1] = hex[key->deck[i] & 15];
    }
    return strlen(deck_hash) == LOB_DECK_HASH_SIZE && memcmp(deck_hash + 7, digits, 2 * sizeof key->deck) == 0;
}

static bool is_of_group(const lob_litho_violation *item, const lob_violation_key *key) {
    return memcmp(item->group_id, key->group_id, LOB_GROUP_ID_SIZE) == 0;
}

static int by_record(const void *a, const void *b) {
    const uint32_t left = (*(const lob_litho_violation *const *)a)->record;
    const uint32_t right = (*(const lob_litho_violation *const *)b)->record;
    return left < right ? -1 : left > right;
}

static const lob_litho_violation *find(const lob_resolution *resolution, uint32_t record) {
    for (uint32_t i = 0; i < resolution->count; i++) {
        if (resolution->members[i]->record == record) {
            return resolution->members[i];
        }
    }
    return NULL;
}

static lob_status collect(lob_ctx *ctx, const lob_violations *violations, lob_resolution *resolution) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < violations->count; i++) {
        count += is_of_group(&violations->items[i], &resolution->key);
    }
    resolution->members = LOB_NEW_ARRAY(ctx->arena, const lob_litho_violation *, count + 1);
    if (!resolution->members) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < violations->count; i++) {
        if (is_of_group(&violations->items[i], &resolution->key)) {
            resolution->members[resolution->count++] = &violations->items[i];
        }
    }
    qsort(resolution->members, count, sizeof(const lob_litho_violation *), by_record);
    return LOB_OK;
}

lob_status lob_violation_resolve(lob_ctx *ctx, const lob_violations *violations, lob_str id, lob_resolve_scope scope,
                                 lob_resolution *resolution) {
    *resolution = (lob_resolution){.verdict = LOB_RESOLVE_NO_ID};
    if (!lob_violation_id_parse(id, &resolution->key)) {
        return LOB_OK;
    }
    if (resolution->key.version[0] != LOB_LITHO_SCHEMA_MAJOR) {
        resolution->verdict = LOB_RESOLVE_OTHER_VERSION;
        return LOB_OK;
    }
    if (!is_of_deck(&resolution->key, violations->deck_hash)) {
        resolution->verdict = LOB_RESOLVE_OTHER_DECK;
        return LOB_OK;
    }
    LOB_TRY(collect(ctx, violations, resolution));
    const lob_litho_violation *asked = find(resolution, resolution->key.record), *canonical = find(resolution, 0);
    if (!asked || !canonical) {
        resolution->count = 0;
        resolution->verdict = LOB_RESOLVE_ABSENT;
        return LOB_OK;
    }
    resolution->verdict = LOB_RESOLVE_FOUND;
    resolution->target = scope == LOB_RESOLVE_GROUP ? canonical : asked;
    if (scope == LOB_RESOLVE_RECORD_ONLY) {
        resolution->members[0] = asked;
        resolution->count = 1;
    }
    return LOB_OK;
}
