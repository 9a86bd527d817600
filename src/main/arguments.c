/* Options from schemas. Invariant: what is written into the argument objects is strict JSON, each member once; whether
 * the values are right is for the tool to say, as it does for every client. */
#include "main/arguments.h"

#include <string.h>

#include "base/utf8.h"
#include "main/files.h"
#include "json/reader.h"

enum { NAME_SIZE_MAX = 64, DISTANCE_MAX = 4 };

typedef struct reading {
    const lob_cli *cli;
    const lob_tool *tool;
    const cJSON *properties;      /* of the tool */
    const cJSON *open_properties; /* of open_layout, when the tool takes a session */
    lob_arguments *arguments;
    int argc;
    char **argv;
} reading;

const lob_tool *lob_cli_tool(const lob_cli *cli, const char *name) {
    for (size_t i = 0; i < cli->product.tool_count; i++) {
        if (strcmp(cli->product.tools[i].name, name) == 0) {
            return &cli->product.tools[i];
        }
    }
    return NULL;
}

void lob_arguments_release(lob_arguments *arguments) {
    lob_buf_release(&arguments->json);
    lob_buf_release(&arguments->open_json);
}

static const char *text_of(const cJSON *object, const char *name) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsString(item) ? item->valuestring : "";
}

typedef struct option_name {
    char text[NAME_SIZE_MAX + 1];
} option_name;

/* max_depth as an option is spelt: max-depth. */
static option_name spell(const char *member) {
    option_name name;
    snprintf(name.text, sizeof name.text, "%s", member);
    for (char *at = strchr(name.text, '_'); at; at = strchr(at, '_')) {
        *at = '-';
    }
    return name;
}

static bool complain(const reading *r, const char *what, const char *name) {
    fprintf(r->cli->err, "%s %s: --%.64s: %s\n", r->cli->product.name, r->tool->name, spell(name).text, what);
    return false;
}

/* The name of the option at argv[at] as a member's name; its value behind '=' or NULL. */
static bool split_option(const char *text, char name[NAME_SIZE_MAX + 1], const char **value) {
    size_t length = strcspn(text + 2, "=");
    if (length == 0 || length > NAME_SIZE_MAX) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        char c = text[2 + i];
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_')) {
            return false;
        }
        name[i] = c;
        if (c == '-') {
            name[i] = '_';
        }
    }
    name[length] = '\0';
    *value = text[2 + length] == '=' ? text + 3 + length : NULL;
    return true;
}

/* The nearest option, for a misspelt one. */
static void complain_unknown(const reading *r, const char *name) {
    const char *best = NULL;
    unsigned best_distance = DISTANCE_MAX;
    const cJSON *sets[2] = {r->properties, r->open_properties};
    for (int i = 0; i < 2; i++) {
        for (const cJSON *item = sets[i] ? sets[i]->child : NULL; item; item = item->next) {
            unsigned distance = lob_str_distance(lob_str_from(name), lob_str_from(item->string), DISTANCE_MAX);
            if (distance < best_distance) {
                best_distance = distance;
                best = item->string;
            }
        }
    }
    fprintf(r->cli->err, "%s %s: unknown option --%.64s", r->cli->product.name, r->tool->name, spell(name).text);
    if (best) {
        fprintf(r->cli->err, "; did you mean --%s?", spell(best).text);
    }
    fprintf(r->cli->err, " See %s %s --help\n", r->cli->product.name, r->tool->name);
}

/* Values */

static bool add_string(const reading *r, const char *name, const char *value, lob_jsonw *w) {
    char path[4096];
    size_t length = strlen(name);
    if (!lob_utf8_valid(lob_str_from(value))) {
        return complain(r, "the value is not UTF-8", name);
    }
    /* A shell user means the working directory; a client of the server has none. */
    if (length >= 4 && strcmp(name + length - 4, "path") == 0 && value[0]) {
        if (!lob_path_absolute(value, path, sizeof path)) {
            return complain(r, "the path is too long", name);
        }
        value = path;
    }
    lob_jsonw_text(w, value);
    return true;
}

