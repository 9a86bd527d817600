/* The command line of drc: words into paths and the JSON that run_drc_script takes. Whether a value is right is for the
 * request's parser to say. */
#include <stddef.h>
#include <string.h>

#include "base/utf8.h"
#include "main/drc_impl.h"
#include "json/writer.h"

typedef lob_drc_command command;

const char lob_drc_help[] =
    "  layout-observer drc FILE --deck DECK [--top CELL] [--param NAME=VALUE]... [--type ruby|json]\n"
    "      [--format text|json|sarif|junit|geojson|lyrdb] [--output OUT] [--waivers FILE] [--progress] [--quiet]\n"
    "      [--allow-empty] [--root DIR]...\n"
    "      Checks a layout: a DRC deck of KLayout (.drc, .lydrc, .rb) in a sandboxed KLayout, or a rule deck (.json).\n"
    "      Exit status: 0 clean, 1 violations, 2 could not check. With --output the format goes to OUT and a summary "
    "to\n"
    "      stdout. Markers of the file of waivers do not count. A report that names no rules is \"could not check\", "
    "unless\n"
    "      --allow-empty says that the deck names only those that are violated.\n";

static int usage(const lob_cli *cli, const char *what) {
    fprintf(cli->err, "%s drc: %s; see %s drc --help\n", cli->product.name, what, cli->product.name);
    return LOB_EXIT_USAGE;
}

static const struct {
    const char *name;
    size_t offset;
} value_options[] = {
    {"--deck", offsetof(command, deck)},
    {"--top", offsetof(command, top)},
    {"--type", offsetof(command, type)},
    {"--format", offsetof(command, format_name)},
    {"--output", offsetof(command, output)},
    {"-o", offsetof(command, output)},
    {"--waivers", offsetof(command, waivers_name)},
};

/* The value of argv[*at] when that is `name`, with = or as the next word; *at then stands behind it. */
static bool take_value(int argc, char **argv, int *at, const char *name, const char **value) {
    const char *text = argv[*at];
    const size_t size = strlen(name);
    const bool has_value = strncmp(text, name, size) == 0 && name[1] == '-' && text[size] == '=';
    if (!has_value && strcmp(text, name) != 0) {
        return false;
    }
    *value = has_value ? text + size + 1 : *at + 1 < argc ? argv[++*at] : "";
    ++*at;
    return true;
}

static int take_option(command *d, int argc, char **argv, int *at, bool *taken) {
    const char *value;
    for (size_t i = 0; i < sizeof value_options / sizeof value_options[0]; i++) {
        if (!take_value(argc, argv, at, value_options[i].name, &value)) {
            continue;
        }
        const char **field = (const char **)((char *)d + value_options[i].offset);
        *taken = true;
        if (*field) {
            return usage(d->cli, "an option is given twice");
        }
        *field = value;
        return value[0] ? LOB_EXIT_OK : usage(d->cli, "an option lacks its value");
    }
    if (!take_value(argc, argv, at, "--param", &value)) {
        return LOB_EXIT_OK;
    }
    *taken = true;
    if (d->param_count == LOB_LIMIT_DRC_PARAMS) {
        return usage(d->cli, "there are too many --param");
    }
    d->params[d->param_count++] = value;
    return strchr(value, '=') && value[0] != '=' ? LOB_EXIT_OK : usage(d->cli, "--param takes NAME=VALUE");
}

static int take_word(command *d, int argc, char **argv, int *at) {
    bool taken = false;
    int code = take_option(d, argc, argv, at, &taken);
    if (taken || code != LOB_EXIT_OK) {
        return code;
    }
    const char *text = argv[*at];
    if (strcmp(text, "--quiet") == 0 || strcmp(text, "--progress") == 0) {
        *(text[2] == 'q' ? &d->quiet : &d->progress) = true;
        ++*at;
        return LOB_EXIT_OK;
    }
    if (strcmp(text, "--allow-empty") == 0) {
        d->allow_empty = true;
        ++*at;
        return LOB_EXIT_OK;
    }
    lob_option option = lob_settings_take(&d->settings, d->cli, argc, argv, at);
    if (option != LOB_OPTION_OTHER) {
        return option == LOB_OPTION_TAKEN ? LOB_EXIT_OK : LOB_EXIT_USAGE;
    }
    if (d->input || text[0] == '\0' || text[0] == '-') {
        return usage(d->cli, "an argument is not understood");
    }
    d->input = argv[(*at)++];
    return LOB_EXIT_OK;
}

