/* Arguments that the schema of a tool allows, about what is known of the layout.
 *
 * Members are filled by name where a value must mean something (a cell, an id, a box), else by type and bounds. Sizes
 * that only cost time (pixels, tiles, pages) stay small.
 */
#include "user.h"

#include <math.h>
#include <string.h>

#include "json/reader.h"

enum { DEPTH_MAX = 8 };

static cJSON *value_of(user_dice *d, const cJSON *schema, const char *name, const user_known *known, unsigned depth);

static const cJSON *member(const cJSON *schema, const char *name) {
    return cJSON_GetObjectItemCaseSensitive(schema, name);
}

static double bound(const cJSON *schema, const char *name, double otherwise) {
    const cJSON *item = member(schema, name);
    return cJSON_IsNumber(item) ? item->valuedouble : otherwise;
}

static void put(cJSON *tree, const char *name, cJSON *value) {
    cJSON_DeleteItemFromObjectCaseSensitive(tree, name);
    cJSON_AddItemToObject(tree, name, value);
}

/* ---- boxes and points ---- */

static double inside(user_dice *d, double low, double high) {
    const double at = (double)(user_random(&d->state) >> 11) * 0x1p-53;
    return low + (high - low) * at;
}

static double place(user_dice *d, const user_known *known, unsigned axis) {
    switch (user_roll(d, 4)) {
    case 0:
        return known->box[axis];
    case 1:
        return known->box[axis + 2];
    case 2:
        return known->dbu > 0 ? rint(inside(d, known->box[axis], known->box[axis + 2]) / known->dbu) * known->dbu : 0;
    default:
        return inside(d, known->box[axis], known->box[axis + 2]);
    }
}

static cJSON *box_of(user_dice *d, const user_known *known) {
    static const char *const sides[4] = {"left", "bottom", "right", "top"};
    double box[4];
    memcpy(box, known->box, sizeof box);
    const unsigned kind = (unsigned)user_roll(d, 8);
    if (kind >= 4) {
        for (unsigned axis = 0; axis < 2; axis++) {
            const double a = place(d, known, axis), b = place(d, known, axis);
            box[axis] = a < b ? a : b;
            box[axis + 2] = a < b ? b : a;
        }
    } else if (kind == 3) {
        const double edge = user_one_in(d, 8) ? 1e9 : user_length(d, known);
        for (unsigned i = 0; i < 4; i++) {
            box[i] += i < 2 ? -edge : edge;
        }
    }
    if (box[0] == box[2] || box[1] == box[3]) { /* tools ask for an area */
        box[2] += known->dbu > 0 ? known->dbu : 1;
        box[3] += known->dbu > 0 ? known->dbu : 1;
    }
    cJSON *tree = cJSON_CreateObject();
    for (unsigned i = 0; i < 4; i++) {
        cJSON_AddNumberToObject(tree, sides[i], box[i]);
    }
    return tree;
}

static cJSON *layer_of(user_dice *d, const user_known *known) {
    cJSON *tree = cJSON_CreateObject();
    const unsigned at = known->layer_count ? (unsigned)user_roll(d, known->layer_count) : 0;
    const bool is_known = known->layer_count > 0 && !user_one_in(d, 16);
    cJSON_AddNumberToObject(tree, "layer", is_known ? known->layers[at].layer : 1);
    cJSON_AddNumberToObject(tree, "datatype", is_known ? known->layers[at].datatype : 0);
    return tree;
}

