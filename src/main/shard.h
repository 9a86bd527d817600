/* --shard K/N, --parts DIR and --merge DIR of a command, handed to litho/ranks.h. */
#ifndef LOB_MAIN_SHARD_H
#define LOB_MAIN_SHARD_H

#include "cli/command.h"
#include "litho/ranks.h"

typedef struct lob_shard_words {
    lob_ranks_shard shard;
    char folder[4096]; /* absolute */
    const char *words[LOB_SHARE_WORDS_MAX];
} lob_shard_words;

/* Before the command line is read: all ranks read the same one, so the first alone complains; and mpirun gives each a
 * terminal of its own, which is nobody's to colour. */
void lob_shard_hush(lob_cli *cli);
/* After the command line was read into `settings`; argv[1] is the command. `words` lives as long as the work. Exit
 * status; what is wrong is said on err. */
int lob_shard_begin(lob_ctx *ctx, const lob_cli *cli, const lob_settings *settings, int argc, char **argv,
                    lob_shard_words *words);
/* Where only a part was made: "shard 2 of 3 is in DIR" on err, of a shard; nothing of a rank of mpirun. */
void lob_shard_say(const lob_cli *cli, const char *verb);

/* layout-observer merge DIR [-- WORDS]: the line of the parts, and these words, with --merge DIR. */
extern const lob_command lob_merge_command;
/* The line that the parts had, in ctx->arena: argv[0], command, words, those of `argv` behind --, --merge, DIR. *argc
 * 0: the command ends with *code. */
char **lob_merge_line(lob_ctx *ctx, const lob_cli *cli, int *argc, char **argv, int *code);

#endif
