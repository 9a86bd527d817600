/* Components and ports below a cell: the hierarchy walked down to the cells that are components.
 *
 * Branches without a component, or that lie outside the window with all their ports, are not entered. The steps to
 * where the walk is are one array; an item that is kept has a copy of them. So memory is that of what is kept, and what
 * would take too long is refused before it begins, by what the arrays multiply to.
 */
#include <math.h>

#include "base/limits.h"
#include "base/num.h"
#include "base/smallest.h"
#include "geom/lattice.h"
#include "pic/connect_impl.h"
#include "pic/pic_impl.h"

/* ---- transformations of places ---- */

lob_vec2 lob_port_place(const lob_trans *t, lob_vec2 p) {
    bool is_mirror = (t->code & 4) != 0;
    double x = p.x, y = is_mirror ? -p.y : p.y;
    if (!t->is_orthogonal) {
        return (lob_vec2){t->mag * (x * t->cos - y * t->sin) + t->dx, t->mag * (x * t->sin + y * t->cos) + t->dy};
    }
    double tx = (double)t->x, ty = (double)t->y;
    switch (t->code & 3) {
    case 0:
        return (lob_vec2){x + tx, y + ty};
    case 1:
        return (lob_vec2){-y + tx, x + ty};
    case 2:
        return (lob_vec2){-x + tx, -y + ty};
    default:
        return (lob_vec2){y + tx, -x + ty};
    }
}

static double placed_angle(const lob_trans *t, double angle_deg) {
    double angle = ((t->code & 4) != 0 ? -angle_deg : angle_deg) + t->angle_deg;
    angle = fmod(angle, 360);
    angle = angle < 0 ? angle + 360 : angle;
    return angle < 360 ? angle : 0;
}

/* ---- what every cell is ---- */

static lob_box64 port_box(const lob_port *port) {
    double limit = (double)LOB_COORD_MAX;
    double x = fmin(fmax(port->at.x, -limit), limit), y = fmin(fmax(port->at.y, -limit), limit);
    return (lob_box64){(int64_t)floor(x), (int64_t)floor(y), (int64_t)ceil(x), (int64_t)ceil(y)};
}

static lob_box64 clamp(lob_box64 b) {
    int64_t m = LOB_COORD_MAX;
    return (lob_box64){b.left < -m ? -m : b.left, b.bottom < -m ? -m : b.bottom, b.right > m ? m : b.right,
                       b.top > m ? m : b.top};
}

/* Room for what rounding moves. */
static lob_box64 widened(lob_box64 b) {
    return clamp((lob_box64){b.left - 1, b.bottom - 1, b.right + 1, b.top + 1});
}

/* Box that all members of an instance take when the child takes `box`; a unit of room for rounding. */
static lob_box64 placed_box(const lob_layout *layout, const lob_inst *inst, lob_box64 box) {
    lob_trans t = lob_inst_trans(layout, inst);
    lob_box64 b = lob_trans_box(&t, box);
    lob_box64 by = {0, 0, 0, 0};
    if (inst->rep != LOB_NONE) {
        by = lob_rep_extent(lob_layout_rep(layout, inst->rep));
    }
    return widened((lob_box64){b.left + by.left, b.bottom + by.bottom, b.right + by.right, b.top + by.top});
}

static lob_status know_cell(lob_ctx *ctx, lob_pic *pic, lob_cell_index index) {
    lob_pic_cell *c = &pic->cells[index];
    const lob_cell *cell = lob_layout_cell(pic->layout, index);
    LOB_TRY(lob_pic_know(ctx, pic, index));
    c->reach = lob_box64_join(cell->box, c->device);
    for (uint32_t i = 0; i < c->port_count; i++) {
        c->reach = lob_box64_join(c->reach, port_box(&c->ports[i]));
    }
    for (uint32_t i = 0; i < cell->inst_count; i++) {
        const lob_pic_cell *child = &pic->cells[cell->insts[i].child];
        if (child->flags & (LOB_PIC_COMPONENT | LOB_PIC_HAS_BELOW)) {
            c->flags |= LOB_PIC_HAS_BELOW;
            if (!lob_box64_is_empty(child->reach)) {
                c->reach = lob_box64_join(c->reach, placed_box(pic->layout, &cell->insts[i], child->reach));
            }
        }
    }
    return lob_poll(ctx);
}

