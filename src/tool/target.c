/* See target.h. */
#include "tool/target.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/limits.h"
#include "base/num.h"
#include "tool/ports.h"
#include "tool/seek.h"

static const char label_prefix[] = "label:", port_prefix[] = "port:";

static bool has_prefix(lob_str name, const char *prefix) {
    size_t size = strlen(prefix);
    return name.size >= size && memcmp(name.data, prefix, size) == 0;
}

static lob_status refuse(lob_ctx *ctx, lob_str id, const char *reason, const char *message, const char *hint) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "%s", message);
    lob_error_text(&ctx->error, "target_id", id);
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    lob_hint(ctx, "%s", hint);
    return status;
}

void lob_target_blame(lob_ctx *ctx, const lob_target *target) {
    lob_error_text(&ctx->error, "target_id", target->id);
}

/* ---- ids ---- */

/* A port is where its convention puts it; measuring wants a place on the grid. */
static lob_status make_port(lob_call *call, lob_target *target) {
    const lob_layout *layout = call->session->layout;
    const lob_stored *stored = &target->object.stored;
    const lob_port *ports;
    uint32_t count;
    lob_trans trans;
    lob_pic *pic;
    lob_point64 *at = LOB_NEW(call->ctx->arena, lob_point64);
    if (!at) {
        return lob_fail_memory(call->ctx);
    }
    LOB_TRY(lob_path_trans(call->ctx, layout, target->object.cell, stored->path, stored->depth, &trans, NULL));
    LOB_TRY(lob_call_pic(call, &pic));
    LOB_TRY(lob_pic_cell_ports(call->ctx, pic, stored->leaf, &ports, &count));
    if (stored->index >= count) {
        return refuse(call->ctx, target->id, "absent", "The port no longer exists", "Call list_ports again.");
    }
    const lob_port *port = &ports[stored->index];
    lob_vec2 place = lob_port_place(&trans, port->at);
    *at = (lob_point64){llround(place.x), llround(place.y)};
    target->place_error = hypot(place.x - (double)at->x, place.y - (double)at->y);
    target->layer = port->layer == LOB_NONE ? NULL : lob_layout_layer(layout, port->layer);
    target->text = port->name;
    target->figure = (lob_figure){
        .kind = LOB_KIND_TEXT, .box = {at->x, at->y, at->x, at->y}, .ring = at, .ring_count = 1, .is_exact = true};
    return LOB_OK;
}

static lob_status make_figure(lob_call *call, lob_target *target) {
    if (target->object.type == LOB_ID_PORT) {
        return make_port(call, target);
    }
    const lob_layout *layout = call->session->layout;
    const lob_stored *stored = &target->object.stored;
    const lob_shapes *shapes = lob_object_shapes(layout, &target->object);
    lob_trans trans;
    LOB_TRY(lob_path_trans(call->ctx, layout, target->object.cell, stored->path, stored->depth, &trans, NULL));
    target->layer = lob_layout_layer(layout, stored->layer);
    if (stored->kind == LOB_KIND_TEXT) {
        target->text = lob_layout_string(layout, shapes->texts[stored->index].string);
    }
    return lob_figure_make(call->ctx, layout, shapes, stored->kind, stored->index, stored->member, &trans,
                           &target->figure);
}

static lob_status find_id(lob_call *call, lob_str id, lob_target *target) {
    *target = (lob_target){.id = id};
    lob_status status = lob_call_find_id(call, id, &target->object);
    if (status != LOB_OK) {
        lob_target_blame(call->ctx, target);
        return status;
    }
    if (target->object.type == LOB_ID_INST) {
        return refuse(call->ctx, id, "instance", "The target is an instance, which has no outline of its own",
                      "Use the id of a shape or text; query_region in recursive mode gives those inside instances.");
    }
    return make_figure(call, target);
}

/* ---- labels and ports by name ---- */

typedef struct found_label {
    char id[LOB_ID_TEXT_SIZE];
    lob_object object;
    lob_point64 at;
} found_label;

