/* Paths into a JSON tree.
 *
 * A path is read from its text each time it is used; nothing is kept. Invariant: a segment that is read holds its whole
 * name, unescaped; one that does not fit is a fault, never cut. The forms are those of vars.h; a tolerance may also say
 * * for any member or index.
 */
#include "path.h"

#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "base/utf8.h"
#include "vars.h"
#include "json/escape.h"

static const char no_form[] = "is no path";
static const char not_there[] = "is not there";

static conf_segment faulty(void) {
    return (conf_segment){.kind = CONF_SEGMENT_FAULT};
}

static bool keep_name(conf_segment *segment, const char *text, size_t size) {
    if (size == 0 || size >= sizeof segment->name) {
        return false;
    }
    memcpy(segment->name, text, size);
    segment->name[size] = '\0';
    return true;
}

/* A quoted text, from its opening quote on, unescaped into out; *at moves behind the closing quote. */
static bool read_quoted(const char **at, char *out, size_t size_max) {
    lob_str text = lob_str_from(*at);
    size_t used = 0, i = 1;
    while (i < text.size && text.data[i] != '"') {
        char bytes[4] = {text.data[i]};
        size_t length = 1, taken = 1;
        if (text.data[i] == '\\') {
            uint32_t code;
            lob_json_escape_state state;
            taken = lob_json_unescape(text, i, &code, &state);
            if (taken == 0 || code == 0) {
                return false;
            }
            length = lob_utf8_encode(code, bytes);
        }
        if (used + length >= size_max) {
            return false;
        }
        memcpy(out + used, bytes, length);
        used += length;
        i += taken;
    }
    out[used] = '\0';
    *at += i + (i < text.size);
    return i < text.size;
}

/* The end of what stands in brackets: the first ] outside quotes, or NULL. */
static const char *closing_bracket(const char *at) {
    bool is_quoted = false;
    for (; *at != '\0'; at++) {
        if (is_quoted && at[0] == '\\' && at[1] != '\0') {
            at++;
        } else if (*at == '"') {
            is_quoted = !is_quoted;
        } else if (*at == ']' && !is_quoted) {
            return at;
        }
    }
    return NULL;
}

/* *at is behind the opening bracket. */
static conf_segment read_bracket(const char **at) {
    conf_segment segment = {.kind = CONF_SEGMENT_MEMBER};
    if (**at == '"') {
        bool fine = read_quoted(at, segment.name, sizeof segment.name) && **at == ']';
        *at += fine;
        return fine ? segment : faulty();
    }
    const char *end = closing_bracket(*at);
    if (end == NULL || !keep_name(&segment, *at, (size_t)(end - *at))) {
        return faulty();
    }
    *at = end + 1;
    if (strcmp(segment.name, "*") == 0) {
        segment.kind = CONF_SEGMENT_ANY;
    } else if (strchr(segment.name, '=') != NULL) {
        segment.kind = CONF_SEGMENT_WHERE;
    } else {
        bool is_index = lob_num_parse_int(segment.name, INT32_MIN, INT32_MAX, &segment.index);
        segment.kind = is_index ? CONF_SEGMENT_INDEX : CONF_SEGMENT_FAULT;
    }
    return segment;
}

conf_segment conf_path_next(const char **at, bool is_first) {
    conf_segment segment = {.kind = CONF_SEGMENT_MEMBER};
    char mark = **at;
    if (mark == '\0') {
        segment.kind = CONF_SEGMENT_END;
        return segment;
    }
    if (mark == '[') {
        (*at)++;
        return read_bracket(at);
    }
    if (mark == '.' || mark == '|') {
        (*at)++;
    } else if (!is_first) {
        return faulty();
    }
    size_t size = strcspn(*at, ".[]|\"=,");
    if (!keep_name(&segment, *at, size)) {
        return faulty();
    }
    *at += size;
    if (mark == '|') {
        segment.kind = CONF_SEGMENT_VIEW;
    } else if (strcmp(segment.name, "*") == 0) {
        segment.kind = CONF_SEGMENT_ANY;
    }
    return segment;
}

bool conf_path_is_sound(const char *path) {
    for (bool is_first = true;; is_first = false) {
        conf_segment segment = conf_path_next(&path, is_first);
        if (segment.kind == CONF_SEGMENT_END) {
            return true;
        }
        if (segment.kind >= CONF_SEGMENT_ANY) {
            return false;
        }
    }
}

/* ---- [layer=1,datatype=0] ---- */

/* As long as a segment at most, of which it is a part. */
typedef struct condition {
    char path[256], value[256];
    bool is_text; /* the value stood in quotes */
} condition;

