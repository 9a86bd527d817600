/* A deck as a DRC script of KLayout 0.28.5. What KLayout cannot say is left out and named. Text of the
 * deck stands in quoted strings without control characters and nowhere else. */
#include <math.h>

#include "base/num.h"
#include "rules/deck_impl.h"

enum { ANGLES_MAX = 36 };

typedef struct scripting {
    const lob_rules_deck *deck;
    lob_buf *out;
} scripting;

/* ---- what cannot be said ---- */

/* reason NULL: nothing is in the way. */
static lob_left_out judge(const lob_deck_item *item) {
    const double parts = item->type == LOB_RULE_ANGLE ? 180 / item->angle_step : 0;
    if (item->is_exact) {
        return (lob_left_out){item->id, "exact", "KLayout rounds distances of slanted edges to the grid",
                              "Leave out exact, or check this rule with check_rules."};
    }
    if (item->tolerance_um > 0) {
        return (lob_left_out){item->id, "tolerance", "KLayout's checks have no tolerance",
                              "Lower min_um, or check this rule with check_rules."};
    }
    if (item->type == LOB_RULE_ANGLE && (fabs(parts - round(parts)) > 1e-9 || parts > ANGLES_MAX || parts < 1)) {
        return (lob_left_out){item->id, "angle",
                              "KLayout checks single angles, and multiples of this step do not add up to 180 degrees",
                              "Use a step of 5 degrees or more that divides 180, or check this rule with check_rules."};
    }
    return (lob_left_out){item->id, NULL, NULL, NULL};
}

/* ---- words ---- */

static void put_number(lob_buf *out, double value) {
    char text[LOB_NUM_TEXT_SIZE];
    lob_num_print(text, value);
    lob_buf_add_text(out, text);
    if (!strpbrk(text, ".e")) {
        lob_buf_add_text(out, ".0"); /* whole numbers are database units there */
    }
}

static void put_string(lob_buf *out, lob_str text) {
    lob_buf_add_byte(out, '\'');
    for (size_t i = 0; i < text.size; i++) {
        const char c = text.data[i];
        if (c == '\'' || c == '\\') {
            lob_buf_add_byte(out, '\\');
        }
        lob_buf_add_byte(out, (unsigned char)c < ' ' || c == 127 ? ' ' : c);
    }
    lob_buf_add_byte(out, '\'');
}

static void put_output(const scripting *s, const lob_deck_item *item) {
    lob_buf_add_text(s->out, ".output(");
    put_string(s->out, item->id);
    if (item->description.size > 0) {
        lob_buf_add_text(s->out, ", ");
        put_string(s->out, item->description);
    }
    lob_buf_add_text(s->out, ")\n");
}

/* Merged first: checks of raw figures lose pairs between some of them, booleans with nothing stay raw, and edges that
 * are not raw are joined when they are nearly on one line. */
static void put_nodes(const scripting *s) {
    static const char *const ops[] = {
        [LOB_LAYERS_OR] = "or", [LOB_LAYERS_AND] = "and", [LOB_LAYERS_NOT] = "not", [LOB_LAYERS_XOR] = "xor"};
    for (uint32_t i = 0; i < s->deck->node_count; i++) {
        const lob_deck_node *node = &s->deck->nodes[i];
        if (node->op == LOB_LAYERS_STORED) {
            lob_buf_printf(s->out, "n%u = input(%u, %u).merged\n", i, node->layer, node->datatype);
        } else {
            lob_buf_printf(s->out, "n%u = n%u.%s(n%u).merged\n", i, node->left, ops[node->op], node->right);
        }
    }
}

/* ---- rules ---- */

