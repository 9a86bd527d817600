/* Point lists that came before, known again by their bytes. A flat layout says the same few lists over and over, each
 * thousands of times; to compare bytes with those of the last list that began like them is ten times faster than to
 * decode, subtract, hash and compare points.
 *
 * Invariant: a used slot holds the whole encoding of a list, in `bytes`, and what the sink made of it. Since an
 * encoding tells by itself where it ends, bytes that begin with it are that list. What begins alike shares a slot, and
 * the last one stays; a miss costs a copy of the bytes. When `bytes` is full all is forgotten.
 */
#include "io/oas/recall.h"

#include "base/alloc.h"
#include "base/wrap.h"

/* A list of COUNT_MIN deltas has KEY_SIZE bytes at least; longer lists are told apart by more of their bytes. */
enum { SLOT_COUNT = 2048, COUNT_MIN = 14, KEY_SIZE = 16, REACH_MAX = 1024, LIST_SIZE_MAX = 1 << 16 };

struct oas_recall_slot {
    uint64_t key; /* 0: free */
    uint32_t at, size, count, outline;
    lob_box box;
};

void oas_recall_init(oas_recall *m) {
    *m = (oas_recall){0};
    lob_buf_init(&m->bytes, OAS_RECALL_SIZE);
}

void oas_recall_release(oas_recall *m) {
    lob_free(m->slots);
    lob_buf_release(&m->bytes);
}

LOB_WRAPS static uint64_t mix(uint64_t hash, const uint8_t *at) {
    uint64_t word;
    memcpy(&word, at, sizeof word);
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 29;
}

/* Type and count must lie in the run, and a byte for each delta: then all of these belong to the list. */
uint64_t oas_recall_key(const oas_stream *s, bool is_polygon) {
    const size_t have = (size_t)(s->end - s->cur);
    const uint8_t *at = s->cur + 1;
    uint64_t count;
    if (have < KEY_SIZE || *s->cur > 5 || !oas_uint_near(&at, &count) || count < COUNT_MIN) {
        return 0;
    }
    const size_t reach = count < REACH_MAX ? (size_t)count + 2 : REACH_MAX;
    if (have < reach) {
        return 0;
    }
    uint64_t hash = is_polygon;
    for (size_t i = 0; i < KEY_SIZE; i += 8) {
        hash = mix(hash, s->cur + i);
    }
    for (size_t end = reach; end > KEY_SIZE && end >= reach / 4; end -= end / 4 + 1) {
        hash = mix(hash, s->cur + end - 8);
    }
    return hash + (hash == 0);
}

bool oas_recall_find(const oas_recall *m, oas_stream *s, uint64_t key, oas_points *points) {
    if (!m->slots || key == 0) {
        return false;
    }
    const struct oas_recall_slot *slot = &m->slots[key % SLOT_COUNT];
    if (slot->key != key || (size_t)(s->end - s->cur) < slot->size ||
        memcmp(m->bytes.data + slot->at, s->cur, slot->size) != 0) {
        return false;
    }
    s->cur += slot->size;
    points->count = slot->count;
    points->outline = slot->outline;
    points->box = slot->box;
    return true;
}

lob_status oas_recall_keep(oas_recall *m, lob_ctx *ctx, uint64_t key, const uint8_t *data, size_t size,
                           const oas_points *points) {
    if (key == 0 || size > LIST_SIZE_MAX) {
        return LOB_OK;
    }
    if (!m->slots && !(m->slots = lob_calloc(SLOT_COUNT, sizeof *m->slots))) {
        return lob_fail_memory(ctx);
    }
    if (m->bytes.size + size > OAS_RECALL_SIZE) {
        memset(m->slots, 0, SLOT_COUNT * sizeof *m->slots);
        m->bytes.size = 0;
    }
    const size_t at = m->bytes.size;
    lob_buf_add(&m->bytes, data, size);
    if (m->bytes.failed) {
        return lob_fail_memory(ctx);
    }
    m->slots[key % SLOT_COUNT] = (struct oas_recall_slot){.key = key,
                                                          .at = (uint32_t)at,
                                                          .size = (uint32_t)size,
                                                          .count = points->count,
                                                          .outline = points->outline,
                                                          .box = points->box};
    return LOB_OK;
}
