/* The process window that a request of evaluate asks for: its gauges, focuses and doses, and what becomes of them in
 * the report and in the picture.
 */
#ifndef LOB_TOOL_LITHO_WINDOW_H
#define LOB_TOOL_LITHO_WINDOW_H

#include "tool/litho_ask.h"

/* INVALID_TARGET with details.argument and details.reason: `order` (focuses or doses do not rise), `target_nm`
 * (missing, or of an edge), `sizes` (more gauges x focuses x doses than a report lists), `one_focus` (no curve to
 * draw). */
lob_status lob_litho_window_ask(lob_ctx *ctx, const lob_evaluate_request *request, lob_window_ask **ask);

/* Finds it: scene->window_ask and scene->window, which stay NULL when the request asks for none. */
lob_status lob_litho_window_find(lob_ctx *ctx, const lob_evaluate_request *request, lob_litho_scene *scene);

/* Puts it into the report, an object of JSON, as its last member. */
lob_status lob_litho_window_put(lob_ctx *ctx, const lob_litho_scene *scene, lob_buf *report);

/* What is drawn of an evaluation: a sheet of one with a process window is that of the window. */
lob_status lob_litho_window_lay(lob_ctx *ctx, const lob_litho_scene *scene, const lob_litho_result *result,
                                lob_litho_picture_kind kind, lob_litho_laid *laid);

#endif
