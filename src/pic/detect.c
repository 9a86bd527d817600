/* Detection: which built-in conventions a layout follows, by what it holds.
 *
 * Only stored figures are counted, by layer and kind, and strings of the context looked at; a repetition counts once.
 * Several may apply: their rules stand beside each other, the surest first.
 */
#include <string.h>

#include "base/num.h"
#include "pic/pic_impl.h"

typedef struct kinds {
    uint64_t boxes, paths, paths2, polygons, triangles, texts; /* paths2: of two points */
} kinds;

static uint64_t count_points(const lob_layout *layout, const lob_shapes *s, lob_kind kind, uint32_t points) {
    uint64_t count = 0;
    for (uint32_t i = 0; i < s->count[kind]; i++) {
        uint32_t outline = kind == LOB_KIND_PATH ? s->paths[i].outline : s->polygons[i].outline;
        count += lob_layout_outline(layout, outline)->count == points;
    }
    return count;
}

static kinds count_kinds(const lob_layout *layout, uint32_t layer, uint32_t datatype) {
    kinds k = {0};
    lob_layer_index index = lob_layout_find_layer(layout, layer, datatype);
    for (lob_cell_index c = 0; index != LOB_NONE && c < lob_layout_cell_count(layout); c++) {
        const lob_cell *cell = lob_layout_cell(layout, c);
        for (uint32_t i = 0; i < cell->shapes_count; i++) {
            const lob_shapes *s = &cell->shapes[i];
            if (s->layer == index) {
                k.boxes += s->count[LOB_KIND_BOX];
                k.paths += s->count[LOB_KIND_PATH];
                k.polygons += s->count[LOB_KIND_POLYGON];
                k.texts += s->count[LOB_KIND_TEXT];
                k.paths2 += count_points(layout, s, LOB_KIND_PATH, 2);
                k.triangles += count_points(layout, s, LOB_KIND_POLYGON, 3);
            }
        }
    }
    return k;
}

static bool has_figures(kinds k) {
    return k.boxes + k.paths + k.polygons > 0;
}

static bool has_layer(const lob_layout *layout, uint32_t layer, uint32_t datatype) {
    return has_figures(count_kinds(layout, layer, datatype));
}

static uint64_t count_meta(const lob_layout *layout) {
    static const char key[] = "kfactory:ports:";
    uint64_t cells = 0;
    for (lob_cell_index c = 0; c < lob_layout_cell_count(layout); c++) {
        uint32_t context = lob_layout_cell(layout, c)->context, count = 0;
        const lob_str *strings = context == LOB_NONE ? NULL : lob_layout_context(layout, context, &count);
        for (uint32_t i = 0; i < count; i++) {
            if (strings[i].size > sizeof key && memmem(strings[i].data, strings[i].size, key, sizeof key - 1)) {
                cells++;
                break;
            }
        }
    }
    return cells;
}

/* ---- one function a convention: confidence 0 when nothing speaks for it ---- */

static lob_detection meta(const lob_layout *layout) {
    lob_detection d = {.name = "klayout-meta", .evidence = count_meta(layout)};
    d.confidence = d.evidence ? 1 : 0;
    d.why = "Cells carry ports of kfactory as KLayout meta information";
    return d;
}

/* Pins of the older PDKs. Their other layers are not all those of siepic-ebeam (GSiP's heater is on 47/0): not sure
 * enough to name layers by. */
static lob_detection siepic_2016(kinds pins, bool has_device) {
    lob_detection d = {.name = "siepic-ebeam-2016", .evidence = pins.paths2};
    d.confidence = pins.texts ? (has_device ? 0.85 : 0.75) : 0.5;
    d.why = pins.texts ? (has_device ? "Two-point paths and texts on 69/0 mark pins, outlines on 68/0 devices"
                                     : "Two-point paths and texts on 69/0 mark pins")
                       : "Two-point paths on 69/0 look like pins, without names";
    return d;
}

