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
    lob_str kind; /* render, drc_report, markers, stdout, stderr */
    lob_str path; /* Absolute path. */
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
    double left; /* um */
    double bottom; /* um */
    double right; /* um */
    double top; /* um */
} lob_query_box;

/* Sizes of a device. */
typedef struct lob_circuit_device_params {
    bool has_w; double w; /* Width. */
    bool has_l; double l; /* Length. */
    int64_t m; /* Devices in parallel. */
    int64_t nf; /* Fingers. */
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
    struct { lob_str *names; lob_str *items; size_t count; } terminals; /* Terminals to nets of the circuit. */
} lob_circuit_device;

/* A terminal of a device. */
typedef struct lob_terminal_ref {
    lob_str device_id;
    lob_str terminal_name;
} lob_terminal_ref;

/* Purpose of a net, by its name: power is vdd, vcc, avdd, dvdd; ground is vss, gnd, avss, dvss; in either case. */
typedef enum lob_net_type {
    LOB_NET_TYPE_SIGNAL, LOB_NET_TYPE_POWER, LOB_NET_TYPE_GROUND
} lob_net_type;
enum { LOB_NET_TYPE_COUNT = 3 }; extern const char *const lob_net_type_names[3];

/* A net with what it connects, in the order of the devices. */
typedef struct lob_circuit_net {
    lob_str name;
    struct { lob_terminal_ref *items; size_t count; } connections;
    /* Of a net that takes more than half an answer; a greater max_chars shows all. */
    bool has_connections_left_out; int64_t connections_left_out;
    lob_net_type net_type;
} lob_circuit_net;

/* Kinds of modules that are recognised. */
typedef enum lob_module_type {
    LOB_MODULE_TYPE_DIFFERENTIAL_PAIR, LOB_MODULE_TYPE_CURRENT_MIRROR, LOB_MODULE_TYPE_CASCODE,
        LOB_MODULE_TYPE_TAIL_CURRENT_SOURCE
} lob_module_type;
enum { LOB_MODULE_TYPE_COUNT = 4 }; extern const char *const lob_module_type_names[4];

/* Properties found for a module. */
typedef struct lob_circuit_module_properties {
    lob_str why; /* Why these devices form a module, in words. */
    bool matched; /* Devices that must match have equal w, l and model; those of a pair also equal w m together. */
    /* Groups of devices that must match in the layout. */
    struct { struct { lob_str *items; size_t count; } *items; size_t count; } matched_devices;
    /* Unless plain: degenerated, cross_coupled, pseudo_differential (pairs); shared_bias (a mirror whose reference
     * is elsewhere). */
    lob_str form;
    lob_str reference; /* Of current_mirror: the device that sets the current; absent with shared_bias. */
    /* Of current_mirror: w m / l of each device over that of the reference, in the order of devices. */
    bool has_ratios; struct { double *items; size_t count; } ratios;
} lob_circuit_module_properties;

/* Devices that work together. */
typedef struct lob_circuit_module {
    lob_str id; /* The type and a number from 1. */
    lob_module_type type;
    struct { lob_str *items; size_t count; } devices; /* Ids. */
    lob_circuit_module_properties properties;
} lob_circuit_module;

/* The top cell of a netlist, sub-cells expanded. */
typedef struct lob_circuit {
    lob_str name; /* Name of the top cell. */
    struct { lob_circuit_device *items; size_t count; } devices;
    struct { lob_circuit_net *items; size_t count; } nets; /* Nets that have a terminal, in the order of their first. */
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

/* Something unusual in the file. */
typedef struct lob_warning_item {
    lob_str kind; /* A word, e.g. missing_cell. */
    lob_str message; /* A sentence. */
    int64_t count; /* How often. */
    bool has_offset; int64_t offset; /* Byte of the first one, in the decompressed file. */
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
    lob_str call; /* A tool, by tools/call. */
    lob_str arguments; /* Of call: an object. */
    lob_str request; /* A JSON-RPC method. */
    lob_str notify; /* A JSON-RPC notification. */
    lob_str params; /* Of request and notify. */
    lob_str send; /* A line as it is; a line end is added. expect is then of the whole line that answers. */
    lob_str as; /* Of call and request: leaves it running under this name, for await, silent, and ${NAME.id}. */
    lob_str await; /* Waits for the answer of a call that was left running; expect, error, rpc_error as for a call. */
    lob_str silent; /* What was left running under this name has no answer within within_ms. */
    bool has_within_ms; int64_t within_ms; /* Of silent; of send and notify: no line comes within this time. */
    bool has_wait_ms; int64_t wait_ms;
    /* Ends the server, by closing its input or with SIGKILL, and starts another in the same environment. */
    bool has_restart; lob_conformance_step_restart restart;
    /* A path: expect is of {kind: file, folder, link, other or absent; mode: "0600"; size; sha256; json; names of a
     * folder, sorted; png: {width, height}}. */
    lob_str file;
    lob_str make; /* A path below ${work} that is made: by copy, text, link, or one of kind. */
    lob_str copy; /* Of make: the file to copy. */
    lob_str text; /* Of make: the text of the file. */
    lob_str link; /* Of make: the target of a symbolic link. */
    bool has_kind; lob_conformance_step_kind kind; /* Of make. */
    lob_str mode; /* Of make: octal, as 0600. */
    lob_str check; /* A value computed from saved ones, compared with expect. */
    lob_str expect; /* A pattern of the success. */
    lob_str error; /* A pattern of the ErrorObject. */
    lob_str rpc_error; /* A pattern of the protocol's error object. */
    bool has_save; struct { lob_str *names; lob_str *items; size_t count; } save; /* Name: path into the answer. */
    /* Path (indices may be *): largest absolute difference of numbers there. */
    bool has_tolerance; struct { lob_str *names; double *items; size_t count; } tolerance;
    lob_str picture; /* What must be seen in the picture of the answer: size, probes, coverage. */
    bool has_timeout_ms; int64_t timeout_ms; /* Of this step, in place of the runner's. */
} lob_conformance_step;

typedef struct lob_conformance_case {
    lob_str id; /* AREA/NAME, as the file: AREA/NAME.json. */
    lob_str about; /* What it proves, and where the expected values come from. */
    lob_conformance_profile profile;
    lob_conformance_level level;
    struct { lob_str *items; size_t count; } requirements;
    lob_str since; /* The version of the contract's schemas that first has it. */
    bool has_needs; struct { lob_conformance_need *items; size_t count; } needs;
    /* Environment of the server, in addition to its own. */
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
    lob_str unasked; /* Why no case can test it from outside. Not for requirements of the contract. */
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
    /* waveguide: guides light; guide: a centre line drawn as a help; metal: conducts; the others carry markers,
     * outlines and texts. */
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
    lob_convention_port_name_from from; /* text: a label; cell: the name of the cell; none. */
    lob_str on; /* Layer of the label; default: the marker's. */
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
     * rectangle that extends half outside the device; rect_inside: one that lies along its border inside; arrow: a
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
    lob_str type; /* optical, electrical, fiber or any other word. */
    /* Layers that may connect there, first choice first; default by type: waveguide layers, for electrical ports
     * metal layers. */
    bool has_connects; struct { lob_str *items; size_t count; } connects;
} lob_convention_marker;

typedef enum lob_convention_param_form {
    LOB_CONVENTION_PARAM_FORM_TEXT, LOB_CONVENTION_PARAM_FORM_KV_LIST, LOB_CONVENTION_PARAM_FORM_KV_LINES
} lob_convention_param_form;
enum { LOB_CONVENTION_PARAM_FORM_COUNT = 3 }; extern const char *const lob_convention_param_form_names[3];

/* A text on the device layer that describes the device. */
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

/* How a cell is marked as one device. */
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
    bool has_groups; struct { lob_str *items; size_t count; } groups; /* Names of the parenthesised parts. */
} lob_convention_label;

/* When two ports count as connected. */
typedef struct lob_convention_connect {
    double distance_dbu;
    double angle_tol_deg;
    double width_tol_dbu;
    bool require_device_touch;
} lob_convention_connect;

/* A port listed in the convention file, in the coordinates of its cell. */
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
    lob_str name; /* Lower case letters, digits, - and _. */
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
    int64_t column; /* From 0, from the left. */
    int64_t row; /* From 0, from the bottom. */
    lob_micron_box box_um;
    lob_dbu_box box_dbu;
} lob_density_tile;

/* Rule types of drc_rules.json. */
typedef enum lob_design_rule_type {
    LOB_DESIGN_RULE_TYPE_WIDTH, LOB_DESIGN_RULE_TYPE_SPACING, LOB_DESIGN_RULE_TYPE_ENCLOSURE,
        LOB_DESIGN_RULE_TYPE_EXTENSION, LOB_DESIGN_RULE_TYPE_OVERLAP, LOB_DESIGN_RULE_TYPE_DENSITY
} lob_design_rule_type;
enum { LOB_DESIGN_RULE_TYPE_COUNT = 6 }; extern const char *const lob_design_rule_type_names[6];

/* One rule of a drc_rules.json, unchanged. */
typedef struct lob_design_rule {
    lob_str id; /* Unique in the file. */
    lob_design_rule_type type;
    lob_str layer; /* Name of one of layers. */
    lob_str layer2; /* The second layer of rules between two. */
    bool has_min; double min; /* Metres; of density a share. */
    bool has_max; double max; /* As min. */
    lob_str description;
} lob_design_rule;

/* A rule file, drc_rules.json, as data; the engine checks what of it can be checked (UncheckedRule says what not). */
typedef struct lob_design_rules {
    lob_str schema_version; /* 1.0.0 or 1.1.0; a later 1.x is read as 1.1.0. */
    lob_str tech; /* Name of the process. */
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
    bool has_min_value; double min_value; /* Metres; of density a share. */
    bool has_max_value; double max_value; /* As min_value. */
    lob_str description;
} lob_drc_rule_set_rule;

/* Rules whose layers are known. */
typedef struct lob_drc_rule_set {
    lob_str tech;
    struct { lob_str *names; int64_t *items; size_t count; } layers; /* Names to layer numbers. */
    /* Names of layers to their datatypes: those that are not 0. */
    bool has_datatypes; struct { lob_str *names; int64_t *items; size_t count; } datatypes;
    struct { lob_drc_rule_set_rule *items; size_t count; } rules;
    lob_str schema_version; /* That of the file. */
} lob_drc_rule_set;

/* One of two layouts compared. */
typedef struct lob_diff_side {
    lob_str source; /* As it was named. */
    lob_str cell;
    double dbu;
} lob_diff_side;

/* What only this side of a cell has. */
typedef struct lob_diff_counts {
    int64_t polygons; /* Boxes too. */
    int64_t paths;
    int64_t texts;
    int64_t instances;
    int64_t properties; /* Sets of the cell itself. */
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
    lob_str path; /* $.box.left */
    lob_str rule; /* type, required, enum, ... */
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
    lob_str hint; /* What to call or change. */
    /* Faults in the arguments, at most 8. */
    bool has_issues; struct { lob_argument_issue *items; size_t count; } issues;
    bool has_issue_count; int64_t issue_count; /* Number of faults, if more than are listed. */
    bool has_candidates; struct { lob_str *items; size_t count; } candidates; /* Names or ids that may be meant. */
    /* Positions of the candidates, in the same order. */
    bool has_places_um; struct { lob_point_um *items; size_t count; } places_um;
    /* A word: not_absolute, absent, outside_roots, directory, not_regular, unreadable, file_size, memory, sessions,
     * ... */
    lob_str reason;
    lob_str path; /* The file asked for. */
    bool has_offset; int64_t offset; /* Byte of the fault in the decompressed file. */
    lob_str record; /* Record name. */
    bool has_record_index; int64_t record_index; /* 0-based. */
    lob_str cell; /* Cell name. */
    bool has_layer; int64_t layer;
    bool has_datatype; int64_t datatype;
    lob_str session_id;
    lob_str target_id;
    lob_str run_id;
    lob_str argument; /* Name of the argument or variable. */
    bool has_limit; int64_t limit; /* The limit that was reached. */
    lob_str limit_name; /* Its name in limits.json. */
    bool has_size; int64_t size; /* Of the file, bytes. */
    bool has_system_error; int64_t system_error; /* Error number (errno) of the system. */
    bool has_ttl_seconds; int64_t ttl_seconds; /* Time to live of sessions. */
    bool has_return_code; int64_t return_code; /* Of KLayout. */
    lob_str stderr_tail; /* The last lines, cut. */
} lob_error_object_details;

/* Every failure, with isError true. */
typedef struct lob_error_object {
    lob_error_object_code code; /* When isError */
    lob_str message; /* One sentence for people; never text from the layout or the request. */
    lob_error_object_details details; /* hint: what to do; candidates, issues and limit if they apply. */
} lob_error_object;

/* Measured values; null: not measurable. */
typedef struct lob_layout_metrics {
    bool has_drc_error_count; int64_t drc_error_count; /* Violations of errors' rules. */
    bool has_total_area; double total_area; /* Area of the bounding box. */
    bool has_matching_score; double matching_score; /* 0 to 1: see the type MatchingResult. */
    bool has_utilization; double utilization; /* Covered area over total_area. */
    bool has_performance; double performance; /* As given. */
    bool has_cost; double cost; /* As given. */
} lob_layout_metrics;

/* A goal with a value from 0 to 1: area_min 1 / (1 + area in um2), matching_max the matching score, performance_max
 * a given value, cost_min 1 / (1 + cost). */
typedef enum lob_objective_name {
    LOB_OBJECTIVE_NAME_AREA_MIN, LOB_OBJECTIVE_NAME_MATCHING_MAX, LOB_OBJECTIVE_NAME_PERFORMANCE_MAX,
        LOB_OBJECTIVE_NAME_COST_MIN
} lob_objective_name;
enum { LOB_OBJECTIVE_NAME_COUNT = 4 }; extern const char *const lob_objective_name_names[4];

/* How far one objective is met. */
typedef struct lob_objective_score {
    lob_objective_name name;
    double weight;
    bool has_value; double value; /* 0 to 1; null: not evaluated, its metric is not known. */
    bool has_target; double target; /* As given in the objective. */
    bool has_meets_target; bool meets_target; /* Whether the metric is as good as target. */
    bool not_evaluated; /* Its metric is not known, so it has no part in the score. */
} lob_objective_score;

typedef enum lob_constraint_result_name {
    LOB_CONSTRAINT_RESULT_NAME_MAX_AREA, LOB_CONSTRAINT_RESULT_NAME_MIN_MATCHING_SCORE
} lob_constraint_result_name;
enum { LOB_CONSTRAINT_RESULT_NAME_COUNT = 2 }; extern const char *const lob_constraint_result_name_names[2];

/* Whether a constraint is met. */
typedef struct lob_constraint_result {
    lob_constraint_result_name name; /* Of constraints. */
    double limit;
    bool has_value; double value; /* null: not known. */
    bool holds; /* False as well when the value is not known. */
} lob_constraint_result;

/* A layout scored against objectives. */
typedef struct lob_evaluation_report {
    lob_layout_metrics metrics;
    lob_str qualitative_feedback;
    /* Sum of weight times value over the sum of weights, of the objectives that were evaluated; null when none was,
     * or all weights are 0. */
    bool has_score; double score;
    bool passed; /* No DRC error, and every constraint is met; false when either is not known. */
    struct { lob_str *items; size_t count; } suggestions;
    struct { lob_objective_score *items; size_t count; } objectives;
    struct { lob_constraint_result *items; size_t count; } constraints;
} lob_evaluation_report;

typedef enum lob_device_difference_what {
    LOB_DEVICE_DIFFERENCE_WHAT_W, LOB_DEVICE_DIFFERENCE_WHAT_L, LOB_DEVICE_DIFFERENCE_WHAT_M,
        LOB_DEVICE_DIFFERENCE_WHAT_NF, LOB_DEVICE_DIFFERENCE_WHAT_UNITS, LOB_DEVICE_DIFFERENCE_WHAT_AREA
} lob_device_difference_what;
enum { LOB_DEVICE_DIFFERENCE_WHAT_COUNT = 6 }; extern const char *const lob_device_difference_what_names[6];

/* How a drawn device differs from the netlist. */
typedef struct lob_device_difference {
    lob_str device; /* Its id. */
    /* w, l (um), m, nf: differs from a property of the instance; units: neither m, nf nor m nf of them are drawn;
     * area (um2): smaller than w l m, or not as that of the other devices of its type, model and size. */
    lob_device_difference_what what;
    double expected;
    double drawn;
    lob_point_um center_um; /* Of its first unit. */
} lob_device_difference;

/* An instance that looks like a device and is not in the netlist. */
typedef struct lob_extra_device {
    lob_str name; /* What it is called where the found devices have their ids; else that of its cell. */
    lob_str cell;
    int64_t count; /* Members of the array. */
    lob_point_um center_um; /* Of the first. */
} lob_extra_device;

/* Devices of the netlist compared with those of the layout. Not LVS: connections are not checked. */
typedef struct lob_layout_comparison {
    bool agrees; /* Nothing is missing, extra or different. */
    int64_t found; /* Devices that are placed. */
    struct { lob_str *items; size_t count; } missing; /* Ids; the first 100. */
    int64_t missing_count;
    struct { lob_extra_device *items; size_t count; } extra; /* The first 100. */
    int64_t extra_count;
    struct { lob_device_difference *items; size_t count; } different; /* The first 100. */
    int64_t different_count;
    struct { lob_str *items; size_t count; } not_compared; /* What this cannot see. */
} lob_layout_comparison;

/* How well devices that must match are placed; see MatchingResult. */
typedef struct lob_matching_group {
    struct { lob_str *items; size_t count; } devices; /* Ids. */
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
    struct { lob_str *items; size_t count; } missing; /* Devices without a placement. */
} lob_matching_group;

/* Matching of placed devices; formula and a case worked by hand: docs/mechanisms/design-data.md. */
typedef struct lob_matching_result {
    bool has_score; double score; /* Least score of the groups; null when a group has none, or there is no group. */
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
    int64_t instance; /* Index in its cell, file order. */
    int64_t member; /* Array member, j*na + i. */
} lob_path_member;

typedef struct lob_finding_component {
    lob_str component;
    lob_str raw_hex; /* The exact bytes in hex, when they are not UTF-8. */
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
    lob_str name; /* When the file or a layer file names it. */
    lob_str raw_hex; /* The exact bytes in hex, when they are not UTF-8. */
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
    lob_str id; /* prt_ and 16 hex digits; a target of measure_geometry. */
    lob_str name; /* Empty when it has none. */
    lob_str raw_hex; /* Of the name: the exact bytes in hex, when they are not UTF-8. */
    lob_str component; /* The cell that has it. */
    /* Cells from the requested one to the component; absent for ports of the requested cell itself. */
    bool has_instance_path; struct { lob_str *items; size_t count; } instance_path;
    /* Which instance and array member, level by level. */
    bool has_path_members; struct { lob_path_member *items; size_t count; } path_members;
    lob_point_um at_um;
    lob_port_place_dbu at_dbu;
    bool has_angle_deg; double angle_deg; /* Out of the component, counter-clockwise from x; absent: no direction. */
    bool has_width_um; double width_um; /* Absent: unknown. */
    lob_layer_ref *layer; /* Layer that connects there; absent: unknown. */
    lob_str type; /* optical, electrical, fiber, or the file's own word; empty: unknown. */
    lob_str cross_section;
    lob_port_item_source source; /* Most trusted first. */
    lob_str rule; /* Of the convention: meta, known, marker:ID, inferred:ID. */
    double confidence; /* 0..1; below 1 a heuristic. */
    /* Of inferred ports: guide_end: a figure that is a guide as a whole ends there, at the outline; edge_on_outline:
     * a guide goes inwards from an edge on the outline; label: a text names it. */
    bool has_evidence; struct { lob_port_item_evidence_item *items; size_t count; } evidence;
    bool has_conflict_angle_deg; double conflict_angle_deg; /* With conflict_um, if the direction there differs. */
    bool has_conflict_width_um; double conflict_width_um; /* Width from a less trusted source, only if different. */
    lob_point_um *conflict_um; /* Position from a less trusted source, only if different. */
} lob_port_item;

