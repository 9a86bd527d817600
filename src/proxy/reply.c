/* Events into text, calls and commands. Invariant: what is told depends on the text of the reply and of each call, not
 * on how they were cut into events. */
#include "proxy/reply.h"

#include <stdio.h>
#include <strings.h>

#include "json/reader.h"

/* ---- near misses ---- */

enum { NEAR_SIZE = 640, NAME_SIZE_SHOWN = 40 };

static bool is_klayout(const lob_buf *name) {
    return lob_str_equal((lob_str){name->data, name->size}, LOB_STR("klayout"));
}

/* Also in capitals, which is near enough to be reported. */
static bool is_nearly_klayout(const char *text, size_t size) {
    return size == 7 && strncasecmp(text, "klayout", 7) == 0;
}

/* The function's name is the model's: without what would break a line. */
static void print_call(const lob_llm_call *call, char *out, size_t size) {
    int shown = call->name.size < NAME_SIZE_SHOWN ? (int)call->name.size : NAME_SIZE_SHOWN;
    snprintf(out, size, "a call of %.*s: ", shown, shown > 0 ? call->name.data : "");
    for (char *at = out; *at != '\0'; at++) {
        *at = (unsigned char)*at < ' ' || (unsigned char)*at >= 0x7f ? ' ' : *at;
    }
}

static void report(const lob_llm_reply *reply, const lob_llm_call *call, const lob_llm_miss *miss) {
    char text[NEAR_SIZE], of[NAME_SIZE_SHOWN + 16] = "", where[64] = "";
    if (reply->tell_near == NULL) {
        return;
    }
    if (call != NULL) {
        print_call(call, of, sizeof of);
    }
    if (miss->at > 0) {
        snprintf(where, sizeof where, "it is not strict JSON at byte %zu: ", miss->at);
    }
    snprintf(text, sizeof text, "%s%.*s%s (%s%s); expected {\"tool\":\"klayout\",\"method\":M,\"params\":{...}}", of,
             (int)miss->seen.size, miss->seen.data, miss->is_cut ? "..." : "", where, miss->what);
    reply->tell_near(reply->arg, text);
}

static void on_text_miss(void *arg, const lob_llm_miss *miss) {
    report(arg, NULL, miss);
}

static void on_call_miss(void *arg, const lob_llm_miss *miss) {
    lob_llm_call *call = arg;
    call->is_heard = true;
    report(call->reply, call, miss);
}

/* ---- commands ---- */

/* What an object of the text without `tool` was meant as; NULL: nothing of ours. */
static const char *flaw_without_tool(const cJSON *tree) {
    if (cJSON_IsString(cJSON_GetObjectItem(tree, "tool"))) {
        return "\"tool\" is written in lower case";
    }
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(tree, "name");
    name = name != NULL ? name : cJSON_GetObjectItemCaseSensitive(tree, "function");
    if (cJSON_IsString(name) && (is_nearly_klayout(name->valuestring, strlen(name->valuestring)) ||
                                 cJSON_GetObjectItemCaseSensitive(tree, "arguments") != NULL ||
                                 cJSON_GetObjectItemCaseSensitive(tree, "parameters") != NULL)) {
        return "it has the form of a tool call, with a name and arguments";
    }
    return cJSON_IsString(cJSON_GetObjectItemCaseSensitive(tree, "method")) ? "it has no \"tool\"" : NULL;
}

/* A schema says {"tool":{...},"method":{...}}, which asks for nothing. */
static const char *flaw_of(const cJSON *tree, const cJSON *tool, bool is_call) {
    if (tool == NULL) {
        return is_call ? "it calls another function than klayout" : flaw_without_tool(tree);
    }
    bool is_schema =
        cJSON_IsObject(tool) && !cJSON_IsString(cJSON_GetObjectItemCaseSensitive(tree, "method")) && !is_call;
    return is_schema ? NULL : "its \"tool\" is not \"klayout\"";
}

