/* describe_region: what lies in a box, in as many tokens as the caller has room for.
 *
 * Every list is made first, most telling items first. Then the answer is filled in rounds: some more items of each list
 * a round, as many as take about the room of one component, as long as the written answer stays within the budget; a
 * list whose next item does not fit is closed. What is measured is the answer itself, four bytes a token.
 */
#include "tool/describe_region.h"

#include "base/limits.h"
#include "gen/write.h"
#include "tool/ports.h"
#include "tool/registry.h"

enum { BYTES_A_TOKEN = 4, LIST_COUNT = 5 };

/* ---- the budget ---- */

typedef struct list {
    size_t *count;
    size_t made; /* items there are */
    uint64_t whole;
    int64_t *dropped;
    unsigned per_round; /* a component with its ports is as long as four labels */
    bool is_closed;
} list;

static lob_status measure(lob_ctx *ctx, const lob_describe_region_response *response, size_t *tokens) {
    lob_buf out;
    lob_jsonw writer;
    lob_buf_init(&out, LOB_LIMIT_RESULT_SIZE);
    lob_jsonw_init(&writer, &out);
    lob_describe_region_response_write(&writer, response);
    const bool is_fine = lob_jsonw_fine(&writer);
    *tokens = (out.size + BYTES_A_TOKEN - 1) / BYTES_A_TOKEN;
    lob_buf_release(&out);
    return is_fine ? LOB_OK : lob_fail_memory(ctx);
}

static void set_count(list *l, size_t count) {
    *l->count = count;
    *l->dropped = lob_count_show(l->whole - count);
}

/* The ports of the last component shown, for a second try without them. */
static bool leave_out_ports(lob_describe_region_response *response) {
    lob_describe_region_response_components_item *last = &response->components.items[response->components.count - 1];
    if (last->ports.count == 0) {
        return false;
    }
    last->ports_dropped += (int64_t)last->ports.count;
    last->has_ports_dropped = true;
    last->ports.count = 0;
    return true;
}

static lob_status add_item(lob_summary *s, list *l, bool has_ports, lob_describe_region_response *response) {
    const size_t budget = (size_t)s->request->budget_tokens;
    size_t tokens;
    set_count(l, *l->count + 1);
    LOB_TRY(measure(s->call->ctx, response, &tokens));
    if (tokens > budget && has_ports && leave_out_ports(response)) {
        LOB_TRY(measure(s->call->ctx, response, &tokens));
    }
    if (tokens > budget) {
        set_count(l, *l->count - 1);
        l->is_closed = true;
    }
    return LOB_OK;
}

static lob_status fill(lob_summary *s, lob_describe_region_response *out) {
    list lists[LIST_COUNT] = {
        {&out->components.count, out->components.count, s->component_cells, &out->truncation.components_dropped, 1,
         false},
        {&out->layers.count, out->layers.count, s->d.layer_count, &out->truncation.layers_dropped, 2, false},
        {&out->labels.count, out->labels.count, s->d.label_count, &out->truncation.labels_dropped, 4, false},
        {&out->instances.count, out->instances.count, s->d.group_count, &out->truncation.instances_dropped, 2, false},
        {&out->guides.count, out->guides.count, s->d.width_count, &out->truncation.guides_dropped, 2, false},
    };
    bool is_open = true;
    out->truncation.used_tokens = out->truncation.budget_tokens; /* as many digits as there may be */
    for (unsigned i = 0; i < LIST_COUNT; i++) {
        set_count(&lists[i], 0);
    }
    while (is_open) {
        is_open = false;
        for (unsigned i = 0; i < LIST_COUNT; i++) {
            list *l = &lists[i];
            for (unsigned k = 0; k < l->per_round && !l->is_closed && *l->count < l->made; k++) {
                is_open = true;
                LOB_TRY(add_item(s, l, i == 0, out));
            }
        }
    }
    size_t tokens;
    LOB_TRY(measure(s->call->ctx, out, &tokens));
    out->truncation.used_tokens = (int64_t)tokens;
    return LOB_OK;
}

/* ---- notes ---- */

