/* Made by tools/schemac from spec/. Do not edit. The limits of the product. */
#ifndef LOB_BASE_LIMITS_H
#define LOB_BASE_LIMITS_H

#include <stdint.h>

/* Nesting of a JSON text from outside. (levels; beyond: INVALID_TARGET) */
#define LOB_LIMIT_JSON_DEPTH 64
/* Members of all objects of a JSON text from outside together. (keys; beyond: INVALID_TARGET) */
#define LOB_LIMIT_JSON_KEYS 1000000
/* One message in; longer ones are refused while they stream. (bytes; beyond: INVALID_TARGET) */
#define LOB_LIMIT_LINE_IN_SIZE 16777216
/* One message out. (bytes; beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_LINE_OUT_SIZE 8388608
/* One tool result as JSON, so that its message stays within line_out_size. (bytes; beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_RESULT_SIZE 3500000
/* Bytes that the items of one page may take in a message, where each appears twice; the rest is truncated and paged.
 * (bytes; beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_PAGE_WEIGHT 6500000
/* All tools in tools/list: names, titles, descriptions, input schemas, annotations. Output schemas and _meta are not
 * counted. (bytes) */
#define LOB_LIMIT_LISTING_SIZE 64000
/* The same of the group contract. (bytes) */
#define LOB_LIMIT_LISTING_CONTRACT_SIZE 17000
/* Output schemas of all tools in tools/list, under revisions from 2025-06-18 on. Clients validate answers by them.
 * (bytes) */
#define LOB_LIMIT_LISTING_OUTPUT_SIZE 142000
/* Greatest max_chars: the length of an answer whose lists are paged. (bytes; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_ANSWER_CHARS 3500000
/* Requests read but not yet answered. (requests; beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_REQUESTS_IN_FLIGHT 64
/* A session id as sent. (bytes; beyond: INVALID_TARGET) */
#define LOB_LIMIT_SESSION_ID_SIZE 256
/* A shape, text, port, marker or run id, or a label:TEXT target, as sent. (bytes; beyond: INVALID_TARGET) */
#define LOB_LIMIT_ID_SIZE 512
/* A file path. (bytes; beyond: FILE_NOT_FOUND) */
#define LOB_LIMIT_PATH_SIZE 4095
/* A cell name as sent. (bytes; beyond: INVALID_TARGET) */
#define LOB_LIMIT_NAME_SIZE 65536
/* A cursor as sent. (bytes; beyond: INVALID_TARGET) */
#define LOB_LIMIT_CURSOR_SIZE 512
/* Entries of a layer filter. (layers; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_LAYERS_IN_REQUEST 4096
/* Open sessions, unless KLAYOUT_MCP_MAX_SESSIONS says otherwise. (sessions; beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_SESSIONS 64
/* A layout file on disk, unless KLAYOUT_MCP_MAX_FILE_BYTES says otherwise. (bytes; beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_FILE_SIZE INT64_C(68719476736)
/* A gzip file or the CBLOCKs of an OASIS file, inflated. (bytes; beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_INFLATED_SIZE INT64_C(137438953472)
/* Of a layout file: bytes behind ENDLIB or the gzip data, and PAD records of an OASIS file. (bytes; beyond:
 * TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_PADDING_SIZE 67108864
/* Memory one layout may hold; its search trees may take as much again. (bytes; beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_LAYOUT_SIZE INT64_C(4294967296)
/* Artifacts of one session, unless KLAYOUT_MCP_ARTIFACT_QUOTA_BYTES says otherwise. (bytes; beyond:
 * TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_ARTIFACT_QUOTA_SIZE INT64_C(4294967296)
/* Layouts that a server keeps on disk to open them again at once, all together, unless
 * KLAYOUT_MCP_LAYOUT_CACHE_BYTES says otherwise; the longest unused go first. (bytes) */
