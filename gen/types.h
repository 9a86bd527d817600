/* Made by tools/schemac from spec/. Do not edit. The types of the contract. */
#ifndef LOB_GEN_TYPES_H
#define LOB_GEN_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

#define LOB_SCHEMA_VERSION "1.0.0"

/* Groups of tools: a bit each, and the place of its words. */
enum {
    /* The twelve tools of the KLayout Observer contract. */
    LOB_GROUP_CONTRACT = 1,
    /* Looks at a layout: cells, layers, shapes, ports, waveguides, pictures. */
    LOB_GROUP_INSPECT = 2,
    /* Checks a layout: rules, DRC decks, markers, connections, differences. */
    LOB_GROUP_CHECK = 4,
    /* Prints masks and optimizes them, as jobs. */
    LOB_GROUP_LITHO = 8,
    /* Reads netlists, design rules and objectives, and scores a layout by them. */
    LOB_GROUP_DESIGN = 16,
    LOB_GROUP_COUNT = 5
};
extern const char *const lob_group_names[5];
extern const char *const lob_group_abouts[5];

/* A file of the session. */
typedef struct lob_artifact_ref {
    /* render, drc_report, markers, stdout, stderr */
    lob_str kind;
    /* Absolute path. */
    lob_str path;
    lob_str media_type;
} lob_artifact_ref;

/* A box in um, rounded to 6 decimals. */
typedef struct lob_micron_box {
    double left;
    double bottom;
    double right;
    double top;
} lob_micron_box;

/* A box in database units. */
typedef struct lob_dbu_box {
    int64_t left;
    int64_t bottom;
    int64_t right;
    int64_t top;
} lob_dbu_box;

/* In um */
typedef struct lob_query_box {
    double left;
    double bottom;
    double right;
    double top;
} lob_query_box;

/* Sizes of a device. */
typedef struct lob_circuit_device_params {
    /* Width. */
    bool has_w; double w;
    /* Length. */
    bool has_l; double l;
    /* Devices in parallel. */
    int64_t m;
    /* Fingers. */
    int64_t nf;
    /* Members of the device that the schema does not name. */
    struct { lob_str *names; lob_str *items; size_t count; } extra;
} lob_circuit_device_params;

/* MOS transistors take w, l and the terminals g, d, s, b. */
typedef enum lob_device_type {
    LOB_DEVICE_TYPE_NMOS, LOB_DEVICE_TYPE_PMOS, LOB_DEVICE_TYPE_RESISTOR, LOB_DEVICE_TYPE_CAPACITOR
} lob_device_type;
enum { LOB_DEVICE_TYPE_COUNT = 4 }; extern const char *const lob_device_type_names[4];

/* A device; in a sub-cell its id is INSTANCE/ID. */
typedef struct lob_circuit_device {
    lob_str id;
    lob_device_type type;
    lob_str model;
    lob_circuit_device_params params;
    /* Terminals to nets of the circuit. */
    struct { lob_str *names; lob_str *items; size_t count; } terminals;
} lob_circuit_device;

/* A terminal of a device. */
typedef struct lob_terminal_ref {
    lob_str device_id;
    lob_str terminal_name;
} lob_terminal_ref;

/* What a net is for, told by its name: power is vdd, vcc, avdd, dvdd; ground is vss, gnd, avss, dvss; in either
 * case. */
typedef enum lob_net_type {
    LOB_NET_TYPE_SIGNAL, LOB_NET_TYPE_POWER, LOB_NET_TYPE_GROUND
} lob_net_type;
enum { LOB_NET_TYPE_COUNT = 3 }; extern const char *const lob_net_type_names[3];

/* A net with what it connects, in the order of the devices. */
typedef struct lob_circuit_net {
    lob_str name;
    struct { lob_terminal_ref *items; size_t count; } connections;
    lob_net_type net_type;
} lob_circuit_net;

/* Kinds of modules that are recognised. */
typedef enum lob_module_type {
    LOB_MODULE_TYPE_DIFFERENTIAL_PAIR, LOB_MODULE_TYPE_CURRENT_MIRROR, LOB_MODULE_TYPE_CASCODE,
        LOB_MODULE_TYPE_TAIL_CURRENT_SOURCE
} lob_module_type;
enum { LOB_MODULE_TYPE_COUNT = 4 }; extern const char *const lob_module_type_names[4];

/* What was found out about a module. */
typedef struct lob_circuit_module_properties {
    /* Why these devices are one, in words. */
    lob_str why;
    /* Devices that must match have equal w, l and model; those of a pair also equal w m together. */
    bool matched;
    /* Groups of devices that must match in the layout. */
    struct { struct { lob_str *items; size_t count; } *items; size_t count; } matched_devices;
    /* Unless plain: degenerated, cross_coupled, pseudo_differential (pairs); shared_bias (a mirror whose reference
     * is elsewhere). */
    lob_str form;
    /* Of current_mirror: the device that sets the current; absent with shared_bias. */
    lob_str reference;
    /* Of current_mirror: w m / l of each device over that of the reference, in the order of devices. */
    bool has_ratios; struct { double *items; size_t count; } ratios;
} lob_circuit_module_properties;

/* Devices that work together. */
typedef struct lob_circuit_module {
    /* The type and a number from 1. */
    lob_str id;
    lob_module_type type;
    /* Ids. */
    struct { lob_str *items; size_t count; } devices;
    lob_circuit_module_properties properties;
} lob_circuit_module;

/* The top cell of a netlist, sub-cells expanded. */
typedef struct lob_circuit {
    /* Name of the top cell. */
    lob_str name;
    struct { lob_circuit_device *items; size_t count; } devices;
    /* Nets that have a terminal, in the order of their first. */
    struct { lob_circuit_net *items; size_t count; } nets;
    struct { lob_circuit_module *items; size_t count; } modules;
} lob_circuit;

/* full: with *_dbu */
typedef enum lob_detail {
    LOB_DETAIL_LEAN, LOB_DETAIL_FULL
} lob_detail;
enum { LOB_DETAIL_COUNT = 2 }; extern const char *const lob_detail_names[2];

/* Units of *_um and *_dbu members. */
typedef struct lob_units {
    char unused; /* constants alone */
} lob_units;

/* Something odd in the file. */
typedef struct lob_warning_item {
    /* A word, e.g. missing_cell. */
    lob_str kind;
    /* A sentence. */
    lob_str message;
    /* How often. */
    int64_t count;
    /* Byte of the first, in the inflated file. */
    bool has_offset; int64_t offset;
} lob_warning_item;

/* required: the contract says so. recommended, optional: what the contract leaves open, as the reference decides it.
 * reference: only of the reference implementation. */
typedef enum lob_conformance_level {
    LOB_CONFORMANCE_LEVEL_REQUIRED, LOB_CONFORMANCE_LEVEL_RECOMMENDED, LOB_CONFORMANCE_LEVEL_OPTIONAL,
        LOB_CONFORMANCE_LEVEL_REFERENCE
} lob_conformance_level;
enum { LOB_CONFORMANCE_LEVEL_COUNT = 4 }; extern const char *const lob_conformance_level_names[4];

/* core: sessions, cells, layers, queries, measures. render: set_view, render_view. drc: run_drc_script,
 * extract_markers. pic: tools beyond the contract's twelve. litho: evaluate, optimize, poll. */
typedef enum lob_conformance_profile {
    LOB_CONFORMANCE_PROFILE_CORE, LOB_CONFORMANCE_PROFILE_RENDER, LOB_CONFORMANCE_PROFILE_DRC,
        LOB_CONFORMANCE_PROFILE_PIC, LOB_CONFORMANCE_PROFILE_LITHO
} lob_conformance_profile;
enum { LOB_CONFORMANCE_PROFILE_COUNT = 5 }; extern const char *const lob_conformance_profile_names[5];

/* klayout: a KLayout that the server can run. stdio: the case starts, stops or writes to the server itself, which a
 * URL does not allow. */
typedef enum lob_conformance_need {
    LOB_CONFORMANCE_NEED_KLAYOUT, LOB_CONFORMANCE_NEED_STDIO
} lob_conformance_need;
enum { LOB_CONFORMANCE_NEED_COUNT = 2 }; extern const char *const lob_conformance_need_names[2];

typedef enum lob_conformance_step_restart {
    LOB_CONFORMANCE_STEP_RESTART_CLOSE, LOB_CONFORMANCE_STEP_RESTART_KILL
} lob_conformance_step_restart;
enum { LOB_CONFORMANCE_STEP_RESTART_COUNT = 2 }; extern const char *const lob_conformance_step_restart_names[2];

typedef enum lob_conformance_step_kind {
    LOB_CONFORMANCE_STEP_KIND_FOLDER, LOB_CONFORMANCE_STEP_KIND_FIFO
} lob_conformance_step_kind;
enum { LOB_CONFORMANCE_STEP_KIND_COUNT = 2 }; extern const char *const lob_conformance_step_kind_names[2];

/* Exactly one of call, request, notify, send, await, silent, wait_ms, restart, file, make, check. */
typedef struct lob_conformance_step {
    lob_str about;
    /* A tool, by tools/call. */
    lob_str call;
    /* Of call: an object. */
    lob_str arguments;
    /* A JSON-RPC method. */
    lob_str request;
    /* A JSON-RPC notification. */
    lob_str notify;
    /* Of request and notify. */
    lob_str params;
    /* A line as it is; a line end is added. expect is then of the whole line that answers. */
    lob_str send;
    /* Of call and request: leaves it running under this name, for await, silent, and ${NAME.id}. */
    lob_str as;
    /* Takes the answer of what was left running; expect, error, rpc_error as of a call. */
    lob_str await;
    /* What was left running under this name has no answer within within_ms. */
    lob_str silent;
    /* Of silent; of send and notify: no line comes within this time. */
    bool has_within_ms; int64_t within_ms;
    bool has_wait_ms; int64_t wait_ms;
    /* Ends the server, by closing its input or with SIGKILL, and starts another in the same environment. */
    bool has_restart; lob_conformance_step_restart restart;
    /* A path: expect is of {kind: file, folder, link, other or absent; mode: "0600"; size; sha256; json; names of a
     * folder, sorted; png: {width, height}}. */
    lob_str file;
    /* A path below ${work} that is made: by copy, text, link, or one of kind. */
    lob_str make;
    /* Of make: the file to copy. */
    lob_str copy;
    /* Of make: the text of the file. */
    lob_str text;
    /* Of make: the target of a symbolic link. */
    lob_str link;
    /* Of make. */
    bool has_kind; lob_conformance_step_kind kind;
    /* Of make: octal, as 0600. */
    lob_str mode;
    /* A value made of saved ones, held to expect. */
    lob_str check;
    /* A pattern of the success. */
    lob_str expect;
    /* A pattern of the ErrorObject. */
    lob_str error;
    /* A pattern of the protocol's error object. */
    lob_str rpc_error;
    /* Name: path into the answer. */
    bool has_save; struct { lob_str *names; lob_str *items; size_t count; } save;
    /* Path (indices may be *): largest absolute difference of numbers there. */
    bool has_tolerance; struct { lob_str *names; double *items; size_t count; } tolerance;
    /* What must be seen in the picture of the answer: size, probes, coverage. */
    lob_str picture;
    /* Of this step, in place of the runner's. */
    bool has_timeout_ms; int64_t timeout_ms;
} lob_conformance_step;

typedef struct lob_conformance_case {
    /* AREA/NAME, as the file: AREA/NAME.json. */
    lob_str id;
    /* What it proves, and where the expected values come from. */
    lob_str about;
    lob_conformance_profile profile;
    lob_conformance_level level;
    struct { lob_str *items; size_t count; } requirements;
    /* The version of the contract's schemas that first has it. */
    lob_str since;
    bool has_needs; struct { lob_conformance_need *items; size_t count; } needs;
    /* Environment of the server, beside its own. */
    bool has_env; struct { lob_str *names; lob_str *items; size_t count; } env;
    struct { lob_conformance_step *items; size_t count; } steps;
} lob_conformance_case;

typedef struct lob_known_failure {
    lob_str id;
    lob_str reason;
} lob_known_failure;

typedef struct lob_known_failures {
    struct { lob_known_failure *items; size_t count; } known_failures;
} lob_known_failures;

typedef enum lob_requirement_level {
    LOB_REQUIREMENT_LEVEL_MUST, LOB_REQUIREMENT_LEVEL_SHOULD, LOB_REQUIREMENT_LEVEL_MAY
} lob_requirement_level;
enum { LOB_REQUIREMENT_LEVEL_COUNT = 3 }; extern const char *const lob_requirement_level_names[3];

typedef enum lob_requirement_source {
    LOB_REQUIREMENT_SOURCE_CONTRACT, LOB_REQUIREMENT_SOURCE_CONTRACT_NOTES, LOB_REQUIREMENT_SOURCE_DATA_MODEL,
        LOB_REQUIREMENT_SOURCE_DESIGN, LOB_REQUIREMENT_SOURCE_RFC_0006, LOB_REQUIREMENT_SOURCE_ROUNDTRIP_NOTES
} lob_requirement_source;
enum { LOB_REQUIREMENT_SOURCE_COUNT = 6 }; extern const char *const lob_requirement_source_names[6];

typedef struct lob_requirement {
    lob_str id;
    lob_requirement_level level;
    lob_requirement_source source;
    lob_str text;
    /* Why no case can ask it from outside. Not for what the contract says. */
    lob_str unasked;
} lob_requirement;

typedef enum lob_convention_layer_role {
    LOB_CONVENTION_LAYER_ROLE_WAVEGUIDE, LOB_CONVENTION_LAYER_ROLE_GUIDE, LOB_CONVENTION_LAYER_ROLE_SLAB,
        LOB_CONVENTION_LAYER_ROLE_METAL, LOB_CONVENTION_LAYER_ROLE_PORT, LOB_CONVENTION_LAYER_ROLE_DEVICE,
        LOB_CONVENTION_LAYER_ROLE_TEXT, LOB_CONVENTION_LAYER_ROLE_FIBER, LOB_CONVENTION_LAYER_ROLE_OTHER
} lob_convention_layer_role;
enum { LOB_CONVENTION_LAYER_ROLE_COUNT = 9 }; extern const char *const lob_convention_layer_role_names[9];

/* A layer by the name the rest of the file uses. */
typedef struct lob_convention_layer {
    int64_t layer;
    int64_t datatype;
    /* waveguide: guides light; guide: a centre line drawn as a help; metal: conducts; the others are what markers,
     * outlines and texts stand on. */
    lob_convention_layer_role role;
    lob_str material;
} lob_convention_layer;

typedef enum lob_convention_port_name_from {
    LOB_CONVENTION_PORT_NAME_FROM_TEXT, LOB_CONVENTION_PORT_NAME_FROM_CELL, LOB_CONVENTION_PORT_NAME_FROM_NONE
} lob_convention_port_name_from;
enum { LOB_CONVENTION_PORT_NAME_FROM_COUNT = 3 }; extern const char *const lob_convention_port_name_from_names[3];

typedef enum lob_convention_port_name_where {
    LOB_CONVENTION_PORT_NAME_WHERE_TOUCHES_BBOX, LOB_CONVENTION_PORT_NAME_WHERE_INSIDE,
        LOB_CONVENTION_PORT_NAME_WHERE_NEAREST
} lob_convention_port_name_where;
enum { LOB_CONVENTION_PORT_NAME_WHERE_COUNT = 3 }; extern const char *const lob_convention_port_name_where_names[3];

typedef enum lob_convention_port_name_scope {
    LOB_CONVENTION_PORT_NAME_SCOPE_SAME_CELL, LOB_CONVENTION_PORT_NAME_SCOPE_BELOW
} lob_convention_port_name_scope;
enum { LOB_CONVENTION_PORT_NAME_SCOPE_COUNT = 2 }; extern const char *const lob_convention_port_name_scope_names[2];

/* Where a port's name comes from. */
typedef struct lob_convention_port_name {
    /* text: a label; cell: the name of the cell; none. */
    lob_convention_port_name_from from;
    /* Layer of the label; default: the marker's. */
    lob_str on;
    /* touches_bbox: the label's origin on the marker's closed box; inside: within its outline; nearest: the one
     * nearest to the port within distance_um. */
    lob_convention_port_name_where where;
    /* same_cell: labels of the marker's cell; below: of the cells it places as well. */
    lob_convention_port_name_scope scope;
    double distance_um;
} lob_convention_port_name;

typedef enum lob_convention_marker_shape {
    LOB_CONVENTION_MARKER_SHAPE_PATH2, LOB_CONVENTION_MARKER_SHAPE_BOX, LOB_CONVENTION_MARKER_SHAPE_POLYGON,
        LOB_CONVENTION_MARKER_SHAPE_BOX_OR_POLYGON, LOB_CONVENTION_MARKER_SHAPE_TRIANGLE,
        LOB_CONVENTION_MARKER_SHAPE_RECT_HALF_OUT, LOB_CONVENTION_MARKER_SHAPE_RECT_INSIDE,
        LOB_CONVENTION_MARKER_SHAPE_ARROW, LOB_CONVENTION_MARKER_SHAPE_EDGE_ON_BOUNDARY
} lob_convention_marker_shape;
enum { LOB_CONVENTION_MARKER_SHAPE_COUNT = 9 }; extern const char *const lob_convention_marker_shape_names[9];

typedef enum lob_convention_marker_direction {
    LOB_CONVENTION_MARKER_DIRECTION_P1_TO_P2, LOB_CONVENTION_MARKER_DIRECTION_P2_TO_P1,
        LOB_CONVENTION_MARKER_DIRECTION_TIP, LOB_CONVENTION_MARKER_DIRECTION_TIP_OPPOSITE,
        LOB_CONVENTION_MARKER_DIRECTION_NEAREST_SIDE, LOB_CONVENTION_MARKER_DIRECTION_NONE
} lob_convention_marker_direction;
enum { LOB_CONVENTION_MARKER_DIRECTION_COUNT = 6 }; extern const char *const lob_convention_marker_direction_names[6];

typedef enum lob_convention_marker_position {
    LOB_CONVENTION_MARKER_POSITION_MID, LOB_CONVENTION_MARKER_POSITION_P1, LOB_CONVENTION_MARKER_POSITION_P2,
        LOB_CONVENTION_MARKER_POSITION_CENTER, LOB_CONVENTION_MARKER_POSITION_TIP, LOB_CONVENTION_MARKER_POSITION_BASE,
        LOB_CONVENTION_MARKER_POSITION_SIDE
} lob_convention_marker_position;
enum { LOB_CONVENTION_MARKER_POSITION_COUNT = 7 }; extern const char *const lob_convention_marker_position_names[7];

typedef enum lob_convention_marker_width {
    LOB_CONVENTION_MARKER_WIDTH_PATH_WIDTH, LOB_CONVENTION_MARKER_WIDTH_BASE, LOB_CONVENTION_MARKER_WIDTH_ACROSS,
        LOB_CONVENTION_MARKER_WIDTH_MIN_SIDE, LOB_CONVENTION_MARKER_WIDTH_MAX_SIDE, LOB_CONVENTION_MARKER_WIDTH_NONE
} lob_convention_marker_width;
enum { LOB_CONVENTION_MARKER_WIDTH_COUNT = 6 }; extern const char *const lob_convention_marker_width_names[6];

/* A figure that marks a port, and how it is read. */
typedef struct lob_convention_marker {
    lob_str id;
    /* Layer of the marker; of edge_on_boundary the layer whose edges are ports (default: all waveguide layers). */
    lob_str on;
    /* path2: a path of two points; box, polygon, box_or_polygon; triangle: its tip points out; rect_half_out: a
     * rectangle half of which stands out of the device; rect_inside: one that lies along its border inside; arrow: a
     * polygon with one corner in its axis; edge_on_boundary: no marker, an edge of the waveguide on the device's
     * outline. */
    lob_convention_marker_shape shape;
    /* Default by shape: p1_to_p2 for path2, tip for triangle, tip_opposite for arrow, nearest_side for rect_half_out
     * and rect_inside, none for the others. */
    bool has_direction; lob_convention_marker_direction direction;
    /* Default by shape: mid for path2, base for triangle, tip for arrow, side for rect_inside, center for the
     * others. */
    bool has_position; lob_convention_marker_position position;
    /* Default by shape: path_width for path2, base for triangle, across (the rectangle's side across the direction)
     * for rectangles with a direction, min_side for boxes and polygons, none for arrow. */
    bool has_width; lob_convention_marker_width width;
    lob_convention_port_name *name;
    /* optical, electrical, fiber or a word of one's own. */
    lob_str type;
    /* Layers that may connect there, first choice first; default by type: waveguide layers, for electrical ports
     * metal layers. */
    bool has_connects; struct { lob_str *items; size_t count; } connects;
} lob_convention_marker;

typedef enum lob_convention_param_form {
    LOB_CONVENTION_PARAM_FORM_TEXT, LOB_CONVENTION_PARAM_FORM_KV_LIST, LOB_CONVENTION_PARAM_FORM_KV_LINES
} lob_convention_param_form;
enum { LOB_CONVENTION_PARAM_FORM_COUNT = 3 }; extern const char *const lob_convention_param_form_names[3];

/* A text on the device layer that says something about the device. */
typedef struct lob_convention_param {
    lob_str prefix;
    lob_str key;
    /* text: what follows the prefix; kv_list: name=value, separated by blanks; kv_lines: a line each. */
    lob_convention_param_form form;
} lob_convention_param;

typedef enum lob_convention_device_outline {
    LOB_CONVENTION_DEVICE_OUTLINE_BBOX, LOB_CONVENTION_DEVICE_OUTLINE_POLYGON
} lob_convention_device_outline;
enum { LOB_CONVENTION_DEVICE_OUTLINE_COUNT = 2 }; extern const char *const lob_convention_device_outline_names[2];

/* How a cell says that it is one device. */
typedef struct lob_convention_device {
    lob_str on;
    lob_convention_device_outline outline;
    bool has_params; struct { lob_convention_param *items; size_t count; } params;
} lob_convention_device;

/* Texts with a meaning, by a POSIX extended regular expression. Read and checked; no tool uses them yet. */
typedef struct lob_convention_label {
    lob_str regex;
    struct { lob_str *items; size_t count; } on;
    lob_str means;
    /* Names of the parenthesised parts. */
    bool has_groups; struct { lob_str *items; size_t count; } groups;
} lob_convention_label;

/* When two ports are one connection. */
typedef struct lob_convention_connect {
    double distance_dbu;
    double angle_tol_deg;
    double width_tol_dbu;
    bool require_device_touch;
} lob_convention_connect;

/* A port known beforehand, in the coordinates of its cell. */
typedef struct lob_convention_port {
    lob_str cell;
    lob_str name;
    double x_um;
    double y_um;
    bool has_angle_deg; double angle_deg;
    bool has_width_um; double width_um;
    lob_str layer;
    lob_str type;
    lob_str cross_section;
} lob_convention_port;

typedef struct lob_convention_units {
    char unused; /* constants alone */
} lob_convention_units;

typedef enum lob_convention_metadata_klayout_meta {
    LOB_CONVENTION_METADATA_KLAYOUT_META_KFACTORY
} lob_convention_metadata_klayout_meta;
enum { LOB_CONVENTION_METADATA_KLAYOUT_META_COUNT =
    1 }; extern const char *const lob_convention_metadata_klayout_meta_names[1];

typedef struct lob_convention_metadata {
    /* kfactory: ports that kfactory and gdsfactory store as KLayout meta information. */
    bool has_klayout_meta; lob_convention_metadata_klayout_meta klayout_meta;
} lob_convention_metadata;

/* How a kind of layouts marks ports, devices and layers: the whole of a convention file. */
typedef struct lob_convention {
    /* Lower case letters, digits, - and _. */
    lob_str name;
    lob_str about;
    /* Name of a built-in convention whose rules come after these; a layer of the same name is taken from here. */
    lob_str extends;
    lob_convention_units *units;
    bool has_layers; struct { lob_str *names; lob_convention_layer *items; size_t count; } layers;
    bool has_port_markers; struct { lob_convention_marker *items; size_t count; } port_markers;
    lob_convention_device *device;
    bool has_labels; struct { lob_convention_label *items; size_t count; } labels;
    lob_convention_connect *connect;
    bool has_known_ports; struct { lob_convention_port *items; size_t count; } known_ports;
    lob_convention_metadata *metadata;
} lob_convention;

/* The first such tile. */
typedef struct lob_density_tile {
    double density;
    /* From 0, from the left. */
    int64_t column;
    /* From 0, from the bottom. */
    int64_t row;
    lob_micron_box box_um;
    lob_dbu_box box_dbu;
} lob_density_tile;

/* Rule types of drc_rules.json. */
typedef enum lob_design_rule_type {
    LOB_DESIGN_RULE_TYPE_WIDTH, LOB_DESIGN_RULE_TYPE_SPACING, LOB_DESIGN_RULE_TYPE_ENCLOSURE,
        LOB_DESIGN_RULE_TYPE_EXTENSION, LOB_DESIGN_RULE_TYPE_OVERLAP, LOB_DESIGN_RULE_TYPE_DENSITY
} lob_design_rule_type;
enum { LOB_DESIGN_RULE_TYPE_COUNT = 6 }; extern const char *const lob_design_rule_type_names[6];

/* One rule of a drc_rules.json as it stands there. */
typedef struct lob_design_rule {
    /* Unique in the file. */
    lob_str id;
    lob_design_rule_type type;
    /* Name of one of layers. */
    lob_str layer;
    /* The second layer of rules between two. */
    lob_str layer2;
    /* Metres; of density a share. */
    bool has_min; double min;
    /* As min. */
    bool has_max; double max;
    lob_str description;
} lob_design_rule;

/* A rule file, drc_rules.json, as data; the engine checks what of it can be checked (UncheckedRule says what not). */
typedef struct lob_design_rules {
    /* 1.0.0 or 1.1.0; a later 1.x is read as 1.1.0. */
    lob_str schema_version;
    /* Name of the process. */
    lob_str tech;
    /* Names to layer numbers. In a file of 1.1.0 also "68/20" or {"layer": 68, "datatype": 20}; the datatype is 0
     * when it is left out. */
    struct { lob_str *names; int64_t *items; size_t count; } layers;
    /* Names of layers to their datatypes, those that are not 0: the reader takes them from layers. */
    bool has_datatypes; struct { lob_str *names; int64_t *items; size_t count; } datatypes;
    struct { lob_design_rule *items; size_t count; } rules;
} lob_design_rules;

/* One rule. */
typedef struct lob_drc_rule_set_rule {
    lob_str id;
    lob_design_rule_type type;
    lob_str layer;
    lob_str layer2;
    /* Metres; of density a share. */
    bool has_min_value; double min_value;
    /* As min_value. */
    bool has_max_value; double max_value;
    lob_str description;
} lob_drc_rule_set_rule;

/* Rules whose layers are known. */
typedef struct lob_drc_rule_set {
    lob_str tech;
    /* Names to layer numbers. */
    struct { lob_str *names; int64_t *items; size_t count; } layers;
    /* Names of layers to their datatypes: those that are not 0. */
    bool has_datatypes; struct { lob_str *names; int64_t *items; size_t count; } datatypes;
    struct { lob_drc_rule_set_rule *items; size_t count; } rules;
    /* That of the file. */
    lob_str schema_version;
} lob_drc_rule_set;

/* One of two layouts compared. */
typedef struct lob_diff_side {
    /* As it was named. */
    lob_str source;
    lob_str cell;
    double dbu;
} lob_diff_side;

/* What only this side of a cell has. */
typedef struct lob_diff_counts {
    /* Boxes too. */
    int64_t polygons;
    int64_t paths;
    int64_t texts;
    int64_t instances;
    /* Sets of the cell itself. */
    int64_t properties;
} lob_diff_counts;

typedef enum lob_error_object_code {
    LOB_ERROR_OBJECT_CODE_FILE_NOT_FOUND, LOB_ERROR_OBJECT_CODE_UNSUPPORTED_FORMAT,
        LOB_ERROR_OBJECT_CODE_TOP_CELL_NOT_FOUND, LOB_ERROR_OBJECT_CODE_SESSION_NOT_FOUND,
        LOB_ERROR_OBJECT_CODE_SESSION_EXPIRED, LOB_ERROR_OBJECT_CODE_INVALID_BOX, LOB_ERROR_OBJECT_CODE_INVALID_LAYER,
        LOB_ERROR_OBJECT_CODE_INVALID_TARGET, LOB_ERROR_OBJECT_CODE_QUERY_TOO_LARGE,
        LOB_ERROR_OBJECT_CODE_TOOL_LIMIT_EXCEEDED, LOB_ERROR_OBJECT_CODE_RENDER_FAILED,
        LOB_ERROR_OBJECT_CODE_DRC_RUN_FAILED, LOB_ERROR_OBJECT_CODE_INTERNAL_ERROR,
        LOB_ERROR_OBJECT_CODE_CACHE_EVICTED, LOB_ERROR_OBJECT_CODE_LAYOUT_NOT_PINNED,
        LOB_ERROR_OBJECT_CODE_REPORT_LEVEL_UNSUPPORTED
} lob_error_object_code;
enum { LOB_ERROR_OBJECT_CODE_COUNT = 16 }; extern const char *const lob_error_object_code_names[16];

