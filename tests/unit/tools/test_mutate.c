/* Mutants of tiny sources: which conditions are found, what stands in the copy, and what is refused. */
#include <sys/stat.h>
#include <unistd.h>

#include "tests/support/lob_test.h"

#include "tools/mutate/mutate.h"

static const mutant *named(const mutants *all, const char *name) {
    for (size_t i = 0; i < all->count; i++) {
        if (strcmp(all->items[i].name, name) == 0) {
            return &all->items[i];
        }
    }
    return NULL;
}

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    assert_int_equal(fclose(file), 0);
}

static char content[8192];

static const char *read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    content[fread(content, 1, sizeof content - 1, file)] = '\0';
    fclose(file);
    return content;
}

/* A set of mutants, made anew; the tool says on stderr what it refuses. */
static mutants begin(void) {
    mutants all = {.arena = lob_arena_new(0)};
    assert_non_null(all.arena);
    all.items = lob_arena_alloc(all.arena, MUTANT_COUNT_MAX * sizeof *all.items);
    assert_non_null(all.items);
    return all;
}

static void end(mutants *all) {
    lob_arena_drop(all->arena);
}

static char folder[] = "/tmp/mutate-XXXXXX";

static int enter_folder(void **state) {
    (void)state;
    return mkdtemp(folder) && chdir(folder) == 0 && mkdir("src", 0777) == 0 ? 0 : -1;
}

