/* The eval command as a whole command line with the real tools. Gate 1: nothing but the report is ever on stdout. Gate
 * 3: one request gives the same bytes from the command line, in process, from the server over pipes and from the engine
 * in a process of its own. This program is both of them when it is started as `serve` or `eval`.
 * A program of its own: it starts itself. */
#include "tests/support/lob_test.h"

#include "eval_rig.h"

#include <sys/inotify.h>

/* ---- command lines in process ---- */

static lob_cancel cancel;
static char *out, *err;
static int noise_fd = -1; /* what asks for the environment prints there, as a library might */

static const char *environment(const char *name) {
    (void)name;
    if (noise_fd >= 0) {
        assert_int_equal(write(noise_fd, "INFO: loaded\n", 13), 13);
    }
    return NULL;
}

static int eval_to(FILE *to, const char *input, const char *const *words) {
    free(out);
    free(err);
    const rig r = rig_run_line(
        &(rig_line){.input = input[0] ? input : NULL, .out = to, .cancel = &cancel, .environment = environment}, words);
    out = r.out;
    err = r.err;
    return r.code;
}

#define EVAL(...)           eval_to(NULL, "", (const char *const[]){"eval", __VA_ARGS__, NULL})
#define EVAL_IN(input, ...) eval_to(NULL, input, (const char *const[]){"eval", __VA_ARGS__, NULL})

static int member(const char *json, const char *name) {
    cJSON *tree = cJSON_Parse(json);
    const cJSON *item = cJSON_GetObjectItem(tree, name);
    const int value = item ? item->valueint : -1;
    cJSON_Delete(tree);
    return value;
}

static void test_status(void **state) {
    (void)state;
    assert_int_equal(EVAL(FIXTURE, COMMON, "--report-level", "detailed"), 1);
    assert_string_equal(err, "");
    assert_gt(member(out, "violations_total"), 0);
    assert_int_equal(EVAL(FIXTURE, COMMON, "--report-level=detailed", "--checks", "shots"), 0);
    assert_int_equal(member(out, "violations_total"), 0);
    assert_int_equal(EVAL(FIXTURE, COMMON), 1); /* aggregate: not told by the report, but by the status */
    assert_null(strstr(out, "violations_total"));
    assert_int_equal(EVAL(FIXTURE, COMMON, "--checks", "shots"), 0);
    assert_int_equal(EVAL(FIXTURE, COMMON, "--quiet"), 1);
    assert_string_equal(out, "");
    assert_int_equal(EVAL(FIXTURE, COMMON, "--quiet", "--report-level", "detailed"), 1); /* asked for by name */
    assert_gt(member(out, "violations_total"), 0);
    assert_int_equal(EVAL(FIXTURE, COMMON), 1); /* one line */
    assert_ptr_equal(strchr(out, '\n'), out + strlen(out) - 1);
    assert_int_equal(EVAL(FIXTURE, COMMON, "--format=json", "--quiet"), 1);
    assert_memory_equal(out, "{\n  \"", 5);
    assert_int_equal(EVAL(FIXTURE, COMMON, "--format", "table"), 2);
    /* the picture's arrows are no check that was asked for */
    assert_int_equal(
        EVAL(FIXTURE, COMMON, "--checks", "shots", "--picture", in_folder("p.png"), "--picture-kind", "epe"), 0);
    assert_memory_equal(content_of(in_folder("p.png")), "\x89PNG", 4);
}

static void test_max_violations(void **state) {
    (void)state;
    assert_int_equal(EVAL(FIXTURE, COMMON, "--report-level", "detailed", "--max-violations", "1"), 1);
    cJSON *tree = cJSON_Parse(out);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(tree, "violations")), 1);
    cJSON_Delete(tree);
    assert_int_equal(EVAL(FIXTURE, COMMON, "--report-level", "detailed", "--max-violations", "5000"), 1);
    assert_int_equal(EVAL(FIXTURE, COMMON, "--max-violations", "many"), 2);
}