static lob_status know_components(lob_ctx *ctx, lob_pic *pic) {
    if (pic->components_known) {
        return LOB_OK;
    }
    const lob_cell_index *order = lob_layout_cells_bottom_up(pic->layout);
    for (uint32_t i = 0; i < lob_layout_cell_count(pic->layout); i++) {
        LOB_TRY(know_cell(ctx, pic, order[i]));
    }
    pic->components_known = true;
    return LOB_OK;
}

lob_status lob_pic_port_count(lob_ctx *ctx, lob_pic *pic, uint64_t *count) {
    *count = 0;
    LOB_TRY(know_components(ctx, pic));
    for (uint32_t i = 0; i < lob_layout_cell_count(pic->layout); i++) {
        for (uint32_t k = 0; k < pic->cells[i].port_count; k++) {
            *count += pic->cells[i].ports[k].source != LOB_PORT_INFERRED;
        }
    }
    return LOB_OK;
}

/* ---- the walk ---- */

enum { LEVELS_MAX = 8 }; /* of a walk that the depth ends, up to which its length is worked out */

typedef struct frame { /* a cell being gone through */
    lob_cell_index cell;
    lob_trans trans;
    uint32_t inst; /* the next one */
    bool in_members;
    lob_lattice members; /* of instance inst - 1 */
} frame;

typedef struct visit {
    lob_ctx *ctx;
    lob_pic *pic;
    const lob_pic_query *query;
    bool is_instances; /* no component below: each instance directly below is one */
    uint64_t work;
    lob_step *steps; /* from the asked cell to where the walk is */
    lob_status (*at)(struct visit *v, lob_cell_index cell, const lob_trans *trans, uint32_t depth, const char *rule);
    /* of the callbacks */
    lob_smallest kept;
    bool counts_only;
    bool counts_components; /* not all placements */
    uint64_t total;
} visit;

static bool meets(lob_box64 a, lob_box64 b) {
    return a.left <= b.right && b.left <= a.right && a.bottom <= b.top && b.bottom <= a.top;
}

static lob_status fail_work(visit *v, uint64_t count) {
    lob_status status = lob_fail(v->ctx, LOB_E_QUERY_TOO_LARGE, "There are too many placements to search");
    lob_error_text(&v->ctx->error, "reason", LOB_STR("work"));
    if (count > 0 && count <= (uint64_t)LOB_COORD_MAX) { /* exact as a JSON number */
        lob_error_integer(&v->ctx->error, "count", (int64_t)count);
    }
    lob_error_integer(&v->ctx->error, "limit", LOB_LIMIT_PLACEMENTS);
    lob_hint(v->ctx, "Ask for a smaller box, a smaller depth, or a cell at a lower level.");
    return status;
}

static lob_status work(visit *v) {
    if (++v->work % 4096 == 0) {
        LOB_TRY(lob_poll(v->ctx));
    }
    return v->work <= LOB_LIMIT_PLACEMENTS ? LOB_OK : fail_work(v, 0);
}

/* ---- how much it is ---- */

static uint64_t members_of(const lob_layout *layout, const lob_inst *inst) {
    return inst->rep == LOB_NONE ? 1 : lob_rep_count(lob_layout_rep(layout, inst->rep));
}

/* Placements that a walk enters in `cell`, itself among them, when `below` has those of its children; NULL: one each.
 * When components are counted: those alone. */