/* One fault of a request. */
typedef struct lob_argument_issue {
    /* $.box.left */
    lob_str path;
    /* type, required, enum, ... */
    lob_str rule;
    lob_str expected;
    lob_str got;
    lob_str hint;
} lob_argument_issue;

/* A point in um, rounded to 6 decimals. */
typedef struct lob_point_um {
    double x;
    double y;
} lob_point_um;

typedef struct lob_error_object_details {
    /* What to call or change. */
    lob_str hint;
    /* Faults of the arguments, at most 8. */
    bool has_issues; struct { lob_argument_issue *items; size_t count; } issues;
    /* All faults, when more than are listed. */
    bool has_issue_count; int64_t issue_count;
    /* Names or ids that would fit. */
    bool has_candidates; struct { lob_str *items; size_t count; } candidates;
    /* Where each candidate is, in their order. */
    bool has_places_um; struct { lob_point_um *items; size_t count; } places_um;
    /* A word: not_absolute, absent, outside_roots, directory, not_regular, unreadable, file_size, memory, sessions,
     * ... */
    lob_str reason;
    /* The file asked for. */
    lob_str path;
    /* Byte of the fault in the inflated file. */
    bool has_offset; int64_t offset;
    /* Record name. */
    lob_str record;
    /* 0-based. */
    bool has_record_index; int64_t record_index;
    /* Cell name. */
    lob_str cell;
    bool has_layer; int64_t layer;
    bool has_datatype; int64_t datatype;
    lob_str session_id;
    lob_str target_id;
    lob_str run_id;
    /* Name of the argument or variable. */
    lob_str argument;
    /* The limit that was met. */
    bool has_limit; int64_t limit;
    /* Its name in limits.json. */
    lob_str limit_name;
    /* Of the file, bytes. */
    bool has_size; int64_t size;
    /* Error number (errno) of the system. */
    bool has_system_error; int64_t system_error;
    /* Time to live of sessions. */
    bool has_ttl_seconds; int64_t ttl_seconds;
    /* Of KLayout. */
    bool has_return_code; int64_t return_code;
    /* The last lines, cut. */
    lob_str stderr_tail;
} lob_error_object_details;

/* Every failure, with isError true. */
typedef struct lob_error_object {
    /* When isError */
    lob_error_object_code code;
    /* One sentence for people; never text of the layout or of the request. */
    lob_str message;
    /* hint: what to do; candidates, issues, limit where they apply. */
    lob_error_object_details details;
} lob_error_object;

/* What was measured; null: it could not be. */
typedef struct lob_layout_metrics {
    /* Violations of errors' rules. */
    bool has_drc_error_count; int64_t drc_error_count;
    /* Area of the bounding box. */
    bool has_total_area; double total_area;
    /* 0 to 1: see the type MatchingResult. */
    bool has_matching_score; double matching_score;
    /* Covered area over total_area. */
    bool has_utilization; double utilization;
    /* As given. */
    bool has_performance; double performance;
    /* As given. */
    bool has_cost; double cost;
} lob_layout_metrics;

/* What is sought, each with a value from 0 to 1: area_min 1 / (1 + area in um2), matching_max the matching score,
 * performance_max a given figure, cost_min 1 / (1 + cost). */
typedef enum lob_objective_name {
    LOB_OBJECTIVE_NAME_AREA_MIN, LOB_OBJECTIVE_NAME_MATCHING_MAX, LOB_OBJECTIVE_NAME_PERFORMANCE_MAX,
        LOB_OBJECTIVE_NAME_COST_MIN
} lob_objective_name;
enum { LOB_OBJECTIVE_NAME_COUNT = 4 }; extern const char *const lob_objective_name_names[4];

/* How far one objective is met. */
typedef struct lob_objective_score {
    lob_objective_name name;
    double weight;
    /* 0 to 1; null: not evaluated, its metric is not known. */
    bool has_value; double value;
    /* As the objective says. */
    bool has_target; double target;
    /* Whether the metric is as good as target. */
    bool has_meets_target; bool meets_target;
    /* Its metric is not known, so it has no part in the score. */
    bool not_evaluated;
} lob_objective_score;

typedef enum lob_constraint_result_name {
    LOB_CONSTRAINT_RESULT_NAME_MAX_AREA, LOB_CONSTRAINT_RESULT_NAME_MIN_MATCHING_SCORE
} lob_constraint_result_name;
enum { LOB_CONSTRAINT_RESULT_NAME_COUNT = 2 }; extern const char *const lob_constraint_result_name_names[2];

/* Whether a constraint holds. */
typedef struct lob_constraint_result {
    /* Of constraints. */
    lob_constraint_result_name name;
    double limit;
    /* null: not known. */
    bool has_value; double value;
    /* False as well when the value is not known. */
    bool holds;
} lob_constraint_result;

/* A layout held against objectives. */
typedef struct lob_evaluation_report {
    lob_layout_metrics metrics;
    lob_str qualitative_feedback;
    /* Sum of weight times value over the sum of weights, of the objectives that were evaluated; null when none was,
     * or all weights are 0. */
    bool has_score; double score;
    /* No DRC error and every constraint holds; false when either is not known. */
    bool passed;
    struct { lob_str *items; size_t count; } suggestions;
    struct { lob_objective_score *items; size_t count; } objectives;
    struct { lob_constraint_result *items; size_t count; } constraints;
} lob_evaluation_report;

typedef enum lob_device_difference_what {
    LOB_DEVICE_DIFFERENCE_WHAT_W, LOB_DEVICE_DIFFERENCE_WHAT_L, LOB_DEVICE_DIFFERENCE_WHAT_M,
        LOB_DEVICE_DIFFERENCE_WHAT_NF, LOB_DEVICE_DIFFERENCE_WHAT_UNITS, LOB_DEVICE_DIFFERENCE_WHAT_AREA
} lob_device_difference_what;
enum { LOB_DEVICE_DIFFERENCE_WHAT_COUNT = 6 }; extern const char *const lob_device_difference_what_names[6];

/* What is drawn of a device and is not as the netlist says. */
typedef struct lob_device_difference {
    /* Its id. */
    lob_str device;
    /* w, l (um), m, nf: a property of the instance says otherwise; units: neither m, nf nor m nf of them are drawn;
     * area (um2): smaller than w l m, or not as that of the other devices of its type, model and size. */
    lob_device_difference_what what;
    double expected;
    double drawn;
    /* Of its first unit. */
    lob_point_um center_um;
} lob_device_difference;

/* An instance that looks like a device and is none of the netlist. */
typedef struct lob_extra_device {
    /* What it is called where the found devices have their ids; else that of its cell. */
    lob_str name;
    lob_str cell;
    /* Members of the array. */
    int64_t count;
    /* Of the first. */
    lob_point_um center_um;
} lob_extra_device;

/* Devices of the netlist against those of the layout: no LVS, for connections are not looked at. */
typedef struct lob_layout_comparison {
    /* Nothing is missing, extra or different. */
    bool agrees;
    /* Devices that are placed. */
    int64_t found;
    /* Ids; the first 100. */
    struct { lob_str *items; size_t count; } missing;
    int64_t missing_count;
    /* The first 100. */
    struct { lob_extra_device *items; size_t count; } extra;
    int64_t extra_count;
    /* The first 100. */
    struct { lob_device_difference *items; size_t count; } different;
    int64_t different_count;
    /* What this cannot see. */
    struct { lob_str *items; size_t count; } not_compared;
} lob_layout_comparison;

/* How well devices that must match are placed; see MatchingResult. */
typedef struct lob_matching_group {
    /* Ids. */
    struct { lob_str *items; size_t count; } devices;
    /* size orientation symmetry; null when a device is missing or there are fewer than two. */
    bool has_score; double score;
    /* Least over greatest width times the same of heights, each unit in its own frame; of devices that are not
     * equally large in the circuit (w l m), least over greatest quotient of drawn area and that. */
    bool has_size; double size;
    /* 1 all alike, 0.9 some mirrored or turned by 180 degrees, 0.5 some by 90. */
    bool has_orientation; double orientation;
    /* 1 / (1 + d / L): d the distance of the devices' centroids from a common centroid or axis, L the root of the
     * mean area of a unit. */
    bool has_symmetry; double symmetry;
    /* Devices without a placement. */
    struct { lob_str *items; size_t count; } missing;
} lob_matching_group;

/* Matching of placed devices; formula and a case worked by hand: docs/mechanisms/design-data.md. */
typedef struct lob_matching_result {
    /* Least score of the groups; null when a group has none, or there is no group. */
    bool has_score; double score;
    struct { lob_matching_group *items; size_t count; } groups;
} lob_matching_result;

typedef enum lob_finding_kind_name {
    LOB_FINDING_KIND_NAME_NEAR_MISS, LOB_FINDING_KIND_NAME_ANGLE_MISMATCH, LOB_FINDING_KIND_NAME_TYPE_MISMATCH,
        LOB_FINDING_KIND_NAME_LAYER_MISMATCH, LOB_FINDING_KIND_NAME_WIDTH_MISMATCH,
        LOB_FINDING_KIND_NAME_CROSS_SECTION_MISMATCH, LOB_FINDING_KIND_NAME_OVERLOADED, LOB_FINDING_KIND_NAME_DANGLING,
        LOB_FINDING_KIND_NAME_UNMATCHED_GEOMETRY, LOB_FINDING_KIND_NAME_DEVICE_OVERLAP,
        LOB_FINDING_KIND_NAME_SHAPE_OVERLAP, LOB_FINDING_KIND_NAME_CONNECTED, LOB_FINDING_KIND_NAME_EXPOSED
} lob_finding_kind_name;
enum { LOB_FINDING_KIND_NAME_COUNT = 13 }; extern const char *const lob_finding_kind_name_names[13];

typedef struct lob_finding_count {
    lob_finding_kind_name kind;
    int64_t count;
} lob_finding_count;

/* One level down. */
typedef struct lob_path_member {
    /* Index in its cell, file order. */
    int64_t instance;
    /* Array member, j*na + i. */
    int64_t member;
} lob_path_member;

typedef struct lob_finding_component {
    lob_str component;
    /* The exact bytes in hex, when they are not UTF-8. */
    lob_str raw_hex;
    bool has_instance_path; struct { lob_str *items; size_t count; } instance_path;
    bool has_path_members; struct { lob_path_member *items; size_t count; } path_members;
} lob_finding_component;

typedef enum lob_finding_item_severity {
    LOB_FINDING_ITEM_SEVERITY_ERROR, LOB_FINDING_ITEM_SEVERITY_WARNING, LOB_FINDING_ITEM_SEVERITY_INFO
} lob_finding_item_severity;
enum { LOB_FINDING_ITEM_SEVERITY_COUNT = 3 }; extern const char *const lob_finding_item_severity_names[3];

/* A place in database units; ports need not lie on the grid. */
typedef struct lob_port_place_dbu {
    double x;
    double y;
} lob_port_place_dbu;

/* A layer; of texts the datatype is the text type. */
typedef struct lob_layer_ref {
    int64_t layer;
    int64_t datatype;
    /* When the file or a layer file names it. */
    lob_str name;
    /* The exact bytes in hex, when they are not UTF-8. */
    lob_str raw_hex;
} lob_layer_ref;

typedef enum lob_port_item_source {
    LOB_PORT_ITEM_SOURCE_META, LOB_PORT_ITEM_SOURCE_KNOWN, LOB_PORT_ITEM_SOURCE_MARKER, LOB_PORT_ITEM_SOURCE_INFERRED
} lob_port_item_source;
enum { LOB_PORT_ITEM_SOURCE_COUNT = 4 }; extern const char *const lob_port_item_source_names[4];

typedef enum lob_port_item_evidence_item {
    LOB_PORT_ITEM_EVIDENCE_ITEM_GUIDE_END, LOB_PORT_ITEM_EVIDENCE_ITEM_EDGE_ON_OUTLINE,
        LOB_PORT_ITEM_EVIDENCE_ITEM_LABEL
} lob_port_item_evidence_item;
enum { LOB_PORT_ITEM_EVIDENCE_ITEM_COUNT = 3 }; extern const char *const lob_port_item_evidence_item_names[3];

/* A port of a component, seen from the cell of the answer. */
typedef struct lob_port_item {
    /* prt_ and 16 hex digits; a target of measure_geometry. */
    lob_str id;
    /* Empty when it has none. */
    lob_str name;
    /* Of the name: the exact bytes in hex, when they are not UTF-8. */
    lob_str raw_hex;
    /* The cell that has it. */
    lob_str component;
    /* Cells from the asked one to the component; absent for ports of the asked cell itself. */
    bool has_instance_path; struct { lob_str *items; size_t count; } instance_path;
    /* Which instance and array member, level by level. */
    bool has_path_members; struct { lob_path_member *items; size_t count; } path_members;
    lob_point_um at_um;
    lob_port_place_dbu at_dbu;
    /* Out of the component, counter-clockwise from x; absent: no direction. */
    bool has_angle_deg; double angle_deg;
    /* Absent: unknown. */
    bool has_width_um; double width_um;
    /* Of what connects there; absent: unknown. */
    lob_layer_ref *layer;
    /* optical, electrical, fiber, or the file's own word; empty: unknown. */
    lob_str type;
    lob_str cross_section;
    /* Most trusted first. */
    lob_port_item_source source;
    /* Of the convention: meta, known, marker:ID, inferred:ID. */
    lob_str rule;
    /* 0..1; below 1 a heuristic. */
    double confidence;
    /* Of inferred ports: guide_end: a figure that is a guide as a whole ends there, at the outline; edge_on_outline:
     * a guide goes inwards from an edge on the outline; label: a text names it. */
    bool has_evidence; struct { lob_port_item_evidence_item *items; size_t count; } evidence;
    /* Beside conflict_um, when the direction there is another. */
    bool has_conflict_angle_deg; double conflict_angle_deg;
    /* Only when a less trusted source finds another width. */
    bool has_conflict_width_um; double conflict_width_um;
    /* Only when a less trusted source puts it there. */
    lob_point_um *conflict_um;
} lob_port_item;

/* Something about how ports or figures meet. */
typedef struct lob_finding_item {
    lob_finding_kind_name kind;
    lob_finding_item_severity severity;
    lob_point_um at_um;
    lob_port_place_dbu at_dbu;
    /* Those involved; of an exposure the inner one first, then the one that stands for it. */
    struct { lob_port_item *items; size_t count; } ports;
    /* Only when there are more. */
    bool has_ports_dropped; int64_t ports_dropped;
    /* Only when true: a component's port and that of a cell around it, which should look the same way. */
    bool has_is_exposure; bool is_exposure;
    /* From the first port to the second. */
    lob_point_um *offset_um;
    lob_port_place_dbu *offset_dbu;
    /* The offset along the first port's direction: negative when they overlap. */
    bool has_gap_um; double gap_um;
    /* The offset across it, left positive. */
    bool has_shift_um; double shift_um;
    /* Off the direction that would fit, 0..180. */
    bool has_angle_error_deg; double angle_error_deg;
    /* Second minus first. */
    bool has_width_difference_um; double width_difference_um;
    /* Overlaps: whose figures share area; one when the other is drawn in the cell itself. */
    bool has_components; struct { lob_finding_component *items; size_t count; } components;
    lob_micron_box *box_um;
    lob_dbu_box *box_dbu;
    /* Overlaps: shared on guide layers. */
    bool has_area_um2; double area_um2;
    /* Least of the ports; below 1 a heuristic. */
    double confidence;
    /* How to fix it. */
    lob_str remedy;
} lob_finding_item;

/* mirror, then magnification, then rotation, then displacement. */
typedef struct lob_transform {
    double x_um;
    double y_um;
    int64_t x_dbu;
    int64_t y_dbu;
    /* Degrees, counter-clockwise. */
    double rotation;
    /* About the x axis, before rotation. */
    bool mirror;
    double magnification;
} lob_transform;

/* A point in database units. */
typedef struct lob_point_dbu {
    int64_t x;
    int64_t y;
} lob_point_dbu;

/* Member (i, j) is displaced by i*a + j*b, i < na, j < nb. */
typedef struct lob_array_info {
    /* Lean: alone when false. */
    bool is_array;
    /* Members along a. Of a GDSII AREF a steps from row to row and b from column to column, as in KLayout. */
    bool has_na; int64_t na;
    /* Members along b. */
    bool has_nb; int64_t nb;
    lob_point_um *a_um;
    lob_point_um *b_um;
    lob_point_dbu *a_dbu;
    lob_point_dbu *b_dbu;
    /* Members of an irregular repetition; full: na is this, nb 1, a and b are zero. */
    bool has_irregular_count; int64_t irregular_count;
    /* Displacements of the first members of an irregular repetition, at most 16. */
    bool has_offsets_um; struct { lob_point_um *items; size_t count; } offsets_um;
    /* Only when there are more. */
    bool has_offsets_dropped; int64_t offsets_dropped;
} lob_array_info;

/* A text of the layout. */
typedef struct lob_label {
    /* txt_ and 16 hex digits. */
    lob_str id;
    /* Untrusted text of the file, at most 256 bytes. */
    lob_str text;
    /* The exact bytes in hex, when they are not UTF-8. */
    lob_str raw_hex;
    /* Bytes of the text left out. */
    bool has_bytes_cut; int64_t bytes_cut;
    lob_layer_ref layer;
    lob_point_um position_um;
    lob_point_dbu position_dbu;
    /* Members of a repetition that is one label because there are too many; the position is of the first. */
    bool has_count; int64_t count;
} lob_label;

typedef struct lob_layer_filter {
    int64_t layer;
    int64_t datatype;
} lob_layer_filter;

typedef struct lob_litho_corner {
    double dose;
    double defocus_nm;
} lob_litho_corner;

typedef enum lob_litho_process_source {
    LOB_LITHO_PROCESS_SOURCE_CIRCULAR, LOB_LITHO_PROCESS_SOURCE_ANNULAR, LOB_LITHO_PROCESS_SOURCE_DIPOLE,
        LOB_LITHO_PROCESS_SOURCE_QUASAR
} lob_litho_process_source;
enum { LOB_LITHO_PROCESS_SOURCE_COUNT = 4 }; extern const char *const lob_litho_process_source_names[4];

typedef enum lob_litho_process_dose_on {
    LOB_LITHO_PROCESS_DOSE_ON_AERIAL, LOB_LITHO_PROCESS_DOSE_ON_MASK
} lob_litho_process_dose_on;
enum { LOB_LITHO_PROCESS_DOSE_ON_COUNT = 2 }; extern const char *const lob_litho_process_dose_on_names[2];

/* Optics and resist. */
typedef struct lob_litho_process {
    /* Default 193 */
    bool has_wavelength_nm; double wavelength_nm;
    /* Default 1.35 */
    bool has_na; double na;
    bool has_source; lob_litho_process_source source;
    /* Default 0.7 */
    bool has_sigma_outer; double sigma_outer;
    /* Default 0 */
    bool has_sigma_inner; double sigma_inner;
    /* Of a pole */
    bool has_opening_deg; double opening_deg;
    /* Default 0 */
    bool has_defocus_nm; double defocus_nm;
    /* Default 24 */
    bool has_kernel_count; int64_t kernel_count;
    /* Folder of ICCAD 2013 kernels */
    lob_str kernels_path;
    /* Out of focus */
    lob_str kernels_defocus_path;
    /* Default 24 */
    bool has_kernel_offset; int64_t kernel_offset;
    /* Default 0.225 */
    bool has_threshold; double threshold;
    /* Diffusion length; default 0 */
    bool has_resist_blur_nm; double resist_blur_nm;
    /* What dose multiplies */
    bool has_dose_on; lob_litho_process_dose_on dose_on;
    /* Default: dose 0.95, 1.05 at +-20 nm */
    bool has_corners; struct { lob_litho_corner *items; size_t count; } corners;
    /* A multiple of 8 */
    bool has_tile_px; int64_t tile_px;
    bool has_halo_px; int64_t halo_px;
    /* Default 15 */
    bool has_epe_max_nm; double epe_max_nm;
    /* 0: unchecked */
    bool has_pvband_max_nm; double pvband_max_nm;
    /* 0: by the machine */
    bool has_threads; int64_t threads;
} lob_litho_process;

/* What the job does. */
typedef enum lob_shown_job_kind {
    LOB_SHOWN_JOB_KIND_EVALUATE, LOB_SHOWN_JOB_KIND_OPTIMIZE, LOB_SHOWN_JOB_KIND_UNKNOWN
} lob_shown_job_kind;
enum { LOB_SHOWN_JOB_KIND_COUNT = 3 }; extern const char *const lob_shown_job_kind_names[3];

/* How it stands; the last three are ends. */
typedef enum lob_shown_job_state {
    LOB_SHOWN_JOB_STATE_QUEUED, LOB_SHOWN_JOB_STATE_WORKING, LOB_SHOWN_JOB_STATE_COMPLETED, LOB_SHOWN_JOB_STATE_FAILED,
        LOB_SHOWN_JOB_STATE_CANCELLED
} lob_shown_job_state;
enum { LOB_SHOWN_JOB_STATE_COUNT = 5 }; extern const char *const lob_shown_job_state_names[5];

/* Why a job failed. */
typedef struct lob_shown_job_error {
    lob_str code;
    lob_str message;
    lob_str hint;
    /* As in details.reason of an error: server_ended, empty_canvas, ... */
    lob_str reason;
    /* All of it, as in an ErrorObject: hint, issues, candidates, limit, ... */
    lob_str details;
} lob_shown_job_error;

/* At least one; what is left out is not checked. */
typedef struct lob_litho_deck_rules {
    bool has_min_width_nm; double min_width_nm;
    bool has_min_spacing_nm; double min_spacing_nm;
    bool has_min_curvature_radius_nm; double min_curvature_radius_nm;
    bool has_min_feature_area_nm2; double min_feature_area_nm2;
} lob_litho_deck_rules;

typedef enum lob_litho_deck_source_translated_from {
    LOB_LITHO_DECK_SOURCE_TRANSLATED_FROM_SVRF, LOB_LITHO_DECK_SOURCE_TRANSLATED_FROM_ICV,
        LOB_LITHO_DECK_SOURCE_TRANSLATED_FROM_MANUAL, LOB_LITHO_DECK_SOURCE_TRANSLATED_FROM_OTHER
} lob_litho_deck_source_translated_from;
enum { LOB_LITHO_DECK_SOURCE_TRANSLATED_FROM_COUNT =
    4 }; extern const char *const lob_litho_deck_source_translated_from_names[4];

/* Origin */
typedef struct lob_litho_deck_source {
    lob_str vendor;
    bool has_translated_from; lob_litho_deck_source_translated_from translated_from;
    lob_str reference;
} lob_litho_deck_source;

/* Records of a rule nearer than this are one violation. Default: width and spacing their limits, area its square
 * root, else 0. */
typedef struct lob_litho_deck_radii {
    bool has_width; double width;
    bool has_spacing; double spacing;
    bool has_area; double area;
    bool has_mrc; double mrc;
    bool has_gauge; double gauge;
} lob_litho_deck_radii;

typedef enum lob_litho_deck_file_polarity {
    LOB_LITHO_DECK_FILE_POLARITY_CLEAR, LOB_LITHO_DECK_FILE_POLARITY_DARK
} lob_litho_deck_file_polarity;
enum { LOB_LITHO_DECK_FILE_POLARITY_COUNT = 2 }; extern const char *const lob_litho_deck_file_polarity_names[2];

/* A rule deck of RFC 0003 with the dedup radii of RFC 0006. Its hash is "sha256:" and the SHA-256 of the deck as
 * canonical JSON (RFC 8785): members sorted, no space, numbers in their shortest form (65, not 65.0). */
typedef struct lob_litho_deck_file {
    lob_str process_node;
    lob_str layer;
    /* dark: figures are the ground between features; not for optimize. */
    lob_litho_deck_file_polarity polarity;
    bool has_pixel_size_nm; double pixel_size_nm;
    lob_litho_deck_rules rules;
    lob_litho_deck_source *source;
    lob_str notes;
    lob_litho_deck_radii *dedup_radius_nm;
} lob_litho_deck_file;

/* What an evaluation of the mask counts; of a check that was not asked for nothing is told. */
typedef struct lob_litho_optimize_metrics {
    /* Pixels in which nominal print and target differ. */
    int64_t l2_error_pixels;
    /* Pixels printed at some, not at all corners. */
    int64_t pvband_pixels;
    /* Check points off by more than the tolerance. */
    bool has_epe_gauge_violations; int64_t epe_gauge_violations;
    /* Violations of mask rules. */
    bool has_mrc_violations; int64_t mrc_violations;
    /* Violations of design rules. */
    bool has_drc_violations; int64_t drc_violations;
    /* Shots of a variable shaped beam writer. */
    bool has_shots_vsb; int64_t shots_vsb;
    /* Records of all checks. */
    int64_t violations_total;
    /* Groups of them: what is to be mended. */
    int64_t violation_groups_total;
} lob_litho_optimize_metrics;

/* A part of the mask that a repair added or removed. */
typedef struct lob_litho_optimize_move {
    /* added | removed */
    lob_str what;
    /* Its area. */
    double area_nm2;
    /* Shorter side of its box: how far edges moved there, at most. */
    double by_nm;
    /* left, bottom, right, top. */
    struct { double *items; size_t count; } box_nm;
    /* The same in um. */
    struct { double *items; size_t count; } box_um;
    /* The same in one sentence. */
    lob_str message;
} lob_litho_optimize_move;

/* A violation that was not there before. */
typedef struct lob_litho_optimize_new {
    /* Under the evaluation of the new mask. */
    lob_str violation_id;
    /* Its rule. */
    lob_str rule_id;
    /* x and y on the canvas. */
    struct { double *items; size_t count; } location_nm;
    /* The same in um. */
    struct { double *items; size_t count; } location_um;
    /* What was found, what the rule requires, where. */
    lob_str message;
} lob_litho_optimize_new;

/* A rule that the new mask fails. */
typedef struct lob_litho_optimize_rule {
    /* The rule. */
    lob_str rule_id;
    /* Groups of violations that remain. */
    int64_t violations;
    /* The first of them. */
    lob_str message;
} lob_litho_optimize_rule;

/* A layer of the new file. */
typedef struct lob_litho_optimize_layer {
    int64_t layer;
    int64_t datatype;
} lob_litho_optimize_layer;

/* What was evaluated, in um. */
typedef struct lob_litho_optimize_box {
    double left;
    double bottom;
    double right;
    double top;
} lob_litho_optimize_box;

/* Arguments of evaluate that give the metrics of after again: these, file as layout, and the process, rules and
 * checks that optimize had. */
typedef struct lob_litho_optimize_again {
    lob_litho_optimize_layer layer;
    lob_litho_optimize_layer target_layer;
    lob_litho_optimize_box box;
} lob_litho_optimize_again;

/* The answer of an optimisation, one line of JSON. It grows by minor versions: members and values that are not known
 * must be passed over; another major version must be refused. */
typedef struct lob_litho_optimize_report {
    /* major.minor.patch */
    lob_str schema_version;
    /* pixel | level_set: the model of the mask. More may come. */
    lob_str method;
    /* Of a repair: the violation that was mended, the canonical one of its group unless the scope was record_only.
     * Without it the whole mask was optimised. */
    lob_str violation_id;
    /* Of a repair: its rule. */
    lob_str rule_id;
    /* Of a repair: an evaluation of the new mask does not find the violation any more. false: the mask is as it was. */
    bool has_is_resolved; bool is_resolved;
    /* Of a repair: ids of all members of the group, or of the record alone; empty when it is not resolved. */
    bool has_resolved; struct { lob_str *items; size_t count; } resolved;
    /* Groups that were not there before. */
    int64_t violations_new;
    /* Those groups, at most 100 of them. */
    bool has_new_violations; struct { lob_litho_optimize_new *items; size_t count; } new_violations;
    /* Of a repair: parts added to the mask or removed from it. */
    bool has_moves_total; int64_t moves_total;
    /* Of a repair: these parts, the largest first, at most 100 of them. */
    bool has_moves; struct { lob_litho_optimize_move *items; size_t count; } moves;
    /* Of inverse lithography, all tiles and levels together; 0 where edges were moved. */
    int64_t iterations;
    /* L2 and process variation band in pixels as the descent saw them first, tiles summed; 0 without one. */
    double loss_first;
    /* The same of the best mask it has seen. */
    double loss_best;
    lob_litho_optimize_metrics before;
    lob_litho_optimize_metrics after;
    /* The new mask passes every design and mask rule that was checked. Left out when neither drc nor mrc was. */
    bool has_rules_met; bool rules_met;
    /* What the new mask still violates, by rule. */
    bool has_rules_failed; struct { lob_litho_optimize_rule *items; size_t count; } rules_failed;
    /* The new mask as a layout, with the target on a layer of its own. */
    lob_str file;
    lob_litho_optimize_again *evaluate_again;
} lob_litho_optimize_report;