/* A finding about how ports or figures meet. */
typedef struct lob_finding_item {
    lob_finding_kind_name kind;
    lob_finding_item_severity severity;
    lob_point_um at_um;
    lob_port_place_dbu at_dbu;
    /* Those involved; for an exposed port the inner one first, then the one that exposes it. */
    struct { lob_port_item *items; size_t count; } ports;
    bool has_ports_dropped; int64_t ports_dropped; /* Only when there are more. */
    /* Only when true: a component's port and that of a cell around it, which should look the same way. */
    bool has_is_exposure; bool is_exposure;
    lob_point_um *offset_um; /* From the first port to the second. */
    lob_port_place_dbu *offset_dbu;
    bool has_gap_um; double gap_um; /* The offset along the first port's direction: negative when they overlap. */
    bool has_shift_um; double shift_um; /* The offset across it, left positive. */
    bool has_angle_error_deg; double angle_error_deg; /* Off the direction that would fit, 0..180. */
    bool has_width_difference_um; double width_difference_um; /* Second minus first. */
    /* Overlaps: whose figures share area; one when the other is drawn in the cell itself. */
    bool has_components; struct { lob_finding_component *items; size_t count; } components;
    lob_micron_box *box_um;
    lob_dbu_box *box_dbu;
    bool has_area_um2; double area_um2; /* Overlaps: shared on guide layers. */
    double confidence; /* Least of the ports; below 1 a heuristic. */
    lob_str remedy; /* How to fix it. */
} lob_finding_item;

/* mirror, then magnification, then rotation, then displacement. */
typedef struct lob_transform {
    double x_um;
    double y_um;
    int64_t x_dbu;
    int64_t y_dbu;
    double rotation; /* Degrees, counter-clockwise. */
    bool mirror; /* About the x axis, before rotation. */
    double magnification;
} lob_transform;

/* A point in database units. */
typedef struct lob_point_dbu {
    int64_t x;
    int64_t y;
} lob_point_dbu;

/* Member (i, j) is displaced by i*a + j*b, i < na, j < nb. */
typedef struct lob_array_info {
    bool is_array; /* Lean: alone when false. */
    /* Members along a. Of a GDSII AREF a steps from row to row and b from column to column, as in KLayout. */
    bool has_na; int64_t na;
    bool has_nb; int64_t nb; /* Members along b. */
    lob_point_um *a_um;
    lob_point_um *b_um;
    lob_point_dbu *a_dbu;
    lob_point_dbu *b_dbu;
    /* Members of an irregular repetition; full: na is this, nb 1, a and b are zero. */
    bool has_irregular_count; int64_t irregular_count;
    /* Displacements of the first members of an irregular repetition, at most 16. */
    bool has_offsets_um; struct { lob_point_um *items; size_t count; } offsets_um;
    bool has_offsets_dropped; int64_t offsets_dropped; /* Only when there are more. */
} lob_array_info;

/* A text of the layout. */
typedef struct lob_label {
    lob_str id; /* txt_ and 16 hex digits. */
    lob_str text; /* Untrusted text of the file, at most 256 bytes. */
    lob_str raw_hex; /* The exact bytes in hex, when they are not UTF-8. */
    bool has_bytes_cut; int64_t bytes_cut; /* Bytes of the text left out. */
    lob_layer_ref layer;
    lob_point_um position_um;
    lob_point_dbu position_dbu;
    /* Members of a repetition that is one label because there are too many; the position is of the first. */
    bool has_count; int64_t count;
} lob_label;

typedef struct lob_layer_filter {
    int64_t layer; /* Number */
    int64_t datatype; /* Datatype, or text type */
} lob_layer_filter;

typedef struct lob_litho_corner {
    double dose; /* Relative to nominal, which is 1 */
    double defocus_nm; /* Distance from focus */
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
    bool has_wavelength_nm; double wavelength_nm; /* Default 193 */
    bool has_na; double na; /* Default 1.35 */
    bool has_source; lob_litho_process_source source; /* Shape of the light source */
    lob_str source_path; /* CSV sigma_x,sigma_y,weight: a free source */
    bool has_sigma_outer; double sigma_outer; /* Default 0.7 */
    bool has_sigma_inner; double sigma_inner; /* Default 0 */
    bool has_opening_deg; double opening_deg; /* Of a pole */
    bool has_defocus_nm; double defocus_nm; /* Default 0 */
    bool has_kernel_count; int64_t kernel_count; /* Default 24 */
    lob_str kernels_path; /* Folder of ICCAD 2013 kernels */
    lob_str kernels_defocus_path; /* Out of focus */
    bool has_kernel_offset; int64_t kernel_offset; /* Default 24 */
    bool has_threshold; double threshold; /* Default 0.225 */
    bool has_mask_blur_nm; double mask_blur_nm; /* Rounds the mask's corners; default 0 */
    bool has_resist_blur_nm; double resist_blur_nm; /* Diffusion length; default 0 */
    bool has_dose_on; lob_litho_process_dose_on dose_on; /* What dose multiplies */
    /* Default: dose 0.95, 1.05 at +-20 nm */
    bool has_corners; struct { lob_litho_corner *items; size_t count; } corners;
    bool has_tile_px; int64_t tile_px; /* A multiple of 8; default: by the canvas, at most 2048 */
    bool has_halo_px; int64_t halo_px; /* Margin of a tile that is printed with it */
    bool has_epe_max_nm; double epe_max_nm; /* Default 15 */
    bool has_pvband_max_nm; double pvband_max_nm; /* 0: unchecked */
    bool has_threads; int64_t threads; /* 0: by the machine */
} lob_litho_process;

typedef enum lob_litho_gauge_kind {
    LOB_LITHO_GAUGE_KIND_LINE, LOB_LITHO_GAUGE_KIND_SPACE, LOB_LITHO_GAUGE_KIND_EDGE
} lob_litho_gauge_kind;
enum { LOB_LITHO_GAUGE_KIND_COUNT = 3 }; extern const char *const lob_litho_gauge_kind_names[3];

typedef struct lob_litho_gauge {
    lob_str name; /* In the report */
    bool has_kind; lob_litho_gauge_kind kind; /* Default: by the target */
    double x_um; /* Place */
    double y_um; /* Place */
    double angle_deg; /* Of the cut, from x */
    bool has_target_nm; double target_nm; /* Not of an edge */
    bool has_measured_nm; double measured_nm; /* Fits the threshold */
} lob_litho_gauge;

typedef struct lob_litho_window {
    struct { lob_litho_gauge *items; size_t count; } gauges; /* Where to measure */
    bool has_focuses_nm; struct { double *items; size_t count; } focuses_nm; /* Default -80 to 80 by 20 */
    bool has_doses; struct { double *items; size_t count; } doses; /* Default 0.8 to 1.2 by 0.05 */
    double tolerance_percent; /* Of widths; of edges epe_max_nm */
} lob_litho_window;

/* What the job does. */
typedef enum lob_shown_job_kind {
    LOB_SHOWN_JOB_KIND_EVALUATE, LOB_SHOWN_JOB_KIND_OPTIMIZE, LOB_SHOWN_JOB_KIND_UNKNOWN
} lob_shown_job_kind;
enum { LOB_SHOWN_JOB_KIND_COUNT = 3 }; extern const char *const lob_shown_job_kind_names[3];

/* State of the job; the last three are final. */
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
    lob_str reason; /* As in details.reason of an error: server_ended, empty_canvas, ... */
    lob_str details; /* All of it, as in an ErrorObject: hint, issues, candidates, limit, ... */
} lob_shown_job_error;

/* At least one; what is left out is not checked. */
typedef struct lob_litho_deck_rules {
    bool has_min_width_nm; double min_width_nm; /* Least width of figures */
    bool has_min_spacing_nm; double min_spacing_nm; /* Least space between figures */
    bool has_min_curvature_radius_nm; double min_curvature_radius_nm; /* Least radius of outlines */
    bool has_min_feature_area_nm2; double min_feature_area_nm2; /* Least area of a figure */
} lob_litho_deck_rules;

typedef enum lob_litho_deck_source_translated_from {
    LOB_LITHO_DECK_SOURCE_TRANSLATED_FROM_SVRF, LOB_LITHO_DECK_SOURCE_TRANSLATED_FROM_ICV,
        LOB_LITHO_DECK_SOURCE_TRANSLATED_FROM_MANUAL, LOB_LITHO_DECK_SOURCE_TRANSLATED_FROM_OTHER
} lob_litho_deck_source_translated_from;
enum { LOB_LITHO_DECK_SOURCE_TRANSLATED_FROM_COUNT =
    4 }; extern const char *const lob_litho_deck_source_translated_from_names[4];

/* Origin */
typedef struct lob_litho_deck_source {
    lob_str vendor; /* Who made the rules */
    /* Form they were translated from */
    bool has_translated_from; lob_litho_deck_source_translated_from translated_from;
    lob_str reference; /* Where they are published */
} lob_litho_deck_source;

/* Records of a rule nearer than this are one violation. Default: width and spacing their limits, area its square
 * root, else 0. */
typedef struct lob_litho_deck_radii {
    bool has_width; double width; /* nm; of min_width_nm */
    bool has_spacing; double spacing; /* nm; of min_spacing_nm */
    bool has_area; double area; /* nm; of min_feature_area_nm2 */
    bool has_mrc; double mrc; /* nm; of mask rules */
    bool has_gauge; double gauge; /* nm; of gauges */
} lob_litho_deck_radii;

typedef enum lob_litho_deck_file_polarity {
    LOB_LITHO_DECK_FILE_POLARITY_CLEAR, LOB_LITHO_DECK_FILE_POLARITY_DARK
} lob_litho_deck_file_polarity;
enum { LOB_LITHO_DECK_FILE_POLARITY_COUNT = 2 }; extern const char *const lob_litho_deck_file_polarity_names[2];

/* A rule deck of RFC 0003 with the dedup radii of RFC 0006. Its hash is "sha256:" and the SHA-256 of the deck as
 * canonical JSON (RFC 8785): members sorted, no space, numbers in their shortest form (65, not 65.0). */
typedef struct lob_litho_deck_file {
    lob_str process_node; /* Such as 28nm */
    lob_str layer; /* Name of the layer */
    lob_litho_deck_file_polarity polarity; /* dark: figures are the ground between features; not for optimize. */
    bool has_pixel_size_nm; double pixel_size_nm; /* Pixel that the rules are for */
    lob_litho_deck_rules rules;
    lob_litho_deck_source *source;
    lob_str notes; /* Remarks */
    lob_litho_deck_radii *dedup_radius_nm;
} lob_litho_deck_file;

/* What an evaluation of the mask counts; checks that were not requested are omitted. */
typedef struct lob_litho_optimize_metrics {
    int64_t l2_error_pixels; /* Pixels in which nominal print and target differ. */
    int64_t pvband_pixels; /* Pixels printed at some, not at all corners. */
    bool has_epe_gauge_violations; int64_t epe_gauge_violations; /* Check points off by more than the tolerance. */
    bool has_mrc_violations; int64_t mrc_violations; /* Violations of mask rules. */
    bool has_drc_violations; int64_t drc_violations; /* Violations of design rules. */
    bool has_shots_vsb; int64_t shots_vsb; /* Shots of a variable shaped beam writer. */
    int64_t violations_total; /* Records of all checks. */
    int64_t violation_groups_total; /* Number of groups: what needs fixing. */
} lob_litho_optimize_metrics;

/* A part of the mask that a repair added or removed. */
typedef struct lob_litho_optimize_move {
    lob_str what; /* added | removed */
    double area_nm2; /* Its area. */
    double by_nm; /* Shorter side of its box: how far edges moved there, at most. */
    struct { double *items; size_t count; } box_nm; /* left, bottom, right, top. */
    struct { double *items; size_t count; } box_um; /* The same in um. */
    lob_str message; /* The same in one sentence. */
} lob_litho_optimize_move;

/* A violation that was not there before. */
typedef struct lob_litho_optimize_new {
    lob_str violation_id; /* Under the evaluation of the new mask. */
    lob_str rule_id; /* Its rule. */
    struct { double *items; size_t count; } location_nm; /* x and y on the canvas. */
    struct { double *items; size_t count; } location_um; /* The same in um. */
    lob_str message; /* What was found, what the rule requires, where. */
} lob_litho_optimize_new;