static void test_words(void **state) {
    (void)state;
    assert_int_equal(EVAL("--help"), 0);
    assert_non_null(strstr(out, "Exit status: 0 clean, 1 violations"));
    assert_int_equal(EVAL("--layer", "1/0"), 2);
    assert_non_null(strstr(err, "FILE is missing"));
    assert_string_equal(out, "");
    assert_int_equal(EVAL(FIXTURE, "--layer", "1"), 2);
    assert_int_equal(EVAL(FIXTURE, "--layer", "1/x"), 2);
    assert_non_null(strstr(err, "LAYER/DATATYPE"));
    assert_int_equal(EVAL(FIXTURE, "--layer", "1/0", "--layer", "1/0"), 2);
    assert_int_equal(EVAL(FIXTURE, "--layer"), 2);
    assert_int_equal(EVAL(FIXTURE, FIXTURE), 2);
    assert_int_equal(EVAL(FIXTURE, "--unknown"), 2);
    assert_int_equal(EVAL(FIXTURE, "--root", ""), 2);
    assert_int_equal(EVAL(FIXTURE, "--layer", "1/0", "--box", "1,2,3"), 2);
    assert_int_equal(EVAL(FIXTURE, "--layer", "1/0", "--box", "1,2,3,4,5"), 2);
    assert_int_equal(EVAL(FIXTURE, "--layer", "1/0", "--box", "1,2,3,x"), 2);
    assert_int_equal(EVAL(FIXTURE, "--layer", "1/0", "--pixel-nm", "x"), 2);
    assert_int_equal(EVAL(FIXTURE, "--layer", "1/0", "--node", "\xff"), 2);
    assert_int_equal(EVAL(FIXTURE, "--layer", "1/0", "--checks", "\xff"), 2);
    assert_int_equal(EVAL(FIXTURE, "--layer", "1/0", "--process", "{"), 2);
    assert_int_equal(EVAL(FIXTURE, "--layer", "1/0", "--process", "@/nonexistent"), 2);
    assert_int_equal(EVAL(FIXTURE, "--layer", "1/0", "--deck", "/nonexistent"), 2);
    assert_int_equal(EVAL(FIXTURE, "--layer", "1/0", "--report-level", "all"), 2);
    assert_int_equal(EVAL(FIXTURE, "--layer", "1/0", "--picture", "p.png", "--picture-kind", "sketch"), 2);
    assert_int_equal(EVAL(FIXTURE, "--layer", "1/0", "--picture-kind", "epe"), 2);
    assert_int_equal(EVAL("--request", "{}", FIXTURE), 2);
    assert_int_equal(EVAL("--request", "{}", "--cell", "A"), 2);
    assert_int_equal(EVAL("--request", "[]"), 2);
    assert_int_equal(EVAL("--request", "-"), 2);
    assert_int_equal(EVAL("--request", request_of("aggregate"), "--report-level", "detailed"), 2);
    assert_non_null(strstr(err, "another report_level"));
}

static void test_source(void **state) {
    (void)state;
    const char *const pole = put_text("pole.csv", "sigma_x,sigma_y,weight\n0.4,0,1\n-0.4,0,1\n");
    char process[512];
    assert_int_equal(EVAL(FIXTURE, COMMON, "--report-level", "detailed", "--checks", "drc"), 0);
    assert_null(strstr(out, "source_sha256"));
    /* Beside a process, beside none, beside an empty one. */
    assert_int_equal(EVAL(FIXTURE, COMMON, "--report-level", "detailed", "--checks", "drc", "--source", pole), 0);
    assert_non_null(strstr(out, "\"source\":\"file\""));
    assert_int_equal(EVAL(FIXTURE, "--layer", "1/0", "--box", BOX, "--pixel-nm", "4", "--checks", "drc", "--process",
                          " { } ", "--source", pole),
                     0);
    assert_int_equal(EVAL(FIXTURE, "--layer", "7/7", "--source", pole), 2);
    assert_non_null(strstr(err, "INVALID_LAYER"));
    assert_int_equal(EVAL(FIXTURE, "--layer", "1/0", "--process", "[]", "--source", pole), 2);
    assert_non_null(strstr(err, "--process takes a JSON object"));
    assert_int_equal(EVAL(FIXTURE, "--layer", "1/0", "--process", "{", "--source", pole), 2);
    assert_int_equal(EVAL(FIXTURE, "--layer", "1/0", "--source", "\xff"), 2);
    assert_int_equal(EVAL(FIXTURE, COMMON, "--source", "absent.csv"), 2);
    assert_non_null(strstr(err, "process.source_path"));
    assert_int_equal(EVAL(FIXTURE, COMMON, "--source", pole, "--output", pole), 2);
    assert_non_null(strstr(err, "same_file"));
    snprintf(process, sizeof process, "{\"source_path\":\"%s\"}", pole);
    assert_int_equal(EVAL(FIXTURE, "--layer", "1/0", "--process", process, "--source", pole), 2); /* twice */
}

