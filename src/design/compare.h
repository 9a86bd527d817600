/* Devices of a netlist against what is drawn for them: which are missing, and which have another size.
 *
 * Sizes come from parameters that the layout keeps beside a device (w, l, m, nf in its properties) and from how many
 * units of it are drawn and how large. Connections are not looked at: this is a first answer, no LVS.
 */
#ifndef LOB_DESIGN_COMPARE_H
#define LOB_DESIGN_COMPARE_H

#include "design/matching.h"

typedef enum {
    LOB_PARAMETER_W,
    LOB_PARAMETER_L,
    LOB_PARAMETER_M,
    LOB_PARAMETER_NF,
    LOB_PARAMETER_COUNT
} lob_device_parameter;

typedef struct lob_drawn_parameters { /* what properties say; w and l in um */
    bool has[LOB_PARAMETER_COUNT];
    double values[LOB_PARAMETER_COUNT];
} lob_drawn_parameters;

/* Takes `key`, when it is w, l, m or nf in either case, with a number: "4u", "180n", "0.18". A length without a suffix
 * is in metres below 0.01, else in um. The first value of a parameter stays. */
void lob_drawn_parameter_take(lob_drawn_parameters *parameters, lob_str key, lob_str text);
/* Takes a text like "w=4u l=0.18u, m=2"; what is no parameter is passed by. */
void lob_drawn_parameters_take(lob_drawn_parameters *parameters, lob_str text);

typedef struct lob_drawn_device {
    const lob_placed_unit *units; /* none: it is not drawn */
    size_t count;
    lob_drawn_parameters parameters;
} lob_drawn_device;

enum { LOB_COMPARED_SHOWN = 100 }; /* of each list */

/* drawn: of each device of the circuit. Fills found, missing and different; extra is for who has looked at the layout.
 * different has, device by device:
 *   w, l, m, nf   the property says otherwise, by more than 1e-6 of it
 *   units         several are drawn, but neither m, nf nor m nf of them
 *   area          the boxes of all units together are smaller than w l m: the gates do not fit, um2; or not as large as
 *                 those of the other devices of that type, model and size (expected: what most of them have)
 * In ctx->arena. O(n log n). Fails for want of memory alone. */
lob_status lob_devices_compare(lob_ctx *ctx, const lob_circuit *circuit, const lob_drawn_device *drawn,
                               lob_layout_comparison *out);

#endif
