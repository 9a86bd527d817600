/* JSON for people: two spaces a level, one member or element a line. */
#ifndef LOB_MAIN_PRETTY_H
#define LOB_MAIN_PRETTY_H

#include "base/buf.h"
#include "base/str.h"

/* `json` is compact and well-formed, as the canonical writer makes it. */
void lob_pretty(lob_str json, lob_buf *out);

#endif
