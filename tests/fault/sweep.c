/* Every system call of the program fails, is cut short or is the last one, in turn; see docs/TESTING.md.
 *
 *     sweep [--whole] SERVER FIXTURES FOLDER      the program
 *     sweep --control SLOPPY FIXTURES FOLDER      a program with known faults, each of which must be found
 *
 * What holds after each run: the program ended by itself and soon; it said what it did, or why not; the output has the
 * old content or the new one, whole, and the new one when the program said so; nothing else lies beside it. A write,
 * fsync, close or rename of the output that failed is told. Interrupted and short reads and writes are gone on with.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "trace.h"
#include "json/reader.h"

enum { WORD_COUNT_MAX = 8, FAILURES_SHOWN = 20, CONTENT_SIZE_MAX = 1 << 25, TRIES_MAX = 1 << 20 };

/* $X in a word stands for the working folder. */
typedef struct scenario {
    const char *name, *words[WORD_COUNT_MAX];
    const char *output; /* below $X/out; NULL: none is written */
    const char *old;    /* what it is before: a file of $X/in, or NULL: there is none */
    bool is_quick;
} scenario;

typedef struct content {
    char *data; /* owned; NULL: no such file */
    size_t size;
} content;

typedef struct run_state { /* what the program left */
    int code;              /* exit status, or -1: a signal */
    content out, err, file;
    bool has_more; /* beside the output */
} run_state;

static const char *program, *fixtures, *folder;
static bool whole;
static content old_file;
static run_state good; /* undisturbed */
static unsigned passed, failed, shown;
static bool is_control;

static const scenario scenarios[] = {
    {"GDSII to OASIS", {"convert", "$X/in/a.gds", "$X/out/o.oas"}, "o.oas", "old", true},
    {"OASIS to GDSII, packed, new", {"convert", "$X/in/a.oas.gz", "$X/out/o.gds.gz"}, "o.gds.gz", NULL, true},
    {"onto itself", {"convert", "$X/out/o.gds", "$X/out/o.gds"}, "o.gds", "a.gds", true},
    {"list_cells", {"list_cells", "--path", "$X/in/a.oas", "--root", "$X/in"}, NULL, NULL, true},
    {"OASIS to GDSII", {"convert", "$X/in/a.oas", "$X/out/o.gds", "--root", "$X/in"}, "o.gds", "old", false},
    {"GDSII to OASIS, packed", {"convert", "$X/in/a.gds.gz", "$X/out/o.oas.gz"}, "o.oas.gz", "old", false},
    {"GDSII to GDSII", {"convert", "$X/in/a.gds", "$X/out/o.gds"}, "o.gds", "old", false},
    {"OASIS to OASIS", {"convert", "$X/in/a.oas", "$X/out/o.oas"}, "o.oas", "old", false},
    {"list_layers, packed", {"list_layers", "--path", "$X/in/a.gds.gz"}, NULL, NULL, false},
    {"open_layout", {"open_layout", "--path", "$X/in/a.gds"}, NULL, NULL, false},
    {"large GDSII", {"convert", "$X/in/large.gds", "$X/out/o.gds"}, "o.gds", "old", false},
    {"large OASIS", {"convert", "$X/in/large.oas", "$X/out/o.gds.gz"}, "o.gds.gz", "old", false},
};

static _Noreturn void give_up(const char *what) {
    fprintf(stderr, "sweep: %s\n", what);
    exit(2);
}

/* ---- files ---- */

static const char *at(const char *name) {
    static char paths[8][4096];
    static unsigned next;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static content load(const char *path) {
    content c = {0};
    FILE *file = fopen(path, "rbe");
    if (file) {
        c.data = malloc(CONTENT_SIZE_MAX);
        c.size = c.data ? fread(c.data, 1, CONTENT_SIZE_MAX, file) : 0;
        fclose(file);
    }
    return c;
}

static void store(const char *path, const void *data, size_t size) {
    FILE *file = fopen(path, "wbe");
    if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0) {
        give_up("a file of the working folder cannot be written");
    }
}

