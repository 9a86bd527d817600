/* Common options. Invariant: paths in lob_settings are absolute. */
#include "cli/settings.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/pretty.h"

bool lob_path_absolute(const char *path, char *out, size_t size) {
    char directory[4096];
    char resolved[4096];
    while (strncmp(path, "./", 2) == 0 && path[2] != '/' && path[2] != '\0') {
        path += 2;
    }
    if (path[0] == '/') {
        return (size_t)snprintf(out, size, "%s", path) < size;
    }
    if (!getcwd(directory, sizeof directory)) {
        return false;
    }
    const char *base = strcmp(directory, "/") == 0 ? "" : directory;
    size_t length = strcmp(path, ".") == 0 || path[0] == '\0' ? (size_t)snprintf(out, size, "%s", directory)
                                                              : (size_t)snprintf(out, size, "%s/%s", base, path);
    /* ".." is refused by the rules for input; from the command line it is meant well. */
    if (length < size && strstr(path, "..") && size >= sizeof resolved && realpath(out, resolved)) {
        memcpy(out, resolved, strlen(resolved) + 1);
    }
    return length < size;
}

/* ---- the options ---- */

#define AT(field) offsetof(lob_settings, field)

static const lob_option help_options[] = {
    {.name = "help", .letter = 'h', .kind = LOB_OPTION_FLAG, .offset = AT(help), .about = "Prints this help."},
    {.name = "version",
     .letter = 'V',
     .kind = LOB_OPTION_FLAG,
     .offset = AT(version),
     .about = "Prints the version of the program."},
};

static const lob_option root_options[] = {
    LOB_ROW_LIST("root", AT(root_list), "DIR",
                 "The server reads only files below this folder; may be given several "
                 "times."),
};

static const lob_option store_options[] = {
    LOB_ROW_TEXT("artifact-root", AT(artifact_root_given), "DIR", "Stores the files of sessions below this folder."),
    LOB_ROW_TEXT(
        "toolset", AT(toolset_given), "full|contract|inspect|check|litho|design",
        "Offers only these groups of tools, separated by commas; the command toolsets lists them. Default: full, all "
        "tools."),
    {.name = "isolate",
     .kind = LOB_OPTION_SWITCH,
     .offset = AT(isolate),
     .about = "Runs each layout in a worker process, so that a crash ends only one session; --no-isolate does not."},
};

static const lob_option json_options[] = {
    LOB_ROW_FLAG("json", AT(json), "Prints errors as JSON on stdout, too."),
    LOB_ROW_FLAG("pretty", AT(pretty), "Prints indented JSON instead of one line."),
};

static const lob_option progress_options[] = {
    {.name = "progress",
     .kind = LOB_OPTION_SWITCH,
     .offset = AT(progress),
     .about = "Reports progress from the start, even if stderr is not a terminal. On a terminal a progress bar "
              "appears after a second anyway; --no-progress hides it."},
};

static const lob_option file_options[] = {
    LOB_ROW_OUTPUT(AT(out_given), "PATH", false,
                   "Writes the files of the answer to PATH, or into it if it is a folder or ends in /."),
    LOB_ROW_FLAG("keep", AT(keep),
                 "Keeps the files of the answer where they are. Without -o or --keep they are deleted at the end, "
                 "and their paths are null."),
};

static const lob_option shard_options[] = {
    LOB_ROW_TEXT("shard", AT(shard), "K/N",
                 "Does the K-th of N shares of the work, K from 1, and leaves it in --parts; `merge` joins them."),
    LOB_ROW_TEXT("parts", AT(parts), "DIR", "Where the part of a shard is written; the folder is made."),
    LOB_ROW_TEXT("merge", AT(merge), "DIR",
                 "Joins the parts of all shards in this folder: the result is that of one run, byte for byte."),
};

#define ROWS(rows)                                                                                                     \
    { rows, sizeof(rows) / sizeof(rows)[0], NULL }

lob_option_group lob_settings_group(unsigned group, lob_settings *settings) {
    static const lob_option_group groups[LOB_SETTINGS_GROUP_COUNT] = {
        ROWS(help_options),     ROWS(root_options), ROWS(store_options), ROWS(json_options),
        ROWS(progress_options), ROWS(file_options), ROWS(shard_options)};
    lob_option_group found = groups[group];
    found.base = settings;
    return found;
}

static bool finish_root(lob_settings *settings, const lob_cli *cli, const char *verb, const char *value) {
    char path[4096];
    size_t used = strlen(settings->roots);
    if (strchr(value, ':')) {
        return lob_complain(cli, verb, "--root takes a folder whose name has no colon");
    }
    if (!lob_path_absolute(value, path, sizeof path) || used + 1 + strlen(path) >= sizeof settings->roots) {
        return lob_complain(cli, verb, "--root: the paths are too long");
    }
    if (used > 0) {
        settings->roots[used++] = ':';
    }
    memcpy(settings->roots + used, path, strlen(path) + 1);
    return true;
}

