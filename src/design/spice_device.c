/* A line of a subcircuit as a device of the format: what its model is, its nets and sizes. */
#include <math.h>

#include "design/spice_impl.h"

static const double length_max = 1e-3; /* of a channel in metres; beyond it the file writes micrometres */

/* ---- kinds ---- */

static bool has_part(lob_str name, const char *const *parts) {
    for (; *parts; parts++) {
        const size_t size = strlen(*parts);
        for (size_t i = 0; i + size <= name.size; i++) {
            if (lob_spice_is((lob_str){name.data + i, size}, *parts)) {
                return true;
            }
        }
    }
    return false;
}

/* n, n18, n_hv; not net5. */
static bool begins_as(lob_str name, char letter) {
    const bool is_alone = name.size == 1 || (name.size > 1 && (name.data[1] < 'A' || name.data[1] == '_'));
    return is_alone && (name.data[0] | 32) == letter;
}

static lob_spice_kind habit(lob_str name) {
    static const char *const n[] = {"nmos", "nfet", "nch", NULL}, *const p[] = {"pmos", "pfet", "pch", NULL};
    const bool is_n = has_part(name, n) || begins_as(name, 'n'), is_p = has_part(name, p) || begins_as(name, 'p');
    return is_n == is_p ? LOB_SPICE_UNKNOWN_KIND : is_n ? LOB_SPICE_NMOS : LOB_SPICE_PMOS;
}

/* What lines outside of the netlist say of a name: options first, then .model, then habit. */
static lob_spice_kind kind_of(const lob_spice *s, lob_str name, bool by_habit) {
    const lob_spice_options *o = &s->options;
    const struct {
        const lob_spice_names *names;
        lob_spice_kind kind;
    } given[] = {{&o->nmos, LOB_SPICE_NMOS},
                 {&o->pmos, LOB_SPICE_PMOS},
                 {&o->resistors, LOB_SPICE_RESISTOR},
                 {&o->capacitors, LOB_SPICE_CAPACITOR},
                 {&o->skipped, LOB_SPICE_SKIPPED}};
    for (size_t i = 0; i < sizeof given / sizeof given[0]; i++) {
        if (lob_spice_is_among(given[i].names, name)) {
            return given[i].kind;
        }
    }
    const uint32_t model = lob_spice_find(s, LOB_SPICE_KEY_MODEL, 0, name);
    return model != LOB_MAP_NONE ? (lob_spice_kind)model : by_habit ? habit(name) : LOB_SPICE_UNKNOWN_KIND;
}

lob_status lob_spice_resolve(lob_spice *s, const lob_spice_card *card, uint32_t *subckt, lob_spice_kind *kind) {
    const lob_str name = card->words[card->word_count - 1];
    if (card->word_count < 2) {
        return lob_spice_fail(s, &card->at, "The instance names no subcircuit", "Write XNAME NET ... SUBCIRCUIT.",
                              name);
    }
    *kind = kind_of(s, name, false);
    *subckt = *kind == LOB_SPICE_UNKNOWN_KIND ? lob_spice_find(s, LOB_SPICE_KEY_SUBCKT, 0, name) : LOB_MAP_NONE;
    if (*kind == LOB_SPICE_UNKNOWN_KIND && *subckt == LOB_MAP_NONE) {
        *kind = card->word_count == 6 ? habit(name) : LOB_SPICE_UNKNOWN_KIND;
    }
    if (*kind == LOB_SPICE_UNKNOWN_KIND && *subckt == LOB_MAP_NONE) {
        return lob_spice_fail(s, &card->at, "The subcircuit is not defined",
                              "Include its definition, or say what it is: --nmos, --pmos, --resistor or --capacitor "
                              "NAME, or --skip NAME to omit it (layout-observer netlist).",
                              name);
    }
    return LOB_OK;
}

/* ---- parts of a card ---- */

