/* The picture of check_rules: the layout with the violations of the page numbered, all others as dots. */
#ifndef LOB_TOOL_CHECK_RULES_DRAW_H
#define LOB_TOOL_CHECK_RULES_DRAW_H

#include "tool/check_rules.h"

/* `first`: how many violations the pages before have. Adds image and image_svg to the answer. */
lob_status lob_check_rules_draw(lob_rule_checker *c, uint64_t first);

#endif