/* What was measured; of a check that was not asked for nothing is told. */
typedef struct lob_litho_report_metrics {
    /* Edge placement error of the mask against the target, edge to edge: mean. */
    bool has_epe_mean_nm; double epe_mean_nm;
    /* 1: epe_mean_nm is left out, for it is no finite number (only one side has edges). */
    bool has_epe_mean_nm_dropped_nonfinite; int64_t epe_mean_nm_dropped_nonfinite;
    /* Edge placement error of the mask against the target, edge to edge: largest. */
    bool has_epe_max_nm; double epe_max_nm;
    /* 1: epe_max_nm is left out, for it is no finite number (only one side has edges). */
    bool has_epe_max_nm_dropped_nonfinite; int64_t epe_max_nm_dropped_nonfinite;
    /* Edge placement error of the mask against the target, edge to edge: standard deviation of the sample. */
    bool has_epe_std_nm; double epe_std_nm;
    /* 1: epe_std_nm is left out, for it is no finite number (only one side has edges). */
    bool has_epe_std_nm_dropped_nonfinite; int64_t epe_std_nm_dropped_nonfinite;
    /* Distances that went into it. */
    bool has_epe_edge_pixels; int64_t epe_edge_pixels;
    /* Edge placement error of the nominal print against the target, edge to edge: mean. */
    bool has_epe_wafer_mean_nm; double epe_wafer_mean_nm;
    /* 1: epe_wafer_mean_nm is left out, for it is no finite number (only one side has edges). */
    bool has_epe_wafer_mean_nm_dropped_nonfinite; int64_t epe_wafer_mean_nm_dropped_nonfinite;
    /* Edge placement error of the nominal print against the target, edge to edge: largest. */
    bool has_epe_wafer_max_nm; double epe_wafer_max_nm;
    /* 1: epe_wafer_max_nm is left out, for it is no finite number (only one side has edges). */
    bool has_epe_wafer_max_nm_dropped_nonfinite; int64_t epe_wafer_max_nm_dropped_nonfinite;
    /* Edge placement error of the nominal print against the target, edge to edge: standard deviation of the sample. */
    bool has_epe_wafer_std_nm; double epe_wafer_std_nm;
    /* 1: epe_wafer_std_nm is left out, for it is no finite number (only one side has edges). */
    bool has_epe_wafer_std_nm_dropped_nonfinite; int64_t epe_wafer_std_nm_dropped_nonfinite;
    /* Distances that went into it. */
    bool has_epe_wafer_edge_pixels; int64_t epe_wafer_edge_pixels;
    /* Check points (ICCAD 2013). */
    bool has_epe_gauge_count; int64_t epe_gauge_count;
    /* Check points off by more than the tolerance. */
    bool has_epe_gauge_violations; int64_t epe_gauge_violations;
    /* Pixels in which nominal print and target differ. */
    bool has_l2_error_pixels; int64_t l2_error_pixels;
    /* The same as an area. */
    bool has_l2_error_nm2; double l2_error_nm2;
    /* Pixels printed at some, not at all corners. */
    bool has_pvband_pixels; int64_t pvband_pixels;
    /* The same as an area. */
    bool has_pvband_area_nm2; double pvband_area_nm2;
    /* Mean width of the band. */
    bool has_pvband_mean_nm; double pvband_mean_nm;
    /* Largest width of the band. */
    bool has_pvband_max_nm; double pvband_max_nm;
    /* Pixels of the target. */
    bool has_target_pixels; int64_t target_pixels;
    /* Pixels of the nominal print. */
    bool has_printed_pixels; int64_t printed_pixels;
    /* Of the nominal aerial image; open frame: 1. */
    bool has_intensity_max; double intensity_max;
    /* Share of tiles without a violation of a mask rule. */
    bool has_mrc_pass_rate; double mrc_pass_rate;
    /* Pixels that violate width or spacing, of all. */
    bool has_mrc_violation_rate; double mrc_violation_rate;
    /* Pixels of the mask that violate the width. */
    bool has_mrc_width_pixels; int64_t mrc_width_pixels;
    /* Pixels of the ground that violate the spacing. */
    bool has_mrc_spacing_pixels; int64_t mrc_spacing_pixels;
    /* Pixels checked. */
    bool has_mrc_total_pixels; int64_t mrc_total_pixels;
    /* Violations of mask rules. */
    bool has_mrc_violations; int64_t mrc_violations;
    /* Share of tiles without a violation of a design rule. */
    bool has_drc_pass_rate; double drc_pass_rate;
    /* Violations of design rules. */
    bool has_drc_violations; int64_t drc_violations;
    /* Shots of a variable shaped beam writer. */
    bool has_shots_vsb; int64_t shots_vsb;
    /* Shots of a multi-beam writer. */
    bool has_shots_mbmw; double shots_mbmw;
    /* Tiles of the canvas. */
    int64_t tile_count;
} lob_litho_report_metrics;

/* One step. */
typedef struct lob_litho_report_transform {
    /* translate {dx_nm, dy_nm} | scale {factor} | rotate {angle_deg}: a multiple of 90, counter-clockwise | mirror_x
     * {}: y becomes -y | tile_stitch {origin: [x, y]}: place in the tile + origin = place on the canvas. More may
     * come: who does not know one must refuse to use the violation. */
    lob_str op;
    /* By op, lengths in nm. */
    lob_str params;
} lob_litho_report_transform;

/* The tile that saw it. */
typedef struct lob_litho_report_context {
    /* T_COLUMN_ROW */
    lob_str tile_id;
    /* The place from the tile's lower left corner, x and y. */
    struct { double *items; size_t count; } tile_local_nm;
    /* That corner on the canvas. */
    struct { double *items; size_t count; } tile_origin_nm;
} lob_litho_report_context;

/* What the group id is made of. */
typedef struct lob_litho_report_dedup {
    /* sha256: and 64 hex digits. */
    lob_str rule_deck_hash;
    /* The rule's dedup radius. */
    double radius_nm;
    /* As the record's. */
    lob_str rule_id;
    /* Of the group's canonical record, on the canvas. */
    struct { double *items; size_t count; } canonical_location_nm;
} lob_litho_report_dedup;

/* One record of a check. */
typedef struct lob_litho_report_violation {
    /* v and 40 characters of base32 (RFC 4648, lower case, no padding) of 25 bytes: schema version (major, minor,
     * patch: 3 bytes), first 8 bytes of the rule deck's SHA-256, the 8 bytes of violation_group_id, record index in
     * the group (uint32, big-endian; 0: canonical), first 2 bytes of BLAKE2b-512 of the 23 bytes before. */
    lob_str violation_id;
    /* First 16 hex digits of BLAKE2b-512 over: rule_deck_hash as text (71 bytes), then radius_nm, canonical x,
     * canonical y as int64 little-endian of round-half-even(nm * 1000), then rule_id as UTF-8. */
    lob_str violation_group_id;
    /* violation_id of the record that describes the same place under the other check (design rule and mask rule of
     * one width, space or area). Repair that one. Absent: this record leads. */
    lob_str same_defect_as;
    /* Rule of the deck. */
    lob_str rule_id;
    /* The record in one sentence: what was found, what the rule requires, where (um, same frame). */
    lob_str message;
    /* Name of the deck. */
    lob_str rule_deck;
    /* error | warning; take any other for an error. */
    lob_str severity;
    /* Frame of location_nm: input_layout_native | post_transform_canvas | tile_local | wafer_global. More may come:
     * switch with a default branch, and refuse to use the violation there. */
    lob_str coordinate_frame;
    /* x and y in that frame; inside the box asked for. */
    struct { double *items; size_t count; } location_nm;
    /* The same in um. */
    bool has_location_um; struct { double *items; size_t count; } location_um;
    /* From the user's layout to the canvas, in order; then tile_stitch, the tile that saw it. A place on the canvas
     * is undone without tile_stitch, one in the tile with it first. */
    struct { lob_litho_report_transform *items; size_t count; } transforms;
    lob_litho_report_context *context;
    /* canonical: the one to fix | shadow: seen once more, from another tile or nearby. More may come: take any other
     * for shadow. */
    lob_str dedup_strategy;
    lob_litho_report_dedup dedup_provenance;
    /* What was measured, in unit. */
    bool has_actual; double actual;
    /* What the rule asks for, in unit. */
    bool has_required; double required;
    /* nm | nm2 */
    lob_str unit;
    /* left, bottom, right, top of the whole defect on the canvas; it may reach beyond the box asked for. */
    bool has_box_nm; struct { double *items; size_t count; } box_nm;
    /* The same in um. */
    bool has_box_um; struct { double *items; size_t count; } box_um;
} lob_litho_report_violation;

/* Of the process window. */
typedef struct lob_litho_report_corner {
    /* 1: nominal. */
    double dose;
    /* From best focus. */
    double defocus_nm;
} lob_litho_report_corner;

/* The imaging system. */
typedef struct lob_litho_report_optics {
    /* Of the light. */
    double wavelength_nm;
    /* Numerical aperture. */
    double na;
    /* circular | annular | dipole | quasar */
    lob_str source;
    /* Partial coherence. */
    double sigma_outer;
    /* Partial coherence. */
    double sigma_inner;
    /* Of a pole, dipole and quasar. */
    bool has_opening_deg; double opening_deg;
    /* computed from the source | iccad13: read from the contest's files */
    lob_str kernels;
    /* Coherent systems summed. */
    int64_t kernel_count;
    /* iccad13: byte where the numbers begin, 24 or, as OpenILT reads them, 20. */
    bool has_kernel_offset; int64_t kernel_offset;
} lob_litho_report_optics;

/* How the canvas was cut; no result depends on it but which tile saw what. */
typedef struct lob_litho_report_tiling {
    /* Side of a tile. */
    int64_t tile_side_pixels;
    /* Of it on each side for the optics alone. */
    int64_t halo_pixels;
    /* Tiles across. */
    int64_t columns;
    /* Tiles up. */
    int64_t rows;
    /* left, bottom, right, top. */
    struct { double *items; size_t count; } canvas_nm;
} lob_litho_report_tiling;

/* What the numbers come from: with the same layout they come again, byte for byte. */
typedef struct lob_litho_report_provenance {
    /* layout-observer */
    lob_str engine;
    /* Version of layout-observer; another version may give other numbers. */
    lob_str engine_version;
    /* What made the mask. */
    lob_str model;
    /* Name of the input. */
    lob_str dataset;
    /* Process node, custom when none was named. */
    lob_str node;
    lob_litho_report_optics optics;
    /* Of the intensity: what is at or above prints. */
    double threshold;
    /* Diffusion length in the resist; left out when 0. */
    bool has_resist_blur_nm; double resist_blur_nm;
    /* Side of a pixel. */
    double pixel_nm;
    /* aerial: intensity * dose | mask: intensity * dose^2 */
    lob_str dose_meaning;
    lob_litho_report_corner nominal;
    struct { lob_litho_report_corner *items; size_t count; } corners;
    /* drc, mrc, epe, pvband, shots: those done. */
    struct { lob_str *items; size_t count; } checks;
    lob_litho_report_tiling tiling;
    /* Name of the deck. */
    lob_str rule_deck;
    /* sha256: and 64 hex digits. */
    lob_str rule_deck_hash;
} lob_litho_report_provenance;

/* The answer of an evaluation at report level detailed, one line of JSON (RFC 0006, 2). It grows by minor versions:
 * members and values of enums that are not known must be passed over; another major version must be refused. */
typedef struct lob_litho_detailed_report {
    /* major.minor.patch */
    lob_str schema_version;
    /* detailed | aggregate: what this answer holds. */
    lob_str report_level;
    /* detailed was requested, but layout or violations are beyond the limits: violations is empty; metrics and
     * totals are complete. */
    bool degraded_to_aggregate;
    lob_litho_report_metrics metrics;
    /* By rule, then group (y, x of its canonical record), canonical first. */
    struct { lob_litho_report_violation *items; size_t count; } violations;
    /* Records there are; above the limit only the first are listed. */
    int64_t violations_total;
    /* Groups there are: what is to be mended. */
    int64_t violation_groups_total;
    /* Groups without those that describe another one's defect (same_defect_as). Left out when degraded. */
    bool has_defects_total; int64_t defects_total;
    /* violation_id to repair first, of those listed: rules before prints, then the one furthest from its limit. */
    lob_str repair_first;
    lob_litho_report_provenance *provenance;
} lob_litho_detailed_report;

typedef enum lob_marker_geometry_kind {
    LOB_MARKER_GEOMETRY_KIND_BOX, LOB_MARKER_GEOMETRY_KIND_EDGE, LOB_MARKER_GEOMETRY_KIND_EDGE_PAIR,
        LOB_MARKER_GEOMETRY_KIND_POLYGON, LOB_MARKER_GEOMETRY_KIND_PATH, LOB_MARKER_GEOMETRY_KIND_TEXT,
        LOB_MARKER_GEOMETRY_KIND_FLOAT, LOB_MARKER_GEOMETRY_KIND_STRING
} lob_marker_geometry_kind;
enum { LOB_MARKER_GEOMETRY_KIND_COUNT = 8 }; extern const char *const lob_marker_geometry_kind_names[8];

/* A value of a marker: text is a label at a place, string only words. */
typedef struct lob_marker_geometry {
    lob_marker_geometry_kind kind;
    /* box: lower left, upper right; edge_pair: two of the first edge, two of the second. */
    bool has_points_um; struct { lob_point_um *items; size_t count; } points_um;
    /* Only when there are more points. */
    bool has_points_dropped; int64_t points_dropped;
    /* Polygons with holes: where each contour ends in points_um, the outer one first. */
    bool has_contour_ends; struct { int64_t *items; size_t count; } contour_ends;
    lob_str text;
    /* Bytes left out. */
    bool has_text_cut; int64_t text_cut;
    bool has_value; double value;
    bool has_width_um; double width_um;
} lob_marker_geometry;

/* One device of a cell. */
typedef struct lob_netlist_device {
    /* Unique in the cell, instances included. */
    lob_str id;
    lob_device_type type;
    /* Name of the model. */
    lob_str model;
    /* Width; above 0 for nmos and pmos, which must have it. */
    bool has_w; double w;
    /* Length; as w. */
    bool has_l; double l;
    /* Devices in parallel. */
    int64_t m;
    /* Fingers of one device; w is that of all of them. */
    int64_t nf;
    /* Terminals to nets. */
    struct { lob_str *names; lob_str *items; size_t count; } terminals;
} lob_netlist_device;

/* A cell placed in another. */
typedef struct lob_netlist_instance {
    /* Unique in the cell, devices included. */
    lob_str name;
    /* Name of a cell of the file. */
    lob_str cell;
    /* Nets of that cell to nets of this one; what is not named stays a net of the instance, NAME/NET. */
    bool has_connections; struct { lob_str *names; lob_str *items; size_t count; } connections;
} lob_netlist_instance;

/* One cell of a netlist. */
typedef struct lob_netlist_cell {
    /* Unique in the file. */
    lob_str name;
    struct { lob_netlist_device *items; size_t count; } devices;
    /* Names of nets; nets that are used need not stand here. */
    bool has_nets; struct { lob_str *items; size_t count; } nets;
    bool has_subcells; struct { lob_netlist_instance *items; size_t count; } subcells;
    /* Since 1.1.0: what nets of the cell are for, whatever their names say. */
    bool has_net_types; struct { lob_str *names; lob_net_type *items; size_t count; } net_types;
    /* Since 1.1.0: the nets that an instance may connect, all of which it must; absent: any of them. */
    bool has_ports; struct { lob_str *items; size_t count; } ports;
} lob_netlist_cell;

/* A netlist file, netlist.json. Lengths in metres. */
typedef struct lob_netlist {
    /* 1.0.0 or 1.1.0; a later 1.x is read as 1.1.0. */
    lob_str schema_version;
    struct { lob_netlist_cell *items; size_t count; } cells;
    /* Name of the cell that is the circuit; "" when there are no cells. */
    lob_str top;
} lob_netlist;

/* One objective. */
typedef struct lob_objective {
    lob_objective_name name;
    /* Its share in the score. */
    double weight;
    /* What it is meant to reach: area_min um2, cost_min a cost, else a value from 0 to 1. */
    bool has_target; double target;
} lob_objective;

/* What a layout must hold. */
typedef struct lob_design_constraints {
    /* Rounds of an agent. */
    int64_t max_iterations;
    /* Greatest area. */
    bool has_max_area; double max_area;
    /* Least matching score. */
    bool has_min_matching_score; double min_matching_score;
} lob_design_constraints;

/* Objectives and constraints, objectives.json. */
typedef struct lob_design_objectives {
    /* 1.0.0; a later 1.x is read as 1.0.0. */
    lob_str schema_version;
    struct { lob_objective *items; size_t count; } objectives;
    lob_design_constraints *constraints;
} lob_design_objectives;

/* Where an agent's loop is. */
typedef enum lob_agent_state {
    LOB_AGENT_STATE_INIT, LOB_AGENT_STATE_PARSING, LOB_AGENT_STATE_PLANNING, LOB_AGENT_STATE_EXECUTING,
        LOB_AGENT_STATE_EVALUATING, LOB_AGENT_STATE_ITERATING, LOB_AGENT_STATE_COMPLETED, LOB_AGENT_STATE_FAILED,
        LOB_AGENT_STATE_DONE
} lob_agent_state;
enum { LOB_AGENT_STATE_COUNT = 9 }; extern const char *const lob_agent_state_names[9];

/* One step of a plan. */
typedef struct lob_plan_step {
    /* Unique in the plan. */
    lob_str id;
    lob_str name;
    /* The tool or skill it calls. */
    lob_str skill_name;
    /* Its arguments. */
    struct { lob_str *names; lob_str *items; size_t count; } params;
    /* Ids of steps that must be done before. */
    bool has_dependencies; struct { lob_str *items; size_t count; } dependencies;
    lob_str status;
} lob_plan_step;

/* Steps that lead to a layout. */
typedef struct lob_plan {
    struct { lob_plan_step *items; size_t count; } steps;
    lob_str summary;
    lob_str status;
    /* ISO 8601. */
    lob_str created_at;
} lob_plan;

/* What an agent works from. */
typedef struct lob_task_context {
    lob_circuit circuit;
    lob_drc_rule_set drc_rules;
    lob_design_objectives objectives;
    lob_str session_id;
} lob_task_context;

/* Point in um */
typedef struct lob_point_in {
    double x;
    double y;
} lob_point_in;

/* Where an arm of a figure is */
typedef struct lob_arm_at {
    double x_um;
    double y_um;
} lob_arm_at;

/* A convention that the layout follows. */
typedef struct lob_convention_used {
    lob_str name;
    /* 0..1; below 1 a guess. */
    double confidence;
    /* What was seen. */
    lob_str why;
    /* How often: figures or cells. */
    int64_t evidence;
} lob_convention_used;

/* A property of a cell, instance or shape. */
typedef struct lob_property {
    /* OASIS property name. */
    lob_str name;
    /* GDSII attribute number. */
    bool has_attribute; int64_t attribute;
    /* Numbers and strings, in order; GDSII has one string. */
    struct { lob_str *items; size_t count; } values;
    /* Bytes of the first string value that is not UTF-8, in hex. */
    lob_str raw_hex;
    /* Bytes left out of long strings. */
    bool has_bytes_cut; int64_t bytes_cut;
    /* Only when there are more. */
    bool has_values_dropped; int64_t values_dropped;
} lob_property;

/* Places at origin + i * column pitch + j * row pitch, i < columns, j < rows. */
typedef struct lob_regular_set {
    lob_point_um origin_um;
    int64_t columns;
    int64_t rows;
    /* From column to column; zero when there is one. */
    lob_point_um column_pitch_um;
    /* From row to row; zero when there is one. */
    lob_point_um row_pitch_um;
    /* Places that are taken. */
    int64_t place_count;
    /* Places that are not: columns * rows - place_count. */
    int64_t hole_count;
    /* Degrees, of every place. */
    double rotation;
    bool mirror;
    double magnification;
} lob_regular_set;

/* separation, enclosure (of layer in layer2), extension (of layer beyond layer2), overlap need layer2. */
typedef enum lob_deck_rule_type {
    LOB_DECK_RULE_TYPE_WIDTH, LOB_DECK_RULE_TYPE_SPACE, LOB_DECK_RULE_TYPE_NOTCH, LOB_DECK_RULE_TYPE_ISOLATED,
        LOB_DECK_RULE_TYPE_SEPARATION, LOB_DECK_RULE_TYPE_ENCLOSURE, LOB_DECK_RULE_TYPE_EXTENSION,
        LOB_DECK_RULE_TYPE_OVERLAP, LOB_DECK_RULE_TYPE_AREA, LOB_DECK_RULE_TYPE_GRID, LOB_DECK_RULE_TYPE_ANGLE,
        LOB_DECK_RULE_TYPE_DENSITY
} lob_deck_rule_type;
enum { LOB_DECK_RULE_TYPE_COUNT = 12 }; extern const char *const lob_deck_rule_type_names[12];

typedef enum lob_deck_rule_metrics {
    LOB_DECK_RULE_METRICS_EUCLIDIAN, LOB_DECK_RULE_METRICS_SQUARE, LOB_DECK_RULE_METRICS_PROJECTION
} lob_deck_rule_metrics;
enum { LOB_DECK_RULE_METRICS_COUNT = 3 }; extern const char *const lob_deck_rule_metrics_names[3];

typedef enum lob_deck_rule_severity {
    LOB_DECK_RULE_SEVERITY_ERROR, LOB_DECK_RULE_SEVERITY_WARNING
} lob_deck_rule_severity;
enum { LOB_DECK_RULE_SEVERITY_COUNT = 2 }; extern const char *const lob_deck_rule_severity_names[2];

/* One rule of a rule deck. */
typedef struct lob_deck_rule {
    /* Default: type and number: width_1 */
    lob_str id;
    lob_deck_rule_type type;
    /* L/D, a name in layers, or {"and"|"or"|"not"|"xor": [two or more]} */
    lob_str layer;
    /* Likewise */
    lob_str layer2;
    /* Of distances: below violates */
    bool has_min_um; double min_um;
    /* width: above violates */
    bool has_max_um; double max_um;
    /* As in KLayout; default euclidian */
    bool has_metrics; lob_deck_rule_metrics metrics;
    /* Edges must face each other along so much */
    bool has_projection_min_um; double projection_min_um;
    /* Skips edges at this angle or more; default 90 */
    bool has_ignore_angle_deg; double ignore_angle_deg;
    /* Reports whole edges */
    bool has_whole_edges; bool whole_edges;
    /* Slanted edges unrounded, unlike KLayout */
    bool has_exact; bool exact;
    /* Passes what lacks no more */
    bool has_tolerance_um; double tolerance_um;
    /* area */
    bool has_min_um2; double min_um2;
    /* area */
    bool has_max_um2; double max_um2;
    /* grid */
    bool has_grid_um; double grid_um;
    /* angle: edges at multiples pass */
    bool has_step_deg; double step_deg;
    /* density */
    bool has_min; double min;
    /* density */
    bool has_max; double max;
    /* density: side of a window; default: the whole cell */
    bool has_window_um; double window_um;
    /* density: from window to window; default window_um */
    bool has_step_um; double step_um;
    lob_deck_rule_severity severity;
    lob_str description;
} lob_deck_rule;

/* Design rules: lengths in um, layers by number and datatype, name or boolean expression. */
typedef struct lob_rule_deck {
    lob_str name;
    lob_str about;
    /* Names for layers or expressions */
    bool has_layers; struct { lob_str *names; lob_str *items; size_t count; } layers;
    /* As in the list */
    struct { lob_deck_rule *items; size_t count; } rules;
} lob_rule_deck;

/* edge_pair: two edges too near each other; polygon; edge; point; box: a window of a density. */
typedef enum lob_rule_violation_kind {
    LOB_RULE_VIOLATION_KIND_EDGE_PAIR, LOB_RULE_VIOLATION_KIND_POLYGON, LOB_RULE_VIOLATION_KIND_EDGE,
        LOB_RULE_VIOLATION_KIND_POINT, LOB_RULE_VIOLATION_KIND_BOX
} lob_rule_violation_kind;
enum { LOB_RULE_VIOLATION_KIND_COUNT = 5 }; extern const char *const lob_rule_violation_kind_names[5];

typedef enum lob_rule_count_severity {
    LOB_RULE_COUNT_SEVERITY_ERROR, LOB_RULE_COUNT_SEVERITY_WARNING
} lob_rule_count_severity;
enum { LOB_RULE_COUNT_SEVERITY_COUNT = 2 }; extern const char *const lob_rule_count_severity_names[2];

typedef struct lob_rule_count {
    lob_str rule;
    lob_deck_rule_type type;
    lob_rule_count_severity severity;
    /* Of violations, listed or not. */
    int64_t count;
    /* Least distance of its edge pairs; check_rules with summary. */
    bool has_least_um; double least_um;
    bool has_greatest_um; double greatest_um;
    /* Where the least is. */
    lob_micron_box *least_box_um;
} lob_rule_count;

/* One place that violates a rule; one value, by its kind. */
typedef struct lob_rule_violation {
    lob_str rule;
    lob_rule_violation_kind kind;
    lob_micron_box box_um;
    lob_dbu_box box_dbu;
    /* edge_pair: both ends of the first edge, then of the second; edge: its ends; polygon: its ring; left out of a
     * box. */
    bool has_points_um; struct { lob_point_um *items; size_t count; } points_um;
    /* Of a long ring. */
    bool has_points_left_out; int64_t points_left_out;
    bool has_distance_um; double distance_um;
    bool has_area_um2; double area_um2;
    bool has_angle_deg; double angle_deg;
    /* 0 to 1 */
    bool has_density; double density;
    /* Other edge pairs of this place, which touch each other; detail full lists them. */
    bool has_more_here; int64_t more_here;
    /* Of all of them. */
    lob_micron_box *place_um;
} lob_rule_violation;

typedef enum lob_shape_ref_kind {
    LOB_SHAPE_REF_KIND_BOX, LOB_SHAPE_REF_KIND_PATH, LOB_SHAPE_REF_KIND_POLYGON
} lob_shape_ref_kind;
enum { LOB_SHAPE_REF_KIND_COUNT = 3 }; extern const char *const lob_shape_ref_kind_names[3];

/* A figure found. */
typedef struct lob_shape_ref {
    /* shp_ and 16 hex digits; stable within the session. */
    lob_str id;
    lob_shape_ref_kind kind;
    /* The queried cell. */
    lob_str cell;
    /* The cell that stores the shape; lean: absent where instance_path ends with it. */
    lob_str leaf_cell;
    /* Cell names from the queried cell down. */
    struct { lob_str *items; size_t count; } instance_path;
    /* One for each step of instance_path after the first. */
    bool has_path_members; struct { lob_path_member *items; size_t count; } path_members;
    lob_layer_ref layer;
    lob_micron_box bbox_um;
    lob_dbu_box bbox_dbu;
    /* Vertices; of a path those of its centre line. */
    int64_t point_count;
    /* Paths alone. */
    bool has_path_width_um; double path_width_um;
    bool has_path_width_dbu; int64_t path_width_dbu;
    bool has_path_begin_ext_um; double path_begin_ext_um;
    bool has_path_end_ext_um; double path_end_ext_um;
    bool has_round_ends; bool round_ends;
    /* With include_points. */
    bool has_points_dbu; struct { lob_point_dbu *items; size_t count; } points_dbu;
    /* Points left out above the limit. */
    bool has_points_dropped; int64_t points_dropped;
    /* With include_area. */
    bool has_area_um2; double area_um2;
    /* With include_area. */
    bool has_perimeter_um; double perimeter_um;
    bool has_properties; struct { lob_property *items; size_t count; } properties;
    /* Only when there are more. */
    bool has_properties_dropped; int64_t properties_dropped;
} lob_shape_ref;

/* A call of a tool. */
typedef struct lob_tool_call_request {
    /* Of the tool. */
    lob_str name;
    /* Arguments. */
    struct { lob_str *names; lob_str *items; size_t count; } input;
    /* Id of the JSON-RPC request. */
    lob_str trace_id;
    /* When the caller gives up. */
    int64_t timeout_ms;
} lob_tool_call_request;

/* With their HTTP equivalents: 400, 404, 409, 422, 408, 503, 500. */
typedef enum lob_tool_error_code {
    LOB_TOOL_ERROR_CODE_INVALID_PARAM, LOB_TOOL_ERROR_CODE_NOT_FOUND, LOB_TOOL_ERROR_CODE_CONFLICT,
        LOB_TOOL_ERROR_CODE_DRC_VIOLATION, LOB_TOOL_ERROR_CODE_TIMEOUT, LOB_TOOL_ERROR_CODE_SERVICE_UNAVAILABLE,
        LOB_TOOL_ERROR_CODE_INTERNAL_ERROR
} lob_tool_error_code;
enum { LOB_TOOL_ERROR_CODE_COUNT = 7 }; extern const char *const lob_tool_error_code_names[7];

/* Why a call failed. */
typedef struct lob_tool_error {
    lob_tool_error_code code;
    lob_str message;
    /* An object. */
    lob_str details;
} lob_tool_error;

/* What came of a call: data when ok, else error. */
typedef struct lob_tool_call_result {
    bool ok;
    lob_tool_error *error;
    /* An object. */
    lob_str data;
    int64_t duration_ms;
} lob_tool_call_result;