static bool same(content a, content b) {
    return !a.data == !b.data && a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

static void release(run_state *s) {
    free(s->out.data);
    free(s->err.data);
    free(s->file.data);
    *s = (run_state){0};
}

/* Calls each() for what is in a folder; how many there are. */
static unsigned entries(const char *path, void (*each)(const char *path, const char *name)) {
    unsigned count = 0;
    DIR *dir = opendir(path);
    for (const struct dirent *e = dir ? readdir(dir) : NULL; e; e = readdir(dir)) {
        if (e->d_name[0] != '.' || (e->d_name[1] != '.' && e->d_name[1] != '\0')) {
            count++;
            if (each) {
                each(path, e->d_name);
            }
        }
    }
    if (dir) {
        closedir(dir);
    }
    return count;
}

static void remove_file(const char *path, const char *name) {
    char full[8192];
    snprintf(full, sizeof full, "%s/%s", path, name);
    unlink(full);
}

/* ---- running ---- */

static bool run_program(const scenario *s, const char *input, const trace_fault *fault, trace_result *result) {
    static char words[WORD_COUNT_MAX][4096];
    char *argv[WORD_COUNT_MAX + 2] = {(char *)(uintptr_t)program};
    const trace_streams streams = {input, at("stdout"), at("stderr")};
    for (unsigned i = 0; i < WORD_COUNT_MAX && s->words[i]; i++) {
        bool is_path = strncmp(s->words[i], "$X", 2) == 0;
        snprintf(words[i], sizeof words[i], "%s%s", is_path ? folder : "", s->words[i] + (is_path ? 2 : 0));
        argv[i + 1] = words[i];
    }
    return trace_run(argv, &streams, fault, result);
}

static void put_old(const scenario *s) {
    entries(at("out"), remove_file);
    if (s->output && s->old) {
        char name[64];
        snprintf(name, sizeof name, "out/%s", s->output);
        store(at(name), old_file.data, old_file.size);
    }
}

/* Session ids are random: they become zeros. */
static void blind_ids(content c) {
    for (size_t i = 0; i + 16 <= c.size; i++) {
        if (memcmp(c.data + i, "ses_", 4) == 0) {
            memset(c.data + i + 4, '0', 12);
        }
    }
}

static run_state look(const scenario *s, const trace_result *result) {
    char name[64];
    run_state now = {.code = WIFEXITED(result->status) ? WEXITSTATUS(result->status) : -1};
    now.out = load(at("stdout"));
    now.err = load(at("stderr"));
    blind_ids(now.out);
    if (s->output) {
        snprintf(name, sizeof name, "out/%s", s->output);
        now.file = load(at(name));
    }
    now.has_more = entries(at("out"), NULL) > (now.file.data ? 1 : 0);
    return now;
}

/* ---- judging ---- */

static bool is_below(const char *path, const char *name) {
    const char *whole_path = at(name);
    return strncmp(path, whole_path, strlen(whole_path)) == 0;
}

/* An error of this call means that the output is not safe on the disk, or that the answer was not given. */
static bool must_be_told(const trace_call *call, int error) {
    switch (call->number) {
    case SYS_write:
    case SYS_pwrite64:
    case SYS_writev:
        return is_below(call->path, "out") || is_below(call->path, "stdout");
    case SYS_fsync:
    case SYS_fdatasync:
    case SYS_ftruncate:
        return is_below(call->path, "out");
    case SYS_close:
        return is_below(call->path, "out/") && error != EINTR;
    case SYS_rename:
    case SYS_renameat:
    case SYS_renameat2:
        return true;
    case SYS_read:
    case SYS_pread64:
        return is_below(call->path, "in") || is_below(call->path, "out");
    default:
        return false;
    }
}

static bool is_answer(content c) {
    lob_json_fault fault;
    return c.size > 1 && c.data[c.size - 1] == '\n' && lob_json_check((lob_str){c.data, c.size - 1}, false, &fault);
}

/* An ErrorObject on stdout or a line for people on stderr; a sanitizer's report is neither. */
static bool is_refusal(const run_state *now) {
    bool lines = now->err.size > 1 && now->err.data[now->err.size - 1] == '\n' && now->err.size < 1024;
    bool is_error = is_answer(now->out) && memmem(now->out.data, now->out.size, "\"code\":", 7) != NULL;
    return now->code < 3 && (is_error || lines);
}

static bool is_gone_on_with(const trace_fault *fault, const trace_call *call) {
    bool is_files = is_below(call->path, "in") || is_below(call->path, "out");
    return trace_transfers(call->number) && (fault->kind == TRACE_SHORT || (fault->error == EINTR && is_files));
}

/* NULL: all is as it should be. */
static const char *judge(const trace_fault *fault, const trace_result *result, const run_state *now) {
    bool once = fault->kind == TRACE_ONCE || fault->kind == TRACE_SHORT;
    bool cannot_say = !once && (fault->kind == TRACE_FROM_ALL || trace_transfers(result->call.number));
    bool cannot_remove =
        fault->kind == TRACE_FROM_ALL || result->call.number == SYS_unlinkat || result->call.number == SYS_unlink;
    bool is_new = same(now->file, good.file);
    if (result->timed_out || now->code < 0) {
        return result->timed_out ? "hung" : "crashed";
    }
    if (!is_new && !same(now->file, old_file)) {
        return now->file.data ? "torn output" : "lost output";
    }
    if (now->has_more && !cannot_remove) {
        return "left a file behind";
    }
    if (now->code == 0 && good.code == 0) {
        if (!is_new) {
            return "said it was done, with the old output";
        }
        if (!same(now->out, good.out)) {
            return "another answer";
        }
        return fault->kind != TRACE_SHORT && must_be_told(&result->call, fault->error) && fault->error != EINTR
                   ? "did not tell"
                   : NULL;
    }
    if (now->code == 0) {
        return "did what it must refuse";
    }
    if (once && good.code == 0 && is_gone_on_with(fault, &result->call)) {
        return "gave up on a short or interrupted call";
    }
    return cannot_say || is_refusal(now) ? NULL : "gave no reason";
}

static void tally(const scenario *s, const trace_fault *fault, const trace_result *result, const char *what) {
    static const char *const kinds[] = {"", "once", "and later ones", "and all later calls", "short", "killed there"};
    if (!what) {
        passed++;
        return;
    }
    failed++;
    if (!is_control && shown++ < FAILURES_SHOWN) {
        const char *slash = strrchr(result->call.path, '/');
        printf("  FAIL %s: call %u, %s of %s, %s, %s: %s\n", s->name, fault->nth, trace_name(result->call.number),
               slash ? slash + 1 : "-", kinds[fault->kind], fault->error ? strerrorname_np(fault->error) : "-", what);
    }
}

/* ---- sweeping ---- */

/* One disturbed run. False: the fault did not come any more. */
static bool disturb(const scenario *s, const trace_fault *fault, trace_result *result) {
    put_old(s);
    if (!run_program(s, "/dev/null", fault, result)) {
        give_up("tracing failed");
    }
    run_state now = look(s, result);
    if (result->fired) {
        tally(s, fault, result, judge(fault, result, &now));
    }
    release(&now);
    return result->fired;
}

static void sweep_call(const scenario *s, unsigned nth, const trace_result *first) {
    static const trace_kind kinds[] = {TRACE_ONCE, TRACE_FROM_SAME, TRACE_FROM_ALL};
    const int *errors = trace_errors(first->call.number);
    trace_result result;
    for (unsigned i = 0; errors[i]; i++) {
        for (unsigned k = 0; k < (whole ? 3 : i == 0 ? 2 : 1); k++) {
            /* The first of all is done; and who goes on after each interruption goes on for ever. */
            if ((k > 0 || i > 0) && (k == 0 || errors[i] != EINTR)) {
                disturb(s, &(trace_fault){kinds[k], nth, errors[i]}, &result);
            }
        }
    }
    if (trace_transfers(first->call.number)) {
        disturb(s, &(trace_fault){.kind = TRACE_SHORT, .nth = nth}, &result);
    }
}

static void sweep_calls(const scenario *s) {
    trace_result result;
    /* EIO is what every call can fail with, where its own list does not begin with another. */
    for (unsigned nth = 1; nth < TRIES_MAX; nth++) {
        if (!disturb(s, &(trace_fault){TRACE_ONCE, nth, EIO}, &result)) {
            return;
        }
        sweep_call(s, nth, &result);
    }
}

static void begin(const scenario *s) {
    const trace_fault none = {TRACE_NONE, 0, 0};
    trace_result result;
    char name[64];
    free(old_file.data);
    old_file = (content){0};
    if (s->old) {
        snprintf(name, sizeof name, "in/%s", s->old);
        old_file = load(at(name));
    }
    put_old(s);
    if (!run_program(s, "/dev/null", &none, &result)) {
        give_up("tracing failed");
    }
    release(&good);
    good = look(s, &result);
}

/* ---- SIGKILL ---- */

static unsigned strays;

static void check_stray(const char *path, const char *name) {
    static const char prefix[] = ".tmp-";
    bool is_temporary =
        strncmp(name, prefix, 5) == 0 && strlen(name) == 21 && strspn(name + 5, "0123456789abcdef") == 16;
    (void)path;
    strays += !is_temporary && name[0] == '.';
}

/* After a kill the output is the old or the new one, what else lies there is plainly a temporary file, and the same
 * command then works as if nothing had been. */
static const char *judge_kill(const scenario *s, const run_state *now) {
    const trace_fault none = {TRACE_NONE, 0, 0};
    trace_result again;
    if (!same(now->file, good.file) && !same(now->file, old_file)) {
        return "torn output";
    }
    strays = 0;
    entries(at("out"), check_stray);
    if (strays > 0) {
        return "a file that nobody knows";
    }
    if (!run_program(s, "/dev/null", &none, &again)) {
        return "could not run again";
    }
    run_state later = look(s, &again);
    bool fine = later.code == good.code && same(later.file, good.file) && same(later.out, good.out);
    release(&later);
    return fine ? NULL : "the next run does not work";
}

static void sweep_kills(const scenario *s) {
    trace_result result;
    trace_fault fault = {.kind = TRACE_KILL, .nth = 1};
    for (; fault.nth < TRIES_MAX; fault.nth++) {
        put_old(s);
        if (!run_program(s, "/dev/null", &fault, &result)) {
            give_up("tracing failed");
        }
        if (!result.fired) {
            return;
        }
        run_state now = look(s, &result);
        tally(s, &fault, &result, judge_kill(s, &now));
        release(&now);
    }
}

/* A server that dies while it opens a layout; the next one removes the folders of the first when it starts. */
static void sweep_server(void) {
    static const scenario serve = {.name = "serve", .words = {"serve"}};
    const trace_fault none = {TRACE_NONE, 0, 0};
    trace_fault fault = {.kind = TRACE_KILL, .nth = 1};
    trace_result result;
    unsigned dirty = 0;
    char sessions[4096], session[8192];
    snprintf(sessions, sizeof sessions, "%s/art/sessions", folder);
    snprintf(session, sizeof session,
             "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\","
             "\"capabilities\":{},\"clientInfo\":{\"name\":\"sweep\",\"version\":\"1\"}}}\n"
             "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n"
             "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"open_layout\","
             "\"arguments\":{\"path\":\"%s/in/a.gds\"}}}\n",
             folder);
    store(at("session"), session, strlen(session));
    for (; fault.nth < TRIES_MAX; fault.nth++) {
        if (!run_program(&serve, at("session"), &fault, &result)) {
            give_up("tracing failed");
        }
        if (!result.fired) {
            break;
        }
        dirty += entries(sessions, NULL) > 0;
        bool fine = run_program(&serve, "/dev/null", &none, &(trace_result){0}) && entries(sessions, NULL) == 0;
        tally(&serve, &fault, &result, fine ? NULL : "the folder of its session stays");
    }
    if (dirty == 0) {
        tally(&serve, &fault, &result, "no kill left a folder, so nothing was shown");
    }
    printf("  serve: killed at %u calls, %u of them with a session's folder left\n", fault.nth - 1, dirty);
}

/* ---- setting up ---- */

static void convert_input(const char *from, const char *to) {
    const scenario s = {.name = "input", .words = {"convert", from, to}};
    const trace_fault none = {TRACE_NONE, 0, 0};
    trace_result result;
    if (!run_program(&s, "/dev/null", &none, &result) || result.status != 0) {
        give_up("an input cannot be made");
    }
}

static size_t put_record(uint8_t *out, unsigned type, const void *data, size_t size) {
    const uint8_t head[] = {(uint8_t)((size + 4) >> 8), (uint8_t)(size + 4), (uint8_t)(type >> 8), (uint8_t)type};
    memcpy(out, head, sizeof head);
    if (size > 0) {
        memcpy(out + 4, data, size);
    }
    return size + 4;
}

/* A GDSII of more than a block of a megabyte, which is read by a thread: triangles that no repetition holds together.
 */
static void make_large(const char *path) {
    enum { COUNT = 20000, SIZE = 60 * COUNT + 256 };
    static const uint8_t units[] = {0x3e, 0x41, 0x89, 0x37, 0x4b, 0xc6, 0xa7, 0xf0,
                                    0x39, 0x44, 0xb8, 0x2f, 0xa0, 0x9b, 0x5a, 0x50};
    static const uint8_t two[] = {0, 1}, dates[24] = {0};
    uint8_t *bytes = malloc(SIZE), xy[32];
    size_t size = 0;
    uint32_t random = 1;
    if (!bytes) {
        give_up("no memory");
    }
    size += put_record(bytes + size, 0x0002, (const uint8_t[]){2, 88}, 2);
    size += put_record(bytes + size, 0x0102, dates, 24);
    size += put_record(bytes + size, 0x0206, "LARGE", 6);
    size += put_record(bytes + size, 0x0305, units, 16);
    size += put_record(bytes + size, 0x0502, dates, 24);
    size += put_record(bytes + size, 0x0606, "TOP", 4);
    for (unsigned i = 0; i < COUNT; i++) {
        for (unsigned b = 0; b < sizeof xy; b++) {
            random = random * 1664525 + 1013904223;
            xy[b] = b % 4 < 2 ? 0 : (uint8_t)(random >> 24);
        }
        memcpy(xy + 24, xy, 8);
        size += put_record(bytes + size, 0x0800, NULL, 0);
        size += put_record(bytes + size, 0x0d02, two, 2);
        size += put_record(bytes + size, 0x0e02, two, 2);
        size += put_record(bytes + size, 0x1003, xy, sizeof xy);
        size += put_record(bytes + size, 0x1100, NULL, 0);
    }
    size += put_record(bytes + size, 0x0700, NULL, 0);
    size += put_record(bytes + size, 0x0400, NULL, 0);
    store(path, bytes, size);
    free(bytes);
}

static void make_folders(void) {
    static const char *const names[] = {"in", "out", "art"};
    char fixture[4096];
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        if (mkdir(at(names[i]), 0700) != 0 && errno != EEXIST) {
            give_up("the working folder cannot be made");
        }
    }
    store(at("in/old"), "what was there before\n", 22);
    snprintf(fixture, sizeof fixture, "%s/reticle.gds", fixtures);
    content c = load(fixture);
    if (c.size == 0) {
        give_up("there is no fixture reticle.gds");
    }
    store(at("in/a.gds"), c.data, c.size);
    free(c.data);
}

