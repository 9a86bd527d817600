/* Transcripts as cases: FIXTURES/transcripts/NAME.jsonl becomes the case transcript/NAME. One JSON object a line:
 *
 *   {"about": "...", "requirements": ["R-..."], "level": "recommended", "profile": "litho", "since": "1.0.0"}
 *   {"to": MESSAGE, "silent_ms": 300}                 the client's; silent_ms: no line comes within this time
 *   {"from": PATTERN, "save": {"job": "$.result.structuredContent.job_id"}, "timeout_ms": 40000}
 *   {"wait_ms": 200}
 *
 * "from" is what answers the "to" just before it, the whole message; names saved there stand in later lines as
 * ${NAME}. The first line is the head. Invariant: messages go out as they stand in the file, but for what is filled in.
 */
#include <cjson/cJSON.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "load.h"
#include "json/reader.h"
#include "json/writer.h"

static const char suffix[] = ".jsonl";

/* ---- one file ---- */

typedef struct transcript {
    lob_buf text;  /* of the case */
    bool has_head; /* and the array of steps is open */
    bool has_step; /* a step is open: a "to", or a pause, that lacks its brace */
    bool is_asked; /* ... a "to" that nothing answered yet */
    char fault[64];
} transcript;

static void add_member(transcript *t, const char *key, lob_str raw) {
    if (raw.data != NULL) {
        lob_buf_printf(&t->text, ",\"%s\":", key);
        lob_buf_add(&t->text, raw.data, raw.size);
    }
}

static void copy_members(transcript *t, lob_str line, const char *const *keys) {
    for (; *keys != NULL; keys++) {
        add_member(t, *keys, lob_json_raw_member(line, *keys));
    }
}

static void close_step(transcript *t) {
    if (t->has_step) {
        lob_buf_add_byte(&t->text, '}');
    }
    t->has_step = t->is_asked = false;
}

static void add_head(transcript *t, lob_str id, lob_str line) {
    static const char *const keys[] = {"about", "requirements", "level", "profile", "since", NULL};
    lob_buf_printf(&t->text, "{\"id\":\"%.*s\",\"needs\":[\"stdio\"]", (int)id.size, id.data);
    copy_members(t, line, keys);
    lob_buf_add_text(&t->text, ",\"steps\":[");
    t->has_head = true;
}

static void add_line(transcript *t, lob_str line) {
    static const char *const answer[] = {"save", "timeout_ms", "tolerance", NULL};
    const lob_str to = lob_json_raw_member(line, "to"), from = lob_json_raw_member(line, "from");
    const lob_str pause = lob_json_raw_member(line, "wait_ms");
    if (from.data != NULL && t->is_asked) {
        add_member(t, "expect", from);
        copy_members(t, line, answer);
        close_step(t);
        return;
    }
    if (from.data != NULL || (to.data == NULL && pause.data == NULL)) {
        snprintf(t->fault, sizeof t->fault, from.data ? "from answers no to" : "neither to, from nor wait_ms");
        return;
    }
    close_step(t);
    if (t->text.data[t->text.size - 1] != '[') {
        lob_buf_add_byte(&t->text, ',');
    }
    lob_jsonw w;
    lob_buf_add_byte(&t->text, '{');
    lob_jsonw_init(&w, &t->text);
    if (to.data != NULL) {
        lob_buf_add_text(&t->text, "\"send\":");
        lob_jsonw_str(&w, to);
        add_member(t, "within_ms", lob_json_raw_member(line, "silent_ms"));
    } else {
        lob_buf_add_text(&t->text, "\"wait_ms\":");
        lob_jsonw_raw(&w, pause);
    }
    t->has_step = true;
    t->is_asked = to.data != NULL;
}

static lob_status add_text(lob_ctx *ctx, conf_cases *cases, lob_str id, const char *path, lob_str rest) {
    transcript t = {.has_head = false};
    lob_status status = LOB_OK;
    unsigned number = 0;
    lob_buf_init(&t.text, CONF_FILE_SIZE_MAX);
    while (rest.size > 0 && t.fault[0] == '\0' && t.text.failed == LOB_BUF_FINE) {
        const char *end = memchr(rest.data, '\n', rest.size);
        const lob_str line = {rest.data, end != NULL ? (size_t)(end - rest.data) : rest.size};
        lob_json_fault fault;
        number++;
        rest = (lob_str){line.data + line.size + (end != NULL), rest.size - line.size - (end != NULL)};
        if (!lob_json_check(line, false, &fault) || line.data[0] != '{') {
            snprintf(t.fault, sizeof t.fault, "no JSON object");
        } else if (!t.has_head) {
            add_head(&t, id, line);
        } else {
            add_line(&t, line);
        }
    }
    if (t.fault[0] != '\0' || !t.has_head) {
        status = conf_fault(ctx, cases, id, "line %u: %s", number, t.has_head || number ? t.fault : "there is none");
        lob_buf_release(&t.text);
        return status;
    }
    close_step(&t);
    lob_buf_add_text(&t.text, "]}");
    const lob_str text = conf_buf_text(ctx, &t.text);
    return text.data != NULL ? conf_cases_add(ctx, cases, id, path, text) : LOB_E_TOOL_LIMIT_EXCEEDED;
}

/* ---- the folder ---- */

static int is_transcript(const struct dirent *entry) {
    const size_t size = strlen(entry->d_name), end = strlen(suffix);
    return entry->d_name[0] != '.' && size > end && strcmp(entry->d_name + size - end, suffix) == 0;
}

static lob_status add_file(lob_ctx *ctx, conf_cases *cases, const char *folder, const char *file) {
    char id[300];
    const int size = snprintf(id, sizeof id, "transcript/%.*s", (int)(strlen(file) - strlen(suffix)), file);
    const lob_str name = {lob_arena_strdup(ctx->arena, id, (size_t)size), (size_t)size};
    const char *path = conf_join(ctx, folder, file);
    lob_str text;
    if (name.data == NULL || path == NULL) {
        return lob_fail_memory(ctx);
    }
    const lob_status status = conf_read_file(ctx, path, &text);
    if (status == LOB_E_FILE_NOT_FOUND) {
        lob_error_clear(&ctx->error);
        return conf_fault(ctx, cases, name, "cannot be read");
    }
    LOB_TRY(status);
    return add_text(ctx, cases, name, path, text);
}

lob_status conf_transcripts_load(lob_ctx *ctx, const char *fixtures, conf_cases *cases) {
    const char *folder = conf_join(ctx, fixtures, "transcripts");
    struct dirent **entries = NULL;
    if (folder == NULL) {
        return LOB_E_TOOL_LIMIT_EXCEEDED;
    }
    const int count = scandir(folder, &entries, is_transcript, alphasort);
    lob_status status = LOB_OK;
    for (int i = 0; i < count; i++) {
        if (status == LOB_OK) {
            status = add_file(ctx, cases, folder, entries[i]->d_name);
        }
        free(entries[i]);
    }
    free(entries);
    return status;
}
