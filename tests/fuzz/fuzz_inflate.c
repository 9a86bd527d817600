/* The inflater of the OASIS reader against zlib: what it calls the end of a stream is what zlib makes of the same
 * bytes, whatever the sizes of the parts it works in. A fault is no statement: zlib is asked then. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "io/oas/inflate.h"

enum { MADE_MAX = 1 << 20 };

/* zlib's answer; false: it refuses, or makes more than there is room for. */
static bool ask_zlib(const uint8_t *in, size_t size, uint8_t *out, size_t *made) {
    z_stream z = {.next_in = (Bytef *)(uintptr_t)in, .avail_in = (uInt)size, .next_out = out, .avail_out = MADE_MAX};
    if (inflateInit2(&z, -15) != Z_OK) {
        return false;
    }
    int code = inflate(&z, Z_FINISH);
    *made = z.total_out;
    bool ends = code == Z_STREAM_END && z.avail_in == 0;
    inflateEnd(&z);
    return ends;
}

static oas_inflate_state run(const uint8_t *in, size_t size, size_t part, uint8_t *out, size_t *made) {
    oas_inflater *t = oas_inflater_new();
    oas_inflate_state state = OAS_INFLATE_MORE;
    *made = 0;
    if (!t) {
        return OAS_INFLATE_FAULT;
    }
    oas_inflate_begin(t, in, size);
    while (state == OAS_INFLATE_MORE && *made < MADE_MAX) {
        size_t room = MADE_MAX - *made < part ? MADE_MAX - *made : part;
        size_t behind = *made < OAS_INFLATE_REACH ? *made : OAS_INFLATE_REACH;
        size_t more = 0;
        state = oas_inflate(t, out + *made, behind, room, &more);
        *made += more;
    }
    oas_inflater_drop(t);
    return state;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    size_t part = 1 + fuzz_prefix(data, size) % 70000;
    if (size <= FUZZ_PREFIX_SIZE) {
        return 0;
    }
    size_t in_size = size - FUZZ_PREFIX_SIZE, ours_size, theirs_size = 0;
    uint8_t *in = calloc(in_size + OAS_INFLATE_IN_SLACK, 1);
    uint8_t *ours = malloc(MADE_MAX + OAS_INFLATE_OUT_SLACK);
    uint8_t *theirs = malloc(MADE_MAX);
    FUZZ_REQUIRE(in && ours && theirs);
    memcpy(in, data + FUZZ_PREFIX_SIZE, in_size);
    bool ends = ask_zlib(in, in_size, theirs, &theirs_size);
    oas_inflate_state state = run(in, in_size, part, ours, &ours_size);
    FUZZ_REQUIRE(state != OAS_INFLATE_ENDED || ours_size > MADE_MAX || ends);
    if (state == OAS_INFLATE_ENDED && ends) {
        FUZZ_REQUIRE(ours_size == theirs_size && memcmp(ours, theirs, ours_size) == 0);
    }
    free(in);
    free(ours);
    free(theirs);
    return 0;
}
