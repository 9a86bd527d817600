/* The plan of the sweep, and the layouts it is for. Invariant: a plan that was read can be run: its tools are there,
 * and what its steps use was saved before. */
#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "sweep.h"
#include "tool/registry.h"
#include "json/reader.h"

#define PLAN_SIZE_MAX ((size_t)1 << 20)

/* ---- the plan ---- */

static const char *say(lob_ctx *ctx, const char *what, const char *of) {
    char text[300];
    snprintf(text, sizeof text, "%s: %s", of, what);
    const char *copy = lob_arena_strdup(ctx->arena, text, strlen(text));
    return copy != NULL ? copy : what;
}

static bool is_one_of(const char *word, const char *const *list) {
    for (; *list != NULL; list++) {
        if (strcmp(word, *list) == 0) {
            return true;
        }
    }
    return false;
}

/* A misspelled member would be passed over in silence. */
static const char *check_members(lob_ctx *ctx, const cJSON *object, const char *const *known) {
    for (const cJSON *item = object->child; cJSON_IsObject(object) && item != NULL; item = item->next) {
        if (!is_one_of(item->string, known)) {
            return say(ctx, "a member that is not understood", item->string);
        }
    }
    return NULL;
}

static const char *check_shape(lob_ctx *ctx, const cJSON *tree) {
    static const char *const of_plan[] = {"about", "leave_out", "steps", "alike_but", "not_swept", NULL};
    static const char *const of_step[] = {"ask", "tool", "arguments", "save", "not_for", "why", NULL};
    static const char *const of_allowance[] = {"members", "asks", "layouts", "why", NULL};
    static const char *const of_passed[] = {"tool", "why", NULL};
    const char *fault = check_members(ctx, tree, of_plan);
    const cJSON *item;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(tree, "steps")) {
        fault = fault != NULL ? fault : check_members(ctx, item, of_step);
    }
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(tree, "alike_but")) {
        fault = fault != NULL ? fault : check_members(ctx, item, of_allowance);
        if (fault == NULL && !cJSON_IsString(cJSON_GetObjectItemCaseSensitive(item, "why"))) {
            fault = "an allowed difference without a why";
        }
    }
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(tree, "not_swept")) {
        fault = fault != NULL ? fault : check_members(ctx, item, of_passed);
        if (fault == NULL && !cJSON_IsString(cJSON_GetObjectItemCaseSensitive(item, "why"))) {
            fault = "a tool that is not swept, without a why";
        }
    }
    return fault;
}

static const char *read_saves(lob_ctx *ctx, const cJSON *save, ask *out) {
    for (const cJSON *item = save != NULL ? save->child : NULL; item != NULL; item = item->next) {
        bool is_fine = item->string[0] == '$' && cJSON_IsString(item);
        if (!is_fine || out->save_count == sizeof out->saves / sizeof out->saves[0]) {
            return say(ctx, "what is saved is a $NAME and a path, at most 8 a step", out->id);
        }
        const char *path = item->valuestring;
        out->saves[out->save_count].name = lob_arena_strdup(ctx->arena, item->string, strlen(item->string));
        out->saves[out->save_count++].path = (lob_str){lob_arena_strdup(ctx->arena, path, strlen(path)), strlen(path)};
    }
    return NULL;
}

/* Whether an earlier step, or the runner, gives this $NAME. */
static bool is_given(const plan *p, lob_str name) {
    static const char *const given[] = {"$LAYOUT", "$OTHER", "$SNAPSHOTS", "$FIXTURES", "$SESSION1", NULL};
    for (unsigned i = 0; given[i] != NULL; i++) {
        if (lob_str_equal(lob_str_from(given[i]), name)) {
            return true;
        }
    }
    for (unsigned i = 0; i < p->ask_count; i++) {
        for (unsigned j = 0; j < p->asks[i].save_count; j++) {
            if (lob_str_equal(lob_str_from(p->asks[i].saves[j].name), name)) {
                return true;
            }
        }
    }
    return false;
}

lob_str next_variable(lob_str *rest) {
    while (rest->size > 0) {
        size_t size = 1;
        while (*rest->data == '$' && size < rest->size &&
               (isupper((unsigned char)rest->data[size]) || (size > 1 && isdigit((unsigned char)rest->data[size])))) {
            size++;
        }
        lob_str name = {rest->data, size};
        *rest = (lob_str){rest->data + size, rest->size - size};
        if (size > 1) {
            return name;
        }
    }
    return (lob_str){NULL, 0};
}

