/* Ranks without MPI: there is one. */
#include "litho/ranks.h"

lob_status lob_mpi_begin(lob_ctx *ctx, int *argc, char ***argv) {
    (void)ctx, (void)argc, (void)argv;
    return LOB_OK;
}

void lob_mpi_end(void) {}

bool lob_mpi_is_begun(void) {
    return false;
}

void lob_mpi_abort(int status) {
    (void)status;
}

uint32_t lob_mpi_count(void) {
    return 1;
}

uint32_t lob_mpi_own(void) {
    return 0;
}

typedef struct gathered { /* of one rank */
    const uint8_t *block;
    size_t size;
} gathered;

lob_status lob_mpi_gather(lob_ctx *ctx, const void *block, size_t size, const uint8_t ***blocks, size_t **sizes) {
    gathered *all = LOB_NEW(ctx->arena, gathered);
    if (all == NULL) {
        return lob_fail_memory(ctx);
    }
    *all = (gathered){block, size};
    *blocks = &all->block;
    *sizes = &all->size;
    return LOB_OK;
}
