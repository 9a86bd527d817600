/* Ranks: processes that share one piece of work. One by itself; as many as mpirun started (ranks_mpi.c, `make MPI=1`;
 * ranks_one.c is without); or shards, processes that know nothing of each other and leave parts (io/share.h), which
 * another process joins.
 *
 * Rank r of n does what of the work is its own, and nothing of the result depends on n: unit u of a list belongs to
 * rank u mod n, and of a plane each point to one rank. lob_ranks_gather() brings together what all made, in the order
 * of ranks, for the one that has all; the others end there. A rank that fails ends the run of all: the message goes to
 * stderr, the exit status is not 0.
 */
#ifndef LOB_LITHO_RANKS_H
#define LOB_LITHO_RANKS_H

#include "io/share.h"

typedef struct lob_ranks_shard { /* set by the command, lives as long as the process works */
    const char *folder;          /* of the parts */
    uint32_t own, count;         /* this shard, from 0 */
    bool joins;                  /* does no work of its own, but takes the parts */
    const char *version;
    const char *const *words; /* of lob_share_about */
    uint32_t word_count;
} lob_ranks_shard;

lob_status lob_ranks_begin(lob_ctx *ctx, int *argc, char ***argv); /* once a process, before the others */
void lob_ranks_end(void);
void lob_ranks_abort(int status); /* ends all ranks; returns only where there is one */
/* INVALID_TARGET under mpirun, whose ranks share the work already. NULL: no shard. */
lob_status lob_ranks_set_shard(lob_ctx *ctx, const lob_ranks_shard *shard);
const lob_ranks_shard *lob_ranks_get_shard(void); /* NULL: none */

uint32_t lob_ranks_count(void); /* 1 before lob_ranks_begin() */
uint32_t lob_ranks_own(void);
bool lob_ranks_are_launched(void); /* by mpirun, be it one */
bool lob_ranks_are_several(void);  /* work is shared at all */
bool lob_ranks_works(void);        /* false: it joins what others made */
bool lob_ranks_has_all(void);      /* after gathering; false: there is nothing more to do */

/* The blocks of all ranks, in their order, where lob_ranks_has_all(); elsewhere count is 0. Of keys in `about` there
 * are command, key_count and keys. Blocks beyond 2 GiB are sent in parts. */
lob_status lob_ranks_gather(lob_ctx *ctx, const lob_share_about *about, const void *block, size_t size,
                            lob_shares *parts);

/* ---- of this folder: the ranks of MPI ---- */
lob_status lob_mpi_begin(lob_ctx *ctx, int *argc, char ***argv);
void lob_mpi_end(void);
bool lob_mpi_is_begun(void);
void lob_mpi_abort(int status);
uint32_t lob_mpi_count(void);
uint32_t lob_mpi_own(void);
lob_status lob_mpi_gather(lob_ctx *ctx, const void *block, size_t size, const uint8_t ***blocks, size_t **sizes);

#endif
