/* How the faults of a request are worded.
 *
 * Two audiences: the issue may quote the caller (path, got), escaped to ASCII and cut; the first fault's summary goes
 * into the error's message and hint and is made of schema words and numbers alone. Invariant: no byte of the caller
 * reaches lob_wire.first or .advice.
 */
#include "json/issue.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "base/utf8.h"

enum { QUOTED_SIZE_MAX = 40, EXPECTED_TOLD_MAX = 100, NUMBERS_MAX = 8, FORM_MEMBERS_MAX = 6 };

/* A fixed text that is cut, never overrun. */
typedef struct text {
    char *data;
    size_t size, capacity;
} text;

#define TEXT_IN(array) ((text){(array), 0, sizeof(array)})

__attribute__((format(printf, 2, 3))) static void add(text *t, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int length = vsnprintf(t->data + t->size, t->capacity - t->size, format, args);
    va_end(args);
    t->size += length < 0 ? 0 : (size_t)length;
    if (t->size >= t->capacity) {
        t->size = t->capacity - 1;
    }
}

/* The caller's text, printable ASCII only, cut at QUOTED_SIZE_MAX bytes of source. */
static void add_escaped(text *t, const char *source) {
    lob_str whole = lob_str_from(source);
    for (size_t at = 0; at < whole.size;) {
        uint32_t code;
        unsigned length = lob_utf8_decode(whole, at, &code);
        if (length == 0) { /* a tree that no reader of ours has made */
            code = 0xfffd;
            length = 1;
        }
        if (at + length > QUOTED_SIZE_MAX) {
            add(t, "...");
            return;
        }
        if (code == '"' || code == '\\') {
            add(t, "\\%c", (int)code);
        } else if (code >= 0x20 && code < 0x7f) {
            add(t, "%c", (int)code);
        } else {
            add(t, code > 0xffff ? "\\u{%x}" : "\\u%04x", (unsigned)code);
        }
        at += length;
    }
}

static bool is_plain_name(const char *name) {
    size_t size = strlen(name);
    return size > 0 && size <= QUOTED_SIZE_MAX && !(name[0] >= '0' && name[0] <= '9') &&
           strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789") == size;
}

static void add_member(text *t, const char *name) {
    if (is_plain_name(name)) {
        add(t, ".%s", name);
    } else {
        add(t, "[\"");
        add_escaped(t, name);
        add(t, "\"]");
    }
}

/* $.layers[3].datatype */
static void add_path(text *t, const lob_wire *w) {
    add(t, "$");
    for (unsigned i = 1; i <= w->depth; i++) {
        if (w->steps[i].name) {
            add_member(t, w->steps[i].name);
        } else {
            add(t, "[%zu]", w->steps[i].index);
        }
    }
}

/* layers[3].datatype; keys of maps, which are the caller's, as "*". */
static void add_own_path(text *t, const lob_wire *w, const char *member) {
    for (unsigned i = 1; i <= w->depth; i++) {
        const lob_wire_step *step = &w->steps[i];
        if (step->name) {
            add(t, "%s%s", t->size ? "." : "", step->is_key ? "*" : step->name);
        } else {
            add(t, "[%zu]", step->index);
        }
    }
    if (member) {
        add(t, "%s%s", t->size ? "." : "", member);
    }
    if (t->size == 0) {
        add(t, "the arguments");
    }
}

static const char *kind_of(const cJSON *json) {
    if (!json) {
        return "nothing";
    }
    return cJSON_IsString(json)   ? "string"
           : cJSON_IsNumber(json) ? "number"
           : cJSON_IsBool(json)   ? "boolean"
           : cJSON_IsArray(json)  ? "array"
           : cJSON_IsObject(json) ? "object"
                                  : "null";
}

static void add_number(text *t, double value) {
    char digits[LOB_NUM_TEXT_SIZE];
    size_t size = lob_num_print(digits, value);
    add(t, "%.*s", (int)size, digits);
}

static void add_got(text *t, const cJSON *json) {
    if (cJSON_IsBool(json)) {
        add(t, cJSON_IsTrue(json) ? "true" : "false");
        return;
    }
    add(t, "%s", kind_of(json));
    if (cJSON_IsString(json)) {
        add(t, " \"");
        add_escaped(t, json->valuestring);
        add(t, "\"");
    } else if (cJSON_IsNumber(json)) {
        add(t, " ");
        add_number(t, json->valuedouble);
    } else if (cJSON_IsArray(json)) {
        add(t, " of %zu", lob_wire_count(json));
    }
}

