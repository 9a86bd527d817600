/* Rule decks: any text as one, of either form. What is accepted has sound numbers, and either becomes a script for
 * KLayout or says why not; what is refused has a code, a message and a hint. Four bytes in front say which allocation
 * fails. */
#include "fuzz.h"

#include <math.h>

#include "base/alloc.h"
#include "design/rule_checks.h"
#include "json/reader.h"

static void require_sound(const lob_rules_deck *deck) {
    for (uint32_t i = 0; i < deck->node_count; i++) {
        const lob_deck_node *n = &deck->nodes[i];
        FUZZ_REQUIRE(n->op == LOB_LAYERS_STORED || (n->left < i && n->right < i));
    }
    for (uint32_t i = 0; i < deck->count; i++) {
        const lob_deck_item *item = &deck->items[i];
        FUZZ_REQUIRE(item->type < LOB_RULE_TYPE_COUNT && item->a < deck->node_count);
        FUZZ_REQUIRE(item->b == LOB_NONE || item->b < deck->node_count);
        FUZZ_REQUIRE(isfinite(item->min_um) && isfinite(item->max_um) && isfinite(item->low) && isfinite(item->high));
    }
}

static void write_script(lob_ctx *ctx, const lob_rules_deck *deck) {
    lob_buf script;
    lob_buf_init(&script, 0);
    lob_error_clear(&ctx->error);
    lob_left_outs left_out;
    lob_status status = lob_rules_deck_script(ctx, deck, &script, &left_out);
    FUZZ_REQUIRE(status == ctx->error.code && (status == LOB_OK || ctx->error.message[0]));
    lob_buf_release(&script);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    lob_ctx ctx;
    lob_checkable_rules rules = {0};
    const lob_rules_ground ground = {.dbu = 0.001};
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
        status = lob_checkable_rules_read(&ctx, text, &ground, &rules);
        FUZZ_REQUIRE(status == ctx.error.code && (status == LOB_OK || ctx.error.message[0]));
    }
    lob_alloc_fail_at(0, 0);
    if (status == LOB_OK) {
        require_sound(&rules.deck);
        write_script(&ctx, &rules.deck);
    }
    lob_arena_drop(arena);
    FUZZ_REQUIRE(lob_alloc_live() == live);
    return 0;
}
