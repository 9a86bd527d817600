/* One step: an action, what comes of it, and whether that is as it must be.
 *
 * Every answer is first sorted into success, ErrorObject or protocol error; only an answer of the kind that the step
 * wants is held to its pattern, so that a pattern never says the same about two kinds.
 */
#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "run_impl.h"
#include "tools/shared/picture.h"
#include "json/reader.h"
#include "json/writer.h"

enum { TOLERANCE_COUNT_MAX = 64, PREVIEW_SIZE = 300 };

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

static action action_of(const lob_conformance_step *step, unsigned *count) {
    const bool is_there[ACTION_COUNT] = {step->call.data != NULL, step->request.data != NULL, step->notify.data != NULL,
                                         step->send.data != NULL, step->await.data != NULL,   step->silent.data != NULL,
                                         step->has_wait_ms,       step->has_restart,          step->file.data != NULL,
                                         step->make.data != NULL, step->check.data != NULL};
    action first = ACTION_COUNT;
    *count = 0;
    for (action i = 0; i < ACTION_COUNT; i++) {
        if (is_there[i]) {
            first = *count == 0 ? i : first;
            ++*count;
        }
    }
    return first;
}

const char *conf_step_fault(const lob_conformance_step *step) {
    unsigned count;
    action_of(step, &count);
    if (count != 1) {
        return count == 0 ? "a step without an action" : "a step with more than one action";
    }
    if ((step->expect.data != NULL) + (step->error.data != NULL) + (step->rpc_error.data != NULL) > 1) {
        return "only one of expect, error and rpc_error can come";
    }
    return NULL;
}

void conf_step_label(const lob_conformance_step *step, char *out, size_t size) {
    static const char *const names[ACTION_COUNT + 1] = {"",     "request ", "notify ", "send",  "await ", "silent ",
                                                        "wait", "restart",  "file ",   "make ", "check",  "?"};
    unsigned count;
    action a = action_of(step, &count);
    const lob_str *const texts[ACTION_COUNT + 1] = {
        [CALL] = &step->call,     [REQUEST] = &step->request, [NOTIFY] = &step->notify, [AWAIT] = &step->await,
        [SILENT] = &step->silent, [FILE_] = &step->file,      [MAKE] = &step->make,
    };
    snprintf(out, size, "%s%.*s", names[a], texts[a] != NULL ? (int)texts[a]->size : 0,
             texts[a] != NULL ? texts[a]->data : "");
}

/* ---- saved values ---- */

const char *conf_fill_text(conf_case_run *r, const char *what, lob_str text) {
    const char *why = CONF_NO_MEMORY;
    const char *filled = conf_vars_text(&r->vars, r->ctx, text, &why);
    if (filled == NULL) {
        conf_say(r, CONF_FAULTY, "%s: %s", what, why);
    }
    return filled;
}

static cJSON *fill(conf_case_run *r, const char *what, lob_str json) {
    const char *why = CONF_NO_MEMORY;
    cJSON *tree = conf_vars_fill(&r->vars, r->ctx, json, &why);
    if (tree == NULL) {
        conf_say(r, CONF_FAULTY, "%s: %s", what, why);
    }
    return tree;
}

/* `arguments` and `params` as they are sent; {} or nothing when there are none. */
static bool fill_raw(conf_case_run *r, const char *what, lob_str json, lob_str absent, lob_str *out) {
    *out = absent;
    if (json.data == NULL) {
        return true;
    }
    cJSON *tree = fill(r, what, json);
    if (tree == NULL) {
        return false;
    }
    *out = conf_compact(r->ctx, tree);
    cJSON_Delete(tree);
    return out->data != NULL || conf_say(r, CONF_FAULTY, "%s: out of memory, or nested too deep", what);
}

bool conf_hold(conf_case_run *r, const lob_conformance_step *step, const char *what, lob_str pattern,
               const cJSON *actual) {
    if (pattern.data == NULL) {
        return true;
    }
    conf_tolerance tolerances[TOLERANCE_COUNT_MAX];
    if (step->tolerance.count > TOLERANCE_COUNT_MAX) {
        return conf_say(r, CONF_FAULTY, "more than %d tolerances", TOLERANCE_COUNT_MAX);
    }
    for (size_t i = 0; i < step->tolerance.count; i++) {
        tolerances[i] = (conf_tolerance){step->tolerance.names[i].data, step->tolerance.items[i]};
    }
    cJSON *tree = fill(r, what, pattern);
    if (tree == NULL) {
        return false;
    }
    conf_difference difference = {"", "", ""};
    const char *fault = conf_pattern_fault(r->ctx, tree);
    bool fine = fault != NULL ? conf_say(r, CONF_FAULTY, "%s: %s", what, fault)
                              : conf_match(r->ctx, tree, actual, tolerances, step->tolerance.count, &difference);
    cJSON_Delete(tree);
    if (fine || r->is_over) {
        return fine;
    }
    /* Patterns were found sound above: only memory can be short. */
    bool is_faulty = strcmp(difference.expected, "a sound pattern") == 0;
    return conf_say(r, is_faulty ? CONF_FAULTY : CONF_FAILED, "%s: expected %s, got %s", difference.path,
                    difference.expected, difference.got);
}

