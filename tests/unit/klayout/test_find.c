/* Looking for the program, against files made for it: Debian's wrapper word for word, ELF headers byte by byte as the
 * System V ABI lays them out, and each thing that is refused. */
#include "tests/support/lob_test.h"

#include "klayout_rig.h"

#include <elf.h>

#include "klayout/find.h"

static lob_klayout found;
static char name[256];

static const char *in_base(const char *file) {
    snprintf(name, sizeof name, "%s/%s", base, file);
    return name;
}

static void put(const char *file, const void *data, size_t size, mode_t mode) {
    int fd = open(in_base(file), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
    assert_ge(fd, 0);
    assert_int_equal(write(fd, data, size), (ssize_t)size);
    fchmod(fd, mode);
    close(fd);
}

typedef struct elf {
    Elf64_Ehdr head;
    Elf64_Phdr part[2];
    char interpreter[32];
} elf;

static elf good_elf(void) {
    elf e = {.head = {.e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
                      .e_type = ET_DYN,
                      .e_version = EV_CURRENT,
                      .e_phoff = sizeof(Elf64_Ehdr),
                      .e_ehsize = sizeof(Elf64_Ehdr),
                      .e_phentsize = sizeof(Elf64_Phdr),
                      .e_phnum = 2},
             .part = {{.p_type = PT_PHDR}, {.p_type = PT_INTERP, .p_offset = offsetof(elf, interpreter)}},
             .interpreter = "/lib64/ld-linux-x86-64.so.2"};
#if defined(__aarch64__)
    e.head.e_machine = EM_AARCH64;
#else
    e.head.e_machine = EM_X86_64;
#endif
    e.part[1].p_filesz = strlen(e.interpreter) + 1;
    return e;
}

static lob_status find(const char *what, const char *list, const char *home) {
    lob_error_clear(&ctx.error);
    return lob_klayout_find(&ctx, what, list, home, &found);
}

static void assert_refused(const char *what, const char *list, const char *reason) {
    assert_failed(find(what, list, NULL), LOB_E_DRC_RUN_FAILED, reason);
}

/* ---- where ---- */

static void looks_in_path(void **state) {
    (void)state;
    elf e = good_elf();
    char list[512];
    mkdirat(base_fd, "a", 0755);
    mkdirat(base_fd, "b", 0755);
    put("b/klayout", &e, sizeof e, 0755);
    snprintf(list, sizeof list, "relative:%s/none::%s/a:%s/b", base, base, base);
    assert_int_equal(find("klayout", list, NULL), LOB_OK);
    assert_string_equal(found.program, in_base("b/klayout"));
    assert_string_equal(found.interpreter, "/lib64/ld-linux-x86-64.so.2");
    assert_string_equal(found.library_dir, "");
    char *here = getcwd(NULL, 0); /* a relative folder is passed over, even when the program lies there */
    assert_int_equal(fchdir(base_fd), 0);
    assert_refused("klayout", "b::.:b/", "not_found");
    assert_int_equal(chdir(here), 0);
    free(here);
    put("a/klayout", &e, sizeof e, 0644); /* a file that may not be run is passed over */
    assert_int_equal(find("klayout", list, NULL), LOB_OK);
    assert_string_equal(found.program, in_base("b/klayout"));
    mkdirat(base_fd, "a/klayout.d", 0755);
    unlinkat(base_fd, "b/klayout", 0);
    assert_refused("klayout", list, "not_executable"); /* and told of when there is no other */
    unlinkat(base_fd, "a/klayout", 0);
    assert_refused("klayout", list, "not_found");
    assert_non_null(strstr(ctx.error.hint, "KLAYOUT_BIN"));
    assert_refused("klayout", NULL, "not_found");
    assert_refused("klayout", "", "not_found");
    assert_refused("", "/usr/bin", "not_found");
    assert_refused(in_base("none/klayout"), "/usr/bin", "not_found");
}

static void takes_paths_and_links(void **state) {
    (void)state;
    elf e = good_elf();
    put("real", &e, sizeof e, 0755);
    assert_int_equal(symlinkat("real", base_fd, "link"), 0);
    assert_int_equal(find(in_base("link"), NULL, NULL), LOB_OK);
    assert_string_equal(found.program, in_base("real"));
    assert_refused(base, NULL, "not_a_program"); /* a folder */
    put("quiet", &e, sizeof e, 0644);
    assert_refused(in_base("quiet"), NULL, "not_executable");
}

/* ---- what ---- */

static void knows_debians_wrapper(void **state) {
    (void)state;
    elf e = good_elf();
    char text[512];
    mkdirat(base_fd, "lib", 0755);
    put("lib/klayout", &e, sizeof e, 0755);
    int size =
        snprintf(text, sizeof text, "#!/bin/sh\nLD_LIBRARY_PATH=%s/lib exec %s/lib/klayout \"$@\"\n", base, base);
    put("klayout", text, (size_t)size, 0755);
    assert_int_equal(find(in_base("klayout"), NULL, NULL), LOB_OK);
    assert_string_equal(found.program, in_base("lib/klayout"));
    assert_string_equal(found.library_dir, in_base("lib"));
    unlinkat(base_fd, "lib/klayout", 0);
    assert_refused(in_base("klayout"), NULL, "not_found");
    put("lib/klayout", text, (size_t)size, 0755); /* a wrapper of a wrapper, for ever */
    assert_refused(in_base("klayout"), NULL, "script");
}

static void refuses_other_scripts(void **state) {
    (void)state;
    static const char *const texts[] = {
        "#!/bin/sh\nexec /usr/lib/klayout/klayout \"$@\"\n",
        "#!/bin/bash\nLD_LIBRARY_PATH=/usr/lib/klayout exec /usr/lib/klayout/klayout \"$@\"\n",
        "#!/bin/sh\nLD_LIBRARY_PATH=/usr/lib/klayout exec /usr/lib/klayout/klayout $@\n",
        "#!/bin/sh\nLD_LIBRARY_PATH=/usr/lib/klayout exec /usr/lib/klayout/klayout \"$@\"\nrm x\n",
        "#!/bin/sh\nLD_LIBRARY_PATH=$HOME exec /usr/lib/klayout/klayout \"$@\"\n",
        "#!/bin/sh\nLD_LIBRARY_PATH=lib exec /usr/lib/klayout/klayout \"$@\"\n",
        "#!/bin/sh\nLD_LIBRARY_PATH=/usr/lib/klayout exec klayout \"$@\"\n",
        "#!/bin/sh\nLD_LIBRARY_PATH=/usr/lib/klayout exec /usr/lib/`x` \"$@\"\n",
        "#!/bin/sh\nx=1\nLD_LIBRARY_PATH=/usr/lib/klayout exec /usr/lib/klayout/klayout \"$@\"\n",
        "#!/usr/bin/env python3\n",
        "#!",
    };
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        lob_case("%s", texts[i]);
        put("script", texts[i], strlen(texts[i]), 0755);
        assert_refused(in_base("script"), NULL, "script");
    }
    char large[8192];
    memset(large, '\n', sizeof large);
    memcpy(large, "#!/bin/sh", 9);
    put("script", large, sizeof large, 0755);
    assert_refused(in_base("script"), NULL, "script");
}

