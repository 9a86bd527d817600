/* The parts of reading by table: places, values, checks. Issues are worded in issue.c. */
#include "json/wire.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "json/issue.h"
#include "json/writer.h"

/* Integers beyond this are not exact in a double, and so not in JSON. */
static const double INTEGER_MAX = 9007199254740991.0;

void lob_wire_begin(lob_wire *w, lob_ctx *ctx, const char *subject, bool is_response) {
    *w = (lob_wire){.ctx = ctx, .subject = subject, .is_response = is_response};
    w->steps[0] = (lob_wire_step){.code = LOB_E_INVALID_TARGET};
}

lob_status lob_wire_end(lob_wire *w) {
    assert(w->depth == 0);
    if (w->no_memory) {
        return lob_fail_memory(w->ctx);
    }
    if (w->fault == LOB_OK) {
        return LOB_OK;
    }
    unsigned count = w->ctx->error.issue_count_total;
    lob_status status = lob_fail(w->ctx, w->fault, "The %s has %u fault%s; %s%s.", w->subject, count,
                                 count == 1 ? "" : "s", count == 1 ? "" : "the first: ", w->first);
    lob_hint(w->ctx, "%s%s", w->advice, count == 1 ? "" : " All faults are listed in details.issues.");
    if (w->limit_name[0]) {
        lob_error_text(&w->ctx->error, "limit_name", lob_str_from(w->limit_name));
        lob_error_integer(&w->ctx->error, "limit", w->limit);
    }
    return status;
}

void lob_wire_code(lob_wire *w, lob_status code) {
    lob_wire_step *step = &w->steps[w->depth];
    step->code = step->has_code ? step->code : code;
    step->has_code = true;
}

static void enter(lob_wire *w, lob_wire_step step) {
    assert(w->depth < LOB_WIRE_DEPTH_MAX);
    step.code = w->steps[w->depth].code;
    w->steps[++w->depth] = step;
}

void lob_wire_enter(lob_wire *w, const char *member) {
    enter(w, (lob_wire_step){.name = member});
}
void lob_wire_enter_key(lob_wire *w, const char *key) {
    enter(w, (lob_wire_step){.name = key, .is_key = true});
}
void lob_wire_enter_item(lob_wire *w, size_t index) {
    enter(w, (lob_wire_step){.index = index});
}

void lob_wire_leave(lob_wire *w) {
    assert(w->depth > 0);
    w->depth--;
}

/* Values */

bool lob_wire_number(lob_wire *w, const cJSON *json, double *value) {
    if (!cJSON_IsNumber(json)) {
        return lob_issue_type(w, json, "number");
    }
    *value = json->valuedouble;
    return true;
}

bool lob_wire_int(lob_wire *w, const cJSON *json, int64_t *value) {
    if (!cJSON_IsNumber(json) || json->valuedouble != trunc(json->valuedouble)) {
        return lob_issue_type(w, json, "integer");
    }
    if (fabs(json->valuedouble) > INTEGER_MAX) {
        return lob_issue_add(
            w, json, (lob_fault){"range", "an integer of at most 9007199254740991 in size", NULL, LOB_OK, false});
    }
    *value = (int64_t)json->valuedouble;
    return true;
}

bool lob_wire_bool(lob_wire *w, const cJSON *json, bool *value) {
    if (!cJSON_IsBool(json)) {
        return lob_issue_type(w, json, "boolean");
    }
    *value = cJSON_IsTrue(json);
    return true;
}

lob_str lob_wire_text(lob_wire *w, const char *text) {
    size_t size = strlen(text);
    char *copy = lob_arena_strdup(w->ctx->arena, text, size);
    w->no_memory |= !copy;
    return (lob_str){copy, copy ? size : 0};
}

bool lob_wire_string(lob_wire *w, const cJSON *json, lob_str *value) {
    if (!cJSON_IsString(json)) {
        return lob_issue_type(w, json, "string");
    }
    *value = lob_wire_text(w, json->valuestring);
    return true;
}

