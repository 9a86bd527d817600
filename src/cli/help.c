/* Help for people. Invariant: every option of a table is listed, in a column that begins at one place. */
#include "cli/help.h"

#include <string.h>

enum { WIDTH = 100, COLUMN_MAX = 34, LABEL_SIZE = 160, TITLE_COLUMN = 24 };

typedef struct page {
    const lob_cli *cli;
    lob_buf text;
} page;

static int print(page *p) {
    const lob_cli *cli = p->cli;
    const bool fine =
        !p->text.failed && fwrite(p->text.data, 1, p->text.size, cli->out) == p->text.size && fflush(cli->out) == 0;
    lob_buf_release(&p->text);
    return fine ? LOB_EXIT_OK : LOB_EXIT_TOOL_ERROR;
}

static page begin(const lob_cli *cli) {
    page p = {.cli = cli};
    lob_buf_init(&p.text, 0);
    return p;
}

static void put_heading(page *p, const char *text) {
    const bool has_colour = p->cli->has_colour;
    lob_buf_printf(&p->text, "%s%s:%s\n", has_colour ? "\033[1m" : "", text, has_colour ? "\033[0m" : "");
}

/* Words from column `used` on, in lines that begin at `column`; a newline in the text ends a line. */
static void put_wrapped(page *p, const char *text, size_t column, size_t used) {
    bool is_first = true;
    while (*text) {
        const size_t size = strcspn(text, " \n");
        if (!is_first && used + 1 + size > WIDTH) {
            lob_buf_printf(&p->text, "\n%*s", (int)column, "");
            used = column;
            is_first = true;
        }
        lob_buf_printf(&p->text, "%s%.*s", is_first ? "" : " ", (int)size, text);
        used += size + !is_first;
        is_first = false;
        text += size;
        if (*text == '\n' && text[1]) {
            lob_buf_printf(&p->text, "\n%*s", (int)column, "");
            used = column;
            is_first = true;
        }
        text += *text != '\0';
    }
    lob_buf_add_byte(&p->text, '\n');
}

/* "  -o, --output PATH" */
static void make_label(const lob_option *option, char label[LABEL_SIZE]) {
    char letter[8] = "    ";
    if (option->letter) {
        snprintf(letter, sizeof letter, "-%c, ", option->letter);
    }
    snprintf(label, LABEL_SIZE, "  %s--%s%s%s%s", letter, option->shows_no ? "no-" : "", option->name,
             lob_option_is_boolean(option) ? "" : " ", lob_option_is_boolean(option) ? "" : option->value);
}

static size_t column_of(const lob_option_line *line) {
    size_t column = 0;
    for (size_t g = 0; g < line->group_count; g++) {
        for (size_t i = 0; i < line->groups[g].count; i++) {
            char label[LABEL_SIZE];
            make_label(&line->groups[g].options[i], label);
            const size_t size = strlen(label) + 2;
            column = size > column && size <= COLUMN_MAX ? size : column;
        }
    }
    return column;
}

static void put_option(page *p, const lob_option *option, size_t column) {
    char label[LABEL_SIZE];
    make_label(option, label);
    const size_t size = strlen(label);
    lob_buf_add_text(&p->text, label);
    if (size + 2 > column) {
        lob_buf_printf(&p->text, "\n%*s", (int)column, "");
    } else {
        lob_buf_printf(&p->text, "%*s", (int)(column - size), "");
    }
    lob_buf_add_text(&p->text, option->is_required ? "Required. " : "");
    put_wrapped(p, option->about ? option->about : "", column, column + (option->is_required ? 10 : 0));
}

static void put_group(page *p, const lob_option_group *group, size_t column) {
    for (size_t i = 0; i < group->count; i++) {
        put_option(p, &group->options[i], column);
    }
}

static void put_examples(page *p, const char *examples) {
    while (examples && *examples) {
        const size_t size = strcspn(examples, "\n");
        lob_buf_printf(&p->text, "  %s %.*s\n", p->cli->product.name, (int)size, examples);
        examples += size + (examples[size] == '\n');
    }
}

int lob_help_version(const lob_cli *cli) {
    page p = begin(cli);
    lob_buf_printf(&p.text, "%s %s\n", cli->product.name, cli->product.version);
    return print(&p);
}

int lob_help_command(const lob_cli *cli, const lob_command *command) {
    page p = begin(cli);
    const lob_option_line line = lob_command_line(cli, command, NULL, NULL);
    const size_t column = column_of(&line);
    const char *program = cli->product.name;
    lob_buf_printf(&p.text, "%s %s: %s\n\n", program, command->name, command->title);
    put_heading(&p, "Usage");
    lob_buf_printf(&p.text, "  %s %s%s%s\n\n", program, command->name, command->usage[0] ? " " : "", command->usage);
    if (command->about) {
        put_wrapped(&p, command->about, 0, 0);
        lob_buf_add_byte(&p.text, '\n');
    }
    if (command->option_count > 0) {
        put_heading(&p, "Options");
        put_group(&p, &line.groups[0], column);
        lob_buf_add_byte(&p.text, '\n');
    }
    put_heading(&p, "Common options");
    for (size_t g = 1; g < line.group_count; g++) {
        put_group(&p, &line.groups[g], column);
    }
    if (command->examples) {
        lob_buf_add_byte(&p.text, '\n');
        put_heading(&p, "Examples");
        put_examples(&p, command->examples);
    }
    lob_buf_add_text(&p.text, "\nExit status: ");
    put_wrapped(
        &p, command->status ? command->status : "0 done, 1 it failed, 2 the command line or the environment is wrong.",
        0, 13);
    return print(&p);
}