static lob_llm_verdict judge_object(lob_llm_reply *reply, lob_llm_call *call, lob_str object, lob_llm_flaw *flaw) {
    lob_json_fault fault;
    cJSON *tree = lob_json_parse(object, &fault);
    if (tree == NULL) {
        *flaw = (lob_llm_flaw){fault.what, fault.offset + 1};
        return strcmp(fault.what, "out of memory") == 0 ? LOB_LLM_OBJECT_STOP : LOB_LLM_OBJECT_OTHER;
    }
    const cJSON *tool = cJSON_GetObjectItemCaseSensitive(tree, "tool");
    bool is_ours = tool != NULL ? cJSON_IsString(tool) && strcmp(tool->valuestring, "klayout") == 0
                                : call != NULL && is_klayout(&call->name);
    if (!is_ours) {
        flaw->what = flaw_of(tree, tool, call != NULL);
    }
    cJSON_Delete(tree);
    if (!is_ours) {
        /* The arguments of another function are its own. */
        return call != NULL ? LOB_LLM_OBJECT_CLOSED : LOB_LLM_OBJECT_OTHER;
    }
    if (call != NULL) {
        call->is_heard = true;
    }
    return reply->tell(reply->arg, call, object) ? LOB_LLM_OBJECT_COMMAND : LOB_LLM_OBJECT_STOP;
}

static lob_llm_verdict judge_text(void *arg, lob_str object, lob_llm_flaw *flaw) {
    return judge_object(arg, NULL, object, flaw);
}

static lob_llm_verdict judge_call(void *arg, lob_str object, lob_llm_flaw *flaw) {
    lob_llm_call *call = arg;
    return judge_object(call->reply, call, object, flaw);
}

void lob_llm_reply_open(lob_llm_reply *reply, bool keeps_text, lob_llm_command_fn *tell, lob_llm_near_fn *tell_near,
                        void *arg) {
    *reply = (lob_llm_reply){.tell = tell, .tell_near = tell_near, .arg = arg, .keeps_text = keeps_text};
    lob_llm_scan_open(&reply->scan, judge_text, on_text_miss, reply);
    lob_buf_init(&reply->content, LOB_LLM_SIZE_MAX);
}

void lob_llm_reply_close(lob_llm_reply *reply) {
    for (unsigned i = 0; i < reply->call_count; i++) {
        lob_llm_call *call = &reply->calls[i];
        lob_buf_release(&call->id);
        lob_buf_release(&call->name);
        lob_buf_release(&call->arguments);
        lob_llm_scan_close(&call->scan);
    }
    lob_llm_scan_close(&reply->scan);
    lob_buf_release(&reply->content);
}

/* ---- events ---- */

static bool take_text(lob_llm_reply *reply, const char *text) {
    lob_buf_add_text(&reply->content, reply->keeps_text ? text : "");
    return reply->content.failed == LOB_BUF_FINE && lob_llm_scan_feed(&reply->scan, lob_str_from(text));
}

/* A text, or a list of parts of which those with a text count. */
static bool take_content(lob_llm_reply *reply, const cJSON *content) {
    bool fine = !cJSON_IsString(content) || take_text(reply, content->valuestring);
    for (const cJSON *part = cJSON_IsArray(content) ? content->child : NULL; part != NULL && fine; part = part->next) {
        const cJSON *text = cJSON_GetObjectItemCaseSensitive(part, "text");
        fine = !cJSON_IsString(text) || take_text(reply, text->valuestring);
    }
    return fine;
}

static const char *text_member(const cJSON *object, const char *name) {
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsString(member) ? member->valuestring : NULL;
}

static bool is_text(const lob_buf *buf, const char *text) {
    return lob_str_equal((lob_str){buf->data, buf->size}, lob_str_from(text));
}