static bool finish_out(lob_settings *settings, const lob_cli *cli, const char *verb) {
    const char *given = settings->out_given;
    struct stat info;
    if (!given) {
        return true;
    }
    if (!lob_path_absolute(given, settings->out_path, sizeof settings->out_path)) {
        return lob_complain(cli, verb, "-o: the path is too long");
    }
    settings->out_is_folder =
        given[strlen(given) - 1] == '/' || (stat(settings->out_path, &info) == 0 && S_ISDIR(info.st_mode));
    return true;
}

bool lob_settings_finish(lob_settings *settings, const lob_cli *cli, const char *verb) {
    for (unsigned i = 0; i < settings->root_list.count; i++) {
        if (!finish_root(settings, cli, verb, settings->root_list.items[i])) {
            return false;
        }
    }
    if (settings->artifact_root_given &&
        !lob_path_absolute(settings->artifact_root_given, settings->artifact_root, sizeof settings->artifact_root)) {
        return lob_complain(cli, verb, "--artifact-root: the path is too long");
    }
    if (settings->toolset_given) {
        if (!lob_toolset_read(settings->toolset_given, &settings->toolset)) {
            return lob_complain(cli, verb,
                                "--toolset takes full, or a list of groups: contract, inspect, check, litho, design");
        }
    }
    if (settings->isolate != LOB_SWITCH_UNSET) {
        settings->isolation = settings->isolate == LOB_SWITCH_ON ? LOB_ISOLATION_ON : LOB_ISOLATION_OFF;
    }
    return finish_out(settings, cli, verb);
}

/* ---- errors ---- */

/* In quotes, with control and direction characters escaped, as in JSON. */
static void put_safe(lob_buf *out, lob_str text) {
    lob_jsonw w;
    lob_jsonw_init(&w, out);
    lob_jsonw_str(&w, text);
}

/* What the sentence says already, and what is there for programs only. */
static bool is_said(const lob_error_detail *detail) {
    return strcmp(detail->key, "argument") == 0 || (strcmp(detail->key, "path") == 0 && detail->is_text);
}

void lob_say_details(lob_buf *out, const lob_error *error) {
    for (unsigned i = 0; i < error->issue_count; i++) {
        const lob_issue *issue = &error->issues[i];
        lob_buf_add_text(out, "  ");
        put_safe(out, lob_str_from(issue->path));
        lob_buf_printf(out, ": expected %s, got ", issue->expected);
        put_safe(out, lob_str_from(issue->got));
        lob_buf_add_byte(out, '\n');
    }
    for (unsigned i = 0; i < error->detail_count; i++) {
        const lob_error_detail *detail = &error->details[i];
        if (is_said(detail)) {
            continue;
        }
        lob_buf_printf(out, "  %s: ", detail->key);
        if (detail->is_text) {
            put_safe(out, detail->text);
        } else {
            lob_buf_printf(out, "%lld", (long long)detail->integer);
        }
        lob_buf_add_byte(out, '\n');
    }
    for (unsigned i = 0; i < error->candidate_count; i++) {
        lob_buf_add_text(out, "  candidate: ");
        put_safe(out, error->candidates[i]);
        lob_buf_add_byte(out, '\n');
    }
}

/* The option that gives a member: commands have names of their own for some, a tool has --top-cell for top_cell. */
static void add_option(lob_buf *out, const char *member, const char *of_command, bool is_tool) {
    if (!is_tool) {
        lob_buf_add_text(out, of_command);
        return;
    }
    lob_buf_add_text(out, "--");
    for (const char *at = member; *at; at++) {
        lob_buf_add_byte(out, *at == '_' ? '-' : *at);
    }
}

static void say_message(lob_buf *out, const lob_error *error, bool is_tool) {
    static const char *const options[][2] = {
        {"path", ""},          {"script_path", "--deck"},           {"waivers_path", "--waivers"},
        {"lyp_path", "--lyp"}, {"convention_path", "--convention"}, {"top_cell", "--top"}};
    const char *message = error->message;
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        const size_t size = strlen(options[i][0]);
        if (strncmp(message, options[i][0], size) == 0 && message[size] == ':') {
            if (options[i][1][0]) {
                add_option(out, options[i][0], options[i][1], is_tool);
            }
            message += options[i][1][0] ? size : size + 2;
            break;
        }
    }
    lob_buf_add_text(out, message);
    for (unsigned i = 0; i < error->detail_count; i++) {
        if (strcmp(error->details[i].key, "path") == 0 && error->details[i].is_text) {
            lob_buf_add_text(out, ": ");
            put_safe(out, error->details[i].text);
        }
    }
}

void lob_say_message(lob_buf *out, const lob_error *error) {
    say_message(out, error, false);
}

