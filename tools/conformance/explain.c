/* A case as a person reads it. Texts of cases are ours, not of a server; they are printed as they stand. */
#include "cli.h"
#include "load.h"

static void add_str(lob_buf *out, const char *before, lob_str text) {
    if (text.data != NULL) {
        lob_buf_printf(out, "       %s ", before);
        lob_buf_add(out, text.data, text.size);
        lob_buf_add_text(out, "\n");
    }
}

static void add_action(const lob_conformance_step *s, lob_buf *out) {
    const lob_str texts[] = {s->request, s->notify, s->send, s->await, s->silent, s->file, s->make, s->check};
    const char *name = conf_step_action(s);
    if (s->call.data != NULL) {
        lob_buf_printf(out, "%s %s", s->call.data, s->arguments.data != NULL ? s->arguments.data : "{}");
        return;
    }
    lob_buf_add_text(out, name);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (texts[i].data != NULL) {
            lob_buf_printf(out, " %s", texts[i].data);
        }
    }
    if (s->has_wait_ms) {
        lob_buf_printf(out, " %lld", (long long)s->wait_ms);
    }
    if (s->has_restart) {
        lob_buf_printf(out, " %s", lob_conformance_step_restart_names[s->restart]);
    }
    if (s->params.data != NULL) {
        lob_buf_printf(out, " %s", s->params.data);
    }
}

static void add_step(const lob_conformance_step *s, size_t number, lob_buf *out) {
    lob_buf_printf(out, "  %2zu. ", number);
    add_action(s, out);
    if (s->has_within_ms) {
        lob_buf_printf(out, " within %lld ms", (long long)s->within_ms);
    }
    lob_buf_printf(out, "%s%s\n", s->as.data != NULL ? ", left running as " : "", s->as.data != NULL ? s->as.data : "");
    add_str(out, "#", s->about);
    add_str(out, "copy of", s->copy);
    add_str(out, "text", s->text);
    add_str(out, "link to", s->link);
    if (s->has_kind) {
        lob_buf_printf(out, "       a %s\n", lob_conformance_step_kind_names[s->kind]);
    }
    add_str(out, "mode", s->mode);
    add_str(out, "expect", s->expect);
    add_str(out, "error", s->error);
    add_str(out, "rpc_error", s->rpc_error);
    add_str(out, "picture", s->picture);
    for (size_t i = 0; i < s->save.count; i++) {
        lob_buf_printf(out, "       %s = %s\n", s->save.names[i].data, s->save.items[i].data);
    }
    for (size_t i = 0; i < s->tolerance.count; i++) {
        lob_buf_printf(out, "       within %g at %s\n", s->tolerance.items[i], s->tolerance.names[i].data);
    }
    if (s->has_timeout_ms) {
        lob_buf_printf(out, "       at most %lld ms\n", (long long)s->timeout_ms);
    }
}

void conf_explain(const conf_case *item, const lob_requirement *requirements, size_t count, lob_buf *out) {
    const lob_conformance_case *is = &item->is;
    const conf_requirements all = {(lob_requirement *)(uintptr_t)requirements, count};
    lob_buf_printf(out, "%s\n  %s\n\n  level %s, profile %s, since %s", is->id.data, is->about.data,
                   lob_conformance_level_names[is->level], lob_conformance_profile_names[is->profile], is->since.data);
    for (size_t i = 0; i < is->needs.count; i++) {
        lob_buf_printf(out, ", needs %s", lob_conformance_need_names[is->needs.items[i]]);
    }
    lob_buf_printf(out, "\n  file %s\n\n", item->path);
    for (size_t i = 0; i < is->requirements.count; i++) {
        const lob_requirement *r = conf_requirement_find(&all, is->requirements.items[i]);
        lob_buf_printf(out, "  %s", is->requirements.items[i].data);
        if (r != NULL) {
            lob_buf_printf(out, " (%s, %s): %s", lob_requirement_level_names[r->level],
                           lob_requirement_source_names[r->source], r->text.data);
        }
        lob_buf_add_text(out, "\n");
    }
    lob_buf_add_text(out, "\n");
    for (size_t i = 0; i < is->env.count; i++) {
        lob_buf_printf(out, "  %s=%s\n", is->env.names[i].data, is->env.items[i].data);
    }
    for (size_t i = 0; i < is->steps.count; i++) {
        add_step(&is->steps.items[i], i + 1, out);
    }
}
