/* What commands that work on a layout have in common: memory and a context, a session store with a folder of its own,
 * roots, an output that is none of the inputs. */
#ifndef LOB_MAIN_STAGE_H
#define LOB_MAIN_STAGE_H

#include "cli/command.h"
#include "main/scratch.h"

typedef struct lob_stage {
    lob_arena *home, *arena; /* of the command, of what it asks for */
    lob_ctx *ctx;            /* in home; allocates from arena */
    lob_buf json;            /* the request, then the answer */
} lob_stage;

/* Zeroed bytes for the command's fields; the request may take memory_max (0: no bound). NULL: out of memory; said by
 * the caller. lob_stage_end() in either case. */
void *lob_stage_begin(lob_stage *stage, const lob_cli *cli, size_t size, size_t memory_max);
void lob_stage_end(lob_stage *stage);

/* Opens sessions in the folder of the settings, else in one that is made. False: said on err. */
bool lob_stage_open(lob_scratch *scratch, const lob_cli *cli, lob_settings *settings, lob_sessions **sessions);
void lob_stage_close(lob_scratch *scratch, lob_sessions *sessions);

/* What may be read without a session: the environment, then --root. False: said on err as of `verb`. */
bool lob_stage_roots(lob_ctx *ctx, const lob_cli *cli, const lob_settings *settings, const char *verb,
                     lob_config *config, lob_roots **roots);

/* Makes an absolute path of each that is given (not NULL); each of `absolute` has 4096 bytes. False: said on err. */
bool lob_stage_paths(const lob_cli *cli, const char *verb, const char *const *given, char *const *absolute,
                     size_t count);

/* Before work that may take long: `out` is none of the inputs ("" or a missing file: is none), its folder is there. */
lob_status lob_stage_output(lob_ctx *ctx, const char *out, const char *const *inputs, size_t count);
bool lob_stage_is_same_file(const char *a, const char *b);
/* The error of an output that is an input. */
lob_status lob_stage_refuse_same(lob_ctx *ctx);

#endif