/* The call that this piece belongs to: the newest of its index, but another id begins another call. */
static lob_llm_call *call_of(lob_llm_reply *reply, const cJSON *piece, int position) {
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(piece, "index");
    const char *id = text_member(piece, "id");
    int index = cJSON_IsNumber(number) ? number->valueint : position;
    for (unsigned i = reply->call_count; i > 0;) {
        i--;
        lob_llm_call *call = &reply->calls[i];
        if (call->index == index) {
            if (id == NULL || id[0] == '\0' || call->id.size == 0 || is_text(&call->id, id)) {
                return call;
            }
            break;
        }
    }
    if (reply->call_count == LOB_LLM_CALL_COUNT_MAX) {
        reply->call_count_refused++;
        return NULL;
    }
    lob_llm_call *call = &reply->calls[reply->call_count++];
    *call = (lob_llm_call){.reply = reply, .index = index};
    lob_buf_init(&call->id, LOB_LLM_SIZE_MAX);
    lob_buf_init(&call->name, LOB_LLM_SIZE_MAX);
    lob_buf_init(&call->arguments, LOB_LLM_SIZE_MAX);
    lob_llm_scan_open(&call->scan, judge_call, on_call_miss, call);
    return call;
}

static bool take_call(lob_llm_reply *reply, const cJSON *piece, int position) {
    lob_llm_call *call = call_of(reply, piece, position);
    if (call == NULL) {
        return true;
    }
    const cJSON *function = cJSON_GetObjectItemCaseSensitive(piece, "function");
    const char *id = text_member(piece, "id");
    const char *name = text_member(function, "name");
    const char *arguments = text_member(function, "arguments");
    if (id != NULL && call->id.size == 0) {
        lob_buf_add_text(&call->id, id);
    }
    /* Some say the name in pieces, some again with each piece of the arguments. */
    if (name != NULL && !call->has_arguments && !is_text(&call->name, name)) {
        lob_buf_add_text(&call->name, name);
    }
    if (arguments != NULL) {
        call->has_arguments = call->has_arguments || arguments[0] != '\0';
        lob_buf_add_text(&call->arguments, reply->keeps_text ? arguments : "");
    }
    if (call->id.failed != LOB_BUF_FINE || call->name.failed != LOB_BUF_FINE ||
        call->arguments.failed != LOB_BUF_FINE) {
        return false;
    }
    call->scan.misses.is_sought = is_nearly_klayout(call->name.data, call->name.size);
    return arguments == NULL || lob_llm_scan_feed(&call->scan, lob_str_from(arguments));
}

static bool take_calls(lob_llm_reply *reply, const cJSON *holder) {
    const cJSON *calls = cJSON_GetObjectItemCaseSensitive(holder, "tool_calls");
    int position = 0;
    for (const cJSON *piece = cJSON_IsArray(calls) ? calls->child : NULL; piece != NULL; piece = piece->next) {
        if (!take_call(reply, piece, position++)) {
            return false;
        }
    }
    return true;
}

static void note_error(lob_llm_reply *reply, const cJSON *error) {
    const char *message = cJSON_IsString(error) ? error->valuestring : text_member(error, "message");
    if (!reply->has_error && error != NULL && !cJSON_IsNull(error)) {
        reply->has_error = true;
        snprintf(reply->error, sizeof reply->error, "%s", message != NULL ? message : "no details");
    }
}

/* What tool_calls replaced; its first piece has the name. */
static void note_old_call(const lob_llm_reply *reply, const cJSON *call) {
    const char *name = text_member(call, "name");
    if (name != NULL && name[0] != '\0') {
        const lob_llm_miss miss = {.seen = LOB_STR("function_call"), .what = "it is not read, tool_calls are"};
        report(reply, NULL, &miss);
    }
}

