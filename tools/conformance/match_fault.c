/* What is wrong with a pattern, found without an answer to hold it against.
 *
 * The walk goes over every pattern within the pattern, also below operators, and stops at the first fault in its order.
 * A string "${...}" may stand for any operand: what it will be is not known before the case runs.
 */
#include <regex.h>
#include <string.h>

#include "matching.h"
#include "path.h"

typedef struct walk {
    char text[512];
    unsigned depth;
    bool is_found;
} walk;

/* Both return false. `name` is put between quotes behind `what`. */
static bool fault(walk *w, const conf_place *at, const char *what, const char *name) {
    char place[128];
    conf_place_print(at, place, sizeof place);
    conf_text text = conf_text_begin(w->text, sizeof w->text);
    conf_text_add(&text, place);
    conf_text_add(&text, ": ");
    conf_text_add(&text, what);
    if (name != NULL) {
        conf_text_string(&text, name);
    }
    w->is_found = true;
    return false;
}

static bool is_sound(walk *w, const cJSON *pattern, const conf_place *at);

/* A value that is filled in later. */
static bool is_later(const cJSON *value) {
    size_t size = cJSON_IsString(value) ? strlen(value->valuestring) : 0;
    return size > 3 && memcmp(value->valuestring, "${", 2) == 0 && value->valuestring[size - 1] == '}';
}

static bool is_path(const cJSON *value) {
    return cJSON_IsString(value) && (is_later(value) || conf_path_is_sound(value->valuestring));
}

static bool is_type_name(const cJSON *value) {
    for (const char *const *name = conf_type_names; cJSON_IsString(value) && *name != NULL; name++) {
        if (strcmp(*name, value->valuestring) == 0) {
            return true;
        }
    }
    return is_later(value);
}

static bool is_list_of(const cJSON *value, bool (*is_one)(const cJSON *)) {
    for (const cJSON *each = cJSON_IsArray(value) ? value->child : NULL; each != NULL; each = each->next) {
        if (!is_one(each)) {
            return false;
        }
    }
    return cJSON_IsArray(value);
}

/* ---- operands; `at` is the place of the operand ---- */

typedef struct operand {
    const cJSON *value, *object;
    const conf_place *at;     /* of the operand */
    const conf_place *beside; /* of the object */
} operand;

typedef bool check_fn(walk *w, const operand *op);

static bool check_true(walk *w, const operand *op) {
    return cJSON_IsTrue(op->value) || fault(w, op->at, "must be true", NULL);
}

static bool check_number(walk *w, const operand *op) {
    return cJSON_IsNumber(op->value) || fault(w, op->at, "must be a number", NULL);
}

static bool check_pattern(walk *w, const operand *op) {
    return is_sound(w, op->value, op->at);
}

static bool check_patterns(walk *w, const operand *op) {
    return cJSON_IsArray(op->value) ? is_sound(w, op->value, op->at)
                                    : fault(w, op->at, "must be a list of patterns", NULL);
}

static bool check_choice(walk *w, const operand *op) {
    if (cJSON_IsArray(op->value) && op->value->child == NULL) {
        return fault(w, op->at, "must not be empty", NULL);
    }
    return check_patterns(w, op);
}

static bool check_nothing(walk *w, const operand *op) {
    (void)w, (void)op;
    return true;
}

static bool check_type(walk *w, const operand *op) {
    bool fine = is_type_name(op->value) || (is_list_of(op->value, is_type_name) && op->value->child != NULL);
    return fine || fault(w, op->at,
                         "must be object, array, string, number, integer, boolean or null, or a list of these", NULL);
}

static bool check_expression(walk *w, const operand *op) {
    char why[128];
    regex_t expression;
    if (!cJSON_IsString(op->value)) {
        return fault(w, op->at, "must be a string", NULL);
    }
    if (strstr(op->value->valuestring, "${") != NULL) {
        return true;
    }
    int code = regcomp(&expression, op->value->valuestring, REG_EXTENDED | REG_NOSUB);
    if (code == 0) {
        regfree(&expression);
        return true;
    }
    regerror(code, &expression, why, sizeof why);
    return fault(w, op->at, "is no regular expression: ", why);
}

