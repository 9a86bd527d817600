/* soak --requests N --sessions S --layout FILE [--json OUT] -- SERVER ARGUMENTS: one server asked N times.
 *
 * Four sessions are open at any time; after each N / S requests the oldest is closed and another opened, so S sessions
 * come and go. Every answer is looked at: an error where none is due fails, and so does an answer where an error is
 * due. Once tables and heaps have filled (a tenth of the requests, at least WARM_COUNT or half of all) the server's
 * memory, descriptors and threads are looked at 40 times, always with four sessions open. What is kept for each request
 * or session shows as growth: the most memory of the last half of these looks may be at most GROWTH_KIB above that of
 * the half before, descriptors and threads may not grow at all. The server's heap is one for all its threads
 * (MALLOC_ARENA_MAX=1, unless the environment says otherwise): with a heap a thread, which of them takes a request
 * moves megabytes to and fro, and hides what is never given back.
 */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/num.h"
#include "soak.h"
#include "json/reader.h"

enum { TIMEOUT_MS = 120000, SAMPLE_COUNT = 40, GROWTH_KIB = 512, WARM_COUNT = 40000, OPEN = 0, CLOSE = 1, OWN = 2 };

typedef struct soak {
    lob_arena *arena;
    lob_ctx ctx;
    lob_mcp_client client;
    const char *layout;
    char sessions[SOAK_OPEN_COUNT][32];
    uint64_t opened, closed, state;
    times times;
    sample samples[SAMPLE_COUNT];
    unsigned sample_count;
} soak;

/* One request, its time under `which`. False, with a line on stderr: not the end that was due. */
static bool request(soak *s, unsigned which, const char *method, const char *params, ask_end end, lob_str *structured) {
    lob_mcp_reply reply;
    lob_arena_reset(s->arena);
    int64_t began = lob_clock_ns();
    lob_status status = lob_mcp_client_request(&s->ctx, &s->client, method, lob_str_from(params), &reply);
    double us = (double)(lob_clock_ns() - began) / 1e3;
    if (status != LOB_OK) {
        fprintf(stderr, "soak: %s\n", s->ctx.error.message);
        return false;
    }
    lob_buf_clear(&s->client.notifications);
    lob_str flag = reply.result.data ? lob_json_raw_member(reply.result, "isError") : (lob_str){NULL, 0};
    bool is_error = flag.data && lob_str_equal(flag, LOB_STR("true"));
    ask_end got = reply.error.data ? ASK_RPC_ERROR : is_error ? ASK_TOOL_ERROR : ASK_ANSWER;
    if (got != end) {
        fprintf(stderr, "soak: %s %s: %.300s\n", method, params, reply.text.data);
        return false;
    }
    if (structured) {
        *structured = lob_json_raw_member(reply.result, "structuredContent");
    }
    return times_add(&s->times, which, us);
}

static bool open_session(soak *s, unsigned slot) {
    char params[4200];
    lob_str structured = {NULL, 0};
    snprintf(params, sizeof params, "{\"name\":\"open_layout\",\"arguments\":{\"path\":\"%s\"}}", s->layout);
    if (!request(s, OPEN, "tools/call", params, ASK_ANSWER, &structured)) {
        return false;
    }
    lob_str id = lob_json_raw_member(structured, "session_id");
    if (id.size < 3 || id.size - 2 >= sizeof s->sessions[slot]) {
        return false;
    }
    memcpy(s->sessions[slot], id.data + 1, id.size - 2);
    s->sessions[slot][id.size - 2] = '\0';
    s->opened++;
    /* The ids that the mixture measures are known to a session once it has given them out. */
    snprintf(params, sizeof params,
             "{\"name\":\"query_region\",\"arguments\":{\"session_id\":\"%s\",\"box\":{\"left\":-1,\"bottom\":-6,"
             "\"right\":50,\"top\":6}}}",
             s->sessions[slot]);
    return request(s, OPEN, "tools/call", params, ASK_ANSWER, NULL);
}

