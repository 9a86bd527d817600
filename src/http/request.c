/* The grammar of RFC 9112, without what it allows for the sake of old programs: no bare line feeds, no folded lines, no
 * header twice that may be there once, no length beside chunks. */
#include "http/request.h"

#include <string.h>
#include <strings.h>

#include "base/num.h"

enum { BAD_REQUEST = 400, HEAD_TOO_LARGE = 431, EXPECTATION_FAILED = 417, NOT_IMPLEMENTED = 501, VERSION = 505 };
enum { CHUNK_DIGITS_MAX = 8 };

static void fail(lob_http_request *r, unsigned status, const char *why) {
    r->state = LOB_HTTP_REQUEST_BAD;
    r->status = status;
    r->why = why;
}

void lob_http_request_init(lob_http_request *r) {
    *r = (lob_http_request){0};
    lob_buf_init(&r->text, LOB_HTTP_HEAD_SIZE_MAX);
}

void lob_http_request_release(lob_http_request *r) {
    lob_buf_release(&r->text);
}

bool lob_http_request_is_begun(const lob_http_request *r) {
    return r->state != LOB_HTTP_REQUEST_HEAD || r->text.size > 0;
}

const char *lob_http_request_header(const lob_http_request *r, const char *name) {
    for (unsigned i = 0; i < r->header_count; i++) {
        if (strcasecmp(r->headers[i].name, name) == 0) {
            return r->headers[i].value;
        }
    }
    return NULL;
}

/* ---- bytes ---- */

static bool is_token(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c != '\0' && strchr("!#$%&'*+-.^_`|~", c) != NULL);
}

