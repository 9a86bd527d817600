/* The streaming canonical writer.
 *
 * Invariant: before a value at level d either a key was just written (object), or the level is an array, or it is the
 * one root value; bit d of has_items says whether a comma is due. The level bits are the whole state, so a writer costs
 * no memory of its own and nesting mistakes are assertions, not broken JSON.
 */
#include "json/writer.h"

#include <assert.h>
#include <string.h>

#include "base/num.h"
#include "base/utf8.h"
#include "base/wrap.h"

enum { LEVEL_MAX = 63 };
#define EACH_BYTE UINT64_C(0x0101010101010101)

static uint64_t level_bit(const lob_jsonw *w) {
    return (uint64_t)1 << w->depth;
}

void lob_jsonw_init(lob_jsonw *w, lob_buf *out) {
    *w = (lob_jsonw){.out = out};
}

/* Puts the comma that a new value or key needs. */
static void separate(lob_jsonw *w) {
    uint64_t bit = level_bit(w);
    if (w->has_items & bit) {
        lob_buf_add_byte(w->out, ',');
    }
    w->has_items |= bit;
}

static void before_value(lob_jsonw *w) {
    if (w->after_key) {
        w->after_key = false;
        return;
    }
    assert(w->depth > 0 ? (w->is_array & level_bit(w)) != 0 : (w->has_items & 1) == 0);
    separate(w);
}

static void begin(lob_jsonw *w, char bracket, bool is_array) {
    before_value(w);
    assert(w->depth < LEVEL_MAX);
    lob_buf_add_byte(w->out, bracket);
    w->depth++;
    w->has_items &= ~level_bit(w);
    w->is_array = is_array ? w->is_array | level_bit(w) : w->is_array & ~level_bit(w);
}

static void end(lob_jsonw *w, char bracket, bool is_array) {
    assert(w->depth > 0 && !w->after_key && is_array == ((w->is_array & level_bit(w)) != 0));
    (void)is_array;
    w->depth--;
    lob_buf_add_byte(w->out, bracket);
}

void lob_jsonw_begin_object(lob_jsonw *w) {
    begin(w, '{', false);
}
void lob_jsonw_end_object(lob_jsonw *w) {
    end(w, '}', false);
}
void lob_jsonw_begin_array(lob_jsonw *w) {
    begin(w, '[', true);
}
void lob_jsonw_end_array(lob_jsonw *w) {
    end(w, ']', true);
}

/* Bytes that go out as they are: printable ASCII but for the quote and the backslash. */
static bool is_plain(unsigned char byte) {
    return byte >= 0x20 && byte < 0x7f && byte != '"' && byte != '\\';
}

static void add_unit(lob_buf *out, uint32_t unit) {
    static const char digits[] = "0123456789abcdef";
    char text[6] = {
        '\\', 'u', digits[(unit >> 12) & 15], digits[(unit >> 8) & 15], digits[(unit >> 4) & 15], digits[unit & 15]};
    lob_buf_add(out, text, sizeof text);
}

static void add_escaped(lob_buf *out, uint32_t code) {
    static const char short_forms[] = "\"\"\\\\\bb\ff\nn\rr\tt";
    for (size_t i = 0; i + 1 < sizeof short_forms; i += 2) {
        if (code == (unsigned char)short_forms[i]) {
            lob_buf_add(out, (char[2]){'\\', short_forms[i + 1]}, 2);
            return;
        }
    }
    if (code > 0xffff) {
        add_unit(out, 0xd800 + ((code - 0x10000) >> 10));
        code = 0xdc00 + ((code - 0x10000) & 0x3ff);
    }
    add_unit(out, code);
}

/* One character at value[at] that is not plain; returns how many bytes it took. */
static size_t add_character(lob_buf *out, lob_str value, size_t at) {
    uint32_t code = 0;
    unsigned length = lob_utf8_decode(value, at, &code);
    if (length == 0) {
        add_unit(out, 0xfffd);
        return 1;
    }
    if (code == '"' || code == '\\' || lob_utf8_unsafe(code)) {
        add_escaped(out, code);
    } else {
        lob_buf_add(out, value.data + at, length);
    }
    return length;
}

