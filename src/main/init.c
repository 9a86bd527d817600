/* init: the entry of this server in a host's file of servers. Invariant: what else stands in that file stays, the old
 * file is kept under another name, and a file that cannot be read without loss is left alone. */
#include "main/init.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/limits.h"
#include "cli/pretty.h"
#include "io/write.h"
#include "main/stage.h"
#include "main/words.h"
#include "json/reader.h"
#include "json/writer.h"

enum { FILE_SIZE_MAX = 16 << 20, DIGITS_MAX = 15, KEPT_MAX = 100, KEPT_SIZE = PATH_MAX + 16 };

typedef struct host {
    const char *name, *title;
    const char *file;   /* "~/" is the home folder; else in the current one */
    const char *member; /* of the file, that holds the servers by name; NULL: not JSON, shown only */
    const char *sign;   /* a folder of the home folder that is there when the host is */
    const char *root;   /* what the host itself puts in; NULL: --root has to say */
    bool has_type;      /* the entry says "type": "stdio" */
} host;

static const host hosts[] = {
    {"claude-code", "Claude Code", ".mcp.json", "mcpServers", ".claude", "${PWD}", true},
    {"claude-desktop", "Claude Desktop", "~/.config/Claude/claude_desktop_config.json", "mcpServers", ".config/Claude",
     NULL, false},
    {"cursor", "Cursor", ".cursor/mcp.json", "mcpServers", ".cursor", "${workspaceFolder}", true},
    {"vscode", "VS Code", ".vscode/mcp.json", "servers", ".config/Code", "${workspaceFolder}", true},
    {"windsurf", "Windsurf", "~/.codeium/windsurf/mcp_config.json", "mcpServers", ".codeium/windsurf", NULL, false},
    {"gemini", "Gemini CLI", "~/.gemini/settings.json", "mcpServers", ".gemini", NULL, false},
    {"zed", "Zed", "~/.config/zed/settings.json", "context_servers", ".config/zed", NULL, false},
    {"codex", "Codex", "~/.codex/config.toml", NULL, ".codex", NULL, false},
};
enum { HOST_COUNT = sizeof hosts / sizeof hosts[0] };

typedef struct work {
    lob_cli *cli;
    lob_ctx *ctx;
    lob_settings settings;
    const char *host_name; /* as given; NULL: not */
    bool write;
    const host *host;
    char path[PATH_MAX];    /* of the host's file */
    char program[PATH_MAX]; /* that the host starts */
    bool by_npx;
    cJSON *entry; /* owned */
} work;

#define AT(field) offsetof(work, field)

static const lob_option option_rows[] = {
    LOB_ROW_FLAG("write", AT(write), "Writes the entry into the host's file and keeps the old file as FILE.bak."),
};
static const lob_positional word_rows[] = {{"HOST", AT(host_name), false}, {NULL, 0, false}};

const lob_command lob_init_command = {
    .name = "init",
    .usage = "[HOST] [--write] [options]",
    .title = "Adds the server to an MCP host, such as Claude Code or VS Code",
    .about =
        "Without HOST: lists the supported hosts and says which are on this machine. With HOST: prints the entry for "
        "its configuration file; --write adds the entry and leaves the rest of the file unchanged. --root names the "
        "folders with layouts that the server may read.",
    .examples = "init\ninit vscode --write\ninit claude-desktop --root /data/layouts --write",
    LOB_ROWS(option_rows),
    .words = word_rows,
    .takes = LOB_TAKES_ROOT | LOB_TAKES_JSON,
};

/* ---- where things are ---- */

static const char *home_of(const work *w) {
    const char *home = w->cli->getenv_fn("HOME");
    return home && home[0] == '/' ? home : NULL;
}

/* False: there is no home folder, or the name is too long. */
static bool path_of(const work *w, const host *h, char path[PATH_MAX]) {
    const char *home = home_of(w);
    const bool at_home = strncmp(h->file, "~/", 2) == 0;
    char here[PATH_MAX];
    const char *folder = at_home ? home : getcwd(here, sizeof here);
    return folder && snprintf(path, PATH_MAX, "%s/%s", folder, h->file + (at_home ? 2 : 0)) < PATH_MAX;
}

static bool is_found(const work *w, const host *h) {
    const char *home = home_of(w);
    char path[PATH_MAX];
    return home && snprintf(path, sizeof path, "%s/%s", home, h->sign) < PATH_MAX && access(path, F_OK) == 0;
}

static bool find_program(work *w) {
    const char *command = w->cli->getenv_fn("npm_command");
    w->by_npx = command && strcmp(command, "exec") == 0;
    const ssize_t size = readlink("/proc/self/exe", w->program, sizeof w->program - 1);
    w->program[size > 0 ? size : 0] = '\0';
    return w->by_npx || size > 0;
}

