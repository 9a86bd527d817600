/* Made by tools/schemac from spec/. Do not edit. The tables of migrate. */
#include "base/limits.h"
#include "gen/tables.h"

const lob_wire_table lob_migrate_request_table = {
    .size = sizeof(lob_migrate_request), .is_closed = true,
    .count = 3,
    .fields = (const lob_wire_field[]){
        {LOB_NEED(migrate_request, path, STRING)},
        {LOB_MAY(migrate_request, to, STRING), LOB_RULES(LOB_SIZE_MAX(32))},
        {LOB_FILL(migrate_request, check_only, BOOLEAN), LOB_RULES(LOB_PRESET(false))},
    },
};

const lob_wire_table lob_migrate_response_table = {
    .size = sizeof(lob_migrate_response),
    .count = 9,
    .fields = (const lob_wire_field[]){
        {LOB_SAYS("schema_version", "1.0.0"), .is_required = 1},
        {LOB_NEED(migrate_response, kind, ENUM), LOB_ONE_OF(migrate_response_kind, 3)},
        {LOB_NEED(migrate_response, file_version, STRING)},
        {LOB_MAY(migrate_response, to_version, STRING), .is_nullable = 1},
        {LOB_NEED(migrate_response, compatible, BOOLEAN)},
        {LOB_NEED(migrate_response, migration_needed, BOOLEAN)},
        {LOB_NEED(migrate_response, is_newer, BOOLEAN)},
        {LOB_NEED(migrate_response, supported_versions, ARRAY), LOB_LIST(sizeof(lob_str), LOB_ITEM(STRING))},
        {LOB_MAY(migrate_response, document, ANY)},
    },
};
