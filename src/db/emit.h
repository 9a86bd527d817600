/* A frozen layout as events again: what the writers and the text dump read.
 *
 * Cells come in file order of their definition, so a parent may come before its child; ghosts are not begun, only
 * placed. Context strings come before the first cell. Within a cell: properties of the cell, then shapes by layer
 * (boxes, paths, polygons, texts, each in file order), then instances in file order. Names are always given as strings,
 * never by number. Stops at the first error of the sink.
 */
#ifndef LOB_DB_EMIT_H
#define LOB_DB_EMIT_H

#include "db/layout.h"

lob_status lob_layout_emit(lob_ctx *ctx, const lob_layout *layout, const lob_sink *sink);

#endif
