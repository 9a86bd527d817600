/* Interning of outlines, repetitions, strings and transformations. The outlines decide the speed of reading: one pass
 * subtracts the first point, watches for overflow and hashes; a second compares with the stored one. */
#include "db/intern.h"

#include "base/alloc.h"
#include "base/digest.h"
#include "base/wrap.h"

static const uint64_t prime1 = 0x9e3779b97f4a7c15u;
static const uint64_t prime2 = 0xd6e8feb86659fd93u;

/* ---- a table ----
 *
 * seek(tag), then next() until it gives an equal thing or LOB_NONE; then add() puts the new index where the search
 * ended. Inline, because reading a layout spends its time here. */

typedef struct table_cursor {
    uint32_t tag, at;
} table_cursor;

static void table_release(lob_intern *in, lob_intern_table *table) {
    if (in->layout) {
        in->layout->budget.held -= (uint64_t)table->capacity * sizeof(lob_intern_slot);
    }
    lob_free(table->slots);
    *table = (lob_intern_table){0};
}

static bool table_grow(lob_intern *in, lob_intern_table *table) {
    uint32_t capacity = table->capacity ? table->capacity * 2 : 64;
    uint64_t extra = (uint64_t)(capacity - table->capacity) * sizeof(lob_intern_slot);
    if (capacity == 0 || !lob_budget_allows(&in->layout->budget, extra)) {
        return false;
    }
    lob_intern_slot *slots = lob_calloc(capacity, sizeof *slots);
    if (!slots) {
        return false;
    }
    for (uint32_t i = 0; i < table->capacity; i++) {
        lob_intern_slot slot = table->slots[i];
        if (slot.index) {
            uint32_t at = slot.tag & (capacity - 1);
            while (slots[at].index) {
                at = (at + 1) & (capacity - 1);
            }
            slots[at] = slot;
        }
    }
    lob_free(table->slots);
    table->slots = slots;
    table->capacity = capacity;
    in->layout->budget.held += extra;
    return true;
}

/* Makes room for one more; false: out of memory. */
static inline bool seek(lob_intern *in, lob_intern_table *table, uint32_t tag, table_cursor *cursor) {
    if (table->count >= table->capacity / 2 && !table_grow(in, table)) {
        return false;
    }
    *cursor = (table_cursor){tag, tag & (table->capacity - 1)};
    return true;
}