static lob_status take_net(lob_spice *s, const lob_spice_card *card, lob_str net, const char *terminal,
                           lob_spice_device *device) {
    if (net.data[0] == '(') {
        return lob_spice_fail(s, &card->at, "Parentheses around nets are not supported", "Delete them.", net);
    }
    device->nets[device->terminal_count] = net;
    device->terminals[device->terminal_count++] = terminal;
    return LOB_OK;
}

/* CDL's $[NAME] and $.model=NAME; absent when there is neither. */
static lob_str cdl_model(const lob_spice_card *card) {
    const lob_spice_param *param = lob_spice_card_param(card, "$.model");
    for (size_t i = 1; i < card->word_count; i++) {
        const lob_str word = card->words[i];
        if (word.size > 3 && word.data[0] == '$' && word.data[1] == '[' && word.data[word.size - 1] == ']') {
            return (lob_str){word.data + 2, word.size - 3};
        }
    }
    return param ? param->value : (lob_str){0};
}

/* Words without CDL's. */
static size_t plain_words(const lob_spice_card *card, lob_str *words, size_t max) {
    size_t count = 0;
    for (size_t i = 0; i < card->word_count; i++) {
        if (card->words[i].data[0] != '$') {
            if (count < max) {
                words[count] = card->words[i];
            }
            count++;
        }
    }
    return count;
}

static lob_status take_length(lob_spice *s, const lob_spice_scope *scope, const lob_spice_card *card, const char *name,
                              const char *cdl_name, bool *is_there, double *length) {
    const lob_spice_param *param = lob_spice_card_param(card, name);
    param = param ? param : lob_spice_card_param(card, cdl_name);
    *is_there = param != NULL;
    if (!param) {
        return LOB_OK;
    }
    LOB_TRY(lob_spice_scope_value(s, scope, param, length));
    if (*length < 0) {
        return lob_spice_fail(s, &card->at, "A length is below 0", "Correct it.", card->words[0]);
    }
    *length *= s->scale;
    return LOB_OK;
}

static lob_status take_count(lob_spice *s, const lob_spice_scope *scope, const lob_spice_card *card, const char *name,
                             double *count) {
    const lob_spice_param *param = lob_spice_card_param(card, name);
    double value = 1;
    if (!param) {
        return LOB_OK;
    }
    LOB_TRY(lob_spice_scope_value(s, scope, param, &value));
    *count *= value;
    if (value < 1 || value != floor(value) || *count > 1e6) {
        return lob_spice_fail(s, &card->at, "m or nf is not a whole number from 1 to a million",
                              "Give a whole number of devices or fingers.", card->words[0]);
    }
    return LOB_OK;
}

static lob_status take_counts(lob_spice *s, const lob_spice_scope *scope, const lob_spice_card *card,
                              lob_spice_device *device) {
    device->m = scope->multiplier;
    device->nf = 1;
    LOB_TRY(take_count(s, scope, card, "m", &device->m));
    LOB_TRY(take_count(s, scope, card, "mult", &device->m));
    LOB_TRY(take_count(s, scope, card, "nf", &device->nf));
    return take_count(s, scope, card, "ng", &device->nf);
}

/* ---- transistors ---- */

static lob_status fail_model(lob_spice *s, const lob_spice_card *card, lob_str model) {
    return lob_spice_fail(
        s, &card->at, "It is not known whether the model is an nmos or a pmos",
        "Convert the file with layout-observer netlist and --nmos NAME or --pmos NAME, or add a .model "
        "line.",
        model);
}

static lob_status check_sizes(lob_spice *s, const lob_spice_card *card, const lob_spice_device *device) {
    if (!device->has_w || !device->has_l || device->w <= 0 || device->l <= 0) {
        return lob_spice_fail(s, &card->at, "The transistor has no w or no l above 0",
                              "Write w=WIDTH l=LENGTH in metres.", card->words[0]);
    }
    return device->l <= length_max
               ? LOB_OK
               : lob_spice_fail(s, &card->at, "The channel is longer than 1 mm",
                                "If the file writes micrometres, add .option scale=1u or convert it with "
                                "layout-observer netlist --scale 1u.",
                                card->words[0]);
}

