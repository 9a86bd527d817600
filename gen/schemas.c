/* Made by tools/schemac from spec/. Do not edit. JSON schemas of the tools, as hosts see them. */
#include "gen/schemas.h"

const char lob_open_layout_input_schema[] =
    "{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\",\"description\":\"Absolute path\"},\"top_cell"
    "\":{\"type\":\"string\",\"description\":\"Default: first top by name\"},\"format\":{\"type\":\"string\",\"descri"
    "ption\":\"gds, oas; default: by extension\"},\"convention_path\":{\"type\":\"string\",\"description\":\"JSON: ho"
    "w ports are marked; default: detected\"},\"lyp_path\":{\"type\":\"string\",\"description\":\"KLayout layer prope"
    "rties; default: NAME.lyp beside NAME.gds\"},\"strict\":{\"type\":\"boolean\",\"description\":\"Refuse deviations"
    " from the format instead of warning\"},\"detail\":{\"type\":\"string\",\"description\":\"full: all members\",\"e"
    "num\":[\"lean\",\"full\"]}},\"required\":[\"path\"]}";

const char lob_open_layout_output_schema[] =
    "{\"type\":\"object\"}";

const char lob_close_session_input_schema[] =
    "{\"type\":\"object\",\"properties\":{\"session_id\":{\"type\":\"string\",\"description\":\"Session\"}},\"require"
    "d\":[\"session_id\"]}";

const char lob_close_session_output_schema[] =
    "{\"type\":\"object\"}";

const char lob_list_cells_input_schema[] =
    "{\"type\":\"object\",\"properties\":{\"session_id\":{\"type\":\"string\",\"description\":\"Session\"},\"max_dept"
    "h\":{\"type\":\"integer\",\"description\":\"Levels below the tops; default all\"},\"layer\":{\"type\":\"object\""
    ",\"description\":\"{layer,datatype}: only cells with anything on it or below\"},\"sort_by\":{\"type\":\"string\""
    ",\"description\":\"Size of the box, on layer if given; largest first\",\"enum\":[\"name\",\"width\",\"height\",\""
    "area\"]},\"limit\":{\"type\":\"integer\",\"description\":\"Page size\",\"maximum\":5000,\"default\":200},\"max_c"
    "hars\":{\"type\":\"integer\",\"description\":\"Longest answer\",\"default\":8000},\"detail\":{\"type\":\"string\""
    ",\"description\":\"full: all members\",\"enum\":[\"lean\",\"full\"]},\"cursor\":{\"type\":\"string\",\"descripti"
    "on\":\"next_cursor\"}},\"required\":[\"session_id\"]}";

const char lob_list_cells_output_schema[] =
    "{\"type\":\"object\"}";

const char lob_describe_cell_input_schema[] =
    "{\"type\":\"object\",\"properties\":{\"session_id\":{\"type\":\"string\",\"description\":\"Session\"},\"cell\":{"
    "\"type\":\"string\",\"description\":\"Default: selected top\"},\"depth\":{\"type\":\"integer\",\"description\":\""
    "Levels of instances; above 1 with instance_path, by the first member of arrays\",\"maximum\":16,\"default\":1},\""
    "max_instances\":{\"type\":\"integer\",\"description\":\"Page size\",\"maximum\":10000,\"default\":100},\"max_lab"
    "els\":{\"type\":\"integer\",\"description\":\"Labels listed\",\"maximum\":10000,\"default\":64},\"include_ports\""
    ":{\"type\":\"boolean\",\"description\":\"And device_params\",\"default\":true},\"max_chars\":{\"type\":\"integer"
    "\",\"description\":\"Longest answer\",\"default\":8000},\"detail\":{\"type\":\"string\",\"description\":\"full: "
    "all members\",\"enum\":[\"lean\",\"full\"]},\"cursor\":{\"type\":\"string\",\"description\":\"next_cursor\"}},\""
    "required\":[\"session_id\"]}";

const char lob_describe_cell_output_schema[] =
    "{\"type\":\"object\"}";

const char lob_list_layers_input_schema[] =
    "{\"type\":\"object\",\"properties\":{\"session_id\":{\"type\":\"string\",\"description\":\"Session\"},\"limit\":"
    "{\"type\":\"integer\",\"description\":\"Page size\",\"maximum\":10000,\"default\":256},\"max_chars\":{\"type\":\""
    "integer\",\"description\":\"Longest answer\",\"default\":8000},\"detail\":{\"type\":\"string\",\"description\":\""
    "full: all members\",\"enum\":[\"lean\",\"full\"]},\"cursor\":{\"type\":\"string\",\"description\":\"next_cursor\""
    "}},\"required\":[\"session_id\"]}";

const char lob_list_layers_output_schema[] =
    "{\"type\":\"object\"}";

