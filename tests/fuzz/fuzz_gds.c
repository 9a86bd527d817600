/* libFuzzer target of the reader: any bytes, through the same door as a file of a client.
 *
 * The bytes are put into a memory file, read into a layout and asked for what list_cells and list_layers ask; a refusal
 * is as good as a layout, as long as it names its code. Leaks, overruns and undefined behaviour are found by the
 * sanitizers; a block still held at the end by the count of base/alloc.h.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/alloc.h"
#include "io/read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void look_at(const lob_layout *layout) {
    uint32_t count = lob_layout_cell_count(layout);
    const lob_cell_index *order = lob_layout_cells_bottom_up(layout);
    for (uint32_t i = 0; i < count; i++) {
        const lob_cell *cell = lob_layout_cell(layout, order[i]);
        for (uint32_t k = 0; k < cell->inst_count; k++) {
            if (cell->insts[k].child >= count) {
                abort();
            }
            (void)lob_inst_box(layout, &cell->insts[k]);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    int fd = memfd_create("input", MFD_CLOEXEC);
    if (fd < 0 || write(fd, data, size) != (ssize_t)size || lseek(fd, 0, SEEK_SET) != 0) {
        abort();
    }
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_ctx_init(&ctx, arena);
    lob_read_options options = {.expected = LOB_FORMAT_GDS, .inflated_max = 16 << 20, .layout_size_max = 256 << 20};
    lob_read_result result = {.layout = NULL};
    lob_status status = lob_read_layout(&ctx, fd, &options, &result);
    if (status == LOB_OK) {
        look_at(result.layout);
        lob_layout_drop(result.layout);
    } else if (ctx.error.code != status || ctx.error.message[0] == '\0') {
        abort();
    }
    lob_arena_drop(arena);
    if (lob_alloc_live() != 0) {
        abort();
    }
    return 0;
}
