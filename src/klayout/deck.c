/* A deck, from the client's file to the run folder. Reading is in include.c, what is added in adapt.c, names in
 * params.c. */
#include "klayout/deck.h"

#include <stdio.h>

#include "klayout/deck_impl.h"

/* Plain Ruby has no source and report: nothing to add. */
static void decide(lob_deck_words *words, lob_deck *deck) {
    if (deck->kind == LOB_DECK_RUBY) {
        words->names_source = words->names_report = true;
        words->titles_report = words->opens_any_top = false;
    }
    deck->source_added = !words->names_source;
    deck->report_added = lob_deck_wants_report(words);
}

static lob_status write_deck(lob_ctx *ctx, const lob_deck_spec *spec, lob_str text, const lob_deck_words *words,
                             lob_deck *deck) {
    lob_buf out;
    lob_deck_top top = {.is_named = spec->top_cell.data != NULL};
    lob_buf_init(&out, 0);
    for (size_t i = 0; i < spec->param_count; i++) {
        top.is_named = top.is_named || lob_str_equal(spec->params[i].name, LOB_STR("top_cell"));
    }
    deck->top_added = top.is_one_of = top.is_named && spec->has_other_tops && words->opens_any_top;
    deck->lines_in_front = lob_deck_adapt(text, words, top, &out);
    deck->size = out.size;
    lob_status status = out.failed
                            ? lob_fail_memory(ctx)
                            : lob_file_write_at(ctx, spec->dir_fd, deck->name, out.size ? out.data : "", out.size);
    lob_buf_release(&out);
    return status;
}

static lob_status prepare(lob_ctx *ctx, const lob_deck_spec *spec, lob_deck_text *text, lob_deck *deck) {
    lob_deck_words words;
    LOB_TRY(lob_deck_read(ctx, spec, text));
    lob_str whole = {text->text.data ? text->text.data : "", text->text.size};
    deck->kind = text->is_ruby ? LOB_DECK_RUBY : LOB_DECK_DRC;
    snprintf(deck->name, sizeof deck->name, deck->kind == LOB_DECK_RUBY ? "deck.rb" : "deck.drc");
    deck->sections = text->sections;
    deck->section_count = text->section_count;
    deck->files = text->files;
    lob_deck_scan(whole, &words);
    decide(&words, deck);
    LOB_TRY(lob_deck_define(ctx, spec, &words, deck));
    return write_deck(ctx, spec, whole, &words, deck);
}

lob_status lob_deck_prepare(lob_ctx *ctx, const lob_deck_spec *spec, lob_deck *deck) {
    lob_deck_text text;
    *deck = (lob_deck){0};
    lob_status status = prepare(ctx, spec, &text, deck);
    lob_buf_release(&text.text);
    return status;
}

void lob_deck_place(const lob_deck *deck, uint32_t line, lob_str *file, uint32_t *file_line) {
    line = line > deck->lines_in_front ? line - deck->lines_in_front : 1;
    size_t low = 0, high = deck->section_count; /* the last section that begins at or before the line */
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (deck->sections[middle].line_first <= line) {
            low = middle;
        } else {
            high = middle;
        }
    }
    const lob_deck_section *section = &deck->sections[low];
    *file = section->file;
    *file_line = line < section->line_first ? section->line : section->line + (line - section->line_first);
}