/* Where a waveguide is followed from. */
static cJSON *start_of(user_dice *d, const user_known *known) {
    cJSON *tree = cJSON_CreateObject();
    const char *port = user_known_text(&known->ports, d);
    if (port && user_one_in(d, 2)) {
        cJSON_AddStringToObject(tree, "port", port);
        return tree;
    }
    const bool is_known = known->spot_count > 0 && !user_one_in(d, 4);
    const unsigned at = is_known ? (unsigned)user_roll(d, known->spot_count) : 0;
    cJSON_AddNumberToObject(tree, "x_um", is_known ? known->spots[at][0] : place(d, known, 0));
    cJSON_AddNumberToObject(tree, "y_um", is_known ? known->spots[at][1] : place(d, known, 1));
    if (user_one_in(d, 2)) {
        cJSON_AddNumberToObject(tree, "angle_deg", 90.0 * (double)user_roll(d, 4));
    }
    return tree;
}

/* ---- values by name ---- */

static cJSON *text_or(const char *text, const char *otherwise) {
    return cJSON_CreateString(text ? text : otherwise);
}

static bool is_name(const char *name, const char *const *names) {
    for (; *names; names++) {
        if (strcmp(name, *names) == 0) {
            return true;
        }
    }
    return false;
}

static cJSON *path_of(user_dice *d, const char *name, const user_known *known) {
    char path[USER_PATH_SIZE + 64];
    if (strcmp(name, "path") == 0 || strcmp(name, "layout") == 0) {
        return cJSON_CreateString(known->path);
    }
    if (strcmp(name, "deck_path") == 0 || strcmp(name, "script_path") == 0) {
        snprintf(path, sizeof path, "%s/deck.json", known->folder);
        user_deck_file(d, known, path);
        return cJSON_CreateString(path);
    }
    static const struct {
        const char *name;
        user_file_kind kind;
    } files[] = {{"netlist_path", USER_NETLIST},
                 {"drc_rules_path", USER_DESIGN_RULES},
                 {"objectives_path", USER_OBJECTIVES},
                 {"convention_path", USER_CONVENTION},
                 {"lyp_path", USER_LYP},
                 {"waivers_path", USER_WAIVERS}};
    snprintf(path, sizeof path, "%s/none.json", known->folder);
    for (size_t i = 0; i < sizeof files / sizeof files[0] && !user_one_in(d, 16); i++) {
        if (strcmp(name, files[i].name) == 0) {
            snprintf(path, sizeof path, "%s/%s", known->folder, name);
            user_file_write(d, files[i].kind, known, path);
        }
    }
    return cJSON_CreateString(path);
}

static cJSON *named_text(user_dice *d, const char *name, const user_known *known) {
    static const char *const cells[] = {"cell", "cell_a", "cell_b", "component", "below", "top_cell", "name", NULL};
    static const char *const ids[] = {"target_id", "target_ids", "ids", "ids2", "around", NULL};
    static const char *const patterns[] = {"*", "?*", "*_?", "[a-z]*", "T*P", "**a**", "ebeam*"};
    static const char *const colors[] = {"#ff0000", "#00ff00", "#123456"};
    const char *found = NULL;
    if (strcmp(name, "session_id") == 0) {
        return cJSON_CreateString(known->session);
    } else if (strcmp(name, "a") == 0 || strcmp(name, "b") == 0) {
        return cJSON_CreateString(user_one_in(d, 2)   ? known->other_path
                                  : user_one_in(d, 2) ? known->path
                                                      : known->session);
    } else if (is_name(name, cells)) {
        return text_or(user_known_text(&known->cells, d), "TOP");
    } else if (is_name(name, ids)) {
        return text_or(user_known_text(&known->ids, d), "shp_0000000000000000");
    } else if (strcmp(name, "port") == 0) {
        found = user_known_text(&known->ports, d);
        return text_or(found ? found : user_known_text(&known->cells, d), "opt1");
    } else if (strcmp(name, "run_id") == 0) {
        return text_or(user_known_text(&known->runs, d), "run_000000000000");
    } else if (strcmp(name, "job_id") == 0) {
        return text_or(user_known_text(&known->jobs, d), "job_00000000000000000000000000000000");
    } else if (strcmp(name, "violation_id") == 0) {
        return text_or(user_known_text(&known->violations, d), "v1");
    } else if (strcmp(name, "cursor") == 0) {
        return text_or(user_known_text(&known->cursors, d), "cur_0000000000000000");
    } else if (strcmp(name, "pattern") == 0) {
        return cJSON_CreateString(patterns[user_roll(d, 7)]);
    } else if (strcmp(name, "color") == 0) {
        return cJSON_CreateString(colors[user_roll(d, 3)]);
    } else if (strcmp(name, "type") == 0 || strcmp(name, "types") == 0) {
        return text_or(user_known_text(&known->types, d), "optical");
    } else if (strcmp(name, "format") == 0) {
        return cJSON_CreateString(user_one_in(d, 2) ? "oas" : "gds");
    } else if (strcmp(name, "only") == 0 || strcmp(name, "rules") == 0) {
        return cJSON_CreateString("r0");
    } else if (strstr(name, "path") || strcmp(name, "layout") == 0) {
        return path_of(d, name, known);
    }
    return cJSON_CreateString("a text \xc3\xbc <b>");
}

