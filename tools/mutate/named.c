/* Mutants of a list: an exact text that stands once in a file, and what stands there instead.
 *
 * A text that ends in ; or } is statements, any other an expression. A list whose text is no longer in the source is
 * stale and fails: a mutant that does nothing would prove nothing.
 */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

#include "mutate.h"
#include "json/reader.h"

static const char *member(const cJSON *item, const char *name) {
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(item, name);
    return cJSON_IsString(value) ? value->valuestring : NULL;
}

static bool is_statement(const char *text) {
    size_t size = strlen(text);
    while (size > 0 && strchr(" \n", text[size - 1]) != NULL) {
        size--;
    }
    return size > 0 && (text[size - 1] == ';' || text[size - 1] == '}');
}

/* The one place of `text`; SIZE_MAX: none, or several. */
static size_t only_place(const source *in, const char *text) {
    const char *first = strstr(in->text.data, text);
    return first != NULL && strstr(first + 1, text) == NULL ? (size_t)(first - in->text.data) : SIZE_MAX;
}

static bool add_named(mutants *all, const cJSON *item, const char *list) {
    const char *name = member(item, "name"), *file = member(item, "file"), *find = member(item, "find");
    const char *replace = member(item, "replace"), *caught_by = member(item, "case");
    if (!name || !file || !find || !*find || !replace || !caught_by || !member(item, "about")) {
        fprintf(stderr, "%s: %s: a mutant has name, about, file, find, replace and case\n", list,
                name ? name : "(no name)");
        return false;
    }
    const source *in = mutate_source(all, file);
    if (in == NULL) {
        return false;
    }
    size_t at = only_place(in, find);
    if (at == SIZE_MAX) {
        fprintf(stderr, "%s: %s: %s does not hold this text exactly once; write it as it stands there now\n", list,
                name, file);
        return false;
    }
    lob_buf text;
    lob_buf_init(&text, 0);
    lob_buf_printf(&text, is_statement(find) ? "{ %s }" : "(%s)", *replace ? replace : is_statement(find) ? ";" : "0");
    mutant made = {.name = lob_arena_strdup(all->arena, name, strlen(name)),
                   .in = in,
                   .begin = at,
                   .end = at + strlen(find),
                   .before = text.failed ? NULL : lob_arena_strdup(all->arena, text.data, text.size),
                   .after = "",
                   .caught_by = lob_arena_strdup(all->arena, caught_by, strlen(caught_by))};
    lob_buf_release(&text);
    return made.name && made.before && made.caught_by && mutate_add(all, &made);
}

bool mutate_read_list(mutants *all, const char *path) {
    const source *list = mutate_source(all, path);
    if (list == NULL) {
        return false;
    }
    lob_json_fault fault;
    cJSON *json = lob_json_parse(list->text, &fault);
    const cJSON *items = cJSON_GetObjectItemCaseSensitive(json, "mutants");
    if (!cJSON_IsArray(items)) {
        fprintf(stderr, "%s: %s\n", path, json ? "a list is {\"mutants\": [...]}" : fault.what);
        cJSON_Delete(json);
        return false;
    }
    bool fine = true;
    for (const cJSON *item = items->child; item != NULL; item = item->next) {
        fine = add_named(all, item, path) && fine;
    }
    cJSON_Delete(json);
    return fine;
}
