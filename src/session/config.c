/* The operator's settings. A variable that is unset or empty has its default; anything else must be right, or the
 * server does not start. */
#include "session/config.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/limits.h"
#include "base/num.h"

enum {
    SESSION_TTL_SECONDS = 3600,
    SESSION_TTL_SECONDS_MAX = 31536000,
    MAX_SESSIONS = LOB_LIMIT_SESSIONS,
    MAX_SESSIONS_MAX = 4096,
    DRC_TIMEOUT_SECONDS = LOB_LIMIT_DRC_TIMEOUT,
    DRC_TIMEOUT_SECONDS_MAX = 86400,
    ROOT_SIZE_MAX = 3500 /* leaves room for the names below within PATH_MAX */
};
#define MAX_FILE_BYTES LOB_LIMIT_FILE_SIZE
#define ARTIFACT_QUOTA LOB_LIMIT_ARTIFACT_QUOTA_SIZE
#define BYTES_MAX      ((int64_t)1 << 50)

/* A layout, a request, and room for kept images, ids and the process itself. */
#define WORKER_BYTES (LOB_LIMIT_LAYOUT_SIZE + LOB_LIMIT_REQUEST_MEMORY_SIZE + INT64_C(1073741824))

#define ROOT_VARIABLE "KLAYOUT_MCP_ARTIFACT_ROOT"

typedef const char *getenv_type(const char *name);

static const char *lookup(getenv_type *getenv_fn, const char *name) {
    const char *value = getenv_fn(name);
    return value && *value ? value : NULL;
}

static lob_status fail_variable(lob_ctx *ctx, const char *name, const char *value, const char *hint) {
    lob_status status =
        lob_fail(ctx, LOB_E_INVALID_TARGET, "The environment variable %s has a value that cannot be used", name);
    lob_hint(ctx, "%s", hint);
    lob_error_text(&ctx->error, "argument", lob_str_from(name));
    if (value) {
        lob_error_text(&ctx->error, "value", lob_str_from(value));
    }
    return status;
}

static lob_status read_integer(lob_ctx *ctx, getenv_type *getenv_fn, const char *name, int64_t value_max,
                               int64_t *value) {
    const char *text = lookup(getenv_fn, name);
    if (text && !lob_num_parse_int(text, 1, value_max, value)) {
        char hint[96];
        snprintf(hint, sizeof hint, "Set it to a whole number from 1 to %lld, or unset it.", (long long)value_max);
        return fail_variable(ctx, name, text, hint);
    }
    return LOB_OK;
}

static lob_status read_ttl(lob_ctx *ctx, getenv_type *getenv_fn, int64_t *seconds) {
    static const char name[] = "KLAYOUT_MCP_SESSION_TTL_SECONDS";
    const char *text = lookup(getenv_fn, name);
    if (text && lob_num_parse_int(text, 0, 0, seconds)) {
        return fail_variable(ctx, name, text,
                             "0 would end each session before its first call: set it to 1 or more; 31536000 (a year) "
                             "keeps sessions for as long as the server runs.");
    }
    return read_integer(ctx, getenv_fn, name, SESSION_TTL_SECONDS_MAX, seconds);
}

static lob_status read_text(lob_ctx *ctx, getenv_type *getenv_fn, const char *name, const char *otherwise,
                            char out[4096]) {
    const char *text = lookup(getenv_fn, name);
    text = text ? text : otherwise;
    size_t size = strlen(text);
    if (size >= 4096) {
        return fail_variable(ctx, name, NULL, "Set it to at most 4095 bytes, or unset it.");
    }
    memcpy(out, text, size + 1);
    return LOB_OK;
}

static bool has_file(const char *folder, const char *name) {
    char probe[PATH_MAX + 64];
    return snprintf(probe, sizeof probe, "%s/%s", folder, name) > 0 && access(probe, F_OK) == 0;
}

/* Cuts `path` down to the nearest folder, itself or above, that holds `.git`; false when none does, or when that is
 * not a checkout of this product: other people's repositories are left alone. */
static bool find_own_checkout(char path[PATH_MAX]) {
    for (;;) {
        if (has_file(path, ".git")) {
            return has_file(path, "include/lob/lob.h") && has_file(path, "spec/tools/open_layout.json");
        }
        char *slash = strrchr(path, '/');
        if (!slash) {
            return false;
        }
        *slash = '\0';
    }
}

/* One of: <own checkout>/.artifacts, $XDG_CACHE_HOME/layout-observer, $HOME/.cache/layout-observer. */
static bool default_root(getenv_type *getenv_fn, char *out, size_t capacity) {
    char path[PATH_MAX];
    const char *cache = lookup(getenv_fn, "XDG_CACHE_HOME");
    const char *home = lookup(getenv_fn, "HOME");
    int size = -1;
    if (getcwd(path, sizeof path) && path[0] == '/' && find_own_checkout(path)) {
        size = snprintf(out, capacity, "%s/.artifacts", path);
    } else if (cache && cache[0] == '/') { /* the XDG rules say to ignore a relative one */
        size = snprintf(out, capacity, "%s/layout-observer", cache);
    } else if (home && home[0] == '/') {
        size = snprintf(out, capacity, "%s/.cache/layout-observer", home);
    }
    return size > 0 && size <= ROOT_SIZE_MAX;
}

