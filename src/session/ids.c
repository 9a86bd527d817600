/* The table of issued ids.
 *
 * Invariant: entries number `first` to `end` - 1 are in the ring `entries`, oldest first, at number % capacity; each
 * that is not dead has one slot, found by linear probing from its key. Paths are bytes in a ring of their own, in the
 * same order, none of them torn at its end. An id given again while it stands in the older half of either ring moves to
 * the front (its old entry is dead from then on), so a question asked over and over fills nothing.
 */
#include "session/ids.h"

#include <string.h>

#include "base/alloc.h"
#include "base/digest.h"
#include "base/limits.h"

enum {
    PREFIX_SIZE = 4,
    HEX_SIZE = 16,
    HASH_BITS = 52, /* of the 64 in an id; the others are those of the file */
    ENTRIES_MIN = 64,
    BYTES_MIN = 4096,
    BYTES_EACH = 64, /* of paths, on average, when the table is full */
    VARINT_SIZE_MAX = 10,
    DISTANCE_MAX = 4,        /* from here on an id is not like another */
    CANDIDATES_AMONG = 65536 /* newest ids that are looked at */
};

static const char prefixes[LOB_ID_TYPE_COUNT][PREFIX_SIZE + 1] = {"shp_", "txt_", "ins_", "prt_"};

typedef struct entry {
    uint64_t key;
    uint64_t member;
    uint64_t path_at; /* in all bytes ever added; at % byte_capacity in the ring */
    uint32_t path_size, depth;
    uint32_t cell, leaf, layer, index;
    uint8_t type, kind; /* type LOB_ID_TYPE_COUNT: dead */
} entry;

struct lob_ids {
    lob_id_seeds seeds;
    uint32_t count_max;
    uint32_t count; /* not dead */
    entry *entries;
    uint32_t capacity;
    uint64_t first, end;
    uint8_t *bytes;
    uint64_t byte_capacity, byte_end;
    uint32_t *slots; /* 1 + place in `entries`; 0: free */
    uint32_t slot_count;
    lob_buf scratch;
};

lob_ids *lob_ids_new(uint32_t count_max, lob_id_seeds seeds) {
    lob_ids *ids = lob_calloc(1, sizeof *ids);
    if (ids) {
        ids->seeds = seeds;
        ids->count_max = count_max;
        lob_buf_init(&ids->scratch, 0);
    }
    return ids;
}

void lob_ids_drop(lob_ids *ids) {
    if (ids) {
        lob_free(ids->entries);
        lob_free(ids->bytes);
        lob_free(ids->slots);
        lob_buf_release(&ids->scratch);
        lob_free(ids);
    }
}

lob_id_seeds lob_ids_seeds(const lob_ids *ids) {
    return ids->seeds;
}

uint32_t lob_ids_count(const lob_ids *ids) {
    return ids->count;
}

/* ---- slots ---- */

static uint32_t slot_of_key(const lob_ids *ids, uint64_t key) {
    return (uint32_t)(key & (ids->slot_count - 1));
}

static const entry *entry_in(const lob_ids *ids, uint32_t slot) {
    return &ids->entries[ids->slots[slot] - 1];
}

/* The slot of an id, or the free one where the search ended. The table has slots. */
static uint32_t find_slot(const lob_ids *ids, unsigned type, uint64_t key) {
    uint32_t at = slot_of_key(ids, key);
    while (ids->slots[at] != 0 && (entry_in(ids, at)->key != key || entry_in(ids, at)->type != type)) {
        at = (at + 1) & (ids->slot_count - 1);
    }
    return at;
}

/* Frees a slot and moves up those behind it whose search would end there (Knuth 6.4, algorithm R). */
static void free_slot(lob_ids *ids, uint32_t at) {
    uint32_t mask = ids->slot_count - 1;
    ids->slots[at] = 0;
    for (uint32_t next = (at + 1) & mask; ids->slots[next] != 0; next = (next + 1) & mask) {
        uint32_t home = slot_of_key(ids, entry_in(ids, next)->key);
        if (((next - home) & mask) >= ((next - at) & mask)) {
            ids->slots[at] = ids->slots[next];
            ids->slots[next] = 0;
            at = next;
        }
    }
}

