/* What every JSON that leaves the product is held to: by itself, so that a target of texts alone links no tools. */
#include "fuzz.h"

#include "base/utf8.h"
#include "json/reader.h"

void fuzz_check_printable(lob_str json) {
    lob_json_fault fault;
    uint32_t code;
    FUZZ_REQUIRE(lob_json_check(json, true, &fault));
    for (size_t at = 0; at < json.size;) {
        unsigned length = lob_utf8_decode(json, at, &code);
        FUZZ_REQUIRE(length > 0 && !lob_utf8_unsafe(code));
        at += length;
    }
}
