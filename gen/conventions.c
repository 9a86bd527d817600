/* Made by tools/schemac from spec/. Do not edit. The built-in conventions. */
#include "gen/conventions.h"

const char *const lob_convention_texts[LOB_CONVENTION_TEXT_COUNT] = {
    /* conventions/edge-on-boundary.json */
    "{\"schema_version\":\"1.0\",\"name\":\"edge-on-boundary\",\"about\":\"For layouts that mark nothing: an end of a"
    " waveguide on the outline of its cell is taken for a port. A heuristic.\",\"layers\":{\"WG\":{\"layer\":1,\"data"
    "type\":0,\"role\":\"waveguide\"},\"SiN\":{\"layer\":4,\"datatype\":0,\"role\":\"waveguide\"},\"WGN\":{\"layer\":"
    "34,\"datatype\":0,\"role\":\"waveguide\"}},\"port_markers\":[{\"id\":\"edge\",\"shape\":\"edge_on_boundary\",\"t"
    "ype\":\"optical\"}],\"connect\":{\"distance_dbu\":1,\"angle_tol_deg\":1,\"width_tol_dbu\":1,\"require_device_tou"
    "ch\":false}}",
    /* conventions/gdsfactory.json */
    "{\"schema_version\":\"1.0\",\"name\":\"gdsfactory\",\"about\":\"The generic layers and pin markers of gdsfactory"
    ": triangles whose tip points out, rectangles across or inside the border, or paths of two points, on PORT; names"
    " on TEXT or on PORT.\",\"layers\":{\"WG\":{\"layer\":1,\"datatype\":0,\"role\":\"waveguide\",\"material\":\"Si\""
    "},\"WGN\":{\"layer\":34,\"datatype\":0,\"role\":\"waveguide\",\"material\":\"SiN\"},\"SLAB150\":{\"layer\":2,\"d"
    "atatype\":0,\"role\":\"slab\"},\"SLAB90\":{\"layer\":3,\"datatype\":0,\"role\":\"slab\"},\"HEATER\":{\"layer\":4"
    "7,\"datatype\":0,\"role\":\"metal\"},\"M1\":{\"layer\":41,\"datatype\":0,\"role\":\"metal\"},\"M2\":{\"layer\":4"
    "5,\"datatype\":0,\"role\":\"metal\"},\"M3\":{\"layer\":49,\"datatype\":0,\"role\":\"metal\"},\"PORT\":{\"layer\""
    ":1,\"datatype\":10,\"role\":\"port\"},\"PORTE\":{\"layer\":1,\"datatype\":11,\"role\":\"port\"},\"TEXT\":{\"laye"
    "r\":66,\"datatype\":0,\"role\":\"text\"},\"DEVREC\":{\"layer\":68,\"datatype\":0,\"role\":\"device\"}},\"port_ma"
    "rkers\":[{\"id\":\"pin_path\",\"on\":\"PORT\",\"shape\":\"path2\",\"name\":{\"from\":\"text\",\"on\":\"PORT\"},\""
    "type\":\"optical\"},{\"id\":\"triangle\",\"on\":\"PORT\",\"shape\":\"triangle\",\"name\":{\"from\":\"text\",\"on"
    "\":\"TEXT\"},\"type\":\"optical\"},{\"id\":\"rectangle\",\"on\":\"PORT\",\"shape\":\"rect_half_out\",\"name\":{\""
    "from\":\"text\",\"on\":\"PORT\"},\"type\":\"optical\"},{\"id\":\"electrical_triangle\",\"on\":\"PORTE\",\"shape\""
    ":\"triangle\",\"name\":{\"from\":\"text\",\"on\":\"TEXT\"},\"type\":\"electrical\"},{\"id\":\"electrical_rectang"
    "le\",\"on\":\"PORTE\",\"shape\":\"rect_half_out\",\"name\":{\"from\":\"text\",\"on\":\"PORTE\"},\"type\":\"elect"
    "rical\"}],\"device\":{\"on\":\"DEVREC\",\"outline\":\"bbox\"},\"connect\":{\"distance_dbu\":1,\"angle_tol_deg\":"
    "0.01,\"width_tol_dbu\":0,\"require_device_touch\":false}}",
    /* conventions/klayout-meta.json */
    "{\"schema_version\":\"1.0\",\"name\":\"klayout-meta\",\"about\":\"Ports, cross sections and settings that kfacto"
    "ry and gdsfactory store as KLayout meta information.\",\"connect\":{\"distance_dbu\":1,\"angle_tol_deg\":0.01,\""
    "width_tol_dbu\":0,\"require_device_touch\":false},\"metadata\":{\"klayout_meta\":\"kfactory\"}}",
    /* conventions/openepda-nazca.json */
    "{\"schema_version\":\"1.0\",\"name\":\"openepda-nazca\",\"about\":\"Building blocks in the layers of Nazca and o"
    "penEPDA: arrows on 1001/0 whose tip is the pin, names on 1002/0 beside it, outlines on 1021/0, parameters on 100"
    "3/0. Widths and cross sections are not drawn.\",\"layers\":{\"bb_pin\":{\"layer\":1001,\"datatype\":0,\"role\":\""
    "port\"},\"bb_pin_text\":{\"layer\":1002,\"datatype\":0,\"role\":\"text\"},\"bb_pin_attr\":{\"layer\":1002,\"data"
    "type\":1,\"role\":\"text\"},\"bb_parameter_text\":{\"layer\":1003,\"datatype\":0,\"role\":\"text\"},\"bb_name\":"
    "{\"layer\":1004,\"datatype\":0,\"role\":\"text\"},\"bbox\":{\"layer\":1021,\"datatype\":0,\"role\":\"device\"}},"
    "\"port_markers\":[{\"id\":\"arrow\",\"on\":\"bb_pin\",\"shape\":\"arrow\",\"name\":{\"from\":\"text\",\"on\":\"b"
    "b_pin_text\",\"where\":\"nearest\",\"scope\":\"same_cell\",\"distance_um\":10},\"type\":\"optical\"}],\"device\""
    ":{\"on\":\"bbox\",\"outline\":\"polygon\"},\"connect\":{\"distance_dbu\":1,\"angle_tol_deg\":5,\"width_tol_dbu\""
    ":1,\"require_device_touch\":false}}",
    /* conventions/siepic-ebeam.json */
    "{\"schema_version\":\"1.0\",\"name\":\"siepic-ebeam\",\"about\":\"SiEPIC EBeam PDK and SiEPIC-Tools: pins are tw"
    "o-point paths on PinRec that point out, their names texts on the same layer that touch the path's box; component"
    "s have an outline on DevRec.\",\"layers\":{\"Si\":{\"layer\":1,\"datatype\":0,\"role\":\"waveguide\",\"material\""
    ":\"Si\"},\"SiN\":{\"layer\":4,\"datatype\":0,\"role\":\"waveguide\",\"material\":\"SiN\"},\"Si_etch_partial\":{\""
    "layer\":2,\"datatype\":0,\"role\":\"slab\",\"material\":\"Si\"},\"WGhelper\":{\"layer\":1,\"datatype\":99,\"role"
    "\":\"guide\"},\"M1_heater\":{\"layer\":11,\"datatype\":0,\"role\":\"metal\"},\"M2_router\":{\"layer\":12,\"datat"
    "ype\":0,\"role\":\"metal\"},\"M_Open\":{\"layer\":13,\"datatype\":0,\"role\":\"other\"},\"Text\":{\"layer\":10,\""
    "datatype\":0,\"role\":\"text\"},\"PinRec\":{\"layer\":1,\"datatype\":10,\"role\":\"port\"},\"PinRecM\":{\"layer\""
    ":1,\"datatype\":11,\"role\":\"port\"},\"FbrTgt\":{\"layer\":81,\"datatype\":0,\"role\":\"fiber\"},\"DevRec\":{\""
    "layer\":68,\"datatype\":0,\"role\":\"device\"}},\"port_markers\":[{\"id\":\"pin_path\",\"on\":\"PinRec\",\"shape"
    "\":\"path2\",\"name\":{\"from\":\"text\",\"on\":\"PinRec\",\"where\":\"touches_bbox\",\"scope\":\"same_cell\"},\""
    "type\":\"optical\"},{\"id\":\"pin_box\",\"on\":\"PinRec\",\"shape\":\"box_or_polygon\",\"name\":{\"from\":\"text"
    "\",\"on\":\"PinRec\",\"where\":\"touches_bbox\",\"scope\":\"same_cell\"},\"type\":\"electrical\"},{\"id\":\"pin_"
    "metal\",\"on\":\"PinRecM\",\"shape\":\"box_or_polygon\",\"name\":{\"from\":\"text\",\"on\":\"PinRecM\",\"where\""
    ":\"touches_bbox\",\"scope\":\"same_cell\"},\"type\":\"electrical\"},{\"id\":\"pin_metal_path\",\"on\":\"PinRecM\""
    ",\"shape\":\"path2\",\"name\":{\"from\":\"text\",\"on\":\"PinRecM\",\"where\":\"touches_bbox\",\"scope\":\"same_"
    "cell\"},\"type\":\"electrical\"},{\"id\":\"fiber\",\"on\":\"FbrTgt\",\"shape\":\"polygon\",\"name\":{\"from\":\""
    "cell\"},\"type\":\"fiber\"}],\"device\":{\"on\":\"DevRec\",\"outline\":\"bbox\",\"params\":[{\"prefix\":\"Lumeri"
    "cal_INTERCONNECT_library=\",\"key\":\"library\"},{\"prefix\":\"Lumerical_INTERCONNECT_component=\",\"key\":\"mod"
    "el\"},{\"prefix\":\"Component=\",\"key\":\"component\"},{\"prefix\":\"cellName=\",\"key\":\"cell_name\"},{\"pref"
    "ix\":\"Component_ID=\",\"key\":\"component_id\"},{\"prefix\":\"waveguide_type=\",\"key\":\"waveguide_type\"},{\""
    "prefix\":\"Spice_param:\",\"key\":\"params\",\"form\":\"kv_list\"}]},\"labels\":[{\"regex\":\"^opt_in_(TE|TM)_(["
    "0-9]+)_device_(.+)$\",\"on\":[\"Text\"],\"means\":\"test_port\",\"groups\":[\"polarization\",\"wavelength_nm\",\""
    "device\"]}],\"connect\":{\"distance_dbu\":0,\"angle_tol_deg\":0,\"width_tol_dbu\":0,\"require_device_touch\":tru"
    "e}}",
};
