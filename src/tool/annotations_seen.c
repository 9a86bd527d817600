/* Annotations that show what is there: ports in the picture, placements of the cell's direct children, the layers
 * drawn.
 *
 * An array is shown member by member while its members are large enough to be seen and few enough to be told apart,
 * else as one frame around all.
 */
#include <math.h>
#include <string.h>

#include "base/limits.h"
#include "geom/lattice.h"
#include "tool/annotations_impl.h"
#include "tool/ports.h"

enum { NAME_SIZE_MAX = 64, MEMBERS_MAX = 400, FRAMES_MAX = 4000 };

lob_status lob_annotation_name(lob_resolver *r, lob_str raw, lob_str *name) {
    lob_shown shown;
    LOB_TRY(lob_name_show(r->call->ctx, raw, NAME_SIZE_MAX, &shown));
    *name = shown.text;
    return LOB_OK;
}

/* ---- ports ---- */

/* Sources that disagree: the narrower bar, for META that says 500 um of a guide of 0.5 um would strike through the
 * picture. */
static lob_status keep_port(lob_resolver *r, const lob_port *port, lob_port_mark *mark) {
    *mark = (lob_port_mark){.at = {port->at.x, port->at.y},
                            .angle_deg = port->angle_deg,
                            .has_angle = port->has_angle,
                            .width = port->width_conflict > 0 ? fmin(port->width, port->width_conflict) : port->width,
                            .is_inferred = port->source == LOB_PORT_INFERRED};
    return lob_annotation_name(r, port->name, &mark->name);
}

static bool is_same(const lob_port *port, const lob_stored *stored) {
    bool is = port->index == stored->index && port->depth == stored->depth && port->owner == stored->leaf;
    for (uint32_t i = 0; is && i < port->depth; i++) {
        is = port->path[i].inst == stored->path[i].inst && port->path[i].member == stored->path[i].member;
    }
    return is;
}

/* A port by its id: as the conventions see it around its place. */
static lob_status keep_target(lob_resolver *r, lob_pic *pic, const lob_subject *s, lob_port_mark *mark) {
    const int64_t x = llround(s->at.x), y = llround(s->at.y);
    const lob_pic_query query = {.cell = r->drawing->view.cell,
                                 .window = {x - 1, y - 1, x + 1, y + 1},
                                 .depth_max = UINT32_MAX,
                                 .limit = LOB_LIMIT_LIST_PORTS_MAX,
                                 .owner = &s->object.stored.leaf};
    lob_ports ports;
    *mark = (lob_port_mark){.at = s->at};
    LOB_TRY(lob_annotation_name(r, s->text, &mark->name));
    LOB_TRY(lob_pic_ports(r->call->ctx, pic, &query, &ports));
    for (uint32_t i = 0; i < ports.count; i++) {
        if (is_same(&ports.items[i], &s->object.stored)) {
            return keep_port(r, &ports.items[i], mark);
        }
    }
    return LOB_OK;
}

static lob_status take_targets(lob_resolver *r, lob_pic *pic) {
    const lob_subject *subjects;
    uint32_t count;
    LOB_TRY(lob_subjects_find(r, &subjects, &count));
    lob_port_mark *marks = LOB_NEW_ARRAY(r->call->ctx->arena, lob_port_mark, count);
    if (!marks) {
        return lob_fail_memory(r->call->ctx);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (subjects[i].object.type != LOB_ID_PORT) {
            return lob_annotation_refuse(r, "target_ids", "no_port", "A target is not a port",
                                         "list_ports gives ids of ports (prt_); without target_ids all ports in view "
                                         "are drawn.");
        }
        LOB_TRY(keep_target(r, pic, &subjects[i], &marks[i]));
    }
    r->out->ports = marks;
    r->out->port_count = count;
    return LOB_OK;
}