static uint64_t placements_of(const visit *v, lob_cell_index cell, const uint64_t *below) {
    const lob_cell *c = lob_layout_cell(v->pic->layout, cell);
    uint64_t sum = v->counts_components ? (v->pic->cells[cell].flags & LOB_PIC_COMPONENT) != 0 : 1;
    for (uint32_t i = 0; i < c->inst_count; i++) {
        const lob_inst *inst = &c->insts[i];
        const lob_pic_cell *child = &v->pic->cells[inst->child];
        const bool is_nowhere = v->counts_components && lob_box64_is_empty(child->reach);
        if (v->is_instances || (!is_nowhere && (child->flags & (LOB_PIC_COMPONENT | LOB_PIC_HAS_BELOW)))) {
            uint64_t each = lob_u64_mul_sat(members_of(v->pic->layout, inst), below ? below[inst->child] : 1);
            sum = lob_u64_add_sat(sum, each);
        }
    }
    return sum;
}

static bool holds(lob_box64 outer, lob_box64 inner) {
    return lob_box64_is_empty(inner) || (outer.left <= inner.left && outer.bottom <= inner.bottom &&
                                         outer.right >= inner.right && outer.top >= inner.top);
}

/* Of every cell, as far down as the walk goes below it; NULL: it does not. Cells come children first, so where the
 * depth does not end the walk one pass is enough. */
static lob_status placements_below(const visit *v, bool is_all, uint64_t **below) {
    const uint32_t count = lob_layout_cell_count(v->pic->layout);
    const lob_cell_index *order = lob_layout_cells_bottom_up(v->pic->layout);
    uint64_t *now = LOB_NEW_ARRAY(v->ctx->arena, uint64_t, count),
             *next = LOB_NEW_ARRAY(v->ctx->arena, uint64_t, count);
    *below = NULL;
    if (!now || !next) {
        return lob_fail_memory(v->ctx);
    }
    for (uint32_t i = 0; is_all && i < count; i++) {
        now[order[i]] = placements_of(v, order[i], now);
        *below = now;
    }
    for (uint32_t level = 1; !is_all && level < v->query->depth_max; level++) {
        LOB_TRY(lob_poll(v->ctx));
        for (uint32_t i = 0; i < count; i++) {
            next[i] = placements_of(v, i, *below);
        }
        *below = next;
        next = now;
        now = *below;
    }
    return LOB_OK;
}

/* Members of an instance of the asked cell that lie in the window whole, and those that meet it: no more than there
 * are. */
static uint64_t members_there(const visit *v, const lob_inst *inst, uint64_t *meeting) {
    const lob_trans own = lob_inst_trans(v->pic->layout, inst);
    const lob_box64 reach =
        lob_box64_join(lob_layout_cell(v->pic->layout, inst->child)->box, v->pic->cells[inst->child].reach);
    const lob_box64 w = v->query->window;
    uint64_t count = 0;
    *meeting = 0;
    if (inst->rep == LOB_NONE || lob_box64_is_empty(reach)) {
        return 0;
    }
    const lob_rep *rep = lob_layout_rep(v->pic->layout, inst->rep);
    const lob_box64 whole = lob_trans_box(&own, reach), b = widened(whole);
    const lob_box64 by = {w.left - b.left, w.bottom - b.bottom, w.right - b.right, w.top - b.top};
    const lob_box64 to = {w.left - whole.right, w.bottom - whole.top, w.right - whole.left, w.top - whole.bottom};
    *meeting = lob_lattice_count(rep, to, &count) ? count : 0;
    return lob_lattice_count(rep, by, &count) ? count : 0;
}

/* What the walk enters of arrays of the asked cell, for sure. */
static uint64_t surely_entered(const visit *v, const uint64_t *below) {
    const lob_cell *c = lob_layout_cell(v->pic->layout, v->query->cell);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < c->inst_count; i++) {
        const lob_inst *inst = &c->insts[i];
        if (v->is_instances || (v->pic->cells[inst->child].flags & (LOB_PIC_COMPONENT | LOB_PIC_HAS_BELOW))) {
            uint64_t meeting;
            const uint64_t inside = members_there(v, inst, &meeting);
            const uint64_t all = lob_u64_mul_sat(inside, below ? below[inst->child] : 1);
            sum = lob_u64_add_sat(sum, v->is_instances && meeting > all ? meeting : all);
        }
    }
    return sum;
}

