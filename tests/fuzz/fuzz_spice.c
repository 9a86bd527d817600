/* SPICE and CDL: any text as a netlist. What is accepted is a netlist.json that its reader takes, device for device,
 * and reads to the same text again; what is refused has a code, a message and a hint. Four bytes in front say which
 * allocation fails. Nothing is included: the folder of the path is not there. */
#include "fuzz.h"

#include "base/alloc.h"
#include "design/netlist.h"
#include "design/spice.h"

static void require_readable(lob_ctx *ctx, const lob_spice_netlist *spice) {
    lob_parsed_netlist netlist;
    lob_error_clear(&ctx->error);
    lob_status status = lob_netlist_read_text(ctx, spice->json, true, &netlist);
    FUZZ_REQUIRE(status == ctx->error.code);
    FUZZ_REQUIRE(status == LOB_OK || ctx->error.message[0]);
    /* Written cells may be placed many times. */
    FUZZ_REQUIRE(status != LOB_OK ||
                 netlist.circuit.devices.count >= (spice->cell_count == 1 ? spice->device_count : 0));
}

static lob_status read_text(lob_ctx *ctx, lob_str text, lob_spice_netlist *netlist) {
    lob_status status = lob_spice_read(ctx, LOB_STR("/none/fuzz.sp"), text, NULL, netlist);
    FUZZ_REQUIRE(status == ctx->error.code && (status == LOB_OK || (ctx->error.message[0] && ctx->error.hint[0])));
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    lob_ctx ctx;
    lob_spice_netlist netlist, again;
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
        status = read_text(&ctx, text, &netlist);
    }
    lob_alloc_fail_at(0, 0);
    if (status == LOB_OK) {
        FUZZ_REQUIRE(read_text(&ctx, text, &again) == LOB_OK && lob_str_equal(netlist.json, again.json));
        require_readable(&ctx, &netlist);
    }
    lob_arena_drop(arena);
    FUZZ_REQUIRE(lob_alloc_live() == live);
    return 0;
}