#define LOB_LIMIT_LAYOUT_CACHE_SIZE INT64_C(4294967296)
/* Memory that one request may add to what the process holds, on all its threads together. (bytes; beyond:
 * TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_REQUEST_MEMORY_SIZE 1073741824
/* The same of one job (evaluate, optimize). (bytes; beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_JOB_MEMORY_SIZE INT64_C(4294967296)
/* Cells of a layout. (cells; beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_CELLS 16777216
/* Layers of a layout. (layers; beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_LAYERS 65536
/* Layers below each cell of a layout, all cells together; and 64 more for each cell, placement and shape of the
 * file. (layers; beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_LAYER_SUMS 524288
/* Points of one figure. (points; beyond: UNSUPPORTED_FORMAT) */
#define LOB_LIMIT_POINTS 16777216
/* Top cells open_layout lists; the rest is counted. (cells; beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_TOP_CELLS_LISTED 10000
/* Layers open_layout lists; the rest is counted. (layers; beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_LAYERS_IN_SUMMARY 12
/* Kinds of warnings open_layout lists; the rest is counted. (warnings; beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_WARNINGS_LISTED 16
/* Cells of one list_cells page when limit is absent. (cells; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_LIST_CELLS_DEFAULT 200
/* Cells of one list_cells page. (cells; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_LIST_CELLS_MAX 5000
/* Findings of one check_connectivity page. (findings; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_FINDINGS_MAX 500
/* Ports, and components, of one check_connectivity. (ports; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_CONNECT_PORTS 500000
/* Ports that describe_cell lists. (ports; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_PORTS_DESCRIBED 16
/* Ports of one list_ports page. (ports; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_LIST_PORTS_MAX 2000
/* Children named for one cell; the rest is counted. (names; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_CHILDREN_LISTED 32
/* max_depth of list_cells. (levels; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_MAX_DEPTH 1000000
/* Layers of one list_layers page when limit is absent. (layers; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_LIST_LAYERS_DEFAULT 256
/* Layers of one list_layers page. (layers; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_LIST_LAYERS_MAX 10000
/* depth of describe_cell. (levels; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_DESCRIBE_DEPTH 16
/* Stored instances one describe_cell may walk through at depth above 1. (instances; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_DESCRIBE_WORK 5000000
/* Labels of one describe_cell page when max_labels is absent. (labels; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_LABELS_DEFAULT 64
/* Labels of one describe_cell page. (labels; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_MAX_LABELS 10000
/* Bytes of one label or property string in an answer; the rest is counted. (bytes; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_LABEL_TEXT_SIZE 256
/* Bytes of one cell or layer name in an answer; the rest is cut. (bytes; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_NAME_TEXT_SIZE 4096
/* Properties shown of one object; the rest is counted. (properties; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_PROPERTIES_LISTED 32
/* Shapes of one query_region answer. (shapes; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_MAX_SHAPES 10000
/* Instances of one answer. (instances; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_MAX_INSTANCES 10000
/* Texts of one answer. (texts; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_MAX_TEXTS 10000
/* Cells that one question about ports or components goes through; what arrays multiply to is counted before.
 * (placements; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_PLACEMENTS 20000000
/* Objects one query may look at. (steps; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_QUERY_WORK 200000000
/* Shapes of a layer up to which include_statistics counts pieces; areas go on to statistics_shapes. (shapes) */
#define LOB_LIMIT_PIECES_SHAPES 200000
/* Vertices of them. (vertices) */
#define LOB_LIMIT_PIECES_POINTS 1000000
/* Shapes whose merged area include_statistics of one query_region adds up. (shapes; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_STATISTICS_SHAPES 2000000
/* Tiles of one density_map answer. (tiles; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_DENSITY_TILES 10000
/* Rules of one rule deck. (rules; beyond: INVALID_TARGET) */
#define LOB_LIMIT_RULES_IN_DECK 5000
/* Names for layers in one rule deck. (layers; beyond: INVALID_TARGET) */
#define LOB_LIMIT_RULE_LAYERS 2000
/* A file of rules for the built-in engine. (bytes; beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_RULE_DECK_SIZE 4194304
/* Windows of one density rule. (windows; beyond: INVALID_TARGET) */
#define LOB_LIMIT_RULE_WINDOWS 1000000
/* Violations on one page of check_rules. (violations; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_VIOLATIONS_ON_PAGE 1000
/* Violations that check_rules can page through; all are counted. (violations; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_VIOLATIONS_LISTED 200000
/* Shapes one density_map merges; one that lies in several blocks counts in each. (shapes; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_DENSITY_SHAPES 10000000
/* Cells of one find_cells page. (cells; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_FIND_CELLS_MAX 500
/* Places find_cells gives of one cell; the rest is counted. (places; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_FIND_PLACES 1000
/* Placements one find_cells looks at to find the first places; beyond it fewer places are given. (placements;
 * beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_FIND_WORK 4000000
/* Sets of one find_coincident page. (items; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_COINCIDE_MAX 1000
/* Instances, shapes and texts that one find_coincident compares, members of arrays one by one. (items; beyond:
 * QUERY_TOO_LARGE) */