static bool add_json(const reading *r, const char *name, const char *value, const char *type, lob_jsonw *w) {
    lob_json_fault fault;
    bool is_number = strcmp(type, "number") == 0 || strcmp(type, "integer") == 0;
    if (!lob_json_check(lob_str_from(value), false, &fault) || (is_number && !strchr("-0123456789", value[0]))) {
        return complain(r, is_number ? "a number is expected" : "JSON is expected, in quotes of the shell", name);
    }
    lob_jsonw_raw(w, lob_str_from(value));
    return true;
}

static bool add_bool(const reading *r, const char *name, const char *value, lob_jsonw *w) {
    if (value && strcmp(value, "true") != 0 && strcmp(value, "false") != 0) {
        return complain(r, "true or false is expected", name);
    }
    lob_jsonw_bool(w, !value || value[0] == 't');
    return true;
}

/* `members` holds `"a":1,"b":2`; adds one more. */
static bool add_member(const reading *r, lob_buf *members, const cJSON *property, const char *value) {
    const char *type = text_of(property, "type");
    lob_jsonw w;
    char key[NAME_SIZE_MAX + 8];
    snprintf(key, sizeof key, "\"%.*s\":", NAME_SIZE_MAX, property->string);
    if (members->data && strstr(members->data, key)) {
        return complain(r, "given twice", property->string);
    }
    if (members->size > 0) {
        lob_buf_add_byte(members, ',');
    }
    lob_buf_add_text(members, key);
    lob_jsonw_init(&w, members);
    if (strcmp(type, "boolean") == 0) {
        return add_bool(r, property->string, value, &w);
    }
    return strcmp(type, "string") == 0 ? add_string(r, property->string, value, &w)
                                       : add_json(r, property->string, value, type, &w);
}

/* Takes the option at *at. */
static bool read_option(const reading *r, int *at) {
    char name[NAME_SIZE_MAX + 1] = "";
    const char *value = NULL;
    const char *text = r->argv[*at];
    if (strncmp(text, "--", 2) != 0 || !split_option(text, name, &value)) {
        fprintf(r->cli->err, "%s %s: options begin with --; see %s %s --help\n", r->cli->product.name, r->tool->name,
                r->cli->product.name, r->tool->name);
        return false;
    }
    const cJSON *property = cJSON_GetObjectItemCaseSensitive(r->properties, name);
    lob_buf *members = &r->arguments->json;
    bool negated = false;
    if (!property) {
        property = cJSON_GetObjectItemCaseSensitive(r->open_properties, name);
        members = property ? &r->arguments->open_json : members;
    }
    if (!property && strncmp(name, "no_", 3) == 0) {
        property = cJSON_GetObjectItemCaseSensitive(r->properties, name + 3);
        negated = true;
    }
    bool is_bool = strcmp(text_of(property, "type"), "boolean") == 0;
    if (!property || (negated && (!is_bool || value))) {
        complain_unknown(r, name);
        return false;
    }
    (*at)++;
    if (is_bool) {
        return add_member(r, members, property, negated ? "false" : value);
    }
    if (!value && *at == r->argc) {
        return complain(r, "a value is expected", name);
    }
    value = value ? value : r->argv[(*at)++];
    r->arguments->has_session_id = r->arguments->has_session_id || strcmp(name, "session_id") == 0;
    return add_member(r, members, property, value);
}

static bool read_all(const reading *r, int at, lob_settings *settings) {
    while (at < r->argc) {
        lob_option common = lob_settings_take(settings, r->cli, r->argc, r->argv, &at);
        if (common == LOB_OPTION_OTHER) {
            common = lob_files_take(settings, r->cli, r->argc, r->argv, &at);
        }
        if (common == LOB_OPTION_BAD || (common == LOB_OPTION_OTHER && !read_option(r, &at))) {
            return false;
        }
    }
    if (r->arguments->json.failed || r->arguments->open_json.failed) {
        fprintf(r->cli->err, "%s: out of memory\n", r->cli->product.name);
        return false;
    }
    return true;
}

