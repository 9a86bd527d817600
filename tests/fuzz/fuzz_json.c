/* The strict JSON reader. What it accepts must parse and, written by the canonical writer, read back as the same value;
 * what it refuses must name a place in the text. */
#include "fuzz.h"

#include "base/alloc.h"
#include "json/reader.h"

/* Levels that the writer takes; the reader takes a few more. */
enum { DEPTH_MAX = 60 };

static bool write_value(lob_jsonw *w, const cJSON *value, int depth) {
    if (depth > DEPTH_MAX) {
        return false;
    }
    if (!cJSON_IsObject(value) && !cJSON_IsArray(value)) {
        if (cJSON_IsString(value)) {
            lob_jsonw_text(w, value->valuestring);
        } else if (cJSON_IsNumber(value)) {
            lob_jsonw_number(w, value->valuedouble);
        } else if (cJSON_IsBool(value)) {
            lob_jsonw_bool(w, cJSON_IsTrue(value) != 0);
        } else {
            lob_jsonw_null(w);
        }
        return true;
    }
    bool is_object = cJSON_IsObject(value) != 0, fine = true;
    (is_object ? lob_jsonw_begin_object : lob_jsonw_begin_array)(w);
    for (const cJSON *item = value->child; item && fine; item = item->next) {
        if (is_object) {
            lob_jsonw_key_str(w, lob_str_from(item->string));
        }
        fine = write_value(w, item, depth + 1);
    }
    (is_object ? lob_jsonw_end_object : lob_jsonw_end_array)(w);
    return fine;
}

static void check_round_trip(const cJSON *tree) {
    lob_json_fault fault;
    lob_jsonw w;
    lob_buf first, second;
    lob_buf_init(&first, 0);
    lob_buf_init(&second, 0);
    lob_jsonw_init(&w, &first);
    if (write_value(&w, tree, 1)) {
        lob_str text = {first.data, first.size};
        FUZZ_REQUIRE(lob_jsonw_fine(&w));
        fuzz_check_printable(text);
        cJSON *again = lob_json_parse(text, &fault);
        FUZZ_REQUIRE(again && cJSON_Compare(tree, again, 1));
        lob_jsonw_init(&w, &second);
        FUZZ_REQUIRE(write_value(&w, again, 1) && lob_str_equal(text, (lob_str){second.data, second.size}));
        cJSON_Delete(again);
    }
    lob_buf_release(&first);
    lob_buf_release(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    lob_str text = {(const char *)data, size};
    lob_json_fault fault = {0};
    lob_json_init();
    uint64_t live = lob_alloc_live();
    bool accepted = lob_json_check(text, false, &fault);
    FUZZ_REQUIRE(accepted || (fault.what && fault.offset <= size && fault.line > 0 && fault.column > 0));
    cJSON *tree = lob_json_parse(text, &fault);
    FUZZ_REQUIRE(accepted == (tree != NULL));
    FUZZ_REQUIRE(!accepted || lob_json_check(text, true, &fault));
    if (tree) {
        check_round_trip(tree);
    }
    cJSON_Delete(tree);
    cJSON_Delete(lob_json_parse_message(text, &fault));
    FUZZ_REQUIRE(lob_alloc_live() == live);
    return 0;
}
