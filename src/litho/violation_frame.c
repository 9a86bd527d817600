/* Frames of violations: the chain from the user's layout to the canvas and to a tile, and back.
 *
 * Invariant: a chain is undone as a whole or not at all. A step that is not understood ends in an error, for a place
 * that is moved by all but one step is a wrong place that looks right.
 */
#include <math.h>

#include "litho/violation.h"

static const char *const frame_names[] = {"input_layout_native", "post_transform_canvas", "tile_local", "wafer_global",
                                          "unknown"};
static const char *const op_names[] = {"translate", "scale", "rotate", "mirror_x", "tile_stitch", "unknown"};

const char *lob_coordinate_frame_name(lob_coordinate_frame frame) {
    return frame_names[frame];
}

lob_coordinate_frame lob_coordinate_frame_named(lob_str name) {
    unsigned i = 0;
    while (i < LOB_FRAME_UNKNOWN && !lob_str_equal(name, lob_str_from(frame_names[i]))) {
        i++;
    }
    return (lob_coordinate_frame)i;
}

const char *lob_transform_op_name(lob_transform_op op) {
    return op_names[op];
}

lob_transform_op lob_transform_op_named(lob_str name) {
    unsigned i = 0;
    while (i < LOB_OP_UNKNOWN && !lob_str_equal(name, lob_str_from(op_names[i]))) {
        i++;
    }
    return (lob_transform_op)i;
}

static lob_status refuse(lob_ctx *ctx, const char *reason, const char *what) {
    lob_status status =
        lob_fail(ctx, LOB_E_INVALID_TARGET, "The position of the violation cannot be determined: %s", what);
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    lob_hint(ctx, "Evaluate the layout again with this version, and take the violation from that report.");
    return status;
}

static bool is_understood(const lob_litho_step *step, bool is_last) {
    switch (step->op) {
    case LOB_OP_TRANSLATE:
        return isfinite(step->a) && isfinite(step->b);
    case LOB_OP_SCALE:
        return isfinite(step->a) && step->a > 0;
    case LOB_OP_ROTATE:
        return isfinite(step->a) && fmod(step->a, 90) == 0;
    case LOB_OP_MIRROR_X:
        return true;
    case LOB_OP_TILE_STITCH:
        return is_last && isfinite(step->a) && isfinite(step->b);
    default:
        return false;
    }
}

static lob_status check(lob_ctx *ctx, const lob_litho_violation *violation) {
    const uint32_t count = violation->transform_count;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_understood(&violation->transforms[i], i + 1 == count)) {
            return refuse(ctx, "unknown_transform", "a step of its chain of transforms is unknown");
        }
    }
    if (violation->frame > LOB_FRAME_TILE_LOCAL) {
        return refuse(ctx, "unknown_frame", "its coordinate frame is unknown");
    }
    if (violation->frame == LOB_FRAME_TILE_LOCAL &&
        (count == 0 || violation->transforms[count - 1].op != LOB_OP_TILE_STITCH)) {
        return refuse(ctx, "unknown_transform",
                      "it is in the frame of a tile, but the tile's origin is not in the "
                      "chain");
    }
    return LOB_OK;
}

static void turn(double *x, double *y, double angle_deg) {
    const int quarters = (int)fmod(fmod(angle_deg, 360) + 360, 360) / 90;
    for (int i = 0; i < quarters; i++) {
        const double old = *x;
        *x = -*y;
        *y = old;
    }
}

static void apply(const lob_litho_step *step, double *x, double *y) {
    switch (step->op) {
    case LOB_OP_TRANSLATE:
        *x += step->a;
        *y += step->b;
        break;
    case LOB_OP_SCALE:
        *x *= step->a;
        *y *= step->a;
        break;
    case LOB_OP_ROTATE:
        turn(x, y, step->a);
        break;
    default: /* LOB_OP_MIRROR_X: check() let nothing else come here */
        *y = -*y;
        break;
    }
}

static void undo(const lob_litho_step *step, double *x, double *y) {
    switch (step->op) {
    case LOB_OP_TRANSLATE:
        *x -= step->a;
        *y -= step->b;
        break;
    case LOB_OP_SCALE:
        *x /= step->a;
        *y /= step->a;
        break;
    case LOB_OP_ROTATE:
        turn(x, y, -step->a);
        break;
    default:
        *y = -*y;
        break;
    }
}

/* The tile's origin, NULL when there is none; *count is then the number of steps before it. */
static const lob_litho_step *stitch_of(const lob_litho_violation *violation, uint32_t *count) {
    *count = violation->transform_count;
    if (*count == 0 || violation->transforms[*count - 1].op != LOB_OP_TILE_STITCH) {
        return NULL;
    }
    *count -= 1;
    return &violation->transforms[*count];
}

lob_status lob_violation_to_native(lob_ctx *ctx, const lob_litho_violation *violation, double *x_nm, double *y_nm) {
    uint32_t count;
    LOB_TRY(check(ctx, violation));
    const lob_litho_step *stitch = stitch_of(violation, &count);
    if (violation->frame == LOB_FRAME_TILE_LOCAL) {
        *x_nm += stitch->a;
        *y_nm += stitch->b;
    }
    while (violation->frame != LOB_FRAME_INPUT_LAYOUT_NATIVE && count > 0) {
        undo(&violation->transforms[--count], x_nm, y_nm);
    }
    return LOB_OK;
}

lob_status lob_violation_from_native(lob_ctx *ctx, const lob_litho_violation *violation, double *x_nm, double *y_nm) {
    uint32_t count;
    LOB_TRY(check(ctx, violation));
    const lob_litho_step *stitch = stitch_of(violation, &count);
    for (uint32_t i = 0; violation->frame != LOB_FRAME_INPUT_LAYOUT_NATIVE && i < count; i++) {
        apply(&violation->transforms[i], x_nm, y_nm);
    }
    if (violation->frame == LOB_FRAME_TILE_LOCAL) {
        *x_nm -= stitch->a;
        *y_nm -= stitch->b;
    }
    return LOB_OK;
}
