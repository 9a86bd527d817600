/* A fuzz target that is a user: a layout made at random is opened, and tools are asked about it at random.
 *
 * A case is a list of records of 16 bytes: the first says what file it is, the others add a cell, an element or a call.
 * A seed makes such a list, libFuzzer mutates one, and the minimiser drops records of one that failed: the rest keeps
 * its meaning, because each record is the only source of its own choices.
 */
#ifndef LOB_TESTS_FUZZ_USER_H
#define LOB_TESTS_FUZZ_USER_H

#include "db/builder.h"
#include "fuzz.h"

enum { USER_RECORD_SIZE = 16, USER_RECORDS_MAX = 96, USER_PATH_SIZE = 128 };

typedef struct user_case {
    uint8_t records[USER_RECORDS_MAX][USER_RECORD_SIZE];
    unsigned count;
} user_case;

void user_case_from_seed(user_case *c, uint64_t seed);
void user_case_from_bytes(user_case *c, const uint8_t *data, size_t size);

/* ---- user_dice.c: the choices of one record ---- */

typedef struct user_dice {
    const uint8_t *at, *end; /* bytes that decide small choices, first */
    uint64_t state;          /* the rest, and all large numbers */
} user_dice;

typedef enum { USER_CELL, USER_ELEMENT, USER_CALL } user_record_kind;

user_record_kind user_record_kind_of(const uint8_t *record);
user_dice user_dice_of(const uint8_t *record);
uint64_t user_random(uint64_t *state);
uint64_t user_roll(user_dice *d, uint64_t below); /* 0 .. below - 1; below >= 1 */
bool user_one_in(user_dice *d, unsigned n);
int64_t user_between(user_dice *d, int64_t low, int64_t high); /* both included */

/* ---- user_shapes.c: outlines ---- */

enum { USER_POINTS_MAX = 5000 };

typedef struct user_frame { /* where the elements of a file lie */
    int64_t x, y;           /* the middle */
    int64_t span;           /* coordinates go this far from it */
    int64_t grid;
    bool is_heavy; /* large arrays and many points are allowed: the others are to be quick */
} user_frame;

int32_t user_coordinate(user_dice *d, int64_t middle, const user_frame *frame);
/* At least three points. */
uint32_t user_polygon(user_dice *d, const user_frame *frame, lob_point points[USER_POINTS_MAX]);
/* At least two points. */
uint32_t user_spine(user_dice *d, const user_frame *frame, lob_point points[USER_POINTS_MAX]);
lob_point user_point(double x, double y);

/* ---- user_layout.c: the file of a case ---- */

typedef struct user_file {
    lob_buf bytes;
    fuzz_format format;
    bool is_odd; /* bytes were changed, or it was made record by record: it need not open */
    bool is_raw, is_heavy;
    bool is_empty;
    unsigned cell_count, layer_mode; /* of user_cell_name() */
} user_file;

bool user_file_is_heavy(const uint8_t *record);
/* Without the elements of record `leave_out` (0: all). Release with lob_buf_release(). */
void user_file_make(const user_case *c, unsigned leave_out, user_file *file);

/* ---- user_pieces.c: what one record adds to a cell ---- */

typedef struct user_making {
    const lob_sink *sink;
    lob_status status;
    user_frame frame;
    fuzz_format format;
    unsigned layer_mode;
    unsigned cell, cell_count; /* the cell being made; a cell places only those after it */
    lob_point points[USER_POINTS_MAX];
} user_making;

/* The name of a cell; static storage that the next call reuses. */
lob_str user_cell_name(unsigned cell, unsigned mode);
void user_add_element(user_making *m, user_dice *d);
void user_add_component(user_making *m, user_dice *d);
void user_add_array(user_making *m, unsigned child, uint64_t count, int32_t pitch);

/* ---- user_raw.c: files record by record, of which our writers make none: odd, and mostly readable ---- */

void user_raw_gds(user_dice *d, const user_frame *frame, lob_buf *out);
void user_raw_oas(user_dice *d, const user_frame *frame, lob_buf *out);

/* ---- user_known.c: what the answers so far have told ---- */

enum { USER_TEXT_SIZE = 96, USER_KNOWN_MAX = 24 };

