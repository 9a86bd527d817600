/* What the tests of eval share: the request, a folder, the server over pipes; and main() of a program that is `serve`
 * and `eval` itself when it is started so. The window lies over a space of 0.05 um between two shapes of
 * fixtures/drc_known.
 */
#ifndef TESTS_UNIT_MAIN_EVAL_RIG_H
#define TESTS_UNIT_MAIN_EVAL_RIG_H

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cjson/cJSON.h>

#include "tests/support/lob_test.h"

#include "base/clock.h"
#include "base/file.h"
#include "cli/signals.h"
#include "client/mcp_client.h"
#include "tests/unit/main/folder_rig.h"
#include "tests/unit/main/line_rig.h"
#include "tool/litho_child.h"
#include "tool/litho_run.h"
#include "json/reader.h"

#define FIXTURE "fixtures/drc_known.gds"
#define BOX     "11.7,0.1,12.3,0.5"
#define PROCESS_OF(more)                                                                                               \
    "{\"tile_px\":256,\"threads\":1,\"epe_max_nm\":6,\"corners\":[{\"dose\":1.05,\"defocus_nm\":20},{\"dose\":0.95}"   \
    "]" more "}"
#define PROCESS                   PROCESS_OF("")
#define COMMON_WITH(box, process) "--layer", "1/0", "--box", box, "--pixel-nm", "4", "--process", process
#define COMMON                    COMMON_WITH(box_usual(), process_usual())

/* In the short forms few kernels and a low window: its picture is as wide and less high. Where numbers of the print are
 * asked for it is BOX and PROCESS in all. */
static const char *process_usual(void) {
    return getenv("LOB_TEST_QUICK") ? PROCESS_OF(",\"kernel_count\":3") : PROCESS;
}

static const char *box_usual(void) {
    return getenv("LOB_TEST_QUICK") ? "11.7,0.26,12.3,0.34" : BOX;
}

static char self[4096];

static char *content_of(const char *path) {
    static char content[1 << 20];
    FILE *file = fopen(path, "r");
    size_t size = file ? fread(content, 1, sizeof content - 1, file) : 0;
    if (file) {
        fclose(file);
    }
    content[size] = '\0';
    return content;
}

static int setup(void **state) {
    (void)state;
    signal(SIGPIPE, SIG_IGN);
    lob_json_init();
    return folder_make("eval") && readlink("/proc/self/exe", self, sizeof self - 1) > 0 ? 0 : 1;
}

static const char *request_of(const char *level) {
    static char text[2048];
    char here[1024];
    const bool is_low = strcmp(box_usual(), BOX) != 0;
    assert_non_null(getcwd(here, sizeof here));
    snprintf(text, sizeof text,
             "{\"layout\":\"%s/" FIXTURE "\",\"layer\":{\"layer\":1,\"datatype\":0},\"box\":{\"left\":11.7,\"bottom\":"
             "%s,\"right\":12.3,\"top\":%s},\"pixel_nm\":4,\"process\":%s,\"report_level\":\"%s\"}",
             here, is_low ? "0.26" : "0.1", is_low ? "0.34" : "0.5", process_usual(), level);
    return text;
}

/* ---- answers ---- */

typedef struct told {
    lob_buf out;
    lob_ctx *ctx;
    lob_arena *arena;
} told;

static told told_new(void) {
    told t = {.arena = lob_arena_new(0)};
    t.ctx = LOB_NEW(t.arena, lob_ctx);
    lob_ctx_init(t.ctx, t.arena);
    lob_buf_init(&t.out, 0);
    return t;
}

static void told_drop(told *t) {
    lob_buf_release(&t->out);
    lob_arena_drop(t->arena);
}

static lob_status in_process(lob_ctx *ctx, const char *request, bool is_line, lob_buf *report) {
    lob_roots *roots;
    lob_status status = lob_roots_open(ctx, "", &roots);
    if (status == LOB_OK) {
        const lob_litho_place place = {.roots = roots, .file_size_max = 1 << 20};
        const lob_litho_run run = {.place = &place, .is_line = is_line};
        status = lob_litho_run_evaluate(ctx, &run, lob_str_from(request), report);
        lob_roots_close(roots);
    }
    return status;
}

static void compare(lob_str a, lob_str b) {
    assert_int_equal(a.size, b.size);
    assert_memory_equal(a.data, b.data, a.size);
}

static lob_str bytes(const lob_buf *buf) {
    return (lob_str){buf->data, buf->size};
}

/* The server over pipes. Answers are in ctx->arena. */
typedef struct server {
    lob_ctx *ctx;
    lob_mcp_client client;
} server;

static void server_open(lob_ctx *ctx, server *s) {
    char *argv[] = {self, (char[]){"serve"}, (char[]){"--artifact-root"}, folder, NULL};
    const lob_mcp_client_options options = {.argv = argv, .timeout_ms = 60000};
    lob_mcp_reply reply;
    s->ctx = ctx;
    assert_int_equal(lob_mcp_client_open(ctx, &options, &s->client), LOB_OK);
    assert_int_equal(lob_mcp_client_initialize(ctx, &s->client, "test", &reply), LOB_OK);
}

static lob_str ask(server *s, const char *tool, const char *arguments) {
    lob_mcp_reply reply;
    assert_int_equal(lob_mcp_client_call(s->ctx, &s->client, tool, lob_str_from(arguments), &reply), LOB_OK);
    return lob_json_raw_member(reply.result, "structuredContent");
}

static const char *id_of(lob_str answer, char text[64]) {
    const lob_str id = lob_json_raw_member(answer, "job_id");
    assert_true(id.data);
    assert_lt(id.size, 64);
    snprintf(text, 64, "%.*s", (int)id.size - 2, id.data + 1);
    return text;
}

/* Starts a job, and polls until it has ended. */
static lob_str ask_to_the_end(server *s, const char *tool, const char *arguments) {
    char id[64], poll[128];
    lob_str answer = ask(s, tool, arguments);
    snprintf(poll, sizeof poll, "{\"job_id\":\"%s\",\"wait_ms\":20000}", id_of(answer, id));
    for (int i = 0; i < 10 && lob_json_raw_member(answer, "next_poll_ms").data; i++) {
        answer = ask(s, "poll", poll);
    }
    return answer;
}

/* ---- this program as the command ---- */

static const char *real_environment(const char *name) {
    return getenv(name);
}

static int act(int argc, char **argv) {
    const char *to = strcmp(argv[1], "eval") == 0 ? getenv("LOB_TEST_MARK") : NULL;
    FILE *file = to ? fopen(to, "w") : NULL;
    if (file) {
        fprintf(file, "%ld\n", (long)getpid());
        fclose(file);
    }
    lob_signals signals = lob_signals_install();
    lob_cli cli = {.product = RIG_PRODUCT,
                   .in = stdin,
                   .out = stdout,
                   .err = stderr,
                   .in_fd = STDIN_FILENO,
                   .out_fd = STDOUT_FILENO,
                   .stop_fd = signals.stop_fd,
                   .cancel = signals.cancel,
                   .signal_number = signals.number,
                   .getenv_fn = real_environment};
    return lob_cli_run(&cli, argc, argv);
}

#define EVAL_RIG_MAIN(argc, argv)                                                                                      \
    do {                                                                                                               \
        if ((argc) > 1 && (strcmp((argv)[1], "serve") == 0 || strcmp((argv)[1], "eval") == 0)) {                       \
            return act(argc, argv);                                                                                    \
        }                                                                                                              \
    } while (0)

#endif