/* ---- the two rings ---- */

static entry *entry_at(const lob_ids *ids, uint64_t number) {
    return &ids->entries[number % ids->capacity];
}

static void kill(lob_ids *ids, uint32_t slot) {
    ids->entries[ids->slots[slot] - 1].type = LOB_ID_TYPE_COUNT;
    free_slot(ids, slot);
    ids->count--;
}

static void forget_oldest(lob_ids *ids) {
    const entry *oldest = entry_at(ids, ids->first);
    if (oldest->type != LOB_ID_TYPE_COUNT) {
        kill(ids, find_slot(ids, oldest->type, oldest->key));
    }
    ids->first++;
}

static void fill_slots(lob_ids *ids) {
    for (uint64_t number = ids->first; number < ids->end; number++) {
        const entry *e = entry_at(ids, number);
        if (e->type != LOB_ID_TYPE_COUNT) {
            ids->slots[find_slot(ids, e->type, e->key)] = (uint32_t)(number % ids->capacity) + 1;
        }
    }
}

static bool grow_entries(lob_ids *ids) {
    uint32_t capacity = ids->capacity < ENTRIES_MIN / 2 ? ENTRIES_MIN : 2 * ids->capacity;
    capacity = capacity < ids->count_max ? capacity : ids->count_max;
    uint32_t slot_count = ENTRIES_MIN;
    while (slot_count < 2 * (uint64_t)capacity) {
        slot_count *= 2;
    }
    entry *entries = lob_calloc(capacity, sizeof *entries);
    uint32_t *slots = lob_calloc(slot_count, sizeof *slots);
    if (!entries || !slots) {
        lob_free(entries);
        lob_free(slots);
        return false;
    }
    for (uint64_t number = ids->first; number < ids->end; number++) {
        entries[number % capacity] = *entry_at(ids, number);
    }
    lob_free(ids->entries);
    lob_free(ids->slots);
    ids->entries = entries;
    ids->capacity = capacity;
    ids->slots = slots;
    ids->slot_count = slot_count;
    fill_slots(ids);
    return true;
}

static uint64_t byte_capacity_max(const lob_ids *ids) {
    uint64_t most = (uint64_t)ids->count_max * BYTES_EACH;
    return most > BYTES_MIN ? most : BYTES_MIN;
}

/* Where a path of `size` bytes would begin: at the end, or at the start of the ring's next turn. */
static uint64_t next_path(const lob_ids *ids, uint32_t size) {
    if (size == 0 || ids->byte_capacity == 0) {
        return ids->byte_end;
    }
    uint64_t left = ids->byte_capacity - ids->byte_end % ids->byte_capacity;
    return size <= left ? ids->byte_end : ids->byte_end + left;
}

static bool has_byte_room(const lob_ids *ids, uint32_t size) {
    uint64_t begin = next_path(ids, size);
    uint64_t oldest = ids->first < ids->end ? entry_at(ids, ids->first)->path_at : begin;
    return begin + size - oldest <= ids->byte_capacity;
}

/* At least doubled, up to the maximum; paths are packed anew. */
static bool grow_bytes(lob_ids *ids, uint32_t size) {
    uint64_t most = byte_capacity_max(ids), capacity = ids->byte_capacity ? ids->byte_capacity : BYTES_MIN / 2;
    do {
        capacity *= 2;
    } while (capacity < size);
    capacity = capacity < most ? capacity : most;
    uint8_t *bytes = lob_malloc(capacity);
    if (!bytes) {
        return false;
    }
    uint64_t end = 0;
    for (uint64_t number = ids->first; number < ids->end; number++) {
        entry *e = entry_at(ids, number);
        if (e->path_size) {
            memcpy(bytes + end, ids->bytes + e->path_at % ids->byte_capacity, e->path_size);
        }
        e->path_at = end;
        end += e->path_size;
    }
    lob_free(ids->bytes);
    ids->bytes = bytes;
    ids->byte_capacity = capacity;
    ids->byte_end = end;
    return true;
}

