/* Running tools in this process. Invariant: whatever happens, the session store is closed again, which removes its
 * folders. */
#include "main/run.h"

#include <string.h>

#include "base/limits.h"
#include "cli/bar.h"
#include "main/files.h"
#include "json/reader.h"

enum { RESULT_SIZE_MIN = 4096, JOB_WAIT_MS = 20000 };

typedef struct runner {
    lob_cli *cli;
    const lob_settings *settings;
    lob_sessions *sessions;
    lob_arena *arena;
    lob_ctx *ctx; /* in an arena of its own: the other is reset for each call */
    lob_arena *home;
    lob_buf result;
    lob_buf shown;       /* the result as printed */
    unsigned gone_count; /* files that answers had and that go with their sessions */
    lob_bar bar;
    const char *verb;     /* the command whose failure is one sentence; NULL: the ErrorObject is printed */
    lob_buf last_session; /* raw JSON string of the session opened last; empty: none */
} runner;

static void close_runner(runner *run) {
    if (run->gone_count > 0) {
        fprintf(run->cli->err,
                "%s: %u file%s of the answer%s deleted with the session, so no path is given; -o PATH writes files to "
                "PATH, --keep keeps them\n",
                run->cli->product.name, run->gone_count, run->gone_count == 1 ? "" : "s",
                run->gone_count == 1 ? " is" : " are");
    }
    if (run->sessions) {
        lob_sessions_close(run->sessions);
    }
    lob_arena_drop(run->arena);
    lob_arena_drop(run->home);
    lob_buf_release(&run->result);
    lob_buf_release(&run->shown);
    lob_buf_release(&run->last_session);
}

/* LOB_EXIT_OK, or the exit status. */
static int open_runner(runner *run, lob_cli *cli, const lob_settings *settings) {
    *run = (runner){.cli = cli, .settings = settings};
    lob_json_init();
    lob_bar_begin(&run->bar, cli, settings->progress, false);
    lob_buf_init(&run->result, LOB_LIMIT_RESULT_SIZE);
    lob_buf_init(&run->shown, 0);
    lob_buf_init(&run->last_session, 0);
    run->arena = lob_arena_new(LOB_LIMIT_REQUEST_MEMORY_SIZE);
    run->home = lob_arena_new(0);
    run->ctx = run->home ? LOB_NEW(run->home, lob_ctx) : NULL;
    /* Room for an error is there before anything happens. */
    if (!run->arena || !run->ctx || !lob_buf_reserve(&run->result, RESULT_SIZE_MIN)) {
        close_runner(run);
        return lob_say_no_memory(cli);
    }
    if (!lob_settings_open(settings, cli, &run->sessions)) {
        close_runner(run);
        return LOB_EXIT_USAGE;
    }
    return LOB_EXIT_OK;
}

static void keep_session(runner *run, const lob_tool *tool) {
    if (strcmp(tool->name, "open_layout") == 0) {
        lob_str id = lob_json_raw_member((lob_str){run->result.data, run->result.size}, "session_id");
        lob_buf_clear(&run->last_session);
        lob_buf_add(&run->last_session, id.data, id.size);
    }
}

/* Runs one tool into run->result. */
static lob_status run_tool(runner *run, const lob_tool *tool, const cJSON *arguments) {
    lob_call call = {.ctx = run->ctx, .sessions = run->sessions};
    lob_arena_reset(run->arena);
    lob_ctx_init(run->ctx, run->arena);
    run->ctx->cancel = run->cli->cancel;
    lob_bar_attach(&run->bar, run->ctx);
    lob_sessions_expire(run->sessions);
    lob_buf_clear(&run->result);
    lob_status status = lob_tool_run(&call, tool, arguments, &run->result);
    lob_call_end(&call);
    lob_bar_clear(&run->bar);
    if (status == LOB_OK) {
        keep_session(run, tool);
    }
    return status;
}

static int exit_status(const runner *run, lob_status status) {
    if (status == LOB_E_CANCELLED) {
        return lob_signal_status(run->cli);
    }
    return status == LOB_OK ? LOB_EXIT_OK : LOB_EXIT_TOOL_ERROR;
}

static int print_result(runner *run, lob_status status) {
    int code = exit_status(run, status);
    if (status == LOB_E_CANCELLED) {
        return code;
    }
    if (status != LOB_OK && run->verb && !run->settings->json) {
        lob_say_tool_error(run->cli, run->verb, &run->ctx->error);
        return code;
    }
    if (run->result.failed) {
        return lob_say_no_memory(run->cli);
    }
    const lob_files_end files =
        lob_files_show(run->cli, run->settings, lob_sessions_config(run->sessions)->artifact_root,
                       (lob_str){run->result.data, run->result.size}, &run->shown, &run->gone_count);
    if (files == LOB_FILES_NO_MEMORY) {
        return lob_say_no_memory(run->cli);
    }
    int printed = lob_print_json(run->cli, run->settings, (lob_str){run->shown.data, run->shown.size});
    printed = files == LOB_FILES_FINE ? printed : LOB_EXIT_TOOL_ERROR;
    return code == LOB_EXIT_OK ? printed : code;
}

