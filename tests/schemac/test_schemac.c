/* Golden tests of the schema compiler.
 *
 * good/NAME/spec compiles to good/NAME/gen and good/NAME/TOOLS.md. bad/NAME.json lays files over bad/base.json (path ->
 * content; a string is the raw text, null takes the file away) and must give the faults of bad/NAME.txt and no output.
 * Each run is a child process, since schemac ends its process when memory runs out. LOB_ACCEPT=1 writes the goldens
 * anew.
 */
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <glob.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "base/alloc.h"
#include "base/buf.h"
#include "tools/schemac/schemac.h"
#include "json/reader.h"

#define DATA "tests/schemac"

static char folder[64]; /* of this run, below /tmp */
static const char sample[] = DATA "/good/everything/spec";

static bool accepting(void) {
    return getenv("LOB_ACCEPT") != NULL;
}

__attribute__((format(printf, 1, 2))) static char *path_of(const char *format, ...) {
    static char paths[512][512]; /* long enough for one test */
    static unsigned next;
    char *path = paths[next++ % 512];
    va_list args;
    va_start(args, format);
    vsnprintf(path, sizeof paths[0], format, args);
    va_end(args);
    return path;
}

/* The text of a file, "" when there is none. The caller releases it. */
static lob_buf slurp(const char *path) {
    lob_buf text;
    char block[4096];
    lob_buf_init(&text, 0);
    FILE *file = fopen(path, "rb");
    for (size_t size; file && (size = fread(block, 1, sizeof block, file)) > 0;) {
        lob_buf_add(&text, block, size);
    }
    if (file) {
        fclose(file);
    }
    lob_buf_add_byte(&text, 0);
    return text;
}

