/* Every registered tool against spec/ itself, read here without schemac: a full response made from the schema must be
 * taken, and with any one value wrong or any required member missing it must be refused at that very place; requests
 * likewise. So a member that the generator forgot, or checks wrongly, cannot hide. */
#include <dirent.h>

#include "tests/support/lob_test.h"

#include "base/limits.h"
#include "mcp/tools.h"
#include "tool/registry.h"
#include "json/reader.h"

enum { FILE_COUNT_MAX = 64 };

static cJSON *type_files[FILE_COUNT_MAX];
static unsigned type_file_count;

static cJSON *read_json(const char *path) {
    static char text[1 << 20];
    lob_json_fault fault;
    FILE *file = fopen(path, "rb");
    if (!file) {
        fail_msg("no %s", path);
    }
    size_t size = fread(text, 1, sizeof text, file);
    fclose(file);
    cJSON *json = lob_json_parse((lob_str){text, size}, &fault);
    assert_non_null(json);
    return json;
}

static const cJSON *at(const cJSON *json, const char *key) {
    return cJSON_GetObjectItemCaseSensitive(json, key);
}

static const cJSON *resolve(const cJSON *schema) {
    const cJSON *reference = at(schema, "$ref");
    if (!reference) {
        return schema;
    }
    const char *name = strrchr(reference->valuestring, '/') + 1;
    for (unsigned i = 0; i < type_file_count; i++) {
        if (at(at(type_files[i], "$defs"), name)) {
            return at(at(type_files[i], "$defs"), name);
        }
    }
    fail_msg("no %s", reference->valuestring);
    return NULL;
}

static bool is(const cJSON *schema, const char *type) {
    return at(schema, "type") && strcmp(at(schema, "type")->valuestring, type) == 0;
}

static cJSON *make_text(const cJSON *schema) {
    const cJSON *constant = at(schema, "const"), *choices = at(schema, "enum"), *format = at(schema, "format");
    if (constant) {
        return cJSON_CreateString(constant->valuestring);
    }
    if (choices) {
        return cJSON_CreateString(cJSON_GetArrayItem(choices, cJSON_GetArraySize(choices) - 1)->valuestring);
    }
    const char *name = format ? format->valuestring : "";
    return cJSON_CreateString(strcmp(name, "absolute-path") == 0 ? "/x"
                              : strcmp(name, "color") == 0       ? "#abcdef"
                                                                 : "xyz");
}

static cJSON *make_number(const cJSON *schema) {
    const cJSON *minimum = at(schema, "minimum"), *above = at(schema, "exclusiveMinimum"),
                *maximum = at(schema, "maximum");
    double value = minimum ? minimum->valuedouble : above ? above->valuedouble + 1 : 1;
    return cJSON_CreateNumber(maximum && value > maximum->valuedouble ? maximum->valuedouble : value);
}

/* A value with every member the schema names. */
static cJSON *make(const cJSON *schema) {
    schema = resolve(schema);
    if (is(schema, "string")) {
        return make_text(schema);
    }
    if (is(schema, "number") || is(schema, "integer")) {
        return make_number(schema);
    }
    if (is(schema, "array")) {
        cJSON *array = cJSON_CreateArray();
        int count = at(schema, "minItems") ? at(schema, "minItems")->valueint : 1;
        do {
            cJSON_AddItemToArray(array, make(at(schema, "items")));
        } while (--count > 0);
        return array;
    }
    if (is(schema, "object")) {
        cJSON *object = cJSON_CreateObject();
        const cJSON *member;
        cJSON_ArrayForEach(member, at(schema, "properties")) {
            cJSON_AddItemToObject(object, member->string, make(member));
        }
        if (cJSON_IsObject(at(schema, "additionalProperties"))) {
            cJSON_AddItemToObject(object, "key", make(at(schema, "additionalProperties")));
        }
        return object;
    }
    return is(schema, "boolean") ? cJSON_CreateTrue() : cJSON_CreateObject();
}

typedef struct subject {
    const lob_tool *tool;
    cJSON *root;
    bool is_response;
    unsigned checks;
} subject;

