/* The growing buffer. Invariant: while `failed` is LOB_BUF_FINE, size < capacity or nothing is held, size <= size_max,
 * and data[size] is NUL. */
#include "base/buf.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"

enum { CAPACITY_MIN = 256 };

void lob_buf_init(lob_buf *buf, size_t size_max) {
    *buf = (lob_buf){.size_max = size_max && size_max < SIZE_MAX / 2 ? size_max : SIZE_MAX / 2};
}

void lob_buf_release(lob_buf *buf) {
    lob_free(buf->data);
    lob_buf_init(buf, buf->size_max);
}

void lob_buf_clear(lob_buf *buf) {
    buf->size = 0;
    buf->failed = LOB_BUF_FINE;
    if (buf->data) {
        buf->data[0] = '\0';
    }
}

/* Makes capacity at least `needed`, the closing NUL included. Doubles, but never beyond what the limit can use. */
static bool grow(lob_buf *buf, size_t needed) {
    size_t capacity = buf->capacity ? buf->capacity * 2 : CAPACITY_MIN;
    if (capacity < needed) {
        capacity = needed;
    }
    if (capacity > buf->size_max + 1) {
        capacity = buf->size_max + 1;
    }
    char *data = lob_realloc(buf->data, capacity);
    if (!data) {
        buf->failed = LOB_BUF_NO_MEMORY;
        return false;
    }
    buf->data = data;
    buf->capacity = capacity;
    return true;
}

char *lob_buf_reserve(lob_buf *buf, size_t size) {
    if (buf->failed) {
        return NULL;
    }
    if (size > buf->size_max - buf->size) {
        buf->failed = LOB_BUF_TOO_LARGE;
        return NULL;
    }
    size_t needed = buf->size + size + 1;
    if (needed > buf->capacity && !grow(buf, needed)) {
        return NULL;
    }
    return buf->data + buf->size;
}

void lob_buf_add(lob_buf *buf, const void *data, size_t size) {
    char *end = lob_buf_reserve(buf, size);
    if (end) {
        if (size) {
            memcpy(end, data, size);
        }
        end[size] = '\0';
        buf->size += size;
    }
}

void lob_buf_add_byte(lob_buf *buf, char byte) {
    char *end = lob_buf_reserve(buf, 1);
    if (end) {
        end[0] = byte;
        end[1] = '\0';
        buf->size++;
    }
}

void lob_buf_add_text(lob_buf *buf, const char *text) {
    lob_buf_add(buf, text, strlen(text));
}

void lob_buf_printf(lob_buf *buf, const char *format, ...) {
    char small[256];
    va_list args;
    va_start(args, format);
    int length = vsnprintf(small, sizeof small, format, args);
    va_end(args);
    if (length < 0) { /* the C library ran out of memory */
        buf->failed = buf->failed ? buf->failed : LOB_BUF_NO_MEMORY;
        return;
    }
    size_t size = (size_t)length;
    if (size < sizeof small) {
        lob_buf_add(buf, small, size);
        return;
    }
    char *end = lob_buf_reserve(buf, size);
    if (end) {
        va_start(args, format);
        vsnprintf(end, size + 1, format, args);
        va_end(args);
        buf->size += size;
    }
}
