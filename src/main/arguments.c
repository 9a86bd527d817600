/* Options from schemas. Invariant: what is written into the argument objects is strict JSON, each member once; whether
 * the values are right is for the tool to say, as it does for every client. */
#include "main/arguments.h"

#include <stddef.h>
#include <string.h>

#include "base/utf8.h"
#include "main/words.h"
#include "json/reader.h"

enum { NAME_SIZE_MAX = 64, ABOUT_SIZE = 640, CHOICES_SIZE = 256 };

typedef union slot { /* the field of an option */
    const char *text;
    lob_switch flag;
} slot;

struct lob_verb {
    const lob_cli *cli;
    const lob_tool *tool;
    lob_arena *arena;
    cJSON *schema, *open_schema; /* open: NULL where the tool takes no session */
    lob_option options[LOB_OPTION_COUNT_MAX];
    const cJSON *properties[LOB_OPTION_COUNT_MAX]; /* of the options */
    bool is_of_open[LOB_OPTION_COUNT_MAX];
    slot slots[LOB_OPTION_COUNT_MAX];
    size_t count;
    lob_positional words[3];
    lob_command command;
};

const lob_tool *lob_cli_tool(const lob_cli *cli, const char *name) {
    for (size_t i = 0; i < cli->product.tool_count; i++) {
        const char *known = cli->product.tools[i].name;
        size_t at = 0;
        while (known[at] && (name[at] == known[at] || (name[at] == '-' && known[at] == '_'))) {
            at++;
        }
        if (known[at] == '\0' && name[at] == '\0') {
            return &cli->product.tools[i];
        }
    }
    return NULL;
}

void lob_arguments_release(lob_arguments *arguments) {
    lob_buf_release(&arguments->json);
    lob_buf_release(&arguments->open_json);
}

/* ---- the table ---- */

static const char *text_of(const cJSON *object, const char *name) {
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsString(item) ? item->valuestring : "";
}

static bool is_required(const cJSON *schema, const char *name) {
    const cJSON *item;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(schema, "required")) {
        if (cJSON_IsString(item) && strcmp(item->valuestring, name) == 0) {
            return true;
        }
    }
    return false;
}

/* max_depth as an option is spelt: max-depth. */
static const char *spell(lob_arena *arena, const char *member) {
    char *name = lob_arena_strdup(arena, member, strlen(member));
    for (char *at = name ? strchr(name, '_') : NULL; at; at = strchr(at, '_')) {
        *at = '-';
    }
    return name;
}

/* ---- short forms: 0,0,20,10 for a box, 1/0,2/0 for layers, a,b for texts ---- */

/* How many members of an object its short form has: all, when they are numbers, or of a place that may have more, x_um
 * and y_um. 0: there is no short form. */
static unsigned short_count(const cJSON *schema) {
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(schema, "properties");
    unsigned count = 0;
    member = member ? member->child : NULL;
    const bool is_place =
        member && member->next && strcmp(member->string, "x_um") == 0 && strcmp(member->next->string, "y_um") == 0;
    for (; member && !(is_place && count == 2); member = member->next, count++) {
        const char *type = text_of(member, "type");
        if (strcmp(type, "number") != 0 && strcmp(type, "integer") != 0) {
            return 0;
        }
    }
    return count < 2 || count > 4 || strcmp(text_of(schema, "type"), "object") != 0 ? 0 : count;
}

/* What is between those numbers; '\0': there is no short form. */
static char separator_of(const cJSON *schema) {
    if (short_count(schema) == 0) {
        return '\0';
    }
    const char *first = cJSON_GetObjectItemCaseSensitive(schema, "properties")->child->string;
    return strcmp(first, "layer") == 0 ? '/' : strcmp(first, "width") == 0 ? 'x' : ',';
}

static bool put_numbers(const cJSON *schema, const char *text, lob_jsonw *w) {
    const char separator = separator_of(schema);
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(schema, "properties")->child;
    lob_jsonw_begin_object(w);
    for (unsigned left = short_count(schema); left > 0; left--, member = member->next) {
        lob_jsonw_key(w, member->string);
        if (!lob_words_put_number(&text, left > 1 ? separator : '\0', w)) {
            return false;
        }
    }
    lob_jsonw_end_object(w);
    return true;
}

/* An array of texts, or of objects whose numbers are not separated by commas. */
static bool has_short_items(const cJSON *items) {
    const char separator = separator_of(items);
    return strcmp(text_of(items, "type"), "string") == 0 || (separator != '\0' && separator != ',');
}

