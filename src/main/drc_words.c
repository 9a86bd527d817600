/* The command line of drc: words into paths and the JSON that run_drc_script takes. Whether a value is right is for the
 * request's parser to say. */
#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "base/utf8.h"
#include "main/drc_impl.h"
#include "main/stage.h"
#include "main/words.h"
#include "json/writer.h"

typedef lob_drc_task command;

static int usage(const lob_cli *cli, const char *what) {
    lob_complain(cli, "drc", "%s", what);
    return LOB_EXIT_USAGE;
}

#define AT(field) offsetof(command, field)

static const lob_option option_rows[] = {
    LOB_ROW_PATH(AT(input)),
    {.name = "deck",
     .kind = LOB_OPTION_TEXT,
     .offset = AT(deck),
     .value = "DECK",
     .about = "A KLayout DRC deck (.drc, .lydrc, .rb), which a sandboxed KLayout runs unless --engine says otherwise, "
              "or a rule deck (.json).",
     .is_required = true},
    LOB_ROW_TEXT("top", AT(top), "CELL", "Checks this cell; required if the layout has several top cells."),
    LOB_ROW_LIST("param", AT(params), "NAME=VALUE", "Passes a value to the deck; may be given several times."),
    LOB_ROW_TEXT("type", AT(type), "ruby|json", "The kind of deck; default: by the file name."),
    LOB_ROW_CHOICE(
        "engine", AT(engine), "auto|native|klayout",
        "Who runs a Ruby deck: native is the built-in engine; auto uses it if it has every method, else KLayout. "
        "Default: klayout, or native with --only, --box or --profile."),
    LOB_ROW_LIST("only", AT(only), "CATEGORY",
                 "Checks only this category; may be given several times. Built-in engine only."),
    LOB_ROW_TEXT("box", AT(box), "L,B,R,T",
                 "Finds violations that touch this box in um, for decks with local rules. Built-in engine only."),
    LOB_ROW_FLAG("profile", AT(profile),
                 "Lists the seconds and shapes of each line of the deck. Built-in engine only."),
    LOB_ROW_CHOICE("format", AT(format_name), "text|json|sarif|junit|geojson|lyrdb",
                   "The format of the result; default: text."),
    LOB_ROW_OUTPUT(AT(output), "OUT", false, "Writes the result to this file, and prints a summary."),
    LOB_ROW_TEXT("waivers", AT(waivers_name), "FILE", "Markers in this file do not count."),
    LOB_ROW_FLAG("quiet", AT(quiet), "Prints nothing on stdout."),
    LOB_ROW_FLAG("allow-empty", AT(allow_empty),
                 "Treats a report without rules as clean, for decks that name only violated rules."),
};

static const lob_positional word_rows[] = {{"FILE", AT(input), true}, {NULL, 0, false}};

const lob_command lob_drc_command = {
    .name = "drc",
    .usage = "FILE --deck DECK [options]",
    .title = "Checks a layout with a DRC deck or a rule deck",
    .about = "OUT is written completely or not at all, and never replaces the layout, the deck or the waivers. A "
             "report without rules counts as \"could not check\" unless --allow-empty is given.",
    .examples = "drc chip.gds --deck rules.json\ndrc chip.gds --deck fab.drc --top CHIP --format sarif -o chip.sarif",
    .status = "0 clean, 1 violations, 2 could not check.",
    LOB_ROWS(option_rows),
    .words = word_rows,
    .takes = LOB_TAKES_ROOT | LOB_TAKES_STORE | LOB_TAKES_JSON | LOB_TAKES_PROGRESS | LOB_TAKES_SHARD,
};

static int read_paths(command *d) {
    const char *given[4] = {d->input, d->deck, d->output, d->waivers_name};
    char *absolute[4] = {d->in, d->deck_path, d->out, d->waivers_path};
    for (unsigned i = 0; i < d->params.count; i++) {
        const char *text = d->params.items[i];
        if (!strchr(text, '=') || text[0] == '=') {
            return usage(d->cli, "--param takes NAME=VALUE");
        }
    }
    return lob_stage_paths(d->cli, "drc", given, absolute, 4) ? LOB_EXIT_OK : LOB_EXIT_USAGE;
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
    return LOB_EXIT_USAGE; /* the table has let no other through */
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
    for (unsigned i = 0; i < d->params.count; i++) {
        const char *value = strchr(d->params.items[i], '=') + 1;
        const lob_str name = {d->params.items[i], (size_t)(value - 1 - d->params.items[i])};
        if (!lob_utf8_valid(lob_str_from(d->params.items[i]))) {
            return "--param is not UTF-8";
        }
        for (unsigned k = 0; k < i; k++) {
            if (strncmp(d->params.items[k], d->params.items[i], name.size + 1) == 0) {
                return "--param names one parameter twice";
            }
        }
        lob_jsonw_key_str(out, name);
        lob_jsonw_text(out, value);
    }
    lob_jsonw_end_object(out);
    return NULL;
}

/* Parts of a deck need the built-in engine. */
static const char *engine_of(const command *d) {
    const bool has_part = d->only.count > 0 || d->box || d->profile || lob_ranks_are_several();
    return d->engine ? d->engine : has_part && strcmp(type_of(d), "ruby") == 0 ? "native" : NULL;
}

static const char *put_part(const command *d, lob_jsonw *out) {
    const char *fault = d->box ? lob_words_put_box(d->box, out) : NULL;
    if (fault) {
        return fault;
    }
    if (d->profile) {
        lob_jsonw_key(out, "profile");
        lob_jsonw_bool(out, true);
    }
    if (d->only.count > 0) {
        lob_jsonw_key(out, "only");
        lob_jsonw_begin_array(out);
        for (unsigned i = 0; i < d->only.count; i++) {
            fault = lob_utf8_valid(lob_str_from(d->only.items[i])) ? fault : "--only is not UTF-8";
            lob_jsonw_text(out, d->only.items[i]);
        }
        lob_jsonw_end_array(out);
    }
    return fault;
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
    if (engine_of(d)) {
        lob_jsonw_key(out, "engine");
        lob_jsonw_text(out, engine_of(d));
    }
    if (!lob_utf8_valid(lob_str_from(d->deck_path)) || (d->type && !lob_utf8_valid(lob_str_from(d->type)))) {
        fault = "the deck's name or type is not UTF-8";
    }
    fault = !fault && d->params.count ? put_params(d, out) : fault;
    fault = fault ? fault : put_part(d, out);
    if (!fault) {
        lob_jsonw_end_object(out);
    }
    return fault;
}

int lob_drc_words(command *d, int argc, char **argv, lob_buf *request) {
    int code;
    lob_shard_hush(d->cli);
    if (!lob_command_read(d->cli, &lob_drc_command, &d->settings, d, argc, argv, NULL, &code)) {
        d->has_ended = true;
        return code;
    }
    code = lob_shard_begin(d->ctx, d->cli, &d->settings, argc, argv, &d->shard);
    code = code == LOB_EXIT_OK ? read_paths(d) : code;
    code = code == LOB_EXIT_OK ? read_format(d) : code;
    if (code == LOB_EXIT_OK) {
        lob_jsonw out;
        lob_jsonw_init(&out, request);
        const char *fault = put_request(d, &out);
        code = fault ? usage(d->cli, fault) : code;
    }
    return code;
}