/* Where the window holds all there is, the length of the walk is known beforehand; else a part of it is. */
static lob_status refuse_early(visit *v) {
    const lob_cell *cell = lob_layout_cell(v->pic->layout, v->query->cell);
    const bool is_all = v->query->depth_max >= cell->height;
    const lob_box64 box = lob_box64_join(cell->box, v->pic->cells[v->query->cell].reach);
    if (v->query->depth_max == 0 || (!is_all && !v->is_instances && v->query->depth_max > LEVELS_MAX)) {
        return LOB_OK;
    }
    uint64_t *below = NULL;
    if (!v->is_instances) {
        LOB_TRY(placements_below(v, is_all, &below));
    }
    uint64_t all = holds(v->query->window, box) ? placements_of(v, v->query->cell, below) : surely_entered(v, below);
    return all <= LOB_LIMIT_PLACEMENTS ? LOB_OK : fail_work(v, all);
}

/* ---- going through ---- */

/* Whether a member is entered: it is a component or has one below, and may meet the window. */
static bool is_entered(const visit *v, lob_cell_index child, const lob_trans *trans) {
    const lob_pic_cell *c = &v->pic->cells[child];
    if (v->is_instances) {
        lob_box64 box = lob_layout_cell(v->pic->layout, child)->box;
        return lob_box64_is_empty(box) || meets(lob_trans_box(trans, lob_box64_join(box, c->reach)), v->query->window);
    }
    return (c->flags & (LOB_PIC_COMPONENT | LOB_PIC_HAS_BELOW)) && !lob_box64_is_empty(c->reach) &&
           meets(widened(lob_trans_box(trans, c->reach)), v->query->window);
}

static bool enter(visit *v, const frame *f, uint64_t member, lob_point64 by, uint32_t depth, frame *below) {
    const lob_inst *inst = &lob_layout_cell(v->pic->layout, f->cell)->insts[f->inst - 1];
    lob_trans own = lob_inst_trans(v->pic->layout, inst);
    own = lob_trans_moved(&own, by);
    lob_trans trans = lob_trans_compose(&f->trans, &own);
    if (!is_entered(v, inst->child, &trans)) {
        return false;
    }
    v->steps[depth] = (lob_step){f->inst - 1, member};
    *below = (frame){.cell = inst->child, .trans = trans};
    return true;
}

static lob_status at_cell(visit *v, const frame *f, uint32_t depth) {
    const lob_pic_cell *c = &v->pic->cells[f->cell];
    if (v->query->owner && *v->query->owner != f->cell) {
        return LOB_OK;
    }
    if (v->is_instances) {
        return depth > 0 || lob_layout_cell(v->pic->layout, f->cell)->inst_count == 0
                   ? v->at(v, f->cell, &f->trans, depth, depth > 0 ? "instance" : "cell")
                   : LOB_OK;
    }
    return c->flags & LOB_PIC_COMPONENT ? v->at(v, f->cell, &f->trans, depth, c->rule) : LOB_OK;
}

