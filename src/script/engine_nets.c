/* Operations over nets: which polygons of two layers meet, and antennas of the nets that come of it. */
#include "script/engine_impl.h"

#include "script/nets.h"
#include "script/texts.h"

enum { ANTENNAS_MAX = 10000 };

/* regions or texts */
static lob_status do_meetings(lob_script_call *c) {
    lob_value *a = value_at(c, 0), *b = value_at(c, 1);
    const bool has_texts = a->kind == LOB_VALUE_TEXTS || b->kind == LOB_VALUE_TEXTS;
    RESULT(LOB_VALUE_MEETINGS);
    return lob_script_finish(
        c, result, has_texts ? lob_op_text_meetings(c->ctx, a, b, result) : lob_op_meetings(c->ctx, a, b, result));
}

/* Lists among the arguments, one after another. */
typedef struct reading {
    const lob_script_call *c;
    uint32_t at;
    bool is_bad;
} reading;

static const lob_talk_arg *next(reading *r, char wanted) {
    static const lob_talk_arg none = {.type = 'i'};
    r->is_bad = r->is_bad || r->at >= r->c->count || !lob_script_suits(r->c->engine, wanted, &r->c->args[r->at]);
    return r->is_bad ? &none : &r->c->args[r->at++];
}

/* A number below `end`. */
static uint32_t next_index(reading *r, uint32_t end) {
    const int64_t value = next(r, 'i')->integer;
    r->is_bad = r->is_bad || value < 0 || value >= end;
    return r->is_bad ? 0 : (uint32_t)value;
}

/* How many follow: no more than arguments. */
static uint32_t next_count(reading *r) {
    return next_index(r, r->c->count + 1);
}

static lob_status read_names(reading *r, lob_net_names *names) {
    names->count = next_count(r);
    lob_str *items = LOB_NEW_ARRAY(r->c->ctx->arena, lob_str, (size_t)names->count + 1);
    for (uint32_t i = 0; items && i < names->count; i++) {
        items[i] = next(r, 's')->text;
    }
    names->items = items;
    return items ? LOB_OK : lob_fail_memory(r->c->ctx);
}

static lob_status read_joins(reading *r, lob_script_nets *nets) {
    LOB_TRY(read_names(r, &nets->patterns));
    for (uint32_t i = 0; i < nets->patterns.count; i++) {
        if (lob_script_pattern_has_more(nets->patterns.items[i])) {
            return lob_script_refuse(r->c->ctx, "a pattern of nets with more than * and ?");
        }
    }
    nets->joined_count = next_count(r);
    lob_net_names *joined = LOB_NEW_ARRAY(r->c->ctx->arena, lob_net_names, (size_t)nets->joined_count + 1);
    if (!joined) {
        return lob_fail_memory(r->c->ctx);
    }
    for (uint32_t i = 0; i < nets->joined_count && !r->is_bad; i++) {
        LOB_TRY(read_names(r, &joined[i]));
    }
    nets->joined = joined;
    return LOB_OK;
}

static lob_status read_nets(reading *r, lob_script_nets *nets) {
    lob_arena *arena = r->c->ctx->arena;
    const lob_script_engine *e = r->c->engine;
    nets->layer_count = next_count(r);
    lob_value **layers = LOB_NEW_ARRAY(arena, lob_value *, (size_t)nets->layer_count + 1);
    for (uint32_t i = 0; layers && i < nets->layer_count; i++) {
        const lob_talk_arg *layer = next(r, 'N');
        layers[i] = r->is_bad ? NULL : e->values[layer->integer];
    }
    nets->link_count = next_count(r);
    lob_net_link *links = LOB_NEW_ARRAY(arena, lob_net_link, (size_t)nets->link_count + 1);
    for (uint32_t i = 0; links && i < nets->link_count; i++) {
        const lob_talk_arg *meetings = next(r, 'M');
        links[i].meetings = r->is_bad ? NULL : e->values[meetings->integer];
        links[i].a = next_index(r, nets->layer_count);
        links[i].b = next_index(r, nets->layer_count);
    }
    lob_net_names groups;
    LOB_TRY(read_names(r, &groups));
    nets->groups = groups.items;
    nets->group_count = groups.count;
    nets->ground_count = next_count(r);
    lob_net_ground *grounds = LOB_NEW_ARRAY(arena, lob_net_ground, (size_t)nets->ground_count + 1);
    for (uint32_t i = 0; grounds && i < nets->ground_count; i++) {
        grounds[i].layer = next_index(r, nets->layer_count);
        grounds[i].group = next_index(r, nets->group_count);
    }
    nets->layers = layers;
    nets->links = links;
    nets->grounds = grounds;
    return layers && links && grounds ? read_joins(r, nets) : lob_fail_memory(r->c->ctx);
}