static void make_inputs(void) {
    convert_input("$X/in/a.gds", "$X/in/a.oas");
    convert_input("$X/in/a.gds", "$X/in/a.gds.gz");
    convert_input("$X/in/a.gds", "$X/in/a.oas.gz");
    if (whole) {
        make_large(at("in/large.gds"));
        convert_input("$X/in/large.gds", "$X/in/large.oas");
    }
}

/* Each fault of tests/fault/sloppy.c must be found, and the program without one must pass. */
static int control(void) {
    static const char *const faults[] = {"none",  "fsync", "close", "rename",    "write",
                                         "short", "eintr", "place", "temporary", "silent"};
    unsigned found = 0, count = sizeof faults / sizeof *faults;
    is_control = true;
    for (unsigned i = 0; i < count; i++) {
        const scenario s = {faults[i], {faults[i], "$X/in/a.gds", "$X/out/o.gds"}, "o.gds", "old", true};
        passed = failed = 0;
        begin(&s);
        sweep_calls(&s);
        sweep_kills(&s);
        bool as_wished = good.code == 0 && passed > 0 && (failed > 0) == (i > 0);
        found += as_wished;
        if (!as_wished) {
            printf("  FAIL control \"%s\": %u runs passed, %u failed\n", faults[i], passed, failed);
        }
    }
    printf("%u passed, %u failed, 0 skipped\n", found, count - found);
    return found != count;
}

