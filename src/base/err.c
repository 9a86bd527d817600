/* The rich error: fixed memory, first story wins.
 *
 * Invariant: every lob_str in it points into its own `text`, and ends at a character boundary if what came in did.
 */
#include "base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* One value may take half of the space at most, so that the others still fit. */
enum { TEXT_SIZE_MAX = LOB_DETAIL_TEXT_SIZE / 2, CANDIDATE_SIZE_MAX = 512 };

void lob_error_clear(lob_error *error) {
    error->code = LOB_OK;
    error->message[0] = error->hint[0] = '\0';
    error->detail_count = 0;
    error->issue_count = error->issue_count_total = 0;
    error->candidate_count = error->place_count = 0;
    error->text_size = 0;
}

static bool is_word_byte(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* As a word of its own. "a" and "b" are English, so they only count at the start: "b: ...". */
static bool names(const char *message, const char *argument, size_t size) {
    for (const char *at = message; (at = strstr(at, argument)) != NULL; at++) {
        const bool is_first = at == message, is_word = (is_first || !is_word_byte(at[-1])) && !is_word_byte(at[size]);
        if (is_word && (size > 2 || (is_first && at[size] == ':'))) {
            return true;
        }
    }
    return false;
}

/* Puts the argument that a message is about in front of it. */
static void name_argument(lob_error *error, lob_str argument) {
    char word[80];
    const size_t size = strlen(error->message), prefix = argument.size + 2;
    if (argument.size == 0 || argument.size >= sizeof word || size + prefix >= sizeof error->message) {
        return;
    }
    memcpy(word, argument.data, argument.size);
    word[argument.size] = '\0';
    if (!names(error->message, word, argument.size)) {
        memmove(error->message + prefix, error->message, size + 1);
        memcpy(error->message, word, argument.size);
        memcpy(error->message + argument.size, ": ", 2);
    }
}

lob_status lob_error_set(lob_error *error, lob_status code, const char *format, ...) {
    if (error->code != LOB_OK) {
        return error->code;
    }
    error->code = code;
    va_list args;
    va_start(args, format);
    if (vsnprintf(error->message, sizeof error->message, format, args) < 0) {
        error->message[0] = '\0';
    }
    va_end(args);
    size_t size = strlen(error->message);
    if (size > 0 && error->message[size - 1] == '.') { /* as in the contract's example, messages end without one */
        error->message[size - 1] = '\0';
    }
    for (unsigned i = 0; i < error->detail_count; i++) { /* noted before the message */
        if (strcmp(error->details[i].key, "argument") == 0) {
            name_argument(error, error->details[i].text);
        }
    }
    return code;
}

void lob_error_hint(lob_error *error, const char *format, ...) {
    if (error->hint[0]) {
        return;
    }
    va_list args;
    va_start(args, format);
    if (vsnprintf(error->hint, sizeof error->hint, format, args) < 0) {
        error->hint[0] = '\0';
    }
    va_end(args);
}

void lob_error_hint_candidates(lob_error *error, const char *some, const char *none) {
    lob_error_hint(error, "%s", error->candidate_count > 0 ? some : none);
}

/* The largest size up to `size` that does not end inside a character. */
static size_t cut_size(const char *data, size_t size) {
    for (size_t back = 0; back < 4 && back < size; back++) {
        if (((unsigned char)data[size - back] & 0xc0) != 0x80) {
            return size - back;
        }
    }
    return size; /* not UTF-8 at all: any place is as good */
}

static lob_str keep_text(lob_error *error, lob_str value, size_t room) {
    size_t size = value.size <= room ? value.size : cut_size(value.data, room);
    char *copy = error->text + error->text_size;
    if (size) {
        memcpy(copy, value.data, size);
    }
    error->text_size += size;
    return (lob_str){copy, size};
}

static lob_error_detail *new_detail(lob_error *error, const char *key) {
    for (unsigned i = 0; i < error->detail_count; i++) {
        if (strcmp(error->details[i].key, key) == 0) {
            return NULL;
        }
    }
    if (error->detail_count == LOB_DETAIL_COUNT_MAX) {
        return NULL;
    }
    lob_error_detail *detail = &error->details[error->detail_count++];
    *detail = (lob_error_detail){.key = key};
    return detail;
}

void lob_error_note(lob_error *error, const char *key, lob_str value) {
    lob_error_detail *detail = new_detail(error, key);
    if (detail) {
        size_t room = LOB_DETAIL_TEXT_SIZE - error->text_size;
        detail->is_text = true;
        detail->text = keep_text(error, value, room < TEXT_SIZE_MAX ? room : TEXT_SIZE_MAX);
    }
}

void lob_error_text(lob_error *error, const char *key, lob_str value) {
    const unsigned count = error->detail_count;
    lob_error_note(error, key, value);
    if (error->detail_count > count && error->code != LOB_OK && strcmp(key, "argument") == 0) {
        name_argument(error, value);
    }
}

void lob_error_integer(lob_error *error, const char *key, int64_t value) {
    lob_error_detail *detail = new_detail(error, key);
    if (detail) {
        detail->integer = value;
    }
}

void lob_error_candidate(lob_error *error, lob_str name) {
    size_t room = LOB_DETAIL_TEXT_SIZE - error->text_size;
    /* Half a name is no candidate: what is too long is left out. */
    if (error->candidate_count < LOB_CANDIDATE_COUNT_MAX && name.size <= CANDIDATE_SIZE_MAX && name.size <= room) {
        error->candidates[error->candidate_count++] = keep_text(error, name, room);
    }
}

void lob_error_place(lob_error *error, double x_um, double y_um) {
    if (error->place_count < LOB_CANDIDATE_COUNT_MAX) {
        error->places_um[error->place_count][0] = x_um;
        error->places_um[error->place_count++][1] = y_um;
    }
}

lob_issue *lob_error_issue(lob_error *error) {
    error->issue_count_total++;
    if (error->issue_count == LOB_ISSUE_COUNT_MAX) {
        return NULL;
    }
    lob_issue *issue = &error->issues[error->issue_count++];
    memset(issue, 0, sizeof *issue);
    return issue;
}

void lob_error_take(lob_error *to, const lob_error *from) {
    if (to->code != LOB_OK || from->code == LOB_OK) {
        return;
    }
    *to = *from;
    for (unsigned i = 0; i < to->detail_count; i++) {
        if (to->details[i].is_text) {
            to->details[i].text.data = to->text + (from->details[i].text.data - from->text);
        }
    }
    for (unsigned i = 0; i < to->candidate_count; i++) {
        to->candidates[i].data = to->text + (from->candidates[i].data - from->text);
    }
}
