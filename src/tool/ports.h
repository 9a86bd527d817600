/* What tools that answer about ports share: the session's pic, ports and conventions as answers show them. */
#ifndef LOB_TOOL_PORTS_H
#define LOB_TOOL_PORTS_H

#include "tool/common.h"

/* The session's, made by detection when there is none yet. Borrowed. */
lob_status lob_call_pic(lob_call *call, lob_pic **pic);

/* The first 200,000 ports below a cell: among which one is looked for. */
lob_status lob_call_ports_below(lob_call *call, lob_cell_index cell, lob_ports *ports);

/* A convention file beneath the allowed folders, whole. Memory: request arena. The errors are those of opening a file,
 * with details.argument. */
lob_status lob_convention_file_read(lob_call *call, lob_str path, lob_str *text);

lob_status lob_conventions_show(lob_ctx *ctx, const lob_pic *pic, lob_convention_used **items, size_t *count);

/* What an id of it stands for. */
lob_object lob_port_object(lob_cell_index cell, const lob_port *port);

/* `cell`: the one the port is seen from. *weight: what it takes on a page. Its id is given out. */
lob_status lob_port_show(lob_call *call, lob_cell_index cell, const lob_port *port, lob_port_item *item,
                         size_t *weight);

/* Names of the cells on a way, the asked cell first, and its steps; none for a way of no steps. */
lob_status lob_way_show(lob_call *call, lob_cell_index cell, const lob_step *path, uint32_t depth, lob_str **names,
                        lob_path_member **members, size_t *weight);

#endif