static bool put_items(const cJSON *items, const char *list, lob_jsonw *w) {
    const bool are_texts = strcmp(text_of(items, "type"), "string") == 0;
    lob_jsonw_begin_array(w);
    for (lob_str part; lob_words_next(&list, &part);) {
        char text[64];
        if (part.size == 0 || (!are_texts && part.size >= sizeof text)) {
            return false;
        }
        if (are_texts) {
            lob_jsonw_str(w, part);
            continue;
        }
        memcpy(text, part.data, part.size);
        text[part.size] = '\0';
        if (!put_numbers(items, text, w)) {
            return false;
        }
    }
    lob_jsonw_end_array(w);
    return true;
}

/* "L,B,R,T": the first letter of each member, or all of a short name. */
static size_t name_numbers(const cJSON *schema, char *out, size_t room) {
    const char separator = separator_of(schema);
    const cJSON *member = cJSON_GetObjectItemCaseSensitive(schema, "properties")->child;
    size_t size = 0;
    for (unsigned left = short_count(schema); left > 0 && size + 4 < room; left--, member = member->next) {
        for (size_t i = 0; i < (strlen(member->string) <= 2 ? strlen(member->string) : 1); i++) {
            out[size++] = (char)(member->string[i] & ~0x20);
        }
        out[size] = left > 1 ? separator : '\0';
        size += left > 1;
    }
    return size;
}

/* "": the value has no short form. */
static size_t name_short(const cJSON *property, char *out, size_t room) {
    const cJSON *items = cJSON_GetObjectItemCaseSensitive(property, "items");
    size_t size = 0;
    if (separator_of(property) != '\0') {
        return name_numbers(property, out, room);
    }
    if (items && has_short_items(items)) {
        size = separator_of(items) != '\0' ? name_numbers(items, out, room) : (size_t)snprintf(out, room, "TEXT");
        size += (size_t)snprintf(out + size, room - size, ",...");
    }
    return size;
}

/* What help calls the value: the choices, its short form, or its type. */
static const char *name_value(lob_arena *arena, const cJSON *property) {
    const char *type = text_of(property, "type");
    const cJSON *item, *names = cJSON_GetObjectItemCaseSensitive(property, "enum");
    char choices[CHOICES_SIZE] = "";
    size_t size = 0;
    cJSON_ArrayForEach(item, names) {
        const char *name = cJSON_IsString(item) ? item->valuestring : "";
        if (size + strlen(name) + 2 < sizeof choices) {
            size += (size_t)snprintf(choices + size, sizeof choices - size, "%s%s", size ? "|" : "", name);
        }
    }
    if (size > 0) {
        return lob_arena_strdup(arena, choices, size);
    }
    size = name_short(property, choices, sizeof choices);
    if (size > 0) {
        return lob_arena_strdup(arena, choices, size);
    }
    return strcmp(type, "string") == 0    ? "TEXT"
           : strcmp(type, "integer") == 0 ? "N"
           : strcmp(type, "number") == 0  ? "NUMBER"
                                          : "JSON";
}

static const char *tell_about(lob_arena *arena, const cJSON *property, bool required) {
    char about[ABOUT_SIZE];
    const int size =
        snprintf(about, sizeof about, "%s%s", required ? "Required. " : "", text_of(property, "description"));
    return lob_arena_strdup(arena, about, (size_t)size < sizeof about ? (size_t)size : sizeof about - 1);
}

static bool has_option(const lob_verb *v, const char *member) {
    for (size_t i = 0; i < v->count; i++) {
        if (strcmp(v->properties[i]->string, member) == 0) {
            return true;
        }
    }
    return false;
}

static bool add_option(lob_verb *v, const cJSON *property, bool is_of_open) {
    const bool is_switch = strcmp(text_of(property, "type"), "boolean") == 0;
    const bool required = is_required(is_of_open ? v->open_schema : v->schema, property->string);
    const bool is_session = v->tool->has_session && strcmp(property->string, "session_id") == 0;
    lob_option *option = &v->options[v->count];
    if (v->count == LOB_OPTION_COUNT_MAX || strlen(property->string) > NAME_SIZE_MAX ||
        has_option(v, property->string)) {
        return true;
    }
    *option = (lob_option){.name = spell(v->arena, property->string),
                           .kind = is_switch ? LOB_OPTION_SWITCH : LOB_OPTION_RAW,
                           .offset = v->count * sizeof(slot),
                           .value = name_value(v->arena, property),
                           .about = is_session ? "An open session in place of FILE."
                                               : tell_about(v->arena, property, required)};
    v->properties[v->count] = property;
    v->is_of_open[v->count++] = is_of_open;
    return option->name && option->value && option->about;
}

static bool add_options(lob_verb *v) {
    const cJSON *property;
    cJSON_ArrayForEach(property, cJSON_GetObjectItemCaseSensitive(v->schema, "properties")) {
        if (!add_option(v, property, false)) {
            return false;
        }
    }
    cJSON_ArrayForEach(property, cJSON_GetObjectItemCaseSensitive(v->open_schema, "properties")) {
        if (!add_option(v, property, true)) {
            return false;
        }
    }
    return true;
}

