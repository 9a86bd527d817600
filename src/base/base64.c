/* See base64.h. */
#include "base/base64.h"

#include <stdint.h>

void lob_base64_add(lob_buf *out, lob_str bytes) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const size_t size = (bytes.size + 2) / 3 * 4;
    const uint8_t *in = (const uint8_t *)bytes.data;
    char *at = lob_buf_reserve(out, size);
    if (!at) {
        return;
    }
    for (size_t i = 0; i < bytes.size; i += 3, at += 4) {
        const size_t left = bytes.size - i;
        const uint32_t three =
            (uint32_t)in[i] << 16 | (left > 1 ? (uint32_t)in[i + 1] << 8 : 0) | (left > 2 ? (uint32_t)in[i + 2] : 0);
        at[0] = digits[three >> 18];
        at[1] = digits[three >> 12 & 63];
        at[2] = left > 1 ? digits[three >> 6 & 63] : '=';
        at[3] = left > 2 ? digits[three & 63] : '=';
    }
    *at = '\0';
    out->size += size;
}
