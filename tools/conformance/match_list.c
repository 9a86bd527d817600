/* Operators on the elements of an array one by one or beside each other: order, uniqueness, keys, sums.
 *
 * Key paths go below each element ("bbox_um.left"); an empty list of keys stands for the element itself. Elements are
 * compared by value, never by how they are written.
 */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "matching.h"
#include "path.h"

static const char wrong_operand[] = "an operand of a wrong type";
static const char no_memory[] = "out of memory";

static bool is_array(conf_matcher *m, const conf_operation *op) {
    return cJSON_IsArray(op->actual) || conf_differs(m, op->at, op->actual, "type array", NULL);
}

bool conf_fits_each(conf_matcher *m, const conf_operation *op) {
    bool is_object = cJSON_IsObject(op->actual);
    if (!is_object && !cJSON_IsArray(op->actual)) {
        return conf_differs(m, op->at, op->actual, "type array or object", NULL);
    }
    size_t index = 0;
    for (const cJSON *each = op->actual->child; each != NULL; each = each->next, index++) {
        conf_place place =
            is_object ? conf_place_named(op->at, CONF_PLACE_MEMBER, each->string) : conf_place_index(op->at, index);
        if (!conf_fits(m, op->operand, each, &place)) {
            return false;
        }
    }
    return true;
}

/* ---- keys ---- */

/* The first key, then next_key() until NULL; an empty list has one, the element itself. */
static char whole_name[] = "itself";
static const cJSON whole_element = {.type = cJSON_String, .valuestring = whole_name};

static const cJSON *first_key(const cJSON *keys) {
    return keys->child ? keys->child : &whole_element;
}

static const cJSON *value_of(const cJSON *element, const cJSON *key) {
    const char *why;
    return key == &whole_element ? element : conf_path_below(element, key->valuestring, &why);
}

static bool are_keys(conf_matcher *m, const cJSON *keys) {
    bool fine = cJSON_IsArray(keys);
    for (const cJSON *key = fine ? keys->child : NULL; key != NULL; key = key->next) {
        fine = fine && cJSON_IsString(key);
    }
    return fine || conf_breaks(m, wrong_operand);
}

/* [1,"a"]; of one key without the brackets. */
static void add_values(conf_text *text, const cJSON *keys, const cJSON *element) {
    bool is_one = first_key(keys)->next == NULL;
    conf_text_add(text, is_one ? "" : "[");
    for (const cJSON *key = first_key(keys); key != NULL; key = key->next) {
        conf_text_json(text, value_of(element, key));
        conf_text_add(text, key->next != NULL ? "," : "");
    }
    conf_text_add(text, is_one ? "" : "]");
}

/* ---- $sorted ---- */

/* Negative, 0, positive; *fine false: these two have no order. */
static int order_of(const cJSON *a, const cJSON *b, bool *fine) {
    *fine = true;
    if (cJSON_IsNumber(a) && cJSON_IsNumber(b)) {
        return (a->valuedouble > b->valuedouble) - (a->valuedouble < b->valuedouble);
    }
    if (cJSON_IsString(a) && cJSON_IsString(b)) {
        return strcmp(a->valuestring, b->valuestring);
    }
    if (cJSON_IsBool(a) && cJSON_IsBool(b)) {
        return cJSON_IsTrue(a) - cJSON_IsTrue(b);
    }
    *fine = cJSON_IsNull(a) && cJSON_IsNull(b);
    return 0;
}

static bool is_in_order(conf_matcher *m, const cJSON *keys, const cJSON *before, const cJSON *element,
                        const conf_place *at) {
    for (const cJSON *key = first_key(keys); key != NULL; key = key->next) {
        bool fine;
        const cJSON *was = value_of(before, key), *is = value_of(element, key);
        int order = order_of(was, is, &fine);
        if (!fine) {
            return conf_differs(m, at, is, "a value to be ordered with ", was);
        }
        if (order < 0) {
            return true;
        }
        if (order > 0) {
            conf_text text = conf_expected(m, at, element);
            conf_text_add(&text, "not before ");
            add_values(&text, keys, before);
            conf_text got = conf_got(m);
            add_values(&got, keys, element);
            return false;
        }
    }
    return true;
}

static const cJSON *lacking_key(const cJSON *keys, const cJSON *element) {
    const cJSON *key = first_key(keys);
    while (key != NULL && value_of(element, key) != NULL) {
        key = key->next;
    }
    return key;
}

