/* Operators on one value, and those that join patterns. The table at the end has all of them.
 *
 * An operator gets its operand as it stands in the pattern and says itself when that is of a wrong type: the pattern
 * may have been filled with saved values after it was checked.
 */
#include <math.h>
#include <regex.h>
#include <string.h>

#include "matching.h"
#include "json/reader.h"
#include "json/writer.h"

static const char wrong_operand[] = "an operand of a wrong type";

/* ---- what is there ---- */

static bool fits_any(conf_matcher *m, const conf_operation *op) {
    if (!cJSON_IsTrue(op->operand)) {
        return conf_breaks(m, wrong_operand);
    }
    return op->actual != NULL || conf_differs(m, op->at, NULL, "anything", NULL);
}

static bool fits_absent(conf_matcher *m, const conf_operation *op) {
    if (!cJSON_IsTrue(op->operand)) {
        return conf_breaks(m, wrong_operand);
    }
    return op->actual == NULL || conf_differs(m, op->at, op->actual, "nothing", NULL);
}

const char *const conf_type_names[] = {"object", "array", "string", "number", "integer", "boolean", "null", NULL};

static bool is_of_type(const cJSON *value, const char *name) {
    static const int types[] = {cJSON_Object, cJSON_Array, cJSON_String, cJSON_Number, cJSON_Number};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (strcmp(name, conf_type_names[i]) == 0) {
            bool is_whole = strcmp(name, "integer") != 0 || floor(value->valuedouble) == value->valuedouble;
            return (value->type & 0xff) == types[i] && is_whole;
        }
    }
    return strcmp(name, "boolean") == 0 ? cJSON_IsBool(value) : cJSON_IsNull(value);
}

static bool fits_type(conf_matcher *m, const conf_operation *op) {
    const cJSON *first = cJSON_IsArray(op->operand) ? op->operand->child : op->operand;
    for (const cJSON *name = first; name != NULL; name = first == op->operand ? NULL : name->next) {
        if (!cJSON_IsString(name)) {
            return conf_breaks(m, wrong_operand);
        }
        if (is_of_type(op->actual, name->valuestring)) {
            return true;
        }
    }
    conf_text text = conf_expected(m, op->at, op->actual);
    conf_text_add(&text, "type ");
    for (const cJSON *name = first; name != NULL; name = first == op->operand ? NULL : name->next) {
        conf_text_add(&text, name == first ? "" : " or ");
        conf_text_add(&text, name->valuestring);
    }
    return false;
}

/* ---- strings ---- */

static bool fits_matches(conf_matcher *m, const conf_operation *op) {
    regex_t expression;
    if (!cJSON_IsString(op->operand) || regcomp(&expression, op->operand->valuestring, REG_EXTENDED | REG_NOSUB) != 0) {
        return conf_breaks(m, "a regular expression that does not compile");
    }
    bool fine = cJSON_IsString(op->actual) && regexec(&expression, op->actual->valuestring, 0, NULL, 0) == 0;
    regfree(&expression);
    return fine || conf_differs(m, op->at, op->actual, "a string that matches ", op->operand);
}

static bool fits_string(conf_matcher *m, const conf_operation *op) {
    const cJSON *pattern = conf_companion(op, "json");
    if (!cJSON_IsTrue(op->operand)) {
        return conf_breaks(m, wrong_operand);
    }
    if (!cJSON_IsString(op->actual)) {
        return conf_differs(m, op->at, op->actual, "type string", NULL);
    }
    if (pattern == NULL) {
        return true;
    }
    lob_json_fault fault;
    conf_place place = conf_place_named(op->at, CONF_PLACE_VIEW, "json");
    cJSON *json = lob_json_parse(lob_str_from(op->actual->valuestring), &fault);
    if (json == NULL && strcmp(fault.what, "out of memory") == 0) {
        return conf_breaks(m, "out of memory");
    }
    bool fine = json != NULL && conf_fits(m, pattern, json, &place);
    if (json == NULL) {
        conf_text text = conf_expected(m, op->at, op->actual);
        conf_text_add(&text, "strict JSON (");
        conf_text_add(&text, fault.what);
        conf_text_add(&text, ")");
    }
    cJSON_Delete(json);
    return fine;
}

