/* What an id stands for: the session's table knows those it gave out. A command has a session of its own, so an id that
 * an earlier command printed is looked for in the layout itself; servers keep to the contract, by which ids hold within
 * the session that gave them out.
 */
#ifndef LOB_TOOL_SEEK_H
#define LOB_TOOL_SEEK_H

#include "tool/common.h"

/* The errors of lob_ids_find(), and those of looking: LOB_E_CANCELLED, TOOL_LIMIT_EXCEEDED (memory). */
lob_status lob_call_find_id(lob_call *call, lob_str id, lob_object *object);

#endif