static void say_error(const lob_cli *cli, const char *word, const lob_error *error, bool is_tool) {
    lob_buf out;
    lob_buf_init(&out, 0);
    lob_buf_printf(&out, "%s%s%s: ", cli->product.name, word[0] ? " " : "", word);
    say_message(&out, error, is_tool);
    lob_buf_printf(&out, ". %s\n", error->hint[0] ? error->hint : lob_status_recovery(error->code));
    lob_say_details(&out, error);
    if (out.failed) {
        fprintf(cli->err, "%s: %s. %s\n", cli->product.name, error->message, error->hint);
    } else {
        /* It is the only reason that is given: a write that is interrupted or fails once is made again. */
        const size_t done = fwrite(out.data, 1, out.size, cli->err);
        if (done < out.size) {
            clearerr(cli->err);
            fwrite(out.data + done, 1, out.size - done, cli->err);
        }
    }
    lob_buf_release(&out);
}

void lob_say_error(const lob_cli *cli, const char *word, const lob_error *error) {
    say_error(cli, word, error, false);
}

void lob_say_tool_error(const lob_cli *cli, const char *tool, const lob_error *error) {
    say_error(cli, tool, error, true);
}

int lob_print_json(const lob_cli *cli, const lob_settings *settings, lob_str json) {
    lob_buf pretty;
    lob_buf_init(&pretty, 0);
    if (settings->pretty) {
        lob_pretty(json, cli->has_colour, &pretty);
        json = (lob_str){pretty.data, pretty.size};
    }
    bool fine = !pretty.failed && fwrite(json.data, 1, json.size, cli->out) == json.size &&
                fputc('\n', cli->out) != EOF && fflush(cli->out) == 0;
    bool no_memory = pretty.failed;
    lob_buf_release(&pretty);
    if (!fine) {
        fprintf(cli->err, "%s: the answer could not be written%s\n", cli->product.name,
                no_memory ? ": out of memory" : "");
    }
    return fine ? LOB_EXIT_OK : LOB_EXIT_TOOL_ERROR;
}

void lob_say_failure(const lob_cli *cli, const lob_settings *settings, const char *word, const lob_error *error) {
    lob_buf json;
    lob_jsonw w;
    if (!settings->json) {
        lob_say_error(cli, word, error);
        return;
    }
    lob_buf_init(&json, 0);
    lob_jsonw_init(&w, &json);
    lob_error_write(error, &w);
    if (json.failed) {
        fprintf(cli->err, "%s: out of memory\n", cli->product.name);
    } else {
        lob_print_json(cli, settings, (lob_str){json.data, json.size});
    }
    lob_buf_release(&json);
}

/* ---- sessions ---- */

bool lob_settings_open(const lob_settings *settings, const lob_cli *cli, lob_sessions **sessions) {
    static lob_config config; /* 12 KiB, and copied by the store */
    lob_arena *arena = lob_arena_new(0);
    lob_ctx *ctx = arena ? LOB_NEW(arena, lob_ctx) : NULL;
    if (!ctx) {
        fprintf(cli->err, "%s: out of memory\n", cli->product.name);
        lob_arena_drop(arena);
        return false;
    }
    lob_ctx_init(ctx, arena);
    lob_status status = settings->artifact_root[0]
                            ? lob_config_read_rooted(ctx, cli->getenv_fn, settings->artifact_root, &config)
                            : lob_config_read(ctx, cli->getenv_fn, &config);
    if (status == LOB_OK) {
        if (settings->toolset_given) {
            config.toolset = settings->toolset;
        }
        if (settings->roots[0]) {
            memcpy(config.roots, settings->roots, sizeof settings->roots);
        }
        config.keeps_folders = settings->keep;
        config.seeks_ids = !settings->is_server;
        config.layout_cache_size = settings->is_server ? config.layout_cache_size : 0;
        config.isolation = settings->isolation != LOB_ISOLATION_USUAL ? settings->isolation : config.isolation;
        status = lob_sessions_open(ctx, &config, sessions);
    }
    if (status != LOB_OK) {
        lob_say_error(cli, "", &ctx->error);
    }
    lob_arena_drop(arena);
    return status == LOB_OK;
}

bool lob_settings_crew(lob_cli *cli, lob_sessions *sessions, bool is_usual, lob_crew **crew) {
    const lob_isolation asked = lob_sessions_config(sessions)->isolation;
    const lob_crew_setup setup = {.sessions = sessions};
    *crew = NULL;
    if (!cli->has_workers || asked == LOB_ISOLATION_OFF || (asked == LOB_ISOLATION_USUAL && !is_usual)) {
        return true;
    }
    lob_arena *arena = lob_arena_new(0);
    lob_ctx *ctx = arena ? LOB_NEW(arena, lob_ctx) : NULL;
    lob_status status = LOB_E_TOOL_LIMIT_EXCEEDED;
    if (!ctx) {
        fprintf(cli->err, "%s: out of memory\n", cli->product.name);
    } else {
        lob_ctx_init(ctx, arena);
        status = lob_crew_open(ctx, &setup, crew);
        if (status == LOB_OK) {
            cli->product.runner = lob_crew_runner(*crew);
        } else {
            lob_say_error(cli, "", &ctx->error);
        }
    }
    lob_arena_drop(arena);
    return status == LOB_OK;
}

void lob_settings_close(lob_sessions *sessions, lob_crew *crew) {
    lob_crew_stop(crew);
    lob_sessions_close(sessions);
    lob_crew_close(crew);
}
