# A hundred megabytes of words: heard, counted, not kept.
# end: exit_code 0
block = "x" * 65535 + "\n"
1600.times { $stdout.write(block) }