/* Room for one entry and its path: the rings grow as far as they may, then the oldest go. */
static lob_status make_room(lob_ctx *ctx, lob_ids *ids, uint32_t path_size) {
    if (ids->end - ids->first == ids->capacity && ids->capacity < ids->count_max && !grow_entries(ids)) {
        return lob_fail_memory(ctx);
    }
    while (ids->end - ids->first >= ids->capacity) {
        forget_oldest(ids);
    }
    while (!has_byte_room(ids, path_size) && ids->byte_capacity < byte_capacity_max(ids)) {
        if (!grow_bytes(ids, path_size)) {
            return lob_fail_memory(ctx);
        }
    }
    while (!has_byte_room(ids, path_size)) {
        forget_oldest(ids);
    }
    return LOB_OK;
}

/* ---- objects as entries ---- */

static uint8_t *put_varint(uint8_t *out, uint64_t value) {
    for (; value >= 0x80; value >>= 7) {
        *out++ = (uint8_t)(value | 0x80);
    }
    *out++ = (uint8_t)value;
    return out;
}

static uint64_t take_varint(const uint8_t **at) {
    uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
        uint8_t byte = *(*at)++;
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) {
            return value;
        }
    }
}

/* The path as bytes, in the arena. */
static lob_status pack_path(lob_ctx *ctx, const lob_ids *ids, const lob_object *object, entry *e, uint8_t **path) {
    uint32_t depth = object->stored.depth;
    uint8_t *out = *path = lob_arena_alloc(ctx->arena, (size_t)depth * 2 * VARINT_SIZE_MAX);
    if (!out) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < depth; i++) {
        out = put_varint(out, object->stored.path[i].inst);
        out = put_varint(out, object->stored.path[i].member);
    }
    uint64_t size = (uint64_t)(out - *path);
    if (size > byte_capacity_max(ids)) {
        lob_status status = lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "An object is too deep in the hierarchy to get an id");
        lob_error_integer(&ctx->error, "levels", depth);
        lob_hint(ctx, "Ask about a cell at a lower level of the hierarchy.");
        return status;
    }
    e->depth = depth;
    e->path_size = (uint32_t)size;
    return LOB_OK;
}

static void put_u64(uint8_t *out, uint64_t value) {
    for (int i = 0; i < 8; i++) {
        out[i] = (uint8_t)(value >> (56 - 8 * i));
    }
}

/* What all ids of one file begin with. */
static uint64_t tag_of(const lob_ids *ids) {
    return ids->seeds.file >> HASH_BITS;
}

static uint64_t seed_of(const lob_ids *ids, unsigned type) {
    return type == LOB_ID_PORT ? ids->seeds.ports : ids->seeds.file;
}

static lob_status pack(lob_ctx *ctx, lob_ids *ids, const lob_layout *layout, const lob_object *object, entry *e,
                       uint8_t **path) {
    bool is_figure = object->type == LOB_ID_SHAPE || object->type == LOB_ID_TEXT;
    *e = (entry){.type = (uint8_t)object->type,
                 .cell = object->cell,
                 .leaf = object->stored.leaf,
                 .index = object->stored.index,
                 .layer = is_figure ? object->stored.layer : 0,
                 .kind = is_figure ? (uint8_t)object->stored.kind : 0,
                 .member = is_figure ? object->stored.member : 0};
    const uint64_t seed = seed_of(ids, object->type);
    uint64_t hash;
    if (!lob_object_hash(layout, seed, object, &ids->scratch, &hash)) {
        return lob_fail_memory(ctx);
    }
    e->key = tag_of(ids) << HASH_BITS | hash >> (64 - HASH_BITS); /* in the order of the hashes */
    return pack_path(ctx, ids, object, e, path);
}

static bool is_same(const lob_ids *ids, const entry *a, const entry *b, const uint8_t *path_of_b) {
    return a->cell == b->cell && a->leaf == b->leaf && a->layer == b->layer && a->kind == b->kind &&
           a->index == b->index && a->member == b->member && a->path_size == b->path_size &&
           (a->path_size == 0 || memcmp(ids->bytes + a->path_at % ids->byte_capacity, path_of_b, a->path_size) == 0);
}

