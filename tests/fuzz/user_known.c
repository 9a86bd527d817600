/* What the answers tell: names, ids, layers and boxes that later questions are about. */
#include "user.h"

#include <string.h>

void user_known_add(user_texts *texts, const char *text) {
    const size_t size = strlen(text);
    if (size == 0 || size >= USER_TEXT_SIZE) {
        return;
    }
    for (unsigned i = 0; i < texts->count; i++) {
        if (strcmp(texts->items[i], text) == 0) {
            return;
        }
    }
    memcpy(texts->items[texts->next], text, size + 1);
    texts->next = (texts->next + 1) % USER_KNOWN_MAX;
    texts->count += texts->count < USER_KNOWN_MAX;
}

const char *user_known_text(const user_texts *texts, user_dice *d) {
    return texts->count ? texts->items[user_roll(d, texts->count)] : NULL;
}

static void add_layer(user_known *known, const cJSON *item) {
    const cJSON *layer = cJSON_GetObjectItemCaseSensitive(item, "layer");
    const cJSON *datatype = cJSON_GetObjectItemCaseSensitive(item, "datatype");
    if (!cJSON_IsNumber(layer) || !cJSON_IsNumber(datatype)) {
        return;
    }
    const uint32_t l = (uint32_t)layer->valuedouble, t = (uint32_t)datatype->valuedouble;
    for (unsigned i = 0; i < known->layer_count; i++) {
        if (known->layers[i].layer == l && known->layers[i].datatype == t) {
            return;
        }
    }
    known->layers[known->layer_next].layer = l;
    known->layers[known->layer_next].datatype = t;
    known->layer_next = (known->layer_next + 1) % USER_KNOWN_MAX;
    known->layer_count += known->layer_count < USER_KNOWN_MAX;
}

static void add_string(user_known *known, const cJSON *item) {
    static const struct {
        const char *member;
        size_t offset;
    } kinds[] = {{"run_id", offsetof(user_known, runs)},
                 {"job_id", offsetof(user_known, jobs)},
                 {"violation_id", offsetof(user_known, violations)},
                 {"cell", offsetof(user_known, cells)},
                 {"selected_top_cell", offsetof(user_known, cells)},
                 {"next_cursor", offsetof(user_known, cursors)},
                 {"type", offsetof(user_known, types)},
                 {"layout_artifact_id", offsetof(user_known, pinned)}};
    const char *text = item->valuestring;
    if (strncmp(text, "shp_", 4) == 0 || strncmp(text, "txt_", 4) == 0 || strncmp(text, "ins_", 4) == 0) {
        user_known_add(&known->ids, text);
    } else if (strncmp(text, "prt_", 4) == 0) {
        user_known_add(&known->ids, text);
        user_known_add(&known->ports, text);
    } else if (strncmp(text, "mrk_", 4) == 0) {
        user_known_add(&known->markers, text);
    }
    for (size_t i = 0; item->string && i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(item->string, kinds[i].member) == 0) {
            user_known_add((user_texts *)(void *)((char *)known + kinds[i].offset), text);
        }
    }
}

static void add_spot(user_known *known, const cJSON *item) {
    const cJSON *x = cJSON_GetObjectItemCaseSensitive(item, "x_um"),
                *y = cJSON_GetObjectItemCaseSensitive(item, "y_um");
    x = x ? x : cJSON_GetObjectItemCaseSensitive(item, "x");
    y = y ? y : cJSON_GetObjectItemCaseSensitive(item, "y");
    if (cJSON_IsNumber(x) && cJSON_IsNumber(y)) {
        known->spots[known->spot_next][0] = x->valuedouble;
        known->spots[known->spot_next][1] = y->valuedouble;
        known->spot_next = (known->spot_next + 1) % USER_KNOWN_MAX;
        known->spot_count += known->spot_count < USER_KNOWN_MAX;
    }
}

static void learn_box(user_known *known, const cJSON *answer) {
    static const char *const sides[4] = {"left", "bottom", "right", "top"};
    const cJSON *box = cJSON_GetObjectItemCaseSensitive(answer, "bbox_um");
    const cJSON *dbu = cJSON_GetObjectItemCaseSensitive(answer, "dbu");
    for (unsigned i = 0; i < 4 && cJSON_HasObjectItem(answer, "selected_top_cell"); i++) {
        const cJSON *side = cJSON_GetObjectItemCaseSensitive(box, sides[i]);
        known->box[i] = cJSON_IsNumber(side) ? side->valuedouble : known->box[i];
    }
    known->dbu = cJSON_IsNumber(dbu) ? dbu->valuedouble : known->dbu;
}

void user_known_learn(user_known *known, const cJSON *answer) {
    enum { DEPTH_MAX = 16, ITEMS_MAX = 400 };
    const cJSON *open[DEPTH_MAX];
    unsigned depth = 0, seen = 0;
    learn_box(known, answer);
    open[depth++] = answer->child;
    while (depth > 0 && seen < ITEMS_MAX) {
        const cJSON *item = open[depth - 1];
        if (!item) {
            depth--;
            continue;
        }
        open[depth - 1] = item->next;
        seen++;
        if (cJSON_IsString(item)) {
            add_string(known, item);
        } else if (item->child && depth < DEPTH_MAX) {
            add_layer(known, item);
            add_spot(known, item);
            open[depth++] = item->child;
        }
    }
}