/* A rule that the new mask fails. */
typedef struct lob_litho_optimize_rule {
    lob_str rule_id; /* The rule. */
    int64_t violations; /* Groups of violations that remain. */
    lob_str message; /* The first of them. */
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

/* The answer of an optimisation, one line of JSON. It grows by minor versions: ignore members and values that are
 * not known; reject another major version. */
typedef struct lob_litho_optimize_report {
    lob_str schema_version; /* major.minor.patch */
    lob_str method; /* pixel | level_set: the model of the mask. More may come. */
    /* Of a repair: the violation that was fixed, the canonical one of its group unless the scope was record_only.
     * Without it the whole mask was optimised. */
    lob_str violation_id;
    lob_str rule_id; /* Of a repair: its rule. */
    /* Of a repair: an evaluation of the new mask does not find the violation any more. false: the mask is as it was. */
    bool has_is_resolved; bool is_resolved;
    /* Of a repair: ids of all members of the group, or of the record alone; empty when it is not resolved. */
    bool has_resolved; struct { lob_str *items; size_t count; } resolved;
    int64_t violations_new; /* Groups that were not there before. */
    /* Those groups, at most 100 of them. */
    bool has_new_violations; struct { lob_litho_optimize_new *items; size_t count; } new_violations;
    bool has_moves_total; int64_t moves_total; /* Of a repair: parts added to the mask or removed from it. */
    /* Of a repair: these parts, the largest first, at most 100 of them. */
    bool has_moves; struct { lob_litho_optimize_move *items; size_t count; } moves;
    int64_t iterations; /* Of inverse lithography, all tiles and levels together; 0 where edges were moved. */
    /* L2 and process variation band in pixels as the descent saw them first, tiles summed; 0 without one. */
    double loss_first;
    double loss_best; /* The same of the best mask it has seen. */
    lob_litho_optimize_metrics before;
    lob_litho_optimize_metrics after;
    /* The new mask passes every design and mask rule that was checked. Left out when neither drc nor mrc was. */
    bool has_rules_met; bool rules_met;
    /* What the new mask still violates, by rule. */
    bool has_rules_failed; struct { lob_litho_optimize_rule *items; size_t count; } rules_failed;
    lob_str file; /* The new mask as a layout, with the target on a layer of its own. */
    lob_litho_optimize_again *evaluate_again;
} lob_litho_optimize_report;

/* What was measured; checks that were not requested are omitted. */
typedef struct lob_litho_report_metrics {
    /* Edge placement error of the mask against the target, edge to edge: mean. */
    bool has_epe_mean_nm; double epe_mean_nm;
    /* 1: epe_mean_nm is left out because it is not finite (only one side has edges). */
    bool has_epe_mean_nm_dropped_nonfinite; int64_t epe_mean_nm_dropped_nonfinite;
    /* Edge placement error of the mask against the target, edge to edge: largest. */
    bool has_epe_max_nm; double epe_max_nm;
    /* 1: epe_max_nm is left out because it is not finite (only one side has edges). */
    bool has_epe_max_nm_dropped_nonfinite; int64_t epe_max_nm_dropped_nonfinite;
    /* Edge placement error of the mask against the target, edge to edge: standard deviation of the sample. */
    bool has_epe_std_nm; double epe_std_nm;
    /* 1: epe_std_nm is left out because it is not finite (only one side has edges). */
    bool has_epe_std_nm_dropped_nonfinite; int64_t epe_std_nm_dropped_nonfinite;
    bool has_epe_edge_pixels; int64_t epe_edge_pixels; /* Distances that went into it. */
    /* Edge placement error of the nominal print against the target, edge to edge: mean. */
    bool has_epe_wafer_mean_nm; double epe_wafer_mean_nm;
    /* 1: epe_wafer_mean_nm is left out because it is not finite (only one side has edges). */
    bool has_epe_wafer_mean_nm_dropped_nonfinite; int64_t epe_wafer_mean_nm_dropped_nonfinite;
    /* Edge placement error of the nominal print against the target, edge to edge: largest. */
    bool has_epe_wafer_max_nm; double epe_wafer_max_nm;
    /* 1: epe_wafer_max_nm is left out because it is not finite (only one side has edges). */
    bool has_epe_wafer_max_nm_dropped_nonfinite; int64_t epe_wafer_max_nm_dropped_nonfinite;
    /* Edge placement error of the nominal print against the target, edge to edge: standard deviation of the sample. */
    bool has_epe_wafer_std_nm; double epe_wafer_std_nm;
    /* 1: epe_wafer_std_nm is left out because it is not finite (only one side has edges). */
    bool has_epe_wafer_std_nm_dropped_nonfinite; int64_t epe_wafer_std_nm_dropped_nonfinite;
    bool has_epe_wafer_edge_pixels; int64_t epe_wafer_edge_pixels; /* Distances that went into it. */
    bool has_epe_gauge_count; int64_t epe_gauge_count; /* Check points (ICCAD 2013). */
    bool has_epe_gauge_violations; int64_t epe_gauge_violations; /* Check points off by more than the tolerance. */
    bool has_l2_error_pixels; int64_t l2_error_pixels; /* Pixels in which nominal print and target differ. */
    bool has_l2_error_nm2; double l2_error_nm2; /* The same as an area. */
    bool has_pvband_pixels; int64_t pvband_pixels; /* Pixels printed at some, not at all corners. */
    bool has_pvband_area_nm2; double pvband_area_nm2; /* The same as an area. */
    bool has_pvband_mean_nm; double pvband_mean_nm; /* Mean width of the band. */
    bool has_pvband_max_nm; double pvband_max_nm; /* Largest width of the band. */
    bool has_target_pixels; int64_t target_pixels; /* Pixels of the target. */
    bool has_printed_pixels; int64_t printed_pixels; /* Pixels of the nominal print. */
    bool has_intensity_max; double intensity_max; /* Of the nominal aerial image; open frame: 1. */
    bool has_mrc_pass_rate; double mrc_pass_rate; /* Share of tiles without a violation of a mask rule. */
    bool has_mrc_violation_rate; double mrc_violation_rate; /* Pixels that violate width or spacing, of all. */
    bool has_mrc_width_pixels; int64_t mrc_width_pixels; /* Pixels of the mask that violate the width. */
    bool has_mrc_spacing_pixels; int64_t mrc_spacing_pixels; /* Pixels of the ground that violate the spacing. */
    bool has_mrc_total_pixels; int64_t mrc_total_pixels; /* Pixels checked. */
    bool has_mrc_violations; int64_t mrc_violations; /* Violations of mask rules. */
    bool has_drc_pass_rate; double drc_pass_rate; /* Share of tiles without a violation of a design rule. */
    bool has_drc_violations; int64_t drc_violations; /* Violations of design rules. */
    bool has_shots_vsb; int64_t shots_vsb; /* Shots of a variable shaped beam writer. */
    bool has_shots_mbmw; double shots_mbmw; /* Shots of a multi-beam writer. */
    int64_t tile_count; /* Tiles of the canvas. */
} lob_litho_report_metrics;

/* One step. */
typedef struct lob_litho_report_transform {
    /* translate {dx_nm, dy_nm} | scale {factor} | rotate {angle_deg}: a multiple of 90, counter-clockwise | mirror_x
     * {}: y becomes -y | tile_stitch {origin: [x, y]}: place in the tile + origin = place on the canvas. More may
     * come: who does not know one must refuse to use the violation. */
    lob_str op;
    lob_str params; /* By op, lengths in nm. */
} lob_litho_report_transform;

/* The tile that saw it. */
typedef struct lob_litho_report_context {
    lob_str tile_id; /* T_COLUMN_ROW */
    struct { double *items; size_t count; } tile_local_nm; /* The place from the tile's lower left corner, x and y. */
    struct { double *items; size_t count; } tile_origin_nm; /* That corner on the canvas. */
} lob_litho_report_context;

/* What the group id is made of. */
typedef struct lob_litho_report_dedup {
    lob_str rule_deck_hash; /* sha256: and 64 hex digits. */
    double radius_nm; /* The rule's dedup radius. */
    lob_str rule_id; /* As the record's. */
    struct { double *items; size_t count; } canonical_location_nm; /* Of the group's canonical record, on the canvas. */
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
    lob_str rule_id; /* Rule of the deck. */
    lob_str message; /* The record in one sentence: what was found, what the rule requires, where (um, same frame). */
    lob_str rule_deck; /* Name of the deck. */
    lob_str severity; /* error | warning; take any other for an error. */
    /* Frame of location_nm: input_layout_native | post_transform_canvas | tile_local | wafer_global. More may come:
     * switch with a default branch, and refuse to use the violation there. */
    lob_str coordinate_frame;
    struct { double *items; size_t count; } location_nm; /* x and y in that frame; inside the box asked for. */
    bool has_location_um; struct { double *items; size_t count; } location_um; /* The same in um. */
    /* From the user's layout to the canvas, in order; then tile_stitch, the tile that saw it. A place on the canvas
     * is undone without tile_stitch, one in the tile with it first. */
    struct { lob_litho_report_transform *items; size_t count; } transforms;
    lob_litho_report_context *context;
    /* canonical: the one to fix | shadow: seen once more, from another tile or nearby. More may come: take any other
     * for shadow. */
    lob_str dedup_strategy;
    lob_litho_report_dedup dedup_provenance;
    bool has_actual; double actual; /* What was measured, in unit. */
    bool has_required; double required; /* What the rule requires, in unit. */
    lob_str unit; /* nm | nm2 */
    /* left, bottom, right, top of the whole defect on the canvas; it may reach beyond the box asked for. */
    bool has_box_nm; struct { double *items; size_t count; } box_nm;
    bool has_box_um; struct { double *items; size_t count; } box_um; /* The same in um. */
} lob_litho_report_violation;

/* Of the process window. */
typedef struct lob_litho_report_corner {
    double dose; /* 1: nominal. */
    double defocus_nm; /* From best focus. */
} lob_litho_report_corner;

/* The imaging system. */
typedef struct lob_litho_report_optics {
    double wavelength_nm; /* Of the light. */
    double na; /* Numerical aperture. */
    lob_str source; /* circular | annular | dipole | quasar | file: points of source_path */
    lob_str source_sha256; /* Of the source's file, 64 hexadecimal digits. */
    double sigma_outer; /* Partial coherence. */
    double sigma_inner; /* Partial coherence. */
    bool has_opening_deg; double opening_deg; /* Of a pole, dipole and quasar. */
    lob_str kernels; /* computed from the source | iccad13: read from the contest's files */
    int64_t kernel_count; /* Coherent systems summed. */
    /* iccad13: byte where the numbers begin, 24 or, as OpenILT reads them, 20. */
    bool has_kernel_offset; int64_t kernel_offset;
} lob_litho_report_optics;

/* How the canvas was cut; no result depends on it but which tile saw what. */
typedef struct lob_litho_report_tiling {
    int64_t tile_side_pixels; /* Side of a tile. */
    int64_t halo_pixels; /* Of it on each side for the optics alone. */
    int64_t columns; /* Tiles across. */
    int64_t rows; /* Tiles up. */
    struct { double *items; size_t count; } canvas_nm; /* left, bottom, right, top. */
} lob_litho_report_tiling;

/* What the numbers come from: with the same layout they come again, byte for byte. */
typedef struct lob_litho_report_provenance {
    lob_str engine; /* layout-observer */
    lob_str engine_version; /* Version of layout-observer; another version may give other numbers. */
    lob_str model; /* What made the mask. */
    lob_str dataset; /* Name of the input. */
    lob_str node; /* Process node, custom when none was named. */
    lob_litho_report_optics optics;
    double threshold; /* Of the intensity: what is at or above prints. */
    /* Blur of the mask: standard deviation of a Gaussian; left out when 0. */
    bool has_mask_blur_nm; double mask_blur_nm;
    bool has_resist_blur_nm; double resist_blur_nm; /* Diffusion length in the resist; left out when 0. */
    double pixel_nm; /* Side of a pixel. */
    lob_str dose_meaning; /* aerial: intensity * dose | mask: intensity * dose^2 */
    lob_litho_report_corner nominal;
    struct { lob_litho_report_corner *items; size_t count; } corners;
    struct { lob_str *items; size_t count; } checks; /* drc, mrc, epe, pvband, shots: those done. */
    lob_litho_report_tiling tiling;
    lob_str rule_deck; /* Name of the deck. */
    lob_str rule_deck_hash; /* sha256: and 64 hex digits. */
} lob_litho_report_provenance;

/* The answer of an evaluation at report level detailed, one line of JSON (RFC 0006, 2). It grows by minor versions:
 * ignore members and values of enums that are not known; reject another major version. */
typedef struct lob_litho_detailed_report {
    lob_str schema_version; /* major.minor.patch */
    lob_str report_level; /* detailed | aggregate: what this answer contains. */
    /* detailed was requested, but layout or violations are beyond the limits: violations is empty; metrics and
     * totals are complete. */
    bool degraded_to_aggregate;
    lob_litho_report_metrics metrics;
    /* By rule, then group (y, x of its canonical record), canonical first. */
    struct { lob_litho_report_violation *items; size_t count; } violations;
    /* With process_window in the request: as layout-observer process-window prints it, and of each gauge sizes_nm,
     * by focus then dose. */
    lob_str process_window;
    int64_t violations_total; /* Records there are; above the limit only the first are listed. */
    int64_t violation_groups_total; /* Number of groups: what needs fixing. */
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
    bool has_points_dropped; int64_t points_dropped; /* Only when there are more points. */
    /* Polygons with holes: where each contour ends in points_um, the outer one first. */
    bool has_contour_ends; struct { int64_t *items; size_t count; } contour_ends;
    lob_str text;
    bool has_text_cut; int64_t text_cut; /* Bytes left out. */
    bool has_value; double value;
    bool has_width_um; double width_um;
} lob_marker_geometry;

/* One device of a cell. */
typedef struct lob_netlist_device {
    lob_str id; /* Unique in the cell, instances included. */
    lob_device_type type;
    lob_str model; /* Name of the model. */
    bool has_w; double w; /* Width; above 0 for nmos and pmos, which must have it. */
    bool has_l; double l; /* Length; as w. */
    int64_t m; /* Devices in parallel. */
    int64_t nf; /* Fingers of one device; w is that of all of them. */
    struct { lob_str *names; lob_str *items; size_t count; } terminals; /* Terminals to nets. */
} lob_netlist_device;

/* A cell placed in another. */
typedef struct lob_netlist_instance {
    lob_str name; /* Unique in the cell, devices included. */
    lob_str cell; /* Name of a cell of the file. */
    /* Nets of that cell to nets of this one; what is not named stays a net of the instance, NAME/NET. */
    bool has_connections; struct { lob_str *names; lob_str *items; size_t count; } connections;
} lob_netlist_instance;

/* One cell of a netlist. */
typedef struct lob_netlist_cell {
    lob_str name; /* Unique in the file. */
    struct { lob_netlist_device *items; size_t count; } devices;
    /* Names of nets; nets that are used need not be listed. */
    bool has_nets; struct { lob_str *items; size_t count; } nets;
    bool has_subcells; struct { lob_netlist_instance *items; size_t count; } subcells;
    /* Since 1.1.0: what nets of the cell are for, whatever their names say. */
    bool has_net_types; struct { lob_str *names; lob_net_type *items; size_t count; } net_types;
    /* Since 1.1.0: the nets that an instance may connect, all of which it must; absent: any of them. */
    bool has_ports; struct { lob_str *items; size_t count; } ports;
} lob_netlist_cell;

/* A netlist file, netlist.json. Lengths in metres. */
typedef struct lob_netlist {
    lob_str schema_version; /* 1.0.0 or 1.1.0; a later 1.x is read as 1.1.0. */
    struct { lob_netlist_cell *items; size_t count; } cells;
    lob_str top; /* Name of the cell that is the circuit; "" when there are no cells. */
} lob_netlist;

/* One objective. */
typedef struct lob_objective {
    lob_objective_name name;
    double weight; /* Its share in the score. */
    bool has_target; double target; /* The goal: area_min um2, cost_min a cost, else a value from 0 to 1. */
} lob_objective;

/* Constraints that a layout must meet. */
typedef struct lob_design_constraints {
    int64_t max_iterations; /* Rounds of an agent. */
    bool has_max_area; double max_area; /* Greatest area. */
    bool has_min_matching_score; double min_matching_score; /* Least matching score. */
} lob_design_constraints;

/* Objectives and constraints, objectives.json. */
typedef struct lob_design_objectives {
    lob_str schema_version; /* 1.0.0; a later 1.x is read as 1.0.0. */
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
    lob_str id; /* Unique in the plan. */
    lob_str name;
    lob_str skill_name; /* The tool or skill it calls. */
    struct { lob_str *names; lob_str *items; size_t count; } params; /* Its arguments. */
    /* Ids of steps that must be done before. */
    bool has_dependencies; struct { lob_str *items; size_t count; } dependencies;
    lob_str status;
} lob_plan_step;

/* Steps that lead to a layout. */
typedef struct lob_plan {
    struct { lob_plan_step *items; size_t count; } steps;
    lob_str summary;
    lob_str status;
    lob_str created_at; /* ISO 8601. */
} lob_plan;

/* The input of an agent. */
typedef struct lob_task_context {
    lob_circuit circuit;
    lob_drc_rule_set drc_rules;
    lob_design_objectives objectives;
    lob_str session_id;
} lob_task_context;

/* Point in um */
typedef struct lob_point_in {
    double x; /* um */
    double y; /* um */
} lob_point_in;

/* Where an arm of a figure is */
typedef struct lob_arm_at {
    double x_um; /* x of the point */
    double y_um; /* y of the point */
} lob_arm_at;

/* A convention that the layout follows. */
typedef struct lob_convention_used {
    lob_str name;
    double confidence; /* 0..1; below 1 a guess. */
    lob_str why; /* What was seen. */
    int64_t evidence; /* How often: figures or cells. */
} lob_convention_used;

/* A property of a cell, instance or shape. */
typedef struct lob_property {
    lob_str name; /* OASIS property name. */
    bool has_attribute; int64_t attribute; /* GDSII attribute number. */
    struct { lob_str *items; size_t count; } values; /* Numbers and strings, in order; GDSII has one string. */
    lob_str raw_hex; /* Bytes of the first string value that is not UTF-8, in hex. */
    bool has_bytes_cut; int64_t bytes_cut; /* Bytes left out of long strings. */
    bool has_values_dropped; int64_t values_dropped; /* Only when there are more. */
} lob_property;

/* Places at origin + i * column pitch + j * row pitch, i < columns, j < rows. */
typedef struct lob_regular_set {
    lob_point_um origin_um;
    int64_t columns;
    int64_t rows;
    lob_point_um column_pitch_um; /* From column to column; zero when there is one. */
    lob_point_um row_pitch_um; /* From row to row; zero when there is one. */
    int64_t place_count; /* Places that are taken. */
    int64_t hole_count; /* Missing places: columns * rows - place_count. */
    double rotation; /* Degrees, of every place. */
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
    lob_str id; /* Default: type and number: width_1 */
    lob_deck_rule_type type;
    lob_str layer; /* L/D, a name in layers, or {"and"|"or"|"not"|"xor": [two or more]} */
    lob_str layer2; /* The second layer, written as layer */
    bool has_min_um; double min_um; /* Of distances: below violates */
    bool has_max_um; double max_um; /* width: above violates */
    bool has_metrics; lob_deck_rule_metrics metrics; /* As in KLayout; default euclidian */
    bool has_projection_min_um; double projection_min_um; /* Only edges that face each other along at least this */
    bool has_ignore_angle_deg; double ignore_angle_deg; /* Skips edge pairs at this angle or more; default 90 */
    bool has_whole_edges; bool whole_edges; /* Reports whole edges */
    bool has_exact; bool exact; /* Slanted edges unrounded, unlike KLayout */
    bool has_tolerance_um; double tolerance_um; /* Accepts values that are too small by at most this */
    bool has_min_um2; double min_um2; /* area: below violates */
    bool has_max_um2; double max_um2; /* area: above violates */
    bool has_grid_um; double grid_um; /* grid: points off its multiples violate */
    bool has_step_deg; double step_deg; /* angle: edges at multiples pass */
    bool has_min; double min; /* density: below violates */
    bool has_max; double max; /* density: above violates */
    bool has_window_um; double window_um; /* density: side of a window; default: the whole cell */
    bool has_step_um; double step_um; /* density: from window to window; default window_um */
    lob_deck_rule_severity severity; /* How bad */
    lob_str description; /* Text for its markers */
} lob_deck_rule;

/* Design rules: lengths in um, layers by number and datatype, name or boolean expression. */
typedef struct lob_rule_deck {
    lob_str name; /* Of the deck */
    lob_str about; /* Remarks */
    /* Names for layers or expressions */
    bool has_layers; struct { lob_str *names; lob_str *items; size_t count; } layers;
    struct { lob_deck_rule *items; size_t count; } rules; /* Rules, as in the list */
} lob_rule_deck;

/* edge_pair: two edges too near each other; polygon; edge; point; box: a density window. */
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
    bool has_type; lob_deck_rule_type type; /* Left out of categories of a DRC script. */
    lob_rule_count_severity severity;
    int64_t count; /* Of violations, listed or not. */
    bool has_least_um; double least_um; /* Least distance of its edge pairs; check_rules with summary. */
    bool has_greatest_um; double greatest_um;
    lob_micron_box *least_box_um; /* Where the least is. */
} lob_rule_count;

/* One place that violates a rule; one value, by its kind. */
typedef struct lob_rule_violation {
    lob_str id; /* vio_ and 16 hex digits; render_view can show it. */
    lob_str rule;
    lob_rule_violation_kind kind;
    lob_micron_box box_um;
    lob_dbu_box box_dbu;
    /* edge_pair: both ends of the first edge, then of the second; edge: its ends; polygon: its ring; left out of a
     * box. */
    bool has_points_um; struct { lob_point_um *items; size_t count; } points_um;
    bool has_points_left_out; int64_t points_left_out; /* Of a long ring. */
    bool has_distance_um; double distance_um;
    bool has_area_um2; double area_um2;
    bool has_angle_deg; double angle_deg;
    bool has_density; double density; /* 0 to 1 */
    /* Other edge pairs of this place, which touch each other; detail full lists them. */
    bool has_more_here; int64_t more_here;
    lob_micron_box *place_um; /* Of all of them. */
} lob_rule_violation;

typedef enum lob_shape_ref_kind {
    LOB_SHAPE_REF_KIND_BOX, LOB_SHAPE_REF_KIND_PATH, LOB_SHAPE_REF_KIND_POLYGON
} lob_shape_ref_kind;
enum { LOB_SHAPE_REF_KIND_COUNT = 3 }; extern const char *const lob_shape_ref_kind_names[3];

/* A figure found. */
typedef struct lob_shape_ref {
    lob_str id; /* shp_ and 16 hex digits; stable within the session. */
    lob_shape_ref_kind kind;
    lob_str cell; /* The queried cell. */
    lob_str leaf_cell; /* The cell that stores the shape; lean: absent where instance_path ends with it. */
    struct { lob_str *items; size_t count; } instance_path; /* Cell names from the queried cell down. */
    /* One for each step of instance_path after the first. */
    bool has_path_members; struct { lob_path_member *items; size_t count; } path_members;
    lob_layer_ref layer;
    lob_micron_box bbox_um;
    lob_dbu_box bbox_dbu;
    int64_t point_count; /* Vertices; of a path those of its centre line. */
    bool has_path_width_um; double path_width_um; /* Paths alone. */
    bool has_path_width_dbu; int64_t path_width_dbu;
    bool has_path_begin_ext_um; double path_begin_ext_um;
    bool has_path_end_ext_um; double path_end_ext_um;
    bool has_round_ends; bool round_ends;
    bool has_points_dbu; struct { lob_point_dbu *items; size_t count; } points_dbu; /* With include_points. */
    bool has_points_dropped; int64_t points_dropped; /* Points left out above the limit. */
    bool has_area_um2; double area_um2; /* With include_area. */
    bool has_perimeter_um; double perimeter_um; /* With include_area. */
    bool has_properties; struct { lob_property *items; size_t count; } properties;
    bool has_properties_dropped; int64_t properties_dropped; /* Only when there are more. */
} lob_shape_ref;

/* A call of a tool. */
typedef struct lob_tool_call_request {
    lob_str name; /* Of the tool. */
    struct { lob_str *names; lob_str *items; size_t count; } input; /* Arguments. */
    lob_str trace_id; /* Id of the JSON-RPC request. */
    int64_t timeout_ms; /* When the caller gives up. */
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
    lob_str details; /* An object. */
} lob_tool_error;

/* Result of a call: data when ok, else error. */
typedef struct lob_tool_call_result {
    bool ok;
    lob_tool_error *error;
    lob_str data; /* An object. */
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
    lob_str rule; /* Its id. */
    lob_unchecked_rule_part part; /* min, max: that limit is not checked, the other one is. */
    /* no_limit: neither min nor max; not_positive: a length that is not above 0; max_of_length: a greatest value of
     * another type than width and density; no_layer2, layer2_unused: the type is between two layers, or is not;
     * not_a_share: a density outside 0 to 1, or min above max; below_grid: less than half a database unit of this
     * layout; too_long: beyond what can be checked; id_too_long: above 200 bytes; layer_absent: the layout has no
     * such layer. */
    lob_unchecked_rule_reason reason;
    lob_str layer; /* layer_absent: the layer that is not there, L/D. */
    /* layer_absent: the first 32 datatypes with which the layout has that layer number. */
    bool has_datatypes; struct { int64_t *items; size_t count; } datatypes;
    lob_str advice; /* What to do about it. */
} lob_unchecked_rule;

/* In um, of the top cell. */
typedef struct lob_waiver_box {
    double left;
    double bottom;
    double right;
    double top;
} lob_waiver_box;

/* Accepted markers: by their ids, or those of a rule inside a box. */
typedef struct lob_waiver {
    /* mrk_ and 16 hex digits, as extract_markers gives them. */
    bool has_ids; struct { lob_str *items; size_t count; } ids;
    lob_str rule; /* With box. */
    lob_waiver_box *box_um;
    lob_str reason;
    lob_str expires; /* 2027-06-30: the last day it is valid, UTC; absent: no end. */
} lob_waiver;

/* A waivers file for extract_markers. */
typedef struct lob_waivers {
    int64_t version;
    struct { lob_waiver *items; size_t count; } waivers;
} lob_waivers;

typedef struct lob_analyze_waveguide_request {
    lob_str session_id; /* From open_layout */
    lob_str target_id; /* From query_region */
    bool allow_polygon; /* Also accepts polygons drawn as guides */
    lob_arm_at *at; /* Measures only the arm at this point */
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
    bool has_radius_um; double radius_um; /* Absent: a corner, or undetermined. */
    bool has_radius_at_least_um; double radius_at_least_um; /* Of an undetermined bend. */
    double angle_deg;
    lob_analyze_waveguide_response_bends_item_kind kind;
    lob_point_um at_um;
    bool has_length_um; double length_um;
    bool has_residual_um; double residual_um; /* Greatest distance of the line from the fit. */
    bool has_radius_uncertainty_um; double radius_uncertainty_um;
} lob_analyze_waveguide_response_bends_item;

