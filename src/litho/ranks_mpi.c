/* Ranks of MPI. A process that mpirun did not start is one rank, and MPI is not begun.
 *
 * Only the calling thread speaks MPI. The first rank takes the blocks in the order of ranks; whoever waits looks for
 * the token to cancel. That a rank is gone is for mpirun to notice: it ends all others, with a status that is not 0.
 */
#include "litho/ranks.h"

#include <mpi.h>
#include <stdlib.h>
#include <time.h>

enum { TAG_SIZE = 1, TAG_BLOCK = 2, PART_SIZE = 1 << 30, WAIT_NS = 200000 };

/* Of the process, as MPI itself is. */
static bool is_begun;
static int rank_count = 1, rank_own;

static lob_status fail(lob_ctx *ctx) {
    lob_status status = lob_fail(ctx, LOB_E_INTERNAL_ERROR, "The ranks cannot talk to each other");
    lob_error_text(&ctx->error, "reason", LOB_STR("mpi"));
    lob_hint(ctx, "Read the output of mpirun and run again; without mpirun one process does all the work.");
    return status;
}

#define TRY_MPI(call)                                                                                                  \
    do {                                                                                                               \
        if ((call) != MPI_SUCCESS) {                                                                                   \
            return fail(ctx);                                                                                          \
        }                                                                                                              \
    } while (0)

/* A launcher leaves one of these. */
static bool is_launched(void) {
    static const char *const names[] = {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK"};
    bool is = false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        is = is || getenv(names[i]) != NULL;
    }
    return is;
}

lob_status lob_mpi_begin(lob_ctx *ctx, int *argc, char ***argv) {
    int level, is_already;
    if (!is_launched() || is_begun) {
        return LOB_OK;
    }
    TRY_MPI(MPI_Initialized(&is_already));
    if (!is_already) {
        TRY_MPI(MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &level));
    }
    is_begun = true;
    TRY_MPI(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    TRY_MPI(MPI_Comm_size(MPI_COMM_WORLD, &rank_count));
    TRY_MPI(MPI_Comm_rank(MPI_COMM_WORLD, &rank_own));
    return LOB_OK;
}

void lob_mpi_end(void) {
    if (is_begun) {
        MPI_Finalize();
        is_begun = false;
        rank_count = 1;
        rank_own = 0;
    }
}

bool lob_mpi_is_begun(void) {
    return is_begun;
}

void lob_mpi_abort(int status) {
    if (is_begun && rank_count > 1) {
        MPI_Abort(MPI_COMM_WORLD, status);
    }
}

uint32_t lob_mpi_count(void) {
    return (uint32_t)rank_count;
}

uint32_t lob_mpi_own(void) {
    return (uint32_t)rank_own;
}

/* ---- gathering ---- */

static lob_status finish(lob_ctx *ctx, MPI_Request *request) {
    int is_done = 0;
    for (;;) {
        TRY_MPI(MPI_Test(request, &is_done, MPI_STATUS_IGNORE));
        if (is_done) {
            return LOB_OK;
        }
        LOB_TRY(lob_poll(ctx)); /* the run ends by lob_mpi_abort() */
        nanosleep(&(struct timespec){0, WAIT_NS}, NULL);
    }
}

static int part_of(size_t size, size_t at) {
    return size - at < PART_SIZE ? (int)(size - at) : PART_SIZE;
}

static lob_status send_block(lob_ctx *ctx, const uint8_t *block, size_t size) {
    const uint64_t told = size;
    MPI_Request request;
    TRY_MPI(MPI_Isend(&told, 1, MPI_UINT64_T, 0, TAG_SIZE, MPI_COMM_WORLD, &request));
    LOB_TRY(finish(ctx, &request));
    for (size_t at = 0; at < size; at += PART_SIZE) {
        TRY_MPI(MPI_Isend(block + at, part_of(size, at), MPI_BYTE, 0, TAG_BLOCK, MPI_COMM_WORLD, &request));
        LOB_TRY(finish(ctx, &request));
    }
    return LOB_OK;
}

static lob_status take_block(lob_ctx *ctx, int rank, const uint8_t **block, size_t *size) {
    uint64_t told = 0;
    MPI_Request request;
    TRY_MPI(MPI_Irecv(&told, 1, MPI_UINT64_T, rank, TAG_SIZE, MPI_COMM_WORLD, &request));
    LOB_TRY(finish(ctx, &request));
    uint8_t *to = lob_arena_alloc(ctx->arena, told + 1);
    if (to == NULL) {
        return lob_fail_memory(ctx);
    }
    for (size_t at = 0; at < told; at += PART_SIZE) {
        TRY_MPI(MPI_Irecv(to + at, part_of(told, at), MPI_BYTE, rank, TAG_BLOCK, MPI_COMM_WORLD, &request));
        LOB_TRY(finish(ctx, &request));
    }
    *block = to;
    *size = told;
    return LOB_OK;
}

lob_status lob_mpi_gather(lob_ctx *ctx, const void *block, size_t size, const uint8_t ***blocks, size_t **sizes) {
    if (rank_own != 0) {
        return send_block(ctx, block, size);
    }
    const uint8_t **all = LOB_NEW_ARRAY(ctx->arena, const uint8_t *, (size_t)rank_count);
    size_t *their_sizes = LOB_NEW_ARRAY(ctx->arena, size_t, (size_t)rank_count);
    if (all == NULL || their_sizes == NULL) {
        return lob_fail_memory(ctx);
    }
    all[0] = block;
    their_sizes[0] = size;
    for (int rank = 1; rank < rank_count; rank++) {
        LOB_TRY(take_block(ctx, rank, &all[rank], &their_sizes[rank]));
    }
    *blocks = all;
    *sizes = their_sizes;
    return LOB_OK;
}