/* Steps to the next member to look at, of this instance or a later one. False: the frame is done. */
static lob_status next_member(visit *v, frame *f, uint64_t *member, lob_point64 *by, bool *found) {
    const lob_cell *cell = lob_layout_cell(v->pic->layout, f->cell);
    for (*found = false; !*found;) {
        LOB_TRY(work(v));
        if (f->in_members) {
            f->in_members = lob_lattice_next(&f->members, member, by);
            *found = f->in_members && *member != LOB_LATTICE_PAUSE;
            continue;
        }
        if (f->inst == cell->inst_count) {
            return LOB_OK;
        }
        const lob_inst *inst = &cell->insts[f->inst++];
        const lob_pic_cell *child = &v->pic->cells[inst->child];
        if (!v->is_instances && !(child->flags & (LOB_PIC_COMPONENT | LOB_PIC_HAS_BELOW))) {
            continue;
        }
        *member = 0;
        *by = (lob_point64){0, 0};
        *found = inst->rep == LOB_NONE;
        f->in_members = !*found;
        if (f->in_members) {
            /* Displacements that bring the child's box into the window, seen from this cell. */
            lob_trans own = lob_inst_trans(v->pic->layout, inst);
            lob_box64 box = lob_trans_box(&own, child->reach), w = lob_trans_inverse_box(&f->trans, v->query->window);
            bool is_open = lob_box64_is_empty(child->reach);
            lob_box64 into = is_open ? LOB_WALK_EVERYTHING
                                     : clamp((lob_box64){w.left - box.right - 2, w.bottom - box.top - 2,
                                                         w.right - box.left + 2, w.top - box.bottom + 2});
            lob_lattice_start(&f->members, lob_layout_rep(v->pic->layout, inst->rep), NULL, into);
        }
    }
    return LOB_OK;
}

static lob_status go(visit *v) {
    uint32_t height = lob_layout_cell(v->pic->layout, v->query->cell)->height, depth = 0;
    uint32_t deepest = v->is_instances ? 1 : v->query->depth_max;
    frame *stack = LOB_NEW_ARRAY(v->ctx->arena, frame, (size_t)height + 2);
    v->steps = LOB_NEW_ARRAY(v->ctx->arena, lob_step, (size_t)height + 2);
    if (!stack || !v->steps) {
        return lob_fail_memory(v->ctx);
    }
    deepest = deepest < v->query->depth_max ? deepest : v->query->depth_max;
    stack[0] = (frame){.cell = v->query->cell, .trans = lob_trans_identity()};
    LOB_TRY(at_cell(v, &stack[0], 0));
    for (;;) {
        uint64_t member;
        lob_point64 by;
        bool found = false;
        if (depth < deepest && depth <= height) {
            LOB_TRY(next_member(v, &stack[depth], &member, &by, &found));
        }
        if (found) {
            if (enter(v, &stack[depth], member, by, depth, &stack[depth + 1])) {
                depth++;
                LOB_TRY(at_cell(v, &stack[depth], depth));
            }
        } else if (depth == 0) {
            return LOB_OK;
        } else {
            depth--;
        }
    }
}

/* ---- ways ---- */

enum { KEPT_MAX = 1000000 };

/* The steps of a kept item, whose room goes to the item that takes its place. */
typedef struct kept_way {
    lob_step *steps;
    uint32_t room;
} kept_way;

/* The item that a new one would push out; NULL while there is room. */
static const void *greatest_kept(const visit *v) {
    return v->kept.count < v->kept.capacity ? NULL : lob_smallest_at(&v->kept, 0);
}

static bool is_wanted(const visit *v, const void *item) {
    const void *last = v->kept.capacity ? greatest_kept(v) : NULL;
    return v->kept.capacity && (!last || v->kept.order(NULL, item, last) < 0);
}

static lob_status copy_steps(visit *v, uint32_t depth, kept_way *way) {
    if (depth > way->room) {
        uint32_t room = depth > 2 * way->room ? depth : 2 * way->room;
        way->steps = LOB_NEW_ARRAY(v->ctx->arena, lob_step, room);
        if (!way->steps) {
            return lob_fail_memory(v->ctx);
        }
        way->room = room;
    }
    if (depth > 0) {
        memcpy(way->steps, v->steps, depth * sizeof *way->steps);
    }
    return LOB_OK;
}

