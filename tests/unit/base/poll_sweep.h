/* Cancels a piece of work at its first, its second, ... poll, until one run has no such poll left: it must then have
 * succeeded, before that it must have failed with LOB_E_CANCELLED, and never leak. The program that includes it is
 * linked with --wrap=lob_poll. */
#ifndef TESTS_UNIT_BASE_POLL_SWEEP_H
#define TESTS_UNIT_BASE_POLL_SWEEP_H

#include "base/ctx.h"
#include "tests/unit/base/sweep.h"

static unsigned polls_left; /* until the work is cancelled; 0: never */

lob_status __real_lob_poll(lob_ctx *ctx);
lob_status __wrap_lob_poll(lob_ctx *ctx);
lob_status __wrap_lob_poll(lob_ctx *ctx) {
    if (polls_left > 0 && --polls_left == 0 && ctx->cancel) {
        atomic_store(&ctx->cancel->requested, true);
    }
    return __real_lob_poll(ctx);
}

/* Returns how many polls the work makes, by one thread. */
static inline unsigned sweep_polls(lob_status (*attempt)(lob_ctx *ctx, void *arg), void *arg) {
    for (unsigned nth = 1;; nth++) {
        assert_lt(nth, SWEEP_COUNT_MAX);
        const uint64_t live = lob_alloc_live();
        lob_cancel cancel = {false};
        lob_ctx ctx;
        lob_ctx_init(&ctx, lob_arena_new(0));
        ctx.cancel = &cancel;
        polls_left = nth;
        const lob_status status = attempt(&ctx, arg);
        const bool is_met = polls_left == 0;
        polls_left = 0;
        assert_int_equal(status, is_met ? LOB_E_CANCELLED : LOB_OK);
        assert_int_equal(ctx.error.code, status);
        lob_arena_drop(ctx.arena);
        assert_int_equal(lob_alloc_live(), live);
        if (!is_met) {
            return nth - 1;
        }
    }
}

#endif
