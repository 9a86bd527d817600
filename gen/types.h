/* Made by tools/schemac from spec/. Do not edit. The types of the contract. */
#ifndef LOB_GEN_TYPES_H
#define LOB_GEN_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

#define LOB_SCHEMA_VERSION "1.0.0"

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

/* Box in um: {"left":0,"bottom":0,"right":20,"top":10} */
typedef struct lob_query_box {
    double left;
    double bottom;
    double right;
    double top;
} lob_query_box;

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
    bool has_offset;
    int64_t offset;
} lob_warning_item;

typedef enum lob_error_object_code {
    LOB_ERROR_OBJECT_CODE_FILE_NOT_FOUND,
    LOB_ERROR_OBJECT_CODE_UNSUPPORTED_FORMAT,
    LOB_ERROR_OBJECT_CODE_TOP_CELL_NOT_FOUND,
    LOB_ERROR_OBJECT_CODE_SESSION_NOT_FOUND,
    LOB_ERROR_OBJECT_CODE_SESSION_EXPIRED,
    LOB_ERROR_OBJECT_CODE_INVALID_BOX,
    LOB_ERROR_OBJECT_CODE_INVALID_LAYER,
    LOB_ERROR_OBJECT_CODE_INVALID_TARGET,
    LOB_ERROR_OBJECT_CODE_QUERY_TOO_LARGE,
    LOB_ERROR_OBJECT_CODE_TOOL_LIMIT_EXCEEDED,
    LOB_ERROR_OBJECT_CODE_RENDER_FAILED,
    LOB_ERROR_OBJECT_CODE_DRC_RUN_FAILED,
    LOB_ERROR_OBJECT_CODE_INTERNAL_ERROR
} lob_error_object_code;
enum { LOB_ERROR_OBJECT_CODE_COUNT = 13 };
extern const char *const lob_error_object_code_names[13];

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

typedef struct lob_error_object_details {
    /* What to call or change. */
    lob_str hint;
    /* Faults of the arguments, at most 8. */
    bool has_issues;
    struct {
        lob_argument_issue *items;
        size_t count;
    } issues;
    /* All faults, when more than are listed. */
    bool has_issue_count;
    int64_t issue_count;
    /* Names or ids that would fit. */
    bool has_candidates;
    struct {
        lob_str *items;
        size_t count;
    } candidates;
    /* A word: not_absolute, absent, outside_roots, directory, not_regular, unreadable, file_size, memory, sessions,
     * ... */
    lob_str reason;
    /* The file asked for. */
    lob_str path;
    /* Byte of the fault in the inflated file. */
    bool has_offset;
    int64_t offset;
    /* Record name. */
    lob_str record;
    /* 0-based. */
    bool has_record_index;
    int64_t record_index;
    /* Cell name. */
    lob_str cell;
    bool has_layer;
    int64_t layer;
    bool has_datatype;
    int64_t datatype;
    lob_str session_id;
    lob_str target_id;
    lob_str run_id;
    /* Name of the argument or variable. */
    lob_str argument;
    /* The limit that was met. */
    bool has_limit;
    int64_t limit;
    /* Its name in limits.json. */
    lob_str limit_name;
    /* Of the file, bytes. */
    bool has_size;
    int64_t size;
    /* Error number (errno) of the system. */
    bool has_system_error;
    int64_t system_error;
    /* Time to live of sessions. */
    bool has_ttl_seconds;
    int64_t ttl_seconds;
    /* Of KLayout. */
    bool has_return_code;
    int64_t return_code;
    /* The last lines, cut. */
    lob_str stderr_tail;
} lob_error_object_details;

/* Every failure, with isError true. */
typedef struct lob_error_object {
    lob_error_object_code code;
    /* One sentence for people; never text of the layout or of the request. */
    lob_str message;
    /* Grows with the releases. */
    lob_error_object_details details;
} lob_error_object;

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

