/* Layer properties. What is read can be looked at: entries with legal numbers, patterns that are there or not; what is
 * refused has its story. Four bytes in front say which allocation fails. */
#include "fuzz.h"

#include "base/alloc.h"
#include "io/lyp/lyp.h"

static void check_entry(const lob_lyp *lyp, const lob_lyp_entry *e) {
    const lob_pattern *pattern = lob_lyp_pattern(lyp, e->pattern);
    const lob_line_style *style = lob_lyp_line_style(lyp, e->line_style);
    FUZZ_REQUIRE(e->pattern >= LOB_LYP_UNSET && e->line_style >= LOB_LYP_UNSET && e->depth < 64);
    FUZZ_REQUIRE(!pattern || (pattern->width >= 1 && pattern->width <= LOB_PATTERN_SIZE_MAX && pattern->height >= 1 &&
                              pattern->height <= LOB_PATTERN_SIZE_MAX));
    FUZZ_REQUIRE(!style || style->width <= 32);
    FUZZ_REQUIRE((e->fill_color | e->frame_color) <= 0xFFFFFF);
    FUZZ_REQUIRE(e->source.layer >= LOB_LYP_ANY && e->source.datatype >= LOB_LYP_ANY &&
                 e->source.layout >= LOB_LYP_ANY);
    if (e->source.layer >= 0 && e->source.datatype >= 0 && !e->source.is_indexed && !e->source.is_special &&
        e->source.layout <= 0) {
        FUZZ_REQUIRE(lob_lyp_find(lyp, e->source.layer, e->source.datatype, e->name).entry);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const lob_source_options options = {.inflated_max = 1 << 22};
    lob_source *source;
    lob_lyp lyp;
    lob_ctx ctx;
    static const char warm[] = "<layer-properties/>";
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    FUZZ_REQUIRE(arena && lob_source_open_memory(&ctx, warm, sizeof warm - 1, &options, &source) == LOB_OK);
    FUZZ_REQUIRE(lob_lyp_read(&ctx, source, arena, &lyp) == LOB_OK);
    lob_source_close(source);
    lob_arena_drop(arena);
    uint32_t prefix = fuzz_prefix(data, size);
    size_t skip = size < FUZZ_PREFIX_SIZE ? size : FUZZ_PREFIX_SIZE;
    uint64_t live = lob_alloc_live();
    lob_alloc_fail_at(prefix & 0x7FFFFFFF, prefix >> 31);
    arena = lob_arena_new(0);
    lob_status status = LOB_E_TOOL_LIMIT_EXCEEDED;
    if (arena) {
        lob_ctx_init(&ctx, arena);
        status = lob_source_open_memory(&ctx, data + skip, size - skip, &options, &source);
        if (status == LOB_OK) {
            status = lob_lyp_read(&ctx, source, arena, &lyp);
            lob_source_close(source);
        }
        FUZZ_REQUIRE(status == ctx.error.code && (status == LOB_OK || (ctx.error.message[0] && ctx.error.hint[0])));
    }
    lob_alloc_fail_at(0, 0);
    for (uint32_t i = 0; status == LOB_OK && i < lyp.entry_count; i++) {
        check_entry(&lyp, &lyp.entries[i]);
    }
    lob_arena_drop(arena);
    FUZZ_REQUIRE(lob_alloc_live() == live);
    return 0;
}