static cJSON *any_value(user_dice *d, const char *name, const user_known *known) {
    if (strcmp(name, "rules") == 0) {
        return user_one_in(d, 2) ? user_rules(d, known) : user_deck(d, known);
    }
    return user_mask_rules(d);
}

/* ---- values by type ---- */

static double whole_number(user_dice *d, const cJSON *schema, const char *name) {
    static const char *const costly[] = {"width", "height", NULL}, *const waits[] = {"wait_ms", NULL};
    const double low = bound(schema, "minimum", user_one_in(d, 8) ? 0 : 1), high = bound(schema, "maximum", 1e6);
    double most = high < 300 ? high : 300;
    if (is_name(name, costly)) {
        most = user_one_in(d, 32) ? 300 : 64;
    } else if (is_name(name, waits)) {
        return 2000;
    } else if (strcmp(name, "nx") == 0 || strcmp(name, "ny") == 0) {
        most = user_one_in(d, 16) ? 100 : 8;
    } else if (strcmp(name, "iterations") == 0) {
        most = 3;
    } else if (strcmp(name, "budget_tokens") == 0) {
        return low + (double)(user_random(&d->state) % (uint64_t)(high - low + 1));
    }
    most = most < low ? low : most;
    switch (user_roll(d, 4)) {
    case 0:
        return low;
    case 1:
        return most;
    default:
        return low + (double)(user_random(&d->state) % (uint64_t)(most - low + 1));
    }
}

static double number(user_dice *d, const cJSON *schema, const char *name, const user_known *known) {
    const double low = bound(schema, "minimum", bound(schema, "exclusiveMinimum", -1e12)),
                 high = bound(schema, "maximum", 1e12);
    double value = 0;
    if (strncmp(name, "angle", 5) == 0) {
        value = 45.0 * (double)user_roll(d, 9);
    } else if (strcmp(name, "x_um") == 0 || strcmp(name, "x") == 0) {
        value = low >= 0 ? user_length(d, known) : place(d, known, 0);
    } else if (strcmp(name, "y_um") == 0 || strcmp(name, "y") == 0) {
        value = low >= 0 ? user_length(d, known) : place(d, known, 1);
    } else if (high <= 1) {
        value = (double)user_roll(d, 5) * high / 4;
    } else if (strcmp(name, "pixel_nm") == 0) {
        value = 10.0 * (double)(1 + user_roll(d, 8));
    } else {
        value = user_length(d, known);
    }
    value = value < low ? low : value > high ? high : value;
    return value <= bound(schema, "exclusiveMinimum", -1e13) ? fmin(0.5, high) : value;
}

static cJSON *one_of(user_dice *d, const cJSON *list) {
    const int count = cJSON_GetArraySize(list);
    return cJSON_Duplicate(cJSON_GetArrayItem(list, (int)user_roll(d, (uint64_t)count)), true);
}