/* Refused at this place, by this rule (NULL: any)? */
static void must_refuse(subject *s, const char *path, const char *rule) {
    lob_arena *arena = lob_arena_new(0);
    lob_ctx ctx;
    lob_buf text;
    lob_jsonw out;
    lob_buf_init(&text, 0);
    lob_jsonw_init(&out, &text);
    lob_ctx_init(&ctx, arena);
    lob_call call = {.ctx = &ctx};
    lob_status status =
        s->is_response ? lob_tool_check_response(&ctx, s->tool, s->root) : s->tool->invoke(&call, s->root, &out);
    if (status == LOB_OK || ctx.error.issue_count_total != 1 || strcmp(ctx.error.issues[0].path, path) != 0 ||
        (rule && strcmp(ctx.error.issues[0].rule, rule) != 0)) {
        fail_msg("%s %s: %s: %s (%u issues) %s %s", s->tool->name, s->is_response ? "response" : "request", path,
                 lob_status_name(status), ctx.error.issue_count_total, ctx.error.issues[0].path,
                 ctx.error.issues[0].rule);
    }
    s->checks++;
    lob_buf_release(&text);
    lob_arena_drop(arena);
}

static bool is_required(const cJSON *schema, const char *name) {
    const cJSON *item;
    cJSON_ArrayForEach(item, at(schema, "required")) {
        if (strcmp(item->valuestring, name) == 0) {
            return true;
        }
    }
    return false;
}

static void replace(cJSON *parent, const char *name, int index, cJSON *item) {
    if (name) {
        assert_true(cJSON_ReplaceItemInObjectCaseSensitive(parent, name, item));
    } else {
        assert_true(cJSON_ReplaceItemInArray(parent, index, item));
    }
}

static void visit(subject *s, const cJSON *schema, cJSON *value, const char *path);

/* A member or an item: wrong type, then all that lies below it. */
static void visit_child(subject *s, cJSON *parent, const char *name, int index, const cJSON *schema, const char *path) {
    cJSON *child = name ? cJSON_GetObjectItemCaseSensitive(parent, name) : cJSON_GetArrayItem(parent, index);
    const cJSON *type = resolve(schema);
    if (!at(type, "type")) {
        return; /* x-any */
    }
    cJSON *saved = cJSON_Duplicate(child, true);
    replace(parent, name, index, is(type, "string") ? cJSON_CreateNumber(5) : cJSON_CreateString("bad"));
    must_refuse(s, path, at(type, "const") || at(type, "enum") ? "enum" : "type");
    replace(parent, name, index, saved);
    visit(s, type, saved, path);
}

static void visit(subject *s, const cJSON *schema, cJSON *value, const char *path) {
    char below[400];
    const cJSON *member, *members = at(schema, "properties");
    cJSON_ArrayForEach(member, members) {
        snprintf(below, sizeof below, "%s.%s", path, member->string);
        visit_child(s, value, member->string, 0, member, below);
        /* What full answers alone have may be missing. */
        if (is_required(schema, member->string) && !cJSON_HasObjectItem(member, "x-detail")) {
            cJSON *taken = cJSON_DetachItemFromObjectCaseSensitive(value, member->string);
            must_refuse(s, below, "required");
            cJSON_AddItemToObject(value, member->string, taken);
        }
    }
    if (is(schema, "object") && cJSON_IsObject(at(schema, "additionalProperties"))) {
        snprintf(below, sizeof below, "%s.key", path);
        visit_child(s, value, "key", 0, at(schema, "additionalProperties"), below);
    }
    if (cJSON_IsFalse(at(schema, "additionalProperties"))) {
        snprintf(below, sizeof below, "%s.zzzz", path);
        cJSON_AddItemToObject(value, "zzzz", cJSON_CreateTrue());
        must_refuse(s, below, "unknown");
        cJSON_DeleteItemFromObjectCaseSensitive(value, "zzzz");
    }
    if (is(schema, "array")) {
        snprintf(below, sizeof below, "%s[0]", path);
        visit_child(s, value, NULL, 0, at(schema, "items"), below);
    }
}

