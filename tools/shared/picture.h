/* Pictures of answers: read from the file that an answer names, held to what the answer says of it and to what a case
 * wants of it, and compared with the stored one.
 *
 * Two judges. What a case wants (probe points and coverage) is meaning: any right implementation meets it. The stored
 * picture is ours alone and is compared pixel by pixel, after decoding, so another zlib changes nothing.
 */
#ifndef TOOLS_SHARED_PICTURE_H
#define TOOLS_SHARED_PICTURE_H

#include "base/buf.h"
#include "base/ctx.h"
#include "draw/picture.h"

enum { PICTURE_SIDE_MAX = 256 };

/* ---- picture.c: files and pixels; memory: ctx->arena ---- */

/* What an answer says of its picture. Members that are not there: 0, "", has_map false. */
typedef struct picture_said {
    const char *path, *style, *sha256;
    uint32_t width, height;
    bool has_map;
    double a, b, c, d, e, f; /* px = a*x + c*y + e, py = b*x + d*y + f, from um */
} picture_said;

/* False: the answer has no member `image` that names a PNG. */
bool picture_told(lob_ctx *ctx, lob_str structured, picture_said *said);
/* `bytes` of the file and its pixels as RGBA. NULL, or what is wrong. */
const char *picture_load(lob_ctx *ctx, const char *path, lob_str *bytes, lob_picture *picture);
/* The SHA-256 of the pixels, in hex. False: out of memory. */
bool picture_sum(const lob_picture *picture, char out[65]);
/* PNG bytes; data NULL when that failed. */
lob_str picture_encode(lob_ctx *ctx, const lob_picture *picture);
const char *base64(lob_ctx *ctx, lob_str bytes);

typedef struct picture_difference {
    bool has_other_size;
    uint64_t count;            /* pixels that differ; those that only one of them has count */
    unsigned worst;            /* of a channel, 0 to 255 */
    uint32_t worst_x, worst_y; /* the first pixel, by rows, that differs so much */
} picture_difference;

picture_difference picture_compare(const lob_picture *expected, const lob_picture *actual);
/* The expected one in pale grey, pixels that differ in red (the more, the darker), what only one has in blue. */
bool picture_show_difference(lob_ctx *ctx, const lob_picture *expected, const lob_picture *actual, lob_picture *out);

/* ---- probe.c: what must hold of a picture; each fault is a line added to `faults` ---- */

/* Sizes, hash, and the picture sent along in `result`, if there is one, against the file. */
void picture_check(lob_ctx *ctx, const picture_said *said, lob_str bytes, const lob_picture *picture, lob_str result,
                   lob_buf *faults);
/* `wanted`: the member `picture` of a step, docs/TESTING.md. A member that is not known is a fault. */
void picture_probe(lob_ctx *ctx, const picture_said *said, const lob_picture *picture, lob_str wanted, lob_buf *faults);

#endif
