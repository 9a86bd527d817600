/* Parts of check_connectivity: what is found, as answers show it. */
#ifndef LOB_TOOL_CONNECTIVITY_H
#define LOB_TOOL_CONNECTIVITY_H

#include "pic/connect.h"
#include "tool/ports.h"

typedef struct lob_checking {
    lob_call *call;
    const lob_check_connectivity_request *request;
    lob_check_connectivity_response *response;
    const lob_layout *layout;
    lob_pic *pic;
    double dbu;
    lob_box64 window;    /* asked for */
    lob_pic_query query; /* with what lies around the window */
    lob_ports ports;
    lob_components components;
    lob_connect_question question;
    lob_connectivity found;
    uint64_t first; /* findings given before */
    lob_str cell_name;
} lob_checking;

/* The page after `first`, as far as there is room. */
lob_status lob_findings_show(lob_checking *c);
/* Sentences about the answer as a whole. */
lob_status lob_connectivity_notes(lob_checking *c);
/* connectivity_draw.c: the layout with the findings of the page; adds image and image_svg to the answer. */
lob_status lob_connectivity_draw(lob_checking *c);

#endif
