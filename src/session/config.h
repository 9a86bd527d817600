/* What the operator sets, read once from the environment at start. A bad value is an error at start, never a silent
 * default. */
#ifndef LOB_SESSION_CONFIG_H
#define LOB_SESSION_CONFIG_H

#include "base/ctx.h"
#include "gen/types.h"

/* Groups of tools, LOB_GROUP_... joined; 0: all tools. */
typedef unsigned lob_toolset;
enum { LOB_TOOLSET_FULL = 0, LOB_TOOLSET_CONTRACT = LOB_GROUP_CONTRACT };
/* "full", or names of groups with commas between. False: a name is none, or is empty. */
bool lob_toolset_read(const char *text, lob_toolset *toolset);

typedef enum { LOB_ISOLATION_USUAL, LOB_ISOLATION_ON, LOB_ISOLATION_OFF } lob_isolation;
typedef enum { LOB_LITHO_IN_PROCESS, LOB_LITHO_SUBPROCESS } lob_litho_engine;

typedef struct lob_config {
    char artifact_root[4096];      /* KLAYOUT_MCP_ARTIFACT_ROOT; default: .artifacts of this product's own checkout
                                      when started in it, else $XDG_CACHE_HOME/layout-observer */
    int64_t session_ttl_ms;        /* KLAYOUT_MCP_SESSION_TTL_SECONDS, 1..31536000, default 3600 */
    char klayout_bin[4096];        /* KLAYOUT_BIN, default "klayout" */
    char roots[4096];              /* KLAYOUT_MCP_ROOTS, default "": any absolute path */
    unsigned session_count_max;    /* KLAYOUT_MCP_MAX_SESSIONS */
    uint64_t file_size_max;        /* KLAYOUT_MCP_MAX_FILE_BYTES */
    int64_t drc_timeout_ms;        /* KLAYOUT_MCP_DRC_TIMEOUT_SECONDS */
    bool has_no_sandbox;           /* KLAYOUT_MCP_SANDBOX: off; required by default */
    char search_path[4096];        /* PATH, where klayout_bin is looked up; cut behind its last folder that fits */
    char home[4096];               /* HOME; "": none */
    uint64_t artifact_quota_size;  /* KLAYOUT_MCP_ARTIFACT_QUOTA_BYTES */
    lob_toolset toolset;           /* KLAYOUT_MCP_TOOLSET, by default full */
    lob_litho_engine litho_engine; /* KLAYOUT_MCP_LITHO_ENGINE: in_process (default) | subprocess */
    lob_isolation isolation;       /* KLAYOUT_MCP_ISOLATE: on | off; USUAL: each server has its own default */
    uint64_t worker_size_max;      /* KLAYOUT_MCP_WORKER_BYTES: memory of one worker process */
    uint64_t layout_cache_size;    /* KLAYOUT_MCP_LAYOUT_CACHE_BYTES, or off: 0. Of servers alone */
    bool keeps_folders;            /* not of the environment: folders of sessions stay, and no sweep removes them */
    bool seeks_ids;                /* not of the environment: ids of an earlier session are looked for. Of commands */
    bool has_no_links;             /* KLAYOUT_MCP_RESOURCE_LINKS: off; on by default */
    bool ignores_client_roots;     /* KLAYOUT_MCP_CLIENT_ROOTS: off; on by default */
    bool has_no_crash_reports;     /* KLAYOUT_MCP_CRASH_REPORTS: off; on by default */
} lob_config;

/* INVALID_TARGET naming the variable in details.argument. `getenv_fn` is getenv() but for tests. */
lob_status lob_config_read(lob_ctx *ctx, const char *(*getenv_fn)(const char *name), lob_config *config);
/* The same with `artifact_root` for the root of artifacts, whatever the environment says of it; "" where none is
 * needed. Shorter than 4096 bytes. */
lob_status lob_config_read_rooted(lob_ctx *ctx, const char *(*getenv_fn)(const char *name), const char *artifact_root,
                                  lob_config *config);

#endif
