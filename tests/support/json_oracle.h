/* Which objects of a text are strict JSON, written down as the grammar of RFC 8259 reads: one function a rule, the
 * whole text at hand, recursive. It shares nothing with src/proxy, whose scan is held to it. */
#ifndef TESTS_SUPPORT_JSON_ORACLE_H
#define TESTS_SUPPORT_JSON_ORACLE_H

#include <stddef.h>
#include <string.h>

enum { ORACLE_DEPTH_MAX = 64 };

static inline const char *oracle_space(const char *at, const char *end) {
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')) {
        at++;
    }
    return at;
}

/* Each of these: behind what begins at `at`; NULL: it does not. */
static inline const char *oracle_string(const char *at, const char *end) {
    for (at++; at < end && *at != '"'; at++) {
        if ((unsigned char)*at < 32) {
            return NULL;
        }
        if (*at == '\\') {
            at++;
            if (at >= end || *at == '\0' || !strchr("\"\\/bfnrtu", *at)) {
                return NULL;
            }
            for (int i = *at == 'u' ? 4 : 0; i > 0; i--) {
                at++;
                if (at >= end || *at == '\0' || !strchr("0123456789abcdefABCDEF", *at)) {
                    return NULL;
                }
            }
        }
    }
    return at < end ? at + 1 : NULL;
}

static inline const char *oracle_digits(const char *at, const char *end) {
    const char *first = at;
    while (at < end && *at >= '0' && *at <= '9') {
        at++;
    }
    return at > first ? at : NULL;
}

static inline const char *oracle_number(const char *at, const char *end) {
    at += *at == '-';
    at = at < end && *at == '0' ? at + 1 : oracle_digits(at, end);
    if (at && at < end && *at == '.') {
        at = oracle_digits(at + 1, end);
    }
    if (at && at < end && (*at == 'e' || *at == 'E')) {
        at++;
        at += at < end && (*at == '+' || *at == '-');
        at = oracle_digits(at, end);
    }
    return at;
}

static inline const char *oracle_value(const char *at, const char *end, int depth);

/* The items of an array, or with `is_object` the members of an object, and the bracket behind them. */
static inline const char *oracle_items(const char *at, const char *end, int depth, int is_object) {
    const char close = is_object ? '}' : ']';
    at = oracle_space(at + 1, end);
    if (at < end && *at == close) {
        return at + 1;
    }
    for (;;) {
        at = oracle_space(at, end);
        if (is_object) {
            at = at < end && *at == '"' ? oracle_string(at, end) : NULL;
            at = at ? oracle_space(at, end) : NULL;
            at = at && at < end && *at == ':' ? at + 1 : NULL;
        }
        at = at ? oracle_value(at, end, depth) : NULL;
        at = at ? oracle_space(at, end) : NULL;
        if (!at || at >= end || (*at != ',' && *at != close)) {
            return NULL;
        }
        if (*at++ == close) {
            return at;
        }
    }
}

static inline const char *oracle_value(const char *at, const char *end, int depth) {
    static const char *const words[] = {"true", "false", "null"};
    at = oracle_space(at, end);
    if (at >= end) {
        return NULL;
    }
    if (*at == '{' || *at == '[') {
        return depth < ORACLE_DEPTH_MAX ? oracle_items(at, end, depth + 1, *at == '{') : NULL;
    }
    if (*at == '"') {
        return oracle_string(at, end);
    }
    for (int i = 0; i < 3; i++) {
        size_t size = strlen(words[i]);
        if ((size_t)(end - at) >= size && memcmp(at, words[i], size) == 0) {
            return at + size;
        }
    }
    return *at == '-' || (*at >= '0' && *at <= '9') ? oracle_number(at, end) : NULL;
}

/* The bytes of the object that begins at text[at], 0: none does. */
static inline size_t oracle_object(const char *text, size_t size, size_t at) {
    const char *end = text[at] == '{' ? oracle_value(text + at, text + size, 0) : NULL;
    return end ? (size_t)(end - (text + at)) : 0;
}

#endif
