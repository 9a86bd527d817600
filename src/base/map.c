/* Hash maps: open addressing with linear probing, at most three quarters full.
 *
 * Invariant: a slot is free exactly when its value is LOB_MAP_NONE; nothing is ever removed, so a search ends at the
 * first free slot. Names are hashed by SipHash-1-3, ids by a multiplication, both with keys drawn once a process.
 */
#include "base/map.h"

#include <assert.h>
#include <pthread.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/digest.h"
#include "base/wrap.h"

enum { CAPACITY_MIN = 16 };

struct lob_name_slot {
    uint32_t value, hash;
    lob_str key;
};

struct lob_id_slot {
    uint32_t value;
    uint64_t key;
};

static pthread_once_t seed_once = PTHREAD_ONCE_INIT;
static uint64_t seed[2];

static void make_seed(void) {
    if (!lob_random(seed, sizeof seed)) { /* a kernel without randomness: better a weak seed than none */
        seed[0] = (uint64_t)lob_clock_ns();
        seed[1] = (uint64_t)(uintptr_t)&seed ^ seed[0] << 20;
    }
}

static uint64_t rotate(uint64_t x, unsigned by) {
    return x << by | x >> (64 - by);
}

LOB_WRAPS static void sip_round(uint64_t v[4]) {
    v[0] += v[1];
    v[1] = rotate(v[1], 13) ^ v[0];
    v[0] = rotate(v[0], 32);
    v[2] += v[3];
    v[3] = rotate(v[3], 16) ^ v[2];
    v[0] += v[3];
    v[3] = rotate(v[3], 21) ^ v[0];
    v[2] += v[1];
    v[1] = rotate(v[1], 17) ^ v[2];
    v[2] = rotate(v[2], 32);
}

/* SipHash-1-3 (Aumasson, Bernstein 2012). Never stored, so the byte order of the machine does not matter. */
static uint32_t hash_name(lob_str key) {
    uint64_t v[4] = {seed[0] ^ 0x736f6d6570736575u, seed[1] ^ 0x646f72616e646f6du, seed[0] ^ 0x6c7967656e657261u,
                     seed[1] ^ 0x7465646279746573u};
    size_t at = 0;
    for (; key.size - at >= 8; at += 8) {
        uint64_t word;
        memcpy(&word, key.data + at, 8);
        v[3] ^= word;
        sip_round(v);
        v[0] ^= word;
    }
    uint64_t last = (uint64_t)key.size << 56;
    for (unsigned i = 0; at + i < key.size; i++) {
        last |= (uint64_t)(unsigned char)key.data[at + i] << (8 * i);
    }
    v[3] ^= last;
    sip_round(v);
    v[0] ^= last;
    v[2] ^= 0xff;
    sip_round(v);
    sip_round(v);
    sip_round(v);
    return (uint32_t)(v[0] ^ v[1] ^ v[2] ^ v[3]);
}

static uint32_t hash_id(uint64_t key) {
    __extension__ unsigned __int128 product = (unsigned __int128)(key ^ seed[0]) * (seed[1] | 1);
    uint64_t folded = (uint64_t)product ^ (uint64_t)(product >> 64);
    return (uint32_t)(folded ^ folded >> 32);
}

/* The table must grow before one more is added. */
static bool is_full(uint32_t count, uint32_t capacity) {
    return count >= capacity / 4 * 3;
}

static uint32_t hash_of_name_slot(const void *slot) {
    return ((const struct lob_name_slot *)slot)->hash;
}

static uint32_t hash_of_id_slot(const void *slot) {
    return hash_id(((const struct lob_id_slot *)slot)->key);
}

/* Slots of a table of twice the capacity that hold what `old` does: keys differ, so a free place is all that is looked
 * for. A slot begins with its value. NULL: out of memory, and nothing has changed. */
static void *grown(void *old, uint32_t *capacity_now, size_t slot_size, uint32_t (*hash_of)(const void *slot)) {
    const uint32_t old_capacity = *capacity_now, capacity = old_capacity ? old_capacity * 2 : CAPACITY_MIN;
    char *slots = capacity > old_capacity ? lob_malloc(capacity * slot_size) : NULL;
    if (!slots) {
        return NULL;
    }
    *capacity_now = capacity;
    for (uint32_t i = 0; i < capacity; i++) {
        *(uint32_t *)(void *)(slots + i * slot_size) = LOB_MAP_NONE;
    }
    for (uint32_t i = 0; i < old_capacity; i++) {
        const void *from = (const char *)old + i * slot_size;
        if (*(const uint32_t *)from != LOB_MAP_NONE) {
            uint32_t at = hash_of(from) & (capacity - 1);
            while (*(const uint32_t *)(const void *)(slots + at * slot_size) != LOB_MAP_NONE) {
                at = (at + 1) & (capacity - 1);
            }
            memcpy(slots + at * slot_size, from, slot_size);
        }
    }
    lob_free(old);
    return slots;
}