static bool close_session(soak *s, unsigned slot) {
    char params[128];
    snprintf(params, sizeof params, "{\"name\":\"close_session\",\"arguments\":{\"session_id\":\"%s\"}}",
             s->sessions[slot]);
    s->closed++;
    return request(s, CLOSE, "tools/call", params, ASK_ANSWER, NULL);
}

static bool one(soak *s) {
    char params[1024];
    unsigned which = soak_next(&s->state);
    const ask *a = &soak_asks[which];
    const char *session = s->sessions[(s->state >> 40) % SOAK_OPEN_COUNT];
    return soak_params(a, session, &s->state, params, sizeof params) &&
           request(s, OWN + which, a->method ? a->method : "tools/call", params, a->end, NULL);
}

static bool all(soak *s, uint64_t requests, uint64_t sessions) {
    const uint64_t turn = requests / sessions ? requests / sessions : 1;
    const uint64_t half = requests / 2 < WARM_COUNT ? requests / 2 : WARM_COUNT;
    const uint64_t warm = requests / 10 > half ? requests / 10 : half;
    bool fine = true;
    for (unsigned i = 0; i < SOAK_OPEN_COUNT && fine; i++) {
        fine = open_session(s, i);
    }
    for (uint64_t i = 0; i < requests && fine; i++) {
        if (i % turn == turn - 1 && s->opened < sessions) {
            unsigned slot = (unsigned)(s->closed % SOAK_OPEN_COUNT);
            fine = close_session(s, slot) && open_session(s, slot);
        }
        fine = fine && one(s);
        if (i >= warm + (requests - warm) * s->sample_count / SAMPLE_COUNT && s->sample_count < SAMPLE_COUNT) {
            fine = fine && soak_sample(s->client.pid, &s->samples[s->sample_count]);
            s->sample_count++;
        }
    }
    for (unsigned i = 0; i < SOAK_OPEN_COUNT && fine; i++) {
        fine = close_session(s, i);
    }
    return fine;
}

/* ---- verdicts ---- */

static sample most_of(const sample *samples, unsigned from, unsigned to) {
    sample most = {0};
    for (unsigned i = from; i < to; i++) {
        const sample *s = &samples[i];
        most.anonymous_kib = s->anonymous_kib > most.anonymous_kib ? s->anonymous_kib : most.anonymous_kib;
        most.resident_kib = s->resident_kib > most.resident_kib ? s->resident_kib : most.resident_kib;
        most.descriptors = s->descriptors > most.descriptors ? s->descriptors : most.descriptors;
        most.threads = s->threads > most.threads ? s->threads : most.threads;
    }
    return most;
}

static int verdict(const char *what, bool fine, int *failed) {
    *failed += !fine;
    printf("  %s %s\n", fine ? "ok  " : "FAIL", what);
    return fine;
}

static int judge(const soak *s, bool fine, int status, FILE *json) {
    int failed = 0;
    char line[256];
    sample early = most_of(s->samples, 0, s->sample_count / 2);
    sample late = most_of(s->samples, s->sample_count / 2, s->sample_count);
    long growth = late.anonymous_kib - early.anonymous_kib;
    verdict("every answer is as due", fine, &failed);
    snprintf(line, sizeof line, "memory is flat: anonymous at most %ld then %ld KiB (%+ld), resident %ld then %ld",
             early.anonymous_kib, late.anonymous_kib, growth, early.resident_kib, late.resident_kib);
    verdict(line, fine && growth <= GROWTH_KIB, &failed);
    snprintf(line, sizeof line, "descriptors and threads do not grow: %d and %d, then %d and %d", early.descriptors,
             early.threads, late.descriptors, late.threads);
    verdict(line, fine && late.descriptors <= early.descriptors && late.threads <= early.threads, &failed);
    snprintf(line, sizeof line, "the server ends with status %d", status);
    verdict(line, status == 0, &failed);
    if (json) {
        fputs("  {\"name\": \"anonymous_kib\", \"samples\": [", json);
        for (unsigned i = 0; i < s->sample_count; i++) {
            fprintf(json, "%s%ld", i ? ", " : "", s->samples[i].anonymous_kib);
        }
        fputs("]},\n", json);
        fprintf(json,
                "  {\"name\": \"server\", \"anonymous_kib\": [%ld, %ld], \"resident_kib\": [%ld, %ld], "
                "\"descriptors\": [%d, "
                "%d], \"threads\": [%d, %d]}\n",
                early.anonymous_kib, late.anonymous_kib, early.resident_kib, late.resident_kib, early.descriptors,
                late.descriptors, early.threads, late.threads);
    }
    printf("%d passed, %d failed, 0 skipped\n", 4 - failed, failed);
    return failed > 0;
}

