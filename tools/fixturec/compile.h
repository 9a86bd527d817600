/* A recipe file to the bytes of a GDSII file. */
#ifndef LOB_TOOLS_FIXTUREC_COMPILE_H
#define LOB_TOOLS_FIXTUREC_COMPILE_H

#include "base/buf.h"
#include "base/str.h"

/* `file` is only a name for faults. True: `out` holds the GDSII stream. False: `fault` holds one line that says what is
 * wrong, where, and what to do. */
bool fx_compile(const char *file, lob_str recipe, lob_buf *out, char *fault, size_t fault_size);

#endif
