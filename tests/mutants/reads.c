/* What reading says of files, a line each: reads FILE... It is run with and without a mutant of the readers, and a line
 * that differs is a mutant found. For files of fixtures/ only, of which other checks hold each of these words: the
 * content hash (snapshots), counts and boxes (KLayout), warnings and errors with offset and record (fixtures/bad).
 */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "base/limits.h"
#include "io/read.h"

static void tell_layout(lob_ctx *ctx, const lob_layout *layout) {
    char hash[33] = "";
    if (lob_layout_content_hash(ctx, layout, hash) != LOB_OK) {
        snprintf(hash, sizeof hash, "no hash");
    }
    printf(" %s %u cells %u layers", hash, lob_layout_cell_count(layout), lob_layout_layer_count(layout));
    for (uint32_t i = 0; i < lob_layout_cell_count(layout); i++) {
        const lob_cell *cell = lob_layout_cell(layout, i);
        printf(" [%lld %lld %lld %lld] %llu %u", (long long)cell->box.left, (long long)cell->box.bottom,
               (long long)cell->box.right, (long long)cell->box.top, (unsigned long long)cell->shape_count,
               cell->inst_count);
    }
    for (uint32_t i = 0; i < lob_layout_warning_count(layout); i++) {
        printf(" %s", lob_layout_warning(layout, i)->kind);
    }
}

static void tell_error(const lob_error *error) {
    printf(" %s %s", lob_status_name(error->code), error->message);
    for (unsigned i = 0; i < error->detail_count; i++) {
        const lob_error_detail *detail = &error->details[i];
        printf(" %s=%.*s%lld", detail->key, (int)detail->text.size, detail->text.data ? detail->text.data : "",
               (long long)detail->integer);
    }
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        lob_ctx ctx;
        lob_arena *arena = lob_arena_new(0);
        lob_ctx_init(&ctx, arena);
        const lob_read_options options = {.inflated_max = LOB_LIMIT_INFLATED_SIZE,
                                          .layout_size_max = LOB_LIMIT_LAYOUT_SIZE};
        lob_read_result result = {0};
        printf("%s", argv[i]);
        int fd = open(argv[i], O_RDONLY | O_CLOEXEC);
        if (lob_read_layout(&ctx, fd, &options, &result) == LOB_OK) {
            tell_layout(&ctx, result.layout);
            lob_layout_drop(result.layout);
        } else {
            tell_error(&ctx.error);
        }
        printf("\n");
        lob_arena_drop(arena);
    }
    return fflush(stdout) != 0;
}