/* ---- the entry ---- */

static void add_text(cJSON *list, const char *text) {
    cJSON_AddItemToArray(list, cJSON_CreateString(text));
}

static void add_roots(const work *w, cJSON *arguments) {
    if (!w->settings.roots[0]) {
        if (w->host->root) {
            add_text(arguments, "--root");
            add_text(arguments, w->host->root);
        }
        return;
    }
    char roots[sizeof w->settings.roots];
    memcpy(roots, w->settings.roots, sizeof roots);
    for (char *rest = roots, *root; (root = strsep(&rest, ":")) != NULL;) {
        add_text(arguments, "--root");
        add_text(arguments, root);
    }
}

static lob_status make_entry(work *w) {
    w->entry = cJSON_CreateObject();
    if (w->host->has_type) {
        cJSON_AddStringToObject(w->entry, "type", "stdio");
    }
    cJSON_AddStringToObject(w->entry, "command", w->by_npx ? "npx" : w->program);
    cJSON *arguments = cJSON_AddArrayToObject(w->entry, "args");
    if (w->by_npx) {
        add_text(arguments, "-y");
        add_text(arguments, "layout-observer");
    }
    add_text(arguments, "serve");
    add_roots(w, arguments);
    const int wanted = 1 + 2 * w->by_npx;
    return cJSON_GetArraySize(arguments) >= wanted ? LOB_OK : lob_fail_memory(w->ctx);
}

/* Trees come from the strict reader, whose depth is bounded. */
static void put_tree(lob_jsonw *w, const cJSON *tree) {
    const cJSON *item;
    if (cJSON_IsString(tree)) {
        lob_jsonw_text(w, tree->valuestring);
    } else if (cJSON_IsNumber(tree)) {
        lob_jsonw_number(w, tree->valuedouble);
    } else if (cJSON_IsArray(tree) || cJSON_IsObject(tree)) {
        const bool is_object = cJSON_IsObject(tree);
        (is_object ? lob_jsonw_begin_object : lob_jsonw_begin_array)(w);
        cJSON_ArrayForEach(item, tree) {
            if (is_object) {
                lob_jsonw_key(w, item->string);
            }
            put_tree(w, item);
        }
        (is_object ? lob_jsonw_end_object : lob_jsonw_end_array)(w);
    } else {
        lob_jsonw_raw(w, cJSON_IsTrue(tree)    ? LOB_STR("true")
                         : cJSON_IsFalse(tree) ? LOB_STR("false")
                                               : LOB_STR("null"));
    }
}

/* Takes `tree` over. */
static lob_status print_tree(work *w, cJSON *tree, lob_buf *out) {
    lob_buf compact;
    lob_jsonw writer;
    lob_buf_init(&compact, 0);
    lob_jsonw_init(&writer, &compact);
    put_tree(&writer, tree);
    cJSON_Delete(tree);
    if (!compact.failed) {
        lob_pretty((lob_str){compact.data, compact.size}, false, out);
        lob_buf_add_byte(out, '\n');
    }
    const bool is_fine = !compact.failed && !out->failed;
    lob_buf_release(&compact);
    return is_fine ? LOB_OK : lob_fail_memory(w->ctx);
}

static cJSON *alone(const work *w) {
    cJSON *tree = cJSON_CreateObject(), *servers = cJSON_AddObjectToObject(tree, w->host->member);
    cJSON_AddItemToObject(servers, "layout-observer", cJSON_Duplicate(w->entry, true));
    return tree;
}

/* Codex has TOML, whose strings are JSON's. */
static lob_status print_toml(work *w, lob_buf *out) {
    const cJSON *item;
    lob_buf_add_text(out, "[mcp_servers.layout-observer]\n");
    cJSON_ArrayForEach(item, w->entry) {
        lob_jsonw writer;
        lob_jsonw_init(&writer, out);
        lob_buf_printf(out, "%s = ", item->string);
        put_tree(&writer, item);
        lob_buf_add_byte(out, '\n');
    }
    return out->failed ? lob_fail_memory(w->ctx) : LOB_OK;
}

/* ---- the host's file ---- */

static lob_status refuse(work *w, const char *what) {
    const lob_status status = lob_fail(w->ctx, LOB_E_INVALID_TARGET, "%s", what);
    lob_error_text(&w->ctx->error, "path", lob_str_from(w->path));
    lob_hint(w->ctx, "Run `layout-observer init %s` and add what it prints by hand.", w->host->name);
    return status;
}

