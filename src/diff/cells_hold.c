/* What a cell holds, each thing as a weight: the hash of what it is, times its place, times its array. */
#include <math.h>
#include <string.h>

#include "base/num.h"
#include "diff/cells_impl.h"

enum { TAG_PATH = 48, TAG_TEXT, TAG_INSTANCE, TAG_LOOK, TAG_PROP, TAG_SET };

/* ---- properties ---- */

static void add_value(lob_buf *text, const lob_prop_value *value) {
    char number[LOB_NUM_TEXT_SIZE];
    lob_buf_add_byte(text, value->kind == LOB_PROP_STRING ? 's' : 'n');
    if (value->kind == LOB_PROP_STRING) {
        lob_buf_add(text, value->string.data, value->string.size);
    } else if (value->kind == LOB_PROP_REAL) {
        lob_buf_add(text, number, lob_num_print(number, value->real));
    } else if (value->kind == LOB_PROP_INT) {
        lob_buf_add(text, number, lob_num_print_int(number, value->i));
    } else {
        lob_buf_add(text, number, lob_num_print_uint(number, value->u));
    }
    lob_buf_add_byte(text, '\0');
}

/* OASIS keeps the attributes of GDSII as S_GDS_PROPERTY (number, text). */
static bool is_gds_attr(const lob_prop *prop) {
    return prop->name.data && lob_str_equal(prop->name, LOB_STR("S_GDS_PROPERTY")) && prop->value_count == 2 &&
           prop->values[0].kind == LOB_PROP_UINT;
}

static lob_status add_prop(cells_run *r, int side, const lob_prop *prop, lob_weight *sum) {
    const bool is_attr = !prop->name.data || is_gds_attr(prop);
    const uint64_t attr = !prop->name.data ? prop->attr : is_attr ? prop->values[0].u : 0;
    lob_buf *text = &r->text;
    lob_buf_clear(text);
    if (is_attr) {
        lob_buf_printf(text, "#%llu", (unsigned long long)attr);
    } else {
        lob_buf_add_byte(text, '$');
        lob_buf_add(text, prop->name.data, prop->name.size);
    }
    lob_buf_add_byte(text, '\0');
    for (uint32_t i = prop->name.data && is_attr ? 1 : 0; i < prop->value_count; i++) {
        add_value(text, &prop->values[i]);
    }
    *sum = lob_weight_add(*sum, lob_diff_hash(r->sides[side].table, text->data, text->size, TAG_PROP));
    return text->failed ? lob_fail_memory(r->ctx) : LOB_OK;
}

/* Standard properties are the format's own affair. */
static lob_status props_weight(cells_run *r, int side, uint32_t set, lob_weight *sum) {
    uint32_t count = 0;
    *sum = LOB_WEIGHT_ZERO;
    if (!r->question->with_properties || set == LOB_NONE) {
        return LOB_OK;
    }
    const lob_prop *props = lob_layout_props(r->question->layouts[side], set, &count);
    for (uint32_t i = 0; i < count; i++) {
        LOB_TRY(props[i].is_standard && !is_gds_attr(&props[i]) ? LOB_OK : add_prop(r, side, &props[i], sum));
    }
    return LOB_OK;
}

/* ---- shapes ---- */

typedef struct holder {
    cells_run *run;
    int side;
    held_fn *each;
    void *who;
} holder;

/* Layer, kind and properties as a factor. */
static lob_status look(holder *h, const lob_layer *layer, lob_thing thing, uint32_t props, lob_weight *factor) {
    lob_weight set;
    LOB_TRY(props_weight(h->run, h->side, props, &set));
    const uint64_t words[5] = {layer ? layer->layer : 0, layer ? layer->datatype : 0, thing, set.v[0], set.v[1]};
    *factor = lob_diff_hash(h->run->sides[h->side].table, words, sizeof words, TAG_LOOK);
    return LOB_OK;
}

