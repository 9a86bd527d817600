/* What the parts of `eval` share: the command line (eval_words.c), the work (eval.c), what is drawn and counted beside
 * the report (eval_look.c), what is said on err (eval_say.c). */
#ifndef LOB_MAIN_EVAL_IMPL_H
#define LOB_MAIN_EVAL_IMPL_H

#include "cli/bar.h"
#include "cli/settings.h"
#include "litho/picture.h"
#include "main/eval.h"
#include "main/shard.h"
#include "tool/litho_run.h"

enum { LOB_EVAL_CLEAN = 0, LOB_EVAL_VIOLATIONS = 1, LOB_EVAL_NOT_DONE = 2 };

typedef struct lob_eval_work {
    const char *verb; /* whose command line it is; NULL: eval */
    lob_cli *cli;
    lob_ctx *ctx;
    lob_settings settings;
    lob_shard_words shard;
    lob_config config;
    const char *input, *layer, *target_layer, *cell, *box, *node, *pixel, *deck, *checks, *level, *format, *count_max,
        *process, *source, *request, *output, *picture, *picture_svg, *picture_kind; /* as given; NULL: not */
    bool quiet, has_ended;                                                           /* ended: by --help */
    char out[4096], picture_out[4096], svg_out[4096];
    uint32_t violations_max; /* of lob_litho_run */
    lob_litho_picture_kind kind;
    lob_bar bar;
    lob_roots *roots;
    lob_litho_place place;
    lob_str arguments; /* of evaluate */
    uint64_t violation_count;
    lob_buf report, png, svg;
} lob_eval_work;

/* Reads the command line. Exit status; what is wrong is said on err. */
int lob_eval_words(lob_eval_work *e, int argc, char **argv);
/* Puts together the arguments of the tool. Exit status as above. */
int lob_eval_request(lob_eval_work *e, lob_buf *json);

/* lob_litho_run.see: what the bytes of the report do not hold, the violations of an aggregate one and the picture. */
lob_status lob_eval_look(void *command, lob_ctx *ctx, const lob_litho_scene *scene, const lob_litho_result *result);

/* lob_litho_run.told, for the one who sent a request: what file was read, as a line of JSON. `bar`: a lob_bar. */
void lob_eval_tell_artifact(void *bar, const char *artifact_id);
/* Why nothing was evaluated: for people, or for the one who sent a request the ErrorObject as a line. */
void lob_eval_say_error(const lob_eval_work *e);

#endif