static int leave_folder(void **state) {
    (void)state;
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

static void test_conditions(void **state) {
    (void)state;
    write_file("src/a.c", "/* if (in a comment) */\n"              /* 1 */
                          "#define X if (in a line of its own)\n"  /* 2 */
                          "static int f(int a) {\n"                /* 3 */
                          "    const char *s = \"if (quoted)\";\n" /* 4 */
                          "    if (a > g(\")\", ')')) {\n"         /* 5 */
                          "        LOB_TRY(take(a));\n"            /* 6 */
                          "    }\n"                                /* 7 */
                          "    if (!s) {\n"                        /* 8 */
                          "        return lob_fail_memory(0);\n"   /* 9 */
                          "    }\n"
                          "    // if (no)\n"
                          "    elif (a);\n"
                          "    return 0;\n"
                          "}\n");
    mutants all = begin();
    assert_true(mutate_conditions(&all, "src/a.c"));
    assert_int_equal(all.count, 3);
    const source *in = all.items[0].in;
    static const char *const kinds[] = {"flipped", "dropped", "ignored"};
    static const unsigned lines[] = {5, 5, 6};
    static const char *const texts[] = {"a > g(\")\", ')')", "a > g(\")\", ')')", "take(a)"};
    for (size_t i = 0; i < 3; i++) {
        const mutant *item = &all.items[i];
        assert_int_equal(mutate_line(in, item->begin), lines[i]);
        assert_int_equal(item->end - item->begin, strlen(texts[i]));
        assert_memory_equal(in->text.data + item->begin, texts[i], strlen(texts[i]));
        assert_string_equal(strrchr(item->name, ':') + 1, kinds[i]);
    }
    assert_false(mutate_conditions(&all, "src/absent.c"));
    end(&all);
}

/* The places of one file in order, the mutants of a place in one chain; a copy that is as before is not touched. */
static void test_copies(void **state) {
    (void)state;
    write_file("src/b.c", "int f(int a) { if (a) { return 1; } LOB_TRY(g(a)); return 0; }\n");
    mutants all = begin();
    assert_true(mutate_conditions(&all, "src/b.c"));
    assert_true(mutate_emit(&all, "out"));
    /* by name: dropped stands before flipped */
    assert_string_equal(read_file("out/src/b.c"),
                        "extern int lob_mutant;\n#line 1 \"src/b.c\"\n"
                        "int f(int a) { if ((lob_mutant == 1 ? 0 : lob_mutant == 2 ? !(a) : (a))) { return 1; } "
                        "LOB_TRY((lob_mutant == 3 ? ((void)(g(a)), LOB_OK) : (g(a)))); return 0; }\n");
    assert_string_equal(read_file("out/mutants.tsv"), "b.c:1:19:dropped\tsrc/b.c:1\t\nb.c:1:19:flipped\tsrc/b.c:1\t\n"
                                                      "b.c:1:44:ignored\tsrc/b.c:1\t\n");
    assert_non_null(strstr(read_file("out/lob_mutant.c"), "\"b.c:1:19:dropped\",\n    \"b.c:1:19:flipped\",\n"));
    struct stat before, after;
    assert_int_equal(stat("out/src/b.c", &before), 0);
    assert_true(mutate_emit(&all, "out"));
    assert_int_equal(stat("out/src/b.c", &after), 0);
    assert_int_equal(before.st_mtim.tv_nsec, after.st_mtim.tv_nsec);
    assert_int_equal(before.st_ino, after.st_ino);
    end(&all);
}

#define ENTRY(name, find, replace)                                                                                     \
    "{\"name\": \"" name "\", \"about\": \"x\", \"file\": \"src/c.c\", \"find\": \"" find                              \
    "\", \"replace\": \"" replace "\", \"case\": \"a/b\"}"

static bool read_list(mutants *all, const char *entries) {
    char text[2048];
    snprintf(text, sizeof text, "{\"mutants\": [%s]}", entries);
    write_file("list.json", text);
    *all = begin();
    return mutate_read_list(all, "list.json");
}

static void test_list(void **state) {
    (void)state;
    write_file("src/c.c", "int f(int a) { a += 2; a += 2 * a; return a + 1; }\n");
    mutants all;
    assert_true(read_list(&all, ENTRY("one", "a + 1", "a - 1") "," ENTRY("two", "a + 1", "a") "," ENTRY(
                                    "three", "a += 2 * a;", "a = 0;") "," ENTRY("four", "a += 2;", "")));
    assert_int_equal(all.count, 4);
    assert_string_equal(named(&all, "three")->caught_by, "a/b");
    assert_true(mutate_emit(&all, "named"));
    assert_string_equal(read_file("named/src/c.c"),
                        "extern int lob_mutant;\n#line 1 \"src/c.c\"\nint f(int a) { { if (lob_mutant == 1) { ; } else "
                        "{ a += 2; } } { if (lob_mutant == 2) { a = 0; } else { a += 2 * a; } } return (lob_mutant == "
                        "3 ? (a - 1) : lob_mutant == 4 ? (a) : (a + 1)); }\n");
    assert_string_equal(read_file("named/mutants.tsv"), "four\tsrc/c.c:1\ta/b\nthree\tsrc/c.c:1\ta/b\none\tsrc/c.c:1\t"
                                                        "a/b\ntwo\tsrc/c.c:1\ta/b\n");
    end(&all);
}

/* A list that is stale or ambiguous fails, whole. */
static void test_list_refused(void **state) {
    (void)state;
    static const char *const bad[] = {
        ENTRY("gone", "a - 1", "a"),                                        /* not there */
        ENTRY("twice", "a +", "a"),                                         /* there more than once */
        ENTRY("one", "a + 1", "a") "," ENTRY("one", "a += 2;", ""),         /* a name twice */
        ENTRY("one", "a + 1", "a") "," ENTRY("two", "return a + 1;", ""),   /* overlapping */
        ENTRY("empty", "", "a"),                                            /* everywhere */
        "{\"name\": \"half\", \"file\": \"src/c.c\", \"find\": \"a + 1\"}", /* incomplete */
        ("{\"name\": \"no\", \"about\": \"x\", \"file\": \"src/none.c\", \"find\": \"a\", \"replace\": \"b\", "
         "\"case\": \"c\"}"), /* no such file */
        "]",
        "1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lob_case("%s", bad[i]);
        mutants all;
        assert_false(read_list(&all, bad[i]));
        end(&all);
    }
    mutants all = begin();
    assert_false(mutate_read_list(&all, "absent.json"));
    end(&all);
}

static bool except(mutants *all, const char *text) {
    write_file("except.txt", text);
    *all = begin();
    assert_true(mutate_conditions(all, "src/d.c"));
    assert_int_equal(all->count, 5);
    return mutate_except(all, "except.txt");
}

static size_t excepted(const mutants *all, const char *reason) {
    size_t count = 0;
    for (size_t i = 0; i < all->count; i++) {
        count += strcmp(all->items[i].caught_by, reason) == 0;
    }
    return count;
}

static void test_excepted(void **state) {
    (void)state;
    write_file("src/d.c", "static int first(int a) {\n    if (a &&\n        a > 1) {\n        return 1;\n    }\n"
                          "    return 0;\n}\n\nint *second(int a)\n{\n    LOB_TRY(take(a));\n    if (a > 1) {\n"
                          "        return 0;\n    }\n}\n");
    mutants all;
    assert_true(except(&all, "# a comment\n\nspeed d.c:first * a && a > 1\n"));
    assert_int_equal(excepted(&all, "speed"), 2);
    assert_int_equal(excepted(&all, ""), 3);
    end(&all);
    assert_true(except(&all, "memory *:second ignored take(*)\nspeed d.c:* dropped *\n"));
    assert_int_equal(excepted(&all, "memory"), 1);
    assert_int_equal(excepted(&all, "speed"), 2);
    assert_true(mutate_emit(&all, "excepted"));
    assert_non_null(strstr(read_file("excepted/mutants.tsv"), ":ignored\tsrc/d.c:11\tmemory\n"));
    end(&all);
    static const char *const bad[] = {"speed d.c:third * *\n",                              /* names none */
                                      "speed d.c:second * take(b)\n",                       /* names none any more */
                                      "speed d.c:first * *\nagain d.c:first flipped a *\n", /* named before */
                                      "speed d.c:first flipped\n",                          /* incomplete */
                                      "speed d.c:first flipped *\nspeed e.c:first * *\n"};  /* half of it */
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        lob_case("%s", bad[i]);
        assert_false(except(&all, bad[i]));
        end(&all);
    }
    all = begin();
    assert_false(mutate_except(&all, "absent.txt"));
    end(&all);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_conditions),   cmocka_unit_test(test_copies),   cmocka_unit_test(test_list),
        cmocka_unit_test(test_list_refused), cmocka_unit_test(test_excepted),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
