/* Files beside the layout: netlists, rules, objectives, conventions, layer properties and waivers. Those of the
 * repository (the program runs in its root), as they are or with some values changed; half of what is written is valid.
 */
#include "user.h"

#include <string.h>

enum { NAMES_MAX = 12, TEXT_SIZE = 1 << 16, NODES_MAX = 400 };

static const char *const kinds[USER_FILE_COUNT][NAMES_MAX] = {
    [USER_NETLIST] = {"fixtures/design/ota.netlist.json", "fixtures/design/nand2.json",
                      "fixtures/design/folded_cascode.json", "fixtures/design/mirror_cascode.json",
                      "fixtures/design/mirror_wide_swing.json", "fixtures/design/subcells.json",
                      "fixtures/design/two_stage_miller.json", "fixtures/design/ota_5t.json",
                      "fixtures/design/missing_device.netlist.json", "fixtures/design/no_top.netlist.json"},
    [USER_DESIGN_RULES] = {"fixtures/design/ota.drc_rules.json", "fixtures/design/rules.json",
                           "fixtures/design/unknown_layer.drc_rules.json",
                           "fixtures/design/not_checkable.drc_rules.json"},
    [USER_OBJECTIVES] = {"fixtures/design/ota.objectives.json", "fixtures/design/objectives.json",
                         "fixtures/design/bad_weight.json"},
    [USER_CONVENTION] = {"spec/conventions/siepic-ebeam.json", "spec/conventions/gdsfactory.json",
                         "spec/conventions/openepda-nazca.json", "spec/conventions/klayout-meta.json",
                         "spec/conventions/edge-on-boundary.json", "spec/conventions/siepic-ebeam-2016.json"},
    [USER_LYP] = {"fixtures/layers_named.lyp"},
};

/* The text of a file, read once. */
static const char *text_of(user_file_kind kind, unsigned at) {
    static char *texts[USER_FILE_COUNT][NAMES_MAX];
    if (!texts[kind][at]) {
        FILE *file = fopen(kinds[kind][at], "r");
        char *text = calloc(1, TEXT_SIZE);
        if (!file || !text) {
            fprintf(stderr, "USER: %s cannot be read: run in the root of the repository\n", kinds[kind][at]);
            abort();
        }
        text[fread(text, 1, TEXT_SIZE - 1, file)] = '\0';
        fclose(file);
        texts[kind][at] = text;
    }
    return texts[kind][at];
}

static unsigned list_nodes(cJSON *tree, cJSON **nodes) {
    cJSON *open[32];
    unsigned depth = 0, count = 0;
    open[depth++] = tree->child;
    while (depth > 0 && count < NODES_MAX) {
        cJSON *item = open[depth - 1];
        if (!item) {
            depth--;
            continue;
        }
        open[depth - 1] = item->next;
        nodes[count++] = item;
        if (item->child && depth < 32) {
            open[depth++] = item->child;
        }
    }
    return count;
}

static void change_node(user_dice *d, cJSON *node, const cJSON *other, const user_known *known) {
    static const double numbers[] = {0, -1, 1e300, 1e-9, 0.5, 1, 65536, 2147483648.0, 1e-7, 9007199254740993.0};
    if (cJSON_IsNumber(node)) {
        const bool is_layer = known->layer_count && user_one_in(d, 2);
        cJSON_SetNumberHelper(node, is_layer ? known->layers[user_roll(d, known->layer_count)].layer
                                             : numbers[user_roll(d, sizeof numbers / sizeof numbers[0])]);
    } else if (cJSON_IsString(node) && cJSON_IsString(other)) {
        cJSON_SetValuestring(node, other->valuestring);
    } else if (cJSON_IsArray(node) && node->child && user_one_in(d, 2)) {
        cJSON_AddItemToArray(node, cJSON_Duplicate(node->child, true));
    } else if (cJSON_IsArray(node) || cJSON_IsObject(node)) {
        cJSON_DeleteItemFromArray(node, 0); /* of an object its first member */
    } else if (cJSON_IsBool(node)) {
        node->type ^= cJSON_True | cJSON_False;
    }
}

static char *changed_json(user_dice *d, const char *text, const user_known *known) {
    static cJSON *nodes[NODES_MAX];
    cJSON *tree = cJSON_Parse(text);
    const unsigned changes = 1 + (unsigned)user_roll(d, 3);
    FUZZ_REQUIRE(tree);
    for (unsigned i = 0; i < changes; i++) {
        const unsigned count = list_nodes(tree, nodes);
        if (count > 0) {
            cJSON *node = nodes[user_random(&d->state) % count];
            change_node(d, node, nodes[user_random(&d->state) % count], known);
        }
    }
    char *printed = cJSON_PrintUnformatted(tree); /* in the memory that the product counts */
    char *out = printed ? strdup(printed) : NULL;
    cJSON_free(printed);
    cJSON_Delete(tree);
    return out;
}

static char *changed_bytes(user_dice *d, const char *text) {
    char *out = strdup(text);
    const size_t size = strlen(text);
    FUZZ_REQUIRE(out && size > 0);
    for (uint64_t changes = 1 + user_roll(d, 4); changes > 0; changes--) {
        out[user_random(&d->state) % size] = (char)(1 + user_random(&d->state) % 127);
    }
    return out;
}

static char *waivers(user_dice *d, const user_known *known) {
    char text[600];
    const char *marker = user_known_text(&known->markers, d);
    const char *expires = user_one_in(d, 2) ? "2020-02-29" : "2999-12-31";
    if (marker && user_one_in(d, 2)) {
        snprintf(text, sizeof text,
                 "{\"schema_version\":\"1.0.0\",\"waivers\":[{\"ids\":[\"%s\"],\"reason\":\"r\",\"expires\":\"%s\"}]}",
                 marker, expires);
    } else {
        snprintf(
            text, sizeof text,
            "{\"schema_version\":\"1.0.0\",\"waivers\":[{\"rule\":\"r0\",\"box_um\":{\"left\":%.17g,\"bottom\":%.17g,"
            "\"right\":%.17g,\"top\":%.17g},\"reason\":\"r\",\"expires\":\"%s\"}]}",
            known->box[0], known->box[1], known->box[2], known->box[3], expires);
    }
    return strdup(text);
}

void user_file_write(user_dice *d, user_file_kind kind, const user_known *known, const char *path) {
    char *out;
    if (kind == USER_WAIVERS) {
        out = waivers(d, known);
    } else {
        unsigned count = 0;
        while (count < NAMES_MAX && kinds[kind][count]) {
            count++;
        }
        const char *text = text_of(kind, (unsigned)user_roll(d, count));
        out = user_one_in(d, 2)  ? strdup(text)
              : kind == USER_LYP ? changed_bytes(d, text)
                                 : changed_json(d, text, known);
    }
    FILE *file = fopen(path, "w");
    FUZZ_REQUIRE(out && file);
    fputs(out, file);
    fclose(file);
    free(out);
}
