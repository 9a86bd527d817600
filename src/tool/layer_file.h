/* The .lyp of a layout that is being opened: given by the client, or beside the layout, or none. */
#ifndef LOB_TOOL_LAYER_FILE_H
#define LOB_TOOL_LAYER_FILE_H

#include "tool/common.h"

enum { LOB_LYP_WARNING_MAX = 3 };

typedef struct lob_layer_file {
    lob_looks *looks; /* the caller's */
    bool is_given;    /* by the client; else, when looks->lyp is there, found beside the layout */
    lob_warning_item warnings[LOB_LYP_WARNING_MAX];
    size_t warning_count;
} lob_layer_file;

/* `given` (data NULL: none) must be readable and sound: the errors are those of opening a file and of lob_lyp_read(),
 * with details.argument and path. A file beside the layout that is not so is a warning, and none is used. */
lob_status lob_layer_file_open(lob_call *call, const lob_layout *layout, const lob_pic *pic, lob_str layout_path,
                               lob_str given, lob_layer_file *file);

#endif