static bool add_word(lob_verb *v, size_t at, const char *member, const char *name) {
    for (size_t i = 0; i < v->count; i++) {
        if (strcmp(v->properties[i]->string, member) == 0) {
            v->words[at] =
                (lob_positional){name, i * sizeof(slot), !v->is_of_open[i] && is_required(v->schema, member)};
            return true;
        }
    }
    return false;
}

/* Members that a word may stand for. */
static void add_words(lob_verb *v) {
    v->command.words = v->words;
    v->command.usage = "[options]";
    if (add_word(v, 0, "a", "A") && add_word(v, 1, "b", "B")) {
        v->command.usage = "A B [options]";
    } else if (add_word(v, 0, "path", "FILE")) {
        v->options[v->words[0].offset / sizeof(slot)].about = "The same as FILE.";
        v->command.usage = "FILE [options]";
    }
}

/* Hosts see of some objects only a description that begins with the names of their numbers, "{x,y}": members again. */
static bool add_members(cJSON *property) {
    const char *at = text_of(property, "description");
    cJSON *members;
    if (*at != '{' || strcmp(text_of(property, "type"), "object") != 0 || cJSON_HasObjectItem(property, "properties")) {
        return true;
    }
    members = cJSON_AddObjectToObject(property, "properties");
    for (at++; members && *at != '\0'; at++) {
        char name[NAME_SIZE_MAX];
        const size_t size = strspn(at, "abcdefghijklmnopqrstuvwxyz_");
        if (size == 0 || size >= sizeof name) {
            break;
        }
        memcpy(name, at, size);
        name[size] = '\0';
        cJSON *member = cJSON_AddObjectToObject(members, name);
        if (!member || !cJSON_AddStringToObject(member, "type", "number")) {
            return false;
        }
        at += size;
        if (*at != ',') {
            break;
        }
    }
    return members != NULL;
}

static cJSON *parse_schema(const lob_tool *tool) {
    lob_json_fault fault;
    cJSON *property, *schema = tool ? lob_json_parse(lob_str_from(tool->input_schema), &fault) : NULL;
    cJSON_ArrayForEach(property, cJSON_GetObjectItemCaseSensitive(schema, "properties")) {
        if (!add_members(property)) {
            cJSON_Delete(schema);
            return NULL;
        }
    }
    return schema;
}

static bool make_table(lob_verb *v) {
    const lob_tool *opener = v->tool->has_session ? lob_cli_tool(v->cli, "open_layout") : NULL;
    v->schema = parse_schema(v->tool);
    v->open_schema = parse_schema(opener);
    v->command = (lob_command){
        .name = v->tool->name,
        .title = v->tool->title,
        .about = v->tool->description,
        .status = "0 done, 1 the tool failed (--json prints its ErrorObject), 2 the command line "
                  "or the environment is wrong.",
        .options = v->options,
        .takes = LOB_TAKES_ROOT | LOB_TAKES_STORE | LOB_TAKES_JSON | LOB_TAKES_PROGRESS | LOB_TAKES_FILES};
    if (!v->schema || (opener && !v->open_schema) || !add_options(v)) {
        return false;
    }
    v->command.option_count = v->count;
    add_words(v);
    return true;
}

lob_verb *lob_verb_new(const lob_cli *cli, const lob_tool *tool) {
    lob_arena *arena = lob_arena_new(0);
    lob_verb *v = arena ? LOB_NEW(arena, lob_verb) : NULL;
    if (!v) {
        lob_arena_drop(arena);
        return NULL;
    }
    *v = (lob_verb){.cli = cli, .tool = tool, .arena = arena};
    if (!make_table(v)) {
        lob_verb_drop(v);
        return NULL;
    }
    return v;
}

void lob_verb_drop(lob_verb *v) {
    if (v) {
        cJSON_Delete(v->schema);
        cJSON_Delete(v->open_schema);
        lob_arena_drop(v->arena);
    }
}

const lob_command *lob_verb_command(const lob_verb *v) {
    return &v->command;
}

/* ---- values ---- */

static bool complain(const lob_verb *v, size_t option, const char *what) {
    return lob_complain(v->cli, v->tool->name, "--%s: %s", v->options[option].name, what);
}

/* A shell user means the working directory; a client of the server has none. */
static bool is_path(const lob_verb *v, size_t option, const char *value) {
    const char *name = v->properties[option]->string;
    const size_t size = strlen(name);
    for (const lob_positional *word = v->words; word->name; word++) {
        if (word->offset == v->options[option].offset) {
            return strncmp(value, "ses_", 4) != 0;
        }
    }
    return (size >= 4 && strcmp(name + size - 4, "path") == 0) || strcmp(name, "layout") == 0;
}