static void test_failures(void **state) {
    (void)state;
    assert_int_equal(EVAL("absent.gds", "--layer", "1/0"), 2);
    assert_non_null(strstr(err, "could not evaluate: The file does not exist: \""));
    assert_string_equal(out, "");
    assert_int_equal(EVAL(FIXTURE, "--layer", "77/0"), 2);
    assert_non_null(strstr(err, "INVALID_LAYER"));
    assert_int_equal(EVAL(FIXTURE, "--layer", "1/0", "--cell", "drc_knowm"), 2);
    assert_non_null(strstr(err, "candidate: \"drc_known\""));
    assert_int_equal(EVAL(FIXTURE, "--layer", "1/0", "--node", "9nm"), 2);
    assert_non_null(strstr(err, "$.node"));
    assert_int_equal(EVAL(FIXTURE, COMMON, "--checks", "drc,xyz"), 2);
    assert_int_equal(EVAL(FIXTURE, COMMON, "--root", folder), 2); /* not below the root */
    assert_non_null(strstr(err, "outside_roots"));
    assert_int_equal(EVAL(FIXTURE, COMMON, "--root", "/nonexistent"), 2);
    assert_int_equal(EVAL(FIXTURE, COMMON, "--output", FIXTURE), 2);
    assert_non_null(strstr(err, "same_file"));
    assert_int_equal(EVAL(FIXTURE, COMMON, "--output", in_folder("no/out")), 2);
    assert_int_equal(EVAL(FIXTURE, COMMON, "--picture", in_folder("no/out.png")), 2);
    FILE *full = fopen("/dev/full", "w");
    setvbuf(full, NULL, _IONBF, 0);
    assert_int_equal(eval_to(full, "", (const char *const[]){"eval", FIXTURE, COMMON, NULL}), 2);
    fclose(full);
    atomic_store(&cancel.requested, true);
    assert_int_equal(EVAL(FIXTURE, COMMON, "--output", in_folder("cancelled")), 128 + 15);
    assert_string_equal(out, "");
    assert_int_equal(access(in_folder("cancelled"), F_OK), -1);
    atomic_store(&cancel.requested, false);
}

static void test_output(void **state) {
    (void)state;
    assert_int_equal(EVAL(FIXTURE, COMMON), 1);
    char *report = strdup(out);
    assert_int_equal(EVAL(FIXTURE, COMMON, "-o", in_folder("report.json")), 1);
    assert_string_equal(out, "");
    assert_string_equal(content_of(in_folder("report.json")), report);
    const char *deck = put_text("deck.json", "{\"schema_version\":\"1\",\"process_node\":\"n45\",\"layer\":\"M1\","
                                             "\"rules\":{\"min_width_nm\":65,\"min_spacing_nm\":65}}");
    assert_int_equal(EVAL(FIXTURE, COMMON, "--deck", deck, "--target-layer", "1/0", "--report-level", "detailed"), 1);
    assert_non_null(strstr(out, "n45"));
    assert_int_equal(EVAL(FIXTURE, COMMON, "--deck", deck, "--output", deck), 2);
    free(report);
}