static cJSON *tool_file(const lob_tool *tool) {
    char path[200];
    snprintf(path, sizeof path, "spec/tools/%s.json", tool->name);
    return read_json(path);
}

static void responses_are_checked_member_by_member(void **state) {
    (void)state;
    for (size_t i = 0; i < lob_tool_count; i++) {
        cJSON *file = tool_file(&lob_tools[i]);
        subject s = {.tool = &lob_tools[i], .root = make(at(file, "response")), .is_response = true};
        lob_arena *arena = lob_arena_new(0);
        lob_ctx ctx;
        lob_ctx_init(&ctx, arena);
        if (lob_tool_check_response(&ctx, &lob_tools[i], s.root) != LOB_OK) {
            fail_msg("%s: %s", lob_tools[i].name, ctx.error.message);
        }
        lob_arena_drop(arena);
        visit(&s, at(file, "response"), s.root, "$");
        assert_gt(s.checks, 3);
        cJSON_Delete(s.root);
        cJSON_Delete(file);
    }
}

/* Faulty requests alone: they end before the handler, which needs sessions. */
static void requests_are_checked_member_by_member(void **state) {
    (void)state;
    for (size_t i = 0; i < lob_tool_count; i++) {
        cJSON *file = tool_file(&lob_tools[i]);
        subject s = {.tool = &lob_tools[i], .root = make(at(file, "request"))};
        visit(&s, at(file, "request"), s.root, "$");
        assert_gt(s.checks, 0);
        cJSON_Delete(s.root);
        cJSON_Delete(file);
    }
}

/* What hosts are shown: strict JSON, inlined, small. */
static void schemas_for_hosts_are_plain(void **state) {
    (void)state;
    for (size_t i = 0; i < lob_tool_count; i++) {
        const lob_tool *tool = &lob_tools[i];
        const char *texts[] = {tool->input_schema, tool->output_schema};
        for (int k = 0; k < 2 && texts[k]; k++) {
            lob_json_fault fault;
            cJSON *schema = lob_json_parse(lob_str_from(texts[k]), &fault);
            assert_non_null(schema);
            assert_string_equal(at(schema, "type")->valuestring, "object");
            assert_null(strstr(texts[k], "$ref"));
            assert_null(strstr(texts[k], "\"x-"));
            if (k != 1) {
                assert_false(at(schema, "oneOf"));
            }
            cJSON_Delete(schema);
        }
        assert_le(strlen(tool->description), 1024);
        assert_eq(tool->has_session, strstr(tool->input_schema, "\"session_id\"") != NULL);
    }
}

/* The types that a schema of tools/list may have: "number", or ["number","null"] in an answer. */
static bool is_of_type(const cJSON *shown, const char *type) {
    const cJSON *names = at(shown, "type");
    if (cJSON_IsArray(names)) {
        assert_string_equal(cJSON_GetArrayItem(names, 1)->valuestring, "null");
        names = names->child;
    }
    return cJSON_IsString(names) && strcmp(names->valuestring, type) == 0;
}

/* Clients hold answers and errors against an output schema: it has the members of both with their types, describes
 * those of an answer, requires nothing and closes nothing, so that answers may grow. */
static void answers_and_errors_are_described(void **state) {
    (void)state;
    static const char *const of_error[][2] = {{"code", "string"}, {"message", "string"}, {"details", "object"}};
    for (size_t i = 0; i < lob_tool_count; i++) {
        lob_json_fault fault;
        cJSON *file = tool_file(&lob_tools[i]);
        cJSON *shown = lob_json_parse(lob_str_from(lob_tools[i].output_schema), &fault);
        const cJSON *members = at(shown, "properties"), *member;
        lob_case("%s", lob_tools[i].name);
        assert_non_null(shown);
        cJSON_ArrayForEach(member, at(at(file, "response"), "properties")) {
            const cJSON *ours = at(members, member->string);
            if (!ours || !at(ours, "description")) {
                fail_msg("%s: %s is not described", lob_tools[i].name, member->string);
            }
            const cJSON *type = at(resolve(member), "type");
            assert_true(type ? is_of_type(ours, type->valuestring) : !at(ours, "type"));
        }
        for (size_t k = 0; k < 3; k++) {
            assert_true(is_of_type(at(members, of_error[k][0]), of_error[k][1]));
        }
        static const char *const absent[] = {"\"required\":[", "\"enum\":[", "\"const\":", ":false"};
        for (size_t k = 0; k < sizeof absent / sizeof *absent; k++) {
            lob_case("%s", absent[k]);
            assert_null(strstr(lob_tools[i].output_schema, absent[k]));
        }
        cJSON_Delete(shown);
        cJSON_Delete(file);
    }
}

