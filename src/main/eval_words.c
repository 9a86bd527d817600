/* The command line of eval: words into the JSON that evaluate takes. Whether a value is right is for the request's
 * parser to say: here only its shape is looked at. */
#include <stddef.h>
#include <string.h>

#include "base/limits.h"
#include "base/num.h"
#include "base/utf8.h"
#include "litho/ranks.h"
#include "main/eval_impl.h"
#include "main/run.h"
#include "main/words.h"
#include "json/reader.h"
#include "json/writer.h"

typedef lob_eval_work command;

enum { CHECKS_MAX = 16 };

static int usage(const command *e, const char *what) {
    lob_complain(e->cli, e->verb ? e->verb : "eval", "%s", what);
    return LOB_EXIT_USAGE;
}

/* ---- words ---- */

#define AT(field) offsetof(command, field)

static const lob_option option_rows[] = {
    LOB_ROW_PATH(AT(input)),
    LOB_ROW_TEXT("layer", AT(layer), "L/D", "The mask layer."),
    LOB_ROW_TEXT("target-layer", AT(target_layer), "L/D", "What should print; default: the mask layer."),
    LOB_ROW_TEXT("cell", AT(cell), "NAME", "Evaluates this cell."),
    LOB_ROW_TEXT("box", AT(box), "L,B,R,T", "Evaluates this box in um."),
    LOB_ROW_TEXT("node", AT(node), "NAME", "The process node."),
    LOB_ROW_TEXT("pixel-nm", AT(pixel), "P", "The size of a pixel."),
    LOB_ROW_TEXT("deck", AT(deck), "DECK.json", "The rule deck for the checks drc and mrc."),
    LOB_ROW_TEXT("checks", AT(checks), "drc,mrc,epe,pvband,shots", "Which checks to run."),
    LOB_ROW_TEXT("max-violations", AT(count_max), "N", "Lists at most this many violations."),
    LOB_ROW_TEXT("process", AT(process), "JSON|@FILE", "Process conditions, as the tool takes them."),
    LOB_ROW_TEXT("source", AT(source), "FILE.csv", "The light source as points: columns sigma_x,sigma_y,weight."),
    LOB_ROW_CHOICE("report-level", AT(level), "aggregate|detailed",
                   "detailed lists violations; aggregate (the default) has only numbers."),
    LOB_ROW_CHOICE("format", AT(format), "line|json",
                   "line (the default) is one line of JSON; json indents an aggregate report."),
    LOB_ROW_TEXT("request", AT(request), "JSON|@FILE|-",
                 "Takes the arguments of the tool evaluate instead of FILE and the options above."),
    LOB_ROW_OUTPUT(AT(output), "OUT", false, "Writes the report to this file."),
    LOB_ROW_TEXT("picture", AT(picture), "OUT.png", "Draws a picture."),
    LOB_ROW_TEXT("picture-svg", AT(picture_svg), "OUT.svg", "Draws it as SVG."),
    LOB_ROW_CHOICE("picture-kind", AT(picture_kind), "aerial|contours|pvband|epe|sheet",
                   "What the picture shows; default: contours. sheet: all of them, with enlarged details."),
    LOB_ROW_FLAG("quiet", AT(quiet), "Prints no report to stdout, unless --report-level or --format is given."),
};

static const lob_positional word_rows[] = {{"FILE", AT(input), false}, {NULL, 0, false}};

const lob_command lob_eval_command = {
    .name = "eval",
    .usage = "FILE --layer L/D [options] | --request JSON [options]",
    .title = "Prints a mask layer through projection optics and checks it",
    .about = "FILE is a layout or a .glp clip. Does the same as the tool evaluate. Only the report goes to stdout; "
             "progress and errors go to stderr, as lines of JSON with --request.",
    .examples =
        "eval mask.gds --layer 1/0 --deck rules.json\neval mask.gds --layer 1/0 --box 0,0,4,4 --picture contours.png",
    .status = "0 clean, 1 violations (of any severity), 2 could not evaluate.",
    LOB_ROWS(option_rows),
    .words = word_rows,
    .takes = LOB_TAKES_ROOT | LOB_TAKES_STORE | LOB_TAKES_JSON | LOB_TAKES_PROGRESS | LOB_TAKES_SHARD,
};

/* Options that say what is evaluated; a request says it in their place. */
static bool has_argument(const command *e) {
    const char *const given[] = {e->layer, e->target_layer, e->cell,      e->box,     e->node,  e->pixel,
                                 e->deck,  e->checks,       e->count_max, e->process, e->source};
    bool has_one = false;
    for (size_t i = 0; i < sizeof given / sizeof given[0]; i++) {
        has_one = has_one || given[i];
    }
    return has_one;
}

