/* What the parts of `drc` share: the command line (drc_words.c), the work (drc.c), what people read (drc_text.c). */
#ifndef LOB_MAIN_DRC_IMPL_H
#define LOB_MAIN_DRC_IMPL_H

#include "base/limits.h"
#include "cli/bar.h"
#include "main/drc.h"
#include "main/scratch.h"
#include "main/shard.h"
#include "markers/export.h"
#include "tool/call.h"

enum { LOB_DRC_CLEAN = 0, LOB_DRC_VIOLATIONS = 1, LOB_DRC_NOT_CHECKED = 2 };
enum { LOB_DRC_TEXT = LOB_EXPORT_COUNT }; /* a format beside those of lob_export_format */

typedef struct lob_drc_task {
    lob_cli *cli;
    lob_ctx *ctx;
    lob_settings settings;
    lob_scratch scratch;
    lob_shard_words shard;
    lob_bar bar;
    const char *input, *deck, *top, *type, *engine, *box, *format_name, *output, *waivers_name; /* NULL: not given */
    lob_option_list params, only;                /* NAME=VALUE; categories */
    bool quiet, allow_empty, profile, has_ended; /* ended: by --help */
    unsigned format;                             /* lob_export_format or LOB_DRC_TEXT */
    char in[4096], deck_path[4096], out[4096], waivers_path[4096];
    lob_sessions *sessions;
    lob_open_layout_response opened;
    lob_run_drc_script_request request;
    lob_run_drc_script_response ran;
    lob_markers *markers; /* the run's */
    lob_waivers waivers;
    bool has_waivers;
    lob_waivers_told told;
    uint32_t open_count; /* markers that are not waived */
} lob_drc_task;

/* Reads the command line into the command, and the request of run_drc_script as JSON. Exit status; what is wrong is
 * said on err. */
int lob_drc_words(lob_drc_task *d, int argc, char **argv, lob_buf *request);

/* What was found, for people. Texts of the report are escaped; with colour the verdicts stand out. */
void lob_drc_put_text(const lob_drc_task *d, bool has_colour, lob_buf *out);
/* Why nothing was found out, on err. */
void lob_drc_say_error(const lob_drc_task *d);
/* What became of the waivers, on err. */
void lob_drc_say_waivers(const lob_drc_task *d);

#endif
