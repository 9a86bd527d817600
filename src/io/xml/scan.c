/* Invariant: `at` never passes `end`, and nothing here reads a byte that is not between them. Locale-independent. */
#include "io/xml/scan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/num.h"

enum { NUMBER_SIZE = 64 };

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_one_of(char c, const char *set) {
    return c != '\0' && strchr(set, c) != NULL;
}

bool lob_scan_at_end(lob_xml_scan *scan) {
    while (scan->at < scan->end && is_space(*scan->at)) {
        scan->at++;
    }
    return scan->at == scan->end;
}

bool lob_scan_test(lob_xml_scan *scan, const char *token) {
    size_t size = strlen(token);
    if (lob_scan_at_end(scan) || (size_t)(scan->end - scan->at) < size || memcmp(scan->at, token, size) != 0) {
        return false;
    }
    scan->at += size;
    return true;
}

bool lob_scan_key(lob_xml_scan *scan, const char *token) {
    lob_xml_scan from = *scan;
    if (!lob_scan_test(scan, token)) {
        return false;
    }
    if (scan->at < scan->end && (is_letter(*scan->at) || is_digit(*scan->at) || *scan->at == '_')) {
        *scan = from;
        return false;
    }
    return true;
}

/* [+-] digits [. digits] [e [+-] digits]: what lob_num_strtod() takes, without its words and hexadecimal forms. There
 * is at least one character. */
static size_t number_size(const lob_xml_scan *scan) {
    const char *at = scan->at, *digits;
    bool has_digits = false;
    if (*at == '-' || *at == '+') {
        at++;
    }
    for (digits = at; at < scan->end && is_digit(*at); at++) {
    }
    has_digits = at > digits;
    if (at < scan->end && *at == '.') {
        for (digits = ++at; at < scan->end && is_digit(*at); at++) {
        }
        has_digits = has_digits || at > digits;
    }
    if (has_digits && at < scan->end && (*at == 'e' || *at == 'E')) {
        const char *exponent = at + 1;
        exponent += exponent < scan->end && (*exponent == '-' || *exponent == '+');
        for (digits = exponent; exponent < scan->end && is_digit(*exponent); exponent++) {
        }
        at = exponent > digits ? exponent : at;
    }
    return has_digits ? (size_t)(at - scan->at) : 0;
}

bool lob_scan_real(lob_xml_scan *scan, double *value) {
    char copy[NUMBER_SIZE];
    if (lob_scan_at_end(scan)) {
        return false;
    }
    size_t size = number_size(scan);
    if (size == 0 || size >= sizeof copy) {
        return false;
    }
    memcpy(copy, scan->at, size);
    copy[size] = '\0';
    *value = lob_num_strtod(copy, NULL);
    if (!isfinite(*value)) {
        return false;
    }
    scan->at += size;
    return true;
}

bool lob_scan_uint(lob_xml_scan *scan, uint32_t max, uint32_t *value) {
    uint64_t number = 0;
    if (lob_scan_at_end(scan) || !is_digit(*scan->at)) {
        return false;
    }
    const char *at = scan->at;
    for (; at < scan->end && is_digit(*at); at++) {
        number = number * 10 + (uint64_t)(*at - '0');
        if (number > max) {
            return false;
        }
    }
    scan->at = at;
    *value = (uint32_t)number;
    return true;
}

/* The character behind a backslash at *at; at most three octal digits, as KLayout writes them. */
static char unescape(const char **at, const char *end) {
    char c = *(*at)++;
    if (c >= '0' && c <= '7') {
        unsigned code = (unsigned)(c - '0');
        for (int i = 1; i < 3 && *at < end && **at >= '0' && **at <= '7'; i++) {
            code = code * 8 + (unsigned)(*(*at)++ - '0');
        }
        return (char)(code & 0xFF);
    }
    return c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c;
}

static bool take_quoted(lob_xml_scan *scan, lob_arena *arena, lob_str *word, bool *no_memory) {
    char quote = *scan->at;
    const char *from = scan->at + 1, *at = from;
    bool has_escapes = false;
    while (at < scan->end && *at != quote) {
        has_escapes = has_escapes || *at == '\\';
        at += *at == '\\' && at + 1 < scan->end ? 2 : 1;
    }
    if (at >= scan->end) {
        return false;
    }
    *word = (lob_str){from, (size_t)(at - from)};
    scan->at = at + 1;
    if (has_escapes) {
        char *made = lob_arena_alloc(arena, word->size), *to = made;
        if (!made) {
            *no_memory = true;
            return false;
        }
        for (const char *in = from; in < at;) {
            if (*in == '\\') {
                in++;
                *to++ = unescape(&in, at);
            } else {
                *to++ = *in++;
            }
        }
        *word = (lob_str){made, (size_t)(to - made)};
    }
    return true;
}

bool lob_scan_word(lob_xml_scan *scan, lob_arena *arena, const char *extra, lob_str *word, bool *no_memory) {
    if (lob_scan_at_end(scan)) {
        return false;
    }
    const char *from = scan->at;
    if (*from == '\'' || *from == '"') {
        return take_quoted(scan, arena, word, no_memory);
    }
    if (!is_letter(*from) && !is_one_of(*from, extra)) {
        return false;
    }
    while (scan->at < scan->end && (is_letter(*scan->at) || is_digit(*scan->at) || is_one_of(*scan->at, extra))) {
        scan->at++;
    }
    *word = (lob_str){from, (size_t)(scan->at - from)};
    return true;
}

static bool is_word(lob_str text, const char *extra) {
    for (size_t i = 0; i < text.size; i++) {
        char c = text.data[i];
        if (!is_letter(c) && !is_one_of(c, extra) && !(i > 0 && is_digit(c))) {
            return false;
        }
    }
    return text.size > 0;
}

void lob_scan_put_word(lob_buf *out, lob_str text, const char *extra) {
    if (is_word(text, extra)) {
        lob_buf_add(out, text.data, text.size);
    } else {
        lob_scan_put_quoted(out, text);
    }
}

void lob_scan_put_quoted(lob_buf *out, lob_str text) {
    lob_buf_add_byte(out, '\'');
    for (size_t i = 0; i < text.size; i++) {
        char c = text.data[i];
        if (c == '\'' || c == '\\') {
            lob_buf_add_byte(out, '\\');
            lob_buf_add_byte(out, c);
        } else if (c == '\n' || c == '\r' || c == '\t') {
            lob_buf_add_text(out, c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\t");
        } else if (c < ' ' || c > '~') {
            lob_buf_printf(out, "\\%03o", (unsigned)(uint8_t)c);
        } else {
            lob_buf_add_byte(out, c);
        }
    }
    lob_buf_add_byte(out, '\'');
}
