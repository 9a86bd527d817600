/* See relay.h. Invariant: as many lines come out as went in that are not blank, also when there is no server; each
 * stands alone. */
#include "main/relay.h"

#include <stddef.h>

#include "client/tool_call.h"
#include "gen/parse.h"
#include "gen/write.h"
#include "main/run.h"
#include "json/reader.h"

enum { START_TIMEOUT_MS = 30000, LINE_SIZE_MAX = 16 * 1024 * 1024 };

typedef struct relay {
    lob_cli *cli;
    lob_arena *arena; /* of one line */
    lob_mcp_client client;
    int64_t timeout_ms;
    char **command;
    bool all_ok;
    lob_str no_server; /* why it could not be started, a sentence; data NULL: it was */
} relay;

#define AT(field) offsetof(relay, field)

static const lob_option option_rows[] = {
    LOB_ROW_NUMBER("start-timeout", AT(timeout_ms), "MS", 1, INT32_MAX,
                   "Gives up if the server has not answered initialize after this long; default: 30000."),
};

const lob_command lob_relay_command = {
    .name = "relay",
    .usage = "[--start-timeout MS] -- COMMAND ARGS",
    .title = "Sends calls, one per line, to another MCP server",
    .about = "Reads one {\"name\", \"input\", \"trace_id\", \"timeout_ms\"} per line, passes it to the MCP server "
             "that COMMAND starts, and prints {\"ok\", \"error\", \"data\", \"duration_ms\"} for each.",
    .examples = "relay -- layout-observer serve <calls.jsonl",
    .status =
        "0 every call was ok, 1 one was not, 2 the command line is wrong or the server could not be started; each "
        "call then gets SERVICE_UNAVAILABLE.",
    LOB_ROWS(option_rows),
    .takes = 0,
    .takes_rest = true,
};

/* ---- a line ---- */

static bool print(relay *r, const lob_tool_call_result *result) {
    lob_buf out;
    lob_jsonw w;
    lob_buf_init(&out, 0);
    lob_jsonw_init(&w, &out);
    lob_tool_call_result_write(&w, result);
    lob_buf_add_byte(&out, '\n');
    bool fine = out.failed == LOB_BUF_FINE && fwrite(out.data, 1, out.size, r->cli->out) == out.size &&
                fflush(r->cli->out) == 0;
    lob_buf_release(&out);
    r->all_ok = r->all_ok && result->ok;
    return fine;
}

/* A call that is wrong in itself keeps its own error. */
static void explain(const relay *r, lob_tool_error *error, lob_tool_call_result *result) {
    if (r->no_server.data != NULL && result->error != NULL &&
        result->error->code == LOB_TOOL_ERROR_CODE_SERVICE_UNAVAILABLE) {
        *error = *result->error;
        error->message = r->no_server;
        result->error = error;
    }
}

/* False: nothing can be printed any more, or memory ran out. */
static bool relay_line(relay *r, lob_str line) {
    lob_json_fault fault;
    lob_tool_call_request request;
    lob_tool_call_result result = {.ok = false};
    lob_tool_error error;
    lob_ctx *ctx = LOB_NEW(r->arena, lob_ctx);
    if (ctx == NULL) {
        return false;
    }
    lob_ctx_init(ctx, r->arena);
    cJSON *tree = lob_json_parse(line, &fault);
    lob_status status = tree != NULL ? lob_tool_call_request_parse(ctx, tree, &request)
                                     : lob_fail(ctx, LOB_E_INVALID_TARGET, "The line is not JSON: %s, at byte %zu",
                                                fault.what, fault.offset);
    cJSON_Delete(tree);
    status = status == LOB_OK ? lob_tool_call(ctx, &r->client, &request, &result)
                              : lob_tool_call_fail(ctx, &ctx->error, &result);
    lob_buf_clear(&r->client.notifications);
    explain(r, &error, &result);
    bool fine = status == LOB_OK && print(r, &result);
    lob_arena_reset(r->arena);
    return fine;
}

/* ---- the whole ---- */

static int relay_all(relay *r) {
    lob_buf line;
    bool fine = true, any = true;
    lob_buf_init(&line, LINE_SIZE_MAX);
    while (fine && lob_read_line(r->cli->in, &line, &any)) {
        fine = lob_line_is_blank(&line) || relay_line(r, (lob_str){line.data, line.size});
    }
    bool is_whole = fine && !any;
    if (!is_whole) {
        fprintf(r->cli->err, "%s relay: %s\n", r->cli->product.name,
                line.failed == LOB_BUF_TOO_LARGE ? "a line is longer than 16 MiB" : "a line could not be answered");
    }
    lob_buf_release(&line);
    return is_whole && r->all_ok ? LOB_EXIT_OK : LOB_EXIT_TOOL_ERROR;
}

/* False: `why` says it in a sentence without a full stop. */
static bool start(relay *r, lob_ctx *ctx, lob_buf *why) {
    lob_mcp_reply reply;
    lob_mcp_client_options options = {.argv = r->command, .timeout_ms = r->timeout_ms};
    bool is_started = lob_mcp_client_open(ctx, &options, &r->client) == LOB_OK &&
                      lob_mcp_client_initialize(ctx, &r->client, "layout-observer relay", &reply) == LOB_OK;
    if (is_started && reply.error.data != NULL) {
        lob_buf_printf(why, "The server refused to start: %.*s", (int)reply.error.size, reply.error.data);
    } else if (!is_started) {
        const char *verdict = lob_mcp_client_verdict(&r->client);
        lob_buf_printf(why, "The server is not available: %s%s", strncmp(verdict, "no answer", 9) == 0 ? "" : "it ",
                       verdict[0] != '\0' ? verdict : "could not be reached for lack of memory");
    }
    return is_started && reply.error.data == NULL;
}

/* Without a server the calls that wait, and those that still come, are answered all the same: whoever sent them reads
 * answers, not an exit status. */
static int run(relay *r, lob_ctx *ctx) {
    lob_buf why;
    lob_buf_init(&why, 0);
    bool is_started = start(r, ctx, &why);
    if (!is_started) {
        r->no_server = why.failed == LOB_BUF_FINE ? (lob_str){why.data, why.size} : LOB_STR("The server did not start");
        fprintf(r->cli->err, "%s relay: %.*s\n", r->cli->product.name, (int)r->no_server.size, r->no_server.data);
        fflush(r->cli->err);
        lob_mcp_client_close(&r->client);
    }
    int code = relay_all(r);
    lob_mcp_client_close(&r->client);
    lob_buf_release(&why);
    return is_started ? code : LOB_EXIT_USAGE;
}

int lob_cli_relay(lob_cli *cli, int argc, char **argv) {
    relay r = {.cli = cli, .timeout_ms = START_TIMEOUT_MS, .all_ok = true};
    lob_settings settings = {0};
    int rest, code;
    if (!lob_command_read(cli, &lob_relay_command, &settings, &r, argc, argv, &rest, &code)) {
        return code;
    }
    if (rest == argc) {
        lob_complain(cli, "relay", "the server's command follows --");
        return LOB_EXIT_USAGE;
    }
    r.command = argv + rest;
    lob_json_init();
    r.arena = lob_arena_new(0);
    lob_arena *own = lob_arena_new(0);
    lob_ctx *ctx = r.arena != NULL && own != NULL ? LOB_NEW(own, lob_ctx) : NULL;
    if (ctx != NULL) {
        lob_ctx_init(ctx, own);
        code = run(&r, ctx);
    } else {
        code = lob_say_no_memory(cli);
    }
    lob_arena_drop(own);
    lob_arena_drop(r.arena);
    return code;
}