/* All that `schema` of spec/ takes is in `shown` and described, however deep. */
static void is_shown(const char *path, const cJSON *schema, const cJSON *shown) {
    const cJSON *member;
    char below[400];
    schema = resolve(schema);
    if (at(schema, "x-shown")) {
        const cJSON *forms = at(schema, "x-shown");
        const bool is_one = cJSON_GetArraySize(forms) == 1;
        for (int i = 0; i < cJSON_GetArraySize(forms); i++) {
            is_shown(path, cJSON_GetArrayItem(forms, i), is_one ? shown : cJSON_GetArrayItem(at(shown, "anyOf"), i));
        }
    }
    cJSON_ArrayForEach(member, at(schema, "properties")) {
        const cJSON *theirs = at(at(shown, "properties"), member->string);
        snprintf(below, sizeof below, "%s.%s", path, member->string);
        if (!theirs) {
            fail_msg("%s is hidden", below);
        }
        if (!at(theirs, "description")) {
            fail_msg("%s has no description", below);
        }
        is_shown(below, member, theirs);
    }
    if (is(schema, "array")) {
        snprintf(below, sizeof below, "%s[]", path);
        assert_non_null(at(shown, "items"));
        is_shown(below, at(schema, "items"), at(shown, "items"));
    }
}

/* Every member that a tool takes is shown to hosts and described. */
static void nothing_is_hidden(void **state) {
    (void)state;
    for (size_t i = 0; i < lob_tool_count; i++) {
        lob_json_fault fault;
        cJSON *file = tool_file(&lob_tools[i]);
        cJSON *shown = lob_json_parse(lob_str_from(lob_tools[i].input_schema), &fault);
        assert_true(cJSON_IsFalse(at(shown, "additionalProperties")));
        is_shown(lob_tools[i].name, at(file, "request"), shown);
        cJSON_Delete(shown);
        cJSON_Delete(file);
    }
    assert_eq(lob_tool_find(LOB_STR("evaluate"), LOB_TOOLSET_FULL)->groups,
              lob_tool_find(LOB_STR("optimize"), LOB_TOOLSET_FULL)->groups);
}

/* Instructions name tools that are offered alone, whatever the toolset; with all tools every sentence is there. */
static void instructions_fit_the_toolset(void **state) {
    (void)state;
    lob_product product = {.tools = lob_tools, .tool_count = lob_tool_count, .instructions = lob_instructions};
    for (unsigned set = 1; set <= 1u << LOB_GROUP_COUNT; set++) {
        static const char letters[] = "abcdefghijklmnopqrstuvwxyz_";
        lob_buf text;
        size_t sentences = 0, named = 0;
        const bool is_all = set == 1u << LOB_GROUP_COUNT;
        product.toolset = is_all ? LOB_TOOLSET_FULL : set;
        lob_buf_init(&text, 0);
        lob_tools_write_instructions(&product, &text);
        for (; lob_instructions[sentences]; sentences++) {
            assert_true(!is_all || strstr(text.data, lob_instructions[sentences]));
        }
        assert_gt(sentences, 10);
        assert_le(text.size, 1500);
        for (char *word = strpbrk(text.data, letters); word; word = strpbrk(word, letters)) {
            const size_t size = strspn(word, letters);
            const bool is_tool = lob_tool_find((lob_str){word, size}, LOB_TOOLSET_FULL) != NULL;
            if (is_tool && !lob_tool_find((lob_str){word, size}, product.toolset)) {
                fail_msg("toolset %u: %.*s is named", set, (int)size, word);
            }
            named += is_tool;
            word += size;
        }
        assert_gt(named, 2);
        lob_buf_release(&text);
    }
}