/* ---- numbers ---- */

static bool fits_near(conf_matcher *m, const conf_operation *op) {
    const cJSON *within = conf_companion(op, "within");
    if (!cJSON_IsNumber(op->operand) || (within != NULL && !cJSON_IsNumber(within))) {
        return conf_breaks(m, wrong_operand);
    }
    double reach = conf_reach(m, within ? within->valuedouble : 0, op->at);
    if (cJSON_IsNumber(op->actual) && conf_is_near(op->operand->valuedouble, op->actual->valuedouble, reach)) {
        return true;
    }
    conf_text text = conf_expected(m, op->at, op->actual);
    conf_text_number(&text, op->operand->valuedouble);
    conf_text_within(&text, reach);
    return false;
}

static bool fits_min(conf_matcher *m, const conf_operation *op) {
    if (!cJSON_IsNumber(op->operand)) {
        return conf_breaks(m, wrong_operand);
    }
    bool fine = cJSON_IsNumber(op->actual) && op->actual->valuedouble >= op->operand->valuedouble;
    return fine || conf_differs(m, op->at, op->actual, "at least ", op->operand);
}

static bool fits_max(conf_matcher *m, const conf_operation *op) {
    if (!cJSON_IsNumber(op->operand)) {
        return conf_breaks(m, wrong_operand);
    }
    bool fine = cJSON_IsNumber(op->actual) && op->actual->valuedouble <= op->operand->valuedouble;
    return fine || conf_differs(m, op->at, op->actual, "at most ", op->operand);
}

static bool fits_length(conf_matcher *m, const conf_operation *op) {
    cJSON length = {.type = cJSON_Number};
    if (cJSON_IsString(op->actual)) {
        length.valuedouble = (double)strlen(op->actual->valuestring);
    } else if (cJSON_IsArray(op->actual) || cJSON_IsObject(op->actual)) {
        length.valuedouble = cJSON_GetArraySize(op->actual);
    } else {
        return conf_differs(m, op->at, op->actual, "type array or string or object", NULL);
    }
    conf_place place = conf_place_named(op->at, CONF_PLACE_VIEW, "length");
    return conf_fits(m, op->operand, &length, &place);
}

static bool is_left_out(const cJSON *names, const char *member) {
    for (const cJSON *name = names != NULL ? names->child : NULL; name != NULL; name = name->next) {
        if (member != NULL && cJSON_IsString(name) && strcmp(name->valuestring, member) == 0) {
            return true;
        }
    }
    return false;
}

/* Compact, without the members `without` of the value, or of its elements. */
static void write_without(lob_jsonw *w, const cJSON *value, const cJSON *without) {
    if (cJSON_IsArray(value) || cJSON_IsObject(value)) {
        const bool is_list = cJSON_IsArray(value);
        is_list ? lob_jsonw_begin_array(w) : lob_jsonw_begin_object(w);
        for (const cJSON *each = value->child; each != NULL; each = each->next) {
            if (!is_list && is_left_out(without, each->string)) {
                continue;
            }
            if (!is_list) {
                lob_jsonw_key(w, each->string);
            }
            write_without(w, each, is_list && cJSON_IsObject(each) ? without : NULL);
        }
        is_list ? lob_jsonw_end_array(w) : lob_jsonw_end_object(w);
    } else if (cJSON_IsString(value)) {
        lob_jsonw_text(w, value->valuestring);
    } else if (cJSON_IsNumber(value)) {
        lob_jsonw_number(w, value->valuedouble);
    } else if (cJSON_IsBool(value)) {
        lob_jsonw_bool(w, cJSON_IsTrue(value));
    } else {
        lob_jsonw_raw(w, LOB_STR("null"));
    }
}

/* The bytes of a value as compact JSON. */
static bool fits_size(conf_matcher *m, const conf_operation *op) {
    lob_buf text;
    lob_jsonw w;
    lob_buf_init(&text, 0);
    lob_jsonw_init(&w, &text);
    write_without(&w, op->actual, conf_companion(op, "without"));
    cJSON size = {.type = cJSON_Number, .valuedouble = (double)text.size};
    const bool failed = text.failed;
    lob_buf_release(&text);
    conf_place place = conf_place_named(op->at, CONF_PLACE_VIEW, "size");
    return failed ? conf_breaks(m, "out of memory") : conf_fits(m, op->operand, &size, &place);
}