/* In a value: visible, a blank, a tab, or above ASCII. */
static bool is_text(char c) {
    return (unsigned char)c >= 0x20 ? c != 0x7f : c == '\t';
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

/* ---- lines of a complete head, each ended by NUL ---- */

static size_t token_size(const char *at) {
    size_t size = 0;
    while (is_token(at[size])) {
        size++;
    }
    return size;
}

/* METHOD SP TARGET SP HTTP/1.x */
static bool read_request_line(lob_http_request *r, char *line) {
    const size_t size = token_size(line);
    char *target = line + size + 1;
    if (size == 0 || line[size] != ' ' || *target == ' ') {
        fail(r, BAD_REQUEST, "The first line of the request must be: METHOD, one blank, the path, one blank, HTTP/1.1");
        return false;
    }
    line[size] = '\0';
    r->method = line;
    char *end = target;
    while (*end > 0x20 && *end < 0x7f) {
        end++;
    }
    if (*end != ' ' || strncmp(end + 1, "HTTP/", 5) != 0) {
        fail(r, BAD_REQUEST, "The first line of the request must be: METHOD, one blank, the path, one blank, HTTP/1.1");
        return false;
    }
    r->is_old = strcmp(end + 6, "1.0") == 0;
    if (!r->is_old && strcmp(end + 6, "1.1") != 0) {
        fail(r, VERSION, "The version must be HTTP/1.1 or HTTP/1.0");
        return false;
    }
    *end = '\0';
    target[strcspn(target, "?")] = '\0';
    r->path = target;
    return true;
}

/* Whatever this server reads by one value: a proxy in front may read the other one. */
static bool is_single(const char *name) {
    static const char *const singles[] = {
        "Host",           "Authorization", "Content-Length", "Transfer-Encoding",    "Content-Type", "Origin",
        "Sec-Fetch-Site", "Expect",        "Mcp-Method",     "MCP-Protocol-Version", "Mcp-Name",     "Mcp-Session-Id"};
    for (size_t i = 0; i < sizeof singles / sizeof singles[0]; i++) {
        if (strcasecmp(name, singles[i]) == 0) {
            return true;
        }
    }
    return false;
}

static bool read_header(lob_http_request *r, char *line) {
    const size_t size = token_size(line);
    if (size == 0 || line[size] != ':') {
        fail(r, BAD_REQUEST,
             "Each header must be: its name, a colon, its value; no blank before the colon, no folded line");
        return false;
    }
    if (r->header_count == LOB_HTTP_HEADER_COUNT_MAX) {
        fail(r, HEAD_TOO_LARGE, "The request has more than 64 headers");
        return false;
    }
    line[size] = '\0';
    char *value = line + size + 1;
    while (is_blank(*value)) {
        value++;
    }
    for (char *end = value + strlen(value); end > value && is_blank(end[-1]);) {
        *--end = '\0';
    }
    if (is_single(line) && lob_http_request_header(r, line) != NULL) {
        fail(r, BAD_REQUEST, "A header is there twice that may be there once");
        return false;
    }
    r->headers[r->header_count++] = (lob_http_header){line, value};
    return true;
}

/* ---- what the headers mean for reading on ---- */

static bool names_word(const char *list, const char *word) {
    for (const char *at = list; *at != '\0';) {
        at += strspn(at, ", \t");
        const size_t size = strcspn(at, ", \t");
        if (size == strlen(word) && strncasecmp(at, word, size) == 0) {
            return true;
        }
        at += size;
    }
    return false;
}

static bool is_closing(const lob_http_request *r) {
    for (unsigned i = 0; i < r->header_count; i++) {
        if (strcasecmp(r->headers[i].name, "Connection") == 0 && names_word(r->headers[i].value, "close")) {
            return true;
        }
    }
    return false;
}

static bool read_length(lob_http_request *r, const char *length) {
    int64_t value = 0;
    if (length[0] == '\0' || length[strspn(length, "0123456789")] != '\0') {
        fail(r, BAD_REQUEST, "Content-Length must be one number");
        return false;
    }
    /* What is beyond 64 bits is too large as well; the caller says so. */
    r->left = lob_num_parse_int(length, 0, INT64_MAX, &value) ? (uint64_t)value : INT64_MAX;
    return true;
}

static bool read_framing(lob_http_request *r) {
    const char *length = lob_http_request_header(r, "Content-Length");
    const char *coding = lob_http_request_header(r, "Transfer-Encoding");
    if (coding != NULL && (length != NULL || r->is_old)) {
        fail(r, BAD_REQUEST, "Transfer-Encoding is not allowed with Content-Length, nor in HTTP/1.0");
        return false;
    }
    if (coding != NULL && strcasecmp(coding, "chunked") != 0) {
        fail(r, NOT_IMPLEMENTED, "The one Transfer-Encoding here is chunked");
        return false;
    }
    r->is_chunked = coding != NULL;
    return length == NULL || read_length(r, length);
}

static void judge(lob_http_request *r) {
    const char *expect = lob_http_request_header(r, "Expect");
    if (!r->is_old && lob_http_request_header(r, "Host") == NULL) {
        fail(r, BAD_REQUEST, "A request of HTTP/1.1 must have one Host");
        return;
    }
    if (!read_framing(r)) {
        return;
    }
    if (expect != NULL && strcasecmp(expect, "100-continue") != 0) {
        fail(r, EXPECTATION_FAILED, "The one Expect here is 100-continue");
        return;
    }
    r->expects = expect != NULL && !r->is_old;
    r->keeps = !r->is_old && !is_closing(r);
    r->state = r->is_chunked || r->left > 0 ? LOB_HTTP_REQUEST_BODY : LOB_HTTP_REQUEST_DONE;
}

/* The head is complete. */
static void read_head(lob_http_request *r) {
    char *line = r->text.data;
    char *end = strchr(line, '\r');
    *end = '\0';
    if (!read_request_line(r, line)) {
        return;
    }
    for (line = end + 2; *line != '\r'; line = end + 2) {
        end = strchr(line, '\r');
        *end = '\0';
        if (!read_header(r, line)) {
            return;
        }
    }
    judge(r);
}

/* One byte of the head is there: the last of `text`. */
static void look_at_byte(lob_http_request *r, char c) {
    const size_t at = r->text.size - 1;
    const bool is_after_cr = at > 0 && r->text.data[at - 1] == '\r';
    if (is_after_cr != (c == '\n')) {
        fail(r, BAD_REQUEST, "Each line of a request must end with CR LF; neither is allowed elsewhere");
    } else if (c != '\r' && c != '\n' && !is_text(c)) {
        fail(r, BAD_REQUEST, "Control characters and NUL are not allowed in the head of a request");
    } else if (at == r->line_at && is_blank(c)) {
        fail(r, BAD_REQUEST, "A line of a head cannot begin with a blank: headers are not folded");
    } else if (c == '\n' && at == 1 && !r->has_passed_line) {
        /* One empty line before a request is passed by, for clients that end a body with one. */
        r->has_passed_line = true;
        lob_buf_clear(&r->text);
    } else if (c == '\n' && at == r->line_at + 1) {
        if (r->line_at == 0) {
            fail(r, BAD_REQUEST, "The request begins with empty lines");
        } else {
            read_head(r);
        }
    } else if (c == '\n') {
        r->line_at = at + 1;
    }
}

static size_t take_head(lob_http_request *r, const char *data, size_t size) {
    size_t taken = 0;
    while (taken < size && r->state == LOB_HTTP_REQUEST_HEAD) {
        const char c = data[taken++];
        lob_buf_add_byte(&r->text, c);
        if (r->text.failed == LOB_BUF_TOO_LARGE) {
            fail(r, HEAD_TOO_LARGE, "The head of the request is longer than 16 KiB");
        } else if (r->text.failed != LOB_BUF_FINE) {
            fail(r, 500, "Out of memory");
        } else {
            look_at_byte(r, c);
        }
    }
    return taken;
}

/* ---- bodies ---- */

static int digit_of(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

static void expect_byte(lob_http_request *r, char c, char wanted, lob_http_chunk_part next) {
    if (c != wanted) {
        fail(r, BAD_REQUEST, "A chunk must be: its size in hexadecimal digits, CR LF, so many bytes, CR LF");
    }
    r->part = next;
}

static void take_size_byte(lob_http_request *r, char c) {
    const int digit = digit_of(c);
    if (digit >= 0 && r->line_size < CHUNK_DIGITS_MAX) {
        r->left = r->left << 4 | (uint64_t)digit;
        r->line_size++;
    } else if (r->line_size > 0 && c == ';') {
        r->part = LOB_HTTP_CHUNK_EXT;
    } else {
        expect_byte(r, r->line_size > 0 ? c : '\0', '\r', LOB_HTTP_CHUNK_SIZE_LF);
    }
}

/* Extensions and trailers: read over, a few of them. False: too many, or no text. */
static bool pass_by(lob_http_request *r, char c) {
    if (!is_text(c) || ++r->extra_size > LOB_HTTP_EXTRA_SIZE_MAX) {
        fail(r, BAD_REQUEST, "Extensions of chunks and trailers must be text, of at most 1 KiB together");
        return false;
    }
    return true;
}

static void take_chunk_byte(lob_http_request *r, char c) {
    switch (r->part) {
    case LOB_HTTP_CHUNK_SIZE:
        take_size_byte(r, c);
        break;
    case LOB_HTTP_CHUNK_EXT:
        if (c == '\r') {
            r->part = LOB_HTTP_CHUNK_SIZE_LF;
        } else {
            pass_by(r, c);
        }
        break;
    case LOB_HTTP_CHUNK_SIZE_LF:
        expect_byte(r, c, '\n', r->left > 0 ? LOB_HTTP_CHUNK_DATA : LOB_HTTP_CHUNK_TRAILER);
        r->line_size = 0;
        break;
    case LOB_HTTP_CHUNK_DATA_CR:
        expect_byte(r, c, '\r', LOB_HTTP_CHUNK_DATA_LF);
        break;
    case LOB_HTTP_CHUNK_DATA_LF:
        expect_byte(r, c, '\n', LOB_HTTP_CHUNK_SIZE);
        break;
    case LOB_HTTP_CHUNK_TRAILER:
        if (c == '\r') {
            r->part = LOB_HTTP_CHUNK_TRAILER_LF;
        } else if (pass_by(r, c)) {
            r->line_size++;
        }
        break;
    default: /* the line feed of a trailer's line; an empty one is the end */
        expect_byte(r, c, '\n', LOB_HTTP_CHUNK_TRAILER);
        if (r->state != LOB_HTTP_REQUEST_BAD && r->line_size == 0) {
            r->state = LOB_HTTP_REQUEST_DONE;
        }
        r->line_size = 0;
        break;
    }
}

static size_t take_piece(lob_http_request *r, const char *data, size_t size, lob_str *body) {
    const size_t taken = r->left < size ? (size_t)r->left : size;
    *body = (lob_str){data, taken};
    r->left -= taken;
    if (r->left == 0 && r->is_chunked) {
        r->part = LOB_HTTP_CHUNK_DATA_CR;
    } else if (r->left == 0) {
        r->state = LOB_HTTP_REQUEST_DONE;
    }
    return taken;
}

size_t lob_http_request_take(lob_http_request *r, const char *data, size_t size, lob_str *body) {
    *body = (lob_str){data, 0};
    if (r->state == LOB_HTTP_REQUEST_HEAD) {
        return take_head(r, data, size);
    }
    size_t taken = 0;
    while (taken < size && r->state == LOB_HTTP_REQUEST_BODY) {
        if (!r->is_chunked || r->part == LOB_HTTP_CHUNK_DATA) {
            return taken + take_piece(r, data + taken, size - taken, body);
        }
        take_chunk_byte(r, data[taken++]);
    }
    return taken;
}
