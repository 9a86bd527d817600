/* Small questions about headers and URLs. URLs are taken apart here and not by a library, so that what is asked of them
 * is the same in every build: anything that is not plainly so is answered with no. */
#include "client/mcp_http_header.h"

#include <string.h>
#include <strings.h>

bool lob_http_header_is(lob_str line, const char *name, lob_str *value) {
    size_t size = strlen(name);
    if (line.size <= size || strncasecmp(line.data, name, size) != 0 || line.data[size] != ':') {
        return false;
    }
    *value = (lob_str){line.data + size + 1, line.size - size - 1};
    while (value->size > 0 && strchr(" \t\r\n", value->data[value->size - 1]) != NULL) {
        value->size--;
    }
    while (value->size > 0 && (value->data[0] == ' ' || value->data[0] == '\t')) {
        value->data++;
        value->size--;
    }
    return true;
}

bool lob_http_type_is(lob_str value, const char *type) {
    size_t size = strlen(type);
    return value.size >= size && strncasecmp(value.data, type, size) == 0 &&
           (value.size == size || value.data[size] == ';' || value.data[size] == ' ');
}

bool lob_http_is_visible(lob_str value) {
    for (size_t i = 0; i < value.size; i++) {
        if (value.data[i] < 0x21 || value.data[i] > 0x7e) {
            return false;
        }
    }
    return value.size > 0;
}

/* ---- Mcp-Name ---- */

static bool is_plain(lob_str value) {
    for (size_t i = 0; i < value.size; i++) {
        if (value.data[i] < ' ' || value.data[i] > '~') {
            return false;
        }
    }
    return value.size > 0 && value.data[0] != ' ' && value.data[value.size - 1] != ' ' &&
           (value.size < 2 || memcmp(value.data, "=?", 2) != 0);
}

bool lob_http_encode(lob_str value, char *out, size_t size) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    static const char before[] = "=?base64?", after[] = "?=";
    if (is_plain(value) && value.size < size) {
        memcpy(out, value.data, value.size);
        out[value.size] = '\0';
        return true;
    }
    if (value.size > size || size < sizeof before + sizeof after + (value.size + 2) / 3 * 4) {
        return false;
    }
    memcpy(out, before, sizeof before - 1);
    char *at = out + sizeof before - 1;
    for (size_t i = 0; i < value.size; i += 3) {
        size_t count = value.size - i < 3 ? value.size - i : 3;
        unsigned bits = 0;
        for (size_t k = 0; k < 3; k++) {
            bits = bits << 8 | (k < count ? (unsigned char)value.data[i + k] : 0U);
        }
        for (size_t k = 0; k < 4; k++) {
            *at++ = k <= count ? digits[bits >> (18 - 6 * k) & 63] : '=';
        }
    }
    memcpy(at, after, sizeof after);
    return true;
}

/* ---- addresses ---- */

typedef struct lob_http_address {
    bool is_secure;
    lob_str host; /* in brackets when it is of IPv6 */
    lob_str port; /* "80" and "443" when none is given */
} lob_http_address;

static bool take_apart(const char *url, lob_http_address *address) {
    bool is_plain_http = strncasecmp(url, "http://", 7) == 0;
    address->is_secure = strncasecmp(url, "https://", 8) == 0;
    if (!is_plain_http && !address->is_secure) {
        return false;
    }
    const char *from = url + (is_plain_http ? 7 : 8);
    const char *end = from + strcspn(from, "/?#\\");
    for (const char *at = from; at < end; at++) { /* user:password@ */
        from = *at == '@' ? at + 1 : from;
    }
    const char *after = from;
    if (*from == '[') {
        while (after < end && *after != ']') {
            after++;
        }
        after += after < end;
    } else {
        while (after < end && *after != ':') {
            after++;
        }
    }
    address->host = (lob_str){from, (size_t)(after - from)};
    address->port = address->is_secure ? LOB_STR("443") : LOB_STR("80");
    if (after < end && *after == ':') {
        address->port = (lob_str){after + 1, (size_t)(end - after - 1)};
        after = end;
    }
    return address->host.size > 0 && after == end;
}

bool lob_http_is_url(const char *url) {
    lob_http_address address;
    return take_apart(url, &address);
}

bool lob_http_is_local(const char *url) {
    lob_http_address address;
    if (!take_apart(url, &address)) {
        return false;
    }
    lob_str host = address.host;
    return (host.size == 9 && strncasecmp(host.data, "localhost", 9) == 0) || lob_str_equal(host, LOB_STR("[::1]")) ||
           (host.size > 4 && memcmp(host.data, "127.", 4) == 0 && strspn(host.data, "0123456789.") >= host.size);
}

bool lob_http_same_origin(const char *a, const char *b) {
    lob_http_address one, two;
    return take_apart(a, &one) && take_apart(b, &two) && one.is_secure == two.is_secure &&
           one.host.size == two.host.size && strncasecmp(one.host.data, two.host.data, one.host.size) == 0 &&
           lob_str_equal(one.port, two.port);
}