static lob_status read_root(lob_ctx *ctx, getenv_type *getenv_fn, lob_config *config) {
    const char *text = lookup(getenv_fn, ROOT_VARIABLE);
    char here[PATH_MAX] = "";
    if (!text) {
        if (!default_root(getenv_fn, config->artifact_root, sizeof config->artifact_root)) {
            return fail_variable(ctx, ROOT_VARIABLE, NULL,
                                 "There is no home folder for artifacts: set it to an absolute folder.");
        }
        return LOB_OK;
    }
    if (text[0] != '/' && (!getcwd(here, sizeof here) || here[0] != '/')) {
        return fail_variable(ctx, ROOT_VARIABLE, text,
                             "The current folder has no name to resolve it against: set it to an absolute name.");
    }
    const int size = snprintf(config->artifact_root, sizeof config->artifact_root, "%s%s%s",
                              strcmp(here, "/") == 0 ? "" : here, text[0] == '/' ? "" : "/", text);
    if (size > ROOT_SIZE_MAX) {
        return fail_variable(ctx, ROOT_VARIABLE, text,
                             "Set it to the name of a folder; its absolute name may have at most 3500 bytes.");
    }
    return LOB_OK;
}

bool lob_toolset_read(const char *text, lob_toolset *toolset) {
    lob_toolset read = LOB_TOOLSET_FULL;
    bool is_full = false;
    for (const char *at = text;; at++) {
        const size_t size = strcspn(at, ",");
        const lob_str name = {at, size};
        lob_toolset found = LOB_TOOLSET_FULL;
        for (unsigned i = 0; i < LOB_GROUP_COUNT; i++) {
            found |= lob_str_equal(name, lob_str_from(lob_group_names[i])) ? 1u << i : 0;
        }
        is_full = is_full || lob_str_equal(name, LOB_STR("full"));
        if (!found && !lob_str_equal(name, LOB_STR("full"))) {
            return false;
        }
        read |= found;
        at += size;
        if (!*at) {
            *toolset = is_full ? LOB_TOOLSET_FULL : read;
            return true;
        }
    }
}

static lob_status read_toolset(lob_ctx *ctx, getenv_type *getenv_fn, lob_config *config) {
    const char *text = lookup(getenv_fn, "KLAYOUT_MCP_TOOLSET");
    config->toolset = LOB_TOOLSET_FULL;
    if (text && !lob_toolset_read(text, &config->toolset)) {
        return fail_variable(ctx, "KLAYOUT_MCP_TOOLSET", text,
                             "Set it to full, or to names of groups separated by commas, or unset it; "
                             "layout-observer toolsets prints the groups.");
    }
    return LOB_OK;
}

static lob_status read_litho_engine(lob_ctx *ctx, getenv_type *getenv_fn, lob_config *config) {
    const char *text = lookup(getenv_fn, "KLAYOUT_MCP_LITHO_ENGINE");
    const bool is_subprocess = text && strcmp(text, "subprocess") == 0;
    config->litho_engine = is_subprocess ? LOB_LITHO_SUBPROCESS : LOB_LITHO_IN_PROCESS;
    if (text && !is_subprocess && strcmp(text, "in_process") != 0) {
        return fail_variable(ctx, "KLAYOUT_MCP_LITHO_ENGINE", text, "Set it to in_process or subprocess, or unset it.");
    }
    return LOB_OK;
}

/* A switch that has a default of its own. */
static lob_status read_switch(lob_ctx *ctx, getenv_type *getenv_fn, const char *name, bool *is_on, bool *is_off) {
    const char *text = lookup(getenv_fn, name);
    *is_on = text && strcmp(text, "on") == 0;
    *is_off = text && strcmp(text, "off") == 0;
    return !text || *is_on || *is_off ? LOB_OK : fail_variable(ctx, name, text, "Set it to on or off, or unset it.");
}

static lob_status read_isolation(lob_ctx *ctx, getenv_type *getenv_fn, lob_config *config) {
    int64_t worker_size = WORKER_BYTES;
    bool is_on = false, is_off = false;
    LOB_TRY(read_switch(ctx, getenv_fn, "KLAYOUT_MCP_ISOLATE", &is_on, &is_off));
    config->isolation = is_on ? LOB_ISOLATION_ON : is_off ? LOB_ISOLATION_OFF : LOB_ISOLATION_USUAL;
    LOB_TRY(read_switch(ctx, getenv_fn, "KLAYOUT_MCP_CRASH_REPORTS", &is_on, &is_off));
    config->has_no_crash_reports = is_off;
    LOB_TRY(read_switch(ctx, getenv_fn, "KLAYOUT_MCP_RESOURCE_LINKS", &is_on, &is_off));
    config->has_no_links = is_off;
    LOB_TRY(read_switch(ctx, getenv_fn, "KLAYOUT_MCP_CLIENT_ROOTS", &is_on, &is_off));
    config->ignores_client_roots = is_off;
    LOB_TRY(read_integer(ctx, getenv_fn, "KLAYOUT_MCP_WORKER_BYTES", BYTES_MAX, &worker_size));
    config->worker_size_max = (uint64_t)worker_size;
    return LOB_OK;
}