/* One member=value; *at moves to the next. */
static bool read_condition(const char **at, condition *out) {
    size_t size = strcspn(*at, "=");
    if (size == 0 || (*at)[size] != '=') {
        return false;
    }
    memcpy(out->path, *at, size);
    out->path[size] = '\0';
    *at += size + 1;
    out->is_text = **at == '"';
    if (out->is_text) {
        if (!read_quoted(at, out->value, sizeof out->value)) {
            return false;
        }
    } else {
        size = strcspn(*at, ",");
        memcpy(out->value, *at, size);
        out->value[size] = '\0';
        *at += size;
    }
    if (**at == ',') {
        (*at)++;
        return **at != '\0';
    }
    return **at == '\0';
}

static bool is_number(const char *text, double *value) {
    char *end;
    if (text[0] == '\0' || text[strspn(text, "0123456789+-.eE")] != '\0') {
        return false;
    }
    *value = strtod(text, &end);
    return *end == '\0';
}

/* `path` is a plain one: members, no brackets. */
static const cJSON *member_at(const cJSON *value, const char *path) {
    for (bool is_first = true; value != NULL; is_first = false) {
        conf_segment segment = conf_path_next(&path, is_first);
        if (segment.kind == CONF_SEGMENT_END) {
            return value;
        }
        value = segment.kind == CONF_SEGMENT_MEMBER ? cJSON_GetObjectItemCaseSensitive(value, segment.name) : NULL;
    }
    return NULL;
}

static bool meets(const cJSON *element, const condition *wanted) {
    const cJSON *value = member_at(element, wanted->path);
    double number;
    if (cJSON_IsString(value)) {
        return strcmp(value->valuestring, wanted->value) == 0;
    }
    if (wanted->is_text || value == NULL) {
        return false;
    }
    if (cJSON_IsNumber(value)) {
        return is_number(wanted->value, &number) && number == value->valuedouble;
    }
    const char *word = cJSON_IsTrue(value)    ? "true"
                       : cJSON_IsFalse(value) ? "false"
                       : cJSON_IsNull(value)  ? "null"
                                              : "";
    return word[0] != '\0' && strcmp(word, wanted->value) == 0;
}

/* Whether the element meets all of the conditions; *fine: they can be read. */
static bool meets_all(const cJSON *element, const char *text, bool *fine) {
    condition wanted;
    bool all = true;
    *fine = true;
    while (*text != '\0' && *fine) {
        *fine = read_condition(&text, &wanted);
        all = all && *fine && meets(element, &wanted);
    }
    return all;
}

static const cJSON *element_where(const cJSON *array, const char *text, const char **why) {
    bool fine;
    meets_all(NULL, text, &fine);
    if (!fine) {
        *why = no_form;
        return NULL;
    }
    for (const cJSON *element = cJSON_IsArray(array) ? array->child : NULL; element != NULL; element = element->next) {
        if (meets_all(element, text, &fine)) {
            return element;
        }
    }
    return NULL;
}

static const cJSON *element_at(const cJSON *array, int64_t index) {
    const cJSON *element = cJSON_IsArray(array) ? array->child : NULL;
    if (index < 0) {
        for (const cJSON *each = element; each != NULL; each = each->next) {
            index++;
        }
    }
    for (; element != NULL && index > 0; index--) {
        element = element->next;
    }
    return index < 0 ? NULL : element;
}

const cJSON *conf_path_below(const cJSON *value, const char *path, const char **why) {
    const char *at = path;
    *why = not_there;
    for (bool is_first = true;; is_first = false) {
        conf_segment segment = conf_path_next(&at, is_first);
        switch (segment.kind) {
        case CONF_SEGMENT_END:
            return value;
        case CONF_SEGMENT_MEMBER:
            value = cJSON_GetObjectItemCaseSensitive(value, segment.name);
            break;
        case CONF_SEGMENT_INDEX:
            value = element_at(value, segment.index);
            break;
        case CONF_SEGMENT_WHERE:
            value = element_where(value, segment.name, why);
            break;
        default:
            *why = no_form;
            return NULL;
        }
        if (value == NULL) {
            *why = conf_path_is_sound(path) ? *why : no_form;
            return NULL;
        }
    }
}

const cJSON *conf_path_find(const cJSON *root, const char *path, const char **why) {
    bool is_path = path[0] == '$' && (path[1] == '\0' || path[1] == '.' || path[1] == '[');
    if (!is_path) {
        *why = no_form;
        return NULL;
    }
    return conf_path_below(root, path + 1, why);
}