/* Comments are what such files often have. */
static lob_status refuse_fault(work *w, const lob_json_fault *fault) {
    const lob_status status = refuse(w, "The host's file is not plain JSON (comments are not supported)");
    lob_error_text(&w->ctx->error, "fault", lob_str_from(fault->what));
    lob_error_integer(&w->ctx->error, "line", fault->line);
    return status;
}

/* Numbers that a double does not hold would come back changed. */
static bool has_long_number(lob_str text) {
    size_t digits = 0;
    bool in_string = false;
    for (size_t i = 0; i < text.size; i++) {
        const char c = text.data[i];
        if (in_string) {
            i += c == '\\';
            in_string = c != '"';
            continue;
        }
        in_string = c == '"';
        digits = c >= '0' && c <= '9' ? digits + 1 : 0;
        if (digits > DIGITS_MAX) {
            return true;
        }
    }
    return false;
}

/* *tree: of the file, or a new one where there is none or it is empty. */
static lob_status read_file(work *w, cJSON **tree) {
    lob_str text = {"", 0};
    lob_json_fault fault;
    *tree = NULL;
    const int fd = open(w->path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 && errno != ENOENT) {
        return refuse(w, "The host's file cannot be read");
    }
    if (fd >= 0) {
        const lob_status status = lob_file_read_all(w->ctx, fd, FILE_SIZE_MAX, &text);
        close(fd);
        LOB_TRY(status);
    }
    if (strspn(text.data, " \t\r\n") >= text.size) {
        *tree = cJSON_CreateObject();
        return *tree ? LOB_OK : lob_fail_memory(w->ctx);
    }
    if (!lob_json_check(text, true, &fault)) {
        return refuse_fault(w, &fault);
    }
    *tree = cJSON_ParseWithLength(text.data, text.size);
    if (!cJSON_IsObject(*tree)) {
        return refuse(w, "The host's file is not a JSON object");
    }
    return has_long_number(text) ? refuse(w, "The host's file has numbers that are too long to write back "
                                             "unchanged")
                                 : LOB_OK;
}

/* *is_there: the file has the very entry, and nothing is to do. */
static lob_status put_entry(work *w, cJSON *tree, bool *is_there) {
    cJSON *servers = cJSON_GetObjectItemCaseSensitive(tree, w->host->member);
    if (!servers) {
        servers = cJSON_AddObjectToObject(tree, w->host->member);
    } else if (!cJSON_IsObject(servers)) {
        return refuse(w, "The servers member of the host's file is not an object");
    }
    const cJSON *old = cJSON_GetObjectItemCaseSensitive(servers, "layout-observer");
    *is_there = old && cJSON_Compare(old, w->entry, true);
    if (*is_there) {
        return LOB_OK;
    }
    cJSON *copy = cJSON_Duplicate(w->entry, true);
    if (old) {
        return cJSON_ReplaceItemInObjectCaseSensitive(servers, "layout-observer", copy) ? LOB_OK
                                                                                        : lob_fail_memory(w->ctx);
    }
    return servers && copy && cJSON_AddItemToObject(servers, "layout-observer", copy) ? LOB_OK
                                                                                      : lob_fail_memory(w->ctx);
}

/* The old file under a second name that is free; the new one then takes the first. *mode: of the old, or of a new one.
 */
static lob_status keep_old(work *w, char kept[KEPT_SIZE], mode_t *mode) {
    struct stat old;
    kept[0] = '\0';
    *mode = w->host->file[0] == '~' ? 0600 : 0644;
    if (stat(w->path, &old) != 0) {
        return LOB_OK;
    }
    *mode = old.st_mode & 0777;
    for (unsigned i = 0; i < KEPT_MAX; i++) {
        snprintf(kept, KEPT_SIZE, i ? "%s.bak.%u" : "%s.bak", w->path, i);
        if (link(w->path, kept) == 0) {
            return LOB_OK;
        }
        if (errno != EEXIST) {
            break;
        }
    }
    return lob_fail_errno(w->ctx, errno);
}

/* A folder of the project is made; one of the home folder says that the host is there. */
static lob_status make_folder(work *w) {
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", w->path);
    *strrchr(folder, '/') = '\0';
    if (access(folder, F_OK) == 0) {
        return LOB_OK;
    }
    if (w->host->file[0] == '~') {
        return refuse(w, "The host has no folder on this machine");
    }
    return mkdir(folder, 0755) == 0 ? LOB_OK : lob_fail_errno(w->ctx, errno);
}

static lob_status write_file(work *w, cJSON *tree, char kept[KEPT_SIZE]) {
    lob_buf text;
    mode_t mode = 0;
    lob_buf_init(&text, 0);
    lob_status status = print_tree(w, tree, &text);
    status = status == LOB_OK ? keep_old(w, kept, &mode) : status;
    if (status == LOB_OK) {
        status = lob_write_bytes(w->ctx, (lob_str){text.data, text.size}, w->path);
    }
    if (status == LOB_OK && chmod(w->path, mode) != 0) {
        status = lob_fail_errno(w->ctx, errno);
    }
    lob_buf_release(&text);
    return status;
}

