/* Base64 as RFC 4648, section 4, has it: the standard alphabet, with padding. */
#ifndef LOB_BASE_BASE64_H
#define LOB_BASE_BASE64_H

#include "base/buf.h"
#include "base/str.h"

/* Adds 4 characters for each 3 bytes begun. out->failed tells. */
void lob_base64_add(lob_buf *out, lob_str bytes);

#endif
