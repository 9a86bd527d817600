/* Ranks of either kind. Invariant: a process is a rank of mpirun or a shard, never both. */
#include "litho/ranks.h"

/* Of the process, as the ranks of MPI are. */
static const lob_ranks_shard *shard;

lob_status lob_ranks_begin(lob_ctx *ctx, int *argc, char ***argv) {
    return lob_mpi_begin(ctx, argc, argv);
}

void lob_ranks_end(void) {
    lob_mpi_end();
    shard = NULL;
}

void lob_ranks_abort(int status) {
    lob_mpi_abort(status);
}

lob_status lob_ranks_set_shard(lob_ctx *ctx, const lob_ranks_shard *given) {
    if (given && lob_mpi_count() > 1) {
        lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "Ranks of mpirun share the work already");
        lob_hint(ctx, "Leave --shard and --merge out, or mpirun.");
        lob_error_text(&ctx->error, "reason", LOB_STR("ranks"));
        return status;
    }
    shard = given;
    return LOB_OK;
}

const lob_ranks_shard *lob_ranks_get_shard(void) {
    return shard;
}

uint32_t lob_ranks_count(void) {
    return shard ? shard->count : lob_mpi_count();
}

uint32_t lob_ranks_own(void) {
    return shard ? shard->own : lob_mpi_own();
}

bool lob_ranks_are_launched(void) {
    return lob_mpi_is_begun();
}

bool lob_ranks_are_several(void) {
    return shard || lob_mpi_count() > 1;
}

bool lob_ranks_works(void) {
    return !shard || !shard->joins;
}

bool lob_ranks_has_all(void) {
    return shard ? shard->joins : lob_mpi_own() == 0;
}

static lob_status by_files(lob_ctx *ctx, const lob_share_about *about, lob_str bytes, lob_shares *parts) {
    lob_share_about whole = *about;
    whole.version = shard->version;
    whole.words = shard->words;
    whole.word_count = shard->word_count;
    return shard->joins ? lob_shares_read(ctx, shard->folder, &whole, parts)
                        : lob_share_write(ctx, shard->folder, &whole, shard->own, shard->count, bytes);
}

lob_status lob_ranks_gather(lob_ctx *ctx, const lob_share_about *about, const void *block, size_t size,
                            lob_shares *parts) {
    *parts = (lob_shares){.count = 0};
    if (shard) {
        return by_files(ctx, about, (lob_str){block, size}, parts);
    }
    LOB_TRY(lob_mpi_gather(ctx, block, size, &parts->blocks, &parts->sizes));
    parts->count = lob_mpi_own() == 0 ? lob_mpi_count() : 0;
    return LOB_OK;
}
