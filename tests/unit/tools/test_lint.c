/* The lint's checks that look at several files: names that two headers declare, circles of calls within a folder, the
 * table of layers. Each has sources that must pass and sources that must not. */
#include "tests/support/lob_test.h"

#include "base/arena.h"
#include "tools/lint/lint.h"

typedef struct rig {
    lint run;
    char exceptions[256];
} rig;

static void open_rig(rig *r, const char *exceptions) {
    *r = (rig){.run = {.arena = lob_arena_new(0), .kept = lob_arena_new(0)}};
    assert_non_null(r->run.arena);
    assert_non_null(r->run.kept);
    snprintf(r->exceptions, sizeof r->exceptions, "%s", exceptions);
    assert_true(load_exceptions(&r->run, r->exceptions));
}

static void close_rig(rig *r) {
    lob_arena_drop(r->run.arena);
    lob_arena_drop(r->run.kept);
}

static void add(rig *r, const char *path, const char *text) {
    source file = {.path = path, .text = text, .size = strlen(text)};
    file.code = blank_comments(&r->run, &file);
    assert_non_null(file.code);
    take_names(&r->run, &file);
    take_calls(&r->run, &file);
    lob_arena_reset(r->run.arena);
}

/* ---- names ---- */

static bool names_clash(const char *one, const char *two) {
    rig r;
    open_rig(&r, "");
    add(&r, "src/a/one.h", one);
    add(&r, "src/b/two.h", two);
    check_names(&r.run);
    const bool clash = r.run.file_failed;
    assert_false(r.run.is_short);
    close_rig(&r);
    return clash;
}

static const struct {
    const char *about, *one, *two;
    bool is_clash;
} names[] = {
    {"two types", "typedef struct spot {\n int x;\n} spot;", "typedef struct spot { double x; } spot;", true},
    {"a type and a function", "typedef struct run run;", "int run(int from);", true},
    {"a type of a function and a macro", "typedef void each(void *who);", "#define each 1", true},
    {"a pointer to a function", "typedef int (*each)(void);", "typedef int each;", true},
    {"constants", "enum { A_FIRST, A_LAST = 1 << 3, A_COUNT };", "typedef enum { B, A_LAST } b;", true},
    {"a constant within a struct", "struct s { enum { KEPT, LOST } state; };", "enum kind { LOST };", true},
    {"functions", "static inline int twice(int x) {\n return 2 * x;\n}", "int once(int x);\nint twice(int x);", true},
    {"declarators behind each other", "handler read_box, read_path;", "handler read_path;", true},
    {"tables", "extern const int sizes[4];", "extern int sizes[5];", true},
    {"tags", "struct s { int x; };", "struct s { int y; };", true},
    {"attributes", "typedef int pair __attribute__((vector_size(8)));", "int pair(void) __attribute__((cold));", true},
    {"macros", "#define WIDE \\\n  1\nint a;", "#  define WIDE 2", true},
    {"an opaque type and its inside", "typedef struct s s;", "struct s { int x; };", false},
    {"parameters and members", "int f(int count, int index);\nstruct s { int count; };", "int count(int index);",
     false},
    {"locals", "static inline int f(void) {\n int found = g();\n return found;\n}", "int found(void);", false},
    {"values", "enum { A = LIMIT, B = MOST(LIMIT, 3) };\nint t = LIMIT;", "enum { LIMIT, MOST };", false},
    {"comments and texts", "/* int f(void); */\n// int f(void);\n#define TEXT \"int f(void);\"", "int f(void);", false},
    {"guards", "#ifndef ONE_H\n#define ONE_H\n#endif", "#ifndef ONE_H\n#define ONE_H\n#endif", false},
    {"declared before", "struct s;\nint f(struct s *of);", "struct s;\nint g(struct s *of);", false},
    {"twice in one file", "int f(void);\nint f(void);", "int g(void);", false},
};

static void test_names(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        lob_case("%zu: %s", i, names[i].about);
        if (names_clash(names[i].one, names[i].two) != names[i].is_clash) {
            fail_msg("%s: %s", names[i].about, names[i].is_clash ? "not seen" : "seen where there is none");
        }
    }
}

static void test_names_elsewhere(void **state) {
    rig r;
    (void)state;
    open_rig(&r, "");
    check_names(&r.run); /* none at all */
    add(&r, "src/a/one.h", "int f(void);");
    add(&r, "src/a/one.c", "int f(void);");
    add(&r, "tests/one.h", "int f(void);");
    check_names(&r.run);
    assert_false(r.run.file_failed);
    close_rig(&r);
}

/* ---- circles ---- */

static const char up[] = "int low(void);\nint high(void) {\n return low();\n}\n";
static const char down[] = "int low(void) {\n return 1;\n}\n";
static const char round_about[] = "int low(void) {\n return high();\n}\n";