static int check_together(command *e) {
    if (e->request && has_argument(e)) {
        return usage(e, "--request contains all arguments; leave out FILE and the other options");
    }
    if (e->request ? e->input != NULL : e->input == NULL) {
        return usage(e, e->request ? "give FILE or --request, not both" : "FILE is missing");
    }
    return LOB_EXIT_OK;
}

static int check_picture(command *e) {
    static const char *const names[] = {[LOB_LITHO_PICTURE_AERIAL] = "aerial",
                                        [LOB_LITHO_PICTURE_CONTOURS] = "contours",
                                        [LOB_LITHO_PICTURE_BAND] = "pvband",
                                        [LOB_LITHO_PICTURE_EPE] = "epe",
                                        [LOB_LITHO_PICTURE_SHEET] = "sheet"};
    e->kind = LOB_LITHO_PICTURE_CONTOURS;
    if (e->picture_kind) {
        unsigned kind = 0;
        while (kind + 1 < sizeof names / sizeof names[0] && strcmp(e->picture_kind, names[kind]) != 0) {
            kind++;
        }
        e->kind = (lob_litho_picture_kind)kind;
    }
    if (e->picture_kind && !e->picture && !e->picture_svg) {
        return usage(e, "--picture-kind needs --picture OUT.png or --picture-svg OUT.svg");
    }
    if ((e->picture && !lob_path_absolute(e->picture, e->picture_out, sizeof e->picture_out)) ||
        (e->picture_svg && !lob_path_absolute(e->picture_svg, e->svg_out, sizeof e->svg_out)) ||
        (e->output && !lob_path_absolute(e->output, e->out, sizeof e->out))) {
        return usage(e, "a path is too long");
    }
    return LOB_EXIT_OK;
}

int lob_eval_words(command *e, int argc, char **argv) {
    int code;
    lob_shard_hush(e->cli);
    if (!lob_command_read(e->cli, &lob_eval_command, &e->settings, e, argc, argv, NULL, &code)) {
        e->has_ended = true;
        return code;
    }
    code = lob_shard_begin(e->ctx, e->cli, &e->settings, argc, argv, &e->shard);
    code = code == LOB_EXIT_OK ? check_together(e) : code;
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
    int64_t layer, datatype;
    if (!text) {
        return NULL;
    }
    if (!lob_words_layer(lob_str_from(text), &layer, &datatype)) {
        return "a layer is given as LAYER/DATATYPE, like 1/0";
    }
    lob_jsonw_key(w, key);
    lob_words_put_layer(layer, datatype, w);
    return NULL;
}

static const char *put_text(const char *key, const char *text, lob_jsonw *w) {
    if (text && !lob_utf8_valid(lob_str_from(text))) {
        return "a name is not UTF-8";
    }
    lob_words_put_text(key, text, w);
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

/* The file of the source joins what --process says. */
static const char *put_process(const command *e, lob_jsonw *w) {
    char path[4096];
    lob_buf json;
    if (!e->source) {
        return put_json(e, "process", e->process, w);
    }
    if (!lob_path_absolute(e->source, path, sizeof path) || !lob_utf8_valid(lob_str_from(path))) {
        return "--source: the path is too long, or not UTF-8";
    }
    lob_buf_init(&json, LOB_LIMIT_LINE_IN_SIZE);
    const char *fault = take_json(e, e->process ? e->process : "{}", &json);
    const lob_str given = {json.data, json.size};
    const size_t start = fault ? 0 : strspn(given.data, " \t\r\n");
    fault = fault || given.data[start] == '{' ? fault : "--process takes a JSON object";
    if (!fault) {
        const bool is_alone = given.data[start + 1 + strspn(given.data + start + 1, " \t\r\n")] == '}';
        lob_buf whole;
        lob_buf_init(&whole, 0);
        lob_buf_add_text(&whole, "{\"source_path\":");
        lob_jsonw value;
        lob_jsonw_init(&value, &whole);
        lob_jsonw_str(&value, lob_str_from(path));
        lob_buf_add_text(&whole, is_alone ? "" : ",");
        lob_buf_add(&whole, given.data + start + 1, given.size - start - 1);
        lob_jsonw_key(w, "process");
        lob_jsonw_raw(w, (lob_str){whole.data, whole.size});
        lob_buf_release(&whole);
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
    fault = fault ? fault : put_process(e, w);
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
    return fault ? usage(e, fault) : LOB_EXIT_OK;
}
