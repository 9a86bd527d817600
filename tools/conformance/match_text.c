/* Places and values as short texts for people.
 *
 * Invariant: a text is never longer than its buffer, is valid UTF-8, and holds no character that a terminal might obey:
 * unsafe ones are escaped as JSON does it. What does not fit is cut between characters and ends with "...".
 */
#include <assert.h>
#include <string.h>

#include "base/num.h"
#include "base/utf8.h"
#include "matching.h"
#include "path.h"

/* Each level of a pattern goes one place down at most. */
enum { CHAIN_MAX = CONF_DEPTH_MAX + 1, CUT_SIZE = 3 };

/* ---- texts ---- */

conf_text conf_text_begin(char *out, size_t size) {
    if (size > 0) {
        out[0] = '\0';
    }
    return (conf_text){.out = out, .size = size};
}

/* One character: it goes in whole or not at all. */
static void add_unit(conf_text *text, const char *bytes, size_t size) {
    if (text->is_cut || text->size == 0) {
        return;
    }
    if (text->used + size >= text->size) {
        text->is_cut = true;
        bytes = "...";
        size = CUT_SIZE;
        text->used = text->mark;
    }
    memcpy(text->out + text->used, bytes, size);
    text->used += size;
    text->out[text->used] = '\0';
    if (text->used + CUT_SIZE < text->size) {
        text->mark = text->used;
    }
}

static void add_hex(conf_text *text, uint32_t unit) {
    static const char digits[] = "0123456789abcdef";
    char escape[6] = {
        '\\', 'u', digits[unit >> 12 & 15], digits[unit >> 8 & 15], digits[unit >> 4 & 15], digits[unit & 15]};
    add_unit(text, escape, sizeof escape);
}

static void add_escape(conf_text *text, uint32_t code) {
    static const char short_forms[] = "\"\"\\\\\bb\ff\nn\rr\tt";
    for (size_t i = 0; i + 1 < sizeof short_forms; i += 2) {
        if (code == (unsigned char)short_forms[i]) {
            add_unit(text, (char[2]){'\\', short_forms[i + 1]}, 2);
            return;
        }
    }
    if (code > 0xffff) {
        add_hex(text, 0xd800 + ((code - 0x10000) >> 10));
        code = 0xdc00 + ((code - 0x10000) & 0x3ff);
    }
    add_hex(text, code);
}

/* Within quotes, quotes and backslashes are escaped as well. */
static void add_characters(conf_text *text, const char *value, bool is_quoted) {
    lob_str bytes = lob_str_from(value);
    for (size_t at = 0; at < bytes.size && !text->is_cut;) {
        uint32_t code;
        unsigned length = lob_utf8_decode(bytes, at, &code);
        if (length == 0) {
            add_hex(text, 0xfffd);
            at++;
            continue;
        }
        if (lob_utf8_unsafe(code) || (is_quoted && (code == '"' || code == '\\'))) {
            add_escape(text, code);
        } else {
            add_unit(text, bytes.data + at, length);
        }
        at += length;
    }
}

void conf_text_add(conf_text *text, const char *words) {
    add_characters(text, words, false);
}

void conf_text_number(conf_text *text, double value) {
    char number[LOB_NUM_TEXT_SIZE];
    lob_num_print(number, value);
    conf_text_add(text, number);
}

void conf_text_string(conf_text *text, const char *value) {
    add_unit(text, "\"", 1);
    add_characters(text, value, true);
    add_unit(text, "\"", 1);
}

