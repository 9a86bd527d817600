/* Runs cases of user.h by their seeds, in a child that may die: whatever ends it is told with its seed, and the next
 * child goes on behind it.
 *
 *   user run FROM COUNT [SECONDS]   seeds FROM, FROM + 1, ...; ends with the totals
 *   user list FILE                  lines "seed N" or "case HEX", # begins a comment
 *   user one N|HEX                  in this process
 *   user shrink N|HEX               fewer records that fail alike, as HEX
 *   user file N|HEX PATH            the layout of a case
 *   user print N                    its records, as HEX
 *
 * USER_LOG names a file that gets each failure, USER_SLOW one for calls beyond USER_SLOW_S seconds or USER_LARGE_MB.
 */
#include "user.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tool/registry.h"

#define HUNG_NS INT64_C(8000000000) /* of the processor, after a call was cancelled */

enum { FULL_COUNT = 20000 }; /* layouts that use every argument of every tool */
enum { TICK_MS = 5, CHILD_CASES_MAX = 4000, REPORT_SIZE = 1 << 20 };

typedef struct item {
    bool is_seed;
    uint64_t seed;
    user_case c;
} item;

typedef struct plan {
    item *items; /* NULL: seeds from `from` on */
    uint64_t from, count;
    int64_t end_ms; /* 0: when all are through */
} plan;

static user_watch *watch; /* shared with the child */
static uint64_t failed;
static volatile sig_atomic_t is_stopped; /* SIGTERM, SIGINT: the totals are told */
static int64_t slow_ns = INT64_C(4000000000);
static uint64_t large_size = UINT64_C(1) << 30;

const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "allocator_may_return_null=1:max_allocation_size_mb=4096:hard_rss_limit_mb=6000:quarantine_size_mb=8:"
           "malloc_context_size=2:detect_leaks=1";
}
const char *__ubsan_default_options(void);
const char *__ubsan_default_options(void) {
    return "print_stacktrace=1:halt_on_error=1";
}
/* Of a report that does not end the process (UBSAN_OPTIONS=halt_on_error=0). */
void __ubsan_on_report(void);
void __ubsan_on_report(void) {
    if (watch) {
        watch->report_count++;
        fprintf(stderr, "USER: the report is of seed %llu, %s\n", (unsigned long long)watch->seed, watch->tool);
    }
}

static void stop(int number) {
    is_stopped = number;
}

static int64_t now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * INT64_C(1000) + t.tv_nsec / 1000000;
}

static double number_of(const char *name, double otherwise) {
    const char *text = getenv(name);
    return text ? strtod(text, NULL) : otherwise;
}

/* ---- cases as text ---- */

static bool parse_case(const char *text, item *it) {
    uint8_t bytes[USER_RECORDS_MAX * USER_RECORD_SIZE];
    const size_t size = strcspn(text, " \n\t#");
    *it = (item){0};
    if (size < 2 * USER_RECORD_SIZE) {
        it->is_seed = true;
        it->seed = strtoull(text, NULL, 10);
        user_case_from_seed(&it->c, it->seed);
        return true;
    }
    for (size_t i = 0; i < size / 2 && i < sizeof bytes; i++) {
        const char pair[3] = {text[2 * i], text[2 * i + 1], 0};
        bytes[i] = (uint8_t)strtoul(pair, NULL, 16);
    }
    user_case_from_bytes(&it->c, bytes, size / 2 < sizeof bytes ? size / 2 : sizeof bytes);
    return it->c.count > 0;
}

static void print_case(const user_case *c) {
    for (unsigned i = 0; i < c->count * USER_RECORD_SIZE; i++) {
        printf("%02x", c->records[i / USER_RECORD_SIZE][i % USER_RECORD_SIZE]);
    }
    printf("\n");
}

/* ---- the child ---- */

static const item *item_at(const plan *p, uint64_t at, item *room) {
    if (p->items) {
        return &p->items[at];
    }
    room->seed = p->from + at;
    user_case_from_seed(&room->c, room->seed);
    return room;
}

