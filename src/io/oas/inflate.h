/* A deflate stream (RFC 1951) out of memory into memory, all at once or in large parts: for CBLOCKs, which are many and
 * mostly small. Private to the OASIS reader. */
#ifndef LOB_IO_OAS_INFLATE_H
#define LOB_IO_OAS_INFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes behind the input that must be readable, what they are does not matter; bytes behind `room` that must be
 * writable; bytes made before that a stream may go back to. */
enum { OAS_INFLATE_IN_SLACK = 32, OAS_INFLATE_OUT_SLACK = 288, OAS_INFLATE_REACH = 1 << 15 };

typedef struct oas_inflater oas_inflater;

oas_inflater *oas_inflater_new(void); /* NULL: out of memory */
void oas_inflater_drop(oas_inflater *t);

/* `in` is borrowed until the stream has ended, or for good. */
void oas_inflate_begin(oas_inflater *t, const uint8_t *in, size_t in_size);

/* FAULT: this is no stream that ends with its input, or it uses what no packer writes (incomplete codes): then nothing
 * that this call made counts, and zlib says what there is to say. */
typedef enum { OAS_INFLATE_MORE, OAS_INFLATE_ENDED, OAS_INFLATE_FAULT } oas_inflate_state;

/* Goes on with the stream until `room` bytes or a few more are made (*made, at most OUT_SLACK more), or it ends. What
 * was made before lies right in front of `out`: `behind` bytes, REACH of them or all. */
oas_inflate_state oas_inflate(oas_inflater *t, uint8_t *out, size_t behind, size_t room, size_t *made);

#endif
