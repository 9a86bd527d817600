/* Files that an answer of a command names. They lie in the session's folder and go with it when the command ends, so
 * the answer must not name them, unless --keep keeps the folder or -o PATH has them written elsewhere. */
#ifndef LOB_MAIN_FILES_H
#define LOB_MAIN_FILES_H

#include "cli/settings.h"

typedef enum { LOB_FILES_FINE, LOB_FILES_NO_MEMORY, LOB_FILES_UNWRITTEN } lob_files_end;

/* The JSON `answer` as it may be printed, in `shown`: names of files below ROOT/sessions stay (--keep), become those of
 * their copies (-o), or null; *gone_count grows by the files of which no name is left. UNWRITTEN: a copy could not be
 * made, said on err; nothing is in `shown` that is not there. */
lob_files_end lob_files_show(const lob_cli *cli, const lob_settings *settings, const char *root, lob_str answer,
                             lob_buf *shown, unsigned *gone_count);

#endif