static void add(lob_ids *ids, entry *e, const uint8_t *path) {
    e->path_at = next_path(ids, e->path_size);
    if (e->path_size) {
        memcpy(ids->bytes + e->path_at % ids->byte_capacity, path, e->path_size);
    }
    ids->byte_end = e->path_at + e->path_size;
    *entry_at(ids, ids->end) = *e;
    ids->slots[find_slot(ids, e->type, e->key)] = (uint32_t)(ids->end % ids->capacity) + 1;
    ids->end++;
    ids->count++;
}

/* Whether an entry stands in the newer half of both rings. */
static bool is_young(const lob_ids *ids, const entry *e) {
    uint32_t place = (uint32_t)(e - ids->entries), next = (uint32_t)(ids->end % ids->capacity);
    uint32_t age = place < next ? next - place : next + ids->capacity - place;
    return age <= ids->count_max / 2 && ids->byte_end - e->path_at <= byte_capacity_max(ids) / 2;
}

static void print_id(char out[LOB_ID_TEXT_SIZE], unsigned type, uint64_t key) {
    uint8_t bytes[8];
    put_u64(bytes, key);
    memcpy(out, prefixes[type], PREFIX_SIZE);
    lob_hex(out + PREFIX_SIZE, bytes, sizeof bytes);
}

lob_status lob_ids_issue(lob_ctx *ctx, lob_ids *ids, const lob_layout *layout, const lob_object *object,
                         char id[LOB_ID_TEXT_SIZE]) {
    entry e = {.key = 0};
    uint8_t *path = NULL;
    LOB_TRY(pack(ctx, ids, layout, object, &e, &path));
    while (ids->slot_count > 0) {
        uint32_t slot = find_slot(ids, e.type, e.key);
        if (ids->slots[slot] == 0) {
            break;
        }
        if (!is_same(ids, entry_in(ids, slot), &e, path)) {
            e.key++; /* another object has this id */
        } else if (is_young(ids, entry_in(ids, slot))) {
            print_id(id, e.type, e.key);
            return LOB_OK;
        } else {
            kill(ids, slot);
            break;
        }
    }
    LOB_TRY(make_room(ctx, ids, e.path_size));
    add(ids, &e, path);
    print_id(id, e.type, e.key);
    return LOB_OK;
}

/* ---- finding ---- */

static bool parse_id(lob_str id, unsigned *type, uint64_t *key) {
    if (id.size != PREFIX_SIZE + HEX_SIZE) {
        return false;
    }
    *type = 0;
    while (*type < LOB_ID_TYPE_COUNT && memcmp(id.data, prefixes[*type], PREFIX_SIZE) != 0) {
        ++*type;
    }
    *key = 0;
    for (int i = 0; i < HEX_SIZE; i++) {
        char c = id.data[PREFIX_SIZE + i];
        bool digit = c >= '0' && c <= '9', letter = c >= 'a' && c <= 'f';
        if (!digit && !letter) {
            return false;
        }
        *key = *key << 4 | (unsigned)(digit ? c - '0' : c - 'a' + 10);
    }
    return *type < LOB_ID_TYPE_COUNT;
}

typedef struct likeness {
    char text[LOB_ID_TEXT_SIZE];
    unsigned distance;
} likeness;

/* Nearest first, of equal ones the newest. An id that is no id may be like any kind. */
static void suggest(lob_ctx *ctx, const lob_ids *ids, lob_str id) {
    likeness best[LOB_CANDIDATE_COUNT_MAX + 1];
    unsigned count = 0;
    uint64_t known = ids->end - ids->first, among = known < CANDIDATES_AMONG ? known : CANDIDATES_AMONG;
    for (uint64_t i = 1; i <= among; i++) {
        const entry *e = entry_at(ids, ids->end - i);
        if (e->type == LOB_ID_TYPE_COUNT) {
            continue;
        }
        likeness one;
        print_id(one.text, e->type, e->key);
        one.distance = lob_str_distance(id, (lob_str){one.text, PREFIX_SIZE + HEX_SIZE}, DISTANCE_MAX);
        unsigned at = count;
        for (; at > 0 && best[at - 1].distance > one.distance; at--) {
            best[at] = best[at - 1];
        }
        best[at] = one;
        count += one.distance < DISTANCE_MAX && count < LOB_CANDIDATE_COUNT_MAX;
    }
    for (unsigned i = 0; i < count; i++) {
        lob_error_candidate(&ctx->error, lob_str_from(best[i].text));
    }
}

