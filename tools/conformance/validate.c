/* What the schema of a case does not say. Invariant: a case that passes here can only fail for what the server does, or
 * for a path that its author wrote wrong. */
#include <ctype.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "gen/parse.h"
#include "load.h"
#include "match.h"
#include "json/reader.h"

/* Members of a step, as bits. */
enum {
    HAS_ARGUMENTS = 1 << 0,
    HAS_PARAMS = 1 << 1,
    HAS_AS = 1 << 2,
    HAS_WITHIN = 1 << 3,
    HAS_COPY = 1 << 4,
    HAS_TEXT = 1 << 5,
    HAS_LINK = 1 << 6,
    HAS_KIND = 1 << 7,
    HAS_MODE = 1 << 8,
    HAS_EXPECT = 1 << 9,
    HAS_ERROR = 1 << 10,
    HAS_RPC_ERROR = 1 << 11,
    HAS_SAVE = 1 << 12,
    HAS_TOLERANCE = 1 << 13,
    HAS_PICTURE = 1 << 14,
    HAS_TIMEOUT = 1 << 15,
    MADE_OF = HAS_COPY | HAS_TEXT | HAS_LINK | HAS_KIND,
    ANSWER = HAS_EXPECT | HAS_ERROR | HAS_RPC_ERROR | HAS_SAVE | HAS_TOLERANCE | HAS_PICTURE,
    LOOKED_AT = HAS_EXPECT | HAS_SAVE | HAS_TOLERANCE
};

static const char *const member_names[] = {"arguments", "params",    "as",      "within_ms", "copy",  "text",
                                           "link",      "kind",      "mode",    "expect",    "error", "rpc_error",
                                           "save",      "tolerance", "picture", "timeout_ms"};
enum { MEMBER_COUNT = sizeof member_names / sizeof member_names[0] };

typedef enum action {
    CALL,
    REQUEST,
    NOTIFY,
    SEND,
    AWAIT,
    SILENT,
    WAIT,
    RESTART,
    FILE_,
    MAKE,
    CHECK,
    ACTION_COUNT
} action;

static const struct {
    const char *name;
    unsigned may, must;
} actions[ACTION_COUNT] = {
    [CALL] = {"call", HAS_ARGUMENTS | HAS_AS | ANSWER | HAS_TIMEOUT, 0},
    [REQUEST] = {"request", HAS_PARAMS | HAS_AS | LOOKED_AT | HAS_RPC_ERROR | HAS_TIMEOUT, 0},
    [NOTIFY] = {"notify", HAS_PARAMS | HAS_WITHIN, 0},
    [SEND] = {"send", LOOKED_AT | HAS_WITHIN | HAS_TIMEOUT, 0},
    [AWAIT] = {"await", ANSWER | HAS_TIMEOUT, 0},
    [SILENT] = {"silent", HAS_WITHIN, HAS_WITHIN},
    [WAIT] = {"wait_ms", 0, 0},
    [RESTART] = {"restart", HAS_TIMEOUT, 0},
    [FILE_] = {"file", LOOKED_AT, HAS_EXPECT},
    [MAKE] = {"make", MADE_OF | HAS_MODE, 0},
    [CHECK] = {"check", LOOKED_AT, HAS_EXPECT},
};

static unsigned actions_of(const lob_conformance_step *s) {
    return (unsigned)(s->call.data != NULL) << CALL | (unsigned)(s->request.data != NULL) << REQUEST |
           (unsigned)(s->notify.data != NULL) << NOTIFY | (unsigned)(s->send.data != NULL) << SEND |
           (unsigned)(s->await.data != NULL) << AWAIT | (unsigned)(s->silent.data != NULL) << SILENT |
           (unsigned)s->has_wait_ms << WAIT | (unsigned)s->has_restart << RESTART |
           (unsigned)(s->file.data != NULL) << FILE_ | (unsigned)(s->make.data != NULL) << MAKE |
           (unsigned)(s->check.data != NULL) << CHECK;
}

