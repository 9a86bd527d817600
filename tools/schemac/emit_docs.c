/* docs/TOOLS.md: every registered tool as a table a person can read. */
#include <inttypes.h>
#include <string.h>

#include "base/num.h"
#include "emit.h"

/* Text in a table cell: no line breaks, no bars, nothing that turns into bold. */
static void add_cell(lob_buf *out, const char *text) {
    for (; text && *text; text++) {
        if (*text == '|' || *text == '*') {
            lob_buf_add_byte(out, '\\');
        }
        lob_buf_add_byte(out, *text == '\n' ? ' ' : *text);
    }
}

static void add_number(lob_buf *out, double value) {
    char digits[LOB_NUM_TEXT_SIZE];
    lob_buf_add(out, digits, lob_num_print(digits, value));
}

static void add_type(lob_buf *out, const sc_type *type) {
    if (type->kind == SC_ARRAY || type->kind == SC_MAP) {
        lob_buf_add_text(out, type->kind == SC_ARRAY ? "list of " : "map to ");
        add_type(out, type->item);
    } else if (type->is_named && (type->kind == SC_OBJECT || type->kind == SC_ENUM)) {
        lob_buf_printf(out, "[%s](#%s)", type->name, type->name);
    } else if (type->kind == SC_ENUM) {
        for (size_t i = 0; i < type->value_count; i++) {
            lob_buf_printf(out, "%s`%s`", i ? " \\| " : "", type->values[i]);
        }
    } else if (type->kind == SC_CONST) {
        lob_buf_printf(out, "`%s`", type->text);
    } else {
        lob_buf_add_text(out, sc_expected(type->kind));
    }
}

static void add_bounds(lob_buf *out, const sc_member *member) {
    const sc_type *type = member->type;
    if (type->has_minimum) {
        lob_buf_add_text(out, type->is_exclusive ? ", > " : ", ≥ ");
        add_number(out, type->minimum);
    }
    if (type->has_maximum) {
        lob_buf_add_text(out, ", ≤ ");
        add_number(out, type->maximum);
    }
    const char *of_size = type->kind == SC_ARRAY ? " items" : type->kind == SC_STRING ? " bytes" : "";
    if (type->has_size_min) {
        lob_buf_printf(out, ", ≥ %" PRId64 "%s", type->size_min, of_size);
    }
    if (type->has_size_max) {
        lob_buf_printf(out, ", ≤ %" PRId64 "%s", type->size_max, of_size);
    }
    if (type->limit) {
        lob_buf_printf(out, ", ≤ %" PRId64 "%s", type->limit->value, of_size);
    }
    if (type->unit) {
        lob_buf_printf(out, ", %s", type->unit);
    }
    if (member->is_nullable) {
        lob_buf_add_text(out, " or null");
    }
}

static void add_presence(lob_buf *out, const sc_member *member) {
    const cJSON *preset = member->preset;
    if (member->is_required) {
        lob_buf_add_text(out, member->is_full ? "detail full" : "required");
    } else if (cJSON_IsString(preset)) {
        lob_buf_printf(out, "`%s`", preset->valuestring);
    } else if (cJSON_IsBool(preset)) {
        lob_buf_add_text(out, cJSON_IsTrue(preset) ? "`true`" : "`false`");
    } else if (preset) {
        add_number(out, preset->valuedouble);
    } else if (member->is_full) {
        lob_buf_add_text(out, "detail full");
    }
}

/* Rows of an object, members of inline objects below it as a.b. */
static void add_rows(sc_emit *e, const sc_type *type, const char *prefix) {
    for (size_t i = 0; i < type->member_count; i++) {
        const sc_member *member = &type->members[i];
        const sc_type *below = member->type;
        const char *name = sc_format(e->model->load, "%s%s", prefix, member->name);
        lob_buf_printf(e->out, "| `%s` | ", name);
        add_type(e->out, below);
        add_bounds(e->out, member);
        lob_buf_add_text(e->out, " | ");
        add_presence(e->out, member);
        lob_buf_add_text(e->out, " | ");
        add_cell(e->out, member->description);
        lob_buf_add_text(e->out, " |\n");
        const char *mark = ".";
        while (below->kind == SC_ARRAY || below->kind == SC_MAP) {
            mark = sc_format(e->model->load, "%s%s", below->kind == SC_ARRAY ? "[]" : ".*", mark);
            below = below->item;
        }
        if (below->kind == SC_OBJECT && !below->is_named) {
            add_rows(e, below, sc_format(e->model->load, "%s%s", name, mark));
        }
    }
}

