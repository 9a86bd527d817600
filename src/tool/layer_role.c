/* See layer_role.h. A name is read word by word, in lower case; the first row of the table that fits any word of it
 * decides, so that "met1.pin" is a pin and "M1_heater" a heater. What conventions say comes first, but where they say
 * no more than "metal" or "other" the name refines it. */
#include "tool/layer_role.h"

#include <string.h>

#include "tool/ports.h"

typedef enum fit { WHOLE, START, PART } fit;

typedef struct row {
    const char *word;
    fit fit;
    lob_layer_role role;
} row;

static const row rows[] = {
    {"floor", START, LOB_ROLE_GROUND},   {"boundary", PART, LOB_ROLE_GROUND},  {"padding", START, LOB_ROLE_GROUND},
    {"dicing", START, LOB_ROLE_GROUND},  {"wafer", START, LOB_ROLE_GROUND},    {"outline", START, LOB_ROLE_GROUND},
    {"bbox", START, LOB_ROLE_GROUND},    {"keepout", START, LOB_ROLE_GROUND},  {"excl", START, LOB_ROLE_GROUND},
    {"border", START, LOB_ROLE_GROUND},  {"noexp", START, LOB_ROLE_GROUND},    {"areaid", START, LOB_ROLE_GROUND},
    {"devrec", START, LOB_ROLE_MARKER},  {"pin", START, LOB_ROLE_MARKER},      {"port", START, LOB_ROLE_MARKER},
    {"label", START, LOB_ROLE_MARKER},   {"text", START, LOB_ROLE_MARKER},     {"txt", START, LOB_ROLE_MARKER},
    {"fbr", START, LOB_ROLE_MARKER},     {"fiber", START, LOB_ROLE_MARKER},    {"fibre", START, LOB_ROLE_MARKER},
    {"marker", PART, LOB_ROLE_MARKER},   {"helper", PART, LOB_ROLE_MARKER},    {"lumerical", START, LOB_ROLE_MARKER},
    {"error", START, LOB_ROLE_MARKER},   {"blackbox", START, LOB_ROLE_MARKER}, {"sem", WHOLE, LOB_ROLE_MARKER},
    {"drc", START, LOB_ROLE_MARKER},     {"lvs", START, LOB_ROLE_MARKER},      {"comment", START, LOB_ROLE_MARKER},
    {"note", START, LOB_ROLE_MARKER},    {"heat", PART, LOB_ROLE_HEATER},      {"htr", START, LOB_ROLE_HEATER},
    {"via", START, LOB_ROLE_VIA},        {"contact", START, LOB_ROLE_VIA},     {"licon", START, LOB_ROLE_VIA},
    {"mcon", START, LOB_ROLE_VIA},       {"cut", START, LOB_ROLE_VIA},         {"vc", WHOLE, LOB_ROLE_VIA},
    {"metal", PART, LOB_ROLE_METAL},     {"met", START, LOB_ROLE_METAL},       {"li1", START, LOB_ROLE_METAL},
    {"router", START, LOB_ROLE_METAL},   {"pad", WHOLE, LOB_ROLE_METAL},       {"bondpad", START, LOB_ROLE_METAL},
    {"implant", PART, LOB_ROLE_IMPLANT}, {"well", PART, LOB_ROLE_IMPLANT},     {"nsdm", START, LOB_ROLE_IMPLANT},
    {"psdm", START, LOB_ROLE_IMPLANT},   {"nplus", START, LOB_ROLE_IMPLANT},   {"pplus", START, LOB_ROLE_IMPLANT},
    {"npp", START, LOB_ROLE_IMPLANT},    {"ppp", START, LOB_ROLE_IMPLANT},     {"dop", START, LOB_ROLE_IMPLANT},
    {"slab", START, LOB_ROLE_SLAB},      {"partial", START, LOB_ROLE_SLAB},    {"shallow", START, LOB_ROLE_SLAB},
    {"etch", PART, LOB_ROLE_ETCH},       {"trench", PART, LOB_ROLE_ETCH},      {"open", START, LOB_ROLE_ETCH},
    {"undercut", START, LOB_ROLE_ETCH},  {"waveguide", PART, LOB_ROLE_CORE},   {"core", START, LOB_ROLE_CORE},
    {"wg", START, LOB_ROLE_CORE},        {"si", WHOLE, LOB_ROLE_CORE},         {"sin", WHOLE, LOB_ROLE_CORE},
    {"si3n4", START, LOB_ROLE_CORE},     {"nitride", START, LOB_ROLE_CORE},    {"strip", START, LOB_ROLE_CORE},
};