const char lob_query_region_input_schema[] =
    "{\"type\":\"object\",\"properties\":{\"session_id\":{\"type\":\"string\",\"description\":\"Session\"},\"box\":{\""
    "type\":\"object\",\"description\":\"In um\",\"properties\":{\"left\":{\"type\":\"number\"},\"bottom\":{\"type\":"
    "\"number\"},\"right\":{\"type\":\"number\"},\"top\":{\"type\":\"number\"}}},\"cell\":{\"type\":\"string\",\"desc"
    "ription\":\"Default: selected top\"},\"layers\":{\"type\":\"array\",\"description\":\"Default: all\",\"items\":{"
    "\"type\":\"object\",\"properties\":{\"layer\":{\"type\":\"integer\"},\"datatype\":{\"type\":\"integer\"}}}},\"hi"
    "erarchy_mode\":{\"type\":\"string\",\"description\":\"top: own objects; recursive: through instances, with insta"
    "nce_path; flattened: as if drawn in the cell\",\"enum\":[\"top\",\"recursive\",\"flattened\"],\"default\":\"recu"
    "rsive\"},\"match\":{\"type\":\"string\",\"description\":\"By boxes, or by true overlap\",\"enum\":[\"bbox\",\"ge"
    "ometry\"]},\"max_shapes\":{\"type\":\"integer\",\"description\":\"Page size\",\"maximum\":10000,\"default\":200}"
    ",\"max_instances\":{\"type\":\"integer\",\"description\":\"Page size\",\"maximum\":10000,\"default\":100},\"max_"
    "texts\":{\"type\":\"integer\",\"description\":\"Page size\",\"maximum\":10000,\"default\":200},\"include_instanc"
    "es\":{\"type\":\"boolean\",\"description\":\"Default: without layers\"},\"include_points\":{\"type\":\"boolean\""
    ",\"description\":\"Adds points_dbu\"},\"include_area\":{\"type\":\"boolean\",\"description\":\"Adds area_um2, pe"
    "rimeter_um\"},\"include_statistics\":{\"type\":\"boolean\",\"description\":\"Adds count, area, density by layer\""
    "},\"max_chars\":{\"type\":\"integer\",\"description\":\"Longest answer\",\"default\":8000},\"detail\":{\"type\":"
    "\"string\",\"description\":\"full: all members\",\"enum\":[\"lean\",\"full\"]},\"cursor\":{\"type\":\"string\",\""
    "description\":\"next_cursor\"}},\"required\":[\"session_id\",\"box\"]}";

const char lob_query_region_output_schema[] =
    "{\"type\":\"object\"}";

const char lob_measure_geometry_input_schema[] =
    "{\"type\":\"object\",\"properties\":{\"session_id\":{\"type\":\"string\",\"description\":\"Session\"},\"mode\":{"
    "\"type\":\"string\",\"description\":\"One target, path or polygon: path_width, segment_length (centre line), ben"
    "d_radius_estimate; two: centerline_distance, edge_gap (0: touching), overlap (um2), label_distance, port_spacing"
    "\",\"enum\":[\"path_width\",\"segment_length\",\"centerline_distance\",\"edge_gap\",\"bend_radius_estimate\",\"o"
    "verlap\",\"label_distance\",\"port_spacing\"]},\"target_ids\":{\"type\":\"array\",\"description\":\"From query_r"
    "egion; label:TEXT, port:NAME\",\"items\":{\"type\":\"string\"},\"minItems\":1,\"maxItems\":2},\"at\":{\"type\":\""
    "object\",\"description\":\"Only the arm here\",\"properties\":{\"x_um\":{\"type\":\"number\"},\"y_um\":{\"type\""
    ":\"number\"}}}},\"required\":[\"session_id\",\"mode\",\"target_ids\"]}";

const char lob_measure_geometry_output_schema[] =
    "{\"type\":\"object\"}";

const char lob_analyze_waveguide_input_schema[] =
    "{\"type\":\"object\",\"properties\":{\"session_id\":{\"type\":\"string\",\"description\":\"Session\"},\"target_i"
    "d\":{\"type\":\"string\",\"description\":\"From query_region\"},\"allow_polygon\":{\"type\":\"boolean\",\"descri"
    "ption\":\"Polygons drawn as guides, too\"},\"at\":{\"type\":\"object\",\"description\":\"Only the arm here\",\"p"
    "roperties\":{\"x_um\":{\"type\":\"number\"},\"y_um\":{\"type\":\"number\"}}}},\"required\":[\"session_id\",\"tar"
    "get_id\"]}";

const char lob_analyze_waveguide_output_schema[] =
    "{\"type\":\"object\"}";

const char lob_set_view_input_schema[] =
    "{\"type\":\"object\",\"properties\":{\"session_id\":{\"type\":\"string\",\"description\":\"Session\"},\"box\":{\""
    "type\":\"object\",\"description\":\"{left,bottom,right,top} in um\"},\"cell\":{\"type\":\"string\",\"description"
    "\":\"Default: selected top\"},\"layers\":{\"type\":\"array\",\"description\":\"Default: all\",\"items\":{\"type\""
    ":\"object\",\"properties\":{\"layer\":{\"type\":\"integer\"},\"datatype\":{\"type\":\"integer\"}}}}},\"required\""
    ":[\"session_id\",\"box\"]}";

const char lob_set_view_output_schema[] =
    "{\"type\":\"object\"}";

