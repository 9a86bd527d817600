/* Pass 2, model: one schema of the dialect to one sc_type. */
#include <math.h>
#include <string.h>

#include "model.h"

enum { HEIGHT_MAX = 24 };

typedef struct keyword {
    const char *name;
    unsigned kinds; /* bit set of sc_kind */
} keyword;

#define BIT(kind) (1u << (kind))
#define ANY_KIND  (~0u)
#define SCALARS   (BIT(SC_STRING) | BIT(SC_ENUM) | BIT(SC_NUMBER) | BIT(SC_INTEGER) | BIT(SC_BOOLEAN))

static const keyword keywords[] = {
    {"type", ANY_KIND & ~BIT(SC_ANY)},
    {"title", ANY_KIND},
    {"description", ANY_KIND},
    {"examples", ANY_KIND},
    {"properties", BIT(SC_OBJECT)},
    {"required", BIT(SC_OBJECT)},
    {"additionalProperties", BIT(SC_OBJECT) | BIT(SC_MAP)},
    {"items", BIT(SC_ARRAY)},
    {"minItems", BIT(SC_ARRAY)},
    {"maxItems", BIT(SC_ARRAY)},
    {"enum", BIT(SC_ENUM)},
    {"const", BIT(SC_CONST)},
    {"minLength", BIT(SC_STRING)},
    {"maxLength", BIT(SC_STRING)},
    {"format", BIT(SC_STRING)},
    {"minimum", BIT(SC_NUMBER) | BIT(SC_INTEGER)},
    {"maximum", BIT(SC_NUMBER) | BIT(SC_INTEGER)},
    {"exclusiveMinimum", BIT(SC_NUMBER) | BIT(SC_INTEGER)},
    {"default", SCALARS},
    {"x-unit", BIT(SC_NUMBER) | BIT(SC_INTEGER)},
    {"x-error", ANY_KIND},
    {"x-limit", BIT(SC_INTEGER) | BIT(SC_STRING) | BIT(SC_ARRAY) | BIT(SC_MAP)},
    {"x-nullable", ANY_KIND},
    {"x-detail", ANY_KIND},
    {"x-any", BIT(SC_ANY)},
    {"x-shown", BIT(SC_ANY)},
};

static const char *const kind_names[] = {"an object with properties",
                                         "a map",
                                         "an array",
                                         "a string",
                                         "an enum",
                                         "a const",
                                         "a number",
                                         "an integer",
                                         "a boolean",
                                         "x-any"};

typedef struct reading {
    sc_model *model;
    const sc_place *place;
    const cJSON *json;
    sc_type *type;
} reading;

static const cJSON *keyword_at(const reading *r, const char *key) {
    return cJSON_GetObjectItemCaseSensitive(r->json, key);
}

static void fault(const reading *r, const char *key, const char *what) {
    sc_place at = sc_at(r->place, key);
    sc_fault(r->model->load, &at, "%s", what);
}

/* False (and a fault) when the schema is of no kind of the dialect. */
static bool read_kind(reading *r) {
    static const struct {
        const char *name;
        sc_kind kind;
    } names[] = {{"object", SC_OBJECT}, {"array", SC_ARRAY},     {"string", SC_STRING},
                 {"number", SC_NUMBER}, {"integer", SC_INTEGER}, {"boolean", SC_BOOLEAN}};
    const cJSON *type = keyword_at(r, "type");
    if (!type && cJSON_IsTrue(keyword_at(r, "x-any"))) {
        r->type->kind = SC_ANY;
        return true;
    }
    for (size_t i = 0; cJSON_IsString(type) && i < sizeof names / sizeof *names; i++) {
        if (strcmp(type->valuestring, names[i].name) == 0) {
            r->type->kind = names[i].kind;
            if (names[i].kind == SC_STRING) {
                r->type->kind = keyword_at(r, "enum") ? SC_ENUM : keyword_at(r, "const") ? SC_CONST : SC_STRING;
            } else if (names[i].kind == SC_OBJECT) {
                r->type->kind = cJSON_IsObject(keyword_at(r, "additionalProperties")) ? SC_MAP : SC_OBJECT;
            }
            return true;
        }
    }
    if (!type) {
        sc_fault(r->model->load, r->place, "\"type\" is missing");
    } else {
        fault(r, "type", "must be one of object, array, string, number, integer, boolean");
    }
    return false;
}