static int read_paths(command *d) {
    const char *given[4] = {d->input, d->deck, d->output, d->waivers_name};
    char *absolute[4] = {d->in, d->deck_path, d->out, d->waivers_path};
    if (!d->input || !d->deck) {
        return usage(d->cli, "a layout and a deck are needed: drc FILE --deck DECK");
    }
    for (unsigned i = 0; i < 4; i++) {
        if (given[i] && !lob_path_absolute(given[i], absolute[i], sizeof d->in)) {
            return usage(d->cli, "a path is too long");
        }
    }
    return LOB_EXIT_OK;
}

static int read_format(command *d) {
    static const char *const names[] = {
        [LOB_EXPORT_LYRDB] = "lyrdb",     [LOB_EXPORT_SARIF] = "sarif", [LOB_EXPORT_JUNIT] = "junit",
        [LOB_EXPORT_GEOJSON] = "geojson", [LOB_EXPORT_JSON] = "json",   [LOB_DRC_TEXT] = "text"};
    d->format = LOB_DRC_TEXT;
    if (!d->format_name) {
        return LOB_EXIT_OK;
    }
    for (d->format = 0; d->format < sizeof names / sizeof names[0]; d->format++) {
        if (strcmp(d->format_name, names[d->format]) == 0) {
            return LOB_EXIT_OK;
        }
    }
    return usage(d->cli, "--format takes text, json, sarif, junit, geojson or lyrdb");
}

/* A deck's kind by --type, else by its name. */
static const char *type_of(const command *d) {
    const size_t size = strlen(d->deck_path);
    const bool is_json = size > 5 && strcasecmp(d->deck_path + size - 5, ".json") == 0;
    return d->type ? d->type : is_json ? "json" : "ruby";
}

static const char *put_params(const command *d, lob_jsonw *out) {
    lob_jsonw_key(out, "params");
    lob_jsonw_begin_object(out);
    for (unsigned i = 0; i < d->param_count; i++) {
        const char *value = strchr(d->params[i], '=') + 1;
        const lob_str name = {d->params[i], (size_t)(value - 1 - d->params[i])};
        if (!lob_utf8_valid(lob_str_from(d->params[i]))) {
            return "--param is not UTF-8";
        }
        for (unsigned k = 0; k < i; k++) {
            if (strncmp(d->params[k], d->params[i], name.size + 1) == 0) {
                return "--param names one parameter twice";
            }
        }
        lob_jsonw_key_str(out, name);
        lob_jsonw_text(out, value);
    }
    lob_jsonw_end_object(out);
    return NULL;
}

/* NULL, or what is wrong. The call has its session. */
static const char *put_request(const command *d, lob_jsonw *out) {
    const char *fault = NULL;
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "session_id");
    lob_jsonw_text(out, "ses_000000000000");
    lob_jsonw_key(out, "script_path");
    lob_jsonw_text(out, d->deck_path);
    lob_jsonw_key(out, "script_type");
    lob_jsonw_text(out, type_of(d));
    if (!lob_utf8_valid(lob_str_from(d->deck_path)) || (d->type && !lob_utf8_valid(lob_str_from(d->type)))) {
        fault = "the deck's name or type is not UTF-8";
    }
    fault = !fault && d->param_count ? put_params(d, out) : fault;
    if (!fault) {
        lob_jsonw_end_object(out);
    }
    return fault;
}

int lob_drc_words(command *d, int argc, char **argv, lob_buf *request) {
    int code = LOB_EXIT_OK;
    for (int at = 2; at < argc && code == LOB_EXIT_OK;) {
        code = take_word(d, argc, argv, &at);
    }
    if (code != LOB_EXIT_OK || d->settings.help) {
        return code;
    }
    code = read_paths(d);
    code = code == LOB_EXIT_OK ? read_format(d) : code;
    if (code == LOB_EXIT_OK) {
        lob_jsonw out;
        lob_jsonw_init(&out, request);
        const char *fault = put_request(d, &out);
        code = fault ? usage(d->cli, fault) : code;
    }
    return code;
}