lob_status lob_annotation_ports(lob_resolver *r) {
    lob_ctx *ctx = r->call->ctx;
    const lob_pic_query query = {.cell = r->drawing->view.cell,
                                 .window = lob_grid_box(&r->drawing->scene.grid),
                                 .depth_max = UINT32_MAX,
                                 .limit = LOB_LIMIT_LIST_PORTS_MAX};
    lob_ports ports;
    lob_pic *pic;
    LOB_TRY(lob_call_pic(r->call, &pic));
    if (r->item->target_ids.count) {
        return take_targets(r, pic);
    }
    LOB_TRY(lob_pic_ports(ctx, pic, &query, &ports));
    lob_port_mark *marks = LOB_NEW_ARRAY(ctx->arena, lob_port_mark, ports.count);
    if (!marks) {
        return lob_fail_memory(ctx);
    }
    for (uint32_t i = 0; i < ports.count; i++) {
        LOB_TRY(keep_port(r, &ports.items[i], &marks[i]));
    }
    r->out->ports = marks;
    r->out->port_count = ports.count;
    if (ports.count_total > ports.count) {
        return lob_note(ctx, &r->drawing->notes, "%u of %llu ports in view are drawn; a smaller box shows the others.",
                        ports.count, (unsigned long long)ports.count_total);
    }
    return ports.count ? LOB_OK : lob_note(ctx, &r->drawing->notes, "No port is in view.");
}

/* ---- cells ---- */

typedef struct framer {
    lob_resolver *r;
    lob_box64 window;
    double scale; /* pixels a unit */
    lob_named_box *names;
    uint32_t count;
    uint64_t small_count, left_out_count;
} framer;

static bool is_small(const framer *f, lob_box64 b) {
    return fmax((double)(b.right - b.left), (double)(b.top - b.bottom)) * f->scale < LOB_CELL_FRAME_MIN;
}

static void keep_frame(framer *f, lob_box64 box, lob_str name) {
    if (f->count < FRAMES_MAX) {
        f->names[f->count++] = (lob_named_box){box, name};
    } else {
        f->left_out_count++;
    }
}

static lob_box64 moved(lob_box64 b, lob_point64 by) {
    return (lob_box64){b.left + by.x, b.bottom + by.y, b.right + by.x, b.top + by.y};
}

static lob_status keep_members(framer *f, const lob_rep *rep, lob_box64 first, lob_str name) {
    const lob_box64 w = f->window;
    const lob_box64 into = {w.left - first.right, w.bottom - first.top, w.right - first.left, w.top - first.bottom};
    lob_lattice lattice;
    lob_point64 at;
    uint64_t member;
    lob_lattice_start(&lattice, rep, NULL, into);
    while (lob_lattice_next(&lattice, &member, &at)) {
        if (member == LOB_LATTICE_PAUSE) {
            LOB_TRY(lob_poll(f->r->call->ctx));
        } else {
            keep_frame(f, moved(first, at), name);
        }
    }
    return LOB_OK;
}

static lob_status keep_inst(framer *f, const lob_hit *hit) {
    const lob_layout *layout = f->r->layout;
    const lob_inst *inst = &lob_layout_cell(layout, f->r->drawing->view.cell)->insts[hit->index];
    const lob_cell *child = lob_layout_cell(layout, inst->child);
    const lob_trans trans = lob_inst_trans(layout, inst);
    if (lob_box64_is_empty(child->box)) {
        return LOB_OK;
    }
    const lob_box64 first = lob_trans_box(&trans, child->box);
    const bool is_array = inst->rep != LOB_NONE;
    const bool is_told_apart = is_array && hit->member_count <= MEMBERS_MAX && !is_small(f, first);
    const lob_box64 box = is_array ? hit->box : first;
    if (is_small(f, box)) {
        f->small_count++;
        return LOB_OK;
    }
    lob_str name = {0};
    if (f->count < FRAMES_MAX) {
        LOB_TRY(lob_annotation_name(f->r, child->name, &name));
    }
    if (is_told_apart) {
        return keep_members(f, lob_layout_rep(layout, inst->rep), first, name);
    }
    keep_frame(f, box, name);
    return LOB_OK;
}