static void add_table(sc_emit *e, const sc_type *type) {
    if (type->member_count == 0) {
        lob_buf_add_text(e->out, "No members.\n\n");
        return;
    }
    lob_buf_add_text(e->out, "| member | type | presence | |\n|---|---|---|---|\n");
    add_rows(e, type, "");
    lob_buf_add_byte(e->out, '\n');
}

static void add_tool(sc_emit *e, const sc_tool *tool) {
    lob_buf_printf(e->out, "## %s\n\n%s. ", tool->name, tool->title);
    for (size_t i = 0, count = 0; i < e->model->group_count; i++) {
        if (tool->groups & 1u << i) {
            lob_buf_printf(e->out, "%s`%s`", count++ ? ", " : "Groups: ", e->model->groups[i].name);
        }
    }
    lob_buf_printf(e->out, "%s%s%s%s\n\n%s\n\n", tool->groups ? "." : "", tool->read_only ? " Read-only." : "",
                   tool->destructive ? " Deletes." : "", tool->has_image ? " Returns an image, too." : "",
                   tool->description);
    if (tool->meta) {
        lob_buf_printf(e->out, "Its descriptor in tools/list has `_meta`:\n\n    %s\n\n", tool->meta);
    }
    lob_buf_add_text(e->out, "Request:\n\n");
    add_table(e, tool->request);
    lob_buf_add_text(e->out, "Response:\n\n");
    add_table(e, tool->response);
}

static void add_shared(sc_emit *e) {
    lob_buf_add_text(e->out, "# Shared types\n\n");
    for (size_t i = 0; i < e->model->type_count; i++) {
        const sc_type *type = e->model->types[i];
        if (!type->is_named) {
            continue;
        }
        lob_buf_printf(e->out, "## %s\n\n%s%s", type->name, type->description ? type->description : "",
                       type->description ? "\n\n" : "");
        if (type->kind == SC_OBJECT) {
            add_table(e, type);
        } else {
            lob_buf_add_text(e->out, "One of ");
            for (size_t k = 0; k < type->value_count; k++) {
                lob_buf_printf(e->out, "%s`%s`", k ? ", " : "", type->values[k]);
            }
            lob_buf_add_text(e->out, ".\n\n");
        }
    }
}

static void add_tables(sc_emit *e) {
    lob_buf_add_text(e->out, "# Error codes\n\n| code | meaning | what helps |\n|---|---|---|\n");
    for (size_t i = 0; i < e->model->error_count; i++) {
        const sc_error *error = &e->model->errors[i];
        if (!error->internal) {
            lob_buf_printf(e->out, "| `%s` | ", error->code);
            add_cell(e->out, error->meaning);
            lob_buf_add_text(e->out, " | ");
            add_cell(e->out, error->recovery);
            lob_buf_add_text(e->out, " |\n");
        }
    }
    lob_buf_add_text(e->out, "\n# Limits\n\n| name | value | beyond | |\n|---|---|---|---|\n");
    for (size_t i = 0; i < e->model->limit_count; i++) {
        const sc_limit *limit = &e->model->limits[i];
        lob_buf_printf(e->out, "| `%s` | %" PRId64 "%s%s | %s | ", limit->name, limit->value, limit->unit ? " " : "",
                       limit->unit ? limit->unit : "", limit->error ? limit->error : "");
        add_cell(e->out, limit->description);
        lob_buf_add_text(e->out, " |\n");
    }
}

void sc_emit_docs(sc_emit *e) {
    sc_begin(e, "TOOLS.md", "# Tools\n\n");
    lob_buf_printf(
        e->out,
        "Schema version %s. %zu tools. A member without a word under presence may be left out; a value there is its "
        "default. A failure is an [error_object](#error_object).\n\n",
        e->model->schema_version, e->model->registered_count);
    if (e->model->group_count > 0) {
        lob_buf_add_text(e->out, "Groups, for `serve --toolset GROUP,GROUP`; `layout-observer toolsets` prints their "
                                 "sizes:\n\n| group | tools |\n|---|---|\n");
    }
    for (size_t i = 0; i < e->model->group_count; i++) {
        lob_buf_printf(e->out, "| `%s` | %s |\n", e->model->groups[i].name, e->model->groups[i].description);
    }
    lob_buf_add_text(e->out, e->model->group_count > 0 ? "\n" : "");
    for (size_t i = 0; i < e->model->registered_count; i++) {
        add_tool(e, e->model->registered[i]);
    }
    add_shared(e);
    add_tables(e);
}
