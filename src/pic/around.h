/* What lies around a figure that is drawn like a guide: a tooth of a grating, the body of a splitter drawn in pieces
 * and a letter of one stroke look like straights and bends; only their neighbours tell.
 *
 * A figure is taken for a guide unless the evidence is clear. Neighbours are figures of the same layer, seen from the
 * same cell. Units: dbu.
 */
#ifndef LOB_PIC_AROUND_H
#define LOB_PIC_AROUND_H

#include "db/figure.h"
#include "pic/pic.h"
#include "query/object.h"

typedef enum {
    LOB_AROUND_GUIDE,
    LOB_AROUND_MARK,   /* on a layer of pins, outlines, texts or fibers */
    LOB_AROUND_PAD,    /* wide and short */
    LOB_AROUND_TEETH,  /* one of a row at a small pitch, free at both ends or without gaps */
    LOB_AROUND_LETTER, /* one of a line of letters, or a stroke of one */
    LOB_AROUND_BRANCH, /* two pieces go on at one end side by side, or pieces end at its sides */
    LOB_AROUND_BODY,   /* a part of a straight body, to both sides of which much narrower pieces go on */
    LOB_AROUND_PART    /* cut lengthwise: another figure joins a side for three quarters of its length */
} lob_around_kind;

typedef struct lob_around {
    lob_around_kind kind;
    uint32_t count; /* figures that say so: of the row or line this one included, or the pieces that meet it */
    double pitch;   /* of teeth */
} lob_around;

typedef struct lob_near { /* a figure: a neighbour, or the one judged */
    lob_box64 box;
    const lob_point64 *ring;
    uint32_t ring_count;
} lob_near;

enum { LOB_NEAR_MAX = 256 }; /* neighbours worth looking at */

/* At most LOB_NEAR_MAX neighbours whose boxes touch the window, without the figure itself and copies of it. The list
 * is borrowed until the next call, the rings until the judgement ends. *is_all false: there were more than are worth
 * looking at. */
typedef struct lob_near_source {
    lob_status (*find)(lob_ctx *ctx, void *closure, lob_box64 window, const lob_near **items, uint32_t *count,
                       bool *is_all);
    void *closure;
} lob_near_source;

/* By shape and neighbours: all but MARK. `self` is the figure; is_metal: it conducts, so a short one is a pad. */
lob_status lob_around_judge(lob_ctx *ctx, const lob_guide *guide, const lob_near *self, double dbu, bool is_metal,
                            const lob_near_source *source, lob_around *around);

/* A stored figure that is a guide by itself, seen from `cell`. Memory: ctx->arena. Too much to look at is no error: the
 * figure is taken for a guide then. */
lob_status lob_pic_around(lob_ctx *ctx, const lob_pic *pic, lob_cell_index cell, const lob_stored *self,
                          const lob_figure *figure, const lob_guide *guide, lob_around *around);

#endif
