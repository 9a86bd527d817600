/* The words of the command line. Every value is checked here; what cannot be used is a fault with its word. */
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/num.h"
#include "cli.h"

enum { JOBS_MAX = 64, TIMEOUT_MS_MAX = 600000, TIMEOUT_MS = 10000 };

static const struct {
    const char *name;
    conf_command command;
} commands[] = {{"list", CONF_LIST},     {"explain", CONF_EXPLAIN},  {"validate", CONF_VALIDATE}, {"trace", CONF_TRACE},
                {"update", CONF_UPDATE}, {"help", CONF_HELP},        {"compare", CONF_COMPARE},   {"--help", CONF_HELP},
                {"-h", CONF_HELP},       {"--version", CONF_VERSION}};

typedef struct parsing {
    lob_ctx *ctx;
    conf_options *options;
    const char **fault;
} parsing;

static bool fail(parsing *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool fail(parsing *p, const char *format, ...) {
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    const char *kept = lob_arena_strdup(p->ctx->arena, text, strlen(text));
    *p->fault = kept != NULL ? kept : "out of memory";
    return false;
}

static int find(const char *const *names, int count, const char *name, size_t size) {
    int i = 0;
    while (i < count && (strlen(names[i]) != size || strncmp(names[i], name, size) != 0)) {
        i++;
    }
    return i;
}

static bool take_profiles(parsing *p, const char *list) {
    p->options->choice.profiles = 0;
    p->options->has_profiles = true;
    for (const char *at = list;;) {
        size_t size = strcspn(at, ",");
        int found = find(lob_conformance_profile_names, LOB_CONFORMANCE_PROFILE_COUNT, at, size);
        if (size == 3 && strncmp(at, "all", 3) == 0) {
            p->options->choice.profiles = (1u << LOB_CONFORMANCE_PROFILE_COUNT) - 1;
        } else if (found == LOB_CONFORMANCE_PROFILE_COUNT) {
            return fail(p, "--profile: there is no profile %.*s (core, render, drc, pic, litho, all)", (int)size, at);
        } else {
            p->options->choice.profiles |= 1u << found;
        }
        if (at[size] == '\0') {
            return true;
        }
        at += size + 1;
    }
}

static bool take_level(parsing *p, const char *name) {
    int found = find(lob_conformance_level_names, LOB_CONFORMANCE_LEVEL_COUNT, name, strlen(name));
    p->options->bar = (lob_conformance_level)found;
    return found < LOB_CONFORMANCE_LEVEL_COUNT ||
           fail(p, "--level: there is no level %s (required, recommended, optional, reference)", name);
}

static const struct {
    const char *name;
    size_t place;
} texts[] = {
    {"--baseline", offsetof(conf_options, baseline)},  {"--tap", offsetof(conf_options, tap)},
    {"--junit", offsetof(conf_options, junit)},        {"--json", offsetof(conf_options, json)},
    {"--badge", offsetof(conf_options, badge)},        {"--keep", offsetof(conf_options, keep)},
    {"--resume", offsetof(conf_options, resume)},      {"--url", offsetof(conf_options, url)},
    {"--cases", offsetof(conf_options, places.cases)}, {"--fixtures", offsetof(conf_options, places.fixtures)},
};

static bool take_number(parsing *p, const char *name, const char *value, int64_t max, int64_t *number) {
    return lob_num_parse_int(value, 1, max, number) ||
           fail(p, "%s: %s is no number from 1 to %lld", name, value, (long long)max);
}

/* Another word would be answered with a revision of the server's own choice, and a typing error pass unseen. */
static bool take_protocol(parsing *p, const char *value) {
    static const char *const known[] = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"};
    enum { KNOWN_COUNT = sizeof known / sizeof known[0] };
    p->options->protocol = value;
    return find(known, KNOWN_COUNT, value, strlen(value)) < KNOWN_COUNT ||
           fail(p, "--protocol: %s is no revision known here (%s, %s, %s, %s, %s)", value, known[0], known[1], known[2],
                known[3], known[4]);
}

/* Each further one adds its cases. */
static bool take_glob(parsing *p, const char *name, const char *value, conf_globs *globs) {
    if (value[0] == '\0') {
        return fail(p, "%s: the value is empty", name);
    }
    if (globs->count == CONF_GLOB_COUNT_MAX) {
        return fail(p, "%s: more than %d of them", name, CONF_GLOB_COUNT_MAX);
    }
    globs->items[globs->count++] = value;
    return true;
}

static bool take_option(parsing *p, const char *name, const char *value) {
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (strcmp(name, texts[i].name) == 0) {
            memcpy((char *)p->options + texts[i].place, &value, sizeof value);
            return value[0] != '\0' || fail(p, "%s: the value is empty", name);
        }
    }
    if (strcmp(name, "--run") == 0) {
        return take_glob(p, name, value, &p->options->choice.run);
    }
    if (strcmp(name, "--skip") == 0) {
        return take_glob(p, name, value, &p->options->choice.skip);
    }
    if (strcmp(name, "--protocol") == 0) {
        return take_protocol(p, value);
    }
    if (strcmp(name, "--profile") == 0) {
        return take_profiles(p, value);
    }
    if (strcmp(name, "--level") == 0) {
        return take_level(p, value);
    }
    if (strcmp(name, "--jobs") == 0) {
        return take_number(p, name, value, JOBS_MAX, &p->options->jobs);
    }
    return take_number(p, name, value, TIMEOUT_MS_MAX, &p->options->timeout_ms);
}

