/* Expressions read from a message: whatever arrives, each step is of earlier ones, of kinds that it can use, and has
 * the numbers that it wants. */
#include "script/expression.h"

#include <math.h>

#include "script/corners.h"

enum { MANY = -1 };

/* Per op: how many steps it is of, how many numbers it has. */
static const struct shape {
    int of, numbers;
} shapes[LOB_STEP_KINDS] = {
    [LOB_STEP_PRIMARY] = {0, 0},   [LOB_STEP_SECONDARY] = {0, 1}, [LOB_STEP_FOREIGN] = {0, 0},
    [LOB_STEP_EMPTY] = {0, 1},     [LOB_STEP_BOOLEAN] = {2, 1},   [LOB_STEP_JOIN] = {MANY, 0},
    [LOB_STEP_MERGED] = {1, 1},    [LOB_STEP_FILTER] = {1, 7},    [LOB_STEP_COUNT] = {1, 3},
    [LOB_STEP_SHAPE] = {1, 3},     [LOB_STEP_SIZED] = {1, 3},     [LOB_STEP_EDGES] = {1, 1},
    [LOB_STEP_POLYGONS] = {1, 1},  [LOB_STEP_SEGMENTS] = {1, 3},  [LOB_STEP_EXTENDED] = {1, 4},
    [LOB_STEP_CORNERS] = {1, 5},   [LOB_STEP_BOX_PART] = {1, 7},  [LOB_STEP_SMOOTHED] = {1, 2},
    [LOB_STEP_ROUNDED] = {1, 3},   [LOB_STEP_CHECK] = {MANY, 12}, [LOB_STEP_LOGIC] = {MANY, 1},
    [LOB_STEP_SWITCH] = {MANY, 0}, [LOB_STEP_SELECT] = {2, 4},
};

typedef struct reading {
    lob_ctx *ctx;
    const lob_talk_arg *args;
    uint32_t at, count;
    lob_value *const *values;
    uint32_t value_count;
    lob_expression *expression;
} reading;

static bool take_whole(reading *r, int64_t low, int64_t high, int64_t *value) {
    if (r->at >= r->count || r->args[r->at].type != 'i' || r->args[r->at].integer < low ||
        r->args[r->at].integer > high) {
        return false;
    }
    *value = r->args[r->at++].integer;
    return true;
}

/* A length or a fraction: within 53 bits, so that a double has it. Nothing stands for no limit. */
static bool take_number(reading *r, double *value) {
    if (r->at >= r->count) {
        return false;
    }
    const lob_talk_arg *arg = &r->args[r->at++];
    *value = arg->type == 'n' ? (double)INFINITY : arg->number;
    return arg->type == 'n' || ((arg->type == 'i' || arg->type == 'd') && fabs(arg->number) < 9007199254740992.0);
}

static bool take_step(reading *r, lob_local_step *step, uint32_t number) {
    int64_t op, count, one;
    if (!take_whole(r, 0, LOB_STEP_KINDS - 1, &op) || !take_whole(r, 0, number, &count)) {
        return false;
    }
    const struct shape *shape = &shapes[op];
    uint32_t *of = LOB_NEW_ARRAY(r->ctx->arena, uint32_t, (size_t)count + 1);
    step->op = (lob_step_op)op;
    step->of = of;
    for (int64_t i = 0; of && i < count; i++) {
        if (!take_whole(r, 0, (int64_t)number - 1, &one)) {
            return false;
        }
        of[step->of_count++] = (uint32_t)one;
    }
    if (!of || (shape->of != MANY && count != shape->of) || !take_whole(r, shape->numbers, shape->numbers, &one)) {
        return false;
    }
    for (; step->number_count < (uint32_t)shape->numbers; step->number_count++) {
        if (!take_number(r, &step->numbers[step->number_count])) {
            return false;
        }
    }
    return true;
}

/* ---- kinds ---- */

static bool is_in(double value, int below) {
    return value >= 0 && value < below && value == floor(value);
}

static bool find_layer(reading *r, lob_local_step *step) {
    const double number = step->numbers[0];
    step->layer = number >= 0 && number < r->value_count ? r->values[(uint32_t)number] : NULL;
    return step->layer && step->layer->kind == LOB_VALUE_REGION;
}

/* Kinds of the steps that it is of; LOB_VALUE_KINDS: not so many. */
static lob_value_kind kind_of(const reading *r, const lob_local_step *step, uint32_t i) {
    return i < step->of_count ? r->expression->steps[step->of[i]].kind : LOB_VALUE_KINDS;
}

