/* Any bytes, read into a layout and looked at, with one allocation of the way failing.
 *
 * A refusal is as good as a layout, as long as it names its code and keeps no block. Overruns and undefined behaviour
 * are the sanitizers' to find.
 */
#include "fuzz.h"

#include "base/alloc.h"
#include "db/builder.h"
#include "io/gds/gds.h"
#include "io/oas/oas.h"

enum { INFLATED_MAX = 16 << 20, LAYOUT_MAX = 64 << 20 };

static void look_at_cell(const lob_layout *layout, const lob_cell *cell) {
    for (uint32_t i = 0; i < cell->inst_count; i++) {
        FUZZ_REQUIRE(cell->insts[i].child < lob_layout_cell_count(layout));
        (void)lob_inst_box(layout, &cell->insts[i]);
    }
    for (uint32_t i = 0; i < cell->layer_box_count; i++) {
        FUZZ_REQUIRE(cell->layer_boxes[i].layer < lob_layout_layer_count(layout));
    }
    FUZZ_REQUIRE(lob_layout_find_cell(layout, cell->name) != LOB_NONE);
}

static void look_at(lob_ctx *ctx, const lob_layout *layout) {
    char hash[33];
    const lob_cell_index *order = lob_layout_cells_bottom_up(layout);
    for (uint32_t i = 0; i < lob_layout_cell_count(layout); i++) {
        look_at_cell(layout, lob_layout_cell(layout, order[i]));
    }
    lob_status status = lob_layout_content_hash(ctx, layout, hash);
    FUZZ_REQUIRE(status == LOB_OK || ctx->error.code == status);
}

static lob_status read_layout(lob_ctx *ctx, lob_str bytes, fuzz_format format, lob_layout **layout) {
    const lob_source_options source_options = {.inflated_max = INFLATED_MAX, .hash = false};
    const lob_builder_options builder_options = {.size_max = LAYOUT_MAX};
    lob_source *source;
    LOB_TRY(lob_source_open_memory(ctx, bytes.data, bytes.size, &source_options, &source));
    lob_builder *builder = lob_builder_new(ctx, &builder_options);
    lob_status status = builder ? LOB_OK : ctx->error.code;
    if (builder) {
        const lob_sink *sink = lob_builder_sink(builder);
        status = format == FUZZ_GDS ? lob_gds_read(ctx, source, sink) : lob_oas_read(ctx, source, sink);
    }
    if (status == LOB_OK) {
        status = lob_builder_freeze(builder, layout);
    }
    lob_builder_drop(builder);
    lob_source_close(source);
    return status;
}

void fuzz_layout(const uint8_t *data, size_t size, fuzz_format format) {
    uint32_t nth = 0;
    if (size < FUZZ_PREFIX_SIZE) {
        return; /* an empty file is refused before a reader sees it */
    }
    for (unsigned i = 0; i < FUZZ_PREFIX_SIZE; i++) {
        nth |= (uint32_t)data[i] << (8 * i);
    }
    uint64_t live = lob_alloc_live();
    lob_arena *arena = lob_arena_new(0);
    lob_layout *layout = NULL;
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_alloc_fail_at(nth & 0x7fffffff, nth >> 31 != 0);
    lob_str bytes = {(const char *)data + FUZZ_PREFIX_SIZE, size - FUZZ_PREFIX_SIZE};
    lob_status status = read_layout(&ctx, bytes, format, &layout);
    if (status == LOB_OK) {
        look_at(&ctx, layout);
        lob_layout_drop(layout);
    } else {
        FUZZ_REQUIRE(ctx.error.code == status && ctx.error.message[0] != '\0' && ctx.error.hint[0] != '\0');
    }
    lob_alloc_fail_at(0, 0);
    lob_arena_drop(arena);
    FUZZ_REQUIRE(lob_alloc_live() == live);
}