static void refuses_foreign_programs(void **state) {
    (void)state;
    for (int fault = 0; fault < 12; fault++) {
        elf e = good_elf();
        size_t size = sizeof e;
        e.head.e_ident[EI_MAG0] = fault == 0 ? 0 : e.head.e_ident[EI_MAG0];
        e.head.e_ident[EI_CLASS] = fault == 1 ? ELFCLASS32 : ELFCLASS64;
        e.head.e_machine = fault == 2 ? EM_S390 : e.head.e_machine;
        e.head.e_type = fault == 3 ? ET_REL : ET_DYN;
        e.head.e_phentsize = fault == 4 ? 1 : e.head.e_phentsize;
        e.head.e_phnum = fault == 5 ? 60000 : 2;
        e.head.e_phoff = fault == 6 ? UINT64_MAX - 10 : e.head.e_phoff;
        e.part[1].p_offset = fault == 7 ? UINT64_MAX - 3 : e.part[1].p_offset;
        e.part[1].p_filesz = fault == 8 ? UINT64_MAX : e.part[1].p_filesz;
        e.part[1].p_filesz = fault == 9 ? 3 : e.part[1].p_filesz; /* no NUL at its end */
        e.interpreter[0] = fault == 10 ? 'x' : '/';
        size = fault == 11 ? 40 : size;
        put("foreign", &e, size, 0755);
        assert_refused(in_base("foreign"), NULL, "not_a_program");
    }
    elf still = good_elf(); /* without an interpreter: a static program */
    still.head.e_phnum = 1;
    put("static", &still, sizeof still, 0755);
    assert_int_equal(find(in_base("static"), NULL, NULL), LOB_OK);
    assert_string_equal(found.interpreter, "");
    put("empty", "", 0, 0755);
    assert_refused(in_base("empty"), NULL, "not_a_program");
}