#define LOB_LIMIT_COINCIDE_WORK 5000000
/* Places, or rows without places, of one find_labels page. (items; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_FIND_LABELS_MAX 1000
/* Parts of arrays and texts that one find_labels looks at to count in a box, and to list a page. (steps; beyond:
 * QUERY_TOO_LARGE) */
#define LOB_LIMIT_FIND_LABELS_WORK 20000000
/* A name pattern as sent. (bytes; beyond: INVALID_TARGET) */
#define LOB_LIMIT_PATTERN_SIZE 256
/* budget_tokens of describe_region, four bytes of JSON each. (tokens; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_DESCRIBE_BUDGET 4000
/* Points of one answer with include_points; the rest is counted. (points; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_POINTS_IN_ANSWER 20000
/* Shape, text and instance ids a session remembers; the oldest are forgotten. (ids; beyond: INVALID_TARGET) */
#define LOB_LIMIT_ISSUED_IDS 1048576
/* Objects of a layout among which a command looks for an id that an earlier command printed. (objects; beyond:
 * INVALID_TARGET) */
#define LOB_LIMIT_SOUGHT_OBJECTS 20000000
/* Figures one trace_waveguide follows; then the end says limit. (figures; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_TRACE_SEGMENTS 100000
/* Segments, and events, of one trace_waveguide answer. (segments; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_TRACE_LISTED 2000
/* Width or height of a picture. (pixels; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_IMAGE_SIDE 8192
/* Width times height of a picture. (pixels; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_IMAGE_PIXELS 33554432
/* Pieces of outlines in pixels that several figures meet, of one layer of a picture; counted before they are united.
 * (pieces; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_RENDER_PIECES 67108864
/* Cells within cells of a picture of which each is drawn once and set down many times. (levels; beyond:
 * QUERY_TOO_LARGE) */
