/* Ranks: processes that share the tiles of one evaluation. One without MPI (ranks_one.c), as many as mpirun started
 * with it (ranks_mpi.c, `make MPI=1`).
 *
 * Tile t belongs to rank t mod count. What ranks made is gathered by rank 0 in the order of tiles, so that the bytes of
 * the report do not depend on how many there are. A rank that fails ends the run of all: the message goes to stderr,
 * the exit status is not 0.
 */
#ifndef LOB_LITHO_RANKS_H
#define LOB_LITHO_RANKS_H

#include "base/ctx.h"

lob_status lob_ranks_begin(lob_ctx *ctx, int *argc, char ***argv); /* once a process, before the others */
void lob_ranks_end(void);
void lob_ranks_abort(int status); /* ends all ranks; returns only where there is one */
uint32_t lob_ranks_count(void);   /* 1 before lob_ranks_begin() */
uint32_t lob_ranks_own(void);
/* The blocks of all ranks, in their order, on rank 0 (others get none): sizes[i], blocks[i] in ctx->arena. Blocks
 * beyond 2 GiB are sent in parts. */
lob_status lob_ranks_gather(lob_ctx *ctx, const void *block, size_t size, const uint8_t ***blocks,
                            const size_t **sizes);

#endif
