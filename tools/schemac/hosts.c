/* Input schemas for tools/list; hosts_output.c has those of answers.
 *
 * Hosts understand little, and one bad schema loses the whole list: everything is inlined, no $ref, no combinators at
 * the root of an input schema, no lists of types, `items` on every array. The list is to be small, so what goes without
 * saying is left out: that unknown members of inner objects are an error, that a flag is off, and bounds that nobody
 * meets by chance.
 */
#include <string.h>

#include "emit.h"
#include "json/writer.h"

/* What nobody meets by chance is not shown: larger numbers, more items than these. */
enum { SHOWN_LIMIT_MAX = 100000, SHOWN_NUMBER_MAX = 500, SHOWN_ITEMS_MAX = 100 };

typedef enum { AT_ROOT, BELOW } sc_depth;

static void write_schema(lob_jsonw *out, const sc_type *type, const char *description, const cJSON *preset,
                         sc_depth depth);

static void write_names(lob_jsonw *out, const sc_type *type) {
    bool any = false;
    for (size_t i = 0; i < type->member_count; i++) {
        any = any || type->members[i].is_required;
    }
    if (!any) {
        return;
    }
    lob_jsonw_key(out, "required");
    lob_jsonw_begin_array(out);
    for (size_t i = 0; i < type->member_count; i++) {
        if (type->members[i].is_required) {
            lob_jsonw_text(out, type->members[i].name);
        }
    }
    lob_jsonw_end_array(out);
}

/* Objects below the root are closed as well, which goes without saying: see spec/DIALECT.md. */
static void write_object(lob_jsonw *out, const sc_type *type, sc_depth depth) {
    lob_jsonw_key(out, "properties");
    lob_jsonw_begin_object(out);
    for (size_t i = 0; i < type->member_count; i++) {
        const sc_member *member = &type->members[i];
        lob_jsonw_key(out, member->name);
        write_schema(out, member->type, member->description, member->preset, BELOW);
    }
    lob_jsonw_end_object(out);
    write_names(out, type);
    if (depth == AT_ROOT) {
        lob_jsonw_key(out, "additionalProperties");
        lob_jsonw_bool(out, false);
    }
}

/* Bounds that help to choose a value; lengths of strings and limits beyond all use are left to the error messages. */
static void write_bounds(lob_jsonw *out, const sc_type *type) {
    const bool shows_limit = type->limit && type->limit->value <= SHOWN_LIMIT_MAX;
    const double shown_max = type->kind == SC_NUMBER ? SHOWN_NUMBER_MAX : SHOWN_LIMIT_MAX;
    /* Nobody asks for less than nothing, nor for a length of 0. A page of none is asked for, to learn a count: 1 is
     * shown. */
    if (type->has_minimum && type->minimum != 0 && type->minimum >= -shown_max) {
        lob_jsonw_key(out, type->is_exclusive ? "exclusiveMinimum" : "minimum");
        lob_jsonw_number(out, type->minimum);
    }
    const bool shows_maximum = type->has_maximum && type->maximum <= shown_max;
    if (shows_maximum || (shows_limit && type->kind == SC_INTEGER)) {
        lob_jsonw_key(out, "maximum");
        lob_jsonw_number(out, shows_maximum ? type->maximum : (double)type->limit->value);
    }
    if (type->kind != SC_ARRAY) {
        return;
    }
    if (type->has_size_min) {
        lob_jsonw_key(out, "minItems");
        lob_jsonw_int(out, type->size_min);
    }
    const bool is_choice = type->item->kind == SC_ENUM; /* each value once */
    const int64_t items_max = type->has_size_max ? type->size_max : type->limit ? type->limit->value : INT64_MAX;
    if (!is_choice && items_max <= SHOWN_ITEMS_MAX) {
        lob_jsonw_key(out, "maxItems");
        lob_jsonw_int(out, items_max);
    }
}

static void write_values(lob_jsonw *out, const sc_type *type) {
    lob_jsonw_key(out, "enum");
    lob_jsonw_begin_array(out);
    for (size_t i = 0; i < type->value_count; i++) {
        lob_jsonw_text(out, type->values[i]);
    }
    if (type->kind == SC_CONST) {
        lob_jsonw_text(out, type->text);
    }
    lob_jsonw_end_array(out);
}

static void write_default(lob_jsonw *out, const cJSON *preset) {
    lob_jsonw_key(out, "default");
    if (cJSON_IsString(preset)) {
        lob_jsonw_text(out, preset->valuestring);
    } else if (cJSON_IsBool(preset)) {
        lob_jsonw_bool(out, cJSON_IsTrue(preset));
    } else {
        lob_jsonw_number(out, preset->valuedouble);
    }
}

static void write_forms(lob_jsonw *out, const sc_type *type) {
    lob_jsonw_key(out, "anyOf");
    lob_jsonw_begin_array(out);
    for (size_t i = 0; i < type->shown_count; i++) {
        write_schema(out, type->shown[i], NULL, NULL, BELOW);
    }
    lob_jsonw_end_array(out);
}

static void write_schema(lob_jsonw *out, const sc_type *type, const char *description, const cJSON *preset,
                         sc_depth depth) {
    if (type->shown_count == 1) {
        write_schema(out, type->shown[0], description, NULL, depth);
        return;
    }
    lob_jsonw_begin_object(out);
    if (type->kind != SC_ANY) {
        lob_jsonw_key(out, "type");
        lob_jsonw_text(out, sc_expected(type->kind));
    }
    if (description) {
        lob_jsonw_key(out, "description");
        lob_jsonw_text(out, description);
    }
    if (type->shown_count > 1) {
        write_forms(out, type);
    }
    if (type->kind == SC_OBJECT) {
        write_object(out, type, depth);
    } else if (type->kind == SC_ENUM || type->kind == SC_CONST) {
        write_values(out, type);
    } else if (type->kind == SC_ARRAY || type->kind == SC_MAP) {
        lob_jsonw_key(out, type->kind == SC_ARRAY ? "items" : "additionalProperties");
        write_schema(out, type->item, type->item->description, NULL, BELOW);
    }
    write_bounds(out, type);
    /* A flag that is absent is off, which goes without saying. */
    if (preset && !cJSON_IsFalse(preset)) {
        write_default(out, preset);
    }
    lob_jsonw_end_object(out);
}

const char *sc_host_text(const sc_model *model, lob_buf *text) {
    if (text->failed != LOB_BUF_FINE) {
        sc_no_memory();
    }
    const char *copy = sc_format(model->load, "%s", text->data);
    lob_buf_release(text);
    return copy;
}

const char *sc_input_schema(const sc_model *model, const sc_tool *tool) {
    lob_buf text;
    lob_jsonw out;
    lob_buf_init(&text, 1 << 20);
    lob_jsonw_init(&out, &text);
    write_schema(&out, tool->request, NULL, NULL, AT_ROOT);
    return sc_host_text(model, &text);
}
