/* Pictures as PNG: RGB of 8 bits, for all are opaque, or grey of 8 bits. The bytes depend on the pixels and the version
 * of zlib alone: one filter, one level, no chunks but IHDR, IDAT and IEND. */
#ifndef LOB_DRAW_PNG_OUT_H
#define LOB_DRAW_PNG_OUT_H

#include "base/buf.h"
#include "draw/picture.h"

/* `is_grey`: of the red channel alone. `png` is initialised by the caller and emptied first. RENDER_FAILED: it does not
 * fit the buffer's limit, or libpng refuses; TOOL_LIMIT_EXCEEDED: memory; LOB_E_CANCELLED. */
lob_status lob_png_make(lob_ctx *ctx, const lob_picture *picture, bool is_grey, lob_buf *png);
/* The same pixels in fewer bytes (of dense layouts two thirds), in two to three times the time. */
lob_status lob_png_pack(lob_ctx *ctx, const lob_picture *picture, bool is_grey, lob_buf *png);

#endif