/* A point in um, rounded to 6 decimals. */
typedef struct lob_point_um {
    double x;
    double y;
} lob_point_um;

/* A point in database units. */
typedef struct lob_point_dbu {
    int64_t x;
    int64_t y;
} lob_point_dbu;

/* Member (i, j) is displaced by i*a + j*b, i < na, j < nb. */
typedef struct lob_array_info {
    bool is_array;
    /* Members along a. Of a GDSII AREF a steps from row to row and b from column to column, as in KLayout. */
    int64_t na;
    /* Members along b. */
    int64_t nb;
    /* A point in um, rounded to 6 decimals. */
    lob_point_um a_um;
    /* A point in um, rounded to 6 decimals. */
    lob_point_um b_um;
    /* A point in database units. */
    lob_point_dbu a_dbu;
    /* A point in database units. */
    lob_point_dbu b_dbu;
    /* Members of an irregular repetition; na is this, nb 1, a and b are zero. */
    bool has_irregular_count;
    int64_t irregular_count;
} lob_array_info;

/* A layer; of texts the datatype is the text type. */
typedef struct lob_layer_ref {
    int64_t layer;
    int64_t datatype;
    /* When the file or a layer file names it. */
    lob_str name;
    /* The exact bytes in hex, when they are not UTF-8. */
    lob_str raw_hex;
} lob_layer_ref;

/* A text of the layout. */
typedef struct lob_label {
    /* txt_ and 16 hex digits. */
    lob_str id;
    /* Untrusted text of the file, at most 256 bytes. */
    lob_str text;
    /* The exact bytes in hex, when they are not UTF-8. */
    lob_str raw_hex;
    /* Bytes of the text left out. */
    bool has_bytes_cut;
    int64_t bytes_cut;
    /* A layer; of texts the datatype is the text type. */
    lob_layer_ref layer;
    /* A point in um, rounded to 6 decimals. */
    lob_point_um position_um;
    /* A point in database units. */
    lob_point_dbu position_dbu;
    /* Members of a repetition that is one label because there are too many; the position is of the first. */
    bool has_count;
    int64_t count;
} lob_label;

/* {"layer":1,"datatype":0} */
typedef struct lob_layer_filter {
    int64_t layer;
    int64_t datatype;
    /* ignored */
    lob_str name;
} lob_layer_filter;

/* Point in um */
typedef struct lob_point_in {
    double x;
    double y;
} lob_point_in;

/* A property of a cell, instance or shape. */
typedef struct lob_property {
    /* OASIS property name. */
    lob_str name;
    /* GDSII attribute number. */
    bool has_attribute;
    int64_t attribute;
    /* Numbers and strings, in order; GDSII has one string. */
    struct {
        lob_str *items;
        size_t count;
    } values;
    /* Bytes of the first string value that is not UTF-8, in hex. */
    lob_str raw_hex;
    /* Bytes left out of long strings. */
    bool has_bytes_cut;
    int64_t bytes_cut;
    /* Only when there are more. */
    bool has_values_dropped;
    int64_t values_dropped;
} lob_property;

typedef enum lob_shape_ref_kind {
    LOB_SHAPE_REF_KIND_BOX,
    LOB_SHAPE_REF_KIND_PATH,
    LOB_SHAPE_REF_KIND_POLYGON
} lob_shape_ref_kind;
enum { LOB_SHAPE_REF_KIND_COUNT = 3 };
extern const char *const lob_shape_ref_kind_names[3];

typedef struct lob_shape_ref_path_members_item {
    /* Index in its cell, file order. */
    int64_t instance;
    /* Array member, j*na + i. */
    int64_t member;
} lob_shape_ref_path_members_item;