typedef enum lob_unchecked_rule_part {
    LOB_UNCHECKED_RULE_PART_ALL, LOB_UNCHECKED_RULE_PART_MAX, LOB_UNCHECKED_RULE_PART_MIN
} lob_unchecked_rule_part;
enum { LOB_UNCHECKED_RULE_PART_COUNT = 3 }; extern const char *const lob_unchecked_rule_part_names[3];

typedef enum lob_unchecked_rule_reason {
    LOB_UNCHECKED_RULE_REASON_NO_LIMIT, LOB_UNCHECKED_RULE_REASON_NOT_POSITIVE,
        LOB_UNCHECKED_RULE_REASON_MAX_OF_LENGTH, LOB_UNCHECKED_RULE_REASON_NO_LAYER2,
        LOB_UNCHECKED_RULE_REASON_LAYER2_UNUSED, LOB_UNCHECKED_RULE_REASON_NOT_A_SHARE,
        LOB_UNCHECKED_RULE_REASON_BELOW_GRID, LOB_UNCHECKED_RULE_REASON_TOO_LONG,
        LOB_UNCHECKED_RULE_REASON_ID_TOO_LONG, LOB_UNCHECKED_RULE_REASON_LAYER_ABSENT
} lob_unchecked_rule_reason;
enum { LOB_UNCHECKED_RULE_REASON_COUNT = 10 }; extern const char *const lob_unchecked_rule_reason_names[10];

/* A rule of drc_rules.json that the engine does not check, or only in part. */
typedef struct lob_unchecked_rule {
    /* Its id. */
    lob_str rule;
    /* min, max: that limit is not checked, the other one is. */
    lob_unchecked_rule_part part;
    /* no_limit: neither min nor max; not_positive: a length that is not above 0; max_of_length: a greatest value of
     * another type than width and density; no_layer2, layer2_unused: the type is between two layers, or is not;
     * not_a_share: a density outside 0 to 1, or min above max; below_grid: less than half a database unit of this
     * layout; too_long: beyond what can be checked; id_too_long: above 200 bytes; layer_absent: the layout has no
     * such layer. */
    lob_unchecked_rule_reason reason;
    /* layer_absent: the layer that is not there, L/D. */
    lob_str layer;
    /* layer_absent: the first 32 datatypes with which the layout has that layer number. */
    bool has_datatypes; struct { int64_t *items; size_t count; } datatypes;
    /* What to do about it. */
    lob_str advice;
} lob_unchecked_rule;

/* In um, of the top cell. */
typedef struct lob_waiver_box {
    double left;
    double bottom;
    double right;
    double top;
} lob_waiver_box;

/* Markers that were looked at and accepted: by their ids, or those of a rule that lie in a box. */
typedef struct lob_waiver {
    /* mrk_ and 16 hex digits, as extract_markers gives them. */
    bool has_ids; struct { lob_str *items; size_t count; } ids;
    /* With box. */
    lob_str rule;
    lob_waiver_box *box_um;
    lob_str reason;
    /* 2027-06-30: the last day it holds, UTC; absent: for ever. */
    lob_str expires;
} lob_waiver;

/* A file of waivers, for extract_markers. */
typedef struct lob_waivers {
    int64_t version;
    struct { lob_waiver *items; size_t count; } waivers;
} lob_waivers;

typedef struct lob_analyze_waveguide_request {
    /* Session */
    lob_str session_id;
    /* From query_region */
    lob_str target_id;
    /* Polygons drawn as guides, too */
    bool allow_polygon;
    /* Only the arm here */
    lob_arm_at *at;
} lob_analyze_waveguide_request;

typedef enum lob_analyze_waveguide_response_kind {
    LOB_ANALYZE_WAVEGUIDE_RESPONSE_KIND_PATH, LOB_ANALYZE_WAVEGUIDE_RESPONSE_KIND_POLYGON,
        LOB_ANALYZE_WAVEGUIDE_RESPONSE_KIND_BOX
} lob_analyze_waveguide_response_kind;
enum { LOB_ANALYZE_WAVEGUIDE_RESPONSE_KIND_COUNT =
    3 }; extern const char *const lob_analyze_waveguide_response_kind_names[3];

typedef enum lob_analyze_waveguide_response_bend_radius_method {
    LOB_ANALYZE_WAVEGUIDE_RESPONSE_BEND_RADIUS_METHOD_ARC_FIT,
        LOB_ANALYZE_WAVEGUIDE_RESPONSE_BEND_RADIUS_METHOD_HALF_SHORTEST_SEGMENT,
        LOB_ANALYZE_WAVEGUIDE_RESPONSE_BEND_RADIUS_METHOD_UNDETERMINED,
        LOB_ANALYZE_WAVEGUIDE_RESPONSE_BEND_RADIUS_METHOD_NONE
} lob_analyze_waveguide_response_bend_radius_method;
enum { LOB_ANALYZE_WAVEGUIDE_RESPONSE_BEND_RADIUS_METHOD_COUNT =
    4 }; extern const char *const lob_analyze_waveguide_response_bend_radius_method_names[4];

typedef enum lob_analyze_waveguide_response_bends_item_kind {
    LOB_ANALYZE_WAVEGUIDE_RESPONSE_BENDS_ITEM_KIND_ARC, LOB_ANALYZE_WAVEGUIDE_RESPONSE_BENDS_ITEM_KIND_EULER,
        LOB_ANALYZE_WAVEGUIDE_RESPONSE_BENDS_ITEM_KIND_S_BEND, LOB_ANALYZE_WAVEGUIDE_RESPONSE_BENDS_ITEM_KIND_CORNER,
        LOB_ANALYZE_WAVEGUIDE_RESPONSE_BENDS_ITEM_KIND_OTHER
} lob_analyze_waveguide_response_bends_item_kind;
enum { LOB_ANALYZE_WAVEGUIDE_RESPONSE_BENDS_ITEM_KIND_COUNT =
    5 }; extern const char *const lob_analyze_waveguide_response_bends_item_kind_names[5];

typedef struct lob_analyze_waveguide_response_bends_item {
    /* Absent: a corner, or undetermined. */
    bool has_radius_um; double radius_um;
    /* Of an undetermined bend. */
    bool has_radius_at_least_um; double radius_at_least_um;
    double angle_deg;
    lob_analyze_waveguide_response_bends_item_kind kind;
    lob_point_um at_um;
    bool has_length_um; double length_um;
    /* Greatest distance of the line from the fit. */
    bool has_residual_um; double residual_um;
    bool has_radius_uncertainty_um; double radius_uncertainty_um;
} lob_analyze_waveguide_response_bends_item;

typedef struct lob_analyze_waveguide_response_width_profile {
    double min_um;
    double mean_um;
    double max_um;
    /* Of min_um and max_um. Absent: exact. */
    bool has_min_max_uncertainty_um; double min_max_uncertainty_um;
    lob_point_um *min_at_um;
    lob_point_um *max_at_um;
} lob_analyze_waveguide_response_width_profile;

typedef struct lob_analyze_waveguide_response_ends_item {
    double x_um;
    double y_um;
    double angle_deg;
    double width_um;
} lob_analyze_waveguide_response_ends_item;

typedef enum lob_analyze_waveguide_response_orientation {
    LOB_ANALYZE_WAVEGUIDE_RESPONSE_ORIENTATION_HORIZONTAL, LOB_ANALYZE_WAVEGUIDE_RESPONSE_ORIENTATION_VERTICAL,
        LOB_ANALYZE_WAVEGUIDE_RESPONSE_ORIENTATION_MIXED
} lob_analyze_waveguide_response_orientation;
enum { LOB_ANALYZE_WAVEGUIDE_RESPONSE_ORIENTATION_COUNT =
    3 }; extern const char *const lob_analyze_waveguide_response_orientation_names[3];

typedef struct lob_analyze_waveguide_response_truncation {
    int64_t bends_dropped;
} lob_analyze_waveguide_response_truncation;

typedef struct lob_analyze_waveguide_response {
    /* Session */
    lob_str session_id;
    /* um per database unit. */
    double dbu;
    lob_units units;
    /* As asked */
    lob_str target_id;
    /* What it is */
    lob_analyze_waveguide_response_kind kind;
    /* Cell asked about */
    lob_str cell;
    lob_layer_ref layer;
    lob_micron_box bbox_um;
    lob_dbu_box bbox_dbu;
    /* Centre of the box. */
    lob_point_um center_um;
    /* Stored; of a polygon the median by length. */
    double path_width_um;
    /* Absent: exact. */
    bool has_path_width_uncertainty_um; double path_width_uncertainty_um;
    /* Rounded. */
    bool has_path_width_dbu; int64_t path_width_dbu;
    /* Of the centre line. */
    double segment_length_um;
    /* Unrounded. */
    bool has_length_um_exact; double length_um_exact;
    /* Least of the determined bends. Null: straight, or undetermined. */
    bool has_bend_radius_estimate_um; double bend_radius_estimate_um;
    /* Absent: exact. */
    bool has_segment_length_uncertainty_um; double segment_length_uncertainty_um;
    /* Of an arc_fit. */
    bool has_bend_radius_uncertainty_um; double bend_radius_uncertainty_um;
    /* Undetermined bends turn no tighter. Absent: not known. */
    bool has_bend_radius_at_least_um; double bend_radius_at_least_um;
    /* How the radius was found */
    bool has_bend_radius_method; lob_analyze_waveguide_response_bend_radius_method bend_radius_method;
    /* Corners without a bend */
    bool has_sharp_corner_count; int64_t sharp_corner_count;
    /* In order along the guide. angle_deg: the turn, left positive. */
    bool has_bends; struct { lob_analyze_waveguide_response_bends_item *items; size_t count; } bends;
    /* Widths along it */
    lob_analyze_waveguide_response_width_profile *width_profile;
    /* Middle of the drawn ends, extensions included; angle_deg points outwards. */
    bool has_ends; struct { lob_analyze_waveguide_response_ends_item *items; size_t count; } ends;
    /* Of its pieces */
    lob_analyze_waveguide_response_orientation orientation;
    /* Stored as a path */
    bool is_path;
    /* Horizontal and vertical pieces only */
    bool is_axis_aligned;
    /* What makes values doubtful */
    struct { lob_str *items; size_t count; } analysis_warnings;
    /* Only when bends were left out: those beyond the first 64. */
    lob_analyze_waveguide_response_truncation *truncation;
} lob_analyze_waveguide_response;

typedef struct lob_cancel_job_request {
    /* The job */
    lob_str job_id;
} lob_cancel_job_request;

typedef struct lob_cancel_job_response {
    /* For poll and cancel_job. */
    lob_str job_id;
    lob_shown_job_kind kind;
    lob_shown_job_state status;
    /* 0..1, never falling; 0 once failed. */
    double progress;
    /* Bytes, tiles or iterations of the stage under way; 1 once completed, 0 once failed. */
    double done;
    /* What done counts up to */
    double total;
    /* What it is doing */
    lob_str message;
    /* Since the job was asked for; stops at its end */
    int64_t elapsed_ms;
    /* When to ask again, while it goes on. */
    bool has_next_poll_ms; int64_t next_poll_ms;
    /* sha256: of the layout file, once it is read; give it back to optimize. */
    lob_str layout_artifact_id;
    /* completed: the report as the engine wrote it, byte for byte. */
    lob_str result;
    lob_shown_job_error *error;
} lob_cancel_job_response;

typedef struct lob_check_connectivity_request {
    /* Session */
    lob_str session_id;
    /* Default: selected top */
    lob_str cell;
    /* In um; only ports in it */
    lob_query_box *box;
    /* Levels below the cell; default all */
    bool has_depth; int64_t depth;
    /* Default: all but connected, exposed */
    bool has_kinds; struct { lob_finding_kind_name *items; size_t count; } kinds;
    /* optical, electrical, ... */
    bool has_types; struct { lob_str *items; size_t count; } types;
    /* Ports so near are one; default: convention */
    bool has_tolerance_um; double tolerance_um;
    /* Default: convention */
    bool has_angle_tolerance_deg; double angle_tolerance_deg;
    /* Default: 10 tolerances, at least 5 dbu */
    bool has_near_miss_um; double near_miss_um;
    /* Lists connected and exposed ports too */
    bool include_connected;
    /* Page size */
    int64_t limit;
    /* Longest answer */
    int64_t max_chars;
    /* full: all members */
    lob_detail detail;
    /* next_cursor */
    lob_str cursor;
    /* Picture, too */
    bool inline_image;
} lob_check_connectivity_request;

typedef struct lob_check_connectivity_response_rules {
    /* Two ports no further apart stand at one place. */
    double tolerance_um;
    double near_miss_um;
    double angle_tolerance_deg;
    double width_tolerance_um;
} lob_check_connectivity_response_rules;

typedef struct lob_check_connectivity_response_summary {
    int64_t component_count;
    /* Taking part; with a box also those just outside of it. */
    int64_t port_count;
    /* Ports of the cell itself; they may stay open. */
    int64_t own_port_count;
    /* Fibers, pads and alike, which are not missed. */
    int64_t external_port_count;
    /* Pairs of ports that meet, look at each other and fit in type and layer. */
    int64_t joined_count;
    int64_t error_count;
    int64_t warning_count;
    int64_t info_count;
    /* Kinds that occur; a pair of ports can have several. */
    struct { lob_finding_count *items; size_t count; } kinds;
} lob_check_connectivity_response_summary;

typedef struct lob_check_connectivity_response_nets {
    /* Of two and more components. */
    int64_t net_count;
    /* Components of the largest. */
    int64_t largest;
    int64_t components_alone;
    /* Components that are a waveguide and nothing else. */
    int64_t guide_count;
    int64_t guides_measured;
    /* Of those measured, along the chords of their middle lines (a few parts in 100,000 short of curves). */
    bool has_guide_length_um; double guide_length_um;
    /* Greatest sum in one net. */
    bool has_guide_length_largest_um; double guide_length_largest_um;
} lob_check_connectivity_response_nets;

typedef struct lob_check_connectivity_response_truncation {
    int64_t limit;
    /* After this page. */
    int64_t findings_dropped;
} lob_check_connectivity_response_truncation;

typedef struct lob_check_connectivity_response {
    /* Session */
    lob_str session_id;
    /* Cell asked about */
    lob_str cell;
    /* The exact bytes in hex, when they are not UTF-8. */
    lob_str raw_hex;
    /* um per database unit. */
    double dbu;
    lob_units units;
    /* In force, surest first. */
    struct { lob_convention_used *items; size_t count; } conventions;
    /* What was held against what. */
    lob_check_connectivity_response_rules rules;
    /* Of all, whatever is listed. */
    lob_check_connectivity_response_summary summary;
    /* Components that joined ports hold together. */
    lob_check_connectivity_response_nets nets;
    /* By severity, kind, x, y. */
    struct { lob_finding_item *items; size_t count; } findings;
    /* What was left out */
    lob_check_connectivity_response_truncation truncation;
    /* With inline_image: the picture sent along, as PNG. */
    lob_artifact_ref *image;
    /* The same as SVG, to zoom. */
    lob_artifact_ref *image_svg;
    /* What to know about this answer. */
    struct { lob_str *items; size_t count; } notes;
    /* Pass as cursor for the rest; absent at the end. */
    lob_str next_cursor;
} lob_check_connectivity_response;

typedef enum lob_check_rules_request_order {
    LOB_CHECK_RULES_REQUEST_ORDER_PLACE, LOB_CHECK_RULES_REQUEST_ORDER_DISTANCE
} lob_check_rules_request_order;
enum { LOB_CHECK_RULES_REQUEST_ORDER_COUNT = 2 }; extern const char *const lob_check_rules_request_order_names[2];

typedef struct lob_check_rules_request {
    /* Session */
    lob_str session_id;
    /* [{"type":"width","layer":"1/0","min_um":0.4}], or a deck */
    lob_str rules;
    /* Deck or drc_rules.json, instead of rules */
    lob_str deck_path;
    /* Default: selected top */
    lob_str cell;
    /* In um; default: the cell */
    lob_query_box *box;
    /* Rule ids */
    bool has_only; struct { lob_str *items; size_t count; } only;
    /* distance: nearest first */
    lob_check_rules_request_order order;
    /* Least values and clusters, no violations */
    bool summary;
    /* Of summary: this near is one */
    double cluster_um;
    /* Page size */
    int64_t limit;
    /* Longest answer */
    int64_t max_chars;
    /* full: all members */
    lob_detail detail;
    /* next_cursor */
    lob_str cursor;
    /* Picture, too */
    bool inline_image;
} lob_check_rules_request;

typedef struct lob_check_rules_response_clusters_item {
    lob_str rule;
    int64_t count;
    lob_micron_box box_um;
    /* Least distance of its edge pairs. */
    bool has_least_um; double least_um;
    bool has_greatest_um; double greatest_um;
} lob_check_rules_response_clusters_item;

typedef struct lob_check_rules_response_truncation {
    int64_t limit;
    /* Violated rules left out of counts. */
    int64_t counts_dropped;
    /* Violations after this page, those of more_here as well. */
    int64_t violations_dropped;
    /* With summary: clusters after the limit. */
    bool has_clusters_dropped; int64_t clusters_dropped;
} lob_check_rules_response_truncation;

typedef struct lob_check_rules_response {
    /* Session */
    lob_str session_id;
    /* um per database unit. */
    double dbu;
    lob_units units;
    /* Cell asked about */
    lob_str cell;
    /* The exact bytes in hex, when they are not UTF-8. */
    lob_str raw_hex;
    /* Its name, or tech, when it has one. */
    lob_str deck;
    lob_micron_box *box_um;
    lob_dbu_box *box_dbu;
    /* Rules checked. */
    int64_t rule_count;
    /* Of all rules, listed or not. */
    int64_t violation_count;
    /* Of rules of severity error. */
    int64_t error_count;
    /* Rules that are violated, in the order of the deck. */
    struct { lob_rule_count *items; size_t count; } counts;
    /* Rules of a drc_rules.json that were not checked, or only in part; left out when there are none. */
    bool has_not_checked; struct { lob_unchecked_rule *items; size_t count; } not_checked;
    /* By rule, then from the bottom, then from the left; order distance: edge pairs by distance, then the others.
     * One row a place unless detail is full. */
    struct { lob_rule_violation *items; size_t count; } violations;
    /* With summary: by rule, the most violations first. */
    bool has_clusters; struct { lob_check_rules_response_clusters_item *items; size_t count; } clusters;
    /* What was left out */
    lob_check_rules_response_truncation truncation;
    /* Pass as cursor for the rest */
    lob_str next_cursor;
    /* With inline_image: the picture sent along, as PNG. */
    lob_artifact_ref *image;
    /* The same as SVG, to zoom. */
    lob_artifact_ref *image_svg;
    /* Remarks, e.g. layers that the layout does not have. */
    bool has_notes; struct { lob_str *items; size_t count; } notes;
} lob_check_rules_response;

typedef struct lob_close_session_request {
    /* Session */
    lob_str session_id;
} lob_close_session_request;

typedef struct lob_close_session_response {
    /* Session */
    lob_str session_id;
    /* true */
    bool closed;
    /* Its folder is gone */
    bool artifact_dir_deleted;
    /* Files deleted: pictures and the files of DRC runs. session.json is not counted. */
    int64_t deleted_artifact_count;
} lob_close_session_response;

typedef struct lob_cut_profile_request {
    /* Session */
    lob_str session_id;
    /* Start, um */
    lob_point_in from;
    /* End, um */
    lob_point_in to;
    /* Default: selected top */
    lob_str cell;
    /* Default: all */
    bool has_layers; struct { lob_layer_filter *items; size_t count; } layers;
    /* Adds start_at_um, end_at_um */
    bool include_points;
    /* Ids of the shapes at its ends */
    bool include_ids;
    /* Page size */
    int64_t limit;
    /* Longest answer */
    int64_t max_chars;
    /* next_cursor */
    lob_str cursor;
    /* Picture, too */
    bool inline_image;
} lob_cut_profile_request;

typedef struct lob_cut_profile_response_layers_item_period {
    /* Mean. */
    double pitch_um;
    /* Whole ones. */
    int64_t periods;
    /* At most 8. */
    int64_t intervals_per_period;
    /* In the stretch. */
    int64_t interval_count;
    /* Where the stretch begins. */
    double start_um;
    double end_um;
    /* 0: regular. Else how far a begin is from its place at most. */
    double deviation_um;
    /* How far widths that correspond differ at most. */
    double width_deviation_um;
} lob_cut_profile_response_layers_item_period;

typedef enum lob_cut_profile_response_layers_item_intervals_item_cut_by {
    LOB_CUT_PROFILE_RESPONSE_LAYERS_ITEM_INTERVALS_ITEM_CUT_BY_START,
        LOB_CUT_PROFILE_RESPONSE_LAYERS_ITEM_INTERVALS_ITEM_CUT_BY_END,
        LOB_CUT_PROFILE_RESPONSE_LAYERS_ITEM_INTERVALS_ITEM_CUT_BY_BOTH
} lob_cut_profile_response_layers_item_intervals_item_cut_by;
enum { LOB_CUT_PROFILE_RESPONSE_LAYERS_ITEM_INTERVALS_ITEM_CUT_BY_COUNT =
    3 }; extern const char *const lob_cut_profile_response_layers_item_intervals_item_cut_by_names[3];

typedef struct lob_cut_profile_response_layers_item_intervals_item {
    /* Along the line, from its start. */
    double start_um;
    double end_um;
    /* Along the line. */
    double width_um;
    /* To the next interval; absent for the last. */
    bool has_gap_um; double gap_um;
    /* The material goes on beyond this end of the line. */
    bool has_cut_by; lob_cut_profile_response_layers_item_intervals_item_cut_by cut_by;
    /* Part of it has material on one side of the line alone: it runs along an edge. */
    bool has_along_edge; bool along_edge;
    /* With include_points. */
    lob_point_um *start_at_um;
    lob_point_um *end_at_um;
    /* With include_ids: the shape at the start, then that at the end when it is another. */
    bool has_ids; struct { lob_str *items; size_t count; } ids;
} lob_cut_profile_response_layers_item_intervals_item;

typedef struct lob_cut_profile_response_layers_item {
    lob_layer_ref layer;
    /* On the whole line. */
    int64_t interval_count;
    /* Sum of all widths. */
    double material_um;
    /* Of intervals that the line does not cut off; so is max_width_um. */
    bool has_min_width_um; double min_width_um;
    bool has_max_width_um; double max_width_um;
    /* Between two intervals. */
    bool has_min_gap_um; double min_gap_um;
    bool has_max_gap_um; double max_gap_um;
    /* The longest stretch that repeats at least three times; absent: none. Begins and widths agree within 2 dbu. */
    lob_cut_profile_response_layers_item_period *period;
    /* In order along the line. */
    struct { lob_cut_profile_response_layers_item_intervals_item *items; size_t count; } intervals;
} lob_cut_profile_response_layers_item;

typedef struct lob_cut_profile_response_truncation {
    int64_t limit;
    /* Intervals after this page. */
    int64_t intervals_dropped;
    /* Only when there are any: layers first listed on later pages. */
    bool has_layers_dropped; int64_t layers_dropped;
} lob_cut_profile_response_truncation;

typedef struct lob_cut_profile_response {
    /* Session */
    lob_str session_id;
    /* um per database unit. */
    double dbu;
    lob_units units;
    /* Cell asked about */
    lob_str cell;
    /* Taken to the nearest database unit. */
    lob_point_um from_um;
    lob_point_um to_um;
    /* Of the line. */
    double length_um;
    /* On all layers. */
    int64_t interval_count;
    /* By layer: those with material on the line, and those asked for, as many as there is room for; later pages have
     * those with intervals on the page as well. */
    struct { lob_cut_profile_response_layers_item *items; size_t count; } layers;
    /* What was left out */
    lob_cut_profile_response_truncation truncation;
    /* Pass as cursor for the rest; absent at the end. */
    lob_str next_cursor;
    /* With inline_image: the picture sent along, as PNG. */
    lob_artifact_ref *image;
    /* The same as SVG, to zoom. */
    lob_artifact_ref *image_svg;
    /* Remarks, e.g. that nothing was found. */
    bool has_notes; struct { lob_str *items; size_t count; } notes;
} lob_cut_profile_response;

typedef struct lob_density_map_request_tile_um {
    double x;
    double y;
} lob_density_map_request_tile_um;

typedef struct lob_density_map_request_step_um {
    double x;
    double y;
} lob_density_map_request_step_um;

typedef struct lob_density_map_request_tiles {
    int64_t nx;
    int64_t ny;
} lob_density_map_request_tiles;

typedef enum lob_density_map_request_border {
    LOB_DENSITY_MAP_REQUEST_BORDER_CUT, LOB_DENSITY_MAP_REQUEST_BORDER_SHIFT
} lob_density_map_request_border;
enum { LOB_DENSITY_MAP_REQUEST_BORDER_COUNT = 2 }; extern const char *const lob_density_map_request_border_names[2];

typedef struct lob_density_map_request {
    /* Session */
    lob_str session_id;
    /* Their union */
    struct { lob_layer_filter *items; size_t count; } layers;
    /* In um; default: the cell */
    lob_query_box *box;
    /* Default: selected top */
    lob_str cell;
    /* Sides of a tile */
    lob_density_map_request_tile_um *tile_um;
    /* Default: tile_um */
    lob_density_map_request_step_um *step_um;
    /* Equal parts, instead of tile_um */
    lob_density_map_request_tiles *tiles;
    /* Last tiles: cut at the box, or moved back into it */
    lob_density_map_request_border border;
    /* Picture, too */
    bool inline_image;
} lob_density_map_request;

typedef enum lob_density_map_response_mode {
    LOB_DENSITY_MAP_RESPONSE_MODE_MERGED
} lob_density_map_response_mode;
enum { LOB_DENSITY_MAP_RESPONSE_MODE_COUNT = 1 }; extern const char *const lob_density_map_response_mode_names[1];

typedef enum lob_density_map_response_border {
    LOB_DENSITY_MAP_RESPONSE_BORDER_CUT, LOB_DENSITY_MAP_RESPONSE_BORDER_SHIFT
} lob_density_map_response_border;
enum { LOB_DENSITY_MAP_RESPONSE_BORDER_COUNT = 2 }; extern const char *const lob_density_map_response_border_names[2];

typedef struct lob_density_map_response {
    /* Session */
    lob_str session_id;
    /* um per database unit. */
    double dbu;
    lob_units units;
    /* Cell asked about */
    lob_str cell;
    /* Layers counted */
    struct { lob_layer_ref *items; size_t count; } layers;
    lob_micron_box box_um;
    lob_dbu_box box_dbu;
    /* What overlaps counts once. */
    lob_density_map_response_mode mode;
    /* Tiles in x */
    int64_t columns;
    /* Tiles in y */
    int64_t rows;
    lob_point_um tile_um;
    lob_point_um step_um;
    /* As asked */
    lob_density_map_response_border border;
    /* Covered in the whole box. */
    double area_um2;
    /* Only when edges cross off the database grid: the area is within this. */
    bool has_area_error_um2; double area_error_um2;
    /* area_um2 over the area of the box. */
    double density;
    /* Of the tiles, each counted once. */
    double mean;
    lob_density_tile min;
    lob_density_tile max;
    /* Tiles with density 0 to 0.1, 0.1 to 0.2, ... 0.9 to 1. */
    struct { int64_t *items; size_t count; } histogram;
    /* Rows from the bottom, in each the columns from the left; 6 decimals. */
    struct { struct { double *items; size_t count; } *items; size_t count; } densities;
    /* With inline_image: the picture sent along, as PNG. */
    lob_artifact_ref *image;
    /* The same as SVG, to zoom. */
    lob_artifact_ref *image_svg;
    /* Remarks, e.g. that nothing was found. */
    bool has_notes; struct { lob_str *items; size_t count; } notes;
} lob_density_map_response;

typedef struct lob_describe_cell_request {
    /* Session */
    lob_str session_id;
    /* Default: selected top */
    lob_str cell;
    /* Levels of instances; above 1 with instance_path, by the first member of arrays */
    int64_t depth;
    /* Page size */
    int64_t max_instances;
    /* Labels listed */
    int64_t max_labels;
    /* And device_params */
    bool include_ports;
    /* Longest answer */
    int64_t max_chars;
    /* full: all members */
    lob_detail detail;
    /* next_cursor */
    lob_str cursor;
} lob_describe_cell_request;

typedef struct lob_describe_cell_response_summary {
    /* Entries within depth, an array once. */
    int64_t instance_count;
    /* Texts of the cell itself, members of repetitions counted. */
    int64_t label_count;
    /* Only when the cell has no text itself: texts in its children, as placed; query_region lists them. */
    bool has_labels_below; int64_t labels_below;
    /* Stored in the cell, texts included. */
    int64_t shape_count;
    int64_t expanded_instance_count;
    int64_t expanded_shape_count;
} lob_describe_cell_response_summary;

typedef struct lob_describe_cell_response_shape_counts_by_layer_item {
    int64_t layer;
    int64_t datatype;
    lob_str name;
    /* The exact bytes in hex, when they are not UTF-8. */
    lob_str raw_hex;
    /* Stored in the cell itself, texts included. */
    int64_t shape_count;
    int64_t text_count;
    /* With all children. */
    int64_t expanded_shape_count;
} lob_describe_cell_response_shape_counts_by_layer_item;