const char lob_render_view_input_schema[] =
    "{\"type\":\"object\",\"properties\":{\"session_id\":{\"type\":\"string\",\"description\":\"Session\"},\"box\":{\""
    "type\":\"object\",\"description\":\"In um\",\"properties\":{\"left\":{\"type\":\"number\"},\"bottom\":{\"type\":"
    "\"number\"},\"right\":{\"type\":\"number\"},\"top\":{\"type\":\"number\"}}},\"cell\":{\"type\":\"string\",\"desc"
    "ription\":\"Default: of the view\"},\"around\":{\"type\":\"string\",\"description\":\"Id (shp_ txt_ prt_ ins_ mr"
    "k_) to show, outlined, instead of box and cell\"},\"layers\":{\"type\":\"array\",\"description\":\"Default: of t"
    "he view; []: all\",\"items\":{\"type\":\"object\",\"properties\":{\"layer\":{\"type\":\"integer\"},\"datatype\":"
    "{\"type\":\"integer\"}}}},\"image_size\":{\"type\":\"object\",\"description\":\"Pixels; default 1200x800\",\"pro"
    "perties\":{\"width\":{\"type\":\"integer\",\"maximum\":8192},\"height\":{\"type\":\"integer\",\"maximum\":8192}}"
    "},\"annotations\":{\"type\":\"array\",\"description\":\"Drawn on top\",\"items\":{\"type\":\"object\",\"properti"
    "es\":{\"kind\":{\"type\":\"string\",\"description\":\"By target_ids, or by: points (shape_outline, shape_fill: a"
    " polygon; marker, point), box (box), text at a point (label), two points (ruler writes its length; arrow), a poi"
    "nt (crosshair). Alone: ports, cell_frames, scale_bar, grid, legend, crosshair\",\"enum\":[\"shape_outline\",\"sh"
    "ape_fill\",\"box\",\"marker\",\"point\",\"label\",\"ruler\",\"arrow\",\"ports\",\"cell_frames\",\"scale_bar\",\""
    "grid\",\"legend\",\"crosshair\"]},\"target_ids\":{\"type\":\"array\",\"description\":\"shp_ txt_ prt_ ins_ mrk_ "
    "ids\",\"items\":{\"type\":\"string\"}},\"color\":{\"type\":\"string\"},\"box\":{\"type\":\"object\",\"descriptio"
    "n\":\"{left,bottom,right,top} in um\"},\"points\":{\"type\":\"array\",\"items\":{\"type\":\"object\",\"descripti"
    "on\":\"Point in um\",\"properties\":{\"x\":{\"type\":\"number\"},\"y\":{\"type\":\"number\"}}}},\"text\":{\"type"
    "\":\"string\"}},\"required\":[\"kind\"]}},\"style\":{\"type\":\"string\",\"description\":\"mask: coverage in one"
    " colour\",\"enum\":[\"light\",\"dark\",\"mask\"]},\"inline_image\":{\"type\":\"boolean\",\"description\":\"Send "
    "the picture along\",\"default\":true}},\"required\":[\"session_id\"]}";

const char lob_run_drc_script_input_schema[] =
    "{\"type\":\"object\",\"properties\":{\"session_id\":{\"type\":\"string\",\"description\":\"Session\"},\"script_p"
    "ath\":{\"type\":\"string\",\"description\":\"Absolute path\"},\"script_text\":{\"type\":\"string\",\"description"
    "\":\"The deck itself, without includes\"},\"script_type\":{\"type\":\"string\",\"description\":\"ruby: KLayout; "
    "json: built-in engine\",\"enum\":[\"ruby\",\"json\"]},\"params\":{\"type\":\"object\",\"description\":\"Data for"
    " the deck (-rd name=value)\",\"additionalProperties\":{\"type\":\"string\"}}},\"required\":[\"session_id\"]}";

const char lob_run_drc_script_output_schema[] =
    "{\"type\":\"object\"}";

const char lob_extract_markers_input_schema[] =
    "{\"type\":\"object\",\"properties\":{\"session_id\":{\"type\":\"string\",\"description\":\"Session\"},\"run_id\""
    ":{\"type\":\"string\",\"description\":\"From run_drc_script\"},\"include_crops\":{\"type\":\"boolean\",\"descrip"
    "tion\":\"A picture of each\"},\"inline_images\":{\"type\":\"boolean\",\"description\":\"Also send the first 6 cr"
    "ops\",\"default\":true},\"crop_size_um\":{\"type\":\"object\",\"description\":\"Default 20 x 20 um\",\"propertie"
    "s\":{\"x\":{\"type\":\"number\"},\"y\":{\"type\":\"number\"}}},\"rules\":{\"type\":\"array\",\"description\":\"O"
    "nly these, and those nested in them\",\"items\":{\"type\":\"string\"},\"minItems\":1},\"box\":{\"type\":\"object"
    "\",\"description\":\"{left,bottom,right,top} in um; only markers that meet it\"},\"cluster_um\":{\"type\":\"numb"
    "er\",\"description\":\"Groups closer ones\"},\"waivers_path\":{\"type\":\"string\",\"description\":\"JSON: accep"
    "ted markers\"},\"export\":{\"type\":\"array\",\"description\":\"Also writes these\",\"items\":{\"type\":\"string"
    "\",\"enum\":[\"lyrdb\",\"sarif\",\"junit\",\"geojson\"]}},\"limit\":{\"type\":\"integer\",\"description\":\"Page"
    " size\",\"maximum\":5000,\"default\":100},\"max_chars\":{\"type\":\"integer\",\"description\":\"Longest answer\""
    ",\"default\":8000},\"detail\":{\"type\":\"string\",\"description\":\"full: all members\",\"enum\":[\"lean\",\"fu"
    "ll\"]},\"cursor\":{\"type\":\"string\",\"description\":\"next_cursor\"}},\"required\":[\"session_id\",\"run_id\""
    "]}";

const char lob_extract_markers_output_schema[] =
    "{\"type\":\"object\"}";

const char lob_list_ports_input_schema[] =
    "{\"type\":\"object\",\"properties\":{\"session_id\":{\"type\":\"string\",\"description\":\"Session\"},\"cell\":{"
    "\"type\":\"string\",\"description\":\"Default: selected top\"},\"component\":{\"type\":\"string\",\"description\""
    ":\"Only ports of this cell\"},\"box\":{\"type\":\"object\",\"description\":\"{left,bottom,right,top} in um; only"
    " ports in it\"},\"depth\":{\"type\":\"integer\",\"description\":\"Levels below the cell; default all\"},\"type\""
    ":{\"type\":\"string\",\"description\":\"optical, electrical, fiber, ...\"},\"limit\":{\"type\":\"integer\",\"des"
    "cription\":\"Page size\",\"maximum\":2000,\"default\":20},\"max_chars\":{\"type\":\"integer\",\"description\":\""
    "Longest answer\",\"default\":8000},\"detail\":{\"type\":\"string\",\"description\":\"full: all members\",\"enum\""
    ":[\"lean\",\"full\"]},\"cursor\":{\"type\":\"string\",\"description\":\"next_cursor\"}},\"required\":[\"session_"
    "id\"]}";

const char lob_list_ports_output_schema[] =
    "{\"type\":\"object\"}";