static void test_circles(void **state) {
    rig r;
    (void)state;
    open_rig(&r, "");
    add(&r, "src/a/high.c", up);
    add(&r, "src/a/low.c", down);
    assert_int_equal(check_circles(&r.run, true), 0);
    assert_false(r.run.file_failed);
    close_rig(&r);

    open_rig(&r, "");
    add(&r, "src/a/low.c", round_about);
    add(&r, "src/a/high.c", up);
    assert_int_equal(check_circles(&r.run, true), 1);
    assert_true(r.run.file_failed);
    close_rig(&r);
}

/* Of other folders, in tables, by way of others, by names of statics. */
static void test_circles_are_of_a_folder(void **state) {
    rig r;
    (void)state;
    open_rig(&r, "");
    add(&r, "src/a/high.c", up);
    add(&r, "src/a/b/low.c", round_about);
    add(&r, "src/a/one.c", "static int two(void) {\n return 0;\n}\nint one(void) {\n return two();\n}");
    add(&r, "src/a/other.c", "int two(void) {\n return one();\n}");
    assert_int_equal(check_circles(&r.run, false),
                     1); /* `one` names what `other` defines: a static may not shadow it */
    close_rig(&r);

    open_rig(&r, "call-circles src/a 1\n");
    add(&r, "src/a/a.c", "const int sizes[] = {1};\nint a(void) {\n return b();\n}");
    add(&r, "src/a/b.c", "int b(void) {\n return c();\n}");
    add(&r, "src/a/c.c", "int c(void) {\n return sizes[0];\n}");
    add(&r, "src/a/d.c", "int d(void) {\n return a();\n}");
    assert_int_equal(check_circles(&r.run, false), 1);
    assert_false(r.run.file_failed); /* as many as are allowed */
    close_rig(&r);

    open_rig(&r, "call-circles src/a 1\n");
    add(&r, "src/a/a.c", down);
    assert_int_equal(check_circles(&r.run, false), 0);
    assert_true(r.run.file_failed); /* the line is to go */
    close_rig(&r);
}

/* ---- the table of layers ---- */

/* Whether a table passes in which src/tool, which includes session and io, has `cell` as its last. */
static bool table_passes(const char *cell, const char *left_out) {
    static const char *const folders[] = {
        "base",   "json",    "geom", "db",    "io",     "query",   "measure", "pic",  "render", "draw",
        "rules",  "klayout", "diff", "litho", "design", "session", "markers", "api",  "crew",   "mcp",
        "report", "client",  "tcp",  "cli",   "main",   "proxy",   "http",    "view", "script"};
    static const char text[] = "#include \"base/buf.h\"\n#include \"io/read.h\"\n#include \"tool/call.h\"\n"
                               "#include \"session/session.h\"\n";
    const source file = {.path = "src/tool/x.c", .text = text, .size = strlen(text)};
    char page[4096];
    size_t size =
        (size_t)snprintf(page, sizeof page, "# Page\n| layer | job | includes |\n| src/tool | a job | %s |\n", cell);
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        if (strcmp(folders[i], left_out) != 0) {
            size += (size_t)snprintf(page + size, sizeof page - size, "| src/%s | a | job | none |\n", folders[i]);
        }
    }
    rig r;
    open_rig(&r, "");
    check_layers(&r.run, &file);
    assert_false(r.run.file_failed);
    check_layer_table(&r.run, page);
    const bool passes = !r.run.file_failed;
    close_rig(&r);
    return passes;
}

static void test_layer_table(void **state) {
    (void)state;
    assert_true(table_passes("io, session", ""));
    assert_false(table_passes("io", "")); /* hides one */
    assert_false(table_passes("none", ""));
    assert_false(table_passes("io, session, mcp", "")); /* claims what no include does */
    assert_false(table_passes("session, io", ""));      /* one order */
    assert_false(table_passes("io, session", "rules")); /* a layer without a row */
    assert_false(table_passes("io, session |\n| src/moon | a | none", ""));
}

/* ---- lengths ---- */

static bool length_passes(const char *head) {
    rig r;
    source file = {.path = "src/base/long.c", .text = head, .size = strlen(head), .lines = 901};
    open_rig(&r, "");
    file.code = blank_comments(&r.run, &file);
    assert_non_null(file.code);
    check_code(&r.run, &file);
    const bool passes = !r.run.file_failed;
    close_rig(&r);
    return passes;
}

static void test_lengths(void **state) {
    (void)state;
    assert_false(length_passes("/* By hand. */\n"));
    assert_true(length_passes("/* Made by tools/schemac from spec/. Do not edit. */\n"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),       cmocka_unit_test(test_names_elsewhere),
        cmocka_unit_test(test_circles),     cmocka_unit_test(test_circles_are_of_a_folder),
        cmocka_unit_test(test_layer_table), cmocka_unit_test(test_lengths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