typedef struct label_search {
    lob_call *call;
    lob_str text;
    lob_cell_index cell;
    uint64_t count; /* all that fit */
    found_label found[LOB_CANDIDATE_COUNT_MAX];
} label_search;

static lob_status keep_label(label_search *s, const lob_hit *hit) {
    lob_ctx *ctx = s->call->ctx;
    if (s->count++ >= LOB_CANDIDATE_COUNT_MAX) {
        return LOB_OK;
    }
    found_label *f = &s->found[s->count - 1];
    lob_step *path = lob_arena_alloc(ctx->arena, (hit->depth + 1) * sizeof *path);
    if (!path) {
        return lob_fail_memory(ctx);
    }
    memcpy(path, hit->path, hit->depth * sizeof *path);
    f->at = (lob_point64){hit->box.left, hit->box.bottom};
    f->object = (lob_object){.type = LOB_ID_TEXT,
                             .cell = s->cell,
                             .stored = {.path = path,
                                        .depth = hit->depth,
                                        .leaf = hit->leaf,
                                        .layer = hit->shapes->layer,
                                        .kind = LOB_KIND_TEXT,
                                        .index = hit->index,
                                        .member = hit->member}};
    return LOB_OK;
}

static lob_status search_labels(label_search *s) {
    lob_ctx *ctx = s->call->ctx;
    const lob_layout *layout = s->call->session->layout;
    lob_walk_options options = {.window = LOB_WALK_EVERYTHING, .what = LOB_WALK_TEXTS, .depth_max = UINT32_MAX};
    lob_walk *walk;
    const lob_hit *hit;
    LOB_TRY(lob_walk_open(ctx, layout, s->cell, &options, &walk));
    for (;;) {
        LOB_TRY(lob_walk_next(walk, &hit));
        if (!hit) {
            return LOB_OK;
        }
        if (lob_str_equal(lob_layout_string(layout, hit->shapes->texts[hit->index].string), s->text)) {
            LOB_TRY(keep_label(s, hit));
        }
    }
}

/* Ids that would do, and where each is. */
static lob_status refuse_several(label_search *s, lob_str name) {
    lob_ctx *ctx = s->call->ctx;
    double dbu = lob_layout_dbu(s->call->session->layout);
    bool is_port = s->found[0].object.type == LOB_ID_PORT;
    lob_status status =
        refuse(ctx, name, "ambiguous", is_port ? "Several ports have this name" : "Several labels have this text",
               "Use an id of details.candidates as the target; details.places_um has their positions in the same "
               "order.");
    for (uint64_t i = 0; i < s->count && i < LOB_CANDIDATE_COUNT_MAX; i++) {
        lob_error_candidate(&ctx->error, lob_str_from(s->found[i].id));
        lob_error_place(&ctx->error, lob_num_um_from_dbu(s->found[i].at.x, dbu),
                        lob_num_um_from_dbu(s->found[i].at.y, dbu));
    }
    lob_error_integer(&ctx->error, "count", (int64_t)s->count);
    return status;
}

/* Of all that fit: one is the target, several are named. */
static lob_status take_found(label_search *s, lob_str name, lob_target *target) {
    lob_call *call = s->call;
    for (uint64_t i = 0; i < s->count && i < LOB_CANDIDATE_COUNT_MAX; i++) {
        LOB_TRY(
            lob_ids_issue(call->ctx, call->session->ids, call->session->layout, &s->found[i].object, s->found[i].id));
    }
    if (s->count > 1) {
        return refuse_several(s, name);
    }
    const char *id = lob_arena_strdup(call->ctx->arena, s->found[0].id, strlen(s->found[0].id));
    if (!id) {
        return lob_fail_memory(call->ctx);
    }
    *target = (lob_target){.id = lob_str_from(id), .object = s->found[0].object};
    return make_figure(call, target);
}