const char lob_trace_waveguide_input_schema[] =
    "{\"type\":\"object\",\"properties\":{\"session_id\":{\"type\":\"string\",\"description\":\"Session\"},\"from\":{"
    "\"type\":\"object\",\"description\":\"x_um and y_um on a guide, or with angle_deg where one begins; or port\",\""
    "properties\":{\"x_um\":{\"type\":\"number\"},\"y_um\":{\"type\":\"number\"},\"angle_deg\":{\"type\":\"number\",\""
    "description\":\"Counter-clockwise from +x\"},\"port\":{\"type\":\"string\",\"description\":\"Id of list_ports, o"
    "r name below the selected top\"}}},\"cell\":{\"type\":\"string\",\"description\":\"Default: selected top\"},\"la"
    "yers\":{\"type\":\"array\",\"description\":\"Default: that of the guide at the point\",\"items\":{\"type\":\"obj"
    "ect\",\"properties\":{\"layer\":{\"type\":\"integer\"},\"datatype\":{\"type\":\"integer\"}}}},\"max_segments\":{"
    "\"type\":\"integer\",\"description\":\"Segments, and events, listed\",\"maximum\":2000,\"default\":20},\"toleran"
    "ce_um\":{\"type\":\"number\",\"description\":\"Ends so near are one; default 1.5 dbu\"},\"angle_tolerance_deg\":"
    "{\"type\":\"number\",\"description\":\"Ends meet within this angle\",\"maximum\":45,\"default\":1},\"max_chars\""
    ":{\"type\":\"integer\",\"description\":\"Longest answer\",\"default\":8000},\"detail\":{\"type\":\"string\",\"de"
    "scription\":\"full: all members\",\"enum\":[\"lean\",\"full\"]},\"cursor\":{\"type\":\"string\",\"description\":"
    "\"next_cursor\"}},\"required\":[\"session_id\",\"from\"]}";

const char lob_trace_waveguide_output_schema[] =
    "{\"type\":\"object\"}";

const char lob_check_connectivity_input_schema[] =
    "{\"type\":\"object\",\"properties\":{\"session_id\":{\"type\":\"string\",\"description\":\"Session\"},\"cell\":{"
    "\"type\":\"string\",\"description\":\"Default: selected top\"},\"box\":{\"type\":\"object\",\"description\":\"{l"
    "eft,bottom,right,top} in um; only ports in it\"},\"depth\":{\"type\":\"integer\",\"description\":\"Levels below "
    "the cell; default all\"},\"kinds\":{\"type\":\"array\",\"description\":\"Default: all but connected, exposed\",\""
    "items\":{\"type\":\"string\",\"enum\":[\"near_miss\",\"angle_mismatch\",\"type_mismatch\",\"layer_mismatch\",\"w"
    "idth_mismatch\",\"cross_section_mismatch\",\"overloaded\",\"dangling\",\"unmatched_geometry\",\"device_overlap\""
    ",\"shape_overlap\",\"connected\",\"exposed\"]}},\"types\":{\"type\":\"array\",\"description\":\"optical, electri"
    "cal, ...\",\"items\":{\"type\":\"string\"},\"maxItems\":16},\"tolerance_um\":{\"type\":\"number\",\"description\""
    ":\"Ports so near are one; default: convention\",\"maximum\":10},\"angle_tolerance_deg\":{\"type\":\"number\",\"d"
    "escription\":\"Default: convention\",\"maximum\":90},\"near_miss_um\":{\"type\":\"number\",\"description\":\"Def"
    "ault: 10 tolerances, at least 5 dbu\"},\"include_connected\":{\"type\":\"boolean\",\"description\":\"Lists conne"
    "cted and exposed ports too\"},\"limit\":{\"type\":\"integer\",\"description\":\"Page size\",\"maximum\":500,\"de"
    "fault\":20},\"max_chars\":{\"type\":\"integer\",\"description\":\"Longest answer\",\"default\":8000},\"detail\":"
    "{\"type\":\"string\",\"description\":\"full: all members\",\"enum\":[\"lean\",\"full\"]},\"cursor\":{\"type\":\""
    "string\",\"description\":\"next_cursor\"}},\"required\":[\"session_id\"]}";

const char lob_check_connectivity_output_schema[] =
    "{\"type\":\"object\"}";

const char lob_find_cells_input_schema[] =
    "{\"type\":\"object\",\"properties\":{\"session_id\":{\"type\":\"string\",\"description\":\"Session\"},\"name\":{"
    "\"type\":\"string\",\"description\":\"Exact; or send pattern\"},\"pattern\":{\"type\":\"string\",\"description\""
    ":\"Instead of name\"},\"ignore_case\":{\"type\":\"boolean\",\"description\":\"ASCII letters of pattern\"},\"belo"
    "w\":{\"type\":\"string\",\"description\":\"Default: selected top\"},\"all\":{\"type\":\"boolean\",\"description\""
    ":\"Below every top\"},\"include_places\":{\"type\":\"boolean\",\"description\":\"Lists places\",\"default\":true"
    "},\"max_places\":{\"type\":\"integer\",\"description\":\"A cell\",\"maximum\":1000,\"default\":3},\"layer\":{\"t"
    "ype\":\"object\",\"description\":\"{layer,datatype}: only cells with anything on it or below\"},\"sort_by\":{\"t"
    "ype\":\"string\",\"description\":\"Size of the box, on layer if given; largest first\",\"enum\":[\"name\",\"widt"
    "h\",\"height\",\"area\"]},\"limit\":{\"type\":\"integer\",\"description\":\"Page size\",\"maximum\":500,\"defaul"
    "t\":10},\"max_chars\":{\"type\":\"integer\",\"description\":\"Longest answer\",\"default\":8000},\"detail\":{\"t"
    "ype\":\"string\",\"description\":\"full: all members\",\"enum\":[\"lean\",\"full\"]},\"cursor\":{\"type\":\"stri"
    "ng\",\"description\":\"next_cursor\"}},\"required\":[\"session_id\"]}";

