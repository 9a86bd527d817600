/* See design_places.h. An explicit stack as deep as the hierarchy; each frame knows the path of names that led to it.
 * Invariant: only cells below which a name may stand are entered, so vias and fill cost nothing. */
#include "tool/design_places.h"

#include <math.h>
#include <string.h>

#include "base/limits.h"
#include "base/map.h"
#include "base/num.h"

enum { UNITS_MAX = 1000000, POLL_EVERY = 4096, QUARTER = 90, KEYS_MAX = 16 };

typedef struct unit { /* of one device, linked: how many there are is known at the end */
    lob_placed_unit is;
    struct unit *next;
} unit;

typedef struct frame {
    const lob_cell *cell;
    lob_trans trans; /* to the cell that was asked for */
    uint32_t inst;
    uint64_t member;
    size_t path_size; /* of the searcher's path */
} frame;

typedef struct key { /* of a property: a name, or a number of GDSII */
    lob_str name;
    uint16_t attr;
} key;

typedef struct searcher {
    lob_ctx *ctx;
    const lob_design_search *search;
    lob_name_map paths; /* ids and what instances lead to them; value: device, or count for no device */
    lob_name_map words; /* parts of ids between slashes, and ids */
    bool *leads;        /* by cell: a name stands below it */
    unit **firsts, **lasts;
    char *path; /* names that led here, slashes between; room for the longest id and more */
    size_t id_size_max;
    frame *stack;
    bool *is_named;  /* by cell: its name is a word */
    bool *is_device; /* by cell: an instance of it bears a name as a property */
    key *keys;       /* under which instances bear names */
    uint32_t key_count;
    uint64_t work;
    size_t unit_count;
    lob_design_place *places;
    lob_design_extras *extras;
} searcher;

/* ---- names ---- */

static bool add_id(searcher *s, lob_str id, uint32_t device) {
    uint32_t found;
    const uint32_t none = (uint32_t)s->search->count;
    size_t from = 0;
    s->id_size_max = id.size > s->id_size_max ? id.size : s->id_size_max;
    for (size_t i = 0; i < id.size; i++) {
        if (id.data[i] == '/') {
            if (!lob_name_map_add(&s->words, (lob_str){id.data + from, i - from}, 0, &found) ||
                !lob_name_map_add(&s->paths, (lob_str){id.data, i}, none, &found)) {
                return false;
            }
            from = i + 1;
        }
    }
    return lob_name_map_add(&s->words, (lob_str){id.data + from, id.size - from}, 0, &found) &&
           lob_name_map_add(&s->words, id, 0, &found) && lob_name_map_add(&s->paths, id, device, &found);
}

static bool is_word(const searcher *s, lob_str text) {
    return lob_name_map_find(&s->words, text) != LOB_MAP_NONE;
}

/* The texts of an instance's properties, one after the other; then its cell's name. `at` counts them. */
static bool next_text(const searcher *s, const lob_cell *cell, uint32_t inst, uint32_t *at, lob_str *text) {
    const lob_layout *layout = s->search->layout;
    const uint32_t set = lob_attrs_find(&cell->inst_props, inst);
    uint32_t count = 0, seen = 0;
    const lob_prop *props = set == LOB_NONE ? NULL : lob_layout_props(layout, set, &count);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < props[i].value_count; k++) {
            if (!props[i].is_standard && props[i].values[k].kind == LOB_PROP_STRING && seen++ == *at) {
                (*at)++;
                *text = props[i].values[k].string;
                return true;
            }
        }
    }
    *text = lob_layout_cell(layout, cell->insts[inst].child)->name;
    return (*at)++ == seen;
}

/* What the instance is called below the path that led to it: its device, or `count` when names go on below it;
 * LOB_NONE: nothing. *size: of the path then, which stands behind the present one. */
static uint32_t name_of(searcher *s, const frame *at, size_t *size) {
    lob_str text;
    for (uint32_t i = 0; next_text(s, at->cell, at->inst, &i, &text);) {
        const bool is_path = at->path_size > 0 && memchr(text.data, '/', text.size) != NULL; /* from the top */
        const size_t from = at->path_size > 0 && !is_path ? at->path_size + 1 : 0;
        if (text.size == 0 || from + text.size > s->id_size_max) {
            continue;
        }
        if (is_path) {
            const uint32_t device = lob_name_map_find(&s->paths, text);
            if (device < s->search->count) {
                return device;
            }
            continue;
        }
        if (from > 0) {
            s->path[at->path_size] = '/';
        }
        memcpy(s->path + from, text.data, text.size);
        const uint32_t found = lob_name_map_find(&s->paths, (lob_str){s->path, from + text.size});
        if (found != LOB_MAP_NONE) {
            *size = from + text.size;
            return found;
        }
    }
    return LOB_NONE;
}

