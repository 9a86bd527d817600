/* A whole command line of the program in this process, its streams in memory. Which tools there are is up to the
 * program: those of the registry, or fakes of the same names. */
#ifndef TESTS_UNIT_MAIN_LINE_RIG_H
#define TESTS_UNIT_MAIN_LINE_RIG_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/lob_test.h"

#include "main/commands.h"
#include "tool/registry.h"

#define RIG_PRODUCT                                                                                                    \
    {                                                                                                                  \
        .name = "layout-observer", .title = "Layout Observer", .version = "0.2.0",                                     \
        .instructions = (const char *const[]){"Use it.", NULL}, .tools = lob_tools, .tool_count = lob_tool_count       \
    }

typedef struct rig {
    char *out, *err;
    size_t out_size, err_size;
    int code;
} rig;

typedef struct rig_line {
    const char *input;                        /* NULL: none */
    FILE *out, *err;                          /* NULL: into the rig; else they stay open */
    lob_cancel *cancel;                       /* NULL: one that nobody has asked for */
    const char *(*environment)(const char *); /* NULL: empty */
    bool has_no_tools, has_colour;
} rig_line;

static inline const char *rig_no_environment(const char *name) {
    (void)name;
    return NULL;
}

static inline void rig_release(rig *r) {
    free(r->out);
    free(r->err);
    *r = (rig){0};
}

/* `words` follow the program's name, then NULL. */
static inline rig rig_run_line(const rig_line *line, const char *const *words) {
    static int signal_number = 15;
    static lob_cancel unasked;
    char *argv[32] = {(char[]){"layout-observer"}};
    int argc = 1;
    rig r = {0};
    for (; words[argc - 1]; argc++) {
        argv[argc] = strdup(words[argc - 1]);
    }
    atomic_store(&unasked.requested, false);
    lob_cli cli = {.product = RIG_PRODUCT,
                   .in = line->input ? fmemopen((void *)(uintptr_t)line->input, strlen(line->input), "r")
                                     : fopen("/dev/null", "r"),
                   .out = line->out ? line->out : open_memstream(&r.out, &r.out_size),
                   .err = line->err ? line->err : open_memstream(&r.err, &r.err_size),
                   .in_fd = -1,
                   .out_fd = -1,
                   .stop_fd = -1,
                   .cancel = line->cancel ? line->cancel : &unasked,
                   .signal_number = &signal_number,
                   .in_is_terminal = true,
                   .has_colour = line->has_colour,
                   .getenv_fn = line->environment ? line->environment : rig_no_environment};
    cli.product.tool_count = line->has_no_tools ? 0 : lob_tool_count;
    r.code = lob_cli_run(&cli, argc, argv);
    fclose(cli.in);
    if (!line->out) {
        fclose(cli.out);
    }
    if (!line->err) {
        fclose(cli.err);
    }
    for (int i = 1; i < argc; i++) {
        assert_string_equal(argv[i], words[i - 1]); /* what was handed in is as it was */
        free(argv[i]);
    }
    return r;
}

#endif