/* `at` lies in shared memory: how far it came. */
static void child_main(const plan *p, volatile uint64_t *at) {
    const char *slow_path = getenv("USER_SLOW");
    const user_bounds bounds = {.time_ns = slow_ns,
                                .memory_size = large_size,
                                .log = slow_path ? fopen(slow_path, "a") : NULL,
                                .repeats_all = p->items != NULL};
    static item room;
    for (unsigned n = 0; *at < p->count && n < CHILD_CASES_MAX && (!p->end_ms || now_ms() < p->end_ms); n++) {
        const item *it = item_at(p, *at, &room);
        watch->seed = it->seed;
        user_run(&it->c, watch, &bounds);
        ++*at;
    }
    user_store_close();
    if (bounds.log) {
        fclose(bounds.log);
    }
    exit(0);
}

static int64_t child_ns(pid_t child) {
    clockid_t id;
    struct timespec t;
    if (clock_getcpuclockid(child, &id) != 0 || clock_gettime(id, &t) != 0) {
        return 0;
    }
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

/* Cancels a call that takes long, and ends a child whose call does not hear of it. */
static bool watch_child(pid_t child, int *status) {
    uint64_t call = 0;
    int64_t seen_ms = 0;
    while (waitpid(child, status, WNOHANG) == 0) {
        const struct timespec tick = {.tv_nsec = TICK_MS * 1000000};
        nanosleep(&tick, NULL);
        if (watch->call != call) {
            call = watch->call;
            seen_ms = now_ms();
        }
        const int64_t began = watch->began_ns, spent = began == INT64_MAX ? 0 : child_ns(child) - began;
        if (spent > watch->limit_ns && watch->call == call) {
            atomic_store(&watch->cancel.requested, true);
        }
        if (is_stopped) {
            kill(child, SIGKILL);
            waitpid(child, status, 0);
            *status = 0;
            return false;
        }
        if ((spent - HUNG_NS > watch->limit_ns || now_ms() - seen_ms > 60000) && watch->call == call && call > 0) {
            kill(child, SIGKILL);
            waitpid(child, status, 0);
            return true;
        }
    }
    return false;
}

/* ---- failures ---- */

static void copy_report(FILE *report, FILE *out) {
    static char text[REPORT_SIZE];
    rewind(report);
    const size_t size = fread(text, 1, sizeof text, report);
    fwrite(text, 1, size, out);
    fflush(out);
}

static void tell_failure(const item *it, int status, bool is_hung, FILE *report) {
    FILE *log = getenv("USER_LOG") ? fopen(getenv("USER_LOG"), "a") : NULL;
    char head[160];
    snprintf(head, sizeof head, "== seed %llu, %s, %s %d\n", (unsigned long long)it->seed, watch->tool,
             is_hung ? "not cancelled within 8 s, status" : "status", status);
    printf("  FAIL %s", head + 3);
    fflush(stdout);
    if (log) {
        fputs(head, log);
        copy_report(report, log);
        fclose(log);
    } else {
        copy_report(report, stderr);
    }
    failed++;
}

/* Reports that did not end a child. */
static void keep_reports(FILE *report) {
    FILE *log = getenv("USER_LOG") ? fopen(getenv("USER_LOG"), "a") : NULL;
    fseek(report, 0, SEEK_END);
    if (log && ftell(report) > 0) {
        fputs("== of a child that ended\n", log);
        copy_report(report, log);
    }
    if (log) {
        fclose(log);
    }
}

/* One child; true: it failed, at *at. */
static bool run_child(const plan *p, uint64_t *at, bool is_quiet) {
    FILE *report = tmpfile();
    int status = 0;
    FUZZ_REQUIRE(report);
    watch->began_ns = INT64_MAX;
    watch->call = 0;
    atomic_store(&watch->cancel.requested, false);
    fflush(NULL);
    const uint64_t first = *at;
    const pid_t child = fork();
    FUZZ_REQUIRE(child >= 0);
    if (child == 0) {
        signal(SIGTERM, SIG_DFL);
        signal(SIGINT, SIG_DFL);
        dup2(fileno(report), STDERR_FILENO);
        child_main(p, at);
    }
    const bool is_hung = watch_child(child, &status), has_failed = status != 0 || is_hung;
    if (has_failed && !is_quiet) {
        static item room;
        const bool is_at_end = *at >= p->count || (*at - first == CHILD_CASES_MAX);
        tell_failure(item_at(p, is_at_end ? *at - 1 : *at, &room), status, is_hung, report);
    } else if (!is_quiet) {
        keep_reports(report);
    }
    fclose(report);
    return has_failed;
}

static void sweep_folders(void) {
    char command[100]; /* a child that died left its folder */
    snprintf(command, sizeof command, "rm -rf /dev/shm/lob_user.%d.* /tmp/lob_user.%d.*", user_owner, user_owner);
    (void)!system(command);
}

static int run_plan(const plan *p) {
    uint64_t *at = mmap(NULL, sizeof *at, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    const int64_t began = now_ms();
    int64_t told = began;
    FUZZ_REQUIRE(at != MAP_FAILED);
    while (*at < p->count && (!p->end_ms || now_ms() < p->end_ms) && !is_stopped) {
        const uint64_t first = *at;
        if (run_child(p, at, false)) {
            *at += *at - first < CHILD_CASES_MAX && *at < p->count;
        }
        if (now_ms() - told > 60000) {
            told = now_ms();
            printf("  %llu cases, %llu calls, %llu failed, %.0f s\n", (unsigned long long)watch->cases,
                   (unsigned long long)watch->calls, (unsigned long long)failed, (double)(told - began) / 1000);
            fflush(stdout);
        }
    }
    const double seconds = (double)(now_ms() - began) / 1000;
    if (!p->items) {
        failed += user_table_print(watch, watch->cases >= FULL_COUNT) > 0;
        printf("  %llu GDSII, %llu heavy, %llu made record by record, %llu with changed bytes; %llu calls cancelled "
               "late\n",
               (unsigned long long)watch->gds, (unsigned long long)watch->heavy, (unsigned long long)watch->raw,
               (unsigned long long)watch->odd, (unsigned long long)watch->late);
    }
    printf("  next seed %llu; %llu layouts, %llu opened, %llu refused; %llu calls, %llu errors, %llu cancelled, %llu "
           "slow, "
           "%llu large; %.0f s, %.0f layouts a second\n",
           (unsigned long long)(p->from + *at), (unsigned long long)watch->cases, (unsigned long long)watch->opened,
           (unsigned long long)watch->refused, (unsigned long long)watch->calls, (unsigned long long)watch->errors,
           (unsigned long long)watch->cancelled, (unsigned long long)watch->slow, (unsigned long long)watch->large,
           seconds, (double)watch->cases / (seconds > 0 ? seconds : 1));
    /* A run of seeds is one test, however many it had time for; each line of a list is one. */
    const uint64_t tests = p->items ? p->count : 1;
    printf("%llu passed, %llu failed, 0 skipped\n", (unsigned long long)(tests > failed ? tests - failed : 0),
           (unsigned long long)failed);
    return failed > 0;
}

/* ---- a list, and one case ---- */

static int run_list(const char *path) {
    static char line[2 * USER_RECORDS_MAX * USER_RECORD_SIZE + 1000];
    plan p = {0};
    FILE *file = fopen(path, "r");
    FUZZ_REQUIRE(file);
    while (fgets(line, sizeof line, file)) {
        const char *text = strncmp(line, "seed ", 5) == 0 || strncmp(line, "case ", 5) == 0 ? line + 5 : NULL;
        if (text) {
            p.items = realloc(p.items, (p.count + 1) * sizeof *p.items);
            FUZZ_REQUIRE(p.items && parse_case(text, &p.items[p.count]));
            p.items[p.count].seed = p.count;
            p.count++;
        }
    }
    fclose(file);
    const int status = run_plan(&p);
    free(p.items);
    return status;
}

static bool still_fails(const item *it) {
    static uint64_t *at;
    at = at ? at : mmap(NULL, sizeof *at, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    item copy = *it;
    const plan p = {.items = &copy, .count = 1};
    *at = 0;
    return run_child(&p, at, true);
}

/* Drops records, halves first, then puts zeros in the place of bytes. */
static int shrink(item *it) {
    if (!still_fails(it)) {
        printf("does not fail\n");
        return 1;
    }
    for (unsigned part = (it->c.count + 1) / 2; part > 0; part /= 2) {
        for (unsigned at = 1; at + part <= it->c.count;) {
            item less = *it;
            memmove(less.c.records[at], less.c.records[at + part],
                    (size_t)(it->c.count - at - part) * USER_RECORD_SIZE);
            less.c.count -= part;
            if (still_fails(&less)) {
                *it = less;
            } else {
                at += part;
            }
        }
    }
    for (unsigned i = 0; i < it->c.count * USER_RECORD_SIZE; i++) {
        item less = *it;
        uint8_t *byte = &less.c.records[i / USER_RECORD_SIZE][i % USER_RECORD_SIZE];
        if (i % USER_RECORD_SIZE == 0 || *byte == 0) {
            continue;
        }
        *byte = 0;
        if (still_fails(&less)) {
            *it = less;
        }
    }
    printf("case ");
    print_case(&it->c);
    return 0;
}

static int run_one(const item *it) {
    const user_bounds bounds = {
        .time_ns = slow_ns, .memory_size = large_size, .log = stderr, .repeats_all = !it->is_seed};
    watch->seed = it->seed;
    user_run(&it->c, watch, &bounds);
    user_store_close();
    printf("%llu calls, %llu errors\n", (unsigned long long)watch->calls, (unsigned long long)watch->errors);
    return 0;
}

static int write_layout(const item *it, const char *path) {
    user_file file;
    user_file_make(&it->c, 0, &file);
    FILE *out = fopen(path, "w");
    FUZZ_REQUIRE(out && fwrite(file.bytes.data, 1, file.bytes.size, out) == file.bytes.size && fclose(out) == 0);
    lob_buf_release(&file.bytes);
    return 0;
}

int main(int argc, char **argv) {
    static item it;
    watch = mmap(NULL, sizeof *watch, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    FUZZ_REQUIRE(watch != MAP_FAILED);
    user_owner = (int)getpid();
    signal(SIGTERM, stop);
    signal(SIGINT, stop);
    slow_ns = (int64_t)(1e9 * number_of("USER_SLOW_S", 4));
    large_size = (uint64_t)(1048576 * number_of("USER_LARGE_MB", 1024));
    const char *word = argc > 2 ? argv[1] : "";
    int status = 2;
    if (strcmp(word, "run") == 0 && argc > 3) {
        plan p = {.from = strtoull(argv[2], NULL, 10), .count = strtoull(argv[3], NULL, 10)};
        p.end_ms = argc > 4 ? now_ms() + 1000 * strtol(argv[4], NULL, 10) : 0;
        status = run_plan(&p);
    } else if (strcmp(word, "list") == 0) {
        status = run_list(argv[2]);
    } else if (strcmp(word, "one") == 0 && parse_case(argv[2], &it)) {
        status = run_one(&it);
    } else if (strcmp(word, "shrink") == 0 && parse_case(argv[2], &it)) {
        status = shrink(&it);
    } else if (strcmp(word, "file") == 0 && argc > 3 && parse_case(argv[2], &it)) {
        status = write_layout(&it, argv[3]);
    } else if (strcmp(word, "print") == 0 && parse_case(argv[2], &it)) {
        print_case(&it.c);
        status = 0;
    } else {
        fprintf(stderr, "user run FROM COUNT [SECONDS] | list FILE | one CASE | shrink CASE | file CASE PATH\n");
    }
    if (status < 2) {
        sweep_folders();
    }
    return status;
}
