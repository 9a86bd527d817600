/* Rule decks of RFC 0003: read by the schema (spec/types/litho_deck.json), then hashed as canonical JSON.
 *
 * Invariant: the hash is of what the deck says, not of how it is spelled: members in order, no space, numbers in their
 * shortest form, strings escaped only where JSON asks for it (RFC 8785). A validated deck is one object that holds
 * scalars and objects of scalars, so two levels are all there is; what `source` holds beyond the schema is hashed as
 * well, unless it is deeper, which is refused.
 */
#include "litho/deck.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/digest.h"
#include "base/num.h"
#include "gen/parse.h"
#include "rules/deck.h"
#include "json/reader.h"
#include "json/writer.h"

enum { DEPTH_MAX = 2 };

/* The deck that stands in for none, drawn to a scale: 40 nm is what its limits were made for. */
#define USUAL_PITCH_NM     40.0
#define USUAL_NOTCH_NM     30.0
#define USUAL_DRC_AREA_NM2 100.0

static lob_status refuse(lob_ctx *ctx, const char *path, const char *rule, const char *expected, const char *got) {
    lob_status status = lob_fail(ctx, LOB_E_INVALID_TARGET, "The rule deck is inconsistent: expected %s", expected);
    lob_issue *issue = lob_error_issue(&ctx->error);
    if (issue) {
        strncpy(issue->path, path, sizeof issue->path - 1);
        strncpy(issue->rule, rule, sizeof issue->rule - 1);
        strncpy(issue->expected, expected, sizeof issue->expected - 1);
        strncpy(issue->got, got, sizeof issue->got - 1);
    }
    lob_error_text(&ctx->error, "reason", LOB_STR("deck"));
    lob_hint(ctx, "Fix the deck at the places named in details.issues.");
    return status;
}

/* ---- canonical JSON ---- */

static void put_string(lob_buf *out, const char *text) {
    static const char letters[] = "btn?fr"; /* 8 to 13 */
    lob_buf_add_byte(out, '"');
    for (const char *at = text; *at != '\0'; at++) {
        const unsigned char c = (unsigned char)*at;
        if (c == '"' || c == '\\') {
            lob_buf_add_byte(out, '\\');
            lob_buf_add_byte(out, *at);
        } else if (c >= 8 && c <= 13 && c != 11) {
            lob_buf_add_byte(out, '\\');
            lob_buf_add_byte(out, letters[c - 8]);
        } else if (c < 32) {
            lob_buf_printf(out, "\\u%04x", (unsigned)c);
        } else {
            lob_buf_add_byte(out, *at);
        }
    }
    lob_buf_add_byte(out, '"');
}

static bool put_scalar(lob_buf *out, const cJSON *json) {
    char text[LOB_NUM_TEXT_SIZE];
    if (cJSON_IsString(json)) {
        put_string(out, json->valuestring);
    } else if (cJSON_IsNumber(json)) {
        lob_buf_add(out, text, lob_num_print(text, json->valuedouble));
    } else if (cJSON_IsBool(json)) {
        lob_buf_add_text(out, cJSON_IsTrue(json) ? "true" : "false");
    } else if (cJSON_IsNull(json)) {
        lob_buf_add_text(out, "null");
    } else {
        return false;
    }
    return true;
}

static int by_name(const void *a, const void *b) {
    return strcmp((*(const cJSON *const *)a)->string, (*(const cJSON *const *)b)->string);
}

/* The members of an object in order; NULL: out of memory. */
static const cJSON **sorted(lob_ctx *ctx, const cJSON *object, size_t *count) {
    *count = (size_t)cJSON_GetArraySize(object);
    const cJSON **members = LOB_NEW_ARRAY(ctx->arena, const cJSON *, *count);
    size_t i = 0;
    for (const cJSON *member = object->child; members && member; member = member->next) {
        members[i++] = member;
    }
    if (members) {
        qsort(members, *count, sizeof(const cJSON *), by_name);
    }
    return members;
}

