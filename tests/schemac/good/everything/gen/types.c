/* Made by tools/schemac from spec/. Do not edit. The spellings of enums and groups. */
#include "gen/types.h"

const char *const lob_sample_mode_names[2] = {"top", "all-levels"};
const char *const lob_demo_request_kind_names[2] = {"a", "b"};
const char *const lob_demo_response_state_names[2] = {"on", "off"};
const char *const lob_demo_response_letter_names[9] = {"a", "b", "c", "d", "e", "f", "g", "h", "i"};
const char *const lob_demo_response_entries_item_state_names[2] = {"on", "off"};
const char *const lob_group_names[2] = {
    "alpha",
    "beta",
};
const char *const lob_group_abouts[2] = {
    "First \"group\".",
    "Second.",
};
