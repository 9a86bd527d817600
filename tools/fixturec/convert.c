/* A fixture in OASIS is what the library makes of its GDSII: read into a layout, frozen, written. So the OASIS fixtures
 * change when the writer does, and fixturec --check says so. */
#include "convert.h"

#include <stdio.h>

#include "base/arena.h"
#include "db/builder.h"
#include "io/gds/gds.h"

static lob_status read_gds(lob_ctx *ctx, const lob_buf *gds, lob_layout **layout) {
    lob_source_options options = {0};
    lob_builder_options builder_options = {0};
    lob_source *source;
    LOB_TRY(lob_source_open_memory(ctx, gds->data, gds->size, &options, &source));
    lob_builder *builder = lob_builder_new(ctx, &builder_options);
    lob_status status = builder ? lob_gds_read(ctx, source, lob_builder_sink(builder), false) : ctx->error.code;
    if (status == LOB_OK) {
        status = lob_builder_freeze(builder, layout);
    }
    lob_builder_drop(builder);
    lob_source_close(source);
    return status;
}

static lob_status write_oasis(lob_ctx *ctx, const lob_layout *layout, lob_buf *out) {
    lob_outfile file;
    lob_write_warnings warnings;
    lob_status status = lob_outfile_begin(ctx, &file, -1, false);
    if (status == LOB_OK) {
        status = lob_write_layout(ctx, layout, LOB_FORMAT_OAS, &file, &warnings);
    }
    if (status == LOB_OK) {
        status = lob_outfile_end(&file);
    }
    if (status == LOB_OK) {
        lob_str bytes = lob_outfile_bytes(&file);
        lob_buf_add(out, bytes.data, bytes.size);
        status = out->failed ? lob_fail_memory(ctx) : LOB_OK;
    }
    lob_outfile_release(&file);
    return status;
}

bool fx_to_oasis(const lob_buf *gds, lob_buf *out, char *fault, size_t fault_size) {
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_layout *layout = NULL;
    if (!arena) {
        snprintf(fault, fault_size, "out of memory");
        return false;
    }
    lob_ctx_init(&ctx, arena);
    lob_status status = read_gds(&ctx, gds, &layout);
    if (status == LOB_OK) {
        status = write_oasis(&ctx, layout, out);
    }
    snprintf(fault, fault_size, "%s", status == LOB_OK ? "" : ctx.error.message);
    lob_layout_drop(layout);
    lob_arena_drop(arena);
    return status == LOB_OK;
}