/* Counts first, so that no more places are kept than there are. */
static lob_status run(visit *v, size_t item_size, lob_order_fn *order) {
    LOB_TRY(know_components(v->ctx, v->pic));
    const lob_pic_cell *c = &v->pic->cells[v->query->cell];
    v->is_instances = !(c->flags & (LOB_PIC_COMPONENT | LOB_PIC_HAS_BELOW));
    v->counts_only = true;
    LOB_TRY(refuse_early(v));
    LOB_TRY(go(v));
    uint64_t capacity = v->query->limit < v->total ? v->query->limit : v->total;
    if (capacity > KEPT_MAX) {
        return fail_work(v, capacity);
    }
    LOB_TRY(lob_smallest_init(v->ctx, &v->kept, item_size, (size_t)capacity, order, NULL));
    v->counts_only = false;
    v->total = v->work = 0;
    LOB_TRY(go(v));
    lob_smallest_sort(&v->kept);
    return LOB_OK;
}

/* ---- ports ---- */

typedef struct kept_port {
    lob_port port;
    kept_way way;
} kept_port;

static int by_number(double a, double b) {
    return a < b ? -1 : a > b;
}

static int compare_ports(const void *arg, const void *a, const void *b) {
    (void)arg;
    const kept_port *p = a, *q = b;
    int order = lob_str_compare(p->port.type, q->port.type);
    order = order ? order : by_number(p->port.at.x, q->port.at.x);
    order = order ? order : by_number(p->port.at.y, q->port.at.y);
    order = order ? order : lob_path_compare(p->port.path, p->port.depth, q->port.path, q->port.depth);
    return order ? order : lob_order(p->port.index, q->port.index);
}

static bool is_in_window(lob_vec2 p, lob_box64 w) {
    return p.x >= (double)w.left && p.x <= (double)w.right && p.y >= (double)w.bottom && p.y <= (double)w.top;
}

static lob_status ports_at(visit *v, lob_cell_index cell, const lob_trans *trans, uint32_t depth, const char *rule) {
    const lob_port *ports;
    uint32_t count;
    if (v->query->is_marked_only && v->is_instances) {
        return LOB_OK;
    }
    (void)rule;
    LOB_TRY(lob_pic_cell_ports(v->ctx, v->pic, cell, &ports, &count));
    for (uint32_t i = 0; i < count; i++) {
        kept_port item = {.port = ports[i]};
        LOB_TRY(work(v));
        item.port.at = lob_port_place(trans, ports[i].at);
        if (!is_in_window(item.port.at, v->query->window) ||
            (v->query->is_marked_only && ports[i].source == LOB_PORT_INFERRED) ||
            (v->query->type.data && !lob_str_equal(v->query->type, item.port.type))) {
            continue;
        }
        v->total++;
        item.port.path = v->steps;
        item.port.depth = depth;
        if (!v->counts_only && is_wanted(v, &item)) {
            const kept_port *out = greatest_kept(v);
            item.way = out ? out->way : (kept_way){0};
            LOB_TRY(copy_steps(v, depth, &item.way));
            item.port.path = item.way.steps;
            item.port.conflict = lob_port_place(trans, ports[i].conflict);
            item.port.angle_deg = ports[i].has_angle ? placed_angle(trans, ports[i].angle_deg) : 0;
            item.port.width = ports[i].width * trans->mag;
            item.port.angle_conflict_deg = placed_angle(trans, ports[i].angle_conflict_deg);
            item.port.width_conflict = ports[i].width_conflict * trans->mag;
            lob_smallest_offer(&v->kept, &item);
        }
    }
    return LOB_OK;
}

lob_status lob_pic_ports(lob_ctx *ctx, lob_pic *pic, const lob_pic_query *query, lob_ports *ports) {
    visit v = {.ctx = ctx, .pic = pic, .query = query, .at = ports_at};
    LOB_TRY(run(&v, sizeof(kept_port), compare_ports));
    lob_port *items = LOB_NEW_ARRAY(ctx->arena, lob_port, v.kept.count);
    if (!items) {
        return lob_fail_memory(ctx);
    }
    for (size_t i = 0; i < v.kept.count; i++) {
        const kept_port *kept = lob_smallest_at(&v.kept, i);
        items[i] = kept->port;
    }
    *ports = (lob_ports){items, (uint32_t)v.kept.count, v.total};
    return LOB_OK;
}