bool conf_keep(conf_case_run *r, const lob_conformance_step *step, const cJSON *actual) {
    for (size_t i = 0; i < step->save.count; i++) {
        const char *path = conf_fill_text(r, "save", step->save.items[i]);
        if (path == NULL) {
            return false;
        }
        const char *why = "nothing is there";
        const cJSON *value = conf_path_find(actual, path, &why);
        if (value == NULL) {
            return conf_say(r, CONF_FAILED, "%s: expected a value, kept as %s for later steps, got none (%s)", path,
                            step->save.names[i].data, why);
        }
        if (!conf_vars_set(&r->vars, step->save.names[i].data, value)) {
            return conf_say(r, CONF_FAULTY, CONF_NO_MEMORY);
        }
    }
    return true;
}

/* ---- answers ---- */

typedef enum answer_kind { SUCCESS, ERROR_OBJECT, PROTOCOL_ERROR } answer_kind;

typedef struct answer {
    answer_kind kind;
    cJSON *tree; /* owned; what patterns and paths see */
} answer;

/* What came, for a reason: INVALID_BOX: Box is empty. */
static const char *told_error(conf_case_run *r, const answer *got) {
    const cJSON *code = cJSON_GetObjectItemCaseSensitive(got->tree, "code");
    const cJSON *message = cJSON_GetObjectItemCaseSensitive(got->tree, "message");
    const char *text = cJSON_IsString(message) ? message->valuestring : "no message";
    if (got->kind == PROTOCOL_ERROR) {
        return conf_format(r->ctx, "the protocol error %.0f: %.*s", cJSON_IsNumber(code) ? code->valuedouble : 0.0,
                           PREVIEW_SIZE, text);
    }
    return conf_format(r->ctx, "%.80s: %.*s", cJSON_IsString(code) ? code->valuestring : "isError without a code",
                       PREVIEW_SIZE, text);
}

static bool say_kind(conf_case_run *r, answer_kind wanted, const answer *got) {
    static const char *const kinds[] = {"a success", "an ErrorObject", "a protocol error"};
    const char *path = got->kind == PROTOCOL_ERROR || wanted == PROTOCOL_ERROR ? "$" : "$.code";
    const char *came = got->kind == SUCCESS ? "a success" : told_error(r, got);
    return conf_say(r, CONF_FAILED, "%s: expected %s, got %s", path, kinds[wanted], came);
}

static bool judge_picture(conf_case_run *r, const lob_conformance_step *step, const cJSON *tree) {
    lob_str wanted, bytes, structured = conf_compact(r->ctx, tree);
    picture_said said;
    lob_picture picture;
    if (!fill_raw(r, "picture", step->picture, LOB_STR("{}"), &wanted)) {
        return false;
    }
    if (structured.data == NULL || !picture_told(r->ctx, structured, &said)) {
        return conf_say(r, CONF_FAILED, "$.image: expected a picture, image/png, got none");
    }
    const char *fault = picture_load(r->ctx, said.path, &bytes, &picture);
    if (fault != NULL) {
        return conf_say(r, CONF_FAILED, "$.image.path: %s (%s)", fault, said.path);
    }
    lob_buf faults;
    lob_buf_init(&faults, 0);
    picture_probe(r->ctx, &said, &picture, wanted, &faults);
    bool fine = faults.size == 0 && faults.failed == LOB_BUF_FINE;
    if (!fine) {
        int size = faults.data != NULL ? (int)strcspn(faults.data, "\n") : 0;
        conf_say(r, faults.size > 0 ? CONF_FAILED : CONF_FAULTY, "%.*s", size,
                 faults.size > 0 ? faults.data : CONF_NO_MEMORY);
    }
    lob_buf_release(&faults);
    return fine;
}

