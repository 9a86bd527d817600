/* The reader of HTTP requests: whatever pieces the bytes come in, it reads the same request, or refuses it for the same
 * reason at the same byte. The prefix chooses the pieces; bytes are taken whole, one by one, and in those. */
#include "fuzz.h"

#include <string.h>

#include "http/request.h"

enum { BODY_MAX = 1 << 20 };

typedef struct reading {
    lob_http_request request;
    lob_buf body;
    size_t taken;
} reading;

static uint32_t next(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 16;
}

/* Takes one piece, out of a block of its own so that no byte beyond it can be looked at. */
static void take(reading *r, const uint8_t *data, size_t size) {
    char *piece = malloc(size);
    FUZZ_REQUIRE(piece);
    memcpy(piece, data, size);
    for (size_t at = 0; at < size && r->request.state < LOB_HTTP_REQUEST_DONE;) {
        lob_str body = {NULL, 0};
        const size_t taken = lob_http_request_take(&r->request, piece + at, size - at, &body);
        FUZZ_REQUIRE(taken > 0 && taken <= size - at);
        FUZZ_REQUIRE(body.size == 0 || (body.data >= piece + at && body.data + body.size <= piece + at + taken));
        lob_buf_add(&r->body, body.data, body.size);
        at += taken;
        r->taken += taken;
    }
    free(piece);
}

/* step 0: random pieces. */
static void read_all(reading *r, const uint8_t *data, size_t size, size_t step, uint32_t seed) {
    lob_http_request_init(&r->request);
    lob_buf_init(&r->body, BODY_MAX);
    r->taken = 0;
    while (r->taken < size && r->request.state < LOB_HTTP_REQUEST_DONE) {
        const size_t rest = size - r->taken, count = step ? step : 1 + next(&seed) % (next(&seed) % 4 ? 7 : 300);
        take(r, data + r->taken, count < rest ? count : rest);
    }
}

static void require_text(const char *a, const char *b) {
    FUZZ_REQUIRE((a == NULL) == (b == NULL) && (a == NULL || strcmp(a, b) == 0));
}

static void require_same(const reading *a, const reading *b) {
    const lob_http_request *p = &a->request, *q = &b->request;
    FUZZ_REQUIRE(p->state == q->state && p->status == q->status && a->taken == b->taken);
    FUZZ_REQUIRE(a->body.size == b->body.size);
    FUZZ_REQUIRE(a->body.size == 0 || memcmp(a->body.data, b->body.data, a->body.size) == 0);
    require_text(p->why, q->why);
    if (p->state != LOB_HTTP_REQUEST_BODY && p->state != LOB_HTTP_REQUEST_DONE) {
        FUZZ_REQUIRE(p->state == LOB_HTTP_REQUEST_HEAD || (p->status >= 400 && p->status < 600 && p->why));
        return;
    }
    FUZZ_REQUIRE(p->is_old == q->is_old && p->keeps == q->keeps && p->expects == q->expects);
    FUZZ_REQUIRE(p->is_chunked == q->is_chunked && p->left == q->left && p->header_count == q->header_count);
    require_text(p->method, q->method);
    require_text(p->path, q->path);
    for (unsigned i = 0; i < p->header_count; i++) {
        require_text(p->headers[i].name, q->headers[i].name);
        require_text(p->headers[i].value, q->headers[i].value);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const uint32_t seed = fuzz_prefix(data, size);
    reading whole, other;
    if (size <= FUZZ_PREFIX_SIZE) {
        return 0;
    }
    data += FUZZ_PREFIX_SIZE;
    size -= FUZZ_PREFIX_SIZE;
    read_all(&whole, data, size, size, 0);
    for (size_t step = 0; step < 2; step++) {
        read_all(&other, data, size, step, seed);
        require_same(&whole, &other);
        lob_http_request_release(&other.request);
        lob_buf_release(&other.body);
    }
    lob_http_request_release(&whole.request);
    lob_buf_release(&whole.body);
    return 0;
}
