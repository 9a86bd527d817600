/* A growing byte buffer with a hard limit.
 *
 * Failure is sticky: after an allocation failure or a write past `size_max` every further write is ignored and
 * `failed` says why, so a writer checks once, at the end. Not thread-safe.
 */
#ifndef LOB_BASE_BUF_H
#define LOB_BASE_BUF_H

#include <stdbool.h>
#include <stddef.h>

typedef enum { LOB_BUF_FINE, LOB_BUF_NO_MEMORY, LOB_BUF_TOO_LARGE } lob_buf_state;

typedef struct lob_buf {
    char *data; /* owned; NUL-terminated when not NULL */
    size_t size;
    size_t capacity;
    size_t size_max;
    lob_buf_state failed;
} lob_buf;

void lob_buf_init(lob_buf *buf, size_t size_max); /* allocates nothing; size_max 0: no limit */
void lob_buf_release(lob_buf *buf);
void lob_buf_clear(lob_buf *buf); /* empties, keeps the memory, forgets a failure */
void lob_buf_add(lob_buf *buf, const void *data, size_t size);
void lob_buf_add_byte(lob_buf *buf, char byte);
void lob_buf_add_text(lob_buf *buf, const char *text);
void lob_buf_printf(lob_buf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Room for `size` more bytes at data + size, or NULL (failed is set); the caller then adds what it wrote to ->size. */
char *lob_buf_reserve(lob_buf *buf, size_t size);

#endif