static cJSON *array_of(user_dice *d, const cJSON *schema, const char *name, const user_known *known, unsigned depth) {
    const double low = bound(schema, "minItems", 0), high = bound(schema, "maxItems", 4);
    uint64_t count = (uint64_t)low + user_roll(d, 3);
    cJSON *list = cJSON_CreateArray();
    count = (double)count > high ? (uint64_t)high : count;
    count = strcmp(name, "points") == 0 ? 1 + user_roll(d, 5) : count;
    for (uint64_t i = 0; i < count; i++) {
        cJSON_AddItemToArray(list, value_of(d, member(schema, "items"), name, known, depth + 1));
    }
    return list;
}

static bool is_required(const cJSON *schema, const char *name, unsigned depth) {
    const cJSON *item;
    cJSON_ArrayForEach(item, member(schema, "required")) {
        if (strcmp(item->valuestring, name) == 0) {
            return true;
        }
    }
    return depth > 0 && !member(schema, "required"); /* left out where all members are */
}

static cJSON *object_of(user_dice *d, const cJSON *schema, const user_known *known, unsigned depth) {
    cJSON *tree = cJSON_CreateObject();
    const cJSON *item;
    const bool is_optional = depth > 0 && cJSON_GetArraySize(member(schema, "properties")) > 6;
    cJSON_ArrayForEach(item, member(schema, "properties")) {
        const bool must = !is_optional && is_required(schema, item->string, depth);
        const bool rarely = strcmp(item->string, "cursor") == 0 || strcmp(item->string, "deck_path") == 0 ||
                            strcmp(item->string, "waivers_path") == 0 || strcmp(item->string, "include_crops") == 0;
        if (must || user_one_in(d, rarely ? 16 : depth > 0 ? 2 : 3)) {
            cJSON_AddItemToObject(tree, item->string, value_of(d, item, item->string, known, depth + 1));
        }
    }
    return tree;
}

static cJSON *value_of(user_dice *d, const cJSON *schema, const char *name, const user_known *known, unsigned depth) {
    const cJSON *type = member(schema, "type"), *choices = member(schema, "enum");
    if (depth > DEPTH_MAX || !cJSON_IsString(type) || strcmp(name, "rule_deck") == 0) {
        return any_value(d, name, known);
    } else if (choices) {
        return one_of(d, choices);
    } else if (strcmp(type->valuestring, "string") == 0) {
        return named_text(d, name, known);
    } else if (strcmp(type->valuestring, "boolean") == 0) {
        return cJSON_CreateBool(user_one_in(d, 2));
    } else if (strcmp(type->valuestring, "integer") == 0) {
        return cJSON_CreateNumber(whole_number(d, schema, name));
    } else if (strcmp(type->valuestring, "number") == 0) {
        return cJSON_CreateNumber(number(d, schema, name, known));
    } else if (strcmp(type->valuestring, "array") == 0) {
        return array_of(d, schema, name, known, depth);
    } else if (strcmp(name, "box") == 0) {
        return box_of(d, known);
    } else if (strcmp(name, "from") == 0) {
        return start_of(d, known);
    } else if (member(member(schema, "properties"), "datatype")) {
        return layer_of(d, known);
    }
    return object_of(d, schema, known, depth);
}

/* A tool's schema is read once. */
const cJSON *user_schema_of(const lob_tool *tool) {
    static struct {
        const lob_tool *tool;
        cJSON *schema;
    } read[64];
    for (unsigned i = 0; i < 64; i++) {
        if (!read[i].tool) {
            lob_json_fault fault;
            read[i].tool = tool;
            read[i].schema = lob_json_parse(lob_str_from(tool->input_schema), &fault);
            FUZZ_REQUIRE(read[i].schema);
        }
        if (read[i].tool == tool) {
            return read[i].schema;
        }
    }
    return NULL;
}