static lob_status give(holder *h, held_thing *thing, lob_weight factor) {
    const lob_diff_table *table = h->run->sides[h->side].table;
    thing->weight = lob_weight_mul(thing->weight, factor);
    if (thing->rep) {
        thing->weight = lob_weight_mul(thing->weight, lob_diff_of_rep(table, thing->rep, 0));
    }
    return h->each(h->who, h->side, thing);
}

static lob_point64 scaled(const lob_side *side, lob_point p) {
    return (lob_point64){p.x * side->scale, p.y * side->scale};
}

static lob_weight at(const lob_side *side, lob_point p) {
    return lob_diff_at(side->table, (lob_point64){p.x, p.y});
}

static lob_status path_weight(holder *h, const lob_path *p, lob_weight *weight) {
    const lob_side *side = &h->run->sides[h->side];
    const lob_outline *line = lob_layout_outline(side->layout, p->outline);
    const lob_point *points = lob_layout_points(side->layout, line);
    const int64_t look_words[4] = {p->width * side->scale, p->begin_ext * side->scale, p->end_ext * side->scale,
                                   p->round_ends};
    lob_buf *text = &h->run->text;
    lob_buf_clear(text);
    lob_buf_add(text, look_words, sizeof look_words);
    for (uint32_t i = 0; i < line->count; i++) {
        const lob_point64 q = scaled(side, points[i]);
        lob_buf_add(text, &q, sizeof q);
    }
    *weight = lob_weight_mul(lob_diff_hash(side->table, text->data, text->size, TAG_PATH), at(side, p->at));
    return text->failed ? lob_fail_memory(h->run->ctx) : LOB_OK;
}

static lob_status weigh(holder *h, const lob_shapes *shapes, lob_kind kind, uint32_t index, held_thing *thing) {
    lob_side *side = &h->run->sides[h->side];
    lob_diff_figure figure;
    if (kind == LOB_KIND_TEXT) {
        const lob_text *t = &shapes->texts[index];
        const lob_str string = lob_layout_string(side->layout, t->string);
        const lob_point64 p = scaled(side, t->at);
        thing->thing = LOB_THING_TEXT;
        thing->box = (lob_box64){p.x, p.y, p.x, p.y};
        thing->weight = lob_weight_mul(lob_diff_hash(side->table, string.data, string.size, TAG_TEXT), at(side, t->at));
        return LOB_OK;
    }
    const lob_trans identity = lob_trans_identity();
    const lob_member member = {.shapes = shapes, .kind = kind, .index = index};
    LOB_TRY(lob_side_figure(side, &member, &identity, &figure));
    thing->box = figure.box;
    thing->weight = figure.weight;
    thing->thing = kind == LOB_KIND_PATH ? LOB_THING_PATH : LOB_THING_POLYGON;
    return kind == LOB_KIND_PATH ? path_weight(h, &shapes->paths[index], &thing->weight) : LOB_OK;
}

static lob_status hold_shapes(holder *h, const lob_cell *cell, uint32_t number) {
    const lob_layout *layout = h->run->question->layouts[h->side];
    const lob_shapes *shapes = &cell->shapes[number];
    for (int kind = 0; kind < LOB_KIND_COUNT; kind++) {
        lob_weight plain;
        const lob_layer *layer = lob_layout_layer(layout, shapes->layer);
        held_thing thing = {.shapes = number, .kind = (uint8_t)kind};
        for (uint32_t i = 0; i < shapes->count[kind]; i++) {
            uint32_t props = h->run->question->with_properties ? lob_attrs_find(&shapes->props[kind], i) : LOB_NONE;
            LOB_TRY(i % 4096 == 4095 ? lob_poll(h->run->ctx) : LOB_OK);
            LOB_TRY(weigh(h, shapes, (lob_kind)kind, i, &thing));
            lob_weight factor;
            if (i == 0) {
                LOB_TRY(look(h, layer, (lob_thing)thing.thing, LOB_NONE, &plain));
            }
            factor = plain;
            LOB_TRY(props != LOB_NONE ? look(h, layer, (lob_thing)thing.thing, props, &factor) : LOB_OK);
            thing.index = i;
            thing.rep = lob_shape_rep(layout, shapes, (lob_kind)kind, i);
            LOB_TRY(give(h, &thing, factor));
        }
    }
    return LOB_OK;
}