typedef struct lob_analyze_waveguide_response_width_profile {
    double min_um;
    double mean_um;
    double max_um;
    bool has_min_max_uncertainty_um; double min_max_uncertainty_um; /* Of min_um and max_um. Absent: exact. */
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
    lob_str session_id; /* Session */
    double dbu; /* um per database unit. */
    lob_units units;
    lob_str target_id; /* As asked */
    lob_analyze_waveguide_response_kind kind; /* What it is */
    lob_str cell; /* Cell asked about */
    lob_layer_ref layer;
    lob_micron_box bbox_um;
    lob_dbu_box bbox_dbu;
    lob_point_um center_um; /* Centre of the box. */
    double path_width_um; /* Stored; of a polygon the median by length. */
    bool has_path_width_uncertainty_um; double path_width_uncertainty_um; /* Absent: exact. */
    bool has_path_width_dbu; int64_t path_width_dbu; /* Rounded. */
    double segment_length_um; /* Of the centre line. */
    bool has_length_um_exact; double length_um_exact; /* Unrounded. */
    /* Least of the determined bends. Null: straight, or undetermined. */
    bool has_bend_radius_estimate_um; double bend_radius_estimate_um;
    bool has_segment_length_uncertainty_um; double segment_length_uncertainty_um; /* Absent: exact. */
    bool has_bend_radius_uncertainty_um; double bend_radius_uncertainty_um; /* Of an arc_fit. */
    /* Undetermined bends turn no tighter. Absent: not known. */
    bool has_bend_radius_at_least_um; double bend_radius_at_least_um;
    /* How the radius was found */
    bool has_bend_radius_method; lob_analyze_waveguide_response_bend_radius_method bend_radius_method;
    bool has_sharp_corner_count; int64_t sharp_corner_count; /* Corners without a bend */
    /* In order along the guide. angle_deg: the turn, left positive. */
    bool has_bends; struct { lob_analyze_waveguide_response_bends_item *items; size_t count; } bends;
    lob_analyze_waveguide_response_width_profile *width_profile; /* Widths along it */
    /* Middle of the drawn ends, extensions included; angle_deg points outwards. */
    bool has_ends; struct { lob_analyze_waveguide_response_ends_item *items; size_t count; } ends;
    lob_analyze_waveguide_response_orientation orientation; /* Of its pieces */
    bool is_path; /* Stored as a path */
    bool is_axis_aligned; /* Horizontal and vertical pieces only */
    struct { lob_str *items; size_t count; } analysis_warnings; /* What makes values doubtful */
    /* Only when bends were left out: those beyond the first 64. */
    lob_analyze_waveguide_response_truncation *truncation;
} lob_analyze_waveguide_response;

typedef struct lob_cancel_job_request {
    lob_str job_id; /* From evaluate or optimize */
} lob_cancel_job_request;

typedef struct lob_cancel_job_response {
    lob_str job_id; /* For poll and cancel_job. */
    lob_shown_job_kind kind;
    lob_shown_job_state status;
    double progress; /* 0..1, never falling; 0 once failed. */
    double done; /* Bytes, tiles or iterations of the stage under way; 1 once completed, 0 once failed. */
    double total; /* What done counts up to */
    lob_str message; /* What it is doing */
    int64_t elapsed_ms; /* Since the job was requested; stops at its end */
    bool has_next_poll_ms; int64_t next_poll_ms; /* When to poll again, while the job runs. */
    lob_str layout_artifact_id; /* sha256: of the layout file, once it is read; give it back to optimize. */
    lob_str result; /* completed: the report as the engine wrote it, byte for byte. */
    lob_shown_job_error *error;
} lob_cancel_job_response;

typedef struct lob_check_connectivity_request {
    lob_str session_id; /* From open_layout */
    lob_str cell; /* Default: selected top */
    lob_query_box *box; /* In um; only ports in it */
    bool has_depth; int64_t depth; /* Levels below the cell; default all */
    /* Default: all but connected, exposed */
    bool has_kinds; struct { lob_finding_kind_name *items; size_t count; } kinds;
    bool has_types; struct { lob_str *items; size_t count; } types; /* optical, electrical, ... */
    bool has_tolerance_um; double tolerance_um; /* Ports this near count as one; default: convention */
    bool has_angle_tolerance_deg; double angle_tolerance_deg; /* Default: convention */
    bool has_near_miss_um; double near_miss_um; /* Default: 10 tolerances, at least 5 dbu */
    bool include_connected; /* Lists connected and exposed ports too */
    int64_t limit; /* Page size */
    int64_t max_chars; /* Longest answer, in characters */
    lob_detail detail; /* full: adds rarely needed members, such as *_dbu */
    lob_str cursor; /* next_cursor of the page before */
    bool inline_image; /* Also sends a picture */
} lob_check_connectivity_request;

typedef struct lob_check_connectivity_response_rules {
    double tolerance_um; /* Two ports no further apart than this are at one place. */
    double near_miss_um;
    double angle_tolerance_deg;
    double width_tolerance_um;
} lob_check_connectivity_response_rules;

typedef struct lob_check_connectivity_response_summary {
    int64_t component_count;
    int64_t port_count; /* Taking part; with a box also those just outside of it. */
    int64_t own_port_count; /* Ports of the cell itself; they may stay open. */
    int64_t external_port_count; /* Fibers, pads and alike, which are not missed. */
    int64_t joined_count; /* Pairs of ports that meet, look at each other and fit in type and layer. */
    int64_t error_count;
    int64_t warning_count;
    int64_t info_count;
    struct { lob_finding_count *items; size_t count; } kinds; /* Kinds that occur; a pair of ports can have several. */
} lob_check_connectivity_response_summary;

typedef struct lob_check_connectivity_response_nets {
    int64_t net_count; /* Of two and more components. */
    int64_t largest; /* Components of the largest. */
    int64_t components_alone;
    int64_t guide_count; /* Components that are a waveguide and nothing else. */
    int64_t guides_measured;
    /* Of those measured, along the chords of their middle lines (a few parts in 100,000 short of curves). */
    bool has_guide_length_um; double guide_length_um;
    bool has_guide_length_largest_um; double guide_length_largest_um; /* Greatest sum in one net. */
} lob_check_connectivity_response_nets;

typedef struct lob_check_connectivity_response_truncation {
    int64_t limit;
    int64_t findings_dropped; /* After this page. */
} lob_check_connectivity_response_truncation;

typedef struct lob_check_connectivity_response {
    lob_str session_id; /* Session */
    lob_str cell; /* Cell asked about */
    lob_str raw_hex; /* The exact bytes in hex, when they are not UTF-8. */
    double dbu; /* um per database unit. */
    lob_units units;
    struct { lob_convention_used *items; size_t count; } conventions; /* In force, surest first. */
    lob_check_connectivity_response_rules rules; /* What was compared. */
    lob_check_connectivity_response_summary summary; /* Of all, listed or not. */
    lob_check_connectivity_response_nets nets; /* Components that joined ports hold together. */
    struct { lob_finding_item *items; size_t count; } findings; /* By severity, kind, x, y. */
    lob_check_connectivity_response_truncation truncation; /* What was left out */
    lob_artifact_ref *image; /* With inline_image: the picture sent along, as PNG. */
    lob_artifact_ref *image_svg; /* The same as SVG, to zoom. */
    struct { lob_str *items; size_t count; } notes; /* What to know about this answer. */
    lob_str next_cursor; /* Pass as cursor for the rest; absent at the end. */
} lob_check_connectivity_response;

typedef enum lob_check_rules_request_order {
    LOB_CHECK_RULES_REQUEST_ORDER_PLACE, LOB_CHECK_RULES_REQUEST_ORDER_DISTANCE
} lob_check_rules_request_order;
enum { LOB_CHECK_RULES_REQUEST_ORDER_COUNT = 2 }; extern const char *const lob_check_rules_request_order_names[2];

typedef struct lob_check_rules_request {
    lob_str session_id; /* From open_layout */
    lob_str rules; /* [{"type":"width","layer":"1/0","min_um":0.4}], or a deck */
    lob_str deck_path; /* Deck, drc_rules.json or DRC script (.drc, .lydrc, .rb), instead of rules */
    lob_str cell; /* Default: selected top */
    lob_query_box *box; /* In um; default: the cell */
    bool has_only; struct { lob_str *items; size_t count; } only; /* Rule ids, or categories of a script */
    lob_check_rules_request_order order; /* distance: nearest first */
    bool summary; /* Least value of each rule, and clusters instead of violations */
    double cluster_um; /* With summary: violations this near are one cluster */
    int64_t limit; /* Page size */
    int64_t max_chars; /* Longest answer, in characters */
    lob_detail detail; /* full: adds rarely needed members, such as *_dbu */
    lob_str cursor; /* next_cursor of the page before */
    bool inline_image; /* Also sends a picture */
} lob_check_rules_request;

typedef struct lob_check_rules_response_clusters_item {
    lob_str rule;
    int64_t count;
    lob_micron_box box_um;
    bool has_least_um; double least_um; /* Least distance of its edge pairs. */
    bool has_greatest_um; double greatest_um;
} lob_check_rules_response_clusters_item;

typedef struct lob_check_rules_response_truncation {
    int64_t limit;
    int64_t counts_dropped; /* Violated rules left out of counts. */
    int64_t violations_dropped; /* Violations after this page, those of more_here as well. */
    bool has_clusters_dropped; int64_t clusters_dropped; /* With summary: clusters after the limit. */
} lob_check_rules_response_truncation;

typedef struct lob_check_rules_response {
    lob_str session_id; /* Session */
    double dbu; /* um per database unit. */
    lob_units units;
    lob_str cell; /* Cell asked about */
    lob_str raw_hex; /* The exact bytes in hex, when they are not UTF-8. */
    lob_str deck; /* Its name, or tech, when it has one. */
    lob_micron_box *box_um;
    lob_dbu_box *box_dbu;
    int64_t rule_count; /* Rules checked. */
    int64_t violation_count; /* Of all rules, listed or not. */
    int64_t error_count; /* Of rules of severity error. */
    struct { lob_rule_count *items; size_t count; } counts; /* Rules that are violated, in the order of the deck. */
    /* Rules of a drc_rules.json that were not checked, or only in part; left out when there are none. */
    bool has_not_checked; struct { lob_unchecked_rule *items; size_t count; } not_checked;
    /* By rule, then from the bottom, then from the left; order distance: edge pairs by distance, then the others.
     * One row a place unless detail is full. */
    struct { lob_rule_violation *items; size_t count; } violations;
    /* With summary: by rule, the most violations first. */
    bool has_clusters; struct { lob_check_rules_response_clusters_item *items; size_t count; } clusters;
    lob_check_rules_response_truncation truncation; /* What was left out */
    lob_str next_cursor; /* Pass as cursor for the rest */
    lob_artifact_ref *image; /* With inline_image: the picture sent along, as PNG. */
    lob_artifact_ref *image_svg; /* The same as SVG, to zoom. */
    /* Remarks, e.g. layers that the layout does not have. */
    bool has_notes; struct { lob_str *items; size_t count; } notes;
} lob_check_rules_response;

typedef struct lob_close_session_request {
    lob_str session_id; /* From open_layout */
} lob_close_session_request;

typedef struct lob_close_session_response {
    lob_str session_id; /* Session */
    bool closed; /* true */
    bool artifact_dir_deleted; /* Its folder no longer exists */
    /* Files deleted: pictures and the files of DRC runs. session.json is not counted. */
    int64_t deleted_artifact_count;
} lob_close_session_response;

typedef struct lob_cut_profile_request {
    lob_str session_id; /* From open_layout */
    lob_point_in from; /* Start, in um */
    lob_point_in to; /* End, in um */
    lob_str cell; /* Default: selected top */
    bool has_layers; struct { lob_layer_filter *items; size_t count; } layers; /* Default: all */
    bool include_points; /* Adds start_at_um, end_at_um */
    bool include_ids; /* Adds ids of the shapes at the ends of each interval */
    int64_t limit; /* Page size */
    int64_t max_chars; /* Longest answer, in characters */
    lob_str cursor; /* next_cursor of the page before */
    bool inline_image; /* Also sends a picture */
} lob_cut_profile_request;

typedef struct lob_cut_profile_response_layers_item_period {
    double pitch_um; /* Mean. */
    int64_t periods; /* Whole ones. */
    int64_t intervals_per_period; /* At most 8. */
    int64_t interval_count; /* In the stretch. */
    double start_um; /* Where the stretch begins. */
    double end_um;
    double deviation_um; /* 0: regular. Else how far a begin is from its place at most. */
    double width_deviation_um; /* How far widths that correspond differ at most. */
} lob_cut_profile_response_layers_item_period;

typedef enum lob_cut_profile_response_layers_item_intervals_item_cut_by {
    LOB_CUT_PROFILE_RESPONSE_LAYERS_ITEM_INTERVALS_ITEM_CUT_BY_START,
        LOB_CUT_PROFILE_RESPONSE_LAYERS_ITEM_INTERVALS_ITEM_CUT_BY_END,
        LOB_CUT_PROFILE_RESPONSE_LAYERS_ITEM_INTERVALS_ITEM_CUT_BY_BOTH
} lob_cut_profile_response_layers_item_intervals_item_cut_by;
enum { LOB_CUT_PROFILE_RESPONSE_LAYERS_ITEM_INTERVALS_ITEM_CUT_BY_COUNT =
    3 }; extern const char *const lob_cut_profile_response_layers_item_intervals_item_cut_by_names[3];

typedef struct lob_cut_profile_response_layers_item_intervals_item {
    double start_um; /* Along the line, from its start. */
    double end_um;
    double width_um; /* Along the line. */
    bool has_gap_um; double gap_um; /* To the next interval; absent for the last. */
    /* The material goes on beyond this end of the line. */
    bool has_cut_by; lob_cut_profile_response_layers_item_intervals_item_cut_by cut_by;
    /* Part of it has material on one side of the line alone: it runs along an edge. */
    bool has_along_edge; bool along_edge;
    lob_point_um *start_at_um; /* With include_points. */
    lob_point_um *end_at_um;
    /* With include_ids: the shape at the start, then that at the end when it is another. */
    bool has_ids; struct { lob_str *items; size_t count; } ids;
} lob_cut_profile_response_layers_item_intervals_item;

typedef struct lob_cut_profile_response_layers_item {
    lob_layer_ref layer;
    int64_t interval_count; /* On the whole line. */
    double material_um; /* Sum of all widths. */
    bool has_min_width_um; double min_width_um; /* Of intervals that the line does not cut off; so is max_width_um. */
    bool has_max_width_um; double max_width_um;
    bool has_min_gap_um; double min_gap_um; /* Between two intervals. */
    bool has_max_gap_um; double max_gap_um;
    /* The longest stretch that repeats at least three times; absent: none. Begins and widths agree within 2 dbu. */
    lob_cut_profile_response_layers_item_period *period;
    /* In order along the line. */
    struct { lob_cut_profile_response_layers_item_intervals_item *items; size_t count; } intervals;
} lob_cut_profile_response_layers_item;

typedef struct lob_cut_profile_response_truncation {
    int64_t limit;
    int64_t intervals_dropped; /* Intervals after this page. */
    bool has_layers_dropped; int64_t layers_dropped; /* Only when there are any: layers first listed on later pages. */
} lob_cut_profile_response_truncation;

typedef struct lob_cut_profile_response {
    lob_str session_id; /* Session */
    double dbu; /* um per database unit. */
    lob_units units;
    lob_str cell; /* Cell asked about */
    lob_point_um from_um; /* Rounded to the nearest database unit. */
    lob_point_um to_um;
    double length_um; /* Of the line. */
    int64_t interval_count; /* On all layers. */
    /* By layer: those with material on the line, and those requested, as many as there is room for; later pages have
     * those with intervals on the page as well. */
    struct { lob_cut_profile_response_layers_item *items; size_t count; } layers;
    lob_cut_profile_response_truncation truncation; /* What was left out */
    lob_str next_cursor; /* Pass as cursor for the rest; absent at the end. */
    lob_artifact_ref *image; /* With inline_image: the picture sent along, as PNG. */
    lob_artifact_ref *image_svg; /* The same as SVG, to zoom. */
    bool has_notes; struct { lob_str *items; size_t count; } notes; /* Remarks, e.g. that nothing was found. */
} lob_cut_profile_response;

typedef struct lob_density_map_request_tile_um {
    double x; /* um */
    double y; /* um */
} lob_density_map_request_tile_um;

typedef struct lob_density_map_request_step_um {
    double x; /* um */
    double y; /* um */
} lob_density_map_request_step_um;

typedef struct lob_density_map_request_tiles {
    int64_t nx; /* Columns */
    int64_t ny; /* Rows */
} lob_density_map_request_tiles;

typedef enum lob_density_map_request_border {
    LOB_DENSITY_MAP_REQUEST_BORDER_CUT, LOB_DENSITY_MAP_REQUEST_BORDER_SHIFT
} lob_density_map_request_border;
enum { LOB_DENSITY_MAP_REQUEST_BORDER_COUNT = 2 }; extern const char *const lob_density_map_request_border_names[2];

typedef struct lob_density_map_request {
    lob_str session_id; /* From open_layout */
    struct { lob_layer_filter *items; size_t count; } layers; /* Their union is measured */
    lob_query_box *box; /* In um; default: the cell */
    lob_str cell; /* Default: selected top */
    lob_density_map_request_tile_um *tile_um; /* Sides of a tile */
    lob_density_map_request_step_um *step_um; /* Default: tile_um */
    lob_density_map_request_tiles *tiles; /* Equal parts, instead of tile_um */
    lob_density_map_request_border border; /* Last tiles: cut at the box, or shifted back into it */
    bool inline_image; /* Also sends a picture */
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
    lob_str session_id; /* Session */
    double dbu; /* um per database unit. */
    lob_units units;
    lob_str cell; /* Cell asked about */
    struct { lob_layer_ref *items; size_t count; } layers; /* Layers counted */
    lob_micron_box box_um;
    lob_dbu_box box_dbu;
    lob_density_map_response_mode mode; /* What overlaps counts once. */
    int64_t columns; /* Tiles in x */
    int64_t rows; /* Tiles in y */
    lob_point_um tile_um;
    lob_point_um step_um;
    lob_density_map_response_border border; /* As asked */
    double area_um2; /* Covered in the whole box. */
    /* Only when edges cross off the database grid: the area is within this. */
    bool has_area_error_um2; double area_error_um2;
    double density; /* area_um2 over the area of the box. */
    double mean; /* Of the tiles, each counted once. */
    lob_density_tile min;
    lob_density_tile max;
    struct { int64_t *items; size_t count; } histogram; /* Tiles with density 0 to 0.1, 0.1 to 0.2, ... 0.9 to 1. */
    /* Rows from the bottom, in each the columns from the left; 6 decimals. */
    struct { struct { double *items; size_t count; } *items; size_t count; } densities;
    lob_artifact_ref *image; /* With inline_image: the picture sent along, as PNG. */
    lob_artifact_ref *image_svg; /* The same as SVG, to zoom. */
    bool has_notes; struct { lob_str *items; size_t count; } notes; /* Remarks, e.g. that nothing was found. */
} lob_density_map_response;

typedef struct lob_describe_cell_request {
    lob_str session_id; /* From open_layout */
    lob_str cell; /* Default: selected top */
    int64_t depth; /* Levels of instances listed; above 1 with instance_path, for the first member of arrays */
    int64_t max_instances; /* Page size */
    int64_t max_labels; /* Labels listed */
    bool include_ports; /* Lists ports and device_params */
    int64_t max_chars; /* Longest answer, in characters */
    lob_detail detail; /* full: adds rarely needed members, such as *_dbu */
    lob_str cursor; /* next_cursor of the page before */
} lob_describe_cell_request;

typedef struct lob_describe_cell_response_summary {
    int64_t instance_count; /* Entries within depth, an array once. */
    int64_t label_count; /* Texts of the cell itself, members of repetitions counted. */
    /* Only when the cell has no text itself: texts in its children, as placed; query_region lists them. */
    bool has_labels_below; int64_t labels_below;
    int64_t shape_count; /* Stored in the cell, texts included. */
    int64_t expanded_instance_count;
    int64_t expanded_shape_count;
} lob_describe_cell_response_summary;

typedef struct lob_describe_cell_response_shape_counts_by_layer_item {
    int64_t layer;
    int64_t datatype;
    lob_str name;
    lob_str raw_hex; /* The exact bytes in hex, when they are not UTF-8. */
    int64_t shape_count; /* Stored in the cell itself, texts included. */
    int64_t text_count;
    int64_t expanded_shape_count; /* With all children. */
} lob_describe_cell_response_shape_counts_by_layer_item;