static bool check_within(walk *w, const operand *op) {
    const cJSON *within = cJSON_GetObjectItemCaseSensitive(op->object, "within");
    conf_place place = conf_place_named(op->beside, CONF_PLACE_MEMBER, "within");
    bool fine = within == NULL || is_later(within) || (cJSON_IsNumber(within) && within->valuedouble >= 0);
    return fine || fault(w, &place, "must be a number that is not negative", NULL);
}

static bool check_near(walk *w, const operand *op) {
    return check_number(w, op) && check_within(w, op);
}

static bool check_length(walk *w, const operand *op) {
    if (conf_is_operation(op->value)) {
        return is_sound(w, op->value, op->at);
    }
    bool fine = cJSON_IsNumber(op->value) && op->value->valuedouble >= 0;
    return fine || fault(w, op->at, "must be a number that is not negative, or an operator", NULL);
}

static bool is_text(const cJSON *value) {
    return cJSON_IsString(value);
}

static bool check_size(walk *w, const operand *op) {
    const cJSON *without = cJSON_GetObjectItemCaseSensitive(op->object, "without");
    conf_place place = conf_place_named(op->beside, CONF_PLACE_MEMBER, "without");
    return check_length(w, op) && (without == NULL || is_list_of(without, is_text) ||
                                   fault(w, &place, "must be a list of names of members", NULL));
}

static bool check_paths(walk *w, const operand *op) {
    return is_list_of(op->value, is_path) || fault(w, op->at, "must be a list of paths below an element", NULL);
}

static bool check_sum(walk *w, const operand *op) {
    const cJSON *pattern = cJSON_GetObjectItemCaseSensitive(op->object, "is");
    conf_place place = conf_place_named(op->beside, CONF_PLACE_MEMBER, "is");
    if (!is_path(op->value)) {
        return fault(w, op->at, "must be a path below an element", NULL);
    }
    return pattern != NULL ? is_sound(w, pattern, &place) : fault(w, op->at, "needs \"is\" beside it", NULL);
}

static bool check_string(walk *w, const operand *op) {
    const cJSON *pattern = cJSON_GetObjectItemCaseSensitive(op->object, "json");
    conf_place place = conf_place_named(op->beside, CONF_PLACE_MEMBER, "json");
    return check_true(w, op) && (pattern == NULL || is_sound(w, pattern, &place));
}

static bool is_point(const cJSON *value) {
    double at[2];
    const cJSON *x = cJSON_IsArray(value) ? value->child : NULL;
    return conf_point_of(value, at) || is_later(value) ||
           (cJSON_GetArraySize(value) == 2 && x != NULL && (is_later(x) || cJSON_IsNumber(x)) &&
            (is_later(x->next) || cJSON_IsNumber(x->next)));
}

static bool check_polygon(walk *w, const operand *op) {
    bool fine = is_list_of(op->value, is_point) && op->value->child != NULL;
    return fine ? check_within(w, op) : fault(w, op->at, "must be a list of points", NULL);
}

/* ---- $keyed ---- */

static bool check_item(walk *w, const cJSON *keys, const cJSON *item, const conf_place *at) {
    const char *why;
    if (!cJSON_IsObject(item) || conf_is_operation(item)) {
        return fault(w, at, "must be an object with the keys as plain values", NULL);
    }
    for (const cJSON *key = keys->child; key != NULL; key = key->next) {
        const cJSON *value = conf_path_below(item, key->valuestring, &why);
        if (value == NULL || conf_is_operation(value)) {
            return fault(w, at, "needs a plain value for the key ", key->valuestring);
        }
    }
    return is_sound(w, item, at);
}

static bool have_same_keys(const cJSON *keys, const cJSON *a, const cJSON *b) {
    const char *why;
    for (const cJSON *key = keys->child; key != NULL; key = key->next) {
        if (!conf_equal(conf_path_below(a, key->valuestring, &why), conf_path_below(b, key->valuestring, &why))) {
            return false;
        }
    }
    return true;
}