static bool is_option(const char *name, size_t size) {
    static const char *const others[] = {"--profile", "--level",    "--jobs", "--timeout-ms",
                                         "--run",     "--protocol", "--skip"};
    enum { OTHER_COUNT = sizeof others / sizeof others[0] };
    bool found = find(others, OTHER_COUNT, name, size) < OTHER_COUNT;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        found = found || (strlen(texts[i].name) == size && strncmp(texts[i].name, name, size) == 0);
    }
    return found;
}

/* --name value, --name=value; *at is moved over both. */
static bool take_word(parsing *p, int argc, char *const *argv, int *at) {
    const char *word = argv[*at];
    size_t size = strcspn(word, "=");
    char name[32];
    if (strcmp(word, "--brief") == 0) {
        p->options->is_brief = true;
        return true;
    }
    if (word[0] != '-' && p->options->command == CONF_EXPLAIN && p->options->id == NULL) {
        p->options->id = word;
        return true;
    }
    if (word[0] != '-' && p->options->command == CONF_COMPARE && p->options->id2 == NULL) {
        *(p->options->id == NULL ? &p->options->id : &p->options->id2) = word;
        return true;
    }
    if (word[0] != '-') {
        return fail(p, "%s: the server's command comes behind --", word);
    }
    if (!is_option(word, size)) {
        return fail(p, "unknown option %.*s", (int)size, word);
    }
    snprintf(name, sizeof name, "%.*s", (int)size, word);
    if (word[size] == '=') {
        return take_option(p, name, word + size + 1);
    }
    if (*at + 1 >= argc || strcmp(argv[*at + 1], "--") == 0) {
        return fail(p, "%s needs a value", name);
    }
    (*at)++;
    return take_option(p, name, argv[*at]);
}

static bool check_whole(parsing *p) {
    const conf_options *o = p->options;
    bool runs = o->command == CONF_RUN || o->command == CONF_UPDATE;
    if (runs && (o->argv != NULL) == (o->url != NULL)) {
        return fail(p, o->url != NULL ? "either --url or a command behind --, not both"
                                      : "name the server: its command behind --, or --url");
    }
    if (!runs && (o->argv != NULL || o->url != NULL)) {
        return fail(p, "this command asks no server");
    }
    if (o->url != NULL && strncmp(o->url, "http://", 7) != 0 && strncmp(o->url, "https://", 8) != 0) {
        return fail(p, "--url: give an http: or https: URL");
    }
    if (o->command == CONF_EXPLAIN && o->id == NULL) {
        return fail(p, "explain needs the id of a case");
    }
    if (o->command == CONF_COMPARE && o->id2 == NULL) {
        return fail(p, "compare needs two JSON reports (--json of two runs)");
    }
    if (o->command == CONF_UPDATE && o->baseline == NULL) {
        return fail(p, "update needs --baseline, the list to write");
    }
    return true;
}

bool conf_options_parse(lob_ctx *ctx, int argc, char *const *argv, conf_options *options, const char **fault) {
    parsing p = {ctx, options, fault};
    int at = 1;
    *options = (conf_options){.bar = LOB_CONFORMANCE_LEVEL_REQUIRED, .timeout_ms = TIMEOUT_MS};
    for (size_t i = 0; argc > 1 && i < sizeof commands / sizeof commands[0]; i++) {
        if (strcmp(argv[1], commands[i].name) == 0) {
            options->command = commands[i].command;
            at = 2;
        }
    }
    if (options->command == CONF_HELP || options->command == CONF_VERSION) {
        return true;
    }
    for (; at < argc && strcmp(argv[at], "--") != 0; at++) {
        if (!take_word(&p, argc, argv, &at)) {
            return false;
        }
    }
    options->argv = at + 1 < argc ? argv + at + 1 : NULL;
    if (!options->has_profiles) {
        bool runs = options->command == CONF_RUN || options->command == CONF_UPDATE;
        options->choice.profiles = runs ? 1u << LOB_CONFORMANCE_PROFILE_CORE | 1u << LOB_CONFORMANCE_PROFILE_RENDER |
                                              1u << LOB_CONFORMANCE_PROFILE_DRC
                                        : (1u << LOB_CONFORMANCE_PROFILE_COUNT) - 1;
    }
    return check_whole(&p);
}