static cJSON *parse_schema(const lob_tool *tool) {
    lob_json_fault fault;
    return tool ? lob_json_parse(lob_str_from(tool->input_schema), &fault) : NULL;
}

bool lob_arguments_read(const lob_cli *cli, const lob_tool *tool, int argc, char **argv, int at, lob_settings *settings,
                        lob_arguments *arguments) {
    cJSON *schema = parse_schema(tool);
    cJSON *open_schema = tool->has_session ? parse_schema(lob_cli_tool(cli, "open_layout")) : NULL;
    *arguments = (lob_arguments){0};
    lob_buf_init(&arguments->json, 0);
    lob_buf_init(&arguments->open_json, 0);
    reading r = {.cli = cli,
                 .tool = tool,
                 .properties = cJSON_GetObjectItemCaseSensitive(schema, "properties"),
                 .open_properties = cJSON_GetObjectItemCaseSensitive(open_schema, "properties"),
                 .arguments = arguments,
                 .argc = argc,
                 .argv = argv};
    bool fine = read_all(&r, at, settings);
    cJSON_Delete(schema);
    cJSON_Delete(open_schema);
    return fine;
}

/* Help */

static bool is_required(const cJSON *schema, const char *name) {
    const cJSON *item;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(schema, "required")) {
        if (cJSON_IsString(item) && strcmp(item->valuestring, name) == 0) {
            return true;
        }
    }
    return false;
}

static void print_option(FILE *out, const cJSON *property, bool required) {
    const char *type = text_of(property, "type");
    bool is_json = strcmp(type, "object") == 0 || strcmp(type, "array") == 0;
    fprintf(out, "  --%s %s%s\n", spell(property->string).text,
            is_json   ? "JSON"
            : type[0] ? type
                      : "JSON",
            required ? " (required)" : "");
    if (text_of(property, "description")[0]) {
        fprintf(out, "      %s\n", text_of(property, "description"));
    }
    const cJSON *item, *names = cJSON_GetObjectItemCaseSensitive(property, "enum");
    if (names) {
        fprintf(out, "      one of:");
        cJSON_ArrayForEach(item, names) {
            fprintf(out, " %s", cJSON_IsString(item) ? item->valuestring : "");
        }
        fprintf(out, "\n");
    }
}

bool lob_arguments_help(const lob_cli *cli, const lob_tool *tool) {
    cJSON *schema = parse_schema(tool);
    if (!schema) {
        return false;
    }
    fprintf(cli->out, "%s %s: %s\n\n%s\n\nOptions:\n", cli->product.name, tool->name, tool->title, tool->description);
    if (tool->has_session) {
        fprintf(
            cli->out,
            "  --path FILE (required)\n      The layout: it is opened, the tool runs on it, and it is closed again.\n"
            "      --top-cell and --format go with it, as for open_layout.\n");
    }
    const cJSON *property;
    cJSON_ArrayForEach(property, cJSON_GetObjectItemCaseSensitive(schema, "properties")) {
        if (!tool->has_session || strcmp(property->string, "session_id") != 0) {
            print_option(cli->out, property, is_required(schema, property->string));
        }
    }
    if (tool->has_session) {
        fprintf(cli->out,
                "  -o PATH\n      Writes the file of the answer to PATH; into it when it is a folder or ends in "
                "/.\n  --keep\n      Leaves the session's folder with its files where the answer says they "
                "are. Without -o or --keep they are deleted at the end and their paths are null.\n");
    }
    fprintf(cli->out, "  --pretty\n      Lines and indents instead of one line.\n");
    cJSON_Delete(schema);
    return true;
}
