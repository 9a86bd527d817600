/* The command line of eval: words into the JSON that evaluate takes. Whether a value is right is for the request's
 * parser to say: here only its shape is looked at. */
#include <stddef.h>
#include <string.h>

#include "base/num.h"
#include "base/utf8.h"
#include "gen/limits.h"
#include "litho/ranks.h"
#include "main/eval_impl.h"
#include "main/run.h"
#include "json/reader.h"
#include "json/writer.h"

typedef lob_eval_command command;

enum { CHECKS_MAX = 16 };

const char lob_eval_help[] =
    "  layout-observer eval FILE --layer L/D [--target-layer L/D] [--cell NAME] [--box L,B,R,T] [--node NAME]\n"
    "      [--pixel-nm P] [--deck DECK.json] [--checks drc,mrc,epe,pvband,shots] [--process JSON|@FILE]\n"
    "      [--report-level aggregate|detailed] [--max-violations N] [--output OUT] [--picture OUT.png]\n"
    "      [--picture-kind aerial|contours|pvband|epe] [--progress] [--quiet] [--root DIR]...\n"
    "  layout-observer eval --request JSON|@FILE|- [--report-level LEVEL] [--output OUT] [--picture OUT.png] ...\n"
    "      Prints a mask layer of a layout (or of a .glp clip) through projection optics and checks it, as the tool\n"
    "      evaluate does; --request takes the tool's own arguments. Boxes are in um. The report is all there is on\n"
    "      stdout: detailed one line of JSON, aggregate an indented object; progress and errors are on stderr.\n"
    "      Exit status: 0 clean, 1 violations (of whatever severity), 2 could not evaluate.\n";

int lob_eval_usage(const command *e, const char *what) {
    if (lob_ranks_own() == 0) { /* all ranks read the same line */
        fprintf(e->cli->err, "%s eval: %s; see %s eval --help\n", e->cli->product.name, what, e->cli->product.name);
    }
    return LOB_EXIT_USAGE;
}

/* ---- words ---- */

static const struct {
    const char *name;
    size_t offset;
    bool is_of_request; /* stands beside --request as well */
} value_options[] = {
    {"--layer", offsetof(command, layer), false},
    {"--target-layer", offsetof(command, target_layer), false},
    {"--cell", offsetof(command, cell), false},
    {"--box", offsetof(command, box), false},
    {"--node", offsetof(command, node), false},
    {"--pixel-nm", offsetof(command, pixel), false},
    {"--deck", offsetof(command, deck), false},
    {"--checks", offsetof(command, checks), false},
    {"--max-violations", offsetof(command, count_max), false},
    {"--process", offsetof(command, process), false},
    {"--report-level", offsetof(command, level), true},
    {"--request", offsetof(command, request), true},
    {"--output", offsetof(command, output), true},
    {"-o", offsetof(command, output), true},
    {"--picture", offsetof(command, picture), true},
    {"--picture-kind", offsetof(command, picture_kind), true},
};

static const char **field_of(command *e, size_t option) {
    return (const char **)((char *)e + value_options[option].offset);
}

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

static int take_option(command *e, int argc, char **argv, int *at, bool *taken) {
    const char *value;
    for (size_t i = 0; i < sizeof value_options / sizeof value_options[0]; i++) {
        if (take_value(argc, argv, at, value_options[i].name, &value)) {
            const char **field = field_of(e, i);
            *taken = true;
            if (*field) {
                return lob_eval_usage(e, "an option is given twice");
            }
            *field = value;
            return value[0] ? LOB_EXIT_OK : lob_eval_usage(e, "an option lacks its value");
        }
    }
    return LOB_EXIT_OK;
}