static cJSON *process_of(user_dice *d) {
    static const char *const sources[] = {"circular", "annular", "dipole", "quasar"};
    cJSON *tree = cJSON_CreateObject();
    if (user_one_in(d, 2)) {
        cJSON_AddNumberToObject(tree, "na", 0.25 + 0.1 * (double)user_roll(d, 12));
    }
    if (user_one_in(d, 2)) {
        cJSON_AddStringToObject(tree, "source", sources[user_roll(d, 4)]);
        cJSON_AddNumberToObject(tree, "sigma_outer", 0.3 + 0.1 * (double)user_roll(d, 8));
        cJSON_AddNumberToObject(tree, "sigma_inner", 0.1 * (double)user_roll(d, 8));
        cJSON_AddNumberToObject(tree, "opening_deg", 1 + (double)user_roll(d, 180));
    }
    if (user_one_in(d, 3)) {
        cJSON *list = cJSON_AddArrayToObject(tree, "corners"), *corner = cJSON_CreateObject();
        cJSON_AddNumberToObject(corner, "dose", 0.9 + 0.02 * (double)user_roll(d, 10));
        cJSON_AddNumberToObject(corner, "defocus_nm", 10 * (double)user_roll(d, 8));
        cJSON_AddItemToArray(list, corner);
    }
    if (user_one_in(d, 4)) {
        cJSON_AddNumberToObject(tree, "tile_px", 64 + 8 * (double)user_roll(d, 8));
        cJSON_AddNumberToObject(tree, "halo_px", (double)user_roll(d, 40));
    }
    if (user_one_in(d, 4)) {
        cJSON_AddNumberToObject(tree, "wavelength_nm", 13.5 + (double)user_roll(d, 256));
        cJSON_AddNumberToObject(tree, "threshold", 0.05 * (double)(1 + user_roll(d, 20)));
        cJSON_AddStringToObject(tree, "dose_on", user_one_in(d, 2) ? "mask" : "aerial");
        cJSON_AddNumberToObject(tree, "epe_max_nm", 1 + (double)user_roll(d, 30));
        cJSON_AddNumberToObject(tree, "pvband_max_nm", (double)user_roll(d, 30));
    }
    cJSON_AddNumberToObject(tree, "kernel_count", 1 + (double)user_roll(d, 6));
    if (user_one_in(d, 8)) {
        cJSON_AddNumberToObject(tree, "defocus_nm", 10 * (double)user_roll(d, 8));
        cJSON_AddNumberToObject(tree, "threads", (double)user_roll(d, 3));
    }
    if (user_one_in(d, 16)) { /* there is no such folder */
        cJSON_AddStringToObject(tree, "kernels_path", "/nonexistent/kernels");
        cJSON_AddStringToObject(tree, "kernels_defocus_path", "/nonexistent/defocus");
        cJSON_AddNumberToObject(tree, "kernel_offset", user_one_in(d, 2) ? 20 : 24);
    }
    return tree;
}

/* A mask of some 64 by 64 pixels, whatever the layout. */
static void bound_canvas(user_dice *d, const user_known *known, cJSON *tree) {
    static const char *const sides[4] = {"left", "bottom", "right", "top"};
    const double x = place(d, known, 0), y = place(d, known, 1), pixel_nm = 1 + (double)user_roll(d, 100);
    const double wide = pixel_nm * 1e-3 * (double)(8 + user_roll(d, 56)), at[4] = {x, y, x + wide, y + wide};
    cJSON *box = cJSON_CreateObject();
    for (unsigned i = 0; i < 4; i++) {
        cJSON_AddNumberToObject(box, sides[i], at[i]);
    }
    put(tree, "box", box);
    put(tree, "pixel_nm", cJSON_CreateNumber(pixel_nm));
    put(tree, "layer", layer_of(d, known));
    put(tree, "wait_ms", cJSON_CreateNumber(2000));
    if (!user_one_in(d, 2)) {
        cJSON_DeleteItemFromObjectCaseSensitive(tree, "node");
    }
    if (user_one_in(d, 4)) {
        put(tree, "target_layer", layer_of(d, known));
    }
    put(tree, "process", process_of(d));
    const bool has_path = user_one_in(d, 2);
    put(tree, has_path ? "layout" : "session_id", cJSON_CreateString(has_path ? known->path : known->session));
    cJSON_DeleteItemFromObjectCaseSensitive(tree, has_path ? "session_id" : "layout");
}