/* ---- patterns joined ---- */

static bool fits_one_of(conf_matcher *m, const conf_operation *op) {
    if (!cJSON_IsArray(op->operand)) {
        return conf_breaks(m, wrong_operand);
    }
    for (const cJSON *each = op->operand->child; each != NULL; each = each->next) {
        if (conf_tries(m, each, op->actual, op->at)) {
            return true;
        }
    }
    return conf_differs(m, op->at, op->actual, "one of ", op->operand);
}

static bool fits_all(conf_matcher *m, const conf_operation *op) {
    if (!cJSON_IsArray(op->operand)) {
        return conf_breaks(m, wrong_operand);
    }
    for (const cJSON *each = op->operand->child; each != NULL; each = each->next) {
        if (!conf_fits(m, each, op->actual, op->at)) {
            return false;
        }
    }
    return true;
}

static bool fits_not(conf_matcher *m, const conf_operation *op) {
    bool fits = conf_tries(m, op->operand, op->actual, op->at);
    return m->broken == NULL && (!fits || conf_differs(m, op->at, op->actual, "not ", op->operand));
}

static bool fits_exact(conf_matcher *m, const conf_operation *op) {
    m->is_exact = true;
    bool fine = conf_fits(m, op->operand, op->actual, op->at);
    m->is_exact = false;
    return fine;
}

/* ---- the table ---- */

static const conf_operator operators[] = {
    {"$any", fits_any, {NULL}, true},
    {"$absent", fits_absent, {NULL}, true},
    {"$type", fits_type, {NULL}, false},
    {"$matches", fits_matches, {NULL}, false},
    {"$near", fits_near, {"within"}, false},
    {"$min", fits_min, {NULL}, false},
    {"$max", fits_max, {NULL}, false},
    {"$length", fits_length, {NULL}, false},
    {"$size", fits_size, {"without"}, false},
    {"$each", conf_fits_each, {NULL}, false},
    {"$has", conf_fits_has, {NULL}, false},
    {"$set", conf_fits_set, {NULL}, false},
    {"$keyed", conf_fits_keyed, {"items", "only"}, false},
    {"$sorted", conf_fits_sorted, {NULL}, false},
    {"$unique", conf_fits_unique, {NULL}, false},
    {"$polygon", conf_fits_polygon, {"within"}, false},
    {"$sum", conf_fits_sum, {"is"}, false},
    {"$one_of", fits_one_of, {NULL}, true},
    {"$all", fits_all, {NULL}, true},
    {"$not", fits_not, {NULL}, true},
    {"$exact", fits_exact, {NULL}, false},
    {"$string", fits_string, {"json"}, false},
};
enum { OPERATOR_COUNT = sizeof operators / sizeof operators[0] };

const conf_operator *conf_operator_named(const char *name) {
    for (size_t i = 0; i < OPERATOR_COUNT; i++) {
        if (strcmp(operators[i].name, name) == 0) {
            return &operators[i];
        }
    }
    return NULL;
}

bool conf_is_operation(const cJSON *pattern) {
    for (const cJSON *each = cJSON_IsObject(pattern) ? pattern->child : NULL; each != NULL; each = each->next) {
        if (each->string[0] == '$') {
            return true;
        }
    }
    return false;
}

const conf_operator *conf_companion_of(const cJSON *object, const char *name) {
    for (size_t i = 0; i < OPERATOR_COUNT; i++) {
        const char *const *known = operators[i].companions;
        bool is_known = (known[0] && strcmp(known[0], name) == 0) || (known[1] && strcmp(known[1], name) == 0);
        if (is_known && cJSON_GetObjectItemCaseSensitive(object, operators[i].name) != NULL) {
            return &operators[i];
        }
    }
    return NULL;
}

const cJSON *conf_companion(const conf_operation *op, const char *name) {
    return cJSON_GetObjectItemCaseSensitive(op->object, name);
}