static bool judge(conf_case_run *r, const lob_conformance_step *step, const answer *got) {
    bool wants_error = step->error.data != NULL, wants_rpc_error = step->rpc_error.data != NULL;
    answer_kind wanted = wants_error ? ERROR_OBJECT : wants_rpc_error ? PROTOCOL_ERROR : SUCCESS;
    const char *what = wants_error ? "error" : wants_rpc_error ? "rpc_error" : "expect";
    lob_str pattern = wants_error ? step->error : wants_rpc_error ? step->rpc_error : step->expect;
    if (got->kind != wanted) {
        return say_kind(r, wanted, got);
    }
    return conf_hold(r, step, what, pattern, got->tree) && conf_keep(r, step, got->tree) &&
           (step->picture.data == NULL || judge_picture(r, step, got->tree));
}

static cJSON *parse_part(conf_case_run *r, lob_str json) {
    lob_json_fault fault;
    cJSON *tree = lob_json_parse(json, &fault);
    if (tree == NULL) {
        bool is_memory = strcmp(fault.what, CONF_NO_MEMORY) == 0;
        conf_say(r, is_memory ? CONF_FAULTY : CONF_FAILED, "$: expected JSON that can be read, got a fault: %s",
                 fault.what);
    }
    return tree;
}

/* The answer of a call is unwrapped; of other requests the result is as it is. */
static bool judge_reply(conf_case_run *r, const lob_conformance_step *step, const lob_mcp_reply *reply, bool is_call) {
    answer got = {PROTOCOL_ERROR, NULL};
    if (reply->error.data != NULL) {
        got.tree = parse_part(r, reply->error);
    } else if (is_call) {
        bool is_error = false;
        const char *why = CONF_NO_MEMORY;
        got.tree = conf_unwrap(r->ctx, reply->result, &is_error, &why);
        got.kind = is_error ? ERROR_OBJECT : SUCCESS;
        if (got.tree == NULL) {
            conf_say(r, strcmp(why, CONF_NO_MEMORY) == 0 ? CONF_FAULTY : CONF_FAILED, "$: %s", why);
        }
    } else {
        got.kind = SUCCESS;
        got.tree = parse_part(r, reply->result);
    }
    bool fine = got.tree != NULL && judge(r, step, &got);
    cJSON_Delete(got.tree);
    return fine;
}

/* ---- actions ---- */

static bool take_reply(conf_case_run *r, const lob_conformance_step *step, int64_t id, bool is_call) {
    lob_mcp_reply reply;
    if (lob_mcp_peer_take(r->ctx, &r->server.client, id, r->timeout_ms, &reply) != LOB_OK) {
        return conf_say_broken(r);
    }
    return judge_reply(r, step, &reply, is_call);
}

/* ${NAME.id} */
static bool leave_running(conf_case_run *r, lob_str name, int64_t id, bool is_call) {
    cJSON *value = cJSON_CreateObject();
    bool fine = value != NULL && cJSON_AddNumberToObject(value, "id", (double)id) != NULL &&
                conf_vars_set(&r->vars, name.data, value);
    cJSON_Delete(value);
    r->pending[r->pending_count++] = (conf_pending){.name = name, .id = id, .is_call = is_call};
    return fine || conf_say(r, CONF_FAULTY, CONF_NO_MEMORY);
}

static bool call_params(conf_case_run *r, const lob_conformance_step *step, lob_str *out) {
    lob_str arguments;
    const char *tool = conf_fill_text(r, "call", step->call);
    if (tool == NULL || !fill_raw(r, "arguments", step->arguments, LOB_STR("{}"), &arguments)) {
        return false;
    }
    lob_buf params;
    lob_buf_init(&params, 0);
    lob_jsonw w;
    lob_jsonw_init(&w, &params);
    lob_jsonw_begin_object(&w);
    lob_jsonw_key(&w, "name");
    lob_jsonw_text(&w, tool);
    lob_jsonw_key(&w, "arguments");
    lob_jsonw_raw(&w, arguments);
    lob_jsonw_end_object(&w);
    bool fine = params.failed == LOB_BUF_FINE;
    *out = (lob_str){fine ? lob_arena_strdup(r->ctx->arena, params.data, params.size) : NULL, params.size};
    lob_buf_release(&params);
    return out->data != NULL || conf_say(r, CONF_FAULTY, CONF_NO_MEMORY);
}

/* call and request */
static bool ask(conf_case_run *r, const lob_conformance_step *step) {
    bool is_call = step->call.data != NULL;
    const char *method = is_call ? "tools/call" : conf_fill_text(r, "request", step->request);
    bool is_handshake = method != NULL && (strcmp(method, "initialize") == 0 || strcmp(method, "server/discover") == 0);
    lob_str params;
    if (method == NULL ||
        !(is_call ? call_params(r, step, &params) : fill_raw(r, "params", step->params, (lob_str){NULL, 0}, &params)) ||
        !conf_need_server(r, !is_handshake)) {
        return false;
    }
    int64_t id;
    if (lob_mcp_peer_send(r->ctx, &r->server.client, method, params, &id) != LOB_OK) {
        return conf_say_broken(r);
    }
    return step->as.data != NULL ? leave_running(r, step->as, id, is_call) : take_reply(r, step, id, is_call);
}

