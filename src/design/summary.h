/* Design data in a few lines for a prompt. Chinese: byte for byte what summarize() of seed 003 gives, numbers as Python
 * prints them; English: the same lines. No line feed at the end. Names are those of the file, with control characters
 * as they stand: a prompt is made of them knowingly.
 */
#ifndef LOB_DESIGN_SUMMARY_H
#define LOB_DESIGN_SUMMARY_H

#include "design/drc_data.h"
#include "design/netlist.h"
#include "design/objectives.h"

typedef enum { LOB_LANGUAGE_ENGLISH, LOB_LANGUAGE_CHINESE } lob_language;

/* Of the request arena. */
lob_status lob_netlist_summary(lob_ctx *ctx, const lob_parsed_netlist *netlist, lob_language language, lob_str *text);
lob_status lob_drc_rules_summary(lob_ctx *ctx, const lob_parsed_drc_rules *rules, lob_language language, lob_str *text);
lob_status lob_objectives_summary(lob_ctx *ctx, const lob_parsed_objectives *objectives, lob_language language,
                                  lob_str *text);

#endif
