/* Interning of property sets: most of the properties of a layout are the same few, repeated (fill, net names). */
#include "base/digest.h"
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

uint32_t lob_intern_props(lob_intern *in, const lob_prop *props, uint32_t count) {
    const lob_layout *layout = in->layout;
    uint64_t hash = props_hash(props, count, in->seed);
    lob_intern_cursor cursor;
    if (!lob_intern_seek(in, &in->sets, (uint32_t)(hash ^ (hash >> 32)), &cursor)) {
        return LOB_NONE;
    }
    for (uint32_t i; (i = lob_intern_next(&in->sets, &cursor)) != LOB_NONE;) {
        const lob_prop_set *set = LOB_AT(layout->sets, lob_prop_set, i);
        uint32_t k = 0;
        while (set->count == count && k < count &&
               prop_equal(LOB_AT(layout->props, lob_prop, set->first + k), &props[k])) {
            k++;
        }
        if (set->count == count && k == count) {
            return i;
        }
    }
    return lob_intern_add(&in->sets, &cursor, set_new(in, props, count));
}