/* Runs with arguments as text, which is an object. */
static lob_status run_text(runner *run, const lob_tool *tool, lob_str json, bool *no_memory) {
    lob_json_fault fault;
    cJSON *arguments = lob_json_parse(json, &fault);
    *no_memory = !arguments;
    lob_status status = arguments ? run_tool(run, tool, arguments) : LOB_E_TOOL_LIMIT_EXCEEDED;
    cJSON_Delete(arguments);
    return status;
}

int lob_run_call(lob_cli *cli, const lob_settings *settings, const lob_tool *tool, lob_str json) {
    runner run;
    int code = open_runner(&run, cli, settings);
    if (code != LOB_EXIT_OK) {
        return code;
    }
    bool no_memory;
    lob_status status = run_text(&run, tool, json, &no_memory);
    code = no_memory ? lob_say_no_memory(cli) : print_result(&run, status);
    close_runner(&run);
    return code;
}

/* {members} or {"session_id":ID,members} */
static bool make_object(lob_buf *out, lob_str session_id, const lob_buf *members) {
    lob_buf_clear(out);
    lob_buf_add_byte(out, '{');
    if (session_id.size > 0) {
        lob_buf_add_text(out, "\"session_id\":");
        lob_buf_add(out, session_id.data, session_id.size);
    }
    if (members->size > 0) {
        lob_buf_add_text(out, session_id.size > 0 ? "," : "");
        lob_buf_add(out, members->data, members->size);
    }
    lob_buf_add_byte(out, '}');
    return !out->failed;
}

static bool is_raw(lob_str text, const char *raw) {
    return lob_str_equal(text, lob_str_from(raw));
}

/* A job ends with the process: the command waits for it, and its answer is the last of poll. */
static lob_status finish_job(runner *run, lob_buf *object, bool *no_memory) {
    const lob_tool *poll = lob_cli_tool(run->cli, "poll");
    for (;;) {
        const lob_str result = {run->result.data, run->result.size};
        const lob_str id = lob_json_raw_member(result, "job_id"), state = lob_json_raw_member(result, "status");
        if (!poll || !id.data || !(is_raw(state, "\"queued\"") || is_raw(state, "\"working\""))) {
            return LOB_OK;
        }
        lob_buf_clear(object);
        lob_buf_printf(object, "{\"job_id\":%.*s,\"wait_ms\":%d}", (int)id.size, id.data, JOB_WAIT_MS);
        if (object->failed) {
            *no_memory = true;
            return LOB_E_TOOL_LIMIT_EXCEEDED;
        }
        LOB_TRY(run_text(run, poll, (lob_str){object->data, object->size}, no_memory));
    }
}

/* Of a job that has failed as of a tool. */
static int end_status(const runner *run, int code) {
    const lob_str state = lob_json_raw_member((lob_str){run->result.data, run->result.size}, "status");
    const lob_str id = lob_json_raw_member((lob_str){run->result.data, run->result.size}, "job_id");
    return code == LOB_EXIT_OK && id.data && is_raw(state, "\"failed\"") ? LOB_EXIT_TOOL_ERROR : code;
}

static int run_verb(runner *run, const lob_tool *tool, const lob_arguments *arguments, lob_buf *object) {
    bool opens = arguments->open_json.size > 0;
    bool no_memory = false;
    if (opens) {
        const lob_tool *opener = lob_cli_tool(run->cli, "open_layout");
        if (!make_object(object, (lob_str){0}, &arguments->open_json)) {
            return lob_say_no_memory(run->cli);
        }
        lob_status status = run_text(run, opener, (lob_str){object->data, object->size}, &no_memory);
        if (no_memory || status != LOB_OK) {
            return no_memory ? lob_say_no_memory(run->cli) : print_result(run, status);
        }
    }
    lob_str session_id = opens ? (lob_str){run->last_session.data, run->last_session.size} : (lob_str){0};
    if (run->last_session.failed || !make_object(object, session_id, &arguments->json)) {
        return lob_say_no_memory(run->cli);
    }
    lob_status status = run_text(run, tool, (lob_str){object->data, object->size}, &no_memory);
    if (status == LOB_OK) {
        status = finish_job(run, object, &no_memory);
    }
    return no_memory ? lob_say_no_memory(run->cli) : end_status(run, print_result(run, status));
}

int lob_run_verb(lob_cli *cli, const lob_settings *settings, const lob_tool *tool, const lob_arguments *arguments) {
    runner run;
    if (arguments->needs_session && arguments->open_json.size == 0 && !arguments->has_session_id) {
        lob_complain(cli, tool->name, "FILE is missing, the layout that the tool works on");
        return LOB_EXIT_USAGE;
    }
    int code = open_runner(&run, cli, settings);
    if (code != LOB_EXIT_OK) {
        return code;
    }
    lob_buf object;
    run.verb = tool->name;
    lob_buf_init(&object, 0);
    code = run_verb(&run, tool, arguments, &object);
    lob_buf_release(&object);
    close_runner(&run);
    return code;
}

