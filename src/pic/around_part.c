/* Parts of something wider: a grating or a body cut lengthwise, slivers between the holes of a crystal, a narrow figure
 * under a broad one. Another figure of the layer joins one of their sides for most of its length, so that side is no
 * edge of what is drawn, and the width between both is no width of a guide. See around.h. */
#include "geom/round.h"
#include "pic/around_impl.h"

enum { PLACES = 16, MISSED_MAX = 4 /* three quarters of a side are joined */ };

/* Whether one figure that goes on outwards touches or covers the place. */
static lob_status is_joined(const lob_judging *j, lob_vec2 at, bool *is) {
    const lob_point64 p = {lob_round(at.x), lob_round(at.y)};
    const lob_near *items;
    uint32_t count;
    bool is_all;
    LOB_TRY(j->source->find(j->ctx, j->source->closure, (lob_box64){p.x, p.y, p.x, p.y}, &items, &count, &is_all));
    *is = false;
    for (uint32_t i = 0; i < count && !*is; i++) {
        *is = lob_near_covers(&items[i], at);
    }
    return LOB_OK;
}

/* The middle of the side is asked first: most sides are free there. */
static lob_status look_at_side(lob_judging *j, int side, uint32_t *joined) {
    const lob_guide *g = j->guide;
    uint32_t missed = 0;
    *joined = 0;
    for (uint32_t i = 0; i < PLACES && missed <= MISSED_MAX; i++) {
        const uint32_t place = (PLACES / 2 + i * 5) % PLACES;
        lob_vec2 way;
        double width;
        bool is;
        const lob_vec2 at = lob_around_line_at(g, (place + 0.5) / PLACES * g->chord_length, &way, &width);
        const double off = (width / 2 + LOB_NEAR_OFF) * side;
        LOB_TRY(is_joined(j, (lob_vec2){at.x - off * way.y, at.y + off * way.x}, &is));
        *joined += is;
        missed += !is;
    }
    return LOB_OK;
}

lob_status lob_around_part(lob_judging *j) {
    for (int side = -1; side <= 1; side += 2) {
        uint32_t joined;
        LOB_TRY(look_at_side(j, side, &joined));
        if (joined + MISSED_MAX >= PLACES) {
            *j->around = (lob_around){.kind = LOB_AROUND_PART};
            return LOB_OK;
        }
    }
    return LOB_OK;
}
