/* Pictures that go beside an answer: small enough for one message, the whole in a file of the session. */
#ifndef LOB_TOOL_SEND_PICTURE_H
#define LOB_TOOL_SEND_PICTURE_H

#include "draw/marks.h"
#include "draw/scene.h"
#include "gen/types.h"
#include "tool/call.h"

typedef struct lob_sent {
    bool is_reduced;
    uint32_t width, height; /* of what is sent */
} lob_sent;

/* Sends the picture along: `png`, which is made of it, or, where that is beyond LOB_LIMIT_INLINE_IMAGE_SIZE, it packed
 * or halved until it is not. */
lob_status lob_call_send_picture(lob_call *call, const lob_picture *picture, bool is_grey, const lob_buf *png,
                                 lob_sent *sent);

/* A scene, which may have no layers, with marks over it: kept as NAME_N.png and NAME_N.svg, N among
 * the pictures of the session, the PNG sent along. The grid is the
 * picture's size. Everything that can fail does before a file is kept. RENDER_FAILED, TOOL_LIMIT_EXCEEDED. */
lob_status lob_call_send_chart(lob_call *call, const char *name, const lob_scene *scene, const lob_str *layer_names,
                               const lob_marks *marks, lob_artifact_ref **image, lob_artifact_ref **svg);

#endif
