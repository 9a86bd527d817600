/* See html.h. Invariant: what is added is well-formed XML 1.0 whatever the bytes of the text. */
#include "report/html.h"

#include "base/num.h"
#include "base/utf8.h"

/* U+FFFE, U+FFFF and their like are legal UTF-8 and no characters of XML. */
static bool is_hidden(uint32_t code) {
    return lob_utf8_unsafe(code) || (code & 0xfffe) == 0xfffe || (code >= 0xfdd0 && code <= 0xfdef);
}

static void add_code(lob_buf *out, lob_str text, size_t at, unsigned size, uint32_t code) {
    static const struct {
        char byte;
        const char *entity;
    } entities[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
    for (size_t i = 0; i < sizeof entities / sizeof entities[0]; i++) {
        if (code == (unsigned char)entities[i].byte) {
            lob_buf_add_text(out, entities[i].entity);
            return;
        }
    }
    if (is_hidden(code)) {
        lob_buf_printf(out, "\\u%04x", (unsigned)code);
    } else {
        lob_buf_add(out, text.data + at, size);
    }
}

void lob_html_text(lob_buf *out, lob_str text) {
    uint32_t code;
    for (size_t at = 0; at < text.size;) {
        const unsigned size = lob_utf8_decode(text, at, &code);
        if (size == 0) {
            lob_buf_add_text(out, "\xef\xbf\xbd");
            at++;
        } else {
            add_code(out, text, at, size, code);
            at += size;
        }
    }
}

void lob_html_text_cut(lob_buf *out, lob_str text, size_t size_max) {
    size_t size = text.size;
    if (size > size_max) {
        size = size_max;
        while (size > 0 && ((unsigned char)text.data[size] & 0xc0) == 0x80) {
            size--;
        }
    }
    lob_html_text(out, (lob_str){text.data, size});
    if (size < text.size) {
        lob_buf_add_text(out, "\xe2\x80\xa6");
    }
}

void lob_html_name(lob_buf *out, lob_str text, lob_str hex) {
    enum { NAME_SHOWN = 160, HEX_SHOWN = 64 };
    if (text.size == 0) {
        lob_buf_add_text(out, "<i>no name</i>");
        return;
    }
    lob_buf_add_text(out, "<bdi class=\"name\">");
    lob_html_text_cut(out, text, NAME_SHOWN);
    lob_buf_add_text(out, "</bdi>");
    if (hex.data) {
        lob_buf_add_text(out, " <small>bytes <code>");
        lob_html_text_cut(out, hex, HEX_SHOWN);
        lob_buf_add_text(out, "</code></small>");
    }
}

/* Groups of three apart by a narrow space that does not break. */
void lob_html_count(lob_buf *out, uint64_t count) {
    char text[LOB_NUM_TEXT_SIZE];
    const size_t size = lob_num_print_uint(text, count);
    lob_buf_printf(out, "<data value=\"%s\">", text);
    for (size_t i = 0; i < size; i++) {
        if (i && (size - i) % 3 == 0) {
            lob_buf_add_text(out, "\xe2\x80\xaf");
        }
        lob_buf_add_byte(out, text[i]);
    }
    lob_buf_add_text(out, "</data>");
}

void lob_html_counted(lob_buf *out, uint64_t count, const char *one, const char *many) {
    lob_html_count(out, count);
    lob_buf_printf(out, " %s", count == 1 ? one : many);
}

void lob_html_um(lob_buf *out, double value) {
    char text[LOB_NUM_TEXT_SIZE];
    const double rounded = lob_num_round_um(value);
    lob_num_print(text, rounded == 0 ? 0 : rounded);
    lob_buf_add_text(out, text);
}

void lob_html_box(lob_buf *out, double left, double bottom, double right, double top) {
    const double sides[4] = {left, bottom, right, top};
    static const char *const between[4] = {"", ", ", " to ", ", "};
    for (unsigned i = 0; i < 4; i++) {
        lob_buf_add_text(out, between[i]);
        lob_html_um(out, sides[i]);
    }
}
