/* Interning of property sets: most of the properties of a layout are the same few, repeated (fill, net names).
 *
 * To compare with a stored set takes it, its property, the values and their strings, each somewhere else in memory.
 * Most sets of an OASIS file are one property of numbers and references (an instance name is S_GDS_PROPERTY with two),
 * so a cache holds what is in those itself: 32 bytes, one place to look at. */
#include "base/alloc.h"
#include "base/digest.h"
#include "base/wrap.h"
#include "db/intern_table.h"

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
    lob_intern_cursor cursor;
    if (!lob_intern_seek(in, &in->sets, (uint32_t)(hash ^ (hash >> 32)), &cursor)) {
        return LOB_NONE;
    }
    for (uint32_t i; (i = lob_intern_next(&in->sets, &cursor)) != LOB_NONE;) {
        if (set_equal(layout, i, props, count)) {
            return i;
        }
    }
    return lob_intern_add(&in->sets, &cursor, set_new(in, props, count));
}

/* ---- the cache of small sets ---- */

struct lob_small_set {
    uint64_t name_ref, values[2];
    uint32_t form;  /* everything else of the property: equal forms and numbers are equal sets */
    uint32_t index; /* + 1; 0: free */
};

enum { SMALL_VALUES = 2, SMALL_CAPACITY_MAX = 1 << 20 };

void lob_intern_smalls_release(lob_intern *in) {
    if (in->layout) {
        in->layout->budget.held -= (uint64_t)in->small_capacity * sizeof *in->smalls;
    }
    lob_free(in->smalls);
    in->smalls = NULL;
    in->small_capacity = 0;
}

/* One property without text of its own. */
static bool small_make(const lob_prop *props, uint32_t count, struct lob_small_set *small) {
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
            return false;
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
    lob_intern_smalls_release(in);
    in->smalls = grown;
    in->small_capacity = capacity;
    in->layout->budget.held += size;
    return true;
}

static uint32_t small_find(lob_intern *in, struct lob_small_set *small, const lob_prop *props, uint32_t count) {
    if (in->small_capacity) {
        const uint64_t at = small_hash(small, in->seed) & (in->small_capacity - 1) & ~UINT64_C(1);
        for (unsigned i = 0; i < 2; i++) {
            const struct lob_small_set *slot = &in->smalls[at + i];
            if (slot->index && small_equal(slot, small)) {
                return slot->index - 1;
            }
        }
    }
    const uint32_t found = set_find(in, props, count);
    if (found == LOB_NONE || !smalls_grow(in)) {
        return LOB_NONE;
    }
    small->index = found + 1;
    small_put(in->smalls, in->small_capacity, in->seed, small);
    return found;
}

/* What follows a set is often the same set, or, where cells repeat what others hold, the one that followed it before:
 * these two lie near in memory, what the hash finds anywhere. */
uint32_t lob_intern_props(lob_intern *in, const lob_prop *props, uint32_t count) {
    uint32_t last = in->last_set;
    struct lob_small_set small;
    if (small_make(props, count, &small)) {
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
