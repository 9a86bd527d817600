/* The ErrorObject of the contract: {code, message, details}.
 *
 * details holds what helps to recover, in the order of spec/types/error.json: hint, issues, candidates, places, then
 * the single facts in the order in which they were noted. A part that is empty is left out.
 */
#include "tool/call.h"

static void write_issues(const lob_error *error, lob_jsonw *out) {
    if (error->issue_count == 0) {
        return;
    }
    lob_jsonw_key(out, "issues");
    lob_jsonw_begin_array(out);
    for (unsigned i = 0; i < error->issue_count; i++) {
        const lob_issue *issue = &error->issues[i];
        const char *const members[5][2] = {{"path", issue->path},
                                           {"rule", issue->rule},
                                           {"expected", issue->expected},
                                           {"got", issue->got},
                                           {"hint", issue->hint}};
        lob_jsonw_begin_object(out);
        for (int m = 0; m < (issue->hint[0] ? 5 : 4); m++) {
            lob_jsonw_key(out, members[m][0]);
            lob_jsonw_text(out, members[m][1]);
        }
        lob_jsonw_end_object(out);
    }
    lob_jsonw_end_array(out);
    if (error->issue_count_total > error->issue_count) {
        lob_jsonw_key(out, "issue_count");
        lob_jsonw_uint(out, error->issue_count_total);
    }
}

static void write_candidates(const lob_error *error, lob_jsonw *out) {
    if (error->candidate_count == 0) {
        return;
    }
    lob_jsonw_key(out, "candidates");
    lob_jsonw_begin_array(out);
    for (unsigned i = 0; i < error->candidate_count; i++) {
        lob_jsonw_str(out, error->candidates[i]);
    }
    lob_jsonw_end_array(out);
}

static void write_places(const lob_error *error, lob_jsonw *out) {
    if (error->place_count == 0) {
        return;
    }
    lob_jsonw_key(out, "places_um");
    lob_jsonw_begin_array(out);
    for (unsigned i = 0; i < error->place_count; i++) {
        lob_jsonw_begin_object(out);
        lob_jsonw_key(out, "x");
        lob_jsonw_um(out, error->places_um[i][0]);
        lob_jsonw_key(out, "y");
        lob_jsonw_um(out, error->places_um[i][1]);
        lob_jsonw_end_object(out);
    }
    lob_jsonw_end_array(out);
}

static void write_details(const lob_error *error, lob_jsonw *out) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "hint");
    lob_jsonw_text(out, error->hint[0] ? error->hint : lob_status_recovery(error->code));
    write_issues(error, out);
    write_candidates(error, out);
    write_places(error, out);
    for (unsigned i = 0; i < error->detail_count; i++) {
        const lob_error_detail *detail = &error->details[i];
        lob_jsonw_key(out, detail->key);
        if (detail->is_text) {
            lob_jsonw_str(out, detail->text);
        } else {
            lob_jsonw_int(out, detail->integer);
        }
    }
    lob_jsonw_end_object(out);
}

void lob_error_write(const lob_error *error, lob_jsonw *out) {
    lob_jsonw_begin_object(out);
    lob_jsonw_key(out, "code");
    lob_jsonw_text(out, lob_status_name(error->code));
    lob_jsonw_key(out, "message");
    lob_jsonw_text(out, error->message);
    lob_jsonw_key(out, "details");
    write_details(error, out);
    lob_jsonw_end_object(out);
}