static const char *read_step(lob_ctx *ctx, lob_str step, const cJSON *tree, plan *out) {
    if (out->ask_count == ASK_COUNT_MAX) {
        return "too many steps";
    }
    ask *a = &out->asks[out->ask_count];
    a->id = plain_text(ctx->arena, lob_json_raw_member(step, "ask"));
    a->tool = plain_text(ctx->arena, lob_json_raw_member(step, "tool"));
    a->arguments = lob_json_raw_member(step, "arguments");
    a->not_for = lob_json_raw_member(step, "not_for");
    if (*a->id == '\0' || *a->tool == '\0' || a->arguments.data == NULL || *a->arguments.data != '{') {
        return say(ctx, "a step has ask, tool and arguments", a->id);
    }
    for (unsigned i = 0; i < out->ask_count; i++) {
        if (strcmp(out->asks[i].id, a->id) == 0) {
            return say(ctx, "two steps of this name", a->id);
        }
    }
    lob_str rest = a->arguments;
    for (lob_str name; (name = next_variable(&rest)).data != NULL;) {
        if (!is_given(out, name)) {
            return say(ctx, "its arguments use what no step before it saves", a->id);
        }
    }
    out->ask_count++;
    return read_saves(ctx, cJSON_GetObjectItemCaseSensitive(tree, "save"), a);
}

static const char *read_allowance(lob_ctx *ctx, lob_str item, plan *out) {
    if (out->allowed_count == ALLOWANCE_COUNT_MAX) {
        return "too many allowed differences";
    }
    allowance *a = &out->allowed[out->allowed_count++];
    a->why = plain_text(ctx->arena, lob_json_raw_member(item, "why"));
    a->asks = lob_json_raw_member(item, "asks");
    a->layouts = lob_json_raw_member(item, "layouts");
    lob_str members = lob_json_raw_member(item, "members");
    for (lob_str name; members.data != NULL && next_element(&members, &name);) {
        if (a->member_count == MEMBER_COUNT_MAX) {
            return say(ctx, "too many members", a->why);
        }
        a->members[a->member_count++] = lob_str_from(plain_text(ctx->arena, name));
    }
    return a->member_count + a->layouts.size > 0 ? NULL : say(ctx, "names neither members nor layouts", a->why);
}