static lob_status put_members(lob_ctx *ctx, lob_buf *out, const cJSON *object, unsigned depth) {
    size_t count;
    const cJSON **members = sorted(ctx, object, &count);
    if (!members) {
        return lob_fail_memory(ctx);
    }
    lob_buf_add_byte(out, '{');
    for (size_t i = 0; i < count; i++) {
        lob_buf_add_text(out, i > 0 ? "," : "");
        put_string(out, members[i]->string);
        lob_buf_add_byte(out, ':');
        if (put_scalar(out, members[i])) {
            continue;
        }
        if (depth >= DEPTH_MAX || !cJSON_IsObject(members[i])) {
            return refuse(ctx, "$.source", "type", "only text, numbers, true or false in it, nothing nested",
                          "an object or a list");
        }
        LOB_TRY(put_members(ctx, out, members[i], depth + 1));
    }
    lob_buf_add_byte(out, '}');
    return LOB_OK;
}

static lob_status hash_deck(lob_ctx *ctx, const cJSON *json, char hash[LOB_DECK_HASH_SIZE + 1]) {
    uint8_t digest[32];
    lob_buf text;
    lob_buf_init(&text, 0);
    lob_status status = put_members(ctx, &text, json, 1);
    lob_sha256 *sums = status == LOB_OK && text.failed == LOB_BUF_FINE ? lob_sha256_new() : NULL;
    if (sums && lob_sha256_add(sums, text.data, text.size) && lob_sha256_end(sums, digest)) {
        memcpy(hash, "sha256:", 7);
        lob_hex(hash + 7, digest, sizeof digest);
    } else if (status == LOB_OK) {
        status = lob_fail_memory(ctx);
    }
    lob_sha256_drop(sums);
    lob_buf_release(&text);
    return status;
}

/* ---- the deck ---- */

static lob_status name_deck(lob_ctx *ctx, lob_litho_deck *deck) {
    const size_t size = deck->process_node.size + 1 + deck->layer.size;
    char *name = lob_arena_alloc(ctx->arena, size + 1);
    if (!name) {
        return lob_fail_memory(ctx);
    }
    memcpy(name, deck->process_node.data, deck->process_node.size);
    name[deck->process_node.size] = '_';
    memcpy(name + deck->process_node.size + 1, deck->layer.data, deck->layer.size);
    name[size] = '\0';
    deck->name = (lob_str){name, size};
    return LOB_OK;
}

/* By default as RFC 0006 has it: about the least feature, and for what is counted edge by edge the same place. */
static void take_radii(const lob_litho_deck_radii *given, lob_litho_deck *deck) {
    static const lob_litho_deck_radii none;
    const lob_litho_deck_radii *radii = given ? given : &none;
    deck->dedup_width_nm = radii->has_width ? radii->width : deck->width_nm;
    deck->dedup_spacing_nm = radii->has_spacing ? radii->spacing : deck->spacing_nm;
    deck->dedup_area_nm = radii->has_area ? radii->area : sqrt(deck->area_nm2);
    deck->dedup_mrc_nm = radii->mrc;
    deck->dedup_gauge_nm = radii->gauge;
}

static lob_status take_deck(lob_ctx *ctx, const lob_litho_deck_file *file, lob_litho_deck *deck) {
    const lob_litho_deck_rules *rules = &file->rules;
    if (!rules->has_min_width_nm && !rules->has_min_spacing_nm && !rules->has_min_curvature_radius_nm &&
        !rules->has_min_feature_area_nm2) {
        return refuse(ctx, "$.rules", "required",
                      "min_width_nm, min_spacing_nm, min_curvature_radius_nm or min_feature_area_nm2", "none of them");
    }
    deck->process_node = file->process_node;
    deck->layer = file->layer;
    deck->width_nm = rules->min_width_nm;
    deck->spacing_nm = rules->min_spacing_nm;
    deck->radius_nm = rules->min_curvature_radius_nm;
    deck->area_nm2 = deck->drc_area_nm2 = rules->min_feature_area_nm2;
    deck->is_dark = file->polarity == LOB_LITHO_DECK_FILE_POLARITY_DARK;
    deck->pixel_nm = file->pixel_size_nm;
    take_radii(file->dedup_radius_nm, deck);
    return name_deck(ctx, deck);
}

/* The parser names what it reads by its type. */
static void name_subject(lob_error *error) {
    static const char type[] = "The litho_deck_file has ", ours[] = "The rule deck has ";
    const size_t size = strlen(error->message), old = sizeof type - 1, new = sizeof ours - 1;
    if (size >= old && memcmp(error->message, type, old) == 0) {
        memcpy(error->message, ours, new);
        memmove(error->message + new, error->message + old, size - old + 1);
    }
}