static lob_status read_mos(lob_spice *s, const lob_spice_card *card, lob_spice_device *device) {
    static const char *const terminals[] = {"d", "g", "s", "b"};
    lob_str words[6];
    const lob_str cdl = cdl_model(card);
    const size_t count = plain_words(card, words, 6);
    if (count != 6 && !(count == 5 && cdl.data)) {
        return lob_spice_fail(s, &card->at, "A transistor needs four nets and a model, then NAME=VALUE",
                              "Write MNAME DRAIN GATE SOURCE BULK MODEL w=... l=...", card->words[0]);
    }
    device->model = cdl.data ? cdl : words[5];
    const lob_spice_kind kind = kind_of(s, device->model, true);
    if (kind != LOB_SPICE_NMOS && kind != LOB_SPICE_PMOS) {
        return fail_model(s, card, device->model);
    }
    device->type = kind == LOB_SPICE_NMOS ? LOB_DEVICE_TYPE_NMOS : LOB_DEVICE_TYPE_PMOS;
    for (size_t i = 0; i < 4; i++) {
        LOB_TRY(take_net(s, card, words[1 + i], terminals[i], device));
    }
    return check_sizes(s, card, device);
}

/* ---- resistors and capacitors ---- */

/* A word behind the nets: a value, else a model. */
static lob_status take_value_word(lob_spice *s, const lob_spice_scope *scope, const lob_spice_card *card, lob_str word,
                                  lob_spice_device *device) {
    lob_str unknown;
    const lob_spice_verdict verdict = lob_spice_evaluate(word, lob_spice_scope_lookup, scope, &device->value, &unknown);
    if (verdict == LOB_SPICE_FINE && !device->has_value) {
        device->has_value = true;
    } else if (verdict == LOB_SPICE_UNKNOWN && lob_str_equal(unknown, word) && !device->model.data) {
        device->model = word;
    } else {
        return lob_spice_fail(s, &card->at, "This word is neither the value nor the model of the device",
                              "Write NAME NET NET VALUE or NAME NET NET MODEL, then NAME=VALUE.", word);
    }
    return LOB_OK;
}

static lob_status read_passive(lob_spice *s, const lob_spice_scope *scope, const lob_spice_card *card, bool is_resistor,
                               lob_spice_device *device) {
    lob_str words[5];
    const bool is_instance = (card->words[0].data[0] | 32) == 'x';
    const size_t count = plain_words(card, words, 5);
    const lob_spice_param *value = lob_spice_card_param(card, is_resistor ? "r" : "c");
    const lob_spice_param *bulk = lob_spice_card_param(card, "$sub");
    device->type = is_resistor ? LOB_DEVICE_TYPE_RESISTOR : LOB_DEVICE_TYPE_CAPACITOR;
    device->model = is_instance ? card->words[card->word_count - 1] : cdl_model(card);
    if (count < (is_instance ? 4u : 3u) || count > 5) {
        return lob_spice_fail(s, &card->at, "A resistor or capacitor needs two nets, then a value or a model",
                              "Write NAME NET NET VALUE.", card->words[0]);
    }
    LOB_TRY(take_net(s, card, words[1], "p", device));
    LOB_TRY(take_net(s, card, words[2], "n", device));
    if (is_instance && count == 5) {
        LOB_TRY(take_net(s, card, words[3], "b", device));
    }
    for (size_t i = 3; !is_instance && i < count; i++) {
        LOB_TRY(take_value_word(s, scope, card, words[i], device));
    }
    if (value && !device->has_value) {
        device->has_value = true;
        LOB_TRY(lob_spice_scope_value(s, scope, value, &device->value));
    }
    if (!device->has_value && !device->model.data && !device->has_l) {
        return lob_spice_fail(s, &card->at, "The device has no value, no model and no length", "Give it a value.",
                              card->words[0]);
    }
    return bulk && device->terminal_count == 2 ? take_net(s, card, bulk->value, "b", device) : LOB_OK;
}

