/* A layout that was read is written, read back and written again, in both formats.
 *
 * What is written must be readable, by nothing but the bytes. It is the same layout (its content hash is), or the
 * writer said in a warning what it left out; what was read back is written without any more loss. Bytes are a fixed
 * point: OASIS at once, unless something was lost; else after one more step, for what was lost left polygons in the
 * place of paths, and GDSII gives a polygon that is a rectangle back as a box, which comes first. The four bytes in
 * front of the input say which allocation of the first writing fails.
 */
#include "fuzz.h"

#include <string.h>

#include "base/alloc.h"

/* Above this many elements, written one by one, an input is a matter of time and not of faults. */
enum { ELEMENT_COUNT_MAX = 1 << 14 };

typedef struct written {
    lob_outfile out;
    lob_write_warnings warnings;
} written;

static bool is_small(const lob_layout *layout) {
    uint64_t count = 0;
    for (uint32_t i = 0; i < lob_layout_cell_count(layout); i++) {
        const lob_cell *cell = lob_layout_cell(layout, i);
        if (cell->shape_count > ELEMENT_COUNT_MAX || cell->inst_count_expanded > ELEMENT_COUNT_MAX) {
            return false;
        }
        count += cell->shape_count + cell->inst_count_expanded;
    }
    return count <= ELEMENT_COUNT_MAX;
}

static lob_status write_out(lob_ctx *ctx, const lob_layout *layout, fuzz_format format, written *w) {
    lob_error_clear(&ctx->error);
    lob_status status = lob_outfile_begin(ctx, &w->out, -1, false);
    if (status == LOB_OK) {
        status =
            lob_write_layout(ctx, layout, format == FUZZ_GDS ? LOB_FORMAT_GDS : LOB_FORMAT_OAS, &w->out, &w->warnings);
    }
    return status == LOB_OK ? lob_outfile_end(&w->out) : status;
}

static void require_story(const lob_ctx *ctx, lob_status status) {
    FUZZ_REQUIRE(ctx->error.code == status && ctx->error.message[0] != '\0' && ctx->error.hint[0] != '\0');
}

/* `from` read back into *back and written once more into *again: the same layout, and nothing more is lost. */
static void write_again(lob_ctx *ctx, const written *from, fuzz_format format, lob_layout **back, written *again) {
    lob_error_clear(&ctx->error);
    FUZZ_REQUIRE(fuzz_read(ctx, lob_outfile_bytes(&from->out), format, back) == LOB_OK);
    FUZZ_REQUIRE(write_out(ctx, *back, format, again) == LOB_OK);
    FUZZ_REQUIRE(again->warnings.count == 0);
}

static bool same_bytes(const written *a, const written *b) {
    return lob_str_equal(lob_outfile_bytes(&a->out), lob_outfile_bytes(&b->out));
}

static void check_back(lob_ctx *ctx, const lob_layout *layout, fuzz_format format, const written *first) {
    char hashes[3][33];
    lob_layout *backs[2];
    written second, third;
    write_again(ctx, first, format, &backs[0], &second);
    write_again(ctx, &second, format, &backs[1], &third);
    const lob_layout *layouts[] = {layout, backs[0], backs[1]};
    for (unsigned i = 0; i < 3; i++) {
        FUZZ_REQUIRE(lob_layout_content_hash(ctx, layouts[i], hashes[i]) == LOB_OK);
    }
    bool is_whole = first->warnings.count == 0;
    FUZZ_REQUIRE(!is_whole || strcmp(hashes[0], hashes[1]) == 0);
    FUZZ_REQUIRE(!is_whole || format == FUZZ_GDS || same_bytes(first, &second));
    FUZZ_REQUIRE(strcmp(hashes[1], hashes[2]) == 0);
    FUZZ_REQUIRE(same_bytes(&second, &third));
    lob_outfile_release(&second.out);
    lob_outfile_release(&third.out);
    lob_layout_drop(backs[0]);
    lob_layout_drop(backs[1]);
}

static void check_format(lob_ctx *ctx, const lob_layout *layout, fuzz_format format, uint32_t nth) {
    written w;
    lob_alloc_fail_at(nth & 0x7fffffff, nth >> 31 != 0);
    lob_status status = write_out(ctx, layout, format, &w);
    lob_alloc_fail_at(0, 0);
    if (status == LOB_OK) {
        check_back(ctx, layout, format, &w);
    } else {
        require_story(ctx, status);
    }
    lob_outfile_release(&w.out);
}

void fuzz_rewrite(const uint8_t *data, size_t size) {
    uint32_t nth = fuzz_prefix(data, size);
    if (size < FUZZ_PREFIX_SIZE) {
        return;
    }
    uint64_t live = lob_alloc_live();
    lob_arena *arena = lob_arena_new(0);
    lob_layout *layout = NULL;
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_str bytes = {(const char *)data + FUZZ_PREFIX_SIZE, size - FUZZ_PREFIX_SIZE};
    if (fuzz_read(&ctx, bytes, fuzz_format_of(data, size), &layout) == LOB_OK) {
        if (is_small(layout)) {
            check_format(&ctx, layout, FUZZ_GDS, nth);
            check_format(&ctx, layout, FUZZ_OAS, nth);
        }
        lob_layout_drop(layout);
    }
    lob_arena_drop(arena);
    FUZZ_REQUIRE(lob_alloc_live() == live);
}