/* Members of a mask, which a violation stands in for. */
static void drop_mask(cJSON *tree) {
    static const char *const names[] = {
        "layout",     "cell",      "layer",  "target_layer",      "box", "node", "pixel_nm", "process", "rule_deck",
        "iterations", "manhattan", "format", "layout_artifact_id"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        cJSON_DeleteItemFromObjectCaseSensitive(tree, names[i]);
    }
}

static void add_mask(user_dice *d, const user_known *known, cJSON *tree) {
    const char *pinned = user_known_text(&known->pinned, d);
    put(tree, "iterations", cJSON_CreateNumber(1 + (double)user_roll(d, 2)));
    if (user_one_in(d, 3)) {
        put(tree, "layout_artifact_id", cJSON_CreateString(pinned ? pinned : "sha256:00"));
    }
    if (user_one_in(d, 3)) {
        put(tree, "format", cJSON_CreateString(user_one_in(d, 2) ? "oas" : "gds"));
    }
    if (user_one_in(d, 3)) {
        put(tree, "manhattan", cJSON_CreateTrue());
    }
    if (user_one_in(d, 3)) {
        put(tree, "rule_deck", user_mask_rules(d));
    }
    if (user_one_in(d, 3)) {
        put(tree, "cell", named_text(d, "cell", known));
    }
    if (user_one_in(d, 16)) {
        put(tree, "node", cJSON_CreateString("45nm"));
    }
}

static void set_design_file(user_dice *d, const char *tool, const user_known *known, cJSON *tree) {
    static const char *const names[4][2] = {{"parse_netlist", "netlist_path"},
                                            {"parse_drc_rules", "drc_rules_path"},
                                            {"parse_objectives", "objectives_path"},
                                            {"migrate", "drc_rules_path"}};
    for (unsigned i = 0; i < 4; i++) {
        if (strcmp(tool, names[i][0]) == 0) {
            put(tree, "path", path_of(d, names[i][1], known));
        }
    }
}

static void drop(cJSON *tree, const char *name) {
    cJSON_DeleteItemFromObjectCaseSensitive(tree, name);
}

static cJSON *spot_of(user_dice *d, const user_known *known) {
    cJSON *tree = cJSON_CreateObject();
    cJSON_AddNumberToObject(tree, "x", place(d, known, 0));
    cJSON_AddNumberToObject(tree, "y", place(d, known, 1));
    return tree;
}

static cJSON *ids_of(user_dice *d, const user_known *known, uint64_t count) {
    cJSON *list = cJSON_CreateArray();
    for (uint64_t i = 0; i < count; i++) {
        cJSON_AddItemToArray(list, named_text(d, "target_ids", known));
    }
    return list;
}

/* Kinds of min_distance: two layers, one, or ids. */
static void agree_distance(user_dice *d, const user_known *known, cJSON *tree) {
    static const char *const two[] = {"separation", "enclosure", "extension", "overlap", NULL};
    const cJSON *kind = member(tree, "kind");
    const bool is_ids = kind && strcmp(kind->valuestring, "ids") == 0;
    drop(tree, "ids");
    drop(tree, "ids2");
    drop(tree, "layer");
    drop(tree, "layer2");
    if (is_ids) {
        drop(tree, "box");
        drop(tree, "cell");
        put(tree, "ids", ids_of(d, known, 2 + user_roll(d, 4)));
        if (user_one_in(d, 2)) {
            put(tree, "ids2", ids_of(d, known, 1 + user_roll(d, 4)));
        }
        return;
    }
    put(tree, "layer", layer_of(d, known));
    if (kind && is_name(kind->valuestring, two)) {
        put(tree, "layer2", layer_of(d, known));
    }
}