/* Each level writes a bracket, so that it goes no deeper than the text is long. */
void conf_text_json(conf_text *text, const cJSON *value) {
    if (value == NULL) {
        conf_text_add(text, "nothing");
    } else if (cJSON_IsString(value)) {
        conf_text_string(text, value->valuestring);
    } else if (cJSON_IsNumber(value)) {
        conf_text_number(text, value->valuedouble);
    } else if (cJSON_IsObject(value) || cJSON_IsArray(value)) {
        bool is_object = cJSON_IsObject(value);
        conf_text_add(text, is_object ? "{" : "[");
        for (const cJSON *child = value->child; child != NULL && !text->is_cut && text->size > 0; child = child->next) {
            if (is_object) {
                conf_text_string(text, child->string);
                conf_text_add(text, ":");
            }
            conf_text_json(text, child);
            conf_text_add(text, child->next != NULL ? "," : "");
        }
        conf_text_add(text, is_object ? "}" : "]");
    } else {
        conf_text_add(text, cJSON_IsTrue(value) ? "true" : cJSON_IsFalse(value) ? "false" : "null");
    }
}

/* ---- places ---- */

static bool is_simple_name(const char *name) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-$";
    return name[0] != '\0' && name[strspn(name, letters)] == '\0';
}

static void print_step(const conf_place *place, char *out, size_t size) {
    conf_text text = conf_text_begin(out, size);
    bool is_simple = place->kind == CONF_PLACE_MEMBER && is_simple_name(place->name);
    if (is_simple || place->kind == CONF_PLACE_VIEW) {
        conf_text_add(&text, is_simple ? "." : "|");
        conf_text_add(&text, place->name);
        return;
    }
    conf_text_add(&text, "[");
    if (place->kind == CONF_PLACE_MEMBER) {
        conf_text_string(&text, place->name);
    } else if (place->kind == CONF_PLACE_WHERE) {
        conf_text_add(&text, place->name);
    } else {
        conf_text_number(&text, (double)place->index);
    }
    conf_text_add(&text, "]");
}

void conf_place_print(const conf_place *at, char *out, size_t size) {
    static const char cut[] = "$...";
    char step[200];
    size_t begin = size - 1;
    out[begin] = '\0';
    bool is_cut = false;
    for (; at->kind != CONF_PLACE_ROOT && !is_cut; at = at->up) {
        print_step(at, step, sizeof step);
        size_t length = strlen(step);
        is_cut = begin < length + sizeof cut;
        if (!is_cut) {
            begin -= length;
            memcpy(out + begin, step, length);
        }
    }
    size_t head = is_cut ? sizeof cut - 1 : 1;
    memmove(out + head, out + begin, size - begin);
    memcpy(out, cut, head);
}

static bool is_step(const conf_place *place, const conf_segment *segment) {
    switch (segment->kind) {
    case CONF_SEGMENT_ANY:
        return place->kind == CONF_PLACE_INDEX || place->kind == CONF_PLACE_MEMBER;
    case CONF_SEGMENT_MEMBER:
        return place->kind == CONF_PLACE_MEMBER && strcmp(place->name, segment->name) == 0;
    case CONF_SEGMENT_INDEX:
        return place->kind == CONF_PLACE_INDEX && segment->index >= 0 && place->index == (size_t)segment->index;
    case CONF_SEGMENT_VIEW:
        return place->kind == CONF_PLACE_VIEW && strcmp(place->name, segment->name) == 0;
    default:
        return false;
    }
}

bool conf_place_is_at(const conf_place *at, const char *path) {
    const conf_place *chain[CHAIN_MAX];
    size_t count = 0;
    for (; at->kind != CONF_PLACE_ROOT; at = at->up) {
        assert(count < CHAIN_MAX);
        chain[count++] = at;
    }
    if (path[0] != '$') {
        return false;
    }
    for (path++; count > 0; count--) {
        conf_segment segment = conf_path_next(&path, false);
        if (!is_step(chain[count - 1], &segment)) {
            return false;
        }
    }
    return *path == '\0';
}

bool conf_tolerance_is_sound(const char *path) {
    if (*path++ != '$') {
        return false;
    }
    for (;;) {
        conf_segment segment = conf_path_next(&path, false);
        if (segment.kind == CONF_SEGMENT_END) {
            return true;
        }
        if (segment.kind == CONF_SEGMENT_FAULT || segment.kind == CONF_SEGMENT_WHERE || segment.index < 0) {
            return false;
        }
    }
}
