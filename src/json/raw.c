/* JSON as bytes. Everything here works on text that the scanner has accepted, so brackets and quotes outside strings
 * are all that counts, and no end can be missed. */
#include "json/raw.h"

#include "base/utf8.h"
#include "base/wrap.h"
#include "json/escape.h"
#include "json/reader.h"

static const uint64_t ones = UINT64_C(0x0101010101010101);

/* Subtracting 1 from each byte sets the top bit of the first that was 0, and of none before it. */
LOB_WRAPS static inline uint64_t zero_bytes(uint64_t word) {
    return (word - ones) & ~word & ones << 7;
}

/* Where the first quote or backslash from `at` on is: eight bytes at a time, then one. */
static size_t plain_end(lob_str text, size_t at) {
    for (; at + 8 <= text.size; at += 8) {
        uint64_t word;
        memcpy(&word, text.data + at, sizeof word);
        if (zero_bytes(word ^ (ones * '"')) | zero_bytes(word ^ (ones * '\\'))) {
            break;
        }
    }
    while (text.data[at] != '"' && text.data[at] != '\\') {
        at++;
    }
    return at;
}

size_t lob_json_string_end(lob_str text, size_t at) {
    at = plain_end(text, at + 1);
    while (text.data[at] == '\\') {
        at = plain_end(text, at + 2);
    }
    return at + 1;
}

static size_t value_end(lob_str text, size_t at) {
    unsigned depth = 0;
    do {
        char c = text.data[at];
        if (c == '"') {
            at = lob_json_string_end(text, at);
            continue;
        }
        depth += c == '{' || c == '[';
        depth -= c == '}' || c == ']';
        at++;
        if (depth == 0 && c != '}' && c != ']') {
            while (!strchr(",]} \t\r\n", text.data[at])) {
                at++;
            }
        }
    } while (depth > 0);
    return at;
}

static size_t space_end(lob_str text, size_t at) {
    while (at < text.size && strchr(" \t\r\n", text.data[at])) {
        at++;
    }
    return at;
}

/* Does the raw text of a key, quotes taken off, spell `key`? */
static bool key_is(lob_str raw, const char *key) {
    size_t at = 0;
    while (at < raw.size) {
        char text[4] = {raw.data[at]};
        unsigned length = 1;
        if (raw.data[at] == '\\') {
            uint32_t code;
            lob_json_escape_state state;
            at += lob_json_unescape(raw, at, &code, &state);
            length = lob_utf8_encode(code, text);
        } else {
            at++;
        }
        for (unsigned i = 0; i < length; i++, key++) {
            if (*key == 0 || *key != text[i]) {
                return false;
            }
        }
    }
    return *key == 0;
}

void lob_json_raw_members(lob_str text, const char *const *keys, uint32_t count, lob_str *values) {
    uint32_t missing = count;
    memset(values, 0, count * sizeof *values);
    size_t at = space_end(text, 0);
    if (at == text.size || text.data[at] != '{') {
        return;
    }
    at = space_end(text, at + 1);
    while (missing > 0 && text.data[at] != '}') {
        const size_t key_end = lob_json_string_end(text, at);
        const lob_str raw = {text.data + at + 1, key_end - at - 2};
        const size_t value = space_end(text, space_end(text, key_end) + 1), end = value_end(text, value);
        for (uint32_t i = 0; i < count; i++) {
            if (!values[i].data && key_is(raw, keys[i])) {
                values[i] = (lob_str){text.data + value, end - value};
                missing--;
            }
        }
        at = space_end(text, end);
        if (text.data[at] == ',') {
            at = space_end(text, at + 1);
        }
    }
}

lob_str lob_json_raw_member(lob_str text, const char *key) {
    lob_str value;
    lob_json_raw_members(text, &key, 1, &value);
    return value;
}