static void spill(const char *path, const char *data) {
    char *copy = path_of("%s", path);
    for (char *slash = strchr(copy + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(copy, 0777);
        *slash = '/';
    }
    FILE *file = fopen(path, "wb");
    if (!file) {
        fail_msg("%s: %s", path, strerror(errno));
    }
    fputs(data, file);
    fclose(file);
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *where) {
    (void)info, (void)kind, (void)where;
    return remove(path);
}

static void remove_tree(const char *path) {
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static bool exists(const char *path) {
    return access(path, F_OK) == 0;
}

static char **arguments(const char *spec, const char *gen, const char *docs, bool check) {
    static const char *argv[10];
    const char *all[] = {"schemac", "--spec", spec, "--out", gen, "--docs", docs, check ? "--check" : NULL, NULL};
    memcpy(argv, all, sizeof all);
    return (char **)(void *)argv;
}

/* Runs schemac in a child whose nth allocation fails (0: none); *told is its standard error. Returns its exit status.
 */
static int run(char **argv, uint64_t nth, lob_buf *told) {
    char *log = path_of("%s/stderr", folder);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        int fd = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0666), count = 0;
        dup2(fd, 2);
        close(fd);
        while (argv[count]) {
            count++;
        }
        lob_alloc_fail_at(nth, false);
        exit(sc_run(count, argv));
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    *told = slurp(log);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

static void good_specs_compile_to_the_goldens(void **state) {
    (void)state;
    glob_t found;
    assert_int_equal(glob(DATA "/good/*", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *golden = found.gl_pathv[i], *out = accepting() ? golden : path_of("%s/good", folder);
        mkdir(out, 0777);
        lob_buf told;
        int status =
            run(arguments(path_of("%s/spec", golden), path_of("%s/gen", out), path_of("%s/TOOLS.md", out), false), 0,
                &told);
        assert_string_equal(told.data, "");
        assert_int_equal(status, 0);
        lob_buf_release(&told);
        if (!accepting()) {
            assert_int_equal(
                system(path_of("diff -r %s/gen %s/gen && diff %s/TOOLS.md %s/TOOLS.md", golden, out, golden, out)), 0);
            remove_tree(out);
        }
    }
    globfree(&found);
}

/* Lays the files of one JSON object over the spec folder. */
static void lay_files(const char *spec, const cJSON *files) {
    const cJSON *file;
    cJSON_ArrayForEach(file, files) {
        char *path = path_of("%s/%s", spec, file->string);
        char *text = cJSON_IsString(file) ? NULL : cJSON_PrintUnformatted(file);
        if (cJSON_IsNull(file)) {
            remove(path);
        } else {
            spill(path, text ? text : file->valuestring);
        }
        cJSON_free(text);
    }
}

static cJSON *parse_file(const char *path) {
    lob_json_fault fault;
    lob_buf text = slurp(path);
    cJSON *json = lob_json_parse((lob_str){text.data, text.size - 1}, &fault);
    if (!json) {
        fail_msg("%s:%u: %s", path, fault.line, fault.what);
    }
    lob_buf_release(&text);
    return json;
}

static void check_bad(const char *path) {
    char *spec = path_of("%s/bad/spec", folder), *gen = path_of("%s/bad/gen", folder);
    cJSON *base = parse_file(DATA "/bad/base.json"), *files = parse_file(path);
    lay_files(spec, base);
    lay_files(spec, files);
    cJSON_Delete(base);
    cJSON_Delete(files);
    lob_buf told;
    int status = run(arguments(spec, gen, path_of("%s/bad/TOOLS.md", folder), false), 0, &told);
    char *golden = path_of("%.*s.txt", (int)(strlen(path) - 5), path);
    if (accepting()) {
        spill(golden, told.data);
    }
    lob_buf expected = slurp(golden);
    if (strcmp(told.data, expected.data) != 0) {
        fail_msg("%s\n%s---- not ----\n%s", path, told.data, expected.data);
    }
    assert_int_equal(status, 1);
    assert_false(exists(gen));
    lob_buf_release(&told);
    lob_buf_release(&expected);
    remove_tree(path_of("%s/bad", folder));
}

static void bad_specs_are_refused(void **state) {
    (void)state;
    glob_t found;
    assert_int_equal(glob(DATA "/bad/*.json", 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        if (!strstr(found.gl_pathv[i], "/base.json")) {
            check_bad(found.gl_pathv[i]);
        }
    }
    assert_gt(found.gl_pathc, 5);
    globfree(&found);
}

static int run_quietly(char **argv) {
    lob_buf told;
    int status = run(argv, 0, &told);
    lob_buf_release(&told);
    return status;
}

static void writes_only_what_changed(void **state) {
    (void)state;
    char *gen = path_of("%s/gen", folder), *docs = path_of("%s/TOOLS.md", folder);
    char *types = path_of("%s/gen/types.h", folder), *left = path_of("%s/gen/tools/gone.c", folder);
    char *foreign = path_of("%s/gen/tools/mine.c", folder);
    struct stat before, after;
    assert_int_equal(run_quietly(arguments(sample, gen, docs, false)), 0);
    stat(types, &before);
    spill(left, "/* Made by tools/schemac from spec/. Do not edit. */\n");
    spill(foreign, "/* By hand. */\n");
    lob_buf told;
    assert_int_equal(run(arguments(sample, gen, docs, true), 0, &told), 1);
    assert_string_equal(told.data, path_of("schemac: %s belongs to no registered tool\n", left));
    lob_buf_release(&told);
    assert_int_equal(run_quietly(arguments(sample, gen, docs, false)), 0);
    stat(types, &after);
    assert_eq(before.st_mtim.tv_sec, after.st_mtim.tv_sec);
    assert_eq(before.st_mtim.tv_nsec, after.st_mtim.tv_nsec);
    assert_false(exists(left));
    assert_true(exists(foreign));
    assert_int_equal(run_quietly(arguments(sample, gen, docs, true)), 0);
    spill(types, "/* edited */\n");
    spill(docs, "");
    assert_int_equal(run(arguments(sample, gen, docs, true), 0, &told), 1);
    assert_non_null(strstr(told.data, path_of("schemac: %s is stale; run make gen\n", types)));
    assert_non_null(strstr(told.data, path_of("schemac: %s is stale; run make gen\n", docs)));
    lob_buf_release(&told);
    remove_tree(gen);
}

static void tells_what_it_cannot_do(void **state) {
    (void)state;
    lob_buf told;
    char *wrong[] = {(char[]){"schemac"}, (char[]){"--spec"}, NULL};
    assert_int_equal(run(wrong, 0, &told), 2);
    assert_string_equal(told.data, "usage: schemac --spec FOLDER --out FOLDER [--src FOLDER] [--docs FILE] [--check]\n");
    lob_buf_release(&told);
    char *file = path_of("%s/file", folder);
    spill(file, "");
    assert_int_equal(run(arguments(sample, path_of("%s/gen", file), "/dev/null/x", false), 0, &told), 1);
    assert_non_null(strstr(told.data, "Not a directory"));
    lob_buf_release(&told);
    /* No room: the file that could not be written is not half there. */
    char *gen = path_of("%s/gen", folder);
    assert_int_equal(run(arguments(sample, gen, "/dev/null/TOOLS.md", false), 0, &told), 1);
    assert_non_null(strstr(told.data, "schemac: /dev/null/TOOLS.md.tmp: Not a directory\n"));
    lob_buf_release(&told);
    remove_tree(gen);
}

static void survives_every_failing_allocation(void **state) {
    (void)state;
    char gen[sizeof folder + 8], docs[sizeof folder + 16];
    snprintf(gen, sizeof gen, "%s/oom", folder);
    snprintf(docs, sizeof docs, "%s/TOOLS.md", folder);
    uint64_t step = getenv("LOB_TEST_QUICK") ? 37 : 1, nth = 1;
    for (;; nth += step) {
        lob_buf told;
        int status = run(arguments(sample, gen, docs, false), nth, &told);
        if (status == 0) {
            lob_buf_release(&told);
            break;
        }
        assert_int_equal(status, 1);
        assert_string_equal(told.data, "schemac: out of memory\n");
        assert_false(exists(gen));
        lob_buf_release(&told);
    }
    assert_gt(nth, 300);
    remove_tree(gen);
}

static int make_folder(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/schemac-test-XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

static int drop_folder(void **state) {
    (void)state;
    remove_tree(folder);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_specs_compile_to_the_goldens), cmocka_unit_test(bad_specs_are_refused),
        cmocka_unit_test(writes_only_what_changed),          cmocka_unit_test(tells_what_it_cannot_do),
        cmocka_unit_test(survives_every_failing_allocation),
    };
    return cmocka_run_group_tests(tests, make_folder, drop_folder);
}
