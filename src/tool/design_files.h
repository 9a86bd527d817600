/* Files of design data as requests name them. */
#ifndef LOB_TOOL_DESIGN_FILES_H
#define LOB_TOOL_DESIGN_FILES_H

#include "design/document.h"
#include "tool/call.h"

/* The text of the file that the request's member `argument` names, below the folders that may be read. Errors of
 * lob_design_read_file(), with details.argument. */
lob_status lob_call_design_file(lob_call *call, lob_design_kind kind, const char *argument, lob_str path,
                                lob_str *text);
/* The same of a netlist: a file whose name is one of SPICE comes as the netlist.json it is converted to. *notes: what
 * was left out of it. */
lob_status lob_call_netlist_file(lob_call *call, const char *argument, lob_str path, lob_str *text,
                                 lob_design_notes *notes);
/* What else a reader of such a file says about it. */
lob_status lob_design_blame(lob_ctx *ctx, const char *argument, lob_status status);

/* The notes of one file behind those of others. */
lob_status lob_design_notes_join(lob_ctx *ctx, const lob_design_notes *more, lob_design_notes *notes);
/* A summary of a large file ends after 3,000 bytes, at the end of a line, with the number of lines left out. */
lob_status lob_design_shorten(lob_ctx *ctx, lob_str *text);

#endif
