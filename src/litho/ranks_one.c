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

lob_status lob_mpi_gather(lob_ctx *ctx, const void *block, size_t size, const uint8_t ***blocks, size_t **sizes) {
    const uint8_t **all = LOB_NEW(ctx->arena, const uint8_t *);
    size_t *their_sizes = LOB_NEW(ctx->arena, size_t);
    if (all == NULL || their_sizes == NULL) {
        return lob_fail_memory(ctx);
    }
    all[0] = block;
    their_sizes[0] = size;
    *blocks = all;
    *sizes = their_sizes;
    return LOB_OK;
}
