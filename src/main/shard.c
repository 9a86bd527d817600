/* See shard.h. Invariant: the words kept in a part are those of the line without what makes it a shard, so that the
 * same line joins. */
#include "main/shard.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const char *const own_options[] = {"--shard", "--parts", "--merge"};

static int usage(const lob_cli *cli, const char *verb, const char *what) {
    lob_complain(cli, verb, "%s", what);
    return LOB_EXIT_USAGE;
}

static bool take_number(const char **text, char end, uint32_t *number) {
    char *stop;
    const unsigned long value = strtoul(*text, &stop, 10);
    const bool is_fine = **text >= '0' && **text <= '9' && *stop == end && value >= 1 && value <= LOB_SHARES_MAX;
    *number = is_fine ? (uint32_t)value : 0;
    *text = is_fine && end ? stop + 1 : stop;
    return is_fine;
}

/* "3/7": the third of seven. */
static bool take_shard(const char *text, lob_ranks_shard *shard) {
    uint32_t number;
    if (!take_number(&text, '/', &number) || !take_number(&text, '\0', &shard->count) || number > shard->count) {
        return false;
    }
    shard->own = number - 1;
    return true;
}

/* 0: a word of the work; else how many words the option takes. */
static int own_words(const char *word) {
    for (size_t i = 0; i < sizeof own_options / sizeof own_options[0]; i++) {
        const size_t size = strlen(own_options[i]);
        if (strncmp(word, own_options[i], size) == 0 && (word[size] == '\0' || word[size] == '=')) {
            return word[size] ? 1 : 2;
        }
    }
    return 0;
}

static bool keep_words(int argc, char **argv, lob_shard_words *words) {
    lob_ranks_shard *shard = &words->shard;
    shard->words = words->words;
    for (int i = 2; i < argc;) {
        const int skip = own_words(argv[i]);
        if (skip == 0 && shard->word_count == LOB_SHARE_WORDS_MAX) {
            return false;
        }
        if (skip == 0) {
            words->words[shard->word_count++] = argv[i];
        }
        i += skip ? skip : 1;
    }
    return true;
}

int lob_shard_begin(lob_ctx *ctx, const lob_cli *cli, const lob_settings *settings, int argc, char **argv,
                    lob_shard_words *words) {
    const char *verb = argv[1], *folder = settings->merge ? settings->merge : settings->parts;
    *words = (lob_shard_words){
        .shard = {
            .folder = words->folder, .joins = settings->merge != NULL, .version = cli->product.version, .count = 1}};
    if (settings->merge && (settings->shard || settings->parts)) {
        return usage(cli, verb, "--merge joins what shards left: give it without --shard and --parts");
    }
    if (!settings->shard != !settings->parts) {
        return usage(cli, verb, "--shard K/N and --parts DIR belong together");
    }
    if (!folder) {
        return LOB_EXIT_OK;
    }
    if (settings->shard && !take_shard(settings->shard, &words->shard)) {
        return usage(cli, verb, "--shard takes K/N, the K-th of N shards, as 1/8");
    }
    if (!lob_path_absolute(folder, words->folder, sizeof words->folder)) {
        return usage(cli, verb, "a path is too long");
    }
    if (!keep_words(argc, argv, words)) {
        return usage(cli, verb, "the line has too many words for a part");
    }
    if (lob_ranks_set_shard(ctx, &words->shard) != LOB_OK) {
        lob_say_error(cli, verb, &ctx->error);
        return LOB_EXIT_USAGE;
    }
    return LOB_EXIT_OK;
}

void lob_shard_hush(lob_cli *cli) {
    cli->is_silent = lob_ranks_own() != 0;
    cli->has_colour = cli->has_colour && !lob_ranks_are_launched();
}

void lob_shard_say(const lob_cli *cli, const char *verb) {
    const lob_ranks_shard *shard = lob_ranks_get_shard();
    if (shard) {
        fprintf(cli->err, "%s %s: shard %u of %u is in %s\n", cli->product.name, verb, shard->own + 1, shard->count,
                shard->folder);
    }
}

/* ---- merge ---- */

typedef struct merge_words {
    const char *folder;
} merge_words;

static const lob_positional word_rows[] = {{"DIR", offsetof(merge_words, folder), true}, {NULL, 0, false}};

const lob_command lob_merge_command = {
    .name = "merge",
    .usage = "DIR [-- OPTIONS]",
    .title = "Joins what shards of drc, diff or eval left in a folder",
    .about = "Runs the line that the shards were given with --merge DIR in place of --shard and --parts: it reads the "
             "layout and the parts, and gives the bytes of one run. OPTIONS are added to that line. A shard that is "
             "missing, given twice, or of another layout, deck or version is an error that names it.",
    .examples = "drc chip.gds --deck rules.json --shard 1/2 --parts parts\n"
                "drc chip.gds --deck rules.json --shard 2/2 --parts parts\n"
                "merge parts\nmerge parts -- --format sarif -o chip.sarif",
    .status = "That of the command.",
    .words = word_rows,
    .takes_rest = true,
};

static char **make_line(lob_ctx *ctx, const char *folder, int *argc, char **argv, int rest) {
    char **words;
    uint32_t count;
    int size = 0;
    if (lob_shares_words(ctx, folder, &words, &count) != LOB_OK) {
        return NULL;
    }
    char **line = LOB_NEW_ARRAY(ctx->arena, char *, (size_t)count + (size_t)*argc + 8);
    char *own_option = lob_arena_strdup(ctx->arena, "--merge", 7);
    char *own_folder = lob_arena_strdup(ctx->arena, folder, strlen(folder));
    if (!line || !own_option || !own_folder) {
        (void)lob_fail_memory(ctx);
        return NULL;
    }
    line[size++] = argv[0];
    for (uint32_t i = 0; i < count; i++) {
        line[size++] = words[i];
    }
    for (int i = rest; i < *argc; i++) {
        line[size++] = argv[i];
    }
    line[size++] = own_option;
    line[size++] = own_folder;
    *argc = size;
    return line;
}

char **lob_merge_line(lob_ctx *ctx, const lob_cli *cli, int *argc, char **argv, int *code) {
    lob_settings settings = {0};
    merge_words w = {NULL};
    int rest = *argc;
    if (!lob_command_read(cli, &lob_merge_command, &settings, &w, *argc, argv, &rest, code)) {
        *argc = 0;
        return NULL;
    }
    char **line = make_line(ctx, w.folder, argc, argv, rest);
    if (!line) {
        lob_say_error(cli, "merge", &ctx->error);
        *argc = 0;
        *code = LOB_EXIT_USAGE;
    }
    return line;
}