static bool check_items(walk *w, const cJSON *keys, const cJSON *items, const conf_place *at) {
    size_t index = 0;
    for (const cJSON *item = items->child; item != NULL; item = item->next, index++) {
        conf_place place = conf_place_index(at, index);
        if (!check_item(w, keys, item, &place)) {
            return false;
        }
        for (const cJSON *other = items->child; other != item; other = other->next) {
            if (have_same_keys(keys, other, item)) {
                return fault(w, &place, "has the keys of another item", NULL);
            }
        }
    }
    return true;
}

static bool check_keyed(walk *w, const operand *op) {
    const cJSON *items = cJSON_GetObjectItemCaseSensitive(op->object, "items");
    const cJSON *only = cJSON_GetObjectItemCaseSensitive(op->object, "only");
    if (!is_list_of(op->value, is_path) || op->value->child == NULL) {
        return fault(w, op->at, "must be a list of paths below an element, not empty", NULL);
    }
    if (items == NULL) {
        return fault(w, op->at, "needs \"items\" beside it", NULL);
    }
    conf_place place = conf_place_named(op->beside, CONF_PLACE_MEMBER, "only");
    if (only != NULL && !cJSON_IsBool(only) && !is_later(only)) {
        return fault(w, &place, "must be true or false", NULL);
    }
    place.name = "items";
    if (!cJSON_IsArray(items)) {
        return is_later(items) || fault(w, &place, "must be a list of objects", NULL);
    }
    return check_items(w, op->value, items, &place);
}

/* ---- the walk ---- */

static const struct {
    const char *name;
    check_fn *check;
} checks[] = {
    {"$any", check_true},      {"$absent", check_true},  {"$type", check_type},       {"$matches", check_expression},
    {"$near", check_near},     {"$min", check_number},   {"$max", check_number},      {"$length", check_length},
    {"$each", check_pattern},  {"$has", check_patterns}, {"$set", check_patterns},    {"$keyed", check_keyed},
    {"$sorted", check_paths},  {"$unique", check_paths}, {"$polygon", check_polygon}, {"$sum", check_sum},
    {"$one_of", check_choice}, {"$all", check_patterns}, {"$not", check_pattern},     {"$exact", check_nothing},
    {"$string", check_string}, {"$size", check_size},
};

static bool check_operator(walk *w, const cJSON *object, const cJSON *member, const conf_place *at) {
    conf_place place = conf_place_named(at, CONF_PLACE_MEMBER, member->string);
    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++) {
        if (strcmp(checks[i].name, member->string) == 0) {
            return is_later(member) || checks[i].check(w, &(operand){member, object, &place, at});
        }
    }
    if (conf_companion_of(object, member->string) != NULL) {
        return true;
    }
    bool is_operator = member->string[0] == '$';
    return fault(w, at, is_operator ? "there is no operator " : "beside an operator cannot stand ", member->string);
}

static bool is_sound(walk *w, const cJSON *pattern, const conf_place *at) {
    if (w->depth == CONF_DEPTH_MAX) {
        return fault(w, at, "nests too deep", NULL);
    }
    w->depth++;
    bool fine = true, is_operation = conf_is_operation(pattern), is_object = cJSON_IsObject(pattern);
    size_t index = 0;
    for (const cJSON *each = pattern->child; each != NULL && fine; each = each->next, index++) {
        conf_place place =
            is_object ? conf_place_named(at, CONF_PLACE_MEMBER, each->string) : conf_place_index(at, index);
        fine = is_operation ? check_operator(w, pattern, each, at) : is_sound(w, each, &place);
    }
    w->depth--;
    return fine;
}

const char *conf_pattern_fault(lob_ctx *ctx, const cJSON *pattern) {
    walk w = {.is_found = false};
    conf_place root = {.kind = CONF_PLACE_ROOT};
    if (is_sound(&w, pattern, &root)) {
        return NULL;
    }
    const char *copy = lob_arena_strdup(ctx->arena, w.text, strlen(w.text));
    return copy ? copy : "out of memory";
}