static const char *article(const char *expected) {
    static const char *const types[] = {"string", "number", "boolean", "integer", "array", "object"};
    for (size_t i = 0; i < 6; i++) {
        if (strcmp(expected, types[i]) == 0) {
            return i < 3 ? "a " : "an ";
        }
    }
    return "";
}

/* What is expected, in a message: a longer list ends with "...", behind a whole word of it. */
static void add_brief(text *t, const char *expected) {
    size_t size = strlen(expected);
    if (size > EXPECTED_TOLD_MAX) {
        for (size = EXPECTED_TOLD_MAX; size > 0 && expected[size - 1] != ' '; size--) {
        }
        add(t, "%.*s...", (int)size, expected);
        return;
    }
    add(t, "%s", expected);
}

/* The first fault decides the code and is told in the message and the hint, in our own words. */
static void note_first(lob_wire *w, const cJSON *json, lob_fault fault, const char *member) {
    if (w->fault != LOB_OK) {
        return;
    }
    w->fault = fault.code != LOB_OK ? fault.code : w->steps[w->depth].code;
    char place[96];
    text where = TEXT_IN(place), first = TEXT_IN(w->first), advice = TEXT_IN(w->advice);
    add_own_path(&where, w, member);
    add(&first, "%s: expected ", place);
    add_brief(&first, fault.expected);
    if (cJSON_IsNumber(json)) {
        add(&first, ", got number ");
        add_number(&first, json->valuedouble);
    } else {
        add(&first, ", got %s", fault.is_unknown ? "an unknown member" : kind_of(json));
    }
    if (fault.hint) {
        bool is_question = fault.hint[strlen(fault.hint) - 1] == '?';
        add(&advice, "%s: %s%s", place, fault.hint, is_question ? "" : ".");
    } else {
        add(&advice, "%s: send %s%s.", place, article(fault.expected), fault.expected);
    }
}

static bool note(lob_wire *w, const cJSON *json, lob_fault fault, const char *member, const char *got) {
    note_first(w, json, fault, fault.is_unknown ? NULL : member);
    lob_issue *issue = lob_error_issue(&w->ctx->error);
    if (!issue) {
        return false;
    }
    *issue = (lob_issue){0};
    text path = TEXT_IN(issue->path), came = TEXT_IN(issue->got);
    add_path(&path, w);
    if (member) {
        add_member(&path, member);
    }
    if (got) {
        add(&came, "%s", got);
    } else {
        add_got(&came, json);
    }
    add(&TEXT_IN(issue->rule), "%s", fault.rule);
    add(&TEXT_IN(issue->expected), "%s", fault.expected);
    add(&TEXT_IN(issue->hint), "%s", fault.hint ? fault.hint : "");
    return false;
}

bool lob_issue_add(lob_wire *w, const cJSON *json, lob_fault fault) {
    return note(w, json, fault, NULL, NULL);
}

/* {"left": 0, "layer": {...}}: how an object looks, its first required members, for hints. */
static void add_form(text *t, const lob_wire_table *table) {
    static const char *const values[] = {
        [LOB_WIRE_OBJECT] = "{...}",   [LOB_WIRE_MAP] = "{...}",    [LOB_WIRE_ARRAY] = "[...]",
        [LOB_WIRE_STRING] = "\"...\"", [LOB_WIRE_NUMBER] = "0",     [LOB_WIRE_MICRONS] = "0",
        [LOB_WIRE_INTEGER] = "0",      [LOB_WIRE_BOOLEAN] = "true", [LOB_WIRE_ANY] = "...",
    };
    unsigned count = 0;
    add(t, "{");
    for (size_t i = 0; i < table->count && count < FORM_MEMBERS_MAX; i++) {
        const lob_wire_field *field = &table->fields[i];
        if (!field->is_required) {
            continue;
        }
        add(t, "%s\"%s\": ", count++ ? ", " : "", field->name);
        if (field->kind == LOB_WIRE_ENUM || field->kind == LOB_WIRE_CONST) {
            add(t, "\"%s\"", field->kind == LOB_WIRE_ENUM ? field->of.names[0] : field->of.text);
        } else {
            add(t, "%s", values[field->kind]);
        }
    }
    add(t, "}");
}