static lob_detection siepic(const lob_layout *layout) {
    lob_detection d = {.name = "siepic-ebeam"};
    kinds pins = count_kinds(layout, 1, 10), old_pins = count_kinds(layout, 69, 0);
    bool has_device = has_layer(layout, 68, 0);
    if (pins.paths2) {
        d.evidence = pins.paths2;
        d.confidence = pins.texts ? (has_device ? 0.95 : 0.85) : 0.6;
        d.why = pins.texts ? (has_device ? "Two-point paths and texts on 1/10 mark pins, outlines on 68/0 devices"
                                         : "Two-point paths and texts on 1/10 mark pins")
                           : "Two-point paths on 1/10 look like pins, without names";
    } else if (old_pins.paths2) {
        d = siepic_2016(old_pins, has_device);
    } else if (has_figures(pins) && has_device && (has_layer(layout, 12, 0) || has_layer(layout, 11, 0))) {
        d.evidence = pins.boxes + pins.polygons;
        d.confidence = 0.6;
        d.why = "Figures on 1/10 beside metal on 11/0 or 12/0 and outlines on 68/0 look like electrical pins";
    } else if (has_device && (has_layer(layout, 81, 0) || has_layer(layout, 1, 99))) {
        d.evidence = 1;
        d.confidence = 0.5;
        d.why = "Device outlines on 68/0 with fibre targets on 81/0 or guide lines on 1/99";
    }
    return d;
}

static lob_detection gdsfactory(const lob_layout *layout) {
    lob_detection d = {.name = "gdsfactory"};
    kinds pins = count_kinds(layout, 1, 10), electrical = count_kinds(layout, 1, 11),
          texts = count_kinds(layout, 66, 0);
    uint64_t triangles = pins.triangles + electrical.triangles;
    if (triangles) {
        d.evidence = triangles;
        d.confidence = texts.texts ? 0.9 : 0.7;
        d.why = texts.texts ? "Triangles on 1/10 or 1/11 mark ports, texts on 66/0 name them"
                            : "Triangles on 1/10 or 1/11 look like ports, without names";
    } else if (!pins.paths && pins.boxes + pins.polygons && pins.texts && !has_layer(layout, 12, 0) &&
               !has_layer(layout, 11, 0)) {
        d.evidence = pins.boxes + pins.polygons;
        d.confidence = 0.7;
        d.why = "Rectangles with texts on 1/10 look like ports";
    }
    return d;
}

static lob_detection nazca(const lob_layout *layout) {
    lob_detection d = {.name = "openepda-nazca"};
    kinds pins = count_kinds(layout, 1001, 0), texts = count_kinds(layout, 1002, 0);
    d.evidence = pins.polygons;
    d.confidence = pins.polygons ? (texts.texts ? 0.95 : 0.5) : 0;
    d.why = texts.texts ? "Arrows on 1001/0 mark pins, texts on 1002/0 name them"
                        : "Polygons on 1001/0 look like pins, without names";
    return d;
}

/* Layers are those of the convention's file; without other marks it is the last resort. */
static lob_detection edges(const lob_layout *layout) {
    static const uint32_t layers[][2] = {{1, 0}, {4, 0}, {34, 0}};
    lob_detection d = {.name = "edge-on-boundary",
                       .why = "No known marks; a heuristic takes ends of waveguides on 1/0, 4/0 or 34/0 as ports"};
    for (size_t i = 0; i < sizeof layers / sizeof layers[0]; i++) {
        kinds k = count_kinds(layout, layers[i][0], layers[i][1]);
        d.evidence += k.boxes + k.paths + k.polygons;
    }
    d.confidence = d.evidence ? 0.3 : 0;
    return d;
}

static lob_status keep(lob_ctx *ctx, lob_pic *pic, lob_detection d) {
    if (d.confidence > 0) {
        bool found;
        LOB_TRY(lob_convention_builtin(ctx, lob_str_from(d.name), &found, &pic->chains[pic->chain_count]));
        unsigned at = pic->chain_count;
        pic->chain_count += found;
        for (; found && at > 0 && pic->detections[at - 1].confidence < d.confidence; at--) {
            lob_convention_chain chain = pic->chains[at];
            pic->chains[at] = pic->chains[at - 1];
            pic->chains[at - 1] = chain;
            pic->detections[at] = pic->detections[at - 1];
        }
        pic->detections[at] = d;
    }
    return LOB_OK;
}

lob_status lob_pic_detect(lob_ctx *ctx, lob_pic *pic) {
    static lob_detection (*const detectors[])(const lob_layout *) = {meta, siepic, gdsfactory, nazca};
    for (size_t i = 0; i < sizeof detectors / sizeof detectors[0]; i++) {
        LOB_TRY(keep(ctx, pic, detectors[i](pic->layout)));
    }
    return pic->chain_count ? LOB_OK : keep(ctx, pic, edges(pic->layout));
}