static bool judge_boolean(lob_local_step *step, lob_value_kind a, lob_value_kind b) {
    const bool is_and = step->numbers[0] == LOB_REGION_AND, is_not = step->numbers[0] == LOB_REGION_NOT;
    if (!is_in(step->numbers[0], LOB_REGION_XOR + 1) || a == LOB_VALUE_PAIRS || b == LOB_VALUE_PAIRS) {
        return false;
    }
    step->kind = a == LOB_VALUE_EDGES || b == LOB_VALUE_EDGES ? LOB_VALUE_EDGES : LOB_VALUE_REGION;
    return a == b || is_and || (is_not && a == LOB_VALUE_EDGES);
}

static bool judge_same(const reading *r, lob_local_step *step) {
    step->kind = kind_of(r, step, 0);
    for (uint32_t i = 1; i < step->of_count; i++) {
        if (kind_of(r, step, i) != step->kind) {
            return false;
        }
    }
    return step->of_count > 0;
}

/* Results alike; conditions of any kind. */
static bool judge_switch(const reading *r, lob_local_step *step) {
    step->kind = step->of_count < 2 ? LOB_VALUE_KINDS : kind_of(r, step, 1);
    for (uint32_t i = 0; i < step->of_count; i++) {
        const bool is_result = i % 2 == 1 || (i + 1 == step->of_count && i > 0);
        if (is_result && kind_of(r, step, i) != step->kind) {
            return false;
        }
    }
    return step->of_count >= 2;
}

static bool judge_check(const reading *r, lob_local_step *step) {
    lob_pairs_ask ask;
    step->kind = LOB_VALUE_PAIRS;
    if (!lob_step_ask(step, &ask) || (ask.scope == LOB_SCOPE_LAYERS) != (step->of_count == 1)) {
        return false;
    }
    step->needs_others = ask.scope == LOB_SCOPE_LAYERS || ask.scope == LOB_SCOPE_BETWEEN;
    return step->of_count == 0 || r->expression->steps[step->of[0]].op == LOB_STEP_SECONDARY;
}

static bool judge_filter(lob_local_step *step, lob_value_kind a) {
    const bool is_of_edges = step->numbers[0] >= LOB_FILTER_LENGTH;
    step->kind = a;
    return is_in(step->numbers[0], LOB_FILTER_DISTANCE) && a == (is_of_edges ? LOB_VALUE_EDGES : LOB_VALUE_REGION);
}

static bool judge_parts(lob_local_step *step, lob_value_kind a) {
    if (step->op == LOB_STEP_CORNERS) {
        static const lob_value_kind kinds[LOB_CORNERS_KINDS] = {LOB_VALUE_EDGES, LOB_VALUE_REGION, LOB_VALUE_PAIRS};
        if (!is_in(step->numbers[0], LOB_CORNERS_KINDS)) {
            return false;
        }
        step->kind = kinds[(int)step->numbers[0]];
    } else if (step->op == LOB_STEP_BOX_PART) {
        step->kind = step->numbers[0] != 0 ? LOB_VALUE_EDGES : LOB_VALUE_REGION;
    }
    return a == LOB_VALUE_REGION;
}

static bool judge_edges(lob_local_step *step, lob_value_kind a) {
    switch (step->op) {
    case LOB_STEP_EDGES:
        step->kind = LOB_VALUE_EDGES;
        return is_in(step->numbers[0], LOB_EDGES_SECOND + 1) &&
               (a == LOB_VALUE_PAIRS || (a == LOB_VALUE_REGION && step->numbers[0] == LOB_EDGES_ALL));
    case LOB_STEP_SEGMENTS:
        step->kind = LOB_VALUE_EDGES;
        return is_in(step->numbers[0], LOB_SEGMENT_CENTER + 1) && fabs(step->numbers[2]) <= 1000 &&
               a == LOB_VALUE_EDGES;
    case LOB_STEP_POLYGONS:
        return a == LOB_VALUE_PAIRS;
    default:
        return a == LOB_VALUE_EDGES;
    }
}

static bool judge(reading *r, lob_local_step *step) {
    const lob_value_kind a = kind_of(r, step, 0), b = kind_of(r, step, 1);
    step->kind = LOB_VALUE_REGION;
    switch (step->op) {
    case LOB_STEP_SECONDARY:
        return find_layer(r, step);
    case LOB_STEP_EMPTY:
        step->kind = (lob_value_kind)(int)step->numbers[0];
        return is_in(step->numbers[0], LOB_VALUE_KINDS);
    case LOB_STEP_BOOLEAN:
        return judge_boolean(step, a, b);
    case LOB_STEP_JOIN:
        return judge_same(r, step);
    case LOB_STEP_FILTER:
        return judge_filter(step, a);
    case LOB_STEP_COUNT:
        step->kind = a;
        return true;
    case LOB_STEP_SHAPE:
        return is_in(step->numbers[0], LOB_SHAPE_HULLS + 1) && a == LOB_VALUE_REGION;
    case LOB_STEP_EDGES:
    case LOB_STEP_POLYGONS:
    case LOB_STEP_SEGMENTS:
    case LOB_STEP_EXTENDED:
        return judge_edges(step, a);
    case LOB_STEP_CHECK:
        return judge_check(r, step);
    case LOB_STEP_SWITCH:
        return judge_switch(r, step);
    case LOB_STEP_LOGIC:
        return is_in(step->numbers[0], 3);
    case LOB_STEP_SELECT:
        return is_in(step->numbers[0], LOB_SELECT_KINDS) && a == LOB_VALUE_REGION &&
               (b == LOB_VALUE_REGION || (b == LOB_VALUE_EDGES && step->numbers[0] == LOB_SELECT_INTERACTING));
    case LOB_STEP_PRIMARY:
    case LOB_STEP_FOREIGN:
        return true;
    default:
        return judge_parts(step, a);
    }
}