/* ---- keys ---- */

static const lob_prop *props_of(const searcher *s, const lob_cell *cell, uint32_t inst, uint32_t *count) {
    const uint32_t set = lob_attrs_find(&cell->inst_props, inst);
    *count = 0;
    return set == LOB_NONE ? NULL : lob_layout_props(s->search->layout, set, count);
}

/* The text of a property that may name its instance; false: it is none. */
static bool has_text(const lob_prop *prop, lob_str *text) {
    for (uint32_t k = 0; !prop->is_standard && k < prop->value_count; k++) {
        if (prop->values[k].kind == LOB_PROP_STRING) {
            *text = prop->values[k].string;
            return true;
        }
    }
    return false;
}

static bool is_key(const searcher *s, const lob_prop *prop) {
    for (uint32_t i = 0; i < s->key_count; i++) {
        const key *k = &s->keys[i];
        if (prop->name.data ? lob_str_equal(k->name, prop->name) : !k->name.data && k->attr == prop->attr) {
            return true;
        }
    }
    return false;
}

/* Whether a property is a name of the netlist; then its key is one of names, and the cell one of devices. */
static bool learn_key(searcher *s, const lob_cell *cell, uint32_t inst) {
    uint32_t count;
    const lob_prop *props = props_of(s, cell, inst, &count);
    bool found = false;
    for (uint32_t i = 0; i < count; i++) {
        lob_str text;
        if (!has_text(&props[i], &text) || !is_word(s, text)) {
            continue;
        }
        found = true;
        s->is_device[cell->insts[inst].child] = true;
        if (!props[i].name_by_ref && !is_key(s, &props[i]) && s->key_count < KEYS_MAX) {
            s->keys[s->key_count++] = (key){props[i].name, props[i].attr};
        }
    }
    return found;
}

static bool bears_word(searcher *s, const lob_cell *cell, uint32_t inst) {
    return learn_key(s, cell, inst) || s->is_named[cell->insts[inst].child];
}

static lob_status find_ways(searcher *s) {
    const lob_layout *layout = s->search->layout;
    const lob_cell_index *order = lob_layout_cells_bottom_up(layout);
    for (uint32_t i = 0; i < lob_layout_cell_count(layout); i++) {
        s->is_named[i] = is_word(s, lob_layout_cell(layout, i)->name);
    }
    for (uint32_t i = 0; i < lob_layout_cell_count(layout); i++) {
        const lob_cell *cell = lob_layout_cell(layout, order[i]);
        LOB_TRY(lob_poll(s->ctx));
        for (uint32_t k = 0; k < cell->inst_count; k++) {
            const bool is_way = bears_word(s, cell, k) || s->leads[cell->insts[k].child];
            s->leads[order[i]] = s->leads[order[i]] || is_way;
        }
    }
    return LOB_OK;
}

/* ---- units ---- */

static lob_status refuse(lob_ctx *ctx, const char *reason) {
    lob_status status = lob_fail(ctx, LOB_E_QUERY_TOO_LARGE, "The netlist's devices have too many placements to match");
    lob_error_text(&ctx->error, "reason", lob_str_from(reason));
    lob_hint(ctx, "Ask for a cell at a lower level, or leave netlist_path out.");
    return status;
}

static bool is_quarter(const lob_trans *t, int *orientation) {
    const double turns = t->angle_deg / QUARTER;
    *orientation = (int)(lround(turns) & 3) | (t->code & 4);
    return fabs(turns - round(turns)) < 1e-9; /* what magnified instances make of whole turns */
}

