/* JSON as bytes: for ids that must be echoed exactly. lob_json_raw_member() is declared in json/reader.h. */
#ifndef LOB_JSON_RAW_H
#define LOB_JSON_RAW_H

#include "base/str.h"

/* The offset behind the string whose opening quote is text[at], in checked text. */
size_t lob_json_string_end(lob_str text, size_t at);

#endif