/* ---- how far it reaches ---- */

static int64_t own_reach(const lob_local_step *step, bool is_of_edges) {
    const double *n = step->numbers;
    switch (step->op) {
    case LOB_STEP_BOOLEAN:
        return is_of_edges;
    case LOB_STEP_SIZED: /* what has grown may meet what has grown towards it */
        return (int64_t)(2 * fmax(0, fmax(n[0], n[1])));
    case LOB_STEP_SMOOTHED:
    case LOB_STEP_ROUNDED:
        return (int64_t)n[0];
    case LOB_STEP_CORNERS:
        return n[0] == LOB_CORNERS_BOXES ? LOB_CORNERS_HALF : 0;
    case LOB_STEP_CHECK:
        return n[1] == LOB_SCOPE_WITHIN ? 0 : (int64_t)n[2];
    case LOB_STEP_SELECT: /* touching counts, and always with edges */
        return n[0] == LOB_SELECT_INTERACTING;
    default:
        return 0;
    }
}

static void measure_reach(const reading *r, lob_local_step *step) {
    bool is_of_edges = false;
    for (uint32_t i = 0; i < step->of_count; i++) {
        const lob_local_step *of = &r->expression->steps[step->of[i]];
        step->reach = of->reach > step->reach ? of->reach : step->reach;
        is_of_edges = is_of_edges || of->kind != LOB_VALUE_REGION;
    }
    step->reach += own_reach(step, is_of_edges);
}

lob_status lob_expression_read(lob_ctx *ctx, const lob_talk_arg *args, uint32_t count, lob_value *const *values,
                               uint32_t value_count, lob_expression *expression) {
    reading r = {.ctx = ctx, .args = args, .count = count, .values = values, .value_count = value_count};
    r.expression = expression;
    *expression = (lob_expression){.steps = LOB_NEW_ARRAY(ctx->arena, lob_local_step, LOB_STEPS_MAX)};
    if (!expression->steps) {
        return lob_fail_memory(ctx);
    }
    while (r.at < count) {
        lob_local_step *step = &expression->steps[expression->count];
        if (expression->count == LOB_STEPS_MAX || !take_step(&r, step, expression->count) || !judge(&r, step)) {
            return lob_talk_fail(ctx);
        }
        measure_reach(&r, step);
        if (step->reach > INT32_MAX) {
            return lob_script_refuse(ctx, "an expression for drc that reaches beyond 32 bits");
        }
        expression->count++;
    }
    return expression->count ? LOB_OK : lob_talk_fail(ctx);
}

/* ---- checks ---- */

bool lob_step_ask(const lob_local_step *step, lob_pairs_ask *ask) {
    const double *n = step->numbers;
    const bool has_words = is_in(n[0], LOB_CHECK_INSIDE + 1) && is_in(n[1], LOB_SCOPE_LAYERS + 1) &&
                           is_in(n[3], LOB_METRICS_PROJECTION + 1) && is_in(n[10], LOB_OPPOSITE_NOT + 1);
    if (!has_words || fabs(n[2]) > INT32_MAX || fabs(n[4]) > INT32_MAX || !is_in(n[11], 1 << 24)) {
        return false;
    }
    *ask = (lob_pairs_ask){.kind = (lob_check_kind)(int)n[0],
                           .scope = (lob_check_scope)(int)n[1],
                           .rule = lob_check_rule_of((lob_check_kind)(int)n[0], (int64_t)n[2]),
                           .is_transparent = n[8] != 0,
                           .is_negative = n[9] != 0,
                           .opposite = (lob_opposite)(int)n[10],
                           .sides = (uint32_t)n[11]};
    ask->rule.metrics = (lob_metrics)(int)n[3];
    ask->rule.projection_min = (int64_t)n[4];
    ask->rule.projection_max = isinf(n[5]) ? LOB_PROJECTION_MAX : (int64_t)n[5];
    ask->rule.ignore_angle = n[6];
    ask->rule.whole_edges = n[7] != 0;
    return true;
}
