/* Pass 2, model: the tables (errors, limits, tools) and the shared definitions. Schemas are read in schema.c. */
#include "model.h"

#include <ctype.h>
#include <string.h>

#include "defs.h"
#include "json/reader.h"

const char *sc_text_optional(sc_load *load, const sc_place *place, const cJSON *json, const char *key) {
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(json, key);
    if (value && !cJSON_IsString(value)) {
        sc_place at = sc_at(place, key);
        sc_fault(load, &at, "must be a string");
        return NULL;
    }
    return value ? value->valuestring : NULL;
}

const char *sc_text(sc_load *load, const sc_place *place, const cJSON *json, const char *key) {
    const char *text = sc_text_optional(load, place, json, key);
    if (!text && !cJSON_GetObjectItemCaseSensitive(json, key)) {
        sc_fault(load, place, "\"%s\" is missing", key);
    }
    return text ? text : "";
}

bool sc_flag(sc_load *load, const sc_place *place, const cJSON *json, const char *key, bool is_required) {
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(json, key);
    if (!value && is_required) {
        sc_fault(load, place, "\"%s\" is missing", key);
    }
    if (value && !cJSON_IsBool(value)) {
        sc_place at = sc_at(place, key);
        sc_fault(load, &at, "must be true or false");
    }
    return cJSON_IsTrue(value);
}

void sc_only(sc_load *load, const sc_place *place, const cJSON *json, const char *const *known) {
    const cJSON *member;
    cJSON_ArrayForEach(member, json) {
        size_t i = 0;
        while (known[i] && strcmp(known[i], member->string) != 0) {
            i++;
        }
        if (!known[i]) {
            sc_place at = sc_at(place, member->string);
            sc_fault(load, &at, "unknown member");
        }
    }
}

/* The array at `key`, NULL (and a fault) when it is none. */
static const cJSON *list_at(sc_load *load, const sc_place *place, const cJSON *json, const char *key) {
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(json, key);
    if (!cJSON_IsArray(list)) {
        sc_fault(load, place, "\"%s\" must be an array", key);
        return NULL;
    }
    return list;
}

typedef enum { LOWER, UPPER } letter_case;

/* A letter, then letters, digits and _; all letters of one case. */
static bool is_name(const char *text, letter_case letters) {
    const char *rest = text;
    for (; *rest; rest++) {
        unsigned char c = (unsigned char)*rest;
        bool is_letter = letters == LOWER ? islower(c) : isupper(c);
        if (!is_letter && (rest == text || (!isdigit(c) && c != '_'))) {
            return false;
        }
    }
    return rest != text;
}

/* errors.json */

static void read_error(sc_model *model, const sc_place *place, const cJSON *json) {
    static const char *const known[] = {"code", "meaning", "recovery", "internal", "source", NULL};
    sc_error error = {.code = sc_text(model->load, place, json, "code"),
                      .meaning = sc_text(model->load, place, json, "meaning"),
                      .recovery = sc_text_optional(model->load, place, json, "recovery"),
                      .internal = sc_flag(model->load, place, json, "internal", false)};
    sc_only(model->load, place, json, known);
    if (!is_name(error.code, UPPER) && !is_name(error.code, LOWER)) {
        sc_fault(model->load, place, "\"%s\" is no error code: A-Z, 0-9 and _, or all lower case", error.code);
    }
    if (sc_error_known(model, error.code)) {
        sc_fault(model->load, place, "\"%s\" is there twice", error.code);
    }
    if (!error.recovery && !error.internal) {
        sc_fault(model->load, place, "\"recovery\" is missing");
    }
    model->errors[model->error_count++] = error;
}

bool sc_error_known(const sc_model *model, const char *code) {
    for (size_t i = 0; i < model->error_count; i++) {
        if (strcmp(model->errors[i].code, code) == 0) {
            return true;
        }
    }
    return false;
}

/* limits.json */

const sc_limit *sc_limit_find(const sc_model *model, const char *name) {
    for (size_t i = 0; i < model->limit_count; i++) {
        if (strcmp(model->limits[i].name, name) == 0) {
            return &model->limits[i];
        }
    }
    return NULL;
}