/* Ids of other things, which a client may well have at hand. */
static const char *other_kind(lob_str id) {
    static const struct {
        const char *prefix, *hint;
    } kinds[] = {
        {"rnd_", "It names a picture of one session. Use an id from query_region or list_ports."},
        {"drc_", "It names a DRC run of one session: pass it to extract_markers as run_id."},
        {"mrk_", "It names a marker; call query_region with its box_um and use an id from that answer."},
        {"vio_", "It names a rule violation; call query_region with its box_um and use an id from that answer."},
        {"ses_", "It names a session. Use an id from query_region or list_ports."},
        {"cur_", "It is a cursor: pass it to the same tool as cursor."}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (id.size >= PREFIX_SIZE && memcmp(id.data, kinds[i].prefix, PREFIX_SIZE) == 0) {
            return kinds[i].hint;
        }
    }
    return NULL;
}

static lob_status fail_unknown(lob_ctx *ctx, const lob_ids *ids, lob_str id, bool is_id, uint64_t key) {
    const char *reason = "unknown", *message = "This session did not return that id, or no longer knows it";
    const char *hint =
        "Call query_region on the place again and use an id from its answer; ids are valid within one session.";
    if (!is_id && other_kind(id)) {
        reason = "other_kind";
        message = "This id names something that cannot be a target";
        hint = other_kind(id);
    } else if (!is_id) {
        reason = "no_id";
        message = "This is not an id that a tool returned";
    } else if (key >> HASH_BITS != tag_of(ids)) {
        reason = "other_layout";
        message = "The id does not belong to the layout of this session";
        hint = "Pass the session_id of the layout that the id came from, or call query_region in this session and use "
               "an id from its answer.";
    }
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "%s", message);
    lob_hint(ctx, "%s", hint);
    lob_error_text(&ctx->error, "id", id);
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    suggest(ctx, ids, id);
    return status;
}

static lob_status unpack(lob_ctx *ctx, const lob_ids *ids, const entry *e, lob_object *object) {
    *object = (lob_object){.type = e->type, .cell = e->cell};
    lob_step *path = LOB_NEW_ARRAY(ctx->arena, lob_step, e->depth);
    if (!path) {
        return lob_fail_memory(ctx);
    }
    const uint8_t *at = e->depth ? ids->bytes + e->path_at % ids->byte_capacity : NULL;
    for (uint32_t i = 0; i < e->depth; i++) {
        path[i].inst = (uint32_t)take_varint(&at);
        path[i].member = take_varint(&at);
    }
    object->stored = (lob_stored){.path = path,
                                  .depth = e->depth,
                                  .leaf = e->leaf,
                                  .layer = e->layer,
                                  .kind = e->kind,
                                  .index = e->index,
                                  .member = e->member};
    return LOB_OK;
}

lob_status lob_ids_find(lob_ctx *ctx, const lob_ids *ids, lob_str id, lob_object *object) {
    unsigned type;
    uint64_t key;
    bool is_id = parse_id(id, &type, &key);
    if (is_id && ids->slot_count > 0) {
        uint32_t slot = find_slot(ids, type, key);
        if (ids->slots[slot] != 0) {
            return unpack(ctx, ids, entry_in(ids, slot), object);
        }
    }
    return fail_unknown(ctx, ids, id, is_id, key);
}

bool lob_ids_key(const lob_ids *ids, lob_str id, lob_object_key *key) {
    unsigned type;
    uint64_t number;
    if (!parse_id(id, &type, &number) || number >> HASH_BITS != tag_of(ids)) {
        return false;
    }
    *key = (lob_object_key){
        .type = type, .seed = seed_of(ids, type), .hash = number & ((1ULL << HASH_BITS) - 1), .bits = HASH_BITS};
    return true;
}