static int take_word(command *e, int argc, char **argv, int *at) {
    bool taken = false;
    int code = take_option(e, argc, argv, at, &taken);
    if (taken || code != LOB_EXIT_OK) {
        return code;
    }
    const char *text = argv[*at];
    if (strcmp(text, "--quiet") == 0 || strcmp(text, "--progress") == 0) {
        *(text[2] == 'q' ? &e->quiet : &e->progress) = true;
        ++*at;
        return LOB_EXIT_OK;
    }
    lob_option option = lob_settings_take(&e->settings, e->cli, argc, argv, at);
    if (option != LOB_OPTION_OTHER) {
        return option == LOB_OPTION_TAKEN ? LOB_EXIT_OK : LOB_EXIT_USAGE;
    }
    if (e->input || text[0] == '\0' || text[0] == '-') {
        return lob_eval_usage(e, "an argument is not understood");
    }
    e->input = argv[(*at)++];
    return LOB_EXIT_OK;
}

static int check_together(command *e) {
    for (size_t i = 0; e->request && i < sizeof value_options / sizeof value_options[0]; i++) {
        if (!value_options[i].is_of_request && *field_of(e, i)) {
            return lob_eval_usage(e, "--request has all arguments of the evaluation; leave the others out");
        }
    }
    if (e->request ? e->input != NULL : e->input == NULL) {
        return lob_eval_usage(e, e->request ? "--request takes the place of a layout" : "a layout is needed");
    }
    if (e->level && strcmp(e->level, "aggregate") != 0 && strcmp(e->level, "detailed") != 0) {
        return lob_eval_usage(e, "--report-level takes aggregate or detailed");
    }
    return LOB_EXIT_OK;
}

static int check_picture(command *e) {
    static const char *const names[] = {[LOB_LITHO_PICTURE_AERIAL] = "aerial",
                                        [LOB_LITHO_PICTURE_CONTOURS] = "contours",
                                        [LOB_LITHO_PICTURE_BAND] = "pvband",
                                        [LOB_LITHO_PICTURE_EPE] = "epe"};
    e->kind = LOB_LITHO_PICTURE_CONTOURS;
    if (e->picture_kind) {
        unsigned kind = 0;
        while (kind < sizeof names / sizeof names[0] && strcmp(e->picture_kind, names[kind]) != 0) {
            kind++;
        }
        if (kind == sizeof names / sizeof names[0]) {
            return lob_eval_usage(e, "--picture-kind takes aerial, contours, pvband or epe");
        }
        e->kind = (lob_litho_picture_kind)kind;
    }
    if (e->picture_kind && !e->picture) {
        return lob_eval_usage(e, "--picture-kind needs --picture OUT.png");
    }
    if ((e->picture && !lob_path_absolute(e->picture, e->picture_out, sizeof e->picture_out)) ||
        (e->output && !lob_path_absolute(e->output, e->out, sizeof e->out))) {
        return lob_eval_usage(e, "a path is too long");
    }
    return LOB_EXIT_OK;
}

int lob_eval_words(command *e, int argc, char **argv) {
    int code = LOB_EXIT_OK;
    for (int at = 2; at < argc && code == LOB_EXIT_OK;) {
        code = take_word(e, argc, argv, &at);
    }
    if (code != LOB_EXIT_OK || e->settings.help) {
        return code;
    }
    code = check_together(e);
    return code == LOB_EXIT_OK ? check_picture(e) : code;
}

/* ---- JSON of others: given, in a file, on stdin ---- */

static bool read_file(const command *e, const char *path, lob_buf *json) {
    FILE *file = fopen(path, "rbe");
    const bool fine = file && lob_read_stream(e->cli, file, json);
    if (file) {
        fclose(file);
    }
    return fine;
}

static const char *take_json(const command *e, const char *text, lob_buf *json) {
    lob_json_fault fault;
    if (text[0] == '@' && !read_file(e, text + 1, json)) {
        return "the file after @ cannot be read";
    }
    if (text[0] != '@') {
        lob_buf_add_text(json, text);
    }
    return lob_json_check((lob_str){json->data, json->size}, false, &fault) ? NULL : "what should be JSON is none";
}

/* ---- members ---- */