static lob_status add_notes(lob_summary *s, lob_describe_region_response *response) {
    lob_ctx *ctx = s->call->ctx;
    const lob_query_counts *c = &s->d.counts;
    if (c->is_lower_bound) {
        LOB_TRY(lob_note(ctx, &s->notes, "Counting stopped at the work limit: there are at least this many."));
    }
    if (s->d.insts_cut || s->d.labels_cut || s->d.shapes_cut || s->components_cut) {
        LOB_TRY(lob_note(ctx, &s->notes, "The lists do not cover everything; ask about a smaller box."));
    }
    if (s->d.areas_left) {
        LOB_TRY(lob_note(ctx, &s->notes,
                         "There are too many shapes to merge, so there are no areas. Use "
                         "density_map or a smaller box."));
    }
    if (lob_pic_is_cut(s->pic)) {
        LOB_TRY(lob_note(ctx, &s->notes, "Cells with very many figures were not searched for ports."));
    }
    if (c->shapes == 0 && c->texts == 0 && c->insts == 0) {
        LOB_TRY(lob_note(ctx, &s->notes,
                         response->nearest ? "The box is empty; nearest says where the nearest object is."
                                           : "The box is empty."));
    }
    response->notes.items = LOB_NEW_ARRAY(ctx->arena, lob_str, LOB_NOTES_MAX);
    if (!response->notes.items) {
        return lob_fail_memory(ctx);
    }
    memcpy(response->notes.items, s->notes.items, s->notes.count * sizeof *s->notes.items);
    response->notes.count = s->notes.count;
    response->has_notes = s->notes.count > 0;
    return LOB_OK;
}

/* ---- the answer ---- */

static lob_status take_box(lob_summary *s, bool *is_off_grid) {
    const lob_box64 box = lob_layout_cell(s->query.layout, s->query.cell)->box;
    if (s->request->box) {
        return lob_call_box(s->call, s->request->box, &s->query.window, is_off_grid);
    }
    if (lob_box64_is_empty(box) || box.left == box.right || box.bottom == box.top) {
        lob_status status = lob_fail(s->call->ctx, LOB_E_INVALID_BOX, "The cell has no area to describe");
        lob_error_text(&s->call->ctx->error, "argument", LOB_STR("box"));
        lob_error_text(&s->call->ctx->error, "reason", LOB_STR("no_area"));
        lob_hint(s->call->ctx, "Send a box, or the name of a cell that contains figures.");
        return status;
    }
    s->query.window = box;
    return LOB_OK;
}

static lob_status take_question(lob_summary *s) {
    bool is_off_grid = false;
    s->query.layout = s->call->session->layout;
    s->dbu = lob_layout_dbu(s->query.layout);
    LOB_TRY(lob_call_cell(s->call, s->request->cell, &s->query.cell));
    LOB_TRY(take_box(s, &is_off_grid));
    LOB_TRY(lob_call_pic(s->call, &s->pic));
    return is_off_grid
               ? lob_note(s->call->ctx, &s->notes, "Sides of the box were rounded to the nearest database unit.")
               : LOB_OK;
}

static void show_summary(const lob_summary *s, lob_describe_region_response *response) {
    const lob_query_counts *c = &s->d.counts;
    response->summary.instance_count = lob_count_show(c->insts);
    response->summary.shape_count = lob_count_show(c->shapes);
    response->summary.text_count = lob_count_show(c->texts);
    response->summary.layer_count = (int64_t)s->d.layer_count;
    response->summary.has_lower_bound = response->summary.lower_bound = c->is_lower_bound;
}

lob_status lob_tool_describe_region(lob_call *call, const lob_describe_region_request *request,
                                    lob_describe_region_response *response) {
    LOB_TRY(lob_call_session(call, request->session_id));
    lob_summary s = {.call = call, .request = request};
    const lob_layer_index *guide_layers;
    uint32_t guide_layer_count;
    lob_shown name;
    LOB_TRY(take_question(&s));
    guide_layers = lob_pic_guide_layers(s.pic, &guide_layer_count);
    LOB_TRY(lob_query_describe(call->ctx, &s.query, guide_layers, guide_layer_count, &s.d));
    LOB_TRY(
        lob_name_show(call->ctx, lob_layout_cell(s.query.layout, s.query.cell)->name, LOB_LIMIT_NAME_TEXT_SIZE, &name));
    response->session_id = request->session_id;
    response->dbu = s.dbu;
    response->cell = name.text;
    response->truncation.budget_tokens = request->budget_tokens;
    lob_box_show(s.query.window, s.dbu, &response->box_um, &response->box_dbu);
    show_summary(&s, response);
    LOB_TRY(lob_summary_components(&s, response));
    LOB_TRY(lob_summary_lists(&s, response));
    LOB_TRY(add_notes(&s, response));
    return fill(&s, response);
}
