/* badc: writes and checks the layouts with one fault each (fixtures/bad).
 *
 * What the reader must answer stands in the recipes; expected.json is a copy for readers of the repository, checked
 * like the files.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "badc.h"
#include "oasis.h"

static const char usage[] = "usage: badc --write FOLDER        write the files and expected.json\n"
                            "       badc --check FOLDER        compare with the files there; none may be extra\n"
                            "       badc --oasis FOLDER        odd but right OASIS files: write them, then read them\n"
                            "       badc --oasis-check FOLDER  compare with the files there, then read them\n"
                            "       badc --run FOLDER SERVER   every file through the reader, some through SERVER\n"
                            "       badc --bombs SERVER MIB    files that inflate to MIB MiB, made for the moment\n";

static int result(const bad_tally *tally) {
    printf("%u passed, %u failed, %u skipped\n", tally->passed, tally->failed, tally->known);
    return tally->failed > 0;
}

int main(int argc, char **argv) {
    bad_tally tally = {0};
    bool check = argc == 3 && strcmp(argv[1], "--check") == 0;
    if (check || (argc == 3 && strcmp(argv[1], "--write") == 0)) {
        bad_folder(argv[2], check, &tally);
    } else if (argc == 3 && (strcmp(argv[1], "--oasis") == 0 || strcmp(argv[1], "--oasis-check") == 0)) {
        ox_folder(argv[2], argv[1][7] != '\0', &tally);
    } else if (argc == 4 && strcmp(argv[1], "--run") == 0) {
        bad_run(&tally);
        bad_run_cli(argv[3], argv[2], &tally);
    } else if (argc == 4 && strcmp(argv[1], "--bombs") == 0) {
        bad_bombs(argv[2], (unsigned)strtoul(argv[3], NULL, 10), &tally);
    } else {
        fputs(usage, stderr);
        return 2;
    }
    return result(&tally);
}