/* ---- libraries ---- */

static void finds_libraries_beside_it(void **state) {
    (void)state;
    elf e = good_elf();
    mkdirat(base_fd, "own", 0755);
    mkdirat(base_fd, "own/home", 0755);
    put("own/klayout", &e, sizeof e, 0755);
    put("own/libklayout_tl.so.0", "x", 1, 0644);
    assert_int_equal(find(in_base("own/klayout"), NULL, NULL), LOB_OK);
    assert_string_equal(found.library_dir, in_base("own"));
    /* The sandbox opens that folder: it must not be somebody's home, nor hold it. */
    char home[256], program[256];
    snprintf(program, sizeof program, "%s/own/klayout", base);
    snprintf(home, sizeof home, "%s/own", base);
    assert_failed(find(program, NULL, home), LOB_E_DRC_RUN_FAILED, "too_open");
    snprintf(home, sizeof home, "%s/own/home/", base);
    assert_failed(find(program, NULL, home), LOB_E_DRC_RUN_FAILED, "too_open");
    assert_int_equal(find(program, NULL, base), LOB_OK); /* below the home is fine */
    assert_int_equal(find(program, NULL, "/"), LOB_OK);
    assert_int_equal(find(program, NULL, "none"), LOB_OK);
    static const char wrapper[] = "#!/bin/sh\nLD_LIBRARY_PATH=/ exec %s \"$@\"\n";
    char text[512];
    int size = snprintf(text, sizeof text, wrapper, program);
    put("wide", text, (size_t)size, 0755);
    assert_refused(in_base("wide"), NULL, "too_open");
    size = snprintf(text, sizeof text, "#!/bin/sh\nLD_LIBRARY_PATH=/nonexistent exec %s \"$@\"\n", program);
    put("gone", text, (size_t)size, 0755);
    assert_refused(in_base("gone"), NULL, "not_found");
}

/* The package of this machine, when it has one. */
static void finds_the_installed_one(void **state) {
    (void)state;
    if (access("/usr/bin/klayout", X_OK) != 0) {
        print_message("no /usr/bin/klayout here: NOT TESTED\n");
        skip();
    }
    assert_int_equal(find("klayout", "/usr/bin", "/root"), LOB_OK);
    assert_int_equal(access(found.program, X_OK), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(looks_in_path, begin_test, end_test),
        cmocka_unit_test_setup_teardown(takes_paths_and_links, begin_test, end_test),
        cmocka_unit_test_setup_teardown(knows_debians_wrapper, begin_test, end_test),
        cmocka_unit_test_setup_teardown(refuses_other_scripts, begin_test, end_test),
        cmocka_unit_test_setup_teardown(refuses_foreign_programs, begin_test, end_test),
        cmocka_unit_test_setup_teardown(finds_libraries_beside_it, begin_test, end_test),
        cmocka_unit_test_setup_teardown(finds_the_installed_one, begin_test, end_test),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
