/* Roles of layers by the words of their names. */
#include "tests/support/lob_test.h"

#include "tool/layer_role.h"

static void test_names(void **state) {
    (void)state;
    static const struct {
        const char *name;
        lob_layer_role role;
    } rows[] = {
        {"Si", LOB_ROLE_CORE},
        {"SiN", LOB_ROLE_CORE},
        {"WG", LOB_ROLE_CORE},
        {"WGN", LOB_ROLE_CORE},
        {"Waveguide", LOB_ROLE_CORE},
        {"Si_etch_partial", LOB_ROLE_SLAB},
        {"SLAB90", LOB_ROLE_SLAB},
        {"deep trench", LOB_ROLE_ETCH},
        {"M_Open", LOB_ROLE_ETCH},
        {"M1_heater", LOB_ROLE_HEATER},
        {"HEATER", LOB_ROLE_HEATER},
        {"M2_router", LOB_ROLE_METAL},
        {"M1", LOB_ROLE_METAL},
        {"m2a", LOB_ROLE_METAL},
        {"met1.drawing", LOB_ROLE_METAL},
        {"Metal3", LOB_ROLE_METAL},
        {"v1", LOB_ROLE_VIA},
        {"VIAC", LOB_ROLE_VIA},
        {"mcon", LOB_ROLE_VIA},
        {"nwell.drawing", LOB_ROLE_IMPLANT},
        {"Nplus", LOB_ROLE_IMPLANT},
        {"met1.pin", LOB_ROLE_MARKER},
        {"poly.label", LOB_ROLE_MARKER},
        {"PinRecM", LOB_ROLE_MARKER},
        {"DevRec", LOB_ROLE_MARKER},
        {"FbrTgt", LOB_ROLE_MARKER},
        {"WGhelper", LOB_ROLE_MARKER},
        {"Text", LOB_ROLE_MARKER},
        {"FloorPlan", LOB_ROLE_GROUND},
        {"prBoundary", LOB_ROLE_GROUND},
        {"DICING", LOB_ROLE_GROUND},
        {"bbox", LOB_ROLE_GROUND},
        {"poly", LOB_ROLE_OTHER},
        {"", LOB_ROLE_OTHER},
        {"...", LOB_ROLE_OTHER},
        {"m0", LOB_ROLE_OTHER},
        {"m1234", LOB_ROLE_OTHER},
        {"silicon", LOB_ROLE_OTHER},
        {"\xff\xfe", LOB_ROLE_OTHER},
        {"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaametal", LOB_ROLE_OTHER}, /* beyond what is read of a word */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        lob_case("%s", rows[i].name);
        assert_eq(lob_role_of_name(lob_str_from(rows[i].name)), rows[i].role);
    }
    char text[300];
    memset(text, ' ', sizeof text);
    memcpy(text + 256, "pin", 3);
    assert_eq(lob_role_of_name((lob_str){text, 259}), LOB_ROLE_OTHER); /* beyond what is read of a name */
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_names)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
