/* Servers and programs under measurement. A peer's arena is emptied before each call, so that calls do not grow dearer.
 */
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "bench.h"
#include "json/reader.h"
#include "json/writer.h"

enum { TIMEOUT_MS = 600000 };

extern char **environ;

bool peer_open(peer *p, char *program) {
    p->arena = lob_arena_new(0);
    if (p->arena == NULL) {
        return false;
    }
    lob_ctx_init(&p->ctx, p->arena);
    char *argv[] = {program, NULL};
    lob_mcp_client_options options = {.argv = argv, .timeout_ms = TIMEOUT_MS};
    lob_mcp_reply reply;
    if (lob_mcp_client_open(&p->ctx, &options, &p->client) == LOB_OK &&
        lob_mcp_client_initialize(&p->ctx, &p->client, "bench", &reply) == LOB_OK && reply.result.data != NULL) {
        return true;
    }
    fprintf(stderr, "bench: %s\n", p->ctx.error.message);
    peer_close(p);
    return false;
}

void peer_close(peer *p) {
    lob_mcp_client_close(&p->client);
    lob_arena_drop(p->arena);
}

bool peer_call(peer *p, const char *tool, lob_str arguments, lob_str *structured) {
    lob_arena_reset(p->arena);
    lob_mcp_reply reply;
    if (lob_mcp_client_call(&p->ctx, &p->client, tool, arguments, &reply) != LOB_OK || reply.result.data == NULL) {
        fprintf(stderr, "bench: %s\n", p->ctx.error.message);
        return false;
    }
    if (structured != NULL) {
        *structured = lob_json_raw_member(reply.result, "structuredContent");
    }
    return true;
}

bool peer_open_layout(peer *p, const char *path, char *arguments, size_t size) {
    lob_buf out;
    lob_buf_init(&out, 0);
    lob_jsonw w;
    lob_jsonw_init(&w, &out);
    lob_jsonw_begin_object(&w);
    lob_jsonw_key(&w, "path");
    lob_jsonw_text(&w, path);
    lob_jsonw_end_object(&w);
    lob_str structured = {NULL, 0};
    bool fine = lob_jsonw_fine(&w) && peer_call(p, "open_layout", (lob_str){out.data, out.size}, &structured);
    lob_buf_release(&out);
    lob_str id = structured.data != NULL ? lob_json_raw_member(structured, "session_id") : (lob_str){NULL, 0};
    if (!fine || id.data == NULL) {
        fprintf(stderr, "bench: open_layout failed\n");
        return false;
    }
    snprintf(arguments, size, "{\"session_id\":%.*s}", (int)id.size, id.data);
    return true;
}

double peer_peak_mib(const peer *p) {
    char path[64];
    char line[256];
    double kib = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)p->client.pid);
    FILE *in = fopen(path, "r");
    while (in != NULL && fgets(line, sizeof line, in) != NULL) {
        sscanf(line, "VmHWM: %lf", &kib);
    }
    if (in != NULL) {
        fclose(in);
    }
    return kib / 1024;
}

double run_program(char *const *argv, const char *out_path) {
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions) != 0) {
        return -1;
    }
    pid_t pid = 0;
    int status = -1;
    int64_t began = lob_clock_ns();
    bool fine =
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out_path, O_WRONLY | O_CREAT | O_TRUNC, 0600) == 0 &&
        posix_spawnp(&pid, argv[0], &actions, NULL, argv, environ) == 0 && waitpid(pid, &status, 0) == pid;
    double seconds = (double)(lob_clock_ns() - began) / 1e9;
    posix_spawn_file_actions_destroy(&actions);
    return fine && WIFEXITED(status) && WEXITSTATUS(status) == 0 ? seconds : -1;
}

void print_machine(lob_buf *json) {
    char model[128] = "unknown processor";
    char line[256];
    FILE *in = fopen("/proc/cpuinfo", "r");
    while (in != NULL && fgets(line, sizeof line, in) != NULL && sscanf(line, "model name : %127[^\n]", model) != 1) {
    }
    if (in != NULL) {
        fclose(in);
    }
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    double memory_gib = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE) / 1073741824;
    printf("  %s, %ld processors, %.0f GiB\n", model, count, memory_gib);
    lob_jsonw w;
    lob_jsonw_init(&w, json);
    lob_jsonw_begin_object(&w);
    lob_jsonw_key(&w, "processor");
    lob_jsonw_text(&w, model);
    lob_jsonw_key(&w, "processors");
    lob_jsonw_int(&w, count);
    lob_jsonw_key(&w, "memory_gib");
    lob_jsonw_number(&w, memory_gib);
    lob_jsonw_end_object(&w);
}
