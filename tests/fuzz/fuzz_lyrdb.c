/* Marker databases. What is read is written, and what was written reads back as the same and is written the same; what
 * is refused has its story. Four bytes in front say which allocation fails. */
#include "fuzz.h"

#include <math.h>

#include "base/alloc.h"
#include "io/lyrdb/lyrdb.h"

enum { FRAME_COUNT_MAX = 16 };

static lob_status read_rdb(lob_ctx *ctx, lob_str text, lob_rdb *rdb) {
    const lob_source_options options = {.inflated_max = 1 << 22};
    const lob_rdb_options limits = {.size_max = 1 << 26};
    lob_source *source;
    LOB_TRY(lob_source_open_memory(ctx, text.data, text.size, &options, &source));
    lob_status status = lob_rdb_read(ctx, source, &limits, rdb);
    lob_source_close(source);
    return status;
}

static void check_item(lob_ctx *ctx, const lob_rdb *rdb, const lob_rdb_item *item) {
    const lob_um_trans *frames;
    uint32_t count;
    bool truncated;
    FUZZ_REQUIRE(item->category < rdb->category_count && item->cell < rdb->cell_count);
    FUZZ_REQUIRE(lob_rdb_frames(ctx, rdb, item->cell, FRAME_COUNT_MAX, &frames, &count, &truncated) == LOB_OK);
    FUZZ_REQUIRE(count <= FRAME_COUNT_MAX && (!truncated || count == FRAME_COUNT_MAX));
    for (uint32_t i = 0; i < item->value_count; i++) {
        (void)lob_rdb_value_box(&item->values[i], count ? &frames[0] : NULL);
    }
}

static void write_rdb(lob_ctx *ctx, const lob_rdb *rdb, lob_outfile *out) {
    FUZZ_REQUIRE(lob_outfile_begin(ctx, out, -1, false) == LOB_OK);
    FUZZ_REQUIRE(lob_rdb_write(ctx, rdb, out) == LOB_OK && lob_outfile_end(out) == LOB_OK);
}

static void check_round_trip(lob_ctx *ctx, const lob_rdb *rdb) {
    lob_outfile first, second;
    lob_rdb again;
    write_rdb(ctx, rdb, &first);
    FUZZ_REQUIRE(read_rdb(ctx, lob_outfile_bytes(&first), &again) == LOB_OK);
    FUZZ_REQUIRE(again.item_count == rdb->item_count && again.category_count == rdb->category_count &&
                 again.cell_count == rdb->cell_count && again.raw_count == rdb->raw_count);
    write_rdb(ctx, &again, &second);
    FUZZ_REQUIRE(lob_str_equal(lob_outfile_bytes(&first), lob_outfile_bytes(&second)));
    lob_rdb_drop(&again);
    lob_outfile_release(&first);
    lob_outfile_release(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    lob_ctx ctx;
    lob_rdb rdb;
    lob_arena *arena = lob_arena_new(0);
    lob_ctx_init(&ctx, arena);
    FUZZ_REQUIRE(arena && read_rdb(&ctx, LOB_STR("<report-database/>"), &rdb) == LOB_OK);
    lob_rdb_drop(&rdb);
    lob_arena_drop(arena);
    uint32_t prefix = fuzz_prefix(data, size);
    size_t skip = size < FUZZ_PREFIX_SIZE ? size : FUZZ_PREFIX_SIZE;
    uint64_t live = lob_alloc_live();
    lob_alloc_fail_at(prefix & 0x7FFFFFFF, prefix >> 31);
    arena = lob_arena_new(0);
    lob_status status = LOB_E_TOOL_LIMIT_EXCEEDED;
    if (arena) {
        lob_ctx_init(&ctx, arena);
        status = read_rdb(&ctx, (lob_str){(const char *)data + skip, size - skip}, &rdb);
        FUZZ_REQUIRE(status == ctx.error.code && (status == LOB_OK || (ctx.error.message[0] && ctx.error.hint[0])));
    }
    lob_alloc_fail_at(0, 0);
    if (status == LOB_OK) {
        for (uint32_t i = 0; i < rdb.item_count; i++) {
            check_item(&ctx, &rdb, &rdb.items[i]);
        }
        check_round_trip(&ctx, &rdb);
        lob_rdb_drop(&rdb);
    }
    lob_arena_drop(arena);
    FUZZ_REQUIRE(lob_alloc_live() == live);
    return 0;
}