const char lob_find_cells_output_schema[] =
    "{\"type\":\"object\"}";

const char lob_find_labels_input_schema[] =
    "{\"type\":\"object\",\"properties\":{\"session_id\":{\"type\":\"string\",\"description\":\"Session\"},\"pattern\""
    ":{\"type\":\"string\",\"description\":\"Of the whole text; default: all\",\"default\":\"*\"},\"ignore_case\":{\""
    "type\":\"boolean\",\"description\":\"ASCII letters\"},\"layers\":{\"type\":\"array\",\"description\":\"Default: "
    "all\",\"items\":{\"type\":\"object\",\"properties\":{\"layer\":{\"type\":\"integer\"},\"datatype\":{\"type\":\"i"
    "nteger\"}}}},\"box\":{\"type\":\"object\",\"description\":\"{left,bottom,right,top} in um; only texts in it\"},\""
    "below\":{\"type\":\"string\",\"description\":\"Default: selected top\"},\"all\":{\"type\":\"boolean\",\"descript"
    "ion\":\"Below every top\"},\"include_places\":{\"type\":\"boolean\",\"description\":\"false: texts and counts al"
    "one\",\"default\":true},\"limit\":{\"type\":\"integer\",\"description\":\"Page size\",\"maximum\":1000,\"default"
    "\":40},\"cursor\":{\"type\":\"string\",\"description\":\"next_cursor\"}},\"required\":[\"session_id\"]}";

const char lob_find_labels_output_schema[] =
    "{\"type\":\"object\"}";

const char lob_find_coincident_input_schema[] =
    "{\"type\":\"object\",\"properties\":{\"session_id\":{\"type\":\"string\",\"description\":\"From open_layout\"},\""
    "below\":{\"type\":\"string\",\"description\":\"Cell to look in and below; default: the selected top\"},\"kind\":"
    "{\"type\":\"string\",\"description\":\"shapes: texts as well\",\"enum\":[\"all\",\"instances\",\"shapes\"]},\"la"
    "yers\":{\"type\":\"array\",\"description\":\"Of shapes and texts; default: all\",\"items\":{\"type\":\"object\","
    "\"properties\":{\"layer\":{\"type\":\"integer\"},\"datatype\":{\"type\":\"integer\"}}}},\"limit\":{\"type\":\"in"
    "teger\",\"description\":\"Sets a page\",\"maximum\":1000,\"default\":20},\"max_chars\":{\"type\":\"integer\",\"d"
    "escription\":\"Length of the answer\",\"default\":8000},\"cursor\":{\"type\":\"string\",\"description\":\"next_c"
    "ursor of the page before\"}},\"required\":[\"session_id\"]}";

const char lob_find_coincident_output_schema[] =
    "{\"type\":\"object\"}";

const char lob_density_map_input_schema[] =
    "{\"type\":\"object\",\"properties\":{\"session_id\":{\"type\":\"string\",\"description\":\"Session\"},\"layers\""
    ":{\"type\":\"array\",\"description\":\"Their union\",\"items\":{\"type\":\"object\",\"properties\":{\"layer\":{\""
    "type\":\"integer\"},\"datatype\":{\"type\":\"integer\"}}},\"minItems\":1},\"box\":{\"type\":\"object\",\"descrip"
    "tion\":\"{left,bottom,right,top} in um; default: the cell\"},\"cell\":{\"type\":\"string\",\"description\":\"Def"
    "ault: selected top\"},\"tile_um\":{\"type\":\"object\",\"description\":\"Sides of a tile\",\"properties\":{\"x\""
    ":{\"type\":\"number\"},\"y\":{\"type\":\"number\"}}},\"step_um\":{\"type\":\"object\",\"description\":\"Default:"
    " tile_um\",\"properties\":{\"x\":{\"type\":\"number\"},\"y\":{\"type\":\"number\"}}},\"tiles\":{\"type\":\"objec"
    "t\",\"description\":\"Equal parts, instead of tile_um\",\"properties\":{\"nx\":{\"type\":\"integer\",\"maximum\""
    ":10000},\"ny\":{\"type\":\"integer\",\"maximum\":10000}}},\"border\":{\"type\":\"string\",\"description\":\"Last"
    " tiles: cut at the box, or moved back into it\",\"enum\":[\"cut\",\"shift\"]}},\"required\":[\"session_id\",\"la"
    "yers\"]}";

const char lob_density_map_output_schema[] =
    "{\"type\":\"object\"}";

const char lob_check_rules_input_schema[] =
    "{\"type\":\"object\",\"properties\":{\"session_id\":{\"type\":\"string\",\"description\":\"Session\"},\"rules\":"
    "{\"description\":\"[{\\\"id\\\":\\\"W1\\\",\\\"type\\\":\\\"width\\\",\\\"layer\\\":\\\"1/0\\\",\\\"min_um\\\":0"
    ".4}] or {\\\"rule_deck\\\":\\\"1.0\\\",\\\"layers\\\":{},\\\"rules\\\":[]}; layer: \\\"1/0\\\", a name of layers"
    ", {\\\"and\\\":[..]} (or, not, xor)\"},\"deck_path\":{\"type\":\"string\",\"description\":\"Deck or drc_rules.js"
    "on, instead of rules\"},\"cell\":{\"type\":\"string\",\"description\":\"Default: selected top\"},\"box\":{\"type"
    "\":\"object\",\"description\":\"{left,bottom,right,top} in um; default: the cell\"},\"only\":{\"type\":\"array\""
    ",\"description\":\"Rule ids\",\"items\":{\"type\":\"string\"},\"minItems\":1},\"order\":{\"type\":\"string\",\"d"
    "escription\":\"distance: nearest first\",\"enum\":[\"place\",\"distance\"]},\"summary\":{\"type\":\"boolean\",\""
    "description\":\"Least values and clusters, no violations\"},\"cluster_um\":{\"type\":\"number\",\"description\":"
    "\"Of summary: this near is one\",\"default\":1},\"limit\":{\"type\":\"integer\",\"description\":\"Page size\",\""
    "maximum\":1000,\"default\":20},\"max_chars\":{\"type\":\"integer\",\"description\":\"Longest answer\",\"default\""
    ":8000},\"detail\":{\"type\":\"string\",\"description\":\"full: all members\",\"enum\":[\"lean\",\"full\"]},\"cur"
    "sor\":{\"type\":\"string\",\"description\":\"next_cursor\"}},\"required\":[\"session_id\"]}";