lob_status lob_spice_device_read(lob_spice *s, const lob_spice_scope *scope, const lob_spice_card *card,
                                 lob_spice_kind kind, lob_spice_device *device) {
    *device = (lob_spice_device){.id = card->words[0], .card = card};
    LOB_TRY(take_length(s, scope, card, "w", "$w", &device->has_w, &device->w));
    LOB_TRY(take_length(s, scope, card, "l", "$l", &device->has_l, &device->l));
    LOB_TRY(take_counts(s, scope, card, device));
    return kind == LOB_SPICE_RESISTOR || kind == LOB_SPICE_CAPACITOR
               ? read_passive(s, scope, card, kind == LOB_SPICE_RESISTOR, device)
               : read_mos(s, card, device);
}

/* ---- the other parameters ---- */

typedef struct own_scope {
    const lob_spice_scope *scope;
    const lob_spice_device *device;
} own_scope;

/* An expression of ad may speak of the w, l, nf and m of its device. */
static lob_spice_verdict look_up_own(const void *arg, lob_str name, double *value) {
    const own_scope *own = arg;
    const lob_spice_device *device = own->device;
    const double scale = own->scope->s->scale;
    const struct {
        const char *name;
        bool is_there;
        double value;
    } sizes[] = {{"w", device->has_w, device->w / scale},
                 {"l", device->has_l, device->l / scale},
                 {"nf", true, device->nf},
                 {"m", true, device->m}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        if (sizes[i].is_there && lob_spice_is(name, sizes[i].name)) {
            *value = sizes[i].value;
            return LOB_SPICE_FINE;
        }
    }
    return lob_spice_scope_lookup(own->scope, name, value);
}

static bool is_among(lob_str name, const char *const *names) {
    while (*names && !lob_spice_is(name, *names)) {
        names++;
    }
    return *names != NULL;
}

static lob_status write_extra(lob_spice *s, const own_scope *own, const lob_spice_param *param, lob_jsonw *out) {
    static const char *const lengths[] = {"pd", "ps", NULL}, *const areas[] = {"ad", "as", NULL};
    lob_str unknown;
    double value;
    lob_jsonw_key_str(out, param->name);
    if (lob_spice_evaluate(param->value, look_up_own, own, &value, &unknown) != LOB_SPICE_FINE) {
        lob_jsonw_str(out, param->value);
        return lob_spice_note(s, "kept_as_text", "A parameter of a device is not a number and is kept as text.");
    }
    value *= is_among(param->name, lengths) ? s->scale : is_among(param->name, areas) ? s->scale * s->scale : 1;
    lob_jsonw_number(out, value);
    return LOB_OK;
}

lob_status lob_spice_device_extra(lob_spice *s, const lob_spice_scope *scope, const lob_spice_device *device,
                                  lob_jsonw *out) {
    static const char *const used[] = {"w", "l", "m", "mult", "nf", "ng", NULL};
    static const char *const taken[] = {"id", "type", "model", "terminals", "value", NULL};
    const own_scope own = {scope, device};
    const char *const value_name = device->type == LOB_DEVICE_TYPE_RESISTOR    ? "r"
                                   : device->type == LOB_DEVICE_TYPE_CAPACITOR ? "c"
                                                                               : "";
    for (size_t i = 0; i < device->card->pins_from; i++) {
        const lob_spice_param *param = &device->card->params[i];
        if (is_among(param->name, taken)) {
            LOB_TRY(lob_spice_note(s, "parameter_not_kept",
                                   "A parameter of a device has the name of a member of the format and is omitted."));
        } else if (!is_among(param->name, used) && !lob_spice_is(param->name, value_name) &&
                   param->name.data[0] != '$') {
            LOB_TRY(write_extra(s, &own, param, out));
        }
    }
    return LOB_OK;
}