/* These bytes stay, whatever else grows: json.dumps(row, indent=2) of the leaderboard's row. Each number is also that
 * of a numpy program that shares nothing with the engine: pupil and source points as docs/mechanisms/imaging.md has
 * them, the system's matrix through numpy.linalg.svd, 24 fields by fft2 of 256 x 256, sets by their definition,
 * distances between all pairs of edge pixels, numpy.std of the sample. No intensity lies within 1.4e-5 of a threshold,
 * so the sets must be the same; its mean and deviation were 6.266726726506828 and 2.236895582791658. */
static const char golden[] = "{\n"
                             "  \"epe_max_nm\": 0.0,\n"
                             "  \"epe_mean_nm\": 0.0,\n"
                             "  \"epe_std_nm\": 0.0,\n"
                             "  \"epe_wafer_max_nm\": 12.0,\n"
                             "  \"epe_wafer_mean_nm\": 6.266726726506829,\n"
                             "  \"epe_wafer_std_nm\": 2.2368955827916475,\n"
                             "  \"l2_error_nm2\": 6624.0,\n"
                             "  \"l2_error_pixels\": 414.0,\n"
                             "  \"pvband_max_nm\": 8.0,\n"
                             "  \"pvband_mean_nm\": 8.0,\n"
                             "  \"model\": \"identity\",\n"
                             "  \"dataset\": \"layout\",\n"
                             "  \"node\": \"custom\",\n"
                             "  \"num_samples\": 1,\n"
                             "  \"mrc_passed_all\": true,\n"
                             "  \"mrc_violation_rate\": 0.0,\n"
                             "  \"drc_passed_all\": true\n"
                             "}\n";

/* A mask's edge at x = 50, the target's at 50.1, both straight through the window: 150 rows, in each two edge pixels of
 * either set, 25 pixels apart, so half of 600 distances are 100 nm and half 96: mean 98, deviation 2 sqrt(600 / 599).
 * The print's edge stands one pixel further out (numpy, as above), and its band is empty. */
static const char golden_shifted[] = "{\n"
                                     "  \"epe_max_nm\": 100.0,\n"
                                     "  \"epe_mean_nm\": 98.0,\n"
                                     "  \"epe_std_nm\": 2.0016687528977446,\n"
                                     "  \"epe_wafer_max_nm\": 104.0,\n"
                                     "  \"epe_wafer_mean_nm\": 102.0,\n"
                                     "  \"epe_wafer_std_nm\": 2.0016687528977446,\n"
                                     "  \"l2_error_nm2\": 62400.0,\n"
                                     "  \"l2_error_pixels\": 3900.0,\n"
                                     "  \"pvband_max_nm\": 0.0,\n"
                                     "  \"pvband_mean_nm\": 0.0,\n"
                                     "  \"model\": \"identity\",\n"
                                     "  \"dataset\": \"layout\",\n"
                                     "  \"node\": \"custom\",\n"
                                     "  \"num_samples\": 1,\n"
                                     "  \"mrc_passed_all\": true,\n"
                                     "  \"mrc_violation_rate\": 0.0,\n"
                                     "  \"drc_passed_all\": true\n"
                                     "}\n";

static void test_golden(void **state) {
    (void)state;
    assert_int_equal(EVAL(FIXTURE, COMMON_WITH(BOX, PROCESS), "--format", "json"),
                     1); /* check points off by more than 6 nm */
    assert_string_equal(out, golden);
    assert_int_equal(EVAL(FIXTURE, "--layer", "1/0", "--target-layer", "2/0", "--box", "49.7,0.2,50.5,0.8",
                          "--pixel-nm", "4", "--process", PROCESS, "--format", "json"),
                     1);
    assert_string_equal(out, golden_shifted);
    /* What is not checked has no members; the rest stays. */
    assert_int_equal(EVAL(FIXTURE, COMMON_WITH(BOX, PROCESS), "--checks", "drc,mrc,pvband,shots", "--format", "json"),
                     0);
    assert_eq(strncmp(out, "{\n  \"l2_error_nm2\"", 18), 0);
    assert_string_equal(out + 4, strstr(golden, "\"l2_error_nm2\""));
}