const char lob_check_rules_output_schema[] =
    "{\"type\":\"object\"}";

const char lob_describe_region_input_schema[] =
    "{\"type\":\"object\",\"properties\":{\"session_id\":{\"type\":\"string\",\"description\":\"Session\"},\"box\":{\""
    "type\":\"object\",\"description\":\"{left,bottom,right,top} in um\"},\"cell\":{\"type\":\"string\",\"description"
    "\":\"Default: selected top\"},\"budget_tokens\":{\"type\":\"integer\",\"description\":\"Length of the answer\",\""
    "minimum\":300,\"maximum\":4000,\"default\":1000}},\"required\":[\"session_id\",\"box\"]}";

const char lob_describe_region_output_schema[] =
    "{\"type\":\"object\"}";

const char lob_diff_layouts_input_schema[] =
    "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"description\":\"session_id or absolute path\"}"
    ",\"b\":{\"type\":\"string\",\"description\":\"Likewise\"},\"cell_a\":{\"type\":\"string\",\"description\":\"Defa"
    "ult: the top\"},\"cell_b\":{\"type\":\"string\",\"description\":\"Default: cell_a, else the top\"},\"layers\":{\""
    "type\":\"array\",\"description\":\"Default: all\",\"items\":{\"type\":\"object\",\"properties\":{\"layer\":{\"ty"
    "pe\":\"integer\"},\"datatype\":{\"type\":\"integer\"}}}},\"box\":{\"type\":\"object\",\"description\":\"{left,bo"
    "ttom,right,top} in um; for xor\"},\"mode\":{\"type\":\"string\",\"description\":\"What to compare\",\"enum\":[\""
    "both\",\"hierarchy\",\"xor\"]},\"tolerance_um\":{\"type\":\"number\",\"description\":\"xor: leaves out what is n"
    "arrower\",\"default\":0},\"with_properties\":{\"type\":\"boolean\",\"description\":\"Compares properties too\"},"
    "\"limit\":{\"type\":\"integer\",\"description\":\"Of each list\",\"maximum\":1000,\"default\":12},\"cursor\":{\""
    "type\":\"string\",\"description\":\"next_cursor\"},\"picture\":{\"type\":\"boolean\",\"description\":\"PNGs kept"
    " by session_id: red a, blue b; before; after\"},\"session_id\":{\"type\":\"string\",\"description\":\"For pictur"
    "e\"}},\"required\":[\"a\",\"b\"]}";

const char lob_diff_layouts_output_schema[] =
    "{\"type\":\"object\"}";

const char lob_evaluate_input_schema[] =
    "{\"type\":\"object\",\"properties\":{\"layout\":{\"type\":\"string\",\"description\":\"GDSII, OASIS or .glp file"
    "; or session_id\"},\"session_id\":{\"type\":\"string\",\"description\":\"Instead of layout\"},\"cell\":{\"type\""
    ":\"string\",\"description\":\"Default: the top\"},\"layer\":{\"type\":\"object\",\"description\":\"The mask\",\""
    "properties\":{\"layer\":{\"type\":\"integer\"},\"datatype\":{\"type\":\"integer\"}}},\"target_layer\":{\"type\":"
    "\"object\",\"description\":\"What should print; default: layer\"},\"box\":{\"type\":\"object\",\"description\":\""
    "{left,bottom,right,top} in um; default: the cell\"},\"node\":{\"type\":\"string\",\"description\":\"Sets optics "
    "and pixel\",\"enum\":[\"2nm-euv\",\"3nm-euv\",\"5nm-euv\",\"7nm\",\"28nm\",\"45nm\"]},\"pixel_nm\":{\"type\":\"n"
    "umber\",\"description\":\"Default: of node, else 1\"},\"rule_deck\":{\"description\":\"{\\\"schema_version\\\":\\"
    "\"1\\\",\\\"process_node\\\":\\\"n45\\\",\\\"layer\\\":\\\"M1\\\",\\\"rules\\\":{\\\"min_width_nm\\\":65,\\\"min"
    "_spacing_nm\\\":65}}\"},\"process\":{\"type\":\"object\",\"description\":\"Optics and resist; values without nod"
    "e: wavelength_nm 193, na 1.35, source circular (annular, dipole, quasar), sigma_outer 0.7, sigma_inner 0, openin"
    "g_deg of a pole, defocus_nm 0, kernel_count 24, kernels_path (folder of ICCAD 2013 kernels), kernels_defocus_pat"
    "h, kernel_offset 24, threshold 0.225, dose_on aerial or mask, corners [{dose, defocus_nm}] 1.05, 0.95 at +-20, t"
    "ile_px, halo_px, epe_max_nm 15, pvband_max_nm, threads\"},\"checks\":{\"type\":\"array\",\"description\":\"Defau"
    "lt: all\",\"items\":{\"type\":\"string\",\"enum\":[\"drc\",\"mrc\",\"epe\",\"pvband\",\"shots\"]}},\"report_leve"
    "l\":{\"type\":\"string\",\"description\":\"detailed: violations with places and ids\",\"enum\":[\"aggregate\",\""
    "detailed\"]},\"max_violations\":{\"type\":\"integer\",\"description\":\"Listed when detailed\",\"maximum\":4000,"
    "\"default\":1000},\"wait_ms\":{\"type\":\"integer\",\"description\":\"Waits so long for the end\",\"maximum\":25"
    "000,\"default\":0}}}";