typedef struct lob_describe_cell_response_instances_item {
    /* CELL:index, index in file order within the parent. */
    lob_str name;
    lob_str child_cell;
    /* The exact bytes in hex, when they are not UTF-8. */
    lob_str raw_hex;
    /* Only when true. */
    bool has_is_ghost; bool is_ghost;
    /* Cell names from the described cell to the one that stores the instance; at depth above 1. */
    bool has_instance_path; struct { lob_str *items; size_t count; } instance_path;
    lob_array_info array;
    /* Of the first member, in the described cell. */
    lob_transform transform;
    /* All members. */
    lob_micron_box bbox_um;
    lob_dbu_box bbox_dbu;
    /* Only when true: there is nothing to bound and the box is all zeros. */
    bool has_bbox_empty; bool bbox_empty;
    bool has_properties; struct { lob_property *items; size_t count; } properties;
    bool has_properties_dropped; int64_t properties_dropped;
} lob_describe_cell_response_instances_item;

typedef struct lob_describe_cell_response_regular_sets_item {
    lob_str child_cell;
    /* In the cell itself, array members counted. */
    int64_t place_count;
    /* 4 at most. */
    struct { lob_regular_set *items; size_t count; } sets;
    /* Places in none of the sets. */
    int64_t irregular_count;
    /* The first 20 of these, by x, then y. */
    bool has_irregular_um; struct { lob_point_um *items; size_t count; } irregular_um;
} lob_describe_cell_response_regular_sets_item;

typedef struct lob_describe_cell_response_device_params_item {
    lob_str key;
    lob_str value;
} lob_describe_cell_response_device_params_item;

typedef struct lob_describe_cell_response_truncation {
    int64_t instances_dropped;
    int64_t labels_dropped;
    int64_t layers_dropped;
    int64_t label_bytes_dropped;
} lob_describe_cell_response_truncation;

typedef struct lob_describe_cell_response {
    /* Session */
    lob_str session_id;
    /* um per database unit. */
    double dbu;
    lob_units units;
    /* Cell asked about */
    lob_str cell;
    /* The exact bytes in hex, when they are not UTF-8. */
    lob_str raw_hex;
    /* Only when true: placed but not defined in the file. */
    bool has_is_ghost; bool is_ghost;
    lob_micron_box bbox_um;
    lob_dbu_box bbox_dbu;
    /* Only when true: there is nothing to bound and the box is all zeros. */
    bool has_bbox_empty; bool bbox_empty;
    /* Levels of instances listed */
    int64_t depth_used;
    /* Counts of all */
    lob_describe_cell_response_summary summary;
    /* Layers of the cell or its children. */
    struct { lob_describe_cell_response_shape_counts_by_layer_item *items; size_t count; } shape_counts_by_layer;
    /* By child cell, box, path. */
    struct { lob_describe_cell_response_instances_item *items; size_t count; } instances;
    /* On the first page: children that stand in rows and columns, as arrays or placed one by one. The first 8 by
     * name with 3 to 1000 places in the cell itself are looked at. Absent: none. */
    bool has_regular_sets; struct { lob_describe_cell_response_regular_sets_item *items; size_t count; } regular_sets;
    /* Texts of the cell itself, by layer, text, position. */
    struct { lob_label *items; size_t count; } labels;
    /* Marked in the cell itself, when there are any and on the first page; at most 16, list_ports has all. */
    bool has_ports; struct { lob_port_item *items; size_t count; } ports;
    /* Only when there are more. */
    bool has_ports_dropped; int64_t ports_dropped;
    /* What texts on the device layer say of the cell, by the convention; on the first page, at most 16. */
    bool has_device_params; struct { lob_describe_cell_response_device_params_item *items; size_t count; } device_params;
    /* Of the cell. */
    struct { lob_property *items; size_t count; } properties;
    /* Only when there are more. */
    bool has_properties_dropped; int64_t properties_dropped;
    /* What was left out */
    lob_describe_cell_response_truncation truncation;
    /* Pass as cursor for the rest; absent at the end. */
    lob_str next_cursor;
} lob_describe_cell_response;

typedef struct lob_describe_region_request {
    /* Session */
    lob_str session_id;
    /* In um; default: the cell */
    lob_query_box *box;
    /* Default: selected top */
    lob_str cell;
    /* Length of the answer */
    int64_t budget_tokens;
} lob_describe_region_request;

typedef struct lob_describe_region_response_summary {
    /* Devices and guide cells that touch the box. */
    int64_t component_count;
    /* Ports in the box. */
    int64_t port_count;
    /* All levels, an array once for each of its places. */
    int64_t instance_count;
    int64_t shape_count;
    int64_t text_count;
    int64_t layer_count;
    /* Only when true: there are at least so many. */
    bool has_lower_bound; bool lower_bound;
} lob_describe_region_response_summary;

typedef enum lob_describe_region_response_components_item_ports_item_source {
    LOB_DESCRIBE_REGION_RESPONSE_COMPONENTS_ITEM_PORTS_ITEM_SOURCE_META,
        LOB_DESCRIBE_REGION_RESPONSE_COMPONENTS_ITEM_PORTS_ITEM_SOURCE_KNOWN,
        LOB_DESCRIBE_REGION_RESPONSE_COMPONENTS_ITEM_PORTS_ITEM_SOURCE_MARKER,
        LOB_DESCRIBE_REGION_RESPONSE_COMPONENTS_ITEM_PORTS_ITEM_SOURCE_INFERRED
} lob_describe_region_response_components_item_ports_item_source;
enum { LOB_DESCRIBE_REGION_RESPONSE_COMPONENTS_ITEM_PORTS_ITEM_SOURCE_COUNT =
    4 }; extern const char *const lob_describe_region_response_components_item_ports_item_source_names[4];

typedef struct lob_describe_region_response_components_item_ports_item {
    lob_str name;
    lob_str type;
    lob_point_um at_um;
    /* Out of the component. */
    bool has_angle_deg; double angle_deg;
    bool has_width_um; double width_um;
    lob_describe_region_response_components_item_ports_item_source source;
    double confidence;
} lob_describe_region_response_components_item_ports_item;

typedef struct lob_describe_region_response_components_item {
    lob_str cell;
    /* The exact bytes in hex, when they are not UTF-8. */
    lob_str raw_hex;
    /* Places that touch the box. */
    int64_t count;
    /* Only when true: nothing but a waveguide. */
    bool has_is_guide; bool is_guide;
    /* Of the first place, by box. */
    lob_micron_box bbox_um;
    /* Of the first place, in the box. */
    struct { lob_describe_region_response_components_item_ports_item *items; size_t count; } ports;
    /* Only when there are more. */
    bool has_ports_dropped; int64_t ports_dropped;
    /* Why it counts as a component. */
    lob_str source;
    /* 0..1; below 1 a heuristic. */
    double confidence;
} lob_describe_region_response_components_item;

typedef struct lob_describe_region_response_layers_item {
    lob_layer_ref layer;
    int64_t shape_count;
    int64_t text_count;
    /* Merged, in the box. */
    bool has_area_um2; double area_um2;
    bool has_density; double density;
    /* Heuristic for the smallest feature: least side of a figure's box, of figures that meet the box; parts of a
     * figure may be finer. */
    bool has_least_box_side_um; double least_box_side_um;
} lob_describe_region_response_layers_item;

typedef struct lob_describe_region_response_instances_item {
    lob_str cell;
    /* The exact bytes in hex, when they are not UTF-8. */
    lob_str raw_hex;
    /* Of the cell asked about itself, an array once. */
    int64_t instance_count;
    /* Array members in the box. */
    int64_t member_count;
    /* Of the first, by box. */
    lob_micron_box bbox_um;
} lob_describe_region_response_instances_item;

typedef struct lob_describe_region_response_labels_item {
    /* Untrusted text of the file, at most 256 bytes. */
    lob_str text;
    /* The exact bytes in hex, when they are not UTF-8. */
    lob_str raw_hex;
    lob_layer_ref layer;
    int64_t count;
    /* Of the first, by x, y. */
    lob_point_um at_um;
} lob_describe_region_response_labels_item;

typedef enum lob_describe_region_response_guides_item_source {
    LOB_DESCRIBE_REGION_RESPONSE_GUIDES_ITEM_SOURCE_DRAWN, LOB_DESCRIBE_REGION_RESPONSE_GUIDES_ITEM_SOURCE_MEASURED
} lob_describe_region_response_guides_item_source;
enum { LOB_DESCRIBE_REGION_RESPONSE_GUIDES_ITEM_SOURCE_COUNT =
    2 }; extern const char *const lob_describe_region_response_guides_item_source_names[2];

typedef struct lob_describe_region_response_guides_item {
    lob_layer_ref layer;
    double width_um;
    int64_t count;
    /* drawn: stored width of paths; measured: median between the long sides of polygons. */
    lob_describe_region_response_guides_item_source source;
    /* 0..1; below 1 a heuristic. */
    double confidence;
} lob_describe_region_response_guides_item;

typedef enum lob_describe_region_response_nearest_kind {
    LOB_DESCRIBE_REGION_RESPONSE_NEAREST_KIND_SHAPE, LOB_DESCRIBE_REGION_RESPONSE_NEAREST_KIND_TEXT
} lob_describe_region_response_nearest_kind;
enum { LOB_DESCRIBE_REGION_RESPONSE_NEAREST_KIND_COUNT =
    2 }; extern const char *const lob_describe_region_response_nearest_kind_names[2];

typedef enum lob_describe_region_response_nearest_direction {
    LOB_DESCRIBE_REGION_RESPONSE_NEAREST_DIRECTION_TOUCHING, LOB_DESCRIBE_REGION_RESPONSE_NEAREST_DIRECTION_RIGHT,
        LOB_DESCRIBE_REGION_RESPONSE_NEAREST_DIRECTION_UPPER_RIGHT, LOB_DESCRIBE_REGION_RESPONSE_NEAREST_DIRECTION_UP,
        LOB_DESCRIBE_REGION_RESPONSE_NEAREST_DIRECTION_UPPER_LEFT, LOB_DESCRIBE_REGION_RESPONSE_NEAREST_DIRECTION_LEFT,
        LOB_DESCRIBE_REGION_RESPONSE_NEAREST_DIRECTION_LOWER_LEFT, LOB_DESCRIBE_REGION_RESPONSE_NEAREST_DIRECTION_DOWN,
        LOB_DESCRIBE_REGION_RESPONSE_NEAREST_DIRECTION_LOWER_RIGHT
} lob_describe_region_response_nearest_direction;
enum { LOB_DESCRIBE_REGION_RESPONSE_NEAREST_DIRECTION_COUNT =
    9 }; extern const char *const lob_describe_region_response_nearest_direction_names[9];

typedef struct lob_describe_region_response_nearest {
    lob_describe_region_response_nearest_kind kind;
    lob_layer_ref layer;
    /* From the border of the box: above zero right. */
    double dx_um;
    /* Above zero up. */
    double dy_um;
    lob_describe_region_response_nearest_direction direction;
} lob_describe_region_response_nearest;

typedef struct lob_describe_region_response_truncation {
    int64_t budget_tokens;
    /* Bytes of this answer over four, rounded up. */
    int64_t used_tokens;
    /* Entries of the list left out, here and below. */
    int64_t components_dropped;
    int64_t layers_dropped;
    int64_t instances_dropped;
    int64_t labels_dropped;
    int64_t guides_dropped;
} lob_describe_region_response_truncation;

typedef struct lob_describe_region_response {
    /* Session */
    lob_str session_id;
    /* um per database unit. */
    double dbu;
    lob_units units;
    /* Cell asked about */
    lob_str cell;
    lob_micron_box box_um;
    lob_dbu_box box_dbu;
    /* Counts of all */
    lob_describe_region_response_summary summary;
    /* Devices by cell, the largest first, then guides. */
    struct { lob_describe_region_response_components_item *items; size_t count; } components;
    /* Most area first. */
    struct { lob_describe_region_response_layers_item *items; size_t count; } layers;
    /* Direct instances by cell, most covering first. */
    struct { lob_describe_region_response_instances_item *items; size_t count; } instances;
    /* Unique ones first, then the larger. */
    struct { lob_describe_region_response_labels_item *items; size_t count; } labels;
    /* Widths found on the layers that guide light, most often first. */
    struct { lob_describe_region_response_guides_item *items; size_t count; } guides;
    /* Only when the box is empty. */
    lob_describe_region_response_nearest *nearest;
    /* What was left out */
    lob_describe_region_response_truncation truncation;
    /* Remarks, e.g. that nothing was found. */
    bool has_notes; struct { lob_str *items; size_t count; } notes;
} lob_describe_region_response;

typedef enum lob_diff_layouts_request_mode {
    LOB_DIFF_LAYOUTS_REQUEST_MODE_BOTH, LOB_DIFF_LAYOUTS_REQUEST_MODE_HIERARCHY, LOB_DIFF_LAYOUTS_REQUEST_MODE_XOR
} lob_diff_layouts_request_mode;
enum { LOB_DIFF_LAYOUTS_REQUEST_MODE_COUNT = 3 }; extern const char *const lob_diff_layouts_request_mode_names[3];

typedef struct lob_diff_layouts_request {
    /* session_id or absolute path */
    lob_str a;
    /* Likewise */
    lob_str b;
    /* Default: the top */
    lob_str cell_a;
    /* Default: cell_a, else the top */
    lob_str cell_b;
    /* Default: all */
    bool has_layers; struct { lob_layer_filter *items; size_t count; } layers;
    /* In um; for xor */
    lob_query_box *box;
    /* What to compare */
    lob_diff_layouts_request_mode mode;
    /* xor: leaves out what is narrower */
    double tolerance_um;
    /* Compares properties too */
    bool with_properties;
    /* Of each list */
    int64_t limit;
    /* next_cursor */
    lob_str cursor;
    /* Kept by session_id: red a, blue b; before; after; a sheet of all, sent along */
    bool picture;
    /* For picture */
    lob_str session_id;
} lob_diff_layouts_request;

typedef enum lob_diff_layouts_response_mode {
    LOB_DIFF_LAYOUTS_RESPONSE_MODE_BOTH, LOB_DIFF_LAYOUTS_RESPONSE_MODE_HIERARCHY, LOB_DIFF_LAYOUTS_RESPONSE_MODE_XOR
} lob_diff_layouts_response_mode;
enum { LOB_DIFF_LAYOUTS_RESPONSE_MODE_COUNT = 3 }; extern const char *const lob_diff_layouts_response_mode_names[3];

typedef enum lob_diff_layouts_response_hierarchy_cells_item_in {
    LOB_DIFF_LAYOUTS_RESPONSE_HIERARCHY_CELLS_ITEM_IN_A, LOB_DIFF_LAYOUTS_RESPONSE_HIERARCHY_CELLS_ITEM_IN_B,
        LOB_DIFF_LAYOUTS_RESPONSE_HIERARCHY_CELLS_ITEM_IN_BOTH
} lob_diff_layouts_response_hierarchy_cells_item_in;
enum { LOB_DIFF_LAYOUTS_RESPONSE_HIERARCHY_CELLS_ITEM_IN_COUNT =
    3 }; extern const char *const lob_diff_layouts_response_hierarchy_cells_item_in_names[3];

typedef struct lob_diff_layouts_response_hierarchy_cells_item {
    lob_str cell;
    lob_diff_layouts_response_hierarchy_cells_item_in in;
    lob_diff_counts *only_a;
    lob_diff_counts *only_b;
} lob_diff_layouts_response_hierarchy_cells_item;

typedef enum lob_diff_layouts_response_hierarchy_differences_item_in {
    LOB_DIFF_LAYOUTS_RESPONSE_HIERARCHY_DIFFERENCES_ITEM_IN_A, LOB_DIFF_LAYOUTS_RESPONSE_HIERARCHY_DIFFERENCES_ITEM_IN_B
} lob_diff_layouts_response_hierarchy_differences_item_in;
enum { LOB_DIFF_LAYOUTS_RESPONSE_HIERARCHY_DIFFERENCES_ITEM_IN_COUNT =
    2 }; extern const char *const lob_diff_layouts_response_hierarchy_differences_item_in_names[2];

typedef enum lob_diff_layouts_response_hierarchy_differences_item_kind {
    LOB_DIFF_LAYOUTS_RESPONSE_HIERARCHY_DIFFERENCES_ITEM_KIND_POLYGON,
        LOB_DIFF_LAYOUTS_RESPONSE_HIERARCHY_DIFFERENCES_ITEM_KIND_PATH,
        LOB_DIFF_LAYOUTS_RESPONSE_HIERARCHY_DIFFERENCES_ITEM_KIND_TEXT,
        LOB_DIFF_LAYOUTS_RESPONSE_HIERARCHY_DIFFERENCES_ITEM_KIND_INSTANCE,
        LOB_DIFF_LAYOUTS_RESPONSE_HIERARCHY_DIFFERENCES_ITEM_KIND_PROPERTIES
} lob_diff_layouts_response_hierarchy_differences_item_kind;
enum { LOB_DIFF_LAYOUTS_RESPONSE_HIERARCHY_DIFFERENCES_ITEM_KIND_COUNT =
    5 }; extern const char *const lob_diff_layouts_response_hierarchy_differences_item_kind_names[5];

typedef struct lob_diff_layouts_response_hierarchy_differences_item {
    lob_str cell;
    lob_diff_layouts_response_hierarchy_differences_item_in in;
    lob_diff_layouts_response_hierarchy_differences_item_kind kind;
    bool has_layer; int64_t layer;
    bool has_datatype; int64_t datatype;
    /* The text, or the placed cell. */
    lob_str of;
    /* In the cell; texts, instances: where. */
    lob_micron_box *box_um;
    /* Members of an array too large to be taken apart. */
    bool has_count; int64_t count;
} lob_diff_layouts_response_hierarchy_differences_item;

typedef struct lob_diff_layouts_response_hierarchy {
    int64_t cells_only_a;
    int64_t cells_only_b;
    int64_t cells_different;
    int64_t cells_equal;
    /* Things that one side of a differing cell has. */
    int64_t difference_count;
    /* The asked cell, then by name. */
    struct { lob_diff_layouts_response_hierarchy_cells_item *items; size_t count; } cells;
    struct { lob_diff_layouts_response_hierarchy_differences_item *items; size_t count; } differences;
} lob_diff_layouts_response_hierarchy;

typedef struct lob_diff_layouts_response_xor_layers_item {
    int64_t layer;
    int64_t datatype;
    int64_t polygon_count;
    /* Only in a. */
    double area_a_um2;
    double area_b_um2;
    /* Only when not exact. */
    bool has_area_error_um2; double area_error_um2;
    lob_micron_box box_um;
} lob_diff_layouts_response_xor_layers_item;

typedef enum lob_diff_layouts_response_xor_polygons_item_in {
    LOB_DIFF_LAYOUTS_RESPONSE_XOR_POLYGONS_ITEM_IN_A, LOB_DIFF_LAYOUTS_RESPONSE_XOR_POLYGONS_ITEM_IN_B,
        LOB_DIFF_LAYOUTS_RESPONSE_XOR_POLYGONS_ITEM_IN_BOTH
} lob_diff_layouts_response_xor_polygons_item_in;
enum { LOB_DIFF_LAYOUTS_RESPONSE_XOR_POLYGONS_ITEM_IN_COUNT =
    3 }; extern const char *const lob_diff_layouts_response_xor_polygons_item_in_names[3];

typedef struct lob_diff_layouts_response_xor_polygons_item {
    int64_t layer;
    int64_t datatype;
    /* both: parts of either meet. */
    lob_diff_layouts_response_xor_polygons_item_in in;
    double area_um2;
    lob_micron_box box_um;
} lob_diff_layouts_response_xor_polygons_item;

typedef struct lob_diff_layouts_response_xor {
    int64_t layers_compared;
    int64_t polygon_count;
    /* Those that differ. */
    struct { lob_diff_layouts_response_xor_layers_item *items; size_t count; } layers;
    /* By layer, then from the left. */
    struct { lob_diff_layouts_response_xor_polygons_item *items; size_t count; } polygons;
} lob_diff_layouts_response_xor;

typedef struct lob_diff_layouts_response_truncation {
    int64_t cells_dropped;
    int64_t differences_dropped;
    int64_t polygons_dropped;
} lob_diff_layouts_response_truncation;

typedef struct lob_diff_layouts_response_view_layers_item {
    int64_t layer;
    int64_t datatype;
    /* #rrggbb */
    lob_str color;
} lob_diff_layouts_response_view_layers_item;

typedef struct lob_diff_layouts_response_view {
    lob_micron_box box_um;
    /* Pixels. */
    int64_t width;
    int64_t height;
    /* To 6 decimals. Of pixel (px, py): x = left + px * (right - left) / width, y = top - py * (top - bottom) /
     * height. */
    double um_per_px;
    /* Those with figures; colours of before and after. */
    struct { lob_diff_layouts_response_view_layers_item *items; size_t count; } layers;
} lob_diff_layouts_response_view;

typedef struct lob_diff_layouts_response {
    /* By what was asked: mode, layers, box, tolerance. */
    bool equal;
    /* As asked */
    lob_diff_layouts_response_mode mode;
    lob_diff_side a;
    lob_diff_side b;
    /* um; of the common grid that both were compared on. */
    double dbu;
    lob_units units;
    /* Layers that b lacks */
    struct { lob_layer_ref *items; size_t count; } layers_only_a;
    /* Layers that a lacks */
    struct { lob_layer_ref *items; size_t count; } layers_only_b;
    /* With mode both or hierarchy. */
    lob_diff_layouts_response_hierarchy *hierarchy;
    /* With mode both or xor. */
    lob_diff_layouts_response_xor *xor;
    /* What was left out */
    lob_diff_layouts_response_truncation truncation;
    /* Pass as cursor for the rest */
    lob_str next_cursor;
    /* With picture: only a in red, only b in blue, both in grey. */
    lob_artifact_ref *image;
    /* With picture: a alone, in the colours of view. */
    lob_artifact_ref *before;
    /* Likewise b; the same window and scale. */
    lob_artifact_ref *after;
    /* With picture: all three side by side, legend, scale, differences numbered. */
    lob_artifact_ref *sheet;
    lob_artifact_ref *sheet_svg;
    /* What each picture shows. */
    lob_diff_layouts_response_view *view;
    /* Remarks */
    bool has_notes; struct { lob_str *items; size_t count; } notes;
} lob_diff_layouts_response;

typedef enum lob_evaluate_request_node {
    LOB_EVALUATE_REQUEST_NODE_2NM_EUV, LOB_EVALUATE_REQUEST_NODE_3NM_EUV, LOB_EVALUATE_REQUEST_NODE_5NM_EUV,
        LOB_EVALUATE_REQUEST_NODE_7NM, LOB_EVALUATE_REQUEST_NODE_28NM, LOB_EVALUATE_REQUEST_NODE_45NM
} lob_evaluate_request_node;
enum { LOB_EVALUATE_REQUEST_NODE_COUNT = 6 }; extern const char *const lob_evaluate_request_node_names[6];

typedef enum lob_evaluate_request_checks_item {
    LOB_EVALUATE_REQUEST_CHECKS_ITEM_DRC, LOB_EVALUATE_REQUEST_CHECKS_ITEM_MRC, LOB_EVALUATE_REQUEST_CHECKS_ITEM_EPE,
        LOB_EVALUATE_REQUEST_CHECKS_ITEM_PVBAND, LOB_EVALUATE_REQUEST_CHECKS_ITEM_SHOTS
} lob_evaluate_request_checks_item;
enum { LOB_EVALUATE_REQUEST_CHECKS_ITEM_COUNT =
    5 }; extern const char *const lob_evaluate_request_checks_item_names[5];

typedef enum lob_evaluate_request_report_level {
    LOB_EVALUATE_REQUEST_REPORT_LEVEL_AGGREGATE, LOB_EVALUATE_REQUEST_REPORT_LEVEL_DETAILED
} lob_evaluate_request_report_level;
enum { LOB_EVALUATE_REQUEST_REPORT_LEVEL_COUNT =
    2 }; extern const char *const lob_evaluate_request_report_level_names[2];

typedef struct lob_evaluate_request {
    /* GDSII, OASIS or .glp file; or session_id */
    lob_str layout;
    /* Instead of layout */
    lob_str session_id;
    /* Default: the top */
    lob_str cell;
    /* The mask */
    lob_layer_filter *layer;
    /* What should print; default: layer */
    lob_layer_filter *target_layer;
    /* In um; default: the cell */
    lob_query_box *box;
    /* Sets optics and pixel */
    bool has_node; lob_evaluate_request_node node;
    /* Default: of node, else 1 */
    bool has_pixel_nm; double pixel_nm;
    /* Rules of the mask */
    lob_str rule_deck;
    /* Optics and resist; without node the defaults named */
    lob_litho_process *process;
    /* Default: all */
    bool has_checks; struct { lob_evaluate_request_checks_item *items; size_t count; } checks;
    /* detailed: violations with places and ids */
    lob_evaluate_request_report_level report_level;
    /* Listed when detailed */
    int64_t max_violations;
    /* Picture of image, contours, PV band, EPE, too */
    bool inline_image;
    /* Waits so long for the end */
    int64_t wait_ms;
} lob_evaluate_request;

typedef struct lob_evaluate_response {
    /* For poll and cancel_job. */
    lob_str job_id;
    lob_shown_job_kind kind;
    lob_shown_job_state status;
    /* 0..1, never falling; 0 once failed. */
    double progress;
    /* Bytes, tiles or iterations of the stage under way; 1 once completed, 0 once failed. */
    double done;
    /* What done counts up to */
    double total;
    /* What it is doing */
    lob_str message;
    /* Since the job was asked for; stops at its end */
    int64_t elapsed_ms;
    /* When to ask again, while it goes on. */
    bool has_next_poll_ms; int64_t next_poll_ms;
    /* sha256: of the layout file, once it is read; give it back to optimize. */
    lob_str layout_artifact_id;
    /* completed: the report as the engine wrote it, byte for byte. */
    lob_str result;
    /* Once completed, with inline_image: the picture sent along, as PNG. */
    lob_artifact_ref *image;
    lob_artifact_ref *image_svg;
    lob_shown_job_error *error;
} lob_evaluate_response;

typedef struct lob_evaluate_layout_request_metrics {
    bool has_performance; double performance;
    bool has_cost; double cost;
} lob_evaluate_layout_request_metrics;

typedef struct lob_evaluate_layout_request {
    /* Session */
    lob_str session_id;
    /* Default: selected top */
    lob_str cell;
    /* netlist.json, or SPICE/CDL */
    lob_str netlist_path;
    /* drc_rules.json */
    lob_str drc_rules_path;
    /* objectives.json */
    lob_str objectives_path;
    /* Measured elsewhere */
    lob_evaluate_layout_request_metrics *metrics;
} lob_evaluate_layout_request;

typedef struct lob_evaluate_layout_response_drc {
    lob_str tech;
    int64_t rules_checked;
    /* Of the rules that were checked. */
    int64_t violation_count;
    /* Rules that are violated, in the order of the file. */
    struct { lob_rule_count *items; size_t count; } counts;
    /* Only when more rules are violated than are listed. */
    bool has_counts_dropped; int64_t counts_dropped;
    /* Rules that were not checked, or only in part: drc_error_count is then unknown. */
    struct { lob_unchecked_rule *items; size_t count; } not_checked;
} lob_evaluate_layout_response_drc;

typedef struct lob_evaluate_layout_response_placements_item {
    lob_str device;
    /* Instances, members of arrays counted. */
    int64_t count;
    /* The first 8. */
    struct { lob_point_um *items; size_t count; } centers_um;
} lob_evaluate_layout_response_placements_item;

typedef struct lob_evaluate_layout_response {
    /* Session */
    lob_str session_id;
    /* um per database unit. */
    double dbu;
    lob_units units;
    /* Cell asked about */
    lob_str cell;
    /* The exact bytes in hex, when they are not UTF-8. */
    lob_str raw_hex;
    /* Its area is total_area. */
    lob_micron_box bbox_um;
    lob_dbu_box bbox_dbu;
    /* Only when true: the cell has no extent. */
    bool has_bbox_empty; bool bbox_empty;
    /* What shapes cover, all layers merged, children included. */
    double covered_area_um2;
    lob_layout_metrics metrics;
    /* A few sentences. */
    lob_str qualitative_feedback;
    /* Sum of weight times value over the sum of weights, of the objectives that were evaluated; null when none was. */
    bool has_score; double score;
    /* No DRC error and every constraint holds; false when either is not known: without drc_rules_path, or when a
     * rule could not be checked. */
    bool passed;
    /* What to change */
    struct { lob_str *items; size_t count; } suggestions;
    /* In the order of the file; weights as there. */
    struct { lob_objective_score *items; size_t count; } objectives;
    /* Of the objectives, one by one */
    struct { lob_constraint_result *items; size_t count; } constraints;
    /* Names of the metrics that are not known, each null in metrics. */
    struct { lob_str *items; size_t count; } not_evaluated;
    /* With drc_rules_path. */
    lob_evaluate_layout_response_drc *drc;
    /* With netlist_path: by groups of devices that must match. */
    lob_matching_result *matching;
    /* With netlist_path: which devices are missing, extra or of another size. */
    lob_layout_comparison *comparison;
    /* With netlist_path: devices of the groups that were found, with the middles of their boxes in um. */
    bool has_placements; struct { lob_evaluate_layout_response_placements_item *items; size_t count; } placements;
    /* Oddities of the files, e.g. that one is of a later version; only when there are any. */
    bool has_warnings; struct { lob_warning_item *items; size_t count; } warnings;
    /* Remarks, e.g. layers that the layout does not have. */
    bool has_notes; struct { lob_str *items; size_t count; } notes;
} lob_evaluate_layout_response;

