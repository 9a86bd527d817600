/* A case from its first step to the end of its server.
 *
 * Invariant: whatever happens, the server's process group is gone and the folder removed when conf_run_case() returns;
 * and the first verdict is the one that is told.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/utf8.h"
#include "run_impl.h"

/* ---- verdicts ---- */

/* A piece of a text as it is told: its bytes in the text, and what stands for them. */
typedef struct piece {
    size_t size;
    char text[24];
} piece;

static piece take_char(lob_str text, size_t at) {
    piece p = {.size = 1};
    uint32_t code;
    unsigned size = lob_utf8_decode(text, at, &code);
    if (size == 0) {
        snprintf(p.text, sizeof p.text, "\\x%02x", (unsigned char)text.data[at]);
        return p;
    }
    p.size = size;
    if (lob_utf8_unsafe(code)) {
        snprintf(p.text, sizeof p.text, code > 0xffff ? "\\u{%x}" : "\\u%04x", code);
    } else {
        memcpy(p.text, text.data + at, size);
    }
    return p;
}

/* Folders that are others in every run are told by their names. */
static piece take_piece(const conf_case_run *r, lob_str text, size_t at) {
    const struct {
        const char *path, *name;
    } folders[] = {
        {r->server.artifacts, "${artifacts}"}, {r->server.work, "${work}"}, {r->target->fixtures, "${fixtures}"}};
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        size_t size = folders[i].path != NULL ? strlen(folders[i].path) : 0;
        if (size > 1 && size <= text.size - at && memcmp(text.data + at, folders[i].path, size) == 0) {
            piece p = {.size = size};
            snprintf(p.text, sizeof p.text, "%s", folders[i].name);
            return p;
        }
    }
    return take_char(text, at);
}

/* One line out of a text with anything in it. */
static void put_plain(const conf_case_run *r, lob_str text, char *out, size_t size) {
    size_t used = 0;
    for (size_t at = 0; at < text.size;) {
        piece p = take_piece(r, text, at);
        size_t length = strlen(p.text);
        if (used + length + sizeof "..." > size) {
            memcpy(out + used, "...", sizeof "...");
            return;
        }
        memcpy(out + used, p.text, length + 1);
        used += length;
        at += p.size;
    }
}

bool conf_say(conf_case_run *r, conf_outcome outcome, const char *format, ...) {
    if (r->is_over) {
        return false;
    }
    char text[4096];
    int used = 0;
    if (r->result->step > 0) {
        used = snprintf(text, sizeof text, "step %u (%s): ", r->result->step, r->label);
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + used, sizeof text - (size_t)used, format, arguments);
    va_end(arguments);
    r->is_over = true;
    r->result->outcome = outcome;
    r->result->reason[0] = '\0';
    put_plain(r, lob_str_from(text), r->result->reason, sizeof r->result->reason);
    return false;
}

bool conf_say_broken(conf_case_run *r) {
    const char *verdict = conf_server_verdict(r->ctx, &r->server);
    if (verdict == NULL) {
        return conf_say(r, CONF_FAULTY, "the runner could not go on: %s", r->ctx->error.message);
    }
    return conf_say(r, CONF_BROKEN, "%s", verdict);
}

/* ---- the server of a case ---- */

static bool greet(conf_case_run *r) {
    lob_mcp_reply reply;
    r->was_greeted = true;
    if (lob_mcp_peer_greet(r->ctx, &r->server.client, CONF_CLIENT, &reply) != LOB_OK) {
        return conf_say_broken(r);
    }
    if (reply.result.data == NULL) {
        return conf_say(r, CONF_FAILED, "the server refused the handshake: %.*s", (int)reply.error.size,
                        reply.error.data);
    }
    return true;
}

bool conf_need_server(conf_case_run *r, bool with_greeting) {
    if (!r->server.is_running) {
        r->was_greeted = !with_greeting; /* a case that speaks first goes on by itself */
        r->pending_count = 0;
        if (conf_server_open(r->ctx, r->target, &r->server) != LOB_OK) {
            return conf_say_broken(r);
        }
    }
    if (!r->was_greeted && !greet(r)) {
        return false;
    }
    r->server.client.timeout_ms = r->timeout_ms;
    return true;
}

bool conf_restart(conf_case_run *r, bool with_kill) {
    if (!conf_need_server(r, true)) {
        return false;
    }
    const char *end = conf_server_close(r->ctx, r->target, &r->server, with_kill);
    if (end != NULL) {
        return conf_say(r, CONF_BROKEN, "the server %s", end);
    }
    return conf_need_server(r, true);
}

/* ---- whether a case can be asked here ---- */

static bool is_offered(const conf_target *target, lob_str tool) {
    for (const char *const *name = target->tools; name != NULL && *name != NULL; name++) {
        if (lob_str_equal(lob_str_from(*name), tool)) {
            return true;
        }
    }
    return target->tools == NULL;
}

static bool needs(const lob_conformance_case *is, lob_conformance_need need) {
    for (size_t i = 0; i < is->needs.count; i++) {
        if (is->needs.items[i] == need) {
            return true;
        }
    }
    return false;
}