static void read_limit(sc_model *model, const sc_place *place, const cJSON *json) {
    static const char *const known[] = {"name", "value", "unit", "error", "description", "source", NULL};
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(json, "value");
    sc_limit limit = {.name = sc_text(model->load, place, json, "name"),
                      .unit = sc_text_optional(model->load, place, json, "unit"),
                      .error = sc_text_optional(model->load, place, json, "error"),
                      .description = sc_text(model->load, place, json, "description")};
    sc_only(model->load, place, json, known);
    if (!is_name(limit.name, LOWER)) {
        sc_fault(model->load, place, "\"%s\" is no limit name: a-z, 0-9 and _", limit.name);
    }
    if (!cJSON_IsNumber(value) || value->valuedouble < 0 || value->valuedouble > 9007199254740991.0 ||
        (double)(int64_t)value->valuedouble != value->valuedouble) {
        sc_fault(model->load, place, "\"value\" must be a whole number from 0 to 2^53 - 1");
    } else {
        limit.value = (int64_t)value->valuedouble;
    }
    if (limit.error && !sc_error_known(model, limit.error)) {
        sc_fault(model->load, place, "\"%s\" is not in errors.json", limit.error);
    }
    if (sc_limit_find(model, limit.name)) {
        sc_fault(model->load, place, "\"%s\" is there twice", limit.name);
    }
    model->limits[model->limit_count++] = limit;
}

static void read_tables(sc_model *model) {
    sc_load *load = model->load;
    const cJSON *item;
    sc_place root = sc_root(&load->errors), at = sc_at(&root, "errors");
    const cJSON *list = list_at(load, &root, load->errors.root, "errors");
    int index = 0;
    model->errors = sc_alloc(load, (size_t)cJSON_GetArraySize(list) + 1, sizeof *model->errors);
    cJSON_ArrayForEach(item, list) {
        sc_place place = sc_at_index(&at, index++);
        read_error(model, &place, item);
    }
    root = sc_root(&load->limits);
    at = sc_at(&root, "limits");
    list = list_at(load, &root, load->limits.root, "limits");
    index = 0;
    model->limits = sc_alloc(load, (size_t)cJSON_GetArraySize(list) + 1, sizeof *model->limits);
    cJSON_ArrayForEach(item, list) {
        sc_place place = sc_at_index(&at, index++);
        read_limit(model, &place, item);
    }
}

/* Groups of tools */

enum { GROUP_COUNT_MAX = 16 };

static void read_groups(sc_model *model) {
    static const char *const known[] = {"name", "description", NULL};
    sc_load *load = model->load;
    sc_place root = sc_root(&load->list), at = sc_at(&root, "groups");
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(load->list.root, "groups"), *item;
    if (list && (!cJSON_IsArray(list) || cJSON_GetArraySize(list) > GROUP_COUNT_MAX)) {
        sc_fault(load, &at, "must be an array of at most %d", GROUP_COUNT_MAX);
        return;
    }
    model->groups = sc_alloc(load, (size_t)cJSON_GetArraySize(list) + 1, sizeof *model->groups);
    int index = 0;
    cJSON_ArrayForEach(item, list) {
        sc_place place = sc_at_index(&at, index++);
        sc_group group = {sc_text(load, &place, item, "name"), sc_text(load, &place, item, "description")};
        sc_only(load, &place, item, known);
        if (!is_name(group.name, LOWER)) {
            sc_fault(load, &place, "\"%s\" is no name of a group: a-z, 0-9 and _", group.name);
        }
        for (size_t i = 0; i < model->group_count; i++) {
            if (strcmp(model->groups[i].name, group.name) == 0) {
                sc_fault(load, &place, "\"%s\" is there twice", group.name);
            }
        }
        model->groups[model->group_count++] = group;
    }
}

/* Where there are groups, each tool is in one at least: a toolset would never offer it else. */
static void read_groups_of(sc_model *model, const sc_place *place, const cJSON *json, sc_tool *tool) {
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(json, "groups"), *item;
    sc_place at = sc_at(place, "groups");
    if (!list && model->group_count == 0) {
        return;
    }
    if (!cJSON_IsArray(list) || !list->child) {
        sc_fault(model->load, list ? &at : place, "\"groups\" must name a group of tools.json, or several");
        return;
    }
    int index = 0;
    cJSON_ArrayForEach(item, list) {
        const sc_place each = sc_at_index(&at, index++);
        const char *name = cJSON_IsString(item) ? item->valuestring : "";
        size_t i = 0;
        while (i < model->group_count && strcmp(model->groups[i].name, name) != 0) {
            i++;
        }
        if (i == model->group_count) {
            sc_fault(model->load, &each, "tools.json has no group \"%s\"", name);
        } else if (tool->groups & 1u << i) {
            sc_fault(model->load, &each, "\"%s\" is there twice", name);
        } else {
            tool->groups |= 1u << i;
        }
    }
}

/* Tools */