enum { WORD_SIZE_MAX = 32, NAME_SIZE_MAX = 256 };

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* m1, M2a: how layers of metal are called for short; v1: of vias. */
static lob_layer_role role_of_short(const char *word) {
    const bool is_short = (word[0] == 'm' || word[0] == 'v') && word[1] >= '1' && word[1] <= '9' && strlen(word) <= 3;
    return !is_short ? LOB_ROLE_OTHER : word[0] == 'm' ? LOB_ROLE_METAL : LOB_ROLE_VIA;
}

/* The first row that fits the word; of those before `limit`. */
static size_t row_of(const char *word, size_t limit) {
    for (size_t i = 0; i < limit; i++) {
        const size_t size = strlen(rows[i].word);
        const bool fits = rows[i].fit == WHOLE   ? strcmp(word, rows[i].word) == 0
                          : rows[i].fit == START ? strncmp(word, rows[i].word, size) == 0
                                                 : strstr(word, rows[i].word) != NULL;
        if (fits) {
            return i;
        }
    }
    return limit;
}

lob_layer_role lob_role_of_name(lob_str name) {
    enum { ROWS = sizeof rows / sizeof *rows };
    char word[WORD_SIZE_MAX + 1];
    size_t best = ROWS;
    lob_layer_role by_short = LOB_ROLE_OTHER;
    const size_t end = name.size < NAME_SIZE_MAX ? name.size : NAME_SIZE_MAX;
    for (size_t at = 0; at < end; at++) {
        size_t size = 0;
        for (; at < end && is_word(name.data[at]); at++) {
            const char c = name.data[at];
            if (size < WORD_SIZE_MAX) {
                word[size++] = (char)(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
            }
        }
        word[size] = '\0';
        best = size > 0 ? row_of(word, best) : best;
        by_short = by_short == LOB_ROLE_OTHER ? role_of_short(word) : by_short;
    }
    return best < ROWS ? rows[best].role : by_short;
}

static lob_layer_role role_of_convention(lob_convention_layer_role role, lob_layer_role by_name) {
    switch (role) {
    case LOB_CONVENTION_LAYER_ROLE_WAVEGUIDE:
        return LOB_ROLE_CORE;
    case LOB_CONVENTION_LAYER_ROLE_SLAB:
        return LOB_ROLE_SLAB;
    case LOB_CONVENTION_LAYER_ROLE_METAL:
        return by_name == LOB_ROLE_HEATER || by_name == LOB_ROLE_VIA ? by_name : LOB_ROLE_METAL;
    case LOB_CONVENTION_LAYER_ROLE_OTHER:
        return by_name == LOB_ROLE_OTHER ? LOB_ROLE_MARKER : by_name;
    default:
        return LOB_ROLE_MARKER;
    }
}

lob_status lob_call_roles(lob_call *call, const lob_layer_role **roles) {
    lob_ctx *ctx = call->ctx;
    const uint32_t count = lob_layout_layer_count(call->session->layout);
    lob_layer_role *list = LOB_NEW_ARRAY(ctx->arena, lob_layer_role, count);
    lob_convention_layer_role *known = LOB_NEW_ARRAY(ctx->arena, lob_convention_layer_role, count);
    bool *is_known = LOB_NEW_ARRAY(ctx->arena, bool, count);
    lob_pic *pic;
    if (!list || !known || !is_known) {
        return lob_fail_memory(ctx);
    }
    LOB_TRY(lob_call_pic(call, &pic));
    lob_pic_layer_roles(pic, known, is_known);
    for (uint32_t i = 0; i < count; i++) {
        const lob_str name = lob_session_layer(call->session, i).name;
        const lob_layer_role by_name = name.data ? lob_role_of_name(name) : LOB_ROLE_OTHER;
        list[i] = is_known[i] ? role_of_convention(known[i], by_name) : by_name;
    }
    *roles = list;
    return LOB_OK;
}