/* A figure found. */
typedef struct lob_shape_ref {
    /* shp_ and 16 hex digits; stable within the session. */
    lob_str id;
    lob_shape_ref_kind kind;
    /* The queried cell. */
    lob_str cell;
    /* The cell that stores the shape. */
    lob_str leaf_cell;
    /* Cell names from the queried cell down. */
    struct {
        lob_str *items;
        size_t count;
    } instance_path;
    /* One for each step of instance_path after the first. */
    bool has_path_members;
    struct {
        lob_shape_ref_path_members_item *items;
        size_t count;
    } path_members;
    /* A layer; of texts the datatype is the text type. */
    lob_layer_ref layer;
    /* A box in um, rounded to 6 decimals. */
    lob_micron_box bbox_um;
    /* A box in database units. */
    lob_dbu_box bbox_dbu;
    /* Vertices; of a path those of its centre line. */
    int64_t point_count;
    /* Paths alone. */
    bool has_path_width_um;
    double path_width_um;
    bool has_path_width_dbu;
    int64_t path_width_dbu;
    bool has_path_begin_ext_um;
    double path_begin_ext_um;
    bool has_path_end_ext_um;
    double path_end_ext_um;
    bool has_round_ends;
    bool round_ends;
    /* With include_points. */
    bool has_points_dbu;
    struct {
        lob_point_dbu *items;
        size_t count;
    } points_dbu;
    /* Points left out above the limit. */
    bool has_points_dropped;
    int64_t points_dropped;
    /* With include_area. */
    bool has_area_um2;
    double area_um2;
    /* With include_area. */
    bool has_perimeter_um;
    double perimeter_um;
    bool has_properties;
    struct {
        lob_property *items;
        size_t count;
    } properties;
} lob_shape_ref;

typedef struct lob_close_session_request {
    /* From open_layout */
    lob_str session_id;
} lob_close_session_request;

typedef struct lob_close_session_response {
    lob_str session_id;
    bool closed;
    bool artifact_dir_deleted;
} lob_close_session_response;

typedef struct lob_describe_cell_request {
    /* From open_layout */
    lob_str session_id;
    /* Default: the selected top */
    lob_str cell;
    /* Levels of instances, 0 = none */
    int64_t depth;
    /* Instances a page */
    int64_t max_instances;
    /* Labels a page */
    int64_t max_labels;
    /* next_cursor of the last answer, same arguments */
    lob_str cursor;
} lob_describe_cell_request;

typedef struct lob_describe_cell_response_summary {
    /* Entries within depth, an array once. */
    int64_t instance_count;
    /* Texts of the cell itself, members of repetitions counted. */
    int64_t label_count;
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
    bool has_is_ghost;
    bool is_ghost;
    /* Cell names from the described cell to the one that stores the instance; at depth above 1. */
    bool has_instance_path;
    struct {
        lob_str *items;
        size_t count;
    } instance_path;
    /* Member (i, j) is displaced by i*a + j*b, i < na, j < nb. */
    lob_array_info array;
    /* Of the first member, in the described cell. */
    lob_transform transform;
    /* All members. */
    lob_micron_box bbox_um;
    /* A box in database units. */
    lob_dbu_box bbox_dbu;
    /* Only when true: there is nothing to bound and the box is all zeros. */
    bool has_bbox_empty;
    bool bbox_empty;
    bool has_properties;
    struct {
        lob_property *items;
        size_t count;
    } properties;
    bool has_properties_dropped;
    int64_t properties_dropped;
} lob_describe_cell_response_instances_item;

typedef struct lob_describe_cell_response_truncation {
    int64_t instances_dropped;
    int64_t labels_dropped;
    int64_t layers_dropped;
    int64_t label_bytes_dropped;
} lob_describe_cell_response_truncation;

