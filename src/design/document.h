/* Files of design data, from a path or a text to a tree whose version is known, and the faults that all have in common.
 *
 * Errors carry the texts of seed 003 (5.2.5, 5.3.4) word for word, names of the file included, cut at 120 bytes and
 * without control characters; details.kind names the seed's exception (FileNotFoundError, NetlistParseError,
 * DRCParseError, ObjectiveParseError), details.reason what it is: absent, json, version, schema, device_type, top_cell,
 * rule_type, layer, layer2, recursion, limit; details.issues lists faults of a schema. Codes: FILE_NOT_FOUND and what
 * else lob_file_open_input() gives, TOOL_LIMIT_EXCEEDED, INVALID_TARGET for all the rest.
 */
#ifndef LOB_DESIGN_DOCUMENT_H
#define LOB_DESIGN_DOCUMENT_H

#include <cjson/cJSON.h>

#include "base/file.h"
#include "gen/types.h"
#include "json/reader.h"

typedef enum { LOB_DESIGN_NETLIST, LOB_DESIGN_DRC_RULES, LOB_DESIGN_OBJECTIVES } lob_design_kind;
enum { LOB_DESIGN_KIND_COUNT = 3 };

/* What is odd, but no fault: kinds in the order in which they were first met. Of the request arena. */
typedef struct lob_design_notes {
    lob_warning_item *items;
    size_t count;
} lob_design_notes;

/* The text of a file, in the request arena. `roots`: as of lob_file_open_input(), may be NULL. Absent:
 * `Netlist file not found: PATH`, `DRC rules file not found: PATH`, `Objectives file not found: PATH`. */
lob_status lob_design_read_file(lob_ctx *ctx, lob_design_kind kind, const lob_roots *roots, lob_str path,
                                lob_str *text);

/* A text that is no JSON: `Invalid JSON: FAULT (line L, column C)`. */
lob_status lob_document_refuse_json(lob_ctx *ctx, lob_design_kind kind, const lob_json_fault *fault);

/* ---- versions ----
 * Versions are those of Semantic Versioning 2.0.0 (https://semver.org). A file without schema_version is 1.0.0. Read
 * are the supported versions as they are, and every other version of a supported major as the newest supported one of
 * it: an older one is migrated, a newer one (1.2.0) is said to be so. Another major is refused, and so is what is no
 * version.
 */

/* "1.2.3-rc.1+build"; the texts are parts of the version read, absent when it has none. Numbers above 2^64 - 1 are no
 * version. */
typedef struct lob_semver {
    uint64_t major, minor, patch;
    lob_str prerelease, build;
} lob_semver;

bool lob_semver_parse(lob_str text, lob_semver *version);

typedef struct lob_design_compatibility {
    bool compatible;
    bool migration_needed;      /* it is not among the supported ones, word for word */
    bool is_newer;              /* of a later minor version than is known: members may be passed by */
    const char *target_version; /* the newest supported one of its major; static; NULL when not compatible */
} lob_design_compatibility;

/* The supported versions, oldest first, then NULL. */
const char *const *lob_design_versions(lob_design_kind kind);
lob_design_compatibility lob_design_check_version(lob_design_kind kind, lob_str version);

/* Turns a file's JSON of version `from` into that of `to`, both of one major, `to` supported; in place, schema_version
 * included. What is not formed as its schema says is passed over: it is for the parser to refuse. Fails with
 * INVALID_TARGET `Unsupported schema version: V` when there is no way from one to the other (nothing leads back), or
 * for want of memory. */
lob_status lob_design_migrate(lob_ctx *ctx, lob_design_kind kind, cJSON *data, lob_str from, lob_str to);

/* What the net's name says, without regard to case. Nets of sub-cells are judged by their name there. */
lob_net_type lob_net_type_of(lob_str name);

#endif
