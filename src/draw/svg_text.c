/* Numbers and text of an SVG file: the same bytes whatever the locale, and nothing that XML 1.0 cannot hold. */
#include <math.h>

#include "base/num.h"
#include "base/utf8.h"
#include "draw/svg_impl.h"

enum { DECIMALS_MAX = 9, MILLI_DECIMALS = 3, ALPHA_DECIMALS = 4, ID_SIZE_MAX = 40 };

/* value / 10^decimals. */
static void put_scaled(lob_buf *buf, int64_t value, unsigned decimals) {
    char digits[LOB_NUM_TEXT_SIZE];
    char fraction[DECIMALS_MAX];
    uint64_t rest = value < 0 ? (uint64_t)(-(value + 1)) + 1 : (uint64_t)value;
    unsigned size = 0;
    for (unsigned i = decimals; i > 0; rest /= 10) {
        i--;
        fraction[i] = (char)('0' + rest % 10);
        size = size == 0 && fraction[i] != '0' ? i + 1 : size;
    }
    if (value < 0) {
        lob_buf_add_byte(buf, '-');
    }
    if (rest > 0 || size == 0) {
        lob_buf_add(buf, digits, lob_num_print_uint(digits, rest));
    }
    if (size > 0) {
        lob_buf_add_byte(buf, '.');
        lob_buf_add(buf, fraction, size);
    }
}

void lob_svg_number(lob_buf *buf, double value, unsigned decimals) {
    static const double powers[DECIMALS_MAX + 1] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
    const double most = 1e9;
    decimals = decimals < DECIMALS_MAX ? decimals : DECIMALS_MAX;
    value = isnan(value) ? 0 : fmax(-most, fmin(most, value));
    put_scaled(buf, llround(value * powers[decimals]), decimals);
}

void lob_svg_milli(lob_buf *buf, int64_t thousandths) {
    put_scaled(buf, thousandths, MILLI_DECIMALS);
}

static void open_attribute(lob_buf *buf, const char *name) {
    lob_buf_add_byte(buf, ' ');
    lob_buf_add_text(buf, name);
    lob_buf_add_text(buf, "=\"");
}

void lob_svg_color(lob_buf *buf, const char *name, uint32_t color) {
    static const char digits[] = "0123456789abcdef";
    open_attribute(buf, name);
    lob_buf_add_byte(buf, '#');
    for (int shift = 20; shift >= 0; shift -= 4) {
        lob_buf_add_byte(buf, digits[color >> shift & 15]);
    }
    lob_buf_add_byte(buf, '"');
}

void lob_svg_attribute(lob_buf *buf, const char *name, double value) {
    open_attribute(buf, name);
    lob_svg_number(buf, value, MILLI_DECIMALS);
    lob_buf_add_byte(buf, '"');
}

void lob_svg_alpha(lob_buf *buf, const char *name, uint8_t alpha) {
    open_attribute(buf, name);
    lob_svg_number(buf, alpha / 255.0, ALPHA_DECIMALS);
    lob_buf_add_byte(buf, '"');
}

/* Char of XML 1.0, but for tab and line ends, which attributes would turn into blanks: those are references. */
static bool is_xml(uint32_t code) {
    return (code >= 0x20 && code != 0xFFFE && code != 0xFFFF) || code == '\t' || code == '\n' || code == '\r';
}

static void put_reference(lob_buf *buf, uint32_t code) {
    char digits[LOB_NUM_TEXT_SIZE];
    lob_buf_add_text(buf, "&#");
    lob_buf_add(buf, digits, lob_num_print_uint(digits, code));
    lob_buf_add_byte(buf, ';');
}

void lob_svg_escape(lob_buf *buf, lob_str text) {
    size_t at = 0;
    while (at < text.size) {
        uint32_t code;
        unsigned size = lob_utf8_decode(text, at, &code);
        if (size == 0 || !is_xml(code)) {
            lob_buf_add_text(buf, "\xEF\xBF\xBD");
        } else if (lob_utf8_unsafe(code) || code == '&' || code == '<' || code == '>' || code == '"' || code == '\'') {
            put_reference(buf, code);
        } else {
            lob_buf_add(buf, text.data + at, size);
        }
        at += size ? size : 1;
    }
}

void lob_svg_id(lob_buf *buf, lob_str text) {
    bool is_gap = false;
    unsigned size = 0;
    for (size_t i = 0; i < text.size && size < ID_SIZE_MAX; i++) {
        char c = text.data[i];
        bool is_fine = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
                       c == '-' || c == '_';
        if (is_fine || !is_gap) {
            lob_buf_add_byte(buf, is_fine ? c : '_');
            size++;
        }
        is_gap = !is_fine;
    }
}