static bool take_tree(lob_llm_reply *reply, const cJSON *tree) {
    const cJSON *choices = cJSON_GetObjectItemCaseSensitive(tree, "choices");
    const cJSON *choice = cJSON_IsArray(choices) ? choices->child : NULL;
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(choice, "index");
    note_error(reply, cJSON_GetObjectItemCaseSensitive(tree, "error"));
    if (cJSON_IsNumber(number) && number->valueint != 0) {
        return true; /* another answer to the same question */
    }
    const cJSON *delta = cJSON_GetObjectItemCaseSensitive(choice, "delta");
    const cJSON *message = cJSON_GetObjectItemCaseSensitive(choice, "message");
    const cJSON *content = cJSON_GetObjectItemCaseSensitive(delta, "content");
    if (!cJSON_IsString(content) && !cJSON_IsArray(content)) {
        content = cJSON_GetObjectItemCaseSensitive(message, "content");
    }
    note_old_call(reply, cJSON_GetObjectItemCaseSensitive(delta != NULL ? delta : message, "function_call"));
    const cJSON *holder = cJSON_GetObjectItemCaseSensitive(delta, "tool_calls") != NULL ? delta : message;
    return take_content(reply, content) && take_calls(reply, holder);
}

bool lob_llm_reply_body(lob_llm_reply *reply, lob_str body) {
    lob_json_fault fault;
    cJSON *tree = lob_json_parse(body, &fault);
    reply->event_count++;
    if (tree == NULL || !cJSON_IsObject(tree)) {
        bool is_memory = tree == NULL && strcmp(fault.what, "out of memory") == 0;
        reply->fault = reply->fault != NULL ? reply->fault : tree == NULL ? fault.what : "it is not an object";
        reply->malformed_count++;
        cJSON_Delete(tree);
        return !is_memory;
    }
    bool fine = take_tree(reply, tree);
    cJSON_Delete(tree);
    return fine;
}

/* A call of klayout without a brace in its arguments would go by unseen. */
static void tell_silent_call(lob_llm_call *call) {
    if (!call->is_heard && is_nearly_klayout(call->name.data, call->name.size)) {
        const lob_llm_miss miss = {.seen = LOB_STR(""),
                                   .what = call->has_arguments ? "its arguments hold no JSON object"
                                                               : "it has no arguments as a text of JSON"};
        on_call_miss(call, &miss);
    }
}

bool lob_llm_reply_end(lob_llm_reply *reply) {
    bool fine = lob_llm_scan_end(&reply->scan);
    for (unsigned i = 0; i < reply->call_count && fine; i++) {
        fine = lob_llm_scan_end(&reply->calls[i].scan);
        if (fine) {
            tell_silent_call(&reply->calls[i]);
        }
    }
    return fine;
}

static lob_str trim(lob_str text) {
    while (text.size > 0 && (text.data[0] == ' ' || text.data[0] == '\t')) {
        text.data++;
        text.size--;
    }
    while (text.size > 0 && (text.data[text.size - 1] == ' ' || text.data[text.size - 1] == '\t')) {
        text.size--;
    }
    return text;
}

static bool begins_with(lob_str text, lob_str prefix) {
    return text.size >= prefix.size && memcmp(text.data, prefix.data, prefix.size) == 0;
}

bool lob_llm_reply_line(lob_llm_reply *reply, lob_str line) {
    static const lob_str others[] = {{"event:", 6}, {"id:", 3}, {"retry:", 6}, {":", 1}};
    if (begins_with(line, LOB_STR("\xef\xbb\xbf"))) {
        line = (lob_str){line.data + 3, line.size - 3};
    }
    line = trim(line);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (begins_with(line, others[i])) {
            return true;
        }
    }
    if (begins_with(line, LOB_STR("data:"))) {
        line = trim((lob_str){line.data + 5, line.size - 5});
    }
    if (lob_str_equal(line, LOB_STR("[DONE]"))) {
        reply->is_done = true;
        return lob_llm_reply_end(reply);
    }
    return line.size == 0 || lob_llm_reply_body(reply, line);
}