const char lob_evaluate_output_schema[] =
    "{\"type\":\"object\"}";

const char lob_optimize_input_schema[] =
    "{\"type\":\"object\",\"properties\":{\"violation_id\":{\"type\":\"string\",\"description\":\"Or name a mask, as "
    "in evaluate\"},\"scope\":{\"type\":\"string\",\"description\":\"Repairs the group, or this violation alone\",\"e"
    "num\":[\"group\",\"record_only\"]},\"layout_artifact_id\":{\"type\":\"string\",\"description\":\"Of the evaluati"
    "on, when of another session\"},\"layout\":{\"type\":\"string\",\"description\":\"GDSII, OASIS or .glp file; or s"
    "ession_id\"},\"session_id\":{\"type\":\"string\",\"description\":\"Instead of layout\"},\"cell\":{\"type\":\"str"
    "ing\",\"description\":\"Default: the top\"},\"layer\":{\"type\":\"object\",\"description\":\"As in evaluate\"},\""
    "target_layer\":{\"type\":\"object\",\"description\":\"As in evaluate\"},\"box\":{\"type\":\"object\",\"descripti"
    "on\":\"As in evaluate\"},\"node\":{\"type\":\"string\",\"description\":\"As in evaluate\"},\"pixel_nm\":{\"type\""
    ":\"number\",\"description\":\"Default: of node, else 1\"},\"rule_deck\":{\"description\":\"As in evaluate\"},\"p"
    "rocess\":{\"type\":\"object\",\"description\":\"As in evaluate\"},\"method\":{\"type\":\"string\",\"description\""
    ":\"pixel prints best; level_set makes simpler masks\",\"enum\":[\"level_set\",\"pixel\"]},\"iterations\":{\"type"
    "\":\"integer\",\"description\":\"At most\",\"maximum\":10000},\"format\":{\"type\":\"string\",\"description\":\""
    "Of the new mask's file\",\"enum\":[\"gds\",\"oas\"],\"default\":\"oas\"},\"manhattan\":{\"type\":\"boolean\",\"d"
    "escription\":\"Outlines along pixels\"},\"wait_ms\":{\"type\":\"integer\",\"description\":\"Waits so long for th"
    "e end\",\"maximum\":25000,\"default\":0}}}";

const char lob_optimize_output_schema[] =
    "{\"type\":\"object\"}";

const char lob_poll_input_schema[] =
    "{\"type\":\"object\",\"properties\":{\"job_id\":{\"type\":\"string\",\"description\":\"The job\"},\"wait_ms\":{\""
    "type\":\"integer\",\"description\":\"Waits so long for the end\",\"maximum\":25000,\"default\":0}},\"required\":"
    "[\"job_id\"]}";

const char lob_poll_output_schema[] =
    "{\"type\":\"object\"}";

const char lob_cancel_job_input_schema[] =
    "{\"type\":\"object\",\"properties\":{\"job_id\":{\"type\":\"string\",\"description\":\"The job\"}},\"required\":"
    "[\"job_id\"]}";

const char lob_cancel_job_output_schema[] =
    "{\"type\":\"object\"}";

const char lob_parse_netlist_input_schema[] =
    "{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\",\"description\":\"Absolute path\"},\"identify"
    "_modules\":{\"type\":\"boolean\",\"description\":\"Finds pairs, mirrors ...\",\"default\":true},\"language\":{\""
    "type\":\"string\",\"description\":\"Of the summary\",\"enum\":[\"en\",\"zh\"]}},\"required\":[\"path\"]}";

const char lob_parse_netlist_output_schema[] =
    "{\"type\":\"object\"}";

const char lob_parse_drc_rules_input_schema[] =
    "{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\",\"description\":\"Absolute path\"},\"language"
    "\":{\"type\":\"string\",\"description\":\"Of the summary\",\"enum\":[\"en\",\"zh\"]}},\"required\":[\"path\"]}";

const char lob_parse_drc_rules_output_schema[] =
    "{\"type\":\"object\"}";

const char lob_parse_objectives_input_schema[] =
    "{\"type\":\"object\",\"properties\":{\"path\":{\"type\":\"string\",\"description\":\"Absolute path\"},\"language"
    "\":{\"type\":\"string\",\"description\":\"Of the summary\",\"enum\":[\"en\",\"zh\"]}},\"required\":[\"path\"]}";

const char lob_parse_objectives_output_schema[] =
    "{\"type\":\"object\"}";

const char lob_evaluate_layout_input_schema[] =
    "{\"type\":\"object\",\"properties\":{\"session_id\":{\"type\":\"string\",\"description\":\"Session\"},\"cell\":{"
    "\"type\":\"string\",\"description\":\"Default: selected top\"},\"netlist_path\":{\"type\":\"string\",\"descripti"
    "on\":\"netlist.json\"},\"drc_rules_path\":{\"type\":\"string\",\"description\":\"drc_rules.json\"},\"objectives_"
    "path\":{\"type\":\"string\",\"description\":\"objectives.json\"},\"metrics\":{\"type\":\"object\",\"description\""
    ":\"Measured elsewhere\",\"properties\":{\"performance\":{\"type\":\"number\",\"maximum\":1},\"cost\":{\"type\":\""
    "number\"}}}},\"required\":[\"session_id\"]}";