static bool has_keys(conf_matcher *m, const cJSON *keys, const cJSON *element, const conf_place *at) {
    const cJSON *key = lacking_key(keys, element);
    if (key == NULL) {
        return true;
    }
    conf_text text = conf_expected(m, at, element);
    conf_text_add(&text, "a value at ");
    conf_text_add(&text, key->valuestring);
    return false;
}

bool conf_fits_sorted(conf_matcher *m, const conf_operation *op) {
    if (!are_keys(m, op->operand) || !is_array(m, op)) {
        return false;
    }
    const cJSON *before = NULL;
    size_t index = 0;
    for (const cJSON *each = op->actual->child; each != NULL; before = each, each = each->next, index++) {
        conf_place place = conf_place_index(op->at, index);
        if (!has_keys(m, op->operand, each, &place) ||
            (before != NULL && !is_in_order(m, op->operand, before, each, &place))) {
            return false;
        }
    }
    return true;
}

/* ---- $unique ---- */

static uint64_t mix(uint64_t hash) {
    hash = (hash ^ hash >> 31) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static uint64_t hash_string(const char *text) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (; *text != '\0'; text++) {
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
    }
    return mix(hash);
}

/* Equal values have equal hashes: members are added up, whatever their order; what lies deeper than values are compared
 * does not count. */
static uint64_t hash_value(const cJSON *value, unsigned depth) {
    uint64_t hash = (uint64_t)(value->type & 0xff) + 1;
    if (cJSON_IsNumber(value)) {
        double number = value->valuedouble == 0 ? 0 : value->valuedouble;
        memcpy(&hash, &number, sizeof hash);
    } else if (cJSON_IsString(value)) {
        hash ^= hash_string(value->valuestring);
    }
    for (const cJSON *each = depth < CONF_DEPTH_MAX ? value->child : NULL; each != NULL; each = each->next) {
        uint64_t inner = hash_value(each, depth + 1);
        hash = cJSON_IsObject(value) ? hash + mix(inner ^ hash_string(each->string)) : mix(hash) + inner;
    }
    return mix(hash);
}

typedef struct entry {
    uint64_t hash;
    size_t index;
    const cJSON *element;
} entry;

static int compare_entries(const void *a, const void *b) {
    const entry *x = a, *y = b;
    int order = (x->hash > y->hash) - (x->hash < y->hash);
    return order ? order : (x->index > y->index) - (x->index < y->index);
}

static bool same_values(const cJSON *keys, const cJSON *a, const cJSON *b) {
    for (const cJSON *key = first_key(keys); key != NULL; key = key->next) {
        if (!conf_equal(value_of(a, key), value_of(b, key))) {
            return false;
        }
    }
    return true;
}

/* The element, by the least index, that repeats an earlier one, or NULL. `entries` are sorted. */
static const entry *repeated(const cJSON *keys, const entry *entries, size_t count, const entry **earlier) {
    const entry *found = NULL;
    for (size_t i = 0; i < count; i++) {
        for (size_t k = i; k-- > 0 && entries[k].hash == entries[i].hash;) {
            if ((found == NULL || entries[i].index < found->index) &&
                same_values(keys, entries[k].element, entries[i].element)) {
                found = &entries[i];
                *earlier = &entries[k];
            }
        }
    }
    return found;
}

static bool are_unique(conf_matcher *m, const conf_operation *op, entry *entries) {
    size_t count = 0;
    for (const cJSON *each = op->actual->child; each != NULL; each = each->next, count++) {
        conf_place place = conf_place_index(op->at, count);
        if (!has_keys(m, op->operand, each, &place)) {
            return false;
        }
        entries[count] = (entry){.index = count, .element = each};
        for (const cJSON *key = first_key(op->operand); key != NULL; key = key->next) {
            entries[count].hash = mix(entries[count].hash + hash_value(value_of(each, key), 0));
        }
    }
    qsort(entries, count, sizeof *entries, compare_entries);
    const entry *earlier = NULL, *found = repeated(op->operand, entries, count, &earlier);
    if (found == NULL) {
        return true;
    }
    conf_place place = conf_place_index(op->at, found->index);
    conf_text text = conf_expected(m, &place, found->element);
    conf_text_add(&text, "other values than those of element ");
    conf_text_number(&text, (double)earlier->index);
    conf_text got = conf_got(m);
    add_values(&got, op->operand, found->element);
    return false;
}

bool conf_fits_unique(conf_matcher *m, const conf_operation *op) {
    if (!are_keys(m, op->operand) || !is_array(m, op)) {
        return false;
    }
    entry *entries = lob_calloc((size_t)cJSON_GetArraySize(op->actual) + 1, sizeof *entries);
    bool fine = entries != NULL ? are_unique(m, op, entries) : conf_breaks(m, no_memory);
    lob_free(entries);
    return fine;
}

