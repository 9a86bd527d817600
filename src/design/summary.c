/* Design data for a prompt, in two languages: the words of both stand side by side in one table, so that neither can
 * say more than the other. */
#include "design/summary.h"

#include "base/buf.h"
#include "base/num.h"

enum { RULES_SHOWN = 5 };

typedef enum {
    CIRCUIT_NAME,
    DEVICE_COUNT,
    NET_COUNT,
    DEVICES,
    MODULES,
    TECH,
    RULE_COUNT,
    LAYERS,
    RULES,
    OBJECTIVES,
    WEIGHT,
    CONSTRAINTS,
    MAX_ITERATIONS,
    MAX_AREA,
    PHRASE_COUNT
} phrase;

static const char *const phrases[PHRASE_COUNT][2] = {
    [CIRCUIT_NAME] = {"Circuit: ", "电路名: "},
    [DEVICE_COUNT] = {"\nDevices: ", "\n器件数: "},
    [NET_COUNT] = {"\nNets: ", "\n网络数: "},
    [DEVICES] = {"\nDevice list:", "\n器件列表:"},
    [MODULES] = {"\nModules found:", "\n识别的模块:"},
    [TECH] = {"Process: ", "工艺: "},
    [RULE_COUNT] = {"\nRules: ", "\n规则数: "},
    [LAYERS] = {"\nLayers:", "\n层定义:"},
    [RULES] = {"\nKey rules:", "\n关键规则:"},
    [OBJECTIVES] = {"Design objectives:", "设计目标:"},
    [WEIGHT] = {": weight=", ": 权重="},
    [CONSTRAINTS] = {"\nConstraints:", "\n约束条件:"},
    [MAX_ITERATIONS] = {"\n  - Maximum iterations: ", "\n  - 最大迭代: "},
    [MAX_AREA] = {"\n  - Maximum area: ", "\n  - 最大面积: "},
};

typedef struct summary {
    lob_ctx *ctx;
    lob_language language;
    lob_buf text;
} summary;

static void say(summary *s, phrase which) {
    lob_buf_add_text(&s->text, phrases[which][s->language]);
}

static void add(summary *s, lob_str text) {
    lob_buf_add(&s->text, text.data, text.size);
}

static void add_count(summary *s, size_t count) {
    char text[LOB_NUM_TEXT_SIZE];
    lob_num_print_uint(text, count);
    lob_buf_add_text(&s->text, text);
}

/* "\n  - NAME" */
static void add_item(summary *s, lob_str name) {
    lob_buf_add_text(&s->text, "\n  - ");
    add(s, name);
}

static lob_status finish(summary *s, lob_str *text) {
    const char *copy = s->text.failed ? NULL : lob_arena_strdup(s->ctx->arena, s->text.data, s->text.size);
    *text = (lob_str){copy, s->text.size};
    lob_buf_release(&s->text);
    return copy ? LOB_OK : lob_fail_memory(s->ctx);
}

lob_status lob_netlist_summary(lob_ctx *ctx, const lob_parsed_netlist *netlist, lob_language language, lob_str *text) {
    summary s = {.ctx = ctx, .language = language};
    const lob_circuit *circuit = &netlist->circuit;
    lob_buf_init(&s.text, 0);
    say(&s, CIRCUIT_NAME);
    add(&s, circuit->name);
    say(&s, DEVICE_COUNT);
    add_count(&s, circuit->devices.count);
    say(&s, NET_COUNT);
    add_count(&s, circuit->nets.count);
    say(&s, DEVICES);
    for (size_t i = 0; i < circuit->devices.count; i++) {
        add_item(&s, circuit->devices.items[i].id);
        lob_buf_printf(&s.text, ": %s, W=", lob_device_type_names[circuit->devices.items[i].type]);
        add(&s, netlist->printed[i].w);
        lob_buf_add_text(&s.text, ", L=");
        add(&s, netlist->printed[i].l);
    }
    if (circuit->modules.count > 0) {
        say(&s, MODULES);
    }
    for (size_t i = 0; i < circuit->modules.count; i++) {
        add_item(&s, circuit->modules.items[i].id);
        lob_buf_printf(&s.text, ": %s", lob_module_type_names[circuit->modules.items[i].type]);
    }
    return finish(&s, text);
}

lob_status lob_drc_rules_summary(lob_ctx *ctx, const lob_parsed_drc_rules *rules, lob_language language,
                                 lob_str *text) {
    summary s = {.ctx = ctx, .language = language};
    const lob_drc_rule_set *set = &rules->rules;
    lob_buf_init(&s.text, 0);
    say(&s, TECH);
    add(&s, set->tech);
    say(&s, RULE_COUNT);
    add_count(&s, set->rules.count);
    say(&s, LAYERS);
    for (size_t i = 0; i < set->layers.count; i++) {
        add_item(&s, set->layers.names[i]);
        lob_buf_add_text(&s.text, ": ");
        add(&s, rules->printed_layers[i]);
    }
    say(&s, RULES);
    for (size_t i = 0; i < set->rules.count && i < RULES_SHOWN; i++) {
        add_item(&s, set->rules.items[i].id);
        lob_buf_printf(&s.text, ": %s, min=", lob_design_rule_type_names[set->rules.items[i].type]);
        add(&s, rules->printed_min[i]);
    }
    return finish(&s, text);
}

lob_status lob_objectives_summary(lob_ctx *ctx, const lob_parsed_objectives *parsed, lob_language language,
                                  lob_str *text) {
    summary s = {.ctx = ctx, .language = language};
    const lob_design_objectives *objectives = &parsed->objectives;
    lob_buf_init(&s.text, 0);
    say(&s, OBJECTIVES);
    for (size_t i = 0; i < objectives->objectives.count; i++) {
        add_item(&s, lob_str_from(lob_objective_name_names[objectives->objectives.items[i].name]));
        say(&s, WEIGHT);
        add(&s, parsed->printed_weights[i]);
    }
    say(&s, CONSTRAINTS);
    say(&s, MAX_ITERATIONS);
    add(&s, parsed->printed_max_iterations);
    if (objectives->constraints->has_max_area && objectives->constraints->max_area != 0) { /* as in the seed */
        say(&s, MAX_AREA);
        add(&s, parsed->printed_max_area);
        lob_buf_add_text(&s.text, " um^2");
    }
    return finish(&s, text);
}
