/* Which arguments of which tools were used, by the schemas of the registry, and the table at the end of a run.
 *
 * A use of a nested member counts as PATH.MEMBER. A tool that never answered, or an argument that no call had, fails a
 * run that is long enough: then the generator has lost a part of what it is to try.
 */
#include "user.h"

#include <string.h>

#include "tool/registry.h"

typedef struct visit {
    uint64_t *uses;          /* to count into; NULL: none */
    const uint64_t *counted; /* to tell */
    const char *tool;
    unsigned at, unused;
} visit;

static void visit_members(visit *v, const cJSON *schema, const cJSON *value, const char *above, unsigned depth) {
    const cJSON *item;
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(schema, "properties")) {
        const cJSON *items = cJSON_GetObjectItemCaseSensitive(item, "items"), *below = items ? items : item;
        const cJSON *member = cJSON_GetObjectItemCaseSensitive(value, item->string);
        char path[USER_TEXT_SIZE];
        snprintf(path, sizeof path, "%s%s%s", above, *above ? "." : "", item->string);
        FUZZ_REQUIRE(v->at < USER_ARGUMENTS_MAX);
        if (v->uses) {
            v->uses[v->at] += member != NULL;
        } else if (v->counted[v->at] == 0) {
            printf("  FAIL %s: no call had %s\n", v->tool, path);
            v->unused++;
        }
        const unsigned first = ++v->at;
        const cJSON *one = items ? member ? member->child : NULL : member;
        do { /* each item of a list; without one the members are passed by */
            v->at = first;
            if (depth < 4) {
                visit_members(v, below, one, path, depth + 1);
            }
            one = items && one ? one->next : NULL;
        } while (one);
    }
}

void user_table_note(user_watch *watch, const lob_tool *tool, const cJSON *arguments) {
    visit v = {.uses = watch->uses[tool - lob_tools], .tool = tool->name};
    visit_members(&v, user_schema_of(tool), arguments, "", 0);
}

unsigned user_table_print(const user_watch *watch, bool must_be_full) {
    unsigned unused = 0, arguments = 0;
    printf("  %-20s %9s %9s %9s %9s %8s\n", "tool", "calls", "answers", "errors", "cancelled", "s");
    for (size_t i = 0; i < lob_tool_count; i++) {
        const uint64_t calls = watch->tool_calls[i], fine = watch->tool_fine[i], ended = watch->tool_cancelled[i];
        printf("  %-20s %9llu %9llu %9llu %9llu %8.1f\n", lob_tools[i].name, (unsigned long long)calls,
               (unsigned long long)fine, (unsigned long long)(calls - fine - ended), (unsigned long long)ended,
               (double)watch->tool_ns[i] * 1e-9);
    }
    for (size_t i = 0; i < lob_tool_count && must_be_full; i++) {
        visit v = {.counted = watch->uses[i], .tool = lob_tools[i].name};
        if (watch->tool_fine[i] == 0) {
            printf("  FAIL %s: no call was answered\n", lob_tools[i].name);
            unused++;
        }
        visit_members(&v, user_schema_of(&lob_tools[i]), NULL, "", 0);
        unused += v.unused;
        arguments += v.at;
    }
    if (must_be_full) {
        printf("  %zu tools and %u arguments, %u of them unused\n", lob_tool_count, arguments, unused);
    }
    return unused;
}