static void agree_many(user_dice *d, const user_known *known, cJSON *tree) {
    if (user_one_in(d, 2)) {
        drop(tree, "measurements");
        put(tree, "target_ids", ids_of(d, known, 1 + user_roll(d, 2)));
        return;
    }
    static const char *const modes[] = {"path_width",     "segment_length",       "centerline_distance",
                                        "edge_gap",       "bend_radius_estimate", "overlap",
                                        "label_distance", "port_spacing"};
    cJSON *list = cJSON_CreateArray();
    drop(tree, "target_ids");
    for (uint64_t left = 1 + user_roll(d, 3); left > 0; left--) {
        cJSON *one = cJSON_CreateObject();
        cJSON_AddStringToObject(one, "mode", modes[user_roll(d, 8)]);
        cJSON_AddItemToObject(one, "target_ids", ids_of(d, known, 1 + user_roll(d, 2)));
        cJSON_AddItemToArray(list, one);
    }
    put(tree, "measurements", list);
}

/* Tools that look for things, or along a line. False: not one of them. */
static bool agree_finder(user_dice *d, const char *tool, const user_known *known, cJSON *tree) {
    if (strcmp(tool, "cut_profile") == 0) {
        put(tree, "from", spot_of(d, known));
        put(tree, "to", spot_of(d, known));
    } else if (strcmp(tool, "min_distance") == 0) {
        agree_distance(d, known, tree);
    } else if (strcmp(tool, "measure_many") == 0) {
        agree_many(d, known, tree);
    } else if (strcmp(tool, "find_labels") == 0 && cJSON_IsTrue(member(tree, "all"))) {
        drop(tree, "below");
        drop(tree, "box");
    } else if (strcmp(tool, "render_view") == 0 && member(tree, "around") && !user_one_in(d, 16)) {
        drop(tree, "box");
        drop(tree, "cell");
        return false;
    } else {
        return strncmp(tool, "find_", 5) == 0 && strcmp(tool, "find_cells") != 0;
    }
    return true;
}

/* What a schema does not say: members that need, or exclude, each other. */
static void agree(user_dice *d, const char *tool, const user_known *known, cJSON *tree) {
    static const char *const of_one[] = {"path_width", "segment_length", "bend_radius_estimate", NULL};
    const cJSON *mode = cJSON_GetObjectItemCaseSensitive(tree, "mode");
    if (agree_finder(d, tool, known, tree)) {
        return;
    }
    if (strcmp(tool, "measure_geometry") == 0) {
        cJSON *ids = cJSON_CreateArray();
        cJSON_AddItemToArray(ids, named_text(d, "target_ids", known));
        if (!is_name(mode->valuestring, of_one)) {
            cJSON_AddItemToArray(ids, named_text(d, "target_ids", known));
        }
        put(tree, "target_ids", ids);
    } else if (strcmp(tool, "find_cells") == 0) {
        put(tree, user_one_in(d, 2) ? "name" : "pattern", cJSON_CreateString("*"));
        cJSON_DeleteItemFromObjectCaseSensitive(tree, cJSON_HasObjectItem(tree, "name") ? "pattern" : "name");
    } else if (strcmp(tool, "check_rules") == 0 && !cJSON_HasObjectItem(tree, "deck_path")) {
        put(tree, "rules", any_value(d, "rules", known));
        cJSON_DeleteItemFromObjectCaseSensitive(tree, "only");
    } else if (strcmp(tool, "density_map") == 0) {
        cJSON_DeleteItemFromObjectCaseSensitive(tree, user_one_in(d, 2) ? "tile_um" : "tiles");
        if (!cJSON_HasObjectItem(tree, "tile_um") || user_one_in(d, 2)) {
            cJSON_DeleteItemFromObjectCaseSensitive(tree, "step_um");
        }
    } else if (strcmp(tool, "render_view") == 0 && !cJSON_HasObjectItem(tree, "image_size") && !user_one_in(d, 32)) {
        cJSON *size = cJSON_AddObjectToObject(tree, "image_size"); /* pixels cost more than figures */
        cJSON_AddNumberToObject(size, "width", 1 + (double)user_roll(d, 64));
        cJSON_AddNumberToObject(size, "height", 1 + (double)user_roll(d, 64));
    } else if (strcmp(tool, "diff_layouts") == 0 && !user_one_in(d, 8)) {
        cJSON_DeleteItemFromObjectCaseSensitive(tree, "picture");
    } else if (strcmp(tool, "diff_layouts") == 0 && cJSON_IsTrue(cJSON_GetObjectItem(tree, "picture"))) {
        put(tree, "session_id", cJSON_CreateString(known->session));
    }
}

