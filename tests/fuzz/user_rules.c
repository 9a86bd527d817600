/* Members whose schema allows anything: rules, decks of rules, rules of masks. */
#include "user.h"

double user_length(user_dice *d, const user_known *known) {
    const double w = known->box[2] - known->box[0], h = known->box[3] - known->box[1], side = w > h ? w : h;
    switch (user_roll(d, 8)) {
    case 0:
        return known->dbu;
    case 1:
        return known->dbu * (double)(1 + user_roll(d, 100));
    case 2:
        return side / 2;
    case 3:
        return side / 64;
    case 4:
        return 0.1;
    case 5:
        return side * 2;
    case 6:
        return known->dbu / 3;
    default:
        return known->dbu * (double)(1 + user_random(&d->state) % 100000);
    }
}

static double rule_length(user_dice *d, const user_known *known) {
    const double length = user_length(d, known);
    return !(length > known->dbu / 2) ? known->dbu : length > 100000 ? 100000 : length;
}

cJSON *user_layer_text(user_dice *d, const user_known *known) {
    char text[32];
    const unsigned at = known->layer_count ? (unsigned)user_roll(d, known->layer_count) : 0;
    snprintf(text, sizeof text, "%u/%u", known->layer_count ? known->layers[at].layer : 1,
             known->layer_count ? known->layers[at].datatype : 0);
    return cJSON_CreateString(text);
}

static cJSON *layer_expression(user_dice *d, const user_known *known) {
    static const char *const names[] = {"and", "or", "not", "xor"};
    if (!user_one_in(d, 4)) {
        return user_layer_text(d, known);
    }
    cJSON *tree = cJSON_CreateObject(), *list = cJSON_AddArrayToObject(tree, names[user_roll(d, 4)]);
    cJSON_AddItemToArray(list, user_layer_text(d, known));
    cJSON_AddItemToArray(list, user_layer_text(d, known));
    return tree;
}

static void add_pair_members(user_dice *d, const user_known *known, cJSON *rule, bool has_second) {
    static const char *const metrics[] = {"euclidian", "square", "projection"};
    const double min = rule_length(d, known);
    cJSON_AddNumberToObject(rule, "min_um", min);
    if (has_second) {
        cJSON_AddItemToObject(rule, "layer2", layer_expression(d, known));
    }
    if (user_one_in(d, 2)) {
        cJSON_AddStringToObject(rule, "metrics", metrics[user_roll(d, 3)]);
    }
    if (user_one_in(d, 4)) {
        cJSON_AddNumberToObject(rule, "projection_min_um", rule_length(d, known));
    }
    if (user_one_in(d, 4)) {
        cJSON_AddBoolToObject(rule, "whole_edges", true);
    }
    if (user_one_in(d, 4)) {
        cJSON_AddBoolToObject(rule, "exact", true);
    }
    if (user_one_in(d, 4)) {
        cJSON_AddNumberToObject(rule, "tolerance_um", min / 4);
    }
}

static cJSON *rule(user_dice *d, const user_known *known, unsigned number) {
    static const char *const types[] = {"width",   "space",     "notch", "isolated", "separation", "enclosure",
                                        "overlap", "extension", "area",  "grid",     "angle",      "density"};
    const unsigned type = (unsigned)user_roll(d, sizeof types / sizeof types[0]);
    char id[16];
    cJSON *tree = cJSON_CreateObject();
    snprintf(id, sizeof id, "r%u", number);
    cJSON_AddStringToObject(tree, "id", id);
    cJSON_AddStringToObject(tree, "type", types[type]);
    cJSON_AddItemToObject(tree, "layer", layer_expression(d, known));
    if (type < 8) {
        add_pair_members(d, known, tree, type >= 4);
    } else if (type == 8) {
        cJSON_AddNumberToObject(tree, user_one_in(d, 2) ? "max_um2" : "min_um2", rule_length(d, known));
    } else if (type == 9) {
        cJSON_AddNumberToObject(tree, "grid_um", rule_length(d, known));
    } else if (type == 10) {
        cJSON_AddNumberToObject(tree, "step_deg", user_one_in(d, 2) ? 45 : 90);
    } else {
        cJSON_AddNumberToObject(tree, "min", 0.2);
        cJSON_AddNumberToObject(tree, "max", 0.6);
        if (user_one_in(d, 2)) {
            cJSON_AddNumberToObject(tree, "window_um", rule_length(d, known));
        }
    }
    return tree;
}

cJSON *user_rules(user_dice *d, const user_known *known) {
    cJSON *list = cJSON_CreateArray();
    const unsigned count = 1 + (unsigned)user_roll(d, 3);
    for (unsigned i = 0; i < count; i++) {
        cJSON_AddItemToArray(list, rule(d, known, i));
    }
    return list;
}

cJSON *user_deck(user_dice *d, const user_known *known) {
    cJSON *deck = cJSON_CreateObject();
    cJSON_AddStringToObject(deck, "rule_deck", "1.0");
    cJSON_AddItemToObject(deck, "rules", user_rules(d, known));
    return deck;
}

void user_deck_file(user_dice *d, const user_known *known, const char *path) {
    cJSON *deck = user_deck(d, known);
    char *text = cJSON_PrintUnformatted(deck);
    FILE *file = fopen(path, "w");
    FUZZ_REQUIRE(text && file);
    fputs(text, file);
    fclose(file);
    cJSON_free(text);
    cJSON_Delete(deck);
}

cJSON *user_mask_rules(user_dice *d) {
    cJSON *deck = cJSON_CreateObject(), *rules = cJSON_CreateObject();
    cJSON_AddStringToObject(deck, "schema_version", "1");
    cJSON_AddStringToObject(deck, "process_node", "n45");
    cJSON_AddStringToObject(deck, "layer", "M1");
    cJSON_AddNumberToObject(rules, "min_width_nm", 20.0 + (double)user_roll(d, 100));
    cJSON_AddNumberToObject(rules, "min_spacing_nm", 20.0 + (double)user_roll(d, 100));
    cJSON_AddItemToObject(deck, "rules", rules);
    return deck;
}