static void sweep_program(void) {
    for (unsigned i = 0; i < sizeof scenarios / sizeof *scenarios; i++) {
        const scenario *s = &scenarios[i];
        if (!whole && !s->is_quick) {
            continue;
        }
        unsigned before = passed + failed;
        begin(s);
        sweep_calls(s);
        unsigned faults = passed + failed - before;
        if (s->output && (whole || i == 0)) {
            sweep_kills(s);
        }
        printf("  %s: %u faults, %u kills\n", s->name, faults, passed + failed - before - faults);
        fflush(stdout);
    }
    sweep_server();
}

int main(int argc, char **argv) {
    int first = argc > 1 && strncmp(argv[1], "--", 2) == 0 ? 2 : 1;
    if (argc != first + 3) {
        give_up("sweep [--whole | --control] PROGRAM FIXTURES FOLDER");
    }
    program = argv[first];
    fixtures = argv[first + 1];
    folder = argv[first + 2];
    whole = first == 2 && strcmp(argv[1], "--whole") == 0;
    make_folders();
    setenv("KLAYOUT_MCP_ARTIFACT_ROOT", at("art"), 1);
    if (!LOB_TRACE_WORKS) {
        printf("  SKIPPED: system calls are made to fail on Linux for x86-64 alone\n0 passed, 0 failed, 1 skipped\n");
        return 0;
    }
    if (first == 2 && !whole) {
        return control();
    }
    make_inputs();
    sweep_program();
    printf("%u passed, %u failed, 0 skipped\n", passed, failed);
    return failed > 0;
}