typedef struct lob_extract_markers_request_crop_size_um {
    double x;
    double y;
} lob_extract_markers_request_crop_size_um;

typedef enum lob_extract_markers_request_export_item {
    LOB_EXTRACT_MARKERS_REQUEST_EXPORT_ITEM_LYRDB, LOB_EXTRACT_MARKERS_REQUEST_EXPORT_ITEM_SARIF,
        LOB_EXTRACT_MARKERS_REQUEST_EXPORT_ITEM_JUNIT, LOB_EXTRACT_MARKERS_REQUEST_EXPORT_ITEM_GEOJSON
} lob_extract_markers_request_export_item;
enum { LOB_EXTRACT_MARKERS_REQUEST_EXPORT_ITEM_COUNT =
    4 }; extern const char *const lob_extract_markers_request_export_item_names[4];

typedef struct lob_extract_markers_request {
    /* Session */
    lob_str session_id;
    /* From run_drc_script */
    lob_str run_id;
    /* A picture of each */
    bool include_crops;
    /* Also send the first 6 crops */
    bool inline_images;
    /* Default 20 x 20 um */
    lob_extract_markers_request_crop_size_um *crop_size_um;
    /* Only these, and those nested in them */
    bool has_rules; struct { lob_str *items; size_t count; } rules;
    /* In um; only markers that meet it */
    lob_query_box *box;
    /* Groups closer ones */
    bool has_cluster_um; double cluster_um;
    /* JSON: accepted markers */
    lob_str waivers_path;
    /* Also writes these */
    bool has_export; struct { lob_extract_markers_request_export_item *items; size_t count; } export;
    /* Page size */
    int64_t limit;
    /* Longest answer */
    int64_t max_chars;
    /* full: all members */
    lob_detail detail;
    /* next_cursor */
    lob_str cursor;
} lob_extract_markers_request;

typedef enum lob_extract_markers_response_markers_item_severity {
    LOB_EXTRACT_MARKERS_RESPONSE_MARKERS_ITEM_SEVERITY_ERROR, LOB_EXTRACT_MARKERS_RESPONSE_MARKERS_ITEM_SEVERITY_WARNING
} lob_extract_markers_response_markers_item_severity;
enum { LOB_EXTRACT_MARKERS_RESPONSE_MARKERS_ITEM_SEVERITY_COUNT =
    2 }; extern const char *const lob_extract_markers_response_markers_item_severity_names[2];

typedef struct lob_extract_markers_response_markers_item_waived {
    lob_str reason;
    /* The last day, UTC. */
    lob_str expires;
} lob_extract_markers_response_markers_item_waived;

typedef struct lob_extract_markers_response_markers_item {
    /* mrk_ and 16 hex digits. */
    lob_str id;
    lob_str rule;
    lob_str description;
    lob_str cell;
    lob_micron_box box_um;
    lob_dbu_box box_dbu;
    /* Only when true: it lies nowhere, the boxes are zeros. */
    bool has_bbox_empty; bool bbox_empty;
    /* Only when true: the report does not say where its cell lies; coordinates are that cell's. */
    bool has_in_cell_coordinates; bool in_cell_coordinates;
    bool has_severity; lob_extract_markers_response_markers_item_severity severity;
    /* Only when not 1. */
    bool has_multiplicity; int64_t multiplicity;
    lob_marker_geometry *geometry;
    /* Further values of the same marker. */
    bool has_more; struct { lob_marker_geometry *items; size_t count; } more;
    /* Only when there are more values. */
    bool has_values_dropped; int64_t values_dropped;
    /* Of edge pairs. */
    bool has_distance_um; double distance_um;
    /* With cluster_um, from 1. */
    bool has_cluster; int64_t cluster;
    /* Accepted by waivers_path. */
    lob_extract_markers_response_markers_item_waived *waived;
    /* With include_crops. */
    lob_artifact_ref *crop;
} lob_extract_markers_response_markers_item;

typedef struct lob_extract_markers_response_truncation {
    int64_t limit;
    /* After this page. */
    int64_t markers_dropped;
    int64_t crops_dropped;
} lob_extract_markers_response_truncation;

typedef struct lob_extract_markers_response {
    /* Session */
    lob_str session_id;
    /* um per database unit. */
    double dbu;
    lob_units units;
    /* The run */
    lob_str run_id;
    /* After filters, all pages. */
    int64_t marker_count;
    /* Only when true: the report has more markers than are kept. */
    bool has_lower_bound; bool lower_bound;
    /* Of these, with waivers_path. */
    bool has_waived_count; int64_t waived_count;
    /* With cluster_um. */
    bool has_cluster_count; int64_t cluster_count;
    /* Markers by rule, after filters. */
    bool has_rule_counts; struct { lob_str *names; int64_t *items; size_t count; } rule_counts;
    /* Only when there are more rules than are listed. */
    bool has_rules_dropped; int64_t rules_dropped;
    /* A page of them */
    struct { lob_extract_markers_response_markers_item *items; size_t count; } markers;
    /* With export. */
    bool has_artifacts; struct { lob_artifact_ref *items; size_t count; } artifacts;
    /* What was left out */
    lob_extract_markers_response_truncation truncation;
    /* Remarks, e.g. that nothing was found. */
    bool has_notes; struct { lob_str *items; size_t count; } notes;
    /* Pass as cursor for the rest; absent at the end. */
    lob_str next_cursor;
} lob_extract_markers_response;

typedef enum lob_find_cells_request_sort_by {
    LOB_FIND_CELLS_REQUEST_SORT_BY_NAME, LOB_FIND_CELLS_REQUEST_SORT_BY_WIDTH, LOB_FIND_CELLS_REQUEST_SORT_BY_HEIGHT,
        LOB_FIND_CELLS_REQUEST_SORT_BY_AREA
} lob_find_cells_request_sort_by;
enum { LOB_FIND_CELLS_REQUEST_SORT_BY_COUNT = 4 }; extern const char *const lob_find_cells_request_sort_by_names[4];

typedef struct lob_find_cells_request {
    /* Session */
    lob_str session_id;
    /* Exact; or send pattern */
    lob_str name;
    /* Instead of name */
    lob_str pattern;
    /* ASCII letters of pattern */
    bool ignore_case;
    /* Default: selected top */
    lob_str below;
    /* Below every top */
    bool all;
    /* Lists places */
    bool include_places;
    /* A cell */
    int64_t max_places;
    /* Only cells with anything on it or below */
    lob_layer_filter *layer;
    /* Size of the box, on layer if given; largest first */
    lob_find_cells_request_sort_by sort_by;
    /* Page size */
    int64_t limit;
    /* Longest answer */
    int64_t max_chars;
    /* full: all members */
    lob_detail detail;
    /* next_cursor */
    lob_str cursor;
} lob_find_cells_request;

typedef struct lob_find_cells_response_cells_item_places_item {
    /* Cell names from the top of the search down to the one that holds it. */
    struct { lob_str *items; size_t count; } instance_path;
    /* A step for each name of the path. */
    struct { lob_path_member *items; size_t count; } path_members;
    lob_transform transform;
    lob_micron_box bbox_um;
    lob_dbu_box bbox_dbu;
} lob_find_cells_response_cells_item_places_item;

typedef struct lob_find_cells_response_cells_item {
    lob_str name;
    /* The exact bytes in hex, when they are not UTF-8. */
    lob_str raw_hex;
    bool is_top;
    /* Only when true: placed but not defined in the file. */
    bool has_is_ghost; bool is_ghost;
    lob_micron_box bbox_um;
    lob_dbu_box bbox_dbu;
    /* With layer: of what is on it, children included. */
    lob_micron_box *layer_bbox_um;
    /* Only when true: there is nothing to bound and the box is all zeros. */
    bool has_bbox_empty; bool bbox_empty;
    /* Stored in this cell, texts included. */
    int64_t shape_count;
    int64_t text_count;
    /* All levels; saturates at 2^53-1. */
    int64_t expanded_shape_count;
    /* Cells that place it. */
    int64_t parent_count;
    /* Stored in those, an array once. */
    int64_t instance_count;
    /* The same with array members. */
    int64_t member_count;
    /* Places as expanded, all levels; saturates at 2^53-1. */
    int64_t place_count;
    /* With include_places: the first by box left, bottom, right, top, path. */
    bool has_places; struct { lob_find_cells_response_cells_item_places_item *items; size_t count; } places;
    /* Only with include_places. */
    bool has_places_dropped; int64_t places_dropped;
    /* With include_places, of 3 to 1000 places below one cell: rows and columns they stand in, 4 at most; absent
     * when there are none. */
    bool has_regular_sets; struct { lob_regular_set *items; size_t count; } regular_sets;
    /* Places in none of the sets; only with them. */
    bool has_irregular_count; int64_t irregular_count;
    /* The first 20 of these. */
    bool has_irregular_um; struct { lob_point_um *items; size_t count; } irregular_um;
} lob_find_cells_response_cells_item;

typedef struct lob_find_cells_response_truncation {
    int64_t limit;
    /* Cells after this page. */
    int64_t cells_dropped;
} lob_find_cells_response_truncation;

typedef struct lob_find_cells_response {
    /* Session */
    lob_str session_id;
    /* um per database unit. */
    double dbu;
    lob_units units;
    /* Absent when all tops were looked below. */
    lob_str below;
    /* Cells that fit, all pages. */
    int64_t match_count;
    /* By name, or as sort_by says. */
    struct { lob_find_cells_response_cells_item *items; size_t count; } cells;
    /* Only when nothing fits: the nearest names. */
    bool has_candidates; struct { lob_str *items; size_t count; } candidates;
    /* What was left out */
    lob_find_cells_response_truncation truncation;
    /* Remarks, e.g. that nothing was found. */
    bool has_notes; struct { lob_str *items; size_t count; } notes;
    /* Pass as cursor for the rest; absent at the end. */
    lob_str next_cursor;
} lob_find_cells_response;

typedef enum lob_find_coincident_request_kind {
    LOB_FIND_COINCIDENT_REQUEST_KIND_ALL, LOB_FIND_COINCIDENT_REQUEST_KIND_INSTANCES,
        LOB_FIND_COINCIDENT_REQUEST_KIND_SHAPES
} lob_find_coincident_request_kind;
enum { LOB_FIND_COINCIDENT_REQUEST_KIND_COUNT =
    3 }; extern const char *const lob_find_coincident_request_kind_names[3];

typedef struct lob_find_coincident_request {
    /* From open_layout */
    lob_str session_id;
    /* Cell to look in and below; default: the selected top */
    lob_str below;
    /* shapes: texts as well */
    lob_find_coincident_request_kind kind;
    /* Of shapes and texts; default: all */
    bool has_layers; struct { lob_layer_filter *items; size_t count; } layers;
    /* Sets a page */
    int64_t limit;
    /* Length of the answer */
    int64_t max_chars;
    /* next_cursor of the page before */
    lob_str cursor;
} lob_find_coincident_request;

typedef struct lob_find_coincident_response_summary {
    int64_t instance_sets;
    int64_t shape_sets;
    int64_t text_sets;
} lob_find_coincident_response_summary;

typedef enum lob_find_coincident_response_sets_item_kind {
    LOB_FIND_COINCIDENT_RESPONSE_SETS_ITEM_KIND_INSTANCE, LOB_FIND_COINCIDENT_RESPONSE_SETS_ITEM_KIND_BOX,
        LOB_FIND_COINCIDENT_RESPONSE_SETS_ITEM_KIND_PATH, LOB_FIND_COINCIDENT_RESPONSE_SETS_ITEM_KIND_POLYGON,
        LOB_FIND_COINCIDENT_RESPONSE_SETS_ITEM_KIND_TEXT
} lob_find_coincident_response_sets_item_kind;
enum { LOB_FIND_COINCIDENT_RESPONSE_SETS_ITEM_KIND_COUNT =
    5 }; extern const char *const lob_find_coincident_response_sets_item_kind_names[5];

typedef struct lob_find_coincident_response_sets_item {
    /* The cell that stores them; position_um is in its coordinates. */
    lob_str cell;
    /* How often that cell is placed below; 1 for the cell itself. */
    int64_t place_count;
    lob_find_coincident_response_sets_item_kind kind;
    /* Of instances. */
    lob_str child_cell;
    /* Untrusted text of the file. */
    lob_str text;
    /* Of shapes and texts. */
    lob_layer_ref *layer;
    /* Origin of instances, place of texts, first point of paths, lower left of boxes, lowest of a polygon's leftmost
     * vertices. */
    lob_point_um position_um;
    /* Objects there, at least 2. */
    int64_t count;
    /* The first 8. */
    struct { lob_str *items; size_t count; } ids;
} lob_find_coincident_response_sets_item;

typedef struct lob_find_coincident_response_truncation {
    int64_t limit;
    /* Sets after this page. */
    int64_t sets_dropped;
} lob_find_coincident_response_truncation;

typedef struct lob_find_coincident_response {
    /* Session */
    lob_str session_id;
    /* um per database unit. */
    double dbu;
    lob_units units;
    /* Cell looked in, with all below */
    lob_str below;
    /* Sets of objects that coincide, all pages. */
    lob_find_coincident_response_summary summary;
    /* By cell; its instances first, then figures and texts, by layer, from the left. */
    struct { lob_find_coincident_response_sets_item *items; size_t count; } sets;
    /* What was left out */
    lob_find_coincident_response_truncation truncation;
    /* Remarks, e.g. that nothing was found. */
    bool has_notes; struct { lob_str *items; size_t count; } notes;
    /* Pass as cursor for the rest; absent at the end. */
    lob_str next_cursor;
} lob_find_coincident_response;

typedef struct lob_find_labels_request {
    /* Session */
    lob_str session_id;
    /* Of the whole text; default: all */
    lob_str pattern;
    /* ASCII letters */
    bool ignore_case;
    /* Default: all */
    bool has_layers; struct { lob_layer_filter *items; size_t count; } layers;
    /* In um; only texts in it */
    lob_query_box *box;
    /* Default: selected top */
    lob_str below;
    /* Below every top */
    bool all;
    /* false: texts and counts alone */
    bool include_places;
    /* Page size */
    int64_t limit;
    /* Longest answer */
    int64_t max_chars;
    /* next_cursor */
    lob_str cursor;
} lob_find_labels_request;

typedef struct lob_find_labels_response_labels_item_places_item {
    /* txt_ and 16 hex digits. */
    lob_str id;
    /* With all: the top whose coordinates position_um has. */
    lob_str top;
    /* The cell that stores the text. */
    lob_str cell;
    /* Cell names from the cell looked below down to cell; only when there are some between. */
    bool has_instance_path; struct { lob_str *items; size_t count; } instance_path;
    lob_point_um position_um;
} lob_find_labels_response_labels_item_places_item;

typedef struct lob_find_labels_response_labels_item {
    /* Untrusted text of the file, at most 256 bytes. */
    lob_str text;
    /* The exact bytes in hex, when they are not UTF-8. */
    lob_str raw_hex;
    /* Bytes of text left out; only when there are any. */
    bool has_bytes_cut; int64_t bytes_cut;
    lob_layer_ref layer;
    /* Places of this text on this layer, all pages. */
    int64_t count;
    /* Those on this page, in the order of the hierarchy: a cell's own, then those of its instances. */
    bool has_places; struct { lob_find_labels_response_labels_item_places_item *items; size_t count; } places;
} lob_find_labels_response_labels_item;

typedef struct lob_find_labels_response_truncation {
    int64_t limit;
    /* Places after this page; only with include_places. */
    bool has_places_dropped; int64_t places_dropped;
    /* Rows after this page; only without places. */
    bool has_rows_dropped; int64_t rows_dropped;
} lob_find_labels_response_truncation;

typedef struct lob_find_labels_response {
    /* Session */
    lob_str session_id;
    /* um per database unit. */
    double dbu;
    lob_units units;
    /* Absent when all tops were looked below. */
    lob_str below;
    /* Labels that fit, as expanded, all pages; saturates at 2^53-1. */
    int64_t match_count;
    /* Different texts among them. */
    int64_t text_count;
    /* A row for each text and layer, by text, then layer. */
    struct { lob_find_labels_response_labels_item *items; size_t count; } labels;
    /* What was left out */
    lob_find_labels_response_truncation truncation;
    /* Remarks, e.g. why nothing was found. */
    bool has_notes; struct { lob_str *items; size_t count; } notes;
    /* Pass as cursor for the rest; absent at the end. */
    lob_str next_cursor;
} lob_find_labels_response;

typedef struct lob_find_rings_request {
    /* Session */
    lob_str session_id;
    /* Default: selected top */
    lob_str cell;
    /* In um; only rings wholly inside */
    lob_query_box *box;
    /* Default: those that guide light by the conventions, else all but marks */
    bool has_layers; struct { lob_layer_filter *items; size_t count; } layers;
    /* Farther neighbours are left out */
    double max_gap_um;
    /* Page size */
    int64_t limit;
    /* Longest answer */
    int64_t max_chars;
    /* next_cursor */
    lob_str cursor;
} lob_find_rings_request;

typedef enum lob_find_rings_response_rings_item_kind {
    LOB_FIND_RINGS_RESPONSE_RINGS_ITEM_KIND_CIRCLE, LOB_FIND_RINGS_RESPONSE_RINGS_ITEM_KIND_RACETRACK,
        LOB_FIND_RINGS_RESPONSE_RINGS_ITEM_KIND_OTHER
} lob_find_rings_response_rings_item_kind;
enum { LOB_FIND_RINGS_RESPONSE_RINGS_ITEM_KIND_COUNT =
    3 }; extern const char *const lob_find_rings_response_rings_item_kind_names[3];

typedef struct lob_find_rings_response_rings_item_width_profile {
    double min_um;
    double max_um;
} lob_find_rings_response_rings_item_width_profile;

typedef struct lob_find_rings_response_rings_item_neighbors_item {
    /* Exact. */
    double gap_um;
    /* Nearest point of the ring. */
    lob_point_um at_um;
    /* Nearest point of the neighbour. */
    lob_point_um to_um;
    /* The shape at to_um. */
    lob_str id;
} lob_find_rings_response_rings_item_neighbors_item;

typedef struct lob_find_rings_response_rings_item {
    /* racetrack: two or four straights between bends. */
    lob_find_rings_response_rings_item_kind kind;
    lob_layer_ref layer;
    /* Of the area inside the centre line. */
    lob_point_um center_um;
    /* Of the centre line; but for a circle the least of the bends, absent when undetermined. */
    bool has_radius_um; double radius_um;
    bool has_radius_uncertainty_um; double radius_uncertainty_um;
    /* Of a racetrack: lengths of its straights, in order around. */
    bool has_straights_um; struct { double *items; size_t count; } straights_um;
    /* Of each. */
    bool has_straights_uncertainty_um; double straights_uncertainty_um;
    /* Median by length. */
    double path_width_um;
    double path_width_uncertainty_um;
    /* Only when the width varies by more than rounding explains. */
    lob_find_rings_response_rings_item_width_profile *width_profile;
    /* Once around, along the centre line. */
    double segment_length_um;
    double segment_length_uncertainty_um;
    lob_micron_box bbox_um;
    /* Figures it is drawn of. */
    int64_t shape_count;
    /* The first 4 of them. */
    struct { lob_str *items; size_t count; } shape_ids;
    /* Pieces of merged material within max_gap_um. */
    int64_t neighbor_count;
    /* The nearest 4, nearest first. */
    struct { lob_find_rings_response_rings_item_neighbors_item *items; size_t count; } neighbors;
} lob_find_rings_response_rings_item;

typedef struct lob_find_rings_response_truncation {
    int64_t limit;
    /* Rings after this page. */
    int64_t rings_dropped;
} lob_find_rings_response_truncation;

typedef struct lob_find_rings_response {
    /* Session */
    lob_str session_id;
    /* um per database unit. */
    double dbu;
    lob_units units;
    /* Cell asked about */
    lob_str cell;
    /* On all pages. */
    int64_t ring_count;
    /* By bbox_um left, bottom, right, top. */
    struct { lob_find_rings_response_rings_item *items; size_t count; } rings;
    /* What was left out */
    lob_find_rings_response_truncation truncation;
    /* Pass as cursor for the rest; absent at the end. */
    lob_str next_cursor;
    /* Remarks, e.g. why nothing was found. */
    bool has_notes; struct { lob_str *items; size_t count; } notes;
} lob_find_rings_response;

typedef enum lob_list_cells_request_sort_by {
    LOB_LIST_CELLS_REQUEST_SORT_BY_NAME, LOB_LIST_CELLS_REQUEST_SORT_BY_WIDTH, LOB_LIST_CELLS_REQUEST_SORT_BY_HEIGHT,
        LOB_LIST_CELLS_REQUEST_SORT_BY_AREA
} lob_list_cells_request_sort_by;
enum { LOB_LIST_CELLS_REQUEST_SORT_BY_COUNT = 4 }; extern const char *const lob_list_cells_request_sort_by_names[4];

typedef struct lob_list_cells_request {
    /* Session */
    lob_str session_id;
    /* Levels below the tops; default all */
    bool has_max_depth; int64_t max_depth;
    /* Only cells with anything on it or below */
    lob_layer_filter *layer;
    /* Size of the box (on layer if given), largest first */
    lob_list_cells_request_sort_by sort_by;
    /* Page size */
    int64_t limit;
    /* Longest answer */
    int64_t max_chars;
    /* full: all members */
    lob_detail detail;
    /* next_cursor */
    lob_str cursor;
} lob_list_cells_request;

typedef struct lob_list_cells_response_cells_item_children_item {
    lob_str cell;
    /* Placements, array members counted. */
    int64_t count;
} lob_list_cells_response_cells_item_children_item;

typedef struct lob_list_cells_response_cells_item {
    lob_str name;
    /* The exact bytes in hex, when they are not UTF-8. */
    lob_str raw_hex;
    bool is_top;
    /* Only when true: placed but not defined in the file. */
    bool has_is_ghost; bool is_ghost;
    lob_micron_box bbox_um;
    lob_dbu_box bbox_dbu;
    /* With layer: of what is on it, children included. */
    lob_micron_box *layer_bbox_um;
    /* Only when true: there is nothing to bound and the box is all zeros. */
    bool has_bbox_empty; bool bbox_empty;
    /* Stored in this cell, an array once. */
    int64_t child_instance_count;
    /* Stored in this cell, texts included. */
    int64_t shape_count;
    int64_t text_count;
    /* Array members, all levels; saturates at 2^53-1. */
    int64_t expanded_instance_count;
    /* All levels; saturates at 2^53-1. */
    int64_t expanded_shape_count;
    /* Direct children by name, at most 32. */
    struct { lob_list_cells_response_cells_item_children_item *items; size_t count; } children;
    /* Only when there are more. */
    bool has_children_dropped; int64_t children_dropped;
} lob_list_cells_response_cells_item;

typedef struct lob_list_cells_response_truncation {
    int64_t limit;
    /* Cells after this page. */
    int64_t cells_dropped;
} lob_list_cells_response_truncation;

typedef struct lob_list_cells_response {
    /* Session */
    lob_str session_id;
    /* um per database unit. */
    double dbu;
    lob_units units;
    /* Cells within max_depth, all pages. */
    int64_t cell_count;
    /* By name, or as sort_by says */
    struct { lob_list_cells_response_cells_item *items; size_t count; } cells;
    /* What was left out */
    lob_list_cells_response_truncation truncation;
    /* Pass as cursor for the rest; absent at the end. */
    lob_str next_cursor;
} lob_list_cells_response;

typedef struct lob_list_layers_request {
    /* Session */
    lob_str session_id;
    /* Page size */
    int64_t limit;
    /* Longest answer */
    int64_t max_chars;
    /* full: all members */
    lob_detail detail;
    /* next_cursor */
    lob_str cursor;
} lob_list_layers_request;

typedef enum lob_list_layers_response_layers_item_name_source {
    LOB_LIST_LAYERS_RESPONSE_LAYERS_ITEM_NAME_SOURCE_LYP, LOB_LIST_LAYERS_RESPONSE_LAYERS_ITEM_NAME_SOURCE_OASIS,
        LOB_LIST_LAYERS_RESPONSE_LAYERS_ITEM_NAME_SOURCE_CONVENTION
} lob_list_layers_response_layers_item_name_source;
enum { LOB_LIST_LAYERS_RESPONSE_LAYERS_ITEM_NAME_SOURCE_COUNT =
    3 }; extern const char *const lob_list_layers_response_layers_item_name_source_names[3];

typedef struct lob_list_layers_response_layers_item {
    int64_t layer;
    int64_t datatype;
    lob_str name;
    /* The exact bytes in hex, when they are not UTF-8. */
    lob_str raw_hex;
    /* lyp: layer properties; oasis: the file; convention: given or surely detected. */
    bool has_name_source; lob_list_layers_response_layers_item_name_source name_source;
    /* By the layer properties; true where they say nothing. */
    bool visible;
    /* Stored in all cells, texts included. */
    int64_t shape_count;
    int64_t text_count;
    /* In the selected top; saturates at 2^53-1. */
    int64_t expanded_shape_count;
    lob_micron_box bbox_um;
    lob_dbu_box bbox_dbu;
    /* Only when true: there is nothing to bound and the box is all zeros. */
    bool has_bbox_empty; bool bbox_empty;
} lob_list_layers_response_layers_item;

typedef struct lob_list_layers_response_truncation {
    int64_t limit;
    /* Layers after this page. */
    int64_t layers_dropped;
} lob_list_layers_response_truncation;

typedef struct lob_list_layers_response {
    /* Session */
    lob_str session_id;
    /* um per database unit. */
    double dbu;
    lob_units units;
    /* All pages. */
    int64_t layer_count;
    /* By number and datatype */
    struct { lob_list_layers_response_layers_item *items; size_t count; } layers;
    /* What was left out */
    lob_list_layers_response_truncation truncation;
    /* Pass as cursor for the rest; absent at the end. */
    lob_str next_cursor;
} lob_list_layers_response;

typedef struct lob_list_ports_request {
    /* Session */
    lob_str session_id;
    /* Default: selected top */
    lob_str cell;
    /* Only ports of this cell */
    lob_str component;
    /* In um; only ports in it */
    lob_query_box *box;
    /* Levels below the cell; default all */
    bool has_depth; int64_t depth;
    /* optical, electrical, fiber, ... */
    lob_str type;
    /* Page size */
    int64_t limit;
    /* Longest answer */
    int64_t max_chars;
    /* full: all members */
    lob_detail detail;
    /* next_cursor */
    lob_str cursor;
} lob_list_ports_request;

typedef struct lob_list_ports_response_truncation {
    int64_t limit;
    /* Ports after this page. */
    int64_t ports_dropped;
} lob_list_ports_response_truncation;

typedef struct lob_list_ports_response {
    /* Session */
    lob_str session_id;
    /* Cell asked about */
    lob_str cell;
    /* The exact bytes in hex, when they are not UTF-8. */
    lob_str raw_hex;
    /* um per database unit. */
    double dbu;
    lob_units units;
    /* In force, surest first. */
    struct { lob_convention_used *items; size_t count; } conventions;
    /* All that fit, all pages. */
    int64_t port_count;
    /* By type, x, y, path. */
    struct { lob_port_item *items; size_t count; } ports;
    /* What to know about this answer. */
    struct { lob_str *items; size_t count; } notes;
    /* What was left out */
    lob_list_ports_response_truncation truncation;
    /* Pass as cursor for the rest; absent at the end. */
    lob_str next_cursor;
} lob_list_ports_response;

typedef enum lob_measure_geometry_request_mode {
    LOB_MEASURE_GEOMETRY_REQUEST_MODE_PATH_WIDTH, LOB_MEASURE_GEOMETRY_REQUEST_MODE_SEGMENT_LENGTH,
        LOB_MEASURE_GEOMETRY_REQUEST_MODE_CENTERLINE_DISTANCE, LOB_MEASURE_GEOMETRY_REQUEST_MODE_EDGE_GAP,
        LOB_MEASURE_GEOMETRY_REQUEST_MODE_BEND_RADIUS_ESTIMATE, LOB_MEASURE_GEOMETRY_REQUEST_MODE_OVERLAP,
        LOB_MEASURE_GEOMETRY_REQUEST_MODE_LABEL_DISTANCE, LOB_MEASURE_GEOMETRY_REQUEST_MODE_PORT_SPACING
} lob_measure_geometry_request_mode;
enum { LOB_MEASURE_GEOMETRY_REQUEST_MODE_COUNT =
    8 }; extern const char *const lob_measure_geometry_request_mode_names[8];