#define LOB_LIMIT_RENDER_LEVELS 64
/* PNG sent as image content; a larger picture is halved until its PNG is not. (bytes; beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_INLINE_IMAGE_SIZE 700000
/* Images of layers that a session keeps for pictures; the least used are forgotten. (bytes; beyond:
 * TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_COVER_SIZE 268435456
/* Annotations of one picture. (annotations; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_ANNOTATIONS 256
/* Targets of one annotation. (ids; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_ANNOTATION_TARGETS 1000
/* Text of one annotation. (bytes; beyond: INVALID_TARGET) */
#define LOB_LIMIT_ANNOTATION_TEXT_SIZE 256
/* Categories requested from one deck. (categories; beyond: INVALID_TARGET) */
#define LOB_LIMIT_DRC_ONLY 256
/* Parameters of one deck. (params; beyond: INVALID_TARGET) */
#define LOB_LIMIT_DRC_PARAMS 64
/* Value of one deck parameter. (bytes; beyond: INVALID_TARGET) */
#define LOB_LIMIT_DRC_PARAM_SIZE 4096
/* A deck file. (bytes; beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_DRC_DECK_SIZE 16777216
/* A deck sent as text. (bytes; beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_DRC_TEXT_SIZE 65536
/* Time of a deck, unless KLAYOUT_MCP_DRC_TIMEOUT_SECONDS says otherwise. (seconds; beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_DRC_TIMEOUT 600
/* stdout and stderr kept of a deck, each. (bytes; beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_DRC_OUTPUT_SIZE 16777216
/* A report database. (bytes; beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_DRC_REPORT_SIZE 1073741824
/* Decks that run at once. (runs; beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_DRC_RUNS 2
/* Runs that a session keeps, those of parameters tried in turn. (runs; beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_DRC_RUNS_KEPT 256
/* Markers of one run, an item in a cell placed n times counted n times; the rest is left out and reported. (markers;
 * beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_MARKERS_KEPT 4000000
/* Copies of items in cells that are placed many times, in memory and markers.json together; the rest is left out and
 * reported. (bytes; beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_MARKERS_COPIES_SIZE 67108864
/* Rules that one extract_markers names. (rules; beyond: INVALID_TARGET) */
#define LOB_LIMIT_MARKER_RULES 1000
/* Waivers of one file. (waivers; beyond: INVALID_TARGET) */
#define LOB_LIMIT_WAIVERS 100000
/* A file of waivers. (bytes; beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_WAIVERS_SIZE 33554432
/* Markers of one extract_markers page when limit is absent. (markers; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_MARKERS_DEFAULT 100
/* Markers of one extract_markers page. (markers; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_MARKERS_MAX 5000
/* Marker crops of one answer. (pictures; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_CROPS 200
/* Side of a marker crop. (um; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_CROP_SIDE 100000
/* Inflated bytes a byte of the file read so far, gzip and CBLOCKs together, beyond inflated_free_size. (times;
 * beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_INFLATED_RATIO 250
/* Bytes that a file may inflate to, whatever its ratio. (bytes; beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_INFLATED_FREE_SIZE 67108864
/* Operations an inflated byte while reading: an event, 8 points, 64 places or 16 bytes of a name that a modal
 * variable hands on again, an eighth of a property value. (operations; beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_WORK_PER_BYTE 64
/* Operations allowed for a file of any size. (operations; beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_WORK_FREE 8388608
/* Figures of both layouts that diff_layouts looks at one by one on a layer, after the cells they share were struck
 * out. (figures; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_DIFF_FIGURES 200000000
/* Differences of each kind on a page of diff_layouts. (items; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_DIFF_ITEMS 1000
/* How far diff_layouts pages into each list of differences. (items; beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_DIFF_DEPTH 100000
/* Pixels of the canvas of one evaluation. (pixels; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_LITHO_CANVAS_PIXELS 268435456
/* Canvas up to which the aerial image is kept whole, for pictures. (pixels; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_LITHO_AERIAL_PIXELS 16777216
/* Violations listed in one report of a tool; the command line allows more. (records; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_LITHO_VIOLATIONS 3000
/* Violations gathered before a detailed report degrades to the aggregate. (records; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_LITHO_VIOLATIONS_SEEN 1000000
/* How long a call is held open for a job. (ms; beyond: INVALID_TARGET) */
#define LOB_LIMIT_JOB_WAIT_MS 25000
/* Jobs that work at a time. (jobs; beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_JOBS_RUNNING 2
/* Jobs that wait for their turn. (jobs; beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_JOBS_QUEUED 16
/* Ended jobs whose results stay in memory; older ones are read from their records. (jobs; beyond:
 * TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_JOBS_KEPT 32
/* Iterations of one optimisation. (iterations; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_ILT_ITERATIONS 10000
/* One file of design data: netlist, design rules, objectives. (bytes; beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_DESIGN_FILE_SIZE 16777216
/* Devices of a circuit, those of its sub-cells included. (devices; beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_CIRCUIT_DEVICES 100000
/* Sub-cells within sub-cells of a netlist. (levels; beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_CIRCUIT_DEPTH 64
/* Names of devices and nets of a circuit together, sub-cells expanded. (bytes; beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_CIRCUIT_TEXT_SIZE 67108864
/* Terminals, nets and instances of a circuit together, sub-cells expanded. (terminals; beyond: TOOL_LIMIT_EXCEEDED) */
#define LOB_LIMIT_CIRCUIT_TERMINALS 1000000
/* Stretches of material that one cut_profile may find on all its layers. (intervals; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_CUT_RUNS 200000
/* Intervals of one page of cut_profile. (intervals; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_CUT_INTERVALS_ON_PAGE 2000
/* Vertices of the figures that one find_rings merges. (vertices; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_RINGS_POINTS 2000000
/* Rings of one page of find_rings. (rings; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_RINGS_ON_PAGE 500
/* Places of one min_distance. (places; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_DISTANCE_PLACES 1000
/* Shapes in one set of min_distance. (ids; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_DISTANCE_IDS 200
/* Measurements of one measure_many. (measurements; beyond: QUERY_TOO_LARGE) */
#define LOB_LIMIT_MEASUREMENTS 50

#endif