/* Sequences */

static lob_status refuse_line(runner *run, const char *message, const char *hint) {
    lob_jsonw w;
    lob_ctx_init(run->ctx, run->arena);
    lob_status status = lob_fail(run->ctx, LOB_E_INVALID_TARGET, "%s", message);
    lob_hint(run->ctx, "%s", hint);
    lob_buf_clear(&run->result);
    lob_jsonw_init(&w, &run->result);
    lob_error_write(&run->ctx->error, &w);
    return run->result.failed ? lob_fail_memory(run->ctx) : status;
}

/* "$last" or "$session" as session_id stands for the session opened last. */
static bool fill_session(runner *run, cJSON *arguments) {
    cJSON *id = cJSON_GetObjectItemCaseSensitive(arguments, "session_id");
    if (!cJSON_IsString(id) || run->last_session.size == 0 ||
        (strcmp(id->valuestring, "$last") != 0 && strcmp(id->valuestring, "$session") != 0)) {
        return true;
    }
    lob_json_fault fault;
    cJSON *last = lob_json_parse((lob_str){run->last_session.data, run->last_session.size}, &fault);
    bool fine = cJSON_IsString(last) && cJSON_SetValuestring(id, last->valuestring) != NULL;
    cJSON_Delete(last);
    return fine;
}

static lob_status run_line(runner *run, lob_str line) {
    lob_json_fault fault;
    cJSON *call = lob_json_parse(line, &fault);
    const cJSON *name = cJSON_GetObjectItemCaseSensitive(call, "tool");
    cJSON *arguments = cJSON_GetObjectItemCaseSensitive(call, "arguments");
    const lob_tool *tool = cJSON_IsString(name) ? lob_cli_tool(run->cli, name->valuestring) : NULL;
    lob_status status;
    if (!call) {
        status =
            refuse_line(run, "The line is not JSON", "Send one object a line: {\"tool\":NAME,\"arguments\":{...}}");
    } else if (!tool || (arguments && !cJSON_IsObject(arguments))) {
        status = refuse_line(
            run, tool ? "arguments is not an object" : "The line names no known tool",
            "Send one object a line: {\"tool\":NAME,\"arguments\":{...}}; the command `tools` lists the names");
    } else if (arguments && !fill_session(run, arguments)) {
        status = refuse_line(run, "Out of memory", "Try again");
    } else {
        status = run_tool(run, tool, arguments);
    }
    cJSON_Delete(call);
    return status;
}

bool lob_read_stream(const lob_cli *cli, FILE *stream, lob_buf *content) {
    char block[16 * 1024];
    size_t count;
    while ((count = fread(block, 1, sizeof block, stream)) > 0) {
        lob_buf_add(content, block, count);
    }
    if (content->failed || ferror(stream)) {
        fprintf(cli->err, "%s: the input cannot be read%s\n", cli->product.name,
                content->failed == LOB_BUF_TOO_LARGE ? ": it is longer than 16 MiB" : "");
        return false;
    }
    return true;
}

bool lob_read_line(FILE *in, lob_buf *line, bool *any) {
    int c = fgetc(in);
    *any = c != EOF;
    lob_buf_clear(line);
    for (; c != EOF && c != '\n'; c = fgetc(in)) {
        lob_buf_add_byte(line, (char)c);
    }
    return *any && !line->failed;
}

bool lob_line_is_blank(const lob_buf *line) {
    return line->size == 0 || strspn(line->data, " \t\r") == line->size;
}

static bool is_cancelled(const lob_cli *cli) {
    return cli->cancel && atomic_load(&cli->cancel->requested);
}

static int run_sequence(runner *run, lob_buf *line) {
    int code = LOB_EXIT_OK;
    bool any = true;
    while (!is_cancelled(run->cli) && lob_read_line(run->cli->in, line, &any)) {
        if (lob_line_is_blank(line)) {
            continue;
        }
        lob_status status = run_line(run, (lob_str){line->data, line->size});
        if (status == LOB_E_CANCELLED) {
            break;
        }
        int printed = print_result(run, status);
        code = code == LOB_EXIT_OK ? printed : code;
    }
    if (is_cancelled(run->cli)) {
        return exit_status(run, LOB_E_CANCELLED);
    }
    if (any) {
        fprintf(run->cli->err, "%s: a line is too long\n", run->cli->product.name);
        return LOB_EXIT_TOOL_ERROR;
    }
    return code;
}

int lob_run_sequence(lob_cli *cli, const lob_settings *settings) {
    runner run;
    int code = open_runner(&run, cli, settings);
    if (code != LOB_EXIT_OK) {
        return code;
    }
    lob_buf line;
    lob_buf_init(&line, LOB_LIMIT_LINE_IN_SIZE);
    code = run_sequence(&run, &line);
    lob_buf_release(&line);
    close_runner(&run);
    return code;
}