typedef struct lob_describe_cell_response {
    lob_str session_id;
    /* um per database unit. */
    double dbu;
    /* Units of *_um and *_dbu members. */
    lob_units units;
    lob_str cell;
    /* The exact bytes in hex, when they are not UTF-8. */
    lob_str raw_hex;
    /* Only when true: placed but not defined in the file. */
    bool has_is_ghost;
    bool is_ghost;
    /* A box in um, rounded to 6 decimals. */
    lob_micron_box bbox_um;
    /* A box in database units. */
    lob_dbu_box bbox_dbu;
    /* Only when true: there is nothing to bound and the box is all zeros. */
    bool has_bbox_empty;
    bool bbox_empty;
    int64_t depth_used;
    lob_describe_cell_response_summary summary;
    /* Layers of the cell or its children. */
    struct {
        lob_describe_cell_response_shape_counts_by_layer_item *items;
        size_t count;
    } shape_counts_by_layer;
    /* By child cell, box, path. */
    struct {
        lob_describe_cell_response_instances_item *items;
        size_t count;
    } instances;
    /* Texts of the cell itself, by layer, text, position. */
    struct {
        lob_label *items;
        size_t count;
    } labels;
    /* Of the cell. */
    struct {
        lob_property *items;
        size_t count;
    } properties;
    /* Only when there are more. */
    bool has_properties_dropped;
    int64_t properties_dropped;
    lob_describe_cell_response_truncation truncation;
    /* Pass as cursor for the rest; absent at the end. */
    lob_str next_cursor;
} lob_describe_cell_response;

typedef struct lob_list_cells_request {
    /* From open_layout */
    lob_str session_id;
    /* Levels below the tops, 0 = tops alone; default all */
    bool has_max_depth;
    int64_t max_depth;
    /* Cells a page */
    int64_t limit;
    /* next_cursor of the last answer, same arguments */
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
    bool has_is_ghost;
    bool is_ghost;
    /* A box in um, rounded to 6 decimals. */
    lob_micron_box bbox_um;
    /* A box in database units. */
    lob_dbu_box bbox_dbu;
    /* Only when true: there is nothing to bound and the box is all zeros. */
    bool has_bbox_empty;
    bool bbox_empty;
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
    struct {
        lob_list_cells_response_cells_item_children_item *items;
        size_t count;
    } children;
    /* Only when there are more. */
    bool has_children_dropped;
    int64_t children_dropped;
} lob_list_cells_response_cells_item;

typedef struct lob_list_cells_response_truncation {
    int64_t limit;
    /* Cells after this page. */
    int64_t cells_dropped;
} lob_list_cells_response_truncation;

typedef struct lob_list_cells_response {
    lob_str session_id;
    /* um per database unit. */
    double dbu;
    /* Units of *_um and *_dbu members. */
    lob_units units;
    /* Cells within max_depth, all pages. */
    int64_t cell_count;
    struct {
        lob_list_cells_response_cells_item *items;
        size_t count;
    } cells;
    lob_list_cells_response_truncation truncation;
    /* Pass as cursor for the rest; absent at the end. */
    lob_str next_cursor;
} lob_list_cells_response;

typedef struct lob_list_layers_request {
    /* From open_layout */
    lob_str session_id;
    /* Layers a page */
    int64_t limit;
    /* next_cursor of the last answer, same arguments */
    lob_str cursor;
} lob_list_layers_request;

typedef enum lob_list_layers_response_layers_item_name_source {
    LOB_LIST_LAYERS_RESPONSE_LAYERS_ITEM_NAME_SOURCE_LYP,
    LOB_LIST_LAYERS_RESPONSE_LAYERS_ITEM_NAME_SOURCE_OASIS,
    LOB_LIST_LAYERS_RESPONSE_LAYERS_ITEM_NAME_SOURCE_CONVENTION
} lob_list_layers_response_layers_item_name_source;
enum { LOB_LIST_LAYERS_RESPONSE_LAYERS_ITEM_NAME_SOURCE_COUNT = 3 };
extern const char *const lob_list_layers_response_layers_item_name_source_names[3];