typedef struct lob_measure_geometry_request {
    /* Session */
    lob_str session_id;
    /* path_width, segment_length (centre line), bend_radius_estimate: of one path or polygon; the others of two
     * targets. edge_gap 0: touching; overlap: um2 */
    lob_measure_geometry_request_mode mode;
    /* From query_region; label:TEXT, port:NAME */
    struct { lob_str *items; size_t count; } target_ids;
    /* Only the arm here */
    lob_arm_at *at;
} lob_measure_geometry_request;

typedef enum lob_measure_geometry_response_mode {
    LOB_MEASURE_GEOMETRY_RESPONSE_MODE_PATH_WIDTH, LOB_MEASURE_GEOMETRY_RESPONSE_MODE_SEGMENT_LENGTH,
        LOB_MEASURE_GEOMETRY_RESPONSE_MODE_CENTERLINE_DISTANCE, LOB_MEASURE_GEOMETRY_RESPONSE_MODE_EDGE_GAP,
        LOB_MEASURE_GEOMETRY_RESPONSE_MODE_BEND_RADIUS_ESTIMATE, LOB_MEASURE_GEOMETRY_RESPONSE_MODE_OVERLAP,
        LOB_MEASURE_GEOMETRY_RESPONSE_MODE_LABEL_DISTANCE, LOB_MEASURE_GEOMETRY_RESPONSE_MODE_PORT_SPACING
} lob_measure_geometry_response_mode;
enum { LOB_MEASURE_GEOMETRY_RESPONSE_MODE_COUNT =
    8 }; extern const char *const lob_measure_geometry_response_mode_names[8];

typedef enum lob_measure_geometry_response_details_targets_item_kind {
    LOB_MEASURE_GEOMETRY_RESPONSE_DETAILS_TARGETS_ITEM_KIND_BOX,
        LOB_MEASURE_GEOMETRY_RESPONSE_DETAILS_TARGETS_ITEM_KIND_PATH,
        LOB_MEASURE_GEOMETRY_RESPONSE_DETAILS_TARGETS_ITEM_KIND_POLYGON,
        LOB_MEASURE_GEOMETRY_RESPONSE_DETAILS_TARGETS_ITEM_KIND_TEXT,
        LOB_MEASURE_GEOMETRY_RESPONSE_DETAILS_TARGETS_ITEM_KIND_PORT
} lob_measure_geometry_response_details_targets_item_kind;
enum { LOB_MEASURE_GEOMETRY_RESPONSE_DETAILS_TARGETS_ITEM_KIND_COUNT =
    5 }; extern const char *const lob_measure_geometry_response_details_targets_item_kind_names[5];

typedef struct lob_measure_geometry_response_details_targets_item {
    lob_str id;
    lob_measure_geometry_response_details_targets_item_kind kind;
    lob_str cell;
    lob_layer_ref *layer;
    /* Of a text; untrusted. */
    lob_str text;
    lob_micron_box bbox_um;
} lob_measure_geometry_response_details_targets_item;

typedef struct lob_measure_geometry_response_details {
    lob_str method;
    /* The two nearest points or the segment measured. */
    bool has_points_um; struct { lob_point_um *items; size_t count; } points_um;
    /* 0: exact for the figures as drawn. Absent: an indication only. overlap: um2. */
    bool has_uncertainty_um; double uncertainty_um;
    /* edge_gap, label_distance: they share at least a point. */
    bool has_overlapping; bool overlapping;
    /* Modes of one target: as in analyze_waveguide. Absent: none. */
    bool has_analysis_warnings; struct { lob_str *items; size_t count; } analysis_warnings;
    /* path_width of a polygon: the least width; value_um is the median by length. */
    bool has_min_um; double min_um;
    bool has_max_um; double max_um;
    /* Of min_um and max_um. */
    bool has_min_max_uncertainty_um; double min_max_uncertainty_um;
    lob_point_um *min_at_um;
    lob_point_um *max_at_um;
    bool has_dx_um; double dx_um;
    bool has_dy_um; double dy_um;
    bool has_angle_deg; double angle_deg;
    struct { lob_measure_geometry_response_details_targets_item *items; size_t count; } targets;
} lob_measure_geometry_response_details;

typedef struct lob_measure_geometry_response {
    /* Session */
    lob_str session_id;
    /* um per database unit. */
    double dbu;
    lob_units units;
    /* As asked */
    lob_measure_geometry_response_mode mode;
    /* As asked */
    struct { lob_str *items; size_t count; } target_ids;
    /* overlap: um2. */
    double value_um;
    /* Rounded; overlap: dbu2. */
    int64_t value_dbu;
    /* Only when it is no integer. */
    bool has_value_dbu_exact; double value_dbu_exact;
    /* How it was measured, and where */
    lob_measure_geometry_response_details details;
} lob_measure_geometry_response;

typedef enum lob_measure_many_request_measurements_item_mode {
    LOB_MEASURE_MANY_REQUEST_MEASUREMENTS_ITEM_MODE_PATH_WIDTH,
        LOB_MEASURE_MANY_REQUEST_MEASUREMENTS_ITEM_MODE_SEGMENT_LENGTH,
        LOB_MEASURE_MANY_REQUEST_MEASUREMENTS_ITEM_MODE_CENTERLINE_DISTANCE,
        LOB_MEASURE_MANY_REQUEST_MEASUREMENTS_ITEM_MODE_EDGE_GAP,
        LOB_MEASURE_MANY_REQUEST_MEASUREMENTS_ITEM_MODE_BEND_RADIUS_ESTIMATE,
        LOB_MEASURE_MANY_REQUEST_MEASUREMENTS_ITEM_MODE_OVERLAP,
        LOB_MEASURE_MANY_REQUEST_MEASUREMENTS_ITEM_MODE_LABEL_DISTANCE,
        LOB_MEASURE_MANY_REQUEST_MEASUREMENTS_ITEM_MODE_PORT_SPACING
} lob_measure_many_request_measurements_item_mode;
enum { LOB_MEASURE_MANY_REQUEST_MEASUREMENTS_ITEM_MODE_COUNT =
    8 }; extern const char *const lob_measure_many_request_measurements_item_mode_names[8];

typedef struct lob_measure_many_request_measurements_item {
    /* As of measure_geometry */
    lob_measure_many_request_measurements_item_mode mode;
    /* As of measure_geometry */
    struct { lob_str *items; size_t count; } target_ids;
    /* Only the arm here */
    lob_arm_at *at;
} lob_measure_many_request_measurements_item;

typedef struct lob_measure_many_request {
    /* Session */
    lob_str session_id;
    /* One or two shapes: everything about them */
    bool has_target_ids; struct { lob_str *items; size_t count; } target_ids;
    /* Instead of target_ids */
    bool has_measurements; struct { lob_measure_many_request_measurements_item *items; size_t count; } measurements;
    /* Of one target_ids: only the arm here */
    lob_arm_at *at;
    /* Longest answer */
    int64_t max_chars;
    /* next_cursor */
    lob_str cursor;
} lob_measure_many_request;

typedef enum lob_measure_many_response_results_item_mode {
    LOB_MEASURE_MANY_RESPONSE_RESULTS_ITEM_MODE_PATH_WIDTH, LOB_MEASURE_MANY_RESPONSE_RESULTS_ITEM_MODE_SEGMENT_LENGTH,
        LOB_MEASURE_MANY_RESPONSE_RESULTS_ITEM_MODE_CENTERLINE_DISTANCE,
        LOB_MEASURE_MANY_RESPONSE_RESULTS_ITEM_MODE_EDGE_GAP,
        LOB_MEASURE_MANY_RESPONSE_RESULTS_ITEM_MODE_BEND_RADIUS_ESTIMATE,
        LOB_MEASURE_MANY_RESPONSE_RESULTS_ITEM_MODE_OVERLAP,
        LOB_MEASURE_MANY_RESPONSE_RESULTS_ITEM_MODE_LABEL_DISTANCE,
        LOB_MEASURE_MANY_RESPONSE_RESULTS_ITEM_MODE_PORT_SPACING
} lob_measure_many_response_results_item_mode;
enum { LOB_MEASURE_MANY_RESPONSE_RESULTS_ITEM_MODE_COUNT =
    8 }; extern const char *const lob_measure_many_response_results_item_mode_names[8];

typedef struct lob_measure_many_response_results_item_error {
    lob_str code;
    lob_str message;
    lob_str hint;
} lob_measure_many_response_results_item_error;

typedef struct lob_measure_many_response_results_item {
    lob_measure_many_response_results_item_mode mode;
    struct { lob_str *items; size_t count; } target_ids;
    /* overlap: um2. Absent with an error. */
    bool has_value_um; double value_um;
    /* 0: exact. Absent: an indication only. overlap: um2. */
    bool has_uncertainty_um; double uncertainty_um;
    /* edge_gap, label_distance: they share at least a point. */
    bool has_overlapping; bool overlapping;
    /* path_width of a polygon: the least and the greatest. */
    bool has_min_um; double min_um;
    bool has_max_um; double max_um;
    /* Of min_um and max_um. */
    bool has_min_max_uncertainty_um; double min_max_uncertainty_um;
    /* label_distance, port_spacing: of the second point from the first. */
    bool has_dx_um; double dx_um;
    bool has_dy_um; double dy_um;
    /* The two nearest points or the segment measured. */
    bool has_points_um; struct { lob_point_um *items; size_t count; } points_um;
    bool has_analysis_warnings; struct { lob_str *items; size_t count; } analysis_warnings;
    lob_measure_many_response_results_item_error *error;
} lob_measure_many_response_results_item;

typedef struct lob_measure_many_response_truncation {
    /* After this page: not measured yet. */
    int64_t results_dropped;
} lob_measure_many_response_truncation;

typedef struct lob_measure_many_response {
    /* Session */
    lob_str session_id;
    /* um per database unit. */
    double dbu;
    lob_units units;
    /* Results without an error, on this page. */
    int64_t measured_count;
    /* In the order of the question. */
    struct { lob_measure_many_response_results_item *items; size_t count; } results;
    /* What was left out */
    lob_measure_many_response_truncation truncation;
    /* Pass as cursor for the rest; absent at the end. */
    lob_str next_cursor;
} lob_measure_many_response;

typedef struct lob_migrate_request {
    /* Absolute path */
    lob_str path;
    /* Version; default: the newest */
    lob_str to;
    /* No document */
    bool check_only;
} lob_migrate_request;

typedef enum lob_migrate_response_kind {
    LOB_MIGRATE_RESPONSE_KIND_NETLIST, LOB_MIGRATE_RESPONSE_KIND_DRC_RULES, LOB_MIGRATE_RESPONSE_KIND_OBJECTIVES
} lob_migrate_response_kind;
enum { LOB_MIGRATE_RESPONSE_KIND_COUNT = 3 }; extern const char *const lob_migrate_response_kind_names[3];

typedef struct lob_migrate_response {
    /* Told by the members of the file. */
    lob_migrate_response_kind kind;
    /* schema_version of the file; 1.0.0 when it has none. */
    lob_str file_version;
    /* That of document; null when the file cannot be read. */
    lob_str to_version;
    /* The file can be read: its major version is known. */
    bool compatible;
    /* It is none of supported_versions, and read as the newest of its major. */
    bool migration_needed;
    /* Of a later minor version: members that it brought are passed by. */
    bool is_newer;
    /* Of this kind, oldest first. */
    struct { lob_str *items; size_t count; } supported_versions;
    /* The file as to_version; not with check_only. */
    lob_str document;
} lob_migrate_response;

typedef enum lob_min_distance_request_kind {
    LOB_MIN_DISTANCE_REQUEST_KIND_WIDTH, LOB_MIN_DISTANCE_REQUEST_KIND_SPACE, LOB_MIN_DISTANCE_REQUEST_KIND_NOTCH,
        LOB_MIN_DISTANCE_REQUEST_KIND_ISOLATED, LOB_MIN_DISTANCE_REQUEST_KIND_SEPARATION,
        LOB_MIN_DISTANCE_REQUEST_KIND_ENCLOSURE, LOB_MIN_DISTANCE_REQUEST_KIND_EXTENSION,
        LOB_MIN_DISTANCE_REQUEST_KIND_OVERLAP, LOB_MIN_DISTANCE_REQUEST_KIND_IDS
} lob_min_distance_request_kind;
enum { LOB_MIN_DISTANCE_REQUEST_KIND_COUNT = 9 }; extern const char *const lob_min_distance_request_kind_names[9];

typedef struct lob_min_distance_request {
    /* Session */
    lob_str session_id;
    /* As check_rules; ids: shapes */
    lob_min_distance_request_kind kind;
    /* enclosure: the inner one */
    lob_layer_filter *layer;
    /* Of two-layer kinds */
    lob_layer_filter *layer2;
    /* Shapes */
    bool has_ids; struct { lob_str *items; size_t count; } ids;
    /* Second set */
    bool has_ids2; struct { lob_str *items; size_t count; } ids2;
    /* Default: selected top */
    lob_str cell;
    /* In um; default: the cell */
    lob_query_box *box;
    /* How far to look */
    double within_um;
    /* Places */
    int64_t count;
} lob_min_distance_request;

typedef enum lob_min_distance_response_kind {
    LOB_MIN_DISTANCE_RESPONSE_KIND_WIDTH, LOB_MIN_DISTANCE_RESPONSE_KIND_SPACE, LOB_MIN_DISTANCE_RESPONSE_KIND_NOTCH,
        LOB_MIN_DISTANCE_RESPONSE_KIND_ISOLATED, LOB_MIN_DISTANCE_RESPONSE_KIND_SEPARATION,
        LOB_MIN_DISTANCE_RESPONSE_KIND_ENCLOSURE, LOB_MIN_DISTANCE_RESPONSE_KIND_EXTENSION,
        LOB_MIN_DISTANCE_RESPONSE_KIND_OVERLAP, LOB_MIN_DISTANCE_RESPONSE_KIND_IDS
} lob_min_distance_response_kind;
enum { LOB_MIN_DISTANCE_RESPONSE_KIND_COUNT = 9 }; extern const char *const lob_min_distance_response_kind_names[9];

typedef struct lob_min_distance_response_places_item {
    double distance_um;
    /* The two nearest points. */
    lob_point_um from_um;
    lob_point_um to_um;
    /* Of the shapes whose borders these are, one when it is the same. */
    struct { lob_str *items; size_t count; } ids;
    /* The cells that store them, when it is not the cell asked for. */
    bool has_leaf_cells; struct { lob_str *items; size_t count; } leaf_cells;
} lob_min_distance_response_places_item;

typedef struct lob_min_distance_response {
    /* Session */
    lob_str session_id;
    /* um per database unit. */
    double dbu;
    lob_units units;
    /* As asked */
    lob_min_distance_response_kind kind;
    /* Cell asked about */
    lob_str cell;
    lob_micron_box *box_um;
    /* Something lies within reach */
    bool is_found;
    /* The least; absent when nothing was found. */
    bool has_value_um; double value_um;
    /* The same in database units, exact when whole. */
    bool has_value_dbu; double value_dbu;
    /* All places up to here were found; when nothing was, nothing is nearer. Absent: kind ids, all pairs. */
    bool has_searched_um; double searched_um;
    /* enclosure: polygons of layer that are not wholly in layer2. Absent: none. */
    bool has_outside_count; int64_t outside_count;
    /* separation: places where the layers overlap, at distance 0. Absent: none. */
    bool has_overlap_count; int64_t overlap_count;
    /* Nearest first. */
    struct { lob_min_distance_response_places_item *items; size_t count; } places;
    /* Remarks, e.g. how far nothing was found. */
    bool has_notes; struct { lob_str *items; size_t count; } notes;
} lob_min_distance_response;

typedef struct lob_open_layout_request {
    /* Absolute path */
    lob_str path;
    /* Default: first top by name */
    lob_str top_cell;
    /* gds, oas; default: by extension */
    lob_str format;
    /* JSON: how ports are marked; default: detected */
    lob_str convention_path;
    /* Layer properties; default: NAME.lyp beside NAME.gds */
    lob_str lyp_path;
    /* Refuse format deviations instead of warning */
    bool strict;
    /* full: all members */
    lob_detail detail;
} lob_open_layout_request;

typedef enum lob_open_layout_response_source_format {
    LOB_OPEN_LAYOUT_RESPONSE_SOURCE_FORMAT_GDS, LOB_OPEN_LAYOUT_RESPONSE_SOURCE_FORMAT_OAS
} lob_open_layout_response_source_format;
enum { LOB_OPEN_LAYOUT_RESPONSE_SOURCE_FORMAT_COUNT =
    2 }; extern const char *const lob_open_layout_response_source_format_names[2];

typedef struct lob_open_layout_response_source {
    lob_str path;
    lob_open_layout_response_source_format format;
    /* Of the file on disk. */
    lob_str sha256;
    int64_t size_bytes;
    bool is_gzip;
} lob_open_layout_response_source;

typedef enum lob_open_layout_response_lyp_found {
    LOB_OPEN_LAYOUT_RESPONSE_LYP_FOUND_GIVEN, LOB_OPEN_LAYOUT_RESPONSE_LYP_FOUND_BESIDE
} lob_open_layout_response_lyp_found;
enum { LOB_OPEN_LAYOUT_RESPONSE_LYP_FOUND_COUNT =
    2 }; extern const char *const lob_open_layout_response_lyp_found_names[2];

typedef struct lob_open_layout_response_lyp {
    lob_str path;
    lob_open_layout_response_lyp_found found;
    /* Entries, groups left out. */
    int64_t entry_count;
    /* Layers of the layout that an entry fits. */
    int64_t layer_count;
} lob_open_layout_response_lyp;

typedef struct lob_open_layout_response_truncation {
    /* When there are any. */
    bool has_top_cells_dropped; int64_t top_cells_dropped;
    int64_t layers_dropped;
    /* When there are any. */
    bool has_warnings_dropped; int64_t warnings_dropped;
} lob_open_layout_response_truncation;

typedef struct lob_open_layout_response {
    /* Pass it to other tools */
    lob_str session_id;
    /* The file */
    lob_open_layout_response_source source;
    /* Equal for equal geometry, names and hierarchy in any format. */
    lob_str content_hash;
    /* Cell that tools take by default */
    lob_str selected_top_cell;
    /* Sorted by name. */
    struct { lob_str *items; size_t count; } top_cells;
    /* um per database unit. */
    double dbu;
    lob_units units;
    /* Of the selected top cell. */
    lob_micron_box bbox_um;
    lob_dbu_box bbox_dbu;
    /* Only when true: there is nothing to bound and the box is all zeros. */
    bool has_bbox_empty; bool bbox_empty;
    /* Layers of the file */
    int64_t layer_count;
    /* Cells in the file */
    int64_t cell_count;
    /* Of the selected top cell with all children, expanded; may saturate at 2^53-1. */
    int64_t shape_count;
    /* Expanded likewise. */
    int64_t instance_count;
    /* The first 12; list_layers has all. */
    struct { lob_layer_ref *items; size_t count; } layers;
    /* Layer properties in use: they name layers and say which are visible; absent: none. */
    lob_open_layout_response_lyp *lyp;
    /* How the layout marks ports, surest first; list_ports uses them. */
    struct { lob_convention_used *items; size_t count; } conventions_detected;
    /* Ports stored in cells, each cell once; without those that list_ports infers. Absent above 500,000 stored
     * shapes: list_ports counts then. */
    bool has_ports_found; int64_t ports_found;
    /* Empty when the file is clean. */
    struct { lob_warning_item *items; size_t count; } warnings;
    /* What was left out */
    lob_open_layout_response_truncation truncation;
    /* How to go on where a list is cut. */
    bool has_notes; struct { lob_str *items; size_t count; } notes;
    /* Absolute folder of the session's files. */
    lob_str artifact_root;
} lob_open_layout_response;

typedef enum lob_optimize_request_scope {
    LOB_OPTIMIZE_REQUEST_SCOPE_GROUP, LOB_OPTIMIZE_REQUEST_SCOPE_RECORD_ONLY
} lob_optimize_request_scope;
enum { LOB_OPTIMIZE_REQUEST_SCOPE_COUNT = 2 }; extern const char *const lob_optimize_request_scope_names[2];

typedef enum lob_optimize_request_node {
    LOB_OPTIMIZE_REQUEST_NODE_2NM_EUV, LOB_OPTIMIZE_REQUEST_NODE_3NM_EUV, LOB_OPTIMIZE_REQUEST_NODE_5NM_EUV,
        LOB_OPTIMIZE_REQUEST_NODE_7NM, LOB_OPTIMIZE_REQUEST_NODE_28NM, LOB_OPTIMIZE_REQUEST_NODE_45NM
} lob_optimize_request_node;
enum { LOB_OPTIMIZE_REQUEST_NODE_COUNT = 6 }; extern const char *const lob_optimize_request_node_names[6];

typedef enum lob_optimize_request_method {
    LOB_OPTIMIZE_REQUEST_METHOD_LEVEL_SET, LOB_OPTIMIZE_REQUEST_METHOD_PIXEL
} lob_optimize_request_method;
enum { LOB_OPTIMIZE_REQUEST_METHOD_COUNT = 2 }; extern const char *const lob_optimize_request_method_names[2];

typedef enum lob_optimize_request_format {
    LOB_OPTIMIZE_REQUEST_FORMAT_GDS, LOB_OPTIMIZE_REQUEST_FORMAT_OAS
} lob_optimize_request_format;
enum { LOB_OPTIMIZE_REQUEST_FORMAT_COUNT = 2 }; extern const char *const lob_optimize_request_format_names[2];

typedef struct lob_optimize_request {
    /* Or name a mask, as in evaluate */
    lob_str violation_id;
    /* Repairs the group, or this violation alone */
    lob_optimize_request_scope scope;
    /* Of the evaluation, when of another session */
    lob_str layout_artifact_id;
    /* GDSII, OASIS or .glp file; or session_id */
    lob_str layout;
    /* Instead of layout */
    lob_str session_id;
    /* Default: the top */
    lob_str cell;
    /* The mask */
    lob_layer_filter *layer;
    /* What should print; default: layer */
    lob_layer_filter *target_layer;
    /* In um; default: the cell */
    lob_query_box *box;
    /* Sets optics and pixel */
    bool has_node; lob_optimize_request_node node;
    /* Default: of node, else 1 */
    bool has_pixel_nm; double pixel_nm;
    /* As in evaluate */
    lob_str rule_deck;
    /* As in evaluate */
    lob_litho_process *process;
    /* pixel prints best; level_set makes simpler masks */
    lob_optimize_request_method method;
    /* At most */
    bool has_iterations; int64_t iterations;
    /* Of the new mask's file */
    lob_optimize_request_format format;
    /* Outlines along pixels */
    bool manhattan;
    /* Picture of before and after, too */
    bool inline_image;
    /* Waits so long for the end */
    int64_t wait_ms;
} lob_optimize_request;

typedef struct lob_optimize_response {
    /* For poll and cancel_job. */
    lob_str job_id;
    lob_shown_job_kind kind;
    lob_shown_job_state status;
    /* 0..1, never falling; 0 once failed. */
    double progress;
    /* Bytes, tiles or iterations of the stage under way; 1 once completed, 0 once failed. */
    double done;
    /* What done counts up to */
    double total;
    /* What it is doing */
    lob_str message;
    /* Since the job was asked for; stops at its end */
    int64_t elapsed_ms;
    /* When to ask again, while it goes on. */
    bool has_next_poll_ms; int64_t next_poll_ms;
    /* sha256: of the layout file, once it is read; give it back to optimize. */
    lob_str layout_artifact_id;
    /* completed: the report as the engine wrote it, byte for byte. */
    lob_str result;
    /* Once completed, with inline_image: the picture sent along, as PNG. */
    lob_artifact_ref *image;
    lob_artifact_ref *image_svg;
    lob_shown_job_error *error;
} lob_optimize_response;

typedef enum lob_parse_drc_rules_request_language {
    LOB_PARSE_DRC_RULES_REQUEST_LANGUAGE_EN, LOB_PARSE_DRC_RULES_REQUEST_LANGUAGE_ZH
} lob_parse_drc_rules_request_language;
enum { LOB_PARSE_DRC_RULES_REQUEST_LANGUAGE_COUNT =
    2 }; extern const char *const lob_parse_drc_rules_request_language_names[2];

typedef struct lob_parse_drc_rules_request {
    /* Absolute path */
    lob_str path;
    /* Of the summary */
    lob_parse_drc_rules_request_language language;
    /* Only rules of this layer */
    lob_str layer;
} lob_parse_drc_rules_request;

typedef struct lob_parse_drc_rules_response {
    lob_drc_rule_set rule_set;
    /* For a prompt, in the language that was asked for. */
    lob_str summary;
    /* The same for check_rules (its member rules), lengths in um, in the order of the file. */
    struct { lob_deck_rule *items; size_t count; } rules;
    /* Rules that check_rules cannot check, or only in part. */
    struct { lob_unchecked_rule *items; size_t count; } not_checkable;
    /* Oddities of the file, e.g. that it is of a later version; only when there are any. */
    bool has_warnings; struct { lob_warning_item *items; size_t count; } warnings;
} lob_parse_drc_rules_response;

typedef enum lob_parse_netlist_request_language {
    LOB_PARSE_NETLIST_REQUEST_LANGUAGE_EN, LOB_PARSE_NETLIST_REQUEST_LANGUAGE_ZH
} lob_parse_netlist_request_language;
enum { LOB_PARSE_NETLIST_REQUEST_LANGUAGE_COUNT =
    2 }; extern const char *const lob_parse_netlist_request_language_names[2];

typedef struct lob_parse_netlist_request {
    /* Absolute path */
    lob_str path;
    /* Only this id and its nets */
    lob_str device;
    /* Only this net and its devices */
    lob_str net;
    /* Finds pairs, mirrors ... */
    bool identify_modules;
    /* Of the summary */
    lob_parse_netlist_request_language language;
} lob_parse_netlist_request;

typedef struct lob_parse_netlist_response_parse_info {
    /* schema_version of the file. */
    lob_str file_version;
    /* Sub-cells expanded. */
    int64_t device_count;
    int64_t net_count;
    /* 0 without identify_modules. */
    int64_t module_count;
    /* Only when true: read as a newer version of the format. */
    bool has_is_migrated; bool is_migrated;
} lob_parse_netlist_response_parse_info;

typedef struct lob_parse_netlist_response {
    lob_circuit circuit;
    /* How much there is. */
    lob_parse_netlist_response_parse_info parse_info;
    /* For a prompt, in the language that was asked for. */
    lob_str summary;
    /* Oddities of the file, e.g. that it is of a later version; only when there are any. */
    bool has_warnings; struct { lob_warning_item *items; size_t count; } warnings;
} lob_parse_netlist_response;

typedef enum lob_parse_objectives_request_language {
    LOB_PARSE_OBJECTIVES_REQUEST_LANGUAGE_EN, LOB_PARSE_OBJECTIVES_REQUEST_LANGUAGE_ZH
} lob_parse_objectives_request_language;
enum { LOB_PARSE_OBJECTIVES_REQUEST_LANGUAGE_COUNT =
    2 }; extern const char *const lob_parse_objectives_request_language_names[2];

typedef struct lob_parse_objectives_request {
    /* Absolute path */
    lob_str path;
    /* Of the summary */
    lob_parse_objectives_request_language language;
} lob_parse_objectives_request;

typedef struct lob_parse_objectives_response {
    /* Defaults filled in. */
    lob_design_objectives design_objectives;
    /* The objective of the greatest weight, the first of equals; absent without objectives. */
    bool has_primary; lob_objective_name primary;
    /* For a prompt, in the language that was asked for. */
    lob_str summary;
    /* Oddities of the file, e.g. that it is of a later version; only when there are any. */
    bool has_warnings; struct { lob_warning_item *items; size_t count; } warnings;
} lob_parse_objectives_response;

typedef struct lob_poll_request {
    /* The job */
    lob_str job_id;
    /* Waits so long for the end */
    int64_t wait_ms;
} lob_poll_request;

typedef struct lob_poll_response {
    /* For poll and cancel_job. */
    lob_str job_id;
    lob_shown_job_kind kind;
    lob_shown_job_state status;
    /* 0..1, never falling; 0 once failed. */
    double progress;
    /* Bytes, tiles or iterations of the stage under way; 1 once completed, 0 once failed. */
    double done;
    /* What done counts up to */
    double total;
    /* What it is doing */
    lob_str message;
    /* Since the job was asked for; stops at its end */
    int64_t elapsed_ms;
    /* When to ask again, while it goes on. */
    bool has_next_poll_ms; int64_t next_poll_ms;
    /* sha256: of the layout file, once it is read; give it back to optimize. */
    lob_str layout_artifact_id;
    /* completed: the report as the engine wrote it, byte for byte. */
    lob_str result;
    /* Once completed, with inline_image: the picture sent along, as PNG. */
    lob_artifact_ref *image;
    lob_artifact_ref *image_svg;
    lob_shown_job_error *error;
} lob_poll_response;

