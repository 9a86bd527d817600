/* What decks ask of the system for their log, answered without a program or /proc, which the sandbox does not give.
 *
 * Public decks (gdsfactory, GF180, the precheck of Efabless) run `nproc` and `pmap PID | tail -1`, and read
 * /proc/self/status when File.readable? says so; refused, Ruby raises and the deck ends. Here the number of processors
 * is told, memory is "unknown", and /proc is not readable. Every other command goes on to where it is refused.
 * Invariant: nothing of this is a wall; a deck may undo it and gains nothing.
 */
#include "base/file.h"
#include "klayout/run.h"

static const char prelude[] =
    "require \"etc\"\n"
    "module Kernel\n"
    "  alias_method :lob_run_command, :`\n"
    "  def `(command)\n"
    "    case command.to_s\n"
    "    when /\\A\\s*\"?nproc\"?\\s*\\z/ then \"#{Etc.nprocessors}\\n\"\n"
    "    when /\\A\\s*pmap\\s+\\d+\\s*\\|\\s*tail\\s+-1\\s*\\z/ then \" total         unknown\\n\"\n"
    "    else lob_run_command(command)\n"
    "    end\n"
    "  end\n"
    "end\n"
    "class << File\n"
    "  alias_method :lob_readable?, :readable?\n"
    "  def readable?(name)\n"
    "    !name.to_s.start_with?(\"/proc/\") && lob_readable?(name)\n"
    "  end\n"
    "end\n";

lob_status lob_run_write_prelude(lob_ctx *ctx, int dir_fd) {
    return lob_file_write_at(ctx, dir_fd, LOB_RUN_PRELUDE, prelude, sizeof prelude - 1);
}