static void check_keywords(const reading *r) {
    const cJSON *member;
    cJSON_ArrayForEach(member, r->json) {
        size_t i = 0, count = sizeof keywords / sizeof *keywords;
        while (i < count && strcmp(keywords[i].name, member->string) != 0) {
            i++;
        }
        if (i == count) {
            fault(r, member->string, "not a keyword of the dialect");
        } else if (!(keywords[i].kinds & BIT(r->type->kind))) {
            sc_place at = sc_at(r->place, member->string);
            sc_fault(r->model->load, &at, "not allowed on %s", kind_names[r->type->kind]);
        }
    }
}

static bool number_at(const reading *r, const char *key, double *value) {
    const cJSON *json = keyword_at(r, key);
    if (json && !cJSON_IsNumber(json)) {
        fault(r, key, "must be a number");
        return false;
    }
    *value = json ? json->valuedouble : *value;
    return json != NULL;
}

static bool size_at(const reading *r, const char *key, int64_t *value) {
    double number = 0;
    if (!number_at(r, key, &number)) {
        return false;
    }
    if (number < 0 || number > 2147483647.0 || number != trunc(number)) {
        fault(r, key, "must be a whole number from 0 to 2147483647");
        return false;
    }
    *value = (int64_t)number;
    return true;
}

static void read_bounds(reading *r) {
    sc_type *type = r->type;
    bool is_array = type->kind == SC_ARRAY;
    type->has_minimum = number_at(r, "minimum", &type->minimum);
    if (keyword_at(r, "exclusiveMinimum") && type->has_minimum) {
        fault(r, "exclusiveMinimum", "stands beside minimum");
    } else if (!type->has_minimum) {
        type->is_exclusive = number_at(r, "exclusiveMinimum", &type->minimum);
        type->has_minimum = type->is_exclusive;
    }
    type->has_maximum = number_at(r, "maximum", &type->maximum);
    type->has_size_min = size_at(r, is_array ? "minItems" : "minLength", &type->size_min);
    type->has_size_max = size_at(r, is_array ? "maxItems" : "maxLength", &type->size_max);
    if ((type->has_minimum && type->has_maximum && type->minimum > type->maximum) ||
        (type->has_size_min && type->has_size_max && type->size_min > type->size_max)) {
        sc_fault(r->model->load, r->place, "the minimum is above the maximum");
    }
}

static const char *error_at(sc_model *model, const sc_place *place, const cJSON *json) {
    const char *code = sc_text_optional(model->load, place, json, "x-error");
    if (code && !sc_error_known(model, code)) {
        sc_place at = sc_at(place, "x-error");
        sc_fault(model->load, &at, "\"%s\" is not in errors.json", code);
    }
    return code;
}

static void read_extras(reading *r) {
    static const char *const formats[] = {"absolute-path", "identifier", "session-id", "color"};
    sc_load *load = r->model->load;
    sc_type *type = r->type;
    const char *limit = sc_text_optional(load, r->place, r->json, "x-limit");
    type->title = sc_text_optional(load, r->place, r->json, "title");
    type->description = sc_text_optional(load, r->place, r->json, "description");
    type->unit = sc_text_optional(load, r->place, r->json, "x-unit");
    type->format = sc_text_optional(load, r->place, r->json, "format");
    type->error = error_at(r->model, r->place, r->json);
    bool is_known = !type->format;
    for (size_t i = 0; type->format && i < sizeof formats / sizeof *formats; i++) {
        is_known = is_known || strcmp(type->format, formats[i]) == 0;
    }
    if (!is_known) {
        fault(r, "format", "must be one of absolute-path, identifier, session-id, color");
    }
    type->limit = limit ? sc_limit_find(r->model, limit) : NULL;
    if (limit && !type->limit) {
        fault(r, "x-limit", "is not in limits.json");
    } else if (limit && !type->limit->error) {
        fault(r, "x-limit", "names a limit without an \"error\"");
    }
    const cJSON *examples = keyword_at(r, "examples");
    if (examples && !cJSON_IsArray(examples)) {
        fault(r, "examples", "must be an array");
    } else if (examples) {
        type->example = examples->child;
    }
}