static void put_pairs(const scripting *s, const lob_deck_item *item) {
    static const char *const methods[] = {
        [LOB_RULE_WIDTH] = "width",         [LOB_RULE_SPACE] = "space",           [LOB_RULE_NOTCH] = "notch",
        [LOB_RULE_ISOLATED] = "isolated",   [LOB_RULE_SEPARATION] = "separation", [LOB_RULE_ENCLOSURE] = "enclosed",
        [LOB_RULE_EXTENSION] = "enclosing", [LOB_RULE_OVERLAP] = "overlap",
    };
    static const char *const metrics[] = {[LOB_METRICS_EUCLIDIAN] = "euclidian",
                                          [LOB_METRICS_SQUARE] = "square",
                                          [LOB_METRICS_PROJECTION] = "projection"};
    lob_buf_printf(s->out, "n%u.%s(", item->a, methods[item->type]);
    if (item->b != LOB_NONE) {
        lob_buf_printf(s->out, "n%u, ", item->b);
    }
    put_number(s->out, item->min_um);
    lob_buf_printf(s->out, ", %s", metrics[item->metrics]);
    if (item->ignore_angle < 90) {
        lob_buf_add_text(s->out, ", angle_limit(");
        put_number(s->out, item->ignore_angle);
        lob_buf_add_byte(s->out, ')');
    }
    if (item->projection_min_um > 0) {
        lob_buf_add_text(s->out, ", projecting >= ");
        put_number(s->out, item->projection_min_um);
    }
    lob_buf_add_text(s->out, item->whole_edges ? ", whole_edges)" : ")");
    put_output(s, item);
    if (item->type == LOB_RULE_ENCLOSURE) {
        lob_buf_printf(s->out, "n%u.not(n%u).merged", item->a, item->b);
        put_output(s, item);
    }
}

static void put_width(const scripting *s, const lob_deck_item *item) {
    if (item->min_um > 0) {
        put_pairs(s, item);
    }
    if (item->max_um > 0) {
        lob_buf_printf(s->out, "wider.call(n%u, ", item->a);
        put_number(s->out, item->max_um);
        lob_buf_add_byte(s->out, ')');
        put_output(s, item);
    }
}

static void put_area(const scripting *s, const lob_deck_item *item) {
    if (item->has_low) {
        lob_buf_printf(s->out, "n%u.with_area(nil, ", item->a);
        put_number(s->out, item->low);
        lob_buf_add_byte(s->out, ')');
        put_output(s, item);
    }
    if (item->has_high) {
        lob_buf_printf(s->out, "n%u.with_area(", item->a);
        put_number(s->out, item->high);
        lob_buf_add_text(s->out, " + dbu * dbu, nil)");
        put_output(s, item);
    }
}

static void put_angle(const scripting *s, const lob_deck_item *item) {
    const int parts = (int)round(180 / item->angle_step);
    lob_buf_printf(s->out, "n%u.edges.raw", item->a);
    for (int i = 0; i < parts; i++) {
        double angle = 180.0 * i / parts;
        lob_buf_add_text(s->out, ".without_angle(");
        put_number(s->out, angle > 90 ? angle - 180 : angle);
        lob_buf_add_text(s->out, ").raw");
    }
    put_output(s, item);
}

static void put_bound(const scripting *s, bool is_there, double value) {
    if (is_there) {
        put_number(s->out, value);
    } else {
        lob_buf_add_text(s->out, "nil");
    }
}

static void put_density(const scripting *s, const lob_deck_item *item) {
    lob_buf_printf(s->out, "density.call(n%u, ", item->a);
    put_bound(s, item->has_low, item->low);
    lob_buf_add_text(s->out, ", ");
    put_bound(s, item->has_high, item->high);
    lob_buf_add_text(s->out, ", ");
    put_bound(s, item->window_um > 0, item->window_um);
    lob_buf_add_text(s->out, ", ");
    put_bound(s, item->window_um > 0, item->step_um > 0 ? item->step_um : item->window_um);
    lob_buf_add_byte(s->out, ')');
    put_output(s, item);
}

/* KLayout's windows are tiles of the step's size, widened on all sides; ours begin at the corner of the cell. It has no
 * tiles when there is only one. */