typedef struct lob_describe_cell_response_instances_item {
    lob_str name; /* CELL:index, index in file order within the parent. */
    lob_str child_cell;
    lob_str raw_hex; /* The exact bytes in hex, when they are not UTF-8. */
    bool has_is_ghost; bool is_ghost; /* Only when true. */
    /* Cell names from the described cell to the one that stores the instance; at depth above 1. */
    bool has_instance_path; struct { lob_str *items; size_t count; } instance_path;
    lob_array_info array;
    lob_transform transform; /* Of the first member, in the described cell. */
    lob_micron_box bbox_um; /* All members. */
    lob_dbu_box bbox_dbu;
    bool has_bbox_empty; bool bbox_empty; /* Only when true: there is nothing to bound and the box is all zeros. */
    bool has_properties; struct { lob_property *items; size_t count; } properties;
    bool has_properties_dropped; int64_t properties_dropped;
} lob_describe_cell_response_instances_item;

typedef struct lob_describe_cell_response_regular_sets_item {
    lob_str child_cell;
    int64_t place_count; /* In the cell itself, array members counted. */
    struct { lob_regular_set *items; size_t count; } sets; /* 4 at most. */
    int64_t irregular_count; /* Places in none of the sets. */
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
    lob_str session_id; /* Session */
    double dbu; /* um per database unit. */
    lob_units units;
    lob_str cell; /* Cell asked about */
    lob_str raw_hex; /* The exact bytes in hex, when they are not UTF-8. */
    bool has_is_ghost; bool is_ghost; /* Only when true: placed but not defined in the file. */
    lob_micron_box bbox_um;
    lob_dbu_box bbox_dbu;
    bool has_bbox_empty; bool bbox_empty; /* Only when true: there is nothing to bound and the box is all zeros. */
    int64_t depth_used; /* Levels of instances listed */
    lob_describe_cell_response_summary summary; /* Counts of all */
    /* Layers of the cell or its children. */
    struct { lob_describe_cell_response_shape_counts_by_layer_item *items; size_t count; } shape_counts_by_layer;
    /* By child cell, box, path. */
    struct { lob_describe_cell_response_instances_item *items; size_t count; } instances;
    /* On the first page: children placed in rows and columns, as arrays or one by one. The first 8 by name with 3 to
     * 1000 places in the cell itself are looked at. Absent: none. */
    bool has_regular_sets; struct { lob_describe_cell_response_regular_sets_item *items; size_t count; } regular_sets;
    struct { lob_label *items; size_t count; } labels; /* Texts of the cell itself, by layer, text, position. */
    /* Marked in the cell itself, when there are any and on the first page; at most 16, list_ports has all. */
    bool has_ports; struct { lob_port_item *items; size_t count; } ports;
    bool has_ports_dropped; int64_t ports_dropped; /* Only when there are more. */
    /* What texts on the device layer say of the cell, by the convention; on the first page, at most 16. */
    bool has_device_params; struct { lob_describe_cell_response_device_params_item *items; size_t count; } device_params;
    struct { lob_property *items; size_t count; } properties; /* Of the cell. */
    bool has_properties_dropped; int64_t properties_dropped; /* Only when there are more. */
    lob_describe_cell_response_truncation truncation; /* What was left out */
    lob_str next_cursor; /* Pass as cursor for the rest; absent at the end. */
} lob_describe_cell_response;

typedef struct lob_describe_region_request {
    lob_str session_id; /* From open_layout */
    lob_query_box *box; /* In um; default: the cell */
    lob_str cell; /* Default: selected top */
    int64_t budget_tokens; /* Longest answer, in tokens of 4 bytes */
} lob_describe_region_request;

typedef struct lob_describe_region_response_summary {
    int64_t component_count; /* Devices and guide cells that touch the box. */
    int64_t port_count; /* Ports in the box. */
    int64_t instance_count; /* All levels, an array once for each of its places. */
    int64_t shape_count;
    int64_t text_count;
    int64_t layer_count;
    bool has_lower_bound; bool lower_bound; /* Only when true: there are at least so many. */
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
    bool has_angle_deg; double angle_deg; /* Out of the component. */
    bool has_width_um; double width_um;
    bool has_conflict_width_um; double conflict_width_um; /* Width from a less trusted source, only if different. */
    lob_describe_region_response_components_item_ports_item_source source;
    double confidence;
} lob_describe_region_response_components_item_ports_item;

typedef struct lob_describe_region_response_components_item {
    lob_str cell;
    lob_str raw_hex; /* The exact bytes in hex, when they are not UTF-8. */
    int64_t count; /* Places that touch the box. */
    bool has_is_guide; bool is_guide; /* Only when true: nothing but a waveguide. */
    lob_micron_box bbox_um; /* Of the first place, by box. */
    /* Of the first place, in the box. */
    struct { lob_describe_region_response_components_item_ports_item *items; size_t count; } ports;
    bool has_ports_dropped; int64_t ports_dropped; /* Only when there are more. */
    lob_str source; /* Why it counts as a component. */
    double confidence; /* 0..1; below 1 a heuristic. */
} lob_describe_region_response_components_item;

typedef struct lob_describe_region_response_layers_item {
    lob_layer_ref layer;
    int64_t shape_count;
    int64_t text_count;
    bool has_area_um2; double area_um2; /* Merged, in the box. */
    bool has_density; double density;
    /* Heuristic for the smallest feature: least side of a figure's box, of figures that meet the box; parts of a
     * figure may be finer. */
    bool has_least_box_side_um; double least_box_side_um;
} lob_describe_region_response_layers_item;

typedef struct lob_describe_region_response_instances_item {
    lob_str cell;
    lob_str raw_hex; /* The exact bytes in hex, when they are not UTF-8. */
    int64_t instance_count; /* Of the queried cell itself, an array once. */
    int64_t member_count; /* Array members in the box. */
    lob_micron_box bbox_um; /* Of the first, by box. */
} lob_describe_region_response_instances_item;

typedef struct lob_describe_region_response_labels_item {
    lob_str text; /* Untrusted text of the file, at most 256 bytes. */
    lob_str raw_hex; /* The exact bytes in hex, when they are not UTF-8. */
    lob_layer_ref layer;
    int64_t count;
    lob_point_um at_um; /* Of the first, by x, y. */
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
    double confidence; /* 0..1; below 1 a heuristic. */
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
    double dx_um; /* From the border of the box: above zero right. */
    double dy_um; /* Above zero up. */
    lob_describe_region_response_nearest_direction direction;
} lob_describe_region_response_nearest;

typedef struct lob_describe_region_response_truncation {
    int64_t budget_tokens;
    int64_t used_tokens; /* Bytes of this answer over four, rounded up. */
    int64_t components_dropped; /* Entries of the list left out, here and below. */
    int64_t layers_dropped;
    int64_t instances_dropped;
    int64_t labels_dropped;
    int64_t guides_dropped;
} lob_describe_region_response_truncation;

typedef struct lob_describe_region_response {
    lob_str session_id; /* Session */
    double dbu; /* um per database unit. */
    lob_units units;
    lob_str cell; /* Cell asked about */
    lob_micron_box box_um;
    lob_dbu_box box_dbu;
    lob_describe_region_response_summary summary; /* Counts of all */
    /* Devices by cell, the largest first, then guides. */
    struct { lob_describe_region_response_components_item *items; size_t count; } components;
    struct { lob_describe_region_response_layers_item *items; size_t count; } layers; /* Most area first. */
    /* Direct instances by cell, most covering first. */
    struct { lob_describe_region_response_instances_item *items; size_t count; } instances;
    /* Unique ones first, then the larger. */
    struct { lob_describe_region_response_labels_item *items; size_t count; } labels;
    /* Widths found on the layers that guide light, most often first. */
    struct { lob_describe_region_response_guides_item *items; size_t count; } guides;
    lob_describe_region_response_nearest *nearest; /* Only when the box is empty. */
    lob_describe_region_response_truncation truncation; /* What was left out */
    bool has_notes; struct { lob_str *items; size_t count; } notes; /* Remarks, e.g. that nothing was found. */
} lob_describe_region_response;

typedef enum lob_diff_layouts_request_mode {
    LOB_DIFF_LAYOUTS_REQUEST_MODE_BOTH, LOB_DIFF_LAYOUTS_REQUEST_MODE_HIERARCHY, LOB_DIFF_LAYOUTS_REQUEST_MODE_XOR
} lob_diff_layouts_request_mode;
enum { LOB_DIFF_LAYOUTS_REQUEST_MODE_COUNT = 3 }; extern const char *const lob_diff_layouts_request_mode_names[3];

typedef struct lob_diff_layouts_request {
    lob_str a; /* session_id or absolute path */
    lob_str b; /* session_id or absolute path, to compare with a */
    lob_str cell_a; /* Default: the top */
    lob_str cell_b; /* Default: cell_a, else the top */
    bool has_layers; struct { lob_layer_filter *items; size_t count; } layers; /* Default: all */
    lob_query_box *box; /* In um; for xor */
    lob_diff_layouts_request_mode mode; /* What to compare */
    double tolerance_um; /* xor: ignores what is narrower */
    bool with_properties; /* Compares properties too */
    int64_t limit; /* Length of each list */
    lob_str cursor; /* next_cursor of the page before */
    bool picture; /* Draws the difference (red a, blue b), before, after and a sheet of all, which is sent along */
    lob_str session_id; /* Session that stores the picture */
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
    lob_str of; /* The text, or the placed cell. */
    lob_micron_box *box_um; /* In the cell; texts, instances: where. */
    bool has_count; int64_t count; /* Members of an array too large to be taken apart. */
} lob_diff_layouts_response_hierarchy_differences_item;

typedef struct lob_diff_layouts_response_hierarchy {
    int64_t cells_only_a;
    int64_t cells_only_b;
    int64_t cells_different;
    int64_t cells_equal;
    int64_t difference_count; /* Things that one side of a differing cell has. */
    /* The requested cell, then by name. */
    struct { lob_diff_layouts_response_hierarchy_cells_item *items; size_t count; } cells;
    struct { lob_diff_layouts_response_hierarchy_differences_item *items; size_t count; } differences;
} lob_diff_layouts_response_hierarchy;

typedef struct lob_diff_layouts_response_xor_layers_item {
    int64_t layer;
    int64_t datatype;
    int64_t polygon_count;
    double area_a_um2; /* Only in a. */
    double area_b_um2;
    bool has_area_error_um2; double area_error_um2; /* Only when not exact. */
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
    lob_diff_layouts_response_xor_polygons_item_in in; /* both: parts of either meet. */
    double area_um2;
    lob_micron_box box_um;
} lob_diff_layouts_response_xor_polygons_item;

typedef struct lob_diff_layouts_response_xor {
    int64_t layers_compared;
    int64_t polygon_count;
    struct { lob_diff_layouts_response_xor_layers_item *items; size_t count; } layers; /* Those that differ. */
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
    lob_str color; /* #rrggbb */
} lob_diff_layouts_response_view_layers_item;

typedef struct lob_diff_layouts_response_view {
    lob_micron_box box_um;
    int64_t width; /* Pixels. */
    int64_t height;
    /* To 6 decimals. Of pixel (px, py): x = left + px * (right - left) / width, y = top - py * (top - bottom) /
     * height. */
    double um_per_px;
    /* Those with figures; colours of before and after. */
    struct { lob_diff_layouts_response_view_layers_item *items; size_t count; } layers;
} lob_diff_layouts_response_view;

typedef struct lob_diff_layouts_response {
    bool equal; /* By what was asked: mode, layers, box, tolerance. */
    lob_diff_layouts_response_mode mode; /* As asked */
    lob_diff_side a;
    lob_diff_side b;
    double dbu; /* um; of the common grid that both were compared on. */
    lob_units units;
    struct { lob_layer_ref *items; size_t count; } layers_only_a; /* Layers that b lacks */
    struct { lob_layer_ref *items; size_t count; } layers_only_b; /* Layers that a lacks */
    lob_diff_layouts_response_hierarchy *hierarchy; /* With mode both or hierarchy. */
    lob_diff_layouts_response_xor *xor; /* With mode both or xor. */
    lob_diff_layouts_response_truncation truncation; /* What was left out */
    lob_str next_cursor; /* Pass as cursor for the rest */
    lob_artifact_ref *image; /* With picture: only a in red, only b in blue, both in grey. */
    lob_artifact_ref *before; /* With picture: a alone, in the colours of view. */
    lob_artifact_ref *after; /* Likewise b; the same window and scale. */
    lob_artifact_ref *sheet; /* With picture: all three side by side, legend, scale, differences numbered. */
    lob_artifact_ref *sheet_svg;
    lob_diff_layouts_response_view *view; /* What each picture shows. */
    bool has_notes; struct { lob_str *items; size_t count; } notes; /* Remarks */
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
    lob_str layout; /* Absolute path of a GDSII, OASIS or .glp file; or send session_id */
    lob_str session_id; /* From open_layout, instead of layout */
    lob_str cell; /* Default: the top */
    lob_layer_filter *layer; /* Layer of the mask */
    lob_layer_filter *target_layer; /* What should print; default: layer */
    lob_query_box *box; /* In um; default: the cell */
    bool has_node; lob_evaluate_request_node node; /* Sets optics and pixel */
    bool has_pixel_nm; double pixel_nm; /* Default: of node, else 1 */
    lob_str rule_deck; /* Rules of the mask */
    lob_litho_process *process; /* Optics and resist; defaults apply without node */
    lob_litho_window *process_window; /* Adds depth of focus, exposure latitude, Bossung data */
    bool has_checks; struct { lob_evaluate_request_checks_item *items; size_t count; } checks; /* Default: all */
    lob_evaluate_request_report_level report_level; /* detailed: violations with places and ids */
    int64_t max_violations; /* Violations listed when detailed */
    bool inline_image; /* Also sends a picture: aerial image, contours, PV band, EPE; or of process_window */
    int64_t wait_ms; /* Waits this long for the end of the job */
} lob_evaluate_request;

typedef struct lob_evaluate_response {
    lob_str job_id; /* For poll and cancel_job. */
    lob_shown_job_kind kind;
    lob_shown_job_state status;
    double progress; /* 0..1, never falling; 0 once failed. */
    double done; /* Bytes, tiles or iterations of the stage under way; 1 once completed, 0 once failed. */
    double total; /* What done counts up to */
    lob_str message; /* What it is doing */
    int64_t elapsed_ms; /* Since the job was requested; stops at its end */
    bool has_next_poll_ms; int64_t next_poll_ms; /* When to poll again, while the job runs. */
    lob_str layout_artifact_id; /* sha256: of the layout file, once it is read; give it back to optimize. */
    lob_str result; /* completed: the report as the engine wrote it, byte for byte. */
    lob_artifact_ref *image; /* Once completed, with inline_image: the picture sent along, as PNG. */
    lob_artifact_ref *image_svg;
    lob_shown_job_error *error;
} lob_evaluate_response;

typedef struct lob_evaluate_layout_request_metrics {
    bool has_performance; double performance; /* 0 to 1 */
    bool has_cost; double cost; /* In the unit of the objectives */
} lob_evaluate_layout_request_metrics;

typedef struct lob_evaluate_layout_request {
    lob_str session_id; /* From open_layout */
    lob_str cell; /* Default: selected top */
    lob_str netlist_path; /* netlist.json, or SPICE/CDL */
    lob_str drc_rules_path; /* drc_rules.json */
    lob_str objectives_path; /* objectives.json */
    lob_evaluate_layout_request_metrics *metrics; /* Values measured elsewhere, to score */
} lob_evaluate_layout_request;

typedef struct lob_evaluate_layout_response_drc {
    lob_str tech;
    int64_t rules_checked;
    int64_t violation_count; /* Of the rules that were checked. */
    struct { lob_rule_count *items; size_t count; } counts; /* Rules that are violated, in the order of the file. */
    bool has_counts_dropped; int64_t counts_dropped; /* Only when more rules are violated than are listed. */
    /* Rules that were not checked, or only in part: drc_error_count is then unknown. */
    struct { lob_unchecked_rule *items; size_t count; } not_checked;
} lob_evaluate_layout_response_drc;

typedef struct lob_evaluate_layout_response_placements_item {
    lob_str device;
    int64_t count; /* Instances, members of arrays counted. */
    struct { lob_point_um *items; size_t count; } centers_um; /* The first 8. */
} lob_evaluate_layout_response_placements_item;

typedef struct lob_evaluate_layout_response {
    lob_str session_id; /* Session */
    double dbu; /* um per database unit. */
    lob_units units;
    lob_str cell; /* Cell asked about */
    lob_str raw_hex; /* The exact bytes in hex, when they are not UTF-8. */
    lob_micron_box bbox_um; /* Its area is total_area. */
    lob_dbu_box bbox_dbu;
    bool has_bbox_empty; bool bbox_empty; /* Only when true: the cell has no extent. */
    double covered_area_um2; /* What shapes cover, all layers merged, children included. */
    lob_layout_metrics metrics;
    lob_str qualitative_feedback; /* A few sentences. */
    /* Sum of weight times value over the sum of weights, of the objectives that were evaluated; null when none was. */
    bool has_score; double score;
    /* No DRC error, and every constraint is met; false when either is not known: without drc_rules_path, or when a
     * rule could not be checked. */
    bool passed;
    struct { lob_str *items; size_t count; } suggestions; /* What to change */
    struct { lob_objective_score *items; size_t count; } objectives; /* In the order of the file; weights as there. */
    struct { lob_constraint_result *items; size_t count; } constraints; /* Of the objectives, one by one */
    /* Names of the metrics that are not known, each null in metrics. */
    struct { lob_str *items; size_t count; } not_evaluated;
    lob_evaluate_layout_response_drc *drc; /* With drc_rules_path. */
    lob_matching_result *matching; /* With netlist_path: by groups of devices that must match. */
    lob_layout_comparison *comparison; /* With netlist_path: which devices are missing, extra or of another size. */
    /* With netlist_path: devices of the groups that were found, with the middles of their boxes in um. */
    bool has_placements; struct { lob_evaluate_layout_response_placements_item *items; size_t count; } placements;
    /* Remarks on the files, e.g. that a version is newer; only when there are any. */
    bool has_warnings; struct { lob_warning_item *items; size_t count; } warnings;
    /* Remarks, e.g. layers that the layout does not have. */
    bool has_notes; struct { lob_str *items; size_t count; } notes;
} lob_evaluate_layout_response;

typedef struct lob_extract_markers_request_crop_size_um {
    double x; /* um */
    double y; /* um */
} lob_extract_markers_request_crop_size_um;

typedef enum lob_extract_markers_request_export_item {
    LOB_EXTRACT_MARKERS_REQUEST_EXPORT_ITEM_LYRDB, LOB_EXTRACT_MARKERS_REQUEST_EXPORT_ITEM_SARIF,
        LOB_EXTRACT_MARKERS_REQUEST_EXPORT_ITEM_JUNIT, LOB_EXTRACT_MARKERS_REQUEST_EXPORT_ITEM_GEOJSON
} lob_extract_markers_request_export_item;
enum { LOB_EXTRACT_MARKERS_REQUEST_EXPORT_ITEM_COUNT =
    4 }; extern const char *const lob_extract_markers_request_export_item_names[4];

typedef struct lob_extract_markers_request {
    lob_str session_id; /* From open_layout */
    lob_str run_id; /* From run_drc_script */
    bool include_crops; /* Draws a picture of each */
    bool inline_images; /* Also sends the first 6 crops */
    lob_extract_markers_request_crop_size_um *crop_size_um; /* Default 20 x 20 um */
    bool has_rules; struct { lob_str *items; size_t count; } rules; /* Only these and rules nested in them */
    lob_query_box *box; /* In um; only markers that meet it */
    bool has_cluster_um; double cluster_um; /* Groups markers closer than this */
    lob_str waivers_path; /* JSON: accepted markers */
    /* Also writes these files */
    bool has_export; struct { lob_extract_markers_request_export_item *items; size_t count; } export;
    int64_t limit; /* Page size */
    int64_t max_chars; /* Longest answer, in characters */
    lob_detail detail; /* full: adds rarely needed members, such as *_dbu */
    lob_str cursor; /* next_cursor of the page before */
} lob_extract_markers_request;

typedef enum lob_extract_markers_response_markers_item_severity {
    LOB_EXTRACT_MARKERS_RESPONSE_MARKERS_ITEM_SEVERITY_ERROR, LOB_EXTRACT_MARKERS_RESPONSE_MARKERS_ITEM_SEVERITY_WARNING
} lob_extract_markers_response_markers_item_severity;
enum { LOB_EXTRACT_MARKERS_RESPONSE_MARKERS_ITEM_SEVERITY_COUNT =
    2 }; extern const char *const lob_extract_markers_response_markers_item_severity_names[2];

