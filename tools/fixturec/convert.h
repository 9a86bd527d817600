/* The bytes of a GDSII file to the bytes of the same layout in OASIS. */
#ifndef LOB_TOOLS_FIXTUREC_CONVERT_H
#define LOB_TOOLS_FIXTUREC_CONVERT_H

#include "base/buf.h"

/* Reads `gds` and writes it with the library's OASIS writer; `out` is the caller's. What OASIS cannot hold is lost
 * without a word: the GDSII file beside it has it. False: `fault` says why, in one line. */
bool fx_to_oasis(const lob_buf *gds, lob_buf *out, char *fault, size_t fault_size);

#endif