static unsigned opened(int watch) {
    char events[4096];
    unsigned count = 0;
    for (ssize_t size; (size = read(watch, events, sizeof events)) > 0;) {
        for (ssize_t at = 0; at < size; count++) {
            struct inotify_event event;
            memcpy(&event, events + at, sizeof event);
            at += (ssize_t)(sizeof event + event.len);
        }
    }
    return count;
}

/* Pictures and the count of an aggregate report come of the same evaluation: a picture makes no file be opened again.
 */
static void test_one_pass(void **state) {
    (void)state;
    const char *layout = put_text("once.gds", "");
    const char *unasked = in_folder("unasked.png"), *asked = in_folder("asked.png");
    const int watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    char command[256];
    snprintf(command, sizeof command, "cp " FIXTURE " '%s'", layout);
    assert_eq(system(command), 0);
    assert_ge(watch, 0);
    assert_ge(inotify_add_watch(watch, layout, IN_OPEN), 0);
    assert_int_equal(EVAL(layout, COMMON, "--report-level", "detailed"), 1);
    const unsigned least = opened(watch);
    assert_gt(least, 0);
    assert_int_equal(EVAL(layout, COMMON, "--checks", "mrc", "--picture", unasked, "--picture-kind", "epe", "--quiet"),
                     0);
    assert_int_equal(opened(watch), least);
    assert_int_equal(EVAL(layout, COMMON, "--checks", "mrc,epe", "--picture", asked, "--picture-kind", "epe"), 1);
    assert_int_equal(opened(watch), least);
    snprintf(command, sizeof command, "cmp '%s' '%s'", unasked, asked); /* the arrows of a check that was asked for */
    assert_int_equal(system(command), 0);
    close(watch);
}

/* ---- gate 1 ---- */

static void parses(const char *text) {
    lob_json_fault fault;
    unsigned count = 0;
    for (const char *end; (end = strchr(text, '\n')); text = end + 1, count++) {
        assert_true(lob_json_check((lob_str){text, (size_t)(end - text)}, false, &fault));
    }
    assert_int_equal(*text, '\0');
    assert_int_equal(count, 1);
}

/* This program as the command, its stdout in a file; python3 reads each line as well. */
static int run_self(const char *words, const char *stdout_path) {
    char command[4096];
    snprintf(command, sizeof command,
             "KLAYOUT_PATH=/tmp KLAYOUT_HOME=/nonexistent KLAYOUT_BIN=/bin/echo KLAYOUT_VERBOSE=99 MALLOC_CHECK_=3 "
             "'%s' eval " FIXTURE " --layer 1/0 --box %s --pixel-nm 4 --process '%s' %s >'%s' 2>'%s'",
             self, box_usual(), process_usual(), words, stdout_path, in_folder("noise.err"));
    const int state = system(command);
    return WIFEXITED(state) ? WEXITSTATUS(state) : -1;
}

static void test_stdout(void **state) {
    (void)state;
    static const char *const ways[] = {"--report-level detailed", "--report-level detailed --progress",
                                       "--report-level=detailed --progress --max-violations 2",
                                       "--report-level detailed --progress --checks shots"};
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        lob_case("%zu: %s", i, ways[i]);
        char python[512];
        assert_in_range(run_self(ways[i], in_folder("stdout")), 0, 1);
        parses(content_of(in_folder("stdout")));
        if (strstr(ways[i], "--progress")) {
            assert_true(strstr(content_of(in_folder("noise.err")), "tiles printed: "));
        }
        snprintf(python, sizeof python,
                 "command -v python3 >/dev/null || exit 0; python3 -c 'import json,sys\n"
                 "for line in open(sys.argv[1]): json.loads(line)' '%s'",
                 in_folder("stdout"));
        assert_int_equal(system(python), 0);
    }
    assert_int_equal(run_self("--layer 1/0", in_folder("stdout")), 2); /* given twice */
    assert_string_equal(content_of(in_folder("stdout")), "");
}