/* What changes nothing that a user owns asks for no permission; a deck is a program, and a job is somebody's. */
static void hints_are_right(void **state) {
    (void)state;
    for (size_t i = 0; i < lob_tool_count; i++) {
        const lob_tool *tool = &lob_tools[i];
        const bool runs_deck = strcmp(tool->name, "run_drc_script") == 0;
        lob_case("%s", tool->name);
        assert_int_equal(tool->read_only, !runs_deck && strcmp(tool->name, "cancel_job") != 0);
        assert_int_equal(tool->open_world, runs_deck);
        assert_false(tool->destructive);
        assert_int_not_equal(strlen(tool->title), 0);
    }
}

static lob_tools_size size_of(lob_toolset toolset) {
    const lob_product product = {.tools = lob_tools, .tool_count = lob_tool_count, .toolset = toolset};
    lob_tools_size size;
    assert_true(lob_tools_measure(&product, &size));
    return size;
}

/* Hosts pay for the list in every conversation: these are promises (R-RESP-27). */
static void the_list_keeps_its_size(void **state) {
    (void)state;
    assert_le(size_of(LOB_TOOLSET_FULL).inputs, LOB_LIMIT_LISTING_SIZE);
    assert_le(size_of(LOB_TOOLSET_CONTRACT).inputs, LOB_LIMIT_LISTING_CONTRACT_SIZE);
    assert_le(size_of(LOB_TOOLSET_FULL).outputs, LOB_LIMIT_LISTING_OUTPUT_SIZE);
}

/* A group is of use by itself: where a tool of it takes a session, one can be opened and closed. */
static void groups_stand_alone(void **state) {
    (void)state;
    for (unsigned i = 0; i < LOB_GROUP_COUNT; i++) {
        lob_toolset read = 0;
        lob_case("%s", lob_group_names[i]);
        assert_true(lob_toolset_read(lob_group_names[i], &read));
        assert_int_equal(read, 1u << i);
        size_t count = 0;
        for (size_t k = 0; k < lob_tool_count; k++) {
            const lob_tool *tool = &lob_tools[k];
            assert_int_not_equal(tool->groups, 0);
            count += lob_tool_is_offered(tool, read);
            /* evaluate and optimize take a file as well */
            if (lob_tool_is_offered(tool, read) && strstr(tool->input_schema, "\"session_id\"],\"add")) {
                assert_non_null(lob_tool_find(LOB_STR("open_layout"), read));
                assert_non_null(lob_tool_find(LOB_STR("close_session"), read));
            }
        }
        assert_gt(count, 0);
    }
    lob_toolset read = 77;
    assert_false(lob_toolset_read("", &read));
    assert_int_equal(read, 77);
}

static int load_types(void **state) {
    (void)state;
    lob_json_init();
    DIR *dir = opendir("spec/types");
    for (struct dirent *entry; dir && (entry = readdir(dir)) != NULL && type_file_count < FILE_COUNT_MAX;) {
        char path[300];
        if (entry->d_name[0] != '.') {
            snprintf(path, sizeof path, "spec/types/%s", entry->d_name);
            type_files[type_file_count++] = read_json(path);
        }
    }
    return dir ? closedir(dir) : -1;
}

static int drop_types(void **state) {
    (void)state;
    while (type_file_count > 0) {
        cJSON_Delete(type_files[--type_file_count]);
    }
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(responses_are_checked_member_by_member),
        cmocka_unit_test(requests_are_checked_member_by_member),
        cmocka_unit_test(schemas_for_hosts_are_plain),
        cmocka_unit_test(answers_and_errors_are_described),
        cmocka_unit_test(nothing_is_hidden),
        cmocka_unit_test(instructions_fit_the_toolset),
        cmocka_unit_test(hints_are_right),
        cmocka_unit_test(the_list_keeps_its_size),
        cmocka_unit_test(groups_stand_alone),
    };
    return cmocka_run_group_tests(tests, load_types, drop_types);
}