static unsigned members_of(const lob_conformance_step *s) {
    const bool has[MEMBER_COUNT] = {s->arguments.data != NULL,
                                    s->params.data != NULL,
                                    s->as.data != NULL,
                                    s->has_within_ms,
                                    s->copy.data != NULL,
                                    s->text.data != NULL,
                                    s->link.data != NULL,
                                    s->has_kind,
                                    s->mode.data != NULL,
                                    s->expect.data != NULL,
                                    s->error.data != NULL,
                                    s->rpc_error.data != NULL,
                                    s->has_save,
                                    s->has_tolerance,
                                    s->picture.data != NULL,
                                    s->has_timeout_ms};
    unsigned bits = 0;
    for (unsigned i = 0; i < MEMBER_COUNT; i++) {
        bits |= (unsigned)has[i] << i;
    }
    return bits;
}

static bool is_one_bit(unsigned bits) {
    return bits != 0 && (bits & (bits - 1)) == 0;
}

static action first_action(unsigned bits) {
    unsigned i = 0;
    while ((bits >> i & 1) == 0) {
        i++;
    }
    return (action)i;
}

const char *conf_step_action(const lob_conformance_step *step) {
    unsigned bits = actions_of(step);
    return bits != 0 ? actions[first_action(bits)].name : "";
}

/* ---- names ---- */

enum { NAME_COUNT_MAX = 256 };

typedef struct check {
    lob_ctx *ctx;
    conf_cases *cases;
    const conf_requirements *requirements;
    const char *fixtures;
    const conf_case *item;
    unsigned step; /* 1-based; 0: the case itself */
    lob_str names[NAME_COUNT_MAX];
    bool is_running[NAME_COUNT_MAX]; /* left running, not yet awaited */
    size_t name_count;
    lob_status status;
} check;

static void complain(check *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void complain(check *c, const char *format, ...) {
    char what[800];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    if (c->status == LOB_OK) {
        c->status = c->step > 0 ? conf_fault(c->ctx, c->cases, c->item->is.id, "step %u: %s", c->step, what)
                                : conf_fault(c->ctx, c->cases, c->item->is.id, "%s", what);
    }
}

static size_t find_name(const check *c, lob_str name) {
    size_t i = 0;
    while (i < c->name_count && !lob_str_equal(c->names[i], name)) {
        i++;
    }
    return i;
}

static bool is_name(lob_str name) {
    bool fine = name.size > 0 && name.size <= 64 && !isdigit((unsigned char)name.data[0]);
    for (size_t i = 0; i < name.size; i++) {
        fine = fine && (isalnum((unsigned char)name.data[i]) || name.data[i] == '_');
    }
    return fine;
}

static void learn(check *c, lob_str name, bool runs) {
    static const char *const own[] = {"fixtures", "work", "artifacts"};
    size_t at = find_name(c, name);
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        if (lob_str_equal(name, lob_str_from(own[i])) && c->step > 0) {
            complain(c, "the name %s is taken", own[i]);
        }
    }
    if (!is_name(name)) {
        complain(c, "%.80s is no name: letters, digits and _", name.data);
    } else if (at == NAME_COUNT_MAX) {
        complain(c, "too many names");
    } else {
        c->names[at] = name;
        c->is_running[at] = runs;
        c->name_count += at == c->name_count;
    }
}

/* `rest` follows ${fixtures}. A file that is to be missing is named below ${work}: a misspelt fixture would be missing,
 * too, and the case prove nothing. */
static void check_fixture(check *c, lob_str rest) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./";
    char path[PATH_MAX];
    size_t size = 0;
    while (size < rest.size && rest.data[size] != '\0' && strchr(plain, rest.data[size]) != NULL) {
        size++;
    }
    int used = snprintf(path, sizeof path, "%s%.*s", c->fixtures, (int)size, rest.data);
    if (size > 1 && rest.data[0] == '/' && memmem(rest.data, size, "..", 2) == NULL &&
        (used < 0 || (size_t)used >= sizeof path || access(path, F_OK) != 0)) {
        complain(c, "there is no fixture %.*s", size < 200 ? (int)size - 1 : 199, rest.data + 1);
    }
}