bool lob_wire_enum(lob_wire *w, const cJSON *json, const char *const *names, int count, int *value) {
    for (int i = 0; cJSON_IsString(json) && i < count; i++) {
        if (strcmp(json->valuestring, names[i]) == 0) {
            *value = i;
            return true;
        }
    }
    return lob_issue_enum(w, json, names, count);
}

bool lob_wire_const(lob_wire *w, const cJSON *json, const char *text) {
    int value;
    return lob_wire_enum(w, json, &text, 1, &value);
}

bool lob_wire_array(lob_wire *w, const cJSON *json) {
    if (!cJSON_IsArray(json)) {
        return lob_issue_type(w, json, "array");
    }
    return true;
}

bool lob_wire_map(lob_wire *w, const cJSON *json) {
    if (!cJSON_IsObject(json)) {
        return lob_issue_type(w, json, "object");
    }
    return true;
}

/* Checks */

/* What the bounds of a value are about: the number, the bytes of the string, the items of the array or map. */
static double measure(const cJSON *json) {
    if (cJSON_IsNumber(json)) {
        return json->valuedouble;
    }
    return (double)(cJSON_IsString(json) ? strlen(json->valuestring) : lob_wire_count(json));
}

static bool hold(lob_wire *w, const cJSON *json, bool holds, lob_bound bound) {
    if (!holds) {
        lob_issue_bound(w, json, bound);
    }
    return holds;
}

static bool at_least(lob_wire *w, const cJSON *json, const char *rule, double bound) {
    return hold(w, json, measure(json) >= bound, (lob_bound){rule, "at least", bound, LOB_OK});
}

static bool at_most(lob_wire *w, const cJSON *json, const char *rule, double bound, lob_status code) {
    return hold(w, json, measure(json) <= bound, (lob_bound){rule, "at most", bound, code});
}

bool lob_wire_minimum(lob_wire *w, const cJSON *json, double minimum) {
    return at_least(w, json, "minimum", minimum);
}

bool lob_wire_above(lob_wire *w, const cJSON *json, double bound) {
    return hold(w, json, measure(json) > bound, (lob_bound){"exclusive_minimum", "more than", bound, LOB_OK});
}

bool lob_wire_maximum(lob_wire *w, const cJSON *json, double maximum) {
    return at_most(w, json, "maximum", maximum, LOB_OK);
}

bool lob_wire_min_length(lob_wire *w, const cJSON *json, size_t bytes) {
    return at_least(w, json, "min_length", (double)bytes);
}

bool lob_wire_max_length(lob_wire *w, const cJSON *json, size_t bytes) {
    return at_most(w, json, "max_length", (double)bytes, LOB_OK);
}

bool lob_wire_min_items(lob_wire *w, const cJSON *json, size_t count) {
    return at_least(w, json, "min_items", (double)count);
}

bool lob_wire_max_items(lob_wire *w, const cJSON *json, size_t count) {
    return at_most(w, json, "max_items", (double)count, LOB_OK);
}