/* What the properties say of w, l, m and nf. */
static void take_parameters(const searcher *s, const frame *at, lob_drawn_parameters *parameters) {
    uint32_t count;
    const lob_prop *props = props_of(s, at->cell, at->inst, &count);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; !props[i].is_standard && k < props[i].value_count; k++) {
            const lob_prop_value *value = &props[i].values[k];
            char text[LOB_NUM_TEXT_SIZE];
            if (value->kind == LOB_PROP_STRING) {
                lob_drawn_parameter_take(parameters, props[i].name, value->string);
                lob_drawn_parameters_take(parameters, value->string);
            } else if (value->kind == LOB_PROP_REAL || value->kind == LOB_PROP_UINT) {
                const size_t size = lob_num_print(text, value->kind == LOB_PROP_REAL ? value->real : (double)value->u);
                lob_drawn_parameter_take(parameters, props[i].name, (lob_str){text, size});
            }
        }
    }
}

static lob_status add_unit(searcher *s, uint32_t device, const lob_cell *cell, const lob_trans *t) {
    int orientation = 0;
    if (!is_quarter(t, &orientation)) {
        s->places[device].askew_count++;
        return LOB_OK;
    }
    unit *one = LOB_NEW(s->ctx->arena, unit);
    if (!one) {
        return lob_fail_memory(s->ctx);
    }
    if (++s->unit_count > UNITS_MAX) {
        return refuse(s->ctx, "units");
    }
    const double dbu = lob_layout_dbu(s->search->layout);
    const bool is_empty = lob_box64_is_empty(cell->box);
    const lob_box64 box = lob_trans_box(t, is_empty ? (lob_box64){0, 0, 0, 0} : cell->box);
    one->is = (lob_placed_unit){.x = ((double)box.left + (double)box.right) / 2 * dbu,
                                .y = ((double)box.bottom + (double)box.top) / 2 * dbu,
                                .width = (double)(box.right - box.left) * dbu,
                                .height = (double)(box.top - box.bottom) * dbu,
                                .orientation = orientation};
    *(s->lasts[device] ? &s->lasts[device]->next : &s->firsts[device]) = one;
    s->lasts[device] = one;
    s->places[device].count++;
    return LOB_OK;
}

static lob_status list_units(searcher *s) {
    for (size_t i = 0; i < s->search->count; i++) {
        lob_placed_unit *units = LOB_NEW_ARRAY(s->ctx->arena, lob_placed_unit, s->places[i].count + 1);
        size_t k = 0;
        if (!units) {
            return lob_fail_memory(s->ctx);
        }
        for (const unit *one = s->firsts[i]; one; one = one->next) {
            units[k++] = one->is;
        }
        s->places[i].units = units;
    }
    return LOB_OK;
}

/* ---- what the netlist does not know ---- */

/* What an instance without an id would be called; false: it is no device. */
static bool is_extra(const searcher *s, const lob_cell *cell, uint32_t inst, lob_str *name) {
    uint32_t count;
    const lob_prop *props = props_of(s, cell, inst, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (is_key(s, &props[i]) && has_text(&props[i], name)) {
            return true;
        }
    }
    *name = lob_layout_cell(s->search->layout, cell->insts[inst].child)->name;
    return s->is_device[cell->insts[inst].child];
}

static void add_extra(searcher *s, lob_str name, const lob_inst *inst, uint64_t count, const lob_trans *t) {
    lob_design_extras *all = s->extras;
    const lob_box64 box = lob_layout_cell(s->search->layout, inst->child)->box;
    const double dbu = lob_layout_dbu(s->search->layout);
    if (all->count < LOB_COMPARED_SHOWN) {
        const lob_box64 at = lob_trans_box(t, lob_box64_is_empty(box) ? (lob_box64){0, 0, 0, 0} : box);
        all->items[all->count++] = (lob_design_extra){.name = name,
                                                      .cell = inst->child,
                                                      .count = count,
                                                      .x = ((double)at.left + (double)at.right) / 2 * dbu,
                                                      .y = ((double)at.bottom + (double)at.top) / 2 * dbu};
    }
    all->total++;
}

/* ---- the walk ---- */

/* Moves the frame past one member of its instance. */
static void pass_member(frame *at, uint64_t member_count) {
    at->member++;
    if (at->member == member_count) {
        at->member = 0;
        at->inst++;
    }
}