/* Each ${NAME} in a text must be known; `raw` may be JSON or plain. */
static void check_uses(check *c, lob_str text) {
    for (size_t i = 0; text.data != NULL && i + 1 < text.size; i++) {
        if (text.data[i] != '$' || text.data[i + 1] == '\0') {
            continue;
        }
        if (text.data[i + 1] == '$' && i + 2 < text.size && text.data[i + 2] == '{') {
            i += 2;
            continue;
        }
        if (text.data[i + 1] != '{') {
            continue;
        }
        lob_str name = {text.data + i + 2, 0};
        while (i + 2 + name.size < text.size && strchr(".[}\"", name.data[name.size]) == NULL) {
            name.size++;
        }
        if (find_name(c, name) == c->name_count) {
            complain(c, "${%.*s} is used before it is saved", name.size < 80 ? (int)name.size : 80, name.data);
        }
        if (lob_str_equal(name, LOB_STR("fixtures"))) {
            size_t end = i + strlen("${fixtures}");
            check_fixture(c, (lob_str){text.data + end, end < text.size ? text.size - end : 0});
        }
    }
}

/* ---- a step ---- */

static void check_pattern(check *c, const char *member, lob_str raw) {
    lob_json_fault fault;
    if (raw.data == NULL || c->status != LOB_OK) {
        return;
    }
    cJSON *pattern = lob_json_parse(raw, &fault);
    if (pattern == NULL) {
        c->status = lob_fail_memory(c->ctx); /* it was strict JSON when it was read */
        return;
    }
    const char *what = conf_pattern_fault(c->ctx, pattern);
    cJSON_Delete(pattern);
    if (what != NULL) {
        complain(c, "%s: %s", member, what);
    }
}

static void check_members(check *c, const lob_conformance_step *s, action kind) {
    unsigned has = members_of(s);
    for (unsigned i = 0; i < MEMBER_COUNT; i++) {
        if ((has >> i & 1) != 0 && (actions[kind].may >> i & 1) == 0) {
            complain(c, "%s does not belong to %s", member_names[i], actions[kind].name);
        }
        if ((has >> i & 1) == 0 && (actions[kind].must >> i & 1) != 0) {
            complain(c, "%s needs %s", actions[kind].name, member_names[i]);
        }
    }
    unsigned answers = has & (HAS_EXPECT | HAS_ERROR | HAS_RPC_ERROR);
    if (answers != 0 && !is_one_bit(answers)) {
        complain(c, "one of expect, error and rpc_error");
    }
    if ((has & HAS_AS) != 0 && (has & ANSWER) != 0) {
        complain(c, "what is left running is looked at where it is awaited");
    }
    if (kind == MAKE && !is_one_bit(has & MADE_OF)) {
        complain(c, "make needs one of copy, text, link and kind");
    }
    if (kind == SEND && (has & HAS_WITHIN) != 0 && (has & LOOKED_AT) != 0) {
        complain(c, "within_ms says that no line comes, so there is nothing to look at");
    }
    if (kind == NOTIFY && (has & HAS_PARAMS) != 0 && s->params.data[0] != '{') {
        complain(c, "params of a notification are an object");
    }
    if (s->arguments.data != NULL && s->arguments.data[0] != '{') {
        complain(c, "arguments are an object");
    }
    if (s->mode.data != NULL && (s->mode.size == 0 || strspn(s->mode.data, "01234567") != s->mode.size)) {
        complain(c, "mode is octal, as 0600");
    }
}

static void check_awaited(check *c, lob_str name, bool takes) {
    if (name.data == NULL) {
        return;
    }
    size_t at = find_name(c, name);
    if (at == c->name_count || !c->is_running[at]) {
        complain(c, "nothing is left running under the name %.80s", name.data);
    } else if (takes) {
        c->is_running[at] = false;
    }
}

static void check_names(check *c, const lob_conformance_step *s) {
    const lob_str texts[] = {s->call,   s->arguments, s->request,   s->notify, s->params, s->send,
                             s->file,   s->make,      s->copy,      s->text,   s->link,   s->check,
                             s->expect, s->error,     s->rpc_error, s->picture};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        check_uses(c, texts[i]);
    }
    check_awaited(c, s->await, true);
    check_awaited(c, s->silent, false);
    if (s->as.data != NULL) {
        learn(c, s->as, true);
    }
    for (size_t i = 0; i < s->save.count; i++) {
        if (s->save.items[i].size == 0 || s->save.items[i].data[0] != '$') {
            complain(c, "save: a path begins with $");
        }
        learn(c, s->save.names[i], false);
    }
    for (size_t i = 0; i < s->tolerance.count; i++) {
        if (!conf_tolerance_is_sound(s->tolerance.names[i].data)) {
            complain(c, "tolerance: %s is no path: $.a.b[*].c, without conditions and negative indices",
                     s->tolerance.names[i].data);
        }
    }
}