const char lob_evaluate_layout_output_schema[] =
    "{\"type\":\"object\"}";

const char lob_cut_profile_input_schema[] =
    "{\"type\":\"object\",\"properties\":{\"session_id\":{\"type\":\"string\",\"description\":\"Session\"},\"from\":{"
    "\"type\":\"object\",\"description\":\"Start, um\",\"properties\":{\"x\":{\"type\":\"number\"},\"y\":{\"type\":\""
    "number\"}}},\"to\":{\"type\":\"object\",\"description\":\"End, um\",\"properties\":{\"x\":{\"type\":\"number\"},"
    "\"y\":{\"type\":\"number\"}}},\"cell\":{\"type\":\"string\",\"description\":\"Default: selected top\"},\"layers\""
    ":{\"type\":\"array\",\"description\":\"Default: all\",\"items\":{\"type\":\"object\",\"properties\":{\"layer\":{"
    "\"type\":\"integer\"},\"datatype\":{\"type\":\"integer\"}}}},\"include_points\":{\"type\":\"boolean\",\"descript"
    "ion\":\"Adds start_at_um, end_at_um\"},\"include_ids\":{\"type\":\"boolean\",\"description\":\"Ids of the shapes"
    " at its ends\"},\"limit\":{\"type\":\"integer\",\"description\":\"Page size\",\"maximum\":2000,\"default\":50},\""
    "cursor\":{\"type\":\"string\",\"description\":\"next_cursor\"}},\"required\":[\"session_id\",\"from\",\"to\"]}";

const char lob_cut_profile_output_schema[] =
    "{\"type\":\"object\"}";

const char lob_find_rings_input_schema[] =
    "{\"type\":\"object\",\"properties\":{\"session_id\":{\"type\":\"string\",\"description\":\"Session\"},\"cell\":{"
    "\"type\":\"string\",\"description\":\"Default: selected top\"},\"box\":{\"type\":\"object\",\"description\":\"{l"
    "eft,bottom,right,top} in um; only rings wholly inside\"},\"layers\":{\"type\":\"array\",\"description\":\"Defaul"
    "t: those that guide light by the conventions, else all but marks\",\"items\":{\"type\":\"object\",\"properties\""
    ":{\"layer\":{\"type\":\"integer\"},\"datatype\":{\"type\":\"integer\"}}}},\"max_gap_um\":{\"type\":\"number\",\""
    "description\":\"Farther neighbours are left out\",\"default\":2},\"limit\":{\"type\":\"integer\",\"description\""
    ":\"Page size\",\"maximum\":500,\"default\":20},\"cursor\":{\"type\":\"string\",\"description\":\"next_cursor\"}}"
    ",\"required\":[\"session_id\"]}";

const char lob_find_rings_output_schema[] =
    "{\"type\":\"object\"}";

const char lob_min_distance_input_schema[] =
    "{\"type\":\"object\",\"properties\":{\"session_id\":{\"type\":\"string\",\"description\":\"Session\"},\"kind\":{"
    "\"type\":\"string\",\"description\":\"As check_rules; ids: shapes\",\"enum\":[\"width\",\"space\",\"notch\",\"is"
    "olated\",\"separation\",\"enclosure\",\"extension\",\"overlap\",\"ids\"],\"default\":\"space\"},\"layer\":{\"typ"
    "e\":\"object\",\"description\":\"enclosure: the inner one\",\"properties\":{\"layer\":{\"type\":\"integer\"},\"d"
    "atatype\":{\"type\":\"integer\"}}},\"layer2\":{\"type\":\"object\",\"description\":\"Of two-layer kinds\",\"prop"
    "erties\":{\"layer\":{\"type\":\"integer\"},\"datatype\":{\"type\":\"integer\"}}},\"ids\":{\"type\":\"array\",\"d"
    "escription\":\"Shapes\",\"items\":{\"type\":\"string\"},\"minItems\":1},\"ids2\":{\"type\":\"array\",\"descripti"
    "on\":\"Second set\",\"items\":{\"type\":\"string\"},\"minItems\":1},\"cell\":{\"type\":\"string\",\"description\""
    ":\"Default: selected top\"},\"box\":{\"type\":\"object\",\"description\":\"{left,bottom,right,top} in um; defaul"
    "t: the cell\"},\"within_um\":{\"type\":\"number\",\"description\":\"How far to look\",\"default\":10},\"count\":"
    "{\"type\":\"integer\",\"description\":\"Places\",\"maximum\":1000,\"default\":5}},\"required\":[\"session_id\"]}";

const char lob_min_distance_output_schema[] =
    "{\"type\":\"object\"}";

const char lob_measure_many_input_schema[] =
    "{\"type\":\"object\",\"properties\":{\"session_id\":{\"type\":\"string\",\"description\":\"Session\"},\"target_i"
    "ds\":{\"type\":\"array\",\"description\":\"One or two shapes: everything about them\",\"items\":{\"type\":\"stri"
    "ng\"},\"minItems\":1,\"maxItems\":2},\"measurements\":{\"type\":\"array\",\"description\":\"Instead of target_id"
    "s\",\"items\":{\"type\":\"object\",\"properties\":{\"mode\":{\"type\":\"string\",\"description\":\"What to measu"
    "re\",\"enum\":[\"path_width\",\"segment_length\",\"centerline_distance\",\"edge_gap\",\"bend_radius_estimate\",\""
    "overlap\",\"label_distance\",\"port_spacing\"]},\"target_ids\":{\"type\":\"array\",\"description\":\"As of measu"
    "re_geometry\",\"items\":{\"type\":\"string\"},\"minItems\":1,\"maxItems\":2}}},\"minItems\":1,\"maxItems\":50}},"
    "\"required\":[\"session_id\"]}";

const char lob_measure_many_output_schema[] =
    "{\"type\":\"object\"}";