/* A deck in a file or as text, one of them. */
static void set_script(user_dice *d, const user_known *known, cJSON *tree) {
    const bool is_text = user_one_in(d, 2);
    drop(tree, is_text ? "script_path" : "script_text");
    if (is_text) {
        cJSON *deck = user_deck(d, known);
        char *text = cJSON_PrintUnformatted(deck);
        put(tree, "script_text", cJSON_CreateString(text ? text : "{}"));
        cJSON_free(text);
        cJSON_Delete(deck);
    } else if (!member(tree, "script_path")) {
        put(tree, "script_path", path_of(d, "script_path", known));
    }
}

static void set_native(user_dice *d, const user_known *known, cJSON *tree) {
    char *text = user_script(d, known);
    drop(tree, "script_path");
    drop(tree, "params");
    drop(tree, "only");
    put(tree, "script_type", cJSON_CreateString("ruby"));
    put(tree, "engine", cJSON_CreateString("native"));
    put(tree, "script_text", cJSON_CreateString(text));
    if (!user_one_in(d, 4)) {
        drop(tree, "box"); /* few steps are local */
    }
    free(text);
}

cJSON *user_arguments(user_dice *d, const lob_tool *tool, const user_known *known) {
    cJSON *tree = object_of(d, user_schema_of(tool), known, 0);
    agree(d, tool->name, known, tree);
    set_design_file(d, tool->name, known, tree);
    if (strcmp(tool->name, "evaluate") == 0) {
        bound_canvas(d, known, tree);
    } else if (strcmp(tool->name, "optimize") == 0) {
        drop_mask(tree);
        if (!cJSON_HasObjectItem(tree, "violation_id") || user_one_in(d, 2)) {
            bound_canvas(d, known, tree);
        }
        if (known->violations.count == 0 && !user_one_in(d, 3)) {
            cJSON_DeleteItemFromObjectCaseSensitive(tree, "violation_id");
            cJSON_DeleteItemFromObjectCaseSensitive(tree, "scope");
            bound_canvas(d, known, tree);
        }
        add_mask(d, known, tree);
    }
    if (strcmp(tool->name, "run_drc_script") == 0 && user_one_in(d, 3)) {
        set_native(d, known, tree);
    } else if (strcmp(tool->name, "run_drc_script") == 0) { /* KLayout is a program of its own */
        put(tree, "script_type", cJSON_CreateString("json"));
        cJSON_DeleteItemFromObjectCaseSensitive(tree, "params");
        if (user_one_in(d, 16)) {
            cJSON_AddStringToObject(cJSON_AddObjectToObject(tree, "params"), "a", "1");
        }
        set_script(d, known, tree);
        if (!user_one_in(d, 16)) { /* those are for the other engine */
            drop(tree, "only");
            drop(tree, "box");
            drop(tree, "profile");
        }
    }
    return tree;
}