void lob_name_map_init(lob_name_map *map) {
    pthread_once(&seed_once, make_seed);
    *map = (lob_name_map){0};
}

void lob_name_map_release(lob_name_map *map) {
    lob_free(map->slots);
    *map = (lob_name_map){0};
}

/* The slot that holds `key`, or the free one where it belongs. */
static struct lob_name_slot *name_slot(struct lob_name_slot *slots, uint32_t capacity, lob_str key, uint32_t hash) {
    uint32_t at = hash & (capacity - 1);
    while (slots[at].value != LOB_MAP_NONE && !(slots[at].hash == hash && lob_str_equal(slots[at].key, key))) {
        at = (at + 1) & (capacity - 1);
    }
    return &slots[at];
}

uint32_t lob_name_map_find(const lob_name_map *map, lob_str key) {
    return map->capacity ? name_slot(map->slots, map->capacity, key, hash_name(key))->value : LOB_MAP_NONE;
}

bool lob_name_map_add(lob_name_map *map, lob_str key, uint32_t value, uint32_t *found) {
    assert(value != LOB_MAP_NONE);
    uint32_t hash = hash_name(key);
    if (map->capacity) {
        *found = name_slot(map->slots, map->capacity, key, hash)->value;
        if (*found != LOB_MAP_NONE) {
            return true;
        }
    }
    if (is_full(map->count, map->capacity)) {
        void *slots = grown(map->slots, &map->capacity, sizeof *map->slots, hash_of_name_slot);
        if (!slots) {
            return false;
        }
        map->slots = slots;
    }
    *name_slot(map->slots, map->capacity, key, hash) = (struct lob_name_slot){value, hash, key};
    map->count++;
    *found = value;
    return true;
}

/* First places, then keys, then comparing: each step finds in the processor's cache what the one before asked for. */
static void find_batch(const lob_name_map *map, const struct lob_name_slot *const *batch, uint32_t count,
                       uint32_t *found) {
    const uint32_t mask = map->capacity - 1;
    for (uint32_t i = 0; i < count; i++) {
        __builtin_prefetch(&map->slots[batch[i]->hash & mask]);
    }
    for (uint32_t i = 0; i < count; i++) {
        const struct lob_name_slot *slot = &map->slots[batch[i]->hash & mask];
        if (slot->value != LOB_MAP_NONE) {
            __builtin_prefetch(slot->key.data);
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        found[batch[i]->value] = name_slot(map->slots, map->capacity, batch[i]->key, batch[i]->hash)->value;
    }
}

void lob_name_map_find_all(const lob_name_map *map, const lob_name_map *like, uint32_t *found) {
    enum { BATCH = 16 };
    const struct lob_name_slot *batch[BATCH];
    uint32_t count = 0;
    for (uint32_t i = 0; i < like->capacity; i++) {
        const struct lob_name_slot *slot = &like->slots[i];
        if (slot->value == LOB_MAP_NONE) {
            continue;
        }
        if (map->capacity == 0) {
            found[slot->value] = LOB_MAP_NONE;
            continue;
        }
        batch[count++] = slot;
        if (count == BATCH) {
            find_batch(map, batch, count, found);
            count = 0;
        }
    }
    if (count) {
        find_batch(map, batch, count, found);
    }
}

void lob_id_map_init(lob_id_map *map) {
    pthread_once(&seed_once, make_seed);
    *map = (lob_id_map){0};
}

void lob_id_map_release(lob_id_map *map) {
    lob_free(map->slots);
    *map = (lob_id_map){0};
}

static struct lob_id_slot *id_slot(struct lob_id_slot *slots, uint32_t capacity, uint64_t key) {
    uint32_t at = hash_id(key) & (capacity - 1);
    while (slots[at].value != LOB_MAP_NONE && slots[at].key != key) {
        at = (at + 1) & (capacity - 1);
    }
    return &slots[at];
}

uint32_t lob_id_map_find(const lob_id_map *map, uint64_t key) {
    return map->capacity ? id_slot(map->slots, map->capacity, key)->value : LOB_MAP_NONE;
}

bool lob_id_map_add(lob_id_map *map, uint64_t key, uint32_t value, uint32_t *found) {
    assert(value != LOB_MAP_NONE);
    *found = lob_id_map_find(map, key);
    if (*found != LOB_MAP_NONE) {
        return true;
    }
    if (is_full(map->count, map->capacity)) {
        void *slots = grown(map->slots, &map->capacity, sizeof *map->slots, hash_of_id_slot);
        if (!slots) {
            return false;
        }
        map->slots = slots;
    }
    *id_slot(map->slots, map->capacity, key) = (struct lob_id_slot){value, key};
    map->count++;
    *found = value;
    return true;
}