typedef struct lob_extract_markers_response_markers_item_waived {
    lob_str reason;
    lob_str expires; /* The last day, UTC. */
} lob_extract_markers_response_markers_item_waived;

typedef struct lob_extract_markers_response_markers_item {
    lob_str id; /* mrk_ and 16 hex digits. */
    lob_str rule;
    lob_str description;
    lob_str cell;
    lob_micron_box box_um;
    lob_dbu_box box_dbu;
    bool has_bbox_empty; bool bbox_empty; /* Only when true: it lies nowhere, the boxes are zeros. */
    /* Only when true: the report does not say where its cell lies; coordinates are that cell's. */
    bool has_in_cell_coordinates; bool in_cell_coordinates;
    bool has_severity; lob_extract_markers_response_markers_item_severity severity;
    bool has_multiplicity; int64_t multiplicity; /* Only when not 1. */
    lob_marker_geometry *geometry;
    bool has_more; struct { lob_marker_geometry *items; size_t count; } more; /* Further values of the same marker. */
    bool has_values_dropped; int64_t values_dropped; /* Only when there are more values. */
    bool has_distance_um; double distance_um; /* Of edge pairs. */
    bool has_cluster; int64_t cluster; /* With cluster_um, from 1. */
    lob_extract_markers_response_markers_item_waived *waived; /* Accepted by waivers_path. */
    lob_artifact_ref *crop; /* With include_crops. */
} lob_extract_markers_response_markers_item;

typedef struct lob_extract_markers_response_truncation {
    int64_t limit;
    int64_t markers_dropped; /* After this page. */
    int64_t crops_dropped;
} lob_extract_markers_response_truncation;

typedef struct lob_extract_markers_response {
    lob_str session_id; /* Session */
    double dbu; /* um per database unit. */
    lob_units units;
    lob_str run_id; /* The run */
    int64_t marker_count; /* After filters, all pages. */
    bool has_lower_bound; bool lower_bound; /* Only when true: the report has more markers than are kept. */
    bool has_waived_count; int64_t waived_count; /* Of these, with waivers_path. */
    bool has_cluster_count; int64_t cluster_count; /* With cluster_um. */
    /* Markers by rule, after filters. */
    bool has_rule_counts; struct { lob_str *names; int64_t *items; size_t count; } rule_counts;
    bool has_rules_dropped; int64_t rules_dropped; /* Only when there are more rules than are listed. */
    struct { lob_extract_markers_response_markers_item *items; size_t count; } markers; /* A page of them */
    bool has_artifacts; struct { lob_artifact_ref *items; size_t count; } artifacts; /* With export. */
    lob_extract_markers_response_truncation truncation; /* What was left out */
    bool has_notes; struct { lob_str *items; size_t count; } notes; /* Remarks, e.g. that nothing was found. */
    lob_str next_cursor; /* Pass as cursor for the rest; absent at the end. */
} lob_extract_markers_response;

typedef enum lob_find_cells_request_sort_by {
    LOB_FIND_CELLS_REQUEST_SORT_BY_NAME, LOB_FIND_CELLS_REQUEST_SORT_BY_WIDTH, LOB_FIND_CELLS_REQUEST_SORT_BY_HEIGHT,
        LOB_FIND_CELLS_REQUEST_SORT_BY_AREA
} lob_find_cells_request_sort_by;
enum { LOB_FIND_CELLS_REQUEST_SORT_BY_COUNT = 4 }; extern const char *const lob_find_cells_request_sort_by_names[4];

typedef struct lob_find_cells_request {
    lob_str session_id; /* From open_layout */
    lob_str name; /* Exact name; or send pattern */
    lob_str pattern; /* Instead of name */
    bool ignore_case; /* Ignores the case of ASCII letters in pattern */
    lob_str below; /* Default: selected top */
    bool all; /* Looks below every top */
    bool include_places; /* Lists places */
    int64_t max_places; /* Places listed per cell */
    lob_layer_filter *layer; /* Only cells with anything on it or below */
    lob_find_cells_request_sort_by sort_by; /* Size of the box, on layer if given; largest first */
    int64_t limit; /* Page size */
    int64_t max_chars; /* Longest answer, in characters */
    lob_detail detail; /* full: adds rarely needed members, such as *_dbu */
    lob_str cursor; /* next_cursor of the page before */
} lob_find_cells_request;

typedef struct lob_find_cells_response_cells_item_places_item {
    /* Cell names from the top of the search down to the one that holds it. */
    struct { lob_str *items; size_t count; } instance_path;
    struct { lob_path_member *items; size_t count; } path_members; /* A step for each name of the path. */
    lob_transform transform;
    lob_micron_box bbox_um;
    lob_dbu_box bbox_dbu;
} lob_find_cells_response_cells_item_places_item;

typedef struct lob_find_cells_response_cells_item {
    lob_str name;
    lob_str raw_hex; /* The exact bytes in hex, when they are not UTF-8. */
    bool is_top;
    bool has_is_ghost; bool is_ghost; /* Only when true: placed but not defined in the file. */
    lob_micron_box bbox_um;
    lob_dbu_box bbox_dbu;
    lob_micron_box *layer_bbox_um; /* With layer: of what is on it, children included. */
    bool has_bbox_empty; bool bbox_empty; /* Only when true: there is nothing to bound and the box is all zeros. */
    int64_t shape_count; /* Stored in this cell, texts included. */
    int64_t text_count;
    int64_t expanded_shape_count; /* All levels; saturates at 2^53-1. */
    int64_t parent_count; /* Cells that place it. */
    int64_t instance_count; /* Stored in those, an array once. */
    int64_t member_count; /* The same with array members. */
    int64_t place_count; /* Places as expanded, all levels; saturates at 2^53-1. */
    /* With include_places: the first by box left, bottom, right, top, path. */
    bool has_places; struct { lob_find_cells_response_cells_item_places_item *items; size_t count; } places;
    bool has_places_dropped; int64_t places_dropped; /* Only with include_places. */
    /* With include_places, of 3 to 1000 places below one cell: rows and columns they form, 4 at most; absent when
     * there are none. */
    bool has_regular_sets; struct { lob_regular_set *items; size_t count; } regular_sets;
    bool has_irregular_count; int64_t irregular_count; /* Places in none of the sets; only with them. */
    bool has_irregular_um; struct { lob_point_um *items; size_t count; } irregular_um; /* The first 20 of these. */
} lob_find_cells_response_cells_item;

typedef struct lob_find_cells_response_truncation {
    int64_t limit;
    int64_t cells_dropped; /* Cells after this page. */
} lob_find_cells_response_truncation;

typedef struct lob_find_cells_response {
    lob_str session_id; /* Session */
    double dbu; /* um per database unit. */
    lob_units units;
    lob_str below; /* Absent when all tops were looked below. */
    int64_t match_count; /* Cells that fit, all pages. */
    struct { lob_find_cells_response_cells_item *items; size_t count; } cells; /* By name, or as sort_by says. */
    /* Only when nothing fits: the nearest names. */
    bool has_candidates; struct { lob_str *items; size_t count; } candidates;
    lob_find_cells_response_truncation truncation; /* What was left out */
    bool has_notes; struct { lob_str *items; size_t count; } notes; /* Remarks, e.g. that nothing was found. */
    lob_str next_cursor; /* Pass as cursor for the rest; absent at the end. */
} lob_find_cells_response;

typedef enum lob_find_coincident_request_kind {
    LOB_FIND_COINCIDENT_REQUEST_KIND_ALL, LOB_FIND_COINCIDENT_REQUEST_KIND_INSTANCES,
        LOB_FIND_COINCIDENT_REQUEST_KIND_SHAPES
} lob_find_coincident_request_kind;
enum { LOB_FIND_COINCIDENT_REQUEST_KIND_COUNT =
    3 }; extern const char *const lob_find_coincident_request_kind_names[3];

typedef struct lob_find_coincident_request {
    lob_str session_id; /* From open_layout */
    lob_str below; /* Looks in this cell and below; default: selected top */
    lob_find_coincident_request_kind kind; /* shapes includes texts */
    bool has_layers; struct { lob_layer_filter *items; size_t count; } layers; /* Of shapes and texts; default: all */
    int64_t limit; /* Page size */
    int64_t max_chars; /* Longest answer, in characters */
    lob_str cursor; /* next_cursor of the page before */
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
    lob_str cell; /* The cell that stores them; position_um is in its coordinates. */
    int64_t place_count; /* How often that cell is placed below; 1 for the cell itself. */
    lob_find_coincident_response_sets_item_kind kind;
    lob_str child_cell; /* Of instances. */
    lob_str text; /* Untrusted text of the file. */
    lob_layer_ref *layer; /* Of shapes and texts. */
    /* Origin of instances, place of texts, first point of paths, lower left of boxes, lowest of a polygon's leftmost
     * vertices. */
    lob_point_um position_um;
    int64_t count; /* Objects there, at least 2. */
    struct { lob_str *items; size_t count; } ids; /* The first 8. */
} lob_find_coincident_response_sets_item;

typedef struct lob_find_coincident_response_truncation {
    int64_t limit;
    int64_t sets_dropped; /* Sets after this page. */
} lob_find_coincident_response_truncation;

typedef struct lob_find_coincident_response {
    lob_str session_id; /* Session */
    double dbu; /* um per database unit. */
    lob_units units;
    lob_str below; /* Cell looked in, with all below */
    lob_find_coincident_response_summary summary; /* Sets of objects that coincide, all pages. */
    /* By cell; its instances first, then figures and texts, by layer, from the left. */
    struct { lob_find_coincident_response_sets_item *items; size_t count; } sets;
    lob_find_coincident_response_truncation truncation; /* What was left out */
    bool has_notes; struct { lob_str *items; size_t count; } notes; /* Remarks, e.g. that nothing was found. */
    lob_str next_cursor; /* Pass as cursor for the rest; absent at the end. */
} lob_find_coincident_response;

typedef struct lob_find_labels_request {
    lob_str session_id; /* From open_layout */
    lob_str pattern; /* Of the whole text; default: all */
    bool ignore_case; /* Ignores the case of ASCII letters */
    bool has_layers; struct { lob_layer_filter *items; size_t count; } layers; /* Default: all */
    lob_query_box *box; /* In um; only texts in it */
    lob_str below; /* Default: selected top */
    bool all; /* Looks below every top */
    bool include_places; /* false: only texts and counts */
    int64_t limit; /* Page size */
    int64_t max_chars; /* Longest answer, in characters */
    lob_str cursor; /* next_cursor of the page before */
} lob_find_labels_request;

typedef struct lob_find_labels_response_labels_item_places_item {
    lob_str id; /* txt_ and 16 hex digits. */
    lob_str top; /* With all: the top whose coordinates position_um has. */
    lob_str cell; /* The cell that stores the text. */
    /* Cell names from the cell looked below down to cell; only when there are some between. */
    bool has_instance_path; struct { lob_str *items; size_t count; } instance_path;
    lob_point_um position_um;
} lob_find_labels_response_labels_item_places_item;

typedef struct lob_find_labels_response_labels_item {
    lob_str text; /* Untrusted text of the file, at most 256 bytes. */
    lob_str raw_hex; /* The exact bytes in hex, when they are not UTF-8. */
    bool has_bytes_cut; int64_t bytes_cut; /* Bytes of text left out; only when there are any. */
    lob_layer_ref layer;
    int64_t count; /* Places of this text on this layer, all pages. */
    /* Those on this page, in the order of the hierarchy: a cell's own, then those of its instances. */
    bool has_places; struct { lob_find_labels_response_labels_item_places_item *items; size_t count; } places;
} lob_find_labels_response_labels_item;

typedef struct lob_find_labels_response_truncation {
    int64_t limit;
    bool has_places_dropped; int64_t places_dropped; /* Places after this page; only with include_places. */
    bool has_rows_dropped; int64_t rows_dropped; /* Rows after this page; only without places. */
} lob_find_labels_response_truncation;

typedef struct lob_find_labels_response {
    lob_str session_id; /* Session */
    double dbu; /* um per database unit. */
    lob_units units;
    lob_str below; /* Absent when all tops were looked below. */
    int64_t match_count; /* Labels that fit, as expanded, all pages; saturates at 2^53-1. */
    int64_t text_count; /* Different texts among them. */
    /* A row for each text and layer, by text, then layer. */
    struct { lob_find_labels_response_labels_item *items; size_t count; } labels;
    lob_find_labels_response_truncation truncation; /* What was left out */
    bool has_notes; struct { lob_str *items; size_t count; } notes; /* Remarks, e.g. why nothing was found. */
    lob_str next_cursor; /* Pass as cursor for the rest; absent at the end. */
} lob_find_labels_response;

typedef struct lob_find_rings_request {
    lob_str session_id; /* From open_layout */
    lob_str cell; /* Default: selected top */
    lob_query_box *box; /* In um; only rings completely inside */
    /* Default: those that guide light by the conventions, else all but marks */
    bool has_layers; struct { lob_layer_filter *items; size_t count; } layers;
    double max_gap_um; /* Ignores neighbours farther away */
    int64_t limit; /* Page size */
    int64_t max_chars; /* Longest answer, in characters */
    lob_str cursor; /* next_cursor of the page before */
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
    double gap_um; /* Exact. */
    lob_point_um at_um; /* Nearest point of the ring. */
    lob_point_um to_um; /* Nearest point of the neighbour. */
    lob_str id; /* The shape at to_um. */
} lob_find_rings_response_rings_item_neighbors_item;

typedef struct lob_find_rings_response_rings_item {
    lob_find_rings_response_rings_item_kind kind; /* racetrack: two or four straights between bends. */
    lob_layer_ref layer;
    lob_point_um center_um; /* Of the area inside the centre line. */
    /* Of the centre line; except for a circle the least of the bends, absent when undetermined. */
    bool has_radius_um; double radius_um;
    bool has_radius_uncertainty_um; double radius_uncertainty_um;
    /* Of a racetrack: lengths of its straights, in order around. */
    bool has_straights_um; struct { double *items; size_t count; } straights_um;
    bool has_straights_uncertainty_um; double straights_uncertainty_um; /* Of each. */
    double path_width_um; /* Median by length. */
    double path_width_uncertainty_um;
    /* Only when the width varies by more than rounding explains. */
    lob_find_rings_response_rings_item_width_profile *width_profile;
    double segment_length_um; /* Once around, along the centre line. */
    double segment_length_uncertainty_um;
    lob_micron_box bbox_um;
    int64_t shape_count; /* Figures it is drawn of. */
    struct { lob_str *items; size_t count; } shape_ids; /* The first 4 of them. */
    int64_t neighbor_count; /* Pieces of merged material within max_gap_um. */
    /* The nearest 4, nearest first. */
    struct { lob_find_rings_response_rings_item_neighbors_item *items; size_t count; } neighbors;
} lob_find_rings_response_rings_item;

typedef struct lob_find_rings_response_truncation {
    int64_t limit;
    int64_t rings_dropped; /* Rings after this page. */
} lob_find_rings_response_truncation;

typedef struct lob_find_rings_response {
    lob_str session_id; /* Session */
    double dbu; /* um per database unit. */
    lob_units units;
    lob_str cell; /* Cell asked about */
    int64_t ring_count; /* On all pages. */
    /* By bbox_um left, bottom, right, top. */
    struct { lob_find_rings_response_rings_item *items; size_t count; } rings;
    lob_find_rings_response_truncation truncation; /* What was left out */
    lob_str next_cursor; /* Pass as cursor for the rest; absent at the end. */
    bool has_notes; struct { lob_str *items; size_t count; } notes; /* Remarks, e.g. why nothing was found. */
} lob_find_rings_response;

typedef enum lob_list_cells_request_sort_by {
    LOB_LIST_CELLS_REQUEST_SORT_BY_NAME, LOB_LIST_CELLS_REQUEST_SORT_BY_WIDTH, LOB_LIST_CELLS_REQUEST_SORT_BY_HEIGHT,
        LOB_LIST_CELLS_REQUEST_SORT_BY_AREA
} lob_list_cells_request_sort_by;
enum { LOB_LIST_CELLS_REQUEST_SORT_BY_COUNT = 4 }; extern const char *const lob_list_cells_request_sort_by_names[4];

typedef struct lob_list_cells_request {
    lob_str session_id; /* From open_layout */
    bool has_max_depth; int64_t max_depth; /* Levels below the tops; default all */
    lob_layer_filter *layer; /* Only cells with anything on it or below */
    lob_list_cells_request_sort_by sort_by; /* Size of the box (on layer if given), largest first */
    int64_t limit; /* Page size */
    int64_t max_chars; /* Longest answer, in characters */
    lob_detail detail; /* full: adds rarely needed members, such as *_dbu */
    lob_str cursor; /* next_cursor of the page before */
} lob_list_cells_request;

typedef struct lob_list_cells_response_cells_item_children_item {
    lob_str cell;
    int64_t count; /* Placements, array members counted. */
} lob_list_cells_response_cells_item_children_item;

typedef struct lob_list_cells_response_cells_item {
    lob_str name;
    lob_str raw_hex; /* The exact bytes in hex, when they are not UTF-8. */
    bool is_top;
    bool has_is_ghost; bool is_ghost; /* Only when true: placed but not defined in the file. */
    lob_micron_box bbox_um;
    lob_dbu_box bbox_dbu;
    lob_micron_box *layer_bbox_um; /* With layer: of what is on it, children included. */
    bool has_bbox_empty; bool bbox_empty; /* Only when true: there is nothing to bound and the box is all zeros. */
    int64_t child_instance_count; /* Stored in this cell, an array once. */
    int64_t shape_count; /* Stored in this cell, texts included. */
    int64_t text_count;
    int64_t expanded_instance_count; /* Array members, all levels; saturates at 2^53-1. */
    int64_t expanded_shape_count; /* All levels; saturates at 2^53-1. */
    /* Direct children by name, at most 32. */
    struct { lob_list_cells_response_cells_item_children_item *items; size_t count; } children;
    bool has_children_dropped; int64_t children_dropped; /* Only when there are more. */
} lob_list_cells_response_cells_item;

typedef struct lob_list_cells_response_truncation {
    int64_t limit;
    int64_t cells_dropped; /* Cells after this page. */
} lob_list_cells_response_truncation;

typedef struct lob_list_cells_response {
    lob_str session_id; /* Session */
    double dbu; /* um per database unit. */
    lob_units units;
    int64_t cell_count; /* Cells within max_depth, all pages. */
    struct { lob_list_cells_response_cells_item *items; size_t count; } cells; /* By name, or as sort_by says */
    lob_list_cells_response_truncation truncation; /* What was left out */
    lob_str next_cursor; /* Pass as cursor for the rest; absent at the end. */
} lob_list_cells_response;

typedef struct lob_list_layers_request {
    lob_str session_id; /* From open_layout */
    int64_t limit; /* Page size */
    int64_t max_chars; /* Longest answer, in characters */
    lob_detail detail; /* full: adds rarely needed members, such as *_dbu */
    lob_str cursor; /* next_cursor of the page before */
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
    lob_str raw_hex; /* The exact bytes in hex, when they are not UTF-8. */
    /* lyp: layer properties; oasis: the file; convention: given or surely detected. */
    bool has_name_source; lob_list_layers_response_layers_item_name_source name_source;
    bool visible; /* By the layer properties; true where they say nothing. */
    int64_t shape_count; /* Stored in all cells, texts included. */
    int64_t text_count;
    int64_t expanded_shape_count; /* In the selected top; saturates at 2^53-1. */
    lob_micron_box bbox_um;
    lob_dbu_box bbox_dbu;
    bool has_bbox_empty; bool bbox_empty; /* Only when true: there is nothing to bound and the box is all zeros. */
} lob_list_layers_response_layers_item;

typedef struct lob_list_layers_response_truncation {
    int64_t limit;
    int64_t layers_dropped; /* Layers after this page. */
} lob_list_layers_response_truncation;