static int run(soak *s, char **command, uint64_t requests, uint64_t sessions, FILE *json) {
    const char *names[OWN + SOAK_ASK_MAX] = {"open_layout", "close_session"};
    for (unsigned i = 0; i < soak_ask_count; i++) {
        names[OWN + i] = soak_asks[i].name;
    }
    lob_mcp_client_options options = {.argv = command, .timeout_ms = TIMEOUT_MS};
    lob_mcp_reply reply;
    if (lob_mcp_client_open(&s->ctx, &options, &s->client) != LOB_OK ||
        lob_mcp_client_initialize(&s->ctx, &s->client, "soak", &reply) != LOB_OK || !reply.result.data) {
        fprintf(stderr, "soak: %s\n", s->ctx.error.message);
        lob_mcp_client_close(&s->client);
        return 1;
    }
    int64_t began = lob_clock_ns();
    bool fine = all(s, requests, sessions);
    double seconds = (double)(lob_clock_ns() - began) / 1e9;
    int status = lob_mcp_client_close(&s->client);
    printf("  %llu requests in %.1f s, %llu sessions opened, %llu closed\n", (unsigned long long)requests, seconds,
           (unsigned long long)s->opened, (unsigned long long)s->closed);
    if (json) {
        fputs("[\n", json);
    }
    times_print(&s->times, names, OWN + soak_ask_count, json);
    int failed = judge(s, fine, status, json);
    if (json) {
        fputs("]\n", json);
    }
    return failed;
}

static const char *option(int argc, char **argv, const char *name) {
    for (int i = 1; i + 1 < argc && strcmp(argv[i], "--") != 0; i += 2) {
        if (strcmp(argv[i], name) == 0) {
            return argv[i + 1];
        }
    }
    return NULL;
}

int main(int argc, char **argv) {
    int at = 1;
    while (at < argc && strcmp(argv[at], "--") != 0) {
        at++;
    }
    const char *requests_text = option(argc, argv, "--requests"), *sessions_text = option(argc, argv, "--sessions");
    const char *layout = option(argc, argv, "--layout"), *out = option(argc, argv, "--json");
    int64_t requests, sessions;
    if (at + 1 >= argc || !layout || !requests_text || !sessions_text ||
        !lob_num_parse_int(requests_text, SAMPLE_COUNT, 1000000000, &requests) ||
        !lob_num_parse_int(sessions_text, SOAK_OPEN_COUNT, requests, &sessions)) {
        fprintf(stderr, "usage: soak --requests N --sessions S --layout FILE [--json OUT] -- SERVER ARGUMENTS\n"
                        "  N at least 40, S from 4 to N\n");
        return 2;
    }
    char *path = realpath(layout, NULL);
    FILE *json = out ? fopen(out, "w") : NULL;
    soak s = {.arena = lob_arena_new(0), .layout = path ? path : layout, .state = 1};
    lob_json_init();
    setenv("MALLOC_ARENA_MAX", "1", 0);
    int status = 1;
    if (!s.arena || (out && !json)) {
        fprintf(stderr, "soak: cannot write %s\n", out ? out : "");
    } else {
        lob_ctx_init(&s.ctx, s.arena);
        status = run(&s, argv + at + 1, (uint64_t)requests, (uint64_t)sessions, json);
    }
    if (json && fclose(json) != 0) {
        status = 1;
    }
    times_release(&s.times);
    lob_arena_drop(s.arena);
    free(path);
    return status;
}