static void put_title(page *p, const char *name, const char *title) {
    const size_t size = strlen(name) + 2;
    lob_buf_printf(&p->text, "  %s%*s", name, size + 2 > TITLE_COLUMN ? 2 : (int)(TITLE_COLUMN - size), "");
    put_wrapped(p, title, TITLE_COLUMN, size + 2 > TITLE_COLUMN ? size + 2 : TITLE_COLUMN);
}

int lob_help_all(const lob_cli *cli, const lob_command *const *commands, size_t count) {
    page p = begin(cli);
    const char *program = cli->product.name;
    lob_buf_printf(&p.text, "%s %s: %s\n\n", program, cli->product.version,
                   "answers questions about GDSII and OASIS layouts, for agents (MCP) and people");
    put_heading(&p, "Usage");
    lob_buf_printf(&p.text,
                   "  %s COMMAND ...         runs a command; %s COMMAND --help explains it\n"
                   "  %s TOOL FILE ...       opens the layout FILE, runs one tool on it, closes it\n"
                   "  %s --version | --help  (also -V, -h)\n\n",
                   program, program, program, program);
    put_heading(&p, "Commands");
    for (size_t i = 0; i < count; i++) {
        put_title(&p, commands[i]->name, commands[i]->title);
    }
    lob_buf_add_byte(&p.text, '\n');
    put_heading(&p, "Tools");
    for (size_t i = 0; i < cli->product.tool_count; i++) {
        put_title(&p, cli->product.tools[i].name, cli->product.tools[i].title);
    }
    lob_buf_add_byte(&p.text, '\n');
    put_heading(&p, "Examples");
    put_examples(&p, "list_layers chip.gds --pretty\n"
                     "render chip.gds -o chip.png --box 0,0,100,50\n"
                     "diff old.gds new.gds\n"
                     "serve --root ~/designs");
    lob_buf_add_text(&p.text, "\nExit status: ");
    put_wrapped(&p,
                "0 done, 1 a tool failed, 2 the command line or the environment is wrong; diff, drc and eval have "
                "their own.",
                0, 13);
    return print(&p);
}

/* ---- the man page ---- */

/* Text of a page: hyphens are those of a keyboard, and no line begins with a dot or a quote. */
static void put_roff(lob_buf *out, const char *text, const char *line_break) {
    bool is_start = true;
    for (; *text; text++) {
        if (is_start && (*text == '.' || *text == '\'')) {
            lob_buf_add_text(out, "\\&");
        }
        is_start = *text == '\n';
        if (*text == '-') {
            lob_buf_add_text(out, "\\-");
        } else if (*text == '\\') {
            lob_buf_add_text(out, "\\e");
        } else if (*text == '\n') {
            lob_buf_add_text(out, line_break);
        } else {
            lob_buf_add_byte(out, *text);
        }
    }
}

static void put_man_option(lob_buf *out, const lob_option *option) {
    char label[LABEL_SIZE];
    make_label(option, label);
    lob_buf_add_text(out, ".TP\n");
    put_roff(out, label + strspn(label, " "), " ");
    lob_buf_add_byte(out, '\n');
    put_roff(out, option->about ? option->about : "", "\n.br\n");
    lob_buf_add_byte(out, '\n');
}

void lob_help_man(const lob_command *const *commands, size_t count, lob_buf *out) {
    lob_buf_add_text(out, ".SH COMMANDS\n");
    for (size_t i = 0; i < count; i++) {
        const lob_command *command = commands[i];
        lob_buf_add_text(out, ".SS ");
        put_roff(out, command->name, " ");
        lob_buf_add_byte(out, ' ');
        put_roff(out, command->usage, " ");
        lob_buf_add_byte(out, '\n');
        put_roff(out, command->title, " ");
        lob_buf_add_text(out, ".\n");
        if (command->about) {
            lob_buf_add_text(out, ".br\n");
            put_roff(out, command->about, "\n.br\n");
            lob_buf_add_byte(out, '\n');
        }
        for (size_t k = 0; k < command->option_count; k++) {
            put_man_option(out, &command->options[k]);
        }
        if (command->status) {
            lob_buf_add_text(out, ".PP\nExit status: ");
            put_roff(out, command->status, "\n.br\n");
            lob_buf_add_byte(out, '\n');
        }
    }
    lob_buf_add_text(out, ".SH COMMON OPTIONS\n");
    for (unsigned g = 0; g < LOB_SETTINGS_GROUP_COUNT; g++) {
        const lob_option_group group = lob_settings_group(g, NULL);
        for (size_t k = 0; k < group.count; k++) {
            put_man_option(out, &group.options[k]);
        }
    }
}
