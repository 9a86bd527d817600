/* Process nodes: what an evaluation assumes of the scanner and the layer's pitch when only the node is named. The
 * numbers are those that OpenLithoHub publishes for its nodes. */
#include "litho/deck.h"

static const lob_litho_node nodes[] = {
    {.name = "2nm-euv",
     .wavelength_nm = 13.5,
     .na = .55,
     .sigma_inner = .2,
     .sigma_outer = .9,
     .pixel_nm = .5,
     .pitch_nm = 12,
     .reach_nm = 250},
    {.name = "3nm-euv",
     .wavelength_nm = 13.5,
     .na = .55,
     .sigma_inner = .2,
     .sigma_outer = .9,
     .pixel_nm = .5,
     .pitch_nm = 14,
     .reach_nm = 250},
    {.name = "5nm-euv",
     .wavelength_nm = 13.5,
     .na = .33,
     .sigma_inner = .3,
     .sigma_outer = .8,
     .pixel_nm = 1,
     .pitch_nm = 20,
     .reach_nm = 400},
    {.name = "7nm",
     .wavelength_nm = 13.5,
     .na = .33,
     .sigma_inner = .4,
     .sigma_outer = .8,
     .pixel_nm = 1,
     .pitch_nm = 28,
     .reach_nm = 400},
    {.name = "28nm",
     .wavelength_nm = 193,
     .na = 1.35,
     .sigma_inner = .5,
     .sigma_outer = .8,
     .pixel_nm = 1,
     .pitch_nm = 28,
     .reach_nm = 1500},
    {.name = "45nm",
     .wavelength_nm = 193,
     .na = 1.35,
     .sigma_inner = .5,
     .sigma_outer = .8,
     .pixel_nm = 1,
     .pitch_nm = 40,
     .reach_nm = 1500},
};

const lob_litho_node *lob_litho_node_find(lob_str name) {
    for (unsigned i = 0; i < sizeof nodes / sizeof nodes[0]; i++) {
        if (lob_str_equal(name, lob_str_from(nodes[i].name))) {
            return &nodes[i];
        }
    }
    return NULL;
}