static lob_status count_members(lob_ctx *ctx, lob_value *layer, uint32_t *count) {
    const lob_polygons *p;
    lob_polygon_at at = {0};
    *count = layer->kind == LOB_VALUE_TEXTS ? layer->count : 0;
    if (layer->kind == LOB_VALUE_TEXTS) {
        return LOB_OK;
    }
    LOB_TRY(lob_value_whole(ctx, layer, &p));
    while (lob_polygon_next(p, &at)) {
        ++*count;
    }
    return LOB_OK;
}

/* Meetings name polygons of the layers that they are said to be of. */
static bool are_of(lob_ctx *ctx, const lob_script_nets *nets) {
    for (uint32_t i = 0; i < nets->link_count; i++) {
        const lob_net_link *link = &nets->links[i];
        uint32_t most_a = 0, most_b = 0, count[2] = {0, 0};
        for (uint32_t k = 0; k < link->meetings->count; k++) {
            const lob_meeting *m = &link->meetings->meetings[k];
            most_a = m->a + 1 > most_a ? m->a + 1 : most_a;
            most_b = m->b + 1 > most_b ? m->b + 1 : most_b;
        }
        for (int side = 0; side < 2; side++) {
            if (count_members(ctx, nets->layers[side ? link->b : link->a], &count[side]) != LOB_OK) {
                return false;
            }
        }
        if (most_a > count[0] || most_b > count[1]) {
            return false;
        }
    }
    return true;
}

static lob_status read_diodes(reading *r, lob_antenna_ask *ask) {
    ask->diode_count = next_count(r);
    lob_antenna_diode *diodes = LOB_NEW_ARRAY(r->c->ctx->arena, lob_antenna_diode, (size_t)ask->diode_count + 1);
    for (uint32_t i = 0; diodes && i < ask->diode_count; i++) {
        diodes[i].layer = next_index(r, UINT32_MAX);
        diodes[i].factor = next(r, 'd')->number;
    }
    ask->diodes = diodes;
    return diodes ? LOB_OK : lob_fail_memory(r->c->ctx);
}

static bool is_region(const lob_script_nets *nets, uint32_t layer) {
    return layer < nets->layer_count && nets->layers[layer]->kind == LOB_VALUE_REGION;
}

static bool has_layers(const lob_antenna_ask *ask, const lob_script_nets *nets) {
    bool has = is_region(nets, ask->gate.layer) && is_region(nets, ask->metal.layer);
    for (uint32_t i = 0; i < ask->diode_count; i++) {
        has = has && is_region(nets, ask->diodes[i].layer);
    }
    return has;
}

static lob_status put_antennas(lob_script_call *c, const lob_antenna *found, uint32_t count, uint32_t diode_count) {
    if (count > ANTENNAS_MAX) {
        return lob_script_refuse(c->ctx, "labels of more than 10000 antennas");
    }
    for (uint32_t i = 0; i < count; i++) {
        const lob_antenna *a = &found[i];
        const double numbers[] = {a->gate_area, a->gate_perimeter, a->metal_area, a->metal_perimeter,
                                  a->gate,      a->metal,          a->limit};
        lob_talk_put_integer(c->out, a->at.x);
        lob_talk_put_integer(c->out, a->at.y);
        for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++) {
            lob_talk_put_number(c->out, numbers[k]);
        }
        for (uint32_t k = 0; k < diode_count; k++) {
            lob_talk_put_number(c->out, a->diodes[k]);
        }
    }
    return LOB_OK;
}