static lob_status write_entry(work *w, lob_buf *out) {
    char real[PATH_MAX], kept[KEPT_SIZE];
    cJSON *tree = NULL;
    if (!w->host->member) {
        return refuse(w, "The host's file is not JSON");
    }
    LOB_TRY(make_folder(w));
    if (realpath(w->path, real)) { /* what a link stands for is replaced, not the link */
        memcpy(w->path, real, sizeof real);
    }
    lob_status status = read_file(w, &tree);
    bool is_there = false;
    status = status == LOB_OK ? put_entry(w, tree, &is_there) : status;
    if (status != LOB_OK || is_there) {
        cJSON_Delete(tree);
        if (is_there) {
            lob_words_put_safe(lob_str_from(w->path), out);
            lob_buf_add_text(out, " already has this entry for layout-observer.\n");
        }
        return status;
    }
    LOB_TRY(write_file(w, tree, kept));
    lob_words_put_safe(lob_str_from(w->path), out);
    lob_buf_add_text(out, " now has the server layout-observer");
    if (kept[0]) {
        lob_buf_add_text(out, "; the previous file is ");
        lob_words_put_safe(lob_str_from(kept), out);
    }
    lob_buf_printf(out, ". Restart %s.\n", w->host->title);
    return LOB_OK;
}

/* ---- the command ---- */

static void list_hosts(work *w, lob_buf *out) {
    for (size_t i = 0; i < HOST_COUNT; i++) {
        lob_buf_printf(out, "%-15s %-9s %s\n", hosts[i].name, is_found(w, &hosts[i]) ? "found" : "not found",
                       hosts[i].file);
    }
    lob_buf_add_text(out, "\nlayout-observer init HOST prints the entry for this file; --write adds it.\n");
}

static int usage(const work *w, const char *what) {
    lob_complain(w->cli, "init", "%s", what);
    return LOB_EXIT_USAGE;
}

static int check_words(work *w) {
    for (size_t i = 0; w->host_name && i < HOST_COUNT; i++) {
        w->host = strcmp(hosts[i].name, w->host_name) == 0 ? &hosts[i] : w->host;
    }
    if (w->host_name && !w->host) {
        return usage(w, "HOST is one of claude-code, claude-desktop, cursor, vscode, windsurf, gemini, zed, codex");
    }
    if (!w->host) {
        return w->write ? usage(w, "--write needs a HOST") : LOB_EXIT_OK;
    }
    if (!w->host->root && !w->settings.roots[0]) {
        return usage(w, "this host has no project folder: give --root DIR, the folder with your layouts");
    }
    if (!path_of(w, w->host, w->path)) {
        return usage(w, "there is no home folder: set HOME");
    }
    return find_program(w) ? LOB_EXIT_OK : usage(w, "the program does not find itself below /proc");
}

static lob_status do_work(work *w, lob_buf *out) {
    if (!w->host) {
        list_hosts(w, out);
        return out->failed ? lob_fail_memory(w->ctx) : LOB_OK;
    }
    LOB_TRY(make_entry(w));
    if (w->write) {
        return write_entry(w, out);
    }
    return w->host->member ? print_tree(w, alone(w), out) : print_toml(w, out);
}

static int run(work *w) {
    lob_buf out;
    int code = check_words(w);
    if (code != LOB_EXIT_OK) {
        return code;
    }
    lob_buf_init(&out, 0);
    if (do_work(w, &out) != LOB_OK) {
        lob_say_failure(w->cli, &w->settings, "init", &w->ctx->error);
        code = LOB_EXIT_TOOL_ERROR;
    } else if (out.failed || fwrite(out.data, 1, out.size, w->cli->out) != out.size || fflush(w->cli->out) != 0) {
        code = LOB_EXIT_TOOL_ERROR;
    }
    lob_buf_release(&out);
    cJSON_Delete(w->entry);
    return code;
}

int lob_cli_init(lob_cli *cli, int argc, char **argv) {
    lob_stage stage;
    work *w = lob_stage_begin(&stage, cli, sizeof *w, 0);
    int code = LOB_EXIT_TOOL_ERROR;
    if (!w) {
        lob_stage_end(&stage);
        return lob_say_no_memory(cli);
    }
    w->cli = cli;
    w->ctx = stage.ctx;
    if (lob_command_read(cli, &lob_init_command, &w->settings, w, argc, argv, NULL, &code)) {
        code = run(w);
    }
    lob_stage_end(&stage);
    return code;
}
