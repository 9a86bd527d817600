/* See journal.h. */
#include "journal.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "load.h"
#include "json/reader.h"
#include "json/writer.h"

struct conf_journal {
    int fd;
    pthread_mutex_t lock;
};

static const char *const outcome_names[] = {[CONF_PASSED] = "passed",
                                            [CONF_FAILED] = "failed",
                                            [CONF_BROKEN] = "broken",
                                            [CONF_SKIPPED] = "skipped",
                                            [CONF_FAULTY] = "faulty"};
enum { OUTCOME_COUNT = sizeof outcome_names / sizeof outcome_names[0] };

static lob_status refuse(lob_ctx *ctx, const char *path, const char *what, const char *hint) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "%s", what);
    lob_hint(ctx, "%s", hint);
    lob_error_text(&ctx->error, "path", lob_str_from(path));
    return status;
}

static bool write_line(int fd, lob_buf *line) {
    lob_buf_add_byte(line, '\n');
    bool fine = !line->failed && write(fd, line->data, line->size) == (ssize_t)line->size;
    lob_buf_release(line);
    return fine;
}

static void add_text(lob_jsonw *w, const char *key, const char *text) {
    lob_jsonw_key(w, key);
    lob_jsonw_text(w, text != NULL ? text : "");
}

static bool write_head(int fd, const conf_run *run) {
    lob_buf line;
    lob_jsonw w;
    lob_buf_init(&line, 0);
    lob_jsonw_init(&w, &line);
    lob_jsonw_begin_object(&w);
    add_text(&w, "server", run->server);
    add_text(&w, "protocol", run->protocol);
    add_text(&w, "cases_version", run->version);
    lob_jsonw_end_object(&w);
    return write_line(fd, &line);
}

static const char *text_of(const cJSON *object, const char *name) {
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
    return text != NULL ? text : "";
}

static bool is_ours(const cJSON *head, const conf_run *run) {
    return strcmp(text_of(head, "server"), run->server) == 0 && strcmp(text_of(head, "protocol"), run->protocol) == 0 &&
           strcmp(text_of(head, "cases_version"), run->version != NULL ? run->version : "") == 0;
}

/* False: the line says nothing that can be used; its case runs again. */
static bool take(lob_ctx *ctx, const cJSON *line, conf_result *result) {
    const char *outcome = text_of(line, "outcome"), *tool = text_of(line, "missing_tool");
    int found = 0;
    while (found < OUTCOME_COUNT && strcmp(outcome, outcome_names[found]) != 0) {
        found++;
    }
    if (found == OUTCOME_COUNT) {
        return false;
    }
    *result = (conf_result){.outcome = (conf_outcome)found};
    result->step = (unsigned)cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(line, "step"));
    result->elapsed_ms = (int64_t)cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(line, "elapsed_ms"));
    snprintf(result->reason, sizeof result->reason, "%s", text_of(line, "reason"));
    result->missing_tool = tool[0] != '\0' ? lob_arena_strdup(ctx->arena, tool, strlen(tool)) : NULL;
    return true;
}

static void take_line(lob_ctx *ctx, const cJSON *line, const conf_run *run, conf_result *results, bool *is_done) {
    const lob_str id = lob_str_from(text_of(line, "id"));
    for (size_t i = 0; i < run->count; i++) {
        if (lob_str_equal(run->cases->items[run->chosen[i]].is.id, id)) {
            is_done[i] = take(ctx, line, &results[i]);
        }
    }
}

/* *whole: the bytes of lines that can be read, the first of which is the head of this run; 0: the file is empty. */
static lob_status read_lines(lob_ctx *ctx, const char *path, lob_str text, const conf_run *run, conf_result *results,
                             bool *is_done, size_t *whole) {
    const char *end;
    for (*whole = 0; (end = memchr(text.data + *whole, '\n', text.size - *whole)) != NULL;) {
        lob_json_fault fault;
        cJSON *line = lob_json_parse((lob_str){text.data + *whole, (size_t)(end - text.data) - *whole}, &fault);
        bool is_head = *whole == 0, fits = line != NULL && (!is_head || is_ours(line, run));
        if (fits && !is_head) {
            take_line(ctx, line, run, results, is_done);
        }
        cJSON_Delete(line);
        if (!fits && is_head) {
            return refuse(ctx, path, "The file is no journal of this server, revision and version of the cases",
                          "Give --resume another file, or remove this one.");
        }
        if (!fits) {
            return LOB_OK;
        }
        *whole = (size_t)(end - text.data) + 1;
    }
    return LOB_OK;
}

lob_status conf_journal_open(lob_ctx *ctx, const char *path, const conf_run *run, conf_result *results, bool *is_done,
                             conf_journal **journal) {
    static const char no_write[] = "The journal cannot be written",
                      give[] = "Give a path in a folder that may be written.";
    lob_str text = {.data = "", .size = 0};
    size_t whole = 0;
    conf_journal *j = LOB_NEW(ctx->arena, conf_journal);
    if (j == NULL) {
        return lob_fail_memory(ctx);
    }
    if (access(path, F_OK) == 0) {
        LOB_TRY(conf_read_file(ctx, path, &text));
        LOB_TRY(read_lines(ctx, path, text, run, results, is_done, &whole));
        if (whole == 0 && text.size > 0) {
            return refuse(ctx, path, "The file is no journal of a run",
                          "Give --resume another file, or remove this one.");
        }
    }
    j->fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (j->fd < 0) {
        return refuse(ctx, path, no_write, give);
    }
    if (ftruncate(j->fd, (off_t)whole) != 0 || (whole == 0 && !write_head(j->fd, run))) {
        close(j->fd);
        return refuse(ctx, path, no_write, give);
    }
    pthread_mutex_init(&j->lock, NULL);
    *journal = j;
    return LOB_OK;
}

void conf_journal_add(conf_journal *journal, lob_str id, const conf_result *result) {
    lob_buf line;
    lob_jsonw w;
    lob_buf_init(&line, 0);
    lob_jsonw_init(&w, &line);
    lob_jsonw_begin_object(&w);
    add_text(&w, "id", id.data);
    add_text(&w, "outcome", outcome_names[result->outcome]);
    lob_jsonw_key(&w, "step");
    lob_jsonw_uint(&w, result->step);
    add_text(&w, "reason", result->reason);
    if (result->missing_tool != NULL) {
        add_text(&w, "missing_tool", result->missing_tool);
    }
    lob_jsonw_key(&w, "elapsed_ms");
    lob_jsonw_int(&w, result->elapsed_ms);
    lob_jsonw_end_object(&w);
    pthread_mutex_lock(&journal->lock);
    (void)write_line(journal->fd, &line);
    pthread_mutex_unlock(&journal->lock);
}

void conf_journal_close(conf_journal *journal) {
    if (journal != NULL) {
        close(journal->fd);
        pthread_mutex_destroy(&journal->lock);
    }
}