static void read_annotations(sc_load *load, const sc_place *place, const cJSON *json, sc_tool *tool) {
    static const char *const known[] = {"read_only", "destructive", "idempotent", "open_world", NULL};
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(json, "annotations");
    sc_place at = sc_at(place, "annotations");
    if (!cJSON_IsObject(value)) {
        sc_fault(load, place, "\"annotations\" must be an object");
        return;
    }
    sc_only(load, &at, value, known);
    tool->read_only = sc_flag(load, &at, value, "read_only", true);
    tool->destructive = sc_flag(load, &at, value, "destructive", true);
    tool->idempotent = sc_flag(load, &at, value, "idempotent", true);
    tool->open_world = sc_flag(load, &at, value, "open_world", true);
    if (tool->read_only && tool->destructive) {
        sc_fault(load, &at, "a tool that only reads cannot be destructive");
    }
}

/* MCP keeps bare names and prefixes with its own word in them to itself. */
static bool is_own_key(const char *key) {
    const char *slash = strchr(key, '/');
    return slash && slash != key && slash[1] && islower((unsigned char)*key) && !strstr(key, "mcp") &&
           !strstr(key, "modelcontextprotocol");
}

/* Without the white space between its tokens. */
static const char *compact(sc_load *load, lob_str raw) {
    char *text = sc_alloc(load, raw.size + 1, 1);
    size_t kept = 0;
    bool in_string = false;
    for (size_t i = 0; i < raw.size; i++) {
        const char c = raw.data[i];
        if (in_string || !isspace((unsigned char)c)) {
            text[kept++] = c;
        }
        if (in_string && c == '\\') {
            text[kept++] = raw.data[++i];
        } else if (c == '"') {
            in_string = !in_string;
        }
    }
    return text;
}

static const char *read_meta(sc_load *load, const sc_place *place, const sc_file *file) {
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(file->root, "meta"), *item;
    sc_place at = sc_at(place, "meta");
    if (!value) {
        return NULL;
    }
    if (!cJSON_IsObject(value) || !value->child) {
        sc_fault(load, &at, "must be an object with members");
        return NULL;
    }
    cJSON_ArrayForEach(item, value) {
        if (!is_own_key(item->string)) {
            sc_fault(load, &at, "\"%s\" is no name with a prefix of our own: PREFIX/NAME", item->string);
        }
    }
    return compact(load, lob_json_raw_member(file->text, "meta"));
}

static sc_type *read_root(sc_model *model, const sc_place *place, const cJSON *json, const char *key,
                          const sc_tool *tool) {
    sc_place at = sc_at(place, key);
    const cJSON *schema = cJSON_GetObjectItemCaseSensitive(json, key);
    sc_type *type = NULL;
    if (!cJSON_IsObject(schema) || cJSON_GetObjectItemCaseSensitive(schema, "$ref")) {
        sc_fault(model->load, place, "\"%s\" must be an object schema", key);
    } else {
        type = sc_root_read(model, &at, schema, sc_format(model->load, "%s_%s", tool->name, key), tool,
                            strcmp(key, "response") == 0);
    }
    if (type && type->kind != SC_OBJECT) {
        sc_fault(model->load, &at, "must be of type object with properties");
        type = NULL;
    }
    return type;
}

const sc_type *sc_error_type(const sc_model *model) {
    for (size_t i = 0; i < model->type_count; i++) {
        if (model->types[i]->is_named && strcmp(model->types[i]->name, "error_object") == 0) {
            return model->types[i];
        }
    }
    return NULL;
}

/* As JSON has it. */
static sc_kind plain_kind(const sc_type *type) {
    return type->kind == SC_ENUM || type->kind == SC_CONST ? SC_STRING : type->kind == SC_MAP ? SC_OBJECT : type->kind;
}

/* One schema in tools/list describes an answer and an error: what both have is of one type, however deep. */
static void check_against_error(sc_model *model, const sc_place *place, const sc_type *answer, const sc_type *error) {
    for (size_t i = 0; i < answer->member_count; i++) {
        for (size_t k = 0; k < error->member_count; k++) {
            const sc_type *ours = answer->members[i].type, *theirs = error->members[k].type;
            if (strcmp(answer->members[i].name, error->members[k].name) != 0) {
                continue;
            }
            const sc_place at = sc_at(place, answer->members[i].name);
            if (plain_kind(ours) != plain_kind(theirs)) {
                sc_fault(model->load, &at, "is of another type in an error");
            }
            check_against_error(model, &at, ours, theirs);
        }
    }
}