static bool add_string(const lob_verb *v, size_t option, const char *value, lob_jsonw *w) {
    char path[4096];
    if (!lob_utf8_valid(lob_str_from(value))) {
        return complain(v, option, "the value is not UTF-8");
    }
    if (value[0] && is_path(v, option, value)) {
        if (!lob_path_absolute(value, path, sizeof path)) {
            return complain(v, option, "the path is too long");
        }
        value = path;
    }
    lob_jsonw_text(w, value);
    return true;
}

static bool add_short(const lob_verb *v, size_t option, const char *value, lob_jsonw *w) {
    const cJSON *property = v->properties[option];
    char what[CHOICES_SIZE + 64];
    const bool fine = separator_of(property) != '\0'
                          ? put_numbers(property, value, w)
                          : put_items(cJSON_GetObjectItemCaseSensitive(property, "items"), value, w);
    snprintf(what, sizeof what, "%s is expected, or JSON in shell quotes", v->options[option].value);
    if (!fine || !lob_utf8_valid(lob_str_from(value))) {
        return complain(v, option, what);
    }
    return true;
}

static bool add_json(const lob_verb *v, size_t option, const char *value, const char *type, lob_jsonw *w) {
    lob_json_fault fault;
    char name[CHOICES_SIZE];
    if (!strchr("{[", value[0]) && name_short(v->properties[option], name, sizeof name) > 0) {
        return add_short(v, option, value, w);
    }
    bool is_number = strcmp(type, "number") == 0 || strcmp(type, "integer") == 0;
    if (!lob_json_check(lob_str_from(value), false, &fault) || (is_number && !strchr("-0123456789", value[0]))) {
        return complain(v, option, is_number ? "a number is expected" : "JSON is expected, in shell quotes");
    }
    lob_jsonw_raw(w, lob_str_from(value));
    return true;
}

/* `members` holds `"a":1,"b":2`; adds one more. */
static bool add_member(const lob_verb *v, size_t option, lob_buf *members) {
    const cJSON *property = v->properties[option];
    const char *type = text_of(property, "type"), *value = v->slots[option].text;
    lob_jsonw w;
    lob_buf_printf(members, "%s\"%s\":", members->size > 0 ? "," : "", property->string);
    lob_jsonw_init(&w, members);
    if (v->options[option].kind == LOB_OPTION_SWITCH) {
        lob_jsonw_bool(&w, v->slots[option].flag == LOB_SWITCH_ON);
        return true;
    }
    return strcmp(type, "string") == 0 ? add_string(v, option, value, &w) : add_json(v, option, value, type, &w);
}

/* FILE is opened as a layout. A clip (.glp) is none: a tool that reads clips takes it as its layout. */
static bool is_clip(const lob_verb *v, size_t option) {
    const cJSON *members = cJSON_GetObjectItemCaseSensitive(v->schema, "properties");
    if (!v->is_of_open[option] || strcmp(v->properties[option]->string, "path") != 0 ||
        !cJSON_GetObjectItemCaseSensitive(members, "layout")) {
        return false;
    }
    const char *end = strrchr(v->slots[option].text, '.');
    return end && strcmp(end, ".glp") == 0;
}

static bool add_clip(const lob_verb *v, size_t option, lob_buf *members) {
    lob_jsonw w;
    lob_buf_printf(members, "%s\"layout\":", members->size > 0 ? "," : "");
    lob_jsonw_init(&w, members);
    return add_string(v, option, v->slots[option].text, &w);
}

static bool is_given(const lob_verb *v, size_t option) {
    return v->options[option].kind == LOB_OPTION_SWITCH ? v->slots[option].flag != LOB_SWITCH_UNSET
                                                        : v->slots[option].text != NULL;
}

bool lob_verb_read(lob_verb *v, int argc, char **argv, lob_settings *settings, lob_arguments *arguments, int *code) {
    *arguments = (lob_arguments){0};
    lob_buf_init(&arguments->json, 0);
    lob_buf_init(&arguments->open_json, 0);
    memset(v->slots, 0, sizeof v->slots);
    if (!lob_command_read(v->cli, &v->command, settings, v->slots, argc, argv, NULL, code)) {
        return false;
    }
    *code = LOB_EXIT_USAGE;
    arguments->needs_session = v->tool->has_session && is_required(v->schema, "session_id");
    for (size_t i = 0; i < v->count; i++) {
        lob_buf *members = v->is_of_open[i] ? &arguments->open_json : &arguments->json;
        if (is_given(v, i) && !(is_clip(v, i) ? add_clip(v, i, &arguments->json) : add_member(v, i, members))) {
            return false;
        }
        arguments->has_session_id =
            arguments->has_session_id || (is_given(v, i) && strcmp(v->properties[i]->string, "session_id") == 0);
    }
    if (arguments->json.failed || arguments->open_json.failed) {
        *code = lob_say_no_memory(v->cli);
        return false;
    }
    return true;
}
