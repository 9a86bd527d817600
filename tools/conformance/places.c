/* Where cases, fixtures, schemas of tools and requirements lie. What is set already stays. Invariant: cases,
 * requirements.json and tools lie side by side, installed and in the source tree alike; so a folder of cases given by
 * an option brings its own requirements and tools when they are beside it. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "load.h"

static const char installed[] = "share/layout-observer/conformance";

/* NULL: it is not there, or memory ran out, which ctx then knows. */
static const char *below(lob_ctx *ctx, const char *folder, const char *name) {
    char path[PATH_MAX];
    int size = snprintf(path, sizeof path, "%s/%s", folder, name);
    if (size < 0 || (size_t)size >= sizeof path || access(path, R_OK) != 0) {
        return NULL;
    }
    const char *kept = lob_arena_strdup(ctx->arena, path, (size_t)size);
    if (kept == NULL) {
        lob_fail_memory(ctx);
    }
    return kept;
}

/* The first of these that is there. */
static void set(const char **place, const char *first, const char *second) {
    *place = *place != NULL ? *place : first != NULL ? first : second;
}

static void cut_name(char *path) {
    char *slash = strrchr(path, '/');
    if (slash == NULL) {
        path[0] = '\0';
    } else {
        *slash = '\0';
    }
}

/* In `root` (a prefix of an installation or a source tree), when it is one. */
static bool find_in(lob_ctx *ctx, const char *root, conf_places *places) {
    const char *share = below(ctx, root, installed);
    const char *spec = below(ctx, root, "spec/conformance") != NULL ? below(ctx, root, "spec") : NULL;
    const char *base = share != NULL ? share : spec;
    if (base == NULL || below(ctx, base, "requirements.json") == NULL) {
        return false;
    }
    set(&places->cases, below(ctx, base, share != NULL ? "cases" : "conformance"), NULL);
    set(&places->tools, below(ctx, base, "tools"), NULL);
    set(&places->requirements, below(ctx, base, "requirements.json"), NULL);
    set(&places->fixtures, below(ctx, share != NULL ? base : root, "fixtures"), NULL);
    return true;
}

/* Beside the cases that an option names. */
static void find_beside(lob_ctx *ctx, conf_places *places, bool *has_own_tools) {
    char path[PATH_MAX];
    if (realpath(places->cases, path) == NULL) {
        snprintf(path, sizeof path, "%s", places->cases); /* that it is not there, its reader tells */
    }
    cut_name(path);
    set(&places->requirements, below(ctx, path, "requirements.json"), NULL);
    set(&places->tools, below(ctx, path, "tools"), NULL);
    set(&places->fixtures, below(ctx, path, "fixtures"), NULL);
    *has_own_tools = places->tools != NULL;
}

bool conf_places_find(lob_ctx *ctx, const char *program, conf_places *places) {
    char path[PATH_MAX];
    bool is_given = places->cases != NULL, has_own_tools = true;
    if (is_given) {
        find_beside(ctx, places, &has_own_tools);
    }
    if (program != NULL && realpath(program, path) != NULL) {
        bool is_found = false;
        while (path[0] != '\0' && !is_found) {
            cut_name(path);
            is_found = find_in(ctx, path[0] != '\0' ? path : "/", places);
        }
    }
    if (is_given && !has_own_tools) {
        places->tools = NULL; /* those of the program are no examples of other cases */
    }
    return ctx->error.code == LOB_OK && places->cases != NULL && places->requirements != NULL &&
           places->fixtures != NULL;
}
