/* Common options. Invariant: paths in lob_settings are absolute. */
#include "main/settings.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

static lob_option bad(const lob_cli *cli, const char *text) {
    fprintf(cli->err, "%s: %s\n", cli->product.name, text);
    return LOB_OPTION_BAD;
}

static lob_option take_toolset(lob_settings *settings, const lob_cli *cli, const char *value) {
    if (strcmp(value, "full") != 0 && strcmp(value, "contract") != 0) {
        return bad(cli, "--toolset takes full or contract");
    }
    settings->has_toolset = true;
    settings->toolset = strcmp(value, "full") == 0 ? LOB_TOOLSET_FULL : LOB_TOOLSET_CONTRACT;
    return LOB_OPTION_TAKEN;
}

static lob_option take_root(lob_settings *settings, const lob_cli *cli, const char *value) {
    char path[4096];
    size_t used = strlen(settings->roots);
    if (strchr(value, ':') || value[0] == '\0') {
        return bad(cli, "--root takes a folder whose name has no colon");
    }
    if (!lob_path_absolute(value, path, sizeof path) || used + 1 + strlen(path) >= sizeof settings->roots) {
        return bad(cli, "--root: the paths are too long");
    }
    if (used > 0) {
        settings->roots[used++] = ':';
    }
    memcpy(settings->roots + used, path, strlen(path) + 1);
    return LOB_OPTION_TAKEN;
}

static lob_option take_artifact_root(lob_settings *settings, const lob_cli *cli, const char *value) {
    if (value[0] == '\0' || !lob_path_absolute(value, settings->artifact_root, sizeof settings->artifact_root)) {
        return bad(cli, "--artifact-root takes a folder");
    }
    return LOB_OPTION_TAKEN;
}

lob_option lob_settings_take(lob_settings *settings, const lob_cli *cli, int argc, char **argv, int *at) {
    static const struct {
        const char *name;
        lob_option (*take)(lob_settings *settings, const lob_cli *cli, const char *value);
    } options[] = {{"--toolset", take_toolset}, {"--root", take_root}, {"--artifact-root", take_artifact_root}};
    const char *text = argv[*at];
    if (strcmp(text, "--pretty") == 0 || strcmp(text, "--help") == 0 || strcmp(text, "-h") == 0) {
        *(text[2] == 'p' ? &settings->pretty : &settings->help) = true;
        (*at)++;
        return LOB_OPTION_TAKEN;
    }
    if (strcmp(text, "--isolate") == 0 || strcmp(text, "--no-isolate") == 0) {
        settings->isolation = text[2] == 'i' ? LOB_ISOLATION_ON : LOB_ISOLATION_OFF;
        (*at)++;
        return LOB_OPTION_TAKEN;
    }
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        size_t length = strlen(options[i].name);
        if (strncmp(text, options[i].name, length) != 0 || (text[length] != '\0' && text[length] != '=')) {
            continue;
        }
        const char *value = text[length] == '=' ? text + length + 1 : *at + 1 < argc ? argv[++*at] : NULL;
        (*at)++;
        return value ? options[i].take(settings, cli, value)
                     : bad(cli, "an option at the end of the line lacks its value");
    }
    return LOB_OPTION_OTHER;
}

/* In quotes, with control and direction characters escaped, as in JSON. */
static void put_safe(lob_buf *out, lob_str text) {
    lob_jsonw w;
    lob_jsonw_init(&w, out);
    lob_jsonw_str(&w, text);
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

void lob_say_message(lob_buf *out, const lob_error *error) {
    static const char *const options[][2] = {
        {"path", ""},          {"script_path", "--deck"},           {"waivers_path", "--waivers"},
        {"lyp_path", "--lyp"}, {"convention_path", "--convention"}, {"top_cell", "--top"}};
    const char *message = error->message;
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        const size_t size = strlen(options[i][0]);
        if (strncmp(message, options[i][0], size) == 0 && message[size] == ':') {
            lob_buf_add_text(out, options[i][1]);
            message += options[i][1][0] ? size : size + 2;
            break;
        }
    }
    lob_buf_add_text(out, message);
}

void lob_say_error(const lob_cli *cli, const char *word, const lob_error *error) {
    lob_buf out;
    lob_buf_init(&out, 0);
    lob_buf_printf(&out, "%s%s%s: ", cli->product.name, word[0] ? " " : "", word);
    lob_say_message(&out, error);
    lob_buf_printf(&out, ". %s\n", error->hint);
    lob_say_details(&out, error);
    if (out.failed) {
        fprintf(cli->err, "%s: %s. %s\n", cli->product.name, error->message, error->hint);
    } else {
        fwrite(out.data, 1, out.size, cli->err);
    }
    lob_buf_release(&out);
}

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
        if (settings->has_toolset) {
            config.toolset = settings->toolset;
        }
        if (settings->roots[0]) {
            memcpy(config.roots, settings->roots, sizeof settings->roots);
        }
        config.keeps_folders = settings->keep;
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