/* A server written from the contract alone has no other tools; one may be asked for to see it refused. */
static void check_tool(check *c, const lob_conformance_step *s) {
    static const char *const contract[] = {"open_layout", "close_session", "list_cells",       "describe_cell",
                                           "list_layers", "query_region",  "measure_geometry", "analyze_waveguide",
                                           "set_view",    "render_view",   "run_drc_script",   "extract_markers"};
    bool is_there = s->call.data == NULL || s->error.data != NULL || s->rpc_error.data != NULL ||
                    c->item->is.level != LOB_CONFORMANCE_LEVEL_REQUIRED;
    for (size_t i = 0; i < sizeof contract / sizeof contract[0]; i++) {
        is_there = is_there || lob_str_equal(s->call, lob_str_from(contract[i]));
    }
    if (!is_there) {
        complain(c, "required, but the contract has no tool %.80s", s->call.data);
    }
}

static void check_step(check *c, const lob_conformance_step *s) {
    unsigned found = actions_of(s);
    if (!is_one_bit(found)) {
        complain(c, found == 0 ? "no action" : "more than one action");
    } else {
        check_members(c, s, first_action(found));
    }
    check_tool(c, s);
    check_names(c, s);
    check_pattern(c, "expect", s->expect);
    check_pattern(c, "error", s->error);
    check_pattern(c, "rpc_error", s->rpc_error);
}

/* ---- a case ---- */

static void check_requirements(check *c) {
    const lob_conformance_case *is = &c->item->is;
    bool in_contract = false;
    for (size_t i = 0; i < is->requirements.count; i++) {
        const lob_requirement *r = conf_requirement_find(c->requirements, is->requirements.items[i]);
        if (r == NULL) {
            complain(c, "there is no requirement %.80s", is->requirements.items[i].data);
        }
        for (size_t k = 0; k < i; k++) {
            if (lob_str_equal(is->requirements.items[i], is->requirements.items[k])) {
                complain(c, "requirement %.80s twice", is->requirements.items[i].data);
            }
        }
        in_contract = in_contract || (r != NULL && r->source == LOB_REQUIREMENT_SOURCE_CONTRACT);
    }
    if (is->level == LOB_CONFORMANCE_LEVEL_REQUIRED && !in_contract) {
        complain(c, "required, but none of its requirements is of the contract: it can be recommended at most");
    }
}

static void check_needs(check *c) {
    const lob_conformance_case *is = &c->item->is;
    bool has_stdio = false, wants_stdio = is->env.count > 0;
    for (size_t i = 0; i < is->needs.count; i++) {
        has_stdio = has_stdio || is->needs.items[i] == LOB_CONFORMANCE_NEED_STDIO;
    }
    for (size_t i = 0; i < is->steps.count; i++) {
        wants_stdio = wants_stdio || is->steps.items[i].has_restart || is->steps.items[i].send.data != NULL;
    }
    if (wants_stdio && !has_stdio) {
        complain(c, "env, send and restart need stdio: say so in needs");
    }
}

static lob_status check_case(check *c) {
    const lob_conformance_case *is = &c->item->is;
    learn(c, LOB_STR("fixtures"), false);
    learn(c, LOB_STR("work"), false);
    learn(c, LOB_STR("artifacts"), false);
    check_requirements(c);
    check_needs(c);
    for (size_t i = 0; i < is->env.count; i++) {
        check_uses(c, is->env.items[i]);
    }
    for (size_t i = 0; i < is->steps.count; i++) {
        c->step = (unsigned)i + 1;
        check_step(c, &is->steps.items[i]);
    }
    return c->status;
}

lob_status conf_cases_validate(lob_ctx *ctx, const conf_places *places, conf_cases *cases) {
    conf_requirements requirements;
    LOB_TRY(conf_requirements_load(ctx, places->requirements, &requirements));
    check *c = LOB_NEW(ctx->arena, check);
    if (c == NULL) {
        return lob_fail_memory(ctx);
    }
    for (size_t i = 0; i < cases->count; i++) {
        *c = (check){.ctx = ctx,
                     .cases = cases,
                     .requirements = &requirements,
                     .fixtures = places->fixtures,
                     .item = &cases->items[i]};
        LOB_TRY(check_case(c));
    }
    return LOB_OK;
}
