/* conformance: holds any MCP server to the Layout Observer contract. See docs/man/conformance.1. */
#include "cli.h"

int main(int argc, char **argv) {
    return conf_main(argc, argv, stdout, stderr);
}
