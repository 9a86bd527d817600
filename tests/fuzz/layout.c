/* Any bytes, read into a layout and looked at, with one allocation of the way failing.
 *
 * A refusal is as good as a layout, as long as it names its code and keeps no block. Overruns and undefined behaviour
 * are the sanitizers' to find.
 */
#include "fuzz.h"

#include <math.h>

#include "base/alloc.h"
#include "base/digest.h"
#include "db/builder.h"
#include "io/gds/gds.h"
#include "io/oas/oas.h"
#include "pic/meta_ports.h"

enum { INFLATED_MAX = 16 << 20, LAYOUT_MAX = 64 << 20, MEMBERS_MAX = 512, EVERY = 8, MANY_EVERY = 64 };

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

/* Whatever context strings say, they are understood or counted, and a port has a place. */
static void look_at_context(lob_ctx *ctx, const lob_layout *layout) {
    lob_port_library library;
    lob_status status = lob_port_library_read(ctx, ctx->arena, layout, &library);
    for (uint32_t i = 0; i < lob_layout_cell_count(layout) && status == LOB_OK; i++) {
        lob_meta_port_list ports;
        if (lob_layout_cell(layout, i)->context != LOB_NONE) {
            status = lob_meta_ports(ctx, ctx->arena, &library, i, &ports);
        }
        for (uint32_t k = 0; status == LOB_OK && lob_layout_cell(layout, i)->context != LOB_NONE && k < ports.count;
             k++) {
            const lob_meta_port *port = &ports.items[k];
            FUZZ_REQUIRE(isfinite(port->x_dbu) && isfinite(port->y_dbu) && port->width_dbu >= 0);
            FUZZ_REQUIRE(port->angle_deg >= 0 && port->angle_deg < 360);
        }
    }
    FUZZ_REQUIRE(status == LOB_OK || ctx->error.code == status);
}

/* The hash of what a layout holds takes each member of an array that is off its lattice by itself, some thousand times
 * what all else takes, and fills tables first: some layouts are enough, and few with many members, chosen by their
 * bytes. */
static bool is_hashed(const lob_layout *layout, lob_str bytes) {
    uint64_t members = 0;
    for (uint32_t i = 0; i < lob_layout_cell_count(layout); i++) {
        const lob_cell *cell = lob_layout_cell(layout, i);
        for (uint32_t k = 0; k < cell->inst_count && members <= MEMBERS_MAX; k++) {
            const lob_rep *rep = cell->insts[k].rep == LOB_NONE ? NULL : lob_layout_rep(layout, cell->insts[k].rep);
            members += rep ? lob_rep_count(rep) : 1;
        }
    }
    return lob_hash64_fast(bytes.data, bytes.size, 0) % (members <= MEMBERS_MAX ? EVERY : MANY_EVERY) == 0;
}

static void look_at(lob_ctx *ctx, const lob_layout *layout, lob_str bytes) {
    char hash[33];
    look_at_context(ctx, layout);
    const lob_cell_index *order = lob_layout_cells_bottom_up(layout);
    for (uint32_t i = 0; i < lob_layout_cell_count(layout); i++) {
        look_at_cell(layout, lob_layout_cell(layout, order[i]));
    }
    if (!is_hashed(layout, bytes)) {
        return;
    }
    lob_status status = lob_layout_content_hash(ctx, layout, hash);
    FUZZ_REQUIRE(status == LOB_OK || ctx->error.code == status);
}

lob_status fuzz_read(lob_ctx *ctx, lob_str bytes, fuzz_format format, lob_layout **layout) {
    const lob_source_options source_options = {.inflated_max = INFLATED_MAX, .hash = false};
    const lob_builder_options builder_options = {.size_max = LAYOUT_MAX};
    lob_source *source;
    LOB_TRY(lob_source_open_memory(ctx, bytes.data, bytes.size, &source_options, &source));
    lob_builder *builder = lob_builder_new(ctx, &builder_options);
    lob_status status = builder ? LOB_OK : ctx->error.code;
    if (builder) {
        const lob_sink *sink = lob_builder_sink(builder);
        status = format == FUZZ_GDS ? lob_gds_read(ctx, source, sink, false) : lob_oas_read(ctx, source, sink, false);
    }
    if (status == LOB_OK) {
        status = lob_builder_freeze(builder, layout);
    }
    lob_builder_drop(builder);
    lob_source_close(source);
    return status;
}

uint32_t fuzz_prefix(const uint8_t *data, size_t size) {
    uint32_t value = 0;
    for (unsigned i = 0; i < FUZZ_PREFIX_SIZE && i < size; i++) {
        value |= (uint32_t)data[i] << (8 * i);
    }
    return value;
}

void fuzz_layout(const uint8_t *data, size_t size, fuzz_format format) {
    uint32_t nth = fuzz_prefix(data, size);
    if (size < FUZZ_PREFIX_SIZE) {
        return; /* an empty file is refused before a reader sees it */
    }
    uint64_t live = lob_alloc_live();
    lob_arena *arena = lob_arena_new(0);
    lob_layout *layout = NULL;
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_alloc_fail_at(nth & 0x7fffffff, nth >> 31 != 0);
    lob_str bytes = {(const char *)data + FUZZ_PREFIX_SIZE, size - FUZZ_PREFIX_SIZE};
    lob_status status = fuzz_read(&ctx, bytes, format, &layout);
    if (status == LOB_OK) {
        look_at(&ctx, layout, bytes);
        lob_layout_drop(layout);
    } else {
        FUZZ_REQUIRE(ctx.error.code == status && ctx.error.message[0] != '\0' && ctx.error.hint[0] != '\0');
    }
    lob_alloc_fail_at(0, 0);
    lob_arena_drop(arena);
    FUZZ_REQUIRE(lob_alloc_live() == live);
}