static lob_status find_label(lob_call *call, lob_str name, lob_cell_index cell, lob_target *target) {
    size_t skip = sizeof label_prefix - 1;
    label_search s = {.call = call, .text = {name.data + skip, name.size - skip}, .cell = cell};
    LOB_TRY(search_labels(&s));
    if (s.count == 0) {
        return refuse(
            call->ctx, name, "absent", "No text below the cell has this content",
            "describe_cell lists the labels of a cell, query_region those of a box; the text is compared byte "
            "by byte.");
    }
    return take_found(&s, name, target);
}

/* Ports below the cell that are called so; own_only: ports of the cell itself. */
static void collect_ports(label_search *s, const lob_ports *ports, bool own_only) {
    for (uint32_t i = 0; i < ports->count; i++) {
        const lob_port *port = &ports->items[i];
        if ((own_only && port->depth > 0) || !lob_str_equal(port->name, s->text) ||
            s->count++ >= LOB_CANDIDATE_COUNT_MAX) {
            continue;
        }
        s->found[s->count - 1] =
            (found_label){.at = {llround(port->at.x), llround(port->at.y)}, .object = lob_port_object(s->cell, port)};
    }
}

/* By the conventions of the session. A port of the cell itself goes before those of what is placed in it, which have
 * the same few names (o1, opt1) in every component. */
static lob_status find_port(lob_call *call, lob_str name, lob_cell_index cell, lob_target *target) {
    size_t skip = sizeof port_prefix - 1;
    label_search s = {.call = call, .text = {name.data + skip, name.size - skip}, .cell = cell};
    lob_ports ports;
    LOB_TRY(lob_call_ports_below(call, cell, &ports));
    collect_ports(&s, &ports, true);
    if (s.count != 1) {
        s.count = 0;
        collect_ports(&s, &ports, false);
    }
    if (s.count == 0) {
        return refuse(call->ctx, name, "absent", "No port below the cell has that name",
                      "list_ports lists the ports of a cell with their ids; the name is compared byte by byte.");
    }
    return take_found(&s, name, target);
}

/* ---- all of them ---- */

static lob_status check_frames(lob_call *call, const lob_target *targets, size_t count) {
    const lob_layout *layout = call->session->layout;
    for (size_t i = 1; i < count; i++) {
        if (targets[i].object.cell == targets[0].object.cell) {
            continue;
        }
        lob_status status =
            refuse(call->ctx, targets[i].id, "mixed_cells", "The targets are seen from different cells",
                   "Query both in one cell that contains them, e.g. query_region with cell set to a common parent and "
                   "hierarchy_mode recursive; ids of one cell are in its coordinates.");
        lob_shown shown;
        LOB_TRY(lob_name_show(call->ctx, lob_layout_cell(layout, targets[i].object.cell)->name,
                              LOB_LIMIT_NAME_TEXT_SIZE, &shown));
        lob_error_text(&call->ctx->error, "cell", shown.text);
        LOB_TRY(lob_name_show(call->ctx, lob_layout_cell(layout, targets[0].object.cell)->name,
                              LOB_LIMIT_NAME_TEXT_SIZE, &shown));
        lob_error_text(&call->ctx->error, "other_cell", shown.text);
        return status;
    }
    return LOB_OK;
}

lob_status lob_targets_find(lob_call *call, const lob_str *names, size_t count, lob_target *targets) {
    return lob_targets_find_below(call, call->session->top, names, count, targets);
}

lob_status lob_targets_find_below(lob_call *call, lob_cell_index frame, const lob_str *names, size_t count,
                                  lob_target *targets) {
    bool has_frame = false;
    for (size_t i = 0; i < count; i++) {
        if (!has_prefix(names[i], label_prefix) && !has_prefix(names[i], port_prefix)) {
            LOB_TRY(find_id(call, names[i], &targets[i]));
            frame = has_frame ? frame : targets[i].object.cell;
            has_frame = true;
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (has_prefix(names[i], label_prefix)) {
            LOB_TRY(find_label(call, names[i], frame, &targets[i]));
        } else if (has_prefix(names[i], port_prefix)) {
            LOB_TRY(find_port(call, names[i], frame, &targets[i]));
        }
    }
    return check_frames(call, targets, count);
}
