/* JSON for people: two spaces a level, one member or element a line. */
#ifndef LOB_CLI_PRETTY_H
#define LOB_CLI_PRETTY_H

#include "base/buf.h"
#include "base/str.h"

/* `json` is compact and well-formed, as the canonical writer makes it. With colour the names of members stand out. */
void lob_pretty(lob_str json, bool has_colour, lob_buf *out);

typedef enum lob_colour { LOB_COLOUR_END, LOB_COLOUR_GOOD, LOB_COLOUR_BAD } lob_colour;

/* What begins a colour on a terminal, or ends it; "" without colour. */
const char *lob_colour_text(bool has_colour, lob_colour colour);

#endif