static lob_status walk_insts(framer *f) {
    lob_ctx *ctx = f->r->call->ctx;
    const lob_walk_options options = {.window = f->window, .what = LOB_WALK_INSTS, .depth_max = 0};
    lob_walk *walk;
    const lob_hit *hit;
    LOB_TRY(lob_walk_open(ctx, f->r->layout, f->r->drawing->view.cell, &options, &walk));
    for (;;) {
        LOB_TRY(lob_walk_next(walk, &hit));
        if (!hit) {
            return LOB_OK;
        }
        LOB_TRY(keep_inst(f, hit));
    }
}

static lob_status frame_targets(framer *f) {
    const lob_subject *subjects;
    uint32_t count;
    LOB_TRY(lob_subjects_find(f->r, &subjects, &count));
    for (uint32_t i = 0; i < count; i++) {
        if (subjects[i].object.type != LOB_ID_INST) {
            return lob_annotation_refuse(f->r, "target_ids", "no_instance", "A target is not an instance",
                                         "query_region gives ids of instances (ins_); without target_ids the direct "
                                         "children in view are framed.");
        }
        LOB_TRY(lob_annotation_name(f->r, subjects[i].text, &f->names[f->count].name));
        f->names[f->count++].box = subjects[i].figure.box;
    }
    return LOB_OK;
}

static lob_status note_frames(const framer *f) {
    lob_ctx *ctx = f->r->call->ctx;
    lob_notes *notes = &f->r->drawing->notes;
    if (f->small_count) {
        LOB_TRY(lob_note(ctx, notes, "%llu placement%s below %d pixels and without a frame; a smaller box shows more.",
                         (unsigned long long)f->small_count, f->small_count == 1 ? " is" : "s are",
                         LOB_CELL_FRAME_MIN));
    }
    if (f->left_out_count) {
        LOB_TRY(lob_note(ctx, notes, "%llu more placements in view have no frame; a smaller box shows them.",
                         (unsigned long long)f->left_out_count));
    }
    return f->count + f->small_count ? LOB_OK : lob_note(ctx, notes, "No placement of a cell is in view.");
}

lob_status lob_annotation_cells(lob_resolver *r) {
    lob_ctx *ctx = r->call->ctx;
    framer f = {.r = r, .window = lob_grid_box(&r->drawing->scene.grid), .scale = r->drawing->scene.grid.sx};
    const bool is_asked = r->item->target_ids.count > 0;
    f.names = LOB_NEW_ARRAY(ctx->arena, lob_named_box, FRAMES_MAX);
    if (!f.names) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(is_asked ? frame_targets(&f) : walk_insts(&f));
    r->out->names = f.names;
    r->out->name_count = f.count;
    return is_asked ? LOB_OK : note_frames(&f);
}

/* ---- layers ---- */

/* Whether a layer shows: it has a fill or a frame, and all of it together is larger than a pixel. */
static bool is_seen(const lob_resolver *r, uint32_t index) {
    const lob_scene *scene = &r->drawing->scene;
    const lob_style *style = &scene->layers[index].style;
    const lob_layer_box *box = lob_cell_layer_box(lob_layout_cell(r->layout, scene->cell), scene->layers[index].layer);
    const double side =
        box ? fmax((double)(box->box.right - box->box.left), (double)(box->box.top - box->box.bottom)) : 0;
    return side * scene->grid.sx >= 1 && (style->fill_alpha > 0 || (style->frame_width > 0 && style->frame_alpha > 0));
}

lob_status lob_annotation_legend(lob_resolver *r) {
    const lob_scene *scene = &r->drawing->scene;
    lob_legend_entry *entries = LOB_NEW_ARRAY(r->call->ctx->arena, lob_legend_entry, scene->layer_count);
    if (!entries) {
        return lob_fail_memory(r->call->ctx);
    }
    r->out->legend = entries;
    for (uint32_t i = 0; i < scene->layer_count; i++) {
        if (is_seen(r, i)) {
            entries[r->out->legend_count++] = (lob_legend_entry){r->drawing->layer_names[i], scene->layers[i].style};
        }
    }
    return LOB_OK;
}
