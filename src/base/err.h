/* Errors: a status travels up, the story stays where it happened.
 *
 * A function that can fail returns lob_status. The rich error is set once, at the place of the fault, in the context's
 * lob_error and is never overwritten above. Nothing here allocates, so running out of memory can be told as well.
 * Messages and hints are ours alone: text of a layout (cell names, labels) and of the caller goes into details, never
 * into prose, so that a file cannot speak to the agent that reads the answer.
 */
#ifndef LOB_BASE_ERR_H
#define LOB_BASE_ERR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/errors.h" /* enum lob_status: LOB_OK, LOB_E_FILE_NOT_FOUND ... and lob_status_name() */
#include "base/str.h"

/* The one macro with hidden control flow. */
#define LOB_TRY(expression)                                                                                            \
    do {                                                                                                               \
        lob_status lob_try_status_ = (expression);                                                                     \
        if (lob_try_status_ != LOB_OK) {                                                                               \
            return lob_try_status_;                                                                                    \
        }                                                                                                              \
    } while (0)

enum { LOB_ISSUE_COUNT_MAX = 8, LOB_DETAIL_COUNT_MAX = 16, LOB_CANDIDATE_COUNT_MAX = 8, LOB_DETAIL_TEXT_SIZE = 8192 };

/* One fault of a request: `$.box.left` | `type` | `number` | `string "abc"` | hint or "". */
typedef struct lob_issue {
    char path[160];
    char rule[32];
    char expected[160];
    char got[96];
    char hint[160];
} lob_issue;

typedef struct lob_error_detail {
    const char *key; /* static */
    bool is_text;
    int64_t integer;
    lob_str text; /* into lob_error.text */
} lob_error_detail;

typedef struct lob_error {
    lob_status code; /* LOB_OK: no error yet */
    char message[512];
    char hint[512];
    lob_error_detail details[LOB_DETAIL_COUNT_MAX];
    unsigned detail_count;
    lob_issue issues[LOB_ISSUE_COUNT_MAX];
    unsigned issue_count;
    unsigned issue_count_total; /* above LOB_ISSUE_COUNT_MAX the rest is only counted */
    lob_str candidates[LOB_CANDIDATE_COUNT_MAX];
    unsigned candidate_count;
    double places_um[LOB_CANDIDATE_COUNT_MAX][2]; /* of candidates, in their order */
    unsigned place_count;
    char text[LOB_DETAIL_TEXT_SIZE];
    size_t text_size;
} lob_error;

void lob_error_clear(lob_error *error);
/* Sets code and message if no error is set yet; returns the code that now stands. */
lob_status lob_error_set(lob_error *error, lob_status code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void lob_error_hint(lob_error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* `some` promises candidates and stands when there are some by now, else `none` stands. */
void lob_error_hint_candidates(lob_error *error, const char *some, const char *none);
/* Details are copied; what does not fit is cut at a character boundary. A key present already stays as it is. The key
 * "argument", whose value is our own word, also goes in front of the message: "lyp_path: The file does not exist". */
void lob_error_text(lob_error *error, const char *key, lob_str value);
void lob_error_note(lob_error *error, const char *key, lob_str value); /* the message stays as it is */
void lob_error_integer(lob_error *error, const char *key, int64_t value);
void lob_error_candidate(lob_error *error, lob_str name);
void lob_error_place(lob_error *error, double x_um, double y_um); /* of the next candidate */
lob_issue *lob_error_issue(lob_error *error);                     /* next free one, or NULL when only counted */

/* The whole story of `from`, which may die afterwards, when `to` has none yet. An error is never copied by assignment:
 * its texts would stay in the other one. */
void lob_error_take(lob_error *to, const lob_error *from);

#endif
