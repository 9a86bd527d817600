/* UTF-8 after RFC 3629, section 4:
 *
 *   00-7F | C2-DF tail | E0 A0-BF tail | E1-EC tail tail | ED 80-9F tail | EE-EF tail tail
 *   F0 90-BF tail tail | F1-F3 tail tail tail | F4 80-8F tail tail        tail = 80-BF
 *
 * Only the second byte has a range of its own; it is what shuts out overlong forms, surrogates and too large values.
 */
#include "base/utf8.h"

static unsigned char byte_at(lob_str text, size_t at) {
    return (unsigned char)text.data[at];
}

static bool second_fits(unsigned char first, unsigned char second) {
    switch (first) {
    case 0xe0:
        return second >= 0xa0 && second <= 0xbf;
    case 0xed:
        return second >= 0x80 && second <= 0x9f;
    case 0xf0:
        return second >= 0x90 && second <= 0xbf;
    case 0xf4:
        return second >= 0x80 && second <= 0x8f;
    default:
        return second >= 0x80 && second <= 0xbf;
    }
}

unsigned lob_utf8_decode(lob_str text, size_t at, uint32_t *code) {
    if (at >= text.size) {
        return 0;
    }
    unsigned char first = byte_at(text, at);
    if (first < 0x80) {
        *code = first;
        return 1;
    }
    unsigned length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    if (length == 0 || length > text.size - at || !second_fits(first, byte_at(text, at + 1))) {
        return 0;
    }
    uint32_t value = first & (0x7fu >> length);
    for (unsigned i = 1; i < length; i++) {
        unsigned char tail = byte_at(text, at + i);
        if ((tail & 0xc0u) != 0x80u) {
            return 0;
        }
        value = value << 6 | (tail & 0x3fu);
    }
    *code = value;
    return length;
}

bool lob_utf8_valid(lob_str text) {
    size_t at = 0;
    while (at < text.size) {
        uint32_t code;
        unsigned length = lob_utf8_decode(text, at, &code);
        if (length == 0) {
            return false;
        }
        at += length;
    }
    return true;
}

bool lob_utf8_unsafe(uint32_t code) {
    static const struct {
        uint32_t first, last;
    } ranges[] = {
        {0x0, 0x1f},       {0x7f, 0x9f},     {0xad, 0xad},     /* controls, soft hyphen */
        {0x61c, 0x61c},    {0x180e, 0x180e},                   /* Arabic letter mark, Mongolian vowel separator */
        {0x200b, 0x200f},  {0x2028, 0x202e}, {0x2060, 0x206f}, /* zero width, separators, bidi, invisible operators */
        {0xfeff, 0xfeff},  {0xfff9, 0xfffb},                   /* byte order mark, interlinear annotation */
        {0xe0000, 0xe007f}                                     /* tags */
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges && code >= ranges[i].first; i++) {
        if (code <= ranges[i].last) {
            return true;
        }
    }
    return false;
}

unsigned lob_utf8_encode(uint32_t code, char out[4]) {
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    unsigned length = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (unsigned i = length - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (code & 0x3f));
        code >>= 6;
    }
    out[0] = (char)((0xf00u >> length & 0xf0u) | code);
    return length;
}
