/* Made by tools/schemac from spec/. Do not edit. The error codes of the contract. */
#ifndef LOB_BASE_ERRORS_H
#define LOB_BASE_ERRORS_H

typedef enum lob_status {
    LOB_OK = 0,
    LOB_E_FILE_NOT_FOUND,
    LOB_E_INVALID_BOX,
    LOB_E_INVALID_TARGET,
    LOB_E_QUERY_TOO_LARGE,
    LOB_E_CANCELLED, /* internal: never leaves the server */
    LOB_STATUS_COUNT
} lob_status;

/* The code as the contract spells it, "FILE_NOT_FOUND"; "OK" for LOB_OK. */
const char *lob_status_name(lob_status status);
/* What usually helps, a sentence; "" when there is nothing to say. */
const char *lob_status_recovery(lob_status status);

#endif
