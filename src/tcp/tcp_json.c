/* One pass over the tokens of a checked text: no tree, so integers of any length and \u0000 come through as they are.
 *
 * Invariant: the text was checked; nothing here looks beyond its end, whatever it holds.
 */
#include "tcp/tcp_json.h"

#include <stdlib.h>
#include <string.h>

#include "base/num.h"
#include "base/utf8.h"
#include "json/escape.h"

/* Python writes 0.0001 and 1e-05, 1000000000000000.0 and 1e+16: plain while the point lies within these places. */
enum { POINT_MIN = -3, POINT_MAX = 16, NUMBER_SIZE_MAX = 512 };

/* ---- strings ---- */

static bool is_plain(char c) {
    return c >= ' ' && c <= '~' && c != '"' && c != '\\';
}

static void add_unit(lob_buf *out, uint32_t unit) {
    static const char digits[] = "0123456789abcdef";
    lob_buf_add(out,
                (char[6]){'\\', 'u', digits[unit >> 12 & 15], digits[unit >> 8 & 15], digits[unit >> 4 & 15],
                          digits[unit & 15]},
                6);
}

static void add_code(lob_buf *out, uint32_t code) {
    static const char escapes[] = "\"\"\\\\\nn\rr\tt\ff\bb";
    for (size_t i = 0; i + 1 < sizeof escapes; i += 2) {
        if (code == (unsigned char)escapes[i]) {
            lob_buf_add(out, (char[2]){'\\', escapes[i + 1]}, 2);
            return;
        }
    }
    if (code >= ' ' && code <= '~') {
        lob_buf_add_byte(out, (char)code);
        return;
    }
    if (code > 0xffff) {
        add_unit(out, 0xd800 + ((code - 0x10000) >> 10));
        code = 0xdc00 + ((code - 0x10000) & 0x3ff);
    }
    add_unit(out, code);
}

/* The string whose opening quote is text[at]; returns the place behind it. */
static size_t add_string(lob_buf *out, lob_str text, size_t at) {
    lob_buf_add_byte(out, '"');
    at++;
    while (at < text.size && text.data[at] != '"') {
        size_t run = at;
        while (run < text.size && is_plain(text.data[run])) {
            run++;
        }
        lob_buf_add(out, text.data + at, run - at);
        at = run;
        if (at >= text.size || text.data[at] == '"') {
            break;
        }
        uint32_t code = 0xfffd;
        lob_json_escape_state state;
        size_t size =
            text.data[at] == '\\' ? lob_json_unescape(text, at, &code, &state) : lob_utf8_decode(text, at, &code);
        add_code(out, code);
        at += size ? size : 1;
    }
    lob_buf_add_byte(out, '"');
    return at + 1;
}

/* ---- numbers ---- */

/* A number's digits without zeros at either end, and where the point lies: 0.DIGITS times ten to `point`. */
typedef struct decimal {
    char digits[LOB_NUM_TEXT_SIZE];
    int count, point;
} decimal;

static decimal take_apart(double value) {
    char text[LOB_NUM_TEXT_SIZE];
    decimal d = {.count = 0};
    bool behind_point = false;
    size_t size = lob_num_print(text, value), at = 0;
    for (; at < size && text[at] != 'e'; at++) {
        if (text[at] == '.') {
            behind_point = true;
        } else if (text[at] == '0' && d.count == 0) {
            d.point -= behind_point;
        } else {
            d.digits[d.count++] = text[at];
            d.point += !behind_point;
        }
    }
    text[size] = '\0';
    d.point += at < size ? atoi(text + at + 1) : 0;
    while (d.count > 0 && d.digits[d.count - 1] == '0') {
        d.count--;
    }
    return d;
}

static void add_scientific(lob_buf *out, const decimal *d) {
    int exponent = d->point - 1;
    lob_buf_add_byte(out, d->digits[0]);
    if (d->count > 1) {
        lob_buf_add_byte(out, '.');
        lob_buf_add(out, d->digits + 1, (size_t)d->count - 1);
    }
    lob_buf_printf(out, "e%c%02d", exponent < 0 ? '-' : '+', abs(exponent));
}

static void add_plain(lob_buf *out, const decimal *d) {
    for (int i = d->point < 0 ? d->point : 0; i < d->count || i <= d->point; i++) {
        if (i == d->point) {
            lob_buf_add_text(out, i <= 0 ? "0." : ".");
        }
        lob_buf_add_byte(out, i >= 0 && i < d->count ? d->digits[i] : '0');
    }
}

/* repr(float) of a value that is not negative. */
static void add_real(lob_buf *out, double value) {
    decimal d = take_apart(value);
    if (d.count == 0) {
        lob_buf_add_text(out, "0.0");
    } else if (d.point < POINT_MIN || d.point > POINT_MAX) {
        add_scientific(out, &d);
    } else {
        add_plain(out, &d);
    }
}

/* Zeros that a text may carry without end change nothing of a double but its size; longer ones are read from a copy. */
static double read_real(lob_str token) {
    char text[NUMBER_SIZE_MAX];
    if (token.size < sizeof text) {
        memcpy(text, token.data, token.size);
        text[token.size] = '\0';
        return lob_num_strtod(text, NULL);
    }
    lob_buf copy;
    lob_buf_init(&copy, 0);
    lob_buf_add(&copy, token.data, token.size);
    double value = copy.failed ? 0 : lob_num_strtod(copy.data, NULL);
    lob_buf_release(&copy);
    return value;
}

static size_t add_number(lob_buf *out, lob_str text, size_t at) {
    size_t end = at;
    bool is_real = false, is_negative = text.data[at] == '-';
    while (end < text.size && strchr("+-.0123456789eE", text.data[end]) && text.data[end]) {
        is_real = is_real || strchr(".eE", text.data[end]);
        end++;
    }
    at += is_negative;
    lob_str token = {text.data + at, end - at};
    if (is_negative && (is_real || !lob_str_equal(token, LOB_STR("0")))) { /* int("-0") is 0 */
        lob_buf_add_byte(out, '-');
    }
    if (is_real) {
        add_real(out, read_real(token));
    } else {
        lob_buf_add(out, token.data, token.size);
    }
    return end;
}

/* ---- the whole ---- */

void lob_tcp_json_add(lob_buf *out, lob_str json) {
    for (size_t at = 0; at < json.size;) {
        char c = json.data[at];
        if (c == '"') {
            at = add_string(out, json, at);
        } else if (c == '-' || (c >= '0' && c <= '9')) {
            at = add_number(out, json, at);
        } else {
            at++;
            if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
                continue;
            }
            lob_buf_add_byte(out, c);
            if (c == ',' || c == ':') {
                lob_buf_add_byte(out, ' ');
            }
        }
    }
}