/* LOB_LIMIT_IMAGE_SIDE -> image_side, as spec/limits.json has it. */
static void take_limit(lob_wire *w, int64_t limit, const char *constant) {
    static const char prefix[] = "LOB_LIMIT_";
    const size_t skip = sizeof prefix - 1;
    if (strncmp(constant, prefix, skip) != 0 || strlen(constant + skip) >= sizeof w->limit_name) {
        return;
    }
    for (size_t i = 0; constant[skip + i]; i++) {
        const char c = constant[skip + i];
        w->limit_name[i] = (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    }
    w->limit = limit;
}

bool lob_wire_limit(lob_wire *w, const cJSON *json, int64_t limit, lob_status code, const char *constant) {
    const bool is_first = w->fault == LOB_OK;
    const bool fits = at_most(w, json, "limit", (double)limit, code);
    if (!fits && is_first) {
        take_limit(w, limit, constant);
    }
    return fits;
}

static bool all_in(const char *text, const char *allowed) {
    return text[strspn(text, allowed)] == 0;
}

#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_"
#define DIGITS  "0123456789"

static bool is_color(const char *text) {
    size_t size = strlen(text);
    return text[0] == '#' && (size == 4 || size == 7 || size == 9) && all_in(text + 1, DIGITS "abcdefABCDEF");
}

static bool is_absolute_path(const char *text) {
    return text[0] == '/';
}

static bool is_identifier(const char *text) {
    return text[0] != 0 && !strchr(DIGITS, text[0]) && all_in(text, LETTERS DIGITS);
}

static bool is_session_id(const char *text) {
    const size_t size = strlen(text);
    return size > 0 && size <= 64 && all_in(text, LETTERS DIGITS "-");
}

bool lob_wire_format(lob_wire *w, const cJSON *json, lob_wire_format_kind format) {
    static const struct {
        bool (*holds)(const char *text);
        const char *expected, *hint;
    } formats[] = {
        [LOB_FORMAT_ABSOLUTE_PATH] = {is_absolute_path, "absolute path", "begin the path with a slash"},
        [LOB_FORMAT_IDENTIFIER] = {is_identifier, "identifier (letters, digits, _; no digit first)", NULL},
        [LOB_FORMAT_SESSION_ID] = {is_session_id, "session id", "use the session_id that open_layout returned"},
        [LOB_FORMAT_COLOR] = {is_color, "color like #ff3b30", "write it as #rrggbb"},
    };
    if (formats[format].holds(json->valuestring)) {
        return true;
    }
    return lob_issue_add(w, json, (lob_fault){"format", formats[format].expected, formats[format].hint, LOB_OK, false});
}

/* Memory */

void *lob_wire_alloc(lob_wire *w, size_t count, size_t size) {
    void *block = lob_arena_zalloc(w->ctx->arena, count, size);
    w->no_memory |= !block;
    return block;
}

/* Raw JSON */

static void write_scalar(lob_jsonw *out, const cJSON *json) {
    if (cJSON_IsString(json)) {
        lob_jsonw_text(out, json->valuestring);
    } else if (cJSON_IsNumber(json)) {
        lob_jsonw_number(out, json->valuedouble);
    } else if (cJSON_IsBool(json)) {
        lob_jsonw_bool(out, cJSON_IsTrue(json));
    } else {
        lob_jsonw_null(out);
    }
}

/* Writes a tree with an explicit stack; false when it nests too deep. */
static bool write_tree(lob_jsonw *out, const cJSON *json) {
    enum { NESTING_MAX = 62 };
    const cJSON *open[NESTING_MAX];
    unsigned depth = 0;
    const cJSON *at = json;
    for (;;) {
        if (depth > 0 && cJSON_IsObject(open[depth - 1])) {
            lob_jsonw_key(out, at->string);
        }
        bool is_container = cJSON_IsObject(at) || cJSON_IsArray(at);
        if (is_container) {
            if (depth == NESTING_MAX) {
                return false;
            }
            cJSON_IsObject(at) ? lob_jsonw_begin_object(out) : lob_jsonw_begin_array(out);
            open[depth++] = at;
        } else {
            write_scalar(out, at);
        }
        const cJSON *next = is_container ? at->child : depth > 0 ? at->next : NULL;
        while (!next && depth > 0) {
            const cJSON *done = open[--depth];
            cJSON_IsObject(done) ? lob_jsonw_end_object(out) : lob_jsonw_end_array(out);
            next = depth > 0 ? done->next : NULL;
        }
        if (!next) {
            return true;
        }
        at = next;
    }
}

bool lob_wire_any(lob_wire *w, const cJSON *json, lob_str *value) {
    lob_buf text;
    lob_jsonw out;
    lob_buf_init(&text, 0);
    lob_jsonw_init(&out, &text);
    bool fine = write_tree(&out, json);
    if (!fine) {
        lob_issue_add(w, json, (lob_fault){"nesting", "at most 62 levels", NULL, LOB_OK, false});
    } else {
        char *copy = text.failed == LOB_BUF_FINE ? lob_arena_strdup(w->ctx->arena, text.data, text.size) : NULL;
        w->no_memory |= !copy;
        *value = (lob_str){copy, copy ? text.size : 0};
    }
    lob_buf_release(&text);
    return fine;
}
