/* Components and ports below a cell: the hierarchy walked down to the cells that are components.
 *
 * Branches without a component, or that lie outside the window with all their ports, are not entered. The way to a
 * placement is a chain of nodes up to the asked cell, made only where a component lies; it becomes an array of steps
 * for the items that are kept.
 */
#include <math.h>

#include "base/num.h"
#include "base/smallest.h"
#include "gen/limits.h"
#include "geom/lattice.h"
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

double lob_trans_angle(const lob_trans *t, double angle_deg) {
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

typedef struct node { /* a placement: one step below its parent; NULL: the asked cell */
    const struct node *up;
    lob_step step;
    uint32_t depth;
} node;

typedef struct frame { /* a cell being gone through */
    lob_cell_index cell;
    lob_trans trans;
    const node *way;
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
    lob_status (*at)(struct visit *v, lob_cell_index cell, const lob_trans *trans, const node *way, const char *rule);
    /* of the callbacks */
    lob_smallest kept;
    bool counts_only;
    uint64_t total;
} visit;

static bool meets(lob_box64 a, lob_box64 b) {
    return a.left <= b.right && b.left <= a.right && a.bottom <= b.top && b.bottom <= a.top;
}

static lob_status work(visit *v) {
    if (++v->work % 4096 == 0) {
        LOB_TRY(lob_poll(v->ctx));
    }
    if (v->work <= LOB_LIMIT_QUERY_WORK) {
        return LOB_OK;
    }
    lob_status status = lob_fail(v->ctx, LOB_E_QUERY_TOO_LARGE, "There are more placements than can be gone through");
    lob_error_text(&v->ctx->error, "reason", LOB_STR("work"));
    lob_hint(v->ctx, "Ask for a smaller box, a smaller depth, or a cell further down.");
    return status;
}

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

static lob_status enter(visit *v, frame *f, uint64_t member, lob_point64 by, frame *below, bool *entered) {
    const lob_inst *inst = &lob_layout_cell(v->pic->layout, f->cell)->insts[f->inst - 1];
    lob_trans own = lob_inst_trans(v->pic->layout, inst);
    own = lob_trans_moved(&own, by);
    lob_trans trans = lob_trans_compose(&f->trans, &own);
    *entered = is_entered(v, inst->child, &trans);
    if (!*entered) {
        return LOB_OK;
    }
    node *way = LOB_NEW(v->ctx->arena, node);
    if (!way) {
        return lob_fail_memory(v->ctx);
    }
    *way = (node){f->way, {f->inst - 1, member}, f->way ? f->way->depth + 1 : 1};
    *below = (frame){.cell = inst->child, .trans = trans, .way = way};
    return LOB_OK;
}

static lob_status at_cell(visit *v, const frame *f) {
    const lob_pic_cell *c = &v->pic->cells[f->cell];
    if (v->query->owner && *v->query->owner != f->cell) {
        return LOB_OK;
    }
    if (v->is_instances) {
        return f->way || lob_layout_cell(v->pic->layout, f->cell)->inst_count == 0
                   ? v->at(v, f->cell, &f->trans, f->way, f->way ? "instance" : "cell")
                   : LOB_OK;
    }
    return c->flags & LOB_PIC_COMPONENT ? v->at(v, f->cell, &f->trans, f->way, c->rule) : LOB_OK;
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
    if (!stack) {
        return lob_fail_memory(v->ctx);
    }
    deepest = deepest < v->query->depth_max ? deepest : v->query->depth_max;
    stack[0] = (frame){.cell = v->query->cell, .trans = lob_trans_identity()};
    LOB_TRY(at_cell(v, &stack[0]));
    for (;;) {
        uint64_t member;
        lob_point64 by;
        bool found = false;
        if (depth < deepest && depth <= height) {
            LOB_TRY(next_member(v, &stack[depth], &member, &by, &found));
        }
        if (found) {
            LOB_TRY(enter(v, &stack[depth], member, by, &stack[depth + 1], &found));
            if (found) {
                depth++;
                LOB_TRY(at_cell(v, &stack[depth]));
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

static int compare_ways(const node *a, const node *b) {
    uint32_t da = a ? a->depth : 0, db = b ? b->depth : 0;
    int order = da < db ? -1 : da > db;
    for (; a && a->depth > db; a = a->up) {
    }
    for (; b && b->depth > da; b = b->up) {
    }
    for (; a != b; a = a->up, b = b->up) { /* the topmost difference counts */
        if (a->step.inst != b->step.inst) {
            order = a->step.inst < b->step.inst ? -1 : 1;
        } else if (a->step.member != b->step.member) {
            order = a->step.member < b->step.member ? -1 : 1;
        }
    }
    return order;
}

static lob_status steps_of(lob_ctx *ctx, const node *way, const lob_step **path, uint32_t *depth) {
    *depth = way ? way->depth : 0;
    lob_step *steps = LOB_NEW_ARRAY(ctx->arena, lob_step, *depth);
    if (!steps) {
        return lob_fail_memory(ctx);
    }
    for (; way; way = way->up) {
        steps[way->depth - 1] = way->step;
    }
    *path = steps;
    return LOB_OK;
}

/* Counts first, so that no more places are kept than there are. */
static lob_status run(visit *v, size_t item_size, lob_order_fn *order) {
    LOB_TRY(know_components(v->ctx, v->pic));
    const lob_pic_cell *c = &v->pic->cells[v->query->cell];
    v->is_instances = !(c->flags & (LOB_PIC_COMPONENT | LOB_PIC_HAS_BELOW));
    v->counts_only = true;
    LOB_TRY(go(v));
    uint64_t capacity = v->query->limit < v->total ? v->query->limit : v->total;
    if (capacity > KEPT_MAX) {
        v->work = LOB_LIMIT_QUERY_WORK;
        return work(v);
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
    const node *way;
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
    order = order ? order : compare_ways(p->way, q->way);
    return order ? order : lob_order(p->port.index, q->port.index);
}

static bool is_in_window(lob_vec2 p, lob_box64 w) {
    return p.x >= (double)w.left && p.x <= (double)w.right && p.y >= (double)w.bottom && p.y <= (double)w.top;
}

static lob_status ports_at(visit *v, lob_cell_index cell, const lob_trans *trans, const node *way, const char *rule) {
    const lob_port *ports;
    uint32_t count;
    if (v->query->is_marked_only && v->is_instances) {
        return LOB_OK;
    }
    (void)rule;
    LOB_TRY(lob_pic_cell_ports(v->ctx, v->pic, cell, &ports, &count));
    for (uint32_t i = 0; i < count; i++) {
        kept_port item = {.port = ports[i], .way = way};
        LOB_TRY(work(v));
        item.port.at = lob_port_place(trans, ports[i].at);
        if (!is_in_window(item.port.at, v->query->window) ||
            (v->query->is_marked_only && ports[i].source == LOB_PORT_INFERRED) ||
            (v->query->type.data && !lob_str_equal(v->query->type, item.port.type))) {
            continue;
        }
        v->total++;
        if (!v->counts_only) {
            item.port.conflict = lob_port_place(trans, ports[i].conflict);
            item.port.angle_deg = ports[i].has_angle ? lob_trans_angle(trans, ports[i].angle_deg) : 0;
            item.port.width = ports[i].width * trans->mag;
            item.port.angle_conflict_deg = lob_trans_angle(trans, ports[i].angle_conflict_deg);
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
        LOB_TRY(steps_of(ctx, kept->way, &items[i].path, &items[i].depth));
    }
    *ports = (lob_ports){items, (uint32_t)v.kept.count, v.total};
    return LOB_OK;
}

/* ---- components ---- */

typedef struct kept_component {
    lob_component component;
    const node *way;
} kept_component;

static int compare_components(const void *arg, const void *a, const void *b) {
    (void)arg;
    const kept_component *p = a, *q = b;
    lob_box64 x = p->component.box, y = q->component.box;
    int order = lob_order(x.left, y.left);
    order = order ? order : lob_order(x.bottom, y.bottom);
    order = order ? order : lob_order(x.right, y.right);
    order = order ? order : lob_order(x.top, y.top);
    return order ? order : compare_ways(p->way, q->way);
}

static lob_status component_at(visit *v, lob_cell_index cell, const lob_trans *trans, const node *way,
                               const char *rule) {
    const lob_pic_cell *c = &v->pic->cells[cell];
    lob_box64 box = lob_box64_is_empty(c->device) ? lob_layout_cell(v->pic->layout, cell)->box : c->device;
    kept_component item = {.way = way};
    if (lob_box64_is_empty(box)) {
        box = (lob_box64){0, 0, 0, 0};
    }
    item.component = (lob_component){.cell = cell, .trans = *trans, .box = lob_trans_box(trans, box), .rule = rule};
    if (!meets(item.component.box, v->query->window)) {
        return LOB_OK;
    }
    v->total++;
    if (!v->counts_only) {
        LOB_TRY(lob_pic_is_guide(v->ctx, v->pic, cell, &item.component.is_guide));
        lob_smallest_offer(&v->kept, &item);
    }
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
        LOB_TRY(steps_of(ctx, kept->way, &items[i].path, &items[i].depth));
    }
    *components = (lob_components){items, (uint32_t)v.kept.count, v.total};
    return LOB_OK;
}
