/* Waivers: markers somebody has looked at and accepted, each with a reason, and until when.
 *
 * A waiver names markers by their ids, or by a rule and a box: markers of the rule that lie in it. It holds to the end
 * of its day of expiry (UTC); one that has expired waives nothing and is told. Of several that fit the first in the
 * file counts. The file is spec/types/waivers.json; a reason is data of whoever wrote it.
 */
#ifndef LOB_MARKERS_WAIVERS_H
#define LOB_MARKERS_WAIVERS_H

#include "gen/types.h"
#include "markers/markers.h"

enum { LOB_DATE_SIZE = 10, LOB_WAIVERS_TOLD = 8 };

/* Reads the text of a file. INVALID_TARGET: no strict JSON (details offset), or what the schema refuses (issues), a
 * date that is none, a waiver that names nothing. In ctx->arena. */
lob_status lob_waiver_file_parse(lob_ctx *ctx, lob_str text, lob_waivers *waivers);

typedef struct lob_waivers_told {
    uint32_t waived_count;                                         /* markers */
    uint32_t expired_count;                                        /* waivers */
    uint32_t unknown_count;                                        /* waivers that hold and fit no marker of the run */
    uint32_t expired[LOB_WAIVERS_TOLD], unknown[LOB_WAIVERS_TOLD]; /* the first of each: indices */
} lob_waivers_told;

/* Notes in each marker which waiver fits, and counts by rule. `waivers` NULL: none does. today: "2026-11-21". Scratch:
 * ctx->arena. TOOL_LIMIT_EXCEEDED: memory. */
lob_status lob_waivers_apply(lob_ctx *ctx, lob_markers *markers, const lob_waivers *waivers, lob_str today,
                             lob_waivers_told *told);

#endif