/* The next index with this tag, or LOB_NONE at the free slot that ends the run. */
static inline uint32_t next(const lob_intern_table *table, table_cursor *cursor) {
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
static inline uint32_t add(lob_intern_table *table, const table_cursor *cursor, uint32_t index) {
    if (index != LOB_NONE) {
        table->slots[cursor->at] = (lob_intern_slot){cursor->tag, index + 1};
        table->count++;
    }
    return index;
}

/* ---- outlines, repetitions, transformations, strings ---- */

/* One lane of the outline hash; four run side by side. */
LOB_WRAPS static inline uint64_t mix(uint64_t lane, uint64_t value) {
    lane = (lane ^ value) * prime1;
    return lane ^ (lane >> 29);
}

/* Two points side by side. */
typedef uint32_t pair __attribute__((vector_size(16)));

/* points - first into `out`; false when a difference does not fit into 32 bits. */
static bool subtract_first(const lob_point *points, uint32_t count, lob_point *out) {
    const uint32_t x = (uint32_t)points[0].x, y = (uint32_t)points[0].y;
    const pair first = {x, y, x, y};
    pair overflow = {0}, from = first, by;
    uint32_t i = 0;
    for (; i + 2 <= count; i += 2) {
        memcpy(&from, points + i, sizeof from);
        by = from - first;
        overflow |= (from ^ first) & (from ^ by);
        memcpy(out + i, &by, sizeof by);
    }
    if (i < count) {
        from = first;
        memcpy(&from, points + i, sizeof *points);
        by = from - first;
        overflow |= (from ^ first) & (from ^ by);
        memcpy(out + i, &by, sizeof *out);
    }
    return ((overflow[0] | overflow[1] | overflow[2] | overflow[3]) >> 31) == 0;
}

LOB_WRAPS static uint32_t hash_points(const lob_point *points, uint32_t count, uint64_t seed) {
    uint64_t lanes[4] = {seed, seed ^ prime1, seed + prime2, ~seed};
    uint64_t value[4];
    uint32_t i = 0;
    for (; i + 4 <= count; i += 4) {
        memcpy(value, points + i, sizeof value);
        lanes[0] = mix(lanes[0], value[0]);
        lanes[1] = mix(lanes[1], value[1]);
        lanes[2] = mix(lanes[2], value[2]);
        lanes[3] = mix(lanes[3], value[3]);
    }
    for (; i < count; i++) {
        memcpy(value, points + i, sizeof(lob_point));
        lanes[i & 3] = mix(lanes[i & 3], value[0]);
    }
    uint64_t hash = mix(mix(mix(lanes[0], lanes[1]), lanes[2]), lanes[3] + count);
    return (uint32_t)(hash ^ (hash >> 32));
}

static uint32_t outline_new(lob_intern *in, const lob_point *points, uint32_t count) {
    lob_layout *layout = in->layout;
    if (!lob_column_reserve(&layout->budget, &layout->points, sizeof(lob_point), count)) {
        return LOB_NONE;
    }
    lob_outline *outline = lob_column_push(&layout->budget, &layout->outlines, sizeof *outline);
    if (!outline) {
        return LOB_NONE;
    }
    *outline = (lob_outline){layout->points.count, count, lob_points_box(points, count)};
    memcpy(LOB_AT(layout->points, lob_point, layout->points.count), points, count * sizeof(lob_point));
    layout->points.count += count;
    return layout->outlines.count - 1;
}

uint32_t lob_intern_outline(lob_intern *in, const lob_point *points, uint32_t count, lob_point *at) {
    in->scratch.count = 0;
    if (!lob_column_reserve(&in->layout->budget, &in->scratch, sizeof(lob_point), count)) {
        return LOB_NONE;
    }
    lob_point *relative = in->scratch.data;
    *at = points[0];
    if (!subtract_first(points, count, relative)) {
        memcpy(relative, points, count * sizeof(lob_point));
        *at = (lob_point){0, 0};
    }
    return lob_intern_relative(in, relative, count);
}

uint32_t lob_intern_relative(lob_intern *in, const lob_point *relative, uint32_t count) {
    lob_layout *layout = in->layout;
    table_cursor cursor;
    if (!seek(in, &in->outlines, hash_points(relative, count, in->seed), &cursor)) {
        return LOB_NONE;
    }
    for (uint32_t i; (i = next(&in->outlines, &cursor)) != LOB_NONE;) {
        const lob_outline *outline = LOB_AT(layout->outlines, lob_outline, i);
        if (outline->count == count &&
            memcmp(LOB_AT(layout->points, lob_point, outline->first), relative, count * sizeof(lob_point)) == 0) {
            return i;
        }
    }
    uint32_t index = outline_new(in, relative, count);
    return add(&in->outlines, &cursor, index);
}

static bool rep_equal(const lob_rep *a, const lob_rep *b) {
    if (a->kind != b->kind) {
        return false;
    }
    if (a->kind == LOB_REP_LIST) {
        return a->list_count == b->list_count && memcmp(a->list, b->list, a->list_count * sizeof(lob_point)) == 0;
    }
    return a->na == b->na && a->nb == b->nb && a->a.x == b->a.x && a->a.y == b->a.y && a->b.x == b->b.x &&
           a->b.y == b->b.y;
}

static uint64_t rep_hash(const lob_rep *rep, uint64_t seed) {
    if (rep->kind == LOB_REP_LIST) {
        return lob_hash64_fast(rep->list, rep->list_count * sizeof(lob_point), seed);
    }
    const uint64_t words[7] = {rep->kind,          rep->na,           rep->nb, (uint64_t)rep->a.x, (uint64_t)rep->a.y,
                               (uint64_t)rep->b.x, (uint64_t)rep->b.y};
    return lob_hash64_fast(words, sizeof words, seed);
}

static bool keep_box(lob_layout *layout, lob_rep *fraction) {
    lob_box64 *box = lob_budget_allows(&layout->budget, sizeof *box) ? LOB_NEW(layout->arena, lob_box64) : NULL;
    if (box) {
        fraction->extent = NULL; /* another layout's, when this one is a copy */
        *box = lob_rep_extent(fraction);
        fraction->extent = box;
    }
    return box != NULL;
}

uint32_t lob_intern_rep(lob_intern *in, const lob_rep *rep) {
    lob_layout *layout = in->layout;
    table_cursor cursor;
    uint64_t hash = rep_hash(rep, in->seed);
    if (!seek(in, &in->reps, (uint32_t)(hash ^ (hash >> 32)), &cursor)) {
        return LOB_NONE;
    }
    for (uint32_t i; (i = next(&in->reps, &cursor)) != LOB_NONE;) {
        if (rep_equal(LOB_AT(layout->reps, lob_rep, i), rep)) {
            return i;
        }
    }
    lob_rep copy = *rep;
    if (rep->kind == LOB_REP_LIST) {
        size_t size = rep->list_count * sizeof(lob_point);
        lob_point *list = lob_budget_allows(&layout->budget, size) ? lob_arena_alloc(layout->arena, size) : NULL;
        if (!list) {
            return LOB_NONE;
        }
        memcpy(list, rep->list, size);
        copy.list = list;
        lob_rep_keep_extent(&copy);
    }
    if (rep->kind == LOB_REP_FRACTION && !keep_box(layout, &copy)) {
        return LOB_NONE;
    }
    lob_rep *slot = lob_column_push(&layout->budget, &layout->reps, sizeof *slot);
    if (!slot) {
        return LOB_NONE;
    }
    *slot = copy;
    return add(&in->reps, &cursor, layout->reps.count - 1);
}

uint32_t lob_intern_cplx(lob_intern *in, const lob_cplx *cplx) {
    lob_layout *layout = in->layout;
    uint64_t words[3] = {0, 0, (uint64_t)cplx->mag_is_absolute | (uint64_t)cplx->angle_is_absolute << 1};
    memcpy(&words[0], &cplx->angle_deg, sizeof(double));
    memcpy(&words[1], &cplx->mag, sizeof(double));
    uint64_t hash = lob_hash64_fast(words, sizeof words, in->seed);
    table_cursor cursor;
    if (!seek(in, &in->cplx, (uint32_t)(hash ^ (hash >> 32)), &cursor)) {
        return LOB_NONE;
    }
    for (uint32_t i; (i = next(&in->cplx, &cursor)) != LOB_NONE;) {
        const lob_cplx *have = LOB_AT(layout->cplx, lob_cplx, i);
        if (have->angle_deg == cplx->angle_deg && have->mag == cplx->mag &&
            have->mag_is_absolute == cplx->mag_is_absolute && have->angle_is_absolute == cplx->angle_is_absolute) {
            return i;
        }
    }
    lob_cplx *slot = lob_column_push(&layout->budget, &layout->cplx, sizeof *slot);
    if (!slot) {
        return LOB_NONE;
    }
    *slot = *cplx;
    return add(&in->cplx, &cursor, layout->cplx.count - 1);
}

uint32_t lob_intern_string(lob_intern *in, lob_str string) {
    lob_layout *layout = in->layout;
    uint32_t found = lob_name_map_find(&in->strings, string);
    if (found != LOB_MAP_NONE) {
        return found;
    }
    char *copy = lob_budget_allows(&layout->budget, string.size)
                     ? lob_arena_strdup(layout->arena, string.data ? string.data : "", string.size)
                     : NULL;
    if (!copy || !lob_column_reserve(&layout->budget, &layout->strings, sizeof(lob_str), 1)) {
        return LOB_NONE;
    }
    lob_str stored = {copy, string.size};
    if (!lob_name_map_add(&in->strings, stored, layout->strings.count, &found)) {
        return LOB_NONE;
    }
    *LOB_AT(layout->strings, lob_str, layout->strings.count) = stored;
    return layout->strings.count++;
}

/* ---- property sets: most of the properties of a layout are the same few, repeated (fill, net names) ----
 *
 * To compare with a stored set takes it, its property, the values and their strings, each somewhere else in memory.
 * Most sets of an OASIS file are one property of numbers and references (an instance name is S_GDS_PROPERTY with two),
 * so a cache holds what is in those itself: 32 bytes, one place to look at. */

static bool value_equal(const lob_prop_value *a, const lob_prop_value *b) {
    if (a->kind != b->kind) {
        return false;
    }
    switch (a->kind) {
    case LOB_PROP_INT:
        return a->i == b->i;
    case LOB_PROP_REAL:
        return memcmp(&a->real, &b->real, sizeof a->real) == 0;
    case LOB_PROP_STRING:
        return lob_str_equal(a->string, b->string);
    case LOB_PROP_UINT:
    case LOB_PROP_STRING_REF:
    default:
        return a->u == b->u;
    }
}

static bool prop_equal(const lob_prop *a, const lob_prop *b) {
    if (a->name_by_ref != b->name_by_ref || (a->name.data == NULL) != (b->name.data == NULL) ||
        !lob_str_equal(a->name, b->name) || (a->name_by_ref && a->name_ref != b->name_ref) || a->attr != b->attr ||
        a->is_standard != b->is_standard || a->value_count != b->value_count) {
        return false;
    }
    for (uint32_t i = 0; i < a->value_count; i++) {
        if (!value_equal(&a->values[i], &b->values[i])) {
            return false;
        }
    }
    return true;
}

static uint64_t value_hash(const lob_prop_value *value, uint64_t hash) {
    switch (value->kind) {
    case LOB_PROP_STRING:
        return lob_hash64_fast(value->string.data, value->string.size, hash);
    case LOB_PROP_REAL:
        return lob_hash64_fast(&value->real, sizeof value->real, hash);
    case LOB_PROP_INT:
        return lob_hash64_fast(&value->i, sizeof value->i, hash);
    case LOB_PROP_UINT:
    case LOB_PROP_STRING_REF:
    default:
        return lob_hash64_fast(&value->u, sizeof value->u, hash);
    }
}

static uint64_t props_hash(const lob_prop *props, uint32_t count, uint64_t hash) {
    for (uint32_t i = 0; i < count; i++) {
        const lob_prop *prop = &props[i];
        const uint64_t words[2] = {prop->attr, prop->name_by_ref ? prop->name_ref : UINT64_MAX};
        hash = lob_hash64_fast(words, sizeof words, hash);
        hash = lob_hash64_fast(prop->name.data, prop->name.size, hash);
        for (uint32_t k = 0; k < prop->value_count; k++) {
            hash = value_hash(&prop->values[k], hash + prop->values[k].kind);
        }
    }
    return hash;
}

static bool string_keep(lob_intern *in, lob_str *string) {
    uint32_t index = lob_intern_string(in, *string);
    if (index == LOB_NONE) {
        return false;
    }
    *string = *LOB_AT(in->layout->strings, lob_str, index);
    return true;
}

bool lob_intern_prop_copy(lob_intern *in, const lob_prop *prop, lob_prop *copy) {
    lob_layout *layout = in->layout;
    *copy = *prop;
    size_t size = prop->value_count * sizeof(lob_prop_value);
    lob_prop_value *values = lob_budget_allows(&layout->budget, size) ? lob_arena_alloc(layout->arena, size) : NULL;
    if (!values || (prop->name.data && !string_keep(in, &copy->name))) {
        return false;
    }
    copy->values = values;
    for (uint32_t i = 0; i < prop->value_count; i++) {
        values[i] = prop->values[i];
        if (values[i].kind == LOB_PROP_STRING && !string_keep(in, &values[i].string)) {
            return false;
        }
    }
    return true;
}

static uint32_t set_new(lob_intern *in, const lob_prop *props, uint32_t count) {
    lob_layout *layout = in->layout;
    uint32_t first = layout->props.count;
    for (uint32_t i = 0; i < count; i++) {
        lob_prop *prop = lob_column_push(&layout->budget, &layout->props, sizeof *prop);
        if (!prop || !lob_intern_prop_copy(in, &props[i], prop)) {
            return LOB_NONE;
        }
    }
    lob_prop_set *set = lob_column_push(&layout->budget, &layout->sets, sizeof *set);
    if (!set) {
        return LOB_NONE;
    }
    *set = (lob_prop_set){first, count};
    return layout->sets.count - 1;
}

static bool set_equal(const lob_layout *layout, uint32_t index, const lob_prop *props, uint32_t count) {
    const lob_prop_set *set = LOB_AT(layout->sets, lob_prop_set, index);
    if (set->count != count) {
        return false;
    }
    for (uint32_t k = 0; k < count; k++) {
        if (!prop_equal(LOB_AT(layout->props, lob_prop, set->first + k), &props[k])) {
            return false;
        }
    }
    return true;
}

static uint32_t set_find(lob_intern *in, const lob_prop *props, uint32_t count) {
    const lob_layout *layout = in->layout;
    uint64_t hash = props_hash(props, count, in->seed);
    table_cursor cursor;
    if (!seek(in, &in->sets, (uint32_t)(hash ^ (hash >> 32)), &cursor)) {
        return LOB_NONE;
    }
    for (uint32_t i; (i = next(&in->sets, &cursor)) != LOB_NONE;) {
        if (set_equal(layout, i, props, count)) {
            return i;
        }
    }
    return add(&in->sets, &cursor, set_new(in, props, count));
}

/* ---- the cache of small sets ---- */

struct lob_small_set {
    uint64_t name_ref, values[2];
    uint32_t form;  /* everything else of the property: equal forms and numbers are equal sets */
    uint32_t index; /* + 1; 0: free */
};

enum { SMALL_VALUES = 2, SMALL_CAPACITY_MAX = 1 << 20 };

static void smalls_release(lob_intern *in) {
    if (in->layout) {
        in->layout->budget.held -= (uint64_t)in->small_capacity * sizeof *in->smalls;
    }
    lob_free(in->smalls);
    in->smalls = NULL;
    in->small_capacity = 0;
}

/* One property without a name of its own; text it has is known by its index. */
static bool small_make(lob_intern *in, const lob_prop *props, uint32_t count, struct lob_small_set *small) {
    const lob_prop *prop = props;
    if (count != 1 || prop->name.data || prop->value_count > SMALL_VALUES) {
        return false;
    }
    *small = (struct lob_small_set){.name_ref = prop->name_by_ref ? prop->name_ref : 0};
    uint32_t form = (uint32_t)prop->attr << 16 | (prop->name_by_ref ? 2u : 0) | (prop->is_standard ? 1u : 0);
    for (uint32_t i = 0; i < prop->value_count; i++) {
        const lob_prop_value *value = &prop->values[i];
        switch (value->kind) {
        case LOB_PROP_STRING:
            small->values[i] = lob_intern_string(in, value->string);
            if (small->values[i] == LOB_NONE) {
                return false;
            }
            break;
        case LOB_PROP_REAL:
            memcpy(&small->values[i], &value->real, sizeof value->real);
            break;
        case LOB_PROP_INT:
            small->values[i] = (uint64_t)value->i;
            break;
        case LOB_PROP_UINT:
        case LOB_PROP_STRING_REF:
        default:
            small->values[i] = value->u;
            break;
        }
        form |= ((uint32_t)value->kind + 1) << (4 + 4 * i);
    }
    small->form = form;
    return true;
}

static bool small_equal(const struct lob_small_set *a, const struct lob_small_set *b) {
    return a->form == b->form && a->name_ref == b->name_ref && a->values[0] == b->values[0] &&
           a->values[1] == b->values[1];
}

LOB_WRAPS static uint64_t small_hash(const struct lob_small_set *s, uint64_t seed) {
    const uint64_t prime = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t hash = (seed ^ s->form) * prime;
    hash = (hash ^ hash >> 29 ^ s->name_ref) * prime;
    hash = (hash ^ hash >> 29 ^ s->values[0]) * prime;
    hash = (hash ^ hash >> 29 ^ s->values[1]) * prime;
    return hash ^ hash >> 32;
}

/* Two places for each set, side by side in one line of the processor's cache; the older one goes. */
static void small_put(struct lob_small_set *slots, uint32_t capacity, uint64_t seed,
                      const struct lob_small_set *small) {
    struct lob_small_set *slot = &slots[small_hash(small, seed) & (capacity - 1) & ~UINT64_C(1)];
    if (slot[0].index) {
        slot[1] = slot[0];
    }
    slot[0] = *small;
}

/* As large as the table of all sets. */
static bool smalls_grow(lob_intern *in) {
    uint32_t capacity = in->sets.capacity < SMALL_CAPACITY_MAX ? in->sets.capacity : SMALL_CAPACITY_MAX;
    if (capacity <= in->small_capacity) {
        return true;
    }
    uint64_t size = (uint64_t)capacity * sizeof *in->smalls;
    struct lob_small_set *grown =
        lob_budget_allows(&in->layout->budget, size) ? lob_calloc(capacity, sizeof *grown) : NULL;
    if (!grown) {
        return false;
    }
    for (uint32_t i = 0; i < in->small_capacity; i++) {
        if (in->smalls[i].index) {
            small_put(grown, capacity, in->seed, &in->smalls[i]);
        }
    }
    smalls_release(in);
    in->smalls = grown;
    in->small_capacity = capacity;
    in->layout->budget.held += size;
    return true;
}

/* Index + 1, or 0: not here. */
static uint32_t small_look(const lob_intern *in, const struct lob_small_set *small) {
    const uint64_t at = small_hash(small, in->seed) & (in->small_capacity - 1) & ~UINT64_C(1);
    for (unsigned i = 0; i < 2; i++) {
        const struct lob_small_set *slot = &in->smalls[at + i];
        if (slot->index && small_equal(slot, small)) {
            return slot->index;
        }
    }
    return 0;
}

static uint32_t small_find(lob_intern *in, struct lob_small_set *small, const lob_prop *props, uint32_t count) {
    const uint32_t known = in->small_capacity ? small_look(in, small) : 0;
    if (known) {
        return known - 1;
    }
    const uint32_t found = set_find(in, props, count);
    if (found == LOB_NONE || !smalls_grow(in)) {
        return LOB_NONE;
    }
    small->index = found + 1;
    small_put(in->smalls, in->small_capacity, in->seed, small);
    return found;
}

static struct lob_small_set translated(const struct lob_small_set *small, const uint32_t *strings) {
    struct lob_small_set ours = *small;
    for (unsigned i = 0; i < SMALL_VALUES; i++) {
        if ((small->form >> (4 + 4 * i) & 0xf) == LOB_PROP_STRING + 1) {
            ours.values[i] = strings[small->values[i]];
        }
    }
    return ours;
}

void lob_intern_find_sets(const lob_intern *in, const lob_intern *like, const uint32_t *strings, uint32_t *found) {
    enum { BATCH = 16 };
    struct lob_small_set batch[BATCH];
    uint32_t theirs[BATCH], count = 0;
    for (uint32_t i = 0; in->small_capacity && i < like->small_capacity; i++) {
        if (like->smalls[i].index) {
            theirs[count] = like->smalls[i].index - 1;
            batch[count] = translated(&like->smalls[i], strings);
            __builtin_prefetch(&in->smalls[small_hash(&batch[count], in->seed) & (in->small_capacity - 1)]);
            count++;
        }
        if (count < BATCH && i + 1 < like->small_capacity) {
            continue;
        }
        for (uint32_t k = 0; k < count; k++) {
            const uint32_t known = small_look(in, &batch[k]);
            found[theirs[k]] = known ? known - 1 : found[theirs[k]];
        }
        count = 0;
    }
}

/* What follows a set is often the same set, or, where cells repeat what others hold, the one that followed it before:
 * these two lie near in memory, what the hash finds anywhere. */
uint32_t lob_intern_props(lob_intern *in, const lob_prop *props, uint32_t count) {
    uint32_t last = in->last_set;
    struct lob_small_set small;
    if (small_make(in, props, count, &small)) {
        return small_find(in, &small, props, count);
    }
    for (uint32_t i = last; i != LOB_NONE && i < in->layout->sets.count && i - last < 2; i++) {
        if (set_equal(in->layout, i, props, count)) {
            return in->last_set = i;
        }
    }
    const uint32_t found = set_find(in, props, count);
    in->last_set = found == LOB_NONE ? last : found;
    return found;
}

/* ---- all tables ---- */

bool lob_intern_init(lob_intern *in, lob_layout *layout) {
    *in = (lob_intern){.layout = layout, .last_set = LOB_NONE};
    lob_name_map_init(&in->strings);
    return lob_random(&in->seed, sizeof in->seed);
}

void lob_intern_release(lob_intern *in) {
    table_release(in, &in->outlines);
    table_release(in, &in->reps);
    table_release(in, &in->sets);
    table_release(in, &in->cplx);
    lob_name_map_release(&in->strings);
    smalls_release(in);
    if (in->layout) {
        lob_column_release(&in->layout->budget, &in->scratch, sizeof(lob_point));
    }
}