/* The last one of that name; NULL: there is a verdict. */
static conf_pending *find_pending(conf_case_run *r, lob_str name) {
    for (size_t i = r->pending_count; i > 0; i--) {
        conf_pending *item = &r->pending[i - 1];
        if (!item->is_taken && lob_str_equal(item->name, name)) {
            return item;
        }
    }
    conf_say(r, CONF_FAULTY, "nothing of that name is running");
    return NULL;
}

static bool await(conf_case_run *r, const lob_conformance_step *step) {
    conf_pending *item = find_pending(r, step->await);
    if (item == NULL) {
        return false;
    }
    item->is_taken = true;
    return take_reply(r, step, item->id, item->is_call);
}

/* id 0: no line at all. */
static bool hold_silent(conf_case_run *r, int64_t id, int64_t within_ms) {
    if (lob_mcp_peer_is_silent(r->ctx, &r->server.client, id, within_ms)) {
        return true;
    }
    return r->ctx->error.code != LOB_OK
               ? conf_say_broken(r)
               : conf_say(r, CONF_FAILED, "expected no answer within %lld ms, got one", (long long)within_ms);
}

static bool silent(conf_case_run *r, const lob_conformance_step *step) {
    const conf_pending *item = find_pending(r, step->silent);
    return item != NULL && hold_silent(r, item->id, step->within_ms);
}

static bool notify(conf_case_run *r, const lob_conformance_step *step) {
    const char *method = conf_fill_text(r, "notify", step->notify);
    lob_str params;
    if (method == NULL || !fill_raw(r, "params", step->params, (lob_str){NULL, 0}, &params) ||
        !conf_need_server(r, true)) {
        return false;
    }
    if (lob_mcp_peer_notify(r->ctx, &r->server.client, method, params) != LOB_OK) {
        return conf_say_broken(r);
    }
    return !step->has_within_ms || hold_silent(r, 0, step->within_ms);
}

/* Of the whole line that answers. */
static bool judge_line(conf_case_run *r, const lob_conformance_step *step, lob_str line) {
    cJSON *tree = parse_part(r, line);
    bool fine = tree != NULL && conf_hold(r, step, "expect", step->expect, tree) && conf_keep(r, step, tree);
    cJSON_Delete(tree);
    return fine;
}

static bool send_line(conf_case_run *r, const lob_conformance_step *step) {
    const char *line = conf_fill_text(r, "send", step->send);
    if (line == NULL || !conf_need_server(r, false)) {
        return false;
    }
    if (lob_mcp_peer_send_line(r->ctx, &r->server.client, lob_str_from(line)) != LOB_OK) {
        return conf_say_broken(r);
    }
    if (step->expect.data == NULL && step->save.count == 0) {
        return !step->has_within_ms || hold_silent(r, 0, step->within_ms);
    }
    lob_str reply;
    if (lob_mcp_peer_take_line(r->ctx, &r->server.client, r->timeout_ms, &reply) != LOB_OK) {
        return conf_say_broken(r);
    }
    return judge_line(r, step, reply);
}

static bool wait(conf_case_run *r, const lob_conformance_step *step) {
    (void)r;
    poll(NULL, 0, (int)step->wait_ms);
    return true;
}

static bool restart(conf_case_run *r, const lob_conformance_step *step) {
    return conf_restart(r, step->restart == LOB_CONFORMANCE_STEP_RESTART_KILL);
}

static bool check(conf_case_run *r, const lob_conformance_step *step) {
    cJSON *value = fill(r, "check", step->check);
    bool fine = value != NULL && conf_hold(r, step, "expect", step->expect, value) && conf_keep(r, step, value);
    cJSON_Delete(value);
    return fine;
}

bool conf_step_run(conf_case_run *r, const lob_conformance_step *step) {
    static bool (*const actions[ACTION_COUNT])(conf_case_run * r, const lob_conformance_step *step) = {
        [CALL] = ask,  [REQUEST] = ask,     [NOTIFY] = notify,   [SEND] = send_line, [AWAIT] = await, [SILENT] = silent,
        [WAIT] = wait, [RESTART] = restart, [FILE_] = conf_file, [MAKE] = conf_make, [CHECK] = check,
    };
    unsigned count;
    r->timeout_ms = step->has_timeout_ms ? step->timeout_ms : r->target->timeout_ms;
    return actions[action_of(step, &count)](r, step);
}
