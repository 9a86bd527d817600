/* Escapes inside JSON strings (RFC 8259, section 7). */
#include "json/escape.h"

/* Four hexadecimal digits at text[at], or UINT32_MAX. */
static uint32_t hex4(lob_str text, size_t at) {
    uint32_t value = 0;
    if (text.size < 4 || at > text.size - 4) {
        return UINT32_MAX;
    }
    for (size_t i = at; i < at + 4; i++) {
        unsigned char c = (unsigned char)text.data[i];
        unsigned digit;
        if (c >= '0' && c <= '9') {
            digit = c - '0';
        } else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f') {
            digit = (c | 0x20u) - 'a' + 10;
        } else {
            return UINT32_MAX;
        }
        value = value << 4 | digit;
    }
    return value;
}

static bool is_high(uint32_t unit) {
    return unit >= 0xd800 && unit <= 0xdbff;
}
static bool is_low(uint32_t unit) {
    return unit >= 0xdc00 && unit <= 0xdfff;
}

static size_t unescape_unicode(lob_str text, size_t at, uint32_t *code, lob_json_escape_state *state) {
    *state = LOB_JSON_ESCAPE_HEX;
    uint32_t unit = hex4(text, at + 2);
    if (unit == UINT32_MAX) {
        return 0;
    }
    *state = LOB_JSON_ESCAPE_FINE;
    *code = unit;
    if (!is_high(unit) && !is_low(unit)) {
        return 6;
    }
    bool has_second = at + 12 <= text.size && text.data[at + 6] == '\\' && text.data[at + 7] == 'u';
    uint32_t second = has_second ? hex4(text, at + 8) : UINT32_MAX;
    if (!is_high(unit) || !is_low(second)) {
        *state = LOB_JSON_ESCAPE_SURROGATE;
        return 0;
    }
    *code = 0x10000 + ((unit - 0xd800) << 10) + (second - 0xdc00);
    return 12;
}

size_t lob_json_unescape(lob_str text, size_t at, uint32_t *code, lob_json_escape_state *state) {
    static const char names[] = "\"\\/bfnrt", codes[] = "\"\\/\b\f\n\r\t";
    char name = at + 1 < text.size ? text.data[at + 1] : 0;
    if (name == 'u') {
        return unescape_unicode(text, at, code, state);
    }
    for (size_t i = 0; name && names[i]; i++) {
        if (names[i] == name) {
            *state = LOB_JSON_ESCAPE_FINE;
            *code = (unsigned char)codes[i];
            return 2;
        }
    }
    *state = LOB_JSON_ESCAPE_UNKNOWN;
    return 0;
}
