/* Writing KLayout's $$$CONTEXT_INFO$$$. It has to be the first structure of the file, else KLayout takes it for a cell.
 * Private to src/io/gds. Failures stick to `out`. */
#ifndef LOB_IO_GDS_WRITE_CONTEXT_H
#define LOB_IO_GDS_WRITE_CONTEXT_H

#include <stdint.h>

#include "base/buf.h"
#include "base/str.h"

/* The strings (none of them empty) of a cell, or of the layout when cell.data is NULL; begins the structure when
 * !*is_open. */
void lob_gds_put_context(lob_buf *out, bool *is_open, lob_str cell, const lob_str *strings, uint32_t count);
void lob_gds_end_context(lob_buf *out, bool *is_open); /* ends it, if it is open */

#endif