static bool is_passed_by(lob_str not_swept, const char *tool) {
    for (lob_str item; not_swept.data != NULL && next_element(&not_swept, &item);) {
        const lob_str name = lob_json_raw_member(item, "tool");
        if (name.size == strlen(tool) + 2 && memcmp(name.data + 1, tool, name.size - 2) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_registered(const char *tool) {
    for (size_t i = 0; i < lob_tool_count; i++) {
        if (strcmp(lob_tools[i].name, tool) == 0) {
            return true;
        }
    }
    return false;
}

/* Both ways: what is asked, or passed by, is there, and what is there is asked or passed by, not both. */
static const char *check_tools(lob_ctx *ctx, const plan *p, lob_str not_swept) {
    lob_str rest = not_swept;
    for (lob_str item; rest.data != NULL && next_element(&rest, &item);) {
        const char *tool = plain_text(ctx->arena, lob_json_raw_member(item, "tool"));
        if (!is_registered(tool)) {
            return say(ctx, "no tool of this name is registered", tool);
        }
    }
    for (size_t i = 0; i < lob_tool_count; i++) {
        bool is_asked = false;
        for (unsigned j = 0; j < p->ask_count; j++) {
            is_asked = is_asked || strcmp(lob_tools[i].name, p->asks[j].tool) == 0;
        }
        const bool is_passed = is_passed_by(not_swept, lob_tools[i].name);
        if (!is_asked && !is_passed) {
            return say(ctx, "the plan of the sweep does not ask this tool", lob_tools[i].name);
        }
        if (is_asked && is_passed) {
            return say(ctx, "the plan of the sweep asks this tool, and says that it does not", lob_tools[i].name);
        }
    }
    for (unsigned j = 0; j < p->ask_count; j++) {
        if (!is_registered(p->asks[j].tool)) {
            return say(ctx, "no tool of this name is registered", p->asks[j].tool);
        }
    }
    return NULL;
}

static const char *read_parts(lob_ctx *ctx, lob_str text, const cJSON *tree, plan *out) {
    const char *fault = check_shape(ctx, tree);
    lob_str steps = lob_json_raw_member(text, "steps"), allowed = lob_json_raw_member(text, "alike_but");
    const cJSON *step_tree = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(tree, "steps"), 0);
    out->leave_out = lob_json_raw_member(text, "leave_out");
    if (fault == NULL && step_tree == NULL) {
        return "a plan without steps";
    }
    for (lob_str step; fault == NULL && next_element(&steps, &step); step_tree = step_tree->next) {
        fault = read_step(ctx, step, step_tree, out);
    }
    for (lob_str item; fault == NULL && allowed.data != NULL && next_element(&allowed, &item);) {
        fault = read_allowance(ctx, item, out);
    }
    return fault != NULL ? fault : check_tools(ctx, out, lob_json_raw_member(text, "not_swept"));
}

const char *plan_read(lob_ctx *ctx, const char *path, plan *out) {
    lob_str text = {NULL, 0};
    lob_json_fault json_fault = {.what = "cannot be read"};
    *out = (plan){.ask_count = 0};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool is_read = fd >= 0 && lob_file_read_all(ctx, fd, PLAN_SIZE_MAX, &text) == LOB_OK;
    if (fd >= 0) {
        close(fd);
    }
    cJSON *tree = is_read ? lob_json_parse(text, &json_fault) : NULL;
    const char *fault = tree != NULL ? read_parts(ctx, text, tree, out) : json_fault.what;
    cJSON_Delete(tree);
    return fault;
}

/* ---- the layouts ---- */

typedef struct search {
    const char *folder;
    bool is_stored; /* NAME.json is looked for, not layouts */
    lob_str leave_out;
    layout *out;
    size_t count;
    char folders[LAYOUT_COUNT_MAX][256]; /* below `folder`, still to be looked at */
    size_t folder_count;
} search;

bool names_layout(lob_str list, const char *name) {
    char pattern[300];
    for (lob_str item; list.data != NULL && next_element(&list, &item);) {
        if (item.size >= 2 && item.size < sizeof pattern) {
            snprintf(pattern, sizeof pattern, "%.*s", (int)item.size - 2, item.data + 1);
            if (fnmatch(pattern, name, 0) == 0) {
                return true;
            }
        }
    }
    return false;
}

static void take_file(search *s, const char *name) {
    const char *ending = strrchr(name, '.');
    if (ending == NULL || (size_t)(ending - name) >= sizeof s->out->name) {
        return;
    }
    bool is_gds = strcmp(ending, ".gds") == 0, is_oas = strcmp(ending, ".oas") == 0;
    if (s->is_stored ? strcmp(ending, ".json") != 0 : !is_gds && !is_oas) {
        return;
    }
    size_t i = 0, size = (size_t)(ending - name);
    while (i < s->count && (strlen(s->out[i].name) != size || memcmp(s->out[i].name, name, size) != 0)) {
        i++;
    }
    if (i == LAYOUT_COUNT_MAX) {
        return;
    }
    if (i == s->count) {
        s->out[s->count++] = (layout){.has_gds = false};
        memcpy(s->out[i].name, name, size);
    }
    s->out[i].has_gds = s->out[i].has_gds || is_gds;
    s->out[i].has_oas = s->out[i].has_oas || is_oas;
}

static void look_at(search *s, const char *below) {
    char path[PATH_MAX], name[512];
    snprintf(path, sizeof path, "%s/%s", s->folder, below);
    DIR *dir = opendir(path);
    for (struct dirent *entry; dir != NULL && (entry = readdir(dir)) != NULL;) {
        snprintf(name, sizeof name, "%s%s%s", below, *below != '\0' ? "/" : "", entry->d_name);
        if (entry->d_name[0] == '.' || names_layout(s->leave_out, name)) {
            continue;
        }
        if (entry->d_type != DT_DIR) {
            take_file(s, name);
        } else if (s->folder_count < LAYOUT_COUNT_MAX && strlen(name) < sizeof s->folders[0]) {
            memcpy(s->folders[s->folder_count++], name, strlen(name) + 1);
        }
    }
    if (dir != NULL) {
        closedir(dir);
    }
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const layout *)a)->name, ((const layout *)b)->name);
}

static size_t find(const char *folder, lob_str leave_out, bool is_stored, layout *out) {
    static search s; /* too large for a stack */
    s = (search){.folder = folder, .is_stored = is_stored, .leave_out = leave_out, .out = out};
    look_at(&s, "");
    for (size_t i = 0; i < s.folder_count; i++) {
        look_at(&s, s.folders[i]);
    }
    qsort(out, s.count, sizeof *out, by_name);
    return s.count;
}

size_t layouts_find(const char *folder, lob_str leave_out, layout *out) {
    return find(folder, leave_out, false, out);
}

size_t stored_find(const char *folder, layout *out) {
    return find(folder, (lob_str){NULL, 0}, true, out);
}
