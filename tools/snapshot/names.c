/* Values that change from run to run, and the names that stand for them in a case. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "snapshot.h"
#include "json/reader.h"

bool names_add(names *known, const char *shown, lob_str actual) {
    if (known->count == NAME_COUNT_MAX || actual.size == 0 || actual.size >= sizeof known->actual[0]) {
        return false;
    }
    for (unsigned i = 0; i < known->count; i++) {
        if (lob_str_equal(lob_str_from(known->actual[i]), actual)) {
            return true;
        }
    }
    memcpy(known->actual[known->count], actual.data, actual.size);
    known->actual[known->count][actual.size] = '\0';
    snprintf(known->shown[known->count], sizeof known->shown[0], "%s", shown);
    known->count++;
    return true;
}

static void learn(names *known, const char *stem, unsigned *count, lob_str raw) {
    if (raw.size < 2 || raw.data[0] != '"') {
        return;
    }
    char shown[32];
    snprintf(shown, sizeof shown, "$%s%u", stem, *count + 1);
    unsigned before = known->count;
    names_add(known, shown, (lob_str){raw.data + 1, raw.size - 2});
    *count += known->count - before;
}

void names_learn(names *known, const char *tool, lob_str structured) {
    if (strcmp(tool, "open_layout") == 0) {
        learn(known, "SESSION", &known->session_count, lob_json_raw_member(structured, "session_id"));
    }
    learn(known, "RENDER", &known->render_count, lob_json_raw_member(structured, "render_id"));
    learn(known, "RUN", &known->run_count, lob_json_raw_member(structured, "run_id"));
    learn(known, "JOB", &known->job_count, lob_json_raw_member(structured, "job_id"));
    lob_str cut = lob_json_raw_member(structured, "truncation");
    learn(known, "CURSOR", &known->cursor_count, lob_json_raw_member(structured, "next_cursor"));
    if (cut.data != NULL && cut.data[0] == '{') {
        learn(known, "CURSOR", &known->cursor_count, lob_json_raw_member(cut, "next_cursor"));
    }
}

/* The longest name that begins at the text, so that $SESSION12 is not taken for $SESSION1. */
static unsigned longest(const char (*list)[512], const char (*short_list)[32], unsigned count, lob_str text) {
    unsigned best = count;
    size_t best_size = 0;
    for (unsigned i = 0; i < count; i++) {
        const char *name = list != NULL ? list[i] : short_list[i];
        if (text.size == 0 || *name != *text.data) {
            continue; /* at nearly every byte */
        }
        size_t size = strlen(name);
        if (size > best_size && size <= text.size && memcmp(text.data, name, size) == 0) {
            best = i;
            best_size = size;
        }
    }
    return best;
}

void names_hide(const names *known, lob_buf *out, lob_str text) {
    for (size_t i = 0; i < text.size;) {
        unsigned found = longest(known->actual, NULL, known->count, (lob_str){text.data + i, text.size - i});
        if (found < known->count) {
            lob_buf_add_text(out, known->shown[found]);
            i += strlen(known->actual[found]);
        } else {
            lob_buf_add_byte(out, text.data[i++]);
        }
    }
}

void names_show(const names *known, lob_buf *out, lob_str text) {
    for (size_t i = 0; i < text.size;) {
        unsigned found = text.data[i] != '$'
                             ? known->count
                             : longest(NULL, known->shown, known->count, (lob_str){text.data + i, text.size - i});
        if (found < known->count) {
            lob_buf_add_text(out, known->actual[found]);
            i += strlen(known->shown[found]);
        } else {
            lob_buf_add_byte(out, text.data[i++]);
        }
    }
}
