/* The command line of the suite, and what it does. */
#ifndef TOOLS_CONFORMANCE_CLI_H
#define TOOLS_CONFORMANCE_CLI_H

#include <stdio.h>

#include "cases.h"
#include "report.h"

typedef enum conf_command {
    CONF_RUN,
    CONF_LIST,
    CONF_EXPLAIN,
    CONF_VALIDATE,
    CONF_TRACE,
    CONF_UPDATE,
    CONF_COMPARE,
    CONF_HELP,
    CONF_VERSION
} conf_command;

/* 128 + SIGINT: a run that was broken off. */
enum { CONF_EXIT_CONFORMANT, CONF_EXIT_NOT, CONF_EXIT_USAGE, CONF_EXIT_NO_SERVER, CONF_EXIT_BROKEN_OFF = 130 };

/* All texts are those of argv. */
typedef struct conf_options {
    conf_command command;
    conf_choice choice;
    bool has_profiles; /* else all that the command concerns: core, render, drc to run, all to look at */
    lob_conformance_level bar;
    const char *baseline, *protocol, *tap, *junit, *json, *badge, *keep, *resume, *url, *id, *id2;
    int64_t jobs, timeout_ms; /* jobs 0: the number of processors */
    bool is_brief;
    conf_places places; /* cases and fixtures, when given */
    char *const *argv;  /* behind --; NULL: none */
} conf_options;         /* id: of explain; id, id2: the reports of compare */

/* False: *fault says what is wrong with which word. Memory: ctx->arena. */
bool conf_options_parse(lob_ctx *ctx, int argc, char *const *argv, conf_options *options, const char **fault);

/* The whole program: what it says goes to `out`, complaints to `err`; returns the exit status. */
int conf_main(int argc, char *const *argv, FILE *out, FILE *err);

/* explain.c: a case for people. */
void conf_explain(const conf_case *item, const lob_requirement *requirements, size_t count, lob_buf *out);

/* ---- team.c: cases beside each other ---- */

/* Ends a run early: no further case begins. Set by signals. */
extern lob_cancel conf_stop;
/* Fills run->results in the order of run->chosen, whatever thread ran which; `jobs` threads at most. A case with a
 * fault in run->cases->faults is not run. `progress`: how far it is, over and over on one line; NULL: nowhere. */
void conf_run_all(const conf_target *target, conf_run *run, conf_result *results, unsigned jobs, FILE *progress);

#endif