/* "off", or bytes. */
static lob_status read_layout_cache(lob_ctx *ctx, getenv_type *getenv_fn, lob_config *config) {
    static const char name[] = "KLAYOUT_MCP_LAYOUT_CACHE_BYTES";
    const char *text = lookup(getenv_fn, name);
    int64_t size = LOB_LIMIT_LAYOUT_CACHE_SIZE;
    if (text && strcmp(text, "off") == 0) {
        size = 0;
    } else {
        LOB_TRY(read_integer(ctx, getenv_fn, name, BYTES_MAX, &size));
    }
    config->layout_cache_size = (uint64_t)size;
    return LOB_OK;
}

static lob_status read_sandbox(lob_ctx *ctx, getenv_type *getenv_fn, lob_config *config) {
    const char *text = lookup(getenv_fn, "KLAYOUT_MCP_SANDBOX");
    config->has_no_sandbox = text && strcmp(text, "off") == 0;
    if (text && !config->has_no_sandbox && strcmp(text, "required") != 0) {
        return fail_variable(ctx, "KLAYOUT_MCP_SANDBOX", text,
                             "Set it to required or off, or unset it. With off, DRC decks run with all rights of the "
                             "server's user.");
    }
    return LOB_OK;
}

/* Not the operator's word for this server: what does not fit is left out. */
static void read_system(getenv_type *getenv_fn, lob_config *config) {
    const char *path = lookup(getenv_fn, "PATH"), *home = lookup(getenv_fn, "HOME");
    size_t size = path ? strlen(path) : 0;
    while (size >= sizeof config->search_path || (size > 0 && path[size] != '\0' && path[size] != ':')) {
        size--;
    }
    snprintf(config->search_path, sizeof config->search_path, "%.*s", (int)size, path ? path : "");
    snprintf(config->home, sizeof config->home, "%s", home && strlen(home) < sizeof config->home ? home : "");
}

static lob_status read_rest(lob_ctx *ctx, getenv_type *getenv_fn, lob_config *config) {
    int64_t ttl_seconds = SESSION_TTL_SECONDS, timeout_seconds = DRC_TIMEOUT_SECONDS;
    int64_t session_count = MAX_SESSIONS, file_size = MAX_FILE_BYTES, quota_size = ARTIFACT_QUOTA;
    LOB_TRY(read_ttl(ctx, getenv_fn, &ttl_seconds));
    LOB_TRY(read_text(ctx, getenv_fn, "KLAYOUT_BIN", "klayout", config->klayout_bin));
    LOB_TRY(read_text(ctx, getenv_fn, "KLAYOUT_MCP_ROOTS", "", config->roots));
    LOB_TRY(read_integer(ctx, getenv_fn, "KLAYOUT_MCP_MAX_SESSIONS", MAX_SESSIONS_MAX, &session_count));
    LOB_TRY(read_integer(ctx, getenv_fn, "KLAYOUT_MCP_MAX_FILE_BYTES", BYTES_MAX, &file_size));
    LOB_TRY(read_integer(ctx, getenv_fn, "KLAYOUT_MCP_DRC_TIMEOUT_SECONDS", DRC_TIMEOUT_SECONDS_MAX, &timeout_seconds));
    LOB_TRY(read_integer(ctx, getenv_fn, "KLAYOUT_MCP_ARTIFACT_QUOTA_BYTES", BYTES_MAX, &quota_size));
    LOB_TRY(read_toolset(ctx, getenv_fn, config));
    LOB_TRY(read_sandbox(ctx, getenv_fn, config));
    LOB_TRY(read_litho_engine(ctx, getenv_fn, config));
    LOB_TRY(read_isolation(ctx, getenv_fn, config));
    LOB_TRY(read_layout_cache(ctx, getenv_fn, config));
    read_system(getenv_fn, config);
    config->session_ttl_ms = ttl_seconds * 1000;
    config->session_count_max = (unsigned)session_count;
    config->file_size_max = (uint64_t)file_size;
    config->drc_timeout_ms = timeout_seconds * 1000;
    config->artifact_quota_size = (uint64_t)quota_size;
    config->keeps_folders = config->seeks_ids = false;
    return LOB_OK;
}

lob_status lob_config_read(lob_ctx *ctx, const char *(*getenv_fn)(const char *name), lob_config *config) {
    LOB_TRY(read_root(ctx, getenv_fn, config));
    return read_rest(ctx, getenv_fn, config);
}

lob_status lob_config_read_rooted(lob_ctx *ctx, const char *(*getenv_fn)(const char *name), const char *artifact_root,
                                  lob_config *config) {
    snprintf(config->artifact_root, sizeof config->artifact_root, "%s", artifact_root);
    return read_rest(ctx, getenv_fn, config);
}