static const char *put_layer(const char *key, const char *text, lob_jsonw *w) {
    char number[24];
    const char *slash = text ? strchr(text, '/') : NULL;
    int64_t layer, datatype;
    if (!text) {
        return NULL;
    }
    const size_t size = slash ? (size_t)(slash - text) : sizeof number;
    if (size >= sizeof number) {
        return "a layer is given as LAYER/DATATYPE, like 1/0";
    }
    memcpy(number, text, size);
    number[size] = '\0';
    if (!lob_num_parse_int(number, 0, UINT32_MAX, &layer) || !lob_num_parse_int(slash + 1, 0, UINT32_MAX, &datatype)) {
        return "a layer is given as LAYER/DATATYPE, like 1/0";
    }
    lob_jsonw_key(w, key);
    lob_jsonw_begin_object(w);
    lob_jsonw_key(w, "layer");
    lob_jsonw_int(w, layer);
    lob_jsonw_key(w, "datatype");
    lob_jsonw_int(w, datatype);
    lob_jsonw_end_object(w);
    return NULL;
}

static const char *put_text(const char *key, const char *text, lob_jsonw *w) {
    if (text && !lob_utf8_valid(lob_str_from(text))) {
        return "a name is not UTF-8";
    }
    if (text) {
        lob_jsonw_key(w, key);
        lob_jsonw_text(w, text);
    }
    return NULL;
}

/* A number as it stands: the request's parser reads it. */
static bool put_number(lob_str text, lob_jsonw *w) {
    lob_json_fault fault;
    const bool fine = text.size && strchr("-0123456789", text.data[0]) && lob_json_check(text, false, &fault);
    if (fine) {
        lob_jsonw_raw(w, text);
    }
    return fine;
}

static bool next_part(const char **list, lob_str *part) {
    if (**list == '\0') {
        return false;
    }
    part->data = *list;
    part->size = strcspn(*list, ",");
    *list += part->size;
    *list += **list == ',';
    return true;
}

static const char *put_box(const char *text, lob_jsonw *w) {
    static const char *const sides[4] = {"left", "bottom", "right", "top"};
    lob_str part;
    unsigned count = 0;
    if (!text) {
        return NULL;
    }
    lob_jsonw_key(w, "box");
    lob_jsonw_begin_object(w);
    for (; next_part(&text, &part); count++) {
        if (count == 4) {
            return "--box takes LEFT,BOTTOM,RIGHT,TOP in um";
        }
        lob_jsonw_key(w, sides[count]);
        if (!put_number(part, w)) {
            return "--box takes LEFT,BOTTOM,RIGHT,TOP in um";
        }
    }
    lob_jsonw_end_object(w);
    return count == 4 ? NULL : "--box takes LEFT,BOTTOM,RIGHT,TOP in um";
}

static const char *put_checks(const char *text, lob_jsonw *w) {
    lob_str part;
    if (!text) {
        return NULL;
    }
    if (!lob_utf8_valid(lob_str_from(text))) {
        return "--checks is not UTF-8";
    }
    lob_jsonw_key(w, "checks");
    lob_jsonw_begin_array(w);
    for (unsigned i = 0; i < CHECKS_MAX && next_part(&text, &part); i++) {
        lob_jsonw_str(w, part);
    }
    lob_jsonw_end_array(w);
    return NULL;
}

static const char *put_json(const command *e, const char *key, const char *text, lob_jsonw *w) {
    lob_buf json;
    if (!text) {
        return NULL;
    }
    lob_buf_init(&json, LOB_LIMIT_LINE_IN_SIZE);
    const char *fault = take_json(e, text, &json);
    if (!fault) {
        lob_jsonw_key(w, key);
        lob_jsonw_raw(w, (lob_str){json.data, json.size});
    }
    lob_buf_release(&json);
    return fault;
}

static const char *put_deck(const command *e, lob_jsonw *w) {
    char name[4096 + 1] = "@";
    if (e->deck && !lob_path_absolute(e->deck, name + 1, sizeof name - 1)) {
        return "--deck: the path is too long";
    }
    return put_json(e, "rule_deck", e->deck ? name : NULL, w);
}

