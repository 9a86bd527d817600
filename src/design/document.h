/* Files of design data, from a path or a text to a tree whose version is known, and the faults that all have in common.
 *
 * Errors carry the texts of seed 003 (5.2.5, 5.3.4) word for word, names of the file included, cut at 120 bytes and
 * without control characters; details.kind names the seed's exception (FileNotFoundError, NetlistParseError,
 * DRCParseError, ObjectiveParseError), details.reason what it is: absent, json, version, schema, device_type, top_cell,
 * rule_type, layer, layer2, recursion, limit; details.issues lists faults of a schema. Codes: FILE_NOT_FOUND and what
 * else lob_file_open_input() gives, TOOL_LIMIT_EXCEEDED, INVALID_TARGET for all the rest.
 */
#ifndef LOB_DESIGN_DOCUMENT_H
#define LOB_DESIGN_DOCUMENT_H

#include "base/file.h"
#include "design/version.h"
#include "gen/types.h"

/* What is odd, but no fault: kinds in the order in which they were first met. Of the request arena. */
typedef struct lob_design_notes {
    lob_warning_item *items;
    size_t count;
} lob_design_notes;

/* The text of a file, in the request arena. `roots`: as of lob_file_open_input(), may be NULL. Absent:
 * `Netlist file not found: PATH`, `DRC rules file not found: PATH`, `Objectives file not found: PATH`. */
lob_status lob_design_read_file(lob_ctx *ctx, lob_design_kind kind, const lob_roots *roots, lob_str path,
                                lob_str *text);

#endif
