/* Invariant: the body is spliced, never written anew: numbers, order and members nobody here knows stay as they came.
 */
#include "proxy/request.h"

#include "json/reader.h"
#include "json/writer.h"

static bool is_fine(const lob_buf *out) {
    return out->failed == LOB_BUF_FINE;
}

static void add_str(lob_buf *out, lob_str text) {
    lob_buf_add(out, text.data, text.size);
}

static void add_json_text(lob_buf *out, lob_str text) {
    lob_jsonw w;
    lob_jsonw_init(&w, out);
    lob_jsonw_str(&w, text);
}

static lob_str view(const lob_buf *buf) {
    return (lob_str){buf->data != NULL ? buf->data : "", buf->size};
}

bool lob_llm_request_write(lob_str body, const char *model, lob_buf *out) {
    lob_str old = model != NULL ? lob_json_raw_member(body, "model") : (lob_str){0};
    if (model == NULL) {
        add_str(out, body);
    } else if (old.data != NULL) {
        size_t before = (size_t)(old.data - body.data);
        lob_buf_add(out, body.data, before);
        add_json_text(out, lob_str_from(model));
        lob_buf_add(out, old.data + old.size, body.size - before - old.size);
    } else {
        size_t brace = (size_t)((const char *)memchr(body.data, '{', body.size) - body.data) + 1;
        size_t next = brace + strspn(body.data + brace, " \t\r\n");
        lob_buf_add(out, body.data, brace);
        lob_buf_add_text(out, "\"model\":");
        add_json_text(out, lob_str_from(model));
        lob_buf_add_text(out, body.data[next] == '}' ? "" : ",");
        lob_buf_add(out, body.data + brace, body.size - brace);
    }
    return is_fine(out);
}

/* ---- the next round ---- */

static void add_assistant(lob_buf *out, const lob_llm_reply *reply) {
    lob_buf_add_text(out, "{\"role\":\"assistant\",\"content\":");
    add_json_text(out, view(&reply->content));
    for (unsigned i = 0; i < reply->call_count; i++) {
        const lob_llm_call *call = &reply->calls[i];
        lob_buf_add_text(out, i == 0 ? ",\"tool_calls\":[{\"id\":" : ",{\"id\":");
        add_json_text(out, view(&call->id));
        lob_buf_add_text(out, ",\"type\":\"function\",\"function\":{\"name\":");
        add_json_text(out, view(&call->name));
        lob_buf_add_text(out, ",\"arguments\":");
        add_json_text(out, view(&call->arguments));
        lob_buf_add_text(out, "}}");
    }
    lob_buf_add_text(out, reply->call_count > 0 ? "]}" : "}");
}

/* All results of one call, a line each. */
static void gather(const lob_llm_call *call, const lob_llm_result *results, unsigned count, lob_buf *text) {
    unsigned found = 0;
    for (unsigned i = 0; i < count; i++) {
        if (results[i].call == call) {
            lob_buf_add_text(text, found++ > 0 ? "\n" : call == NULL ? "Result of the klayout command:\n" : "");
            add_str(text, view(&results[i].text));
        }
    }
    if (found == 0 && call != NULL) {
        lob_buf_add_text(text, "{\"ok\": false, \"error\": \"No klayout command was found in this tool call\"}");
    }
}

static void add_message(lob_buf *out, const lob_llm_call *call, const lob_buf *text) {
    if (text->size == 0) {
        return;
    }
    lob_buf_add_text(out, call != NULL ? ",{\"role\":\"tool\",\"tool_call_id\":" : ",{\"role\":\"user\"");
    if (call != NULL) {
        add_json_text(out, view(&call->id));
    }
    lob_buf_add_text(out, ",\"content\":");
    add_json_text(out, view(text));
    lob_buf_add_byte(out, '}');
}

bool lob_llm_request_extend(lob_str body, const lob_llm_reply *reply, const lob_llm_result *results, unsigned count,
                            lob_buf *out) {
    lob_str messages = lob_json_raw_member(body, "messages");
    if (messages.data == NULL || messages.data[0] != '[') {
        return false;
    }
    size_t before = (size_t)(messages.data - body.data) + messages.size - 1;
    bool is_empty = messages.data[1 + strspn(messages.data + 1, " \t\r\n")] == ']';
    lob_buf_add(out, body.data, before);
    lob_buf_add_text(out, is_empty ? "" : ",");
    add_assistant(out, reply);
    for (unsigned i = 0; i <= reply->call_count; i++) {
        const lob_llm_call *call = i < reply->call_count ? &reply->calls[i] : NULL;
        lob_buf text;
        lob_buf_init(&text, 0);
        gather(call, results, count, &text);
        add_message(out, call, &text);
        if (text.failed != LOB_BUF_FINE) {
            out->failed = text.failed;
        }
        lob_buf_release(&text);
    }
    lob_buf_add(out, body.data + before, body.size - before);
    return is_fine(out);
}