static const char density_text[] =
    "frame = extent.bbox\n"
    "density = lambda do |layer, low, high, window, step|\n"
    "  counts = [frame.width, frame.height].map { |l| window ? [1, 1 + ((l - window) / step - 1e-9).ceil].max : 1 }\n"
    "  if counts == [1, 1]\n"
    "    share = layer.area / (frame.width * frame.height)\n"
    "    fine = !(low && share <= low - 1e-10) && !(high && share >= high + 1e-10)\n"
    "    fine ? polygon_layer : extent\n"
    "  else\n"
    "    first = [frame.left, frame.bottom].map { |at| at + (window - step) / 2 }\n"
    "    layer.without_density(low, high, tile_size(window), tile_step(step), tile_origin(*first), "
    "tile_count(*counts),\n"
    "                          tile_boundary(extent), padding_ignore)\n"
    "  end\n"
    "end\n";

/* Half of an odd limit is no database unit: such a script ends instead of checking another limit. */
static const char wider_text[] =
    "wider = lambda do |layer, max|\n"
    "  units = (max / dbu).round\n"
    "  raise \"a greatest width of #{max} um is no even number of database units\" if units.odd?\n"
    "  layer.sized(-units / 2).sized(units / 2).and(layer).merged\n"
    "end\n";

static bool has_density(const lob_rules_deck *deck) {
    for (uint32_t i = 0; i < deck->count; i++) {
        if (deck->items[i].type == LOB_RULE_DENSITY) {
            return true;
        }
    }
    return false;
}

static bool has_greatest_width(const lob_rules_deck *deck) {
    for (uint32_t i = 0; i < deck->count; i++) {
        if (deck->items[i].max_um > 0) {
            return true;
        }
    }
    return false;
}

static void put_item(const scripting *s, const lob_deck_item *item) {
    switch (item->type) {
    case LOB_RULE_WIDTH:
        put_width(s, item);
        break;
    case LOB_RULE_AREA:
        put_area(s, item);
        break;
    case LOB_RULE_GRID:
        lob_buf_printf(s->out, "n%u.ongrid(", item->a);
        put_number(s->out, item->grid_um);
        lob_buf_add_byte(s->out, ')');
        put_output(s, item);
        break;
    case LOB_RULE_ANGLE:
        put_angle(s, item);
        break;
    case LOB_RULE_DENSITY:
        put_density(s, item);
        break;
    default:
        put_pairs(s, item);
        break;
    }
}

/* In the script, too: who runs it sees what it does not check. */
static void leave_out(const scripting *s, lob_left_outs *all, const lob_left_out *one) {
    all->items[all->count++] = *one;
    lob_buf_add_text(s->out, "# left out: ");
    put_string(s->out, one->rule);
    lob_buf_printf(s->out, ": %s\n", one->why);
}

lob_status lob_rules_deck_script(lob_ctx *ctx, const lob_rules_deck *deck, lob_buf *script, lob_left_outs *left_out) {
    const scripting s = {deck, script};
    *left_out = (lob_left_outs){.items = LOB_NEW_ARRAY(ctx->arena, lob_left_out, deck->count + 1)};
    lob_buf_add_text(script, "# Made from a deck of rules by layout-observer; for KLayout 0.28.5 or later:\n"
                             "#   klayout -b -r THIS.drc -rd input=LAYOUT -rd report=OUT.lyrdb [-rd top_cell=CELL]\n"
                             "$top_cell.to_s.empty? ? source($input) : source($input, $top_cell)\nreport(");
    put_string(script, deck->name.size > 0 ? deck->name : LOB_STR("rules"));
    lob_buf_add_text(script, ", $report)\n");
    if (has_density(deck)) {
        lob_buf_add_text(script, density_text);
    }
    if (has_greatest_width(deck)) {
        lob_buf_add_text(script, wider_text);
    }
    put_nodes(&s);
    for (uint32_t i = 0; left_out->items && i < deck->count; i++) {
        const lob_left_out fault = judge(&deck->items[i]);
        if (fault.reason) {
            leave_out(&s, left_out, &fault);
        } else {
            put_item(&s, &deck->items[i]);
        }
    }
    return left_out->items && !script->failed ? LOB_OK : lob_fail_memory(ctx);
}
