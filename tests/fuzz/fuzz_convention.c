/* Convention files: any text as one. What is accepted can be turned into rules of a layout without layers; what is
 * refused has a code, a message and a hint. Four bytes in front say which allocation fails. */
#include "fuzz.h"

#include "base/alloc.h"
#include "pic/convention.h"
#include "json/reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    lob_ctx ctx;
    lob_convention_chain chain = {0};
    uint32_t prefix = fuzz_prefix(data, size);
    size_t skip = size < FUZZ_PREFIX_SIZE ? size : FUZZ_PREFIX_SIZE;
    lob_str text = {(const char *)data + skip, size - skip};
    lob_json_init();
    uint64_t live = lob_alloc_live();
    lob_alloc_fail_at(prefix & 0x7FFFFFFF, prefix >> 31);
    lob_arena *arena = lob_arena_new(0);
    lob_status status = LOB_E_TOOL_LIMIT_EXCEEDED;
    if (arena) {
        lob_ctx_init(&ctx, arena);
        status = lob_convention_load(&ctx, text, &chain);
        FUZZ_REQUIRE(status == ctx.error.code && (status == LOB_OK || ctx.error.message[0]));
    }
    lob_alloc_fail_at(0, 0);
    if (status == LOB_OK) {
        FUZZ_REQUIRE(chain.count >= 1 && chain.count <= LOB_CONVENTION_CHAIN_MAX);
        (void)lob_convention_find_layer(&chain, LOB_STR("WG"));
    }
    lob_arena_drop(arena);
    FUZZ_REQUIRE(lob_alloc_live() == live);
    return 0;
}