/* A missing object of a request has the code that faults in it have, and the hint shows how it looks. */
bool lob_issue_absent(lob_wire *w, const lob_wire_field *field) {
    static const char *const kinds[] = {
        [LOB_WIRE_OBJECT] = "object",   [LOB_WIRE_MAP] = "object",     [LOB_WIRE_ARRAY] = "array",
        [LOB_WIRE_STRING] = "string",   [LOB_WIRE_ENUM] = "string",    [LOB_WIRE_CONST] = "string",
        [LOB_WIRE_NUMBER] = "number",   [LOB_WIRE_MICRONS] = "number", [LOB_WIRE_INTEGER] = "integer",
        [LOB_WIRE_BOOLEAN] = "boolean", [LOB_WIRE_ANY] = "any value",
    };
    char hint[640];
    text t = TEXT_IN(hint);
    lob_fault fault = {"required", kinds[field->kind], NULL, LOB_OK, false};
    if (field->kind == LOB_WIRE_OBJECT && field->of.table->is_closed) {
        const bool has_code = field->rules && field->rules->code != LOB_OK;
        fault.code = (lob_status)(has_code ? field->rules->code : field->of.table->code);
        add(&t, "send ");
        add_form(&t, field->of.table);
        fault.hint = hint;
    }
    return note(w, NULL, fault, field->name, NULL);
}

static bool is_number_text(const char *source) {
    char *end;
    double value = lob_num_strtod(source, &end);
    return end != source && *end == 0 && isfinite(value);
}

/* What to do when a value of another type came. */
static const char *type_hint(const cJSON *json, const char *expected) {
    bool wants_number = strcmp(expected, "number") == 0 || strcmp(expected, "integer") == 0;
    if (cJSON_IsString(json) && wants_number && is_number_text(json->valuestring)) {
        return "send the number without quotes";
    }
    if (cJSON_IsNumber(json) && strcmp(expected, "integer") == 0) {
        return "send a whole number";
    }
    if (cJSON_IsString(json) && strcmp(expected, "boolean") == 0) {
        return "send true or false without quotes";
    }
    if (cJSON_IsNumber(json) && strcmp(expected, "string") == 0) {
        return "put it in quotes";
    }
    if (strcmp(expected, "array") == 0 && !cJSON_IsNull(json)) {
        return "send a list in square brackets, also for a single item";
    }
    return NULL;
}

bool lob_issue_type(lob_wire *w, const cJSON *json, const char *expected) {
    return lob_issue_add(w, json, (lob_fault){"type", expected, type_hint(json, expected), LOB_OK, false});
}

/* The numbers in "10,20,30,40" or [10, 20, 30, 40]; NUMBERS_MAX + 1 when there is anything else. */
static unsigned numbers_in(const cJSON *json, double values[NUMBERS_MAX]) {
    unsigned count = 0;
    for (const cJSON *item = json->child; item; item = item->next) {
        if (!cJSON_IsNumber(item) || count == NUMBERS_MAX) {
            return NUMBERS_MAX + 1;
        }
        values[count++] = item->valuedouble;
    }
    if (!cJSON_IsString(json)) {
        return count;
    }
    for (const char *at = json->valuestring; *at;) {
        char *end;
        double value = lob_num_strtod(at, &end);
        if (end == at) {
            if (!strchr(" ,;/:()[]", *at)) {
                return NUMBERS_MAX + 1;
            }
            at++;
            continue;
        }
        if (count == NUMBERS_MAX || !isfinite(value)) {
            return NUMBERS_MAX + 1;
        }
        values[count++] = value;
        at = end;
    }
    return count;
}