/* What a library prints to the descriptor of stdout while the engine runs is turned away. */
static void test_noise(void **state) {
    (void)state;
    FILE *to = fopen(in_folder("noisy"), "w");
    noise_fd = fileno(to);
    const pid_t pid = fork();
    if (pid == 0) {
        char box[64], process[512];
        snprintf(box, sizeof box, "%s", box_usual());
        snprintf(process, sizeof process, "%s", process_usual());
        lob_cli cli = {.product = RIG_PRODUCT,
                       .in = stdin,
                       .out = to,
                       .err = fopen(in_folder("turned"), "w"),
                       .stop_fd = -1,
                       .cancel = &cancel,
                       .getenv_fn = environment};
        char *argv[] = {(char[]){"x"},
                        (char[]){"eval"},
                        (char[]){FIXTURE},
                        (char[]){"--layer"},
                        (char[]){"1/0"},
                        (char[]){"--box"},
                        box,
                        (char[]){"--pixel-nm"},
                        (char[]){"4"},
                        (char[]){"--process"},
                        process,
                        (char[]){"--report-level"},
                        (char[]){"detailed"},
                        NULL};
        const int code = lob_cli_run(&cli, 13, argv);
        fclose(cli.err);
        _exit(fflush(to) == 0 ? code : 99);
    }
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(WEXITSTATUS(status), 1);
    noise_fd = -1;
    fclose(to);
    parses(content_of(in_folder("noisy")));
    assert_non_null(strstr(content_of(in_folder("turned")), "INFO: loaded"));
}

/* ---- gate 3 ---- */

static lob_str by_server(lob_ctx *ctx, const char *request) {
    server s;
    server_open(ctx, &s);
    const lob_str answer = ask_to_the_end(&s, "evaluate", request);
    assert_int_equal(lob_mcp_client_close(&s.client), 0);
    return lob_json_raw_member(answer, "result");
}

/* Under valgrind, which sets this, the program that runs is valgrind. */
static const char *own_program(void) {
    return getenv("LOB_TEST_STRIDE") ? self : NULL;
}

static void test_same_bytes(void **state) {
    (void)state;
    for (int is_detailed = 0; is_detailed < 2; is_detailed++) {
        const char *level = is_detailed ? "detailed" : "aggregate";
        const lob_litho_child own = {.program = own_program(), .is_line = true};
        lob_arena *arena = lob_arena_new(0);
        lob_ctx *ctx = LOB_NEW(arena, lob_ctx);
        lob_buf lines, plain, child;
        lob_ctx_init(ctx, arena);
        lob_buf_init(&lines, 0);
        lob_buf_init(&plain, 0);
        lob_buf_init(&child, 0);
        const char *request = request_of(level);
        assert_int_equal(in_process(ctx, request, true, &lines), LOB_OK);
        assert_int_equal(in_process(ctx, request, false, &plain), LOB_OK);
        assert_int_equal(lob_litho_child_evaluate(ctx, &own, lob_str_from(request), &child), LOB_OK);
        compare(bytes(&child), bytes(&lines));
        const lob_str served = by_server(ctx, request);
        compare(served, bytes(&lines));
        assert_int_equal(EVAL(FIXTURE, COMMON, "--report-level", level), 1);
        compare((lob_str){out, strlen(out) - 1}, bytes(&lines));
        assert_int_equal(EVAL("--request", request), 1);
        compare((lob_str){out, strlen(out) - 1}, bytes(&lines));
        assert_int_equal(EVAL("--request", request, "--format", "json"), 1);
        compare((lob_str){out, strlen(out) - 1}, bytes(&plain));
        if (is_detailed) {
            compare(served, bytes(&plain)); /* already one line */
        } else {
            cJSON *a = cJSON_Parse(out), *b = cJSON_ParseWithLength(served.data, served.size);
            assert_true(a);
            assert_true(b);
            assert_true(cJSON_Compare(a, b, true));
            cJSON_Delete(a);
            cJSON_Delete(b);
        }
        lob_buf_release(&lines);
        lob_buf_release(&plain);
        lob_buf_release(&child);
        lob_arena_drop(arena);
    }
}