/* More than the tool lists go to the engine beside the request. */
static const char *put_count(command *e, lob_jsonw *w) {
    int64_t count;
    if (!e->count_max) {
        return NULL;
    }
    if (!lob_num_parse_int(e->count_max, 0, UINT32_MAX, &count)) {
        return "--max-violations takes a whole number";
    }
    if (count > LOB_LIMIT_LITHO_VIOLATIONS) {
        e->violations_max = (uint32_t)count;
        count = LOB_LIMIT_LITHO_VIOLATIONS;
    }
    lob_jsonw_key(w, "max_violations");
    lob_jsonw_int(w, count);
    return NULL;
}

static const char *put_rest(command *e, lob_jsonw *w) {
    const char *fault = put_box(e->box, w);
    fault = fault ? fault : put_text("node", e->node, w);
    if (!fault && e->pixel) {
        lob_jsonw_key(w, "pixel_nm");
        fault = put_number(lob_str_from(e->pixel), w) ? NULL : "--pixel-nm takes a number";
    }
    fault = fault ? fault : put_deck(e, w);
    fault = fault ? fault : put_json(e, "process", e->process, w);
    fault = fault ? fault : put_checks(e->checks, w);
    fault = fault ? fault : put_text("report_level", e->level, w);
    return fault ? fault : put_count(e, w);
}

/* NULL, or what is wrong. */
static const char *put_arguments(command *e, lob_buf *json) {
    char path[4096];
    lob_jsonw w;
    lob_jsonw_init(&w, json);
    if (!lob_path_absolute(e->input, path, sizeof path)) {
        return "the path is too long";
    }
    lob_jsonw_begin_object(&w);
    const char *fault = put_text("layout", path, &w);
    fault = fault ? fault : put_layer("layer", e->layer, &w);
    fault = fault ? fault : put_layer("target_layer", e->target_layer, &w);
    fault = fault ? fault : put_text("cell", e->cell, &w);
    fault = fault ? fault : put_rest(e, &w);
    if (!fault) {
        lob_jsonw_end_object(&w);
    }
    return fault;
}

/* ---- a request of the tool ---- */

/* The level of the command line joins a request that says none. */
static const char *put_level(const command *e, lob_str request, lob_buf *json) {
    const lob_str said = lob_json_raw_member(request, "report_level");
    const size_t start = strspn(request.data, " \t\r\n");
    if (request.data[start] != '{') {
        return "the request must be a JSON object";
    }
    if (e->level && said.data) {
        const bool is_same = said.size == strlen(e->level) + 2 && memcmp(said.data + 1, e->level, said.size - 2) == 0;
        if (!is_same) {
            return "the request asks for another report_level than --report-level";
        }
    }
    if (e->level && !said.data) {
        const char *rest = request.data + start + 1;
        lob_buf_printf(json, "{\"report_level\":\"%s\"%s", e->level, rest[strspn(rest, " \t\r\n")] == '}' ? "" : ",");
        lob_buf_add(json, rest, request.size - start - 1);
    } else {
        lob_buf_add(json, request.data, request.size);
    }
    return NULL;
}

static const char *take_request(const command *e, lob_buf *json) {
    lob_buf request;
    lob_json_fault wrong;
    const char *fault = NULL;
    lob_buf_init(&request, LOB_LIMIT_LINE_IN_SIZE);
    if (strcmp(e->request, "-") == 0) {
        const bool fine = lob_read_stream(e->cli, e->cli->in, &request) && request.data &&
                          lob_json_check((lob_str){request.data, request.size}, false, &wrong);
        fault = fine ? NULL : "what should be JSON is none";
    } else {
        fault = take_json(e, e->request, &request);
    }
    fault = fault ? fault : put_level(e, (lob_str){request.data, request.size}, json);
    lob_buf_release(&request);
    return fault;
}

int lob_eval_request(command *e, lob_buf *json) {
    const char *fault = e->request ? take_request(e, json) : put_arguments(e, json);
    if (!fault && json->failed) {
        fault = "out of memory";
    }
    e->arguments = (lob_str){json->data, json->size};
    return fault ? lob_eval_usage(e, fault) : LOB_EXIT_OK;
}