typedef struct lob_list_layers_response {
    lob_str session_id; /* Session */
    double dbu; /* um per database unit. */
    lob_units units;
    int64_t layer_count; /* All pages. */
    struct { lob_list_layers_response_layers_item *items; size_t count; } layers; /* By number and datatype */
    lob_list_layers_response_truncation truncation; /* What was left out */
    lob_str next_cursor; /* Pass as cursor for the rest; absent at the end. */
} lob_list_layers_response;

typedef struct lob_list_ports_request {
    lob_str session_id; /* From open_layout */
    lob_str cell; /* Default: selected top */
    lob_str component; /* Only ports of this cell */
    lob_query_box *box; /* In um; only ports in it */
    bool has_depth; int64_t depth; /* Levels below the cell; default all */
    lob_str type; /* optical, electrical, fiber, ... */
    int64_t limit; /* Page size */
    int64_t max_chars; /* Longest answer, in characters */
    lob_detail detail; /* full: adds rarely needed members, such as *_dbu */
    lob_str cursor; /* next_cursor of the page before */
} lob_list_ports_request;

typedef struct lob_list_ports_response_truncation {
    int64_t limit;
    int64_t ports_dropped; /* Ports after this page. */
} lob_list_ports_response_truncation;

typedef struct lob_list_ports_response {
    lob_str session_id; /* Session */
    lob_str cell; /* Cell asked about */
    lob_str raw_hex; /* The exact bytes in hex, when they are not UTF-8. */
    double dbu; /* um per database unit. */
    lob_units units;
    struct { lob_convention_used *items; size_t count; } conventions; /* In force, surest first. */
    int64_t port_count; /* All that fit, all pages. */
    struct { lob_port_item *items; size_t count; } ports; /* By type, x, y, path. */
    struct { lob_str *items; size_t count; } notes; /* What to know about this answer. */
    lob_list_ports_response_truncation truncation; /* What was left out */
    lob_str next_cursor; /* Pass as cursor for the rest; absent at the end. */
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
    lob_str session_id; /* From open_layout */
    /* path_width, segment_length (centre line), bend_radius_estimate: one path or polygon; the others: two targets.
     * edge_gap 0: touching; overlap: um2 */
    lob_measure_geometry_request_mode mode;
    struct { lob_str *items; size_t count; } target_ids; /* From query_region; label:TEXT, port:NAME */
    lob_arm_at *at; /* Measures only the arm at this point */
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
    lob_str text; /* Of a text; untrusted. */
    lob_micron_box bbox_um;
} lob_measure_geometry_response_details_targets_item;

typedef struct lob_measure_geometry_response_details {
    lob_str method;
    /* The two nearest points or the segment measured. */
    bool has_points_um; struct { lob_point_um *items; size_t count; } points_um;
    /* 0: exact for the figures as drawn. Absent: an indication only. overlap: um2. */
    bool has_uncertainty_um; double uncertainty_um;
    bool has_overlapping; bool overlapping; /* edge_gap, label_distance: they share at least a point. */
    /* Modes of one target: as in analyze_waveguide. Absent: none. */
    bool has_analysis_warnings; struct { lob_str *items; size_t count; } analysis_warnings;
    bool has_min_um; double min_um; /* path_width of a polygon: the least width; value_um is the median by length. */
    bool has_max_um; double max_um;
    bool has_min_max_uncertainty_um; double min_max_uncertainty_um; /* Of min_um and max_um. */
    lob_point_um *min_at_um;
    lob_point_um *max_at_um;
    bool has_dx_um; double dx_um;
    bool has_dy_um; double dy_um;
    bool has_angle_deg; double angle_deg;
    struct { lob_measure_geometry_response_details_targets_item *items; size_t count; } targets;
} lob_measure_geometry_response_details;

typedef struct lob_measure_geometry_response {
    lob_str session_id; /* Session */
    double dbu; /* um per database unit. */
    lob_units units;
    lob_measure_geometry_response_mode mode; /* As asked */
    struct { lob_str *items; size_t count; } target_ids; /* As asked */
    double value_um; /* overlap: um2. */
    int64_t value_dbu; /* Rounded; overlap: dbu2. */
    bool has_value_dbu_exact; double value_dbu_exact; /* Only when it is not an integer. */
    lob_measure_geometry_response_details details; /* How it was measured, and where */
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
    lob_measure_many_request_measurements_item_mode mode; /* As in measure_geometry */
    struct { lob_str *items; size_t count; } target_ids; /* As in measure_geometry */
    lob_arm_at *at; /* Measures only the arm at this point */
} lob_measure_many_request_measurements_item;

typedef struct lob_measure_many_request {
    lob_str session_id; /* From open_layout */
    /* One or two shapes: everything about them */
    bool has_target_ids; struct { lob_str *items; size_t count; } target_ids;
    /* Instead of target_ids */
    bool has_measurements; struct { lob_measure_many_request_measurements_item *items; size_t count; } measurements;
    lob_arm_at *at; /* For one target: measures only the arm at this point */
    int64_t max_chars; /* Longest answer, in characters */
    lob_str cursor; /* next_cursor of the page before */
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
    bool has_value_um; double value_um; /* overlap: um2. Absent with an error. */
    bool has_uncertainty_um; double uncertainty_um; /* 0: exact. Absent: an indication only. overlap: um2. */
    bool has_overlapping; bool overlapping; /* edge_gap, label_distance: they share at least a point. */
    bool has_min_um; double min_um; /* path_width of a polygon: the least and the greatest. */
    bool has_max_um; double max_um;
    bool has_min_max_uncertainty_um; double min_max_uncertainty_um; /* Of min_um and max_um. */
    bool has_dx_um; double dx_um; /* label_distance, port_spacing: of the second point from the first. */
    bool has_dy_um; double dy_um;
    /* The two nearest points or the segment measured. */
    bool has_points_um; struct { lob_point_um *items; size_t count; } points_um;
    bool has_analysis_warnings; struct { lob_str *items; size_t count; } analysis_warnings;
    lob_measure_many_response_results_item_error *error;
} lob_measure_many_response_results_item;

typedef struct lob_measure_many_response_truncation {
    int64_t results_dropped; /* After this page: not measured yet. */
} lob_measure_many_response_truncation;

typedef struct lob_measure_many_response {
    lob_str session_id; /* Session */
    double dbu; /* um per database unit. */
    lob_units units;
    int64_t measured_count; /* Results without an error, on this page. */
    struct { lob_measure_many_response_results_item *items; size_t count; } results; /* In the order of the request. */
    lob_measure_many_response_truncation truncation; /* What was left out */
    lob_str next_cursor; /* Pass as cursor for the rest; absent at the end. */
} lob_measure_many_response;

typedef struct lob_migrate_request {
    lob_str path; /* Absolute path */
    lob_str to; /* Version; default: the newest */
    bool check_only; /* Returns no document */
} lob_migrate_request;

typedef enum lob_migrate_response_kind {
    LOB_MIGRATE_RESPONSE_KIND_NETLIST, LOB_MIGRATE_RESPONSE_KIND_DRC_RULES, LOB_MIGRATE_RESPONSE_KIND_OBJECTIVES
} lob_migrate_response_kind;
enum { LOB_MIGRATE_RESPONSE_KIND_COUNT = 3 }; extern const char *const lob_migrate_response_kind_names[3];

typedef struct lob_migrate_response {
    lob_migrate_response_kind kind; /* Recognised by the members of the file. */
    lob_str file_version; /* schema_version of the file; 1.0.0 when it has none. */
    lob_str to_version; /* That of document; null when the file cannot be read. */
    bool compatible; /* The file can be read: its major version is known. */
    bool migration_needed; /* Not one of supported_versions; read as the newest version of its major. */
    bool is_newer; /* Has a newer minor version: its new members are ignored. */
    struct { lob_str *items; size_t count; } supported_versions; /* Of this kind, oldest first. */
    lob_str document; /* The file as to_version; not with check_only. */
} lob_migrate_response;

typedef enum lob_min_distance_request_kind {
    LOB_MIN_DISTANCE_REQUEST_KIND_WIDTH, LOB_MIN_DISTANCE_REQUEST_KIND_SPACE, LOB_MIN_DISTANCE_REQUEST_KIND_NOTCH,
        LOB_MIN_DISTANCE_REQUEST_KIND_ISOLATED, LOB_MIN_DISTANCE_REQUEST_KIND_SEPARATION,
        LOB_MIN_DISTANCE_REQUEST_KIND_ENCLOSURE, LOB_MIN_DISTANCE_REQUEST_KIND_EXTENSION,
        LOB_MIN_DISTANCE_REQUEST_KIND_OVERLAP, LOB_MIN_DISTANCE_REQUEST_KIND_IDS
} lob_min_distance_request_kind;
enum { LOB_MIN_DISTANCE_REQUEST_KIND_COUNT = 9 }; extern const char *const lob_min_distance_request_kind_names[9];

typedef struct lob_min_distance_request {
    lob_str session_id; /* From open_layout */
    lob_min_distance_request_kind kind; /* As types in check_rules; ids: between given shapes */
    lob_layer_filter *layer; /* For enclosure, the inner one */
    lob_layer_filter *layer2; /* Second layer, for kinds that compare two */
    bool has_ids; struct { lob_str *items; size_t count; } ids; /* Shape ids from query_region, for kind ids */
    bool has_ids2; struct { lob_str *items; size_t count; } ids2; /* The second set; default: all pairs among ids */
    lob_str cell; /* Default: selected top */
    lob_query_box *box; /* In um; default: the cell */
    double within_um; /* How far to search */
    int64_t count; /* Nearest places listed */
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
    lob_point_um from_um; /* The two nearest points. */
    lob_point_um to_um;
    struct { lob_str *items; size_t count; } ids; /* Of the shapes whose borders these are, one when it is the same. */
    /* The cells that store them, when it is not the requested cell. */
    bool has_leaf_cells; struct { lob_str *items; size_t count; } leaf_cells;
} lob_min_distance_response_places_item;

typedef struct lob_min_distance_response {
    lob_str session_id; /* Session */
    double dbu; /* um per database unit. */
    lob_units units;
    lob_min_distance_response_kind kind; /* As asked */
    lob_str cell; /* Cell asked about */
    lob_micron_box *box_um;
    bool is_found; /* Something lies within reach */
    bool has_value_um; double value_um; /* The least; absent when nothing was found. */
    bool has_value_dbu; double value_dbu; /* The same in database units, exact when whole. */
    /* All places up to here were found; when nothing was, nothing is nearer. Absent: kind ids, all pairs. */
    bool has_searched_um; double searched_um;
    /* enclosure: polygons of layer that are not wholly in layer2. Absent: none. */
    bool has_outside_count; int64_t outside_count;
    /* separation: places where the layers overlap, at distance 0. Absent: none. */
    bool has_overlap_count; int64_t overlap_count;
    struct { lob_min_distance_response_places_item *items; size_t count; } places; /* Nearest first. */
    bool has_notes; struct { lob_str *items; size_t count; } notes; /* Remarks, e.g. how far nothing was found. */
} lob_min_distance_response;

typedef struct lob_open_layout_request {
    lob_str path; /* Absolute path */
    lob_str top_cell; /* Default: first top by name */
    lob_str format; /* gds, oas; default: by extension */
    lob_str convention_path; /* JSON: how ports are marked; default: detected */
    lob_str lyp_path; /* Layer properties; default: NAME.lyp beside NAME.gds */
    bool strict; /* Refuse format deviations instead of warning */
    lob_detail detail; /* full: adds rarely needed members, such as *_dbu */
} lob_open_layout_request;

typedef enum lob_open_layout_response_source_format {
    LOB_OPEN_LAYOUT_RESPONSE_SOURCE_FORMAT_GDS, LOB_OPEN_LAYOUT_RESPONSE_SOURCE_FORMAT_OAS
} lob_open_layout_response_source_format;
enum { LOB_OPEN_LAYOUT_RESPONSE_SOURCE_FORMAT_COUNT =
    2 }; extern const char *const lob_open_layout_response_source_format_names[2];

typedef struct lob_open_layout_response_source {
    lob_str path;
    lob_open_layout_response_source_format format;
    lob_str sha256; /* Of the file on disk. */
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
    int64_t entry_count; /* Entries, groups left out. */
    int64_t layer_count; /* Layers of the layout that an entry fits. */
} lob_open_layout_response_lyp;

typedef struct lob_open_layout_response_truncation {
    bool has_top_cells_dropped; int64_t top_cells_dropped; /* When there are any. */
    int64_t layers_dropped;
    bool has_warnings_dropped; int64_t warnings_dropped; /* When there are any. */
} lob_open_layout_response_truncation;

typedef struct lob_open_layout_response {
    lob_str session_id; /* Pass it to other tools */
    lob_open_layout_response_source source; /* The file */
    lob_str content_hash; /* Equal for equal geometry, names and hierarchy in any format. */
    lob_str selected_top_cell; /* Cell that tools take by default */
    struct { lob_str *items; size_t count; } top_cells; /* Sorted by name. */
    double dbu; /* um per database unit. */
    lob_units units;
    lob_micron_box bbox_um; /* Of the selected top cell. */
    lob_dbu_box bbox_dbu;
    bool has_bbox_empty; bool bbox_empty; /* Only when true: there is nothing to bound and the box is all zeros. */
    int64_t layer_count; /* Layers of the file */
    int64_t cell_count; /* Cells in the file */
    int64_t shape_count; /* Of the selected top cell with all children, expanded; may saturate at 2^53-1. */
    int64_t instance_count; /* Expanded likewise. */
    struct { lob_layer_ref *items; size_t count; } layers; /* The first 12; list_layers has all. */
    /* Layer properties in use: they name layers and say which are visible; absent: none. */
    lob_open_layout_response_lyp *lyp;
    /* How the layout marks ports, surest first; list_ports uses them. */
    struct { lob_convention_used *items; size_t count; } conventions_detected;
    /* Ports stored in cells, each cell once; without those that list_ports infers. Absent above 500,000 stored
     * shapes: list_ports counts then. */
    bool has_ports_found; int64_t ports_found;
    struct { lob_warning_item *items; size_t count; } warnings; /* Empty when the file is clean. */
    lob_open_layout_response_truncation truncation; /* What was left out */
    bool has_notes; struct { lob_str *items; size_t count; } notes; /* How to go on where a list is cut. */
    lob_str artifact_root; /* Absolute folder of the session's files. */
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
    lob_str violation_id; /* From a detailed report of evaluate; or give a mask as in evaluate */
    lob_optimize_request_scope scope; /* Repairs the group, or only this violation */
    lob_str layout_artifact_id; /* From its report, if made in another connection */
    lob_str layout; /* Absolute path of a GDSII, OASIS or .glp file; or send session_id */
    lob_str session_id; /* From open_layout, instead of layout */
    lob_str cell; /* Default: the top */
    lob_layer_filter *layer; /* Layer of the mask */
    lob_layer_filter *target_layer; /* What should print; default: layer */
    lob_query_box *box; /* In um; default: the cell */
    bool has_node; lob_optimize_request_node node; /* Sets optics and pixel */
    bool has_pixel_nm; double pixel_nm; /* Default: of node, else 1 */
    lob_str rule_deck; /* As in evaluate */
    lob_litho_process *process; /* As in evaluate */
    lob_optimize_request_method method; /* pixel prints best and obeys mask rules; level_set only moves contours */
    bool has_iterations; int64_t iterations; /* Iterations at most; default by method */
    lob_optimize_request_format format; /* Format of the new mask */
    bool manhattan; /* Outlines follow the edges of pixels */
    bool inline_image; /* Also sends a picture of before and after */
    int64_t wait_ms; /* Waits this long for the end of the job */
} lob_optimize_request;

typedef struct lob_optimize_response {
    lob_str job_id; /* For poll and cancel_job. */
    lob_shown_job_kind kind;
    lob_shown_job_state status;
    double progress; /* 0..1, never falling; 0 once failed. */
    double done; /* Bytes, tiles or iterations of the stage under way; 1 once completed, 0 once failed. */
    double total; /* What done counts up to */
    lob_str message; /* What it is doing */
    int64_t elapsed_ms; /* Since the job was requested; stops at its end */
    bool has_next_poll_ms; int64_t next_poll_ms; /* When to poll again, while the job runs. */
    lob_str layout_artifact_id; /* sha256: of the layout file, once it is read; give it back to optimize. */
    lob_str result; /* completed: the report as the engine wrote it, byte for byte. */
    lob_artifact_ref *image; /* Once completed, with inline_image: the picture sent along, as PNG. */
    lob_artifact_ref *image_svg;
    lob_shown_job_error *error;
} lob_optimize_response;

typedef enum lob_parse_drc_rules_request_language {
    LOB_PARSE_DRC_RULES_REQUEST_LANGUAGE_EN, LOB_PARSE_DRC_RULES_REQUEST_LANGUAGE_ZH
} lob_parse_drc_rules_request_language;
enum { LOB_PARSE_DRC_RULES_REQUEST_LANGUAGE_COUNT =
    2 }; extern const char *const lob_parse_drc_rules_request_language_names[2];

typedef struct lob_parse_drc_rules_request {
    lob_str path; /* Absolute path */
    lob_parse_drc_rules_request_language language; /* Language of the summary */
    lob_str layer; /* Only rules of this layer */
    int64_t max_chars; /* Longest answer, in characters */
    lob_str cursor; /* next_cursor of the page before */
} lob_parse_drc_rules_request;

typedef struct lob_parse_drc_rules_response_truncation {
    int64_t rules_dropped; /* Rules of the file that are not on this page. */
} lob_parse_drc_rules_response_truncation;

typedef struct lob_parse_drc_rules_response {
    lob_drc_rule_set rule_set;
    lob_str summary; /* For a prompt, in the requested language. */
    /* The same for check_rules (its member rules), lengths in um, in the order of the file. */
    struct { lob_deck_rule *items; size_t count; } rules;
    /* Rules that check_rules cannot check, or only in part. */
    struct { lob_unchecked_rule *items; size_t count; } not_checkable;
    /* Remarks on the file, e.g. that its version is newer; only when there are any. */
    bool has_warnings; struct { lob_warning_item *items; size_t count; } warnings;
    /* Only when rules were left out; check_rules takes the whole file as deck_path. */
    lob_parse_drc_rules_response_truncation *truncation;
    lob_str next_cursor; /* Pass as cursor for the rest; absent at the end. */
} lob_parse_drc_rules_response;

typedef enum lob_parse_netlist_request_language {
    LOB_PARSE_NETLIST_REQUEST_LANGUAGE_EN, LOB_PARSE_NETLIST_REQUEST_LANGUAGE_ZH
} lob_parse_netlist_request_language;
enum { LOB_PARSE_NETLIST_REQUEST_LANGUAGE_COUNT =
    2 }; extern const char *const lob_parse_netlist_request_language_names[2];

typedef struct lob_parse_netlist_request {
    lob_str path; /* Absolute path */
    lob_str device; /* Only this id and its nets */
    lob_str net; /* Only this net and its devices */
    bool identify_modules; /* Finds pairs, mirrors ... */
    lob_parse_netlist_request_language language; /* Language of the summary */
    int64_t max_chars; /* Longest answer, in characters */
    lob_str cursor; /* next_cursor of the page before */
} lob_parse_netlist_request;

typedef struct lob_parse_netlist_response_parse_info {
    lob_str file_version; /* schema_version of the file. */
    int64_t device_count; /* Sub-cells expanded. */
    int64_t net_count;
    int64_t module_count; /* 0 without identify_modules. */
    bool has_is_migrated; bool is_migrated; /* Only when true: read as a newer version of the format. */
} lob_parse_netlist_response_parse_info;

typedef struct lob_parse_netlist_response_truncation {
    int64_t devices_dropped; /* Not on this page. */
    int64_t nets_dropped; /* Not on this page. */
    int64_t modules_dropped; /* Not on this page. */
} lob_parse_netlist_response_truncation;

typedef struct lob_parse_netlist_response {
    lob_circuit circuit;
    lob_parse_netlist_response_parse_info parse_info; /* How much there is. */
    lob_str summary; /* For a prompt, in the requested language. */
    /* Remarks on the file, e.g. that its version is newer; only when there are any. */
    bool has_warnings; struct { lob_warning_item *items; size_t count; } warnings;
    /* Only when something was left out; device and net ask for one. */
    lob_parse_netlist_response_truncation *truncation;
    lob_str next_cursor; /* Pass as cursor for the rest; absent at the end. */
} lob_parse_netlist_response;

