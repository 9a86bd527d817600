/* The man page says what the tables of the commands say, and no option of a tool hides one that commands share. */

#include "tests/support/lob_test.h"

#include "main/arguments.h"
#include "main/commands.h"
#include "tool/registry.h"
#include "json/reader.h"

static void test_page(void **state) {
    (void)state;
    lob_buf made, page;
    char block[4096];
    lob_buf_init(&made, 0);
    lob_buf_init(&page, 0);
    lob_commands_man(&made);
    FILE *file = fopen("docs/man/layout-observer.1", "r");
    assert_non_null(file);
    for (size_t size; (size = fread(block, 1, sizeof block, file)) > 0;) {
        lob_buf_add(&page, block, size);
    }
    fclose(file);
    if (!strstr(page.data, made.data)) {
        fail_msg("docs/man/layout-observer.1 is stale: tools/man.sh build/release makes its commands");
    }
    lob_buf_release(&made);
    lob_buf_release(&page);
}

static void test_names(void **state) {
    (void)state;
    const lob_cli cli = {.product = {.name = "layout-observer", .tools = lob_tools, .tool_count = lob_tool_count}};
    lob_json_init();
    for (size_t t = 0; t < lob_tool_count; t++) {
        lob_verb *verb = lob_verb_new(&cli, &lob_tools[t]);
        assert_non_null(verb);
        const lob_option_line line = lob_command_line(&cli, lob_verb_command(verb), NULL, NULL);
        for (size_t i = 0; i < line.groups[0].count; i++) {
            for (size_t g = 1; g < line.group_count; g++) {
                for (size_t k = 0; k < line.groups[g].count; k++) {
                    if (strcmp(line.groups[0].options[i].name, line.groups[g].options[k].name) == 0) {
                        fail_msg("%s --%s", lob_tools[t].name, line.groups[0].options[i].name);
                    }
                }
            }
        }
        lob_verb_drop(verb);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_page), cmocka_unit_test(test_names)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