static void check_tool(sc_model *model, const sc_place *place, sc_tool *tool) {
    sc_place at = sc_at(place, "response");
    const sc_type *error = sc_error_type(model);
    if (tool->response && error) {
        check_against_error(model, &at, tool->response, error);
    }
    bool has_required = false;
    for (size_t i = 0; tool->response && i < tool->response->member_count; i++) {
        has_required = has_required || tool->response->members[i].is_required;
    }
    if (tool->response && !has_required) {
        sc_fault(model->load, &at, "a response needs at least one required member, to be told from an error");
    }
    for (size_t i = 0; tool->request && i < tool->request->member_count; i++) {
        tool->has_session = tool->has_session || strcmp(tool->request->members[i].name, "session_id") == 0;
    }
}

static void read_tool(sc_model *model, const sc_file *file, sc_tool *tool) {
    static const char *const known[] = {"name",     "title", "description", "annotations", "groups", "request",
                                        "response", "image", "examples",    "meta",        NULL};
    sc_load *load = model->load;
    sc_place root = sc_root(file);
    const cJSON *json = file->root;
    tool->name = sc_text(load, &root, json, "name");
    tool->title = sc_text(load, &root, json, "title");
    tool->description = sc_text(load, &root, json, "description");
    tool->has_image = sc_flag(load, &root, json, "image", false);
    sc_only(load, &root, json, known);
    read_groups_of(model, &root, json, tool);
    read_annotations(load, &root, json, tool);
    tool->meta = read_meta(load, &root, file);
    if (!is_name(tool->name, LOWER) || strlen(tool->name) > 32) {
        sc_fault(load, &root, "\"%s\" is no tool name: a-z, 0-9 and _, at most 32", tool->name);
    } else if (strcmp(file->name, sc_format(load, "tools/%s.json", tool->name)) != 0) {
        sc_fault(load, &root, "the file of tool \"%s\" must be tools/%s.json", tool->name, tool->name);
    }
    tool->request = read_root(model, &root, json, "request", tool);
    tool->response = read_root(model, &root, json, "response", tool);
    check_tool(model, &root, tool);
}

static sc_tool *tool_find(sc_model *model, const char *name) {
    for (size_t i = 0; i < model->tool_count; i++) {
        if (strcmp(model->tools[i].name, name) == 0) {
            return &model->tools[i];
        }
    }
    return NULL;
}

static void read_instructions(sc_model *model, const sc_place *root, const cJSON *json) {
    const cJSON *list = list_at(model->load, root, json, "instructions"), *item;
    sc_place at = sc_at(root, "instructions");
    model->instructions = sc_alloc(model->load, (size_t)cJSON_GetArraySize(list) + 1, sizeof *model->instructions);
    int index = 0;
    cJSON_ArrayForEach(item, list) {
        sc_place place = sc_at_index(&at, index++);
        if (!cJSON_IsString(item) || !item->valuestring[0]) {
            sc_fault(model->load, &place, "must be a sentence");
        } else {
            model->instructions[model->instruction_count++] = item->valuestring;
        }
    }
}

static void read_registered(sc_model *model) {
    static const char *const known[] = {"schema_version", "instructions", "groups", "registered", NULL};
    sc_load *load = model->load;
    sc_place root = sc_root(&load->list), at = sc_at(&root, "registered");
    const cJSON *json = load->list.root, *list = list_at(load, &root, json, "registered"), *item;
    model->schema_version = sc_text(load, &root, json, "schema_version");
    read_instructions(model, &root, json);
    sc_only(load, &root, json, known);
    model->registered = sc_alloc(load, (size_t)cJSON_GetArraySize(list) + 1, sizeof *model->registered);
    int index = 0;
    cJSON_ArrayForEach(item, list) {
        sc_place place = sc_at_index(&at, index++);
        const char *name = cJSON_IsString(item) ? item->valuestring : "";
        sc_tool *tool = tool_find(model, name);
        if (!tool) {
            sc_fault(load, &place, "there is no tools/%s.json", name);
        } else if (tool->is_registered) {
            sc_fault(load, &place, "\"%s\" is there twice", name);
        } else {
            tool->is_registered = true;
            model->registered[model->registered_count++] = tool;
        }
    }
}

void sc_model_build(sc_model *model, sc_load *load) {
    *model = (sc_model){.load = load};
    read_tables(model);
    read_groups(model);
    sc_defs_collect(model);
    sc_defs_read(model);
    model->tools = sc_alloc(load, load->tools.count + 1, sizeof *model->tools);
    for (size_t i = 0; i < load->tools.count; i++) {
        read_tool(model, &load->tools.items[i], &model->tools[i]);
        model->tool_count++;
    }
    read_registered(model);
}
