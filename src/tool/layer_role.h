/* What a layer is for, as far as conventions and names say: it decides how a picture draws the layer. */
#ifndef LOB_TOOL_LAYER_ROLE_H
#define LOB_TOOL_LAYER_ROLE_H

#include "tool/call.h"

/* In the order in which pictures lay them over each other, the lowest first. */
typedef enum lob_layer_role {
    LOB_ROLE_GROUND, /* floorplans, boundaries, keep-outs: where others lie */
    LOB_ROLE_MARKER, /* pins, device outlines, labels, notes: not made */
    LOB_ROLE_IMPLANT,
    LOB_ROLE_OTHER, /* nothing is known */
    LOB_ROLE_SLAB,
    LOB_ROLE_ETCH,
    LOB_ROLE_METAL,
    LOB_ROLE_HEATER,
    LOB_ROLE_VIA,
    LOB_ROLE_CORE, /* guides light */
    LOB_ROLE_COUNT
} lob_layer_role;

/* By the words of a name ("M1_heater", "met1.pin"); OTHER when none is known. */
lob_layer_role lob_role_of_name(lob_str name);
/* By the session's convention, then by name: one a layer of the layout, in the request arena. TOOL_LIMIT_EXCEEDED. */
lob_status lob_call_roles(lob_call *call, const lob_layer_role **roles);

#endif