/* layers of gate and metal, what their areas and perimeters count, the limit, whether the nets are returned; diodes:
 * how many, then layer and factor of each; layers: how many, then each; links: how many, then meetings and two layers
 * of each; groups: how many, then their names; grounds: how many, then layer and group of each; patterns of names: how
 * many, then each; lists of names: how many, then of each how many and they. The reply has the nets behind the value.
 */
static lob_status do_antenna(lob_script_call *c) {
    reading r = {.c = c};
    lob_script_nets nets = {0};
    lob_antenna_ask ask = {.dbu = lob_layout_dbu(c->engine->layout)};
    const lob_antenna *found = NULL;
    uint32_t count = 0;
    ask.gate.layer = next_index(&r, UINT32_MAX);
    ask.metal.layer = next_index(&r, UINT32_MAX);
    ask.gate.by_area = next(&r, 'd')->number;
    ask.gate.by_perimeter = next(&r, 'd')->number;
    ask.metal.by_area = next(&r, 'd')->number;
    ask.metal.by_perimeter = next(&r, 'd')->number;
    ask.limit = next(&r, 'd')->number;
    const bool is_told = next(&r, 'i')->integer != 0;
    LOB_TRY(read_diodes(&r, &ask));
    LOB_TRY(read_nets(&r, &nets));
    if (r.is_bad || r.at != c->count || !has_layers(&ask, &nets) || !are_of(c->ctx, &nets)) {
        return c->ctx->error.code ? c->ctx->error.code : lob_talk_fail(c->ctx);
    }
    RESULT(LOB_VALUE_REGION);
    LOB_TRY(lob_script_finish(c, result, lob_op_antenna(c->ctx, &nets, &ask, result, &found, &count)));
    return is_told ? put_antennas(c, found, count, ask.diode_count) : LOB_OK;
}

/* texts, then x, y and what it says of each that is added */
static lob_status do_put_texts(lob_script_call *c) {
    reading r = {.c = c, .at = 1};
    const lob_value *before = value_at(c, 0);
    const uint32_t more = (c->count - 1) / 3;
    lob_value_text *texts = LOB_NEW_ARRAY(c->ctx->arena, lob_value_text, (size_t)before->count + more + 1);
    if (!texts) {
        return lob_fail_memory(c->ctx);
    }
    RESULT(LOB_VALUE_TEXTS);
    lob_status status = LOB_OK;
    for (uint32_t i = 0; i < before->count + more && status == LOB_OK; i++) {
        lob_value_text t = {0};
        if (i < before->count) {
            t = before->texts[i];
        } else {
            t.at.x = next(&r, 'i')->integer;
            t.at.y = next(&r, 'i')->integer;
            t.text = next(&r, 's')->text;
        }
        const char *copy = lob_arena_strdup(result->arena, t.text.data ? t.text.data : "", t.text.size);
        status = copy ? LOB_OK : lob_fail_memory(c->ctx);
        texts[i] = (lob_value_text){t.at, t.code, {copy, t.text.size}};
    }
    status = status == LOB_OK && (r.is_bad || r.at != c->count) ? lob_talk_fail(c->ctx) : status;
    status = status == LOB_OK ? lob_value_put_texts(c->ctx, result, texts, before->count + more) : status;
    return lob_script_finish(c, result, status);
}

const lob_script_row lob_script_net_rows[] = {
    {"antenna_check", "*", do_antenna},
    {"connect", "NN", do_meetings},
    {"put_texts", "T*", do_put_texts},
    {0},
};