bool lob_issue_shape(lob_wire *w, const cJSON *json, const lob_wire_table *table) {
    double values[NUMBERS_MAX];
    char hint[160];
    text t = TEXT_IN(hint);
    if (table->number_count > 0 && !cJSON_IsNumber(json) && numbers_in(json, values) == table->number_count) {
        unsigned count = 0;
        add(&t, "send {");
        for (const lob_wire_field *field = table->fields; count < table->number_count; field++) {
            if (field->is_required) {
                add(&t, "%s\"%s\": ", count ? ", " : "", field->name);
                add_number(&t, values[count++]);
            }
        }
        add(&t, "}");
    } else {
        add(&t, "send an object: ");
        add_form(&t, table);
    }
    return lob_issue_add(w, json, (lob_fault){"type", "object", hint, LOB_OK, false});
}

/* What a text may be: the names of an enum, or those of members. */
typedef struct words {
    const char *const *names;     /* or NULL, then */
    const lob_wire_field *fields; /* theirs */
    size_t count;
} words;

static const char *word_at(const words *all, size_t i) {
    return all->names ? all->names[i] : all->fields[i].name;
}

/* The word that is nearest to what came, if near enough to be meant. */
static const char *nearest(const char *came, const words *all) {
    unsigned limit = 4, best = limit;
    const char *found = NULL;
    for (size_t i = 0; i < all->count; i++) {
        const char *word = word_at(all, i);
        unsigned distance = lob_str_distance(lob_str_from(came), lob_str_from(word), limit);
        if (distance < best && 2 * distance < strlen(word)) {
            best = distance;
            found = word;
        }
    }
    return found;
}

/* As many as there is room for, then "...". */
static void add_choices(text *t, const words *all) {
    static const char more[] = ", ...";
    add(t, all->count > 1 ? "one of " : "");
    for (size_t i = 0; i < all->count; i++) {
        const size_t size = strlen(word_at(all, i)) + (i ? 2 : 0);
        const size_t held = i + 1 < all->count ? sizeof more : 1;
        if (t->size + size + held > t->capacity) {
            add(t, "%s", more);
            return;
        }
        add(t, "%s%s", i ? ", " : "", word_at(all, i));
    }
}

bool lob_issue_unknown(lob_wire *w, const char *name, const lob_wire_table *table) {
    char expected[160], hint[160];
    const words members = {NULL, table->fields, table->count};
    text choices = TEXT_IN(expected), advice = TEXT_IN(hint);
    const char *meant = nearest(name, &members);
    if (table->count) {
        add_choices(&choices, &members);
    } else {
        add(&choices, "no members");
    }
    if (meant) {
        add(&advice, "did you mean %s?", meant);
    } else {
        add(&advice, "leave this member out");
    }
    return note(w, NULL, (lob_fault){"unknown", expected, hint, LOB_OK, true}, name, "unknown member");
}

bool lob_issue_enum(lob_wire *w, const cJSON *json, const char *const *names, int count) {
    char expected[160], hint[160];
    const words values = {names, NULL, (size_t)count};
    text choices = TEXT_IN(expected), advice = TEXT_IN(hint);
    add_choices(&choices, &values);
    const char *meant = cJSON_IsString(json) ? nearest(json->valuestring, &values) : NULL;
    if (meant) {
        add(&advice, "did you mean \"%s\"?", meant);
    }
    return lob_issue_add(w, json, (lob_fault){"enum", expected, meant ? hint : NULL, LOB_OK, false});
}

bool lob_issue_bound(lob_wire *w, const cJSON *json, lob_bound bound) {
    char expected[64], size_text[32];
    text t = TEXT_IN(expected);
    const char *unit = cJSON_IsString(json) ? "byte" : "item";
    size_t size = cJSON_IsString(json) ? strlen(json->valuestring) : lob_wire_count(json);
    add(&t, "%s ", bound.words);
    add_number(&t, bound.value);
    lob_fault fault = {bound.rule, expected, NULL, bound.code, false};
    if (cJSON_IsNumber(json)) {
        return lob_issue_add(w, json, fault);
    }
    add(&t, " %s%s", unit, bound.value == 1 ? "" : "s");
    add(&TEXT_IN(size_text), "%zu %s%s", size, unit, size == 1 ? "" : "s");
    return note(w, json, fault, NULL, size_text);
}

void lob_issue_print(const lob_issue *issue, lob_buf *out) {
    lob_buf_printf(out, "%s: expected %s, got %s", issue->path, issue->expected, issue->got);
    if (issue->hint[0]) {
        lob_buf_printf(out, " (%s)", issue->hint);
    }
}