/* 0x80 in each byte that is 0, or above such a byte: 0 when none is. */
LOB_WRAPS static uint64_t zero_bytes(uint64_t x) {
    return (x - EACH_BYTE * 0x01) & ~x;
}

/* Eight at once, all below 0x80. */
LOB_WRAPS static bool eight_are_plain(const char *text) {
    uint64_t x;
    memcpy(&x, text, sizeof x);
    const uint64_t odd = x | (x - EACH_BYTE * 0x20) | zero_bytes(x ^ EACH_BYTE * '"') |
                         zero_bytes(x ^ EACH_BYTE * '\\') | zero_bytes(x ^ EACH_BYTE * 0x7f);
    return (odd & EACH_BYTE * 0x80) == 0;
}

static size_t plain_end(lob_str value, size_t at) {
    while (value.size - at >= 8 && eight_are_plain(value.data + at)) {
        at += 8;
    }
    while (at < value.size && is_plain((unsigned char)value.data[at])) {
        at++;
    }
    return at;
}

static void add_quoted(lob_buf *out, lob_str value) {
    lob_buf_add_byte(out, '"');
    for (size_t at = 0; at < value.size && out->failed == LOB_BUF_FINE;) {
        const size_t end_of_run = plain_end(value, at);
        if (end_of_run > at) {
            lob_buf_add(out, value.data + at, end_of_run - at);
            at = end_of_run;
        } else {
            at += add_character(out, value, at);
        }
    }
    lob_buf_add_byte(out, '"');
}

void lob_jsonw_key_str(lob_jsonw *w, lob_str key) {
    assert(w->depth > 0 && !w->after_key && (w->is_array & level_bit(w)) == 0);
    separate(w);
    add_quoted(w->out, key);
    lob_buf_add_byte(w->out, ':');
    w->after_key = true;
}

void lob_jsonw_key(lob_jsonw *w, const char *key) {
    lob_jsonw_key_str(w, lob_str_from(key));
}

void lob_jsonw_key_own(lob_jsonw *w, const char *key, size_t size) {
    assert(w->depth > 0 && !w->after_key && (w->is_array & level_bit(w)) == 0);
    separate(w);
    char *room = lob_buf_reserve(w->out, size + 3);
    if (room) {
        room[0] = '"';
        memcpy(room + 1, key, size);
        memcpy(room + 1 + size, "\":", 3);
        w->out->size += size + 3;
    }
    w->after_key = true;
}

void lob_jsonw_str(lob_jsonw *w, lob_str value) {
    before_value(w);
    add_quoted(w->out, value);
}

void lob_jsonw_text(lob_jsonw *w, const char *value) {
    lob_jsonw_str(w, lob_str_from(value));
}

void lob_jsonw_int(lob_jsonw *w, int64_t value) {
    char text[LOB_NUM_TEXT_SIZE];
    before_value(w);
    lob_buf_add(w->out, text, lob_num_print_int(text, value));
}

void lob_jsonw_uint(lob_jsonw *w, uint64_t value) {
    char text[LOB_NUM_TEXT_SIZE];
    before_value(w);
    lob_buf_add(w->out, text, lob_num_print_uint(text, value));
}

void lob_jsonw_number(lob_jsonw *w, double value) {
    char text[LOB_NUM_TEXT_SIZE];
    before_value(w);
    lob_buf_add(w->out, text, lob_num_print(text, value));
}

void lob_jsonw_um(lob_jsonw *w, double value) {
    lob_jsonw_number(w, lob_num_round_um(value));
}

void lob_jsonw_bool(lob_jsonw *w, bool value) {
    before_value(w);
    lob_buf_add_text(w->out, value ? "true" : "false");
}

void lob_jsonw_null(lob_jsonw *w) {
    before_value(w);
    lob_buf_add_text(w->out, "null");
}

void lob_jsonw_raw(lob_jsonw *w, lob_str json) {
    before_value(w);
    lob_buf_add(w->out, json.data, json.size);
}

bool lob_jsonw_fine(const lob_jsonw *w) {
    return w->out->failed == LOB_BUF_FINE && w->depth == 0 && (w->has_items & 1) != 0;
}
