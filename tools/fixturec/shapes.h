/* One item of a cell's "items" to events of a sink. See fixtures/README.md for the items. */
#ifndef LOB_TOOLS_FIXTUREC_SHAPES_H
#define LOB_TOOLS_FIXTUREC_SHAPES_H

#include "recipe.h"

void fx_item(fx_recipe *fx, const cJSON *item);

/* Keys every item may have, for the check of the others; the compiler of the item adds its own. */
#define FX_COMMON_KEYS "why repeat properties"

/* places.c */
void fx_item_place(fx_recipe *fx, const cJSON *item, lob_element element);
void fx_item_text(fx_recipe *fx, const cJSON *item, lob_element element);
void fx_item_pin(fx_recipe *fx, const cJSON *item, lob_element element);
void fx_item_port(fx_recipe *fx, const cJSON *item, lob_element element);

/* Snaps, drops points equal to the one before, and emits. `points` in um. */
void fx_emit_polygon(fx_recipe *fx, lob_element element, const fx_xy *points, uint32_t count);
/* Calls a sink function's result: a refusal of the sink is a fault of the item. */
void fx_sink_status(fx_recipe *fx, lob_status status);

#endif
