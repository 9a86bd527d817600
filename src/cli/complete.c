/* Words that may come next. Invariant: the shell drops what does not begin as typed; here all are offered. */
#include "cli/complete.h"

#include <string.h>

static bool offer(void *arg, lob_str choice) {
    fprintf(arg, "%.*s\n", (int)choice.size, choice.data);
    return true;
}

static bool is_named(const lob_option *option, const char *word) {
    const bool is_letter = option->letter && word[0] == '-' && word[1] == option->letter && word[2] == '\0';
    return is_letter || (strncmp(word, "--", 2) == 0 && (strcmp(word + 2, option->name) == 0 ||
                                                         (option->alias && strcmp(word + 2, option->alias) == 0)));
}

int lob_complete_command(const lob_cli *cli, const lob_command *command, int count, char **words) {
    const lob_option_line line = lob_command_line(cli, command, NULL, NULL);
    const char *before = count > 1 ? words[count - 2] : "", *typed = count > 0 ? words[count - 1] : "";
    for (size_t g = 0; g < line.group_count; g++) {
        for (size_t i = 0; i < line.groups[g].count; i++) {
            const lob_option *option = &line.groups[g].options[i];
            if (!lob_option_is_boolean(option) && is_named(option, before)) {
                lob_choices_each(option->value, offer, cli->out);
                return fflush(cli->out) == 0 ? LOB_EXIT_OK : LOB_EXIT_TOOL_ERROR;
            }
        }
    }
    for (size_t g = 0; typed[0] == '-' && g < line.group_count; g++) {
        for (size_t i = 0; i < line.groups[g].count; i++) {
            const lob_option *option = &line.groups[g].options[i];
            fprintf(cli->out, "--%s%s\n", option->shows_no ? "no-" : "", option->name);
        }
    }
    return fflush(cli->out) == 0 ? LOB_EXIT_OK : LOB_EXIT_TOOL_ERROR;
}