/* ---- components ---- */

typedef struct kept_component {
    lob_component component;
    kept_way way;
} kept_component;

static int compare_components(const void *arg, const void *a, const void *b) {
    (void)arg;
    const kept_component *p = a, *q = b;
    lob_box64 x = p->component.box, y = q->component.box;
    int order = lob_order(x.left, y.left);
    order = order ? order : lob_order(x.bottom, y.bottom);
    order = order ? order : lob_order(x.right, y.right);
    order = order ? order : lob_order(x.top, y.top);
    return order ? order
                 : lob_path_compare(p->component.path, p->component.depth, q->component.path, q->component.depth);
}

static lob_status component_at(visit *v, lob_cell_index cell, const lob_trans *trans, uint32_t depth,
                               const char *rule) {
    const lob_pic_cell *c = &v->pic->cells[cell];
    lob_box64 box = lob_box64_is_empty(c->device) ? lob_layout_cell(v->pic->layout, cell)->box : c->device;
    kept_component item = {.way = {NULL, 0}};
    if (lob_box64_is_empty(box)) {
        box = (lob_box64){0, 0, 0, 0};
    }
    item.component = (lob_component){.cell = cell,
                                     .trans = *trans,
                                     .box = lob_trans_box(trans, box),
                                     .rule = rule,
                                     .path = v->steps,
                                     .depth = depth};
    if (!meets(item.component.box, v->query->window)) {
        return LOB_OK;
    }
    v->total++;
    if (!v->counts_only && is_wanted(v, &item)) {
        const kept_component *out = greatest_kept(v);
        item.way = out ? out->way : (kept_way){0};
        LOB_TRY(copy_steps(v, depth, &item.way));
        item.component.path = item.way.steps;
        LOB_TRY(lob_pic_is_guide(v->ctx, v->pic, cell, &item.component.is_guide));
        lob_smallest_offer(&v->kept, &item);
    }
    return LOB_OK;
}

lob_status lob_pic_component_count(lob_ctx *ctx, lob_pic *pic, const lob_pic_query *query, uint64_t *count) {
    visit v = {.ctx = ctx, .pic = pic, .query = query, .counts_components = true};
    LOB_TRY(know_components(ctx, pic));
    const lob_cell *cell = lob_layout_cell(pic->layout, query->cell);
    const lob_pic_cell *c = &pic->cells[query->cell];
    *count = 0;
    v.is_instances = !(c->flags & (LOB_PIC_COMPONENT | LOB_PIC_HAS_BELOW));
    if (query->owner || query->depth_max < cell->height || !holds(query->window, lob_box64_join(cell->box, c->reach))) {
        return LOB_OK;
    }
    uint64_t *below = NULL;
    if (!v.is_instances) {
        LOB_TRY(placements_below(&v, true, &below));
    }
    *count = placements_of(&v, query->cell, below);
    return LOB_OK;
}

lob_status lob_pic_components(lob_ctx *ctx, lob_pic *pic, const lob_pic_query *query, lob_components *components) {
    visit v = {.ctx = ctx, .pic = pic, .query = query, .at = component_at};
    LOB_TRY(run(&v, sizeof(kept_component), compare_components));
    lob_component *items = LOB_NEW_ARRAY(ctx->arena, lob_component, v.kept.count);
    if (!items) {
        return lob_fail_memory(ctx);
    }
    for (size_t i = 0; i < v.kept.count; i++) {
        const kept_component *kept = lob_smallest_at(&v.kept, i);
        items[i] = kept->component;
    }
    *components = (lob_components){items, (uint32_t)v.kept.count, v.total};
    return LOB_OK;
}
