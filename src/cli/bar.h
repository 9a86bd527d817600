/* How far a command is, on err: a bar on a terminal once the work lasts, lines elsewhere where they are asked for. */
#ifndef LOB_CLI_BAR_H
#define LOB_CLI_BAR_H

#include "cli/options.h"

typedef struct lob_bar {
    const lob_cli *cli;
    lob_switch wanted; /* --progress, --no-progress */
    bool is_json;      /* lines are JSON objects, and there is no bar */
    bool is_terminal, has_line;
    int64_t started_ms;
} lob_bar;

/* From here on the bar shows the progress of this context. */
void lob_bar_attach(lob_bar *bar, lob_ctx *ctx);
void lob_bar_begin(lob_bar *bar, const lob_cli *cli, lob_switch wanted, bool is_json);
/* For lob_ctx.progress; arg is the lob_bar. */
void lob_bar_tell(void *arg, double done, double total, const char *message);
/* The bar goes away before anything else is said. */
void lob_bar_clear(lob_bar *bar);
/* An object of one member as a line on err. */
void lob_bar_tell_json(const lob_bar *bar, const char *key, const char *text);

#endif