static void test_request(void **state) {
    (void)state;
    char text[2048];
    assert_int_equal(EVAL_IN(request_of("detailed"), "--request", "-", "--report-level", "detailed"), 1);
    char *report = strdup(out);
    snprintf(text, sizeof text, " {\"wait_ms\":5,%s", request_of("detailed") + 1);
    *strstr(text, ",\"report_level\"") = '\0';
    strcat(text, "}\n"); /* without a level, and with a wait that means nothing here */
    char name[160] = "@";
    strcat(name, put_text("request.json", text));
    assert_int_equal(EVAL("--request", name, "--report-level", "detailed", "--progress"), 1);
    assert_string_equal(out, report);
    assert_non_null(strstr(err, "\"message\":\"tiles printed\"}\n")); /* of --request: lines of JSON */
    assert_int_equal(EVAL("--request", name), 1);
    free(report);
    report = strdup(out);
    assert_int_equal(EVAL(FIXTURE, COMMON), 1); /* the tool's level: aggregate */
    assert_string_equal(out, report);
    assert_int_equal(EVAL("--request", "{}", "--report-level", "detailed"), 2);
    assert_non_null(strstr(err, "{\"code\":\"INVALID_TARGET\""));
    free(report);
}

/* ---- the engine in a process of its own ---- */

/* The ErrorObjects of both ways are the same text. */
static void test_child_errors(void **state) {
    (void)state;
    static const char *const requests[] = {
        "{\"layout\":\"/nonexistent.gds\",\"layer\":{\"layer\":1,\"datatype\":0}}",
        "{\"layout\":\"%s/" FIXTURE "\",\"layer\":{\"layer\":77,\"datatype\":0}}",
        "{\"layout\":\"%s/" FIXTURE "\",\"layer\":{\"layer\":1,\"datatype\":0},\"cell\":\"drc_knowm\"}",
        "{\"layout\":\"%s/" FIXTURE "\",\"layer\":{\"layer\":1,\"datatype\":0},\"nodes\":1,\"node\":\"x\"}",
        "{\"layout\":\"%s/" FIXTURE "\",\"layer\":{\"layer\":1,\"datatype\":0},\"pixel_nm\":0.01}",
    };
    char here[1024], request[2048];
    assert_non_null(getcwd(here, sizeof here));
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        lob_case("%zu: %s", i, requests[i]);
        told a = told_new(), b = told_new();
        lob_jsonw w;
        const lob_litho_child own = {.program = own_program(), .roots = "/"};
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        snprintf(request, sizeof request, requests[i], here);
#pragma GCC diagnostic pop
        const lob_status status = in_process(a.ctx, request, false, &a.out);
        assert_int_not_equal(status, LOB_OK);
        assert_int_equal(lob_litho_child_evaluate(b.ctx, &own, lob_str_from(request), &b.out), status);
        lob_buf_clear(&a.out);
        lob_jsonw_init(&w, &a.out);
        lob_error_write(&a.ctx->error, &w);
        lob_jsonw_init(&w, &b.out);
        lob_error_write(&b.ctx->error, &w);
        assert_string_equal(a.out.data, b.out.data);
        told_drop(&a);
        told_drop(&b);
    }
}

static bool has_reason(const lob_ctx *ctx, const char *reason) {
    for (unsigned i = 0; i < ctx->error.detail_count; i++) {
        if (strcmp(ctx->error.details[i].key, "reason") == 0) {
            return lob_str_equal(ctx->error.details[i].text, lob_str_from(reason));
        }
    }
    return false;
}