typedef struct user_texts {
    char items[USER_KNOWN_MAX][USER_TEXT_SIZE];
    unsigned count, next;
} user_texts;

typedef struct user_known {
    char session[32], path[USER_PATH_SIZE], other_path[USER_PATH_SIZE], folder[USER_PATH_SIZE];
    user_texts cells, ids, ports, cursors, runs, jobs, violations, types, markers, pinned;
    struct {
        uint32_t layer, datatype;
    } layers[USER_KNOWN_MAX];
    unsigned layer_count, layer_next;
    double spots[USER_KNOWN_MAX][2]; /* places of ports and points */
    unsigned spot_count, spot_next;
    double box[4]; /* of the selected top, in um */
    double dbu;
} user_known;

void user_known_add(user_texts *texts, const char *text);
void user_known_learn(user_known *known, const cJSON *answer);
const char *user_known_text(const user_texts *texts, user_dice *d); /* NULL: none */

/* ---- user_arguments.c: arguments that a tool's schema allows ---- */

/* The caller's. */
cJSON *user_arguments(user_dice *d, const lob_tool *tool, const user_known *known);
/* user_rules.c: members whose schema allows anything. */
cJSON *user_rules(user_dice *d, const user_known *known);
cJSON *user_mask_rules(user_dice *d);
cJSON *user_deck(user_dice *d, const user_known *known);
/* user_script.c: a DRC script for the built-in engine; the caller's, free(). */
char *user_script(user_dice *d, const user_known *known);
void user_deck_file(user_dice *d, const user_known *known, const char *path);
cJSON *user_layer_text(user_dice *d, const user_known *known);
double user_length(user_dice *d, const user_known *known);

/* The input schema of a tool, read once. */
const cJSON *user_schema_of(const lob_tool *tool);

/* ---- user_files.c: files beside the layout ---- */

typedef enum {
    USER_NETLIST,
    USER_DESIGN_RULES,
    USER_OBJECTIVES,
    USER_CONVENTION,
    USER_LYP,
    USER_WAIVERS,
    USER_FILE_COUNT
} user_file_kind;

void user_file_write(user_dice *d, user_file_kind kind, const user_known *known, const char *path);

/* ---- user_case.c: a case from its file to the end of its session ---- */

enum { USER_TOOLS_MAX = 40, USER_ARGUMENTS_MAX = 96 };

/* What is going on, for whoever watches: in memory that another process shares. */
typedef struct user_watch {
    uint64_t seed;
    uint64_t call; /* 0: none is running; else a number that grows with each */
    uint64_t calls, cases, opened, refused, errors, cancelled;
    char tool[32];
    int64_t began_ns;      /* of the running call, by the processor's clock of the process */
    uint64_t memory_peak;  /* of the running call, bytes above what there was before */
    uint64_t slow, large;  /* calls above user_bounds */
    lob_cancel cancel;     /* of the running call */
    uint32_t report_count; /* of undefined behaviour, when that does not end the process */
    uint64_t tool_calls[USER_TOOLS_MAX], tool_fine[USER_TOOLS_MAX], tool_cancelled[USER_TOOLS_MAX];
    uint64_t tool_ns[USER_TOOLS_MAX], uses[USER_TOOLS_MAX][USER_ARGUMENTS_MAX];
    int64_t limit_ns; /* of the running call, of the processor; then it is cancelled */
    uint64_t late;    /* calls that went on for more than half a second after that */
    uint64_t gds, heavy, raw, odd, points;
} user_watch;

typedef struct user_bounds {
    int64_t time_ns;
    uint64_t memory_size;
    FILE *log;        /* calls above them; NULL: nowhere */
    bool repeats_all; /* each call is made twice; else one in three */
} user_bounds;

void user_run(const user_case *c, user_watch *watch, const user_bounds *bounds);
void user_store_close(void);
/* user_table.c. The first counts a call; the second prints all, and tells how many tools and arguments were not used.
 */
void user_table_note(user_watch *watch, const lob_tool *tool, const cJSON *arguments);
unsigned user_table_print(const user_watch *watch, bool must_be_full);
extern int user_owner; /* a number in the name of the folder; 0: that of the process */

#endif