static lob_status read_deck(lob_ctx *ctx, const cJSON *json, lob_litho_deck *deck) {
    lob_litho_deck_file *file = LOB_NEW(ctx->arena, lob_litho_deck_file);
    if (!file) {
        return lob_fail_memory(ctx);
    }
    const lob_status status = lob_litho_deck_file_parse(ctx, json, file);
    if (status != LOB_OK) {
        name_subject(&ctx->error);
        return status;
    }
    LOB_TRY(take_deck(ctx, file, deck));
    return hash_deck(ctx, json, deck->hash);
}

lob_status lob_litho_deck_read(lob_ctx *ctx, lob_str text, lob_litho_deck *deck) {
    lob_json_fault fault;
    *deck = (lob_litho_deck){0};
    lob_json_init();
    cJSON *json = lob_json_parse(text, &fault);
    if (!json) {
        return lob_deck_refuse_json(ctx, &fault);
    }
    lob_status status = read_deck(ctx, json, deck);
    cJSON_Delete(json);
    return status;
}

static void put_limit(lob_buf *text, const char *name, double value) {
    lob_jsonw w;
    lob_buf number;
    lob_buf_init(&number, 64);
    lob_jsonw_init(&w, &number);
    lob_jsonw_number(&w, value);
    lob_buf_printf(text, "\"%s\":", name);
    lob_buf_add(text, number.data, number.size);
    if (number.failed) {
        text->failed = number.failed;
    }
    lob_buf_release(&number);
}

/* `is_whole`: with the limits of design rules that a deck of others cannot give. */
static void put_usual(lob_buf *text, const lob_litho_node *node, bool is_whole) {
    const double scale = node ? node->pitch_nm / USUAL_PITCH_NM : 1;
    const struct {
        const char *name;
        double value;
    } rules[] = {{"min_width_nm", 40 * scale},
                 {"min_spacing_nm", 40 * scale},
                 {"min_curvature_radius_nm", 20 * scale},
                 {"min_feature_area_nm2", 1600 * scale * scale},
                 {"min_notch_nm", USUAL_NOTCH_NM * scale},
                 {"min_drc_area_nm2", USUAL_DRC_AREA_NM2 * scale * scale}};
    lob_buf_printf(text, "{\"schema_version\":\"1\",\"process_node\":\"%s\",\"layer\":\"mask\",\"rules\":{",
                   node ? node->name : "usual");
    for (size_t i = 0; i < (is_whole ? 6 : 4); i++) {
        lob_buf_add_text(text, i > 0 ? "," : "");
        put_limit(text, rules[i].name, rules[i].value);
    }
    lob_buf_add_text(text, "}}");
}

/* Its hash is of all its limits, so that it changes with any of them; no deck of others has the same. */
static lob_status hash_usual(lob_ctx *ctx, const lob_litho_node *node, char hash[LOB_DECK_HASH_SIZE + 1]) {
    lob_json_fault fault;
    lob_buf text;
    lob_buf_init(&text, 0);
    put_usual(&text, node, true);
    cJSON *json = text.failed ? NULL : lob_json_parse((lob_str){text.data, text.size}, &fault);
    lob_status status = json ? hash_deck(ctx, json, hash) : lob_fail_memory(ctx);
    cJSON_Delete(json);
    lob_buf_release(&text);
    return status;
}

lob_status lob_litho_deck_usual(lob_ctx *ctx, const lob_litho_node *node, lob_litho_deck *deck) {
    const double scale = node ? node->pitch_nm / USUAL_PITCH_NM : 1;
    lob_buf text;
    lob_buf_init(&text, 0);
    put_usual(&text, node, false);
    lob_status status =
        text.failed ? lob_fail_memory(ctx) : lob_litho_deck_read(ctx, (lob_str){text.data, text.size}, deck);
    lob_buf_release(&text);
    LOB_TRY(status);
    deck->notch_nm = USUAL_NOTCH_NM * scale;
    deck->drc_area_nm2 = USUAL_DRC_AREA_NM2 * scale * scale;
    return hash_usual(ctx, node, deck->hash);
}