/* What a URL does not allow. */
static bool needs_stdio(const conf_case *item) {
    static const char artifacts[] = "${artifacts";
    bool is_needed =
        needs(&item->is, LOB_CONFORMANCE_NEED_STDIO) || item->is.env.count > 0 ||
        (item->raw.data != NULL && memmem(item->raw.data, item->raw.size, artifacts, sizeof artifacts - 1) != NULL);
    for (size_t i = 0; !is_needed && i < item->is.steps.count; i++) {
        is_needed = item->is.steps.items[i].has_restart || item->is.steps.items[i].send.data != NULL;
    }
    return is_needed;
}

/* A step that wants the protocol's error of a tool that is not there asks for it on purpose. */
static bool check_tools(conf_case_run *r) {
    const lob_conformance_case *is = &r->item->is;
    for (size_t i = 0; i < is->steps.count; i++) {
        const lob_conformance_step *step = &is->steps.items[i];
        if (step->call.data != NULL && step->rpc_error.data == NULL && !is_offered(r->target, step->call)) {
            bool is_required = is->level == LOB_CONFORMANCE_LEVEL_REQUIRED;
            r->result->step = is_required ? (unsigned)i + 1 : 0;
            r->result->missing_tool = is_required ? step->call.data : NULL;
            conf_step_label(step, r->label, sizeof r->label);
            return conf_say(r, is_required ? CONF_FAILED : CONF_SKIPPED, "tool %s is not offered", step->call.data);
        }
    }
    return true;
}

static bool check_case(conf_case_run *r) {
    const lob_conformance_case *is = &r->item->is;
    for (size_t i = 0; i < is->steps.count; i++) {
        const char *fault = conf_step_fault(&is->steps.items[i]);
        if (fault != NULL) {
            r->result->step = (unsigned)i + 1;
            conf_step_label(&is->steps.items[i], r->label, sizeof r->label);
            return conf_say(r, CONF_FAULTY, "%s", fault);
        }
    }
    if (needs(is, LOB_CONFORMANCE_NEED_KLAYOUT) && !r->target->has_klayout) {
        return conf_say(r, CONF_SKIPPED, "needs KLayout");
    }
    if (r->target->argv == NULL && needs_stdio(r->item)) {
        return conf_say(r, CONF_SKIPPED, "needs a server over stdio");
    }
    return check_tools(r);
}

/* ---- the whole ---- */

static bool set_environment(conf_case_run *r) {
    for (size_t i = 0; i < r->item->is.env.count; i++) {
        const char *name = r->item->is.env.names[i].data;
        const char *value = conf_fill_text(r, "env", r->item->is.env.items[i]);
        if (value == NULL) {
            return false;
        }
        if (!conf_server_set(r->ctx, &r->server, name, value)) {
            return conf_say(r, CONF_FAULTY, CONF_NO_MEMORY);
        }
    }
    return true;
}

static bool prepare(conf_case_run *r) {
    const char *why = conf_server_prepare(r->ctx, r->target, r->item->is.id.data, r->item->is.env.count, &r->server);
    if (why != NULL) {
        return conf_say(r, CONF_FAULTY, "%s", why);
    }
    r->pending = LOB_NEW_ARRAY(r->ctx->arena, conf_pending, r->item->is.steps.count);
    bool fine = r->pending != NULL && conf_vars_set_text(&r->vars, "fixtures", r->target->fixtures) &&
                conf_vars_set_text(&r->vars, "work", r->server.work) &&
                conf_vars_set_text(&r->vars, "artifacts", r->server.artifacts);
    return fine ? set_environment(r) : conf_say(r, CONF_FAULTY, CONF_NO_MEMORY);
}

static void run_steps(conf_case_run *r) {
    const lob_conformance_case *is = &r->item->is;
    bool fine = true;
    for (size_t i = 0; fine && i < is->steps.count; i++) {
        r->result->step = r->server.step = (unsigned)i + 1;
        conf_step_label(&is->steps.items[i], r->label, sizeof r->label);
        lob_error_clear(&r->ctx->error);
        fine = conf_step_run(r, &is->steps.items[i]);
    }
    if (fine) {
        r->result->step = 0;
    }
    r->server.client.timeout_ms = r->target->timeout_ms;
    const char *end = conf_server_close(r->ctx, r->target, &r->server, r->result->outcome == CONF_BROKEN);
    if (fine && end != NULL) {
        conf_say(r, CONF_BROKEN, "after the last step: the server %s", end);
    }
}

void conf_run_case(lob_ctx *ctx, const conf_target *target, const conf_case *item, conf_result *result) {
    int64_t start_ms = lob_clock_ms();
    *result = (conf_result){.outcome = CONF_PASSED};
    conf_case_run *r = LOB_NEW(ctx->arena, conf_case_run);
    if (r == NULL || !conf_vars_open(&r->vars)) {
        result->outcome = CONF_FAULTY;
        snprintf(result->reason, sizeof result->reason, CONF_NO_MEMORY);
        return;
    }
    r->ctx = ctx;
    r->target = target;
    r->item = item;
    r->result = result;
    if (check_case(r) && prepare(r)) {
        run_steps(r);
    }
    conf_server_drop(ctx, target, &r->server);
    conf_vars_drop(&r->vars);
    result->elapsed_ms = lob_clock_ms() - start_ms;
}