typedef enum lob_parse_objectives_request_language {
    LOB_PARSE_OBJECTIVES_REQUEST_LANGUAGE_EN, LOB_PARSE_OBJECTIVES_REQUEST_LANGUAGE_ZH
} lob_parse_objectives_request_language;
enum { LOB_PARSE_OBJECTIVES_REQUEST_LANGUAGE_COUNT =
    2 }; extern const char *const lob_parse_objectives_request_language_names[2];

typedef struct lob_parse_objectives_request {
    lob_str path; /* Absolute path */
    lob_parse_objectives_request_language language; /* Language of the summary */
} lob_parse_objectives_request;

typedef struct lob_parse_objectives_response {
    lob_design_objectives design_objectives; /* Defaults filled in. */
    /* The objective of the greatest weight, the first of equals; absent without objectives. */
    bool has_primary; lob_objective_name primary;
    lob_str summary; /* For a prompt, in the requested language. */
    /* Remarks on the file, e.g. that its version is newer; only when there are any. */
    bool has_warnings; struct { lob_warning_item *items; size_t count; } warnings;
} lob_parse_objectives_response;

typedef struct lob_poll_request {
    lob_str job_id; /* From evaluate or optimize */
    int64_t wait_ms; /* Waits this long for the end of the job */
} lob_poll_request;

typedef struct lob_poll_response {
    lob_str job_id; /* For poll and cancel_job. */
    lob_shown_job_kind kind;
    lob_shown_job_state status;
    double progress; /* 0..1, never falling; 0 once failed. */
    double done; /* Bytes, tiles or iterations of the stage under way; 1 once completed, 0 once failed. */
    double total; /* What done counts up to */
    lob_str message; /* What it is doing */
    int64_t elapsed_ms; /* Since the job was requested; stops at its end */
    bool has_next_poll_ms; int64_t next_poll_ms; /* When to poll again, while the job runs. */
    lob_str layout_artifact_id; /* sha256: of the layout file, once it is read; give it back to optimize. */
    lob_str result; /* completed: the report as the engine wrote it, byte for byte. */
    lob_artifact_ref *image; /* Once completed, with inline_image: the picture sent along, as PNG. */
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
    lob_str session_id; /* From open_layout */
    lob_query_box box;
    lob_str cell; /* Default: selected top */
    bool has_layers; struct { lob_layer_filter *items; size_t count; } layers; /* Default: all */
    /* top: own objects; recursive: through instances, with instance_path; flattened: as if drawn in the cell */
    lob_query_region_request_hierarchy_mode hierarchy_mode;
    lob_query_region_request_match match; /* By boxes, or by true overlap */
    int64_t max_shapes; /* Page size */
    int64_t max_instances; /* Page size */
    int64_t max_texts; /* Page size */
    bool has_include_instances; bool include_instances; /* Lists instances; default: only when layers is left out */
    bool include_points; /* Adds points_dbu */
    bool include_area; /* Adds area_um2, perimeter_um */
    bool include_statistics; /* By layer: count, merged area, pieces, perimeter, extent */
    int64_t max_chars; /* Longest answer, in characters */
    lob_detail detail; /* full: adds rarely needed members, such as *_dbu */
    lob_str cursor; /* next_cursor of the page before */
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
    bool has_lower_bound; bool lower_bound; /* Only when true: there are at least so many. */
} lob_query_region_response_summary;

typedef struct lob_query_region_response_instances_item {
    lob_str id; /* ins_ and 16 hex digits. */
    lob_str name; /* CELL:index */
    lob_str child_cell;
    bool has_is_ghost; bool is_ghost; /* Only when true: the file does not define the cell. */
    lob_str raw_hex; /* The exact bytes in hex, when they are not UTF-8. */
    /* Cell names from the queried cell down to the one that holds it; lean: absent at the first level. */
    bool has_instance_path; struct { lob_str *items; size_t count; } instance_path;
    bool has_path_members; struct { lob_path_member *items; size_t count; } path_members;
    lob_array_info array;
    int64_t members_in_box; /* Array members that meet the box. */
    lob_transform transform;
    lob_micron_box bbox_um;
    lob_dbu_box bbox_dbu;
    bool has_bbox_empty; bool bbox_empty; /* Only when true: the child is empty. */
    bool has_properties; struct { lob_property *items; size_t count; } properties;
    bool has_properties_dropped; int64_t properties_dropped; /* Only when there are more. */
} lob_query_region_response_instances_item;

typedef struct lob_query_region_response_texts_item {
    lob_str id; /* txt_ and 16 hex digits. */
    lob_str text; /* Untrusted text of the file, at most 256 bytes. */
    lob_str raw_hex; /* The exact bytes in hex, when they are not UTF-8. */
    bool has_bytes_cut; int64_t bytes_cut;
    lob_str cell; /* The queried cell. */
    lob_str leaf_cell; /* The cell that stores the text; lean: absent where instance_path ends with it. */
    /* Cell names from the queried cell down; lean: absent for its own texts. */
    bool has_instance_path; struct { lob_str *items; size_t count; } instance_path;
    bool has_path_members; struct { lob_path_member *items; size_t count; } path_members;
    lob_layer_ref layer;
    lob_micron_box bbox_um; /* The position as a box without area, as shapes have one. */
    lob_point_um position_um;
    lob_point_dbu position_dbu;
    bool has_properties; struct { lob_property *items; size_t count; } properties;
    bool has_properties_dropped; int64_t properties_dropped; /* Only when there are more. */
} lob_query_region_response_texts_item;

typedef struct lob_query_region_response_statistics_item_largest_piece {
    double area_um2;
    lob_micron_box bbox_um;
} lob_query_region_response_statistics_item_largest_piece;

typedef struct lob_query_region_response_statistics_item {
    lob_layer_ref layer;
    int64_t shape_count;
    bool has_text_count; int64_t text_count; /* Only when there are texts. */
    double area_um2;
    double density; /* Merged area in the box over the area of the box. */
    /* Merged and cut at the box, parts that share only a corner apart. Absent, with what follows: too many shapes. */
    bool has_piece_count; int64_t piece_count;
    bool has_perimeter_um; double perimeter_um; /* Of all pieces, with holes. */
    lob_micron_box *bbox_um; /* Of all pieces; absent: none. */
    lob_query_region_response_statistics_item_largest_piece *largest_piece;
} lob_query_region_response_statistics_item;

typedef struct lob_query_region_response_truncation {
    int64_t shapes_dropped;
    int64_t instances_dropped;
    int64_t texts_dropped;
    bool has_points_dropped; int64_t points_dropped; /* Only when there are more, of shapes together. */
    bool has_layers_dropped; int64_t layers_dropped; /* Only when there are more, of statistics. */
} lob_query_region_response_truncation;

typedef struct lob_query_region_response {
    lob_str session_id; /* Session */
    double dbu; /* um per database unit. */
    lob_units units;
    lob_micron_box box_um;
    lob_dbu_box box_dbu;
    lob_str cell; /* Cell asked about */
    lob_query_region_response_hierarchy_mode hierarchy_mode; /* As asked */
    lob_query_region_response_match match; /* As asked */
    lob_query_region_response_summary summary; /* Counts of all */
    struct { lob_shape_ref *items; size_t count; } shapes; /* By layer, kind, box, path, id. */
    struct { lob_query_region_response_instances_item *items; size_t count; } instances; /* By child cell, box, path. */
    struct { lob_query_region_response_texts_item *items; size_t count; } texts; /* By layer, text, position, path. */
    /* With include_statistics. */
    bool has_statistics; struct { lob_query_region_response_statistics_item *items; size_t count; } statistics;
    lob_query_region_response_truncation truncation; /* What was left out */
    bool has_notes; struct { lob_str *items; size_t count; } notes; /* Remarks, e.g. that nothing was found. */
    lob_str next_cursor; /* Pass as cursor for the rest; absent at the end. */
} lob_query_region_response;

typedef struct lob_render_view_request_image_size {
    int64_t width; /* Pixels */
    int64_t height; /* Pixels */
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
    bool has_target_ids; struct { lob_str *items; size_t count; } target_ids; /* shp_ txt_ prt_ ins_ mrk_ vio_ ids */
    lob_str color; /* #rrggbb; default: by kind */
    lob_query_box *box;
    bool has_points; struct { lob_point_in *items; size_t count; } points; /* Instead of target_ids */
    lob_str text; /* Text beside it */
} lob_render_view_request_annotations_item;

typedef enum lob_render_view_request_style {
    LOB_RENDER_VIEW_REQUEST_STYLE_LIGHT, LOB_RENDER_VIEW_REQUEST_STYLE_DARK, LOB_RENDER_VIEW_REQUEST_STYLE_MASK
} lob_render_view_request_style;
enum { LOB_RENDER_VIEW_REQUEST_STYLE_COUNT = 3 }; extern const char *const lob_render_view_request_style_names[3];

typedef struct lob_render_view_request {
    lob_str session_id; /* From open_layout */
    lob_query_box *box;
    lob_str cell; /* Default: the cell of the view */
    lob_str around; /* Id (shp_ txt_ prt_ ins_ mrk_ vio_) to show with an outline, instead of box and cell */
    bool has_layers; struct { lob_layer_filter *items; size_t count; } layers; /* Default: those of the view; []: all */
    lob_render_view_request_image_size *image_size; /* Pixels; default 1200x800, or the shape of the cell without box */
    /* Drawn on top */
    bool has_annotations; struct { lob_render_view_request_annotations_item *items; size_t count; } annotations;
    lob_render_view_request_style style; /* mask: coverage in one colour, without markers unless named */
    bool inline_image; /* Returns the picture, too */
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
    lob_str session_id; /* Session */
    double dbu; /* um per database unit. */
    lob_units units;
    lob_str render_id; /* rnd_ and 8 hex digits. */
    lob_micron_box box_um; /* As asked. */
    lob_micron_box visible_box_um;
    lob_str cell; /* Cell asked about */
    struct { lob_layer_ref *items; size_t count; } layers; /* Those requested, else those drawn. */
    lob_artifact_ref image;
    int64_t width; /* Pixels */
    int64_t height; /* Pixels */
    lob_render_view_response_style style; /* As asked */
    double um_per_px; /* To 6 decimals; world_to_pixel is exact. */
    /* px = a*x + c*y + e, py = b*x + d*y + f, in um; py grows downwards. */
    lob_render_view_response_world_to_pixel world_to_pixel;
    lob_str pixels_sha256; /* Of the RGBA rows from the top. */
    bool has_notes; struct { lob_str *items; size_t count; } notes; /* Remarks, e.g. that nothing was found. */
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
    lob_str session_id; /* From open_layout */
    lob_str script_path; /* Absolute path */
    lob_str script_text; /* The deck itself, without includes */
    lob_run_drc_script_request_script_type script_type; /* ruby: KLayout; json: built-in engine */
    lob_run_drc_script_request_engine engine; /* Runs ruby decks; auto: native, or klayout if native lacks a method */
    bool has_only; struct { lob_str *items; size_t count; } only; /* Only these categories; engine native */
    lob_query_box *box; /* In um; engine native, decks with local rules */
    bool profile; /* Adds seconds and shapes of each line; engine native */
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
    lob_run_drc_script_response_sandbox_state state; /* off: by the operator's KLAYOUT_MCP_SANDBOX */
    struct { lob_str *items; size_t count; } walls;
    int64_t landlock_abi;
} lob_run_drc_script_response_sandbox;

typedef struct lob_run_drc_script_response_profile_item {
    lob_str file; /* Of the deck */
    int64_t line; /* 0: no line is known */
    lob_str operation; /* Of the engine */
    int64_t calls;
    int64_t shapes; /* Polygons, edges, pairs or texts that resulted */
    double seconds; /* Measured, so another one each time */
} lob_run_drc_script_response_profile_item;

typedef struct lob_run_drc_script_response {
    lob_str session_id; /* Session */
    double dbu; /* um per database unit. */
    lob_units units;
    lob_str run_id; /* drc_ and 8 hex digits. */
    lob_str script_path; /* As sent; inline: it came as script_text. */
    lob_run_drc_script_response_script_type script_type; /* As asked */
    bool has_engine; lob_run_drc_script_response_engine engine; /* Who ran the deck, when engine was native or auto. */
    int64_t return_code; /* Of KLayout; 0 of the built-in engine */
    int64_t marker_count; /* All violations */
    /* Markers by rule, those without markers as well. */
    struct { lob_str *names; int64_t *items; size_t count; } rule_counts;
    /* drc_report first, then markers; stdout and stderr of KLayout. */
    struct { lob_artifact_ref *items; size_t count; } artifacts;
    lob_run_drc_script_response_sandbox *sandbox; /* Environment of KLayout; absent for json. */
    bool has_seconds; double seconds; /* KLayout's run. */
    bool has_cpu_seconds; double cpu_seconds; /* Processor time */
    bool has_memory_peak_bytes; int64_t memory_peak_bytes; /* Most resident memory, bytes */
    /* Cost of the operations of deck lines, in the order of the run. */
    bool has_profile; struct { lob_run_drc_script_response_profile_item *items; size_t count; } profile;
    bool has_notes; struct { lob_str *items; size_t count; } notes; /* Remarks, e.g. that nothing was found. */
} lob_run_drc_script_response;

typedef struct lob_set_view_request {
    lob_str session_id; /* From open_layout */
    lob_query_box box;
    lob_str cell; /* Default: selected top */
    bool has_layers; struct { lob_layer_filter *items; size_t count; } layers; /* Default: all */
} lob_set_view_request;

typedef struct lob_set_view_response_view {
    lob_str cell;
    lob_micron_box box_um;
    lob_dbu_box box_dbu;
    struct { lob_layer_ref *items; size_t count; } layers; /* Empty: all. */
} lob_set_view_response_view;

typedef struct lob_set_view_response {
    lob_str session_id; /* Session */
    double dbu; /* um per database unit. */
    lob_units units;
    lob_set_view_response_view view; /* Kept for render_view */
} lob_set_view_response;

typedef struct lob_trace_waveguide_request_from {
    bool has_x_um; double x_um; /* x of the point */
    bool has_y_um; double y_um; /* y of the point */
    bool has_angle_deg; double angle_deg; /* Counter-clockwise from +x */
    lob_str port; /* Id from list_ports, or name; the top's own ports first */
} lob_trace_waveguide_request_from;

typedef struct lob_trace_waveguide_request {
    lob_str session_id; /* From open_layout */
    lob_trace_waveguide_request_from from; /* x_um and y_um on a guide, or with angle_deg where one begins; or port */
    lob_str cell; /* Default: selected top */
    /* Default: that of the guide at the point */
    bool has_layers; struct { lob_layer_filter *items; size_t count; } layers;
    int64_t max_segments; /* Segments and events listed */
    bool has_tolerance_um; double tolerance_um; /* Ends this near are joined; default 1.5 dbu */
    double angle_tolerance_deg; /* Ends meet within this angle */
    int64_t max_chars; /* Longest answer, in characters */
    lob_detail detail; /* full: adds rarely needed members, such as *_dbu */
    lob_str cursor; /* next_cursor of the page before */
    bool inline_image; /* Also sends a picture */
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
    lob_str cell; /* That stores it. */
    lob_layer_ref layer;
} lob_trace_waveguide_response_ends_item_shape;

typedef struct lob_trace_waveguide_response_ends_item_port {
    lob_str id;
    lob_str name; /* Untrusted text of the file; absent without. */
    lob_str cell; /* Whose port it is. */
} lob_trace_waveguide_response_ends_item_port;

typedef struct lob_trace_waveguide_response_ends_item {
    double x_um;
    double y_um;
    double angle_deg; /* Out of the route. */
    double width_um;
    /* open: nothing begins there; device: a figure that is no guide, or a much wider one; side: it runs into a
     * guide's side; angle, offset: a guide begins there, but turned or shifted; branch: several go on; loop: back
     * where it was; limit: more segments than a call follows; start: as asked. */
    lob_trace_waveguide_response_ends_item_reason reason;
    lob_trace_waveguide_response_ends_item_shape *shape; /* What was found there. */
    lob_trace_waveguide_response_ends_item_port *port; /* When a port lies there. */
    lob_point_um *offset_um; /* offset: from here to where the guide begins. */
    bool has_angle_error_deg; double angle_error_deg; /* angle: off a straight continuation. */
} lob_trace_waveguide_response_ends_item;

typedef enum lob_trace_waveguide_response_segments_item_kind {
    LOB_TRACE_WAVEGUIDE_RESPONSE_SEGMENTS_ITEM_KIND_BOX, LOB_TRACE_WAVEGUIDE_RESPONSE_SEGMENTS_ITEM_KIND_PATH,
        LOB_TRACE_WAVEGUIDE_RESPONSE_SEGMENTS_ITEM_KIND_POLYGON
} lob_trace_waveguide_response_segments_item_kind;
enum { LOB_TRACE_WAVEGUIDE_RESPONSE_SEGMENTS_ITEM_KIND_COUNT =
    3 }; extern const char *const lob_trace_waveguide_response_segments_item_kind_names[3];

typedef struct lob_trace_waveguide_response_segments_item {
    lob_str id; /* shp_ and 16 hex digits. */
    lob_trace_waveguide_response_segments_item_kind kind;
    lob_str leaf_cell; /* That stores it. */
    struct { lob_str *items; size_t count; } instance_path; /* Cell names from the queried cell down. */
    lob_layer_ref *layer; /* Only when not that of the first. */
    lob_point_um at_um; /* Where it begins. */
    double s_um; /* Length of the route up to there. */
    double length_um;
    double width_um; /* Mean. */
    bool has_width_min_um; double width_min_um; /* Only when it varies. */
    bool has_width_max_um; double width_max_um;
    bool has_radius_min_um; double radius_min_um; /* Only with bends. */
    bool has_turn_deg; double turn_deg;
    bool has_bend_count; int64_t bend_count;
    bool has_corner_count; int64_t corner_count;
    bool has_overlap_um; double overlap_um; /* Drawn over the segment before; not counted again. */
    bool has_confidence; double confidence; /* Only below 0.9. */
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
    int64_t segment; /* From 0, of all segments. */
    bool has_width_before_um; double width_before_um;
    bool has_width_behind_um; double width_behind_um;
    bool has_angle_deg; double angle_deg; /* corner: left positive. */
    lob_point_um *offset_um; /* offset: from one end to the next. */
    lob_str id; /* crossing: the other figure. */
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
    lob_str session_id; /* Session */
    double dbu; /* um per database unit. */
    lob_units units;
    lob_str cell; /* Whose coordinates these are. */
    lob_layer_ref layer; /* Of the first segment. */
    double length_um; /* Along the centre line, overlaps once. */
    double length_uncertainty_um; /* Length is within so much */
    double turn_deg; /* Sum of the turns of bends and corners; of an S-bend what is left of it. */
    bool has_radius_min_um; double radius_min_um; /* Null: no bend is determined. */
    bool has_radius_min_uncertainty_um; double radius_min_uncertainty_um; /* Radius is within so much */
    lob_point_um *radius_min_at_um;
    double width_min_um; /* Least width */
    double width_max_um; /* Greatest width */
    lob_point_um width_min_at_um;
    int64_t segment_count; /* All segments */
    int64_t event_count; /* All events */
    /* Where it begins and where it ends. */
    struct { lob_trace_waveguide_response_ends_item *items; size_t count; } ends;
    struct { lob_trace_waveguide_response_segments_item *items; size_t count; } segments; /* In order. */
    struct { lob_trace_waveguide_response_events_item *items; size_t count; } events; /* In order. */
    double confidence; /* 0 to 1, the least of the segments: that each is a guide. */
    lob_trace_waveguide_response_source source; /* Ends of figures, no ports. */
    lob_artifact_ref *image; /* With inline_image: the picture sent along, as PNG. */
    lob_artifact_ref *image_svg; /* The same as SVG, to zoom. */
    bool has_notes; struct { lob_str *items; size_t count; } notes; /* Remarks */
    lob_trace_waveguide_response_truncation truncation; /* What was left out */
    lob_str next_cursor; /* Pass as cursor for the rest; absent at the end. */
} lob_trace_waveguide_response;

#endif