typedef enum lob_query_region_request_hierarchy_mode {
    LOB_QUERY_REGION_REQUEST_HIERARCHY_MODE_TOP, LOB_QUERY_REGION_REQUEST_HIERARCHY_MODE_RECURSIVE,
        LOB_QUERY_REGION_REQUEST_HIERARCHY_MODE_FLATTENED
} lob_query_region_request_hierarchy_mode;
enum { LOB_QUERY_REGION_REQUEST_HIERARCHY_MODE_COUNT =
    3 }; extern const char *const lob_query_region_request_hierarchy_mode_names[3];

typedef enum lob_query_region_request_match {
    LOB_QUERY_REGION_REQUEST_MATCH_BBOX, LOB_QUERY_REGION_REQUEST_MATCH_GEOMETRY
} lob_query_region_request_match;
enum { LOB_QUERY_REGION_REQUEST_MATCH_COUNT = 2 }; extern const char *const lob_query_region_request_match_names[2];

typedef struct lob_query_region_request {
    /* Session */
    lob_str session_id;
    lob_query_box box;
    /* Default: selected top */
    lob_str cell;
    /* Default: all */
    bool has_layers; struct { lob_layer_filter *items; size_t count; } layers;
    /* top: own objects; recursive: through instances, with instance_path; flattened: as if drawn in the cell */
    lob_query_region_request_hierarchy_mode hierarchy_mode;
    /* By boxes, or by true overlap */
    lob_query_region_request_match match;
    /* Page size */
    int64_t max_shapes;
    /* Page size */
    int64_t max_instances;
    /* Page size */
    int64_t max_texts;
    /* Default: without layers */
    bool has_include_instances; bool include_instances;
    /* Adds points_dbu */
    bool include_points;
    /* Adds area_um2, perimeter_um */
    bool include_area;
    /* By layer: count, merged area, pieces, perimeter, extent */
    bool include_statistics;
    /* Longest answer */
    int64_t max_chars;
    /* full: all members */
    lob_detail detail;
    /* next_cursor */
    lob_str cursor;
} lob_query_region_request;

typedef enum lob_query_region_response_hierarchy_mode {
    LOB_QUERY_REGION_RESPONSE_HIERARCHY_MODE_TOP, LOB_QUERY_REGION_RESPONSE_HIERARCHY_MODE_RECURSIVE,
        LOB_QUERY_REGION_RESPONSE_HIERARCHY_MODE_FLATTENED
} lob_query_region_response_hierarchy_mode;
enum { LOB_QUERY_REGION_RESPONSE_HIERARCHY_MODE_COUNT =
    3 }; extern const char *const lob_query_region_response_hierarchy_mode_names[3];

typedef enum lob_query_region_response_match {
    LOB_QUERY_REGION_RESPONSE_MATCH_BBOX, LOB_QUERY_REGION_RESPONSE_MATCH_GEOMETRY
} lob_query_region_response_match;
enum { LOB_QUERY_REGION_RESPONSE_MATCH_COUNT = 2 }; extern const char *const lob_query_region_response_match_names[2];

typedef struct lob_query_region_response_summary {
    int64_t shape_count;
    int64_t instance_count;
    int64_t text_count;
    /* Only when true: there are at least so many. */
    bool has_lower_bound; bool lower_bound;
} lob_query_region_response_summary;

typedef struct lob_query_region_response_instances_item {
    /* ins_ and 16 hex digits. */
    lob_str id;
    /* CELL:index */
    lob_str name;
    lob_str child_cell;
    /* Only when true: the file does not define the cell. */
    bool has_is_ghost; bool is_ghost;
    /* The exact bytes in hex, when they are not UTF-8. */
    lob_str raw_hex;
    /* Cell names from the queried cell down to the one that holds it; lean: absent at the first level. */
    bool has_instance_path; struct { lob_str *items; size_t count; } instance_path;
    bool has_path_members; struct { lob_path_member *items; size_t count; } path_members;
    lob_array_info array;
    /* Array members that meet the box. */
    int64_t members_in_box;
    lob_transform transform;
    lob_micron_box bbox_um;
    lob_dbu_box bbox_dbu;
    /* Only when true: the child is empty. */
    bool has_bbox_empty; bool bbox_empty;
    bool has_properties; struct { lob_property *items; size_t count; } properties;
    /* Only when there are more. */
    bool has_properties_dropped; int64_t properties_dropped;
} lob_query_region_response_instances_item;

typedef struct lob_query_region_response_texts_item {
    /* txt_ and 16 hex digits. */
    lob_str id;
    /* Untrusted text of the file, at most 256 bytes. */
    lob_str text;
    /* The exact bytes in hex, when they are not UTF-8. */
    lob_str raw_hex;
    bool has_bytes_cut; int64_t bytes_cut;
    /* The queried cell. */
    lob_str cell;
    /* The cell that stores the text; lean: absent where instance_path ends with it. */
    lob_str leaf_cell;
    /* Cell names from the queried cell down; lean: absent for its own texts. */
    bool has_instance_path; struct { lob_str *items; size_t count; } instance_path;
    bool has_path_members; struct { lob_path_member *items; size_t count; } path_members;
    lob_layer_ref layer;
    /* The position as a box without area, as shapes have one. */
    lob_micron_box bbox_um;
    lob_point_um position_um;
    lob_point_dbu position_dbu;
    bool has_properties; struct { lob_property *items; size_t count; } properties;
    /* Only when there are more. */
    bool has_properties_dropped; int64_t properties_dropped;
} lob_query_region_response_texts_item;

typedef struct lob_query_region_response_statistics_item_largest_piece {
    double area_um2;
    lob_micron_box bbox_um;
} lob_query_region_response_statistics_item_largest_piece;

typedef struct lob_query_region_response_statistics_item {
    lob_layer_ref layer;
    int64_t shape_count;
    /* Only when there are texts. */
    bool has_text_count; int64_t text_count;
    double area_um2;
    /* Merged area in the box over the area of the box. */
    double density;
    /* Merged and cut at the box, parts that share only a corner apart. Absent, with what follows: too many shapes. */
    bool has_piece_count; int64_t piece_count;
    /* Of all pieces, with holes. */
    bool has_perimeter_um; double perimeter_um;
    /* Of all pieces; absent: none. */
    lob_micron_box *bbox_um;
    lob_query_region_response_statistics_item_largest_piece *largest_piece;
} lob_query_region_response_statistics_item;

typedef struct lob_query_region_response_truncation {
    int64_t shapes_dropped;
    int64_t instances_dropped;
    int64_t texts_dropped;
    /* Only when there are more, of shapes together. */
    bool has_points_dropped; int64_t points_dropped;
    /* Only when there are more, of statistics. */
    bool has_layers_dropped; int64_t layers_dropped;
} lob_query_region_response_truncation;

typedef struct lob_query_region_response {
    /* Session */
    lob_str session_id;
    /* um per database unit. */
    double dbu;
    lob_units units;
    lob_micron_box box_um;
    lob_dbu_box box_dbu;
    /* Cell asked about */
    lob_str cell;
    /* As asked */
    lob_query_region_response_hierarchy_mode hierarchy_mode;
    /* As asked */
    lob_query_region_response_match match;
    /* Counts of all */
    lob_query_region_response_summary summary;
    /* By layer, kind, box, path, id. */
    struct { lob_shape_ref *items; size_t count; } shapes;
    /* By child cell, box, path. */
    struct { lob_query_region_response_instances_item *items; size_t count; } instances;
    /* By layer, text, position, path. */
    struct { lob_query_region_response_texts_item *items; size_t count; } texts;
    /* With include_statistics. */
    bool has_statistics; struct { lob_query_region_response_statistics_item *items; size_t count; } statistics;
    /* What was left out */
    lob_query_region_response_truncation truncation;
    /* Remarks, e.g. that nothing was found. */
    bool has_notes; struct { lob_str *items; size_t count; } notes;
    /* Pass as cursor for the rest; absent at the end. */
    lob_str next_cursor;
} lob_query_region_response;

typedef struct lob_render_view_request_image_size {
    int64_t width;
    int64_t height;
} lob_render_view_request_image_size;

typedef enum lob_render_view_request_annotations_item_kind {
    LOB_RENDER_VIEW_REQUEST_ANNOTATIONS_ITEM_KIND_SHAPE_OUTLINE,
        LOB_RENDER_VIEW_REQUEST_ANNOTATIONS_ITEM_KIND_SHAPE_FILL, LOB_RENDER_VIEW_REQUEST_ANNOTATIONS_ITEM_KIND_BOX,
        LOB_RENDER_VIEW_REQUEST_ANNOTATIONS_ITEM_KIND_MARKER, LOB_RENDER_VIEW_REQUEST_ANNOTATIONS_ITEM_KIND_POINT,
        LOB_RENDER_VIEW_REQUEST_ANNOTATIONS_ITEM_KIND_LABEL, LOB_RENDER_VIEW_REQUEST_ANNOTATIONS_ITEM_KIND_RULER,
        LOB_RENDER_VIEW_REQUEST_ANNOTATIONS_ITEM_KIND_ARROW, LOB_RENDER_VIEW_REQUEST_ANNOTATIONS_ITEM_KIND_PORTS,
        LOB_RENDER_VIEW_REQUEST_ANNOTATIONS_ITEM_KIND_CELL_FRAMES,
        LOB_RENDER_VIEW_REQUEST_ANNOTATIONS_ITEM_KIND_SCALE_BAR, LOB_RENDER_VIEW_REQUEST_ANNOTATIONS_ITEM_KIND_GRID,
        LOB_RENDER_VIEW_REQUEST_ANNOTATIONS_ITEM_KIND_LEGEND, LOB_RENDER_VIEW_REQUEST_ANNOTATIONS_ITEM_KIND_CROSSHAIR,
        LOB_RENDER_VIEW_REQUEST_ANNOTATIONS_ITEM_KIND_TITLE
} lob_render_view_request_annotations_item_kind;
enum { LOB_RENDER_VIEW_REQUEST_ANNOTATIONS_ITEM_KIND_COUNT =
    15 }; extern const char *const lob_render_view_request_annotations_item_kind_names[15];

typedef struct lob_render_view_request_annotations_item {
    /* By target_ids, or by points (shape_outline, shape_fill: a polygon; marker, point), box (box), a point with
     * text (label), two points (ruler with its length; arrow), a point (crosshair). Alone: all from ports on */
    lob_render_view_request_annotations_item_kind kind;
    /* shp_ txt_ prt_ ins_ mrk_ ids */
    bool has_target_ids; struct { lob_str *items; size_t count; } target_ids;
    lob_str color;
    lob_query_box *box;
    bool has_points; struct { lob_point_in *items; size_t count; } points;
    lob_str text;
} lob_render_view_request_annotations_item;

typedef enum lob_render_view_request_style {
    LOB_RENDER_VIEW_REQUEST_STYLE_LIGHT, LOB_RENDER_VIEW_REQUEST_STYLE_DARK, LOB_RENDER_VIEW_REQUEST_STYLE_MASK
} lob_render_view_request_style;
enum { LOB_RENDER_VIEW_REQUEST_STYLE_COUNT = 3 }; extern const char *const lob_render_view_request_style_names[3];

typedef struct lob_render_view_request {
    /* Session */
    lob_str session_id;
    lob_query_box *box;
    /* Default: of the view */
    lob_str cell;
    /* Id (shp_ txt_ prt_ ins_ mrk_) to show, outlined, instead of box and cell */
    lob_str around;
    /* Default: of the view; []: all */
    bool has_layers; struct { lob_layer_filter *items; size_t count; } layers;
    /* Pixels; default 1200x800, without box in the shape of the cell */
    lob_render_view_request_image_size *image_size;
    /* Drawn on top */
    bool has_annotations; struct { lob_render_view_request_annotations_item *items; size_t count; } annotations;
    /* mask: coverage in one colour, without markers unless named */
    lob_render_view_request_style style;
    /* Send the picture along */
    bool inline_image;
} lob_render_view_request;

typedef enum lob_render_view_response_style {
    LOB_RENDER_VIEW_RESPONSE_STYLE_LIGHT, LOB_RENDER_VIEW_RESPONSE_STYLE_DARK, LOB_RENDER_VIEW_RESPONSE_STYLE_MASK
} lob_render_view_response_style;
enum { LOB_RENDER_VIEW_RESPONSE_STYLE_COUNT = 3 }; extern const char *const lob_render_view_response_style_names[3];

typedef struct lob_render_view_response_world_to_pixel {
    double a;
    double b;
    double c;
    double d;
    double e;
    double f;
} lob_render_view_response_world_to_pixel;

typedef struct lob_render_view_response {
    /* Session */
    lob_str session_id;
    /* um per database unit. */
    double dbu;
    lob_units units;
    /* rnd_ and 8 hex digits. */
    lob_str render_id;
    /* As asked. */
    lob_micron_box box_um;
    lob_micron_box visible_box_um;
    /* Cell asked about */
    lob_str cell;
    /* Those asked for, else those drawn. */
    struct { lob_layer_ref *items; size_t count; } layers;
    lob_artifact_ref image;
    /* Pixels */
    int64_t width;
    /* Pixels */
    int64_t height;
    /* As asked */
    lob_render_view_response_style style;
    /* To 6 decimals; world_to_pixel is exact. */
    double um_per_px;
    /* px = a*x + c*y + e, py = b*x + d*y + f, in um; py grows downwards. */
    lob_render_view_response_world_to_pixel world_to_pixel;
    /* Of the RGBA rows from the top. */
    lob_str pixels_sha256;
    /* Remarks, e.g. that nothing was found. */
    bool has_notes; struct { lob_str *items; size_t count; } notes;
} lob_render_view_response;

typedef enum lob_run_drc_script_request_script_type {
    LOB_RUN_DRC_SCRIPT_REQUEST_SCRIPT_TYPE_RUBY, LOB_RUN_DRC_SCRIPT_REQUEST_SCRIPT_TYPE_JSON
} lob_run_drc_script_request_script_type;
enum { LOB_RUN_DRC_SCRIPT_REQUEST_SCRIPT_TYPE_COUNT =
    2 }; extern const char *const lob_run_drc_script_request_script_type_names[2];

typedef enum lob_run_drc_script_request_engine {
    LOB_RUN_DRC_SCRIPT_REQUEST_ENGINE_KLAYOUT, LOB_RUN_DRC_SCRIPT_REQUEST_ENGINE_NATIVE,
        LOB_RUN_DRC_SCRIPT_REQUEST_ENGINE_AUTO
} lob_run_drc_script_request_engine;
enum { LOB_RUN_DRC_SCRIPT_REQUEST_ENGINE_COUNT =
    3 }; extern const char *const lob_run_drc_script_request_engine_names[3];

typedef struct lob_run_drc_script_request {
    /* Session */
    lob_str session_id;
    /* Absolute path */
    lob_str script_path;
    /* The deck itself, without includes */
    lob_str script_text;
    /* ruby: KLayout; json: built-in engine */
    lob_run_drc_script_request_script_type script_type;
    /* Of ruby decks; auto: native, or KLayout when a method is missing */
    lob_run_drc_script_request_engine engine;
    /* Categories; native engine */
    bool has_only; struct { lob_str *items; size_t count; } only;
    /* In um; native, decks of local rules */
    lob_query_box *box;
    /* Seconds and shapes a deck line; native */
    bool profile;
    /* Data for the deck (-rd name=value) */
    bool has_params; struct { lob_str *names; lob_str *items; size_t count; } params;
} lob_run_drc_script_request;

typedef enum lob_run_drc_script_response_script_type {
    LOB_RUN_DRC_SCRIPT_RESPONSE_SCRIPT_TYPE_RUBY, LOB_RUN_DRC_SCRIPT_RESPONSE_SCRIPT_TYPE_JSON
} lob_run_drc_script_response_script_type;
enum { LOB_RUN_DRC_SCRIPT_RESPONSE_SCRIPT_TYPE_COUNT =
    2 }; extern const char *const lob_run_drc_script_response_script_type_names[2];

typedef enum lob_run_drc_script_response_engine {
    LOB_RUN_DRC_SCRIPT_RESPONSE_ENGINE_KLAYOUT, LOB_RUN_DRC_SCRIPT_RESPONSE_ENGINE_NATIVE
} lob_run_drc_script_response_engine;
enum { LOB_RUN_DRC_SCRIPT_RESPONSE_ENGINE_COUNT =
    2 }; extern const char *const lob_run_drc_script_response_engine_names[2];

typedef enum lob_run_drc_script_response_sandbox_state {
    LOB_RUN_DRC_SCRIPT_RESPONSE_SANDBOX_STATE_WALLS, LOB_RUN_DRC_SCRIPT_RESPONSE_SANDBOX_STATE_OFF
} lob_run_drc_script_response_sandbox_state;
enum { LOB_RUN_DRC_SCRIPT_RESPONSE_SANDBOX_STATE_COUNT =
    2 }; extern const char *const lob_run_drc_script_response_sandbox_state_names[2];

typedef struct lob_run_drc_script_response_sandbox {
    /* off: by the operator's KLAYOUT_MCP_SANDBOX */
    lob_run_drc_script_response_sandbox_state state;
    struct { lob_str *items; size_t count; } walls;
    int64_t landlock_abi;
} lob_run_drc_script_response_sandbox;

typedef struct lob_run_drc_script_response_profile_item {
    /* Of the deck */
    lob_str file;
    /* 0: no line is known */
    int64_t line;
    /* Of the engine */
    lob_str operation;
    int64_t calls;
    /* Polygons, edges, pairs or texts that came of it */
    int64_t shapes;
    /* Measured, so another one each time */
    double seconds;
} lob_run_drc_script_response_profile_item;

typedef struct lob_run_drc_script_response {
    /* Session */
    lob_str session_id;
    /* um per database unit. */
    double dbu;
    lob_units units;
    /* drc_ and 8 hex digits. */
    lob_str run_id;
    /* As sent; inline: it came as script_text. */
    lob_str script_path;
    /* As asked */
    lob_run_drc_script_response_script_type script_type;
    /* Who ran the deck, when engine was native or auto. */
    bool has_engine; lob_run_drc_script_response_engine engine;
    /* Of KLayout; 0 of the built-in engine */
    int64_t return_code;
    /* All violations */
    int64_t marker_count;
    /* Markers by rule, those without markers as well. */
    struct { lob_str *names; int64_t *items; size_t count; } rule_counts;
    /* drc_report first, then markers; stdout and stderr of KLayout. */
    struct { lob_artifact_ref *items; size_t count; } artifacts;
    /* What stood around KLayout; absent for json. */
    lob_run_drc_script_response_sandbox *sandbox;
    /* KLayout's run. */
    bool has_seconds; double seconds;
    /* Processor time */
    bool has_cpu_seconds; double cpu_seconds;
    /* Most resident memory, bytes */
    bool has_memory_peak_bytes; int64_t memory_peak_bytes;
    /* What operations of deck lines took, in the order of the run. */
    bool has_profile; struct { lob_run_drc_script_response_profile_item *items; size_t count; } profile;
    /* Remarks, e.g. that nothing was found. */
    bool has_notes; struct { lob_str *items; size_t count; } notes;
} lob_run_drc_script_response;

typedef struct lob_set_view_request {
    /* Session */
    lob_str session_id;
    lob_query_box box;
    /* Default: selected top */
    lob_str cell;
    /* Default: all */
    bool has_layers; struct { lob_layer_filter *items; size_t count; } layers;
} lob_set_view_request;

typedef struct lob_set_view_response_view {
    lob_str cell;
    lob_micron_box box_um;
    lob_dbu_box box_dbu;
    /* Empty: all. */
    struct { lob_layer_ref *items; size_t count; } layers;
} lob_set_view_response_view;

typedef struct lob_set_view_response {
    /* Session */
    lob_str session_id;
    /* um per database unit. */
    double dbu;
    lob_units units;
    /* Kept for render_view */
    lob_set_view_response_view view;
} lob_set_view_response;

typedef struct lob_trace_waveguide_request_from {
    bool has_x_um; double x_um;
    bool has_y_um; double y_um;
    /* Counter-clockwise from +x */
    bool has_angle_deg; double angle_deg;
    /* Id of list_ports, or name; the top's own go first */
    lob_str port;
} lob_trace_waveguide_request_from;

typedef struct lob_trace_waveguide_request {
    /* Session */
    lob_str session_id;
    /* x_um and y_um on a guide, or with angle_deg where one begins; or port */
    lob_trace_waveguide_request_from from;
    /* Default: selected top */
    lob_str cell;
    /* Default: that of the guide at the point */
    bool has_layers; struct { lob_layer_filter *items; size_t count; } layers;
    /* Segments, and events, listed */
    int64_t max_segments;
    /* Ends so near are one; default 1.5 dbu */
    bool has_tolerance_um; double tolerance_um;
    /* Ends meet within this angle */
    double angle_tolerance_deg;
    /* Longest answer */
    int64_t max_chars;
    /* full: all members */
    lob_detail detail;
    /* next_cursor */
    lob_str cursor;
    /* Picture, too */
    bool inline_image;
} lob_trace_waveguide_request;

typedef enum lob_trace_waveguide_response_ends_item_reason {
    LOB_TRACE_WAVEGUIDE_RESPONSE_ENDS_ITEM_REASON_OPEN, LOB_TRACE_WAVEGUIDE_RESPONSE_ENDS_ITEM_REASON_DEVICE,
        LOB_TRACE_WAVEGUIDE_RESPONSE_ENDS_ITEM_REASON_SIDE, LOB_TRACE_WAVEGUIDE_RESPONSE_ENDS_ITEM_REASON_ANGLE,
        LOB_TRACE_WAVEGUIDE_RESPONSE_ENDS_ITEM_REASON_OFFSET, LOB_TRACE_WAVEGUIDE_RESPONSE_ENDS_ITEM_REASON_BRANCH,
        LOB_TRACE_WAVEGUIDE_RESPONSE_ENDS_ITEM_REASON_LOOP, LOB_TRACE_WAVEGUIDE_RESPONSE_ENDS_ITEM_REASON_LIMIT,
        LOB_TRACE_WAVEGUIDE_RESPONSE_ENDS_ITEM_REASON_START
} lob_trace_waveguide_response_ends_item_reason;
enum { LOB_TRACE_WAVEGUIDE_RESPONSE_ENDS_ITEM_REASON_COUNT =
    9 }; extern const char *const lob_trace_waveguide_response_ends_item_reason_names[9];

typedef struct lob_trace_waveguide_response_ends_item_shape {
    lob_str id;
    /* That stores it. */
    lob_str cell;
    lob_layer_ref layer;
} lob_trace_waveguide_response_ends_item_shape;

typedef struct lob_trace_waveguide_response_ends_item_port {
    lob_str id;
    /* Untrusted text of the file; absent without. */
    lob_str name;
    /* Whose port it is. */
    lob_str cell;
} lob_trace_waveguide_response_ends_item_port;

typedef struct lob_trace_waveguide_response_ends_item {
    double x_um;
    double y_um;
    /* Out of the route. */
    double angle_deg;
    double width_um;
    /* open: nothing begins there; device: a figure that is no guide, or a much wider one; side: it runs into a
     * guide's side; angle, offset: a guide begins there, but turned or shifted; branch: several go on; loop: back
     * where it was; limit: more segments than a call follows; start: as asked. */
    lob_trace_waveguide_response_ends_item_reason reason;
    /* What was found there. */
    lob_trace_waveguide_response_ends_item_shape *shape;
    /* When a port lies there. */
    lob_trace_waveguide_response_ends_item_port *port;
    /* offset: from here to where the guide begins. */
    lob_point_um *offset_um;
    /* angle: off a straight continuation. */
    bool has_angle_error_deg; double angle_error_deg;
} lob_trace_waveguide_response_ends_item;

typedef enum lob_trace_waveguide_response_segments_item_kind {
    LOB_TRACE_WAVEGUIDE_RESPONSE_SEGMENTS_ITEM_KIND_BOX, LOB_TRACE_WAVEGUIDE_RESPONSE_SEGMENTS_ITEM_KIND_PATH,
        LOB_TRACE_WAVEGUIDE_RESPONSE_SEGMENTS_ITEM_KIND_POLYGON
} lob_trace_waveguide_response_segments_item_kind;
enum { LOB_TRACE_WAVEGUIDE_RESPONSE_SEGMENTS_ITEM_KIND_COUNT =
    3 }; extern const char *const lob_trace_waveguide_response_segments_item_kind_names[3];

typedef struct lob_trace_waveguide_response_segments_item {
    /* shp_ and 16 hex digits. */
    lob_str id;
    lob_trace_waveguide_response_segments_item_kind kind;
    /* That stores it. */
    lob_str leaf_cell;
    /* Cell names from the queried cell down. */
    struct { lob_str *items; size_t count; } instance_path;
    /* Only when not that of the first. */
    lob_layer_ref *layer;
    /* Where it begins. */
    lob_point_um at_um;
    /* Length of the route up to there. */
    double s_um;
    double length_um;
    /* Mean. */
    double width_um;
    /* Only when it varies. */
    bool has_width_min_um; double width_min_um;
    bool has_width_max_um; double width_max_um;
    /* Only with bends. */
    bool has_radius_min_um; double radius_min_um;
    bool has_turn_deg; double turn_deg;
    bool has_bend_count; int64_t bend_count;
    bool has_corner_count; int64_t corner_count;
    /* Drawn over the segment before; not counted again. */
    bool has_overlap_um; double overlap_um;
    /* Only below 0.9. */
    bool has_confidence; double confidence;
} lob_trace_waveguide_response_segments_item;

typedef enum lob_trace_waveguide_response_events_item_kind {
    LOB_TRACE_WAVEGUIDE_RESPONSE_EVENTS_ITEM_KIND_WIDTH_CHANGE, LOB_TRACE_WAVEGUIDE_RESPONSE_EVENTS_ITEM_KIND_OFFSET,
        LOB_TRACE_WAVEGUIDE_RESPONSE_EVENTS_ITEM_KIND_TAPER, LOB_TRACE_WAVEGUIDE_RESPONSE_EVENTS_ITEM_KIND_CORNER,
        LOB_TRACE_WAVEGUIDE_RESPONSE_EVENTS_ITEM_KIND_CROSSING
} lob_trace_waveguide_response_events_item_kind;
enum { LOB_TRACE_WAVEGUIDE_RESPONSE_EVENTS_ITEM_KIND_COUNT =
    5 }; extern const char *const lob_trace_waveguide_response_events_item_kind_names[5];

typedef struct lob_trace_waveguide_response_events_item {
    lob_trace_waveguide_response_events_item_kind kind;
    lob_point_um at_um;
    double s_um;
    /* From 0, of all segments. */
    int64_t segment;
    bool has_width_before_um; double width_before_um;
    bool has_width_behind_um; double width_behind_um;
    /* corner: left positive. */
    bool has_angle_deg; double angle_deg;
    /* offset: from one end to the next. */
    lob_point_um *offset_um;
    /* crossing: the other figure. */
    lob_str id;
} lob_trace_waveguide_response_events_item;

typedef enum lob_trace_waveguide_response_source {
    LOB_TRACE_WAVEGUIDE_RESPONSE_SOURCE_GEOMETRY
} lob_trace_waveguide_response_source;
enum { LOB_TRACE_WAVEGUIDE_RESPONSE_SOURCE_COUNT =
    1 }; extern const char *const lob_trace_waveguide_response_source_names[1];

typedef struct lob_trace_waveguide_response_truncation {
    int64_t segments_dropped;
    int64_t events_dropped;
} lob_trace_waveguide_response_truncation;

typedef struct lob_trace_waveguide_response {
    /* Session */
    lob_str session_id;
    /* um per database unit. */
    double dbu;
    lob_units units;
    /* Whose coordinates these are. */
    lob_str cell;
    /* Of the first segment. */
    lob_layer_ref layer;
    /* Along the centre line, overlaps once. */
    double length_um;
    /* Length is within so much */
    double length_uncertainty_um;
    /* Sum of the turns of bends and corners; of an S-bend what is left of it. */
    double turn_deg;
    /* Null: no bend is determined. */
    bool has_radius_min_um; double radius_min_um;
    /* Radius is within so much */
    bool has_radius_min_uncertainty_um; double radius_min_uncertainty_um;
    lob_point_um *radius_min_at_um;
    /* Least width */
    double width_min_um;
    /* Greatest width */
    double width_max_um;
    lob_point_um width_min_at_um;
    /* All segments */
    int64_t segment_count;
    /* All events */
    int64_t event_count;
    /* Where it begins and where it ends. */
    struct { lob_trace_waveguide_response_ends_item *items; size_t count; } ends;
    /* In order. */
    struct { lob_trace_waveguide_response_segments_item *items; size_t count; } segments;
    /* In order. */
    struct { lob_trace_waveguide_response_events_item *items; size_t count; } events;
    /* 0 to 1, the least of the segments: that each is a guide. */
    double confidence;
    /* Ends of figures, no ports. */
    lob_trace_waveguide_response_source source;
    /* With inline_image: the picture sent along, as PNG. */
    lob_artifact_ref *image;
    /* The same as SVG, to zoom. */
    lob_artifact_ref *image_svg;
    /* Remarks */
    bool has_notes; struct { lob_str *items; size_t count; } notes;
    /* What was left out */
    lob_trace_waveguide_response_truncation truncation;
    /* Pass as cursor for the rest; absent at the end. */
    lob_str next_cursor;
} lob_trace_waveguide_response;

#endif