/* ---- $keyed ---- */

/* layer=1,datatype=0: as paths have it. */
static void name_item(const cJSON *keys, const cJSON *item, char *out, size_t size) {
    conf_text text = conf_text_begin(out, size);
    for (const cJSON *key = keys->child; key != NULL; key = key->next) {
        conf_text_add(&text, key->valuestring);
        conf_text_add(&text, "=");
        conf_text_json(&text, value_of(item, key));
        conf_text_add(&text, key->next != NULL ? "," : "");
    }
}

static bool has_values(const cJSON *keys, const cJSON *element, const cJSON *item) {
    for (const cJSON *key = keys->child; key != NULL; key = key->next) {
        const cJSON *is = value_of(element, key);
        if (is == NULL || !conf_equal(value_of(item, key), is)) {
            return false;
        }
    }
    return true;
}

/* The one element that the item is of, which is marked. */
static bool fits_item(conf_matcher *m, const conf_operation *op, const cJSON *item, bool *taken) {
    const cJSON *found = NULL;
    size_t index = 0, found_index = 0, count = 0;
    for (const cJSON *each = op->actual->child; each != NULL; each = each->next, index++) {
        if (has_values(op->operand, each, item) && count++ == 0) {
            found = each;
            found_index = index;
        }
    }
    if (count == 1) {
        conf_place place = conf_place_index(op->at, found_index);
        taken[found_index] = true;
        return conf_fits(m, item, found, &place);
    }
    char name[200];
    name_item(op->operand, item, name, sizeof name);
    conf_place place = conf_place_named(op->at, CONF_PLACE_WHERE, name);
    if (count == 0) {
        return conf_differs(m, &place, NULL, "", item);
    }
    conf_differs(m, &place, NULL, "one element", NULL);
    conf_text got = conf_got(m);
    conf_text_number(&got, (double)count);
    return false;
}

static bool fits_items(conf_matcher *m, const conf_operation *op, const cJSON *items, bool *taken) {
    for (const cJSON *item = items->child; item != NULL; item = item->next) {
        if (lacking_key(op->operand, item) != NULL) {
            return conf_breaks(m, "an item without its keys");
        }
        if (!fits_item(m, op, item, taken)) {
            return false;
        }
    }
    size_t index = 0;
    bool is_closed = cJSON_IsTrue(conf_companion(op, "only"));
    for (const cJSON *each = op->actual->child; is_closed && each != NULL; each = each->next, index++) {
        conf_place place = conf_place_index(op->at, index);
        if (!taken[index]) {
            return conf_differs(m, &place, each, "nothing", NULL);
        }
    }
    return true;
}

bool conf_fits_keyed(conf_matcher *m, const conf_operation *op) {
    const cJSON *items = conf_companion(op, "items");
    if (!cJSON_IsArray(items) || !are_keys(m, op->operand) || op->operand->child == NULL) {
        return conf_breaks(m, wrong_operand);
    }
    if (!is_array(m, op)) {
        return false;
    }
    bool *taken = lob_calloc((size_t)cJSON_GetArraySize(op->actual) + 1, sizeof *taken);
    bool fine = taken != NULL ? fits_items(m, op, items, taken) : conf_breaks(m, no_memory);
    lob_free(taken);
    return fine;
}

/* ---- $sum ---- */

bool conf_fits_sum(conf_matcher *m, const conf_operation *op) {
    const cJSON *pattern = conf_companion(op, "is");
    if (!cJSON_IsString(op->operand) || pattern == NULL) {
        return conf_breaks(m, wrong_operand);
    }
    if (!is_array(m, op)) {
        return false;
    }
    long double sum = 0;
    size_t index = 0;
    for (const cJSON *each = op->actual->child; each != NULL; each = each->next, index++) {
        const cJSON *value = value_of(each, op->operand);
        conf_place place = conf_place_index(op->at, index);
        if (!cJSON_IsNumber(value)) {
            conf_text text = conf_expected(m, &place, each);
            conf_text_add(&text, "a number at ");
            conf_text_add(&text, op->operand->valuestring);
            return false;
        }
        sum += (long double)value->valuedouble;
    }
    char name[160];
    conf_text text = conf_text_begin(name, sizeof name);
    conf_text_add(&text, "sum(");
    conf_text_add(&text, op->operand->valuestring);
    conf_text_add(&text, ")");
    cJSON number = {.type = cJSON_Number, .valuedouble = (double)sum};
    conf_place place = conf_place_named(op->at, CONF_PLACE_VIEW, name);
    return conf_fits(m, pattern, &number, &place);
}
