/* A picture at half its size, for who cannot take the whole. */
#ifndef LOB_DRAW_REDUCE_H
#define LOB_DRAW_REDUCE_H

#include "draw/picture.h"

/* Each pixel is the mean of the four that it stands for, rounded half up; of an odd side the last ones are themselves
 * repeated. `half` is a new picture, the caller's to release; sides are at least 1. TOOL_LIMIT_EXCEEDED: memory. */
lob_status lob_picture_halve(lob_ctx *ctx, const lob_picture *picture, lob_picture *half);

#endif