typedef struct lob_list_layers_response_layers_item {
    int64_t layer;
    int64_t datatype;
    lob_str name;
    /* The exact bytes in hex, when they are not UTF-8. */
    lob_str raw_hex;
    bool has_name_source;
    lob_list_layers_response_layers_item_name_source name_source;
    bool visible;
    /* Stored in all cells, texts included. */
    int64_t shape_count;
    int64_t text_count;
    /* In the selected top; saturates at 2^53-1. */
    int64_t expanded_shape_count;
    /* A box in um, rounded to 6 decimals. */
    lob_micron_box bbox_um;
    /* A box in database units. */
    lob_dbu_box bbox_dbu;
    /* Only when true: there is nothing to bound and the box is all zeros. */
    bool has_bbox_empty;
    bool bbox_empty;
} lob_list_layers_response_layers_item;

typedef struct lob_list_layers_response_truncation {
    int64_t limit;
    /* Layers after this page. */
    int64_t layers_dropped;
} lob_list_layers_response_truncation;

typedef struct lob_list_layers_response {
    lob_str session_id;
    /* um per database unit. */
    double dbu;
    /* Units of *_um and *_dbu members. */
    lob_units units;
    /* All pages. */
    int64_t layer_count;
    struct {
        lob_list_layers_response_layers_item *items;
        size_t count;
    } layers;
    lob_list_layers_response_truncation truncation;
    /* Pass as cursor for the rest; absent at the end. */
    lob_str next_cursor;
} lob_list_layers_response;

typedef struct lob_open_layout_request {
    /* Absolute path of the file */
    lob_str path;
    /* Cell to take as top; any cell of the file */
    lob_str top_cell;
    /* gds, gdsii, oas or oasis; default: by extension, checked against the bytes */
    lob_str format;
} lob_open_layout_request;

typedef enum lob_open_layout_response_source_format {
    LOB_OPEN_LAYOUT_RESPONSE_SOURCE_FORMAT_GDS,
    LOB_OPEN_LAYOUT_RESPONSE_SOURCE_FORMAT_OAS
} lob_open_layout_response_source_format;
enum { LOB_OPEN_LAYOUT_RESPONSE_SOURCE_FORMAT_COUNT = 2 };
extern const char *const lob_open_layout_response_source_format_names[2];

typedef struct lob_open_layout_response_source {
    lob_str path;
    lob_open_layout_response_source_format format;
    /* Of the file on disk. */
    lob_str sha256;
    int64_t size_bytes;
    bool is_gzip;
} lob_open_layout_response_source;

typedef struct lob_open_layout_response_truncation {
    int64_t top_cells_dropped;
    int64_t layers_dropped;
    int64_t warnings_dropped;
} lob_open_layout_response_truncation;

typedef struct lob_open_layout_response {
    lob_str session_id;
    lob_open_layout_response_source source;
    /* Equal for equal geometry, names and hierarchy in any format. */
    lob_str content_hash;
    lob_str selected_top_cell;
    /* Sorted by name. */
    struct {
        lob_str *items;
        size_t count;
    } top_cells;
    /* um per database unit. */
    double dbu;
    /* Units of *_um and *_dbu members. */
    lob_units units;
    /* Of the selected top cell. */
    lob_micron_box bbox_um;
    /* A box in database units. */
    lob_dbu_box bbox_dbu;
    /* Only when true: there is nothing to bound and the box is all zeros. */
    bool has_bbox_empty;
    bool bbox_empty;
    int64_t layer_count;
    int64_t cell_count;
    /* Of the selected top cell with all children, expanded; may saturate at 2^53-1. */
    int64_t shape_count;
    /* Expanded likewise. */
    int64_t instance_count;
    /* The first 12; list_layers has all. */
    struct {
        lob_layer_ref *items;
        size_t count;
    } layers;
    /* Empty when the file is clean. */
    struct {
        lob_warning_item *items;
        size_t count;
    } warnings;
    lob_open_layout_response_truncation truncation;
    /* Absolute folder of the session's files. */
    lob_str artifact_root;
} lob_open_layout_response;

#endif