/* One member of an instance: a unit, a frame on the stack, or nothing. */
static lob_status take_member(searcher *s, uint32_t *depth) {
    const lob_layout *layout = s->search->layout;
    frame *at = &s->stack[*depth - 1];
    const lob_inst *inst = &at->cell->insts[at->inst];
    const lob_rep *rep = inst->rep == LOB_NONE ? NULL : lob_layout_rep(layout, inst->rep);
    size_t path_size = at->path_size;
    const uint32_t name = name_of(s, at, &path_size);
    const uint64_t count = rep ? lob_rep_count(rep) : 1;
    const bool is_unknown = name == LOB_NONE && !s->leads[inst->child];
    lob_str extra;
    if (is_unknown && !is_extra(s, at->cell, at->inst, &extra)) {
        at->member = count - 1;
        pass_member(at, count);
        return LOB_OK;
    }
    lob_trans own = lob_inst_trans(layout, inst);
    if (rep) {
        own = lob_trans_moved(&own, lob_rep_at(rep, at->member));
    }
    const lob_trans t = lob_trans_compose(&at->trans, &own);
    if (is_unknown) {
        add_extra(s, extra, inst, count, &t);
        at->member = count - 1;
        pass_member(at, count);
        return LOB_OK;
    }
    if (name < s->search->count) {
        take_parameters(s, at, &s->places[name].parameters);
        pass_member(at, count);
        return add_unit(s, name, lob_layout_cell(layout, inst->child), &t);
    }
    pass_member(at, count);
    s->stack[(*depth)++] = (frame){.cell = lob_layout_cell(layout, inst->child),
                                   .trans = t,
                                   .path_size = name == LOB_NONE ? at->path_size : path_size};
    return LOB_OK;
}

static lob_status walk(searcher *s) {
    uint32_t depth = 1;
    s->stack[0] = (frame){.cell = lob_layout_cell(s->search->layout, s->search->cell), .trans = lob_trans_identity()};
    while (depth > 0) {
        if (s->stack[depth - 1].inst == s->stack[depth - 1].cell->inst_count) {
            depth--;
            continue;
        }
        if (++s->work % POLL_EVERY == 0) {
            LOB_TRY(lob_poll(s->ctx));
        }
        if (s->work > LOB_LIMIT_QUERY_WORK) {
            return refuse(s->ctx, "work");
        }
        LOB_TRY(take_member(s, &depth));
    }
    return list_units(s);
}

static lob_status search_all(searcher *s) {
    const lob_design_search *q = s->search;
    lob_arena *arena = s->ctx->arena;
    for (size_t i = 0; i < q->count; i++) {
        if (!add_id(s, q->ids[i], (uint32_t)i)) {
            return lob_fail_memory(s->ctx);
        }
    }
    s->leads = LOB_NEW_ARRAY(arena, bool, lob_layout_cell_count(q->layout));
    s->is_named = LOB_NEW_ARRAY(arena, bool, lob_layout_cell_count(q->layout));
    s->is_device = LOB_NEW_ARRAY(arena, bool, lob_layout_cell_count(q->layout));
    s->keys = LOB_NEW_ARRAY(arena, key, KEYS_MAX);
    s->extras->items = LOB_NEW_ARRAY(arena, lob_design_extra, LOB_COMPARED_SHOWN);
    s->firsts = LOB_NEW_ARRAY(arena, unit *, q->count + 1);
    s->lasts = LOB_NEW_ARRAY(arena, unit *, q->count + 1);
    s->path = lob_arena_alloc(arena, s->id_size_max + 2);
    s->stack = LOB_NEW_ARRAY(arena, frame, (size_t)lob_layout_cell(q->layout, q->cell)->height + 2);
    if (!s->leads || !s->is_named || !s->is_device || !s->keys || !s->extras->items || !s->firsts || !s->lasts ||
        !s->path || !s->stack) {
        return lob_fail_memory(s->ctx);
    }
    LOB_TRY(find_ways(s));
    return walk(s);
}

lob_status lob_design_places_find(lob_ctx *ctx, const lob_design_search *search, lob_design_place *places,
                                  lob_design_extras *extras) {
    searcher s = {.ctx = ctx, .search = search, .places = places, .extras = extras};
    *extras = (lob_design_extras){0};
    memset(places, 0, search->count * sizeof *places);
    lob_name_map_init(&s.paths);
    lob_name_map_init(&s.words);
    lob_status status = search_all(&s);
    lob_name_map_release(&s.paths);
    lob_name_map_release(&s.words);
    return status;
}