static const char *put_script(const char *name, const char *text) {
    const char *path = put_text(name, text);
    assert_int_equal(chmod(path, 0700), 0);
    return path;
}

static void test_child_faults(void **state) {
    (void)state;
    const struct {
        const char *script;
        lob_status status;
        const char *reason;
    } cases[] = {
        {"#!/bin/sh\necho 'no good' >&2\n", LOB_E_INTERNAL_ERROR, "engine"},
        {"#!/bin/sh\necho '{\"a\":1}'\nkill -9 $$\n", LOB_E_INTERNAL_ERROR, "crash"},
        {"#!/bin/sh\necho '{\"a\":1}'\nexit 3\n", LOB_E_INTERNAL_ERROR, "engine"},
        {"#!/bin/sh\nprintf '{\"a\":'\n", LOB_E_INTERNAL_ERROR, "engine"},
        {"#!/bin/sh\nwhile :; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaa; done\n", LOB_E_TOOL_LIMIT_EXCEEDED, "report_size"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        lob_case("%zu: %s", i, cases[i].script);
        told t = told_new();
        const lob_litho_child child = {.program = put_script("engine", cases[i].script), .size_max = 4096};
        assert_int_equal(lob_litho_child_evaluate(t.ctx, &child, LOB_STR("{}"), &t.out), cases[i].status);
        assert_true(has_reason(t.ctx, cases[i].reason));
        assert_int_equal(t.out.size, 0);
        told_drop(&t);
    }
    told t = told_new();
    const lob_litho_child absent = {.program = "/nonexistent"};
    assert_int_not_equal(lob_litho_child_evaluate(t.ctx, &absent, LOB_STR("{}"), &t.out), LOB_OK);
    told_drop(&t);
}

static lob_cancel child_cancel;

static void stop_it(void *arg, double done, double total, const char *message) {
    (void)done, (void)total;
    *(bool *)arg = strcmp(message, "tiles printed") == 0;
    atomic_store(&child_cancel.requested, true);
}

/* Progress comes through; cancelled at the first of it, the child is dead when the call returns. */
static void test_child_cancelled(void **state) {
    (void)state;
    told t = told_new();
    bool is_told = false;
    char script[256], text[64];
    snprintf(
        script, sizeof script,
        "#!/bin/sh\necho $$ >'%s'\necho '{\"done\":1,\"total\":2,\"message\":\"tiles printed\"}' >&2\nexec sleep 60\n",
        in_folder("pid"));
    const lob_litho_child child = {.program = put_script("slow", script)};
    atomic_store(&child_cancel.requested, false);
    t.ctx->cancel = &child_cancel;
    t.ctx->progress = stop_it;
    t.ctx->progress_arg = &is_told;
    const int64_t began = lob_clock_ms();
    assert_int_equal(lob_litho_child_evaluate(t.ctx, &child, LOB_STR("{}"), &t.out), LOB_E_CANCELLED);
    assert_true(is_told);
    assert_lt(lob_clock_ms() - began, 20000);
    snprintf(text, sizeof text, "%s", content_of(in_folder("pid")));
    assert_int_equal(kill((pid_t)strtol(text, NULL, 10), 0), -1);
    assert_int_equal(errno, ESRCH);
    told_drop(&t);
}

int main(int argc, char **argv) {
    EVAL_RIG_MAIN(argc, argv);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_status),          cmocka_unit_test(test_max_violations),
        cmocka_unit_test(test_words),           cmocka_unit_test(test_source),
        cmocka_unit_test(test_failures),        cmocka_unit_test(test_output),
        cmocka_unit_test(test_golden),          cmocka_unit_test(test_one_pass),
        cmocka_unit_test(test_stdout),          cmocka_unit_test(test_noise),
        cmocka_unit_test(test_same_bytes),      cmocka_unit_test(test_request),
        cmocka_unit_test(test_child_errors),    cmocka_unit_test(test_child_faults),
        cmocka_unit_test(test_child_cancelled),
    };
    return cmocka_run_group_tests(tests, setup, folder_remove);
}