/* ---- placements ---- */

/* Programs that keep an angle as sine and cosine write 22.500000000000004 for 22.5; within a millionth of a degree, and
 * of a 2^25th of the magnification, turns are the same. The steps are powers of two, so that decimals do not lie on
 * their borders. */
static double angle_step(double angle_deg) {
    const double rounded = ldexp(round(ldexp(angle_deg, 20)), -20);
    return rounded >= 360 ? rounded - 360 : rounded + 0.0; /* never -0 */
}

static double mag_step(double mag) {
    int exponent;
    const double mantissa = frexp(mag, &exponent);
    return ldexp(round(ldexp(mantissa, 25)), exponent - 25);
}

static lob_status hold_inst(holder *h, const lob_cell *cell, uint32_t index) {
    const lob_cells_question *q = h->run->question;
    const lob_side *side = &h->run->sides[h->side];
    const lob_inst *inst = &cell->insts[index];
    const lob_trans t = lob_inst_trans(side->layout, inst);
    const bool is_asked = inst->child == q->cells[h->side];
    const lob_str name = is_asked ? LOB_STR("") : lob_layout_cell(side->layout, inst->child)->name;
    const lob_weight child = lob_diff_hash(side->table, name.data, name.size, TAG_INSTANCE);
    const double angle = t.is_orthogonal ? 90 * (t.code & 3) : angle_step(t.angle_deg);
    const double mag = t.is_orthogonal ? 1 : mag_step(t.mag);
    uint64_t words[5] = {child.v[0], child.v[1], 0, 0, t.code & 4};
    memcpy(&words[2], &angle, sizeof angle);
    memcpy(&words[3], &mag, sizeof mag);
    const lob_point64 p = scaled(side, inst->at);
    held_thing thing = {.index = index, .kind = LOB_KIND_COUNT, .thing = LOB_THING_INSTANCE};
    thing.box = (lob_box64){p.x, p.y, p.x, p.y};
    thing.rep = inst->rep == LOB_NONE ? NULL : lob_layout_rep(side->layout, inst->rep);
    thing.weight = lob_weight_mul(lob_diff_hash(side->table, words, sizeof words, TAG_INSTANCE), at(side, inst->at));
    lob_weight factor;
    LOB_TRY(look(h, NULL, LOB_THING_INSTANCE, q->with_properties ? lob_attrs_find(&cell->inst_props, index) : LOB_NONE,
                 &factor));
    return give(h, &thing, factor);
}

lob_status lob_cell_things(cells_run *run, int side, lob_cell_index index, held_fn *each, void *who) {
    holder h = {.run = run, .side = side, .each = each, .who = who};
    const lob_cell *cell = lob_layout_cell(run->question->layouts[side], index);
    for (uint32_t i = 0; i < cell->shapes_count; i++) {
        LOB_TRY(run->is_wanted[side][cell->shapes[i].layer] ? hold_shapes(&h, cell, i) : LOB_OK);
    }
    for (uint32_t i = 0; i < cell->inst_count; i++) {
        LOB_TRY(i % 4096 == 4095 ? lob_poll(run->ctx) : LOB_OK);
        LOB_TRY(hold_inst(&h, cell, i));
    }
    if (run->question->with_properties && cell->props != LOB_NONE) {
        held_thing thing = {.kind = LOB_KIND_COUNT, .thing = LOB_THING_PROPERTIES, .box = LOB_BOX64_EMPTY};
        LOB_TRY(props_weight(run, side, cell->props, &thing.weight));
        LOB_TRY(lob_weight_equal(thing.weight, LOB_WEIGHT_ZERO) ? LOB_OK : give(&h, &thing, LOB_WEIGHT_ONE));
    }
    return LOB_OK;
}