static void read_enum(reading *r) {
    const cJSON *list = keyword_at(r, "enum"), *item;
    if (!cJSON_IsArray(list) || !list->child) {
        fault(r, "enum", "must be an array of strings");
        return;
    }
    r->type->values = sc_alloc(r->model->load, (size_t)cJSON_GetArraySize(list), sizeof *r->type->values);
    cJSON_ArrayForEach(item, list) {
        if (!cJSON_IsString(item) || !item->valuestring[0]) {
            fault(r, "enum", "must be an array of strings");
            return;
        }
        for (size_t i = 0; i < r->type->value_count; i++) {
            if (strcmp(r->type->values[i], item->valuestring) == 0) {
                fault(r, "enum", "has a value twice");
            }
        }
        r->type->values[r->type->value_count++] = item->valuestring;
    }
}

/* Members */

static bool is_c_keyword(const char *name) {
    static const char *const words[] = {
        "auto",     "break",  "case",     "char",   "const",  "continue", "default", "do",     "double",  "else",
        "enum",     "extern", "float",    "for",    "goto",   "if",       "inline",  "int",    "long",    "register",
        "restrict", "return", "short",    "signed", "sizeof", "static",   "struct",  "switch", "typedef", "union",
        "unsigned", "void",   "volatile", "while",  "bool",   "true",     "false"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(words[i], name) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_member_name(const char *name) {
    size_t size = strlen(name);
    return size > 0 && size <= 64 && !(name[0] >= '0' && name[0] <= '9') &&
           strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789") == size;
}

static void check_default(sc_model *model, const sc_place *place, const sc_member *member) {
    const cJSON *value = member->preset;
    const sc_type *type = member->type;
    sc_place at = sc_at(place, "default");
    bool fits = false;
    switch (type->kind) {
    case SC_ENUM:
        for (size_t i = 0; cJSON_IsString(value) && i < type->value_count; i++) {
            fits = fits || strcmp(type->values[i], value->valuestring) == 0;
        }
        break;
    case SC_STRING:
        fits = cJSON_IsString(value);
        break;
    case SC_BOOLEAN:
        fits = cJSON_IsBool(value);
        break;
    case SC_NUMBER:
    case SC_INTEGER:
        fits = cJSON_IsNumber(value) && (type->kind == SC_NUMBER || value->valuedouble == trunc(value->valuedouble)) &&
               !(type->has_minimum && value->valuedouble < type->minimum) &&
               !(type->has_maximum && value->valuedouble > type->maximum);
        break;
    default:
        break;
    }
    if (!fits) {
        sc_fault(model->load, &at, "does not fit the schema");
    }
    if (member->is_required || member->is_nullable) {
        sc_fault(model->load, &at, "stands on a member that is %s", member->is_required ? "required" : "nullable");
    }
}

static void check_reference(sc_model *model, const sc_place *place, const cJSON *json) {
    static const char *const known[] = {"$ref", "description", "x-error", "x-nullable", "x-detail", "default", NULL};
    const cJSON *member;
    cJSON_ArrayForEach(member, json) {
        size_t i = 0;
        while (known[i] && strcmp(known[i], member->string) != 0) {
            i++;
        }
        if (!known[i]) {
            sc_place at = sc_at(place, member->string);
            sc_fault(model->load, &at, "cannot stand beside $ref");
        }
    }
}

static sc_type *schema_read(sc_model *model, const sc_place *place, const cJSON *json, const char *name,
                            const sc_tool *owner, bool is_response);

/* A schema or a reference to one; NULL after a fault. */
static sc_type *read_or_refer(const reading *r, const sc_place *place, const cJSON *json, const char *name) {
    if (!cJSON_IsObject(json)) {
        sc_fault(r->model->load, place, "must be a schema");
        return NULL;
    }
    if (!cJSON_GetObjectItemCaseSensitive(json, "$ref")) {
        return schema_read(r->model, place, json, sc_format(r->model->load, "%s_%s", r->type->name, name),
                           r->type->owner, r->type->is_response);
    }
    check_reference(r->model, place, json);
    const char *reference = sc_text_optional(r->model->load, place, json, "$ref");
    return reference ? sc_def_find(r->model, place, reference) : NULL;
}

static bool is_listed(const cJSON *required, const char *name) {
    const cJSON *item;
    cJSON_ArrayForEach(item, required) {
        if (cJSON_IsString(item) && strcmp(item->valuestring, name) == 0) {
            return true;
        }
    }
    return false;
}

static bool read_detail(const reading *r, const sc_place *place, const cJSON *json) {
    const char *detail = sc_text_optional(r->model->load, place, json, "x-detail");
    const bool is_request = r->type->owner && !r->type->is_response;
    if (detail && (is_request || strcmp(detail, "full") != 0)) {
        sc_place at = sc_at(place, "x-detail");
        sc_fault(r->model->load, &at, is_request ? "is for responses alone" : "must be \"full\"");
    }
    return detail != NULL;
}

static void read_member(reading *r, const sc_place *place, const cJSON *json) {
    sc_load *load = r->model->load;
    sc_member member = {.name = json->string, .c_name = json->string};
    if (!is_member_name(json->string)) {
        sc_fault(load, place, "a member's name is made of letters, digits and _, at most 64");
        return;
    }
    if (is_c_keyword(json->string)) {
        member.c_name = sc_format(load, "%s_", json->string);
    }
    member.type = read_or_refer(r, place, json, json->string);
    if (!member.type) {
        return;
    }
    bool is_reference = cJSON_GetObjectItemCaseSensitive(json, "$ref") != NULL;
    const char *description = sc_text_optional(load, place, json, "description");
    member.description = description ? description : member.type->description;
    member.error = is_reference ? error_at(r->model, place, json) : NULL;
    member.is_nullable = sc_flag(load, place, json, "x-nullable", false);
    member.is_required = is_listed(keyword_at(r, "required"), json->string);
    member.preset = cJSON_GetObjectItemCaseSensitive(json, "default");
    if (member.is_nullable && r->type->owner && !r->type->is_response) {
        sc_place at = sc_at(place, "x-nullable");
        sc_fault(load, &at, "is for responses alone");
    }
    member.is_full = read_detail(r, place, json);
    if (member.preset) {
        check_default(r->model, place, &member);
    }
    r->type->members[r->type->member_count++] = member;
}

static void check_required(const reading *r) {
    const cJSON *list = keyword_at(r, "required"), *item;
    if (list && !cJSON_IsArray(list)) {
        fault(r, "required", "must be an array of strings");
        return;
    }
    sc_place at = sc_at(r->place, "required");
    int index = 0;
    cJSON_ArrayForEach(item, list) {
        sc_place place = sc_at_index(&at, index++);
        bool is_text = cJSON_IsString(item);
        if (!is_text || !cJSON_GetObjectItemCaseSensitive(keyword_at(r, "properties"), item->valuestring)) {
            sc_fault(r->model->load, &place, "\"%s\" is not in properties", is_text ? item->valuestring : "");
        }
        for (const cJSON *before = list->child; is_text && before != item; before = before->next) {
            if (cJSON_IsString(before) && strcmp(before->valuestring, item->valuestring) == 0) {
                sc_fault(r->model->load, &place, "\"%s\" is there twice", item->valuestring);
            }
        }
    }
}

static void read_object(reading *r) {
    const cJSON *properties = keyword_at(r, "properties"), *additional = keyword_at(r, "additionalProperties"), *item;
    sc_place at = sc_at(r->place, "properties");
    if (!cJSON_IsObject(properties)) {
        sc_fault(r->model->load, r->place, "an object needs \"properties\", or a schema as \"additionalProperties\"");
        return;
    }
    if (additional && !cJSON_IsFalse(additional)) {
        fault(r, "additionalProperties", "must be false or a schema");
    }
    r->type->closed = cJSON_IsFalse(additional);
    if (r->type->owner && !r->type->is_response && !r->type->closed) {
        sc_fault(r->model->load, r->place, "an object of a request needs \"additionalProperties\": false");
    }
    r->type->members = sc_alloc(r->model->load, (size_t)cJSON_GetArraySize(properties) + 1, sizeof *r->type->members);
    cJSON_ArrayForEach(item, properties) {
        sc_place place = sc_at(&at, item->string);
        read_member(r, &place, item);
    }
    check_required(r);
}

static void refuse_member_keywords(sc_load *load, const sc_place *place, const cJSON *json) {
    static const char *const names[] = {"default", "x-nullable"};
    for (size_t i = 0; i < 2; i++) {
        if (cJSON_GetObjectItemCaseSensitive(json, names[i])) {
            sc_place at = sc_at(place, names[i]);
            sc_fault(load, &at, "is for members of objects");
        }
    }
}

static void read_item(reading *r) {
    const char *key = r->type->kind == SC_MAP ? "additionalProperties" : "items";
    const cJSON *json = keyword_at(r, key);
    sc_place at = sc_at(r->place, key);
    if (!json) {
        sc_fault(r->model->load, r->place, "an array needs \"items\"");
        return;
    }
    r->type->item = read_or_refer(r, &at, json, "item");
    refuse_member_keywords(r->model->load, &at, json);
}

static void read_shown(reading *r) {
    const cJSON *list = keyword_at(r, "x-shown"), *item;
    sc_place at = sc_at(r->place, "x-shown");
    if (list && (!cJSON_IsArray(list) || !list->child)) {
        fault(r, "x-shown", "must be an array of schemas");
        return;
    }
    int index = 0;
    r->type->shown = sc_alloc(r->model->load, (size_t)cJSON_GetArraySize(list) + 1, sizeof *r->type->shown);
    cJSON_ArrayForEach(item, list) {
        sc_place place = sc_at_index(&at, index++);
        sc_type *form = read_or_refer(r, &place, item, "shown");
        if (form && form->kind == SC_OBJECT && !form->is_named) {
            sc_fault(r->model->load, &place, "an object must be a $ref");
        }
        r->type->shown[r->type->shown_count] = form;
        r->type->shown_count += form != NULL;
    }
}

static void measure_height(reading *r) {
    unsigned below = r->type->item ? r->type->item->height + 1 : 0;
    for (size_t i = 0; i < r->type->shown_count; i++) {
        below = r->type->shown[i]->height + 1 > below ? r->type->shown[i]->height + 1 : below;
    }
    for (size_t i = 0; i < r->type->member_count; i++) {
        unsigned height = r->type->members[i].type->height + 1;
        below = height > below ? height : below;
    }
    r->type->height = below;
    if (below > HEIGHT_MAX) {
        sc_fault(r->model->load, r->place, "nests deeper than %d levels", HEIGHT_MAX);
    }
}

static void type_add(sc_model *model, sc_type *type) {
    if (model->type_count == model->type_capacity) {
        size_t capacity = model->type_capacity ? 2 * model->type_capacity : 64;
        sc_type **types = sc_alloc(model->load, capacity, sizeof *types);
        if (model->type_count) {
            memcpy(types, model->types, model->type_count * sizeof *types);
        }
        model->types = types;
        model->type_capacity = capacity;
    }
    model->types[model->type_count++] = type;
}

static sc_type *schema_read(sc_model *model, const sc_place *place, const cJSON *json, const char *name,
                            const sc_tool *owner, bool is_response) {
    sc_type *type = SC_NEW(model->load, sc_type);
    *type = (sc_type){.name = name, .owner = owner, .is_response = is_response};
    reading r = {model, place, json, type};
    if (!cJSON_IsObject(json)) {
        sc_fault(model->load, place, "must be a schema");
        return NULL;
    }
    if (!read_kind(&r)) {
        return NULL;
    }
    size_t faults = model->load->faults.size;
    check_keywords(&r);
    read_extras(&r);
    read_bounds(&r);
    switch (type->kind) {
    case SC_OBJECT:
        read_object(&r);
        break;
    case SC_MAP:
    case SC_ARRAY:
        read_item(&r);
        break;
    case SC_ENUM:
        read_enum(&r);
        break;
    case SC_ANY:
        read_shown(&r);
        break;
    case SC_CONST:
        type->text = sc_text(model->load, place, json, "const");
        break;
    default:
        break;
    }
    if (model->load->faults.size != faults) {
        return NULL;
    }
    measure_height(&r);
    if (type->kind == SC_OBJECT || type->kind == SC_ENUM) {
        type_add(model, type);
    }
    return type;
}

sc_type *sc_root_read(sc_model *model, const sc_place *place, const cJSON *json, const char *name, const sc_tool *owner,
                      bool is_response) {
    refuse_member_keywords(model->load, place, json);
    return schema_read(model, place, json, name, owner, is_response);
}
